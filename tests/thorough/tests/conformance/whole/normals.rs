//! Normal laws and Student's t of vectors, by covariance, factor and precision, and those of matrices.

use super::linear::{
    cholesky, gram, inverse, log_diagonal, lower, minus, solve, squares, table, times_transposed,
};
use super::{At, Case, X, sheet, x, xs};
use crate::dual::lgamma;
use monomorph::faer::Mat;
use monomorph::prelude::*;
use std::f64::consts::{PI, TAU};

/// The data of a sheet.
struct Data {
    n: usize,
    /// Observations, as they are and as a row of two.
    y: Vec<f64>,
    short: Vec<f32>,
    rows: Mat<f64>,
    mean: Vec<f64>,
    places: Vec<u32>,
    /// A factor, and what it is the factor of.
    l: Vec<f64>,
    s: Vec<f64>,
}

impl Data {
    fn new(case: &Case) -> Self {
        let n = case.length;
        let y = case.numbers("y", n, -1.0, 1.0);
        let z = case.numbers("z", n, -1.0, 1.0);
        let s: Vec<f64> =
            gram(n, &xs(&case.numbers("s", n * n, -0.5, 0.5)), 1.0).iter().map(|x| x.value).collect();
        Self {
            n,
            short: z.iter().map(|&z| z as f32).collect(),
            rows: table(2, n, &[&y[..], &z[..]].concat()),
            mean: case.numbers("mean", n, -1.0, 1.0),
            places: case.whole("places", n, 3),
            l: cholesky(n, &xs(&s)).iter().map(|x| x.value).collect(),
            y,
            s,
        }
    }

    /// The data as matrices of faer.
    fn tables(&self) -> (Mat<f64>, Mat<f64>) {
        (table(self.n, self.n, &self.s), table(self.n, self.n, &self.l))
    }

    fn rows_of(&self) -> [Vec<X>; 2] {
        [xs(&self.y), self.short.iter().map(|&z| x(f64::from(z))).collect()]
    }
}

/// The log density by the quadratic form and the logarithm of the determinant's root.
type Radial = fn(usize, X, X, X) -> X;

fn normal_radial(n: usize, _: X, form: X, half_log_determinant: X) -> X {
    -0.5 * form - half_log_determinant - 0.5 * n as f64 * TAU.ln()
}

fn student_radial(n: usize, nu: X, form: X, half_log_determinant: X) -> X {
    let n = n as f64;
    lgamma(0.5 * (nu + n))
        - lgamma(0.5 * nu)
        - 0.5 * n * (nu * PI).ln()
        - half_log_determinant
        - 0.5 * (nu + n) * (form / nu).ln_1p()
}

/// The log density of y with a mean, and with a factor of the covariance.
fn plain(radial: Radial, nu: X, y: &[X], mean: &[X], l: &[X]) -> X {
    let n = y.len();
    radial(n, nu, squares(&solve(n, l, &minus(y, mean))), log_diagonal(n, l))
}

/// Parameters that every sheet has, and their bounds; `a` is the root of a covariance, `l` a factor.
const BOUNDS: [(&str, f64, f64); 8] = [
    ("mu", -1.0, 1.0),
    ("m", -1.0, 1.0),
    ("g", -1.0, 1.0),
    ("a", -0.6, 0.6),
    ("l", 0.6, 1.4),
    ("v", -1.0, 1.0),
    ("nu", 2.0, 6.0),
    ("w", 0.5, 2.0),
];

