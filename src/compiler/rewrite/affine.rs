//! Affine forms: ηᵢ = oᵢ + Σₜ Σₗ wᵢₜₗ uₜ at (gᵢₜ, l), with offsets o, weights w and groups g that are data,
//! and coefficients u.
//!
//! A sum has the terms of both sides, one after the other; in a product with data the weights are
//! multiplied. Each term is a table of coefficients of which a row reads one line, that of its group: in
//! `x.dot(b)` all coefficients are one line, in `a.at(group)` each coefficient is a line.
//!
//! Types determine what may be affine, data whether it is: a product (o + w·u) (p + v·u) is affine in a row
//! where v, or w, is zero. So a [`Survey`](super::Survey) reads all rows first, and may end with a row that
//! is not affine.

use crate::compiler::rewrite::RowFacts;

/// One row of an affine form, as expressions report it.
#[derive(Debug, Default)]
pub struct AffineRow {
    pub(super) offset: f64,
    pub(super) terms: Vec<Term>,
    pub(super) weights: Vec<f64>,
    /// The number of weights that are 0 because a sparse matrix has no entry there.
    pub(super) absent: usize,
    /// The number of entries, in all rows, of the sparse matrices in terms, if there are any.
    pub(super) entries: Option<usize>,
    /// True if two expressions with coefficients were multiplied.
    is_curved: bool,
    /// The texts of the coefficients of each term, if they are wanted.
    pub(super) names: Option<Vec<String>>,
}

/// The value of one term in one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// The number of lines of the term's table.
    pub groups: usize,
    /// The line that the row reads.
    pub group: usize,
    /// The place of the first weight of this line.
    pub first: usize,
    pub width: usize,
}

impl AffineRow {
    /// An empty row that also records the texts of coefficients.
    pub(super) fn with_names() -> Self {
        Self { names: Some(Vec::new()), ..Self::default() }
    }

    /// Clears the row, and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.offset = 0.0;
        self.terms.clear();
        self.weights.clear();
        self.absent = 0;
        self.entries = None;
        self.is_curved = false;
        if let Some(names) = &mut self.names {
            names.clear();
        }
    }

    /// True if the row is not a row of an affine form.
    pub(super) fn is_curved(&self) -> bool {
        self.is_curved
    }

    /// Adds to the offset, the part that is data.
    pub(crate) fn offset(&mut self, offset: f64) {
        self.offset += offset;
    }

    /// Adds a term, given the expression of its coefficients, its number of lines, the line of this row,
    /// and the weights of the line's coefficients. Coefficients whose values follow from data become a part
    /// of the offset.
    pub(crate) fn term_of(
        &mut self,
        coefficients: &impl RowFacts,
        groups: usize,
        group: usize,
        weights: impl IntoIterator<Item = f64>,
    ) {
        let first = self.weights.len();
        self.weights.extend(weights);
        let width = self.weights.len() - first;
        for (column, weight) in self.weights[first..].iter_mut().enumerate() {
            if let Some(number) = coefficients.known(group.saturating_mul(width).saturating_add(column)) {
                self.offset += *weight * number;
                *weight = 0.0;
            }
        }
        self.terms.push(Term { groups, group, first, width });
    }

    /// Adds a term as [`term_of`](Self::term_of) does, whose weights are a row of a sparse matrix; the
    /// matrix has `entries` entries in all rows.
    pub(crate) fn sparse_term_of(&mut self, coefficients: &impl RowFacts, weights: Vec<f64>, entries: usize) {
        self.absent += weights.iter().filter(|&&weight| weight == 0.0).count();
        self.entries = Some(self.entries.unwrap_or(0).saturating_add(entries));
        self.term_of(coefficients, 1, 0, weights);
    }

    /// Sets the text of the last term's coefficients, if texts are wanted.
    pub(crate) fn call(&mut self, describe: impl FnOnce(&mut String)) {
        if let Some(names) = &mut self.names {
            names.resize(self.terms.len(), String::new());
            if let Some(name) = names.last_mut() {
                describe(name);
            }
        }
    }

    /// Adds the product of two forms, given functions that add each of them.
    pub(crate) fn product(&mut self, left: impl FnOnce(&mut Self), right: impl FnOnce(&mut Self)) {
        let (before, start) = (core::mem::take(&mut self.offset), self.weights.len());
        left(self);
        let (of_left, middle) = (core::mem::take(&mut self.offset), self.weights.len());
        right(self);
        let of_right = core::mem::replace(&mut self.offset, before);
        self.offset += of_left * of_right;
        let (left, right) = self.weights[start..].split_at_mut(middle - start);
        let has_slopes = |weights: &[f64]| weights.iter().any(|&weight| weight != 0.0);
        self.is_curved |= has_slopes(left) && has_slopes(right);
        for (weights, factor) in [(left, of_right), (right, of_left)] {
            // A product with 0 stays 0, even if the other number is infinite or NaN.
            weights.iter_mut().filter(|weight| **weight != 0.0).for_each(|weight| *weight *= factor);
        }
    }
}
