//! Digits in pictures: a network with a layer of ten hidden units, whose weights are shrunk.

use super::case::*;
use monomorph::functions::log_sum_exp;
use monomorph::model::define;

posteriors! { nn_rbm_1b_j10: ["mnist_100-nn_rbm1bJ10"] }

/// Defines `name` and its `definition` as a function of a place, for each of a list.
macro_rules! define_all {
    ($function:ident: $($name:ident $definition:ident $place:literal),+) => {
        names! { $($name),+ }
        $(let ($name, $definition) = define($name, $function($place));)+
    };
}

fn nn_rbm_1b_j10(case: &Case, task: &mut impl Task) {
    let (pixels, units, classes) = (case.size("M"), 10, case.size("K"));
    assert_eq!(classes, 10, "the classes below are written out");
    let (x, digit) = (case.vector("x"), case.indices("y"));
    let x = matrix(by_rows(&x, pixels));
    let is = |class: u32| digit.iter().map(|&digit| f64::from(digit == class)).collect();
    let is: Vec<Vec<f64>> = (0..classes as u32).map(is).collect();
    params! {
        sigma2_alpha: positive(),
        sigma2_beta:  positive(),
        alpha:        vector(pixels).rows(units), // the columns of Stan's matrix
        beta:         vector(units).rows(classes - 1),
        alpha1:       vector(units),
        beta1:        vector(classes - 1),
    }
    let hidden = |unit| (alpha1.at(unit) + x.dot(alpha.row(unit))).tanh();
    define_all! { hidden: h0 d0 0, h1 d1 1, h2 d2 2, h3 d3 3, h4 d4 4, h5 d5 5, h6 d6 6, h7 d7 7, h8 d8 8, h9 d9 9 }
    let score = |class| {
        let weight = |unit| beta.row(class).at(unit);
        let first = weight(0) * h0 + weight(1) * h1 + weight(2) * h2 + weight(3) * h3 + weight(4) * h4;
        let second = weight(5) * h5 + weight(6) * h6 + weight(7) * h7 + weight(8) * h8 + weight(9) * h9;
        beta1.at(class) + first + second
    };
    // The score of the first class is 1.
    define_all! { score: s1 e1 0, s2 e2 1, s3 e3 2, s4 e4 3, s5 e5 4, s6 e6 5, s7 e7 6, s8 e8 7, s9 e9 8 }
    let of_digit = data(&is[0])
        + (data(&is[1]) * s1 + data(&is[2]) * s2 + data(&is[3]) * s3)
        + (data(&is[4]) * s4 + data(&is[5]) * s5 + data(&is[6]) * s6)
        + (data(&is[7]) * s7 + data(&is[8]) * s8 + data(&is[9]) * s9);
    let of_all = log_sum_exp(
        log_sum_exp(log_sum_exp(1.0, s1), log_sum_exp(s2, log_sum_exp(s3, s4))),
        log_sum_exp(log_sum_exp(s5, s6), log_sum_exp(s7, log_sum_exp(s8, s9))),
    );
    // ¼ (0.05/n²)²
    let scale = |inputs: usize| 0.25 * (0.05 / (inputs as f64).powi(2)).powi(2);
    task.run(model! {
        d0, d1, d2, d3, d4, d5, d6, d7, d8, d9,
        e1, e2, e3, e4, e5, e6, e7, e8, e9,
        sigma2_alpha |= inv_gamma(0.25, scale(pixels)),
        sigma2_beta  |= inv_gamma(0.25, scale(units)),
        alpha        |= normal(0.0, sigma2_alpha.sqrt()),
        beta         |= normal(0.0, sigma2_beta.sqrt()),
        alpha1       |= normal(0.0, 1.0),
        beta1        |= normal(0.0, 1.0),
        increment(of_digit - of_all),
    });
}
