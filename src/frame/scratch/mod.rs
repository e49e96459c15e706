//! [`scratch!`]: working memory that is one slice, divided into named parts.

mod count;
#[cfg(test)]
mod tests;

pub(crate) use count::Count;

/// Declares the parts of a slice of numbers. One list of names and sizes makes both the number of numbers
/// that is claimed when a model is compiled, and the struct of slices into which the memory is divided when
/// the model runs.
///
/// ```text
/// scratch! {
///     /// The memory of n observations of k variables.
///     pub(super) struct DenseScratch(n, k, kept) {
///         /// A Cholesky factor.
///         factor: k * k,
///         solved: n * k,
///         /// The square of each observation.
///         squares: n,
///         /// A number of its own: `memory.sum[0]`.
///         sum: 1,
///         /// Nothing, if `kept` is 0.
///         kept: kept * k,
///     }
/// }
///
/// setup.claim_scratch(DenseScratch::length(n, k, kept));
/// let DenseScratch { factor, solved, .. } = DenseScratch::divide(operands.scratch, n, k, kept);
/// let first = DenseScratch::split_off(&mut rest, n, k, kept);   // and `rest` is what stands behind
/// ```
///
/// The parts are mutable. A name after `and` is the name of a second struct with the same parts, shared:
/// `struct RowScratch and SharedRowScratch(n)`.
///
/// If the sizes are computed from other values, parameters have types, and the sizes from which parts are
/// made follow them:
///
/// ```text
/// scratch! {
///     struct FactoredScratch(task: Task; n = task.dimension, rows = task.rows) {
///         factor: n * n,
///         weighted: rows * n,
///     }
/// }
/// ```
///
/// `length` saturates: a size that is too large for a number is the largest number, which cannot be
/// claimed. Each size is a [`Count`] there, which has sums, products and maxima with other sizes and with
/// literals. It cannot be combined with a plain `usize`, so every product of a part saturates; an
/// expression after `=` is a plain number. `divide` computes with plain numbers, since the memory has been
/// claimed.
macro_rules! scratch {
    ($(#[$about:meta])* $vis:vis struct $Name:ident $sizes:tt $parts:tt) => {
        $crate::frame::scratch! { @divides MutableNumbers $(#[$about])* $vis $Name $sizes $parts }
    };
    ($(#[$about:meta])* $vis:vis struct $Name:ident and $Shared:ident $sizes:tt $parts:tt) => {
        $crate::frame::scratch! { @divides MutableNumbers $(#[$about])* $vis $Name $sizes $parts }
        $crate::frame::scratch! { @divides Numbers $(#[$about])* $vis $Shared $sizes $parts }
    };
    (
        @divides $Slice:ident $(#[$about:meta])* $vis:vis $Name:ident(
            $($size:ident),+ $(; $($other:ident = $value:expr),+ $(,)?)?
        ) $parts:tt
    ) => {
        $crate::frame::scratch! {
            @divides $Slice $(#[$about])* $vis $Name(
                $($size: usize),+;
                $($size = $size),+ $(, $($other = $value),+)?
            ) $parts
        }
    };
    (
        @divides $Slice:ident $(#[$about:meta])* $vis:vis $Name:ident(
            $($parameter:ident: $Type:ty),+;
            $($size:ident = $value:expr),+ $(,)?
        ) {
            $($(#[$about_part:meta])* $part:ident: $length:expr),+ $(,)?
        }
    ) => {
        $(#[$about])*
        $vis struct $Name<'a> {
            $($(#[$about_part])* $vis $part: $crate::frame::$Slice<'a>,)+
        }

        #[allow(dead_code)]
        impl<'a> $Name<'a> {
            /// The number of numbers of all parts, saturating at the largest number.
            #[cfg_attr(not(monomorph_outlined), inline(always))]
            $vis fn length($($parameter: $Type),+) -> usize {
                $(let $size: usize = $value;)+
                $(let $size = $crate::frame::Count($size);)+
                let all = $crate::frame::Count(0) $(+ $length)+;
                all.0
            }

            /// Divides the beginning of a slice into the parts.
            #[cfg_attr(not(monomorph_outlined), inline(always))]
            $vis fn divide(mut numbers: $crate::frame::$Slice<'a>, $($parameter: $Type),+) -> Self {
                Self::split_off(&mut numbers, $($parameter),+)
            }

            /// Divides the beginning of a slice into the parts; `numbers` becomes the rest.
            #[cfg_attr(not(monomorph_outlined), inline(always))]
            $vis fn split_off(
                numbers: &mut $crate::frame::$Slice<'a>,
                $($parameter: $Type),+
            ) -> Self {
                $(let $size: usize = $value;)+
                Self { $($part: $crate::frame::split_off(numbers, $length)),+ }
            }
        }
    };
}

pub(crate) use scratch;

/// A mutable part.
pub(crate) type MutableNumbers<'a> = &'a mut [f64];

/// A shared part.
pub(crate) type Numbers<'a> = &'a [f64];

/// The operations of both kinds of parts.
pub(crate) trait Part: Default {
    /// The first `count` numbers, and the rest.
    fn split(self, count: usize) -> (Self, Self);
}

impl Part for MutableNumbers<'_> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn split(self, count: usize) -> (Self, Self) {
        self.split_at_mut(count)
    }
}

impl Part for Numbers<'_> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn split(self, count: usize) -> (Self, Self) {
        self.split_at(count)
    }
}

/// Removes `count` numbers from the beginning of a slice and returns them.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn split_off<P: Part>(numbers: &mut P, count: usize) -> P {
    let (first, rest) = core::mem::take(numbers).split(count);
    *numbers = rest;
    first
}
