//! Puzzles at the terminal, or from a pipe.

use crate::cli::exit::Failure;
use crate::cli::terminal::view;
use crate::cli::{input, output};
use ataxx_toolkit::board::{Color, Move, Position, Rules};
use ataxx_toolkit::diagnostic::text;
use ataxx_toolkit::notation::{BerkeleyMove, MoveNotation};
use ataxx_toolkit::puzzles::{Attempt, Hint, Kind, Numbered, Reply};
use ataxx_toolkit::solver::{Aim, Budget};
use std::io::{self, IsTerminal};
use std::path::Path;

/// The node limit for judging a move; those of the built-in puzzles take far less.
const NODES: u64 = 20_000_000;

const HELP: &str = "a move such as a7-b7, `hint`, `answer`, `board`, `skip` or `quit`";

/// How a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Solved,
    Skipped,
    Quit,
}

/// What was done, for the summary.
#[derive(Default)]
struct Tally {
    seen: usize,
    solved: usize,
    /// Solved without a mistake or a hint.
    at_once: usize,
}

/// Plays the puzzles one after the other until `quit` or the end of the input.
pub fn run(puzzles: &[Numbered]) -> Result<(), Failure> {
    let mut lines = input::lines(Path::new("-"))?;
    let mut tally = Tally::default();
    for &(number, puzzle) in puzzles {
        tally.seen += 1;
        let mut attempt = Attempt::new(&puzzle);
        let (kind, difficulty) = (puzzle.kind, puzzle.difficulty);
        output::data(&format!(
            "Puzzle {number} ({difficulty}, rules {}): {}\n",
            puzzle.rules,
            kind.title()
        ))?;
        show(&attempt)?;
        let mut ended = Ended::Quit;
        loop {
            prompt(attempt.game().position().turn())?;
            let Some(line) = lines.next().transpose()? else {
                break;
            };
            if let Some(how) = answer(&mut attempt, line.text.trim())? {
                ended = how;
                break;
            }
        }
        if ended == Ended::Solved {
            tally.solved += 1;
            tally.at_once += usize::from(attempt.mistakes() == 0 && attempt.hints() == 0);
        }
        if ended == Ended::Quit {
            break;
        }
    }
    let seen = text::counted(tally.seen, "puzzle");
    let (solved, at_once) = (tally.solved, tally.at_once);
    output::data(&format!(
        "{solved} of {seen} solved, {at_once} without a mistake or a hint\n"
    ))?;
    Ok(())
}

/// Carries out a line; `Some` if the puzzle is over.
fn answer(attempt: &mut Attempt, line: &str) -> Result<Option<Ended>, Failure> {
    let budget = Budget {
        nodes: Some(NODES),
        ..Budget::unlimited()
    };
    match line.to_ascii_lowercase().as_str() {
        "" => {}
        "quit" | "q" => return Ok(Some(Ended::Quit)),
        "skip" => return Ok(Some(Ended::Skipped)),
        "help" => say(HELP)?,
        "board" => show(attempt)?,
        "hint" => match attempt.hint(&budget) {
            Some(hint) => say(&in_words(hint, attempt.game().position()))?,
            None => say("there is no hint")?,
        },
        "answer" => {
            let line = attempt.answer(&budget);
            let position = attempt.game().position();
            say(&written(&line, position, attempt.game().rules()))?;
            return Ok(Some(Ended::Skipped));
        }
        _ => return try_move(attempt, line, &budget),
    }
    Ok(None)
}

fn try_move(attempt: &mut Attempt, line: &str, budget: &Budget) -> Result<Option<Ended>, Failure> {
    let before = *attempt.game().position();
    let rules = *attempt.game().rules();
    let Ok(typed) = line.parse::<BerkeleyMove>() else {
        say(&format!("expected {HELP}"))?;
        return Ok(None);
    };
    let played = match typed.play(&mut attempt.game().clone()) {
        Ok(played) => played,
        Err(error) => {
            say(&format!("`{typed}` cannot be played: {error}"))?;
            return Ok(None);
        }
    };
    let Ok(reply) = attempt.play(played.mv, budget) else {
        return Ok(None);
    };
    let other = before.turn().opposite();
    let after = before.after(played.mv, &rules);
    match reply {
        Reply::Solved { .. } => {
            say("right: solved")?;
            show(attempt)?;
            return Ok(Some(Ended::Solved));
        }
        Reply::Right { defence } => {
            let defence = BerkeleyMove::of(defence, &after);
            say(&format!("right; {other} answers {defence}"))?;
            show(attempt)?;
        }
        Reply::Wrong { refutation } => {
            let line = written(&refutation, &after, &rules);
            say(&refuted(attempt.puzzle().kind, typed, other, &line))?;
        }
        Reply::Undecided => say("that takes too long to judge")?,
    }
    Ok(None)
}

/// Why a move is wrong.
fn refuted(kind: Kind, typed: BerkeleyMove, other: Color, line: &str) -> String {
    match (kind.aim(), line) {
        (_, "") => format!("{typed} ends the game too soon"),
        (Aim::Win, _) => format!("{typed} is not it: {other} answers {line}"),
        (Aim::Hold, _) => format!("{typed} loses to {line}"),
    }
}

fn in_words(hint: Hint, position: &Position) -> String {
    match hint {
        Hint::Kind(Move::Jump { .. }) => "it is a jump".to_owned(),
        Hint::Kind(Move::Extend { .. }) => "it is an extend".to_owned(),
        Hint::Kind(Move::Pass) => "it is a pass".to_owned(),
        Hint::To(square) => format!("it leads to {square}"),
        Hint::Move(mv) => format!("it is {}", BerkeleyMove::of(mv, position)),
    }
}

fn written(line: &[Move], start: &Position, rules: &Rules) -> String {
    MoveNotation::Berkeley
        .write_line(line, start, rules)
        .join(" ")
}

fn show(attempt: &Attempt) -> io::Result<()> {
    let game = attempt.game();
    output::data(&view::board(game.position(), game.last_move()))
}

fn say(text: &str) -> io::Result<()> {
    output::data(&format!("{text}\n"))
}

/// The side to move, if a person types.
fn prompt(turn: Color) -> io::Result<()> {
    if io::stdin().is_terminal() {
        output::data(&format!("{}> ", view::painted(view::of(turn), turn.name())))?;
    }
    Ok(())
}