/// The sheet of a law with a mean and a matrix, which is a covariance, its inverse or its factor.
macro_rules! centred {
    ($($name:ident: $law:ident($($nu:ident)?), $radial:ident, $root:expr;)*) => {$(
        #[test]
        fn $name() {
            sheet(stringify!($law), 9, |case| {
                let it = Data::new(case);
                let (n, y, places) = (it.n, &it.y, &it.places);
                let (s_table, l_table) = it.tables();
                let is_factor = stringify!($law).ends_with("cholesky");
                let known = if is_factor { &l_table } else { &s_table };
                let mean = &it.mean;
                params! { mu: vector(n), m: real(), g: vector(3), a: vector(n).rows(n), l: vector(n).rows(n),
                    v: vector(n), $($nu: real(),)? }
                let (short, rows) = (&it.short, &it.rows);
                let model = model! {
                    mu |= flat(), m |= flat(), g |= flat(), a |= flat(), l |= flat(), $($nu |= flat(),)?
                    s = centred!(@matrix $law, a, l),
                    half = 0.5 * mu + 0.2,
                    data(y) |= $law($($nu,)? mu, s),
                    data(short) |= $law($($nu,)? m, s),
                    data(rows) |= $law($($nu,)? half, s),
                    data(y) |= $law($($nu,)? g.at(places), data(known)),
                    data(y) |= $law($($nu,)? data(mean), s),
                    data(short) |= $law($($nu,)? 0.3, data(known)),
                    v |= $law($($nu,)? mu, data(known)),
                    half |= $law($($nu,)? m, s),
                    increment($law($($nu,)? mu, s).log_density(0.5 * mu)),
                    data(rows) |= $law($($nu,)? m + mu, data(known)),
                };
                case.check(&BOUNDS, model, &|of| {
                    let (mu, m, nu) = (of.all("mu"), vec![of.one("m"); n], centred!(@nu of $($nu)?));
                    let own = if is_factor { lower(n, of.all("l")) } else { gram(n, of.all("a"), 1.0) };
                    let given = xs(if is_factor { &it.l } else { &it.s });
                    let root: fn(usize, &[X]) -> Vec<X> = $root;
                    let (own, given) = (root(n, &own), root(n, &given));
                    let half: Vec<X> = mu.iter().map(|&mu| 0.5 * mu + 0.2).collect();
                    let [y, z] = it.rows_of();
                    let long = xs(&case.numbers("z", n, -1.0, 1.0));
                    let gathered: Vec<X> = places.iter().map(|&k| of.all("g")[k as usize]).collect();
                    let both: Vec<X> = mu.iter().map(|&mu| mu + of.one("m")).collect();
                    let shrunk: Vec<X> = mu.iter().map(|&mu| 0.5 * mu).collect();
                    let law = |y: &[X], mean: &[X], root: &[X]| plain($radial, nu, y, mean, root);
                    vec![
                        law(&y, mu, &own),
                        law(&z, &m, &own),
                        law(&y, &half, &own) + law(&long, &half, &own),
                        law(&y, &gathered, &given),
                        law(&y, &xs(mean), &own),
                        law(&z, &vec![x(0.3); n], &given),
                        law(of.all("v"), mu, &given),
                        law(&half, &m, &own),
                        law(&shrunk, mu, &own),
                        law(&y, &both, &given) + law(&long, &both, &given),
                    ]
                });
            });
        }
    )*};
    (@matrix multi_normal, $a:ident, $l:ident) => { $a.tcrossprod().add_diagonal(1.0) };
    (@matrix multi_student_t, $a:ident, $l:ident) => { $a.tcrossprod().add_diagonal(1.0) };
    (@matrix multi_normal_prec, $a:ident, $l:ident) => { $a.tcrossprod().add_diagonal(1.0) };
    (@matrix $law:ident, $a:ident, $l:ident) => { 1.0 * $l };
    (@nu $of:ident) => { x(1.0) };
    (@nu $of:ident nu) => { $of.one("nu") };
}

/// The factor of the inverse: A⁻¹ by the factor of A, and its factor.
fn root_of_inverse(n: usize, a: &[X]) -> Vec<X> {
    cholesky(n, &inverse(n, &cholesky(n, a)))
}

centred! {
    normals: multi_normal(), normal_radial, cholesky;
    normals_by_factor: multi_normal_cholesky(), normal_radial, |_, l| l.to_vec();
    normals_by_precision: multi_normal_prec(), normal_radial, root_of_inverse;
    students: multi_student_t(nu), student_radial, cholesky;
    students_by_factor: multi_student_t_cholesky(nu), student_radial, |_, l| l.to_vec();
}

/// Rows with weights, around 0.
fn process_plain(rows: &[&[X]], weights: &[X], l: &[X]) -> X {
    let each = |(row, &w): (&&[X], &X)| {
        let n = row.len();
        let form = w * squares(&solve(n, l, row));
        normal_radial(n, w, form, log_diagonal(n, l)) + 0.5 * n as f64 * w.ln()
    };
    rows.iter().zip(weights).map(each).sum()
}

#[test]
fn processes() {
    sheet("multi_gp", 9, |case| {
        let it = Data::new(case);
        let (n, rows, (s_table, l_table)) = (it.n, &it.rows, it.tables());
        let known = [0.7, 1.3];
        params! { a: vector(n).rows(n), l: vector(n).rows(n), w: vector(2), v: vector(n).rows(2) }
        let model = model! {
            a |= flat(), l |= flat(), w |= flat(),
            s = a.tcrossprod().add_diagonal(1.0),
            data(rows) |= multi_gp(s, w),
            data(rows) |= multi_gp(data(&s_table), w),
            data(rows) |= multi_gp(s, data(&known)),
            data(rows) |= multi_gp(s, 0.5 * w),
            v |= multi_gp(s, w),
            data(rows) |= multi_gp_cholesky(l, w),
            data(rows) |= multi_gp_cholesky(data(&l_table), w),
            data(rows) |= multi_gp_cholesky(l, data(&known)),
            increment(multi_gp_cholesky(l, w).log_density(data(rows))),
        };
        case.check(&BOUNDS, model, &|of| {
            let (own, l) = (cholesky(n, &gram(n, of.all("a"), 1.0)), lower(n, of.all("l")));
            let (given, w, known) = (xs(&it.l), of.all("w"), xs(&known));
            let (y, z) = (xs(&it.y), xs(&case.numbers("z", n, -1.0, 1.0)));
            let halves = [0.5 * w[0], 0.5 * w[1]];
            let law = |weights: &[X], root: &[X]| process_plain(&[&y, &z], weights, root);
            let v = of.all("v");
            vec![
                law(w, &own),
                law(w, &given),
                law(&known, &own),
                law(&halves, &own),
                process_plain(&[&v[..n], &v[n..]], w, &own),
                law(w, &l),
                law(w, &given),
                law(&known, &l),
                law(w, &l),
            ]
        });
    });
}

