//! The outcome of a call: a code, and a message if the call failed.

use super::pointer::{Out, OwnedText};
use crate::Problem;
use std::any::Any;
use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The place for a message, which the caller frees; null if the caller wants no message.
pub type Message = Out<OwnedText>;

/// Runs a call, and converts a panic to an error: a panic must not unwind into the caller's language.
#[inline]
pub(super) fn caught<T>(call: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    // Memory that a panic leaves incomplete is not read again: each evaluation writes before it reads.
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| Err(text_of(&*payload).into()))
}

/// Runs a call of a function with this name; if it fails, `message` receives the reason.
#[inline]
pub(super) fn told<T>(
    function: &str,
    message: &mut Message,
    call: impl FnOnce() -> Result<T, Problem>,
) -> Option<T> {
    match caught(call) {
        Ok(value) => Some(value),
        Err(problem) => {
            tell(function, message, &problem);
            None
        }
    }
}

/// Runs a call of a function with this name; returns 0, or −1 with a message.
#[inline]
pub(super) fn coded(
    function: &str,
    message: &mut Message,
    call: impl FnOnce() -> Result<(), Problem>,
) -> c_int {
    told(function, message, call).map_or(-1, |()| 0)
}

#[cold]
fn tell(function: &str, message: &mut Message, problem: &Problem) {
    // Without a place for it, the text would never be freed.
    if !message.is_missing() {
        message.put_if_any(OwnedText::new(format!("{function}() failed: {problem}")));
    }
}

/// Returns the message of a panic.
fn text_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    format!("a panic: {}", text.unwrap_or_else(|| "without a text".to_owned()))
}

/// Returns the handle, or an error if it is null.
#[inline]
pub(super) fn given<T>(handle: Option<T>, what: &str) -> Result<T, Problem> {
    handle.ok_or_else(|| missing(what))
}

#[cold]
fn missing(what: &str) -> Problem {
    format!("{what} is a null pointer").into()
}
