//! The cutpoint below or above an observed category: yᵢ = c at kᵢ − 1 or at kᵢ, with c̄ⱼ = Σ ȳᵢ over the
//! rows i that read cⱼ.
//!
//! The first category has no cutpoint below and the last has none above: the value is −∞ or ∞ there.

use crate::compiler::rewrite::{Indices, RowFacts};
use crate::compiler::{Compiler, Context, Key};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Coefficients, Facts, Node, is_active};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Packed};
use crate::node::{BoundStored, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Sides, Tag};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The end of a category, lower or upper, at which its cutpoint is read.
pub trait End: Sealed + Copy + Send + Sync + 'static {
    /// The name in messages.
    const NAME: &'static str;

    /// The index of the cutpoint, or the infinity that replaces a missing one.
    fn of(category: usize, cutpoints: usize) -> Result<usize, f64>;
}

/// The lower end, with the cutpoint below the category.
#[derive(Clone, Copy, Debug)]
pub struct Lower;

/// The upper end, with the cutpoint above the category.
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

/// The cutpoints `Cutpoints` at the end `Which` of the categories `Observed`.
#[derive(Clone, Copy, Debug)]
pub struct Cut<Which, Observed, Cutpoints> {
    observed: Observed,
    cutpoints: Stored<Cutpoints>,
    end: PhantomData<fn() -> Which>,
}

impl<Which, Observed: Expression, Cutpoints: Expression> Cut<Which, Observed, Cutpoints> {
    /// Gathers cutpoints by observed categories.
    pub(crate) fn new(observed: Observed, cutpoints: Cutpoints) -> Self {
        Self { observed, cutpoints: Stored::new(cutpoints), end: PhantomData }
    }
}

impl<Which: End, Observed: Expression, Cutpoints: Expression> Expression for Cut<Which, Observed, Cutpoints> {
    type Shape = Observed::Shape;
    type Bound = BoundCut<Observed::Bound, Cutpoints::Bound>;
    type Erased = Cut<Which, Observed::Erased, Cutpoints::Erased>;

    fn erase(self) -> Self::Erased {
        let Self { observed, cutpoints, .. } = self;
        Cut { observed: observed.erase(), cutpoints: cutpoints.erase(), end: PhantomData }
    }

    fn sides(&self) -> Sides {
        self.observed.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let cutpoints = self.cutpoints.bind(compiler)?;
        let count = self.cutpoints.count();
        if const { !<Observed::Bound as Node>::FACTS.is_data() } {
            let reason = "its categories are data; those that are parameters follow `categorical(matrix)`, with a row of probabilities \
                          for each";
            return Err(compiler.context().refused("an ordered law", reason.to_owned()));
        }
        let observations = self.observed.sides().length().unwrap_or(1);
        let (mut indices, mut infinities): (Vec<usize>, Vec<f64>) = (Vec::new(), Vec::new());
        for index in 0..observations {
            let category = compiler.context().check_category(&self.observed, index, count + 1)?;
            let cut = Which::of(category, count);
            // Where there is no cutpoint, any existing one is read, and ∞ is added.
            indices.push(cut.unwrap_or(0));
            infinities.push(cut.err().unwrap_or(0.0));
        }
        let first = indices.first().copied().unwrap_or(0);
        if let Some(rows) = compiler.context().rows() {
            indices = rows.firsts().map(|row| indices[row]).collect();
            infinities = rows.firsts().map(|row| infinities[row]).collect();
        }
        Ok(BoundCut::new(cutpoints, self.sides(), first, &indices, infinities, compiler))
    }
}

impl<Which: End, Observed: Expression, Cutpoints: Expression> Describe for Cut<Which, Observed, Cutpoints> {
    fn describe(&self, text: &mut String) {
        self.cutpoints.describe(text);
        text.push('.');
        text.push_str(Which::NAME);
        text.push_str("(…)");
    }
}

impl<Which: End, Observed: Expression, Cutpoints: Expression> RowFacts for Cut<Which, Observed, Cutpoints> {
    fn key(&self, row: usize, key: &mut Key) {
        let category = self.observed.datum(row).unwrap_or(f64::NAN);
        key.index(self.cutpoints.count() + 1, category as usize);
    }
}

/// The cutpoints `Cutpoints` at one end of observed categories; it has the shape of the node `Observed`.
#[derive(Clone, Copy, Debug)]
pub struct BoundCut<Observed, Cutpoints> {
    cutpoints: BoundStored<Cutpoints>,
    /// The number of rows and of columns of the observed categories.
    sides: Sides,
    indices: Indices,
    /// The index of the first observation's cutpoint.
    first: usize,
    /// The number that is added in each row: 0, or the infinity that replaces a missing cutpoint.
    infinities: Packed,
    observed: PhantomData<fn() -> Observed>,
}

erase! {
    [Observed: Erase, Cutpoints: Erase] BoundCut<Observed, Cutpoints> =>
        BoundCut<Observed::Erased, Cutpoints::Erased>,
        [Observed, BoundStored<Cutpoints>], { cutpoints, sides, indices, first, infinities };
}

impl<Observed: Node, Cutpoints: Node> BoundCut<Observed, Cutpoints> {
    /// Gathers cutpoints by observed categories. For each row of the statement `indices` has the index of
    /// the cutpoint, and `infinities` the number that is added to it. `first` is the index of the first
    /// observation's cutpoint.
    pub(crate) fn new(
        cutpoints: BoundStored<Cutpoints>,
        sides: Sides,
        first: usize,
        indices: &[usize],
        infinities: Vec<f64>,
        compiler: &mut Compiler,
    ) -> Self {
        let indices = Indices::pack(compiler, indices);
        let infinities = compiler.pack_numbers(infinities);
        Self { cutpoints, sides, indices, first, infinities, observed: PhantomData }
    }
}

#[inlined]
impl<Observed: Node, Cutpoints: Node> Node for BoundCut<Observed, Cutpoints> {
    type Shape = Observed::Shape;
    const FACTS: Facts = Facts { has_rows: Observed::FACTS.has_rows, ..Facts::of(Cutpoints::FACTS.vars) };
    type State<S: Simd> = Cutpoints::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.sides
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.cutpoints.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        self.cutpoints.begin::<C, S>(simd, frame)
    }

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

    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.cutpoints.end::<C, S>(state, simd, frame);
    }
}

impl<Observed: Coefficients, Cutpoints: Coefficients> Coefficients for BoundCut<Observed, Cutpoints> {}

impl<Observed: Node, Cutpoints: Drawn> Drawn for BoundCut<Observed, Cutpoints> {
    fn source(&self) -> Option<(crate::frame::Slot, usize)> {
        Some((self.cutpoints.slot(), self.cutpoints.count()))
    }
}

expression! {
    [Which, Observed, Cutpoints] Cut<Which, Observed, Cutpoints>;
}

sealed! {
    [Observed, Cutpoints] BoundCut<Observed, Cutpoints>;
}
