//! Distributions of a whole vector and of categories, one small file each.

mod categorical;
mod categorical_logit;
mod categorical_rows;
mod chosen;
mod dirichlet;
mod dirichlet_multinomial;
mod emissions;
mod hidden_markov;
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

pub use categorical::{Categorical, CategoryCounts, categorical};
pub use categorical_logit::{CategoricalLogit, CategoryCountsLog, LogitShape, categorical_logit};
pub use categorical_rows::CategoryOfRow;
pub use chosen::OneByOne;
pub use chosen::{Chosen, ChosenLog};
pub use dirichlet::{Dirichlet, dirichlet};
pub use dirichlet_multinomial::{DirichletMultinomial, dirichlet_multinomial};
pub use emissions::Stacked;
pub use hidden_markov::{
    FirstStates, HiddenMarkov, LogLikelihoodOf, hidden_markov, hidden_markov_log_density,
};
pub use linear_gaussian::{LinearGaussian, linear_gaussian};
pub use markov_chain::{MarkovChain, markov_chain};
pub use multinomial::{Multinomial, multinomial};
pub use multinomial_logit::{MultinomialLog, multinomial_logit};
pub use ordered::Ordered;
pub use ordered_logistic::{OrderedLogistic, ordered_logistic};
pub use ordered_probit::{OrderedProbit, ordered_probit};
pub use process::{Beginning, Process, Unfolding, process};
pub use structural::{And, AndThree, AndTwo, Structural, local_level, local_linear_trend};
pub use time_series::{arma, autoregression, garch, random_walk};
