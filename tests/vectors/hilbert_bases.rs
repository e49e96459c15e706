//! Proves that models of a basis of sines have the values of their formulas and the gradients of differences,
//! that the basis is the same at the same points, and that wrong input is refused.

use crate::common;
use crate::common::{Random, assert_gradient, assert_near, differences, evaluate, on_every_set};
use crate::spectral_scales::{check_near, scales};
use faer::Mat;
use monomorph::prelude::*;
use std::f64::consts::PI;

/// A model as users write it, for each covariance, and a length scale of data.
#[test]
fn gradients_of_models() {
    let mut random = Random(3);
    let x: Vec<f64> = (0..23).map(|i| 0.2 * f64::from(i) + random.between(0.0, 0.1)).collect();
    let y = random.numbers(23, -1.0, 1.0);
    let basis = HilbertBasis::new(&x, &[(11, 1.4)]).expect("points");
    params! { sigma: positive(), l: positive(), noise: positive(), z: vector(basis.count()) }
    let prior = model! {
        sigma |= half_normal(1.0), l |= inv_gamma(5.0, 5.0), noise |= half_normal(0.5), z |= normal(0.0, 1.0),
    };
    let mut q = vec![0.2, -0.3, -0.7];
    q.extend(random.numbers(11, -1.0, 1.0));
    macro_rules! check {
        ($($scales:expr, $kernel:literal, $l:expr;)*) => {$(
            let model = model! {
                prior,
                f = data(&basis).dot($scales * z),
                data(&y) |= normal(f, noise),
            };
            let l: fn(f64) -> f64 = $l;
            on_every_set(model, |set, posterior| {
                let (_, gradient) = evaluate(posterior, &q);
                let want = differences(posterior, &q);
                assert_gradient(&gradient, &want, 1e-7 * common::largest(&want), || set.to_owned());
                let f = posterior.constrain(&q).expect("the point has the right length");
                let own = scales(&basis, 0.2_f64.exp(), &[l((-0.3_f64).exp())])[$kernel].clone();
                for (i, &f) in f.get("f").expect("the definition is in the trace").iter().enumerate() {
                    let phi = basis.matrix();
                    let want: f64 = (0..11).map(|j| phi[(i, j)] * own[j] * q[3 + j]).sum();
                    assert_near(f, want, 1e-13, || format!("{set}, {i}"));
                }
            });
        )*};
    }
    check! {
        gp_exp_quad_scales(&basis, sigma, l), 0, |l| l;
        gp_matern52_scales(&basis, sigma, 0.9), 1, |_| 0.9;
        gp_exponential_scales(&basis, sigma, &[0.6]), 3, |_| 0.6;
    }
}

#[test]
fn other_points() {
    let x = [0.5, 3.0, 1.25, 2.0];
    let basis = HilbertBasis::new(&x, &[(7, 1.5)]).expect("points");
    assert_eq!(basis.at(&x).expect("points").as_ref(), basis.matrix());
    assert_eq!((basis.centre(), basis.boundary()), (&[1.75][..], &[1.875][..]));
    let (ahead, [from, to]) = (basis.at(&[2, 3]).expect("points"), [-0.125, 3.625]);
    assert_eq!(ahead.row(1), basis.matrix().row(1));
    assert_eq!(ahead.row(0), basis.matrix().row(3));
    let ends = basis.at(&[from, to]).expect("the boundary is inside");
    assert!((0..7).all(|j| ends[(0, j)] == 0.0 && ends[(1, j)].abs() < 1e-14));
    assert_near(basis.matrix()[(0, 1)], (PI / 1.875 * 0.625).sin() / 1.875_f64.sqrt(), 1e-15, String::new);
    let table = Mat::from_fn(4, 2, |i, k| if k == 0 { x[i] } else { -(i as f64) });
    let both = HilbertBasis::new(&table, &[(2, 1.5), (3, 1.1)]).expect("points");
    assert_eq!(both.at(&table).expect("points").as_ref(), both.matrix());
    assert_eq!((both.count(), both.frequencies().ncols()), (6, 2));
    let second = HilbertBasis::new(&[0.0, -1.0, -2.0, -3.0], &[(3, 1.1)]).expect("points");
    for (i, j, k) in [(0, 0, 0), (1, 1, 2), (3, 0, 1)] {
        let want = basis.matrix()[(i, j)] * second.matrix()[(i, k)];
        assert_near(both.matrix()[(i, 3 * j + k)], want, 1e-15, || format!("{i}, {j}, {k}"));
    }
}

