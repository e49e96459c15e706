//! NUTS on all coordinates of a field, in those that the precision at the mean of a Laplace approximation
//! makes independent, beside NUTS with a scale for each coordinate.

use crate::Bar;
use crate::lattice::Lattice;
use monomorph::covariance::{Pattern, leroux, sparse_precision};
use monomorph::draws::diagnostics::{ess_bulk, rhat};
use monomorph::prelude::*;
use monomorph::sampling::{Fit, PrecisionMatrix};
use std::error::Error;
use std::fmt::Write;
use std::time::Instant;

/// The cells of a side.
const SIDE: usize = 40;

/// The chains, one after the other, and the draws of each and of its warmup.
const CHAINS: usize = 2;
const DRAWS: usize = 300;

/// The pattern of a field behind as many other coordinates, which meet everything.
fn arrow(field: &Pattern, others: usize) -> Result<Pattern, Box<dyn Error>> {
    let size = others + field.size();
    let of_others = (0..others).flat_map(|other| (0..size).map(move |place| (place, other)));
    let of_field = field.iter().map(|(row, column)| (others + row, others + column));
    Ok(Pattern::new(size, of_others.chain(of_field))?)
}

/// The means of the coordinates under a Laplace approximation of the field, which comes last.
fn means<M: BoundModel>(approximation: &Posterior<M>) -> Result<Vec<f64>, monomorph::Error> {
    let fit = approximation.nuts().chains(1).warmup(150).draws(100).seed(2).progress(false).run()?;
    let field = approximation.recover(fit.draws(), 3)?;
    let others = approximation.unconstrained(fit.draws())?;
    Ok(others.columns().chain(field.columns()).map(|(_, column)| column.mean()).collect())
}

/// The smallest bulk ESS, and the largest R-hat.
fn judged(fit: &Fit) -> [f64; 2] {
    let least = fit.draws().columns().map(|(_, column)| ess_bulk(&column.chains()));
    let largest = fit.draws().columns().map(|(_, column)| rhat(&column.chains()));
    [least.fold(f64::INFINITY, f64::min), largest.fold(0.0, f64::max)]
}

/// Samples a field in both ways, and tells the ratio of effective draws a second, all warmup in it.
fn compare<Whole: BoundModel, Field: BoundModel>(
    page: &mut String,
    name: &str,
    whole: &Posterior<Whole>,
    field: &Posterior<Field>,
    pattern: &Pattern,
) -> Result<Bar, Box<dyn Error>> {
    let nuts = || {
        let nuts = whole.nuts().chains(CHAINS).warmup(DRAWS).draws(DRAWS).seed(7).threads(1);
        nuts.metric(Metric::Diagonal).progress(false)
    };
    let start = Instant::now();
    let plain = nuts().run()?;
    let of_plain = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let precision = PrecisionMatrix::at(whole, &arrow(pattern, field.dimension())?, &means(field)?)?;
    let found = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let preconditioned = nuts().precision(&precision).run()?;
    let of_preconditioned = start.elapsed().as_secs_f64();
    let mut rates = [0.0; 2];
    let rows =
        [("a scale each", plain, of_plain, 0.0), ("precision", preconditioned, of_preconditioned, found)];
    for (rate, (way, fit, seconds, before)) in rates.iter_mut().zip(rows) {
        let [least, rhat] = judged(&fit);
        let steps: u64 = fit.chains().iter().map(|chain| chain.leapfrogs()).sum();
        *rate = least / (seconds + before);
        writeln!(
            page,
            "| {name} | {way} | {before:.1} | {seconds:.1} | {:.0} | {least:.1} | {rhat:.3} | {:.2} |",
            steps as f64 / (CHAINS * DRAWS) as f64,
            *rate
        )?;
    }
    let ratio = rates[1] / rates[0];
    let what =
        format!("{name}: effective draws a second are ten times those without a precision: {ratio:.1}");
    Ok(Bar { what, is_reached: ratio >= 10.0 })
}

/// Writes the table, and says whether a precision is worth what it costs.
pub fn write(page: &mut String) -> Result<Vec<Bar>, Box<dyn Error>> {
    writeln!(
        page,
        "\n## NUTS on all coordinates\n\n\
         Counts on {SIDE} × {SIDE} cells, whose field is sampled with its parameters. The precision is the \
         curvature at the means of a Laplace approximation, whose seconds stand before those of sampling. \
         {CHAINS} chains one after the other, of {DRAWS} draws after as much warmup.\n\n\
         | field | coordinates | before, s | sampling, s | steps a draw | smallest bulk ESS | largest R-hat \
         | smallest ESS a second |\n|-|-|-:|-:|-:|-:|-:|-:|"
    )?;
    let lattice = Lattice::new(SIDE)?;
    let count = &lattice.counts;
    let mut bars = Vec::new();
    {
        let (identity, laplacian) = (data(&lattice.identity), data(&lattice.laplacian));
        params! { log_kappa: real(), log_tau: real(), beta: real(), x: vector(count.len()) }
        let model = model! {
            log_kappa |= normal(-2.0, 1.0),
            log_tau   |= normal(1.0, 1.0),
            beta      |= normal(0.0, 2.0),
            values = log_tau.exp() * (log_kappa.exp() * identity + laplacian),
            x |= multi_normal(0.0, sparse_precision(&lattice.pattern, values)),
            data(count) |= poisson_log(beta + x),
        };
        let (whole, field) = (model.compile()?, model.marginalise_by_laplace(x).compile()?);
        bars.push(compare(page, "sparse precision", &whole, &field, &lattice.pattern)?);
    }
    {
        let edges: Vec<(usize, usize)> =
            lattice.pattern.iter().filter(|(row, column)| row != column).collect();
        let neighbours = Adjacency::new(count.len(), &edges)?;
        params! { rho: interval(0.0, 1.0), tau: positive(), beta: real(), x: vector(count.len()) }
        let model = model! {
            rho  |= beta(2.0, 2.0),
            tau  |= gamma(2.0, 1.0),
            beta |= normal(0.0, 2.0),
            x    |= multi_normal(0.0, leroux(&neighbours, rho, tau)),
            data(count) |= poisson_log(beta + x),
        };
        let (whole, field) = (model.compile()?, model.marginalise_by_laplace(x).compile()?);
        bars.push(compare(page, "Leroux's", &whole, &field, &lattice.pattern)?);
    }
    Ok(bars)
}
