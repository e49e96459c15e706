//! The verbs that give variables of a model values: [`condition`](Condition::condition) and
//! [`intervene`](Condition::intervene).

use crate::compiler::Elements;
use crate::model::held::{Conditioned, ConditionedAt, Held, Intervened, IntervenedAt};
use crate::model::statement::{BoundModel, Model};
use crate::model::value_of::{Numbers, ValueOf};
use crate::name::{Name, VarSet};
use crate::trace::Named;

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
/// let seen = model.condition(x, 2.0).compile()?;          // z and y are left; x = 2 is evidence about z
/// let done = model.intervene(x, 2.0).compile()?;          // x = 2 was forced; it is no evidence about z
/// let slope_by_z = |posterior: &dyn Density| {
///     let mut gradient = [0.0; 2];
///     posterior.log_density_and_gradient(&[0.0, 2.0], &mut gradient, &mut posterior.workspace());
///     gradient[0]
/// };
/// assert_eq!((slope_by_z(&seen), slope_by_z(&done)), (2.0, 0.0));
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Discrete and missing](crate::guide::discrete_and_missing) begins with a whole program.
pub trait Condition: Model {
    /// The model in which a parameter is known: its statement is part of the likelihood.
    ///
    /// `compile()` checks that the size of the value fits and that the value is in the support. It is a
    /// compile-time error if the model has no statement with the parameter on its left, or if the parameter
    /// has a value already: [`decondition`](Held::decondition) takes it away.
    #[inline(never)]
    fn condition<'a, V: Named>(
        self,
        variable: V,
        value: impl ValueOf<'a, V::Shape>,
    ) -> Conditioned<'a, V::Name, Self> {
        let _ = variable;
        const { check_parameter::<V::Name, Self>() }
        Held::new(self, None, value.numbers())
    }

    /// The model in which some elements of a vector or a matrix are known, each with its value: data with
    /// missing elements.
    ///
    /// The elements of a matrix are counted row by row, as its data are stored: `m[r,c]` of a matrix with C
    /// columns is the element r C + c. The coordinates of the remaining elements follow row by row as well,
    /// those of a matrix without known elements column by column. Names follow column by column in both
    /// cases.
    ///
    /// No part of the variable may stand on the left of a statement. Its support must restrict each element
    /// separately: all real numbers, positive numbers, numbers between bounds that are data, or whole
    /// numbers. On other supports, such as a simplex, the known elements would restrict the others. The
    /// statement of such a variable is part of the [likelihood](crate::posterior::Posterior::log_likelihood)
    /// as a whole.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), y: vector(5) }
    /// let model = model! { mu |= normal(0.0, 10.0), y |= normal(mu, 1.0) };
    /// // y[2] and y[3] are missing
    /// let posterior = model.condition_at(y, &[0, 1, 4], &[1.2, 0.9, 1.5]).compile()?;
    /// assert_eq!(posterior.dimension(), 3);
    /// let values = posterior.constrain(&[0.0, -1.0, -2.0])?;
    /// assert_eq!(values.get("y")?.as_slice(), [1.2, 0.9, -1.0, -2.0, 1.5]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of `compile()`: [`Error::IndexOutOfRange`](crate::Error::IndexOutOfRange),
    /// [`Error::LengthMismatch`](crate::Error::LengthMismatch) between elements and values,
    /// [`Error::OutsideSupport`](crate::Error::OutsideSupport),
    /// [`Error::HeldBesideParts`](crate::Error::HeldBesideParts),
    /// [`Error::HeldBetweenParameters`](crate::Error::HeldBetweenParameters) and
    /// [`Error::HeldInPart`](crate::Error::HeldInPart).
    #[inline(never)]
    fn condition_at<'a, V: Named>(
        self,
        variable: V,
        elements: impl Into<Elements<'a>>,
        values: &'a [f64],
    ) -> ConditionedAt<'a, V::Name, Self> {
        let _ = variable;
        const { check_parameter::<V::Name, Self>() }
        Held::new(self, Some(elements.into()), Numbers::Many(values))
    }

    /// The model in which a vector or a matrix was observed in part: the elements that are not NaN have
    /// these values, and the others stay parameters, which follow the variable's own statement. Missing data
    /// are thus imputed with their uncertainty, and missing predictors follow the law that the model gives
    /// them. Missing categories are [marginalised](crate::model::Marginalise::marginalise), or drawn by
    /// Gibbs sampling.
    ///
    /// It is [`condition_at`](Self::condition_at) for the elements that are not NaN, with the same rules.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// const MISSING: f64 = f64::NAN;
    /// params! { slope: real(), x: vector(4), y: vector(4) }
    /// let model = model! {
    ///     slope |= normal(0.0, 1.0),
    ///     x     |= normal(0.0, 1.0),
    ///     y     |= normal(slope * x, 0.5),
    /// };
    /// let observed = model.observe(x, &[0.5, MISSING, -1.0, 2.0]).observe(y, &[0.4, 1.2, MISSING, 2.2]);
    /// assert_eq!(observed.compile()?.dimension(), 3);                          // the slope, x[1] and y[2]
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of `compile()`: those of [`condition_at`](Self::condition_at), and
    /// [`Error::LengthMismatch`](crate::Error::LengthMismatch) if the number of values is not the number of
    /// elements.
    #[inline(never)]
    fn observe<'a, V: Named>(self, variable: V, values: &'a [f64]) -> ConditionedAt<'a, V::Name, Self> {
        let _ = variable;
        const { check_parameter::<V::Name, Self>() }
        Held::new(self, Some(Elements::Seen(values)), Numbers::Many(values))
    }

    /// The model in which a parameter or a definition is set from outside, as by Pearl's do-operator: the
    /// variable's own statement is removed.
    #[inline(never)]
    fn intervene<'a, V: Named>(
        self,
        variable: V,
        value: impl ValueOf<'a, V::Shape>,
    ) -> Intervened<'a, V::Name, Self> {
        let _ = variable;
        const { check_variable::<V::Name, Self>() }
        Held::new(self, None, value.numbers())
    }

    /// The model in which a parameter is a constant that does not contribute to the density: another word
    /// for [`intervene`](Self::intervene).
    #[inline(never)]
    fn fix<'a, V: Named>(
        self,
        variable: V,
        value: impl ValueOf<'a, V::Shape>,
    ) -> Intervened<'a, V::Name, Self> {
        const { check_variable::<V::Name, Self>() }
        self.intervene(variable, value)
    }

    /// The model in which some elements of a vector or a matrix are set from outside, as by Pearl's
    /// do-operator on each of them: their rows of the variable's own statement are removed. The other
    /// elements keep their rows, which are their prior as before, and every statement that reads the
    /// variable, including the remaining rows of its own statement, reads all of its elements. The elements
    /// of a matrix are counted row by row, as [`condition_at`](Self::condition_at) counts them.
    ///
    /// The law must be a product over single elements, as `normal` and mixtures of it are: a law of a vector
    /// as a whole (`multi_normal`, `markov_chain`) has no factor of a single element that could be removed.
    /// The support must be as [`condition_at`](Self::condition_at) requires.
    ///
    /// Both can be applied to one variable, whose statement then counts as likelihood; if an element is
    /// given a value twice, the last value counts.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { z: real(), x: vector(3), y: vector(3) }
    /// let model = model! {
    ///     z |= normal(0.0, 1.0),
    ///     x |= normal(z, 1.0),
    ///     y |= normal(2.0 * x, 1.0),
    /// };
    /// let seen = model.condition_at(x, 1, &[5.0]).compile()?; // evidence about z, x[0] and x[2]
    /// let done = model.intervene_at(x, 1, &[5.0]).compile()?;           // changes y[1] only
    /// let gradient = |posterior: &dyn Density| {
    ///     let mut gradient = [0.0; 6];
    ///     posterior.log_density_and_gradient(&[0.0; 6], &mut gradient, &mut posterior.workspace());
    ///     gradient // by z, x[0], x[2], y[0], y[1], y[2]
    /// };
    /// assert_eq!(gradient(&seen), [5.0, 0.0, 0.0, 0.0, 10.0, 0.0]);
    /// assert_eq!(gradient(&done), [0.0, 0.0, 0.0, 0.0, 10.0, 0.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of `compile()`: those of [`condition_at`](Self::condition_at), and
    /// [`Error::SetInPart`](crate::Error::SetInPart) for a law of all elements together.
    #[inline(never)]
    fn intervene_at<'a, V: Named>(
        self,
        variable: V,
        elements: impl Into<Elements<'a>>,
        values: &'a [f64],
    ) -> IntervenedAt<'a, V::Name, Self> {
        let _ = variable;
        const { check_elements::<V::Name, Self>() }
        Held::new(self, Some(elements.into()), Numbers::Many(values))
    }

    /// The model in which some elements of a parameter are constants that do not contribute to the density:
    /// another word for [`intervene_at`](Self::intervene_at).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { beta: vector(3), sigma: positive() }
    /// let model = model! {
    ///     sigma |= exponential(1.0),
    ///     beta  |= normal(0.0, sigma),
    /// };
    /// let anchored = model.fix_at(beta, 0, &[0.0]).compile()?;          // the first group is the reference
    /// let value = anchored.log_density(&[0.4, -0.3, 0.0], &mut anchored.workspace());
    /// let normal = |x: f64| -0.5 * x * x - 0.5 * core::f64::consts::TAU.ln();
    /// assert!((value - (normal(0.4) + normal(-0.3) - 1.0)).abs() < 1e-14); // beta[0] adds no term
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn fix_at<'a, V: Named>(
        self,
        variable: V,
        elements: impl Into<Elements<'a>>,
        values: &'a [f64],
    ) -> IntervenedAt<'a, V::Name, Self> {
        const { check_elements::<V::Name, Self>() }
        self.intervene_at(variable, elements, values)
    }
}

