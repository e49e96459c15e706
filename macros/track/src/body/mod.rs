//! The body of a function, written again over tracked values.
//!
//! Every expression becomes one that has the same value and records its steps. Variables keep their names,
//! so places, patterns and labels are unchanged; the macro's own variables have names that the user's code
//! cannot refer to.

mod assigned;
mod branch;
mod call;
mod exits;
mod expression;
mod iterator;
mod loops;
mod macros;
mod matching;
mod method;
mod operator;
mod pattern;
mod place;
mod program;
mod statement;

use crate::text::text;
use exits::Exits;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashSet;
use syn::{Error, Expr, Lifetime};

/// A region that an exit can leave before its end.
pub enum Region {
    /// The function, or the closure of a call: `return` leaves it.
    Body { label: Lifetime },
    /// A loop: `break` leaves it, and `continue` leaves the current round.
    Loop { user: Option<Ident>, label: Lifetime, round: Lifetime },
    /// A block with a label.
    Block { user: Ident },
}

/// The writer of a tracked body.
pub struct Writer<'a> {
    function: &'a Ident,
    followed: &'a [Ident],
    /// The names of the run, in the function and in the closures around the current expression.
    runs: Vec<Ident>,
    tape: Ident,
    regions: Vec<Region>,
    labels: usize,
    /// Variables that were declared without a value.
    deferred: HashSet<String>,
    /// Parameters that are slices behind references.
    slices: HashSet<String>,
    errors: Option<Error>,
}

impl<'a> Writer<'a> {
    pub fn new(function: &'a Ident, followed: &'a [Ident], run: Option<Ident>, tape: Ident) -> Self {
        Self {
            function,
            followed,
            runs: run.into_iter().collect(),
            tape,
            regions: Vec::new(),
            labels: 0,
            deferred: HashSet::new(),
            slices: HashSet::new(),
            errors: None,
        }
    }

    /// Records that a parameter is a slice behind a reference.
    pub fn add_slice(&mut self, name: String) {
        self.slices.insert(name);
    }

    /// Records that a new variable hides earlier ones with its name.
    fn hide(&mut self, name: &Ident) {
        self.slices.remove(&name.to_string());
        self.deferred.remove(&name.to_string());
    }

    /// Returns the slice to which an argument refers, if this is visible in the expression.
    fn slice_of<'e>(&self, argument: &'e Expr) -> Option<&'e Expr> {
        match argument {
            Expr::Reference(reference) => Some(&reference.expr),
            Expr::Path(path) => {
                path.path.get_ident().filter(|name| self.slices.contains(&name.to_string())).map(|_| argument)
            }
            _ => None,
        }
    }

    /// Returns all errors of the body as one; `None` if there are none.
    pub fn into_error(self) -> Option<Error> {
        self.errors
    }

    /// Stores an error, and writes a substitute for the wrong expression.
    fn error(&mut self, wrong: &impl ToTokens, message: &str) -> TokenStream {
        let error = Error::new_spanned(wrong, message);
        match &mut self.errors {
            Some(errors) => errors.combine(error),
            None => self.errors = Some(error),
        }
        // The compile error is written as well, so this never runs.
        quote!(::core::unreachable!())
    }

    /// Stores the error of a construct that is not supported.
    fn not_followed(&mut self, wrong: &impl ToTokens, what: &str) -> TokenStream {
        self.error(
            wrong,
            &format!("{what} is not followed: put it in a function, which is then called as one step"),
        )
    }

    pub fn enter(&mut self, region: Region) {
        self.regions.push(region);
    }

    pub fn leave(&mut self) {
        self.regions.pop();
    }

    /// Makes a label that differs from all others.
    pub fn label(&mut self, name: &str, place: Span) -> Lifetime {
        self.labels += 1;
        Lifetime::new(&format!("'{name}_{}", self.labels), own(place))
    }

    /// Makes a variable of the macro.
    fn local(&self, name: &str, place: Span) -> Ident {
        Ident::new(name, own(place))
    }

    /// Writes the `At` with which the step of an expression is recorded.
    fn at(&self, expression: &impl ToTokens) -> TokenStream {
        let tokens = expression.to_token_stream();
        let place = first_place(&tokens);
        self.at_text(&text(tokens), place)
    }

    /// Writes the `At` with which a step with this text is recorded.
    pub fn at_text(&self, text: &str, place: Span) -> TokenStream {
        let tape = &self.tape;
        let (file, line, column) = (
            quote_spanned!(place=> ::core::file!()),
            quote_spanned!(place=> ::core::line!()),
            quote_spanned!(place=> ::core::column!()),
        );
        quote! {
            ::monomorph::track::At {
                tape: #tape,
                source: &::monomorph::track::Source { file: #file, line: #line, column: #column,
                    text: #text },
            }
        }
    }

    /// Writes the path of a function of the module `op`.
    fn op(&self, name: &str, place: Span) -> TokenStream {
        let name = Ident::new(name, place);
        quote_spanned!(place=> ::monomorph::track::op::#name)
    }
}

/// Returns the place of the first token.
fn first_place(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// Returns the place with the macro's own name resolution.
fn own(place: Span) -> Span {
    place.resolved_at(Span::mixed_site())
}
