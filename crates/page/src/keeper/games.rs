//! The game on the board, its variations, players, beginning and end.

use super::state::{Job, Keeper};
use crate::choices::OfferedStrength;
use crate::opened::{self, Content, Games};
use crate::order::{Done, PlayerChoice, SetUpStep, VariationStep, refused};
use crate::snapshot::painted;
use crate::tree::{Node, Tree, in_notation};
use ataxx_core::board::{Color, Game, Position};
use ataxx_core::notation::{BerkeleyMove, GameRecord};
use ataxx_session::{Command, CommandName, Dialect, Flow, Session};

impl Keeper<'_> {
    /// The refusal of an order that was given on another board.
    pub(super) fn refuse_if_outdated(&self, board: Option<u64>) -> Done {
        if board.is_some_and(|board| board != self.shown.board) {
            return refused("the board has changed since; look again");
        }
        self.refuse_if_set_up()
    }

    /// The refusal of an order while a position is being set up.
    fn refuse_if_set_up(&self) -> Done {
        match self.shown.draft {
            Some(_) => refused("a position is being set up: finish that first"),
            None => Ok(Flow::GoOn),
        }
    }

    /// Makes a move again that was taken back, together with an AI's answer.
    pub(super) fn redo(&mut self, job: &mut Job) -> Done {
        self.suggest_forced_win(job.interpreter.session());
        let tree = &self.shown.tree;
        let Some(next) = tree.after(tree.current()) else {
            return refused("there is nothing to do again");
        };
        let explores = self.shown.exploring.is_some();
        let session = job.interpreter.session();
        let turn = session.position().turn();
        let [is_ai, answers] = [turn, !turn].map(|color| session.player(color).is_ai());
        let is_answered = answers && !is_ai && !explores && self.shown.puzzle.is_none();
        let answer = tree.after(next).filter(|_| is_answered);
        let done = self.go(answer.unwrap_or(next), job);
        if !explores {
            self.shown.exploring = None;
        }
        done
    }

    /// Adds the forced win that was found on this board to the tree, where nothing follows, so
    /// that it can be stepped through.
    fn suggest_forced_win(&mut self, session: &Session) {
        let tree = &mut self.shown.tree;
        if tree.after(tree.current()).is_some() {
            return;
        }
        let analysis = self.place.analysis();
        if let Some(moves) = analysis.forced_win(self.shown.board) {
            let (position, rules) = (session.position(), session.game().rules());
            tree.suggest(tree.current(), &in_notation(position, moves, rules), rules);
        }
    }

    /// Goes one position back.
    pub(super) fn back(&mut self, job: &mut Job) -> Done {
        let tree = &self.shown.tree;
        match tree.before(tree.current()) {
            Some(before) => self.go(before, job),
            None => refused("this is the start"),
        }
    }

    /// Makes a move, for an AI too.
    pub(super) fn make(&mut self, mv: BerkeleyMove, job: &mut Job) -> Done {
        let Some(color) = job.interpreter.session().ai_turn() else {
            return self.command(mv.into(), job, false);
        };
        match job.interpreter.session_mut().play_for_ai(mv) {
            Ok(_) => {
                job.remark(&format!("{color} plays {mv}"));
                Ok(Flow::GoOn)
            }
            Err(_) => refused(format!("{mv} is not legal")),
        }
    }

    /// Adds a line to the game as a variation, and goes to the place after `plies` of its moves.
    pub(super) fn follow(
        &mut self,
        node: Node,
        line: &[BerkeleyMove],
        plies: usize,
        job: &mut Job,
    ) -> Done {
        self.refuse_if_set_up()?;
        let rules = job.interpreter.session().game().rules();
        let nodes = self.shown.tree.suggest(node, line, rules);
        match nodes.get(plies.saturating_sub(1)) {
            Some(&node) => self.go(node, job),
            None => refused("that line cannot be played here"),
        }
    }

    /// Lets the AI go on. After exploring, the line on the board is the game from then on.
    pub(super) fn play_from_here(&mut self, job: &mut Job) -> Flow {
        if self.shown.exploring.take().is_some() {
            self.shown.tree.go_on_here();
        }
        self.turns(job)
    }

    /// Goes to another position of the game. No AI moves there by itself.
    pub(super) fn go(&mut self, node: Node, job: &mut Job) -> Done {
        self.refuse_if_set_up()?;
        refuse_if_remote(job)?;
        let rules = job.interpreter.session().game().rules();
        let Some(game) = self.shown.tree.game(node, rules) else {
            return refused("there is no such place in the game");
        };
        let moves = game.moves().len();
        set_game(game, job)?;
        // Who looks back at a game with an AI can try moves for both sides.
        if self.shown.puzzle.is_none() && self.shown.has_ai() {
            let live = self.shown.exploring.unwrap_or(self.shown.tree.current());
            self.shown.exploring = (live != node).then_some(live);
        }
        self.shown.tree.visit(node);
        job.remark(&format!("the game is at move {moves}"));
        Ok(Flow::GoOn)
    }

    pub(super) fn player(
        &mut self,
        color: Color,
        who: PlayerChoice,
        job: &mut Job,
        ai_moves: bool,
    ) -> Done {
        let session = job.interpreter.session();
        let is_ai = |color: Color| session.player(color).is_ai();
        let by_color = session.dialect().orders_by_color();
        let command = match who == PlayerChoice::Person {
            is_person if is_ai(color) != is_person => None,
            true if by_color => Some(Command::Manual(color)),
            false if by_color => Some(Command::Auto(Some(color))),
            true if is_ai(!color) => Some(Command::Color(color)),
            true => return refused(NO_TWO_PERSONS),
            false if is_ai(!color) => Some(Command::Auto(None)),
            false => Some(Command::Color(!color)),
        };
        let (engine, label) = match who {
            PlayerChoice::Person => (None, None),
            PlayerChoice::Engine(number) => {
                let name = self.shown.engines.get(number);
                let label = name.map(|name| format!("the engine {name}"));
                (Some(number), label)
            }
            PlayerChoice::Ai(offered) => {
                let session = job.interpreter.session_mut();
                session.set_strength(color, offered.0);
                (None, Some(offered.label()))
            }
        };
        self.engines.seat(color, engine);
        if let Some(label) = label {
            job.remark(&format!("{color} is {label}"));
        }
        match command {
            Some(command) => self.command(command, job, ai_moves),
            None => Ok(Flow::GoOn),
        }
    }

    pub(super) fn set_up(&mut self, step: SetUpStep, job: &mut Job) -> Done {
        let draft = match (step, self.shown.draft) {
            (SetUpStep::Discard, _) => {
                self.shown.draft = None;
                return Ok(Flow::GoOn);
            }
            (SetUpStep::Begin, _) => *job.interpreter.session().position(),
            (_, None) => return refused("no position is being set up"),
            (SetUpStep::Paint(square, content), Some(draft)) => painted(&draft, square, content),
            (SetUpStep::Turn(color), Some(draft)) => draft.with_turn(color),
            (SetUpStep::Jumps(jumps), Some(draft)) => draft.with_jumps(jumps),
            (SetUpStep::Position(position), Some(_)) => position,
            (SetUpStep::Done, Some(draft)) => {
                let plies = u32::from(draft.turn() == Color::Blue);
                return self.begin_from(draft.with_plies(plies), job);
            }
        };
        self.shown.draft = Some(draft);
        self.shown.board += 1;
        Ok(Flow::GoOn)
    }

    /// Changes the variations of the game.
    pub(super) fn variation(&mut self, step: VariationStep, job: &mut Job) -> Done {
        let tree = &mut self.shown.tree;
        let is_done = match step {
            VariationStep::Delete(node) => return self.delete(node, job),
            VariationStep::Promote(node) => {
                tree.promote(node);
                tree.position(node).is_some()
            }
            VariationStep::Name(node, name) => tree.name(node, name),
            VariationStep::Comment(node, comment) => tree.comment(node, comment),
        };
        if !is_done {
            return refused("there is no such move or variation");
        }
        Ok(Flow::GoOn)
    }

    /// Deletes the variation that a node is in. If it is on the board, the board goes back to
    /// the position before it.
    fn delete(&mut self, node: Node, job: &mut Job) -> Done {
        let tree = &self.shown.tree;
        let first = tree.variation_of(node);
        let Some((first, before)) = first.and_then(|first| Some((first, tree.before(first)?)))
        else {
            return refused("this is the game itself; only variations can be deleted");
        };
        if tree.is_on_board(first) {
            self.go(before, job)?;
        }
        self.shown.tree.delete(first);
        Ok(Flow::GoOn)
    }
}

