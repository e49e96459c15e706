//! Normal and Student t distributions of vectors and of matrices.

use super::records::laws;
use monomorph::prelude::*;

/// Laws of a vector, with a matrix of any kind.
macro_rules! vectors {
    ($($law:ident($($nu:ident)?);)*) => {
        laws! {$(
            $law |record, compare| {
                let n = record.side(record.groups.len() - 1);
                params! { $($nu: real(),)? y: vector(n), mu: vector(n), s: vector(n).rows(n) }
                compare!(model! {
                    $($nu |= flat(),)?
                    mu |= flat(),
                    s |= flat(),
                    y |= $law($($nu,)? mu, s),
                })
            }
        )*}
    };
}

vectors! {
    multi_normal();
    multi_normal_cholesky();
    multi_normal_prec();
    multi_student_t(nu);
    multi_student_t_cholesky(nu);
}

/// Laws of rows, each with a weight.
macro_rules! rows {
    ($($law:ident;)*) => {
        laws! {$(
            $law |record, compare| {
                let (n, rows) = (record.side(1), record.len(2));
                params! { y: vector(n).rows(rows), s: vector(n).rows(n), w: vector(rows) }
                compare!(model! { s |= flat(), w |= flat(), y |= $law(s, w) })
            }
        )*}
    };
}

rows! {
    multi_gp;
    multi_gp_cholesky;
}

/// Laws of a matrix, with one matrix for its rows and one for its columns.
macro_rules! of_matrices {
    ($($law:ident;)*) => {
        laws! {$(
            $law |record, compare| {
                let (rows, columns) = (record.side(2), record.side(3));
                params! {
                    y: vector(columns).rows(rows), mu: vector(columns).rows(rows),
                    u: vector(rows).rows(rows), v: vector(columns).rows(columns)
                }
                compare!(model! { mu |= flat(), u |= flat(), v |= flat(), y |= $law(mu, u, v) })
            }
        )*}
    };
}

of_matrices! {
    matrix_normal;
    matrix_normal_prec;
}
