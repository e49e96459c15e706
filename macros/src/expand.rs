//! The function calls to which `model!` expands.

use crate::malformed::Malformed;
use crate::statement::{Kind, Statement, is_named, is_punct};
use crate::text::text;
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// The first and the last place of the source that a call stands for.
type Places = (Span, Span);

/// Writes the block that makes the model.
pub fn model(krate: &TokenTree, prefix: Option<Vec<TokenTree>>, statements: &[Statement<'_>]) -> TokenStream {
    let writer = Writer { krate, names: statements.iter().filter_map(Statement::name).collect() };
    match writer.write(prefix, statements) {
        Ok(tokens) => TokenStream::from(TokenTree::Group(Group::new(Delimiter::Brace, tokens))),
        Err(malformed) => malformed.into_tokens(),
    }
}

/// A definition: the text of its name, and its variable.
struct Named {
    name: Ident,
    /// The name in messages, if the variable has no name of its own.
    text: Option<String>,
    /// The variable of the block that holds the value.
    value: Ident,
}

struct Writer<'a> {
    /// The token `$crate`, with which the paths to the library begin.
    krate: &'a TokenTree,
    /// The names on the left of statements: they are variables and cannot be called.
    names: Vec<String>,
}

impl Writer<'_> {
    fn write(
        mut self,
        prefix: Option<Vec<TokenTree>>,
        statements: &[Statement<'_>],
    ) -> Result<TokenStream, Malformed> {
        let mut block = TokenStream::new();
        let mut models = Vec::new();
        let mut defined: Vec<String> = Vec::new();
        for statement in statements {
            let (names, lines) = match &statement.kind {
                Kind::Defines { name, value } => {
                    let name = core::slice::from_ref(*name);
                    (name, self.definition(statement, &name[0], value, prefix.as_deref(), defined.is_empty()))
                }
                Kind::DefinesSeveral { tuple, names, value } => {
                    let all = (*tuple, names.as_slice());
                    (all.1, self.definitions(statement, all, value, prefix.as_deref(), defined.is_empty()))
                }
                _ => continue,
            };
            for name in names.iter().filter(|name| is_named(name)) {
                if defined.contains(&name.to_string()) {
                    return Err(Malformed::statement(name.span(), &format!("`{name}` is defined twice")));
                }
                defined.push(name.to_string());
                self.names.push(name.to_string());
            }
            block.extend(lines);
        }
        if !defined.is_empty() {
            let definitions = || TokenStream::from(TokenTree::Ident(local("definitions")));
            models.push((definitions(), statements[0].places()));
        }
        let mut followed: Vec<String> = Vec::new();
        let mut tree = Vec::new();
        for statement in statements {
            if !matches!(statement.kind, Kind::Defines { .. } | Kind::DefinesSeveral { .. }) {
                tree.push((self.statement(statement, &mut followed)?, statement.places()));
            }
        }
        if !tree.is_empty() {
            models.push(self.glue(&tree));
        }
        block.extend(self.glue(&models).0);
        Ok(block)
    }

    /// Writes the call of a statement that is not a definition. `followed` are the names on the left of
    /// earlier statements.
    fn statement(
        &self,
        statement: &Statement<'_>,
        followed: &mut Vec<String>,
    ) -> Result<TokenStream, Malformed> {
        let places = statement.places();
        let source = || some_text(statement.tokens);
        Ok(match &statement.kind {
            Kind::Follows { left, right } => {
                let again = statement.name().is_some_and(|name| followed.contains(&name));
                followed.extend(statement.name());
                let place = (left[0].span(), left[0].span());
                let left = match statement.name() {
                    Some(_) if again => self.call(&["model", "again"], place, [stream(left)]),
                    Some(_) => self.call(&["model", "named"], place, [stream(left)]),
                    None => stream(left),
                };
                self.call(&["model", "follow"], places, [left, self.calls(right), source()])
            }
            Kind::Increments { term } => {
                let term: Vec<TokenTree> = term.clone().into_iter().collect();
                let mut call = self.call(&["model", "increment"], places, [self.calls(&term)]);
                call.extend(method("written", source()));
                call
            }
            Kind::Loops(list) => {
                let mut closure = stream(list.head());
                closure.extend(self.statement(&list.body()?, followed)?);
                let mut call = self.call(&["model", "for_each"], places, [self.calls(list.count()), closure]);
                if let Some(name) = list.name() {
                    let name = TokenTree::Literal(Literal::string(&name));
                    call.extend(method("counted_by", name.into()));
                }
                call
            }
            Kind::Part | Kind::Defines { .. } | Kind::DefinesSeveral { .. } => {
                self.call(&["model", "part"], places, [self.calls(statement.tokens)])
            }
        })
    }

    /// Writes the `let`s of a definition.
    fn definition(
        &self,
        statement: &Statement<'_>,
        name: &Ident,
        value: &[TokenTree],
        prefix: Option<&[TokenTree]>,
        is_first: bool,
    ) -> TokenStream {
        let places = statement.places();
        let named = Named { name: name.clone(), text: None, value: local("value") };
        let written = method("written", some_text(statement.tokens));
        let mut lines = self.value(value, places);
        lines.extend(self.define(&named, places, prefix, written, is_first));
        lines
    }

    /// Writes the `let`s of a definition of several names: of the whole, which is hidden, and of its parts.
    fn definitions(
        &self,
        statement: &Statement<'_>,
        (tuple, names): (&Group, &[Ident]),
        value: &[TokenTree],
        prefix: Option<&[TokenTree]>,
        is_first: bool,
    ) -> TokenStream {
        let places = statement.places();
        let text = Some(text(&[TokenTree::Group(tuple.clone())]));
        let whole = Named { name: local("whole"), text, value: local("value") };
        let mut unreported = method("written", some_text(statement.tokens));
        unreported.extend(method("unreported", TokenStream::new()));
        let mut lines = self.value(value, places);
        lines.extend(self.define(&whole, places, prefix, unreported, is_first));

        // let (part_0, part_1,) = destructure(value, whole);
        let parts: Vec<Ident> = (0..names.len()).map(|place| local(&format!("part_{place}"))).collect();
        let mut pattern = TokenStream::new();
        for part in &parts {
            pattern.extend([TokenTree::Ident(part.clone()), punct(',', Spacing::Alone)]);
        }
        let arguments = [local("value"), local("whole")].map(|name| TokenTree::Ident(name).into());
        let place = value.first().map_or_else(Span::call_site, TokenTree::span);
        let call = self.call(&["model", "destructure"], (place, places.1), arguments);
        lines.extend(allow_unused());
        lines.extend(assign(parenthesised(pattern, Some(tuple.span())).into(), call));
        for (name, value) in names.iter().zip(parts).filter(|(name, _)| is_named(name)) {
            let named = Named { name: name.clone(), text: None, value };
            lines.extend(self.define(&named, places, prefix, TokenStream::new(), false));
        }
        lines
    }

    /// Writes `let value = expression(…);`. The value needs its own variable, because the name may mean
    /// something else where it is declared.
    fn value(&self, value: &[TokenTree], places: Places) -> TokenStream {
        let first = value.first().map_or_else(Span::call_site, TokenTree::span);
        let converted = self.call(&["model", "expression"], (first, places.1), [self.calls(value)]);
        assign(TokenStream::from(TokenTree::Ident(local("value"))), converted)
    }

    /// Writes the `let`s of a definition whose value is in a variable of the block; the method calls in
    /// `said` follow the definition.
    fn define(
        &self,
        named: &Named,
        places: Places,
        prefix: Option<&[TokenTree]>,
        said: TokenStream,
        is_first: bool,
    ) -> TokenStream {
        let name = || TokenTree::Ident(named.name.clone());
        let name_type: TokenStream =
            [name(), TokenTree::Group(Group::new(Delimiter::Brace, TokenStream::new()))]
                .into_iter()
                .collect();
        let name_type = match prefix {
            Some(prefix) => {
                let place = prefix.first().map_or_else(Span::call_site, TokenTree::span);
                self.call(&["name", "prefixed"], (place, place), [stream(prefix), name_type])
            }
            None => name_type,
        };

        // { $crate::__name! { name } define(name {}, value) }
        let mut inner = self.path(&["__name"], places);
        let text = named.text.as_ref().map(|text| TokenTree::Literal(Literal::string(text)));
        inner.extend([punct('!', Spacing::Alone), braced([name()].into_iter().chain(text).collect())]);
        let value = TokenTree::Ident(named.value.clone());
        inner.extend(self.call(&["model", "define"], places, [name_type, value.into()]));

        let pair =
            [name(), punct(',', Spacing::Alone), TokenTree::Ident(local("definition"))].into_iter().collect();
        let mut lines = allow_unused();
        lines.extend(assign(parenthesised(pair, None).into(), braced(inner).into()));
        let mut definition = TokenStream::from(TokenTree::Ident(local("definition")));
        definition.extend(said);
        let definitions = TokenStream::from(TokenTree::Ident(local("definitions")));
        let all = if is_first {
            definition
        } else {
            self.call(&["model", "GlueNode", "new"], places, [definitions.clone(), definition])
        };
        lines.extend(assign(definitions, all));
        lines
    }

    /// Joins models in a balanced tree, so that its depth stays small.
    fn glue(&self, models: &[(TokenStream, Places)]) -> (TokenStream, Places) {
        if let [model] = models {
            return model.clone();
        }
        let (left, right) = models.split_at(models.len().div_ceil(2));
        let (left, right) = (self.glue(left), self.glue(right));
        let places = (left.1.0, right.1.1);
        (self.call(&["model", "GlueNode", "new"], places, [left.0, right.0]), places)
    }

    /// Writes `($crate::path)(arguments)` so that the compiler attributes it to the user's source from the
    /// first place to the last: a call begins and ends with its parentheses.
    fn call<const N: usize>(
        &self,
        path: &[&str],
        places: Places,
        arguments: [TokenStream; N],
    ) -> TokenStream {
        let mut list = TokenStream::new();
        for argument in arguments {
            list.extend(argument);
            list.extend([punct(',', Spacing::Alone)]);
        }
        [parenthesised(self.path(path, places), Some(places.0)), parenthesised(list, Some(places.1))]
            .into_iter()
            .collect()
    }

    /// Writes `$crate::path`, from the first place to the last.
    fn path(&self, path: &[&str], places: Places) -> TokenStream {
        let at = |place| self.krate.span().located_at(place);
        let mut krate = self.krate.clone();
        krate.set_span(at(places.0));
        let mut tokens = TokenStream::from(krate);
        for &word in path {
            for spacing in [Spacing::Joint, Spacing::Alone] {
                let mut colon = Punct::new(':', spacing);
                colon.set_span(at(places.0));
                tokens.extend([TokenTree::Punct(colon)]);
            }
            tokens.extend([TokenTree::Ident(Ident::new(word, at(places.1)))]);
        }
        tokens
    }

    /// Replaces each call of a name that is a variable of the model by a call of the function in the
    /// prelude: a parameter `gamma` hides the distribution, but cannot be called itself.
    fn calls(&self, tokens: &[TokenTree]) -> TokenStream {
        let mut written = TokenStream::new();
        for (place, token) in tokens.iter().enumerate() {
            let is_inside =
                place > 0 && (is_punct(&tokens[place - 1], '.') || is_punct(&tokens[place - 1], ':'));
            let is_called = tokens.get(place + 1).is_some_and(
                |next| matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis),
            );
            match token {
                TokenTree::Ident(name)
                    if is_called && !is_inside && self.names.contains(&name.to_string()) =>
                {
                    let place = name.span();
                    let path = self.path(&["prelude", &name.to_string()], (place, place));
                    written.extend([parenthesised(path, Some(place))]);
                }
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    if self.names_anything(&inner) {
                        written.extend([with_places_of(group, self.calls(&inner))]);
                    } else {
                        written.extend([token.clone()]);
                    }
                }
                _ => written.extend([token.clone()]),
            }
        }
        written
    }

    /// True if a variable's name is called somewhere inside. All other groups are left unchanged, with the
    /// place of each bracket.
    fn names_anything(&self, tokens: &[TokenTree]) -> bool {
        tokens.iter().enumerate().any(|(place, token)| match token {
            TokenTree::Group(group) => self.names_anything(&group.stream().into_iter().collect::<Vec<_>>()),
            TokenTree::Ident(name) => {
                matches!(tokens.get(place + 1), Some(TokenTree::Group(_)))
                    && self.names.contains(&name.to_string())
            }
            _ => false,
        })
    }
}

