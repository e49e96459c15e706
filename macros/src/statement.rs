//! The statements of a model: their division and their kinds.

use crate::malformed::Malformed;
use proc_macro::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};

/// One statement.
pub struct Statement<'a> {
    pub kind: Kind<'a>,
    /// All tokens.
    pub tokens: &'a [TokenTree],
}

/// The kind of a statement.
pub enum Kind<'a> {
    /// `left |= right`
    Follows { left: &'a [TokenTree], right: &'a [TokenTree] },
    /// `name = value`
    Defines { name: &'a Ident, value: &'a [TokenTree] },
    /// `(name, name) = value`
    DefinesSeveral { tuple: &'a Group, names: Vec<Ident>, value: &'a [TokenTree] },
    /// `increment(term)`
    Increments { term: TokenStream },
    /// `for_each(count, |k| statement)`
    Loops(Loop),
    /// A model that is a part of the model.
    Part,
}

/// `count, |k| statement`
pub struct Loop {
    tokens: Vec<TokenTree>,
    /// The index at which the closure begins, and the indices at which its statement begins and ends.
    closure: usize,
    start: usize,
    end: usize,
}

impl Loop {
    /// Parses the loop if a closure follows the first comma; otherwise `for_each` is a call like any other.
    fn parse(list: TokenStream) -> Option<Self> {
        let tokens: Vec<TokenTree> = list.into_iter().collect();
        let closure = split(&tokens)[0].len() + 1;
        let bar = closure + usize::from(is_word(tokens.get(closure)?, "move"));
        let is_closure = is_punct(tokens.get(bar)?, '|');
        let names = tokens.get(bar + 1..)?.iter().position(|token| is_punct(token, '|'))?;
        let start = bar + names + 2;
        let has_comma = tokens.len() > start && is_punct(&tokens[tokens.len() - 1], ',');
        let end = tokens.len() - usize::from(has_comma);
        is_closure.then_some(Self { tokens, closure, start, end })
    }

    /// The tokens of the number of statements.
    pub fn count(&self) -> &[TokenTree] {
        &self.tokens[..self.closure - 1]
    }

    /// The tokens `|k|`.
    pub fn head(&self) -> &[TokenTree] {
        &self.tokens[self.closure..self.start]
    }

    /// The name of the closure's argument, the number of the statement; `None` if it has no name.
    pub fn name(&self) -> Option<String> {
        let names: Vec<&TokenTree> =
            self.head().iter().skip_while(|token| !is_punct(token, '|')).skip(1).collect();
        match names[0] {
            TokenTree::Ident(name) if name.to_string() != "_" => Some(name.to_string()),
            _ => None,
        }
    }

    /// Parses the statement of the closure.
    pub fn body(&self) -> Result<Statement<'_>, Malformed> {
        let body = &self.tokens[self.start..self.end];
        let one = split(body)[0];
        if let Some(comma) = body.get(one.len()) {
            let what = "for_each makes one statement: several are a model, `|k| model! { …, … }`";
            return Err(Malformed::statement(comma.span(), what));
        }
        let body = statement(body, || self.tokens[self.start - 1].span())?;
        let defined = match &body.kind {
            Kind::Defines { name, .. } => Some(*name),
            Kind::DefinesSeveral { names, .. } => names.first(),
            _ => None,
        };
        if let Some(name) = defined {
            let what = format!("`{name}` has one definition, which cannot stand in for_each");
            return Err(Malformed::statement(name.span(), &what));
        }
        Ok(body)
    }
}

impl Statement<'_> {
    /// The places in the source of the beginning and of the end of the statement.
    pub fn places(&self) -> (Span, Span) {
        let first = match &self.tokens[0] {
            TokenTree::Group(group) => group.span_open(),
            token => token.span(),
        };
        let last = match &self.tokens[self.tokens.len() - 1] {
            TokenTree::Group(group) => group.span_close(),
            token => token.span(),
        };
        (first, last)
    }

    /// The name on the left, if the left side is only a name.
    pub fn name(&self) -> Option<String> {
        match self.kind {
            Kind::Follows { left: [TokenTree::Ident(name)], .. } => Some(name.to_string()),
            _ => None,
        }
    }
}

