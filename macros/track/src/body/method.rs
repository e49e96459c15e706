//! Calls of methods: those of the run, of vectors, and of numbers.

use super::Writer;
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{Expr, ExprMethodCall};

impl Writer<'_> {
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> TokenStream {
        if self.is_run(&call.receiver) {
            return self.run_method(call);
        }
        let (method, span) = (&call.method, call.method.span());
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let name = method.to_string();
        match (name.as_str(), arguments.as_slice()) {
            ("len" | "is_empty", []) => {
                let (place, at) = (self.place(&call.receiver), self.at(call));
                quote_spanned!(span=> (#at).constant(#place.#method()))
            }
            // Methods that take and return values unchanged.
            ("push", [_]) | ("clear" | "reverse" | "to_vec" | "clone" | "as_slice", []) => {
                let place = self.place(&call.receiver);
                let arguments: Vec<_> = arguments.iter().map(|argument| self.value(argument)).collect();
                quote_spanned!(span=> #place.#method(#(#arguments),*))
            }
            ("swap", [_, _]) | ("truncate", [_]) => {
                let place = self.place(&call.receiver);
                let arguments: Vec<_> = arguments.iter().map(|argument| self.position(argument)).collect();
                quote_spanned!(span=> #place.#method(#(#arguments),*))
            }
            (
                "iter" | "iter_mut" | "into_iter" | "map" | "filter" | "fold" | "sum" | "product" | "zip" | "enumerate" | "rev"
                | "collect",
                _,
            ) => self.error(
                call,
                "iterators are followed in `for` alone: write the loop, or put this in a function, which is then called as one step",
            ),
            ("pop" | "insert" | "remove" | "extend" | "drain" | "retain" | "resize" | "dedup" | "fill" | "sort_by", _) => {
                self.error(call, "of the methods that change a vector `push`, `clear`, `reverse`, `swap` and `truncate` are followed")
            }
            _ => {
                let (receiver, at) = (self.value(&call.receiver), self.at(call));
                let arguments: Vec<_> = arguments.iter().map(|argument| self.value(argument)).collect();
                quote_spanned!(span=> (#receiver).#method(#(#arguments,)* #at))
            }
        }
    }
}
