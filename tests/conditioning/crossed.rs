//! Crossed effects, where each row gathers several elements. Second derivatives are found from the copies
//! that rows read, with as many groups as a row gathers, and equal the second derivatives of the elements.

use crate::common::evaluate;
use crate::laplace::value_of;
use approx::assert_relative_eq;
use monomorph::covariance::{Pattern, sparse_precision};
use monomorph::faer::Mat;
use monomorph::prelude::*;

const FIRST: [usize; 14] = [0, 1, 2, 3, 4, 5, 0, 2, 4, 5, 3, 1, 2, 0];
/// The second element of each row, which is in some rows the same as the first.
const SECOND: [usize; 14] = [0, 2, 2, 1, 5, 5, 3, 4, 1, 0, 3, 2, 1, 4];
const COUNT: [u32; 14] = [3, 0, 2, 12, 9, 1, 0, 4, 5, 2, 7, 1, 0, 3];

/// The rows of a matrix whose product with the effects equals the gathered effects of rows.
fn design() -> Mat<f64> {
    Mat::from_fn(14, 6, |row, column| {
        f64::from(u8::from(FIRST[row] == column)) + 0.7 * f64::from(u8::from(SECOND[row] == column))
    })
}

fn assert_same<A: BoundModel, B: BoundModel>(one: &Posterior<A>, other: &Posterior<B>, points: &[[f64; 2]]) {
    for q in points {
        let value = value_of(one, q);
        let (want, slopes) = evaluate(other, q);
        assert_relative_eq!(value, want, max_relative = 1e-10);
        for (slope, want) in evaluate(one, q).1.iter().zip(&slopes) {
            assert_relative_eq!(slope, want, max_relative = 1e-7, epsilon = 1e-8);
        }
    }
}

const POINTS: [[f64; 2]; 3] = [[0.3, -0.4], [-2.0, 1.0], [1.5, 2.0]];

/// An element that a row gathers twice, in statements that are not quadratic.
#[test]
fn rows_that_gather_an_element_twice() {
    let x = design();
    params! { tau: positive(), mu: real(), effect: vector(6) }
    let gathered = model! {
        tau    |= exponential(1.0), mu |= normal(0.0, 2.0),
        effect |= normal(mu, tau),
        data(&COUNT) |= poisson_log(effect.at(&FIRST) + 0.7 * effect.at(&SECOND)),
    };
    let multiplied = model! {
        tau    |= exponential(1.0), mu |= normal(0.0, 2.0),
        effect |= normal(mu, tau),
        data(&COUNT) |= poisson_log(data(&x).dot(effect)),
    };
    let gathered = gathered.marginalise_by_laplace(effect).compile().unwrap();
    let text = gathered.explain().to_string();
    assert!(text.contains("the others that mention it are evaluated 5 times for each step"), "{text}");
    assert_same(&gathered, &multiplied.marginalise_by_laplace(effect).compile().unwrap(), &POINTS);
}

/// Tests a normal likelihood, for which the approximation is exact, and products of two elements, which may
/// be the same element.
#[test]
fn quadratic_rows_and_products() {
    let y: Vec<f64> = COUNT.iter().map(|&count| f64::from(count) - 2.0).collect();
    params! { tau: positive(), sigma: positive(), effect: vector(6) }
    let model = model! {
        tau    |= exponential(1.0), sigma |= exponential(1.0),
        effect |= normal(0.0, tau),
        data(&y) |= normal(effect.at(&FIRST) + 0.7 * effect.at(&SECOND), sigma),
    };
    let by_laplace = model.marginalise_by_laplace(effect).compile().unwrap();
    let text = by_laplace.explain().to_string();
    assert!(text.contains("quadratic in it are evaluated 1 times") && !text.contains("others"), "{text}");
    assert_same(&by_laplace, &model.marginalise(effect).compile().unwrap(), &POINTS);

    let x = Mat::<f64>::identity(6, 6);
    let products = model! {
        tau    |= exponential(1.0), sigma |= exponential(1.0),
        effect |= normal(0.0, tau),
        data(&y) |= normal(effect.at(&FIRST) * effect.at(&SECOND), 1.0 + sigma),
    };
    // A product with the identity hides which elements a row reads.
    let hidden = model! {
        tau    |= exponential(1.0), sigma |= exponential(1.0),
        effect |= normal(0.0, tau),
        same    = data(&x).dot(effect),
        data(&y) |= normal(same.at(&FIRST) * same.at(&SECOND), 1.0 + sigma),
    };
    let products = products.marginalise_by_laplace(effect).compile().unwrap();
    let points = [[-1.0, 0.4], [-1.5, 1.0], [-0.5, 0.7]];
    assert_same(&products, &hidden.marginalise_by_laplace(effect).compile().unwrap(), &points);
}

