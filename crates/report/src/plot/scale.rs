//! Conversion of numbers to places in a picture.

/// A range of numbers, and the range of pixels that shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub low: f64,
    pub high: f64,
    pub from: f64,
    pub to: f64,
}

impl Scale {
    /// Makes a scale over a range. An empty range is widened, and a range that is not finite becomes [0,
    /// 1].
    pub fn new((low, high): (f64, f64), from: f64, to: f64) -> Self {
        let (low, high) = widened(low, high);
        Self { low, high, from, to }
    }

    /// Returns the place of a number; `None` for NaN. An infinite number is placed far outside.
    pub fn at(&self, value: f64) -> Option<f64> {
        // The numbers are halved, since the range may be wider than the largest number.
        let share = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        let place = self.from + (self.to - self.from) * share;
        (!place.is_nan()).then(|| place.clamp(-5000.0, 5000.0))
    }

    /// Returns the place of a number; the beginning of the scale for NaN.
    pub fn place(&self, value: f64) -> f64 {
        self.at(value).unwrap_or(self.from)
    }

    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Returns the range, widened if it is so short that its length cannot be a divisor; [0, 1] if it is not a
/// finite range.
fn widened(low: f64, high: f64) -> (f64, f64) {
    if !low.is_finite() || !high.is_finite() || low > high {
        return (0.0, 1.0);
    }
    let size = low.abs().max(high.abs());
    let least = (size * 1e-10).max(1e-305);
    if high / 2.0 - low / 2.0 >= least / 2.0 {
        return (low, high);
    }
    let pad = if size < 1e-290 { 1.0 } else { size * 0.05 };
    ((low - pad).max(f64::MIN), (high + pad).min(f64::MAX))
}

/// Returns the least and the largest of the finite numbers, extended by a share of their distance on both
/// sides.
pub(super) fn range(values: impl IntoIterator<Item = f64>, pad: f64) -> (f64, f64) {
    range_of(&mut values.into_iter(), pad)
}

fn range_of(values: &mut dyn Iterator<Item = f64>, pad: f64) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
    if low > high {
        return (0.0, 1.0);
    }
    let pad = pad * (high / 2.0 - low / 2.0) * 2.0;
    ((low - pad).max(f64::MIN), (high + pad).min(f64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_range_has_places() {
        let ranges = [(0.0, 1.0), (3.0, 3.0), (0.0, 0.0), (f64::MIN, f64::MAX), (f64::NAN, 1.0), (1.0, -1.0)];
        for ends in ranges.into_iter().chain([(1e300, 1e300), (5e-324, 5e-324), (1.0, f64::INFINITY)]) {
            let scale = Scale::new(ends, 10.0, 110.0);
            for value in [ends.0, ends.1, 0.0, f64::MAX, f64::MIN, f64::INFINITY] {
                assert!(scale.at(value).is_none_or(|place| place.abs() <= 5000.0));
            }
            assert!((scale.place(scale.high) - 110.0).abs() < 1e-6, "{ends:?} {scale:?}");
        }
        assert_eq!(Scale::new((0.0, 1.0), 0.0, 1.0).at(f64::NAN), None);
    }
}
