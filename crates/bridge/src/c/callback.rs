//! The callback that some samplers take instead of a library: `int f(size_t n, const double *q, double
//! *gradient, double *log_density, void *data)`, with a handle as the data.
//!
//! It is nutpie's `LogpFunc`; walnutpie takes it as a pair of function and data, and numba can compile such
//! functions. The code 0 means success, also for a log density of −∞.

use super::outcome::{caught, given};
use super::pointer::{Numbers, NumbersOut, Out};
use crate::Problem;
use crate::served::{Kind, Served};
use std::ffi::c_int;

fn check(what: &str, expected: usize, found: usize) -> Result<(), Problem> {
    if expected == found {
        return Ok(());
    }
    Err(format!("{what} has {expected} numbers, not {found}").into())
}

/// `monomorph_logp`: computes the log density that samplers use, without constants and with Jacobians, and
/// its gradient.
#[inline]
pub fn logp(
    n: usize,
    q: Numbers,
    mut gradient: NumbersOut,
    mut value: Out<f64>,
    model: Option<&Served>,
) -> c_int {
    let answer = caught(|| {
        let model = given(model, "the model")?;
        check("a point", model.dimension(), n)?;
        let (q, gradient) = (q.read("q", n)?, gradient.place("the gradient", n)?);
        value.put("the log density", model.log_density_and_gradient(Kind::SAMPLED, q, gradient))
    });
    if answer.is_ok() { 0 } else { -1 }
}

/// `monomorph_expand`: computes the values of parameters and definitions at a point, which nutpie stores
/// for a draw.
pub fn expand(n: usize, count: usize, q: Numbers, mut values: NumbersOut, model: Option<&Served>) -> c_int {
    let answer = caught(|| {
        let model = given(model, "the model")?;
        check("a point", model.dimension(), n)?;
        check("a draw", model.size(true, false), count)?;
        model.constrain(q.read("q", n)?, true, None, values.place("the values", count)?)
    });
    if answer.is_ok() { 0 } else { -1 }
}
