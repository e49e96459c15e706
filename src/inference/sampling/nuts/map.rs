//! The scales where they are not a diagonal: S = D A, with D diagonal.
//!
//! D² is the diagonal of the inverse metric, and A = Uᵀ with Uᵀ U its correlations.

use super::arena::{Registers, Row, SCALES, VELOCITY, WHITE};
use crate::simd::{Aligned, MAX_LANES, Pack};
use pulp::Simd;

/// A, beside the diagonal.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Map {
    /// The identity.
    Identity,
    /// The transpose of an upper triangle, whose rows are in whole lines.
    Dense(Aligned),
}

impl Map {
    /// Stores Aᵀ D g for a gradient g in [`WHITE`].
    #[inline(always)]
    pub fn whiten<S: Simd>(&self, simd: S, rows: Registers<'_, S>, gradient: Row<'_, S>) {
        let (white, scales, scaled) = (rows.row(WHITE), rows.row(SCALES), rows.row(VELOCITY));
        match self {
            Self::Identity => {}
            Self::Dense(factor) => {
                for i in 0..rows.count {
                    scaled.set(i, scales.get(i) * gradient.get(i));
                }
                let (factor, _) = S::as_simd_f64s(factor.as_slice());
                for (group, triangle) in factor.chunks(rows.count * S::F64_LANES).enumerate() {
                    let mut lanes = [0.0; MAX_LANES];
                    for (lane, row) in triangle.chunks_exact(rows.count).enumerate() {
                        let mut sum = Pack::zero(simd);
                        for (i, entry) in row.iter().enumerate().skip(group) {
                            sum = Pack::new(simd, *entry).mul_add(scaled.get(i), sum);
                        }
                        lanes[lane] = sum.sum();
                    }
                    white.set(group, Pack::from_array(simd, lanes));
                }
            }
        }
    }

    /// Stores A z for momenta z in [`VELOCITY`].
    #[inline(always)]
    pub fn velocity<S: Simd>(&self, simd: S, rows: Registers<'_, S>, momenta: Row<'_, S>) {
        let velocity = rows.row(VELOCITY);
        match self {
            Self::Identity => {}
            Self::Dense(factor) => {
                for i in 0..rows.count {
                    velocity.set(i, Pack::zero(simd));
                }
                let (factor, _) = S::as_simd_f64s(factor.as_slice());
                for (group, triangle) in factor.chunks(rows.count * S::F64_LANES).enumerate() {
                    let momenta = momenta.get(group).to_array();
                    for (row, z) in triangle.chunks_exact(rows.count).zip(momenta) {
                        for (i, entry) in row.iter().enumerate().skip(group) {
                            velocity.set(i, Pack::new(simd, *entry).mul_add(z, velocity.get(i)));
                        }
                    }
                }
            }
        }
    }
}
