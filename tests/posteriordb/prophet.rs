//! Downloads by day: a trend with change points, and seasons.

use super::case::*;

posteriors! { prophet: ["rstan_downloads-prophet"] }

fn prophet(case: &Case, task: &mut impl Task) {
    assert_eq!(case.number("trend_indicator"), 0.0);
    let (t, y, changes) = (case.vector("t"), case.vector("y"), case.vector("t_change"));
    let (x, seasons) = (case.vector("X"), case.size("K"));
    let x = matrix(by_rows(&x, seasons));
    let (sigmas, s_a, s_m) = (case.vector("sigmas"), case.vector("s_a"), case.vector("s_m"));
    let after: Vec<f64> = changes.iter().flat_map(|&change| map(&t, |t| f64::from(t >= change))).collect();
    let after = matrix(by_columns(&after, t.len()));
    let tau = case.number("tau");
    params! {
        k: real(), m: real(), delta: vector(changes.len()), sigma_obs: positive(), beta: vector(seasons),
    }
    let trend = (k + after.dot(delta)) * data(&t) + (m - after.dot(data(&changes) * delta));
    task.run(model! {
        k         |= normal(0.0, 5.0),
        m         |= normal(0.0, 5.0),
        delta     |= double_exponential(0.0, tau),
        sigma_obs |= normal(0.0, 0.5),
        beta      |= normal(0.0, data(&sigmas)),
        data(&y)  |= normal(
            trend * (1.0 + x.dot(beta * data(&s_m))) + x.dot(beta * data(&s_a)),
            sigma_obs
        ),
    });
}
