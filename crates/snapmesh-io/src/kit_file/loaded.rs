//! What was loaded of a kit: its pieces, their art, and what there is to walk on.

use super::listing::{KIT_FILE, Lists};
use crate::files::Files;
use crate::fingerprint::{exact_fingerprint, fingerprint};
use crate::piece_file::document::Document;
use crate::piece_file::{Model, PieceFile};
use snapmesh::{Limits, PieceId, Problems, ValidKit};
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
    lists: Lists,
    odd: Problems,
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
    /// Puts together a kit and the art of its pieces, as they were listed; `odd` is what is odd about them.
    pub(super) fn new(kit: ValidKit, art: Vec<Art>, files: &dyn Files, lists: Lists, odd: Problems) -> Self {
        let beside = art.iter().filter_map(|art| art.document.as_ref()).flat_map(|document| &document.beside);
        Self {
            fingerprint: fingerprint(&kit),
            kit: Arc::new(kit),
            geometry: art.iter().map(|art| art.model.geometry()).collect(),
            shown: files.shown(),
            inputs: lists.files.iter().chain(beside).cloned().chain([KIT_FILE.into()]).collect(),
            limits: *files.limits(),
            art,
            lists,
            odd,
        }
    }

    /// One that comes from no files.
    #[cfg(test)]
    pub(crate) fn made(kit: ValidKit, art: Vec<Art>) -> Self {
        let files = crate::files::Memory::new::<String>("test", []);
        Self::new(kit, art, &files, Lists::default(), Problems::NONE)
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

    /// Whether a fingerprint is one of these pieces, be it rounded or, as it was in the beginning, exact.
    pub fn is_known_as(&self, fingerprint: &str) -> bool {
        self.fingerprint == fingerprint || exact_fingerprint(&self.kit) == fingerprint
    }

    /// What to call it in messages: the folder it was read from.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// What work with it may cost, as whoever opened it said.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The file of each piece of the library, by its name in the kit.
    pub fn files(&self) -> &[String] {
        &self.lists.files
    }

    /// Whether it is what these lists would come to.
    pub(super) fn is_of(&self, lists: &Lists) -> bool {
        self.lists == *lists
    }

    /// What is odd about its pieces, short of an error.
    pub fn odd(&self) -> &Problems {
        &self.odd
    }

    /// Every file that was read for it, by its name in the kit.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }
}
