//! Proves that `hidden_markov` sums over all paths of the hidden states: against the sum written out, for two
//! to six states, with transitions that differ from step to step or do not; gradients against finite
//! differences; on every instruction set.

mod online;

use crate::common;
use crate::common::{
    Random, assert_gradient, assert_near, differences, evaluate, largest, numbers, on_every_set, swept,
};
use monomorph::faer::MatRef;
use monomorph::functions::hidden_markov_log_density;
use monomorph::hidden_states::HiddenStates;
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
    // Few states for a long time run in segments: full ones and others, one round and several.
    let long = [(2, 33), (2, 40), (2, 71), (2, 600), (3, 39), (3, 1100), (4, 40)];
    for (states, length) in
        [(2, 1), (2, 5), (2, 9), (3, 5), (4, 5), (5, 4), (6, 4), (9, 3)].into_iter().chain(long)
    {
        for differs in [false, true] {
            let rows = if differs { states * (length - 1) } else { states };
            let is_long = length > 9;
            if rows == 0 || is_long && differs {
                continue;
            }
            params! {
                initial: simplex(states), moves: simplex(states).rows(rows),
                emission: vector(length).rows(states),
            }
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
                let chain = is_long.then(|| HiddenStates::new(&initial, &moves, &emission).unwrap());
                let want = chain.as_ref().map_or_else(
                    || by_enumeration(&initial, &transition, &emission),
                    HiddenStates::log_likelihood,
                );
                let what = || format!("{states} states, {length} times, {set}");
                assert_near(values.get("total").unwrap()[0], want, 1e-13 * want.abs().max(1.0), what);
                let (_, gradient) = evaluate(posterior, &q);
                let Some(chain) = chain else {
                    let differences = differences(posterior, &q);
                    return assert_gradient(&gradient, &differences, 1e-9 * largest(&differences), what);
                };
                let (of_probabilities, of_emission) = gradient.split_at(gradient.len() - emission.len());
                // The adjoint of an emission is the probability of its state, less the value for the prior.
                for (got, (smoothed, emission)) in
                    of_emission.iter().zip(chain.smoothed().iter().zip(&*emission))
                {
                    assert_near(*got, smoothed - emission, 1e-12, what);
                }
                let mut workspace = posterior.workspace();
                for (place, got) in of_probabilities.iter().enumerate() {
                    let mut at = |shift: f64| {
                        let mut q = q.clone();
                        q[place] += shift;
                        posterior.log_density(&q, &mut workspace)
                    };
                    let want = (at(1e-4) - at(-1e-4)) / 2e-4;
                    assert_near(*got, want, 1e-6 * want.abs().max(1.0), what);
                }
            });
        }
    }
}

/// Several sequences, each with its own first state, some observations missing, transitions that are one for
/// all, of each step or of each sequence: the sum of what each sequence is alone.
#[test]
fn sequences_are_chains_of_their_own() {
    let (few, many) = ([3, 1, 4, 2], [6, 1, 5, 2, 6, 3, 3, 5, 1]);
    let cases = [
        (3, &few[..], true),
        (2, &few, false),
        (2, &many, false),
        (3, &many, false),
        (3, &few, false),
        (5, &few, false),
    ];
    for (states, lengths, is_too_small) in swept(2, cases) {
        let length: usize = lengths.iter().sum();
        let flags: Vec<bool> = (0..length).map(|time| time % 4 != 1).collect();
        let flags = &flags[..];
        for matrices in [1, lengths.len(), length - 1] {
            params! {
                initial: simplex(states).rows(lengths.len()), moves: simplex(states).rows(states * matrices),
                emission: vector(length).rows(states)
            }
            // So that no state fits all of the longest sequence, where nothing moves: in logarithms.
            let hole = |state: usize, time: usize| {
                if is_too_small && time >= 4 && time % states == state { -800.0 } else { 0.0 }
            };
            let holes = monomorph::faer::Mat::from_fn(states, length, hole);
            let stays = if is_too_small { 0.0 } else { 1.0 };
            let same = monomorph::faer::Mat::from_fn(states * matrices, states, |row, column| {
                if row % states == column { 1.0 - stays } else { 0.0 }
            });
            let model = model! {
                initial  |= flat(),
                moves    |= flat(),
                emission |= normal(0.0, 1.0),
                all       = emission + data(&holes),
                chances   = moves * stays + data(&same),
                total     = hidden_markov_log_density(initial, chances, all).sequences(lengths)
                    .observed(flags),
                increment(total * 0.1),
            };
            on_every_set(model, |set, posterior| {
                let q = numbers(posterior.dimension());
                let values = posterior.constrain(&q).unwrap();
                let one_of = |name: &str| values.get(name).unwrap();
                let (initial, moves, all) = (one_of("initial"), one_of("chances"), one_of("all"));
                let (mut start, mut want) = (0, 0.0);
                for (number, &length) in lengths.iter().enumerate() {
                    let transition = |time: usize, from: usize, to: usize| {
                        let matrix = match matrices {
                            1 => 0,
                            count if count == lengths.len() => number,
                            _ => start + time - 1,
                        };
                        moves[(matrix * states + from) * states + to]
                    };
                    let column = |at: usize| {
                        let (state, time) = (at / length, start + at % length);
                        if flags[time] { all[state * flags.len() + time] } else { 0.0 }
                    };
                    let own: Vec<f64> = (0..states * length).map(column).collect();
                    if is_too_small {
                        let stays = |state: usize| {
                            initial[number * states + state].ln()
                                + own[state * length..][..length].iter().sum::<f64>()
                        };
                        let largest = (0..states).map(stays).fold(f64::NEG_INFINITY, f64::max);
                        want += largest
                            + (0..states).map(|state| (stays(state) - largest).exp()).sum::<f64>().ln();
                    } else {
                        want += by_enumeration(&initial[number * states..][..states], &transition, &own);
                    }
                    start += length;
                }
                let what = || format!("{states} states, {matrices} matrices, {set}");
                assert_near(one_of("total")[0], want, 1e-12 * want.abs().max(1.0), what);
                let (_, gradient) = evaluate(posterior, &q);
                let differences = differences(posterior, &q);
                assert_gradient(&gradient, &differences, 1e-8 * largest(&differences), what);
            });
        }
    }
}

