//! A kit as a whole: what its pieces lack.

use super::fit::eyes;
use super::kit_text::KitText;
use super::levels::align;
use super::pins;
use super::proposal::{Options, Proposal, propose};
use crate::files::{FileError, Files, SharedFiles};
use crate::kit_file::{KIT_FILE, Overrides, could_be_pieces, listed_files, read_text, settings_of_text};
use crate::piece_file::{PieceFile, id_of, read_with};
use snapmesh::limits::within;
use snapmesh::settings::{Navigation, PieceNotes, Settings};
use snapmesh::{Method, Problem, Problems, Severity};
use std::collections::BTreeMap;

/// Pieces that are larger than this, in metres, are hardly meant so; and so are pieces smaller than that without a doorway.
const HUGE: f64 = 80.0;
const TINY: f64 = 2.5;

/// How a kit is to be looked at.
#[derive(Clone, Debug)]
pub struct Request {
    /// What comes on top of its `kit.toml`, and is written with it.
    pub overrides: Overrides,
    /// Metres of width that make a pin.
    pub pin_width: f64,
    /// Whether pieces that the kit has sections about are looked at as if it had none.
    pub again: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self { overrides: Overrides::default(), pin_width: Options::default().pin_width, again: false }
    }
}

/// What was found for the pieces of a kit.
pub struct KitMarks {
    /// What is proposed, piece by piece, for those that lack something.
    pub proposals: Vec<Proposal>,
    /// Pieces that have all they need.
    pub complete: Vec<String>,
    /// Files that could be pieces, and that the `kit.toml` does not list.
    pub unlisted: Vec<String>,
    /// What is wrong with the files.
    pub problems: Problems,
    /// Who was looked for doorways with, and by what pins are counted.
    pub options: Options,
    /// Who walks in the kit: as it says, or who fits it.
    pub navigation: Navigation,
    /// By proposal, the file of the piece.
    files: Vec<PieceFile>,
    /// The files that can be pieces of the kit.
    listed: Vec<String>,
    text: KitText,
}

