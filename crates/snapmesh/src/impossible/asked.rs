//! What is asked for, as a list of parts that can be left out one by one.

use super::clause::Clause;
use crate::id::PieceId;
use crate::matching::Matching;
use crate::rng::{Rng, RngKind};
use crate::selection::{CORRIDOR, Lengths};
use crate::selector::{BoundRule, Terms};
use crate::settings::{PieceRule, Settings, Span, WhenBlocked};
use crate::valid_kit::ValidKit;
use crate::value::{MANY, Value, name_of};
use std::sync::Arc;

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Asked<'a> {
    pub(super) kit: &'a Arc<ValidKit>,
    pub(super) matching: &'a Matching,
    /// Without the volumes that were left out.
    pub(super) settings: Settings,
    /// Without the keys that were left out.
    pub(super) rules: Vec<BoundRule>,
    /// The pieces that a map has at most.
    pub(super) limit: Option<usize>,
    /// The pieces that it is promised to have.
    pub(super) size: Option<usize>,
    /// The joints from the starting piece that lines have at most.
    pub(super) depth: Option<usize>,
    /// Whether it is promised to be one line.
    pub(super) is_line: bool,
}

/// A part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A key of a rule.
    Rule(usize, &'static str),
    Inside,
    Outside,
    Loops,
    Limit,
    Size,
    Depth,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(
        kit: &'a Arc<ValidKit>,
        settings: &Settings,
        matching: &'a Matching,
        rules: &[BoundRule],
    ) -> Self {
        let (selection, when_blocked) = (&settings.selection, settings.growth.when_blocked);
        let mut method =
            (selection.method.instantiate)(selection.params(), &mut Rng::new(RngKind::ChaCha8, 0));
        if when_blocked != WhenBlocked::Stop {
            method.count_pieces(Lengths::new(RngKind::ChaCha8, 0));
        }
        let undoes = when_blocked == WhenBlocked::Undo;
        Self {
            kit,
            matching,
            settings: settings.clone(),
            rules: rules.to_vec(),
            limit: method.most_pieces(),
            size: method.piece_limit().filter(|_| undoes && selection.method.size.is_some()),
            depth: method.most_depth(),
            is_line: undoes && *selection.method == CORRIDOR,
        }
    }

    pub(super) fn terms(&self) -> Terms<'_> {
        Terms { settings: &self.settings, kit: self.kit, rules: &self.rules }
    }

    /// The joints from the starting piece that a map has at most.
    pub(super) fn most_depth(&self) -> Option<usize> {
        let by_pieces = self.limit.map(|limit| limit.saturating_sub(1));
        self.depth.into_iter().chain(by_pieces).min()
    }

    /// The same, and a piece must be there.
    pub(super) fn wanting(&self, piece: PieceId) -> Self {
        let count = Some(Span { least: 1, most: MANY });
        let rule = PieceRule { count, ..PieceRule::new(&self.kit.piece(piece).id) };
        let mut asked = self.clone();
        asked.rules.push(BoundRule { rule, pieces: vec![piece], file: None });
        asked
    }

    /// Everything that can be left out.
    pub(super) fn parts(&self) -> Vec<Part> {
        let keys = |(index, bound): (usize, &BoundRule)| {
            // Of weights only those count that keep a piece out.
            let counts = |key: &&str| *key != "weight" || bound.rule.weight == Some(0.0);
            bound.rule.keys().filter(counts).map(move |key| Part::Rule(index, key)).collect::<Vec<_>>()
        };
        let growth = &self.settings.growth;
        let others = [
            (Part::Inside, growth.inside.is_some()),
            (Part::Outside, !growth.outside.is_empty()),
            (Part::Loops, growth.loops.least > 0),
            (Part::Depth, self.depth.is_some()),
            (Part::Size, self.size.is_some()),
            (Part::Limit, self.limit.is_some()),
        ];
        let others = others.into_iter().filter(|(_, there)| *there).map(|(part, _)| part);
        self.rules.iter().enumerate().flat_map(keys).chain(others).collect()
    }

    /// The same without a part.
    pub(super) fn without(&self, part: Part) -> Self {
        let mut asked = self.clone();
        match part {
            Part::Rule(index, key) => asked.rules[index].rule = self.rules[index].rule.without(key),
            Part::Inside => asked.settings.growth.inside = None,
            Part::Outside => asked.settings.growth.outside.clear(),
            Part::Loops => asked.settings.growth.loops.least = 0,
            Part::Limit => asked.limit = None,
            Part::Size => asked.size = None,
            Part::Depth => asked.depth = None,
        }
        asked
    }

    /// The settings behind a part, as they were given.
    pub(super) fn clauses(&self, part: Part) -> Vec<Clause> {
        match part {
            Part::Rule(index, key) => vec![rule_clause(&self.rules[index], key)],
            Part::Inside => vec![self.setting("growth", "inside")],
            Part::Outside => vec![self.setting("growth", "outside")],
            Part::Loops => vec![self.setting("growth", "loops")],
            Part::Limit | Part::Depth => self.size_settings(),
            Part::Size => [self.size_settings(), vec![self.setting("growth", "when_blocked")]].concat(),
        }
    }

    /// The parameters of the method, which decide how large maps are.
    fn size_settings(&self) -> Vec<Clause> {
        let params = self.settings.selection.method.params;
        params.iter().map(|param| self.setting("selection", param.name)).collect()
    }

    fn setting(&self, section: &'static str, key: &str) -> Clause {
        let entries = self.settings.entries();
        let value = entries.into_iter().find(|(known, name, _)| *known == section && name == key);
        Clause {
            place: format!("{section}.{key}"),
            value: value.map_or(Value::List(vec![]), |(_, _, value)| value),
        }
    }
}

fn rule_clause(bound: &BoundRule, key: &'static str) -> Clause {
    let value = bound.rule.get(key).unwrap_or(Value::List(vec![]));
    match (&bound.file, &bound.rule.count) {
        (Some(file), Some(count)) if key == "count" => {
            Clause { place: format!("{file}: max"), value: Value::Integer(count.most) }
        }
        (Some(file), _) => Clause { place: format!("{file}: {key}"), value },
        (None, _) => Clause { place: format!("rules.{}.{key}", name_of(&bound.rule.selector)), value },
    }
}
