//! Numbers that should be probabilities and are not: an error of `compile()`, with the place and the sum,
//! in all laws that take probabilities. Sums that differ from 1 by rounded decimals are divided out.

use crate::common::assert_near;
use monomorph::Error;
use monomorph::faer::mat;
use monomorph::functions::hidden_markov_log_density;
use monomorph::hidden_states::HiddenStates;
use monomorph::prelude::*;
use monomorph::program::{Run, program};
use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};

/// Checks the error of `compile()`, after the statement.
#[track_caller]
fn refused(model: impl Model, message: &str) {
    let error = model.compile().map(drop).expect_err("the model should be refused").to_string();
    let (_, error) = error.split_once("`: ").expect("a statement in quotes");
    assert_eq!(error, message);
}

/// The log density of a model without parameters that matter, at 0.
#[track_caller]
fn value(model: impl Model) -> f64 {
    let posterior = model.compile().expect("a model");
    let point = vec![0.0; posterior.dimension()];
    posterior.log_density(&point, &mut posterior.workspace())
}

#[track_caller]
fn assert_close(found: f64, expected: f64) {
    assert_near(found, expected, 1e-13 * expected.abs().max(1.0), String::new);
}

const MORE: [f64; 3] = [0.5, 0.5, 0.4];
const NEGATIVE: [f64; 3] = [0.7, -0.2, 0.5];
/// Off by 10⁻⁹, as decimals are that were rounded.
const ROUNDED: [f64; 3] = [0.333333333, 0.333333333, 0.333333333];

#[test]
fn categories() {
    let y = [0, 2, 1];
    let sum = "the sum of the argument `probability` of categorical is 1.4, but must be 1";
    refused(model! { data(&y) |= categorical(&MORE) }, sum);
    refused(model! { data(&y) |= categorical(data(&MORE)) }, sum);
    refused(
        model! { data(&y) |= categorical(data(&MORE) / 2.0) },
        "the sum of the argument `probability` of categorical is 0.7, but must be 1",
    );
    refused(
        model! { data(&y) |= categorical(&NEGATIVE) },
        "the argument `probability` of categorical: element 1 is -0.2, but must lie between 0 and 1",
    );
    refused(
        model! { data(&y) |= categorical(&[0.5, f64::NAN, 0.5]) },
        "the argument `probability` of categorical: element 1 is NaN, but must lie between 0 and 1",
    );
    refused(
        model! { data(&y) |= categorical(concatenate((0.5, data(&[0.25, 0.5])))) },
        "the sum of the argument `probability` of categorical is 1.25, but must be 1",
    );
    // What is known by the data of the whole model alone, when it is computed.
    let table = mat![[0.5, 0.5], [0.25, 0.25], [0.5, 0.125]];
    refused(
        model! { data(&y) |= categorical(data(&table).dot(&[1.0, 1.0])) },
        "the sum of the argument `probability` of categorical is 2.125, but must be 1",
    );
    refused(
        model! { data(&y) |= categorical(data(&table).column(0)) },
        "the sum of the argument `probability` of categorical is 1.25, but must be 1",
    );
    params! { z: vector(2).category(3) }
    refused(model! { z |= categorical(&MORE) }, sum);
    assert_close(value(model! { data(&y) |= categorical(&ROUNDED) }), 3.0 * (1.0_f64 / 3.0).ln());
    assert_close(value(model! { data(&y) |= categorical(&[0.5, 0.25, 0.25]) }), (1.0_f64 / 32.0).ln());
    // Logits are none.
    assert_close(
        value(model! { data(&y) |= categorical_logit(&[1.0, 1.0, 1.0]) }),
        3.0 * (1.0_f64 / 3.0).ln(),
    );
}

#[test]
fn counts_and_proportions() {
    let counts = [3, 1, 0];
    refused(
        model! { data(&counts) |= multinomial(&MORE) },
        "the sum of the argument `probability` of multinomial is 1.4, but must be 1",
    );
    assert_close(
        value(model! { data(&counts) |= multinomial(&ROUNDED) }),
        4.0_f64.ln() + 4.0 * (1.0_f64 / 3.0).ln(),
    );
    let rows = mat![[3.0, 1.0, 0.0], [1.0, 1.0, 1.0]];
    let probabilities = mat![[0.5, 0.25, 0.25], [0.5, 0.5, 0.5]];
    refused(
        model! { data(&rows) |= multinomial(data(&probabilities)) },
        "the sum of row 1 of the argument `probability` of multinomial is 1.5, but must be 1",
    );
    refused(
        model! { data(&MORE) |= dirichlet(2.0) },
        "the sum of the variable on the left is 1.4, but must be 1",
    );
    refused(
        model! { data(&probabilities) |= dirichlet(&[2.0, 1.0, 1.0]) },
        "the sum of row 1 of the variable on the left is 1.5, but must be 1",
    );
}

