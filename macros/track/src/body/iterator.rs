//! The iterators of `for` loops: ranges, slices and vectors, and methods of their iterators.

use super::Writer;
use super::expression::is_constant;
use super::place::is_field;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, ExprRange, RangeLimits};

impl Writer<'_> {
    pub(super) fn iterator(&mut self, expression: &Expr) -> TokenStream {
        match expression {
            Expr::Paren(inner) => self.iterator(&inner.expr),
            Expr::Group(inner) => self.iterator(&inner.expr),
            Expr::Range(range) => self.range(range),
            Expr::MethodCall(call) => self.iterator_method(call),
            Expr::Reference(reference) if is_field(&reference.expr) && reference.mutability.is_none() => {
                let elements = self.tracked_slice(&reference.expr);
                quote_spanned!(expression.span()=> &#elements)
            }
            Expr::Reference(reference) => {
                let (mutability, elements) = (&reference.mutability, self.elements(&reference.expr));
                quote_spanned!(expression.span()=> &#mutability #elements)
            }
            other => self.elements(other),
        }
    }

    /// Writes the expression that is iterated over: a place, or a constant, whose elements become
    /// constants.
    fn elements(&mut self, expression: &Expr) -> TokenStream {
        match expression {
            Expr::Path(path) if is_constant(path) => self.value(expression),
            Expr::Path(_) | Expr::Index(_) | Expr::Field(_) => self.place(expression),
            other => self.value(other),
        }
    }

    fn range(&mut self, range: &ExprRange) -> TokenStream {
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            return self.error(range, "a range that `for` goes over has both ends");
        };
        let (start, end, at) = (self.value(start), self.value(end), self.at(range));
        let name = match range.limits {
            RangeLimits::HalfOpen(_) => "rounds",
            RangeLimits::Closed(_) => "rounds_inclusive",
        };
        let function = self.op(name, range.span());
        quote_spanned!(range.span()=> #function(#start, #end, #at))
    }

    fn iterator_method(&mut self, call: &ExprMethodCall) -> TokenStream {
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let method = &call.method;
        match (name.as_str(), arguments.as_slice()) {
            ("iter", []) if is_field(&call.receiver) => {
                let elements = self.tracked_slice(&call.receiver);
                quote_spanned!(call.span()=> #elements.iter())
            }
            ("iter" | "iter_mut", []) => {
                let place = self.elements(&call.receiver);
                quote_spanned!(call.span()=> #place.#method())
            }
            ("into_iter", []) => self.iterator(&call.receiver),
            ("rev" | "copied" | "cloned", []) => {
                let inner = self.iterator(&call.receiver);
                quote_spanned!(call.span()=> ::core::iter::IntoIterator::into_iter(#inner).#method())
            }
            ("enumerate", []) => {
                let (inner, at) = (self.iterator(&call.receiver), self.at(call));
                let (number, element) = (self.local("number", call.span()), self.local("element", call.span()));
                quote_spanned! {call.span()=>
                    ::core::iter::IntoIterator::into_iter(#inner)
                        .enumerate()
                        .map(|(#number, #element)| ((#at).constant(#number), #element))
                }
            }
            ("zip", [other]) => {
                let (inner, other) = (self.iterator(&call.receiver), self.iterator(other));
                quote_spanned!(call.span()=> ::core::iter::IntoIterator::into_iter(#inner).zip(#other))
            }
            ("skip" | "take" | "step_by", [count]) => {
                let (inner, count) = (self.iterator(&call.receiver), self.position(count));
                quote_spanned!(call.span()=> ::core::iter::IntoIterator::into_iter(#inner).#method(#count))
            }
            ("chunks" | "windows", [count]) => {
                let (place, count) = (self.place(&call.receiver), self.position(count));
                quote!(#place.#method(#count))
            }
            _ => self.error(
                call,
                "`for` goes over ranges, slices and vectors, and their `iter`, `iter_mut`, `rev`, `enumerate`, `zip`, `skip`, `take`, `step_by`, \
                 `copied`, `cloned`, `chunks` and `windows`: write the rest into the loop, or put it in a function, which is then called as one step",
            ),
        }
    }
}
