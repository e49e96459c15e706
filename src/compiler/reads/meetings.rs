//! The pairs of elements that meet in a term of the log density, for a [Laplace
//! approximation](crate::model::marginal): all other mixed second derivatives are 0.
//!
//! An element belongs to a [block](super::Block): to a variable, or to the copies of elements that rows
//! gather.

use super::{How, Read};
use crate::compiler::{Compiler, StatementNames};
use crate::frame::Slot;
use crate::name::{Var, VarSet};
use monomorph_base::sort::sort_by_key;

/// The pairs of elements that meet in statements of one kind.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    /// The two places of each pair, the smaller one first.
    pub pairs: Vec<(usize, usize)>,
    /// The text of the first statement for which it is not known which elements meet in a term, so that all
    /// may meet.
    pub unknown: Option<String>,
    /// True if there is a statement of this kind.
    pub is_read: bool,
}

impl Pairs {
    /// Adds pairs of elements, except pairs of an element with itself. A pair may be present already.
    fn add(&mut self, pairs: impl Iterator<Item = (usize, usize)>) {
        self.is_read = true;
        let ordered = pairs.filter(|(one, other)| one != other);
        self.pairs.extend(ordered.map(|(one, other)| (one.min(other), one.max(other))));
        sort_by_key(&mut self.pairs, |&pair| pair);
        self.pairs.dedup();
    }
}

/// The pairs of elements that meet.
#[derive(Debug, Default)]
pub(crate) struct Meetings {
    /// The pairs that meet in statements whose log density is quadratic in the elements.
    pub quadratic: Pairs,
    /// The pairs that meet in all other statements.
    pub others: Pairs,
    /// The pairs of elements that the law of the statement being bound ties together, if the law has
    /// reported them.
    tied: Option<Vec<(usize, usize)>>,
}

impl Compiler {
    /// Records the pairs of elements that meet in the rows of the statement that has been bound.
    pub(super) fn keep_meetings(&mut self, rows: usize, names: &StatementNames) {
        for number in 0..self.reads.approximated.len() {
            let ways = self.ways_of(number, rows, names.crossed);
            let tied = self.reads.approximated[number].meetings.tied.take();
            if ways.is_empty() && tied.is_none() {
                continue;
            }
            let vars = self.reads.approximated[number].vars.clone();
            let elements: usize = vars.iter().map(|&var| self.extent_of(var).size()).sum();
            // If a law ties elements and the statement reads others as well, all of them may meet.
            let is_known = elements == 1 || (ways.is_empty() || tied.is_none()) && !ways.contains(&How::Many);
            let vars = vars.iter().fold(VarSet::EMPTY, |all, &var| all.union(&VarSet::of(var)));
            let statement = self.context().statement();
            let moving = self.moving(&vars);
            let own = &mut self.reads.approximated[number];
            let pairs = match names.vars.is_only(&moving, &names.quadratic.common(&vars)) {
                true => &mut own.meetings.quadratic,
                false => &mut own.meetings.others,
            };
            if !is_known {
                pairs.is_read = true;
                pairs.unknown.get_or_insert(statement);
                continue;
            }
            let of_row = |row: usize| ways.iter().map(move |way| element_of_row(way, row));
            let of_rows = (0..if ways.is_empty() { 0 } else { rows }).flat_map(|row| {
                of_row(row)
                    .enumerate()
                    .flat_map(move |(count, one)| of_row(row).take(count).map(move |other| (one, other)))
            });
            pairs.add(of_rows.chain(tied.into_iter().flatten()));
        }
    }

    /// The variables, and the definitions that depend on them.
    fn moving(&self, vars: &VarSet) -> VarSet {
        let depends = |summed: &&super::Summed| vars.contains(summed.origin);
        let all = self.reads.summed.iter().filter(depends);
        all.fold(*vars, |all, summed| all.union(&VarSet::of(summed.var)))
    }

    /// The ways in which a statement with this number of rows reads variables that are approximated
    /// together. In each way a row reads one element.
    fn ways_of(&self, number: usize, rows: usize, crossed: &VarSet) -> Vec<How> {
        let vars = self.reads.approximated[number].vars.iter();
        vars.flat_map(|&var| self.ways(var, rows, crossed)).collect()
    }

    /// The ways in which the statement with this number of rows reads one variable. In each way a row reads
    /// one element.
    fn ways(&self, origin: Var, rows: usize, crossed: &VarSet) -> Vec<How> {
        let reads = self.reads.current.iter().filter(|read| read.origin.key() == origin.key());
        let of_read = |read: &Read| {
            let ways = match &read.elements {
                How::Each(ways) => ways.clone(),
                other => vec![other.clone()],
            };
            let is_own = read.extent.size() == rows && !crossed.contains(read.var);
            let first = self.first_place(origin);
            ways.into_iter().map(move |way| match way {
                How::Own if is_own => How::By((0..rows).map(|row| first + row).collect()),
                How::Number => How::By(vec![first]),
                How::Own => How::Many,
                How::By(places) if places.len() != rows && places.len() != 1 => How::Many,
                way => way,
            })
        };
        reads.flat_map(of_read).collect()
    }

    /// The ways in which a definition of this size reads an approximated variable; `None` if the variable
    /// is not approximated.
    pub(super) fn each_read(&self, origin: Var, size: usize, crossed: &VarSet) -> Option<How> {
        self.is_approximated(origin).then(|| How::Each(self.ways(origin, size, crossed)))
    }

    /// Records that a law of all elements of the variable in a slot ties these pairs of them and no others.
    /// `pairs` is called only if the variable is approximated.
    pub(crate) fn tie<Each: IntoIterator<Item = (usize, usize)>>(
        &mut self,
        slot: Slot,
        pairs: impl Fn() -> Each,
    ) {
        let Some(read) = self.reads.current.iter().find(|read| read.slot == slot) else { return };
        if !self.is_approximated(read.origin) {
            return;
        }
        let (var, origin, elements) = (read.var, read.origin, read.elements.clone());
        let first = self.first_place(origin);
        let place = |element: usize| match &elements {
            How::Own => Some(first + element),
            How::By(places) => places.get(element).copied(),
            How::Number | How::Many | How::Each(_) => None,
        };
        let known: Option<Vec<(usize, usize)>> =
            pairs().into_iter().map(|(one, other)| Some((place(one)?, place(other)?))).collect();
        let (Some(known), Some(own)) = (known, self.approximation_of(origin)) else { return };
        // If the mean of the law is approximated together with the variable, its elements meet those of the
        // variable in pairs that the law has not reported, so the second report is ignored.
        if own.meetings.tied.is_some() {
            return;
        }
        own.meetings.tied = Some(known);
        self.reads.current.retain(|read| read.var.key() != var.key());
    }
}

/// The place of the element that a row reads in this way.
fn element_of_row(way: &How, row: usize) -> usize {
    match way {
        How::By(places) if places.len() == 1 => places[0],
        How::By(places) => places.get(row).copied().unwrap_or(0),
        How::Number | How::Own | How::Many | How::Each(_) => 0,
    }
}
