//! The bound node of an operation on whole values.

use crate::compiler::symmetry::Origin;
use crate::compiler::{Context, symmetry};
use crate::contract::conjugacy::{Factors, Link};
use crate::contract::drawing::{Chosen, Drawing, Drawn, DrawnRow};
use crate::contract::node::{
    Coefficients, Facts, Node, RowCounts, Tuple, Undefined, any_active, joined, places, precompute_nothing,
};
use crate::contract::operation::Affinity;
use crate::contract::operation::BoundOperation;
use crate::contract::scope::{Scope, Value, is_of_row};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Columns, Frame, MAX_ARGUMENTS, Places, Share, Slot};
use crate::name::VarSet;
use crate::node::leaf::value_in_slot;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Size};
use crate::simd::Lane;
use core::marker::PhantomData;
use pulp::{Scalar, Simd};

/// `Op` of the nodes `A`, whose values all stand in slots; the value has the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct BoundWhole<Op, A, Sh> {
    operation: Op,
    nodes: A,
    size: Size,
    places: Places,
    shape: PhantomData<fn() -> Sh>,
}

erase! {
    [Op, A: Erase, Sh] BoundWhole<Op, A, Sh> => BoundWhole<Op, A::Erased, Sh>, [A],
        { operation, nodes, size, places };
}

impl<Op: BoundOperation, A: Tuple, Sh: Shape> BoundWhole<Op, A, Sh> {
    /// True if the value depends on data alone: `compile()` computes it, and it is in every workspace from
    /// the beginning.
    const IS_DATA: bool = A::FACTS.is_data();

    /// Applies an operation to nodes whose values stand in slots. The value has this size.
    pub(crate) fn new(operation: Op, nodes: A, size: Size, places: Places) -> Self {
        Self { operation, nodes, size, places, shape: PhantomData }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn compute<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, is_gradient: bool) {
        let size = self.size.known::<Sh>();
        self.operation.forward(simd, &self.nodes.sizes(), size, is_gradient, frame.operands(&self.places));
    }
}

impl<Op: BoundOperation, A: Tuple, Sh: Shape> BoundWhole<Op, A, Sh> {
    /// Selects the columns of the first argument that belong to the frame's share of the series, and
    /// returns the share. While the arguments are evaluated, the share is the whole.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn go_to_columns(&self, frame: &mut Frame<'_>) -> Share {
        let series = frame.series();
        if const { Op::FACTS.has_series && Share::MAY_BE_PART } && series != Share::WHOLE {
            let length = self.nodes.sizes()[0].columns;
            let columns = self.operation.columns(frame.operands(&self.places).indices, series, length);
            frame.set_columns(Columns::between(columns));
            frame.take_series(Share::WHOLE);
        }
        series
    }

    /// Restores the share of series that the operation had before its columns were evaluated.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn restore_share(&self, series: Share, frame: &mut Frame<'_>) {
        frame.set_columns(Columns::ALL);
        if const { Op::FACTS.has_series } {
            frame.take_series(series);
        }
    }

    /// Computes a value that depends on data alone.
    fn precompute_data(&mut self, frame: &mut Frame<'_>) {
        self.compute(Scalar::new(), frame, false);
    }

    /// Computes the arguments from the current values of variables.
    fn compute_arguments(&mut self, frame: &mut Frame<'_>) {
        self.nodes.begin::<Value, Scalar>(Scalar::new(), frame);
    }

    /// Checks the arguments that must be symmetric: arguments that are data, and, if variables have values,
    /// also the other arguments, which are computed for the check.
    fn check_symmetric(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        let has_values = frame.has_values();
        if has_values {
            let compute = const {
                if has_symmetric::<Op, A>(false) { Self::compute_arguments } else { precompute_nothing }
            };
            compute(self, frame);
        }
        let (arguments, sizes) = (frame.operands(&self.places).arguments, self.nodes.sizes());
        for place in 0..A::COUNT {
            let Some(name) = Op::FACTS.symmetric[place] else { continue };
            // The operation may read the factor of a matrix in its place.
            if self.places.arguments[place].place != self.nodes.slots()[place] {
                continue;
            }
            if const { places!(A, |node| node.is_data()) }[place] {
                symmetry::check(context, name, sizes[place], arguments[place], Origin::Data)?;
            } else if has_values {
                symmetry::check(context, name, sizes[place], arguments[place], Origin::Computed)?;
            }
        }
        Ok(())
    }
}

