//! Draws on supports that tie elements together, such as ordered vectors and vectors that sum to zero, for
//! laws that do not depend on the support.
//!
//! The law of n elements is the product of their densities, restricted to the support. Rejection until all
//! elements are inside takes n! attempts for an order, and never succeeds if the support has fewer
//! dimensions than elements. So the support states how [a draw is brought inside](Inside), and this file
//! checks that the law allows it:
//!
//! * Elements are *alike* if they have the same law. Then all orders of them are equally likely, and the
//!   sorted draw is a draw of the law on ordered vectors, also if the law's arguments were drawn: the
//!   density is divided by n! for all arguments.
//! * An element whose log density is quadratic is normal, and its mean and variance are computed from the
//!   log density at three points.
//!
//! If the support has fewer dimensions, the law's integral over it depends on the law's arguments, as σ⁻ⁿ
//! over n − 1 dimensions depends on σ. If these arguments were drawn from their own laws, a draw of the
//! elements would belong to another model than the product of all statements, so it is refused.

use crate::contract::transform::{Inside, Normals};
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::simulation::Simulation;
use crate::model::drawing::turn::Turn;
use crate::name::VarSet;

/// The result of bringing a draw inside its support.
pub(super) enum Outcome {
    /// The draw is inside the support.
    Inside,
    /// The draw is outside the support. If elements are independent, an element that is outside may be drawn
    /// anew without the others.
    Outside { error: Error, are_for_themselves: bool },
}

