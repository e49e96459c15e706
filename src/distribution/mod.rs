//! Distributions, one small file each.
//!
//! A density is a sum of *terms*, each a function of some of the variable and the arguments, written with its
//! partial derivatives in the macro `density!`. How often a term is evaluated follows from what it reads: one that
//! reads data alone is computed once, by `compile()`; one that reads scalars alone once per gradient, however many
//! observations there are; the others once per register of observations.
//!
//! | function | arguments | variable |
//! |-|-|-|
//! | [`flat`](flat())`()` | | any number |
//! | [`normal`](normal())`(location, scale)` | any number, positive | any number |
//! | [`half_normal`](half_normal())`(scale)` | positive | y ≥ 0 |
//! | [`cauchy`](cauchy())`(location, scale)` | any number, positive | any number |
//! | [`half_cauchy`](half_cauchy())`(scale)` | positive | y ≥ 0 |
//! | [`student_t`](student_t())`(freedom, location, scale)` | positive, any number, positive | any number |
//! | [`exponential`](exponential())`(rate)` | positive | y ≥ 0 |
//! | [`gamma`](gamma())`(shape, rate)` | positive, positive | y ≥ 0 |
//! | [`beta`](beta())`(alpha, beta)` | positive, positive | 0 ≤ y ≤ 1 |
//! | [`lognormal`](lognormal())`(location, scale)` | any number, positive | y ≥ 0 |
//! | [`uniform`](uniform())`(lower, upper)` | lower < upper | lower ≤ y ≤ upper |
//! | [`bernoulli`](bernoulli())`(probability)` | 0 to 1 | 0 or 1 |
//! | [`bernoulli_logit`](bernoulli_logit())`(log_odds)` | any number | 0 or 1 |
//! | [`binomial`](binomial())`(trials, probability)` | whole, 0 to 1 | 0, …, trials |
//! | [`binomial_logit`](binomial_logit())`(trials, log_odds)` | whole, any number | 0, …, trials |
//! | [`poisson`](poisson())`(rate)` | zero or positive | 0, 1, … |
//! | [`poisson_log`](poisson_log())`(log_rate)` | any number | 0, 1, … |
//!
//! Names, argument order and parameterisations are Stan's (the normal has a standard deviation, the gamma a rate).

mod composite;
mod domain;
mod family;
mod law;
mod macros;
mod terms;

mod bernoulli;
mod bernoulli_logit;
mod beta;
mod binomial;
mod binomial_logit;
mod cauchy;
mod exponential;
mod flat;
mod gamma;
mod half_cauchy;
mod half_normal;
mod lognormal;
mod normal;
mod poisson;
mod poisson_log;
mod student_t;
mod uniform;

pub use composite::*;
pub use domain::Domain;
#[cfg(feature = "random")]
pub use family::Draw;
pub use family::{Argument, Cumulative, Distribution, Family, Rule};
pub use law::Law;
pub(crate) use terms::{Moving, Once, PerLane, WithData, any_with_data, evaluate};
pub use terms::{Stage, Term, Terms};

pub use bernoulli::{Bernoulli, bernoulli};
pub use bernoulli_logit::{BernoulliLogit, bernoulli_logit};
pub use beta::{Beta, beta};
pub use binomial::{Binomial, binomial};
pub use binomial_logit::{BinomialLogit, binomial_logit};
pub use cauchy::{Cauchy, cauchy};
pub use exponential::{Exponential, exponential};
pub use flat::{Flat, flat};
pub use gamma::{Gamma, gamma};
pub use half_cauchy::{HalfCauchy, half_cauchy};
pub use half_normal::{HalfNormal, half_normal};
pub use lognormal::{Lognormal, lognormal};
pub use normal::{Normal, normal};
pub use poisson::{Poisson, poisson};
pub use poisson_log::{PoissonLog, poisson_log};
pub use student_t::{StudentT, student_t};
pub use uniform::{Uniform, uniform};
