//! A report of a table that was made up: `cargo run -p snapmesh-sweep --example report_demo -- report.html [ROWS]`.

use snapmesh_sweep::report::{Data, Pick, Series, Thumbnail, page, pick};
use std::error::Error;

const METHODS: [&str; 4] = ["arena", "corridor", "star", "branch"];
const STOPS: [&str; 4] = ["piece-limit", "stuck", "hub-full", "branches-done"];
const PIECES: [&str; 12] = [
    "Hall",
    "Corridor",
    "Corner",
    "Tee",
    "Cross",
    "Stairs",
    "Ramp",
    "Bridge",
    "Größer Saal",
    "廊下",
    "Attic<br>",
    "Well",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| "report.html".to_owned());
    let rows = args.next().map_or(Ok(20_000), |rows| rows.parse())?;
    let data = table(rows);
    let pictures: Vec<Thumbnail> = pick(&data).into_iter().map(picture).collect::<Result<_, _>>()?;
    std::fs::write(&path, page(&data, &pictures))?;
    Ok(())
}

/// Numbers that look like chance, and are the same every time.
struct Dice(u64);

impl Dice {
    /// From 0 to 1.
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Around 0, seldom beyond 1.
    fn bell(&mut self) -> f64 {
        (0..6).map(|_| self.roll()).sum::<f64>() / 3.0 - 1.0
    }
}

/// One made-up map.
struct Made {
    method: usize,
    max_pieces: f64,
    max_fails: f64,
    stop: usize,
    pieces: f64,
    linearity: f64,
    validated: bool,
    connectivity: f64,
    dice: Dice,
}

fn made(row: usize) -> Made {
    let mut dice = Dice(row as u64 * 7919 + 17);
    dice.roll();
    let method = row % 4;
    let max_pieces = [20.0, 50.0, 100.0][row / 4 % 3];
    let max_fails = [5.0, 10.0, 20.0, 50.0][row / 12 % 4];
    let whole = dice.roll() < [0.9, 0.35, 0.55, 0.7][method] + max_fails / 200.0;
    let pieces = if whole {
        max_pieces
    } else {
        (2.0 + dice.roll() * dice.roll().sqrt() * (max_pieces - 2.0)).floor()
    };
    let linearity =
        [0.22, 0.93, 0.38, 0.55][method] + dice.bell() * [0.1, 0.06, 0.12, 0.2][method] + 2.0 / pieces;
    let connectivity = 1.0 - dice.roll() * dice.roll() * if dice.roll() < 0.4 { 0.9 } else { 0.0 };
    let stop = if pieces < max_pieces { if method < 2 || dice.roll() < 0.5 { 1 } else { method } } else { 0 };
    let linearity = linearity.clamp(0.05, 1.0);
    Made {
        method,
        max_pieces,
        max_fails,
        stop,
        pieces,
        linearity,
        validated: (row / 48).is_multiple_of(2),
        connectivity,
        dice,
    }
}

