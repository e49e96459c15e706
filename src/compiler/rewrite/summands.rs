//! Sums of gathers whose indices have few combinations in the rows, as a single gather:
//!
//! t at c = Σₖ xₖ at fₖ(c),  x̄ₖ at fₖ(c) += t̄ at c,  with the combination c of a row.
//!
//! One of the gathers reads t, and the others are idle. Each gather adds its own values to t when a sweep
//! begins, and takes its adjoints from t when the sweep ends. Functions of the library do this.

use crate::compiler::Compiler;
use crate::compiler::rewrite::Indices;
use crate::compiler::rewrite::combinations::{Combinations, combinations};
use crate::frame::{Lent, PackedIndices, Slot};
use monomorph_base::shape::Extent;

/// The gather that is evaluated where all variables change: a gather of its own values, or of a table of
/// sums.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summand {
    pub(crate) indices: Indices,
    /// The slot from which the gather reads.
    pub(crate) slot: Slot,
    /// The number of rows.
    rows: usize,
    share: Option<Share>,
}

/// The share of a gather in a table of sums.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    table: Slot,
    /// The number of combinations.
    count: usize,
    /// The element that the gather reads in each combination.
    elements: PackedIndices,
    /// True for the share that overwrites the table when a sweep begins.
    is_first: bool,
}

impl Summand {
    /// A gather of `rows` elements from a slot, which reads its own values.
    pub(crate) fn alone(indices: Indices, slot: Slot, rows: usize) -> Self {
        Self { indices, slot, rows, share: None }
    }

    /// The share in a table of sums, if the gather has one.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn share(&self) -> Option<&Share> {
        self.share.as_ref()
    }
}

impl Share {
    /// Adds the values in `source` to the sums.
    #[inline(never)]
    pub(crate) fn add(&self, source: Slot, mut numbers: Lent<'_>) {
        for combination in 0..self.count {
            let element = source.element(numbers.index(self.elements, combination));
            let (sum, value) = (self.table.element(combination), numbers.number(element));
            if self.is_first {
                numbers.start_number(sum, value);
            } else {
                numbers.add_number(sum, value);
            }
        }
    }

    /// Adds the adjoints of the sums to the adjoints in `source`.
    #[inline(never)]
    pub(crate) fn pull_back(&self, source: Slot, mut numbers: Lent<'_>) {
        for combination in 0..self.count {
            let element = source.element(numbers.index(self.elements, combination));
            let adjoint = numbers.adjoint(self.table.element(combination));
            numbers.add_adjoint_number(element, adjoint);
        }
    }
}

/// Calls a visitor with each gather of a sum.
pub(crate) type ForSummands<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&mut Summand));

impl Compiler {
    /// Joins gathers of a sum if that is faster, and records it.
    pub(crate) fn join_summands(&mut self, rows: usize, for_summands: ForSummands<'_>) {
        if !self.changes_all() || self.check_claims().is_err() {
            return;
        }
        let mut all: Vec<Summand> = Vec::new();
        for_summands(&mut |summand| all.push(*summand));
        let is_by_rows = |summand: &Summand| summand.rows == rows;
        let columns: Vec<&[u32]> = if all.iter().all(is_by_rows) {
            all.iter().map(|summand| summand.indices.packed_of(self, rows)).collect()
        } else {
            Vec::new()
        };
        let found = combinations(&columns);
        if found.is_empty() {
            return;
        }
        for combinations in &found {
            self.make_table(combinations, &mut all);
        }
        let joined: usize = found.iter().map(|own| own.members.len()).sum();
        let counts: Vec<String> = found.iter().map(|own| own.indices[0].len().to_string()).collect();
        let mut all = all.into_iter();
        for_summands(&mut |summand| *summand = all.next().unwrap_or(*summand));
        let (tables, counts) = (found.len(), counts.join(" and "));
        self.improve(format!("{joined} gathers are {tables} of sums for {counts} combinations of indices"));
    }

    /// Makes a table of sums for some of the gathers of a sum.
    fn make_table(&mut self, combinations: &Combinations, all: &mut [Summand]) {
        let Combinations { members, of_rows, indices } = combinations;
        let count = indices[0].len();
        let table = self.slot_of(Extent::Vector(count));
        let first = members.iter().min();
        for (member, own) in members.iter().zip(indices) {
            let is_first = first == Some(member);
            let elements = self.pack_own_indices(own.iter().copied());
            let summand = &mut all[*member];
            if is_first {
                (summand.indices, summand.slot) = (Indices::pack(self, of_rows), table);
            } else {
                summand.indices = Indices::idle(self, of_rows.len());
            }
            summand.share = Some(Share { table, count, elements, is_first });
        }
    }
}
