//! `model.check()`: for each rule a model where it finds something and one where it does not.

use core::f64::consts::PI;
use monomorph::covariance::coregionalization;
use monomorph::faer::mat;
use monomorph::graph::{Lint, LintRule, Severity};
use monomorph::prelude::*;

const Y: [f64; 3] = [0.3, -0.4, 1.2];

/// Returns the findings.
fn found(model: &impl Model) -> Vec<(LintRule, Severity, String)> {
    let all = model.check().into_iter();
    all.map(|lint| (lint.rule, lint.severity, lint.variable)).collect()
}

#[track_caller]
fn one(model: &impl Model, rule: LintRule, severity: Severity, variable: &str) -> Lint {
    assert_eq!(found(model), [(rule, severity, variable.to_owned())]);
    model.check()[0].clone()
}

#[track_caller]
fn none(model: &impl Model) {
    assert_eq!(*model.check(), []);
}

use Severity::{Note, Warning};

#[test]
fn uninformed_parameters() {
    params! { mu: real(), unused: real() }
    let lint = one(
        &model! { mu |= normal(0.0, 1.0), unused |= normal(0.0, 1.0), data(&Y) |= normal(mu, 1.0) },
        LintRule::Uninformed,
        Warning,
        "unused",
    );
    assert_eq!(
        lint.to_string(),
        "warning: uninformed: `unused` influences no data and no `increment`, so its posterior is its prior; use it, or leave \
         it out (in `unused |= normal(0.0, 1.0)`)"
    );
    {
        params! { mu: real(), next: real() }
        let prediction =
            model! { mu |= normal(0.0, 1.0), data(&Y) |= normal(mu, 1.0), next |= normal(mu, 1.0) };
        one(&prediction, LintRule::Uninformed, Note, "next");
        none(&model! { mu |= normal(0.0, 1.0), next |= normal(mu, 1.0), increment(-next.square()) });
        none(&model! { mu |= normal(0.0, 1.0), next |= normal(mu, 1.0) });
    }
}

#[test]
fn increments_that_tell_of_data() {
    params! { mu: real(), s: positive() }
    let law = normal(mu, s);
    let lint = one(
        &model! {
            mu |= normal(0.0, 1.0), s |= exponential(1.0), data(&Y) |= law,
            increment(-law.log_ccdf(data(&[-1.0, -2.0, 0.5])).sum()),
        },
        LintRule::UnseenData,
        Note,
        "increment",
    );
    assert!(lint.message.starts_with("`increment` depends on data, but belongs to no observation"), "{lint}");
    // By a definition.
    one(
        &model! {
            mu |= normal(0.0, 1.0), s |= exponential(1.0), data(&Y) |= law,
            late = law.log_ccdf(data(&[0.5])), increment(-late.sum()),
        },
        LintRule::UnseenData,
        Note,
        "increment",
    );
    // Priors, constants, and what only a definition has.
    none(&model! { mu |= normal(0.0, 1.0), s |= exponential(1.0), data(&Y) |= law, increment(2.0) });
    none(&model! {
        mu |= normal(0.0, 1.0), s |= exponential(1.0), data(&Y) |= law, increment(-mu.square() / s),
    });
    none(&model! {
        mu |= normal(0.0, 1.0), s |= exponential(1.0), data(&Y) |= law, later = law.log_ccdf(data(&[0.5])),
    });
}

#[test]
fn improper_priors() {
    params! { mu: real(), share: interval(0.0, 1.0), weights: simplex(3) }
    one(&model! { mu |= flat(), data(&Y) |= normal(mu, 1.0) }, LintRule::ImproperPrior, Note, "mu");
    one(&model! { mu |= flat() }, LintRule::ImproperPrior, Warning, "mu");
    none(&model! { share |= flat(), weights |= flat() });
    params! { angle: real(), turn: interval(-PI, PI) }
    one(&model! { angle |= von_mises(0.0, 2.0) }, LintRule::ImproperPrior, Warning, "angle");
    none(&model! { turn |= von_mises(0.0, 2.0) });
}

