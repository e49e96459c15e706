//! Proves that densities, functions and transforms have the values and the gradients of Stan: every record of
//! `tests/oracle` that the crate has the distribution, function or transform for, on every instruction set, in every
//! role that a variable or an argument can have (scalar, vector or repeated; parameter, data or number).
//!
//! Arguments become parameters on the real line with a flat prior, so that the unconstrained point is the arguments
//! and the gradient is theirs. The tolerance is the one that the values were published with:
//!
//! * value: 1e-10 |want| + 1e-12 max(1, V) + 16 slack
//! * gradient: 1e-10 |want| + 1e-12 max(1, G) + 16 slack
//!
//! where G is the largest absolute entry of the record's gradient, V is 1 for densities and log Jacobians and the
//! largest entry of the value otherwise, and `slack` is how far the result moves with the last bit of the inputs.

mod common;

use common::{assert_near, evaluate, evaluate_gradient, largest, on_every_set};
use monomorph::distribution;
use monomorph::prelude::*;
use monomorph::support;
use serde_json::Value;

/// All records of a file.
fn read(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/oracle/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).expect("the file is a JSON array")
}

/// The records of a file that hold `name` under `key`.
fn records(file: &str, key: &str, name: &str) -> Vec<Value> {
    let own: Vec<Value> = read(file).into_iter().filter(|record| record[key] == name).collect();
    assert!(!own.is_empty(), "{file}.json has no record with the {key} `{name}`");
    own
}

/// A number or a list of numbers; nothing is an empty list.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        Value::String(word) if word == "-inf" => vec![f64::NEG_INFINITY],
        Value::Null => Vec::new(),
        number => vec![number.as_f64().expect("a number")],
    }
}

/// How far an output moves with the last bit of the inputs; `place` counts the entries of a list.
fn slack(record: &Value, output: &[&str], place: usize) -> f64 {
    let slack = numbers(output.iter().fold(&record["slack"], |value, key| &value[key]));
    slack.get(place).or(slack.first()).copied().unwrap_or(0.0)
}

/// The largest entry of the record's gradient.
fn gradient_scale(record: &Value) -> f64 {
    match &record["grad"] {
        Value::Object(entries) => largest(&entries.values().flat_map(numbers).collect::<Vec<_>>()),
        list => largest(&numbers(list)),
    }
}

/// Compares the gradient with respect to `argument`, one entry for each element it was given in; where the record
/// has it as a scalar, its entry is the sum.
fn compare_gradient(record: &Value, argument: &str, got: &[f64], what: &(dyn Fn() -> String + Sync)) {
    let want = numbers(&record["grad"][argument]);
    let summed = [got.iter().sum()];
    let got = if record["args"][argument].is_array() { got } else { &summed[..] };
    assert_eq!(got.len(), want.len(), "{}: gradient by {argument}", what());
    let scale = gradient_scale(record).max(1.0);
    for (place, (&got, &want)) in got.iter().zip(&want).enumerate() {
        let tolerance = 1e-10 * want.abs() + 1e-12 * scale + 16.0 * slack(record, &["grad", argument], place);
        assert_near(got, want, tolerance, || format!("{}: gradient by {argument}[{place}]", what()));
    }
}

// ---------------------------------------------------------------------------------------------------- densities

/// A record of `densities.json`.
struct DensityRecord(Value);

impl DensityRecord {
    fn all(name: &str) -> Vec<Self> {
        records("densities", "dist", name).into_iter().map(Self).collect()
    }

    /// The number of observations.
    fn length(&self) -> usize {
        numbers(&self.0["args"]["y"]).len()
    }

    /// True if no argument, but perhaps the variable, is a list.
    fn has_scalar_arguments(&self) -> bool {
        let arguments = self.0["args"].as_object().expect("arguments by name");
        arguments.iter().all(|(name, value)| name == "y" || value.is_number())
    }

    /// A scalar argument.
    fn number(&self, argument: &str) -> f64 {
        self.0["args"][argument].as_f64().expect("a scalar argument")
    }

    /// An argument with as many elements as there are observations.
    fn vector(&self, argument: &str) -> Vec<f64> {
        let given = numbers(&self.0["args"][argument]);
        if given.len() == 1 { vec![given[0]; self.length()] } else { given }
    }

