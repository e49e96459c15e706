//! The orthogonal projection onto the values that sum to zero.

/// Subtracts from rows of this many columns their means, and then from the columns their means, if the
/// columns sum to zero as well.
pub(crate) fn centre(x: &mut [f64], columns: usize, has_zero_columns: bool) {
    let columns = columns.max(1);
    let rows = x.len() / columns;
    for row in x.chunks_exact_mut(columns) {
        let mean = row.iter().sum::<f64>() / columns as f64;
        row.iter_mut().for_each(|x| *x -= mean);
    }
    if has_zero_columns {
        for column in 0..columns {
            let mean = x.iter().skip(column).step_by(columns).sum::<f64>() / rows as f64;
            x.iter_mut().skip(column).step_by(columns).for_each(|x| *x -= mean);
        }
    }
}
