//! Draws of a variable from a distribution, and the log density of each observation.

use super::FamilyLaw;
use crate::contract::family::{
    DrawsOf, Family, compute_other_columns, density_of_vector, with_known_complements,
};
use crate::contract::node::{Packs, Tuple, for_values_with};
use crate::contract::scope::Value;
use crate::frame::{Frame, MAX_ARGUMENTS};
use crate::model::drawing::DrawnVariable;
use crate::name::VarSet;
use crate::shape::Shape;
use crate::simd::{Lane, Pack};
use pulp::Scalar;
use rand::Rng;

/// Returns true if an argument mentions one of the variables.
pub(crate) const fn mentions<A: Tuple>(vars: &VarSet) -> bool {
    let (mut mentions, mut place) = (false, 1);
    while place < A::COUNT {
        mentions |= !A::EACH[place].vars.is_disjoint(vars);
        place += 1;
    }
    mentions
}

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// Calls `visit` with the values of all nodes in each row, and their complements.
    fn for_values(&self, frame: &mut Frame<'_>, mut visit: impl FnMut(usize, Packs<Scalar>)) {
        let nodes = &self.nodes;
        let add = |state: &A::State<Scalar>, frame: &Frame<'_>, lane, packs| {
            with_known_complements::<F, A, Value, Scalar>(nodes, state, frame, lane, packs)
        };
        let visited = for_values_with(nodes, self.length, frame, add, &mut |_, index, packs| {
            visit(index, packs);
            Ok(())
        });
        debug_assert!(visited.is_ok(), "no visit fails");
    }

    /// Returns the values of each node, vector by vector if the law is a law of vectors.
    fn vectors(&self, frame: &mut Frame<'_>) -> Vec<[Vec<f64>; MAX_ARGUMENTS]> {
        let mut vectors: Vec<[Vec<f64>; MAX_ARGUMENTS]> = Vec::new();
        self.for_values(frame, |row, packs| {
            let width = if Sh::IS_MATRIX { self.width } else { self.length };
            if row.is_multiple_of(width) {
                vectors.push(Default::default());
            }
            if let Some(vectors) = vectors.last_mut() {
                vectors.iter_mut().zip(packs).for_each(|(vector, pack)| vector.push(pack.first()));
            }
        });
        vectors
    }

    /// Replaces values of the variable by draws; returns false if the family has no draws.
    pub(crate) fn draw_all(&self, frame: &mut Frame<'_>, values: &mut [f64], rng: &mut dyn Rng) -> bool {
        match F::DRAWING {
            DrawsOf::None => return false,
            // A number that is repeated in several rows has the product of their densities, which has no
            // known draws.
            DrawsOf::Number(_) if self.length != values.len() => return false,
            DrawsOf::Number(draw) => {
                self.for_values(frame, |row, packs| {
                    values[row] = draw(&packs.map(Pack::first), rng);
                });
            }
            DrawsOf::Picked(draw) => {
                let Some((slot, count)) = self.nodes.source(A::COUNT - 1) else { return false };
                let mut rows = Vec::with_capacity(values.len());
                self.for_values(frame, |_, packs| rows.push(packs.map(Pack::first)));
                let source: Vec<f64> = (0..count).map(|index| frame.number(slot.element(index))).collect();
                values.iter_mut().zip(&rows).for_each(|(value, row)| *value = draw(row, &source, rng));
            }
            DrawsOf::Vector(draw) => {
                let vectors = self.vectors(frame);
                let width = values.len() / vectors.len().max(1);
                for (values, vectors) in values.chunks_exact_mut(width.max(1)).zip(&vectors) {
                    draw(values, vectors, rng);
                }
            }
            DrawsOf::Category(draw) => {
                let vectors = self.vectors(frame);
                let Some([_, argument, ..]) = vectors.first() else { return false };
                values.iter_mut().for_each(|value| *value = draw(argument, rng));
            }
        }
        true
    }

    /// Draws the value of one row alone, if the family has draws of numbers.
    pub(crate) fn draw_one(&self, row: usize, frame: &mut Frame<'_>, rng: &mut dyn Rng) -> Option<f64> {
        let DrawsOf::Number(draw) = F::DRAWING else { return None };
        Some(draw(&self.numbers_of(row, frame)?, rng))
    }

    /// Returns the name of the family, and of its arguments with their values in a row, if it is a family of
    /// numbers.
    pub(crate) fn described_row(&self, row: usize, frame: &mut Frame<'_>) -> Option<String> {
        if !matches!(F::DRAWING, DrawsOf::Number(_)) {
            return None;
        }
        let numbers = self.numbers_of(row, frame)?;
        let named = F::FACTS.arguments.iter().zip(numbers).skip(1);
        let named: Vec<String> =
            named.map(|(argument, number)| format!("{} = {number}", argument.name)).collect();
        Some(format!("{}({})", F::FACTS.name, named.join(", ")))
    }

    /// Returns the values of the variable and of the arguments in a row; `None` if there is no such row.
    fn numbers_of(&self, row: usize, frame: &mut Frame<'_>) -> Option<[f64; MAX_ARGUMENTS]> {
        let simd = Scalar::new();
        let mut state = self.nodes.begin::<Value, Scalar>(simd, frame);
        let block = self.blocks(simd).find(|block| row < block.end)?;
        self.nodes.begin_block::<Value, Scalar>(&mut state, frame, block);
        let lane = Lane { index: row, in_block: row - block.start, ..Lane::scalar(simd) };
        let (packs, _) = self.nodes.forward::<Value, Scalar>(&state, frame, lane);
        Some(packs.map(Pack::first))
    }

    /// Returns the log density of each observation.
    pub(crate) fn log_densities_of(&self, variable: &dyn DrawnVariable, frame: &mut Frame<'_>) -> Vec<f64> {
        let simd = Scalar::new();
        let is_counted = matches!(F::DRAWING, DrawsOf::Category(_));
        let (mut each, mut vector) = (Vec::new(), Vec::new());
        let width = if Sh::IS_MATRIX { self.width } else { self.length };
        self.for_values(frame, |row, mut packs| {
            if is_counted {
                packs[0] = Pack::splat(simd, 1.0);
            }
            vector.push(compute_other_columns::<F, A, Scalar>(Self::guard(packs)));
            if const { Self::IS_ELEMENTWISE } || (row + 1).is_multiple_of(width) {
                each.push(density_of_vector::<F>(&mut vector));
                vector.clear();
            }
        });
        if !is_counted {
            return each;
        }
        let category = |index: usize| variable.observation(index).unwrap_or(f64::NAN) as usize;
        let log_density = |index: usize| each.get(category(index)).copied().unwrap_or(f64::NAN);
        (0..variable.sides().length().unwrap_or(1)).map(log_density).collect()
    }
}
