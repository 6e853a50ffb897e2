//! The options of an engine.

use ataxx_core::board::Rules;
use std::fmt;
use thiserror::Error;

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, which may contain blanks.
    pub name: String,
    /// The values that it takes.
    pub kind: OptionKind,
}

/// The type of an option, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number.
    Spin {
        /// The default, if it is declared.
        default: Option<i64>,
        /// The minimum, if it is declared.
        min: Option<i64>,
        /// The maximum, if it is declared.
        max: Option<i64>,
    },
    /// `true` or `false`.
    Check {
        /// The default, if it is declared.
        default: Option<bool>,
    },
    /// One of some words.
    Combo {
        /// The default, if it is declared.
        default: Option<String>,
        /// The words.
        choices: Vec<String>,
    },
    /// No value: setting it is an action.
    Button,
    /// Any text.
    Text {
        /// The default; it is written `<empty>` if it is empty.
        default: String,
    },
}

/// Why an option cannot be set to a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The engine has no such option.
    #[error("the engine has no option `{name}`{}", suggestion(nearest.as_deref()))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The option with the nearest name.
        nearest: Option<String>,
    },
    /// The value is not what the option takes.
    #[error("option `{name}` takes {expected}, not `{value}`")]
    BadValue {
        /// The option.
        name: String,
        /// The values that it takes.
        expected: String,
        /// The value that was given.
        value: String,
    },
    /// There is no value, and the option takes one.
    #[error("option `{name}` takes {expected}, and no value is given")]
    NoValue {
        /// The option.
        name: String,
        /// The values that it takes.
        expected: String,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// The keywords of an `option` line. Some engines, and the author of the interface, declare the
/// choices of a combo as `options A B C` instead of `var A var B var C`.
const KEYS: [&str; 7] = ["name", "type", "default", "min", "max", "var", OPTIONS];
const OPTIONS: &str = "options";

impl EngineOption {
    /// The name of the option that sets the rules.
    pub const RULES: &'static str = "Rules";

    /// Reads the operands of `option`.
    pub fn read(text: &str) -> Result<Self, String> {
        let fields = fields(text);
        let first = |key: &str| {
            let of_key = |(found, value): &(&str, String)| (*found == key).then(|| value.clone());
            fields.iter().find_map(of_key)
        };
        let name = first("name").filter(|name| !name.is_empty());
        let name = name.ok_or("it has no name")?;
        let kind = first("type").ok_or("it has no type")?;
        let number = |key: &str| match first(key) {
            None => Ok(None),
            Some(text) => {
                let number = text.parse::<i64>();
                number
                    .map(Some)
                    .map_err(|_| format!("its `{key}` is not a whole number: `{text}`"))
            }
        };
        let kind = match kind.as_str() {
            "spin" => OptionKind::Spin {
                default: number("default")?,
                min: number("min")?,
                max: number("max")?,
            },
            "check" => OptionKind::Check {
                default: match first("default").as_deref() {
                    None => None,
                    Some("true") => Some(true),
                    Some("false") => Some(false),
                    Some(other) => {
                        return Err(format!("its `default` is `{other}`, not `true` or `false`"));
                    }
                },
            },
            "combo" => OptionKind::Combo {
                default: first("default"),
                choices: match first(OPTIONS) {
                    Some(choices) => choices.split_whitespace().map(str::to_owned).collect(),
                    None => fields
                        .iter()
                        .filter(|(key, _)| *key == "var")
                        .map(|(_, value)| value.clone())
                        .collect(),
                },
            },
            "button" => OptionKind::Button,
            "string" => OptionKind::Text {
                default: first("default")
                    .filter(|text| text != "<empty>")
                    .unwrap_or_default(),
            },
            other => return Err(format!("there is no type `{other}`")),
        };
        Ok(Self { name, kind })
    }

    /// The values that it takes, in words.
    pub fn expected(&self) -> String {
        match &self.kind {
            OptionKind::Spin { min, max, .. } => match (min, max) {
                (Some(min), Some(max)) => format!("a whole number from {min} to {max}"),
                (Some(min), None) => format!("a whole number of {min} or more"),
                (None, Some(max)) => format!("a whole number of {max} or less"),
                (None, None) => "a whole number".to_owned(),
            },
            OptionKind::Check { .. } => "`true` or `false`".to_owned(),
            OptionKind::Combo { choices, .. } => {
                format!("one of `{}`", choices.join("`, `"))
            }
            OptionKind::Button => "no value".to_owned(),
            OptionKind::Text { .. } => "a text of one line".to_owned(),
        }
    }

    /// The value as it is sent to the engine; `None` for a button.
    pub fn check(&self, value: Option<&str>) -> Result<Option<String>, OptionError> {
        let name = || self.name.clone();
        let Some(value) = value else {
            return match self.kind {
                OptionKind::Button => Ok(None),
                _ => Err(OptionError::NoValue {
                    name: name(),
                    expected: self.expected(),
                }),
            };
        };
        let trimmed = value.trim();
        let taken = match &self.kind {
            OptionKind::Spin { min, max, .. } => trimmed
                .parse::<i64>()
                .ok()
                .filter(|number| min.is_none_or(|min| *number >= min))
                .filter(|number| max.is_none_or(|max| *number <= max))
                .map(|number| number.to_string()),
            OptionKind::Check { .. } => ["true", "false"]
                .into_iter()
                .find(|word| trimmed.eq_ignore_ascii_case(word))
                .map(str::to_owned),
            OptionKind::Combo { choices, .. } => {
                let is_choice =
                    |text: &str| choices.iter().find(|one| text.eq_ignore_ascii_case(one));
                let chosen = is_choice(trimmed).cloned();
                chosen.or_else(|| {
                    // A choice of rules can be given with settings.
                    let rules: Rules = trimmed
                        .parse()
                        .ok()
                        .filter(|_| self.name.eq_ignore_ascii_case(Self::RULES))?;
                    is_choice(rules.base_name()).map(|_| trimmed.to_owned())
                })
            }
            OptionKind::Button => None,
            OptionKind::Text { .. } => (!value.contains(['\n', '\r'])).then(|| match trimmed {
                "" => "<empty>".to_owned(),
                text => text.to_owned(),
            }),
        };
        match taken {
            Some(value) => Ok(Some(value)),
            None => Err(OptionError::BadValue {
                name: name(),
                expected: self.expected(),
                value: value.to_owned(),
            }),
        }
    }
}

impl fmt::Display for EngineOption {
    /// As an engine declares it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn shown<T: fmt::Display>(key: &str, value: Option<&T>) -> String {
            value.map_or_else(String::new, |value| format!(" {key} {value}"))
        }
        let kind = match &self.kind {
            OptionKind::Spin { default, min, max } => format!(
                "spin{}{}{}",
                shown("default", default.as_ref()),
                shown("min", min.as_ref()),
                shown("max", max.as_ref())
            ),
            OptionKind::Check { default } => format!("check{}", shown("default", default.as_ref())),
            OptionKind::Combo { default, choices } => {
                let choices: Vec<String> = choices
                    .iter()
                    .map(|choice| shown("var", Some(choice)))
                    .collect();
                format!(
                    "combo{}{}",
                    shown("default", default.as_ref()),
                    choices.concat()
                )
            }
            OptionKind::Button => "button".to_owned(),
            OptionKind::Text { default } if default.is_empty() => {
                "string default <empty>".to_owned()
            }
            OptionKind::Text { default } => format!("string default {default}"),
        };
        write!(f, "option name {} type {kind}", self.name)
    }
}

