//! Dimensions: `typenum` numbers, or [`Dyn`] for a length known at run time.

use crate::labels::{Labels, Levels};
use crate::sealed::Sealed;
use core::ops::{Add, Mul, Shr, Sub};
use typenum::{B1, Bit, Prod, Shright, Sub1, Sum, UInt, UTerm, Unsigned};

/// A dimension whose size is known only at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dyn(pub usize);

/// One side of a shape: a `typenum` unsigned number or [`Dyn`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dimension",
    note = "a dimension is a typenum number such as `U8::new()`, or a `usize` known at run time"
)]
pub trait Dimension: Sealed + Copy + Send + Sync + 'static {
    /// The size, if the type determines it.
    const SIZE: Option<usize>;

    /// The size.
    fn size(self) -> usize;
}

impl Sealed for Dyn {}

impl Dimension for Dyn {
    const SIZE: Option<usize> = None;
    #[inline(always)]
    fn size(self) -> usize {
        self.0
    }
}

impl Sealed for UTerm {}

impl Dimension for UTerm {
    const SIZE: Option<usize> = Some(0);
    #[inline(always)]
    fn size(self) -> usize {
        0
    }
}

impl<High: Unsigned + Send + Sync, Low: Bit + Send + Sync> Sealed for UInt<High, Low> {}

impl<High: Unsigned + Send + Sync, Low: Bit + Send + Sync> Dimension for UInt<High, Low> {
    const SIZE: Option<usize> = Some(<Self as Unsigned>::USIZE);
    #[inline(always)]
    fn size(self) -> usize {
        <Self as Unsigned>::USIZE
    }
}

/// A length as a user writes it: a `usize`, a `typenum` value such as `U8::new()`, or `&Labels`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the length of a vector",
    label = "not a length",
    note = "a length is a `usize` such as `y.len()`, a typenum number such as `U8::new()`, or labels such as `&county`"
)]
pub trait IntoDimension: Sealed {
    /// The dimension that the length becomes.
    type Dimension: Dimension;

    /// Converts to a dimension.
    fn into_dimension(self) -> Self::Dimension;

    /// The labels of the elements; `None` if they have none.
    fn levels(&self) -> Option<&'static Levels>;
}

impl Sealed for &Labels {}

/// The length is the number of levels, and each element has the name of its level.
impl IntoDimension for &Labels {
    type Dimension = Dyn;
    fn into_dimension(self) -> Dyn {
        Dyn(self.len())
    }

    fn levels(&self) -> Option<&'static Levels> {
        Some(Labels::levels(self))
    }
}

impl Sealed for usize {}

impl IntoDimension for usize {
    type Dimension = Dyn;
    fn into_dimension(self) -> Dyn {
        Dyn(self)
    }

    fn levels(&self) -> Option<&'static Levels> {
        None
    }
}

impl<High: Unsigned + Send + Sync, Low: Bit + Send + Sync> IntoDimension for UInt<High, Low> {
    type Dimension = Self;
    fn into_dimension(self) -> Self {
        self
    }

    fn levels(&self) -> Option<&'static Levels> {
        None
    }
}

/// Two dimensions that may be equal: the same number, or one of them known only at run time.
#[diagnostic::on_unimplemented(
    message = "vectors of different lengths, `{Self}` and `{Other}`, cannot be combined",
    label = "the lengths differ",
    note = "in these names `UInt<…, B0>` and `UInt<…, B1>` spell a number in binary, the last digit outermost"
)]
pub trait SameDimension<Other: Dimension>: Dimension {
    /// The dimension whose size is known at compile time, if one of the two is.
    type Common: Dimension;
}

impl SameDimension<Dyn> for Dyn {
    type Common = Dyn;
}

impl SameDimension<UTerm> for UTerm {
    type Common = UTerm;
}

impl<High: Unsigned + Send + Sync, Low: Bit + Send + Sync> SameDimension<UInt<High, Low>>
    for UInt<High, Low>
{
    type Common = Self;
}

impl<High: Unsigned + Send + Sync, Low: Bit + Send + Sync> SameDimension<Dyn> for UInt<High, Low> {
    type Common = Self;
}

impl<High: Unsigned + Send + Sync, Low: Bit + Send + Sync> SameDimension<UInt<High, Low>> for Dyn {
    type Common = UInt<High, Low>;
}

/// A dimension that is not zero, with the dimension that is smaller by one. A vector whose elements satisfy
/// one equation, such as a simplex, has that many free coordinates.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no predecessor",
    label = "there is no such vector without elements",
    note = "a simplex, or a vector that sums to zero, has at least one element, and one coordinate less"
)]
pub trait Predecessor: Dimension {
    /// The dimension minus one, or [`Dyn`].
    type Output: Dimension;
}

impl Predecessor for Dyn {
    type Output = Dyn;
}

impl<High: Unsigned + Send + Sync, Low: Bit + Send + Sync> Predecessor for UInt<High, Low>
where
    Self: Sub<B1>,
    Sub1<Self>: Dimension,
{
    type Output = Sub1<Self>;
}

/// A dimension that is not zero, with the numbers of elements in the triangles of a square matrix of this
/// size.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the size of a square matrix",
    label = "there is no such matrix without elements",
    note = "the size of a correlation matrix, a covariance matrix or one of their factors is a `usize` or a typenum \
            number such as `U4::new()`, and at least 1"
)]
pub trait Triangular: Dimension {
    /// K (K − 1) / 2, the number of elements below the diagonal, or [`Dyn`].
    type Below: Dimension;

    /// K (K + 1) / 2, the number of elements on and below the diagonal, or [`Dyn`].
    type Through: Dimension;
}

impl Triangular for Dyn {
    type Below = Dyn;
    type Through = Dyn;
}

/// K (K − 1) / 2, the number of elements below the diagonal.
type Below<K> = Shright<Prod<K, Sub1<K>>, B1>;

impl<High: Unsigned + Send + Sync, Low: Bit + Send + Sync> Triangular for UInt<High, Low>
where
    Self: Sub<B1> + Mul<Sub1<Self>>,
    Prod<Self, Sub1<Self>>: Shr<B1>,
    Below<Self>: Dimension + Add<Self>,
    Sum<Below<Self>, Self>: Dimension,
{
    type Below = Below<Self>;
    type Through = Sum<Below<Self>, Self>;
}