/// A law of observations; emissions of one kind and of different kinds; a long series, whose probabilities no
/// number holds.
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
            data(y) |= hidden_markov(&[0.3, 0.7], t, components(2, |k| normal(mu.at(k) + rate * k, 0.2))),
            by_number = hidden_markov(&[0.3, 0.7], t, components(2, |k| normal(mu.at(k), 0.1)))
                .log_density(data(y)),
            by_list = hidden_markov(&[0.3, 0.7], t, emissions).log_density(data(y)),
        };
        on_every_set(model, |set, posterior| {
            let q = numbers(posterior.dimension());
            let (value, gradient) = evaluate(posterior, &q);
            assert!(value.is_finite());
            let values = posterior.constrain(&q).unwrap();
            assert_eq!(values.get("by_number"), values.get("by_list"), "{length}, {set}");
            let differences = differences(posterior, &q);
            assert_gradient(&gradient, &differences, 1e-8 * largest(&differences), || {
                format!("{length}, {set}")
            });
        });
    }
}

/// Impossible observations have the log density −∞. Also tests a chain that never leaves a state, and a
/// chain whose observations are certain.
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
        increment(hidden_markov_log_density(&[0.0, 1.0], transition,
            stack_rows((alive, bernoulli(0.0).log_density(data(&seen)))))),
    };
    let posterior = impossible.compile().unwrap();
    let (value, gradient) = evaluate(&posterior, &[0.4, -0.3]);
    assert_eq!((value, gradient), (f64::NEG_INFINITY, vec![0.0; 2]));
}

/// States that are never left, each of which fits some observations far too badly for a number: in
/// logarithms.
#[test]
fn too_small_for_numbers() {
    for (states, length) in [(2, 7), (3, 7), (6, 7), (2, 40), (3, 70)] {
        let mut same = vec![0.0; states * states];
        (0..states).for_each(|state| same[state * (states + 1)] = 1.0);
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
            let of_state =
                |state: usize| initial[state].ln() + all[state * length..][..length].iter().sum::<f64>();
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
        let model = model! {
            a |= normal(0.0, 1.0), data(&y) |= hidden_markov(data(initial), data(transition), emissions),
        };
        model.compile().err().map(|error| error.to_string())
    };
    assert_eq!(law(&[0.5, 0.5][..], 2, 2), None);
    assert_eq!(law(&[0.5, 0.5], 4, 2), None);
    let text = law(&[0.5, 0.5], 3, 2).unwrap();
    assert!(text.contains("3 rows and 2 columns; 2 states and 3 observations need 2 rows"), "{text}");
    let text = law(&[1.0], 2, 2).unwrap();
    assert!(text.contains("length"), "{text}");
    let table = MatRef::from_row_major_slice(&table[..4], 2, 2);
    let wrong = |count: usize, lengths: &[usize], flags: &[bool]| {
        let laws = components(count, |k| normal(a.at(k), 1.0));
        let law = hidden_markov(&[0.5, 0.5], data(table), laws).sequences(lengths).observed(flags);
        let model = model! { a |= normal(0.0, 1.0), data(&y) |= law };
        model.compile().err().map(|error| error.to_string())
    };
    assert_eq!(wrong(2, &[2, 1], &[true; 3]), None);
    let text = wrong(2, &[2, 2], &[true; 3]).unwrap();
    assert!(text.contains("the lengths of 2 sequences add up to 4; there are 3 observations"), "{text}");
    let text = wrong(2, &[2, 0, 1], &[true; 3]).unwrap();
    assert!(text.contains("the sequence 1, counted from 0, has no observations"), "{text}");
    let text = wrong(2, &[2, 1], &[true; 2]).unwrap();
    assert!(text.contains("the mask"), "{text}");
    let text = wrong(0, &[2, 1], &[true; 3]).unwrap();
    assert!(text.contains("the list of laws"), "{text}");
    let text = wrong(1, &[2, 1], &[true; 3]).unwrap();
    assert!(text.contains("length"), "{text}");
}

