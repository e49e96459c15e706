//! Paths and links in documents lead to files and folders of the repository, and their anchors to headings.

use crate::documents::{documents, programs, prose, without_targets};
use crate::files::{files_below, root};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The ends of the names of files that a document may name in backticks.
const EXTENSIONS: &[&str] = &[".rs", ".md", ".toml", ".sh"];

/// Files and folders that documents name in backticks exist.
#[test]
fn paths_in_documents_exist() {
    let bases = bases();
    let (mut lost, mut found) = (vec![], 0);
    for file in documents() {
        let text = fs::read_to_string(&file).unwrap();
        let own: Vec<PathBuf> =
            [file.parent().unwrap().to_owned()].into_iter().chain(bases.clone()).collect();
        for (number, line) in prose(&text) {
            for path in line.split('`').skip(1).step_by(2).filter(|quoted| is_path(quoted, &own)) {
                found += 1;
                // `src/main.rs` is a file of the reader's own crate.
                if !exists(path, &own) && path != "src/main.rs" {
                    lost.push(format!("{}:{number}: {path}", shown(&file)));
                }
            }
        }
    }
    assert!(lost.is_empty() && found > 100, "{found} paths, of which these are lost: {lost:#?}");
}

/// Documents that comments of programs name exist.
#[test]
fn documents_in_comments_exist() {
    let (mut lost, mut found) = (vec![], 0);
    for file in programs() {
        let text = fs::read_to_string(&file).unwrap();
        let comments = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//"));
        for (place, line) in comments {
            let words = line.split(|letter: char| letter.is_whitespace() || "`()[],;:".contains(letter));
            let path = |word: &str| word.split('#').next().unwrap().trim_end_matches('.').to_owned();
            let is_document = |path: &String| {
                path.ends_with(".md") && (path.starts_with("docs/") || path.starts_with("crates/"))
            };
            for path in words.map(path).filter(is_document).filter(|path| !path.contains("NAME")) {
                found += 1;
                if !root().join(&path).exists() {
                    lost.push(format!("{}:{}: {path}", shown(&file), place + 1));
                }
            }
        }
    }
    assert!(lost.is_empty() && found > 0, "{found} documents, of which these are lost: {lost:#?}");
}

/// The files on the path of a number, as `design.md` lists them, exist in `src` or in a crate.
#[test]
fn walks_lead_through_files() {
    let text = fs::read_to_string(root().join("design.md")).unwrap();
    let section = text.split("## Which files does one number go through?").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let folders = ["src", "crates/samplers/src", "crates/samplers/src/sampling", "crates/base/src", "."];
    let exists = |path: &str| {
        let places = folders.iter().map(|folder| root().join(folder).join(path));
        let is_there = |place: PathBuf| place.exists() || place.with_extension("rs").exists();
        places.into_iter().any(is_there)
    };
    let walks = section.split("```").skip(1).step_by(2).flat_map(str::lines);
    // What stands behind a comma is said of the walk.
    let steps = walks.filter(|line| line.contains("  ")).flat_map(|line| {
        line.split("  ").map(str::trim).filter(|step| step.contains('/') && !step.contains([',', '{', ' ']))
    });
    let steps: Vec<&str> = steps.collect();
    let lost: Vec<_> = steps.iter().filter(|step| !exists(step)).collect();
    assert!(lost.is_empty() && steps.len() > 30, "{} steps, of which these are lost: {lost:#?}", steps.len());
}

#[test]
fn paths_are_found() {
    let bases = bases();
    let paths = ["src/lib.rs", "tests/house", ".ci/run", "nowhere/lost.rs", "compiler/binders", "time/lost"];
    assert!(paths.iter().all(|text| is_path(text, &bases)));
    assert!(exists("compiler/binders.rs", &bases) && exists("approximate/lbfgs", &bases));
    assert!(!exists("nowhere/lost.rs", &bases) && !exists("time/lost", &bases));
    let others = ["src/NAME.rs", "tests/*", "a/b", "src/{a,b}", "tests/x.sh MODULE", "src", "/tmp/a.rs"];
    assert!(others.iter().all(|text| !is_path(text, &bases)));
}

