//! The pairs of elements that meet in a term of the log density, for a
//! [Laplace approximation](crate::model::marginal): all other second derivatives are 0.
//!
//! An element is that of a [block](super::Block): of a variable, or of a copy of what rows gather.

use super::{How, Read};
use crate::compiler::{Compiler, StatementNames};
use crate::frame::Slot;
use crate::name::{Var, VarSet};

/// The pairs of elements that meet in statements of one kind.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    /// Both places of each pair, the smaller one first.
    pub pairs: Vec<(usize, usize)>,
    /// The first statement of which it is not known which elements meet in a term, so that all do.
    pub unknown: Option<String>,
    /// True if there is such a statement.
    pub is_read: bool,
}

impl Pairs {
    /// Adds pairs of elements, which may be there already, and leaves out what meets itself.
    fn add(&mut self, pairs: impl Iterator<Item = (usize, usize)>) {
        self.is_read = true;
        let ordered = pairs.filter(|(one, other)| one != other);
        self.pairs.extend(ordered.map(|(one, other)| (one.min(other), one.max(other))));
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }
}

/// The pairs of elements that meet.
#[derive(Debug, Default)]
pub(crate) struct Meetings {
    /// Those in statements that are quadratic functions of the elements.
    pub quadratic: Pairs,
    /// Those in all other statements.
    pub others: Pairs,
    /// The pairs that the law of the statement that is being bound ties, if it ties elements.
    tied: Option<Vec<(usize, usize)>>,
}

impl Compiler {
    /// Keeps the pairs of elements that meet in the rows of the statement that has been bound.
    pub(super) fn keep_meetings(&mut self, rows: usize, names: &StatementNames) {
        for number in 0..self.reads.approximated.len() {
            let ways = self.ways_of(number, rows, names.crossed);
            let tied = self.reads.approximated[number].meetings.tied.take();
            if ways.is_empty() && tied.is_none() {
                continue;
            }
            let vars = self.reads.approximated[number].vars.clone();
            let elements: usize = vars.iter().map(|&var| self.extent_of(var).size()).sum();
            // What a law ties, and what else stands in the statement, may all meet.
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

    /// The ways in which a statement with this number of rows reads what is approximated together, each of
    /// one element a row.
    fn ways_of(&self, number: usize, rows: usize, crossed: &VarSet) -> Vec<How> {
        let vars = self.reads.approximated[number].vars.iter();
        vars.flat_map(|&var| self.ways(var, rows, crossed)).collect()
    }

    /// The ways in which the statement with this number of rows reads a variable, each of one element a row.
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

    /// The ways in which a definition of some size reads a variable that is approximated.
    pub(super) fn each_read(&self, origin: Var, size: usize, crossed: &VarSet) -> Option<How> {
        self.is_approximated(origin).then(|| How::Each(self.ways(origin, size, crossed)))
    }

    /// Tells that a law of all elements of the variable in a slot ties these pairs of them and no others.
    /// The pairs are made where the variable is approximated, and nowhere else.
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
        // A mean that is approximated with the variable meets its elements, by pairs that nobody has told.
        if own.meetings.tied.is_some() {
            return;
        }
        own.meetings.tied = Some(known);
        self.reads.current.retain(|read| read.var.key() != var.key());
    }
}

/// The place of the element that a row reads in one way.
fn element_of_row(way: &How, row: usize) -> usize {
    match way {
        How::By(places) if places.len() == 1 => places[0],
        How::By(places) => places.get(row).copied().unwrap_or(0),
        How::Number | How::Own | How::Many | How::Each(_) => 0,
    }
}
