//! Pointers as C passes them.
//!
//! Each type has the layout of a pointer and is made by callers in C alone, by passing one. They promise what
//! cannot be checked: a pointer that is not null leads to as many numbers as the function asks for, or to
//! text with a zero at its end, which nobody writes to (or, where it is written to, nobody else reads) until
//! the function returns. Null pointers and those that are not aligned are errors. Handles are
//! `Option<&Served>` and `Option<Box<Served>>`, which have the layout of a pointer and are nothing for null.

#![allow(unsafe_code)]

use crate::Problem;
use std::ffi::{CStr, CString, c_char};
use std::{ptr, slice};

/// The problem of a pointer that leads nowhere.
fn nowhere(what: &str, is_null: bool) -> Problem {
    format!("{what} is {}", if is_null { "a null pointer" } else { "not aligned" }).into()
}

/// Numbers that are read.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Numbers(*const f64);

impl Numbers {
    /// The numbers, `count` of them. `what` is for messages.
    #[inline]
    pub fn read(&self, what: &str, count: usize) -> Result<&[f64], Problem> {
        if count == 0 {
            return Ok(&[]);
        }
        if self.0.is_null() || !self.0.is_aligned() {
            return Err(nowhere(what, self.0.is_null()));
        }
        // SAFETY: not null and aligned; the caller in C has promised that there are `count` numbers, which
        // stay as they are while the function runs, and `self` does not outlive it.
        Ok(unsafe { slice::from_raw_parts(self.0, count) })
    }
}

/// Numbers that are written.
#[derive(Debug)]
#[repr(transparent)]
pub struct NumbersOut(*mut f64);

impl NumbersOut {
    /// The place of the numbers, `count` of them. `what` is for messages.
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

/// A place for one value.
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
    /// Stores a value. `what` is for messages.
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
        // Without a place nobody wants to know.
        let _ = self.put("", value);
    }

    /// True if the pointer leads nowhere.
    #[inline]
    pub fn is_missing(&self) -> bool {
        self.0.is_null() || !self.0.is_aligned()
    }
}

/// Text of C, with a zero at its end or of a length that is passed beside it; null is no text.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Text(*const c_char);

impl Text {
    /// The text up to its zero.
    pub fn read(&self) -> Result<&str, Problem> {
        if self.0.is_null() {
            return Ok("");
        }
        // SAFETY: not null; the caller in C has promised that a zero ends it.
        utf8(unsafe { CStr::from_ptr(self.0) }.to_bytes())
    }

    /// The text of `length` bytes.
    pub fn read_bytes(&self, length: usize) -> Result<&str, Problem> {
        if self.0.is_null() {
            return if length == 0 { Ok("") } else { Err(nowhere("the text", true)) };
        }
        // SAFETY: not null; the caller in C has promised that there are `length` bytes.
        utf8(unsafe { slice::from_raw_parts(self.0.cast(), length) })
    }

    /// Text that lives as long as the handle that has it.
    pub fn of(text: &CStr) -> Self {
        Self(text.as_ptr())
    }

    /// No text.
    pub const NONE: Self = Self(ptr::null());
}

fn utf8(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| format!("the text is no UTF-8: {error}").into())
}

/// Text that a library has made, and that the caller gives back to be freed; nothing for null.
#[derive(Debug)]
#[repr(transparent)]
pub struct OwnedText(*mut c_char);

impl OwnedText {
    /// No text.
    pub const NONE: Self = Self(ptr::null_mut());

    /// Text for the caller. What stands behind a zero is left out.
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
    /// The text that stands in the place, which the caller has made to hold one.
    pub fn stored(&self) -> Text {
        if self.is_missing() {
            return Text::NONE;
        }
        // SAFETY: not null and aligned; the caller in C has promised a pointer there, which is copied.
        Text(unsafe { (*self.0).0 })
    }
}

/// Room for text of the caller's own, with its size.
#[derive(Debug)]
pub struct TextOut {
    place: Bytes,
    capacity: usize,
}

/// The first byte of room for text.
#[derive(Debug)]
#[repr(transparent)]
pub struct Bytes(*mut c_char);

impl TextOut {
    /// Room for `capacity` bytes.
    pub fn new(place: Bytes, capacity: usize) -> Self {
        Self { place, capacity }
    }

    /// Stores as much of a text as there is room for, with a zero at its end.
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

/// A yes or no of C, of which everything but 0 is yes.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Flag(u8);

impl Flag {
    /// The flag of an integer of R.
    pub fn of(number: i32) -> Self {
        Self(u8::from(number != 0))
    }

    /// True for yes.
    #[inline]
    pub fn is_set(self) -> bool {
        self.0 != 0
    }
}
