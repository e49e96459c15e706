//! Models in which a variable has a value: [`condition`](Condition::condition) and [`intervene`](Condition::intervene).
//!
//! Conditioning leaves the variable's own statement in the log density, where it is a likelihood from now on; an
//! intervention removes it, so that the variable tells nothing about what it depended on (Pearl 2009, "Causality", 3.2). Either way
//! the variable has no coordinate any more, and the kernels compute no gradient for it. Of a variable that is known in part, the
//! other elements keep their coordinates; its statement counts as likelihood, that of the data with what is missing of them.

use super::{Edges, Elements, Factors, Level, Model, Scope, Totals};
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

/// How a variable got its value.
pub trait Way: Copy + Send + Sync + 'static {
    /// True if its own statement stays.
    const HAS_STATEMENT: bool;

    /// True if all of its elements have a value.
    const IS_WHOLE: bool;
}

/// It was seen.
#[derive(Clone, Copy, Debug)]
pub struct Seen;

/// Some of its elements were seen.
#[derive(Clone, Copy, Debug)]
pub struct SeenInPart;

/// It was set from outside.
#[derive(Clone, Copy, Debug)]
pub struct Done;

macro_rules! ways {
    ($($Way:ident: $has_statement:literal, $is_whole:literal;)*) => {$(
        impl Way for $Way {
            const HAS_STATEMENT: bool = $has_statement;
            const IS_WHOLE: bool = $is_whole;
        }
    )*};
}

ways! {
    Seen: true, true;
    SeenInPart: true, false;
    Done: false, true;
}

/// The model `M` in which `Var` has a value.
#[derive(Clone, Copy, Debug)]
pub struct Held<'a, How, Var, M> {
    model: M,
    /// Which elements have it, if not all of them.
    elements: Option<Elements<'a>>,
    value: Numbers<'a>,
    name: PhantomData<fn() -> (How, Var)>,
}

/// A model in which a variable is conditioned on.
pub type Conditioned<'a, Var, M> = Held<'a, Seen, Var, M>;

/// A model in which elements of a variable are conditioned on.
pub type ConditionedAt<'a, Var, M> = Held<'a, SeenInPart, Var, M>;

/// A model in which a variable is intervened on.
pub type Intervened<'a, Var, M> = Held<'a, Done, Var, M>;

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
        const { assert_has::<V::Name>(&Self::LHS, "cannot be conditioned on: it is no parameter of the model") }
        Held { model: self, elements: None, value: value.numbers(), name: PhantomData }
    }

    /// The model in which some elements of a vector or a matrix are known, each with its value: data of which others are missing. The
    /// elements of a matrix are counted row after row.
    ///
    /// Its support must be one of single numbers: all, positive, between bounds that are data, or whole. Elsewhere, as in a simplex, what
    /// some elements are bounds the others. The statement of such a variable is part of the [likelihood](crate::posterior::Posterior::log_likelihood) as
    /// a whole.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), y: vector(5) }
    /// let model = model! { mu |= normal(0.0, 10.0), y |= normal(mu, 1.0) };
    /// let posterior = model.condition_at(y, &[0, 1, 4], &[1.2, 0.9, 1.5]).compile()?;      // y[2] and y[3] are missing
    /// assert_eq!(posterior.dimension(), 3);
    /// let values = posterior.constrain(&[0.0, -1.0, -2.0])?;
    /// assert_eq!(values.get("y")?.as_slice(), [1.2, 0.9, -1.0, -2.0, 1.5]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Of `compile()`: [`Error::IndexOutOfRange`], [`Error::LengthMismatch`] between elements and values, [`Error::OutsideSupport`],
    /// [`Error::HeldBetweenParameters`] and [`Error::HeldInPart`].
    fn condition_at<'a, V: Named>(
        self,
        variable: V,
        elements: impl Into<Elements<'a>>,
        values: &'a [f64],
    ) -> ConditionedAt<'a, V::Name, Self> {
        let _ = variable;
        const { assert_has::<V::Name>(&Self::LHS, "cannot be conditioned on: it is no parameter of the model") }
        Held { model: self, elements: Some(elements.into()), value: Numbers::Many(values), name: PhantomData }
    }

    /// The model in which a parameter or a definition is set from outside, Pearl's do: its own statement is gone.
    fn intervene<'a, V: Named>(
        self,
        variable: V,
        value: impl ValueOf<'a, V::Shape>,
    ) -> Intervened<'a, V::Name, Self> {
        let _ = variable;
        const {
            let variables = &Self::LHS.union(&Self::DEFINED);
            assert_has::<V::Name>(variables, "cannot be intervened on: it is no variable of the model");
        }
        Held { model: self, elements: None, value: value.numbers(), name: PhantomData }
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