/// Removes `in prefix;` from the tokens, and returns the prefix.
pub fn prefix(tokens: &mut Vec<TokenTree>) -> Result<Option<Vec<TokenTree>>, Malformed> {
    match tokens.first() {
        Some(TokenTree::Ident(word)) if word.to_string() == "in" => {}
        _ => return Ok(None),
    }
    let place = tokens[0].span();
    let Some(end) = tokens.iter().position(|token| is_punct(token, ';')) else {
        return Err(Malformed::statement(place, "a prefix ends with a semicolon, `in prefix;`"));
    };
    let rest = tokens.split_off(end + 1);
    let mut prefix = core::mem::replace(tokens, rest);
    prefix.pop();
    let prefix = prefix.split_off(1);
    if prefix.is_empty() {
        return Err(Malformed::statement(place, "a prefix is missing, `in prefix;`"));
    }
    Ok(Some(prefix))
}

/// Divides the tokens into statements.
pub fn statements(tokens: &[TokenTree]) -> Result<Vec<Statement<'_>>, Malformed> {
    let mut parts = split(tokens);
    if parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop(); // after the last comma
    }
    if parts.is_empty() {
        return Err(Malformed::statement(Span::call_site(), "there is no statement"));
    }
    let mut end = 0;
    let mut all = Vec::with_capacity(parts.len());
    for part in parts {
        end += part.len() + 1;
        let comma = || tokens.get(end - 1).map_or_else(Span::call_site, TokenTree::span);
        all.push(statement(part, comma)?);
    }
    Ok(all)
}

/// Parses one statement; `comma` is the place of the comma after it, for the error of an empty statement.
fn statement(tokens: &[TokenTree], comma: impl Fn() -> Span) -> Result<Statement<'_>, Malformed> {
    let malformed = |token: &TokenTree, what: &str| Err(Malformed::statement(token.span(), what));
    let Some(first) = tokens.first() else {
        return Err(Malformed::statement(comma(), "there is no statement before this comma"));
    };
    for token in tokens {
        if is_punct(token, ';') {
            return malformed(token, "statements end with commas, not with semicolons");
        }
        if is_punct(token, '~') {
            return malformed(token, "a variable follows a distribution by `|=`, not by `~`");
        }
    }
    if is_word(first, "let") {
        return malformed(first, "a definition is written without `let`");
    }
    if let Some(place) = juxtaposed(tokens) {
        return malformed(&tokens[place], &format!("a comma is missing before `{}`", tokens[place]));
    }
    let kind = match find(tokens, '|') {
        Some(place) => {
            let (left, right) = (&tokens[..place], &tokens[place + 2..]);
            if left.is_empty() {
                return malformed(&tokens[place], "nothing stands on the left of this `|=`");
            }
            check_right_side(&tokens[place], "|=", right)?;
            if let Some(next) = find(right, '|') {
                return malformed(&right[next], "a comma is missing before this statement");
            }
            Kind::Follows { left, right }
        }
        None => match tokens {
            [name, plus, equals, ..] if is_punct(plus, '+') && is_punct(equals, '=') && is_name(name) => {
                return malformed(
                    plus,
                    "a term of the log density is added by `increment(term)`, not by `+=`",
                );
            }
            [TokenTree::Ident(name), equals, value @ ..] if is_single_equals(tokens, 1) => {
                check_right_side(equals, "=", value)?;
                Kind::Defines { name, value }
            }
            [TokenTree::Group(tuple), equals, value @ ..]
                if tuple.delimiter() == Delimiter::Parenthesis && is_single_equals(tokens, 1) =>
            {
                let Some(names) = names(tuple) else {
                    return malformed(first, "only names can stand in a tuple on the left of `=`");
                };
                check_right_side(equals, "=", value)?;
                Kind::DefinesSeveral { tuple, names, value }
            }
            [TokenTree::Ident(name), TokenTree::Group(term)]
                if name.to_string() == "increment" && term.delimiter() == Delimiter::Parenthesis =>
            {
                Kind::Increments { term: term.stream() }
            }
            [TokenTree::Ident(name), TokenTree::Group(list)]
                if name.to_string() == "for_each" && list.delimiter() == Delimiter::Parenthesis =>
            {
                Loop::parse(list.stream()).map_or(Kind::Part, Kind::Loops)
            }
            _ => {
                if let Some(place) = (0..tokens.len()).find(|&place| is_single_equals(tokens, place)) {
                    return malformed(
                        &tokens[place],
                        "only a name, or a tuple of names, can stand on the left of `=`",
                    );
                }
                Kind::Part
            }
        },
    };
    Ok(Statement { kind, tokens })
}

