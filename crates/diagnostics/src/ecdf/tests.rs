use super::*;
use crate::uniform::uniform;

#[test]
fn coverage_is_that_of_simulated_values() {
    let mut state = 5;
    for (n, probability) in [(7, 0.5), (40, 0.8), (250, 0.95), (1000, 0.5)] {
        let band = Band::new(n, probability);
        assert!(band.coverage() >= probability, "{n}: {}", band.coverage());
        let repetitions = 2000;
        let inside = (0..repetitions)
            .filter(|_| {
                let values: Vec<f64> = (0..n).map(|_| uniform(&mut state)).collect();
                band.contains(&values)
            })
            .count() as f64
            / f64::from(repetitions);
        let error = (band.coverage() * (1.0 - band.coverage()) / f64::from(repetitions)).sqrt();
        assert!((inside - band.coverage()).abs() < 4.5 * error + 1e-9, "{n}: {inside}, {}", band.coverage());
    }
}

#[test]
fn p_values_are_uniform_or_larger() {
    let mut state = 11;
    for n in [1, 3, 20, 120] {
        let repetitions = 1000;
        let p: Vec<f64> = (0..repetitions)
            .map(|_| uniformity(&(0..n).map(|_| uniform(&mut state)).collect::<Vec<_>>()))
            .collect();
        for level in [0.01, 0.1, 0.3] {
            let share = p.iter().filter(|p| **p <= level).count() as f64 / f64::from(repetitions);
            let error = (level * (1.0 - level) / f64::from(repetitions)).sqrt();
            assert!(share < level + 4.5 * error, "{n}: {share} of p-values are below {level}");
            assert!(n < 20 || share > 0.6 * level, "{n}: {share} of p-values are below {level}");
        }
    }
}

#[test]
fn one_value_has_its_own_binomial() {
    // K = 2: one value lies below 1/2 or not, each with probability 1/2, so the p-value is 1.
    assert_eq!(uniformity(&[0.0]), 1.0);
    // Two values, K = 2: both below 1/2 or both above has probability 1/2.
    assert!((uniformity(&[0.1, 0.2]) - 0.5).abs() < 1e-12);
    assert_eq!(uniformity(&[0.1, 0.9]), 1.0);
}

#[test]
fn what_is_no_probability_has_no_answer() {
    for values in [&[][..], &[f64::NAN], &[-0.1], &[1.1]] {
        assert!(uniformity(values).is_nan());
    }
    assert!(uniformity(&[0.0; 100]) < 1e-10 && uniformity(&[1.0; 100]) < 1e-10);
}

#[test]
fn bands_of_few_values_hold_all() {
    let none = Band::new(0, 0.95);
    assert_eq!((none.lower(), none.upper(), none.coverage()), (&[0.0][..], &[0.0][..], 1.0));
    let one = Band::new(1, 0.95);
    assert_eq!((one.lower(), one.upper()), (&[0.0][..], &[1.0][..]));
    assert!(one.contains(&[0.3]) && !one.contains(&[0.3, 0.4]));
    for probability in [f64::NAN, -1.0, 0.0, 1.0, 2.0] {
        let band = Band::new(30, probability);
        assert!(band.lower().iter().zip(band.upper()).all(|(lower, upper)| lower <= upper));
    }
}

#[test]
fn counts_at_points_include_them() {
    assert_eq!(counts(&[0.0, 0.25, 0.2500001, 0.5, 1.0], 4), [2, 4, 4]);
    assert_eq!(counts(&[], 3), [0, 0]);
}

#[test]
fn what_is_nan_is_at_no_place() {
    let band = Band::new(3, 0.5);
    let values = [0.2, f64::NAN, 0.8];
    assert!(band.shares(&values).iter().all(|share| share.is_nan()) && uniformity(&values).is_nan());
    let wide = Band::new(3, 0.999_999);
    assert!(wide.contains(&[0.2, 0.5, 0.8]) && !wide.contains(&values));
}
