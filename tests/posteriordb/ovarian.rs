//! Logistic regression on many genes with a regularised horseshoe prior.

use super::case::*;

posteriors! { logistic_regression_rhs: ["ovarian-logistic_regression_rhs"] }

fn logistic_regression_rhs(case: &Case, task: &mut impl Task) {
    let (x, y, genes) = (case.vector("x"), case.vector("y"), case.size("d"));
    let x = matrix(by_rows(&x, genes));
    let half = 0.5 * case.number("slab_df");
    params! {
        beta0:  real(),
        z:      vector(genes),
        tau:    positive(),
        lambda: vector(genes).positive(),
        caux:   positive(),
    }
    let slab = case.number("slab_scale").powi(2) * caux;
    let shrunk = (slab * lambda.square() / (slab + tau.square() * lambda.square())).sqrt();
    task.run(model! {
        z      |= normal(0.0, 1.0),
        lambda |= student_t(case.number("nu_local"), 0.0, 1.0),
        tau    |= student_t(case.number("nu_global"), 0.0, 2.0 * case.number("scale_global")),
        caux   |= inv_gamma(half, half),
        beta0  |= normal(0.0, case.number("scale_icept")),
        data(&y) |= bernoulli_logit(beta0 + x.dot(z * shrunk * tau)),
    });
}
