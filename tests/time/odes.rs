//! Proves that `ode` solves its equation: values against solutions in closed form, gradients against finite
//! differences, by both methods, for states of numbers, vectors and tuples of them, with times that are
//! parameters, on every instruction set; that a solution which fails makes the density −∞; and that wrong
//! equations are errors.

use crate::common::{evaluate, is_whole_sweep, on_every_set_with};
use crate::solutions::{Allowed, assert_solved};
use faer::MatRef;
use monomorph::prelude::*;

/// Linear equations have exponentials of their own, which `linear_odes` is about. Here they are solved in
/// steps.
const IN_STEPS: Rewrites = Rewrites::None;

/// Compares values that are defined in the model, and its gradient.
fn check<M: BoundModel>(posterior: &Posterior<M>, q: &[f64], expected: &[(&str, Vec<f64>)], what: &str) {
    assert_solved(posterior, q, expected, what, Allowed { value: 1e-9, least: 1.0, slope: 1e-8 });
}

const TIMES: [f64; 5] = [0.5, 1.0, 1.1, 3.0, 7.5];

#[test]
fn numbers_have_the_solutions_of_closed_forms() {
    params! { rate: positive(), first: positive() }
    let model = model! {
        rate  |= exponential(1.0),
        first |= exponential(1.0),
        decay = ode(&TIMES, first, |_, y| -rate * y).tolerance(1e-12, 1e-12),
        driven = ode(&TIMES, 0.0, |t, _| (rate * t).cos()).tolerance(1e-12, 1e-12),
        wave  = ode(&TIMES, (first, 0.0), |_, (x, v)| (v, -rate * x)).tolerance(1e-12, 1e-12),
        decay |= normal(0.2, 1.0),
        increment((driven * driven).sum() + (wave.column(0) * wave.column(1)).sum()),
    };
    let q = [0.3_f64, -0.2];
    let (rate, first) = (q[0].exp(), q[1].exp());
    let over = |f: fn(f64, f64, f64) -> f64| TIMES.iter().map(|&t| f(rate, first, t)).collect();
    let wave = TIMES.iter().flat_map(|t| {
        let (sin, cos) = (rate.sqrt() * t).sin_cos();
        [first * cos, -first * rate.sqrt() * sin]
    });
    let expected = [
        ("decay", over(|rate, first, t| first * (-rate * t).exp())),
        ("driven", over(|rate, _, t| (rate * t).sin() / rate)),
        ("wave", wave.collect()),
    ];
    on_every_set_with(IN_STEPS, model, |set, posterior| check(posterior, &q, &expected, set));
}

/// A stiff equation whose solution is known: y′ = −1000 (y − cos t) − sin t has the solution cos t, and what
/// differs from it decays at once.
#[test]
fn stiff_equations_have_the_solutions_of_closed_forms() {
    // Steps are four times as many where all of a sweep is run.
    let (tolerance, value) = if is_whole_sweep() { (1e-11, 1e-9) } else { (1e-8, 1e-6) };
    params! { rate: positive(), first: positive() }
    let model = model! {
        rate  |= exponential(0.001),
        first |= exponential(1.0),
        y = ode(&TIMES, first, |t, y| -rate * (y - t.cos()) - t.sin())
            .stiff()
            .tolerance(tolerance, tolerance)
            .max_steps(50_000),
        wave = ode(&TIMES, (first, 0.0), |_, (x, v)| (v, -0.001 * rate * x))
            .stiff()
            .tolerance(tolerance, tolerance)
            .max_steps(50_000),
        increment((y * y).sum() + (wave.column(0) * wave.column(1)).sum()),
    };
    let q = [1000.0_f64.ln(), -0.2];
    let (rate, first) = (1e-3 * q[0].exp(), q[1].exp());
    let wave = TIMES.iter().flat_map(|t| {
        let (sin, cos) = (rate.sqrt() * t).sin_cos();
        [first * cos, -first * rate.sqrt() * sin]
    });
    let expected = [("y", TIMES.iter().map(|t| t.cos()).collect()), ("wave", wave.collect())];
    on_every_set_with(IN_STEPS, model, |set, posterior| {
        assert_solved(posterior, &q, &expected, set, Allowed { value, least: 1.0, slope: 10.0 * value });
    });
}

