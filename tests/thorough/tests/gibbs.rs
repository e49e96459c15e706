//! Gibbs sampling, against exact posteriors: enumerated, with parameters integrated out, or in closed form;
//! and against the prior, where a model without data must give it back (Geweke 2004, "Getting it right").

#[path = "../../common/gibbs.rs"]
mod common;

use common::{assert_moments, rules};
use monomorph::draws::diagnostics::{mcse_mean, mcse_sd};
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;

/// Half the sum of the differences between the frequencies of draws and exact probabilities.
fn total_variation(draws: &[usize], weights: &[f64]) -> f64 {
    let mut frequencies = vec![0.0; weights.len()];
    for &draw in draws {
        frequencies[draw] += 1.0 / draws.len() as f64;
    }
    let sum: f64 = weights.iter().sum();
    let difference = |(frequency, weight): (&f64, &f64)| (frequency - weight / sum).abs();
    frequencies.iter().zip(weights).map(difference).sum::<f64>() / 2.0
}

/// All ways to give `n` elements one of `count` numbers, in the order of [`codes`].
fn configurations(n: u32, count: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..count.pow(n)).map(move |code| (0..n).map(|i| code / count.pow(i) % count).collect())
}

/// The configuration of a discrete vector at each draw, as a number.
fn codes(draws: &Draws, name: &str, count: usize) -> Vec<usize> {
    let columns: Vec<&[f64]> =
        draws.get(name).unwrap().columns().map(|(_, column)| column.as_slice()).collect();
    let digit = |draw: usize, i: usize| columns[i][draw] as usize * count.pow(i as u32);
    (0..columns[0].len()).map(|draw| (0..columns.len()).map(|i| digit(draw, i)).sum()).collect()
}

fn normal_density(x: f64, mean: f64, sd: f64) -> f64 {
    (-0.5 * ((x - mean) / sd).powi(2)).exp() / sd
}

#[test]
fn states_of_a_markov_chain() {
    let x = [0.1, 0.9, 1.2, -0.2, 0.7];
    let (first, transition) = ([0.5, 0.5], monomorph::faer::mat![[0.8, 0.2], [0.3, 0.7]]);
    params! { s: vector(x.len()).category(2) }
    let model = model! {
        s |= markov_chain(&first, data(&transition)),
        data(&x) |= normal(data(&[0.0, 1.0]).at(s), 0.5),
    };
    let posterior = model.compile().unwrap();
    assert_eq!(rules(&posterior), [("s", UpdateRule::ForwardBackward)]);
    let weights: Vec<f64> = configurations(5, 2)
        .map(|s| {
            let steps: f64 = s.windows(2).map(|pair| transition[(pair[0], pair[1])]).product();
            let seen: f64 = s.iter().zip(x).map(|(&s, x)| normal_density(x, s as f64, 0.5)).product();
            first[s[0]] * steps * seen
        })
        .collect();
    let draws = posterior.gibbs().chains(2).draws(20_000).seed(1).run().unwrap();
    // 32 cells and 40 000 independent draws: about 0.008. Updated all at once from each other's old values,
    // states of two sites were off by more than 0.1.
    let distance = total_variation(&codes(&draws, "s", 2), &weights);
    assert!(distance < 0.018, "{distance}");
}

/// The first state cannot be the one that fits by far, and none goes back: one path has all probability,
/// though each of its states is less likely than another by more than a number can say.
#[test]
fn states_that_fit_and_cannot_be_reached() {
    let x = [90.0, 90.0, 90.0, 90.0, 0.0];
    let (first, transition) = ([1.0, 0.0], monomorph::faer::mat![[0.5, 0.5], [0.0, 1.0]]);
    params! { s: vector(x.len()).category(2) }
    let model = model! {
        s |= markov_chain(&first, data(&transition)),
        data(&x) |= normal(data(&[0.0, 100.0]).at(s), 1.0),
    };
    let posterior = model.compile().unwrap();
    assert_eq!(rules(&posterior), [("s", UpdateRule::ForwardBackward)]);
    let draws = posterior.gibbs().chains(1).draws(20).seed(1).run().unwrap();
    // Half the squares of what is left: 9 200 if it leaves at once, 16 200 if it stays.
    assert_eq!(codes(&draws, "s", 2), [0b11110; 20]);
}

