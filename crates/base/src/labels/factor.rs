//! A column of data that assigns each row to a group.

use super::{Levels, UnknownLevel};
use std::borrow::Cow;
use std::collections::HashMap;

/// The name of a group: text or a whole number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot name a group",
    note = "groups are named by text or by whole numbers"
)]
pub trait Label {
    /// The text of the label.
    fn text(&self) -> Cow<'_, str>;

    /// The value of a label that is a whole number; `None` for text. Levels that are numbers are sorted.
    fn number(&self) -> Option<i128>;
}

macro_rules! texts {
    ($($Text:ty)*) => {$(
        impl Label for $Text {
            fn text(&self) -> Cow<'_, str> {
                Cow::Borrowed(self)
            }

            fn number(&self) -> Option<i128> {
                None
            }
        }
    )*};
}

texts!(str String Cow<'_, str>);

impl<Text: Label + ?Sized> Label for &Text {
    fn text(&self) -> Cow<'_, str> {
        (**self).text()
    }

    fn number(&self) -> Option<i128> {
        (**self).number()
    }
}

macro_rules! numbers {
    ($($Number:ty)*) => {$(
        impl Label for $Number {
            fn text(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }

            fn number(&self) -> Option<i128> {
                i128::try_from(*self).ok()
            }
        }
    )*};
}

numbers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// A column of labels: a code from 0 for each row, and the levels to which the codes refer.
///
/// The levels of text are in the order of their first rows, those of whole numbers in increasing order.
/// `vector(&county)` is a vector with an element for each level, `alpha.at(&county)` selects the element of
/// each row, and summaries, draws and reports call an element `alpha[St Louis]`.
///
/// ```
/// use monomorph::prelude::*;
///
/// let county = Labels::from(&["Aitkin", "St Louis", "Aitkin", "Cass"]).named("county");
/// let y = [0.8, 1.3, 1.1, 0.2];
/// params! { mu: real(), alpha: vector(&county) }
/// let model = model! {
///     mu       |= normal(0.0, 1.0),
///     alpha    |= normal(mu, 0.5),
///     data(&y) |= normal(alpha.at(&county), 0.3),
/// };
/// let posterior = model.compile()?;
/// assert_eq!(posterior.parameter_names(), ["mu", "alpha[Aitkin]", "alpha[St Louis]", "alpha[Cass]"]);
///
/// // New rows take the codes of the same levels, and a level that is not known is an error.
/// let new = county.encode(&["Cass", "Aitkin"])?;
/// assert_eq!(new.codes(), [2, 0]);
/// let unknown = county.encode(&["Cass", "St. Louis"]).unwrap_err();
/// assert_eq!(
///     unknown.to_string(),
///     "row 1 has the level `St. Louis` of `county`, which is not known: is `St Louis` meant?"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The chapter *From a CSV file* of the guide begins with a whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    codes: Vec<usize>,
    levels: &'static Levels,
}

/// Returns the codes, for methods that take indices: `effects.rows_at(&county)`,
/// `data(&x).dot_by_group(b, &county)`.
impl AsRef<[usize]> for Labels {
    fn as_ref(&self) -> &[usize] {
        &self.codes
    }
}

impl Labels {
    /// Makes the labels of these rows; the levels are those that occur.
    #[allow(clippy::should_implement_trait)] // A slice, an array or a `Vec` of anything that is a label.
    pub fn from<L: Label>(rows: &(impl AsRef<[L]> + ?Sized)) -> Self {
        let rows = rows.as_ref();
        let mut levels: Vec<&L> = Vec::new();
        let mut places: HashMap<Cow<'_, str>, usize> = HashMap::new();
        for row in rows {
            places.entry(row.text()).or_insert_with(|| {
                levels.push(row);
                levels.len() - 1
            });
        }
        // Text has no numbers: the stable sort keeps its order.
        levels.sort_by_key(|level| level.number());
        let names: Vec<String> = levels.iter().map(|level| level.text().into_owned()).collect();
        let places: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let codes = rows.iter().map(|row| places[&*row.text()]).collect();
        Self { codes, levels: Levels::kept(String::new(), names) }
    }

