//! The first line after which a program differs from the rules, while it is sent lines: the oracle
//! follows it and reports what is wrong.

use super::deviation::{Deviation, Difference, wrong_board};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Move, Outcome, Position, Rules};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::{Budget, Plies, Question, Solver, SolverOptions, Verdict};
use ataxx_opponents::subject::{
    ProgramSubject, SessionSubject, Subject, SubjectOptions, is_error, is_unanswered,
};
use ataxx_opponents::{Ended, Failure, FailureKind, within};
use ataxx_session::mutants::{Fault, FaultySession};
use ataxx_session::oracle::{
    Oracle, OutputLine, OutputReader, RequiredAnswer, misuses_reserved_word, required_answer,
};
use ataxx_session::{Executor, Files, Session};
use std::time::{Duration, Instant};

/// How long a program is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// For the first answer of a session, which may have to wait for its start.
    pub start: Duration,
    /// For each other answer.
    pub answer: Duration,
    /// For an answer where its AI is to move.
    pub ai_move: Duration,
    /// The end of the search, beyond which nothing is waited for.
    pub until: Option<Instant>,
}

impl TimeLimits {
    /// What is waited at first; an AI has at least 12 seconds, as two documents allow ten.
    pub fn new(start: Duration, answer: Duration) -> Self {
        /// The time for an AI, at least.
        const AI_MOVE: Duration = Duration::from_secs(12);
        Self {
            start: answer.max(start),
            answer,
            ai_move: answer.max(AI_MOVE),
            until: None,
        }
    }

    /// A deadline this far from now, or the end of the search.
    pub fn deadline(self, time: Duration) -> Instant {
        let deadline = within(time);
        self.until.map_or(deadline, |until| until.min(deadline))
    }

    /// Whether the end of the search has come.
    pub fn is_over(self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// More time for what was late once: the machine may have been busy.
    pub fn longer(self) -> Self {
        /// How much more.
        const TIMEOUT_FACTOR: u32 = 2;
        Self {
            start: self.start * TIMEOUT_FACTOR,
            answer: self.answer * TIMEOUT_FACTOR,
            ai_move: self.ai_move.max(self.answer * TIMEOUT_FACTOR),
            ..self
        }
    }
}

/// Sends the lines to a program, and compares it with the rules after each. The oracle has followed
/// it so far, with no AI to move now.
pub fn first_difference(
    subject: &mut ProgramSubject,
    oracle: &mut Oracle,
    lines: &[String],
    limits: TimeLimits,
) -> Result<Option<Difference>, Failure> {
    for (line, text) in lines.iter().enumerate() {
        let limits = TimeLimits {
            answer: match line {
                0 => limits.start,
                _ => limits.answer,
            },
            ..limits
        };
        let mut trial = Trial {
            reader: OutputReader::new(oracle.session().dialect()),
            subject,
            oracle,
            text,
            line,
            limits,
        };
        let deviation = match trial.deviation() {
            Ok(None) => continue,
            Ok(Some(deviation)) => deviation,
            Err(failure) => Deviation::from_failure(failure)?,
        };
        if limits.is_over() {
            return Err(Failure::interrupted());
        }
        // What the program owed after this line is no difference after a later one.
        oracle.clear_results();
        return Ok(Some(Difference { line, deviation }));
    }
    Ok(None)
}

/// The first difference from the rules of our own session with a fault on these lines.
pub fn difference_with_fault(
    fault: Fault,
    lines: &[String],
    options: &SubjectOptions,
    files: &dyn Files,
    limits: TimeLimits,
) -> Option<Difference> {
    let session = || Session::new(options.dialect, options.session);
    let never = Cancellation::new();
    // It is asked in the same way as a program, so that both can be compared.
    let peer = SessionSubject::new(FaultySession::new(session(), fault), files, &never, 0);
    let (dialect, start) = (options.dialect, options.start);
    let mut subject = ProgramSubject::new(Box::new(peer), "ataxx", dialect, files, start, 0);
    let mut oracle = Oracle::new(session(), files);
    first_difference(&mut subject, &mut oracle, lines, limits).ok()?
}

/// A line that a program is sent.
struct Trial<'t, 's, 'o> {
    subject: &'t mut ProgramSubject<'s>,
    oracle: &'t mut Oracle<'o>,
    reader: OutputReader,
    text: &'t str,
    /// The number of the line.
    line: usize,
    limits: TimeLimits,
}

