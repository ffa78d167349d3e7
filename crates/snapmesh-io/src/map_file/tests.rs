//! Maps go out and come in, and what does not fit is refused.

use super::*;
use crate::kit_file::OpenKit;
use crate::piece_file::testing::{bend, gltf, open, ring, room};
use serde_json::json;
use snapmesh::selection::STANDARD;

fn kit() -> OpenKit {
    open("[selection]\nmax_pieces = 4\n", &[("Room.gltf", &room())]).unwrap()
}

fn grown(open: &OpenKit) -> (MapFile, Map) {
    let map = open.recipe().unwrap().grow(7);
    (MapFile::new(&open.kit, &open.settings, &map), map)
}

fn parsed(text: &str) -> Result<MapFile, String> {
    MapFile::parse(text.as_bytes(), "map.json", &Limits::DEFAULT).map_err(|problems| problems.to_string())
}

/// What is said against a map that was changed, and whose digest fits it again.
fn refused(change: impl FnOnce(&mut MapFile)) -> String {
    let open = kit();
    let mut file = grown(&open).0;
    change(&mut file);
    file.digest = file.compute_digest();
    let file = parsed(&file.to_text()).unwrap();
    file.map("map.json", &open.kit).unwrap_err().to_string()
}

#[test]
fn a_map_goes_out_and_in_as_it_is() {
    let open = kit();
    let (file, map) = grown(&open);
    assert_eq!(map.pieces.len(), 4);
    let read = parsed(&file.to_text()).unwrap();
    assert_eq!(read, file);
    assert_eq!(read.map("map.json", &open.kit).unwrap(), map);
    let settings = read.settings("map.json", STANDARD).unwrap();
    assert_eq!((settings.generation.seed, settings.selection.params().integer("max_pieces")), (7, 4));
}

#[test]
fn every_piece_and_every_section_has_a_line() {
    let open = kit();
    let text = grown(&open).0.to_text();
    assert_eq!(text.lines().filter(|line| line.contains("\"piece\":\"Room\"")).count(), 4);
    for section in ["kit", "connection", "generation", "selection", "navigation"] {
        assert!(text.lines().any(|line| line.trim_start().starts_with(&format!("\"{section}\": {{"))));
    }
    assert!(text.ends_with("\"\n}\n") && !text.contains("links"), "no links, no list");
}

#[test]
fn another_format_is_told_before_anything_else() {
    assert_eq!(
        parsed("{\"format\": \"snapmesh-map/9\", \"pieces\": 3}").unwrap_err(),
        "error: map.json: is of the format \"snapmesh-map/9\"; this version reads \"snapmesh-map/1\""
    );
}

#[test]
fn what_is_no_map_is_told_with_its_place() {
    let told = parsed("{\n  \"format\": 3}\n").unwrap_err();
    assert!(told.starts_with("error: map.json:2:13: is not a map: "), "{told}");
    assert!(told.contains("help: a map file is what a map is written to as .json"), "{told}");
    assert!(parsed("").unwrap_err().starts_with("error: map.json:1:1: is not a map: "));
}

#[test]
fn a_map_that_was_changed_is_refused() {
    let text = grown(&kit()).0.to_text();
    let told = parsed(&text.replacen("\"seed\":7", "\"seed\":8", 1)).unwrap_err();
    assert!(told.contains("was changed since it was written: its digest is "), "{told}");
    assert!(told.ends_with("help: generate it again from its kit and seed"), "{told}");
    assert!(parsed(&text.replace("  ", " ")).is_ok(), "spaces say nothing");
}

#[test]
fn keys_of_a_later_version_are_covered_by_the_digest() {
    let text = grown(&kit()).0.to_text();
    let more = text.replacen("\n  \"stop\"", "\n  \"weather\": {\"rain\":0.5},\n  \"stop\"", 1);
    assert!(parsed(&more).unwrap_err().contains("was changed since it was written"));
    let mut json: Object<String, Json> = serde_json::from_str(&more).unwrap();
    let digest = digest_of(&json);
    json.insert("digest".into(), digest.into());
    assert!(parsed(&text::of(&json)).is_ok());
}

#[test]
fn another_kit_is_refused_with_both_fingerprints() {
    let (file, _) = grown(&kit());
    let mut other = room();
    other["nodes"][2]["extras"]["pins"] = json!(2);
    let other = open("", &[("Room.gltf", &other)]).unwrap();
    let told = file.map("map.json", &other.kit).unwrap_err().to_string();
    assert!(told.contains(&file.kit.fingerprint) && told.contains(other.kit.fingerprint()), "{told}");
    assert!(told.starts_with("error: map.json: was made with other pieces: the kit \"kit\""), "{told}");
}

