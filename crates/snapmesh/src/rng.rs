//! Chance: the only place where anything random comes from.
//!
//! Both generators map their bits to a number by arithmetic written here, so that no update of a
//! dependency can change what a seed means.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// Which generator turns the seed into draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RngKind {
    /// ChaCha with eight rounds, drawn without modulo bias. The default.
    #[default]
    ChaCha8,
    /// The xorshift128 of the Unity engine, so that published seeds give the published maps.
    Unity,
}

impl RngKind {
    /// The names used in `kit.toml`, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["chacha8", "unity"];

    /// The name used in `kit.toml`.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::ChaCha8, Self::Unity].into_iter().find(|kind| kind.name() == name)
    }
}

/// A seeded source of draws.
#[derive(Clone, Debug)]
pub struct Rng(Source);

#[derive(Clone, Debug)]
enum Source {
    ChaCha8(Box<ChaCha8Rng>),
    Unity([u32; 4]),
}

impl Rng {
    /// Starts the generator at a seed.
    pub fn new(kind: RngKind, seed: i64) -> Self {
        Self(match kind {
            RngKind::ChaCha8 => Source::ChaCha8(Box::new(ChaCha8Rng::from_seed(chacha_key(seed)))),
            RngKind::Unity => Source::Unity(unity_state(seed)),
        })
    }

    /// Draws a whole number from `[low, high)`, each as likely as the others.
    ///
    /// # Panics
    /// When the range is empty: there is nothing to draw from, and the caller has a bug.
    #[inline]
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        assert!(low < high, "cannot draw from the empty range {low}..{high}");
        let span = high.wrapping_sub(low) as u64;
        let offset = match &mut self.0 {
            Source::ChaCha8(chacha) => unbiased(span, || chacha.next_u64()),
            Source::Unity(state) => u64::from(unity_next(state)) % span,
        };
        low.wrapping_add(offset as i64)
    }

    /// Draws an index below `count`.
    ///
    /// # Panics
    /// When `count` is zero.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        self.range(0, count as i64) as usize
    }
}

/// Steps that a chance is divided into.
const STEPS: usize = 1 << 30;

impl Rng {
    /// Draws a share of a whole: from 0 up to 1, which is never drawn.
    pub fn share(&mut self) -> f64 {
        self.below(STEPS) as f64 / STEPS as f64
    }

    /// Whether something happens whose chance is this share, from 0 (never) to 1 (always). It costs a draw in any case.
    pub fn chance(&mut self, share: f64) -> bool {
        self.share() < share
    }

    /// A stream of its own for everything of a name and number: what is drawn from it changes no other.
    pub fn stream(kind: RngKind, seed: i64, name: &str, number: u64) -> Self {
        // FNV-1a: short, and the same for all time.
        let bytes = name.bytes().chain(number.to_le_bytes());
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(match kind {
            RngKind::ChaCha8 => {
                let mut chacha = ChaCha8Rng::from_seed(chacha_key(seed));
                // The stream of the seed itself is number 0.
                chacha.set_stream(hash | 1);
                Source::ChaCha8(Box::new(chacha))
            }
            RngKind::Unity => Source::Unity(unity_state(seed.wrapping_add(hash as i64))),
        })
    }
}

/// The seed in the first eight bytes, a name of ours in the rest.
fn chacha_key(seed: i64) -> [u8; 32] {
    let mut key = *b"\0\0\0\0\0\0\0\0snapmesh seed, mapping 1";
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key
}

/// Lemire's multiplication with rejection: no modulo bias, and one draw in nearly every case.
fn unbiased(span: u64, mut next: impl FnMut() -> u64) -> u64 {
    loop {
        let product = u128::from(next()) * u128::from(span);
        let low = product as u64;
        // What is left over after whole spans is below `span`, and dividing is what costs.
        if low >= span || low >= span.wrapping_neg() % span {
            return (product >> 64) as u64;
        }
    }
}

fn unity_state(seed: i64) -> [u32; 4] {
    let mut state = [seed as u32; 4];
    for i in 1..4 {
        state[i] = state[i - 1].wrapping_mul(1_812_433_253).wrapping_add(1);
    }
    state
}

