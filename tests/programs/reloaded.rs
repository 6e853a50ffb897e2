//! `ataxx reloaded`: games between real processes, well-behaved and not.

use crate::common::ataxx;
use crate::screen::screen;
use ataxx_core::board::Rules;
use ataxx_core::notation::GameRecord;
use serde_json::Value;

/// An agent that calls itself this, and answers requests for a move with this script.
fn agent(name: &str, script: &str) -> String {
    format!("read -r what; if [ $what = identify ]; then echo '{name}'; else {script}; fi")
}

/// This program as an agent that plays the same in every run.
fn ours() -> String {
    format!(
        "'{}' agent --seed 1 --nodes 300",
        env!("CARGO_BIN_EXE_ataxx")
    )
}

/// The lines of JSON of a run, without the times.
fn lines(args: &[&str]) -> (Vec<Value>, Option<i32>) {
    let run = ataxx(&[&["reloaded", "--json"], args].concat(), "");
    assert_eq!(run.stderr, "", "{args:?}");
    let lines = run.stdout.lines();
    let lines = lines.map(|line| serde_json::from_str(line).expect("JSON"));
    (lines.collect(), run.status)
}

/// How many faults of each kind the first player has made.
fn faults(lines: &[Value]) -> [u64; 3] {
    let player = &lines.last().expect("the players")["players"][0];
    ["illegal", "late", "crashes"].map(|kind| player[kind].as_u64().expect("a count"))
}

#[test]
fn agents_play_to_the_end() {
    let (lines, status) = lines(&[&ours(), &ours(), "--games", "2"]);
    assert_eq!(status, Some(0));
    let [first, second, players] = &lines[..] else {
        panic!("{lines:?}");
    };
    let name = format!("ataxx {}", env!("CARGO_PKG_VERSION"));
    for (number, game) in [(1, first), (2, second)] {
        assert_eq!(game["game"], number);
        assert_eq!(game["black"], name.as_str());
        assert_eq!(game["faults"], Value::Array(Vec::new()));
        let text = format!("rules: reloaded\n{}", moves(game));
        let record: GameRecord = text.parse().expect("legal moves");
        let outcome = record.game().outcome().expect("the end");
        let winner = outcome.winner.map(|color| match color {
            ataxx_core::board::Color::Red => "black",
            ataxx_core::board::Color::Blue => "white",
        });
        assert_eq!(game["winner"], Value::from(winner));
    }
    // With the same seed they play the same game, whoever has black.
    assert_eq!(first["moves"], second["moves"]);
    assert_eq!(players["players"][0]["games"], 2);
    assert_eq!(players["players"][0]["won"], players["players"][1]["won"]);
}

fn moves(game: &Value) -> String {
    let moves = game["moves"].as_array().expect("moves");
    let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
    moves.join(" ")
}

#[test]
fn players_of_this_program_are_settled_by_the_seed() {
    let play = |seed| lines(&["ai", "random", "--ai-nodes", "300", "--seed", seed]).0;
    let first = play("5");
    assert_eq!(play("5")[0]["moves"], first[0]["moves"]);
    assert_ne!(play("6")[0]["moves"], first[0]["moves"]);
    assert_eq!(first[0]["winner"], "black");
    assert_eq!(first[0]["white"], "random");
}

