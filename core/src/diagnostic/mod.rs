//! One form for every error a person sees, and one renderer for it.
//!
//! A [`Diagnostic`] is made without its [`Source`], which the caller that read the text adds.
//! [`render`] prints it with carets.

mod message;
#[cfg(feature = "render")]
mod render;
pub mod syntax;
pub mod text;

pub use message::{Diagnostic, Label, Location, Severity, Source};
#[cfg(feature = "render")]
pub use render::{Look, render};
pub use syntax::{SyntaxError, nearest};
