//! The facts and functions of a distribution's family that a statement uses: terms, columns, domains.

mod columns;
mod domain;
mod facts;
mod of_statement;
mod parts;
mod terms;

pub(crate) use columns::{
    Columns, column_of, compute_columns, compute_other_columns, pull_back_columns, sum_over_vector,
    with_complements_of_nodes, with_computed_complements, with_known_complements, with_known_logarithm,
    with_logarithm_in_product,
};
pub use domain::Domain;
pub use facts::{FactorsOfLogarithms, FamilyFacts};
pub(crate) use of_statement::{DEAD_END, FamilyOfStatement, dead_end, density_of_vector};
pub use parts::{
    Argument, COMPLEMENT, Constraint, Cumulative, Draw, DrawsOf, Factored, Family, LOGARITHM, MAX_COLUMNS,
    Property, SECOND_COMPLEMENT,
};
pub(crate) use parts::{
    LARGE_COUNT, are_valid, in_whole_arguments, is_companion, whole_arguments, whole_arguments_are_data,
};
pub use terms::{AnyCounts, Counts, Every, Form, Stage, Term, Terms};
pub(crate) use terms::{
    Averages, InScope, Moving, Once, PerLane, PerLaneOfSmall, Square, WithData, any_differs, any_moving,
    any_with_data, are_per_lane, evaluate, moving_constant,
};
