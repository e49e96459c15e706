//! Elements of variables: their names and their draws.

use super::{Dataset, Quantity, Values, Variable};
use crate::Error;
use crate::json::Json;

/// The order in which the elements of a matrix are given.
// Exhaustive: one of two indices is the first to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementOrder {
    /// Column after column, as in Stan's files: the first dimension is fastest.
    FirstFastest,
    /// Row after row: the last dimension is fastest.
    LastFastest,
}

impl ElementOrder {
    /// Converts the place of an element in the order of [`Values`] to its place in this order.
    fn place(self, mut place: usize, shape: &[usize]) -> usize {
        if self == ElementOrder::LastFastest {
            return place;
        }
        let mut stride = shape.iter().product::<usize>();
        let mut found = 0;
        for length in shape.iter().rev() {
            stride /= length;
            found += stride * (place % length);
            place /= length;
        }
        found
    }
}

impl Dataset {
    /// Adds a variable of draws that are given element after element, and for each element chain after
    /// chain.
    ///
    /// ```
    /// use monomorph_report::data::{Dataset, Dimension, ElementOrder};
    ///
    /// let mut data = Dataset::draws(1, 2)
    ///     .along(Dimension::range("row", 2))?
    ///     .along(Dimension::range("column", 2))?;
    /// // The two draws of each element, column after column.
    /// let draws = [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5];
    /// data.add_elements("m", &["row", "column"], ElementOrder::FirstFastest, &draws)?;
    /// assert_eq!(data.quantity("m[1,0]").unwrap().chains, [[2.0, 2.5]]);
    /// # Ok::<(), monomorph_report::Error>(())
    /// ```
    pub fn add_elements(
        &mut self,
        name: &str,
        dimensions: &[&str],
        order: ElementOrder,
        by_element: &[f64],
    ) -> Result<(), Error> {
        let all = ["chain", "draw"].iter().chain(dimensions).copied();
        let mut variable = Variable::new(name, all, by_element.to_vec());
        self.check_fits(&variable)?;
        let shape = self.shape(&variable);
        let (draws, count) = (shape[0] * shape[1], shape[2..].iter().product::<usize>());
        if count > 1 {
            let places: Vec<usize> = (0..count).map(|element| order.place(element, &shape[2..])).collect();
            let mut values = Vec::with_capacity(by_element.len());
            for draw in 0..draws {
                values.extend(places.iter().map(|place| by_element[place * draws + draw]));
            }
            variable.values = Values::Real(values);
        }
        self.add(variable)
    }

    /// The number of elements of a variable with draws; `None` for other variables and for texts.
    pub fn element_count(&self, variable: &Variable) -> Option<usize> {
        let is_number = !matches!(variable.values, Values::Text(_));
        let shape = self.shape(variable);
        (variable.has_draws() && is_number).then(|| shape[2..].iter().product())
    }

    /// The name of an element of a variable, with the labels of its place: `alpha[St Louis]`. A label that
    /// could be mistaken for another one is in quotation marks: `alpha["a,b"]`.
    pub fn element_name(&self, variable: &Variable, element: usize) -> String {
        self.called(variable, &self.shown_labels(variable, element))
    }

    /// The labels of an element's place, as they are written in its name.
    pub(crate) fn shown_labels(&self, variable: &Variable, element: usize) -> Vec<String> {
        self.labels(variable, element).iter().map(|own| quoted(own)).collect()
    }

    /// The labels of an element's place, one for each dimension besides `chain` and `draw`.
    fn labels(&self, variable: &Variable, element: usize) -> Vec<String> {
        let of_draws = if variable.has_draws() { 2 } else { 0 };
        let mut rest = element;
        let mut labels = vec![];
        for name in variable.dimensions[of_draws..].iter().rev() {
            let Some(dimension) = self.dimension(name) else { continue };
            let length = dimension.len().max(1);
            labels.push(dimension.labels.label(rest % length));
            rest /= length;
        }
        labels.reverse();
        labels
    }

    /// The name of an element with these labels.
    fn called(&self, variable: &Variable, labels: &[String]) -> String {
        match labels.is_empty() {
            true => variable.name.clone(),
            false => format!("{}[{}]", variable.name, labels.join(",")),
        }
    }

