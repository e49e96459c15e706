//! [`Memory`]: the memory of posteriors that are no longer needed, for later posteriors.

use super::{Posterior, Workspace};
use crate::compiler::Compiler;
#[cfg(feature = "mapped")]
use crate::error::Cause;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::simd::Aligned;
use core::mem::take;
#[cfg(feature = "mapped")]
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Memory that posteriors pass on: the memory of one posterior holds the data and evaluations of the next
/// one, if it is large enough.
///
/// A written model borrows its data, so a posterior with other data comes from another model, made by the
/// same function. As `Posterior<impl BoundModel + use<>>` both have the same type, and share all code.
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
/// All memory that grows with the posterior is passed on: packed data, indices and workspaces.
/// [`compile_in`](crate::compile::Compile::compile_in) still allocates what it needs to read and rewrite
/// the statements, such as their texts.
#[derive(Debug, Default)]
pub struct Memory {
    packed: Aligned,
    indices: Vec<u32>,
    pub(super) workspace: Workspace,
    /// The folder of the files into which data are packed, unless they are packed into main memory.
    #[cfg(feature = "mapped")]
    folder: Option<PathBuf>,
}

impl Memory {
    /// Returns empty memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns memory that packs data into a file in `folder`: for data that do not fit in main memory. The
    /// system reads the file as gradients do, from the beginning to the end, and keeps as much of it in
    /// main memory as there is room for.
    ///
    /// The file has no name, and is removed with the posterior, or when the process ends. Data that are in
    /// a file already can be used without a copy if the file is mapped: `data(..)` takes any slice, and a
    /// matrix of faer is a slice with sides. Indices and workspaces stay in main memory. If the disk fails
    /// while it is read, the process ends, as for every mapped file.
    ///
    /// Available with the feature `mapped`.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if no file can be made in the folder. `compile_in` returns it if the disk is full.
    ///
    /// ```
    /// use monomorph::posterior::Memory;
    /// use monomorph::prelude::*;
    ///
    /// let y = vec![0.5; 100_000];
    /// params! { mu: real() }
    /// let model = model! {
    ///     mu |= normal(0.0, 1.0),
    ///     data(&y) |= student_t(4.0, mu, 1.0),
    /// };
    /// let posterior = model.compile_in(&mut Memory::in_folder(std::env::temp_dir())?)?;
    /// assert_eq!(posterior.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[cfg(feature = "mapped")]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Result<Self, Error> {
        let mut memory = Self { folder: Some(folder.into()), ..Self::default() };
        memory.open_file()?;
        Ok(memory)
    }

    /// Takes the memory of a posterior that is no longer needed. A posterior that has clones keeps its
    /// memory, since the clones still read it.
    pub fn recycle<M>(&mut self, posterior: Posterior<M>) {
        if let Ok(store) = Arc::try_unwrap(posterior.store) {
            (self.packed, self.indices, self.workspace) = (store.packed, store.indices, store.initial);
        }
    }

    /// Lends the memory to a compiler, which packs its data there.
    pub(super) fn lend(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        #[cfg(feature = "mapped")]
        self.open_file()?;
        compiler.pack_into(take(&mut self.packed), take(&mut self.indices));
        Ok(())
    }

    /// Takes back what was lent to a compiler whose data are not needed.
    pub(super) fn take_back(&mut self, mut compiler: Compiler) {
        (self.packed, self.indices) = compiler.take_packed();
    }

    /// Adds the cache line after the last number to numbers that were packed here. If there is no room for
    /// it, returns the error of the file, or the error that data are too large.
    pub(super) fn finish(
        &mut self,
        mut packed: Aligned,
        too_large: impl FnOnce() -> Error,
    ) -> Result<Aligned, Error> {
        if packed.resize(packed.len()).is_some() {
            return Ok(packed);
        }
        self.packed = packed;
        Err(self.reason_of(too_large()))
    }

    /// The error of the file, if it is the reason why something was too large; otherwise `error`.
    pub(super) fn reason_of(&mut self, error: Error) -> Error {
        #[cfg(feature = "mapped")]
        if let Some(error) = self.packed.take_error()
            && let Some(folder) = self.packed.folder()
        {
            return no_file(folder, error);
        }
        error
    }

    /// Makes a new file, if data are packed into files, and the last file belongs to a posterior or is in
    /// another folder.
    #[cfg(feature = "mapped")]
    fn open_file(&mut self) -> Result<(), Error> {
        if let Some(folder) = self.folder.as_deref()
            && self.packed.folder() != Some(folder)
        {
            let opened = Aligned::in_folder(folder);
            self.packed = opened.map_err(|error| no_file(folder, error))?;
        }
        Ok(())
    }
}

/// The error for a folder in which data cannot be packed.
#[cfg(feature = "mapped")]
fn no_file(folder: &Path, error: std::io::Error) -> Error {
    Error::Io {
        path: folder.display().to_string(),
        reason: format!("data cannot be packed into a file: {error}"),
        cause: Some(Cause::new(error)),
    }
}

impl<M: BoundModel> Posterior<M> {
    /// The posterior of the same model with other data, in the memory of this one: `build` compiles it with
    /// [`compile_in`](crate::compile::Compile::compile_in).
    ///
    /// # Errors
    ///
    /// The errors of `build`.
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

    /// Turns a workspace of any posterior into a workspace of this posterior, in the same memory if it is
    /// large enough.
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
