//! Conversations with a remote opponent.

use crate::scripted::{self, Item};
use ataxx_toolkit::opponents::remote::{Greeting, MessageLines};
use ataxx_toolkit::session::MAX_MESSAGE;

/// How many lines of a session are carried out: two AIs go on for long.
const MOST_LINES: usize = 40;

/// Takes bytes as what a remote opponent sends, and what comes after a line of `%%` as
/// the lines of a session.
///
/// Of what is sent, `%n` stands for the n-th legal move, `%lost` for a connection that is
/// lost, and `%silence` for nothing where there is a limit on waiting.
///
/// # Panics
///
/// When something does not hold.
pub fn check(data: &[u8]) {
    let mark = b"%%\n";
    let cut = data.windows(mark.len()).position(|window| window == mark);
    let (sent, lines) = match cut {
        Some(cut) => (&data[..cut], &data[cut + mark.len()..]),
        None => (data, &b"auto\nhost tea\nstart"[..]),
    };
    let lines: Vec<String> = String::from_utf8_lossy(lines)
        .lines()
        .filter(|line| !line.trim().to_lowercase().starts_with('q'))
        .take(MOST_LINES)
        .map(str::to_owned)
        .collect();
    scripted::check(items(sent), &lines);
}

/// What is sent, line by line, up to what is no line.
fn items(sent: &[u8]) -> Vec<Item> {
    let mut buffer = MessageLines::default();
    let mut items = Vec::new();
    // In pieces of any size.
    let size = sent.first().map_or(1, |byte| usize::from(byte % 70) + 1);
    for piece in sent.chunks(size) {
        buffer.push(piece);
        loop {
            let line = match buffer.take() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    let shown = error.to_string();
                    assert!(!shown.contains(char::is_control));
                    items.push(Item::Line(shown));
                    return items;
                }
            };
            // A byte is escaped by four.
            assert!(line.len() <= 4 * MAX_MESSAGE);
            if let Ok(greeting) = line.parse::<Greeting>() {
                assert_eq!(greeting.to_string(), line);
            }
            items.push(match line.strip_prefix('%').map(str::parse) {
                Some(Ok(number)) => Item::Legal(number),
                Some(Err(_)) if line == "%lost" => Item::Lost,
                Some(Err(_)) if line == "%silence" => Item::Silence,
                _ => Item::Line(line),
            });
        }
    }
    items
}