    /// The draws of one element, with its name, units and bounds.
    pub fn element(&self, variable: &Variable, element: usize) -> Quantity {
        let count = self.element_count(variable).unwrap_or(0).max(1);
        let draws = self.draws_per_chain();
        let value =
            |chain: usize, draw: usize| variable.values.number((chain * draws + draw) * count + element);
        let number = |name: &str| variable.get_attribute(name).and_then(Json::as_f64);
        Quantity {
            name: self.element_name(variable, element),
            chains: (0..self.chains()).map(|c| (0..draws).map(|d| value(c, d)).collect()).collect(),
            lower: number("lower"),
            upper: number("upper"),
            units: variable.get_attribute("units").and_then(Json::as_str).map(String::from),
        }
    }

    /// Finds an element by its name, such as `theta[Choate]`. The quotation marks of a label may be omitted
    /// if no other element then has the same name.
    pub fn quantity(&self, name: &str) -> Option<Quantity> {
        let of_name = || {
            let variables = self.variables().iter().filter(|variable| name.starts_with(&variable.name));
            variables.flat_map(|variable| {
                let count = self.element_count(variable).unwrap_or(0);
                (0..count).map(move |element| (variable, element))
            })
        };
        let exact = of_name().find(|(variable, element)| self.element_name(variable, *element) == name);
        let found = exact.or_else(|| {
            let is_it = |(variable, element): &(&Variable, usize)| {
                self.called(variable, &self.labels(variable, *element)) == name
            };
            let mut found = of_name().filter(is_it);
            found.next().filter(|_| found.next().is_none())
        });
        found.map(|(variable, element)| self.element(variable, element))
    }

    /// All elements of all variables with draws, one after the other.
    pub fn elements(&self) -> impl Iterator<Item = Quantity> {
        self.variables().iter().flat_map(move |variable| {
            let count = self.element_count(variable).unwrap_or(0);
            (0..count).map(move |element| self.element(variable, element))
        })
    }
}

/// Returns a label as it is written in a name: in quotation marks, with escapes, if it could be mistaken
/// for another label or for two labels, or contains a line break. Names of the library's draws follow the
/// same rule.
fn quoted(label: &str) -> String {
    let breaks = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    let is_mark = |letter: char| ",[]\"".contains(letter) || breaks(letter);
    if !label.is_empty() && label.trim() == label && !label.contains(is_mark) {
        return label.into();
    }
    let mut text = String::from("\"");
    for letter in label.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            letter if breaks(letter) => text.extend(letter.escape_default()),
            letter => text.push(letter),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dimension;

    #[test]
    fn elements_of_matrices_have_their_places() {
        let shape = [2, 3, 4];
        for place in 0..24 {
            let (a, b, c) = (place / 12, place / 4 % 3, place % 4);
            assert_eq!(ElementOrder::FirstFastest.place(place, &shape), a + 2 * (b + 3 * c));
            assert_eq!(ElementOrder::LastFastest.place(place, &shape), place);
        }
    }

    #[test]
    fn names_have_labels() {
        let mut data = Dataset::draws(1, 1)
            .along(Dimension::text("a", ["x, y", "]"]))
            .and_then(|data| data.along(Dimension::range("b", 0)))
            .unwrap();
        data.add_elements("v", &["a"], ElementOrder::LastFastest, &[1.0, 2.0]).unwrap();
        data.add_elements("none", &["b"], ElementOrder::LastFastest, &[]).unwrap();
        let names: Vec<String> = data.elements().map(|quantity| quantity.name).collect();
        assert_eq!(names, ["v[\"x, y\"]", "v[\"]\"]"]);
        for name in ["v[\"x, y\"]", "v[x, y]"] {
            assert_eq!(data.quantity(name).unwrap().chains, [[1.0]]);
        }
        assert!(data.add_elements("w", &["c"], ElementOrder::LastFastest, &[1.0]).is_err());
        assert!(data.add_elements("w", &["a"], ElementOrder::LastFastest, &[1.0]).is_err());
    }
}
