//! [`Compile`]: `model.compile()`.

use crate::compiler::{BindOptions, Compiled, Compiler, Options, Rewrites};
use crate::error::Error;
use crate::model::Model;
use crate::model::statement::BoundModel;
use crate::name::VarSet;
use crate::posterior::{Memory, Posterior};

/// Compiles models. Every [`Model`] implements this trait.
///
/// The chapter [The first model](crate::guide::first_model) begins with a whole program.
pub trait Compile: Model {
    /// Checks the model and its data, lays out the workspace, and packs the data.
    ///
    /// The posterior owns all the data that it needs: it borrows nothing, and can be moved like any value,
    /// to another thread or out of the function that made the model.
    ///
    /// # Errors
    ///
    /// `compile` finds every error of a model. The error names the statement, the variable, the element,
    /// its value and the rule: lengths that differ, data outside a support, NaN, empty vectors, indices out
    /// of range, sizes that memory cannot hold, parameters without use, one name for two variables.
    ///
    /// A parameter without a `|=` statement, or with two, is an error of Rust's compiler. A parameter that
    /// is declared beside others and mentioned nowhere is an error of `compile`, unless draws are given, as
    /// in `predict`. If parts of a parameter stand on the left of statements, it is an error if an element
    /// stands on the left of no statement or of two ([`Error::LeftOut`], [`Error::LeftTwice`]).
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
    ///     "in `data(&y) |= normal(mu, 1.0)`: the variable on the left: element 1 is NaN, but must be \
    ///      finite; gaps are a parameter in `params!`, `y: data(&y).missing_nan()`, of counts \
    ///      `data(&y).missing(&mask).integer(0, 20)`"
    /// );
    /// ```
    #[inline(never)]
    fn compile(self) -> Result<Posterior<Self::Bound>, Error> {
        const { assert_whole::<Self::Bound>() }
        build(self, Options::default(), Use::Density, &mut Memory::new())
    }

    /// Compiles as [`compile`](Self::compile) does, in the memory of earlier posteriors if it is large
    /// enough: see [`Memory`].
    ///
    /// # Errors
    ///
    /// The errors of [`compile`](Self::compile).
    #[inline(never)]
    fn compile_in(self, memory: &mut Memory) -> Result<Posterior<Self::Bound>, Error> {
        const { assert_whole::<Self::Bound>() }
        build(self, Options::default(), Use::Density, memory)
    }

    /// Compiles as [`compile`](Self::compile) does, with options.
    ///
    /// # Errors
    ///
    /// The errors of [`compile`](Self::compile), and [`Error::UnsupportedInstructions`].
    #[inline(never)]
    fn compile_with(self, options: Options) -> Result<Posterior<Self::Bound>, Error> {
        const { assert_whole::<Self::Bound>() }
        build(self, options, Use::Density, &mut Memory::new())
    }
}

impl<M: Model> Compile for M {}

/// Does not compile if the statements are not a whole model.
#[track_caller]
pub(crate) const fn assert_whole<M: BoundModel>() {
    let without = M::FACTS.all.without(&M::FACTS.lhs.union(M::FACTS.defined).union(M::FACTS.held));
    without
        .complain_of_all(
            "stands in the model, but on the left of no `|=`: give it a prior, or flat()",
            "stand in the model, but on the left of no `|=`: give each of them a prior, or flat()",
        )
        .refuse();
    let whole = M::FACTS.kinds.discrete().union(M::FACTS.summed).union(M::FACTS.held);
    VarSet::complain(
        M::FACTS.whole.first_missing(&whole),
        "stands in an argument that must be whole, such as a number of trials: declare it with integer(a, b), or give data",
    )
    .refuse();
    let defined = M::FACTS.edges.first_definition_in_a_bound(M::FACTS.defined);
    VarSet::complain(
        defined,
        "is a definition, which is computed after all parameters: a bound can mention parameters alone",
    )
    .refuse();
}

/// Compiles a model for simulation: every statement keeps its observations and is evaluated as it is
/// written. The caller asserts in its own `const` block that the model [is whole](assert_whole), so that
/// the error shows the user's call.
pub(crate) fn compile_to_simulate<M: Model>(model: M) -> Result<Posterior<M::Bound>, Error> {
    build(model, Options::default().rewrites(Rewrites::None), Use::Simulation, &mut Memory::new())
}

/// Does what [`compile_to_simulate`] does for a model to which draws of parameters are given. Declared
/// parameters that no statement mentions are not read, so the model can share the declarations of the model
/// that was fitted.
pub(crate) fn compile_to_predict<M: Model>(model: M) -> Result<Posterior<M::Bound>, Error> {
    build(model, Options::default().rewrites(Rewrites::None), Use::Prediction, &mut Memory::new())
}

/// The use for which a model is compiled.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    /// The model is compiled for its log density.
    Density,
    /// The model is compiled to draw all declared variables.
    Simulation,
    /// The model is compiled to draw the variables that the given draws do not contain.
    Prediction,
}

/// Compiles a model; the bound statements keep their observations unless it is compiled for its density.
fn build<M: Model>(
    model: M,
    options: Options,
    purpose: Use,
    memory: &mut Memory,
) -> Result<Posterior<M::Bound>, Error> {
    let may_leave_out = purpose == Use::Prediction;
    let wishes = BindOptions {
        rewrites: options.rewrites == Rewrites::All,
        keeps_observations: purpose != Use::Density,
        parts: if cfg!(feature = "rayon") { options.parts } else { 1 },
    };
    let mut bound = None;
    let compiled = two_passes(may_leave_out, wishes, memory, &mut |compiler| {
        // The nodes and packed data of the first pass are dropped.
        bound = Some(model.bind(compiler)?);
        Ok(())
    })?;
    let bound = bound.expect("the second pass has bound the model");
    Posterior::new(bound, compiled, options, memory)
}

/// Binds a model twice: first to find all errors of sizes and the coordinates of each parameter, then to
/// make the nodes that run. The function is not generic, so that the compiler's code stays in this crate.
fn two_passes(
    may_leave_out: bool,
    wishes: BindOptions,
    memory: &mut Memory,
    bind: &mut dyn FnMut(&mut Compiler) -> Result<(), Error>,
) -> Result<Compiled, Error> {
    let first = pass(Compiler::new(), memory, bind)?;
    let places = first.find_places(may_leave_out)?;
    memory.take_back(first);
    let second = pass(Compiler::second_pass(places, wishes), memory, bind)?;
    Ok(second.finish())
}

/// Binds all statements with a compiler, which packs into `memory`.
fn pass(
    mut compiler: Compiler,
    memory: &mut Memory,
    bind: &mut dyn FnMut(&mut Compiler) -> Result<(), Error>,
) -> Result<Compiler, Error> {
    memory.lend(&mut compiler)?;
    match bind(&mut compiler).and_then(|()| compiler.check_claims()) {
        Ok(()) => Ok(compiler),
        Err(error) => {
            memory.take_back(compiler);
            Err(memory.reason_of(error))
        }
    }
}
