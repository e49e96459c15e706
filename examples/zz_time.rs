use monomorph::prelude::*;
use std::time::Instant;
fn time(only: &str, name: &str, posterior: &impl Density, per: usize) {
    if !name.starts_with(only) {
        return;
    }
    let mut w = posterior.workspace();
    let d = posterior.dimension();
    let mut g = vec![0.0; d];
    let mut q: Vec<f64> = (0..d).map(|k| 0.1 * (k as f64 * 0.7).sin()).collect();
    let mut best = f64::INFINITY;
    for _ in 0..60 {
        let n = 2000;
        let t = Instant::now();
        for _ in 0..n {
            let l = posterior.log_density_and_gradient(&q, &mut g, &mut w);
            q[0] += 1e-12 * l.signum();
        }
        best = best.min(t.elapsed().as_nanos() as f64 / n as f64);
    }
    println!("{name}: {best:.0} ns, {:.2} ns a step", best / per as f64);
}
fn main() {
    let only = std::env::args().nth(1).unwrap_or_default();
    let only = only.as_str();
    for n in [200, 1000] {
        let y: Vec<f64> = (0..n).map(|k| (k as f64 * 0.37).sin() + 0.3 * (k as f64 * 1.7).cos()).collect();
        let y = &y;
        {
            params! { mu: real(), phi: real(), theta: real(), sigma: positive() }
            let before: Vec<f64> = std::iter::once(0.0).chain(y[..n - 1].iter().copied()).collect();
            let before = &before;
            let model = model! {
                mu |= normal(0.0, 10.0), phi |= normal(0.0, 2.0), theta |= normal(0.0, 2.0), sigma |= half_cauchy(2.5),
                error = scan(0.0, (data(y), data(before)), |e, (y, before)| y - mu - phi * before - theta * e),
                error |= normal(0.0, sigma),
            };
            time(only, &format!("arma {n}"), &model.compile().unwrap(), n);
        }
        {
            params! { mu: real(), a0: positive(), a1: interval(0.0, 1.0), b1: interval(0.0, 1.0) }
            let model = model! {
                mu |= normal(0.0, 10.0), a0 |= exponential(1.0), a1 |= uniform(0.0, 1.0), b1 |= uniform(0.0, 1.0),
                s2 = scan(1.0, data(y), |s2, y| a0 + a1 * (y - mu).square() + b1 * s2),
                data(y) |= normal(mu, s2.sqrt()),
            };
            time(only, &format!("garch {n}"), &model.compile().unwrap(), n);
        }
        {
            params! { mu: real(), phi: interval(-1.0, 1.0), sigma: positive(), z: vector(n) }
            let model = model! {
                phi |= uniform(-1.0, 1.0), sigma |= half_cauchy(5.0), mu |= cauchy(0.0, 10.0), z |= normal(0.0, 1.0),
                h = scan(0.0, z * sigma, |h, e| e + phi * h),
                data(y) |= normal(0.0, ((h + mu) * 0.5).exp()),
            };
            time(only, &format!("volatility {n}"), &model.compile().unwrap(), n);
        }
        {
            params! { r: positive(), k: positive() }
            let model = model! {
                r |= exponential(1.0), k |= exponential(1.0),
                s = scan(1.0, data(y), |s, y| s * (r - s / (k + 1.0) + 0.1 * y).exp()),
                data(y) |= normal(s, 1.0),
            };
            time(only, &format!("ricker {n}"), &model.compile().unwrap(), n);
        }
        {
            params! { theta: vector(3) }
            let model = model! {
                theta |= normal(0.0, 0.2),
                e = scan(0.0, data(y), |e, y| y - theta.at(0) * e - theta.at(1) * e.lag(2) - theta.at(2) * e.lag(4)),
                e |= normal(0.0, 1.0),
            };
            time(only, &format!("ma lags {n}"), &model.compile().unwrap(), n);
        }
    }
}
