//! All textures of a picture: each image is decoded once, however many pieces show it.

use super::decode::{decode, size};
use super::material::{Alpha, Material, Slot};
use super::texture::{Tables, Texture};
use super::view::{Coloring, View};
use crate::kit_file::LoadedKit;
use crate::piece_file::document::Document;
use crate::piece_file::{Model, PieceFile};
use snapmesh::{Limits, Map};
use snapmesh_nav::parallel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Pixels that are kept of all images together; if there are more, the largest size of each is left out, or the two
/// largest, and so on. A picture has no use for more.
const KEPT: u64 = 1 << 25;

/// Pixels of images that are decoded at a time.
const AT_A_TIME: u64 = 1 << 26;

/// The textures of a picture.
pub(super) struct Textures {
    list: Vec<Option<Texture>>,
    pub(super) tables: Tables,
}

/// The same while pieces are made ready, which know their images.
pub(super) struct Images<'k> {
    /// The place of each image in the list, by its bytes: files that hold the same share it.
    places: BTreeMap<&'k [u8], u32>,
    pub(super) textures: Arc<Textures>,
}

/// The images that the pieces of a map show in a view, each once.
fn wanted<'k>(kit: &'k LoadedKit, map: &Map, view: &View) -> Vec<&'k [u8]> {
    let pieces: BTreeSet<_> = map.drawn().map(|drawn| drawn.piece).collect();
    let files = pieces.into_iter().filter_map(|piece| Some((kit.model(piece), kit.document(piece)?)));
    files
        .flat_map(|(model, document)| shown(model, document, view))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// The images that a model shows in a view.
fn shown<'d>(model: &Model, document: &'d Document, view: &View) -> BTreeSet<&'d [u8]> {
    let mut found = BTreeSet::new();
    for part in &model.parts {
        let material = Material::of(document, part);
        found.extend(used(&material, view).map(|slot| slot.image));
    }
    found
}

/// The textures of a material that are seen in a view: where colors mean something else, only what is cut out counts.
pub(super) fn used<'a, 'd>(material: &'a Material<'d>, view: &View) -> impl Iterator<Item = &'a Slot<'d>> {
    let all = view.coloring == Coloring::Material;
    let base = material.base.as_ref().filter(|_| all || material.alpha != Alpha::Opaque);
    base.into_iter().chain(material.light.as_ref().filter(|_| all))
}

/// How many pixels the images of a picture have.
pub(crate) fn texture_pixels(kit: &LoadedKit, map: &Map, view: &View) -> u64 {
    wanted(kit, map, view).into_iter().map(pixels).fold(0, u64::saturating_add)
}

fn pixels(image: &[u8]) -> u64 {
    size(image).map_or(0, |(width, height)| u64::from(width) * u64::from(height))
}

impl<'k> Images<'k> {
    /// Decodes what a map needs, as far as the limit goes. What is beyond it, or no image at all, is left out.
    pub(super) fn new(kit: &'k LoadedKit, map: &Map, view: &View) -> Self {
        Self::of(wanted(kit, map, view), kit.limits().texture_pixels)
    }

    /// Decodes what a piece by itself needs, within the limit that there is if nobody says otherwise.
    pub(super) fn of_piece(file: &'k PieceFile, view: &View) -> Self {
        let images = shown(&file.model, &file.document, view).into_iter().collect();
        Self::of(images, Limits::DEFAULT.texture_pixels)
    }

    fn of(images: Vec<&'k [u8]>, mut left: u64) -> Self {
        let mut sound: Vec<(&[u8], u64)> = images.into_iter().map(|image| (image, pixels(image))).collect();
        sound.retain(|(_, pixels)| {
            let fits = *pixels > 0 && *pixels <= left;
            left -= if fits { *pixels } else { 0 };
            fits
        });
        let all: u64 = sound.iter().map(|(_, pixels)| pixels).sum();
        let leave_out = (0..32).find(|times| all >> (2 * times) <= KEPT).unwrap_or(0);
        let tables = Tables::new();
        let mut list = Vec::with_capacity(sound.len());
        let mut rest = &sound[..];
        while !rest.is_empty() {
            let mut sum = 0;
            let count = rest.iter().take_while(|(_, pixels)| {
                sum += pixels;
                sum <= AT_A_TIME
            });
            let (now, later) = rest.split_at(count.count().max(1));
            let load = |(image, _): &(&[u8], u64)| Some(Texture::new(decode(image)?, leave_out, &tables));
            list.extend(now.par_iter().map(load).collect::<Vec<_>>());
            rest = later;
        }
        let places = sound.into_iter().enumerate().map(|(place, (image, _))| (image, place as u32));
        Self { places: places.collect(), textures: Arc::new(Textures { list, tables }) }
    }

    /// The place of an image that was decoded.
    pub(super) fn place(&self, image: &[u8]) -> Option<u32> {
        self.places.get(image).copied().filter(|place| self.textures.at(*place).is_some())
    }
}

impl Textures {
    /// None at all.
    #[cfg(test)]
    pub(super) fn none() -> Arc<Self> {
        Arc::new(Self { list: vec![], tables: Tables::new() })
    }

    /// The texture at a place.
    #[inline]
    pub(super) fn at(&self, place: u32) -> Option<&Texture> {
        self.list[place as usize].as_ref()
    }
}
