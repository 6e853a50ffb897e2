//! Orders from pages. Most become commands; the others are carried out here.

use super::game::{NO_TWO_PERSONS, NOT_ALONE, is_remote};
use super::{Job, Keeper};
use crate::display::analysis::AnalysisTask;
use crate::display::order::{DraftChange, ModeChoice, Order, PlayerChoice, Reply, VariationStep};
use crate::display::snapshot::{Draft, Mode, Tool};
use crate::display::tree::Node;
use crate::session::{Command, CommandName, Flow, Session};
use ataxx_core::board::{Cell, Color, Position, Square};
use ataxx_core::notation::BlockLetters;
use std::sync::Arc;

impl Keeper<'_> {
    pub(super) fn change(&mut self, order: Order, job: &mut Job) -> Reply {
        match order {
            Order::Command { command, board } => self.clicked(command, board, job),
            Order::Redo => self.redo(job),
            Order::New => self.new_game(job),
            Order::Go(node) => self.go(node, job),
            Order::Player(color, who) => self.player(color, who, job, true),
            Order::Mode(wanted) => self.mode(wanted, job.interpreter.session()),
            Order::Square { square, content } => self.square(square, content, job),
            Order::Draft(change) => self.draft(change, job),
            Order::Turn | Order::Analyse(_) => {
                self.view(&order);
                Reply::done(Flow::GoOn)
            }
            Order::Follow {
                moves,
                plies,
                board,
            } => {
                if let Some(reply) = self.outdated(Some(board)) {
                    return reply;
                }
                let rules = job.interpreter.session().game().rules();
                let current = self.shown.tree.current();
                let nodes = self.shown.tree.suggest(current, &moves, rules);
                match nodes.get(plies.saturating_sub(1)) {
                    Some(&node) => self.go(node, job),
                    None => Reply::refused("that line cannot be played here"),
                }
            }
            Order::Better(node) => self.better(node, job),
            Order::Learn => self.learn(job),
            Order::Lesson(step) => self.lesson_step(step, job),
            Order::Puzzle(step) => self.puzzle(step, job),
            Order::Variation(step) => self.variation(step, job),
            Order::Begin {
                dialect,
                start,
                players,
            } => self.begin_with(dialect, start, players, job),
            Order::Rematch => self.rematch(job),
            Order::Resign => self.resign(job),
            Order::BringBack => self.bring_back(job),
            Order::Open(text) => self.open(&text, job),
            Order::Scenario(number) => self.scenario(number, job),
            Order::Step => self.step(job),
            Order::StepFar => self.step_far(job),
            Order::Close => {
                self.shown.opened = None;
                Reply::done(Flow::GoOn)
            }
            // Carried out by `carry_out`.
            Order::Line { .. }
            | Order::ParsedLine { .. }
            | Order::Files(_)
            | Order::GoOn
            | Order::NoMoreInput { .. } => Reply::done(Flow::GoOn),
        }
    }

    /// Carries out a command that was clicked. AIs move after a move and after `start`.
    fn clicked(&mut self, command: Command, board: Option<u64>, job: &mut Job) -> Reply {
        if let Some(mv) = command.as_move() {
            if let Some(reply) = self.outdated(board) {
                return reply;
            }
            if self.shown.lesson.is_some() {
                return self.answer(mv, job);
            }
            if self.shown.puzzle.is_some() {
                return self.try_move(mv, job);
            }
            return self.command(command, job, true);
        }
        if command == Command::Undo && self.shown.resigned().is_some() {
            self.shown.resignation = None;
            return Reply::done(Flow::GoOn);
        }
        let ai_moves = command == Command::Start;
        self.command(command, job, ai_moves)
    }

    /// The refusal of an order that was given on another board.
    fn outdated(&self, board: Option<u64>) -> Option<Reply> {
        let changed = board.is_some_and(|board| board != self.shown.board);
        let painted = matches!(self.shown.mode, Mode::SetUp(_));
        if changed {
            Some(Reply::refused("the board has changed since; look again"))
        } else if painted {
            Some(Reply::refused(
                "a position is being set up: finish that first",
            ))
        } else {
            None
        }
    }

    /// Makes a move again that was taken back, together with an AI's answer.
    fn redo(&mut self, job: &mut Job) -> Reply {
        self.suggest_forced_win(job.interpreter.session());
        let tree = &self.shown.tree;
        let Some(next) = tree.after(tree.current()) else {
            return Reply::refused("there is nothing to do again");
        };
        let session = job.interpreter.session();
        let is_ai = |node: Node| {
            tree.position(node)
                .is_some_and(|position| session.player(position.turn()).is_ai())
        };
        let both_ai = Color::BOTH
            .into_iter()
            .all(|color| session.player(color).is_ai());
        let answer = tree.after(next).filter(|_| is_ai(next) && !both_ai);
        self.go(answer.unwrap_or(next), job)
    }

    /// Adds the forced win that was found on this board to the tree, where nothing follows, so
    /// that it can be stepped through.
    fn suggest_forced_win(&mut self, session: &Session) {
        let tree = &mut self.shown.tree;
        if tree.after(tree.current()).is_some() {
            return;
        }
        let analysis = Arc::clone(&self.handle.analyses().borrow());
        if let Some(moves) = analysis.forced_win(self.shown.board) {
            tree.suggest(tree.current(), moves, session.game().rules());
        }
    }

    /// Goes to another position of the game. No AI moves there by itself.
    pub(super) fn go(&mut self, node: Node, job: &mut Job) -> Reply {
        if matches!(self.shown.mode, Mode::SetUp(_)) {
            return Reply::refused("a position is being set up: finish that first");
        }
        if is_remote(job.interpreter.session()) {
            return Reply::refused(NOT_ALONE);
        }
        let rules = job.interpreter.session().game().rules();
        let Some(game) = self.shown.tree.game(node, rules) else {
            return Reply::refused("there is no such place in the game");
        };
        let moves = game.moves().len();
        if let Err(error) = job.interpreter.session_mut().set_game(game) {
            return Reply::refused(error.to_string());
        }
        self.shown.tree.visit(node);
        job.request
            .terminal
            .remark(&format!("page: the game is at ply {moves}"));
        Reply::done(Flow::GoOn)
    }

    pub(super) fn player(
        &mut self,
        color: Color,
        who: PlayerChoice,
        job: &mut Job,
        ai_moves: bool,
    ) -> Reply {
        let session = job.interpreter.session();
        let is_ai = |color: Color| session.player(color).is_ai();
        let by_color = session.dialect().orders_by_color();
        let command = match who {
            PlayerChoice::Person if !is_ai(color) => None,
            PlayerChoice::Ai(_) | PlayerChoice::Engine(_) if is_ai(color) => None,
            PlayerChoice::Person if by_color => Some(Command::Manual(color)),
            PlayerChoice::Ai(_) | PlayerChoice::Engine(_) if by_color => {
                Some(Command::Auto(Some(color)))
            }
            PlayerChoice::Person if is_ai(!color) => Some(Command::Color(color)),
            PlayerChoice::Person => {
                return Reply::refused(NO_TWO_PERSONS);
            }
            PlayerChoice::Ai(_) | PlayerChoice::Engine(_) if is_ai(!color) => {
                Some(Command::Auto(None))
            }
            PlayerChoice::Ai(_) | PlayerChoice::Engine(_) => Some(Command::Color(!color)),
        };
        let engine = match who {
            PlayerChoice::Engine(number) => Some(number),
            PlayerChoice::Person | PlayerChoice::Ai(_) => None,
        };
        self.engines.seat(color, engine);
        if let PlayerChoice::Ai(offered) = who {
            job.interpreter
                .session_mut()
                .set_strength(color, offered.strength);
            job.request
                .terminal
                .remark(&format!("page: {color} is {}", offered.label));
        }
        if let Some(engine) = engine.and_then(|engine| self.shown.engines.get(engine)) {
            job.request
                .terminal
                .remark(&format!("page: {color} is the engine {engine}"));
        }
        match command {
            Some(command) => self.command(command, job, ai_moves),
            None => Reply::done(Flow::GoOn),
        }
    }

    fn mode(&mut self, wanted: ModeChoice, session: &Session) -> Reply {
        self.shown.mode = match wanted {
            ModeChoice::Play => Mode::Play,
            ModeChoice::Blocks if session.game().last_move().is_some() => {
                return Reply::refused("blocks are placed before the first move: begin a new game");
            }
            ModeChoice::Blocks => Mode::Blocks,
            ModeChoice::SetUp => Mode::SetUp(Draft::of(*session.position())),
        };
        Reply::done(Flow::GoOn)
    }

    /// Carries out an order that changes what is shown and not the game.
    pub(super) fn view(&mut self, order: &Order) {
        match *order {
            Order::Turn => self.shown.turned = !self.shown.turned,
            Order::Analyse(task) => {
                // The same hint can be asked for again.
                self.shown.analysis_task = task;
                if task != AnalysisTask::Nothing {
                    self.handle.target().again();
                }
            }
            _ => {}
        }
    }

    fn square(&mut self, square: Square, content: Option<Tool>, job: &mut Job) -> Reply {
        let session = job.interpreter.session();
        match &mut self.shown.mode {
            Mode::Play => Reply::refused("choose a move in the list under Session"),
            Mode::Blocks if session.position().cell(square) == Cell::Block => unblock(square, job),
            Mode::Blocks => {
                let dialect = job.interpreter.session().dialect();
                let command = if CommandName::Block.is_in(dialect) {
                    Command::Block(square)
                } else {
                    match BlockLetters::try_from(Position::block_set(square)) {
                        Ok(letters) => Command::Blocks(letters),
                        Err(_) => {
                            return Reply::refused("in this dialect no letter names this square");
                        }
                    }
                };
                self.command(command, job, false)
            }
            Mode::SetUp(draft) => {
                match content {
                    Some(content) => draft.put(square, content),
                    None => draft.paint(square),
                }
                self.shown.board += 1;
                Reply::done(Flow::GoOn)
            }
        }
    }

    fn draft(&mut self, change: DraftChange, job: &mut Job) -> Reply {
        let Mode::SetUp(draft) = &mut self.shown.mode else {
            return Reply::refused("no position is being set up");
        };
        let position = draft.position;
        match change {
            DraftChange::Tool(tool) => draft.tool = tool,
            DraftChange::Turn(color) => draft.position = position.with_turn(color),
            DraftChange::Jumps(jumps) => draft.position = position.with_jumps(jumps),
            DraftChange::Position(position) => draft.position = position,
            DraftChange::Done => {
                let plies = u32::from(position.turn() == Color::Blue);
                return self.begin_from(position.with_plies(plies), job);
            }
        }
        self.shown.board += 1;
        Reply::done(Flow::GoOn)
    }

    /// Changes the variations of the game.
    fn variation(&mut self, step: VariationStep, job: &mut Job) -> Reply {
        let tree = &mut self.shown.tree;
        let is_done = match step {
            VariationStep::Delete(node) => return self.delete(node, job),
            VariationStep::Promote(node) => {
                tree.promote(node);
                tree.position(node).is_some()
            }
            VariationStep::Restore => tree.restore(),
            VariationStep::Name(node, name) => tree.name(node, name),
        };
        if is_done {
            Reply::done(Flow::GoOn)
        } else {
            Reply::refused("there is no such variation")
        }
    }

    /// Deletes the variation that a node is in. If it is on the board, the board goes back to
    /// the position before it.
    fn delete(&mut self, node: Node, job: &mut Job) -> Reply {
        let tree = &self.shown.tree;
        let first = tree.variation_of(node);
        let Some((first, before)) = first.and_then(|first| Some((first, tree.before(first)?)))
        else {
            return Reply::refused("this is the game itself; only variations can be deleted");
        };
        if tree.is_on_board(first) {
            let reply = self.go(before, job);
            if reply.why_refused().is_some() {
                return reply;
            }
        }
        self.shown.tree.delete(first);
        Reply::done(Flow::GoOn)
    }
}

/// Removes a block with its reflections.
fn unblock(square: Square, job: &mut Job) -> Reply {
    if job.interpreter.session().remote().is_some() {
        return Reply::refused(NOT_ALONE);
    }
    if !job.interpreter.session_mut().unblock(square) {
        return Reply::refused("blocks are removed before the first move");
    }
    let remark = format!("page: the block on {square} is removed, with its reflections");
    job.request.terminal.remark(&remark);
    Reply::done(Flow::GoOn)
}
