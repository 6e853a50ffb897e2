//! The text form of rules: `2022,jump-limit=40,pass=counts`.

use super::rules::{JumpLimit, JumpVectors, LimitResult, Rules, Stuck};
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::{did_you_mean, digits, named, quoted};
use std::fmt;
use std::str::FromStr;

/// One setting of a rule set, with its writer and its reader.
struct Setting {
    key: &'static str,
    /// What the value is, for messages.
    what: &'static str,
    /// The value as text; `None` if the setting does not apply.
    get: fn(&Rules) -> Option<String>,
    set: fn(&mut Rules, Value<'_>) -> Result<(), SyntaxError>,
}

/// All settings, in the order in which they are written and applied.
const SETTINGS: [Setting; 7] = [
    Setting {
        key: "jumps",
        what: "leaps of 2 or 3 squares such as `20+21+22`, or `none`",
        get: |rules| Some(leaps_text(rules.jump_vectors)),
        set: |rules, value| {
            rules.jump_vectors = value.read(parse_leaps)?;
            Ok(())
        },
    },
    Setting {
        key: "jump-limit",
        what: "a number from 1 to 65535, or `none`",
        get: |rules| Some(limit_text(rules.jump_limit.map(|limit| limit.jumps))),
        set: |rules, value| {
            let result = rules.jump_limit.map(|limit| limit.result);
            rules.jump_limit = value.limit()?.map(|jumps| JumpLimit {
                jumps,
                result: result.unwrap_or(LimitResult::MorePieces),
            });
            Ok(())
        },
    },
    Setting {
        key: "at-limit",
        what: "the result at the jump limit",
        get: |rules| name_of(rules.jump_limit?.result, &AT_LIMIT),
        set: |rules, value| {
            let result = value.one_of(&AT_LIMIT)?;
            let Some(limit) = &mut rules.jump_limit else {
                return Err(value.error("these rules have no jump limit".to_owned()));
            };
            limit.result = result;
            Ok(())
        },
    },
    Setting {
        key: "pass",
        what: "the effect of a pass on the jump limit",
        get: |rules| name_of(rules.pass_adds_to_count, &PASS),
        set: |rules, value| {
            rules.pass_adds_to_count = value.one_of(&PASS)?;
            Ok(())
        },
    },
    Setting {
        key: "stuck",
        what: "the consequence of having no move",
        get: |rules| name_of(rules.stuck, &STUCK),
        set: |rules, value| {
            rules.stuck = value.one_of(&STUCK)?;
            Ok(())
        },
    },
    Setting {
        key: "ply-limit",
        what: "a number from 1 to 4294967295, or `none`",
        get: |rules| Some(limit_text(rules.ply_limit)),
        set: |rules, value| {
            rules.ply_limit = value.limit()?;
            Ok(())
        },
    },
    Setting {
        key: "blocks",
        what: "a setting for blocks",
        get: |rules| name_of(rules.blocks, &BLOCKS),
        set: |rules, value| {
            rules.blocks = value.one_of(&BLOCKS)?;
            Ok(())
        },
    },
];

/// The text of no limit, and of no jumps.
const NONE: &str = "none";

const AT_LIMIT: [(&str, LimitResult); 2] = [
    ("pieces", LimitResult::MorePieces),
    ("draw", LimitResult::Draw),
];
const PASS: [(&str, bool); 2] = [("counts", true), ("free", false)];
const STUCK: [(&str, Stuck); 2] = [("pass", Stuck::Pass), ("award", Stuck::StopAndAward)];
const BLOCKS: [(&str, bool); 2] = [("yes", true), ("no", false)];

/// The text of a value.
#[derive(Clone, Copy)]
struct Value<'a> {
    text: &'a str,
    what: &'static str,
}

