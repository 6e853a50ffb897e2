//! Programs that use what their documents leave open.

use super::*;

/// Sessions with programs that use what a document leaves open. There is none to leave out: a
/// point that is added gets its sessions here.
#[allow(clippy::too_many_lines)] // of a table
fn freedoms(dialect: Dialect, point: OpenPoint) -> Vec<Vec<String>> {
    let (red, blue) = (Color::Red, Color::Blue);
    let red_wins = || wins(dialect, red);
    let winning_move = || moves(dialect, red, WINNING);
    let decided = lines(&format!("{MOVES}; {WINNING}"));
    match point {
        OpenPoint::ResultBeforeMove => vec![
            [ai_to_win(dialect), vec![red_wins(), winning_move()]].concat(),
            [ai_to_win(dialect), vec![winning_move(), red_wins()]].concat(),
        ],
        OpenPoint::ResultInSetUp => vec![
            [decided.clone(), vec![red_wins(), "start".to_owned()]].concat(),
            [
                decided.clone(),
                vec![red_wins(), "start".to_owned(), red_wins()],
            ]
            .concat(),
            [decided, vec!["start".to_owned(), red_wins()]].concat(),
        ],
        OpenPoint::UnannouncedMoves => vec![
            [
                ai_to_move(dialect),
                lines("dump; = a1-b1; b7-c7; dump; = new"),
            ]
            .concat(),
            [
                ai_to_move(dialect),
                vec![moves(dialect, red, "a7-b7"), moves(dialect, blue, "a1-b1")],
            ]
            .concat(),
            [
                ai_to_win(dialect),
                vec![red_wins(), "dump".to_owned()],
                lines("= d5-b3"),
            ]
            .concat(),
        ],
        OpenPoint::DumpBeforeMove => vec![
            [
                ai_to_move(dialect),
                lines("dump; ="),
                vec![
                    moves(dialect, blue, "a1-b1"),
                    "dump".to_owned(),
                    "=".to_owned(),
                ],
            ]
            .concat(),
        ],
        OpenPoint::OtherOutput => ["", "Welcome! ", "$ ", "[red] ", "red> "]
            .iter()
            .map(|prompt| {
                let mv = moves(dialect, blue, "a1-b1").replacen("> ", &format!("> {prompt}"), 1);
                let before = vec!["> Hello, 2 players.".to_owned()];
                [before, ai_to_move(dialect), vec![mv], lines("dump; =")].concat()
            })
            .filter(|lines| dialect != SPRING_2022 || !lines.iter().any(|it| it.contains("! ")))
            .collect(),
        OpenPoint::Errors => vec![
            lines("a7-a3; > No!; dump; ="),
            lines("a7-a3; dump; ="),
            lines("fly; > error: what is `fly`?; dump; ="),
        ],
        OpenPoint::PlayersAfterNew => vec![
            [
                lines("manual blue; new; a7-b7"),
                vec![moves(dialect, blue, "a1-b1")],
            ]
            .concat(),
        ],
        OpenPoint::ColorAfterClear => {
            vec![[lines("color blue; clear; start"), vec![wins(dialect, blue)]].concat()]
        }
        OpenPoint::BlocksAgain => vec![
            lines("blocks 4; blocks 3; dump; = block c4"),
            lines("blocks 4; blocks 3; dump; = block d7 c4"),
        ],
        OpenPoint::BlocksAfterUndo => vec![
            lines("manual blue; a7-b7; undo; block d1; dump; = new"),
            lines("manual blue; a7-b7; undo; block d1; dump; = block d1"),
        ],
        OpenPoint::JumpLimitInSetUp => {
            let limit = dialect.rules().jump_limit.expect("a limit").jumps.get();
            let there_and_back = ["a7-a5", "a1-a3", "a5-a7", "a3-a1"].iter().cycle();
            let jumps = there_and_back.take(limit.into()).map(|&mv| mv.to_owned());
            let jumps: Vec<String> = jumps.collect();
            vec![[jumps, lines("a1-a3; dump; = a1-a3")].concat()]
        }
        OpenPoint::BlocksAfterMoves => vec![
            lines("a7-b7; block d1; dump; ="),
            lines("a7-b7; block d1; dump; = new"),
        ],
        OpenPoint::OtherWords => vec![lines(
            "> Considering: Red moves g1-f2.; > With luck Red wins.; > Hope: Draw.",
        )],
        OpenPoint::OtherCommands => vec![
            [
                lines("frobnicate; a7-b7"),
                vec![moves(dialect, red, "b7-c7"), wins(dialect, red)],
            ]
            .concat(),
        ],
    }
}

#[test]
fn a_program_that_uses_what_is_open_is_not_accused() {
    for &dialect in Dialect::ALL {
        for point in OpenPoint::ALL {
            if !dialect.leaves_open(point) {
                continue;
            }
            let sessions = freedoms(dialect, point);
            assert!(!sessions.is_empty(), "{dialect:?}, {point:?}");
            for lines in sessions {
                let accused = accusations(dialect, &lines);
                assert!(
                    accused.is_empty(),
                    "{dialect:?}, {point:?}: {accused:?}: {lines:?}"
                );
            }
        }
    }
}
