//! Sessions with programs, in lines: those that use what their documents [leave open](freedoms) and
//! are not accused, those that break a rule and are, and what is still expected of them.

mod freedoms;

use super::*;
use crate::{Announcement, Dialect, OpenPoint, Session, SessionSettings};
use ataxx_core::board::{Color, Game, Position};
use ataxx_core::notation::{BerkeleyMove, Dump};

const FALL_2008: Dialect = Dialect::FALL_2008;
const FALL_2016: Dialect = Dialect::FALL_2016;
const SPRING_2022: Dialect = Dialect::SPRING_2022;

/// Moves after which Red wins with the next.
const MOVES: &str = "a7-b7; g7-e5; b7-d5; a1-c2";
const WINNING: &str = "d5-b3";
const NOT_WINNING: &str = "d5-d4";

/// A session with a program, in lines. `> TEXT` is printed; `= MOVE…` prints the board after
/// these moves, which the program has made, `= block SQUARE` that of a new game with blocks, and
/// `= new` that of a new game. Other lines are sent.
fn run<'l>(
    dialect: Dialect,
    lines: impl IntoIterator<Item = &'l str>,
) -> (Oracle<'static>, Vec<Note>) {
    let session = Session::new(dialect, SessionSettings::default());
    let mut oracle = Oracle::new(session, &());
    let mut reader = OutputReader::new(dialect);
    let mut notes = Vec::new();
    let mut print = |oracle: &mut Oracle, text: &str| -> Vec<Note> {
        let lines = text.lines().map(|line| reader.classify(line).0);
        let lines: Vec<OutputLine> = lines.collect();
        lines
            .iter()
            .flat_map(|line| oracle.printed(2, line))
            .collect()
    };
    for line in lines {
        notes.extend(if let Some(text) = line.strip_prefix("> ") {
            print(&mut oracle, text)
        } else if let Some(board) = line.strip_prefix('=') {
            let board = shown(oracle.game(), board.trim());
            print(&mut oracle, &Dump(board).to_string())
        } else {
            oracle.sent(1, line)
        });
    }
    (oracle, notes)
}

fn shown(game: &Game, board: &str) -> Position {
    let rules = game.rules();
    if board == "new" {
        return Position::start();
    }
    if let Some(squares) = board.strip_prefix("block ") {
        let mut game = Game::new(*rules);
        for square in squares.split(' ') {
            game.place_block(square.parse().expect("a square"))
                .expect("free");
        }
        return *game.position();
    }
    board
        .split_whitespace()
        .fold(*game.position(), |position, mv| {
            let mv: BerkeleyMove = mv.parse().expect("a move");
            position.after(mv.on(&position).expect("a move"), rules)
        })
}

/// What a program is accused of for certain in a session, by the kinds of notes.
fn accusations(dialect: Dialect, lines: &[String]) -> Vec<&'static str> {
    let (mut oracle, mut notes) = run(dialect, lines.iter().map(String::as_str));
    notes.extend(oracle.end_of_output());
    let settled = notes.iter().filter(|note| note.is_settled);
    settled.filter_map(|note| accusation(&note.kind)).collect()
}

/// The name of a kind of note; `None` where it is about the line that was sent.
const fn accusation(kind: &NoteKind) -> Option<&'static str> {
    match kind {
        NoteKind::Refused(_)
        | NoteKind::ForAi(_)
        | NoteKind::AfterEnd { .. }
        | NoteKind::NotLoaded(_) => None,
        NoteKind::IllegalMove { .. } => Some("illegal move"),
        NoteKind::WrongResult { .. } => Some("wrong result"),
        NoteKind::ResultAgain { .. } => Some("result again"),
        NoteKind::WrongBoard { .. } => Some("wrong board"),
        NoteKind::UnannouncedMove { .. } => Some("unannounced move"),
        NoteKind::Malformed(_) => Some("malformed"),
    }
}

fn moves(dialect: Dialect, color: Color, mv: &str) -> String {
    let mv = mv.parse().expect("a move");
    format!("> {}", Announcement::Move { color, mv }.line(dialect))
}

fn wins(dialect: Dialect, color: Color) -> String {
    let winner = Some(color);
    format!("> {}", Announcement::Result { winner }.line(dialect))
}

fn lines(text: &str) -> Vec<String> {
    text.split("; ").map(str::to_owned).collect()
}

