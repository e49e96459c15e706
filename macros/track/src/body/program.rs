//! Methods of a run: random choices, observations, factors, calls.

use super::{Region, Writer};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, ExprLit, ExprMethodCall, Lit, Pat};

/// A law, in the form in which it is passed to the run.
struct WrittenLaw {
    /// The bindings of its arguments.
    bindings: TokenStream,
    /// The law with plain arguments.
    law: TokenStream,
    /// A slice of the operands.
    operands: TokenStream,
}

impl Writer<'_> {
    pub(super) fn run_method(&mut self, call: &ExprMethodCall) -> TokenStream {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let (run, span, at) = (&call.receiver, call.method.span(), self.at(call));
        match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("sample", [name, law]) => {
                let (name, WrittenLaw { bindings, law, operands }) = (self.site_name(name), self.law(law));
                quote_spanned!(span=> { #bindings #run.sample_tracked(#name, #law, #operands, #at) })
            }
            ("observe", [name, law, value]) => {
                let (name, WrittenLaw { bindings, law, operands }) = (self.site_name(name), self.law(law));
                let (value, seen) = (self.value(value), self.local("value", span));
                quote_spanned! {span=> {
                    #bindings
                    let #seen = #value;
                    #run.observe_tracked(#name, #law, #operands, #seen, #at)
                }}
            }
            ("factor", [weight]) => {
                let weight = self.value(weight);
                quote_spanned!(span=> #run.factor_tracked(#weight, #at))
            }
            ("call", [name, Expr::Closure(closure)]) => {
                let (name, closure) = (self.site_name(name), self.closure(closure));
                quote_spanned!(span=> #run.call(#name, #closure))
            }
            ("call", [_, function]) => {
                self.error(function, "a call is followed into a closure that is written here: `|run| f(run)`")
            }
            _ => self.error(call, "of a run `sample`, `observe`, `factor` and `call` are followed"),
        }
    }

    /// Writes the name of a choice: a text, or a text with a plain index.
    fn site_name(&mut self, name: &Expr) -> TokenStream {
        let Expr::Tuple(tuple) = name else { return name.to_token_stream() };
        let mut elements = tuple.elems.iter();
        let (Some(text), Some(index), None) = (elements.next(), elements.next(), elements.next()) else {
            return name.to_token_stream();
        };
        let index = self.position(index);
        quote!((#text, #index))
    }

    /// Writes a law, which must be a call with numbers as arguments, or slices after a `&`.
    fn law(&mut self, law: &Expr) -> WrittenLaw {
        let Expr::Call(call) = law else {
            let message = "the law of a choice is written as a call there, `normal(mu, 1.0)`";
            return WrittenLaw {
                bindings: TokenStream::new(),
                law: self.error(law, message),
                operands: quote!(&[]),
            };
        };
        let place = law.span();
        let operands = self.local("operands", place);
        let (mut bindings, mut plain, mut collected) = (TokenStream::new(), Vec::new(), TokenStream::new());
        let mut is_list = false;
        for (number, argument) in call.args.iter().enumerate() {
            let name = format_ident!("argument_{number}", span = super::own(place));
            match (argument, self.slice_of(argument)) {
                (_, Some(slice)) => {
                    bindings.extend(self.bind_slice(&name, slice));
                    plain.push(quote_spanned!(argument.span()=> &::monomorph::track::op::values(#name)));
                    collected.extend(quote!(#operands.extend(::monomorph::track::op::operands(#name));));
                    is_list = true;
                }
                // The law receives the literal itself, as in the plain function, so that its type is
                // inferred.
                (Expr::Lit(ExprLit { lit: Lit::Int(_) | Lit::Float(_), .. }), _) => {
                    let value = self.value(argument);
                    bindings.extend(quote!(let #name = #value;));
                    plain.push(argument.to_token_stream());
                    collected.extend(quote!(#operands.push(#name.operand());));
                }
                _ => {
                    let value = self.value(argument);
                    bindings.extend(quote_spanned!(argument.span()=> let #name = #value;));
                    plain.push(quote_spanned!(argument.span()=> #name.value()));
                    collected.extend(quote!(#operands.push(#name.operand());));
                }
            }
        }
        let function = &call.func;
        let law = quote_spanned!(place=> #function(#(#plain),*));
        if is_list {
            bindings.extend(quote!(let mut #operands = ::std::vec::Vec::new(); #collected));
            return WrittenLaw { bindings, law, operands: quote!(&#operands) };
        }
        let names =
            (0..call.args.len()).map(|number| format_ident!("argument_{number}", span = super::own(place)));
        WrittenLaw { bindings, law, operands: quote!(&[#(#names.operand()),*]) }
    }

    /// Writes the function of a call: `return` leaves the closure.
    fn closure(&mut self, closure: &ExprClosure) -> TokenStream {
        let (label, depth) = (self.label("body", closure.span()), self.local("depth", closure.span()));
        let pattern = closure.inputs.first().cloned();
        let run: Option<Ident> = pattern.as_ref().and_then(name_of_run);
        if closure.inputs.len() != 1 || run.is_none() {
            return self.error(closure, "the function of a call takes the run: `|run| …`");
        }
        let (value, tape) = (self.local("value", closure.span()), self.tape.clone());
        self.runs.extend(run.clone());
        self.enter(Region::Body { label: label.clone() });
        let body = self.value(&closure.body);
        self.leave();
        self.runs.pop();
        let leaves = super::Exits::of(&closure.body).any();
        if !leaves {
            return quote_spanned!(closure.span()=> |#pattern| #body);
        }
        let at = self.at_text("return", closure.span());
        quote! {|#pattern| {
            let #depth = #tape.depth();
            let mut #value = #label: { #body };
            ::monomorph::track::Nodes::join_at(&mut #value, #at);
            #tape.close(#depth);
            #value
        }}
    }
}

/// Returns the name of the run in a closure's parameter; `None` if the parameter is not a plain name.
fn name_of_run(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(name) => Some(name.ident.clone()),
        Pat::Type(typed) => name_of_run(&typed.pat),
        _ => None,
    }
}
