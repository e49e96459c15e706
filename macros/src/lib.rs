//! The procedural part of the macros of the crate `monomorph`, which documents the macros and their
//! expansions.
//!
//! They are procedural because `macro_rules!` cannot set places: the calls that they write have the places
//! of the user's statements, so that the compiler underlines the wrong statement and not the whole
//! `model!`. They do not parse Rust: a statement is divided at its `|=` or `=`, and the tokens on either
//! side are passed on.

mod expand;
mod inlined;
mod malformed;
mod statement;
mod text;

use malformed::Malformed;
use proc_macro::{TokenStream, TokenTree};

/// Expands `model!`; the tokens of `$crate` come before those of the user.
#[proc_macro]
pub fn model(input: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = input.into_iter().collect();
    let krate = tokens.remove(0);
    let parsed = statement::prefix(&mut tokens)
        .and_then(|prefix| statement::statements(&tokens).map(|statements| (prefix, statements)));
    match parsed {
        Ok((prefix, statements)) => expand::model(&krate, prefix, &statements),
        Err(malformed) => malformed.into_tokens(),
    }
}

/// Reports the first wrong token of a `params!` that is not a list of names and spaces.
#[proc_macro]
pub fn malformed_params(input: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = input.into_iter().collect();
    match statement::prefix(&mut tokens) {
        Ok(_) => Malformed::params(&tokens).into_tokens(),
        Err(malformed) => malformed.into_tokens(),
    }
}

/// Inlines functions of an `impl` in kernels, except in tests, where they are called: the functions whose
/// signatures name `Simd`, or with `#[inlined(all)]` all functions. It is for monomorph's own crates.
#[proc_macro_attribute]
pub fn inlined(which: TokenStream, item: TokenStream) -> TokenStream {
    inlined::inlined(which, item)
}
