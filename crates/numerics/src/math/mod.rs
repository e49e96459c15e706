//! Elementary and special functions on SIMD registers.
//!
//! Each is written once, on [`Pack`](crate::simd::Pack), without tables, and without branches except in
//! [`sin_cos`] for large arguments, in [`powf_and_slopes`] at the ends of the range, and in the functions
//! of one number. Every file opens with its formulas and their source. NaN gives NaN, except 1 for [`powf`]
//! where x is 1 or y is 0.
//!
//! The table has the largest errors found, in units in the last place (ULP), with and without fused
//! multiply-add, over some 10⁵ arguments for each function, against results of 180 bits.
//! `tests/thorough/tests/ulp` asserts these bounds on every instruction set of the machine.
//!
//! | function | domain; beyond it | FMA | no FMA |
//! |---|---|---|---|
//! | [`exp`] | all; overflows to ∞, underflows gradually | 1.00 | 0.97 |
//! | [`exp_of_number`] | all; as `exp`, both | 1.5 | 1.5 |
//! | [`log`] | x ≥ 0, −∞ at 0; NaN | 0.86 | 0.94 |
//! | [`log1p`] | x ≥ −1, −∞ at −1; NaN | 0.86 | 0.93 |
//! | [`log1p_minus`] | x ≥ −1, −∞ at −1; NaN | 8 | 8 |
//! | [`log1p_and_log1p_minus`] | as each | as each | as each |
//! | [`expm1`] | all | 2.1 | 2.2 |
//! | [`exp_and_expm1`] | all | 1.0, 5 | 1.0, 5 |
//! | [`tanh`] | all | 2.5 | 2.5 |
//! | [`tanh_and_slope`] | all | 4, 5 | 4, 5 |
//! | [`logistic`] | all | 2.2 | 2.2 |
//! | [`log1p_exp`] | all | 1.9 | 1.9 |
//! | [`log1p_exp_and_logistic`], [`logistic_tails`] | all | 1.9, 3.3 | 2.3, 3.3 |
//! | [`logistic_of_number`] | all; the logarithms | 3.5, 2.5 | 3.5, 2.5 |
//! | [`log1m_exp`] | x ≤ 0, −∞ at 0; NaN | 3.3 | 3.1 |
//! | [`log1m_exp_and_slope`] | x ≤ 0 | 3.3, 3.7 | 3.1, 4.2 |
//! | [`log_sum_exp2`] | all | 1.7 ² | 1.7 ² |
//! | [`log_sum_exp2_and_slopes`] | all | 1.6 ², 2.5 ³ | 1.6 ², 2.5 ³ |
//! | [`log_diff_exp`] | x ≥ y; NaN | 3.6 ² | 3.6 ² |
//! | [`log_diff_exp_and_slopes`] | x ≥ y | 3.6 ², 2.6 ³ | 3.6 ², 2.6 ³ |
//! | [`lgamma`] | x ≥ 0, ∞ at 0; NaN | 6.8 | 7.2 |
//! | [`digamma`] | x ≥ 0, ∓∞ at ±0; NaN | 3.0 ¹ | 3.0 ¹ |
//! | [`lgamma_and_digamma`] | as each | as each | as each |
//! | [`log_rising`] | x > 0, n ≥ 0; NaN for x < 0 | 1e-14 ⁴ | 1e-14 ⁴ |
//! | [`log_beta`], [`log_beta_and_slopes`] | a, b > 0; NaN | 4e-15 ⁵ | 4e-15 ⁵ |
//! | [`tgamma`] | not negative integers; NaN | 4.5 | 4.5 |
//! | [`trigamma`] | x ≥ 0, ∞ at 0; NaN | 3.9 | 3.9 |
//! | [`tetragamma`] | x ≥ 0, −∞ at 0; NaN | 5.8 | 5.8 |
//! | [`trigamma_and_tetragamma`] | as each | as each | as each |
//! | [`sin`], [`cos`], [`sin_cos`] | finite; NaN | 1.4, 1.5 | 1.4, 1.5 |
//! | [`erf`] | all | 3.0 | 2.6 |
//! | [`erfc`] | all; underflows gradually | 6.3 | 6.1 |
//! | [`normal_cdf`] | all; underflows gradually | 7.1 | 7.1 |
//! | [`log_normal_cdf`] | all; overflows to −∞ | 9.1 | 9.1 |
//! | [`log_normal_cdf_and_slope`] | all | 9.1, 5.7 | 9.1, 6.7 |
//! | [`log_bessel_i0`] | x ≥ 0; NaN | 2.6, 3.7, 4.0, 3.7 ⁶ | 2.6, 4.4, 4.1, 3.6 ⁶ |
//! | [`inv_normal_cdf`] | 0 ≤ p ≤ 1, ∓∞ at the ends; NaN | 4.1 | 4.7 |
//! | [`atan`], [`atan2`] | all | 1.7, 1.4 | 1.7, 1.4 |
//! | [`sinh`], [`cosh`], [`sinh_cosh`] | all; overflow to ∞ | 2.1, 1.4 | 2.5, 1.4 |
//! | [`cbrt`] | all | 0.8 | 1.0 |
//! | [`hypot`] | all | 1.9 | 1.9 |
//! | [`powf`] | x ≥ 0; NaN | 1.01 | 1.01 |
//! | [`powf_and_slopes`] | x ≥ 0; NaN | 1.01, 3, 2 ⁷ | 1.01, 3, 2 ⁷ |
//! | [`powi`] | all | ½ per product | ½ per product |
//!
//! Functions whose algorithms iterate are in [`scalar`], on plain numbers.
//!
//! ¹ In units of max(|ψ|, ½): near its zero at 1.46 the error is absolute, 2e-16.
//!
//! ² In units of max(|value|, ½): where summands of opposite signs cancel the error is absolute.
//!
//! ³ The larger slope. The smaller one, e⁻ᵈ with d = |x − y| large, has in addition the rounding error of d.
//!
//! ⁴ Relative, not in ULP; for all six results, also if one of x and n is 1e100 and the other 1e-100. Near
//! zeros of a result relative to its size around them.
//!
//! ⁵ Relative, not in ULP; of the logarithm, to max(|ln B|, ½). For arguments up to 1e12; 3e-14 at 1e100.
//!
//! ⁶ In the order of the fields. 1 − I₁/I₀ in units of ½ up to 9, relative from there on.
//!
//! ⁷ Where xʸ and xʸ⁻¹ are no subnormal numbers.