/// Lines after which Red's AI is to move, and can win.
fn ai_to_win(dialect: Dialect) -> Vec<String> {
    lines(&match dialect.name() {
        "2008" => format!("{MOVES}; color blue; start"),
        "2016" => format!("manual blue; {MOVES}; auto red; start"),
        _ => format!("manual blue; {MOVES}; auto red"),
    })
}

/// Lines after which Red has made the move `a7-b7`, and Blue's AI is to move.
fn ai_to_move(dialect: Dialect) -> Vec<String> {
    lines(if dialect.has_states() {
        "start; a7-b7"
    } else {
        "a7-b7"
    })
}

/// What the program is accused of first, in each dialect whose name is given.
fn accused(
    dialects: &[Dialect],
    before: fn(Dialect) -> Vec<String>,
    then: fn(Dialect) -> Vec<String>,
) -> String {
    let first = |dialect: &Dialect| {
        let lines = [before(*dialect), then(*dialect)].concat();
        accusations(*dialect, &lines)
            .first()
            .copied()
            .unwrap_or("nothing")
    };
    let mut all: Vec<&str> = dialects.iter().map(first).collect();
    all.dedup();
    all.join(", ")
}

#[test]
fn a_program_that_announces_an_illegal_move_is_accused() {
    let after = |then| accused(Dialect::ALL, ai_to_move, then);
    assert_eq!(
        after(|it| vec![moves(it, Color::Blue, "a1-a4")]),
        "illegal move"
    );
    assert_eq!(
        after(|it| vec![moves(it, Color::Blue, "b7-c7")]),
        "illegal move"
    );
    assert_eq!(
        after(|it| vec![moves(it, Color::Blue, "-")]),
        "illegal move"
    );
    let of_manual_side = |it| vec![moves(it, Color::Red, "b7-c7")];
    let dialects = [FALL_2016, SPRING_2022];
    assert_eq!(
        accused(&dialects, ai_to_move, of_manual_side),
        "illegal move"
    );
    let (_, notes) = run(SPRING_2022, ["> * Red moves a7-b7."]);
    let NoteKind::IllegalMove {
        reason,
        is_its_turn,
        ..
    } = &notes[0].kind
    else {
        panic!("{notes:?}");
    };
    assert_eq!(
        (reason.as_str(), *is_its_turn),
        ("Red is played by hand", false)
    );
}

#[test]
fn a_program_that_announces_a_wrong_result_is_accused() {
    let after = |before, then| accused(Dialect::ALL, before, then);
    // While the game goes on, and no AI is to move.
    let without_ai = |it: Dialect| {
        lines(if it.has_states() {
            "dump; ="
        } else {
            "manual blue"
        })
    };
    assert_eq!(
        after(without_ai, |it| vec![wins(it, Color::Red)]),
        "wrong result"
    );
    // The other side has won.
    assert_eq!(
        after(ai_to_win, |it| vec![
            moves(it, Color::Red, WINNING),
            wins(it, Color::Blue)
        ]),
        "wrong result"
    );
    // The move that follows does not lead to it.
    assert_eq!(
        after(ai_to_win, |it| vec![
            wins(it, Color::Red),
            moves(it, Color::Red, NOT_WINNING)
        ]),
        "wrong result"
    );
    // The move leads to another.
    assert_eq!(
        after(ai_to_win, |it| vec![
            wins(it, Color::Blue),
            moves(it, Color::Red, WINNING)
        ]),
        "wrong result"
    );
    // No move follows.
    let dialects = [FALL_2016, SPRING_2022];
    assert_eq!(
        accused(&dialects, ai_to_win, |it| vec![wins(it, Color::Red)]),
        "wrong result"
    );
    assert_eq!(
        accused(&dialects, ai_to_win, |it| {
            [vec![wins(it, Color::Red)], lines("dump; =")].concat()
        }),
        "wrong result"
    );
    // In set-up, while the game goes on.
    let in_set_up = [FALL_2008, FALL_2016];
    assert_eq!(
        accused(
            &in_set_up,
            |_| lines(MOVES),
            |it| vec![wins(it, Color::Red)]
        ),
        "wrong result"
    );
    assert_eq!(
        accused(
            &in_set_up,
            |_| lines(&format!("{MOVES}; {WINNING}")),
            |it| { vec![wins(it, Color::Blue)] }
        ),
        "wrong result"
    );
}