/// Makes a group with other tokens inside. A new group has one place for both brackets: that of the second,
/// where its expression ends.
fn with_places_of(group: &Group, tokens: TokenStream) -> TokenTree {
    let mut new = Group::new(group.delimiter(), tokens);
    new.set_span(group.span_close());
    TokenTree::Group(new)
}

/// Writes `Some("text")`.
fn some_text(tokens: &[TokenTree]) -> TokenStream {
    let mut path = TokenStream::new();
    for word in ["core", "option", "Option", "Some"] {
        path.extend([punct(':', Spacing::Joint), punct(':', Spacing::Alone)]);
        path.extend([TokenTree::Ident(Ident::new(word, Span::mixed_site()))]);
    }
    let literal = TokenTree::Literal(Literal::string(&text(tokens)));
    path.extend([parenthesised(literal.into(), None)]);
    path
}

/// Writes `.name(argument)`.
fn method(name: &str, argument: TokenStream) -> TokenStream {
    let name = TokenTree::Ident(Ident::new(name, Span::mixed_site()));
    [punct('.', Spacing::Alone), name, parenthesised(argument, None)].into_iter().collect()
}

/// Writes `let pattern = value;`.
fn assign(pattern: TokenStream, value: TokenStream) -> TokenStream {
    let mut tokens = TokenStream::from(TokenTree::Ident(Ident::new("let", Span::mixed_site())));
    tokens.extend(pattern);
    tokens.extend([punct('=', Spacing::Alone)]);
    tokens.extend(value);
    tokens.extend([punct(';', Spacing::Alone)]);
    tokens
}

/// Writes `#[allow(unused_variables)]`, for a definition that is only reported.
fn allow_unused() -> TokenStream {
    let word = |word| TokenTree::Ident(Ident::new(word, Span::mixed_site()));
    let inner = [word("allow"), parenthesised(word("unused_variables").into(), None)].into_iter().collect();
    [punct('#', Spacing::Alone), TokenTree::Group(Group::new(Delimiter::Bracket, inner))]
        .into_iter()
        .collect()
}

fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}

/// Makes a variable of the block, which the user's expressions cannot refer to.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn punct(letter: char, spacing: Spacing) -> TokenTree {
    let mut punct = Punct::new(letter, spacing);
    punct.set_span(Span::mixed_site());
    TokenTree::Punct(punct)
}

fn braced(tokens: TokenStream) -> TokenTree {
    let mut group = Group::new(Delimiter::Brace, tokens);
    group.set_span(Span::mixed_site());
    TokenTree::Group(group)
}

fn parenthesised(tokens: TokenStream, place: Option<Span>) -> TokenTree {
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(place.unwrap_or_else(Span::mixed_site));
    TokenTree::Group(group)
}