/// A prior that is an increment is a prior, wherever the parameter stands in it.
#[test]
fn priors_in_increments() {
    params! { mu: real(), tau: positive(), theta: vector(3) }
    let law = normal(0.0, 1.0);
    none(&model! { mu |= flat(), increment(law.log_density(mu)) });
    none(&model! { mu |= flat(), increment(law.log_density(mu)), data(&Y) |= normal(mu, 1.0) });
    none(&model! { mu |= flat(), term = law.log_density(mu), half = 0.5 * term, increment(half) });
    none(&model! { mu |= flat(), e = mu.exp(), e |= law, data(&Y) |= normal(mu, 1.0) });
    none(&model! { theta |= flat(), for_each(3, |k| increment(-theta.at(k).square())) });
    none(&model! { theta |= flat(), increment(sum_over(3, |k| -theta.at(k).square())) });
    none(&model! {
        theta |= flat(), tau |= flat(), data(&Y) |= normal(theta, 1.0),
        increment(normal(0.0, tau).log_density(theta) + exponential(1.0).log_density(tau)),
    });
    // An increment about another parameter is no prior of this one.
    one(
        &model! { mu |= flat(), tau |= flat(), increment(-tau), data(&Y) |= normal(mu, 1.0) },
        LintRule::ImproperPrior,
        Note,
        "mu",
    );
}

#[test]
fn an_increment_is_no_statement_of_a_parameter() {
    params! { mu: real() }
    let message = |model: &dyn Fn() -> Lint| model().message;
    let beside = message(&|| {
        let model = model! { increment(normal(0.0, 1.0).log_density(mu)), data(&Y) |= normal(mu, 1.0) };
        one(&model, LintRule::NoStatement, Note, "mu")
    });
    let expected =
        "`mu` has no statement; if an increment is its prior, add `mu |= flat()`, here or in another part";
    assert_eq!(beside, expected);
    let alone = message(&|| one(&model! { data(&Y) |= normal(mu, 1.0) }, LintRule::NoStatement, Note, "mu"));
    assert_eq!(alone, "`mu` has no statement; give it one here, or in another part");
}

#[test]
fn priors_that_are_zero_where_a_parameter_can_be() {
    params! { sigma: real(), share: positive(), low: lower(-1.0) }
    one(&model! { sigma |= gamma(2.0, 1.0) }, LintRule::PriorSupport, Warning, "sigma");
    one(&model! { share |= beta(2.0, 1.0) }, LintRule::PriorSupport, Warning, "share");
    one(&model! { low |= exponential(1.0) }, LintRule::PriorSupport, Warning, "low");
    one(&model! { sigma |= normal(0.0, 1.0).truncated(0.0, 2.0) }, LintRule::PriorSupport, Warning, "sigma");
    {
        params! { sigma: positive(), share: interval(0.0, 1.0), both: vector(2).lower(&[0.0, -1.0]) }
        none(&model! { sigma |= gamma(2.0, 1.0), share |= beta(2.0, 1.0) });
        one(&model! { both |= gamma(2.0, 1.0) }, LintRule::PriorSupport, Warning, "both");
    }
    params! { least: positive(), above: lower(least) }
    none(&model! { least |= gamma(2.0, 1.0), above |= pareto(least, 2.0) });
}

#[test]
fn priors_that_are_cut() {
    params! { mu: real(), tau: positive(), x: vector(3).positive(), low: lower(mu) }
    let varies = model! { mu |= normal(0.0, 1.0), x |= normal(mu, 1.0), data(&Y) |= normal(x, 1.0) };
    one(&varies, LintRule::CutPrior, Warning, "x");
    one(&model! { tau |= normal(1.0, 1.0) }, LintRule::CutPrior, Note, "tau");
    one(&model! { mu |= normal(0.0, 1.0), low |= normal(0.0, 1.0) }, LintRule::CutPrior, Note, "low");
    // Half of a symmetric distribution, and what is divided by the probability.
    none(&model! { tau |= normal(0.0, 1.0) });
    none(&model! { mu |= normal(0.0, 1.0), low |= normal(mu, 1.0) });
    none(&model! {
        mu |= normal(0.0, 1.0), x |= normal(mu, 1.0).truncated_below(0.0), data(&Y) |= normal(x, 1.0),
    });
    params! { share: interval(0.0, 1.0), steps: ordered(3), zero: sum_to_zero(3) }
    one(&model! { share |= normal(0.5, 1.0) }, LintRule::CutPrior, Note, "share");
    none(&model! {
        share |= normal(0.5, 1.0).truncated(0.0, 1.0), steps |= normal(0.0, 1.0),
        zero |= normal(0.0, 1.0),
    });
}