#[test]
fn a_wrong_result_names_that_of_the_rules() {
    let all = [
        ai_to_win(SPRING_2022),
        vec![
            wins(SPRING_2022, Color::Blue),
            moves(SPRING_2022, Color::Red, WINNING),
        ],
    ];
    let all = all.concat();
    let (_, notes) = run(SPRING_2022, all.iter().map(String::as_str));
    let NoteKind::WrongResult {
        announced,
        by_rules,
        ..
    } = notes[0].kind
    else {
        panic!("{notes:?}");
    };
    assert_eq!(announced, Some(Color::Blue));
    assert_eq!(by_rules.and_then(|it| it.winner), Some(Color::Red));
}

#[test]
fn a_program_that_announces_a_result_again_is_accused() {
    let again = |it| {
        let red_wins = wins(it, Color::Red);
        vec![moves(it, Color::Red, WINNING), red_wins.clone(), red_wins]
    };
    assert_eq!(accused(Dialect::ALL, ai_to_win, again), "result again");
    let both_before = |it| {
        let red_wins = wins(it, Color::Red);
        vec![red_wins.clone(), red_wins, moves(it, Color::Red, WINNING)]
    };
    assert_eq!(
        accused(Dialect::ALL, ai_to_win, both_before),
        "result again"
    );
    let thrice = |it| {
        let red_wins = wins(it, Color::Red);
        vec![
            red_wins.clone(),
            "start".to_owned(),
            red_wins.clone(),
            red_wins,
        ]
    };
    let decided = |_| lines(&format!("{MOVES}; {WINNING}"));
    assert_eq!(
        accused(&[FALL_2008, FALL_2016], decided, thrice),
        "result again"
    );
}

#[test]
fn a_program_that_prints_a_wrong_board_is_accused() {
    let wrong = |_| lines("dump; = a7-b7");
    assert_eq!(accused(Dialect::ALL, |_| Vec::new(), wrong), "wrong board");
    // What was sent after `dump` does not count.
    let stale = |_| lines("dump; a7-b7; = ");
    assert_eq!(
        accused(&[SPRING_2022], |_| lines("manual blue"), stale),
        "wrong board"
    );
    let at_its_time = lines("manual blue; dump; a7-b7; = new");
    assert!(accusations(SPRING_2022, &at_its_time).is_empty());
    // It was not requested: what it shows may be of any time.
    assert!(accusations(SPRING_2022, &lines("manual blue; a7-b7; = new")).is_empty());
}

#[test]
fn a_move_that_is_seen_and_not_announced_is_accused() {
    let seen = |_| lines("dump; = a1-b1");
    let dialects = [FALL_2016, SPRING_2022];
    assert_eq!(accused(&dialects, ai_to_move, seen), "unannounced move");
}

#[test]
fn a_program_that_nearly_announces_is_accused() {
    assert_eq!(
        accused(&[SPRING_2022], |_| Vec::new(), |_| lines("> *Draw")),
        "malformed"
    );
    let rows = |_| {
        let row = "> - - - - - - -".to_owned();
        [vec!["> ===".to_owned()], vec![row; 8]].concat()
    };
    assert_eq!(accused(Dialect::ALL, |_| Vec::new(), rows), "malformed");
}

#[test]
fn a_result_that_does_not_come_is_missing() {
    let missing = |dialect: Dialect, then: &str| {
        let all = [
            ai_to_win(dialect),
            vec![moves(dialect, Color::Red, WINNING)],
            lines(then),
        ];
        let (oracle, _) = run(dialect, all.concat().iter().map(String::as_str));
        (oracle.expects_result(), oracle.missing_result().is_some())
    };
    for &dialect in Dialect::ALL {
        assert_eq!(missing(dialect, "dump"), (true, true));
        assert_eq!(missing(dialect, "dump; ="), (false, true));
        let late = format!("dump; =; {}", wins(dialect, Color::Red));
        assert_eq!(missing(dialect, &late), (false, false));
    }
}