/// y′ = A y has the solution exp(A t) y₀, for a vector, and with a number and a vector beside each other; a
/// length that is no multiple of a register.
#[test]
fn vectors_have_the_solutions_of_closed_forms() {
    const SIDE: usize = 11;
    let system: Vec<f64> = (0..SIDE * SIDE).map(|place| 0.3 * (place as f64 * 0.7).sin()).collect();
    let a = MatRef::from_row_major_slice(&system, SIDE, SIDE);
    let first: Vec<f64> = (0..SIDE).map(|place| 1.0 - 0.1 * place as f64).collect();
    let times = [0.3, 1.0];
    params! { rate: positive(), z: real() }
    let model = model! {
        rate |= exponential(1.0),
        z    |= normal(0.0, 1.0),
        y = ode(&times, data(&first), |_, y| rate * data(a).dot(y)).tolerance(1e-12, 1e-12),
        both = ode(&times, (z, data(&first)), |_, (z, y)| (-rate * z, rate * data(a).dot(y) + 0.0 * z))
            .tolerance(1e-12, 1e-12),
        stiff = ode(&times, (z, data(&first)), |_, (z, y)| (-rate * z, rate * data(a).dot(y) + 0.0 * z))
            .stiff()
            .max_steps(50_000)
            .tolerance(1e-11, 1e-11),
        increment((y * y).sum() + (both * both).sum() - (stiff * stiff * stiff).sum()),
    };
    let q = [0.1_f64, 0.7];
    let rate = q[0].exp();
    let at = |t: f64| {
        // The series of the exponential.
        let (mut sum, mut term) = (first.clone(), first.clone());
        for order in 1..60 {
            let factor = rate * t / f64::from(order);
            let row = |row: usize| (0..SIDE).map(|k| system[row * SIDE + k] * term[k]).sum::<f64>() * factor;
            term = (0..SIDE).map(row).collect();
            sum.iter_mut().zip(&term).for_each(|(sum, term)| *sum += term);
        }
        sum
    };
    let both: Vec<f64> =
        times.iter().flat_map(|&t| [vec![q[1] * (-rate * t).exp()], at(t)].concat()).collect();
    let expected =
        [("y", times.iter().flat_map(|&t| at(t)).collect()), ("both", both.clone()), ("stiff", both)];
    on_every_set_with(IN_STEPS, model, |set, posterior| check(posterior, &q, &expected, set));
}

/// Times, and what the time is multiplied by, are parameters.
#[test]
fn times_may_be_parameters() {
    params! { times: positive_ordered(3), rate: positive() }
    let model = model! {
        times |= normal(0.0, 3.0),
        rate  |= exponential(1.0),
        y = ode(times, 0.5, |t, y| (rate * t).cos() + 0.0 * y).tolerance(1e-12, 1e-12),
        z = ode(times, 0.5, |t, z| (rate * t).cos() - z).stiff().tolerance(1e-11, 1e-11).max_steps(50_000),
        increment((y * y).sum() + (z * z).sum()),
    };
    let q = [-0.3_f64, -0.2, 0.1, 0.4];
    let rate = q[3].exp();
    let mut sum = 0.0;
    let times = q[..3].iter().map(|q| {
        sum += q.exp();
        sum
    });
    let expected = [("y", times.map(|t| 0.5 + (rate * t).sin() / rate).collect())];
    on_every_set_with(IN_STEPS, model, |set, posterior| check(posterior, &q, &expected, set));
}

/// y′ = −r y with doses has the solution Σ d exp(−r (t − τ)) over those before t; a value at the time of a
/// dose is the one before, and one at the initial time comes first.
#[test]
fn a_state_may_jump() {
    let (when, times) = ([0.0, 1.0, 2.5, 9.0], [0.5, 1.0, 2.0, 3.0]);
    let sizes = [2.0, 1.0, 0.5, 7.0];
    let of_three = MatRef::from_row_major_slice(&[1.0, 2.0, 3.0, 0.5, 0.5, 0.5], 2, 3);
    params! { rate: positive(), part: positive() }
    let model = model! {
        rate |= exponential(1.0),
        part |= exponential(1.0),
        y = ode(&times, part, |_, y| -rate * y).tolerance(1e-12, 1e-12).jumps(0, &when, part * data(&sizes)),
        stiff = ode(&times, (part, 0.0), |_, (y, _)| (-rate * y, rate * y))
            .jumps(0, &when, part * data(&sizes))
            .stiff()
            .max_steps(20_000)
            .tolerance(1e-11, 1e-11),
        several = ode(&[2.0], (1.0, data(&[1.0, 1.0, 1.0])), |_, (_, y)| (part, -rate * y))
            .tolerance(1e-12, 1e-12)
            .jumps(1, &[0.5, 1.5], data(of_three)),
        increment((y * y).sum() + (stiff * stiff).sum() + (several * several).sum()),
    };
    let q = [0.3_f64, -0.2];
    let (rate, part) = (q[0].exp(), q[1].exp());
    let at = |t: f64| {
        let doses = when.iter().zip(sizes).filter(|(when, _)| **when < t);
        part * (-rate * t).exp()
            + doses.map(|(when, size)| part * size * (-rate * (t - when)).exp()).sum::<f64>()
    };
    let total = |t: f64| {
        part + when.iter().zip(sizes).filter(|(when, _)| **when < t).map(|(_, size)| part * size).sum::<f64>()
    };
    let row = |k: usize| {
        let decay = |t: f64| (-rate * t).exp();
        decay(2.0) + [1.0, 2.0, 3.0][k] * decay(1.5) + 0.5 * decay(0.5)
    };
    let expected = [
        ("y", times.iter().map(|&t| at(t)).collect()),
        ("stiff", times.iter().flat_map(|&t| [at(t), total(t) - at(t)]).collect()),
        ("several", vec![1.0 + 2.0 * part, row(0), row(1), row(2)]),
    ];
    on_every_set_with(IN_STEPS, model, |set, posterior| check(posterior, &q, &expected, set));
}

