use monomorph::prelude::*;
use std::time::Instant;
fn main() -> Result<(), monomorph::Error> {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    params! {
        mu:  real(),
        tau: positive(),
        eta: vector(y.len()),
    }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&sigma)),
    };
    let posterior = model.compile()?;
    println!("{:?}", posterior.parameter_names());
    let mut ws = posterior.workspace();
    let mut g = [0.0; 10];
    let q = [0.3, 0.2, 0.1, -0.2, 0.3, 0.4, -0.5, 0.6, 0.7, -0.8];
    let lp = posterior.log_density_and_gradient(&q, &mut g, &mut ws);
    println!("{lp} {g:?}");
    for ins in [Instructions::Avx2, Instructions::Scalar] {
        let p = model.compile_with(Options { instructions: ins, ..Options::default() })?;
        let lp = p.log_density_and_gradient(&q, &mut g, &mut p.workspace());
        println!("{lp} {g:?}");
        println!("{}", p.log_density(&q, &mut p.workspace()));
    }
    for i in 0..10 {
        let mut a = q; a[i] += 1e-5;
        let mut b = q; b[i] -= 1e-5;
        print!("{:.6} ", (posterior.log_density(&a, &mut ws) - posterior.log_density(&b, &mut ws)) / 2e-5);
    }
    println!();
    for _ in 0..5 {
        let t = Instant::now();
        let n = 2_000_000;
        let mut q = q;
        let mut s = 0.0;
        for _ in 0..n {
            q[0] += 1e-9;
            s += posterior.log_density_and_gradient(std::hint::black_box(&q), &mut g, &mut ws);
        }
        let grad = t.elapsed().as_secs_f64() * 1e9 / n as f64;
        let t = Instant::now();
        for _ in 0..n {
            q[0] += 1e-9;
            s += posterior.log_density(std::hint::black_box(&q), &mut ws);
        }
        println!("{grad:.1} ns gradient, {:.1} ns value {s}", t.elapsed().as_secs_f64() * 1e9 / n as f64);
    }
    Ok(())
}
