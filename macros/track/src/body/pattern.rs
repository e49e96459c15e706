//! Patterns of variables: names, tuples, references, arrays.

use super::Writer;
use crate::types;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Pat;

impl Writer<'_> {
    /// Writes the pattern for tracked values.
    pub fn pattern(&mut self, pattern: &Pat) -> TokenStream {
        match pattern {
            Pat::Ident(name) if name.subpat.is_none() => {
                self.hide(&name.ident);
                name.to_token_stream()
            }
            Pat::Wild(_) | Pat::Rest(_) => pattern.to_token_stream(),
            Pat::Paren(inner) => self.pattern(&inner.pat),
            Pat::Type(typed) => {
                let (inner, of) = (self.pattern(&typed.pat), types::tracked(&typed.ty));
                quote!(#inner: #of)
            }
            Pat::Tuple(tuple) => {
                let elements: Vec<_> = tuple.elems.iter().map(|element| self.pattern(element)).collect();
                quote!((#(#elements,)*))
            }
            Pat::Slice(slice) => {
                let elements: Vec<_> = slice.elems.iter().map(|element| self.pattern(element)).collect();
                quote!([#(#elements,)*])
            }
            Pat::Reference(reference) => {
                let (mutability, inner) = (&reference.mutability, self.pattern(&reference.pat));
                quote!(&#mutability #inner)
            }
            other => {
                self.not_followed(other, "this pattern");
                quote!(_)
            }
        }
    }
}
