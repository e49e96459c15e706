//! The types, bounds and signatures of rustdoc's JSON as text. A path is written by its last name, since a
//! public name stands for one type, so that a listing does not change where an import does.

use serde_json::Value;

/// The entries of a list.
pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A text, empty for anything else.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

/// The name of a variant, and its content: `{"generic": "T"}`, or `"infer"` without content.
pub fn variant(value: &Value) -> (&str, &Value) {
    let object = value.as_object().and_then(|object| object.iter().next());
    object.map_or((text(value), &Value::Null), |(name, content)| (name, content))
}

fn joined(texts: impl Iterator<Item = String>, separator: &str) -> String {
    texts.collect::<Vec<_>>().join(separator)
}

/// A type.
pub fn type_of(value: &Value) -> String {
    let (kind, content) = variant(value);
    let mutable = |yes: &str, no: &str| if content["is_mutable"] == true { yes } else { no }.to_owned();
    match kind {
        "resolved_path" => path(content),
        "generic" | "primitive" => text(content).to_owned(),
        "tuple" => {
            let parts = joined(list(content).map(type_of), ", ");
            format!("({parts}{})", if list(content).count() == 1 { "," } else { "" })
        }
        "slice" => format!("[{}]", type_of(content)),
        "array" => format!("[{}; {}]", type_of(&content["type"]), text(&content["len"])),
        "borrowed_ref" => {
            let lifetime = content["lifetime"].as_str().map(|name| format!("{name} ")).unwrap_or_default();
            format!("&{lifetime}{}{}", mutable("mut ", ""), type_of(&content["type"]))
        }
        "raw_pointer" => format!("*{} {}", mutable("mut", "const"), type_of(&content["type"])),
        "impl_trait" => format!("impl {}", bounds(content)),
        "dyn_trait" => {
            let lifetime = content["lifetime"].as_str().map(|name| format!(" + {name}")).unwrap_or_default();
            format!(
                "dyn {}{lifetime}",
                joined(list(&content["traits"]).map(|one| of_binder(one, &one["trait"])), " + ")
            )
        }
        "qualified_path" => {
            let of = type_of(&content["self_type"]);
            let name = format!("{}{}", text(&content["name"]), arguments(&content["args"]));
            match path(&content["trait"]).as_str() {
                "" => format!("{of}::{name}"),
                of_trait => format!("<{of} as {of_trait}>::{name}"),
            }
        }
        "function_pointer" => {
            format!("{}fn{}", header(&content["header"]), signature(&content["sig"], false))
        }
        other => other.to_owned(),
    }
}

/// A path with its arguments.
pub fn path(value: &Value) -> String {
    let name = text(&value["path"]).rsplit("::").next().unwrap_or("");
    format!("{name}{}", arguments(&value["args"]))
}

fn arguments(value: &Value) -> String {
    let (kind, content) = variant(value);
    if kind == "parenthesized" {
        let output = output(&content["output"]);
        return format!("({}){output}", joined(list(&content["inputs"]).map(type_of), ", "));
    }
    let argument = |argument: &Value| match variant(argument) {
        ("type", content) => type_of(content),
        ("const", content) => text(&content["expr"]).to_owned(),
        (_, content) => text(content).to_owned(),
    };
    let constraint = |constraint: &Value| {
        let name = text(&constraint["name"]);
        match variant(&constraint["binding"]) {
            ("equality", term) => format!("{name} = {}", argument(term)),
            (_, content) => format!("{name}: {}", bounds(content)),
        }
    };
    let all: Vec<String> =
        list(&content["args"]).map(argument).chain(list(&content["constraints"]).map(constraint)).collect();
    if all.is_empty() { String::new() } else { format!("<{}>", all.join(", ")) }
}

/// A path behind the lifetimes for which it holds.
fn of_binder(binder: &Value, trait_of: &Value) -> String {
    let names = joined(list(&binder["generic_params"]).map(|own| text(&own["name"]).to_owned()), ", ");
    let before = if names.is_empty() { names } else { format!("for<{names}> ") };
    format!("{before}{}", path(trait_of))
}

