//! Densities of a quadratic form. With residuals rₘ = yₘ − μₘ of n variables and qₘ = rₘᵀ Σ⁻¹ rₘ
//!
//!   log p(yₘ) = h(qₘ) − ½ log |Σ|,   wₘ = −2 h′(qₘ),
//!
//!   ȳₘ = −wₘ Σ⁻¹ rₘ = −μ̄ₘ,   Σ̄ = ½ (Σₘ wₘ zₘ zₘᵀ − N Σ⁻¹),   zₘ = Σ⁻¹ rₘ.
//!
//! What Σ is, its [`Structure`] knows. N observations with one mean, of a density whose h is linear, are their mean ȳ and what
//! the structure keeps of yₘ − ȳ: then an evaluation has a single residual, ȳ − μ with the weight N, whatever N is. With
//! groups it has one a group.

use crate::compile::Compiler;
use crate::covariance::{Claim, Given, Rows, Structure, Task};
use crate::error::Error;
use crate::linalg::add_scaled;
use crate::node::MAX_ARGUMENTS;
use crate::operation::{Operation, Setup, Side, Sizes};
use crate::shape::{Shape, Size};
use crate::simd::{Adjoints, Operands, PackedIndices};
use core::marker::PhantomData;
use pulp::Simd;

/// h with what it depends on beside q: at most one more argument, a scalar or one number a row.
pub trait Radial: Copy + Send + Sync + 'static {
    /// The name in a model.
    const NAME: &'static str;

    /// True if there is one more argument, between the mean and the covariance.
    const HAS_SHAPE: bool;

    /// True if h is linear in q and the same for all rows, so that observations can be kept as their moments.
    const IS_LINEAR: bool;

    /// h(q), w = −2 h′(q) and ∂h/∂shape for n variables.
    fn evaluate(square: f64, dimension: f64, shape: f64) -> (f64, f64, f64);
}

/// Which mean a row has.
pub trait Grouping: Copy + Send + Sync {
    /// True if rows share means.
    const IS_GROUPED: bool;

    /// The group of each row.
    fn groups(&self) -> Vec<f64>;
}

/// Each row has its own mean, or all have the same.
#[derive(Clone, Copy, Debug)]
pub struct Ungrouped;

impl Grouping for Ungrouped {
    const IS_GROUPED: bool = false;
    fn groups(&self) -> Vec<f64> {
        Vec::new()
    }
}

/// The density of `Y`, observations or one of them, as an operation on `Y`, the mean, a shape, and the arguments of `Covariance`.
#[derive(Clone, Copy, Debug)]
pub struct Elliptical<Kind, Covariance, Groups, Y, Mean, const PER_ROW: bool> {
    covariance: Covariance,
    groups: Groups,
    packed: PackedIndices,
    /// True if observations are kept as their moments.
    is_kept: bool,
    /// True if the covariance is data, and its factor stands in the scratch that every workspace begins with.
    is_factored: bool,
    claim: Claim,
    kind: PhantomData<fn() -> (Kind, Y, Mean)>,
}

/// The places of the arguments.
const Y: usize = 0;
const MEAN: usize = 1;
const SHAPE: usize = 2;

/// The sizes of one evaluation.
#[derive(Clone, Copy)]
struct Plan {
    task: Task,
    observations: usize,
}

/// The parts of the scratch.
struct Parts<'a> {
    log_determinant: &'a mut f64,
    covariance: &'a mut [f64],
    residuals: &'a mut [f64],
    solved: &'a mut [f64],
    squares: &'a mut [f64],
    weights: &'a mut [f64],
}

/// The parts of what is kept.
struct Kept<'a> {
    means: &'a [f64],
    counts: &'a [f64],
    covariance: &'a [f64],
}

