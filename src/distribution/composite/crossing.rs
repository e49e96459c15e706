//! The first whole number at which an increasing function is above 0, found with few evaluations.
//!
//! Bisection takes as many evaluations as the interval has binary digits. In a wide interval a step goes to
//! the zero of the line through both ends, moved towards the middle a little so that both ends come close,
//! and never so far from the middle that more than a few steps beyond bisection could be needed:
//! interpolate, truncate, project.
//!
//! Oliveira and Takahashi 2020, "An enhancement of the bisection method average performance preserving minmax
//! optimality".

/// The width of intervals up to which bisection is cheaper than interpolation.
const NARROW: f64 = 64.0;

/// The number of allowed steps beyond those of bisection.
const SLACK: f64 = 1.0;

/// Returns the first whole number above `lower` that is past the crossing, or `upper`; both are whole
/// numbers. `evaluate` returns whether a number is past the crossing, and a value that increases with the
/// number and is about 0 at the crossing; the value only determines where to search.
pub(super) fn first_whole(mut lower: f64, mut upper: f64, evaluate: impl Fn(f64) -> (bool, f64)) -> f64 {
    let width = upper - lower;
    let is_wide = width > NARROW;
    let value = |y: f64| if is_wide { evaluate(y).1 } else { f64::NAN };
    let (mut at_lower, mut at_upper) = (value(lower), value(upper));
    let mut left = width.log2().ceil() + SLACK;
    // Floating-point numbers that are too large have no neighbours at a distance of 1.
    while upper - lower > 1.0 {
        let middle = lower + 0.5 * (upper - lower);
        let mut y = middle.floor();
        let line = lower - at_lower * ((upper - lower) / (at_upper - at_lower));
        if is_wide && line > lower && line < upper {
            let inwards = (0.2 / width * (upper - lower).powi(2)).min((middle - line).abs());
            let reach = (left.exp2() - 0.5 * (upper - lower)).max(0.0);
            let moved = line + inwards.copysign(middle - line);
            y = moved.clamp(middle - reach, middle + reach).floor().clamp(lower + 1.0, upper - 1.0);
        }
        left -= 1.0;
        if y <= lower || y >= upper {
            break;
        }
        let (is_past, value) = evaluate(y);
        if is_past {
            (upper, at_upper) = (y, value);
        } else {
            (lower, at_lower) = (y, value);
        }
    }
    upper
}

#[cfg(test)]
mod tests {
    use super::first_whole;
    use core::cell::Cell;

    /// A distribution function.
    type Function<'a> = &'a dyn Fn(f64) -> f64;

    /// Returns the first whole number at which a function is above 0, and the number of evaluations.
    fn search(lower: f64, upper: f64, function: impl Fn(f64) -> f64) -> (f64, u32) {
        let count = Cell::new(0);
        let found = first_whole(lower, upper, |y| {
            count.set(count.get() + 1);
            (function(y) > 0.0, function(y))
        });
        (found, count.get())
    }

    #[test]
    fn all_crossings_are_found() {
        for upper in [1.0, 2.0, 5.0, 64.0, 65.0, 100.0, 1000.0] {
            for crossing in 0..upper as u32 {
                let crossing = f64::from(crossing) + 0.5;
                assert_eq!(search(0.0, upper, |y| y - crossing).0, crossing + 0.5);
                assert_eq!(search(0.0, upper, |y| (y - crossing).powi(3)).0, crossing + 0.5);
                assert_eq!(search(0.0, upper, |y| (0.2 * (y - crossing)).exp_m1()).0, crossing + 0.5);
            }
        }
    }

    /// Checks that steps, infinite values and functions that do not show where they cross 0 take only a few
    /// steps more than bisection.
    #[test]
    fn the_worst_takes_as_long_as_bisection() {
        let width = 4_000_000.0;
        for crossing in [0.5, 3.5, 77_777.5, 1_999_999.5, 3_999_998.5] {
            let functions: [(&str, Function<'_>, u32); 5] = [
                ("line", &|y| y - crossing, 8),
                ("step", &|y: f64| if y > crossing { 1.0 } else { -1.0 }, 27),
                ("steep", &|y| (y - crossing).exp_m1(), 27),
                ("flat", &|y| (y - crossing).powi(9), 27),
                ("unknown", &|y: f64| if y > crossing { f64::INFINITY } else { f64::NEG_INFINITY }, 27),
            ];
            for (name, function, most) in functions {
                let (found, count) = search(0.0, width, function);
                assert_eq!(found, crossing + 0.5, "{name}");
                assert!(count <= most, "{name} at {crossing}: {count}");
            }
        }
    }
}
