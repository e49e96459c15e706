//! Proves that nothing is allocated when a program evaluates, samples or renews a posterior. Each model of
//! the other tests counts the allocations of its gradients (`tests/common`);
//! `tests/thorough/tests/allocations.rs` has models of all kinds at points without a density.

mod common;

use common::counting::allocations;
use common::{Random, on_every_set, with_room};
use monomorph::covariance::Pattern;
use monomorph::prelude::*;
use monomorph::sampling::{Metric, PrecisionMatrix};

/// The allocator counts allocations: if it did not, the tests below could not fail.
#[test]
fn allocations_are_counted() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1, 2, 3]))), 1);
    let mut grown = std::hint::black_box(vec![1]);
    assert_eq!(allocations(|| grown.extend([2, 3, 4, 5, 6, 7])), 1);
    assert_eq!(allocations(|| grown.clear()), 0);
}

/// Evaluates a model at points with and without a density, and at a point of the wrong length.
fn never_allocates(model: impl Model) {
    on_every_set(model, |set, posterior| {
        let (dimension, mut workspace) = (posterior.dimension(), posterior.workspace());
        let (mut gradient, mut values) = (vec![0.0; dimension], vec![0.0; posterior.value_count()]);
        for coordinate in [0.1, f64::NAN, f64::INFINITY, -1e300, 1e300] {
            let q = vec![coordinate; dimension];
            let made = allocations(|| {
                posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
                posterior.log_density(&q, &mut workspace);
                posterior.log_density(&q[1..], &mut workspace);
                let _ = posterior.constrain_into(&q, &mut values, &mut workspace);
            });
            assert_eq!(made, 0, "{made} allocations, {set}, at {coordinate}");
        }
    });
}

#[test]
fn restricted_kernels() {
    let y = [0.3, -0.2, 1.5];
    params! { mu: real(), sigma: positive(), theta: vector(3) }
    let model = model! {
        mu    |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        theta |= normal(mu, sigma),
        data(&y) |= normal(theta, 1.0),
    };
    with_room(|| {
        let posterior = model.compile().expect("the model compiles");
        let (mut workspace, mut gradient) = (posterior.workspace(), [0.0; 5]);
        let made = allocations(|| {
            for q in [[0.1, 0.2, 0.3, 0.4, 0.5], [f64::NAN; 5]] {
                posterior.restricted::<(mu,), ()>(&q, &mut gradient, &mut workspace);
                posterior.restricted::<(), (sigma,)>(&q, &mut gradient, &mut workspace);
            }
        });
        assert_eq!(made, 0);
    });
}

