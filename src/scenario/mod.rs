//! Scenarios: YAML read into steps, steps performed by programs, suites inside this program.

pub mod bless;
mod expression;
mod formatter;
pub mod performer;
pub mod steps;
pub mod suites;
pub mod syntax;
mod tasks;

pub use expression::compile_like_python;
pub use formatter::format_text;
pub use tasks::tasks;
