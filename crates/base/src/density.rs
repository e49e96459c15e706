//! [`Density`]: the log density and the gradient of a posterior, for samplers and optimisers, at one point
//! or at several points at once.

use crate::workspace::Workspace;

/// A log density on unconstrained points: the interface of a `Posterior` to samplers and optimisers.
///
/// `Box<dyn Density>` and `Arc<dyn Density>` hold posteriors of any models. An evaluation calls the model's
/// own kernel by one indirect call. [`log_density`](Self::log_density) runs the kernel of the gradient and
/// ignores the gradient, so that the model is compiled only once. A program that needs many log densities
/// without gradients should call `Posterior::log_density`, which has a kernel of its own: it takes about
/// half as long, and a third if variables are marginalised inside each other.
///
/// ```
/// use monomorph::prelude::*;
/// use std::thread;
///
/// fn constant(y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
///     params! { mu: real() }
///     let model = model! { mu |= normal(0.0, 5.0), data(y) |= normal(mu, 1.0) };
///     model.compile()
/// }
///
/// fn growing(y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
///     let days: Vec<f64> = (0..y.len()).map(|day| day as f64).collect();
///     params! { start: real(), growth: real() }
///     let model = model! {
///         start  |= normal(0.0, 5.0),
///         growth |= normal(0.0, 1.0),
///         data(y) |= normal(start + growth * data(&days), 1.0),
///     };
///     model.compile()
/// }
///
/// let y = vec![1.2, 0.4, 0.9];
/// let densities: Vec<Box<dyn Density>> = vec![Box::new(constant(&y)?), Box::new(growing(&y)?)];
/// drop(y);                                                    // posteriors own what they need of the data
///
/// let threads = densities.into_iter().map(|density| {
///     thread::spawn(move || {
///         let mut workspace = density.workspace();
///         let (q, mut gradient) = (vec![0.1; density.dimension()], vec![0.0; density.dimension()]);
///         let log_density = density.log_density_and_gradient(&q, &mut gradient, &mut workspace);
///         (log_density, gradient)
///     })
/// });
/// for thread in threads.collect::<Vec<_>>() {
///     let (log_density, gradient) = thread.join().expect("the thread runs to its end");
///     assert!(log_density.is_finite() && gradient.iter().all(|slope| slope.is_finite()));
/// }
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter *Embedding a posterior* of the guide begins with a whole program.
pub trait Density: Send + Sync {
    /// The number of coordinates.
    fn dimension(&self) -> usize;

    /// Returns memory for evaluations.
    fn workspace(&self) -> Workspace;

    /// Returns the log density at a point, or −∞: see `Posterior::log_density`. It may be finite where
    /// [`log_density_and_gradient`](Self::log_density_and_gradient) is −∞, because the gradient is not
    /// finite there.
    fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64;

    /// Returns a finite log density and writes a finite gradient, or returns −∞ and writes zeros: see
    /// `Posterior::log_density_and_gradient`.
    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64;
}

/// The largest number of points that one pass over the data evaluates.
#[doc(hidden)]
pub const MAX_POINTS: usize = 8;

/// A point with the memory for its results.
#[doc(hidden)]
pub struct Evaluation<'a> {
    /// The unconstrained point.
    pub q: &'a [f64],
    /// The slice to which the gradient is written.
    pub gradient: &'a mut [f64],
    /// The memory of the evaluation.
    pub workspace: &'a mut Workspace,
    /// The number to which the log density is written.
    pub log_density: &'a mut f64,
}

/// A density that evaluates several points at once. It is not a part of [`Density`], so that only programs
/// with chains or draws in lockstep compile this kernel: a trait object refers to all methods of its trait.
#[doc(hidden)]
pub trait MultiPoint: Send + Sync {
    /// Evaluates the log densities and the gradients at some points.
    fn evaluate_points(&self, evaluations: &mut [Option<Evaluation<'_>>; MAX_POINTS]);
}
