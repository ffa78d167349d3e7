//! How far a kit is trusted: its user says so, and no kit can say it for itself.

use crate::args::TrustArgs;
use crate::parse::argument;
use snapmesh::{Limits, Problem, Problems};
use snapmesh_io::Folder;
use snapmesh_io::outputs::{Outputs, folder_of};
use std::path::{Path, PathBuf};

impl TrustArgs {
    /// What work with the kit may cost.
    pub(crate) fn limits(&self) -> Result<Limits, Problems> {
        let mut limits = Limits::DEFAULT;
        for text in &self.limit {
            let wrong = |message: &str| Problem::error(argument(format!("--limit {text}")), message);
            let (name, number) = text.split_once('=').unwrap_or((text, ""));
            let most = number.trim().replace('_', "").parse();
            let most =
                most.map_err(|_| wrong("must be a limit and a whole number, as in corners=20000000"))?;
            limits.set(name.trim(), most).map_err(|help| wrong("there is no such limit").help(help))?;
        }
        Ok(limits)
    }

    /// The folder of a kit, as far as it is trusted.
    pub(crate) fn folder(&self, path: &Path) -> Result<Folder, Problems> {
        Ok(Folder::new(path).with_limits(self.limits()?).allow_outside(self.allow_outside))
    }

    /// Refuses outputs that are read, or named twice; and those in the folder of the kit that are elsewhere in truth: whoever
    /// made the kit may have laid a link there.
    pub(crate) fn check_outputs(
        &self,
        outputs: &[&Path],
        inputs: Vec<PathBuf>,
        kit: &Path,
    ) -> Result<(), Problems> {
        Outputs::check_all(outputs.iter().copied(), inputs)?;
        let led_out =
            outputs.iter().find(|output| !self.allow_outside && is_led_out(output, kit).unwrap_or(false));
        led_out.map_or(Ok(()), |output| {
            let message = "lies in the folder of the kit, and a link there leads out of it";
            let help = "take the link away; or, if you trust the kit, add --allow-outside";
            Err(Problem::error(output.display().to_string(), message).help(help).into())
        })
    }
}

/// Whether a path is written as one in a folder, or lies in it, and leads elsewhere.
fn is_led_out(output: &Path, folder: &Path) -> Option<bool> {
    let written_within = std::path::absolute(output).ok()?.starts_with(std::path::absolute(folder).ok()?);
    let folder = std::fs::canonicalize(folder).ok()?;
    let within = written_within || std::fs::canonicalize(folder_of(output)).ok()?.starts_with(&folder);
    Some(within && !Outputs::leads_to(output)?.starts_with(&folder))
}
