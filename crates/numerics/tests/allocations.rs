//! Tests that numeric work on sparse matrices allocates nothing after faer has allocated a thread's memory
//! for packed blocks.

#[path = "../../../tests/common/counting.rs"]
mod counting;

use counting::allocations;
use monomorph_numerics::linalg::sparse::{Pattern, SparseCholesky};
use monomorph_numerics::simd::InstructionSet;
use pulp::{Simd, WithSimd};

/// The number of rows on a side of the lattice.
const SIDE: usize = 40;

struct Work<'a> {
    pattern: &'a Pattern,
    cholesky: &'a SparseCholesky,
    values: &'a [f64],
    memory: [&'a mut [f64]; 4],
}

impl WithSimd for Work<'_> {
    type Output = ();

    fn with_simd<S: Simd>(self, simd: S) {
        let Self { pattern, cholesky, values, memory: [factor, b, inverse, scratch] } = self;
        assert!(cholesky.factor(simd, values, factor, scratch).is_finite());
        cholesky.solve(simd, factor, b, 3, scratch);
        cholesky.solve_lower(simd, factor, b, 1, scratch);
        cholesky.solve_upper(simd, factor, b, 1, scratch);
        cholesky.selected_inverse(simd, factor, inverse, scratch);
        let (x, y) = b.split_at_mut(pattern.size());
        pattern.add_product(y, values, x);
    }
}

#[test]
fn sparse_matrices_allocate_nothing() {
    let size = SIDE * SIDE;
    // The pattern is a lattice, and a dense block of 150 rows, so that faer's products are called.
    let near = (0..size).flat_map(|cell| [1, SIDE].map(|step| (cell, (cell + step) % size)));
    let dense = (0..150).flat_map(|row| (0..row).map(move |column| (row, column)));
    let pattern = Pattern::new(size, near.chain(dense)).unwrap();
    let values: Vec<f64> =
        pattern.iter().map(|(row, column)| if row == column { 200.0 } else { -1.0 }).collect();
    let cholesky = SparseCholesky::new(&pattern).unwrap();
    let scratch = cholesky.factor_scratch().max(cholesky.inverse_scratch()).max(cholesky.solve_scratch(3));
    let lengths = [cholesky.factor_length(), 3 * size, pattern.len(), scratch];
    let mut memory = lengths.map(|length| vec![1.0; length]);
    for set in InstructionSet::all() {
        let mut work = || {
            let memory = memory.each_mut().map(Vec::as_mut_slice);
            set.dispatch(Work { pattern: &pattern, cholesky: &cholesky, values: &values, memory });
        };
        work();
        assert_eq!(allocations(work), 0, "{set:?}");
    }
}
