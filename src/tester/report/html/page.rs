//! The page around a report.

use crate::presentation::Page;
use crate::tester::Outcome;
use maud::Markup;

const STYLE: &str = include_str!("style.css");

/// A page with this title, style beside the usual and body.
pub fn page(title: &str, style: &str, body: Markup) -> String {
    Page {
        title,
        command: "ataxx test",
        styles: &[STYLE, &filtering(), style],
        body,
        script: None,
    }
    .html()
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
