//! Colors that pictures, plans and meshes share: from screens to light, and from the first piece to the last.

use snapmesh::glam::Vec3;

/// A color as on a screen (sRGB), as light.
pub(crate) fn linear(color: [f32; 3]) -> Vec3 {
    let channel = |c: f32| {
        let c = f64::from(c).clamp(0.0, 1.0);
        (if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }) as f32
    };
    Vec3::from(color.map(channel))
}

/// A color of 8 bits a channel, as light.
pub(crate) fn linear_bytes(color: [u8; 3]) -> Vec3 {
    linear(color.map(|c| f32::from(c) / 255.0))
}

/// Dark to light, as in the paper's figure: deep blue over teal to sand. `age` goes from 0 to 1.
pub(crate) fn ramp(age: f64) -> [u8; 3] {
    const STOPS: [[f64; 3]; 4] =
        [[38.0, 52.0, 92.0], [44.0, 110.0, 138.0], [110.0, 178.0, 152.0], [238.0, 214.0, 150.0]];
    let at = age * 3.0;
    let low = (at as usize).min(2);
    [0, 1, 2].map(|i| (STOPS[low][i] + (STOPS[low + 1][i] - STOPS[low][i]) * (at - low as f64)) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ramp_goes_from_dark_to_light() {
        assert_eq!(ramp(0.0), [0x26, 0x34, 0x5c]);
        assert_eq!(ramp(1.0), [0xee, 0xd6, 0x96]);
    }
}
