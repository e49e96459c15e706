//! Proves that functions of one and two numbers have the right slope where rounding hides it in the value,
//! on every instruction set: where e^x is negligible compared with 1, where tanh is 1, and for powers of 0.

use crate::common::{assert_near, evaluate_gradient, on_every_set};
use monomorph::prelude::*;

#[test]
fn slopes_where_the_value_is_flat() {
    let x = [-40.0, -37.0, -700.0, 20.0, -20.0, 19.0, 300.0, -0.3, 0.4, 1e-9];
    let n = x.len();
    params! { a: vector(n) }
    let expm1 = model! { a |= flat(), increment(a.expm1().sum() + 0.0) };
    on_every_set(expm1, |set, posterior| {
        for (&x, slope) in x.iter().zip(evaluate_gradient(posterior, &x).1) {
            assert_near(slope, x.exp(), 1e-14 * x.exp(), || format!("expm1 at {x}, {set}"));
        }
    });
    let tanh = model! { a |= flat(), increment(a.tanh().sum() + 0.0) };
    on_every_set(tanh, |set, posterior| {
        let (value, slopes) = evaluate_gradient(posterior, &x);
        assert_near(value, x.iter().map(|x| x.tanh()).sum(), 1e-14, || format!("tanh, {set}"));
        for (&x, slope) in x.iter().zip(slopes) {
            let want = x.cosh().recip().powi(2);
            assert_near(slope, want, 1e-14 * want, || format!("tanh at {x}, {set}"));
        }
    });
}

#[test]
fn powers_of_zero() {
    let x = [0.0, -0.0, 0.0, 2.0];
    params! { a: vector(4), b: vector(4) }
    let whole =
        model! { a |= flat(), b |= flat(), increment(a.powi(0).sum() + a.powi(1).sum() + a.powi(2).sum()) };
    on_every_set(whole, |set, posterior| {
        let mut q = x.to_vec();
        q.extend([0.0; 4]);
        let (value, slopes) = evaluate_gradient(posterior, &q);
        assert_eq!(value, 4.0 + 2.0 + 4.0, "{set}");
        assert_eq!(slopes[..4], [1.0, 1.0, 1.0, 5.0], "{set}");
    });
    let any = model! { a |= flat(), b |= flat(), increment(a.powf(b).sum() + 0.0) };
    on_every_set(any, |set, posterior| {
        let mut q = x.to_vec();
        q.extend([0.0, 1.0, 2.5, 0.0]);
        let (value, slopes) = evaluate_gradient(posterior, &q);
        assert_eq!(value, 1.0 + 0.0 + 0.0 + 1.0, "{set}");
        assert_eq!(slopes, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2f64.ln()], "{set}");
    });
    // An exponent that is a number.
    let fixed = model! { a |= flat(), b |= flat(), increment(a.powf(0.0).sum() + 0.0) };
    on_every_set(fixed, |set, posterior| {
        let (value, slopes) = evaluate_gradient(posterior, &[0.0; 8]);
        assert_eq!((value, slopes), (4.0, vec![0.0; 8]), "{set}");
    });
}

/// Without concentration the law of an angle is uniform.
#[test]
fn an_angle_without_concentration() {
    let y = [0.3, -2.0, 3.0];
    params! { mu: real() }
    on_every_set(model! { mu |= flat(), data(&y) |= von_mises(mu, 0.0) }, |set, posterior| {
        let (value, slopes) = evaluate_gradient(posterior, &[0.7]);
        assert_near(value, -3.0 * std::f64::consts::TAU.ln(), 1e-14, || set.to_owned());
        assert_eq!(slopes, [0.0], "{set}");
    });
    params! { kappa: real() }
    on_every_set(model! { kappa |= flat(), data(&y) |= von_mises(0.5, kappa) }, |set, posterior| {
        let (value, slopes) = evaluate_gradient(posterior, &[0.0]);
        assert_near(value, -3.0 * std::f64::consts::TAU.ln(), 1e-14, || set.to_owned());
        let want = y.iter().map(|y| (y - 0.5_f64).cos()).sum();
        assert_near(slopes[0], want, 1e-14, || set.to_owned());
    });
    params! { z: real() }
    let law = von_mises(0.0, 0.0);
    on_every_set(model! { z |= flat(), increment(law.log_cdf(1.0) + 0.0 * z) }, |set, posterior| {
        let want = ((1.0 + std::f64::consts::PI) / std::f64::consts::TAU).ln();
        assert_near(evaluate_gradient(posterior, &[0.2]).0, want, 1e-14, || set.to_owned());
    });
}
