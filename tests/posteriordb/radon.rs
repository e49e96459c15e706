//! Radon in homes, by county: pooled, partially pooled, with varying intercepts and slopes, centred and not.

use super::case::*;

posteriors! {
    radon_pooled: ["radon_mn-radon_pooled"],
    radon_county_intercept: ["radon_mn-radon_county_intercept", "radon_all-radon_county_intercept"],
    radon_partially_pooled_centered: ["radon_mn-radon_partially_pooled_centered"],
    radon_hierarchical_intercept_noncentered: [
        "radon_mn-radon_hierarchical_intercept_noncentered",
        "radon_all-radon_hierarchical_intercept_noncentered",
    ],
    radon_variable_intercept_slope_noncentered: [
        "radon_mn-radon_variable_intercept_slope_noncentered",
        "radon_all-radon_variable_intercept_slope_noncentered",
    ],
    radon_variable_intercept_centered: ["radon_mn-radon_variable_intercept_centered"],
    radon_variable_intercept_noncentered: ["radon_mn-radon_variable_intercept_noncentered"],
    radon_variable_slope_centered: ["radon_mn-radon_variable_slope_centered"],
}

/// The data that all of these models share.
struct Homes {
    county: Vec<u32>,
    floor: Vec<f64>,
    radon: Vec<f64>,
    counties: usize,
}

fn homes(case: &Case) -> Homes {
    Homes {
        county: case.indices("county_idx"),
        floor: case.vector("floor_measure"),
        radon: case.vector("log_radon"),
        counties: case.size("J"),
    }
}

fn radon_pooled(case: &Case, task: &mut impl Task) {
    let Homes { floor, radon, .. } = homes(case);
    params! { alpha: real(), beta: real(), sigma: positive() }
    task.run(model! {
        sigma |= normal(0.0, 1.0),
        alpha |= normal(0.0, 10.0),
        beta  |= normal(0.0, 10.0),
        data(&radon) |= normal(alpha + beta * data(&floor), sigma),
    });
}

fn radon_county_intercept(case: &Case, task: &mut impl Task) {
    let Homes { county, floor, radon, counties } = homes(case);
    params! { alpha: vector(counties), beta: real(), sigma: positive() }
    task.run(model! {
        sigma |= normal(0.0, 1.0),
        alpha |= normal(0.0, 10.0),
        beta  |= normal(0.0, 10.0),
        data(&radon) |= normal(alpha.at(&county) + beta * data(&floor), sigma),
    });
}

fn radon_partially_pooled_centered(case: &Case, task: &mut impl Task) {
    let Homes { county, radon, counties, .. } = homes(case);
    params! { alpha: vector(counties), mu_alpha: real(), sigma_alpha: positive(), sigma: positive() }
    task.run(model! {
        sigma       |= normal(0.0, 1.0),
        sigma_alpha |= normal(0.0, 1.0),
        mu_alpha    |= normal(0.0, 10.0),
        alpha       |= normal(mu_alpha, sigma_alpha),
        data(&radon) |= normal(alpha.at(&county), sigma),
    });
}

fn radon_hierarchical_intercept_noncentered(case: &Case, task: &mut impl Task) {
    let Homes { county, floor, radon, counties } = homes(case);
    let uranium = case.vector("log_uppm");
    params! {
        alpha_raw:   vector(counties),
        beta:        vector(2),
        mu_alpha:    real(),
        sigma_alpha: positive(),
        sigma:       positive(),
    }
    task.run(model! {
        sigma_alpha |= normal(0.0, 1.0),
        sigma       |= normal(0.0, 1.0),
        mu_alpha    |= normal(0.0, 10.0),
        beta        |= normal(0.0, 10.0),
        alpha_raw   |= normal(0.0, 1.0),
        alpha = mu_alpha + sigma_alpha * alpha_raw,
        data(&radon) |= normal(
            alpha.at(&county) + beta.at(0) * data(&uranium) + beta.at(1) * data(&floor),
            sigma
        ),
    });
}

fn radon_variable_intercept_slope_noncentered(case: &Case, task: &mut impl Task) {
    let Homes { county, floor, radon, counties } = homes(case);
    params! {
        sigma_y:     positive(),
        sigma_alpha: positive(),
        sigma_beta:  positive(),
        alpha_raw:   vector(counties),
        beta_raw:    vector(counties),
        mu_alpha:    real(),
        mu_beta:     real(),
    }
    task.run(model! {
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

fn radon_variable_intercept_centered(case: &Case, task: &mut impl Task) {
    let Homes { county, floor, radon, counties } = homes(case);
    params! {
        alpha:       vector(counties),
        beta:        real(),
        mu_alpha:    real(),
        sigma_alpha: positive(),
        sigma:       positive(),
    }
    task.run(model! {
        sigma       |= normal(0.0, 1.0),
        sigma_alpha |= normal(0.0, 1.0),
        mu_alpha    |= normal(0.0, 10.0),
        beta        |= normal(0.0, 10.0),
        alpha       |= normal(mu_alpha, sigma_alpha),
        data(&radon) |= normal(alpha.at(&county) + beta * data(&floor), sigma),
    });
}

fn radon_variable_intercept_noncentered(case: &Case, task: &mut impl Task) {
    let Homes { county, floor, radon, counties } = homes(case);
    params! {
        alpha_raw:   vector(counties),
        beta:        real(),
        mu_alpha:    real(),
        sigma_alpha: positive(),
        sigma:       positive(),
    }
    task.run(model! {
        sigma       |= normal(0.0, 1.0),
        sigma_alpha |= normal(0.0, 1.0),
        mu_alpha    |= normal(0.0, 10.0),
        beta        |= normal(0.0, 10.0),
        alpha_raw   |= normal(0.0, 1.0),
        data(&radon) |= normal((mu_alpha + sigma_alpha * alpha_raw).at(&county) + beta * data(&floor), sigma),
    });
}

fn radon_variable_slope_centered(case: &Case, task: &mut impl Task) {
    let Homes { county, floor, radon, counties } = homes(case);
    params! {
        alpha:      real(),
        beta:       vector(counties),
        mu_beta:    real(),
        sigma_beta: positive(),
        sigma:      positive(),
    }
    task.run(model! {
        sigma      |= normal(0.0, 1.0),
        sigma_beta |= normal(0.0, 1.0),
        alpha      |= normal(0.0, 10.0),
        mu_beta    |= normal(0.0, 10.0),
        beta       |= normal(mu_beta, sigma_beta),
        data(&radon) |= normal(alpha + beta.at(&county) * data(&floor), sigma),
    });
}
