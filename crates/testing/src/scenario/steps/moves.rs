//! Checks of the legal moves: `legal: { count, only, contains, without }`,
//! `mobility: N` or `{ red, blue }`, `perft: { depth, nodes, by-origin }`.

use super::common::StepSyntax;
use super::common::{compare_moves, compare_values, in_position};
use crate::report::Place;
use crate::scenario::performer::{Performer, Problem, Role, Scenario, Step, StepAt};
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::value::Texts;
use crate::scenario::syntax::{Node, patterns};
use ataxx_core::board::perft::{Counter, CounterOptions, Counting, Hooks, Unfinished};
use ataxx_core::board::{Color, Move, Position, Rules};
use ataxx_core::notation::BerkeleyMove;
use ataxx_opponents::subject::SubjectChoice;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// Checks the legal moves.
#[derive(Debug)]
pub struct Legal {
    count: Option<usize>,
    only: Option<Vec<BerkeleyMove>>,
    contains: Vec<BerkeleyMove>,
    without: Vec<BerkeleyMove>,
}

/// The legal moves.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "Legal", extend("minProperties" = 1))]
pub struct Written {
    /// The number of moves; extends to one square count once.
    count: Option<u32>,
    /// These moves and no others.
    #[schemars(schema_with = "patterns::all_moves")]
    only: Option<Texts>,
    /// These moves, and perhaps others.
    #[schemars(schema_with = "patterns::moves")]
    contains: Option<Texts>,
    /// None of these moves.
    #[schemars(schema_with = "patterns::moves")]
    without: Option<Texts>,
}

impl StepSyntax for Legal {
    const KEY: &'static str = "legal";
    const FORM: &'static str = "`legal: { count, only, contains, without }`";
    const DESCRIPTION: &'static str =
        "Checks the legal moves. Extends to one square are one move, whatever their origin.";

    type Written = Written;

    fn parse(written: Written, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let mut list = |texts: &Option<Texts>, key| match texts {
            Some(texts) => Some(parser.moves(texts, node, key)?),
            None => Some(Vec::new()),
        };
        let contains = list(&written.contains, "contains")?;
        let without = list(&written.without, "without")?;
        let only = match &written.only {
            // A finished game has none.
            Some(texts) if texts.0.iter().all(|text| text.trim().is_empty()) => Some(Vec::new()),
            Some(texts) => Some(parser.moves(texts, node, "only")?),
            None => None,
        };
        if written.count.is_none() && only.is_none() && contains.is_empty() && without.is_empty() {
            parser.empty_check(node, "`count`, `only`, `contains` or `without`");
            return None;
        }
        Some(Self {
            count: written.count.map(|count| count as usize),
            only,
            contains,
            without,
        })
    }
}

impl Step for Legal {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let position = performer.position_for(at)?;
        let rules = performer.subject().referee().rules();
        let moves: Vec<Move> = position.legal_moves(rules).collect();
        let mut problems = Vec::new();
        if let Some(expected) = self.count {
            let compared =
                compare_values(at, Some("count"), "legal moves", &expected, &moves.len());
            problems.extend(compared.err());
        }
        if let Some(only) = &self.only {
            problems.extend(compare_moves(&position, only, &moves, at, "only").err());
        }
        let is_legal =
            |mv: &BerkeleyMove| mv.on(&position).is_some_and(|known| moves.contains(&known));
        for (key, list, wanted) in [
            ("contains", &self.contains, true),
            ("without", &self.without, false),
        ] {
            if let Some(mv) = list.iter().find(|mv| is_legal(mv) != wanted) {
                let not = if wanted { "not " } else { "" };
                let message = format!("{mv} is {not}legal");
                let problem = Problem::mismatch(&at.field(key), message);
                problems.push(problem.with_help([in_position(&position)]));
            }
        }
        Problem::any(problems)?;
        Ok(())
    }

    fn role(&self) -> Role {
        Role::Observation
    }

    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        subject.why_no_turn("its legal moves")
    }
}

/// Checks how many legal moves a side has. A pass is no move.
#[derive(Debug)]
pub enum Mobility {
    /// The number for the side to move.
    ToMove(usize),
    /// The number for either side, each as if it were to move.
    Sides(Sides),
}

/// The mobility of either side, as if it were to move.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Mobility", extend("minProperties" = 1))]
pub struct Sides {
    /// Red's legal moves.
    red: Option<usize>,
    /// Blue's legal moves.
    blue: Option<usize>,
}

