//! Datasets from the columns of a table, division of datasets, and new names for dimensions.

use super::{Dataset, Dimension, Tree, Values, Variable, set};
use crate::Error;

impl Dataset {
    /// Makes a dataset of the columns of a table, which share one dimension: data of
    /// [`OBSERVED_DATA`](super::groups::OBSERVED_DATA) and [`CONSTANT_DATA`](super::groups::CONSTANT_DATA).
    ///
    /// ```
    /// use monomorph_report::data::{Dataset, Dimension};
    ///
    /// let (floor, county) = (vec![0.0, 1.0], vec!["Aitkin".to_owned(), "Cass".to_owned()]);
    /// let home = Dimension::range("home", 2);
    /// let data = Dataset::of_columns(home, [("floor", floor.into()), ("county", county.into())])?;
    /// assert_eq!(data.variable("county").unwrap().dimensions, ["home"]);
    /// # Ok::<(), monomorph_report::Error>(())
    /// ```
    pub fn of_columns<'n>(
        dimension: Dimension,
        columns: impl IntoIterator<Item = (&'n str, Values)>,
    ) -> Result<Self, Error> {
        let along = [dimension.name.clone()];
        let mut data = Self::new().along(dimension)?;
        for (name, values) in columns {
            data.add(Variable::new(name, &along, values))?;
        }
        Ok(data)
    }

    /// Divides the dataset into the variables with these names, and the others, each with the dimensions
    /// that they need. It divides draws of the prior into draws of parameters and of data.
    ///
    /// ```
    /// use monomorph_report::data::{Dataset, Variable};
    ///
    /// let draws = Dataset::draws(1, 2)
    ///     .with(Variable::new("mu", ["chain", "draw"], vec![0.5, 1.5]))?
    ///     .with(Variable::new("y", ["chain", "draw"], vec![0.4, 1.1]))?;
    /// let (predictive, prior) = draws.split(["y"]);
    /// assert!(predictive.variable("y").is_some() && prior.variable("mu").is_some());
    /// assert!(prior.variable("y").is_none());
    /// # Ok::<(), monomorph_report::Error>(())
    /// ```
    pub fn split<'n>(self, names: impl IntoIterator<Item = &'n str>) -> (Self, Self) {
        let names: Vec<&str> = names.into_iter().collect();
        let Self { dimensions, variables, attributes } = self;
        let (own, others) = variables.into_iter().partition(|one| names.contains(&one.name.as_str()));
        let part = |variables: Vec<Variable>| {
            let is_used = |dimension: &&Dimension| {
                let name = &dimension.name;
                name == "chain" || name == "draw" || variables.iter().any(|one| one.dimensions.contains(name))
            };
            let dimensions = dimensions.iter().filter(is_used).cloned().collect();
            Self { dimensions, variables, attributes: attributes.clone() }
        };
        (part(own), part(others))
    }

    /// Sets the units of a variable, which figures write after its name. Nothing changes if there is no
    /// such variable.
    ///
    /// ```
    /// use monomorph_report::data::{Dataset, Variable};
    ///
    /// let draws = Dataset::draws(1, 2)
    ///     .with(Variable::new("sigma", ["chain", "draw"], vec![0.5, 1.5]))?
    ///     .unit("sigma", "pCi/L");
    /// assert_eq!(draws.quantity("sigma").unwrap().label(), "sigma (pCi/L)");
    /// # Ok::<(), monomorph_report::Error>(())
    /// ```
    pub fn unit(mut self, variable: &str, units: &str) -> Self {
        self.set_unit(variable, units);
        self
    }

    fn set_unit(&mut self, variable: &str, units: &str) {
        for own in self.variables.iter_mut().filter(|own| own.name == variable) {
            set(&mut own.attributes, "units", units.into());
        }
    }

    /// Gives a dimension another name and other labels, such as `home` in place of `y_dim_0`: for example,
    /// the dimension of predicted data gets the name that it has in the table of the data. Nothing changes
    /// if there is no such dimension.
    ///
    /// # Errors
    ///
    /// A dimension of another length, or a name that another dimension has.
    ///
    /// ```
    /// use monomorph_report::data::{Dataset, Dimension};
    ///
    /// let data = Dataset::of_data("y", &[0.5, 1.5])?;
    /// let data = data.renamed("y_dim_0", Dimension::text("town", ["Ely", "Cloquet"]))?;
    /// assert_eq!(data.variable("y").unwrap().dimensions, ["town"]);
    /// # Ok::<(), monomorph_report::Error>(())
    /// ```
    pub fn renamed(mut self, from: &str, to: Dimension) -> Result<Self, Error> {
        let Some(place) = self.dimensions.iter().position(|own| own.name == from) else { return Ok(self) };
        let wrong = |what: String| Err(Error::new(what).of_variable(from));
        if self.dimensions[place].len() != to.len() {
            let (own, other) = (self.dimensions[place].len(), to.len());
            return wrong(format!("the dimension has {own} places, and `{}` has {other}", to.name));
        }
        if to.name != from && self.dimension(&to.name).is_some_and(|own| *own != to) {
            return wrong(format!("another dimension is called `{}`", to.name));
        }
        for variable in &mut self.variables {
            let both = [from, to.name.as_str()].map(|name| variable.dimensions.iter().any(|own| own == name));
            if to.name != from && both == [true, true] {
                return wrong(format!("`{}` has the dimension `{}` too", variable.name, to.name));
            }
            variable.dimensions.iter_mut().filter(|own| *own == from).for_each(|own| *own = to.name.clone());
        }
        match self.dimensions.iter().position(|own| own.name == to.name && own.name != from) {
            Some(_) => drop(self.dimensions.remove(place)),
            None => self.dimensions[place] = to,
        }
        Ok(self)
    }
}

impl Tree {
    /// Sets the units of a variable in all groups: see [`Dataset::unit`].
    pub fn set_unit(&mut self, variable: &str, units: &str) {
        self.groups.iter_mut().for_each(|(_, dataset)| dataset.set_unit(variable, units));
    }
}
