//! Calls of the supported macros: `vec!`, assertions, panics.

use super::Writer;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Macro, Result, Token};

/// The elements of `vec![…]`.
enum Elements {
    List(Punctuated<Expr, Token![,]>),
    Repeat(Box<[Expr; 2]>),
}

impl Parse for Elements {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            return Ok(Self::List(Punctuated::new()));
        }
        let first: Expr = input.parse()?;
        if input.peek(Token![;]) {
            input.parse::<Token![;]>()?;
            return Ok(Self::Repeat(Box::new([first, input.parse()?])));
        }
        let mut list = Punctuated::new();
        list.push_value(first);
        while !input.is_empty() {
            list.push_punct(input.parse()?);
            if !input.is_empty() {
                list.push_value(input.parse()?);
            }
        }
        Ok(Self::List(list))
    }
}

/// The conditions of an assertion, and the tokens of its message.
struct Assertion {
    conditions: Vec<Expr>,
    message: TokenStream,
}

impl Assertion {
    fn parse(tokens: TokenStream, count: usize) -> Result<Self> {
        let parser = |input: ParseStream<'_>| {
            let mut conditions = Vec::new();
            for _ in 0..count {
                conditions.push(input.parse()?);
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(Self { conditions, message: input.parse()? })
        };
        syn::parse::Parser::parse2(parser, tokens)
    }
}

impl Writer<'_> {
    pub(super) fn macro_call(&mut self, of: &Macro) -> TokenStream {
        let name = of.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        match name.as_str() {
            "vec" => self.vector(of),
            "assert" | "debug_assert" => self.assertion(of, 1),
            "assert_eq" | "debug_assert_eq" | "assert_ne" | "debug_assert_ne" => self.assertion(of, 2),
            // The message is not changed; it shows the values.
            "panic" | "unreachable" | "todo" | "unimplemented" => of.to_token_stream(),
            _ => self.not_followed(of, &format!("the macro `{name}!`")),
        }
    }

    fn vector(&mut self, of: &Macro) -> TokenStream {
        match of.parse_body::<Elements>() {
            Ok(Elements::List(elements)) => {
                let elements: Vec<_> = elements.iter().map(|element| self.value(element)).collect();
                quote!(::std::vec![#(#elements),*])
            }
            Ok(Elements::Repeat(repeat)) => {
                let (element, count) = (self.value(&repeat[0]), self.position(&repeat[1]));
                quote!(::std::vec![#element; #count])
            }
            Err(error) => error.into_compile_error(),
        }
    }

    fn assertion(&mut self, of: &Macro, count: usize) -> TokenStream {
        let path = &of.path;
        match Assertion::parse(of.tokens.clone(), count) {
            Ok(Assertion { conditions, message }) => {
                let values: Vec<_> = conditions.iter().map(|condition| self.value(condition)).collect();
                quote_spanned!(of.span()=> #path!(#((#values).value(),)* #message))
            }
            Err(error) => error.into_compile_error(),
        }
    }
}
