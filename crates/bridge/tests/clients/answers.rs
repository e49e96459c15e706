//! The results of valid calls to a library, compared with the posterior itself and with formulas.

use crate::c::*;
use crate::{DATA, build};
use monomorph_bridge::Data;
use std::f64::consts::{LN_2, PI};
use std::ptr;

const Q: [f64; 4] = [0.3, -0.4, 0.5, 0.6];

#[test]
fn names_are_those_of_stan() {
    let handle = Handle::new(DATA).unwrap();
    let all = "mu,tau,eta.1,eta.2,theta.1,theta.2";
    unsafe {
        assert_eq!((bs_major_version, bs_minor_version), (2, 9));
        assert_eq!(text(bs_name(handle.0)), env!("CARGO_CRATE_NAME"));
        assert!(text(bs_model_info(handle.0)).contains("STAN_THREADS=true"));
        assert_eq!(text(bs_param_unc_names(handle.0)), "mu,tau,eta.1,eta.2");
        assert_eq!(text(bs_param_names(handle.0, false, false)), "mu,tau,eta.1,eta.2");
        assert_eq!(text(bs_param_names(handle.0, true, false)), all);
        assert_eq!(text(bs_param_names(handle.0, true, true)), format!("{all},total,again.1,again.2"));
        assert_eq!(bs_param_num(handle.0, true, true), 9);
        assert_eq!(bs_param_unc_num(handle.0), 4);
    }
}

/// Computes the density by its formula: with all terms, or only with the terms that depend on parameters.
fn formula(is_proportional: bool, has_jacobian: bool) -> f64 {
    let (mu, log_tau, eta) = (Q[0], Q[1], [Q[2], Q[3]]);
    let tau = log_tau.exp();
    let normal = |x: f64, mean: f64, scale: f64| {
        let constant = if is_proportional { 0.0 } else { scale.ln() + 0.5 * (2.0 * PI).ln() };
        -0.5 * ((x - mean) / scale).powi(2) - constant
    };
    let constant = if is_proportional { 0.0 } else { (2.0 / (5.0 * PI)).ln() };
    let prior = normal(mu, 0.0, 5.0) + constant - (tau / 5.0).powi(2).ln_1p();
    let schools: f64 = [(28.0, 15.0), (8.0, 10.0)]
        .iter()
        .zip(eta)
        .map(|((y, sigma), eta)| normal(eta, 0.0, 1.0) + normal(*y, mu + tau * eta, *sigma))
        .sum();
    prior + schools + if has_jacobian { log_tau } else { 0.0 }
}

#[test]
fn the_four_densities_are_those_of_the_formula() {
    let handle = Handle::new(DATA).unwrap();
    for (propto, jacobian) in [(false, false), (false, true), (true, false), (true, true)] {
        let (mut value, mut alone, mut gradient) = (0.0, 0.0, [0.0; 4]);
        let (q, place) = (Q.as_ptr(), gradient.as_mut_ptr());
        unsafe {
            let message = ptr::null_mut();
            assert_eq!(bs_log_density_gradient(handle.0, propto, jacobian, q, &mut value, place, message), 0);
            assert_eq!(bs_log_density(handle.0, propto, jacobian, q, &mut alone, message), 0);
        }
        let expected = formula(propto, jacobian);
        assert!((value - expected).abs() < 1e-13, "{propto} {jacobian}: {value}, not {expected}");
        assert!((alone - expected).abs() < 1e-13);
        // Without the Jacobian the derivative with respect to log τ is smaller by that of the log Jacobian,
        // 1.
        let (_, with) = handle.sampled(&Q);
        let less = if jacobian { 0.0 } else { 1.0 };
        assert!((with[1] - gradient[1] - less).abs() < 1e-13);
    }
}