#[test]
fn lines_without_effect_are_noted() {
    let kinds = |lines: &[&str]| -> Vec<String> {
        let (_, notes) = run(SPRING_2022, lines.iter().copied());
        let name = |note: Note| format!("{:?}", note.kind);
        let names = notes.into_iter().map(name);
        names
            .map(|it| it.split([' ', '(']).next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(
        kinds(&["manual blue", "a7-a3", "fly"]),
        ["Refused", "Refused"]
    );
    assert_eq!(kinds(&["manual red", "a1-a2"]), ["ForAi"]);
    assert_eq!(kinds(&["quit", "dump"]), ["AfterEnd"]);
    assert_eq!(kinds(&["load nothing"]), ["NotLoaded"]);
}

#[test]
fn where_the_position_is_unknown_nothing_is_noted() {
    let session = [
        ai_to_move(FALL_2008),
        lines("dump; = a1-b1; dump; = new; > Red wins."),
    ]
    .concat();
    let (oracle, notes) = run(FALL_2008, session.iter().map(String::as_str));
    assert_eq!(oracle.unknown_since, Some(2));
    assert_eq!(notes, []);
    let (oracle, _) = run(FALL_2008, ["host here"]);
    assert_eq!(oracle.unknown_since, Some(1));
}

#[test]
fn an_unrequested_dump_does_not_carry_out_lines_that_wait_for_an_ai() {
    let session = [ai_to_move(SPRING_2022), lines("b7-c7; dump")].concat();
    let (oracle, notes) = run(SPRING_2022, session.iter().map(String::as_str));
    assert_eq!((oracle.game().position().plies(), notes.len()), (1, 0));
    let session = [ai_to_move(SPRING_2022), lines("b7-c7; =")].concat();
    let (oracle, notes) = run(SPRING_2022, session.iter().map(String::as_str));
    assert_eq!((oracle.game().position().plies(), notes.len()), (1, 0));
}

#[test]
fn results_that_may_have_been_announced() {
    let (red, blue, draw) = (Some(Color::Red), Some(Color::Blue), None);
    let may = |dialect: Dialect, lines: Vec<String>, announced: &[Option<Color>]| {
        let (oracle, _) = run(dialect, lines.iter().map(String::as_str));
        oracle.allows_results(announced)
    };
    let decided = || lines(&format!("{MOVES}; {WINNING}"));
    for dialect in [FALL_2008, FALL_2016] {
        // In set-up it may be announced, at `start` it must have been.
        assert!(may(dialect, decided(), &[red]) && may(dialect, decided(), &[]));
        assert!(!may(dialect, decided(), &[blue]) && !may(dialect, decided(), &[red, red]));
        let started = || [decided(), lines("start")].concat();
        assert!(may(dialect, started(), &[red]) && !may(dialect, started(), &[]));
        assert!(!may(dialect, lines(MOVES), &[draw]));
    }
    let over = || [lines("manual blue"), decided()].concat();
    assert!(may(SPRING_2022, over(), &[red]) && !may(SPRING_2022, over(), &[]));
    assert!(!may(SPRING_2022, over(), &[draw]));
}

#[test]
fn boards_that_differ_are_described() {
    let start = Position::start();
    assert_eq!(difference(&start, &start), None);
    let mut game = Game::new(SPRING_2022.rules());
    game.place_block("b1".parse().expect("a square"))
        .expect("free");
    let mv: BerkeleyMove = "a7-a5".parse().expect("a move");
    mv.play(&mut game).expect("legal");
    insta::assert_snapshot!(difference(&start, game.position()).unwrap_or_default(), @"expected nothing on b1, found a block");
}

#[test]
fn what_waits_for_an_ai_is_carried_out_when_the_program_has_ended() {
    for dialect in [FALL_2008, FALL_2016, SPRING_2022] {
        let before = [ai_to_move(dialect), lines("a7-a7; quit")].concat();
        let (mut oracle, notes) = run(dialect, before.iter().map(String::as_str));
        assert_eq!(notes, []);
        assert!(oracle.referee().is_to_quit() && !oracle.referee().has_quit);
        let notes = oracle.carry_out_all();
        assert!(
            matches!(&notes[..], [note] if matches!(note.kind, NoteKind::Refused(_) | NoteKind::ForAi(_))),
            "{notes:?}"
        );
        assert!(oracle.referee().has_quit);
        assert_eq!(oracle.carry_out_all(), []);
    }
}

#[test]
fn results_that_are_cleared_are_not_missing() {
    let before = lines(&format!("manual blue; {MOVES}; {WINNING}"));
    let (mut oracle, notes) = run(SPRING_2022, before.iter().map(String::as_str));
    assert_eq!(notes, []);
    assert!(oracle.expects_result());
    assert!(oracle.missing_result().is_some());
    oracle.clear_results();
    assert!(!oracle.expects_result());
    assert_eq!(oracle.missing_result(), None);
}
