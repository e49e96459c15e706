//! Independent draws from the posterior itself, where that is possible; everywhere else it is a compile-time error.
//!
//! Without data a posterior is its prior, which is drawn forward. With data, parameters of which no two stand in one statement are
//! independent of each other, and if each has a full conditional of a known kind, that is its posterior.

use crate::distribution::{DrawsOf, Family};
use crate::draws::Draws;
use crate::error::Error;
use crate::gibbs::Rule;
use crate::name::{Text, VarSet};
use crate::posterior::Posterior;
use crate::statement::{BoundModel, BoundVariable};
use core::marker::PhantomData;

/// A complaint that is known when the program is compiled; empty if there is none.
#[doc(hidden)]
pub trait Complaint {
    /// Its text.
    const TEXT: Text;
}

impl Complaint for () {
    const TEXT: Text = Text::EMPTY;
}

impl<First: Complaint, Second: Complaint> Complaint for (First, Second) {
    const TEXT: Text = if First::TEXT.is_empty() { Second::TEXT } else { First::TEXT };
}

/// The complaint about the statement `Statement` in the model `Root` which leaves the posterior unknown.
pub struct Unknown<Statement, Target, Root>(PhantomData<(Statement, Target, Root)>);

impl<Statement: BoundModel, Target: BoundVariable, Root: BoundModel> Complaint
    for Unknown<Statement, Target, Root>
{
    const TEXT: Text = unknown::<Statement, Target, Root>();
}

const fn unknown<Statement: BoundModel, Target: BoundVariable, Root: BoundModel>() -> Text {
    if !Root::HAS_EVIDENCE {
        return Text::EMPTY;
    }
    // A definition stands for the parameters that it depends on.
    let free = Root::EDGES.close_needed(Statement::ALL).without(&Root::DEFINED).without(&Root::HELD);
    if free.len() > 1 {
        return VarSet::complain(
            free.first(),
            "stands in a statement with another parameter, so the posterior is not known in closed form: sample with nuts() or gibbs()",
        );
    }
    let is_free = Target::IS_PARAMETER && Target::TARGET.is_disjoint(&Root::HELD);
    let unknown =
        if is_free && !Rule::of::<Root, Target::Owner>().is_exact() { Target::TARGET.first() } else { None };
    VarSet::complain(
        unknown,
        "has no conjugate pair, so its posterior is not known in closed form: sample with nuts() or gibbs()",
    )
}

/// The complaint about a parameter of the model `Root` that should be drawn from a family without draws.
pub struct Undrawn<F, Target, Root>(PhantomData<(F, Target, Root)>);

impl<F: Family, Target: BoundVariable, Root: BoundModel> Complaint for Undrawn<F, Target, Root> {
    const TEXT: Text = {
        let is_drawn = !Root::HAS_EVIDENCE && Target::IS_PARAMETER && Target::TARGET.is_disjoint(&Root::HELD);
        let none = is_drawn && matches!(F::DRAWING, DrawsOf::None);
        let parameter = if none { Target::TARGET.first() } else { None };
        VarSet::complain(parameter, "follows a law that cannot be drawn from")
    };
}

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
