//! Invalid graphs, places that do not ascend, and parameters whose support is not that of the law.

use monomorph::prelude::*;

fn message<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn graphs() {
    assert_eq!(
        message(Adjacency::new(3, &[(0, 1), (1, 3)])),
        "the arguments of `Adjacency::new` do not fit: edge 1, (1, 3): place 3 does not exist, since there \
         are 3 places, counted from 0"
    );
    assert!(
        message(Adjacency::new(3, &[(0, 1), (2, 2)])).ends_with("edge 1, (2, 2), joins a place with itself")
    );
    let twice = message(Adjacency::new(3, &[(0, 1), (1, 2), (1, 0)]));
    assert!(twice.ends_with("edge 2, (1, 0), joins the same places as edge 0, (0, 1)"), "{twice}");
    let twice = message(Adjacency::new(3, &[(0, 1), (0, 1)]));
    assert!(twice.ends_with("edge 1, (0, 1), joins the same places as edge 0, (0, 1)"), "{twice}");
    for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = message(Adjacency::weighted(3, &[(0, 1), (1, 2)], &[1.0, weight]));
        assert!(
            refused.contains("Adjacency::weighted") && refused.contains("must be positive and finite"),
            "{refused}"
        );
    }
    assert!(matches!(Adjacency::weighted(3, &[(0, 1)], &[1.0, 2.0]), Err(Error::LengthMismatch { .. })));
}

#[test]
fn lists_of_neighbours() {
    let lists = |lengths: &[usize], neighbours: &[usize]| message(Adjacency::of_lists(lengths, neighbours));
    assert!(matches!(Adjacency::of_lists(&[1, 2], &[1, 0]), Err(Error::LengthMismatch { .. })));
    assert!(matches!(Adjacency::of_lists(&[usize::MAX, 2], &[1, 0]), Err(Error::LengthMismatch { .. })));
    let outside = lists(&[1, 1], &[2, 1]);
    assert!(
        outside.ends_with(
            "place 0 has the neighbour 2: place 2 does not exist, since there are 2 places, counted from 0"
        ),
        "{outside}"
    );
    assert!(lists(&[1, 1], &[0, 0]).ends_with("place 0 is a neighbour of itself"));
    assert!(lists(&[2, 2], &[1, 1, 0, 0]).ends_with("place 0 has the neighbour 1 twice"));
    let one_way = lists(&[1, 2, 0], &[1, 0, 2]);
    assert!(
        one_way.ends_with("place 1 has the neighbour 2, but place 2 does not have the neighbour 1"),
        "{one_way}"
    );
}

#[test]
fn supports_of_other_graphs() -> Result<(), Error> {
    let (whole, parts) = (Adjacency::new(3, &[(0, 1), (1, 2)])?, Adjacency::new(3, &[(0, 1)])?);
    let two = Adjacency::new(2, &[(0, 1)])?;
    params! { x: sum_to_zero(3) }
    params! { y: sum_to_zero(3).within(&parts) }
    params! { z: sum_to_zero(3).within(&two) }
    params! { rows: sum_to_zero(3).rows(2) }
    // The number of coordinates is right, and the sum is another one.
    let refused = message(model! { x |= icar(&parts, 1.0) }.compile());
    assert_eq!(
        refused,
        "in `x |= icar(&parts, 1.0)`: the arguments of `icar` do not fit: `x` is not declared with sums that are 0 over the \
         components of this graph: sum_to_zero(n).within(&adjacency)"
    );
    assert!(message(model! { y |= icar(&whole, 1.0) }.compile()).contains("`y` is not declared with sums"));
    assert!(matches!(model! { x |= icar(&two, 1.0) }.compile(), Err(Error::LengthMismatch { .. })));
    assert!(matches!(model! { z |= icar(&two, 1.0) }.compile(), Err(Error::LengthMismatch { .. })));
    // Nor is it a law of all values of the sum 0.
    let refused = message(model! { y |= zero_sum_normal(1.0) }.compile());
    assert!(refused.contains("`y` is not declared so that it sums to zero"), "{refused}");
    model! { rows |= zero_sum_normal(1.0) }.compile()?;
    // A value that is given is checked against the support that was declared.
    let held = model! { y |= icar(&parts, 1.0) };
    held.condition(y, &[1.0, -1.0, 5.0]).compile()?;
    assert!(held.condition(y, &[1.0, 1.0, 5.0]).compile().is_err());
    Ok(())
}

