//! The command line itself, with `clap`: options of every program, and errors in plain words.

use crate::exit::{EarlyExit, Exit};
use crate::{output, values};
use clap::error::{ContextKind, ErrorKind};
use std::error::Error;
use std::num::{IntErrorKind, NonZeroUsize, ParseIntError};

/// When to use colours.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct ColorArgs {
    /// When to use colours.
    // Without an order it would stand elsewhere in every help with each new subcommand.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        display_order = 900
    )]
    pub color: output::When,
}

/// The number of threads of training, which keeps the whole machine busy.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct AllThreads {
    /// Number of threads; by default one for each core.
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub threads: Option<NonZeroUsize>,
}

/// Takes `-1` for a value and not for an option, so that the error names the range.
pub fn with_numbers(command: clap::Command) -> clap::Command {
    let take = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    let command = command.mut_args(take);
    command.mut_subcommands(with_numbers)
}

/// The same error, with a plain message in place of that of the standard library about a number.
pub fn in_plain_words(error: clap::Error) -> clap::Error {
    let reason = error.source().and_then(|source| source.downcast_ref());
    let expected = match reason.map(ParseIntError::kind) {
        None => return error,
        Some(IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => "the number is too big",
        Some(IntErrorKind::Zero) => "expected at least 1",
        Some(_) => "expected a whole number",
    };
    let context = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (value, option) = (
        context(ContextKind::InvalidValue),
        context(ContextKind::InvalidArg),
    );
    let message = format!(
        "invalid value '{value}' for '{option}': {expected}\n\nFor more information, try '--help'.\n"
    );
    clap::Error::raw(ErrorKind::ValueValidation, message)
}

/// Prints why a command line is refused, or the help or version that was asked for.
pub fn show(error: &clap::Error) -> Exit {
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        output::message(&text);
        return Exit::Usage;
    }
    finish(output::data(&text).map(|()| Exit::Good).map_err(Into::into))
}

/// The exit status of a command, after reporting its failure.
pub fn finish(ended: Result<Exit, EarlyExit>) -> Exit {
    ended.unwrap_or_else(EarlyExit::report)
}
