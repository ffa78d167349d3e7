//! From the names and patterns of `pieces`, `starters` and `[ends]` to files.

use super::layers::Layered;
use crate::files::{FileError, Files};
use crate::own_files::{START, is_map};
use crate::piece_file::id_of;
use rustc_hash::{FxHashMap, FxHashSet};
use snapmesh::limits::{Exceeded, within};
use snapmesh::problem::nearest;
use snapmesh::settings::{EndRule, PieceNotes};
use snapmesh::{Location, PieceId, Problem, Problems, Settings};
use std::collections::BTreeSet;

/// The file that makes a folder a kit.
pub const KIT_FILE: &str = "kit.toml";

/// Every file that could be a piece.
const ALL: &[&str] = &["*.glb", "*.gltf"];

/// Names that are told one by one to be missing.
const TOLD: usize = 20;

/// The files of a kit, each once, and the lists of them.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) files: Vec<String>,
    pub(super) pieces: Vec<PieceId>,
    pub(super) starters: Vec<PieceId>,
    /// `[ends]` with files in place of patterns.
    pub(super) ends: Vec<EndRule>,
    number: FxHashMap<String, usize>,
}

/// What a kit is made of: its name, its files, which of them it draws and starts from, and what it makes of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lists {
    pub(super) name: String,
    pub(super) files: Vec<String>,
    pub(super) pieces: Vec<PieceId>,
    pub(super) starters: Option<Vec<PieceId>>,
    pub(super) scale: f64,
    pub(super) notes: Vec<PieceNotes>,
}

impl Lists {
    pub(super) fn new(listed: &Listed, settings: &Settings) -> Self {
        let starters = settings.content.use_starters.then(|| listed.starters.clone());
        let Listed { files, pieces, .. } = listed;
        Self {
            name: settings.content.name.clone(),
            files: files.clone(),
            pieces: pieces.clone(),
            starters,
            scale: settings.content.scale,
            notes: for_loading(settings),
        }
    }

    /// What the kit says about the piece of a file.
    pub(super) fn notes_of(&self, file: &str) -> Option<&PieceNotes> {
        let id = id_of(file);
        self.notes.iter().find(|notes| notes.piece == id)
    }
}

/// The sections about pieces as far as they decide what is loaded: tags do not.
fn for_loading(settings: &Settings) -> Vec<PieceNotes> {
    let without_tags = settings.pieces.iter().map(|notes| PieceNotes { tags: vec![], ..notes.clone() });
    without_tags.filter(|notes| *notes != PieceNotes::new(&notes.piece)).collect()
}

/// Every file that could be a piece: those of the kit's folder, of the folders in it, and those that lie beside one of `known`.
pub fn could_be_pieces(files: &dyn Files, known: &[String]) -> Vec<String> {
    let folder =
        |name: &String| name.rsplit_once('/').map_or_else(String::new, |(folder, _)| format!("{folder}/"));
    let folders: BTreeSet<String> = known.iter().map(folder).chain([String::new(), "*/".into()]).collect();
    let patterns = folders.iter().flat_map(|folder| ALL.iter().map(move |all| format!("{folder}{all}")));
    let found = patterns.flat_map(|pattern| files.matching(&pattern).unwrap_or_default().names);
    let names: BTreeSet<String> = found.filter(|name| !is_map(&files.read_start(name, START))).collect();
    names.into_iter().collect()
}

/// Finds the files. What is not there is an error at its place in the list.
pub(super) fn find(files: &dyn Files, layered: &Layered) -> (Listed, Problems) {
    let content = &layered.settings.content;
    let mut finder = Finder {
        files,
        layered,
        listed: Listed::default(),
        ends: BTreeSet::new(),
        problems: Problems::NONE,
        missing: vec![],
    };
    let mut listed = finder.find_ends();
    for (path, patterns) in [(PIECES, &content.pieces), ("kit.starters", &content.starters)] {
        listed = listed.and_then(|()| finder.list(path, patterns));
    }
    // What is drawn comes first, so that its numbers do not depend on what closes it.
    for file in std::mem::take(&mut finder.ends) {
        finder.listed.number_of(file);
    }
    finder.problems.extend(listed.err().map(|exceeded| exceeded.at(files.shown_file(KIT_FILE))));
    finder.tell_missing();
    (finder.listed, finder.problems)
}

