//! The facts of a node that are known while a program is compiled, as one constant: what kernels, rewrites,
//! conjugate updates and simulation ask of a node's type.
//!
//! A new fact is a field here, its value where nothing is known in [`Facts::of`], and the nodes that know
//! more.

use crate::contract::conjugacy::Link;
use crate::contract::law::Measure;
use crate::contract::node::{Tapes, Undefined};
use crate::name::VarSet;

/// The facts of a node.
///
/// A set has room for all variables of a model, so nodes refer to their sets: what a node passes on is not
/// copied.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The variables that the value depends on.
    pub vars: &'static VarSet,

    /// True if the value stands in the workspace, at [`slot`](crate::contract::node::Node::slot).
    pub in_slot: bool,

    /// True if the node computes its value in a slot of its own, which may be a definition's.
    pub computes_in_place: bool,

    /// True if the node needs its rows in blocks.
    pub blocked: bool,

    /// True for a scalar repeated along a vector.
    pub is_splat: bool,

    /// True for a number of which a register of values can be computed, each at a
    /// [point](crate::contract::scope::Recall::Points) of its own.
    pub in_lanes: bool,

    /// The variables of which each row reads one element, if nothing else differs from row to row; `None` if
    /// something does. Where all elements of these variables are equal, all rows are: see
    /// [`is_uniform`](crate::contract::scope::is_uniform).
    pub rows_of: Option<&'static VarSet>,

    /// True if the values are square roots that differ from row to row: then a density may read what they are
    /// roots of.
    pub is_root: bool,

    /// True if the node may know the [rest](crate::contract::node::Companion::Rest) that rounding has taken
    /// off its values.
    pub has_rest: bool,

    /// True if [`datum`](crate::compiler::rewrite::RowFacts::datum) knows the value of every row.
    pub is_datum: bool,

    /// True for a column of data as it stands.
    pub is_column: bool,

    /// True if a row reads, beside what all rows share, only the data of this row: rows may then be merged
    /// and moved.
    pub has_rows: bool,

    /// True if the value is [`affine`](crate::compiler::rewrite::RowFacts::affine) in numbers that rows
    /// share, with data as weights, or may be: of a product of two such values the data decide.
    pub is_affine: bool,

    /// True if all slopes of the affine form have data as factors, so that they may be 0.
    pub is_weighted: bool,

    /// The number of values gathered by indices which the value is the sum of, beside what else is added.
    pub gathers: usize,

    /// The dependence of the value on each of its variables while the others are held.
    pub link: Link,

    /// The variables of which one row may read several elements.
    pub mixed: &'static VarSet,

    /// The variables of which one row may read elements of several rows of a matrix; a vector is one row.
    pub mixed_rows: &'static VarSet,

    /// The variables of which a row may read an element that is not its own.
    pub reads_other_rows: &'static VarSet,

    /// The variables that are matrices of which a row may read a row that is not its own.
    pub crosses_rows: &'static VarSet,

    /// The variables in which the value may be nonlinear while the others are held.
    pub nonlinear: &'static VarSet,

    /// The variables by which the slope may differ from row to row, where the value is affine in them.
    pub slope_varies: &'static VarSet,

    /// The variables that are read when a sweep begins, before any row is.
    pub read_at_begin: &'static VarSet,

    /// True for an operation that [joins](crate::contract::operation::OperationFacts::couples_elements) the
    /// elements of a vector that is marginalised.
    pub couples_elements: bool,

    /// True if the value is a number that can be added up by shares of series, of which each
    /// [part](crate::compiler::Options) evaluates one.
    pub has_series: bool,

    /// True if some columns of the value can be computed without the others.
    pub is_by_columns: bool,

    /// True if rows are drawn in order, each after those that it reads, and cannot be drawn for themselves.
    pub is_sequential: bool,

    /// The numbers of which values that are log densities are the logarithms.
    pub measure: Measure,

    /// True if a draw is a limit as often as the law goes beyond it.
    pub shows_limits: bool,

    /// The functions in it that have no value for some arguments.
    pub undefined: Undefined,

    /// What the tapes of registers hold.
    pub tapes: Tapes,
}

impl Facts {
    /// The facts of a node of which no more is known than its variables.
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
            crosses_rows: vars,
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

    /// The facts with the functions besides that another node is made of.
    pub const fn with(self, part: &Self) -> Self {
        Self { undefined: self.undefined.union(part.undefined), ..self }
    }

    /// The functions that the nodes of a list are made of.
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

    /// True if the value depends on nothing but data, and on which component of a list is meant.
    pub const fn is_data_of_each(&self) -> bool {
        VarSet::VARYING.covers(self.vars)
    }

    /// True if a list has a node in a place whose value depends on no variable.
    pub const fn is_data_at(each: &[Self], place: usize) -> bool {
        place < each.len() && each[place].is_data()
    }
}

/// The union of sets to which the facts of a node refer. It is one of two sets where that has all of the
/// other, so that few sets are made.
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
