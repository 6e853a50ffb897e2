//! `mobility: N` or `{ red, blue }`.

use super::kind::StepSyntax;
use super::text::compare_values;
use crate::tester::performer::{Performer, Problem, Progress, Role, Step, StepAt};
use crate::tester::syntax::Node;
use crate::tester::syntax::parser::StepParser;
use ataxx_core::board::{Color, Move, Position, Rules};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

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
    const DESCRIPTION: &'static str = "The side to move has this many legal moves, or either side \
        as if it were to move. Extends to a square count once, a pass does not count.";
    const REFERENCE: (&'static str, &'static str) = (
        "`mobility: N` or `{ red, blue }`",
        "how many legal moves the side to move has, or either side as if it were to move; extends \
         to one square are one move, and a pass is none",
    );

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
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let position = performer.look_closely(&at.value(), "its legal moves")?;
        let rules = performer.subject.referee().rules();
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
                Ok(Progress::Done)
            }
        }
    }

    fn role(&self) -> Role {
        Role::Observation
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
