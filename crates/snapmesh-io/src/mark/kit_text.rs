//! The `kit.toml` of a kit that was marked.

use crate::kit_file::{Layered, Override, Overrides, with_overrides, with_piece_notes};
use snapmesh::Value;
use snapmesh::settings::{Count, Navigation, PieceNotes};

/// The `kit.toml` that is there, or what is known for a new one.
pub(super) struct KitText {
    text: Option<String>,
    name: String,
    /// Keys of `[navigation]` that somebody gave.
    told: Vec<String>,
    overrides: Overrides,
}

impl KitText {
    pub(super) fn new(text: Option<String>, layered: &Layered, overrides: &Overrides) -> Self {
        let told = layered.origins.keys().filter_map(|key| key.strip_prefix("navigation."));
        let told = told.map(Into::into).collect();
        Self { text, name: layered.settings.content.name.clone(), told, overrides: overrides.clone() }
    }

    /// Whether there is one.
    pub(super) fn is_there(&self) -> bool {
        self.text.is_some()
    }

    /// The text with what was asked for on top, who walks where nobody said so, and sections about pieces. An error is a
    /// sentence.
    pub(super) fn with(
        &self,
        files: &[String],
        walks: &Navigation,
        notes: &[PieceNotes],
    ) -> Result<String, String> {
        let mut overrides = self.overrides.clone();
        let text = match &self.text {
            None => self.new_text(files, walks),
            Some(text) => {
                let all: [(&str, Value); 4] = [
                    ("agent_radius", walks.agent_radius.into()),
                    ("agent_height", walks.agent_height.into()),
                    ("max_climb", walks.max_climb.into()),
                    ("count", Count::Doorways.name().into()),
                ];
                let untold = all.into_iter().filter(|(key, _)| !self.told.iter().any(|told| told == key));
                overrides.set.extend(untold.map(|(key, value)| Override::new("navigation", key, value)));
                text.clone()
            }
        };
        with_piece_notes(&with_overrides(&text, &overrides)?, notes)
    }

    fn new_text(&self, files: &[String], walks: &Navigation) -> String {
        let Navigation { agent_radius, agent_height, max_climb, .. } = walks;
        let written = |text: &str| Value::from(text).written();
        let pieces: Vec<String> = files.iter().map(|file| written(file)).collect();
        let pieces = pieces.join(",\n  ");
        format!(
            r#"# Made by `snapmesh mark` from the meshes of this folder. Change what you like; `snapmesh check` tells what is odd.

[kit]
name = {}
pieces = [
  {pieces},
]

[growth]
when_blocked = "undo"                 # maps have the size they are asked for

[selection]
max_pieces = 30

[navigation]                          # who walks: fits through every doorway that was found
agent_radius = {agent_radius:?}
agent_height = {agent_height:?}
max_climb = {max_climb:?}
count = "doorways"                    # only where a doorway leads to: no tops of walls

[presets]                             # snapmesh generate --preset star
arena = {{ selection = {{ method = "arena" }} }}
corridor = {{ selection = {{ method = "corridor" }} }}
star = {{ selection = {{ method = "star" }} }}
branch = {{ selection = {{ method = "branch" }} }}
"#,
            written(&self.name)
        )
    }
}
