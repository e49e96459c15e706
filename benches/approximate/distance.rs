//! The distance of draws from reference moments.

use monomorph_diagnostics::psis::psis;

/// The reference mean and standard deviation of an element, with its place among all elements.
#[derive(Clone, Copy)]
pub struct Reference {
    pub place: usize,
    pub mean: f64,
    pub sd: f64,
}

/// The distances of draws as they are and after PSIS, with the k̂ of their weights.
#[derive(Clone, Copy)]
pub struct Distances {
    pub plain: f64,
    pub weighted: f64,
    pub khat: f64,
}

/// The distances of draws, of which `value` gives the element of a place in a draw.
pub fn distances(references: &[Reference], ratios: &[f64], value: impl Fn(usize, usize) -> f64) -> Distances {
    let equal = vec![1.0 / ratios.len() as f64; ratios.len()];
    let smoothed = psis(ratios, 1.0);
    let weights: Vec<f64> = match &smoothed {
        Ok(smoothed) => smoothed.log_weights.iter().map(|weight| weight.exp()).collect(),
        Err(_) => equal.clone(),
    };
    let khat = smoothed.map_or(f64::INFINITY, |smoothed| smoothed.quality.pareto_k);
    let of = |weights: &[f64]| mean(references.iter().map(|reference| one(*reference, weights, &value)));
    Distances { plain: of(&equal), weighted: of(&weights), khat }
}

/// The distance of a mode: of its place alone.
pub fn of_mode(references: &[Reference], values: &[f64]) -> f64 {
    mean(references.iter().map(|Reference { place, mean, sd }| (values[*place] - mean).abs() / sd))
}

fn one(reference: Reference, weights: &[f64], value: &impl Fn(usize, usize) -> f64) -> f64 {
    let Reference { place, mean: expected, sd } = reference;
    let mean: f64 = weights.iter().enumerate().map(|(draw, weight)| weight * value(place, draw)).sum();
    let square = |(draw, weight): (usize, &f64)| weight * (value(place, draw) - mean).powi(2);
    let deviation = weights.iter().enumerate().map(square).sum::<f64>().sqrt();
    (mean - expected).hypot(deviation - sd) / sd
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

/// The median; NaN of nothing.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