/// Bounds, joined by `+`.
pub fn bounds(value: &Value) -> String {
    let bound = |bound: &Value| match variant(bound) {
        ("trait_bound", content) => {
            let question = if content["modifier"] == "maybe" { "?" } else { "" };
            format!("{question}{}", of_binder(content, &content["trait"]))
        }
        ("use", content) => {
            format!("use<{}>", joined(list(content).map(|own| text(variant(own).1).to_owned()), ", "))
        }
        (_, content) => text(content).to_owned(),
    };
    joined(list(value).map(bound), " + ")
}

/// The names of generic parameters in angle brackets, without those that `impl Trait` stands for.
pub fn parameters(generics: &Value) -> String {
    let written = list(&generics["params"]).filter(|own| own["kind"]["type"]["is_synthetic"] != true);
    let parameter = |own: &Value| match variant(&own["kind"]) {
        ("const", content) => format!("const {}: {}", text(&own["name"]), type_of(&content["type"])),
        ("type", content) if !content["default"].is_null() => {
            format!("{} = {}", text(&own["name"]), type_of(&content["default"]))
        }
        _ => text(&own["name"]).to_owned(),
    };
    let names = joined(written.map(parameter), ", ");
    if names.is_empty() { names } else { format!("<{names}>") }
}

/// All conditions of generic parameters, those beside their names too.
pub fn conditions(generics: &Value) -> Vec<String> {
    let of_parameter = |own: &Value| {
        let (name, (_, content)) = (text(&own["name"]), variant(&own["kind"]));
        let outlives = joined(list(&content["outlives"]).map(|own| text(own).to_owned()), " + ");
        let all = [bounds(&content["bounds"]), outlives].concat();
        let is_condition = content["is_synthetic"] != true && !all.is_empty();
        is_condition.then(|| format!("{name}: {all}"))
    };
    let predicate = |predicate: &Value| {
        let (kind, content) = variant(predicate);
        match kind {
            "bound_predicate" => format!("{}: {}", type_of(&content["type"]), bounds(&content["bounds"])),
            "lifetime_predicate" => {
                let longer = joined(list(&content["outlives"]).map(|own| text(own).to_owned()), " + ");
                format!("{}: {longer}", text(&content["lifetime"]))
            }
            _ => format!("{} = {}", type_of(&content["lhs"]), type_of(&content["rhs"]["type"])),
        }
    };
    let of_parameters = list(&generics["params"]).filter_map(of_parameter);
    of_parameters.chain(list(&generics["where_predicates"]).map(predicate)).collect()
}

/// The words before `fn`.
pub fn header(value: &Value) -> String {
    let words = [("is_const", "const "), ("is_async", "async "), ("is_unsafe", "unsafe ")];
    let abi = match variant(&value["abi"]).0 {
        "" | "Rust" => String::new(),
        abi => format!("extern {abi:?} "),
    };
    words.iter().filter(|(key, _)| value[key] == true).map(|(_, word)| *word).collect::<String>() + &abi
}

/// The arguments and the result of a function.
pub fn signature(value: &Value, has_names: bool) -> String {
    let input = |input: &Value| {
        let of = type_of(&input[1]);
        match (text(&input[0]), of.as_str()) {
            ("self", "Self") => "self".to_owned(),
            ("self", "&Self") => "&self".to_owned(),
            ("self", "&mut Self") => "&mut self".to_owned(),
            (name, of) if has_names => format!("{name}: {of}"),
            (_, of) => of.to_owned(),
        }
    };
    format!("({}){}", joined(list(&value["inputs"]).map(input), ", "), output(&value["output"]))
}

fn output(value: &Value) -> String {
    if value.is_null() { String::new() } else { format!(" -> {}", type_of(value)) }
}
