//! The rows of the summary.

/// The largest change of an element that rounding errors alone explain, as a share of its value: the rule of
/// `SummaryRow` in `monomorph-base`, of which this crate knows nothing.
pub(super) const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The summary of one quantity. An unknown number is NaN and shown as a dash.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name, with labels: `alpha[St Louis]`. Figures find the quantity by it.
    pub name: String,
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The 5 % quantile.
    pub q5: f64,
    /// The median.
    pub median: f64,
    /// The 95 % quantile.
    pub q95: f64,
    /// The Monte Carlo standard error of the mean.
    pub mcse: f64,
    /// The effective sample size of the bulk.
    pub ess_bulk: f64,
    /// The effective sample size of the tails.
    pub ess_tail: f64,
    /// R-hat.
    pub rhat: f64,
}

impl Default for Row {
    fn default() -> Self {
        let nan = f64::NAN;
        Self {
            name: String::new(),
            mean: nan,
            sd: nan,
            q5: nan,
            median: nan,
            q95: nan,
            mcse: nan,
            ess_bulk: nan,
            ess_tail: nan,
            rhat: nan,
        }
    }
}

impl Row {
    /// Returns true if all draws are one number, except for rounding errors.
    pub(super) fn is_constant(&self) -> bool {
        self.sd <= ROUNDING * self.mean.abs()
    }

    /// Returns a measure of how bad the chains are; larger is worse. R-hat above 1.01 counts first, then
    /// too few effective draws. Constants are not bad.
    pub(super) fn badness(&self, wanted: f64) -> f64 {
        if self.is_constant() {
            return 0.0;
        }
        let rhat = if self.rhat > 1.01 { 1e3 * (self.rhat - 1.0) } else { 0.0 };
        let least = self.ess_bulk.min(self.ess_tail);
        rhat + if least < wanted { wanted / least.max(1.0) } else { 0.0 }
    }
}
