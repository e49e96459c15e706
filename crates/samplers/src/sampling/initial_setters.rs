//! The setters of [`Nuts`] for the starts of chains.

use super::builder::Nuts;
use crate::chains::InitialValue;
use crate::draws::Draws;
use crate::trace::{IntoVarName, text_of};

impl Nuts<'_> {
    /// The unconstrained point at which each chain begins: one point for each chain, or one for all chains.
    /// Without points, each chain begins at a random point.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive() }
    /// let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) };
    /// let posterior = model.compile()?;
    /// let q = posterior.unconstrain_named(&[("mu", &[0.5]), ("tau", &[1.0])])?;
    /// let fit = posterior.nuts().initial_points([q]).chains(2).warmup(100).draws(100).run()?;
    /// assert_eq!(fit.chains()[1].initial_point(), [0.5, 0.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn initial_points(mut self, points: impl IntoIterator<Item = Vec<f64>>) -> Self {
        self.settings.starts.points = points.into_iter().collect();
        self
    }

    /// The value of a parameter with which all chains begin, element after element. Parameters without a
    /// given value begin at random, or at their values in [`initial_points`](Self::initial_points) or
    /// [`initial_draws`](Self::initial_draws).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: vector(2), tau: positive() }
    /// let model = model! { mu |= normal(0.0, tau), tau |= half_normal(1.0) };
    /// let posterior = model.compile()?;
    /// let nuts = posterior.nuts().chains(2).warmup(100).draws(100);
    /// let fit = nuts.clone().initial(mu, [0.5, -0.5]).initial(tau, 1.0).run()?;
    /// assert_eq!(fit.chains()[1].initial_point(), [0.5, -0.5, 0.0]);
    ///
    /// let error = nuts.initial("tau", -1.0).run().unwrap_err().to_string();
    /// assert!(error.contains("the parameter `tau` is -1, but must be finite and above its lower bound"));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn initial(mut self, parameter: impl IntoVarName, value: impl InitialValue) -> Self {
        self.settings.starts.values.set(&text_of(parameter), value.into_elements());
        self
    }

    /// Starts each chain at a draw of another run, of this model or of a model with parameters of the same
    /// names. The draws are evenly spaced over that run: with as many chains as it had, they are the last
    /// draw of each of its chains. Parameters that it does not have begin at random.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive() }
    /// let first = model! { mu |= normal(3.0, 1.0), tau |= half_normal(1.0) };
    /// let first = first.compile()?.nuts().chains(2).warmup(100).draws(50).run()?;
    /// let second = model! { mu |= normal(3.0, tau), tau |= half_normal(1.0) };
    /// let second = second.compile()?;
    /// let fit = second.nuts().chains(2).warmup(100).draws(50).initial_draws(first.draws()).run()?;
    /// let last = first.draws().get("mu")?.at(1, 49)?;
    /// assert_eq!(fit.chains()[1].initial_point()[..1], last[..]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn initial_draws(mut self, draws: &Draws) -> Self {
        self.settings.starts.values.set_draws(draws);
        self
    }

    /// Starts each chain at a draw of a path of Pathfinder, which begins at the chain's original start. A
    /// hundred draws from the path's distribution are candidates, and one is chosen by importance weights.
    /// If the path has no approximation, the chain begins at its original start.
    ///
    /// It costs some tens of gradients and some hundreds of log densities for each chain, and saves the
    /// gradients with which warmup approaches the typical set from far away. Chains that begin with
    /// [`initial_draws`](Self::initial_draws) of `Posterior::pathfinder` begin at draws of all its paths.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= normal(1000.0, 1.0) }.compile()?;
    /// let nuts = posterior.nuts().chains(2).warmup(100).draws(100).start_from_pathfinder();
    /// let fit = nuts.run()?;
    /// assert!(fit.chains().iter().all(|chain| (chain.initial_point()[0] - 1000.0).abs() < 5.0));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn start_from_pathfinder(mut self) -> Self {
        self.settings.starts_from_pathfinder = true;
        self
    }
}
