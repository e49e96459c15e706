//! The pairs of elements of a variable that meet in a term of the log density, for a
//! [Laplace approximation](crate::model::marginal): all other second derivatives are 0.

use crate::compiler::Compiler;
use crate::compiler::reads::How;
use crate::frame::Slot;
use crate::name::{Var, VarSet};

/// The pairs of elements that meet.
#[derive(Debug, Default)]
pub(crate) struct Meetings {
    /// Both places of each pair, the smaller one first; a pair may be there several times.
    pub pairs: Vec<(u32, u32)>,
    /// The first statement of which it is not known which elements meet in a term, so that all do.
    pub unknown: Option<String>,
    /// The vectors of sums of elements that are 0 by the support of the variable, each by the elements in
    /// which it is not 0, as the law of the variable tells.
    pub constraints: Vec<Vec<(u32, f64)>>,
}

/// A pair with the smaller place first.
fn pair(one: usize, other: usize) -> (u32, u32) {
    (one.min(other) as u32, one.max(other) as u32)
}

impl Meetings {
    /// Adds the pairs of elements that one row reads.
    fn meet(&mut self, elements: &[usize]) {
        for (place, &one) in elements.iter().enumerate() {
            self.pairs.extend(
                elements[..place].iter().filter(|other| **other != one).map(|&other| pair(one, other)),
            );
        }
    }

    /// Removes the pairs that are there already.
    fn compact(&mut self) {
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }
}

impl Compiler {
    /// Tells that a variable is marginalised by a Laplace approximation: all rows belong to it, and the pairs
    /// of its elements that meet are kept.
    pub(crate) fn approximate(&mut self, var: Var) {
        self.sum_out_by(var, How::Own, Some(Meetings::default()));
    }

    /// The pairs of elements of a variable that meet, of which no more will come.
    pub(crate) fn take_meetings(&mut self, var: Var) -> Meetings {
        let own = self.reads.summed.iter_mut().find(|summed| summed.var.key() == var.key());
        own.and_then(|summed| summed.meetings.take()).unwrap_or_default()
    }

    /// True if one of the variables is approximated, or depends on one that is.
    pub(crate) fn approximates(&self, vars: &VarSet) -> bool {
        let is_own = |summed: &&super::Summed| self.is_approximated(summed.origin);
        self.reads.summed.iter().filter(is_own).any(|summed| vars.contains(summed.var))
    }

    pub(super) fn is_approximated(&self, origin: Var) -> bool {
        self.reads.summed.iter().any(|own| own.var.key() == origin.key() && own.meetings.is_some())
    }

    /// Keeps the pairs of elements that meet in the rows of the statement that has been bound. Of the
    /// variables `crossed` a row may read another element than its own.
    pub(super) fn keep_meetings(&mut self, origin: Var, rows: usize, crossed: &VarSet) {
        let reads = self.ways(origin, rows, crossed);
        let statement = self.context().statement();
        let length = self.extent_of(origin).size();
        let Some(meetings) = self.meetings_of(origin) else { return };
        if reads.contains(&How::Many) && length > 1 {
            meetings.unknown.get_or_insert(statement);
            return;
        }
        let mut elements = Vec::new();
        for row in 0..rows {
            elements.clear();
            elements.extend(reads.iter().map(|how| match how {
                How::By(places) if places.len() == 1 => places[0],
                How::By(places) => places.get(row).copied().unwrap_or(0),
                How::Own => row,
                How::Number | How::Many | How::Each(_) => 0,
            }));
            meetings.meet(&elements);
        }
        meetings.compact();
    }

    /// The ways in which the statement with this number of rows reads a variable, each of one element a row.
    fn ways(&self, origin: Var, rows: usize, crossed: &VarSet) -> Vec<How> {
        let reads = self.reads.current.iter().filter(|read| read.origin.key() == origin.key());
        let of_read = |read: &super::Read| {
            let ways = match &read.elements {
                How::Each(ways) => ways.clone(),
                other => vec![other.clone()],
            };
            let is_own = read.extent.size() == rows && !crossed.contains(read.var);
            ways.into_iter().map(move |way| match way {
                How::Own if !is_own => How::Many,
                How::By(places) if places.len() != rows && places.len() != 1 => How::Many,
                way => way,
            })
        };
        reads.flat_map(of_read).collect()
    }

    /// The ways in which a definition of some size reads a variable that is approximated.
    pub(super) fn each_read(&self, origin: Var, size: usize, crossed: &VarSet) -> Option<How> {
        self.is_approximated(origin).then(|| How::Each(self.ways(origin, size, crossed)))
    }

    fn meetings_of(&mut self, origin: Var) -> Option<&mut Meetings> {
        let own = self.reads.summed.iter_mut().find(|summed| summed.var.key() == origin.key());
        own.and_then(|summed| summed.meetings.as_mut())
    }

    /// Tells the constraints of the support on which a law of all elements of the variable in a slot is. They
    /// are made where the variable is approximated, and nowhere else.
    pub(crate) fn constrain(&mut self, slot: Slot, vectors: impl FnOnce() -> Vec<Vec<(u32, f64)>>) {
        let read = self.reads.current.iter().find(|read| read.slot == slot && read.elements == How::Own);
        let Some(origin) = read.map(|read| read.origin) else { return };
        if let Some(meetings) = self.meetings_of(origin) {
            meetings.constraints = vectors();
        }
    }

    /// Tells that a law of all elements of the variable in a slot ties these pairs of them and no others.
    /// The pairs are made where the variable is approximated, and nowhere else.
    pub(crate) fn tie<Pairs: IntoIterator<Item = (usize, usize)>>(
        &mut self,
        slot: Slot,
        pairs: impl Fn() -> Pairs,
    ) {
        let Some(read) = self.reads.current.iter().find(|read| read.slot == slot) else { return };
        if !self.is_approximated(read.origin) {
            return;
        }
        let (var, origin, elements) = (read.var, read.origin, read.elements.clone());
        let place = |element: usize| match &elements {
            How::Own => Some(element),
            How::By(places) => places.get(element).copied(),
            How::Number | How::Many | How::Each(_) => None,
        };
        let known: Option<Vec<(u32, u32)>> =
            pairs().into_iter().map(|(one, other)| Some(pair(place(one)?, place(other)?))).collect();
        let (Some(known), Some(meetings)) = (known, self.meetings_of(origin)) else { return };
        meetings.pairs.extend(known.into_iter().filter(|(one, other)| one != other));
        meetings.compact();
        self.reads.current.retain(|read| read.var.key() != var.key());
    }
}