    /// A whole argument with as many elements as there are observations.
    fn counts(&self, argument: &str) -> Vec<i64> {
        self.vector(argument).into_iter().map(|number| number as i64).collect()
    }

    /// Compares the density of a model, whose single parameter it does not depend on.
    fn compare_constant(&self, layout: &str, model: impl Model) {
        let want = numbers(&self.0["lpdf"])[0];
        on_every_set(model, |set, posterior| {
            let (got, gradient) = evaluate(posterior, &[0.0]);
            let tolerance = 1e-10 * want.abs() + 1e-12 + 16.0 * slack(&self.0, &["lpdf"], 0);
            assert_near(got, want, tolerance, || format!("{} with {layout}, {set}", self.0["id"]));
            assert_eq!(gradient, [0.0]);
        });
    }

    /// Compares the model's density at a point with the record on every instruction set.
    fn compare_value(&self, layout: &str, model: impl Model, q: &[f64]) {
        let Self(record) = self;
        let want = numbers(&record["lpdf"])[0];
        on_every_set(model, |set, posterior| {
            let (got, _) = evaluate(posterior, q);
            let tolerance = 1e-10 * want.abs() + 1e-12 + 16.0 * slack(record, &["lpdf"], 0);
            assert_near(got, want, tolerance, || format!("{} with {layout}, {set}", record["id"]));
        });
    }

