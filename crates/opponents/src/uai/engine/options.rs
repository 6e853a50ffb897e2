//! The options of our engine.

use crate::uai::{EngineOption, OptionKind};
use ataxx_core::board::Rules;
use ataxx_core::diagnostic::syntax::{did_you_mean, quoted};
use ataxx_core::engine::MAX_THREADS;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

/// The options of our engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The size of the table, in MiB, from 1 to [`MAX_HASH`](Self::MAX_HASH).
    pub hash: u32,
    /// The number of threads, at most [`MAX_THREADS`](Self::MAX_THREADS).
    pub threads: NonZeroUsize,
    /// The number of lines, from 1 to [`MAX_LINES`](Self::MAX_LINES).
    pub lines: usize,
    /// The time reserved for communication with each move, at most
    /// [`MAX_OVERHEAD`](Self::MAX_OVERHEAD).
    pub move_overhead: Duration,
    /// The rules of the game.
    pub rules: Rules,
    /// With a seed, every search begins with an empty table and uses one thread, and the seed
    /// decides among moves of about the same value.
    pub seed: Option<i64>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: NonZeroUsize::MIN,
            lines: 1,
            move_overhead: Duration::from_millis(10),
            rules: Rules::UAI,
            seed: None,
        }
    }
}

/// What a change of an option requires beside the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The table has another size.
    Resize,
    /// The table is to be emptied.
    ClearTable,
}

const NAMES: [&str; 7] = [
    "Hash",
    "Clear Hash",
    "Threads",
    "MultiPV",
    "Move Overhead",
    "Rules",
    "Seed",
];

impl EngineOptions {
    /// The largest table, in MiB.
    pub const MAX_HASH: u32 = 65_536;
    /// The most threads.
    pub const MAX_THREADS: usize = MAX_THREADS.get();
    /// The most lines: no position has more moves.
    pub const MAX_LINES: usize = 256;
    /// The longest overhead.
    pub const MAX_OVERHEAD: Duration = Duration::from_secs(5);

    /// The lines that declare the options, with these settings as defaults.
    pub fn declared(&self) -> String {
        let spin = |default: u64, min: i64, max: u64| OptionKind::Spin {
            default: i64::try_from(default).ok(),
            min: Some(min),
            max: i64::try_from(max).ok(),
        };
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let rules = self.rules.to_string();
        let mut choices: Vec<String> = Rules::NAMES.map(str::to_owned).into();
        // The default must be one of the choices.
        if !choices.contains(&rules) {
            choices.push(rules.clone());
        }
        let kinds = [
            spin(self.hash.into(), 1, Self::MAX_HASH.into()),
            OptionKind::Button,
            spin(self.threads.get() as u64, 1, Self::MAX_THREADS as u64),
            spin(self.lines as u64, 1, Self::MAX_LINES as u64),
            spin(
                milliseconds(self.move_overhead),
                0,
                milliseconds(Self::MAX_OVERHEAD),
            ),
            OptionKind::Combo {
                default: Some(rules),
                choices,
            },
            OptionKind::Text {
                default: self.seed.map_or_else(String::new, |seed| seed.to_string()),
            },
        ];
        let option = |(name, kind): (&str, OptionKind)| {
            let name = name.to_owned();
            format!("{}\n", EngineOption { name, kind })
        };
        NAMES.into_iter().zip(kinds).map(option).collect()
    }

    /// Sets an option, by its name in either case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = spin(name, value, 1, Self::MAX_HASH)?;
                return Ok(Effect::Resize);
            }
            "clear hash" => return Ok(Effect::ClearTable),
            "threads" => {
                let threads = spin(name, value, 1, Self::MAX_THREADS)?;
                self.threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
            }
            "multipv" => self.lines = spin(name, value, 1, Self::MAX_LINES)?,
            "move overhead" => {
                let most = u64::try_from(Self::MAX_OVERHEAD.as_millis()).unwrap_or(u64::MAX);
                self.move_overhead = Duration::from_millis(spin(name, value, 0, most)?);
            }
            "rules" => {
                let rules = value.parse::<Rules>();
                self.rules = rules.map_err(|error| format!("option Rules: {}", error.message))?;
            }
            "seed" => self.seed = seed(value)?,
            _ => {
                let help = did_you_mean(name, NAMES);
                let help = help.map(|help| format!(": {help}")).unwrap_or_default();
                return Err(format!("unknown option {}{help}", quoted(name)));
            }
        }
        Ok(Effect::None)
    }
}

