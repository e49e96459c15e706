//! Proves that `linear_gaussian` integrates the states out: against the density of all observations as one
//! normal vector, whose covariance is written down; with matrices that differ from time to time or do not,
//! observations that were not made, several series, and states without a beginning; gradients with respect to
//! every argument against finite differences; on every instruction set.

mod checks;
mod online;
mod steady;
mod unknown;

use crate::common;
use crate::common::{
    Random, assert_gradient, assert_near, differences, evaluate, largest, on_every_set, swept, swept_count,
};
use monomorph::faer::MatRef;
use monomorph::prelude::*;
use monomorph::state_space::StateSpace;

/// A system with its matrices in full for each time.
#[derive(Clone, Debug, Default)]
struct System {
    states: usize,
    series: usize,
    length: usize,
    diffuse: usize,
    observed: Vec<bool>,
    y: Vec<f64>,
    design: Vec<f64>,
    transition: Vec<f64>,
    noise: Vec<f64>,
    state_noise: Vec<f64>,
    intercept: Vec<f64>,
    mean: Vec<f64>,
    covariance: Vec<f64>,
}

fn multiply(a: &[f64], b: &[f64], rows: usize, inner: usize, columns: usize) -> Vec<f64> {
    let element = |at: usize| {
        (0..inner).map(|k| a[at / columns * inner + k] * b[k * columns + at % columns]).sum::<f64>()
    };
    (0..rows * columns).map(element).collect()
}

fn transposed(a: &[f64], rows: usize, columns: usize) -> Vec<f64> {
    (0..rows * columns).map(|at| a[at % rows * columns + at / rows]).collect()
}

/// A⁻¹ B by elimination, and log |A|, of a matrix that is positive definite.
fn solve(a: &[f64], b: &[f64], n: usize) -> (Vec<f64>, f64) {
    let width = b.len() / n;
    let (mut a, mut b, mut log) = (a.to_vec(), b.to_vec(), 0.0);
    for pivot in 0..n {
        let scale = a[pivot * n + pivot];
        log += scale.ln();
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = a[row * n + pivot] / scale;
            (0..n).for_each(|column| a[row * n + column] -= factor * a[pivot * n + column]);
            (0..width).for_each(|column| b[row * width + column] -= factor * b[pivot * width + column]);
        }
    }
    (0..n * width).for_each(|at| b[at] /= a[at / width * n + at / width]);
    (b, log)
}

impl System {
    /// The point of a model whose parameters are all of it.
    fn numbers(&self) -> Vec<f64> {
        let Self { y, design, transition, noise, state_noise, intercept, mean, covariance, .. } = self;
        [y, design, transition, noise, state_noise, intercept, mean, covariance].map(Vec::as_slice).concat()
    }