/// Definitions of gathered effects, from which other rows gather, and an additional statement with a single
/// row.
#[test]
fn definitions_of_gathered_effects() {
    let again = [0, 3, 3, 7, 11, 13, 2];
    let x = design();
    params! { tau: positive(), mu: real(), effect: vector(6) }
    let gathered = model! {
        tau    |= exponential(1.0), mu |= normal(0.0, 2.0),
        effect |= normal(0.0, tau),
        eta     = effect.at(&FIRST) + 0.7 * effect.at(&SECOND),
        data(&COUNT[..7]) |= poisson_log(mu + eta.at(&again)),
        data(&COUNT) |= neg_binomial_2_log(eta, 2.0),
        data(3_u32) |= poisson_log(effect.at(4) + effect.at(1)),
    };
    let multiplied = model! {
        tau    |= exponential(1.0), mu |= normal(0.0, 2.0),
        effect |= normal(0.0, tau),
        eta     = data(&x).dot(effect),
        data(&COUNT[..7]) |= poisson_log(mu + eta.at(&again)),
        data(&COUNT) |= neg_binomial_2_log(eta, 2.0),
        data(3_u32) |= poisson_log(effect.at(4) + effect.at(1)),
    };
    let gathered = gathered.marginalise_by_laplace(effect).compile().unwrap();
    assert_same(&gathered, &multiplied.marginalise_by_laplace(effect).compile().unwrap(), &POINTS);
    let drawn = gathered.nuts().chains(1).warmup(100).draws(20).seed(1).progress(false).run().unwrap();
    let recovered = gathered.recover(drawn.draws(), 1).unwrap();
    assert_eq!(recovered.column("effect[5]").unwrap().as_slice().len(), 20);
}

/// Many levels that all meet: 3 000 rows of 60 × 50 levels are two groups of copies.
#[test]
fn levels_that_all_meet() {
    let first: Vec<usize> = (0..3000).map(|row| row / 50).collect();
    let second: Vec<usize> = (0..3000).map(|row| 60 + row % 50).collect();
    let seen: Vec<bool> = (0..3000).map(|row| (row * 7919 + row / 13) % 5 < 2).collect();
    params! { tau: positive(), mu: real(), effect: vector(110) }
    let model = model! {
        tau    |= exponential(1.0), mu |= normal(0.0, 2.0),
        effect |= normal(0.0, tau),
        data(&seen) |= bernoulli_logit(mu + effect.at(&first) + effect.at(&second)),
    };
    let posterior = model.marginalise_by_laplace(effect).compile().unwrap();
    let text = posterior.explain().to_string();
    assert!(text.contains("of which 3000 pairs meet"), "{text}");
    assert!(text.contains("the others that mention it are evaluated 5 times for each step"), "{text}");
    for q in [[-1.0, 0.2], [0.5, -0.4]] {
        value_of(&posterior, &q);
    }
}

