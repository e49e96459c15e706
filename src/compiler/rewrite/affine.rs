//! Affine forms: ηᵢ = oᵢ + Σₜ Σₗ wᵢₜₗ uₜ at (gᵢₜ, l), with offsets o, weights w and groups g that are data,
//! and coefficients u.
//!
//! A sum has the terms of both sides, one after the other; a product with data has its weights multiplied.
//! Each term is a table of coefficients of which a row uses one line, that of its group: all of one line in
//! `x.dot(b)`, one number of many in `a.at(group)`.
//!
//! Types say what may be affine, data whether it is: a product (o + w·u) (p + v·u) is affine in a row where
//! v, or w, is zero. So a [`Survey`] goes over all rows first, and may end with a row that is not affine.

use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::frame::{Frame, Packed, PackedIndices, Scratch, Slot};
use crate::simd::{Block, Pack, for_lanes};
use pulp::Simd;

/// One row of an affine form, as expressions report it.
#[derive(Debug, Default)]
pub struct AffineRow {
    pub(super) offset: f64,
    pub(super) terms: Vec<Term>,
    pub(super) weights: Vec<f64>,
    /// The weights that are 0 because a sparse matrix has no entry there.
    absent: usize,
    /// The entries of all rows of the sparse matrices that terms are made of, if there are any.
    entries: Option<usize>,
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

    /// Refuses a sparse matrix that is too wide for a triangle, before all rows are looked at with their
    /// zeros.
    fn check_width(&self, rows: usize) -> Result<(), NoSurvey> {
        let Some(entries) = self.entries else { return Ok(()) };
        let width = |term: &Term| if term.groups == 1 { term.width } else { 0 };
        let columns: usize = self.terms.iter().map(width).sum();
        let square = columns.saturating_mul(columns);
        let of_rows = (2 * entries).saturating_add((OF_A_ROW + 2 * self.terms.len()).saturating_mul(rows));
        if square >= of_rows || square.saturating_mul(rows) > MOST_TO_FACTORISE {
            return Err(NoSurvey::Wide(columns));
        }
        Ok(())
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

/// The place of the coefficients of a term in the working memory of a rewritten statement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TermPlace {
    pub start: usize,
    /// The distance from one line of the table to the next.
    pub line: usize,
    /// The distance from one coefficient of a line to the next.
    pub column: usize,
}

impl TermPlace {
    /// The place of a coefficient.
    pub fn of(&self, group: usize, column: usize) -> usize {
        self.start + group * self.line + column * self.column
    }

    /// True if the term's coefficients stand one after the other, in lines of `width`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn is_contiguous(&self, width: usize) -> bool {
        self.column == 1 || width == 1
    }
}

/// The facts known of all rows of an affine form.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub rows: usize,
    /// The number of weights in all rows.
    pub weights: usize,
    pub terms: Vec<TermSurvey>,
}

/// The facts known of one term.
#[derive(Debug)]
pub(crate) struct TermSurvey {
    pub groups: usize,
    pub width: usize,
    /// The line of each row; empty if there is only one.
    pub lines: Vec<u32>,
    /// The weight, if it is a single one, the same in all rows and not 0.
    pub constant: Option<f64>,
    /// True if all weights of all rows are 0.
    pub is_idle: bool,
}

/// The reason why there is no survey.
#[derive(Debug)]
pub(crate) enum NoSurvey {
    /// This row is the first that is not affine.
    CurvedRow(usize),
    /// A sparse matrix has so many columns that a triangle of them costs more than its rows, or takes long to
    /// make.
    Wide(usize),
}

impl NoSurvey {
    /// A description, which goes on after that of rows that differ.
    pub fn describe(&self) -> String {
        match self {
            Self::CurvedRow(row) => {
                format!(", and that of element {row} multiplies coefficients with each other")
            }
            Self::Wide(columns) => {
                format!(", and an orthogonal factor of {columns} columns costs more than sparse rows")
            }
        }
    }
}

/// The most multiplications for making the triangle of a sparse matrix. A dense one is read as often in each
/// gradient; of a sparse one nobody expects it.
const MOST_TO_FACTORISE: usize = 20_000_000_000;

/// The multiplications of a row that is evaluated as it stands, beyond two for each weight.
pub(super) const OF_A_ROW: usize = 6;

