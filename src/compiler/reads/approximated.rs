//! The variables that are marginalised by one [Laplace approximation](crate::model::marginal), and copies
//! of their elements for the rows that gather them.
//!
//! In the passes of an approximation each row that gathers an element, xᵢ = z at kᵢ, reads its own copy of
//! the element, whose slope comes from this row alone. So the second derivatives with respect to all copies
//! are found together, for any number of rows that read an element. For crossed effects H is the sum over
//! rows of the second derivatives with respect to the elements that the row gathers, as AᵀWA is for a
//! linear predictor.

use super::{How, Meetings, Read, Summed};
use crate::compiler::Compiler;
use crate::frame::Slot;
use crate::name::{Var, VarSet};
use monomorph_base::shape::Extent;

/// The distance between the places of the first elements of two consecutive blocks.
const BLOCK: usize = 1 << 40;

/// A variable, or the copies of the elements that rows gather.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub slot: Slot,
    pub length: usize,
    /// For copies, the places of the original elements, counted as in [`Approximated::place`]; empty for a
    /// variable.
    pub sources: Vec<usize>,
}

/// The variables that are marginalised by one approximation.
#[derive(Debug, Default)]
pub(crate) struct Approximated {
    pub vars: Vec<Var>,
    pub meetings: Meetings,
    /// The blocks of the variables, followed by the blocks of copies.
    pub blocks: Vec<Block>,
    /// The constraints by the supports of variables: vectors whose products with the elements are 0, each
    /// given by its nonzero elements. The laws of the variables report them.
    pub constraints: Vec<Vec<(usize, f64)>>,
    /// The places of elements that have given values, with these values.
    pub known: Vec<(usize, f64)>,
}

impl Approximated {
    /// True if the law of the variable has reported constraints.
    pub fn constrains(&self, var: Var) -> bool {
        let number = self.vars.iter().position(|own| own.key() == var.key());
        let is_own = |vector: &Vec<(usize, f64)>| {
            vector.first().is_some_and(|&(place, _)| Some(Self::place(place).0) == number)
        };
        self.constraints.iter().any(is_own)
    }

    /// The block of the element at a place, and its number in the block.
    pub fn place(place: usize) -> (usize, usize) {
        (place / BLOCK, place % BLOCK)
    }
}

impl Compiler {
    /// Records that variables are marginalised together by a Laplace approximation: all rows belong to
    /// them, and the pairs of their elements that meet are recorded.
    pub(crate) fn approximate(&mut self, vars: &[Var]) {
        for &var in vars {
            self.reads.summed.push(Summed { var, origin: var, elements: How::Own, joined: None });
        }
        let blocks = vars.iter().map(|_| Block { slot: Slot::default(), length: 0, sources: Vec::new() });
        let own = Approximated { vars: vars.to_vec(), blocks: blocks.collect(), ..Approximated::default() };
        self.reads.approximated.push(own);
    }

    /// Returns and removes the facts about the approximation over some variables, when all their statements
    /// have been bound.
    pub(crate) fn take_approximated(&mut self, first: Var) -> Approximated {
        let Some(own) = self.approximation_of(first) else { return Approximated::default() };
        let vars = own.vars.clone();
        let mut own = core::mem::replace(own, Approximated { vars, ..Approximated::default() });
        for (number, (block, var)) in own.blocks.iter_mut().zip(&own.vars).enumerate() {
            let held = self.held_elements(*var).into_iter();
            own.known.extend(held.map(|element| (number * BLOCK + element.place, element.value)));
            let registered = self.registered(var.name());
            block.slot = registered.map_or(Slot::default(), |parameter| parameter.slot);
            block.length = registered.and_then(|parameter| parameter.length).unwrap_or(1);
        }
        own
    }

    /// True if one of the variables is approximated, or depends on an approximated variable.
    pub(crate) fn approximates(&self, vars: &VarSet) -> bool {
        let is_own = |summed: &&Summed| self.is_approximated(summed.origin);
        self.reads.summed.iter().filter(is_own).any(|summed| vars.contains(summed.var))
    }

    pub(super) fn is_approximated(&self, origin: Var) -> bool {
        self.reads.approximated.iter().any(|own| own.has(origin))
    }

