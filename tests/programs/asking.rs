//! Asking agents of Reloaded, well-behaved and not: real processes.

use crate::process_groups;
use ataxx_core::Cancellation;
use ataxx_core::board::Position;
use ataxx_core::notation::MoveRequest;
use ataxx_opponents::dialogue::{Dialogue, Speaker};
use ataxx_opponents::reloaded::{AgentRequest, AgentResponse, AgentTimeouts, ask};
use ataxx_opponents::{Failure, FailureKind, Launch};
use std::time::{Duration, Instant};

/// Enough for whatever does come.
const PATIENT: AgentTimeouts = AgentTimeouts {
    answer: Duration::from_secs(60),
    end: Duration::from_secs(60),
};
/// Too little for what does not come.
const IMPATIENT: AgentTimeouts = AgentTimeouts {
    answer: Duration::from_millis(500),
    end: Duration::from_millis(500),
};

fn first_move() -> AgentRequest {
    AgentRequest::Move(MoveRequest::new(&Position::start()).expect("no blocks"))
}

fn asked(command: &str, request: &AgentRequest, timeouts: AgentTimeouts) -> AgentResponse {
    let stop = Cancellation::new();
    let launch = Launch::new(command);
    ask(
        &launch,
        request,
        timeouts,
        &stop,
        &mut Dialogue::default(),
        0,
    )
}

/// What an agent that is started like this answers to a request for a move, in words.
fn answer_in_words(command: &str, timeouts: AgentTimeouts) -> String {
    let asked = asked(command, &first_move(), timeouts);
    match asked.answer {
        Err(reason) => format!("{reason}"),
        Ok(answer) => {
            let ended = asked
                .ended
                .map_or("killed".to_owned(), |ended| ended.to_string());
            match answer.to_move() {
                Ok(mv) => format!("{mv} ({ended})"),
                Err(reason) => format!("{reason} ({ended})"),
            }
        }
    }
}

#[test]
fn the_agent_of_this_program_answers() {
    let agent = format!("'{}' agent --nodes 300", env!("CARGO_BIN_EXE_ataxx"));
    let answer = asked(&agent, &AgentRequest::Identify, PATIENT)
        .answer
        .expect("an answer");
    assert_eq!(answer.line, format!("ataxx {}", env!("CARGO_PKG_VERSION")));
    let answer = asked(&agent, &first_move(), PATIENT)
        .answer
        .expect("an answer");
    assert!(answer.to_move().is_ok(), "{answer:?}");
}

#[test]
fn agents_that_answer_in_unusual_ways_are_read() {
    for (what, command) in [
        ("reads all lines", "head -n 10 > /dev/null; echo 0:0:1:0:"),
        ("reads to the end", "cat > /dev/null; echo 0:0:1:0:"),
        ("reads nothing", "echo 0:0:1:0:"),
        ("closes its input first", "exec <&-; echo 0:0:1:0:"),
        ("writes no line end", "printf 0:0:1:0:"),
        ("writes another line end", r"printf '0:0:1:0:\r\n'"),
        ("writes blank lines after it", r"printf '0:0:1:0:\n\n \n'"),
        ("writes in pieces", "printf 0:0; sleep 0.05; echo :1:0:"),
        ("talks on stderr", "echo thinking >&2; echo 0:0:1:0:"),
    ] {
        assert_eq!(
            answer_in_words(command, PATIENT),
            "0:0:1:0: (exit status 0)",
            "{what}"
        );
    }
    assert_eq!(
        answer_in_words("echo 0:0:1:0:; exit 3", PATIENT),
        "0:0:1:0: (exit status 3)"
    );
}

#[test]
fn what_is_no_answer() {
    insta::assert_snapshot!(answer_in_words("exit 3", PATIENT), @"it ended without an answer (exit status 3)");
    insta::assert_snapshot!(answer_in_words("kill -SEGV $$", PATIENT), @"it ended without an answer (signal 11)");
    insta::assert_snapshot!(answer_in_words("cat > /dev/null", PATIENT), @"it ended without an answer (exit status 0)");
    insta::assert_snapshot!(answer_in_words("no-such-program-anywhere", PATIENT), @"`no-such-program-anywhere` could not be started: exit status 127");
    insta::assert_snapshot!(answer_in_words("sleep 1000", IMPATIENT), @"no answer within 0.5 s");
    insta::assert_snapshot!(answer_in_words("printf 0:0:1:0:; sleep 1000", IMPATIENT), @"no answer within 0.5 s");
    insta::assert_snapshot!(answer_in_words("exec >&-; sleep 1000", IMPATIENT), @"it closed its output without an answer");
    insta::assert_snapshot!(answer_in_words("yes | tr -d '\\n'", PATIENT), @"more than 8388608 bytes without an end of the line");
}