#[test]
fn of_a_changed_kit_what_is_joined_must_still_be_there() {
    let (mut file, _) = grown(&kit());
    let mut other = room();
    other["nodes"][2]["extras"]["pins"] = json!(2);
    let other = open("", &[("Room.gltf", &other)]).unwrap();
    let taken = |file: &MapFile| file.map_of_changed("map.json", &other.kit, &other.settings);
    let (map, odd) = taken(&file).unwrap();
    assert!(odd[0].message.starts_with("was made with other pieces"), "{odd}");
    assert_eq!(map.pieces.len(), 4);
    for (from, to) in [((9, 0), (0, 0)), ((0, 7), (1, 7))] {
        file.links = vec![LinkEntry { from, to, gap: 0.0, turn: 0.0 }];
        let told = taken(&file).unwrap_err().to_string();
        assert!(told.ends_with("is joined, and is not there"), "{told}");
    }
}

#[test]
fn pieces_that_do_not_fit_are_told_by_number_and_name() {
    assert_eq!(refused(|file| file.pieces.clear()), "error: map.json: has no pieces");
    let changes: [fn(&mut PieceEntry); 3] = [
        |piece| piece.piece = "Hall".into(),
        |piece| piece.rotation = [0.5, 0.5, 0.5, 0.5],
        |piece| piece.joint.as_mut().unwrap().guide = 2,
    ];
    for change in changes {
        let told = refused(|file| change(&mut file.pieces[2]));
        assert!(told.starts_with("error: map.json: piece 2, \""), "{told}");
        assert!(told.ends_with("does not fit the kit"), "{told}");
    }
    let changes: [fn(&mut JointEntry); 2] = [|joint| joint.connector = 2, |joint| joint.guide_connector = 2];
    for change in changes {
        let told = refused(|file| change(file.pieces[2].joint.as_mut().unwrap()));
        assert!(
            told.contains("connector 2 of piece ") && told.ends_with("is joined, and is not there"),
            "{told}"
        );
    }
}

#[test]
fn links_are_kept_and_those_that_join_nothing_refused() {
    let open = kit();
    let (mut file, _) = grown(&open);
    let used = file.map("map.json", &open.kit).unwrap().used_connectors(open.kit.kit());
    let free = |placed: usize| Some((placed as u32, used[placed].iter().position(|used| !used)? as u32));
    let ends: Vec<(u32, u32)> = (0..used.len()).filter_map(free).collect();
    let link = LinkEntry { from: ends[0], to: ends[1], gap: 0.25, turn: 1.5 };
    file.links = vec![link];
    file.digest = file.compute_digest();
    let read = parsed(&file.to_text()).unwrap();
    let links = read.map("map.json", &open.kit).unwrap().links;
    assert_eq!(links.iter().map(LinkEntry::from).collect::<Vec<_>>(), [link]);
    for (to, why) in [(ends[0], "is joined twice"), ((9, 0), "is not there"), ((0, 2), "is not there")] {
        let told = refused(|file| file.links = vec![LinkEntry { to, ..link }]);
        assert!(told.ends_with(why), "{told}");
    }
}

#[test]
fn a_loop_goes_out_and_in_byte_for_byte() {
    let open = ring();
    let (file, map) = grown(&open);
    assert_eq!((map.asked_for().len(), map.grown().len(), map.links.len()), (3, 4, 1));
    let text = file.to_text();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("\"piece\":\"Bend\"")).collect();
    let looped: Vec<bool> = lines.iter().map(|line| line.contains("\"role\":\"loop\"")).collect();
    assert_eq!(looped, [false, false, false, true]);
    let read = parsed(&text).unwrap().map("map.json", &open.kit).unwrap();
    let roles = |map: &Map| map.pieces.iter().map(|placed| placed.role).collect::<Vec<_>>();
    assert_eq!((roles(&read), &read.links), (roles(&map), &map.links));
    assert_eq!(MapFile::new(&open.kit, &open.settings, &read).to_text(), text);
}

/// What is said against the ring with other roles, of which pieces of no number are joined to nothing.
fn refused_roles(roles: [Option<&str>; 4], change: impl FnOnce(&mut MapFile)) -> String {
    let open = ring();
    let mut file = grown(&open).0;
    for (piece, role) in file.pieces.iter_mut().zip(roles) {
        piece.role = role.map(Into::into);
    }
    change(&mut file);
    file.digest = file.compute_digest();
    let map = parsed(&file.to_text()).unwrap().map("map.json", &open.kit);
    map.err().map(|problems| problems.to_string()).unwrap_or_default()
}

