//! Models in which a variable has a value: [`condition`](Condition::condition) and [`intervene`](Condition::intervene).
//!
//! Conditioning leaves the variable's own statement in the log density, where it is a likelihood from now on; an
//! intervention removes it, so that the variable tells nothing about what it depended on (Pearl 2009, "Causality", 3.2). Either way
//! the variable has no coordinate any more, and the kernels compute no gradient for it.

use super::{Edges, Factors, Level, Model, Scope, Totals};
use crate::compile::Compiler;
use crate::error::Error;
#[cfg(feature = "random")]
use crate::gibbs::Sites;
use crate::graph::Sketch;
use crate::name::{Name, VarSet};
#[cfg(feature = "random")]
use crate::predict::{Observations, Simulation};
use crate::shape::{Dimension, Matrix, Scalar, Shape, Vector};
use crate::simd::Frame;
use crate::trace::Named;
use core::marker::PhantomData;
use pulp::Simd;

/// A value that a variable of the shape `Sh` is held at.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of a variable of the shape `{Sh}`",
    note = "a number is the value of a scalar; a slice, an array or a `Vec` of numbers that of a vector, or of a matrix row after row"
)]
pub trait ValueOf<'a, Sh: Shape> {
    /// The numbers.
    fn numbers(self) -> Numbers<'a>;
}

/// One number or several.
#[derive(Clone, Copy, Debug)]
pub enum Numbers<'a> {
    /// Of a scalar.
    One(f64),
    /// Of a vector, or of a matrix row after row.
    Many(&'a [f64]),
}

impl Numbers<'_> {
    /// The numbers as a slice.
    pub fn as_slice(&self) -> &[f64] {
        match self {
            Self::One(number) => core::slice::from_ref(number),
            Self::Many(numbers) => numbers,
        }
    }
}

impl<'a> ValueOf<'a, Scalar> for f64 {
    fn numbers(self) -> Numbers<'a> {
        Numbers::One(self)
    }
}

macro_rules! many {
    ($([$($length:tt)*] $Slice:ty;)*) => {$(
        impl<'a, N: Dimension, $($length)*> ValueOf<'a, Vector<N>> for $Slice {
            fn numbers(self) -> Numbers<'a> {
                Numbers::Many(self)
            }
        }

        impl<'a, R: Dimension, C: Dimension, $($length)*> ValueOf<'a, Matrix<R, C>> for $Slice {
            fn numbers(self) -> Numbers<'a> {
                Numbers::Many(self)
            }
        }
    )*};
}

many! {
    [] &'a [f64];
    [] &'a Vec<f64>;
    [const LENGTH: usize] &'a [f64; LENGTH];
}

/// The model `M` in which `Var` has a value; with its own statement, or without it.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a, const STATEMENT: bool, Var, M> {
    model: M,
    value: Numbers<'a>,
    name: PhantomData<fn() -> Var>,
}

/// A model in which a variable is conditioned on.
pub type Conditioned<'a, Var, M> = Held<'a, true, Var, M>;

/// A model in which a variable is intervened on.
pub type Intervened<'a, Var, M> = Held<'a, false, Var, M>;

/// Gives variables of a model values. It is implemented for every [`Model`].
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { z: real(), x: real(), y: real() }
/// let model = model! {
///     z |= normal(0.0, 1.0),
///     x |= normal(z, 1.0),
///     y |= normal(x + z, 1.0),
/// };
/// let seen = model.condition(x, 2.0).compile()?;          // z and y are left, and x = 2 tells of z
/// let done = model.intervene(x, 2.0).compile()?;          // x = 2 was forced, and tells nothing of z
/// let slope_by_z = |posterior: &dyn Density| {
///     let mut gradient = [0.0; 2];
///     posterior.log_density_and_gradient(&[0.0, 2.0], &mut gradient, &mut posterior.workspace());
///     gradient[0]
/// };
/// assert_eq!((slope_by_z(&seen), slope_by_z(&done)), (2.0, 0.0));
/// # Ok::<(), monomorph::Error>(())
/// ```
pub trait Condition: Model {
    /// The model in which a parameter is known: its statement is part of the likelihood.
    ///
    /// That the value fits, in size and support, is checked by `compile()`. It is a compile-time error if the model has no
    /// statement with the parameter on its left.
    fn condition<'a, V: Named>(
        self,
        variable: V,
        value: impl ValueOf<'a, V::Shape>,
    ) -> Conditioned<'a, V::Name, Self> {
        let _ = variable;
        const {
            let stranger = VarSet::of(V::Name::VAR).first_missing(&Self::LHS);
            let stranger =
                VarSet::complain(stranger, "cannot be conditioned on: it is no parameter of the model");
            assert!(stranger.as_str().is_empty(), "{}", stranger.as_str());
        }
        Held { model: self, value: value.numbers(), name: PhantomData }
    }

    /// The model in which a parameter or a definition is set from outside, Pearl's do: its own statement is gone.
    fn intervene<'a, V: Named>(
        self,
        variable: V,
        value: impl ValueOf<'a, V::Shape>,
    ) -> Intervened<'a, V::Name, Self> {
        let _ = variable;
        const {
            let stranger = VarSet::of(V::Name::VAR).first_missing(&Self::LHS.union(&Self::DEFINED));
            let stranger =
                VarSet::complain(stranger, "cannot be intervened on: it is no variable of the model");
            assert!(stranger.as_str().is_empty(), "{}", stranger.as_str());
        }
        Held { model: self, value: value.numbers(), name: PhantomData }
    }

    /// The model in which a parameter is a constant that the density does not count: another word for
    /// [`intervene`](Self::intervene).
    fn fix<'a, V: Named>(
        self,
        variable: V,
        value: impl ValueOf<'a, V::Shape>,
    ) -> Intervened<'a, V::Name, Self> {
        self.intervene(variable, value)
    }
}

