//! `#[inlined]`: one attribute for an `impl` that inlines its functions in kernels.

use proc_macro::{Delimiter, TokenStream, TokenTree};

/// The attribute of each function that is inlined. In tests the functions are called instead: see the build
/// script of the crate monomorph-numerics.
const ATTRIBUTE: &str = "#[cfg_attr(not(monomorph_outlined), inline(always))]";

/// Writes the attribute before the functions of the `impl`: before all of them if `which` is `all`, and
/// otherwise before the functions whose signatures name `Simd`, which are instantiated for each instruction
/// set.
pub fn inlined(which: TokenStream, item: TokenStream) -> TokenStream {
    let is_wanted: fn(&[TokenTree]) -> bool = if which.to_string() == "all" { |_| true } else { names_simd };
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.pop() else {
        return "compile_error!(\"`#[inlined]` stands before an `impl`\");".parse().expect("a macro call");
    };
    let mut written = TokenStream::new();
    for function in items(body.stream()) {
        let is_function = function.iter().any(|token| is_word(token, "fn"));
        if is_function && is_wanted(&function) {
            written.extend(ATTRIBUTE.parse::<TokenStream>().expect("an attribute"));
        }
        written.extend(function);
    }
    let mut group = proc_macro::Group::new(Delimiter::Brace, written);
    group.set_span(body.span());
    tokens.push(TokenTree::Group(group));
    tokens.into_iter().collect()
}

/// Divides a body into its items: each ends with a semicolon or with braces.
fn items(body: TokenStream) -> Vec<Vec<TokenTree>> {
    let (mut items, mut item) = (Vec::new(), Vec::new());
    // Braces of a constant or a type, `const A: [B; { C }] = D {};`, do not end an item. The braces of a
    // function do, also for `const fn` and for `fn f<const N: usize>`.
    let (mut is_value, mut is_function) = (false, false);
    for token in body {
        is_function |= is_word(&token, "fn");
        is_value = !is_function && (is_value || is_word(&token, "const") || is_word(&token, "type"));
        let ends = match &token {
            TokenTree::Punct(mark) => mark.as_char() == ';',
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !is_value,
            _ => false,
        };
        item.push(token);
        if ends {
            items.push(std::mem::take(&mut item));
            (is_value, is_function) = (false, false);
        }
    }
    if !item.is_empty() {
        items.push(item);
    }
    items
}

/// True if the signature, which ends before the braces, names `Simd`.
fn names_simd(function: &[TokenTree]) -> bool {
    function.iter().any(|token| match token {
        TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
            names_simd(&group.stream().into_iter().collect::<Vec<_>>())
        }
        _ => is_word(token, "Simd"),
    })
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(own) if own.to_string() == word)
}
