//! The lines of one item and of what belongs to it: fields, variants, methods, traits.

use super::documented::{Documented, Lines};
use super::types::{bounds, conditions, header, list, parameters, path, signature, text, type_of, variant};
use serde_json::Value;
use std::collections::BTreeSet;

/// Traits that the compiler implements besides those that a program derives.
const OF_THE_COMPILER: &[&str] = &["StructuralPartialEq", "TrivialClone"];

/// True for items that are public and that the documentation shows.
pub fn is_public(item: &Value) -> bool {
    (item["visibility"] == "public" || item["visibility"] == "default") && !is_hidden(item)
}

/// True for items that the documentation does not show.
pub fn is_hidden(item: &Value) -> bool {
    has(item, "doc(hidden)")
}

fn has(item: &Value, attribute: &str) -> bool {
    list(&item["attrs"]).any(|own| own.to_string().contains(attribute))
}

/// The conditions behind a signature.
fn with_conditions(mut line: String, conditions: &[String]) -> String {
    if !conditions.is_empty() {
        line += " where ";
        line += &conditions.join(", ");
    }
    line
}

/// The lines that are written for the items of a crate.
pub struct Listing<'a> {
    /// The crate.
    pub of: &'a Documented,
    /// True for the names of traits that are not listed.
    pub is_hidden: &'a dyn Fn(&str) -> bool,
    /// The lines so far.
    pub lines: &'a mut Lines,
}

