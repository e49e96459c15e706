//! Calls of functions: tracked functions, whose steps are recorded; methods of the standard library that
//! are called as functions; and all others, as one step.

use super::Writer;
use crate::types;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprPath, Path};

impl Writer<'_> {
    pub(super) fn call(&mut self, call: &ExprCall) -> TokenStream {
        let Expr::Path(path) = &*call.func else {
            return self.not_followed(call, "a call of something that is not a function's name");
        };
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if arguments.first().is_some_and(|first| self.is_run(first)) || self.is_followed(&path.path) {
            return self.nested(call, &path.path, &arguments);
        }
        match names.as_slice() {
            [number, "from"] if types::is_native_name(&Ident::new(number, path.span())) => {
                self.conversion(call, path)
            }
            [number, method] if types::is_native_name(&Ident::new(number, path.span())) => {
                let method = Ident::new(method, path.span());
                self.method_of(call, &method, &arguments)
            }
            [.., "Vec", "new"] => {
                let path = self.path_of_vector(path);
                quote!(#path())
            }
            [.., "Vec", "with_capacity"] if arguments.len() == 1 => {
                let (path, capacity) = (self.path_of_vector(path), self.value(arguments[0]));
                quote!(#path((#capacity).value()))
            }
            [.., "mem", "swap" | "replace" | "take"] => {
                let arguments: Vec<_> = arguments.iter().map(|argument| self.value(argument)).collect();
                quote_spanned!(call.span()=> #path(#(#arguments),*))
            }
            [.., last] if last.starts_with(char::is_uppercase) => {
                self.not_followed(call, "a value that is no number")
            }
            _ => self.primitive(call, path, &arguments),
        }
    }

    /// True for the function itself, and for the functions that the attribute names.
    fn is_followed(&self, path: &Path) -> bool {
        let Some(last) = path.segments.last() else { return false };
        path.get_ident().is_some_and(|name| name == self.function) || self.followed.contains(&last.ident)
    }

    /// True for an expression that is the run.
    pub(super) fn is_run(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.runs.contains(name)),
            Expr::Paren(inner) => self.is_run(&inner.expr),
            Expr::Group(inner) => self.is_run(&inner.expr),
            // `&mut *run`
            Expr::Reference(reference) => self.is_run(&reference.expr),
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && self.is_run(&unary.expr),
            _ => false,
        }
    }

    /// Writes the call of a tracked function.
    fn nested(&mut self, call: &ExprCall, path: &Path, arguments: &[&Expr]) -> TokenStream {
        let at = self.at(call);
        let arguments: Vec<_> = arguments
            .iter()
            .map(
                |argument| {
                    if self.is_run(argument) { argument.to_token_stream() } else { self.value(argument) }
                },
            )
            .collect();
        let inner = Ident::new("inner", call.func.span());
        quote_spanned!(call.func.span()=> #path::#inner(#(#arguments,)* #at))
    }

    /// Writes `f64::from(x)` as a cast.
    fn conversion(&mut self, call: &ExprCall, path: &ExprPath) -> TokenStream {
        let (Some(argument), Some(to)) = (call.args.first(), path.path.segments.first()) else {
            return self.not_followed(call, "this");
        };
        let (value, at, function) = (self.value(argument), self.at(call), self.op("cast", path.span()));
        quote_spanned!(path.span()=> #function::<_, #to>(#value, #at))
    }

    /// Writes `f64::max(a, b)` as `a.max(b)`.
    fn method_of(&mut self, call: &ExprCall, method: &Ident, arguments: &[&Expr]) -> TokenStream {
        let Some((receiver, arguments)) = arguments.split_first() else {
            return self.not_followed(call, "this");
        };
        let (receiver, at) = (self.value(receiver), self.at(call));
        let arguments: Vec<_> = arguments.iter().map(|argument| self.value(argument)).collect();
        quote_spanned!(method.span()=> (#receiver).#method(#(#arguments,)* #at))
    }

    /// Writes a path such as `Vec::<f64>::new` for tracked elements.
    fn path_of_vector(&self, path: &ExprPath) -> TokenStream {
        let segments = path.path.segments.iter().map(|segment| match &segment.arguments {
            syn::PathArguments::AngleBracketed(arguments) => {
                let ident = &segment.ident;
                let arguments = arguments.args.iter().map(|argument| match argument {
                    syn::GenericArgument::Type(of) => types::tracked(of),
                    other => other.to_token_stream(),
                });
                quote!(#ident::<#(#arguments),*>)
            }
            _ => segment.to_token_stream(),
        });
        let leading = &path.path.leading_colon;
        quote!(#leading #(#segments)::*)
    }

    /// Writes the call of a function of numbers, and at most one slice of numbers, as one step.
    fn primitive(&mut self, call: &ExprCall, path: &ExprPath, arguments: &[&Expr]) -> TokenStream {
        let slices = arguments.iter().filter(|argument| self.slice_of(argument).is_some()).count();
        if slices > 1 {
            let message = "a function that is called as one step takes numbers and at most one slice: name it in `#[track(into(…))]`, and track it too";
            return self.error(call, message);
        }
        let place = path.span();
        let (inputs, operands) = (self.local("inputs", place), self.local("operands", place));
        let (mut bindings, mut plain, mut collected, mut again) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut is_behind_slice = false;
        for (number, argument) in arguments.iter().enumerate() {
            let name = format_ident!("argument_{number}", span = super::own(place));
            if let Some(slice) = self.slice_of(argument) {
                bindings.push(self.bind_slice(&name, slice));
                plain.push(quote!(&::monomorph::track::op::values(#name)));
                collected.push(quote!(#operands.extend(::monomorph::track::op::operands(#name));));
                let behind = arguments.len() - number - 1;
                again
                    .push(quote!(&::monomorph::track::op::plain(&#inputs[#number..#inputs.len() - #behind])));
                is_behind_slice = true;
            } else {
                let value = self.value(argument);
                bindings.push(quote_spanned!(argument.span()=> let #name = #value;));
                plain.push(quote_spanned!(argument.span()=> #name.value()));
                collected.push(quote!(#operands.push(#name.operand());));
                let behind = arguments.len() - number;
                let input = if is_behind_slice {
                    quote!(#inputs[#inputs.len() - #behind])
                } else {
                    quote!(#inputs[#number])
                };
                again.push(quote!(::monomorph::track::Native::of_number(#input)));
            }
        }
        let (at, name) = (self.at(call), crate::text::text(path.to_token_stream()));
        quote_spanned! {place=> {
            static FUNCTION: ::monomorph::track::Primitive = ::monomorph::track::Primitive::new(
                #name,
                |#inputs| ::monomorph::track::Native::to_number(#path(#(#again),*)),
            );
            #(#bindings)*
            let mut #operands = ::std::vec::Vec::new();
            #(#collected)*
            (#at).primitive(&FUNCTION, &#operands, #path(#(#plain),*))
        }}
    }
}
