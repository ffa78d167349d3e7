//! What the name of a node says.

/// A connector's name, taken apart.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct ConnectorName {
    pub(crate) pins: Option<String>,
    pub(crate) color: Option<String>,
}

const PREFIXES: &[&str] = &["connector", "socket", "conn"];
const SEPARATORS: &[char] = &['_', '-', '.', ' '];
/// No slip of the finger makes a longer word of a prefix.
const LONGEST_WORD: usize = 20;

/// Reads `connector[_<pins>][_<color>]`, in any case, with any of the separators and prefixes; none if it is
/// not of that form.
pub(crate) fn connector(name: &str) -> Option<ConnectorName> {
    let name = without_copy_number(name.trim()).to_lowercase();
    let rest = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix))?;
    // Digits straight after the prefix only number it: `Connector2`.
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if !(rest.is_empty() || rest.starts_with(SEPARATORS)) {
        return None;
    }
    let mut words: Vec<&str> = rest.split(SEPARATORS).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
    let pins = words.first().filter(|word| is_number(word)).map(ToString::to_string);
    words.drain(..usize::from(pins.is_some()));
    while words.last().is_some_and(is_number) {
        words.pop();
    }
    let color = words.join("_");
    let color =
        if color.starts_with('#') { &*color } else { color.trim_end_matches(|c: char| c.is_ascii_digit()) };
    Some(ConnectorName { pins, color: (!color.is_empty()).then(|| color.into()) })
}

/// What the name of a connector was meant to be, if it has a slip of the finger in its first word: `conector_2_white`.
///
/// Other words are near, too (`connection`, `collector`), so the farther it is, the more of the rest must be of the form.
pub(crate) fn nearly_connector(name: &str) -> Option<String> {
    let name = name.trim();
    let end = name.find(SEPARATORS).unwrap_or(name.len());
    let (word, rest) =
        (name[..end].trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase(), &name[end..]);
    let mut words = without_copy_number(rest).split(SEPARATORS).filter(|word| !word.is_empty());
    let pins = words.next().is_some_and(|word| word.chars().all(|c| c.is_ascii_digit()));
    let form = usize::from(pins) + usize::from(pins && words.next().is_some());
    let is_slip = |prefix: &&&str| match strsim::osa_distance(&word, prefix) {
        // A group of connectors is none.
        1 if word.strip_suffix('s') == Some(prefix) => false,
        1 if **prefix == "conn" => form == 2,
        // `rocket` is no slip.
        1 if **prefix == "socket" => form > 0 && word.starts_with('s'),
        1 => true,
        2 => **prefix == "connector" && form > 0,
        _ => false,
    };
    if connector(name).is_some() || word.len() > LONGEST_WORD {
        return None;
    }
    let meant = PREFIXES.iter().find(is_slip)?;
    Some(format!("{meant}{rest}"))
}

/// Letters of a name that are kept beside each of the parts that have it.
const LONGEST_NAME: usize = 200;

/// A name as far as it is kept: nobody gives longer names than fit.
pub(crate) fn short(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}

/// Without the `.001` that Blender puts behind the name of a copy.
pub(crate) fn without_copy_number(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, digits)) if digits.len() >= 3 && digits.chars().all(|c| c.is_ascii_digit()) => stem,
        _ => name,
    }
}

/// What a mesh is for, by the name of its node: the suffixes of Godot and the prefixes of Unreal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshRole {
    /// It is seen.
    Drawn,
    /// It is the shape of a collider.
    Collider,
    /// It is the floor that can be walked.
    Navmesh,
    /// It is left out.
    LeftOut,
}

