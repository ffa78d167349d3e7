//! A transform as nodes are told: a place, a turn and a scale.

use super::raw::RawNode;
use snapmesh::glam::{DMat3, DMat4, DQuat, DVec3};

/// A scale first, then a turn, then a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Trs {
    pub(crate) translation: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) scale: DVec3,
}

impl Trs {
    /// That of a node, unless its rotation is none.
    pub(super) fn of_node(node: &RawNode) -> Result<Self, String> {
        if let Some(matrix) = node.matrix {
            return Ok(Self::of_matrix(DMat4::from_cols_array(&matrix)));
        }
        let rotation = DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
        let length = rotation.length();
        if length < 1e-6 || !length.is_finite() {
            return Err(format!("the rotation must be a quaternion of length 1, found {rotation}"));
        }
        Ok(Self {
            translation: DVec3::from(node.translation.unwrap_or_default()),
            rotation: rotation / length,
            scale: DVec3::from(node.scale.unwrap_or([1.0; 3])),
        })
    }

    /// The nearest to a matrix: what shears has no place, turn and scale.
    pub(crate) fn of_matrix(matrix: DMat4) -> Self {
        let linear = DMat3::from_mat4(matrix);
        let mirror = if linear.determinant() < 0.0 { -1.0 } else { 1.0 };
        let scale =
            DVec3::new(linear.x_axis.length() * mirror, linear.y_axis.length(), linear.z_axis.length());
        let axes = DMat3::from_cols(
            (linear.x_axis / scale.x).normalize_or_zero(),
            (linear.y_axis / scale.y).normalize_or_zero(),
            (linear.z_axis / scale.z).normalize_or_zero(),
        );
        let rotation = DQuat::from_mat3(&axes);
        let sound = rotation.is_finite() && rotation.length() > 1e-6;
        let rotation = if sound { rotation.normalize() } else { DQuat::IDENTITY };
        Self { translation: matrix.w_axis.truncate(), rotation, scale }
    }

    /// Without its scale.
    pub(super) fn unscaled(&self) -> DMat4 {
        DMat4::from_rotation_translation(self.rotation, self.translation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_taken_apart_and_put_together_again() {
        let turn = DQuat::from_xyzw(0.5, -0.5, 0.5, 0.5);
        for scale in [DVec3::ONE, DVec3::new(2.0, 0.5, 3.0), DVec3::new(-2.0, 1.0, 1.0)] {
            let matrix = DMat4::from_scale_rotation_translation(scale, turn, DVec3::new(1.0, 2.0, 3.0));
            let Trs { translation, rotation, scale } = Trs::of_matrix(matrix);
            let again = DMat4::from_scale_rotation_translation(scale, rotation, translation);
            assert!(matrix.abs_diff_eq(again, 1e-12), "{matrix} {again}");
        }
    }

    #[test]
    fn what_is_flat_or_sheared_still_has_a_turn() {
        let mut sheared = DMat4::IDENTITY;
        sheared.y_axis.x = 1.0;
        for matrix in [DMat4::from_scale(DVec3::new(1.0, 0.0, 1.0)), DMat4::ZERO, sheared] {
            let Trs { rotation, scale, .. } = Trs::of_matrix(matrix);
            assert!(rotation.is_normalized() && scale.is_finite(), "{matrix}: {rotation} {scale}");
        }
    }
}
