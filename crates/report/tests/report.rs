//! Tests pages: their contents, their size, and that they are well-formed.

mod common;

use common::{fit, many, schools};
use monomorph_report::data::{Dataset, Dimension, ElementOrder, Tree, Variable, groups};
use monomorph_report::report::{Report, ReportedFit, Row, Tile, Warning};

/// Finds NaN in a page, with the text around it.
fn around(body: &str) -> String {
    let place = body.find("NaN").or(body.find("=\"inf")).unwrap_or(0);
    body.chars().skip(body[..place].chars().count().saturating_sub(200)).take(300).collect()
}

fn page(fits: Vec<ReportedFit>) -> String {
    let page = Report { title: "A <title> & more".into(), fits, ..Report::default() }.to_html();
    for tag in ["section", "figure", "svg", "table", "details", "div", "tr", "g", "p", "ul"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    let body = page.split("<script>").next().unwrap();
    assert!(!body.contains("NaN") && !body.contains("=\"inf"), "{}", around(body));
    assert!(page.contains("A &lt;title&gt; &amp; more"));
    page
}

#[test]
fn a_hundred_parameters_fit_into_a_megabyte() {
    let page = page(vec![fit("large", many(100, 1000))]);
    assert!(page.len() < 1_000_000, "{}", page.len());
    assert!(page.matches("<tr><th scope=\"row\"").count() == 100);
}

#[test]
fn any_number_of_parameters_fits_into_a_megabyte() {
    for (elements, draws, fits) in [(3000, 20, 2), (20, 2000, 1), (1, 20_000, 1)] {
        let page = page(vec![fit("large", many(elements, draws)); fits]);
        assert!(page.len() < 1_000_000, "{elements} {draws}: {}", page.len());
    }
}

#[test]
fn the_page_says_first_what_is_wrong_and_what_to_do() {
    let own = fit("centred", schools(300, 3));
    let page = page(vec![own]);
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(place("class=\"tiles\"") < place("12 of 4000 transitions diverged.</b>"));
    assert!(place("12 of 4000 transitions diverged.</b>") < place("<table>"));
    assert!(place("<table>") < place("id=\"intervals\""));
    for section in ["verdict", "estimates", "intervals", "predictive", "chains", "pairs", "prior", "data"] {
        assert!(page.contains(&format!("<section id=\"{section}\">")), "{section}");
        assert!(page.contains(&format!("<a href=\"#{section}\">")), "{section}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn nothing_wrong_is_said_too() {
    let own =
        ReportedFit { tiles: vec![Tile::rhat(1.001, "mu"), Tile::depth(0, 10)], ..ReportedFit::default() };
    assert!(page(vec![own.clone()]).contains("Nothing wrong found"));
    let marked = ReportedFit { tiles: vec![Tile::e_bfmi(0.1)], ..own.clone() };
    assert!(page(vec![marked]).contains("Look at the marked numbers"));
    let warned = ReportedFit { warnings: vec![Warning::new("Bad <x>", "Do & see")], ..own };
    let page = page(vec![warned]);
    assert!(page.contains("<b>Bad &lt;x&gt;.</b> Do &amp; see") && !page.contains("Nothing wrong"));
}

#[test]
fn reports_of_little_or_odd_things_are_whole() {
    page(vec![]);
    page(vec![ReportedFit::default()]);
    page(vec![ReportedFit {
        tree: Tree::new().with(groups::POSTERIOR, Dataset::draws(0, 0)),
        ..ReportedFit::default()
    }]);
    let mut data = Dataset::draws(2, 5).along(Dimension::range("none", 0)).unwrap();
    data.add_elements("empty", &["none"], ElementOrder::LastFastest, &[]).unwrap();
    data.add(Variable::new("constant", ["chain", "draw"], vec![1.0; 10])).unwrap();
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e308, 0.0, 1.0, 2.0, f64::NAN, 3.0];
    data.add(Variable::new("<odd>", ["chain", "draw"], odd.to_vec())).unwrap();
    let stats = Dataset::draws(2, 5)
        .with(Variable::new("diverging", ["chain", "draw"], vec![true; 10]))
        .and_then(|own| own.with(Variable::new("energy", ["chain", "draw"], vec![f64::NAN; 10])))
        .unwrap();
    let observed = Dataset::new().with(Variable::scalar("y", vec![2_i64])).unwrap();
    let again = Dataset::draws(1, 2).with(Variable::new("y", ["chain", "draw"], vec![1_i64, 3])).unwrap();
    let tree = Tree::new()
        .with(groups::POSTERIOR, data.clone())
        .with(groups::PRIOR, data)
        .with(groups::SAMPLE_STATS, stats)
        .with(groups::OBSERVED_DATA, observed)
        .with(groups::POSTERIOR_PREDICTIVE, again);
    let names = ["constant", "<odd>", "unknown"];
    let rows = names.map(|name| Row { name: name.into(), mean: f64::INFINITY, ..Row::default() }).to_vec();
    let own = ReportedFit {
        rows,
        tree,
        ess_bulk: Some(|_| f64::NAN),
        ess_tail: Some(|_| -1.0),
        ..ReportedFit::default()
    };
    page(vec![own.clone()]);
    page(vec![own.clone(), own]);
}

#[test]
fn constants_are_left_out_and_counted() {
    let mut own = fit("constant", schools(100, 3));
    own.rows.push(Row { name: "r[0,0]".into(), mean: 1.0, sd: 0.0, ..Row::default() });
    let page = page(vec![own]);
    assert!(page.contains("all draws are equal: 1, such as <code>r[0,0]</code>"));
    assert!(!page.contains("<th scope=\"row\" data-v=\"11\">"));
}

#[test]
fn elements_without_a_row_are_counted_and_have_no_figures() {
    let whole = fit("whole", schools(200, 3));
    let (own, rows): (Vec<_>, Vec<_>) = whole.rows.iter().cloned().partition(|row| row.name.contains('['));
    let left_out: Vec<String> = own.into_iter().map(|row| row.name).collect();
    let named = left_out.clone();
    let short = ReportedFit { rows, left_out, ..whole.clone() };
    for fits in [vec![short.clone()], vec![short.clone(), short]] {
        let page = page(fits);
        let count = named.len();
        let note = format!(
            "they are constant or mirror another element: {count}, such as <code>{}</code>",
            named[0]
        );
        assert!(page.contains(&note), "{note}");
        let is_shown = |name: &String| page.matches(name.as_str()).count() > usize::from(*name == named[0]);
        assert!(!named.iter().any(is_shown));
    }
    assert!(!page(vec![whole]).contains("Without a row"));
}

#[test]
fn two_fits_stand_side_by_side() {
    let page = page(vec![fit("centred", schools(200, 3)), fit("other", schools(200, 4))]);
    for text in
        ["mean, centred", "mean, other", "difference in errors", "Medians with 90 % intervals of both fits"]
    {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn both_fits_have_their_priors_and_their_data() -> Result<(), monomorph_report::Error> {
    let (first, mut second) = (fit("centred", schools(200, 3)), fit("other", schools(200, 4)));
    let alike = page(vec![first.clone(), second.clone()]);
    assert_eq!(alike.matches("What the data have changed").count(), 2);
    assert_eq!(alike.matches("<caption>Observed and given data</caption>").count(), 1);

    second.tree.insert(groups::OBSERVED_DATA, Dataset::of_data("later", &[1.0, 2.0])?);
    let apart = page(vec![first.clone(), second.clone()]);
    assert_eq!(apart.matches("<caption>Observed and given data</caption>").count(), 2);
    assert!(apart.contains("<th scope=\"row\">later</th>"));

    // A prior that only the second fit has is shown as well.
    let mut bare = first;
    bare.tree = Tree::new();
    let only = page(vec![bare, second]);
    assert_eq!(only.matches("What the data have changed").count(), 1);
    assert!(only.contains("<a href=\"#prior\">"));
    Ok(())
}

#[test]
fn units_stand_in_table_and_figures() {
    let mut own = fit("centred", schools(100, 3));
    own.tree.set_unit("mu", "points & more");
    let page = page(vec![own]);
    assert!(page.contains(">mu <small>points &amp; more</small></th>"));
    assert!(page.matches("mu (points &amp; more)").count() > 3);
}
