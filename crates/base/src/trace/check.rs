//! Checks that a value can be stored under a name.

use super::part::{selected_extent, sides};
use super::path::PathStep;
use super::{Index, Path, VarName};
use crate::error::Error;
use crate::shape::Extent;

/// Checks the shape of a value that will be stored under a name. A value for elements must have one number
/// for each selected element.
pub(super) fn check_stored(name: &VarName, found: Extent) -> Result<(), Error> {
    let Some((PathStep::Index(indices), before)) = name.path().steps().split_last() else { return Ok(()) };
    let kept = indices.iter().filter(|index| index.keeps_dimension()).count();
    if kept > 2 || matches!(before.last(), Some(PathStep::Index(_))) {
        let variable = VarName::from_parts(name.root().to_owned(), Path::of(before));
        return Err(Error::InvalidName {
            name: name.to_string(),
            position: variable.to_string().len(),
            expected: "indices of what stands before, with two dimensions at most",
        });
    }
    check_extent(name, selected_extent(indices, &lengths(indices, found)), found)?;
    for index in indices {
        if let Index::List(places) = index {
            check_distinct(name, places)?;
        }
    }
    Ok(())
}

/// Returns the number of places that each index selects; `:` selects as many as the value has.
pub(super) fn lengths(indices: &[Index], value: Extent) -> Vec<usize> {
    let sides = sides(value);
    let mut lengths = [sides.rows, sides.columns].into_iter();
    let mut length = |index: &Index| {
        let found = if index.keeps_dimension() { lengths.next() } else { None };
        index.count().or(found).unwrap_or(1)
    };
    indices.iter().map(&mut length).collect()
}

/// Checks that the shape `found` of a value is the shape of the elements of this name.
pub(super) fn check_extent(name: &VarName, expected: Extent, found: Extent) -> Result<(), Error> {
    if expected == found {
        return Ok(());
    }
    Err(Error::ShapeMismatch { name: name.to_string(), expected, found })
}

/// Checks that no place occurs twice.
pub(super) fn check_distinct(name: &VarName, places: &[usize]) -> Result<(), Error> {
    let mut sorted = places.to_vec();
    crate::sort::sort_by_key(&mut sorted, |&place| place);
    if sorted.is_sorted_by(|a, b| a < b) {
        return Ok(());
    }
    let reason = "it names an element twice";
    Err(Error::Overlap { name: name.to_string(), other: name.to_string(), reason })
}
