//! [`Memory`]: the memory of posteriors that are over, for those that come.

use super::{Posterior, Workspace};
use crate::compiler::Compiler;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::simd::Aligned;
use core::mem::take;
use std::sync::Arc;

/// Memory that posteriors hand on: that of one posterior holds the next one's data and evaluations, if it is
/// enough for them.
///
/// A written model borrows its data, so that a posterior of other data is another model's, made by the same
/// function. As `Posterior<impl BoundModel + use<>>` both are of one type, and share all code.
///
/// ```
/// use monomorph::posterior::Memory;
/// use monomorph::prelude::*;
///
/// fn rates(y: &[u32], memory: &mut Memory) -> Result<Posterior<impl BoundModel + use<>>, Error> {
///     params! { rate: positive() }
///     let model = model! { rate |= gamma(2.0, 1.0), data(y) |= poisson(rate) };
///     model.compile_in(memory)
/// }
///
/// let mut memory = Memory::new();
/// let mut workspace = Workspace::default();
/// let mut densities = Vec::new();
/// for counts in [[3, 1, 4], [1, 5, 9], [2, 6, 5]] {
///     let posterior = rates(&counts, &mut memory)?;
///     posterior.renew(&mut workspace);
///     densities.push(posterior.log_density(&[1.0], &mut workspace));
///     memory.recycle(posterior);
/// }
/// assert!(densities[0] > densities[2] && densities[2] > densities[1]);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// All that grows with the posterior is handed on: packed data, indices and workspaces.
/// [`compile_in`](crate::compile::Compile::compile_in) still allocates what it needs to read and rewrite the
/// statements, such as their texts.
#[derive(Debug, Default)]
pub struct Memory {
    /// Data as they are packed, before they are copied to where the kernel reads them.
    pub(super) numbers: Vec<f64>,
    pub(super) indices: Vec<u32>,
    pub(super) packed: Aligned,
    pub(super) workspace: Workspace,
}

impl Memory {
    /// Returns no memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the memory of a posterior that is no longer needed. Of one that has clones nothing is taken,
    /// since these still read it.
    pub fn recycle<M>(&mut self, posterior: Posterior<M>) {
        if let Ok(store) = Arc::try_unwrap(posterior.store) {
            (self.packed, self.indices, self.workspace) = (store.packed, store.indices, store.initial);
        }
    }

    /// Lets a compiler pack its data here.
    pub(super) fn lend(&mut self, compiler: &mut Compiler) {
        compiler.pack_into(take(&mut self.numbers), take(&mut self.indices));
    }

    /// Takes back what was lent to a compiler whose data nobody needs.
    pub(super) fn take_back(&mut self, mut compiler: Compiler) {
        (self.numbers, self.indices) = compiler.take_packed();
    }
}

impl<M: BoundModel> Posterior<M> {
    /// The posterior of the same model with other data, in the memory of this one: `build` compiles it with
    /// [`compile_in`](crate::compile::Compile::compile_in).
    ///
    /// For data after data a [`Memory`] that stays saves a little more: the place where data are packed.
    ///
    /// # Errors
    ///
    /// Those of `build`.
    ///
    /// ```
    /// use monomorph::posterior::Memory;
    /// use monomorph::prelude::*;
    ///
    /// fn heights(y: &[f64], memory: &mut Memory) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    ///     params! { mu: real(), sigma: positive() }
    ///     let model = model! {
    ///         mu    |= normal(170.0, 20.0),
    ///         sigma |= half_normal(20.0),
    ///         data(y) |= normal(mu, sigma),
    ///     };
    ///     model.compile_in(memory)
    /// }
    ///
    /// let posterior = heights(&[168.0, 181.0, 175.0], &mut Memory::new())?;
    /// let next = posterior.with_data(|memory| heights(&[160.0, 158.0, 171.0], memory))?;
    /// assert_eq!(next.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn with_data(self, build: impl FnOnce(&mut Memory) -> Result<Self, Error>) -> Result<Self, Error> {
        let mut memory = Memory::new();
        memory.recycle(self);
        build(&mut memory)
    }

    /// Makes a workspace of any posterior one of this posterior, in the memory that it has, if it is enough.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let (first, second) = (
    ///     model! { mu |= normal(0.0, 1.0) }.compile()?,
    ///     model! { mu |= normal(0.0, 2.0) }.compile()?,
    /// );
    /// let mut workspace = first.workspace();
    /// assert!(second.log_density(&[0.0], &mut workspace).is_nan()); // it belongs to the first
    /// second.renew(&mut workspace);
    /// assert!(second.log_density(&[0.0], &mut workspace).is_finite());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn renew(&self, workspace: &mut Workspace) {
        workspace.clone_from(&self.store.initial);
    }
}
