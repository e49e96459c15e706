//! The register-blocked kernel behind all operations of order n³: C += α A B for parts of matrices.
//!
//! A tile of C, up to four rows by as many registers as the instruction set has space for, is summed in
//! registers: each step uses one row of B, and for each row of the tile one number of A for all lanes. B
//! and C have contiguous rows; A may be stored by rows or by columns, since its numbers are read one by
//! one.

use super::registers::{load, store};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use pulp::{Simd, WithSimd};

/// The least number of multiplications for which faer, which packs both matrices for the cache, is faster.
const FAER_PRODUCT: usize = 32 * 32 * 32;

/// The number of rows of a tile.
pub(super) const TILE_ROWS: usize = 4;

/// The numbers of A, and their distances down a column and along a row; one of the two is 1.
#[derive(Clone, Copy)]
pub(super) struct Strided<'a> {
    pub numbers: &'a [f64],
    pub down: usize,
    pub along: usize,
}

impl Strided<'_> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn at(self, row: usize, column: usize) -> f64 {
        self.numbers[row * self.down + column * self.along]
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn view(&self, rows: usize, columns: usize) -> MatRef<'_, f64> {
        if self.along == 1 {
            MatRef::from_column_major_slice_with_stride(self.numbers, columns, rows, self.down).transpose()
        } else {
            MatRef::from_column_major_slice_with_stride(self.numbers, rows, columns, self.along)
        }
    }
}

/// Computes C += α A B, where A has `rows` rows and `depth` columns and B has `columns` columns.
pub(super) struct Product<'a> {
    pub rows: usize,
    pub depth: usize,
    pub columns: usize,
    pub alpha: f64,
    pub a: Strided<'a>,
    /// The numbers of B from its first one on; the rows of B begin `b_stride` apart.
    pub b: &'a [f64],
    pub b_stride: usize,
    pub c: &'a mut [f64],
    pub c_stride: usize,
}

impl WithSimd for Product<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(mut self, simd: S) {
        if self.rows == 0 || self.depth == 0 {
            return;
        }
        let widest = if S::REGISTER_COUNT >= 32 { 4 } else { 2 };
        let mut column = 0;
        while column < self.columns {
            let registers = (self.columns - column).div_ceil(S::F64_LANES).min(widest);
            match registers {
                4 => self.panel::<S, 4>(simd, column),
                3 => self.panel::<S, 3>(simd, column),
                2 => self.panel::<S, 2>(simd, column),
                _ => self.panel::<S, 1>(simd, column),
            }
            column += registers * S::F64_LANES;
        }
    }
}

impl Product<'_> {
    /// Runs the kernel as one function, which all callers with this instruction set share.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn add<S: Simd>(self, simd: S) {
        simd.vectorize(self);
    }

    /// Adds the product as [`add`](Self::add) does, by faer if the matrices are large.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn add_of_any_size<S: Simd>(self, simd: S) {
        if self.rows * self.depth * self.columns < FAER_PRODUCT {
            return self.add(simd);
        }
        let Self { rows, depth, columns, alpha, a, b, b_stride, c, c_stride } = self;
        let b = MatRef::from_column_major_slice_with_stride(b, columns, depth, b_stride).transpose();
        let c = MatMut::from_column_major_slice_with_stride_mut(c, columns, rows, c_stride).transpose_mut();
        matmul(c, Accum::Add, a.view(rows, depth), b, alpha, Par::Seq);
    }

    /// Computes some columns of C.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn panel<S: Simd, const REGISTERS: usize>(&mut self, simd: S, column: usize) {
        let mut row = 0;
        while row + TILE_ROWS <= self.rows {
            self.tile::<S, TILE_ROWS, REGISTERS>(simd, row, column);
            row += TILE_ROWS;
        }
        match self.rows - row {
            3 => self.tile::<S, 3, REGISTERS>(simd, row, column),
            2 => self.tile::<S, 2, REGISTERS>(simd, row, column),
            1 => self.tile::<S, 1, REGISTERS>(simd, row, column),
            _ => (),
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn tile<S: Simd, const ROWS: usize, const REGISTERS: usize>(
        &mut self,
        simd: S,
        row: usize,
        column: usize,
    ) {
        let mut sums = [[simd.splat_f64s(0.0); REGISTERS]; ROWS];
        for step in 0..self.depth {
            let b = &self.b[step * self.b_stride + column..];
            let (full, last) = b.split_at((REGISTERS - 1) * S::F64_LANES);
            let full = S::as_simd_f64s(full).0;
            let mut registers = [load(simd, last); REGISTERS];
            registers[..REGISTERS - 1].copy_from_slice(&full[..REGISTERS - 1]);
            for at in 0..ROWS {
                let factor = simd.splat_f64s(self.a.at(row + at, step));
                for register in 0..REGISTERS {
                    sums[at][register] = simd.mul_add_e_f64s(factor, registers[register], sums[at][register]);
                }
            }
        }
        let alpha = simd.splat_f64s(self.alpha);
        let last_lanes = (self.columns - column - (REGISTERS - 1) * S::F64_LANES).min(S::F64_LANES);
        for at in 0..ROWS {
            let c = &mut self.c[(row + at) * self.c_stride + column..];
            let (full, last) = c.split_at_mut((REGISTERS - 1) * S::F64_LANES);
            let full = S::as_mut_simd_f64s(full).0;
            for register in 0..REGISTERS - 1 {
                full[register] = simd.mul_add_e_f64s(alpha, sums[at][register], full[register]);
            }
            let last = &mut last[..last_lanes];
            let sum = simd.mul_add_e_f64s(alpha, sums[at][REGISTERS - 1], load(simd, last));
            store(simd, last, sum);
        }
    }
}
