//! Names in Stan's form: indices count from 1 and follow dots, and the first of two indices varies fastest.

use monomorph::posterior::Coordinates;
use monomorph::shape::Extent;

/// Returns the names of the values of a variable.
pub(crate) fn constrained(name: &str, extent: Extent) -> Vec<String> {
    let name = in_stan(name);
    match extent {
        Extent::Scalar => vec![name],
        Extent::Vector(length) => by_one(&name, length),
        Extent::Matrix { columns, .. } => by_two(&name, rows(extent), columns),
    }
}

/// Returns the names of a parameter's coordinates.
///
/// The coordinates of an array of vectors are stored vector after vector, but Stan *names* them with the
/// first index varying fastest all the same.
pub(crate) fn unconstrained(extent: Extent, coordinates: &Coordinates) -> Vec<String> {
    let (name, free) = (in_stan(coordinates.name), coordinates.range.len());
    match extent {
        Extent::Scalar => vec![name; free],
        Extent::Matrix { .. } if coordinates.has_rows => {
            let rows = rows(extent);
            by_two(&name, rows, free.checked_div(rows).unwrap_or(0))
        }
        Extent::Matrix { length, columns } if free == length => by_two(&name, rows(extent), columns),
        _ => by_one(&name, free),
    }
}

/// Returns the sides of the JSON list with the values of a variable.
pub(crate) fn sides(extent: Extent) -> Vec<usize> {
    match extent {
        Extent::Scalar => Vec::new(),
        Extent::Vector(length) => vec![length],
        Extent::Matrix { columns, .. } => vec![rows(extent), columns],
    }
}

/// Returns the indices of values that are stored row after row, in the order of their names.
pub(crate) fn places(extent: Extent) -> impl Iterator<Item = usize> {
    let (rows, columns) = match extent {
        Extent::Matrix { columns, .. } => (rows(extent), columns),
        _ => (extent.size(), 1),
    };
    (0..columns).flat_map(move |column| (0..rows).map(move |row| row * columns + column))
}

fn rows(extent: Extent) -> usize {
    extent.columns().and_then(|columns| extent.size().checked_div(columns)).unwrap_or(0)
}

/// Converts a name to Stan's form: a dot precedes an index, and a colon separates a group from its member.
fn in_stan(name: &str) -> String {
    name.replace('.', ":")
}

fn by_one(name: &str, length: usize) -> Vec<String> {
    (1..=length).map(|index| format!("{name}.{index}")).collect()
}

fn by_two(name: &str, rows: usize, columns: usize) -> Vec<String> {
    let column_by_column = (1..=columns).flat_map(|column| (1..=rows).map(move |row| (row, column)));
    column_by_column.map(|(row, column)| format!("{name}.{row}.{column}")).collect()
}
