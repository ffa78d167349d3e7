//! What can be typed.

use crate::parse::argument;
use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{Args, Parser, Subcommand};
use snapmesh::{Problem, Problems};
use snapmesh_io::export::Options;
use snapmesh_io::picture::View;
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Grows 3D game maps from premade meshes that snap together at their connectors.
#[derive(Parser)]
#[command(name = "snapmesh", version = env!("SNAPMESH_VERSION"), styles = STYLES, max_term_width = 100)]
#[command(
    after_help = "Start with `snapmesh new mykit`, then `snapmesh generate mykit -o map.json`; with models of your own, with \
                        `snapmesh mark FOLDER`."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Make a starter kit that works at once
    New(NewArgs),
    /// Propose doorways, boxes and floors of pieces that have none, found from their meshes
    Mark(MarkArgs),
    /// Find every problem in a kit, and tell what a designer should know about it
    Check(CheckArgs),
    /// Grow one map
    #[command(after_long_help = crate::help::settings())]
    Generate(GenerateArgs),
    /// Find out how well a map can be walked
    Validate(ValidateArgs),
    /// Try seeds until a map meets the demands, or find the best of many
    #[command(after_long_help = crate::help::metrics())]
    Search(SearchArgs),
    /// Make maps by the thousand, one row of a table each
    #[command(after_long_help = crate::help::metrics())]
    Sweep(SweepArgs),
    /// Show a sweep on one page
    Report(ReportArgs),
    /// Tell the story of a map, step by step, from its settings and seed
    Explain(ExplainArgs),
    /// Make a picture of a map, or write it in another format
    Render(RenderArgs),
    /// Print every setting with type, unit, bounds, default and help, as a JSON schema
    Schema(SchemaArgs),
    /// Set a kit up, grow maps, look at them and walk them, in the browser
    Studio(StudioArgs),
    /// Write manual pages, and completions for shells
    #[command(hide = true)]
    Manual(ManualArgs),
}

impl Verb {
    /// Whether it writes files, or listens to who wants it to end: what does neither can be ended where it stands.
    pub(crate) fn writes(&self) -> bool {
        match self {
            Self::Check(_) | Self::Validate(_) | Self::Schema(_) => false,
            Self::Mark(args) => args.write || args.pictures.is_some(),
            Self::Generate(args) => !args.output.files().is_empty() || args.story.trace.is_some(),
            Self::Explain(args) => args.trace.is_some(),
            Self::New(_)
            | Self::Search(_)
            | Self::Sweep(_)
            | Self::Report(_)
            | Self::Render(_)
            | Self::Studio(_)
            | Self::Manual(_) => true,
        }
    }

    /// How much is to be said, and how.
    pub(crate) fn talk(&self) -> &TalkArgs {
        match self {
            Self::New(args) => &args.talk,
            Self::Mark(args) => &args.talk,
            Self::Check(args) => &args.talk,
            Self::Generate(args) => &args.talk,
            Self::Validate(args) => &args.talk,
            Self::Search(args) => &args.talk,
            Self::Sweep(args) => &args.talk,
            Self::Report(args) => &args.talk,
            Self::Explain(args) => &args.talk,
            Self::Render(args) => &args.talk,
            Self::Schema(args) => &args.talk,
            Self::Studio(args) => &args.talk,
            Self::Manual(args) => &args.talk,
        }
    }
}

/// How far a kit is trusted. These are its user's to say, and no kit can say them for itself.
#[derive(Args)]
#[command(next_help_heading = "Trust")]
pub(crate) struct TrustArgs {
    /// Read what lies outside of the kit's folder, where the kit names it or links to it
    #[arg(long)]
    pub(crate) allow_outside: bool,
    /// Change a limit, as in `corners=20000000`; docs/limits.md tells what there is. May be repeated
    #[arg(long, value_name = "NAME=N")]
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

#[derive(Args)]
pub(crate) struct NewArgs {
    /// The folder to make; it must not exist, or be empty
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
}

#[derive(Args)]
pub(crate) struct MarkArgs {
    /// The folder with the models, and kit.toml if there is one
    pub(crate) kit: PathBuf,
    /// Put what is proposed into kit.toml; what is there stays, comments too
    #[arg(long)]
    pub(crate) write: bool,
    /// Look again at pieces that kit.toml has sections about
    #[arg(long)]
    pub(crate) again: bool,
    /// Draw a picture of each piece into this folder, with arrows out of its doorways and the edges of its boxes
    #[arg(long, value_name = "DIR")]
    pub(crate) pictures: Option<PathBuf>,
    /// Metres of width that make a pin: a doorway has one for every such width begun
    #[arg(long, value_name = "METRES", default_value_t = 1.5, allow_negative_numbers = true)]
    pub(crate) pin_width: f64,
    /// Change a setting, as in `kit.scale=0.01` or `navigation.agent_radius=0.3`. May be repeated
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub(crate) set: Vec<String>,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The folder with kit.toml
    pub(crate) kit: PathBuf,
    #[command(flatten)]
    pub(crate) overrides: OverrideArgs,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
}

#[derive(Args)]
pub(crate) struct GenerateArgs {
    /// The folder with kit.toml
    pub(crate) kit: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) overrides: OverrideArgs,
    #[command(flatten)]
    pub(crate) story: StoryArgs,
    /// Do not find out how well the map can be walked
    #[arg(long, conflicts_with = "nav")]
    pub(crate) no_validate: bool,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    #[command(flatten)]
    pub(crate) from: FromArgs,
    #[command(flatten)]
    pub(crate) export: ExportArgs,
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
}

