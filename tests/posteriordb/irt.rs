//! Item response: answers of persons to items.

use super::case::*;

posteriors! {
    irt_2pl: ["irt_2pl-irt_2pl"],
    latent_reg_irt_2pl: ["fims_Aus_Jpn_irt-2pl_latent_reg_irt"],
}

fn irt_2pl(case: &Case, task: &mut impl Task) {
    let (items, persons) = (case.size("I"), case.size("J"));
    let answer = case.vector("y");
    let item: Vec<usize> = (0..items * persons).map(|place| place / persons).collect();
    let person: Vec<usize> = (0..items * persons).map(|place| place % persons).collect();
    params! {
        sigma_theta: positive(),
        theta:       vector(persons),
        sigma_a:     positive(),
        a:           vector(items).positive(),
        mu_b:        real(),
        sigma_b:     positive(),
        b:           vector(items),
    }
    task.run(model! {
        sigma_theta |= cauchy(0.0, 2.0),
        theta       |= normal(0.0, sigma_theta),
        sigma_a     |= cauchy(0.0, 2.0),
        a           |= lognormal(0.0, sigma_a),
        mu_b        |= normal(0.0, 5.0),
        sigma_b     |= cauchy(0.0, 2.0),
        b           |= normal(mu_b, sigma_b),
        data(&answer) |= bernoulli_logit(a.at(&item) * (theta.at(&person) - b.at(&item))),
    });
}

/// The persons' covariates column by column, all but the first centred and divided by twice the standard
/// deviation.
pub fn covariates_of_persons(case: &Case) -> Vec<f64> {
    let (given, persons, covariates) = (case.vector("W"), case.size("J"), case.size("K"));
    let mut w = Vec::new();
    for covariate in 0..covariates {
        let column: Vec<f64> = (0..persons).map(|person| given[person * covariates + covariate]).collect();
        let (mean, count) = (mean(&column), persons as f64);
        let variance = column.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let scaled = |number: f64| (number - mean) / (2.0 * variance.sqrt());
        w.extend(if covariate == 0 { column } else { map(&column, scaled) });
    }
    w
}

/// The matrix, row by row, that makes (β, −Σ β) of β: a product, because expressions cannot be put one after
/// the other.
pub fn to_sum_zero(length: usize) -> Vec<f64> {
    let mut rows = vec![0.0; length * (length - 1)];
    for free in 0..length - 1 {
        rows[free * (length - 1) + free] = 1.0;
        rows[(length - 1) * (length - 1) + free] = -1.0;
    }
    rows
}

/// With a regression of the persons' abilities, and difficulties that sum to zero.
fn latent_reg_irt_2pl(case: &Case, task: &mut impl Task) {
    let (items, persons, covariates) = (case.size("I"), case.size("J"), case.size("K"));
    let (item, person, answer) = (case.indices("ii"), case.indices("jj"), case.vector("y"));
    let (w, to_sum_zero) = (covariates_of_persons(case), to_sum_zero(items));
    let (w, to_sum_zero) = (matrix(by_columns(&w, persons)), matrix(by_rows(&to_sum_zero, items - 1)));
    params! {
        alpha:     vector(items).positive(),
        beta_free: vector(items - 1),
        theta:     vector(persons),
        lambda:    vector(covariates),
    }
    task.run(model! {
        alpha     |= lognormal(1.0, 1.0),
        beta_free |= flat(),
        theta     |= normal(w.dot(lambda), 1.0),
        lambda    |= student_t(3.0, 0.0, 1.0),
        beta = to_sum_zero.dot(beta_free),
        // The prior of a definition, which cannot stand on the left.
        increment(normal(0.0, 3.0).log_density(beta)),
        data(&answer) |= bernoulli_logit(alpha.at(&item) * theta.at(&person) - beta.at(&item)),
    });
}
