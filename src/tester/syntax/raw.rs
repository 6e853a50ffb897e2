//! The form of scenario files. The schema for editors is made from these types, so that the
//! doc comments are for people who write scenarios.

use super::patterns;
use super::value::{Text, Texts, Time};
use crate::tester::steps::AnyStep;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A file of scenarios for `ataxx test`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("required" = ["scenarios"]))]
pub struct File {
    /// What the scenarios of this file are about.
    pub suite: Option<Text>,
    /// More about it, for people.
    pub description: Option<Text>,
    /// The document that a session follows, where a scenario does not say otherwise: 2008, 2016
    /// or 2022.
    #[schemars(schema_with = "patterns::dialect")]
    pub dialect: Option<Text>,
    /// The rules to play by, where it is not a session that is tested: 2008, 2016, 2022, uai or
    /// reloaded.
    #[schemars(schema_with = "patterns::rules")]
    pub rules: Option<Text>,
    /// The command line of the program under test, which speaks the dialect.
    pub program: Option<Text>,
    /// The command line of a UAI engine under test.
    pub uai: Option<Text>,
    /// Options that a UAI engine under test is set before anything else, each with its value;
    /// nothing (`""`) for a button.
    pub options: BTreeMap<String, Text>,
    /// The command line of a Reloaded agent under test.
    pub agent: Option<Text>,
    /// How many positions an AI of this program looks at for a move.
    pub nodes: Option<u64>,
    /// How long an AI of this program thinks about a move.
    pub move_time: Option<Time>,
    /// How long things may take.
    pub time: Option<Limits>,
    /// Words to select scenarios by.
    pub tags: Vec<Text>,
    /// Texts to use as `${name}`.
    pub vars: BTreeMap<String, Text>,
    /// How many points each scenario is worth (1).
    pub points: Option<u32>,
    /// Steps before those of each scenario.
    #[schemars(with = "Vec<AnyStep>")]
    pub before: Vec<serde_yaml::Value>,
    /// Steps after those of each scenario, whether it got to its end or not, unless its time is over.
    #[schemars(with = "Vec<AnyStep>")]
    pub after: Vec<serde_yaml::Value>,
    /// The scenarios.
    #[schemars(with = "Vec<Scenario>", length(min = 1))]
    pub scenarios: Vec<serde_yaml::Value>,
}

/// A scenario: what is done, and what is to come of it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(extend("required" = ["name"]))]
pub struct Scenario {
    /// What it shows, in a few words; no other scenario of the file has the same name.
    pub name: Option<Text>,
    /// More about it, for people.
    pub description: Option<Text>,
    /// The document that a session follows: 2008, 2016 or 2022.
    #[schemars(schema_with = "patterns::dialect")]
    pub dialect: Option<Text>,
    /// The rules to play by, where it is not a session that is tested: 2008, 2016, 2022, uai or
    /// reloaded.
    #[schemars(schema_with = "patterns::rules")]
    pub rules: Option<Text>,
    /// The command line of the program under test, which speaks the dialect.
    pub program: Option<Text>,
    /// The command line of a UAI engine under test.
    pub uai: Option<Text>,
    /// Options that a UAI engine under test is set before anything else, each with its value;
    /// nothing (`""`) for a button.
    pub options: BTreeMap<String, Text>,
    /// The command line of a Reloaded agent under test.
    pub agent: Option<Text>,
    /// How many positions an AI of this program looks at for a move.
    pub nodes: Option<u64>,
    /// How long an AI of this program thinks about a move.
    pub move_time: Option<Time>,
    /// How long things may take.
    pub time: Option<Limits>,
    /// Words to select scenarios by, besides those of the file.
    pub tags: Vec<Text>,
    /// Texts to use as `${name}`, besides those of the file.
    pub vars: BTreeMap<String, Text>,
    /// How many points it is worth (1).
    pub points: Option<u32>,
    /// One scenario for each combination of these values, used as `${name}`: a list for each
    /// name, or a list of mappings.
    #[schemars(schema_with = "patterns::matrix")]
    pub matrix: Option<serde_yaml::Value>,
    /// Not to be run, for this reason.
    pub skip: Option<Text>,
    /// Only to be run where all of this is so: `session`, `program`, `uai`, `agent`, `unix`,
    /// `windows`.
    #[schemars(schema_with = "patterns::conditions")]
    pub only_if: Option<Texts>,
    /// It fails, for this reason, and should not.
    pub expected_failure: Option<Text>,
    /// Files that it brings along, each with its text: `load ${files}/NAME` loads one. `${files}` is
    /// the folder in which they are while the scenario runs.
    pub files: BTreeMap<String, Text>,
    /// The position it begins with: a FEN, the rows of a board with the side to move and the count
    /// of jumps, or `start`.
    pub position: Option<Text>,
    /// What is done and checked, in order.
    #[schemars(with = "Vec<AnyStep>")]
    pub steps: Vec<serde_yaml::Value>,
}

/// How long things may take.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Limits {
    /// A step (10s).
    pub step: Option<Time>,
    /// A scenario (60s).
    pub scenario: Option<Time>,
}