/// A support of fewer dimensions than elements, on which a law of the elements integrates to something that
/// depends on its arguments.
#[test]
fn scales_that_are_counted_for_each_element() {
    params! {
        tau: positive(), mu: real(), x: sum_to_zero(3), rows: sum_to_zero(3).rows(2),
        both: sum_to_zero_matrix(2, 2), u: unit_vector(2), w: simplex(2), c: corr_matrix(2),
        steps: ordered(3), s: positive(),
    }
    let lint = one(
        &model! { tau |= half_normal(1.0), x |= normal(0.0, tau), data(&Y) |= normal(x, 1.0) },
        LintRule::CutPrior,
        Warning,
        "x",
    );
    assert_eq!(
        lint.message,
        "the support of `x`, sum_to_zero, has fewer dimensions than elements, and the integral of normal \
         there depends on `tau`, so the prior of `tau` is not the law of its own statement, but that divided \
         by tau, with a pole at 0 that has no finite integral, whatever the data are; laws for such a \
         parameter are `zero_sum_normal`"
    );
    // Priors of a scale with a pole after the division, and without.
    macro_rules! poles {
        ($($has_pole:literal: $prior:expr;)*) => {$(
            let lint = one(&model! { tau |= $prior, x |= normal(0.0, tau) }, LintRule::CutPrior, Warning, "x");
            assert_eq!(lint.message.contains("with a pole at 0"), $has_pole, "{lint}");
            assert!(lint.message.contains("but that divided by tau"), "{lint}");
        )*};
    }
    poles! {
        true: half_cauchy(1.0);
        true: half_student_t(3.0, 1.0);
        true: exponential(1.0);
        true: normal(0.0, 1.0);
        true: gamma(1.0, 1.0);
        true: weibull(0.7, 1.0);
        false: gamma(2.0, 1.0);
        false: weibull(1.5, 1.0);
        false: lognormal(0.0, 1.0);
        false: inv_gamma(2.0, 1.0);
        false: rayleigh(1.0);
        false: student_t(3.0, 0.0, 1.0).truncated_below(0.0);
    }
    // The more sums are 0, the stronger the pole.
    let many = model! { tau |= gamma(2.0, 1.0), rows |= normal(0.0, tau) };
    let lint = one(&many, LintRule::CutPrior, Warning, "rows");
    assert!(lint.message.contains("divided by tau^2, with a pole at 0"), "{lint}");
    let matrix = model! { tau |= gamma(3.5, 1.0), both |= student_t(4.0, 0.0, tau) };
    let lint = one(&matrix, LintRule::CutPrior, Warning, "both");
    assert!(lint.message.contains("divided by tau^3;"), "{lint}");
    // A scale that data tell of, a location, and other supports: no more than what is known.
    let told = model! { tau |= half_normal(1.0), x |= normal(0.0, tau), data(&Y) |= normal(x, tau) };
    let lint = one(&told, LintRule::CutPrior, Warning, "x");
    assert!(lint.message.contains("divided by tau; laws"), "{lint}");
    let shifted = model! { mu |= normal(0.0, 1.0), x |= normal(mu, 1.0) };
    let lint = one(&shifted, LintRule::CutPrior, Warning, "x");
    assert!(
        lint.message.contains("depends on `mu`, so the prior of `mu` is not the law of its own statement;"),
        "{lint}"
    );
    one(&model! { tau |= half_normal(1.0), u |= normal(0.0, tau) }, LintRule::CutPrior, Warning, "u");
    one(&model! { tau |= half_normal(1.0), w |= beta(tau, 1.0) }, LintRule::CutPrior, Warning, "w");
    one(&model! { tau |= half_normal(1.0), c |= normal(0.0, tau) }, LintRule::CutPrior, Warning, "c");

    none(&model! { tau |= half_normal(1.0), x |= zero_sum_normal(tau), both |= zero_sum_normal(tau) });
    none(&model! { tau |= half_normal(1.0), s |= half_normal(1.0), rows |= zero_sum_normal(tau * s) });
    none(
        &model! { x |= normal(0.0, 1.0), u |= std_normal(), c |= normal(0.0, 1.0), both |= normal(0.0, 2.0) },
    );
    none(&model! { tau |= half_normal(1.0), w |= dirichlet(tau), c |= lkj_corr(tau), u |= flat() });
    // n! orders are one as likely as the other, whatever the scale is.
    none(&model! { tau |= half_normal(1.0), steps |= normal(0.0, tau) });
    params! { free: real(), z: sum_to_zero(3) }
    let wide = model! { free |= normal(0.0, 1.0), z |= zero_sum_normal(free), data(&Y) |= normal(z, 1.0) };
    one(&wide, LintRule::ArgumentDomain, Warning, "z");
}

