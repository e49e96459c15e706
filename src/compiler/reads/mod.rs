//! The elements of marginalised variables that each row of a statement reads.
//!
//! Every node that reads a marginalised variable reports its elements when it is bound: the element with
//! the row's own number, or the element at an index that is data. A definition that depends on the variable
//! counts as the elements from which it was computed.

mod approximated;
mod meetings;
mod owners;
mod sums;

use crate::compiler::Compiler;
use crate::error::Error;
use crate::frame::{Scratch, Slot};
use crate::name::{Var, VarSet};
pub(crate) use approximated::{Approximated, Block};
pub(crate) use meetings::{Meetings, Pairs};
use monomorph_base::shape::Extent;
pub(crate) use owners::RowsOfElements;
use sums::Sum;

/// The facts about the marginalised variables of a model.
#[derive(Debug, Default)]
pub(super) struct Reads {
    /// The marginalised variables, and the definitions that depend on them.
    summed: Vec<Summed>,
    /// The reads of the statement that is being bound, so far.
    current: Vec<Read>,
    /// Pairs of variables in one statement: the sum over the second is inside the sum over the first.
    nested: Vec<(Var, Var)>,
    /// The variables that one statement reads together, for each statement that reads several.
    together: Vec<Vec<Var>>,
    /// The sums, inner ones before outer ones.
    sums: Vec<Sum>,
    /// The variables that are marginalised by Laplace approximations, one entry for each approximation.
    approximated: Vec<Approximated>,
}

impl Reads {
    /// True if this variable was marginalised last, so that its sum is outside of all other sums.
    pub fn is_outermost(&self, var: Var) -> bool {
        self.summed.first().is_none_or(|summed| summed.var.key() == var.key())
    }
}

/// A marginalised variable, or a definition that depends on one. A definition that depends on several has
/// one entry for each.
#[derive(Debug)]
struct Summed {
    var: Var,
    /// The marginalised variable.
    origin: Var,
    /// The elements of the origin from which the elements of the variable are computed.
    elements: How,
    /// The law that ties the elements of the variable, if there is one.
    joined: Option<Joined>,
}

/// The law that ties the elements of a marginalised variable: a Markov chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joined {
    /// The working memory for the table of the variable's log densities.
    pub table: Scratch,
    /// The slot of the probabilities of the first element.
    pub first: Slot,
    /// The slot of the transition probabilities.
    pub transition: Slot,
    /// The number of values.
    pub count: usize,
}

/// The read of a marginalised variable, or of a definition that depends on one, by a node.
#[derive(Clone, Debug)]
struct Read {
    var: Var,
    /// The marginalised variable.
    origin: Var,
    slot: Slot,
    extent: Extent,
    elements: How,
}

/// The element of a vector that each row reads.
#[derive(Clone, Debug, PartialEq)]
enum How {
    /// A number, which every row reads.
    Number,
    /// The element with the row's own number.
    Own,
    /// The elements at these places, one for each row; a single place is read by every row.
    By(Vec<usize>),
    /// One element in each of these ways, for a definition that depends on an approximated variable.
    Each(Vec<How>),
    /// Several elements, or it is not known which.
    Many,
}

impl How {
    /// The elements that rows read if they read the values at `places`, which were read in this way.
    fn at(&self, places: &[usize]) -> Self {
        match self {
            Self::Own => Self::By(places.to_vec()),
            Self::By(elements) => {
                let of_places = places.iter().map(|&place| elements.get(place).copied());
                of_places.collect::<Option<_>>().map_or(Self::Many, Self::By)
            }
            Self::Each(ways) => Self::Each(ways.iter().map(|way| way.at(places)).collect()),
            Self::Number | Self::Many => Self::Many,
        }
    }
}

impl Compiler {
    /// Records that a variable is marginalised. If `is_one` is true, all rows belong to it: it is a number,
    /// or a vector whose elements are not marginalised one by one.
    pub(crate) fn sum_out(&mut self, var: Var, is_one: bool) {
        let elements = if is_one { How::Number } else { How::Own };
        self.reads.summed.push(Summed { var, origin: var, elements, joined: None });
    }

