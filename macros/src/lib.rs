//! The procedural part of the macros of the crate `monomorph`, which documents them and what they expand to.
//!
//! A procedural macro where `macro_rules!` cannot point: the calls that it writes have the places of the
//! user's statements, so that the compiler underlines the statement that is wrong and not the whole `model!`.
//! There is no parser of Rust in it: a statement is cut at its `|=` or `=`, and what stands on either side is
//! the user's.

mod expand;
mod inlined;
mod malformed;
mod statement;
mod text;

use malformed::Malformed;
use proc_macro::{TokenStream, TokenTree};

/// `model!`, with the tokens of `$crate` before those of the user.
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

/// `params!` with something else than a list of names and spaces: says where.
#[proc_macro]
pub fn malformed_params(input: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = input.into_iter().collect();
    match statement::prefix(&mut tokens) {
        Ok(_) => Malformed::params(&tokens).into_tokens(),
        Err(malformed) => malformed.into_tokens(),
    }
}

/// Inlines functions of an `impl` in kernels, outside of tests that call them: those whose signatures name
/// `Simd`, or, as `#[inlined(all)]`, all of them. For the crate monomorph itself.
#[proc_macro_attribute]
pub fn inlined(which: TokenStream, item: TokenStream) -> TokenStream {
    inlined::inlined(which, item)
}
