//! The arguments of the attribute: `into(f, g)`, the functions whose calls are tracked.

use proc_macro2::{Ident, TokenStream};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Error, Meta, Path, Result, Token};

/// Parses the functions whose calls are tracked, and returns the last name of each path.
pub fn followed(tokens: TokenStream) -> Result<Vec<Ident>> {
    let mut followed = Vec::new();
    for meta in Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens)? {
        let Meta::List(list) = &meta else { return Err(unknown(&meta)) };
        if !list.path.is_ident("into") {
            return Err(unknown(&meta));
        }
        let paths = list.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)?;
        followed.extend(paths.iter().filter_map(|path| path.segments.last()).map(|last| last.ident.clone()));
    }
    Ok(followed)
}

fn unknown(meta: &Meta) -> Error {
    let message =
        "`track` takes the functions whose calls are followed, `#[track(into(f, g))]`, and nothing else";
    Error::new_spanned(meta, message)
}
