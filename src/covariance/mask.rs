//! The observed variables of a covariance: only their rows and columns of Σ are used.

use crate::contract::operation::Setup;
use crate::covariance::Task;
use crate::error::Error;
use crate::frame::PackedIndices;

/// A flag for each variable, or `None` if all variables are observed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mask<'a> {
    flags: Option<&'a [bool]>,
}

/// The packed places of the observed variables, or no places if all variables are observed.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundMask {
    /// True if there is a mask.
    is_partial: bool,
    places: PackedIndices,
}

impl<'a> Mask<'a> {
    pub fn new(flags: &'a [bool]) -> Self {
        Self { flags: Some(flags) }
    }

    /// Returns the number of flags, if there is a mask.
    pub fn length(self) -> Option<usize> {
        self.flags.map(<[bool]>::len)
    }

    /// Returns the words that `.observed(…)` adds to the covariance in messages.
    pub fn describe(self) -> &'static str {
        if self.flags.is_some() { ".observed(…)" } else { "" }
    }

    /// Returns the places of the observed variables among all variables.
    pub fn places(self, all: usize) -> impl Iterator<Item = usize> + Clone {
        (0..all)
            .filter(move |&place| self.flags.is_none_or(|flags| flags.get(place).is_some_and(|&flag| flag)))
    }

    /// Returns the number of observed variables among `all`.
    pub fn count(self, all: usize) -> usize {
        self.places(all).count()
    }

    /// Checks that the mask has a flag for each variable, and that an observation has as many elements as
    /// the mask leaves. `what` is the name of the variables in messages.
    pub fn check(self, setup: &Setup<'_>, task: Task, what: &str, all: usize) -> Result<(), Error> {
        let Some(flags) = self.flags else {
            return setup.check_count(what, all, "an observation", task.dimension);
        };
        setup.check_count(what, all, "the mask", flags.len())?;
        let count = self.count(all);
        if count == 0 {
            let what = "the number of variables that the mask leaves";
            return Err(setup.broken(what, 0.0, "be at least 1"));
        }
        setup.check_count("the part that the mask leaves", count, "an observation", task.dimension)
    }

    /// [Checks](Self::check) the mask, and packs the places.
    pub fn bind(self, setup: &mut Setup<'_>, task: Task, what: &str, all: usize) -> Result<BoundMask, Error> {
        self.check(setup, task, what, all)?;
        let is_partial = self.flags.is_some();
        let places = if is_partial { setup.pack_indices(self.places(all)) } else { PackedIndices::default() };
        Ok(BoundMask { is_partial, places })
    }
}

impl BoundMask {
    /// Returns the places of `count` observed variables among all variables.
    pub fn places(self, indices: &[u32], count: usize) -> impl Iterator<Item = usize> + Clone {
        (0..count).map(move |variable| self.place(indices, variable))
    }

    /// Returns the packed places of `count` observed variables. There must be a mask.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn packed(self, indices: &[u32], count: usize) -> &[u32] {
        &indices[self.places.0..][..count]
    }

    /// Returns the place of an observed variable among all variables.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn place(self, indices: &[u32], variable: usize) -> usize {
        if self.is_partial { indices[self.places.0 + variable] as usize } else { variable }
    }

    /// Copies the lines of the observed variables into `observed`. A line has `width` numbers.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn gather(self, indices: &[u32], all: &[f64], width: usize, observed: &mut [f64]) {
        if !self.is_partial {
            observed.copy_from_slice(all);
            return;
        }
        for (variable, line) in observed.chunks_exact_mut(width).enumerate() {
            line.copy_from_slice(&all[self.place(indices, variable) * width..][..width]);
        }
    }

    /// Adds the lines in `observed` to the lines of these variables in `all`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn scatter(self, indices: &[u32], observed: &[f64], width: usize, all: &mut [f64]) {
        for (variable, line) in observed.chunks_exact(width).enumerate() {
            let target = &mut all[self.place(indices, variable) * width..][..width];
            target.iter_mut().zip(line).for_each(|(sum, number)| *sum += number);
        }
    }
}
