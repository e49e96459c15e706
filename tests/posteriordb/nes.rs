//! Party identification in the national election studies of five years.

use super::case::*;

posteriors! { nes: ["nes1972-nes", "nes1980-nes", "nes1984-nes", "nes1992-nes", "nes2000-nes"] }

fn nes(case: &Case, task: &mut impl Task) {
    let age = case.vector("age_discrete");
    let age_is = |code: f64| map(&age, |age| f64::from(age == code));
    let columns = [
        case.vector("real_ideo"),
        case.vector("race_adj"),
        age_is(2.0),
        age_is(3.0),
        age_is(4.0),
        case.vector("educ1"),
        case.vector("gender"),
        case.vector("income"),
    ];
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    flat_regression(task, &case.vector("partyid7"), &columns);
}
