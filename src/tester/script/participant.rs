//! A program under test, and what is known of it.

use super::Format;
use super::clock::Clock;
use super::ear::{Ear, Heard, Kind};
use super::parts::ProgramPart;
use super::problem::{Problem, Wait, interrupted, quoted};
use super::shadow::Shadow;
use super::syntax::ScriptLine;
use crate::board::Color;
use crate::diagnostic::nearest;
use crate::notation::BerkeleyMove;
use crate::opponents::dialogue::{Dialogue, Speaker, Wire};
use crate::opponents::{Ended, Silence};
use crate::session::Announcement;
use crate::session::Dialect;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A program under test, with its part of the script.
pub(super) struct Participant<'a> {
    pub part: &'a ProgramPart,
    pub format: Format,
    /// Which program it is, counted from 0.
    pub number: usize,
    pub wire: Wire<'a>,
    pub ear: Ear,
    pub shadow: Shadow,
    pub clock: Clock,
    /// What the other program has for this one.
    pub inbox: VecDeque<Message>,
    /// The step at hand.
    pub next: usize,
    /// Whether its part is done to the end, and all is well.
    pub is_finished: bool,
    /// How far the step at hand is, where it is a game against the other program.
    pub exchange: Option<Exchange>,
    /// What was recorded (2022), and the step that was carried out then.
    pub record: Vec<(String, usize)>,
    /// What was announced and passed over, with the step at the time.
    pub passed_over: Vec<(String, usize)>,
    /// How long each step took that was carried out.
    pub took: Vec<Duration>,
    /// What would be other lines of the script, where that is asked.
    pub unmet: Vec<Problem>,
    /// The last step that said something.
    last_said: Option<usize>,
    /// The last move of the other program, where that was said after it.
    last_move: Option<BerkeleyMove>,
    games: usize,
}

/// What a shell ends with that finds no such program, or cannot run it.
const NO_PROGRAM: i32 = 127;
const NOT_RUNNABLE: i32 = 126;

/// What one program has for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// Its AI has made a move.
    Move(BerkeleyMove),
    /// It has announced a result.
    Result(Option<Color>),
}

/// How far a game against the other program is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Exchange {
    /// The other program is to move.
    Theirs,
    /// The AI of this program is to move.
    Ours,
    /// This program has announced a result, in these words; the other is to do so.
    Over { winner: Option<Color>, text: String },
}

impl<'a> Participant<'a> {
    pub fn new(
        part: &'a ProgramPart,
        format: Format,
        dialect: Dialect,
        number: usize,
        wire: Wire<'a>,
        allowed: Option<Duration>,
    ) -> Self {
        Self {
            part,
            format,
            number,
            wire,
            ear: Ear::new(format),
            shadow: Shadow::new(dialect),
            clock: Clock::new(format, allowed),
            inbox: VecDeque::new(),
            next: 0,
            is_finished: false,
            exchange: None,
            record: Vec::new(),
            passed_over: Vec::new(),
            took: vec![Duration::ZERO; part.lines.len()],
            unmet: Vec::new(),
            last_said: None,
            last_move: None,
            games: 0,
        }
    }

