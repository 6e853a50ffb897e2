//! Whatever a file looks like: once it is blessed, all that it expects is so, and nothing but
//! expectations has changed.

use crate::fixtures::{Choices, MadeUp};
use crate::shelf::Shelf;
use ataxx_testing::report::Outcome;
use ataxx_testing::scenario::bless::BlessPlan;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_blessed_is_met_and_nothing_else_changes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let made = MadeUp::by(Choices::of(&bytes));
        let shelf = Shelf::with(&[("t.yaml", &made.text)]);
        for (name, text) in &made.files {
            shelf.put(name, text.as_bytes());
        }
        let reports = shelf.run("t.yaml", true);
        let plan = BlessPlan::of(&reports);
        prop_assert!(plan.refused.is_empty(), "{:?}", plan.refused);
        for file in plan.files.iter().filter(|file| &*file.source.name == "t.yaml") {
            for edit in &file.edits {
                let span = &edit.span;
                let is_value = made.values.iter().any(|value| value.start <= span.start && span.end <= value.end);
                prop_assert!(is_value, "{:?} of {:?} in\n{}", span, made.values, made.text);
            }
            let spans: Vec<_> = file.edits.iter().map(|edit| edit.span.clone()).collect();
            check_outside(&made.text, &file.text(), &spans);
        }
        plan.apply(&shelf).expect("nothing is against it");
        let after = shelf.text("t.yaml");
        for comment in &made.comments {
            prop_assert!(after.contains(comment.trim_end()), "{:?} is lost:\n{}\n\n{}", comment, made.text, after);
        }
        for report in &reports {
            prop_assert!(report.outcome == Outcome::Pass || report.passes_with_patches, "{:?}\n{}", report.failure, made.text);
        }
        for report in shelf.run("t.yaml", false) {
            prop_assert_eq!(report.outcome, Outcome::Pass, "{:?}\n{}\n\n{}", report.failure, made.text, after);
        }
        prop_assert!(shelf.bless("t.yaml").files.is_empty());
        prop_assert_eq!(after, shelf.text("t.yaml"));
    }
}

/// Takes the spans out of both texts, from the start in the one, by what is left in the other.
fn check_outside(before: &str, after: &str, spans: &[std::ops::Range<usize>]) {
    let mut kept = Vec::new();
    let mut from = 0;
    for span in spans {
        kept.push(&before[from..span.start]);
        from = span.end;
    }
    kept.push(&before[from..]);
    assert!(after.starts_with(kept[0]));
    assert!(after.ends_with(kept[kept.len() - 1]));
    let mut at = 0;
    for piece in kept {
        at += after[at..].find(piece).expect("a piece is kept") + piece.len();
    }
}