impl Value<'_> {
    fn error(self, message: String) -> SyntaxError {
        SyntaxError::new(0..self.text.len(), message)
    }

    fn read<T>(self, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, SyntaxError> {
        parse(self.text).ok_or_else(|| {
            let found = match self.text {
                "" => "the end".to_owned(),
                text => quoted(text),
            };
            self.error(format!("expected {}, found {found}", self.what))
        })
    }

    fn limit<N: FromStr>(self) -> Result<Option<N>, SyntaxError> {
        if self.text.eq_ignore_ascii_case(NONE) {
            return Ok(None);
        }
        self.read(digits).map(Some)
    }

    fn one_of<T: Copy>(self, names: &[(&'static str, T)]) -> Result<T, SyntaxError> {
        named(self.what, self.text, names.iter().copied())
    }
}

fn name_of<T: Copy + PartialEq>(value: T, names: &[(&str, T)]) -> Option<String> {
    let (name, _) = names.iter().find(|&&(_, other)| other == value)?;
    Some((*name).to_owned())
}

fn limit_text(limit: Option<impl fmt::Display>) -> String {
    limit.map_or_else(|| NONE.to_owned(), |limit| limit.to_string())
}

fn parse_leaps(text: &str) -> Option<JumpVectors> {
    if text.eq_ignore_ascii_case(NONE) {
        return Some(JumpVectors::NONE);
    }
    let leap = |leap: &str| match *leap.as_bytes() {
        [long @ b'0'..=b'9', short @ b'0'..=b'9'] => Some((long - b'0', short - b'0')),
        _ => None,
    };
    let leaps: Option<Vec<_>> = text.split('+').map(leap).collect();
    JumpVectors::from_leaps(&leaps?)
}

fn leaps_text(vectors: JumpVectors) -> String {
    let leaps: Vec<_> = vectors
        .leaps()
        .map(|(long, short)| format!("{long}{short}"))
        .collect();
    if leaps.is_empty() {
        return NONE.to_owned();
    }
    leaps.join("+")
}

impl fmt::Display for Rules {
    /// The name, then the settings that differ from it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = Self::NAMED[self.name as usize];
        let mut text = self.base_name().to_owned();
        for Setting { key, get, .. } in SETTINGS {
            if let Some(value) = get(self)
                && get(&base).as_ref() != Some(&value)
            {
                text.extend([",", key, "=", &value]);
            }
        }
        f.pad(&text)
    }
}

impl FromStr for Rules {
    type Err = SyntaxError;

    /// Reads a name and any settings, in either case.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut words = text.split(',');
        let name = words.next().unwrap_or_default();
        let mut rules = named("rules", name, Self::NAMES.into_iter().zip(Self::NAMED))?;
        let mut start = name.len();
        let mut values: [Option<(usize, &str)>; SETTINGS.len()] = [None; SETTINGS.len()];
        for word in words {
            start += 1;
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let index = setting(key).map_err(|error| error.shifted(start))?;
            let value_start = start + (key.len() + 1).min(word.len());
            if values[index].replace((value_start, value)).is_some() {
                let message = format!("a second `{}`", SETTINGS[index].key);
                return Err(SyntaxError::new(start..start + word.len(), message));
            }
            start += word.len();
        }
        for (Setting { what, set, .. }, value) in SETTINGS.iter().zip(values) {
            if let Some((start, text)) = value {
                set(&mut rules, Value { text, what }).map_err(|error| error.shifted(start))?;
            }
        }
        Ok(rules)
    }
}