/// A matrix of two rows, with factors of the covariances of rows and of columns.
fn matrix_plain(n: usize, residual: &[X], rows: &[X], columns: &[X]) -> X {
    // A⁻¹ R, then each row by the factor of the columns.
    let half: Vec<Vec<X>> = (0..n).map(|j| solve(2, rows, &[residual[j], residual[n + j]])).collect();
    let line = |i: usize| half.iter().map(|column| column[i]).collect::<Vec<X>>();
    let form = (0..2).map(|i| squares(&solve(n, columns, &line(i)))).sum::<X>();
    let determinants = n as f64 * log_diagonal(2, rows) + 2.0 * log_diagonal(n, columns);
    -0.5 * form - determinants - n as f64 * TAU.ln()
}

#[test]
fn matrices() {
    sheet("matrix_normal", 9, |case| {
        let it = Data::new(case);
        let (n, rows, (s_table, _)) = (it.n, &it.rows, it.tables());
        let pair = table(2, 2, &[1.4, 0.3, 0.3, 0.9]);
        params! { a: vector(n).rows(n), l: vector(2).rows(2), v: vector(n).rows(2), m: real() }
        let model = model! {
            a |= flat(), l |= flat(), v |= flat(), m |= flat(),
            s = a.tcrossprod().add_diagonal(1.0),
            p = l.tcrossprod().add_diagonal(1.0),
            data(rows) |= matrix_normal(v, p, s),
            data(rows) |= matrix_normal(m, data(&pair), s),
            data(rows) |= matrix_normal(0.5 * v, p, data(&s_table)),
            data(rows) |= matrix_normal(data(rows) * 0.5, p, s),
            increment(matrix_normal(m, p, s).log_density(v)),
            data(rows) |= matrix_normal_prec(v, p, s),
            data(rows) |= matrix_normal_prec(m, data(&pair), s),
            data(rows) |= matrix_normal_prec(0.5 * v, p, data(&s_table)),
            data(rows) |= matrix_normal_prec(data(rows) * 0.5, p, s),
            increment(matrix_normal_prec(m, p, s).log_density(v)),
        };
        case.check(&BOUNDS, model, &|of: &At| {
            let y = [xs(&it.y), xs(&case.numbers("z", n, -1.0, 1.0))].concat();
            let (v, m) = (of.all("v"), vec![of.one("m"); 2 * n]);
            let halves = |of: &[X]| of.iter().map(|&x| 0.5 * x).collect::<Vec<X>>();
            let columns = [gram(n, of.all("a"), 1.0), xs(&it.s)];
            let pairs = [gram(2, of.all("l"), 1.0), xs(&[1.4, 0.3, 0.3, 0.9])];
            let laws = [cholesky, root_of_inverse].map(|root: fn(usize, &[X]) -> Vec<X>| {
                let [own, given] = [&columns[0], &columns[1]].map(|a| root(n, a));
                let [p, pair] = [&pairs[0], &pairs[1]].map(|a| root(2, a));
                vec![
                    matrix_plain(n, &minus(&y, v), &p, &own),
                    matrix_plain(n, &minus(&y, &m), &pair, &own),
                    matrix_plain(n, &minus(&y, &halves(v)), &p, &given),
                    matrix_plain(n, &halves(&y), &p, &own),
                    matrix_plain(n, &minus(v, &m), &p, &own),
                ]
            });
            laws.concat()
        });
    });
}

/// The factor's product is what it is the factor of.
#[test]
fn the_reference_itself() {
    let a = gram(4, &xs(&(0..16).map(|k| f64::from(k * k % 7) / 7.0).collect::<Vec<_>>()), 1.0);
    let l = cholesky(4, &a);
    let near = |got: &[X], want: &[X]| {
        got.iter().zip(want).all(|(got, want)| (got.value - want.value).abs() < 1e-13)
    };
    assert!(near(&times_transposed(4, &l, &l), &a));
    let inverse = inverse(4, &l);
    let unit = super::linear::fill(4, |i, j| x(f64::from(u8::from(i == j))));
    assert!(near(&times_transposed(4, &a, &inverse), &unit));
}