impl KitMarks {
    /// Looks at every piece of a kit: those that `kit.toml` lists or, where there is none, all that could be pieces.
    pub fn find(files: &dyn Files, request: &Request, methods: &[&'static Method]) -> Result<Self, Problems> {
        let text = kit_text(files)?;
        let known = text.as_deref().unwrap_or("");
        let (layered, mut problems) = settings_of_text(known, files, &request.overrides, methods)?;
        let all = could_be_pieces(files, &[]);
        let names = match &text {
            None => models(files, &all)?,
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
        let pieces = pieces(files, &names, &layered.settings, request.again, &mut problems);
        if pieces.is_empty() {
            return Err(problems);
        }
        let mut marks = Self {
            proposals: vec![],
            complete: vec![],
            unlisted: all.into_iter().filter(|name| !names.contains(name)).collect(),
            problems,
            options: Options::default(),
            navigation: Navigation::default(),
            files: vec![],
            listed: vec![],
            text: KitText::new(text, &layered, &request.overrides),
        };
        let all: Vec<&PieceFile> = pieces.iter().map(|(_, file)| file).collect();
        (marks.options, marks.navigation) = eyes(&all, &layered, request.pin_width);
        marks.look(pieces, &layered.settings, request.again);
        Ok(marks)
    }

    fn look(&mut self, pieces: Vec<(String, PieceFile)>, settings: &Settings, again: bool) {
        for (name, file) in pieces {
            let mut proposal = propose(&file, &self.options);
            if notes_of(settings, &name, again).is_some_and(|notes| notes.boxes.is_some()) {
                proposal.boxes = None;
            }
            if proposal.is_of_use() {
                self.listed.push(name);
            }
            if proposal.doorways.is_none() && proposal.boxes.is_none() {
                self.complete.push(proposal.piece);
            } else {
                self.proposals.push(proposal);
                self.files.push(file);
            }
        }
        align(&mut self.proposals);
        pins::group(&mut self.proposals, self.options.pin_width);
        pins::meet(&mut self.proposals);
    }

    /// The piece of a proposal, as its file has it.
    pub fn file(&self, proposal: usize) -> &PieceFile {
        &self.files[proposal]
    }

    /// How many doorways were found.
    pub fn doorways(&self) -> usize {
        self.proposals.iter().flat_map(|proposal| &proposal.doorways).map(Vec::len).sum()
    }

    /// Whether there was a `kit.toml`.
    pub fn has_kit_file(&self) -> bool {
        self.text.is_there()
    }

    /// Whether there is anything to write down.
    pub fn is_of_use(&self) -> bool {
        !self.listed.is_empty()
    }

    /// What a designer should look at, about the kit as a whole.
    pub fn doubts(&self) -> Vec<String> {
        let mut widest: Vec<f64> =
            self.proposals.iter().map(|proposal| proposal.size.max_element()).collect();
        widest.sort_by(f64::total_cmp);
        let Some(&usual) = widest.get(widest.len() / 2) else { return vec![] };
        let large = format!("the pieces are about {usual:.1} m large");
        match usual {
            usual if usual > HUGE => vec![format!(
                "{large}: if a unit of the files is a centimetre, look again with --set kit.scale=0.01"
            )],
            usual if self.doorways() == 0 && usual < TINY => vec![format!(
                "{large}: if a unit of the files is more than a metre, say how much, as in --set kit.scale=4"
            )],
            _ => vec![],
        }
    }

    /// The text of the `kit.toml` with what is proposed: the one that is there with its comments, or a new one.
    pub fn kit_file(&self) -> Result<String, Problem> {
        let notes: Vec<PieceNotes> =
            self.proposals.iter().filter(|proposal| proposal.is_of_use()).map(Proposal::notes).collect();
        self.text
            .with(&self.listed, &self.navigation, &notes)
            .map_err(|message| Problem::error(KIT_FILE, message))
    }
}

/// Reads the pieces of some files. What is wrong with any of them is told, and the others are read.
fn pieces(
    files: &dyn Files,
    names: &[String],
    settings: &Settings,
    again: bool,
    problems: &mut Problems,
) -> Vec<(String, PieceFile)> {
    let shared = SharedFiles::new(files);
    let mut pieces = Vec::new();
    for name in names {
        let notes = notes_of(settings, name, again);
        let (file, found) = read_with(&shared, name, &files.shown_file(name), settings.content.scale, notes);
        // No map can be made with what has an error, whatever its doorways are.
        pieces.extend(file.filter(|_| !found.any_error()).map(|file| (name.clone(), file)));
        problems.extend(found.into_iter().filter(|problem| problem.severity == Severity::Error));
    }
    pieces
}

/// The models in a folder without a `kit.toml`.
fn models(files: &dyn Files, names: &[String]) -> Result<Vec<String>, Problem> {
    within("pieces", names.len() as u64, files.limits().pieces).map_err(|error| error.at(files.shown()))?;
    if names.is_empty() {
        let message = "there is no .glb or .gltf file in this folder, nor in those in it";
        return Err(Problem::error(files.shown(), message).help("name the folder that holds your models"));
    }
    Ok(names.to_vec())
}

/// Leaves out files whose id another one has, and says so: kits come with the same models in more than one format.
fn first_of_each_id(files: &dyn Files, names: Vec<String>, problems: &mut Problems) -> Vec<String> {
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    let mut kept = Vec::new();
    for name in names {
        let known = first.entry(id_of(&name)).or_insert_with(|| name.clone());
        if *known == name {
            kept.push(name);
        } else {
            let message = format!("is left out: {} is a piece of the same name", files.shown_file(known));
            problems.push(Problem::warning(files.shown_file(&name), message));
        }
    }
    kept
}

/// What a kit says about the piece of a file, unless that is to be found again.
fn notes_of<'s>(settings: &'s Settings, file: &str, again: bool) -> Option<&'s PieceNotes> {
    let id = id_of(file);
    settings.pieces.iter().find(|notes| notes.piece == id && !again)
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
    use crate::kit_file::Override;
    use snapmesh::selection::STANDARD;

    fn found(files: &[(&str, Vec<u8>)], set: &[(&str, &str, f64)]) -> Result<KitMarks, Problems> {
        let set = set.iter().map(|(section, key, value)| Override::new(section, key, *value)).collect();
        let overrides = Overrides { set, ..Overrides::default() };
        let request = Request { overrides, ..Request::default() };
        KitMarks::find(&Memory::new("kit", files.to_vec()), &request, STANDARD)
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
        assert!(doubts(&[("A.gltf", crate_of(90.0))])[0].contains("kit.scale=0.01"));
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