const PIECES: &str = "kit.pieces";

struct Finder<'a> {
    files: &'a dyn Files,
    layered: &'a Layered,
    listed: Listed,
    /// The files that `[ends]` names: no pattern of another list means them.
    ends: BTreeSet<String>,
    problems: Problems,
    /// What is listed and not there: the list, the name, why not.
    missing: Vec<(String, &'a str, FileError)>,
}

impl<'a> Finder<'a> {
    /// Finds the files of `[ends]`.
    fn find_ends(&mut self) -> Result<(), Exceeded> {
        let most = self.files.limits().pieces;
        for rule in &self.layered.settings.ends {
            let mut found = rule.clone();
            for (key, list) in [("cap", &mut found.cap), ("door", &mut found.door)] {
                let patterns = if key == "cap" { &rule.cap } else { &rule.door };
                let Some(patterns) = patterns else { continue };
                within("pieces", patterns.len() as u64, most)?;
                *list = Some(self.end_files(&format!("ends.{}.{key}", rule.kinds), patterns));
            }
            self.listed.ends.push(found);
            within("pieces", self.ends.len() as u64, most)?;
        }
        Ok(())
    }

    /// The files of one list of `[ends]`.
    fn end_files(&mut self, path: &str, patterns: &'a [String]) -> Vec<String> {
        let mut list = Vec::new();
        for pattern in patterns {
            match self.files_of(path, pattern) {
                Ok((found, by_pattern)) => {
                    for file in found {
                        self.ends.insert(file.clone());
                        // As in other lists: a pattern adds only what is not there yet.
                        if !by_pattern || !list.contains(&file) {
                            list.push(file);
                        }
                    }
                }
                Err(error) => self.missing.push((path.into(), pattern, error)),
            }
        }
        list
    }

    /// Finds the files of one list.
    fn list(&mut self, path: &'static str, patterns: &'a [String]) -> Result<(), Exceeded> {
        let most = self.files.limits().pieces;
        within("pieces", patterns.len() as u64, most)?;
        let mut list = Vec::new();
        let mut known = FxHashSet::default();
        for pattern in patterns {
            let (found, by_pattern) = match self.files_of(path, pattern) {
                Ok(found) => found,
                Err(error) => {
                    self.missing.push((path.into(), pattern, error));
                    continue;
                }
            };
            for file in found.into_iter().filter(|file| !by_pattern || !self.ends.contains(file)) {
                let piece = self.listed.number_of(file);
                // A pattern adds only what is not listed yet; a name that is written twice counts twice.
                if known.insert(piece) || !by_pattern {
                    list.push(piece);
                }
            }
            within("pieces", list.len() as u64, most)?;
        }
        *(if path == PIECES { &mut self.listed.pieces } else { &mut self.listed.starters }) = list;
        Ok(())
    }

    /// The files that an entry of a list means, and whether it is a pattern.
    fn files_of(&mut self, path: &str, pattern: &str) -> Result<(Vec<String>, bool), FileError> {
        let located = self.files.locate(pattern);
        let named = located.is_ok();
        if !pattern.contains(['*', '?', '[']) || (named && self.layered.names_first) {
            return located.map(|_| (vec![pattern.into()], false));
        }
        // A name may have brackets in it, and is a pattern all the same: no file makes another thing of it.
        let (mut found, any) = match self.matches(path, pattern) {
            Err(FileError::Senseless(_)) if named => (vec![], true),
            found => found?,
        };
        if named && !found.iter().any(|name| name == pattern) {
            found.push(pattern.into());
        }
        // A default that fits nothing is no mistake of anyone's.
        if found.is_empty() && !any && self.layered.places.get(path, pattern).is_some() {
            return Err(FileError::Unmatched);
        }
        Ok((found, true))
    }