#[test]
fn fields_over_graphs_and_walks() {
    let adjacency = Adjacency::new(4, &[(0, 1), (2, 3)]).unwrap();
    let t = [0.0, 1.0, 2.5, 3.0];
    params! { tau: positive() }
    params! { x: sum_to_zero(4).within(&adjacency) }
    params! { f: sum_to_zero(4).without_trend(&t) }
    let walk = model! { f |= intrinsic_random_walk(&t, 2, tau) };
    none(&model! { tau |= half_normal(1.0), x |= icar(&adjacency, tau), walk });
    let lint =
        one(&model! { tau |= half_normal(1.0), x |= normal(0.0, tau) }, LintRule::CutPrior, Warning, "x");
    assert!(lint.message.starts_with("the support of `x`, sum_to_zero.within, has fewer"), "{lint}");
    assert!(lint.message.contains("but that divided by tau^2"), "{lint}");
    assert!(lint.message.ends_with("laws for such a parameter are `icar`"), "{lint}");
    let lint =
        one(&model! { tau |= half_normal(1.0), f |= normal(0.0, tau) }, LintRule::CutPrior, Warning, "f");
    assert!(lint.message.ends_with("laws for such a parameter are `intrinsic_random_walk`"), "{lint}");
}

#[test]
fn uniform_priors() {
    params! { sigma: positive(), share: interval(0.0, 1.0), top: positive(), part: interval(0.0, top) }
    let wall = one(&model! { sigma |= uniform(0.0, 9.0) }, LintRule::UniformPrior, Warning, "sigma");
    assert!(wall.message.contains("`interval(0, 9)`"), "{wall}");
    one(&model! { share |= uniform(-1.0, 1.0) }, LintRule::UniformPrior, Note, "share");
    none(&model! { share |= uniform(0.0, 1.0), top |= half_normal(1.0), part |= uniform(0.0, top) });
}

#[test]
fn circles() {
    params! { x: real(), a: real(), b: real() }
    let lint = one(&model! { x |= normal(x, 1.0) }, LintRule::Circular, Warning, "x");
    assert!(lint.message.starts_with("`x` depends on itself, so"), "{lint}");
    let circle = model! { a |= normal(b, 1.0), b |= normal(a, 1.0) };
    assert!(
        one(&circle, LintRule::Circular, Warning, "a")
            .message
            .starts_with("`a` depends on itself by way of `b`")
    );
    let defined = model! { twice = 2.0 * x, x |= normal(twice, 1.0) };
    assert!(one(&defined, LintRule::Circular, Warning, "x").message.contains("by way of `twice`"));
    let truncated = model! { x |= normal(x, 1.0).truncated_below(-9.0) };
    assert!(found(&truncated).contains(&(LintRule::Circular, Warning, "x".to_owned())));
    none(&model! { a |= normal(0.0, 1.0), b |= normal(a, 1.0) });
}