/// Returns an error if there are no tokens on the right of the operator.
fn check_right_side(place: &TokenTree, operator: &str, right: &[TokenTree]) -> Result<(), Malformed> {
    if right.is_empty() {
        let what = format!("nothing stands on the right of this `{operator}`");
        return Err(Malformed::statement(place.span(), &what));
    }
    Ok(())
}

/// Returns the parts of a tuple of at least two names, of which each may be `_`; `None` for any other
/// tuple.
fn names(tuple: &Group) -> Option<Vec<Ident>> {
    let tokens: Vec<TokenTree> = tuple.stream().into_iter().collect();
    let mut parts = split(&tokens);
    if parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop(); // after the last comma
    }
    let name = |part: &&[TokenTree]| match part {
        [TokenTree::Ident(name)] => Some(name.clone()),
        _ => None,
    };
    let names: Option<Vec<Ident>> = parts.iter().map(name).collect();
    names.filter(|names| names.len() > 1)
}

/// False for `_`.
pub fn is_named(name: &Ident) -> bool {
    name.to_string() != "_"
}

/// Divides tokens at the commas; commas between `::<` and `>` do not count.
pub fn split(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (place, token) in tokens.iter().enumerate() {
        let after = |letter| place > 0 && is_punct(&tokens[place - 1], letter);
        if is_punct(token, '<') && (depth > 0 || after(':')) {
            depth += 1;
        } else if is_punct(token, '>') && !after('-') && !after('=') {
            depth = depth.saturating_sub(1);
        } else if is_punct(token, ',') && depth == 0 {
            parts.push(&tokens[start..place]);
            start = place + 1;
        }
    }
    parts.push(&tokens[start..]);
    parts
}

/// Returns the place of the first operator that consists of this character and an equals sign, if there is
/// one.
fn find(tokens: &[TokenTree], letter: char) -> Option<usize> {
    let is_here = |place: &usize| {
        let joined = matches!(&tokens[*place], TokenTree::Punct(p) if p.spacing() == Spacing::Joint);
        joined && is_punct(&tokens[*place], letter) && is_punct(&tokens[place + 1], '=')
    };
    (0..tokens.len().saturating_sub(1)).find(is_here)
}

/// True for an `=` that is not part of another operator.
fn is_single_equals(tokens: &[TokenTree], place: usize) -> bool {
    let joined = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.spacing() == Spacing::Joint);
    is_punct(&tokens[place], '=')
        && !(place > 0 && joined(&tokens[place - 1]))
        && !(joined(&tokens[place]) && tokens.get(place + 1).is_some_and(|next| is_punct(next, '=')))
}

/// True if the token is this character.
pub fn is_punct(token: &TokenTree, letter: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == letter)
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident.to_string() == word)
}

/// The keywords, which may stand next to another word.
const KEYWORDS: [&str; 21] = [
    "as", "break", "const", "continue", "dyn", "else", "for", "if", "impl", "in", "loop", "match", "move",
    "mut", "ref", "return", "static", "unsafe", "where", "while", "async",
];

/// Returns the place of the first name that cannot belong to the expression before it, if there is one.
pub fn juxtaposed(tokens: &[TokenTree]) -> Option<usize> {
    (1..tokens.len()).find(|&place| is_name(&tokens[place]) && ends_expression(&tokens[place - 1]))
}

fn is_name(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(ident) if !KEYWORDS.contains(&ident.to_string().as_str()))
}

/// True if no name can follow the token in the same expression.
fn ends_expression(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
        TokenTree::Literal(_) => true,
        token => is_name(token),
    }
}
