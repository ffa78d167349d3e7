//! What stands in the room: one table, from which both the file and what readers must find are made.

use glam::{DAffine3, DQuat, DVec3};
use serde_json::{Value, json};

/// A node of the room that is more than a part of its mesh.
pub(super) struct Thing {
    pub(super) name: &'static str,
    /// The group it stands in, if any: a number of `GROUPS`.
    pub(super) group: Option<usize>,
    pub(super) at: DVec3,
    pub(super) turn: DQuat,
    pub(super) scale: DVec3,
    pub(super) extras: Option<Value>,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    /// A light of `KHR_lights_punctual`.
    Light(Value),
    /// An empty that somebody will look for.
    Marker,
    /// A mesh that stays a node of its own: a block between two corners, and the turn that an animation ends with.
    Moving { block: [DVec3; 2], opened: Option<DQuat> },
    /// What a map is better without.
    Camera,
}

/// Groups are moved and turned, so that whoever forgets about parents is found out.
pub(super) const GROUPS: [(&str, DVec3, f64); 2] =
    [("lamps", DVec3::new(1.5, 0.0, 1.0), 90.0), ("frame", DVec3::new(-1.5, 0.0, -0.5), 45.0)];

/// The animation of the door leaf.
pub(super) const ANIMATION: &str = "open";

/// A turn about an axis. libm, not the machine's own: the files must be the same bytes wherever they are made.
pub(super) fn turn(axis: DVec3, degrees: f64) -> DQuat {
    let half = degrees.to_radians() / 2.0;
    let v = axis * libm::sin(half);
    DQuat::from_xyzw(v.x, v.y, v.z, libm::cos(half))
}

pub(super) fn things() -> Vec<Thing> {
    let thing = |name, group, at: [f64; 3], kind| Thing {
        name,
        group,
        at: at.into(),
        turn: DQuat::IDENTITY,
        scale: DVec3::ONE,
        extras: None,
        kind,
    };
    let lamp =
        json!({ "type": "point", "name": "warm", "color": [1.0, 0.6, 0.3], "intensity": 40.0, "range": 8.0 });
    let cone = json!({ "innerConeAngle": 0.3, "outerConeAngle": 0.7 });
    let spot = json!({ "type": "spot", "name": "cold", "color": [0.2, 0.4, 1.0], "intensity": 80.0, "range": 10.0, "spot": cone });
    let leaf = [DVec3::new(0.0, 0.0, -0.03), DVec3::new(0.9, 2.0, 0.03)];
    let chest = [DVec3::new(-0.25, 0.0, -0.25), DVec3::new(0.25, 0.4, 0.25)];
    let open = Kind::Moving { block: leaf, opened: Some(turn(DVec3::Y, 100.0)) };
    vec![
        Thing {
            extras: Some(json!({ "circuit": "A" })),
            ..thing("Lamp", Some(0), [0.5, 2.2, -0.25], Kind::Light(lamp))
        },
        Thing { turn: turn(DVec3::X, -60.0), ..thing("Spot", Some(0), [0.0, 2.4, 0.5], Kind::Light(spot)) },
        Thing {
            turn: turn(DVec3::Y, 30.0),
            extras: Some(json!({ "spawn": "goblin", "level": 3 })),
            ..thing("spawn_goblin", Some(1), [0.5, 0.0, 0.5], Kind::Marker)
        },
        // A name that Godot would make a wheel of.
        Thing {
            extras: Some(json!({ "spare": true })),
            ..thing("cart_wheel", None, [-2.0, 0.5, 2.0], Kind::Marker)
        },
        Thing { turn: turn(DVec3::Y, 10.0), ..thing("Leaf", Some(1), [0.0, 0.0, 0.2], open) },
        Thing {
            turn: turn(DVec3::Y, 20.0),
            scale: DVec3::new(1.2, 1.0, 0.8),
            extras: Some(json!({ "keep": true, "loot": "gold" })),
            ..thing("Chest", None, [2.2, 0.0, 2.2], Kind::Moving { block: chest, opened: None })
        },
        thing("Eye", None, [0.0, 1.6, 0.0], Kind::Camera),
    ]
}

impl Thing {
    /// The matrix of its group.
    fn group(&self) -> DAffine3 {
        let of = |index: usize| {
            let (_, at, degrees) = GROUPS[index];
            DAffine3::from_rotation_translation(turn(DVec3::Y, degrees), at)
        };
        self.group.map_or(DAffine3::IDENTITY, of)
    }

    /// What a reader must find, in the space of the piece.
    fn wanted(&self) -> Value {
        let group = self.group();
        let about = group.to_scale_rotation_translation().1;
        let mut wanted = json!({
            "name": self.name,
            "position": group.transform_point3(self.at).to_array(),
            "rotation": (about * self.turn).to_array(),
            "extras": self.extras,
        });
        match &self.kind {
            Kind::Light(light) => wanted["light"] = light.clone(),
            Kind::Moving { opened, .. } => {
                wanted["scale"] = json!(self.scale.to_array());
                wanted["opened"] = json!(opened.map(|turned| (about * turned).to_array()));
            }
            Kind::Marker | Kind::Camera => {}
        }
        wanted
    }
}

/// What readers must find in every copy of the room.
pub(super) fn wanted() -> Value {
    let things = things();
    let of = |kind: fn(&Kind) -> bool| -> Vec<Value> {
        things.iter().filter(|thing| kind(&thing.kind)).map(Thing::wanted).collect()
    };
    json!({
        "lights": of(|kind| matches!(kind, Kind::Light(_))),
        "markers": of(|kind| matches!(kind, Kind::Marker)),
        "moving": of(|kind| matches!(kind, Kind::Moving { .. })),
        "absent": of(|kind| matches!(kind, Kind::Camera)),
        "animation": ANIMATION,
    })
}
