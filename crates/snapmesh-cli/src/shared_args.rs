//! What more than one verb takes.

use crate::parse::argument;
use clap::{Args, ValueEnum};
use snapmesh::{Problem, Problems};
use snapmesh_io::export::Options;
use snapmesh_io::picture::View;
use snapmesh_nav::Verdict;
use std::path::PathBuf;

/// Said for each argument: a heading of them all would go on to what comes after.
const TRUST: &str = "Trust";

/// How far a kit is trusted. These are its user's to say, and no kit can say them for itself.
#[derive(Args)]
pub(crate) struct TrustArgs {
    /// Read what lies outside of the kit's folder, where the kit names it or links to it
    #[arg(long, help_heading = TRUST)]
    pub(crate) allow_outside: bool,
    /// Change a limit, as in `corners=20000000`; docs/limits.md tells what there is. May be repeated
    #[arg(long, value_name = "NAME=N", help_heading = TRUST)]
    pub(crate) limit: Vec<String>,
}

/// A map, and the kit it was made of.
#[derive(Args)]
pub(crate) struct MapArgs {
    /// The map file
    pub(crate) map: PathBuf,
    /// The folder of its kit; may be left out when the map lies in it
    #[arg(long)]
    pub(crate) kit: Option<PathBuf>,
    /// Read the map though its kit has changed since, and say what differs
    #[arg(long)]
    pub(crate) accept_kit: bool,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
}

/// How much is said, and how.
#[derive(Args)]
pub(crate) struct TalkArgs {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Say nothing but errors, and what is wrong
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What stands already when a map grows.
#[derive(Args)]
#[command(next_help_heading = "Growing on")]
pub(crate) struct FromArgs {
    /// Keep pieces of this map where they are, and grow the rest anew; with --keep or --regrow
    #[arg(long, value_name = "MAP.json")]
    pub(crate) from: Option<PathBuf>,
    /// The pieces to keep, as in `0-12,15`, or `all`; each but the first needs the one it was grown from
    #[arg(
        long,
        value_name = "LIST",
        requires = "from",
        conflicts_with = "regrow",
        allow_hyphen_values = true
    )]
    pub(crate) keep: Option<String>,
    /// Keep all but this piece and what was grown from it
    #[arg(long, value_name = "N", requires = "from")]
    pub(crate) regrow: Option<usize>,
    /// Read that map though the kit has changed since, and say what differs
    #[arg(long, requires = "from")]
    pub(crate) accept_kit: bool,
}

/// What a map must fulfil.
#[derive(Args)]
#[command(next_help_heading = "Demands")]
pub(crate) struct DemandArgs {
    /// At least so many pieces
    #[arg(long, value_name = "N")]
    pub(crate) min_pieces: Option<usize>,
    /// At most so many pieces
    #[arg(long, value_name = "N")]
    pub(crate) max_pieces: Option<usize>,
    /// At most so many connectors that nothing is joined to
    #[arg(long, value_name = "N")]
    pub(crate) max_free_connectors: Option<usize>,
    /// At least so many loops: joints beyond the tree
    #[arg(long, value_name = "N")]
    pub(crate) min_loops: Option<usize>,
    /// A piece that must be there, or so many copies of it. May be repeated
    #[arg(long, value_name = "PIECE[=N]")]
    pub(crate) must_have: Vec<String>,
    /// No more metres from west to east, from bottom to top, and from north to south
    #[arg(long, num_args = 3, value_names = ["X", "Y", "Z"], allow_negative_numbers = true)]
    pub(crate) max_size: Vec<f64>,
    /// At least so much average connectivity, from 0 to 1
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) min_connectivity: Option<f64>,
    /// At least such a share of the points in the largest region, from 0 to 1
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) min_area: Option<f64>,
}

/// The files to write.
#[derive(Args)]
pub(crate) struct OutputArgs {
    #[arg(long, short, value_name = "PATH", help = crate::help::outputs())]
    output: Vec<PathBuf>,
    /// Further files to write, as in `-o map.json plan.svg`
    #[arg(hide = true)]
    more: Vec<PathBuf>,
}

