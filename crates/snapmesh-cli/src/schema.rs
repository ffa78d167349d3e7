//! `snapmesh schema`: every setting, as JSON.

use crate::terminal::{Exit, print_json};
use snapmesh::Problems;
use snapmesh::selection::STANDARD;

pub(crate) fn run() -> Result<Exit, Problems> {
    print_json(&snapmesh_io::schema::schema(STANDARD));
    Ok(Exit::Done)
}
