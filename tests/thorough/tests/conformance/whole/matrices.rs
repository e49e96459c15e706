//! Laws of covariance and correlation matrices and of their factors.

use super::linear::{cholesky, fill, gram, log_diagonal, lower, solve, squares, table};
use super::{X, sheet, x, xs};
use crate::dual::lgamma;
use monomorph::prelude::*;
use std::f64::consts::{LN_2, PI};

/// The constant of the LKJ law: Lewandowski, Kurowicka and Joe (2009), equations 16 and 17.
fn lkj_constant(n: usize, eta: X) -> X {
    let each = |k: usize| {
        0.5 * k as f64 * PI.ln() + lgamma(eta + 0.5 * (n - 1 - k) as f64) - lgamma(eta + 0.5 * (n - 1) as f64)
    };
    -(1..n).map(each).sum::<X>()
}

#[test]
fn correlations() {
    sheet("lkj_corr", 9, |case| {
        let n = case.length;
        let covariance = gram(n, &xs(&case.numbers("s", n * n, -0.5, 0.5)), 1.0);
        let corr =
            fill(n, |i, j| covariance[i * n + j] / (covariance[i * n + i] * covariance[j * n + j]).sqrt());
        let plain = |of: &[X]| of.iter().map(|x| x.value).collect::<Vec<f64>>();
        // Exactly symmetric, with a diagonal of ones.
        let corr = xs(&plain(&fill(n, |i, j| if i == j { x(1.0) } else { corr[i.min(j) * n + i.max(j)] })));
        let corr_table = table(n, n, &plain(&corr));
        let unit = fill(n, |i, j| x(f64::from(u8::from(i == j))));
        let unit_table = table(n, n, &plain(&unit));
        let factor_table = table(n, n, &plain(&cholesky(n, &corr)));
        params! { s: real(), w: real(), l: vector(n).rows(n) }
        let model = model! {
            s |= flat(), w |= flat(),
            eta = 0.5 * s + 0.3,
            omega = w * data(&corr_table) + (1.0 - w) * data(&unit_table),
            data(&corr_table) |= lkj_corr(s),
            data(&corr_table) |= lkj_corr(eta),
            data(&corr_table) |= lkj_corr(2.0),
            omega |= lkj_corr(s),
            increment(lkj_corr(eta).log_density(omega)),
            data(&factor_table) |= lkj_corr_cholesky(s),
            data(&factor_table) |= lkj_corr_cholesky(eta),
            data(&factor_table) |= lkj_corr_cholesky(2.0),
            l |= lkj_corr_cholesky(s),
            increment(lkj_corr_cholesky(eta).log_density(omega.cholesky())),
        };
        case.check(&[("s", 0.7, 3.0), ("w", 0.2, 0.8), ("l", 0.4, 0.9)], model, &|of| {
            let (s, w, known) = (of.one("s"), of.one("w"), cholesky(n, &corr));
            let eta = 0.5 * s + 0.3;
            let omega = fill(n, |i, j| w * corr[i * n + j] + (1.0 - w) * unit[i * n + j]);
            let own = cholesky(n, &omega);
            let of_matrix = |eta: X, l: &[X]| lkj_constant(n, eta) + 2.0 * (eta - 1.0) * log_diagonal(n, l);
            let of_factor = |eta: X, l: &[X]| {
                let power = |i: usize| (n - 1 - i) as f64 + 2.0 * (eta - 1.0);
                lkj_constant(n, eta) + (1..n).map(|i| power(i) * l[i * n + i].ln()).sum::<X>()
            };
            vec![
                of_matrix(s, &known),
                of_matrix(eta, &known),
                of_matrix(x(2.0), &known),
                of_matrix(s, &own),
                of_matrix(eta, &own),
                of_factor(s, &known),
                of_factor(eta, &known),
                of_factor(x(2.0), &known),
                of_factor(s, of.all("l")),
                of_factor(eta, &own),
            ]
        });
    });
}

/// log Γ_K(ν/2) + νK/2 log 2
fn wishart_constant(n: usize, nu: X) -> X {
    let pairs = 0.25 * (n * (n - 1)) as f64 * PI.ln();
    let each = |i: usize| lgamma(0.5 * (nu - i as f64));
    pairs + (0..n).map(each).sum::<X>() + 0.5 * LN_2 * n as f64 * nu
}

