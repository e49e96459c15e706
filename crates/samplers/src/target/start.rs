//! The start of a chain or of the path of an optimiser.

use super::Target;
use crate::chains::{Initial, check_rules};
use crate::checkpoint::Checksum;
use crate::error::Error;
use crate::workspace::Workspace;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// The number of random initial points that are tried, as in Stan.
const ATTEMPTS: usize = 100;

/// The reason why a chain cannot begin at a point.
enum Flaw {
    LogDensity(f64),
    Gradient { coordinate: usize, value: f64 },
}

/// The point at which a chain begins, with its log density and gradient.
pub struct Start {
    /// The unconstrained point.
    pub point: Vec<f64>,
    /// The gradient at the point.
    pub gradient: Vec<f64>,
    /// The log density at the point.
    pub log_density: f64,
}

/// The starts of all chains of a run: random points, given points, and given values of some parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Starts {
    /// The bound of random coordinates.
    pub radius: f64,
    /// One unconstrained point for each chain, one for all, or none.
    pub points: Vec<Vec<f64>>,
    /// Values of parameters.
    pub values: Initial,
}

/// Chains start at random points, as in Stan.
impl Default for Starts {
    fn default() -> Self {
        Self { radius: 2.0, points: Vec::new(), values: Initial::default() }
    }
}

impl Starts {
    /// Returns an error if a setting is invalid, or does not fit the posterior.
    pub fn check(&self, target: &dyn Target, chains: usize) -> Result<(), Error> {
        let rules = [
            ("initial_radius", self.radius.is_finite() && self.radius >= 0.0, "be finite and not negative"),
            (
                "initial_points",
                [0, 1, chains].contains(&self.points.len()),
                "be one point for each chain, or one for all",
            ),
        ];
        check_rules(rules)?;
        if target.dimension() == 0 {
            let what = "the unconstrained point (there is no parameter to sample)".to_owned();
            return Err(Error::Empty { statement: String::new(), what });
        }
        let wrong = self.points.iter().position(|point| point.len() != target.dimension());
        wrong.map_or(Ok(()), |i| {
            Err(Error::LengthMismatch {
                statement: String::new(),
                expected_by: "the posterior's unconstrained point".to_owned(),
                expected: target.dimension(),
                found_in: format!("initial point {i}"),
                found: self.points[i].len(),
            })
        })
    }

    /// The settings in words.
    pub fn facts(&self) -> [(&'static str, String); 3] {
        let mut points = Checksum::default();
        self.points.iter().for_each(|point| points.add_numbers(point));
        [
            ("initial_radius", self.radius.to_string()),
            ("initial_points", format!("{} ({:016x})", self.points.len(), points.value())),
            ("initial values", self.values.fact()),
        ]
    }

    /// Returns true if no point and no value is given.
    pub fn are_random(&self) -> bool {
        self.points.is_empty() && self.values.is_empty()
    }

    /// Returns the initial point that was given for a chain.
    fn given(&self, chain: usize) -> Option<&[f64]> {
        self.points.get(chain).or(self.points.first()).map(Vec::as_slice)
    }

    /// Finds a point with a finite log density and gradient for one of `count` chains: the given point, or
    /// the first such point among up to 100 random ones.
    pub fn find(
        &self,
        target: &dyn Target,
        (chain, count): (usize, usize),
        rng: &mut ChaCha8Rng,
        workspace: &mut Workspace,
    ) -> Result<Start, Error> {
        let given = self.given(chain);
        // With radius 0 all attempts would be at the same point.
        let attempts = if given.is_some() || self.radius == 0.0 { 1 } else { ATTEMPTS };
        let mut point = vec![0.0; target.dimension()];
        let mut gradient = vec![0.0; target.dimension()];
        let mut outside = 0;
        let mut last = None;
        let variables = if self.values.is_empty() { Vec::new() } else { target.variables() };
        let parameters: Vec<&str> =
            variables.iter().filter(|variable| !variable.is_defined).map(|variable| variable.name).collect();
        for _ in 0..attempts {
            match given {
                Some(given) => point.copy_from_slice(given),
                None => point.iter_mut().for_each(|q| *q = self.radius * (2.0 * rng.random::<f64>() - 1.0)),
            }
            if !self.values.is_empty() {
                self.values.apply((chain, count), &parameters, |name, values| {
                    target.place(name, values, &mut point, workspace)
                })?;
            }
            let log_density = target.log_density_and_gradient(&point, &mut gradient, workspace);
            if log_density.is_finite() {
                return Ok(Start { point, gradient, log_density });
            }
            let flaw = match target.infinite_slope(&point, workspace) {
                Some((coordinate, value)) => Flaw::Gradient { coordinate, value },
                None => Flaw::LogDensity(log_density),
            };
            outside += usize::from(matches!(flaw, Flaw::LogDensity(_)));
            last = Some(flaw);
        }
        let what = match last {
            Some(Flaw::Gradient { coordinate, value }) => {
                let name = target.coordinate_name(coordinate);
                format!("the log density was finite, but its gradient with respect to {name} was {value}")
            }
            Some(Flaw::LogDensity(value)) => format!("the log density was {value}"),
            None => "nothing was wrong".to_owned(),
        };
        let statement = target.diagnose(&point, workspace);
        let what = statement.map_or_else(|| what.clone(), |statement| format!("{what}: {statement}"));
        let advice = if given.is_some() {
            "choose another of the `initial_points`, inside the supports of all distributions".to_owned()
        } else {
            format!(
                "look for an observation that its law cannot take, give values inside the supports of all distributions with `initial` or `initial_points`, draw them closer to zero with \
                 `initial_radius` (now {}), or declare a parameter's bounds in `params!`",
                self.radius
            )
        };
        let reason = format!("{what} (the log density was not finite at {outside} of the points); {advice}");
        Err(Error::NoInitialPoint { chain, attempts, reason })
    }
}
