//! Vectors: sums of products, and sums of multiples of vectors.

use pulp::Simd;

/// xᵀ y
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn dot<S: Simd>(simd: S, x: &[f64], y: &[f64]) -> f64 {
    let [sum] = dot_each(simd, [x], y);
    sum
}

/// Returns xᵀ y for each x, reading y once.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn dot_each<S: Simd, const COUNT: usize>(simd: S, x: [&[f64]; COUNT], y: &[f64]) -> [f64; COUNT] {
    dots::<S, COUNT, 4>(simd, x, y)
}

/// y += factor · x
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn add_scaled<S: Simd>(simd: S, y: &mut [f64], factor: f64, x: &[f64]) {
    add_combination(simd, y, [factor], [x]);
}

/// x := factor · x
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn scale<S: Simd>(simd: S, x: &mut [f64], factor: f64) {
    let factors = simd.splat_f64s(factor);
    let (registers, rest) = S::as_mut_simd_f64s(x);
    for register in registers {
        *register = simd.mul_f64s(*register, factors);
    }
    for number in rest {
        *number *= factor;
    }
}

/// Returns the product of each row with x, summed in several chains per row, since a single chain would
/// wait for its additions.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn dots<S: Simd, const ROWS: usize, const CHAINS: usize>(
    simd: S,
    rows: [&[f64]; ROWS],
    x: &[f64],
) -> [f64; ROWS] {
    let length = x.len();
    let (x, x_rest) = S::as_simd_f64s(x);
    let mut registers = [x; ROWS];
    let mut rests = [x_rest; ROWS];
    for row in 0..ROWS {
        (registers[row], rests[row]) = S::as_simd_f64s(&rows[row][..length]);
        registers[row] = &registers[row][..x.len()];
    }
    let mut sums = [[simd.splat_f64s(0.0); CHAINS]; ROWS];
    let mut at = 0;
    while at + CHAINS <= x.len() {
        for chain in 0..CHAINS {
            for row in 0..ROWS {
                sums[row][chain] =
                    simd.mul_add_e_f64s(registers[row][at + chain], x[at + chain], sums[row][chain]);
            }
        }
        at += CHAINS;
    }
    while at < x.len() {
        for row in 0..ROWS {
            sums[row][0] = simd.mul_add_e_f64s(registers[row][at], x[at], sums[row][0]);
        }
        at += 1;
    }
    if !x_rest.is_empty() {
        let x = simd.partial_load_f64s(x_rest);
        for row in 0..ROWS {
            let numbers = simd.partial_load_f64s(rests[row]);
            sums[row][CHAINS - 1] = simd.mul_add_e_f64s(numbers, x, sums[row][CHAINS - 1]);
        }
    }
    let mut results = [0.0; ROWS];
    for row in 0..ROWS {
        let mut sum = sums[row][0];
        for chain in 1..CHAINS {
            sum = simd.add_f64s(sum, sums[row][chain]);
        }
        results[row] = simd.reduce_sum_f64s(sum);
    }
    results
}

/// Computes y += Σ factorᵣ · rowᵣ, reading and writing y once.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_combination<S: Simd, const ROWS: usize>(
    simd: S,
    y: &mut [f64],
    factors: [f64; ROWS],
    rows: [&[f64]; ROWS],
) {
    let length = y.len();
    let (y, y_rest) = S::as_mut_simd_f64s(y);
    let mut registers: [&[S::f64s]; ROWS] = [&[]; ROWS];
    let mut rests: [&[f64]; ROWS] = [&[]; ROWS];
    let mut splats = [simd.splat_f64s(0.0); ROWS];
    for row in 0..ROWS {
        (registers[row], rests[row]) = S::as_simd_f64s(&rows[row][..length]);
        registers[row] = &registers[row][..y.len()];
        splats[row] = simd.splat_f64s(factors[row]);
    }
    for (at, sum) in y.iter_mut().enumerate() {
        for row in 0..ROWS {
            *sum = simd.mul_add_e_f64s(splats[row], registers[row][at], *sum);
        }
    }
    if !y_rest.is_empty() {
        let mut sum = simd.partial_load_f64s(y_rest);
        for row in 0..ROWS {
            sum = simd.mul_add_e_f64s(splats[row], simd.partial_load_f64s(rests[row]), sum);
        }
        simd.partial_store_f64s(y_rest, sum);
    }
}

/// Returns the heads of four rows of a matrix. A row of which nothing is read may begin beyond the end.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn four_rows(a: &[f64], stride: usize, length: usize) -> [&[f64]; 4] {
    if length == 0 {
        return [&[]; 4];
    }
    let mut rows = [a; 4];
    for (at, row) in rows.iter_mut().enumerate() {
        *row = &a[at * stride..][..length];
    }
    rows
}
