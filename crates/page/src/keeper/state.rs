//! What the keeper keeps beside the session: what is published of it, and the order in progress.

use super::games::LeftGame;
use crate::analysis::Target;
use crate::library::Library;
use crate::order::{Answer, Done, Reply, Respond, Sender};
use crate::place::{Engines, Place, Terminal};
use crate::snapshot::{LogKind, LogLine, Notice, Snapshot, Thinking, sentence};
use crate::tree::{Node, Tree};
use ataxx_core::board::{Color, Position};
use ataxx_core::diagnostic::{Diagnostic, Look, render};
use ataxx_core::notation::{BerkeleyMove, Remark};
use ataxx_core::puzzles::Attempt;
use ataxx_session::{
    Command, Event, Flow, Interpreter, LineOfText, Output, ParsedLine, Session, Show,
};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The time that a page takes for each piece that a move turns over (`animate` in `display.js`).
const FLIP: Duration = Duration::from_millis(70);
/// As many pieces can turn over, and more.
const SQUARES: u32 = 49;
/// The limit on lines of the log.
const MAX_LOGGED: usize = 300;

/// An order in progress, and the interpreter that carries it out.
pub(super) struct Job<'d, 'i> {
    pub(super) interpreter: &'d mut Interpreter<'i>,
    pub(super) request: Request<'d>,
}

/// What an order has to do with its sender.
pub(super) struct Request<'d> {
    pub(super) terminal: &'d mut dyn Terminal,
    pub(super) by: Sender,
    /// Receives the reply, unless it has received one.
    pub(super) answer: Option<Respond>,
    /// Whether AIs move after the line in progress.
    pub(super) ai_moves: bool,
    /// What the line in progress has for its sender.
    pub(super) answer_text: Option<Answer>,
}

impl Job<'_, '_> {
    /// Shows a line on what a page has changed at the terminal.
    pub(super) fn remark(&mut self, text: &str) {
        self.request.terminal.remark(&format!("page: {text}"));
    }
}

impl<'d> Request<'d> {
    pub(super) fn new(terminal: &'d mut dyn Terminal, by: Sender, answer: Option<Respond>) -> Self {
        Self {
            terminal,
            by,
            answer,
            ai_moves: true,
            answer_text: None,
        }
    }
}

/// The state beside the session itself.
pub struct Keeper<'h> {
    pub(super) place: &'h dyn Place,
    pub(super) engines: &'h dyn Engines,
    /// What was published last; the next snapshot is made of it.
    pub(super) shown: Snapshot,
    /// The games and solved puzzles.
    pub(super) library: Library,
    /// The attempt at the puzzle on the board.
    pub(super) attempt: Option<Attempt>,
    /// The game that the puzzle on the board has replaced.
    pub(super) left: Option<Box<LeftGame>>,
    /// The rest of a line that is played out on the board.
    pub(super) playing_out: VecDeque<Node>,
    /// When its next move is made.
    pub(super) next_move: Duration,
    /// Whether the order in progress ended because an AI chooses its move elsewhere.
    pub(super) awaits_choice: bool,
    /// The failure of an engine, until the terminal shows it.
    pub(super) failure: Option<String>,
    /// The least time between a move and the answer of an AI, without the time for flips; `None`
    /// where AIs do not wait for pages.
    pace: Option<Duration>,
    /// When pages have shown the last move.
    settled: Option<Duration>,
}

impl<'h> Keeper<'h> {
    /// A keeper of this session, which it publishes: pages can be served from then on.
    pub fn new(
        place: &'h dyn Place,
        session: &Session,
        engines: &'h dyn Engines,
        library: Library,
    ) -> Self {
        let mut keeper = Self {
            place,
            engines,
            shown: Snapshot {
                engines: Arc::new(engines.names()),
                ..Snapshot::first(session.clone())
            },
            library,
            attempt: None,
            left: None,
            failure: None,
            playing_out: VecDeque::new(),
            next_move: Duration::ZERO,
            awaits_choice: false,
            pace: None,
            settled: None,
        };
        keeper.publish(session);
        keeper
    }

    /// While a page is open, the move of an AI is shown only after the pieces of the move before
    /// have turned over, and after this time.
    pub const fn paced(mut self, pace: Duration) -> Self {
        self.pace = Some(pace);
        self
    }

    /// Carries out a command that was not typed, and lets AIs move after it or not.
    pub(super) fn command(&mut self, command: Command, job: &mut Job, ai_moves: bool) -> Done {
        let reply = self.run(job, ai_moves, |interpreter, show| {
            interpreter.command(command, show)
        });
        match reply.answer {
            Some(Answer::Refused(why)) => Err(why),
            _ => Ok(reply.flow),
        }
    }