    /// Compares the model's density with the record on every instruction set. The model has the parameters `free`,
    /// each with the number of elements that stands beside it.
    fn compare(&self, layout: &str, model: impl Model, free: &[(&str, usize)]) {
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
                {
                    $(let $argument = record.vector(stringify!($key));)+
                    params! { y: vector(n) }
                    let model = model! { y |= distribution::$distribution($(data(&$argument)),+) };
                    record.compare("arguments that are data", model, &[("y", n)]);
                }
                if !record.has_scalar_arguments() {
                    continue;
                }
                {
                    let y = record.vector("y");
                    params! { $($argument: real()),+ }
                    let model = model! {
                        data(&y) |= distribution::$distribution($($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("observations and repeated scalars", model, &[$((stringify!($key), 1)),+]);
                }
                if n == 1 {
                    params! { y: real(), $($argument: real()),+ }
                    let model = model! {
                        y |= distribution::$distribution($($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("scalars", model, &[("y", 1), $((stringify!($key), 1)),+]);
                    record.compare_value("scalars", model, &[record.number("y"), $(record.number(stringify!($key))),+]);
                }
            }
        }
        )*
    };
}

mod continuous {
    use super::*;

    continuous! {
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

/// A test for each distribution of whole numbers: `name([whole arguments] argument in the file: a name for it here, …)`.
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
                if record.has_scalar_arguments() {
                    $(let $count = record.number(stringify!($count)) as i32;)?
                    params! { $($argument: real()),+ }
                    let model = model! {
                        data(&y) |= distribution::$distribution($($count,)? $($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("repeated scalars", model, &[$((stringify!($key), 1)),+]);
                }
                if n == 1 {
                    $(let $count = record.number(stringify!($count)) as i32;)?
                    params! { $($argument: real()),+ }
                    let model = model! {
                        data(y[0] as i32) |= distribution::$distribution($($count,)? $($argument),+),
                        $($argument |= flat()),+
                    };
                    record.compare("scalars", model, &[$((stringify!($key), 1)),+]);
                }
            }
        }
        )*
    };
}

#[allow(non_snake_case)] // N is what the file calls the number of trials.
mod discrete {
    use super::*;

    discrete! {
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
                        record.compare_constant("vectors", model);
                    }
                }
                if record.has_scalar_arguments() && !impossible {
                    $(let $count = record.number(stringify!($count)) as i32;)+
                    params! { z: real() }
                    let model = model! {
                        z |= flat(),
                        data(&y) |= distribution::$distribution($($count),+),
                    };
                    record.compare_constant("numbers", model);
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

/// half_normal(σ) is normal(0, σ), half_cauchy(σ) cauchy(0, σ) and half_student_t(ν, σ) student_t(ν, 0, σ), doubled, on
/// y ≥ 0.
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

// ---------------------------------------------------------------------------------------------------- functions

/// Compares a function's value and its slopes with a record.
fn compare_function(record: &Value, got: f64, slopes: &[(&str, f64)], set: &str) {
    let what = || format!("{}, {set}", record["id"]);
    let want = record["value"].as_f64().expect("a number");
    let tolerance = 1e-10 * want.abs() + 1e-12 * want.abs().max(1.0) + 16.0 * slack(record, &["value"], 0);
    assert_near(got, want, tolerance, what);
    for (argument, slope) in slopes {
        compare_gradient(record, argument, &[*slope], &what);
    }
}

/// A test for each function: `name(arguments): expression, condition under which it is defined`.
macro_rules! functions {
    ($($function:ident($($argument:ident),+): $value:expr, $domain:expr;)*) => {
        #[allow(non_snake_case)] // Phi
        mod functions {
            use super::*;
            use monomorph::functions as functions_of_many;
            pub const NAMES: &[&str] = &[$(stringify!($function)),*];
            $(#[test]
            fn $function() {
                let mut all = records("functions", "fn", stringify!($function));
                // Those of whole vectors are tested in `tests/oracle_vectors.rs`.
                all.retain(|record| [$(stringify!($argument)),+].iter().all(|&name| record["args"][name].is_number()));
                {
                    params! { $($argument: real()),+ }
                    let model = model! { $($argument |= flat()),+, increment($value) };
                    on_every_set(model, |set, posterior| {
                        for record in &all {
                            $(let $argument = record["args"][stringify!($argument)].as_f64().expect("a number");)+
                            let (got, gradient) = evaluate(posterior, &[$($argument),+]);
                            if $domain {
                                let names = [$(stringify!($argument)),+];
                                let slopes: Vec<_> = names.into_iter().zip(gradient).collect();
                                compare_function(record, got, &slopes, set);
                            } else {
                                assert_eq!(got, f64::NEG_INFINITY, "{}, {set}", record["id"]);
                            }
                        }
                    });
                }
                // All records as one vector: the elements of a definition are the values.
                let inside: Vec<&Value> = all
                    .iter()
                    .filter(|record| {
                        $(let $argument = record["args"][stringify!($argument)].as_f64().expect("a number");)+
                        $(let _ = $argument;)+
                        $domain
                    })
                    .collect();
                let n = inside.len();
                params! { $($argument: vector(n)),+ }
                let model = model! { $($argument |= flat()),+, value = $value, increment(value) };
                on_every_set(model, |set, posterior| {
                    let mut q = Vec::new();
                    let names = [$(stringify!($argument)),+];
                    for name in names {
                        q.extend(inside.iter().map(|record| record["args"][name].as_f64().expect("a number")));
                    }
                    let (_, gradient) = evaluate(posterior, &q);
                    let trace = posterior.constrain(&q).expect("the point has the right length");
                    let values = trace.get("value").expect("the definition is in the trace");
                    for (place, record) in inside.iter().enumerate() {
                        let slope = |(k, name)| (name, gradient[k * n + place]);
                        let slopes: Vec<_> = names.into_iter().enumerate().map(slope).collect();
                        compare_function(record, values[place], &slopes, set);
                    }
                });
            })*
        }
    };
}

functions! {
    exp(x): x.exp(), true;
    log(x): x.log(), true;
    log1p(x): x.log1p(), true;
    expm1(x): x.expm1(), true;
    log1p_exp(x): x.log1p_exp(), true;
    inv_logit(x): x.inv_logit(), true;
    logit(x): x.logit(), true;
    tanh(x): x.tanh(), true;
    sqrt(x): x.sqrt(), true;
    square(x): x.square(), true;
    pow(x, y): x.powf(y), true;
    lgamma(x): x.lgamma(), x > 0.0;
    log1m(x): x.log1m(), true;
    log1m_exp(x): x.log1m_exp(), true;
    log1m_inv_logit(x): x.log1m_inv_logit(), true;
    log_inv_logit(x): x.log_inv_logit(), true;
    Phi(x): x.phi(), true;
    Phi_approx(x): x.phi_approx(), true;
    inv_Phi(x): x.inv_phi(), true;
    erf(x): x.erf(), true;
    erfc(x): x.erfc(), true;
    tgamma(x): x.tgamma(), true;
    digamma(x): x.digamma(), true;
    trigamma(x): x.trigamma(), true;
    sinh(x): x.sinh(), true;
    cbrt(x): x.cbrt(), true;
    log_sum_exp(x, y): functions_of_many::log_sum_exp(x, y), true;
    log_diff_exp(x, y): functions_of_many::log_diff_exp(x, y), true;
    log_mix(theta, x, y): functions_of_many::log_mix(theta, x, y), true;
    lbeta(x, y): functions_of_many::lbeta(x, y), true;
    lchoose(x, y): functions_of_many::lchoose(x, y), true;
    beta(x, y): functions_of_many::beta(x, y), true;
    inc_beta(a, b, x): functions_of_many::inc_beta(a, b, x), true;
    gamma_p(a, z): functions_of_many::gamma_p(a, z), true;
    gamma_q(a, z): functions_of_many::gamma_q(a, z), true;
    atan2(y, x): functions_of_many::atan2(y, x), true;
    hypot(x, y): functions_of_many::hypot(x, y), true;
}

// --------------------------------------------------------------------------------------------------- transforms

/// A test for each transform: `name(bounds): space of so many elements, given its bounds`.
macro_rules! transforms {
    ($($transform:ident($($bound:ident),*): |$n:ident| $space:expr;)*) => {
        mod transforms {
            use super::*;
            pub const NAMES: &[&str] = &[$(stringify!($transform)),*];
            $(#[test]
            fn $transform() {
                for record in records("transforms", "transform", stringify!($transform)) {
                    $(let $bound = record["args"][stringify!($bound)].as_f64().expect("a number");)*
                    let $n = record["size"].as_u64().expect("a size") as usize;
                    let q = numbers(&record["q"]);
                    let weights = numbers(&record["w"]);
                    let weights = &weights;

                    params! { x: $space }
                    let alone = model! { x |= flat() };
                    on_every_set(alone, |set, posterior| {
                        let what = || format!("{}, {set}", record["id"]);
                        let want = record["log_jac"].as_f64().expect("a number");
                        let allowed = 1e-10 * want.abs() + 1e-12 + 16.0 * slack(&record, &["log_jac"], 0);
                        assert_near(evaluate(posterior, &q).0, want, allowed, || what() + ": log Jacobian");

                        let trace = posterior.constrain(&q).expect("the point has the right length");
                        let got = trace.get("x").expect("the parameter is in the trace");
                        let want = numbers(&record["x"]);
                        for place in 0..$n {
                            let allowed = 1e-10 * want[place].abs()
                                + 1e-12 * largest(&want).max(1.0)
                                + 16.0 * slack(&record, &["x"], place);
                            assert_near(got[place], want[place], allowed, || format!("{}: x[{place}]", what()));
                        }
                        // The inverse of a unit vector is the vector itself.
                        let q = if stringify!($transform) == "unit_vector" { got } else { &q[..] };
                        check_inverse(posterior, got, q, &what);
                    });

                    let weighted = model! { x |= flat(), increment(data(weights) * x) };
                    on_every_set(weighted, |set, posterior| {
                        let (_, gradient) = evaluate(posterior, &q);
                        let want = numbers(&record["grad"]);
                        assert_eq!(gradient.len(), want.len(), "{}", record["id"]);
                        for place in 0..want.len() {
                            let allowed = 1e-10 * want[place].abs()
                                + 1e-12 * largest(&want).max(1.0)
                                + 16.0 * slack(&record, &["grad"], place);
                            let what = || format!("{}, {set}: gradient[{place}]", record["id"]);
                            assert_near(gradient[place], want[place], allowed, what);
                        }
                    });
                }
            })*
        }
    };
}

/// `unconstrain` takes back a point whose values are all inside their support, to as many digits as the values hold:
/// where x is rounded by ε |x|, e^q is known to as much. Of a value that was rounded onto its bound, or onto the value
/// before it, it complains.
fn check_inverse<M: Model>(
    posterior: &Posterior<M>,
    values: &[f64],
    q: &[f64],
    what: &(dyn Fn() -> String + Sync),
) {
    let scale = largest(values).max(1.0);
    match posterior.unconstrain(values) {
        Ok(point) => {
            let again = posterior.constrain(&point).expect("the point has the right length");
            for (place, (&got, &want)) in again.values().iter().zip(values).enumerate() {
                assert_near(got, want, 1e-12 * scale, || format!("{}: x[{place}] and back", what()));
            }
            assert_eq!(point.len(), q.len(), "{}", what());
            for (place, (&got, &want)) in point.iter().zip(q).enumerate().filter(|(_, (_, q))| q.abs() < 6.0)
            {
                let allowed = 1e-10 + 2e-15 * scale * (-want).exp().max(1.0);
                assert_near(got, want, allowed, || format!("{}: q[{place}] and back", what()));
            }
        }
        Err(Error::OutsideSupport { index, .. }) => {
            let index = index.expect("an element");
            let is_rounded = q[index].abs() > 30.0 || q[index].exp() < 1e-15 * scale;
            assert!(is_rounded, "{}: {} is inside its support", what(), values[index]);
        }
        Err(other) => panic!("{}: {other}", what()),
    }
}

transforms! {
    lower(lower): |n| vector(n).lower(lower);
    upper(upper): |n| vector(n).upper(upper);
    lower_upper(lower, upper): |n| vector(n).interval(lower, upper);
    offset_multiplier(offset, multiplier): |n| vector(n).offset_multiplier(offset, multiplier);
    ordered(): |n| support::ordered(n);
    positive_ordered(): |n| support::positive_ordered(n);
    simplex(): |n| support::simplex(n);
    sum_to_zero_vector(): |n| support::sum_to_zero(n);
    unit_vector(): |n| support::unit_vector(n);
}

// --------------------------------------------------------------------------------------- data outside a support

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

// ------------------------------------------------------------------------------------------------- completeness

/// What the files have and the crate has not yet: whoever adds one takes it off its list, and puts it into its table
/// above.
/// What `tests/oracle_vectors.rs` tests.
const VECTOR_DENSITIES: &str = "
    dirichlet multinomial multinomial_logit dirichlet_multinomial categorical categorical_logit
    ordered_logistic ordered_probit normal_id_glm bernoulli_logit_glm binomial_logit_glm poisson_log_glm
    neg_binomial_2_log_glm ordered_logistic_glm
";
const VECTOR_FUNCTIONS: &str = "softmax log_softmax cumulative_sum sd variance";

const MISSING_DENSITIES: &str = "
    multi_normal multi_normal_prec multi_normal_cholesky multi_student_t multi_student_t_cholesky multi_gp
    multi_gp_cholesky lkj_corr lkj_corr_cholesky wishart inv_wishart categorical_logit_glm hmm_marginal
";
const MISSING_FUNCTIONS: &str = "
    gp_exp_quad_cov gp_matern32_cov gp_matern52_cov gp_exponential_cov gp_periodic_cov cholesky_decompose
    mdivide_left_tri_low quad_form trace determinant log_determinant inverse matrix_exp
";
const MISSING_TRANSFORMS: &str = "
    cholesky_factor_corr cholesky_factor_cov column_stochastic_matrix corr_matrix cov_matrix
    row_stochastic_matrix sum_to_zero_matrix
";

#[test]
fn every_record_is_tested_or_listed() {
    let tables = [
        (
            "densities",
            "dist",
            [continuous::NAMES, discrete::NAMES, whole::NAMES, &["std_normal"]].concat(),
            VECTOR_DENSITIES,
            MISSING_DENSITIES,
        ),
        ("functions", "fn", functions::NAMES.to_vec(), VECTOR_FUNCTIONS, MISSING_FUNCTIONS),
        ("transforms", "transform", transforms::NAMES.to_vec(), "", MISSING_TRANSFORMS),
    ];
    for (file, key, tested, elsewhere, missing) in tables {
        let mut listed: Vec<&str> = tested
            .into_iter()
            .chain([elsewhere, missing].iter().flat_map(|list| list.split_whitespace()))
            .collect();
        let all = read(file);
        let mut found: Vec<&str> = all.iter().map(|record| record[key].as_str().expect("a name")).collect();
        listed.sort_unstable();
        found.sort_unstable();
        found.dedup();
        assert_eq!(listed, found, "names in {file}.json");
    }
}
