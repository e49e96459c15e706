//! The part of a value that a path selects.

use super::path::PathStep;
use super::{Index, Path};
use crate::error::Error;
use crate::shape::{Extent, Size};

/// Returns the extent of the part of `name` that a path selects, and the places of its numbers.
pub(super) fn locate(name: &str, whole: Extent, path: &Path) -> Result<(Extent, Vec<usize>), Error> {
    let mut extent = whole;
    let mut places: Option<Vec<usize>> = None;
    for step in path.steps() {
        let no_part = || Error::NoSuchPart { name: name.to_owned(), part: step.to_string(), extent: whole };
        let PathStep::Index(indices) = step else { return Err(no_part()) };
        let (selected, within) = select(name, extent, indices)?.ok_or_else(no_part)?;
        places = Some(match places {
            Some(before) => within.into_iter().map(|place| before[place]).collect(),
            None => within,
        });
        extent = selected;
    }
    Ok((extent, places.unwrap_or_else(|| (0..whole.size()).collect())))
}

/// Returns the extent and the places that indices select; `None` if the number of indices is not the number
/// of dimensions.
fn select(name: &str, extent: Extent, indices: &[Index]) -> Result<Option<(Extent, Vec<usize>)>, Error> {
    let out_of_range = |what: String, index: usize, length: usize| Error::IndexOutOfRange {
        statement: String::new(),
        what,
        position: None,
        index: index as f64,
        length,
    };
    Ok(match (extent, indices) {
        (Extent::Vector(length), [index]) => {
            let places =
                index.places(length).map_err(|place| out_of_range(format!("`{name}`"), place, length))?;
            Some((selected_extent(indices, &[places.len()]), places))
        }
        (Extent::Matrix { .. }, [row, column]) => {
            let Size { rows, columns } = sides(extent);
            let i = row
                .places(rows)
                .map_err(|place| out_of_range(format!("the rows of `{name}`"), place, rows))?;
            let j = column
                .places(columns)
                .map_err(|place| out_of_range(format!("the columns of `{name}`"), place, columns))?;
            let places = i.iter().flat_map(|i| j.iter().map(move |j| i * columns + j)).collect();
            Some((selected_extent(indices, &[i.len(), j.len()]), places))
        }
        _ => None,
    })
}

/// Returns the extent of the selected elements, from the number of selected places in each dimension.
pub(super) fn selected_extent(indices: &[Index], lengths: &[usize]) -> Extent {
    let mut kept = indices.iter().zip(lengths).filter(|(index, _)| index.keeps_dimension());
    match (kept.next(), kept.next()) {
        (None, _) => Extent::Scalar,
        (Some((_, &length)), None) => Extent::Vector(length),
        (Some((_, &rows)), Some((_, &columns))) => Extent::Matrix { length: rows * columns, columns },
    }
}

/// The numbers of rows and columns; a vector is a column.
pub(super) fn sides(extent: Extent) -> Size {
    let columns = extent.columns().unwrap_or(1);
    Size::new(extent.size().checked_div(columns).unwrap_or(0), columns)
}
