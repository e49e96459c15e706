//! The Stan programs.
//!
//! The fastest way of writing a model differs between engines and releases, so most models have variants,
//! all with the same density: `NAME.stan`, as an expert writes it, and `NAME.VARIANT.stan`. In stanli 0.24
//! the fused functions (`*_glm`) are fastest with exact arithmetic. With fast arithmetic the plain programs
//! are often as fast or faster, because stanli rewrites them, and sums of the data by group that the
//! program computes itself (`*.sums`) are faster still. So a fair comparison runs all variants with both
//! kinds of arithmetic. stanli does not support `log_mix` of arrays of vectors, so no variant uses it.

use std::fs;
use std::path::Path;

/// A program, with its name.
pub struct Program {
    pub name: String,
    pub source: String,
}

/// `NAME.stan` and all of its variants, in the folder of this benchmark.
pub fn variants(name: &str) -> Result<Vec<Program>, String> {
    let stan = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/stan");
    let path = stan.join(name);
    let (Some(folder), Some(stem)) = (path.parent(), path.file_name()) else {
        return Err(format!("{name} is no name of a program"));
    };
    let stem = stem.to_string_lossy();
    let describe = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut programs = Vec::new();
    for entry in fs::read_dir(folder).map_err(describe)? {
        let path = entry.map_err(describe)?.path();
        let Some(variant) = path.file_stem() else { continue };
        let variant = variant.to_string_lossy();
        let is_variant =
            variant.strip_prefix(&*stem).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        if is_variant {
            let source = fs::read_to_string(&path).map_err(describe)?;
            programs.push(Program { name: variant.into_owned(), source });
        }
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    if programs.is_empty() { Err(format!("there is no {}.stan", path.display())) } else { Ok(programs) }
}
