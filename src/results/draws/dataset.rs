//! Draws as a dataset of variables with named dimensions, which files and figures are made of, and back.

use super::Draws;
use crate::error::Error;
use crate::labels::{Levels, SideLevels};
use crate::shape::Extent;
use crate::trace::{VariableInfo, interned};
use monomorph_report::data::{Dataset, Dimension, ElementOrder, Labels, Tree, Values, groups};
use std::path::Path;

impl Draws {
    /// The draws as a dataset: each variable with the dimensions `chain` and `draw` and those of its own,
    /// which have the names and labels that [`Labels`](crate::labels::Labels) gave them, or are called like
    /// `theta_dim_0`.
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
            debug_assert!(added.is_ok(), "{added:?}");
        }
        dataset
    }

    /// The draws of a dataset whose variables have the dimensions `chain` and `draw` first, such as the group
    /// `posterior` of a store that ArviZ wrote. Variables of more than two dimensions of their own are
    /// refused.
    ///
    /// # Errors
    ///
    /// [`Error::Results`], naming the variable.
    pub fn from_dataset(dataset: &Dataset) -> Result<Self, Error> {
        let (chains, draws) = (dataset.chains(), dataset.draws_per_chain());
        let (mut variables, mut values) = (Vec::new(), Vec::new());
        for variable in dataset.variables() {
            let refused =
                |what: &str| Error::Results { reason: format!("the variable `{}` {what}", variable.name) };
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
            let side = |place: usize| sides.get(place).and_then(|dimension| levels_of(dimension));
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

    /// Writes the draws to a Zarr store, as the group `posterior`, which ArviZ opens with `arviz.from_zarr`
    /// and xarray with `open_datatree`. A store that is there is replaced.
    ///
    /// [`Fit::tree`](crate::sampling::Fit::tree) has the sampler's statistics too, and room for other groups.
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
        Ok(library(Tree::new().with(groups::POSTERIOR, self.dataset())).to_zarr(path)?)
    }

    /// Reads the draws of the group `posterior` of a Zarr store, with names and labels.
    ///
    /// # Errors
    ///
    /// [`Error::Results`], naming the file or the variable.
    pub fn from_zarr(path: impl AsRef<Path>) -> Result<Self, Error> {
        let tree = Tree::from_zarr(&path)?;
        let missing = || Error::Results {
            reason: format!("{}: there is no group `posterior`", path.as_ref().display()),
        };
        Self::from_dataset(tree.get(groups::POSTERIOR).ok_or_else(missing)?)
    }
}

/// The tree with the name and the version of this library, as ArviZ looks for them.
pub(crate) fn library(tree: Tree) -> Tree {
    tree.attribute("inference_library", "monomorph")
        .attribute("inference_library_version", env!("CARGO_PKG_VERSION"))
        .attribute("creation_library", "monomorph")
}

/// Adds a variable with its draws element after element, in the order of names.
pub(crate) fn add_variable(
    dataset: &mut Dataset,
    variable: &VariableInfo,
    dimensions: &[String],
    by_element: &[f64],
) -> Result<(), monomorph_report::Error> {
    let dimensions: Vec<&str> = dimensions.iter().map(String::as_str).collect();
    dataset.add_elements(variable.name, &dimensions, ElementOrder::FirstFastest, by_element)
}

/// Adds the dimensions of a variable's elements to a dataset, and returns their names. None is called like
/// one of `all` variables, which xarray does not allow.
pub(crate) fn add_dimensions(
    dataset: &mut Dataset,
    variable: &VariableInfo,
    all: &[VariableInfo],
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let sizes = match variable.extent() {
        Extent::Scalar => vec![],
        Extent::Vector(length) => vec![length],
        Extent::Matrix { length, columns } => vec![length.checked_div(columns).unwrap_or(0), columns],
    };
    let levels = [variable.levels.rows, variable.levels.columns];
    let is_variable = |name: &str| all.iter().any(|variable| variable.name == name);
    for (place, (size, levels)) in sizes.into_iter().zip(levels).enumerate() {
        let own = format!("{}_dim_{place}", variable.name);
        let labels = match levels {
            Some(levels) => Labels::Text(levels.iter().map(str::to_owned).collect()),
            None => Labels::Range(size),
        };
        let named = levels
            .map(Levels::name)
            .filter(|name| !name.is_empty() && !is_variable(name) && !names.iter().any(|own| own == name));
        let shared =
            named.filter(|name| dataset.add_dimension(Dimension::new(*name, labels.clone())).is_ok());
        if shared.is_none() {
            // Another variable may have the name, or the dimension other labels there.
            let added = dataset.add_dimension(Dimension::new(&own, labels));
            debug_assert!(added.is_ok(), "{added:?}");
        }
        names.push(shared.map_or(own, str::to_owned));
    }
    names
}

/// The levels of a dimension whose labels are text.
fn levels_of(dimension: &Dimension) -> Option<&'static Levels> {
    match &dimension.labels {
        Labels::Text(labels) => Some(Levels::kept(dimension.name.clone(), labels.clone())),
        _ => None,
    }
}
