//! Loops, and the exits that leave them.
//!
//! Every round of `while` is a branch of its own, which depends on the branches of the earlier rounds; a
//! `for` over numbers is one branch, on the number of rounds. The steps after a `break` in a loop depend on
//! the branch that contains it, to the end of the loop.

use super::assigned::{Assigned, Assignments};
use super::exits::Exits;
use super::{Region, Writer};
use crate::text::text;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{
    Block, Expr, ExprBreak, ExprContinue, ExprForLoop, ExprLoop, ExprReturn, ExprWhile, Label, Lifetime,
};

impl Writer<'_> {
    pub(super) fn while_loop(&mut self, of: &ExprWhile) -> TokenStream {
        let place = of.while_token.span;
        let condition = self.condition(&of.cond);
        let (label, body) = self.rounds(of.label.as_ref(), &of.body, place);
        let assigned = self.known_before(vec![Assignments::of_block(&of.body), Assignments::of(&of.cond)]);
        let head = format!("while {}", text(of.cond.to_token_stream()));
        let leaves = Exits::of(&Expr::While(of.clone())).any();
        self.joined(place, &head, quote!(#label: while #condition { #body }), &assigned, false, leaves)
    }

    pub(super) fn endless_loop(&mut self, of: &ExprLoop) -> TokenStream {
        let place = of.loop_token.span;
        let (label, body) = self.rounds(of.label.as_ref(), &of.body, place);
        let tokens = quote!(#label: loop { #body });
        let Some(has_value) = Exits::of_block(&of.body).breaks_with_value(of.label.as_ref()) else {
            return tokens;
        };
        let assigned = self.known_before(vec![Assignments::of_block(&of.body)]);
        let leaves = Exits::of(&Expr::Loop(of.clone())).any();
        self.joined(place, "loop", tokens, &assigned, has_value, leaves)
    }

    pub(super) fn for_loop(&mut self, of: &ExprForLoop) -> TokenStream {
        let place = of.for_token.span;
        let (elements, pattern) = (self.iterator(&of.expr), self.pattern(&of.pat));
        let (label, body) = self.rounds(of.label.as_ref(), &of.body, place);
        let assigned = self.known_before(vec![Assignments::of_loop(of)]);
        let head = format!("for {} in {}", text(of.pat.to_token_stream()), text(of.expr.to_token_stream()));
        let leaves = Exits::of(&Expr::ForLoop(of.clone())).any();
        self.joined(
            place,
            &head,
            quote!(#label: for #pattern in #elements { #body }),
            &assigned,
            false,
            leaves,
        )
    }

    /// Writes the label of a loop, and the body of a round.
    fn rounds(&mut self, label: Option<&Label>, block: &Block, place: Span) -> (Lifetime, TokenStream) {
        let own = self.label("loop", place);
        let round = self.label("round", place);
        let user = label.map(|label| label.name.ident.clone());
        let name = label.map_or(own, |label| label.name.clone());
        self.enter(Region::Loop { user, label: name.clone(), round: round.clone() });
        let body = self.block(block);
        self.leave();
        let exits = Exits::of_block(block);
        if !exits.continues(label) {
            return (name, quote!(#body));
        }
        // The rest of a round depends on the branch with the `continue`, and the next round does not.
        let assigned = self.known_before(vec![Assignments::of_block(block)]);
        let leaves = exits.leaves_loop(label);
        (name, self.joined(place, "", quote!(#round: #body), &assigned, false, leaves))
    }

    /// Returns the variables that had a value before a loop: the others may still have no value after it.
    fn known_before(&self, parts: Vec<Vec<Assigned>>) -> Vec<Assigned> {
        self.joinable(parts, &[], false)
    }

    pub(super) fn exit_return(&mut self, of: &ExprReturn) -> TokenStream {
        let value = self.carried(of.expr.as_deref());
        let body = self.regions.iter().rev().find_map(|region| match region {
            Region::Body { label } => Some(label.clone()),
            _ => None,
        });
        quote_spanned!(of.return_token.span=> break #body #value)
    }

    /// Writes the value of an exit in parentheses, which Rust requires around a loop or a block after a
    /// label.
    fn carried(&mut self, value: Option<&Expr>) -> Option<TokenStream> {
        let value = self.value(value?);
        Some(quote!((#value)))
    }

    pub(super) fn exit_break(&mut self, of: &ExprBreak) -> TokenStream {
        let value = self.carried(of.expr.as_deref());
        let user = of.label.as_ref().map(|label| &label.ident);
        let label = match self.region(user) {
            Some(Region::Loop { label, .. }) => label.to_token_stream(),
            // The compiler reports a `break` outside of a loop.
            _ => of.label.to_token_stream(),
        };
        quote_spanned!(of.span()=> break #label #value)
    }

    pub(super) fn exit_continue(&mut self, of: &ExprContinue) -> TokenStream {
        let user = of.label.as_ref().map(|label| &label.ident);
        match self.region(user) {
            Some(Region::Loop { round, .. }) => quote_spanned!(of.span()=> break #round),
            _ => of.to_token_stream(),
        }
    }

    /// Returns the innermost loop, or, given a label, the loop or block with this label; `None` if there is
    /// none in the function or closure.
    fn region(&self, user: Option<&Ident>) -> Option<&Region> {
        let here = self.regions.iter().rev().take_while(|region| !matches!(region, Region::Body { .. }));
        let mut here = here.filter(|region| match (region, user) {
            (Region::Loop { .. }, None) => true,
            (Region::Loop { user: Some(known), .. } | Region::Block { user: known }, Some(user)) => {
                known == user
            }
            _ => false,
        });
        here.next()
    }
}
