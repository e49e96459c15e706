//! NUTS in the coordinates of a sparse precision: counts on a lattice, where the field meets its
//! neighbours, and its mean and scales meet all coordinates.

use monomorph::covariance::{Pattern, sparse_precision};
use monomorph::draws::diagnostics;
use monomorph::prelude::*;
use monomorph::sampling::{Fit, PrecisionMatrix};

const SIDE: usize = 7;
const CELLS: usize = SIDE * SIDE;
/// The coordinates before the field.
const HUBS: usize = 2;

fn edges() -> Vec<(usize, usize)> {
    let right = (0..CELLS).filter(|cell| cell % SIDE + 1 < SIDE).map(|cell| (cell, cell + 1));
    right.chain((0..CELLS - SIDE).map(|cell| (cell, cell + SIDE))).collect()
}

/// yᵢ ~ Poisson(exp(β + xᵢ)), x ~ N(0, (τ (0.01 I + D − W))⁻¹).
fn posterior() -> Posterior<impl BoundModel> {
    let counts: Vec<u32> = (0..CELLS).map(|cell| (4 + cell % SIDE - (cell * 3) % 5) as u32).collect();
    let field = Pattern::new(CELLS, edges()).expect("a pattern");
    let mut neighbours = [0.0; CELLS];
    edges().into_iter().flat_map(|(one, other)| [one, other]).for_each(|cell| neighbours[cell] += 1.0);
    let value = |(row, column)| if row == column { 0.01 + neighbours[row] } else { -1.0 };
    let values: Vec<f64> = field.iter().map(value).collect();
    params! { beta: real(), tau: positive(), x: vector(CELLS) }
    let model = model! {
        beta |= normal(0.0, 1.0),
        tau  |= gamma(20.0, 0.5),
        x    |= multi_normal(0.0, sparse_precision(&field, tau * data(&values))),
        data(&counts) |= poisson_log(beta + x),
    };
    model.compile().expect("the model compiles")
}

/// Returns the pattern: pairs of neighbours of the field, each other coordinate with all of the field, and
/// not the level with the precision parameter.
fn pattern() -> Pattern {
    let of_field = edges().into_iter().map(|(one, other)| (one + HUBS, other + HUBS));
    let of_hubs = (0..HUBS).flat_map(|hub| (HUBS..CELLS + HUBS).map(move |other| (other, hub)));
    Pattern::new(CELLS + HUBS, of_field.chain(of_hubs)).expect("a pattern")
}

/// The precision at the mean of a short run.
fn precision<M: BoundModel>(posterior: &Posterior<M>) -> PrecisionMatrix {
    let short = posterior.nuts().chains(1).warmup(150).draws(50).seed(1).run().expect("a fit");
    let coordinates = posterior.unconstrained(short.draws()).expect("coordinates");
    let point: Vec<f64> = coordinates.columns().map(|(_, column)| column.mean()).collect();
    PrecisionMatrix::at(posterior, &point).expect("a precision")
}

fn steps(fit: &Fit) -> u64 {
    fit.chains().iter().map(|chain| chain.leapfrogs()).sum()
}

/// A precision reduces the number of steps, and changes neither means nor standard deviations.
#[test]
fn a_lattice_of_counts_has_its_posterior() {
    let posterior = posterior();
    let precision = precision(&posterior);
    assert_eq!(precision.pattern(), &pattern());
    assert!(precision.ridge()[HUBS..].iter().all(|&ridge| ridge == 0.0), "{:?}", precision.ridge());
    let nuts = || posterior.nuts().chains(2).warmup(300).draws(400).metric(Metric::Diagonal).seed(2);
    let (plain, fit) = (nuts().run().expect("a fit"), nuts().precision(&precision).run().expect("a fit"));
    assert_eq!(fit.divergences(), 0);
    for (name, column) in fit.draws().columns() {
        let other = plain.draws().column(name).expect("an element");
        let errors = [column.chains(), other.chains()].map(|chains| diagnostics::mcse_mean(&chains));
        let error = errors[0].hypot(errors[1]);
        assert!(
            (column.mean() - other.mean()).abs() < 5.0 * error,
            "{name}: {} {}",
            column.mean(),
            other.mean()
        );
        assert!((0.6..1.6).contains(&(column.sd() / other.sd())), "{name}: {} {}", column.sd(), other.sd());
    }
    assert!(3 * steps(&fit) < 2 * steps(&plain), "{} {}", steps(&fit), steps(&plain));
    // The inverse metric is about the posterior's variances.
    for (coordinate, variance) in fit.chains()[0].inverse_metric().iter().enumerate().skip(HUBS) {
        let found =
            fit.draws().column(&format!("x[{}]", coordinate - HUBS)).expect("an element").sd().powi(2);
        assert!((0.3..3.0).contains(&(variance / found)), "{coordinate}: {variance} {found}");
    }
}

/// Warmup finds a precision without a given one, and a warm start uses it.
#[test]
fn warmup_finds_the_precision() {
    let posterior = posterior();
    let nuts = || posterior.nuts().chains(2).warmup(150).draws(80).seed(3);
    let plain = nuts().metric(Metric::Diagonal).run().expect("a fit");
    let fit = nuts().metric(Metric::Sparse).run().expect("a fit");
    let given = nuts().precision(&precision(&posterior)).metric(Metric::Diagonal).run().expect("a fit");
    assert_eq!(fit.divergences(), 0);
    assert!(3 * steps(&fit) < 2 * steps(&plain), "{} {}", steps(&fit), steps(&plain));
    assert!(3 * steps(&fit) < 4 * steps(&given), "{} {}", steps(&fit), steps(&given));
    for (one, other) in fit.chains()[0].inverse_metric().iter().zip(given.chains()[0].inverse_metric()) {
        assert!((0.2..5.0).contains(&(one / other)), "{one} {other}");
    }
    let warm = nuts().metric(Metric::Sparse).warm_start(&fit.adaptation()).run().expect("a fit");
    assert!(warm.is_warm_started() && 3 * steps(&warm) < 2 * steps(&plain), "{}", steps(&warm));
    for (one, other) in warm.chains()[0].inverse_metric().iter().zip(fit.chains()[0].inverse_metric()) {
        assert!((0.2..5.0).contains(&(one / other)), "{one} {other}");
    }
}

/// A warm start learns in the precision's coordinates, and its chains are those of a run with that precision.
#[test]
fn a_warm_start_has_the_precision() {
    let posterior = posterior();
    let precision = precision(&posterior);
    let nuts = || posterior.nuts().precision(&precision).chains(2).draws(50).seed(3);
    let first = nuts().warmup(200).run().expect("a fit");
    let fit = nuts().warm_start(&first.adaptation()).run().expect("a fit");
    assert!(fit.is_warm_started() && fit.divergences() == 0);
    let warmup: u64 = fit.chains().iter().map(|chain| chain.warmup_leapfrogs()).sum();
    assert!(
        steps(&fit) < 2 * steps(&first) && warmup < 40 * 200,
        "{} {} {warmup}",
        steps(&fit),
        steps(&first)
    );
    for (one, other) in fit.chains()[0].inverse_metric().iter().zip(first.chains()[0].inverse_metric()) {
        assert!((0.2..5.0).contains(&(one / other)), "{one} {other}");
    }
}
