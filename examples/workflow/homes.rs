use monomorph::prelude::*;
use std::error::Error as Failure;

/// Homes in Minnesota: a row for each home, and names of counties.
pub struct Homes {
    pub county: Labels,
    /// 0 where radon was measured in the basement, 1 on the first floor.
    pub floor: Vec<f64>,
    /// The logarithm of the uranium in the county's soil, in parts per million.
    pub uranium: Vec<f64>,
    /// The logarithm of radon, in picocuries per litre.
    pub radon: Vec<f64>,
}

/// Reads the columns county, floor, uranium and radon.
pub fn read(file: &str) -> Result<Homes, Box<dyn Failure>> {
    let (mut county, mut floor, mut uranium, mut radon) = (vec![], vec![], vec![], vec![]);
    for row in csv::Reader::from_path(file)?.deserialize() {
        let row: (String, f64, f64, f64) = row?;
        county.push(row.0);
        floor.push(row.1);
        uranium.push(row.2);
        radon.push(row.3);
    }
    Ok(Homes { county: Labels::from(&county).named("county"), floor, uranium, radon })
}

/// A line: a home on the first floor has less radon.
pub fn line(homes: &Homes) -> impl Model {
    let Homes { floor, radon, .. } = homes;
    params! { mu: real(), slope: real(), sigma: positive() }
    model! {
        mu    |= normal(1.0, 1.0),
        slope |= normal(0.0, 1.0),
        sigma |= half_normal(1.0),
        data(radon) |= normal(mu + slope * data(floor), sigma),
    }
}

/// The line with counties, which differ by the uranium in their soil and by `tau`.
pub fn counties(homes: &Homes) -> impl Model {
    let Homes { county, floor, uranium, radon } = homes;
    params! {
        mu: real(), slope: real(), soil: real(), tau: positive(), sigma: positive(), z: vector(county),
    }
    model! {
        mu    |= normal(1.0, 1.0),
        slope |= normal(0.0, 1.0),
        soil  |= normal(0.0, 1.0),
        tau   |= half_normal(0.5),
        sigma |= half_normal(1.0),
        z     |= normal(0.0, 1.0),
        data(radon) |= normal(
            mu + slope * data(floor) + soil * data(uranium) + tau * z.at(county),
            sigma,
        ),
    }
}

/// The share of the variance that is between counties.
pub fn between(homes: &Homes, radon: &[f64]) -> f64 {
    let mut counties = vec![(0.0, 0.0); homes.county.levels().len()];
    for (&county, radon) in homes.county.codes().iter().zip(radon) {
        counties[county].0 += 1.0;
        counties[county].1 += radon;
    }
    let mean = radon.iter().sum::<f64>() / radon.len() as f64;
    let between: f64 = counties.iter().map(|(count, sum)| count * (sum / count - mean).powi(2)).sum();
    between / radon.iter().map(|radon| (radon - mean).powi(2)).sum::<f64>()
}
