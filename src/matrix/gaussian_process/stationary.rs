//! Covariances that depend only on the scaled distance: Kᵢⱼ = σ² c(uᵢⱼ), uᵢⱼ = Σₖ (yⱼₖ − xᵢₖ)²/lₖ², with
//! one length scale for all dimensions or one for each.
//!
//!   σ̄ += 2/σ Σᵢⱼ K̄ᵢⱼ Kᵢⱼ,
//!   l̄ −= 2/l Σᵢⱼ K̄ᵢⱼ σ² c′(uᵢⱼ) uᵢⱼ   for one length scale,
//!   ūᵢⱼ = K̄ᵢⱼ σ² c′(uᵢⱼ)            for what else the distances depend on: see `locations.rs`.
//!
//! Squared distances of points that are data, under one length scale, are computed by `compile()`; then the
//! gradient is two products of K̄ with numbers that `forward` has stored.

use super::locations::Locations;
use super::points::Points;
use super::{FAR, Kernel, check_positive, is_positive};
use crate::compiler::Context;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::linalg::{copy_upper_to_lower, dot, dot_each, load, store};
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::Pack;
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::{Simd, WithSimd};

const SIGMA: usize = 0;
const SCALE: usize = 1;
const X: usize = 2;

/// Up to this number of points both triangles are computed as they lie in memory: the rows of one triangle
/// would end within registers, and would have to be copied into columns.
const FEW: usize = 16;

/// The covariance with the kernel `K` from σ, the length scale or scales, the points x and, for a pair, the
/// points y; NaN where σ or a scale is not positive.
#[derive(Clone, Copy, Debug)]
pub struct StationaryCovariance<K> {
    points: Points<X>,
    /// True if the points are data and have one length scale, so that their distances are kept.
    is_kept: bool,
    kernel: PhantomData<fn() -> K>,
}

impl<K> StationaryCovariance<K> {
    /// The covariance between two sets of points if `is_pair` is true, otherwise between all pairs of one
    /// set.
    pub(crate) fn new(is_pair: bool) -> Self {
        Self { points: Points { is_pair }, is_kept: false, kernel: PhantomData }
    }
}

impl<K: Kernel> Sealed for StationaryCovariance<K> {}

impl<K: Kernel> Operation for StationaryCovariance<K> {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        self.points.describe(K::NAME, arguments)
    }

    fn size(&self, sizes: &Sizes) -> Size {
        self.points.size(sizes)
    }

    fn bind(mut self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        self.points.check(setup)?;
        let has_one_scale = setup.size(SCALE).length() == 1;
        if !has_one_scale {
            setup.check_same((X, Side::Row), (SCALE, Side::Column))?;
        }
        let (rows, second) = (setup.size(X).rows, setup.size(self.points.second()));
        self.is_kept = has_one_scale && self.points.are_data(setup);
        setup.claim_scratch(rows * second.rows);
        if self.is_kept {
            setup.claim_kept(rows * second.rows);
        } else {
            setup.claim_scratch(Locations::length(second.rows, second.columns));
        }
        Ok(self)
    }
}