fn table(rows: usize) -> Data {
    let numbers = |name: &str, of: &dyn Fn(&mut Made) -> Option<f64>| {
        Series::numbers(name, (0..rows).map(|row| of(&mut made(row))).collect())
    };
    let always = |name: &str, of: &dyn Fn(&mut Made) -> f64| numbers(name, &|map| Some(of(map)));
    let walked =
        |name: &str, of: &dyn Fn(&mut Made) -> f64| numbers(name, &|map| map.validated.then(|| of(map)));
    let words = |name: &str, names: &[&str], of: &dyn Fn(&Made) -> usize| {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Series::words(name, names, (0..rows).map(|row| Some(of(&made(row)) as u32)).collect())
    };
    let mut columns = vec![
        Series::numbers("seed", (0..rows).map(|row| Some((row / 48) as f64)).collect()),
        always("pieces", &|map| map.pieces),
        always("free_connectors", &|map| (map.pieces * (0.3 + map.dice.roll() * 0.4)).floor()),
        always("depth", &|map| (1.0 + map.pieces * map.linearity * (0.6 + map.dice.roll() * 0.4)).floor()),
        always("branching", &|map| 1.0 + (1.0 - map.linearity) * (0.8 + map.dice.bell() * 0.3)),
        always("linearity", &|map| map.linearity),
        always("extent_x", &|map| 8.0 + map.pieces.sqrt() * (9.0 + 4.0 * map.dice.bell())),
        always("extent_y", &|map| 4.0 * (1.0 + map.pieces.sqrt() * map.dice.roll()).floor()),
        always("extent_z", &|map| {
            8.0 + map.pieces.sqrt() * (9.0 + 4.0 * (map.dice.bell() + map.dice.bell()) / 2.0)
        }),
        always("volume", &|map| {
            if map.dice.roll() < 1e-4 { 9e7 } else { map.pieces * (310.0 + 60.0 * map.dice.bell()) }
        }),
        words("stop", &STOPS, &|map| map.stop),
        walked("connectivity", &|map| map.connectivity),
        walked("largest_region", &|map| map.connectivity.sqrt()),
        walked("regions", &|map| 1.0 + ((1.0 - map.connectivity) * 9.0).ceil()),
        walked("walkable_area", &|map| map.pieces * (40.0 + 8.0 * map.dice.bell())),
        always("generate_ms", &|map| 0.0008 * map.pieces * (1.0 + map.dice.roll())),
        walked("validate_ms", &|map| 0.9 * map.pieces * (1.0 + map.dice.roll())),
        words("selection.method", &METHODS, &|map| map.method),
        always("selection.max_pieces", &|map| map.max_pieces),
        always("generation.max_fails", &|map| map.max_fails),
        always("generation.clearance", &|map| (map.dice.roll() * 40.0).floor() / 100.0),
        always("generation.piece_distance", &|_| 0.001),
        words("connection.matching_rules", &["pins-and-colors"], &|_| 0),
        words("kit.pieces", &["Hall.glb, Corridor.glb, Corner.glb, Tee.glb, Cross.glb, Stairs.glb"], &|_| 0),
    ];
    for (place, piece) in PIECES.iter().enumerate() {
        let share = 0.3 / (place as f64 + 1.0) - 0.025;
        columns.push(always(&format!("use.{piece}"), &|map| {
            for _ in 0..place {
                map.dice.roll();
            }
            (map.pieces * share * (0.4 + 1.2 * map.dice.roll())).round().max(0.0)
        }));
    }
    Data {
        title: "The space of starter".to_owned(),
        notes: vec![
            ("Kit".to_owned(), "starter, 12 pieces".to_owned()),
            ("Fingerprint".to_owned(), "5f3a91c0".to_owned()),
            ("Version".to_owned(), "snapmesh 0.1.0".to_owned()),
        ],
        rows,
        columns,
    }
}

/// A made-up picture: discs, as many and as bright as the row has it.
fn picture(pick: Pick) -> Result<Thumbnail, png::EncodingError> {
    const SIZE: (u32, u32) = (480, 360);
    let mut dice = Dice(pick.row as u64 + 3);
    let discs: Vec<[f64; 4]> = (0..14)
        .map(|_| [dice.roll() * 480.0, dice.roll() * 360.0, 12.0 + dice.roll() * 40.0, dice.roll()])
        .collect();
    let mut pixels = Vec::with_capacity((SIZE.0 * SIZE.1 * 3) as usize);
    for (y, x) in (0..SIZE.1).flat_map(|y| (0..SIZE.0).map(move |x| (y, x))) {
        let inside = |[a, b, r, _]: &&[f64; 4]| (f64::from(x) - a).abs() + (f64::from(y) - b).abs() < *r;
        let light = discs.iter().rev().find(inside).map_or(0.93, |disc| 0.35 + 0.45 * disc[3]);
        pixels.extend([0.95, 0.97, 1.0].map(|tint| (255.0 * light * tint) as u8));
    }
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(&pixels)?;
    let caption = format!("snapmesh generate kits/starter --seed {}", pick.row / 48);
    Ok(Thumbnail { row: pick.row, title: pick.why, caption, png })
}
