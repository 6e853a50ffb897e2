//! The name of a fault on the command line.

use crate::mutants::Fault;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

/// A fault, or the wish to see all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultChoice {
    /// This fault.
    One(Fault),
    /// List all faults.
    List,
}

/// The word that asks for the list.
const LIST: &str = "list";

/// A parser for the name of a fault. There are too many names for help and error messages.
#[derive(Clone, Debug)]
pub struct FaultName;

impl TypedValueParser for FaultName {
    type Value = FaultChoice;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<FaultChoice, Error> {
        let name = StringValueParser::new().try_map(|name| read(&name));
        name.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |fault: &Fault| PossibleValue::new(fault.name()).help(fault.description());
        let list = PossibleValue::new(LIST).help("list the faults");
        Some(Box::new(
            Fault::ALL.iter().map(value).chain(std::iter::once(list)),
        ))
    }
}

fn read(name: &str) -> Result<FaultChoice, String> {
    if name == LIST {
        return Ok(FaultChoice::List);
    }
    Fault::named(name).map(FaultChoice::One).ok_or_else(|| {
        let near = Fault::nearest_name(name)
            .map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        format!("there is no such fault: {near}`--fault list` lists all")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_name_suggests_the_nearest() {
        assert_eq!(read("long-jump"), Ok(FaultChoice::One(Fault::LongJump)));
        assert_eq!(read("list"), Ok(FaultChoice::List));
        let message = read("limit-is-one-more").unwrap_err();
        assert!(message.contains("`limit-one-more`"), "{message}");
    }
}
