//! Names as Stan has them: indices from 1 behind dots, and of two indices the first runs fastest.

use monomorph::posterior::Coordinates;
use monomorph::shape::Extent;

/// The names of the values of a variable.
pub(crate) fn constrained(name: &str, extent: Extent) -> Vec<String> {
    let name = in_stan(name);
    match extent {
        Extent::Scalar => vec![name],
        Extent::Vector(length) => by_one(&name, length),
        Extent::Matrix { columns, .. } => by_two(&name, rows(extent), columns),
    }
}

/// The names of a parameter's coordinates.
///
/// An array of vectors has the coordinates of one vector after those of the other, but Stan *names* them with
/// the first index running fastest all the same.
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

/// The sides of the list of JSON that has the values of a variable.
pub(crate) fn sides(extent: Extent) -> Vec<usize> {
    match extent {
        Extent::Scalar => Vec::new(),
        Extent::Vector(length) => vec![length],
        Extent::Matrix { columns, .. } => vec![rows(extent), columns],
    }
}

/// The places of values that stand row after row, in the order of their names.
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

/// A dot stands before an index in Stan, and a colon between a group and its member.
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