    /// Lets the AI whose turn it is go on, or waits for the remote opponent.
    pub(super) fn turns(&mut self, job: &mut Job) -> Flow {
        let reply = self.run(job, true, |interpreter, show| interpreter.go_on(show));
        reply.flow
    }

    /// Runs a line that was parsed before, and lets AIs move after it or not.
    pub(super) fn parsed_line(
        &mut self,
        text: &str,
        parsed: Result<Option<ParsedLine>, Diagnostic>,
        job: &mut Job,
        ai_moves: bool,
    ) -> Reply {
        let line = LineOfText {
            source: None,
            number: 1,
            text,
        };
        self.run(job, ai_moves, |interpreter, show| {
            interpreter.parsed_line(line, parsed, show)
        })
    }

    /// Runs a line or a command, and lets AIs move after it or not.
    pub(super) fn run(
        &mut self,
        job: &mut Job,
        ai_moves: bool,
        run: impl FnOnce(&mut Interpreter, &mut Show) -> Flow,
    ) -> Reply {
        let Job {
            interpreter,
            request,
        } = job;
        request.ai_moves = ai_moves;
        let flow = run(interpreter, &mut |session, output| {
            self.show(session, output, request)
        });
        let answer = request.answer_text.take();
        Reply { flow, answer }
    }

    /// Keeps the game on the board, if a move was made in it and it is a game. Returns whether
    /// it has changed.
    pub(super) fn keep_game(&mut self) -> bool {
        let is_game = !self.shown.is_exercise && self.shown.tree.after(0).is_some();
        let Some(record) = is_game.then(|| self.shown.record().ok()).flatten() else {
            return false;
        };
        let mut names = record.particulars().clone();
        for color in Color::BOTH {
            let name = match color {
                Color::Red => &mut names.red,
                Color::Blue => &mut names.blue,
            };
            if name.is_none() {
                *name = Remark::new(&self.shown.player_name(color));
            }
        }
        let now = self.place.now();
        self.library.keep(&record.with_particulars(names), now)
    }

    /// Another game is on the board. The one before is kept.
    pub(super) fn begin_tree_of(&mut self, tree: Tree) {
        self.keep_game();
        self.left = None;
        self.library.begin(None);
        self.shown.replace_tree(tree);
    }

    pub(super) fn show(
        &mut self,
        session: &Session,
        output: Output,
        request: &mut Request,
    ) -> Flow {
        if matches!(output, Output::Event(Event::AiPlayed { .. })) {
            self.keep_pace();
        }
        self.record(session, &output, request);
        let studies = matches!(output, Output::Studying(_));
        self.place.set_studying(studies);
        let thinks = matches!(output, Output::Thinking(_));
        let waits = matches!(output, Output::Waiting(_));
        if thinks && (!request.ai_moves || self.place.chooses_elsewhere()) {
            self.awaits_choice = request.ai_moves;
            return Flow::Pause;
        }
        if thinks || waits {
            self.publish(session);
            if request.by == Sender::Page
                && let Some(answer) = request.answer.take()
            {
                // The order itself is done; the AI may take long.
                answer(Reply::done(Flow::GoOn));
            }
        }
        if let Some(why) = self.failure.take() {
            request.terminal.remark(&why);
        }
        if thinks && self.library.is_due(self.place.now()) {
            self.keep_game();
        }
        let flow = request.terminal.show(session, output, request.by);
        if request.by == Sender::Page && flow != Flow::End {
            Flow::GoOn
        } else {
            flow
        }
    }

    /// Waits until pages have shown the last move. An order that interrupts ends the wait.
    fn keep_pace(&self) {
        if self.place.pages() > 0 {
            self.place.rest(self.settled_in());
        }
    }

    /// The time until pages have shown the last move.
    pub fn settled_in(&self) -> Duration {
        self.settled.map_or(Duration::ZERO, |settled| {
            self.time_until(settled, self.pace.unwrap_or_default() + FLIP * SQUARES)
        })
    }

    /// The time until then, at most as long as it can be: a clock can be set back.
    pub(super) fn time_until(&self, then: Duration, longest: Duration) -> Duration {
        then.saturating_sub(self.place.now()).min(longest)
    }

    /// Notes how long pages take to show the move that has led to this position.
    fn note_move(&mut self, now: &Position) {
        let before = self.shown.session.position();
        let turned = Color::BOTH.map(|color| before.pieces(color) & now.pieces(!color));
        let turned: u32 = turned.iter().map(|pieces| pieces.count()).sum();
        let now = self.place.now();
        self.settled = self.pace.map(|pace| now + pace + FLIP * turned);
    }
}

