//! Proves that the table of distributions in the documentation of `monomorph::distribution` is true: every family has its
//! row, with the arguments and domains that it has, and says rightly whether it has cumulative probabilities and draws.

use monomorph::distribution::*;
use std::marker::PhantomData;

/// One row of the table, or what a family says of itself.
#[derive(Debug, PartialEq)]
struct Row {
    name: String,
    arguments: Vec<String>,
    has_cdf: bool,
    has_draws: bool,
}

/// Asks the compiler whether a family implements a trait: an associated constant of the type itself goes before one of a
/// trait.
struct Probe<F>(PhantomData<F>);

trait Otherwise {
    const HAS_CDF: bool = false;
    const HAS_DRAWS: bool = false;
}

impl<F> Otherwise for Probe<F> {}

impl<F: Cumulative> Probe<F> {
    const HAS_CDF: bool = true;
}

#[cfg(feature = "random")]
impl<F: Draw> Probe<F> {
    const HAS_DRAWS: bool = true;
}

macro_rules! families {
    ($($Family:ident)*) => {
        fn families() -> Vec<Row> {
            vec![$(Row {
                name: $Family::NAME.to_owned(),
                arguments: $Family::ARGUMENTS[1..]
                    .iter()
                    .map(|argument| format!("{}: {}", argument.name, words(argument.domain)))
                    .collect(),
                has_cdf: Probe::<$Family>::HAS_CDF,
                has_draws: Probe::<$Family>::HAS_DRAWS,
            }),*]
        }
    };
}

families! {
    Flat StdNormal Normal HalfNormal Cauchy HalfCauchy StudentT HalfStudentT ExpModNormal SkewNormal DoubleExponential
    Logistic Gumbel Lognormal Loglogistic Exponential Gamma InvGamma ChiSquare InvChiSquare ScaledInvChiSquare Weibull
    Frechet Rayleigh Pareto ParetoType2 Beta BetaProportion VonMises Uniform Bernoulli BernoulliLogit Binomial
    BinomialLogit BetaBinomial Hypergeometric DiscreteRange NegBinomial NegBinomial2 NegBinomial2Log Geometric Poisson
    PoissonLog
}

/// What the table calls a domain.
fn words(domain: Domain) -> &'static str {
    match domain {
        Domain::Real | Domain::Extended => "any number",
        Domain::Positive => "positive",
        Domain::NonNegative => "zero or positive",
        Domain::Unit => "0 to 1",
        Domain::OpenUnit => "between 0 and 1",
        Domain::Count | Domain::Whole => "whole",
        Domain::Binary => "0 or 1",
    }
}

fn source() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/distribution/mod.rs");
    std::fs::read_to_string(path).expect("the file is there")
}

/// The rows of the table: function, Stan's name, arguments, support, cdf, draws.
fn table() -> Vec<Row> {
    let yes = |cell: &str| match cell {
        "yes" => true,
        "no" => false,
        other => panic!("`{other}` is neither yes nor no"),
    };
    let mut rows = Vec::new();
    for line in source().lines().filter(|line| line.starts_with("//! | [`")) {
        let cells: Vec<&str> =
            line.trim_start_matches("//! |").trim_end_matches('|').split(" | ").map(str::trim).collect();
        let [function, stan, arguments, _, cdf, draws] = cells[..] else { panic!("{line}: {cells:?}") };
        let name = function.split('`').nth(1).expect("a name");
        assert_eq!(function, format!("[`{name}`]({name}())"));
        assert!(stan.is_empty() || stan == format!("`{name}`"), "{line}");
        rows.push(Row {
            name: name.to_owned(),
            // Rules between arguments, such as lower < upper, stand among them without a colon.
            arguments: arguments.split(", ").filter(|part| part.contains(": ")).map(str::to_owned).collect(),
            has_cdf: yes(cdf),
            has_draws: yes(draws),
        });
    }
    rows
}

#[test]
fn every_row_is_true() {
    let (table, families) = (table(), families());
    for row in &table {
        let family = families.iter().find(|family| family.name == row.name);
        let family = family.unwrap_or_else(|| panic!("`{}` is not in this test's list", row.name));
        let has_draws = row.has_draws && cfg!(feature = "random");
        let said = (&row.arguments, row.has_cdf, has_draws);
        assert_eq!(said, (&family.arguments, family.has_cdf, family.has_draws), "{}", row.name);
    }
}

#[test]
fn every_family_has_a_row() {
    let table = table();
    for family in families() {
        assert_eq!(table.iter().filter(|row| row.name == family.name).count(), 1, "rows of {}", family.name);
    }
    let exported = source();
    let exported = exported.lines().filter_map(|line| line.strip_prefix("pub use ")?.split_once("::{"));
    let names: Vec<&str> = exported
        .filter(|(_, rest)| rest.split(", ").count() >= 2)
        .filter(|(module, rest)| rest.split([',', '}', ' ']).any(|item| item == *module))
        .map(|(module, _)| module)
        .filter(|module| {
            let path = format!("{}/src/distribution/{module}.rs", env!("CARGO_MANIFEST_DIR"));
            // Those of whole vectors, whose densities are no sums over elements, are not in this table.
            std::fs::read_to_string(path).is_ok_and(|file| {
                file.contains("\ndensity! {")
                    && file.contains("\n    term ")
                    && !file.contains("\n    total ")
            })
        })
        .collect();
    assert!(names.len() >= 30, "{names:?}");
    for name in names {
        assert!(table.iter().any(|row| row.name == name), "`{name}` has no row");
    }
}
