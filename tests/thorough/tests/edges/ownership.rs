//! A posterior owns its data: it leaves the function that borrowed them, becomes a field, and moves to other
//! threads.

use monomorph::Error;
use monomorph::covariance::{ar1, low_rank};
use monomorph::faer::{Mat, MatRef};
use monomorph::prelude::*;
use std::thread;

/// Returns data in which every number affects the density.
fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|place| (place as f64 * 0.7).sin() + 0.1 * place as f64).collect()
}

/// Overwrites data, which reveals a posterior that still reads them.
fn spoil(data: &mut [f64]) {
    data.fill(f64::NAN);
}

/// A regression whose data do not outlive the call.
fn regression(y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    let x = numbers(y.len());
    params! { a: real(), b: real(), sigma: positive() }
    let model = model! {
        a |= normal(0.0, 5.0),
        b |= normal(0.0, 5.0),
        sigma |= exponential(1.0),
        data(y) |= normal(a + b * data(&x).tanh(), sigma),
    };
    model.compile()
}

/// Nodes of many kinds over data that do not outlive the call: matrices, indices, groups, a covariance,
/// missing rows, a value given.
fn many_kinds(
    y: &[f64],
    design: MatRef<'_, f64>,
    groups: &[usize],
) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    let times = numbers(y.len())
        .iter()
        .scan(0.0, |t, x| {
            *t += x.abs() + 0.1;
            Some(*t)
        })
        .collect::<Vec<_>>();
    let mask: Vec<bool> = (0..y.len()).map(|place| place % 3 != 1).collect();
    let seen: Vec<f64> = y.iter().zip(&mask).filter(|(_, seen)| **seen).map(|(y, _)| *y).collect();
    let counts: Vec<u32> = groups.iter().map(|&group| group as u32).collect();
    let loadings = Mat::from_fn(y.len(), 2, |row, column| 0.1 * (row + 2 * column) as f64);
    let variances = vec![0.5; y.len()];
    params! {
        beta: vector(design.ncols()), theta: vector(3), tau: positive(), rho: interval(0.0, 1.0),
        gamma: vector(3), cutpoints: ordered(2)
    }
    let model = model! {
        beta  |= normal(0.0, 1.0),
        theta |= normal(0.0, tau),
        tau   |= exponential(1.0),
        rho   |= beta(2.0, 2.0),
        gamma |= normal(0.0, 1.0),
        cutpoints |= normal(0.0, 2.0),
        data(y) |= student_t(4.0, data(design).dot(beta) + theta.at(groups), tau),
        data(&counts) |= poisson_log(gamma.at(groups) * data(y)),
        data(groups) |= ordered_logistic(data(design).dot(beta), cutpoints),
        data(&seen) |= multi_normal(0.0, ar1(rho, tau, &times).observed(&mask)),
        data(y) |= multi_normal(0.0, low_rank(data(&loadings), tau * data(&variances))),
        data(y) |= mixture([0.3, 0.7], [normal(theta.at(0), tau), normal(theta.at(1), tau)]),
    };
    let value = vec![0.4; 3];
    model.condition(gamma, &value).compile()
}

/// The log density and the gradient at a point where no coordinate is 0.
fn evaluate(posterior: &dyn Density) -> (f64, Vec<f64>) {
    let q: Vec<f64> = (0..posterior.dimension()).map(|place| 0.1 + 0.05 * place as f64).collect();
    let (mut gradient, mut workspace) = (vec![0.0; q.len()], posterior.workspace());
    let log_density = posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
    assert!(log_density.is_finite() && gradient.iter().all(|slope| slope.is_finite()));
    (log_density, gradient)
}

#[test]
fn data_may_change_after_compile() -> Result<(), Error> {
    let mut y = numbers(12);
    let mut groups: Vec<usize> = (0..12).map(|place| place % 3).collect();
    let mut design = numbers(36);
    let plain = regression(&y)?;
    let kinds = many_kinds(&y, MatRef::from_row_major_slice(&design, 12, 3), &groups)?;
    let before = (evaluate(&plain), evaluate(&kinds));
    spoil(&mut y);
    spoil(&mut design);
    groups.fill(usize::MAX);
    assert_eq!((evaluate(&plain), evaluate(&kinds)), before);
    Ok(())
}

