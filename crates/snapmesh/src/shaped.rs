//! A map that is shaped by hand: one act after the other, each of which makes another map.

use crate::event::{Event, Watch};
use crate::generator::Generator;
use crate::hanging::{holding, without};
use crate::id::{ConnectorId, PieceId, PlacedId, Port};
use crate::kept::{KeepError, Kept};
use crate::map::Map;
use crate::matching::mismatch;
use crate::pass::{NoChain, Stage, bring, cap_at, close_loop, place_at, stand};
use crate::placed::Role;
use crate::recipe::Recipe;
use crate::story::Story;
use crate::words::plural;
use std::collections::BTreeSet;
use std::sync::Arc;
use thiserror::Error;

/// A map that is shaped by hand, and which of its pieces are pinned. Acts leave it as it is and give another, so that going back
/// is to remember it.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Act, Connector, Kit, OrientedBox, Piece, PlacedId, Recipe, Settings, Shaped};
///
/// let doors = [DVec3::X, DVec3::NEG_X].map(|side| Connector::new(side, side));
/// let room = Piece::new("Room", doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
/// let (kit, _) = Kit::new("rooms", vec![room]).validate()?;
/// let recipe = std::sync::Arc::new(Recipe::new(kit, Settings::default())?);
/// let grown = Shaped::new(recipe.grow(7));
/// let pinned = grown.act(&recipe, Act::Pin(PlacedId::new(3)))?;
/// let fewer = pinned.act(&recipe, Act::Delete(PlacedId::new(9)))?;
/// assert!(fewer.map().pieces.len() < grown.map().pieces.len());
/// // What is pinned stays, with the way to it.
/// assert!(fewer.act(&recipe, Act::Delete(PlacedId::new(1))).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Shaped {
    map: Map,
    pins: BTreeSet<PlacedId>,
}

/// What can be done to a map by hand. The same act on the same map, with the same recipe, gives the same map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Act {
    /// A piece stays from now on, and so does the way from it to the start; of a chain that closes a loop, all of it.
    Pin(PlacedId),
    /// It need not stay any more.
    Unpin(PlacedId),
    /// A piece goes, and all that was grown from it. Nothing grows in its place.
    Delete(PlacedId),
    /// The same, and growth goes on from what is left.
    Regrow {
        /// The piece.
        piece: PlacedId,
        /// Where chance starts, here and below.
        seed: i64,
    },
    /// All goes that is not pinned, and the rest is grown anew.
    Grow {
        /// As above.
        seed: i64,
    },
    /// A free connector is closed by a cap of its kind.
    Cap {
        /// The connector.
        at: Port,
        /// As above.
        seed: i64,
    },
    /// A chosen piece is joined to a free connector.
    Place {
        /// The connector.
        at: Port,
        /// The piece of the kit.
        piece: PieceId,
        /// The connector that it is joined by.
        connector: ConnectorId,
        /// As above: which doors are hung may be left to chance.
        seed: i64,
    },
    /// Two free connectors are joined: by a chain of pieces, or as they are if they meet.
    Close {
        /// One of them.
        from: Port,
        /// The other.
        to: Port,
        /// As above.
        seed: i64,
    },
}

/// Why an act cannot be done. The map stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActError {
    /// There is no such piece, or nothing would be left.
    #[error(transparent)]
    Keep(#[from] KeepError),
    /// Something would go that is pinned.
    #[error("{pinned} is pinned{}: unpin it first", if *is_itself { "" } else { ", and would go with it" })]
    Pinned {
        /// Its name.
        pinned: String,
        /// Whether it is the piece itself, and not one that hangs on it.
        is_itself: bool,
    },
    /// It did not grow, so it cannot be grown anew.
    #[error("piece {index} is there as a {role}: delete it, and close its connector anew")]
    NotGrown {
        /// The piece.
        index: usize,
        /// What it is there for.
        role: &'static str,
    },
    /// Nothing is pinned.
    #[error("nothing is pinned: pin what is to stay")]
    NothingPinned,
    /// There is nothing to be closed.
    #[error("piece {} has no free connector {}", .0.placed, .0.connector)]
    NotFree(Port),
    /// No cap is named for such connectors.
    #[error("the kit has no cap for connectors of {0}: name one in [ends]")]
    NoCap(String),
    /// No cap fits.
    #[error("no cap fits: {0}")]
    CapInTheWay(String),
    /// The kit does not draw such a piece, or it has no such connector.
    #[error("the kit draws no such piece, or it has no such connector")]
    NoPiece,
    /// What hangs on a chain would go with it.
    #[error("piece {0} is part of a loop: nothing can be put there by hand")]
    OnLoop(usize),
    /// Rules or what stands there are against a piece.
    #[error("{id} cannot stand there: {reason}")]
    NotThere {
        /// The piece of the kit.
        id: String,
        /// What is said against it.
        reason: String,
    },
    /// A connector cannot be joined to itself.
    #[error("a loop needs two connectors, and this is one")]
    Itself,
    /// No chain leads there.
    #[error("no chain of up to {} leads from one to the other: `growth.loop_length` allows longer ones", plural(*.0, "piece"))]
    NoChain(i64),
    /// Chains would lead there, and do not fit.
    #[error("chains of pieces lead there, and none of those tried has room: {0}")]
    ChainInTheWay(String),
}