/// The folders from which documents name paths, besides their own: the root, `src`, and the crates.
fn bases() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    [root().to_owned(), root().join("src")].into_iter().chain(crates).collect()
}

/// Returns true for a path without a placeholder word that names a file, or begins with a known folder.
fn is_path(quoted: &str, bases: &[PathBuf]) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "./_-".contains(letter);
    let Some((first, _)) =
        quoted.split_once('/').filter(|(first, rest)| !first.is_empty() && !rest.is_empty())
    else {
        return false;
    };
    let is_file = EXTENSIONS.iter().any(|extension| quoted.ends_with(extension));
    let begins = bases.iter().any(|base| base.join(first).is_dir());
    (is_file || begins) && quoted.chars().all(is_plain) && !quoted.contains("NAME")
}

/// True if a path leads from one of some folders to a folder, or to a file, whose `.rs` may be left out.
fn exists(path: &str, bases: &[PathBuf]) -> bool {
    let places = bases.iter().map(|base| base.join(path));
    places.into_iter().any(|place| place.exists() || place.with_extension("rs").exists())
}

#[test]
fn links_of_documents_lead_to_files() {
    let (mut lost, mut anchors) = (vec![], 0);
    let reports = files_below(&root().join("benches/report"), &["md"]);
    for file in [documents(), reports].concat() {
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in prose(&text) {
            for target in targets(line).filter(|target| !target.contains("://")) {
                let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
                let place = match path {
                    "" => file.clone(),
                    path => file.parent().unwrap().join(path),
                };
                anchors += usize::from(!anchor.is_empty());
                if !place.exists() || !anchor.is_empty() && !has_heading(&place, anchor) {
                    lost.push(format!("{}:{number}: {target}", shown(&file)));
                }
            }
        }
    }
    assert!(lost.is_empty() && anchors > 5, "{anchors} anchors; links that lead nowhere: {lost:#?}");
}

#[test]
fn headings_have_anchors() {
    assert_eq!(
        anchor("Why is a `dyn Density` one kernel, and not two?"),
        "why-is-a-dyn-density-one-kernel-and-not-two"
    );
    assert_eq!(anchor("[x](y) and `a_b` – why?"), "x-and-a_b--why");
}

/// True if a document has a heading with an anchor.
fn has_heading(document: &Path, wanted: &str) -> bool {
    let text = fs::read_to_string(document).unwrap_or_default();
    prose(&text).any(|(_, line)| {
        let heading = line.trim_start_matches('#');
        heading.len() < line.len() && heading.starts_with(' ') && anchor(heading.trim()) == wanted
    })
}

/// The anchor that GitHub makes of a heading: small letters, and hyphens for spaces.
fn anchor(heading: &str) -> String {
    let kept = without_targets(heading).to_lowercase();
    let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Links of chapters with a key have a target among the files in the chapter, and a target in the
/// documentation of the crate in `links.md`.
#[test]
fn links_of_chapters_are_known_twice() {
    let keys = |text: &str| -> HashSet<String> {
        let defined = |line: &str| Some(line.strip_prefix('[')?.split_once("]: ")?.0.to_owned());
        text.lines().filter_map(defined).collect()
    };
    let everywhere = keys(&fs::read_to_string(root().join("src/guide/links.md")).unwrap());
    let chapters = files_below(&root().join("docs/guide"), &["md"]);
    let own = chapters.iter().flat_map(|file| keys(&fs::read_to_string(file).unwrap()));
    let own: HashSet<String> = own.collect();
    assert_eq!(own.symmetric_difference(&everywhere).collect::<Vec<_>>(), [] as [&String; 0]);
}

/// The targets of the links of a line, and of a definition of one.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let inline = line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    let defined = line.strip_prefix('[').and_then(|rest| Some(rest.split_once("]: ")?.1));
    inline.chain(defined)
}

fn shown(file: &Path) -> std::path::Display<'_> {
    file.strip_prefix(root()).unwrap().display()
}
