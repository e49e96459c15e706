//! Distributions of a whole vector and of categories, one small file each.

mod categorical;
mod categorical_logit;
mod categorical_rows;
mod chosen;
mod dirichlet;
mod dirichlet_multinomial;
mod emissions;
mod hidden_markov;
mod icar;
mod intrinsic;
mod intrinsic_random_walk;
mod linear_gaussian;
mod markov_chain;
mod multinomial;
mod multinomial_logit;
mod ordered;
mod ordered_logistic;
mod ordered_probit;
mod process;
mod structural;
mod time_series;
mod zero_sum_normal;

pub use categorical::categorical;
#[cfg_attr(doc, doc(hidden))]
pub use categorical::{Categorical, CategoryCounts, CategoryShape};
pub use categorical_logit::categorical_logit;
#[cfg_attr(doc, doc(hidden))]
pub use categorical_logit::{CategoricalLogit, CategoryCountsLog};
#[cfg_attr(doc, doc(hidden))]
pub use categorical_rows::CategoryOfRow;
#[cfg_attr(doc, doc(hidden))]
pub use chosen::OneByOne;
#[cfg_attr(doc, doc(hidden))]
pub use chosen::{Chosen, ChosenLog};
#[cfg_attr(doc, doc(hidden))]
pub use dirichlet::Dirichlet;
pub use dirichlet::dirichlet;
#[cfg_attr(doc, doc(hidden))]
pub use dirichlet_multinomial::DirichletMultinomial;
pub use dirichlet_multinomial::dirichlet_multinomial;
#[cfg_attr(doc, doc(hidden))]
pub use emissions::Stacked;
#[cfg_attr(doc, doc(hidden))]
pub use hidden_markov::{FirstStates, LogLikelihoodOf};
pub use hidden_markov::{HiddenMarkov, hidden_markov, hidden_markov_log_density};
#[cfg_attr(doc, doc(hidden))]
pub use icar::Icar;
pub use icar::icar;
#[cfg_attr(doc, doc(hidden))]
pub use intrinsic::BoundIntrinsic;
#[cfg_attr(doc, doc(hidden))]
pub use intrinsic_random_walk::IntrinsicWalk;
pub use intrinsic_random_walk::intrinsic_random_walk;
pub use linear_gaussian::{LinearGaussian, linear_gaussian};
#[cfg_attr(doc, doc(hidden))]
pub use markov_chain::MarkovChain;
pub use markov_chain::markov_chain;
#[cfg_attr(doc, doc(hidden))]
pub use multinomial::Multinomial;
pub use multinomial::multinomial;
#[cfg_attr(doc, doc(hidden))]
pub use multinomial_logit::MultinomialLog;
pub use multinomial_logit::multinomial_logit;
#[cfg_attr(doc, doc(hidden))]
pub use ordered::Ordered;
#[cfg_attr(doc, doc(hidden))]
pub use ordered_logistic::OrderedLogistic;
pub use ordered_logistic::ordered_logistic;
#[cfg_attr(doc, doc(hidden))]
pub use ordered_probit::OrderedProbit;
pub use ordered_probit::ordered_probit;
#[cfg_attr(doc, doc(hidden))]
pub use process::{Beginning, Unfolding};
pub use process::{Process, process};
#[cfg_attr(doc, doc(hidden))]
pub use structural::{And, AndThree, AndTwo};
pub use structural::{Structural, local_level, local_linear_trend};
pub use time_series::{arma, autoregression, garch, random_walk};
#[cfg_attr(doc, doc(hidden))]
pub use zero_sum_normal::ZeroSumNormal;
pub use zero_sum_normal::zero_sum_normal;