impl<M: Model> Condition for M {}

impl<const STATEMENT: bool, Var, M> Held<'_, STATEMENT, Var, M> {
    /// The model before the variable, the last that was given a value, had one.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0) };
    /// assert_eq!(model.condition(mu, 0.5).decondition(mu).compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn decondition<V: Named<Name = Var>>(self, variable: V) -> M {
        let _ = variable;
        self.model
    }
}

/// The scope `C` in which `Var` has a value, and no statement of its own if not `STATEMENT`.
pub struct Holding<const STATEMENT: bool, Var, C>(PhantomData<fn() -> (Var, C)>);

impl<const STATEMENT: bool, Var: Name, C: Scope> Scope for Holding<STATEMENT, Var, C> {
    const GRADIENT: bool = C::GRADIENT;
    const AGAIN: bool = C::AGAIN;
    const CHANGING: Option<VarSet> = C::CHANGING;
    const WRITTEN: Option<VarSet> = C::WRITTEN;
    const FOCUS: Option<VarSet> = C::FOCUS;
    const NEEDED: Option<VarSet> = C::NEEDED;
    const PART: super::Part = C::PART;
    const HELD: VarSet = C::HELD.union(&VarSet::of(Var::VAR));
    const DROPPED: VarSet = if STATEMENT { C::DROPPED } else { C::DROPPED.union(&VarSet::of(Var::VAR)) };
}

impl<const STATEMENT: bool, Var: Name, M: Model> Model for Held<'_, STATEMENT, Var, M> {
    const LHS: VarSet = M::LHS.without(&VarSet::of(Var::VAR));
    const DEFINED: VarSet = M::DEFINED.without(&VarSet::of(Var::VAR));
    const HELD: VarSet = M::HELD.union(&VarSet::of(Var::VAR));
    const ALL: VarSet = M::ALL;
    const DISCRETE: VarSet = M::DISCRETE.without(&VarSet::of(Var::VAR));
    const HAS_EVIDENCE: bool = STATEMENT || M::HAS_EVIDENCE;
    const FACTORS: Factors = M::FACTORS.without_definition(Var::VAR);
    const EDGES: Edges = M::EDGES.without_dependent(Var::VAR);
    type Needs<C: Scope> = M::Needs<Holding<STATEMENT, Var, C>>;

    fn count<C: Scope>() -> usize {
        M::count::<Holding<STATEMENT, Var, C>>()
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        compiler.hold(Var::VAR, self.value.as_slice());
        self.model.bind(compiler)
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.model.fold(compiler, frame)
    }

    fn drop_constants(&mut self) {
        self.model.drop_constants();
    }

    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        level: Level,
        totals: &mut Totals<S>,
    ) {
        self.model.constrain::<Holding<STATEMENT, Var, C>, S>(simd, frame, level, totals);
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.model.define::<Holding<STATEMENT, Var, C>, S>(simd, frame);
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        self.model.score::<Holding<STATEMENT, Var, C>, S>(simd, frame, totals);
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.model.propagate::<Holding<STATEMENT, Var, C>, S>(simd, frame);
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        self.model.pull_back::<Holding<STATEMENT, Var, C>, S>(simd, frame, level);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, sums: &mut [f64]) {
        self.model.score_rows::<Holding<STATEMENT, Var, C>, S>(simd, frame, sums);
    }

    fn sketch(&self, sketch: &mut Sketch) {
        self.model.sketch(sketch);
        sketch.holds(Var::NAME, STATEMENT);
    }

    #[cfg(feature = "random")]
    fn sites<'s, Root: Model + 's>(&self, sites: &mut Sites<'s, Root>)
    where
        Self: 's,
    {
        self.model.sites(sites);
        sites.remove(Var::NAME);
    }

    #[cfg(feature = "random")]
    fn assert_exact<Root: Model>() {
        M::assert_exact::<Root>();
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        simulation.hold(Var::VAR, STATEMENT);
        self.model.simulate(simulation, frame)
    }

    #[cfg(feature = "random")]
    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        observations.hold(Var::VAR, STATEMENT);
        self.model.observe(observations, frame);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.model.unconstrain(frame, point)
    }
}
