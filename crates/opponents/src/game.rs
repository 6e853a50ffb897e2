//! The referee: one loop for every game between two opponents.

use super::adjudication::{Adjudication, ScoreCounts};
use super::failure::{Failure, FailureKind};
use super::opponent::{Chosen, Opponent};
use super::time_control::{Clocks, TimeControl};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, IllegalMove, Move, PlayedMove};
use ataxx_core::engine::random_move;
use ataxx_core::notation::{BerkeleyMove, GameResult, ReloadedMove, Remark, SearchSummary};
use ataxx_session::oracle::illegal_because;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::fmt;
use std::time::{Duration, Instant};

/// The conditions of a game beyond the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameConditions {
    /// The time control of each side, Red first.
    pub controls: [TimeControl; 2],
    /// By how much a move may exceed the time limit.
    pub margin: Duration,
    /// The time after that until an opponent counts as stalled.
    pub patience: Duration,
    /// Time limit for an opponent without a clock.
    pub without_clock: Duration,
    /// What ends a game before the rules do.
    pub adjudication: Adjudication,
    /// What a fault costs each side, Red first.
    pub penalties: [Penalty; 2],
    /// The seed of random moves.
    pub seed: u64,
}

/// What an illegal, late or missing move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// The game.
    Game,
    /// The move: the other side is to move. A side without a legal move is not asked and
    /// passes, as in Ataxx Reloaded.
    Move,
    /// A random legal move takes the place of an illegal one. Otherwise as [`Move`](Self::Move).
    RandomMove,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The game with all moves that count.
    pub game: Game,
    /// Its result.
    pub result: GameResult,
    /// Why it ended.
    pub end: End,
    /// The plies after the opening.
    pub plies: Vec<Ply>,
}

/// A ply, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The number of its turn, counted from 1.
    pub turn: u32,
    /// The side that was to move.
    pub color: Color,
    /// The move that was played; a pass where the move was forfeited.
    pub played: PlayedMove,
    /// How it came about.
    pub reason: Reason,
    /// How long it took.
    pub took: Duration,
    /// What the opponent reports about its search, without the time.
    pub search: SearchSummary,
}

/// How a ply came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The opponent chose it.
    Chosen,
    /// There was no legal move, and the opponent was not asked.
    NoMove,
    /// The move was forfeited because of a fault.
    Forfeited(Failure),
    /// A random move was made because of an illegal answer.
    Random(Failure),
}

impl Reason {
    /// The fault, if there was one.
    pub const fn fault(&self) -> Option<&Failure> {
        match self {
            Self::Chosen | Self::NoMove => None,
            Self::Forfeited(fault) | Self::Random(fault) => Some(fault),
        }
    }
}

/// Plays a game from the opening on; Red is the first opponent. `observe` receives each ply, and
/// the game after it.
pub fn play(
    opponents: [&mut dyn Opponent; 2],
    opening: &Game,
    conditions: &GameConditions,
    cancel: &Cancellation,
    observe: &mut dyn FnMut(&Game, &Ply),
) -> Result<FinishedGame, (Color, Failure)> {
    let [red, blue] = opponents;
    let mut referee = Referee {
        opponents: [red, blue],
        game: opening.clone(),
        clocks: Clocks::new(conditions.controls),
        scores: ScoreCounts::default(),
        conditions,
        random: ChaCha8Rng::seed_from_u64(conditions.seed),
    };
    let mut plies = Vec::new();
    let ended = referee.begin()?;
    let (result, end) = match ended {
        Some(ended) => ended,
        None => loop {
            if let Some(ended) = referee.ended(cancel) {
                break ended;
            }
            if cancel.is_requested() {
                return Err((referee.game.position().turn(), Failure::interrupted()));
            }
            match referee.ply()? {
                Ok(ply) => {
                    observe(&referee.game, &ply);
                    plies.push(ply);
                }
                Err(lost) => break lost,
            }
        },
    };
    Ok(FinishedGame {
        game: referee.game,
        result,
        end,
        plies,
    })
}

struct Referee<'a> {
    opponents: [&'a mut dyn Opponent; 2],
    game: Game,
    clocks: Clocks,
    scores: ScoreCounts,
    conditions: &'a GameConditions,
    random: ChaCha8Rng,
}

/// The result of a game and why it ended.
type Judgement = (GameResult, End);