    pub(super) fn approximation_of(&mut self, origin: Var) -> Option<&mut Approximated> {
        self.reads.approximated.iter_mut().find(|own| own.has(origin))
    }

    /// The place of the first element of an approximated variable.
    pub(super) fn first_place(&self, origin: Var) -> usize {
        let number = |own: &Approximated| own.vars.iter().position(|var| var.key() == origin.key());
        self.reads.approximated.iter().find_map(number).map_or(0, |number| number * BLOCK)
    }

    /// The variables that a statement reads, with only one of those that are approximated together.
    pub(super) fn one_of_each(&self, origins: &[Var]) -> Vec<Var> {
        let mut kept: Vec<Var> = Vec::new();
        for &origin in origins {
            let own = self.reads.approximated.iter().find(|own| own.has(origin));
            if !own.is_some_and(|own| kept.iter().any(|&known| own.has(known))) {
                kept.push(origin);
            }
        }
        kept
    }

    /// Gives each of the rows that have just gathered these elements of a slot a copy, if the slot is that
    /// of an approximated variable. Returns the places of the copies, relative to the slot.
    pub(crate) fn copy_of_rows(&mut self, slot: Slot, places: &[usize]) -> Option<Vec<usize>> {
        let last = self.reads.current.last()?;
        let Read { var, origin, elements: How::By(elements), .. } = last else { return None };
        let origin = *origin;
        let first = self.first_place(origin);
        let sources: Vec<usize> = places.iter().map(|&element| first + element).collect();
        let is_own = last.slot == slot && var.key() == origin.key() && *elements == sources;
        if !is_own || places.len() < 2 || !self.is_approximated(origin) {
            return None;
        }
        let known = self.approximation_of(origin)?.blocks.iter().position(|block| block.sources == sources);
        let (number, copy) = match known {
            Some(number) => (number, self.approximation_of(origin)?.blocks[number].slot),
            None => {
                let copy = self.slot_of(Extent::Vector(places.len()));
                let own = self.approximation_of(origin)?;
                own.blocks.push(Block { slot: copy, length: places.len(), sources });
                (own.blocks.len() - 1, copy)
            }
        };
        let distance = copy.0.checked_sub(slot.0)?;
        let block = number * BLOCK;
        self.reads.current.last_mut()?.elements = How::By((0..places.len()).map(|row| block + row).collect());
        Some((0..places.len()).map(|row| distance + row).collect())
    }

    /// Records that each row reads several elements of the values in `slot`, if this slot was read last and
    /// the variable is approximated. `ways` returns a place for each row, once for each element of a row.
    pub(crate) fn read_at_several(&mut self, slot: Slot, ways: impl FnOnce() -> Vec<Vec<usize>>) {
        let Some(Read { var, origin, .. }) = self.last_read(slot).cloned() else { return };
        if !self.is_approximated(origin) {
            return;
        }
        let first = self.first_of_read(var, origin);
        let mut ways = ways();
        ways.iter_mut().flatten().for_each(|place| *place += first);
        self.change_last(var, |elements| {
            let of_places = ways.iter().flat_map(|places| match elements.at(places) {
                How::Each(ways) => ways,
                way => vec![way],
            });
            How::Each(of_places.collect())
        });
    }

    /// Records the constraints of the support of a law of all elements of the variable in a slot. `vectors`
    /// is called only if the variable is approximated.
    pub(crate) fn constrain(&mut self, slot: Slot, vectors: impl FnOnce() -> Vec<Vec<(u32, f64)>>) {
        let read = self.reads.current.iter().find(|read| read.slot == slot && read.elements == How::Own);
        let Some(origin) = read.map(|read| read.origin) else { return };
        let first = self.first_place(origin);
        if let Some(own) = self.approximation_of(origin) {
            let shifted = |(element, number): (u32, f64)| (first + element as usize, number);
            let all = vectors().into_iter().map(|vector| vector.into_iter().map(shifted).collect());
            own.constraints.extend(all);
        }
    }
}

impl Approximated {
    fn has(&self, var: Var) -> bool {
        self.vars.iter().any(|own| own.key() == var.key())
    }
}
