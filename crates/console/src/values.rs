//! Parsers of values on the command line.

use ataxx_core::board::Rules;
use ataxx_core::diagnostic::nearest;
use ataxx_core::engine::MAX_THREADS;
use ataxx_core::notation::Notation;
use ataxx_session::Dialect;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::num::{NonZeroUsize, ParseIntError};
use std::time::Duration;

/// A parser for rules: a name, which help and completion list, or a name with settings.
#[derive(Clone, Debug)]
pub struct RulesText;

impl TypedValueParser for RulesText {
    type Value = Rules;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Rules, Error> {
        let parse = |text: String| text.parse::<Rules>();
        if value.as_encoded_bytes().contains(&b',') {
            let text = StringValueParser::new().try_map(parse);
            return text.parse_ref(command, argument, value);
        }
        let name = PossibleValuesParser::new(Rules::NAMES).try_map(parse);
        name.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Rules::NAMES.into_iter().map(PossibleValue::new)))
    }
}

/// A parser for the name of a dialect.
pub fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.iter().map(|dialect| dialect.name()))
        .map(|name| Dialect::named(&name).expect("clap lets no other name through"))
}

/// Reads a seed, a whole number of 64 bits with a sign.
pub fn seed(text: &str) -> Result<u64, ParseIntError> {
    text.parse().map(i64::cast_unsigned)
}

/// A parser for the depth of a search in plies.
pub fn depth() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=200)
}

/// A parser for a number of threads.
pub fn threads() -> impl TypedValueParser<Value = NonZeroUsize> {
    clap::value_parser!(u16)
        .range(1..=i64::try_from(MAX_THREADS.get()).unwrap_or(i64::MAX))
        .try_map(|number| NonZeroUsize::try_from(usize::from(number)))
}

/// A parser for the text of a position, which may begin with a hyphen: that is a
/// block of a FEN and an empty square of a dump. What begins so and is neither is
/// an option that does not exist.
#[derive(Clone, Debug)]
pub struct PositionText;

impl TypedValueParser for PositionText {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let text = StringValueParser::new().parse_ref(command, argument, value)?;
        if text.starts_with('-') && text != "-" && Notation::of(&text).is_none() {
            return Err(unknown_option(command, &text));
        }
        Ok(text)
    }
}

/// The error of clap for an option that does not exist.
fn unknown_option(command: &Command, option: &str) -> Error {
    let mut error = Error::new(ErrorKind::UnknownArgument).with_cmd(command);
    error.insert(
        ContextKind::InvalidArg,
        ContextValue::String(option.to_owned()),
    );
    let names: Vec<String> = command
        .get_arguments()
        .filter_map(Arg::get_long)
        .map(|name| format!("--{name}"))
        .collect();
    if let Some(near) = nearest(option, names.iter().map(String::as_str)) {
        error.insert(
            ContextKind::SuggestedArg,
            ContextValue::String(near.to_owned()),
        );
    }
    error
}

/// Accepts a text that may begin with the hyphen of a pass, but not with that of an option.
pub fn no_option(text: &str) -> Result<String, String> {
    if text.starts_with("--") {
        return Err("expected a value, found an option".to_owned());
    }
    Ok(text.to_owned())
}

/// A parser for a number of seconds with an upper bound.
pub fn seconds(most: u32) -> impl Fn(&str) -> Result<Duration, String> + Clone {
    move |text| {
        text.parse()
            .ok()
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .filter(|time| *time <= Duration::from_secs(most.into()))
            .ok_or_else(|| format!("expected a number of seconds from 0 to {most}"))
    }
}

/// Like [`seconds`], but at least a millisecond.
pub fn above_zero(most: u32) -> impl Fn(&str) -> Result<Duration, String> + Clone {
    let seconds = seconds(most);
    move |text| match seconds(text) {
        Ok(time) if time < Duration::from_millis(1) => {
            Err("expected a millisecond (0.001) or more".to_owned())
        }
        other => other,
    }
}

/// A parser for one of these values by its name, so that help and completion list them.
pub fn choice<T, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(name)).try_map(move |given| {
        let is_meant = |value: &T| name(*value).eq_ignore_ascii_case(&given);
        let named = all.into_iter().find(is_meant);
        named.ok_or("there is no such value")
    })
}