#[derive(Args)]
pub(crate) struct ValidateArgs {
    #[command(flatten)]
    pub(crate) source: MapArgs,
    /// How many points to scatter: the paper's n
    #[arg(long, value_name = "N")]
    pub(crate) points: Option<u64>,
    /// Where the chance of the points starts
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) seed: Option<i64>,
    /// Change who walks, as in `navigation.agent_radius=0.3`. May be repeated
    #[arg(long, value_name = "navigation.KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Exit with 1 if the average connectivity is below this, from 0 to 1
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) min_connectivity: Option<f64>,
    /// Exit with 1 if the largest region has less than this share of the points, from 0 to 1
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) min_area: Option<f64>,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) time: Option<f64>,
    /// Give up when the walkable surface takes more than so many megabytes; the same as `--limit walk_mb=MB`
    #[arg(long, value_name = "MB")]
    pub(crate) memory: Option<u32>,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
}

#[derive(Args)]
pub(crate) struct SearchArgs {
    /// The folder with kit.toml
    pub(crate) kit: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) overrides: OverrideArgs,
    /// How many seeds to try, from the kit's own or --seed onwards
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) tries: u64,
    /// Stop after so many seconds; seeds that were begun are tried to their end
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) time: Option<f64>,
    /// Do not stop at the first: find the best N of all seeds. With several, the rank comes before the ending: map-1.json
    #[arg(long, value_name = "N", requires = "by")]
    pub(crate) best: Option<usize>,
    /// What the best are best by
    #[arg(long, value_name = "METRIC", requires = "best")]
    pub(crate) by: Option<String>,
    /// With --by: less is better
    #[arg(long, requires = "by")]
    pub(crate) lowest: bool,
    /// Use so many threads; all cores if not given
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    #[command(flatten)]
    pub(crate) demands: DemandArgs,
    #[command(flatten)]
    pub(crate) export: ExportArgs,
}

#[derive(Args)]
pub(crate) struct SweepArgs {
    /// The folder with kit.toml
    pub(crate) kit: PathBuf,
    /// The table to write; the ending picks the format (.parquet, .csv). If it is stopped (exit code 1), the same command
    /// goes on where it was
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) overrides: OverrideArgs,
    /// How many seeds, from the kit's own or --seed onwards
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) seeds: u64,
    /// Values of a setting, as in `selection.max_pieces=10,20,40`. Repeated, every combination is made
    #[arg(long, value_name = "SECTION.KEY=A,B,C")]
    pub(crate) vary: Vec<String>,
    /// Make a part of the rows only: the I-th of N, for many machines
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    pub(crate) shard: Option<String>,
    /// Do not find out how well the maps can be walked, which takes most of the time
    #[arg(long)]
    pub(crate) no_validate: bool,
    /// Throw away the beginning of another sweep into the same file
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Use so many threads; all cores if not given
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
}

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The table of a sweep, or those of all its shards
    #[arg(required = true, value_name = "SWEEP")]
    pub(crate) sweep: Vec<PathBuf>,
    /// The folder of its kit, for pictures; may be left out when the table lies in it
    #[arg(long)]
    pub(crate) kit: Option<PathBuf>,
    /// The page to write; beside the table if not given
    #[arg(long, short, value_name = "PATH.html")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
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

#[derive(Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) source: MapArgs,
    /// Tell the story on stdout, which is done anyway
    #[arg(long, hide = true)]
    pub(crate) log: bool,
    /// Write every event as a line of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
}

#[derive(Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) source: MapArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) export: ExportArgs,
}

#[derive(Args)]
pub(crate) struct SchemaArgs {
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
}

#[derive(Args)]
pub(crate) struct StudioArgs {
    /// The folder with kit.toml
    pub(crate) kit: PathBuf,
    /// The port of this machine to be found at; 0 is any free one. If not given, 7727 or one soon after it
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub(crate) port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
}

#[derive(Args)]
pub(crate) struct ManualArgs {
    /// The folder to write into
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
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
    /// In a .glb: the boxes of the pieces as colliders (OMI_physics_body)
    #[arg(long)]
    pub(crate) colliders: bool,
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
    /// In a .png: cut away what is higher than this above the floor of each piece, in metres
    #[arg(long, value_name = "METRES")]
    pub(crate) cut: Option<f64>,
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
        for (name, text) in [("angle", &self.angle), ("size", &self.size)] {
            text.as_ref()
                .map_or(Ok(()), |text| view.set(name, text).map_err(|message| wrong(name, text, message)))?;
        }
        if self.cut.is_some_and(|cut| !cut.is_finite()) {
            return Err(Problem::error(argument("--cut"), "must be a finite number of metres").into());
        }
        view.cut_above = self.cut;
        view.set("color", &self.color).map_err(|message| wrong("color", &self.color, message))?;
        let Self { connectors, colliders, instancing, .. } = *self;
        Ok(Options { connectors, colliders, instancing, view, ..Options::default() })
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
