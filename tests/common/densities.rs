//! The records of densities of numbers, and the list of distributions:
//! `tests/densities/oracle_densities.rs` compares with vectors, `tests/thorough` with variables and
//! arguments in all other roles.

use super::oracle::{compare_gradient, numbers, records, slack};
use super::{assert_near, evaluate, evaluate_gradient, on_every_set};
use monomorph::prelude::*;
use serde_json::Value;

/// A record of `densities.json`.
pub struct DensityRecord(pub Value);

impl DensityRecord {
    pub fn all(name: &str) -> Vec<Self> {
        records("densities", "dist", name).into_iter().map(Self).collect()
    }

    /// The number of observations.
    pub fn length(&self) -> usize {
        numbers(&self.0["args"]["y"]).len()
    }

    /// True if no argument is a list. The variable may be a list.
    pub fn has_scalar_arguments(&self) -> bool {
        let arguments = self.0["args"].as_object().expect("arguments by name");
        arguments.iter().all(|(name, value)| name == "y" || value.is_number())
    }

    /// A scalar argument.
    pub fn number(&self, argument: &str) -> f64 {
        self.0["args"][argument].as_f64().expect("a scalar argument")
    }

    /// An argument, with one element for each observation.
    pub fn vector(&self, argument: &str) -> Vec<f64> {
        let given = numbers(&self.0["args"][argument]);
        if given.len() == 1 { vec![given[0]; self.length()] } else { given }
    }

    /// An argument of whole numbers, with one element for each observation.
    pub fn counts(&self, argument: &str) -> Vec<i64> {
        self.vector(argument).into_iter().map(|number| number as i64).collect()
    }

    /// Compares the model's density at a point with the record on every instruction set.
    pub fn compare_value(&self, layout: &str, model: impl Model, q: &[f64]) {
        let Self(record) = self;
        let want = numbers(&record["lpdf"])[0];
        on_every_set(model, |set, posterior| {
            let (got, _) = evaluate(posterior, q);
            let tolerance = 1e-10 * want.abs() + 1e-12 + 16.0 * slack(record, &["lpdf"], 0);
            assert_near(got, want, tolerance, || format!("{} with {layout}, {set}", record["id"]));
        });
    }

    /// Compares the model's density with the record on every instruction set. The model has the parameters
    /// `free`, each with its number of elements.
    pub fn compare(&self, layout: &str, model: impl Model, free: &[(&str, usize)]) {
        let Self(record) = self;
        let q: Vec<f64> =
            free.iter().flat_map(|&(argument, count)| self.vector(argument)[..count].to_vec()).collect();
        let want = numbers(&record["lpdf"])[0];
        on_every_set(model, |set, posterior| {
            let what = || format!("{} with {layout}, {set}", record["id"]);
            let (got, gradient) = evaluate_gradient(posterior, &q);
            let tolerance = 1e-10 * want.abs() + 1e-12 + 16.0 * slack(record, &["lpdf"], 0);
            assert_near(got, want, tolerance, || format!("{}: log density", what()));
            if want > f64::NEG_INFINITY {
                let mut rest = &gradient[..];
                for &(argument, count) in free {
                    let (own, after) = rest.split_at(count);
                    compare_gradient(record, argument, own, &what);
                    rest = after;
                }
            }
        });
    }
}

/// Passes the continuous distributions to a macro that makes a test of each: `name(argument in the file: a
/// name for it here, …)`.
#[macro_export]
macro_rules! for_continuous_densities {
    ($test:ident) => {
        $test! {
            normal(mu: a, sigma: b);
            exp_mod_normal(mu: a, sigma: b, lambda: c);
            skew_normal(xi: a, omega: b, alpha: c);
            student_t(nu: a, mu: b, sigma: c);
            cauchy(mu: a, sigma: b);
            double_exponential(mu: a, sigma: b);
            logistic(mu: a, sigma: b);
            gumbel(mu: a, beta: b);
            lognormal(mu: a, sigma: b);
            loglogistic(alpha: a, beta: b);
            exponential(beta: a);
            gamma(alpha: a, beta: b);
            inv_gamma(alpha: a, beta: b);
            chi_square(nu: a);
            inv_chi_square(nu: a);
            scaled_inv_chi_square(nu: a, sigma: b);
            weibull(alpha: a, sigma: b);
            frechet(alpha: a, sigma: b);
            rayleigh(sigma: a);
            pareto(y_min: a, alpha: b);
            pareto_type_2(mu: a, lambda: b, alpha: c);
            beta(alpha: a, beta: b);
            beta_proportion(mu: a, kappa: b);
            von_mises(mu: a, kappa: b);
            uniform(alpha: a, beta: b);
        }
    };
}

/// Passes the distributions of whole numbers to a macro that makes a test of each: `name([whole arguments]
/// argument in the file: a name for it here, …)`.
#[macro_export]
macro_rules! for_discrete_densities {
    ($test:ident) => {
        $test! {
            bernoulli(theta: a);
            bernoulli_logit(alpha: a);
            binomial([N] theta: a);
            binomial_logit([N] alpha: a);
            beta_binomial([N] alpha: a, beta: b);
            neg_binomial(alpha: a, beta: b);
            neg_binomial_2(mu: a, phi: b);
            neg_binomial_2_log(eta: a, phi: b);
            poisson(lambda: a);
            poisson_log(alpha: a);
        }
    };
}
