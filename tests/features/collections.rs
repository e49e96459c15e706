//! A `for` loop over a reference visits what `iter()` visits, so a collection can be visited twice.

use core::fmt::Debug;
use monomorph::covariance::Pattern;
use monomorph::fits::fits;
use monomorph::prelude::*;

fn visits<Item: Debug + PartialEq>(by_loop: impl IntoIterator<Item = Item>, by_method: &[Item]) {
    assert!(by_method.len() > 1);
    assert_eq!(by_loop.into_iter().collect::<Vec<_>>(), by_method);
}

#[test]
fn references_are_visited() -> Result<(), Error> {
    let trace = Trace::of([("mu", 1.0), ("x[0]", 2.0)])?;
    visits(&trace, &trace.iter().collect::<Vec<_>>());
    assert_eq!(trace.iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>(), ["mu", "x[0]"]);

    let levels = Labels::from(&["a,b", "St \"Louis\"", "a,b"]).levels();
    visits(levels, &["a,b", "St \"Louis\""]);

    let pattern = Pattern::new(3, [(2, 0), (1, 1)]).unwrap();
    visits(&pattern, &[(0, 0), (2, 0), (1, 1), (2, 2)]);

    let fit = |sd: &f64| {
        params! { mu: real() }
        model! { mu |= normal(0.0, *sd) }.compile()
    };
    let found = fits([("good", 1.0), ("bad", -1.0)], fit).draws(20).warmup(50).progress(false).run()?;
    visits(&found, &found.iter().collect::<Vec<_>>());
    let own: Vec<_> = found.clone().into_iter().map(|(key, result)| (key, result.is_ok())).collect();
    assert_eq!(own, [("good".to_owned(), true), ("bad".to_owned(), false)]);
    Ok(())
}
