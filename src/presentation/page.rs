//! HTML pages that stand alone: reports in a file, without anything from elsewhere.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Colours, letters and what else all pages have in common.
const STYLE: &str = include_str!("page.css");

/// A page.
#[derive(Debug)]
pub struct Page<'a> {
    /// The title, which the name of the command is added to.
    pub title: &'a str,
    /// The command that writes it: `ataxx test`.
    pub command: &'a str,
    /// Style sheets beside the common one.
    pub styles: &'a [&'a str],
    /// What is on it.
    pub body: Markup,
    /// A script, if it needs one.
    pub script: Option<&'a str>,
}

impl Page<'_> {
    /// The whole page.
    #[must_use]
    pub fn html(&self) -> String {
        let head = html! {
            title { (self.title) " – " (self.command) }
            style {
                (PreEscaped(STYLE))
                @for style in self.styles { (PreEscaped(style)) }
            }
        };
        let body = html! {
            main {
                (self.body)
                footer { "Written by ataxx " (env!("CARGO_PKG_VERSION")) }
            }
            @if let Some(script) = self.script { script { (PreEscaped(script)) } }
        };
        document(&head, &body).into_string()
    }
}

/// The outermost tags, which every page has.
#[must_use]
pub fn document(head: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                (head)
            }
            body { (body) }
        }
    }
}
