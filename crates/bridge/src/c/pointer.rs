//! Pointers as C passes them.
//!
//! Each type has the layout of a pointer, and only callers in C make values of it, by passing a pointer.
//! The callers promise what cannot be checked: a pointer that is not null points to as many numbers as the
//! function needs, or to text that ends with a zero byte; until the function returns, nobody else writes to
//! this memory, or, if the function writes to it, nobody else reads it. Null pointers and pointers that are
//! not aligned are errors. Handles are `Option<&Served>` and `Option<Box<Served>>`, which have the layout
//! of a pointer and are `None` for null.

#![allow(unsafe_code)]

use crate::Problem;
use std::ffi::{CStr, CString, c_char};
use std::{ptr, slice};

/// Makes the error of a pointer that is null or not aligned.
fn nowhere(what: &str, is_null: bool) -> Problem {
    format!("{what} is {}", if is_null { "a null pointer" } else { "not aligned" }).into()
}

/// A pointer to numbers that are read.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Numbers(*const f64);

impl Numbers {
    /// Returns `count` numbers. `what` names them in messages.
    #[inline]
    pub fn read(&self, what: &str, count: usize) -> Result<&[f64], Problem> {
        if count == 0 {
            return Ok(&[]);
        }
        if self.0.is_null() || !self.0.is_aligned() {
            return Err(nowhere(what, self.0.is_null()));
        }
        // SAFETY: not null and aligned; the caller in C has promised that there are `count` numbers, which
        // do not change while the function runs, and `self` does not outlive it.
        Ok(unsafe { slice::from_raw_parts(self.0, count) })
    }
}

/// A pointer to numbers that are written.
#[derive(Debug)]
#[repr(transparent)]
pub struct NumbersOut(*mut f64);

impl NumbersOut {
    /// Returns the memory of `count` numbers. `what` names them in messages.
    #[inline]
    pub fn place(&mut self, what: &str, count: usize) -> Result<&mut [f64], Problem> {
        if count == 0 {
            return Ok(&mut []);
        }
        if self.0.is_null() || !self.0.is_aligned() {
            return Err(nowhere(what, self.0.is_null()));
        }
        // SAFETY: not null and aligned; the caller in C has promised that there is room for `count` numbers,
        // that nobody else uses it while the function runs, and any bits are numbers.
        Ok(unsafe { slice::from_raw_parts_mut(self.0, count) })
    }
}

/// A pointer to a place for one value.
#[derive(Debug)]
#[repr(transparent)]
pub struct Out<T>(*mut T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Out<T> {}

impl<T> Out<T> {
    /// Stores a value. `what` names it in messages.
    #[inline]
    pub fn put(&mut self, what: &str, value: T) -> Result<(), Problem> {
        if self.is_missing() {
            return Err(nowhere(what, self.0.is_null()));
        }
        // SAFETY: not null and aligned; the caller in C has promised that it is the place of such a value,
        // which need not hold one yet.
        unsafe { self.0.write(value) };
        Ok(())
    }

    /// Stores a value, if there is a place for it.
    pub fn put_if_any(&mut self, value: T) {
        // An error means that there is no place, and the caller does not want the value.
        let _ = self.put("", value);
    }

    /// True if the pointer is null or not aligned.
    #[inline]
    pub fn is_missing(&self) -> bool {
        self.0.is_null() || !self.0.is_aligned()
    }
}

/// A text of C, which ends with a zero byte or has a length that is passed separately; null is no text.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Text(*const c_char);

impl Text {
    /// Returns the text before its zero byte.
    pub fn read(&self) -> Result<&str, Problem> {
        if self.0.is_null() {
            return Ok("");
        }
        // SAFETY: not null; the caller in C has promised that a zero ends it.
        utf8(unsafe { CStr::from_ptr(self.0) }.to_bytes())
    }

    /// Returns the text of `length` bytes.
    pub fn read_bytes(&self, length: usize) -> Result<&str, Problem> {
        if self.0.is_null() {
            return if length == 0 { Ok("") } else { Err(nowhere("the text", true)) };
        }
        // SAFETY: not null; the caller in C has promised that there are `length` bytes.
        utf8(unsafe { slice::from_raw_parts(self.0.cast(), length) })
    }

    /// Returns a pointer to a text that lives as long as the handle that owns it.
    pub fn of(text: &CStr) -> Self {
        Self(text.as_ptr())
    }

    /// No text.
    pub const NONE: Self = Self(ptr::null());
}

fn utf8(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| format!("the text is no UTF-8: {error}").into())
}

/// A text that a library has made, and that the caller must return to be freed; null is no text.
#[derive(Debug)]
#[repr(transparent)]
pub struct OwnedText(*mut c_char);

impl OwnedText {
    /// No text.
    pub const NONE: Self = Self(ptr::null_mut());

    /// Makes a text for the caller; a zero character and everything after it are omitted.
    pub fn new(text: String) -> Self {
        let until_zero = text.split('\0').next().unwrap_or_default();
        Self(CString::new(until_zero).unwrap_or_default().into_raw())
    }

    /// Frees the text.
    pub fn free(self) {
        if !self.0.is_null() {
            // SAFETY: not null; the caller in C has promised that it is a text of `new`, not yet freed.
            drop(unsafe { CString::from_raw(self.0) });
        }
    }
}

impl Out<OwnedText> {
    /// Returns the text at this place, where the caller has stored a pointer.
    pub fn stored(&self) -> Text {
        if self.is_missing() {
            return Text::NONE;
        }
        // SAFETY: not null and aligned; the caller in C has promised a pointer there, which is copied.
        Text(unsafe { (*self.0).0 })
    }
}

/// Memory of the caller for a text, with its size.
#[derive(Debug)]
pub struct TextOut {
    place: Bytes,
    capacity: usize,
}

/// A pointer to the first byte of memory for a text.
#[derive(Debug)]
#[repr(transparent)]
pub struct Bytes(*mut c_char);

impl TextOut {
    /// Makes memory for a text of `capacity` bytes, including the zero byte.
    pub fn new(place: Bytes, capacity: usize) -> Self {
        Self { place, capacity }
    }

    /// Stores as much of a text as fits, followed by a zero byte.
    pub fn put(&mut self, text: &str) {
        let Some(last) = self.capacity.checked_sub(1).filter(|_| !self.place.0.is_null()) else { return };
        // A character is stored whole or not at all.
        let end = (0..=text.len().min(last)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        // SAFETY: not null; the caller in C has promised room for `capacity` bytes, and `end` is below it.
        unsafe {
            ptr::copy_nonoverlapping(text.as_ptr().cast(), self.place.0, end);
            self.place.0.add(end).write(0);
        }
    }
}

/// A boolean of C: every value but 0 is true.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Flag(u8);

impl Flag {
    /// Converts an integer of R.
    pub fn of(number: i32) -> Self {
        Self(u8::from(number != 0))
    }

    /// True unless the value is 0.
    #[inline]
    pub fn is_set(self) -> bool {
        self.0 != 0
    }
}
