//! The supports of fields: their bases are orthonormal, values in the subspace are transformed to their
//! coordinates, and other values are refused.

use crate::common::{assert_near, check_against, evaluate_gradient};
use monomorph::prelude::*;

const EDGES: [(usize, usize); 4] = [(0, 2), (5, 2), (1, 6), (6, 3)];

/// Checks that |x| = |q|, and that `unconstrain` returns the coordinates.
fn check_isometry<M: BoundModel>(posterior: &Posterior<M>) {
    let q: Vec<f64> = (0..posterior.dimension()).map(|k| (1.3 * k as f64 + 0.4).cos()).collect();
    let trace = posterior.constrain(&q).unwrap();
    let x = trace.get("x").unwrap().to_vec();
    let square = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>();
    assert_near(square(&x), square(&q), 1e-13 * square(&q), || "the length".to_owned());
    let back = posterior.unconstrain_trace(&trace).unwrap();
    back.iter().zip(&q).for_each(|(back, q)| assert_near(*back, *q, 1e-13, || "a coordinate".to_owned()));
}

#[test]
fn sums_over_components() -> Result<(), Error> {
    let adjacency = Adjacency::new(8, &EDGES)?;
    params! { x: sum_to_zero(8).within(&adjacency) }
    let posterior = model! { x |= normal(0.0, 1.0) }.compile()?;
    // Islands 4 and 7.
    assert_eq!(posterior.dimension(), 2 + 2 + 1 + 1);
    check_isometry(&posterior);
    let at = posterior.constrain(&[0.3, -0.5, 1.1, 0.2, 4.0, 5.0])?.get("x")?.to_vec();
    assert_near(at[0] + at[2] + at[5], 0.0, 1e-15, || "a sum".to_owned());
    assert_near(at[1] + at[3] + at[6], 0.0, 1e-15, || "a sum".to_owned());
    // A component is coordinates of sum_to_zero.
    params! { part: sum_to_zero(3) }
    let part = model! { part |= normal(0.0, 1.0) }.compile()?.constrain(&[0.3, -0.5])?.get("part")?.to_vec();
    assert_eq!((part, [at[4], at[7]]), (vec![at[0], at[2], at[5]], [4.0, 5.0]));
    // Elements that tell nothing of each other are the slopes of coordinates.
    check_against(model! { x |= normal(0.0, 1.0) }, &[0.3, -0.5, 1.1, 0.2, 4.0, 5.0], |q| {
        -0.5 * q.iter().map(|q| q * q).sum::<f64>() - 8.0 * 0.918_938_533_204_672_8
    });
    let refused = |x: [f64; 8]| posterior.unconstrain(&x).unwrap_err().to_string();
    assert_eq!(
        refused([1.0, 1.0, -2.0, 1.0, 9.0, 1.0, -1.0, 9.0]),
        "the sum of the parameter `x` over the component of place 1 is 1, but must be 0, up to 1e-8 of the largest element"
    );
    assert!(refused([f64::NAN; 8]).contains("`x`[0]") || refused([f64::NAN; 8]).contains("finite"));
    let mut q = [0.0; 6];
    for k in 0..6 {
        q[k] = f64::INFINITY;
        assert_eq!(evaluate_gradient(&posterior, &q).0, f64::NEG_INFINITY, "coordinate {k}");
        q[k] = 0.0;
    }
    Ok(())
}

#[test]
fn rows_and_labels() -> Result<(), Error> {
    let adjacency = Adjacency::new(3, &[(0, 1)])?;
    let district = Labels::from(&["c", "a", "b"]);
    params! { x: sum_to_zero(&district).within(&adjacency).rows(2) }
    let posterior = model! { x |= normal(0.0, 1.0) }.compile()?;
    assert_eq!(posterior.dimension(), 4);
    check_isometry(&posterior);
    let x = posterior.constrain(&[1.0, 2.0, 3.0, 4.0])?.get("x")?.to_vec();
    assert_eq!([x[2], x[5]], [2.0, 4.0]);
    Ok(())
}

#[test]
fn vectors_without_a_trend() -> Result<(), Error> {
    let t = [1990.0, 1991.0, 1993.5, 1994.0, 2001.0];
    params! { x: sum_to_zero(5).without_trend(&t) }
    let posterior = model! { x |= normal(0.0, 1.0) }.compile()?;
    assert_eq!(posterior.dimension(), 3);
    check_isometry(&posterior);
    let at = posterior.constrain(&[0.3, -0.5, 1.1])?.get("x")?.to_vec();
    let sum = |weight: &dyn Fn(f64) -> f64| at.iter().zip(&t).map(|(x, &t)| x * weight(t)).sum::<f64>();
    assert_near(sum(&|_| 1.0), 0.0, 1e-14, || "the sum".to_owned());
    assert_near(sum(&|t| t - 1993.0), 0.0, 1e-13, || "the trend".to_owned());
    check_against(model! { x |= normal(0.0, 1.0) }, &[0.3, -0.5, 1.1], |q| {
        -0.5 * q.iter().map(|q| q * q).sum::<f64>() - 5.0 * 0.918_938_533_204_672_8
    });
    let refused = |x: [f64; 5]| posterior.unconstrain(&x).unwrap_err().to_string();
    assert!(refused([1.0, 0.0, 0.0, 0.0, 0.0]).contains("the sum of the parameter `x` is 1"));
    assert!(refused([-1.0, 0.0, 0.0, 0.0, 1.0]).contains("the trend of the parameter `x` is"));
    for k in 0..3 {
        let mut q = [0.0; 3];
        q[k] = f64::INFINITY;
        assert_eq!(evaluate_gradient(&posterior, &q).0, f64::NEG_INFINITY, "coordinate {k}");
    }
    Ok(())
}
