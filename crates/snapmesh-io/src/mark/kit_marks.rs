//! A kit as a whole: what its pieces lack, and the `kit.toml` that gives it to them.

use super::fit::fitting;
use super::levels::align;
use super::pins;
use super::proposal::{Options, Proposal, propose};
use crate::files::{FileError, Files, SharedFiles};
use crate::kit_file::{
    KIT_FILE, Override, Overrides, could_be_pieces, listed_files, read_text, settings_of_text,
    with_overrides, with_piece_notes,
};
use crate::piece_file::{Model, PieceFile, id_of, read_with};
use snapmesh::limits::within;
use snapmesh::settings::{Count, Navigation, PieceNotes, Settings};
use snapmesh::{Method, Problem, Problems, Severity, Value};
use snapmesh_nav::Agent;
use std::collections::BTreeMap;

/// Keys that say who walks.
const AGENT_KEYS: &[&str] =
    &["navigation.agent_radius", "navigation.agent_height", "navigation.max_climb", "navigation.max_slope"];
/// Pieces that are larger than this, in metres, are hardly meant so; and so are pieces smaller than that without a doorway.
const HUGE: f64 = 80.0;
const TINY: f64 = 2.5;

/// What was found for the pieces of a kit.
pub struct KitMarks {
    /// What is proposed, piece by piece, for those that lack something.
    pub proposals: Vec<Proposal>,
    /// Pieces that have all they need.
    pub complete: Vec<String>,
    /// What is odd about the files.
    pub problems: Problems,
    /// Who was looked for doorways with, and by what pins are counted.
    pub options: Options,
    /// Who walks in the kit: as it says, or who fits it.
    pub navigation: Navigation,
    /// By proposal, what the piece looks like.
    models: Vec<Model>,
    /// The files that can be pieces of the kit.
    listed: Vec<String>,
    /// The `kit.toml` that is there.
    text: Option<String>,
    name: String,
    /// What was set beside it, which holds for what was found: it belongs into it as well.
    set: Vec<Override>,
}