/// Games from beginning to end: new ones, those that are brought back, and giving up.
impl Keeper<'_> {
    /// An empty game by the command for it.
    fn new_game(&mut self, job: &mut Job) -> Done {
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
    ) -> Done {
        refuse_if_remote(job)?;
        if players == [PlayerChoice::Person; 2] && !dialect.orders_by_color() {
            return refused(NO_TWO_PERSONS);
        }
        change_dialect(dialect, job);
        // Some dialects choose players before the game starts.
        self.new_game(job)?;
        for (color, who) in Color::BOTH.into_iter().zip(players) {
            self.player(color, who, job, false)?;
        }
        self.begin_from(start.unwrap_or_else(Position::start), job)?;
        // That a game is set up was true for a moment.
        self.shown.notice = None;
        Ok(self.turns(job))
    }

    /// Begins a game like the last one, with sides exchanged.
    pub(super) fn rematch(&mut self, job: &mut Job) -> Done {
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

    /// Puts a game back on the board that was kept.
    pub(super) fn open_kept(&mut self, id: u64, job: &mut Job) -> Done {
        let games = self.library.games();
        let Some(game) = games.iter().find(|game| game.id == id) else {
            return refused("there is no such game");
        };
        let record: GameRecord = game.text.parse().map_err(|_| "this game cannot be read")?;
        let rules = record.rules();
        // Several dialects can have the same rules.
        let current = job.interpreter.session().dialect();
        let others = Dialect::ALL.iter().rev().copied();
        let mut dialects = [current].into_iter().chain(others);
        let Some(dialect) = dialects.find(|dialect| dialect.rules() == rules) else {
            return refused("this game cannot be played here");
        };
        let tree = Tree::of_record(&record, &rules).map_err(|error| error.reason.to_string())?;
        let flow = self.begin_tree(dialect, tree, job)?;
        self.library.begin(Some(id));
        Ok(flow)
    }

    /// Replaces the game on the board by another with its variations. One that is refused
    /// changes nothing.
    pub(super) fn begin_tree(&mut self, dialect: Dialect, tree: Tree, job: &mut Job) -> Done {
        refuse_if_remote(job)?;
        let Some(game) = tree.game(tree.current(), &dialect.rules()) else {
            return refused("this game cannot be played here");
        };
        change_dialect(dialect, job);
        let flow = self.begin(game, job)?;
        self.shown.tree = tree;
        Ok(flow)
    }

    /// Opens a pasted text.
    pub(super) fn open(&mut self, text: &str, job: &mut Job) -> Done {
        refuse_if_remote(job)?;
        let dialect = job.interpreter.session().dialect();
        let (content, warning) = opened::read(text, &dialect.rules())?;
        let flow = match content {
            Content::Position(position) => self.begin_from(position, job)?,
            Content::Game(tree) => self.begin_tree(dialect, *tree, job)?,
            Content::Games(games) => {
                let before = self.shown.opened.replace(games);
                self.item(0, job)
                    .inspect_err(|_| self.shown.opened = before)?
            }
        };
        if let Some(text) = warning {
            self.notice(text, false);
        }
        Ok(flow)
    }

    /// Puts the game back on the board that a puzzle has replaced, if there is one.
    pub(super) fn return_to_game(&mut self, job: &mut Job) -> Done {
        let Some(game) = self.left.take() else {
            return Ok(Flow::GoOn);
        };
        let LeftGame {
            game,
            tree,
            exploring,
            resigned,
            is_exercise,
            opened,
            id,
        } = *game;
        set_game(game, job)?;
        self.begin_tree_of(tree);
        self.library.begin(id);
        self.shown.exploring = exploring;
        self.shown.resigned = resigned;
        self.shown.is_exercise = is_exercise;
        self.shown.opened = opened;
        self.shown.board += 1;
        let terminal = &mut job.request.terminal;
        terminal.remark("the game before the puzzle is on the board again");
        Ok(Flow::GoOn)
    }

    /// The game on the board, to come back to.
    pub(super) fn leave_game(&mut self, job: &Job) -> Box<LeftGame> {
        // What is kept has its number from now on.
        self.keep_game();
        let shown = &self.shown;
        Box::new(LeftGame {
            game: job.interpreter.session().game().clone(),
            tree: shown.tree.clone(),
            exploring: shown.exploring,
            resigned: shown.resigned,
            is_exercise: shown.is_exercise,
            opened: shown.opened.clone(),
            id: self.library.current(),
        })
    }

    /// Begins one of the open games.
    pub(super) fn item(&mut self, number: usize, job: &mut Job) -> Done {
        refuse_if_remote(job)?;
        let Some(mut games) = self.shown.opened.clone() else {
            return refused("nothing is open to choose from");
        };
        let dialect = job.interpreter.session().dialect();
        let tree = games.choose(number, &dialect.rules())?;
        let flow = self.begin_tree(dialect, tree, job)?;
        self.shown.opened = Some(games);
        self.shown.is_exercise = true;
        Ok(flow)
    }

    /// The person gives the game up. AIs pause, and Undo takes it back.
    pub(super) fn resign(&mut self, job: &mut Job) -> Done {
        let Some(color) = self.shown.can_resign() else {
            return refused("there is no game that a person could give up");
        };
        self.shown.resigned = Some((color, self.shown.tree.current()));
        job.remark(&format!("{color} resigns"));
        Ok(Flow::GoOn)
    }

    /// Begins a game from a position.
    pub(super) fn begin_from(&mut self, position: Position, job: &mut Job) -> Done {
        let rules = job.interpreter.session().dialect().rules();
        self.begin(Game::from_position(rules, position), job)
    }

    /// Replaces the game on the board by another.
    pub(super) fn begin(&mut self, game: Game, job: &mut Job) -> Done {
        refuse_if_remote(job)?;
        let tree = Tree::of(&game);
        set_game(game, job)?;
        self.shown.draft = None;
        self.shown.opened = None;
        self.begin_tree_of(tree);
        self.shown.board += 1;
        job.remark("another position is on the board");
        Ok(Flow::GoOn)
    }
}

