//! Games from beginning to end: new ones, those that are brought back, and giving up.

use super::{Job, Keeper};
use crate::display::offers::OfferedStrength;
use crate::display::order::{PlayerChoice, Reply};
use crate::display::snapshot::{GameInDialect, Mode};
use crate::display::tree::Tree;
use crate::session::{Command, CommandName, Dialect, Flow, Session};
use ataxx_core::board::{Color, Game, Position};

impl Keeper<'_> {
    /// An empty game by the command for it.
    pub(super) fn new_game(&mut self, job: &mut Job) -> Reply {
        let has_new = CommandName::New.is_in(job.interpreter.session().dialect());
        let command = if has_new {
            Command::New
        } else {
            Command::Clear
        };
        self.command(command, job, false)
    }

    /// Begins a game in a dialect, from a position or the usual start, with these players.
    pub(super) fn begin_with(
        &mut self,
        dialect: Dialect,
        start: Option<Position>,
        players: [PlayerChoice; 2],
        job: &mut Job,
    ) -> Reply {
        if is_remote(job.interpreter.session()) {
            return Reply::refused(NOT_ALONE);
        }
        if players == [PlayerChoice::Person; 2] && !dialect.orders_by_color() {
            return Reply::refused(NO_TWO_PERSONS);
        }
        change_dialect(dialect, job);
        // Some dialects choose players before the game starts.
        let mut reply = self.new_game(job);
        for (color, who) in Color::BOTH.into_iter().zip(players) {
            if reply.why_refused().is_none() {
                reply = self.player(color, who, job, false);
            }
        }
        if reply.why_refused().is_some() {
            return reply;
        }
        let start = start.unwrap_or_else(Position::start);
        let reply = self.begin_from(start, job);
        if reply.why_refused().is_some() {
            return reply;
        }
        self.go_on(job)
    }

    /// Begins the last game anew, sides exchanged.
    pub(super) fn rematch(&mut self, job: &mut Job) -> Reply {
        let start = self.shown.tree.position(0).copied();
        let session = job.interpreter.session();
        let who = |color: Color| match self.shown.seats[color.index()] {
            _ if !session.player(color).is_ai() => PlayerChoice::Person,
            Some(engine) => PlayerChoice::Engine(engine),
            None => PlayerChoice::Ai(OfferedStrength::of_player(session, color)),
        };
        let players = [who(Color::Blue), who(Color::Red)];
        let dialect = session.dialect();
        self.begin_with(dialect, start, players, job)
    }

    /// Puts the game back on the board that another one replaced.
    pub(super) fn bring_back(&mut self, job: &mut Job) -> Reply {
        let Some(previous) = self.shown.previous.take() else {
            return Reply::refused("there is no earlier game");
        };
        let reply = self.begin_tree(previous.clone(), job);
        if reply.why_refused().is_some() {
            self.shown.previous = Some(previous);
        }
        reply
    }

    /// Replaces the game on the board by another with its variations. One that is refused
    /// changes nothing.
    pub(super) fn begin_tree(&mut self, other: GameInDialect, job: &mut Job) -> Reply {
        let GameInDialect { dialect, tree } = other;
        if is_remote(job.interpreter.session()) {
            return Reply::refused(NOT_ALONE);
        }
        let Some(game) = tree.game(tree.current(), &dialect.rules()) else {
            return Reply::refused("this game cannot be played here");
        };
        change_dialect(dialect, job);
        let reply = self.begin(game, job);
        if reply.why_refused().is_none() {
            self.shown.tree = tree;
        }
        reply
    }

    /// The person gives the game up. AIs pause, and Undo takes it back.
    pub(super) fn resign(&mut self, job: &mut Job) -> Reply {
        let Some(color) = self.shown.can_resign() else {
            return Reply::refused("there is no game that a person could give up");
        };
        self.shown.resignation = Some((color, self.shown.tree.current()));
        let remark = format!("page: {color} resigns");
        job.request.terminal.remark(&remark);
        Reply::done(Flow::GoOn)
    }

    /// Begins a game from a position.
    pub(super) fn begin_from(&mut self, position: Position, job: &mut Job) -> Reply {
        let rules = job.interpreter.session().dialect().rules();
        self.begin(Game::from_position(rules, position), job)
    }

    /// Replaces the game on the board by another.
    pub(super) fn begin(&mut self, game: Game, job: &mut Job) -> Reply {
        if is_remote(job.interpreter.session()) {
            return Reply::refused(NOT_ALONE);
        }
        let tree = Tree::of(&game);
        if let Err(error) = job.interpreter.session_mut().set_game(game) {
            return Reply::refused(error.to_string());
        }
        self.shown.mode = Mode::Play;
        self.shown.replace_tree(tree);
        self.shown.board += 1;
        job.request
            .terminal
            .remark("page: another position is on the board");
        Reply::done(Flow::GoOn)
    }
}

/// Goes on in another dialect, if it is another.
fn change_dialect(dialect: Dialect, job: &mut Job) {
    if job.interpreter.session().dialect() == dialect {
        return;
    }
    job.interpreter.session_mut().change_dialect(dialect);
    let remark = format!("page: the dialect and its rules are {}", dialect.name());
    job.request.terminal.remark(&remark);
}

/// Why two persons cannot play in some dialects.
pub(super) const NO_TWO_PERSONS: &str = "in this dialect one of the two is always an AI";

/// Why only commands can change the board.
pub(super) const NOT_ALONE: &str = "a remote opponent plays this game too";

/// Whether a remote opponent plays the game.
pub(super) fn is_remote(session: &Session) -> bool {
    session.remote().is_some_and(|link| !link.is_over())
}