#[test]
fn allocations_of_a_mixture() {
    let x = [-1.0, 0.4, 1.5, 2.0, -0.3];
    params! { w: simplex(2), mu: vector(2), z: vector(x.len()).category(2) }
    let model = model! {
        w  |= dirichlet(0.5),
        mu |= normal(0.0, 2.0),
        z  |= categorical(w),
        data(&x) |= normal(mu.at(z), 1.0),
    };
    let posterior = model.compile().unwrap();
    assert_eq!(
        rules(&posterior),
        [("w", UpdateRule::Dirichlet), ("mu", UpdateRule::Normal), ("z", UpdateRule::Enumerate)]
    );
    // With w and mu integrated out: one observation after the other, given those before it.
    let weights: Vec<f64> = configurations(5, 2)
        .map(|z| {
            let (mut counts, mut sums) = ([0.0; 2], [0.0; 2]);
            let mut weight = 1.0;
            for (seen, (&z, x)) in z.iter().zip(x).enumerate() {
                let variance = 1.0 / (0.25 + counts[z]);
                weight *= (counts[z] + 0.5) / (seen as f64 + 1.0);
                weight *= normal_density(x, variance * sums[z], f64::sqrt(1.0 + variance));
                counts[z] += 1.0;
                sums[z] += x;
            }
            weight
        })
        .collect();
    let draws = posterior.gibbs().chains(2).draws(30_000).seed(2).run().unwrap();
    let distance = total_variation(&codes(&draws, "z", 2), &weights);
    assert!(distance < 0.04, "{distance}");
}

#[test]
fn allocations_to_the_pieces_of_a_stick() {
    let x = [-1.0, 0.4, 1.5];
    params! { v: vector(2).interval(0.0, 1.0), z: vector(x.len()).category(3) }
    let model = model! {
        v |= beta(1.0, 2.0),
        z |= categorical(v.stick_breaking()),
        data(&x) |= normal(data(&[-1.0, 0.0, 1.0]).at(z), 1.0),
    };
    let posterior = model.compile().unwrap();
    assert_eq!(rules(&posterior), [("v", UpdateRule::Beta), ("z", UpdateRule::Enumerate)]);
    // ∫ vⁿ (1 − v)ᵐ 2 (1 − v) dv, for n that stop at a piece and m that go on.
    let stick = |stop: usize, on: usize| {
        let factorial = |n: usize| (1..=n).map(|k| k as f64).product::<f64>();
        2.0 * factorial(stop) * factorial(on + 1) / factorial(stop + on + 2)
    };
    let weights: Vec<f64> = configurations(3, 3)
        .map(|z| {
            let count = |k| z.iter().filter(|&&z| z == k).count();
            let seen: f64 = z.iter().zip(x).map(|(&z, x)| normal_density(x, z as f64 - 1.0, 1.0)).product();
            stick(count(0), count(1) + count(2)) * stick(count(1), count(2)) * seen
        })
        .collect();
    let draws = posterior.gibbs().chains(2).draws(20_000).seed(3).run().unwrap();
    let distance = total_variation(&codes(&draws, "z", 3), &weights);
    assert!(distance < 0.025, "{distance}");
}

#[test]
fn elements_that_depend_on_each_other_go_one_by_one() {
    params! { z: vector(4).binary() }
    let model = model! {
        z |= bernoulli(0.3),
        increment(1.5 * (z.slice(0..3) * z.slice(1..4)).sum()),
    };
    let posterior = model.compile().unwrap();
    assert_eq!(rules(&posterior), [("z", UpdateRule::OneByOne)]);
    let weights: Vec<f64> = configurations(4, 2)
        .map(|z| {
            let alone: f64 = z.iter().map(|&z| if z == 1 { 0.3 } else { 0.7 }).product();
            let pairs = z.windows(2).filter(|pair| pair[0] * pair[1] == 1).count();
            alone * (1.5 * pairs as f64).exp()
        })
        .collect();
    let draws = posterior.gibbs().chains(2).draws(20_000).seed(4).run().unwrap();
    let distance = total_variation(&codes(&draws, "z", 2), &weights);
    assert!(distance < 0.025, "{distance}");
}

