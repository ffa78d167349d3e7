//! Chance that is none.

/// A number from 0 to 1 that looks like chance and is the same on every machine: which stone lies where.
pub(super) fn chance(x: usize, y: usize, salt: usize) -> f64 {
    let mut n = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA6B)
        ^ (salt as u32).wrapping_mul(0xC2B2_AE35);
    n = (n ^ (n >> 15)).wrapping_mul(0x2C1B_3C6D);
    n = (n ^ (n >> 12)).wrapping_mul(0x297A_2D39);
    f64::from((n ^ (n >> 15)) & 0xFFFF) / 65536.0
}
