//! The Cholesky factor of a sparse matrix, in memory of the caller: P A Pᵀ = L Lᵀ, where P orders the rows.

use super::analysis::{Analysis, Supernode};
use super::factor::Factor;
use super::inverse::{SelectedInverse, inverse_scratch};
use super::pattern::{Pattern, PatternError};
use super::solve::{Part, Solve};
use crate::simd::InstructionSet;
use pulp::Simd;
use std::sync::Arc;

/// The symbolic factorisation of a pattern: the order P of the rows, and the places of the numbers of L. A
/// clone shares it.
///
/// Factors and scratch memory may contain any numbers before they are written, and must have at least the
/// length that this type returns. Only the first large product of a thread allocates, in faer.
///
/// Each operation is compiled in this crate, once for each instruction set, and not in programs that call
/// it.
#[derive(Clone, Debug)]
pub struct SparseCholesky {
    analysis: Arc<Analysis>,
}

impl SparseCholesky {
    /// Computes the symbolic factorisation of a pattern.
    ///
    /// # Errors
    ///
    /// If the factor would be too large.
    pub fn new(pattern: &Pattern) -> Result<Self, PatternError> {
        Ok(Self { analysis: Arc::new(Analysis::new(pattern)?) })
    }

    /// The number of rows of the matrix.
    pub fn size(&self) -> usize {
        self.analysis.ranks.len()
    }

    /// The length of a factor.
    pub fn factor_length(&self) -> usize {
        self.analysis.numbers
    }

    /// The length of the scratch memory of [`factor`](Self::factor).
    pub fn factor_scratch(&self) -> usize {
        self.analysis.updates
    }

    /// The length of the scratch memory of [`selected_inverse`](Self::selected_inverse).
    pub fn inverse_scratch(&self) -> usize {
        inverse_scratch(&self.analysis)
    }

    /// The length of the scratch memory of [`solve`](Self::solve) and its halves, for `columns` right-hand
    /// sides.
    pub fn solve_scratch(&self, columns: usize) -> usize {
        columns * (self.size() + self.analysis.supernodes.iter().map(Supernode::height).max().unwrap_or(0))
    }

    /// The count of numbers of L that are not at places of the pattern.
    pub fn fill(&self) -> usize {
        let triangle = |own: &Supernode| own.panel().len() - own.width * (own.width - 1) / 2;
        self.analysis.supernodes.iter().map(triangle).sum::<usize>() - self.analysis.entries.len()
    }

    /// The number of multiplications of a factorisation.
    pub fn operations(&self) -> usize {
        let columns = |own: &Supernode| own.below.len() + 1..=own.height();
        self.analysis.supernodes.iter().flat_map(columns).map(|height| height * (height + 1) / 2).sum()
    }

    /// Factors the matrix with these values of the pattern, and returns the log determinant of the matrix;
    /// NaN if it is not positive definite or not finite, and then the factor is unspecified.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn factor<S: Simd>(&self, simd: S, values: &[f64], factor: &mut [f64], scratch: &mut [f64]) -> f64 {
        run_factor(InstructionSet::of(simd), Factor { analysis: &self.analysis, values, factor, scratch })
    }

    /// Computes L := L diag(scales), so that draws and the inverse are those of the matrix Pᵀ L
    /// diag(scales)² Lᵀ P.
    pub fn scale_columns(&self, factor: &mut [f64], scales: &[f64]) {
        for own in &self.analysis.supernodes {
            let scales = &scales[own.first..own.first + own.width];
            for (numbers, scale) in factor[own.panel()].chunks_exact_mut(own.height()).zip(scales) {
                numbers.iter_mut().for_each(|number| *number *= scale);
            }
        }
    }

    /// Computes the values of A⁻¹ at the places of the pattern, in their order. For more values, add places
    /// to the pattern, with values of 0.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn selected_inverse<S: Simd>(
        &self,
        simd: S,
        factor: &[f64],
        inverse: &mut [f64],
        scratch: &mut [f64],
    ) {
        let operation = SelectedInverse { analysis: &self.analysis, factor, inverse, scratch };
        run_inverse(InstructionSet::of(simd), operation);
    }
}

#[inline(never)]
fn run_factor(set: InstructionSet, operation: Factor<'_>) -> f64 {
    set.dispatch(operation)
}

#[inline(never)]
fn run_inverse(set: InstructionSet, operation: SelectedInverse<'_>) {
    set.dispatch(operation);
}

#[inline(never)]
fn run_solve(set: InstructionSet, operation: Solve<'_>) {
    set.dispatch(operation);
}

/// Defines the methods that solve systems of equations.
macro_rules! solve {
    ($($(#[doc = $doc:literal])* $name:ident, $part:ident;)*) => {
        impl SparseCholesky {
            $($(#[doc = $doc])*
            #[cfg_attr(not(monomorph_outlined), inline(always))]
            pub fn $name<S: Simd>(
                &self,
                simd: S,
                factor: &[f64],
                b: &mut [f64],
                columns: usize,
                scratch: &mut [f64],
            ) {
                let (analysis, part) = (&*self.analysis, Part::$part);
                let operation = Solve { analysis, factor, b, columns, scratch, part };
                run_solve(InstructionSet::of(simd), operation);
            })*
        }
    };
}

solve! {
    /// Computes B := A⁻¹ B, where B has as many rows as the matrix and a column for each right-hand side.
    solve, Both;
    /// Computes B := L⁻¹ P B, so that the sum of squares of a column is bᵀ A⁻¹ b.
    solve_lower, Forward;
    /// Computes B := Pᵀ L⁻ᵀ B, which makes draws of N(0, A⁻¹) from standard normal numbers.
    solve_upper, Backward;
}