impl Listing<'_> {
    fn write(&mut self, at: &str, item: &Value, line: String) {
        let marks = [("must_use", "#[must_use] "), ("non_exhaustive", "#[non_exhaustive] ")];
        let marks: String = marks.iter().filter(|(name, _)| has(item, name)).map(|(_, mark)| *mark).collect();
        self.lines.insert((at.to_owned(), marks + &line));
    }

    /// Writes the lines of an item at its path.
    pub fn add(&mut self, at: &str, item: &Value) {
        let (kind, content) = variant(&item["inner"]);
        let generics = &content["generics"];
        let head = format!("{at}{}", parameters(generics));
        let line = match kind {
            "struct" | "union" => {
                let (fields, behind) = self.fields(&content["kind"]);
                fields.into_iter().for_each(|(name, of)| {
                    self.lines.insert((at.to_owned(), format!("field {at}.{name}: {of}")));
                });
                self.implementations(at, content);
                format!("{kind} {head}{behind}")
            }
            "enum" => {
                for own in self.of.items(&content["variants"]).filter(|own| is_public(own)) {
                    let (fields, behind) = self.fields(&own["inner"]["variant"]["kind"]);
                    let fields: Vec<String> =
                        fields.iter().map(|(name, of)| format!("{name}: {of}")).collect();
                    let fields = if fields.is_empty() {
                        behind
                    } else {
                        format!(" {{ {} }}{behind}", fields.join(", "))
                    };
                    self.write(at, own, format!("variant {at}::{}{fields}", text(&own["name"])));
                }
                self.implementations(at, content);
                format!("enum {head}")
            }
            "trait" => {
                for own in self.of.items(&content["items"]).filter(|own| is_public(own)) {
                    self.associated(at, own, &[]);
                }
                let above = bounds(&content["bounds"]);
                format!("trait {head}{}{above}", if above.is_empty() { "" } else { ": " })
            }
            "function" => return self.function(at, item, &[]),
            "type_alias" => format!("type {head} = {}", type_of(&content["type"])),
            "constant" => format!("const {at}: {}", type_of(&content["type"])),
            "static" => format!("static {at}: {}", type_of(&content["type"])),
            "macro" => format!("macro {at}!"),
            "proc_macro" => format!("macro {at} ({})", text(&content["kind"])),
            _ => format!("{} {head}", if kind == "module" { "mod" } else { kind }),
        };
        self.write(at, item, with_conditions(line, &conditions(generics)));
    }

    /// The public fields of a struct or a variant by name, and what stands behind its name otherwise.
    fn fields(&self, kind: &Value) -> (Vec<(String, String)>, String) {
        let (kind, content) = variant(kind);
        let of = |field: &Value| type_of(&field["inner"]["struct_field"]);
        match kind {
            "tuple" => {
                let field =
                    |id: &Value| self.of.item(id).filter(|own| is_public(own)).map_or("_".to_owned(), of);
                (vec![], format!("({})", list(content).map(field).collect::<Vec<_>>().join(", ")))
            }
            "plain" | "struct" if content.is_object() => {
                let fields: Vec<&Value> = self.of.items(&content["fields"]).collect();
                let public = fields.iter().filter(|own| is_public(own));
                let public: Vec<_> = public.map(|own| (text(&own["name"]).to_owned(), of(own))).collect();
                let is_whole = content["has_stripped_fields"] != true && public.len() == fields.len();
                (public, if is_whole { "" } else { " { .. }" }.to_owned())
            }
            _ => (vec![], String::new()),
        }
    }

    /// The methods of a type, and one line of its traits.
    fn implementations(&mut self, at: &str, content: &Value) {
        let mut traits = BTreeSet::new();
        for own in self.of.items(&content["impls"]) {
            let own = &own["inner"]["impl"];
            if own["trait"].is_null() {
                let conditions = conditions(&own["generics"]);
                // Methods of some types of a family alone, such as those of equations.
                let arguments =
                    type_of(&own["for"]).split_once('<').map_or(String::new(), |(_, own)| format!("<{own}"));
                let names = parameters(&content["generics"]);
                let at = if arguments == names { at.to_owned() } else { format!("{at}{arguments}") };
                for item in self.of.items(&own["items"]).filter(|item| is_public(item)) {
                    self.associated(&at, item, &conditions);
                }
                continue;
            }
            let name = path(&own["trait"]);
            let plain = name.split('<').next().unwrap_or("");
            let is_of_compiler = own["is_synthetic"] == true && !["Send", "Sync"].contains(&plain);
            let is_own =
                own["blanket_impl"].is_null() && !is_of_compiler && !OF_THE_COMPILER.contains(&plain);
            if is_own && !(self.is_hidden)(plain) {
                let no = if own["is_negative"] == true { "!" } else { "" };
                let borrowed = if own["for"].get("borrowed_ref").is_some() { " for &" } else { "" };
                traits.insert(format!("{no}{name}{borrowed}"));
            }
        }
        let traits: Vec<String> = traits.into_iter().collect();
        self.lines.insert((at.to_owned(), format!("impl {at}: {}", traits.join(", "))));
    }

    /// An item of a trait or of a type.
    fn associated(&mut self, at: &str, item: &Value, conditions: &[String]) {
        let (kind, content) = variant(&item["inner"]);
        let at = format!("{at}::{}", text(&item["name"]));
        match kind {
            "function" => self.function(&at, item, conditions),
            "assoc_type" => {
                let (above, default) = (bounds(&content["bounds"]), &content["type"]);
                let above = if above.is_empty() { above } else { format!(": {above}") };
                let default =
                    if default.is_null() { String::new() } else { format!(" = {}", type_of(default)) };
                let line = format!("type {at}{}{above}{default}", parameters(&content["generics"]));
                self.write(&at, item, line);
            }
            _ => {
                let default = if content["value"].is_null() { "" } else { " = _" };
                self.write(&at, item, format!("const {at}: {}{default}", type_of(&content["type"])));
            }
        }
    }

    fn function(&mut self, at: &str, item: &Value, above: &[String]) {
        let own = &item["inner"]["function"];
        let (generics, signature) = (&own["generics"], signature(&own["sig"], true));
        let line = format!("{}fn {at}{}{signature}", header(&own["header"]), parameters(generics));
        // A method that each type must write.
        let end = if own["has_body"] == true { "" } else { ";" };
        let all = [above, &conditions(generics)].concat();
        self.write(at, item, with_conditions(line, &all) + end);
    }
}
