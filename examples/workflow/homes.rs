use monomorph::prelude::*;

/// A row of the file: the county; the floor, 0 for the basement and 1 for the first floor; the logarithm of
/// the uranium in the county's soil, in parts per million; the logarithm of radon, in picocuries per litre.
pub type Row = (String, f64, f64, f64);

pub fn read(file: &str) -> Result<Vec<Row>, csv::Error> {
    csv::Reader::from_path(file)?.deserialize().collect()
}

/// The columns of some rows.
pub struct Homes {
    pub county: Labels,
    pub floor: Vec<f64>,
    pub uranium: Vec<f64>,
    pub radon: Vec<f64>,
}

impl Homes {
    /// Counties that are not among the known ones are new.
    pub fn of(rows: &[Row], known: &Labels) -> Self {
        let county: Vec<&str> = rows.iter().map(|row| row.0.as_str()).collect();
        Self {
            county: known.extended(&county),
            floor: rows.iter().map(|row| row.1).collect(),
            uranium: rows.iter().map(|row| row.2).collect(),
            radon: rows.iter().map(|row| row.3).collect(),
        }
    }
}

/// Labels of no county.
pub fn none() -> Labels {
    Labels::from::<&str>(&[]).named("county")
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
        mu: real(), slope: real(), sigma: positive(), soil: real(), tau: positive(), z: vector(county),
    }
    model! {
        mu    |= normal(1.0, 1.0),
        slope |= normal(0.0, 1.0),
        sigma |= half_normal(1.0),
        soil  |= normal(0.0, 1.0),
        tau   |= half_normal(0.5),
        z     |= normal(0.0, 1.0),
        data(radon) |= normal(
            mu + slope * data(floor) + soil * data(uranium) + tau * z.at(county),
            sigma,
        ),
    }
}

/// The share of the variance of radon that lies between counties.
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
