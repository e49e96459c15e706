//! Blocks and statements.

use super::Writer;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, Item, Local, Pat, Stmt};

impl Writer<'_> {
    /// Writes the block, with its value.
    pub fn block(&mut self, block: &Block) -> TokenStream {
        let last = block.stmts.len().saturating_sub(1);
        let before = (self.slices.clone(), self.deferred.clone());
        let statements: Vec<_> =
            block.stmts.iter().enumerate().map(|(place, of)| self.statement(of, place == last)).collect();
        (self.slices, self.deferred) = before;
        quote_spanned!(block.span()=> { #(#statements)* })
    }

    fn statement(&mut self, statement: &Stmt, is_last: bool) -> TokenStream {
        match statement {
            Stmt::Local(local) => self.local_variable(local),
            Stmt::Item(Item::Fn(_) | Item::Const(_) | Item::Static(_) | Item::Use(_)) => {
                statement.to_token_stream()
            }
            Stmt::Item(item) => self.error(
                item,
                "in a tracked function stand functions, constants and `use`, and no other items",
            ),
            Stmt::Expr(expression, semicolon) if is_last && semicolon.is_none() => self.value(expression),
            Stmt::Expr(expression, _) => {
                let step = self.step(expression);
                quote!(#step;)
            }
            Stmt::Macro(of) => {
                let step = self.macro_call(&of.mac);
                let semicolon = (!is_last || of.semi_token.is_some()).then(|| quote!(;));
                quote!(#step #semicolon)
            }
        }
    }

    /// Writes an expression whose value is not used.
    fn step(&mut self, expression: &Expr) -> TokenStream {
        match expression {
            Expr::If(branch) => self.branch(branch, false),
            Expr::Match(matching) => self.matching(matching, false),
            other => self.value(other),
        }
    }

    fn local_variable(&mut self, local: &Local) -> TokenStream {
        let Some(init) = &local.init else {
            // A variable that receives its value in the arms of a branch is joined after them, and the join
            // assigns it again: so it must be mutable.
            let (Pat::Ident(name), of) = (match &local.pat {
                Pat::Type(typed) => (&*typed.pat, Some(crate::types::tracked(&typed.ty))),
                pattern => (pattern, None),
            }) else {
                return self.not_followed(local, "a pattern without a value");
            };
            self.deferred.insert(name.ident.to_string());
            let (name, of) = (&name.ident, of.map(|of| quote!(: #of)));
            return quote!(let mut #name #of;);
        };
        if let Some((otherwise, _)) = &init.diverge {
            return self.not_followed(otherwise, "`let … else`");
        }
        let (value, pattern) = (self.value(&init.expr), self.pattern(&local.pat));
        quote_spanned!(local.span()=> let #pattern = #value;)
    }
}
