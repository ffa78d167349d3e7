//! A session: one request after the other, and what is kept between them.

use crate::compare::{Comparison, Comparisons};
use crate::grown::Grown;
use crate::host::Host;
use crate::maps::Maps;
use crate::message::Message;
use crate::remembered::Remembered;
use crate::request::{Ask, Request};
use crate::search::Searching;
use crate::setup::Setup;
use crate::shaping::{self, Follower, Shaping, Stand};
use crate::walk::{self, Terrains};
use crate::wish::Wish;
use crate::{export, growth, kit, loops, marking, plans, timeline};
use serde_json::{Value as Json, json};
use snapmesh::selection::STANDARD;
use snapmesh::settings::{EndRule, PieceNotes};
use snapmesh::{Location, Problem, Problems, Recipe, RecipeError, Settings};
use snapmesh_io::kit_file::{
    KIT_FILE, Layered, could_be_pieces, read_settings, read_text, settings_of_text, with_overrides,
};
use snapmesh_io::map_file::check_map;
use snapmesh_io::mark::{self, KitMarks};
use snapmesh_io::{Files, LoadedKit, OpenKit, walk_refusal};
use snapmesh_nav::BakeError;
use std::sync::Arc;

/// A session with a kit. It keeps what was worked out last; everything it is asked for can be asked for again.
pub struct Session {
    files: Remembered,
    /// How the kit is called on a command line.
    named: String,
    /// What was loaded last.
    kit: Option<Arc<LoadedKit>>,
    /// How often one was loaded, which tells one from another.
    loads: u64,
    /// Whether what was loaded last is what the files say.
    is_fresh: bool,
    /// Why the files could not be read again, though they changed.
    gone: Option<Problem>,
    told: Option<ToldKit>,
    terrains: Terrains,
    /// Kit and settings of the wish that came last; none if there can be no map.
    recipe: Option<Arc<Recipe>>,
    grown: Option<Grown>,
    /// What goes on between requests.
    comparisons: Comparisons,
    /// The settings whose recipe was asked for last, and the maps that are shaped by hand.
    opened: Option<(Wish, Arc<Recipe>)>,
    shaping: Shaping,
}

/// What the page knows of the kit: when any of it is otherwise, it is told again.
#[derive(Clone, PartialEq)]
struct ToldKit {
    loads: u64,
    scale: f64,
    notes: Vec<PieceNotes>,
    ends: Vec<EndRule>,
    presets: Vec<String>,
    has_file: bool,
}

impl Session {
    /// Begins. `named` is how the kit is called on a command line. Nothing is read yet.
    pub fn new(files: Box<dyn Files>, named: &str) -> Self {
        Self {
            files: Remembered::new(files),
            named: named.into(),
            kit: None,
            loads: 0,
            is_fresh: false,
            gone: None,
            told: None,
            terrains: Terrains::default(),
            recipe: None,
            grown: None,
            comparisons: Comparisons::default(),
            opened: None,
            shaping: Shaping::default(),
        }
    }

    /// Files of the kit have changed: they are read again when they are needed next. If there is no kit any more, all stays
    /// as it was.
    pub fn changed(&mut self) {
        let shown = self.files.shown();
        let gone = |error| {
            Problem::warning(shown, format!("cannot be read any more: {KIT_FILE}: {error}"))
                .help("what you see is the kit as it was; nothing is lost as long as this page is open")
        };
        self.gone = self.files.forget().err().map(gone);
        self.is_fresh &= self.gone.is_some();
        // What was worked out from the files of before is worked out anew.
        self.opened = None;
        self.shaping = Shaping::default();
    }

    /// Answers a request. The last answer is `done`; where a request goes on, that comes later.
    pub fn answer(&mut self, request: Request, host: &mut dyn Host) {
        let id = request.id;
        if let Err(problems) = self.work(id, request.ask, host) {
            host.tell(Message::failed(id, &problems));
        }
        if !self.comparisons.has(id) {
            host.tell(Message::new(id, "done", json!({})));
        }
    }

    /// Whether there is work that goes on between requests.
    pub fn goes_on(&self) -> bool {
        !self.comparisons.is_empty()
    }

    /// Does a part of that work. Whoever has a request meanwhile may stop it: no more than that part is lost.
    pub fn go_on(&mut self, host: &mut dyn Host) {
        self.comparisons.step(host);
    }