/// What the closure computes of parameters alone, a vector for a product, is computed once, and has the
/// adjoints of all steps, also where an implicit method takes Jacobians between them.
#[test]
fn what_is_computed_ahead_has_its_whole_gradient() {
    let (a, weights) = ([0.2, -0.1, 0.4, 0.3, 0.5, -0.2], [0.5, 1.0, -0.7]);
    let a = MatRef::from_row_major_slice(&a, 2, 3);
    params! { rate: positive(), first: vector(2).positive() }
    let model = model! {
        rate  |= exponential(1.0),
        first |= exponential(1.0),
        stiff = ode(&TIMES, first, |_, y| data(a).dot(rate * data(&weights)) - 0.1 * y * y).stiff()
            .tolerance(1e-11, 1e-11).max_steps(50_000),
        y = ode(&TIMES, first, |_, y| data(a).dot(rate * data(&weights)) - 0.1 * y * y)
            .tolerance(1e-12, 1e-12),
        increment((y * y).sum() + (stiff * stiff * stiff).sum()),
    };
    let q = [0.3_f64, -0.2, 0.1];
    // y′ = c − y²/10 has the solution s tanh(s t/10 + artanh(y₀/s)) with s² = 10 c, or that of a tangent.
    let c: Vec<f64> =
        (0..2).map(|row| q[0].exp() * (0..3).map(|k| a[(row, k)] * weights[k]).sum::<f64>()).collect();
    let at = |t: f64, row: usize| {
        let (s, first) = ((10.0 * c[row].abs()).sqrt(), q[1 + row].exp());
        let (t, ratio) = (0.1 * s * t, first / s);
        let growing = (t.tanh() + ratio) / (1.0 + ratio * t.tanh());
        let falling = (ratio - t.tan()) / (1.0 + ratio * t.tan());
        s * if c[row] > 0.0 { growing } else { falling }
    };
    let values: Vec<f64> = TIMES.iter().flat_map(|&t| [at(t, 0), at(t, 1)]).collect();
    let expected = [("y", values.clone()), ("stiff", values)];
    on_every_set_with(IN_STEPS, model, |set, posterior| check(posterior, &q, &expected, set));
}

#[test]
fn a_solution_that_fails_has_no_density() {
    let times = [1.0, 2.0];
    params! { rate: positive() }
    let explodes = model! {
        rate |= exponential(1.0),
        y = ode(&times, 1.0, |_, y| rate * y * y),
        data(&[1.0, 1.0]) |= normal(y, 1.0),
    };
    let posterior = explodes.compile().unwrap();
    assert!(evaluate(&posterior, &[-3.0]).0.is_finite());
    assert_eq!(evaluate(&posterior, &[1.0]).0, f64::NEG_INFINITY);
    // What failed leaves nothing behind.
    assert!(evaluate(&posterior, &[-3.0]).0.is_finite());
    let slow = model! {
        rate |= exponential(1.0),
        y = ode(&times, 1.0, |_, y| -rate * y).max_steps(3),
        data(&[1.0, 1.0]) |= normal(y, 1.0),
    };
    let in_steps = slow.compile_with(Options::default().rewrites(IN_STEPS)).unwrap();
    assert_eq!(evaluate(&in_steps, &[2.0]).0, f64::NEG_INFINITY);
    let stiff = model! {
        rate |= exponential(1.0),
        y = ode(&times, 1.0, |_, y| -rate * rate * rate * (y - (rate * y).cos())).stiff().max_steps(20),
        data(&[1.0, 1.0]) |= normal(y, 1.0),
    };
    let posterior = stiff.compile().unwrap();
    assert_eq!(evaluate(&posterior, &[1.0]).0, f64::NEG_INFINITY);
    assert!(evaluate(&posterior, &[-3.0]).0.is_finite());
}

