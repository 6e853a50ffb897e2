//! Steps as YAML.

use super::item::Item;
use crate::board::Color;
use crate::tester::steps::Ending;
use crate::tester::syntax::written::{Quotes, on_one_line};
use std::fmt::Write as _;
use std::time::Duration;

/// Writes a step, at the place of the steps of a scenario.
pub(super) fn write(text: &mut String, item: &Item) {
    const STEP: &str = "      ";
    let _ = match item {
        Item::Comment(comment) => {
            writeln!(text, "{STEP}{}", comment.replace(char::is_control, " "))
        }
        Item::Send(lines) => match &lines[..] {
            [line] => writeln!(text, "{STEP}- send: {}", scalar(line)),
            lines => {
                let _ = writeln!(text, "{STEP}- send:");
                text.extend(list(lines));
                Ok(())
            }
        },
        Item::Play(moves) => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            writeln!(text, "{STEP}- play: {}", scalar(&moves.join(" ")))
        }
        Item::Board(rows) => {
            let _ = writeln!(text, "{STEP}- board: |");
            text.extend(rows.iter().map(|row| format!("{STEP}    {}\n", row.trim())));
            Ok(())
        }
        Item::Result(winner) => writeln!(text, "{STEP}- result: {}", result(*winner)),
        Item::AiMove { color, mv, within } => {
            let color = color.map(|color| format!("color: {}", color.name()));
            let mv = mv.map(|mv| format!("one-of: [{}]", scalar(&mv.to_string())));
            let within = within.map(|within| format!("within: {}", time(within)));
            writeln!(text, "{STEP}- ai-move: {}", mapping([color, mv, within]))
        }
        Item::Game {
            result: ending,
            within,
            total,
        } => {
            let ending = match ending {
                Ending::With(winner) => result(*winner),
                Ending::Any | Ending::None => "any",
            };
            let ending = Some(format!("result: {ending}"));
            let within = within.map(|within| format!("within: {}", time(within)));
            let total = total.map(|total| format!("total: {}", time(total)));
            writeln!(text, "{STEP}- game: {}", mapping([ending, within, total]))
        }
        Item::Lines(matchers) => {
            let _ = writeln!(text, "{STEP}- lines:");
            text.extend(list(matchers));
            Ok(())
        }
        Item::Exit => writeln!(text, "{STEP}- exit: 0"),
    };
}

/// Texts as items of a list inside a step.
fn list(texts: &[String]) -> impl Iterator<Item = String> {
    let item = |text: &String| format!("{}- {}\n", " ".repeat(10), scalar(text));
    texts.iter().map(item)
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

/// A time as scenarios write it.
pub(super) fn time(time: Duration) -> String {
    format!("{}s", time.as_secs_f64())
}

fn mapping<const N: usize>(entries: [Option<String>; N]) -> String {
    let entries: Vec<String> = entries.into_iter().flatten().collect();
    if entries.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {} }}", entries.join(", "))
    }
}

const fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(color) => color.name(),
        None => "draw",
    }
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