#[test]
fn conjugate_pairs_have_their_posteriors() {
    let (counts, votes, waits, x) = ([3, 0, 2, 4], [5, 1, 2], [0.3, 1.2, 0.4], [1.2, -0.4, 2.0]);
    params! {
        rate: positive(), share: interval(0.0, 1.0), theta: simplex(3), speed: positive(),
        mean_wait: positive(),
        mean: real(), variance: positive(), precision: positive(),
    }
    let model = model! {
        rate      |= gamma(2.0, 1.0),
        share     |= beta(2.0, 3.0),
        theta     |= dirichlet(&[1.0, 2.0, 0.5]),
        speed     |= gamma(3.0, 0.5),
        mean_wait |= inv_gamma(4.0, 2.0),
        mean      |= normal(1.0, 2.0),
        variance  |= inv_gamma(5.0, 3.0),
        precision |= gamma(4.0, 2.0),
        data(&counts) |= poisson(1.5 * rate),
        data(&[4, 1]) |= binomial(data(&[6, 3]), share),
        data(1) |= bernoulli(share),
        data(&votes) |= multinomial(theta),
        data(&waits) |= exponential(speed),
        data(&waits) |= exponential(1.0 / mean_wait),
        data(&x) |= normal(2.0 * mean - 1.0, 0.5),
        data(&x) |= normal(0.0, variance.sqrt()),
        data(&x) |= normal(0.0, 2.0 / precision.sqrt()),
    };
    let posterior = model.compile().unwrap();
    let expected = [
        UpdateRule::Gamma,
        UpdateRule::Beta,
        UpdateRule::Dirichlet,
        UpdateRule::Gamma,
        UpdateRule::InverseGamma,
        UpdateRule::Normal,
        UpdateRule::InverseGamma,
        UpdateRule::Gamma,
    ];
    assert_eq!(rules(&posterior).iter().map(|(_, rule)| *rule).collect::<Vec<_>>(), expected);
    let draws = posterior.gibbs().chains(2).warmup(1).draws(10_000).seed(5).run().unwrap();

    let gamma = |shape: f64, rate: f64| (shape / rate, shape.sqrt() / rate);
    let beta = |a: f64, b: f64| (a / (a + b), (a * b / (a + b + 1.0)).sqrt() / (a + b));
    let inv_gamma = |shape: f64, scale: f64| {
        let mean = scale / (shape - 1.0);
        (mean, mean / (shape - 2.0).sqrt())
    };
    let total_wait: f64 = waits.iter().sum();
    let squares: f64 = x.iter().map(|x| x * x).sum();
    let precision = 0.25 + 3.0 * 16.0;
    let mean = (0.25 + 8.0 * x.iter().map(|x| x + 1.0).sum::<f64>()) / precision;
    let exact = [
        ("rate", gamma(2.0 + 9.0, 1.0 + 6.0)),
        ("share", beta(2.0 + 5.0 + 1.0, 3.0 + 4.0)),
        ("theta[0]", beta(1.0 + 5.0, 2.5 + 3.0)),
        ("theta[2]", beta(0.5 + 2.0, 3.0 + 6.0)),
        ("speed", gamma(3.0 + 3.0, 0.5 + total_wait)),
        ("mean_wait", inv_gamma(4.0 + 3.0, 2.0 + total_wait)),
        ("mean", (mean, 1.0 / f64::sqrt(precision))),
        ("variance", inv_gamma(5.0 + 1.5, 3.0 + squares / 2.0)),
        ("precision", gamma(4.0 + 1.5, 2.0 + squares / 8.0)),
    ];
    for (element, (mean, sd)) in exact {
        assert_moments(&draws, element, mean, sd);
    }
}

#[test]
fn without_data_the_draws_are_those_of_the_prior() {
    let x = monomorph::faer::mat![[1.0, 0.5], [1.0, -0.3], [1.0, 1.4]];
    params! {
        coefficients: vector(2), variance: positive(), y: vector(3), tau: positive(), effects: vector(2),
    }
    let model = model! {
        coefficients |= normal(&[1.0, -1.0], 0.7),
        variance     |= inv_gamma(6.0, 5.0),
        y            |= normal(matrix(x.as_ref()).dot(coefficients), variance.sqrt()),
        tau          |= half_normal(1.5),
        effects      |= normal(y.at(1), tau),
    };
    let posterior = model.compile().unwrap();
    let expected = [
        ("coefficients", UpdateRule::MultiNormal),
        ("variance", UpdateRule::InverseGamma),
        ("y", UpdateRule::Normal),
        ("tau", UpdateRule::Hamiltonian),
        ("effects", UpdateRule::Normal),
    ];
    assert_eq!(rules(&posterior), expected);
    let gibbs = || posterior.gibbs().chains(4).warmup(300).draws(3_000).seed(6);
    for draws in [gibbs().run().unwrap(), gibbs().slice("tau").slice("effects").run().unwrap()] {
        assert_moments(&draws, "coefficients[0]", 1.0, 0.7);
        assert_moments(&draws, "coefficients[1]", -1.0, 0.7);
        assert_moments(&draws, "variance", 1.0, 0.5);
        // The variance of y is that of its mean and the mean of its variance.
        let sd = |slope: f64| (0.49 * (1.0 + slope * slope) + 1.0).sqrt();
        assert_moments(&draws, "y[0]", 0.5, sd(0.5));
        assert_moments(&draws, "y[2]", -0.4, sd(1.4));
        let half_normal = (2.0 / core::f64::consts::PI).sqrt();
        assert_moments(&draws, "tau", 1.5 * half_normal, 1.5 * (1.0 - half_normal * half_normal).sqrt());
    }
}

