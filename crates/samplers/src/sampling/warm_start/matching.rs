//! Finds the elements of a posterior's parameters in an adaptation, by their names.

use super::adaptation::{Adaptation, Parameter, is_labelled};
use crate::error::Error;
use crate::target::Target;
use crate::trace::{Value, VariableInfo};
use crate::workspace::Workspace;
use std::collections::HashMap;

/// A parameter that is both in the posterior and in the adaptation.
struct Match<'a> {
    variable: VariableInfo,
    kept: &'a Parameter,
    /// The place of each element among the adaptation's elements, in the order of names; `None` for a new
    /// element.
    places: Vec<Option<usize>>,
}

/// The parameters that are both in a posterior and in an adaptation.
pub(in crate::sampling) struct Matching<'a> {
    target: &'a dyn Target,
    matches: Vec<Match<'a>>,
    /// True if every element of every parameter of the posterior is in the adaptation.
    pub is_whole: bool,
    /// True if every element of the adaptation is in the posterior.
    pub is_onto: bool,
    /// All values of the posterior's variables.
    values: Vec<f64>,
}

impl<'a> Matching<'a> {
    /// Finds each parameter of the adaptation in the posterior. The error names a parameter that is
    /// missing, or has another size.
    pub fn of(adaptation: &'a Adaptation, target: &'a dyn Target) -> Result<Self, Error> {
        let all = target.variables();
        let values = vec![0.0; all.iter().map(VariableInfo::size).sum()];
        let variables: Vec<VariableInfo> = all.into_iter().filter(|variable| !variable.is_defined).collect();
        for kept in &adaptation.parameters {
            if !variables.iter().any(|variable| variable.name == kept.name) {
                let known = variables.iter().map(|variable| variable.name.to_owned()).collect();
                return Err(Error::UnknownName { name: kept.name.clone(), known });
            }
        }
        let (mut matches, mut is_whole, mut is_onto) = (Vec::new(), true, true);
        for variable in variables {
            match adaptation.parameters.iter().find(|kept| kept.name == variable.name) {
                Some(kept) => {
                    let places = places(kept, &variable)?;
                    is_whole &= places.iter().all(Option::is_some);
                    is_onto &= places.iter().flatten().count() == kept.elements.len();
                    matches.push(Match { variable, kept, places });
                }
                None => is_whole = false,
            }
        }
        Ok(Self { target, matches, is_whole, is_onto, values })
    }

    /// Sets the coordinates of all elements that are in the adaptation to the values of one of its draws.
    pub fn place(&mut self, draw: usize, point: &mut [f64], workspace: &mut Workspace) -> Result<(), Error> {
        for Match { variable, kept, places } in &self.matches {
            let drawn = &kept.values[draw * kept.elements.len()..][..kept.elements.len()];
            let mut elements: Vec<f64> = places.iter().map(|place| place.map_or(0.0, |k| drawn[k])).collect();
            if places.contains(&None) {
                // New elements keep the values that they have at the point.
                self.target.constrain_into(point, &mut self.values, workspace)?;
                let own = &self.values[variable.offset..][..variable.size()];
                for ((element, place), own) in elements.iter_mut().zip(places).zip(own) {
                    *element = if place.is_some() { *element } else { *own };
                }
            }
            let value = Value::of_names(variable.extent(), &elements).into_vec();
            self.target.place(variable.name, &value, point, workspace).map_err(|error| match error {
                // The error names the setting `initial`.
                Error::InvalidSetting { .. } => {
                    let rule =
                        "not be set for a density of one's own, which does not turn values into points";
                    Error::InvalidSetting { setting: "warm_start", rule }
                }
                other => other,
            })?;
        }
        Ok(())
    }
}

/// Returns the place of each element of a variable among the adaptation's elements: by names if both have
/// labels, else in order.
fn places(kept: &Parameter, variable: &VariableInfo) -> Result<Vec<Option<usize>>, Error> {
    if kept.is_labelled && is_labelled(variable) {
        let known: HashMap<&str, usize> =
            kept.elements.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
        return Ok(variable.element_names().map(|name| known.get(name.as_str()).copied()).collect());
    }
    if kept.elements.len() != variable.size() {
        return Err(Error::LengthMismatch {
            statement: String::new(),
            expected_by: format!("the parameter `{}`", variable.name),
            expected: variable.size(),
            found_in: "that of the adaptation (elements are found by labels only where both have them)"
                .to_owned(),
            found: kept.elements.len(),
        });
    }
    Ok((0..variable.size()).map(Some).collect())
}
