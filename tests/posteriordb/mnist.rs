//! Digits in pictures: a network with a layer of ten hidden units, whose weights are shrunk.

use super::case::*;
use monomorph::functions::log_sum_exp;

posteriors! { nn_rbm_1b_j10: ["mnist_100-nn_rbm1bJ10"] }

fn nn_rbm_1b_j10(case: &Case, task: &mut impl Task) {
    let (pictures, pixels, units, classes) = (case.size("N"), case.size("M"), 10, case.size("K"));
    assert_eq!(classes, 10, "the classes below are written out");
    let (x, digit) = (case.vector("x"), case.indices("y"));
    // A picture in each column.
    let x = matrix(by_columns(&x, pixels));
    let (each, ones) = ((0..pictures as u32).collect::<Vec<_>>(), vec![1.0; pictures]);
    params! {
        sigma2_alpha: positive(),
        sigma2_beta:  positive(),
        alpha:        vector(pixels).rows(units), // the columns of Stan's matrix
        beta:         vector(units).rows(classes - 1),
        alpha1:       vector(units),
        beta1:        vector(classes - 1),
    }
    // ¼ (0.05/n²)²
    let scale = |inputs: usize| 0.25 * (0.05 / (inputs as f64).powi(2)).powi(2);
    task.run(model! {
        sigma2_alpha |= inv_gamma(0.25, scale(pixels)),
        sigma2_beta  |= inv_gamma(0.25, scale(units)),
        alpha        |= normal(0.0, sigma2_alpha.sqrt()),
        beta         |= normal(0.0, sigma2_beta.sqrt()),
        alpha1       |= normal(0.0, 1.0),
        beta1        |= normal(0.0, 1.0),
        hidden = (alpha.dot(x) + alpha1.repeat_columns(pictures)).tanh(),
        // The score of the first class is 1.
        score = stack_rows((data(&ones), beta.dot(hidden) + beta1.repeat_columns(pictures))),
        increment(score.cells(&digit, &each) - {
            let of = |class| score.row(class);
            log_sum_exp(
                log_sum_exp(log_sum_exp(of(0), of(1)), log_sum_exp(of(2), log_sum_exp(of(3), of(4)))),
                log_sum_exp(log_sum_exp(of(5), of(6)), log_sum_exp(of(7), log_sum_exp(of(8), of(9)))),
            )
        }),
    });
}
