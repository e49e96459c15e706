//! Item response: answers of persons to items.

use crate::*;

#[test]
fn irt_2pl() {
    let Some(case) = Case::open("irt_2pl-irt_2pl") else { return };
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
    case.compare(model! {
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

/// With a regression of the persons' abilities, and difficulties that sum to zero.
#[test]
fn latent_reg_irt_2pl() {
    let Some(case) = Case::open("fims_Aus_Jpn_irt-2pl_latent_reg_irt") else { return };
    let (items, persons, covariates) = (case.size("I"), case.size("J"), case.size("K"));
    let (item, person, answer) = (case.indices("ii"), case.indices("jj"), case.vector("y"));
    let given = case.vector("W");
    let mut w = Vec::new();
    for covariate in 0..covariates {
        let column: Vec<f64> = (0..persons).map(|person| given[person * covariates + covariate]).collect();
        let (mean, count) = (mean(&column), persons as f64);
        let variance = column.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let scaled = |number: f64| (number - mean) / (2.0 * variance.sqrt());
        w.extend(if covariate == 0 { column } else { map(&column, scaled) });
    }
    let w = matrix(by_columns(&w, persons));
    // (β, −Σ β) as a product, because expressions cannot be put one after the other.
    let mut to_sum_zero = vec![0.0; items * (items - 1)];
    for free in 0..items - 1 {
        to_sum_zero[free * (items - 1) + free] = 1.0;
        to_sum_zero[(items - 1) * (items - 1) + free] = -1.0;
    }
    let to_sum_zero = matrix(by_rows(&to_sum_zero, items - 1));
    let zeros = vec![0.0; items];
    params! {
        alpha:     vector(items).positive(),
        beta_free: vector(items - 1),
        theta:     vector(persons),
        lambda:    vector(covariates),
    }
    case.compare(model! {
        alpha     |= lognormal(1.0, 1.0),
        beta_free |= flat(),
        theta     |= normal(w.dot(lambda), 1.0),
        lambda    |= student_t(3.0, 0.0, 1.0),
        beta = to_sum_zero.dot(beta_free),
        // The prior of a definition, which cannot stand on the left: it is symmetric.
        data(&zeros) |= normal(beta, 3.0),
        data(&answer) |= bernoulli_logit(alpha.at(&item) * theta.at(&person) - beta.at(&item)),
    });
}
