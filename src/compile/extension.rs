//! `model.compile()`.

use super::{Compiler, Options, Rewrites};
use crate::error::Error;
use crate::model::Model;
use crate::name::VarSet;
use crate::posterior::Posterior;

/// Compiles models. It is implemented for everything that is a [`Model`].
pub trait Compile: Model {
    /// Checks the model and its data, lays out the workspace, and packs the data.
    ///
    /// # Errors
    ///
    /// Every error of a model is found here, and names the statement, the variable, the element, its value and the
    /// rule: lengths that differ, data outside a support, NaN, empty vectors, indices out of range, sizes that no memory
    /// holds, parameters without use, one name for two variables.
    ///
    /// A parameter without a `|=` statement, and one with two, does not compile.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.0, f64::NAN];
    /// params! { mu: real() }
    /// let model = model! {
    ///     mu |= normal(0.0, 1.0),
    ///     data(&y) |= normal(mu, 1.0),
    /// };
    /// let error = model.compile().err().unwrap();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "in `data(&y) |= normal(mu, 1.0)`: the variable on the left: element 1 is NaN, but must be finite"
    /// );
    /// ```
    #[inline(never)]
    fn compile(self) -> Result<Posterior<Self>, Error> {
        const { check::<Self>() }
        build(self, Options::default())
    }

    /// The same with choices.
    #[inline(never)]
    fn compile_with(self, options: Options) -> Result<Posterior<Self>, Error> {
        const { check::<Self>() }
        build(self, options)
    }
}

impl<M: Model> Compile for M {}

/// Does not compile if the statements are no whole model.
#[track_caller]
const fn check<M: Model>() {
    let without = M::ALL.without(&M::LHS.union(&M::DEFINED).union(&M::HELD));
    without
        .complain_of_all(
            "stands in the model, but on the left of no `|=`: give it a prior, or flat()",
            "stand in the model, but on the left of no `|=`: give each of them a prior, or flat()",
        )
        .refuse();
    let defined = M::EDGES.first_definition_in_a_bound(&M::DEFINED);
    VarSet::complain(
        defined,
        "is a definition, which is computed after all parameters: a bound can mention parameters alone",
    )
    .refuse();
}

fn build<M: Model>(given: M, options: Options) -> Result<Posterior<M>, Error> {
    let mut first = Compiler::new();
    let mut draft = given;
    draft.bind(&mut first)?;
    first.check_claims()?;

    // The first pass has found all errors of sizes; its packed data would be held in vain.
    let mut compiler = Compiler::second_pass(&first, options.rewrites == Rewrites::All)?;
    drop(first);
    #[cfg(feature = "rayon")]
    {
        compiler.wanted_parts = options.parts;
    }
    let mut model = given;
    model.bind(&mut compiler)?;
    compiler.check_claims()?;
    Posterior::new(model, given, compiler, options)
}
