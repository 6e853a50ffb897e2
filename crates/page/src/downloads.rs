//! The game on the board as files.

use super::snapshot::Snapshot;
use ataxx_core::notation::picture::{self, PictureOptions};
use ataxx_core::replay;

/// The type of pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// A file with the game in this form: its type and its text. `None` if there is no such form; an
/// error if the game cannot be written.
pub fn download(form: &str, snapshot: &Snapshot) -> Option<Result<(&'static str, String), String>> {
    let record = match form {
        "txt" => snapshot.record(),
        _ => snapshot.line_record(),
    };
    let record = match record {
        Ok(record) => record,
        Err(why) => return Some(Err(why.to_string())),
    };
    let file = match form {
        "html" => (HTML, replay::page(&record)),
        "svg" => (
            "image/svg+xml",
            picture::animated(record.game(), &PictureOptions::default()),
        ),
        "txt" => ("text/plain; charset=utf-8", format!("{record}\n")),
        _ => return None,
    };
    Some(Ok(file))
}