/// What is published.
impl Keeper<'_> {
    /// Records an output.
    fn record(&mut self, session: &Session, output: &Output, request: &mut Request) {
        let answer = &mut request.answer_text;
        match output {
            Output::Begun(line) => self.log(LogKind::Command, line.text.trim()),
            Output::Thinking(color) => {
                self.shown.thinking = Some(Thinking::begun(*color, self.place.now()));
            }
            Output::Event(event) => {
                if let Some(text) = printed(session, event) {
                    *answer = Some(Answer::Printed(text));
                }
                self.event(session, event, request.ai_moves);
            }
            Output::Refused(diagnostic) => {
                self.log(LogKind::Refusal, render(diagnostic, Look::Plain).trim_end());
                *answer = Some(Answer::Refused(in_a_line(diagnostic)));
            }
            Output::Waiting(awaited) => self.shown.awaited = Some(*awaited),
            Output::Studying(_) | Output::Done(_) => {}
        }
    }

    fn event(&mut self, session: &Session, event: &Event, ai_moves: bool) {
        self.shown.awaited = None;
        let dialect = session.dialect();
        match event {
            Event::Played(color, played) => {
                self.note_move(session.position());
                // The command names the move, but not the colour.
                let mv = BerkeleyMove::from(*played);
                self.log(LogKind::Remark, &format!("{color}: {mv}"));
                let next = session.ai_turn().filter(|_| ai_moves);
                self.shown.thinking = next.map(|color| Thinking::begun(color, self.place.now()));
            }
            Event::AiPlayed { .. } => {
                // Where another AI is next, it goes on thinking.
                self.shown.thinking = session
                    .ai_turn()
                    .map(|color| Thinking::begun(color, self.place.now()));
                self.note_move(session.position());
            }
            // A position that is being set up belongs to the old game.
            Event::Cleared | Event::NewGame | Event::PositionSet(_) => {
                self.begin_tree_of(Tree::new(*session.position()));
                self.shown.draft = None;
                self.shown.opened = None;
            }
            _ => {}
        }
        if let Some(text) = event.announcement(dialect) {
            self.log(LogKind::Announcement, text.trim_end_matches('\n'));
        }
        let remark = event.remark(dialect).or_else(|| event.warning());
        if let Some(text) = remark.or_else(|| event.notice()) {
            // The status has the reason for the end of a game.
            if !matches!(event, Event::Over(_)) {
                self.notice(sentence(&text), false);
            }
            self.log(LogKind::Remark, &text);
        }
        self.publish(session);
    }

    /// Shows a notice on the last order.
    pub(super) fn notice(&mut self, text: String, refused: bool) {
        self.shown.notice = Some(Notice { text, refused });
    }

    /// Adds to the log.
    fn log(&mut self, kind: LogKind, text: &str) {
        let log = Arc::make_mut(&mut self.shown.log);
        if log.len() >= MAX_LOGGED {
            log.drain(..MAX_LOGGED / 3);
        }
        log.push(LogLine {
            kind,
            text: text.to_owned(),
        });
    }

    /// Publishes the state of the session.
    pub(super) fn publish(&mut self, session: &Session) {
        let before = *self.shown.shown();
        self.shown.session = session.clone();
        self.shown.tree.follow(session.game());
        self.shown.seats = self.engines.seats();
        self.shown.engine_time = self.engines.time();
        self.shown.games = self.library.games();
        self.shown.previous = self.library.previous();
        self.shown.solved = self.library.solved();
        if let Some(why) = self.engines.take_failure() {
            self.log(LogKind::Refusal, &why);
            self.failure = Some(why.clone());
            self.notice(sentence(&why), true);
        }
        if *self.shown.shown() != before {
            self.shown.board += 1;
        }
        self.set_target();
        self.place.publish(Arc::new(self.shown.clone()));
    }

    /// Sets the target of the analyst. While an AI thinks, the analyst waits.
    fn set_target(&self) {
        let Snapshot { session, tree, .. } = &self.shown;
        let positions = tree.line().into_iter();
        self.place.set_target(Target {
            idle: self.shown.thinking.is_some() || self.shown.draft.is_some(),
            board: self.shown.board,
            position: *session.position(),
            rules: *session.game().rules(),
            line: positions
                .filter_map(|node| tree.position(node).copied())
                .collect(),
            engines: self.engines.commands(),
            engine_time: self.engines.time(),
        });
    }
}

/// The output of a command that only prints something.
fn printed(session: &Session, event: &Event) -> Option<String> {
    match event {
        Event::Text(_) | Event::Dump(_) | Event::Board(..) => event.announcement(session.dialect()),
        _ => None,
    }
}

/// A diagnostic in one line.
fn in_a_line(diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.iter().map(String::as_str);
    let parts: Vec<&str> = std::iter::once(&*diagnostic.message).chain(help).collect();
    parts.join("; ")
}
