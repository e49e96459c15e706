//! Names of variables as types: every variable has a [`Name`], and sets of variables are constants
//! ([`VarSet`]).

mod anonymous;
mod by_laplace;
mod list;
mod prefix;
mod text;
mod var_set;

pub use anonymous::{Anonymous, Identity};
pub use by_laplace::ByLaplace;
#[doc(hidden)]
pub use list::List;
pub use prefix::{Prefixed, prefixed};
pub use text::Text;
pub use var_set::{Var, VarSet, Variables};

/// The name of a variable, as a type.
///
/// `params!` and `model!` write the implementations; [`Prefixed`] adds the prefix of a submodel.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a name",
    label = "not a name",
    note = "names are declared by `params! {{ mu: real() }}`, and prefixes by `names! {{ school }}`"
)]
pub trait Name: Copy + Send + Sync + 'static {
    /// The name as written.
    const NAME: &'static str;

    /// The place of the name's declaration.
    const DECLARATION: Declaration;

    /// The name as an element of a [`VarSet`].
    const VAR: Var = Var::new(Self::NAME);

    /// The variables that are marginalised together by a Laplace approximation, if the name is [`ByLaplace`].
    const APPROXIMATED: Option<&'static [Var]> = None;

    /// The name and its declaration as a value, which parameters and definitions carry.
    const IDENTITY: &'static Identity = &Identity { var: Self::VAR, declaration: Self::DECLARATION };
}

/// The place of a variable's declaration: the `params!` block, and the position in it.
///
/// The parameters of a block are ordered by their positions in the unconstrained point, as in Stan.
// Exhaustive: `params!` writes all of it into programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The hash of the place of the `params!` block in the source.
    pub block: u64,
    /// The place among the names of the block, from 0.
    pub position: usize,
    /// All names of the block.
    pub names: &'static [&'static str],
}

impl Declaration {
    /// The declaration of a name that stands alone: a definition of `model!`, or a prefix.
    pub const ALONE: Self = Self { block: 0, position: 0, names: &[] };

    /// The declaration of `name` among `names`, in the `params!` block at `place` in the source.
    pub const fn new(place: &str, name: &str, names: &'static [&'static str]) -> Self {
        let mut position = 0;
        while position < names.len() && hash(names[position]) != hash(name) {
            position += 1;
        }
        Self { block: hash(place), position, names }
    }
}

/// Returns the name that an identifier of Rust stands for: `type` for `r#type`.
#[doc(hidden)]
pub const fn plain(identifier: &'static str) -> &'static str {
    match identifier.as_bytes() {
        [b'r', b'#', ..] => identifier.split_at(2).1,
        _ => identifier,
    }
}

/// Computes the 64-bit FNV-1a hash of a text, also in a `const`.
pub const fn hash(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    hash
}
