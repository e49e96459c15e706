//! Tests L-BFGS on functions whose minimum is known, and its estimate of the Hessian.

use super::bottom::Bottom;
use super::diagonal::update_diagonal;
use super::{Descent, History, Objective, Stop, dot, inverse_hessian};

/// A function with its gradient.
struct Function<F>(F);

impl<F: FnMut(&[f64], &mut [f64]) -> f64> Objective for Function<F> {
    fn evaluate(&mut self, point: &[f64], gradient: &mut [f64]) -> f64 {
        (self.0)(point, gradient)
    }
}

/// Returns a history with few pairs, and one with more pairs than coordinates.
fn histories(dimension: usize) -> [History; 2] {
    [6, 2 * dimension].map(|most| History::new(dimension, most))
}

/// Descends until the descent stops.
fn descend(
    objective: &mut dyn Objective,
    start: Vec<f64>,
    history: History,
    most: usize,
) -> (Descent, Option<Stop>) {
    let mut gradient = vec![0.0; start.len()];
    let value = objective.evaluate(&start, &mut gradient);
    let mut descent = Descent::from(start, gradient, value, history);
    let mut stop = None;
    while stop.is_none() && descent.iterations < most {
        stop = descent.turn(1e-7).and_then(|()| descent.advance(objective)).err();
    }
    (descent, stop)
}

#[test]
fn rosenbrock_is_minimised() {
    for n in [2, 10, 100] {
        let mut rosenbrock = Function(|x: &[f64], gradient: &mut [f64]| {
            gradient.fill(0.0);
            let mut sum = 0.0;
            for i in 0..n - 1 {
                let (a, b) = (x[i + 1] - x[i] * x[i], 1.0 - x[i]);
                sum += 100.0 * a * a + b * b;
                gradient[i] += -400.0 * a * x[i] - 2.0 * b;
                gradient[i + 1] += 200.0 * a;
            }
            sum
        });
        for history in histories(n) {
            let start = (0..n).map(|i| if i % 2 == 0 { -1.2 } else { 1.0 }).collect();
            let (descent, stop) = descend(&mut rosenbrock, start, history, 2000);
            assert_eq!(stop, Some(Stop::Gradient), "{n}: after {} iterations", descent.iterations);
            // In ten coordinates and more there is a second minimum, near (−1, 1, …, 1).
            assert!(descent.point[1..].iter().all(|x| (x - 1.0).abs() < 1e-6), "{n}: {:?}", descent.point);
            assert!(n < 10 || descent.value < 4.0);
            assert!(descent.evaluations < 2 * descent.iterations, "{n}: {} evaluations", descent.evaluations);
        }
    }
}

#[test]
fn scales_of_many_magnitudes_are_learned() {
    let scales = [1e-3, 1e-2, 1.0, 10.0, 10.0];
    let mut bowl = Function(|x: &[f64], gradient: &mut [f64]| {
        let mut sum = 0.0;
        for ((slope, x), scale) in gradient.iter_mut().zip(x).zip(scales) {
            *slope = (x - 3.0) / (scale * scale);
            sum += 0.5 * (x - 3.0) * *slope;
        }
        sum
    });
    for history in histories(5) {
        let (descent, stop) = descend(&mut bowl, vec![0.0; 5], history, 500);
        assert_eq!(stop, Some(Stop::Gradient));
        for (x, scale) in descent.point.iter().zip(scales) {
            assert!((x - 3.0).abs() < 1e-4 * scale.max(1.0), "{:?}", descent.point);
        }
    }
}

/// With as many pairs as coordinates and exact searches, H is the inverse; H y = s always holds for the
/// newest pair.
#[test]
fn the_history_satisfies_the_secant_equation() {
    let mut history = History::new(3, 2);
    let points = [[0.0, 0.0, 0.0], [1.0, 0.5, -0.2], [0.3, 1.0, 0.4], [2.0, -1.0, 1.0]];
    let gradient =
        |x: &[f64; 3]| [4.0 * x[0] + x[1], x[0] + 3.0 * x[1] + 0.5 * x[2], 0.5 * x[1] + 2.0 * x[2]];
    for pair in points.windows(2) {
        let gradients = [gradient(&pair[0]), gradient(&pair[1])];
        assert!(history.push([&pair[0], &pair[1]], [&gradients[0], &gradients[1]]));
    }
    assert_eq!(history.newest(9).len(), 2);
    let newest = history.newest(1).next_back().expect("a pair").clone();
    let (s, mut y) = (newest.step, newest.difference);
    history.apply(&mut y);
    assert!(y.iter().zip(&s).all(|(a, b)| (a - b).abs() < 1e-12), "{y:?} {s:?}");
    // A pair whose curvature is not positive is refused.
    assert!(!history.push([&points[0], &points[1]], [&[0.0; 3], &[-1.0, -0.5, 0.2]]));
    assert_eq!((history.newest(9).len(), dot(&[1.0; 5], &[2.0; 5])), (2, 10.0));
}

