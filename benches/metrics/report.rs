//! The table of the report.

use crate::race::{LEFT_OUT, METRICS, Row};
use std::path::Path;

/// The table in Markdown, with medians of the ratios to the first metric.
pub fn text(rows: &[Row]) -> String {
    let names = METRICS.map(|metric| format!("{metric:?}"));
    let mut text = format!(
        "# Metrics\n\n\
         Written by `cargo bench --bench metrics`, whose source says what is measured: the smallest bulk ESS of 1 000 gradients, warmup \
         included, over three seeds of 4 × (1 000 + 1 000) draws.\n\n\
         | posterior | coordinates | {} |\n|-|-|{}\n",
        names.join(" | "),
        "-|".repeat(names.len())
    );
    for row in rows {
        let rates = row.finishes.iter().map(|finish| match finish {
            Some(finish) if finish.divergences > 0 => {
                format!("{} ({})", shown(finish.rate()), finish.divergences)
            }
            Some(finish) => shown(finish.rate()),
            None => "–".to_owned(),
        });
        let rates: Vec<String> = rates.collect();
        text += &format!("| {} | {} | {} |\n", row.name, row.dimension, rates.join(" | "));
    }
    text += "\nDivergences after warmup, of 12 000 draws, stand in brackets. Ratios to the first metric:\n\n\
             | metric | median | least | largest | posteriors |\n|-|-|-|-|-|\n";
    for (place, name) in names.iter().enumerate().skip(1) {
        let ratio = |row: &Row| Some(row.finishes[place]?.rate() / row.finishes[0]?.rate());
        let mut ratios: Vec<f64> = rows.iter().filter_map(ratio).filter(|ratio| ratio.is_finite()).collect();
        ratios.sort_by(f64::total_cmp);
        if let (Some(least), Some(largest)) = (ratios.first(), ratios.last()) {
            let (median, count) = (ratios[ratios.len() / 2], ratios.len());
            text += &format!("| {name} | {median:.2} | {least:.2} | {largest:.2} | {count} |\n");
        }
    }
    text += "\nLeft out:\n\n";
    LEFT_OUT.iter().for_each(|(name, reason)| text += &format!("- {name}: {reason}\n"));
    text
}

fn shown(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.2}") } else { format!("{rate:.1}") }
}

pub fn write(text: &str) -> std::io::Result<()> {
    std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("report/metrics.md"), text)
}