impl OutputArgs {
    /// Every file to write.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        [&self.output[..], &self.more].concat()
    }

    /// Every file to write, for people.
    pub(crate) fn shown(&self) -> Vec<String> {
        self.files().iter().map(|path| path.display().to_string()).collect()
    }
}

/// What outputs have on request.
#[derive(Args)]
#[command(next_help_heading = "Outputs")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct ExportArgs {
    /// In a .glb: free and used connectors as empties
    #[arg(long)]
    pub(crate) connectors: bool,
    /// In a .glb: what is drawn, as static bodies to walk on (OMI_physics_body, which Godot reads)
    #[arg(long)]
    pub(crate) colliders: bool,
    /// In a .glb: what keeps pieces apart, as empties
    #[arg(long)]
    pub(crate) boxes: bool,
    /// In a .glb: one node for all copies of a piece (EXT_mesh_gpu_instancing; some engines then draw one copy)
    #[arg(long)]
    pub(crate) instancing: bool,
    /// In a .glb, .png or .svg: where the map can be walked, with green points in the largest region and red ones elsewhere
    #[arg(long)]
    pub(crate) nav: bool,
    /// In a .png: where the camera stands, in degrees from north and above the horizon
    #[arg(long, value_name = "AZIMUTH,ELEVATION", allow_hyphen_values = true)]
    pub(crate) angle: Option<String>,
    /// In a .png: its size in pixels, 16 to 8192 each way
    #[arg(long, value_name = "WIDTHxHEIGHT")]
    pub(crate) size: Option<String>,
    /// In a .png: cut away what is higher than this above the floors of doorways, in metres, or `none`; with --nav, roofs are
    /// cut away by themselves
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    pub(crate) cut: Option<String>,
    /// In a .png: arrows out of doorways that nothing is joined to, in their color
    #[arg(long)]
    pub(crate) doorways: bool,
    /// In a .png: what the colors mean
    #[arg(long, value_name = "BY", value_parser = View::COLORS.to_vec(), default_value = "material")]
    pub(crate) color: String,
}

impl ExportArgs {
    pub(crate) fn options(&self) -> Result<Options, Problems> {
        let mut view = View::default();
        let wrong = |flag: &str, text: &str, message: String| {
            Problem::error(argument(format!("--{flag} {text}")), message)
        };
        for (name, text) in [("angle", &self.angle), ("size", &self.size), ("cut", &self.cut)] {
            text.as_ref()
                .map_or(Ok(()), |text| view.set(name, text).map_err(|message| wrong(name, text, message)))?;
        }
        view.doorways = self.doorways;
        view.set("color", &self.color).map_err(|message| wrong("color", &self.color, message))?;
        let Self { connectors, colliders, boxes, instancing, .. } = *self;
        Ok(Options { connectors, colliders, boxes, instancing, view, ..Options::default() })
    }
}

/// Changes on top of kit.toml. Later wins: kit.toml, preset, seed, set.
#[derive(Args)]
pub(crate) struct OverrideArgs {
    /// A preset of the kit
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<String>,
    /// Where chance starts: any 64-bit whole number
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<i64>,
    /// Change a setting, as in `selection.max_pieces=40`. May be repeated
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Leave out what kit.toml and the preset say about a setting, as in `growth.inside`. May be repeated
    #[arg(long, value_name = "SECTION.KEY")]
    pub(crate) unset: Vec<String>,
}

#[derive(Args)]
pub(crate) struct StoryArgs {
    /// Tell the story of the generation on stderr, decision by decision
    #[arg(long)]
    pub(crate) log: bool,
    /// Write every event as a line of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) trace: Option<PathBuf>,
}

/// How it is found out how well a map can be walked.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VerdictArg {
    Composed,
    Baked,
}

impl From<VerdictArg> for Verdict {
    fn from(arg: VerdictArg) -> Self {
        match arg {
            VerdictArg::Composed => Self::Composed,
            VerdictArg::Baked => Self::Baked,
        }
    }
}
