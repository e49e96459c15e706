//! Matrices that depend on variables and of which a triangle is read: `compile()` computes them once, to see
//! whether they are symmetric.
//!
//! A covariance of data may stand inside of an expression, as in `data(&s) * tau`, and products need not be
//! symmetric whatever they are made of. So the model precomputes once more, in memory of its own, while
//! variables have the values of a point. All of its coordinates are equal, so that a matrix of free elements
//! is symmetric there: whether it is elsewhere is up to its prior. What rounding makes of a matrix that is
//! nearly singular differs from point to point, so an element must be off in the same way at points nearby.

use super::Posterior;
use crate::compiler::symmetry::is_same_asymmetry;
use crate::error::Error;
use crate::model::statement::BoundModel;

/// Each coordinate of the point: not 0, which would hide what it is a factor of.
const COORDINATE: f64 = 0.3;

/// The distances between the points.
const SHIFTS: [f64; 3] = [0.0, 1e-9, -1e-9];

impl<M: BoundModel> Posterior<M> {
    /// An error if a triangle is read of a matrix that is not symmetric.
    #[inline(never)]
    pub(super) fn check_symmetry(&mut self) -> Result<(), Error> {
        check(self.dimension(), &mut |point| {
            let mut memory = self.workspace();
            self.set_all_variables(point, &mut memory)?;
            let Self { model, store, .. } = self;
            store.precompute_once_more(point, &mut memory, &mut |frame| model.precompute(frame))
        })
    }
}

/// Precomputes at points nearby until it is known whether a matrix is not symmetric, in the same way at all
/// of them.
fn check(dimension: usize, precompute_at: &mut dyn FnMut(&[f64]) -> Result<(), Error>) -> Result<(), Error> {
    let mut found = None;
    for shift in SHIFTS {
        let Err(error) = precompute_at(&vec![COORDINATE + shift; dimension]) else { return Ok(()) };
        match &found {
            None => found = Some(error),
            Some(first) if is_same_asymmetry(first, &error) => {}
            Some(_) => return Ok(()),
        }
    }
    found.map_or(Ok(()), Err)
}