/// The index of the setting with this key.
fn setting(key: &str) -> Result<usize, SyntaxError> {
    let keys = SETTINGS.map(|setting| setting.key);
    let found = keys
        .iter()
        .position(|known| known.eq_ignore_ascii_case(key));
    found.ok_or_else(|| {
        let found = match key {
            "" => "nothing".to_owned(),
            _ => quoted(key),
        };
        SyntaxError {
            span: 0..key.len(),
            message: format!("expected a setting ({}), found {found}", keys.join(", ")),
            help: did_you_mean(key, keys),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::num::{NonZeroU16, NonZeroU32};

    /// The text that the error points at, its message, and its hint.
    fn error(text: &str) -> String {
        let error = text.parse::<Rules>().expect_err(text);
        let help = error.help.map_or(String::new(), |help| format!("; {help}"));
        format!("{}: {}{help}", &text[error.span], error.message)
    }

    #[test]
    fn named_rules_are_written_as_their_name() {
        for rules in Rules::NAMED {
            assert_eq!(rules.to_string(), rules.base_name());
            let read: Rules = rules.base_name().to_uppercase().parse().expect("a name");
            assert_eq!((read, read.base_name()), (rules, rules.base_name()));
        }
        assert_eq!(format!("{:<5}|", Rules::UAI), "uai  |");
    }

    #[test]
    fn settings_that_differ_are_written_in_order() {
        let canonical = |text: &str| text.parse::<Rules>().expect(text).to_string();
        assert_eq!(
            canonical("2022,PASS=Counts,jump-limit=40,blocks=yes"),
            "2022,jump-limit=40,pass=counts"
        );
        assert_eq!(
            canonical("reloaded,at-limit=draw,jump-limit=7"),
            "reloaded,jump-limit=7,at-limit=draw"
        );
        assert_eq!(canonical("uai,jump-limit=none"), "uai,jump-limit=none");
        assert_eq!(
            canonical("2008,jumps=03+02+22,stuck=award,ply-limit=400,blocks=no"),
            "2008,jumps=20+22+30,stuck=award,ply-limit=400,blocks=no"
        );
        assert_eq!(canonical("uai,jumps=none"), "uai,jumps=none");
        assert_eq!(canonical("uai,jumps=22+21+20"), "uai");
    }

    #[test]
    fn equal_settings_are_equal_rules() {
        let text = "2022,jump-limit=100,at-limit=draw,pass=counts";
        let rules: Rules = text.parse().expect(text);
        assert_eq!(rules, Rules::UAI);
        assert_eq!(rules.to_string(), text);
    }

    #[test]
    fn errors_point_at_the_mistake() {
        insta::assert_snapshot!(
            [
                "2021",
                "2021,pass=counts",
                "reloade",
                "",
                "2022,",
                "2022,jump-limits=40",
                "2022,jump-limit",
                "2022,jump-limit=0",
                "2022,jump-limit=+5",
                "2022,jump-limit=65536",
                "2022,at-limit=drwa",
                "reloaded,at-limit=draw",
                "2022,pass=counts,pass=free",
                "2022,jumps=11",
                "2022, pass=counts",
            ]
            .map(error)
            .join("\n"),
            @r"
            2021: expected rules (2008, 2016, 2022, uai, reloaded), found `2021`; did you mean `2022`?
            2021: expected rules (2008, 2016, 2022, uai, reloaded), found `2021`; did you mean `2022`?
            reloade: expected rules (2008, 2016, 2022, uai, reloaded), found `reloade`; did you mean `reloaded`?
            : expected rules (2008, 2016, 2022, uai, reloaded), found the end
            : expected a setting (jumps, jump-limit, at-limit, pass, stuck, ply-limit, blocks), found nothing
            jump-limits: expected a setting (jumps, jump-limit, at-limit, pass, stuck, ply-limit, blocks), found `jump-limits`; did you mean `jump-limit`?
            : expected a number from 1 to 65535, or `none`, found the end
            0: expected a number from 1 to 65535, or `none`, found `0`
            +5: expected a number from 1 to 65535, or `none`, found `+5`
            65536: expected a number from 1 to 65535, or `none`, found `65536`
            drwa: expected the result at the jump limit (pieces, draw), found `drwa`; did you mean `draw`?
            draw: these rules have no jump limit
            pass=free: a second `pass`
            11: expected leaps of 2 or 3 squares such as `20+21+22`, or `none`, found `11`
             pass: expected a setting (jumps, jump-limit, at-limit, pass, stuck, ply-limit, blocks), found ` pass`; did you mean `pass`?
            "
        );
    }

    fn rules() -> impl Strategy<Value = Rules> {
        let jumps = prop::collection::vec((2_u8..4, 0_u8..4), 0..7);
        let jump_limit = prop::option::of((1_u16.., any::<bool>()));
        let ply_limit = prop::option::of(1_u32..);
        (0..5_usize, jumps, jump_limit, ply_limit, any::<[bool; 3]>()).prop_map(
            |(name, jumps, jump_limit, ply_limit, [pass, stuck, blocks])| {
                let jumps = JumpVectors::from_leaps(&jumps).expect("leaps of 2 or 3");
                let mut rules = Rules::NAMED[name].with_jump_vectors(jumps);
                rules.jump_limit = jump_limit.map(|(jumps, draw)| JumpLimit {
                    jumps: NonZeroU16::new(jumps).expect("from 1"),
                    result: AT_LIMIT[usize::from(draw)].1,
                });
                rules.pass_adds_to_count = pass;
                rules.stuck = STUCK[usize::from(stuck)].1;
                rules.ply_limit = ply_limit.and_then(NonZeroU32::new);
                rules.blocks = blocks;
                rules
            },
        )
    }

    proptest! {
        #[test]
        fn every_rule_set_is_read_back(rules in rules()) {
            let text = rules.to_string();
            let read: Rules = text.parse().expect(&text);
            prop_assert_eq!(read, rules);
            prop_assert_eq!(read.to_string(), text);
        }

        #[test]
        fn no_text_panics(text in "(2022|uai|reloaded)?[,=a-z0-9+ä-]{0,30}") {
            if let Ok(rules) = text.parse::<Rules>() {
                prop_assert_eq!(rules.to_string().parse(), Ok(rules));
            } else if let Err(error) = text.parse::<Rules>() {
                prop_assert!(text.get(error.span).is_some());
            }
        }
    }
}
