//! Expressions: the choice of the function for each kind, and the small kinds.

use super::{Region, Writer, first_place};
use crate::types;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprCast, ExprField, ExprLit, ExprPath, ExprReference, Lit};

impl Writer<'_> {
    /// Writes the expression whose value is the tracked value.
    pub fn value(&mut self, expression: &Expr) -> TokenStream {
        match expression {
            Expr::Lit(literal) => self.literal(literal),
            Expr::Path(path) => self.path(path),
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Group(inner) => self.value(&inner.expr),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => self.assign(assign),
            Expr::Cast(cast) => self.cast(cast),
            Expr::Index(index) => self.index(index),
            Expr::Field(field) => self.field(field),
            Expr::Reference(reference) => self.reference(reference),
            Expr::Tuple(tuple) => {
                let elements: Vec<_> = tuple.elems.iter().map(|element| self.value(element)).collect();
                quote!((#(#elements,)*))
            }
            Expr::Array(array) => {
                let elements: Vec<_> = array.elems.iter().map(|element| self.value(element)).collect();
                quote!([#(#elements),*])
            }
            Expr::Repeat(repeat) => {
                let (element, length) = (self.value(&repeat.expr), &repeat.len);
                quote!([#element; #length])
            }
            Expr::If(branch) => self.branch(branch, true),
            Expr::Match(matching) => self.matching(matching, true),
            Expr::While(of) => self.while_loop(of),
            Expr::Loop(of) => self.endless_loop(of),
            Expr::ForLoop(of) => self.for_loop(of),
            Expr::Block(block) => match &block.label {
                Some(label) => self.labelled_block(label, &block.block),
                None => self.block(&block.block),
            },
            Expr::Return(of) => self.exit_return(of),
            Expr::Break(of) => self.exit_break(of),
            Expr::Continue(of) => self.exit_continue(of),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::Macro(of) => self.macro_call(&of.mac),
            Expr::Closure(closure) => {
                self.not_followed(closure, "a closure that is not the function of `run.call`")
            }
            Expr::Let(of) => self.not_followed(of, "`let` in a condition"),
            Expr::Struct(of) => self.not_followed(of, "a value of a struct"),
            Expr::Range(range) => {
                self.error(range, "a range is followed as what `for` goes over, or as an index behind `&`")
            }
            Expr::Try(of) => self.not_followed(of, "`?`"),
            Expr::Unsafe(of) => self.not_followed(of, "`unsafe`"),
            other => self.not_followed(other, "this"),
        }
    }

    /// Writes a number as a constant; a text is not changed.
    fn literal(&mut self, literal: &ExprLit) -> TokenStream {
        match &literal.lit {
            Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) => self.constant(literal, literal.to_token_stream()),
            _ => literal.to_token_stream(),
        }
    }

    /// Writes an expression as a constant.
    pub fn constant(&mut self, expression: &impl ToTokens, value: TokenStream) -> TokenStream {
        let at = self.at(expression);
        let place = first_place(&expression.to_token_stream());
        quote_spanned!(place=> (#at).constant(#value))
    }

    /// Writes a constant of the program as a constant of the list; a variable is not changed.
    fn path(&mut self, path: &ExprPath) -> TokenStream {
        if !is_constant(path) {
            return path.to_token_stream();
        }
        let (at, place) = (self.at(path), path.span());
        quote_spanned!(place=> ::monomorph::track::Lift::lift(#path, #at))
    }

    fn cast(&mut self, cast: &ExprCast) -> TokenStream {
        if !types::is_native(&cast.ty) {
            let message = "a tracked number is cast to `f64`, `bool`, `u64`, `i64`, `usize`, `u32` or `i32`";
            return self.error(&cast.ty, message);
        }
        let (value, to, at) = (self.value(&cast.expr), &cast.ty, self.at(cast));
        let function = self.op("cast", cast.as_token.span);
        quote_spanned!(cast.as_token.span=> #function::<_, #to>(#value, #at))
    }

    /// Writes a field, whose type may be tracked or plain.
    fn field(&mut self, field: &ExprField) -> TokenStream {
        let (place, at) = (self.field_place(field), self.at(field));
        quote_spanned!(field.span()=> ::monomorph::track::Lift::lift(#place, #at))
    }

    fn reference(&mut self, reference: &ExprReference) -> TokenStream {
        let (mutability, place) = (&reference.mutability, self.place(&reference.expr));
        quote_spanned!(reference.and_token.span()=> &#mutability #place)
    }

    /// Writes a block with a label: the steps after a `break` depend on the branch that contains it, to the
    /// end of the block.
    fn labelled_block(&mut self, label: &syn::Label, block: &syn::Block) -> TokenStream {
        let place = label.span();
        self.enter(Region::Block { user: label.name.ident.clone() });
        let (name, body) = (&label.name, self.block(block));
        self.leave();
        let leaves = super::Exits::of(&Expr::Block(syn::ExprBlock {
            attrs: Vec::new(),
            label: Some(label.clone()),
            block: block.clone(),
        }))
        .any();
        let assigned = super::assigned::Assignments::of_block(block);
        self.joined(place, &format!("{}:", label.name), quote!(#name: #body), &assigned, true, leaves)
    }
}

/// True for a path to a constant, which is recognised by its capitals.
pub(super) fn is_constant(path: &ExprPath) -> bool {
    let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    name.contains(char::is_uppercase) && !name.contains(char::is_lowercase)
}