// Each verb checks in its own body, also if it calls another verb: the compiler shows the call of the
// function in which a constant fails, and that call must be the user's.

#[track_caller]
const fn check_parameter<Var: Name, M: Model>() {
    check_free::<Var, M>();
    let own = VarSet::of(Var::VAR);
    let defined = own.first_common(M::FACTS.defined);
    VarSet::complain(defined, "cannot be conditioned on: it is a definition, which follows from parameters")
        .refuse();
    let stranger = own.first_missing(M::FACTS.lhs);
    VarSet::complain(stranger, "cannot be conditioned on: it is no parameter of the model").refuse();
}

#[track_caller]
const fn check_variable<Var: Name, M: Model>() {
    check_free::<Var, M>();
    let stranger = VarSet::of(Var::VAR).first_missing(&M::FACTS.lhs.union(M::FACTS.defined));
    VarSet::complain(stranger, "cannot be intervened on: it is no variable of the model").refuse();
}

#[track_caller]
const fn check_elements<Var: Name, M: Model>() {
    check_free::<Var, M>();
    let stranger = VarSet::of(Var::VAR).first_missing(M::FACTS.lhs);
    let complaint = "has no elements that can be intervened on: it is no parameter of the model";
    VarSet::complain(stranger, complaint).refuse();
}

/// Does not compile if the variable has a value already, or is marginalised.
#[track_caller]
const fn check_free<Var: Name, M: Model>() {
    let own = VarSet::of(Var::VAR);
    let held = own.first_common(<M::Bound as BoundModel>::FACTS.held);
    VarSet::complain(held, "has a value already: `decondition` takes it away").refuse();
    let summed = own.first_common(<M::Bound as BoundModel>::FACTS.summed);
    VarSet::complain(summed, "is marginalised already: give it its value before `marginalise`").refuse();
}

impl<M: Model> Condition for M {}