impl KitMarks {
    /// Looks at every piece of a kit: those that `kit.toml` lists or, where there is none, all that could be pieces.
    pub fn find(
        files: &dyn Files,
        overrides: &Overrides,
        methods: &[&'static Method],
        pin_width: f64,
    ) -> Result<Self, Problems> {
        let text = kit_text(files)?;
        let (layered, mut problems) =
            settings_of_text(text.as_deref().unwrap_or(""), files, overrides, methods)?;
        let names = match &text {
            None => models(files)?,
            Some(_) => {
                let (names, found) = listed_files(files, &layered);
                problems.extend(found);
                names
            }
        };
        if problems.any_error() {
            return Err(problems);
        }
        let names = first_of_each_id(files, names, &mut problems);
        let told = layered.origins.keys().any(|key| AGENT_KEYS.contains(&key.as_str()));
        let settings = layered.settings;
        let slim = Options { pin_width, ..Options::default() };
        let options = if told { Options { agent: Agent::from(&settings.navigation), ..slim } } else { slim };
        let mut set = overrides.set.clone();
        if !layered.origins.contains_key("navigation.count") {
            set.push(Override::new("navigation", "count", Count::Doorways.name()));
        }
        let mut marks = Self {
            proposals: vec![],
            complete: vec![],
            problems,
            options,
            navigation: settings.navigation.clone(),
            models: vec![],
            listed: vec![],
            text,
            name: settings.content.name.clone(),
            set,
        };
        marks.look(files, &names, &settings, told);
        let none = marks.proposals.is_empty() && marks.complete.is_empty();
        if none { Err(marks.problems) } else { Ok(marks) }
    }

    /// Reads the pieces and looks at them. Where nobody said who walks, whoever can walk in all of them is looked for first.
    fn look(&mut self, files: &dyn Files, names: &[String], settings: &Settings, told: bool) {
        let shared = SharedFiles::new(files);
        let mut read: Vec<(&String, PieceFile)> = Vec::new();
        for name in names {
            let notes = notes_of(settings, name);
            let (file, found) =
                read_with(&shared, name, &files.shown_file(name), settings.content.scale, notes);
            // No map can be made with what has an error, whatever its doorways are.
            read.extend(file.filter(|_| !found.any_error()).map(|file| (name, file)));
            self.problems.extend(found.into_iter().filter(|problem| problem.severity == Severity::Error));
        }
        if !told {
            self.navigation = fitting(read.iter().map(|(_, file)| file), &self.options);
            self.options.agent.climb = self.navigation.max_climb;
        }
        for (name, file) in read {
            let mut proposal = propose(&file, &self.options);
            if notes_of(settings, name).is_some_and(|notes| notes.boxes.is_some()) {
                proposal.boxes = None;
            }
            if proposal.is_of_use() {
                self.listed.push(name.clone());
            }
            if proposal.doorways.is_none() && proposal.boxes.is_none() {
                self.complete.push(proposal.piece);
            } else {
                self.proposals.push(proposal);
                self.models.push(file.model);
            }
        }
        align(&mut self.proposals);
        pins::meet(&mut self.proposals);
    }

    /// What the piece of a proposal looks like.
    pub fn model(&self, proposal: usize) -> &Model {
        &self.models[proposal]
    }

    /// How many doorways were found.
    pub fn doorways(&self) -> usize {
        self.proposals.iter().flat_map(|proposal| &proposal.doorways).map(Vec::len).sum()
    }

    /// Whether there is a piece that maps can be made of.
    pub fn is_of_use(&self) -> bool {
        !self.complete.is_empty() || self.proposals.iter().any(Proposal::is_of_use)
    }

    /// Whether there was a `kit.toml`.
    pub fn has_kit_file(&self) -> bool {
        self.text.is_some()
    }

    /// What a designer should look at, about the kit as a whole.
    pub fn doubts(&self) -> Vec<String> {
        let mut widest: Vec<f64> =
            self.proposals.iter().map(|proposal| proposal.size.max_element()).collect();
        widest.sort_by(f64::total_cmp);
        let Some(&usual) = widest.get(widest.len() / 2) else { return vec![] };
        let none = self.doorways() == 0;
        let unit = |what: &str, scale: &str| {
            format!(
                "the pieces are about {usual:.1} m large: if a unit of the files is {what}, say scale = {scale} in [kit]"
            )
        };
        match usual {
            usual if usual > HUGE => vec![unit("a centimetre", "0.01")],
            usual if none && usual < TINY => vec![unit("more than a metre", "4.0, or as much as it is,")],
            _ => vec![],
        }
    }

    /// The text of the `kit.toml` with what is proposed: the one that is there with its comments, or a new one.
    pub fn kit_file(&self) -> Result<String, Problem> {
        let notes: Vec<PieceNotes> =
            self.proposals.iter().filter(|proposal| proposal.is_of_use()).map(Proposal::notes).collect();
        let text = self.text.clone().unwrap_or_else(|| self.new_kit_file());
        with_overrides(&text, &Overrides { set: self.set.clone(), ..Overrides::default() })
            .and_then(|text| with_piece_notes(&text, &notes))
            .map_err(|message| Problem::error(KIT_FILE, message))
    }

    fn new_kit_file(&self) -> String {
        let Navigation { agent_radius, agent_height, max_climb, .. } = &self.navigation;
        let pieces: String =
            self.listed.iter().map(|name| format!("  {},\n", Value::from(name.as_str()).written())).collect();
        format!(
            "# Made by `snapmesh mark` from the meshes of this folder. Change what you like; `snapmesh check` tells what is odd.\n\n\
             [kit]\nname = {}\npieces = [\n{pieces}]\n\n\
             [growth]\nwhen_blocked = \"undo\"                 # maps have the size they are asked for\n\n\
             [selection]\nmax_pieces = 30\n\n\
             [navigation]                          # who walks: fits through every doorway that was found\n\
             agent_radius = {agent_radius:?}\nagent_height = {agent_height:?}\nmax_climb = {max_climb:?}\n\
             count = \"doorways\"                    # tops of walls and tables are no floor\n",
            Value::from(self.name.as_str()).written()
        )
    }
}

/// The models in a folder without a `kit.toml`.
fn models(files: &dyn Files) -> Result<Vec<String>, Problem> {
    let names = could_be_pieces(files, &[]);
    within("pieces", names.len() as u64, files.limits().pieces)
        .map_err(|error| Problem::error(files.shown(), error.to_string()).help(error.help()))?;
    if names.is_empty() {
        let message = "there is no .glb or .gltf file in this folder, nor in those in it";
        return Err(Problem::error(files.shown(), message).help("name the folder that holds your models"));
    }
    Ok(names)
}

/// Leaves out files whose id another one has, and says so: kits come with the same models in more than one format.
fn first_of_each_id(files: &dyn Files, names: Vec<String>, problems: &mut Problems) -> Vec<String> {
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    let mut kept = Vec::new();
    for name in names {
        let known = first.entry(id_of(&name).into()).or_insert_with(|| name.clone());
        if *known == name {
            kept.push(name);
        } else {
            let message = format!("is left out: {} is a piece of the same name", files.shown_file(known));
            problems.push(Problem::warning(files.shown_file(&name), message));
        }
    }
    kept
}

/// What a kit says about the piece of a file.
fn notes_of<'s>(settings: &'s Settings, file: &str) -> Option<&'s PieceNotes> {
    let id = id_of(file);
    settings.pieces.iter().find(|notes| notes.piece == id)
}

