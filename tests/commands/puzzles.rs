//! `ataxx puzzles` as a person and a script see it.

use crate::screen::screen_in;
use std::fs;
use tempfile::TempDir;

const SET: &str = "\
1xxxxxo/xxxxxxx/oooxxxx/ooooooo/oooooxx/xxoooox/xx1ooox o 1 56; 2022; win-3; d1-c1; medium
xxxooxx/oxxxoxx/ooooxoo/-oxxxx-/ooxxxxx/oox1xxo/xx1oooo o 5 45; uai; hold-3; b2-d2; hard
";

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("two"), SET).expect("written");
    folder
}

/// What is shown beside the boards.
fn without_boards(screen: &str) -> String {
    let is_board = |line: &&str| {
        let bytes = line.as_bytes();
        matches!(
            bytes,
            [b' ', ..] | [b'1'..=b'7', b' ', b' ' | b'[' | b'(', ..]
        )
    };
    let lines: Vec<&str> = screen.lines().filter(|line| !is_board(line)).collect();
    lines.join("\n")
}

#[test]
fn played_from_a_pipe() {
    let folder = folder();
    let play =
        |lines: &str| screen_in(folder.path(), &["puzzles", "--set", "two", "--play"], lines);
    insta::assert_snapshot!(play("help\nhint\nd1-a1\nsideways\nd1-c1\nskip\nb2-c1\nb2-d2\n"), @"
    Puzzle 1 (medium, rules 2022): win in 5 plies
    7  - r r r r r b
    6  r r r r r r r
    5  b b b r r r r
    4  b b b b b b b
    3  b b b b b r r
    2  r r b b b b r
    1  r r - b b b r
       a b c d e f g
    red 24, blue 23; Blue to move; 1 jump in a row
    a move such as a7-b7, `hint`, `answer`, `board`, `skip` or `quit`
    it is an extend
    `d1-a1` cannot be played: a1 is not empty
    expected a move such as a7-b7, `hint`, `answer`, `board`, `skip` or `quit`
    right; Red answers c7-a7
    7 [r]r(-)r r r b
    6  r r r r r r r
    5  b b b r r r r
    4  b b b b b b b
    3  b b b b b r r
    2  r b b b b b r
    1  r b b b b b r
       a b c d e f g
    red 22, blue 26; Blue to move; 1 jump in a row
    Puzzle 2 (hard, rules uai): the only move that holds, against a win in 6 plies
    7  r r r b b r r
    6  b r r r b r r
    5  b b b b r b b
    4  X b r r r r X
    3  b b r r r r r
    2  b b r - r r b
    1  r r - b b b b
       a b c d e f g
    red 25, blue 20; Blue to move; 5 jumps in a row
    b2-c1 loses to e2-d2
    right: solved
    7  r r r b b r r
    6  b r r r b r r
    5  b b b b r b b
    4  X b r r r r X
    3  b b b b b r r
    2  b(-)b[b]b r b
    1  r r - b b b b
       a b c d e f g
    red 20, blue 25; Red to move; 6 jumps in a row
    1 of 2 puzzles solved, 0 without a mistake or a hint
    --- exit 0
    ");
    let quit = play("quit\n");
    insta::assert_snapshot!(without_boards(&quit), @"
    Puzzle 1 (medium, rules 2022): win in 5 plies
    red 24, blue 23; Blue to move; 1 jump in a row
    0 of 1 puzzle solved, 0 without a mistake or a hint
    --- exit 0
    ");
    let solved = play("d1-c1\na5-c7\na7-a5\nb7-a7\nq\n");
    insta::assert_snapshot!(without_boards(&solved), @"
    Puzzle 1 (medium, rules 2022): win in 5 plies
    red 24, blue 23; Blue to move; 1 jump in a row
    right; Red answers c7-a7
    red 22, blue 26; Blue to move; 1 jump in a row
    right; Red answers a7-a5
    red 21, blue 27; Blue to move; 3 jumps in a row
    `a7-a5` cannot be played: no own piece is on a7
    right: solved
    red 19, blue 30; Red to move; no jumps in a row
    Puzzle 2 (hard, rules uai): the only move that holds, against a win in 6 plies
    red 25, blue 20; Blue to move; 5 jumps in a row
    1 of 2 puzzles solved, 1 without a mistake or a hint
    --- exit 0
    ");
    let answer = play("answer\nanswer\n");
    insta::assert_snapshot!(without_boards(&answer), @"
    Puzzle 1 (medium, rules 2022): win in 5 plies
    red 24, blue 23; Blue to move; 1 jump in a row
    d1-c1 c7-a7 a5-c7 a7-a5 b7-a7
    Puzzle 2 (hard, rules uai): the only move that holds, against a win in 6 plies
    red 25, blue 20; Blue to move; 5 jumps in a row
    b2-d2
    0 of 2 puzzles solved, 0 without a mistake or a hint
    --- exit 0
    ");
    for text in [quit, solved, answer] {
        let is_reserved = ["passes", "wins", "Draw", "moves", "==="];
        assert!(
            !is_reserved.iter().any(|word| text.contains(word)),
            "{text}"
        );
    }
}

#[test]
fn proved_again_and_certified() {
    let folder = folder();
    let run = |args: &[&str]| {
        let args: Vec<_> = ["puzzles", "--set", "two"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        screen_in(folder.path(), &args, "")
    };
    let checked = run(&["--check", "--certificates", "proofs"]);
    insta::assert_snapshot!(checked, @"
    2 puzzles proved, with 21 certificates
    --- exit 0
    ");
    let verified = |name: &str| screen_in(folder.path(), &["verify", name], "");
    insta::assert_snapshot!(verified("proofs/001/position.certificate"), @"
    proved    Blue forces a win in 5 plies, and no sooner
    position  1xxxxxo/xxxxxxx/oooxxxx/ooooooo/oooooxx/xxoooox/xx1ooox o 1 1
    rules     2022
    verdict   win (Blue to move)
    distance  exactly 5 plies
    steps     74
    replies   77
    --- exit 0
    ");
    insta::assert_snapshot!(verified("proofs/002/position.certificate"), @"
    proved    neither side forces a win within 8 plies
    position  xxxooxx/oxxxoxx/ooooxoo/-oxxxx-/ooxxxxx/oox1xxo/xx1oooo o 5 1
    rules     uai
    verdict   none (Blue to move)
    steps     560
    replies   2,029
    --- exit 0
    ");
    let wrong = SET
        .replace("d1-c1; medium", "d1-c1; hard")
        .replace("hold-3", "hold-2");
    fs::write(folder.path().join("two"), wrong).expect("written");
    insta::assert_snapshot!(run(&["--check", "--json"]), @r#"
    [{"number":1,"position":"1xxxxxo/xxxxxxx/oooxxxx/ooooooo/oooooxx/xxoooox/xx1ooox o 1 56","rules":"2022","kind":"win-3","answer":"d1-c1","difficulty":"hard","proved":false},{"number":2,"position":"xxxooxx/oxxxoxx/ooooxoo/-oxxxx-/ooxxxxx/oox1xxo/xx1oooo o 5 45","rules":"uai","kind":"hold-2","answer":"b2-d2","difficulty":"hard","proved":false}]
    --- stderr
    error: puzzle 1 is not proved: it is medium
    error: puzzle 2 is not proved: it is medium
    --- exit 1
    "#);
    insta::assert_snapshot!(run(&["--json", "--html", "-"]), @"
    --- stderr
    error: two results cannot both go to standard output
    --- exit 2
    ");
    insta::assert_snapshot!(run(&["--check"]), @"
    0 puzzles proved, with 0 certificates
    --- stderr
    error: puzzle 1 is not proved: it is medium
    error: puzzle 2 is not proved: it is medium
    --- exit 1
    ");
    insta::assert_snapshot!(run(&["--check", "--number", "7"]), @"
    --- stderr
    no puzzle was selected
    --- exit 4
    ");
}

#[test]
fn written_as_scenarios_and_for_print() {
    let folder = folder();
    let set = ["puzzles", "--set", "two"];
    let written = ["--scenarios", "two.yaml", "--html", "two.html"];
    screen_in(folder.path(), &[&set[..], &written].concat(), "");
    let tested = screen_in(folder.path(), &["test", "two.yaml"], "");
    assert_eq!(
        tested.lines().next(),
        Some("ok    two.yaml: 2 passed"),
        "{tested}"
    );
    let page = fs::read_to_string(folder.path().join("two.html")).expect("written");
    assert_eq!(page.matches("<figure>").count(), 2);
    assert!(
        page.contains("<li value=\"1\">d1-c1 c7-a7 a5-c7 a7-a5 b7-a7</li>"),
        "{page}"
    );
    assert!(!page.contains("src=") && !page.contains("href="), "{page}");
    let json = screen_in(
        folder.path(),
        &[&set[..], &["--json", "--number", "2"]].concat(),
        "",
    );
    insta::assert_snapshot!(json, @r#"
    [{"number":2,"position":"xxxooxx/oxxxoxx/ooooxoo/-oxxxx-/ooxxxxx/oox1xxo/xx1oooo o 5 45","rules":"uai","kind":"hold-3","answer":"b2-d2","difficulty":"hard"}]
    --- exit 0
    "#);
}

#[test]
fn files_that_are_no_set() {
    let folder = folder();
    fs::write(folder.path().join("two"), SET.replace("win-3", "win-9")).expect("written");
    insta::assert_snapshot!(screen_in(folder.path(), &["puzzles", "--set", "two"], ""), @"
    --- stderr
    error: expected a kind of puzzle (win-2, win-3, hold-2, hold-3), found `win-9`
     --> two:1:71
      |
    1 | 1xxxxxo/xxxxxxx/oooxxxx/ooooooo/oooooxx/xxoooox/xx1ooox o 1 56; 2022; win-9; d1-c1; medium
      |                                                                       ^^^^^
      |
      = help: did you mean `win-2`?
    --- exit 2
    ");
    let both = screen_in(folder.path(), &["puzzles", "--set", "-", "--play"], "");
    insta::assert_snapshot!(both, @"
    --- stderr
    error: the puzzles and the play cannot both come from standard input
    --- exit 2
    ");
}

#[test]
fn the_first_few_of_each_kind_and_difficulty() {
    let folder = folder();
    fs::write(folder.path().join("two"), SET.repeat(3)).expect("written");
    let args = ["puzzles", "--set", "two", "--of-each", "2", "--json"];
    let shown = screen_in(folder.path(), &args, "");
    let numbers: Vec<&str> = shown
        .split("\"number\":")
        .skip(1)
        .map(|rest| rest.split(',').next().expect("a number"))
        .collect();
    assert_eq!(numbers, ["1", "2", "3", "4"]);
}
