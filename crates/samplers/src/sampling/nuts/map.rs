//! Scales that are not a diagonal: S = D A, with D diagonal.
//!
//!   dense      A = Uᵀ, where D² is the diagonal of the inverse metric and Uᵀ U its correlations;
//!   low rank   A = I + Σₖ cₖ uₖ uₖᵀ, where the uₖ are orthonormal and 1 + cₖ is the scale along uₖ in
//!              units of D.
//!
//! With r vectors in n dimensions both products of a leapfrog step, Aᵀ D g and A z, take 2 r n
//! multiplications with additions each. Vectors are processed four at a time: their products with z are
//! sums in four registers, and then all four change z. The next four vectors are orthogonal to these
//! changes, so their products with z are not affected.

use super::arena::{Registers, Row, SCALES, VELOCITY, WHITE};
use crate::simd::{Aligned, MAX_LANES, Pack};
use pulp::Simd;

/// The factor A of the scales.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Map {
    /// The identity.
    Identity,
    /// The transpose of an upper triangle, whose rows take whole lines.
    Dense(Aligned),
    /// Orthonormal vectors, in whole lines, and for each the scale along it minus 1.
    LowRank { vectors: Aligned, stretches: Vec<f64> },
}

impl Map {
    /// An element of the diagonal of A Aᵀ, where rows have `stride` numbers.
    pub fn row_square(&self, element: usize, stride: usize) -> f64 {
        match self {
            // The diagonal of a matrix of correlations is 1.
            Self::Identity | Self::Dense(_) => 1.0,
            Self::LowRank { vectors, stretches } => {
                let along = vectors.as_slice().chunks_exact(stride).zip(stretches);
                1.0 + along.map(|(row, c)| (c * c + 2.0 * c) * row[element] * row[element]).sum::<f64>()
            }
        }
    }

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
            Self::LowRank { vectors, stretches } => {
                for i in 0..rows.count {
                    white.set(i, scales.get(i) * gradient.get(i));
                }
                stretch(simd, S::as_simd_f64s(vectors.as_slice()).0, stretches, white, rows.count);
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
            Self::LowRank { vectors, stretches } => {
                for i in 0..rows.count {
                    velocity.set(i, momenta.get(i));
                }
                stretch(simd, S::as_simd_f64s(vectors.as_slice()).0, stretches, velocity, rows.count);
            }
        }
    }
}

/// z ← z + Σₖ cₖ uₖ (uₖ · z), with vectors of `count` registers each.
#[inline(always)]
fn stretch<S: Simd>(simd: S, vectors: &[S::f64s], stretches: &[f64], z: Row<'_, S>, count: usize) {
    const TOGETHER: usize = 4;
    let (mut rows, mut factors) = (vectors.chunks_exact(TOGETHER * count), stretches.chunks_exact(TOGETHER));
    for (rows, factors) in rows.by_ref().zip(factors.by_ref()) {
        stretch_some::<S, TOGETHER>(simd, rows, factors, z, count);
    }
    // `for_each` is not used: its closure would be compiled without the instruction set.
    for (row, factor) in rows.remainder().chunks_exact(count).zip(factors.remainder().chunks_exact(1)) {
        stretch_some::<S, 1>(simd, row, factor, z, count);
    }
}

/// Does [`stretch`] along a few vectors.
#[inline(always)]
fn stretch_some<S: Simd, const TOGETHER: usize>(
    simd: S,
    vectors: &[S::f64s],
    stretches: &[f64],
    z: Row<'_, S>,
    count: usize,
) {
    let mut sums = [Pack::zero(simd); TOGETHER];
    for i in 0..count {
        let here = z.get(i);
        for (k, sum) in sums.iter_mut().enumerate() {
            *sum = Pack::new(simd, vectors[k * count + i]).mul_add(here, *sum);
        }
    }
    let mut factors = [0.0; TOGETHER];
    for (k, factor) in factors.iter_mut().enumerate() {
        *factor = stretches[k] * sums[k].sum();
    }
    for i in 0..count {
        let mut here = z.get(i);
        for (k, factor) in factors.into_iter().enumerate() {
            here = Pack::new(simd, vectors[k * count + i]).mul_add(factor, here);
        }
        z.set(i, here);
    }
}
