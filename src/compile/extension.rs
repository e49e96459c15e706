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
    fn compile(self) -> Result<Posterior<Self>, Error> {
        self.compile_with(Options::default())
    }

    /// The same with choices.
    fn compile_with(self, options: Options) -> Result<Posterior<Self>, Error> {
        const {
            let without = VarSet::complain(
                Self::ALL.first_missing(&Self::LHS.union(&Self::DEFINED).union(&Self::HELD)),
                "stands in the model, but on the left of no `|=`: give it a prior, or flat()",
            );
            assert!(without.as_str().is_empty(), "{}", without.as_str());
            let defined = VarSet::complain(
                Self::EDGES.first_definition_in_a_bound(&Self::DEFINED),
                "is a definition, which is computed after all parameters: a bound can mention parameters alone",
            );
            assert!(defined.as_str().is_empty(), "{}", defined.as_str());
        }
        let mut first = Compiler::new();
        let mut draft = self;
        draft.bind(&mut first)?;
        first.check_claims()?;

        // The first pass has found all errors of sizes; its packed data would be held in vain.
        let mut compiler = Compiler::second_pass(&first, options.rewrites == Rewrites::All)?;
        drop(first);
        #[cfg(feature = "rayon")]
        {
            compiler.wanted_parts = options.parts;
        }
        let mut model = self;
        model.bind(&mut compiler)?;
        compiler.check_claims()?;
        Posterior::new(model, self, compiler, options)
    }
}

impl<M: Model> Compile for M {}
