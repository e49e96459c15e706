//! [`Model`], statements before they are bound.

use crate::compiler::Compiler;
use crate::contract::sketch::Sketch;
use crate::error::Error;
use crate::model::facts::ModelFacts;
use crate::model::statement::BoundModel;
use crate::sealed::Sealed;

/// One or more statements before they are bound.
///
/// A model is `Copy` and borrows its data. [`compile`](crate::posterior::compile::Compile::compile) turns it
/// into a [posterior](crate::posterior::Posterior) that owns the data it needs.
#[diagnostic::on_unimplemented(
    message = "this is neither a statement nor a model",
    note = "a model is made of statements: `model! {{ x |= distribution, name = expression, increment(term) }}`"
)]
pub trait Model: Sealed + Copy + Send + Sync {
    /// The statements as they run.
    type Bound: BoundModel;

    /// The facts that are known while a program is compiled.
    const FACTS: &'static ModelFacts = <Self::Bound as BoundModel>::FACTS;

    /// A constant that is evaluated where the user writes the statement: it does not compile if a variable
    /// cannot follow its distribution.
    const CHECKED: () = ();

    /// Checks every statement, reserves its memory, packs its data, and returns the statements as they run.
    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error>;

    /// Adds the subject of each statement to the sketch: see [`graph`](crate::graph).
    fn sketch(&self, sketch: &mut Sketch);
}
