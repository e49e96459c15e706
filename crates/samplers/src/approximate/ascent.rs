//! The ascent to a mode, from one start or from several.

use super::lbfgs::{Descent, History, Objective, Stop, largest};
use super::problem::Problem;
use super::units::InUnits;
use crate::chains::{Chains, check_rules, run_tasks};
use crate::error::Error;
use crate::target::{Starts, Target};
use crate::workspace::Workspace;

/// An ascent that stops because of rounding has converged if it is within this distance of the mode, in
/// standard deviations.
const ROUNDED: f64 = 1e-2;

/// The largest number of times that a descent is restarted in other units.
const ROUNDS: usize = 4;
/// The number of iterations after which a descent is restarted.
const ROUND: usize = 200;

/// The largest number of coordinates for which the units are measured.
const FEW: usize = 32;

/// The settings of an ascent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AscentSettings {
    /// The number of starts.
    pub count: usize,
    pub seed: u64,
    pub starts: Starts,
    /// The number of pairs of the history; `None` chooses it by the number of coordinates.
    pub history: Option<usize>,
    pub tolerance: f64,
    pub max_iterations: usize,
    pub threads: Option<usize>,
}

impl AscentSettings {
    pub fn new() -> Self {
        Self {
            count: 1,
            seed: 0,
            starts: Starts::default(),
            history: None,
            tolerance: 1e-6,
            max_iterations: 2000,
            threads: None,
        }
    }

    /// The number of starts that run at the same time.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(|| self.chains().threads(), |threads| threads.min(self.count))
    }

    fn chains(&self) -> Chains {
        Chains { count: self.count, warmup: 0, draws: 1, seed: self.seed }
    }

    pub fn check(&self, target: &dyn Target) -> Result<(), Error> {
        check_rules([
            ("starts", self.count > 0, "be at least 1"),
            ("history", self.history != Some(0), "be at least 1"),
            ("tolerance", self.tolerance > 0.0 && self.tolerance < 1.0, "be above 0 and below 1"),
            ("max_iterations", self.max_iterations > 0, "be at least 1"),
            ("threads", self.threads != Some(0), "be at least 1"),
        ])?;
        self.starts.check(target, self.count)
    }
}

/// The reason why an optimiser stopped at a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// The gradient is so small that the mode is within the [tolerance](super::Optimise::tolerance).
    Gradient,
    /// The log density no longer changes by more than its rounding.
    Rounding,
}

impl core::fmt::Display for Stopped {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Gradient => "the gradient vanished",
            Self::Rounding => "the log density did not change any more",
        })
    }
}

/// A mode.
pub(super) struct Summit {
    pub point: Vec<f64>,
    /// The gradient of the negative log density.
    pub gradient: Vec<f64>,
    pub log_density: f64,
    pub stopped: Stopped,
    pub iterations: usize,
    pub gradients: usize,
    /// The workspace for further evaluations.
    pub workspace: Workspace,
}

/// Returns the highest mode that the starts lead to, and the errors of the starts that led to none. The
/// gradients and iterations are summed over all starts.
pub(super) fn climb(problem: Problem<'_>, settings: &AscentSettings) -> Result<(Summit, Vec<Error>), Error> {
    let chains = settings.chains();
    let climb_from = |start, _| from(problem, settings, chains, start);
    let summits = run_tasks("optimise", settings.threads(), 0..settings.count, climb_from);
    let (mut best, mut errors): (Option<Summit>, Vec<Error>) = (None, Vec::new());
    let (mut iterations, mut gradients) = (0, 0);
    for summit in summits {
        match summit {
            Ok(summit) => {
                iterations += summit.iterations;
                gradients += summit.gradients;
                if best.as_ref().is_none_or(|best| summit.log_density > best.log_density) {
                    best = Some(summit);
                }
            }
            Err(error @ Error::NoMode { .. }) => errors.push(error),
            Err(error) => return Err(error),
        }
    }
    match best {
        Some(best) => Ok((Summit { iterations, gradients, ..best }, errors)),
        None => Err(errors.into_iter().next().unwrap_or(Error::Interrupted)),
    }
}

/// Returns the mode that one start leads to.
fn from(
    problem: Problem<'_>,
    settings: &AscentSettings,
    chains: Chains,
    number: usize,
) -> Result<Summit, Error> {
    let target = problem.target();
    let mut objective = problem.negative();
    let place = (number, settings.count);
    let start = settings.starts.find(target, place, &mut chains.rng(number), &mut objective.workspace);
    let start = start.map_err(|error| of_start(error, number))?;
    let mut gradient = start.gradient;
    let value = match problem {
        Problem::With(_) => {
            gradient.iter_mut().for_each(|slope| *slope = -*slope);
            -start.log_density
        }
        Problem::Without(_) => objective.evaluate(&start.point, &mut gradient),
    };
    if !value.is_finite() {
        let reason = format!("the log density without Jacobian is {} at its first point", -value);
        return Err(Error::NoMode { start: number, reason });
    }
    let mut objective_in_units = InUnits::of(&mut objective, gradient.len());
    let (descent, stop, before) = descend(&mut objective_in_units, settings, start.point, gradient, value);
    let is_there = descent.distance <= ROUNDED;
    let stopped = match stop {
        Some(Stop::Gradient) => Stopped::Gradient,
        Some(Stop::Flat | Stop::NoStep) if is_there => Stopped::Rounding,
        other => return Err(Error::NoMode { start: number, reason: words(target, &descent, other) }),
    };
    Ok(Summit {
        point: descent.point,
        gradient: descent.gradient,
        log_density: -descent.value,
        stopped,
        iterations: before.iterations + descent.iterations,
        gradients: 1 + before.gradients + descent.evaluations,
        workspace: objective.workspace,
    })
}

