//! Lists of numbers with fixed lengths, for filters that take observations one by one.

use crate::error::Error;

/// Allocates lists with the lengths `sizes`, filled with zeros.
///
/// # Errors
///
/// Returns [`Error::TooLarge`] for `what` if there is no memory for them.
pub(super) fn make_room<'a>(
    lists: impl IntoIterator<Item = &'a mut Vec<f64>>,
    sizes: &[usize],
    what: &str,
) -> Result<(), Error> {
    for (list, &size) in lists.into_iter().zip(sizes) {
        let too_large = |_| Error::TooLarge { statement: String::new(), what: what.to_owned() };
        list.try_reserve_exact(size).map_err(too_large)?;
        list.resize(size, 0.0);
    }
    Ok(())
}

/// Fills lists with their stored numbers, one list after the other; returns an error if there are too few or
/// too many.
#[cfg(feature = "serde")]
pub(super) fn fill<'a>(
    lists: impl IntoIterator<Item = &'a mut Vec<f64>>,
    numbers: &[f64],
) -> Result<(), &'static str> {
    let mut rest = numbers;
    for list in lists {
        let (own, behind) = rest.split_at_checked(list.len()).ok_or("numbers are lost")?;
        list.copy_from_slice(own);
        rest = behind;
    }
    if rest.is_empty() { Ok(()) } else { Err("there are too many numbers") }
}
