//! The elements of draws that belong to the elements of a model's parameter. Each side is matched by the
//! names of its levels if both have names, and by places otherwise.

use crate::error::Error;
use crate::labels::Levels;
use crate::shape::Extent;
use crate::trace::VariableInfo;

/// The place in the draws of each element of a parameter.
pub(super) struct Matched {
    /// For each element of the model, in the order of names, its place among the elements of the draws, in
    /// the same order; `None` if it is new.
    pub places: Vec<Option<usize>>,
}

impl Matched {
    /// Matches the elements of a parameter of the model with those of the draws under the same name. With a
    /// horizon, a vector may be shorter in the draws by as many elements.
    pub fn new(model: &VariableInfo, draws: &VariableInfo, horizon: Option<usize>) -> Result<Self, Error> {
        let (expected, found) = (model.extent(), draws.extent());
        let mismatch = || Error::ShapeMismatch { name: model.name.to_owned(), expected, found };
        if core::mem::discriminant(&expected) != core::mem::discriminant(&found) {
            return Err(mismatch());
        }
        let is_vector = matches!(expected, Extent::Vector(_));
        let (wanted, known) = (expected.rows_and_columns(), found.rows_and_columns());
        let rows = Side { name: "row", wanted: model.levels.rows, known: draws.levels.rows };
        let columns = Side { name: "column", wanted: model.levels.columns, known: draws.levels.columns };
        let continued = horizon.filter(|_| is_vector);
        let rows = rows.places(draws.name, (wanted.0, known.0), continued)?.ok_or_else(mismatch)?;
        let columns = columns.places(draws.name, (wanted.1, known.1), None)?.ok_or_else(mismatch)?;
        let place = |(row, column): (usize, usize)| Some(columns[column]? * known.0 + rows[row]?);
        let matched = Self { places: expected.elements().map(place).collect() };
        // A forecast adds steps at the end only.
        let is_continued = |horizon| {
            let new = matched.places.iter().filter(|place| place.is_none()).count();
            let last = matched.places.iter().rev().take_while(|place| place.is_none()).count();
            new == 0 || new == last && last == horizon && is_vector
        };
        if horizon.is_some_and(|horizon| !is_continued(horizon)) { Err(mismatch()) } else { Ok(matched) }
    }

    /// Returns true if each element has the same place in both.
    pub fn is_in_place(&self) -> bool {
        self.places.iter().enumerate().all(|(place, own)| own.is_none_or(|own| own == place))
    }

    /// Returns true if some elements are new.
    pub fn is_part(&self) -> bool {
        self.places.contains(&None)
    }
}

/// Returns the error of a prediction whose model has a vector with more or fewer elements than the draws,
/// with the methods that can draw the other elements.
pub(super) fn of_other_length(error: Error) -> Error {
    let Error::ShapeMismatch { name, expected: Extent::Vector(expected), found: Extent::Vector(found) } =
        error
    else {
        return error;
    };
    let advice = match expected.checked_sub(found) {
        Some(more) => format!(
            "if the {more} new elements are the next steps of a series, they are drawn by \
             `forecast(&draws, {more}, seed)`; if they are new groups, by `predict` with labels of `Labels::extended`"
        ),
        None => {
            "`predict` needs all elements that the draws have, or labels that name the elements which it has"
                .to_owned()
        }
    };
    Error::results(format!(
        "`{name}` is a vector of length {expected} in the model, but of length {found} in the draws: {advice}"
    ))
}

/// The levels of one side of a value: in the model, and in the draws.
struct Side {
    name: &'static str,
    wanted: Option<&'static Levels>,
    known: Option<&'static Levels>,
}

impl Side {
    /// Returns the place in the draws of each place of this side; `None` if the lengths do not match. The
    /// last `continued` places may be new.
    fn places(
        &self,
        variable: &str,
        (wanted, known): (usize, usize),
        continued: Option<usize>,
    ) -> Result<Option<Vec<Option<usize>>>, Error> {
        let (Some(wanted_levels), Some(known_levels)) = (self.wanted, self.known) else {
            let is_continued = continued.is_some_and(|horizon| known + horizon == wanted);
            let place = |place| (place < known).then_some(place);
            return Ok((wanted == known || is_continued).then(|| (0..wanted).map(place).collect()));
        };
        let place = |(place, level)| match known_levels.place(level) {
            Some(known) => Ok(Some(known)),
            None if wanted_levels.is_new(place) => Ok(None),
            None => Err(self.unknown(variable, place, level, known_levels)),
        };
        wanted_levels.iter().enumerate().map(place).collect::<Result<_, _>>().map(Some)
    }

    /// Returns the error of a level that the draws do not contain.
    fn unknown(&self, variable: &str, place: usize, level: &str, known: &Levels) -> Error {
        let dimension = if known.name().is_empty() { "" } else { &format!(" of `{}`", known.name()) };
        let advice = known.nearest(level).map_or_else(
            || "levels that are new follow the law of their parameter in labels of `Labels::extended`".into(),
            |nearest| format!("is `{nearest}` meant?"),
        );
        let reason = format!(
            "`{variable}` has no draws of the level `{level}`{dimension}, which is its {} {place}: {advice}",
            self.name
        );
        Error::results(reason)
    }
}
