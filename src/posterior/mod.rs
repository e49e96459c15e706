//! [`Posterior`]: a compiled model with its data.

mod conditional;
mod density;
mod full_conditional;
mod joint;
mod kernel;
mod transform;
mod variables;
mod workspace;

pub use density::Density;
pub use full_conditional::FullConditional;
pub use variables::VariableInfo;
pub use workspace::Workspace;

use crate::compile::{Compiler, Layout, Options, Packing};
use crate::error::Error;
use crate::model::Model;
use crate::rewrite::Explanation;
use crate::simd::{Aligned, Buffers, Frame};
use core::mem::MaybeUninit;

/// A compiled model with its data: a log density on unconstrained points, with its gradient.
///
/// It is immutable, `Send` and `Sync`; each thread needs a [`Workspace`] of its own.
///
/// ```
/// use monomorph::prelude::*;
///
/// let y = [1.2, 0.4, 0.9];
/// params! { mu: real(), sigma: positive() }
/// let model = model! {
///     mu    |= normal(0.0, 10.0),
///     sigma |= exponential(1.0),
///     data(&y) |= normal(mu, sigma),
/// };
/// let posterior = model.compile()?;
///
/// let mut workspace = posterior.workspace();                  // the only allocation
/// let mut gradient = [0.0; 2];
/// let q = [0.8, -0.5];                                        // mu, and the logarithm of sigma
/// let lp = posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
/// assert!(lp.is_finite() && gradient.iter().all(|g| g.is_finite()));
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Posterior<M> {
    model: M,
    /// The model as it was given, before it was bound.
    #[cfg(feature = "random")]
    source: M,
    layout: Layout,
    packed: Aligned,
    indices: Vec<u32>,
    explanation: Explanation,
    /// The memory of every evaluation before the first, which holds what depends on data alone.
    initial: Workspace,
    arch: pulp::Arch,
}

impl<M: Model> Posterior<M> {
    /// The posterior of a bound model; `_source` is the model as it was given.
    pub(crate) fn new(model: M, _source: M, mut compiler: Compiler, options: Options) -> Result<Self, Error> {
        let layout = compiler.layout();
        let Packing { numbers, indices, .. } = core::mem::take(&mut compiler.packing);
        let explanation = core::mem::take(&mut compiler.explanation);
        let arch = options.instructions.arch()?;
        let initial = Workspace {
            values: Aligned::zeros(layout.values),
            adjoints: Aligned::zeros(layout.values),
            scratch: Aligned::zeros(layout.scratch),
            stack: vec![MaybeUninit::uninit(); layout.stack],
            outer: (Vec::new(), Vec::new()),
            #[cfg(feature = "rayon")]
            parts: Vec::new(),
        };
        let packed = Aligned::copy_of(&numbers);
        drop(numbers);
        let mut posterior = Self {
            model,
            #[cfg(feature = "random")]
            source: _source,
            layout,
            packed,
            indices,
            explanation,
            initial,
            arch,
        };
        posterior.fold(&compiler)?;
        #[cfg(feature = "rayon")]
        posterior.initial.make_parts(compiler.parts());
        if options.drop_constants {
            posterior.model.drop_constants();
        }
        Ok(posterior)
    }

    /// Checks the data of the model and computes what depends on data alone.
    fn fold(&mut self, compiler: &Compiler) -> Result<(), Error> {
        let point = vec![0.0; self.dimension()];
        let Workspace { values, adjoints, scratch, stack, .. } = &mut self.initial;
        let buffers = Buffers {
            point: &point,
            gradient: &mut [],
            values,
            adjoints,
            scratch,
            packed: &Aligned::zeros(0),
            indices: &self.indices,
            stack,
            #[cfg(feature = "rayon")]
            parts: &mut [],
        };
        let mut frame = Frame::open_to_fold(buffers, &mut self.packed);
        self.model.fold(compiler, &mut frame)
    }

    /// What became of each statement: which were rewritten to need fewer operations, how many are left, and why others stay
    /// as they are.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let x: Vec<f64> = (0..1000).map(|i| f64::from(i) / 1000.0).collect();
    /// let y: Vec<f64> = x.iter().map(|x| 1.0 + 2.0 * x).collect();
    /// params! { alpha: real(), beta: real(), sigma: positive() }
    /// let model = model! {
    ///     alpha |= normal(0.0, 10.0),
    ///     beta  |= normal(0.0, 10.0),
    ///     sigma |= exponential(1.0),
    ///     data(&y) |= normal(alpha + beta * data(&x), sigma),
    /// };
    /// let posterior = model.compile()?;
    /// println!("{}", posterior.explain());
    ///
    /// let likelihood = &posterior.explain().statements()[3];
    /// assert!(likelihood.is_rewritten());
    /// assert!(likelihood.what().contains("1000 rows are orthogonal factors for 2 coefficients"));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn explain(&self) -> &Explanation {
        &self.explanation
    }

    /// The number of unconstrained coordinates.
    pub fn dimension(&self) -> usize {
        self.layout.dimension
    }

    /// Memory for evaluations: one per thread, made once, reused for ever.
    pub fn workspace(&self) -> Workspace {
        self.initial.clone()
    }

    /// True if the workspace was made by this posterior, or one of the same sizes.
    fn fits(&self, workspace: &Workspace) -> bool {
        #[cfg(feature = "rayon")]
        if workspace.parts.len() != self.initial.parts.len() {
            return false;
        }
        workspace.values.len() == self.layout.values
            && workspace.adjoints.len() == self.layout.values
            && workspace.scratch.len() == self.layout.scratch
            && workspace.stack.len() == self.layout.stack
    }

    /// A frame over the posterior's data, for a point and a workspace that have the right sizes.
    #[inline(always)]
    fn open<'a>(
        &'a self,
        point: &'a [f64],
        gradient: &'a mut [f64],
        workspace: &'a mut Workspace,
    ) -> Frame<'a> {
        Frame::open(Buffers {
            point,
            gradient,
            values: &mut workspace.values,
            adjoints: &mut workspace.adjoints,
            scratch: &mut workspace.scratch,
            packed: &self.packed,
            indices: &self.indices,
            stack: &mut workspace.stack,
            #[cfg(feature = "rayon")]
            parts: &mut workspace.parts,
        })
    }
}
