//! What is around a page.

use crate::tester::Outcome;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");

/// A page with this title, more style and body.
pub fn page(title: &str, style: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " – ataxx test" }
                style { (PreEscaped(STYLE)) (PreEscaped(filtering())) (PreEscaped(style)) }
            }
            body {
                main {
                    (body)
                    footer { "Written by ataxx " (env!("CARGO_PKG_VERSION")) }
                }
            }
        }
    }
}

/// The rules by which a choice of outcomes hides the others.
fn filtering() -> String {
    let rule = |outcome: Outcome| {
        let name = outcome.name();
        format!(
            "main:has(#show-{name}:checked) :is(.scenario:not(.is-{name}),.not-run,\
             section:not(:has(.is-{name}))){{display:none}}\n"
        )
    };
    Outcome::ALL.into_iter().map(rule).collect()
}
