//! The suite of UAI against an engine in this process.

mod engine;
mod fairness;
mod habits;

use super::{Condition, INCLUDED, SUITES, Suite, UAI};
use crate::report::{Identity, Outcome, Report, SourceText};
use crate::runner::{Context, RunSettings};
use crate::scenario::performer::{
    EngineLimits, EngineUnderTest, Performer, Scenario, UnderTest, perform_on,
};
use crate::scenario::syntax::load;
use crate::scenario::tasks;
use crate::script::tasks_of;
use ataxx_core::Cancellation;
use ataxx_core::board::perft::{Counting, plain};
use ataxx_core::board::{Game, Move, Rules};
use ataxx_core::solver::{Budget, Plies, Question, Solver, SolverOptions, Verdict};
use ataxx_opponents::subject::{SubjectOptions, UaiSubject};
use ataxx_opponents::uai::client::{EngineClient, EngineTimeouts};
use ataxx_opponents::uai::{Command, Setup};
use ataxx_session::{Files, LoadError, TextFile};
use engine::{FAULTS, Fault, Honest};
use serde_yaml::Value;
use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// The results of these scenarios.
fn tried(fault: Fault, only: Option<&str>) -> Vec<Report> {
    let limits = EngineLimits {
        timeouts: EngineTimeouts::default(),
        margin: Duration::ZERO,
    };
    // Only one of them is slow, by more than this.
    let time = if fault == Fault::IsSlow { 20 } else { 10_000 };
    let scenarios = UAI.scenarios(&[
        ("move-time", time.to_string()),
        ("fifth-of-move-time", (time / 5).to_string()),
        ("twentieth-of-move-time", (time / 20).to_string()),
        ("long-time", (time * 600).to_string()),
        ("positions", "20".to_owned()),
    ]);
    let (settings, stop) = (RunSettings::default(), Cancellation::new());
    let context = Context {
        settings: &settings,
        files: &(),
        stop: &stop,
    };
    let start = move || {
        let engine = Box::new(Honest::new(fault));
        Ok(UaiSubject::new(
            EngineClient::new(engine),
            &SubjectOptions::default(),
        ))
    };
    let scenarios = scenarios.expect("they can be read").into_iter();
    scenarios
        .filter(|(identity, _)| only.is_none_or(|name| name == identity.name))
        .map(|(identity, scenario)| {
            let open = || {
                let engine = EngineUnderTest::new(Rc::new(start), limits)?;
                let engine = UnderTest::Engine(Box::new(engine));
                Ok(Performer::new(
                    Arc::new(scenario.clone()),
                    context,
                    engine,
                    false,
                ))
            };
            perform_on(&scenario, &identity, open).0
        })
        .collect()
}

#[test]
fn an_engine_that_does_all_well() {
    let reports = tried(Fault::None, None);
    for report in &reports {
        assert_eq!(report.outcome, Outcome::Pass, "{report:?}");
    }
    assert_eq!(reports.len(), UAI.names().count());
}