/// Does not compile unless the variable is in the set.
const fn assert_has<Var: Name>(set: &VarSet, complaint: &'static str) {
    let stranger = VarSet::complain(VarSet::of(Var::VAR).first_missing(set), complaint);
    assert!(stranger.as_str().is_empty(), "{}", stranger.as_str());
}

impl<M: Model> Condition for M {}

impl<How, Var, M> Held<'_, How, Var, M> {
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

/// The scope `C` in which `Var` has a value.
pub struct Holding<How, Var, C>(PhantomData<(How, Var, C)>);

impl<How: Way, Var: Name, C: Scope> Scope for Holding<How, Var, C> {
    const GRADIENT: bool = C::GRADIENT;
    const AGAIN: bool = C::AGAIN;
    const CHANGING: Option<VarSet> = C::CHANGING;
    const WRITTEN: Option<VarSet> = C::WRITTEN;
    const FOCUS: Option<VarSet> = C::FOCUS;
    const NEEDED: Option<VarSet> = C::NEEDED;
    const PART: super::Part = C::PART;
    const HELD: VarSet = added::<Var>(C::HELD, How::IS_WHOLE);
    const PARTLY: VarSet = added::<Var>(C::PARTLY, !How::IS_WHOLE);
    const DROPPED: VarSet = added::<Var>(C::DROPPED, !How::HAS_STATEMENT);
}

/// The set with the variable, if it belongs there.
const fn added<Var: Name>(set: VarSet, belongs: bool) -> VarSet {
    if belongs { set.union(&VarSet::of(Var::VAR)) } else { set }
}

/// The set without the variable, if it has a value as a whole.
const fn left<How: Way, Var: Name>(set: VarSet) -> VarSet {
    if How::IS_WHOLE { set.without(&VarSet::of(Var::VAR)) } else { set }
}

impl<How: Way, Var: Name, M: Model> Model for Held<'_, How, Var, M> {
    const LHS: VarSet = left::<How, Var>(M::LHS);
    const DEFINED: VarSet = left::<How, Var>(M::DEFINED);
    const HELD: VarSet = added::<Var>(M::HELD, How::IS_WHOLE);
    const PARTLY: VarSet = added::<Var>(M::PARTLY, !How::IS_WHOLE);
    const ALL: VarSet = M::ALL;
    const DISCRETE: VarSet = left::<How, Var>(M::DISCRETE);
    const HAS_EVIDENCE: bool = How::HAS_STATEMENT || M::HAS_EVIDENCE;
    const FACTORS: Factors = if How::IS_WHOLE { M::FACTORS.without_definition(Var::VAR) } else { M::FACTORS };
    const EDGES: Edges = if How::IS_WHOLE { M::EDGES.without_dependent(Var::VAR) } else { M::EDGES };
    type Needs<C: Scope> = M::Needs<Holding<How, Var, C>>;

    fn count<C: Scope>() -> usize {
        M::count::<Holding<How, Var, C>>()
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        match self.elements {
            None => compiler.hold(Var::VAR, self.value.as_slice()),
            Some(elements) => compiler.hold_elements(Var::VAR, elements.places(), self.value.as_slice())?,
        }
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
        self.model.constrain::<Holding<How, Var, C>, S>(simd, frame, level, totals);
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.model.define::<Holding<How, Var, C>, S>(simd, frame);
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        self.model.score::<Holding<How, Var, C>, S>(simd, frame, totals);
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.model.propagate::<Holding<How, Var, C>, S>(simd, frame);
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        self.model.pull_back::<Holding<How, Var, C>, S>(simd, frame, level);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, sums: &mut [f64]) {
        self.model.score_rows::<Holding<How, Var, C>, S>(simd, frame, sums);
    }

    fn sketch(&self, sketch: &mut Sketch) {
        self.model.sketch(sketch);
        if How::IS_WHOLE {
            sketch.holds(Var::NAME, How::HAS_STATEMENT);
        }
    }

    #[cfg(feature = "random")]
    fn sites<'s, Root: Model + 's>(&self, sites: &mut Sites<'s, Root>)
    where
        Self: 's,
    {
        self.model.sites(sites);
        if How::IS_WHOLE {
            sites.remove(Var::NAME);
        }
    }

    #[cfg(feature = "random")]
    fn assert_exact<Root: Model>() {
        M::assert_exact::<Root>();
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        if How::IS_WHOLE {
            simulation.hold(Var::VAR, How::HAS_STATEMENT);
        }
        self.model.simulate(simulation, frame)
    }

    #[cfg(feature = "random")]
    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        observations.hold(Var::VAR, How::HAS_STATEMENT);
        self.model.observe(observations, frame);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.model.unconstrain(frame, point)
    }
}
