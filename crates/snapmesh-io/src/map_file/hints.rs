//! What the files of a kit say about their pieces, as far as it decides how maps grow.

use serde::{Deserialize, Serialize};
use snapmesh::{Settings, ValidKit};
use std::collections::BTreeMap;

/// By piece, what its file says. Nothing, if nothing of it decides anything: no rule names a tag, and no file gives a
/// weight or a limit.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Hints(BTreeMap<String, Hint>);

/// What the file of a piece says.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
struct Hint {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
}

impl Hints {
    /// What the files of a kit say that matters under some settings.
    pub fn new(kit: &ValidKit, settings: &Settings) -> Self {
        let names_tags = settings.rules.iter().any(|rule| rule.selector.starts_with('#'));
        let hint = |piece: &snapmesh::Piece| {
            let tags = if names_tags { piece.hints.tags.clone() } else { vec![] };
            (piece.id.clone(), Hint { weight: piece.hints.weight, max: piece.hints.max, tags })
        };
        Self(kit.library().iter().map(hint).filter(|(_, hint)| *hint != Hint::default()).collect())
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first piece of which something else is said there: its id, what is said here, and what there.
    pub fn difference<'a>(&'a self, there: &'a Self) -> Option<(&'a str, String, String)> {
        let mut ids = self.0.keys().chain(there.0.keys());
        let differs = ids.find(|id| self.0.get(*id) != there.0.get(*id))?;
        let said = |hints: &Self| {
            let hint = hints.0.get(differs).cloned().unwrap_or_default();
            serde_json::to_string(&hint).unwrap_or_default()
        };
        Some((differs, said(self), said(there)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::glam::DVec3;
    use snapmesh::settings::PieceRule;
    use snapmesh::{Connector, Kit, Piece};

    fn hints(selector: &str, weight: f64) -> Hints {
        let door = || vec![Connector::new(DVec3::X, DVec3::X)];
        let mut pieces = vec![Piece::new("A", door(), vec![]), Piece::new("B", door(), vec![])];
        pieces[0].hints.weight = Some(weight);
        pieces[1].hints.tags = vec!["wet".into()];
        let settings = Settings { rules: vec![PieceRule::new(selector)], ..Settings::default() };
        Hints::new(&Kit::new("kit", pieces).validate().unwrap().0, &settings)
    }

    #[test]
    fn tags_matter_where_a_rule_names_one() {
        let written = |hints: &Hints| serde_json::to_string(hints).unwrap();
        assert_eq!(written(&hints("A", 2.0)), r#"{"A":{"weight":2.0}}"#);
        assert_eq!(written(&hints("#wet", 2.0)), r#"{"A":{"weight":2.0},"B":{"tags":["wet"]}}"#);
    }

    #[test]
    fn what_differs_is_told_with_both_sides() {
        assert_eq!(hints("A", 2.0).difference(&hints("A", 2.0)), None);
        let (one, other) = (hints("A", 2.0), hints("A", 3.0));
        let (id, here, there) = one.difference(&other).unwrap();
        assert_eq!((id, &*here, &*there), ("A", r#"{"weight":2.0}"#, r#"{"weight":3.0}"#));
    }
}
