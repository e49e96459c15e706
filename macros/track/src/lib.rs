//! The attribute `#[track]` of the crate `monomorph`, whose module `track` contains the functions of the
//! expansion.
//!
//! A function is parsed, and written again over tracked values: each file of `body` is about one construct
//! of the language.

mod attribute;
mod body;
mod signature;
mod text;
mod types;

use proc_macro::TokenStream;

#[proc_macro_attribute]
pub fn track(attribute: TokenStream, item: TokenStream) -> TokenStream {
    signature::expand(attribute.into(), item.into()).into()
}
