//! The text of an expression as the user wrote it, on one line.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// Returns the text of the tokens, with a space wherever the user wrote one.
pub fn text(tokens: TokenStream) -> String {
    let mut line = Line { text: String::new(), end: None };
    line.extend(tokens);
    line.text
}

/// The line that has been written so far.
struct Line {
    text: String,
    /// The place of the last token, or of the bracket that ends it; `None` before the first token.
    end: Option<Span>,
}

impl Line {
    fn extend(&mut self, tokens: TokenStream) {
        for token in tokens {
            let TokenTree::Group(group) = token else {
                self.push(&token.to_string(), token.span());
                continue;
            };
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::Brace => ("{", "}"),
                Delimiter::None => ("", ""),
            };
            self.push(open, group.span_open());
            self.extend(group.stream());
            self.push(close, group.span_close());
        }
    }

    fn push(&mut self, token: &str, place: Span) {
        if token.is_empty() {
            return;
        }
        if self.end.is_some_and(|end| gap(end, place)) && may_part(&self.text, token) {
            self.text.push(' ');
        }
        self.text.push_str(token);
        self.end = Some(place);
    }
}

/// True if a gap between the two tokens becomes a space: not after an opening bracket or a dot, nor before
/// a closing bracket, a dot or a comma, where it is only a line break.
fn may_part(before: &str, token: &str) -> bool {
    !before.ends_with(['(', '[', '.']) && !matches!(token, ")" | "]" | "." | ",")
}

/// True if there is a gap between two tokens.
fn gap(first: Span, second: Span) -> bool {
    // Outside of the compiler, in unit tests, tokens have no places.
    if !is_in_compiler() {
        return true;
    }
    let (end, start) = (first.unwrap().end(), second.unwrap().start());
    (end.line(), end.column()) != (start.line(), start.column())
}

fn is_in_compiler() -> bool {
    proc_macro::is_available()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn brackets_and_dots_stand_close() {
        assert_eq!(text(quote!(x.max(0.0, 1.0)[i] * 2.0)), "x.max (0.0, 1.0) [i] * 2.0");
    }
}
