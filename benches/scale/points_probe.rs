#[path = "clock.rs"]
#[allow(dead_code)]
mod clock;
#[path = "../peers/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "regression.rs"]
#[allow(dead_code)]
mod regression;
use monomorph::prelude::*;
use regression::Data;
use std::time::Instant;
fn main() -> Result<(), monomorph::Error> {
    let arguments: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let (rows, columns, count) = (arguments[0], arguments[1], arguments[2]);
    let observed = Data::new(rows, columns);
    let x = data(observed.predictors());
    params! { alpha: real(), beta: vector(columns) }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(&observed.binary) |= bernoulli_logit(alpha + x.dot(beta)),
    };
    let posterior = model.compile()?;
    let d = posterior.dimension();
    let mut random = random::Random::new(7);
    let points: Vec<f64> = (0..count * d).map(|_| 0.1 * random.normal()).collect();
    let mut gradients = vec![0.0; count * d];
    let mut workspaces = posterior.workspaces(count);
    let mut workspace = posterior.workspace();
    let mut gradient = vec![0.0; d];
    let (mut one, mut all) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..25 {
        let start = Instant::now();
        let value = posterior.log_density_and_gradient(&points[..d], &mut gradient, &mut workspace);
        one = one.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let values = posterior.log_density_and_gradients(&points, &mut gradients, &mut workspaces);
        all = all.min(start.elapsed().as_secs_f64());
        assert_eq!(values[0].to_bits(), value.to_bits());
        assert!(gradients[..d] == gradient);
    }
    println!(
        "{rows} x {columns}: one {:.2} ms, {count} points {:.2} ms: {:.2}",
        one * 1e3,
        all * 1e3,
        all / one
    );
    Ok(())
}