    /// The files that fit a pattern, and whether there were others that cannot be pieces. A map may lie in the folder of its
    /// kit, and is no piece unless it is listed by name.
    fn matches(&mut self, path: &str, pattern: &str) -> Result<(Vec<String>, bool), FileError> {
        let mut found = self.files.matching(pattern)?;
        let any = !found.nameless.is_empty();
        for name in found.nameless {
            let message =
                format!("`{path}`: a file that fits \"{pattern}\" is left out, as its name is no UTF-8 text");
            let shown = self.files.shown_file(&name);
            self.problems.push(Problem::warning(shown, message).help("give the file another name"));
        }
        found.names.retain(|name| match self.files.locate(name) {
            Ok(_) => !is_map(&self.files.read_start(name, START)),
            // What may not be read is refused by its own name.
            Err(error) => {
                let message = format!("`{path}` lists \"{pattern}\", which fits this file: {error}");
                let problem = Problem::error(self.files.shown_file(name), message);
                self.problems.push(Problem { help: error.help(), ..problem });
                false
            }
        });
        Ok((found.names, any))
    }

    fn tell_missing(&mut self) {
        let missing = std::mem::take(&mut self.missing);
        if missing.is_empty() {
            return;
        }
        let all = ALL.iter().flat_map(|all| self.files.matching(all).unwrap_or_default().names);
        let there: Vec<String> = all.collect();
        for (path, pattern, error) in missing.iter().take(TOLD) {
            let mut problem =
                Problem::error(self.place(path, pattern), format!("`{path}` lists \"{pattern}\": {error}"));
            let close = || nearest(pattern, there.iter().map(String::as_str));
            problem.help = error.help().or_else(|| close().map(|close| format!("did you mean \"{close}\"?")));
            self.problems.push(problem);
        }
        if let Some((path, pattern, _)) = missing.get(TOLD) {
            let message = format!("and {} more names lead to no file", missing.len() - TOLD);
            self.problems.push(Problem::error(self.place(path, pattern), message));
        }
    }

    /// Where an entry of a list stands.
    fn place(&self, path: &str, pattern: &str) -> Location {
        let place = self.layered.places.get(path, pattern).cloned();
        place.unwrap_or_else(|| self.files.shown_file(KIT_FILE).into())
    }
}

