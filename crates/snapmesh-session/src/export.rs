//! Maps and pieces as files.

use crate::request::ExportOptions;
use serde_json::Value as Json;
use snapmesh::glam::DVec3;
use snapmesh::piece::id_of_file;
use snapmesh::settings::{ConnectorNote, PieceNotes};
#[cfg(feature = "picture")]
use snapmesh::{Location, Problem};
use snapmesh::{Map, Placed, Pose, Problems, Role, Settings};
use snapmesh_io::export::{Options, Textures, exporter_for};
use snapmesh_io::kit_file::check_piece;
use snapmesh_io::piece_file::PieceFile;
use snapmesh_io::{Files, LoadedKit, NavLayer, OpenKit};
use snapmesh_nav::{NavMesh, Validation};
use std::path::Path;

/// A map in the format of an ending.
pub(crate) fn map(
    open: &OpenKit,
    map: &Map,
    ending: &str,
    options: &ExportOptions,
    layer: Option<NavLayer>,
) -> Result<Vec<u8>, Problems> {
    let exporter = exporter_for(Path::new(&format!("map.{ending}")))?;
    let options = Options { navigation: layer, ..taken(options)? };
    (exporter.write)(&open.kit, &open.settings, map, &options)
}

/// What outputs show of a walk.
pub(crate) fn layer(mesh: &NavMesh, validation: &Validation) -> NavLayer {
    NavLayer::new(mesh.clone(), validation)
}

/// Options as exporters take them.
fn taken(options: &ExportOptions) -> Result<Options, Problems> {
    let ExportOptions { connectors, colliders, boxes, instancing, .. } = *options;
    let mut taken = Options { connectors, colliders, boxes, instancing, ..Options::default() };
    view(&mut taken, options)?;
    Ok(taken)
}

/// How a picture looks at the map.
#[cfg(feature = "picture")]
fn view(taken: &mut Options, options: &ExportOptions) -> Result<(), Problems> {
    let texts = [
        ("angle", &options.angle),
        ("size", &options.size),
        ("cut", &options.cut),
        ("color", &options.color),
    ];
    for (name, text) in texts {
        let Some(text) = text else { continue };
        let wrong = |message: String| Problem::error(Location::Request(format!("{name} {text}")), message);
        taken.view.set(name, text).map_err(wrong)?;
    }
    taken.view.doorways = options.doorways;
    Ok(())
}

/// There are no pictures.
#[cfg(not(feature = "picture"))]
fn view(_: &mut Options, _: &ExportOptions) -> Result<(), Problems> {
    Ok(())
}

/// Every piece of a kit once, at the origin, as a GLB; and which piece each node is.
pub(crate) fn art(kit: &LoadedKit, settings: &Settings) -> Result<(Vec<u8>, Vec<usize>), Problems> {
    let once = |piece| Placed { role: Role::Piece, piece, pose: Pose::ORIGIN, joint: None };
    let map = Map::of(kit.kit().ids().map(once).collect());
    let exporter = exporter_for(Path::new("art.glb"))?;
    let glb = (exporter.write)(
        kit,
        settings,
        &map,
        &Options { textures: Textures::Browser, ..Options::default() },
    )?;
    Ok((glb, (0..map.pieces.len()).collect()))
}

/// The same for a file that the kit does not use, and what it is under what the kit says about files.
pub(crate) fn art_of(
    files: &dyn Files,
    settings: &Settings,
    file: &str,
) -> Result<(Vec<u8>, Json), Problems> {
    let (found, problems) = check_piece(files, file, settings);
    let Some(PieceFile { piece, model, .. }) = found else { return Err(problems) };
    let info = crate::kit::info(&piece, &model, settings, file);
    Ok((glb_of(files, settings.content.scale, file)?, info))
}

/// What a file looks like, as a GLB. That is the same whatever its connectors are, so a piece that has none yet is given one.
pub(crate) fn glb_of(files: &dyn Files, scale: f64, file: &str) -> Result<Vec<u8>, Problems> {
    let any = ConnectorNote::new(DVec3::ZERO, DVec3::X);
    let id = id_of_file(file);
    let mut settings = Settings::default();
    settings.content.scale = scale;
    settings.content.pieces = vec![file.into()];
    settings.pieces =
        vec![PieceNotes { connectors: Some(vec![any]), boxes: Some(vec![]), ..PieceNotes::new(id) }];
    let open = OpenKit::with_settings(files, settings)?;
    Ok(art(&open.kit, &open.settings)?.0)
}