impl Turn<'_> {
    /// Brings a draw inside the support, if that is possible, and stores it in the workspace; `error` states
    /// why the draw is outside. `are_alike` is true if all elements are known to follow one law, so that this
    /// need not be checked. Returns an error if no draw is ever inside.
    pub(super) fn bring_inside(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        values: &mut [f64],
        (error, are_alike): (Error, bool),
    ) -> Result<Outcome, Error> {
        let is_outside = |error| Outcome::Outside { error, are_for_themselves: false };
        let support = self.facts.variable.support;
        if matches!(support.inside, Inside::ByChance) && support.own_laws.is_none() {
            return Ok(is_outside(error));
        }
        let own_laws = support.own_laws.filter(|_| self.has_fewer_dimensions());
        let are_apart = self.is_elementwise() && !self.reads_itself();
        if let Some(own) = own_laws {
            let is_never_inside = are_apart || self.facts.is_normal || self.law.is_sequential();
            if is_never_inside && simulation.has_drawn(self.facts.reads) {
                return Err(self.no_draw(&depends_on_drawn(
                    self.facts.reads,
                    simulation,
                    self.facts.variable.name,
                    own,
                )));
            }
        }
        if are_apart && self.can_bring_inside(simulation, frame, values, are_alike) {
            return Ok(match self.variable.unconstrain(frame, &mut simulation.point) {
                Ok(()) => Outcome::Inside,
                Err(error) => Outcome::Outside { error, are_for_themselves: true },
            });
        }
        match own_laws {
            Some(own) if are_apart || self.facts.is_normal || self.law.is_sequential() => {
                Err(self.no_draw(&never_inside(self.facts.variable.name, own)))
            }
            _ => Ok(is_outside(error)),
        }
    }

    /// True if independent elements are never inside the support.
    fn has_fewer_dimensions(&self) -> bool {
        matches!(self.facts.variable.support.inside, Inside::ByProjection)
            || self.variable.coordinates().len() < self.variable.extent().size()
    }

    /// Brings independent elements inside the support; returns false if the result is not a draw of their
    /// law on the support.
    fn can_bring_inside(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        values: &mut [f64],
        are_alike: bool,
    ) -> bool {
        let (mut means, mut scales) = (Vec::new(), Vec::new());
        let fits = match self.facts.variable.support.inside {
            Inside::ByChance => false,
            Inside::BySorting => are_alike || self.are_alike(frame, values),
            Inside::ByFixing => true,
            Inside::ByProjection => {
                let normals =
                    if self.facts.is_normal { self.normals(simulation, frame, values) } else { None };
                normals.map(|found| (means, scales) = found).is_some()
            }
        };
        if !fits {
            return false;
        }
        let slot = self.variable.slot();
        frame.set_numbers(slot, values);
        let law = Normals { means: &means, scales: &scales };
        let is_inside = self.variable.bring_inside(frame, law);
        if is_inside {
            values.iter_mut().enumerate().for_each(|(place, x)| *x = frame.number(slot.element(place)));
        }
        is_inside
    }

    /// Returns the log density of each element at `values`.
    fn each_at(&self, frame: &mut Frame<'_>, values: &[f64]) -> Vec<f64> {
        frame.set_numbers(self.variable.slot(), values);
        self.log_densities(frame)
    }

    /// Returns true if all elements of a row have the same law: the values of its arguments are equal or,
    /// for a composed law, the densities are equal. The densities of two different laws agree at a drawn
    /// number with probability 0, so comparing neighbours is sufficient.
    fn are_alike(&self, frame: &mut Frame<'_>, values: &[f64]) -> bool {
        let width = self.variable.extent().columns().unwrap_or(values.len()).max(1);
        if self.law.described(0, frame).is_some() {
            let mut law = |place| self.law.described(place, frame);
            return (0..values.len()).all(|place| place % width == 0 || law(place - 1) == law(place));
        }
        let next = |place: usize| place / width * width + (place % width + 1) % width;
        let moved: Vec<f64> = (0..values.len()).map(|place| values[next(place)]).collect();
        let (own, there) = (self.each_at(frame, values), self.each_at(frame, &moved));
        let is_same = |place: usize| {
            let (here, there) = (own[next(place)], there[place]);
            here == there || (here - there).abs() <= 1e-12 * here.abs().max(1.0)
        };
        own.len() == values.len() && (0..values.len()).all(is_same)
    }

    /// Returns the mean and the variance of each element, whose log density is quadratic, by finite
    /// differences with steps of 8 standard deviations, once the deviations are known; `None` if the
    /// differences show no normal law.
    fn normals(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        values: &[f64],
    ) -> Option<(Vec<f64>, Vec<f64>)> {
        let mut others = values.to_vec();
        if !self.draw_values(simulation, frame, &mut others, 0).ok()? {
            return None;
        }
        let here = self.each_at(frame, values);
        let mut steps: Vec<f64> = values.iter().zip(&others).map(|(x, other)| (x - other).abs()).collect();
        let (mut means, mut scales) = (values.to_vec(), values.to_vec());
        for _ in 0..3 {
            let moved =
                |sign: f64| values.iter().zip(&steps).map(|(x, step)| x + sign * step).collect::<Vec<_>>();
            let (above, below) = (moved(1.0), moved(-1.0));
            let (at_above, at_below) = (self.each_at(frame, &above), self.each_at(frame, &below));
            if [&here, &at_above, &at_below].iter().any(|each| each.len() != values.len()) {
                return None;
            }
            for place in 0..values.len() {
                let step = 0.5 * (above[place] - below[place]);
                let curvature = (at_above[place] - here[place]) + (at_below[place] - here[place]);
                scales[place] = step / (-curvature).sqrt();
                let slope = (at_above[place] - at_below[place]) / (2.0 * step) * scales[place];
                means[place] = values[place] + scales[place] * slope;
                if !(scales[place] > 0.0 && scales[place].is_finite()) {
                    return None;
                }
            }
            steps = scales.iter().map(|scale| 8.0 * scale).collect();
        }
        Some((means, scales))
    }
}

/// Returns the reason why a parameter is not drawn, given the variables that were drawn.
fn depends_on_drawn(reads: &VarSet, simulation: &Simulation<'_>, name: &str, own: &str) -> String {
    let all = (0..reads.len()).map(|place| reads.get(place));
    let drawn: Vec<String> = all
        .filter(|&var| simulation.has_drawn(&VarSet::of(var)))
        .map(|var| format!("`{}`", var.name()))
        .collect();
    let drawn = drawn.join(", ");
    format!(
        "the support of `{name}` has fewer dimensions than elements, and the integral of its law there \
         depends on {drawn}: the prior of {drawn} is not the law of its own statement, from which {drawn} \
         was drawn; laws for such a parameter are {own}"
    )
}

/// Returns the reason why a parameter is never drawn inside its support.
pub(super) fn never_inside(name: &str, own: &str) -> String {
    format!(
        "no draw of its elements is inside the support of `{name}`, which has fewer dimensions than \
         elements, and the law of the elements inside this support cannot be drawn from; laws for such a \
         parameter are {own}"
    )
}
