//! Distributions, one small file each.
//!
//! A density is a sum of *terms*, each a function of some of the variable and the arguments, written with
//! its partial derivatives in the macro `density!`. The arguments of a term determine how often it is
//! evaluated: a term that reads data alone is computed once, by `compile()`; a term that reads scalars alone
//! once per gradient, however many observations there are; other terms once per register of observations.
//!
//! | function | Stan's name | arguments | support | cdf | draws |
//! |-|-|-|-|-|-|
//! | [`flat`](flat()) |  |  | any number | no | no |
//! | [`std_normal`](std_normal()) | `std_normal` |  | any number | yes | yes |
//! | [`normal`](normal()) | `normal` | location: any number, scale: positive | any number | yes | yes |
//! | [`half_normal`](half_normal()) |  | scale: positive | y ≥ 0 | yes | yes |
//! | [`cauchy`](cauchy()) | `cauchy` | location: any number, scale: positive | any number | yes | yes |
//! | [`half_cauchy`](half_cauchy()) |  | scale: positive | y ≥ 0 | yes | yes |
//! | [`student_t`](student_t()) | `student_t` | freedom: positive, location: any number, scale: positive | any number | yes | yes |
//! | [`half_student_t`](half_student_t()) |  | freedom: positive, scale: positive | y ≥ 0 | yes | yes |
//! | [`exp_mod_normal`](exp_mod_normal()) | `exp_mod_normal` | location: any number, scale: positive, rate: positive | any number | yes | yes |
//! | [`skew_normal`](skew_normal()) | `skew_normal` | location: any number, scale: positive, shape: any number | any number | yes | yes |
//! | [`double_exponential`](double_exponential()) | `double_exponential` | location: any number, scale: positive | any number | yes | yes |
//! | [`logistic`](logistic()) | `logistic` | location: any number, scale: positive | any number | yes | yes |
//! | [`gumbel`](gumbel()) | `gumbel` | location: any number, scale: positive | any number | yes | yes |
//! | [`lognormal`](lognormal()) | `lognormal` | location: any number, scale: positive | y ≥ 0 | yes | yes |
//! | [`loglogistic`](loglogistic()) | `loglogistic` | scale: positive, shape: positive | y ≥ 0 | yes | yes |
//! | [`exponential`](exponential()) | `exponential` | rate: positive | y ≥ 0 | yes | yes |
//! | [`gamma`](gamma()) | `gamma` | shape: positive, rate: positive | y ≥ 0 | yes | yes |
//! | [`inv_gamma`](inv_gamma()) | `inv_gamma` | shape: positive, scale: positive | y > 0 | yes | yes |
//! | [`chi_square`](chi_square()) | `chi_square` | freedom: positive | y ≥ 0 | yes | yes |
//! | [`inv_chi_square`](inv_chi_square()) | `inv_chi_square` | freedom: positive | y > 0 | yes | yes |
//! | [`scaled_inv_chi_square`](scaled_inv_chi_square()) | `scaled_inv_chi_square` | freedom: positive, scale: positive | y > 0 | yes | yes |
//! | [`weibull`](weibull()) | `weibull` | shape: positive, scale: positive | y ≥ 0 | yes | yes |
//! | [`frechet`](frechet()) | `frechet` | shape: positive, scale: positive | y > 0 | yes | yes |
//! | [`rayleigh`](rayleigh()) | `rayleigh` | scale: positive | y ≥ 0 | yes | yes |
//! | [`pareto`](pareto()) | `pareto` | minimum: positive, shape: positive | y ≥ minimum | yes | yes |
//! | [`pareto_type_2`](pareto_type_2()) | `pareto_type_2` | location: any number, scale: positive, shape: positive | y ≥ location | yes | yes |
//! | [`beta`](beta()) | `beta` | alpha: positive, beta: positive | 0 ≤ y ≤ 1 | yes | yes |
//! | [`beta_proportion`](beta_proportion()) | `beta_proportion` | mean: between 0 and 1, concentration: positive | 0 < y < 1 | yes | yes |
//! | [`von_mises`](von_mises()) | `von_mises` | location: any number, concentration: zero or positive | any number | yes | yes |
//! | [`uniform`](uniform()) | `uniform` | lower: any number, upper: any number, lower < upper | lower ≤ y ≤ upper | yes | yes |
//! | [`bernoulli`](bernoulli()) | `bernoulli` | probability: 0 to 1 | 0 or 1 | yes | yes |
//! | [`bernoulli_logit`](bernoulli_logit()) | `bernoulli_logit` | log_odds: any number | 0 or 1 | no | yes |
//! | [`binomial`](binomial()) | `binomial` | trials: whole, probability: 0 to 1 | 0, …, trials | yes | yes |
//! | [`binomial_logit`](binomial_logit()) | `binomial_logit` | trials: whole, log_odds: any number | 0, …, trials | no | yes |
//! | [`beta_binomial`](beta_binomial()) | `beta_binomial` | trials: whole, alpha: positive, beta: positive | 0, …, trials | yes | yes |
//! | [`hypergeometric`](hypergeometric()) | `hypergeometric` | draws: whole, successes: whole, failures: whole, draws ≤ successes + failures | max(0, draws − failures), …, min(draws, successes) | no | yes |
//! | [`discrete_range`](discrete_range()) | `discrete_range` | lower: whole, upper: whole, lower ≤ upper | lower, …, upper | yes | yes |
//! | [`neg_binomial`](neg_binomial()) | `neg_binomial` | alpha: positive, beta: positive | 0, 1, … | yes | yes |
//! | [`neg_binomial_2`](neg_binomial_2()) | `neg_binomial_2` | mean: zero or positive, precision: positive | 0, 1, … | yes | yes |
//! | [`neg_binomial_2_log`](neg_binomial_2_log()) | `neg_binomial_2_log` | log_mean: any number, precision: positive | 0, 1, … | no | yes |
//! | [`geometric`](geometric()) | `geometric` | probability: 0 to 1 | 0, 1, … | yes | yes |
//! | [`poisson`](poisson()) | `poisson` | rate: zero or positive | 0, 1, … | yes | yes |
//! | [`poisson_log`](poisson_log()) | `poisson_log` | log_rate: any number | 0, 1, … | no | yes |
//!
//! Distributions of a whole vector and of categories, all of which can be drawn from:
//!
//! | of vectors and categories | Stan's name | arguments | variable |
//! |-|-|-|-|
//! | **[`dirichlet`](dirichlet())** | `dirichlet` | concentration: positive, a vector or a scalar | a simplex, or rows of simplexes |
//! | **[`zero_sum_normal`](zero_sum_normal())** |  | scale: positive, one a row or one of all | vectors, rows or matrices that sum to zero |
//! | **[`icar`](icar())** |  | adjacency: a graph, scale: positive | vectors that sum to zero over each component |
//! | **[`intrinsic_random_walk`](intrinsic_random_walk())** |  | places: ascending, order: 1 or 2, scale: positive | vectors that sum to zero, of order two without a trend |
//! | **[`hidden_markov`](hidden_markov())** |  | initial: probabilities, transition: a matrix, probabilities in each row, emissions: a distribution for each state, of several sequences if wanted | a vector of observations |
//! | **[`linear_gaussian`](linear_gaussian())** |  | design: p × m, noise: p variances, transition: m × m, state noise: m × m | observations of p series, a row for each time |
//! | **[`markov_chain`](markov_chain())** |  | initial: probabilities, transition: a matrix, probabilities in each row | a vector of states from 0 |
//! | **[`process`](process())** |  | first: a number, a vector or a distribution, step: the law of each value, given those before | a vector that unfolds in time |
//! | **[`multinomial`](multinomial())** | `multinomial` | probability: a vector, 0 to 1 | counts |
//! | **[`multinomial_logit`](multinomial_logit())** | `multinomial_logit` | logits: a vector, any numbers | counts |
//! | **[`dirichlet_multinomial`](dirichlet_multinomial())** | `dirichlet_multinomial` | concentration: positive, a vector or a scalar | counts |
//! | **[`categorical`](categorical())** | `categorical` | probability: a vector, or a matrix with a row for each observation, 0 to 1 | categories from 0 |
//! | **[`categorical_logit`](categorical_logit())** | `categorical_logit` | logits: a vector, or a matrix with a row for each observation, any numbers | categories from 0 |
//! | **[`ordered_logistic`](ordered_logistic())** | `ordered_logistic` | predictor: any number, cutpoints: an increasing vector | categories from 0 |
//! | **[`ordered_probit`](ordered_probit())** | `ordered_probit` | predictor: any number, cutpoints: an increasing vector | categories from 0 |
//!
//! Distributions with a covariance, of a vector or of each row of a matrix, and of whole matrices. A
//! covariance is a matrix or a structure of [`covariance`](crate::covariance):
//!
//! | of vectors and matrices | Stan's name | arguments | variable |
//! |-|-|-|-|
//! | **[`multi_normal`](multi_normal())** | `multi_normal` | mean: a vector, a scalar, or a row each; covariance | vectors |
//! | **[`multi_normal_cholesky`](multi_normal_cholesky())** | `multi_normal_cholesky` | mean; factor: lower triangular, positive diagonal | vectors |
//! | **[`multi_normal_prec`](multi_normal_prec())** | `multi_normal_prec` | mean; omega: the inverse of the covariance | vectors |
//! | **[`multi_student_t`](multi_student_t())** | `multi_student_t` | nu: positive; mean; scale: a covariance | vectors |
//! | **[`multi_student_t_cholesky`](multi_student_t_cholesky())** | `multi_student_t_cholesky` | nu: positive; mean; factor | vectors |
//! | **[`multi_gp`](multi_gp())** | `multi_gp` | covariance; weights: positive, one a row | rows of a matrix |
//! | **[`multi_gp_cholesky`](multi_gp_cholesky())** | `multi_gp_cholesky` | factor; weights: positive, one a row | rows of a matrix |
//! | **[`matrix_normal`](matrix_normal())** | – | mean: a matrix; the covariances of rows and of columns | a matrix |
//! | **[`matrix_normal_prec`](matrix_normal_prec())** | `matrix_normal_prec`, normalised | mean: a matrix; the precisions of rows and of columns | a matrix |
//! | **[`lkj_corr`](lkj_corr())** | `lkj_corr` | eta: positive | a correlation matrix |
//! | **[`lkj_corr_cholesky`](lkj_corr_cholesky())** | `lkj_corr_cholesky` | eta: positive | its Cholesky factor |
//! | **[`wishart`](wishart())** | `wishart` | nu: above K − 1; scale: a covariance matrix | a covariance matrix |
//! | **[`inv_wishart`](inv_wishart())** | `inv_wishart` | nu: above K − 1; scale: a covariance matrix | a covariance matrix |
//! | **[`wishart_cholesky`](wishart_cholesky())** | `wishart_cholesky` | nu: above K − 1; scale: a Cholesky factor | a Cholesky factor |
//! | **[`inv_wishart_cholesky`](inv_wishart_cholesky())** | `inv_wishart_cholesky` | nu: above K − 1; scale: a Cholesky factor | a Cholesky factor |
//!
//! [`local_level`](local_level()) and [`local_linear_trend`](local_linear_trend()) are state space models of
//! a series, to which seasons, autoregressions and regressions are added by methods.
//!
//! There are also laws composed of distributions: [`mixture`](mixture()), [`weighted`](weighted()), and the
//! methods of [`Distribution`] that truncate and censor.
//!
//! Names, argument order and parameterisations are Stan's (the normal has a standard deviation, the gamma a
//! rate).
//!
//! [The reference](crate::guide::reference) lists all that can be written.

