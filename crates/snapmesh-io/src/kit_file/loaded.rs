//! What was loaded of a kit: its pieces, their art, and what there is to walk on.

use crate::fingerprint::fingerprint;
use crate::piece_file::document::Document;
use crate::piece_file::{Model, PieceFile};
use snapmesh::{Limits, PieceId, ValidKit};
use snapmesh_nav::PieceGeometry;
use std::sync::Arc;

/// A kit that was read once, to be shared by all who need it and never copied. Settings stand beside it.
pub struct LoadedKit {
    kit: Arc<ValidKit>,
    /// By piece, as all lists here.
    art: Vec<Art>,
    geometry: Vec<PieceGeometry>,
    fingerprint: String,
    shown: String,
    inputs: Vec<String>,
    limits: Limits,
}

/// What a piece looks like.
pub(crate) struct Art {
    /// As triangles with colors.
    pub(crate) model: Model,
    /// As the file it comes from.
    pub(crate) document: Option<Document>,
}

impl From<PieceFile> for Art {
    fn from(file: PieceFile) -> Self {
        Self { model: file.model, document: Some(file.document) }
    }
}

impl LoadedKit {
    /// Puts together a kit and the art of its pieces. `shown` is what to call it in messages, `inputs` are the files
    /// that were read.
    pub(crate) fn new(
        kit: ValidKit,
        art: Vec<Art>,
        shown: String,
        inputs: Vec<String>,
        limits: Limits,
    ) -> Self {
        let geometry = art.iter().map(|art| art.model.geometry()).collect();
        Self { fingerprint: fingerprint(&kit), kit: Arc::new(kit), art, geometry, shown, inputs, limits }
    }

    /// The pieces, checked.
    pub fn kit(&self) -> &ValidKit {
        &self.kit
    }

    /// The same, to be kept by a recipe.
    pub fn shared_kit(&self) -> Arc<ValidKit> {
        self.kit.clone()
    }

    /// What a piece looks like.
    pub fn model(&self, piece: PieceId) -> &Model {
        &self.art[piece.index()].model
    }

    /// The file a piece was read from; none if it was made otherwise.
    pub(crate) fn document(&self, piece: PieceId) -> Option<&Document> {
        self.art[piece.index()].document.as_ref()
    }

    /// What there is to walk on in each piece, in the order of the library.
    pub fn geometry(&self) -> &[PieceGeometry] {
        &self.geometry
    }

    /// Tells one set of pieces from another.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// What to call it in messages: the folder it was read from.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// What work with it may cost, as whoever opened it said.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Every file that was read for it, by its name in the kit.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }
}
