//! The questions that can be asked about a position.

use super::argument::Uses;
use super::budget::{Budget, Stop};
use super::goal::Goal;
use super::inquiry::Inquiry;
use super::node::Left;
use super::plies::Plies;
use super::settings::Settings;
use super::table::Table;
use crate::board::{Move, Position, Rules};

/// What is true of a position, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It can force the game to end in its win, after so many plies and not sooner.
    /// Without a number, how many is not known.
    Win(Option<Plies>),
    /// The other side can, after so many plies and not sooner.
    Loss(Option<Plies>),
    /// Neither side can, within the plies that were asked for.
    None,
    /// Neither side can, ever: with best play the game is drawn.
    Draw,
    /// The budget ran out before the answer was found.
    Unknown,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Within so many plies neither side can force a win: for a verdict with a distance
    /// one less, where the budget ran out as far as it went.
    pub none_within: Plies,
    /// First moves that keep the verdict and the distance: one, or all that there are
    /// if they were asked for. None where the game is over or the verdict unknown.
    pub moves: Vec<Move>,
    /// Best play of both sides to the end, where somebody wins and it is known when.
    pub line: Vec<Move>,
    /// How many positions were searched.
    pub nodes: u64,
    /// What spared work, and how often.
    pub uses: Uses,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Within how many plies a win or loss must be; `None`: ever.
    pub within: Option<Plies>,
    /// Whether all first moves are wanted that keep the verdict.
    pub all_moves: bool,
}

/// Finds forced wins and losses.
pub struct Solver {
    rules: Rules,
    settings: Settings,
    table: Table,
}

impl Solver {
    /// A solver of positions under these rules.
    #[must_use]
    pub fn new(rules: &Rules, settings: &Settings) -> Self {
        Self {
            rules: rules.clone(),
            settings: *settings,
            table: Table::new(settings.table_bytes),
        }
    }

    /// Whether the side to move can force a win within so many plies, or is forced into
    /// a loss, and in how many at best.
    pub fn solve(&mut self, position: &Position, plies: Plies, budget: &Budget) -> Solution {
        let question = Question {
            within: Some(plies),
            all_moves: false,
        };
        self.answer(position, question, budget)
    }

    /// What the position is worth with best play, however long it takes.
    ///
    /// Under rules that let a game go on for ever, a draw is never found.
    pub fn exact(&mut self, position: &Position, budget: &Budget) -> Solution {
        let question = Question {
            within: None,
            all_moves: false,
        };
        self.answer(position, question, budget)
    }

    /// Answers a question. What was found before is forgotten first, so that the same
    /// question always takes the same number of nodes, with one thread.
    pub fn answer(&mut self, position: &Position, question: Question, budget: &Budget) -> Solution {
        self.table.clear();
        let table = &mut self.table;
        let mut study = Study {
            inquiry: Inquiry::new(position, &self.rules, self.settings, table, budget),
            root: *position,
            none_within: Plies(0),
        };
        let found = match question.within {
            Some(plies) => study.within(plies.min(Plies::MOST)),
            None => study.ever(),
        };
        let verdict = found.unwrap_or(Verdict::Unknown);
        let moves = study.moves(verdict, question).unwrap_or_default();
        let line = study.line(verdict);
        Solution {
            verdict,
            none_within: study.none_within,
            moves,
            line,
            nodes: study.inquiry.nodes,
            uses: study.inquiry.uses,
        }
    }
}

/// The study of one position.
struct Study<'a> {
    inquiry: Inquiry<'a>,
    root: Position,
    none_within: Plies,
}

