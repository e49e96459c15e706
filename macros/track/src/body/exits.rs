//! The exits of a part of a body before its end: `return`, `break` and `continue`.

use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprBlock, ExprBreak, ExprClosure, ExprContinue, ExprForLoop, ExprLoop, ExprReturn,
    ExprWhile, Item, Label, Lifetime, Stmt,
};

/// The region that an exit leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Function,
    Loop,
    Round,
}

/// The exits that leave a part.
#[derive(Default)]
pub struct Exits {
    found: Vec<(What, Option<String>, bool)>,
    /// The loops (true) and labelled blocks (false) around the visited expression, with their labels.
    inside: Vec<(bool, Option<String>)>,
}

impl Exits {
    pub fn of_block(block: &Block) -> Self {
        let mut exits = Self::default();
        exits.visit_block(block);
        exits
    }

    pub fn of(expression: &Expr) -> Self {
        let mut exits = Self::default();
        exits.visit_expr(expression);
        exits
    }

    /// True if the part may be left before its end.
    pub fn any(&self) -> bool {
        !self.found.is_empty()
    }

    /// Returns `Some(true)` if an exit of a loop's body leaves the loop with a value, `Some(false)` if one
    /// leaves it without a value, and `None` if none leaves it.
    pub fn breaks_with_value(&self, label: Option<&Label>) -> Option<bool> {
        let mut breaks = self.found.iter().filter(|(what, to, _)| *what == What::Loop && is_to(to, label));
        breaks.next().map(|(_, _, has_value)| *has_value)
    }

    /// True if an exit of a loop's body continues with the next round.
    pub fn continues(&self, label: Option<&Label>) -> bool {
        self.found.iter().any(|(what, to, _)| *what == What::Round && is_to(to, label))
    }

    /// True if an exit of a loop's body leaves more than the current round.
    pub fn leaves_loop(&self, label: Option<&Label>) -> bool {
        self.found.iter().any(|(what, to, _)| *what != What::Round || !is_to(to, label))
    }

    fn push(&mut self, what: What, label: Option<&Lifetime>, has_value: bool) {
        let label = label.map(|label| label.ident.to_string());
        let is_inside = self.inside.iter().any(|(is_loop, known)| match &label {
            Some(label) => known.as_ref() == Some(label),
            None => *is_loop,
        });
        if what == What::Function || !is_inside {
            self.found.push((what, label, has_value));
        }
    }

    fn inside(&mut self, is_loop: bool, label: Option<&Label>, visit: impl FnOnce(&mut Self)) {
        self.inside.push((is_loop, label.map(|label| label.name.ident.to_string())));
        visit(self);
        self.inside.pop();
    }
}

/// True if an exit, to a label or from the innermost loop, refers to the loop with this label.
fn is_to(exit: &Option<String>, label: Option<&Label>) -> bool {
    exit.as_ref().is_none_or(|exit| label.is_some_and(|label| label.name.ident == exit))
}

impl<'ast> Visit<'ast> for Exits {
    fn visit_expr_return(&mut self, of: &'ast ExprReturn) {
        self.push(What::Function, None, of.expr.is_some());
        visit::visit_expr_return(self, of);
    }

    fn visit_expr_break(&mut self, of: &'ast ExprBreak) {
        self.push(What::Loop, of.label.as_ref(), of.expr.is_some());
        visit::visit_expr_break(self, of);
    }

    fn visit_expr_continue(&mut self, of: &'ast ExprContinue) {
        self.push(What::Round, of.label.as_ref(), false);
    }

    fn visit_expr_loop(&mut self, of: &'ast ExprLoop) {
        self.inside(true, of.label.as_ref(), |exits| visit::visit_expr_loop(exits, of));
    }

    fn visit_expr_while(&mut self, of: &'ast ExprWhile) {
        self.inside(true, of.label.as_ref(), |exits| visit::visit_expr_while(exits, of));
    }

