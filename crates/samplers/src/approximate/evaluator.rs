//! [`Evaluator`]: log densities of a posterior at draws, one draw at a time or several in one pass over the
//! data.

use super::problem::Valued;
use crate::density::{Evaluation, MAX_POINTS, MultiPoint};
use crate::error::Error;
use crate::target::{BEYOND_CACHES, Target};
use crate::workspace::Workspace;

/// A target that evaluates several points in one pass, and returns their constrained values.
pub trait Several: Valued + MultiPoint {
    /// Writes the constrained values of the point that was evaluated last in this workspace.
    fn values_of(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error>;
}

/// A posterior with the kernel that evaluates its log density.
#[derive(Clone, Copy)]
pub enum Densities<'a> {
    /// The kernel of the log density alone.
    Alone(&'a dyn Valued),
    /// The kernel of the gradient, which returns the log density too.
    OfGradient(&'a dyn Target),
    /// The kernel of gradients at several points, and the number of points.
    AtSeveralPoints(&'a dyn Several, usize),
}

impl<'a> Densities<'a> {
    /// Chooses the kernel of `points` points in one pass if the data are larger than the caches; else the
    /// kernel of the log density alone, which is faster there.
    pub fn together(target: &'a dyn Several, points: usize) -> Self {
        let together = Self::AtSeveralPoints(target, points);
        // An invalid number of points is an error, whatever the size of the data.
        let is_alone = target.numbers() < BEYOND_CACHES && together.is_valid();
        if is_alone { Self::Alone(target) } else { together }
    }

    /// The target without the kernel.
    pub fn target(self) -> &'a dyn Target {
        match self {
            Self::Alone(target) => target,
            Self::OfGradient(target) => target,
            Self::AtSeveralPoints(target, _) => target,
        }
    }

    /// Returns true if the number of points of a pass is valid.
    pub fn is_valid(self) -> bool {
        !matches!(self, Self::AtSeveralPoints(_, points) if !(1..=MAX_POINTS).contains(&points))
    }
}

/// The memory for evaluations of the log density.
pub struct Evaluator<'a> {
    densities: Densities<'a>,
    pub workspace: Workspace,
    /// The memory of each point of a pass; empty if points are evaluated one at a time.
    seats: Vec<Seat>,
    /// The log densities of the last evaluations.
    found: Vec<f64>,
}

#[derive(Clone)]
struct Seat {
    workspace: Workspace,
    gradient: Vec<f64>,
}

impl<'a> Evaluator<'a> {
    /// Makes the memory for evaluations from a workspace of the posterior.
    pub fn new(densities: Densities<'a>, workspace: Workspace) -> Self {
        let seats = match densities {
            Densities::AtSeveralPoints(target, points) => {
                vec![Seat { workspace: workspace.clone(), gradient: vec![0.0; target.dimension()] }; points]
            }
            Densities::Alone(_) | Densities::OfGradient(_) => Vec::new(),
        };
        Self { densities, workspace, found: vec![f64::NAN; seats.len().max(1)], seats }
    }

    pub fn densities(&self) -> Densities<'a> {
        self.densities
    }

    /// Returns the log density at the first of `points`, or at as many of `points` as share one pass.
    pub fn next(&mut self, points: &[f64]) -> &[f64] {
        let dimension = self.densities.target().dimension();
        let point = &points[..dimension];
        match self.densities {
            Densities::Alone(target) => self.found[0] = target.value(point, &mut self.workspace),
            Densities::OfGradient(target) => self.found[0] = target.log_density(point, &mut self.workspace),
            Densities::AtSeveralPoints(target, _) => {
                let mut evaluations = [const { None }; MAX_POINTS];
                let points = points.chunks_exact(dimension).zip(&mut self.seats).zip(&mut self.found);
                let mut count = 0;
                for (evaluation, ((q, seat), log_density)) in evaluations.iter_mut().zip(points) {
                    let Seat { workspace, gradient } = seat;
                    *evaluation = Some(Evaluation { q, gradient, workspace, log_density });
                    count += 1;
                }
                target.evaluate_points(&mut evaluations);
                return &self.found[..count];
            }
        }
        &self.found[..1]
    }

    /// Returns the log densities that [`next`](Self::next) returns, and writes the constrained values of
    /// their points, `size` for each, to `values`.
    pub fn next_with_values(
        &mut self,
        points: &[f64],
        values: &mut [f64],
        size: usize,
    ) -> Result<&[f64], Error> {
        let dimension = self.densities.target().dimension();
        if let Densities::Alone(target) = self.densities {
            self.found[0] =
                target.value_with_values(&points[..dimension], &mut values[..size], &mut self.workspace)?;
            return Ok(&self.found[..1]);
        }
        let count = self.next(points).len();
        for place in 0..count {
            let (point, values) =
                (&points[place * dimension..][..dimension], &mut values[place * size..][..size]);
            match self.densities {
                Densities::AtSeveralPoints(target, _) => {
                    target.values_of(point, values, &mut self.seats[place].workspace)?;
                }
                _ => self.densities.target().constrain_into(point, values, &mut self.workspace)?,
            }
        }
        Ok(&self.found[..count])
    }
}
