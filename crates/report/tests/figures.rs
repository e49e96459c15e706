//! Tests that figures of unusual draws are well-formed: tags are balanced, and every coordinate is a
//! number.

use monomorph_report::data::{Quantity, Values, Variable};
use monomorph_report::plot;

/// Panics if a text is not well-formed XML, in its tags and quotes, or if a coordinate is not a number.
fn check(svg: &str) {
    let mut open: Vec<&str> = vec![];
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>') && (text.is_empty() || !open.is_empty()), "{text}");
        let tag = &rest[start + 1..];
        let end = tag.find('>').expect("a tag ends");
        let (tag, behind) = (&tag[..end], &tag[end + 1..]);
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or_default());
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        for (place, value) in tag.split('"').enumerate().filter(|(place, _)| place % 2 == 1) {
            let name = tag.split('"').nth(place - 1).unwrap_or_default();
            if name.ends_with("aria-label=") {
                continue;
            }
            assert!(!value.contains("NaN") && !value.contains("inf"), "{tag}");
            if name.ends_with(" d=") {
                numbers(value);
            }
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest}");
    assert!(!svg.contains("var("), "colours are written in");
}

/// Panics if a path has anything but commands and numbers, each with a digit.
fn numbers(path: &str) {
    assert!(path.starts_with(['M', 'm']), "{path}");
    for part in path.split(|letter: char| letter.is_ascii_alphabetic() || letter == ' ' || letter == '-') {
        let is_number = part.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
        assert!(is_number && part.matches('.').count() <= 1, "{part} in {path}");
    }
}

/// Makes quantities with unusual names, and with chains without finite draws, with one draw, and with draws
/// of any size.
fn odd() -> Vec<Quantity> {
    let huge: Vec<f64> = (0..50).map(|k| 1e307 * f64::from(k - 25)).collect();
    let tiny: Vec<f64> = (0..50).map(|k| 1e-310 * f64::from(k)).collect();
    let mixed = (0..60).map(|k| if k % 3 == 0 { f64::NAN } else { f64::from(k).sin() }).collect::<Vec<_>>();
    let spiked = (0..500).map(|k| if k == 77 { 1e200 } else { f64::from(k % 10) }).collect::<Vec<_>>();
    vec![
        Quantity::new("constant", vec![vec![2.5; 40]; 3]),
        Quantity::new("zero", vec![vec![0.0; 40]; 2]).lower(0.0),
        Quantity::new("one draw", vec![vec![1.0]]),
        Quantity::new("one draw each", vec![vec![1.0], vec![2.0]]),
        Quantity::new("no draw", vec![vec![], vec![]]),
        Quantity::new("no chain", vec![]),
        Quantity::new("infinite", vec![vec![f64::INFINITY; 9], vec![f64::NEG_INFINITY; 9]]),
        Quantity::new("NaN", vec![vec![f64::NAN; 9]; 2]),
        Quantity::new("<mixed & \"quoted\"> it's", vec![mixed.clone(), mixed]).units("m²\u{1}"),
        Quantity::new("huge", vec![huge.clone(), huge]),
        Quantity::new("tiny", vec![tiny.clone(), tiny]).lower(0.0).upper(1.0),
        Quantity::new("spiked", vec![spiked.clone(), spiked]).upper(f64::NAN),
        Quantity::new("unequal", vec![vec![1.0, 2.0, 3.0, 2.0, 1.0, 5.0], vec![4.0]]),
        Quantity::new("many chains", (0..30).map(|k| vec![f64::from(k), 0.5, 0.25, 1.0]).collect()),
    ]
}

fn count(chains: &[&[f64]]) -> f64 {
    chains.iter().map(|chain| chain.len() as f64).sum()
}

#[test]
fn odd_draws_make_whole_figures() {
    let odd = odd();
    let groups = odd.iter().map(|own| vec![own.clone()]).chain([odd.clone(), vec![]]);
    for some in groups {
        check(&plot::trace(&some).to_svg());
        check(&plot::rank(&some).effective_draws(&vec![f64::NAN; some.len()]).to_svg());
        check(&plot::density(&some).title("<&>").caption("\"words\" ".repeat(60)).to_svg());
        check(&plot::forest(&some).reference(f64::INFINITY).x_label("x").to_svg());
        check(&plot::forest(&some).beside("a", "b", &odd).to_svg());
        check(&plot::autocorrelation(&some).to_svg());
        check(&plot::ess(&some).measure("all", count).measure("none", |_| f64::NAN).to_svg());
        check(&plot::prior_posterior(&odd, &some).to_svg());
        check(&plot::compare(&some, &odd).to_svg());
        check(&plot::ecdf(&some).band(&[0.5, f64::NAN], &[0.3], &[f64::INFINITY]).to_svg());
        let few: Vec<Quantity> = some.iter().take(5).cloned().collect();
        check(&plot::pairs(&few).divergences(&[vec![true; 3]]).size(90.0, 90.0).to_svg());
        for own in &some {
            check(&plot::energy(&own.chains).to_svg());
            let observed = own.chains.concat();
            check(&plot::predictive(&observed, &own.chains).bounds(own.lower, own.upper).to_svg());
            check(&plot::counts(&observed, &own.chains).to_svg());
            let first = observed.first().copied().unwrap_or(f64::NAN);
            check(&plot::statistics([(own.name.clone(), first, observed.clone())]).to_svg());
            check(&plot::residuals(&observed, &observed).to_svg());
            check(&plot::curve(&observed, &some).observed(&observed, &observed).to_svg());
            check(&plot::observations(std::slice::from_ref(&own.name), &observed, &own.chains).to_svg());
        }
    }
}

