//! Differential equations: cholera, and a drug that is eliminated at a limited rate.

use super::case::*;

posteriors! {
    one_comp_mm_elim_abs: ["one_comp_mm_elim_abs-one_comp_mm_elim_abs"],
    sir: ["sir-sir"],
}

fn one_comp_mm_elim_abs(case: &Case, task: &mut impl Task) {
    let (times, concentration) = (case.vector("times"), case.vector("C_hat"));
    let (dose, volume) = (case.number("D"), case.number("V"));
    let tolerance = task.tolerance();
    params! { k_a: positive(), k_m: positive(), v_m: positive(), sigma: positive() }
    let c = ode(&times, 0.0, |t, c| (-k_a * t).exp() * (dose / volume) * k_a - v_m / volume * c / (k_m + c))
        .initial_time(case.number("t0"))
        .tolerance(tolerance, tolerance);
    task.run(model! {
        k_a   |= cauchy(0.0, 1.0),
        k_m   |= cauchy(0.0, 1.0),
        v_m   |= cauchy(0.0, 1.0),
        sigma |= cauchy(0.0, 1.0),
        data(&concentration) |= lognormal(c.log(), sigma),
    });
}

fn sir(case: &Case, task: &mut impl Task) {
    let (times, first) = (case.vector("t"), case.vector("y0"));
    let (infected, bacteria) = (case.vector("stoi_hat"), case.vector("B_hat"));
    let count = times.len();
    let tolerance = task.tolerance();
    params! { beta: positive(), gamma: positive(), xi: positive(), delta: positive() }
    task.run(model! {
        beta  |= cauchy(0.0, 2.5),
        gamma |= cauchy(0.0, 1.0),
        xi    |= cauchy(0.0, 25.0),
        delta |= cauchy(0.0, 1.0),
        states = ode(&times, (first[0], first[1], first[2], first[3]), |_, (s, i, _, b)| {
            let new = beta * s * b / (b + 1e6);
            (-new, new - gamma * i, gamma * i, xi * i - delta * b)
        })
        .tolerance(tolerance, tolerance),
        healthy = concatenate((first[0], states.column(0))),
        data(&infected) |= poisson(healthy.slice(0..count) - healthy.slice(1..count + 1)),
        data(&bacteria) |= lognormal(states.column(3).log(), 0.15),
    });
}