    fn work(&mut self, id: u64, ask: Ask, host: &mut dyn Host) -> Result<(), Problems> {
        let answer = match ask {
            Ask::Grow { wish } => return self.grow(id, &wish, host),
            Ask::Shape { wish } => {
                let there = self.shape(id, &wish, host)?.is_some();
                Message::new(id, "shaped", json!({ "there": there }))
            }
            Ask::Save { wish } => Message::new(id, "saved", json!({ "backup": self.save(&wish, host)? })),
            Ask::Reload => {
                self.changed();
                return Ok(());
            }
            Ask::Piece { file, wish, looks } => {
                marking::piece(id, &self.files, &self.wished(&wish)?.settings, &file, looks)?
            }
            Ask::Floor { file, wish } => {
                marking::floor(id, &self.files, &self.wished(&wish)?.settings, &file)?
            }
            Ask::Propose { file, wish } => {
                Message::new(id, "proposed", marking::proposed(&self.files, &self.wished(&wish)?, &file)?)
            }
            Ask::Join { wish, from, to } => {
                let settings = self.wished(&wish)?.settings;
                Message::new(id, "joined", marking::joined(&self.files, &settings, [&from, &to])?)
            }
            Ask::Mark { wish } => Message::new(id, "marked", self.mark(&wish, host)?),
            Ask::Gallery { start, count } => {
                let comparison = Comparison::of_seeds(id, self.maps()?, start, count);
                self.comparisons.begin(comparison, host);
                return Ok(());
            }
            Ask::Search { demands, best, start, tries } => {
                let maps = self.maps()?;
                let search = Searching::begin(&maps, &demands, best.as_ref(), start, tries)?;
                self.comparisons.begin(Comparison::of_search(id, maps, search), host);
                return Ok(());
            }
            Ask::Stop { of } => {
                self.comparisons.stop(of, host);
                return Ok(());
            }
            Ask::Plans => plans::told(id, self.kit()?),
            Ask::Art { file } => self.art(id, file.as_deref())?,
            Ask::Loopability => Message::new(id, "loopability", loops::told(self.recipe()?)),
            Ask::Story { from, count } => Message::new(id, "story", self.grown()?.story(from, count)),
            Ask::Why { placed } => Message::new(id, "why", self.grown()?.why(placed)?),
            Ask::Free { port } => Message::new(id, "free", self.grown()?.free(port)?),
            Ask::Navmesh => self.grown()?.navmesh(id, host)?,
            Ask::Tour { stops, seed } => Message::new(id, "tour", self.grown()?.tour(stops, seed, host)?),
            Ask::Path { from, to } => Message::new(id, "path", self.grown()?.path(from, to, host)?),
            Ask::Export { ending, options } => {
                let bytes = self.grown()?.export(&ending, &options, host)?;
                Message::new(id, "file", json!({ "name": format!("map.{ending}") })).with(bytes)
            }
        };
        host.tell(answer);
        Ok(())
    }

    fn grown(&self) -> Result<&Grown, Problems> {
        let none = || Problem::error(self.files.shown(), "there is no map yet").help("grow one first");
        Ok(self.grown.as_ref().ok_or_else(none)?)
    }

    fn recipe(&self) -> Result<&Arc<Recipe>, Problems> {
        let none =
            || Problem::error(self.files.shown(), "no map can be grown as it is").help("mend the errors");
        Ok(self.recipe.as_ref().ok_or_else(none)?)
    }

    fn kit(&self) -> Result<&Arc<LoadedKit>, Problems> {
        let none = || Problem::error(self.files.shown(), "has no pieces that could be read");
        Ok(self.kit.as_ref().ok_or_else(none)?)
    }

    /// Maps of any seed, under the settings of the wish that came last.
    fn maps(&mut self) -> Result<Maps, Problems> {
        let (recipe, kit) = (self.recipe()?.clone(), self.kit()?.clone());
        let terrain = self.terrains.of(&kit, &recipe.settings().navigation);
        Ok(Maps::new(recipe, kit, terrain))
    }

    /// Grows the map of a wish, and tells all about it as it comes.
    fn grow(&mut self, id: u64, wish: &Wish, host: &mut dyn Host) -> Result<(), Problems> {
        let Some((open, recipe)) = self.prepare(id, wish, host) else { return Ok(()) };
        self.opened = Some((wish.settings(), recipe.clone()));
        let Some(stands) = self.shape(id, wish, host)? else { return Ok(()) };
        let (stand, steps) = shaping::last(stands, &recipe)?;
        let (map, record) = (stand.map().clone(), stand.record);
        check_map(&open.kit, &map)?;
        let mut told = growth::told(&open, &recipe, &map, &record);
        told["pins"] = json!(stand.shaped.pins().collect::<Vec<_>>());
        told["steps"] = json!(steps);
        host.tell(Message::new(id, "map", told));
        let terrain = self.terrains.of(&open.kit, &open.settings.navigation);
        // Before all else that takes time: whoever drags a slider asks for the next map before this one is walked.
        if let Ok(terrain) = &terrain {
            host.tell(walk::composed(id, terrain, &open, &map));
        }
        host.tell(timeline::told(id, &recipe, &map, &record));
        let stop = host.stop();
        let walked = terrain.and_then(|terrain| walk::walk(&terrain, &open, &map, &stop));
        let told = match &walked {
            Ok(validation) => Ok(walk::told(id, &open, &map, validation)),
            Err(BakeError::Stopped) => return Ok(()),
            Err(error) => Err(walk_refusal(&open.kit, error)),
        };
        self.grown = Some(Grown::new(open, recipe, (map, record), walked));
        host.tell(told?);
        Ok(())
    }

