//! Engines of UAI under control: real processes, well and badly behaved.

use crate::process_groups;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move, Rules};
use ataxx_core::notation::MoveScore;
use ataxx_opponents::uai::client::{EngineClient, Failure, FailureKind, Go, OptionKind, SetOption};
use ataxx_opponents::{
    Allowance, Ended, Launch, Monitor, Opponent as _, Program, Stream, Timing, UaiOpponent, within,
};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for everything that comes at all.
fn patiently() -> Instant {
    within(Duration::from_secs(60))
}

/// Not long for what does not come.
fn in_vain() -> Instant {
    within(Duration::from_millis(200))
}

fn command(way: &str) -> Launch {
    Launch::new(format!("sh tests/misbehaving/uai.sh {way}"))
}

/// An engine that is wrong in this way.
fn engine(way: &str) -> EngineClient<'static> {
    EngineClient::start(&command(way), Cancellation::never()).expect("there is a shell")
}

/// One that has got through its start.
fn started(way: &str) -> EngineClient<'static> {
    let mut engine = engine(way);
    engine.handshake(patiently()).expect(way);
    engine
}

fn start() -> Game {
    Game::new(Rules::UAI)
}

fn move_of(name: &str) -> Move {
    let mv: Move = name.parse().expect(name);
    mv
}

#[test]
fn an_engine_that_keeps_the_protocol() {
    let mut engine = started("well");
    let identity = &engine.identity;
    assert_eq!(identity.name, "Shell");
    assert!(matches!(
        identity.option("hash").map(|option| &option.kind),
        Some(OptionKind::Spin { max: Some(8), .. })
    ));
    assert!(matches!(
        engine.set_option("Hash", Some("9")),
        Err(SetOption::Refused(_))
    ));
    engine.set_option("Hash", Some("8")).expect("it takes that");
    engine.new_game(patiently()).expect("it is ready");
    let answer = engine
        .go(&start(), &Go::depth(1), patiently())
        .expect("it answers");
    assert_eq!(answer.mv, move_of("b7"));
    let score = answer.infos.iter().find_map(|info| info.score);
    assert_eq!(score, Some(MoveScore::Centipawns(5)));
    engine
        .think(&start(), &Go::infinite(), patiently())
        .expect("it listens");
    assert_eq!(engine.stop(patiently()).expect("it stops").name, "b7");
    assert_eq!(engine.perft(start().position(), 1, patiently()), Ok(None));
    assert_eq!(engine.quit(patiently()), Ok(Ended::Status(0)));
    assert_eq!(engine.take_other_lines(), ["Hello!"]);
}

/// What is wrong at the start, and whether that is what it is called.
#[test]
fn engines_that_do_not_start() {
    let refused = |mut engine: EngineClient, deadline| {
        let shaken = engine.handshake(deadline);
        shaken.map(|_| ()).expect_err("it does not start")
    };
    let failure = refused(engine("hangs-at-start"), in_vain());
    assert_eq!(failure.name(), "hang at start");
    let failure = refused(engine("dies-at-start"), patiently());
    assert_eq!(failure.name(), "crash");
    assert_eq!(
        failure.stderr_end.as_deref(),
        Some("cannot load the network")
    );
    insta::assert_snapshot!(failure, @"waited for `uaiok` in answer to `uai`, but the engine ended with exit status 3; it has printed nothing");
    let nothing = Launch::new("no-such-program-anywhere");
    let nobody = EngineClient::start(&nothing, Cancellation::never()).expect("there is a shell");
    let failure = refused(nobody, patiently());
    insta::assert_snapshot!(failure, @"the engine could not be started (exit status 127)");
    let nowhere = Launch {
        folder: Some("no/such/folder".into()),
        ..command("well")
    };
    let failure = EngineClient::start(&nowhere, Cancellation::never())
        .err()
        .expect("there is none");
    insta::assert_snapshot!(failure, @"the engine could not be started (`no/such/folder` is not a folder)");
}

fn asked(way: &str, deadline: Instant) -> Failure {
    let mut engine = started(way);
    let asked = engine.go(&start(), &Go::depth(1), deadline);
    let failure = asked.expect_err(way);
    drop(engine);
    failure
}