#[test]
fn pieces_of_loops_stand_between_what_grew_and_caps() {
    let (cap, looped) = (Some("cap"), Some("loop"));
    let unlinked = |file: &mut MapFile| file.links.clear();
    assert_eq!(refused_roles([None, None, looped, cap], unlinked), "");
    assert_eq!(refused_roles([None, looped, looped, looped], |_| ()), "");
    let order = ": first comes what grew, then pieces of loops, then caps";
    let cases = [
        (
            [None, looped, None, None],
            "piece 2 is a piece that grew, and comes after piece 1, which is part of a loop",
        ),
        ([None, None, cap, None], "piece 3 is a piece that grew, and comes after piece 2, which is a cap"),
        ([None, None, cap, looped], "piece 3 is part of a loop, and comes after piece 2, which is a cap"),
    ];
    for (roles, why) in cases {
        assert_eq!(refused_roles(roles, unlinked), format!("error: map.json: {why}{order}"));
    }
}

#[test]
fn what_was_added_to_a_map_is_joined_to_what_grew_and_was_not_kept() {
    let looped = Some("loop");
    let told = refused_roles([looped; 4], |_| ());
    assert_eq!(told, "error: map.json: piece 0 is part of a loop, and is joined to nothing");
    let told = refused_roles([None, None, None, looped], |file| file.kept = 4);
    let why = "4 pieces were kept, it says, and it has 3 that are no caps and no part of a loop";
    assert_eq!(told, format!("error: map.json: {why}"));
    assert_eq!(refused_roles([None, None, None, looped], |file| file.kept = 3), "");
    let told = refused_roles([None, None, None, Some("cap")], |_| ());
    assert_eq!(told, "error: map.json: piece 3 is a cap, and nothing can be joined to it but what it closes");
    let told = refused_roles([None, None, Some("cap"), Some("cap")], |file| {
        file.links.clear();
        file.pieces[3].joint = Some(JointEntry { guide: 2, guide_connector: 1, connector: 0 });
    });
    assert_eq!(told, "error: map.json: piece 2 is a cap, and nothing can be joined to it but what it closes");
}

/// The joints of a ring that was colored since no longer match where blue is on the guide; its link may be taken either way.
#[test]
fn of_a_link_either_side_may_be_the_one_that_accepts() {
    let uncolored = ring();
    let mut map = grown(&uncolored).1;
    assert_eq!(misfits(&map, &uncolored.kit, &uncolored.settings), [""; 0]);
    let mut bend = bend();
    bend["nodes"][3]["extras"]["color"] = json!("blue");
    let matrix = |red: &str| format!("[connection.color_matrix]\nred = [{red}]\nblue = []\n");
    let open = |red: &str| open(&matrix(red), &[("Bend.gltf", &bend)]).unwrap();
    let told = |map: &Map, open: &OpenKit| misfits(map, &open.kit, &open.settings);
    let one_way = open("\"blue\"");
    let why = "p2_Bend and p0_Bend are joined, though their connectors no longer match: blue on the guide does not accept red";
    assert_eq!(told(&map, &one_way), [why]);
    let link = map.links[0];
    map.links[0] = Link { from: link.to, to: link.from, ..link };
    assert_eq!(told(&map, &one_way), [why]);
    assert_eq!(told(&map, &open("")).len(), 4, "no side accepts the other");
}

#[test]
fn settings_that_make_no_sense_are_all_told() {
    let mut file = grown(&kit()).0;
    file.settings["generation"]["max_fails"] = json!(0);
    file.settings["generation"]["clearance"] = json!(null);
    let told = file.settings("map.json", STANDARD).unwrap_err();
    assert_eq!(told.len(), 2);
    assert!(
        told[0].to_string().starts_with("error: map.json: `max_fails` in [generation] must be"),
        "{told}"
    );
    assert_eq!(told[1].message, "`clearance` in [generation] cannot be null");
}

#[test]
fn a_file_that_is_not_there_is_told_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let told = |path: &Path| MapFile::read(path, &Limits::DEFAULT).unwrap_err().to_string();
    assert!(told(&folder.path().join("map.json")).ends_with("map.json: there is no such file"));
    assert!(told(folder.path()).contains("cannot be read: it is not a regular file"));
    let kit = open("", &[("Room.gltf", &gltf(&json!([{ "name": "connector" }])))]).unwrap();
    let file = grown(&kit).0;
    std::fs::write(folder.path().join("map.json"), file.to_text()).unwrap();
    assert_eq!(MapFile::read(&folder.path().join("map.json"), &Limits::DEFAULT).unwrap(), file);
}
