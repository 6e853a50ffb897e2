//! Output formats that several rooms share: HTML pages, aligned tables, CSV.

mod csv;
mod page;
mod table;

pub use csv::{field, inert_field, rows};
pub use page::{Page, document};
pub use table::{Side, aligned};