    /// The log density of the observations as one normal vector; where states are diffuse, its limit with
    /// their variance κ → ∞, ½ log κ added for each of them.
    fn dense(&self) -> f64 {
        let (m, p, n) = (self.states, self.series, self.length * self.series);
        let pick = |numbers: &[f64], time: usize, size: usize, times: usize| {
            let start = if numbers.len() == size { 0 } else { time * size };
            assert!(numbers.len() == size || numbers.len() == times * size, "{} {size}", numbers.len());
            numbers[start..][..size].to_vec()
        };
        let spread = |numbers: &[f64]| -> Vec<f64> {
            if numbers.len().is_multiple_of(m * m) && numbers.len() >= m * m {
                return numbers.to_vec();
            }
            (0..m * m)
                .map(|at| if at / m == at % m { numbers[at / m % numbers.len()] } else { 0.0 })
                .collect()
        };
        let steps = self.length - 1;
        let is_known = |at: usize| at / m >= self.diffuse && at % m >= self.diffuse;
        // Of each time: the mean, the covariance, and what the diffuse states do to the state.
        let mut mean: Vec<f64> =
            (0..m).map(|k| if k < self.diffuse { 0.0 } else { self.mean[k % self.mean.len()] }).collect();
        let mut own: Vec<f64> = spread(&self.covariance);
        (0..m * m).filter(|&at| !is_known(at)).for_each(|at| own[at] = 0.0);
        let mut effect: Vec<f64> =
            (0..m * m).map(|at| f64::from(u8::from(at / m == at % m && at % m < self.diffuse))).collect();
        let mut means = vec![0.0; n];
        let mut effects = vec![0.0; n * m];
        let mut joint = vec![0.0; n * n];
        // The covariance of the state now with the observations up to now.
        let mut with_past: Vec<Vec<f64>> = Vec::new();
        for time in 0..self.length {
            let z = pick(&self.design, time, p * m, self.length);
            for series in 0..p {
                let (at, row) = (time * p + series, &z[series * m..][..m]);
                means[at] = multiply(row, &mean, 1, m, 1)[0];
                effects[at * m..][..m].copy_from_slice(&multiply(row, &effect, 1, m, m));
                let with_state = multiply(&own, row, m, m, 1);
                for past in 0..with_past.len() {
                    let value = multiply(row, &with_past[past], 1, m, 1)[0];
                    joint[at * n + past] = value;
                    joint[past * n + at] = value;
                }
                let noise = self.noise[if self.noise.len() == n { at } else { series % self.noise.len() }];
                joint[at * n + at] = multiply(row, &with_state, 1, m, 1)[0] + noise;
                with_past.push(with_state);
            }
            if time < steps {
                let t = pick(&self.transition, time, m * m, steps);
                let q = pick(&spread(&self.state_noise), time, m * m, steps);
                let c = if self.intercept.len() == 1 {
                    vec![self.intercept[0]; m]
                } else {
                    pick(&self.intercept, time, m, steps)
                };
                mean = multiply(&t, &mean, m, m, 1).iter().zip(&c).map(|(a, b)| a + b).collect();
                own = multiply(&multiply(&t, &own, m, m, m), &transposed(&t, m, m), m, m, m);
                (0..m * m).for_each(|at| own[at] += 0.5 * (q[at] + q[at % m * m + at / m]));
                effect = multiply(&t, &effect, m, m, m);
                with_past.iter_mut().for_each(|past| *past = multiply(&t, past, m, m, 1));
            }
        }
        let made: Vec<usize> = (0..n).filter(|&at| self.observed.is_empty() || self.observed[at]).collect();
        let (count, q) = (made.len(), self.diffuse);
        let pairs = made.iter().flat_map(|&row| made.iter().map(move |&column| (row, column)));
        let joint: Vec<f64> = pairs.map(|(row, column)| joint[row * n + column]).collect();
        let errors: Vec<f64> = made.iter().map(|&at| self.y[at] - means[at]).collect();
        let effects: Vec<f64> = made.iter().flat_map(|&at| effects[at * m..][..q].to_vec()).collect();
        let (weighted, log) = solve(&joint, &errors, count);
        let mut sum = count as f64 * (2.0 * std::f64::consts::PI).ln() + log;
        sum += multiply(&errors, &weighted, 1, count, 1)[0];
        if q > 0 {
            let (by_effects, _) = solve(&joint, &effects, count);
            let back = transposed(&effects, count, q);
            let information = multiply(&back, &by_effects, q, count, q);
            let score = multiply(&back, &weighted, q, count, 1);
            let (solved, log) = solve(&information, &score, q);
            sum += log - multiply(&score, &solved, 1, q, 1)[0];
        }
        -0.5 * sum
    }
}

/// A matrix that is positive definite, for each of `times`.
fn covariances(random: &mut Random, m: usize, times: usize) -> Vec<f64> {
    let mut all = Vec::new();
    for _ in 0..times {
        let root = random.numbers(m * m, -0.6, 0.6);
        let mut square = multiply(&root, &transposed(&root, m, m), m, m, m);
        (0..m).for_each(|k| square[k * m + k] += 0.3);
        all.extend(square);
    }
    all
}

#[test]
fn observations_are_one_normal_vector() {
    let sizes = [
        (2, 3, 10, 2),
        (1, 1, 30, 0),
        (1, 1, 30, 1),
        (2, 1, 30, 0),
        (2, 1, 30, 1),
        (1, 3, 9, 1),
        (2, 1, 30, 2),
        (3, 2, 15, 2),
        (3, 1, 1, 0),
        (5, 1, 12, 5),
        (6, 3, 10, 4),
    ];
    for (states, series, length, diffuse) in swept(4, sizes) {
        for kind in 0..4 {
            let (varies, has_mask) = (kind % 2 == 1 && length > 1, kind >= 2 && length > 1);
            let steps = if varies { length - 1 } else { 1 };
            let times = if varies { length } else { 1 };
            let n = length * series;
            let random = &mut Random((states * 1000 + series * 100 + diffuse * 10 + kind) as u64);
            let mut system = System {
                states,
                series,
                length,
                diffuse,
                observed: if has_mask {
                    (0..n).map(|at| at % 4 != 1 && at != 2).collect()
                } else {
                    vec![true; n]
                },
                y: random.numbers(n, -2.0, 2.0),
                design: random.numbers(times * series * states, 0.4, 1.5),
                transition: random.numbers(steps * states * states, -0.4, 0.4),
                noise: random.numbers(times * series, 0.2, 1.0),
                state_noise: covariances(random, states, steps),
                intercept: random.numbers(steps * states, -0.5, 0.5),
                mean: random.numbers(states, -1.0, 1.0),
                covariance: covariances(random, states, 1),
            };
            let square = states * states;
            for at in 0..steps * square {
                system.transition[at] += f64::from(u8::from(at % square / states == at % states)) * 0.7;
            }
            params! {
                y: vector(series).rows(length),
                z: vector(states).rows(times * series),
                t: vector(states).rows(steps * states),
                h: vector(series).rows(times),
                q: vector(states).rows(steps * states),
                c: vector(states).rows(steps),
                a: vector(states),
                p: vector(states).rows(states),
            }
            let observed = &system.observed[..];
            let made =
                linear_gaussian(z, h, t, q).initial(a, p).intercept(c).diffuse(diffuse).observed(observed);
            let model = model! {
                z |= flat(), t |= flat(), h |= flat(), q |= flat(), c |= flat(), a |= flat(), p |= flat(),
                y |= made,
            };
            let point = system.numbers();
            let want = system.dense();
            let mut by_differences = None;
            on_every_set(model, |set, posterior| {
                let (value, gradient) = evaluate(posterior, &point);
                let what = || format!("{states} {series} {length} {diffuse} {kind} {set}");
                assert_near(value, want, 1e-11 * want.abs().max(1.0), what);
                let differences = by_differences.get_or_insert_with(|| differences(posterior, &point));
                assert_gradient(&gradient, differences, 1e-8 * largest(differences), what);
            });
        }
    }
}

