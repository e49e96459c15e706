//! Proves that smooths have the properties of their formulas: they sum to zero, their wiggles have no
//! trend, the promised unit and an identity penalty, by numerical integration; that they have the fits of
//! mgcv in tests/reference/smooths.json; and that wrong input is refused.

use crate::common::{Random, assert_near, beside_tests};
use approx::assert_relative_eq;
use faer::{Mat, linalg::solvers::Solve};
use monomorph::prelude::*;
use serde_json::Value;

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Values with ties, near to each other and far apart, far from 0 beside their range.
fn values(count: usize) -> Vec<f64> {
    let mut random = Random(5);
    let mut x: Vec<f64> = (0..count - 3).map(|_| 500.0 + (3.0 * random.between(0.0, 1.0)).exp()).collect();
    x.extend_from_within(..3);
    x
}

/// A smooth of each kind, whose values lie in a period of 30.
fn each(x: &[f64], k: usize) -> [(&'static str, Smooth); 3] {
    [
        ("cubic", Smooth::cubic(x, k).unwrap()),
        ("P-spline", Smooth::p_spline(x, k).unwrap()),
        ("cyclic", Smooth::cyclic(x, k, (495.0, 525.0)).unwrap()),
    ]
}

/// f″ of each column at a place, by a step that stays within one cubic piece: exactly.
fn second_derivatives(s: &Smooth, place: f64, step: f64) -> Vec<f64> {
    let at = s.at(&[place - step, place, place + step]).unwrap();
    let w = at.wiggles();
    (0..s.count()).map(|j| (w[(0, j)] - 2.0 * w[(1, j)] + w[(2, j)]) / (step * step)).collect()
}

#[test]
fn sums_trends_and_units() {
    for (n, k) in [(9, 4), (40, 5), (61, 17)] {
        let x = values(n);
        for (kind, s) in each(&x, k) {
            let (w, line) = (s.wiggles(), s.line());
            let of = |what: &str| format!("{kind}, {n} values, k = {k}: {what}");
            assert_eq!((w.nrows(), w.ncols(), s.count()), (n, k - 2, k - 2));
            let gram = w.transpose() * w;
            for j in 0..s.count() {
                assert_near(w.col(j).iter().sum(), 0.0, 1e-10, || of("a sum"));
                let trend = w.col(j).iter().zip(line).map(|(w, line)| w * line).sum();
                assert_near(trend, 0.0, 1e-10, || of("a trend"));
                for i in 0..j {
                    assert_near(gram[(i, j)], 0.0, 1e-10, || of("a product of two columns"));
                    assert!(gram[(i, i)] >= gram[(j, j)] - 1e-10, "{}", of("the order of columns"));
                }
            }
            let trace = (0..s.count()).map(|j| gram[(j, j)]).sum();
            assert_near(trace, n as f64, 1e-10, || of("the sum of squares"));
            if kind == "cyclic" {
                assert!(line.is_empty());
                continue;
            }
            assert_near(line.iter().sum(), 0.0, 1e-9, || of("the sum of the line"));
            assert_near(line.iter().map(|x| x * x).sum(), n as f64, 1e-9, || of("the squares of the line"));
            // Straight between, at and beyond the ends.
            let places = [x[0], 480.0, 500.0, 530.0];
            let (at, slope) = (s.at(&places).unwrap(), (line[1] - line[0]) / (x[1] - x[0]));
            for (height, place) in at.line().iter().zip(places) {
                assert_relative_eq!(*height, line[0] + slope * (place - x[0]), epsilon = 1e-10);
            }
        }
    }
}

/// ∫ wᵢ″(x) wⱼ″(x) dx, of P-splines the products of second differences, is s² where i = j and else 0: u is
/// independent, a line costs nothing, and all else does.
#[test]
fn penalties_are_integrals_of_second_derivatives() {
    let x = values(50);
    for (kind, s) in each(&x, 9) {
        let mut penalty = Mat::<f64>::zeros(s.count(), s.count());
        let mut add = |weight: f64, second: &[f64]| {
            for (i, a) in second.iter().enumerate() {
                second.iter().enumerate().for_each(|(j, b)| penalty[(i, j)] += weight * a * b);
            }
        };
        let knots = s.knots();
        for pair in knots.windows(2) {
            let (h, middle) = (pair[1] - pair[0], 0.5 * (pair[0] + pair[1]));
            // f″ is straight between knots, so that two points of Gauss are enough.
            let points = [-0.5, 0.5].map(|side| middle + side * h / 3.0_f64.sqrt());
            let second = points.map(|point| second_derivatives(&s, point, 0.2 * h));
            if kind == "P-spline" {
                // h² f″ at a knot is a second difference of coefficients; the last knot follows below.
                let at = |side: f64, j: usize| {
                    let slope = (second[1][j] - second[0][j]) / (points[1] - points[0]);
                    h * h * (second[0][j] + slope * (side - points[0]))
                };
                let here: Vec<f64> = (0..s.count()).map(|j| at(pair[0], j)).collect();
                add(1.0, &here);
                if pair[1] == knots[knots.len() - 1] {
                    add(1.0, &(0..s.count()).map(|j| at(pair[1], j)).collect::<Vec<_>>());
                }
            } else {
                second.iter().for_each(|second| add(0.5 * h, second));
            }
        }
        for i in 0..s.count() {
            for j in 0..s.count() {
                let want = if i == j { 1.0 } else { 0.0 };
                let got = penalty[(i, j)] / s.roughness();
                assert_near(got, want, 1e-6, || format!("{kind}, the penalty at {i}, {j}"));
            }
        }
    }
}

/// Values and slopes continue at the ends: in straight lines, or from the beginning of the period.
#[test]
fn ends() {
    let x = values(40);
    for (kind, s) in each(&x, 8) {
        let knots = s.knots();
        for (end, out) in [(knots[0], -1.0), (knots[knots.len() - 1], 1.0)] {
            let step = 1e-3;
            let places = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|steps| end + out * steps * step);
            let at = s.at(&places).unwrap();
            for w in at.wiggles().col_iter() {
                let second = |middle: usize| (w[middle - 1] - 2.0 * w[middle] + w[middle + 1]) / step.powi(2);
                let bend = 1.5 * second(1).abs() * step * step;
                assert_near(w[3] - w[2], w[2] - w[1], bend + 1e-9, || format!("{kind}: a slope"));
                match kind {
                    "cyclic" => assert_near(second(3), second(1), 0.1, || format!("{kind}: a bend")),
                    _ => assert_near(second(3), 0.0, 1e-6, || format!("{kind}: a bend beyond")),
                }
            }
        }
    }
    let [.., (_, cyclic)] = each(&x, 8);
    let (years, later) = (cyclic.at(&[495.0, 501.0]).unwrap(), cyclic.at(&[525.0, 561.0]).unwrap());
    assert!((years.wiggles() - later.wiggles()).norm_max() < 1e-12);
}

