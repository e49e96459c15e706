//! The file of many fits: a row for each fit, with its key, a checksum, and its result.

use super::found::FoundFits;
use crate::checkpoint::{Checksum, Table, read_table};
use crate::error::Error;
use std::collections::HashMap;
use std::path::Path;

/// The first line of each file.
const KIND: &str = "fits of one model\t1\n";

/// A result of a fit that can be written to a [record](super::Fits::record), as a few texts: the cells of a
/// row of a table.
///
/// ```
/// use monomorph::fits::Recorded;
///
/// /// The mean of a parameter, and whether anybody should look at the fit.
/// #[derive(Debug, PartialEq)]
/// struct Brief {
///     mean: f64,
///     is_suspicious: bool,
/// }
///
/// impl Recorded for Brief {
///     fn to_cells(&self) -> Vec<String> {
///         vec![self.mean.to_string(), self.is_suspicious.to_string()]
///     }
///
///     fn from_cells(cells: &[String]) -> Option<Self> {
///         let [mean, is_suspicious] = cells else { return None };
///         Some(Self { mean: mean.parse().ok()?, is_suspicious: is_suspicious.parse().ok()? })
///     }
/// }
/// let brief = Brief { mean: 0.1, is_suspicious: true };
/// assert_eq!(Brief::from_cells(&brief.to_cells()), Some(brief));
/// ```
pub trait Recorded: Sized {
    /// Returns the texts from which [`from_cells`](Self::from_cells) restores the value. A number that is
    /// written with `to_string` is restored exactly.
    fn to_cells(&self) -> Vec<String>;

    /// Returns the value of some texts; `None` if they are not the texts of a value.
    fn from_cells(cells: &[String]) -> Option<Self>;
}

impl Recorded for f64 {
    fn to_cells(&self) -> Vec<String> {
        vec![self.to_string()]
    }

    fn from_cells(cells: &[String]) -> Option<Self> {
        let [number] = cells else { return None };
        number.parse().ok()
    }
}

impl Recorded for Vec<f64> {
    fn to_cells(&self) -> Vec<String> {
        self.iter().map(f64::to_string).collect()
    }

    fn from_cells(cells: &[String]) -> Option<Self> {
        cells.iter().map(|cell| cell.parse().ok()).collect()
    }
}

impl Recorded for String {
    fn to_cells(&self) -> Vec<String> {
        vec![self.clone()]
    }

    fn from_cells(cells: &[String]) -> Option<Self> {
        let [text] = cells else { return None };
        Some(text.clone())
    }
}

/// Opens the record of fits with some settings. Its results are added to `known`.
pub(super) fn open<R: Recorded>(
    path: &Path,
    settings: u64,
    known: &mut HashMap<String, R>,
) -> Result<Table, Error> {
    let head = format!("{KIND}settings\t{settings:016x}\n");
    Table::open(path, &head, "other fits: of other settings, or of another version", &mut |rows| {
        let read: Vec<Option<(String, Vec<String>)>> = rows.iter().map(|row| cells_of(row)).collect();
        let kept = read.iter().position(Option::is_none).unwrap_or(read.len());
        // A damaged end, as after a crash of the machine, is run again. A damaged row before good rows is an
        // error.
        if read[kept..].iter().any(Option::is_some) {
            return Err(format!("its row {} is damaged: {:?}", kept + 1, rows[kept]));
        }
        for (key, cells) in read.into_iter().flatten() {
            let result = R::from_cells(&cells);
            let result = result.ok_or_else(|| format!("what it has of `{key}` is not what is kept now"))?;
            known.insert(key, result);
        }
        Ok(kept)
    })
}

