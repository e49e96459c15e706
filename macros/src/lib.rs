//! The procedural part of the macros of the crate `monomorph`, which documents the macros and their
//! expansions.
//!
//! They are procedural because `macro_rules!` cannot set places: the calls that they write have the places
//! of the user's statements, so that the compiler underlines the wrong statement and not the whole
//! `model!`. They do not parse Rust: a statement is divided at its `|=` or `=`, and the tokens on either
//! side are passed on.
//!
//! A call is written as `($crate::model::follow)(left, right, …)`, with the place of the statement's first
//! token on the first parentheses and that of its last token on the others, so it begins and ends where the
//! statement does: `Span::join` is not stable, and the compiler blames a call on the macro as soon as one
//! of its brackets is the macro's. The bounds of `follow`, `expression` and `part` say what may stand on a
//! side, since of a function's arguments the compiler underlines the one that breaks a bound. `model!`
//! itself is a `macro_rules!` that passes `$crate` on, so the crate can be renamed.
//!
//! Rules of models are constants that the functions which users call check in their own bodies, in a
//! `const` block of one line within a `#[track_caller]` function: for a constant that fails the compiler
//! shows the call of the function in whose body it stands. None of these functions is ever inlined, or
//! there would be no call to show.
//!
//! A parameter `gamma` hides the distribution. But a name on the left of a statement is an expression,
//! which cannot be called, so in `gamma |= gamma(2.0, 1.0)` the call is the prelude's function. A name that
//! is a variable elsewhere alone still hides it, since the macro sees only its statements.

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
