//! Puzzles at the terminal, or from a pipe.

use crate::cli::exit::{EarlyExit, check_interrupt};
use crate::cli::input::{self, NumberedLine};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::cli::terminal::view;
use ataxx_core::board::Color;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text;
use ataxx_core::notation::AnyMove;
use ataxx_core::puzzles::{Attempt, JUDGING_NODES, Numbered, Reply};
use ataxx_core::solver::Budget;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

const HELP: &str = "a move such as a7-b7, `hint`, `answer`, `board`, `skip` or `quit`";

/// How a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Solved,
    Skipped,
    Quit,
}

/// Plays the puzzles one after the other until `quit` or the end of the input.
pub fn run(puzzles: &[Numbered]) -> Result<(), EarlyExit> {
    let lines = typed_lines();
    if io::stdin().is_terminal() {
        print(&format!("Type {HELP}."))?;
    }
    let (mut seen, mut solved, mut at_once) = (0_usize, 0, 0);
    for &(number, puzzle) in puzzles {
        seen += 1;
        let mut attempt = Attempt::new(&puzzle);
        let (kind, difficulty) = (puzzle.kind, puzzle.difficulty);
        print(&format!(
            "Puzzle {number} ({difficulty}, rules {}): {}",
            puzzle.rules,
            kind.title()
        ))?;
        show(&attempt)?;
        let mut ended = Ended::Quit;
        loop {
            prompt(attempt.game.position().turn())?;
            let Some(line) = next_line(&lines)? else {
                break;
            };
            if let Some(how) = answer(&mut attempt, line.text.trim())? {
                ended = how;
                break;
            }
        }
        if ended == Ended::Solved {
            solved += 1;
            at_once += usize::from(attempt.mistakes == 0 && attempt.hints == 0);
        }
        if ended == Ended::Quit {
            break;
        }
    }
    if INTERRUPT.is_requested() {
        // The summary does not stand behind the prompt.
        print("")?;
    }
    let seen = text::counted(seen, "puzzle");
    output::data(&format!(
        "{solved} of {seen} solved, {at_once} without a mistake or a hint\n"
    ))?;
    check_interrupt()
}

/// Reads the lines of standard input in a thread, so that Ctrl-C need not wait for one.
fn typed_lines() -> Receiver<Result<NumberedLine, Diagnostic>> {
    let (sender, lines) = mpsc::sync_channel(0);
    thread::spawn(move || match input::lines(Path::new("-")) {
        Ok(mut lines) => {
            let _ = lines.try_for_each(|line| sender.send(line));
        }
        Err(error) => {
            let _ = sender.send(Err(error));
        }
    });
    lines
}

/// The next line; `None` at the end of the input and after Ctrl-C.
fn next_line(
    lines: &Receiver<Result<NumberedLine, Diagnostic>>,
) -> Result<Option<NumberedLine>, Diagnostic> {
    /// The interval at which Ctrl-C is looked for.
    const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);
    while !INTERRUPT.is_requested() {
        match lines.recv_timeout(INTERRUPT_INTERVAL) {
            Ok(line) => return line.map(Some),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(None)
}

/// Carries out a line; `Some` if the puzzle is over.
fn answer(attempt: &mut Attempt, line: &str) -> Result<Option<Ended>, EarlyExit> {
    let budget = Budget {
        nodes: Some(JUDGING_NODES),
        ..Budget::unlimited()
    };
    match line.to_ascii_lowercase().as_str() {
        "" => {}
        "quit" | "q" => return Ok(Some(Ended::Quit)),
        "skip" => return Ok(Some(Ended::Skipped)),
        "help" => print(HELP)?,
        "board" => show(attempt)?,
        "hint" => match attempt.hint(&budget) {
            Some(hint) => print(&attempt.hint_in_words(hint))?,
            None => print("there is no hint")?,
        },
        "answer" => {
            let line = attempt.answer(&budget);
            print(&attempt.line_in_words(&line))?;
            return Ok(Some(Ended::Skipped));
        }
        _ => return try_move(attempt, line, &budget),
    }
    Ok(None)
}

fn try_move(
    attempt: &mut Attempt,
    line: &str,
    budget: &Budget,
) -> Result<Option<Ended>, EarlyExit> {
    let Ok(typed) = line.parse::<AnyMove>() else {
        print(&format!("expected {HELP}"))?;
        return Ok(None);
    };
    let played = match typed.play(&mut attempt.game.clone()) {
        Ok(played) => played,
        Err(error) => {
            print(&format!("`{line}` cannot be played: {error}"))?;
            return Ok(None);
        }
    };
    let Ok(reply) = attempt.play(played.mv, budget) else {
        return Ok(None);
    };
    print(&attempt.in_words(played.into(), &reply))?;
    if matches!(reply, Reply::Solved { .. } | Reply::Right { .. }) {
        show(attempt)?;
    }
    Ok(attempt.is_solved.then_some(Ended::Solved))
}

fn show(attempt: &Attempt) -> io::Result<()> {
    let game = &attempt.game;
    output::data(&view::board(game.position(), game.last_move()))
}

fn print(text: &str) -> io::Result<()> {
    output::data(&output::for_people(&format!("{text}\n")))
}

/// The side to move, if a person types.
fn prompt(turn: Color) -> io::Result<()> {
    if io::stdin().is_terminal() {
        output::data(&format!("{}> ", view::painted(view::of(turn), turn.name())))?;
    }
    Ok(())
}
