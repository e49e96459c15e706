//! The density of one parameter given all others: the statements of its Markov blanket, as a separate
//! kernel.

use super::store::check_length;
use super::{Density, Posterior, Workspace, storage_of};
use crate::contract::scope::Scope;
use crate::error::Error;
use crate::model::statement::{BoundModel, Restricted, known};
use crate::trace::Named;
use core::marker::PhantomData;
use core::ops::Range;

/// The log density of one parameter's coordinates given all other coordinates, up to a constant.
/// [`Posterior::full_conditional`] makes it.
///
/// Its [`workspace`](Density::workspace) has room for all coordinates. With a workspace of the posterior,
/// which has no such room, the log density is NaN.
pub struct FullConditional<'a, M, V> {
    posterior: &'a Posterior<M>,
    /// The values of all coordinates.
    point: Vec<f64>,
    own: Range<usize>,
    variable: PhantomData<fn() -> V>,
}

/// Does not compile unless the model has the variable.
#[track_caller]
const fn assert_known<M: BoundModel, V: Named>() {
    known::<M, (V::Name,)>();
}

impl<M: BoundModel> Posterior<M> {
    /// The density of one parameter, while all others are held at an unconstrained point.
    ///
    /// Its kernel has the statements that mention the parameter, directly or through definitions, and no
    /// others: on a model of sixty statements it costs as much as the two or three statements of the
    /// parameter's Markov blanket. It is a [`Density`] of the parameter's own coordinates, for samplers and
    /// optimisers: a finite log density has a finite gradient with respect to these, and at −∞ the gradient
    /// is zero.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if `q` does not have [`dimension`](Self::dimension) coordinates, and
    /// [`Error::UnknownName`] for a definition, which has no coordinates.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9];
    /// params! { mu: real(), nu: real(), sigma: positive() }
    /// let model = model! {
    ///     mu    |= normal(0.0, 10.0),
    ///     nu    |= normal(0.0, 1.0),
    ///     sigma |= exponential(1.0),
    ///     data(&y) |= normal(mu, sigma),
    /// };
    /// let posterior = model.compile()?;
    /// let of_mu = posterior.full_conditional(mu, &[0.8, 0.1, -0.5])?;
    /// assert_eq!((of_mu.dimension(), of_mu.statements()), (1, 2));
    /// let mut workspace = of_mu.workspace();
    /// let difference = of_mu.log_density(&[1.0], &mut workspace)
    ///     - of_mu.log_density(&[0.0], &mut workspace);
    /// let joint = |mu| posterior.log_density(&[mu, 0.1, -0.5], &mut posterior.workspace());
    /// assert!((difference - (joint(1.0) - joint(0.0))).abs() < 1e-12);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn full_conditional<V: Named>(&self, _: V, q: &[f64]) -> Result<FullConditional<'_, M, V>, Error> {
        const { assert_known::<M, V>() }
        check_length("the unconstrained point", self.dimension(), q.len())?;
        let own = self.store.layout.coordinates.iter().find(|own| own.name == V::NAME);
        let Some(own) = own else {
            let known = self.store.layout.coordinates.iter().map(|own| own.name.to_owned()).collect();
            return Err(Error::UnknownName { name: V::NAME.to_owned(), known });
        };
        Ok(FullConditional {
            posterior: self,
            point: q.to_vec(),
            own: own.range.clone(),
            variable: PhantomData,
        })
    }
}

impl<M: BoundModel, V: Named> FullConditional<'_, M, V> {
    /// The number of statements in the kernel; all statements of a `for_each` count as one.
    pub fn statements(&self) -> usize {
        M::count::<Restricted<M, (), (V::Name,), true>>()
    }

    /// Sets the values of the other parameters.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if `q` does not have all coordinates.
    pub fn given(&mut self, q: &[f64]) -> Result<(), Error> {
        check_length("the unconstrained point", self.point.len(), q.len())?;
        self.point.copy_from_slice(q);
        Ok(())
    }

    fn evaluate<C: Scope>(&self, own: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        if own.len() != self.own.len() || workspace.storage().outer.0.len() != self.point.len() {
            gradient.fill(f64::NAN);
            return f64::NAN;
        }
        let (mut point, mut whole) = core::mem::take(&mut storage_of(workspace).outer);
        point.copy_from_slice(&self.point);
        point[self.own.clone()].copy_from_slice(own);
        let log_density = self.posterior.evaluate::<C>(&point, &mut whole, workspace);
        if !gradient.is_empty() {
            gradient.copy_from_slice(&whole[self.own.clone()]);
        }
        storage_of(workspace).outer = (point, whole);
        log_density
    }
}

impl<M: BoundModel, V: Named> Density for FullConditional<'_, M, V> {
    fn dimension(&self) -> usize {
        self.own.len()
    }

    fn workspace(&self) -> Workspace {
        let mut workspace = self.posterior.workspace();
        storage_of(&mut workspace).outer = (self.point.clone(), self.point.clone());
        workspace
    }

    fn log_density(&self, q: &[f64], workspace: &mut Workspace) -> f64 {
        self.evaluate::<Restricted<M, (), (V::Name,), false>>(q, &mut [], workspace)
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        if gradient.len() != self.own.len() {
            gradient.fill(f64::NAN);
            return f64::NAN;
        }
        self.evaluate::<Restricted<M, (), (V::Name,), true>>(q, gradient, workspace)
    }
}
