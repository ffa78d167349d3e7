//! `snapmesh new`: a starter kit that works at once.

use crate::args::NewArgs;
use crate::report::{Exit, out};
use snapmesh::Problem;

/// Files of the starter kit, as they lie in the repository.
macro_rules! starter {
    ($($name:literal),+ $(,)?) => { &[$(($name, include_bytes!(concat!("../../../kits/starter/", $name)))),+] };
}

const FILES: &[(&str, &[u8])] = starter![
    "kit.toml",
    "README.md",
    "Bend.glb",
    "Bridge.glb",
    "Fork.glb",
    "Garden.glb",
    "Gate.glb",
    "Hall.glb",
    "Junction.glb",
    "Plaza.glb",
    "Shrine.glb",
    "Stairs.glb",
];

pub(crate) fn run(args: &NewArgs) -> Result<Exit, Vec<Problem>> {
    let shown = args.dir.display().to_string();
    let wrong = |message: String| Problem::error(&*shown, message);
    if args.dir.is_file() {
        return Err(wrong("is a file; name a folder to make".into()).into());
    }
    let taken = std::fs::read_dir(&args.dir).is_ok_and(|mut entries| entries.next().is_some());
    if taken {
        return Err(wrong("is not empty, and nothing in it is touched".into())
            .help("name a new folder")
            .into());
    }
    std::fs::create_dir_all(&args.dir).map_err(|error| wrong(format!("cannot be made: {error}")))?;
    for (name, content) in FILES {
        let path = args.dir.join(name);
        std::fs::write(&path, content).map_err(|error| {
            Problem::error(path.display().to_string(), format!("cannot be written: {error}"))
        })?;
    }
    if !args.quiet {
        out(&format!(
            "made the kit {shown} with {} files\ntry: snapmesh generate {shown} -o map.json -o map.svg\n",
            FILES.len()
        ));
    }
    Ok(Exit::Done)
}
