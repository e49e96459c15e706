//! An inverse Hessian of few coordinates as a matrix.
//!
//! A pair (s, y) makes it (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ with ρ = 1 / sᵀy, which is
//!
//! Hᵢ := Hᵢ + (c sᵢ − ρ hᵢ) s − ρ sᵢ h   for each row i,   h = H y, c = ρ (1 + ρ yᵀh):
//!
//! equation 6.17 of Nocedal and Wright, *Numerical Optimization* (2006), multiplied out. Rows are padded with
//! zeros to whole registers, so that no loop has a rest.

use super::vectors::dot;
use crate::simd::{InstructionSet, MAX_LANES, Pack};
use pulp::{Simd, WithSimd};

/// Numbers that one register holds on the widest machine.
pub(super) type Chunk = [f64; MAX_LANES];

/// A symmetric matrix.
#[derive(Clone, Debug)]
pub struct Matrix {
    size: usize,
    /// Chunks of a row.
    chunks: usize,
    rows: Vec<Chunk>,
    /// x and H x.
    work: [Vec<Chunk>; 2],
    set: InstructionSet,
}

impl Matrix {
    /// The unit matrix.
    pub fn unit(size: usize) -> Self {
        let chunks = size.div_ceil(MAX_LANES);
        let zeros = vec![[0.0; MAX_LANES]; chunks];
        let mut matrix = Self {
            size,
            chunks,
            rows: vec![[0.0; MAX_LANES]; chunks * size],
            work: [zeros.clone(), zeros],
            set: InstructionSet::best(),
        };
        matrix.set_diagonal(|_| 1.0);
        matrix
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.rows[row * self.chunks..][..self.chunks].as_flattened()[..self.size]
    }

    /// Becomes a diagonal matrix.
    pub fn set_diagonal(&mut self, entry: impl Fn(usize) -> f64) {
        self.rows.fill([0.0; MAX_LANES]);
        for row in 0..self.size {
            self.rows[row * self.chunks + row / MAX_LANES][row % MAX_LANES] = entry(row);
        }
    }

    /// H := E H E with a diagonal matrix E.
    pub fn rescale(&mut self, factors: &[Chunk]) {
        let Self { rows, set, .. } = self;
        set.dispatch(Rescale { rows, factors });
    }

    /// x := H x
    pub fn apply(&mut self, x: &mut [f64]) {
        pad(&mut self.work[0], x);
        let Self { rows, work: [padded, product], set, .. } = self;
        set.dispatch(Product { rows, x: padded, product });
        x.copy_from_slice(&product.as_flattened()[..x.len()]);
    }

    /// H := f H, and then the update by a pair s, y, whose sᵀy is given. The factor f is sᵀy / yᵀHy where
    /// that is above 1 and the matrix is scaled, else 1.
    pub fn learn(&mut self, [s, y]: [&[Chunk]; 2], along: f64, is_scaled: bool) -> f64 {
        let Self { rows, work: [_, product], set, .. } = self;
        set.dispatch(Learn { rows, product, s, y, along, is_scaled })
    }

    /// Runs an operation with the instruction set of the matrix.
    pub fn dispatch<Operation: WithSimd>(&self, operation: Operation) -> Operation::Output {
        self.set.dispatch(operation)
    }

    /// The updates by pairs s, y, one after the other, with their ρ.
    pub fn update_by_all<'a>(&mut self, pairs: impl Iterator<Item = ([&'a [Chunk]; 2], f64)>) {
        let Self { rows, work: [_, product], set, .. } = self;
        set.dispatch(Updates { rows, product, pairs });
    }
}

/// Copies numbers into chunks whose rest is 0.
fn pad(chunks: &mut [Chunk], numbers: &[f64]) {
    chunks.as_flattened_mut()[..numbers.len()].copy_from_slice(numbers);
}

/// H x
struct Product<'a> {
    rows: &'a [Chunk],
    x: &'a [Chunk],
    product: &'a mut [Chunk],
}