#[test]
fn weights_of_mixtures() {
    let y = [0.3, 1.2];
    let laws = || (normal(0.0, 1.0), normal(1.0, 1.0));
    let each = || components(2, |k| normal(data(&[0.0, 1.0]).at(k), 1.0));
    let all = "the sum of the weights of the mixture is 0.9, but must be 1";
    refused(model! { data(&y) |= mixture((0.5, 0.4), laws()) }, all);
    refused(model! { data(&y) |= mixture([0.5, 0.4], [normal(0.0, 1.0), normal(1.0, 1.0)]) }, all);
    refused(model! { data(&y) |= mixture(&[0.5, 0.4], laws()) }, all);
    let vector = "the sum of weight 0 of the mixture is 0.9, but must be 1";
    refused(model! { data(&y) |= mixture(data(&[0.5, 0.4]), laws()) }, vector);
    refused(
        model! { data(&y) |= mixture(data(&[0.5, 0.4]), each()) },
        "the sum of a component of the mixture is 0.9, but must be 1",
    );
    refused(
        model! { data(&y) |= mixture((data(&[0.5, 0.4]), data(&[0.5, 0.5])), laws()) },
        "the sum of the weights of the mixture in row 1 is 0.9, but must be 1",
    );
    refused(
        model! { data(&y) |= mixture((1.5, -0.5), laws()) },
        "the weights of the mixture: element 0 is 1.5, but must lie between 0 and 1",
    );
    params! { share: interval(0.0, 0.5) }
    refused(
        model! {
            share |= uniform(0.0, 0.5), data(&y) |= mixture((share, 0.7, 0.5 - share, 0.6),
                (normal(0.0, 1.0), normal(0.0, 1.0), normal(0.0, 1.0), normal(0.0, 1.0))),
        },
        "the sum of the weights of the mixture is 1.2999999999999998, but must be 1",
    );
    let exact = value(model! { data(&y) |= normal(0.5, 1.0) });
    let third = 0.333333333;
    let same = || normal(0.5, 1.0);
    assert_close(
        value(model! { data(&y) |= mixture((third, third, third), (same(), same(), same())) }),
        exact,
    );
    assert_close(value(model! { data(&y) |= mixture(data(&ROUNDED), [same(), same(), same()]) }), exact);
    assert_close(value(model! { data(&y) |= mixture(data(&ROUNDED), components(3, |_| same())) }), exact);
    let (first, last) = ([third, 0.25], [third, 0.5]);
    let weights = (data(&first), data(&first), data(&last));
    assert_close(value(model! { data(&y) |= mixture(weights, (same(), same(), same())) }), exact);
}

#[test]
fn hidden_markov_models_and_chains() {
    let (y, even) = ([0.3, 1.2, 0.1], [0.5, 0.5]);
    let laws = || [normal(0.0, 1.0), normal(1.0, 1.0)];
    let (right, wrong) = (mat![[0.5, 0.5], [0.25, 0.75]], mat![[0.5, 0.5], [0.5, 0.75]]);
    refused(
        model! { data(&y) |= hidden_markov(&[0.5, 1.5], data(&right), laws()) },
        "`data(&[0.5, 1.5])`: element 1 is 1.5, but must lie between 0 and 1",
    );
    refused(
        model! { data(&y) |= hidden_markov(&[0.5, 0.25], data(&right), laws()) },
        "the sum of `data(&[0.5, 0.25])` is 0.75, but must be 1",
    );
    refused(
        model! { data(&y) |= hidden_markov(&even, data(&wrong), laws()) },
        "the sum of row 1 of `data` is 1.25, but must be 1",
    );
    refused(
        model! { data(&y) |= hidden_markov(&even, data(&wrong).transpose(), laws()) },
        "the sum of row 1 of `data.transpose()` is 1.25, but must be 1",
    );
    refused(
        model! { data(&y) |= hidden_markov(&even, data(&wrong).dot(data(&right)), laws()) },
        "the sum of row 1 of the transitions is 1.25, but must be 1",
    );
    let log_densities = mat![[0.0, -1.0, 0.0], [-1.0, 0.0, 0.0]];
    refused(
        model! { increment(hidden_markov_log_density(&even, data(&wrong), data(&log_densities))) },
        "the sum of row 1 of `data` is 1.25, but must be 1",
    );
    // One row of data among others.
    params! { stay: interval(0.0, 1.0), s: vector(3).category(2) }
    let mixed = stack_rows((concatenate((stay, 1.0 - stay)), data(&[0.5, 0.25])));
    let error = model! { stay |= uniform(0.0, 1.0), data(&y) |= hidden_markov(&even, mixed, laws()) };
    let error = error.compile().map(drop).expect_err("a row that is data").to_string();
    assert!(error.contains("the sum of row 1 of `stack_rows("), "{error}");
    assert!(error.ends_with("is 0.75, but must be 1"), "{error}");
    refused(
        model! { s |= markov_chain(&[0.5, 0.25], data(&right)) },
        "the sum of `data(&[0.5, 0.25])` is 0.75, but must be 1",
    );
    refused(
        model! { s |= markov_chain(&even, data(&wrong)) },
        "the sum of row 1 of `data` is 1.25, but must be 1",
    );
    let rounded = mat![[0.333333333, 0.666666666], [0.25, 0.75]];
    let third = mat![[1.0 / 3.0, 2.0 / 3.0], [0.25, 0.75]];
    assert_close(
        value(model! { data(&y) |= hidden_markov(&even, data(&rounded), laws()) }),
        value(model! { data(&y) |= hidden_markov(&even, data(&third), laws()) }),
    );
    let states = [0, 1, 1];
    assert_close(
        value(model! { data(&states) |= markov_chain(&even, data(&rounded)) }),
        (0.5 * 2.0 / 3.0 * 0.75_f64).ln(),
    );
}

