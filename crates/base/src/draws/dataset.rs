//! The conversion of draws to and from a dataset of variables with named dimensions, from which files and
//! figures are made.

use super::Draws;
use super::warning::stored;
use crate::error::Error;
use crate::labels::{Levels, Part, Parts, SideLevels};
use crate::shape::Extent;
use crate::trace::{VariableInfo, interned};
use monomorph_report::data::{Dataset, Dimension, ElementOrder, Labels, Tree, Values, groups};
use std::path::Path;

impl Draws {
    /// Converts the draws to a dataset: each variable has the dimensions `chain` and `draw`, followed by
    /// its own. Its own dimensions have the names and labels that [`Labels`](crate::labels::Labels) gave
    /// them, or are called like `theta_dim_0`. For data with gaps the labels are the numbers of the rows
    /// that were observed. The [warnings](Self::warnings) of the sampler are not part of a dataset.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let county = Labels::from(&["Aitkin", "St Louis"]).named("county");
    /// params! { alpha: vector(&county) }
    /// let draws = model! { alpha |= normal(0.0, 1.0) }.sample_prior(50, 1)?;
    /// let dataset = draws.dataset();
    /// assert_eq!(dataset.variable("alpha").unwrap().dimensions, ["chain", "draw", "county"]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn dataset(&self) -> Dataset {
        let mut dataset = Dataset::draws(self.chains(), self.draws_per_chain());
        let length = self.chains() * self.draws_per_chain();
        let mut first = 0;
        for variable in self.variables() {
            let elements = &self.values()[first * length..(first + variable.size()) * length];
            first += variable.size();
            let dimensions = add_dimensions(&mut dataset, variable, self.variables());
            let added = add_variable(&mut dataset, variable, &dimensions, elements);
            // `Draws::new` has checked the number of values, and that names differ.
            added.expect("each variable fits into a dataset of its draws");
        }
        dataset
    }

    /// Reads the draws of a dataset whose variables begin with the dimensions `chain` and `draw`, such as
    /// the group `posterior` of a store that ArviZ wrote. Variables with more than two other dimensions are
    /// refused.
    ///
    /// Labels of any kind become labels of the elements, `theta[1990]`. Whole numbers of a dimension with a
    /// generated name, `theta_dim_0`, are indices of elements of a longer variable, `theta[3]`. A dataset
    /// does not distinguish definitions from parameters.
    ///
    /// # Errors
    ///
    /// [`Error::Results`], naming the variable.
    pub fn from_dataset(dataset: &Dataset) -> Result<Self, Error> {
        let (chains, draws) = (dataset.chains(), dataset.draws_per_chain());
        let (mut variables, mut values) = (Vec::new(), Vec::new());
        for variable in dataset.variables() {
            let refused = |what: &str| Error::results(format!("the variable `{}` {what}", variable.name));
            if !variable.has_draws() {
                return Err(refused("does not begin with the dimensions `chain` and `draw`"));
            }
            let sides: Vec<&Dimension> =
                variable.dimensions[2..].iter().filter_map(|name| dataset.dimension(name)).collect();
            let extent = match sides[..] {
                [] => Extent::Scalar,
                [side] => Extent::Vector(side.len()),
                [rows, columns] => {
                    Extent::Matrix { length: rows.len() * columns.len(), columns: columns.len() }
                }
                _ => return Err(refused("has more than two dimensions of its own")),
            };
            if matches!(variable.values, Values::Text(_)) {
                return Err(refused("is text"));
            }
            let side = |place: usize| levels_of(&variable.name, place, sides.get(place)?);
            let levels = SideLevels { rows: side(0), columns: side(1) };
            let name = interned(&variable.name);
            variables.push(VariableInfo::behind(&variables, name, extent, false).with_levels(levels));
            let size = extent.size();
            for place in extent.places() {
                values.extend((0..chains * draws).map(|draw| variable.values.number(draw * size + place)));
            }
        }
        Self::new(variables, chains, draws, values)
    }

    /// Writes the draws to a Zarr store, as the group `posterior`. ArviZ opens it with `arviz.from_zarr`
    /// from its version 1.0 on (Python 3.12), and xarray with `open_datatree`. ArviZ 0.23, the last version
    /// for Python 3.11, refuses Zarr 3 in `from_zarr`, but `InferenceData.from_datatree` accepts the tree
    /// that xarray opens. An existing store is replaced.
    ///
    /// `Fit::tree` also contains the sampler's statistics, and other groups can be added to it.
    ///
    /// # Errors
    ///
    /// [`Error::Results`], naming the file.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), eta: vector(3) }
    /// let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
    /// let fit = model.compile()?.nuts().chains(2).warmup(100).draws(50).seed(1).run()?;
    /// let store = std::env::temp_dir().join("monomorph-doc-draws.zarr");
    /// fit.draws().to_zarr(&store)?;
    /// assert_eq!(Draws::from_zarr(&store)?.column("eta[2]")?, fit.draws().column("eta[2]")?);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn to_zarr(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        Ok(of_run(Tree::new().with(groups::POSTERIOR, self.dataset()), self).to_zarr(path)?)
    }

    /// Reads the draws of the group `posterior` of a Zarr store, with names and labels, and with the
    /// [warnings](Self::warnings) of the sampler. A store that another program wrote, or that grew while
    /// chains ran, has no list of warnings: divergences, trajectories of the largest depth and low E-BFMI
    /// are then found in the group `sample_stats`.
    ///
    /// # Errors
    ///
    /// [`Error::Results`], naming the file or the variable.
    pub fn from_zarr(path: impl AsRef<Path>) -> Result<Self, Error> {
        let tree = Tree::from_zarr(&path)?;
        let missing =
            || Error::results(format!("{}: there is no group `posterior`", path.as_ref().display()));
        let draws = Self::from_dataset(tree.get(groups::POSTERIOR).ok_or_else(missing)?)?;
        Ok(draws.with_warnings(stored::warnings_of(&tree)))
    }
}