    /// The maps of a wish, one for each step; none if they are not wanted any more.
    fn shape(&mut self, id: u64, wish: &Wish, host: &mut dyn Host) -> Result<Option<&[Stand]>, Problems> {
        let Self { files, kit, is_fresh, opened, loads, shaping, .. } = self;
        let known = kit.as_ref().filter(|_| *is_fresh);
        let mut recipe_of = |settings: &Wish| {
            if let Some((_, recipe)) = opened.as_ref().filter(|(wish, _)| wish == settings) {
                return Ok(recipe.clone());
            }
            let (overrides, problems) = settings.overrides();
            problems.into_result()?;
            let recipe =
                OpenKit::reopen(files, read_settings(files, &overrides, STANDARD)?, known)?.recipe()?;
            *opened = Some((settings.clone(), recipe.clone()));
            Ok(recipe)
        };
        shaping.follow(wish, *loads, &mut Follower { id, host, recipe_of: &mut recipe_of })
    }

    /// From a wish to a kit and a recipe; the page is told of both, and of all that is wrong. None if there can be no map.
    fn prepare(&mut self, id: u64, wish: &Wish, host: &mut dyn Host) -> Option<(OpenKit, Arc<Recipe>)> {
        let (overrides, mut problems) = wish.overrides();
        problems.extend(self.gone.clone());
        let (layered, found) = match read_settings(&self.files, &overrides, STANDARD) {
            Ok(read) => read,
            Err(found) => (Layered::default(), found),
        };
        problems.extend(found);
        let known = self.kit.as_ref().filter(|_| self.is_fresh);
        let opened = OpenKit::reopen(&self.files, (layered.clone(), problems), known);
        if let Ok(open) = &opened {
            self.keep(&open.kit);
        }
        let prepared = opened.and_then(|open| {
            let recipe = open.recipe().map_err(|problems| at_setting(&open, problems))?;
            Ok((open, recipe))
        });
        let problems = match &prepared {
            Ok((open, recipe)) => open.problems.iter().cloned().chain(open.advice(recipe)).collect(),
            Err(problems) => problems.clone(),
        };
        self.tell_kit(id, &layered, host);
        let recipe = prepared.as_ref().ok().map(|(_, recipe)| &**recipe);
        self.tell_setup(id, wish, (&layered, recipe), &problems, host);
        let prepared = prepared.ok();
        if let (Some((_, recipe)), Some(known)) = (&prepared, &self.recipe) {
            recipe.learn_from(known);
        }
        self.recipe = prepared.as_ref().map(|(_, recipe)| recipe.clone());
        prepared
    }

    fn keep(&mut self, kit: &Arc<LoadedKit>) {
        let same = self.kit.as_ref().is_some_and(|known| Arc::ptr_eq(known, kit));
        self.loads += u64::from(!same);
        self.kit = Some(kit.clone());
        self.is_fresh = true;
    }

    /// Tells of the kit what the page does not know yet.
    fn tell_kit(&mut self, id: u64, layered: &Layered, host: &mut dyn Host) {
        let told = ToldKit {
            loads: self.loads,
            scale: layered.settings.content.scale,
            notes: layered.settings.pieces.clone(),
            ends: layered.settings.ends.clone(),
            presets: layered.presets.clone(),
            has_file: self.files.has_kit_file(),
        };
        if self.told.as_ref() != Some(&told) {
            let kit = self.kit.as_deref();
            let mut body = kit::told(&self.files, kit, &layered.settings, &layered.presets, &self.named);
            body["art"] = json!(self.loads);
            body["has_file"] = json!(told.has_file);
            host.tell(Message::new(id, "kit", body));
            self.told = Some(told);
        }
    }

