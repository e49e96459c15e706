//! Syntax errors in the input of the macros: a message, and the token that is wrong.

use crate::statement::{is_punct, juxtaposed, split};
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// A message about a wrong token.
#[derive(Debug)]
pub struct Malformed {
    place: Span,
    message: String,
}

impl Malformed {
    /// Makes the error of a statement of `model!`.
    pub fn statement(place: Span, what: &str) -> Self {
        let message = format!(
            "{what}; model! takes statements separated by commas: `variable |= distribution`, \
             `data(&y) |= distribution`, `name = expression`, `increment(expression)`, `for_each(count, |k| statement)`, or a model"
        );
        Self { place, message }
    }

    /// Finds the first wrong token in a list of parameters.
    pub fn params(tokens: &[TokenTree]) -> Self {
        for part in split(tokens) {
            let (place, what) = match part {
                [] => continue,
                [TokenTree::Ident(name)] => (name.span(), format!("`{name}` has no space")),
                [TokenTree::Ident(name), colon] if is_punct(colon, ':') => {
                    (colon.span(), format!("`{name}` has no space behind the colon"))
                }
                [TokenTree::Ident(_), colon, space @ ..] if is_punct(colon, ':') => {
                    if let Some(end) = space.iter().find(|token| is_punct(token, ';')) {
                        (end.span(), "parameters end with commas, not with semicolons".to_owned())
                    } else if let Some(next) = juxtaposed(space) {
                        (space[next].span(), format!("a comma is missing before `{}`", space[next]))
                    } else {
                        continue;
                    }
                }
                [TokenTree::Ident(name), other, ..] => {
                    (other.span(), format!("a colon should follow `{name}`, not `{other}`"))
                }
                [other, ..] => (other.span(), format!("`{other}` is not a name")),
            };
            return Self::list(place, &what);
        }
        Self::list(Span::call_site(), "there is no list of parameters")
    }

    fn list(place: Span, what: &str) -> Self {
        let message = format!(
            "{what}; params! takes `name: space` separated by commas, such as \
             `mu: real(), tau: positive(), eta: vector(8)`"
        );
        Self { place, message }
    }

    /// Writes `::core::compile_error! { "message" }`, with all tokens at the place of the error.
    pub fn into_tokens(self) -> TokenStream {
        let punct = |letter, spacing| TokenTree::Punct(Punct::new(letter, spacing));
        let ident = |name| TokenTree::Ident(Ident::new(name, self.place));
        let message = TokenStream::from(TokenTree::Literal(Literal::string(&self.message)));
        let tokens = [
            punct(':', Spacing::Joint),
            punct(':', Spacing::Alone),
            ident("core"),
            punct(':', Spacing::Joint),
            punct(':', Spacing::Alone),
            ident("compile_error"),
            punct('!', Spacing::Alone),
            TokenTree::Group(Group::new(Delimiter::Brace, message)),
        ];
        let at_place = |mut token: TokenTree| {
            token.set_span(self.place);
            token
        };
        tokens.into_iter().map(at_place).collect()
    }
}
