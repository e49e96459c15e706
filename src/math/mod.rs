//! Elementary and special functions on SIMD registers.

mod bits;
mod exp;
mod expm1;
mod gamma;
mod log;
mod log1p;
mod logistic;
mod polynomial;
mod tanh;

pub use exp::exp;
pub use expm1::expm1;
pub use gamma::{digamma, lgamma, lgamma_and_digamma};
pub use log::log;
pub use log1p::log1p;
pub use logistic::{log1p_exp, log1p_exp_and_logistic, logistic};
pub use tanh::tanh;
/// TEMP
#[inline(always)]
pub fn powf<S: pulp::Simd>(x: crate::simd::Pack<S>, y: crate::simd::Pack<S>) -> crate::simd::Pack<S> { exp(y*log(x)) }
/// TEMP
#[inline(always)]
pub fn powi<S: pulp::Simd>(x: crate::simd::Pack<S>, n: i32) -> crate::simd::Pack<S> { exp(log(x)*f64::from(n)) }
/// TEMP
#[inline(always)]
pub fn sin_cos<S: pulp::Simd>(x: crate::simd::Pack<S>) -> (crate::simd::Pack<S>,crate::simd::Pack<S>) { (x,x) }