/// Numbers for states and series, diagonals, vectors, effects of a regression, and a beginning of which
/// nothing is said.
#[test]
fn numbers_and_vectors() {
    for length in [1, 2, 17, 30] {
        let random = &mut Random(length as u64);
        let y = random.numbers(length, -2.0, 2.0);
        let x = random.numbers(2 * length, -1.0, 1.0);
        let (x, y) = (MatRef::from_row_major_slice(&x, length, 2), &y);
        params! {
            level: positive(), noise: positive(), rho: interval(-1.0, 1.0), beta: vector(2), c: vector(2),
        }
        let priors = model! {
            level |= exponential(1.0), noise |= exponential(1.0), rho |= flat(),
            beta |= normal(0.0, 1.0), c |= normal(0.0, 1.0),
        };
        let transition = stack_rows((concatenate((rho, 0.0)), data(&[0.0, 1.0])));
        let both =
            linear_gaussian(&[1.0, 1.0], noise.square(), transition, concatenate((level.square(), 0.1)));
        let model = model! {
            priors,
            alone = linear_gaussian(1.0, noise.square(), 1.0, level.square()).log_density(data(y)),
            one = linear_gaussian(2.0, 0.5, rho, level)
                .initial(level, noise)
                .intercept(c.at(0))
                .offset(data(x).dot(beta))
                .log_density(data(y)),
            two = both.initial(c, 0.3).diffuse(1).intercept(c).offset(rho).log_density(data(y)),
            increment(alone + one + two),
        };
        on_every_set(model, |set, posterior| {
            let q = common::numbers(posterior.dimension());
            let values = posterior.constrain(&q).unwrap();
            let one_of = |name: &str| values.get(name).unwrap()[0];
            let (level, noise, rho) = (one_of("level"), one_of("noise"), one_of("rho"));
            let (beta, c) = (values.get("beta").unwrap(), values.get("c").unwrap());
            let mut want = System {
                states: 1,
                series: 1,
                length,
                diffuse: 1,
                y: y.clone(),
                design: vec![1.0],
                transition: vec![1.0],
                noise: vec![noise * noise],
                state_noise: vec![level * level],
                intercept: vec![0.0],
                mean: vec![0.0],
                covariance: vec![0.0],
                ..System::default()
            };
            let what = || format!("{length} {set}");
            let near = |got: f64, want: f64| assert_near(got, want, 1e-11 * want.abs().max(1.0), what);
            near(one_of("alone"), want.dense());
            let offset = |at: usize| x[(at, 0)] * beta[0] + x[(at, 1)] * beta[1];
            want.y = (0..length).map(|at| y[at] - offset(at)).collect();
            (want.design, want.noise, want.transition) = (vec![2.0], vec![0.5], vec![rho]);
            (want.state_noise, want.mean, want.covariance) = (vec![level], vec![level], vec![noise]);
            (want.intercept, want.diffuse) = (vec![c[0]], 0);
            near(one_of("one"), want.dense());
            let two = System {
                states: 2,
                y: y.iter().map(|y| y - rho).collect(),
                design: vec![1.0, 1.0],
                transition: vec![rho, 0.0, 0.0, 1.0],
                noise: vec![noise * noise],
                state_noise: vec![level * level, 0.1],
                intercept: c.to_vec(),
                mean: c.to_vec(),
                covariance: vec![0.3],
                diffuse: 1,
                ..want
            };
            near(one_of("two"), two.dense());
            let (_, gradient) = evaluate(posterior, &q);
            let differences = differences(posterior, &q);
            assert_gradient(&gradient, &differences, 1e-8 * largest(&differences), what);
        });
    }
}

/// A variance below 0 has the log density −∞; a variance of 0 is one, as long as something is random.
#[test]
fn edges() {
    let y = [0.3, 0.1, -0.4];
    params! { level: real(), noise: real() }
    let model = model! {
        level |= flat(),
        noise |= flat(),
        data(&y) |= linear_gaussian(1.0, noise, 1.0, level).initial(0.0, 1.0),
    };
    on_every_set(model, |_, posterior| {
        for (level, noise, is_finite) in
            [(0.1, 0.0, true), (0.0, 0.1, true), (0.0, 0.0, false), (-0.1, 1.0, false), (1.0, -0.1, false)]
        {
            let (value, _) = evaluate(posterior, &[level, noise]);
            assert_eq!(value.is_finite(), is_finite, "{level} {noise}: {value}");
        }
    });
}

