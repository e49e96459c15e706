//! Checks of the sizes of a state space model's matrices.

use crate::contract::operation::Setup;
use crate::error::Error;
use crate::shape::Size;

/// Checks that the sizes of the arguments are consistent: y, Z, T, H, Q, c, a₁, P₁.
pub fn check(setup: &Setup<'_>, diffuse: usize) -> Result<(), Error> {
    (0..8).try_for_each(|place| setup.check_not_empty(place))?;
    let (Size { rows: length, columns: series }, states) = (setup.size(0), setup.size(2).columns);
    let (steps, count) = (length - 1, length.saturating_mul(series));
    let moves = steps.saturating_mul(states);
    // One series has one row of Z, which may be written as a vector.
    let row = if series == 1 { (states, 1) } else { (series, states) };
    check_one(setup, 2, "transition", &[(states, states), (moves, states)])?;
    check_one(setup, 1, "design", &[(series, states), row, (count, states)])?;
    check_one(setup, 3, "noise", &[(1, 1), (series, 1), (1, series), (length, series)])?;
    check_one(setup, 4, "state_noise", &[(1, 1), (states, 1), (states, states), (moves, states)])?;
    check_one(setup, 5, "intercept", &[(1, 1), (states, 1), (1, states), (steps, states)])?;
    check_one(setup, 6, "initial mean", &[(1, 1), (states, 1)])?;
    check_one(setup, 7, "initial covariance", &[(1, 1), (states, 1), (states, states)])?;
    if diffuse > states {
        let reason = format!("{diffuse} states are diffuse, but there are only {states} states");
        return Err(setup.refused("linear_gaussian", reason));
    }
    Ok(())
}

/// Checks that an argument has one of some sizes.
fn check_one(setup: &Setup<'_>, place: usize, what: &str, sizes: &[(usize, usize)]) -> Result<(), Error> {
    let Size { rows, columns } = setup.size(place);
    if sizes.contains(&(rows, columns)) {
        return Ok(());
    }
    let mut wanted: Vec<String> = Vec::new();
    for &(rows, columns) in sizes.iter().filter(|size| size.0 > 0) {
        let text = format!("{rows} × {columns}");
        if !wanted.contains(&text) {
            wanted.push(text);
        }
    }
    let reason = format!(
        "the {what}, `{}`, is {rows} × {columns}; with {} times, {} series and {} states it can be {}",
        setup.name(place),
        setup.size(0).rows,
        setup.size(0).columns,
        setup.size(2).columns,
        wanted.join(" or ")
    );
    Err(setup.refused("linear_gaussian", reason))
}
