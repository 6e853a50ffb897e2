//! Parsing scenario files: YAML, with a place for each value.
//!
//! ```text
//! text ─ tree ─▶ values with their places ─ decode ─▶ `form`, as it is written
//!                                         └ load, steps ─▶ as it is run
//! ```

mod decode;
mod form;
mod grid;
mod include;
mod load;
pub mod matcher;
mod needs;
pub mod parser;
pub mod patterns;
pub mod rewrite;
mod tree;
pub mod value;
mod variables;
pub mod written;
mod yaml_error;

pub use decode::{Decoder, unknown_key, what_is};
pub use form::{schema, schema_of_included};
pub use grid::Grid;
pub use load::{load, parsed, tasks};
pub use tree::{Node, NodeKind, line_start};
pub use value::Included;
pub use variables::put_captures;