#[test]
fn proposals_of_the_user() {
    use monomorph::rand::RngExt;
    params! { scale: positive(), z: category(3) }
    let model = model! { scale |= gamma(3.0, 2.0), z |= categorical(&[0.5, 0.3, 0.2]) };
    let posterior = model.compile().unwrap();
    let gibbs = posterior
        .gibbs()
        // A walk of the logarithm: q(back)/q(forth) is the ratio of the scales.
        .proposal("scale", |x, rng| {
            let step: f64 = rng.random_range(-1.5..1.5);
            (vec![x[0] * step.exp()], step)
        })
        // Beyond the categories is refused.
        .proposal("z", |z, rng| (vec![z[0] + rng.random_range(-1_i32..=1) as f64], 0.0));
    assert_eq!(
        gibbs.schedule().steps.iter().map(|step| step.rule).collect::<Vec<_>>(),
        [UpdateRule::Proposal; 2]
    );
    let draws = gibbs.chains(2).draws(20_000).seed(9).run().unwrap();
    assert_moments(&draws, "scale", 1.5, 0.75_f64.sqrt());
    assert_moments(&draws, "z", 0.7, 0.61_f64.sqrt());
}

#[test]
fn the_same_seed_gives_the_same_draws_and_chains_differ() {
    params! { p: interval(0.0, 1.0), z: vector(3).binary() }
    let model = model! { p |= beta(1.0, 1.0), z |= bernoulli(p) };
    let posterior = model.compile().unwrap();
    let run = |seed| posterior.gibbs().chains(2).draws(20).seed(seed).run().unwrap();
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
    let draws = run(7);
    let p = draws.column("p").unwrap();
    assert_ne!(p.chain(0), p.chain(1));
}

#[test]
fn errors_name_what_is_wrong() {
    params! { mu: real(), z: category(2) }
    let model = model! { mu |= flat(), z |= categorical(&[0.5, 0.5]) };
    let posterior = model.compile().unwrap();
    let error = |gibbs: monomorph::gibbs::Gibbs<'_, _>| gibbs.run().err().unwrap().to_string();
    assert_eq!(
        error(posterior.gibbs()),
        "the full conditional of `mu` is no distribution: give it a proper prior, or more data"
    );
    assert_eq!(error(posterior.gibbs().slice("nu")), "`nu` is none of the names mu, z");
    assert_eq!(error(posterior.gibbs().draws(0)), "the setting `draws` must be at least 1");
}

#[test]
fn labels_of_which_some_are_known() {
    let x = [-1.0, 0.2, 0.9, 1.8];
    params! {
        w: interval(0.0, 1.0), z: vector(4).binary(), s: vector(4).category(2), y: vector(3), m: real(),
    }
    let transition = monomorph::faer::mat![[0.8, 0.2], [0.3, 0.7]];
    let model = model! {
        w |= beta(2.0, 1.0),
        z |= bernoulli(w),
        s |= markov_chain(&[0.5, 0.5], data(&transition)),
        m |= normal(0.0, 1.0),
        y |= normal(m, 2.0),
        data(&x) |= normal(data(&[0.0, 1.0]).at(z) + data(&[0.0, 1.5]).at(s), 0.7),
    };
    let posterior = model
        .condition_at(z, &[1, 3], &[0.0, 1.0])
        .condition_at(s, 2, &[1.0])
        .condition_at(y, 0..2, &[1.5, 2.5])
        .compile()
        .unwrap();
    assert_eq!(
        rules(&posterior),
        [
            ("w", UpdateRule::Beta),
            ("z", UpdateRule::OneByOne),
            ("s", UpdateRule::OneByOne),
            ("m", UpdateRule::Normal),
            ("y", UpdateRule::Hamiltonian)
        ]
    );
    let draws = posterior.gibbs().chains(2).warmup(300).draws(3_000).seed(5).run().unwrap();
    for (element, value) in [("z[1]", 0.0), ("z[3]", 1.0), ("s[2]", 1.0), ("y[0]", 1.5), ("y[1]", 2.5)] {
        assert!(draws.column(element).unwrap().as_slice().iter().all(|&drawn| drawn == value), "{element}");
    }
    // With w integrated out, k ones of four have a probability proportional to Γ(2 + k) Γ(5 − k).
    let gammas = |k: usize| [24.0, 2.0 * 6.0, 6.0 * 2.0, 24.0, 120.0][k];
    let mut weights = vec![0.0; 32];
    for (code, weight) in weights.iter_mut().enumerate() {
        let bit = |place: usize| code >> place & 1;
        let (z, s) = ([bit(0), 0, bit(1), 1], [bit(2), bit(3), 1, bit(4)]);
        *weight = gammas(z.iter().sum());
        for (i, x) in x.iter().enumerate() {
            *weight *= normal_density(*x, z[i] as f64 + 1.5 * s[i] as f64, 0.7);
        }
        for pair in s.windows(2) {
            *weight *= transition[(pair[0], pair[1])];
        }
    }
    let free = ["z[0]", "z[2]", "s[0]", "s[1]", "s[3]"].map(|name| draws.column(name).unwrap().as_slice());
    let code = |draw: usize| (0..5).map(|place| (free[place][draw] as usize) << place).sum();
    let drawn: Vec<usize> = (0..free[0].len()).map(code).collect();
    let distance = total_variation(&drawn, &weights);
    assert!(distance < 0.06, "total variation {distance}");
    // m given two of three: precision 1 + 2/4.
    assert_moments(&draws, "m", 1.0 / 1.5, (1.0f64 / 1.5).sqrt());
    assert_moments(&draws, "y[2]", 1.0 / 1.5, (4.0 + 1.0 / 1.5f64).sqrt());
}

