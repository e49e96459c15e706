//! Metropolis–Hastings with a user's proposal: x′ is accepted with the probability min(1, p(x′) q(x | x′) /
//! (p(x) q(x′ | x))).
//!
//! The density is a density of the constrained parameters, so a proposal needs no Jacobian of transforms.

use super::site::Site;
use super::state::State;
use crate::contract::scope::Value;
use crate::error::Error;
use crate::model::statement::BoundModel;
use rand::{Rng, RngExt};

/// Proposes new values of a parameter, given its current values, and returns log q(back) − log q(forth),
/// which is 0 for a symmetric proposal.
pub(super) type Proposal<'a> = Box<dyn Fn(&[f64], &mut dyn Rng) -> (Vec<f64>, f64) + Send + Sync + 'a>;

/// Makes one step. A proposal outside a support is rejected; a proposal of another length is an error.
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
    // A ratio that is NaN accepts nothing.
    let is_taken = (1.0 - rng.random::<f64>()).ln() < after - before + log_ratio;
    if !is_taken || after == f64::NEG_INFINITY {
        // The previous point is known to be valid.
        site.set(state, &here)?;
        state.point = point;
    }
    Ok(())
}