impl StepSyntax for Mobility {
    const KEY: &'static str = "mobility";
    const FORM: &'static str = "`mobility: N` or `{ red, blue }`";
    const DESCRIPTION: &'static str = "Checks the number of legal moves of the side to move, or \
        of either side as if it were to move. Extends to one square are one move; a pass does not \
        count.";

    type Written = Self;

    fn parse(written: Self, parser: &mut StepParser, node: &Node) -> Option<Self> {
        if let Self::Sides(Sides {
            red: None,
            blue: None,
        }) = written
        {
            parser.empty_check(node, "`red` or `blue`");
            return None;
        }
        Some(written)
    }
}

impl Step for Mobility {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let position = performer.position_for(at)?;
        let rules = performer.subject().referee().rules();
        match self {
            Self::ToMove(expected) => {
                compare_values(at, None, "mobility", expected, &mobility(&position, rules))
            }
            Self::Sides(Sides { red, blue }) => {
                let sides = [(Color::Red, red), (Color::Blue, blue)];
                Problem::any(sides.into_iter().filter_map(|(color, expected)| {
                    let actual = mobility(&position.with_turn(color), rules);
                    let key = color.name();
                    let what = format!("mobility of {key}");
                    compare_values(at, Some(key), &what, expected.as_ref()?, &actual).err()
                }))?;
                Ok(())
            }
        }
    }

    fn role(&self) -> Role {
        Role::Observation
    }

    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        subject.why_no_turn("its legal moves")
    }
}

/// How many legal moves the side to move has.
fn mobility(position: &Position, rules: &Rules) -> usize {
    let moves = position.legal_moves(rules);
    moves.filter(|&mv| mv != Move::Pass).count()
}

impl<'de> Deserialize<'de> for Mobility {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MobilityVisitor)
    }
}

struct MobilityVisitor;

impl<'de> Visitor<'de> for MobilityVisitor {
    type Value = Mobility;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of moves, or one for `red` and `blue`")
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Mobility, E> {
        let number = usize::try_from(number).map_err(E::custom)?;
        Ok(Mobility::ToMove(number))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Mobility, A::Error> {
        Sides::deserialize(MapAccessDeserializer::new(map)).map(Mobility::Sides)
    }
}

impl JsonSchema for Mobility {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "MobilityOfAny".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let sides = generator.subschema_for::<Sides>();
        json_schema!({ "anyOf": [{ "type": "integer", "minimum": 0 }, sides] })
    }
}

/// A count of leaves.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Perft {
    /// The depth in plies.
    depth: u8,
    /// The number of leaves.
    nodes: u64,
    /// Count an extend once for each origin.
    #[serde(default)]
    by_origin: bool,
}

impl StepSyntax for Perft {
    const KEY: &'static str = "perft";
    const FORM: &'static str = "`perft: { depth, nodes, by-origin }`";
    const DESCRIPTION: &'static str = "Checks the number of leaves of the tree of legal moves.";

    type Written = Self;

    fn parse(written: Self, parser: &mut StepParser, node: &Node) -> Option<Self> {
        if written.depth == 0 {
            parser.empty_check(node.get("depth").unwrap_or(node), "a depth of 1 or more");
            return None;
        }
        Some(written)
    }
}

impl Step for Perft {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let (position, counted) = match self.counted_by_program(performer, &place)? {
            Some(counted) => (*performer.subject().referee().position(), counted),
            None => self.counted_on_board(performer, at)?,
        };
        compare_values(at, Some("nodes"), "nodes", &self.nodes, &counted)
            .map_err(|problem| problem.with_help([in_position(&position)]))
    }

    fn role(&self) -> Role {
        Role::Observation
    }

    /// An engine may count itself.
    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        match subject {
            SubjectChoice::Uai(_) => None,
            _ => subject.why_no_turn("the number of moves"),
        }
    }
}

impl Perft {
    /// The count by the program, if it can count.
    fn counted_by_program(
        &self,
        performer: &mut Performer,
        place: &Place,
    ) -> Result<Option<u64>, Problem> {
        let counted = performer.ask(place, |subject, deadline| {
            subject.perft(self.depth, deadline)
        })?;
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
        at: &StepAt,
    ) -> Result<(Position, u64), Problem> {
        let place = &at.value();
        let position = performer.position_for(at)?;
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
        let counted = Counter::new(performer.subject().referee().rules(), &settings)
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