#[test]
fn what_is_wrong_is_said() {
    let y = [0.1, 0.2, 0.3];
    let table = [0.5; 12];
    params! { h: positive() }
    let compiled = |design: &[f64], rows: usize, flags: &[bool], diffuse: usize| {
        let transition = MatRef::from_row_major_slice(&table[..rows * 2], rows, 2);
        let law = linear_gaussian(design, h, transition, 1.0).diffuse(diffuse).observed(flags);
        model! { h |= exponential(1.0), data(&y) |= law }.compile().err().map(|error| error.to_string())
    };
    assert_eq!(compiled(&[1.0, 0.0], 2, &[true; 3], 2), None);
    assert_eq!(compiled(&[1.0, 0.0], 4, &[true; 3], 2), None);
    let text = compiled(&[1.0, 0.0], 3, &[true; 3], 2).unwrap();
    assert!(text.contains("3 × 2; with 3 times, 1 series and 2 states it can be 2 × 2 or 4 × 2"), "{text}");
    let text = compiled(&[1.0], 2, &[true; 3], 2).unwrap();
    assert!(text.contains("the design, `data(&[1])`, is 1 × 1"), "{text}");
    let text = compiled(&[1.0, 0.0], 2, &[true; 2], 2).unwrap();
    assert!(text.contains("the mask"), "{text}");
    let text = compiled(&[1.0, 0.0], 2, &[true; 3], 3).unwrap();
    assert!(text.contains("3 states are diffuse, but there are only 2 states"), "{text}");
    let missing = [0.1, f64::NAN, 0.3];
    let law = linear_gaussian(1.0, h, 1.0, 1.0);
    let error = model! { h |= exponential(1.0), data(&missing) |= law }.compile().err().unwrap();
    assert!(matches!(error, Error::NotFinite { index: Some(1), .. }), "{error}");
}

/// A system whose matrices are the same at all times.
fn constant(states: usize, series: usize, length: usize, diffuse: usize) -> System {
    let random = &mut Random((states * 100 + series * 10 + diffuse) as u64);
    let n = length * series;
    let mut system = System {
        states,
        series,
        length,
        diffuse,
        observed: (0..n).map(|at| at % 5 != 1 && at != 2).collect(),
        y: random.numbers(n, -2.0, 2.0),
        design: random.numbers(series * states, 0.4, 1.5),
        transition: random.numbers(states * states, -0.4, 0.4),
        noise: random.numbers(series, 0.2, 1.0),
        state_noise: covariances(random, states, 1),
        intercept: random.numbers(states, -0.5, 0.5),
        mean: random.numbers(states, -1.0, 1.0),
        covariance: covariances(random, states, 1),
    };
    (0..states).for_each(|state| system.transition[state * states + state] += 0.7);
    system
}

impl System {
    fn of_numbers(&self) -> StateSpace {
        StateSpace::new(self.states, &self.design, &self.noise, &self.transition, &self.state_noise)
            .series(self.series)
            .initial(&self.mean, &self.covariance)
            .diffuse(self.diffuse)
            .intercept(&self.intercept)
    }

    /// The observations with NaN for those that were not made.
    fn with_gaps(&self) -> Vec<f64> {
        self.y.iter().zip(&self.observed).map(|(&y, &is)| if is { y } else { f64::NAN }).collect()
    }

    /// The mean and the variance of z′ α at a time given the observations: from the log density of a further
    /// series, which is observed at that time alone.
    fn given_observations(&self, time: usize, z: &[f64]) -> (f64, f64) {
        const NOISE: f64 = 0.5;
        let (p, further) = (self.series, self.series + 1);
        let mut system = self.clone();
        system.series = further;
        system.design.extend(z);
        system.noise.push(NOISE);
        let place = |at: usize| at / further * p + at % further;
        let is_further = |at: usize| at % further == p;
        let all = 0..self.length * further;
        system.observed = all
            .clone()
            .map(|at| if is_further(at) { at / further == time } else { self.observed[place(at)] })
            .collect();
        let mut at_number = |number: f64| {
            system.y =
                all.clone().map(|at| if is_further(at) { number } else { self.y[place(at)] }).collect();
            system.dense()
        };
        let [low, middle, high] = [-1.0, 0.0, 1.0].map(&mut at_number);
        let precision = 2.0 * middle - low - high;
        ((high - low) / 2.0 / precision, 1.0 / precision - NOISE)
    }
}