/// The text of `kit.toml`, if there is one.
fn kit_text(files: &dyn Files) -> Result<Option<String>, Problems> {
    match files.locate(KIT_FILE) {
        Err(FileError::Missing) => Ok(None),
        _ => read_text(files).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Blocks;
    use super::*;
    use crate::files::Memory;
    use snapmesh::selection::STANDARD;

    fn found(files: &[(&str, Vec<u8>)], set: &[(&str, &str, f64)]) -> Result<KitMarks, Problems> {
        let set = set.iter().map(|(section, key, value)| Override::new(section, key, *value)).collect();
        let overrides = Overrides { set, ..Overrides::default() };
        KitMarks::find(&Memory::new("kit", files.to_vec()), &overrides, STANDARD, 1.5)
    }

    fn crate_of(size: f64) -> Vec<u8> {
        Blocks::default().block("Crate", [0.0; 3], [size; 3]).gltf()
    }

    #[test]
    fn a_new_kit_lists_what_has_doorways_and_reads_again_as_complete() {
        let files = [("Hall.gltf", Blocks::hall(2.0).gltf()), ("Crate.gltf", crate_of(1.0))];
        let marks = found(&files, &[]).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!((marks.doorways(), marks.proposals.len(), marks.has_kit_file()), (2, 2, false));
        let text = marks.kit_file().expect("it can be written");
        assert!(text.contains("pieces = [\n  \"Hall.gltf\",\n]") && !text.contains("Crate"), "{text}");
        let again = found(&[&files[..], &[(KIT_FILE, text.clone().into_bytes())]].concat(), &[]);
        let again = again.unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!((&again.complete[..], again.proposals.len()), (&["Hall".to_string()][..], 0));
        assert_eq!(again.kit_file().expect("it can be written"), text);
    }

    #[test]
    fn what_was_set_is_written_down() {
        let marks = found(
            &[("Hall.gltf", Blocks::hall(2.0).gltf())],
            &[("kit", "scale", 1.5), ("navigation", "agent_radius", 0.6)],
        );
        let text =
            marks.unwrap_or_else(|problems| panic!("{problems}")).kit_file().expect("it can be written");
        assert!(text.contains("scale = 1.5\n") && text.contains("agent_radius = 0.6\n"), "{text}");
        assert!(
            text.contains("{ at = [0, 0, -4.5], heading = [0, 0, -1], pins = 2, color = \"white\" }"),
            "{text}"
        );
    }

    #[test]
    fn sizes_that_cannot_be_meant_are_doubted() {
        let doubts =
            |files: &[(&str, Vec<u8>)]| found(files, &[]).map(|marks| marks.doubts()).unwrap_or_default();
        assert!(doubts(&[("A.gltf", crate_of(90.0))])[0].contains("scale = 0.01"));
        assert!(doubts(&[("A.gltf", crate_of(1.0))])[0].contains("more than a metre"));
        assert!(doubts(&[("A.gltf", Blocks::hall(2.0).gltf())]).is_empty());
    }

    #[test]
    fn without_models_that_can_be_read_there_is_nothing_to_mark() {
        let told = |files: &[(&str, Vec<u8>)]| found(files, &[]).err().map(|problems| problems.to_string());
        assert!(told(&[]).is_some_and(|told| told.contains("there is no .glb or .gltf file")));
        assert!(told(&[("A.glb", b"x".to_vec())]).is_some_and(|told| told.contains("A.glb")));
    }

    #[test]
    fn the_first_file_of_an_id_is_taken_and_the_others_are_told() {
        let hall = Blocks::hall(2.0).gltf();
        let marks = found(&[("Hall.gltf", hall.clone()), ("other/Hall.gltf", hall)], &[]);
        let marks = marks.unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!((marks.proposals.len(), &marks.listed[..]), (1, &["Hall.gltf".to_string()][..]));
        assert!(
            marks.problems.to_string().contains("kit/other/Hall.gltf: is left out"),
            "{}",
            marks.problems
        );
    }
}
