//! The points of a covariance, its last arguments: points x, and for a pair also points y. Without y the
//! covariance is between all pairs of x.

use crate::contract::operation::{Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS};
use crate::shape::Size;

/// The points of a covariance; x is the argument in the place `X`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Points<const X: usize> {
    pub is_pair: bool,
}

impl<const X: usize> Points<X> {
    /// The place of the points that belong to the columns.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn second(self) -> usize {
        if self.is_pair { X + 1 } else { X }
    }

    /// The text of the call of a function that takes the points before its other arguments.
    pub fn describe(self, function: &str, arguments: &[String]) -> String {
        let (others, points) = arguments.split_at(X);
        let points = points.join(", ");
        let points = if self.is_pair { format!("({points})") } else { points };
        format!("{function}({points}, {})", others.join(", "))
    }

    /// The size of the covariance.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn size(self, sizes: &Sizes) -> Size {
        Size::new(sizes[X].rows, sizes[self.second()].rows)
    }

    /// Checks that there are points, and that all have the same dimension.
    pub fn check(self, setup: &Setup<'_>) -> Result<(), Error> {
        setup.check_not_empty(X)?;
        if self.is_pair {
            setup.check_not_empty(self.second())?;
            setup.check_same((X, Side::Row), (self.second(), Side::Row))?;
        }
        Ok(())
    }

    /// True if all points are data.
    pub fn are_data(self, setup: &Setup<'_>) -> bool {
        setup.is_data(X) && setup.is_data(self.second())
    }

    /// True if the adjoint of any points is wanted.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn are_wanted(self, adjoints: &Adjoints<'_>) -> bool {
        adjoints.wants(X) || adjoints.wants(self.second())
    }

    /// Stores the squared distances of points that are data.
    pub fn keep_squares(self, sizes: &Sizes, arguments: [&[f64]; MAX_ARGUMENTS], kept: &mut [f64]) {
        let (x, y, dimensions) = (arguments[X], arguments[self.second()], sizes[X].columns);
        let count = y.len() / dimensions;
        for (place, square) in kept.iter_mut().enumerate() {
            let (x, y) = (&x[place / count * dimensions..], &y[place % count * dimensions..]);
            *square = x[..dimensions].iter().zip(y).map(|(x, y)| (y - x).powi(2)).sum();
        }
    }
}