/// Two variables that are approximated together are equivalent to one vector of both.
#[test]
fn two_variables_are_one_vector() {
    let [teacher, school]: [Vec<usize>; 2] =
        [(0..40).map(|row| row * 7 % 9).collect(), (0..40).map(|row| row * 3 % 5).collect()];
    let count: Vec<u32> = (0..40).map(|row| (row * row % 7) as u32).collect();
    let shifted: Vec<usize> = school.iter().map(|school| 9 + school).collect();
    let which: Vec<usize> = (0..14).map(|element| usize::from(element >= 9)).collect();
    let means: Vec<f64> = which.iter().map(|&k| 0.5 * k as f64).collect();
    params! { sd: vector(2).positive(), u: vector(9), v: vector(5) }
    let apart = model! {
        sd |= exponential(1.0),
        u  |= normal(0.0, sd.at(0)),
        v  |= normal(0.5, sd.at(1)),
        eta = u.at(&teacher) + v.at(&school),
        data(&count) |= poisson_log(eta - 0.3),
        data(1.5) |= normal(u.at(2) * v.at(3), 1.0),
    };
    let apart = apart.marginalise_by_laplace((u, v)).compile().unwrap();
    let text = apart.explain().to_string();
    assert!(text.contains("marginalise(u, v)") && text.contains("over 14 elements"), "{text}");
    let together = {
        params! { sd: vector(2).positive(), both: vector(14) }
        let model = model! {
            sd   |= exponential(1.0),
            both |= normal(data(&means), sd.at(&which)),
            data(&count) |= poisson_log(both.at(&teacher) + both.at(&shifted) - 0.3),
            data(1.5) |= normal(both.at(2) * both.at(12), 1.0),
        };
        model.marginalise_by_laplace(both).compile().unwrap()
    };
    assert_same(&apart, &together, &POINTS);
    let draws = |seed| apart.nuts().chains(1).warmup(50).draws(40).seed(seed).progress(false).run().unwrap();
    let fit = draws(1);
    let [apart, together] =
        [apart.recover(fit.draws(), 3).unwrap(), together.recover(fit.draws(), 3).unwrap()];
    for element in 0..14 {
        let name = if element < 9 { format!("u[{element}]") } else { format!("v[{}]", element - 9) };
        let of_both = format!("both[{element}]");
        let [one, other] =
            [apart.column(&name).unwrap().as_slice(), together.column(&of_both).unwrap().as_slice()];
        one.iter().zip(other).for_each(|(one, other)| assert_relative_eq!(one, other, max_relative = 1e-9));
    }
}

/// The field and the noise of a BYM2 model, exact under a normal likelihood.
#[test]
fn fields_with_noise_beside() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5), (1, 4)];
    let adjacency = Adjacency::new(6, &edges).unwrap();
    let y = [0.3, -1.2, 0.8, 1.9, -0.4, 0.1];
    params! {
        tau: positive(), rho: interval(0.0, 1.0),
        noise: vector(6), field: sum_to_zero(6).within(&adjacency),
    }
    let model = model! {
        tau   |= exponential(1.0), rho |= uniform(0.0, 1.0),
        noise |= normal(0.0, 1.0),
        field |= icar(&adjacency, 1.0),
        data(&y) |= normal(tau * ((1.0 - rho).sqrt() * noise + rho.sqrt() * field), 0.5),
    };
    let one = model.marginalise_by_laplace((noise, field)).compile().unwrap();
    let other = model.marginalise_by_laplace((field, noise)).compile().unwrap();
    // The noise integrated by hand, which adds its variance.
    let by_hand = {
        params! { tau: positive(), rho: interval(0.0, 1.0), field: sum_to_zero(6).within(&adjacency) }
        let model = model! {
            tau   |= exponential(1.0), rho |= uniform(0.0, 1.0),
            field |= icar(&adjacency, 1.0),
            data(&y) |= normal(tau * rho.sqrt() * field, (0.25 + tau.square() * (1.0 - rho)).sqrt()),
        };
        model.marginalise_by_laplace(field).compile().unwrap()
    };
    assert_same(&one, &by_hand, &POINTS);
    assert_same(&other, &by_hand, &POINTS);
}

/// A field whose mean is approximated with it: the elements of both meet.
#[test]
fn a_field_and_its_mean() {
    let pattern = Pattern::new(4, [(0, 1), (1, 2), (2, 3)]).unwrap();
    let values: Vec<f64> =
        pattern.iter().map(|(row, column)| if row == column { 2.0 } else { -0.9 }).collect();
    let y = [0.3, -1.2, 0.8, 1.9];
    params! { tau: positive(), sigma: positive(), mean: vector(4), field: vector(4) }
    let model = model! {
        tau   |= exponential(1.0), sigma |= exponential(1.0),
        mean  |= normal(0.0, sigma),
        field |= multi_normal(mean, sparse_precision(&pattern, tau * data(&values))),
        data(&y) |= normal(field, 0.5),
    };
    let both = model.marginalise_by_laplace((field, mean)).compile().unwrap();
    let matrix =
        Mat::from_fn(4, 4, |row, column| pattern.place(row, column).map_or(0.0, |place| values[place]));
    let by_hand = {
        params! { tau: positive(), sigma: positive() }
        let eye = Mat::<f64>::identity(4, 4);
        let model = model! {
            tau |= exponential(1.0), sigma |= exponential(1.0),
            covariance = (tau * data(&matrix)).inverse_spd() + (0.25 + sigma.square()) * data(&eye),
            data(&y) |= multi_normal(0.0, covariance),
        };
        model.compile().unwrap()
    };
    assert_same(&both, &by_hand, &POINTS);
}
