//! What can be typed.

use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{Args, Parser, Subcommand};
use snapmesh_io::Changes;
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Grows 3D game maps from premade meshes that snap together at their connectors.
#[derive(Parser)]
#[command(name = "snapmesh", version, styles = STYLES, max_term_width = 100)]
#[command(after_help = "Start with `snapmesh new mykit`, then `snapmesh generate mykit -o map.json`.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Make a starter kit that works at once
    New(NewArgs),
    /// Find every problem in a kit, and tell what a designer should know about it
    Check(CheckArgs),
    /// Grow one map
    #[command(after_long_help = crate::generate::settings_help())]
    Generate(GenerateArgs),
    /// Tell the story of a map, step by step, from its settings and seed
    Explain(ExplainArgs),
}

impl Verb {
    /// Whether the result is wanted as JSON.
    pub(crate) fn json(&self) -> bool {
        match self {
            Self::New(_) => false,
            Self::Check(args) => args.json,
            Self::Generate(args) => args.json,
            Self::Explain(args) => args.json,
        }
    }
}

#[derive(Args)]
pub(crate) struct NewArgs {
    /// The folder to make; it must not exist, or be empty
    pub(crate) dir: PathBuf,
    /// Say nothing
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The folder with kit.toml
    pub(crate) kit: PathBuf,
    #[command(flatten)]
    pub(crate) changes: ChangeArgs,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Tell problems only
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct GenerateArgs {
    /// The folder with kit.toml
    pub(crate) kit: PathBuf,
    /// A file to write; the ending picks the format (.json, .svg). May be repeated
    #[arg(long, short, value_name = "PATH", num_args = 1..)]
    pub(crate) output: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) changes: ChangeArgs,
    #[command(flatten)]
    pub(crate) story: StoryArgs,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Say nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// The map to explain
    pub(crate) map: PathBuf,
    /// The folder of its kit; may be left out when the map lies in it
    #[arg(long)]
    pub(crate) kit: Option<PathBuf>,
    /// Write every event as a line of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) trace: Option<PathBuf>,
    /// Print one JSON object with all events instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Say nothing but errors; for use with --trace
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Changes on top of kit.toml. Later wins: kit.toml, preset, seed, set.
#[derive(Args)]
pub(crate) struct ChangeArgs {
    /// A preset of the kit
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<String>,
    /// Where chance starts: any 64-bit whole number
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<i64>,
    /// Change a setting, as in `selection.max_pieces=40`. May be repeated
    #[arg(long, value_name = "SECTION.KEY=VALUE")]
    pub(crate) set: Vec<String>,
}

impl ChangeArgs {
    pub(crate) fn changes(&self) -> Changes {
        Changes { preset: self.preset.clone(), seed: self.seed, set: self.set.clone() }
    }
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
