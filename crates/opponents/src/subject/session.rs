//! The session of this program under test, and its AI without a session.

use super::interface::{AiMove, Announced, Subject};
use crate::dialogue::{Dialogue, Speaker};
use crate::{Ended, Failure, Peer, ReadError};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Position, Rules};
use ataxx_core::diagnostic::text::counted;
use ataxx_core::diagnostic::{Diagnostic, Look, render};
use ataxx_core::engine::{self, Limits, SearchTask};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::oracle::no_ai_turn;
use ataxx_session::{
    Command, CommandName, Event, Executor, Files, Flow, Interpreter, LineOfText, Output, Session,
};
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

/// The session of this program, in this process. It supports every step.
///
/// It is a [`Peer`] too, which writes all its output before `send` returns.
pub struct SessionSubject<'a, E = Session> {
    interpreter: Interpreter<'a, E>,
    cancel: &'a Cancellation,
    /// Its number in the dialogue.
    program: usize,
    dialogue: Dialogue,
    /// The number of lines it was sent.
    lines: usize,
    output: VecDeque<String>,
    /// The lines of stderr, and how many of them were taken.
    stderr_lines: Vec<String>,
    taken: usize,
    errors: Vec<String>,
    moves: VecDeque<AiMove>,
    announced: Option<Announced>,
    ended: bool,
    /// When AIs stop moving, if no deadline of a step comes first.
    until: Option<Instant>,
}

impl<'a, E: Executor> SessionSubject<'a, E> {
    /// A session that loads files from `files`. Once `cancel` is requested, an AI moves at once,
    /// and `send` fails. In the dialogue it is the program with this number.
    pub fn new(
        executor: E,
        files: &'a dyn Files,
        cancel: &'a Cancellation,
        program: usize,
    ) -> Self {
        Self {
            interpreter: Interpreter::new(executor, files, cancel),
            cancel,
            program,
            dialogue: Dialogue::default(),
            lines: 0,
            output: VecDeque::new(),
            stderr_lines: Vec::new(),
            taken: 0,
            errors: Vec::new(),
            moves: VecDeque::new(),
            announced: None,
            ended: false,
            until: None,
        }
    }

    /// The same, with a time after which no AI begins to think.
    pub fn until(self, until: Option<Instant>) -> Self {
        Self { until, ..self }
    }

    /// The same, with a folder in which files are looked up after the working directory.
    pub fn in_folder(self, folder: Option<PathBuf>) -> Self {
        Self {
            interpreter: self.interpreter.in_folder(folder),
            ..self
        }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        self.interpreter.session()
    }

    /// Carries a line out, or without one lets an AI go on, and keeps everything that follows from
    /// it. After the deadline no AI begins to think.
    fn carry_out(
        &mut self,
        line: Option<&str>,
        deadline: Option<Instant>,
    ) -> Result<(), ReadError> {
        if self.ended {
            return Err(ReadError::Ended(Some(Ended::Status(0))));
        }
        self.lines += 1;
        let deadline = [deadline, self.until].into_iter().flatten().min();
        let number = self.lines;
        let dialect = self.session().dialect();
        let (output_lines, stderr_lines) = (&mut self.output, &mut self.stderr_lines);
        let (errors, moves) = (&mut self.errors, &mut self.moves);
        let announced = &mut self.announced;
        let mut thinking: Option<(Instant, Position)> = None;
        let mut show = |session: &Session, output: Output| {
            match output {
                Output::Thinking(_) => {
                    let now = Instant::now();
                    if deadline.is_some_and(|deadline| now > deadline) {
                        return Flow::Pause;
                    }
                    thinking = Some((now, *session.position()));
                }
                Output::Event(event) => {
                    if let Some(text) = event.announcement(dialect) {
                        output_lines.extend(text.lines().map(str::to_owned));
                    }
                    if let Some(text) = event.warning() {
                        stderr_lines.push(format!("warning: {text}"));
                    }
                    match event {
                        Event::AiPlayed { color, played, .. } => {
                            if let Some((begun, before)) = thinking {
                                let rules = session.game().rules();
                                let illegal = before.check(played.mv, rules).err();
                                moves.push_back(AiMove {
                                    color,
                                    mv: played.into(),
                                    before,
                                    took: begun.elapsed(),
                                    illegal: illegal.map(Into::into),
                                });
                            }
                        }
                        Event::Over(outcome) => {
                            *announced = Some(outcome.into());
                        }
                        Event::Cleared
                        | Event::NewGame
                        | Event::PositionSet(_)
                        | Event::Undone { .. } => {
                            *announced = None;
                        }
                        _ => {}
                    }
                }
                Output::Refused(diagnostic) => {
                    let text = render(&diagnostic, Look::Plain);
                    stderr_lines.extend(text.lines().map(str::to_owned));
                    errors.push(error_text(&diagnostic));
                }
                Output::Begun(_) | Output::Waiting(_) | Output::Studying(_) | Output::Done(_) => {}
            }
            Flow::GoOn
        };
        let flow = match line {
            Some(text) => {
                let line = LineOfText {
                    source: None,
                    number,
                    text,
                };
                self.interpreter.line(line, &mut show)
            }
            None => self.interpreter.go_on(&mut show),
        };
        self.ended = flow == Flow::End;
        self.check_cancelled()
    }

