//! Updates of elements whose full conditional is one multivariate normal distribution, such as coefficients
//! of a linear predictor.
//!
//! The slope of the log density is h − P x. With x₀ the current values and one more point for each element,
//! column j of P is (f′(x₀) − f′(x₀ + eⱼ)), and with P = Uᵀ U
//!
//!   x = x₀ + U⁻¹ (U⁻ᵀ f′(x₀) + z),   z standard normal.
//!
//! The rows of a matrix are often independent given the rest, as coefficients by group are. Then P has a
//! block for each row, and one more point for each column determines all blocks. A step in a random
//! direction checks whether the rows are independent.
//!
//! Values that sum to zero move in a subspace. With its projection C, the matrix C P C + κ (I − C) replaces
//! P, and C f′ replaces f′; only the part C x of the step is used. The number κ is about as large as P, and
//! affects rounding only.

use super::scope::Blanket;
use super::state::State;
use crate::contract::transform::SupportKind;
use crate::error::Error;
use crate::linalg::{Triangle, cholesky, solve};
use crate::model::BoundVariable;
use crate::model::statement::BoundModel;
use crate::random::normal;
use pulp::Scalar;
use rand::{Rng, RngExt};

/// Draws all elements given the rest.
pub(super) fn update<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    let here = state.get(variable).to_vec();
    let slope = state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec();
    let slope = project(state, variable, slope)?;
    let mut kept = 0.0;
    let mut change_keeping = |steps: &[f64], kept: f64| -> Result<Vec<f64>, Error> {
        let inside = project(state, variable, steps.to_vec())?;
        let there: Vec<f64> = here.iter().zip(&inside).map(|(x, step)| x + step).collect();
        state.set(variable, &there)?;
        let moved = state.slopes::<Blanket<M, Target, true>, Target>(variable).to_vec();
        let moved = project(state, variable, moved)?;
        let changes = slope.iter().zip(moved).zip(steps.iter().zip(inside));
        Ok(changes.map(|((slope, moved), (step, inside))| slope - moved + kept * (step - inside)).collect())
    };
    let steps: Vec<f64> = here.iter().map(|x| 1.0 + x.abs()).collect();
    if const { is_subspace::<Target>() } {
        let direction: Vec<f64> = steps.iter().map(|step| step * rng.random_range(-1.0..1.0)).collect();
        let along: f64 = change_keeping(&direction, 0.0)?.iter().zip(&direction).map(|(a, b)| a * b).sum();
        kept = along / direction.iter().map(|step| step * step).sum::<f64>();
        // A single element, which is 0, has no direction.
        kept = if kept > 0.0 { kept } else { 1.0 };
    }
    let mut change = |steps: &[f64]| change_keeping(steps, kept);
    let width = variable.extent().columns().unwrap_or(here.len());
    let mut blocks = precisions(&mut change, &steps, width)?;
    let mut size = width;
    if width < here.len() {
        let direction: Vec<f64> = steps.iter().map(|step| step * rng.random_range(0.5..1.0)).collect();
        if !are_all(&blocks, &direction, &change(&direction)?, &slope) {
            size = here.len();
            blocks = precisions(&mut change, &steps, size)?;
        }
    }

    let mut values = here;
    let rows = values.chunks_exact_mut(size).zip(slope.chunks_exact(size));
    for ((row, slope), precision) in rows.zip(blocks.chunks_exact_mut(size * size)) {
        let step = drawn(precision, slope, rng)
            .ok_or(Error::ImproperConditional { name: Target::FACTS.name, index: None })?;
        row.iter_mut().zip(step).for_each(|(value, step)| *value += step);
    }
    let values = project(state, variable, values)?;
    state.set(variable, &values)
}

/// Returns true if the values of the parameter form a linear subspace.
const fn is_subspace<Target: BoundVariable>() -> bool {
    Target::FACTS.support.kind.is(SupportKind::ZeroSum)
}

/// Returns the part of a vector in the subspace of the parameter's values; the whole vector, if the values
/// are not restricted to a subspace.
fn project<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    vector: Vec<f64>,
) -> Result<Vec<f64>, Error> {
    if const { !is_subspace::<Target>() } {
        return Ok(vector);
    }
    state.project(variable, &vector)
}

/// Returns the blocks of P on its diagonal, of `size` rows each, if P is 0 elsewhere.
fn precisions(
    change: &mut impl FnMut(&[f64]) -> Result<Vec<f64>, Error>,
    steps: &[f64],
    size: usize,
) -> Result<Vec<f64>, Error> {
    let mut blocks = vec![0.0; steps.len() * size];
    for j in 0..size {
        let of_column = |(place, step): (usize, &f64)| if place % size == j { *step } else { 0.0 };
        let changes = change(&steps.iter().enumerate().map(of_column).collect::<Vec<f64>>())?;
        for (block, changes) in changes.chunks_exact(size).enumerate() {
            let step = steps[block * size + j];
            let row = &mut blocks[(block * size + j) * size..][..size];
            row.iter_mut().zip(changes).for_each(|(entry, change)| *entry = change / step);
        }
    }
    Ok(blocks)
}

/// Returns true if the blocks explain the change of the slopes along a direction, up to rounding.
fn are_all(blocks: &[f64], direction: &[f64], changes: &[f64], slope: &[f64]) -> bool {
    let size = blocks.len() / direction.len();
    let places = (0..direction.len()).zip(changes).zip(slope);
    places.into_iter().all(|((place, change), slope)| {
        let (first, own) = (place / size * size, place % size);
        let terms = (0..size).map(|j| blocks[(first + j) * size + own] * direction[first + j]);
        let (sum, bound) = terms.fold((0.0, 0.0), |(sum, bound), term| (sum + term, bound + term.abs()));
        (change - sum).abs() <= 1e-9 * bound + 1e-12 * (slope.abs() + change.abs())
    })
}

/// Returns U⁻¹ (U⁻ᵀ f′ + z), given P, which is overwritten; `None` if P is not positive definite.
fn drawn(precision: &mut [f64], slope: &[f64], rng: &mut dyn Rng) -> Option<Vec<f64>> {
    let (simd, n) = (Scalar::new(), slope.len());
    if !cholesky(simd, precision, n) {
        return None;
    }
    let upper = Triangle::upper(precision, n);
    let mut step = slope.to_vec();
    solve(simd, upper.transpose(), &mut step, 1);
    step.iter_mut().for_each(|entry| *entry += normal(0.0, 1.0, rng));
    solve(simd, upper, &mut step, 1);
    Some(step)
}
