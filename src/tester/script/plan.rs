//! A script of either format, as steps.

use super::Format;
use crate::board::Color;
use crate::tester::SourceText;
use crate::tester::script::syntax::{
    CommandLine, Content, Entry, FallDirective, FallScript, Part, Pattern, SpringDirective,
};
use std::ops::Range;
use std::time::Duration;

/// What is done in a test.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub format: Format,
    /// One or two parts, a program each.
    pub parts: Vec<PlannedPart>,
}

/// What is done with one program.
#[derive(Clone, Debug)]
pub(super) struct PlannedPart {
    pub source: SourceText,
    pub command: CommandLine,
    pub steps: Vec<Step>,
    /// What is to be recorded (2022).
    pub standard: Option<SourceText>,
}

/// A line of a script.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub action: Action,
    /// The number of its line, counted from 1.
    pub number: usize,
    /// The bytes of the script.
    pub span: Range<usize>,
}

/// What a line of a script does.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// Says this.
    Say(String),
    /// Sets how long an answer, and a game (2022) or the whole test (2016), may take.
    Limit {
        each: Option<Duration>,
        whole: Option<Duration>,
    },
    /// Takes a line that equals this but for the length of its blanks.
    Line(String),
    /// Takes a line that matches.
    Matches(Pattern),
    /// Takes the move of an AI, and hands it to the other program.
    Move,
    /// Takes a result, and records it.
    Result,
    /// Takes moves of AIs up to a result.
    Game { first: Option<Color>, end: GameEnd },
    /// Plays against the other program up to a result.
    Exchange {
        opening: Opening,
        first: Option<Color>,
        end: GameEnd,
    },
}

/// What is done with the result of a game.
#[derive(Clone, Debug)]
pub(super) enum GameEnd {
    /// It may be any, and may be recorded.
    Any { record: bool },
    /// It must match.
    Matching(Pattern),
}

/// Where the first move of a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// From this program.
    Here,
    /// From the other.
    There,
}

impl Plan {
    /// The plan of a script of Spring 2022: for each program what is done, and what
    /// is to be recorded.
    pub fn of_spring(parts: Vec<(Part<SpringDirective>, SourceText, SourceText)>) -> Self {
        let part = |(part, source, standard)| planned(part, source, spring_action, Some(standard));
        Self {
            format: Format::Spring2022,
            parts: parts.into_iter().map(part).collect(),
        }
    }

    /// The plan of a script of Fall 2016.
    pub fn of_fall(script: FallScript, source: &SourceText) -> Self {
        let part = |part| planned(part, source.clone(), fall_action, None);
        Self {
            format: Format::Fall2016,
            parts: script.parts.into_iter().map(part).collect(),
        }
    }
}

fn planned<D>(
    part: Part<D>,
    source: SourceText,
    action: fn(D) -> Action,
    standard: Option<SourceText>,
) -> PlannedPart {
    let step = |entry: Entry<D>| Step {
        action: match entry.content {
            Content::Said(line) => Action::Say(line),
            Content::Directive(directive) => action(directive),
        },
        number: entry.number,
        span: entry.span,
    };
    PlannedPart {
        source,
        command: part.command,
        steps: part.entries.into_iter().map(step).collect(),
        standard,
    }
}

fn spring_action(directive: SpringDirective) -> Action {
    match directive {
        SpringDirective::Time { each, game } => Action::Limit {
            each: Some(each.0),
            whole: Some(game.0),
        },
        SpringDirective::Move => Action::Move,
        SpringDirective::Result => Action::Result,
        SpringDirective::MoveToResult { record } => Action::Game {
            first: None,
            end: GameEnd::Any { record },
        },
        SpringDirective::Remote { record } => Action::Exchange {
            opening: Opening::There,
            first: None,
            end: GameEnd::Any { record },
        },
    }
}

fn fall_action(directive: FallDirective) -> Action {
    match directive {
        FallDirective::Time(time) => Action::Limit {
            each: Some(time.0),
            whole: None,
        },
        FallDirective::TotalTime(time) => Action::Limit {
            each: None,
            whole: Some(time.0),
        },
        FallDirective::Line(text) => Action::Line(text),
        FallDirective::Matches(pattern) => Action::Matches(pattern),
        FallDirective::Game { first, result } => Action::Game {
            first: Some(first),
            end: GameEnd::Matching(result),
        },
        FallDirective::Send { first, result } => Action::Exchange {
            opening: Opening::Here,
            first: Some(first),
            end: GameEnd::Matching(result),
        },
        FallDirective::Receive { first, result } => Action::Exchange {
            opening: Opening::There,
            first: Some(first),
            end: GameEnd::Matching(result),
        },
    }
}

impl Step {
    /// Whether it says nothing that a program heeds.
    pub fn is_idle(&self) -> bool {
        match &self.action {
            Action::Say(line) => {
                let line = line.trim_start();
                line.is_empty() || line.starts_with('#')
            }
            _ => false,
        }
    }
}

impl PlannedPart {
    /// What a step looks like in the script.
    pub fn text(&self, step: &Step) -> &str {
        self.source
            .text
            .get(step.span.clone())
            .unwrap_or_default()
            .trim()
    }
}
