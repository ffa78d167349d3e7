//! Tells files that we wrote from those of a kit.

/// What the file says it was made by, whichever version it was.
const GENERATOR: &str = "\"generator\":\"snapmesh ";

/// The format of our map files, which maps of every format name.
pub const FORMAT: &str = "snapmesh-map/1";

/// How much of a file tells whether it is a map.
pub(crate) const START: usize = 4096;

/// Whether a file that starts like this is a map that we wrote: its root says so in its extras, which come early in it.
pub(crate) fn is_map(start: &[u8]) -> bool {
    let start = String::from_utf8_lossy(start);
    start.contains(GENERATOR) && start.contains(&format!("\"format\":\"{FORMAT}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_told_by_its_maker_and_its_format_together() {
        let map =
            r#"{"asset":{"generator":"snapmesh 9.9"},"nodes":[{"extras":{"format":"snapmesh-map/1"}}]}"#;
        assert!(is_map(map.as_bytes()));
        assert!(is_map(&[b"glTF\xff\xfe".as_slice(), map.as_bytes()].concat()), "whatever comes before");
        assert!(!is_map(map.replace("snapmesh 9.9", "Blender").as_bytes()), "somebody else's");
        assert!(!is_map(map.replace("snapmesh-map/1", "snapmesh-map/2").as_bytes()), "a piece we made");
        assert!(!is_map(b""));
    }
}
