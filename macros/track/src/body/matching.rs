//! `match` on numbers, and on tuples of numbers: a branch on these numbers.

use super::Writer;
use super::assigned::Assignments;
use super::exits::{Exits, never_ends};
use crate::text::text;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Arm, Expr, ExprMatch, Pat};

/// The value that is matched: a number, or a tuple.
enum Scrutinee {
    Number(Ident),
    Tuple(Vec<Scrutinee>),
}

impl Scrutinee {
    /// The tracked value.
    fn value(&self) -> TokenStream {
        match self {
            Self::Number(name) => quote!(#name),
            Self::Tuple(elements) => {
                let elements = elements.iter().map(Self::value);
                quote!((#(#elements,)*))
            }
        }
    }
}

impl Writer<'_> {
    pub(super) fn matching(&mut self, matching: &ExprMatch, has_value: bool) -> TokenStream {
        let place = matching.match_token.span;
        let mut bindings = TokenStream::new();
        let (scrutinee, jump) = self.scrutinee(&matching.expr, &mut bindings);
        let arms: Vec<_> = matching.arms.iter().map(|arm| self.arm(arm, &scrutinee)).collect();
        let parts = matching.arms.iter().map(Assignments::of_arm).collect();
        let ends: Vec<bool> = matching.arms.iter().map(|arm| !never_ends(&arm.body)).collect();
        let leaves = matching.arms.iter().any(|arm| Exits::of(&arm.body).any());
        let assigned = self.joinable(parts, &ends, true);
        let tokens = quote_spanned!(place=> match #jump { #(#arms)* });
        if !ends.contains(&true) {
            return quote!({ #bindings #tokens });
        }
        let head = format!("match {}", text(matching.expr.to_token_stream()));
        let joined = self.joined(place, &head, tokens, &assigned, has_value, leaves);
        quote!({ #bindings #joined })
    }

    /// Binds the matched value, and returns the plain value on which the `match` branches.
    fn scrutinee(&mut self, expression: &Expr, bindings: &mut TokenStream) -> (Scrutinee, TokenStream) {
        if let Expr::Tuple(tuple) = expression {
            let elements: Vec<_> =
                tuple.elems.iter().map(|element| self.scrutinee(element, bindings)).collect();
            let (scrutinees, jumps): (Vec<_>, Vec<_>) = elements.into_iter().unzip();
            return (Scrutinee::Tuple(scrutinees), quote!((#(#jumps,)*)));
        }
        self.labels += 1;
        let name = self.local(&format!("scrutinee_{}", self.labels), expression.span());
        let (value, at) = (self.value(expression), self.at(expression));
        bindings.extend(quote!(let #name = #value;));
        let place = super::first_place(&expression.to_token_stream());
        (Scrutinee::Number(name.clone()), quote_spanned!(place=> (#at).jump(#name)))
    }

    fn arm(&mut self, arm: &Arm, scrutinee: &Scrutinee) -> TokenStream {
        let mut variables = TokenStream::new();
        let pattern = self.arm_pattern(&arm.pat, scrutinee, &mut variables);
        let guard = arm.guard.as_ref().map(|(_, guard)| {
            let guard = self.condition(guard);
            quote!(if { #variables #guard })
        });
        let body = self.value(&arm.body);
        quote!(#pattern #guard => { #variables #body })
    }

    /// Writes the pattern for plain values; its variables are bound to the tracked values.
    fn arm_pattern(&mut self, pattern: &Pat, of: &Scrutinee, variables: &mut TokenStream) -> TokenStream {
        match (pattern, of) {
            (Pat::Lit(_) | Pat::Range(_) | Pat::Path(_), Scrutinee::Number(_)) => pattern.to_token_stream(),
            (Pat::Wild(_), _) => quote!(_),
            (Pat::Paren(inner), _) => self.arm_pattern(&inner.pat, of, variables),
            (Pat::Ident(name), Scrutinee::Number(_)) if is_constant(&name.ident) => pattern.to_token_stream(),
            (Pat::Ident(name), _) if name.by_ref.is_none() => {
                let (mutability, ident, value) = (&name.mutability, &name.ident, of.value());
                variables.extend(quote!(let #mutability #ident = #value;));
                match &name.subpat {
                    Some((_, inner)) => self.arm_pattern(inner, of, variables),
                    None => quote!(_),
                }
            }
            (Pat::Or(or), _) => {
                let mut bound = TokenStream::new();
                let cases: Vec<_> =
                    or.cases.iter().map(|case| self.arm_pattern(case, of, &mut bound)).collect();
                if !bound.is_empty() {
                    return self.not_followed(pattern, "a variable in one of several patterns");
                }
                quote!((#(#cases)|*))
            }
            (Pat::Tuple(tuple), Scrutinee::Tuple(elements)) if tuple.elems.len() == elements.len() => {
                let pairs = tuple.elems.iter().zip(elements);
                let patterns: Vec<_> =
                    pairs.map(|(pattern, of)| self.arm_pattern(pattern, of, variables)).collect();
                quote!((#(#patterns,)*))
            }
            _ => {
                let message =
                    "numbers and bools are matched, and tuples that are written there, `match (a, b) { … }`";
                self.error(pattern, message);
                quote!(_)
            }
        }
    }
}

/// True for the name of a constant, which a pattern does not bind.
fn is_constant(name: &Ident) -> bool {
    let name = name.to_string();
    name.starts_with(char::is_uppercase)
}
