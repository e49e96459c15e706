//! [`CustomTarget`], a log density that a program defines, and [`CustomPosterior`], on which samplers run.

use super::{Answers, Target};
use crate::checkpoint::{Checksum, Facts, facts_of};
use crate::density::Density;
use crate::error::Error;
use crate::shape::Extent;
use crate::simd::InstructionSet;
use crate::trace::VariableInfo;
use crate::trace::interned;
use crate::workspace::{Storage, Workspace};
use core::fmt;

/// A log density on unconstrained points that a program defines, with the names of the variables in its
/// draws: for example the density of another program's model, or of a simulator.
///
/// Any number of threads evaluate it at the same time. Where it has no value, it must return NaN or −∞.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::shape::Extent;
/// use monomorph::target::{CustomPosterior, CustomTarget};
///
/// /// log p = −x²/2 − 2 (log s − x)², of the coordinates x and log s.
/// struct Two;
///
/// impl CustomTarget for Two {
///     fn dimension(&self) -> usize {
///         2
///     }
///
///     fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
///         let apart = q[1] - q[0];
///         gradient.copy_from_slice(&[-q[0] + 4.0 * apart, -4.0 * apart]);
///         -0.5 * q[0] * q[0] - 2.0 * apart * apart
///     }
///
///     fn variables(&self) -> Vec<(String, Extent)> {
///         ["x", "s"].map(|name| (name.to_owned(), Extent::Scalar)).to_vec()
///     }
///
///     fn constrain_into(&self, q: &[f64], values: &mut [f64]) -> Result<(), String> {
///         values.copy_from_slice(&[q[0], q[1].exp()]);
///         Ok(())
///     }
/// }
///
/// let posterior = CustomPosterior::new(Two)?;
/// let fit = posterior.nuts().chains(2).warmup(300).draws(500).seed(1).run()?;
/// assert_eq!(fit.draws().names(), ["x", "s"]);
/// assert!(fit.draws().column("x")?.mean().abs() < 0.3);
/// assert!(fit.draws().column("s")?.as_slice().iter().all(|s| *s > 0.0));
/// # Ok::<(), monomorph::Error>(())
/// ```
pub trait CustomTarget: Send + Sync {
    /// The number of coordinates.
    fn dimension(&self) -> usize;

    /// Returns the log density at a point, and writes its gradient to `gradient`. Both slices have
    /// [`dimension`](Self::dimension) numbers. The function should neither allocate nor panic; a chain in
    /// which it panics is lost.
    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64;

    /// The names and extents of the variables whose values are in the draws; by default the vector `q`,
    /// which is the point itself.
    fn variables(&self) -> Vec<(String, Extent)> {
        vec![("q".to_owned(), Extent::Vector(self.dimension()))]
    }

    /// Writes the values of the variables at a point, one after the other, matrices column after column; by
    /// default the point itself. An error, in words, ends the chain.
    fn constrain_into(&self, q: &[f64], values: &mut [f64]) -> Result<(), String> {
        if q.len() != values.len() {
            return Err(format!(
                "{} values cannot be the point itself, which has {} coordinates",
                values.len(),
                q.len()
            ));
        }
        values.copy_from_slice(q);
        Ok(())
    }
}

/// A [`CustomTarget`] in the form that samplers need.
///
/// It supports everything that does not need a model: [`nuts`](Self::nuts) with all of its settings,
/// including checkpoints and stopping rules. Chains begin at random points or at
/// [`initial_points`](crate::sampling::Nuts::initial_points), since values of variables cannot be converted
/// to points. A checkpoint identifies the density by its value and gradient at one point.
pub struct CustomPosterior<T> {
    target: T,
    variables: Vec<VariableInfo>,
    arch: InstructionSet,
}

impl<T> fmt::Debug for CustomPosterior<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CustomPosterior").field("variables", &self.variables).finish_non_exhaustive()
    }
}

