//! What all copies of a piece share: its mesh, and what stands in it.

use super::bin::Bin;
use super::materials::{Materials, once};
use super::meshes::{Baker, packed};
use super::naming::{dotless, inert};
use crate::json::count_values;
use crate::piece_file::animations::{Animation, Path};
use crate::piece_file::document::Document;
use crate::piece_file::fixtures::{Fixture, LIGHTS};
use crate::piece_file::wrong::Wrong;
use serde_json::{Value, json};
use snapmesh::{Piece, Problems};
use std::collections::{BTreeMap, BTreeSet};

/// What the body of a piece is called, behind its number.
pub(super) const BODY: &str = "body";

/// What all pieces of a map are made of.
pub(super) struct Workshop {
    pub(super) bin: Bin,
    pub(super) materials: Materials,
    pub(super) meshes: Vec<Value>,
    pub(super) lights: Vec<Value>,
    same_lights: BTreeMap<String, usize>,
}

/// What the copies of a piece share. One that is not drawn has none of it.
#[derive(Default)]
pub(super) struct Art<'a> {
    /// All that stays where it is.
    pub(super) mesh: Option<usize>,
    pub(super) fixtures: Vec<FixtureArt<'a>>,
    pub(super) motions: Vec<Motion>,
    /// About how many bytes each copy takes for names and extras.
    pub(super) words: usize,
}

/// A fixture with its numbers in the map.
pub(super) struct FixtureArt<'a> {
    pub(super) fixture: &'a Fixture,
    /// Its name, which no other in the piece has.
    pub(super) name: String,
    pub(super) mesh: Option<usize>,
    pub(super) light: Option<usize>,
}

/// An animation of fixtures.
pub(super) struct Motion {
    pub(super) name: String,
    /// The fixture that each channel moves, and what about it.
    pub(super) channels: Vec<(usize, Path)>,
    /// One for each channel.
    pub(super) samplers: Vec<Value>,
}

impl Workshop {
    pub(super) fn new(bin: Bin, materials: Materials) -> Self {
        Self { bin, materials, meshes: vec![], lights: vec![], same_lights: BTreeMap::new() }
    }

    /// Makes what the copies of a piece share.
    pub(super) fn art<'a>(&mut self, piece: &Piece, document: &'a Document) -> Result<Art<'a>, Problems> {
        let Self { bin, materials, .. } = self;
        let mut baker = Baker { document, source: &piece.source, bin, materials };
        let still = baker.still()?;
        let mut shapes: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
        for fixture in &document.fixtures {
            if let Some(mesh) = fixture.mesh.filter(|mesh| !shapes.contains_key(mesh)) {
                shapes.insert(mesh, baker.moving(mesh, &fixture.name)?);
            }
        }
        let mesh = self.mesh(&piece.id, &still);
        let shapes: BTreeMap<usize, Option<usize>> = shapes
            .into_iter()
            .map(|(mesh, primitives)| {
                let name = format!("{}_{}", piece.id, document.name_in("meshes", Some(mesh)));
                (mesh, self.mesh(&name, &primitives))
            })
            .collect();
        let names = names(piece, &document.fixtures);
        let shown = document.fixtures.iter().zip(names).map(|(fixture, name)| FixtureArt {
            fixture,
            name,
            mesh: fixture.mesh.and_then(|mesh| shapes.get(&mesh).copied().flatten()),
            light: fixture.light.and_then(|light| self.light(document, light)),
        });
        let fixtures: Vec<FixtureArt<'_>> = shown.collect();
        let mut tracks = Tracks::new(document);
        let motions = document.animations.iter().map(|it| self.motion(it, &mut tracks));
        let motions = motions.collect::<Result<_, _>>().map_err(|wrong: Wrong| wrong.at(&piece.source))?;
        let words = fixtures.iter().map(words).sum();
        Ok(Art { mesh, fixtures, motions, words })
    }

    /// Adds a mesh, unless it has nothing.
    fn mesh(&mut self, name: &str, primitives: &[Value]) -> Option<usize> {
        if primitives.is_empty() {
            return None;
        }
        let number = self.meshes.len();
        let name = inert(&format!("m{number}_{name}"), "mesh");
        self.meshes.push(json!({ "name": name, "primitives": primitives }));
        Some(number)
    }

    /// The number of a light, if it is one of those that there are.
    fn light(&mut self, document: &Document, light: usize) -> Option<usize> {
        let mut light = document.extensions.get(LIGHTS)?["lights"][light].clone();
        let object = light.as_object_mut()?;
        object.remove("extensions");
        let kind = object.get("type")?.as_str()?;
        let known = matches!(kind, "directional" | "point" | "spot");
        known.then(|| once(&mut self.lights, &mut self.same_lights, light))
    }

    /// An animation, with the numbers of what it is made of.
    fn motion(&mut self, animation: &Animation, tracks: &mut Tracks<'_>) -> Result<Motion, Wrong> {
        let (mut channels, mut samplers) = (Vec::new(), Vec::new());
        for channel in &animation.channels {
            let Some(&fixture) = tracks.fixtures.get(&channel.node) else { continue };
            let input = self.track(channel.times, tracks)?;
            let output = self.track(channel.values, tracks)?;
            channels.push((fixture, channel.path));
            samplers
                .push(json!({ "input": input, "output": output, "interpolation": channel.interpolation }));
        }
        Ok(Motion { name: dotless(&animation.name), channels, samplers })
    }

    /// The times or values of a channel, as they are.
    fn track(&mut self, accessor: usize, tracks: &mut Tracks<'_>) -> Result<usize, Wrong> {
        if let Some(&known) = tracks.written.get(&accessor) {
            return Ok(known);
        }
        let found = tracks.document.gltf.accessors().nth(accessor);
        let found = found.ok_or_else(|| format!("there is no accessor {accessor}"))?;
        self.bin.check_room(found.size().saturating_mul(found.count()))?;
        let elements = packed(tracks.document, &found)?;
        let number = self.bin.accessor(&elements, None);
        if elements.shape == "SCALAR" {
            // Players want to know when an animation ends.
            self.bin.bound(number, &elements);
        }
        tracks.written.insert(accessor, number);
        Ok(number)
    }
}

