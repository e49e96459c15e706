//! Where a chain begins.

use super::settings::Settings;
use super::target::Target;
use crate::error::Error;
use crate::posterior::Workspace;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// The number of random initial points that are tried, as in Stan.
const ATTEMPTS: usize = 100;

/// The reason why a chain cannot begin at a point.
enum Flaw {
    LogDensity(f64),
    Gradient { coordinate: usize, value: f64 },
}

/// The point at which a chain begins, with its log density.
pub(super) struct Start {
    pub point: Vec<f64>,
    pub gradient: Vec<f64>,
    pub log_density: f64,
}

/// A point with a finite log density and gradient: the given one, or the first such of up to 100 random ones.
pub(super) fn find(
    target: &dyn Target,
    settings: &Settings,
    chain: usize,
    rng: &mut ChaCha8Rng,
    workspace: &mut Workspace,
) -> Result<Start, Error> {
    let given = settings.initial_point(chain);
    // One coordinate after the other would be the same point again.
    let attempts = if given.is_some() || settings.initial_radius == 0.0 { 1 } else { ATTEMPTS };
    let mut point = vec![0.0; target.dimension()];
    let mut gradient = vec![0.0; target.dimension()];
    let mut outside = 0;
    let mut last = None;
    let variables = target.variables();
    let parameters: Vec<&str> =
        variables.iter().filter(|variable| !variable.is_defined).map(|variable| variable.name).collect();
    for _ in 0..attempts {
        match given {
            Some(given) => point.copy_from_slice(given),
            None => point
                .iter_mut()
                .for_each(|q| *q = settings.initial_radius * (2.0 * rng.random::<f64>() - 1.0)),
        }
        if !settings.initial.is_empty() {
            settings.initial.apply((chain, settings.run.chains.count), &parameters, |name, values| {
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
            "give values inside the supports of all distributions with `initial` or `initial_points`, draw them closer to zero with \
             `initial_radius` (now {}), or declare a parameter's bounds in `params!`",
            settings.initial_radius
        )
    };
    let reason = format!("{what} (the log density was not finite at {outside} of the points); {advice}");
    Err(Error::NoInitialPoint { chain, attempts, reason })
}
