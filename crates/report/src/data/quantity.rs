//! One number of a posterior with its draws.

use super::{Dataset, Tree, groups};

/// One number with its draws, which figures show.
///
/// ```
/// use monomorph_report::data::Quantity;
///
/// let tau = Quantity::new("tau", vec![vec![0.5, 1.0], vec![2.0, 0.1]]).lower(0.0).units("pCi/L");
/// assert_eq!(tau.label(), "tau (pCi/L)");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a quantity has no effect outside a store or a page"]
#[non_exhaustive]
pub struct Quantity {
    /// The name, with labels: `alpha[St Louis]`.
    pub name: String,
    /// The draws, chain by chain.
    pub chains: Vec<Vec<f64>>,
    /// The least possible value, if there is one.
    pub lower: Option<f64>,
    /// The largest possible value, if there is one.
    pub upper: Option<f64>,
    /// The units, if they are known.
    pub units: Option<String>,
}

impl Quantity {
    /// Makes a quantity without bounds and units.
    pub fn new(name: impl Into<String>, chains: Vec<Vec<f64>>) -> Self {
        Self { name: name.into(), chains, lower: None, upper: None, units: None }
    }

    /// Returns the quantity with a least possible value.
    pub fn lower(mut self, bound: f64) -> Self {
        self.lower = Some(bound);
        self
    }

    /// Returns the quantity with a largest possible value.
    pub fn upper(mut self, bound: f64) -> Self {
        self.upper = Some(bound);
        self
    }

    /// Returns the quantity with units.
    pub fn units(mut self, units: impl Into<String>) -> Self {
        self.units = Some(units.into());
        self
    }

    /// The name with the units, if there are any.
    pub fn label(&self) -> String {
        match &self.units {
            Some(units) => format!("{} ({units})", self.name),
            None => self.name.clone(),
        }
    }

    /// Returns the finite draws of all chains, sorted.
    pub(crate) fn sorted(&self) -> Vec<f64> {
        crate::statistics::sorted(self.chains.iter().flatten())
    }

    /// Returns true if a name is that of this quantity, or of the variable whose element it is.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        self.name == name || self.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('['))
    }
}

/// A source of quantities that figures can show.
pub trait Quantities {
    /// All quantities, in the order in which they are shown.
    fn quantities(&self) -> Vec<Quantity>;
}

impl Quantities for Dataset {
    fn quantities(&self) -> Vec<Quantity> {
        self.elements().collect()
    }
}

impl Quantities for Tree {
    /// Returns the quantities of the posterior.
    fn quantities(&self) -> Vec<Quantity> {
        self.get(groups::POSTERIOR).map(Dataset::quantities).unwrap_or_default()
    }
}

impl Quantities for [Quantity] {
    fn quantities(&self) -> Vec<Quantity> {
        self.to_vec()
    }
}

impl Quantities for Vec<Quantity> {
    fn quantities(&self) -> Vec<Quantity> {
        self.clone()
    }
}

impl<const N: usize> Quantities for [Quantity; N] {
    fn quantities(&self) -> Vec<Quantity> {
        self.to_vec()
    }
}

impl Quantities for Quantity {
    fn quantities(&self) -> Vec<Quantity> {
        vec![self.clone()]
    }
}
