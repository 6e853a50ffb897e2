//! `perft: { depth, nodes, by-origin }`.

use super::kind::StepSyntax;
use super::moves::in_position;
use super::text::compare_values;
use crate::tester::Place;
use crate::tester::performer::{Performer, Problem, Progress, Role, Step, StepAt};
use crate::tester::syntax::Node;
use crate::tester::syntax::parser::StepParser;
use ataxx_core::board;
use ataxx_core::board::perft::{Counter, CounterOptions, Counting, Hooks, Unfinished};
use schemars::JsonSchema;
use serde::Deserialize;

/// A count of leaves.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Perft {
    /// How many plies deep.
    depth: u8,
    /// How many leaves there are.
    nodes: u64,
    /// Count an extend once for each origin.
    #[serde(default)]
    by_origin: bool,
}

impl StepSyntax for Perft {
    const KEY: &'static str = "perft";
    const DESCRIPTION: &'static str = "The number of leaves of the tree of legal moves.";
    const REFERENCE: (&'static str, &'static str) = (
        "`perft: { depth, nodes, by-origin }`",
        "how many leaves the tree of legal moves has",
    );

    type Written = Self;

    fn parse(written: Self, _: &mut StepParser, _: &Node) -> Option<Self> {
        Some(written)
    }
}

impl Step for Perft {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let place = at.value();
        let (position, counted) = match self.counted_by_program(performer, &place)? {
            Some(counted) => (*performer.subject.referee().position(), counted),
            None => self.counted_on_board(performer, &place)?,
        };
        compare_values(at, Some("nodes"), "nodes", &self.nodes, &counted)
            .map_err(|problem| problem.with_help([in_position(&position)]))
    }

    fn role(&self) -> Role {
        Role::Observation
    }
}

impl Perft {
    /// The count by the program, if it can count.
    fn counted_by_program(
        &self,
        performer: &mut Performer,
        place: &Place,
    ) -> Result<Option<u64>, Problem> {
        let deadline = performer.deadline();
        let counted = performer.subject.perft(self.depth, deadline);
        let counted = counted.map_err(Problem::of(place))?;
        if counted.is_some() && self.by_origin {
            let reason = "an engine of UAI counts an extend to a square once";
            return Err(Problem::unsupported(place, reason));
        }
        Ok(counted)
    }

    /// The count by this program, from the position of the subject.
    fn counted_on_board(
        &self,
        performer: &mut Performer,
        place: &Place,
    ) -> Result<(board::Position, u64), Problem> {
        let position = performer.look_closely(place, "the number of moves")?;
        let settings = CounterOptions {
            counting: if self.by_origin {
                Counting::ByOrigin
            } else {
                Counting::ByDestination
            },
            ..CounterOptions::default()
        };
        let stop = performer.context.stop;
        let hooks = Hooks {
            cancel: stop,
            ..Hooks::none()
        };
        let counted = Counter::new(performer.subject.referee().rules(), &settings)
            .map_err(|error| error.to_string())
            .and_then(|mut counter| {
                let counted = counter.count_with(&position, self.depth, &hooks);
                counted.or_else(|error| match error {
                    Unfinished::Stopped => Ok(0),
                    Unfinished::TooMany => Err(error.to_string()),
                })
            });
        let counted = counted.map_err(|reason| Problem::wrong(place, "perft", reason))?;
        if stop.is_requested() {
            return Err(Problem::interrupted(place));
        }
        Ok((position, counted))
    }
}
