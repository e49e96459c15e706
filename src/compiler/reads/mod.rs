//! The elements of a variable that is marginalised which each row of a statement reads.
//!
//! Every node that reads the variable tells it when it is bound: the element of the row's own number, or the
//! one that data name. A definition of the variable is read as the variable's elements that it was made of.

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

/// The facts known of the variables that are marginalised.
#[derive(Debug, Default)]
pub(super) struct Reads {
    /// The variables, and the definitions that depend on them.
    summed: Vec<Summed>,
    /// The reads of the statement that is being bound, so far.
    current: Vec<Read>,
    /// Pairs of variables that stand in one statement: a sum, and one inside of it.
    nested: Vec<(Var, Var)>,
    /// The variables that stand in one statement, for each statement with several.
    together: Vec<Vec<Var>>,
    /// The sums, those inside of others first.
    sums: Vec<Sum>,
    /// The variables that are marginalised by Laplace approximations, those of each together.
    approximated: Vec<Approximated>,
}

impl Reads {
    /// True if a variable was marginalised last.
    pub fn is_outermost(&self, var: Var) -> bool {
        self.summed.first().is_none_or(|summed| summed.var.key() == var.key())
    }
}

/// A variable that is marginalised, or a definition that depends on one; a definition that depends on several
/// is there once for each.
#[derive(Debug)]
struct Summed {
    var: Var,
    /// The variable that is marginalised.
    origin: Var,
    /// The elements of the origin that its own are made of.
    elements: How,
    /// The law that ties its elements, if one does.
    joined: Option<Joined>,
}

/// The law that ties the elements of a variable that is marginalised, a Markov chain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joined {
    /// The table of the variable.
    pub table: Scratch,
    /// The probabilities of the first element.
    pub first: Slot,
    /// The place of the probabilities of the transitions.
    pub transition: Slot,
    /// The number of values.
    pub count: usize,
}

/// The read by a node of one variable that is marginalised.
#[derive(Clone, Debug)]
struct Read {
    var: Var,
    /// The variable that is marginalised.
    origin: Var,
    slot: Slot,
    extent: Extent,
    elements: How,
}

/// The element of a vector that each row reads.
#[derive(Clone, Debug, PartialEq)]
enum How {
    /// A number, which all rows read.
    Number,
    /// The one of the row's own number.
    Own,
    /// The elements at these places; one alone is read by all rows.
    By(Vec<usize>),
    /// One in each of these ways, of a definition that depends on a variable that is approximated.
    Each(Vec<How>),
    /// Several, or it is not known which.
    Many,
}

impl How {
    /// The elements that rows read at these places of what was read in this way.
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
    /// Tells that a variable is marginalised. All rows belong to it if it `is_one` number, or a vector of
    /// which no element is marginalised alone.
    pub(crate) fn sum_out(&mut self, var: Var, is_one: bool) {
        let elements = if is_one { How::Number } else { How::Own };
        self.reads.summed.push(Summed { var, origin: var, elements, joined: None });
    }

    /// True if one of the variables is marginalised, or depends on one that is, and each row belongs to an
    /// element of it.
    pub(crate) fn sums_rows(&self, vars: &VarSet) -> bool {
        let has_rows = |summed: &&Summed| !self.is_one(summed.origin);
        self.reads.summed.iter().filter(has_rows).any(|summed| vars.contains(summed.var))
    }

    /// True if all rows that mention a variable which is marginalised belong to it.
    pub(super) fn is_one(&self, origin: Var) -> bool {
        let is_number = |summed: &Summed| summed.var.key() == origin.key() && summed.elements == How::Number;
        self.is_approximated(origin) || self.reads.summed.iter().any(is_number)
    }

    /// True if all variables of the model change: none is marginalised, and none has been given a value.
    pub(super) fn changes_all(&self) -> bool {
        self.reads.summed.is_empty() && self.census.given.is_empty()
    }

    /// True if a variable is marginalised, or a definition depends on one that is.
    pub(crate) fn is_summed(&self, var: Var) -> bool {
        self.reads.summed.iter().any(|summed| summed.var.key() == var.key())
    }

