//! The questions that can be asked about a position.

use super::argument::Uses;
use super::budget::{Budget, Stop};
use super::goal::{Fact, Goal};
use super::inquiry::Inquiry;
use super::left::Left;
use super::node::Aim;
use super::plies::Plies;
use super::settings::Settings;
use super::table::Table;
use crate::board::{Color, Move, Position, Rules};

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
    /// What together makes the verdict true.
    pub(super) proof: Vec<Fact>,
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
    pub(super) rules: Rules,
    pub(super) settings: Settings,
    pub(super) table: Table,
}

impl Solver {
    /// A solver of positions under these rules.
    #[must_use]
    pub fn new(rules: &Rules, settings: &Settings) -> Self {
        Self {
            rules: *rules,
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
    /// Under rules that let a game go on for ever, a draw that takes that is not found.
    pub fn exact(&mut self, position: &Position, budget: &Budget) -> Solution {
        let question = Question {
            within: None,
            all_moves: false,
        };
        self.answer(position, question, budget)
    }

    /// The verdict alone, without a move or a line.
    pub fn verdict(&mut self, position: &Position, plies: Plies, budget: &Budget) -> Verdict {
        let (_, finding) = self.study(position, Some(plies), budget);
        finding.verdict
    }

    /// Answers a question. What was found before is forgotten first, so that the same
    /// question always takes the same number of nodes, with one thread.
    pub fn answer(&mut self, position: &Position, question: Question, budget: &Budget) -> Solution {
        let (mut study, finding) = self.study(position, question.within, budget);
        let Finding {
            verdict,
            keep,
            proof,
        } = finding;
        let moves = study.moves(keep, question).unwrap_or_default();
        let line = study.line(verdict, &moves);
        Solution {
            verdict,
            none_within: study.none_within,
            moves,
            line,
            nodes: study.inquiry.nodes,
            uses: study.inquiry.uses,
            proof,
        }
    }
}

impl Finding {
    fn unknown() -> Self {
        Self {
            verdict: Verdict::Unknown,
            keep: None,
            proof: Vec::new(),
        }
    }

    /// The game is over.
    fn over(winner: Option<Color>, turn: Color) -> Self {
        let proof = winner.map(|winner| Fact {
            goal: Goal::win(winner, 0),
            can: true,
        });
        Self {
            verdict: match winner {
                None => Verdict::Draw,
                Some(winner) if winner == turn => Verdict::Win(Some(Plies(0))),
                Some(_) => Verdict::Loss(Some(Plies(0))),
            },
            keep: None,
            proof: proof.into_iter().collect(),
        }
    }

    /// A side wins in so many plies, and not in less.
    fn win(winner: Color, turn: Color, plies: u16) -> Self {
        let can = Fact {
            goal: Goal::win(winner, plies),
            can: true,
        };
        let not_sooner = Fact {
            goal: Goal::win(winner, plies - 1),
            can: false,
        };
        let distance = Some(Plies(plies));
        let (verdict, keep) = if winner == turn {
            (Verdict::Win(distance), can)
        } else {
            (Verdict::Loss(distance), not_sooner)
        };
        Self {
            verdict,
            keep: Some(keep),
            proof: vec![can, not_sooner],
        }
    }

    /// A side wins some time.
    fn win_in_time(winner: Color, turn: Color, goal: Goal) -> Self {
        let fact = Fact { goal, can: true };
        Self {
            verdict: if winner == turn {
                Verdict::Win(None)
            } else {
                Verdict::Loss(None)
            },
            keep: Some(fact),
            proof: vec![fact],
        }
    }
}

/// The study of one position.
struct Study<'a> {
    inquiry: Inquiry<'a>,
    root: Position,
    none_within: Plies,
}

impl Solver {
    fn study<'a>(
        &'a mut self,
        position: &Position,
        within: Option<Plies>,
        budget: &'a Budget<'a>,
    ) -> (Study<'a>, Finding) {
        self.table.clear();
        let table = &mut self.table;
        let mut study = Study {
            inquiry: Inquiry::new(position, &self.rules, self.settings, table, budget),
            root: *position,
            none_within: Plies(0),
        };
        let found = match within {
            Some(plies) => study.within(plies.min(Plies::MOST)),
            None => study.ever(),
        };
        (study, found.unwrap_or_else(|_| Finding::unknown()))
    }
}

/// A verdict, and why.
struct Finding {
    verdict: Verdict,
    /// What a first move must keep true to keep the verdict; `None` where there is no
    /// move to make.
    keep: Option<Fact>,
    /// What together makes the verdict true.
    proof: Vec<Fact>,
}