/// A run reports the number of failed solutions.
#[cfg(feature = "sampling")]
#[test]
fn failed_solutions_are_counted() {
    use monomorph::draws::Warning;
    params! { rate: positive() }
    let model = model! {
        rate |= exponential(0.1),
        y = ode(&[1.0], 1.0, |_, y| rate * y * y),
        data(&[1.5]) |= normal(y, 1.0),
    };
    let posterior = model.compile().unwrap();
    let fit = posterior.nuts().chains(2).warmup(50).draws(50).seed(1).progress(false).run().unwrap();
    let failed: u64 = fit.chains().iter().map(|chain| chain.failed_solutions()).sum();
    assert!(failed > 0);
    let counted = |fit: &Fit| {
        let found = fit.draws().warnings().iter().find_map(|warning| match warning {
            Warning::FailedSolutions { count, in_warmup } => Some((*count, *in_warmup)),
            _ => None,
        });
        found.expect("a warning")
    };
    let (count, in_warmup) = counted(&fit);
    assert!(count == failed && 0 < in_warmup && in_warmup <= count, "{count} {in_warmup}");
    // Failures after warmup end trajectories.
    let fit = posterior.nuts().chains(2).warmup(50).draws(2000).seed(1).progress(false).run().unwrap();
    assert_eq!(counted(&fit).0 > counted(&fit).1, fit.divergences() > 0, "{:?}", fit.draws().warnings());
    // A model of scalars has no effects of groups.
    let has_effects =
        |warning: &Warning| matches!(warning, Warning::Divergences { may_have_effects: true, .. });
    assert!(fit.divergences() > 0 && !fit.draws().warnings().iter().any(has_effects));
}

/// The equation of y at these times, with these settings, is refused with these words.
#[test]
fn wrong_equations_are_errors() {
    params! { rate: positive() }
    let says = |times: &[f64], start: f64, tolerance: f64, steps: usize, words: &str| {
        let model = model! {
            rate |= exponential(1.0),
            y = ode(times, 1.0, |_, y| -rate * y).initial_time(start).tolerance(tolerance, 1e-6)
                .max_steps(steps),
            y |= normal(0.0, 1.0),
        };
        let error = model.compile().unwrap_err().to_string();
        assert!(error.contains(words) && error.contains('y'), "{error}");
    };
    says(&[1.0, 1.0, 0.5], 0.0, 1e-6, 10, "time 2 is 0.5, and must not be before the previous time, 1");
    says(&[1.0, 2.0], 1.5, 1e-6, 10, "the first time is 1, and must not be before the initial time, 1.5");
    says(&[1.0, 2.0], 0.0, 0.0, 10, "the tolerances are 0 and");
    says(&[1.0, 2.0], f64::NAN, 1e-6, 10, "the initial time is NaN");
    says(&[1.0, 2.0], 0.0, 1e-6, 0, "the number of steps must be at least 1");
    says(&[], 0.0, 1e-6, 10, "times");
    let lengths = model! {
        rate |= exponential(1.0),
        y = ode(&[1.0], data(&[1.0, 2.0]), |_, y| rate * y.slice(0..1)),
        y |= normal(0.0, 1.0),
    };
    let error = lengths.compile().unwrap_err().to_string();
    assert!(error.contains("derivative") && error.contains('2') && error.contains('1'), "{error}");
    let jumps = |when: &[f64], sizes: &[f64], words: &str| {
        let model = model! {
            rate |= exponential(1.0),
            y = ode(&[1.0, 2.0], 1.0, |_, y| -rate * y).jumps(0, when, data(sizes)),
            y |= normal(0.0, 1.0),
        };
        let error = model.compile().unwrap_err().to_string();
        assert!(error.contains(words) && error.contains('y'), "{error}");
    };
    jumps(&[1.0, 0.5], &[1.0, 1.0], "jump 1 is at 0.5, and must not be before the previous jump, at 1");
    jumps(&[-1.0, 1.0], &[1.0, 1.0], "the first jump is at -1, and must not be before the initial time, 0");
    jumps(&[0.5, 1.0], &[1.0], "there are 2 jumps of 1 elements, but 1 sizes");
}