/// The iterations and gradients of the descents before the last restart.
#[derive(Default)]
struct Spent {
    iterations: usize,
    gradients: usize,
}

/// Descends from a point, with restarts, and returns the last descent in the objective's own coordinates.
///
/// If a descent of a few coordinates has found no minimum, or its end is no minimum by the curvature along
/// each coordinate, the next descent continues in units of that curvature. The limit of iterations counts
/// the iterations of all descents.
fn descend(
    objective: &mut InUnits<'_>,
    settings: &AscentSettings,
    mut point: Vec<f64>,
    mut gradient: Vec<f64>,
    mut value: f64,
) -> (Descent, Option<Stop>, Spent) {
    let (n, mut spent) = (point.len(), Spent::default());
    let mut rounds = 0;
    loop {
        objective.inwards(&mut point, &mut gradient);
        let history = settings.history.map_or_else(|| History::of(n), |most| History::new(n, most));
        let mut descent = Descent::from(point, gradient, value, history);
        let is_last = rounds == ROUNDS || n > FEW;
        let left = settings.max_iterations - spent.iterations;
        let most = if is_last { left } else { left.min(ROUND) };
        let stop = loop {
            let step = descent.turn(settings.tolerance).and_then(|()| descent.advance(objective));
            if let Err(stop) = step {
                break Some(stop);
            }
            if descent.iterations >= most {
                break None;
            }
        };
        objective.outwards(&mut descent.point, &mut descent.gradient);
        let is_spent = spent.iterations + descent.iterations >= settings.max_iterations;
        if stop == Some(Stop::Bottomless) || is_last || is_spent && stop.is_none() {
            return (descent, stop, spent);
        }
        let distance = objective.measure(&descent.point, &descent.gradient);
        spent.gradients += n;
        // Without a step there are no pairs, so the distance is measured by the units alone.
        if stop == Some(Stop::NoStep) && descent.iterations == 0 {
            descent.distance = distance;
        }
        let is_there = stop == Some(Stop::Gradient) || stop.is_some() && descent.distance <= ROUNDED;
        if is_there && distance <= ROUNDED {
            return (descent, stop, spent);
        }
        spent.iterations += descent.iterations;
        spent.gradients += descent.evaluations;
        (point, gradient, value) = (descent.point, descent.gradient, descent.value);
        rounds += 1;
    }
}

/// Converts an error of a start into an error of an optimiser.
pub(super) fn of_start(error: Error, start: usize) -> Error {
    match error {
        Error::NoInitialPoint { attempts, reason, .. } => {
            let reason = format!(
                "no point with a finite log density and gradient was found in {attempts} attempts; at the last \
                 one {reason}"
            );
            Error::NoMode { start, reason }
        }
        other => other,
    }
}

/// Returns the reason why an ascent has found no mode, in words.
fn words(target: &dyn Target, descent: &Descent, stop: Option<Stop>) -> String {
    let (steepest, slope) = largest(&descent.gradient);
    let slope = slope.copysign(-descent.gradient[steepest]);
    let (farthest, _) = largest(&descent.point);
    let name = |coordinate| target.coordinate_name(coordinate);
    let place = format!(
        "the log density is {:.6e}, its slope by the unconstrained coordinate of {} is {slope:.3e}, and the \
         unconstrained coordinate of {} is {:.3e}",
        -descent.value,
        name(steepest),
        name(farthest),
        descent.point[farthest],
    );
    match stop {
        None => format!(
            "it has not converged in {} iterations: {place}. Raise `max_iterations`; if that does not help, the log \
             density may have no maximum (`optimise` without a prior that keeps a scale from 0), or scales may differ by \
             many orders of magnitude",
            descent.iterations
        ),
        Some(Stop::Bottomless) => format!(
            "it grows without bound: it has risen over {} iterations, while the posterior around it has become \
             narrower at the same rate, as that of a centred hierarchy does where the scale of a group goes to 0. \
             At the end {place}. Give the parameter a prior or bounds that keep it away from there, write a \
             hierarchy that is centred in its non-centred form, or begin elsewhere",
            descent.iterations
        ),
        Some(_) => format!(
            "after {} iterations no step raises the log density, which is not flat there: {place}. It may grow \
             without bound, as that of a centred hierarchy does where the scale of a group goes to 0, or jump \
             there. Give the parameter a prior or bounds that keep it away from there, or begin elsewhere",
            descent.iterations
        ),
    }
}
