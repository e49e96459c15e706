//! Products of small matrices, one in each lane.

use crate::simd::Pack;
use crate::time::prefix::{Associative, LEVELS, all_moved, combine_lanes};
use monomorph_macros::inlined;
use pulp::Simd;

/// A matrix for each lane.
pub(crate) type Matrices<S, const K: usize> = [[Pack<S>; K]; K];

/// Returns the unit matrix.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn identity<const K: usize, S: Simd>(simd: S) -> Matrices<S, K> {
    let mut identity = [[Pack::zero(simd); K]; K];
    for (state, row) in identity.iter_mut().enumerate() {
        row[state] = Pack::splat(simd, 1.0);
    }
    identity
}

/// Returns a row times a matrix.
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

/// Returns a matrix times a column.
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

/// Returns a matrix whose columns are multiplied by weights.
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

/// Returns the sum of the elements.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn sum<S: Simd>(numbers: &[Pack<S>]) -> Pack<S> {
    let mut sum = numbers[0];
    for number in &numbers[1..] {
        sum = sum + *number;
    }
    sum
}

/// The product of matrices in the order of time, `UPWARD` from the first lane to the last.
struct Product<const UPWARD: bool, const K: usize>;

#[inlined(all)]
impl<S: Simd, const UPWARD: bool, const K: usize> Associative<S> for Product<UPWARD, K> {
    type Element = Matrices<S, K>;

    fn moved<const BY: usize>(&self, products: &Self::Element, before: &Self::Element) -> Self::Element {
        let mut moved = *products;
        for row in 0..K {
            moved[row] = all_moved::<BY, UPWARD, K, S>(&products[row], &before[row]);
        }
        moved
    }

    fn combine<const LEVEL: usize>(&self, products: Self::Element, before: Self::Element) -> Self::Element {
        let (left, right) = if const { UPWARD } { (before, products) } else { (products, before) };
        let mut combined = left;
        for row in 0..K {
            combined[row] = times(&left[row], &right);
        }
        combined
    }
}

/// Returns, for each lane, the product of the matrices of all lanes up to it, or, if not `UPWARD`, from it
/// on.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn cumulate<const UPWARD: bool, const K: usize, S: Simd>(
    simd: S,
    products: Matrices<S, K>,
) -> Matrices<S, K> {
    combine_lanes(&Product::<UPWARD, K>, products, &mut [identity(simd); LEVELS])
}
