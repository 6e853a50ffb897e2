//! Tables as aligned text.

use unicode_width::UnicodeWidthStr;

/// The side of a column that its cells are aligned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// Rows with aligned columns, by the width of characters on a terminal. Columns beyond `sides`
/// are aligned like the last one in it.
pub fn aligned(rows: &[Vec<String>], sides: &[Side]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let blanks = " ".repeat(widths[column] - cell.width());
            if column > 0 {
                line += "  ";
            }
            match sides.get(column).or(sides.last()) {
                Some(Side::Right) => line.extend([blanks.as_str(), cell]),
                _ => line.extend([cell, blanks.as_str()]),
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}