/// Adds to a tree the attributes of [`library`], and the warnings of the sampler about its draws.
pub fn of_run(tree: Tree, draws: &Draws) -> Tree {
    match stored::attribute(draws.warnings()) {
        Some(warnings) => library(tree).attribute(stored::ATTRIBUTE, warnings),
        None => library(tree),
    }
}

/// Adds the name and the version of this library to a tree, as attributes that ArviZ reads.
pub fn library(tree: Tree) -> Tree {
    tree.attribute("inference_library", "monomorph")
        .attribute("inference_library_version", env!("CARGO_PKG_VERSION"))
        .attribute("creation_library", "monomorph")
}

/// Adds a variable to a dataset; `by_element` has the draws of one element after the other, in the order of
/// their names.
pub fn add_variable(
    dataset: &mut Dataset,
    variable: &VariableInfo,
    dimensions: &[String],
    by_element: &[f64],
) -> Result<(), monomorph_report::Error> {
    let dimensions: Vec<&str> = dimensions.iter().map(String::as_str).collect();
    dataset.add_elements(variable.name, &dimensions, ElementOrder::FirstFastest, by_element)
}

/// Adds the dimensions of a variable's elements to a dataset, and returns their names. No dimension gets
/// the name of one of `all` variables if another name is possible.
pub fn add_dimensions(dataset: &mut Dataset, variable: &VariableInfo, all: &[VariableInfo]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let sizes = match variable.extent() {
        Extent::Scalar => vec![],
        Extent::Vector(length) => vec![length],
        Extent::Matrix { length, columns } => vec![length.checked_div(columns).unwrap_or(0), columns],
    };
    let levels = [variable.levels.rows, variable.levels.columns];
    let is_variable = |name: &str| all.iter().any(|variable| variable.name == name);
    for (place, (size, levels)) in sizes.into_iter().zip(levels).enumerate() {
        let labels = levels.map_or(Labels::Range(size), labels_of);
        let mut add = |name: &str| {
            !names.iter().any(|own| own == name)
                && dataset.add_dimension(Dimension::new(name, labels.clone())).is_ok()
        };
        let named = levels.map(Levels::name).filter(|name| !is_variable(name));
        let shared = named.filter(|name| add(name));
        // The name may be taken, by a variable or by a dimension with other labels.
        let own =
            if levels.is_some_and(are_cells) { cells(variable.name) } else { side(variable.name, place) };
        let numbered = (2..).map(|number| format!("{own}_{number}"));
        let mut free = core::iter::once(own.clone()).chain(numbered).filter(|name| !is_variable(name));
        let name = shared.map(str::to_owned).or_else(|| free.find(|name| add(name)));
        names.push(name.unwrap_or(own));
    }
    names
}

/// Returns the generated name of a dimension without a name, at a place among the dimensions of a variable.
fn side(variable: &str, place: usize) -> String {
    format!("{variable}_dim_{place}")
}

/// Returns the name of the single dimension of a matrix that has only some of its cells.
fn cells(variable: &str) -> String {
    format!("{variable}_cells")
}

/// Returns the labels of a dimension with levels: texts, or the numbers of rows.
fn labels_of(levels: &Levels) -> Labels {
    let rows = levels.rows().map(|rows| rows.into_iter().map(|row| row as i64).collect());
    rows.map_or_else(|| Labels::Text(levels.iter().map(str::to_owned).collect()), Labels::Integers)
}

/// True if the levels are cells of a matrix.
fn are_cells(levels: &Levels) -> bool {
    !levels.are_labels() && levels.rows().is_none()
}

/// Returns the levels of a dimension that stands at a place among the dimensions of a variable; `None` if
/// the dimension has no labels.
fn levels_of(variable: &str, place: usize, dimension: &Dimension) -> Option<&'static Levels> {
    let is_own = dimension.name == side(variable, place);
    let index = |part: &str| part.parse().ok().map(Part::Index);
    let cell = |text: &String| {
        let (row, column) = text.split_once(',')?;
        Some([Some(index(row)?), Some(index(column)?)])
    };
    let places: Option<Vec<Parts>> = match &dimension.labels {
        Labels::Range(_) => return None,
        Labels::Integers(rows) if is_own => {
            rows.iter().map(|row| Some([Some(index(&row.to_string())?), None])).collect()
        }
        Labels::Text(texts) if dimension.name == cells(variable) => texts.iter().map(cell).collect(),
        _ => None,
    };
    let labels = || (0..dimension.len()).map(|place| dimension.labels.label(place)).collect();
    let name = if is_own { String::new() } else { dimension.name.clone() };
    Some(places.map_or_else(|| Levels::kept(name, labels()), Levels::of_places))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error as _;
    use std::io;

    #[test]
    fn a_store_that_is_missing_is_not_found() {
        let error = Draws::from_zarr("/no/such/store.zarr").expect_err("no store");
        let of_the_store = error.source().expect("a source");
        assert!(of_the_store.is::<monomorph_report::Error>());
        let of_the_system = of_the_store.source().and_then(|source| source.downcast_ref::<io::Error>());
        assert_eq!(of_the_system.map(io::Error::kind), Some(io::ErrorKind::NotFound));
    }
}
