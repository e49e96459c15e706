//! A gradient of logistic regression that reads 400 MB, compared with a plain sum and a plain copy of 400
//! MB.
//!
//! The sum is the reference, because a gradient only reads. The distance from memory's bandwidth shows the
//! cost of the arithmetic that is not hidden by the waiting. A copy moves each byte twice and is counted
//! so; the lines that a processor reads before it overwrites them are not counted.

use crate::clock;
use crate::regression::Data;
use crate::rows::logistic;
use monomorph::simd::Pack;
use pulp::{Arch, Simd, WithSimd};
use std::error::Error;
use std::hint::black_box;

const ROWS: usize = 1_000_000;
const COLUMNS: usize = 50;
/// The outcomes are numbers too, once they are packed.
const NUMBERS: usize = ROWS * (COLUMNS + 1);

pub fn run() -> Result<(), Box<dyn Error>> {
    let (arch, data) = (Arch::new(), Data::new(ROWS, COLUMNS));
    let numbers = vec![0.5; NUMBERS];
    let mut target = vec![0.0; NUMBERS];
    let mut best = [f64::INFINITY; 3];
    for _ in 0..clock::TURNS {
        let gradient = logistic(&data)?;
        let sum = clock::fastest(|| {
            black_box(arch.dispatch(Sum(black_box(&numbers))));
        });
        let copy = clock::fastest(|| {
            arch.dispatch(Copy(black_box(&numbers), &mut target));
            black_box(&mut target);
        });
        for (best, time) in best.iter_mut().zip([gradient, sum, copy]) {
            *best = best.min(time);
        }
    }

    let bytes = (NUMBERS * size_of::<f64>()) as f64;
    println!("\nlogistic regression of {ROWS} x {COLUMNS}: {:.0} MB", bytes / 1e6);
    println!("{:>10} {:>8} {:>8} {:>16}", "", "ms", "GB/s", "gradient / this");
    let moved = [("gradient", bytes), ("sum", bytes), ("copy", 2.0 * bytes)];
    for ((name, moved), time) in moved.into_iter().zip(best) {
        println!("{name:>10} {:>8.1} {:>8.1} {:>16.2}", time / 1e6, moved / time, best[0] / time);
    }
    Ok(())
}

/// Eight sums at a time, so that loads need not wait for additions.
struct Sum<'a>(&'a [f64]);

impl WithSimd for Sum<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let (registers, rest) = S::as_simd_f64s(self.0);
        let mut sums = [Pack::zero(simd); 8];
        let (groups, last) = registers.as_chunks::<8>();
        for group in groups {
            for (sum, register) in sums.iter_mut().zip(group) {
                *sum = *sum + Pack::new(simd, *register);
            }
        }
        for register in last {
            sums[0] = sums[0] + Pack::new(simd, *register);
        }
        sums.into_iter().map(|sum| sum.sum()).sum::<f64>() + rest.iter().sum::<f64>()
    }
}

/// Register by register.
struct Copy<'a>(&'a [f64], &'a mut [f64]);

impl WithSimd for Copy<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let (from, rest) = S::as_simd_f64s(self.0);
        let (to, last) = S::as_mut_simd_f64s(self.1);
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
        last.copy_from_slice(rest);
    }
}
