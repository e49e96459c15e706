//! Tests of the kernels of blocks: their gradients are those of the whole model, and they contain the
//! statements of the blanket only.

use super::scope::{Block, Unpaired};
use crate::contract::scope::{Gradient, Value};
use crate::model::statement::BoundModel;
use crate::name::Variables;
use crate::prelude::*;

/// Asserts that a block's log density changes as the whole model's does, with the gradient by the block's
/// coordinates, when these move to their values at another point. The other values in the workspace belong
/// to the first point. Returns the number of statements.
fn compare<M: BoundModel, Moved: Variables>(
    posterior: &Posterior<M>,
    [from, to]: [&[f64]; 2],
    is_moved: impl Fn(usize) -> bool,
) -> usize {
    let (mut own, mut whole) = (posterior.workspace(), posterior.workspace());
    posterior.set_variables::<Value>(from, &mut own).expect("the workspace is the posterior's");
    let there: Vec<f64> = (0..from.len()).map(|i| if is_moved(i) { to[i] } else { from[i] }).collect();
    let mut evaluate = |q: &[f64]| {
        let (mut slopes, mut all) = (vec![7.0; q.len()], vec![0.0; q.len()]);
        let log_density = posterior.along_with_gradient::<Block<M, Moved, true>>(q, &mut slopes, &mut own);
        let joint = posterior.along_with_gradient::<Gradient>(q, &mut all, &mut whole);
        for (i, (slope, expected)) in slopes.iter().zip(&all).enumerate() {
            let expected = if is_moved(i) { *expected } else { 7.0 };
            assert!(
                (slope - expected).abs() < 1e-10 * (1.0 + expected.abs()),
                "{i}: {slope}, not {expected}"
            );
        }
        [log_density, joint]
    };
    let ([here, joint_here], [there, joint_there]) = (evaluate(from), evaluate(&there));
    assert!((there - here - (joint_there - joint_here)).abs() < 1e-9, "{}", there - here);
    assert_ne!(joint_here, joint_there);
    M::count::<Block<M, Moved, true>>()
}

#[test]
fn gradients_of_blocks_are_those_of_the_model() {
    let y = [0.4, 1.2, -0.3];
    params! {
        a: positive(), b: lower(a), mu: vector(3), precision: positive(), level: real(), far: real(),
    }
    let model = model! {
        a |= exponential(1.0),
        b |= lognormal(0.0, 1.0),
        precision |= gamma(2.0, 1.0),
        level |= normal(0.0, 3.0),
        centre = level * 2.0 + far,
        spread = 1.0 / precision.sqrt(),
        mu |= normal(centre, a),
        far |= student_t(4.0, 0.0, 1.0),
        double = 2.0 * mu,
        data(&y) |= normal(double + 0.1 * b, spread),
    };
    let posterior = model.compile().expect("the model compiles");
    let [from, to] =
        [[0.2, -0.3, 0.3, -0.7, 0.2, 0.5, 1.0, 0.9], [-0.4, 0.6, -1.0, 0.4, 1.3, -0.2, 0.1, -0.5]];
    let points = [&from[..], &to[..]];
    let names: Vec<_> = posterior.variables().iter().map(|variable| variable.name).collect();
    assert_eq!(names[..6], ["a", "b", "mu", "precision", "level", "far"]);
    // The parameter that `a` bounds moves with it.
    assert_eq!(compare::<_, (a,)>(&posterior, points, |i| i == 0), 4);
    assert_eq!(compare::<_, (mu,)>(&posterior, points, |i| (2..5).contains(&i)), 2);
    assert_eq!(compare::<_, (far, level)>(&posterior, points, |i| i == 6 || i == 7), 3);
    assert_eq!(compare::<_, (precision, mu)>(&posterior, points, |i| (2..6).contains(&i)), 3);
    // The parameters without a conjugate pair are a, b and far.
    fn unpaired<M: BoundModel>(posterior: &Posterior<M>, points: [&[f64]; 2]) -> usize {
        compare::<M, Unpaired<M>>(posterior, points, |i| i < 2 || i == 7)
    }
    assert_eq!(unpaired(&posterior, points), 5);
}
