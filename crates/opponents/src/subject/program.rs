//! A program with a command language of the course under test.

mod answers;

use super::interface::{AiMove, Announced, IllegalAnswer, Subject, is_error};
use super::route;
use crate::conversation::Conversation;
use crate::{Failure, FailureKind, Peer};
use ataxx_core::board::{Color, Game, Move, Outcome, Position};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::oracle::{
    Note, NoteKind, Oracle, OutputLine, OutputReader, Referee, Requester, after_prompts,
    before_frame, difference, is_row, result_in_words, without_escapes,
};
use ataxx_session::{Dialect, Files, OpenPoint, Session, SessionSettings, State};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A program with a command language of the course under test.
///
/// The oracle is given the lines that it is sent and what it announces. To see its board, `dump`
/// is sent to it. All its output before the dump belongs to the lines that were sent before.
pub struct ProgramSubject<'a> {
    conversation: Conversation<'a>,
    oracle: Oracle<'a>,
    reader: OutputReader,
    /// The requester of the dump that is being read.
    owner: Requester,
    /// A line that is the first of a dump if a row follows.
    held: Option<String>,
    /// What stood before the last dump that was asked for here, on its first line, and before the
    /// one before.
    before_dump: [String; 2],
    /// The board in the last dump that was asked for here.
    board: Option<Position>,
    /// The number of dumps that were asked for here and have not begun. It is more than one after
    /// a timeout.
    asked: usize,
    output: Vec<String>,
    /// Errors that it has written to stdout.
    errors: Vec<String>,
    moves: VecDeque<AiMove>,
    announced: Option<Announced>,
    /// The moves of its AIs in the current game.
    ai_plies: u32,
    /// How often moves had been taken back, or had gone with their game, when it was last asked.
    resets: usize,
    /// The first move or result that it has announced against the rules, in words.
    wrong_announcement: Option<String>,
    /// When the AI to move began to think, as far as is known.
    thinking: Instant,
    /// Whether its last board, on which the AI to move can only pass, may show that it has passed.
    may_have_passed: bool,
    /// Whether it was sent anything after its last dump.
    is_behind: bool,
    /// Whether it has ended as expected.
    has_ended: bool,
}

/// How long a silent AI that can only pass is given to do so.
const PASS_TIMEOUT: Duration = Duration::from_secs(1);

/// A notable line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum News {
    /// None.
    None,
    /// The board that was asked for last.
    OwnBoard,
    /// A result.
    Result,
}

impl<'a> ProgramSubject<'a> {
    /// A program that was just started by `command` and must behave like a session in this
    /// dialect, with the time limit `start` for its first line. The referee loads files from
    /// `files`. In the dialogue it is the program with this number.
    pub fn new(
        peer: Box<dyn Peer + 'a>,
        command: &str,
        dialect: Dialect,
        files: &'a dyn Files,
        start: Duration,
        program: usize,
    ) -> Self {
        let session = Session::new(dialect, SessionSettings::default());
        Self {
            conversation: Conversation::new(peer, program, "program", format!("`{command}`"))
                .starting_within(start),
            oracle: Oracle::new(session, files),
            reader: OutputReader::new(dialect),
            owner: Requester::Line,
            held: None,
            before_dump: <[String; 2]>::default(),
            board: None,
            asked: 0,
            output: Vec::new(),
            errors: Vec::new(),
            moves: VecDeque::new(),
            announced: None,
            ai_plies: 0,
            resets: 0,
            wrong_announcement: None,
            thinking: Instant::now(),
            may_have_passed: false,
            // Before its first answer it is not known to run.
            is_behind: true,
            has_ended: false,
        }
    }

    /// The session by the rules, which follows the lines that it was sent and the moves of its AIs.
    pub const fn session(&self) -> &Session {
        self.oracle.session()
    }

