//! Proves that laws of vectors, of categories, of series and of matrices hold at extreme but legal points:
//! scales to 1e±140, which are squared, probabilities to 1e-300, concentrations and degrees of freedom from
//! 1e-8 to 1e8, counts to 1e15, close cutpoints. Log densities and slopes by every number, on every
//! instruction set, against `tests/reference/extremes_vectors.json`.

#[path = "../../../common/mod.rs"]
mod common;

mod categories;
mod matrices;
mod normals;
mod records;
mod series;