impl Trial<'_, '_, '_> {
    /// What differs after the line.
    fn deviation(&mut self) -> Result<Option<Deviation>, Failure> {
        let TimeLimits {
            answer, ai_move, ..
        } = self.limits;
        let required = required_answer(self.text, self.oracle.session());
        let is_empty = matches!(self.oracle.session().parse(self.text), Ok(None));
        if is_empty {
            // Those of earlier lines.
            self.subject.take_errors(self.limits.deadline(answer))?;
        }
        let earlier_results = self.oracle.results.len();
        self.oracle.sent(self.line, self.text);
        let is_for_ai = self.oracle.referee().ai_turn().is_some();
        let time = if is_for_ai {
            answer.max(ai_move)
        } else {
            answer
        };
        let stderr_lines = self.subject.stderr_lines();
        // This may have to wait for the start of the program.
        self.subject.send(self.text, self.limits.deadline(time))?;
        let deadline = self.limits.deadline(time);
        if self.oracle.referee().has_quit {
            return self.after_quit(deadline);
        }
        let mut seen = self.subject.look(deadline)?;
        let mut output = Vec::new();
        if is_for_ai {
            if self.oracle.session().dialect().announces_moves() {
                // A move in the wrong words would never be read.
                output = self.subject.take_output(self.limits.deadline(time))?;
                if let Some(wrong) = self.reserved_word(&output) {
                    return Ok(Some(wrong));
                }
            }
            if let Some(wrong) = self.ai_moves(time)? {
                return Ok(Some(wrong));
            }
            seen = self.subject.look(self.limits.deadline(answer))?;
        }
        if let Some(wrong) = wrong_board(self.oracle.game().position(), &seen) {
            return Ok(Some(wrong));
        }
        output.append(&mut self.subject.take_output(deadline)?);
        if is_empty {
            let errors = self.subject.take_errors(deadline)?;
            if let Some(error) = errors.into_iter().find(|error| is_error(error)) {
                return Ok(Some(Deviation::NeedlessError(error)));
            }
        }
        if let Some(required) = required
            && self.is_unanswered(required, &mut output, &stderr_lines, deadline)?
        {
            return Ok(Some(match required {
                RequiredAnswer::Help => Deviation::NoAnswer,
                RequiredAnswer::Error => Deviation::NoErrorMessage,
            }));
        }
        let wrong = self.wrong_result(earlier_results, &mut output)?;
        if required == Some(RequiredAnswer::Help) {
            return Ok(wrong);
        }
        Ok(wrong.or_else(|| self.reserved_word(&output)))
    }

    /// The program must end, with status 0.
    fn after_quit(&mut self, deadline: Instant) -> Result<Option<Deviation>, Failure> {
        self.subject.take_output(deadline)?;
        Ok(match self.subject.finish(deadline)? {
            Ended::Status(0) => None,
            ended => Some(Deviation::Crash(format!(
                "it ends with {} after `quit`",
                ended.in_words()
            ))),
        })
    }

    /// Reads the moves of AIs, as long as one is to move. Returns what is wrong with one.
    fn ai_moves(&mut self, time: Duration) -> Result<Option<Deviation>, Failure> {
        while let Some(color) = self.oracle.referee().ai_turn() {
            // Some programs answer while their AI thinks on.
            let made = match self.subject.ai_move(self.limits.deadline(time)) {
                Ok(made) => made,
                Err(failure) if failure.is_timeout() || failure.kind == FailureKind::Refused => {
                    return Ok(Some(Deviation::NoMove(color)));
                }
                Err(failure) => return Err(failure),
            };
            let before = *self.oracle.game().position();
            let line = OutputLine::Move(made.color, made.mv);
            let notes = self.oracle.printed(self.line, &line);
            if let Some(wrong) = notes.into_iter().find_map(Deviation::of_note) {
                return Ok(Some(wrong));
            }
            if let Some(win) = missed_win(&before, self.oracle.session(), self.limits) {
                let made = made.mv.to_string();
                return Ok(Some(Deviation::MissedWin(made, win.to_string())));
            }
        }
        Ok(None)
    }

    /// Whether the answer that is required is missing; `stderr_lines` are those before the line.
    fn is_unanswered(
        &mut self,
        required: RequiredAnswer,
        output: &mut Vec<String>,
        stderr_lines: &str,
        deadline: Instant,
    ) -> Result<bool, Failure> {
        if !self.subject.take_errors(deadline)?.is_empty() {
            return Ok(false);
        }
        let deadline = self.limits.deadline(self.limits.answer);
        let is_help = required == RequiredAnswer::Help;
        is_unanswered(self.subject, output, stderr_lines, is_help, deadline)
    }

    /// What is wrong with the results in the output for this line, if anything. There were
    /// `earlier_results` before it.
    fn wrong_result(
        &mut self,
        earlier_results: usize,
        output: &mut Vec<String>,
    ) -> Result<Option<Deviation>, Failure> {
        let mut announced = Vec::new();
        let mut is_wrong = self.read_results(output, &mut announced);
        if is_wrong || self.oracle.expects_result() {
            // A result may come a little later than the board.
            let deadline = self.limits.deadline(self.limits.answer);
            self.subject.announced(deadline)?;
            let deadline = self.limits.deadline(self.limits.answer);
            let mut more = self.subject.take_output(deadline)?;
            is_wrong |= self.read_results(&more, &mut announced);
            output.append(&mut more);
        }
        let is_deviation = is_wrong || self.oracle.expects_result();
        let expected = self.oracle.results[earlier_results..].last().copied();
        Ok(is_deviation.then(|| Deviation::of_results(self.oracle.game(), expected, announced)))
    }

    /// Reads the results in these lines; whether one is wrong. The moves of AIs were read before.
    fn read_results(&mut self, lines: &[String], announced: &mut Vec<Option<Color>>) -> bool {
        let mut is_wrong = false;
        for line in lines {
            let line = self.reader.classify(line).0;
            if let OutputLine::Result(winner) = line {
                announced.push(winner);
                is_wrong |= !self.oracle.printed(self.line, &line).is_empty();
            }
        }
        is_wrong
    }

    /// The first of these lines of output with a word that only announcements may have.
    fn reserved_word(&self, output: &[String]) -> Option<Deviation> {
        let dialect = self.oracle.session().dialect();
        let mut lines = output.iter();
        let line = lines.find(|line| misuses_reserved_word(line, self.text, dialect));
        line.cloned().map(Deviation::ReservedWord)
    }
}

