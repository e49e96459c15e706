//! Several nodes swept together: the variable and the arguments of a statement, or the bounds of a support.

use crate::compiler::rewrite::Cursor;
use crate::contract::conjugacy::Link;
use crate::contract::drawing::{Chosen, Drawing, Known};
use crate::contract::node::List;
use crate::contract::scope::Scope;
use crate::frame::{Frame, MAX_ARGUMENTS, Slot};
use crate::name::VarSet;
use crate::shape::{Sides, Size};
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// One register of each node of a tuple; what is beyond the tuple's length is never read.
pub type Packs<S> = [Pack<S>; MAX_ARGUMENTS];

/// A [list](List) of nodes that know their places, at most [`MAX_ARGUMENTS`].
pub trait Tuple: List {
    /// The nodes that are scalars repeated along a vector.
    const IS_SPLAT: [bool; MAX_ARGUMENTS];

    /// The variables of which each node's rows are [made](crate::contract::node::Node::ROWS_OF).
    const ROWS_OF: [Option<VarSet>; MAX_ARGUMENTS];

    /// The nodes that are [roots](crate::contract::node::Node::IS_ROOT).
    const IS_ROOT: [bool; MAX_ARGUMENTS];

    /// The nodes that have no variables.
    const IS_DATA: [bool; MAX_ARGUMENTS];

    /// The nodes that know the value of every row as a number.
    const IS_DATUM: [bool; MAX_ARGUMENTS];

    /// The nodes that are columns of data.
    const IS_COLUMN: [bool; MAX_ARGUMENTS];

    /// The nodes that are affine.
    const IS_AFFINE: [bool; MAX_ARGUMENTS];

    /// The variables of each node.
    const VARS_AT: [VarSet; MAX_ARGUMENTS];

    /// The dependence of each node on its variables.
    const LINKS: [Link; MAX_ARGUMENTS];

    /// The variables of which one row of a node may read several elements.
    const MIXED: VarSet;

    /// The variables of which one row of a node may read elements of several rows of a matrix.
    const MIXED_ROWS: VarSet;

    /// The variables of which a row of a node may read an element that is not its own.
    const READS_OTHER_ROWS: VarSet;

    /// The variables in which a node may be nonlinear while the others are held.
    const NONLINEAR: VarSet;

    /// The variables by which a slope may differ from row to row.
    const SLOPE_VARIES: VarSet;

    /// The variables that a node reads when a sweep begins.
    const READ_AT_BEGIN: VarSet;

    /// The facts that each node knows of its sides.
    fn sides(&self) -> [Sides; MAX_ARGUMENTS];

    /// The places of the nodes' values, of those that are in the workspace.
    fn slots(&self) -> [Slot; MAX_ARGUMENTS];

    /// The sizes of the nodes.
    fn sizes(&self) -> [Size; MAX_ARGUMENTS];

    /// The nodes that are [active](crate::contract::node::is_active).
    fn active<C: Scope>() -> [bool; MAX_ARGUMENTS];

    /// The logarithms of a register of a node, where they are known without computing them.
    fn logarithm<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>>;

    /// The squares of a register of a node, if it is a root.
    fn square<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>>;

    /// Calls `backward` on each node, and on one of them, which is a root, `backward_of_square`.
    fn backward_of_square<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Packs<S>,
    );

    /// Calls `begin` on each node, and `load` on one of them.
    fn load<C: Scope, S: Simd>(
        &self,
        place: usize,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) -> Self::State<S>;

    /// Calls `end` on each node, and `unload` on one of them.
    fn unload<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    );

    /// Calls `forward` on each node.
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Packs<S>, Self::Tape<S>);

    /// Calls `forward` on the repeated scalars alone.
    fn splats<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, simd: S) -> Packs<S>;

    /// Calls `forward` on the nodes alone of which all rows are equal in the scope: repeated scalars, and
    /// uniform ones.
    fn equal_rows<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, simd: S) -> Packs<S>;

    /// Calls `forward` on the nodes without variables alone.
    fn data<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> Packs<S>;

    /// Calls `backward` on each active node.
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Packs<S>,
    );

    /// Calls `backward` on each active repeated scalar.
    fn backward_splats<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        adjoints: Packs<S>,
    );

    /// Calls `backward` on each active node of which all rows are equal in the scope.
    fn backward_equal_rows<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        adjoints: Packs<S>,
    );

    /// The place of the vector whose elements a node gathers, and the number of its elements.
    fn source(&self, place: usize) -> Option<(Slot, usize)>;

    /// Calls `reads` on one of the nodes.
    fn reads(&self, place: usize, row: usize, frame: &Frame<'_>, known: &mut Known<'_>);

    /// Calls `draw_chosen` on one of the nodes.
    fn draw_chosen(&self, place: usize, chosen: Chosen<'_>, to: &mut Drawing<'_, '_>) -> bool;
}