#[cfg(feature = "random")]
mod choice;
mod composite;
mod continuous;
mod discrete;
mod law;
pub(crate) mod macros;
mod matrix;
mod multivariate;
mod primitive;
mod sample;
mod shared;
#[cfg(feature = "random")]
mod tracked;
mod vector;

pub use crate::contract::family::{
    Argument, Constraint, Cumulative, Domain, Draw, Family, FamilyFacts, Form, Property,
};
#[cfg_attr(doc, doc(hidden))]
pub use crate::contract::family::{
    COMPLEMENT, DrawsOf, Every, Factored, LOGARITHM, MAX_COLUMNS, Stage, Term, Terms,
};
pub use crate::contract::law::{Distribution, Law};
/// The Rust type of a draw from a law of one number.
pub use crate::native::Native;
pub(crate) use composite::apply;
pub use composite::*;
pub(crate) use matrix::sample as matrix_sample;
#[cfg_attr(doc, doc(hidden))]
#[cfg(feature = "random")]
pub use monomorph_programs::law::{ChoiceLaw, TrackedLaw};
#[cfg_attr(doc, doc(hidden))]
pub use primitive::Primitive;
#[cfg_attr(doc, doc(hidden))]
pub use sample::Numbers;

pub use continuous::*;
pub use discrete::*;
pub use matrix::*;
pub use multivariate::*;
pub use vector::*;