/// Within how many plies after its move an AI that could win at once must still win by force.
pub const MISSED_WIN_PLIES: u16 = 9;

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
fn missed_win(before: &Position, session: &Session, limits: TimeLimits) -> Option<BerkeleyMove> {
    if !Fault::AiMissesWin.is_excluded_by(session.dialect()) {
        return None;
    }
    let rules = session.game().rules();
    let win = winning_move(before, rules)?;
    let has_won = |outcome: Outcome| outcome.winner == Some(before.turn());
    if session.game().outcome().is_some_and(has_won) {
        return None;
    }
    let budget = Budget {
        nodes: Some(500_000),
        may_continue: &|| !limits.is_over(),
    };
    let question = Question {
        within: Some(Plies(MISSED_WIN_PLIES)),
        all_moves: false,
    };
    let mut solver = Solver::new(rules, &SolverOptions::default());
    match solver.answer(session.position(), question, &budget).verdict {
        Verdict::Loss(_) | Verdict::Unknown => None,
        _ => Some(BerkeleyMove::of(win, before)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::Game;
    use ataxx_opponents::{Peer, ReadError};
    use ataxx_session::{Dialect, SessionSettings};
    use std::collections::VecDeque;

    const SPRING: Dialect = Dialect::SPRING_2022;

    #[test]
    fn what_was_late_once_has_more_time() {
        let seconds = Duration::from_secs;
        let limits = TimeLimits::new(seconds(10), seconds(5));
        let TimeLimits {
            start,
            answer,
            ai_move,
            ..
        } = limits.longer();
        assert_eq!([start, answer, ai_move], [20, 10, 12].map(seconds));
    }

    #[test]
    fn nothing_is_waited_for_beyond_the_end() {
        let seconds = Duration::from_secs;
        let endless = TimeLimits::new(seconds(10), seconds(5));
        let until = Instant::now();
        let limits = TimeLimits {
            until: Some(until),
            ..endless
        };
        assert_eq!(limits.longer().deadline(seconds(10)), until);
        assert!(limits.is_over());
        assert!(endless.deadline(seconds(10)) > until);
        assert!(!endless.is_over());
    }

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
            let limits = TimeLimits::new(Duration::ZERO, Duration::ZERO);
            missed_win(&before, &session, limits).map(|win| win.to_string())
        };
        assert_eq!(missed("b7-c7").as_deref(), Some("a7-c7"));
        assert_eq!(missed("a7-c7"), None);
    }

    /// Our own session with other output: after `line` it prints `more` too, and it never prints
    /// `less`.
    struct Altered<'a> {
        session: SessionSubject<'a>,
        line: &'static str,
        more: &'static str,
        less: &'static str,
        unread: VecDeque<String>,
    }

    impl Peer for Altered<'_> {
        fn send(&mut self, line: &str) -> Result<(), ReadError> {
            Peer::send(&mut self.session, line)?;
            while let Ok(line) = self.session.read_line(Instant::now()) {
                self.unread.extend((line != self.less).then_some(line));
            }
            let more = (line == self.line).then(|| self.more.to_owned());
            self.unread.extend(more);
            Ok(())
        }

        fn read_line(&mut self, _: Instant) -> Result<String, ReadError> {
            self.unread.pop_front().ok_or(ReadError::TimeOut)
        }

        fn finish(&mut self, deadline: Instant) -> Result<Ended, ReadError> {
            Peer::finish(&mut self.session, deadline)
        }

        fn stderr_lines(&self) -> String {
            Peer::stderr_lines(&self.session)
        }

        fn take_stderr_lines(&mut self) -> Vec<String> {
            self.session.take_stderr_lines()
        }
    }

    /// The first difference of such a program on these lines, in words.
    fn difference(
        dialect: Dialect,
        lines: &str,
        (line, more): (&'static str, &'static str),
        less: &'static str,
    ) -> String {
        let never = Cancellation::new();
        let session = || Session::new(dialect, SessionSettings::default());
        let peer = Altered {
            session: SessionSubject::new(session(), &(), &never, 0),
            line,
            more,
            less,
            unread: VecDeque::new(),
        };
        let start = Duration::from_secs(1);
        let mut subject = ProgramSubject::new(Box::new(peer), "ataxx", dialect, &(), start, 0);
        let mut oracle = Oracle::new(session(), &());
        let lines: Vec<String> = lines.split("; ").map(str::to_owned).collect();
        let limits = TimeLimits::new(start, start);
        let found = first_difference(&mut subject, &mut oracle, &lines, limits);
        let found = found.expect("it goes on");
        found.map_or_else(String::new, |found| {
            format!("{}: {}", lines[found.line], found.deviation)
        })
    }

    const WON: &str = "a7-b7; g7-e5; b7-d5; a1-c2; d5-b3";

    #[test]
    fn a_result_in_set_up_may_be_announced_there_and_at_start() {
        let of = |more, less| {
            let dialect = Dialect::FALL_2016;
            let lines = format!("{WON}; # wait; start; help");
            difference(dialect, &lines, more, less)
        };
        let (red, blue) = ("Red wins.", "Blue wins.");
        for line in ["", "d5-b3", "# wait"] {
            assert_eq!(of((line, red), ""), "", "{line}");
        }
        assert_eq!(of(("d5-b3", red), red), "");
        insta::assert_snapshot!(of(("", ""), red), @"start: no result is announced; by the rules it is a victory of Red: Blue has no pieces");
        insta::assert_snapshot!(of(("d5-b3", blue), ""), @"d5-b3: a victory of Blue is announced; by the rules none is to be announced now");
        insta::assert_snapshot!(of(("start", red), ""), @"start: several results are announced; by the rules it is a victory of Red: Blue has no pieces");
        insta::assert_snapshot!(of(("start", blue), red), @"start: a victory of Blue is announced; by the rules it is a victory of Red: Blue has no pieces");
        insta::assert_snapshot!(of(("a7-b7", red), ""), @"a7-b7: a victory of Red is announced; by the rules the game goes on");
    }

    #[test]
    fn a_result_is_announced_once_and_at_the_end() {
        let of = |more, less| {
            let lines = format!("manual blue; {WON}; help; # wait; new; manual blue; a7-b7");
            difference(SPRING, &lines, more, less)
        };
        let red = "* Red wins.";
        assert_eq!(of(("", ""), ""), "");
        insta::assert_snapshot!(of(("", ""), red), @"d5-b3: no result is announced; by the rules it is a victory of Red: Blue has no pieces");
        insta::assert_snapshot!(of(("# wait", red), ""), @"# wait: a victory of Red is announced; by the rules none is to be announced now");
        insta::assert_snapshot!(of(("d5-b3", red), ""), @"d5-b3: several results are announced; by the rules it is a victory of Red: Blue has no pieces");
        insta::assert_snapshot!(of(("g7-e5", red), ""), @"g7-e5: a victory of Red is announced; by the rules the game goes on");
        insta::assert_snapshot!(of(("d5-b3", "* Blue wins."), red), @"d5-b3: a victory of Blue is announced; by the rules it is a victory of Red: Blue has no pieces");
        insta::assert_snapshot!(of(("d5-b3", "he wins"), ""), @"d5-b3: it writes `he wins`, with a word that only announcements may have");
        assert_eq!(of(("help", "who wins"), ""), "");
    }
}