    /// The step at hand.
    pub fn step(&self) -> Option<&'a ScriptLine> {
        self.part.lines.get(self.next)
    }

    /// Says a line.
    pub fn say(&mut self, line: &str, dialogue: &mut Dialogue) -> Result<(), Problem> {
        let idle = self.step().is_some_and(|line| line.action.is_idle());
        if !idle {
            self.last_said = Some(self.next);
            self.last_move = None;
        }
        self.shadow.said(self.next, line);
        let games = self.shadow.games();
        if games != self.games {
            self.games = games;
            self.clock.new_game();
        }
        match self.wire.send(line, dialogue) {
            // That nobody listens any more is seen where something is expected, and in
            // how the program ended.
            Ok(()) | Err(Silence::Ended(_) | Silence::TimeOut | Silence::Flooded { .. }) => Ok(()),
            Err(Silence::Interrupted) => Err(interrupted()),
            Err(Silence::Deaf) => {
                let problem = Problem::new("deaf", "the program does not read its input");
                Err(problem.outcome(crate::tester::Outcome::TimeOut))
            }
        }
    }

    /// Says the move of the other program's AI.
    pub fn say_move(&mut self, mv: BerkeleyMove, dialogue: &mut Dialogue) -> Result<(), Problem> {
        self.say(&mv.to_string(), dialogue)?;
        self.last_move = Some(mv);
        Ok(())
    }

    /// The next that is heard and counts; notes what it means.
    pub fn hear(&mut self, deadline: Instant, dialogue: &mut Dialogue) -> Result<Heard, Silence> {
        loop {
            let line = self.wire.hear(deadline, dialogue)?;
            let Some(heard) = self.ear.hear(&line) else {
                continue;
            };
            match &heard.kind {
                Kind::Announced(announcement) => self.shadow.announced(self.next, *announcement),
                Kind::Board(rows) => self.saw_board(rows),
                Kind::Row | Kind::Other => {}
            }
            return Ok(heard);
        }
    }

    /// A board was printed.
    pub fn saw_board(&mut self, rows: &[String]) {
        self.shadow.board(self.next, rows);
        if self.format == Format::Spring2022 {
            let rows = rows.iter().map(|row| (row.clone(), self.next));
            self.record.extend(rows);
        }
    }

    /// What a program announces next that speaks as in 2022; waits for it, as long as
    /// `limit` at most. `what` is waited for, in words.
    pub fn announcement(
        &mut self,
        what: &str,
        limit: Duration,
        dialogue: &mut Dialogue,
    ) -> Result<(Announcement, String), Problem> {
        loop {
            let heard = self.wait(what, limit, dialogue)?;
            match heard.kind {
                Kind::Announced(announcement) => return Ok((announcement, heard.text)),
                Kind::Board(_) | Kind::Row => {}
                Kind::Other => return Err(malformed(&heard.text)),
            }
        }
    }

    /// The next that is heard and counts; waits for it, as long as `limit` at most.
    pub fn wait(
        &mut self,
        what: &str,
        limit: Duration,
        dialogue: &mut Dialogue,
    ) -> Result<Heard, Problem> {
        let begun = Instant::now();
        let (deadline, bound) = self.clock.deadline(limit);
        let heard = self.hear(deadline, dialogue);
        let waited = begun.elapsed();
        self.clock.waited(waited);
        heard.map_err(|silence| {
            if let Silence::Ended(Some(ended)) = silence
                && let Some(problem) = self.never_started(ended, dialogue)
            {
                return problem;
            }
            let wait = Wait {
                what: what.to_owned(),
                after: self.last_line(),
                waited,
                bound,
                is_up: Instant::now() >= deadline,
            };
            wait.in_vain(&silence).help(self.shadow.situation())
        })
    }

    /// The problem that the shell found no program, if it seems to be that.
    pub fn never_started(&mut self, ended: Ended, dialogue: &Dialogue) -> Option<Problem> {
        let is_by_it = |by| by == (self.number, Speaker::Program);
        let mut said = dialogue.utterances().iter();
        let has_spoken = said.any(|said| is_by_it((said.program, said.by)));
        if has_spoken || !matches!(ended, Ended::Status(NO_PROGRAM | NOT_RUNNABLE)) {
            return None;
        }
        let complaints = self.complaints();
        let reason = complaints.lines().last();
        Some(Problem::not_started(
            reason.unwrap_or("the shell does not say why"),
        ))
    }

    /// Who is expected to announce a move, in words.
    pub fn mover(&self, color: Option<Color>) -> String {
        match color.or_else(|| self.shadow.awaited()) {
            Some(color) => color.to_string(),
            None => "an AI".to_owned(),
        }
    }

    /// The last that was said, in words.
    fn last_line(&self) -> Option<String> {
        if let Some(mv) = self.last_move {
            return Some(format!("the other program's {mv}"));
        }
        let step = self.last_said.and_then(|step| self.part.lines.get(step))?;
        Some(format!("line {}", step.number))
    }

    /// The end of what it wrote to stderr.
    pub fn complaints(&mut self) -> String {
        self.wire.peer().complaints()
    }
}

/// A line that looks like an announcement, and is none.
pub(super) fn malformed(line: &str) -> Problem {
    let forms = [
        "* Red wins.",
        "* Blue wins.",
        "* Draw.",
        "* Red moves a7-b7.",
        "* Blue moves a7-b7.",
        "* Red moves -.",
        "* Blue moves -.",
    ];
    let help = match nearest(line, forms) {
        Some(near) => format!("it is written like `{near}`, to the letter"),
        None => format!(
            "what begins with `*` is one of {}",
            forms.map(quoted).join(", ")
        ),
    };
    let message = format!(
        "a line of output that begins with `*` is a move or a result; found {}",
        quoted(line)
    );
    Problem::new("bad-announcement", message)
        .label("heard here")
        .help([help])
}