/// Every kind of misbehaviour, once in each reading: it is counted as what it is, and the
/// game goes on to its end.
#[test]
fn misbehaving_agents() {
    let kinds = [
        ("illegal moves", "echo 3:3:3:4:", [1, 0, 0]),
        ("passes", "echo pass", [1, 0, 0]),
        ("another format", "echo a7-b7", [1, 0, 0]),
        ("no last colon", "echo 0:0:1:0", [1, 0, 0]),
        ("two lines", r"printf '0:0:1:0:\n0:0:1:0:\n'", [1, 0, 0]),
        ("an empty line", "echo", [1, 0, 0]),
        (
            "bytes that are no text",
            r"printf '\377\000\033[2J\n'",
            [1, 0, 0],
        ),
        ("nothing", "true", [0, 0, 1]),
        ("an error", "echo oh >&2; exit 3", [0, 0, 1]),
        ("a signal", "kill -SEGV $$", [0, 0, 1]),
    ];
    for (what, script, expected) in kinds {
        for illegal in ["random", "forfeit"] {
            let agent = agent("Bad", script);
            let (lines, status) = lines(&[&agent, "random", "--illegal", illegal]);
            let game = &lines[0];
            let faults = faults(&lines);
            assert_eq!(status, Some(1), "{what}");
            // Once for each move that it had to make.
            let count: u64 = faults.iter().sum();
            assert!(count > 0, "{what}");
            assert_eq!(faults, expected.map(|one| one * count), "{what}");
            assert_eq!(
                game["faults"].as_array().map(Vec::len),
                usize::try_from(count).ok()
            );
            // Only an illegal answer is replaced.
            let replaced = illegal == "random" && expected[0] == 1;
            let instead = game["faults"][0]["instead"].as_str().expect("a move");
            assert_eq!(instead != "-", replaced, "{what}");
            let text = format!("rules: reloaded\n{}", moves(game));
            let record: GameRecord = text.parse().expect("it can be replayed");
            assert!(record.game().outcome().is_some(), "{what}");
        }
    }
}

/// An agent that hangs forfeits its moves, and is not left behind.
#[test]
fn an_agent_that_hangs_is_killed() {
    let hangs = agent("Slow", "sleep 1000");
    let args = [&hangs, "ai", "--ai-nodes", "300", "--move-time", "0.2"];
    let (lines, status) = lines(&args);
    assert_eq!(status, Some(1));
    let [illegal, late, crashes] = faults(&lines);
    assert!(late > 0);
    assert_eq!((illegal, crashes), (0, 0));
    assert_eq!(lines[0]["winner"], "white");
    assert_eq!(lines[0]["faults"][0]["what"], "no answer within 0.2 s");
    assert_eq!(lines[0]["faults"][0]["instead"], "-");
}

