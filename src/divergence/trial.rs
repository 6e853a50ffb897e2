//! A session that a program and our own session carry out side by side.

use super::deviation::{Deviation, Difference};
use super::patience::Patience;
use crate::mutants::{Fault, FaultySession};
use crate::opponents::Ended;
use crate::opponents::subject::{Options, ProgramSubject, SessionSubject, Subject, SubjectError};
use crate::session::{
    Announcement, Command, Dialect, Event, Executor, Files, Refusal, Session, SessionSettings,
    State, has_reserved_word,
};
use ataxx_core::Cancellation;
use ataxx_core::board::{BlockError, Color, Move, Outcome, Position, Rules};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::{Budget, Plies, Question, Solver, SolverOptions, Verdict};
use std::time::Instant;

/// Carries out a line, and returns what happens. A line that is refused changes nothing.
pub fn carry_out(session: &mut Session, line: &str) -> Vec<Event> {
    match Executor::parse(session, line) {
        Ok(Some(parsed)) => session.execute(&parsed.command).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Carries out a line; AIs whose turn it is then make any move.
pub fn carry_out_with_ais(session: &mut Session, line: &str) -> Vec<Event> {
    let mut events = carry_out(session, line);
    while session.ai_turn().is_some() {
        let Some(more) = make_any_ai_move(session) else {
            break;
        };
        events.extend(more);
    }
    events
}

/// Makes the first legal move for the AI whose turn it is.
pub fn make_any_ai_move(session: &mut Session) -> Option<Vec<Event>> {
    let position = *session.position();
    let mv = position.legal_moves(session.game().rules()).next()?;
    session.play_for_ai(BerkeleyMove::of(mv, &position)).ok()
}

/// Our own session after these lines, with no moves of AIs.
pub fn session_after(dialect: Dialect, lines: &[String]) -> Session {
    let mut session = Session::new(dialect, SessionSettings::default());
    for line in lines {
        carry_out(&mut session, line);
    }
    session
}

/// Sends the lines to a program, carries them out in `model`, and compares both after each.
/// Both must begin alike, with no AI to move.
pub fn first_difference(
    subject: &mut dyn Subject,
    model: &mut Session,
    lines: &[String],
    patience: Patience,
) -> Result<Option<Difference>, SubjectError> {
    for (line, text) in lines.iter().enumerate() {
        let patience = Patience {
            answer: match line {
                0 => patience.start,
                _ => patience.answer,
            },
            ..patience
        };
        let deviation = match deviation_after(subject, model, text, patience) {
            Ok(None) => continue,
            Ok(Some(deviation)) => deviation,
            Err(error) => Deviation::from_error(error)?,
        };
        if patience.is_over() {
            return Err(SubjectError::Interrupted);
        }
        return Ok(Some(Difference { line, deviation }));
    }
    Ok(None)
}

/// The first difference from the rules of our own session with a fault on these lines.
pub fn difference_with_fault(
    fault: Fault,
    lines: &[String],
    options: &Options,
    files: &dyn Files,
    patience: Patience,
) -> Option<Difference> {
    let session = || Session::new(options.dialect, options.session);
    let never = Cancellation::new();
    // It is asked in the same way as a program, so that both can be compared.
    let peer = SessionSubject::new(FaultySession::new(session(), fault), files, &never, 0);
    let (dialect, start) = (options.dialect, options.start);
    let mut subject = ProgramSubject::new(Box::new(peer), "ataxx", dialect, files, start, 0);
    first_difference(&mut subject, &mut session(), lines, patience).ok()?
}

fn deviation_after(
    subject: &mut dyn Subject,
    model: &mut Session,
    text: &str,
    patience: Patience,
) -> Result<Option<Deviation>, SubjectError> {
    let is_refused = is_refused(model, text);
    let earlier = model.game().outcome();
    let mut events = carry_out(model, text);
    let Patience {
        answer, ai_move, ..
    } = patience;
    let time = match model.ai_turn() {
        Some(_) => answer.max(ai_move),
        None => answer,
    };
    let stderr_lines = subject.stderr_lines();
    // This may have to wait for the start of the program.
    subject.send(text, patience.deadline(time))?;
    let deadline = patience.deadline(time);
    if events.contains(&Event::Quit) {
        return after_quit(subject, deadline);
    }
    let mut seen = subject.look(deadline)?.position;
    let has_ai_moved = model.ai_turn().is_some();
    let mut output = Vec::new();
    if has_ai_moved && model.dialect().announces_moves() {
        // A move in the wrong words would be waited for in vain.
        output = subject.take_output(patience.deadline(time))?;
        if let Some(line) = reserved_line(&output, text, model.dialect()) {
            return Ok(Some(Deviation::ReservedWord(line)));
        }
    }
    while let Some(color) = model.ai_turn() {
        // Some programs answer while their AI thinks on.
        let made = match subject.ai_move(patience.deadline(time)) {
            Ok(made) => made,
            Err(SubjectError::TimeOut(_) | SubjectError::Refused(_)) => {
                return Ok(Some(Deviation::NoMove(color)));
            }
            Err(trouble) => return Err(trouble),
        };
        let before = *model.position();
        match (model.play_for_ai(made.mv), made.illegal) {
            (Ok(more), None) => {
                events.extend(more);
                if let Some(win) = missed_win(&before, model, patience) {
                    let made = made.mv.to_string();
                    return Ok(Some(Deviation::MissedWin(made, win.to_string())));
                }
            }
            (_, Some(reason)) => {
                let what = format!("{} {}: {reason}", made.color, made.mv);
                return Ok(Some(Deviation::IllegalMove(what)));
            }
            (Err(_), None) => return Ok(Some(Deviation::IllegalMove(made.mv.to_string()))),
        }
    }
    if has_ai_moved {
        seen = subject.look(patience.deadline(answer))?.position;
    }
    if let Some(wrong) = wrong_board(model, &seen) {
        return Ok(Some(wrong));
    }
    output.append(&mut subject.take_output(deadline)?);
    let is_help = is_help(model, text);
    if (is_help || is_refused) && subject.take_errors(deadline)?.is_empty() {
        // What it writes to stderr may come a little later.
        let deadline = patience.deadline(answer);
        subject.look(deadline)?;
        let mut more = subject.take_output(deadline)?;
        // Any output counts as help.
        let is_silent = is_prompt(&output, &more) && (!is_help || is_blank(&output));
        output.append(&mut more);
        if is_silent
            && !subject.has_output_before_prompt()
            && subject.take_errors(deadline)?.is_empty()
            && subject.stderr_lines() == stderr_lines
        {
            return Ok(Some(if is_help {
                Deviation::NoAnswer
            } else {
                Deviation::Untold
            }));
        }
    }
    let mut wrong = wrong_result(model, &events, &output);
    if wrong.is_some() {
        // A result may come a little later than the board.
        let announced = subject.announced(patience.deadline(answer))?;
        output.append(&mut subject.take_output(patience.deadline(answer))?);
        wrong = wrong_result(model, &events, &output);
        // A game that set-up moves have decided may have been announced there.
        let is_known = |outcome: Outcome| announced.map(|it| it.winner) == Some(outcome.winner);
        if earlier.is_some_and(is_known)
            && matches!(&wrong, Some(Deviation::Result { announced, .. }) if announced.is_empty())
        {
            wrong = None;
        }
    }
    if is_help {
        return Ok(wrong);
    }
    let reserved = reserved_line(&output, text, model.dialect());
    Ok(wrong.or_else(|| reserved.map(Deviation::ReservedWord)))
}

/// The first of these lines of output with a word that only announcements may have.
fn reserved_line(output: &[String], text: &str, dialect: Dialect) -> Option<String> {
    let mut lines = output.iter();
    lines.find(|line| is_reserved(line, text, dialect)).cloned()
}

/// Whether the output for a line and a dump is only what the program prints for every line, such
/// as a prompt; `after_dump` is that for one more dump.
fn is_prompt(output: &[String], after_dump: &[String]) -> bool {
    let is_word = |line: &&String| !line.trim().is_empty();
    let again = after_dump.iter().chain(after_dump).filter(is_word);
    output.iter().filter(is_word).eq(again)
}

fn is_blank(output: &[String]) -> bool {
    output.iter().all(|line| line.trim().is_empty())
}

/// Whether a line of output that is neither an announcement nor an echo of `text` has a word of
/// announcements, where the document forbids it.
fn is_reserved(line: &str, text: &str, dialect: Dialect) -> bool {
    dialect.announces_moves()
        && has_reserved_word(line)
        && Announcement::read(line.trim_end(), dialect).is_none()
        && !(has_reserved_word(text) && line.contains(text.trim()))
}

/// Within how many plies after its move an AI that could win at once must still win by force.
pub const HORIZON: u16 = 9;

/// A move that wins at once.
pub fn winning_move(position: &Position, rules: &Rules) -> Option<Move> {
    let wins = |mv: &Move| {
        let outcome = position.after(*mv, rules).outcome(rules);
        outcome.is_some_and(|outcome| outcome.winner == Some(position.turn()))
    };
    position.legal_moves(rules).find(wins)
}

/// A move that would have won at once, if an AI has made another after which it no longer wins
/// by force.
fn missed_win(before: &Position, model: &Session, patience: Patience) -> Option<BerkeleyMove> {
    if !Fault::AiMissesWin.is_excluded_by(model.dialect()) {
        return None;
    }
    let rules = model.game().rules();
    let win = winning_move(before, rules)?;
    let has_won = |outcome: Outcome| outcome.winner == Some(before.turn());
    if model.game().outcome().is_some_and(has_won) {
        return None;
    }
    let budget = Budget {
        nodes: Some(500_000),
        may_continue: &|| !patience.is_over(),
    };
    let question = Question {
        within: Some(Plies(HORIZON)),
        all_moves: false,
    };
    let mut solver = Solver::new(rules, &SolverOptions::default());
    match solver.answer(model.position(), question, &budget).verdict {
        Verdict::Loss(_) | Verdict::Unknown => None,
        _ => Some(BerkeleyMove::of(win, before)),
    }
}

/// The board that was seen, where it is not that of the rules.
fn wrong_board(model: &Session, seen: &Position) -> Option<Deviation> {
    let expected = *model.position();
    let actual = seen
        .with_turn(expected.turn())
        .with_jumps(expected.jumps())
        .with_plies(expected.plies());
    (actual != expected).then_some(Deviation::Board { expected, actual })
}

/// What differs between a program and a session that follows the rules; `None` for nothing. Of
/// what was seen only the board counts, of the results that of the game as it stands.
#[expect(
    clippy::option_option,
    reason = "no result, or one with a winner or without"
)]
pub fn deviation_from(
    model: &Session,
    seen: &Position,
    announced: Option<Option<Color>>,
) -> Option<Deviation> {
    let wrong_result = || {
        let outcome = model.game().outcome();
        let expected = outcome.filter(|_| model.state() == State::Finished);
        let winner = |outcome: Outcome| outcome.winner;
        // A game that is decided in set-up may be announced there.
        let is_early = model.state() == State::SetUp && announced == outcome.map(winner);
        let differs = announced != expected.map(winner) && !is_early;
        differs.then(|| Deviation::Result {
            expected,
            position: *model.position(),
            is_over: outcome.is_some(),
            announced: Vec::from_iter(announced),
        })
    };
    wrong_board(model, seen).or_else(wrong_result)
}

