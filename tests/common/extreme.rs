//! Points with extreme coordinates, and the promise that holds at every point: a finite log density has a
//! finite gradient and finite values, and at all other points the log density is −∞ and its gradient is
//! zero.

use super::{Random, is_near, on_every_set};
use monomorph::prelude::*;

/// Numbers around the limits of exp and of its square, the limits of `f64`, and beyond.
pub const EXTREMES: [f64; 41] = [
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    1e-310,
    -1e-310,
    1e-300,
    -1e-300,
    1e-160,
    1e-16,
    -1e-16,
    18.0,
    -18.0,
    36.0,
    -36.0,
    37.5,
    -37.5,
    -354.9,
    354.9,
    -700.0,
    700.0,
    709.0,
    -709.9,
    709.9,
    -745.0,
    745.0,
    -746.0,
    -800.0,
    800.0,
    1e5,
    -1e5,
    1e16,
    -1e16,
    1e154,
    -1e154,
    1e300,
    -1e300,
    f64::MAX,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Evaluates a posterior at one point after another, in one workspace, and counts the results.
struct Visitor<'a, M> {
    what: String,
    posterior: &'a Posterior<M>,
    workspace: Workspace,
    gradient: Vec<f64>,
    values: Vec<f64>,
    finite: usize,
    broken: usize,
    /// The first broken promises, in words.
    complaints: Vec<String>,
}

impl<'a, M: BoundModel> Visitor<'a, M> {
    fn new(what: String, posterior: &'a Posterior<M>) -> Self {
        Self {
            what,
            posterior,
            workspace: posterior.workspace(),
            gradient: vec![0.0; posterior.dimension()],
            values: vec![0.0; posterior.value_count()],
            finite: 0,
            broken: 0,
            complaints: Vec::new(),
        }
    }

    /// Evaluates everything at a point. Numbers that earlier points have left in the workspace must have no
    /// effect.
    fn at(&mut self, q: &[f64]) {
        self.gradient.fill(f64::NAN);
        let log_density = self.posterior.log_density_and_gradient(q, &mut self.gradient, &mut self.workspace);
        let alone = self.posterior.log_density(q, &mut self.workspace);
        let constrained = self.posterior.constrain_into(q, &mut self.values, &mut self.workspace);
        constrained.expect("the point has the right length");
        self.finite += usize::from(log_density.is_finite());
        if let Some(flaw) = self.flaw(q, log_density, alone) {
            self.broken += 1;
            if self.complaints.len() < 3 {
                self.complaints.push(format!(
                    "{flaw}: log density {log_density:e}, alone {alone:e}, gradient {:?}, values {:?} at {q:?}",
                    self.gradient, self.values
                ));
            }
        }
    }

    /// Returns the promise that is broken at a point.
    fn flaw(&self, q: &[f64], log_density: f64, alone: f64) -> Option<&'static str> {
        if log_density == f64::NEG_INFINITY {
            if self.gradient.iter().any(|&slope| slope != 0.0) {
                return Some("a gradient at −∞ that is not zero");
            }
            // Alone it may be finite where the gradient is not.
            return (alone.is_nan() || alone == f64::INFINITY).then_some("alone neither a number nor −∞");
        }
        if !log_density.is_finite() {
            return Some("neither a number nor −∞");
        }
        if q.iter().any(|coordinate| !coordinate.is_finite()) {
            return Some("a density at a point that is none");
        }
        if self.gradient.iter().any(|slope| !slope.is_finite()) {
            return Some("a gradient that is not finite");
        }
        if self.values.iter().any(|value| !value.is_finite()) {
            return Some("a value that is not finite");
        }
        let allowed = 1e-13 * log_density.abs().max(1.0);
        (!is_near(alone, log_density, allowed)).then_some("another log density without the gradient")
    }

    /// Panics if a promise was broken, or if no promise was tested.
    fn end(self) {
        let Self { what, broken, complaints, finite, .. } = self;
        assert!(
            broken == 0,
            "{what}: {broken} points break a promise, {finite} are finite\n{}",
            complaints.join("\n")
        );
        assert!(finite > 0, "{what}: the log density is −∞ everywhere");
    }
}

/// Sets each coordinate, each pair of coordinates, and all coordinates together to every extreme.
pub fn visit(what: &str, model: impl Model) {
    on_every_set(model, |set, posterior| {
        let mut visitor = Visitor::new(format!("{what}, {set}"), posterior);
        let dimension = posterior.dimension();
        for one in EXTREMES {
            visitor.at(&vec![one; dimension]);
            for place in 0..dimension {
                let mut q = vec![0.25; dimension];
                q[place] = one;
                visitor.at(&q);
                for other in [-1e300, -740.0, -37.0, 0.0, 37.0, 740.0, 1e300, f64::NAN] {
                    q[(place + 1) % dimension] = other;
                    visitor.at(&q);
                }
            }
        }
        visitor.end();
    });
}

/// Evaluates at random points, `count` on each instruction set, which mix ordinary coordinates with
/// extremes.
pub fn wander(what: &str, count: usize, model: impl Model) {
    on_every_set(model, |set, posterior| {
        let mut visitor = Visitor::new(format!("{what}, {set}"), posterior);
        let mut random = Random(1234);
        let mut q = vec![0.0; posterior.dimension()];
        for round in 0..count {
            random_point(&mut random, round, &mut q);
            visitor.at(&q);
        }
        visitor.end();
    });
}

/// Makes a point with none, one, a few, half or all of its coordinates extreme.
fn random_point(random: &mut Random, round: usize, q: &mut [f64]) {
    let dimension = q.len();
    let spread = [1.0, 1.0, 6.0, 40.0][round / 7 % 4];
    q.iter_mut().for_each(|coordinate| *coordinate = random.between(-spread, spread));
    let how_many = match round % 7 {
        0 => 0,
        1 | 2 => 1,
        3 | 4 => 2,
        5 => dimension.div_ceil(2),
        _ => dimension,
    };
    // Now and then they are all the same, so that differences vanish.
    let same = round.is_multiple_of(11).then(|| extreme(random));
    for _ in 0..how_many {
        let place = (random.unit() * dimension as f64) as usize;
        q[place] = same.unwrap_or_else(|| extreme(random));
    }
}

/// Returns a number of the list, or a number of any magnitude.
fn extreme(random: &mut Random) -> f64 {
    match random.unit() {
        unit if unit < 0.7 => EXTREMES[(random.unit() * EXTREMES.len() as f64) as usize],
        unit if unit < 0.85 => random.between(-800.0, 800.0),
        _ => {
            let sign = if random.unit() < 0.5 { -1.0 } else { 1.0 };
            sign * random.between(-323.0, 308.0).exp2().powf(std::f64::consts::LOG2_10)
        }
    }
}
