//! The variables that a part of a body assigns, and that were declared before the part.
//!
//! A variable depends on a branch even if the arm that assigns it is not the one that was taken. So every
//! variable that one of the arms assigns passes through a join after the branch.

use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Block, Expr, ExprAssign, ExprBinary, ExprClosure, ExprForLoop, ExprMethodCall, ExprReference,
    Ident, Item, Local, PatIdent, UnOp,
};

/// The methods of a vector that change it.
const CHANGING: [&str; 14] = [
    "clear", "dedup", "drain", "extend", "fill", "insert", "iter_mut", "pop", "push", "remove", "resize",
    "reverse", "swap", "truncate",
];

/// A variable that is assigned, or one of its elements.
#[derive(Clone)]
pub struct Assigned {
    pub name: Ident,
    /// The index of the only element that is assigned, if it has the same value after the part.
    pub element: Option<Expr>,
}

/// The variables that a part of a body assigns.
#[derive(Default)]
pub struct Assignments {
    found: Vec<Assigned>,
    /// The variables that have been declared in the part so far, one set for each block.
    declared: Vec<HashSet<String>>,
}

impl Assignments {
    pub fn of_block(block: &Block) -> Vec<Assigned> {
        let mut assignments = Self::new();
        assignments.visit_block(block);
        assignments.finish()
    }

    pub fn of(expression: &Expr) -> Vec<Assigned> {
        let mut assignments = Self::new();
        assignments.visit_expr(expression);
        assignments.finish()
    }

    pub fn of_arm(arm: &Arm) -> Vec<Assigned> {
        let mut assignments = Self::new();
        assignments.visit_arm(arm);
        assignments.finish()
    }

    pub fn of_loop(of: &ExprForLoop) -> Vec<Assigned> {
        let mut assignments = Self::new();
        assignments.visit_expr_for_loop(of);
        assignments.finish()
    }

    fn new() -> Self {
        Self { found: Vec::new(), declared: vec![HashSet::new()] }
    }

    /// Returns the variables that are assigned in any of several parts, each once.
    pub fn together(parts: impl IntoIterator<Item = Vec<Assigned>>) -> Vec<Assigned> {
        Self { found: parts.into_iter().flatten().collect(), declared: Vec::new() }.finish()
    }

