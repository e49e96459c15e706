//! Products of small symmetric matrices. Loops over a number of states that is a constant are unrolled.

use crate::simd::mul_add;
use pulp::Simd;

/// The number of states above which elements of Z and of T that are 0 are skipped, since most of them are.
const SPARSE: usize = 4;

/// Σ aᵢ bᵢ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn dot<S: Simd>(a: &[f64], b: &[f64], states: usize) -> f64 {
    let mut sum = a[0] * b[0];
    for place in 1..states {
        sum = mul_add::<S>(a[place], b[place], sum);
    }
    sum
}

/// start + Σ aᵢ bᵢ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn dot_onto<S: Simd>(start: f64, a: &[f64], b: &[f64], states: usize) -> f64 {
    let mut sum = start;
    for place in 0..states {
        sum = mul_add::<S>(a[place], b[place], sum);
    }
    sum
}

/// y = A x, with a symmetric matrix A.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn times<S: Simd>(y: &mut [f64], a: &[f64], x: &[f64], states: usize) {
    for row in 0..states {
        y[row] = a[row] * x[0];
    }
    for column in 1..states {
        if states > SPARSE && x[column] == 0.0 {
            continue;
        }
        for row in 0..states {
            y[row] = mul_add::<S>(a[column * states + row], x[column], y[row]);
        }
    }
}

/// y = A′ x.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn times_transposed<S: Simd>(y: &mut [f64], a: &[f64], x: &[f64], states: usize) {
    for column in 0..states {
        y[column] = a[column] * x[0];
    }
    for row in 1..states {
        for column in 0..states {
            y[column] = mul_add::<S>(a[row * states + column], x[row], y[column]);
        }
    }
}

/// B = T A, or T′ A.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn multiply<S: Simd, const TRANSPOSED: bool>(b: &mut [f64], t: &[f64], a: &[f64], states: usize) {
    for place in 0..states * states {
        b[place] = 0.0;
    }
    for row in 0..states {
        for inner in 0..states {
            let factor = t[row * states + inner];
            if states > SPARSE && factor == 0.0 {
                continue;
            }
            let (to, from) = if TRANSPOSED { (inner, row) } else { (row, inner) };
            let (b, a) = (&mut b[to * states..][..states], &a[from * states..][..states]);
            for column in 0..states {
                b[column] = mul_add::<S>(factor, a[column], b[column]);
            }
        }
    }
}

/// A ← T A T′ with a symmetric matrix A, or T′ A T. The spare matrix is overwritten with A T′, or A T.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn congruent<S: Simd, const TRANSPOSED: bool>(
    a: &mut [f64],
    spare: &mut [f64],
    t: &[f64],
    states: usize,
) {
    multiply::<S, TRANSPOSED>(spare, t, a, states);
    for row in 0..states {
        for column in 0..row {
            spare.swap(row * states + column, column * states + row);
        }
    }
    multiply::<S, TRANSPOSED>(a, t, spare, states);
    for row in 0..states {
        for column in 0..row {
            a[column * states + row] = a[row * states + column];
        }
    }
}

/// C += 2 A B.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn add_twice<S: Simd>(c: &mut [f64], a: &[f64], b: &[f64], states: usize) {
    for row in 0..states {
        for inner in 0..states {
            let factor = 2.0 * a[row * states + inner];
            let (c, b) = (&mut c[row * states..][..states], &b[inner * states..][..states]);
            for column in 0..states {
                c[column] = mul_add::<S>(factor, b[column], c[column]);
            }
        }
    }
}

/// A += scale (x y′ + y x′).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn add_symmetric<S: Simd>(a: &mut [f64], scale: f64, x: &[f64], y: &[f64], states: usize) {
    for row in 0..states {
        let (by_x, by_y) = (scale * x[row], scale * y[row]);
        for column in 0..states {
            let element = &mut a[row * states + column];
            *element = mul_add::<S>(by_x, y[column], mul_add::<S>(by_y, x[column], *element));
        }
    }
}

/// A += scale x y′.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn add_outer<S: Simd>(a: &mut [f64], scale: f64, x: &[f64], y: &[f64], states: usize) {
    for row in 0..states {
        let factor = scale * x[row];
        for column in 0..states {
            let element = &mut a[row * states + column];
            *element = mul_add::<S>(factor, y[column], *element);
        }
    }
}
