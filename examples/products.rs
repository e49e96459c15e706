//! Posteriors of several models in one program: two products, compiled again when sales arrive, evaluated
//! and sampled by several threads.
//!
//! The sales are invented.
//!
//! `cargo run --release --example products` runs it.
//!
//! What to look at: By two models of different types, bread sells at 11.7 loaves a day, and sales of
//! umbrellas grow by 16 % a day. The last two lines are log densities, from two threads that share
//! posteriors by pointers.

use monomorph::Error;
use monomorph::posterior::Density;
use monomorph::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;

/// A model and its latest posterior. `Build` compiles the model with data; the posterior owns the data that
/// it needs.
struct Product<M, Build> {
    build: Build,
    posterior: Arc<Posterior<M>>,
}

impl<M: BoundModel, Build: Fn(&[u32]) -> Result<Posterior<M>, Error>> Product<M, Build> {
    fn new(build: Build, sales: &[u32]) -> Result<Self, Error> {
        let posterior = Arc::new(build(sales)?);
        Ok(Self { build, posterior })
    }

    /// Compiles the model with new data. Threads that still read the old posterior keep it as long as they
    /// need it.
    fn update(&mut self, sales: &[u32]) -> Result<(), Error> {
        self.posterior = Arc::new((self.build)(sales)?);
        Ok(())
    }
}

/// Sales at a constant rate.
fn steady(sales: &[u32]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { rate: positive() }
    let model = model! {
        rate |= gamma(2.0, 0.1),
        data(sales) |= poisson(rate),
    };
    model.compile()
}

/// Sales that change by a constant factor every day, with a larger variance than a Poisson distribution
/// has.
fn trending(sales: &[u32]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    let days: Vec<f64> = (0..sales.len()).map(|day| day as f64).collect();
    params! { level: real(), growth: real(), precision: positive() }
    let model = model! {
        level     |= normal(2.0, 1.0),
        growth    |= normal(0.0, 0.1),
        precision |= exponential(0.1),
        data(sales) |= neg_binomial_2((level + growth * data(&days)).exp(), precision),
    };
    model.compile()
}

fn main() -> Result<(), Error> {
    let mut bread = Product::new(steady, &[12, 9, 14, 11])?;
    let mut umbrellas = Product::new(trending, &[2, 3, 3, 5, 8])?;

    // New data arrive: a posterior of the same type replaces the old one.
    bread.update(&[12, 9, 14, 11, 13, 10])?;
    umbrellas.update(&[2, 3, 3, 5, 8, 9, 14])?;

    // Several threads sample. Each thread owns a pointer to the posterior and borrows nothing from this
    // function.
    let (bread_posterior, umbrella_posterior) =
        (Arc::clone(&bread.posterior), Arc::clone(&umbrellas.posterior));
    let rate = thread::spawn(move || mean_of(&bread_posterior, "rate"));
    let growth = thread::spawn(move || mean_of(&umbrella_posterior, "growth"));
    let rate = rate.join().expect("the thread runs to its end")?;
    let growth = growth.join().expect("the thread runs to its end")?;
    println!("bread: {rate:.1} loaves a day; umbrellas: {:+.0} % a day", 100.0 * growth.exp_m1());

    // Models of different types in one collection, by the two methods that all posteriors have.
    let posteriors: BTreeMap<&str, Arc<dyn Density>> = BTreeMap::from([
        ("bread", bread.posterior as Arc<dyn Density>),
        ("umbrellas", umbrellas.posterior as Arc<dyn Density>),
    ]);
    let answers: Vec<_> = posteriors
        .into_iter()
        .map(|(name, posterior)| {
            thread::spawn(move || {
                let mut workspace = posterior.workspace(); // one for each thread, and the only allocation
                let (q, mut gradient) = (vec![0.1; posterior.dimension()], vec![0.0; posterior.dimension()]);
                let lp = posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
                format!("{name}: log density {lp:.2} at q = {q:?}")
            })
        })
        .collect();
    for answer in answers {
        println!("{}", answer.join().expect("the thread runs to its end"));
    }
    Ok(())
}

/// The posterior mean of a scalar parameter.
fn mean_of<M: BoundModel>(posterior: &Posterior<M>, name: &str) -> Result<f64, Error> {
    let fit = posterior.nuts().chains(2).draws(500).seed(1).progress(false).run()?;
    fit.draws().column(name).map(|column| column.mean())
}