    /// The oracle that compares it with its document.
    pub const fn oracle(&self) -> &Oracle<'a> {
        &self.oracle
    }

    const fn by_rules(&self) -> &Referee<'a> {
        self.oracle.referee()
    }

    /// The first move that it has announced against the rules and that no check has read, with the
    /// reason.
    pub fn illegal_move(&self) -> Option<String> {
        self.moves.iter().find_map(|made| {
            let (color, mv, why) = (made.color, made.mv, made.illegal.as_ref()?);
            Some(format!(
                "{color}'s AI has announced the move {mv}, but {why}"
            ))
        })
    }

    /// As [`set_game`](Subject::set_game), but in a dialect with states, the state is set-up.
    pub fn set_up(&mut self, game: &Game, deadline: Instant) -> Result<(), Failure> {
        let dialect = self.session().dialect();
        for command in set_up_commands(game, dialect)? {
            self.send(&command, deadline)?;
        }
        self.catch_up(deadline)?;
        let board = self.board.unwrap_or_default();
        if let Some(difference) = difference(game.position(), &board) {
            return Err(Failure::bad_answer(format!(
                "the program was sent all moves up to the position, but shows another one: {difference}"
            )));
        }
        self.output.clear();
        self.errors.clear();
        self.conversation.peer().take_stderr_lines();
        self.moves.clear();
        Ok(())
    }

    /// Resets the output limit, so that a long match or exploration does not hit it.
    pub fn reset_output_limit(&mut self) {
        self.conversation.peer().reset_output_limit();
    }

    /// Reads one line. `what` is waited for.
    fn read_line(&mut self, deadline: Instant, what: &str) -> Result<News, Failure> {
        let reader = &self.reader;
        let is_complete = |line: &str| reader.is_complete(&without_escapes(line));
        let line = self
            .conversation
            .read_complete_line(deadline, what, &is_complete)?;
        self.process_line(&line)
    }

    fn process_line(&mut self, line: &str) -> Result<News, Failure> {
        let line = &*without_escapes(line);
        if let Some(held) = self.held.take() {
            if is_row(line) {
                self.record_prompt(&held)?;
            }
            self.take_line(&held)?;
        }
        if self.reader.may_begin_dump(line) {
            self.held = Some(line.to_owned());
            return Ok(News::None);
        }
        self.take_line(line)
    }

    /// What stands before a dump in this line is a prompt: announcements may have come after it.
    fn record_prompt(&mut self, line: &str) -> Result<(), Failure> {
        let before = self.reader.clone();
        self.reader.add_prompt(line);
        self.apply_announcements_since(&before)
    }

    /// Applies the announcements behind a prompt that was not known before.
    fn apply_announcements_since(&mut self, before: &OutputReader) -> Result<(), Failure> {
        for index in 0..self.output.len() {
            let line = self.output[index].clone();
            let (meaning, text) = self.reader.clone().classify(&line);
            let is_new = before.clone().classify(&line).0 == OutputLine::Line;
            if is_new && matches!(meaning, OutputLine::Move(..) | OutputLine::Result(_)) {
                text.clone_into(&mut self.output[index]);
                self.apply_meaning(meaning, text)?;
            }
        }
        Ok(())
    }

    fn take_line(&mut self, line: &str) -> Result<News, Failure> {
        let before = self.reader.clone();
        let (meaning, text) = self.reader.classify(line);
        if self.reader.known_prompts() > before.known_prompts() {
            self.apply_announcements_since(&before)?;
        }
        if meaning == OutputLine::DumpBegins {
            self.owner = self.oracle.dump_begins();
            self.reset_on_new_game();
            if self.owner == Requester::Observer {
                self.asked = self.asked.saturating_sub(1);
                self.before_dump.rotate_right(1);
                before_frame(line)
                    .unwrap_or(line)
                    .clone_into(&mut self.before_dump[0]);
            }
        }
        let of_dump = matches!(
            meaning,
            OutputLine::DumpBegins | OutputLine::DumpGoesOn | OutputLine::Board(_)
        );
        if !of_dump || self.owner == Requester::Line {
            self.output.push(text.to_owned());
        }
        self.apply_meaning(meaning, text)
    }

    /// Applies what a line means.
    fn apply_meaning(&mut self, meaning: OutputLine, text: &str) -> Result<News, Failure> {
        let mut news = News::None;
        match meaning {
            // Where moves need not be announced, words about a move that no AI is to make are free.
            OutputLine::Move(color, mv) if self.announces_moves() || self.is_to_move(color) => {
                let took = self.conversation.silence(self.thinking);
                self.take_move(color, mv, took);
            }
            OutputLine::Result(winner) => {
                self.announced = Some(Announced { winner });
                let notes = self.oracle.printed(0, &meaning);
                self.record_wrong(&notes);
                news = News::Result;
            }
            OutputLine::Board(board) if self.owner == Requester::Observer => {
                self.board = Some(board);
                if self.asked == 0 {
                    news = News::OwnBoard;
                }
            }
            OutputLine::Wrong(what) => return Err(Failure::bad_answer(what)),
            OutputLine::Line if self.is_error(text) => {
                self.errors.push(text.to_owned());
            }
            OutputLine::Line
            | OutputLine::Move(..)
            | OutputLine::Board(_)
            | OutputLine::DumpBegins
            | OutputLine::DumpGoesOn => {}
        }
        Ok(news)
    }

    /// An AI has made this move, by what it has announced or by its board.
    fn take_move(&mut self, color: Color, mv: BerkeleyMove, took: Duration) {
        let before = *self.oracle.game().position();
        let notes = self.oracle.printed(0, &OutputLine::Move(color, mv));
        self.record_wrong(&notes);
        let illegal = notes.into_iter().find_map(|note| match note.kind {
            NoteKind::IllegalMove { reason, .. } => Some(reason),
            _ => None,
        });
        self.ai_plies += u32::from(illegal.is_none());
        // A result may follow.
        self.is_behind = true;
        self.may_have_passed = false;
        self.moves.push_back(AiMove {
            color,
            mv,
            before,
            took,
            illegal: illegal.map(|because| IllegalAnswer {
                written: None,
                because,
            }),
        });
        self.thinking = Instant::now();
        self.reset_on_new_game();
    }

    /// Records the first announcement against the rules. Where announcements have no mark, words
    /// about a move that no AI is to make may be no announcement.
    fn record_wrong(&mut self, notes: &[Note]) {
        let has_mark = self.reader.marks_announcements();
        let mut wrong = notes.iter().filter_map(|note| match &note.kind {
            NoteKind::IllegalMove {
                color,
                mv,
                reason,
                is_its_turn,
            } if *is_its_turn || has_mark => Some(format!(
                "the program has announced that {color} moves {mv}: {reason}"
            )),
            NoteKind::WrongResult {
                announced,
                by_rules,
                position,
            } => Some(wrong_result(*announced, *by_rules, position)),
            _ => None,
        });
        if self.wrong_announcement.is_none() {
            self.wrong_announcement = wrong.next();
        }
    }

    /// Takes the move of an AI from the board, where moves need not be announced.
    fn take_move_from_board(&mut self, board: &Position) -> Result<(), Failure> {
        let Some(color) = self.by_rules().ai_turn() else {
            return Ok(());
        };
        if self.announces_moves() {
            return Ok(());
        }
        let game = self.oracle.game();
        let before = *game.position();
        let rules = *game.rules();
        let leads_to_it = |mv: &Move| difference(&before.after(*mv, &rules), board).is_none();
        if self.by_rules().is_game_of_ais() {
            // A board cannot show several moves.
            return match difference(&before, board) {
                Some(_) if self.is_silent_game() => Err(not_followed()),
                _ => Ok(()),
            };
        }
        let mv = before.legal_moves(&rules).find(leads_to_it);
        // It shows no pass: it may still be thinking.
        self.may_have_passed = mv == Some(Move::Pass);
        if self.may_have_passed && self.thinking.elapsed() < PASS_TIMEOUT {
            return Ok(());
        }
        if self.may_have_passed {
            self.take_silent_pass(color);
            return Ok(());
        }
        if let Some(mv) = mv {
            let took = self.conversation.silence(self.thinking);
            self.take_move(color, BerkeleyMove::of(mv, &before), took);
            return Ok(());
        }
        if difference(&before, board).is_none() {
            return Ok(());
        }
        Err(Failure::bad_answer(format!(
            "no legal move of {color}'s AI leads to the board that it has dumped"
        )))
    }

    /// Takes a pass that was not announced. When it was made is not known.
    fn take_silent_pass(&mut self, color: Color) {
        self.take_move(color, BerkeleyMove::Pass, Duration::ZERO);
    }

    /// Whether both sides are AIs, and none has announced a move.
    fn is_silent_game(&self) -> bool {
        self.by_rules().is_game_of_ais() && self.ai_plies == 0
    }

    fn announces_moves(&self) -> bool {
        self.session().dialect().announces_moves()
    }

    fn is_to_move(&self, color: Color) -> bool {
        self.by_rules().ai_turn() == Some(color)
    }

    /// Sends a line of the scenario, or of a route to a game.
    fn send_line(&mut self, line: &str) -> Result<(), Failure> {
        if self.by_rules().ai_turn().is_none() {
            self.thinking = Instant::now();
        }
        self.is_behind = true;
        self.may_have_passed = false;
        let sent = self.conversation.send_numbered(line);
        self.oracle.sent(0, line);
        self.reset_on_new_game();
        sent
    }

    /// Whether the game is over, and no result was announced.
    fn lacks_result(&self) -> bool {
        let session = self.session();
        session.state() == State::Finished && self.announced.is_none() && !self.has_ended
    }

    /// Clears the result of an earlier game.
    fn reset_on_new_game(&mut self) {
        if self.resets != self.oracle.resets {
            self.resets = self.oracle.resets;
            self.announced = None;
            self.ai_plies = 0;
            self.oracle.clear_results();
        }
    }

    /// Reads everything it answers to what it was sent so far, and its board.
    fn catch_up(&mut self, deadline: Instant) -> Result<(), Failure> {
        if self.has_ended {
            return Ok(());
        }
        if self.by_rules().is_to_quit() {
            return self.read_to_the_end(deadline);
        }
        self.ask_for_board()?;
        loop {
            match self.read_line(deadline, &self.waiting_for_dump()) {
                Ok(News::OwnBoard) => break,
                Ok(_) => {}
                // It quits because of a file that it has loaded.
                Err(failure) if failure.kind == FailureKind::Crash && self.by_rules().has_quit => {
                    return self.read_to_the_end(deadline);
                }
                Err(failure) => return Err(failure),
            }
        }
        self.is_behind = false;
        self.take_move_from_board(&self.board.unwrap_or_default())
    }

    fn ask_for_board(&mut self) -> Result<(), Failure> {
        self.conversation.send("dump")?;
        self.oracle.ask_for_dump();
        self.asked += 1;
        Ok(())
    }

    /// Whether a line of stdout begins with `error`, after prompts or without.
    fn is_error(&self, line: &str) -> bool {
        let dialect = self.session().dialect();
        let after = dialect.after_prompt(line);
        dialect.leaves_open(OpenPoint::Errors)
            && (after_prompts(line).any(is_error) || is_error(after))
    }

    fn waiting_for_dump(&self) -> String {
        match self.by_rules().ai_turn() {
            Some(color) => format!("for {color} to announce a move, or for an answer to `dump`"),
            None => "for an answer to `dump`".to_owned(),
        }
    }

    /// As [`catch_up`](Self::catch_up), if there can be anything new.
    fn catch_up_if_behind(&mut self, deadline: Instant) -> Result<(), Failure> {
        if self.is_behind || self.by_rules().ai_turn().is_some() {
            self.catch_up(deadline)
        } else {
            Ok(())
        }
    }

    fn read_to_the_end(&mut self, deadline: Instant) -> Result<(), Failure> {
        while let Some(line) = self.conversation.read_to_end(deadline)? {
            self.process_line(&line)?;
        }
        if let Some(held) = self.held.take() {
            self.take_line(&held)?;
        }
        self.oracle.carry_out_all();
        self.has_ended = true;
        self.is_behind = false;
        Ok(())
    }
}

/// The commands that give a game to a program, or why it cannot be given one.
pub fn set_up_commands(game: &Game, dialect: Dialect) -> Result<Vec<String>, Failure> {
    route::commands(game, dialect).map_err(|reason| {
        let message = "a program with a command language cannot be given a position";
        Failure::unsupported(format!("{message}: {reason}"))
    })
}

fn wrong_result(
    announced: Option<Color>,
    by_rules: Option<Outcome>,
    position: &Position,
) -> String {
    let by_rules = match by_rules {
        None => "the game goes on".to_owned(),
        Some(right) => {
            let reason = right.reason(position.jumps(), position.turn());
            format!("it is {}: {reason}", result_in_words(right.winner))
        }
    };
    let announced = result_in_words(announced);
    format!("the program has announced {announced}; by the rules {by_rules}")
}

fn not_followed() -> Failure {
    let message = "it does not announce the moves of its AIs, so a game of both cannot be followed";
    Failure::unsupported(message)
}
