//! Models in which a variable has a value, before they are bound: the results of
//! [`condition`](crate::model::Condition::condition) and [`intervene`](crate::model::Condition::intervene).
//! [`BoundHeld`](crate::model::BoundHeld) documents how the variable's own statement changes.

use crate::compiler::{Compiler, Elements};
use crate::contract::sketch::{Sketch, least_and_greatest};
use crate::error::Error;
use crate::model::held::{
    BoundHeld, Conditioning, Evidence, Intervention, PartialConditioning, PartialIntervention,
};
use crate::model::statement::Model;
use crate::model::value_of::Numbers;
use crate::name::Name;
use crate::sealed::{Sealed, sealed};
use crate::trace::Named;
use core::marker::PhantomData;

/// The model `M` in which `Var` has a value.
#[derive(Clone, Copy, Debug)]
#[must_use = "a statement has no effect outside a model that is compiled"]
pub struct Held<'a, How, Var, M> {
    model: M,
    /// The elements that have the value, if not all of them.
    elements: Option<Elements<'a>>,
    value: Numbers<'a>,
    name: PhantomData<fn() -> (How, Var)>,
}

/// A model in which a variable is conditioned on.
pub type Conditioned<'a, Var, M> = Held<'a, Conditioning, Var, M>;

/// A model in which elements of a variable are conditioned on.
pub type ConditionedAt<'a, Var, M> = Held<'a, PartialConditioning, Var, M>;

/// A model in which a variable is intervened on.
pub type Intervened<'a, Var, M> = Held<'a, Intervention, Var, M>;

/// A model in which elements of a variable are intervened on.
pub type IntervenedAt<'a, Var, M> = Held<'a, PartialIntervention, Var, M>;

impl<'a, How, Var, M> Held<'a, How, Var, M> {
    /// Returns the model in which these elements have the value, or all elements if `elements` is `None`.
    pub(crate) fn new(model: M, elements: Option<Elements<'a>>, value: Numbers<'a>) -> Self {
        Self { model, elements, value, name: PhantomData }
    }
}

impl<How, Var, M> Held<'_, How, Var, M> {
    /// Returns the model without the value of the variable that was given a value last.
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

impl<How: Evidence, Var: Name, M: Model> Model for Held<'_, How, Var, M> {
    type Bound = BoundHeld<How, Var, M::Bound>;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let values = self.value.as_slice();
        match self.elements {
            None => compiler.hold(Var::VAR, values),
            Some(elements @ Elements::Seen(_)) => {
                let seen: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
                compiler.hold_elements(Var::VAR, elements, &seen, How::HAS_STATEMENT)?;
            }
            Some(elements) => compiler.hold_elements(Var::VAR, elements, values, How::HAS_STATEMENT)?,
        }
        let model = self.model.bind(compiler)?;
        if let (Some(Elements::Seen(_)), Some(size)) = (self.elements, compiler.size_of(Var::VAR)) {
            let given = "the list of what was observed of it";
            compiler.context().check_same_length(Var::NAME, size, given, values.len())?;
        }
        Ok(BoundHeld { model, name: PhantomData })
    }

    fn sketch(&self, sketch: &mut Sketch) {
        self.model.sketch(sketch);
        if How::IS_WHOLE {
            sketch.holds(Var::NAME, How::HAS_STATEMENT);
        } else if How::HAS_STATEMENT {
            let seen = self.value.as_slice().iter().copied().filter(|value| !value.is_nan());
            if let Some(range) = least_and_greatest(seen) {
                sketch.sees(Var::NAME, range);
            }
        }
    }
}

sealed! {
    [How, Var, M] Held<'_, How, Var, M>;
}