/// The results that are announced, where they are not those of the events.
fn wrong_result(model: &Session, events: &[Event], output: &[String]) -> Option<Deviation> {
    let announced: Vec<Option<Color>> = output
        .iter()
        .filter_map(
            |line| match Announcement::read(line.trim_end(), model.dialect()) {
                Some(Announcement::Result { winner }) => Some(winner),
                _ => None,
            },
        )
        .collect();
    let over = events.iter().filter_map(|event| match event {
        Event::Over(outcome) => Some(*outcome),
        _ => None,
    });
    let over: Vec<Outcome> = over.collect();
    let is_over = model.game().outcome().is_some();
    if is_over && over.is_empty() && model.state() == State::SetUp {
        // The documents do not say whether a game that ends in set-up is announced there.
        return None;
    }
    let right: Vec<Option<Color>> = over.iter().map(|outcome| outcome.winner).collect();
    (announced != right).then(|| Deviation::Result {
        expected: over.last().copied(),
        position: *model.position(),
        is_over,
        announced,
    })
}

/// Whether a line is refused for its form, its move, its block or the state. No document says
/// that blocking a blocked square is an error.
fn is_refused(model: &Session, text: &str) -> bool {
    let line = match Executor::parse(model, text) {
        Ok(Some(line)) => line,
        Ok(None) => return false,
        Err(_) => return true,
    };
    let refusal = model.clone().execute(&line.command).err();
    match refusal {
        Some(Refusal::Block { error, .. }) => !matches!(error, BlockError::AlreadyBlocked { .. }),
        Some(Refusal::Move { .. } | Refusal::WrongState { .. }) => true,
        _ => false,
    }
}