    /// True if one of the variables is marginalised element by element, or depends on such a variable, so
    /// that each row belongs to an element.
    pub(crate) fn sums_rows(&self, vars: &VarSet) -> bool {
        let has_rows = |summed: &&Summed| !self.is_one(summed.origin);
        self.reads.summed.iter().filter(has_rows).any(|summed| vars.contains(summed.var))
    }

    /// True if all rows that mention a marginalised variable belong to it as a whole.
    pub(super) fn is_one(&self, origin: Var) -> bool {
        let is_number = |summed: &Summed| summed.var.key() == origin.key() && summed.elements == How::Number;
        self.is_approximated(origin) || self.reads.summed.iter().any(is_number)
    }

    /// True if all variables of the model change: no variable is marginalised, and none has a given value.
    pub(super) fn changes_all(&self) -> bool {
        self.reads.summed.is_empty() && self.census.given.is_empty()
    }

    /// True if a variable is marginalised, or is a definition that depends on a marginalised variable.
    pub(crate) fn is_summed(&self, var: Var) -> bool {
        self.reads.summed.iter().any(|summed| summed.var.key() == var.key())
    }

    /// Clears the reads for the next statement.
    pub(super) fn start_reads(&mut self) {
        self.reads.current.clear();
    }

    /// Records that a variable is read.
    pub(crate) fn read_variable(&mut self, var: Var, slot: Slot, extent: Extent) {
        let is_outside = self.binders.is_outside_rows();
        let Reads { summed, current, .. } = &mut self.reads;
        for Summed { origin, elements, .. } in summed.iter().filter(|summed| summed.var.key() == var.key()) {
            let elements = match elements {
                How::Number => How::Number,
                How::Own if extent == Extent::Scalar => How::Number,
                elements if !is_outside => elements.clone(),
                _ => How::Many,
            };
            current.push(Read { var, origin: *origin, slot, extent, elements });
        }
    }

    /// Records that the rows read the elements at these places of the values in `slot`, if this slot was
    /// read last.
    pub(crate) fn read_at(&mut self, slot: Slot, places: impl Iterator<Item = usize>) {
        let Some(Read { var, origin, .. }) = self.last_read(slot).cloned() else { return };
        let first = self.first_of_read(var, origin);
        let places: Vec<usize> = places.map(|place| first + place).collect();
        self.change_last(var, |elements| elements.at(&places));
    }

    /// The read of the values in a slot, if this slot was read last, and by rows.
    fn last_read(&self, slot: Slot) -> Option<&Read> {
        let is_outside = self.binders.is_outside_rows();
        self.reads.current.last().filter(|last| !is_outside && last.slot == slot)
    }

    /// The number that is added to the places of a variable's elements: the places of elements of different
    /// variables that are approximated together must differ.
    fn first_of_read(&self, var: Var, origin: Var) -> usize {
        if var.key() == origin.key() { self.first_place(origin) } else { 0 }
    }

    /// Changes the elements of the last read, of which there is one for each marginalised variable on which
    /// the value depends. `change` gets the elements from which the value is computed.
    fn change_last(&mut self, var: Var, change: impl Fn(&How) -> How) {
        let Reads { summed, current, .. } = &mut self.reads;
        let own: Vec<&Summed> = summed.iter().filter(|summed| summed.var.key() == var.key()).collect();
        let first = current.len() - own.len();
        for (read, Summed { elements, .. }) in current[first..].iter_mut().zip(own) {
            if read.elements == How::Many {
                read.elements = change(elements);
            }
        }
    }