/// Each fault with the steps that show it, and the message of the first.
#[test]
fn each_fault_fails_its_step() {
    let seconds = regex::Regex::new(r"\d+\.\d+ s").expect("one");
    let told = FAULTS.map(|fault| {
        let reports = tried(fault, None);
        let failed: Vec<_> = reports
            .iter()
            .filter(|report| report.outcome.is_bad())
            .collect();
        let names: Vec<&str> = failed.iter().map(|report| &*report.identity.name).collect();
        let first = failed.first().map(|report| report.message());
        let first = first.map(|text| seconds.replace_all(&text, "… s").into_owned());
        let names = match names.len() {
            count if count == reports.len() => "all".to_owned(),
            count if count > 8 => format!("{count} steps"),
            _ => names.join(", "),
        };
        format!("{fault:?}: {names}\n    {}", first.unwrap_or_default())
    });
    insta::assert_snapshot!(told.join("\n"), @"
    None: 
        
    NoName: handshake
        it sends no `id name`
    OddOption: handshake
        `option name Odd type number` is no option: there is no type `number`
    DefaultOutOfRange: options
        its default is not a valid value: option `Threads` takes a whole number from 1 to 64, not `0`
    TwoReadyOks: isready
        it sends more `readyok` than it was sent `isready`
    DiesOfUnknownCommands: unknown
        after `xyzzy`: could not send `isready`, but the engine ended with signal 6; its last line was `readyok`
    DiesOfOptions: options, unknown
        after `Hash` was set to `1`: could not send `isready`, but the engine ended with signal 6; its last line was `readyok`
    ForgetsMoves: startpos, fen, pass, game
        after `position startpos moves b7`: `f1` is no legal move: no own piece is next to f1
    WantsFourFields: short-fen
        after `position fen xx5/7/7/7/7/7/5oo x`: `f1` is no legal move: f1 is not empty
    IsAlwaysRed: fen, short-fen, gaps, single-move, pass, legal-moves, wins
        after `position fen xx5/7/7/7/7/7/5oo o 0 1`: `a6` is no legal move: no own piece is next to a6
    KnowsNoGaps: gaps, pass, finished, legal-moves, perft
        after `position fen x--4/---4/1--4/7/7/7/6o x 0 1`: `a6` is no legal move: a6 is not empty
    WritesPassOtherwise: pass
        it answers `a1a1`; a pass is written `0000`
    PassesWhenItCanMove: 17 steps
        `0000` is no legal move: a pass is legal only without another legal move
    PlaysOnWhenItIsOver: finished
        after `position fen 7/7/7/3x3/7/7/7 o 0 20` it answers `a1`, but the game is over
    DiesWhenItIsOver: finished
        after `position fen 7/7/7/3x3/7/7/7 o 0 20`: waited for `bestmove`, but the engine ended with signal 6; its last line was `uaiok`
    AnswersInfiniteAtOnce: stop, ready-while-thinking, quit
        it answers `bestmove f1` to `go infinite` before `stop`
    IgnoresStop: stop, ready-while-thinking
        waited … s for `bestmove` after `stop`; its last line was `readyok`
    AnswersStopWhenIdle: stop
        it sends `bestmove f1` without a request for a move
    IsNotReadyWhileThinking: ready-while-thinking
        waited … s for `readyok` in answer to `isready`; its last line was `readyok`
    KnowsNoPerft: 
        
    CountsWrong: perft
        `perft 3` in x5o/7/7/7/7/7/o5x x 0 1 is 6460, and it counts 6461
    FindsNoWins: 
        
    EndsBadly: quit
        it ends with exit status 1
    NeverEnds: quit
        waited … s for the engine to end after `quit`; its last line was `uaiok`
    NamesTwoMoves: 16 steps
        it sends `bestmove f1` without a request for a move
    IsSlow: go-movetime, go-clock, wins
        `f1` came after … s, and … s were allowed
    NamesNothing: 17 steps
        `bestmove (none)` names no move: expected a square, a1 to g7
    ");
}

#[test]
fn what_is_not_offered_is_skipped() {
    let reports = tried(Fault::KnowsNoPerft, Some("perft"));
    assert_eq!(reports[0].outcome, Outcome::Unsupported);
    assert_eq!(
        reports[0].reason.as_deref(),
        Some("it does not support `perft`")
    );
}

#[test]
fn failures_have_messages_and_dialogues() {
    let reports = tried(Fault::KnowsNoGaps, Some("gaps"));
    let said: Vec<&str> = reports[0]
        .dialogue
        .utterances()
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    insta::assert_snapshot!(said.join("\n"), @"
    uai
    id name Honest
    option name Hash type spin default 8 min 1 max 64
    option name Style type combo default Solid var Solid var Risky
    option name Ponder type check default false
    option name Clear type button
    option name Log type string default <empty>
    uaiok
    position fen x--4/---4/1--4/7/7/7/6o x 0 1
    go movetime 10
    info depth 1
    bestmove a6
    ");
}

#[test]
fn names_are_words_and_different() {
    let scenarios = UAI.scenarios(&[]).expect("they can be read");
    let all: Vec<&str> = scenarios.iter().map(|(it, _)| &*it.name).collect();
    assert_eq!(UAI.names().collect::<Vec<_>>(), all);
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    for (name, (_, scenario)) in all.iter().zip(&scenarios) {
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        let about = scenario.description.as_deref().expect("it says");
        assert!(!about.ends_with('.'), "{about}");
    }
}

#[test]
fn all_suites_can_be_read() {
    for suite in SUITES {
        assert!(suite.scenarios(&[]).is_ok(), "{}", suite.name);
    }
}

/// The suites of the command languages.
fn of_programs() -> impl Iterator<Item = Suite> {
    let all = SUITES.into_iter();
    all.filter(|suite| suite.tests == Condition::Program)
}

/// Reads the files that suites include.
struct IncludedFiles;

impl Files for IncludedFiles {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        let file = INCLUDED.iter().find(|(known, _)| *known == name);
        let (name, text) = file.ok_or(LoadError::NotFound)?;
        Ok(TextFile {
            name: (*name).to_owned(),
            path: name.into(),
            text: (*text).to_owned(),
        })
    }
}

#[test]
fn the_files_of_a_suite_in_one_are_what_the_loader_makes_of_them() {
    for suite in of_programs() {
        assert!(!suite.text().contains("include"), "{}", suite.name);
        let source = SourceText::new(suite.name, suite.source);
        let included = load(&source, &IncludedFiles, &[]).expect("they can be read");
        let in_one = suite.scenarios(&[]).expect("they can be read");
        assert_eq!(included.len(), in_one.len());
        for ((identity, scenario), (other, other_scenario)) in included.iter().zip(&in_one) {
            let line = other.line;
            assert_eq!(
                (Identity {
                    line,
                    ..identity.clone()
                }),
                *other
            );
            let steps = |scenario: &Scenario| {
                let steps = scenario.steps.iter();
                let steps = steps.map(|at| (at.summary(), at.node.scalar().map(str::to_owned)));
                steps.collect::<Vec<_>>()
            };
            assert_eq!(steps(scenario), steps(other_scenario), "{}", other.name);
            assert_eq!(scenario.description, other_scenario.description);
        }
    }
}

/// What the code that the course hands out does not do, though the document asks for it: the tag
/// of its subject.
fn trap(line: &str) -> Option<&'static str> {
    let (text, comment) = line
        .split_once('#')
        .map_or((line, None), |(text, comment)| (text, Some(comment)));
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["help"] => Some("help"),
        ["seed", number] if number.starts_with('-') => Some("seeds"),
        [_, ..] if comment.is_some() => Some("comments"),
        _ => None,
    }
}

