//! Distributions of a single whole number, one small file each.

mod bernoulli;
mod bernoulli_logit;
mod beta_binomial;
mod beta_binomial_tails;
mod binomial;
mod binomial_logit;
mod discrete_range;
mod geometric;
mod hypergeometric;
mod neg_binomial;
mod neg_binomial_2;
mod neg_binomial_2_log;
mod poisson;
mod poisson_log;

pub use bernoulli::{Bernoulli, bernoulli};
pub use bernoulli_logit::{BernoulliLogit, bernoulli_logit};
pub use beta_binomial::{BetaBinomial, beta_binomial};
pub use binomial::{Binomial, binomial};
pub use binomial_logit::{BinomialLogit, binomial_logit};
pub use discrete_range::{DiscreteRange, discrete_range};
pub use geometric::{Geometric, geometric};
pub use hypergeometric::{Hypergeometric, hypergeometric};
pub use neg_binomial::{NegBinomial, neg_binomial};
pub use neg_binomial_2::{NegBinomial2, neg_binomial_2};
pub use neg_binomial_2_log::{NegBinomial2Log, neg_binomial_2_log};
pub use poisson::{Poisson, poisson};
pub use poisson_log::{PoissonLog, poisson_log};
