use monomorph::prelude::*;
use std::time::Instant;
fn time<M: Model>(name: &str, model: M) {
    for ins in [Instructions::Avx512, Instructions::Avx2] {
        let p = model.compile_with(Options { instructions: ins, ..Options::default() }).unwrap();
        let mut ws = p.workspace();
        let d = p.dimension();
        let mut g = vec![0.0; d];
        let mut q: Vec<f64> = (0..d).map(|i| 0.1 * i as f64 - 0.3).collect();
        let (mut bg, mut bv) = (f64::MAX, f64::MAX);
        let n = 200_000;
        let mut s = 0.0;
        for _ in 0..10 {
            let t = Instant::now();
            for _ in 0..n {
                q[0] += 1e-9;
                s += p.log_density_and_gradient(std::hint::black_box(&q), &mut g, &mut ws);
            }
            bg = bg.min(t.elapsed().as_secs_f64() * 1e9 / n as f64);
            let t = Instant::now();
            for _ in 0..n {
                q[0] += 1e-9;
                s += p.log_density(std::hint::black_box(&q), &mut ws);
            }
            bv = bv.min(t.elapsed().as_secs_f64() * 1e9 / n as f64);
        }
        let mut many: Vec<_> = (0..8).map(|_| (p.workspace(), q.clone())).collect();
        let mut b2 = f64::MAX;
        for _ in 0..10 {
            let t = Instant::now();
            for _ in 0..n / 8 {
                for (ws, q) in &mut many {
                    s += p.log_density(std::hint::black_box(q), ws);
                }
            }
            b2 = b2.min(t.elapsed().as_secs_f64() * 1e9 / n as f64);
        }
        print!("8 ws, q const: {b2:.1} ");
        println!("{name:20} {ins:?} grad {bg:6.1} value {bv:6.1}  {s:e}");
    }
}
fn main() {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    params! { mu:  real(), tau: positive(), eta: vector(y.len()) }
    { params! { mu: real() } time("mu", model! { mu |= normal(0.0, 5.0) }); }
    { params!{mu: real()} time("flat mu", model! { mu |= flat() }); }
    time("tau flat", {params!{tau: positive()} model! { tau |= flat() }});
    time("tau", {params!{tau: positive()} model! { tau |= half_cauchy(5.0) }});
    time("eta flat", {params!{eta: vector(8)} model! { eta |= flat() }});
    time("eta", {params!{eta: vector(8)} model! { eta |= normal(0.0, 1.0) }});
    {
        use typenum::U8;
        params! { mu:  real(), tau: positive(), eta: vector(U8::new()) }
        time("static", model! { mu |= normal(0.0, 5.0), tau |= half_cauchy(5.0), eta |= normal(0.0, 1.0), theta = mu + tau * eta, fixed(&y) |= normal(theta, fixed(&sigma)), });
        time("static no theta", model! { mu |= normal(0.0, 5.0), tau |= half_cauchy(5.0), eta |= normal(0.0, 1.0), fixed(&y) |= normal(mu + tau * eta, fixed(&sigma)), });
    }
    time("mu tau eta flat", model! { mu |= flat(), tau |= flat(), eta |= flat() });
    time("mu tau eta", model! { mu |= normal(0.0, 5.0), tau |= half_cauchy(5.0), eta |= normal(0.0, 1.0) });
    time("+theta", model! { mu |= normal(0.0, 5.0), tau |= half_cauchy(5.0), eta |= normal(0.0, 1.0), theta = mu + tau * eta, increment(theta.sum())});
    time("full", model! { mu |= normal(0.0, 5.0), tau |= half_cauchy(5.0), eta |= normal(0.0, 1.0), theta = mu + tau * eta, data(&y) |= normal(theta, data(&sigma)), });
    time("full no theta", model! { mu |= normal(0.0, 5.0), tau |= half_cauchy(5.0), eta |= normal(0.0, 1.0), data(&y) |= normal(mu + tau * eta, data(&sigma)), });
}