impl<T: CustomTarget> CustomPosterior<T> {
    /// Makes the posterior of a target. The names of its variables stay in memory as long as the program
    /// runs.
    ///
    /// # Errors
    ///
    /// [`Error::Redeclared`] if two variables have one name.
    pub fn new(target: T) -> Result<Self, Error> {
        let mut variables: Vec<VariableInfo> = Vec::new();
        for (name, extent) in target.variables() {
            if variables.iter().any(|before| before.name == name) {
                return Err(Error::Redeclared { name });
            }
            variables.push(VariableInfo::behind(&variables, interned(&name), extent, false));
        }
        Ok(Self { target, variables, arch: InstructionSet::best() })
    }

    /// The target.
    pub fn target(&self) -> &T {
        &self.target
    }

    /// The variables whose values are in the draws.
    pub fn variables(&self) -> &[VariableInfo] {
        &self.variables
    }

    /// Returns the log density and writes the gradient of the target; returns NaN if a length is wrong.
    fn evaluate(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        if [q.len(), gradient.len()] != [self.target.dimension(); 2] {
            gradient.fill(f64::NAN);
            return f64::NAN;
        }
        self.target.log_density_and_gradient(q, gradient)
    }
}

impl<T: CustomTarget> Density for CustomPosterior<T> {
    fn dimension(&self) -> usize {
        self.target.dimension()
    }

    fn workspace(&self) -> Workspace {
        Workspace::new(Storage::default())
    }

    fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        self.log_density_and_gradient(q, &mut vec![0.0; q.len()], workspace)
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64], _: &mut Workspace) -> f64 {
        let log_density = self.evaluate(q, gradient);
        if log_density.is_finite() && gradient.iter().all(|slope| slope.is_finite()) {
            return log_density;
        }
        gradient.fill(0.0);
        f64::NEG_INFINITY
    }
}

impl<T: CustomTarget> Target for CustomPosterior<T> {
    fn variables(&self) -> Vec<VariableInfo> {
        self.variables.clone()
    }

    fn constrain_into(&self, q: &[f64], values: &mut [f64], _: &mut Workspace) -> Result<(), Error> {
        self.target.constrain_into(q, values).map_err(|reason| Error::Refused {
            statement: String::new(),
            function: "constrain_into",
            reason,
        })
    }
}

impl<T: CustomTarget> Answers for CustomPosterior<T> {
    fn arch(&self) -> InstructionSet {
        self.arch
    }

    fn numbers(&self) -> usize {
        // The cost is unknown; a call into another program is assumed to be more expensive than the
        // sampler's work.
        self.target.dimension().saturating_mul(1000)
    }

    fn parts(&self) -> usize {
        1
    }

    fn facts(&self) -> Facts {
        // The point has no symmetry.
        let q: Vec<f64> = (0..self.target.dimension()).map(|i| 0.1 * (i % 7) as f64 - 0.25).collect();
        let (mut gradient, mut checksum) = (vec![0.0; q.len()], Checksum::default());
        checksum.add_numbers(&[self.evaluate(&q, &mut gradient)]);
        checksum.add_numbers(&gradient);
        facts_of(checksum, self.arch)
    }

    fn coordinate_name(&self, coordinate: usize) -> String {
        format!("coordinate {coordinate} of the point")
    }

    fn place(&self, _: &str, _: &[f64], _: &mut [f64], _: &mut Workspace) -> Result<(), Error> {
        let rule = "be `initial_points`, since a density of one's own does not turn values into points";
        Err(Error::InvalidSetting { setting: "initial", rule })
    }

    fn diagnose(&self, _: &[f64], _: &mut Workspace) -> Option<String> {
        None
    }

    fn failures(&self, _: &Workspace) -> [u64; 2] {
        [0, 0]
    }

    fn infinite_slope(&self, q: &[f64], _: &mut Workspace) -> Option<(usize, f64)> {
        let mut gradient = vec![0.0; q.len()];
        let is_finite = self.evaluate(q, &mut gradient).is_finite();
        gradient.into_iter().enumerate().find(|(_, slope)| is_finite && !slope.is_finite())
    }
}
