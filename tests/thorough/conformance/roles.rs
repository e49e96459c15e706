//! The roles in which a slot is given, one letter each. `tests/conformance/bench.rs` explains the letters.

use super::table::{Kind, Slot};

/// Numbers, as `f64`, and as `f32` or an integer.
const NUMBERS: &str = "nm";
/// Vectors of data: `f64`, `f32`, integers, and an expression of data.
const DATA: &str = "dfix";
/// Scalars that change: a parameter, a definition, an element of a vector, an expression.
const SCALARS: &str = "sStu";
/// Vectors that change: a parameter, a definition, elements of either by indices, an expression.
const VECTORS: &str = "vVgGe";

/// The roles that a slot can have.
pub fn of(slot: &Slot) -> Vec<char> {
    let all = [NUMBERS, DATA, SCALARS, VECTORS].concat();
    let can_be = |role: &char| match role {
        'i' => slot.has_whole(),
        'n' | 'm' | 'd' | 'f' => true,
        _ => slot.kind != Kind::Whole,
    };
    all.chars().filter(can_be).collect()
}

pub fn is_vector(role: char) -> bool {
    DATA.contains(role) || VECTORS.contains(role)
}

pub fn is_data(role: char) -> bool {
    DATA.contains(role) || NUMBERS.contains(role)
}

pub fn is_number(role: char) -> bool {
    NUMBERS.contains(role)
}