impl WithSimd for Product<'_> {
    type Output = ();

    /// The sum of the rows times the entries of x, since H is symmetric: no sums across lanes.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { rows, x, product } = self;
        let (rows, _) = S::as_simd_f64s(rows.as_flattened());
        let (product, _) = S::as_mut_simd_f64s(product.as_flattened_mut());
        let registers = product.len();
        let size = rows.len() / registers;
        // Two sums, since one would wait for each of its additions.
        let (front, back) = x.as_flattened()[..size].split_at(size / 2);
        for (register, product) in product.iter_mut().enumerate() {
            let rows = |first: usize| rows[first * registers + register..].iter().step_by(registers);
            let mut sums = [Pack::zero(simd); 2];
            for (row, x) in rows(0).zip(front) {
                sums[0] = Pack::new(simd, *row).mul_add(*x, sums[0]);
            }
            for (row, x) in rows(front.len()).zip(back) {
                sums[1] = Pack::new(simd, *row).mul_add(*x, sums[1]);
            }
            *product = (sums[0] + sums[1]).value;
        }
    }
}

/// E H E
struct Rescale<'a> {
    rows: &'a mut [Chunk],
    factors: &'a [Chunk],
}

impl WithSimd for Rescale<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { rows, factors } = self;
        let (rows, _) = S::as_mut_simd_f64s(rows.as_flattened_mut());
        let (registers, _) = S::as_simd_f64s(factors.as_flattened());
        for (row, of_row) in rows.chunks_exact_mut(registers.len()).zip(factors.as_flattened()) {
            for (entries, of_columns) in row.iter_mut().zip(registers) {
                *entries = (Pack::new(simd, *entries) * (Pack::new(simd, *of_columns) * *of_row)).value;
            }
        }
    }
}

/// The update by a pair, where h = H y of the matrix before it is multiplied.
struct Update<'a> {
    rows: &'a mut [Chunk],
    s: &'a [Chunk],
    h: &'a [Chunk],
    rho: f64,
    form: f64,
    factor: f64,
}

impl WithSimd for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { rows, s, h, rho, form, factor } = self;
        let c = rho * (1.0 + rho * form);
        let of_row = s.as_flattened().iter().zip(h.as_flattened());
        let (rows, _) = S::as_mut_simd_f64s(rows.as_flattened_mut());
        let (s, _) = S::as_simd_f64s(s.as_flattened());
        let (h, _) = S::as_simd_f64s(h.as_flattened());
        for (row, (s_of_row, h_of_row)) in rows.chunks_exact_mut(s.len()).zip(of_row) {
            let by_s = Pack::splat(simd, c * s_of_row - rho * factor * h_of_row);
            let by_h = Pack::splat(simd, -rho * factor * s_of_row);
            for (row, (s, h)) in row.iter_mut().zip(s.iter().zip(h)) {
                let (s, h) = (Pack::new(simd, *s), Pack::new(simd, *h));
                *row = s.mul_add(by_s, h.mul_add(by_h, Pack::new(simd, *row) * factor)).value;
            }
        }
    }
}

/// The update by a pair, of the matrix times a factor: see [`Matrix::learn`].
struct Learn<'a> {
    rows: &'a mut [Chunk],
    product: &'a mut [Chunk],
    s: &'a [Chunk],
    y: &'a [Chunk],
    along: f64,
    is_scaled: bool,
}

impl WithSimd for Learn<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { rows, product, s, y, along, is_scaled } = self;
        Product { rows, x: y, product }.with_simd(simd);
        let form = dot(y.as_flattened(), product.as_flattened());
        let factor = if is_scaled { (along / form).max(1.0) } else { 1.0 };
        let (rho, form) = (1.0 / along, factor * form);
        Update { rows, s, h: product, rho, form, factor }.with_simd(simd);
        factor
    }
}

/// Updates by several pairs.
struct Updates<'a, Pairs> {
    rows: &'a mut [Chunk],
    product: &'a mut [Chunk],
    pairs: Pairs,
}

impl<'a, Pairs: Iterator<Item = ([&'a [Chunk]; 2], f64)>> WithSimd for Updates<'_, Pairs> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { rows, product, pairs } = self;
        for ([s, y], rho) in pairs {
            Product { rows, x: y, product }.with_simd(simd);
            let form = dot(y.as_flattened(), product.as_flattened());
            Update { rows, s, h: product, rho, form, factor: 1.0 }.with_simd(simd);
        }
    }
}
