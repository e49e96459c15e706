//! Densities of a quadratic form. With residuals rₘ = yₘ − μₘ of n variables and qₘ = rₘᵀ Σ⁻¹ rₘ
//!
//!   log p(yₘ) = h(qₘ) − ½ log |Σ|,   wₘ = −2 h′(qₘ),
//!
//!   ȳₘ = −wₘ Σ⁻¹ rₘ = −μ̄ₘ,   Σ̄ = ½ (Σₘ wₘ zₘ zₘᵀ − N Σ⁻¹),   zₘ = Σ⁻¹ rₘ.
//!
//! [`BoundStructure`] determines Σ. If h is linear, N observations with one mean are represented by their
//! mean ȳ and the numbers that the structure stores of yₘ − ȳ: an evaluation then has a single residual, ȳ −
//! μ with the weight N, whatever N is. With groups it has one residual for each group.

use crate::compiler::Context;
use crate::contract::conjugacy::{Curve, Ties};
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, OperationFacts, Sizes};
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Task, names_of_symmetric};
use crate::distribution::multivariate::arrangement::{Kept, MutableKept, Parts, centre};
use crate::distribution::multivariate::radial::{BoundGrouping, Radial};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands, PackedIndices};
use crate::linalg::add_scaled;
use crate::sealed::Sealed;
use crate::shape::{Shape, Size};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;
use rand::RngExt;

/// The density as it runs. The type `Groups` determines whether rows share means.
#[derive(Clone, Copy, Debug)]
pub struct BoundElliptical<Kind, Covariance, Groups, Y, Mean, const PER_ROW: bool> {
    pub(super) covariance: Covariance,
    /// The group of each row, if rows share means.
    pub(super) packed: PackedIndices,
    /// True if observations are stored as their moments.
    pub(super) is_kept: bool,
    /// True if the covariance is data, and its factor is in the scratch with which every workspace begins.
    pub(super) is_factored: bool,
    pub(super) claim: Claim,
    pub(super) kind: PhantomData<fn() -> (Kind, Groups)>,
    pub(super) shapes: PhantomData<fn() -> (Y, Mean)>,
}

/// The places of the variable y, of the mean and of the shape among the arguments.
pub(super) const Y: usize = 0;
pub(super) const MEAN: usize = 1;
pub(super) const SHAPE: usize = 2;

#[inlined(all)]
impl<Kind: Radial, K: BoundStructure, G: BoundGrouping, YShape: Shape, Mean: Shape, const PER_ROW: bool>
    BoundElliptical<Kind, K, G, YShape, Mean, PER_ROW>
{
    /// The place of the covariance's first argument.
    pub(super) const FIRST: usize = if Kind::HAS_SHAPE { 3 } else { 2 };

    /// The curve of the law as a function of each argument.
    const TABLE: [(usize, Curve); MAX_ARGUMENTS] = {
        let mut table = [(MAX_ARGUMENTS, Curve::Unknown); MAX_ARGUMENTS];
        if Kind::IS_NORMAL {
            table[Y] = (Y, Curve::Gaussian);
            table[MEAN] = (MEAN, Curve::Gaussian);
            // Without a shape, the covariance replaces this entry.
            table[SHAPE] = (SHAPE, Kind::SHAPE);
            let mut place = 0;
            while place < K::CURVES.len() {
                table[Self::FIRST + place] = (Self::FIRST + place, K::CURVES[place]);
                place += 1;
            }
        }
        table
    };

    /// The number of observations.
    pub(super) fn observations(sizes: &Sizes) -> usize {
        if const { YShape::IS_MATRIX } { sizes[Y].rows } else { 1 }
    }

    fn task(&self, sizes: &Sizes) -> Task {
        Self::task_of(sizes, self.is_kept)
    }

    /// Returns the task of the covariance, given whether observations are stored as their moments.
    pub(super) fn task_of(sizes: &Sizes, is_kept: bool) -> Task {
        let dimension = if const { YShape::IS_MATRIX } { sizes[Y].columns } else { sizes[Y].rows };
        let observations = Self::observations(sizes);
        let groups = if const { G::IS_GROUPED } { sizes[MEAN].rows } else { 1 };
        if !is_kept {
            return Task { first: Self::FIRST, dimension, rows: observations, observations: 0 };
        }
        // A single observation equals its mean.
        let observations = if observations == 1 { 0 } else { observations };
        Task { first: Self::FIRST, dimension, rows: groups, observations }
    }

    fn kept<'a>(&self, kept: &'a [f64], task: Task) -> Kept<'a> {
        if self.is_kept { Kept::divide(kept, task, self.claim.kept) } else { Kept::NONE }
    }

    fn given<'a>(
        task: Task,
        sizes: &'a Sizes,
        values: &'a [&'a [f64]],
        indices: &'a [u32],
        kept: &'a [f64],
    ) -> Given<'a> {
        Given { task, values: &values[Self::FIRST..], sizes: &sizes[Self::FIRST..], indices, kept }
    }

    /// Returns the offset of the first element of the mean of a row, and the distance between its elements.
    fn mean_of(&self, row: usize, task: Task, indices: &[u32]) -> (usize, usize) {
        if const { Mean::IS_SCALAR } {
            (0, 0)
        } else if const { !Mean::IS_MATRIX } {
            (0, 1)
        } else if const { G::IS_GROUPED } && !self.is_kept {
            (indices[self.packed.0 + row] as usize * task.dimension, 1)
        } else {
            (row * task.dimension, 1)
        }
    }

    /// Stores yₘ − μₘ, or for observations stored as moments ȳ − μ of each group.
    fn store_residuals(&self, task: Task, y: &[f64], mean: &[f64], indices: &[u32], residuals: &mut [f64]) {
        let rows = residuals.chunks_exact_mut(task.dimension).zip(y.chunks_exact(task.dimension));
        for (row, (residuals, y)) in rows.enumerate() {
            let (start, stride) = self.mean_of(row, task, indices);
            if stride == 0 {
                residuals.iter_mut().zip(y).for_each(|(residual, y)| *residual = y - mean[start]);
            } else {
                let both = y.iter().zip(&mean[start..]);
                residuals.iter_mut().zip(both).for_each(|(residual, (y, mean))| *residual = y - mean);
            }
        }
    }

    /// Returns the shape of a row.
    fn shape_of(shape: &[f64], row: usize) -> f64 {
        if const { Kind::HAS_SHAPE } { shape[row.min(shape.len() - 1)] } else { 0.0 }
    }
}

