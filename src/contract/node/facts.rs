//! The facts about a node that its type knows, as one constant, which kernels, rewrites, conjugate updates
//! and simulation read.
//!
//! To add a fact, add a field here, its value for nodes of which nothing is known in [`Facts::of`], and its
//! value in the nodes that know more.

use crate::contract::conjugacy::Link;
use crate::contract::law::Measure;
use crate::contract::node::{Tapes, Undefined};
use crate::name::VarSet;

/// The facts about a node.
///
/// A set has room for all variables of a model, so the facts hold references to sets, and a node that
/// passes on a set of its child does not copy it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The variables that the value depends on.
    pub vars: &'static VarSet,

    /// True if the value stands in the workspace, at [`slot`](crate::contract::node::Node::slot).
    pub in_slot: bool,

    /// True if the node computes its value in a slot of its own, which may be the slot of a definition.
    pub computes_in_place: bool,

    /// True if the node needs its rows in blocks.
    pub blocked: bool,

    /// True for a scalar repeated along a vector.
    pub is_splat: bool,

    /// True for a number that can be computed for a register of
    /// [points](crate::contract::scope::Recall::Points) at once.
    pub in_lanes: bool,

    /// The variables of which each row reads one element, if rows differ in nothing else; otherwise `None`.
    /// If all elements of these variables are equal, all rows are equal: see
    /// [`is_uniform`](crate::contract::scope::is_uniform).
    pub rows_of: Option<&'static VarSet>,

    /// True if the values are square roots that differ from row to row. A density may then read the squares
    /// instead.
    pub is_root: bool,

    /// True if the node may have the [rest](crate::contract::node::Companion::Rest) that rounding has
    /// removed from its values.
    pub has_rest: bool,

    /// True if [`datum`](crate::compiler::rewrite::RowFacts::datum) returns the value of every row.
    pub is_datum: bool,

    /// True for a column of data that stands in the model unchanged.
    pub is_column: bool,

    /// True if a row reads only numbers that all rows share and the data of its own row. Rows may then be
    /// merged and moved.
    pub has_rows: bool,

    /// True if the value is, or may be, [`affine`](crate::compiler::rewrite::RowFacts::affine) in numbers
    /// that rows share, with data as weights. For a product of two such values the data decide whether it
    /// is.
    pub is_affine: bool,

    /// True if all coefficients of the affine form are multiplied by data, so that a weight may be 0.
    pub is_weighted: bool,

    /// The number of gathers (values taken by indices) among the terms of the value, which is a sum.
    pub gathers: usize,

    /// The dependence of the value on each of its variables while the other variables are held.
    pub link: Link,

    /// The variables of which one row may read several elements.
    pub mixed: &'static VarSet,

    /// The variables of which one row may read elements of several rows of a matrix; a vector is one row.
    pub mixed_rows: &'static VarSet,

    /// The variables of which a row may read other elements than the element with the row's number.
    pub reads_other_rows: &'static VarSet,

    /// The variables of which each row reads the element with the row's number, outside of numbers that all
    /// rows share; a row may read other elements as well. A definition takes its names from them.
    pub aligned: &'static VarSet,

    /// The variables that are matrices of which each row reads the row with the same number, likewise.
    pub aligned_rows: &'static VarSet,

    /// The variables in which the value may be nonlinear while the other variables are held.
    pub nonlinear: &'static VarSet,

    /// The variables with respect to which the slope may differ from row to row, though the value is affine
    /// in them.
    pub slope_varies: &'static VarSet,

    /// The variables that are read at the start of a sweep, before any row.
    pub read_at_begin: &'static VarSet,

    /// True for an operation that [joins](crate::contract::operation::OperationFacts::couples_elements) the
    /// elements of a vector that is marginalised.
    pub couples_elements: bool,

    /// True if the value is a number that is a sum over series, whose shares several
    /// [parts](crate::compiler::Options) can evaluate.
    pub has_series: bool,

    /// True if some columns of the value can be computed without the others.
    pub is_by_columns: bool,

    /// True if rows have to be drawn in order, each after the rows that it reads.
    pub is_sequential: bool,

    /// The measure of values that are log densities.
    pub measure: Measure,

    /// True if a draw equals a limit with the probability that the law is beyond the limit.
    pub shows_limits: bool,

    /// The functions in the expression that are undefined for some arguments.
    pub undefined: Undefined,

    /// The kind of content of the registers' tapes.
    pub tapes: Tapes,
}

impl Facts {
    /// The facts of a node of which only the variables are known.
    pub const fn of(vars: &'static VarSet) -> Self {
        Self {
            vars,
            in_slot: false,
            computes_in_place: false,
            blocked: false,
            is_splat: false,
            in_lanes: false,
            rows_of: None,
            is_root: false,
            has_rest: false,
            is_datum: false,
            is_column: false,
            has_rows: false,
            is_affine: false,
            is_weighted: false,
            gathers: 0,
            link: if vars.is_empty() { Link::Constant } else { Link::Other },
            mixed: vars,
            mixed_rows: vars,
            reads_other_rows: vars,
            aligned: &VarSet::EMPTY,
            aligned_rows: &VarSet::EMPTY,
            nonlinear: vars,
            slope_varies: vars,
            read_at_begin: vars,
            couples_elements: false,
            has_series: false,
            is_by_columns: false,
            is_sequential: false,
            measure: Measure::Densities,
            shows_limits: false,
            undefined: Undefined::NONE,
            tapes: Tapes::Other,
        }
    }

    /// The facts, with the undefined functions of another node added.
    pub const fn with(self, part: &Self) -> Self {
        Self { undefined: self.undefined.union(part.undefined), ..self }
    }

    /// The undefined functions in any node of a list.
    pub const fn all_undefined(each: &[Self]) -> Undefined {
        let (mut all, mut place) = (Undefined::NONE, 0);
        while place < each.len() {
            all = all.union(each[place].undefined);
            place += 1;
        }
        all
    }

    /// The facts of data.
    pub const fn of_data() -> Self {
        Self::of(&VarSet::EMPTY)
    }

    /// True if the value depends on no variable.
    pub const fn is_data(&self) -> bool {
        self.vars.is_empty()
    }

    /// True if the value depends only on data and on the number of the component of a list.
    pub const fn is_data_of_each(&self) -> bool {
        VarSet::VARYING.covers(self.vars)
    }

    /// True if a list has a node in the place `place`, and the value of this node depends on no variable.
    pub const fn is_data_at(each: &[Self], place: usize) -> bool {
        place < each.len() && each[place].is_data()
    }
}

/// The union of the sets to which the facts of two nodes refer. If one of the sets contains the other, the
/// result is this set, so that few sets are made.
macro_rules! joined {
    ($left:expr, $right:expr, $($more:expr),+) => {
        joined!(const { joined!($left, $right) }, $($more),+)
    };
    ($left:expr, $right:expr) => {{
        let (left, right): (&'static $crate::name::VarSet, &'static $crate::name::VarSet) = ($left, $right);
        if left.covers(right) {
            left
        } else if right.covers(left) {
            right
        } else {
            &left.union(right)
        }
    }};
}

pub(crate) use joined;