    fn check_cancelled(&self) -> Result<(), ReadError> {
        if self.cancel.is_requested() {
            return Err(ReadError::Interrupted);
        }
        Ok(())
    }

    /// Carries a line out before the deadline, and records the output in the dialogue.
    fn send_line(&mut self, line: Option<&str>, deadline: Instant) -> Result<(), Failure> {
        let (known_output, known_moves) = (self.output.len(), self.moves.len());
        let carried_out = self.carry_out(line, Some(deadline));
        for line in self.output.iter().skip(known_output) {
            let line = line.as_str();
            self.dialogue.note(self.program, Speaker::Program, line);
        }
        let line = line.unwrap_or_default();
        match carried_out {
            Ok(()) => {}
            Err(ReadError::Interrupted) => return Err(Failure::interrupted()),
            Err(_) => {
                let message = format!("the session was sent `quit` before `{line}`");
                return Err(Failure::refused(message));
            }
        }
        let played = self.moves.len() - known_moves;
        let in_play = played > 0 || self.session().ai_turn().is_some();
        if !in_play || Instant::now() <= deadline {
            return Ok(());
        }
        Err(Failure::timeout(format!(
            "the time was up when AIs had made {} after `{line}`",
            counted(played, "move")
        )))
    }
}

/// The message of an error with its help.
fn error_text(refusal: &Diagnostic) -> String {
    let mut text = refusal.message.clone();
    for help in &refusal.help {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    text
}

impl<E: Executor> Subject for SessionSubject<'_, E> {
    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Failure> {
        self.dialogue.note(self.program, Speaker::Runner, line);
        self.send_line(Some(line), deadline)
    }

    /// Both sides are played by hand then, where the dialect has a command for that.
    fn set_game(&mut self, game: &Game, _: Instant) -> Result<(), Failure> {
        let dialect = self.session().dialect();
        if *game.rules() != dialect.rules() {
            let message = format!(
                "a session in dialect {} plays by its rules alone",
                dialect.name()
            );
            return Err(Failure::unsupported(message));
        }
        let mut commands = vec![Command::Clear];
        if CommandName::Manual.is_in(dialect) {
            commands.extend(Color::BOTH.map(Command::Manual));
        }
        for command in commands {
            // After `clear`, which is never refused, neither is the other.
            let _ = self.interpreter.execute(&command);
        }
        self.interpreter
            .session_mut()
            .set_game(game.clone())
            .map_err(|error| Failure::unsupported(error.to_string()))?;
        self.moves.clear();
        self.announced = None;
        Ok(())
    }

    fn look(&mut self, _: Instant) -> Result<Position, Failure> {
        Ok(*self.session().position())
    }

    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Failure> {
        if self.moves.is_empty() && self.session().ai_turn().is_some() {
            // It became an AI's turn when a game was put on the board, or the time was up.
            self.send_line(None, deadline)?;
        }
        self.moves
            .pop_front()
            .ok_or_else(|| Failure::refused(no_ai_turn(self.session())))
    }

    fn announced(&mut self, _: Instant) -> Result<Option<Announced>, Failure> {
        Ok(self.announced)
    }

    fn take_output(&mut self, _: Instant) -> Result<Vec<String>, Failure> {
        Ok(std::mem::take(&mut self.output).into())
    }

    fn take_errors(&mut self, _: Instant) -> Result<Vec<String>, Failure> {
        Ok(std::mem::take(&mut self.errors))
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, Failure> {
        self.ended = true;
        Ok(Ended::Status(0))
    }

    fn referee(&self) -> &Game {
        self.session().game()
    }

    fn take_dialogue(&mut self) -> Dialogue {
        std::mem::take(&mut self.dialogue)
    }

    fn stderr_lines(&self) -> String {
        self.stderr_lines.join("\n")
    }
}

impl<E: Executor> Peer for SessionSubject<'_, E> {
    fn send(&mut self, line: &str) -> Result<(), ReadError> {
        self.carry_out(Some(line), None)
    }

    fn read_line(&mut self, _: Instant) -> Result<String, ReadError> {
        self.check_cancelled()?;
        match self.output.pop_front() {
            Some(line) => Ok(line),
            None if self.ended => Err(ReadError::Ended(Some(Ended::Status(0)))),
            None => Err(ReadError::TimeOut),
        }
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, ReadError> {
        self.ended = true;
        Ok(Ended::Status(0))
    }

    fn stderr_lines(&self) -> String {
        self.stderr_lines.join("\n")
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        let new = self.stderr_lines[self.taken..].to_vec();
        self.taken = self.stderr_lines.len();
        new
    }
}

/// A game by any rules and the AI of this program, without a session. A scenario tests it if its
/// rules are not those of a dialect.
pub struct EngineSubject<'a> {
    game: Game,
    limits: Limits,
    stop: &'a Cancellation,
    dialogue: Dialogue,
    errors: Vec<String>,
}