#[test]
fn what_is_no_move() {
    insta::assert_snapshot!(answer_in_words("echo 0:0:1:0:; echo 0:0:2:0:", PATIENT), @"after its answer the agent prints `0:0:2:0:` (exit status 0)");
    insta::assert_snapshot!(answer_in_words("echo thinking; echo 0:0:1:0:", PATIENT), @"`thinking` is no move: expected a column from 0 to 6, found `thinking` (exit status 0)");
    insta::assert_snapshot!(answer_in_words("echo a7-b7", PATIENT), @"`a7-b7` is no move: expected a column from 0 to 6, found `a7-b7` (exit status 0)");
    insta::assert_snapshot!(answer_in_words("echo 0:0:1:0", PATIENT), @"`0:0:1:0` is no move: expected `:` after the last coordinate (exit status 0)");
    insta::assert_snapshot!(answer_in_words("echo", PATIENT), @"`` is no move: expected a column from 0 to 6, found the end (exit status 0)");
    insta::assert_snapshot!(answer_in_words(r"printf '\377\000\001\n'", PATIENT), @"`�\0\u{1}` is no move: expected a column from 0 to 6, found `���` (exit status 0)");
    insta::assert_snapshot!(answer_in_words("head -c 100000 /dev/zero | tr '\\0' x", PATIENT), @"`xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` is no move: expected a column from 0 to 6, found `xxxxxxxxxxxxxxxxxxxxxxxx…` (exit status 0)");
}

/// An agent that answers and stays has answered; nothing of it is left.
#[test]
fn agents_that_stay_are_killed() {
    assert_eq!(
        answer_in_words("echo 0:0:1:0:; sleep 1000", IMPATIENT),
        "0:0:1:0: (killed)"
    );
    for command in [
        "echo $$; sleep 1000 & sleep 1000",
        "trap '' TERM HUP; echo $$; sleep 1000 & wait",
    ] {
        let asked = asked(command, &AgentRequest::Identify, IMPATIENT);
        assert_eq!(asked.ended, None);
        let answer = asked.answer.expect("a number");
        process_groups::assert_gone(answer.line.parse().expect("the number of the group"));
    }
    let silent = asked(
        "echo $$ >&2; sleep 1000 & sleep 1000",
        &AgentRequest::Identify,
        IMPATIENT,
    );
    let kind = silent.answer.expect_err("it is silent").kind;
    assert_eq!(kind, FailureKind::Timeout(None));
    process_groups::assert_gone(
        silent.stderr_lines[0]
            .parse()
            .expect("the number of the group"),
    );
}

#[test]
fn all_lines_are_monitored() {
    let mut dialogue = Dialogue::default();
    let stop = Cancellation::new();
    let launch = Launch::new("cat >&2; echo Clover; echo really; echo yes");
    let asked = ask(
        &launch,
        &AgentRequest::Identify,
        PATIENT,
        &stop,
        &mut dialogue,
        0,
    );
    let heard = dialogue.into_iter().map(|line| match line.by {
        Speaker::Runner => format!("> {}", line.text),
        Speaker::Program => format!("< {}", line.text),
    });
    let heard: Vec<String> = heard.collect();
    assert_eq!(heard, ["> identify", "< Clover", "< really", "< yes"]);
    assert_eq!(asked.stderr_lines, ["identify"]);
    assert_eq!(asked.answer.expect("an answer").more, ["really", "yes"]);
}

/// The last 8 MiB are kept, and the rest is counted.
#[test]
fn a_flood_on_stderr_is_counted() {
    let asked = asked(
        "yes 1234567 | head -c 10000000 >&2; echo Clover",
        &AgentRequest::Identify,
        PATIENT,
    );
    assert_eq!(asked.lost_stderr, 10_000_000 - 8 * 1024 * 1024);
    assert_eq!(asked.stderr_lines.len(), 1024 * 1024);
    assert_eq!(asked.answer.expect("an answer").line, "Clover");
}

#[test]
fn cancellation_ends_a_request() {
    let stop = Cancellation::new();
    let begun = Instant::now();
    let asked = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.request();
        });
        ask(
            &Launch::new("sleep 1000"),
            &first_move(),
            PATIENT,
            &stop,
            &mut Dialogue::default(),
            0,
        )
    });
    assert_eq!(asked.answer, Err(Failure::interrupted()));
    assert!(begun.elapsed() < PATIENT.answer);
}
