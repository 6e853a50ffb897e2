//! HTML pages without external files, for reports.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet of all pages.
const STYLE: &str = include_str!("page.css");

/// A page.
#[derive(Debug)]
pub struct Page<'a> {
    /// The title, to which the name of the command is added.
    pub title: &'a str,
    /// The command that writes it: `ataxx test`.
    pub command: &'a str,
    /// Style sheets beside the common one.
    pub styles: &'a [&'a str],
    /// The content.
    pub body: Markup,
    /// A script, if it needs one.
    pub script: Option<&'a str>,
}

impl Page<'_> {
    /// The whole page.
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

/// The outermost elements of a page.
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
