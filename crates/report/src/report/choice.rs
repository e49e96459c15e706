//! Chooses the quantities that a page shows if it cannot show all.

use super::{ReportedFit, Row};
use crate::data::{Dataset, Quantity, Variable};
use crate::statistics::ascending;
use std::collections::HashMap;

/// The most quantities that are examined for pairs.
const LOOKED_AT: usize = 300;

/// Returns the variables and elements of a posterior that are not left out: those whose chains are worst
/// first, then scalars, then all others.
pub(super) fn by_need<'a>(fit: &ReportedFit, posterior: &'a Dataset) -> Vec<(&'a Variable, usize)> {
    let wanted = fit.wanted();
    let places = places(&fit.rows);
    let left_out = fit.names_left_out();
    let (mut found, mut keys) = (vec![], vec![]);
    for variable in posterior.variables() {
        let count = posterior.element_count(variable).unwrap_or(0);
        for element in 0..count {
            let name = posterior.element_name(variable, element);
            if left_out.contains(name.as_str()) {
                continue;
            }
            let row = places.get(name.as_str());
            let own = row.map_or(0.0, |place| fit.rows[*place].badness(wanted));
            let is_scalar = variable.dimensions.len() == 2;
            keys.push(-own - if is_scalar { 1e-3 } else { 0.0 });
            found.push((variable, element));
        }
    }
    ascending(&keys).into_iter().map(|place| found[place]).collect()
}

/// Returns the place of each row by its name, as a map, since searching many rows for each name would be
/// slow.
pub(super) fn places(rows: &[Row]) -> HashMap<&str, usize> {
    rows.iter().enumerate().map(|(place, row)| (row.name.as_str(), place)).collect()
}

/// Returns at most `most` quantities for pairs, at most two of each variable: those along which divergent
/// transitions cluster, or, without divergences, those whose chains are worst. Constants are left out.
pub(super) fn for_pairs(fit: &ReportedFit, posterior: &Dataset, most: usize) -> Vec<Quantity> {
    let divergent = fit.divergences().concat();
    let candidates = by_need(fit, posterior);
    let mut quantities: Vec<(&str, Quantity)> = candidates
        .into_iter()
        .take(LOOKED_AT)
        .map(|(variable, element)| (variable.name.as_str(), posterior.element(variable, element)))
        .filter(|(_, own)| own.sorted().windows(2).any(|pair| pair[0] < pair[1]))
        .collect();
    if divergent.contains(&true) {
        let keys: Vec<f64> = quantities.iter().map(|(_, own)| -gathering(own, &divergent)).collect();
        quantities = ascending(&keys).into_iter().map(|place| quantities[place].clone()).collect();
    }
    let mut found: Vec<(&str, Quantity)> = vec![];
    for (variable, own) in quantities {
        let same = found.iter().filter(|(other, _)| *other == variable).count();
        let is_copy = found.iter().any(|(_, other)| follows(other, &own));
        if same < 2 && !is_copy && found.len() < most {
            found.push((variable, own));
        }
    }
    found.into_iter().map(|(_, own)| own).collect()
}

/// Returns the difference between the mean rank of divergent draws and that of all draws, in units in which
/// chance gives about 1.
fn gathering(own: &Quantity, divergent: &[bool]) -> f64 {
    let values = own.chains.concat();
    let sorted = own.sorted();
    let count = divergent.iter().filter(|is| **is).count() as f64;
    let rank =
        |value: f64| sorted.partition_point(|other| *other < value) as f64 / sorted.len().max(1) as f64;
    let marked = values.iter().zip(divergent).filter(|(_, is)| **is);
    let shift = marked.map(|(value, _)| rank(*value) - 0.5).sum::<f64>();
    shift.abs() / (count / 12.0).sqrt()
}

/// Returns true if two quantities have the same order of draws, as a number and its logarithm do: showing
/// one of them suffices.
fn follows(a: &Quantity, b: &Quantity) -> bool {
    let (a, b) = (a.chains.concat(), b.chains.concat());
    let mut pairs = a.windows(2).zip(b.windows(2)).take(200);
    let same = |(x, y): (&[f64], &[f64])| x[0].total_cmp(&x[1]) == y[0].total_cmp(&y[1]);
    a.len() == b.len() && a.len() > 20 && pairs.all(same)
}