impl<'a> EngineSubject<'a> {
    /// A game from the start by these rules, with an AI within these limits.
    pub fn new(rules: Rules, limits: Limits, stop: &'a Cancellation) -> Self {
        Self {
            game: Game::new(rules),
            limits,
            stop,
            dialogue: Dialogue::default(),
            errors: Vec::new(),
        }
    }
}

impl Subject for EngineSubject<'_> {
    /// Plays a move; nothing else can be sent.
    fn send(&mut self, line: &str, _: Instant) -> Result<(), Failure> {
        self.dialogue.note(0, Speaker::Runner, line);
        let Ok(mv) = line.trim().parse::<BerkeleyMove>() else {
            let message = "there is no session under these rules: `play` makes a move";
            return Err(Failure::unsupported(message));
        };
        if let Err(error) = mv.play(&mut self.game) {
            self.errors.push(error.to_string());
        }
        Ok(())
    }

    fn set_game(&mut self, game: &Game, _: Instant) -> Result<(), Failure> {
        self.game = game.clone();
        Ok(())
    }

    fn look(&mut self, _: Instant) -> Result<Position, Failure> {
        Ok(*self.game.position())
    }

    fn ai_move(&mut self, _: Instant) -> Result<AiMove, Failure> {
        let begun = Instant::now();
        let before = *self.game.position();
        let task = SearchTask {
            position: &before,
            rules: self.game.rules(),
            limits: self.limits,
            seed: None,
            threads: NonZeroUsize::MIN,
        };
        let Some(choice) = engine::choose(&task, self.stop) else {
            let message = "the game is over: an AI has nothing to choose";
            return Err(Failure::refused(message));
        };
        let mv = BerkeleyMove::of(choice.mv, &before);
        self.dialogue.note(0, Speaker::Program, mv.to_string());
        let illegal = self.game.play(choice.mv).err();
        Ok(AiMove {
            color: before.turn(),
            mv,
            before,
            took: begun.elapsed(),
            illegal: illegal.map(Into::into),
        })
    }

    fn announced(&mut self, _: Instant) -> Result<Option<Announced>, Failure> {
        Ok(self.game.outcome().map(Into::into))
    }

    fn take_errors(&mut self, _: Instant) -> Result<Vec<String>, Failure> {
        Ok(std::mem::take(&mut self.errors))
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, Failure> {
        Ok(Ended::Status(0))
    }

    fn referee(&self) -> &Game {
        &self.game
    }

    fn take_dialogue(&mut self) -> Dialogue {
        std::mem::take(&mut self.dialogue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_session::oracle::{NoteKind, Oracle, OutputReader};
    use ataxx_session::{Dialect, Session, SessionSettings};
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        /// The session of this program is never accused, whatever it is sent.
        #[test]
        fn a_session_that_follows_the_rules_is_never_accused(
            sent in vec("a7-b7|a7-a5|b7-c7|a1-a2|g1-g2|-|dump|new|clear|start|undo|manual blue|manual red|auto red|auto blue|block d1|seed 1|color blue|blocks 4c|zzz", 0..12),
            index in 0..Dialect::ALL.len(),
        ) {
            let dialect = Dialect::ALL[index];
            let settings = SessionSettings { nodes: Some(1), ..SessionSettings::default() };
            let never = Cancellation::new();
            let session = Session::new(dialect, settings);
            let mut program = SessionSubject::new(session, &(), &never, 0);
            let mut oracle = Oracle::new(Session::new(dialect, SessionSettings::default()), &());
            let mut reader = OutputReader::new(dialect);
            let mut notes = Vec::new();
            for line in sent {
                Peer::send(&mut program, &line).expect("it goes on");
                notes.extend(oracle.sent(0, &line));
                while let Ok(line) = program.read_line(Instant::now()) {
                    notes.extend(oracle.printed(0, &reader.classify(&line).0));
                }
            }
            notes.extend(oracle.end_of_output());
            let is_about_input = |kind: &NoteKind| {
                matches!(
                    kind,
                    NoteKind::Refused(_)
                        | NoteKind::ForAi(_)
                        | NoteKind::AfterEnd { .. }
                        | NoteKind::NotLoaded(_)
                )
            };
            let accused: Vec<_> = notes.iter().filter(|note| !is_about_input(&note.kind)).collect();
            prop_assert!(accused.is_empty(), "{:?}", notes);
        }
    }
}
