//! Steps as YAML.

use crate::tester::syntax::written::{Quotes, on_one_line};
use serde::Serialize;
use serde_yaml::Value;

/// A step of a scenario, as an item of `steps`: its key, and its value as the step writes it.
pub(super) fn step(key: &str, value: &impl Serialize) -> String {
    let list = |items: Vec<String>| {
        let items = items.into_iter().map(|item| format!("\n          {item}"));
        items.collect::<String>()
    };
    let value = match serde_yaml::to_value(value).unwrap_or_default() {
        Value::String(text) if text.contains('\n') => {
            " |".to_owned() + &list(text.lines().map(str::to_owned).collect())
        }
        Value::Sequence(items) => list(
            items
                .iter()
                .map(|item| format!("- {}", flow(item)))
                .collect(),
        ),
        other => format!(" {}", flow(&other)),
    };
    format!("      - {key}:{value}\n")
}

/// A value on one line. What is not given is left out.
fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Sequence(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Mapping(entries) => {
            let given = entries.iter().filter(|(_, value)| !value.is_null());
            let entries: Vec<String> = given
                .map(|(key, value)| format!("{}: {}", flow(key), flow(value)))
                .collect();
            match entries.len() {
                0 => "{}".to_owned(),
                _ => format!("{{ {} }}", entries.join(", ")),
            }
        }
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Null | Value::Tagged(_) => "null".to_owned(),
    }
}

/// A text as one value, also between braces. What could be taken for a variable or a number
/// stays a text.
pub(super) fn scalar(text: &str) -> String {
    let is_number = text.parse::<i64>().is_ok();
    let quotes = if is_number {
        Quotes::Double
    } else {
        Quotes::None
    };
    on_one_line(&text.replace("${", "$${"), quotes, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_plain_is_not_quoted() {
        for text in ["manual blue", "block d4", "a7-b7 a1-a2"] {
            assert_eq!(scalar(text), text);
        }
        for text in [
            "-", "", "no", "Null", "1", "a: b", "a #b", "# a", " a", "a ", "a7-b7 -",
        ] {
            assert_eq!(scalar(text), format!("\"{text}\""));
        }
        assert_eq!(scalar("${name}\t"), "\"$${name}\\t\"");
    }

    proptest! {
        #[test]
        fn texts_are_read_back(text in any::<String>()) {
            let read: String = serde_yaml::from_str(&scalar(&text)).expect("a text");
            prop_assert_eq!(read, text.replace("${", "$${"));
        }

        #[test]
        fn words_are_read_back(text in "[a-z0-9 :#'\"\\[{}&*!|>%@`,?-]{0,12}") {
            let read: String = serde_yaml::from_str(&scalar(&text)).expect("a text");
            prop_assert_eq!(read, text.replace("${", "$${"));
        }
    }
}
