//! How far a kit is trusted: its user says so, and no kit can say it for itself.

use crate::parse::argument;
use crate::shared_args::TrustArgs;
use snapmesh::{Limits, Problem, Problems};
use snapmesh_io::Folder;
use snapmesh_io::outputs::Outputs;
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
        let folder = self.folder(kit)?;
        Ok(outputs.iter().try_for_each(|output| folder.check_output(output))?)
    }
}
