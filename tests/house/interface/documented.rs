//! A crate as rustdoc describes it, and the paths under which its items are public.

use super::listing::{Listing, is_hidden, is_public};
use super::types::{list, text};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A crate as rustdoc describes it, with hidden items.
pub struct Documented(pub Value);

/// A line, behind the path by which lines are sorted.
pub type Lines = BTreeSet<(String, String)>;

/// The paths of items by their numbers, each path as a list of names.
type Paths = BTreeMap<String, Vec<Vec<String>>>;

impl Documented {
    /// An item of this crate.
    pub fn item(&self, id: &Value) -> Option<&Value> {
        self.0["index"].get(id.to_string()).filter(|item| item.is_object())
    }

    /// The items of this crate among some.
    pub fn items<'a>(&'a self, ids: &'a Value) -> impl Iterator<Item = &'a Value> {
        list(ids).filter_map(|id| self.item(id))
    }

    /// The paths of each visible item, and the items of other crates that are shown under paths of this one.
    fn visible(&self) -> (Paths, Lines) {
        let mut found = (BTreeMap::new(), Lines::new());
        let root = &self.0["root"];
        self.enter(root, &[], &mut vec![root.to_string()], &mut found);
        found
    }

    /// Adds the visible items of a module, with those of modules in it.
    fn enter(&self, module: &Value, at: &[String], above: &mut Vec<String>, found: &mut (Paths, Lines)) {
        let Some(module) = self.item(module) else { return };
        for id in list(&module["inner"]["module"]["items"]) {
            let Some(item) = self.item(id).filter(|item| is_public(item)) else { continue };
            let used = &item["inner"]["use"];
            let is_glob = used["is_glob"] == true;
            let id = if used.is_null() { id } else { &used["id"] };
            let name = if used.is_null() { &item["name"] } else { &used["name"] };
            let here = if is_glob { at.to_vec() } else { [at, &[text(name).to_owned()]].concat() };
            match self.item(id) {
                Some(item) if is_hidden(item) => continue,
                Some(_) => {}
                None => {
                    let of = self.0["paths"][id.to_string()]["path"][0].as_str();
                    let of = of.or(text(&used["source"]).split("::").next()).unwrap_or("");
                    let line =
                        format!("use {}{} from {of}", here.join("::"), if is_glob { "::*" } else { "" });
                    found.1.insert((here.join("::"), line));
                    continue;
                }
            }
            if !is_glob {
                found.0.entry(id.to_string()).or_default().push(here.clone());
            }
            if !above.contains(&id.to_string()) {
                above.push(id.to_string());
                self.enter(id, &here, above, found);
                above.pop();
            }
        }
    }

    /// The names of the visible traits.
    pub fn traits(&self) -> impl Iterator<Item = String> {
        let visible = self.visible().0.into_keys();
        visible.filter_map(|id| {
            let item = &self.0["index"][&id];
            item["inner"].get("trait").map(|_| text(&item["name"]).to_owned())
        })
    }

    /// The names of all traits, those of private and hidden modules too.
    pub fn all_traits(&self) -> impl Iterator<Item = String> {
        let all = self.0["index"].as_object().into_iter().flat_map(|index| index.values());
        all.filter(|item| item["inner"].get("trait").is_some()).map(|item| text(&item["name"]).to_owned())
    }

    /// The lines of all visible items; implementations of hidden traits are left out.
    pub fn lines(&self, is_hidden: &dyn Fn(&str) -> bool) -> Lines {
        let (visible, mut lines) = self.visible();
        let main = |paths: &[Vec<String>]| {
            let rank = |path: &&Vec<String>| (path[0] == "prelude", path.len(), path.to_vec());
            paths.iter().min_by_key(rank).unwrap().clone()
        };
        let modules: BTreeSet<Vec<String>> = visible.values().map(|paths| main(paths)).collect();
        for (id, paths) in &visible {
            let own = main(paths);
            let others = paths.iter().filter(|path| **path != own);
            // What is in a module of two names is listed under its first.
            for other in others.filter(|path| path.len() == 1 || modules.contains(&path[..path.len() - 1])) {
                let line = format!("use {} = {}", other.join("::"), own.join("::"));
                lines.insert((other.join("::"), line));
            }
            let mut listing = Listing { of: self, is_hidden, lines: &mut lines };
            listing.add(&own.join("::"), &self.0["index"][id]);
        }
        lines
    }
}