    fn tell_setup(
        &self,
        id: u64,
        wish: &Wish,
        (layered, recipe): (&Layered, Option<&Recipe>),
        problems: &Problems,
        host: &mut dyn Host,
    ) {
        let used = self.kit.as_deref().map_or(&[][..], LoadedKit::files);
        let pieces: Vec<String> = could_be_pieces(&self.files, used);
        let setup = Setup {
            files: &self.files,
            wish,
            named: &self.named,
            layered,
            unedited: &self.unedited(wish),
            kit: self.kit.as_deref(),
            recipe,
            problems,
            pieces: &pieces,
        };
        host.tell(Message::new(id, "setup", setup.told()));
    }

    /// The settings of a wish without its edits, as far as they can be read.
    fn unedited(&self, wish: &Wish) -> Settings {
        let (overrides, _) = wish.unedited().overrides();
        read_settings(&self.files, &overrides, STANDARD)
            .map(|(layered, _)| layered.settings)
            .unwrap_or_default()
    }

    fn art(&self, id: u64, file: Option<&str>) -> Result<Message, Problems> {
        let (glb, pieces, info) = match file {
            Some(file) => {
                let mut settings = Settings::default();
                if let Some(ToldKit { scale, notes, .. }) = &self.told {
                    settings.content.scale = *scale;
                    settings.pieces.clone_from(notes);
                }
                let (glb, info) = export::art_of(&self.files, &settings, file)?;
                (glb, vec![0], info)
            }
            None => {
                let (glb, pieces) = export::art(self.kit()?, &Settings::default())?;
                (glb, pieces, Json::Null)
            }
        };
        Ok(Message::new(id, "art", json!({ "pieces": pieces, "info": info })).with(glb))
    }

    /// Writes a wish into `kit.toml`, if what is read from it then is what was wished for.
    fn save(&mut self, wish: &Wish, host: &mut dyn Host) -> Result<String, Problems> {
        let shown = self.files.shown_file(KIT_FILE);
        let wrong = |message: String| Problem::error(&*shown, message);
        self.check_current()?;
        let wished = self.wished(wish)?;
        let (mut overrides, _) = wish.overrides();
        for set in overrides.set.iter_mut().filter(|set| set.section == "pieces") {
            // In the order of its keys, as `mark` writes it, and not as an edit had it.
            let notes = wished.settings.pieces.iter().find(|notes| notes.piece == set.key);
            set.value = notes.map_or_else(|| set.value.clone(), PieceNotes::written);
        }
        let text = with_overrides(&read_text(&self.files)?, &overrides).map_err(wrong)?;
        let (plain, _) = wish.unedited().overrides();
        let (written, _) = settings_of_text(&text, &self.files, &plain, STANDARD)?;
        if written.settings.entries() != wished.settings.entries() {
            let help = "save without the preset, or edit the file by hand";
            return Err(wrong("cannot say what was wished for as it stands".into()).help(help).into());
        }
        let backup = host.save(&text)?;
        self.changed();
        Ok(backup)
    }

    /// The settings of a wish, if they make sense.
    fn wished(&self, wish: &Wish) -> Result<Layered, Problems> {
        let (overrides, problems) = wish.overrides();
        problems.into_result()?;
        let (wished, problems) = read_settings(&self.files, &overrides, STANDARD)?;
        if problems.any_error() { Err(problems) } else { Ok(wished) }
    }

    /// Refuses to write over what somebody else wrote in the meantime.
    fn check_current(&mut self) -> Result<(), Problem> {
        if self.files.is_current() {
            return Ok(());
        }
        self.changed();
        let message = "was changed on the disk in the meantime, and is read again";
        let problem = Problem::error(self.files.shown_file(KIT_FILE), message);
        Err(problem.help("look at what it says now, and save again"))
    }

    /// Marks all pieces that lack connectors or boxes, as `snapmesh mark --write` does.
    fn mark(&mut self, wish: &Wish, host: &mut dyn Host) -> Result<Json, Problems> {
        self.check_current()?;
        self.wished(wish)?;
        let (overrides, _) = wish.overrides();
        let request = mark::Request { overrides, ..mark::Request::default() };
        let marks = KitMarks::find(&self.files, &request, STANDARD)?;
        let mut told = marking::marked(&marks);
        if marks.is_of_use() {
            told["backup"] = json!(host.save(&marks.kit_file()?)?);
            self.changed();
        }
        Ok(told)
    }
}

/// The same problems; but settings that cannot hold together are told at the first of them, not at the kit as a whole.
fn at_setting(open: &OpenKit, problems: Problems) -> Problems {
    let Err(RecipeError::Contradiction(found)) = Recipe::new(open.kit.shared_kit(), open.settings.clone())
    else {
        return problems;
    };
    let place = found.clauses.first().map(|clause| Location::Request(clause.place.clone()));
    problems.map(|problem| Problem { location: place.clone().unwrap_or(problem.location), ..problem })
}