/// Categories tell which of the probabilities each has, which do not depend on them.
#[test]
fn categories_depend_on_nothing_of_their_own() {
    params! {
        p: simplex(3), logits: vector(3), cutpoints: ordered(2), mu: vector(3),
        a: vector(4).category(3), b: category(3), c: vector(4).category(3), d: vector(4).category(3),
    }
    let model = model! {
        p |= dirichlet(2.0), logits |= normal(0.0, 1.0), cutpoints |= normal(0.0, 1.0),
        mu |= normal(0.0, 1.0),
        a |= categorical(p),
        b |= categorical(p),
        c |= categorical_logit(logits),
        d |= ordered_logistic(mu.at(0), cutpoints),
        data(&[0.5, 1.0, 2.0, 0.1]) |= normal(mu.at(a) + mu.at(b) + mu.at(c) + mu.at(d), 1.0),
    };
    none(&model);
    let graph = model.graph();
    assert_eq!((graph.parents("a").unwrap(), graph.parents("c").unwrap()), (vec!["p"], vec!["logits"]));
}

#[test]
fn cutpoints_of_ordered_categories() {
    let grades = [0, 4, 2, 1, 3];
    params! { eta: vector(5), four: ordered(4), five: ordered(5), loose: vector(4) }
    let prior = model! { eta |= normal(0.0, 1.0) };
    none(&model! { prior, four |= normal(0.0, 1.0), data(&grades) |= ordered_logistic(eta, four) });
    let many = model! { prior, five |= normal(0.0, 1.0), data(&grades) |= ordered_probit(eta, five) };
    let lint = one(&many, LintRule::Cutpoints, Note, "grades");
    assert!(
        lint.message.contains("separate 6 categories, from 0 to 5, and the highest in the data is 4"),
        "{lint}"
    );
    let unordered =
        model! { prior, loose |= normal(0.0, 1.0), data(&grades) |= ordered_logistic(eta, loose) };
    let lint = one(&unordered, LintRule::Cutpoints, Warning, "grades");
    assert!(lint.message.contains("declare `loose: ordered(4)`"), "{lint}");
}

#[test]
fn unscaled_constants() {
    params! { mu: real(), x: real(), many: vector(3), tau: positive() }
    one(&model! { many |= normal(0.0, 20.0) }, LintRule::UnscaledConstant, Note, "many");
    let lint = one(&model! { mu |= normal(1000.0, 0.01) }, LintRule::UnscaledConstant, Note, "mu");
    assert!(lint.message.starts_with("1000 and 0.01 in the prior of `mu` suggest that"), "{lint}");
    assert!(lint.message.ends_with("`.offset_multiplier(…)`"), "{lint}");
    let lint = one(&model! { tau |= half_normal(50.0) }, LintRule::UnscaledConstant, Note, "tau");
    assert!(lint.message.ends_with("make it a number times a parameter"), "{lint}");
    one(&model! { mu |= normal(0.0, 10.5) }, LintRule::UnscaledConstant, Note, "mu");
    none(&model! {
        mu |= normal(0.0, 10.0), x |= student_t(30.0, 0.0, 0.1), data(&Y) |= normal(mu + x, 100.0),
    });
}

#[test]
fn centred_hierarchies() {
    let (index, long) = ([0, 0, 1, 1], [0.5; 30]);
    params! { mu: real(), tau: positive(), theta: vector(3) }
    let top = || model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) };
    let centred = model! { top(), theta |= normal(mu, tau), data(&Y) |= normal(theta, 1.0) };
    let lint = one(&centred, LintRule::CentredHierarchy, Warning, "theta");
    assert!(lint.message.contains("only 3 observations for its 3 elements"), "{lint}");
    assert!(lint.message.contains("`.offset_multiplier(mu, tau)`"), "{lint}");
    // A location or a scale by a definition, which no declaration can mention.
    let defined = model! {
        top(),
        scale = 2.0 * tau,
        theta |= student_t(4.0, mu, scale),
        data(&[0.1, 0.2, 0.3, 0.4]) |= normal(theta.at(&index), 1.0),
    };
    let lint = one(&defined, LintRule::CentredHierarchy, Warning, "theta");
    assert!(!lint.message.contains("offset_multiplier"), "{lint}");
    // Neal's funnel.
    params! { log_scale: real(), x: vector(9) }
    let funnel = model! { log_scale |= normal(0.0, 3.0), x |= normal(0.0, (0.5 * log_scale).exp()) };
    one(&funnel, LintRule::CentredHierarchy, Warning, "x");

    let many = model! {
        top(),
        theta |= normal(mu, tau),
        data(&long) |= normal(theta.at(&[0; 30]), 1.0),
    };
    none(&many);
    let shared_scale = model! { top(), theta |= normal(mu, tau), data(&Y) |= normal(theta, tau) };
    none(&shared_scale);
    none(&model! { mu |= normal(0.0, 1.0), theta |= normal(mu, 0.5), data(&Y) |= normal(theta, 1.0) });
    {
        params! { mu: real(), tau: positive(), theta: vector(3).offset_multiplier(mu, tau) }
        none(&model! {
            mu |= normal(0.0, 1.0),
            tau |= half_normal(1.0),
            theta |= normal(mu, tau),
            data(&Y) |= normal(theta, 1.0),
        });
    }
}