/// The role that a node's name gives its mesh.
pub(crate) fn mesh_role(name: &str) -> MeshRole {
    let name = without_copy_number(name).to_lowercase();
    let of_godot = name.ends_with("-colonly") || name.ends_with("-convcolonly");
    let of_unreal = name.starts_with("ubx_") || name.starts_with("ucx_");
    if of_godot || of_unreal {
        MeshRole::Collider
    } else if name.ends_with("-navmesh") {
        MeshRole::Navmesh
    } else if name.ends_with("-noimp") {
        MeshRole::LeftOut
    } else {
        MeshRole::Drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Option<(Option<String>, Option<String>)> {
        connector(name).map(|name| (name.pins, name.color))
    }

    fn some(pins: &str, color: &str) -> Option<(Option<String>, Option<String>)> {
        let word = |word: &str| (!word.is_empty()).then(|| word.to_string());
        Some((word(pins), word(color)))
    }

    #[test]
    fn pins_and_color_are_both_optional() {
        assert_eq!(read("connector"), some("", ""));
        assert_eq!(read("connector_2"), some("2", ""));
        assert_eq!(read("connector_red"), some("", "red"));
        assert_eq!(read("connector_2_red"), some("2", "red"));
    }

    #[test]
    fn any_case_separator_and_prefix_will_do() {
        assert_eq!(read("Connector 3 Blue"), some("3", "blue"));
        assert_eq!(read("CONN-3-blue"), some("3", "blue"));
        assert_eq!(read("socket.4.light_blue"), some("4", "light_blue"));
        assert_eq!(read("connector_2_#ff8800"), some("2", "#ff8800"));
    }

    #[test]
    fn numbers_of_copies_are_stripped() {
        assert_eq!(read("connector.001"), some("", ""));
        assert_eq!(read("connector_2.001"), some("2", ""));
        assert_eq!(read("connector_2_red.012"), some("2", "red"));
        assert_eq!(read("connector_2_red3"), some("2", "red"));
        assert_eq!(read("connector_2_red_3"), some("2", "red"));
        assert_eq!(read("Connector7"), some("", ""));
    }

    #[test]
    fn other_names_are_not_connectors() {
        for name in ["connection", "connected_room", "Room", "disconnector", "sockets", ""] {
            assert_eq!(read(name), None, "{name}");
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_seen_with_what_was_meant() {
        for (name, meant) in [
            ("conector_2_white", "connector_2_white"),
            ("connecter", "connector"),
            ("Conncetor-1-Red.001", "connector-1-Red.001"),
            ("conectr_2", "connector_2"),
            ("connection_2_white", "connector_2_white"),
            ("connectorA_2", "connector_2"),
            ("Conector2", "connector"),
            ("soket_3_blue", "socket_3_blue"),
            ("con_2_white", "conn_2_white"),
        ] {
            assert_eq!(nearly_connector(name).as_deref(), Some(meant), "{name}");
        }
    }

    #[test]
    fn other_words_are_no_slips() {
        for name in [
            "connector_2_white",
            "Connectors",
            "connection",
            "connected_room",
            "collector",
            "sockets",
            "rocket_2",
            "Cone",
            "corn_2",
            "Room",
            "conveyor_2",
            "door_socket",
            "Sockel.001",
            "",
            "2_white",
            "_2",
        ] {
            assert_eq!(nearly_connector(name), None, "{name}");
        }
        assert_eq!(nearly_connector(&"c".repeat(100_000)), None, "and take no time");
    }

    #[test]
    fn roles_of_meshes_follow_godot_and_unreal() {
        assert_eq!(mesh_role("Room-colonly"), MeshRole::Collider);
        assert_eq!(mesh_role("Alcove-colonly.001"), MeshRole::Collider);
        assert_eq!(mesh_role("Room-convcolonly"), MeshRole::Collider);
        assert_eq!(mesh_role("UBX_Room_01"), MeshRole::Collider);
        assert_eq!(mesh_role("UCX_Room"), MeshRole::Collider);
        assert_eq!(mesh_role("Floor-navmesh"), MeshRole::Navmesh);
        assert_eq!(mesh_role("Guide-noimp"), MeshRole::LeftOut);
        assert_eq!(mesh_role("Room"), MeshRole::Drawn);
    }

    #[test]
    fn a_copy_number_has_three_digits_at_least() {
        assert_eq!(without_copy_number("Door.001"), "Door");
        assert_eq!(without_copy_number("Door.1234"), "Door");
        assert_eq!(without_copy_number("Door.12"), "Door.12");
        assert_eq!(without_copy_number("Door.0a1"), "Door.0a1");
        assert_eq!(without_copy_number("a.b.001"), "a.b");
    }

    #[test]
    fn roles_are_read_in_any_case_and_only_at_their_end_of_the_name() {
        assert_eq!(mesh_role("ROOM-ColOnly"), MeshRole::Collider);
        assert_eq!(mesh_role("ubx_room"), MeshRole::Collider);
        assert_eq!(mesh_role("room_ubx_"), MeshRole::Drawn);
        assert_eq!(mesh_role("room-colonly-top"), MeshRole::Drawn);
        assert_eq!(mesh_role("FLOOR-NAVMESH.003"), MeshRole::Navmesh);
        assert_eq!(mesh_role("navmesh"), MeshRole::Drawn);
    }
}