/// Filtered and smoothed states, the most likely path and draws of paths, against all paths written out.
#[test]
fn states_given_observations() {
    for (states, length, differs) in [(2, 5, false), (3, 4, true), (3, 6, false)] {
        let mut random = Random(7);
        let normalised = |numbers: Vec<f64>| -> Vec<f64> {
            let row = |row: &[f64]| {
                let sum: f64 = row.iter().sum();
                row.iter().map(move |number| number / sum).collect::<Vec<f64>>()
            };
            numbers.chunks_exact(states).flat_map(row).collect()
        };
        let initial = normalised(random.numbers(states, 0.1, 1.0));
        let rows = if differs { states * (length - 1) } else { states };
        let transition = normalised(random.numbers(rows * states, 0.05, 1.0));
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
    let known = HiddenStates::new(&[0.5, 0.5], &[0.5; 4], &[0.0; 6]).unwrap();
    assert!(known.sequences(&[2, 2]).unwrap_err().to_string().contains("the lengths [2, 2] of sequences"));
    assert!(known.observed(&[true]).unwrap_err().to_string().contains("is 1, but the number of times is 3"));
}

/// Data are drawn of the law: shares of states and of pairs of them; log densities of observations are those
/// given the ones before, and what was drawn is found again.
#[test]
fn drawn_observations() {
    const DRAWS: usize = 4000;
    let (initial, table) = ([0.7, 0.3], [0.8, 0.2, 0.4, 0.6]);
    let moves = MatRef::from_row_major_slice(&table, 2, 2);
    let (y, lengths, flags) = ([0.0, 1.0, 0.0, 1.0, 0.2, 0.1], [4, 2], [true, true, false, true, true, true]);
    params! { shift: real() }
    let listed = (normal(shift, 0.1), normal(shift + 9.0, 0.1));
    let counted = components(2, |k| normal(shift + 9.0 * k, 0.1));
    let model = model! {
        shift |= normal(0.0, 0.1),
        data(&y) |= hidden_markov(&initial, data(moves), counted).sequences(&lengths).observed(&flags),
        each = hidden_markov(&initial, data(moves), listed).sequences(&lengths).observed(&flags)
            .log_density(data(&y)),
    };
    let prior = model.sample_prior(DRAWS, 5).unwrap();
    let states: Vec<Vec<bool>> = (0..6)
        .map(|time| common::column(&prior, &format!("y[{time}]")).iter().map(|y| *y > 4.5).collect())
        .collect();
    let share = |count: usize| count as f64 / DRAWS as f64;
    let near = |got: f64, want: f64| {
        assert_near(got, want, 5.0 * (0.25 / DRAWS as f64).sqrt(), || format!("{got} {want}"))
    };
    // The share of the second state goes from 0.3 to 0.3 · 0.6 + 0.7 · 0.2 and so on, and begins anew.
    let mut want = 0.3;
    for time in 0..6 {
        if time == 4 {
            want = 0.3;
        }
        near(share(states[time].iter().filter(|state| **state).count()), want);
        if time > 0 && time != 4 {
            let both =
                states[time - 1].iter().zip(&states[time]).filter(|(before, now)| **before && **now).count();
            near(share(both), (want - 0.2) / 0.4 * 0.6);
        }
        want = 0.2 + 0.4 * want;
    }
    // From draws of the posterior: one number for each observation, whose sum is the log likelihood.
    let each = model.pointwise_log_likelihood(&prior).unwrap();
    assert_eq!(each.names().len(), 6);
    let replicated = model.predict(&prior, 3).unwrap();
    for draw in [0, 7] {
        let sum: f64 = (0..6).map(|time| common::column(&each, &format!("y[{time}]"))[draw]).sum();
        let want = common::column(&prior, "each")[draw];
        assert_near(sum, want, 1e-12 * want.abs(), || "sum".to_owned());
        assert_eq!(common::column(&each, "y[2]")[draw], 0.0);
        let shift = common::column(&prior, "shift")[draw];
        let y: Vec<f64> =
            (0..6).map(|time| common::column(&replicated, &format!("y[{time}]"))[draw]).collect();
        let log_density = |mean: f64| y.iter().map(move |y| -0.5 * ((y - mean) / 0.1).powi(2));
        let both: Vec<f64> = log_density(shift).chain(log_density(shift + 9.0)).collect();
        let known = HiddenStates::new(&initial, &table, &both).unwrap().sequences(&lengths).unwrap();
        let path: Vec<usize> = known.iter().flat_map(HiddenStates::most_likely_path).collect();
        let drawn: Vec<usize> = y.iter().map(|y| usize::from(*y > 4.5)).collect();
        assert_eq!(path, drawn);
    }
}

/// Observations behind those that were made: the states are those that the filter knows, moved on, whatever
/// stands in their place.
#[test]
fn observations_go_on() {
    const DRAWS: usize = 4000;
    let (initial, table) = ([0.7, 0.3], [0.8, 0.2, 0.4, 0.6]);
    let moves = MatRef::from_row_major_slice(&table, 2, 2);
    params! { shift: real() }
    // Laws that overlap, so that no observation tells its state; the last of the past was not made.
    let (y, lengths) = ([1.2, 0.0, 0.0, -1.0, 0.4, 1.1, 0.0, 0.0], [3, 5]);
    let flags = [true, true, true, true, true, false, true, true];
    let model = |y| {
        model! {
            shift |= normal(0.0, 1.0),
            data(y) |= hidden_markov(&initial, data(moves), components(2, |k| normal(shift + 2.0 * k, 1.0)))
                .sequences(&lengths).observed(&flags),
        }
    };
    let given = Draws::new(model(&y).compile().unwrap().variables(), 1, DRAWS, vec![0.3; DRAWS]).unwrap();
    let future = model(&y).forecast(&given, 2, 11).unwrap();
    assert_eq!(future.names(), ["y[0]", "y[1]", "y[2]", "y[3]"]);
    for (past, names) in [(0..1, ["y[0]", "y[1]"]), (3..6, ["y[2]", "y[3]"])] {
        let log_density = |mean: f64| y[past.clone()].iter().map(move |y| -0.5 * (y - mean).powi(2));
        let both: Vec<f64> = log_density(0.3).chain(log_density(2.3)).collect();
        let states = HiddenStates::new(&initial, &table, &both).unwrap();
        let states = states.observed(&flags[past.clone()]).unwrap();
        let mut second = states.filtered()[2 * (past.len() - 1) + 1];
        for name in names {
            second = 0.2 + 0.4 * second;
            let drawn = common::column(&future, name);
            let mean = drawn.iter().sum::<f64>() / DRAWS as f64;
            let want = 0.3 + 2.0 * second;
            let error = ((1.0 + 4.0 * second * (1.0 - second)) / DRAWS as f64).sqrt();
            assert_near(mean, want, 5.0 * error, || format!("{name}: {mean} {want}"));
        }
    }
    // Each sequence is longer by the steps of the forecast.
    let error = model(&y).forecast(&given, 3, 11).unwrap_err().to_string();
    assert!(error.contains("sequence 0, counted from 0, has a length of 3"), "{error}");
    // What stands in the place of the future is not read.
    let elsewhere = [1.2, 4.0, 8.0, -1.0, 0.4, 1.1, -9.0, 7.0];
    let again = model(&elsewhere).forecast(&given, 2, 11).unwrap();
    assert_eq!(common::column(&again, "y[0]"), common::column(&future, "y[0]"));
    assert_eq!(common::column(&again, "y[3]"), common::column(&future, "y[3]"));

    // States that are parameters go on as well, and what is seen of them.
    let seen = [0.0; 6];
    let chain = |count: usize| {
        params! { s: vector(count).category(2) }
        let seen = &seen[..count];
        model! {
            s |= markov_chain(&initial, data(moves)),
            data(seen) |= normal(10.0 * s, 0.1),
        }
    };
    let given = chain(4).sample_prior(DRAWS, 2).unwrap();
    let future = chain(6).forecast(&given, 2, 3).unwrap();
    let (last, next) = (common::column(&given, "s[3]"), common::column(&future, "s[0]"));
    for (state, share) in [(0.0, 0.2), (1.0, 0.6)] {
        let moved: Vec<f64> = last.iter().zip(next).filter(|(s, _)| **s == state).map(|(_, s)| *s).collect();
        let got = moved.iter().sum::<f64>() / moved.len() as f64;
        assert_near(got, share, 5.0 * (0.25 / moved.len() as f64).sqrt(), || format!("{state}: {got}"));
    }
    let (states, values) = (common::column(&future, "s[1]"), common::column(&future, "seen[1]"));
    assert!(states.iter().zip(values).all(|(s, y)| (y - 10.0 * s).abs() < 1.0));
}
