//! Many fits of one model: the cost of compiling a posterior compared with a fit, and the number of fits
//! per second.

use crate::chart::{Chart, Series};
use crate::clock;
use crate::random::Random;
use monomorph::faer::Mat;
use monomorph::fits::fits;
use monomorph::posterior::Memory;
use monomorph::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::error::Error as AnyError;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The number of data sets.
const SETS: usize = 10_000;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);

/// The allocator of the system, with a count. Gradients allocate nothing, so the other parts do not feel it.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call goes on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn schools(y: &[f64], memory: &mut Memory) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    params! { mu: real(), tau: positive(), eta: vector(8) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(y) |= normal(theta, data(&sigma)),
    };
    model.compile_in(memory)
}

fn regression(
    x: &Mat<f64>,
    y: &[f64],
    memory: &mut Memory,
) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { alpha: real(), beta: vector(3), sigma: positive() }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 5.0),
        sigma |= exponential(1.0),
        data(y) |= normal(alpha + data(x).dot(beta), sigma),
    };
    model.compile_in(memory)
}

fn logistic(
    x: &Mat<f64>,
    y: &[f64],
    memory: &mut Memory,
) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { alpha: real(), beta: vector(3) }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 5.0),
        data(y) |= bernoulli_logit(alpha + data(x).dot(beta)),
    };
    model.compile_in(memory)
}

fn groups(
    group: &[usize],
    y: &[f64],
    memory: &mut Memory,
) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { mu: real(), tau: positive(), sigma: positive(), eta: vector(50) }
    let model = model! {
        mu    |= normal(0.0, 5.0),
        tau   |= half_normal(5.0),
        sigma |= exponential(1.0),
        eta   |= normal(0.0, 1.0),
        data(y) |= normal(mu + tau * eta.at(group), sigma),
    };
    model.compile_in(memory)
}

/// A row of the table: a posterior compiled anew and into the memory of the last one, beside one fit.
fn beside<M: BoundModel>(
    name: &str,
    build: impl Fn(&mut Memory) -> Result<Posterior<M>, Error>,
) -> Result<(), Error> {
    let mut memory = Memory::new();
    let posterior = build(&mut memory)?;
    let anew = clock::fastest(|| drop(black_box(build(&mut Memory::new()).ok())));
    let again = clock::fastest(|| {
        if let Ok(posterior) = build(&mut memory) {
            memory.recycle(posterior);
        }
    });
    let anew_counts = counts(|| drop(build(&mut Memory::new()).ok()));
    let again_counts = counts(|| drop(build(&mut memory).ok()));
    let nuts = posterior.nuts().chains(1).progress(false);
    let run = nuts.clone().run()?;
    let fit = clock::fastest(|| drop(black_box(nuts.clone().run().ok())));
    let summary = clock::fastest(|| drop(black_box(run.summary())));
    println!(
        "| {name} | {:.1} | {} | {:.1} | {:.1} | {} | {:.1} | {:.2} | {:.2} | {:.1} % |",
        anew / 1e3,
        anew_counts.0,
        anew_counts.1 as f64 / 1e3,
        again / 1e3,
        again_counts.0,
        again_counts.1 as f64 / 1e3,
        fit / 1e6,
        summary / 1e6,
        100.0 * anew / (fit + summary),
    );
    Ok(())
}

