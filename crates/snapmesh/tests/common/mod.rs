//! Random kits and settings.

use proptest::prelude::*;
use snapmesh::glam::DVec3;
use snapmesh::selection::STANDARD;
use snapmesh::settings::{MatchingRules, WhenBlocked};
use snapmesh::{Connector, Kit, OrientedBox, Piece, PieceId, Pose, RngKind, Settings, Turn, ValidKit};
use std::sync::Arc;

const COLORS: [&str; 3] = ["white", "red", "blue"];

fn level() -> impl Strategy<Value = DVec3> {
    (-1.0..1.0f64, -1.0..1.0f64)
        .prop_filter("long enough", |(x, z)| x * x + z * z > 0.01)
        .prop_map(|(x, z)| DVec3::new(x, 0.0, z).normalize())
}

/// Mostly level, sometimes tilted by a fixed amount, sometimes straight up or down.
fn heading() -> impl Strategy<Value = DVec3> {
    prop_oneof![
        6 => level(),
        1 => (level(), prop::bool::ANY).prop_map(|(v, up)| v * 0.8 + DVec3::Y * if up { 0.6 } else { -0.6 }),
        1 => prop::bool::ANY.prop_map(|up| if up { DVec3::Y } else { DVec3::NEG_Y }),
    ]
}

fn connector() -> impl Strategy<Value = Connector> {
    (heading(), level(), 2.0..4.0f64, -1.0..1.0f64, 1u32..4, 0usize..3).prop_map(
        |(heading, up, reach, y, pins, color)| {
            let mut connector =
                Connector::new(heading * reach + DVec3::Y * y, heading).with(pins, COLORS[color]);
            if heading.y.abs() == 1.0 {
                connector.up = up;
            }
            connector
        },
    )
}

fn shape() -> impl Strategy<Value = OrientedBox> {
    let size = 0.2..1.6f64;
    (level(), size.clone(), 0.2..0.8f64, size, -0.5..0.5f64).prop_map(|(along, x, y, z, up)| {
        let turn = Turn::between(DVec3::X, along).expect("the direction is level");
        let shape = OrientedBox::aligned(DVec3::new(-x, -y, -z), DVec3::new(x, y, z));
        shape.placed(&Pose { position: DVec3::Y * up, turn })
    })
}

pub(crate) fn kit() -> impl Strategy<Value = Arc<ValidKit>> {
    let piece = (prop::collection::vec(connector(), 1..6), prop::collection::vec(shape(), 0..3));
    (prop::collection::vec(piece, 1..6), prop::option::of(prop::collection::vec(0usize..5, 1..3)))
        .prop_map(|(pieces, starters)| {
            let count = pieces.len();
            let named =
                |(i, (connectors, boxes)): (usize, _)| Piece::new(&format!("P{i}"), connectors, boxes);
            let mut kit = Kit::new("random", pieces.into_iter().enumerate().map(named).collect());
            kit.starters = starters.map(|list| list.into_iter().map(|i| PieceId::new(i % count)).collect());
            kit.validate().ok().map(|(kit, _)| Arc::new(kit))
        })
        .prop_filter_map("no two connectors in one place", |kit| kit)
}

/// Settings of all ways to go on where growth is blocked, with a small budget.
pub(crate) fn settings() -> impl Strategy<Value = Settings> {
    let connection = (
        0usize..4,
        0i64..3,
        prop::collection::btree_map(0usize..3, prop::collection::vec(0usize..4, 0..3), 0..3),
    );
    let generation = (any::<i64>(), prop::bool::ANY, 1i64..12, 0.0..0.5f64, prop::bool::ANY, 0.0..0.05f64);
    let selection = (0..STANDARD.len(), 0i64..3, 1i64..60, 0i64..8, 0i64..5, 1i64..6);
    (connection, generation, selection, 0usize..3).prop_map(|(connection, generation, selection, blocked)| {
        let mut settings = Settings::default();
        settings.growth.when_blocked = [WhenBlocked::Stop, WhenBlocked::Skip, WhenBlocked::Undo][blocked];
        settings.growth.budget = Some(2000);
        let (rules, tolerance, rows) = connection;
        settings.connection.matching_rules =
            [MatchingRules::None, MatchingRules::Pins, MatchingRules::Colors, MatchingRules::Both][rules];
        settings.connection.pin_tolerance = tolerance;
        let color = |i: usize| if i == 3 { "*".into() } else { COLORS[i].into() };
        let row =
            |(guide, row): (usize, Vec<usize>)| (COLORS[guide].into(), row.into_iter().map(color).collect());
        settings.connection.color_matrix.rows = rows.into_iter().map(row).collect();
        let (seed, unity, max_fails, distance, check, clearance) = generation;
        settings.generation.seed = seed;
        settings.generation.rng = if unity { RngKind::Unity } else { RngKind::ChaCha8 };
        settings.generation.max_fails = max_fails;
        settings.generation.piece_distance = distance;
        settings.generation.check_overlaps = check;
        settings.generation.clearance = clearance;
        let (method, tolerance, pieces, length, var, count) = selection;
        settings.selection.method = STANDARD[method];
        settings.selection.starter_con_tol = tolerance;
        let params = [
            ("max_pieces", pieces),
            ("arm_length", length),
            ("arm_length_var", var),
            ("branch_count", count),
            ("branch_length", length),
            ("branch_length_var", var),
        ];
        for (name, value) in params {
            settings.selection.set(name, value).expect("the paper's methods have these");
        }
        settings
    })
}
