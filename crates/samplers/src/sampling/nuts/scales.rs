//! The scales S of a sampler: S = D A, with A of a [`Map`], or with a sparse precision Q = Pᵀ L Lᵀ P
//!
//!   S = B D A,   B = Pᵀ L⁻ᵀ,   B Bᵀ = Q⁻¹.
//!
//! The coordinates z of q = B z are approximately independent with variance 1 if Q is approximately the
//! posterior's precision. D and A are learned in these coordinates, so they correct an inaccurate
//! precision, and they do not depend on Q: they are learned from B⁻¹ q = L⁻¹ P Q q and Bᵀ ∇ℓ = L⁻¹ P ∇ℓ in
//! the place of q and ∇ℓ.
//!
//! A leapfrog step takes two additional solutions with a triangle. Steps are multiplied by D from the left,
//! so the stored velocity is D⁻¹ S z.
//!
//! Monnahan, Kristensen, Thorson and Carpenter 2026, "Leveraging sparsity to improve no-U-turn sampling
//! efficiency for hierarchical Bayesian models" (arXiv 2603.02437).

use super::arena::{Arena, SCALES, VELOCITY, WHITE};
use super::map::Map;
use crate::sampling::precision::{PrecisionMatrix, Triangle};
use pulp::Simd;

/// The scales S without D, which is stored in the arena.
#[derive(Clone, Copy)]
pub(super) struct Scales<'a> {
    pub precision: Option<&'a PrecisionMatrix>,
    pub map: &'a Map,
}

impl Scales<'_> {
    /// Returns true if S is D.
    #[inline(always)]
    pub fn are_diagonal(self) -> bool {
        self.precision.is_none() & matches!(self.map, Map::Identity)
    }

    /// Stores Sᵀ g in [`WHITE`], for a gradient g in a row.
    #[inline(always)]
    pub fn whiten<S: Simd>(self, simd: S, arena: &mut Arena, mut gradient: usize) {
        if let Some(precision) = self.precision {
            arena.copy(gradient, VELOCITY);
            precision.solve(Triangle::Lower, arena.row_and_scratch(VELOCITY));
            gradient = VELOCITY;
        }
        let rows = arena.registers(simd);
        if let Map::Identity = self.map {
            for i in 0..rows.count {
                rows.row(WHITE).set(i, rows.row(SCALES).get(i) * rows.row(gradient).get(i));
            }
        } else {
            self.map.whiten(simd, rows, rows.row(gradient));
        }
    }

    /// Stores D⁻¹ S z in [`VELOCITY`], for momenta z in a row, if S is not D.
    #[inline(always)]
    pub fn velocity<S: Simd>(self, simd: S, arena: &mut Arena, momenta: usize) {
        let rows = arena.registers(simd);
        self.map.velocity(simd, rows, rows.row(momenta));
        let Some(precision) = self.precision else { return };
        let (scales, velocity) = (rows.row(SCALES), rows.row(VELOCITY));
        let from = if let Map::Identity = self.map { rows.row(momenta) } else { velocity };
        for i in 0..rows.count {
            velocity.set(i, scales.get(i) * from.get(i));
        }
        precision.solve(Triangle::Upper, arena.row_and_scratch(VELOCITY));
        let rows = arena.registers(simd);
        let (scales, velocity) = (rows.row(SCALES), rows.row(VELOCITY));
        for i in 0..rows.count {
            velocity.set(i, velocity.get(i) / scales.get(i));
        }
    }
}