#[test]
fn vague_gammas() {
    params! { tau: positive() }
    one(&model! { tau |= gamma(0.5, 0.5) }, LintRule::VagueGamma, Warning, "tau");
    one(&model! { tau |= inv_gamma(0.001, 0.001) }, LintRule::VagueGamma, Warning, "tau");
    none(&model! { tau |= gamma(0.5, 1.0) });
    none(&model! { tau |= gamma(2.0, 2.0) });
}

#[test]
fn arguments_outside_their_domains() {
    let (group, counts) = ([0, 1, 1], [0, 1, 1]);
    params! { sigma: real(), scales: vector(2), share: positive() }
    let model = model! { sigma |= normal(0.0, 1.0), data(&Y) |= normal(0.0, sigma) };
    let lint = one(&model, LintRule::ArgumentDomain, Warning, "Y");
    assert!(lint.message.contains("must be positive and finite, but `sigma` is declared real"), "{lint}");
    let picked = model! { scales |= normal(0.0, 1.0), data(&Y) |= normal(0.0, scales.at(&group)) };
    one(&picked, LintRule::ArgumentDomain, Warning, "Y");
    let share = model! { share |= half_normal(1.0), data(&counts) |= bernoulli(share) };
    one(&share, LintRule::ArgumentDomain, Warning, "counts");
    none(&model! { sigma |= normal(0.0, 1.0), data(&Y) |= normal(0.0, sigma.exp()) });
    none(&model! { scales |= normal(0.0, 1.0), data(&Y) |= normal(0.0, scales.at(0) * scales.at(0)) });
    {
        params! { sigma: positive(), share: interval(0.0, 1.0), weights: simplex(3) }
        none(&model! {
            sigma |= half_normal(1.0),
            share |= beta(1.0, 1.0),
            weights |= dirichlet(1.0),
            data(&Y) |= normal(0.0, sigma),
            data(&counts) |= bernoulli(share),
            data(&counts) |= categorical(weights),
        });
    }
    params! { c: real(), x: offset_multiplier(0.0, c) }
    let multiplied = model! { c |= normal(0.0, 1.0), x |= normal(0.0, 1.0) };
    one(&multiplied, LintRule::ArgumentDomain, Warning, "x");
}

#[test]
fn ordered_where_only_positive_numbers_can_be() {
    let counts = [3, 9, 2];
    params! { rates: ordered(2), z: vector(3).category(2) }
    let model = model! {
        rates |= gamma(2.0, 0.5),
        z     |= categorical(&[0.5, 0.5]),
        data(&counts) |= poisson(rates.at(z)),
    };
    let remedied = model.check().into_iter().filter(|lint| lint.message.contains("`positive_ordered(…)`"));
    assert_eq!(
        remedied.map(|lint| (lint.rule, lint.variable)).collect::<Vec<_>>(),
        [(LintRule::PriorSupport, "rates".to_owned()), (LintRule::ArgumentDomain, "counts".to_owned())]
    );
    let between = model! { rates |= beta(1.0, 2.0) };
    one(&between, LintRule::PriorSupport, Warning, "rates");
    none(&model! { rates |= normal(0.0, 1.0), data(&[1.0, 2.0]) |= normal(rates, 1.0) });
    params! { ascending: positive_ordered(2) }
    none(&model! {
        ascending |= gamma(2.0, 0.5),
        z |= categorical(&[0.5, 0.5]),
        data(&counts) |= poisson(ascending.at(z)),
    });
}

