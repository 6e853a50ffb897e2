use super::*;
use crate::report::test_support::{all, boards, pass, rendered, sets, texts};
use roxmltree::Document;

fn html(reports: &[Report], stopped: Option<Stopped>) -> String {
    rendered(&mut Html::new(Rerun::default()), reports, stopped)
}

/// The page as XML: what maud leaves open is closed.
fn parsed<T>(page: &str, look: impl FnOnce(&Document) -> T) -> T {
    let mut text = page.replace("<!DOCTYPE html>", "");
    for void in ["meta", "input"] {
        let begin = format!("<{void} ");
        let parts = text.split(&begin).map(str::to_owned);
        let closed: Vec<String> = parts
            .enumerate()
            .map(|(index, part)| match (index, part.split_once('>')) {
                (1.., Some((tag, rest))) => format!("{tag}/>{rest}"),
                _ => part,
            })
            .collect();
        text = closed.join(&begin);
    }
    let text = text.replace(" checked/>", "/>").replace(" open>", ">");
    look(&Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}

#[test]
fn every_scenario_is_on_the_page_and_failures_are_on_top() {
    let page = html(&all(), Some(Stopped::Interrupted));
    let classes: Vec<String> = parsed(&page, |page| {
        let nodes = page
            .descendants()
            .filter(|node| node.has_tag_name("details"));
        let classes = nodes.filter_map(|node| node.attribute("class"));
        classes.map(str::to_owned).collect()
    });
    insta::assert_snapshot!(classes.join("\n"), @"
    scenario bad is-fail
    scenario odd is-flaky
    scenario bad is-error
    scenario bad is-not-judged
    scenario bad is-time-out
    scenario bad is-crash
    scenario bad is-unexpected-pass
    scenario good is-pass
    scenario good is-pass
    scenario odd is-expected-failure
    scenario plain is-skipped
    scenario plain is-unsupported
    ");
    assert!(page.contains("never begun"));
}

#[test]
fn boards_are_pictures_with_marks() {
    let page = html(&[boards()], None);
    parsed(&page, |page| {
        let pictures = page
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
        let arrows: Vec<usize> = pictures
            .map(|picture| {
                let marks = picture.descendants();
                let class = |node: &roxmltree::Node| {
                    node.attribute("class")
                        .is_some_and(|class| class.starts_with("arrow "))
                };
                marks.filter(class).count()
            })
            .collect();
        assert_eq!(arrows, [4, 4]);
    });
    assert!(page.contains("g1 is empty, not red"));
    assert!(page.contains(".open-d4 .ataxx-board .square.d4{"));
}

#[test]
fn a_page_has_no_external_resources_and_no_script() {
    let page = html(&[boards(), texts(), sets(), pass()], None);
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for word in [
        "<script", "http:", "https:", "src=", "href=", "@import", "url(",
    ] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn any_text_stays_text() {
    let odd = "<b>&\"'\u{0}\u{1b}[31m\u{ffff}</script>";
    let mut report = boards();
    report.identity.name = odd.to_owned();
    report.identity.file = odd.to_owned();
    report.identity.tags = vec![odd.to_owned()];
    report.stderr_lines = vec![odd.to_owned()];
    report.reason = Some(odd.to_owned());
    if let Some(failure) = &mut report.failure {
        failure.diagnostics[0].message = odd.to_owned();
    }
    let page = html(&[report, pass()], None);
    assert!(!page.contains("<b>"));
    assert!(!page.contains('\u{1b}'));
}

#[test]
#[ignore = "writes a page to look at"]
fn a_page_to_look_at() {
    let mut reports = all();
    reports.extend([texts(), sets()]);
    for number in 0..30 {
        let mut report = pass();
        report.identity.file = format!("rules/file {}.yaml", number / 10);
        reports.push(report);
    }
    let page = html(&reports, None);
    let path = std::env::var("PAGE").expect("a path");
    std::fs::write(path, page).expect("written");
}

#[test]
fn a_stopped_run_is_reported() {
    let stopped = html(&[pass()], Some(Stopped::Interrupted));
    assert!(stopped.contains("Stopped before the end"));
    assert!(html(&[pass()], None).contains("No problems in 1 scenario<"));
}