impl<Kind: Radial, K: Structure, G: Grouping, YShape: Shape, Mean: Shape, const PER_ROW: bool>
    Elliptical<Kind, K, G, YShape, Mean, PER_ROW>
{
    /// The place of the covariance's first argument.
    const FIRST: usize = if Kind::HAS_SHAPE { 3 } else { 2 };

    /// The density with this covariance.
    pub(super) fn new(covariance: K, groups: G) -> Self {
        Self {
            covariance,
            groups,
            packed: PackedIndices::default(),
            is_kept: false,
            is_factored: false,
            claim: Claim::default(),
            kind: PhantomData,
        }
    }

    #[inline(always)]
    fn plan(&self, sizes: &Sizes) -> Plan {
        let (y, mean) = (sizes[Y], sizes[MEAN]);
        let (observations, dimension) =
            if const { YShape::IS_MATRIX } { (y.rows, y.columns) } else { (1, y.rows) };
        let groups = if const { G::IS_GROUPED } { mean.rows } else { 1 };
        let rows = if self.is_kept { groups } else { observations };
        let kept = if self.is_kept { observations } else { 0 };
        Plan { task: Task { first: Self::FIRST, dimension, rows, observations: kept }, observations }
    }

    /// The first element of the mean of a row, and how far its elements are apart.
    #[inline(always)]
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

    #[inline(always)]
    fn divide<'a>(&self, scratch: &'a mut [f64], task: Task) -> Parts<'a> {
        let (log_determinant, rest) = scratch.split_at_mut(1);
        let (covariance, rest) = rest.split_at_mut(self.claim.memory);
        let (residuals, rest) = rest.split_at_mut(task.rows * task.dimension);
        let (solved, rest) = rest.split_at_mut(task.rows * task.dimension);
        let (squares, weights) = rest.split_at_mut(task.rows);
        Parts { log_determinant: &mut log_determinant[0], covariance, residuals, solved, squares, weights }
    }

    #[inline(always)]
    fn divide_kept<'a>(&self, kept: &'a [f64], task: Task) -> Kept<'a> {
        let groups = if self.is_kept { task.rows } else { 0 };
        let (means, rest) = kept.split_at(groups * task.dimension);
        let (counts, covariance) = rest.split_at(groups);
        Kept { means, counts, covariance }
    }

    /// Stores yₘ − μₘ, or of kept observations ȳ − μ of each group.
    #[inline(always)]
    fn store_residuals(&self, task: Task, y: &[f64], mean: &[f64], indices: &[u32], residuals: &mut [f64]) {
        for (row, (residuals, y)) in
            residuals.chunks_exact_mut(task.dimension).zip(y.chunks_exact(task.dimension)).enumerate()
        {
            let (start, stride) = self.mean_of(row, task, indices);
            if stride == 0 {
                for (residual, y) in residuals.iter_mut().zip(y) {
                    *residual = y - mean[start];
                }
            } else {
                for ((residual, y), mean) in residuals.iter_mut().zip(y).zip(&mean[start..]) {
                    *residual = y - mean;
                }
            }
        }
    }
}