impl Study<'_> {
    /// The verdict within so many plies.
    fn within(&mut self, plies: Plies) -> Result<Verdict, Stop> {
        if let Some(over) = self.over() {
            return Ok(over);
        }
        while self.none_within < plies {
            let next = Plies(self.none_within.0 + 1);
            if let Some(verdict) = self.decided(next)? {
                return Ok(verdict);
            }
            self.none_within = next;
        }
        Ok(Verdict::None)
    }

    /// The verdict without a limit on plies.
    ///
    /// Most wins are near, and a search for near ones is quick; once these are ruled
    /// out, a search for any win at all has to tell whether it is a draw.
    fn ever(&mut self) -> Result<Verdict, Stop> {
        let empty = self.root.empty().count();
        let near = Plies(u16::try_from(empty).unwrap_or(0) + 4);
        match self.within(near)? {
            Verdict::None => {}
            decided => return Ok(decided),
        }
        let turn = self.root.turn();
        let wins =
            |study: &mut Self, attacker| study.inquiry.wins(&study.root, attacker, Left::FOREVER);
        if wins(self, turn)? {
            Ok(Verdict::Win(self.distance()))
        } else if wins(self, !turn)? {
            Ok(Verdict::Loss(self.distance()))
        } else {
            Ok(Verdict::Draw)
        }
    }

    /// How far a win or loss is that is known to exist, if the budget allows.
    fn distance(&mut self) -> Option<Plies> {
        match self.within(Plies::MOST) {
            Ok(Verdict::Win(distance) | Verdict::Loss(distance)) => distance,
            _ => None,
        }
    }

    fn over(&self) -> Option<Verdict> {
        let outcome = self.root.outcome(self.inquiry.rules)?;
        let at_once = Some(Plies(0));
        Some(match outcome.winner {
            None => Verdict::Draw,
            Some(winner) if winner == self.root.turn() => Verdict::Win(at_once),
            Some(_) => Verdict::Loss(at_once),
        })
    }

    /// The verdict if somebody wins in just so many plies, not being able to in less.
    fn decided(&mut self, plies: Plies) -> Result<Option<Verdict>, Stop> {
        let turn = self.root.turn();
        for (attacker, verdict) in [
            (turn, Verdict::Win(Some(plies))),
            (!turn, Verdict::Loss(Some(plies))),
        ] {
            if self
                .inquiry
                .wins(&self.root, attacker, Left::plies(plies.0))?
            {
                return Ok(Some(verdict));
            }
        }
        Ok(None)
    }

    /// First moves that keep the verdict: one, or all.
    fn moves(&mut self, verdict: Verdict, question: Question) -> Result<Vec<Move>, Stop> {
        let turn = self.root.turn();
        let goal = match (verdict, question.within) {
            (Verdict::Unknown, _) => return Ok(Vec::new()),
            (Verdict::Win(distance), _) => Goal {
                attacker: turn,
                left: distance.map_or(Left::FOREVER, |plies| Left::plies(plies.0)),
                reached: true,
            },
            // Resistance is longest where one ply less is not enough.
            (Verdict::Loss(Some(plies)), _) => Goal {
                attacker: !turn,
                left: Left::plies(plies.0.saturating_sub(1)),
                reached: false,
            },
            // Whatever is played loses some time.
            (Verdict::Loss(None), _) => Goal {
                attacker: !turn,
                left: Left::FOREVER,
                reached: true,
            },
            (Verdict::None | Verdict::Draw, within) => Goal {
                attacker: !turn,
                left: within.map_or(Left::FOREVER, |plies| Left::plies(plies.min(Plies::MOST).0)),
                reached: false,
            },
        };
        let root = self.root;
        if question.all_moves {
            self.inquiry.all_moves(&root, goal)
        } else {
            Ok(self.inquiry.one_move(&root, goal)?.into_iter().collect())
        }
    }

    /// Best play of both sides, to the end; as far as the budget allows.
    fn line(&mut self, verdict: Verdict) -> Vec<Move> {
        let turn = self.root.turn();
        let (attacker, mut left) = match verdict {
            Verdict::Win(Some(plies)) => (turn, plies.0),
            Verdict::Loss(Some(plies)) => (!turn, plies.0),
            _ => return Vec::new(),
        };
        let mut position = self.root;
        let mut line = Vec::new();
        while left > 0 {
            let goal = Goal::best_play(&position, attacker, left);
            let Ok(Some(mv)) = self.inquiry.one_move(&position, goal) else {
                break;
            };
            line.push(mv);
            position = position.after(mv, self.inquiry.rules);
            left -= 1;
        }
        line
    }
}
