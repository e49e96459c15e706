//! [`Memory`]: the memory of posteriors that are over, for those that come.

use super::{Posterior, Workspace};
use crate::compiler::Compiler;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::simd::Aligned;
use core::mem::take;
#[cfg(feature = "mapped")]
use std::path::{Path, PathBuf};
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
    packed: Aligned,
    indices: Vec<u32>,
    pub(super) workspace: Workspace,
    /// The folder of the files into which data are packed, where these are not packed into main memory.
    #[cfg(feature = "mapped")]
    folder: Option<PathBuf>,
}

impl Memory {
    /// Returns no memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns memory that packs data into a file in `folder`: for data that main memory does not hold. The
    /// system reads the file as gradients do, from the beginning to the end, and keeps what there is room
    /// for.
    ///
    /// The file has no name, and is gone when the posterior is, or its process. Data that are in a file
    /// themselves are read where they are, if they have been mapped: `data(..)` takes any slice, and a matrix
    /// of faer is one with sides. Indices and workspaces stay in main memory. A disk that fails while it is
    /// read ends the process, as for every mapped file.
    ///
    /// With the feature `mapped`.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if no file can be made in the folder. `compile_in` returns it where the disk is full.
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

    /// Takes the memory of a posterior that is no longer needed. Of one that has clones nothing is taken,
    /// since these still read it.
    pub fn recycle<M>(&mut self, posterior: Posterior<M>) {
        if let Ok(store) = Arc::try_unwrap(posterior.store) {
            (self.packed, self.indices, self.workspace) = (store.packed, store.indices, store.initial);
        }
    }

    /// Lets a compiler pack its data here.
    pub(super) fn lend(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        #[cfg(feature = "mapped")]
        self.open_file()?;
        compiler.pack_into(take(&mut self.packed), take(&mut self.indices));
        Ok(())
    }

    /// Takes back what was lent to a compiler whose data nobody needs.
    pub(super) fn take_back(&mut self, mut compiler: Compiler) {
        (self.packed, self.indices) = compiler.take_packed();
    }

    /// Gives numbers that were packed here the line behind their last; if there is no room for it, the error
    /// of the file, or that of data which are too large.
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

    /// The error of the file, if that is why something was too large.
    pub(super) fn reason_of(&mut self, error: Error) -> Error {
        #[cfg(feature = "mapped")]
        if let Some(reason) = self.packed.take_error()
            && let Some(folder) = self.packed.folder()
        {
            return no_file(folder, &reason);
        }
        error
    }

    /// Makes a new file, if data go into files, and the last one belongs to a posterior or stands elsewhere.
    #[cfg(feature = "mapped")]
    fn open_file(&mut self) -> Result<(), Error> {
        if let Some(folder) = self.folder.as_deref()
            && self.packed.folder() != Some(folder)
        {
            let opened = Aligned::in_folder(folder);
            self.packed = opened.map_err(|reason| no_file(folder, &reason.to_string()))?;
        }
        Ok(())
    }
}

/// The error of a folder in which data cannot be packed.
#[cfg(feature = "mapped")]
fn no_file(folder: &Path, reason: &str) -> Error {
    Error::Io {
        path: folder.display().to_string(),
        reason: format!("data cannot be packed into a file: {reason}"),
    }
}

impl<M: BoundModel> Posterior<M> {
    /// The posterior of the same model with other data, in the memory of this one: `build` compiles it with
    /// [`compile_in`](crate::compile::Compile::compile_in).
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
