//! What a page of results is made of.

mod page;
mod reported;

pub use page::{Page, Pictured};
pub use reported::Reported;
