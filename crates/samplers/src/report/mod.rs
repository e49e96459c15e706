//! Pages of results.

mod page;
mod reported;

pub use page::{Page, Pictured};
pub use reported::Reported;
