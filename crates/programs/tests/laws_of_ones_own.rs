//! Tests of programs whose choices follow laws of this file, and of a hand-written static model: no
//! distribution and no model of monomorph is compiled.

use monomorph_base::error::Error;
use monomorph_base::trace::Trace;
use monomorph_programs::law::{ChoiceLaw, MAX_ARGUMENTS};
use monomorph_programs::program::{Evaluated, Parameter, Run, StaticModel, program};
use rand::{Rng, RngExt};
use std::f64::consts::TAU;

/// A coin that shows heads with the given probability.
struct Coin(f64);

impl ChoiceLaw for Coin {
    type Value = bool;
    const NAME: &'static str = "coin";

    fn arguments(&self) -> Result<[f64; MAX_ARGUMENTS], String> {
        let mut arguments = [f64::NAN; MAX_ARGUMENTS];
        arguments[1] = self.0;
        if (0.0..=1.0).contains(&self.0) { Ok(arguments) } else { Err(format!("p = {}", self.0)) }
    }

    fn broken_rule(&self, value: f64) -> Option<&'static str> {
        (value != 0.0 && value != 1.0).then_some("be 0 or 1")
    }

    fn draw<R: Rng>(&self, arguments: &[f64; MAX_ARGUMENTS], rng: &mut R) -> f64 {
        f64::from(u8::from(rng.random::<f64>() < arguments[1]))
    }

    fn log_density_of(&self, value: f64, arguments: &[f64; MAX_ARGUMENTS]) -> f64 {
        if value == 1.0 { arguments[1].ln() } else { (1.0 - arguments[1]).ln() }
    }
}

fn log_normal(x: f64, mean: f64, sd: f64) -> f64 {
    -0.5 * ((x - mean) / sd).powi(2) - sd.ln() - 0.5 * TAU.ln()
}

fn is_fair(run: &mut Run) -> bool {
    let fair = run.sample("fair", Coin(0.7));
    for toss in 0..6 {
        run.observe(("head", toss), Coin(if fair { 0.5 } else { 0.9 }), true);
    }
    fair
}

/// Computes p(fair | six heads), and the evidence.
fn exact() -> (f64, f64) {
    let (fair, unfair) = (0.7 * 0.5_f64.powi(6), 0.3 * 0.9_f64.powi(6));
    (fair / (fair + unfair), fair + unfair)
}

#[test]
fn all_kernels_find_the_kind_of_a_coin() {
    let (share, evidence) = exact();
    let of = |fair: &bool| f64::from(u8::from(*fair));
    let coin = program(is_fair);
    let single = coin.single_site().draws(4_000).seed(1).run().unwrap();
    assert!((single.mean(of) - share).abs() < 0.02, "{} for {share}", single.mean(of));
    let weighted = coin.importance(20_000).seed(2).run().unwrap();
    assert!((weighted.mean(of) - share).abs() < 0.02, "{} for {share}", weighted.mean(of));
    let found = weighted.log_evidence().unwrap();
    assert!((found - evidence.ln()).abs() < 0.05, "{found} for {}", evidence.ln());
    let particles = coin.particles(20_000).seed(3).run().unwrap();
    assert!((particles.mean(of) - share).abs() < 0.02, "{} for {share}", particles.mean(of));
}

#[test]
fn recursion_has_the_length_that_its_choices_say() {
    fn tosses(run: &mut Run) -> u64 {
        if run.sample("stop", Coin(0.4)) { 1 } else { 1 + run.call("next", tosses) }
    }
    let fit = program(tosses).importance(20_000).seed(1).run().unwrap();
    assert!((fit.mean(|n| *n as f64) - 2.5).abs() < 0.06, "{}", fit.mean(|n| *n as f64));
}

#[test]
fn what_makes_no_law_is_said_with_its_address() {
    let error = program(|run: &mut Run| run.sample("c", Coin(1.5))).simulate(1).unwrap_err().to_string();
    assert!(error.contains('c') && error.contains("p = 1.5"), "{error}");
}

/// θ ~ normal(0, 2), and 1.2 ~ normal(θ, 1): the posterior is normal with the variance 4/5 and the mean 0.96.
struct Known {
    parameters: Vec<Parameter>,
}

const Y: f64 = 1.2;

impl StaticModel for Known {
    const ASSERT_CONTINUOUS: () = ();
    type Memory = f64;

    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn take_memory(&self) -> f64 {
        f64::NAN
    }

    fn give_back(&self, _: f64) {}

    fn complete(
        &self,
        known: &[bool],
        values: &mut [f64],
        rng: &mut dyn Rng,
        memory: &mut f64,
    ) -> Result<Evaluated, Error> {
        if !known[0] {
            // The method of Box and Muller.
            let (u, v): (f64, f64) = (rng.random(), rng.random());
            values[0] = 2.0 * (-2.0 * (1.0 - u).ln()).sqrt() * (TAU * v).cos();
        }
        *memory = values[0];
        let prior = log_normal(values[0], 0.0, 2.0);
        Ok(Evaluated::new(prior + log_normal(Y, values[0], 1.0), vec![prior]))
    }

    fn replicate(&self, _: &mut dyn Rng, memory: &mut f64) -> Result<Vec<(&'static str, Vec<f64>)>, Error> {
        Ok(vec![("y", vec![*memory])])
    }

    fn trace(&self, memory: &mut f64) -> Result<Trace, Error> {
        Trace::of([("theta", *memory)])
    }

    fn dimension(&self) -> usize {
        1
    }

    fn unconstrain(&self, values: &[f64], _: &mut f64) -> Result<Vec<f64>, Error> {
        Ok(values.to_vec())
    }

    fn constrain(&self, point: &[f64], values: &mut [f64], _: &mut f64) -> Result<(), Error> {
        values.copy_from_slice(point);
        Ok(())
    }

    fn log_joint(&self, point: &[f64], _: &mut f64) -> f64 {
        log_normal(point[0], 0.0, 2.0) + log_normal(Y, point[0], 1.0)
    }

    fn log_density_and_gradient(&self, point: &[f64], gradient: &mut [f64], memory: &mut f64) -> f64 {
        gradient[0] = -point[0] / 4.0 + (Y - point[0]);
        self.log_joint(point, memory)
    }
}

#[test]
fn a_static_model_is_a_part_of_a_program() {
    let part = Known { parameters: vec![Parameter::new(vec!["theta".into()], "theta of Known")] };
    let whole = program(|run: &mut Run| run.model(&part));
    let density = whole.log_density_of(&Trace::of([("theta", 0.3)]).unwrap()).unwrap();
    assert!((density - part.log_joint(&[0.3], &mut 0.0)).abs() < 1e-12, "{density}");
    let fit = whole
        .chain()
        .hamiltonian_within("", &part)
        .record_all()
        .warmup(500)
        .draws(4_000)
        .seed(1)
        .run()
        .unwrap();
    let draws = fit.draws().unwrap();
    let theta = draws.column("theta").unwrap();
    let count = theta.as_slice().len() as f64;
    let mean = theta.as_slice().iter().sum::<f64>() / count;
    let variance = theta.as_slice().iter().map(|theta| (theta - mean).powi(2)).sum::<f64>() / count;
    assert!((mean - 0.96).abs() < 0.06, "{mean}");
    assert!((variance - 0.8).abs() < 0.08, "{variance}");
}
