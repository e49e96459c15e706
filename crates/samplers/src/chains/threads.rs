//! Threads that run one task after the other.

use crate::error::Error;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Runs tasks, one for each chain, on several threads; each thread takes the next task when it has finished
/// one. Returns the results in the order of the tasks; a panic is the error of its task.
pub fn run_tasks<Task: Send, Done: Send>(
    sampler: &str,
    threads: usize,
    tasks: impl IntoIterator<Item = Task>,
    work: impl Fn(usize, Task) -> Result<Done, Error> + Sync,
) -> Vec<Result<Done, Error>> {
    let tasks: Vec<Task> = tasks.into_iter().collect();
    let results: Vec<_> = (0..tasks.len()).map(|chain| Mutex::new(Err(lost(chain)))).collect();
    let queue = Mutex::new(tasks.into_iter().enumerate());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some((chain, task)) = next() {
            let run = AssertUnwindSafe(|| work(chain, task));
            let result = catch_unwind(run).unwrap_or_else(|panic| Err(panicked(chain, &*panic)));
            *results[chain].lock().unwrap_or_else(PoisonError::into_inner) = result;
        }
    };
    if threads > 1 {
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // If a thread cannot be started, the other threads run its tasks.
                let _ = std::thread::Builder::new().name(sampler.to_owned()).spawn_scoped(scope, work);
            }
            work();
        });
    } else {
        work();
    }
    results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

fn lost(chain: usize) -> Error {
    Error::Sampler { chain, reason: "it was not run".to_owned() }
}

fn panicked(chain: usize, panic: &(dyn Any + Send)) -> Error {
    Error::Sampler { chain, reason: format!("a panic, which is a bug: {}", words_of(panic)) }
}

/// The message of a panic.
pub fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
