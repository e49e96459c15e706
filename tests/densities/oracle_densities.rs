//! Proves that distributions of numbers have the values and the gradients of Stan: every record of
//! `tests/oracle`, on every instruction set, with vectors as variable and arguments;
//! `tests/thorough/tests/density_roles.rs` has the other roles. Arguments become parameters on the real line
//! with a flat prior, so that the unconstrained point is the arguments and the gradient is theirs. The
//! tolerances are those of `tests/numerics/oracle.rs`.

use crate::common::densities::DensityRecord;
use crate::common::oracle::{assert_complete, numbers};
use crate::common::{assert_near, evaluate, largest, on_every_set};
use monomorph::distribution;
use monomorph::prelude::*;

/// A test for each continuous distribution: `name(argument in the file: a name for it here, …)`.
macro_rules! continuous {
    ($($distribution:ident($($key:ident: $argument:ident),+);)*) => {
        pub const NAMES: &[&str] = &[$(stringify!($distribution)),*];
        $(
        #[test]
        fn $distribution() {
            for record in DensityRecord::all(stringify!($distribution)) {
                let n = record.length();
                {
                    params! { y: vector(n), $($argument: vector(n)),+ }
                    let model = model! {
                        y |= distribution::$distribution($($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("vectors", model, &[("y", n), $((stringify!($key), n)),+]);
                }
            }
        }
        )*
    };
}

mod continuous {
    use super::*;

    crate::for_continuous_densities!(continuous);
}

/// The distribution without arguments, which the table has no place for.
#[test]
fn std_normal() {
    for record in DensityRecord::all("std_normal") {
        let n = record.length();
        {
            params! { y: vector(n) }
            record.compare("a vector", model! { y |= distribution::std_normal() }, &[("y", n)]);
        }
        if n == 1 {
            params! { y: real() }
            record.compare("a scalar", model! { y |= distribution::std_normal() }, &[("y", 1)]);
        }
        let y = record.vector("y");
        params! { other: real() }
        let model = model! { data(&y) |= distribution::std_normal(), other |= flat() };
        record.compare_value("observations", model, &[0.0]);
    }
}

/// A test for each distribution of whole numbers:
/// `name([whole arguments] argument in the file: a name for it here, …)`.
macro_rules! discrete {
    ($($distribution:ident($([$count:ident])? $($key:ident: $argument:ident),+);)*) => {
        pub const NAMES: &[&str] = &[$(stringify!($distribution)),*];
        $(
        #[test]
        fn $distribution() {
            for record in DensityRecord::all(stringify!($distribution)) {
                let n = record.length();
                let y = record.counts("y");
                {
                    $(let $count = record.counts(stringify!($count));)?
                    params! { $($argument: vector(n)),+ }
                    let model = model! {
                        data(&y) |= distribution::$distribution($(data(&$count),)? $($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("vectors", model, &[$((stringify!($key), n)),+]);
                }
            }
        }
        )*
    };
}

#[allow(non_snake_case)] // N is what the file calls the number of trials.
mod discrete {
    use super::*;

    crate::for_discrete_densities!(discrete);
}

/// A test for each distribution whose arguments are all whole, so that its log density is a constant.
macro_rules! whole {
    ($($distribution:ident($($count:ident),+);)*) => {
        pub const NAMES: &[&str] = &[$(stringify!($distribution)),*];
        $(
        #[test]
        fn $distribution() {
            for record in DensityRecord::all(stringify!($distribution)) {
                let y = record.counts("y");
                let impossible = numbers(&record.0["lpdf"])[0] == f64::NEG_INFINITY;
                {
                    $(let $count = record.counts(stringify!($count));)+
                    params! { z: real() }
                    let model = model! {
                        z |= flat(),
                        data(&y) |= distribution::$distribution($(data(&$count)),+),
                    };
                    if impossible {
                        let refused = matches!(model.compile(), Err(Error::OutsideSupport { .. }));
                        assert!(refused, "{} is impossible", record.0["id"]);
                    } else {
                        record.compare_value("vectors", model, &[0.0]);
                    }
                }
                if record.has_scalar_arguments() && !impossible {
                    $(let $count = record.number(stringify!($count)) as i32;)+
                    params! { z: real() }
                    let model = model! {
                        z |= flat(),
                        data(&y) |= distribution::$distribution($($count),+),
                    };
                    record.compare_value("numbers", model, &[0.0]);
                }
            }
        }
        )*
    };
}

#[allow(non_snake_case)] // N is what the file calls the number of draws.
mod whole {
    use super::*;

    whole! {
        discrete_range(lower, upper);
        hypergeometric(N, a, b);
    }
}

/// half_normal(σ) is normal(0, σ), half_cauchy(σ) cauchy(0, σ) and half_student_t(ν, σ) student_t(ν, 0, σ),
/// doubled, on y ≥ 0.
#[test]
fn folded_distributions() {
    let y = [0.0, 1e-8, 0.3, 1.0, 2.5, 7.0, 40.0, 1e3, 0.9, 1.1, 0.02];
    let n = y.len();
    let extra = n as f64 * 2f64.ln();
    macro_rules! compare {
        ($folded:ident($($first:expr)?), $whole:ident($($again:expr)?)) => {{
            let folded = {
                params! { x: vector(n), scale: vector(n) }
                model! { x |= $folded($($first,)? scale), scale |= flat() }
            };
            let whole = {
                params! { x: vector(n), scale: vector(n) }
                model! { x |= $whole($($again,)? 0.0, scale), scale |= flat() }
            };
            let whole = whole.compile().expect("the model compiles");
            on_every_set(folded, |set, folded| {
                for scale in [0.2, 1.0, 30.0] {
                    let mut q = y.to_vec();
                    q.extend((0..n).map(|i| scale * (1.0 + i as f64)));
                    let (got, gradient) = evaluate(folded, &q);
                    let (want, wanted_gradient) = evaluate(&whole, &q);
                    let what = || format!("{} with scale {scale}, {set}", stringify!($folded));
                    assert_near(got, want + extra, 1e-13 * want.abs().max(extra), what);
                    let allowed = 1e-13 * largest(&wanted_gradient);
                    for (&got, &want) in gradient.iter().zip(&wanted_gradient) {
                        assert_near(got, want, allowed, what);
                    }
                    q[3] = -0.5;
                    assert_eq!(evaluate(folded, &q).0, f64::NEG_INFINITY, "{} below 0", what());
                }
            });
        }};
    }
    compare!(half_normal(), normal());
    compare!(half_cauchy(), cauchy());
    compare!(half_student_t(2.5), student_t(2.5));
}

/// At 0, where some densities are finite for one shape alone, they and their slopes are finite there.
#[test]
fn densities_at_zero() {
    macro_rules! compare {
        ($($distribution:ident($($argument:expr),*): $density:expr, $slope:expr;)*) => {$({
            params! { y: real() }
            on_every_set(model! { y |= $distribution($($argument),*) }, |set, posterior| {
                let (density, gradient) = evaluate(posterior, &[0.0]);
                let what = || format!("{} at 0, {set}", stringify!($distribution));
                assert_near(density, f64::ln($density), 1e-14, what);
                assert_near(gradient[0], $slope, 1e-13, what);
                let (below, _) = evaluate(posterior, &[-1e-300]);
                assert_eq!(below, f64::NEG_INFINITY, "{}", what());
            });
        })*};
    }
    compare! {
        exponential(2.0): 2.0, -2.0;
        gamma(1.0, 2.0): 2.0, -2.0;
        chi_square(2.0): 0.5, -0.5;
        weibull(1.0, 0.5): 2.0, -2.0;
        loglogistic(0.5, 1.0): 2.0, -4.0;
        half_normal(0.5): 4.0 / std::f64::consts::TAU.sqrt(), 0.0;
        half_student_t(1.0, 0.5): 4.0 / std::f64::consts::PI, 0.0;
    }
}

/// `compile()` refuses data that no value of the parameters could make possible, and names element and value.
#[test]
fn data_outside_a_support() {
    macro_rules! refuse {
        ($($numbers:expr, $index:literal is $value:literal => $distribution:expr;)*) => {$({
            let y = $numbers;
            params! { x: interval(0.0, 1.0) }
            let model = model! { x |= flat(), data(&y).follow($distribution(x), None) };
            match model.compile().err() {
                Some(Error::OutsideSupport { index, value, .. }) => {
                    assert_eq!((index, value), (Some($index), $value), "{}", stringify!($distribution));
                }
                other => panic!("{:?} instead of data outside the support of {}", other, stringify!($distribution)),
            }
        })*};
    }
    refuse! {
        [1.0, 2.0, -0.5], 2 is -0.5 => exponential;
        [1.0, -2.0], 1 is -2.0 => |x| gamma(2.0, x);
        [0.5, 0.2, 1.5], 2 is 1.5 => |x| distribution::beta(x, 1.0);
        [-1.0, 2.0], 0 is -1.0 => |x| lognormal(x, 1.0);
        [2.0, -1.0], 1 is -1.0 => half_normal;
        [2.0, -1.0], 1 is -1.0 => half_cauchy;
        [2.0, -1.0], 1 is -1.0 => |x| half_student_t(3.0, x);
        [2.0, -1.0], 1 is -1.0 => chi_square;
        [2.0, -1.0], 1 is -1.0 => rayleigh;
        [2.0, -1.0], 1 is -1.0 => |x| weibull(x, 1.0);
        [2.0, -1.0], 1 is -1.0 => |x| loglogistic(x, 1.0);
        [2.0, 0.0], 1 is 0.0 => inv_chi_square;
        [2.0, 0.0], 1 is 0.0 => |x| weibull(2.0, x);
        [2.0, 0.0], 1 is 0.0 => |x| weibull(0.5, x);
        [0.0, 2.0], 0 is 0.0 => |x| gamma(1.5, x);
        [0.0, 2.0], 0 is 0.0 => |x| gamma(0.5, x);
        [2.0, 0.0], 1 is 0.0 => |_| chi_square(3.0);
        [2.0, 0.0], 1 is 0.0 => |x| loglogistic(x, 2.0);
        [2.0, 0.0], 1 is 0.0 => |x| lognormal(x, 1.0);
        [0.5, 0.0], 1 is 0.0 => |x| distribution::beta(2.0, x);
        [0.5, 1.0], 1 is 1.0 => |x| distribution::beta(x, 0.5);
        [2.0, 0.0], 1 is 0.0 => |x| scaled_inv_chi_square(x, 1.0);
        [2.0, 0.0], 1 is 0.0 => |x| inv_gamma(x, 1.0);
        [2.0, 0.0], 1 is 0.0 => |x| frechet(x, 1.0);
        [2.0, 1.0], 1 is 1.0 => |x| pareto(1.5, x);
        [2.0, 1.0], 1 is 1.0 => |x| pareto_type_2(1.5, x, 2.0);
        [0.5, 1.0], 1 is 1.0 => |x| beta_proportion(x, 2.0);
        [0, 1, 2, 1], 2 is 2.0 => bernoulli;
        [0, 1, -1, 1], 2 is -1.0 => bernoulli_logit;
        [1.0, 1.5], 1 is 1.5 => poisson;
        [1, -1], 1 is -1.0 => poisson_log;
        [1, 5, 4], 2 is 4.0 => |x| binomial(data(&[2, 5, 3]), x);
        [1, 5, 4], 2 is 4.0 => |x| binomial_logit(data(&[2, 5, 3]), x);
        [0.5, 3.0], 1 is 3.0 => |_| uniform(0.0, 1.0);
        [1, 5, 4], 2 is 4.0 => |x| beta_binomial(data(&[2, 5, 3]), x, 2.0);
        [0, 7, -1], 2 is -1.0 => |x| neg_binomial(x, 1.0);
        [0.0, 0.5], 1 is 0.5 => |x| neg_binomial_2(x, 1.0);
        [1, -3], 1 is -3.0 => |x| neg_binomial_2_log(x, 1.0);
        [4, -1], 1 is -1.0 => geometric;
        [0, 3, 7], 2 is 7.0 => |_| discrete_range(data(&[0, 3, 6]), 6);
        [1, 3, 2], 1 is 3.0 => |_| hypergeometric(data(&[3, 5, 2]), data(&[9, 2, 9]), 4);
    }
}

/// Ends of a support at which a law has a density given the arguments that are data.
#[test]
fn data_at_an_end_of_a_support() {
    macro_rules! accept {
        ($($number:literal => $distribution:expr;)*) => {$({
            let y = [0.5, $number];
            params! { x: interval(0.0, 1.0) }
            let model = model! { x |= flat(), data(&y).follow($distribution(x), None) };
            let posterior = model.compile().expect("data inside the support");
            let (density, _) = evaluate(&posterior, &[0.3]);
            assert!(density.is_finite(), "{} at {}", stringify!($distribution), $number);
        })*};
    }
    accept! {
        0.0 => exponential;
        0.0 => half_normal;
        0.0 => |x| gamma(1.0, x);
        0.0 => |x| weibull(1.0, x);
        0.0 => |x| distribution::beta(1.0, x);
        1.0 => |x| distribution::beta(x, 1.0);
    }
    params! { k: positive() }
    let message = model! { k |= gamma(2.0, 1.0), data(&[1.5, 0.0]) |= weibull(2.0, k) }.compile().map(drop);
    assert_eq!(
        message.expect_err("a time of 0").to_string(),
        "in `data(&[1.5, 0.0]) |= weibull(2.0, k)`: the variable on the left: element 1 is 0, but must lie inside the support: \
         at this end of it the density is 0 or infinite, whatever the parameters are"
    );
}

/// At an end where the density is 0 for some shapes and infinite for others, it is finite for the one
/// between: such an observation is accepted, and the value there is the law's. The slope by the shape, which
/// jumps, is a number.
#[test]
fn a_shape_for_which_an_end_has_a_density() {
    macro_rules! accept {
        ($($number:literal, $shape:literal => $law:expr, $density:expr, $at_half:expr;)*) => {$({
            params! { x: real() }
            let (what, law) = (stringify!($law), $law);
            let want = f64::ln($density) + f64::ln($at_half);
            for y in [[$number, 0.5], [0.5, $number]] {
                let check = |set: &str, value: f64, slope: f64| {
                    assert_near(value, want, 1e-13, || format!("{what}, {set}"));
                    assert!(slope.is_finite(), "{what}, {set}: a slope of {slope}");
                };
                on_every_set(model! { x |= flat(), data(&y) |= law(x) }, |set, posterior| {
                    let (value, gradient) = evaluate(posterior, &[$shape]);
                    check(set, value, gradient[0]);
                    assert_eq!(evaluate(posterior, &[1.5 * $shape]), (f64::NEG_INFINITY, vec![0.0]), "{what}, {set}");
                });
                on_every_set(model! { x |= flat(), increment(law(x).log_density(data(&y))) }, |set, posterior| {
                    let (value, gradient) = evaluate(posterior, &[$shape]);
                    check(set, value, gradient[0]);
                });
            }
        })*};
    }
    accept! {
        0.0, 1.0 => |x| distribution::beta(x, 8.0), 8.0, 8.0 * 0.5f64.powi(7);
        1.0, 1.0 => |x| distribution::beta(8.0, x), 8.0, 8.0 * 0.5f64.powi(7);
        0.0, 1.0 => |x| gamma(x, 2.0), 2.0, 2.0 * (-1.0f64).exp();
        0.0, 1.0 => |x| weibull(x, 0.5), 2.0, 2.0 * (-1.0f64).exp();
        0.0, 2.0 => |x| chi_square(x), 0.5, 0.5 * (-0.25f64).exp();
        0.0, 1.0 => |x| loglogistic(0.5, x), 2.0, 0.5;
    }
}

/// The same for observations some of which are censored: a censored observation has a probability at an
/// end.
#[test]
fn observed_times_of_zero_beside_censored_ones_are_refused() {
    let (times, shape) = ([2.0, 0.0, 3.0], [1.0, 1.0, 2.0]);
    let (is_seen, is_gone) = ([true, false, false], [false, true, true]);
    params! { s: positive() }
    let of = |flags: &[bool; 3]| {
        let model = model! {
            s |= gamma(2.0, 1.0),
            data(&times) |= rayleigh(s).right_censored(flags),
        };
        model.compile().map(|posterior| posterior.log_density(&[0.2], &mut posterior.workspace()))
    };
    let refusal = of(&is_seen).expect_err("a time of 0 that is observed").to_string();
    assert!(refusal.contains("element 1 is 0, but must lie inside the support"), "{refusal}");
    assert!(of(&is_gone).expect("a time of 0 of one who left at once").is_finite());
    // A density at 0 that data give, and one that the law has whatever its parameters are.
    params! { rate: positive() }
    let known = model! {
        rate |= gamma(2.0, 1.0),
        data(&times) |= weibull(data(&shape), rate).right_censored(&is_seen),
    };
    known.compile().map(drop).expect("a density at 0 that data give");
    let constant = model! {
        rate |= gamma(2.0, 1.0),
        data(&times) |= exponential(rate).right_censored(&is_seen),
    };
    constant.compile().map(drop).expect("a density at 0 whatever the rate is");
}

/// The densities that `tests/vectors/oracle_vectors.rs` tests.
const VECTOR_DENSITIES: &str = "
    dirichlet multinomial multinomial_logit dirichlet_multinomial categorical categorical_logit
    ordered_logistic ordered_probit normal_id_glm bernoulli_logit_glm binomial_logit_glm poisson_log_glm
    neg_binomial_2_log_glm ordered_logistic_glm categorical_logit_glm
";

/// The densities that `tests/vectors/oracle_multivariate.rs` tests.
const MULTIVARIATE_DENSITIES: &str = "
    multi_normal multi_normal_prec multi_normal_cholesky multi_student_t multi_student_t_cholesky multi_gp
    multi_gp_cholesky
";

/// The densities that `tests/vectors/oracle_symmetric.rs` tests.
const SYMMETRIC_DENSITIES: &str = "lkj_corr lkj_corr_cholesky wishart inv_wishart";

/// The densities that the crate does not have yet. A new density is removed from this list and added to the
/// table above.
const MISSING_DENSITIES: &str = "hmm_marginal";

#[test]
fn every_record_is_tested_or_listed() {
    let tested = [continuous::NAMES, discrete::NAMES, whole::NAMES, &["std_normal"]].concat();
    assert_complete(
        "densities",
        "dist",
        &tested,
        &[VECTOR_DENSITIES, MULTIVARIATE_DENSITIES, SYMMETRIC_DENSITIES, MISSING_DENSITIES],
    );
}