#[inlined]
impl<K: Kernel> BoundOperation for StationaryCovariance<K> {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        kept: &mut [f64],
    ) -> Result<(), Error> {
        check_positive(context, K::NAME, &["magnitude", "length scale"], is_data, operands.arguments)?;
        if self.is_kept {
            self.points.keep_squares(sizes, operands.arguments, kept);
        }
        Ok(())
    }

    fn forward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        is_gradient: bool,
        operands: Operands<'_>,
    ) {
        let Operands { arguments, value: values, scratch, kept, .. } = operands;
        let (sigma, scales) = (arguments[SIGMA][0], arguments[SCALE]);
        if !(is_positive(&[sigma]) && is_positive(scales)) {
            values.fill(f64::NAN);
            return;
        }
        let (slopes, rest) = scratch.split_at_mut(size.length());
        if !self.is_kept {
            let mut locations = Locations::divide(rest, size.columns, sizes[X].columns);
            locations.start(arguments[self.points.second()], scales);
            locations.squares(simd, arguments[X], self.points.is_pair, slopes);
        }
        let is_whole = self.points.is_pair || self.is_kept && size.columns <= FEW;
        simd.vectorize(Evaluate {
            squares: self.is_kept.then_some(kept),
            inverse: 1.0 / scales[0],
            variance: sigma * sigma,
            values: &mut *values,
            slopes: &mut *slopes,
            columns: if is_whole && self.is_kept { size.length().max(1) } else { size.columns },
            is_whole,
            kernel: PhantomData::<K>,
        });
        if !is_whole {
            copy_upper_to_lower(values, size.rows);
            if is_gradient {
                copy_upper_to_lower(slopes, size.rows);
            }
        }
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let (arguments, k_adjoint) = (operands.arguments, adjoints.value);
        let (slopes, rest) = operands.scratch.split_at_mut(size.length());
        // Computing both products together reads the adjoint of a large matrix only once.
        let wants = [adjoints.wants(SIGMA), self.is_kept && adjoints.wants(SCALE)];
        let [by_sigma, by_scale] = match wants {
            [true, true] => dot_each(simd, [operands.value, slopes], k_adjoint),
            [true, false] => [dot(simd, k_adjoint, operands.value), 0.0],
            [false, true] => [0.0, dot(simd, k_adjoint, slopes)],
            [false, false] => [0.0; 2],
        };
        if let Some(sigma_adjoint) = adjoints.of(SIGMA) {
            sigma_adjoint[0] += 2.0 / arguments[SIGMA][0] * by_sigma;
        }
        if self.is_kept {
            if let Some(scale_adjoint) = adjoints.of(SCALE) {
                scale_adjoint[0] -= 2.0 / arguments[SCALE][0] * by_scale;
            }
            return;
        }
        if !(adjoints.wants(SCALE) || self.points.are_wanted(&adjoints)) {
            return;
        }
        for (slope, adjoint) in slopes.iter_mut().zip(k_adjoint) {
            *slope *= adjoint;
        }
        let mut locations = Locations::divide(rest, size.columns, sizes[X].columns);
        locations.pull_back(simd, slopes, arguments[X], adjoints.of(X));
        if let Some(y_adjoint) = adjoints.of(self.points.second()) {
            locations.finish(y_adjoint);
        }
        if let Some(scale_adjoint) = adjoints.of(SCALE) {
            let last = scale_adjoint.len() - 1;
            for (dimension, (sum, inverse)) in locations.sums.iter().zip(&*locations.inverses).enumerate() {
                scale_adjoint[dimension.min(last)] -= 2.0 * inverse * sum;
            }
        }
    }
}

/// Computes the covariances from squared distances: from unscaled ones, or from scaled ones, which stand in
/// the memory of the slopes. The slopes are σ² c′(u) u for unscaled distances and σ² c′(u) for scaled ones.
struct Evaluate<'a, K> {
    squares: Option<&'a [f64]>,
    inverse: f64,
    variance: f64,
    values: &'a mut [f64],
    slopes: &'a mut [f64],
    /// The number of columns.
    columns: usize,
    /// True if the lower triangle is computed too.
    is_whole: bool,
    kernel: PhantomData<K>,
}

impl<K: Kernel> WithSimd for Evaluate<'_, K> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { squares, inverse, variance, columns, is_whole, .. } = self;
        let rows = self.values.chunks_exact_mut(columns).zip(self.slopes.chunks_exact_mut(columns));
        for (row, (values, slopes)) in rows.enumerate() {
            let first = if is_whole { 0 } else { row };
            let (values, slopes) = (&mut values[first..], &mut slopes[first..]);
            let squares = squares.map(|squares| &squares[row * columns..][first..columns]);
            for at in (0..values.len()).step_by(S::F64_LANES) {
                let u = match squares {
                    Some(squares) => Pack::new(simd, load(simd, &squares[at..])) * inverse * inverse,
                    None => Pack::new(simd, load(simd, &slopes[at..])),
                };
                let u = u.gt(FAR).select(FAR, u);
                let (value, slope) = K::value_and_slope(u);
                let slope = if squares.is_some() { slope * u } else { slope };
                store(simd, &mut values[at..], (value * variance).value);
                store(simd, &mut slopes[at..], (slope * variance).value);
            }
        }
    }
}
