//! Files in which each place with mutants selects the mutant at run time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::built::Place;
use crate::listed::{Kind, Mutant};
use crate::sites::{Site, Sites, byte_of, line_starts};

/// The module that each crate with mutants is given. `MUTANT` is the number of the one that runs; the numbers
/// of places that a run comes to are written to the file `MUTANT_PLACES`, if that is set.
const SWITCH: &str = r#"
#[doc(hidden)]
#[allow(missing_docs, dead_code)]
pub mod mutant_switch {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    static RUNS: AtomicUsize = AtomicUsize::new(usize::MAX);
    static IS_WRITTEN: AtomicBool = AtomicBool::new(false);
    static SEEN: [AtomicBool; 8192] = [const { AtomicBool::new(false) }; 8192];

    #[inline(never)]
    pub fn runs(place: usize) -> usize {
        let mut runs = RUNS.load(Relaxed);
        if runs == usize::MAX {
            runs = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(usize::MAX - 1);
            IS_WRITTEN.store(std::env::var_os("MUTANT_PLACES").is_some(), Relaxed);
            RUNS.store(runs, Relaxed);
        }
        if IS_WRITTEN.load(Relaxed) && !SEEN[place].swap(true, Relaxed) {
            let file = std::env::var_os("MUTANT_PLACES").unwrap();
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).unwrap();
            // In one piece, since processes that a test starts write to the same file.
            let mut line = [0; 8];
            let mut rest = &mut line[..];
            writeln!(rest, "{place}").unwrap();
            let length = 8 - rest.len();
            file.write_all(&line[..length]).unwrap();
        }
        runs
    }
}
"#;

/// A site, whose number is its place in the list.
pub struct Asking {
    pub mutants: Vec<usize>,
}

pub struct Switched {
    pub texts: BTreeMap<String, String>,
    pub sites: Vec<Asking>,
    pub in_constants: Vec<usize>,
    pub without_place: Vec<usize>,
}

/// The order of sites in a file: by their start, an outer one before its parts.
type Order = (usize, Reverse<usize>, bool);

/// A file while it is written.
struct File<'a> {
    text: &'a str,
    lines: Vec<usize>,
    mutants: &'a [Mutant],
}

impl File<'_> {
    /// The text of a site with one of its mutants.
    fn mutated(&self, site: &Site, mutant: &Mutant) -> String {
        let from = byte_of(self.text, &self.lines, mutant.start);
        let to = byte_of(self.text, &self.lines, mutant.end);
        let before = &self.text[site.bytes.start..from];
        // The comma of a field or an arm goes with it.
        let mut after = &self.text[to..site.bytes.end];
        if matches!(mutant.kind, Kind::Arm | Kind::Field) {
            after = after.trim_start().strip_prefix(',').unwrap_or(after);
        }
        format!("{before}{}{after}", mutant.replacement)
    }

    /// The text of some bytes, in which `sites` ask. These are sorted, an outer one before its parts.
    fn written(&self, bytes: std::ops::Range<usize>, sites: &[(Site, Vec<usize>, usize)]) -> String {
        let mut text = String::new();
        let (mut at, mut next) = (bytes.start, 0);
        while next < sites.len() {
            let (site, mutants, number) = &sites[next];
            let parts =
                sites[next + 1..].iter().take_while(|(part, ..)| part.bytes.end <= site.bytes.end).count();
            let parts = &sites[next + 1..next + 1 + parts];
            next += 1 + parts.len();
            text += &self.text[at..site.bytes.start];
            at = site.bytes.end;
            let arms = |arm: &dyn Fn(&Mutant) -> String| -> String {
                let arm = |&mutant: &usize| {
                    format!(
                        "\n{mutant}usize => /*<m{mutant}>*/ {} /*</m{mutant}>*/,\n",
                        arm(&self.mutants[mutant])
                    )
                };
                mutants.iter().map(arm).collect()
            };
            text += &if site.is_body {
                let arms = arms(&|mutant| format!("return {}", mutant.replacement));
                let rest = self.written(site.bytes.start + 1..site.bytes.end, parts);
                format!("{{ match crate::mutant_switch::runs({number}) {{ {arms} _ => {{}} }} {rest}")
            } else {
                let arms = arms(&|mutant| self.mutated(site, mutant));
                let rest = self.written(site.bytes.clone(), parts);
                let asks = format!("match crate::mutant_switch::runs({number}) {{ {arms} _ => {rest} }}");
                // A `match` may be a statement without a semicolon, which an expression in brackets is not.
                if self.text[site.bytes.clone()].starts_with("match ") { asks } else { format!("({asks})") }
            };
        }
        text + &self.text[at..bytes.end]
    }
}

/// The root of the crate of a file.
fn root_of(file: &str) -> String {
    match file.rfind("/src/") {
        Some(end) => format!("{}/src/lib.rs", &file[..end]),
        None => "src/lib.rs".to_string(),
    }
}

/// The files of a repository with the mutants of `kept`.
pub fn switch(original: &BTreeMap<String, Vec<u8>>, mutants: &[Mutant], kept: &BTreeSet<usize>) -> Switched {
    let mut switched = Switched {
        texts: BTreeMap::new(),
        sites: Vec::new(),
        in_constants: Vec::new(),
        without_place: Vec::new(),
    };
    let text_of = |path: &str| String::from_utf8(original[path].clone()).expect("a text");
    let mut by_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for &mutant in kept {
        by_file.entry(&mutants[mutant].file).or_default().push(mutant);
    }
    for (path, of_file) in by_file {
        let text = text_of(path);
        let sites = Sites::of(&text);
        let mut asking: BTreeMap<Order, (Site, Vec<usize>)> = BTreeMap::new();
        for mutant in of_file {
            match sites.of_mutant(&mutants[mutant]) {
                None => switched.without_place.push(mutant),
                Some(site) if site.is_constant => switched.in_constants.push(mutant),
                Some(site) => {
                    let key = (site.bytes.start, Reverse(site.bytes.end), !site.is_body);
                    asking.entry(key).or_insert_with(|| (site.clone(), Vec::new())).1.push(mutant);
                }
            }
        }
        let mut numbered = Vec::new();
        for (site, of_site) in asking.into_values() {
            numbered.push((site, of_site.clone(), switched.sites.len()));
            switched.sites.push(Asking { mutants: of_site });
        }
        let file = File { text: &text, lines: line_starts(&text), mutants };
        let written = file.written(0..text.len(), &numbered);
        switched.texts.insert(path.to_string(), written);
    }
    let roots: BTreeSet<String> = switched.texts.keys().map(|file| root_of(file)).collect();
    for root in roots {
        switched.texts.entry(root.clone()).or_insert_with(|| text_of(&root)).push_str(SWITCH);
    }
    switched
}

impl Switched {
    /// The mutants that stand where the compiler found errors.
    pub fn at(&self, errors: &[Place]) -> BTreeSet<usize> {
        errors.iter().filter_map(|place| self.innermost(place)).collect()
    }

    fn innermost(&self, place: &Place) -> Option<usize> {
        let text = self.texts.get(&place.file)?;
        let mut open: Vec<usize> = Vec::new();
        let before = &text[..place.byte.min(text.len())];
        // What stands between the marks of a mutant is that mutant's.
        for (at, _) in before.match_indices("/*<") {
            let mark = &text[at + 3..];
            let number =
                |text: &str| text[..text.find('>').expect("the end of a mark")].parse().expect("a number");
            match mark.strip_prefix("/m") {
                Some(closed) => assert_eq!(open.pop(), Some(number(closed))),
                None => open.push(number(&mark[1..])),
            }
        }
        open.pop()
    }
}
