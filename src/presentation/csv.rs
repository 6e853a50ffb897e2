//! Comma-separated values.

use std::borrow::Cow;

/// A text as a field, quoted if necessary.
pub fn field(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

/// A text from elsewhere as a field that a spreadsheet does not read as a formula.
pub fn inert_field(text: &str) -> String {
    let text = text.replace('\0', "\u{fffd}");
    if text.starts_with(['=', '+', '-', '@']) {
        field(&format!("'{text}")).into_owned()
    } else {
        field(&text).into_owned()
    }
}

/// A row of headings and rows of fields.
pub fn rows<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut text = head.join(",");
    text.push('\n');
    for row in rows {
        text += &row.join(",");
        text.push('\n');
    }
    text
}
