//! Proves that the table of distributions in the documentation of `monomorph::distribution` is true: every
//! family has its row, with the arguments and domains that it has, and says rightly whether it has cumulative
//! probabilities and draws.

use monomorph::distribution::*;
use std::marker::PhantomData;

/// A row of the table, or the properties of a family.
#[derive(Debug, PartialEq)]
struct Row {
    name: String,
    arguments: Vec<String>,
    has_cdf: bool,
    has_draws: bool,
}

/// Asks the compiler whether a family implements a trait: an associated constant of the type itself goes
/// before one of a trait.
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
                name: <$Family as Family>::FACTS.name.to_owned(),
                arguments: <$Family as Family>::FACTS.arguments[1..]
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
    Flat StdNormal Normal HalfNormal Cauchy HalfCauchy StudentT HalfStudentT ExpModNormal SkewNormal
    DoubleExponential Logistic Gumbel Lognormal Loglogistic Exponential Gamma InvGamma ChiSquare
    InvChiSquare ScaledInvChiSquare Weibull Frechet Rayleigh Pareto ParetoType2 Beta BetaProportion
    VonMises Uniform Bernoulli BernoulliLogit Binomial BinomialLogit BetaBinomial Hypergeometric
    DiscreteRange NegBinomial NegBinomial2 NegBinomial2Log Geometric Poisson PoissonLog
}

/// Returns the words of the table for a domain.
fn words(domain: Domain) -> &'static str {
    match domain {
        Domain::Real | Domain::Extended => "any number",
        Domain::Positive => "positive",
        Domain::NonNegative => "zero or positive",
        Domain::Unit => "0 to 1",
        Domain::OpenUnit => "between 0 and 1",
        Domain::Count | Domain::Whole => "whole",
        Domain::Binary => "0 or 1",
        other => panic!("a word is missing for {other:?}"),
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
    for name in exported("continuous").into_iter().chain(exported("discrete")) {
        assert!(table.iter().any(|row| row.name == name), "`{name}` has no row");
    }
}

/// The functions that a folder of distributions exports: the names of its files.
fn exported(folder: &str) -> Vec<String> {
    let path = format!("{}/src/distribution/{folder}/mod.rs", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    // A long list of exports begins behind its line.
    let text = text.replace("{\n", "{");
    let exports = text.lines().filter_map(|line| line.strip_prefix("pub use ")?.split_once("::"));
    let functions = exports
        .filter(|(module, rest)| rest.split(&['{', ',', ' ', '}', ';'][..]).any(|item| item == *module));
    let names: Vec<String> = functions.map(|(module, _)| module.to_owned()).collect();
    assert!(names.len() >= 8, "{folder}: {names:?}");
    names
}

#[test]
fn every_distribution_of_vectors_has_a_row() {
    let text = source();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | **[`")?.split_once('`'));
    let mut listed: Vec<&str> = rows.map(|(name, _)| name).collect();
    let mut found = exported("vector");
    found.extend(functions("multivariate"));
    found.extend(functions("matrix"));
    listed.sort_unstable();
    found.sort_unstable();
    assert_eq!(listed, found);
}

/// The reference of the guide has each distribution of the table, and says which have no cumulative
/// probabilities.
#[test]
fn the_reference_has_every_distribution() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guide/reference.md");
    let reference = std::fs::read_to_string(path).expect("the reference is there");
    let text = source();
    let rows = text.lines().filter_map(|line| {
        let cell = line.strip_prefix("//! | ")?.trim_start_matches('*').strip_prefix("[`")?;
        Some(cell.split_once('`')?.0)
    });
    let is_lost = |name: &&str| !reference.contains(&format!("`{name}("));
    let lost: Vec<&str> = rows.filter(is_lost).collect();
    assert!(lost.is_empty(), "the reference does not have {lost:?}");

    let mut without: Vec<String> =
        table().into_iter().filter(|row| !row.has_cdf).map(|row| row.name).collect();
    let said = reference.split_once("All have cumulative probabilities").expect("the sentence").1;
    let said = said.split_once('.').expect("its end").0;
    let mut said: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    without.sort_unstable();
    said.sort_unstable();
    assert_eq!(said, without);
}

/// The functions that the module of a folder of distributions exports: what begins with a small letter.
fn functions(folder: &str) -> Vec<String> {
    let path = format!("{}/src/distribution/{folder}/mod.rs", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let exports = text.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next()?.split_once("::"));
    let items = exports
        .flat_map(|(_, items)| items.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')));
    let names: Vec<String> =
        items.filter(|item| item.starts_with(char::is_lowercase)).map(str::to_owned).collect();
    assert!(names.len() >= 4, "{folder}: {names:?}");
    names
}
