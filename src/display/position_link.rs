//! A position as a link, and the page that the link leads to.
//!
//! Following a link must change nothing, so the page only shows the position and has a button
//! that puts it on the board.

use super::how_to_play::figure;
use super::page::head;
use crate::presentation::document;
use ataxx_core::board::{Position, Rules};
use ataxx_core::diagnostic::text::{shortened, visible};
use ataxx_core::notation::picture::PictureOptions;
use ataxx_core::notation::position_as_read;
use maud::{Markup, html};
use std::collections::HashMap;

/// The most characters shown of what is not a position.
const SHOWN: usize = 80;

/// The link to a position, relative to the page.
pub fn link(position: &Position, rules: &Rules) -> String {
    let fen = position.to_string().replace(' ', "+");
    format!(
        "?position={fen}&rules={}",
        rules.to_string().replace(' ', "+")
    )
}

/// The page for a query with a position; `None` for any other query. The rules are those of the
/// session.
pub fn page(query: &HashMap<String, String>, rules: &Rules) -> Option<Markup> {
    let text = query.get("position")?;
    let content = match position_as_read(text) {
        Ok(read) => html! {
            (offer(&read.position, query.get("rules"), rules))
            @if !read.names_turn {
                p { "The link does not say which side is to move: Red is assumed." }
            }
        },
        Err(error) => html! {
            p { "This link leads to no position: " (visible(&error.message)) }
            p { code { (visible(&shortened(text, SHOWN))) } }
        },
    };
    let body = html! {
        header class="top" {
            h1 { "A position" }
            p { a href="." { "Back to the board" } }
        }
        main class="rules" { (content) }
    };
    Some(document(&head("A position – Ataxx"), &body))
}

/// The position, and the button that opens it.
fn offer(position: &Position, named: Option<&String>, rules: &Rules) -> Markup {
    let other = named.filter(|named| named.parse() != Ok(*rules));
    let words = format!("{} to move", position.turn());
    html! {
        section { (figure(position, &PictureOptions::default(), &words)) }
        p { code { (position) } }
        @if let Some(named) = other {
            p { "It comes from a game by the rules " (visible(&shortened(named, SHOWN))) "; this session plays by " (rules) "." }
        }
        form method="post" action="do/open" {
            input type="hidden" name="text" value=(position);
            button id="do-open-position" class="main" { "Open this position" }
        }
        p class="quiet" { "The game that it replaces can be brought back." }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn page_of(fields: &[(&str, &str)]) -> Option<String> {
        let fields = fields.iter();
        let query = fields.map(|&(name, value)| (name.to_owned(), value.to_owned()));
        page(&query.collect(), &Rules::BERKELEY_2022).map(Markup::into_string)
    }

    #[test]
    fn a_link_offers_its_position() {
        let fen = "x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7";
        let position: Position = fen.parse().expect(fen);
        assert_eq!(
            link(&position, &Rules::BERKELEY_2022),
            "?position=x5o/7/2-1-2/7/2-1-2/7/o5x+o+3+7&rules=2022"
        );
        let page = page_of(&[("position", fen), ("rules", "2022")]).expect("a page");
        assert!(
            page.contains(&format!("name=\"text\" value=\"{fen}\"")),
            "{page}"
        );
        assert!(!page.contains("by the rules"));
        let page = page_of(&[("position", fen), ("rules", "2008")]).expect("a page");
        assert!(page.contains("by the rules 2008; this session plays by 2022"));
        assert_eq!(page_of(&[("refused", "x")]), None);
    }

    #[test]
    fn an_assumed_side_to_move_is_said() {
        let assumed = |text| page_of(&[("position", text)]).map(|page| page.contains("is assumed"));
        assert_eq!(assumed("x5o/7/7/7/7/7/o5x"), Some(true));
        assert_eq!(assumed("x5o/7/7/7/7/7/o5x o"), Some(false));
    }

    #[test]
    fn what_is_no_position_is_said_and_not_offered() {
        let page = page_of(&[("position", "<b>\u{1b}[2J")]).expect("a page");
        assert!(
            page.contains("no position") && !page.contains("do/open"),
            "{page}"
        );
        assert!(!page.contains("<b>") && !page.contains('\u{1b}'), "{page}");
    }

    proptest! {
        #[test]
        fn any_text_has_a_page(text in ".*", rules in ".*") {
            prop_assert!(page_of(&[("position", &text), ("rules", &rules)]).is_some());
        }
    }
}
