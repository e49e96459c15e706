//! Random walks over places t₁ < … < tₙ at distances dᵢ = tᵢ₊₁ − tᵢ. For order one xᵀR x is
//!
//!   Σᵢ (xᵢ₊₁ − xᵢ)²/dᵢ,
//!
//! as for a Wiener process. For order two it is, with hᵢ = (dᵢ₋₁ + dᵢ)/2,
//!
//!   Σᵢ ((xᵢ₊₁ − xᵢ)/dᵢ − (xᵢ − xᵢ₋₁)/dᵢ₋₁)²/hᵢ,
//!
//! which for distances of 1 is a sum of squared second differences. The law does not depend on a level, and
//! for order two it does not depend on a trend either. Lindgren and Rue 2008, "On the second-order random
//! walk model for irregular locations".

use super::band::Band;
use super::component::Component;
use super::pinned::Pinned;
use super::structure::Term;
use std::sync::Arc;

/// Returns the terms of xᵀR x.
pub(super) fn terms(places: &[f64], order: usize) -> Vec<Term<3>> {
    let term = |(first, here): (usize, &[f64])| {
        let at = first as u32;
        let distances: Vec<f64> = here.windows(2).map(|pair| pair[1] - pair[0]).collect();
        if order == 1 {
            let slope = distances[0].sqrt().recip();
            return Term { places: [at, at + 1, at + 1], coefficients: [-slope, slope, 0.0] };
        }
        let [before, after] = [distances[0].recip(), distances[1].recip()];
        let root = (0.5 * (distances[0] + distances[1])).sqrt().recip();
        let coefficients = [before * root, -(before + after) * root, after * root];
        Term { places: [at, at + 1, at + 2], coefficients }
    };
    places.windows(order + 1).enumerate().map(term).collect()
}

/// Returns the walk as a factorised component.
pub(super) fn component(places: &[f64], order: usize, terms: &[Term<3>]) -> Component {
    let count = places.len();
    let level = (count as f64).sqrt().recip();
    let mut null = vec![vec![level; count]];
    if order == 2 {
        null.push(trend(places));
    }
    let factor = Arc::new(Band::new(terms.iter().map(|term| term.coefficients), order));
    Component::new((0..count).collect(), Pinned { factor, null })
}

/// Returns the trend over places as a vector with the sum 0 and the length 1.
pub(crate) fn trend(places: &[f64]) -> Vec<f64> {
    let count = places.len() as f64;
    // Distances to the first place are used, so that places far from 0 lose no digits.
    let distances: Vec<f64> = places.iter().map(|place| place - places[0]).collect();
    let mean = distances.iter().sum::<f64>() / count;
    let centred: Vec<f64> = distances.iter().map(|distance| distance - mean).collect();
    let length = centred.iter().map(|x| x * x).sum::<f64>().sqrt();
    centred.into_iter().map(|x| x / length).collect()
}

/// Checks that places ascend and that there are more of them than the order. The error is the reason.
pub(crate) fn check_places(places: &[f64], order: usize) -> Result<(), String> {
    if places.len() <= order {
        return Err(format!("there are {} places, but at least {} are needed", places.len(), order + 1));
    }
    let is_apart = |&place: &usize| {
        let distance = places[place + 1] - places[place];
        distance > 0.0 && distance < f64::INFINITY
    };
    match (0..places.len() - 1).find(|place| !is_apart(place)) {
        Some(place) => Err(format!(
            "places must be finite and ascend, but {} at index {place} is followed by {} at index {}",
            places[place],
            places[place + 1],
            place + 1
        )),
        None => Ok(()),
    }
}
