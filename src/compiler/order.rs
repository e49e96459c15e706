//! The order of the coordinates: the order in which parameters are declared, for any order of their
//! statements.

use crate::compiler::{Companion, KnownLogarithms, ParameterRecord};
use crate::error::Error;
use crate::name::Var;
use monomorph_base::sort::sort_by_key;

/// The place of a parameter among all parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub name: &'static str,
    /// The parameter's first coordinate.
    pub coordinate: usize,
    /// One more than the highest level of the parameters in its bounds; 0 if its bounds mention none.
    pub level: usize,
    /// True for a scalar whose logarithm is its coordinate.
    pub is_exponential: bool,
    /// The companion that the transform knows beside its values and stores in a slot.
    pub beside: Option<Companion>,
    /// The logarithms of a scalar that the transform knows.
    pub logarithms: Option<KnownLogarithms>,
    /// True if a statement would read the logarithms.
    pub wants_logarithms: bool,
    /// True if a statement about the whole parameter registers it, and not a statement about a part.
    pub is_whole: bool,
    /// True if each element of the parameter is in a part that stands on the left of a statement.
    pub is_filled: bool,
}

/// Returns an error if a parameter is declared together with parameters of the model, but not used.
pub(super) fn check_all_used(parameters: &[ParameterRecord]) -> Result<(), Error> {
    let ordered = in_order_of_declaration(parameters);
    ordered.iter().try_for_each(|parameter| check_neighbours(parameter, &ordered))
}

/// The places of all parameters of a model.
pub(super) fn places(parameters: &[ParameterRecord]) -> Vec<Place> {
    let ordered = in_order_of_declaration(parameters);
    let mut next = 0;
    let places = ordered.iter().zip(levels(&ordered)).map(|(parameter, level)| {
        let ParameterRecord { name, is_exponential, beside, logarithms, free, .. } = *parameter;
        next += free;
        Place {
            name,
            coordinate: next - free,
            level,
            is_exponential,
            beside,
            logarithms,
            wants_logarithms: false,
            is_whole: true,
            is_filled: false,
        }
    });
    places.collect()
}

/// The parameters block by block, in the order of the blocks' first statements. Within a block they have
/// the order of their declaration.
fn in_order_of_declaration(parameters: &[ParameterRecord]) -> Vec<ParameterRecord> {
    let block_of = |parameter: &ParameterRecord| parameter.declaration.block;
    let first_of_block = |block| parameters.iter().position(|parameter| block_of(parameter) == block);
    let mut ordered = parameters.to_vec();
    sort_by_key(&mut ordered, |parameter| {
        (first_of_block(block_of(parameter)), parameter.declaration.position)
    });
    ordered
}

/// Checks that all names that are declared together with a parameter are used.
fn check_neighbours(parameter: &ParameterRecord, all: &[ParameterRecord]) -> Result<(), Error> {
    let declared = parameter.declaration.names;
    let is_used = |position: usize| {
        let mut places = all.iter().map(|other| other.declaration);
        places.any(|place| place.block == parameter.declaration.block && place.position == position)
    };
    let Some(unused) = (0..declared.len()).find(|&position| !is_used(position)) else { return Ok(()) };
    let own = declared.get(parameter.declaration.position).unwrap_or(&"");
    let prefix = parameter.name.strip_suffix(own).unwrap_or("");
    Err(Error::UnusedParameter { name: format!("{prefix}{}", declared[unused]) })
}

/// The level of each parameter. The number of rounds is the number of parameters, which is enough for the
/// longest chain of bounds.
fn levels(parameters: &[ParameterRecord]) -> Vec<usize> {
    let mut levels = vec![0; parameters.len()];
    for _ in parameters {
        for (place, parameter) in parameters.iter().enumerate() {
            if !parameter.bounds.is_empty() {
                let known = parameters.iter().zip(&levels);
                let mentioned = known.filter(|(other, _)| parameter.bounds.contains(Var::new(other.name)));
                levels[place] = mentioned.map(|(_, level)| level + 1).max().unwrap_or(0);
            }
        }
    }
    levels
}
