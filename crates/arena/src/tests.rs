//! Whole matches between players that play by a script.

use super::*;
use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Rules};
use ataxx_opponents::game::Penalty;
use ataxx_opponents::panics::keep_quiet;
use ataxx_opponents::{
    Adjudication, Allowance, Chosen, Failure, Opponent, RandomOpening, TimeControl, Timing,
};
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

fn setup(specs: &[&str], format: TournamentFormat, pairs: u32, concurrency: usize) -> MatchSetup {
    let load = |text: &&str| text.parse::<Entrant>().expect(text);
    MatchSetup {
        entrants: specs.iter().map(load).collect(),
        plan: SchedulePlan {
            format,
            players: specs.len(),
            pairs,
        },
        rules: Rules::UAI,
        control: TimeControl {
            time: Timing::Free,
            nodes: Some(100),
            depth: None,
        },
        margin: Duration::ZERO,
        patience: Duration::from_secs(60),
        without_clock: Duration::from_secs(600),
        start: Duration::from_secs(60),
        adjudication: Adjudication::default(),
        penalty: Penalty::Game,
        seed: 0,
        most_games: None,
        openings: Openings::Random {
            seed: 1,
            choice: RandomOpening {
                plies: 8..=8,
                blocks: true,
            },
        },
        shard: None,
        concurrency: NonZeroUsize::new(concurrency).expect("not 0"),
        cores: Vec::new(),
    }
}

const QUICK: [&str; 3] = [
    "first=ai,nodes=60,network=material,solver=no",
    "second=ai,nodes=200,network=material,solver=no",
    "third=ai,depth=1,network=material,solver=no",
];

fn all_games(setup: &MatchSetup, results: Results) -> Results {
    let mut all = results;
    let played = run(
        setup,
        &mut all,
        Cancellation::never(),
        &EngineLog::default(),
        &|_, _| {},
        &mut |finished, results| {
            let game = &finished.game;
            let before = results.insert(game.number, game.clone());
            assert_eq!(before, None, "it was played before");
            assert!(finished.last_lines.is_empty());
            Ok(ControlFlow::Continue(()))
        },
    );
    played.expect("played");
    all
}

/// Whether two matches have the same games, but for the times of the moves.
fn are_same(some: &Results, others: &Results) -> bool {
    let mut pairs = some.values().zip(others.values());
    some.len() == others.len() && pairs.all(|(game, other)| game.is_same(other))
}

#[test]
fn a_match_comes_out_the_same_however_it_is_played() {
    for format in [TournamentFormat::RoundRobin, TournamentFormat::Gauntlet] {
        let whole = all_games(&setup(&QUICK, format, 2, 1), Results::new());
        assert!(whole.len() >= 8, "{format:?}");
        let several = all_games(&setup(&QUICK, format, 2, 3), Results::new());
        assert!(are_same(&several, &whole), "{format:?}");
        // Stopped after some games and resumed.
        let some = whole.clone().into_iter().take(3).collect();
        let resumed = all_games(&setup(&QUICK, format, 2, 2), some);
        assert!(are_same(&resumed, &whole), "{format:?}");
    }
}

#[test]
fn parts_make_up_the_whole() {
    let whole = all_games(
        &setup(&QUICK, TournamentFormat::RoundRobin, 2, 1),
        Results::new(),
    );
    let mut parts = Results::new();
    for part in ["1/4", "2/4", "3/4", "4/4"] {
        let mut setup = setup(&QUICK, TournamentFormat::RoundRobin, 2, 1);
        setup.shard = part.parse().ok();
        let games = all_games(&setup, Results::new());
        assert!(
            games.keys().all(|number| !parts.contains_key(number)),
            "{part}"
        );
        assert!(!games.is_empty());
        parts.extend(games);
    }
    assert!(are_same(&parts, &whole));
}

