//! Kernels restricted to some variables: a focus evaluates the Markov blanket and nothing else, fixed
//! variables are constants, and what remains is exactly the joint density and its gradient.
//!
//! That a statement is *not* evaluated is shown by points at which it would make the log density −∞, and that
//! a gradient is not written by a mark that stays where it was.

use crate::common;
use crate::common::assert_near;
use monomorph::name::Variables;
use monomorph::prelude::*;

/// No gradient of these models has this value.
const MARK: f64 = 12345.678;

/// The coordinates of the parameters.
const MU: usize = 0;
const TAU: usize = 1;
const ETA: [usize; 3] = [2, 3, 4];
const SIGMA: usize = 5;
const RATE: usize = 6;
const SLOPE: usize = 7;
const SHARE: usize = 8;

const Q: [f64; 9] = [0.3, -0.2, 0.5, -1.2, 0.7, 0.1, -0.4, 0.8, 0.25];

/// Returns the log density and the gradient of a restricted kernel, with marks at elements that it has not
/// written.
fn restricted<Fixed: Variables, Focus: Variables>(
    posterior: &Posterior<impl BoundModel>,
    q: &[f64],
) -> (f64, Vec<f64>) {
    let mut gradient = vec![MARK; q.len()];
    let value = posterior.restricted::<Fixed, Focus>(q, &mut gradient, &mut posterior.workspace());
    (value, gradient)
}

fn joint(posterior: &Posterior<impl BoundModel>, q: &[f64]) -> (f64, Vec<f64>) {
    let mut gradient = vec![MARK; q.len()];
    let value = posterior.log_density_and_gradient(q, &mut gradient, &mut posterior.workspace());
    (value, gradient)
}

/// The point with some coordinates moved.
fn moved(coordinates: &[usize], by: f64) -> [f64; 9] {
    let mut q = Q;
    for &i in coordinates {
        q[i] += by;
    }
    q
}

/// Checks that the kernel focused on the parameter at these coordinates changes as the joint density does,
/// and that its gradient is the joint's there and unwritten elsewhere.
fn check_focus<Focus: Variables>(posterior: &Posterior<impl BoundModel>, coordinates: &[usize]) {
    let at = |q: &[f64]| restricted::<(), Focus>(posterior, q);
    let base = at(&Q).0 - joint(posterior, &Q).0;
    for by in [-0.2, 0.0, 0.01, 0.6] {
        let q = moved(coordinates, by);
        let ((value, gradient), (joint, whole)) = (at(&q), joint(posterior, &q));
        let difference = (value - joint) - base;
        assert!(difference.abs() < 1e-12 * joint.abs().max(1.0), "{by}: {difference}");
        for i in 0..q.len() {
            if coordinates.contains(&i) {
                assert_close(gradient[i], whole[i]);
            } else {
                assert_eq!(gradient[i], MARK, "coordinate {i} was written");
            }
        }
    }
}

fn assert_close(a: f64, b: f64) {
    assert_near(a, b, 1e-12 * b.abs().max(1.0), String::new);
}

/// At y = 0 the slope of |y| = √y² is 0 · ∞. A kernel minds only the slopes that it writes.
#[test]
fn slopes_that_are_not_finite_are_zeros_without_a_density() {
    params! { x: real(), y: vector(9) }
    let model = model! {
        x |= normal(0.0, 1.0),
        y |= normal(x, 1.0),
        increment(y.square().sqrt()),
    };
    common::on_every_set(model, |set, posterior| {
        let (mut workspace, mut q) = (posterior.workspace(), [0.5; 10]);
        q[3] = 0.0;
        let mut gradient = [MARK; 10];
        let value = posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
        assert_eq!((value, gradient), (f64::NEG_INFINITY, [0.0; 10]), "{set}");
        assert!(
            posterior.log_density(&q, &mut workspace).is_finite(),
            "{set}: without the gradient it is a number"
        );

        let mut gradient = [MARK; 10];
        let value = posterior.restricted::<(), (y,)>(&q, &mut gradient, &mut workspace);
        assert_eq!((value, gradient[0], &gradient[1..]), (f64::NEG_INFINITY, MARK, &[0.0; 9][..]), "{set}");
        let mut gradient = [MARK; 10];
        let value = posterior.restricted::<(), (x,)>(&q, &mut gradient, &mut workspace);
        assert!(
            value.is_finite() && gradient[0].is_finite() && gradient[1..] == [MARK; 9],
            "{set}: {gradient:?}"
        );

        let of_y = posterior.full_conditional(y, &q).expect("a parameter");
        let mut gradient = [MARK; 9];
        let value = of_y.log_density_and_gradient(&q[1..], &mut gradient, &mut of_y.workspace());
        assert_eq!((value, gradient), (f64::NEG_INFINITY, [0.0; 9]), "{set}");
    });
}

