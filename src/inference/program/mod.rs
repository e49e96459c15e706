mod submodel;

#[doc(inline)]
pub use monomorph_programs::program::*;
pub use submodel::{Submodel, submodel};
