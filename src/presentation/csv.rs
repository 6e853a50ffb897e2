//! Comma-separated values.

/// A text as a field: quoted where it has to be, and never a formula of a spreadsheet.
#[must_use]
pub fn field(text: &str) -> String {
    let text = text.replace('\0', "\u{fffd}");
    let text = if text.starts_with(['=', '+', '-', '@']) {
        format!("'{text}")
    } else {
        text
    };
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// A row of headings and rows of fields.
#[must_use]
pub fn rows<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut text = head.join(",");
    text.push('\n');
    for row in rows {
        text += &row.join(",");
        text.push('\n');
    }
    text
}
