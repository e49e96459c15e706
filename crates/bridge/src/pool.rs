//! [`Pool`]: any thread can take memory from it and return it, each by one atomic exchange.
//!
//! All threads of a client share one handle, and do not identify themselves. A thread always begins at the
//! same slot, so it usually finds the memory that is still in its cache.

#![allow(unsafe_code)]

// `loom/` runs all orders of threads that compete for one slot.
#[cfg(loom)]
use loom::sync::atomic::AtomicPtr;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr;
#[cfg(not(loom))]
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of pieces of memory that are kept. If more threads run at a time, the others allocate.
const SLOTS: usize = if cfg!(loom) { 1 } else { 64 };

/// Memory that is lent to threads: each piece is used by at most one thread at a time.
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

/// A place for a piece of memory, null while the memory is lent. It has its own cache lines, so that
/// threads do not wait for each other.
#[derive(Debug)]
#[repr(align(128))]
struct Slot<T>(AtomicPtr<T>);

// SAFETY: a piece of memory moves from thread to thread, which `T: Send` allows, and no two threads ever have
// the same one: it is taken by exchanging the pointer for null.
unsafe impl<T: Send> Sync for Pool<T> {}

thread_local! {
    /// The number of this thread among all threads that have taken memory.
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

    /// Runs `f` on memory that no other thread uses; `make` makes it if the slot is empty.
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

/// Lent memory, which returns to its slot when the lease is dropped, also by a panic.
struct Lease<'a, T> {
    slot: &'a AtomicPtr<T>,
    memory: *mut T,
}

impl<T> Lease<'_, T> {
    #[inline]
    fn get(&mut self) -> &mut T {
        // SAFETY: the pointer comes from a box, and this lease has been its only owner since it was taken
        // out of its slot; it returns when the lease is dropped, which cannot happen during the borrow.
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

/// Frees the memory that another thread has meanwhile put into the slot.
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
