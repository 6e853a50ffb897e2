use super::class_page::failed_by_all;
use super::grade::{percent, table};
use super::student_pages::student_page;
use super::*;
use crate::report::test_support::all;
use crate::report::{Outcome, Points, ProgramResults, Report, StartFailure};

fn grades() -> Vec<Grade> {
    let mut ours = Grade::new("anna", Some("java -ea \"anna\", Main".to_owned()));
    let mut theirs = Grade::new("=bert", Some("./bert".to_owned()));
    ours.complete = true;
    for mut report in all() {
        ours.count(&report);
        if report.outcome == Outcome::Pass {
            report.identity.tags.push("ai".to_owned());
            theirs.count(&report);
        }
    }
    vec![ours, theirs]
}

#[test]
fn programs_in_rows() {
    insta::assert_snapshot!(table(&grades()), @"
    program          total          ai  rules
    anna              6/18   33 %    -   6/18
    =bert (not all)    4/4  100 %  4/4    4/4
    ");
    insta::assert_snapshot!(grade::csv(&grades()), @r#"
    program,command,complete,earned,possible,problem,ai earned,ai possible,rules earned,rules possible
    anna,"java -ea ""anna"", Main",true,6,18,,0,0,6,18
    '=bert,./bert,false,4,4,,4,4,4,4
    "#);
}

#[test]
fn one_program_in_detail() {
    insta::assert_snapshot!(grade::scenarios(&grades()[0]), @"
    scenario                              points
    rules/endings.yaml::nothing is wrong     2/2
    rules/endings.yaml::a side's end         0/2
    ai/all fine.yaml::odd                    2/2
    ai/all fine.yaml::now so, now so         2/2
    ai/all fine.yaml::known to be wrong      0/2
    bad-1.in::a side's end                   0/2
    bad-1.in::a fault of ours                0/0
    programs.yaml::a side's end              0/2
    programs.yaml::a side's end              0/2
    programs.yaml::repaired                  0/2
    uai.yaml::later                          0/0
    uai.yaml::set a position                 0/0
    tag rules                               6/18  33 %
    total                                   6/18  33 %
    ");
}

#[test]
fn points_for_programs() {
    let text = grade::json(&grades()).expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["programs"][0]["points"]["possible"], 18);
    assert_eq!(value["programs"][1]["tags"]["ai"]["earned"], 4);
    let scenarios = value["programs"][0]["scenarios"].as_array();
    assert_eq!(scenarios.map(Vec::len), Some(all().len()));
}

fn results() -> Vec<ProgramResults> {
    let program = |name: &str, reports: Vec<Report>| ProgramResults {
        name: name.to_owned(),
        command: format!("./{name}"),
        reports,
        ..ProgramResults::default()
    };
    let mut bad = all();
    bad.retain(|report| report.outcome.is_bad());
    let mut missing = program("carl", all());
    missing.start_failure = Some(StartFailure::new(
        "`./carl` ended with exit status 127",
        "sh: ./carl: not found\n",
    ));
    vec![program("anna", all()), program("bert", bad), missing]
}

#[test]
fn a_class_on_a_page() {
    let results = results();
    let page = class_page(&results);
    assert!(page.contains("Points of 3 programs"));
    assert!(page.contains("waited 10.0 s for Blue to announce a move"));
    assert!(
        page.contains("nothing is wrong"),
        "what passed is there too"
    );
    assert!(page.contains("g1 is empty, not red"), "with boards");
    assert!(page.contains("the program could not be started: `./carl` ended"));
    assert!(!page.contains("id=\"p3s"), "its scenarios say nothing more");
    let suspicious = page.matches("all programs fail this: look at the test");
    let failed = failed_by_all(&results);
    assert_eq!(suspicious.count(), failed.len());
    assert!(
        failed
            .iter()
            .all(|identity| identity.name != "nothing is wrong")
    );
    // Each cell of the matrix leads to a scenario.
    let links = page.split("href=\"#").skip(1);
    let links: Vec<&str> = links.filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() > 10, "{links:?}");
    for link in links {
        assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
    }
}

#[test]
fn a_page_for_a_student_does_not_mention_others() {
    let results = results();
    let page = student_page(&results[0]);
    assert!(page.contains("waited 10.0 s for Blue to announce a move"));
    assert!(page.contains("g1 is empty, not red"));
    assert!(!page.contains("bert"));
    let missing = student_page(&results[2]);
    assert!(missing.contains("the program could not be started: `./carl` ended"));
    assert!(!missing.contains("waited 10.0 s"));
}

#[test]
fn a_program_that_was_never_started_has_no_points() {
    let grades: Vec<Grade> = results().iter().map(Grade::of).collect();
    insta::assert_snapshot!(table(&grades[1..]), @"
    program         total       rules
    bert (not all)   0/10  0 %   0/10
    carl (not all)  the program could not be started: `./carl` ended with exit status 127: sh: ./carl: not found

    bert: not all is judged: `a fault of ours`: a fault of ataxx itself: it panicked: no such thing (here.rs:1:2)
    carl: not all is judged: `a fault of ours`: a fault of ataxx itself: it panicked: no such thing (here.rs:1:2)
    ");
    insta::assert_snapshot!(grade::csv(&grades[2..]), @"
    program,command,complete,earned,possible,problem,rules earned,rules possible
    carl,./carl,false,,,the program could not be started: `./carl` ended with exit status 127: sh: ./carl: not found,,
    ");
}

#[test]
fn percents_are_honest() {
    let of = |earned, possible| percent(Points { earned, possible });
    assert_eq!(of(0, 0), None);
    assert_eq!(of(0, 3), Some(0));
    assert_eq!(of(1, 1000), Some(1));
    assert_eq!(of(999, 1000), Some(99));
    assert_eq!(of(7, 7), Some(100));
    assert_eq!(of(u32::MAX, u32::MAX), Some(100));
}

#[test]
fn pages_need_nothing_else_and_run_nothing() {
    let results = results();
    let pages = [class_page(&results), student_page(&results[0])];
    for page in pages {
        let page = page.replace("http://www.w3.org/2000/svg", "");
        for word in ["<script", "http:", "https:", "src=", "@import", "url("] {
            assert!(!page.contains(word), "{word}");
        }
    }
}

#[test]
fn a_program_that_always_ends_early_is_remarked_on() {
    let mut reports = all();
    let was_ended = |one: &Report| one.outcome == Outcome::Crash || !one.outcome.was_run();
    reports.retain(|one| was_ended(one) && one.outcome != Outcome::NotJudged);
    for report in &mut reports {
        report.stderr_lines = vec!["Exception: x\n\tat main\n".to_owned()];
    }
    let results = ProgramResults {
        name: "dora".to_owned(),
        reports,
        ..ProgramResults::default()
    };
    let table = table(&[Grade::of(&results)]);
    let remark = "\ndora: the program ended early in every scenario: Exception: x\n";
    assert!(table.ends_with(remark), "{table}");
}
