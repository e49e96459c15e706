//! Datasets.

use super::{Attributes, Dimension, Variable, get, set};
use crate::Error;
use crate::json::Json;

/// Variables that share dimensions: one group of a [`Tree`](super::Tree).
///
/// ```
/// use monomorph_report::data::{Dataset, Dimension, Variable};
///
/// let data = Dataset::draws(2, 1)
///     .along(Dimension::text("school", ["Choate", "Deerfield"]))?
///     .with(Variable::new("theta", ["chain", "draw", "school"], vec![1.0, 2.0, 3.0, 4.0]))?;
/// let quantity = data.quantity("theta[Deerfield]").unwrap();
/// assert_eq!(quantity.chains, [[2.0], [4.0]]);
///
/// let error = data.with(Variable::new("mu", ["chain", "draw"], vec![1.0])).unwrap_err();
/// assert_eq!(error.to_string(), "`mu`: 1 value, but chain × draw is 2 × 1");
/// # Ok::<(), monomorph_report::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use = "a data set has no effect outside a store or a page"]
pub struct Dataset {
    pub(super) dimensions: Vec<Dimension>,
    pub(super) variables: Vec<Variable>,
    /// Further facts about the dataset, by name.
    pub attributes: Attributes,
}

impl Dataset {
    /// Makes a dataset without dimensions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a dataset with the dimensions `chain` and `draw`.
    pub fn draws(chains: usize, draws: usize) -> Self {
        let dimensions = vec![Dimension::range("chain", chains), Dimension::range("draw", draws)];
        Self { dimensions, ..Self::default() }
    }

    /// Makes a dataset of one vector of data, with its own dimension.
    ///
    /// ```
    /// use monomorph_report::data::Dataset;
    ///
    /// let data = Dataset::of_data("y", &[0.5, 1.5])?;
    /// assert_eq!(data.variable("y").unwrap().dimensions, ["y_dim_0"]);
    /// # Ok::<(), monomorph_report::Error>(())
    /// ```
    pub fn of_data(name: &str, values: &[f64]) -> Result<Self, Error> {
        let mut data = Self::new();
        data.add_data(name, values)?;
        Ok(data)
    }

    /// Adds a vector of data, with its own dimension.
    pub fn add_data(&mut self, name: &str, values: &[f64]) -> Result<(), Error> {
        let dimension = format!("{name}_dim_0");
        self.add_dimension(Dimension::range(&dimension, values.len()))?;
        self.add(Variable::new(name, [dimension], values.to_vec()))
    }

    /// Adds a dimension, or nothing if an equal one exists.
    pub fn along(mut self, dimension: Dimension) -> Result<Self, Error> {
        self.add_dimension(dimension)?;
        Ok(self)
    }

    /// Adds a variable along existing dimensions.
    pub fn with(mut self, variable: Variable) -> Result<Self, Error> {
        self.add(variable)?;
        Ok(self)
    }

    /// Returns the dataset with an attribute.
    pub fn attribute(mut self, name: &str, value: impl Into<Json>) -> Self {
        set(&mut self.attributes, name, value.into());
        self
    }

    /// Adds a dimension in place, or nothing if an equal one exists.
    pub fn add_dimension(&mut self, dimension: Dimension) -> Result<(), Error> {
        let wrong = |what: &str| Err(Error::new(what).of_variable(&dimension.name));
        match self.dimension(&dimension.name) {
            Some(own) if *own == dimension => return Ok(()),
            Some(_) => return wrong("the dimension exists already, with other labels"),
            None if dimension.name.is_empty() => return wrong("a dimension needs a name"),
            None => self.dimensions.push(dimension),
        }
        Ok(())
    }

    /// Adds a variable in place, along existing dimensions. It may have the name of a dimension: a store
    /// then writes it under [another name](crate::zarr), with its own name as an attribute.
    pub fn add(&mut self, variable: Variable) -> Result<(), Error> {
        self.check_fits(&variable)?;
        self.variables.push(variable);
        Ok(())
    }

    /// Returns an error if the variable does not fit into this dataset.
    pub(super) fn check_fits(&self, variable: &Variable) -> Result<(), Error> {
        self.check(variable).map_err(|what| Error::new(what).of_variable(&variable.name))
    }

    fn check(&self, variable: &Variable) -> Result<(), String> {
        let name = &variable.name;
        if name.is_empty() {
            return Err("a variable needs a name".into());
        }
        if self.variable(name).is_some() {
            return Err("the dataset has a variable of this name already".into());
        }
        for (place, dimension) in variable.dimensions.iter().enumerate() {
            if self.dimension(dimension).is_none() {
                return Err(format!("the dataset has no dimension `{dimension}`"));
            }
            if variable.dimensions[..place].contains(dimension) {
                return Err(format!("the dimension `{dimension}` is named twice"));
            }
        }
        let shape = self.shape(variable);
        let (length, wanted) = (variable.values.len(), shape.iter().product::<usize>());
        if length != wanted {
            let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
            let values = if length == 1 { "value" } else { "values" };
            let dimensions = variable.dimensions.join(" × ");
            return Err(match shape.is_empty() {
                true => format!("{length} {values}, but no dimension"),
                false => format!("{length} {values}, but {dimensions} is {}", shape.join(" × ")),
            });
        }
        Ok(())
    }

    /// The dimensions, in the order in which they were added.
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// The dimension with a name.
    pub fn dimension(&self, name: &str) -> Option<&Dimension> {
        self.dimensions.iter().find(|dimension| dimension.name == name)
    }

    /// The variables, in the order in which they were added.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The variable with a name.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// The lengths of a variable's dimensions.
    pub fn shape(&self, variable: &Variable) -> Vec<usize> {
        let length = |name: &String| self.dimension(name).map_or(0, Dimension::len);
        variable.dimensions.iter().map(length).collect()
    }

    /// The value of an attribute.
    pub fn get_attribute(&self, name: &str) -> Option<&Json> {
        get(&self.attributes, name)
    }

    /// The number of chains; 0 without a dimension `chain`.
    pub fn chains(&self) -> usize {
        self.dimension("chain").map_or(0, Dimension::len)
    }

    /// The number of draws of a chain; 0 without a dimension `draw`.
    pub fn draws_per_chain(&self) -> usize {
        self.dimension("draw").map_or(0, Dimension::len)
    }
}
