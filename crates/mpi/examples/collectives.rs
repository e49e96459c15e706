//! The cost of a gradient over ranks in addition to its arithmetic: one broadcast of n numbers and one
//! reduction of n + 1 numbers. Prints the fastest of many: `mpirun -n 2 collectives`.

use monomorph_mpi::initialize;
use monomorph_mpi::mpi::collective::SystemOperation;
use monomorph_mpi::mpi::traits::{Communicator, CommunicatorCollectives, Root};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let universe = initialize()?;
    let world = universe.world();
    let root = world.process_at_rank(0);
    for count in [1_usize, 21, 100, 1_000, 10_000, 100_000, 1_000_000] {
        let (mut point, part) = (vec![0.5; count], vec![0.25; count + 1]);
        let mut sum = vec![0.0; count + 1];
        let calls = (1_000_000 / (count + 1_000)).max(3);
        let mut best = f64::INFINITY;
        for _ in 0..20 {
            world.barrier();
            let started = Instant::now();
            for _ in 0..calls {
                root.broadcast_into(&mut point[..]);
                if world.rank() == 0 {
                    root.reduce_into_root(&part[..], &mut sum[..], SystemOperation::sum());
                } else {
                    root.reduce_into(&part[..], SystemOperation::sum());
                }
            }
            best = best.min(started.elapsed().as_secs_f64() / calls as f64);
        }
        if world.rank() == 0 {
            println!("{} ranks, {count} numbers: {:.2} us", world.size(), best * 1e6);
        }
    }
    Ok(())
}