/// Custom distributions and operations, whose code runs within the library's.
#[test]
fn custom_pieces() {
    use monomorph::custom::{CustomDistribution, CustomOperation, Inputs, Outputs, distribution, operation};
    use monomorph::distribution::Domain;
    use monomorph::shape::{Dyn, Size, Vector};

    #[derive(Clone, Copy)]
    struct Decay;

    impl CustomDistribution<1> for Decay {
        const NAME: &'static str = "decay";
        const VARIABLE: Domain = Domain::NonNegative;
        const ARGUMENTS: [(&'static str, Domain); 1] = [("rate", Domain::Positive)];

        fn log_density(y: f64, [rate]: [f64; 1]) -> (f64, f64, [f64; 1]) {
            (rate.ln() - rate * y, -rate, [1.0 / rate - y])
        }
    }

    #[derive(Clone)]
    struct Running;

    impl CustomOperation for Running {
        const NAME: &'static str = "running";
        type Shape = Vector<Dyn>;

        fn size(&self, sizes: &[Size]) -> Result<Size, String> {
            Ok(sizes[0])
        }

        fn memory(&self, sizes: &[Size]) -> usize {
            sizes[0].length()
        }

        fn value(&self, inputs: Inputs<'_>, memory: &mut [f64], value: &mut [f64]) {
            let mut sum = 0.0;
            for ((value, kept), x) in value.iter_mut().zip(memory).zip(&inputs[0]) {
                sum += x;
                (*value, *kept) = (sum.sin(), sum.cos());
            }
        }

        fn adjoint(&self, _: Inputs<'_>, memory: &mut [f64], outputs: &mut Outputs<'_>) {
            let mut behind = 0.0;
            for (place, slope) in memory.iter().enumerate().rev() {
                behind += outputs.adjoint[place] * slope;
                outputs.add(0, place, behind);
            }
        }
    }

    let y = Random(3).numbers(11, 0.1, 2.0);
    params! { rate: positive(), x: vector(11) }
    never_allocates(model! {
        rate |= exponential(1.0),
        x |= normal(0.0, 1.0),
        data(&y) |= distribution(Decay, (rate * operation(&Running, (x,)).exp(),)),
    });
}

/// A run allocates before its first transition and after its last, as often for many transitions as for
/// few.
#[test]
fn transitions_of_nuts_do_not_allocate() {
    params! { mu: real(), eta: vector(5) }
    let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
    let posterior = model.compile().expect("the model compiles");
    let nuts = || posterior.nuts().chains(1).threads(1).progress(false);
    // All of it is in this thread.
    let count = |metric, warmup, draws| {
        let run = || drop(nuts().metric(metric).warmup(warmup).draws(draws).run().expect("a fit"));
        allocations(run)
    };
    assert!(count(Metric::Diagonal, 50, 10) > 0);
    for metric in [Metric::Diagonal, Metric::Fisher] {
        assert_eq!(count(metric, 300, 200), count(metric, 50, 10));
    }
    let adapting =
        |draws| allocations(|| drop(nuts().walnuts(0.5).warmup(50).draws(draws).run().expect("a fit")));
    assert_eq!(adapting(200), adapting(10));
    let pattern = Pattern::new(6, (1..6).map(|row| (row, 0))).expect("a pattern");
    let values: Vec<f64> = pattern.iter().map(|(i, j)| if i == j { 6.0 } else { -1.0 }).collect();
    let precision = PrecisionMatrix::new(&pattern, &values).expect("a precision");
    let preconditioned = |draws| {
        let nuts = nuts().precision(&precision).metric(Metric::Fisher).warmup(50).draws(draws);
        allocations(|| drop(nuts.run().expect("a fit")))
    };
    assert_eq!(preconditioned(200), preconditioned(10));
    // The end of a window allocates.
    for metric in [Metric::Dense, Metric::LowRank] {
        assert_eq!(count(metric, 50, 200), count(metric, 50, 10), "{metric:?}");
    }

    // Nor do those of a block of Gibbs sampling.
    let of_block = |warmup, draws| {
        let gibbs = posterior.gibbs().block::<(mu, eta)>().chains(1).threads(1).warmup(warmup).draws(draws);
        allocations(|| drop(gibbs.run().expect("draws")))
    };
    assert_eq!(of_block(300, 200), of_block(50, 10));
}

/// New data of the same size: a workspace is reused without an allocation, and `compile_in` does not
/// allocate the memory of a posterior.
#[test]
fn data_anew() {
    use monomorph::posterior::Memory;
    fn rates(y: &[f64], memory: &mut Memory) -> Result<Posterior<impl BoundModel + use<>>, Error> {
        params! { mu: real(), sigma: positive() }
        let model = model! {
            mu    |= normal(0.0, 1.0),
            sigma |= exponential(1.0),
            data(y) |= student_t(4.0, mu, sigma),
        };
        model.compile_in(memory)
    }
    let (first, second) = ([1.0, 2.0, 4.0], [1.0, 3.0, 9.0]);
    let mut memory = Memory::new();
    let mut fresh = 0;
    let mut posterior = None;
    fresh += allocations(|| posterior = Some(rates(&first, &mut memory).unwrap()));
    let mut workspace = posterior.as_ref().unwrap().workspace();
    memory.recycle(posterior.take().unwrap());
    let again = allocations(|| posterior = Some(rates(&second, &mut memory).unwrap()));
    // Packed twice and copied once, values, adjoints, scratch and a gradient.
    assert!(again + 5 <= fresh, "{again} after {fresh}");
    let posterior = posterior.unwrap();
    assert_eq!(allocations(|| posterior.renew(&mut workspace)), 0);
    assert!(posterior.log_density(&[0.0; 2], &mut workspace).is_finite());
}
