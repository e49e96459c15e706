//! Operators, and assignments.

use super::assigned::is_assignment;
use super::{Writer, first_place};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprAssign, ExprBinary, ExprUnary, Lit, UnOp};

/// Returns the name of the function of an operator, or of an assignment with it; `None` for `&&`, `||` and
/// shifts.
fn function(operator: &BinOp) -> Option<&'static str> {
    use BinOp::*;
    Some(match operator {
        Add(_) | AddAssign(_) => "add",
        Sub(_) | SubAssign(_) => "sub",
        Mul(_) | MulAssign(_) => "mul",
        Div(_) | DivAssign(_) => "div",
        Rem(_) | RemAssign(_) => "rem",
        BitAnd(_) | BitAndAssign(_) => "bit_and",
        BitOr(_) | BitOrAssign(_) => "bit_or",
        BitXor(_) | BitXorAssign(_) => "bit_xor",
        Lt(_) => "lt",
        Le(_) => "le",
        Gt(_) => "gt",
        Ge(_) => "ge",
        Eq(_) => "eq",
        Ne(_) => "ne",
        _ => return None,
    })
}

impl Writer<'_> {
    pub(super) fn unary(&mut self, unary: &ExprUnary) -> TokenStream {
        match (&unary.op, &*unary.expr) {
            (UnOp::Neg(_), Expr::Lit(literal)) if matches!(literal.lit, Lit::Int(_) | Lit::Float(_)) => {
                self.constant(unary, unary.to_token_stream())
            }
            (UnOp::Neg(_), operand) => self.apply("neg", unary.span(), &[operand], unary),
            (UnOp::Not(_), operand) => self.apply("not", unary.span(), &[operand], unary),
            (UnOp::Deref(_), operand) => {
                let place = self.place(operand);
                quote!((*#place))
            }
            (_, operand) => self.not_followed(operand, "this operator"),
        }
    }

    pub(super) fn binary(&mut self, binary: &ExprBinary) -> TokenStream {
        match &binary.op {
            BinOp::And(_) => self.and_or(binary, true),
            BinOp::Or(_) => self.and_or(binary, false),
            operator => match function(operator) {
                Some(function) if is_assignment(operator) => self.compound(binary, function),
                Some(function) => {
                    self.apply(function, binary.op.span(), &[&binary.left, &binary.right], binary)
                }
                None => self.not_followed(binary, "shifting bits"),
            },
        }
    }

    /// Writes the call of an operator's function.
    fn apply(
        &mut self,
        function: &str,
        sign: Span,
        operands: &[&Expr],
        whole: &impl ToTokens,
    ) -> TokenStream {
        let operands: Vec<_> = operands.iter().map(|operand| self.value(operand)).collect();
        let (function, at) = (self.op(function, sign), self.at(whole));
        quote_spanned!(sign=> #function(#(#operands,)* #at))
    }

    pub(super) fn assign(&mut self, assign: &ExprAssign) -> TokenStream {
        let value = self.value(&assign.right);
        if let Expr::Index(index) = &*assign.left {
            return self.set_index(index, value, assign);
        }
        if let Expr::Tuple(tuple) = &*assign.left {
            let places: Vec<_> = tuple.elems.iter().map(|place| self.place(place)).collect();
            return quote!((#(#places,)*) = #value);
        }
        let place = self.place(&assign.left);
        quote_spanned!(assign.eq_token.span()=> #place = #value)
    }

    /// Writes `x += e` as `x = x + e`, where e is evaluated first.
    fn compound(&mut self, binary: &ExprBinary, function: &str) -> TokenStream {
        let place = first_place(&binary.to_token_stream());
        let value = self.local("value", place);
        let right = self.value(&binary.right);
        let (function, at) = (self.op(function, binary.op.span()), self.at(binary));
        if let Expr::Index(index) = &*binary.left {
            let (element, i) = (self.local("element", place), self.local("index", place));
            let read = self.read_index(index, &i.to_token_stream());
            let written = self.write_index(index, &i.to_token_stream(), &element.to_token_stream(), binary);
            let number = self.value(&index.index);
            return quote!({
                let #value = #right;
                let #i = #number;
                let #element = #function(#read, #value, #at);
                #written
            });
        }
        let left = self.place(&binary.left);
        quote!({
            let #value = #right;
            #left = #function(#left, #value, #at);
        })
    }
}
