//! A check of matrices of which only a triangle is read and which depend on variables: `compile()` computes
//! them once, to see whether they are symmetric.
//!
//! A covariance of data may stand inside an expression, as in `data(&s) * tau`, and products need not be
//! symmetric even if their factors are. So the model is precomputed a second time, in separate memory,
//! while variables have the values of a point. All coordinates of this point are equal, so that a matrix of
//! free elements is symmetric there; whether it is elsewhere depends on its prior. The rounding errors of a
//! nearly singular matrix differ from point to point, so an element counts as asymmetric only if it is in
//! the same way at points nearby.

use super::Posterior;
use crate::compiler::symmetry::is_same_asymmetry;
use crate::error::Error;
use crate::model::statement::BoundModel;

/// The value of each coordinate of the point: not 0, because a factor 0 would hide an asymmetry.
const COORDINATE: f64 = 0.3;

/// The numbers that are added to each coordinate, one for each point.
const SHIFTS: [f64; 3] = [0.0, 1e-9, -1e-9];

impl<M: BoundModel> Posterior<M> {
    /// Returns an error if a matrix of which only a triangle is read is not symmetric.
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

/// Precomputes at points that are close to each other. Returns an error if a matrix is asymmetric in the same
/// way at all of these points.
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
