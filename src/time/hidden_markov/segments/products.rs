//! Products of small matrices, one in each lane.

use crate::simd::Pack;
use pulp::Simd;

/// A matrix for each lane.
pub(crate) type Matrices<S, const K: usize> = [[Pack<S>; K]; K];

/// The unit matrix.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn identity<const K: usize, S: Simd>(simd: S) -> Matrices<S, K> {
    let mut identity = [[Pack::zero(simd); K]; K];
    for (state, row) in identity.iter_mut().enumerate() {
        row[state] = Pack::splat(simd, 1.0);
    }
    identity
}

/// A row times a matrix.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn times<const K: usize, S: Simd>(row: &[Pack<S>; K], matrix: &Matrices<S, K>) -> [Pack<S>; K] {
    let mut product = *row;
    for to in 0..K {
        product[to] = row[0] * matrix[0][to];
        for from in 1..K {
            product[to] = row[from].mul_add(matrix[from][to], product[to]);
        }
    }
    product
}

/// A matrix times a column.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn times_column<const K: usize, S: Simd>(
    matrix: &Matrices<S, K>,
    column: &[Pack<S>; K],
) -> [Pack<S>; K] {
    let mut product = *column;
    for from in 0..K {
        product[from] = matrix[from][0] * column[0];
        for to in 1..K {
            product[from] = matrix[from][to].mul_add(column[to], product[from]);
        }
    }
    product
}

/// A matrix whose columns are weighed.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn weigh<const K: usize, S: Simd>(
    matrix: &Matrices<S, K>,
    weights: &[Pack<S>; K],
) -> Matrices<S, K> {
    let mut weighed = *matrix;
    for row in &mut weighed {
        for to in 0..K {
            row[to] = row[to] * weights[to];
        }
    }
    weighed
}

/// The sum of the elements.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn sum<S: Simd>(numbers: &[Pack<S>]) -> Pack<S> {
    let mut sum = numbers[0];
    for number in &numbers[1..] {
        sum = sum + *number;
    }
    sum
}

/// The product of the matrices of all lanes up to each one, or, not `UPWARD`, from each one on: by doubling,
/// of 1, 2, 4, … lanes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn cumulate<const UPWARD: bool, const K: usize, S: Simd>(
    simd: S,
    mut products: Matrices<S, K>,
) -> Matrices<S, K> {
    double::<1, UPWARD, K, S>(simd, &mut products);
    double::<2, UPWARD, K, S>(simd, &mut products);
    double::<4, UPWARD, K, S>(simd, &mut products);
    products
}

/// Doubles the products, from those of `BY` lanes to those of twice as many.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn double<const BY: usize, const UPWARD: bool, const K: usize, S: Simd>(
    simd: S,
    products: &mut Matrices<S, K>,
) {
    if const { Pack::<S>::LANES <= BY } {
        return;
    }
    let mut others = identity(simd);
    for from in 0..K {
        for to in 0..K {
            let (pack, beyond) = (products[from][to], others[from][to]);
            others[from][to] =
                if const { UPWARD } { pack.moved_up::<BY>(beyond) } else { pack.moved_down::<BY>(beyond) };
        }
    }
    let (left, right) = if const { UPWARD } { (others, *products) } else { (*products, others) };
    for from in 0..K {
        products[from] = times(&left[from], &right);
    }
}