#[test]
fn variables_of_other_parts() {
    params! { mu: real() }
    let part = model! { data(&Y) |= normal(mu, 1.0) };
    one(&part, LintRule::NoStatement, Note, "mu");
    none(&model! { mu |= normal(0.0, 1.0), part });
}

#[test]
fn warnings_come_first() {
    params! { a: real(), b: real(), c: real() }
    let model = model! {
        a |= normal(0.0, 100.0),
        b |= gamma(2.0, 1.0),
        c |= normal(0.0, 100.0),
        data(&Y) |= normal(a + b + c, 1.0),
    };
    let variables: Vec<String> = model.check().into_iter().map(|lint| lint.variable).collect();
    assert_eq!(variables, ["b", "a", "c"]);
}

// The models of the examples: what is found in them is meant.

#[test]
fn examples() {
    let (y, sigma) = ([28.0, 8.0, -3.0], [15.0, 10.0, 16.0]);
    params! { mu: real(), tau: positive(), eta: vector(3) }
    none(&model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&sigma)),
    });

    let (failures, hours) = ([5, 1, 5], [94.3, 15.7, 62.9]);
    params! { shape: positive(), rate: positive(), risk: vector(3).positive() }
    none(&model! {
        shape |= exponential(1.0),
        rate  |= gamma(0.1, 1.0),
        risk  |= gamma(shape, rate),
        data(&failures) |= poisson(risk * data(&hours)),
    });

    {
        params! { shape: positive(), base: real(), effect: real() }
        let censored = [0, 1, 1];
        none(&model! {
            shape  |= gamma(2.0, 1.0),
            base   |= normal(2.0, 1.0),
            effect |= normal(0.0, 1.0),
            times_longer = effect.exp(),
            data(&hours) |= weibull(shape, base.exp()),
            data(&hours) |= weibull(shape, (base + effect).exp()).right_censored(data(&censored)),
        });
    }
    params! { at_70: real(), slope: real() }
    none(&model! {
        at_70 |= student_t(7.0, 0.0, 2.5),
        slope |= student_t(7.0, 0.0, 2.5),
        data(&[0, 1, 1]) |= bernoulli_logit(at_70 + slope * data(&hours)),
        damage_at_31 = (at_70 + slope * ((31.0 - 70.0) / 10.0)).inv_logit(),
    });

    params! { mean: real(), between: positive(), within: positive(), effects: vector(3) }
    let intercepts = model! {
        mean    |= normal(1500.0, 200.0),
        between |= half_normal(100.0),
        within  |= half_normal(100.0),
        effects |= normal(0.0, 1.0),
        batch_mean = mean + between * effects,
        data(&Y) |= normal(batch_mean.at(&[0, 1, 1]), within),
    };
    let constants =
        ["mean", "between", "within"].map(|name| (LintRule::UnscaledConstant, Note, name.to_owned()));
    assert_eq!(found(&intercepts), constants);

    let (times, seen) = ([0.5, 1.0], mat![[0.1, 0.2, 0.3, 0.4]]);
    params! {
        rho: vector(2).interval(0.0, 1.0), kappa: vector(2).positive(), spread: vector(2).positive(),
        level: vector(2),
        factor: cholesky_factor_corr(2), spread_of_effects: positive(), raw: vector(2),
    }
    let growth = 1.0 - (-data(&times).outer(kappa)).exp();
    let trial = model! {
        rho               |= beta(3.0, 1.0),
        kappa             |= gamma(0.1, 0.1),
        spread            |= gamma(1.5, 0.25),
        level             |= normal(0.0, 10.0),
        factor            |= lkj_corr_cholesky(2.0),
        spread_of_effects |= normal(0.0, 10.0),
        raw               |= normal(0.0, 1.0),
        course = (level + spread_of_effects * raw * growth).flatten(),
        data(&seen) |=
            multi_normal(course, coregionalization(rho, diag_pre_multiply(spread, factor), &times)),
    };
    assert_eq!(found(&trial), [(LintRule::VagueGamma, Warning, "kappa".to_owned())]);

    params! { intercept: real(), hubble: real(), sigma: positive() }
    let regression = model! {
        intercept |= normal(0.0, 500.0),
        hubble    |= normal(0.0, 1000.0),
        sigma     |= half_normal(500.0),
        data(&Y) |= normal(intercept + hubble * data(&hours), sigma),
    };
    assert_eq!(
        found(&regression),
        ["intercept", "hubble", "sigma"].map(|name| (LintRule::UnscaledConstant, Note, name.into()))
    );

    {
        params! {
            b: vector(2), tau: vector(2).positive(), l: cholesky_factor_corr(2), z: vector(2).rows(3),
            sigma: positive(),
        }
        none(&model! {
            b     |= normal(data(&[300.0, 0.0]), data(&[100.0, 20.0])),
            tau   |= student_t(3.0, 0.0, data(&[60.0, 20.0])),
            l     |= lkj_corr_cholesky(1.0),
            z     |= normal(0.0, 1.0),
            sigma |= half_student_t(3.0, 6.0),
            r = z.dot(diag_pre_multiply(tau, l).transpose()),
            data(&Y) |= normal((b + r).flatten().at(&[0, 2, 4]), sigma),
            correlation = l.multiply_lower_tri_self_transpose(),
        });
    }
}

