//! Squared distances between points, uᵢⱼ = Σₖ Δᵢⱼₖ² with Δᵢⱼₖ = (yⱼₖ − xᵢₖ)/lₖ:
//!
//!   x̄ᵢₖ −= 2/lₖ Σⱼ ūᵢⱼ Δᵢⱼₖ,   ȳⱼₖ += 2/lₖ Σᵢ ūᵢⱼ Δᵢⱼₖ,   l̄ₖ −= 2/lₖ Σᵢⱼ ūᵢⱼ Δᵢⱼₖ².
//!
//! The second points are transposed, so that a register holds one dimension of many points.

use crate::frame::scratch;
use crate::linalg::{load, store, transpose};
use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::{Simd, WithSimd};

scratch! {
    /// Working memory for points y: their transpose, its adjoint, and 1/lₖ and Σᵢⱼ ūᵢⱼ Δᵢⱼₖ² for each
    /// dimension.
    pub(crate) struct Locations(points, dimensions) {
        columns: points * dimensions,
        adjoints: points * dimensions,
        inverses: dimensions,
        sums: dimensions,
    }
}

#[inlined(all)]
impl Locations<'_> {
    /// Stores the points y, and the scales: one for each dimension, or one for all.
    pub fn start(&mut self, y: &[f64], scales: &[f64]) {
        let dimensions = self.inverses.len();
        transpose(y, y.len() / dimensions, dimensions, self.columns);
        for (inverse, scale) in self.inverses.iter_mut().zip(scales.iter().cycle()) {
            *inverse = 1.0 / scale;
        }
    }

    /// Writes uᵢⱼ; for all pairs of x only on and above the diagonal.
    pub fn squares<S: Simd>(&self, simd: S, x: &[f64], is_pair: bool, squares: &mut [f64]) {
        let Self { columns, inverses, .. } = self;
        simd.vectorize(Squares { x, columns, inverses, is_pair, squares });
    }

    /// Adds to x̄ if it is wanted, and computes the sums for l̄ and the adjoints that `finish` adds to ȳ.
    pub fn pull_back<S: Simd>(
        &mut self,
        simd: S,
        square_adjoints: &[f64],
        x: &[f64],
        x_adjoint: Option<&mut [f64]>,
    ) {
        self.adjoints.fill(0.0);
        self.sums.fill(0.0);
        simd.vectorize(PullBack { locations: self, square_adjoints, x, x_adjoint });
    }

    /// Adds the computed adjoints to ȳ.
    pub fn finish(&self, y_adjoint: &mut [f64]) {
        let dimensions = self.inverses.len();
        for (point, adjoint) in y_adjoint.chunks_exact_mut(dimensions).enumerate() {
            for (dimension, adjoint) in adjoint.iter_mut().enumerate() {
                let own = self.adjoints[dimension * (self.adjoints.len() / dimensions) + point];
                *adjoint += 2.0 * self.inverses[dimension] * own;
            }
        }
    }
}

struct Squares<'a> {
    x: &'a [f64],
    columns: &'a [f64],
    inverses: &'a [f64],
    is_pair: bool,
    squares: &'a mut [f64],
}

impl WithSimd for Squares<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let dimensions = self.inverses.len();
        let count = self.columns.len() / dimensions;
        let rows = self.squares.chunks_exact_mut(count).zip(self.x.chunks_exact(dimensions));
        for (row, (squares, point)) in rows.enumerate() {
            let first = if self.is_pair { 0 } else { row };
            let squares = &mut squares[first..];
            let columns = self.columns.chunks_exact(count);
            for (dimension, ((column, &x), &inverse)) in columns.zip(point).zip(self.inverses).enumerate() {
                let column = &column[first..];
                for at in (0..column.len()).step_by(S::F64_LANES) {
                    let delta = (Pack::new(simd, load(simd, &column[at..])) - x) * inverse;
                    let sum = if dimension == 0 {
                        delta * delta
                    } else {
                        delta.mul_add(delta, Pack::new(simd, load(simd, &squares[at..])))
                    };
                    store(simd, &mut squares[at..], sum.value);
                }
            }
        }
    }
}

struct PullBack<'a, 'b> {
    locations: &'a mut Locations<'b>,
    square_adjoints: &'a [f64],
    x: &'a [f64],
    x_adjoint: Option<&'a mut [f64]>,
}

impl WithSimd for PullBack<'_, '_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            locations: Locations { columns, adjoints, inverses, sums },
            square_adjoints,
            x,
            mut x_adjoint,
        } = self;
        let dimensions = inverses.len();
        let count = columns.len() / dimensions;
        for (row, square_adjoints) in square_adjoints.chunks_exact(count).enumerate() {
            for dimension in 0..dimensions {
                let place = row * dimensions + dimension;
                let inverse = inverses[dimension];
                let column = &columns[dimension * count..][..count];
                let adjoints = &mut adjoints[dimension * count..][..count];
                let (mut sum, mut sum_of_squares) = (Pack::zero(simd), Pack::zero(simd));
                for at in (0..count).step_by(S::F64_LANES) {
                    let delta = (Pack::new(simd, load(simd, &column[at..])) - x[place]) * inverse;
                    let share = Pack::new(simd, load(simd, &square_adjoints[at..])) * delta;
                    sum = sum + share;
                    sum_of_squares = share.mul_add(delta, sum_of_squares);
                    let total = Pack::new(simd, load(simd, &adjoints[at..])) + share;
                    store(simd, &mut adjoints[at..], total.value);
                }
                sums[dimension] += sum_of_squares.sum();
                if let Some(x_adjoint) = &mut x_adjoint {
                    x_adjoint[place] -= 2.0 * inverse * sum.sum();
                }
            }
        }
    }
}
