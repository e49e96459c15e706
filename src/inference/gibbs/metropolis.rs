//! Metropolis–Hastings with a proposal of the user's: x′ is accepted with the probability min(1, p(x′) q(x |
//! x′) / (p(x) q(x′ | x))).
//!
//! The density is that of the parameters as a reader knows them, so a proposal needs no Jacobian of
//! transforms.

use super::site::Site;
use super::state::State;
use crate::contract::scope::Value;
use crate::error::Error;
use crate::model::statement::BoundModel;
use rand::{Rng, RngExt};

/// Proposes values of a parameter, given those that it has, with log q(back) − log q(forth), which is 0 for a
/// symmetric proposal.
pub(super) type Proposal<'a> = Box<dyn Fn(&[f64], &mut dyn Rng) -> (Vec<f64>, f64) + Sync + 'a>;

/// One step. What is outside a support is refused; a proposal of another length is an error.
pub(super) fn update<M: BoundModel>(
    site: &dyn Site<M>,
    state: &mut State<'_, M>,
    proposal: &Proposal<'_>,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    let here = site.get(state);
    let before = state.log_density::<Value>();
    let (there, log_ratio) = proposal(&here, rng);
    if there.len() != here.len() {
        return Err(Error::LengthMismatch {
            statement: String::new(),
            expected_by: String::new(),
            expected: here.len(),
            found_in: format!("the proposal for `{}`", site.name()),
            found: there.len(),
        });
    }
    let point = state.point.clone();
    let moved = site.set(state, &there).and_then(|()| state.renew_point());
    let after = moved.map_or(f64::NEG_INFINITY, |()| state.log_density::<Value>());
    // A ratio that is NaN takes nothing.
    let is_taken = (1.0 - rng.random::<f64>()).ln() < after - before + log_ratio;
    if !is_taken || after == f64::NEG_INFINITY {
        // The point before is known to be valid.
        site.set(state, &here)?;
        state.point = point;
    }
    Ok(())
}
