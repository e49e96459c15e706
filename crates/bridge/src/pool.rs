//! [`Pool`], from which any thread takes memory and puts it back, by an atomic exchange each.
//!
//! All threads of a client share one handle, and none of them says who it is. A thread looks where it has
//! looked before, so as a rule it finds the memory that is still in its cache.

#![allow(unsafe_code)]

// `loom/` runs all orders of threads that meet at one slot.
#[cfg(loom)]
use loom::sync::atomic::AtomicPtr;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr;
#[cfg(not(loom))]
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of pieces of memory that are kept. More threads than these at a time allocate.
const SLOTS: usize = if cfg!(loom) { 1 } else { 64 };

/// Memory that threads lend: each piece is in the hands of one thread at most.
///
/// ```
/// use monomorph_bridge::Pool;
///
/// let pool = Pool::new();
/// let mut made = 0;
/// for _ in 0..10 {
///     pool.with(|| { made += 1; vec![0.0; 8] }, |memory| memory[0] += 1.0);
/// }
/// assert_eq!(made, 1);
/// assert_eq!(pool.with(Vec::new, |memory| memory[0]), 10.0);
/// ```
#[derive(Debug)]
pub struct Pool<T> {
    slots: Box<[Slot<T>]>,
    /// The pool owns what the slots point to.
    owned: PhantomData<T>,
}

/// A place for a piece of memory, null while it is lent. It has cache lines of its own, so that threads do
/// not wait for each other.
#[derive(Debug)]
#[repr(align(128))]
struct Slot<T>(AtomicPtr<T>);

// SAFETY: a piece of memory moves from thread to thread, which `T: Send` allows, and no two threads ever have
// the same one: it is taken by exchanging the pointer for null.
unsafe impl<T: Send> Sync for Pool<T> {}

thread_local! {
    /// The number of this thread among all that have taken memory.
    static THREAD: Cell<Option<usize>> = const { Cell::new(None) };
}

/// The number of threads that have taken memory.
static THREADS: AtomicUsize = AtomicUsize::new(0);

#[cold]
fn count_thread() -> usize {
    let number = THREADS.fetch_add(1, Ordering::Relaxed);
    THREAD.set(Some(number));
    number
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Pool<T> {
    /// A pool without memory.
    pub fn new() -> Self {
        let slots = (0..SLOTS).map(|_| Slot(AtomicPtr::new(ptr::null_mut()))).collect();
        Self { slots, owned: PhantomData }
    }

    /// Runs `f` on memory that no other thread has, which `make` makes if there is none.
    #[inline]
    pub fn with<R>(&self, make: impl FnOnce() -> T, f: impl FnOnce(&mut T) -> R) -> R {
        let number = THREAD.get().unwrap_or_else(count_thread);
        let slot = &self.slots[number % SLOTS].0;
        let taken = slot.swap(ptr::null_mut(), Ordering::Acquire);
        let memory = if taken.is_null() { made(make) } else { taken };
        let mut lease = Lease { slot, memory };
        f(lease.get())
    }
}

#[cold]
fn made<T>(make: impl FnOnce() -> T) -> *mut T {
    Box::into_raw(Box::new(make()))
}

/// Memory that goes back into its slot when this is dropped, also by a panic.
struct Lease<'a, T> {
    slot: &'a AtomicPtr<T>,
    memory: *mut T,
}

impl<T> Lease<'_, T> {
    #[inline]
    fn get(&mut self) -> &mut T {
        // SAFETY: the pointer comes from a box, and from nowhere else since it was taken out of its slot; it
        // goes back when the lease is dropped, which the borrow outlives.
        unsafe { &mut *self.memory }
    }
}

impl<T> Drop for Lease<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let other = self.slot.swap(self.memory, Ordering::AcqRel);
        if !other.is_null() {
            discard(other);
        }
    }
}

/// Frees memory that another thread has put into the slot meanwhile.
#[cold]
fn discard<T>(memory: *mut T) {
    // SAFETY: the pointer comes from a box, and was taken out of its slot by the exchange before.
    drop(unsafe { Box::from_raw(memory) });
}

impl<T> Drop for Pool<T> {
    fn drop(&mut self) {
        for slot in &self.slots {
            let memory = slot.0.swap(ptr::null_mut(), Ordering::Acquire);
            if !memory.is_null() {
                discard(memory);
            }
        }
    }
}
