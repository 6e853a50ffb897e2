//! Whole games and matches between players that play by a script.

use super::*;
use crate::board::{Color, Game, Move, Preset};
use crate::notation::{BerkeleyMove, GameResult};
use crate::training::RandomOpening;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// What a player does when it is its turn for the second time; before that it makes the
/// first legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Second {
    FirstMove,
    IllegalMove,
    Late,
    Fails(Forfeit),
    NotThere,
}

struct Scripted {
    second: Second,
    turns: u32,
}

impl Scripted {
    fn new(second: Second) -> Self {
        Self { second, turns: 0 }
    }
}

impl Player for Scripted {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failing> {
        self.turns = 0;
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, Failing> {
        self.turns += 1;
        let first = game.position().legal_moves(game.rules()).next();
        let first = BerkeleyMove::of(first.unwrap_or(Move::Pass), game.position()).into();
        if self.turns != 2 {
            return Ok(first);
        }
        match self.second {
            Second::FirstMove => Ok(first),
            Second::IllegalMove => Ok("a1-g7".parse::<BerkeleyMove>().expect("a move").into()),
            Second::Late => {
                thread::sleep(Duration::from_millis(60));
                Ok(first)
            }
            Second::Fails(how) => Err(Failing::Forfeit(how, "so it did".to_owned())),
            Second::NotThere => Err(Failing::NotStarted("it is gone".to_owned())),
        }
    }
}

fn conditions() -> Conditions {
    let control = Control {
        time: Timing::PerMove(Duration::from_millis(30)),
        nodes: None,
        depth: None,
    };
    Conditions {
        controls: [control; 2],
        margin: Duration::from_millis(20),
        patience: Duration::from_secs(60),
        without_clock: Duration::from_secs(60),
        adjudication: Adjudication::default(),
    }
}

fn game_between(red: Second, blue: Second, conditions: &Conditions) -> Result<Ended, NotPlayed> {
    let mut players = [red, blue].map(Scripted::new);
    let [red, blue] = &mut players;
    let opening = Game::new(Preset::Uai.rules());
    play(&mut [red, blue], &opening, conditions, &GO_ON)
}

fn free() -> Conditions {
    let mut conditions = conditions();
    conditions.controls = conditions.controls.map(|control| Control {
        time: Timing::Free,
        ..control
    });
    conditions
}

#[test]
fn every_way_to_give_a_game_away() {
    let end = |red, blue, conditions: &Conditions| {
        let ended = game_between(red, blue, conditions).expect("played");
        format!(
            "{} after {} plies, {}",
            ended.result,
            ended.game.moves().len(),
            ended.end
        )
    };
    let (fine, free) = (Second::FirstMove, free());
    insta::assert_snapshot!(end(Second::IllegalMove, fine, &free), @"0-1 after 2 plies, forfeit by illegal move: `a1-g7`: the piece on a1 is Blue, and it is Red's turn");
    insta::assert_snapshot!(end(fine, Second::IllegalMove, &free), @"1-0 after 3 plies, forfeit by illegal move: `a1-g7`: g7 is taken by a Blue piece");
    for how in Forfeit::ALL {
        let ended = game_between(fine, Second::Fails(how), &free).expect("played");
        assert_eq!(ended.end, End::Forfeit(how, "so it did".to_owned()));
        assert_eq!(ended.result, GameResult::Win(Color::Red));
        assert_eq!(ended.game.moves().len(), 3);
    }
    let gone = game_between(Second::NotThere, fine, &free);
    assert_eq!(
        gone,
        Err(NotPlayed::NotStarted(Color::Red, "it is gone".to_owned()))
    );
}

#[test]
fn a_move_that_comes_too_late() {
    // A machine that is busy can make anybody late: the one that is meant to be is tried
    // until it is.
    let late = |margin| {
        let conditions = Conditions {
            margin,
            ..conditions()
        };
        game_between(Second::Late, Second::FirstMove, &conditions).expect("played")
    };
    let is_late = (0..50).any(|_| {
        let ended = late(Duration::from_millis(20));
        matches!(ended.end, End::Forfeit(Forfeit::Time, _))
            && ended.result == GameResult::Win(Color::Blue)
            && ended.game.moves().len() == 2
    });
    assert!(is_late);
    // With a margin it is not late.
    assert_eq!(late(Duration::from_secs(60)).end, End::Rules);
}

#[test]
fn games_that_are_judged() {
    let judged = |most_plies, forced| {
        let adjudication = Adjudication { forced, most_plies };
        let conditions = Conditions {
            adjudication,
            ..free()
        };
        let ended = game_between(Second::FirstMove, Second::FirstMove, &conditions);
        ended.expect("played")
    };
    let ended = judged(Some((10, AtMostPlies::Draw)), false);
    assert_eq!(
        (ended.result, ended.game.moves().len()),
        (GameResult::Draw, 10)
    );
    insta::assert_snapshot!(ended.end, @"adjudicated: 10 plies were played");
    let ended = judged(Some((10, AtMostPlies::Pieces)), false);
    let [red, blue] = Color::BOTH.map(|color| ended.game.position().pieces(color).count());
    assert_ne!(red, blue);
    let more = if red > blue { Color::Red } else { Color::Blue };
    assert_eq!(ended.result, GameResult::Win(more));
}

#[test]
fn a_side_that_must_pass_while_the_end_is_certain() {
    // Blue is shut in and Red has all the rest.
    let fen = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/---xxxx/oo--3/oo--3 o 0 1";
    let fen: crate::notation::Fen = fen.parse().expect("a FEN");
    let opening = Game::from_position(Preset::Uai.rules(), fen.0);
    let ended = |forced| {
        let adjudication = Adjudication {
            forced,
            most_plies: None,
        };
        let conditions = Conditions {
            adjudication,
            ..free()
        };
        let mut players = [Second::FirstMove; 2].map(Scripted::new);
        let [red, blue] = &mut players;
        play(&mut [red, blue], &opening, &conditions, &GO_ON).expect("played")
    };
    let judged = ended(true);
    assert_eq!(judged.result, GameResult::Win(Color::Red));
    assert_eq!(judged.game.moves().len(), 0);
    insta::assert_snapshot!(judged.end, @"adjudicated: Red wins by force, and Blue must pass");
    assert_eq!(ended(false).end, End::Rules);
}

#[test]
fn who_is_told_to_stop_stops() {
    let stop = AtomicBool::new(true);
    let mut players = [Second::FirstMove; 2].map(Scripted::new);
    let [red, blue] = &mut players;
    let opening = Game::new(Preset::Uai.rules());
    let ended = play(&mut [red, blue], &opening, &free(), &stop);
    assert_eq!(ended, Err(NotPlayed::Interrupted));
}

fn setup(specs: &[&str], format: Format, pairs: u32, concurrency: usize) -> Setup {
    let load = |text: &&str| text.parse::<Spec>().expect(text).load().expect(text);
    Setup {
        entrants: specs.iter().map(load).collect(),
        plan: Plan {
            format,
            players: specs.len(),
            pairs,
        },
        preset: Preset::Uai,
        control: Control {
            time: Timing::Free,
            nodes: Some(100),
            depth: None,
        },
        margin: Duration::ZERO,
        patience: Duration::from_secs(60),
        without_clock: Duration::from_secs(600),
        start: Duration::from_secs(60),
        adjudication: Adjudication::default(),
        openings: Openings::Random {
            seed: 1,
            choice: RandomOpening {
                plies: 8..=8,
                blocks: true,
            },
        },
        shard: None,
        concurrency: NonZeroUsize::new(concurrency).expect("not 0"),
    }
}

const QUICK: [&str; 3] = [
    "first=ai,nodes=60,network=material,solver=no",
    "second=ai,nodes=200,network=material,solver=no",
    "third=ai,depth=1,network=material,solver=no",
];

fn all_games(setup: &Setup, results: Results) -> Results {
    let mut seen = results.len();
    let played = run::<()>(setup, results, &GO_ON, &mut |game, results| {
        seen += 1;
        assert_eq!(results.len(), seen);
        assert_eq!(results.get(&game.number), Some(game));
        Ok(GoOn::Yes)
    });
    played.expect("played")
}

#[test]
fn a_match_comes_out_the_same_however_it_is_played() {
    for format in [
        Format::RoundRobin,
        Format::Gauntlet,
        Format::KnockOut,
        Format::Swiss { rounds: 2 },
    ] {
        let whole = all_games(&setup(&QUICK, format, 2, 1), Results::new());
        assert!(whole.len() >= 8, "{format:?}");
        assert_eq!(
            all_games(&setup(&QUICK, format, 2, 3), Results::new()),
            whole
        );
        // Broken off after some games and gone on with.
        let some = whole.clone().into_iter().take(3).collect();
        assert_eq!(all_games(&setup(&QUICK, format, 2, 2), some), whole);
    }
}

#[test]
fn parts_make_up_the_whole() {
    let whole = all_games(&setup(&QUICK, Format::RoundRobin, 2, 1), Results::new());
    let mut parts = Results::new();
    for part in ["1/4", "2/4", "3/4", "4/4"] {
        let mut setup = setup(&QUICK, Format::RoundRobin, 2, 1);
        setup.shard = part.parse().ok();
        let games = all_games(&setup, Results::new());
        assert!(
            games.keys().all(|number| !parts.contains_key(number)),
            "{part}"
        );
        assert!(!games.is_empty());
        parts.extend(games);
    }
    assert_eq!(parts, whole);
}

#[test]
fn a_match_that_is_decided_ends() {
    let setup = setup(&QUICK[..2], Format::RoundRobin, 50, 1);
    let played = run::<()>(&setup, Results::new(), &GO_ON, &mut |_, results| {
        Ok(if results.len() < 3 {
            GoOn::Yes
        } else {
            GoOn::No
        })
    });
    assert_eq!(played.expect("played").len(), 3);
    let failed = run::<&str>(&setup, Results::new(), &GO_ON, &mut |_, _| Err("full"));
    assert!(matches!(failed, Err(Broken::Seen("full"))));
    let told = AtomicBool::new(true);
    let begun = Instant::now();
    let stopped = run::<()>(&setup, Results::new(), &told, &mut |_, _| Ok(GoOn::Yes));
    assert!(matches!(stopped, Err(Broken::Interrupted)));
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[cfg(unix)]
#[test]
fn who_cannot_be_started_ends_the_match() {
    for spec in ["2022:exec no-such-program-anywhere", "2022:true"] {
        let mut setup = setup(&["ai", spec], Format::RoundRobin, 1, 1);
        setup.preset = Preset::Berkeley2022;
        let broken = run::<()>(&setup, Results::new(), &GO_ON, &mut |_, _| {
            panic!("no game can be played")
        });
        let Err(Broken::NotStarted(name, _)) = broken else {
            panic!("{broken:?}");
        };
        assert_eq!(name, spec);
    }
}

#[test]
fn a_log_that_was_cut_off_anywhere_is_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    let setup = setup(&QUICK[..2], Format::RoundRobin, 2, 1);
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
    for cut in 0..=bytes.len() {
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
    let names = setup(&QUICK[..2], Format::RoundRobin, 1, 1).names();
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
    let write = |name: &str, order: &[u64]| {
        let path = folder.path().join(name);
        let setup = setup(&QUICK[..2], Format::RoundRobin, 2, 1);
        let whole = all_games(&setup, Results::new());
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
    let control = Control {
        time: Timing::PerMove(Duration::from_secs(1)),
        nodes: None,
        depth: None,
    };
    let of = |text: &str| {
        let entrant = text.parse::<Spec>().expect(text).load().expect(text);
        entrant.control(control).to_string()
    };
    assert_eq!(of("ai"), "1 s a move");
    assert_eq!(of("ai,nodes=50"), "50 nodes");
    assert_eq!(of("ai,depth=3,move-time=0.5"), "0.5 s a move, depth 3");
    assert_eq!(of("2022,tc=10+0.1:x"), "10+0.1");
}