/// Filtered and smoothed states, forecasts, and draws, against the normal density of everything.
#[test]
fn states_given_observations() {
    for (states, series, length, diffuse) in
        [(1, 1, 12, 0), (1, 1, 12, 1), (2, 1, 12, 2), (2, 2, 8, 1), (3, 2, 8, 3), (3, 1, 12, 2)]
    {
        let system = constant(states, series, length, diffuse);
        let (model, y) = (system.of_numbers(), system.with_gaps());
        let what = || format!("{states} {series} {length} {diffuse}");
        assert_near(model.log_likelihood(&y).unwrap(), system.dense(), 1e-10, what);
        let smoothed = model.smooth(&y).unwrap();
        for time in 0..length {
            for state in 0..states {
                let z: Vec<f64> = (0..states).map(|k| f64::from(u8::from(k == state))).collect();
                let (mean, variance) = system.given_observations(time, &z);
                assert_near(smoothed.mean(time)[state], mean, 1e-8, || format!("{time} {}", what()));
                let got = smoothed.covariance(time)[state * states + state];
                assert_near(got, variance, 1e-8, || format!("variance {time} {}", what()));
            }
        }
        // The last filtered state is the last smoothed one.
        let filtered = model.filter(&y).unwrap();
        assert!(diffuse <= series || filtered.covariance(0).iter().any(|number| number.is_infinite()));
        assert!(filtered.covariance(length - 1).iter().all(|number| number.is_finite()));
        let last = length - 1;
        for (got, want) in filtered.mean(last).iter().zip(smoothed.mean(last)) {
            assert_near(*got, *want, 1e-9, what);
        }
        // A forecast is what is known of observations that were not made.
        let horizon = 3;
        let known = (length - horizon) * series;
        let forecast = model.forecast(&y[..known], horizon).unwrap();
        let mut past = system.clone();
        past.observed[known..].fill(false);
        for at in 0..horizon * series {
            let z = &system.design[at % series * states..][..states];
            let (mean, variance) = past.given_observations(length - horizon + at / series, z);
            assert_near(forecast.means[at], mean, 1e-8, what);
            assert_near(forecast.variances[at], variance + system.noise[at % series], 1e-8, what);
        }
    }
}

#[test]
fn drawn_states() {
    use rand::SeedableRng;
    let draws = swept_count(20_000);
    for (states, series, length, diffuse) in [(2, 1, 5, 1), (2, 2, 4, 0)] {
        let system = constant(states, series, length, diffuse);
        let (model, y) = (system.of_numbers(), system.with_gaps());
        let smoothed = model.smooth(&y).unwrap();
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let mut sums = vec![(0.0, 0.0); length * states];
        for _ in 0..draws {
            for (sum, drawn) in sums.iter_mut().zip(model.simulate(&y, &mut rng).unwrap()) {
                *sum = (sum.0 + drawn, sum.1 + drawn * drawn);
            }
        }
        for (at, (sum, squares)) in sums.into_iter().enumerate() {
            let (time, state) = (at / states, at % states);
            let (mean, variance) =
                (sum / draws as f64, squares / draws as f64 - (sum / draws as f64).powi(2));
            let want = smoothed.covariance(time)[state * states + state];
            let error = (want / draws as f64).sqrt();
            assert_near(mean, smoothed.mean(time)[state], 5.0 * error, || format!("mean {time} {state}"));
            assert_near(variance, want, 6.0 * (2.0 / draws as f64).sqrt() * want, || {
                format!("variance {time} {state}")
            });
        }
    }
}

/// Level, trend, seasons and autoregressions against their matrices written out; gradients; and the same
/// model of numbers.
#[test]
fn components() {
    let y = Random(5).numbers(26, 1.0, 4.0);
    let (y, x) = (&y, &Random(6).numbers(26, -1.0, 1.0));
    let made: Vec<bool> = (0..26).map(|at| at % 7 != 2).collect();
    let made = &made[..];
    params! { s: vector(5).positive(), one: interval(-1.0, 1.0), two: interval(-0.3, 0.3), beta: real() }
    let [level, slope, season, shock, noise] = [0, 1, 2, 3, 4].map(|place| s.at(place));
    let all = local_linear_trend(level, slope, noise)
        .seasonal(4, season)
        .autoregressive_of_two(0.6 * one, two, shock)
        .regression(beta * data(x))
        .observed(made);
    let model = model! {
        s |= exponential(1.0), one |= flat(), two |= flat(), beta |= normal(0.0, 1.0),
        simple = local_level(level, noise).log_density(data(y)),
        moving = local_level(level, noise).autoregressive(one, shock).seasonal(3, season)
            .log_density(data(y)),
        data(y) |= all,
        increment(simple + moving),
    };
    on_every_set(model, |set, posterior| {
        let q = common::numbers(posterior.dimension());
        let values = posterior.constrain(&q).unwrap();
        let one_of = |name: &str| values.get(name).unwrap()[0];
        let (s, one) = (values.get("s").unwrap(), one_of("one"));
        let variances: Vec<f64> = s.iter().map(|s| s * s).collect();
        let system = System {
            states: 4,
            series: 1,
            length: 26,
            diffuse: 3,
            y: y.clone(),
            design: vec![1.0, 1.0, 0.0, 1.0],
            transition: vec![
                1.0, 0.0, 0.0, 0.0, 0.0, -1.0, -1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, one,
            ],
            noise: vec![variances[4]],
            state_noise: vec![variances[0], variances[2], 0.0, variances[3]],
            intercept: vec![0.0],
            mean: vec![0.0],
            covariance: vec![0.0, 0.0, 0.0, variances[3] / (1.0 - one * one)],
            ..System::default()
        };
        let what = || set.to_owned();
        let near = |got: f64, want: f64| assert_near(got, want, 1e-10 * want.abs().max(1.0), what);
        near(one_of("moving"), system.dense());
        let law = local_level(s[0], s[4]).autoregressive(one, s[3]).seasonal(3, s[2]);
        near(StateSpace::of(&law).unwrap().log_likelihood(y).unwrap(), system.dense());
        let (_, gradient) = evaluate(posterior, &q);
        let differences = differences(posterior, &q);
        assert_gradient(&gradient, &differences, 1e-8 * largest(&differences), what);
    });
    assert!(
        StateSpace::of(&local_level(1.0, noise)).unwrap_err().to_string().contains("place 0 is not a number")
    );
    let short = model! { s |= exponential(1.0), data(y) |= local_level(level, noise).seasonal(1, slope) };
    assert!(short.compile().err().unwrap().to_string().contains("the period of a season is 1"));
}

