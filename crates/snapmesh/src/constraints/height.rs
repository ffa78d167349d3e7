//! Some pieces stand only so low or so high.

use crate::selector::{PerPiece, Terms};
use crate::settings::Span;
use crate::veto::{Blame, Constraint, Fit, Veto};
use crate::world::World;

/// Metres that a piece may be off by: what arithmetic loses.
const SLACK: f64 = 1e-9;

pub(super) fn from_terms(terms: &Terms<'_>) -> Option<Box<dyn Constraint>> {
    let spans = terms.per_piece(|bound| Some((bound.rule.selector.clone(), bound.rule.height?)))?;
    Some(Box::new(Height(spans)))
}

#[derive(Debug)]
struct Height(PerPiece<(String, Span<f64>)>);

impl Height {
    /// The rule that is broken, and the metres above the starting piece.
    fn broken(&self, world: &World, fit: &Fit) -> Option<(&(String, Span<f64>), f64)> {
        let start = world.placed().first().map_or(0.0, |start| start.pose.position.y);
        let metres = fit.pose.position.y - start;
        let out = |span: &Span<f64>| metres < span.least - SLACK || metres > span.most + SLACK;
        self.0.of(fit.piece).iter().find(|(_, span)| out(span)).map(|rule| (rule, metres))
    }
}

impl Constraint for Height {
    fn forbids(&self, world: &World, fit: &Fit) -> Option<Blame> {
        self.broken(world, fit).map(|_| Blame::Place)
    }

    fn reason(&self, world: &World, fit: &Fit) -> Veto {
        let ((selector, span), metres) = self.broken(world, fit).expect("it was forbidden");
        Veto::Height { selector: selector.clone(), allowed: (span.least, span.most), metres }
    }

    fn holds_for_caps(&self) -> bool {
        false
    }
}