    fn finish(self) -> Vec<Assigned> {
        let names: HashSet<String> = self.found.iter().map(|assigned| assigned.name.to_string()).collect();
        let mut finished: Vec<Assigned> = Vec::new();
        for mut assigned in self.found {
            // An index that is itself assigned may select another element after the part.
            if assigned.element.as_ref().is_some_and(|index| !is_simple(index, &names)) {
                assigned.element = None;
            }
            let text = |assigned: &Assigned| {
                assigned.element.as_ref().map(|index| quote::quote!(#index).to_string())
            };
            let of_name = |known: &Assigned| known.name == assigned.name;
            if assigned.element.is_none() {
                finished.retain(|known| !(of_name(known) && known.element.is_some()));
            }
            let is_known = |known: &Assigned| {
                of_name(known) && (known.element.is_none() || text(known) == text(&assigned))
            };
            if !finished.iter().any(is_known) {
                finished.push(assigned);
            }
        }
        finished
    }

    fn is_declared(&self, name: &Ident) -> bool {
        self.declared.iter().any(|names| names.contains(&name.to_string()))
    }

    /// Records the assignment to a place.
    fn assign(&mut self, place: &Expr) {
        let Some(name) = root(place) else { return };
        if self.is_declared(name) {
            return;
        }
        let element = match place {
            Expr::Index(index) if matches!(&*index.expr, Expr::Path(_)) => {
                let declared = self.declared.iter().flatten().cloned().collect();
                Some(&*index.index).filter(|index| is_simple(index, &declared)).cloned()
            }
            _ => None,
        };
        self.found.push(Assigned { name: name.clone(), element });
    }

    fn in_block(&mut self, visit: impl FnOnce(&mut Self)) {
        self.declared.push(HashSet::new());
        visit(self);
        self.declared.pop();
    }
}

/// Returns the variable to which a place belongs; `None` if the place is no part of a variable.
pub fn root(place: &Expr) -> Option<&Ident> {
    match place {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Index(index) => root(&index.expr),
        Expr::Field(field) => root(&field.base),
        Expr::Paren(inner) => root(&inner.expr),
        Expr::Group(inner) => root(&inner.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => root(&unary.expr),
        Expr::Reference(reference) => root(&reference.expr),
        Expr::MethodCall(call) => root(&call.receiver),
        _ => None,
    }
}

/// True for a literal, or a variable that is not one of `names`.
fn is_simple(index: &Expr, names: &HashSet<String>) -> bool {
    match index {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.path.get_ident().is_none_or(|name| !names.contains(&name.to_string())),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Assignments {
    fn visit_block(&mut self, block: &'ast Block) {
        self.in_block(|assignments| visit::visit_block(assignments, block));
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.in_block(|assignments| visit::visit_arm(assignments, arm));
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.in_block(|assignments| visit::visit_expr_closure(assignments, closure));
    }

    fn visit_expr_for_loop(&mut self, of: &'ast ExprForLoop) {
        self.visit_expr(&of.expr);
        self.in_block(|assignments| {
            assignments.visit_pat(&of.pat);
            assignments.visit_block(&of.body);
        });
    }

    /// The variable is declared only after its own value.
    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
        }
        self.visit_pat(&local.pat);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        if let Some(names) = self.declared.last_mut() {
            names.insert(pattern.ident.to_string());
        }
    }

    fn visit_expr_assign(&mut self, assign: &'ast ExprAssign) {
        visit::visit_expr_assign(self, assign);
        match &*assign.left {
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|place| self.assign(place)),
            place => self.assign(place),
        }
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        visit::visit_expr_binary(self, binary);
        if is_assignment(&binary.op) {
            self.assign(&binary.left);
        }
    }

    fn visit_expr_reference(&mut self, reference: &'ast ExprReference) {
        visit::visit_expr_reference(self, reference);
        if reference.mutability.is_some() {
            self.assign(&reference.expr);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        if CHANGING.iter().any(|changing| call.method == changing)
            && !matches!(&*call.receiver, Expr::MethodCall(_))
        {
            // The whole vector is assigned, even if it is an element.
            if let Some(name) = root(&call.receiver).filter(|name| !self.is_declared(name)) {
                self.found.push(Assigned { name: name.clone(), element: None });
            }
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {}
}

/// True for `+=` and similar operators.
pub fn is_assignment(operator: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        operator,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn names(block: Block) -> Vec<String> {
        let text = |assigned: Assigned| match assigned.element {
            Some(index) => format!("{}[{}]", assigned.name, quote::quote!(#index)),
            None => assigned.name.to_string(),
        };
        Assignments::of_block(&block).into_iter().map(text).collect()
    }

    #[test]
    fn variables_from_before_are_found() {
        assert_eq!(
            names(parse_quote!({
                a = 1;
                b += 2;
                c.0 = 3;
                *d = 4;
                (e, f) = g;
            })),
            ["a", "b", "c", "d", "e", "f"]
        );
        assert_eq!(
            names(parse_quote!({
                v.push(1);
                change(&mut w);
                w.len();
                w[0].max(1.0);
            })),
            ["v", "w"]
        );
        assert_eq!(
            names(parse_quote!({
                if a {
                    b = 1;
                } else {
                    while c {
                        d -= 1;
                    }
                }
            })),
            ["b", "d"]
        );
        assert_eq!(
            names(parse_quote!({
                match a {
                    1 => b = 1,
                    _ => run.call("c", |run| d = 2),
                }
            })),
            ["b", "d"]
        );
        assert_eq!(
            names(parse_quote!({
                for x in v.iter_mut() {
                    *x = 0.0;
                }
                for y in &mut w {}
            })),
            ["v", "w"]
        );
    }

    #[test]
    fn variables_of_the_part_are_its_own() {
        assert_eq!(
            names(parse_quote!({
                let mut a = 1;
                a += 1;
                {
                    let b;
                    b = 1;
                }
                b = 2;
            })),
            ["b"]
        );
        assert_eq!(
            names(parse_quote!({
                a = 1;
                let mut a = 2;
                a = 3;
            })),
            ["a"]
        );
        assert_eq!(
            names(parse_quote!({
                for (i, mut x) in v {
                    x += 1.0;
                    i = 2;
                }
                x = 1.0;
            })),
            ["x"]
        );
        assert_eq!(
            names(parse_quote!({
                let a = {
                    a = 1;
                    2
                };
            })),
            ["a"]
        );
    }

    #[test]
    fn elements_are_told_apart_where_their_index_stays() {
        assert_eq!(
            names(parse_quote!({
                v[i] = 1;
                v[i] += 1;
                v[2] = 1;
            })),
            ["v[i]", "v[2]"]
        );
        assert_eq!(
            names(parse_quote!({
                v[i] = 1;
                i += 1;
            })),
            ["v", "i"]
        );
        assert_eq!(
            names(parse_quote!({
                let i = 1;
                v[i] = 1;
            })),
            ["v"]
        );
        assert_eq!(
            names(parse_quote!({
                v[i] = 1;
                v = w;
                v[j] = 1;
            })),
            ["v"]
        );
        assert_eq!(
            names(parse_quote!({
                v[i + 1] = 1;
                m[i][j] = 1;
            })),
            ["v", "m"]
        );
    }
}
