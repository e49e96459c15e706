//! The table of medians, between the marks from which `benches/figures.sh` copies it into documents. And what
//! bounds the models of the report that have a gradient by hand.

use crate::report::{BUILDS, KINDS, Row, ratios_of};

const BEGIN: &str = "<!-- peers -->\n";
const END: &str = "<!-- /peers -->";

/// The medians and the least ratios of each build.
pub fn table(rows: &[Row]) -> String {
    let builds = rows.first().map_or(0, |row| row.ours.len());
    let mut table = String::from("\n| stanli's time for a gradient, divided by monomorph's |");
    for (_, kernels, _) in &BUILDS[..builds] {
        table += &format!(" {kernels} |");
    }
    table += &format!("\n|-|{}\n", "-|".repeat(builds));
    for (kind, is_of_kind) in KINDS {
        let count = rows.iter().filter(|row| is_of_kind(row)).count();
        let ratios = (0..builds).map(|place| ratios_of(rows, is_of_kind, place));
        table += &line(&format!("median of {count} {kind}"), ratios, |ratios| ratios.get(ratios.len() / 2));
    }
    let ratios = (0..builds).map(|place| ratios_of(rows, |_| true, place));
    table + &line("the least of all", ratios, |ratios| ratios.first()) + "\n"
}

/// A line of the table: one of the ratios of each build. There is no line of a kind that no model is of.
fn line(
    title: &str,
    ratios: impl Iterator<Item = Vec<f64>>,
    choose: impl Fn(&[f64]) -> Option<&f64>,
) -> String {
    let cells: Option<String> =
        ratios.map(|ratios| choose(&ratios).map(|ratio| format!(" {ratio:.1} |"))).collect();
    let cells = cells.filter(|cells| !cells.is_empty());
    cells.map_or_else(String::new, |cells| format!("| {title} |{cells}\n"))
}

/// What bounds each model that has a gradient by hand, and what the loop by hand does.
const BOUNDS: [(&str, &str); 9] = [
    (
        "eight_schools",
        "latency bounds ours, of an exponential, of a logarithm behind it and of definitions and adjoints that \
         go through memory, where the loop stores nothing but the gradient and has 1/σ² of the data beforehand",
    ),
    (
        "linear",
        "the products of a matrix of 21 coefficients bound ours, since `compile()` makes one sum of squares of \
         all rows, where the loop reads 10 000 rows of 20 predictors for each gradient",
    ),
    (
        "logistic",
        "loads and products bound both, two of each predictor of each row, and behind them an exponential and \
         a division a register of rows, where the loop takes a logarithm as well and ours one of a product",
    ),
    (
        "volatility",
        "arithmetic bounds ours, an exponential and three divisions a register of days, where the loop calls \
         the exponential of the C library for each day and adds two slopes in memory for each step",
    ),
    (
        "mixture",
        "arithmetic bounds ours, three exponentials, a logarithm and two divisions a register of observations, \
         where the loop calls the C library for three exponentials and a logarithm of each observation",
    ),
    (
        "translated, 100 numbers",
        "latency bounds ours, of an exponential and of what follows it, since `compile()` takes the sums of the \
         data, where the loop reads 100 numbers for each gradient",
    ),
    ("translated, a line", "latency bounds ours as it does with 100 numbers, where the loop reads 200 rows"),
    (
        "translated, groups",
        "latency bounds ours, of two exponentials and of definitions and adjoints that go through memory, with \
         sums of each group, where the loop reads all rows",
    ),
    (
        "translated, a process",
        "the factor of a matrix of 50 rows, its inverse and 1 275 exponentials bound both, where ours take a \
         register of exponentials at once",
    ),
];

const BY_HAND: &str = "
## Beside gradients by hand

The loops of eight_schools, volatility, mixture and the four models named translated
(`benches/peers/by_hand`) are plain scalar Rust, without target features: where there are many rows ours take a
fraction of their time, since they take a register of rows at once. The four models are those of
pymc-rust-ai-compiler, whose README gives 0.14, 0.33, 0.76 and 35.31 µs for its translations, on another
machine. The loops of linear and logistic (`benches/regression/hand_written.rs`) are an expert's: they go over
all rows with the machine's best instruction set and the library's own functions. The time by hand, divided by
ours with each of the kernels, and what bounds it; below 1 the loop is faster:

";

/// The section about the models that have a gradient by hand; nothing if there are none.
pub fn by_hand(rows: &[Row]) -> String {
    let mut lines = String::new();
    for row in rows {
        let reason = BOUNDS.iter().find(|(name, _)| *name == row.name);
        if let (Some(time), Some((name, reason))) = (row.by_hand, reason) {
            let ratios: Vec<String> = row.ours.iter().map(|ours| format!("{:.2}", time / ours)).collect();
            lines += &format!("- {name}, {}: {reason}.\n", ratios.join(" and "));
        }
    }
    if lines.is_empty() { lines } else { format!("{BY_HAND}{lines}") }
}

/// The table between its marks.
pub fn marked(rows: &[Row]) -> String {
    format!("{BEGIN}{}{END}", table(rows))
}