/// What the animations of a file have in common.
struct Tracks<'a> {
    document: &'a Document,
    /// Fixtures by the numbers of their nodes.
    fixtures: BTreeMap<usize, usize>,
    /// Accessors of the map by those of the file.
    written: BTreeMap<usize, usize>,
}

impl<'a> Tracks<'a> {
    fn new(document: &'a Document) -> Self {
        let fixtures = document.fixtures.iter().enumerate();
        let fixtures = fixtures.filter_map(|(i, fixture)| Some((fixture.node?, i))).collect();
        Self { document, fixtures, written: BTreeMap::new() }
    }
}

/// Bytes that a value takes while a file is put together, beside its text.
const VALUE: usize = 64;

fn words(art: &FixtureArt<'_>) -> usize {
    let extras = Value::from(art.fixture.extras.clone()).to_string();
    art.name.len() + extras.len() + VALUE * count_values(extras.as_bytes()) as usize
}

/// Names for fixtures that nothing else under the node of the piece has.
fn names(piece: &Piece, fixtures: &[Fixture]) -> Vec<String> {
    let mut taken: BTreeSet<String> = [inert(&piece.id, "piece"), BODY.into()].into();
    let mut copies: BTreeMap<String, usize> = BTreeMap::new();
    let mut unique = |fixture: &Fixture| {
        let plain = inert(&fixture.name, "node");
        let copies = copies.entry(plain.clone()).or_default();
        let mut name = if is_mark(&plain) { format!("{plain}_") } else { plain.clone() };
        while !taken.insert(name.clone()) {
            *copies += 1;
            name = format!("{plain}_{}", *copies + 1);
        }
        name
    };
    fixtures.iter().map(&mut unique).collect()
}

/// Whether something of ours may be called so: `c0_free`, `box0`.
fn is_mark(name: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let connector = |name: &str| {
        let number = name.strip_suffix("_free").or_else(|| name.strip_suffix("_used"));
        number.and_then(|name| name.strip_prefix('c')).is_some_and(digits)
    };
    connector(name) || name.strip_prefix("box").is_some_and(digits) || name.ends_with(&format!("_{BODY}"))
}
