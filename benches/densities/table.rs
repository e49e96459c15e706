//! The table of distributions: the range of observations, the number of trials if there is one, the
//! arguments, and the argument that is a vector in the second model, as a function of intercept + slope ·
//! x.

use super::*;

macro_rules! table {
    ($($Family:ident $name:ident $sample:ident $([$trials:literal])?
        ($($argument:ident = $value:expr),*) $vector:ident = $link:ident($a:expr, $b:expr),
        others $others:tt;)*) => {
        $(fn $name(criterion: &mut Criterion, report: &mut Report) {
            benchmark!(
                scalars criterion report $Family $name $sample $([$trials])? ($($argument = $value),*)
            );
            benchmark!(
                vector criterion report $Family $name $sample $([$trials])? ($($argument = $value),*)
                $vector = $link($a, $b), others $others
            );
        })*

        /// All of them.
        pub(super) fn all(criterion: &mut Criterion, report: &mut Report) {
            $($name(criterion, report);)*
        }
    };
}

table! {
    Normal normal Real (location = 0.1, scale = 1.2) location = identity(0.1, 0.5), others (scale);
    HalfNormal half_normal Positive (scale = 1.2) scale = exp(0.1, 0.2), others ();
    Cauchy cauchy Real (location = 0.1, scale = 1.2) location = identity(0.1, 0.5), others (scale);
    HalfCauchy half_cauchy Positive (scale = 1.2) scale = exp(0.1, 0.2), others ();
    StudentT student_t Real (freedom = 4.0, location = 0.1, scale = 1.2)
        location = identity(0.1, 0.5), others (freedom, scale);
    HalfStudentT half_student_t Positive (freedom = 4.0, scale = 1.2) scale = exp(0.1, 0.2), others (freedom);
    ExpModNormal exp_mod_normal Real (location = -0.5, scale = 1.2, rate = 1.5)
        location = identity(-0.5, 0.3), others (scale, rate);
    SkewNormal skew_normal Real (location = 0.1, scale = 1.2, shape = 1.5)
        location = identity(0.1, 0.3), others (scale, shape);
    DoubleExponential double_exponential Real (location = 0.1, scale = 1.2)
        location = identity(0.1, 0.5), others (scale);
    Logistic logistic Real (location = 0.1, scale = 1.2) location = identity(0.1, 0.5), others (scale);
    Gumbel gumbel Real (location = 0.1, scale = 1.2) location = identity(0.1, 0.5), others (scale);
    Lognormal lognormal Positive (location = 0.1, scale = 1.2) location = identity(0.1, 0.5), others (scale);
    Loglogistic loglogistic Positive (scale = 1.2, shape = 2.5) scale = exp(0.1, 0.2), others (shape);
    Exponential exponential Positive (rate = 1.2) rate = exp(0.1, 0.2), others ();
    Gamma gamma Positive (shape = 2.5, rate = 1.2) rate = exp(0.1, 0.2), others (shape);
    InvGamma inv_gamma Positive (shape = 2.5, scale = 1.2) scale = exp(0.1, 0.2), others (shape);
    ChiSquare chi_square Positive (freedom = 3.5) freedom = exp(1.0, 0.3), others ();
    InvChiSquare inv_chi_square Positive (freedom = 3.5) freedom = exp(1.0, 0.3), others ();
    ScaledInvChiSquare scaled_inv_chi_square Positive (freedom = 3.5, scale = 1.2)
        scale = exp(0.1, 0.2), others (freedom);
    Weibull weibull Positive (shape = 1.7, scale = 1.2) scale = exp(0.1, 0.2), others (shape);
    Frechet frechet Positive (shape = 1.7, scale = 1.2) scale = exp(0.1, 0.2), others (shape);
    Rayleigh rayleigh Positive (scale = 1.2) scale = exp(0.1, 0.2), others ();
    Pareto pareto AboveOne (minimum = 0.9, shape = 1.7) shape = exp(0.1, 0.2), others (minimum);
    ParetoType2 pareto_type_2 Positive (location = -0.2, scale = 1.2, shape = 1.7)
        scale = exp(0.1, 0.2), others (location, shape);
    Beta beta Unit (alpha = 2.5, beta = 1.7) alpha = exp(0.5, 0.2), others (beta);
    BetaProportion beta_proportion Unit (mean = 0.4, concentration = 5.5)
        mean = inv_logit(0.1, 0.3), others (concentration);
    VonMises von_mises Real (location = 0.1, concentration = 2.5)
        location = identity(0.1, 0.3), others (concentration);
    Bernoulli bernoulli Binary (probability = 0.4) probability = inv_logit(0.1, 0.3), others ();
    BernoulliLogit bernoulli_logit Binary (log_odds = 0.4) log_odds = identity(0.1, 0.3), others ();
    Binomial binomial Count [10] (probability = 0.4) probability = inv_logit(0.1, 0.3), others ();
    BinomialLogit binomial_logit Count [10] (log_odds = 0.4) log_odds = identity(0.1, 0.3), others ();
    BetaBinomial beta_binomial Count [10] (alpha = 2.5, beta = 1.7) alpha = exp(0.5, 0.2), others (beta);
    Poisson poisson Count (rate = 2.4) rate = exp(0.1, 0.3), others ();
    PoissonLog poisson_log Count (log_rate = 0.4) log_rate = identity(0.1, 0.3), others ();
    Geometric geometric Count (probability = 0.4) probability = inv_logit(0.1, 0.3), others ();
    NegBinomial neg_binomial Count (alpha = 2.5, beta = 1.7) beta = exp(0.5, 0.2), others (alpha);
    NegBinomial2 neg_binomial_2 Count (mean = 2.5, precision = 1.7) mean = exp(0.5, 0.2), others (precision);
    NegBinomial2Log neg_binomial_2_log Count (log_mean = 0.5, precision = 1.7)
        log_mean = identity(0.5, 0.2), others (precision);
}