#[test]
fn a_posterior_is_a_field() -> Result<(), Error> {
    struct Service<M> {
        posterior: Posterior<M>,
        workspace: Workspace,
    }

    impl<M: BoundModel> Service<M> {
        fn new(posterior: Posterior<M>) -> Self {
            let workspace = posterior.workspace();
            Self { posterior, workspace }
        }

        fn log_density(&mut self, q: &[f64]) -> f64 {
            self.posterior.log_density(q, &mut self.workspace)
        }
    }

    let mut service = Service::new(regression(&numbers(5))?);
    let q = vec![0.1; service.posterior.dimension()];
    let first = service.log_density(&q);
    // Another posterior of this type takes its place.
    service = Service::new(regression(&numbers(6))?);
    assert_ne!(service.log_density(&q), first);
    Ok(())
}

#[test]
fn posteriors_of_different_types_share_a_collection() -> Result<(), Error> {
    fn is_free<T: Send + Sync + 'static>(_: &T) {}

    let groups: Vec<usize> = (0..9).map(|place| place % 3).collect();
    let design = numbers(27);
    let all: Vec<Box<dyn Density>> = vec![
        Box::new(regression(&numbers(9))?),
        Box::new(many_kinds(&numbers(9), MatRef::from_row_major_slice(&design, 9, 3), &groups)?),
    ];
    is_free(&all);
    let here: Vec<_> = all.iter().map(|posterior| evaluate(posterior.as_ref())).collect();
    drop((groups, design));
    let there: Vec<_> = all
        .into_iter()
        .map(|posterior| thread::spawn(move || evaluate(posterior.as_ref())))
        .map(|thread| thread.join().expect("evaluation does not panic"))
        .collect();
    assert_eq!(here, there);
    Ok(())
}

/// The kernel of the gradient, of which a `dyn Density` asks log densities too, tells them where the gradient
/// is not finite.
#[test]
fn log_densities_of_objects_do_not_depend_on_gradients() -> Result<(), Error> {
    params! { x: real(), scale: positive() }
    let model = model! { x |= normal(0.0, scale), scale |= exponential(1.0), increment((x * x).sqrt()) };
    let posterior = model.compile()?;
    let object: &dyn Density = &posterior;
    let mut workspace = posterior.workspace();
    for q in [[0.0, 0.3], [0.4, -0.2], [1.0, 1e3], [f64::NAN, 0.0]] {
        let alone = posterior.log_density(&q, &mut workspace);
        let of_object = object.log_density(&q, &mut workspace);
        assert!(alone == of_object || (alone - of_object).abs() < 1e-14, "{alone} and {of_object} at {q:?}");
    }
    let mut gradient = [1.0; 2];
    assert_eq!(
        object.log_density_and_gradient(&[0.0, 0.3], &mut gradient, &mut workspace),
        f64::NEG_INFINITY
    );
    assert_eq!(gradient, [0.0; 2]);
    assert!(object.log_density(&[0.0, 0.3], &mut workspace).is_finite());
    assert!(object.log_density(&[0.0], &mut workspace).is_nan());
    let mut foreign = posterior_of_another(&model)?;
    assert!(object.log_density(&[0.0, 0.3], &mut foreign).is_nan());
    Ok(())
}

/// A workspace that is not the posterior's.
fn posterior_of_another(model: &impl Model) -> Result<Workspace, Error> {
    Ok(model.compile()?.workspace())
}

#[test]
fn a_posterior_is_sampled_where_its_data_are_gone() -> Result<(), Error> {
    let posterior = regression(&numbers(20))?;
    let fit = thread::spawn(move || posterior.nuts().chains(2).draws(50).seed(1).progress(false).run());
    let fit = fit.join().expect("sampling does not panic")?;
    assert_eq!(fit.draws().names(), ["a", "b", "sigma"]);
    Ok(())
}
