//! NUTS on all coordinates of a field with `Metric::Sparse`, compared with NUTS with a scale for each
//! coordinate.

use crate::Bar;
use crate::lattice::Lattice;
use monomorph::covariance::{leroux, sparse_precision};
use monomorph::draws::diagnostics::{ess_bulk, rhat};
use monomorph::prelude::*;
use monomorph::sampling::Fit;
use std::error::Error;
use std::fmt::Write;
use std::time::Instant;

/// The cells of a side.
const SIDE: usize = 40;

/// The chains, one after the other, and the transitions of each. With 300 draws the diagonal's chains have
/// not mixed, and their effective draws are a guess.
const CHAINS: usize = 2;
const WARMUP: usize = 300;
const DRAWS: usize = 1000;

/// The smallest bulk ESS of a coordinate, the median one, and the largest R-hat.
fn judged<M: BoundModel>(fit: &Fit, posterior: &Posterior<M>) -> Result<[f64; 3], monomorph::Error> {
    let coordinates = posterior.unconstrained(fit.draws())?;
    let mut sizes: Vec<f64> = coordinates.columns().map(|(_, column)| ess_bulk(&column.chains())).collect();
    sizes.sort_by(f64::total_cmp);
    let largest = coordinates.columns().map(|(_, column)| rhat(&column.chains()));
    Ok([sizes[0], sizes[sizes.len() / 2], largest.fold(0.0, f64::max)])
}

/// Samples a field with both metrics, and compares effective draws a second, warmup included.
fn compare<M: BoundModel>(
    page: &mut String,
    name: &str,
    posterior: &Posterior<M>,
) -> Result<Bar, Box<dyn Error>> {
    let mut rates = [0.0; 2];
    for (rate, metric) in rates.iter_mut().zip([Metric::Diagonal, Metric::Sparse]) {
        let nuts = posterior.nuts().chains(CHAINS).warmup(WARMUP).draws(DRAWS).seed(7).threads(1);
        let start = Instant::now();
        let fit = nuts.metric(metric).progress(false).run()?;
        let seconds = start.elapsed().as_secs_f64();
        let [least, median, rhat] = judged(&fit, posterior)?;
        let steps: u64 = fit.chains().iter().map(|chain| chain.leapfrogs()).sum();
        *rate = least / seconds;
        writeln!(
            page,
            "| {name} | `{metric:?}` | {seconds:.1} | {:.0} | {least:.1} | {median:.0} | {rhat:.3} | {rate:.2} |",
            steps as f64 / (CHAINS * DRAWS) as f64,
        )?;
    }
    let ratio = rates[1] / rates[0];
    let what = format!("{name}: effective draws a second are ten times those of the diagonal: {ratio:.1}");
    Ok(Bar { what, is_reached: ratio >= 10.0 })
}

/// Writes the table, and says whether a precision is worth what it costs.
pub fn write(page: &mut String) -> Result<Vec<Bar>, Box<dyn Error>> {
    writeln!(
        page,
        "\n## NUTS on all coordinates\n\n\
         Counts on {SIDE} × {SIDE} cells, whose field is sampled with its parameters: {CHAINS} chains one after \
         the other, of {DRAWS} draws after {WARMUP} of warmup.\n\n\
         | field | metric | seconds | steps a draw | smallest bulk ESS | median | largest R-hat | smallest ESS \
         a second |\n|-|-|-:|-:|-:|-:|-:|-:|"
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
        bars.push(compare(page, "sparse precision", &model.compile()?)?);
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
        bars.push(compare(page, "Leroux's", &model.compile()?)?);
    }
    Ok(bars)
}
