//! The contents of a page for each kind of result.

use crate::draws::diagnostics::{ess_bulk, ess_tail};
use crate::draws::{Draws, Summary, SummaryRow};
use crate::sampling::{ChainStatistics, Fit};
use monomorph_report::data::{Tree, groups};
use monomorph_report::report;
use monomorph_report::report::{Row, Tile, Warning};

/// A result that a [`Page`](super::Page) shows: a fit of NUTS, or the draws of any sampler.
pub trait Reported {
    /// The draws, statistics and warnings that a page shows.
    fn reported(&self) -> report::ReportedFit;
}

/// Adds the tiles of trajectories: divergences, depth and E-BFMI.
impl Reported for Fit {
    fn reported(&self) -> report::ReportedFit {
        let draws = self.draws();
        let transitions = draws.chains() * draws.draws_per_chain();
        let mut reported = of_summary(&self.summary());
        reported.tree = self.tree();
        let e_bfmi = self.chains().iter().map(ChainStatistics::e_bfmi).fold(f64::INFINITY, f64::min);
        reported.tiles.extend([
            Tile::divergences(self.divergences(), transitions),
            Tile::depth(self.max_depth_hits(), transitions),
            Tile::e_bfmi(e_bfmi),
        ]);
        let gradients: u64 =
            self.chains().iter().map(|chain| chain.leapfrogs() + chain.warmup_leapfrogs()).sum();
        reported.words = format!(
            "NUTS, {} chains of {} draws, {gradients} gradients in {:.1?}",
            draws.chains(),
            draws.draws_per_chain(),
            self.elapsed()
        );
        reported
    }
}

/// Has only the tiles that draws alone allow.
impl Reported for Draws {
    fn reported(&self) -> report::ReportedFit {
        let mut reported = of_summary(&self.summary());
        reported.tree = Tree::new().with(groups::POSTERIOR, self.dataset());
        reported.words = format!("{} chains of {} draws", self.chains(), self.draws_per_chain());
        reported
    }
}

/// Returns a fit with the rows, the warnings and the first tiles.
fn of_summary(summary: &Summary) -> report::ReportedFit {
    let rows: Vec<Row> = summary.rows().iter().map(row).collect();
    let worst = |of: fn(&SummaryRow) -> f64, sign: f64| {
        let known = summary.rows().iter().filter(|row| !of(row).is_nan() && !row.is_constant());
        known.max_by(|a, b| (sign * of(a)).total_cmp(&(sign * of(b))))
    };
    let wanted = 100 * summary.chains();
    let mut tiles = Vec::new();
    if let Some(row) = worst(|row| row.rhat, 1.0) {
        tiles.push(Tile::rhat(row.rhat, &row.name));
    }
    if let Some(row) = worst(|row| row.ess_bulk, -1.0) {
        tiles.push(Tile::ess_bulk(row.ess_bulk, &row.name, wanted));
    }
    if let Some(row) = worst(|row| row.ess_tail, -1.0) {
        tiles.push(Tile::ess_tail(row.ess_tail, &row.name, wanted));
    }
    let warnings = summary.warnings().iter().map(|warning| {
        let text = warning.to_string();
        // If a warning has a problem and its meaning, the problem comes first, before a colon.
        match text.split_once(": ") {
            Some((head, advice)) => Warning::new(capitalised(head), capitalised(advice)),
            None => Warning::new(capitalised(&text), ""),
        }
    });
    report::ReportedFit {
        tiles,
        warnings: warnings.collect(),
        rows,
        left_out: summary.left_out().iter().map(|row| row.name.clone()).collect(),
        ess_bulk: Some(ess_bulk),
        ess_tail: Some(ess_tail),
        ..report::ReportedFit::default()
    }
}

fn row(row: &SummaryRow) -> Row {
    let SummaryRow { name, mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat, .. } = row;
    Row {
        name: name.clone(),
        mean: *mean,
        sd: *sd,
        q5: *q5,
        median: *q50,
        q95: *q95,
        mcse: *mcse_mean,
        ess_bulk: *ess_bulk,
        ess_tail: *ess_tail,
        rhat: *rhat,
    }
}

/// Returns the text with a capital first letter.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