    /// Makes the labels of these rows with the given levels, in this order; a level may have no rows.
    ///
    /// # Errors
    ///
    /// [`UnknownLevel`] for the first row whose level is not one of `levels`.
    pub fn with_levels<L: Label, K: Label>(
        levels: &(impl AsRef<[K]> + ?Sized),
        rows: &(impl AsRef<[L]> + ?Sized),
    ) -> Result<Self, UnknownLevel> {
        let mut names: Vec<String> = Vec::new();
        for level in levels.as_ref() {
            let name = level.text().into_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Self { codes: Vec::new(), levels: Levels::kept(String::new(), names) }.encode(rows)
    }

    /// Names the dimension of the labels, such as `county`; files and reports show this name.
    #[must_use = "the labels that are returned are the new ones"]
    pub fn named(self, name: impl Into<String>) -> Self {
        let names = self.levels.iter().map(str::to_owned).collect();
        Self { levels: Levels::kept_with_new(name.into(), names, self.levels.known()), ..self }
    }

    /// Makes the labels of other rows with the levels of these labels, for predictions at new data.
    ///
    /// # Errors
    ///
    /// [`UnknownLevel`] for the first row whose level is not known.
    pub fn encode<L: Label>(&self, rows: &(impl AsRef<[L]> + ?Sized)) -> Result<Self, UnknownLevel> {
        let places: HashMap<&str, usize> = self.levels.iter().zip(0..).collect();
        let code = |(row, label): (usize, &L)| {
            let text = label.text();
            places.get(&*text).copied().ok_or_else(|| UnknownLevel {
                dimension: self.levels.name().to_owned(),
                row,
                nearest: self.levels.nearest(&text),
                level: text.into_owned(),
            })
        };
        let codes = rows.as_ref().iter().enumerate().map(code).collect::<Result<_, _>>()?;
        Ok(Self { codes, levels: self.levels })
    }

    /// Makes the labels of other rows; levels that are new follow the known levels.
    ///
    /// If the draws of a fit lack a new level, predictions draw its elements from the law of the parameter,
    /// and return the parameter with all of its levels: a level without data follows the law of its
    /// population. The law must draw each element, or each row of a matrix, independently.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// # #[cfg(feature = "sampling")] {
    ///
    /// let county = Labels::from(&["Aitkin", "Cass", "Aitkin", "Cass"]);
    /// let y = [0.8, 0.2, 1.1, 0.4];
    /// let fit = {
    ///     params! { mu: real(), tau: positive(), alpha: vector(&county) }
    ///     let model = model! {
    ///         mu       |= normal(0.0, 1.0),
    ///         tau      |= half_normal(0.5),
    ///         alpha    |= normal(mu, tau),
    ///         data(&y) |= normal(alpha.at(&county), 0.3),
    ///     };
    ///     model.compile()?.nuts().draws(100).seed(1).progress(false).run()?
    /// };
    ///
    /// let all = county.extended(&["Cass", "Dakota"]);
    /// assert_eq!(all.codes(), [1, 2]);
    /// params! { mu: real(), tau: positive(), alpha: vector(&all), y_new: vector(2) }
    /// let later = model! {
    ///     mu |= flat(), tau |= flat(),                            // they are in the draws
    ///     alpha |= normal(mu, tau),                               // and so is this, but for Dakota
    ///     y_new |= normal(alpha.at(&all), 0.3),
    /// };
    /// let predicted = later.predict(fit.draws(), 1)?;
    /// let names = ["alpha[Aitkin]", "alpha[Cass]", "alpha[Dakota]", "y_new[0]", "y_new[1]"];
    /// assert_eq!(predicted.names(), names);
    /// assert_eq!(predicted.column("alpha[Cass]")?, fit.draws().column("alpha[Cass]")?);
    /// # }
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// [`beyond`](Self::beyond) returns the new levels alone, for a parameter of their own.
    #[must_use = "the labels that are returned are the new ones"]
    pub fn extended<L: Label>(&self, rows: &(impl AsRef<[L]> + ?Sized)) -> Self {
        let mut names: Vec<String> = self.levels.iter().map(str::to_owned).collect();
        let mut places: HashMap<String, usize> = names.iter().cloned().zip(0..).collect();
        let mut codes = Vec::with_capacity(rows.as_ref().len());
        for row in rows.as_ref() {
            let text = row.text().into_owned();
            let place = *places.entry(text).or_insert_with_key(|text| {
                names.push(text.clone());
                names.len() - 1
            });
            codes.push(place);
        }
        let known = self.levels.known();
        Self { codes, levels: Levels::kept_with_new(self.levels.name().to_owned(), names, known) }
    }

    /// Returns labels without rows whose levels are those after the levels of `known`: the levels that
    /// [`extended`](Self::extended) has added.
    #[must_use = "the labels that are returned are the new ones"]
    pub fn beyond(&self, known: &Self) -> Self {
        let names = self.levels.iter().skip(known.len()).map(str::to_owned).collect();
        Self { codes: Vec::new(), levels: Levels::kept(self.levels.name().to_owned(), names) }
    }

    /// Makes labels of pairs, such as a county in a year. The levels are the pairs that occur, and the
    /// level of the first labels varies slowest. They are called `Cass:1990`, or `"9:30":"Mon:am"` if
    /// levels of both sides contain a colon.
    ///
    /// # Panics
    ///
    /// If the two have different numbers of rows.
    #[must_use = "the labels that are returned are the new ones"]
    pub fn crossed(&self, other: &Self) -> Self {
        assert_eq!(self.codes.len(), other.codes.len(), "labels that are crossed have a row for each other");
        let mut pairs: Vec<(usize, usize)> =
            self.codes.iter().copied().zip(other.codes.iter().copied()).collect();
        let rows = pairs.clone();
        pairs.sort_unstable();
        pairs.dedup();
        // If both sides contain colons, it is not clear which colon divides the pair.
        let has_colon = |levels: &Levels| levels.iter().any(|level| level.contains(':'));
        let is_clear = !has_colon(self.levels) || !has_colon(other.levels);
        let text = |&(one, two): &(usize, usize)| {
            let (one, two) = (self.levels.get(one).unwrap_or(""), other.levels.get(two).unwrap_or(""));
            if is_clear { format!("{one}:{two}") } else { format!("{one:?}:{two:?}") }
        };
        let names = pairs.iter().map(text).collect();
        let name = match (self.levels.name(), other.levels.name()) {
            ("", "") => String::new(),
            (one, two) => format!("{one}:{two}"),
        };
        let codes = rows.iter().map(|pair| pairs.binary_search(pair).unwrap_or(0)).collect();
        Self { codes, levels: Levels::kept(name, names) }
    }

    /// The code of each row, from 0. `data(grade.codes())` is data of a categorical law.
    pub fn codes(&self) -> &[usize] {
        &self.codes
    }

    /// The number of levels.
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// True if there are no levels.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// The levels.
    pub fn levels(&self) -> &'static Levels {
        self.levels
    }
}
