//! Four models that pymc-rust-ai-compiler (github.com/twiecki) translates from PyMC to Rust, in its sizes:
//! 100 normal numbers, a line through 200 points, intercepts of eight groups, and a Gaussian process of 50
//! points. Its README gives 0.14, 0.33, 0.76 and 35.31 µs for a gradient in the translations.
//!
//! Its data are drawn with NumPy's generator; ours are other draws of the same laws.

use crate::by_hand::translated as by_hand;
use crate::compare::{Bench, Rivals};
use crate::json::{from_one, list};
use crate::random::Random;
use monomorph::prelude::*;

/// Compares them.
pub fn compare(bench: &mut Bench) {
    let mut random = Random::new(42);
    numbers(bench, &mut random);
    line(bench, &mut random);
    groups(bench, &mut random);
    process(bench, &mut random);
}

fn numbers(bench: &mut Bench, random: &mut Random) {
    let y: Vec<f64> = (0..100).map(|_| 5.0 + 1.2 * random.normal()).collect();
    let json = format!(r#"{{"N":100,"y":{}}}"#, list(&y));
    params! { mu: real(), sigma: positive() }
    let model = model! {
        mu |= normal(0.0, 10.0),
        sigma |= half_normal(5.0),
        data(&y) |= normal(mu, sigma),
    };
    let rivals = Rivals::stan("translated/numbers", json).by_hand(by_hand::numbers(y.clone()));
    bench.compare("translated, 100 numbers", model, rivals);
}

fn line(bench: &mut Bench, random: &mut Random) {
    let x: Vec<f64> = (0..200).map(|place| 10.0 * f64::from(place) / 199.0).collect();
    let y: Vec<f64> = x.iter().map(|x| 2.5 - 1.3 * x + 0.8 * random.normal()).collect();
    let json = format!(r#"{{"N":200,"x":{},"y":{}}}"#, list(&x), list(&y));
    params! { alpha: real(), beta: real(), sigma: positive() }
    let model = model! {
        alpha |= normal(0.0, 10.0),
        beta |= normal(0.0, 10.0),
        sigma |= half_normal(5.0),
        data(&y) |= normal(alpha + beta * data(&x), sigma),
    };
    let rivals = Rivals::stan("translated/line", json).by_hand(by_hand::line(x.clone(), y.clone()));
    bench.compare("translated, a line", model, rivals);
}

fn groups(bench: &mut Bench, random: &mut Random) {
    const GROUPS: usize = 8;
    let sizes: Vec<usize> = (0..GROUPS).map(|_| 10 + random.below(20)).collect();
    let group: Vec<usize> = (0..GROUPS).flat_map(|group| vec![group; sizes[group]]).collect();
    let intercepts: Vec<f64> = (0..GROUPS).map(|_| 1.5 + 0.7 * random.normal()).collect();
    let x: Vec<f64> = group.iter().map(|_| f64::from(u8::from(random.uniform() < 0.5))).collect();
    let means = group.iter().zip(&x).map(|(&group, x)| intercepts[group] - 0.8 * x);
    let y: Vec<f64> = means.map(|mean| mean + 0.5 * random.normal()).collect();
    let json = format!(
        r#"{{"N":{},"J":{GROUPS},"group":{},"x":{},"y":{}}}"#,
        y.len(),
        from_one(&group),
        list(&x),
        list(&y)
    );
    params! {
        mu_a:     real(),
        sigma_a:  positive(),
        a_offset: vector(GROUPS),
        b:        real(),
        sigma_y:  positive(),
    }
    let model = model! {
        mu_a     |= normal(0.0, 10.0),
        sigma_a  |= half_normal(5.0),
        a_offset |= normal(0.0, 1.0),
        b        |= normal(0.0, 10.0),
        sigma_y  |= half_normal(5.0),
        a = mu_a + sigma_a * a_offset,
        data(&y) |= normal(a.at(&group) + b * data(&x), sigma_y),
    };
    let by_hand = by_hand::groups(group.clone(), x.clone(), y.clone());
    bench.compare("translated, groups", model, Rivals::stan("translated/groups", json).by_hand(by_hand));
}

fn process(bench: &mut Bench, random: &mut Random) {
    const COUNT: usize = 50;
    let mut x: Vec<f64> = (0..COUNT).map(|_| 10.0 * random.uniform()).collect();
    x.sort_by(f64::total_cmp);
    let y: Vec<f64> = x.iter().map(|x| (0.8 * x).sin() + 0.3 * random.normal()).collect();
    let json = format!(r#"{{"N":{COUNT},"x":{},"y":{}}}"#, list(&x), list(&y));
    params! { ls: positive(), eta: positive(), sigma: positive() }
    // PyMC adds 10⁻⁶ to the diagonal.
    let covariance = gp_exp_quad_cov(&x, eta, ls).add_diagonal(sigma.square() + 1e-6);
    let model = model! {
        ls    |= half_normal(5.0),
        eta   |= half_normal(5.0),
        sigma |= half_normal(5.0),
        data(&y) |= multi_normal(0.0, covariance),
    };
    let by_hand = by_hand::process(x.clone(), y.clone());
    bench.compare("translated, a process", model, Rivals::stan("translated/process", json).by_hand(by_hand));
}
