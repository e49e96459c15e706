//! One posterior over the ranks of MPI: each rank holds some rows of the data, and the log density is the sum
//! of what all of them compute.
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
//! `mpirun -n 4 program` runs it. All ranks run the same program, so that each compiles the same model of
//! rows of its own; the model must have the same parameters on all of them. Priors and log Jacobians count
//! once: rank 0 evaluates its whole posterior, and the others [the log
//! likelihood](monomorph::posterior::Posterior::log_likelihood_and_gradient). Increments count on all ranks,
//! as rows do.
//!
//! # What a gradient costs
//!
//! One broadcast of the point and one reduction of the value and the gradient: `docs/why/mpi.md` has when
//! that pays.
//!
//! # What is promised
//!
//! - Data that one rank refuses are an error on all ranks, with the rank and its words.
//! - A panic of one rank in a gradient ends the run with an error on all ranks. The draws up to there are
//!   kept: [`Stopped`] has them.
//! - A rank whose process dies takes the others with it, as MPI does. A run with a
//!   [checkpoint](monomorph::sampling::Nuts::checkpoint), which rank 0 writes, goes on from there.

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

/// Begins MPI. The value ends it when it is dropped, so it must live as long as whatever uses MPI.
///
/// # Errors
///
/// [`MpiError::NotInitialized`] if MPI was begun before, or does not let several threads call it.
pub fn initialize() -> Result<Universe, MpiError> {
    let begun = mpi::initialize_with_threading(mpi::Threading::Multiple);
    let (universe, threading) = begun.ok_or(MpiError::NotInitialized { reason: "it was begun before" })?;
    if threading < mpi::Threading::Multiple {
        return Err(MpiError::NotInitialized { reason: "it does not let several threads call it" });
    }
    Ok(universe)
}

/// The rows of this rank, of `count` that are parted evenly and in order.
pub fn rows_of(count: usize, ranks: &impl Communicator) -> Range<usize> {
    part_of(count, ranks.rank() as usize, ranks.size() as usize)
}

fn part_of(count: usize, part: usize, parts: usize) -> Range<usize> {
    let start = |part: usize| part * (count / parts) + part.min(count % parts);
    start(part)..start(part + 1)
}

/// Parts all ranks into groups of `shards` ranks that follow each other, and returns this rank's group with
/// its number: each group has all data in shards, and samples chains of its own.
///
/// # Errors
///
/// [`MpiError::Groups`] if the ranks cannot be parted so.
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