/// Asserts that a test with these tags meets no such trap, or one that is its subject.
fn assert_tagged(name: &str, tags: &[String], lines: impl Iterator<Item = String>) {
    let has = |tag: &str| tags.iter().any(|it| it == tag);
    let traps: HashSet<&str> = lines.filter_map(|line| trap(&line)).collect();
    assert_eq!(
        has("course-material"),
        !traps.is_empty(),
        "{name}: {traps:?}"
    );
    assert!(traps.len() <= 1, "{name}: {traps:?}");
    assert!(traps.iter().all(|trap| has(trap)), "{name}: {traps:?}");
}

/// All lines of the texts in a value, but for what people read.
fn lines_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => text.lines().map(str::to_owned).collect(),
        Value::Sequence(values) => values.iter().flat_map(lines_in).collect(),
        Value::Mapping(entries) => {
            let is_sent = |key: &Value| !["name", "description"].iter().any(|it| key == it);
            let entries = entries.iter().filter(|(key, _)| is_sent(key));
            entries.flat_map(|(_, value)| lines_in(value)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn only_course_material_meets_what_the_skeleton_does_not_do() {
    for suite in SUITES {
        let file: Value = serde_yaml::from_str(suite.text()).expect("YAML");
        let shared = lines_in(&file["before"])
            .into_iter()
            .chain(lines_in(&file["vars"]));
        assert_eq!(
            shared.filter_map(|line| trap(&line)).count(),
            0,
            "{}",
            suite.name
        );
        for scenario in file["scenarios"].as_sequence().expect("a list") {
            let name = scenario["name"].as_str().expect("a name");
            let tags = scenario.get("tags").cloned().unwrap_or_default();
            let tags: Option<Vec<String>> = serde_yaml::from_value(tags).expect("tags");
            let name = format!("{}: {name}", suite.name);
            assert_tagged(
                &name,
                &tags.unwrap_or_default(),
                lines_in(scenario).into_iter(),
            );
        }
    }
}

#[test]
fn only_course_material_among_the_scripts_meets_what_the_skeleton_does_not_do() {
    let mut scripts = 0;
    for folder in ["course-2022", "course-2016"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/").to_owned() + folder;
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.to_str().expect("a plain name").to_owned();
            let text = std::fs::read_to_string(&path).expect("a text");
            let tasks = tasks_of(&SourceText::new(&*name, &*text), &Disk);
            let Some(task) = tasks.first() else { continue };
            let further = std::fs::read_to_string(name.replace("-1.in", "-2.in"));
            let text = text + &further.unwrap_or_default();
            let sent = text.lines().filter(|line| !line.starts_with('@'));
            assert_tagged(&name, &task.identity.tags, sent.map(str::to_owned));
            scripts += 1;
        }
    }
    assert!(scripts > 40, "{scripts}");
}

/// The value of the first step of a scenario.
fn check(name: &str) -> Value {
    let text = UAI.text().replace("${move-time}", "500");
    let file: Value = serde_yaml::from_str(&text).expect("YAML");
    let scenarios = file["scenarios"].as_sequence().expect("a list");
    let scenario = scenarios.iter().find(|scenario| scenario["name"] == name);
    scenario.expect("it is there")["steps"][0]["uai"].clone()
}

/// The game of a position in a step.
fn game(text: &Value) -> Game {
    let command = format!("position {}", text.as_str().expect("a text"));
    let Ok(Some(Command::Position(Setup { start, moves, .. }))) = Command::read(&command) else {
        panic!("{command}");
    };
    let mut game = Game::from_position(Rules::UAI, start);
    for mv in moves {
        game.play(mv).expect("it is legal");
    }
    game
}

/// The games of a scenario's `bestmove`.
fn games(name: &str) -> Vec<Game> {
    let check = check(name);
    let setups = check["bestmove"].as_sequence().expect("a list");
    setups.iter().map(game).collect()
}

#[test]
fn the_positions_are_what_they_should_be() {
    let gaps = ["a7a5", "a6", "a7c5", "g1f3"];
    let last = ["e3g1", "g1", "d2d4", "a7"];
    for (name, moves) in [("gaps", gaps), ("single-move", last)] {
        for (game, mv) in games(name).iter().zip(moves) {
            assert_eq!(game.outcome(), None, "{mv}");
            let moves = game.position().legal_moves(&Rules::UAI);
            let moves: Vec<String> = moves.map(|mv| mv.to_string()).collect();
            assert_eq!(moves, [mv]);
        }
    }
    for game in games("pass") {
        let is_walled_in = game.position().check(Move::Pass, &Rules::UAI).is_ok();
        assert_eq!(game.outcome(), None);
        assert_eq!(is_walled_in, game.last_move().is_none());
    }
    assert!(
        games("finished")
            .iter()
            .all(|game| game.outcome().is_some())
    );
}

#[test]
fn the_counts_are_right() {
    for counted in check("perft")["perft"].as_sequence().expect("a list") {
        let game = game(&counted["position"]);
        let counts = counted["nodes"].as_sequence().expect("a list");
        for (depth, expected) in (1..).zip(counts) {
            let count = plain(game.position(), depth, &Rules::UAI, Counting::ByDestination);
            assert_eq!(Some(count), expected.as_u64(), "{counted:?} at {depth}");
        }
    }
}

#[test]
fn these_moves_win_and_no_others() {
    let mut solver = Solver::new(&Rules::UAI, &SolverOptions::default());
    for win in check("wins")["wins"]["positions"]
        .as_sequence()
        .expect("a list")
    {
        let plies = win["plies"]
            .as_u64()
            .and_then(|plies| u16::try_from(plies).ok());
        let plies = plies.map(Plies);
        let question = Question {
            within: plies,
            all_moves: true,
        };
        let game = game(&win["position"]);
        let solution = solver.answer(game.position(), question, &Budget::unlimited());
        assert_eq!(solution.verdict, Verdict::Win(plies), "{win:?}");
        let moves = solution.moves.iter();
        let mut found: Vec<String> = moves.map(ToString::to_string).collect();
        found.sort();
        let moves: Vec<String> = serde_yaml::from_value(win["moves"].clone()).expect("moves");
        assert_eq!(found, moves, "{win:?}");
    }
}

/// Reads the files that scenarios bring along.
struct Disk;

impl Files for Disk {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        let text = std::fs::read_to_string(name).map_err(|_| LoadError::NotFound)?;
        Ok(TextFile {
            name: name.to_owned(),
            path: name.into(),
            text,
        })
    }
}

