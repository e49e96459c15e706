//! A run in which one rank fails: `mpirun -n 2 ranks_that_fail WAY`, with the way `refused`, `other`,
//! `panic`, `sampler` or `none`. Each rank prints the error that it receives. `check.sh` compares the
//! errors.

use monomorph::custom::{CustomOperation, Inputs, Outputs, operation};
use monomorph::prelude::*;
use monomorph::shape::{Scalar, Size};
use monomorph_mpi::mpi::traits::Communicator;
use monomorph_mpi::{Sharded, initialize};
use std::sync::atomic::{AtomicUsize, Ordering};

static VALUES: AtomicUsize = AtomicUsize::new(0);

/// The identity, which panics after a number of evaluations.
#[derive(Clone, Copy, Debug)]
struct Mortal {
    evaluations: usize,
}

impl CustomOperation for Mortal {
    const NAME: &'static str = "mortal";
    type Shape = Scalar;

    fn size(&self, _: &[Size]) -> Result<Size, String> {
        Ok(Size::SCALAR)
    }

    fn value(&self, inputs: Inputs<'_>, _: &mut [f64], value: &mut [f64]) {
        assert!(VALUES.fetch_add(1, Ordering::Relaxed) < self.evaluations, "the end of a rank");
        value[0] = inputs[0][0];
    }

    fn adjoint(&self, _: Inputs<'_>, _: &mut [f64], outputs: &mut Outputs<'_>) {
        outputs.add(0, 0, outputs.adjoint[0]);
    }
}

fn model(y: &[f64], own: &Mortal, length: usize) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { mu: real(), eta: vector(length) }
    let model = model! {
        mu  |= normal(0.0, 1.0),
        eta |= normal(0.0, 1.0),
        level = operation(own, (mu,)),
        data(y) |= normal(level, 1.0),
    };
    model.compile()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let way = std::env::args().nth(1).unwrap_or_default();
    let universe = initialize()?;
    let world = universe.world();
    let is_last = world.rank() == world.size() - 1;
    let value = if way == "refused" && is_last { f64::NAN } else { 0.5 };
    let length = if way == "other" && is_last { 3 } else { 2 };
    let evaluations = if way == "panic" && is_last { 600 } else { usize::MAX };
    let own = Mortal { evaluations };
    std::panic::set_hook(Box::new(|_| {}));

    let told = |text: String| println!("rank {}: {text}", world.rank());
    let sharded = match Sharded::new(&world, model(&[value, 0.7], &own, length)) {
        Ok(sharded) => sharded,
        Err(error) => {
            told(error.to_string());
            return Ok(());
        }
    };
    let draws = if way == "sampler" { 0 } else { 200 };
    match sharded.run(|nuts| nuts.chains(1).warmup(50).draws(draws).progress(false).run()) {
        Ok(fit) => told(format!("{:?} draws", fit.map(|fit| fit.draws().draws_per_chain()))),
        Err(stopped) => {
            let kept = stopped.kept.map(|fit| (1..200).contains(&fit.draws().draws_per_chain()));
            told(format!("{}, some draws are kept: {kept:?}", stopped.error));
        }
    }
    Ok(())
}
