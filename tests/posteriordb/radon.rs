//! Radon in homes, by county: pooled, partially pooled, with varying intercepts and slopes, centred and not.

use crate::*;

/// The data that all of these models share.
struct Homes {
    case: Case,
    county: Vec<u32>,
    floor: Vec<f64>,
    radon: Vec<f64>,
    counties: usize,
}

fn homes(posterior: &str) -> Option<Homes> {
    let case = Case::open(posterior)?;
    Some(Homes {
        county: case.indices("county_idx"),
        floor: case.vector("floor_measure"),
        radon: case.vector("log_radon"),
        counties: case.size("J"),
        case,
    })
}

#[test]
fn radon_pooled() {
    let Some(Homes { case, floor, radon, .. }) = homes("radon_mn-radon_pooled") else { return };
    params! { alpha: real(), beta: real(), sigma: positive() }
    case.compare(model! {
        sigma |= normal(0.0, 1.0),
        alpha |= normal(0.0, 10.0),
        beta  |= normal(0.0, 10.0),
        data(&radon) |= normal(alpha + beta * data(&floor), sigma),
    });
}

#[test]
fn radon_county_intercept() {
    for posterior in ["radon_mn-radon_county_intercept", "radon_all-radon_county_intercept"] {
        let Some(Homes { case, county, floor, radon, counties }) = homes(posterior) else { return };
        params! { alpha: vector(counties), beta: real(), sigma: positive() }
        case.compare(model! {
            sigma |= normal(0.0, 1.0),
            alpha |= normal(0.0, 10.0),
            beta  |= normal(0.0, 10.0),
            data(&radon) |= normal(alpha.at(&county) + beta * data(&floor), sigma),
        });
    }
}

#[test]
fn radon_partially_pooled_centered() {
    let Some(homes) = homes("radon_mn-radon_partially_pooled_centered") else { return };
    let Homes { case, county, radon, counties, .. } = homes;
    params! { alpha: vector(counties), mu_alpha: real(), sigma_alpha: positive(), sigma: positive() }
    case.compare(model! {
        sigma       |= normal(0.0, 1.0),
        sigma_alpha |= normal(0.0, 1.0),
        mu_alpha    |= normal(0.0, 10.0),
        alpha       |= normal(mu_alpha, sigma_alpha),
        data(&radon) |= normal(alpha.at(&county), sigma),
    });
}

#[test]
fn radon_hierarchical_intercept_noncentered() {
    for posterior in [
        "radon_mn-radon_hierarchical_intercept_noncentered",
        "radon_all-radon_hierarchical_intercept_noncentered",
    ] {
        let Some(Homes { case, county, floor, radon, counties }) = homes(posterior) else { return };
        let uranium = case.vector("log_uppm");
        params! {
            alpha_raw:   vector(counties),
            beta:        vector(2),
            mu_alpha:    real(),
            sigma_alpha: positive(),
            sigma:       positive(),
        }
        case.compare(model! {
            sigma_alpha |= normal(0.0, 1.0),
            sigma       |= normal(0.0, 1.0),
            mu_alpha    |= normal(0.0, 10.0),
            beta        |= normal(0.0, 10.0),
            alpha_raw   |= normal(0.0, 1.0),
            alpha = mu_alpha + sigma_alpha * alpha_raw,
            mu = alpha.at(&county) + beta.at(0) * data(&uranium) + beta.at(1) * data(&floor),
            data(&radon) |= normal(mu, sigma),
        });
    }
}

#[test]
fn radon_variable_intercept_slope_noncentered() {
    for posterior in [
        "radon_mn-radon_variable_intercept_slope_noncentered",
        "radon_all-radon_variable_intercept_slope_noncentered",
    ] {
        let Some(Homes { case, county, floor, radon, counties }) = homes(posterior) else { return };
        params! {
            sigma_y:     positive(),
            sigma_alpha: positive(),
            sigma_beta:  positive(),
            alpha_raw:   vector(counties),
            beta_raw:    vector(counties),
            mu_alpha:    real(),
            mu_beta:     real(),
        }
        case.compare(model! {
            sigma_y     |= normal(0.0, 1.0),
            sigma_alpha |= normal(0.0, 1.0),
            sigma_beta  |= normal(0.0, 1.0),
            mu_alpha    |= normal(0.0, 10.0),
            mu_beta     |= normal(0.0, 10.0),
            alpha_raw   |= normal(0.0, 1.0),
            beta_raw    |= normal(0.0, 1.0),
            alpha = mu_alpha + sigma_alpha * alpha_raw,
            beta = mu_beta + sigma_beta * beta_raw,
            data(&radon) |= normal(alpha.at(&county) + beta.at(&county) * data(&floor), sigma_y),
        });
    }
}

#[test]
fn radon_variable_intercept_centered() {
    let Some(homes) = homes("radon_mn-radon_variable_intercept_centered") else { return };
    let Homes { case, county, floor, radon, counties } = homes;
    params! {
        alpha:       vector(counties),
        beta:        real(),
        mu_alpha:    real(),
        sigma_alpha: positive(),
        sigma:       positive(),
    }
    case.compare(model! {
        sigma       |= normal(0.0, 1.0),
        sigma_alpha |= normal(0.0, 1.0),
        mu_alpha    |= normal(0.0, 10.0),
        beta        |= normal(0.0, 10.0),
        alpha       |= normal(mu_alpha, sigma_alpha),
        data(&radon) |= normal(alpha.at(&county) + beta * data(&floor), sigma),
    });
}

#[test]
fn radon_variable_intercept_noncentered() {
    let Some(homes) = homes("radon_mn-radon_variable_intercept_noncentered") else { return };
    let Homes { case, county, floor, radon, counties } = homes;
    params! {
        alpha_raw:   vector(counties),
        beta:        real(),
        mu_alpha:    real(),
        sigma_alpha: positive(),
        sigma:       positive(),
    }
    case.compare(model! {
        sigma       |= normal(0.0, 1.0),
        sigma_alpha |= normal(0.0, 1.0),
        mu_alpha    |= normal(0.0, 10.0),
        beta        |= normal(0.0, 10.0),
        alpha_raw   |= normal(0.0, 1.0),
        data(&radon) |= normal((mu_alpha + sigma_alpha * alpha_raw).at(&county) + beta * data(&floor), sigma),
    });
}

#[test]
fn radon_variable_slope_centered() {
    let Some(homes) = homes("radon_mn-radon_variable_slope_centered") else { return };
    let Homes { case, county, floor, radon, counties } = homes;
    params! {
        alpha:      real(),
        beta:       vector(counties),
        mu_beta:    real(),
        sigma_beta: positive(),
        sigma:      positive(),
    }
    case.compare(model! {
        sigma      |= normal(0.0, 1.0),
        sigma_beta |= normal(0.0, 1.0),
        alpha      |= normal(0.0, 10.0),
        mu_beta    |= normal(0.0, 10.0),
        beta       |= normal(mu_beta, sigma_beta),
        data(&radon) |= normal(alpha + beta.at(&county) * data(&floor), sigma),
    });
}
