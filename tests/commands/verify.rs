//! `ataxx verify` as a person and a script see it.

use crate::screen::screen;

const SAMPLE: &str = include_str!("../../docs/examples/three-plies.certificate");
const FILE: &str = "docs/examples/three-plies.certificate";

#[test]
fn a_certificate_that_proves_its_claim() {
    insta::assert_snapshot!(screen(&["verify", FILE], ""), @"
    proved    Red forces a win in 3 plies, and no sooner
    position  xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1
    rules     2022
    verdict   win (Red to move)
    distance  exactly 3 plies
    steps     7
    replies   7
    --- exit 0
    ");
    insta::assert_snapshot!(screen(&["verify", "--json", "-"], SAMPLE), @r#"
    {"position":"xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1","rules":"2022","verdict":"win","distance":3,"exact":true,"steps":7,"replies":7,"seconds":_}
    --- exit 0
    "#);
    let win = "ataxx certificate 1\nrules uai\nposition xx1o3/7/7/7/7/7/7 o 4\nclaim win red 2\n";
    let end = "strategy win red 2\nend 0\n";
    insta::assert_snapshot!(screen(&["verify", "-"], format!("{win}{end}")), @"
    --- stderr
    error: after the reply d7-b6 the game is over, with a win for blue
     --> <stdin>:5:1
      |
    5 | strategy win red 2
      | ^^^^^^^^^^^^^^^^^^
    --- exit 1
    ");
}

#[test]
fn claims_of_each_kind() {
    let certificate = |claim: &str, strategies: &str| {
        let head = "ataxx certificate 1\nrules 2022\nposition xxo-3/xxo-3/7/7/7/7/7 x 25\n";
        format!("{head}claim {claim}\n{strategies}end 0\n")
    };
    let win = certificate("win red 0", "strategy win red 0\n");
    insta::assert_snapshot!(screen(&["verify", "--json", "-"], win), @r#"
    {"position":"xxo-3/xxo-3/7/7/7/7/7 x 25 1","rules":"2022","verdict":"win","distance":0,"exact":false,"steps":0,"replies":0,"seconds":_}
    --- exit 0
    "#);
    let exact = certificate("exact red 0", "strategy win red 0\n");
    insta::assert_snapshot!(screen(&["verify", "--json", "-"], exact.clone()), @r#"
    {"position":"xxo-3/xxo-3/7/7/7/7/7 x 25 1","rules":"2022","verdict":"win","distance":0,"exact":true,"steps":0,"replies":0,"seconds":_}
    --- exit 0
    "#);
    let loss = exact.replace("-3 x 25", "-3 o 25").replace("7 x", "7 o");
    insta::assert_snapshot!(screen(&["verify", "-"], loss), @"
    proved    Red forces a win in 0 plies, and no sooner
    position  xxo-3/xxo-3/7/7/7/7/7 o 25 1
    rules     2022
    verdict   loss (Blue to move)
    distance  exactly 0 plies
    steps     0
    replies   0
    --- exit 0
    ");
    let none = certificate("none 0", "strategy hold red 0\nstrategy hold blue 0\n");
    let none = none.replace(" x 25", " x 24");
    insta::assert_snapshot!(screen(&["verify", "--json", "-"], none.clone()), @r#"
    {"position":"xxo-3/xxo-3/7/7/7/7/7 x 24 1","rules":"2022","verdict":"none","plies":0,"exact":false,"steps":0,"replies":0,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(screen(&["verify", "-"], none), @"
    proved    neither side forces a win within 0 plies
    position  xxo-3/xxo-3/7/7/7/7/7 x 24 1
    rules     2022
    verdict   none (Red to move)
    steps     0
    replies   0
    --- exit 0
    ");
    let draw = certificate("draw", "strategy hold red -\nstrategy hold blue -\n");
    let draw = draw.replace("xxo-3/xxo-3", "xxo-3/xoo-3");
    insta::assert_snapshot!(screen(&["verify", "--json", "-"], draw.clone()), @r#"
    {"position":"xxo-3/xoo-3/7/7/7/7/7 x 25 1","rules":"2022","verdict":"draw","exact":true,"steps":0,"replies":0,"seconds":_}
    --- exit 0
    "#);
    insta::assert_snapshot!(screen(&["verify", "-"], draw), @"
    proved    neither side forces a win, ever
    position  xxo-3/xoo-3/7/7/7/7/7 x 25 1
    rules     2022
    verdict   draw (Red to move)
    steps     0
    replies   0
    --- exit 0
    ");
}

#[test]
fn a_certificate_that_does_not() {
    let changed = SAMPLE.replacen("a5-c7", "b7-c7", 1);
    insta::assert_snapshot!(screen(&["verify", "-"], changed.clone()), @"
    --- stderr
    error: after b7-c7 the game is over, with a win for blue
     --> <stdin>:6:63
      |
    6 | xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 3 b7-c7
      |                                                               ^^^^^
    --- exit 1
    ");
    insta::assert_snapshot!(screen(&["verify", "--json", "-"], changed), @r#"
    {"error":"after b7-c7 the game is over, with a win for blue","line":6}
    --- stderr
    error: after b7-c7 the game is over, with a win for blue
     --> <stdin>:6:63
      |
    6 | xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 3 b7-c7
      |                                                               ^^^^^
    --- exit 1
    "#);
    let before = SAMPLE.rfind("1xxx").expect("a line");
    let shorter = format!("{}end 6\n", &SAMPLE[..before]);
    insta::assert_snapshot!(screen(&["verify", "-"], shorter), @"
    --- stderr
    error: line 9 is not followed up: no line answers the reply a7-c7
      --> <stdin>:13:1
       |
    13 | end 6
       | ^^^^^
       |
       = help: expected a line `1xxxoox/xxxxoox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo o 1 1 …`
    --- exit 1
    ");
}

#[test]
fn what_is_no_certificate() {
    insta::assert_snapshot!(screen(&["verify", "no-such.file"], ""), @"
    --- stderr
    error: there is no file `no-such.file`
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["verify", "docs"], ""), @"
    --- stderr
    error: `docs` is a folder, not a file
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["verify", "docs/examples/pass.txt"], ""), @"
    --- stderr
    error: this is no certificate: expected the line `ataxx certificate 1`
     --> docs/examples/pass.txt:1:1
      |
    1 | manual blue
      | ^^^^^^^^^^^
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["verify", "-"], ""), @"
    --- stderr
    error: this is no certificate: expected the line `ataxx certificate 1`
     --> <stdin>:1:1
      |
    1 |
      | ^
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["verify", "-"], [0xff; 5000]), @"
    --- stderr
    error: this is no certificate: expected the line `ataxx certificate 1`
     --> <stdin>:1:1
      |
    1 | �������������������������������������������������������������������������������������������������������������������������������������...
      | ^
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["verify"], ""), @"
    --- stderr
    error: the following required arguments were not provided:
      <FILE>

    Usage: ataxx verify <FILE>

    For more information, try '--help'.
    --- exit 2
    ");
}
