//! What known machines measure, and the name of the processor of this one.

use serde::Serialize;
use std::borrow::Cow;
use std::fs;

/// A machine on each line, with its figures.
const TEXT: &str = include_str!("machines.txt");

/// The figures of a machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Machine {
    pub name: Cow<'static, str>,
    /// Of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_per_second: Option<u64>,
    /// In which the solver proves all wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won_seconds: Option<f64>,
    /// Of `perft`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves_per_second: Option<u64>,
}

impl Machine {
    /// The known machines. Every line is one: the file is part of the program.
    pub fn known() -> Vec<Self> {
        let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
        lines
            .map(|line| Self::read(line).unwrap_or_else(|| panic!("{line}")))
            .collect()
    }

    fn read(line: &'static str) -> Option<Self> {
        let mut fields = line.split(" ; ");
        let name = fields.next()?.into();
        let mut number = || match fields.next()? {
            "-" => Some(None),
            number => number.parse::<u32>().ok().map(Some),
        };
        Some(Self {
            name,
            nodes_per_second: number()?.map(u64::from),
            won_seconds: number()?.map(|milliseconds| f64::from(milliseconds) / 1e3),
            leaves_per_second: number()?.map(|millions| u64::from(millions) * 1_000_000),
        })
    }
}

/// The name of the processor, where the system has a file with it.
pub fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    Some(name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_machine() {
        let known = Machine::known();
        assert!(!known.is_empty());
        for machine in known {
            assert!(machine.nodes_per_second > Some(100_000), "{machine:?}");
            assert!(machine.name.chars().count() <= 36, "{machine:?}");
        }
        let machine = Machine::read("One, two ; 3 ; 4 ; -").expect("a machine");
        assert_eq!(machine.name, "One, two");
        assert_eq!(machine.nodes_per_second, Some(3));
        assert_eq!(machine.won_seconds, Some(0.004));
        assert_eq!(machine.leaves_per_second, None);
        assert_eq!(Machine::read("One ; 2 ; 3"), None);
    }
}