/// True if the operation reads only a triangle of an argument that is data (`of_data`), or of one that is
/// not.
pub(crate) const fn has_symmetric<Op: BoundOperation, A: Tuple>(of_data: bool) -> bool {
    let mut place = 0;
    while place < A::COUNT {
        if Op::FACTS.symmetric[place].is_some() && A::EACH[place].is_data() == of_data {
            return true;
        }
        place += 1;
    }
    false
}

impl<Op: BoundOperation, A: Tuple, Sh: Shape> Node for BoundWhole<Op, A, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        in_slot: true,
        computes_in_place: true,
        link: link::<Op, A>(),
        mixed: joined!(A::FACTS.mixed, const { &others::<A>(Op::FACTS.own) }),
        // A row of an argument is not a row of the variable if the elements stand in another order.
        mixed_rows: joined!(
            A::FACTS.mixed_rows,
            const { &others::<A>(Op::FACTS.own_rows) },
            A::FACTS.reads_other_rows
        ),
        reads_other_rows: joined!(A::FACTS.reads_other_rows, const { &others::<A>(Op::FACTS.own) }),
        aligned: const { &aligned::<A>(Op::FACTS.own) },
        aligned_rows: const { &aligned::<A>(Op::FACTS.own_rows) },
        nonlinear: &nonlinear::<Op, A>(),
        couples_elements: Op::FACTS.couples_elements,
        has_series: Op::FACTS.has_series,
        is_by_columns: Op::FACTS.is_by_columns,
        is_sequential: Op::FACTS.continues,
        undefined: if has_symmetric::<Op, A>(false) {
            A::FACTS.undefined.union(Undefined::MATRIX)
        } else {
            A::FACTS.undefined
        },
        ..Facts::of(A::FACTS.vars)
    };
    const FACTORS: Factors = if Op::FACTS.curves.is_empty() {
        Factors::unknown_of(Self::FACTS.vars, Self::FACTS.mixed, Self::FACTS.reads_other_rows)
    } else {
        Factors::of::<A>(Op::FACTS.curves, Op::FACTS.ties)
    };
    type State<S: Simd> = A::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.size)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.size.known::<Sh>()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.nodes.precompute(context, frame)?;
        let check: fn(&mut Self, &Context, &mut Frame<'_>) -> Result<(), Error> = const {
            if has_symmetric::<Op, A>(true) || has_symmetric::<Op, A>(false) {
                Self::check_symmetric
            } else {
                |_, _, _| Ok(())
            }
        };
        check(self, context, frame)?;
        let (operands, kept) = frame.operands_to_precompute(&self.places);
        self.operation.precompute(
            context,
            &self.nodes.sizes(),
            const { places!(A, |node| node.is_data()) },
            operands,
            kept,
        )?;
        let compute = const { if Self::IS_DATA { Self::precompute_data } else { precompute_nothing } };
        compute(self, frame);
        Ok(())
    }

    fn data_terms(&self, frame: &mut Frame<'_>, counts: &mut RowCounts<'_>) -> f64 {
        if !Self::Shape::IS_SCALAR {
            return 0.0;
        }
        let is_data = const { places!(A, |node| node.is_data()) };
        let terms = self.operation.data_terms(&self.nodes.sizes(), is_data, frame.operands(&self.places));
        terms * counts(frame, 0)
    }

    fn slot(&self) -> Slot {
        self.places.value.place
    }

    fn operands(&self) -> [Slot; MAX_ARGUMENTS] {
        self.nodes.slots()
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> A::State<S> {
        let series = self.go_to_columns(frame);
        let state = self.nodes.begin::<C, S>(simd, frame);
        self.restore_share(series, frame);
        if const { !(Self::IS_DATA || C::SETS.again) || is_of_row::<C>(A::FACTS.vars) } {
            self.compute(simd, frame, const { any_active::<C, A>() });
            if const { C::SETS.gradient } {
                frame.clear_adjoints(self.places.value);
            }
        }
        state
    }

    value_in_slot!();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: A::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { any_active::<C, A>() } {
            let size = self.size.known::<Sh>();
            let (operands, adjoints) = frame.operands_and_adjoints(&self.places, A::active::<C>());
            self.operation.backward(simd, &self.nodes.sizes(), size, operands, adjoints);
        }
        let series = self.go_to_columns(frame);
        self.nodes.end::<C, S>(state, simd, frame);
        self.restore_share(series, frame);
    }
}