#[test]
fn a_match_that_is_decided_ends() {
    let setup = setup(&QUICK[..2], TournamentFormat::RoundRobin, 50, 1);
    let mut games = Results::new();
    let played = run(
        &setup,
        &mut games,
        Cancellation::never(),
        &EngineLog::default(),
        &|_, _| {},
        &mut |finished, results| {
            results.insert(finished.game.number, finished.game.clone());
            Ok(if results.len() < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            })
        },
    );
    played.expect("played");
    assert_eq!(games.len(), 3);
    let failed = run(
        &setup,
        &mut Results::new(),
        Cancellation::never(),
        &EngineLog::default(),
        &|_, _| {},
        &mut |_, _| {
            Err(FolderError::io(
                Path::new("x"),
                "written",
                ErrorKind::StorageFull.into(),
            ))
        },
    );
    assert!(matches!(failed, Err(MatchError::Folder(_))));
    let cancelled = Cancellation::new();
    cancelled.request();
    let begun = Instant::now();
    let log = EngineLog::default();
    let stopped = run(
        &setup,
        &mut Results::new(),
        &cancelled,
        &log,
        &|_, _| {},
        &mut |_, _| Ok(ControlFlow::Continue(())),
    );
    assert!(matches!(stopped, Err(MatchError::Interrupted)));
    assert!(begun.elapsed() < Duration::from_secs(60));
}

/// A player that panics.
struct Panicking;

impl Opponent for Panicking {
    fn choose(&mut self, _: &Game, _: &Allowance) -> Result<Chosen, Failure> {
        panic!("this player panics")
    }
}

#[test]
fn a_panic_ends_the_match_and_games_before_it_are_kept() {
    keep_quiet();
    let specs = [QUICK[0], QUICK[2], "ai"];
    let mut setup = setup(&specs, TournamentFormat::RoundRobin, 1, 1);
    setup.entrants[2].kind = EntrantKind::Person(Person(|| Box::new(Panicking)));
    let mut games = Results::new();
    let ended = run(
        &setup,
        &mut games,
        Cancellation::never(),
        &EngineLog::default(),
        &|_, _| {},
        &mut |finished, results| {
            results.insert(finished.game.number, finished.game.clone());
            Ok(ControlFlow::Continue(()))
        },
    );
    let Err(MatchError::Fault(words)) = ended else {
        panic!("{ended:?}");
    };
    assert!(words.starts_with("this player panics ("), "{words}");
    assert!(!games.is_empty());
}

#[cfg(unix)]
#[test]
fn a_player_that_cannot_be_started_ends_the_match() {
    for spec in ["2022:exec no-such-program-anywhere", "2022:true"] {
        let mut setup = setup(&["ai", spec], TournamentFormat::RoundRobin, 1, 1);
        setup.rules = Rules::BERKELEY_2022;
        let broken = run(
            &setup,
            &mut Results::new(),
            Cancellation::never(),
            &EngineLog::default(),
            &|_, _| {},
            &mut |_, _| panic!("no game can be played"),
        );
        let Err(MatchError::Player(player, _)) = broken else {
            panic!("{broken:?}");
        };
        assert_eq!(player, 1, "{spec}");
    }
}

#[test]
fn a_log_that_was_cut_off_anywhere_is_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    let setup = setup(&QUICK[..2], TournamentFormat::RoundRobin, 2, 1);
    let names = setup.names();
    let whole = all_games(&setup, Results::new());
    let opened = Log::open(&path, &names).expect("a new log");
    assert!(opened.games.is_empty() && !opened.dropped);
    let mut log = opened.log;
    for game in whole.values() {
        log.append(game).expect("written");
    }
    let bytes = std::fs::read(&path).expect("a file");
    let mut ends = Vec::new();
    for game in whole.values() {
        ends.push(ends.last().unwrap_or(&0) + game.record.len() + 2);
    }
    // Each place in the last game and near the ends of the others, and some places within.
    let is_near_end = |cut: usize| ends.iter().any(|&end| cut.abs_diff(end) < 8);
    let last = ends[ends.len() - 2];
    let cuts =
        (0..=bytes.len()).filter(|&cut| cut > last || is_near_end(cut) || cut.is_multiple_of(13));
    for cut in cuts {
        std::fs::write(&path, &bytes[..cut]).expect("a file");
        let Opened {
            mut log,
            games,
            dropped,
        } = Log::open(&path, &names).expect("a log");
        assert!(games.iter().eq(whole.iter().take(games.len())), "{cut}");
        // A game is whole with the end of the line of its result.
        let whole_games = ends.iter().filter(|&&end| end - 1 <= cut).count();
        assert_eq!(games.len(), whole_games, "{cut}");
        let end = ends[..whole_games].last().map_or(0, |&end| end);
        assert_eq!(dropped, cut > end, "{cut}");
        for (_, game) in whole.iter().skip(games.len()) {
            log.append(game).expect("written");
        }
        assert_eq!(std::fs::read(&path).expect("a file"), bytes, "{cut}");
    }
}

