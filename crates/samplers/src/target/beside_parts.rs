//! Where gradients in parts begin.
//!
//! Outside of a pool each of them would wake a thread of it, and sleep until this one wakes it. In a pool the
//! other threads take parts from the queue of the one that runs.

use super::Target;

/// The bytes of the stack of a thread that evaluates parts, as many as a program's first thread has: kernels
/// without optimisation need more than a thread has by default.
#[cfg(feature = "rayon")]
const STACK: usize = 8 << 20;

/// Runs what evaluates a target on `threads` threads. On one thread, and if the log densities of the target
/// have parts, this is a thread of a pool of its own; the pool that others use stays free.
#[cfg(feature = "rayon")]
pub fn beside_parts<Done: Send>(
    target: &dyn Target,
    threads: usize,
    run: impl FnOnce() -> Done + Send,
) -> Done {
    let may_go = threads == 1 && rayon::current_thread_index().is_none();
    let parts = if may_go { target.parts() } else { 1 };
    if parts > 1 {
        let threads = std::thread::available_parallelism().map_or(parts, |cores| parts.min(cores.get()));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        if let Ok(pool) = pool {
            return pool.install(run);
        }
    }
    run()
}

/// Runs what evaluates a target, which has no parts.
#[cfg(not(feature = "rayon"))]
pub fn beside_parts<Done>(_: &dyn Target, _: usize, run: impl FnOnce() -> Done) -> Done {
    run()
}
