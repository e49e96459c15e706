//! Tests the line search on functions that are difficult for it.

use super::line_search::{Found, Trial, search};

/// The name of a function of one number, and its value and slope.
type Named<'a> = (&'a str, &'a dyn Fn(f64) -> (f64, f64));

/// Asserts both conditions of Wolfe as textbooks state them.
fn assert_wolfe(name: &str, f: &dyn Fn(f64) -> (f64, f64), first: f64) {
    let (value, slope) = f(0.0);
    let mut last = f64::NAN;
    let mut evaluations = 0;
    let found = search((value, slope), first, &mut |step| {
        (last, evaluations) = (step, evaluations + 1);
        f(step)
    });
    let Found::Wolfe(Trial { step, value: lower, slope: flatter }) = found else {
        panic!("{name} from {first:e}: {found:?}");
    };
    assert_eq!(step, last, "{name} from {first:e}");
    assert!(lower <= value + 1e-4 * step * slope, "{name} from {first:e}: {found:?}");
    assert!(flatter.abs() <= 0.9 * slope.abs(), "{name} from {first:e}: {found:?}");
    assert!(evaluations <= 25, "{name} from {first:e}: {evaluations} evaluations");
}

/// The functions of Moré and Thuente, ACM Trans. Math. Software 20 (1994), section 5, and others.
#[test]
fn steps_satisfy_the_strong_wolfe_conditions() {
    let concave = |a: f64| (-a / (a * a + 2.0), (a * a - 2.0) / (a * a + 2.0).powi(2));
    let quintic = |a: f64| {
        let b = a + 0.004;
        (b.powi(5) - 2.0 * b.powi(4), 5.0 * b.powi(4) - 8.0 * b.powi(3))
    };
    let wavy = |a: f64| {
        let (beta, l) = (0.01, 39.0);
        let (kink, slope) = match a {
            a if a <= 1.0 - beta => (1.0 - a, -1.0),
            a if a >= 1.0 + beta => (a - 1.0, 1.0),
            a => ((a - 1.0).powi(2) / (2.0 * beta) + beta / 2.0, (a - 1.0) / beta),
        };
        let wave = l * std::f64::consts::FRAC_PI_2;
        let part = 2.0 * (1.0 - beta) / (l * std::f64::consts::PI);
        (kink + part * (wave * a).sin(), slope + (1.0 - beta) * (wave * a).cos())
    };
    // Yanai, Ozawa and Kaneko: γ(b) = √(1 + b²) − b.
    let yanai = |b1: f64, b2: f64| {
        move |a: f64| {
            let gamma = |b: f64| (1.0 + b * b).sqrt() - b;
            let (r1, r2) = ((1.0 - a).hypot(b2), a.hypot(b1));
            let value = gamma(b1) * r1 + gamma(b2) * r2;
            (value, gamma(b1) * (a - 1.0) / r1 + gamma(b2) * a / r2)
        }
    };
    let (flat_then_steep, steep_then_flat, both) =
        (yanai(0.001, 0.001), yanai(0.01, 0.001), yanai(0.001, 0.01));
    // A function that is infinitely steep before a wall at 3, and a barrier that is not finite beyond 1.
    let walled =
        |a: f64| if a < 3.0 { ((a - 2.9).powi(2), 2.0 * (a - 2.9)) } else { (f64::INFINITY, f64::NAN) };
    let barrier = |a: f64| {
        if a < 1.0 { (-a - 1e-3 * (1.0 - a).ln(), -1.0 + 1e-3 / (1.0 - a)) } else { (f64::NAN, f64::NAN) }
    };
    let tiny = |a: f64| ((a - 1e-9).powi(2), 2.0 * (a - 1e-9));
    let functions: [Named<'_>; 9] = [
        ("concave", &concave),
        ("quintic", &quintic),
        ("wavy", &wavy),
        ("flat then steep", &flat_then_steep),
        ("steep then flat", &steep_then_flat),
        ("both", &both),
        ("walled", &walled),
        ("barrier", &barrier),
        ("tiny", &tiny),
    ];
    for (name, f) in functions {
        for first in [1e-3, 1e-1, 1.0, 10.0, 1e3] {
            assert_wolfe(name, f, first);
        }
    }
}

#[test]
fn no_step_is_found_where_none_is_lower() {
    let rising = |a: f64| (a, if a == 0.0 { -1.0 } else { 1.0 });
    assert_eq!(search(rising(0.0), 1.0, &mut { rising }), Found::Nothing);
    let nowhere = |_| (f64::NAN, f64::NAN);
    assert_eq!(search((0.0, -1.0), 1.0, &mut { nowhere }), Found::Nothing);
}
