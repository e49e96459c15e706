//! Types without the names in them.
//!
//! While a program is compiled, names decide which gradients and which statements a kernel has. In the
//! whole log density they decide nothing: two statements with the same structure are the same machine code
//! under two names. So statements are made, kept and compiled as types in which every name is
//! [`Anonymous`](crate::name::Anonymous), once for each structure, and are *viewed* under their own names
//! where a scope needs these.
//!
//! A view is a cast between references to two types that differ only in the names in a `PhantomData`. Rust
//! does not promise that such types have the same layout, so each implementation of [`Erase`] compares the
//! sizes and the offsets of all fields, while the program is compiled: if they ever differed, it would not
//! compile.

/// A type that contains names, with the same type without them.
///
/// # Safety
///
/// `Self` and [`Erased`](Self::Erased) must be the same struct or tuple, in which the type parameters `P`
/// of the fields are replaced by `P::Erased`, and [`SAME_LAYOUT`](Self::SAME_LAYOUT) must have compared
/// their sizes, the offsets of all fields, and the layouts of the fields whose types differ. Then a value
/// of one type is a valid value of the other. The macro `erase!` writes such implementations.
#[diagnostic::on_unimplemented(message = "`{Self}` does not say what it is without names")]
pub unsafe trait Erase: Sized {
    /// The type without names; the type itself if it contains no names or keeps them.
    type Erased;

    /// Evaluated before a cast: does not compile if the layouts differ.
    const SAME_LAYOUT: ();

    /// Views the value under its names.
    #[inline(always)]
    fn named(erased: &Self::Erased) -> &Self {
        let () = Self::SAME_LAYOUT;
        // SAFETY: by `SAME_LAYOUT` the two types have their fields at the same offsets. By the promise of
        // the trait the fields have the same types, except for names in types of size zero. So a value of
        // one type is a value of the other. The borrow is that of the argument.
        unsafe { &*core::ptr::from_ref(erased).cast::<Self>() }
    }
}

/// Implements [`Erase`] for structs, given for each its parameters, the struct without names, its
/// parameters that contain names, and its fields.
macro_rules! erase {
    ($([$($parameter:tt)*] $Type:ty => $Erased:ty, [$($Named:ty),*], { $($field:tt),* };)*) => {$(
        // SAFETY: the parameters of the struct that contain names are replaced by their `Erased`; all
        // fields are compared.
        unsafe impl<$($parameter)*> $crate::erase::Erase for $Type {
            type Erased = $Erased;

            const SAME_LAYOUT: () = {
                $(let () = <$Named as $crate::erase::Erase>::SAME_LAYOUT;)*
                assert!(size_of::<$Type>() == size_of::<$Erased>());
                assert!(align_of::<$Type>() == align_of::<$Erased>());
                $(assert!(
                    ::core::mem::offset_of!($Type, $field) == ::core::mem::offset_of!($Erased, $field)
                );)*
            };
        }
    )*};
}

/// Implements [`Erase`] for types that contain no names or keep them.
macro_rules! keep_names {
    ($([$($parameter:tt)*] $Type:ty;)*) => {$(
        // SAFETY: both are the same type.
        unsafe impl<$($parameter)*> $crate::erase::Erase for $Type {
            type Erased = Self;

            const SAME_LAYOUT: () = ();
        }
    )*};
}

pub(crate) use erase;
pub(crate) use keep_names;

erase! {
    [] () => (), [], {};
    [A: Erase] (A,) => (A::Erased,), [A], { 0 };
    [A: Erase, B: Erase] (A, B) => (A::Erased, B::Erased), [A, B], { 0, 1 };
    [A: Erase, B: Erase, D: Erase] (A, B, D) => (A::Erased, B::Erased, D::Erased), [A, B, D], { 0, 1, 2 };
    [A: Erase, B: Erase, D: Erase, E: Erase] (A, B, D, E) =>
        (A::Erased, B::Erased, D::Erased, E::Erased), [A, B, D, E], { 0, 1, 2, 3 };
    [A: Erase, B: Erase, D: Erase, E: Erase, F: Erase] (A, B, D, E, F) =>
        (A::Erased, B::Erased, D::Erased, E::Erased, F::Erased), [A, B, D, E, F], { 0, 1, 2, 3, 4 };
    [A: Erase, B: Erase, D: Erase, E: Erase, F: Erase, G: Erase] (A, B, D, E, F, G) =>
        (A::Erased, B::Erased, D::Erased, E::Erased, F::Erased, G::Erased),
        [A, B, D, E, F, G], { 0, 1, 2, 3, 4, 5 };
    [A: Erase, B: Erase, D: Erase, E: Erase, F: Erase, G: Erase, H: Erase] (A, B, D, E, F, G, H) =>
        (A::Erased, B::Erased, D::Erased, E::Erased, F::Erased, G::Erased, H::Erased),
        [A, B, D, E, F, G, H], { 0, 1, 2, 3, 4, 5, 6 };
    [A: Erase, B: Erase, D: Erase, E: Erase, F: Erase, G: Erase, H: Erase, J: Erase]
        (A, B, D, E, F, G, H, J) =>
        (A::Erased, B::Erased, D::Erased, E::Erased, F::Erased, G::Erased, H::Erased, J::Erased),
        [A, B, D, E, F, G, H, J], { 0, 1, 2, 3, 4, 5, 6, 7 };
}

// SAFETY: the elements of an array follow each other, and their layouts are compared.
unsafe impl<N: Erase, const COUNT: usize> Erase for [N; COUNT] {
    type Erased = [N::Erased; COUNT];

    const SAME_LAYOUT: () = {
        let () = N::SAME_LAYOUT;
        assert!(
            size_of::<Self>() == size_of::<Self::Erased>()
                && align_of::<Self>() == align_of::<Self::Erased>()
        );
    };
}
