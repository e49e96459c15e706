//! The terms of a statement that read data alone, and the checks of these data: both are done by `compile()`, observation by
//! observation.

use crate::binding::{Context, LEFT};
use crate::error::Error;
use crate::family::{Family, WithData, evaluate, first_broken};
use crate::node::{MAX_ARGUMENTS, Packs, Tuple};
use crate::shape::Sides;
use crate::simd::Pack;
use core::marker::PhantomData;
use pulp::Scalar;

/// The terms of data alone of the statement with the nodes `A` about the family `F`, while they are added up.
pub(crate) struct DataTerms<F, A> {
    /// What is known of the sides of the variable.
    variable: Sides,
    /// What is known of the sides of the nodes.
    nodes: [Sides; MAX_ARGUMENTS],
    /// The number of elements of one vector.
    width: usize,
    /// The sums over the elements of the vector.
    sums: Packs<Scalar>,
    /// The terms so far.
    pub constant: f64,
    family: PhantomData<fn() -> (F, A)>,
}

impl<F: Family, A: Tuple> DataTerms<F, A> {
    /// No terms yet, of a statement with these sides and with vectors of `width` elements.
    pub fn new(variable: Sides, nodes: [Sides; MAX_ARGUMENTS], width: usize) -> Self {
        let sums = [Pack::zero(Scalar::new()); MAX_ARGUMENTS];
        Self { variable, nodes, width, sums, constant: 0.0, family: PhantomData }
    }

    /// Checks the observation `index`, given the values of the nodes that are data.
    pub fn check(&self, context: &Context, index: usize, packs: &Packs<Scalar>) -> Result<(), Error> {
        let values = packs.map(Pack::first);
        let Some((place, rule)) = first_broken::<F, A>(&values, 0) else { return Ok(()) };
        let index = self.nodes[place].length().map(|_| index);
        Err(context.outside(name_of::<F>(place), index, values[place], rule))
    }

    /// Adds the terms of the observation `index`, given everything that they read.
    pub fn add(&mut self, context: &Context, index: usize, packs: &Packs<Scalar>) -> Result<(), Error> {
        let simd = Scalar::new();
        let (value, _) = evaluate::<F::Terms, WithData<A>, Scalar>(simd, packs);
        self.constant += value.first();
        if !value.first().is_finite() {
            let index = self.variable.length().map(|_| index);
            let rule = "have a positive density";
            return Err(context.outside(name_of::<F>(0), index, packs[0].first(), rule));
        }
        for (sum, number) in self.sums.iter_mut().zip(packs) {
            *sum = *sum + *number;
        }
        if (index + 1).is_multiple_of(self.width) {
            let (value, _) = evaluate::<F::Totals, WithData<A>, Scalar>(simd, &self.sums);
            self.constant += value.first();
            self.sums = [Pack::zero(simd); MAX_ARGUMENTS];
        }
        Ok(())
    }
}

/// What messages call the variable, in the place 0, or an argument of the family.
pub(crate) fn name_of<F: Family>(place: usize) -> String {
    match place {
        0 => LEFT.to_owned(),
        _ => format!("the argument `{}` of {}", F::ARGUMENTS[place].name, F::NAME),
    }
}