/// Returns the results in the [record](super::Fits::record) of fits, which any process may have written:
/// tasks of an array, each with its own file, or a run that has not finished. They are in the order in which
/// they were written.
///
/// # Errors
///
/// [`Error::Io`]; [`Error::Checkpoint`] if the file is not a record of fits, or if a row is damaged or is
/// not an `R`. A last row without its end is being written, and is ignored.
///
/// ```
/// use monomorph::fits::{FitSummary, fits, read_fits};
/// use monomorph::prelude::*;
///
/// fn visits(counts: &[u32]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
///     params! { rate: positive() }
///     let model = model! { rate |= gamma(2.0, 1.0), data(counts) |= poisson(rate) };
///     model.compile()
/// }
/// # let file = std::env::temp_dir().join(format!("monomorph-read-fits-{}.tsv", std::process::id()));
/// let shops = [("north", [3, 1, 4]), ("west", [9, 12, 8])];
/// let found = fits(shops, |counts| visits(counts)).chains(2).warmup(100).draws(100).record(&file).run()?;
/// let read = read_fits::<FitSummary>(&file)?;
/// assert_eq!(read.get("west")?, found.get("west")?);
/// # let _ = std::fs::remove_file(file);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn read_fits<R: Recorded>(path: impl AsRef<Path>) -> Result<FoundFits<R>, Error> {
    let path = path.as_ref();
    let rows = read_table(path, KIND, "something else than fits")?;
    let mut results = Vec::new();
    // The first row contains the settings.
    for (number, row) in rows.iter().enumerate().skip(1) {
        let (key, result) = read_row(row).ok_or_else(|| Error::Checkpoint {
            path: path.display().to_string(),
            reason: format!("its row {number} is damaged: {row:?}"),
        })?;
        results.push((key, Ok(result)));
    }
    Ok(FoundFits::new(results))
}

/// Returns the row of a fit.
pub(super) fn row_of(key: &str, result: &impl Recorded) -> String {
    let mut cells = escaped(key);
    for cell in result.to_cells() {
        cells.push('\t');
        cells.push_str(&escaped(&cell));
    }
    format!("{:016x}\t{cells}", Checksum::of(cells.as_bytes()))
}

/// Returns the key and the result of a row; `None` if the row is damaged or contains another type.
fn read_row<R: Recorded>(row: &str) -> Option<(String, R)> {
    let (key, cells) = cells_of(row)?;
    Some((key, R::from_cells(&cells)?))
}

/// Returns the key of a row and the cells after it; `None` if the row is damaged.
fn cells_of(row: &str) -> Option<(String, Vec<String>)> {
    let (checksum, cells) = row.split_once('\t')?;
    if checksum.len() != 16 || u64::from_str_radix(checksum, 16).ok()? != Checksum::of(cells.as_bytes()) {
        return None;
    }
    let mut cells = cells.split('\t').map(unescaped);
    let key = cells.next()??;
    Some((key, cells.collect::<Option<_>>()?))
}

/// Escapes the tabs and line ends of a text.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

/// Returns the text that was escaped; `None` if the cell is not an escaped text.
fn unescaped(cell: &str) -> Option<String> {
    let mut text = String::with_capacity(cell.len());
    let mut letters = cell.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            other => other,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let numbers = vec![0.1, f64::NAN, f64::NEG_INFINITY, 1e-310, -0.0];
        for key in ["shop", "", "a\tb\nc\\t\r", "ü"] {
            let row = row_of(key, &numbers);
            assert!(!row.contains('\n'));
            let (own, read) = read_row::<Vec<f64>>(&row).unwrap();
            assert_eq!(own, key);
            let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_string()).collect::<Vec<_>>();
            assert_eq!(bits(&read), bits(&numbers));
            let text = row_of(key, &"a\tb\n".to_owned());
            assert_eq!(read_row::<String>(&text), Some((key.to_owned(), "a\tb\n".to_owned())));
        }
    }

    #[test]
    fn each_changed_byte_is_found() {
        let row = row_of("shop", &vec![0.1, 2.5]);
        for place in 0..row.len() {
            let mut bytes = row.clone().into_bytes();
            bytes[place] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert!(read_row::<Vec<f64>>(&changed).is_none(), "{changed}");
        }
    }
}
