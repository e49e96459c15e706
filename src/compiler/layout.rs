//! The results of `compile()` besides the statements: the layout of the memory, and the packed data.

use crate::compiler::census::{Census, Variable};
use crate::compiler::{Coordinates, Explanation, Failures};
use crate::error::Error;
use crate::frame::Sizes;
use crate::name::Var;
use crate::simd::Aligned;
use core::ops::Range;

/// The result of a compiler after all statements are bound.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub layout: Layout,
    /// The packed data.
    pub numbers: Aligned,
    pub indices: Vec<u32>,
    /// The work of sparse factors, as the number of numbers that a gradient could read and write in the same
    /// time.
    pub numbers_of_factors: usize,
    pub explanation: Explanation,
    /// True if matrices that depend on variables must be checked for symmetry, because an operation reads
    /// only one triangle of such a matrix.
    pub proves_symmetry: bool,
}

/// The places of the variables of a model.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The parameters in the order of their coordinates, followed by the definitions.
    pub variables: Vec<Variable>,
    /// The variables that are marginalised.
    pub summed: Vec<Variable>,
    pub sizes: Sizes,
    /// The variables that have given values as a whole.
    pub held: Vec<Variable>,
    /// The places of single elements that have given values.
    pub held_elements: Vec<usize>,
    /// The coordinates of each parameter.
    pub coordinates: Vec<Coordinates>,
    /// The highest level of a parameter.
    pub highest_level: usize,
    /// The places where failures are counted, if there can be any.
    pub failures: Failures,
    /// The number of parts of the log density that can be evaluated at the same time; 0 if it is evaluated
    /// as a whole.
    pub parts: usize,
    /// The places of the values and the adjoints that parts share: those of variables that are not
    /// marginalised.
    pub shared: Vec<Range<usize>>,
}

impl Layout {
    /// The layout of the variables of the census, in buffers of these sizes, without marginalised variables
    /// and without parts.
    pub(super) fn new(
        census: &Census,
        sizes: Sizes,
        is_summed: &dyn Fn(Var) -> bool,
        failures: Failures,
    ) -> Self {
        let (summed, variables): (Vec<_>, Vec<_>) =
            reported(census).into_iter().partition(|variable| is_summed(variable.var));
        let is_held = |variable: &&Variable| census.given.held(variable.var).is_some();
        Self {
            held: census.variables.iter().filter(is_held).copied().collect(),
            held_elements: held_places(census, &variables),
            variables,
            summed,
            sizes,
            coordinates: coordinates(census),
            highest_level: census.places.iter().map(|place| place.level).max().unwrap_or(0),
            failures,
            parts: 0,
            shared: Vec::new(),
        }
    }

    /// The error for a workspace that does not fit in memory.
    pub fn too_large(&self) -> Error {
        let largest = self.variables.iter().max_by_key(|variable| variable.size());
        let what = largest.map_or_else(
            || "the model".to_owned(),
            |variable| format!("the model, whose largest variable is `{}`,", variable.name()),
        );
        Error::TooLarge { statement: String::new(), what }
    }
}

/// The parameters and definitions that have no given values and are reported with draws.
fn reported(census: &Census) -> Vec<Variable> {
    let of_name = |name: &str| census.variables.iter().copied().find(|variable| variable.name() == name);
    let parameters = census.ordered_parameters();
    let free = parameters.iter().filter(|parameter| !parameter.is_held);
    let is_computed = |variable: &&Variable| {
        variable.is_defined && variable.is_reported && census.given.held(variable.var).is_none()
    };
    let definitions = census.variables.iter().filter(is_computed).copied();
    free.filter_map(|parameter| of_name(parameter.name)).chain(definitions).collect()
}

/// The places of single elements of variables that have given values.
fn held_places(census: &Census, variables: &[Variable]) -> Vec<usize> {
    let places = |variable: &Variable| {
        let start = variable.slot.0;
        census.given.held_elements(variable.var).into_iter().map(move |held| start + held.place)
    };
    variables.iter().flat_map(places).collect()
}

/// The coordinates of each parameter, in their order.
fn coordinates(census: &Census) -> Vec<Coordinates> {
    let mut next = 0;
    let coordinates = census.ordered_parameters().into_iter().map(|parameter| {
        next += parameter.free;
        let range = next - parameter.free..next;
        Coordinates::new(parameter.name, range, parameter.has_rows)
    });
    coordinates.collect()
}
