//! Distributions, one small file each.
//!
//! A density is a sum of *terms*, each a function of some of the variable and the arguments, written with its
//! partial derivatives in the macro `density!`. How often a term is evaluated follows from what it reads: one that
//! reads data alone is computed once, by `compile()`; one that reads scalars alone once per gradient, however many
//! observations there are; the others once per register of observations.
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
//! | [`von_mises`](von_mises()) | `von_mises` | location: any number, concentration: positive | any number | yes | yes |
//! | [`uniform`](uniform()) | `uniform` | lower: any number, upper: any number, lower < upper | lower ≤ y ≤ upper | yes | yes |
//! | [`bernoulli`](bernoulli()) | `bernoulli` | probability: 0 to 1 | 0 or 1 | yes | yes |
//! | [`bernoulli_logit`](bernoulli_logit()) | `bernoulli_logit` | log_odds: any number | 0 or 1 | no | yes |
//! | [`binomial`](binomial()) | `binomial` | trials: whole, probability: 0 to 1 | 0, …, trials | yes | yes |
//! | [`binomial_logit`](binomial_logit()) | `binomial_logit` | trials: whole, log_odds: any number | 0, …, trials | no | yes |
//! | [`beta_binomial`](beta_binomial()) | `beta_binomial` | trials: whole, alpha: positive, beta: positive | 0, …, trials | yes | yes |
//! | [`hypergeometric`](hypergeometric()) | `hypergeometric` | draws: whole, successes: whole, failures: whole, draws ≤ successes + failures | max(0, draws − failures), …, min(draws, successes) | no | yes |
//! | [`discrete_range`](discrete_range()) | `discrete_range` | lower: whole, upper: whole, lower ≤ upper | lower, …, upper | yes | yes |
//! | [`neg_binomial`](neg_binomial()) | `neg_binomial` | alpha: positive, beta: positive | 0, 1, … | yes | yes |
//! | [`neg_binomial_2`](neg_binomial_2()) | `neg_binomial_2` | mean: positive, precision: positive | 0, 1, … | yes | yes |
//! | [`neg_binomial_2_log`](neg_binomial_2_log()) | `neg_binomial_2_log` | log_mean: any number, precision: positive | 0, 1, … | no | yes |
//! | [`geometric`](geometric()) | `geometric` | probability: 0 to 1 | 0, 1, … | yes | yes |
//! | [`poisson`](poisson()) | `poisson` | rate: zero or positive | 0, 1, … | yes | yes |
//! | [`poisson_log`](poisson_log()) | `poisson_log` | log_rate: any number | 0, 1, … | no | yes |
//!
//! Names, argument order and parameterisations are Stan's (the normal has a standard deviation, the gamma a rate).

mod composite;
mod domain;
mod family;
mod law;
pub(crate) mod macros;
mod terms;

mod beta_tails;
mod complement;
mod gamma_tails;
mod power_of_ratio;
mod standardized;
mod stirling;
mod student_t_parts;

mod bernoulli;
mod bernoulli_logit;
mod beta;
mod beta_binomial;
mod beta_proportion;
mod binomial;
mod binomial_logit;
mod categorical;
mod categorical_logit;
mod cauchy;
mod chi_square;
mod dirichlet;
mod dirichlet_multinomial;
mod discrete_range;
mod double_exponential;
mod exp_mod_normal;
mod exponential;
mod flat;
mod frechet;
mod gamma;
mod geometric;
mod gumbel;
mod half_cauchy;
mod half_normal;
mod half_student_t;
mod hypergeometric;
mod inv_chi_square;
mod inv_gamma;
mod lanes;
mod logistic;
mod loglogistic;
mod lognormal;
mod multinomial;
mod multinomial_logit;
mod neg_binomial;
mod neg_binomial_2;
mod neg_binomial_2_log;
mod normal;
mod ordered;
mod ordered_logistic;
mod ordered_probit;
mod pareto;
mod pareto_type_2;
mod poisson;
mod poisson_log;
mod rayleigh;
mod scaled_inv_chi_square;
mod skew_normal;
mod std_normal;
mod student_t;
mod uniform;
mod von_mises;
mod weibull;