#[test]
fn probabilities_that_are_no_simplex() {
    let (y, z, even) = ([0, 1, 1], [0.3, 0.4, 0.5], [0.5, 0.5]);
    let laws = || [normal(0.0, 1.0), normal(1.0, 1.0)];
    let moves = mat![[0.5, 0.5], [0.5, 0.5]];
    params! { p: vector(2).interval(0.0, 1.0) }
    let lint = one(
        &model! { p |= uniform(0.0, 1.0), data(&y) |= categorical(p) },
        LintRule::NoSimplex,
        Warning,
        "y",
    );
    assert!(lint.message.contains("are `p`, which is declared"), "{lint}");
    let models = [
        model! { p |= uniform(0.0, 1.0), data(&y[1..]) |= multinomial(p) }.check(),
        model! { p |= uniform(0.0, 1.0), data(&z) |= mixture(p, laws()) }.check(),
        model! { p |= uniform(0.0, 1.0), data(&z) |= mixture(p, components(2, |k| normal(k, 1.0))) }.check(),
        model! { p |= uniform(0.0, 1.0), data(&z) |= hidden_markov(p, data(&moves), laws()) }.check(),
    ];
    for lints in models {
        assert_eq!(
            lints.iter().map(|lint| lint.rule).collect::<Vec<_>>(),
            [LintRule::NoSimplex],
            "{lints:?}"
        );
    }
    none(&model! { p |= uniform(0.0, 1.0), data(&y) |= categorical(p / p.sum()) });
    none(&model! { p |= uniform(0.0, 1.0), data(&z) |= mixture((p.at(0), 1.0 - p.at(0)), laws()) });
    params! { t: vector(2).positive().rows(2), s: vector(3).category(2) }
    let chain = model! { t |= exponential(1.0), s |= markov_chain(&even, t) }.check();
    assert!(chain.iter().any(|lint| lint.rule == LintRule::NoSimplex && lint.variable == "s"), "{chain:?}");
    params! { w: simplex(2) }
    none(&model! { w |= dirichlet(1.0), data(&y) |= categorical(w) });
}

#[test]
fn weights_of_their_own_are_no_simplex() {
    let z = [0.3, 0.4, 0.5];
    let laws = || [normal(0.0, 1.0), normal(1.0, 1.0)];
    params! { p: interval(0.0, 1.0), q: interval(0.0, 1.0) }
    let twice = model! { p |= uniform(0.0, 1.0), data(&z) |= mixture((p, p), laws()) };
    let lint = one(&twice, LintRule::NoSimplex, Warning, "z");
    assert!(lint.message.contains("the parameters `p`, `p`, which need not add up to 1"), "{lint}");
    let two = model! { p |= uniform(0.0, 1.0), q |= uniform(0.0, 1.0), data(&z) |= mixture((p, q), laws()) };
    one(&two, LintRule::NoSimplex, Warning, "z");
    none(&model! { p |= uniform(0.0, 1.0), data(&z) |= mixture((p, 1.0 - p), laws()) });
    none(&model! { p |= uniform(0.0, 1.0), w = 1.0 - p, data(&z) |= mixture((p, w), laws()) });
}
