//! Elements that several pages and panels have.

use ataxx_core::board::Position;
use ataxx_core::diagnostic::text::visible_with_tabs;
use ataxx_core::notation::picture::{self, PictureOptions};
use maud::{Markup, PreEscaped, Render, html};

/// The type of pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// What a page has in its head, as `assets/page.html` does.
pub fn head(title: &str) -> Markup {
    html! {
        title { (title) }
        link rel="icon" href="icon.svg" type="image/svg+xml";
        link rel="stylesheet" href="board.css";
        link rel="stylesheet" href="display.css";
    }
}

/// A board with its caption.
pub fn figure(position: &Position, options: &PictureOptions, words: &str) -> Markup {
    html! {
        figure {
            div class="board-frame" {
                (PreEscaped(picture::plain(position, options)))
                div class="over" { (PreEscaped(picture::arrows(options))) }
            }
            figcaption { (words) }
        }
    }
}

/// A list to choose from: the value and the label of each option, and whether it is the present one.
pub fn select<V: Render, L: Render>(
    id: &str,
    name: &str,
    options: impl IntoIterator<Item = (V, L, bool)>,
) -> Markup {
    html! {
        select id=(id) name=(name) {
            @for (value, label, is_present) in options {
                option value=(value) selected[is_present] { (label) }
            }
        }
    }
}

/// A text or page in which no character changes how others are shown: control characters and
/// marks of direction are replaced. All that is sent to a browser passes here.
pub fn readable(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(visible_with_tabs).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn what_is_sent_has_no_hidden_characters() {
        let text = "<p>\u{1b}[31m\u{202e}x\r\u{0}</p>\n\tend";
        assert_eq!(readable(text), "<p>�[31m�x��</p>\n\tend");
    }
}