/// tr(A⁻¹ B) by the factors of both: the squares of L_A⁻¹ L_B.
fn trace(n: usize, a: &[X], b: &[X]) -> X {
    let column = |j: usize| (0..n).map(|i| b[i * n + j]).collect::<Vec<X>>();
    (0..n).map(|j| squares(&solve(n, a, &column(j)))).sum()
}

/// By the factors of W and of S.
fn wishart_plain(n: usize, nu: X, w: &[X], s: &[X]) -> X {
    (nu - n as f64 - 1.0) * log_diagonal(n, w)
        - 0.5 * trace(n, s, w)
        - nu * log_diagonal(n, s)
        - wishart_constant(n, nu)
}

fn inv_wishart_plain(n: usize, nu: X, w: &[X], s: &[X]) -> X {
    nu * log_diagonal(n, s)
        - (nu + n as f64 + 1.0) * log_diagonal(n, w)
        - 0.5 * trace(n, w, s)
        - wishart_constant(n, nu)
}

/// The logarithm of the Jacobian of L ↦ L Lᵀ: 2^K Π lᵢᵢ^(K − i).
fn jacobian(n: usize, l: &[X]) -> X {
    (0..n).map(|i| (n - i) as f64 * l[i * n + i].ln() + LN_2).sum()
}

#[test]
fn scatters() {
    sheet("wishart", 9, |case| {
        let n = case.length;
        let root = case.numbers("root", n * n, -0.5, 0.5);
        let w: Vec<f64> = gram(n, &xs(&root), 1.0).iter().map(|x| x.value).collect();
        let factor: Vec<f64> = cholesky(n, &xs(&w)).iter().map(|x| x.value).collect();
        let (w_table, l_table) = (table(n, n, &w), table(n, n, &factor));
        let many = n as f64 + 3.5;
        params! { nu: real(), a: vector(n).rows(n), b: vector(n).rows(n), l: vector(n).rows(n) }
        let model = model! {
            nu |= flat(), a |= flat(), b |= flat(),
            s = a.tcrossprod().add_diagonal(1.0),
            t = b.tcrossprod().add_diagonal(1.0),
            f = s.cholesky(),
            data(&w_table) |= wishart(nu, s),
            data(&w_table) |= wishart(many, s),
            data(&w_table) |= wishart(nu, data(&w_table)),
            t |= wishart(nu, s),
            data(&w_table) |= inv_wishart(nu, s),
            data(&w_table) |= inv_wishart(many, s),
            data(&w_table) |= inv_wishart(nu, data(&w_table)),
            increment(inv_wishart(nu, s).log_density(t)),
            data(&l_table) |= wishart_cholesky(nu, f),
            l |= wishart_cholesky(nu, f),
            increment(wishart_cholesky(many, data(&l_table)).log_density(l)),
            data(&l_table) |= inv_wishart_cholesky(nu, f),
            increment(inv_wishart_cholesky(nu, f).log_density(l)),
        };
        let low = n as f64;
        let bounds = [("nu", low + 0.5, low + 4.0), ("a", -0.6, 0.6), ("b", -0.6, 0.6), ("l", 0.6, 1.4)];
        case.check(&bounds, model, &|of| {
            let (nu, many, given) = (of.one("nu"), x(many), xs(&factor));
            let (s, t) = (cholesky(n, &gram(n, of.all("a"), 1.0)), cholesky(n, &gram(n, of.all("b"), 1.0)));
            let own = lower(n, of.all("l"));
            vec![
                wishart_plain(n, nu, &given, &s),
                wishart_plain(n, many, &given, &s),
                wishart_plain(n, nu, &given, &given),
                wishart_plain(n, nu, &t, &s),
                inv_wishart_plain(n, nu, &given, &s),
                inv_wishart_plain(n, many, &given, &s),
                inv_wishart_plain(n, nu, &given, &given),
                inv_wishart_plain(n, nu, &t, &s),
                wishart_plain(n, nu, &given, &s) + jacobian(n, &given),
                wishart_plain(n, nu, &own, &s) + jacobian(n, &own),
                wishart_plain(n, many, &own, &given) + jacobian(n, &own),
                inv_wishart_plain(n, nu, &given, &s) + jacobian(n, &given),
                inv_wishart_plain(n, nu, &own, &s) + jacobian(n, &own),
            ]
        });
    });
}
