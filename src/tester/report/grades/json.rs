//! Points for programs.

use super::{Grade, Graded};
use crate::tester::Outcome;
use crate::tester::report::Points;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct All<'a> {
    programs: Vec<Program<'a>>,
}

#[derive(Serialize)]
struct Program<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a str>,
    complete: bool,
    points: Points,
    tags: &'a BTreeMap<String, Points>,
    scenarios: Vec<Scenario<'a>>,
}

#[derive(Serialize)]
struct Scenario<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
    tags: &'a [String],
    outcome: Outcome,
    points: Points,
    #[serde(skip_serializing_if = "str::is_empty")]
    message: &'a str,
}

/// One JSON object with `programs`.
///
/// # Errors
///
/// None that is known: there is nothing in it that JSON cannot hold.
pub fn json(grades: &[Grade]) -> serde_json::Result<String> {
    let programs = grades.iter().map(program).collect();
    serde_json::to_string(&All { programs })
}

fn program(grade: &Grade) -> Program<'_> {
    Program {
        name: &grade.program,
        command: grade.command.as_deref(),
        complete: grade.complete,
        points: grade.total,
        tags: &grade.tags,
        scenarios: grade.scenarios.iter().map(scenario).collect(),
    }
}

fn scenario(graded: &Graded) -> Scenario<'_> {
    Scenario {
        name: &graded.identity.name,
        file: &graded.identity.file,
        line: graded.identity.line,
        tags: &graded.identity.tags,
        outcome: graded.outcome,
        points: graded.points,
        message: &graded.message,
    }
}
