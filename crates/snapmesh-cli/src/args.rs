//! What can be typed.

use crate::shared_args::{
    DemandArgs, ExportArgs, FromArgs, MapArgs, OutputArgs, OverrideArgs, StoryArgs, TalkArgs, TrustArgs,
    VerdictArg,
};
use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{Args, Parser, Subcommand};
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
    #[arg(long, conflicts_with_all = ["nav", "verdict"])]
    pub(crate) no_validate: bool,
    /// How to find out how well the map can be walked: composed of what is known about its pieces, or baked, which is exact
    #[arg(long, value_name = "HOW", default_value = "baked")]
    pub(crate) verdict: VerdictArg,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    #[command(flatten)]
    pub(crate) from: FromArgs,
    #[command(flatten)]
    pub(crate) export: ExportArgs,
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
    /// How to find out which maps can be walked: composed of what is known about the pieces, and baked only where that may
    /// be worth it; or baked, all of them. What is found was baked either way
    #[arg(long, value_name = "HOW", default_value = "composed")]
    pub(crate) verdict: VerdictArg,
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
    #[arg(long, conflicts_with = "verdict")]
    pub(crate) no_validate: bool,
    /// How to find out how well the maps can be walked: composed of what is known about the pieces, up to hundreds of times as fast,
    /// without points, and empty where that is not enough; or baked, all of them
    #[arg(long, value_name = "HOW", default_value = "baked")]
    pub(crate) verdict: VerdictArg,
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
