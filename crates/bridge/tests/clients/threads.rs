//! Many threads on one handle, and the pool from which they take memory.

use crate::DATA;
use crate::c::*;
use monomorph_bridge::Pool;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[test]
fn threads_on_one_handle_do_not_see_each_other() {
    let handle = Handle::new(DATA).unwrap();
    let points: Vec<[f64; 4]> =
        (0..8).map(|i| [0.1 * f64::from(i), -0.2, 0.3, 0.05 * f64::from(i)]).collect();
    let expected: Vec<_> = points.iter().map(|q| handle.sampled(q)).collect();
    thread::scope(|scope| {
        // More threads than the pool has slots.
        for number in 0..100 {
            let (handle, points, expected) = (&handle, &points, &expected);
            scope.spawn(move || {
                for round in 0..50 {
                    let place = (number + round) % points.len();
                    assert_eq!(handle.sampled(&points[place]), expected[place]);
                }
            });
        }
    });
}

#[test]
fn a_handle_is_freed_by_any_thread() {
    let handles: Vec<Handle> = (0..20).map(|_| Handle::new(DATA).unwrap()).collect();
    let threads = handles.into_iter().map(|handle| {
        thread::spawn(move || {
            assert!(handle.sampled(&[0.1; 4]).0.is_finite());
            drop(handle);
        })
    });
    threads.collect::<Vec<_>>().into_iter().for_each(|thread| thread.join().unwrap());
}

/// Memory that counts the living values of its type.
struct Counted<'a>(&'a AtomicUsize, bool);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
fn memory_of_the_pool_is_one_threads_at_a_time_and_is_freed() {
    let alive = AtomicUsize::new(0);
    let pool = Pool::new();
    let make = || {
        alive.fetch_add(1, Ordering::SeqCst);
        Counted(&alive, false)
    };
    let (threads, rounds) = if cfg!(miri) { (4, 20) } else { (100, 200) };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                for _ in 0..rounds {
                    pool.with(make, |memory| {
                        assert!(!memory.1, "another thread has it");
                        memory.1 = true;
                        thread::yield_now();
                        memory.1 = false;
                    });
                }
            });
        }
    });
    assert!((1..=64).contains(&alive.load(Ordering::SeqCst)), "the pool keeps what fits into its slots");
    drop(pool);
    assert_eq!(alive.load(Ordering::SeqCst), 0);
}

#[test]
fn memory_of_the_pool_comes_back_after_a_panic_and_within_itself() {
    let pool = Pool::new();
    let panics = || pool.with(|| 1, |_| -> () { panic!("inside") });
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics)).is_err());
    assert_eq!(pool.with(|| 2, |memory| *memory), 1);
    // A call inside another call receives memory of its own.
    let both = pool.with(|| 3, |outer| pool.with(|| 4, |inner| (*outer, *inner)));
    assert_eq!(both, (1, 4));
}
