//! Names of variables and of their parts ([`VarName`]), and values by name ([`Trace`]).
//!
//! ```
//! use monomorph::prelude::*;
//!
//! params! { mu: real(), theta: vector(3) }
//! let model = model! { mu |= normal(0.0, 1.0), theta |= normal(mu, 1.0) };
//! let posterior = model.compile()?;
//!
//! let trace = posterior.constrain(&[0.5, 1.0, 2.0, 3.0])?;
//! assert_eq!(trace.get("theta[1:3]")?, [2.0, 3.0]);
//! assert_eq!(trace.get(VarName::new(theta)?.index([2, 0]))?, [3.0, 1.0]);
//! assert_eq!(trace.value_of(mu)?, 0.5);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! | name of | stands for | order |
//! |-|-|-|
//! | `school` | the group of `school.scale`, `school.raw`, … | covers all names of the group |
//! | `theta` | the whole variable | covers all its parts |
//! | `theta[1:3]` | elements 1 and 2, as a vector | covers `theta[1]`, `theta[2:3]`, … |
//! | `theta[1]` | a number | covers itself |
//!
//! With the feature `serde`, a name is serialised as its text, a value as a number, a list or a list of
//! rows, and a trace as a map in the order of its entries.

mod assemble;
mod check;
mod entries;
mod index;
mod interned;
mod into_var_name;
mod map;
mod named;
mod parse;
mod part;
mod path;
#[cfg(feature = "serde")]
mod serialize;
mod subsumption;
mod value;
mod var_name;
mod variable_info;

pub use index::{Index, IntoIndices};
#[doc(hidden)]
pub use interned::interned;
pub use into_var_name::IntoVarName;
#[doc(hidden)]
pub use into_var_name::text_of;
pub use map::Trace;
pub use named::{Named, Shaped};
pub use path::{Path, PathStep};
pub use value::Value;
pub use var_name::VarName;
#[doc(hidden)]
pub use variable_info::VariableInfo;
