//! Lists of numbers whose lengths are known when they are made, of filters that take observations one by one.

use crate::error::Error;

/// Makes lists as long as they are to be, in the order of their sizes.
///
/// # Errors
///
/// [`Error::TooLarge`] of `what` if there is no memory for them.
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

/// Fills lists with the numbers that were saved of them, one list after the other, or says what is wrong.
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