#[test]
fn names_choose_elements_and_variables() {
    let names = ["mu", "theta[a]", "theta[b]", "theta2"];
    let all = names.map(|name| Quantity::new(name, vec![vec![1.0, 2.0, 3.0]]));
    let svg = plot::forest(&all).of(["theta"]).to_svg();
    assert!(svg.contains("theta[a]") && svg.contains("theta[b]"));
    assert!(!svg.contains("theta2") && !svg.contains(">mu<"));
    assert!(plot::trace(&all).of(["theta[b]"]).to_svg().matches("theta[b]").count() > 0);
    let ranks = plot::rank(&all).effective_draws(&[1.0, 2.0, 3.0, 4.0]).of(["theta2"]);
    assert!(!ranks.to_svg().contains("theta[a]"));
}

/// Tests two curves over unordered places: the bands are those of quantiles, in the order of places, and
/// places that are NaN are left out.
#[test]
fn curves_have_bands_and_points_in_the_order_of_places() {
    let element = |name: &str, at: f64| {
        let draws = (0..=100).map(|k| at + f64::from(k) / 100.0).collect();
        Quantity::new(name, vec![draws])
    };
    let x = [2.0, 0.0, f64::NAN, 1.0];
    let level: Vec<_> = (0..4).map(|k| element(&format!("level[{k}]"), x[k])).collect();
    let one = plot::curve(&x, &level).observed(&[0.0, f64::NAN], &[0.5, 1.0]).size(374.0, 272.0).to_svg();
    check(&one);
    assert!(
        one.contains("median, 50 and 90 %") && one.contains("observed") && one.contains(">level<"),
        "{one}"
    );
    let area = |class: &str| one.matches(&format!("class=\"{class}\" fill-opacity")).count();
    assert_eq!((area("f0"), one.matches("class=\"line s0\" stroke-width=\"1.8\"").count()), (2, 1));
    // The panel is 300 by 200 pixels, over −0.04 to 2.04 and −0.014 to 3.002 (or near): three places, left to
    // right, on a line that rises by one each time.
    let line = one.split("stroke-width=\"1.8\" d=\"").nth(1).and_then(|rest| rest.split('"').next());
    let line = line.expect("a line");
    let steps: Vec<&str> = line.split('l').collect();
    assert_eq!(steps.len(), 2, "{line}");
    let numbers: Vec<f64> =
        steps[1].replace('-', " -").split_whitespace().map(|step| step.parse().expect("a number")).collect();
    let [across, up, again, up_again] = numbers[..] else { panic!("{line}") };
    assert!((across - 300.0 / 2.08).abs() < 0.2 && (again - across).abs() < 0.2, "{line}");
    assert!(up < -60.0 && (up_again - up).abs() < 0.2, "{line}");

    let arms: Vec<_> =
        level.iter().cloned().chain((0..4).map(|k| element(&format!("trend[{k}]"), 1.0))).collect();
    let two = plot::curve(&x, &arms);
    let both = two.to_svg();
    assert!(both.contains(">level<") && both.contains(">trend<") && both.contains("class=\"f1\""), "{both}");
    assert!(!two.of(["trend"]).to_svg().contains(">level<"));
}

#[test]
fn figures_are_files_or_errors_with_the_name() {
    let own = Quantity::new("mu", vec![vec![1.0, 2.0]]);
    let error = plot::trace(&own).save("/proc/no/figure.svg").unwrap_err();
    assert!(error.to_string().starts_with("/proc/no/figure.svg: cannot write the figure"), "{error}");
}

#[test]
fn values_of_other_kinds_are_shown_as_numbers() {
    let flags = Variable::new("z", ["chain", "draw"], vec![true, false]);
    assert_eq!(flags.values.number(0), 1.0);
    assert!(Values::from(vec!["text".to_string()]).number(0).is_nan());
}

#[test]
fn a_forest_has_a_label_on_its_left() {
    let draws = Quantity::new("mu", vec![vec![0.1, 0.5, 0.3], vec![0.2, 0.4, 0.6]]);
    let figure = plot::forest(&draws).y_label("counties").to_svg();
    assert!(figure.contains(">counties</text>") && figure.contains("rotate(-90"), "{figure}");
    assert!(!plot::forest(&draws).to_svg().contains("rotate("));
}

#[test]
fn a_label_beside_wide_numbers_is_inside_the_picture() {
    let draws = |size: f64| Quantity::new("births", vec![vec![size, 1.1 * size, 1.2 * size]]);
    for (size, expected) in [(1e4, 11.0..12.0), (1.0, 12.0..42.0)] {
        let figure = plot::curve(&[0.0, 1.0], &[draws(size), draws(size)][..]).to_svg();
        let (before, _) = figure.split_once(")rotate(-90)").expect("a label");
        let place: Vec<&str> = before.rsplit("translate(").next().unwrap_or_default().split(' ').collect();
        assert!(expected.contains(&place[0].parse::<f64>().expect("a number")), "{place:?}");
    }
}