impl Study<'_> {
    /// The verdict within so many plies.
    fn within(&mut self, plies: Plies) -> Result<Finding, Stop> {
        let turn = self.root.turn();
        if let Some(outcome) = self.root.outcome(self.inquiry.rules) {
            return Ok(Finding::over(outcome.winner, turn));
        }
        // Steps of two end at the number asked for: a ply more of the defender's seldom
        // changes anything, and where it does the step before is looked at.
        while self.none_within < plies {
            let first = self.none_within.0 < 2;
            let step = if !first && (plies.0 - self.none_within.0).is_multiple_of(2) {
                2
            } else {
                1
            };
            let next = self.none_within.0 + step;
            for attacker in [turn, !turn] {
                if self.can_force(Goal::win(attacker, next))? {
                    let sooner = step == 2 && self.can_force(Goal::win(attacker, next - 1))?;
                    let distance = next - u16::from(sooner);
                    self.none_within = Plies(distance - 1);
                    return Ok(Finding::win(attacker, turn, distance));
                }
            }
            self.none_within = Plies(next);
        }
        let cannot = |attacker| Fact {
            goal: Goal::win(attacker, plies.0),
            can: false,
        };
        Ok(Finding {
            verdict: Verdict::None,
            keep: Some(cannot(!turn)),
            proof: vec![cannot(turn), cannot(!turn)],
        })
    }

    /// The verdict without a limit on plies.
    ///
    /// Wins that are near are found with their distance. Then, whoever can force a win
    /// does so with few moves that are not extends, and as long as nobody is found to,
    /// more of them are allowed. If both sides can hold, it is a draw.
    fn ever(&mut self) -> Result<Finding, Stop> {
        let empty = u16::try_from(self.root.empty().count()).unwrap_or(0);
        let near = self.within(Plies(empty + 2))?;
        if near.verdict != Verdict::None {
            return Ok(near);
        }
        if let Some(plies) = self.inquiry.plies_allowed(&self.root) {
            let left = Left::Plies(plies);
            return self.with(left, &mut [None; 2])?.ok_or(Stop::TooDeep);
        }
        let mut holds = [None; 2];
        for idle in 0..Plies::MOST.0 {
            if let Some(finding) = self.with(Left::Idle(idle), &mut holds)? {
                return Ok(finding);
            }
        }
        Err(Stop::TooDeep)
    }

    /// The verdict if either side can force a win with what is left, or both can hold.
    /// `holds` is what either side is known to be able to hold with.
    fn with(&mut self, left: Left, holds: &mut [Option<Fact>; 2]) -> Result<Option<Finding>, Stop> {
        let turn = self.root.turn();
        for attacker in [turn, !turn] {
            let aim = Aim::Win;
            let win = Goal {
                attacker,
                aim,
                left,
            };
            if self.can_force(win)? {
                return Ok(Some(Finding::win_in_time(attacker, turn, win)));
            }
            let aim = Aim::Hold;
            let goal = Goal { aim, ..win };
            if holds[attacker.index()].is_none()
                && self.inquiry.can_be_drawn(&self.root, left)
                && self.can_force(goal)?
            {
                holds[attacker.index()] = Some(Fact { goal, can: true });
            }
        }
        let [Some(red), Some(blue)] = *holds else {
            return Ok(None);
        };
        Ok(Some(Finding {
            verdict: Verdict::Draw,
            keep: holds[turn.index()],
            proof: vec![red, blue],
        }))
    }

    fn can_force(&mut self, goal: Goal) -> Result<bool, Stop> {
        self.inquiry.can_force_alive(&self.root, goal)
    }

    /// First moves that keep a fact true: one, or all.
    fn moves(&mut self, fact: Option<Fact>, question: Question) -> Result<Vec<Move>, Stop> {
        let Some(Fact { goal, can }) = fact else {
            return Ok(Vec::new());
        };
        let root = self.root;
        if question.all_moves && matches!(goal.left, Left::Idle(_)) {
            self.inquiry
                .all_moves_in_time(&root, goal.attacker, goal.aim)
        } else if question.all_moves {
            self.inquiry.all_moves(&root, goal, can)
        } else {
            Ok(self
                .inquiry
                .one_move(&root, goal, can)?
                .into_iter()
                .collect())
        }
    }

    /// Best play of both sides, to the end; as far as the budget allows.
    fn line(&mut self, verdict: Verdict, first: &[Move]) -> Vec<Move> {
        let turn = self.root.turn();
        let (attacker, mut left) = match verdict {
            Verdict::Win(Some(plies)) => (turn, plies.0),
            Verdict::Loss(Some(plies)) => (!turn, plies.0),
            _ => return Vec::new(),
        };
        let mut position = self.root;
        let mut line = Vec::new();
        if let Some(&mv) = first.first() {
            line.push(mv);
            position = position.after(mv, self.inquiry.rules);
            left -= 1;
        }
        while left > 0 {
            let can = position.turn() == attacker;
            let goal = Goal::win(attacker, if can { left } else { left - 1 });
            let Ok(Some(mv)) = self.inquiry.one_move(&position, goal, can) else {
                break;
            };
            line.push(mv);
            position = position.after(mv, self.inquiry.rules);
            left -= 1;
        }
        line
    }
}
