//! Values of options that have names in the library.

use ataxx::notation::SyntaxError;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::str::FromStr;

/// A parser for what is written as one of these names, so that help and
/// completion list them.
pub fn one_of<T, const N: usize>(names: [&'static str; N]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = SyntaxError> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}