    /// Records that a definition, with this extent, depends on the marginalised variables that were just
    /// read. Of the variables in `crossed`, a row may read other elements than the element with the row's
    /// number.
    pub(crate) fn defines(&mut self, var: Var, extent: Extent, crossed: &VarSet) {
        let size = extent.size();
        let rows = (!matches!(extent, Extent::Scalar)).then_some(size);
        for origin in self.origins() {
            if let Some(elements) = self.each_read(origin, size, crossed) {
                self.reads.summed.push(Summed { var, origin, elements, joined: None });
                continue;
            }
            let elements = match self.elements_of(origin, size, crossed) {
                // Every row reads a number that is a single element.
                How::By(elements) if rows.is_some() && elements.len() == 1 => {
                    How::By(vec![elements[0]; size])
                }
                elements => elements,
            };
            self.reads.summed.push(Summed { var, origin, elements, joined: None });
        }
    }

    /// The marginalised variables that the statement reads.
    fn origins(&self) -> Vec<Var> {
        let mut origins: Vec<Var> = Vec::new();
        for Read { origin, .. } in &self.reads.current {
            if !origins.iter().any(|known| known.key() == origin.key()) {
                origins.push(*origin);
            }
        }
        origins
    }

    /// The elements of a marginalised variable that the rows read.
    fn elements_of(&self, origin: Var, rows: usize, crossed: &VarSet) -> How {
        let of_origin = |read: &&Read| read.origin.key() == origin.key();
        let mut elements = None;
        for read in self.reads.current.iter().filter(of_origin) {
            let own = match &read.elements {
                How::Own if read.extent.size() != rows || crossed.contains(read.var) => How::Many,
                other => other.clone(),
            };
            match elements {
                None => elements = Some(own),
                Some(ref known) if *known == own => {}
                Some(_) => return How::Many,
            }
        }
        elements.unwrap_or(How::Number)
    }

    /// The extent of a variable; that of a number if the variable is not known.
    pub(crate) fn extent_of(&self, var: Var) -> Extent {
        let known = self.census.variables.iter().find(|variable| variable.var.key() == var.key());
        known.map_or(Extent::Scalar, |variable| variable.extent)
    }

    /// The error for a variable that cannot be marginalised in the statement that is being bound.
    pub(crate) fn not_summed(&self, var: Var, reason: &str) -> Error {
        Error::NotSummed { statement: self.context.statement(), name: var.name(), reason: reason.to_owned() }
    }

    /// The marginalised variable that a node of the statement has read in a slot; `None` if the slot is that
    /// of a definition or of another variable.
    pub(crate) fn read_in(&self, slot: Slot) -> Option<Var> {
        let read = self.reads.current.iter().find(|read| read.slot == slot)?;
        (read.origin.key() == read.var.key()).then_some(read.var)
    }

    /// Records that a law ties the elements of a variable.
    pub(crate) fn join(&mut self, var: Var, joined: Joined) {
        // The elements are not rows of the statement.
        self.reads.current.retain(|read| read.var.key() != var.key());
        for summed in self.reads.summed.iter_mut().filter(|summed| summed.var.key() == var.key()) {
            summed.joined = Some(joined);
        }
    }

    /// The law that ties the elements of a variable, if there is one. Returns an error if the sum over the
    /// variable is inside a sum over a vector: such a law has one value for all elements, and none for a
    /// single row.
    pub(crate) fn joined(&self, var: Var) -> Result<Option<Joined>, Error> {
        let summed = self.reads.summed.iter().find(|summed| summed.var.key() == var.key());
        let Some(joined) = summed.and_then(|summed| summed.joined) else { return Ok(None) };
        let is_inside = |pair: &&(Var, Var)| pair.1.key() == var.key();
        if let Some((outer, _)) = self.reads.nested.iter().find(is_inside)
            && self
                .census
                .variables
                .iter()
                .any(|known| known.var.key() == outer.key() && known.extent != Extent::Scalar)
        {
            let reason = format!(
                "its elements depend on each other, and `{}` stands beside them: marginalise `{}` after `{}`",
                outer.name(),
                var.name(),
                outer.name()
            );
            return Err(Error::NotSummed { statement: String::new(), name: var.name(), reason });
        }
        Ok(Some(joined))
    }

    /// The first marginalised variable that the statement reads.
    pub(crate) fn first_summed(&self) -> Option<Var> {
        self.origins().first().copied()
    }
}
