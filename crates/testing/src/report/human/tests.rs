use super::*;
use crate::report::test_support::{all, boards, pass, rendered, sets, texts, time_out, values};
use std::time::Duration;

fn human() -> Human {
    Human::new(Look::Plain, Rerun::default(), Details::default())
}

/// How a report that is not good is described.
fn screen(report: &Report) -> String {
    described(report, Look::Plain, &Rerun::default())
}

#[test]
fn good_news_is_short() {
    insta::assert_snapshot!(rendered(&mut human(), &[pass(), pass()], None), @"
    ok    rules/endings.yaml: 2 passed

    2 scenarios in 1 file: 2 passed (2.34 s)
    ");
    insta::assert_snapshot!(rendered(&mut human(), &[], None), @"0 scenarios: nothing to run (2.34 s)");
}

#[test]
fn a_run_with_everything() {
    insta::assert_snapshot!(rendered(&mut human(), &all(), None), @r#"
    FAIL  rules/endings.yaml:3  a side's end
    error: the board is not as expected
     --> rules/endings.yaml:6:9
      |
    6 |       - board: |
      |         ^^^^^ 4 squares differ

      expected              actual
      7  r[-|-]- - - b      7  r[r|r]- - - b
      6 [-]- - - - - -      6 [r]- - - - - -
      5  - - X - X - -      5  - - X - X - -
      4  - - - . - - -      4  - - - b - - -
      3  - - X - X - -      3  - - X - X - -
      2  - - - - - - -      2  - - - - - - -
      1  b - - - - -[r]     1  b - - - - -[-]
         a b c d e f g         a b c d e f g
      g1 is empty, not red; a6 is red, not empty; b7 is red, not empty; c7 is red, not empty

      dialogue (> to the program, < from it):
         1.001 s  > a7-b7
         2.002 s  < ===�[2J

      the end of stderr:
      | first
      | Exception in thread "main"

      run only this:      ataxx test 'rules/endings.yaml::a side'\''s end'
      accept this output: ataxx test 'rules/endings.yaml::a side'\''s end' --bless

    FAIL  rules/endings.yaml: 1 passed, 1 failed

    warn  ai/all fine.yaml:9  odd
    warning: 3 lines of output were not read

    FLAKY  ai/all fine.yaml:3  now so, now so
    passed 1 of 2 attempts; the first failure:

    error: expected 3 jumps, found 4
     --> rules/endings.yaml:8:16
      |
    8 |       - jumps: 3
      |                ^

      jumps:
        expected  3
        actual    4

      run only this:      ataxx test 'ai/all fine.yaml::now so, now so'

    ok    ai/all fine.yaml: 1 passed, 1 flaky, 1 failed as expected

    FAIL (error)  bad-1.in:3  a side's end
    error: bad
     --> rules/endings.yaml:8:9
      |
    8 |       - jumps: 3
      |         ^^^^^

      run only this:      ataxx test 'bad-1.in::a side'\''s end'

    NOT JUDGED  bad-1.in:30  a fault of ours
    error: a fault of ataxx itself: it panicked: no such thing (here.rs:1:2)

      run only this:      ataxx test 'bad-1.in::a fault of ours'

    FAIL  bad-1.in: 1 not judged, 1 in error

    FAIL (time-out)  programs.yaml:3  a side's end
    error: waited 10.0 s for Blue to announce a move, after line 14
     --> rules/endings.yaml:5:21
      |
    5 |       - play: a7-a6 g7-g6
      |                     ^^^^^

      last 12 of 20 lines of the dialogue (1> to program 1, 2< from program 2):
         9.009 s  1> a7-b7
        10.010 s  1< a7-b7
        11.011 s  2> a7-b7
        12.012 s  2< a7-b7
        13.013 s  1> a7-b7
        14.014 s  1< a7-b7
        15.015 s  2> a7-b7
        16.016 s  2< a7-b7
        17.017 s  1> a7-b7
        18.018 s  1< a7-b7
        19.019 s  2> a7-b7
        20.020 s  2< a7-b7

      the end of stderr of program 2:
      | late

      run only this:      ataxx test 'programs.yaml::a side'\''s end'

    FAIL (crash)  programs.yaml:3  a side's end
    error: the program ended with signal 11

      run only this:      ataxx test 'programs.yaml::a side'\''s end'

    FAIL (unexpected pass)  programs.yaml:40  repaired
    expected to fail (issue 13), but passed

      run only this:      ataxx test programs.yaml::repaired

    FAIL  programs.yaml: 1 timed out, 1 crashed, 1 passed unexpectedly
    skip  uai.yaml: 1 skipped, 1 unsupported

    problems:
      fail            rules/endings.yaml:3  a side's end
      error           bad-1.in:3  a side's end
      not judged      bad-1.in:30  a fault of ours
      time-out        programs.yaml:3  a side's end
      crash           programs.yaml:3  a side's end
      unexpected pass programs.yaml:40  repaired

    1 skipped: not yet
    1 unsupported: a text program cannot be given a position
    1 failed as expected: issue 12

    12 scenarios in 5 files: 2 passed, 1 failed, 1 not judged, 1 in error, 1 timed out, 1 crashed, 1 passed unexpectedly, 1 flaky, 1 failed as expected, 1 skipped, 1 unsupported; 1 warning (2.34 s)
    "#);
}

#[test]
fn a_run_that_ended_before_its_end() {
    let interrupted = rendered(&mut human(), &[pass()], Some(Stopped::Interrupted));
    insta::assert_snapshot!(interrupted, @"
    ok    rules/endings.yaml: 1 passed

    interrupted while this was run: rules/zugzwang.yaml::never begun
    2 scenarios in 2 files: 1 passed, 1 not run (2.34 s)
    ");
    let enough = rendered(&mut human(), &[values()], Some(Stopped::Failures));
    insta::assert_snapshot!(enough, @r"
    FAIL  rules/endings.yaml:3  a side's end
    error: expected 3 jumps, found 4
     --> rules/endings.yaml:8:16
      |
    8 |       - jumps: 3
      |                ^

      jumps:
        expected  3
        actual    4

      run only this:      ataxx test 'rules/endings.yaml::a side'\''s end'

    FAIL  rules/endings.yaml: 1 failed

    stopped: the failure limit was reached
    2 scenarios in 2 files: 1 failed, 1 not run (2.34 s)
    ");
}

#[test]
fn boards_side_by_side() {
    insta::assert_snapshot!(screen(&boards()), @r#"
    error: the board is not as expected
     --> rules/endings.yaml:6:9
      |
    6 |       - board: |
      |         ^^^^^ 4 squares differ

      expected              actual
      7  r[-|-]- - - b      7  r[r|r]- - - b
      6 [-]- - - - - -      6 [r]- - - - - -
      5  - - X - X - -      5  - - X - X - -
      4  - - - . - - -      4  - - - b - - -
      3  - - X - X - -      3  - - X - X - -
      2  - - - - - - -      2  - - - - - - -
      1  b - - - - -[r]     1  b - - - - -[-]
         a b c d e f g         a b c d e f g
      g1 is empty, not red; a6 is red, not empty; b7 is red, not empty; c7 is red, not empty

      dialogue (> to the program, < from it):
         1.001 s  > a7-b7
         2.002 s  < ===�[2J

      the end of stderr:
      | first
      | Exception in thread "main"

      run only this:      ataxx test 'rules/endings.yaml::a side'\''s end'
      accept this output: ataxx test 'rules/endings.yaml::a side'\''s end' --bless
    "#);
}

#[test]
fn texts_with_all_their_differences() {
    insta::assert_snapshot!(screen(&texts()), @r"
    error: the output is not as expected
     --> rules/endings.yaml:5:9
      |
    5 |       - play: a7-a6 g7-g6
      |         ^^^^

      - expected, + actual:
        line 1
        line 2
      - old three
      + new three
        line 4
        line 5
        line 6
        …
        line 14
        line 15
        line 16
      - seventeen
      + seventeen·→
        line 18
        line 19
        line 20

      run only this:      ataxx test 'rules/endings.yaml::a side'\''s end'
    ");
}

#[test]
fn sets_and_warnings() {
    insta::assert_snapshot!(screen(&sets()), @r"
    error: the legal moves are not as expected
     --> rules/endings.yaml:5:9
      |
    5 |       - play: a7-a6 g7-g6
      |         ^^^^

      moves: 14 as expected
        missing (1)   a7-b1
        surplus (12)  a7-b0, a7-b1, a7-b2, a7-b3, a7-b4, a7-b5, a7-b6, a7-b7, a7-b8, a7-b9
                      a7-b10, a7-b11

    warning: 3 lines of output were not read

      run only this:      ataxx test 'rules/endings.yaml::a side'\''s end'
    ");
}

#[test]
fn long_values_have_a_caret_where_they_part() {
    let mut report = values();
    if let Some(failure) = &mut report.failure {
        failure.comparison = Some(Box::new(crate::report::Comparison::Values {
            what: "the line".to_owned(),
            expected: "* Red moves a7-b7.".to_owned(),
            actual: "* Red moves a1-b7.".to_owned(),
        }));
    }
    insta::assert_snapshot!(screen(&report), @r"
    error: expected 3 jumps, found 4
     --> rules/endings.yaml:8:16
      |
    8 |       - jumps: 3
      |                ^

      the line:
        expected  * Red moves a7-b7.
        actual    * Red moves a1-b7.
                               ^

      run only this:      ataxx test 'rules/endings.yaml::a side'\''s end'
    ");
}

#[test]
fn two_programs() {
    insta::assert_snapshot!(screen(&time_out()), @r"
    error: waited 10.0 s for Blue to announce a move, after line 14
     --> rules/endings.yaml:5:21
      |
    5 |       - play: a7-a6 g7-g6
      |                     ^^^^^

      last 12 of 20 lines of the dialogue (1> to program 1, 2< from program 2):
         9.009 s  1> a7-b7
        10.010 s  1< a7-b7
        11.011 s  2> a7-b7
        12.012 s  2< a7-b7
        13.013 s  1> a7-b7
        14.014 s  1< a7-b7
        15.015 s  2> a7-b7
        16.016 s  2< a7-b7
        17.017 s  1> a7-b7
        18.018 s  1< a7-b7
        19.019 s  2> a7-b7
        20.020 s  2< a7-b7

      the end of stderr of program 2:
      | late

      run only this:      ataxx test 'rules/endings.yaml::a side'\''s end'
    ");
}

#[test]
fn the_options_of_the_run_are_in_the_commands() {
    let rerun = Rerun {
        options: vec!["--program".to_owned(), "java -ea ataxx.Main".to_owned()],
        tests_another: true,
    };
    // What another program does must not become the expectation.
    let text = described(&values(), Look::Plain, &rerun);
    assert!(!text.contains("--bless"), "{text}");
    insta::assert_snapshot!(rerun.command(&values().identity), @r"ataxx test --program 'java -ea ataxx.Main' 'rules/endings.yaml::a side'\''s end'");
}

#[test]
fn passed_scenarios_are_listed_on_request() {
    let details = Details { passed: true };
    let mut human = Human::new(Look::Plain, Rerun::default(), details);
    let quick = Report {
        duration: Duration::from_millis(10),
        ..pass()
    };
    let mut slow = Report {
        duration: Duration::from_millis(2500),
        ..pass()
    };
    slow.identity.name = "slow".to_owned();
    let text = rendered(&mut human, &[quick, slow], None);
    insta::assert_snapshot!(text, @"
    pass  rules/endings.yaml:1  nothing is wrong  (0.01 s)
    pass  rules/endings.yaml:1  slow  (2.50 s)
    ok    rules/endings.yaml: 2 passed

    2 scenarios in 1 file: 2 passed (2.34 s)
    ");
}

#[test]
fn colors_are_all_that_colors_add() {
    let colored = rendered(
        &mut Human::new(Look::Colored, Rerun::default(), Details::default()),
        &all(),
        None,
    );
    assert!(colored.contains('\u{1b}'));
    let plain = anstream::adapter::strip_str(&colored).to_string();
    assert_eq!(plain, rendered(&mut human(), &all(), None));
}