/// Checks that the kernel with these coordinates fixed has the joint's gradient in all others, and writes
/// nothing there.
fn check_fixed<Fixed: Variables>(posterior: &Posterior<impl BoundModel>, fixed: &[usize]) {
    let (value, gradient) = restricted::<Fixed, ()>(posterior, &Q);
    let (_, whole) = joint(posterior, &Q);
    for i in 0..Q.len() {
        if fixed.contains(&i) {
            assert_eq!(gradient[i], MARK, "coordinate {i} was written");
        } else {
            assert_close(gradient[i], whole[i]);
        }
    }
    // The value changes as the joint does when the others move.
    let free: Vec<usize> = (0..9).filter(|i| !fixed.contains(i)).collect();
    let q = moved(&free, 0.03);
    let change = restricted::<Fixed, ()>(posterior, &q).0 - value;
    let expected = joint(posterior, &q).0 - joint(posterior, &Q).0;
    assert!((change - expected).abs() < 1e-11, "{change} is not {expected}");
}

/// All of them share one model, since each would compile its kernels again: names of parameters are types.
#[test]
fn kernels_of_one_model() {
    let y = [0.4, -0.3, 1.1];
    let z = [2.5, 1.0, 0.5, 3.0];
    let counts = [1, 0, 4];
    params! {
        mu: real(),
        tau: positive(),
        eta: vector(3),
        sigma: positive(),
        rate: positive(),
        slope: real(),
        share: real(),
    }
    let model = model! {
        mu    |= normal(0.0, 2.0),
        tau   |= half_cauchy(1.0),
        eta   |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        scaled = theta * slope,
        total = scaled.sum(),
        sigma |= exponential(1.0),
        rate  |= gamma(2.0, 1.0),
        slope |= normal(0.5, 1.0),
        // Outside of (0, 1) the density of `share` is zero.
        share |= beta(2.0, 3.0),
        data(&y) |= normal(theta, sigma),
        data(&z) |= normal(total, 2.0),
        data(&counts) |= poisson(rate),
    };
    let posterior = model.compile().unwrap();

    // Focus on one variable is its full conditional.
    {
        check_focus::<(mu,)>(&posterior, &[MU]);
        check_focus::<(tau,)>(&posterior, &[TAU]);
        check_focus::<(eta,)>(&posterior, &ETA);
        check_focus::<(sigma,)>(&posterior, &[SIGMA]);
        check_focus::<(rate,)>(&posterior, &[RATE]);
        check_focus::<(slope,)>(&posterior, &[SLOPE]);
        check_focus::<(share,)>(&posterior, &[SHARE]);
    }

    // Focus on several variables is their joint conditional.
    {
        check_focus::<(mu, slope)>(&posterior, &[MU, SLOPE]);
        check_focus::<(rate, share)>(&posterior, &[RATE, SHARE]);
        let all: Vec<usize> = (0..9).collect();
        check_focus::<(mu, tau, eta, sigma, rate, slope, share)>(&posterior, &all);
    }

    // Statements outside the blanket are not evaluated.
    {
        let mut q = Q;
        q[SHARE] = 3.0;
        assert_eq!(joint(&posterior, &q).0, f64::NEG_INFINITY);
        // The blankets of all others are without `share`.
        let at_q = restricted::<(), (mu,)>(&posterior, &q);
        assert!(at_q.0.is_finite());
        assert_eq!(at_q, restricted::<(), (mu,)>(&posterior, &Q));
        assert_eq!(restricted::<(), (rate,)>(&posterior, &q), restricted::<(), (rate,)>(&posterior, &Q));
        // Its own is not.
        assert_eq!(restricted::<(), (share,)>(&posterior, &q).0, f64::NEG_INFINITY);
    }

    // Variables outside the blanket are not read.
    {
        // What is not in the blanket may be anything, even NaN.
        let poisoned = |kept: &[usize]| {
            let mut q = [f64::NAN; 9];
            for &i in kept {
                q[i] = Q[i];
            }
            q
        };
        let rate_alone = poisoned(&[RATE]);
        assert_eq!(
            restricted::<(), (rate,)>(&posterior, &rate_alone),
            restricted::<(), (rate,)>(&posterior, &Q)
        );
        let share_alone = poisoned(&[SHARE]);
        assert_eq!(
            restricted::<(), (share,)>(&posterior, &share_alone),
            restricted::<(), (share,)>(&posterior, &Q)
        );
        // sigma's blanket is theta, and what theta is made of; not slope, of which `scaled` and `total` are
        // made.
        let sigma_blanket = poisoned(&[SIGMA, MU, TAU, ETA[0], ETA[1], ETA[2]]);
        let at_blanket = restricted::<(), (sigma,)>(&posterior, &sigma_blanket);
        assert!(at_blanket.0.is_finite());
        assert_eq!(at_blanket, restricted::<(), (sigma,)>(&posterior, &Q));
        // slope's blanket goes through the chain total, scaled, theta; not sigma.
        let slope_blanket = poisoned(&[SLOPE, MU, TAU, ETA[0], ETA[1], ETA[2]]);
        let at_blanket = restricted::<(), (slope,)>(&posterior, &slope_blanket);
        assert!(at_blanket.0.is_finite());
        assert_eq!(at_blanket, restricted::<(), (slope,)>(&posterior, &Q));
    }

    // Where there is no density, what a kernel writes is zero, and the rest is left.
    {
        let mut q = Q;
        q[SHARE] = 3.0;
        let zeros_at = |written: &[usize]| {
            let gradient = (0..Q.len()).map(|i| if written.contains(&i) { 0.0 } else { MARK });
            (f64::NEG_INFINITY, gradient.collect::<Vec<f64>>())
        };
        assert_eq!(restricted::<(), (share,)>(&posterior, &q), zeros_at(&[SHARE]));
        assert_eq!(restricted::<(mu,), ()>(&posterior, &q), zeros_at(&[1, 2, 3, 4, 5, 6, 7, 8]));
    }

    // Fixed variables are constants.
    {
        check_fixed::<()>(&posterior, &[]);
        check_fixed::<(mu,)>(&posterior, &[MU]);
        check_fixed::<(tau, eta)>(&posterior, &[TAU, 2, 3, 4]);
        check_fixed::<(sigma, share)>(&posterior, &[SIGMA, SHARE]);
        // With these, theta is fixed; with slope as well, so are the definitions after it.
        check_fixed::<(mu, tau, eta)>(&posterior, &[MU, TAU, 2, 3, 4]);
        check_fixed::<(mu, tau, eta, slope)>(&posterior, &[MU, TAU, 2, 3, 4, SLOPE]);
        check_fixed::<(mu, tau, eta, sigma, rate, slope, share)>(&posterior, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    // Fixed scales have no jacobian.
    {
        let (value, _) = restricted::<(tau, sigma, rate), ()>(&posterior, &Q);
        let jacobians = Q[TAU] + Q[SIGMA] + Q[RATE];
        assert_close(value, joint(&posterior, &Q).0 - jacobians);
    }

    // Fixed and focus together.
    {
        // tau is a constant in the blanket of mu and tau.
        let (value, gradient) = restricted::<(tau,), (mu, tau)>(&posterior, &Q);
        let (both, of_both) = restricted::<(), (mu, tau)>(&posterior, &Q);
        assert_close(value, both - Q[TAU]);
        assert_close(gradient[MU], of_both[MU]);
        assert_eq!(gradient[TAU], MARK);
        assert!(gradient[2..].iter().all(|&g| g == MARK));
    }

    // A whole kernel after a restricted one is not harmed.
    {
        let mut workspace = posterior.workspace();
        let mut gradient = [0.0; 9];
        let expected = joint(&posterior, &Q);
        posterior.restricted::<(), (mu,)>(&moved(&[MU, SIGMA], 2.0), &mut gradient, &mut workspace);
        posterior.restricted::<(tau,), (slope,)>(&moved(&[TAU], -1.0), &mut gradient, &mut workspace);
        let value = posterior.log_density_and_gradient(&Q, &mut gradient, &mut workspace);
        assert_eq!((value, gradient.to_vec()), expected);
    }
}
