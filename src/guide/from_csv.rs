//! From a CSV file to a model, with the crate [`csv`](https://docs.rs/csv).
//!
//! The file has a row for each pupil: the school, the hours of practice a week, whether the pupil has a
//! tutor, whether the first exam was passed, and the points of the second exam. Some did not say how long
//! they practise, and one was ill on the day of the second exam: their cells are empty.
//!
//! ```
//! use monomorph::prelude::*;
//!
//! let file = "\
//! school,hours,tutor,passed,points
//! Alder,2.5,0,1,61
//! Birch,4.0,1,1,72.5
//! Alder,1.0,0,0,
//! Cedar,,1,1,70
//! Birch,3.5,0,0,68
//! Cedar,5.0,1,1,80.5
//! ";
//! // or csv::Reader::from_path("pupils.csv")?
//! let mut reader = csv::Reader::from_reader(file.as_bytes());
//! let (mut school, mut hours, mut tutor) = (Vec::new(), Vec::new(), Vec::new());
//! let (mut passed, mut points) = (Vec::new(), Vec::new());
//! for row in reader.deserialize() {
//!     let row: (String, Option<f64>, u8, u8, Option<f64>) = row?;
//!     school.push(row.0);
//!     hours.push(row.1.unwrap_or(f64::NAN));                      // an empty cell is `None`
//!     tutor.push(row.2);
//!     passed.push(row.3);
//!     points.push(row.4);
//! }
//!
//! // Text becomes codes from 0 with their levels.
//! let school = Labels::from(&school).named("school");
//! assert_eq!(school.codes(), [0, 1, 0, 2, 1, 2]);
//!
//! // What is missing is NaN in the data, or has a mask beside them; what stands below it is not read.
//! let is_missing: Vec<bool> = points.iter().map(Option::is_none).collect();
//! let points: Vec<f64> = points.iter().map(|own| own.unwrap_or(0.0)).collect();
//!
//! params! {
//!     usual: real(), spread: positive(), sigma: positive(), alpha: vector(&school),
//!     practice: real(), help: real(), level: real(),
//!     time: data(&hours).missing_nan().positive(),
//!     exam: data(&points).missing(&is_missing),
//! }
//! let model = model! {
//!     usual    |= normal(1.0, 0.5),
//!     spread   |= half_normal(0.5),
//!     time     |= lognormal(usual, spread),       // predictors that are missing need a law too
//!     alpha    |= normal(60.0, 10.0),
//!     practice |= normal(0.0, 5.0),
//!     help     |= normal(0.0, 5.0),
//!     sigma    |= half_normal(10.0),
//!     exam     |= normal(alpha.at(&school) + practice * time + help * data(&tutor), sigma),
//!     level    |= normal(0.0, 1.0),
//!     data(&passed) |= bernoulli_logit(level),    // a column of 0 and 1, whole numbers or `bool`
//! };
//! let posterior = model.compile()?;
//! let names = posterior.parameter_names();
//! assert!(["alpha[Cedar]", "time[3]", "exam[2]"].iter().all(|name| names.contains(&name.to_string())));
//! let fit = posterior.nuts().chains(2).draws(100).seed(1).progress(false).run()?;
//! assert!(fit.draws().column("exam[2]")?.sd() > 0.0);             // the points of the pupil who was ill
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file with many columns reads better into a struct with `#[derive(serde::Deserialize)]`, whose fields are
//! found by the names in the header.
//!
//! # What goes wrong
//!
//! A cell that is not a number is an error of the reader, which names the line. Other programs write `NA` for
//! what is missing; it is read as text first:
//!
//! ```
//! let file = "points\n61\nNA\n7o\n";
//! let mut reader = csv::Reader::from_reader(file.as_bytes());
//! let error = reader.deserialize::<(f64,)>().nth(1).unwrap().unwrap_err();
//! assert!(error.to_string().contains("line: 3"), "{error}");
//!
//! let number = |cell: &str| match cell {
//!     "" | "NA" => Ok(f64::NAN),
//!     number => number.parse::<f64>(),
//! };
//! assert!(number("NA")?.is_nan());
//! assert!(number("7o").is_err());                 // a slip of the pen is not missing
//! # Ok::<(), std::num::ParseFloatError>(())
//! ```
//!
//! NaN that no `missing_nan` declares is an error of `compile()`, which names the statement and the element.
//! So is a number that the law cannot give, such as 2 among zeros and ones. A level that the data of the fit
//! did not have is an error where new rows are encoded:
//!
//! ```
//! use monomorph::prelude::*;
//!
//! params! { mu: real() }
//! let points = [61.0, f64::NAN];
//! let error = model! { mu |= normal(60.0, 10.0), data(&points) |= normal(mu, 5.0) }.compile().unwrap_err();
//! assert!(error.to_string().contains("element 1 is NaN, but must be finite"), "{error}");
//!
//! let passed = [1, 0, 2];
//! let model = model! { mu |= normal(0.0, 1.0), data(&passed) |= bernoulli_logit(mu) };
//! let error = model.compile().unwrap_err();
//! assert!(matches!(error, Error::OutsideSupport { index: Some(2), .. }), "{error}");
//!
//! let school = Labels::from(&["Alder", "Birch", "Cedar"]).named("school");
//! assert_eq!(school.encode(&["Cedar", "Alder"])?.codes(), [2, 0]);
//! assert_eq!(
//!     school.encode(&["Cedar", "Ceder"]).unwrap_err().to_string(),
//!     "row 1 has the level `Ceder` of `school`, which is not known: is `Cedar` meant?"
//! );
//! # Ok::<(), monomorph::labels::UnknownLevel>(())
//! ```
//!
//! Schools that are truly new are no error with [`Labels::extended`](crate::labels::Labels::extended): they
//! follow the law of their population.
