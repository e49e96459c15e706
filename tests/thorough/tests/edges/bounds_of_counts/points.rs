//! Points between whole numbers.

use monomorph::contract::node::{MAX_ARGUMENTS, Packs};
use monomorph::distribution::{
    Bernoulli, BetaBinomial, Binomial, Cumulative, DiscreteRange, Geometric, NegBinomial, NegBinomial2,
    Poisson,
};
use monomorph::simd::Pack;
use pulp::{Scalar, Simd, WithSimd};
use std::marker::PhantomData;

/// log P(Y ≤ y) and log P(Y > y) with all their derivatives, in the first lane.
struct Ask<F>(Vec<f64>, PhantomData<F>);

impl<F: Cumulative> WithSimd for Ask<F> {
    type Output = [Vec<f64>; 2];

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let packs: Packs<S> =
            std::array::from_fn(|place| Pack::splat(simd, self.0.get(place).copied().unwrap_or(f64::NAN)));
        [F::log_cdf(&packs), F::log_ccdf(&packs)].map(|(value, slopes)| {
            let slopes = slopes.iter().take(self.0.len()).map(|slope| slope.first());
            [value.first()].into_iter().chain(slopes).collect()
        })
    }
}

/// Checks that a point between whole numbers is as good as the whole number below, on every instruction set.
fn check_points<F: Cumulative>(arguments: &[f64]) {
    assert!(F::FACTS.arguments.len() <= MAX_ARGUMENTS);
    let at = |y: f64| {
        let ask = || Ask::<F>([&[y], arguments].concat(), PhantomData);
        let mut answers = vec![Scalar::new().vectorize(ask())];
        #[cfg(target_arch = "x86_64")]
        {
            answers.extend(pulp::x86::V3::try_new().map(|simd| Simd::vectorize(simd, ask())));
            answers.extend(pulp::x86::V4::try_new().map(|simd| Simd::vectorize(simd, ask())));
        }
        answers
    };
    for whole in [-2.0, -1.0, 0.0, 1.0, 3.0, 6.0, 7.0, 50.0] {
        for part in [1e-9, 0.25, 0.5, 0.75, 0.999_999] {
            for (between, below) in at(whole + part).into_iter().zip(at(whole)) {
                let what = format!("{} of {arguments:?} at {whole} + {part}", F::FACTS.name);
                assert_eq!(format!("{between:?}"), format!("{below:?}"), "{what}");
                assert_eq!((between[0][1], between[1][1]), (0.0, 0.0), "{what}: by the point");
            }
        }
    }
}

#[test]
fn points_are_rounded_down() {
    check_points::<Bernoulli>(&[0.3]);
    check_points::<Binomial>(&[7.0, 0.3]);
    check_points::<BetaBinomial>(&[7.0, 1.3, 0.6]);
    check_points::<NegBinomial>(&[1.7, 0.4]);
    check_points::<NegBinomial2>(&[1.7, 0.4]);
    check_points::<Poisson>(&[3.0]);
    check_points::<Geometric>(&[0.2]);
    check_points::<DiscreteRange>(&[-1.0, 6.0]);
}
