//! BridgeStan's functions of log densities.

use super::outcome::{Message, coded, given};
use super::pointer::{Flag, Numbers, NumbersOut, Out};
use crate::served::{Kind, Served};
use std::ffi::c_int;

/// The names of arguments in messages, as BridgeStan's header has them.
const POINT: &str = "theta_unc";
const VALUE: &str = "val";
const GRADIENT: &str = "grad";

#[inline]
fn kind(propto: Flag, jacobian: Flag) -> Kind {
    Kind { is_proportional: propto.is_set(), has_jacobian: jacobian.is_set() }
}

/// `bs_log_density`: computes the log density at an unconstrained point.
pub fn log_density(
    model: Option<&Served>,
    propto: Flag,
    jacobian: Flag,
    q: Numbers,
    mut value: Out<f64>,
    mut message: Message,
) -> c_int {
    coded("bs_log_density", &mut message, || {
        let model = given(model, "the model")?;
        let q = q.read(POINT, model.dimension())?;
        value.put(VALUE, model.log_density(kind(propto, jacobian), q))
    })
}

/// `bs_log_density_gradient`: computes the log density at an unconstrained point, and its gradient.
#[inline]
pub fn log_density_gradient(
    model: Option<&Served>,
    propto: Flag,
    jacobian: Flag,
    q: Numbers,
    mut value: Out<f64>,
    mut gradient: NumbersOut,
    mut message: Message,
) -> c_int {
    coded("bs_log_density_gradient", &mut message, || {
        let model = given(model, "the model")?;
        let n = model.dimension();
        let (q, gradient) = (q.read(POINT, n)?, gradient.place(GRADIENT, n)?);
        value.put(VALUE, model.log_density_and_gradient(kind(propto, jacobian), q, gradient))
    })
}

/// `bs_log_density_hessian`: computes the log density at an unconstrained point, its gradient, and its
/// Hessian.
#[expect(clippy::too_many_arguments, reason = "the arguments are BridgeStan's")]
pub fn log_density_hessian(
    model: Option<&Served>,
    propto: Flag,
    jacobian: Flag,
    q: Numbers,
    mut value: Out<f64>,
    mut gradient: NumbersOut,
    mut hessian: NumbersOut,
    mut message: Message,
) -> c_int {
    coded("bs_log_density_hessian", &mut message, || {
        let model = given(model, "the model")?;
        let n = model.dimension();
        let (q, gradient) = (q.read(POINT, n)?, gradient.place(GRADIENT, n)?);
        let hessian = hessian.place("hessian", n * n)?;
        value.put(VALUE, model.hessian(kind(propto, jacobian), q, gradient, hessian))
    })
}

/// `bs_log_density_hessian_vector_product`: computes the log density at an unconstrained point, and the
/// product of its Hessian with a vector.
#[expect(clippy::too_many_arguments, reason = "the arguments are BridgeStan's")]
pub fn log_density_hessian_vector_product(
    model: Option<&Served>,
    propto: Flag,
    jacobian: Flag,
    q: Numbers,
    vector: Numbers,
    mut value: Out<f64>,
    mut product: NumbersOut,
    mut message: Message,
) -> c_int {
    coded("bs_log_density_hessian_vector_product", &mut message, || {
        let model = given(model, "the model")?;
        let n = model.dimension();
        let (q, vector, product) = (q.read(POINT, n)?, vector.read("v", n)?, product.place("Hvp", n)?);
        value.put(VALUE, model.hessian_product(kind(propto, jacobian), q, vector, product))
    })
}
