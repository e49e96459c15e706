//! Independent draws from the posterior itself, where that is possible; everywhere else it is a compile-time error.
//!
//! Without data a posterior is its prior, which is drawn forward. With data, parameters of which no two stand in one statement are
//! independent of each other, and if each has a full conditional of a known kind, that is its posterior.

use crate::distribution::{DrawsOf, Family};
use crate::draws::Draws;
use crate::error::Error;
use crate::gibbs::Rule;
use crate::model::{Model, Variable};
use crate::name::{Text, VarSet};
use crate::posterior::Posterior;
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

impl<Statement: Model, Target: Variable, Root: Model> Complaint for Unknown<Statement, Target, Root> {
    const TEXT: Text = unknown::<Statement, Target, Root>();
}

const fn unknown<Statement: Model, Target: Variable, Root: Model>() -> Text {
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
        if is_free && !Rule::of::<Root, Target>().is_exact() { Target::TARGET.first() } else { None };
    VarSet::complain(
        unknown,
        "has no conjugate pair, so its posterior is not known in closed form: sample with nuts() or gibbs()",
    )
}

/// The complaint about a parameter of the model `Root` that should be drawn from a family without draws.
pub struct Undrawn<F, Target, Root>(PhantomData<(F, Target, Root)>);

impl<F: Family, Target: Variable, Root: Model> Complaint for Undrawn<F, Target, Root> {
    const TEXT: Text = {
        let is_drawn = !Root::HAS_EVIDENCE && Target::IS_PARAMETER && Target::TARGET.is_disjoint(&Root::HELD);
        let none = is_drawn && matches!(F::DRAWING, DrawsOf::None);
        let parameter = if none { Target::TARGET.first() } else { None };
        VarSet::complain(parameter, "follows a law that cannot be drawn from")
    };
}

#[track_caller]
const fn assert_exact<M: Model>() {
    <M::Inexact<M> as Complaint>::TEXT.refuse();
}

impl<M: Model> Posterior<M> {
    /// Independent draws from the posterior: no warmup, no chain, no diagnostics.
    ///
    /// It compiles for models without data, increments and conditions, which are drawn forward, and for those in which each
    /// statement mentions one parameter and each parameter has a conjugate prior. Everywhere else it is an error of `cargo build`
    /// that names a parameter.
    ///
    /// # Errors
    ///
    /// Those of [`sample_prior`](Self::sample_prior) and of [`Gibbs::run`](crate::gibbs::Gibbs::run); and [`Error::NoDraw`] of a parameter
    /// whose support is not the whole of its law's, such as `lower(2.0)` under a gamma distribution.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (heads, tosses) = ([3, 5, 4], [7, 9, 8]);
    /// params! { p: interval(0.0, 1.0) }
    /// let model = model! { p |= beta(1.0, 1.0), data(&heads) |= binomial(data(&tosses), p) };
    /// let draws = model.compile()?.sample_exact(1000, 1)?;
    /// assert!((draws.column("p")?.mean() - 0.5).abs() < 0.02);            // beta(13, 13)
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// ```compile_fail
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), sigma: positive() }
    /// let model = model! { mu |= normal(0.0, 1.0), sigma |= exponential(1.0), data(1.5) |= normal(mu, sigma) };
    /// model.compile()?.sample_exact(1000, 1)?;                            // no closed form
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn sample_exact(&self, draws: usize, seed: u64) -> Result<Draws, Error> {
        const { assert_exact::<M>() }
        if const { !M::HAS_EVIDENCE } {
            return self.sample_prior(draws, seed);
        }
        let sampler = self.gibbs().chains(1).warmup(0).draws(draws).seed(seed);
        if let Some(step) = sampler.schedule().steps.iter().find(|step| !step.rule.is_exact()) {
            let reason = "its support is bounded elsewhere than its law".to_owned();
            return Err(Error::NoDraw { statement: step.name.to_owned(), reason });
        }
        sampler.run()
    }
}
