//! Places: expressions that are assigned, borrowed, or the receiver of a method; and elements.

use super::Writer;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprField, ExprIndex, ExprRange, RangeLimits, UnOp};

impl Writer<'_> {
    /// Writes the expression as a place.
    pub(super) fn place(&mut self, expression: &Expr) -> TokenStream {
        match expression {
            Expr::Path(path) => path.to_token_stream(),
            Expr::Paren(inner) => self.place(&inner.expr),
            Expr::Group(inner) => self.place(&inner.expr),
            Expr::Field(field) => self.field_place(field),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                let inner = self.place(&unary.expr);
                quote!((*#inner))
            }
            Expr::Index(index) => {
                let base = self.place(&index.expr);
                let index = match &*index.index {
                    Expr::Range(range) => self.range_of_places(range),
                    number => self.position(number),
                };
                quote_spanned!(expression.span()=> #base[#index])
            }
            other => self.value(other),
        }
    }

    /// Writes a place as a slice of tracked numbers: a field, or a constant of the program, may contain
    /// plain numbers, which become constants.
    pub(super) fn tracked_slice(&mut self, expression: &Expr) -> TokenStream {
        let (place, at, span) = (self.place(expression), self.at(expression), expression.span());
        quote_spanned!(span=> (*::monomorph::track::IntoTrackedSlice::into_tracked_slice(&#place[..], #at)))
    }

    /// Binds a slice of tracked numbers to a name. A row of a matrix is selected by its index, which is not
    /// a branch.
    pub(super) fn bind_slice(&mut self, name: &Ident, slice: &Expr) -> TokenStream {
        match slice {
            Expr::Index(index) if !matches!(*index.index, Expr::Range(_)) => {
                let (row, at) = (self.index(index), self.at(slice));
                quote_spanned! {slice.span()=>
                    let #name = &#row;
                    let #name = &*::monomorph::track::IntoTrackedSlice::into_tracked_slice(&#name[..], #at);
                }
            }
            // The array is bound to a variable, so that it lives as long as the name.
            Expr::Array(_) => {
                let array = self.value(slice);
                quote_spanned!(slice.span()=> let #name = &#array; let #name = &#name[..];)
            }
            _ => {
                let elements = self.tracked_slice(slice);
                quote_spanned!(slice.span()=> let #name = &#elements;)
            }
        }
    }

    pub(super) fn field_place(&mut self, field: &ExprField) -> TokenStream {
        let (base, member) = (self.place(&field.base), &field.member);
        quote_spanned!(field.span()=> #base.#member)
    }

    /// Writes a plain index: an index that may differ in another run is a branch.
    pub(super) fn position(&mut self, number: &Expr) -> TokenStream {
        let (value, at) = (self.value(number), self.at(number));
        let function = self.op("position", number.span());
        quote_spanned!(number.span()=> #function(#value, #at))
    }

    /// Writes the range in `v[a..b]`.
    fn range_of_places(&mut self, range: &ExprRange) -> TokenStream {
        let start = range.start.as_ref().map(|start| self.position(start));
        let end = range.end.as_ref().map(|end| self.position(end));
        match range.limits {
            RangeLimits::HalfOpen(_) => quote!(#start..#end),
            RangeLimits::Closed(_) => quote!(#start..=#end),
        }
    }

    /// Writes an element as a value.
    pub(super) fn index(&mut self, index: &ExprIndex) -> TokenStream {
        if matches!(&*index.index, Expr::Range(_)) {
            return self.error(index, "a part of a slice is a place: borrow it, `&v[a..b]`");
        }
        let number = self.value(&index.index);
        self.read_index(index, &number)
    }

    /// Writes the value of an element whose index is already computed.
    pub(super) fn read_index(&mut self, index: &ExprIndex, number: &TokenStream) -> TokenStream {
        let (base, at) = (self.place(&index.expr), self.at(index));
        let function = self.op("index", index.bracket_token.span.join());
        quote_spanned!(index.span()=> #function(&#base[..], #number, #at))
    }

    /// Writes `v[i] = e`, where e is evaluated first.
    pub(super) fn set_index(
        &mut self,
        index: &ExprIndex,
        value: TokenStream,
        whole: &impl ToTokens,
    ) -> TokenStream {
        let (of_value, of_number) = (self.local("value", index.span()), self.local("index", index.span()));
        let number = self.value(&index.index);
        let written =
            self.write_index(index, &of_number.to_token_stream(), &of_value.to_token_stream(), whole);
        quote!({
            let #of_value = #value;
            let #of_number = #number;
            #written
        })
    }

    /// Writes the assignment to an element whose index and value are already computed.
    pub(super) fn write_index(
        &mut self,
        index: &ExprIndex,
        number: &TokenStream,
        value: &TokenStream,
        whole: &impl ToTokens,
    ) -> TokenStream {
        let (base, at) = (self.place(&index.expr), self.at(whole));
        let function = self.op("set_index", index.bracket_token.span.join());
        quote_spanned!(index.span()=> #function(&mut #base[..], #number, #value, #at))
    }
}

/// True for a field, whose type is not known.
pub(super) fn is_field(expression: &Expr) -> bool {
    match expression {
        Expr::Field(_) => true,
        Expr::Paren(inner) => is_field(&inner.expr),
        Expr::Group(inner) => is_field(&inner.expr),
        _ => false,
    }
}