/// A number stands for as many probabilities as there are counts.
#[test]
fn one_number_for_all() {
    let counts = [3, 1, 2, 2];
    assert_close(
        value(model! { data(&counts) |= multinomial(0.25) }),
        value(model! { data(&counts) |= multinomial(&[0.25, 0.25, 0.25, 0.25]) }),
    );
    refused(
        model! { data(&counts) |= multinomial(0.5) },
        "the sum of the argument `probability` of multinomial is 2, but must be 1",
    );
}

#[test]
fn states_of_draws() {
    let log_densities = [0.0, -1.0, 0.0, -1.0, 0.0, 0.0];
    let said = |initial: &[f64], transition: &[f64]| {
        HiddenStates::new(initial, transition, &log_densities).expect_err("no probabilities").to_string()
    };
    assert_eq!(
        said(&[0.5, 0.25], &[0.5, 0.5, 0.5, 0.5]),
        "in `HiddenStates::new`: the sum of the initial probabilities is 0.75, but must be 1"
    );
    assert_eq!(
        said(&[0.5, 0.5], &[0.5, 0.5, 0.5, 0.75]),
        "in `HiddenStates::new`: the sum of row 1 of the transitions is 1.25, but must be 1"
    );
    assert_eq!(
        said(&[0.5, 0.5], &[0.5, 0.5, -0.5, 1.5]),
        "in `HiddenStates::new`: row 1 of the transitions: element 0 is -0.5, but must lie between 0 and 1"
    );
    let like = |third: f64| {
        let transition = [third, 2.0 * third, 0.5, 0.5];
        HiddenStates::new(&[0.5, 0.5], &transition, &log_densities).expect("states").log_likelihood()
    };
    assert_close(like(0.333333333), like(1.0 / 3.0));
}

#[test]
fn programs_and_draws() {
    let said = |weights: [f64; 3]| {
        let run = program(|run: &mut Run| run.sample("z", categorical(&weights))).simulate(1);
        run.expect_err("no probabilities").to_string()
    };
    assert!(said(MORE).contains("probabilities that add up to 1.4"), "{}", said(MORE));
    assert!(said(NEGATIVE).contains("the probability -0.2 of the category 1"), "{}", said(NEGATIVE));
    let mut rng = SmallRng::seed_from_u64(1);
    let laws = [normal(0.0, 1.0), normal(1.0, 1.0), normal(2.0, 1.0)];
    assert!(rng.sample::<f64, _>(mixture(MORE, laws)).is_nan());
    assert!(rng.sample::<f64, _>(mixture(ROUNDED, laws)).is_finite());
    assert!(rng.sample::<f64, _>(mixture(data(&MORE), components(3, |_| normal(0.0, 1.0)))).is_nan());
}

#[test]
#[should_panic(expected = "categorical: the sum of the probabilities is 1.4, but must be 1")]
fn a_category_of_no_probabilities() {
    let _: usize = SmallRng::seed_from_u64(1).sample(categorical(data(&MORE)));
}

#[test]
#[should_panic(expected = "multinomial: the probabilities: element 1 is -0.2, but must lie between 0 and 1")]
fn counts_of_no_probabilities() {
    let _ = multinomial(data(&NEGATIVE)).counts(3, &mut SmallRng::seed_from_u64(1));
}

/// Observations that no path can produce are an error with the time.
#[test]
fn impossible_sequences() -> Result<(), Error> {
    const NEVER: f64 = f64::NEG_INFINITY;
    let (first, stays) = ([1.0, 0.0], [0.5, 0.5, 0.0, 1.0]);
    // From the second state nothing leads back to the first.
    let log_densities = [-1.0, NEVER, -1.0, -1.0, NEVER, -1.0, NEVER, -2.0];
    let error = HiddenStates::new(&first, &stays, &log_densities).expect_err("impossible").to_string();
    assert_eq!(
        error,
        "in `HiddenStates`: the arguments of `HiddenStates` do not fit: no path of states explains the \
         observations: the observation at time 2, counted from 0, is impossible, because no path leads to a \
         state that explains it"
    );
    let none = [-1.0, NEVER, -1.0, NEVER];
    let error = HiddenStates::new(&first, &stays, &none).expect_err("impossible").to_string();
    assert!(
        error.ends_with("its log density is −∞ in all states (a missing observation has the log density 0)"),
        "{error}"
    );
    // Two sequences, each of which is possible, though no path leads from one to the other.
    let each = HiddenStates::of_sequences(&first, &stays, &log_densities, &[2, 2])?;
    assert_eq!(each[0].most_likely_path(), [0, 1]);
    assert_eq!(each[1].most_likely_path(), [0, 0]);
    Ok(())
}