    /// Begins with another statement.
    pub(super) fn start_reads(&mut self) {
        self.reads.current.clear();
    }

    /// Tells that a variable is read.
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

    /// Tells that the rows read the elements at these places of what stands in `slot`, if that is what was
    /// read last.
    pub(crate) fn read_at(&mut self, slot: Slot, places: impl Iterator<Item = usize>) {
        let is_outside = self.binders.is_outside_rows();
        let last = self.reads.current.last().filter(|last| !is_outside && last.slot == slot);
        let Some((var, origin)) = last.map(|last| (last.var, last.origin)) else { return };
        // Elements of several variables that are approximated together are told apart.
        let first = if var.key() == origin.key() { self.first_place(origin) } else { 0 };
        let Reads { summed, current, .. } = &mut self.reads;
        let places: Vec<usize> = places.map(|place| first + place).collect();
        // One for each variable that the value depends on.
        let own: Vec<&Summed> = summed.iter().filter(|summed| summed.var.key() == var.key()).collect();
        let first = current.len() - own.len();
        for (read, Summed { elements, .. }) in current[first..].iter_mut().zip(own) {
            if read.elements != How::Many {
                continue;
            }
            read.elements = elements.at(&places);
        }
    }

    /// Tells that a definition has been made of what was read, of an extent. Of the variables `crossed` a row
    /// may read another element than its own.
    pub(crate) fn defines(&mut self, var: Var, extent: Extent, crossed: &VarSet) {
        let size = extent.size();
        let rows = (!matches!(extent, Extent::Scalar)).then_some(size);
        for origin in self.origins() {
            if let Some(elements) = self.each_read(origin, size, crossed) {
                self.reads.summed.push(Summed { var, origin, elements, joined: None });
                continue;
            }
            let elements = match self.elements_of(origin, size, crossed) {
                // A number that is an element is read by all rows.
                How::By(elements) if rows.is_some() && elements.len() == 1 => {
                    How::By(vec![elements[0]; size])
                }
                elements => elements,
            };
            self.reads.summed.push(Summed { var, origin, elements, joined: None });
        }
    }

    /// The variables that are marginalised of which the statement has read something.
    fn origins(&self) -> Vec<Var> {
        let mut origins: Vec<Var> = Vec::new();
        for Read { origin, .. } in &self.reads.current {
            if !origins.iter().any(|known| known.key() == origin.key()) {
                origins.push(*origin);
            }
        }
        origins
    }

    /// The elements of a variable that is marginalised that the rows read.
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

    /// The arrangement of the elements of a variable; a number if there is no such variable.
    pub(crate) fn extent_of(&self, var: Var) -> Extent {
        let known = self.census.variables.iter().find(|variable| variable.var.key() == var.key());
        known.map_or(Extent::Scalar, |variable| variable.extent)
    }

    /// The error of a variable that cannot be marginalised in the statement that is being bound.
    pub(crate) fn not_summed(&self, var: Var, reason: &str) -> Error {
        Error::NotSummed { statement: self.context.statement(), name: var.name(), reason: reason.to_owned() }
    }

    /// The variable that is marginalised and that was read in a slot.
    pub(crate) fn read_in(&self, slot: Slot) -> Option<Var> {
        let read = self.reads.current.iter().find(|read| read.slot == slot)?;
        (read.origin.key() == read.var.key()).then_some(read.var)
    }

    /// Tells that a law ties the elements of a variable.
    pub(crate) fn join(&mut self, var: Var, joined: Joined) {
        // Its elements are no rows of the statement.
        self.reads.current.retain(|read| read.var.key() != var.key());
        for summed in self.reads.summed.iter_mut().filter(|summed| summed.var.key() == var.key()) {
            summed.joined = Some(joined);
        }
    }

    /// The law that ties the elements of a variable, if one does. An error if the sum stands inside of one
    /// over a vector, to which it could not tell rows.
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

    /// The first variable that is marginalised and that the statement has read.
    pub(crate) fn first_summed(&self) -> Option<Var> {
        self.origins().first().copied()
    }
}