impl Listed {
    /// The number of a file, which may be new.
    fn number_of(&mut self, file: String) -> PieceId {
        let next = self.files.len();
        let number = *self.number.entry(file.clone()).or_insert(next);
        if number == next {
            self.files.push(file);
        }
        PieceId::new(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Memory;
    use crate::kit_file::layers;
    use crate::kit_file::overrides::{Override, Overrides};
    use snapmesh::selection::STANDARD;
    use snapmesh::{Limits, Settings};

    const MAP: &[u8] = br#"{"asset":{"generator":"snapmesh 1"},"format":"snapmesh-map/1"}"#;

    fn memory() -> Memory {
        let pieces =
            ["Hall.glb", "Room.glb", "rooms/Cell.glb", "A[1].glb"].map(|name| (name, b"{}".to_vec()));
        Memory::new("kit", pieces.into_iter().chain([("map.glb", MAP.to_vec())]))
    }

    fn layered(text: &str, set: &[Override]) -> Layered {
        let overrides = Overrides { set: set.to_vec(), ..Overrides::default() };
        layers::read(text, "kit.toml", &overrides, STANDARD, &Limits::DEFAULT).unwrap().0
    }

    fn list(text: &str) -> (Vec<String>, Vec<usize>, Vec<usize>, Vec<String>) {
        let (listed, problems) = find(&memory(), &layered(text, &[]));
        let numbers = |list: &[PieceId]| list.iter().map(|piece| piece.index()).collect();
        let told = problems.iter().map(ToString::to_string).collect();
        (listed.files, numbers(&listed.pieces), numbers(&listed.starters), told)
    }

    fn pieces(names: &str) -> (Vec<String>, Vec<usize>) {
        let (files, pieces, _, told) = list(&format!("[kit]\npieces = {names}\n"));
        assert!(told.is_empty(), "{told:?}");
        (files, pieces)
    }

    #[test]
    fn without_a_list_all_files_are_pieces_but_maps() {
        let (files, pieces, starters, told) = list("");
        assert_eq!(files, ["A[1].glb", "Hall.glb", "Room.glb"]);
        assert_eq!((pieces, starters), (vec![0, 1, 2], vec![]));
        assert!(told.is_empty(), "no .gltf is there, and none was asked for: {told:?}");
    }

    #[test]
    fn a_name_written_twice_counts_twice_and_a_pattern_adds_what_is_new() {
        assert_eq!(pieces(r#"["Hall.glb", "Hall.glb"]"#).1, [0, 0]);
        let (files, numbers) = pieces(r#"["Room.glb", "*.glb"]"#);
        assert_eq!((files.len(), numbers), (3, vec![0, 1, 2]));
        assert_eq!(files[0], "Room.glb");
        assert_eq!(pieces(r#"["?oom.glb", "Room.glb"]"#).1, [0, 0]);
    }

    #[test]
    fn a_map_is_a_piece_when_it_is_named() {
        assert_eq!(pieces(r#"["map.glb"]"#).0, ["map.glb"]);
    }

    #[test]
    fn patterns_reach_into_folders_and_a_file_may_look_like_one() {
        assert_eq!(pieces(r#"["rooms/*.glb"]"#).0, ["rooms/Cell.glb"]);
        assert_eq!(pieces(r#"["**/C*.glb"]"#).0, ["rooms/Cell.glb"]);
        assert_eq!(pieces(r#"["A[1].glb"]"#).0, ["A[1].glb"], "there is a file of that very name");
    }

    #[test]
    fn starters_share_the_files_of_the_pieces_and_may_bring_their_own() {
        let text =
            "[kit]\npieces = [\"Hall.glb\", \"Room.glb\"]\nstarters = [\"Room.glb\", \"rooms/Cell.glb\"]\n";
        let (files, pieces, starters, _) = list(text);
        assert_eq!(files, ["Hall.glb", "Room.glb", "rooms/Cell.glb"]);
        assert_eq!((pieces, starters), (vec![0, 1], vec![1, 2]));
    }

    #[test]
    fn what_is_missing_is_told_at_its_place_with_what_may_be_meant() {
        let told = list("[kit]\npieces = [\"Hall.glb\", \"Rom.glb\"]\nstarters = [\"*.obj\", \"zzz\"]\n").3;
        assert_eq!(
            told,
            [
                "error: kit.toml:2:23: `kit.pieces` lists \"Rom.glb\": there is no such file\n  \
                 help: did you mean \"Room.glb\"?",
                "error: kit.toml:3:13: `kit.starters` lists \"*.obj\": no file fits this pattern",
                "error: kit.toml:3:22: `kit.starters` lists \"zzz\": there is no such file",
            ]
        );
    }

    #[test]
    fn a_pattern_that_makes_no_sense_is_told() {
        let told = list("[kit]\npieces = [\"[\"]\n").3;
        assert!(
            told[0].starts_with("error: kit.toml:2:11: `kit.pieces` lists \"[\": the pattern makes no"),
            "{told:?}"
        );
    }

    #[test]
    fn a_list_that_came_on_top_is_wrong_where_it_came_from() {
        let origin = Location::Request("--set".into());
        let set = Override::parse("kit.pieces=[\"zzz\"]", origin).unwrap();
        let told = find(&memory(), &layered("", &[set])).1;
        assert_eq!(told.to_string(), "error: --set: `kit.pieces` lists \"zzz\": there is no such file");
    }

    #[test]
    fn a_file_that_is_named_like_a_pattern_does_not_make_a_file_of_it() {
        let files = ["*.glb", "A.glb", "B.glb"].map(|name| (name, b"{}".to_vec()));
        let (listed, problems) =
            find(&Memory::new("kit", files), &layered("[kit]\npieces = [\"*.glb\"]\n", &[]));
        assert_eq!((listed.files.len(), problems.is_empty()), (3, true));
    }

    #[test]
    fn two_hundred_thousand_names_are_refused_with_their_number() {
        for name in ["Hall.glb", "zzz.glb"] {
            let mut settings = Settings::default();
            settings.content.pieces = vec![name.into(); 200_000];
            let told = find(&memory(), &Layered { settings, ..Layered::default() }).1;
            let told: Vec<String> = told.iter().map(ToString::to_string).collect();
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].contains("too much: 200000 pieces") && told[0].contains("--limit pieces=200000"));
        }
    }

    #[test]
    fn many_missing_names_are_counted_and_not_all_told() {
        let text = format!(
            "[kit]\npieces = [{}]\n",
            (0..99).map(|i| format!("\"{i}.x\"")).collect::<Vec<_>>().join(",")
        );
        let told = list(&text).3;
        assert_eq!(told.len(), 21);
        assert!(told[20].ends_with("and 79 more names lead to no file"), "{}", told[20]);
    }
}
