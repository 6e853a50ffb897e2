//! Orders from pages. Most become commands; the others are carried out here.

use super::game::{NO_TWO_PERSONS, NOT_ALONE, is_remote};
use super::{Job, Keeper};
use crate::display::mode::{Draft, Mode, Tool};
use crate::display::order::{Change, Order, Reply, Wanted, Who, Wish};
use crate::display::tree::Node;
use crate::session::CommandName;
use crate::session::{Flow, Session};
use ataxx_core::board::{Cell, Color, Position, Square};
use ataxx_core::notation::BlockLetters;
use std::sync::Arc;

impl Keeper<'_> {
    pub(super) fn change(&mut self, order: Order, job: &mut Job) -> Reply {
        match order {
            Order::Move { mv, board } => {
                if let Some(reply) = self.outdated(board) {
                    return reply;
                }
                if self.shown.lesson.is_some() {
                    return self.answer(mv, job);
                }
                if self.shown.puzzle.is_some() {
                    return self.try_move(mv, job);
                }
                self.command(&mv.to_string(), job, true)
            }
            Order::Undo if self.shown.resigned().is_some() => {
                self.shown.resignation = None;
                Reply::done(Flow::GoOn)
            }
            Order::Undo => self.command("undo", job, false),
            Order::Redo => self.redo(job),
            Order::New => self.fresh(job),
            Order::Start => self.command("start", job, true),
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
            | Order::Files(_)
            | Order::GoOn
            | Order::NoMoreInput { .. }
            | Order::Quit => Reply::done(Flow::GoOn),
        }
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
        who: Who,
        job: &mut Job,
        ai_moves: bool,
    ) -> Reply {
        let session = job.interpreter.session();
        let is_ai = |color: Color| session.player(color).is_ai();
        let (name, other) = (color.name(), (!color).name());
        let by_color = session.dialect().orders_by_color();
        let command = match who {
            Who::Person if !is_ai(color) => None,
            Who::Ai(_) | Who::Engine(_) if is_ai(color) => None,
            Who::Person if by_color => Some(format!("manual {name}")),
            Who::Ai(_) | Who::Engine(_) if by_color => Some(format!("auto {name}")),
            Who::Person if is_ai(!color) => Some(format!("color {name}")),
            Who::Person => {
                return Reply::refused(NO_TWO_PERSONS);
            }
            Who::Ai(_) | Who::Engine(_) if is_ai(!color) => Some("auto".to_owned()),
            Who::Ai(_) | Who::Engine(_) => Some(format!("color {other}")),
        };
        let engine = match who {
            Who::Engine(number) => Some(number),
            Who::Person | Who::Ai(_) => None,
        };
        self.engines.seat(color, engine);
        if let Who::Ai(offered) = who {
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
            Some(command) => self.command(&command, job, ai_moves),
            None => Reply::done(Flow::GoOn),
        }
    }

    fn mode(&mut self, wanted: Wanted, session: &Session) -> Reply {
        self.shown.mode = match wanted {
            Wanted::Play => Mode::Play,
            Wanted::Blocks if session.game().last_move().is_some() => {
                return Reply::refused("blocks are placed before the first move: begin a new game");
            }
            Wanted::Blocks => Mode::Blocks,
            Wanted::SetUp => Mode::SetUp(Draft::of(*session.position())),
        };
        Reply::done(Flow::GoOn)
    }

    /// Carries out an order that changes what is shown and not the game.
    pub(super) fn view(&mut self, order: &Order) {
        match *order {
            Order::Turn => self.shown.turned = !self.shown.turned,
            Order::Analyse(wish) => {
                // The same hint can be asked for again.
                self.shown.wish = wish;
                if wish != Wish::Nothing {
                    self.handle.aim().again();
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
                    format!("block {square}")
                } else {
                    match BlockLetters::try_from(Position::block_set(square)) {
                        Ok(letters) => format!("blocks {letters}"),
                        Err(_) => {
                            return Reply::refused("in this dialect no letter names this square");
                        }
                    }
                };
                self.command(&command, job, false)
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

    fn draft(&mut self, change: Change, job: &mut Job) -> Reply {
        let Mode::SetUp(draft) = &mut self.shown.mode else {
            return Reply::refused("no position is being set up");
        };
        let position = draft.position;
        match change {
            Change::Tool(tool) => draft.tool = tool,
            Change::Turn(color) => draft.position = position.with_turn(color),
            Change::Jumps(jumps) => draft.position = position.with_jumps(jumps),
            Change::Position(position) => draft.position = position,
            Change::Done => {
                let plies = u32::from(position.turn() == Color::Blue);
                return self.begin_from(position.with_plies(plies), job);
            }
        }
        self.shown.board += 1;
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
