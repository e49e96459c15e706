//! Pairs of a path as conjugate ones.
//!
//! Of a quadratic f with the Hessian A, y = A s of every pair, so that sums of pairs are pairs, and of n
//! pairs with sᵢᵀ yⱼ = 0 for i ≠ j the updates by all of them make A⁻¹, whatever they begin with. Pairs are
//! made conjugate as vectors are made orthogonal, from the newest one on:
//!
//! s := s − (sᵀyⱼ / sⱼᵀyⱼ) sⱼ,   y := y − (sᵀyⱼ / sⱼᵀyⱼ) yⱼ   for all newer j.
//!
//! Searches that are not exact would else leave most of A unknown, though the pairs tell it. Of a function
//! that is no quadratic, the newest pair stays what it is, and an older one says what it knows of directions
//! that are new. One of which less than [`LEFT`] of its curvature is new says nothing.

use super::history::is_pair;
use super::matrix::Chunk;
use crate::simd::{MAX_LANES, Pack};
use pulp::{Simd, WithSimd};

/// The part of sᵀy that must be left. Where f is no quadratic, what is left of less is mostly how A changes.
const LEFT: f64 = 0.05;

/// Conjugate pairs, the newest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Conjugate {
    /// s and y, in chunks.
    vectors: [Vec<Chunk>; 2],
    /// 1 / sᵀy
    reciprocals: Vec<f64>,
    chunks: usize,
}

impl Conjugate {
    /// The pairs, the oldest first, with 1 / sᵀy.
    pub fn pairs(&self) -> impl Iterator<Item = ([&[Chunk]; 2], f64)> {
        let [s, y] = self.vectors.each_ref().map(|vectors| vectors.chunks_exact(self.chunks));
        s.zip(y).zip(&self.reciprocals).map(|((s, y), reciprocal)| ([s, y], *reciprocal)).rev()
    }
}

/// Makes pairs conjugate, which come with sᵀy, the newest first, until there are as many as coordinates.
pub(super) struct Make<'a, Pairs> {
    pub pairs: Pairs,
    pub dimension: usize,
    pub found: &'a mut Conjugate,
}

impl<'a, Pairs: Iterator<Item = ([&'a [Chunk]; 2], f64)>> WithSimd for Make<'_, Pairs> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            pairs,
            dimension,
            found: Conjugate { vectors: [steps, differences], reciprocals, chunks },
        } = self;
        *chunks = dimension.div_ceil(MAX_LANES);
        steps.clear();
        differences.clear();
        reciprocals.clear();
        for ([s, y], along) in pairs {
            let known = reciprocals.len();
            if known == dimension {
                return;
            }
            let start = known * *chunks;
            steps.truncate(start);
            differences.truncate(start);
            steps.extend_from_slice(s);
            differences.extend_from_slice(y);
            let (newer_steps, s) = steps.split_at_mut(start);
            let (newer_differences, y) = differences.split_at_mut(start);
            let newer = newer_steps.chunks_exact(*chunks).zip(newer_differences.chunks_exact(*chunks));
            for ((newer_s, newer_y), reciprocal) in newer.zip(&*reciprocals) {
                let part = dot(simd, s, newer_y) * reciprocal;
                subtract(simd, s, part, newer_s);
                subtract(simd, y, part, newer_y);
            }
            let left = dot(simd, s, y);
            if left > LEFT * along && is_pair(left, dot(simd, y, y)) {
                reciprocals.push(1.0 / left);
            }
        }
        steps.truncate(reciprocals.len() * *chunks);
        differences.truncate(reciprocals.len() * *chunks);
    }
}

#[inline(always)]
fn dot<S: Simd>(simd: S, x: &[Chunk], y: &[Chunk]) -> f64 {
    let (x, _) = S::as_simd_f64s(x.as_flattened());
    let (y, _) = S::as_simd_f64s(y.as_flattened());
    let mut sum = Pack::zero(simd);
    for (x, y) in x.iter().zip(y) {
        sum = Pack::new(simd, *x).mul_add(Pack::new(simd, *y), sum);
    }
    sum.sum()
}

/// x := x − part · y
#[inline(always)]
fn subtract<S: Simd>(simd: S, x: &mut [Chunk], part: f64, y: &[Chunk]) {
    let (x, _) = S::as_mut_simd_f64s(x.as_flattened_mut());
    let (y, _) = S::as_simd_f64s(y.as_flattened());
    let factor = Pack::splat(simd, -part);
    for (x, y) in x.iter_mut().zip(y) {
        *x = Pack::new(simd, *y).mul_add(factor, Pack::new(simd, *x)).value;
    }
}