pub(crate) use composite::apply;
pub use composite::*;
pub use domain::Domain;
#[cfg(feature = "random")]
pub use family::Draw;
#[cfg(feature = "random")]
pub(crate) use family::are_valid;
pub use family::{Argument, Cumulative, Distribution, Family, Rule};
pub use law::Law;
pub(crate) use terms::{Moving, Once, PerLane, WithData, any_moving, any_with_data, evaluate};
pub use terms::{Stage, Term, Terms};

pub use bernoulli::{Bernoulli, bernoulli};
pub use bernoulli_logit::{BernoulliLogit, bernoulli_logit};
pub use beta::{Beta, beta};
pub use beta_binomial::{BetaBinomial, beta_binomial};
pub use beta_proportion::{BetaProportion, beta_proportion};
pub use binomial::{Binomial, binomial};
pub use binomial_logit::{BinomialLogit, binomial_logit};
pub use categorical::{Categorical, CategoryCounts, categorical};
pub use categorical_logit::{CategoryCountsLog, categorical_logit};
pub use cauchy::{Cauchy, cauchy};
pub use chi_square::{ChiSquare, chi_square};
pub use dirichlet::{Dirichlet, dirichlet};
pub use dirichlet_multinomial::{DirichletMultinomial, dirichlet_multinomial};
pub use discrete_range::{DiscreteRange, discrete_range};
pub use double_exponential::{DoubleExponential, double_exponential, laplace};
pub use exp_mod_normal::{ExpModNormal, exp_mod_normal};
pub use exponential::{Exponential, exponential};
pub use flat::{Flat, flat};
pub use frechet::{Frechet, frechet};
pub use gamma::{Gamma, gamma};
pub use geometric::{Geometric, geometric};
pub use gumbel::{Gumbel, gumbel};
pub use half_cauchy::{HalfCauchy, half_cauchy};
pub use half_normal::{HalfNormal, half_normal};
pub use half_student_t::{HalfStudentT, half_student_t};
pub use hypergeometric::{Hypergeometric, hypergeometric};
pub use inv_chi_square::{InvChiSquare, inv_chi_square};
pub use inv_gamma::{InvGamma, inv_gamma};
pub use logistic::{Logistic, logistic};
pub use loglogistic::{Loglogistic, loglogistic};
pub use lognormal::{Lognormal, lognormal};
pub use multinomial::{Multinomial, multinomial};
pub use multinomial_logit::{MultinomialLog, multinomial_logit};
pub use neg_binomial::{NegBinomial, neg_binomial};
pub use neg_binomial_2::{NegBinomial2, neg_binomial_2};
pub use neg_binomial_2_log::{NegBinomial2Log, neg_binomial_2_log};
pub use normal::{Normal, normal};
pub use ordered::Ordered;
pub use ordered_logistic::{OrderedLogistic, ordered_logistic};
pub use ordered_probit::{OrderedProbit, ordered_probit};
pub use pareto::{Pareto, pareto};
pub use pareto_type_2::{ParetoType2, pareto_type_2};
pub use poisson::{Poisson, poisson};
pub use poisson_log::{PoissonLog, poisson_log};
pub use rayleigh::{Rayleigh, rayleigh};
pub use scaled_inv_chi_square::{ScaledInvChiSquare, scaled_inv_chi_square};
pub use skew_normal::{SkewNormal, skew_normal};
pub use std_normal::{StdNormal, std_normal};
pub use student_t::{StudentT, student_t};
pub use uniform::{Uniform, uniform};
pub use von_mises::{VonMises, von_mises};
pub use weibull::{Weibull, weibull};
