//! Draws that are written while chains run: to files, to a store, and to a function of the program's own.

use super::Gibbs;
use crate::chains::Chains;
use crate::model::statement::BoundModel;
use core::fmt::Write;
use monomorph_samplers::record::Format;
use std::path::PathBuf;

/// A draw, in the form that the function of [`Gibbs::on_draw`] receives.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Draw<'a> {
    /// The number of the chain, from 0.
    pub chain: usize,
    /// The number of the draw in its chain, from 0, without warmup.
    pub index: usize,
    /// The values of all parameters and definitions, in the order of
    /// [`Posterior::variables`](crate::posterior::Posterior::variables).
    pub values: &'a [f64],
}

/// A function that receives each draw.
pub(super) type OnDraw<'a> = Box<dyn Fn(&Draw<'_>) + Send + Sync + 'a>;

impl<'a, M: BoundModel> Gibbs<'a, M> {
    /// Writes the draws to CSV files while sampling, one file per chain, so that a killed run keeps its
    /// draws, except those of the last second or the last 100 draws. The files have a column for each
    /// element, with the names of [`Nuts::save`](crate::sampling::Nuts::save), which also documents the
    /// names of the files, and how existing files and failures to write are handled.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { z: vector(2).binary() }
    /// let posterior = model! { z |= bernoulli(0.3) }.compile()?;
    /// let files = std::env::temp_dir().join("monomorph-doc-gibbs");
    /// posterior.gibbs().chains(1).draws(20).save(&files).run()?;
    /// let file = files.with_file_name("monomorph-doc-gibbs_1.csv");
    /// let text = std::fs::read_to_string(file).unwrap_or_default();
    /// assert!(text.contains("\nz.1,z.2\n"));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn save(mut self, prefix: impl Into<PathBuf>) -> Self {
        self.record.csv = Some(prefix.into());
        self
    }

    /// Writes the draws to a Zarr store while sampling, complete up to the last second; other programs may
    /// read it meanwhile, as with [`Nuts::save_zarr`](crate::sampling::Nuts::save_zarr). The store has the
    /// group `posterior`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { z: vector(2).binary() }
    /// let posterior = model! { z |= bernoulli(0.3) }.compile()?;
    /// let store = std::env::temp_dir().join("monomorph-doc-gibbs.zarr");
    /// let draws = posterior.gibbs().chains(2).draws(20).save_zarr(&store).run()?;
    /// assert_eq!(Draws::from_zarr(&store)?.column("z[1]")?, draws.column("z[1]")?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[cfg(feature = "report")]
    pub fn save_zarr(mut self, store: impl Into<PathBuf>) -> Self {
        self.record.zarr = Some(store.into());
        self
    }

    /// Calls a function with each draw after warmup, as soon as the draw is made, as
    /// [`Nuts::on_draw`](crate::sampling::Nuts::on_draw) does.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// params! { z: binary() }
    /// let posterior = model! { z |= bernoulli(0.3) }.compile()?;
    /// let ones = AtomicUsize::new(0);
    /// let count = |draw: &monomorph::gibbs::Draw| {
    ///     ones.fetch_add(draw.values[0] as usize, Ordering::Relaxed);
    /// };
    /// let draws = posterior.gibbs().chains(2).draws(50).on_draw(count).run()?;
    /// assert_eq!(ones.into_inner() as f64, draws.column("z")?.as_slice().iter().sum::<f64>());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn on_draw(mut self, see: impl Fn(&Draw<'_>) + Send + Sync + 'a) -> Self {
        self.on_draw = Some(Box::new(see));
        self
    }
}

/// The part of the files of draws that is specific to Gibbs sampling: the settings, and no statistics.
pub(super) struct GibbsFormat {
    pub chains: Chains,
    pub thin: usize,
}

impl Format for GibbsFormat {
    fn statistics(&self) -> usize {
        0
    }

    fn write_comments(&self, text: &mut String, chain: usize) {
        let Chains { draws, warmup, seed, .. } = self.chains;
        // Writing to a `String` does not fail.
        let _ = write!(
            text,
            "# model = monomorph\n\
             # method = gibbs\n\
             #     num_samples = {draws}\n\
             #     num_warmup = {warmup}\n\
             #     thin = {}\n\
             # id = {}\n\
             # random\n\
             #   seed = {seed}\n\
             # generated_by = monomorph-{}\n",
            self.thin,
            chain + 1,
            env!("CARGO_PKG_VERSION"),
        );
    }

    fn columns(&self) -> &'static str {
        ""
    }

    fn write_statistics(&self, _: &mut String, _: &[f64]) {}

    #[cfg(feature = "report")]
    fn group(&self, _: usize) -> Option<monomorph_report::data::Dataset> {
        None
    }

    #[cfg(feature = "report")]
    fn with_entries(
        &self,
        _: &[f64],
        _: &mut dyn FnMut(&[monomorph_report::zarr::Entry<'_>]) -> Result<(), monomorph_report::Error>,
    ) -> Result<(), monomorph_report::Error> {
        Ok(())
    }

    #[cfg(feature = "report")]
    fn describe(&self, tree: monomorph_report::data::Tree) -> monomorph_report::data::Tree {
        let Chains { warmup, seed, .. } = self.chains;
        tree.attribute("sampler", "Gibbs")
            .attribute("seed", seed.to_string())
            .attribute("tuning_steps", warmup as f64)
    }
}