/// Observations are drawn of the law: means and covariances against those written down; of diffuse states
/// given the observations that make them known. The log densities of observations given those before add up
/// to the log density.
#[test]
fn drawn_observations() {
    let draws = swept_count(20_000);
    let (y, x) = ([0.3, -0.4, 0.9, 0.2], [1.0, 2.0, 3.0, 4.0]);
    let made = [true, true, false, true];
    let turn = [0.8, 0.3, -0.2, 0.5];
    let turn = MatRef::from_row_major_slice(&turn, 2, 2);
    let two = MatRef::from_row_major_slice(&y, 2, 2);
    let both = [1.0, 0.5, 0.0, 2.0];
    let both = MatRef::from_row_major_slice(&both, 2, 2);
    params! { shift: real() }
    let begun = linear_gaussian(&[1.0, 0.5], 0.3, data(turn), &[0.2, 0.4]).initial(&[1.0, 2.0], 0.5);
    let series = linear_gaussian(data(both), &[0.1, 0.2], data(turn), 0.1).initial(0.0, 1.0);
    let diffuse = local_level(0.7, 0.4).regression(shift * data(&x));
    let model = model! {
        shift |= normal(0.0, 0.1),
        data(&y) |= begun.offset(shift + data(&x)).intercept(0.5),
        data(two) |= series,
        data(&y) |= diffuse.observed(&made),
        of_begun = begun.offset(shift + data(&x)).intercept(0.5).log_density(data(&y)),
        of_two = series.log_density(data(two)),
        of_diffuse = diffuse.observed(&made).log_density(data(&y)),
    };
    // The mean and the covariance of the states, step by step.
    let posterior = model.sample_prior(2, 1).unwrap();
    let shifts = common::column(&posterior, "shift");
    let many = monomorph::draws::Draws::new(vec![posterior.variables()[0]], 1, draws, vec![shifts[0]; draws]);
    let drawn = model.predict(&many.unwrap(), 9).unwrap();
    let moments = |name: String| {
        let all = common::column(&drawn, &name);
        let mean = all.iter().sum::<f64>() / draws as f64;
        (mean, all.iter().map(|y| (y - mean).powi(2)).sum::<f64>() / draws as f64)
    };
    let allowed = 6.0 * (2.0 / draws as f64).sqrt();
    let near = |name: String, mean: f64, variance: f64| {
        let got = moments(name.clone());
        let (error, ratio) = ((variance / draws as f64).sqrt(), got.1 / variance.max(1e-300));
        assert_near(got.0, mean, 5.0 * error + 1e-12, || name.clone());
        assert!(
            variance == 0.0 && got.1 < 1e-20 || (ratio - 1.0).abs() < allowed,
            "{name}: {} {variance}",
            got.1
        );
    };
    let (mut mean, mut covariance) = ([1.0, 2.0], vec![0.5, 0.0, 0.0, 0.5]);
    for (time, x) in x.iter().enumerate() {
        let variance = covariance[0] + covariance[1] + 0.25 * covariance[3] + 0.3;
        near(format!("y[{time}]"), mean[0] + 0.5 * mean[1] + shifts[0] + x, variance);
        let t = [0.8, 0.3, -0.2, 0.5];
        mean = [0.8 * mean[0] + 0.3 * mean[1] + 0.5, -0.2 * mean[0] + 0.5 * mean[1] + 0.5];
        covariance = multiply(&multiply(&t, &covariance, 2, 2, 2), &transposed(&t, 2, 2), 2, 2, 2);
        covariance[0] += 0.2;
        covariance[3] += 0.4;
    }
    near("two[0,0]".to_owned(), 0.0, 1.0 + 0.25 + 0.1);
    near("two[0,1]".to_owned(), 0.0, 4.0 + 0.2);
    // The first observation makes the level known: it stays, and the level is N(y − d, noise²) there.
    near("y#2[0]".to_owned(), y[0], 0.0);
    let level = y[0] - shifts[0];
    for (time, x) in x.iter().enumerate().skip(1) {
        let variance = 2.0 * 0.16 + time as f64 * 0.49;
        near(format!("y#2[{time}]"), level + shifts[0] * x, variance);
    }
    let each = model.pointwise_log_likelihood(&posterior).unwrap();
    for (name, whole) in [("y", "of_begun"), ("two", "of_two"), ("y#2", "of_diffuse")] {
        let sum: f64 = each.get(name).unwrap().columns().map(|(_, column)| column.as_slice()[0]).sum();
        assert_near(sum, common::column(&posterior, whole)[0], 1e-12 * sum.abs(), || name.to_owned());
    }
    assert_eq!(each.get("two").unwrap().columns().count(), 2);
    assert_eq!(common::column(&each, "y#2[2]")[0], 0.0);
    // A parameter has no observations that could make states known.
    params! { h: vector(3) }
    let error = model! { h |= local_level(1.0, 1.0) }.sample_prior(1, 1).unwrap_err();
    assert!(matches!(error, Error::NoDraw { .. }), "{error}");
    let known = linear_gaussian(1.0, 0.0, 0.5, 1.0).initial(7.0, 0.0).offset(&[1.0, 2.0, 3.0]);
    let drawn = model! { h |= known }.sample_prior(200, 1).unwrap();
    assert!(common::column(&drawn, "h[0]").iter().all(|h| (h - 8.0).abs() < 1e-12));
}

