//! Proves that `hidden_markov` sums over all paths of the hidden states: against the sum written out, for two to six states, with
//! transitions that differ from step to step or do not; gradients against finite differences; on every instruction set.

mod common;

use common::{Random, assert_gradient, assert_near, differences, evaluate, largest, numbers, on_every_set};
use monomorph::faer::MatRef;
use monomorph::functions::hidden_markov_log_density;
use monomorph::prelude::*;

/// log Σ over all paths, one after the other; log densities have a row for each state.
fn by_enumeration(
    initial: &[f64],
    transition: &dyn Fn(usize, usize, usize) -> f64,
    log_densities: &[f64],
) -> f64 {
    let states = initial.len();
    let length = log_densities.len() / states;
    let mut sum = 0.0;
    for path in 0..states.pow(length as u32) {
        let state = |time: usize| path / states.pow(time as u32) % states;
        let mut product = initial[state(0)];
        for time in 0..length {
            product *= log_densities[state(time) * length + time].exp();
            if time > 0 {
                product *= transition(time, state(time - 1), state(time));
            }
        }
        sum += product;
    }
    sum.ln()
}

#[test]
fn paths_are_summed() {
    for (states, length) in [(2, 1), (2, 5), (2, 9), (3, 5), (4, 5), (5, 4), (6, 4), (9, 3)] {
        for differs in [false, true] {
            let rows = if differs { states * (length - 1) } else { states };
            if rows == 0 {
                continue;
            }
            params! { initial: simplex(states), moves: simplex(states).rows(rows), emission: vector(length).rows(states) }
            let model = model! {
                initial  |= flat(),
                moves    |= flat(),
                emission |= normal(0.0, 1.0),
                total     = hidden_markov_log_density(initial, moves, emission),
                increment(total),
            };
            on_every_set(model, |set, posterior| {
                let q = numbers(posterior.dimension());
                let values = posterior.constrain(&q).unwrap();
                let moves = values.get("moves").unwrap();
                let transition = |time: usize, from: usize, to: usize| {
                    let start = if differs { (time - 1) * states } else { 0 };
                    moves[(start + from) * states + to]
                };
                let (initial, emission) = (values.get("initial").unwrap(), values.get("emission").unwrap());
                let want = by_enumeration(&initial, &transition, &emission);
                let what = || format!("{states} states, {length} times, {set}");
                assert_near(values.get("total").unwrap()[0], want, 1e-13 * want.abs().max(1.0), what);
                let (_, gradient) = evaluate(posterior, &q);
                let differences = differences(posterior, &q);
                assert_gradient(&gradient, &differences, 1e-9 * largest(&differences), what);
            });
        }
    }
}

/// A law of observations; emissions of one kind and of different kinds; a long series, whose probabilities no number holds.
#[test]
fn laws_of_hidden_states() {
    for length in [1, 8, 103] {
        let y = Random(length as u64).numbers(length, 0.1, 4.0);
        let y = &y;
        params! { t: simplex(2).rows(2), mu: ordered(2), rate: positive() }
        let priors = model! { t |= dirichlet(2.0), mu |= normal(0.0, 2.0), rate |= exponential(1.0) };
        let emissions = [normal(mu.at(0), 0.1), normal(mu.at(1), 0.1)];
        let model = model! {
            priors,
            data(y) |= hidden_markov(&[0.3, 0.7], t, emissions),
            data(y) |= hidden_markov(&[0.3, 0.7], t, (exponential(rate), gamma(2.0, rate))),
        };
        on_every_set(model, |set, posterior| {
            let q = numbers(posterior.dimension());
            let (value, gradient) = evaluate(posterior, &q);
            assert!(value.is_finite());
            let differences = differences(posterior, &q);
            assert_gradient(&gradient, &differences, 1e-8 * largest(&differences), || {
                format!("{length}, {set}")
            });
        });
    }
}