impl<Op: BoundOperation, A: Tuple, Sh: Shape> Coefficients for BoundWhole<Op, A, Sh> {}

impl<Op: BoundOperation, A: Tuple, Sh: Shape> Drawn for BoundWhole<Op, A, Sh> {
    fn draw(&self, _: &A::State<Scalar>, lane: Lane<Scalar>, to: &mut Drawing<'_, '_>) -> bool {
        let Drawing { frame, row: values, is_observed, known, rng, .. } = &mut *to;
        let row = DrawnRow { row: lane.index, values, is_observed: *is_observed, known: *known, rng };
        if !self.operation.draw(&self.nodes.sizes(), frame.operands(&self.places), row) {
            return false;
        }
        if const { !Op::FACTS.chooses } {
            return true;
        }
        let numbers = to.row.to_vec();
        if numbers.iter().any(|number| number.is_nan()) {
            return true;
        }
        self.nodes.draw_chosen(0, Chosen::new(&numbers), to)
    }

    fn lengths(&self, frame: &mut Frame<'_>) -> Vec<usize> {
        self.operation.lengths(&self.nodes.sizes(), frame.operands(&self.places))
    }

    fn draw_chosen(&self, chosen: Chosen<'_>, to: &mut Drawing<'_, '_>) -> bool {
        (0..A::COUNT).all(|place| self.nodes.draw_chosen(place, chosen.after(place), to))
    }

    fn log_densities(&self, frame: &mut Frame<'_>, each: &mut [f64]) -> bool {
        self.operation.log_densities(&self.nodes.sizes(), frame.operands(&self.places), each)
    }
}

/// The variables in the arguments, without the arguments at the places `own`.
const fn others<A: Tuple>(own: &[usize]) -> VarSet {
    let (mut vars, mut place) = (VarSet::EMPTY, 0);
    while place < A::COUNT {
        let (mut is_own, mut i) = (false, 0);
        while i < own.len() {
            is_own |= own[i] == place;
            i += 1;
        }
        if !is_own {
            vars = vars.union(A::EACH[place].vars);
        }
        place += 1;
    }
    vars
}

/// The variables with which the arguments at the places `own` are aligned.
const fn aligned<A: Tuple>(own: &[usize]) -> VarSet {
    let (mut vars, mut i) = (VarSet::EMPTY, 0);
    while i < own.len() {
        if own[i] < A::COUNT {
            vars = vars.union(A::EACH[own[i]].aligned);
        }
        i += 1;
    }
    vars
}

/// The variables in which the value may be nonlinear.
const fn nonlinear<Op: BoundOperation, A: Tuple>() -> VarSet {
    match Op::FACTS.affinity {
        Affinity::Sum(_) => return *A::FACTS.nonlinear,
        Affinity::Product => {}
        _ => return *A::FACTS.vars,
    }
    let (mut vars, mut place) = (*A::FACTS.nonlinear, 0);
    while place < A::COUNT {
        let mut other = place + 1;
        while other < A::COUNT {
            vars = vars.union(&A::EACH[place].vars.common(A::EACH[other].vars));
            other += 1;
        }
        place += 1;
    }
    vars
}

/// The link of an operation on one argument that is itself a variable, or of a product of two arguments.
const fn link<Op: BoundOperation, A: Tuple>() -> Link {
    if A::FACTS.is_data() {
        return Link::Constant;
    }
    if A::COUNT == 2 && matches!(Op::FACTS.affinity, Affinity::Product) {
        let is_apart = A::EACH[0].vars.is_disjoint(A::EACH[1].vars);
        return A::EACH[0].link.combined().product(A::EACH[1].link.combined(), is_apart);
    }
    if A::COUNT != 1 || Op::FACTS.links.len() != 1 || !A::EACH[0].link.is(Link::Identity) {
        return Link::Other;
    }
    // The inverse of a part of a matrix has no link to the whole matrix.
    if Op::FACTS.links[0].is(Link::Inverse) && !A::FACTS.reads_other_rows.is_empty() {
        Link::Other
    } else {
        Op::FACTS.links[0]
    }
}

sealed! {
    [Op, A, Sh] BoundWhole<Op, A, Sh>;
}
