//! Some rows and columns of a covariance: Σₒₒ, the covariance of the observed variables, as a separate
//! matrix.
//!
//! The matrix is formed from the arguments of the whole covariance, and then treated as a
//! [dense](crate::covariance::dense()) covariance. Its adjoint Σ̄ₒₒ is passed back through the derivatives
//! of the elements. The cost is the cube of the number of observed variables. A marginal of a normal
//! distribution is normal with the rows and columns of its covariance: Stan User's Guide, "Missing data and
//! partially known parameters".

use crate::contract::operation::Setup;
use crate::covariance::mask::{BoundMask, Mask};
use crate::covariance::{BoundStructure, Claim, Dense, Given, Residuals, Site, Structure, Task};
use crate::error::Error;
use crate::frame::{Adjoints, scratch};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// A covariance, as it is written in a model, whose rows and columns can be formed.
pub trait Selected: Structure<Bound: BoundSelected> {
    /// Checks the sizes of the arguments. Returns the bound structure, the number of all variables, and the
    /// size of the working memory, which lives from `select` to `pull_back_selection`.
    fn bind_selection(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self::Bound, usize, usize), Error>;
}

/// A bound covariance whose rows and columns can be formed.
pub trait BoundSelected: BoundStructure {
    /// Stores the rows and columns of the covariance at these places. Returns false if the arguments give no
    /// covariance matrix.
    fn select<S: Simd>(&self, simd: S, site: Site<'_>, places: &[u32], covariance: &mut [f64]) -> bool;

    /// Passes the adjoint of the rows and columns at these places, the symmetric matrix `slopes`, on to the
    /// arguments: adds to the adjoint of each argument.
    fn pull_back_selection<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        places: &[u32],
        slopes: &[f64],
        adjoints: &mut Adjoints<'_>,
    );
}

/// The structure of some rows and columns of a covariance `Whole`, with its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a, Whole> {
    whole: Whole,
    mask: Mask<'a>,
}

/// The bound structure of some rows and columns of a covariance `Whole`.
#[derive(Clone, Copy, Debug)]
pub struct BoundObserved<Whole> {
    whole: Whole,
    mask: BoundMask,
    /// The number of all variables.
    all: usize,
    dense_memory: usize,
    whole_memory: usize,
}

impl<'a, Whole: Selected> Observed<'a, Whole> {
    pub(super) fn new(whole: Whole, mask: &'a [bool]) -> Self {
        Self { whole, mask: Mask::new(mask) }
    }
}

scratch! {
    /// Σₒₒ, the memory of the dense covariance, and the memory of the whole covariance.
    struct SelectedScratch(n, of_dense, of_whole) {
        selection: n * n,
        dense: of_dense,
        whole: of_whole,
    }
}

#[inlined(all)]
impl<Whole: BoundSelected> BoundObserved<Whole> {
    fn divide<'m>(&self, memory: &'m mut [f64], task: Task) -> SelectedScratch<'m> {
        SelectedScratch::divide(memory, task.dimension, self.dense_memory, self.whole_memory)
    }

    fn places<'i>(&self, given: &Given<'i>) -> &'i [u32] {
        self.mask.packed(given.indices, given.task.dimension)
    }
}

impl<Whole: Selected> Sealed for Observed<'_, Whole> {}
impl<Whole: BoundSelected> Sealed for BoundObserved<Whole> {}

impl<Whole: Selected> Structure for Observed<'_, Whole> {
    type Bound = BoundObserved<Whole::Bound>;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}{}", self.whole.describe(arguments), self.mask.describe())
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        self.whole.dimension(sizes).map(|all| self.mask.count(all))
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self::Bound, Claim), Error> {
        let (whole, all, whole_memory) = self.whole.bind_selection(setup, task)?;
        let mask = self.mask.bind(setup, task, "the covariance", all)?;
        setup.check_room(
            task.dimension.saturating_mul(task.dimension),
            "the observed part of the covariance",
        )?;
        let dense = Dense::claim(task);
        let memory = SelectedScratch::length(task.dimension, dense.memory, whole_memory);
        Ok((
            BoundObserved { whole, mask, all, dense_memory: dense.memory, whole_memory },
            Claim { memory, ..dense },
        ))
    }
}

#[inlined]
impl<Whole: BoundSelected> BoundStructure for BoundObserved<Whole> {
    const SYMMETRIC: &'static [usize] = Whole::SYMMETRIC;
    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        Dense.keep(given, residuals, kept);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let SelectedScratch { selection, dense, whole } = self.divide(memory, given.task);
        let site = Site { given, memory: whole };
        if !self.whole.select(simd, site, self.places(&given), selection) {
            return f64::NAN;
        }
        let values = [&*selection];
        let given = Given { values: &values, ..given };
        Dense.factor(simd, Site { given, memory: dense })
    }

    fn solve<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        rows: &mut [f64],
        squares: &mut [f64],
        is_gradient: bool,
    ) -> f64 {
        let Site { given, memory } = site;
        let memory = self.divide(memory, given.task).dense;
        Dense.solve(simd, Site { given, memory }, rows, squares, is_gradient)
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory } = site;
        let SelectedScratch { selection, dense, whole } = self.divide(memory, given.task);
        selection.fill(0.0);
        let site = Site { given, memory: dense };
        Dense::pull_back_to(simd, site, rows, selection);
        let site = Site { given, memory: whole };
        self.whole.pull_back_selection(simd, site, self.places(&given), selection, adjoints);
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        let all = self.all;
        let mut whole = vec![0.0; all * all];
        let task = Task { dimension: all, ..given.task };
        self.whole.dense(Given { task, ..given }, &mut whole);
        let places = self.mask.places(given.indices, given.task.dimension);
        let cells = places.clone().flat_map(|one| places.clone().map(move |other| one * all + other));
        covariance.iter_mut().zip(cells).for_each(|(cell, place)| *cell = whole[place]);
    }
}