/// Series behind observations that were made have the means and variances of the filter.
#[test]
fn series_go_on() {
    let draws = swept_count(20_000);
    let y = [1.0, 1.7, 0.3, 2.2, 2.9, 0.0, 0.0];
    let made = [true, true, false, true, true, true, true];
    let table = [0.8, 0.3, -0.2, 0.5];
    let turn = MatRef::from_row_major_slice(&table, 2, 2);
    params! { shift: real() }
    let begun = linear_gaussian(&[1.0, 0.5], 0.3, data(turn), &[0.2, 0.4]).initial(&[1.0, 2.0], 0.5);
    let diffuse = local_linear_trend(0.7, 0.1, 0.4).observed(&made);
    let model = model! {
        shift |= normal(0.0, 1.0),
        data(&y) |= begun.offset(shift),
        data(&y) |= diffuse,
    };
    let variables = model.compile().unwrap().variables();
    let given = monomorph::draws::Draws::new(variables, 1, draws, vec![0.6; draws]).unwrap();
    let future = model.forecast(&given, 2, 5).unwrap();
    assert_eq!(future.names(), ["y[0]", "y[1]", "y#2[0]", "y#2[1]"]);
    let of_begun = StateSpace::new(2, &[1.0, 0.5], &[0.3], &table, &[0.2, 0.4]).initial(&[1.0, 2.0], &[0.5]);
    let of_diffuse = StateSpace::of(&diffuse).unwrap();
    let gap = [1.0, 1.7, f64::NAN, 2.2, 2.9];
    for (name, numbers, past) in [("y", of_begun.offset(&[0.6]), &y[..5]), ("y#2", of_diffuse, &gap)] {
        let known = numbers.forecast(past, 2).unwrap();
        for ahead in 0..2 {
            let drawn = common::column(&future, &format!("{name}[{ahead}]"));
            let (mean, variance) = (known.means[ahead], known.variances[ahead]);
            let got = drawn.iter().sum::<f64>() / draws as f64;
            assert_near(got, mean, 5.0 * (variance / draws as f64).sqrt(), || format!("{name} {got} {mean}"));
            let spread = drawn.iter().map(|y| (y - got).powi(2)).sum::<f64>() / draws as f64;
            assert_near(spread / variance, 1.0, 5.0 * (2.0 / draws as f64).sqrt(), || {
                format!("{name}: {spread} {variance}")
            });
        }
    }
}

/// A series that is its first state goes on without a noise of its own, also behind a gap: as the
/// autoregression of which it is the state space.
#[test]
fn series_without_noise_go_on() {
    const DRAWS: usize = 4000;
    let mut y: Vec<f64> = (0..160).map(|time| 5.0 + (f64::from(time) * 0.9).sin()).collect();
    y.extend([0.0; 3]);
    let made: Vec<bool> = (0..163).map(|time| !(70..78).contains(&time)).collect();
    params! { phi: vector(2), s: positive() }
    for noise in swept(1, [0.0, 1e-8]) {
        let moves = stack_rows((phi, data(&[1.0, 0.0])));
        let law = linear_gaussian(data(&[1.0, 0.0]), noise, moves, data(&[1.0, 0.0]) * s.square());
        let model = model! {
            phi |= normal(0.0, 0.5),
            s   |= half_normal(2.0),
            data(&y) |= law.offset(5.0).observed(&made),
        };
        let variables = model.compile().unwrap().variables();
        let values = [[0.6; DRAWS], [0.25; DRAWS], [0.3; DRAWS]].concat();
        let given = monomorph::draws::Draws::new(variables, 1, DRAWS, values).unwrap();
        let future = model.forecast(&given, 3, 5).unwrap();
        let (last, before) = (y[159] - 5.0, y[158] - 5.0);
        let first = 5.0 + 0.6 * last + 0.25 * before;
        let drawn = common::column(&future, "y[0]");
        let mean = drawn.iter().sum::<f64>() / DRAWS as f64;
        assert_near(mean, first, 5.0 * 0.3 / (DRAWS as f64).sqrt(), || format!("{noise}: {mean} {first}"));
        let spread = drawn.iter().map(|y| (y - mean).powi(2)).sum::<f64>() / DRAWS as f64;
        assert_near(spread / 0.09, 1.0, 0.15, || format!("{noise}: {spread}"));
    }
}