/// What cannot be has the log density −∞; a chain that never leaves a state, and one whose observations are sure.
#[test]
fn edges() {
    let seen = [1.0, 0.0, 1.0, 0.0, 0.0];
    params! { survival: interval(0.0, 1.0), p: interval(0.0, 1.0) }
    let alive = bernoulli(p).log_density(data(&seen));
    let dead = data(&[-1e300, 0.0, -1e300, 0.0, 0.0]);
    let transition = stack_rows((concatenate((survival, 1.0 - survival)), data(&[0.0, 1.0])));
    let model = model! {
        survival |= uniform(0.0, 1.0),
        p |= uniform(0.0, 1.0),
        total = hidden_markov_log_density(&[1.0, 0.0], transition, stack_rows((alive, dead))),
        increment(total),
    };
    on_every_set(model, |set, posterior| {
        let q = [0.4, -0.3];
        let values = posterior.constrain(&q).unwrap();
        let (s, p) = (values.get("survival").unwrap()[0], values.get("p").unwrap()[0]);
        // seen at 0 and 2; after that it may have died at each time
        let tail = (1.0 - s) + s * (1.0 - p) * ((1.0 - s) + s * (1.0 - p));
        let want = (p * s * (1.0 - p) * s * p * tail).ln();
        assert_near(values.get("total").unwrap()[0], want, 1e-13, || set.to_owned());
        let (_, gradient) = evaluate(posterior, &q);
        let differences = differences(posterior, &q);
        assert_gradient(&gradient, &differences, 1e-9, || set.to_owned());
    });
    let impossible = model! {
        survival |= uniform(0.0, 1.0),
        p |= uniform(0.0, 1.0),
        increment(hidden_markov_log_density(&[0.0, 0.0], transition, stack_rows((alive, dead)))),
    };
    let posterior = impossible.compile().unwrap();
    let (value, gradient) = evaluate(&posterior, &[0.4, -0.3]);
    assert_eq!((value, gradient), (f64::NEG_INFINITY, vec![0.0; 2]));
}

/// States that are never left, each of which fits some observations far too badly for a number: in logarithms.
#[test]
fn too_small_for_numbers() {
    for states in [2, 3, 6] {
        let length = 7;
        let mut same = vec![0.0; states * states];
        (0..states).for_each(|state| same[state * (states + 1)] = 0.9);
        let same = MatRef::from_row_major_slice(&same, states, states);
        let offset =
            monomorph::faer::Mat::from_fn(
                states,
                length,
                |state, time| {
                    if time % states == state { -900.0 } else { 0.0 }
                },
            );
        params! { initial: simplex(states), emission: vector(length).rows(states) }
        let model = model! {
            initial  |= flat(),
            emission |= normal(0.0, 1.0),
            all       = emission + data(&offset),
            total     = hidden_markov_log_density(initial, data(same), all),
            increment(total * 0.01),
        };
        on_every_set(model, |set, posterior| {
            let q = numbers(posterior.dimension());
            let values = posterior.constrain(&q).unwrap();
            let (initial, all) = (values.get("initial").unwrap(), values.get("all").unwrap());
            let stays = (length - 1) as f64 * 0.9_f64.ln();
            let of_state = |state: usize| {
                initial[state].ln() + stays + all[state * length..][..length].iter().sum::<f64>()
            };
            let largest = (0..states).map(of_state).fold(f64::NEG_INFINITY, f64::max);
            let want = largest + (0..states).map(|state| (of_state(state) - largest).exp()).sum::<f64>().ln();
            let what = || format!("{states} states, {set}");
            assert_near(values.get("total").unwrap()[0], want, 1e-12 * want.abs(), what);
            let (_, gradient) = evaluate(posterior, &q);
            let differences = differences(posterior, &q);
            assert_gradient(&gradient, &differences, 1e-8 * common::largest(&differences), what);
        });
    }
}

#[test]
fn what_is_wrong_is_said() {
    let y = [0.1, 0.2, 0.3];
    let table = [0.5; 8];
    params! { a: vector(2) }
    let law = |initial, rows, columns| {
        let transition = MatRef::from_row_major_slice(&table[..rows * columns], rows, columns);
        let emissions = [normal(a.at(0), 1.0), normal(a.at(1), 1.0)];
        let model = model! { a |= normal(0.0, 1.0), data(&y) |= hidden_markov(data(initial), data(transition), emissions) };
        model.compile().err().map(|error| error.to_string())
    };
    assert_eq!(law(&[0.5, 0.5][..], 2, 2), None);
    assert_eq!(law(&[0.5, 0.5], 4, 2), None);
    let text = law(&[0.5, 0.5], 3, 2).unwrap();
    assert!(text.contains("3 rows and 2 columns; 2 states and 3 observations need 2 rows"), "{text}");
    let text = law(&[0.5], 2, 2).unwrap();
    assert!(text.contains("length"), "{text}");
}

