//! `ataxx agent`: the real binary, asked as the document says.

use crate::common::ataxx;
use crate::screen::screen;
use ataxx_core::board::{Game, Position, Rules};
use ataxx_core::notation::{MoveRequest, ReloadedMove};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The request for a move in a position, as the side to move sees it.
fn request(position: &Position) -> String {
    format!("{}\n", MoveRequest::new(position).expect("no blocks"))
}

fn start() -> String {
    request(&Position::start())
}

#[test]
fn identify_prints_the_name() {
    let run = ataxx(&["agent"], "identify\n");
    assert_eq!(run.stderr, "");
    assert_eq!(run.status, Some(0));
    let name = run.stdout.strip_suffix('\n').expect("a line");
    assert!((1..=80).contains(&name.len()), "{name}");
    assert!(
        name.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
        "{name}"
    );
    insta::assert_snapshot!(screen(&["agent", "--name", "The Clover"], "identify"), @"
    The Clover
    --- exit 0
    ");
}

#[test]
fn the_answer_is_a_legal_move_of_eight_characters() {
    let run = ataxx(&["agent", "--nodes", "500"], start());
    assert_eq!(run.stderr, "");
    assert_eq!(run.status, Some(0));
    let line = run.stdout.strip_suffix('\n').expect("a line");
    assert_eq!(line.len(), 8);
    let mv: ReloadedMove = line.parse().expect("a move");
    mv.play(&mut Game::new(Rules::RELOADED)).expect("legal");
}

#[test]
fn a_seed_settles_the_answer_and_earlier_requests_do_not() {
    let seeded = ["agent", "--seed", "7", "--nodes", "20000"];
    let middle = "move\n31\n7\n1:1:0:0:0:2:2:\n1:1:1:0:2:2:2:\n0:1:1:0:0:2:0:\n0:0:0:1:2:0:0:\n\
        0:2:0:0:0:1:0:\n2:2:2:0:1:1:1:\n2:2:0:0:0:1:1:\n";
    let alone = [start().as_str(), middle].map(|text| ataxx(&seeded, text).stdout);
    let together = ataxx(&seeded, start() + middle + middle + &start()).stdout;
    let [first, second] = &alone;
    assert_eq!(together, format!("{first}{second}{second}{first}"));
    assert!(together.lines().all(|line| line.len() == 8), "{together}");
}

#[test]
fn without_a_legal_move_it_passes() {
    let full = start().replace('0', "1").replace("move\n1", "move\n17");
    insta::assert_snapshot!(screen(&["agent"], full), @"
    pass
    --- exit 0
    ");
}

#[test]
fn a_malformed_request_is_an_error_in_its_place() {
    insta::assert_snapshot!(screen(&["agent"], "mvoe\n1\n7\n"), @"
    --- stderr
    error: expected `identify` or `move`, found `mvoe`
     --> <stdin>:1:1
      |
    1 | mvoe
      | ^^^^
      |
      = help: did you mean `move`?
    --- exit 2
    ");
    let short = start().replacen("0:0:0:0:0:0:0:\n", "0:0:0:0:0:0:\n", 1);
    insta::assert_snapshot!(screen(&["agent"], short), @"
    --- stderr
    error: row 1 has 6 squares instead of 7
     --> <stdin>:5:1
      |
    5 | 0:0:0:0:0:0:
      | ^^^^^^^^^^^^
    --- exit 2
    ");
    let cut_off: String = start().chars().take(60).collect();
    insta::assert_snapshot!(screen(&["agent"], cut_off), @"
    --- stderr
    error: row 3 has 3 squares instead of 7
     --> <stdin>:7:1
      |
    7 | 0:0:0:
      | ^^^^^^
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["agent"], "move\n-1\n"), @"
    --- stderr
    error: expected the turn number, found `-1`
     --> <stdin>:2:1
      |
    2 | -1
      | ^^
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["agent"], b"\0\xff\xfe"), @"
    --- stderr
    error: expected `identify` or `move`, found `���`
     --> <stdin>:1:1
      |
    1 | ␀��
      | ^^^
      |
      = help: column 1: U+0000 (NUL)
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["agent"], vec![b'1'; 1_000_000]), @"
    --- stderr
    error: expected `identify` or `move`, found `111111111111111111111111…`
     --> <stdin>:1:1
      |
    1 | 1111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    --- exit 2
    ");
    insta::assert_snapshot!(screen(&["agent"], ""), @"--- exit 0");
}

#[test]
fn answers_before_a_malformed_request_stand() {
    let requests = "identify\n\nidentify\nmove\n1\n6\n".to_owned() + &start();
    insta::assert_snapshot!(screen(&["agent", "--name", "A"], requests), @"
    A
    A
    --- stderr
    error: the size of the board is 7, found `6`
     --> <stdin>:6:1
      |
    6 | 6
      | ^
    --- exit 2
    ");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let status = |args: &[&str]| {
        let run = ataxx(args, "identify\n");
        assert_eq!(run.stdout, "", "{args:?}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
        run.status
    };
    for args in [
        &["agent", "--name", ""][..],
        &["agent", "--name", "Żółw"],
        &["agent", "--name", &"x".repeat(81)],
        &["agent", "--move-time", "5.1"],
        &["agent", "--move-time", "-1"],
        &["agent", "--move-time", "1", "--seed", "1"],
        &["agent", "--nodes", "0"],
        &["agent", "identify"],
    ] {
        assert_eq!(status(args), Some(2), "{args:?}");
    }
}

/// An agent that is asked more than once.
struct Asked {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Asked {
    fn new(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .arg("agent")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, to, from }
    }

    fn ask(&mut self, request: &str) -> String {
        self.to.write_all(request.as_bytes()).expect("it listens");
        let mut line = String::new();
        self.from.read_line(&mut line).expect("text");
        line
    }

    fn end(self) -> Option<i32> {
        let Self { mut child, to, .. } = self;
        drop(to);
        child.wait().expect("it ends").code()
    }
}

/// Were an answer kept until more comes, this would never end.
#[test]
fn an_answer_does_not_wait_for_the_next_request() {
    let mut agent = Asked::new(&["--nodes", "300"]);
    let name = agent.ask("identify\n");
    assert!(name.starts_with("ataxx "), "{name}");
    let mut game = Game::new(Rules::RELOADED);
    for _ in 0..6 {
        let line = agent.ask(&request(game.position()));
        let mv: ReloadedMove = line.trim_end().parse().expect("a move");
        mv.play(&mut game).expect("legal");
    }
    assert_eq!(agent.ask("identify\n"), name);
    assert_eq!(agent.end(), Some(0));
}

/// Half a line is waited for, however slowly it comes.
#[test]
fn requests_may_come_in_pieces() {
    let mut agent = Asked::new(&["--nodes", "300"]);
    let request = start();
    let (last, pieces) = request.as_bytes().split_last().expect("not empty");
    for piece in pieces.chunks(7) {
        agent.to.write_all(piece).expect("it listens");
        agent.to.flush().expect("it listens");
    }
    let line = agent.ask(std::str::from_utf8(&[*last]).expect("a line feed"));
    assert_eq!(line.len(), "4:5:4:2:\n".len(), "{line}");
    assert_eq!(agent.end(), Some(0));
}

/// With more to do than there are cores, and more time to think than there is.
#[test]
fn an_agent_under_load_answers() {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let mut agents: Vec<Asked> = (0..2 * cores)
        .map(|_| Asked::new(&["--move-time", "5"]))
        .collect();
    let request = start();
    for agent in &mut agents {
        agent.to.write_all(request.as_bytes()).expect("it listens");
    }
    for mut agent in agents {
        let mut line = String::new();
        agent.from.read_line(&mut line).expect("text");
        assert_eq!(line.len(), "4:5:4:2:\n".len(), "{line}");
        assert_eq!(agent.end(), Some(0));
    }
}

/// The scenarios for agents hold of this one, as a process of its own.
#[cfg(unix)]
#[test]
fn scenarios_for_agents_hold() {
    let agent = format!(
        "'{}' agent --seed 1 --nodes 2000",
        env!("CARGO_BIN_EXE_ataxx")
    );
    let run = ataxx(
        &["test", "scenarios/reloaded/agent.yaml", "--agent", &agent],
        "",
    );
    assert_eq!(run.status, Some(0), "{}{}", run.stdout, run.stderr);
    let all = ["unsupported", "skipped", "0 passed"];
    assert!(
        !all.iter().any(|word| run.stdout.contains(word)),
        "{}",
        run.stdout
    );
}
