//! Which quantities a page shows, where it cannot show all.

use super::Fit;
use crate::data::{Dataset, Quantity, Variable};

/// Quantities that are looked at for pairs at most.
const LOOKED_AT: usize = 300;

/// Variables and elements of a posterior: those whose chains are worst first, then scalars, then all others.
pub(super) fn by_need<'a>(fit: &Fit, posterior: &'a Dataset) -> Vec<(&'a Variable, usize)> {
    let wanted = fit.wanted();
    let mut found: Vec<(f64, &Variable, usize)> = vec![];
    // Names of rows are looked up once: there may be many.
    let badness: std::collections::HashMap<&str, f64> =
        fit.rows.iter().map(|row| (row.name.as_str(), row.badness(wanted))).collect();
    for variable in posterior.variables() {
        let count = posterior.element_count(variable).unwrap_or(0);
        for element in 0..count {
            let own = badness.get(posterior.element_name(variable, element).as_str()).copied().unwrap_or(0.0);
            let is_scalar = variable.dimensions.len() == 2;
            found.push((own + if is_scalar { 1e-3 } else { 0.0 }, variable, element));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, variable, element)| (variable, element)).collect()
}

/// At most so many quantities for pairs, of each variable two: those along which divergent transitions gather,
/// or, where none diverged, those whose chains are worst. Constants say nothing.
pub(super) fn for_pairs(fit: &Fit, posterior: &Dataset, most: usize) -> Vec<Quantity> {
    let divergent = fit.divergences().concat();
    let candidates = by_need(fit, posterior);
    let mut quantities: Vec<Quantity> = candidates
        .into_iter()
        .take(LOOKED_AT)
        .map(|(variable, element)| posterior.element(variable, element))
        .filter(|own| own.sorted().windows(2).any(|pair| pair[0] < pair[1]))
        .collect();
    if divergent.contains(&true) {
        quantities.sort_by(|a, b| gathering(b, &divergent).total_cmp(&gathering(a, &divergent)));
    }
    let mut found: Vec<Quantity> = vec![];
    let variable = |own: &Quantity| own.name.split('[').next().unwrap_or_default().to_string();
    for own in quantities {
        let same = found.iter().filter(|other| variable(other) == variable(&own)).count();
        let is_copy = found.iter().any(|other| follows(other, &own));
        if same < 2 && !is_copy && found.len() < most {
            found.push(own);
        }
    }
    found
}

/// How far the mean rank of divergent draws is from that of all, in units in which chance gives about 1.
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

/// True if two quantities have the same order of draws, as a number and its logarithm: one of them says it all.
fn follows(a: &Quantity, b: &Quantity) -> bool {
    let (a, b) = (a.chains.concat(), b.chains.concat());
    let mut pairs = a.windows(2).zip(b.windows(2)).take(200);
    let same = |(x, y): (&[f64], &[f64])| x[0].total_cmp(&x[1]) == y[0].total_cmp(&y[1]);
    a.len() == b.len() && a.len() > 20 && pairs.all(same)
}