/// States that are known but for rounding, of a variance a little below 0, go on at any draw.
#[test]
fn states_that_are_known_go_on() {
    let y: Vec<f64> = (0..170).map(|time| 5.0 + (f64::from(time) * 0.9).sin()).collect();
    let made: Vec<bool> = (0..170).map(|time| !(70..78).contains(&time)).collect();
    params! { phi: vector(2), s: positive() }
    let moves = stack_rows((phi, data(&[1.0, 0.0])));
    let law = linear_gaussian(data(&[1.0, 0.0]), 0.0, moves, data(&[1.0, 0.0]) * s.square());
    let model = model! {
        phi |= normal(0.0, 0.5),
        s   |= half_normal(2.0),
        data(&y) |= law.offset(5.0).observed(&made),
    };
    let variables = model.compile().unwrap().variables();
    let at = |of: f64| (0..60).map(move |draw| 0.7 * (f64::from(draw) * of).sin());
    let values = at(0.7).chain(at(1.3)).chain(at(2.1).map(|s| s.abs() + 0.1)).collect();
    let given = monomorph::draws::Draws::new(variables, 1, 60, values).unwrap();
    let future = model.forecast(&given, 10, 5).unwrap();
    assert!(common::column(&future, "y[9]").iter().all(|y| y.is_finite()));
}

/// The Nile by statsmodels: tests/reference/state_spaces.py.
#[test]
fn as_statsmodels() {
    let path = common::beside_tests("reference/state_spaces.json");
    let reference: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let numbers = |value: &serde_json::Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let volume = numbers(&reference["volume"]);
    let mut slope = numbers(&reference["slope"]);
    slope.resize(volume.len() + 5, 0.0);
    for case in reference["cases"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let p = numbers(&case["parameters"]);
        let mut y = volume.clone();
        let level = local_level(p[1].sqrt(), p[0].sqrt());
        let trend = || local_linear_trend(p[1].sqrt(), p[2].sqrt(), p[0].sqrt());
        let model = match name {
            "trend" => StateSpace::of(&trend()),
            "seasonal" => StateSpace::of(&level.seasonal(4, p[2].sqrt())),
            "autoregression" => StateSpace::of(&level.autoregressive_of_two(p[3], p[4], p[2].sqrt())),
            "all" => StateSpace::of(&trend().seasonal(4, p[3].sqrt()).autoregressive(p[5], p[4].sqrt())),
            _ => StateSpace::of(&level),
        }
        .unwrap();
        let model = match name {
            // The last parameter; there is no effect on what is forecast.
            "regression" | "all" => {
                model.offset(&slope.iter().map(|x| p[p.len() - 1] * x).collect::<Vec<f64>>())
            }
            _ => model,
        };
        if ["level with gaps", "all"].contains(&name) {
            y[20..40].fill(f64::NAN);
        }
        let near = |got: f64, want: &serde_json::Value, scale: f64| {
            let want = want.as_f64().unwrap();
            assert_near(got, want, 1e-8 * want.abs().max(scale), || name.to_owned());
        };
        near(model.log_likelihood(&y).unwrap(), &case["log_likelihood"], 0.0);
        let smoothed = model.smooth(&y).unwrap();
        for (state, (means, variances)) in
            (case["states"].as_array().unwrap().iter()).zip(case["variances"].as_array().unwrap()).enumerate()
        {
            // A state near 0 is as sure as its standard deviation.
            for time in 0..y.len() {
                let variance = smoothed.covariance(time)[state * (smoothed.states + 1)];
                near(smoothed.mean(time)[state], &means[time], variance.sqrt());
                near(variance, &variances[time], 0.0);
            }
        }
        assert_eq!(smoothed.states, case["states"].as_array().unwrap().len());
        let forecast = model.forecast(&y, 5).unwrap();
        for time in 0..5 {
            near(forecast.means[time], &case["forecast"][time], 0.0);
            near(forecast.variances[time], &case["forecast_variance"][time], 0.0);
        }
    }
    let short = StateSpace::of(&local_level(1.0, 1.0)).unwrap().offset(&slope[1..50]).log_likelihood(&volume);
    assert!(short.unwrap_err().to_string().contains("the offset has 49 numbers"));
}
