//! [`Evaluator`]: log densities of a posterior at draws, one after the other or several in one pass over the
//! data.

use super::problem::Valued;
use crate::density::{Evaluation, MAX_POINTS, MultiPoint};
use crate::error::Error;
use crate::target::{BEYOND_CACHES, Target};
use crate::workspace::Workspace;

/// A target that evaluates several points in one pass, and hands out their values.
pub trait Several: Valued + MultiPoint {
    /// Writes the constrained values of a point that has just been evaluated in this workspace.
    fn values_of(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error>;
}

/// A posterior whose log densities are wanted, with the kernel that evaluates them.
#[derive(Clone, Copy)]
pub enum Densities<'a> {
    /// The kernel of log densities alone.
    Alone(&'a dyn Valued),
    /// The kernel of the gradient, of which the log density is taken.
    OfGradient(&'a dyn Target),
    /// The kernel of gradients at several points, with their number.
    AtSeveralPoints(&'a dyn Several, usize),
}

impl<'a> Densities<'a> {
    /// The kernel of passes of `points` points, where data do not fit the caches; that of log densities
    /// alone elsewhere, since there it takes less.
    pub fn together(target: &'a dyn Several, points: usize) -> Self {
        let together = Self::AtSeveralPoints(target, points);
        // A number of points that there is not is an error, whatever the data are.
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

    /// True if the number of points of a pass is one that there is.
    pub fn is_valid(self) -> bool {
        !matches!(self, Self::AtSeveralPoints(_, points) if !(1..=MAX_POINTS).contains(&points))
    }
}

/// Memory for the evaluations of log densities.
pub struct Evaluator<'a> {
    densities: Densities<'a>,
    pub workspace: Workspace,
    /// The memory of each point of a pass; none where points are evaluated alone.
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
    /// Evaluates in a workspace of the posterior.
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

    /// The log density of the first of `points`, or of as many of them as share a pass.
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

    /// [`next`](Self::next) with the constrained values of these points, `size` for each in `values`.
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