/// Filtered and smoothed states, the most likely path and draws of paths, against all paths written out.
#[test]
fn states_given_observations() {
    use monomorph::hidden_states::HiddenStates;
    for (states, length, differs) in [(2, 5, false), (3, 4, true), (3, 6, false)] {
        let mut random = Random(7);
        let initial = random.numbers(states, 0.1, 1.0);
        let rows = if differs { states * (length - 1) } else { states };
        let transition = random.numbers(rows * states, 0.05, 1.0);
        let log_densities = random.numbers(states * length, -3.0, 0.0);
        let move_at = |time: usize, from: usize, to: usize| {
            transition[(if differs { (time - 1) * states } else { 0 } + from) * states + to]
        };
        let state = |path: usize, time: usize| path / states.pow(time as u32) % states;
        let weight = |path: usize, until: usize| {
            let mut product = initial[state(path, 0)];
            for time in 0..until {
                product *= log_densities[state(path, time) * length + time].exp();
                if time > 0 {
                    product *= move_at(time, state(path, time - 1), state(path, time));
                }
            }
            product
        };
        let paths = states.pow(length as u32);
        let known = HiddenStates::new(&initial, &transition, &log_densities).unwrap();
        let total: f64 = (0..paths).map(|path| weight(path, length)).sum();
        assert_near(known.log_likelihood(), total.ln(), 1e-13, || "likelihood".to_owned());
        for time in 0..length {
            for k in 0..states {
                let share = |until: usize| {
                    let some = states.pow(until as u32);
                    let all: f64 = (0..some).map(|path| weight(path, until)).sum();
                    (0..some)
                        .filter(|&path| state(path, time) == k)
                        .map(|path| weight(path, until))
                        .sum::<f64>()
                        / all
                };
                assert_near(known.smoothed()[k * length + time], share(length), 1e-13, || {
                    "smoothed".to_owned()
                });
                assert_near(known.filtered()[time * states + k], share(time + 1), 1e-13, || {
                    "filtered".to_owned()
                });
            }
        }
        let best = (0..paths).max_by(|&a, &b| weight(a, length).total_cmp(&weight(b, length))).unwrap();
        let best: Vec<usize> = (0..length).map(|time| state(best, time)).collect();
        assert_eq!(known.most_likely_path(), best);
        let mut rng = <rand_chacha::ChaCha8Rng as monomorph::rand::SeedableRng>::seed_from_u64(3);
        let count = 20_000;
        let mut seen = vec![0.0; states * length];
        for _ in 0..count {
            for (time, k) in known.draw_path(&mut rng).into_iter().enumerate() {
                seen[k * length + time] += 1.0 / count as f64;
            }
        }
        for (seen, want) in seen.iter().zip(known.smoothed()) {
            // five standard deviations of a share
            assert_near(*seen, want, 5.0 * (0.25 / count as f64).sqrt(), || "draws".to_owned());
        }
    }
    let refused = |initial: &[f64], transition: &[f64], log_densities: &[f64]| {
        HiddenStates::new(initial, transition, log_densities).unwrap_err().to_string()
    };
    assert!(refused(&[0.5, 0.5], &[0.5; 4], &[0.0; 5]).contains("log densities has length 5"));
    assert!(refused(&[0.5, 0.5], &[0.5; 5], &[0.0; 6]).contains("the transitions has length 5"));
    assert!(refused(&[0.5, -0.5], &[0.5; 4], &[0.0; 6]).contains("element 1 is -0.5"));
    assert!(refused(&[0.5, 0.5], &[f64::NAN; 4], &[0.0; 6]).contains("NaN"));
    assert!(refused(&[], &[], &[]).contains("log densities"));
}
