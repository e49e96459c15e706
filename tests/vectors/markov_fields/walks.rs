//! Random walks without a level: of order one and two, at even and uneven distances.

use super::{Dense, HALF_LOG_TWO_PI, check};
use crate::common::{assert_near, check_against, evaluate};
use monomorph::prelude::*;

const UNEVEN: [f64; 8] = [-3.0, -2.5, -1.0, 0.2, 0.3, 2.0, 5.0, 5.5];

/// The terms of a walk, scaled or as they stand.
fn dense(t: &[f64], order: usize, is_scaled: bool) -> Dense {
    let d: Vec<f64> = t.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let term = |i: usize| match order {
        1 => vec![(i, -1.0 / d[i].sqrt()), (i + 1, 1.0 / d[i].sqrt())],
        _ => {
            let root = (0.5 * (d[i] + d[i + 1])).sqrt();
            let (before, after) = (1.0 / d[i] / root, 1.0 / d[i + 1] / root);
            vec![(i, before), (i + 1, -before - after), (i + 2, after)]
        }
    };
    let mut terms: Vec<_> = (0..t.len() - order).map(term).collect();
    if is_scaled {
        let all: Vec<usize> = (0..t.len()).collect();
        let root = Dense::new(t.len(), &terms).spread(&all).sqrt();
        terms.iter_mut().flatten().for_each(|(_, c)| *c *= root);
    }
    Dense::new(t.len(), &terms)
}

#[test]
fn even_and_uneven_distances() {
    let even: [f64; 8] = std::array::from_fn(|k| k as f64);
    for t in [UNEVEN, even] {
        params! { tau: positive() }
        {
            params! { x: sum_to_zero(8) }
            let walk = model! { tau |= half_normal(1.0), x |= intrinsic_random_walk(&t, 1, tau) };
            check(walk, &dense(&t, 1, true));
            let walk = model! { tau |= half_normal(1.0), x |= intrinsic_random_walk(&t, 1, tau).unscaled() };
            check(walk, &dense(&t, 1, false));
        }
        params! { x: sum_to_zero(8).without_trend(&t) }
        let walk = model! { tau |= half_normal(1.0), x |= intrinsic_random_walk(&t, 2, tau) };
        check(walk, &dense(&t, 2, true));
        let walk = model! { tau |= half_normal(1.0), x |= intrinsic_random_walk(&t, 2, tau).unscaled() };
        check(walk, &dense(&t, 2, false));
    }
}

/// At distances of 1 the walk of order two has squared second differences.
#[test]
fn second_differences() -> Result<(), Error> {
    let t = [0.0, 1.0, 2.0, 3.0, 4.0];
    params! { x: sum_to_zero(5).without_trend(&t) }
    let posterior = model! { x |= intrinsic_random_walk(&t, 2, 0.7).unscaled() }.compile()?;
    let q = [0.4, -1.1, 0.3];
    let x = posterior.constrain(&q)?.get("x")?.to_vec();
    let squares: f64 = x.windows(3).map(|x| (x[0] - 2.0 * x[1] + x[2]).powi(2)).sum();
    let change = evaluate(&posterior, &q).0 - evaluate(&posterior, &[0.0; 3]).0;
    assert_near(change, -0.5 * squares / 0.49, 1e-13, || "the exponent".to_owned());
    Ok(())
}

/// The shortest walks: R of order one has the number 1/d, that of order two 1 of three coordinates.
#[test]
fn the_shortest_walks() {
    let normal = |q: f64, sd: f64| -0.5 * (q / sd).powi(2) - sd.ln() - HALF_LOG_TWO_PI;
    let (pair, three) = ([1.0, 3.0], [0.0, 1.0, 2.0]);
    params! { x: sum_to_zero(2) }
    params! { y: sum_to_zero(3).without_trend(&three) }
    // (x₁ − x₀)²/2 is q².
    check_against(model! { x |= intrinsic_random_walk(&pair, 1, 1.5).unscaled() }, &[0.4], |q| {
        normal(q[0], 1.5)
    });
    // (1, −2, 1)/√6 is the coordinate.
    let sd = 1.5 / 6.0_f64.sqrt();
    check_against(model! { y |= intrinsic_random_walk(&three, 2, 1.5).unscaled() }, &[0.4], |q| {
        normal(q[0], sd)
    });
}

/// Of long walks log pdet R and the scale are those of other formulas: for distances of 1 the second
/// differences have D Dᵀ, whose determinant is n² (n² − 1)/12, and the variances are those of sums of
/// independent changes of slope, less the straight line through them.
#[test]
fn long_walks() -> Result<(), Error> {
    const N: usize = 200;
    let t: [f64; N] = std::array::from_fn(|k| 1900.0 + k as f64);
    let n = N as f64;
    params! { x: sum_to_zero(N).without_trend(&t) }
    let q = vec![0.0; N - 2];
    let plain = model! { x |= intrinsic_random_walk(&t, 2, 1.0).unscaled() }.compile()?;
    let want = 0.5 * (n * n * (n * n - 1.0) / 12.0).ln() - (n - 2.0) * HALF_LOG_TWO_PI;
    assert_near(evaluate(&plain, &q).0, want, 1e-10, || "log pdet".to_owned());
    // Column e of G: a bend of 1 behind place e, less its line.
    let centre = 0.5 * (n - 1.0);
    let length: f64 = (0..N).map(|k| (k as f64 - centre).powi(2)).sum();
    let mut variances = vec![0.0; N];
    for bend in 1..N - 1 {
        let x: Vec<f64> = (0..N).map(|k| k.saturating_sub(bend) as f64).collect();
        let mean = x.iter().sum::<f64>() / n;
        let slope = x.iter().zip(0..).map(|(x, k)| x * (f64::from(k) - centre)).sum::<f64>() / length;
        for (k, variance) in variances.iter_mut().enumerate() {
            *variance += (x[k] - mean - slope * (k as f64 - centre)).powi(2);
        }
    }
    let logs = variances.iter().map(|variance| variance.ln()).sum::<f64>() / n;
    let scaled = model! { x |= intrinsic_random_walk(&t, 2, 1.0) }.compile()?;
    assert_near(evaluate(&scaled, &q).0, want + 0.5 * (n - 2.0) * logs, 1e-8, || "scaled".to_owned());
    Ok(())
}
