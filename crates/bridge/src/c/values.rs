//! BridgeStan's functions between values and unconstrained points.

use super::handle::generator;
use super::outcome::{Message, coded, given};
use super::pointer::{Flag, Numbers, NumbersOut, Text};
use crate::Problem;
use crate::served::{Random, Served};
use std::ffi::c_int;

/// The names of arguments in messages, as BridgeStan's header has them.
const VALUES: &str = "theta";
const POINT: &str = "theta_unc";

/// Stores a point, or returns its error.
fn store(point: Result<Vec<f64>, Problem>, mut q: NumbersOut) -> Result<(), Problem> {
    let point = point?;
    q.place(POINT, point.len())?.copy_from_slice(&point);
    Ok(())
}

/// `bs_param_constrain`: computes the constrained values at an unconstrained point.
pub fn param_constrain(
    model: Option<&Served>,
    has_definitions: Flag,
    has_generated: Flag,
    q: Numbers,
    mut values: NumbersOut,
    rng: Option<&mut Random>,
    mut message: Message,
) -> c_int {
    coded("bs_param_constrain", &mut message, || {
        let model = given(model, "the model")?;
        let rng = if has_generated.is_set() { Some(generator(rng)?) } else { None };
        let count = model.size(has_definitions.is_set(), has_generated.is_set());
        let q = q.read(POINT, model.dimension())?;
        model.constrain(q, has_definitions.is_set(), rng, values.place(VALUES, count)?)
    })
}

/// `bs_param_unconstrain`: computes the unconstrained point of the parameters' values.
pub fn param_unconstrain(
    model: Option<&Served>,
    values: Numbers,
    q: NumbersOut,
    mut message: Message,
) -> c_int {
    coded("bs_param_unconstrain", &mut message, || {
        let model = given(model, "the model")?;
        store(model.unconstrain(values.read(VALUES, model.size(false, false))?), q)
    })
}

/// `bs_param_unconstrain_json`: computes the unconstrained point of the parameters' values in JSON.
pub fn param_unconstrain_json(
    model: Option<&Served>,
    json: Text,
    q: NumbersOut,
    mut message: Message,
) -> c_int {
    coded("bs_param_unconstrain_json", &mut message, || {
        store(given(model, "the model")?.unconstrain_json(json.read()?), q)
    })
}

/// `bs_param_initialize`: finds an unconstrained point at which the log density and its gradient are
/// finite; parameters in the JSON have the given values.
#[expect(clippy::too_many_arguments, reason = "the arguments are BridgeStan's")]
pub fn param_initialize(
    model: Option<&Served>,
    json: Text,
    rng: Option<&mut Random>,
    radius: f64,
    tries: c_int,
    jacobian: Flag,
    q: NumbersOut,
    mut message: Message,
) -> c_int {
    coded("bs_param_initialize", &mut message, || {
        let (model, rng) = (given(model, "the model")?, generator(rng)?);
        let tries = usize::try_from(tries).unwrap_or(0);
        store(model.initialize(json.read()?, rng, radius, tries, jacobian.is_set()), q)
    })
}
