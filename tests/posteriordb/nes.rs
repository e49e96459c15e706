//! Party identification in the national election studies of five years.

use crate::*;

#[test]
fn nes() {
    for year in ["1972", "1980", "1984", "1992", "2000"] {
        let Some(case) = Case::open(&format!("nes{year}-nes")) else { return };
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
        compare_with_flat_regression(&case, &case.vector("partyid7"), &columns);
    }
}