impl<Kind: Radial, K: Structure, G: Grouping, YShape: Shape, Mean: Shape, const PER_ROW: bool> Operation
    for Elliptical<Kind, K, G, YShape, Mean, PER_ROW>
{
    fn describe(&self, arguments: &[String]) -> String {
        let covariance = self.covariance.describe(&arguments[Self::FIRST..]);
        let shape = if Kind::HAS_SHAPE { format!("{}, ", arguments[SHAPE]) } else { String::new() };
        format!("{}({shape}{}, {covariance}).log_density({})", Kind::NAME, arguments[MEAN], arguments[Y])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        let rows = if YShape::IS_MATRIX { sizes[Y].rows } else { 1 };
        Size::new(if PER_ROW { rows } else { 1 }, 1)
    }

    fn bind(&mut self, setup: &mut Setup<'_>) -> Result<(), Error> {
        setup.check_not_empty(Y)?;
        let row = if YShape::IS_MATRIX { Side::Row } else { Side::Column };
        if Mean::IS_MATRIX {
            setup.check_same((Y, row), (MEAN, Side::Row))?;
        } else if !Mean::IS_SCALAR {
            setup.check_same((Y, row), (MEAN, Side::Column))?;
        }
        if G::IS_GROUPED {
            self.packed = setup.pack_groups(&self.groups.groups(), Y, MEAN)?;
        } else if Mean::IS_MATRIX {
            setup.check_same((Y, Side::Column), (MEAN, Side::Column))?;
        }
        if Kind::HAS_SHAPE && setup.size(SHAPE).rows > 1 {
            setup.check_same((Y, Side::Column), (SHAPE, Side::Column))?;
        }
        let has_own_means = Mean::IS_MATRIX && !G::IS_GROUPED;
        self.is_kept = Kind::IS_LINEAR && !PER_ROW && setup.is_data(Y) && !has_own_means;
        self.is_factored = (Self::FIRST..setup.count()).all(|place| setup.is_data(place));
        let Plan { task, .. } = self.plan(&setup.sizes());
        self.claim = self.covariance.bind(setup, task)?;
        setup.claim_scratch(1 + self.claim.memory + task.rows * (2 * task.dimension + 2));
        if self.is_kept {
            setup.claim_kept(task.rows * (task.dimension + 1) + self.claim.kept);
        }
        Ok(())
    }

    fn fold(
        &self,
        compiler: &Compiler,
        sizes: &Sizes,
        _: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        kept: &mut [f64],
    ) -> Result<(), Error> {
        let Plan { task, observations } = self.plan(sizes);
        let n = task.dimension;
        let given = Given {
            values: &operands.arguments[Self::FIRST..],
            sizes: &sizes[Self::FIRST..],
            indices: operands.indices,
            kept: &[],
        };
        if self.is_kept {
            let group = |row: usize| {
                if G::IS_GROUPED { operands.indices[self.packed.0 + row] as usize } else { 0 }
            };
            let y = operands.arguments[Y];
            let (means, rest) = kept.split_at_mut(task.rows * n);
            let (counts, covariance) = rest.split_at_mut(task.rows);
            means.fill(0.0);
            counts.fill(0.0);
            for (row, y) in y.chunks_exact(n).enumerate() {
                let group = group(row);
                counts[group] += 1.0;
                for (mean, y) in means[group * n..].iter_mut().zip(y) {
                    *mean += (y - *mean) / counts[group];
                }
            }
            let mut residuals = y.to_vec();
            for row in 0..observations {
                let mean = &means[group(row) * n..][..n];
                residuals[row * n..][..n].iter_mut().zip(mean).for_each(|(y, mean)| *y -= mean);
            }
            self.covariance.keep(given, task, &residuals, covariance);
        }
        if self.is_factored {
            let parts = self.divide(operands.scratch, task);
            let simd = pulp::Scalar::new();
            let log_determinant = self.covariance.factor(simd, given, task, parts.covariance, operands.stack);
            *parts.log_determinant = log_determinant;
            if !log_determinant.is_finite() {
                let what = format!("the covariance matrix of {}: its determinant", Kind::NAME);
                return Err(compiler.outside(
                    what,
                    None,
                    log_determinant.exp(),
                    "be positive, as that of a positive definite matrix",
                ));
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, is_gradient: bool, operands: Operands<'_>) {
        let Plan { task, observations } = self.plan(sizes);
        let [y, mean, shape, ..] = operands.arguments;
        let parts = self.divide(operands.scratch, task);
        let kept = self.divide_kept(operands.kept, task);
        let given = Given {
            values: &operands.arguments[Self::FIRST..],
            sizes: &sizes[Self::FIRST..],
            indices: operands.indices,
            kept: kept.covariance,
        };
        if !self.is_factored {
            *parts.log_determinant =
                self.covariance.factor(simd, given, task, parts.covariance, operands.stack);
        }
        if !parts.log_determinant.is_finite() {
            operands.value.fill(f64::NAN);
            return;
        }
        let y = if self.is_kept { kept.means } else { y };
        self.store_residuals(task, y, mean, operands.indices, parts.residuals);
        parts.solved.copy_from_slice(parts.residuals);
        let total = self.covariance.solve(
            simd,
            given,
            task,
            parts.covariance,
            parts.solved,
            parts.squares,
            is_gradient,
        );
        let (dimension, half_log) = (task.dimension as f64, 0.5 * *parts.log_determinant);
        if self.is_kept {
            let squares = parts.squares.iter().zip(kept.counts).map(|(square, count)| square * count);
            let (constant, ..) = Kind::evaluate(0.0, dimension, 0.0);
            let square = total + squares.sum::<f64>();
            operands.value[0] = observations as f64 * (constant - half_log) - 0.5 * square;
            return;
        }
        let mut sum = 0.0;
        for (row, square) in parts.squares.iter().enumerate() {
            let shape = if const { Kind::HAS_SHAPE } { shape[row.min(shape.len() - 1)] } else { 0.0 };
            let (value, weight, _) = Kind::evaluate(*square, dimension, shape);
            parts.weights[row] = weight;
            if const { PER_ROW } {
                operands.value[row] = value - half_log;
            }
            sum += value - half_log;
        }
        if const { !PER_ROW } {
            operands.value[0] = sum;
        }
    }

    #[inline(always)]
    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let Plan { task, observations } = self.plan(sizes);
        let n = task.dimension;
        let parts = self.divide(operands.scratch, task);
        let kept = self.divide_kept(operands.kept, task);
        let adjoint = adjoints.value;
        let adjoint_of = |row: usize| adjoint[if const { PER_ROW } { row } else { 0 }];
        if const { Kind::HAS_SHAPE } {
            if let Some(slopes) = adjoints.of(SHAPE) {
                let shape = operands.arguments[SHAPE];
                for (row, square) in parts.squares.iter().enumerate() {
                    let place = row.min(shape.len() - 1);
                    let (_, _, slope) = Kind::evaluate(*square, n as f64, shape[place]);
                    slopes[place] += adjoint_of(row) * slope;
                }
            }
        }
        if self.is_kept {
            for (weight, count) in parts.weights.iter_mut().zip(kept.counts) {
                *weight = adjoint[0] * count;
            }
        } else {
            for (row, weight) in parts.weights.iter_mut().enumerate() {
                *weight *= adjoint_of(row);
            }
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
        let count = if const { PER_ROW } { adjoint.iter().sum() } else { adjoint[0] * observations as f64 };
        let rows =
            Rows { residuals: parts.residuals, solved: parts.solved, weights, weight: adjoint[0], count };
        let given = Given {
            values: &operands.arguments[Self::FIRST..],
            sizes: &sizes[Self::FIRST..],
            indices: operands.indices,
            kept: kept.covariance,
        };
        let mut adjoints = adjoints.without(Self::FIRST);
        self.covariance.pull_back(simd, given, task, parts.covariance, rows, &mut adjoints, operands.stack);
    }
}
