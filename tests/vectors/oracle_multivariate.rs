//! Proves that multivariate distributions have the values and the gradients of Stan: the records of
//! `tests/oracle` on every instruction set, with every argument a parameter, and with observations, mean and
//! covariance data in turn. The tolerances are those of `tests/numerics/oracle.rs`;
//! `tests/densities/oracle_densities.rs` lists what is tested here.

use crate::common::oracle::{compare_model as compare, numbers, records};
use faer::MatRef;
use monomorph::prelude::*;
use serde_json::Value;

/// A number, a vector or a matrix, row after row.
fn argument(record: &Value, name: &str) -> Vec<f64> {
    numbers(&record["args"][name])
}

/// Tests of distributions of one or many vectors y of n elements with a mean and a matrix n × n.
macro_rules! centred {
    ($($test:ident: $distribution:ident($matrix:literal) $(with $shape:ident)?;)*) => {$(
        #[test]
        fn $test() {
            for record in records("densities", "dist", stringify!($distribution)) {
                let (y, mu) = (argument(&record, "y"), argument(&record, "mu"));
                let (n, count) = (mu.len(), y.len() / mu.len());
                let sigma = argument(&record, $matrix);
                let sigma = MatRef::from_row_major_slice(&sigma, n, n);
                let rows = MatRef::from_row_major_slice(&y, count, n);
                {
                    params! {
                        $($shape: real(),)? y: vector(n).rows(count), mu: vector(n), s: vector(n).rows(n),
                    }
                    let model = model! {
                        $($shape |= flat(),)?
                        y |= $distribution($($shape,)? mu, s),
                        mu |= flat(),
                        s |= flat(),
                    };
                    compare(&record, "parameters", model, &[$(stringify!($shape),)? "y", "mu", $matrix]);
                }
                {
                    params! { $($shape: real(),)? mu: vector(n), s: vector(n).rows(n) }
                    let model = model! {
                        $($shape |= flat(),)?
                        data(rows) |= $distribution($($shape,)? mu, s),
                        mu |= flat(),
                        s |= flat(),
                    };
                    compare(&record, "observations", model, &[$(stringify!($shape),)? "mu", $matrix]);
                }
                {
                    params! { $($shape: real(),)? y: vector(n).rows(count), mu: vector(n) }
                    let model = model! {
                        $($shape |= flat(),)?
                        y |= $distribution($($shape,)? mu, data(sigma)),
                        mu |= flat(),
                    };
                    compare(&record, "a known matrix", model, &[$(stringify!($shape),)? "y", "mu"]);
                }
                {
                    params! { $($shape: real(),)? mu: vector(n), s: vector(n).rows(n) }
                    let log_density = $distribution($($shape,)? mu, s).log_density(data(rows)).sum();
                    let model = model! {
                        $($shape |= flat(),)?
                        increment(log_density),
                        mu |= flat(),
                        s |= flat(),
                    };
                    compare(&record, "an expression", model, &[$(stringify!($shape),)? "mu", $matrix]);
                }
            }
        }
    )*};
}

centred! {
    normals: multi_normal("Sigma");
    normals_by_precision: multi_normal_prec("Omega");
    normals_by_factor: multi_normal_cholesky("L");
    student_ts: multi_student_t("Sigma") with nu;
    student_ts_by_factor: multi_student_t_cholesky("L") with nu;
}

/// Tests of Gaussian processes, one a row of y.
macro_rules! processes {
    ($($test:ident: $distribution:ident($matrix:literal);)*) => {$(
        #[test]
        fn $test() {
            for record in records("densities", "dist", stringify!($distribution)) {
                let (y, w) = (argument(&record, "y"), argument(&record, "w"));
                let n = y.len() / w.len();
                let rows = MatRef::from_row_major_slice(&y, w.len(), n);
                {
                    params! { y: vector(n).rows(w.len()), s: vector(n).rows(n), w: vector(w.len()) }
                    let model = model! { y |= $distribution(s, w), s |= flat(), w |= flat() };
                    compare(&record, "parameters", model, &["y", $matrix, "w"]);
                }
                {
                    params! { s: vector(n).rows(n), w: vector(w.len()) }
                    let model = model! { data(rows) |= $distribution(s, w), s |= flat(), w |= flat() };
                    compare(&record, "observations", model, &[$matrix, "w"]);
                }
            }
        }
    )*};
}

processes! {
    processes_by_covariance: multi_gp("Sigma");
    processes_by_factor: multi_gp_cholesky("L");
}
