//! [`interruptible`]: work of Rust that Ctrl-C stops, while Python's other threads go on.
//!
//! Python's handlers of signals run in its main thread, when that thread holds the interpreter and asks for
//! them. So the work has a thread of its own, which knows nothing of Python, and the caller's thread waits
//! without the interpreter and takes it for a moment now and then.

use pyo3::exceptions::PyRuntimeError;
use pyo3::{PyResult, Python};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The time from one question for signals to the next.
const BETWEEN: Duration = Duration::from_millis(20);

/// Does some work, which is to end soon when its flag becomes true.
///
/// # Errors
///
/// What a handler of a signal raised, after the work has ended; and `RuntimeError` if the work panicked.
pub fn interruptible<R: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> R + Send) -> PyResult<R> {
    let flag = AtomicBool::new(false);
    let caller = thread::current();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = work(&flag);
            caller.unpark();
            result
        });
        let mut raised = Ok(());
        while !worker.is_finished() && raised.is_ok() {
            py.detach(|| thread::park_timeout(BETWEEN));
            raised = py.check_signals();
        }
        flag.store(raised.is_err(), Ordering::Relaxed);
        let result = py.detach(|| worker.join());
        raised?;
        result.map_err(|_| PyRuntimeError::new_err("the sampler panicked"))
    })
}