/// The columns do not depend on the unit of x.
#[test]
fn units() {
    let x = values(30);
    let scaled: Vec<f64> = x.iter().map(|x| 1e-6 * (x - 500.0)).collect();
    let (a, b) = (Smooth::cubic(&x, 7).unwrap(), Smooth::cubic(&scaled, 7).unwrap());
    assert!((a.wiggles() - b.wiggles()).norm_max() < 1e-9);
    assert_relative_eq!(1e-18 * b.roughness(), a.roughness(), max_relative = 1e-9);
    assert_eq!(a.at(&x).unwrap().wiggles(), a.wiggles());
    assert_eq!(a.at(&x[3..4]).unwrap().line(), &a.line()[3..4]);
}

/// Distances of knots that are a factor of 10⁹ apart.
#[test]
fn skewed_values() {
    let x: Vec<f64> = (0..60).map(|i| (0.35 * f64::from(i)).exp()).collect();
    let s = Smooth::cubic(&x, 12).unwrap();
    assert!(s.knots()[11] > 1e7 * s.knots()[1]);
    let gram = s.wiggles().transpose() * s.wiggles();
    for j in 0..s.count() {
        assert_near(s.wiggles().col(j).iter().sum(), 0.0, 1e-9, || format!("the sum {j}"));
        assert!((0..j).all(|i| gram[(i, j)].abs() < 1e-9) && gram[(j, j)] > 0.0);
    }
}

