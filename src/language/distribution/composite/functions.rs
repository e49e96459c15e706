//! The functions of log densities l and log probabilities that the laws of this folder are made of: a table of values
//! and partial derivatives.
//!
//! Draws come from one of the nodes: of a truncated law from its mass, which knows the bounds; of a weighted one, and of one with flags,
//! from the law inside. A censored one shows the limits in place of what is beyond them.

#[cfg(feature = "random")]
use crate::node::DrawWith;
use crate::node::functions_of_several;

functions_of_several! {
    /// l − log P(Y ≥ a) where y ≥ a, elsewhere −∞
    TruncatedBelow, "TruncatedBelow", (y in Real, lower in Real, density in Real, mass in Real) {
        let inside = y.ge(lower);
        let (zero, share) = (y.constant(0.0), inside.select(1.0, y.constant(0.0)));
        (inside.select(density - mass, f64::NEG_INFINITY), [zero, zero, share, -share])
    }, drawn DrawWith::Node(3);

    /// l − log P(Y ≤ b) where y ≤ b, elsewhere −∞
    TruncatedAbove, "TruncatedAbove", (y in Real, upper in Real, density in Real, mass in Real) {
        let inside = y.le(upper);
        let (zero, share) = (y.constant(0.0), inside.select(1.0, y.constant(0.0)));
        (inside.select(density - mass, f64::NEG_INFINITY), [zero, zero, share, -share])
    }, drawn DrawWith::Node(3);

    /// l − log P(a ≤ Y ≤ b) where a ≤ y ≤ b, elsewhere −∞
    TruncatedBetween, "TruncatedBetween", (y in Real, lower in Real, upper in Real, density in Real, mass in Real) {
        let inside = y.ge(lower) & y.le(upper);
        let (zero, share) = (y.constant(0.0), inside.select(1.0, y.constant(0.0)));
        (inside.select(density - mass, f64::NEG_INFINITY), [zero, zero, zero, share, -share])
    }, drawn DrawWith::Node(4);

    /// log P(Y ≤ a) where y ≤ a, elsewhere l
    CensoredBelow, "CensoredBelow", (y in Real, lower in Real, density in Real, below in Real) {
        let (zero, one) = (y.constant(0.0), y.constant(1.0));
        let censored = y.le(lower);
        let (seen, unseen) = (censored.select(zero, one), censored.select(one, zero));
        (censored.select(below, density), [zero, zero, seen, unseen])
    }, drawn DrawWith::Limited(2, |y, &[_, lower, ..]| y.max(lower));

    /// log P(Y ≥ b) where y ≥ b, elsewhere l
    CensoredAbove, "CensoredAbove", (y in Real, upper in Real, density in Real, above in Real) {
        let (zero, one) = (y.constant(0.0), y.constant(1.0));
        let censored = y.ge(upper);
        let (seen, unseen) = (censored.select(zero, one), censored.select(one, zero));
        (censored.select(above, density), [zero, zero, seen, unseen])
    }, drawn DrawWith::Limited(2, |y, &[_, upper, ..]| y.min(upper));

    /// log P(Y ≤ a) where y ≤ a, log P(Y ≥ b) where y ≥ b, elsewhere l
    CensoredBetween, "CensoredBetween", (y in Real, lower in Real, upper in Real, density in Real, below in Real, above in Real) {
        let (zero, one) = (y.constant(0.0), y.constant(1.0));
        let (low, high) = (y.le(lower), y.ge(upper));
        let value = low.select(below, high.select(above, density));
        let seen = low.select(zero, high.select(zero, one));
        (value, [zero, zero, zero, seen, low.select(one, zero), low.select(zero, high.select(one, zero))])
    }, drawn DrawWith::Limited(3, |y, &[_, lower, upper, ..]| y.max(lower).min(upper));

    /// A log probability where the flag is 1, elsewhere l
    UnlessFlagged, "UnlessFlagged", (flag in Binary, density in Real, probability in Real) {
        let (zero, one) = (flag.constant(0.0), flag.constant(1.0));
        let flagged = flag.gt(0.5);
        let (seen, unseen) = (flagged.select(zero, one), flagged.select(one, zero));
        (flagged.select(probability, density), [zero, seen, unseen])
    }, drawn DrawWith::Node(1);

    /// w l for w ≥ 0, where 0 · −∞ counts as 0
    Weighing, "Weighing", (weight in NonNegative, density in Real) {
        let none = weight.eq(0.0);
        let value = none.select(0.0, weight * density);
        (weight.ge(0.0).select(value, f64::NAN), [none.select(0.0, density), weight])
    }, drawn DrawWith::Node(1);
}
