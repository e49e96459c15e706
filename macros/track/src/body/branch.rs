//! Branches: `if`, `&&`, `||`, and the joins after them.

use super::assigned::{Assigned, Assignments};
use super::exits::{Exits, block_never_ends, never_ends};
use super::{Writer, first_place};
use crate::text::text;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprBinary, ExprIf};

impl Writer<'_> {
    /// Writes a branch on a condition. `has_value` is false if the value is not used.
    pub(super) fn branch(&mut self, branch: &ExprIf, has_value: bool) -> TokenStream {
        let place = branch.if_token.span;
        let condition = self.condition(&branch.cond);
        let then = self.block(&branch.then_branch);
        let other = branch.else_branch.as_ref().map(|(_, other)| (other, self.value(other)));
        let mut parts = vec![Assignments::of_block(&branch.then_branch)];
        let mut leaves = Exits::of_block(&branch.then_branch).any() || Exits::of(&branch.cond).any();
        if let Some((other, _)) = &other {
            parts.push(Assignments::of(other));
            leaves |= Exits::of(other).any();
        }
        let ends = [
            !block_never_ends(&branch.then_branch),
            !other.as_ref().is_some_and(|(other, _)| never_ends(other)),
        ];
        let assigned = self.joinable(parts, &ends, other.is_some());
        let has_value = has_value && other.is_some() && ends.contains(&true);
        let other = other.map(|(_, other)| quote!(else { #other }));
        let head = format!("if {}", text(branch.cond.to_token_stream()));
        let tokens = quote_spanned!(place=> if #condition #then #other);
        if !ends.contains(&true) {
            return tokens;
        }
        self.joined(place, &head, tokens, &assigned, has_value, leaves)
    }

    /// Writes a condition as a branch, on which the following steps depend.
    pub(super) fn condition(&mut self, condition: &Expr) -> TokenStream {
        let (value, at) = (self.value(condition), self.at(condition));
        let place = first_place(&condition.to_token_stream());
        quote_spanned!(place=> (#at).jump(#value))
    }

    /// Writes `a && b` as `if a { b } else { a }`, and `a || b` as `if a { a } else { b }`.
    pub(super) fn and_or(&mut self, binary: &ExprBinary, is_and: bool) -> TokenStream {
        let place = binary.op.span();
        let first = self.local("first", place);
        let (left, right, at) = (self.value(&binary.left), self.value(&binary.right), self.at(&binary.left));
        let tokens = if is_and {
            quote!({ let #first = #left; if (#at).jump(#first) { #right } else { #first } })
        } else {
            quote!({ let #first = #left; if (#at).jump(#first) { #first } else { #right } })
        };
        let leaves = Exits::of(&binary.right).any();
        let assigned = Assignments::of(&binary.right);
        self.joined(place, &text(binary.to_token_stream()), tokens, &assigned, true, leaves)
    }

    /// Returns the variables that are joined, of those that the arms assign: a variable without a value
    /// before the branch is joined only if one arm is always taken (`is_total`), and each arm that reaches
    /// its end (`ends`) has assigned the variable.
    pub(super) fn joinable(&self, parts: Vec<Vec<Assigned>>, ends: &[bool], is_total: bool) -> Vec<Assigned> {
        let in_every_arm = |name: &Ident| {
            let has = |part: &Vec<Assigned>| part.iter().any(|assigned| assigned.name == *name);
            is_total && parts.iter().zip(ends).all(|(part, &ends)| !ends || has(part))
        };
        let is_joinable = |assigned: &Assigned| {
            !self.deferred.contains(&assigned.name.to_string()) || in_every_arm(&assigned.name)
        };
        let mut assigned = Assignments::together(parts.iter().cloned());
        assigned.retain(is_joinable);
        assigned
    }

    /// Writes the branch with the joins after it. If an arm leaves more than the branch, the following
    /// steps depend on the branch as well, until the region that the arm leaves closes it.
    pub(super) fn joined(
        &mut self,
        place: Span,
        head: &str,
        tokens: TokenStream,
        assigned: &[Assigned],
        has_value: bool,
        leaves: bool,
    ) -> TokenStream {
        let (depth, value) = (self.local("depth", place), self.local("value", place));
        let tape = self.tape.clone();
        let joins: Vec<_> = assigned.iter().map(|assigned| self.join(assigned)).collect();
        let close = (!leaves).then(|| quote!(#tape.close(#depth);));
        if !has_value {
            return quote!({ let #depth = #tape.depth(); #tokens; #(#joins)* #close });
        }
        let at = self.at_text(head, place);
        quote! {{
            let #depth = #tape.depth();
            let mut #value = #tokens;
            #(#joins)*
            ::monomorph::track::Nodes::join_at(&mut #value, #at);
            #close
            #value
        }}
    }

    /// Writes the join of a variable or of one of its elements.
    fn join(&mut self, assigned: &Assigned) -> TokenStream {
        let Assigned { name, element } = assigned;
        let Some(index) = element else { return self.join_of_name(name) };
        let (text, place) = (text(quote!(#name[#index])), name.span());
        let (number, at) = (self.value(index), self.at_text(&text, place));
        let function = self.op("join_element", place);
        quote!(#function(&mut #name[..], #number, #at);)
    }

    /// Writes the join of the variable with this name. It is a method call, because the variable may be a
    /// reference.
    pub fn join_of_name(&mut self, name: &Ident) -> TokenStream {
        let at = self.at_text(&name.to_string(), name.span());
        quote_spanned!(name.span()=> #name.join_at(#at);)
    }
}