fn spin<T: FromStr + Copy + PartialOrd + Display>(
    name: &str,
    value: &str,
    least: T,
    most: T,
) -> Result<T, String> {
    match value.parse() {
        Ok(number) if (&least..=&most).contains(&&number) => Ok(number),
        _ => Err(format!(
            "option {name}: expected a number from {least} to {most}, found {}",
            quoted(value)
        )),
    }
}

/// A whole number of 64 bits, or nothing.
fn seed(value: &str) -> Result<Option<i64>, String> {
    if value.is_empty() || value.eq_ignore_ascii_case("<empty>") {
        return Ok(None);
    }
    let number = value.parse().map(Some);
    number.map_err(|_| {
        format!(
            "option Seed: expected a whole number of 64 bits or nothing, found {}",
            quoted(value)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_of_the_rules_is_a_choice() {
        let rules: Rules = "2022,jump-limit=40".parse().expect("rules");
        let declared = EngineOptions {
            rules,
            ..EngineOptions::default()
        };
        let declared = declared.declared();
        assert!(
            declared.contains("default 2022,jump-limit=40 var"),
            "{declared}"
        );
        assert!(declared.contains("var 2022,jump-limit=40"), "{declared}");
    }

    #[test]
    fn options_are_declared() {
        insta::assert_snapshot!(EngineOptions::default().declared(), @"
        option name Hash type spin default 64 min 1 max 65536
        option name Clear Hash type button
        option name Threads type spin default 1 min 1 max 1024
        option name MultiPV type spin default 1 min 1 max 256
        option name Move Overhead type spin default 10 min 0 max 5000
        option name Rules type combo default uai var 2008 var 2016 var 2022 var uai var reloaded
        option name Seed type string default <empty>
        ");
        let seeded = EngineOptions {
            seed: Some(-3),
            rules: Rules::RELOADED,
            ..EngineOptions::default()
        };
        let declared = seeded.declared();
        assert!(
            declared.contains("Seed type string default -3\n"),
            "{declared}"
        );
        assert!(
            declared.contains("Rules type combo default reloaded "),
            "{declared}"
        );
    }

    #[test]
    fn options_are_set() {
        let mut options = EngineOptions::default();
        for (name, value, effect) in [
            ("HASH", "1", Effect::Resize),
            ("Clear Hash", "", Effect::ClearTable),
            ("threads", "128", Effect::None),
            ("MultiPV", "256", Effect::None),
            ("Move Overhead", "0", Effect::None),
            ("Rules", "Reloaded", Effect::None),
            ("Seed", "-9223372036854775808", Effect::None),
        ] {
            assert_eq!(options.set(name, value), Ok(effect), "{name}");
        }
        let expected = EngineOptions {
            hash: 1,
            threads: NonZeroUsize::new(128).expect("not 0"),
            lines: 256,
            move_overhead: Duration::ZERO,
            rules: Rules::RELOADED,
            seed: Some(i64::MIN),
        };
        assert_eq!(options, expected);
        for nothing in ["", "<empty>"] {
            options.seed = Some(1);
            assert_eq!(options.set("Seed", nothing), Ok(Effect::None));
            assert_eq!(options.seed, None);
        }
    }

    #[test]
    fn what_makes_no_sense_changes_nothing() {
        let mut options = EngineOptions::default();
        let errors = [
            ("Hash", "0"),
            ("Hash", "65537"),
            ("hash", "much"),
            ("Threads", "0"),
            ("Threads", "-1"),
            ("MultiPV", "99999999999999999999"),
            ("Move Overhead", "5001"),
            ("Rules", "chess"),
            ("Rules", ""),
            ("Seed", "1.5"),
            ("Contempt", "10"),
            ("Hahs", "10"),
        ]
        .map(|(name, value)| options.set(name, value).expect_err(name));
        insta::assert_snapshot!(errors.join("\n"), @"
        option Hash: expected a number from 1 to 65536, found `0`
        option Hash: expected a number from 1 to 65536, found `65537`
        option hash: expected a number from 1 to 65536, found `much`
        option Threads: expected a number from 1 to 1024, found `0`
        option Threads: expected a number from 1 to 1024, found `-1`
        option MultiPV: expected a number from 1 to 256, found `99999999999999999999`
        option Move Overhead: expected a number from 0 to 5000, found `5001`
        option Rules: expected rules (2008, 2016, 2022, uai, reloaded), found `chess`
        option Rules: expected rules (2008, 2016, 2022, uai, reloaded), found the end
        option Seed: expected a whole number of 64 bits or nothing, found `1.5`
        unknown option `Contempt`
        unknown option `Hahs`: did you mean `Hash`?
        ");
        assert_eq!(options, EngineOptions::default());
    }
}
