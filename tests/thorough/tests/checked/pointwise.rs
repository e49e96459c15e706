//! The log densities of vectors of counts one by one, small and large: their sum is the log likelihood, and
//! each is that of a model of the vector alone, also where all arguments are data. `tests/thorough` does the
//! same for all laws and forms.

use crate::common::assert_near;
use crate::rows_alone::{agree, each_of, stretches};
use monomorph::faer::Mat;
use monomorph::prelude::*;

const VOTES: [[f64; 3]; 4] =
    [[3.0, 0.0, 4.0], [600.0, 400.0, 30.0], [1000.0, 1000.0, 0.0], [499.0, 500.0, 1e6]];

/// Rows of counts. The numbers beside the first test are those of the formula in mpmath.
#[test]
fn vectors_of_counts() {
    let votes = [600, 400, 30];
    let p = [0.37208, 0.24343, 0.38449];
    params! { p_free: simplex(3) }
    let model = model! { p_free |= flat(), data(&votes) |= multinomial(p_free) };
    let draws =
        Draws::new(model.compile().unwrap().variables(), 1, 2, [[p[0]; 2], [p[1]; 2], [p[2]; 2]].concat());
    assert_near(each_of(model, &draws.unwrap())[0][0], -384.647, 1e-3, || "one vector".to_owned());
    let halves = [1000, 1000];
    // log (2000 choose 1000) − 2000 log 2
    let exact = -4.026_367_582_410_5;
    let of_shares = model! { data(&halves) |= multinomial(data(&[0.5, 0.5])) }.compile().unwrap();
    assert_near(of_shares.log_density(&[], &mut of_shares.workspace()), exact, 1e-9, || "halves".to_owned());
    let of_logits = model! { data(&halves) |= multinomial_logit(data(&[0.5, 0.5])) }.compile().unwrap();
    assert_near(of_logits.log_density(&[], &mut of_logits.workspace()), exact, 1e-9, || "logits".to_owned());

    let (tables, place) = stretches(&VOTES);
    fn free(y: &Mat<f64>) -> impl Model {
        params! { p: simplex(3), g: vector(3), a: vector(3).positive(), t: simplex(3).rows(4) }
        model! {
            p |= flat(), g |= flat(), a |= flat(), t |= flat(),
            data(y) |= multinomial(p), data(y) |= multinomial_logit(g), data(y) |= dirichlet_multinomial(a),
            data(y) |= dirichlet_multinomial(a.at(0)), data(y) |= multinomial(t.row(2)),
        }
    }
    agree("rows of counts", 4, |rows| free(&tables[place(&rows)]), false);
    let (tables, place) = stretches(&VOTES);
    fn known(y: &Mat<f64>) -> impl Model {
        params! { a: positive() }
        model! {
            a |= flat(),
            data(y) |= multinomial(data(&[0.372, 0.243, 0.385])),
            data(y) |= multinomial_logit(data(&[0.3, 0.2, -0.9])),
            data(y) |= dirichlet_multinomial(data(&[0.3, 200.0, 1e3])), data(y) |= dirichlet_multinomial(a),
        }
    }
    agree("rows of counts, known", 4, |rows| known(&tables[place(&rows)]), false);
    // Probabilities that differ from row to row.
    let shares = [[0.2, 0.3, 0.5], [0.6, 0.3, 0.1], [0.4, 0.5, 0.1], [1e-3, 1e-3, 0.998]];
    let ((tables, place), (of_rows, _)) = (stretches(&VOTES), stretches(&shares));
    fn by_row<'a>(y: &'a Mat<f64>, shares: &'a Mat<f64>) -> impl Model + 'a {
        params! { a: positive() }
        model! {
            a |= flat(),
            data(y) |= multinomial(data(shares)), data(y) |= dirichlet_multinomial(a * data(shares)),
        }
    }
    agree(
        "rows with their own shares",
        4,
        |rows| by_row(&tables[place(&rows)], &of_rows[place(&rows)]),
        false,
    );
}

/// Counts that are parameters, and those that have been given a value.
#[test]
fn counts_that_are_parameters() {
    params! { y: vector(3).integer(0, 5000), p: simplex(3) }
    let (counts, shares) = ([600.0, 400.0, 30.0], [0.37208, 0.24343, 0.38449]);
    let want = -384.646_391_804_503;
    let free = model! { p |= flat(), y |= multinomial(p) };
    let trace = Trace::new().with("p", shares.to_vec()).unwrap().with("y", counts.to_vec()).unwrap();
    let joint = free.compile().unwrap().log_joint(&trace).unwrap();
    assert_near(joint, want, 1e-9, || "a parameter".to_owned());
    params! { g: vector(3), z: vector(3).integer(0, 5000) }
    let of_logits = model! { g |= flat(), z |= multinomial_logit(g) };
    let logits = shares.map(f64::ln).to_vec();
    let trace = Trace::new().with("g", logits).unwrap().with("z", counts.to_vec()).unwrap();
    let joint = of_logits.compile().unwrap().log_joint(&trace).unwrap();
    assert_near(joint, want, 1e-9, || "a parameter, of logits".to_owned());
    let held = free.condition(y, &counts);
    let posterior = held.compile().unwrap();
    let draws =
        Draws::new(posterior.variables(), 1, 2, shares.iter().flat_map(|p| [*p; 2]).collect()).unwrap();
    let got = posterior.log_likelihood(&draws.trace(0, 0).unwrap()).unwrap();
    assert_near(got, want, 1e-9, || "a value that is given".to_owned());
    assert_near(each_of(held, &draws)[1][0], want, 1e-9, || "a value that is given, alone".to_owned());
}