/// Growth that an act asks for: what it goes on from, and the seed.
#[derive(Clone, Debug)]
pub struct Regrowth {
    /// What stays.
    pub kept: Kept,
    /// Where chance starts.
    pub seed: i64,
    /// The pins, by their places among what stays.
    pins: Vec<usize>,
}

impl Shaped {
    /// A map as it grew: nothing is pinned.
    pub fn new(map: Map) -> Self {
        Self { map, pins: BTreeSet::new() }
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The pieces that are pinned.
    pub fn pins(&self) -> impl Iterator<Item = PlacedId> {
        self.pins.iter().copied()
    }

    /// What an act makes of the map.
    pub fn act(&self, recipe: &Arc<Recipe>, act: Act) -> Result<Self, ActError> {
        self.act_watched(recipe, act, ()).map(|(shaped, ())| shaped)
    }

    /// The same with someone who is told of every event.
    pub fn act_watched<W: Watch>(
        &self,
        recipe: &Arc<Recipe>,
        act: Act,
        watch: W,
    ) -> Result<(Self, W), ActError> {
        if let Some(regrowth) = self.regrowth(recipe, act)? {
            let generator = Generator::watched(recipe, regrowth.seed, watch).from_kept(&regrowth.kept);
            let (map, watch) = generator.run_watched();
            return Ok((regrowth.finish(map), watch));
        }
        match act {
            Act::Delete(piece) => {
                let stays = self.stays_without(recipe, piece)?;
                self.by_hand(recipe, &stays, CHAINS, watch, |stage| {
                    bring(stage);
                    Ok(())
                })
            }
            Act::Place { at, piece, connector, seed } => {
                self.place(recipe, at, (piece, connector), seed, watch)
            }
            Act::Cap { at, seed } => self.cap(recipe, at, seed, watch),
            Act::Close { from, to, seed } => self.close(recipe, [from, to], seed, watch),
            Act::Pin(piece) | Act::Unpin(piece) => {
                self.check(piece)?;
                let mut pins = self.pins.clone();
                let _ = if matches!(act, Act::Pin(_)) { pins.insert(piece) } else { pins.remove(&piece) };
                Ok((Self { map: self.map.clone(), pins }, watch))
            }
            Act::Regrow { .. } | Act::Grow { .. } => Err(ActError::NothingPinned),
        }
    }

    /// The growth that an act asks for; none if it is done without. Whoever grows hands the map to [`Regrowth::finish`].
    pub fn regrowth(&self, recipe: &Recipe, act: Act) -> Result<Option<Regrowth>, ActError> {
        let (stays, seed) = match act {
            Act::Regrow { piece, seed } => {
                let role = self.check(piece).map(|()| self.map.placed(piece).role)?;
                if role != Role::Piece {
                    return Err(ActError::NotGrown { index: piece.index(), role: role.name() });
                }
                (self.stays_without(recipe, piece)?, seed)
            }
            Act::Grow { .. } if self.pins.is_empty() => return Err(ActError::NothingPinned),
            Act::Grow { seed } => (holding(&self.map, self.pins()), seed),
            _ => return Ok(None),
        };
        let kept = Kept::whole(&self.map, &stays, GROWN)?;
        Ok(Some(Regrowth { kept, seed, pins: self.pins_among(&stays) }))
    }

    /// The same with other numbers for the pieces of the kit: those of a kit that has them in another order.
    pub fn renumbered(mut self, number: impl Fn(PieceId) -> Option<PieceId>) -> Option<Self> {
        for placed in &mut self.map.pieces {
            placed.piece = number(placed.piece)?;
        }
        for door in &mut self.map.doors {
            door.piece = number(door.piece)?;
        }
        Some(self)
    }

    /// The same under other settings: what they promise may be something else.
    #[must_use]
    pub fn promised_by(mut self, recipe: &Recipe) -> Self {
        self.map.promises = recipe.promises(&self.map);
        self
    }

    /// An act on this map, as a sentence about what was done.
    pub fn sentence(&self, recipe: &Recipe, act: Act) -> String {
        let story = self.story(recipe);
        let port = |at: Port| {
            let piece = self.map.placed(at.placed).piece;
            format!("{} of {}", story.connector(piece, at.connector), story.name(at.placed))
        };
        match act {
            Act::Pin(piece) => format!("Pinned {}.", story.name(piece)),
            Act::Unpin(piece) => format!("Unpinned {}.", story.name(piece)),
            Act::Delete(piece) => match without(&self.map, piece).iter().filter(|stays| !**stays).count() - 1
            {
                0 => format!("Deleted {}.", story.name(piece)),
                more => format!("Deleted {} and {more} that hung on it.", story.name(piece)),
            },
            Act::Regrow { piece, seed } => format!("Regrew {}, with seed {seed}.", story.name(piece)),
            Act::Grow { seed } => format!("Grew all anew that is not pinned, with seed {seed}."),
            Act::Cap { at, .. } => format!("Capped {}.", port(at)),
            Act::Place { at, piece, .. } => format!("Put {} to {}.", recipe.kit().piece(piece).id, port(at)),
            Act::Close { from, to, .. } => format!("Closed a loop from {} to {}.", port(from), port(to)),
        }
    }

    fn story<'k>(&self, recipe: &'k Recipe) -> Story<'k> {
        Story::of(recipe.kit(), &self.map.pieces)
    }

    fn check(&self, piece: PlacedId) -> Result<(), ActError> {
        let (index, last) = (piece.index(), self.map.pieces.len() - 1);
        if index > last { Err(KeepError::NoSuch { index, last }.into()) } else { Ok(()) }
    }

    fn check_free(&self, recipe: &Recipe, port: Port) -> Result<(), ActError> {
        self.check(port.placed)?;
        let used = &self.map.used_connectors(recipe.kit())[port.placed.index()];
        if used.get(port.connector.index()) == Some(&false) { Ok(()) } else { Err(ActError::NotFree(port)) }
    }

    /// What stays without a piece, if it may go.
    fn stays_without(&self, recipe: &Recipe, piece: PlacedId) -> Result<Vec<bool>, ActError> {
        self.check(piece)?;
        if self.map.placed(piece).joint.is_none() {
            return Err(KeepError::Start.into());
        }
        let stays = without(&self.map, piece);
        match self.pins().find(|pin| !stays[pin.index()]) {
            Some(pin) => {
                Err(ActError::Pinned { pinned: self.story(recipe).name(pin), is_itself: pin == piece })
            }
            None => Ok(stays),
        }
    }

    /// The pins, by their places among what stays.
    fn pins_among(&self, stays: &[bool]) -> Vec<usize> {
        let number = |pin: PlacedId| stays[..pin.index()].iter().filter(|stays| **stays).count();
        self.pins().map(number).collect()
    }

    fn cap<W: Watch>(
        &self,
        recipe: &Arc<Recipe>,
        at: Port,
        seed: i64,
        watch: W,
    ) -> Result<(Self, W), ActError> {
        self.check_free(recipe, at)?;
        let kind = recipe.kit().kinds_of(self.map.placed(at.placed).piece)[at.connector.index()];
        if recipe.ends().of(kind).is_none_or(|ends| ends.caps.is_empty()) {
            let kind = &recipe.kit().kinds()[kind.index()];
            return Err(ActError::NoCap(format!("{} {}", kind.pins, kind.color)));
        }
        self.by_hand(recipe, &self.all(), CHAINS, watch, |stage| {
            cap_at(stage, seed, at).map_err(|vetoes| {
                let story = self.story(recipe);
                let reason =
                    |(piece, veto)| format!("{} {}", recipe.kit().piece(piece).id, story.would(&veto));
                ActError::CapInTheWay(vetoes.into_iter().map(reason).collect::<Vec<_>>().join("; "))
            })
        })
    }

    fn place<W: Watch>(
        &self,
        recipe: &Arc<Recipe>,
        at: Port,
        (piece, connector): (PieceId, ConnectorId),
        seed: i64,
        watch: W,
    ) -> Result<(Self, W), ActError> {
        self.check_free(recipe, at)?;
        let (kit, guide) = (recipe.kit(), self.map.placed(at.placed));
        if !kit.pieces().contains(&piece) || connector.index() >= kit.kinds_of(piece).len() {
            return Err(ActError::NoPiece);
        }
        if guide.role != Role::Piece {
            return Err(ActError::OnLoop(at.placed.index()));
        }
        let not_there = |reason| ActError::NotThere { id: kit.piece(piece).id.clone(), reason };
        let [theirs, ours] = [(guide.piece, at.connector), (piece, connector)]
            .map(|(piece, connector)| &kit.kinds()[kit.kinds_of(piece)[connector.index()].index()]);
        if let Some(mismatch) = mismatch(&recipe.settings().connection, theirs, ours) {
            return Err(not_there(mismatch.to_string()));
        }
        self.by_hand(recipe, &self.all(), GROWN, watch, |stage| {
            place_at(stage, seed, at, (piece, connector)).map_err(|veto| {
                let mut story = self.story(recipe);
                // Connectors that it would leave are told as its own.
                story.tell(&Event::Tentative { piece, attempt: 1, pairings: 1 });
                not_there(story.would(&veto))
            })
        })
    }

    fn close<W: Watch>(
        &self,
        recipe: &Arc<Recipe>,
        ports: [Port; 2],
        seed: i64,
        watch: W,
    ) -> Result<(Self, W), ActError> {
        ports.iter().try_for_each(|port| self.check_free(recipe, *port))?;
        if ports[0] == ports[1] {
            return Err(ActError::Itself);
        }
        self.by_hand(recipe, &self.all(), CHAINS, watch, |stage| {
            close_loop(stage, seed, ports).map_err(|NoChain { tried, with }| match with {
                _ if tried == 0 => ActError::NoChain(recipe.settings().growth.loop_length),
                Some(with) => {
                    ActError::ChainInTheWay(format!("{} is in the way", self.story(recipe).name(with)))
                }
                None => ActError::ChainInTheWay(format!("{} were tried", plural(tried, "pairing"))),
            })
        })
    }

    fn all(&self) -> Vec<bool> {
        vec![true; self.map.pieces.len()]
    }

    /// Works on what stays of the map, all set aside that is there for something else; what is there then is the map.
    fn by_hand<W: Watch>(
        &self,
        recipe: &Arc<Recipe>,
        stays: &[bool],
        grown: &[Role],
        watch: W,
        work: impl FnOnce(&mut Stage<'_>) -> Result<(), ActError>,
    ) -> Result<(Self, W), ActError> {
        let kept = Kept::whole(&self.map, stays, grown)?;
        let mut generator = Generator::watched(recipe, self.map.seed, watch).from_kept(&kept);
        generator.work(|stage| {
            stand(stage);
            work(stage)
        })?;
        let (map, watch) = generator.finish();
        Ok((with_pins(map, &kept, &self.pins_among(stays)), watch))
    }
}

/// What grew, apart from all that is there for something else.
const GROWN: &[Role] = &[Role::Piece];
/// The same, with the chains of loops.
const CHAINS: &[Role] = &[Role::Piece, Role::Loop];

impl Regrowth {
    /// The shaped map, once it has grown.
    pub fn finish(self, map: Map) -> Shaped {
        with_pins(map, &self.kept, &self.pins)
    }
}

/// A map that went on from what was kept, with its pins: those aside come behind what grew.
fn with_pins(map: Map, kept: &Kept, pins: &[usize]) -> Shaped {
    let (first, port) =
        (kept.pieces().len(), |placed: &crate::placed::Placed| Some(placed.joint?.guide_port()));
    let aside = kept.aside.pieces.first().and_then(port);
    let back = map.pieces.iter().position(|placed| port(placed) == aside && aside.is_some()).unwrap_or(first);
    let number = |&pin: &usize| PlacedId::new(if pin < first { pin } else { pin - first + back });
    let pins = pins.iter().map(number).collect();
    Shaped { map, pins }
}