/// Fits with a given smoothing parameter, their effective degrees of freedom, and what they are elsewhere.
#[test]
fn penalised_least_squares_as_mgcv() {
    let text = std::fs::read_to_string(beside_tests("reference/smooths.json")).unwrap();
    let reference: Value = serde_json::from_str(&text).unwrap();
    for case in reference["normal"].as_array().unwrap() {
        let of = |name: &str| numbers(&case[name]);
        let (x, y, k) = (of("x"), of("y"), case["k"].as_u64().unwrap() as usize);
        let basis = case["basis"].as_str().unwrap();
        let s = match basis {
            "cr" => Smooth::cubic(&x, k),
            "ps" => Smooth::p_spline(&x, k),
            _ => Smooth::cyclic(&x, k, (0.0, 12.0)),
        };
        let s = s.unwrap();
        let design = |s: &Smooth, rows: usize| {
            let fixed = 1 + s.line().len() / rows;
            Mat::from_fn(rows, fixed + s.count(), |row, column| match column {
                0 => 1.0,
                column if column < fixed => s.line()[row],
                column => s.wiggles()[(row, column - fixed)],
            })
        };
        let z = design(&s, x.len());
        let free = z.ncols() - s.count();
        let ridge = case["lambda"].as_f64().unwrap() * s.roughness();
        let gram = z.transpose() * &z;
        let penalised = Mat::from_fn(z.ncols(), z.ncols(), |i, j| {
            gram[(i, j)] + if i == j && i >= free { ridge } else { 0.0 }
        });
        let solve = |right: &Mat<f64>| penalised.partial_piv_lu().solve(right);
        let coefficients = solve(&(z.transpose() * Mat::from_fn(y.len(), 1, |row, _| y[row])));
        let fitted = &z * &coefficients;
        let influence = solve(&gram);
        let edf: f64 = (0..z.ncols()).map(|j| influence[(j, j)]).sum();
        assert_relative_eq!(edf, case["edf"].as_f64().unwrap(), max_relative = 1e-8);
        let ahead = s.at(&of("ahead")).unwrap();
        let predicted = design(&ahead, of("ahead").len()) * &coefficients;
        let unit = y.iter().fold(0.0_f64, |unit, y| unit.max(y.abs()));
        for (got, name) in [(fitted, "fitted"), (predicted, "predicted")] {
            for (place, want) in of(name).into_iter().enumerate() {
                let what = || format!("{basis}: {name} at {place}");
                assert_near(got[(place, 0)], want, 1e-8 * unit, what);
            }
        }
    }
}

#[test]
fn wrong_input() {
    let x = [0.0, 1.0, 1.0, 3.0, 2.5];
    let few = "must be at most 4, the number of distinct values of x";
    for (made, want) in [
        (Smooth::cubic(&x, 5), few),
        (Smooth::p_spline(&x, 6), few),
        (Smooth::cyclic(&x, 5, (0.0, 12.0)), few),
        // The end of a period is its begin.
        (Smooth::cyclic(&x, 4, (0.0, 3.0)), "must be at most 3, the number of distinct values of x"),
        (Smooth::cubic(&x, 2), "`Smooth::cubic` do not fit: k is 2, and must be at least 3"),
        (Smooth::p_spline(&x, 3), "`Smooth::p_spline` do not fit: k is 3, and must be at least 4"),
        (Smooth::cyclic(&x, 3, (0.0, 4.0)), "`Smooth::cyclic` do not fit: k is 3, and must be at least 4"),
        (Smooth::cubic(&[0.0, f64::NAN, 1.0], 3), "x: element 1 is NaN, but must be finite"),
        (Smooth::cyclic(&[f64::INFINITY], 4, (0.0, 1.0)), "x: element 0 is inf, but must be finite"),
        (Smooth::cyclic(&x, 4, (3.0, 0.0)), "the length of the period is -3, but must be positive"),
        (Smooth::cyclic(&x, 4, (f64::NAN, 1.0)), "the length of the period is NaN"),
        (Smooth::cubic(&[-1e308, 0.0, 1e308], 3), "the range of x is inf, but must be positive and finite"),
        (Smooth::cubic(&[], 3), "must be at most 0, the number of distinct values of x"),
    ] {
        let text = made.expect_err(want).to_string();
        assert!(text.contains(want), "{text}\n{want}");
    }
    let s = Smooth::cubic(&x, 4).unwrap();
    let text = s.at(&[f64::NAN]).expect_err("NaN").to_string();
    assert!(text.contains("in `Smooth::at`: x: element 0 is NaN"), "{text}");
    // A cyclic smooth has no line, and says so by a length.
    let cyclic = Smooth::cyclic(&x, 4, (0.0, 12.0)).unwrap();
    params! { b: real() }
    let model = model! { b |= normal(0.0, 1.0), data(&x) |= normal(b * data(cyclic.line()), 1.0) };
    assert!(matches!(model.compile().err(), Some(Error::LengthMismatch { .. })));
}