    fn visit_expr_for_loop(&mut self, of: &'ast ExprForLoop) {
        self.inside(true, of.label.as_ref(), |exits| visit::visit_expr_for_loop(exits, of));
    }

    fn visit_expr_block(&mut self, of: &'ast ExprBlock) {
        match &of.label {
            Some(label) => self.inside(false, Some(label), |exits| visit::visit_expr_block(exits, of)),
            None => visit::visit_expr_block(self, of),
        }
    }

    // An exit inside a closure or an item leaves only the closure or the item.
    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
    fn visit_item(&mut self, _: &'ast Item) {}
}

/// True if the end of an expression is known not to be reached.
pub fn never_ends(expression: &Expr) -> bool {
    match expression {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Block(block) => block.label.is_none() && block_never_ends(&block.block),
        Expr::Paren(inner) => never_ends(&inner.expr),
        Expr::Group(inner) => never_ends(&inner.expr),
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref();
            block_never_ends(&branch.then_branch) && other.is_some_and(|(_, other)| never_ends(other))
        }
        Expr::Match(matching) => matching.arms.iter().all(|arm| never_ends(&arm.body)),
        Expr::Loop(of) => Exits::of_block(&of.body).breaks_with_value(of.label.as_ref()).is_none(),
        Expr::Macro(of) => is_panic(&of.mac),
        _ => false,
    }
}

/// True if the end of a block is known not to be reached.
pub fn block_never_ends(block: &Block) -> bool {
    block.stmts.iter().any(|statement| match statement {
        Stmt::Expr(expression, _) => never_ends(expression),
        Stmt::Macro(of) => is_panic(&of.mac),
        _ => false,
    })
}

fn is_panic(of: &syn::Macro) -> bool {
    let panics = ["panic", "unreachable", "todo", "unimplemented"];
    of.path.segments.last().is_some_and(|last| panics.iter().any(|panics| last.ident == panics))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn exits_out_of_inner_loops_stay_inside() {
        let exits = |block: Block| Exits::of_block(&block).any();
        assert!(!exits(parse_quote!({
            loop {
                if a {
                    break;
                } else {
                    continue;
                }
            }
        })));
        assert!(!exits(parse_quote!({
            run.call("n", |run| {
                return 1;
            })
        })));
        assert!(exits(parse_quote!({
            while a {
                break 'outer;
            }
        })));
        assert!(exits(parse_quote!({
            for i in v {
                return i;
            }
        })));
        assert!(exits(parse_quote!({
            'own: {
                break;
            }
        })));
        assert!(!exits(parse_quote!({
            'own: {
                break 'own;
            }
        })));
    }

    #[test]
    fn exits_of_a_body_say_what_they_leave() {
        let Expr::Loop(of): Expr = parse_quote!('all: loop {
            if a {
                continue 'all;
            }
            if b {
                break 'all 3.0;
            }
        }) else {
            panic!()
        };
        let exits = Exits::of_block(&of.body);
        assert!(exits.continues(of.label.as_ref()) && exits.leaves_loop(of.label.as_ref()));
        assert_eq!(exits.breaks_with_value(of.label.as_ref()), Some(true));
        assert_eq!(
            Exits::of_block(&parse_quote!({
                break;
            }))
            .breaks_with_value(None),
            Some(false)
        );
        assert!(
            !Exits::of_block(&parse_quote!({
                continue;
            }))
            .leaves_loop(None)
        );
    }

    #[test]
    fn ends_that_are_never_reached() {
        assert!(never_ends(&parse_quote!(if a {
            return 1.0;
        } else {
            panic!()
        })));
        assert!(!never_ends(&parse_quote!(if a {
            return 1.0;
        })));
        assert!(never_ends(&parse_quote!(loop {
            if a {
                return 1.0;
            }
        })));
        assert!(!never_ends(&parse_quote!(loop {
            if a {
                break;
            }
        })));
    }
}