/// The chart of one model as its observations grow.
fn as_data_grow() -> Result<(), Box<dyn AnyError>> {
    let mut chart = Chart {
        file: "fits.svg",
        title: "A logistic regression of three columns: compiling and fitting",
        axis: "observations",
        timed: "a posterior",
        series: ["compiled anew", "compiled in one memory", "one chain of 1000 + 1000"]
            .map(Series::new)
            .into(),
    };
    for rows in [10, 100, 1_000, 10_000, 100_000] {
        let mut random = Random::new(20_240_704);
        let x = Mat::from_fn(rows, 3, |_, _| random.normal());
        let passed = |row: usize, noise: f64| f64::from(u8::from(x[(row, 0)] - x[(row, 1)] + noise > 0.0));
        let y: Vec<f64> =
            random.normals(rows).into_iter().enumerate().map(|(row, z)| passed(row, z)).collect();
        let mut memory = Memory::new();
        let posterior = logistic(&x, &y, &mut Memory::new())?;
        let nuts = posterior.nuts().chains(1).progress(false);
        let times = [
            clock::fastest(|| drop(black_box(logistic(&x, &y, &mut Memory::new()).ok()))),
            clock::fastest(|| {
                if let Ok(posterior) = logistic(&x, &y, &mut memory) {
                    memory.recycle(posterior);
                }
            }),
            clock::fastest(|| drop(black_box(nuts.clone().run().ok()))),
        ];
        chart.push(rows, &times);
    }
    chart.finish()
}

/// The allocations of a piece of work, and their bytes.
fn counts(work: impl FnOnce()) -> (usize, usize) {
    let before = (ALLOCATIONS.load(Ordering::Relaxed), BYTES.load(Ordering::Relaxed));
    work();
    (ALLOCATIONS.load(Ordering::Relaxed) - before.0, BYTES.load(Ordering::Relaxed) - before.1)
}

pub fn run() -> Result<(), Box<dyn AnyError>> {
    let mut random = Random::new(20_240_703);
    let x = Mat::from_fn(100, 3, |_, _| random.normal());
    let y: Vec<f64> = (0..100).map(|i| x[(i, 0)] - x[(i, 1)] + 0.5 * random.normal()).collect();
    let passed: Vec<f64> = y.iter().map(|y| f64::from(u8::from(*y > 0.0))).collect();
    let group: Vec<usize> = (0..500).map(|i| i % 50).collect();
    let of_groups: Vec<f64> = group.iter().map(|g| *g as f64 / 25.0 + random.normal()).collect();
    let sets: Vec<(usize, Vec<f64>)> = (0..SETS).map(|key| (key, random.normals(8))).collect();
    let sets: Vec<(usize, Vec<f64>)> =
        sets.into_iter().map(|(key, set)| (key, set.iter().map(|z| 8.0 + 10.0 * z).collect())).collect();

    println!("\n| posterior | compile, µs | allocations | kB | in memory, µs | allocations | kB |");
    println!("(continued) one chain of 1000 + 1000, ms | its summary, ms | compile, of both |");
    beside("eight schools", |memory| schools(&sets[0].1, memory))?;
    beside("linear regression 100 x 3", |memory| regression(&x, &y, memory))?;
    beside("logistic regression 100 x 3", |memory| logistic(&x, &passed, memory))?;
    beside("50 groups, 500 rows", |memory| groups(&group, &of_groups, memory))?;

    as_data_grow()?;

    println!("\n{SETS} posteriors of eight schools");
    let started = Instant::now();
    for (_, y) in &sets {
        black_box(schools(y, &mut Memory::new())?);
    }
    println!("compiled anew: {:.3} s", started.elapsed().as_secs_f64());
    let (started, mut memory) = (Instant::now(), Memory::new());
    for (_, y) in &sets {
        let posterior = schools(y, &mut memory)?;
        memory.recycle(posterior);
    }
    println!("compiled in one memory: {:.3} s", started.elapsed().as_secs_f64());
    for threads in [1, 2] {
        let started = Instant::now();
        let data = sets.iter().map(|(key, y)| (key, y));
        let found = fits(data, |y| schools(y, &mut Memory::new())).chains(1).warmup(300).draws(300);
        let found = found.threads(threads).progress(false).run()?;
        let seconds = started.elapsed().as_secs_f64();
        assert_eq!(found.failed().count(), 0);
        println!(
            "fitted, one chain of 300 + 300 with summary, {threads} threads: {seconds:.1} s, {:.0} a second",
            SETS as f64 / seconds
        );
    }
    Ok(())
}