/// A game that a puzzle has replaced on the board.
pub(super) struct LeftGame {
    game: Game,
    tree: Tree,
    exploring: Option<Node>,
    resigned: Option<(Color, Node)>,
    is_exercise: bool,
    opened: Option<Games>,
    /// Its number in the library.
    id: Option<u64>,
}

/// Changes the dialect, if it is another one.
fn change_dialect(dialect: Dialect, job: &mut Job) {
    if job.interpreter.session().dialect() == dialect {
        return;
    }
    job.interpreter.session_mut().change_dialect(dialect);
    job.remark(&format!("the dialect and its rules are {}", dialect.name()));
}

/// Why two persons cannot play in some dialects.
const NO_TWO_PERSONS: &str = "in this dialect one of the two is always an AI";

/// Refuses what only commands can do in a game with a remote opponent.
pub(super) fn refuse_if_remote(job: &Job) -> Done {
    match job.interpreter.session().remote() {
        Some(link) if !link.is_over() => refused("a remote opponent plays this game too"),
        _ => Ok(Flow::GoOn),
    }
}

/// Replaces the game of the session.
pub(super) fn set_game(game: Game, job: &mut Job) -> Done {
    let set = job.interpreter.session_mut().set_game(game);
    set.map_or_else(|error| refused(error.to_string()), |()| Ok(Flow::GoOn))
}
