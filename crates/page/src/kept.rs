//! Games that are kept after the session, as pages list them.

use ataxx_core::diagnostic::text::counted;
use ataxx_core::notation::{GameRecord, GameResult, Remark};
use std::time::Duration;

/// The limit on the text of a game, in bytes.
pub const MAX_LENGTH: usize = 1 << 20;

/// A game that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// When it began, in milliseconds since 1970.
    pub id: u64,
    /// Its players, length and result.
    pub title: String,
    /// Its record.
    pub text: String,
}

impl KeptGame {
    pub fn new(id: u64, record: &GameRecord) -> Self {
        let names = record.particulars();
        let name = |name: &Option<Remark>, color: &str| {
            name.as_ref().map_or(color, Remark::as_str).to_owned()
        };
        let text = record.to_string();
        let mut title = format!(
            "{} – {}, {}, {}",
            name(&names.red, "Red"),
            name(&names.blue, "Blue"),
            counted(record.game().moves().len(), "move"),
            match record.result() {
                GameResult::Win(color) => format!("{color} won"),
                GameResult::Draw => "draw".to_owned(),
                GameResult::Unfinished => "unfinished".to_owned(),
            }
        );
        if text.len() >= MAX_LENGTH {
            title.push_str(" (too large to be kept after the session)");
        }
        Self { id, title, text }
    }
}

/// A time since 1970 in milliseconds, as scripts count.
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(0)
}
