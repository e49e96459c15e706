//! The elements that have no row in a summary, because the form of a matrix fixes them.

use super::shown::{NAMED, variable};
use crate::shape::{Extent, MatrixForm};
use crate::trace::VariableInfo;

/// Returns for each element whether the form of its variable fixes it. `read` returns the draws of an
/// element, given its place among all elements.
///
/// A square matrix of an unknown form is symmetric if the draws of each pair of mirrored elements are equal
/// to the last bit.
pub fn fixed_elements<Values: AsRef<[f64]>, E>(
    variables: &[VariableInfo],
    mut read: impl FnMut(usize) -> Result<Values, E>,
) -> Result<Vec<bool>, E> {
    let mut fixed = Vec::new();
    for variable in variables {
        let (first, extent) = (fixed.len(), variable.extent());
        let form = match extent {
            Extent::Matrix { .. } if variable.form != MatrixForm::General => variable.form,
            Extent::Matrix { length, columns } if columns > 1 && length == columns * columns => {
                form_of_draws(columns, |element| read(first + element))?
            }
            _ => MatrixForm::General,
        };
        let is_fixed = |(row, column)| form.is_constant(row, column) || form.is_mirrored(row, column);
        fixed.extend(extent.elements().map(is_fixed));
    }
    Ok(fixed)
}

/// Returns whether the draws of a square matrix are symmetric; its elements are read column after column.
fn form_of_draws<Values: AsRef<[f64]>, E>(
    size: usize,
    mut read: impl FnMut(usize) -> Result<Values, E>,
) -> Result<MatrixForm, E> {
    for column in 0..size {
        for row in column + 1..size {
            let (below, above) = (read(column * size + row)?, read(row * size + column)?);
            let mut pairs = below.as_ref().iter().zip(above.as_ref());
            if pairs.any(|(below, above)| below.to_bits() != above.to_bits()) {
                return Ok(MatrixForm::General);
            }
        }
    }
    Ok(MatrixForm::Symmetric)
}

/// Separates the rows of the elements that are fixed from the rows of the others, which come first.
pub fn split<Row>(rows: Vec<Row>, is_fixed: &[bool]) -> (Vec<Row>, Vec<Row>) {
    let (mut others, mut fixed) = (Vec::new(), Vec::new());
    for (row, is_fixed) in rows.into_iter().zip(is_fixed) {
        if *is_fixed { fixed.push(row) } else { others.push(row) }
    }
    (others, fixed)
}

/// Returns the note on the elements of these names, which have no row.
pub fn note_on_fixed<'n>(elements: impl ExactSizeIterator<Item = &'n str>) -> Option<String> {
    let elements: Vec<&str> = elements.collect();
    let mut names: Vec<String> = elements.iter().map(|name| format!("`{}`", variable(name))).collect();
    names.dedup();
    let dots = if names.len() > NAMED { ", …" } else { "" };
    names.truncate(NAMED);
    let (count, names) = (elements.len(), names.join(", "));
    match elements[..] {
        [] => None,
        [one] => Some(format!("left out: {one}, which is constant or mirrors another element")),
        _ => Some(format!(
            "left out: {count} elements of {names}{dots}, which are constant or mirror another element"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::convert::Infallible;

    fn fixed(extent: Extent, form: MatrixForm, draws: &[[f64; 2]]) -> Vec<bool> {
        let before = VariableInfo::behind(&[], "before", Extent::Scalar, false);
        let own = VariableInfo::behind(&[before], "own", extent, true).with_form(form);
        let read = |element: usize| Ok::<_, Infallible>(draws[element - 1]);
        let Ok(fixed) = fixed_elements(&[before, own], read);
        assert!(!fixed[0]);
        fixed[1..].to_vec()
    }

    #[test]
    fn a_matrix_is_symmetric_if_all_draws_are() {
        let square = Extent::Matrix { length: 4, columns: 2 };
        let (a, b, c) = ([1.0, 2.0], [0.5, 0.25], [3.0, 3.0]);
        let upper = [false, false, true, false];
        assert_eq!(fixed(square, MatrixForm::General, &[a, b, b, c]), upper);
        assert_eq!(fixed(square, MatrixForm::General, &[a, b, [0.5, 0.25_f64.next_up()], c]), [false; 4]);
        // The form decides before the draws do.
        assert_eq!(fixed(square, MatrixForm::Symmetric, &[a, b, c, c]), upper);
        assert_eq!(fixed(square, MatrixForm::Correlation, &[a, b, b, a]), [true, false, true, true]);
        // A matrix that is not square, and a vector, have no mirrored elements.
        assert_eq!(fixed(Extent::Matrix { length: 2, columns: 2 }, MatrixForm::General, &[a, a]), [false; 2]);
        assert_eq!(fixed(Extent::Vector(4), MatrixForm::General, &[a, a, a, a]), [false; 4]);
    }

    #[test]
    fn a_note_counts_the_elements_that_are_fixed() {
        let names = ["l[0,0]", "l[0,1]", "m[\"a[\",b]", "m[c,b]"];
        assert_eq!(note_on_fixed([].into_iter()), None);
        let one = "left out: l[0,0], which is constant or mirrors another element";
        assert_eq!(note_on_fixed(names[..1].iter().copied()).as_deref(), Some(one));
        let all = "left out: 4 elements of `l`, `m`, which are constant or mirror another element";
        assert_eq!(note_on_fixed(names.into_iter()).as_deref(), Some(all));
        let many: Vec<String> = (0..7).map(|k| format!("v{k}[0]")).collect();
        let text = note_on_fixed(many.iter().map(String::as_str)).unwrap();
        assert!(text.contains("7 elements of `v0`, `v1`, `v2`, `v3`, `v4`, …, which"), "{text}");
    }
}
