//! Affine forms: ηᵢ = oᵢ + Σₜ Σₗ wᵢₜₗ uₜ at (gᵢₜ, l), with offsets o, weights w and groups g that are data,
//! and coefficients u.
//!
//! A sum has the terms of both sides, one after the other; a product with data has its weights multiplied.
//! Each term is a table of coefficients of which a row uses one line, that of its group: all of one line in
//! `x.dot(b)`, one number of many in `a.at(group)`.
//!
//! Types say what may be affine, data whether it is: a product (o + w·u) (p + v·u) is affine in a row where
//! v, or w, is zero. So a [`Survey`](super::Survey) goes over all rows first, and may end with a row that is
//! not affine.

use crate::compiler::rewrite::RowFacts;

/// One row of an affine form, as expressions report it.
#[derive(Debug, Default)]
pub struct AffineRow {
    pub(super) offset: f64,
    pub(super) terms: Vec<Term>,
    pub(super) weights: Vec<f64>,
    /// The weights that are 0 because a sparse matrix has no entry there.
    pub(super) absent: usize,
    /// The entries of all rows of the sparse matrices that terms are made of, if there are any.
    pub(super) entries: Option<usize>,
    /// True if two expressions with slopes were multiplied.
    is_curved: bool,
    /// The text of the coefficients of each term, if somebody wants them.
    pub(super) names: Option<Vec<String>>,
}

/// The value of one term in one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    /// The number of lines of its table.
    pub groups: usize,
    /// The line that the row uses.
    pub group: usize,
    /// The weights of this line.
    pub first: usize,
    pub width: usize,
}

impl AffineRow {
    /// An empty row that keeps the texts of coefficients.
    pub(super) fn with_names() -> Self {
        Self { names: Some(Vec::new()), ..Self::default() }
    }

    /// An empty row, in the memory of the last one.
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

    /// True if it is no row of an affine form.
    pub(super) fn is_curved(&self) -> bool {
        self.is_curved
    }

    /// Adds to the part that is data.
    pub(crate) fn offset(&mut self, offset: f64) {
        self.offset += offset;
    }

    /// Adds a term, given the expression of its coefficients, its number of lines, the line of this row, and
    /// the weights of the line's coefficients. Those that data settle are a part of the offset.
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

    /// Adds a term as [`term_of`](Self::term_of) does, whose weights are a row of a sparse matrix with this
    /// many entries in all rows.
    pub(crate) fn sparse_term_of(&mut self, coefficients: &impl RowFacts, weights: Vec<f64>, entries: usize) {
        self.absent += weights.iter().filter(|&&weight| weight == 0.0).count();
        self.entries = Some(self.entries.unwrap_or(0).saturating_add(entries));
        self.term_of(coefficients, 1, 0, weights);
    }

    /// Calls the last term's coefficients by their text, if somebody wants it.
    pub(crate) fn call(&mut self, describe: impl FnOnce(&mut String)) {
        if let Some(names) = &mut self.names {
            names.resize(self.terms.len(), String::new());
            if let Some(name) = names.last_mut() {
                describe(name);
            }
        }
    }

    /// Adds the product of two forms, given what adds each of them.
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
            // What is 0 stays so, whatever the other number is.
            weights.iter_mut().filter(|weight| **weight != 0.0).for_each(|weight| *weight *= factor);
        }
    }
}