impl Referee<'_> {
    /// Prepares both opponents. One that does not get ready loses the game.
    fn begin(&mut self) -> Result<Option<Judgement>, (Color, Failure)> {
        for color in Color::BOTH {
            match self.opponents[color.index()].begin(&self.game, color) {
                Ok(()) => {}
                Err(fault) if fault.kind.is_fault() => return Ok(Some(lost(color, fault))),
                Err(failure) => return Err((color, failure)),
            }
        }
        Ok(None)
    }

    /// The end of the game, by the rules or by adjudication.
    fn ended(&self, cancel: &Cancellation) -> Option<Judgement> {
        if let Some(outcome) = self.game.outcome() {
            return Some((Some(outcome).into(), End::Rules));
        }
        let adjudication = &self.conditions.adjudication;
        let (result, why) = adjudication.judge(&self.game, &self.scores, cancel)?;
        Some((result, End::Adjudicated(why)))
    }

    /// Plays a ply of the side to move, or ends the game by a forfeit.
    fn ply(&mut self) -> Result<Result<Ply, Judgement>, (Color, Failure)> {
        let before = *self.game.position();
        let color = before.turn();
        let penalty = self.conditions.penalties[color.index()];
        let begun = Instant::now();
        let mut took = None;
        let mut search = SearchSummary::default();
        let reason = if penalty == Penalty::Game || before.can_move(color, self.game.rules()) {
            match self.chosen_move(color, begun) {
                Ok((time, chosen)) => {
                    (took, search) = (Some(time), chosen.search);
                    Reason::Chosen
                }
                Err(failure) if !failure.kind.is_fault() => return Err((color, failure)),
                Err(fault) if penalty == Penalty::Game => return Ok(Err(lost(color, fault))),
                Err(fault) => {
                    self.clocks.spend(color, begun.elapsed());
                    self.play_substitute(penalty, fault)
                }
            }
        } else {
            self.forfeit_move();
            Reason::NoMove
        };
        let played = self.game.last_move().expect("every arm above plays a move");
        // A side that must pass need not search.
        if played.mv != Move::Pass {
            let adjudication = &self.conditions.adjudication;
            self.scores.count(color, search.score, adjudication);
        }
        Ok(Ok(Ply {
            turn: before.turn_number(),
            color,
            played,
            reason,
            took: took.unwrap_or_else(|| begun.elapsed()),
            search,
        }))
    }

    /// Plays the move that the side to move chooses, if it is legal and in time. Returns its time
    /// and the choice.
    fn chosen_move(&mut self, color: Color, begun: Instant) -> Result<(Duration, Chosen), Failure> {
        let conditions = self.conditions;
        let penalty = conditions.penalties[color.index()];
        let limit = self.clocks.limit(color);
        let wait = match (limit, penalty) {
            (None, _) => conditions.without_clock,
            (Some(limit), Penalty::Game) => limit + conditions.margin + conditions.patience,
            // The game goes on at once with another move.
            (Some(limit), Penalty::Move | Penalty::RandomMove) => limit,
        };
        let allowance = self.clocks.allowance(color, begun, wait);
        let chosen = self.opponents[color.index()].choose(&self.game, &allowance)?;
        let took = chosen.took.unwrap_or_else(|| begun.elapsed());
        if let Some(limit) = limit
            && took > limit + conditions.margin
        {
            let (took, limit) = (took.as_secs_f64(), limit.as_secs_f64());
            let what = format!("took {took:.3} s of {limit:.3} s");
            return Err(Failure::new(FailureKind::Late, what));
        }
        let mv = chosen.mv;
        if let Err(error) = mv.play(&mut self.game) {
            let what = penalty.illegal(mv, error, &self.game);
            return Err(Failure::new(FailureKind::IllegalMove, what));
        }
        self.clocks.spend(color, took);
        Ok((took, chosen))
    }

    /// Plays the ply in place of a faulty move.
    fn play_substitute(&mut self, penalty: Penalty, fault: Failure) -> Reason {
        if penalty == Penalty::RandomMove && fault.kind.is_illegal_answer() {
            let (position, rules) = (self.game.position(), self.game.rules());
            let mv = random_move(position, rules, &mut self.random).unwrap_or(Move::Pass);
            if self.game.play(mv).is_ok() {
                return Reason::Random(fault);
            }
        }
        self.forfeit_move();
        Reason::Forfeited(fault)
    }

    /// Passes for the side to move.
    fn forfeit_move(&mut self) {
        let forfeited = self.game.forfeit_move();
        debug_assert!(forfeited.is_ok(), "the game goes on, so a side is to move");
    }
}

/// The forfeit of a game by this side.
const fn lost(color: Color, fault: Failure) -> Judgement {
    (GameResult::Win(color.opposite()), End::Forfeit(fault))
}

impl Penalty {
    /// What is wrong with an illegal move. If it costs the move, the game is one of Reloaded, and
    /// the notation is that of Reloaded.
    fn illegal(self, mv: BerkeleyMove, error: IllegalMove, game: &Game) -> String {
        let reloaded = ReloadedMove(mv);
        match (self, mv) {
            (Self::Game, _) => format!("`{mv}`: {}", illegal_because(error, game.position())),
            (_, BerkeleyMove::Pass) => format!("`{reloaded}`: {error}"),
            (_, BerkeleyMove::Step { .. }) => format!("`{reloaded}` ({mv}): {error}"),
        }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By the rules.
    Rules,
    /// It was adjudicated, for this reason.
    Adjudicated(String),
    /// The loser forfeited it.
    Forfeit(Failure),
}

const ADJUDICATED: &str = "adjudicated";

/// A forfeit by a fault of this kind, as a record has it.
fn forfeit(kind: FailureKind) -> String {
    let preposition = if kind == FailureKind::Late {
        "on"
    } else {
        "by"
    };
    format!("forfeit {preposition} {}", kind.in_results())
}

impl fmt::Display for End {
    /// As in a record: `forfeit on time: took 1.2 s of 1 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, what) = match self {
            Self::Rules => return f.write_str("by the rules"),
            Self::Adjudicated(why) => (ADJUDICATED.to_owned(), why),
            Self::Forfeit(failure) => (forfeit(failure.kind), &failure.message),
        };
        match Remark::new(what) {
            Some(what) => write!(f, "{words}: {what}"),
            None => f.write_str(&words),
        }
    }
}

impl End {
    /// A forfeit by a fault of this kind.
    pub fn forfeit(kind: FailureKind, what: impl Into<String>) -> Self {
        Self::Forfeit(Failure::new(kind, what))
    }

    /// Reads the end in a record; `None` when it is none.
    pub fn read(remark: Option<&Remark>) -> Option<Self> {
        let Some(remark) = remark else {
            return Some(Self::Rules);
        };
        let text = remark.as_str();
        let (named, what) = text.split_once(": ").unwrap_or((text, ""));
        if named == ADJUDICATED {
            return Some(Self::Adjudicated(what.to_owned()));
        }
        let mut kinds = FailureKind::FORFEITS.into_iter();
        let kind = kinds.find(|kind| forfeit(*kind) == named)?;
        Some(Self::forfeit(kind, what))
    }
}

#[cfg(test)]
mod tests;
