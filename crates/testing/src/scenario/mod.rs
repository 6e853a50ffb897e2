//! Scenarios: YAML read into steps, steps performed by programs, suites inside this program.

pub mod bless;
pub mod performer;
pub mod steps;
pub mod suites;
pub mod syntax;

pub use syntax::matcher::compile_like_python;
pub use syntax::tasks;