mod atan;
mod bessel;
mod bits;
mod cbrt;
mod double;
mod erf;
mod exp;
mod exp_and_expm1;
mod expm1;
mod floor;
mod gamma;
mod hypot;
mod inv_normal_cdf;
mod log;
mod log1m_exp;
mod log1p;
mod log_beta;
mod log_diff_exp;
mod log_of_product;
mod log_rising;
mod log_sum_exp2;
mod logistic;
mod mills;
mod normal_cdf;
mod number;
mod polynomial;
mod powf;
pub mod scalar;
mod sinh;
mod tanh;
mod tgamma;
mod trig;
mod trigamma;

pub use atan::{atan, atan2};
pub use bessel::{LogBesselI0, log_bessel_i0};
pub use cbrt::cbrt;
pub use double::{difference_of_products, two_product, two_sum};
pub use erf::{erf, erfc};
pub use exp::exp;
pub use exp_and_expm1::{exp_and_expm1, tanh_and_slope};
pub use expm1::expm1;
pub use expm1::expm1_minus;
pub use floor::{ceil, floor};
pub use gamma::{digamma, lgamma, lgamma_and_digamma};
pub use hypot::hypot;
pub use inv_normal_cdf::inv_normal_cdf;
pub use log::log;
pub use log_beta::{log_beta, log_beta_and_slopes};
pub use log_diff_exp::{log_diff_exp, log_diff_exp_and_slopes};
pub use log_of_product::LogOfProduct;
pub use log_rising::{LogRising, log_rising};
pub use log_sum_exp2::{log_sum_exp2, log_sum_exp2_and_slopes};
pub use log1m_exp::{log1m_exp, log1m_exp_and_slope};

pub use log1p::{log1p, log1p_and_log1p_minus, log1p_minus};
pub use logistic::{Tails, log1p_exp, log1p_exp_and_logistic, log1p_exp_in_parts, logistic, logistic_tails};
pub use normal_cdf::{log_normal_cdf, log_normal_cdf_and_slope, normal_cdf};
pub use number::{LogisticOfNumber, exp_of_number, logistic_of_number};
pub use powf::accurate_log;
pub use powf::{powf, powf_and_slopes, powi};
pub use sinh::{cosh, sinh, sinh_cosh};
pub use tanh::tanh;
pub use tgamma::tgamma;
pub use trig::{cos, sin, sin_cos};
pub use trigamma::{tetragamma, trigamma, trigamma_and_tetragamma};