#[test]
fn a_function_without_a_minimum_is_no_success() {
    // The function falls without end, down to the smallest numbers.
    let mut slide = Function(|x: &[f64], gradient: &mut [f64]| {
        gradient[0] = 1.0 + x[0].exp();
        if x[0] > -1e3 { x[0] + x[0].exp() } else { f64::INFINITY }
    });
    for history in histories(1) {
        let (descent, stop) = descend(&mut slide, vec![0.5], history, 500);
        assert!(matches!(stop, Some(Stop::NoStep | Stop::Flat)), "{stop:?} at {:?}", descent.point);
        assert!(descent.distance > 1e-2, "{}", descent.distance);
    }
}

/// −log of the density of the logarithm of a scale τ and of eight effects that are normal with scale τ,
/// each observed once. It falls without bound as τ falls. With τ above 10⁻² it has a minimum.
#[test]
fn a_descent_without_a_bottom_ends_early() {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    for barrier in [0.0, 1e-2] {
        let mut funnel = Function(|x: &[f64], gradient: &mut [f64]| {
            let (scale, rest) = (x[8].exp(), barrier * (-x[8]).exp());
            let mut sum = 7.0 * x[8] + rest;
            gradient[8] = 7.0 - rest;
            for i in 0..8 {
                let (z, r) = (x[i] / scale, (x[i] - y[i]) / 10.0);
                sum += 0.5 * (z * z + r * r);
                gradient[i] = z / scale + r / 10.0;
                gradient[8] -= z * z;
            }
            sum
        });
        let start = (0..9).map(&mut number).collect();
        let (descent, stop) = descend(&mut funnel, start, History::of(9), 1000);
        if barrier == 0.0 {
            assert_eq!(stop, Some(Stop::Bottomless), "after {} iterations", descent.iterations);
            assert!(descent.iterations < 150, "{}", descent.iterations);
        } else {
            assert_eq!(stop, Some(Stop::Gradient), "after {} iterations", descent.iterations);
        }
    }
}

/// The curvature of a flat function is rounding: the minimum is missing only if the function falls.
#[test]
fn a_flat_function_has_a_bottom() {
    for (fall, expected) in [(0.0, false), (12.0, true), (40.0, false)] {
        let mut bottom = Bottom::default();
        assert!(!bottom.is_missing(Some(10.0), 3.0, &[1e-9, 0.0]));
        assert_eq!(bottom.is_missing(Some(-10.0), 3.0 - fall, &[1e-8, 0.0]), expected, "{fall}");
        // The stored values are forgotten if the volume is not known.
        bottom.is_missing(None, 0.0, &[0.0; 2]);
        assert!(!bottom.is_missing(Some(-10.0), 3.0 - fall, &[1e-8, 0.0]));
    }
}

/// As many pairs of a quadratic as there are coordinates determine its Hessian, though they are not
/// conjugate; H y = s holds for the newest pair, conjugate or not.
#[test]
fn pairs_of_a_quadratic_know_its_hessian() {
    let n = 5;
    let product = |x: &[f64]| -> Vec<f64> {
        let sum = 0.1 * x.iter().sum::<f64>();
        x.iter().enumerate().map(|(i, x)| 2_f64.powi(i as i32 - 2) * x + sum).collect()
    };
    let mut history = History::new(n, 8);
    let mut newest = (Vec::new(), Vec::new());
    for pair in 0..7 {
        let s: Vec<f64> = (0..n).map(|i| number(10 * pair + i)).collect();
        let y = product(&s);
        let (points, gradients) = ([&vec![0.0; n][..], &s], [&vec![0.0; n][..], &y]);
        assert!(history.push(points, gradients));
        newest = (s, y);
    }
    let x: Vec<f64> = (0..n).map(|i| number(i + 90)).collect();
    let lower = inverse_hessian(&history, 8);
    let conjugate = |x: &[f64]| -> Vec<f64> {
        (0..n).map(|i| (0..n).map(|j| lower[i.max(j) * n + i.min(j)] * x[j]).sum()).collect()
    };
    let found = conjugate(&product(&x));
    assert!(x.iter().zip(&found).all(|(x, found)| (x - found).abs() < 1e-9), "{x:?} {found:?}");
    // The updates of L-BFGS, pair by pair, do not determine it.
    let mut by_pairs = product(&x);
    history.apply(&mut by_pairs);
    assert!(x.iter().zip(&by_pairs).any(|(x, found)| (x - found).abs() > 1e-3), "{x:?} {by_pairs:?}");
    let (s, mut y) = newest;
    let found = conjugate(&y);
    history.apply(&mut y);
    for found in [found, y] {
        assert!(found.iter().zip(&s).all(|(a, b)| (a - b).abs() < 1e-10), "{found:?} {s:?}");
    }
}

/// Numbers that look random.
fn number(i: usize) -> f64 {
    (((i as f64 + 1.0) * 12.9898).sin() * 43758.5453).fract()
}

/// Steps along the coordinates determine the inverse of a diagonal Hessian of a quadratic.
#[test]
fn the_diagonal_learns_scales() {
    let curvatures = [4.0, 0.25, 9.0];
    let mut alpha = [1.0; 3];
    for (i, curvature) in curvatures.iter().enumerate() {
        let (mut s, mut y) = ([0.0; 3], [0.0; 3]);
        (s[i], y[i]) = (0.7, 0.7 * curvature);
        update_diagonal(&mut alpha, (&s, &y));
    }
    assert!((alpha[2] - 1.0 / 9.0).abs() < 1e-12, "{alpha:?}");
    assert!(alpha.iter().all(|alpha| *alpha > 0.0));
}
