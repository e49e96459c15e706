//! The data model of xarray and ArviZ: variables with named dimensions, in datasets, in groups.

mod dataset;
mod dimension;
mod elements;
mod parts;
mod quantity;
mod time;
mod tree;
mod values;
mod variable;

pub use dataset::Dataset;
pub use dimension::{Dimension, Labels};
pub use elements::ElementOrder;
pub use quantity::{Quantities, Quantity};
pub use time::utc;
pub use tree::{Tree, groups};
pub use values::{Kind, Values};
pub use variable::Variable;

use crate::json::Json;

/// Further facts by name: a library, a version, a seed, settings, units.
pub type Attributes = Vec<(String, Json)>;

/// Sets an attribute; it replaces one of the same name.
pub(crate) fn set(attributes: &mut Attributes, name: &str, value: Json) {
    match attributes.iter_mut().find(|(own, _)| own == name) {
        Some((_, own)) => *own = value,
        None => attributes.push((name.into(), value)),
    }
}

/// The value of an attribute.
fn get<'a>(attributes: &'a Attributes, name: &str) -> Option<&'a Json> {
    attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value)
}
