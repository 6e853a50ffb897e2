use super::*;
use crate::tester::report::made_up::all;

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
    insta::assert_snapshot!(csv(&grades()), @r#"
    program,command,complete,earned,possible,ai earned,ai possible,rules earned,rules possible
    anna,"java -ea ""anna"", Main",true,6,18,0,0,6,18
    '=bert,./bert,false,4,4,4,4,4,4
    "#);
}

#[test]
fn one_program_in_detail() {
    insta::assert_snapshot!(scenarios(&grades()[0]), @"
    scenario                              points
    rules/endings.yaml::nothing is wrong     2/2
    rules/endings.yaml::a side's end         0/2
    ai/all fine.yaml::odd                    2/2
    ai/all fine.yaml::now so, now so         2/2
    ai/all fine.yaml::known to be wrong      0/2
    bad-1.in::a side's end                   0/2
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
    let text = json(&grades()).expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["programs"][0]["points"]["possible"], 18);
    assert_eq!(value["programs"][1]["tags"]["ai"]["earned"], 4);
    let scenarios = value["programs"][0]["scenarios"].as_array();
    assert_eq!(scenarios.map(Vec::len), Some(all().len()));
}

#[test]
fn points_on_a_page() {
    let page = page(&grades());
    assert!(page.contains("Points of 2 programs"));
    assert!(page.contains("waited 10.0 s for Blue to announce a move"));
    assert!(!page.contains("nothing is wrong"));
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
