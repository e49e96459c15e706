//! Joint draws of marginalised variables.

use super::chain::{hidden_states, kept};
use crate::error::Error;
use crate::frame::Frame;
use crate::linalg::{Triangle, solve};
use crate::model::conjugacy::Integral;
use crate::model::{Beside, JointPosterior, NormalGroup, SummedOut, VisitSummed};
use crate::posterior::VariableInfo;
use crate::random;
use crate::random::category;
use pulp::Scalar;
use rand::rngs::SmallRng;

/// Draws each variable from its probabilities.
pub(super) struct Recovery {
    pub rng: SmallRng,
    pub error: Option<Error>,
    pub variables: Vec<VariableInfo>,
    /// The values in the order (draw, element).
    pub values: Vec<f64>,
    /// The logarithms of the ratios of the density to the density of the approximation, for each draw the
    /// approximations in order.
    pub log_ratios: Vec<f64>,
}

impl Recovery {
    /// Sets an element to its drawn value, on which other variables may depend.
    fn keep(&mut self, variable: &SummedOut, frame: &mut Frame<'_>, element: usize, value: f64) {
        variable.set(frame, element, value);
        self.values.push(value);
    }
}

/// Draws an element of a continuous variable.
fn draw(integral: Integral, [first, second]: [f64; 2], rng: &mut SmallRng) -> f64 {
    match integral {
        Integral::Normal => random::normal(first, second.sqrt().recip(), rng),
        Integral::Gamma => random::bounded_gamma(first, second, rng),
        Integral::InverseGamma => random::bounded_gamma(first, second, rng).recip(),
        Integral::Beta => random::beta(first, second, rng),
    }
}

/// Draws the elements of a group: m + U⁻¹ z with z standard normal.
fn draw_group(group: &NormalGroup, rng: &mut SmallRng) -> Vec<f64> {
    let NormalGroup { mean, factor, .. } = group;
    let mut drawn: Vec<f64> = mean.iter().map(|_| random::normal(0.0, 1.0, rng)).collect();
    solve(Scalar::new(), Triangle::upper(factor, mean.len()), &mut drawn, 1);
    drawn.iter_mut().zip(mean).for_each(|(drawn, mean)| *drawn += mean);
    drawn
}

/// Draws all elements of a variable whose elements depend on each other; known elements keep their values.
fn draw_together(posterior: &JointPosterior, numbers: Vec<f64>, rng: &mut SmallRng) -> Vec<f64> {
    match posterior {
        JointPosterior::MultiNormal(groups) => {
            let mut all = numbers;
            for group in groups {
                for (&place, drawn) in group.places.iter().zip(draw_group(group, rng)) {
                    all[place as usize] = drawn;
                }
            }
            all
        }
        JointPosterior::Dirichlet { concentration, columns } => {
            let mut row = |row| random::proportions(row, rng);
            let drawn = concentration.chunks_exact(*columns).flat_map(&mut row);
            // A probability that underflows is not replaced by 0, because other terms may read its
            // logarithm.
            drawn.map(|share| share.clamp(f64::MIN_POSITIVE, 1.0)).collect()
        }
        JointPosterior::Latent(normal) => {
            normal.draw(normal.mean.iter().map(|_| random::normal(0.0, 1.0, rng)).collect())
        }
    }
}

impl VisitSummed for Recovery {
    fn weigh(&mut self, log_ratio: f64) {
        self.log_ratios.push(log_ratio);
    }

    fn visit(&mut self, variable: &SummedOut, frame: &mut Frame<'_>) {
        if !self.variables.iter().any(|known| known.name == variable.name) {
            let info = VariableInfo::behind(&self.variables, variable.name, variable.extent, false);
            self.variables.push(info);
        }
        if let Some(together) = &variable.together {
            let numbers = (0..variable.length()).map(|element| variable.number(frame, element)).collect();
            let mut drawn = draw_together(together, numbers, &mut self.rng).into_iter();
            for (element, drawn) in drawn.by_ref().take(variable.length()).enumerate() {
                self.keep(variable, frame, element, drawn);
            }
            for Beside { name, extent, slot } in &variable.beside {
                if !self.variables.iter().any(|known| known.name == *name) {
                    let info = VariableInfo::behind(&self.variables, name, *extent, false);
                    self.variables.push(info);
                }
                for (element, drawn) in drawn.by_ref().take(extent.size()).enumerate() {
                    frame.set_numbers(slot.element(element), &[drawn]);
                    self.values.push(drawn);
                }
            }
            return;
        }
        if let Some(states) = hidden_states(variable, frame) {
            let Some(states) = kept(states, &mut self.error) else { return };
            for (element, drawn) in states.draw_path(&mut self.rng).into_iter().enumerate() {
                self.keep(variable, frame, element, variable.value(drawn));
            }
            return;
        }
        for element in 0..variable.length() {
            let drawn = if let Some((integral, parameters)) = variable.posterior(frame, element) {
                draw(integral, parameters, &mut self.rng)
            } else {
                let weights =
                    (0..variable.count()).map(|number| variable.probability(frame, element, number));
                variable.value(category(&weights.collect::<Vec<f64>>(), &mut self.rng))
            };
            self.keep(variable, frame, element, drawn);
        }
    }
}
