//! The rows of the table. A row is a line of the list and a function that prepares both of its works.

mod grow;
mod files;
mod walk;
mod sweep;

use crate::clock::Work;

/// The same work, done by us and by another.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Who, or what, it is compared with.
    pub(crate) other: &'static str,
    /// What is prepared, a kit that is read or a map that was grown, is not measured.
    pub(crate) works: fn() -> [Work; 2],
}

const fn row(name: &'static str, other: &'static str, works: fn() -> [Work; 2]) -> Row {
    Row { name, other, works }
}

const BOXES: &str = "every box against every other";
const STOP: &str = "by the paper's rule, `stop`";
const TREE: &str = "without loops";
const MAY: &str = "with caps that may be there";
const RECAST: &str = "Recast";

pub(crate) const ROWS: &[Row] = &[
    row("grow benchmark `a`, 13 pieces", BOXES, || grow::against_boxes("benchmark", "a")),
    row("grow benchmark `d`, 56 pieces", BOXES, || grow::against_boxes("benchmark", "d")),
    row("grow benchmark `h`, 58 pieces", BOXES, || grow::against_boxes("benchmark", "h")),
    row("grow dungeon `arena`", BOXES, || grow::against_boxes("dungeon", "arena")),
    row("grow a corridor of 1,000 pieces", BOXES, grow::corridor_against_boxes),
    row("grow a corridor of 10,000 pieces", "ten of 1,000", grow::long_corridor),
    row("20 maps of starter, 40 pieces, `undo`", STOP, || grow::undo("starter")),
    row("20 maps of dungeon, 40 pieces, `undo`", STOP, || grow::undo("dungeon")),
    row("20 maps of artistic, 40 pieces, `undo`", STOP, || grow::undo("artistic")),
    row("20 maps of benchmark, 40 pieces, `undo`", STOP, || grow::undo("benchmark")),
    row("20 maps of starter, 25 pieces, 1 to 3 loops", TREE, || grow::loops("starter", "arena")),
    row("20 maps of dungeon, 25 pieces, 1 to 3 loops", TREE, || grow::loops("dungeon", "arena")),
    row("20 maps of artistic, 25 pieces, 1 to 3 loops", TREE, || grow::loops("artistic", "arena")),
    row("20 maps of benchmark, 25 pieces, 1 to 3 loops", TREE, || grow::loops("benchmark", "")),
    row("20 maps of starter, no way left open", MAY, || grow::ends("starter")),
    row("20 maps of dungeon, no way left open", MAY, || grow::ends("dungeon")),
    row("20 maps of artistic, no way left open", MAY, || grow::ends("artistic")),
    row("write 1,000 pieces as JSON", "growing them", || files::export("json")),
    row("write 1,000 pieces as GLB", "growing them", || files::export("glb")),
    row("write 1,000 pieces as SVG", "growing them", || files::export("svg")),
    row("write 1,000 pieces as OBJ", "growing them", || files::export("obj")),
    row("draw starter `branch`, 1600 x 1000", "its bake", files::picture),
    row("open the dungeon", "copying its files", files::open),
    row("bake starter `branch`", RECAST, || walk::bake_against_recast("starter", "branch")),
    row("bake dungeon `branch`", RECAST, || walk::bake_against_recast("dungeon", "branch")),
    row("bake artistic `branch`", RECAST, || walk::bake_against_recast("artistic", "branch")),
    row("bake benchmark `c`", RECAST, || walk::bake_against_recast("benchmark", "c")),
    row("bake and navmesh, starter `branch`", RECAST, || walk::mesh_against_recast("starter", "branch")),
    row("bake and navmesh, dungeon `branch`", RECAST, || walk::mesh_against_recast("dungeon", "branch")),
    row("composed verdicts on 20 maps of starter", "their bakes", || walk::composed("starter")),
    row("composed verdicts on 20 maps of dungeon", "their bakes", || walk::composed("dungeon")),
    row("composed verdicts on 20 maps of artistic", "their bakes", || walk::composed("artistic")),
    row("connectivity of 50 points", "a path between every two", walk::metrics_against_pairs),
    row("connectivity of 5,000 points", "of 50 points", walk::many_points),
    row("the whole validation, 5,000 points", "50 points", walk::whole),
    row("bake a corridor of 1,000 pieces", "ten of 100", walk::long_corridor),
    row("sweep 1,000 maps into Parquet", "growing them", || sweep::table("rows.parquet")),
    row("sweep 1,000 maps into CSV", "growing them", || sweep::table("rows.csv")),
    row("sweep and compose 1,000 maps of starter", "growing them", || sweep::composed("starter")),
    row("sweep and compose 1,000 maps of dungeon", "growing them", || sweep::composed("dungeon")),
    row("sweep and compose 1,000 maps of artistic", "growing them", || sweep::composed("artistic")),
    row("sweep and walk on 4 maps", "their bakes", sweep::walked),
];
