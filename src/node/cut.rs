//! The cutpoint below or above an observed category: yᵢ = c at kᵢ − 1 or at kᵢ, with c̄ⱼ = Σ of the ȳᵢ that read it.
//!
//! There is no cutpoint below the first category and none above the last: the value is −∞ or ∞ there.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::indices::Indices;
use crate::node::{Node, Stored, is_active};
use crate::rewrite::Key;
use crate::scope::Scope;
use crate::sealed::Sealed;
use crate::shape::{Shape, Sides};
use crate::simd::{Frame, Lane, Pack, Packed};
use core::marker::PhantomData;
use pulp::Simd;

/// Which cutpoint of a category.
pub trait End: Sealed + Copy + Send + Sync + 'static {
    /// The name in messages.
    const NAME: &'static str;

    /// The cutpoint's index, or the infinity that stands for it.
    fn of(category: usize, cutpoints: usize) -> Result<usize, f64>;
}

/// The cutpoint below.
#[derive(Clone, Copy, Debug)]
pub struct Lower;

/// The cutpoint above.
#[derive(Clone, Copy, Debug)]
pub struct Upper;

impl Sealed for Lower {}

impl End for Lower {
    const NAME: &'static str = "below";

    fn of(category: usize, _: usize) -> Result<usize, f64> {
        category.checked_sub(1).ok_or(f64::NEG_INFINITY)
    }
}

impl Sealed for Upper {}

impl End for Upper {
    const NAME: &'static str = "above";

    fn of(category: usize, cutpoints: usize) -> Result<usize, f64> {
        if category < cutpoints { Ok(category) } else { Err(f64::INFINITY) }
    }
}

/// The elements of `Cutpoints` at one end of the categories `Observed`.
#[derive(Clone, Copy, Debug)]
pub struct Cut<Which, Observed, Cutpoints> {
    observed: Observed,
    cutpoints: Stored<Cutpoints>,
    indices: Indices,
    /// The index of the first observation's cutpoint.
    first: usize,
    /// 0, or the infinity that takes the place of a cutpoint.
    infinities: Packed,
    end: PhantomData<fn() -> Which>,
}

impl<Which, Observed: Node, Cutpoints: Node> Cut<Which, Observed, Cutpoints> {
    /// Picks cutpoints by observed categories.
    pub(crate) fn new(observed: Observed, cutpoints: Cutpoints) -> Self {
        Self {
            observed,
            cutpoints: Stored::new(cutpoints),
            indices: Indices::default(),
            first: 0,
            infinities: Packed::default(),
            end: PhantomData,
        }
    }
}

impl<Which: End, Observed: Node, Cutpoints: Node> Node for Cut<Which, Observed, Cutpoints> {
    type Shape = Observed::Shape;
    const VARS: VarSet = Cutpoints::VARS;
    const HAS_ROWS: bool = Observed::HAS_ROWS;
    type State<S: Simd> = Cutpoints::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.observed.sides()
    }

    fn describe(&self, text: &mut String) {
        self.cutpoints.describe(text);
        text.push('.');
        text.push_str(Which::NAME);
        text.push_str("(…)");
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.cutpoints.bind(compiler)?;
        let count = self.cutpoints.count();
        compiler.check_not_empty(&self.observed)?;
        let observations = self.observed.sides().length().unwrap_or(1);
        let (mut indices, mut infinities): (Vec<usize>, Vec<f64>) = (Vec::new(), Vec::new());
        for index in 0..observations {
            let category = compiler.check_category(&self.observed, index, count + 1)?;
            let cut = Which::of(category, count);
            // Where there is none, a cutpoint that exists is read, and ∞ added.
            indices.push(cut.unwrap_or(0));
            infinities.push(cut.err().unwrap_or(0.0));
        }
        self.first = indices[0];
        if let Some(rows) = compiler.rows() {
            indices = rows.firsts().map(|row| indices[row]).collect();
            infinities = rows.firsts().map(|row| infinities[row]).collect();
        }
        self.indices = Indices::pack(compiler, &indices);
        self.infinities = compiler.pack_numbers(infinities);
        Ok(())
    }

    fn key(&self, row: usize, key: &mut Key) {
        let category = self.observed.datum(row).unwrap_or(f64::NAN);
        key.index(self.cutpoints.count() + 1, category as usize);
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.cutpoints.fold(compiler, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        self.cutpoints.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        _: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, ()) {
        let cut = if const { Observed::Shape::IS_SCALAR } {
            frame.value(lane.simd, self.cutpoints.slot().element(self.first))
        } else {
            self.indices.read(frame, self.cutpoints.slot(), lane)
        };
        (cut + frame.packed_of::<Observed::Shape, S>(lane, self.infinities), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { !is_active::<C, Cutpoints>() } {
            return;
        }
        if const { Observed::Shape::IS_SCALAR } {
            frame.add_adjoint(self.cutpoints.slot().element(self.first), adjoint);
        } else {
            self.indices.add(frame, self.cutpoints.slot(), lane, adjoint);
        }
    }

    #[cfg(feature = "random")]
    fn source(&self) -> Option<(crate::simd::Slot, usize)> {
        Some((self.cutpoints.slot(), self.cutpoints.count()))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.cutpoints.end::<C, S>(state, simd, frame);
    }
}