#[test]
fn a_log_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    let names = setup(&QUICK[..2], TournamentFormat::RoundRobin, 1, 1).names();
    let error = |text: &[u8]| {
        std::fs::write(&path, text).expect("a file");
        let error = Log::open(&path, &names).expect_err("not a log of this match");
        assert_eq!(std::fs::read(&path).expect("a file"), text);
        error
            .to_string()
            .replace(&folder.path().display().to_string(), "…")
    };
    insta::assert_snapshot!(error(b"game: 1\nred: first\nblue: me\nopening: 1\n*\n"), @"`…/games.txt` is not of this match: `me` does not play in this match");
    insta::assert_snapshot!(error(b"a7-b8\n*\n"), @"`…/games.txt` is damaged: `b8` is not a square: ranks run from 1 to 7");
    insta::assert_snapshot!(error(b"a7-b7\n*\n"), @"`…/games.txt` is not of this match: the record has no `game:`");
    insta::assert_snapshot!(error(b"# \xff\na7-b7\n*\n"), @"`…/games.txt` is damaged: it is not UTF-8 text");
    let game = "game: 1\nopening: 1\nred: first\nblue: second\n\n";
    insta::assert_snapshot!(error(format!("{game}1-0\n{game}0-1\n").as_bytes()), @"`…/games.txt` has another game 1 than there was before");
}

#[test]
fn games_are_sorted_at_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = setup(&QUICK[..2], TournamentFormat::RoundRobin, 2, 1);
    let whole = all_games(&setup, Results::new());
    let write = |name: &str, order: &[u64]| {
        let path = folder.path().join(name);
        let mut log = Log::open(&path, &setup.names()).expect("a log").log;
        for number in order {
            log.append(&whole[number]).expect("written");
        }
        log.sort(&whole).expect("written");
        std::fs::read_to_string(&path).expect("a file")
    };
    assert_eq!(write("a", &[2, 0, 3, 1]), write("b", &[0, 1, 2, 3]));
}

#[test]
fn players_keep_to_their_own_limits() {
    let control = TimeControl {
        time: Timing::PerMove(Duration::from_secs(1)),
        nodes: None,
        depth: None,
    };
    let of = |text: &str| {
        let entrant = text.parse::<Entrant>().expect(text);
        entrant.control(control).to_string()
    };
    assert_eq!(of("ai"), "1 s a move");
    assert_eq!(of("ai,nodes=50"), "50 nodes");
    assert_eq!(of("ai,depth=3,move-time=0.5"), "0.5 s a move, depth 3");
    assert_eq!(of("2022,tc=10+0.1:x"), "10+0.1");
    let bounded = TimeControl {
        time: Timing::Free,
        nodes: Some(400),
        depth: Some(3),
    };
    let of = |text: &str| {
        let entrant = text.parse::<Entrant>().expect(text);
        entrant.control(bounded).to_string()
    };
    assert_eq!(of("ai"), "400 nodes, depth 3");
    assert_eq!(of("ai,nodes=50"), "50 nodes");
    assert_eq!(of("ai,depth=2"), "depth 2");
}

#[cfg(unix)]
#[test]
fn a_player_is_not_reported_missing_when_the_match_is_stopped() {
    let cancelled = Cancellation::new();
    cancelled.request();
    let log = EngineLog::default();
    for spec in ["uai:sleep 600", "2022:sleep 600", "agent:sleep 600"] {
        let mut setup = setup(&["ai", spec], TournamentFormat::RoundRobin, 1, 1);
        setup.rules = setup.entrants[1].rules().expect("its rules");
        let stopped = run(
            &setup,
            &mut Results::new(),
            &cancelled,
            &log,
            &|_, _| {},
            &mut |_, _| panic!("no game can be played"),
        );
        assert!(matches!(stopped, Err(MatchError::Interrupted)), "{spec}");
    }
}