#[test]
fn engines_that_fail_at_a_move() {
    assert_eq!(
        asked("hangs-at-isready", in_vain()).name(),
        "hang at isready"
    );
    assert_eq!(
        asked("plays-nonsense", patiently()).name(),
        "unreadable move"
    );
    assert_eq!(asked("floods", patiently()).name(), "flood");
    let failures = ["dies-at-go", "closes-output-at-go", "plays-d4"].map(|way| {
        let failure = asked(way, patiently());
        format!("{}: {failure}", failure.name())
    });
    insta::assert_snapshot!(failures.join("\n"), @"
    crash: waited for `bestmove`, but the engine ended with signal 11; its last line was `readyok`
    crash: waited for `bestmove`, but the engine closed its output and went on; its last line was `readyok`
    illegal move: `d4` is no legal move: no own piece is next to d4
    ");
}

#[test]
fn a_hanging_engine_is_distinguished_from_a_late_one() {
    let (allowed, overrun) = (Duration::from_millis(100), Duration::from_secs(60));
    let go = Go::move_time(allowed);
    let asked = started("is-late").go_within(&start(), &go, allowed, overrun);
    let failure = asked.expect_err("it is late");
    assert_eq!(failure.kind, FailureKind::Late);
    assert!(failure.message.starts_with("`b7` came after"), "{failure}");
    // It gets ready in no time, which `overrun` bounds too.
    let mut engine = started("hangs-at-go");
    engine.ready(patiently()).expect("it is");
    let failure = engine.go(&start(), &go, in_vain()).expect_err("it hangs");
    assert_eq!(failure.name(), "hang at a move");
}

#[test]
fn what_comes_unasked_is_passed_over() {
    let mut engine = started("answers-twice");
    for _ in 0..3 {
        let answer = engine.go(&start(), &Go::depth(1), patiently());
        assert_eq!(answer.map(|answer| answer.mv), Ok(move_of("b7")));
    }
    engine.ready(patiently()).expect("it is");
    let strays = engine.take_other_lines();
    assert_eq!(
        strays.iter().filter(|line| *line == "bestmove a6").count(),
        3
    );
}

#[test]
fn engines_that_do_not_stop_or_end() {
    let mut engine = started("ignores-stop");
    engine
        .think(&start(), &Go::infinite(), patiently())
        .expect("it listens");
    let failure = engine.stop(in_vain()).expect_err("it goes on");
    assert_eq!(failure.name(), "hang at a move");
    let mut hanging = started("hangs-at-go");
    hanging
        .think(&start(), &Go::infinite(), patiently())
        .expect("it listens");
    assert_eq!(hanging.quit(patiently()), Ok(Ended::Status(0)));
    let failure = started("quits-slowly").quit(in_vain());
    assert_eq!(failure.expect_err("it goes on").name(), "hang at quit");
}

#[test]
fn nothing_is_left_of_an_engine() {
    let program =
        Program::start(&command("hangs-at-go"), Cancellation::never()).expect("there is a shell");
    let group = program.group();
    let mut engine = EngineClient::new(Box::new(program));
    engine.handshake(patiently()).expect("it does that");
    assert!(process_groups::is_alive(group));
    drop(engine);
    process_groups::assert_gone(group);
}

#[test]
fn a_cancelled_engine_is_killed() {
    let stop = Cancellation::new();
    let mut engine = EngineClient::start(&command("hangs-at-go"), &stop).expect("there is a shell");
    engine.handshake(patiently()).expect("it does that");
    let asked = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.request();
        });
        engine.go(&start(), &Go::depth(1), patiently())
    });
    assert_eq!(
        asked.expect_err("it is killed").kind,
        FailureKind::Interrupted
    );
}

/// As a terminal that shows the first page of a log.
#[test]
fn a_slow_reader_of_the_log_costs_a_player_no_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let answered = folder.path().join("answered");
    let engine = Launch::new(format!(
        "while read -r word rest; do case $word in uai) echo uaiok;; isready) echo readyok;; \
         go) echo bestmove g2; touch '{}';; esac; done",
        answered.display()
    ));
    let wait = Duration::from_millis(300);
    let monitor: Monitor = Rc::new(move |stream, line| match (stream, line.split(' ').next()) {
        (Stream::Sent, Some("position")) => thread::sleep(2 * wait),
        (Stream::Sent, Some("go")) => {
            let given_up = within(Duration::from_secs(20));
            while !answered.exists() && Instant::now() < given_up {
                thread::sleep(Duration::from_millis(5));
            }
            thread::sleep(2 * wait);
        }
        (Stream::Received, Some("bestmove")) => thread::sleep(wait),
        _ => {}
    });
    let minute = Duration::from_secs(60);
    let player = UaiOpponent::start(&engine, &[], minute, Cancellation::never(), &monitor);
    let mut player = player.expect("it starts");
    let game = start();
    player.begin(&game, Color::Red).expect("it is ready");
    let allowance = Allowance {
        time: Timing::Free,
        other: (minute, minute),
        nodes: None,
        depth: None,
        wait,
        deadline: within(wait),
    };
    let chosen = player.choose(&game, &allowance).expect("a move");
    assert_eq!(chosen.mv.to_string(), "g1-g2");
    assert_eq!(chosen.took, Some(Duration::ZERO));
}
