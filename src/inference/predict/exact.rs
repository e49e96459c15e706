//! Independent draws from the posterior itself, for models in which they are possible; for all other models
//! this is a compile-time error.
//!
//! Without data a posterior is its prior, which is drawn forward. With data, parameters of which no two
//! stand in one statement are independent of each other; if each of them has a full conditional of a known
//! kind, this is its posterior.

use crate::draws::Draws;
use crate::error::Error;
use crate::model::drawing::Complaint;
use crate::model::statement::BoundModel;
use crate::posterior::Posterior;

/// Does not compile if the posterior of the model is not known in closed form.
#[track_caller]
pub(super) const fn assert_exact<M: BoundModel>() {
    <M::Inexact<M> as Complaint>::TEXT.refuse();
}

/// Draws of all parameters from their full conditionals, which do not depend on each other.
pub(super) fn sample<M: BoundModel>(
    posterior: &Posterior<M>,
    draws: usize,
    seed: u64,
) -> Result<Draws, Error> {
    let sampler = posterior.gibbs().chains(1).warmup(0).draws(draws).seed(seed);
    if let Some(step) = sampler.schedule().steps.iter().find(|step| !step.rule.is_exact()) {
        let reason = "its support is bounded elsewhere than its law".to_owned();
        return Err(Error::NoDraw { statement: step.name.to_owned(), reason });
    }
    sampler.run()
}