impl Survey {
    /// Goes over all rows.
    pub fn of(rows: usize, describe: &dyn Fn(usize, &mut AffineRow)) -> Result<Self, NoSurvey> {
        let mut survey = Self { rows, ..Self::default() };
        let mut row = AffineRow::default();
        for index in 0..rows {
            row.clear();
            describe(index, &mut row);
            if row.is_curved {
                return Err(NoSurvey::CurvedRow(index));
            }
            if index == 0 {
                row.check_width(rows)?;
            }
            survey.weights += row.weights.len() - row.absent;
            for (place, term) in row.terms.iter().enumerate() {
                let weights = &row.weights[term.first..][..term.width];
                let is_idle = weights.iter().all(|&weight| weight == 0.0);
                let constant = if let [weight] = weights { Some(*weight).filter(|_| !is_idle) } else { None };
                if survey.terms.len() == place {
                    let (groups, width) = (term.groups, term.width);
                    survey.terms.push(TermSurvey { groups, width, lines: Vec::new(), constant, is_idle });
                }
                let known = &mut survey.terms[place];
                known.is_idle &= is_idle;
                if known.constant != constant {
                    known.constant = None;
                }
                if known.groups > 1 {
                    known.lines.push(term.group as u32);
                }
            }
        }
        Ok(survey)
    }
}

/// Goes over the terms in their order, to load their coefficients or to add their adjoints to those of the
/// variables.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// The start of each term in the working memory, and its two steps.
    places: PackedIndices,
    next: usize,
    /// The place from which all starts are counted.
    origin: Scratch,
    /// The numbers that are subtracted from the coefficients, counted alike.
    reference: Packed,
}

impl Cursor {
    /// Packs where the terms' coefficients stand.
    pub(super) fn pack(compiler: &mut Compiler, terms: &[TermPlace]) -> PackedIndices {
        compiler.pack_own_indices(terms.iter().flat_map(|term| [term.start, term.line, term.column]))
    }

    /// A walk that stands at the first term.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn new(places: PackedIndices, origin: Scratch, reference: Packed) -> Self {
        Self { places, next: 0, origin, reference }
    }

    /// The place of the next term.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn advance(&mut self, frame: &Frame<'_>) -> TermPlace {
        let [start, line, column] = [0, 1, 2].map(|part| frame.index(self.places, 3 * self.next + part));
        self.next += 1;
        TermPlace { start, line, column }
    }

    /// Leaves the next term out.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn skip(&mut self) {
        self.next += 1;
    }

    /// Loads the next term, a single coefficient.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn load_number<S: Simd>(&mut self, frame: &mut Frame<'_>, value: Pack<S>) {
        let TermPlace { start, .. } = self.advance(frame);
        let moved = value.first() - frame.packed_number(self.reference.element(start));
        frame.set_scratch_number(self.origin.element(start), moved);
    }

    /// The adjoint of the next term, a single coefficient, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn adjoint_number<S: Simd>(&mut self, simd: S, frame: &mut Frame<'_>) -> Pack<S> {
        let place = self.advance(frame);
        Pack::splat(simd, frame.scratch_number(self.origin.element(place.start)))
    }

    /// Loads the next term, whose coefficients stand in a slot, lines of `width` one after the other.
    ///
    /// Whole registers are written, also behind the term, but of a single coefficient, which may be an
    /// intercept that stands before terms that were loaded already.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn load<S: Simd>(
        &mut self,
        simd: S,
        frame: &mut Frame<'_>,
        slot: Slot,
        count: usize,
        width: usize,
    ) {
        let place = self.advance(frame);
        if count == 1 {
            let moved = frame.number(slot) - frame.packed_number(self.reference.element(place.start));
            frame.set_scratch_number(self.origin.element(place.start), moved);
            return;
        }
        if place.is_contiguous(width) {
            for_lanes!(lane in Block { simd, start: 0, end: count } => {
                let at = place.start + lane.index;
                let moved = frame.values(slot, lane) - frame.packed(simd, self.reference.element(at));
                frame.set_scratch(self.origin.element(at), lane.mask.select(moved, 0.0));
            });
            return;
        }
        for line in 0..count / width {
            for column in 0..width {
                let at = place.of(line, column);
                let value = frame.number(slot.element(line * width + column));
                let moved = value - frame.packed_number(self.reference.element(at));
                frame.set_scratch_number(self.origin.element(at), moved);
            }
        }
    }

    /// Adds the adjoints of the next term to those of a slot.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn unload<S: Simd>(
        &mut self,
        simd: S,
        frame: &mut Frame<'_>,
        slot: Slot,
        count: usize,
        width: usize,
    ) {
        let place = self.advance(frame);
        if place.is_contiguous(width) {
            let start = self.origin.element(place.start);
            for_lanes!(lane in Block { simd, start: 0, end: count } => {
                // What stands behind a slot may belong to another: it gets nothing, but without a masked
                // store.
                let adjoint = lane.mask.select(frame.scratch(simd, start.element(lane.index)), 0.0);
                frame.add_adjoints(slot, lane, adjoint);
            });
            return;
        }
        for line in 0..count / width {
            for column in 0..width {
                let adjoint = frame.scratch_number(self.origin.element(place.of(line, column)));
                frame.add_adjoint_number(slot.element(line * width + column), adjoint);
            }
        }
    }
}