#[test]
fn calls_return_what_the_posterior_does_bit_for_bit() {
    let (handle, posterior) = (Handle::new(DATA).unwrap(), build(&Data::parse(DATA).unwrap()).unwrap());
    let proportional = posterior.without_constants();
    let mut workspace = posterior.workspace();
    let mut expected = [0.0; 4];
    let density = proportional.log_density_and_gradient(&Q, &mut expected, &mut workspace);
    assert_eq!(handle.sampled(&Q), (density, expected.to_vec()));

    let (mut value, mut gradient, mut values, mut all) = (0.0, [0.0; 4], [0.0; 6], [0.0; 6]);
    unsafe {
        assert_eq!(monomorph_logp(4, Q.as_ptr(), gradient.as_mut_ptr(), &mut value, handle.0), 0);
        assert_eq!(monomorph_expand(4, 6, Q.as_ptr(), values.as_mut_ptr(), handle.0), 0);
    }
    assert_eq!((value, gradient), (density, expected));
    posterior.constrain_into(&Q, &mut all, &mut workspace).unwrap();
    assert_eq!(values, all);

    let mut back = [0.0; 4];
    let code = unsafe { bs_param_unconstrain(handle.0, values.as_ptr(), back.as_mut_ptr(), ptr::null_mut()) };
    assert_eq!(code, 0);
    assert!(back.iter().zip(Q).all(|(back, q)| (back - q).abs() < 1e-15));
}

#[test]
fn the_hessian_is_that_of_the_formula() {
    let handle = Handle::new(DATA).unwrap();
    let (mut value, mut gradient, mut hessian) = (0.0, [0.0; 4], [0.0; 16]);
    let (q, slopes, places) = (Q.as_ptr(), gradient.as_mut_ptr(), hessian.as_mut_ptr());
    let message = ptr::null_mut();
    let code =
        unsafe { bs_log_density_hessian(handle.0, true, true, q, &mut value, slopes, places, message) };
    assert_eq!((code, value), (0, handle.sampled(&Q).0));
    let (tau, weights) = (Q[1].exp(), [1.0 / 225.0, 1.0 / 100.0]);
    let of_mu = -1.0 / 25.0 - weights[0] - weights[1];
    let near =
        |found: f64, expected: f64| assert!((found - expected).abs() < 1e-8, "{found}, not {expected}");
    near(hessian[0], of_mu);
    near(hessian[2], -tau * weights[0]);
    near(hessian[11], 0.0);
    near(hessian[10], -1.0 - tau * tau * weights[0]);
    (0..16).for_each(|i| assert_eq!(hessian[i], hessian[i % 4 * 4 + i / 4]));
}

#[test]
fn minus_infinity_is_an_answer() {
    let handle = Handle::new(DATA).unwrap();
    let (value, gradient) = handle.sampled(&[0.0, 800.0, 0.0, 0.0]);
    assert_eq!((value, gradient), (f64::NEG_INFINITY, vec![0.0; 4]));
    let (value, gradient) = handle.sampled(&[f64::NAN; 4]);
    assert_eq!((value, gradient), (f64::NEG_INFINITY, vec![0.0; 4]));
}

#[test]
fn points_to_begin_at_have_what_is_given() {
    let handle = Handle::new(DATA).unwrap();
    let mut q = [f64::NAN; 4];
    unsafe {
        let rng = bs_rng_construct(3, ptr::null_mut());
        let (json, message) = (c"{\"tau\": 2, \"eta\": [1, -1]}".as_ptr(), ptr::null_mut());
        let place = q.as_mut_ptr();
        assert_eq!(bs_param_initialize(handle.0, json, rng, 0.5, 10, true, place, message), 0);
        assert!((q[1] - LN_2).abs() < 1e-15 && q[2..] == [1.0, -1.0] && q[0].abs() < 0.5, "{q:?}");
        let first = q[0];
        assert_eq!(bs_param_initialize(handle.0, ptr::null(), rng, 0.5, 10, true, place, message), 0);
        assert!(q[0] != first && q.iter().all(|q| q.abs() < 0.5), "{q:?}");
        bs_rng_destruct(rng);
    }
}
