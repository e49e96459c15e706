//! The tables of the report.

use crate::race::Outcome;
use crate::table::Table;
use std::path::Path;

/// Names of columns, in Markdown.
pub const HEAD: &str = "\
| model | ours ESS/s | stanli ESS/s | ratio | seconds | ESS | leapfrogs a draw | µs a leapfrog | stanli ran |
|-|-|-|-|-|-|-|-|-|";

/// Names of columns of the table beside nuts-rs.
pub const SECOND_HEAD: &str = "\
| model | ns of the run per gradient | ns of a gradient alone | ESS per 1 000 gradients | ESS/s | ratio |
|-|-|-|-|-|-|";

/// Columns with two numbers hold ours and stanli's.
pub fn row(name: &str, outcome: &Outcome) -> Option<String> {
    let Outcome { ours, theirs, .. } = outcome;
    let (theirs, variant) = theirs.as_ref()?;
    Some(format!(
        "| {name} | {:.0} | {:.0} | {:.1} | {:.3}, {:.3} | {:.0}, {:.0} | {:.1}, {:.1} | {:.2}, {:.2} | {variant} |",
        ours.ess_per_second(),
        theirs.ess_per_second(),
        outcome.ratio()?,
        ours.seconds,
        theirs.seconds,
        ours.ess,
        theirs.ess,
        ours.leapfrogs,
        theirs.leapfrogs,
        ours.leapfrog_time,
        theirs.leapfrog_time,
    ))
}

/// Columns with two numbers hold ours and those of nuts-rs.
pub fn second_row(name: &str, outcome: &Outcome) -> String {
    let Outcome { ours, nuts_rs, .. } = outcome;
    format!(
        "| {name} | {:.0}, {:.0} | {:.0} | {:.1}, {:.1} | {:.0}, {:.0} | {:.1} |",
        ours.gradient_time(),
        nuts_rs.gradient_time(),
        outcome.gradient,
        ours.ess_per_thousand(),
        nuts_rs.ess_per_thousand(),
        ours.ess_per_second(),
        nuts_rs.ess_per_second(),
        ours.ess_per_second() / nuts_rs.ess_per_second(),
    )
}

/// Both tables, with what they are.
pub fn text(table: &Table) -> String {
    let mut ratios = table.ratios.clone();
    ratios.sort_by(f64::total_cmp);
    let (median, least) = (ratios.get(ratios.len() / 2), ratios.first());
    let summary = median.zip(least).map(|(median, least)| {
        format!("{} models: median ratio {median:.1}, least {least:.1}.\n\n", ratios.len())
    });
    format!(
        "# Effective draws per second\n\n\
         Written by `cargo bench --bench sampling`, whose source says what is measured. Four chains one after the other on one \
         thread in both, 1 000 draws of warmup and 1 000 after; seconds are those of the whole run; ESS is the smallest bulk \
         ESS of all parameters. Where a column has two numbers, the first is ours and the second stanli's.\n\n{}{HEAD}\n{}\n\n\
         # Beside nuts-rs, on the same gradients\n\n\
         In the same run. The first number is ours and the second that of nuts-rs, whose metric is a diagonal from draws and \
         gradients. Gradients are those of the whole run, warmup included. A gradient alone is one that waits for the one before.\n\n{SECOND_HEAD}\n{}\n",
        summary.unwrap_or_default(),
        table.rows.join("\n"),
        table.second_rows.join("\n")
    )
}

/// Writes the page.
pub fn write(text: &str) -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("report");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("sampling.md"), text)
}