#[test]
fn the_session_does_what_the_documents_require() {
    for suite in of_programs() {
        let source = SourceText::new(suite.name, suite.text());
        let tasks = tasks(&source, &()).expect("a suite");
        // By the clock a whole game of two AIs could take longer than the scenario allows.
        let settings = RunSettings {
            nodes: Some(3000),
            ..RunSettings::default()
        };
        let context = Context {
            settings: &settings,
            files: &Disk,
            stop: Cancellation::never(),
        };
        for task in &tasks {
            let report = task.work.perform(&task.identity, &context);
            assert_eq!(report.outcome, Outcome::Pass, "{report:#?}");
            assert_eq!(report.warnings, [], "{}", task.identity.name);
        }
    }
}

#[test]
fn what_an_engine_may_leave_out_and_what_not() {
    let one = |fault, name| tried(fault, Some(name)).remove(0);
    let perft = one(Fault::KnowsPerftOnce, "perft");
    assert_eq!(perft.outcome, Outcome::Fail);
    let told = perft.message();
    assert!(told.contains("it does not answer `perft 2`"), "{told}");
    let silent = one(Fault::SaysNothingAtTheEnd, "finished");
    assert_eq!(silent.outcome, Outcome::Pass, "{silent:?}");
    assert_eq!(silent.remark.as_deref(), Some("it does not answer"));
    let told = one(Fault::DiesOfPonder, "options").message();
    assert!(told.contains("after `Ponder` was set to `true`"), "{told}");
}
