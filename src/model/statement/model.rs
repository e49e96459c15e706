//! [`Model`], statements as they are written.

use crate::compiler::Compiler;
use crate::contract::sketch::Sketch;
use crate::error::Error;
use crate::model::facts::ModelFacts;
use crate::model::statement::BoundModel;
use crate::sealed::Sealed;

/// One or more statements as they are written.
///
/// A model is `Copy` and borrows its data. [`compile`](crate::posterior::compile::Compile::compile) turns it
/// into a [posterior](crate::posterior::Posterior) that owns what it needs of them.
#[diagnostic::on_unimplemented(
    message = "this is neither a statement nor a model",
    note = "a model is made of statements: `model! {{ x |= distribution, name = expression, increment(term) }}`"
)]
pub trait Model: Sealed + Copy + Send + Sync {
    /// The statements as they run.
    type Bound: BoundModel;

    /// The facts that are known while a program is compiled.
    const FACTS: &'static ModelFacts = <Self::Bound as BoundModel>::FACTS;

    /// Evaluated where the user makes the statement: does not compile if a variable cannot follow its
    /// distribution.
    const CHECKED: () = ();

    /// Checks every statement, claims its memory, packs its data, and makes the statements that run.
    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error>;

    /// Tells what each statement is about: see [`graph`](crate::graph).
    fn sketch(&self, sketch: &mut Sketch);
}
