//! The terms of a statement that read data alone, and the checks of these data: `compile()` computes both,
//! observation by observation.

use crate::compiler::{Context, LEFT};
use crate::contract::family::{Argument, DEAD_END, FamilyOfStatement, sum_over_vector};
use crate::contract::node::Packs;
use crate::error::Error;
use crate::frame::MAX_ARGUMENTS;
use crate::probabilities;
use crate::shape::Sides;
use crate::simd::Pack;
use pulp::Scalar;

/// The requirement on an observation that has no density given the arguments that are data.
const NO_DENSITY: &str = "have a positive density";

/// The sum of a statement's terms of data alone, while it is computed.
pub(crate) struct DataTerms<'a> {
    facts: &'a FamilyOfStatement,
    /// The known facts about the sides of the variable.
    variable: Sides,
    /// The known facts about the sides of the nodes.
    nodes: [Sides; MAX_ARGUMENTS],
    /// The number of elements of one vector.
    width: usize,
    /// The elements of the current vector with their indices, if terms read a sum over all of them.
    elements: Vec<(usize, Packs<Scalar>)>,
    /// The sums over the elements of the vector.
    sums: Packs<Scalar>,
    /// The sum of the probabilities that are data, for the current vector.
    probabilities: f64,
    /// The sum of the terms so far.
    pub constant: f64,
}

impl<'a> DataTerms<'a> {
    /// Returns sums without terms, for a statement with these sides and with vectors of `width` elements.
    pub fn new(
        facts: &'a FamilyOfStatement,
        variable: Sides,
        nodes: [Sides; MAX_ARGUMENTS],
        width: usize,
    ) -> Self {
        let sums = [Pack::zero(Scalar::new()); MAX_ARGUMENTS];
        Self { facts, variable, nodes, width, elements: Vec::new(), sums, probabilities: 0.0, constant: 0.0 }
    }

    /// Checks the observation `index`, given the values of the nodes that are data.
    pub fn check(&mut self, context: &Context, index: usize, packs: &Packs<Scalar>) -> Result<(), Error> {
        let values = packs.map(Pack::first);
        let Some((place, rule)) = self.facts.first_broken(&values, 0) else {
            return self.check_sum(context, index, &values);
        };
        let index = self.nodes[place].length().map(|_| index);
        Err(context.outside(self.name_of(place), index, values[place], rule))
    }

    /// Returns the name in messages of the variable, in the place 0, or of an argument.
    fn name_of(&self, place: usize) -> String {
        name_of(self.facts.family.name, self.facts.family.arguments, place)
    }

    /// Checks the sum of probabilities that are data, at the last element of each vector.
    fn check_sum(
        &mut self,
        context: &Context,
        index: usize,
        values: &[f64; MAX_ARGUMENTS],
    ) -> Result<(), Error> {
        let Some(place) = self.facts.family.probabilities().filter(|&place| self.facts.is_data[place]) else {
            return Ok(());
        };
        self.probabilities += values[place];
        if !(index + 1).is_multiple_of(self.width) {
            return Ok(());
        }
        let sum = core::mem::take(&mut self.probabilities);
        if (sum - 1.0).abs() <= probabilities::TOLERANCE {
            return Ok(());
        }
        let of_row = if self.nodes[place].columns.is_some() {
            format!("row {} of ", index / self.width)
        } else {
            String::new()
        };
        let what = format!("the sum of {of_row}{}", self.name_of(place));
        Err(context.outside_rows().outside(what, None, sum, probabilities::RULE_OF_SUM))
    }

    /// Adds the terms of the observation `index`, given everything that they read except a sum over the
    /// vector. If there is such a sum, the terms of a vector are added with its last element.
    pub fn add(&mut self, context: &Context, index: usize, packs: &Packs<Scalar>) -> Result<(), Error> {
        if self.facts.summed.is_none() {
            return self.add_element(context, index, packs);
        }
        self.elements.push((index, *packs));
        if !(index + 1).is_multiple_of(self.width) {
            return Ok(());
        }
        let (places, mut vector): (Vec<_>, Vec<_>) = self.elements.drain(..).unzip();
        sum_over_vector(self.facts.summed, &mut vector);
        places.iter().zip(&vector).try_for_each(|(&index, packs)| self.add_element(context, index, packs))
    }

    /// Adds the terms of the observation `index`, given everything that they read.
    fn add_element(&mut self, context: &Context, index: usize, packs: &Packs<Scalar>) -> Result<(), Error> {
        let value = (self.facts.terms)(packs);
        self.constant += value;
        let rule = match value.is_finite() {
            true if self.facts.is_at_dead_end(packs) => Some(DEAD_END),
            true => None,
            false => Some(NO_DENSITY),
        };
        if let Some(rule) = rule {
            let index = self.variable.length().map(|_| index);
            return Err(context.outside(self.name_of(0), index, packs[0].first(), rule));
        }
        for (sum, number) in self.sums.iter_mut().zip(packs) {
            *sum = *sum + *number;
        }
        if (index + 1).is_multiple_of(self.width) {
            self.constant += (self.facts.totals)(&self.sums);
            self.sums = [Pack::zero(Scalar::new()); MAX_ARGUMENTS];
        }
        Ok(())
    }
}

/// Returns the name in messages of the variable, in the place 0, or of an argument, for a family with this
/// name.
pub(crate) fn name_of(family: &str, arguments: &[Argument], place: usize) -> String {
    match place {
        0 => LEFT.to_owned(),
        _ => format!("the argument `{}` of {family}", arguments[place].name),
    }
}