/// Asserts that two samples have the same mean and standard deviation, within five standard errors of the
/// difference.
fn assert_equal_moments(one: &Draws, other: &Draws, element: &str) {
    let columns = [one, other].map(|draws| draws.column(element).unwrap());
    let chains = columns.map(|column| column.chains());
    let of = |f: fn(&[&[f64]]) -> f64| [f(&chains[0]), f(&chains[1])];
    let (means, sds) = (columns.map(|column| column.mean()), columns.map(|column| column.sd()));
    for (what, [one, other], [error, of_other]) in [("mean", means, of(mcse_mean)), ("sd", sds, of(mcse_sd))]
    {
        let error = error.hypot(of_other);
        assert!((one - other).abs() < 5.0 * error, "the {what} of {element}: {one} and {other} (± {error})");
    }
}

#[test]
fn blocks_of_the_no_u_turn_sampler_agree_with_it_alone() {
    let groups: Vec<usize> = (0..24).map(|i| i % 4).collect();
    let y: Vec<f64> = (0..24).map(|i| f64::from(i % 4) + 0.4 * f64::from(i * 7 % 11) - 2.0).collect();
    params! {
        level: real(), tau: positive(), mu: vector(4), precision: positive(), floor: real(),
        top: lower(floor),
    }
    let model = model! {
        level     |= normal(0.0, 3.0),
        tau       |= half_normal(2.0),
        precision |= gamma(3.0, 2.0),
        centre    = level + 0.3 * top,
        mu        |= normal(centre, tau),
        floor     |= student_t(5.0, 0.0, 1.0),
        top       |= normal(0.5, 1.0),
        data(&y)  |= normal(mu.at(&groups), 1.0 / precision.sqrt()),
    };
    let posterior = model.compile().unwrap();
    let expected = [
        ("level", UpdateRule::Normal),
        ("tau", UpdateRule::Hamiltonian),
        ("precision", UpdateRule::Gamma),
        ("mu", UpdateRule::Normal),
        ("floor", UpdateRule::Hamiltonian),
        ("top", UpdateRule::Hamiltonian),
    ];
    assert_eq!(rules(&posterior), expected);
    let fit = posterior
        .nuts()
        .target_accept(0.95)
        .chains(2)
        .warmup(500)
        .draws(2_000)
        .seed(3)
        .progress(false)
        .run()
        .unwrap();
    let gibbs = || posterior.gibbs().chains(2).warmup(500).draws(2_000).seed(4);
    let blocks = gibbs().block::<(tau, mu)>().block::<(mu, level)>();
    assert_eq!(blocks.schedule().steps[3].rule, UpdateRule::Block);
    for draws in [gibbs().run().unwrap(), blocks.target_accept(0.9).run().unwrap()] {
        for element in ["level", "tau", "precision", "mu[0]", "mu[3]", "floor", "top", "centre"] {
            assert_equal_moments(fit.draws(), &draws, element);
        }
    }
}
