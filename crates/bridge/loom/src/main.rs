//! Runs all orders in which threads can use the pool, which has a single slot here so that they compete for
//! it. It checks that no two threads have the same memory at a time, that a thread reads what the previous
//! one wrote, and that each piece of memory is freed exactly once.
//!
//! `cargo run --manifest-path crates/bridge/loom/Cargo.toml`

#[path = "../../src/pool.rs"]
mod pool;

use loom::alloc::Track;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::thread;
use pool::Pool;

/// Memory whose accesses and whose release loom checks.
struct Memory(Track<UnsafeCell<usize>>);

fn make() -> Memory {
    Memory(Track::new(UnsafeCell::new(0)))
}

/// Adds 1 to the number in a piece of memory.
fn count(pool: &Pool<Memory>) {
    // SAFETY: the pool has given it to this thread alone; otherwise loom fails.
    pool.with(make, |memory| memory.0.get_ref().with_mut(|number| unsafe { *number += 1 }));
}

/// Returns the number in the piece of memory that remains.
fn left(pool: &Pool<Memory>) -> usize {
    // SAFETY: as above.
    pool.with(make, |memory| memory.0.get_ref().with(|number| unsafe { *number }))
}

/// Runs all orders of two threads with these numbers of calls, and `own` calls of this thread.
fn run(calls: [usize; 2], own: usize) {
    loom::model(move || {
        let pool = Arc::new(Pool::default());
        let threads = calls.map(|calls| {
            let pool = pool.clone();
            thread::spawn(move || (0..calls).for_each(|_| count(&pool)))
        });
        (0..own).for_each(|_| count(&pool));
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        // A piece of memory that replaced another one has counted only its own calls.
        let all = calls.iter().sum::<usize>() + own;
        assert!((1..=all).contains(&left(&pool)));
    });
}

fn main() {
    run([1, 1], 1);
    run([2, 2], 0);
    println!("pool: all orders of three threads, and of two that call twice");
}
