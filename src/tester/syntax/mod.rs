//! Parsing scenario files: YAML, with a place for each value.
//!
//! ```text
//! text ─ tree ──────────────▶ where each value stands
//!      └ serde_yaml ─ decode ▶ `raw`, as it is written ─ load, steps ▶ as it is run
//! ```

mod decode;
mod grid;
mod load;
pub mod matcher;
pub mod parser;
pub(super) mod patterns;
mod raw;
pub mod rewrite;
mod schema;
mod tree;
pub mod value;
mod variables;
pub mod written;

pub(super) use decode::Decoder;
pub use decode::{unknown_key, what_is};
pub use grid::Grid;
pub use load::load;
pub(super) use load::parsed;
pub use schema::{schema, schema_of_steps};
pub use tree::{Kind, Node, NotYaml, Style, is_indicator, line_start, value_of};
pub use variables::put_captures;