#[test]
fn walks() {
    let (t, other) = ([0.0, 1.0, 2.0, 4.0], [0.0, 1.0, 2.0, 3.0]);
    params! { x: sum_to_zero(4) }
    params! { y: sum_to_zero(4).without_trend(&t) }
    params! { pair: sum_to_zero(2) }
    params! { short: sum_to_zero(2).without_trend(&t[..2]) }
    let refused = message(model! { x |= intrinsic_random_walk(&t, 3, 1.0) }.compile());
    assert!(refused.ends_with("its order is 3, and must be 1 or 2"), "{refused}");
    let refused = message(model! { x |= intrinsic_random_walk(&t, 2, 1.0) }.compile());
    assert!(refused.ends_with("sum_to_zero(n).without_trend(&places)"), "{refused}");
    assert!(model! { y |= intrinsic_random_walk(&t, 1, 1.0) }.compile().is_err());
    assert!(model! { y |= intrinsic_random_walk(&other, 2, 1.0) }.compile().is_err());
    assert!(model! { y |= zero_sum_normal(1.0) }.compile().is_err());
    let unordered = [0.0, 2.0, 2.0, 3.0];
    let refused = message(model! { x |= intrinsic_random_walk(&unordered, 1, 1.0) }.compile());
    assert!(
        refused.ends_with("places must be finite and ascend, but 2 at index 1 is followed by 2 at index 2"),
        "{refused}"
    );
    let infinite = [0.0, 1.0, 2.0, f64::INFINITY];
    assert!(model! { x |= intrinsic_random_walk(&infinite, 1, 1.0) }.compile().is_err());
    let refused = message(model! { pair |= intrinsic_random_walk(&t[..2], 2, 1.0) }.compile());
    assert!(refused.ends_with("there are 2 places, but at least 3 are needed"), "{refused}");
    assert!(model! { short |= flat() }.compile().is_err());
    assert!(matches!(
        model! { pair |= intrinsic_random_walk(&t, 1, 1.0) }.compile(),
        Err(Error::LengthMismatch { .. })
    ));
}

#[test]
fn data_and_scales() -> Result<(), Error> {
    let adjacency = Adjacency::new(5, &[(0, 1), (2, 3), (3, 4)])?;
    let (uneven, t) = ([0.5, -0.5, 1.0, 0.0, 0.0], [0.0, 1.0, 2.0, 3.0]);
    params! { tau: positive() }
    params! { two: vector(2).positive() }
    params! { x: sum_to_zero(5).within(&adjacency) }
    let prior = || model! { tau |= half_normal(1.0) };
    assert_eq!(
        message(model! { prior(), data(&uneven) |= icar(&adjacency, tau) }.compile()),
        "in `data(&uneven) |= icar(&adjacency, tau)`: the sum of the left side over the component of place 2 is 1, but must \
         be 0, up to 1e-8 of the largest element"
    );
    let nan = [f64::NAN; 5];
    assert!(model! { prior(), data(&nan) |= icar(&adjacency, tau) }.compile().is_err());
    let trend = [-1.5, -0.5, 0.5, 1.5];
    let refused = message(model! { prior(), data(&trend) |= intrinsic_random_walk(&t, 2, tau) }.compile());
    assert!(refused.contains("the trend of the left side is"), "{refused}");
    model! { prior(), data(&trend) |= intrinsic_random_walk(&t, 1, tau) }.compile()?;
    let refused = message(model! { x |= icar(&adjacency, data(-1.0)) }.compile());
    assert!(
        refused.contains("the argument `scale` of icar is -1, but must be positive and finite"),
        "{refused}"
    );
    assert!(matches!(
        model! { two |= half_normal(1.0), x |= icar(&adjacency, two) }.compile(),
        Err(Error::LengthMismatch { .. })
    ));
    Ok(())
}