/// The keywords, each with the text up to the next one. Runs of blanks become single.
fn fields(text: &str) -> Vec<(&'static str, String)> {
    let mut fields: Vec<(&str, String)> = Vec::new();
    let has_var = text.split_whitespace().any(|word| word == "var");
    for word in text.split_whitespace() {
        let key = KEYS.into_iter().find(|&key| {
            // A name may contain keywords except `type`. The default of a text ends with the
            // line.
            key == word
                && (key != OPTIONS || !has_var && has_type(&fields, "combo"))
                && match fields.last() {
                    None => key == "name",
                    Some(("name", _)) => key == "type",
                    Some(("default", _)) => !has_type(&fields, "string"),
                    Some(_) => key != "name",
                }
        });
        match (key, fields.last_mut()) {
            (Some(key), _) => fields.push((key, String::new())),
            (None, Some((_, value))) => {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
            // It does not begin with its name.
            (None, None) => {}
        }
    }
    fields
}

fn has_type(fields: &[(&str, String)], kind: &str) -> bool {
    fields
        .iter()
        .any(|(key, value)| *key == "type" && value == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EngineOption {
        EngineOption::read(text).expect(text)
    }

    #[test]
    fn each_type_is_read_and_written() {
        for text in [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Depth type spin",
            "option name Move Overhead type spin default -5 min -10",
            "option name Ponder type check default false",
            "option name Style type combo default Solid var Solid var Very Risky",
            "option name Clear Hash type button",
            "option name Log File type string default <empty>",
            "option name Greeting type string default max and min of var",
            "option name Default of min type check default true",
        ] {
            let text = text.strip_prefix("option ").expect("it begins so");
            assert_eq!(read(text).to_string(), format!("option {text}"));
        }
        assert_eq!(
            read("name  Style   type combo var A  B default A B").kind,
            OptionKind::Combo {
                default: Some("A B".to_owned()),
                choices: vec!["A B".to_owned()],
            }
        );
        for text in [
            "name Eval type combo default Net options Net Count  Mix",
            "name Eval type combo default Net var Net var Count var Mix",
        ] {
            let kind = OptionKind::Combo {
                default: Some("Net".to_owned()),
                choices: ["Net", "Count", "Mix"].map(str::to_owned).to_vec(),
            };
            assert_eq!(read(text).kind, kind);
        }
        assert_eq!(
            read("name Many options type combo default A options var A options").to_string(),
            "option name Many options type combo default A options var A options"
        );
        assert_eq!(
            read("name S type string").kind,
            OptionKind::Text {
                default: String::new()
            }
        );
    }

    #[test]
    fn rules_can_be_chosen_with_settings() {
        let option = read("name Rules type combo default uai var 2022 var uai");
        let check = |value| option.check(Some(value)).ok().flatten();
        assert_eq!(
            check("2022,jump-limit=40").as_deref(),
            Some("2022,jump-limit=40")
        );
        assert_eq!(check("2008,jump-limit=40"), None);
        assert_eq!(check("2022,jump-limit=x"), None);
        let option = read("name Style type combo var 2022 var uai");
        assert!(option.check(Some("2022,jump-limit=40")).is_err());
    }

    #[test]
    fn what_is_no_option() {
        for (text, because) in [
            ("", "it has no name"),
            ("type spin", "it has no name"),
            ("name type spin", "it has no name"),
            ("name Hash", "it has no type"),
            ("name Hash type number", "there is no type `number`"),
            (
                "name Hash type spin default much",
                "its `default` is not a whole number: `much`",
            ),
            (
                "name Hash type spin max 99999999999999999999",
                "its `max` is not a whole number: `99999999999999999999`",
            ),
            (
                "name P type check default yes",
                "its `default` is `yes`, not `true` or `false`",
            ),
        ] {
            assert_eq!(EngineOption::read(text), Err(because.to_owned()), "{text}");
        }
    }
}
