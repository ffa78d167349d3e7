//! Where one can get to who comes in by an opening.

use super::cells::Survey;
use super::exact::Opening;
use crate::bake::erode::NONE;
use snapmesh::glam::{DVec2, DVec3};

/// How far from a floor, in metres, a point of its mesh may be: cells hold the highest point of slopes.
const NEAR: f32 = 0.1;

/// The floors of a piece that its openings lead to.
pub struct Reached<'a> {
    survey: &'a Survey,
    /// For each floor of a column, whether it is one of them.
    floors: Vec<bool>,
}

impl Survey {
    /// The floors that openings lead to.
    pub fn reached_from(&self, openings: &[Opening]) -> Reached<'_> {
        let rooms: Vec<u32> = openings.iter().filter_map(|opening| self.room_behind(opening)).collect();
        let is_there = |room: &Option<u32>| room.is_some_and(|room| rooms.contains(&room));
        let mut floors: Vec<bool> = self.room.iter().map(is_there).collect();
        let mut open: Vec<usize> = (0..floors.len()).filter(|&floor| floors[floor]).collect();
        while let Some(floor) = open.pop() {
            for beside in self.links[floor].into_iter().filter(|&beside| beside != NONE) {
                if !std::mem::replace(&mut floors[beside as usize], true) {
                    open.push(beside as usize);
                }
            }
        }
        Reached { survey: self, floors }
    }

    /// Whether one can walk from every opening to every other.
    pub fn joins(&self, openings: &[Opening]) -> bool {
        let Some(first) = openings.first() else { return true };
        let reached = self.reached_from(std::slice::from_ref(first));
        let is_reached = |opening: &Opening| {
            let room = self.room_behind(opening);
            let mut floors = self.room.iter().zip(&reached.floors).filter(|(known, _)| **known == room);
            room.is_some() && floors.all(|(_, reached)| *reached)
        };
        openings.iter().all(is_reached)
    }

    /// Whether there is any place to stand.
    pub fn has_floor(&self) -> bool {
        self.room.iter().any(Option::is_some)
    }
}

impl Reached<'_> {
    /// Whether a point of the piece's mesh is on one of them.
    pub fn contains(&self, point: DVec3) -> bool {
        self.is_floor(point, |floor| self.floors[floor])
    }

    /// Whether a point of the piece's mesh is on a floor that no opening leads to.
    pub fn misses(&self, point: DVec3) -> bool {
        self.is_floor(point, |floor| !self.floors[floor])
    }

    fn is_floor(&self, point: DVec3, is: impl Fn(usize) -> bool) -> bool {
        let cells = self.survey.grid.cells(point);
        let Some(column) = self.survey.column_at(DVec2::new(cells.x, cells.z)) else { return false };
        let mut floors = self.survey.open.at(column);
        floors.any(|floor| {
            let span = &self.survey.open.spans[floor];
            (span.low - NEAR..=span.top + NEAR).contains(&(cells.y as f32)) && is(floor)
        })
    }
}