fn is_help(model: &Session, text: &str) -> bool {
    let line = Executor::parse(model, text);
    matches!(line, Ok(Some(line)) if matches!(line.command, Command::Help(_)))
}

/// The program must end, with status 0.
fn after_quit(
    subject: &mut dyn Subject,
    deadline: Instant,
) -> Result<Option<Deviation>, SubjectError> {
    subject.take_output(deadline)?;
    Ok(match subject.finish(deadline)? {
        Ended::Status(0) => None,
        ended => Some(Deviation::Crash(format!(
            "it ends with {} after `quit`",
            ended.in_words()
        ))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::Game;
    use std::time::Duration;

    const SPRING: Dialect = Dialect::SPRING_2022;

    /// At 24 jumps any jump of Red wins; after the extend Blue fills more squares.
    #[test]
    fn an_ai_that_gives_a_win_away_has_missed_it() {
        let fen = "xx1----/-------/------1/------1/------1/------1/------o x 24 13";
        let before: Position = fen.parse().expect("a position");
        let missed = |mv: &str| {
            let mut game = Game::from_position(SPRING.rules(), before);
            let mv: BerkeleyMove = mv.parse().expect("a move");
            mv.play(&mut game).expect("legal");
            let mut session = Session::new(SPRING, SessionSettings::default());
            session.set_game(game).expect("its rules");
            let patience = Patience::new(Duration::ZERO, Duration::ZERO);
            missed_win(&before, &session, patience).map(|win| win.to_string())
        };
        assert_eq!(missed("b7-c7").as_deref(), Some("a7-c7"));
        assert_eq!(missed("a7-c7"), None);
    }

    #[test]
    fn words_of_announcements_stand_nowhere_else() {
        assert!(is_reserved("one of your moves?", "dump", SPRING));
        assert!(!is_reserved("* Red moves a7-b7.", "a7-b7", SPRING));
        assert!(!is_reserved("unknown: Red wins", "Red wins", SPRING));
        let free = Dialect::FALL_2008;
        assert!(!is_reserved("one of your moves?", "dump", free));
    }

    #[test]
    fn a_blocked_square_need_not_be_refused() {
        let mut model = Session::new(SPRING, SessionSettings::default());
        carry_out(&mut model, "block d4");
        assert!(is_refused(&model, "block a1"));
        assert!(!is_refused(&model, "block d4"));
        assert!(is_refused(&model, "a1-a2"));
        assert!(is_refused(&model, "fly"));
        assert!(!is_refused(&model, "# nothing"));
    }

    #[test]
    fn a_prompt_is_no_answer() {
        let is_prompt = |output: &str, after_dump: &str| {
            let lines =
                |text: &str| -> Vec<String> { text.split('|').map(str::to_owned).collect() };
            is_prompt(&lines(output), &lines(after_dump))
        };
        assert!(is_prompt("", ""));
        assert!(is_prompt(" ||", ""));
        assert!(!is_prompt("no", ""));
        assert!(is_prompt("Red?|Red?", "Red?"));
        assert!(is_prompt("Red?||3 jumps|Red?|3 jumps", "Red?|3 jumps"));
        assert!(!is_prompt("Red? no|Red?", "Red?"));
        assert!(!is_prompt("Red?|no|Red?", "Red?"));
        assert!(!is_prompt("", "told late"));
    }
}