#[test]
fn wrong_input() {
    let text =
        |sines: &[(usize, f64)], x: &[f64]| HilbertBasis::new(x, sines).expect_err("wrong").to_string();
    let x = [0.0, 1.0, 3.0];
    for (sines, x, want) in [
        (&[(0, 1.5)][..], &x[..], "the number of sines: element 0 is 0, but must be at least 1"),
        (&[(5, 1.0)], &x, "the boundary: element 0 is 1, but must be a finite number above 1"),
        (&[(5, f64::NAN)], &x, "the boundary: element 0 is NaN, but must be a finite number above 1"),
        (&[(5, f64::INFINITY)], &x, "the boundary: element 0 is inf, but must be a finite number above 1"),
        (&[(5, 1.5)], &[2.0, 2.0], "half the range of the points: element 0 is 0, but must be positive"),
        (&[(5, 1.5)], &[0.0, f64::NAN], "the points: element 1 is NaN"),
        (&[(5, 1.5)], &[], "the points"),
        (&[(usize::MAX, 1.5)], &x, "does not fit into the memory"),
        (&[(5, 1.5), (5, 1.5)], &x, "2"),
        (&[], &x, "0"),
    ] {
        let got = text(sines, x);
        assert!(got.contains(want) && got.contains("HilbertBasis::new"), "{got}\n{want}");
    }
    let basis = HilbertBasis::new(&x, &[(4, 1.5)]).expect("points");
    let outside = basis.at(&[1.0, 3.8]).expect_err("wrong").to_string();
    assert!(
        outside.contains("the points: element 1 is 3.8, but must be between -0.75 and 3.75"),
        "{outside}"
    );
    assert!(matches!(basis.at(&[f64::INFINITY]), Err(Error::NotFinite { .. })));
    assert!(matches!(
        basis.at(&Mat::<f64>::zeros(2, 2)),
        Err(Error::LengthMismatch { expected: 1, found: 2, .. })
    ));
    assert!(matches!(basis.at(&[0.0; 0]), Err(Error::Empty { .. })));
    params! { l: vector(2).positive() }
    let model = model! { l |= flat(), increment(gp_matern52_scales(&basis, 1.0, l).sum()) };
    assert!(matches!(model.compile().err(), Some(Error::LengthMismatch { expected: 1, found: 2, .. })));
    // What the rules of thumb make of a range that is none is refused as well.
    let sines = gp_matern32_sines(1.5, -0.5, 2.0);
    assert_eq!(sines, (0, 6.0));
    assert!(HilbertBasis::new(&x, &[sines]).is_err());
    assert_eq!(gp_matern52_sines(2.0, 0.5, 0.1), (13, 1.2));
}

/// The rules of thumb make covariances whose error is a small part of the variance at both ends.
#[test]
fn rules_of_thumb() {
    let x = Mat::from_fn(21, 1, |i, _| 0.1 * i as f64);
    let sines = [
        gp_exp_quad_sines(1.0, 0.2, 0.8),
        gp_matern52_sines(1.0, 0.2, 0.8),
        gp_matern32_sines(1.0, 0.2, 0.8),
    ];
    for (kernel, sines) in sines.into_iter().enumerate() {
        let basis = HilbertBasis::new(&x, &[sines]).expect("points");
        for l in [0.2, 0.8] {
            let mut allowed = [f64::INFINITY; 4];
            allowed[kernel] = 0.03 * 1.69;
            check_near(&x, &basis, &[l], allowed);
        }
    }
}