impl<Kind, K, G, YShape, Mean, const PER_ROW: bool> Sealed
    for BoundElliptical<Kind, K, G, YShape, Mean, PER_ROW>
{
}

#[inlined]
impl<Kind: Radial, K: BoundStructure, G: BoundGrouping, YShape: Shape, Mean: Shape, const PER_ROW: bool>
    BoundOperation for BoundElliptical<Kind, K, G, YShape, Mean, PER_ROW>
{
    const FACTS: OperationFacts = OperationFacts {
        curves: &Self::TABLE,
        symmetric: names_of_symmetric::<K>(Self::FIRST),
        ties: if K::TIES { Ties::Rows } else { Ties::None },
        ..OperationFacts::NONE
    };

    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        _: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        kept: &mut [f64],
    ) -> Result<(), Error> {
        let task = self.task(sizes);
        let given = Self::given(task, sizes, &operands.arguments, operands.indices, &[]);
        if self.is_kept {
            let group = |row: usize| match G::IS_GROUPED {
                true => operands.indices[self.packed.0 + row] as usize,
                false => 0,
            };
            let MutableKept { means, counts, covariance } = MutableKept::divide(kept, task, self.claim.kept);
            let residuals = centre(operands.arguments[Y], task.dimension, group, means, counts);
            if task.observations > 0 {
                self.covariance.keep(given, &residuals, covariance);
            }
        }
        if self.is_factored {
            let parts = Parts::divide(operands.scratch, task, self.claim.memory);
            let site = Site { given, memory: parts.covariance };
            parts.log_determinant[0] = self.covariance.factor(pulp::Scalar::new(), site);
            if !parts.log_determinant[0].is_finite() {
                let what = format!("the log determinant of the covariance of {}", Kind::NAME);
                let rule = "be finite: the matrix is not positive definite";
                return Err(context.outside(what, None, parts.log_determinant[0], rule));
            }
        }
        Ok(())
    }

    fn data_terms(&self, sizes: &Sizes, is_data: [bool; MAX_ARGUMENTS], operands: Operands<'_>) -> f64 {
        let task = self.task(sizes);
        let (dimension, observations) = (task.dimension as f64, Self::observations(sizes));
        let shape = operands.arguments[SHAPE];
        let at_zero = |row| Kind::evaluate(0.0, dimension, Self::shape_of(shape, row)).0;
        let mut terms = 0.0;
        if !Kind::HAS_SHAPE || is_data[SHAPE] {
            terms += (0..observations).map(at_zero).sum::<f64>();
        }
        if self.is_factored {
            let parts = Parts::divide(operands.scratch, task, self.claim.memory);
            terms -= 0.5 * observations as f64 * parts.log_determinant[0];
        }
        terms
    }

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, is_gradient: bool, operands: Operands<'_>) {
        let task = self.task(sizes);
        let [y, mean, shape, ..] = operands.arguments;
        let parts = Parts::divide(operands.scratch, task, self.claim.memory);
        let kept = self.kept(operands.kept, task);
        let given = Self::given(task, sizes, &operands.arguments, operands.indices, kept.covariance);
        if !self.is_factored {
            let site = Site { given, memory: &mut *parts.covariance };
            parts.log_determinant[0] = self.covariance.factor(simd, site);
        }
        if !parts.log_determinant[0].is_finite() {
            operands.value.fill(f64::NAN);
            return;
        }
        let y = if self.is_kept { kept.means } else { y };
        self.store_residuals(task, y, mean, operands.indices, parts.residuals);
        parts.solved.copy_from_slice(parts.residuals);
        let site = Site { given, memory: parts.covariance };
        let total = self.covariance.solve(simd, site, parts.solved, parts.squares, is_gradient);

        let (dimension, half_log) = (task.dimension as f64, 0.5 * parts.log_determinant[0]);
        if self.is_kept {
            let (constant, ..) = Kind::evaluate(0.0, dimension, 0.0);
            let squares = parts.squares.iter().zip(kept.counts).map(|(square, count)| square * count);
            let square = total + squares.sum::<f64>();
            operands.value[0] = Self::observations(sizes) as f64 * (constant - half_log) - 0.5 * square;
            return;
        }
        let mut sum = 0.0;
        for (row, (square, weight)) in parts.squares.iter().zip(parts.weights).enumerate() {
            let value;
            (value, *weight, _) = Kind::evaluate(*square, dimension, Self::shape_of(shape, row));
            if const { PER_ROW } {
                operands.value[row] = value - half_log;
            }
            sum += value - half_log;
        }
        if const { !PER_ROW } {
            operands.value[0] = sum;
        }
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let task = self.task(sizes);
        let (n, [_, mean, shape, ..]) = (task.dimension, operands.arguments);
        let given = Self::given(task, sizes, &operands.arguments, operands.indices, &[]);
        let root = self.covariance.square_root(given);
        let mut numbers = vec![0.0; n];
        let DrawnRow { row, values, rng, .. } = to;
        let first = if PER_ROW { row } else { 0 };
        for (offset, y) in values.chunks_exact_mut(n).enumerate() {
            let scale = Kind::draw_scale(Self::shape_of(shape, first + offset), rng);
            let (start, stride) = self.mean_of(first + offset, task, operands.indices);
            numbers.fill_with(|| rng.sample(rand_distr::StandardNormal));
            match &root {
                Some(root) => root.apply(&numbers, y),
                None => y.fill(f64::NAN),
            }
            // The draw is μ + s A e; a scale that overflows gives the largest number.
            for (place, y) in y.iter_mut().enumerate() {
                *y = (mean[start + place * stride] + scale * *y).clamp(-f64::MAX, f64::MAX);
            }
        }
        true
    }

    fn log_densities(&self, sizes: &Sizes, operands: Operands<'_>, each: &mut [f64]) -> bool {
        let task = self.task(sizes);
        if PER_ROW || self.is_kept || each.len() != task.rows {
            return false;
        }
        let parts = Parts::divide(operands.scratch, task, self.claim.memory);
        let half_log = 0.5 * parts.log_determinant[0];
        for (row, (each, square)) in each.iter_mut().zip(&*parts.squares).enumerate() {
            let shape = Self::shape_of(operands.arguments[SHAPE], row);
            *each = Kind::evaluate(*square, task.dimension as f64, shape).0 - half_log;
        }
        true
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let task = self.task(sizes);
        let n = task.dimension;
        let parts = Parts::divide(operands.scratch, task, self.claim.memory);
        let kept = self.kept(operands.kept, task);
        let adjoint = adjoints.value;
        let adjoint_of = |row: usize| adjoint[if const { PER_ROW } { row } else { 0 }];
        if const { Kind::HAS_SHAPE }
            && let Some(slopes) = adjoints.of(SHAPE)
        {
            for (row, square) in parts.squares.iter().enumerate() {
                let place = row.min(slopes.len() - 1);
                let shape = Self::shape_of(operands.arguments[SHAPE], row);
                slopes[place] += adjoint_of(row) * Kind::evaluate(*square, n as f64, shape).2;
            }
        }
        for (row, weight) in parts.weights.iter_mut().enumerate() {
            let own = if self.is_kept { kept.counts[row] } else { *weight };
            *weight = own * adjoint_of(row);
        }
        let weights = &*parts.weights;
        if let Some(means) = adjoints.of(MEAN) {
            for (row, (z, weight)) in parts.solved.chunks_exact(n).zip(weights).enumerate() {
                let (start, stride) = self.mean_of(row, task, operands.indices);
                if stride == 0 {
                    means[0] += weight * z.iter().sum::<f64>();
                } else {
                    add_scaled(simd, &mut means[start..start + n], *weight, z);
                }
            }
        }
        if let Some(y) = adjoints.of(Y) {
            for (y, (z, weight)) in y.chunks_exact_mut(n).zip(parts.solved.chunks_exact(n).zip(weights)) {
                add_scaled(simd, y, -weight, z);
            }
        }
        // The factor of data is reused.
        if self.is_factored {
            return;
        }
        let count = match const { PER_ROW } {
            true => adjoint.iter().sum(),
            false => adjoint[0] * Self::observations(sizes) as f64,
        };
        let rows = Residuals {
            residuals: parts.residuals,
            solved: parts.solved,
            weights,
            weight: adjoint[0],
            count,
        };
        let given = Self::given(task, sizes, &operands.arguments, operands.indices, kept.covariance);
        let site = Site { given, memory: parts.covariance };
        self.covariance.pull_back(simd, site, rows, &mut adjoints.without(Self::FIRST));
    }
}
