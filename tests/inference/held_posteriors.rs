//! A struct with a posterior in a field whose type can be written: `Box<dyn Target>`. It makes the draws, the
//! gradients and the predictions that the posterior of the model makes.

use monomorph::prelude::*;
use monomorph::target::Target;
use std::sync::Arc;

struct Service {
    data: Vec<f64>,
    posterior: Box<dyn Target>,
    draws: Option<Draws>,
}

fn model(y: &[f64]) -> impl Model {
    params! { mu: real(), sigma: positive(), l: cholesky_factor_corr(2) }
    model! {
        mu    |= normal(0.0, 5.0),
        sigma |= half_normal(2.0),
        l     |= lkj_corr_cholesky(2.0),
        twice = 2.0 * mu,
        data(y) |= normal(mu, sigma),
    }
}

impl Service {
    fn new(data: Vec<f64>) -> Result<Self, Error> {
        Ok(Self { posterior: Box::new(model(&data).compile()?), data, draws: None })
    }

    fn observe(&mut self, more: f64) -> Result<(), Error> {
        self.data.push(more);
        self.posterior = Box::new(model(&self.data).compile()?);
        Ok(())
    }

    fn sample(&mut self) -> Result<&Draws, Error> {
        let fit = self.posterior.nuts().chains(2).warmup(100).draws(100).seed(1).progress(false).run()?;
        Ok(self.draws.insert(fit.draws().clone()))
    }

    fn predict(&self) -> Result<Draws, Error> {
        model(&self.data).predict(self.draws.as_ref().expect("draws"), 3)
    }
}

const DATA: [f64; 4] = [1.2, 0.4, 0.9, 2.0];

#[test]
fn a_service_has_draws_and_predictions_of_its_model() -> Result<(), Error> {
    let mut service = Service::new(DATA[..3].to_vec())?;
    service.observe(DATA[3])?;
    // All of it goes to a thread, which borrows nothing.
    let sampled = std::thread::spawn(move || {
        service.sample()?;
        Ok::<_, Error>(service)
    });
    let service = sampled.join().expect("the thread ends")?;

    let own = model(&DATA);
    let fit = own.compile()?.nuts().chains(2).warmup(100).draws(100).seed(1).progress(false).run()?;
    assert_eq!(service.draws.as_ref(), Some(fit.draws()));
    let predicted = service.predict()?;
    assert_eq!(predicted, own.predict(fit.draws(), 3)?);
    assert_eq!(predicted.names(), ["twice", "y[0]", "y[1]", "y[2]", "y[3]"]);
    Ok(())
}

#[test]
fn gradients_and_values_are_those_of_the_posterior() -> Result<(), Error> {
    let (service, own) = (Service::new(DATA.to_vec())?, model(&DATA).compile()?);
    let shared: Arc<dyn Target> = Arc::from(service.posterior);
    let q = [0.3, -0.2, 0.7];
    assert_eq!((shared.dimension(), shared.variables()), (own.dimension(), own.variables()));
    let (mut memory, mut memory_of_own) = (shared.workspace(), own.workspace());
    let (mut gradient, mut gradient_of_own) = ([0.0; 3], [0.0; 3]);
    assert_eq!(
        shared.log_density_and_gradient(&q, &mut gradient, &mut memory),
        own.log_density_and_gradient(&q, &mut gradient_of_own, &mut memory_of_own)
    );
    assert_eq!(gradient, gradient_of_own);
    let (mut values, mut values_of_own) = ([0.0; 7], [0.0; 7]);
    shared.constrain_into(&q, &mut values, &mut memory)?;
    own.constrain_into(&q, &mut values_of_own, &mut memory_of_own)?;
    assert_eq!(values, values_of_own);
    assert!(values.contains(&0.6), "twice mu");
    Ok(())
}

#[test]
fn approximations_are_those_of_the_posterior() -> Result<(), Error> {
    let (service, own) = (Service::new(DATA.to_vec())?, model(&DATA).compile()?);
    let of_service =
        [service.posterior.laplace().seed(2).run()?, service.posterior.pathfinder().seed(2).run()?];
    let of_own = [own.laplace().seed(2).run()?, own.pathfinder().seed(2).run()?];
    for (found, expected) in of_service.iter().zip(&of_own) {
        for (one, other) in found.rows().iter().zip(expected.rows()) {
            assert_eq!(one.name, other.name);
            // The kernel of the gradient may round the log density in another way.
            assert!(
                (one.mean - other.mean).abs() < 1e-9 && (one.sd - other.sd).abs() < 1e-9,
                "{one:?} {other:?}"
            );
        }
    }
    Ok(())
}
