//! The text of a statement as the user wrote it, on one line.

use proc_macro::{Delimiter, Span, TokenStream, TokenTree};

/// The text of a token or of a bracket, with its place in the source.
struct Piece {
    text: String,
    place: Span,
}

/// Returns the text of tokens, with a space wherever the user wrote a space or a line break, except on the
/// inner side of a round or square bracket, next to a dot, before a comma, and before the bracket of a
/// call.
pub fn text(tokens: &[TokenTree]) -> String {
    let mut pieces = Vec::new();
    for token in tokens {
        flatten(token.clone(), &mut pieces);
    }
    let mut text = String::new();
    for (i, piece) in pieces.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &pieces[i]);
        let is_apart = before.is_some_and(|before| !touch(before.place, piece.place));
        let closes = matches!(piece.text.as_str(), ")" | "]");
        if is_apart && closes && text.ends_with(',') {
            text.pop();
        }
        let calls = piece.text == "(" && text.ends_with(|c: char| c.is_alphanumeric() || "_)>".contains(c));
        let is_inside = text.ends_with(['(', '[', '.']);
        if is_apart && !is_inside && !calls && !matches!(piece.text.as_str(), ")" | "]" | "." | ",") {
            text.push(' ');
        }
        text.push_str(&piece.text);
    }
    text
}

fn flatten(token: TokenTree, pieces: &mut Vec<Piece>) {
    let TokenTree::Group(group) = token else {
        return pieces.push(Piece { text: token.to_string(), place: token.span() });
    };
    let (open, close) = match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    };
    let bracket = |text: &str, place| Piece { text: text.to_owned(), place };
    if !open.is_empty() {
        pieces.push(bracket(open, group.span_open()));
    }
    for token in TokenStream::into_iter(group.stream()) {
        flatten(token, pieces);
    }
    if !close.is_empty() {
        pieces.push(bracket(close, group.span_close()));
    }
}

/// True if the second token begins where the first ends.
fn touch(first: Span, second: Span) -> bool {
    let (end, start) = (first.end(), second.start());
    (end.line(), end.column()) == (start.line(), start.column())
}
