//! Chooses the thread on which gradients in parts are evaluated.
//!
//! Outside of a thread pool each gradient would wake a thread of the pool, and sleep until that thread
//! wakes it. Inside a pool the other threads take parts from the queue of the running thread.

use super::Target;

/// The number of bytes of the stack of a thread that evaluates parts, as large as the stack of a program's
/// first thread: kernels without optimisation need more than the default of a thread.
#[cfg(feature = "rayon")]
const STACK: usize = 8 << 20;

/// Runs a function that evaluates a target on `threads` threads. If `threads` is 1 and the log densities of
/// the target have parts, the function runs in a new thread pool, and the global pool stays free.
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

/// Runs a function that evaluates a target without parts.
#[cfg(not(feature = "rayon"))]
pub fn beside_parts<Done>(_: &dyn Target, _: usize, run: impl FnOnce() -> Done) -> Done {
    run()
}