#[test]
fn a_game_in_words() {
    let black = agent("Clover", "echo 0:0:1:0:");
    let white = agent("Shamrock", "echo pass");
    let run = ataxx(&["reloaded", &black, &white, "--illegal", "forfeit"], "");
    assert_eq!(run.status, Some(1));
    let first: Vec<&str> = run.stdout.lines().take(5).collect();
    let last: Vec<&str> = run.stdout.lines().rev().take(5).collect();
    insta::assert_snapshot!(first[1..].join("\n"), @"
    game 1, turn 1, white (Shamrock): illegal move: `pass`: a pass is legal only without another legal move; the move is forfeited
    game 1, turn 2, black (Clover): illegal move: `0:0:1:0:` (a7-b7): b7 is not empty; the move is forfeited
    game 1, turn 2, white (Shamrock): illegal move: `pass`: a pass is legal only without another legal move; the move is forfeited
    game 1, turn 3, black (Clover): illegal move: `0:0:1:0:` (a7-b7): b7 is not empty; the move is forfeited
    ");
    insta::assert_snapshot!(last.into_iter().rev().collect::<Vec<_>>().join("\n"), @"
    game 1: black (Clover) wins, 3 to 2, in turn 100: the limit on the length of the game is reached

              games   won  drawn  lost  illegal  late  crashes
    Clover        1     1      0     0       99     0        0
    Shamrock      1     0      0     1      100     0        0
    ");
}

#[test]
fn every_move_is_shown_if_asked_for() {
    let args = [
        "reloaded",
        "random",
        "random",
        "--seed",
        "3",
        "--show",
        "--notation",
        "reloaded",
    ];
    let run = ataxx(&args, "");
    assert_eq!(run.status, Some(0));
    // Without the times.
    let shown = run.stdout.lines().take(12);
    let shown: Vec<&str> = shown
        .map(|line| line.split("  (").next().unwrap_or_default())
        .collect();
    insta::assert_snapshot!(shown.join("\n"), @"
    random against random
    game 1, turn 1, black (random): 0:0:2:2:
        0 1 2 3 4 5 6
      0 - - - - - - b  7
      1 - - - - - - -  6
      2 - - r - - - -  5
      3 - - - - - - -  4
      4 - - - - - - -  3
      5 - - - - - - -  2
      6 b - - - - - r  1
        a b c d e f g
      r black 2, b white 2
    ");
}

#[test]
fn records_can_be_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let name = file.to_str().expect("text");
    let bad = agent("Bad", "echo 9:9:9:9:");
    let args = [&bad, "random", "--illegal", "forfeit", "--record", name];
    let (lines, _) = lines(&args);
    let text = std::fs::read_to_string(&file).expect("a record");
    assert!(
        text.starts_with("# game 1: Bad (black) against random (white)\n"),
        "{text}"
    );
    let record: GameRecord = text.parse().expect("a record");
    assert_eq!(record.rules(), Rules::RELOADED);
    assert_eq!(
        record.game().moves().len(),
        lines[0]["moves"].as_array().expect("moves").len()
    );
    let nowhere = folder.path().join("no/such/file");
    let args = [
        "reloaded",
        "random",
        "random",
        "--record",
        nowhere.to_str().expect("text"),
    ];
    assert_eq!(ataxx(&args, "").status, Some(2));
}

#[test]
fn records_stay_until_there_is_a_new_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    std::fs::write(&file, "old").expect("a file");
    let path = file.to_str().expect("text");
    let read = || std::fs::read_to_string(&file).expect("a file");
    let run = ataxx(
        &["reloaded", "no-such-program", "random", "--record", path],
        "",
    );
    assert_eq!((run.status, &*read()), (Some(3), "old"));
    let run = ataxx(&["reloaded", "random", "random", "--record", path], "");
    assert_eq!(run.status, Some(0));
    assert!(read().starts_with("# game 1: random (black)"), "{}", read());
}

#[test]
fn agents_that_do_not_start_or_have_no_name() {
    insta::assert_snapshot!(screen(&["reloaded", "no-such-program-anywhere", "ai"], ""), @"
    --- stderr
    error: `no-such-program-anywhere` could not be started: exit status 127
    --- exit 3
    ");
    let mut messages = Vec::new();
    for (script, complaint) in [
        ("echo", "`` is no name of an agent: a name is not empty"),
        ("printf 'a\\nb\\n'", "after its name the agent prints `b`"),
        (
            "printf %081d 1",
            "`000000000000000000000000000000000000000000000000000000000000000000000000000000001` is no name of an agent: a name has at most 80 characters, and this one has 81",
        ),
        (
            "printf 'a\\tb\\n'",
            "`a�b` is no name of an agent: a name has printable ASCII characters alone, and the character 2 is '\\t'",
        ),
        ("exit 1", "it ended without an answer (exit status 1)"),
    ] {
        let agent =
            format!("read -r what; if [ $what = identify ]; then {script}; else echo 0:0:0:0:; fi");
        let run = ataxx(&["reloaded", &agent, "random", "--json"], "");
        messages.push(run.stderr.replace(&agent, script));
        assert_eq!(run.status, Some(1));
        let last: Value =
            serde_json::from_str(run.stdout.lines().last().expect("a line")).expect("JSON");
        assert_eq!(last["players"][0]["unidentified"], complaint);
    }
    insta::assert_snapshot!(messages.concat(), @r#"
    warning: `echo` does not say its name: `` is no name of an agent: a name is not empty
    warning: `printf 'a\nb\n'` does not say its name: after its name the agent prints `b`
    warning: `printf %081d 1` does not say its name: `000000000000000000000000000000000000000000000000000000000000000000000000000000001` is no name of an agent: a name has at most 80 characters, and this one has 81
    warning: `printf 'a\tb\n'` does not say its name: `a�b` is no name of an agent: a name has printable ASCII characters alone, and the character 2 is '\t'
    warning: `exit 1` does not say its name: it ended without an answer (exit status 1)
    "#);
}

#[test]
fn a_person_plays() {
    let typed = "a7-h3\n0:0:3:1:\ng7-g6\nlegal\nhelp\na7-b7\n6:6:6:3:\nquit\n";
    let args = ["reloaded", "human", "ai", "--ai-nodes", "300"];
    insta::assert_snapshot!(screen(&args, typed), @"
    human against ataxx 0.1.0 (ai)
    --- stderr
        0 1 2 3 4 5 6
      0 r - - - - - b  7
      1 - - - - - - -  6
      2 - - - - - - -  5
      3 - - - - - - -  4
      4 - - - - - - -  3
      5 - - - - - - -  2
      6 b - - - - - r  1
        a b c d e f g
      r black 2, b white 2
    turn 1, black> error: `h3` is not a square: files run from a to g
     --> <moves>:1:4
      |
    1 | a7-h3
      |    ^^
    legal: 6:6:5:6: (g1-f1), 6:6:5:5: (g1-f2), 6:6:6:5: (g1-g2), 0:0:0:1: (a7-a6), 0:0:1:1: (a7-b6), 0:0:1:0: (a7-b7), 6:6:3:6: (g1-d1), 6:6:4:6: (g1-e1), 6:6:4:4: (g1-e3), 6:6:6:4: (g1-g3), 0:0:0:3: (a7-a4), 6:6:6:3: (g1-g4), and 4 more: `legal` lists all
    turn 1, black> error: d6 is out of reach from a7 by these rules
     --> <moves>:1:1
      |
    1 | 0:0:3:1:
      | ^^^^^^^^
    legal from a7: 0:0:0:1: (a7-a6), 0:0:1:1: (a7-b6), 0:0:1:0: (a7-b7), 0:0:0:3: (a7-a4), 0:0:0:2: (a7-a5), 0:0:2:2: (a7-c5), 0:0:2:0: (a7-c7), 0:0:3:0: (a7-d7)
    turn 1, black> error: the piece on g7 is Blue, and it is Red's turn
     --> <moves>:1:1
      |
    1 | g7-g6
      | ^^
    legal: 6:6:5:6: (g1-f1), 6:6:5:5: (g1-f2), 6:6:6:5: (g1-g2), 0:0:0:1: (a7-a6), 0:0:1:1: (a7-b6), 0:0:1:0: (a7-b7), 6:6:3:6: (g1-d1), 6:6:4:6: (g1-e1), 6:6:4:4: (g1-e3), 6:6:6:4: (g1-g3), 0:0:0:3: (a7-a4), 6:6:6:3: (g1-g4), and 4 more: `legal` lists all
    turn 1, black> legal: 6:6:5:6: (g1-f1), 6:6:5:5: (g1-f2), 6:6:6:5: (g1-g2), 0:0:0:1: (a7-a6), 0:0:1:1: (a7-b6), 0:0:1:0: (a7-b7), 6:6:3:6: (g1-d1), 6:6:4:6: (g1-e1), 6:6:4:4: (g1-e3), 6:6:6:4: (g1-g3), 0:0:0:3: (a7-a4), 6:6:6:3: (g1-g4), 0:0:0:2: (a7-a5), 0:0:2:2: (a7-c5), 0:0:2:0: (a7-c7), 0:0:3:0: (a7-d7)
    turn 1, black>   4:5:4:2:   a move: from column and row to column and row, from the top left
      e2-e5      the same by file and rank
      legal      all that can be played
      board      the board again
      quit       leave (so does Ctrl-D)
    turn 1, black> 
    white: 6:0:5:1: (g7-f6)
        0 1 2 3 4 5 6
      0 r r - - - - b  7
      1 - - - - - b -  6
      2 - - - - - - -  5
      3 - - - - - - -  4
      4 - - - - - - -  3
      5 - - - - - - -  2
      6 b - - - - - r  1
        a b c d e f g
      r black 3, b white 3
    turn 2, black> 
    white: 5:1:5:2: (f6-f5)
        0 1 2 3 4 5 6
      0 r r - - - - b  7
      1 - - - - - b -  6
      2 - - - - - b -  5
      3 - - - - - - b  4
      4 - - - - - - -  3
      5 - - - - - - -  2
      6 b - - - - - -  1
        a b c d e f g
      r black 2, b white 5
    turn 3, black> human has left
    --- exit 0
    ");
}

#[test]
fn a_person_may_leave_at_once() {
    insta::assert_snapshot!(screen(&["reloaded", "random", "human", "--seed", "2"], ""), @"
    random against human
    --- stderr

    black: 0:0:1:0: (a7-b7)
        0 1 2 3 4 5 6
      0 r r - - - - b  7
      1 - - - - - - -  6
      2 - - - - - - -  5
      3 - - - - - - -  4
      4 - - - - - - -  3
      5 - - - - - - -  2
      6 b - - - - - r  1
        a b c d e f g
      r black 3, b white 2
    turn 1, white> 
    human has left
    --- exit 0
    ");
}
