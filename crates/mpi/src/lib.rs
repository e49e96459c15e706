//! One posterior over the ranks of MPI: each rank has some rows of the data, and the log density is the sum
//! of the parts that the ranks compute.
//!
//! ```no_run
//! use monomorph::prelude::*;
//! use monomorph_mpi::{Sharded, initialize, rows_of};
//!
//! fn model(x: &[f64], y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, monomorph::Error> {
//!     params! { a: real(), b: real(), sigma: positive() }
//!     let model = model! {
//!         a |= normal(0.0, 5.0),
//!         b |= normal(0.0, 5.0),
//!         sigma |= exponential(1.0),
//!         data(y) |= normal(a + b * data(x), sigma),
//!     };
//!     model.compile()
//! }
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let universe = initialize()?;
//!     let rows = rows_of(1_000, &universe.world()); // those of this rank
//!     let x: Vec<f64> = rows.clone().map(|row| row as f64 / 1_000.0).collect();
//!     let y: Vec<f64> = rows.map(|row| (row % 7) as f64).collect();
//!     let sharded = Sharded::new(&universe.world(), model(&x, &y))?;
//!     // Rank 0 samples, the others compute their part of each gradient and return nothing.
//!     if let Some(fit) = sharded.run(|nuts| nuts.chains(2).seed(1).run())? {
//!         println!("{}", fit.summary());
//!     }
//!     Ok(())
//! }
//! ```
//!
//! `mpirun -n 4 program` runs it. All ranks run the same program, and each rank compiles the same model
//! with its own rows; the model must have the same parameters on all ranks. Priors and log Jacobians count
//! once: rank 0 evaluates its whole posterior, and the others [the log
//! likelihood](monomorph::posterior::Posterior::log_likelihood_and_gradient). Increments count on all
//! ranks, like rows.
//!
//! # The cost of a gradient
//!
//! A gradient needs one broadcast of the point and one reduction of the value and the gradient;
//! `WHY.md` in the folder of this crate explains when this is worth its cost.
//!
//! # Guarantees
//!
//! - Data that one rank refuses are an error on all ranks, with the number of the rank and its message.
//! - A panic of one rank in a gradient ends the run with an error on all ranks. [`Stopped`] contains the
//!   draws so far.
//! - If the process of a rank dies, MPI ends all other ranks. A run with a
//!   [checkpoint](monomorph::sampling::Nuts::checkpoint), which rank 0 writes, can be resumed.

mod error;
mod sharded;
mod wire;

pub use error::{MpiError, Stopped};
pub use mpi;
pub use mpi::topology::SimpleCommunicator;
pub use sharded::{Sharded, Sum};

use mpi::environment::Universe;
use mpi::traits::Communicator;
use std::ops::Range;

/// Initialises MPI. Dropping the returned value finalises MPI, so the value must live longer than
/// everything that uses MPI.
///
/// # Errors
///
/// [`MpiError::NotInitialized`] if MPI was initialised before, or does not allow calls from several
/// threads.
pub fn initialize() -> Result<Universe, MpiError> {
    let begun = mpi::initialize_with_threading(mpi::Threading::Multiple);
    let (universe, threading) =
        begun.ok_or(MpiError::NotInitialized { reason: "it was initialised before" })?;
    if threading < mpi::Threading::Multiple {
        return Err(MpiError::NotInitialized { reason: "it does not let several threads call it" });
    }
    Ok(universe)
}

/// Returns the range of this rank's rows if `count` rows are divided evenly and in order.
pub fn rows_of(count: usize, ranks: &impl Communicator) -> Range<usize> {
    part_of(count, ranks.rank() as usize, ranks.size() as usize)
}

fn part_of(count: usize, part: usize, parts: usize) -> Range<usize> {
    let start = |part: usize| part * (count / parts) + part.min(count % parts);
    start(part)..start(part + 1)
}

/// Divides all ranks into groups of `shards` successive ranks, and returns this rank's group with the
/// number of the group. Each group has all data, in shards, and samples its own chains.
///
/// # Errors
///
/// [`MpiError::Groups`] if the ranks cannot be divided into such groups.
pub fn groups(world: &SimpleCommunicator, shards: usize) -> Result<(SimpleCommunicator, usize), MpiError> {
    let (ranks, rank) = (world.size() as usize, world.rank() as usize);
    if shards == 0 || ranks % shards != 0 {
        return Err(MpiError::Groups { ranks, shards });
    }
    let group = rank / shards;
    let color = mpi::topology::Color::with_value(group as i32);
    let own = world.split_by_color(color).ok_or(MpiError::Groups { ranks, shards })?;
    Ok((own, group))
}

#[cfg(test)]
mod tests {
    use super::part_of;

    #[test]
    fn parts_follow_each_other_and_are_even() {
        for (count, parts) in [(10, 3), (2, 4), (0, 1), (1_000_000, 7)] {
            let all: Vec<_> = (0..parts).map(|part| part_of(count, part, parts)).collect();
            assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert_eq!((all[0].start, all[parts - 1].end), (0, count));
            assert!(all.iter().all(|part| part.len().abs_diff(count / parts) <= 1));
        }
    }
}