fn unity_next(state: &mut [u32; 4]) -> u32 {
    let [s0, s1, s2, s3] = *state;
    let t = s0 ^ (s0 << 11);
    let next = s3 ^ (s3 >> 19) ^ t ^ (t >> 8);
    *state = [s1, s2, s3, next];
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the published xorshift128 with Unity's seeding, computed by hand once.
    #[test]
    fn unity_follows_the_published_recurrence() {
        assert_eq!(unity_state(0), [0, 1, 1_812_433_254, 1_900_727_103]);
        let mut state = [1, 2, 3, 4];
        assert_eq!(unity_next(&mut state), 4 ^ 0x801 ^ 8);
        assert_eq!(state, [2, 3, 4, 4 ^ 0x801 ^ 8]);
    }

    #[test]
    fn unity_takes_the_low_half_of_a_long_seed() {
        assert_eq!(unity_state(-1), unity_state(0xffff_ffff));
        assert_eq!(unity_state(1 << 40), unity_state(0));
    }

    /// Golden: a change here changes the meaning of every seed and belongs in the CHANGELOG.
    #[test]
    fn chacha8_draws_are_fixed_for_all_time() {
        let mut rng = Rng::new(RngKind::ChaCha8, 42);
        let drawn: Vec<i64> = (0..8).map(|_| rng.range(-5, 100)).collect();
        assert_eq!(drawn, GOLDEN_CHACHA8_42);
    }
    const GOLDEN_CHACHA8_42: [i64; 8] = [31, 42, 14, 5, 7, 28, 10, 60];

    #[test]
    fn both_kinds_stay_in_range_and_reach_every_value() {
        for kind in [RngKind::ChaCha8, RngKind::Unity] {
            let mut rng = Rng::new(kind, -7);
            let mut seen = [0u32; 6];
            for _ in 0..6000 {
                seen[(rng.range(-3, 3) + 3) as usize] += 1;
            }
            assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{kind:?}: {seen:?}");
        }
    }

    #[test]
    fn a_single_choice_still_costs_a_draw() {
        for kind in [RngKind::ChaCha8, RngKind::Unity] {
            let (mut drawn, mut fresh) = (Rng::new(kind, 1), Rng::new(kind, 1));
            assert_eq!(drawn.below(1), 0);
            fresh.range(0, 1000);
            assert_eq!(drawn.range(0, 1 << 30), fresh.range(0, 1 << 30));
        }
    }

    #[test]
    fn the_whole_span_of_i64_can_be_drawn_from() {
        let mut rng = Rng::new(RngKind::ChaCha8, 3);
        assert!((0..64).any(|_| rng.range(i64::MIN, i64::MAX) < 0));
    }

    #[test]
    fn a_chance_is_as_likely_as_it_says() {
        let mut rng = Rng::new(RngKind::ChaCha8, 11);
        let often = (0..4000).filter(|_| rng.chance(0.25)).count();
        assert!((850..1150).contains(&often), "{often}");
        assert!((0..100).all(|_| rng.chance(1.0)) && !(0..100).any(|_| rng.chance(0.0)));
    }

    #[test]
    fn streams_of_other_names_and_numbers_are_others_and_none_is_that_of_the_seed() {
        for kind in [RngKind::ChaCha8, RngKind::Unity] {
            let drawn = |mut rng: Rng| [(); 4].map(|()| rng.below(1 << 30));
            let streams =
                [("a", 0), ("a", 1), ("b", 0)].map(|(name, number)| Rng::stream(kind, 7, name, number));
            let mut all: Vec<_> = streams.into_iter().chain([Rng::new(kind, 7)]).map(drawn).collect();
            assert_eq!(drawn(Rng::stream(kind, 7, "a", 1)), all[1], "the same again");
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), 4);
        }
    }

    #[test]
    fn names_go_both_ways() {
        for name in RngKind::NAMES {
            assert_eq!(RngKind::from_name(name).map(RngKind::name), Some(*name));
        }
        assert_eq!(RngKind::from_name("mersenne"), None);
    }
}
