//! The places of a file at which a mutant can be selected at run time.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::listed::{Kind, Mutant};

/// The start of a mutant of some kind: line and column, from 1.
type Start = (Kind, (usize, usize));

/// The expression that a mutant is a part of, or the body of its function.
#[derive(Clone)]
pub struct Site {
    /// The bytes of the file.
    pub bytes: Range<usize>,
    pub is_body: bool,
    pub is_constant: bool,
}

/// The sites of a file, by the starts of their mutants.
#[derive(Default)]
pub struct Sites {
    sites: Vec<(Start, Site)>,
    /// The number of constants around the visited node.
    constants: usize,
}

impl Sites {
    /// Reads a file.
    pub fn of(text: &str) -> Self {
        let mut sites = Self::default();
        sites.visit_file(&syn::parse_file(text).expect("a file of Rust"));
        sites
    }

    /// Returns the site of a mutant, or `None` if its place has no site.
    pub fn of_mutant(&self, mutant: &Mutant) -> Option<&Site> {
        let start = (mutant.kind, mutant.start);
        self.sites.iter().find(|(other, _)| *other == start).map(|(_, site)| site)
    }

    fn add(&mut self, kind: Kind, start: proc_macro2::Span, site: proc_macro2::Span, is_body: bool) {
        let at = start.start();
        let site = Site { bytes: site.byte_range(), is_body, is_constant: self.constants > 0 };
        self.sites.push(((kind, (at.line, at.column + 1)), site));
    }

    fn body(&mut self, signature: &syn::Signature, block: &syn::Block) {
        self.constants += usize::from(signature.constness.is_some());
        // A body whose type has no name gives one type alone: the value of a mutant would be of another.
        let is_named = !matches!(&signature.output, syn::ReturnType::Type(_, kind) if has_no_name(kind));
        if let Some(first) = block.stmts.first().filter(|_| is_named) {
            self.add(Kind::Body, first.span(), block.span(), true);
        }
        self.visit_block(block);
        self.constants -= usize::from(signature.constness.is_some());
    }

    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        self.constants += 1;
        visit(self);
        self.constants -= 1;
    }
}

/// Returns true if a type is or contains an `impl Trait`.
fn has_no_name(kind: &syn::Type) -> bool {
    struct Found(bool);
    impl Visit<'_> for Found {
        fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut found = Found(false);
    found.visit_type(kind);
    found.0
}

/// Returns true if an expression binds a name with `let`, so that it cannot be placed in another
/// expression.
fn binds(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        _ => false,
    }
}

/// Visits nodes of which all parts are constants.
macro_rules! constants {
    ($($visit:ident: $Node:ident,)*) => {$(
        fn $visit(&mut self, node: &'ast syn::$Node) {
            self.constant(|sites| visit::$visit(sites, node));
        }
    )*};
}

impl<'ast> Visit<'ast> for Sites {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.body(&function.sig, &function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.body(&function.sig, &function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            self.body(&function.sig, block);
        }
    }

    constants! {
        visit_item_const: ItemConst,
        visit_impl_item_const: ImplItemConst,
        visit_trait_item_const: TraitItemConst,
        visit_item_static: ItemStatic,
        visit_expr_const: ExprConst,
        visit_type: Type,
        visit_generic_argument: GenericArgument,
    }

    fn visit_expr_repeat(&mut self, repeated: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeated.expr);
        self.constant(|sites| sites.visit_expr(&repeated.len));
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if !binds(&binary.left) && !binds(&binary.right) {
            self.add(Kind::Operator, binary.op.span(), binary.span(), false);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        self.add(Kind::Operator, unary.op.span(), unary.span(), false);
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, matched: &'ast syn::ExprMatch) {
        for arm in &matched.arms {
            self.add(Kind::Arm, arm.span(), matched.span(), false);
            if let Some((_, guard)) = arm.guard.as_ref().filter(|(_, guard)| !binds(guard)) {
                self.add(Kind::Guard, guard.span(), guard.span(), false);
            }
        }
        visit::visit_expr_match(self, matched);
    }

    fn visit_expr_struct(&mut self, built: &'ast syn::ExprStruct) {
        for field in &built.fields {
            self.add(Kind::Field, field.span(), built.span(), false);
        }
        visit::visit_expr_struct(self, built);
    }
}

/// The byte at which each line of a text starts.
pub fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(place, _)| place + 1)).collect()
}

/// The byte of a line and a column, which count from 1, the column in characters.
pub fn byte_of(text: &str, lines: &[usize], (line, column): (usize, usize)) -> usize {
    let start = lines[line - 1];
    text[start..].char_indices().nth(column - 1).map_or(text.len(), |(byte, _)| start + byte)
}
