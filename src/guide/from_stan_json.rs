//! From a file of data of Stan's to a model, with the crate [`serde_json`](https://docs.rs/serde_json).
//!
//! The file is one JSON object: numbers, arrays, matrices as arrays of rows, and indices that count from 1.
//! Lengths such as `N` and `J` stand in it because a program in Stan declares them; here vectors know theirs,
//! and they serve to check what was read.
//!
//! ```
//! use monomorph::{faer::Mat, prelude::*};
//! use serde_json::{Value, from_str, from_value};
//!
//! // or serde_json::from_reader(std::io::BufReader::new(std::fs::File::open("homes.json")?))?
//! let file: Value = from_str(r#"{
//!     "N": 5, "J": 3, "K": 2, "scale": 2.5,
//!     "x": [[1.0, 0.2], [0.0, 1.1], [1.0, -0.7], [0.0, 2.0], [0.0, 0.4]],
//!     "county": [1, 1, 2, 3, 3],
//!     "y": [0.9, 3.3, -0.8, 5.1, 1.7]
//! }"#)?;
//! let of = |name: &str| file[name].clone();       // nothing, of which no number is read, if it is not there
//!
//! let scale: f64 = from_value(of("scale"))?;
//! let y: Vec<f64> = from_value(of("y"))?;
//!
//! let rows: Vec<Vec<f64>> = from_value(of("x"))?;
//! let columns: usize = from_value(of("K"))?;
//! assert!(rows.iter().all(|row| row.len() == columns), "x has rows of different lengths");
//! let x = Mat::from_fn(rows.len(), columns, |row, column| rows[row][column]);
//!
//! // Indices from 1 are labels: the counties 1 to J, also those without a home.
//! let counties: usize = from_value(of("J"))?;
//! let county: Vec<usize> = from_value(of("county"))?;
//! let county = Labels::with_levels(&Vec::from_iter(1..=counties), &county)?.named("county");
//! assert_eq!(county.codes(), [0, 0, 1, 2, 2]);
//!
//! params! { alpha: vector(&county), beta: vector(columns), sigma: positive() }
//! let model = model! {
//!     alpha |= normal(0.0, scale),
//!     beta  |= normal(0.0, 1.0),
//!     sigma |= half_normal(1.0),
//!     data(&y) |= normal(alpha.at(&county) + data(&x).dot(beta), sigma),
//! };
//! let posterior = model.compile()?;
//! // The labels are the numbers of the file; vectors without labels count from 0.
//! assert_eq!(
//!     posterior.parameter_names(),
//!     ["alpha[1]", "alpha[2]", "alpha[3]", "beta[0]", "beta[1]", "sigma"]
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where names are not wanted, codes from 0 do. `checked_sub` finds a 0 that the file should not have:
//!
//! ```
//! fn from_zero(indices: &[usize]) -> Result<Vec<usize>, String> {
//!     let code = |(place, index): (usize, &usize)| {
//!         index.checked_sub(1).ok_or_else(|| format!("index {place} is 0, but counts from 1"))
//!     };
//!     indices.iter().enumerate().map(code).collect()
//! }
//! assert_eq!(from_zero(&[1, 1, 2, 3])?, [0, 0, 1, 2]);
//! assert_eq!(from_zero(&[1, 0]).unwrap_err(), "index 1 is 0, but counts from 1");
//! # Ok::<(), String>(())
//! ```
//!
//! # What goes wrong
//!
//! Indices that still count from 1 are an error of `compile()` if one of them is the last, J. **If none is,
//! nothing shows that all of them are off by one**, which is why labels are safer. A label that is not among
//! the levels is an error that names the row:
//!
//! ```
//! use monomorph::prelude::*;
//!
//! let (y, county) = ([0.9, 3.3, -0.8], [1, 2, 3]);
//! params! { alpha: vector(3) }
//! let model = model! { alpha |= normal(0.0, 1.0), data(&y) |= normal(alpha.at(&county), 1.0) };
//! let error = model.compile().unwrap_err().to_string();
//! assert!(error.contains("the index at place 2 is 3, but there are 3 elements"), "{error}");
//!
//! let error = Labels::with_levels(&[1, 2, 3], &[1, 4, 2]).unwrap_err();
//! assert_eq!(error.to_string(), "row 1 has the level `4`, which is not known");
//! ```
//!
//! The same holds of categories: those of `categorical` count from 0 here. A name that the file does not
//! have, and a number where a vector is wanted, are errors of `serde_json`. JSON has no NaN: what is missing
//! is `null`, which `Option` reads, and goes on as in [`from_csv`](super::from_csv):
//!
//! ```
//! use serde_json::{Value, from_value, json};
//!
//! let file: Value = json!({ "y": [0.9, null, 1.7] });
//! assert!(from_value::<Vec<f64>>(file["z"].clone()).is_err());
//! let y: Vec<Option<f64>> = from_value(file["y"].clone())?;
//! let y: Vec<f64> = y.into_iter().map(|own| own.unwrap_or(f64::NAN)).collect();   // data(&y).missing_nan()
//! assert!(y[1].is_nan());
//! # Ok::<(), serde_json::Error>(())
//! ```
