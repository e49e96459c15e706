//! Custom log densities with the samplers, compared with posteriors of the same density.

use monomorph::prelude::*;
use monomorph::sampling::Metric;
use monomorph::shape::Extent;
use monomorph::target::{CustomPosterior, CustomTarget};

/// The density of a posterior, without the posterior: mu ~ normal(1, 2), s = eˣ ~ exponential(1).
struct Two;

impl CustomTarget for Two {
    fn dimension(&self) -> usize {
        2
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        let (apart, s) = ((q[0] - 1.0) / 2.0, q[1].exp());
        gradient.copy_from_slice(&[-0.5 * apart, 1.0 - s]);
        -0.5 * apart * apart - s + q[1]
    }

    fn variables(&self) -> Vec<(String, Extent)> {
        vec![("mu".to_owned(), Extent::Scalar), ("s".to_owned(), Extent::Scalar)]
    }

    fn constrain_into(&self, q: &[f64], values: &mut [f64]) -> Result<(), String> {
        values.copy_from_slice(&[q[0], q[1].exp()]);
        Ok(())
    }
}

/// A density that is a function, of three coordinates under their own name.
struct Plain<F>(F);

impl<F: Fn(&[f64], &mut [f64]) -> f64 + Send + Sync> CustomTarget for Plain<F> {
    fn dimension(&self) -> usize {
        3
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        (self.0)(q, gradient)
    }
}

fn normal_density(q: &[f64], gradient: &mut [f64]) -> f64 {
    gradient.iter_mut().zip(q).for_each(|(slope, q)| *slope = -q);
    -0.5 * q.iter().map(|q| q * q).sum::<f64>()
}

#[test]
fn draws_are_those_of_a_posterior_with_this_density() {
    params! { mu: real(), s: positive() }
    let posterior = model! { mu |= normal(1.0, 2.0), s |= exponential(1.0) }.compile().unwrap();
    let own = CustomPosterior::new(Two).unwrap();
    let run = |nuts: monomorph::sampling::Nuts<'_>| {
        nuts.chains(2).warmup(300).draws(500).seed(1).metric(Metric::Diagonal).run().unwrap()
    };
    let (own, known) = (run(own.nuts()), run(posterior.nuts()));
    assert_eq!(own.draws().names(), known.draws().names());
    for (name, column) in own.draws().columns() {
        let other = known.draws().column(name).unwrap();
        let tolerance = 0.3 * other.sd();
        assert!((column.mean() - other.mean()).abs() < tolerance, "{name}");
        assert!((column.sd() - other.sd()).abs() < tolerance, "{name}");
    }
}

#[test]
fn a_run_goes_on_from_its_checkpoint_and_not_from_that_of_another_density() {
    let folder = std::env::temp_dir().join(format!("monomorph-custom-target-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("run.mono");
    let own = CustomPosterior::new(Plain(normal_density)).unwrap();
    let nuts = || own.nuts().chains(2).warmup(100).draws(200).seed(3);
    let fit = nuts().checkpoint(&file, 50).run().unwrap();
    assert_eq!(fit.draws().names(), ["q[0]", "q[1]", "q[2]"]);
    assert_eq!(nuts().resume(&file).run().unwrap().draws(), fit.draws());
    let other =
        CustomPosterior::new(Plain(|q: &[f64], gradient: &mut [f64]| 2.0 * normal_density(q, gradient)));
    let error = other.unwrap().nuts().chains(2).warmup(100).draws(200).seed(3).resume(&file).run();
    assert!(matches!(error, Err(Error::Checkpoint { .. })), "{error:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn numbers_that_are_not_finite_have_no_density() {
    let own = CustomPosterior::new(Plain(|q: &[f64], gradient: &mut [f64]| {
        let log_density = normal_density(q, gradient);
        if q[0] > 1.0 {
            gradient[1] = f64::INFINITY;
        }
        if q[0] < -1.0 { f64::NAN } else { log_density }
    }))
    .unwrap();
    let (mut workspace, mut gradient) = (own.workspace(), [7.0; 3]);
    for (q, expected) in [([0.5; 3], -0.375), ([2.0; 3], f64::NEG_INFINITY), ([-2.0; 3], f64::NEG_INFINITY)] {
        assert_eq!(own.log_density_and_gradient(&q, &mut gradient, &mut workspace), expected);
        let slope = if expected.is_finite() { -0.5 } else { 0.0 };
        assert_eq!(gradient, [slope; 3]);
    }
    assert!(own.log_density_and_gradient(&[0.0; 2], &mut gradient, &mut workspace).is_infinite());
    // Chains stay where there is a density.
    let fit = own.nuts().chains(2).warmup(200).draws(200).seed(1).run().unwrap();
    assert!(fit.draws().column("q[0]").unwrap().as_slice().iter().all(|q| q.abs() <= 1.0));
    let error = own.nuts().initial_points([vec![2.0; 3]]).run().unwrap_err().to_string();
    assert!(error.contains("with respect to coordinate 1 of the point was inf"), "{error}");
}

#[test]
fn what_cannot_be_is_an_error() {
    /// Two variables with one name, or values that do not exist.
    struct Wrong(bool);

    impl CustomTarget for Wrong {
        fn dimension(&self) -> usize {
            1
        }

        fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
            normal_density(q, gradient)
        }

        fn variables(&self) -> Vec<(String, Extent)> {
            vec![
                ("a".to_owned(), Extent::Scalar),
                (if self.0 { "a" } else { "b" }.to_owned(), Extent::Scalar),
            ]
        }
    }

    let error = CustomPosterior::new(Wrong(true)).unwrap_err();
    assert_eq!(error, Error::Redeclared { name: "a".to_owned() });
    let own = CustomPosterior::new(Wrong(false)).unwrap();
    let error = own.nuts().chains(1).warmup(10).draws(10).run().unwrap_err().to_string();
    assert!(error.contains("2 values cannot be the point itself, which has 1 coordinates"), "{error}");
    let own = CustomPosterior::new(Two).unwrap();
    let error = own.nuts().initial("mu", [1.0]).run().unwrap_err().to_string();
    assert!(error.contains("the setting `initial` must be `initial_points`"), "{error}");
}
