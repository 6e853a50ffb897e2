//! Reading scenario files.

use super::decode::{Decoder, what_is};
use super::parser::StepParser;
use super::raw;
use super::tree::{Node, value_of};
use super::value::Text;
use super::variables::{Variables, captured_names, combinations, substitute};
use crate::opponents::subject::SubjectChoice;
use crate::session::Dialect;
use crate::session::Files;
use crate::tester::performer::{
    Condition, FOLDER_VARIABLE, Role, Scenario, ScenarioFiles, StepAt, is_file_name,
};
use crate::tester::report::Identity;
use crate::tester::{Place, SourceText, steps};
use ataxx_core::board::Rules;
use ataxx_core::diagnostic::Diagnostic;
use serde_yaml::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The default time limit of a step.
const STEP_LIMIT: Duration = Duration::from_secs(10);
/// The default time limit of a scenario.
const LIMIT: Duration = Duration::from_secs(60);
/// The depth to which files can include others.
const DEEPEST: usize = 16;

/// Reads a scenario file, with these texts for variables of the file.
pub fn load(
    source: &SourceText,
    files: &dyn Files,
    variables: &[(&str, String)],
) -> Result<Vec<(Identity, Scenario)>, Vec<Diagnostic>> {
    let mut decoder = Decoder::of(source.clone());
    let read = parsed(source, &mut decoder).map(|(value, root)| {
        let folder = Path::new(&*source.name).parent().map(Path::to_owned);
        let mut file: raw::File = decoder.fields(&value, &root);
        let variables = variables.iter();
        let variables = variables.map(|(name, text)| ((*name).to_owned(), Text(text.clone())));
        file.vars.extend(variables);
        Loader {
            file,
            root: &root,
            decoder: &mut decoder,
            files,
            folder: folder.as_deref(),
            names: HashSet::new(),
        }
        .scenarios()
    });
    match read {
        Some(scenarios) if decoder.count() == 0 => Ok(scenarios),
        _ => Err(decoder.into_errors()),
    }
}

/// The values of a file and their places. Errors go to the decoder.
pub fn parsed(source: &SourceText, decoder: &mut Decoder) -> Option<(Value, Node)> {
    let root = Node::parse(&source.text).map_err(|error| decoder.wrong_yaml(error));
    let root = root.ok()?;
    let doubled = root.doubled_keys();
    for (first, second) in &doubled {
        let key = second.scalar().unwrap_or_default();
        let diagnostic = Diagnostic::error("doubled-key", format!("the key `{key}` stands twice"));
        decoder.wrong_twice([first.span.clone(), second.span.clone()], diagnostic);
    }
    if !doubled.is_empty() {
        return None;
    }
    let value = value_of(&source.text).map_err(|error| decoder.wrong_yaml(error));
    Some((value.ok()?, root))
}

/// One of the scenarios that a matrix stands for.
struct Instance {
    /// Its variables.
    variables: Variables,
    /// The names of variables that are captured while it runs.
    later: BTreeSet<String>,
}

struct Loader<'a> {
    file: raw::File,
    root: &'a Node,
    decoder: &'a mut Decoder,
    files: &'a dyn Files,
    folder: Option<&'a Path>,
    /// The names of the scenarios so far.
    names: HashSet<String>,
}

impl Loader<'_> {
    fn scenarios(&mut self) -> Vec<(Identity, Scenario)> {
        if self.file.scenarios.is_empty() && self.decoder.count() == 0 {
            let message = "there are no scenarios in this file: expected a list under `scenarios`";
            self.decoder.error(0..0, "no-scenarios", message);
        }
        let mut loaded: Vec<(Identity, Scenario)> = Vec::new();
        let nodes = self.root.get("scenarios").map_or(&[][..], Node::items);
        for (value, node) in self.file.scenarios.clone().iter().zip(nodes) {
            self.scenario(value, node, &mut loaded);
        }
        loaded
    }

    /// Adds a scenario of the file: one for each combination of its matrix.
    fn scenario(&mut self, value: &Value, node: &Node, loaded: &mut Vec<(Identity, Scenario)>) {
        let Some(name) = value.get("name") else {
            // It may be no mapping, which this reports.
            let _: raw::Scenario = self.decoder.fields(value, node);
            if value.is_mapping() {
                let message = "this scenario has no `name`";
                self.decoder.error(head(node), "missing-key", message);
            }
            return;
        };
        let matrix = node.get("matrix").unwrap_or(node);
        let mut later = BTreeSet::new();
        captured_names(value, &mut later);
        let is_captured = later.contains(FOLDER_VARIABLE);
        if value.get("files").is_some() {
            later.insert(FOLDER_VARIABLE.to_owned());
        }
        let own = value.get("vars").and_then(|vars| {
            let node = node.get("vars").unwrap_or(node);
            self.decoder
                .one::<BTreeMap<String, Text>>(vars.clone(), node)
        });
        let mut variables = Variables::new();
        for (name, Text(text)) in self.file.vars.iter().chain(own.iter().flatten()) {
            variables.insert(name.clone(), Value::String(text.clone()));
        }
        let combinations = combinations(value.get("matrix"), matrix, self.decoder);
        let is_chosen = |(chosen, _): &(Variables, _)| chosen.contains_key(FOLDER_VARIABLE);
        let is_taken = variables.contains_key(FOLDER_VARIABLE)
            || is_captured
            || combinations.iter().any(is_chosen);
        if let Some(files) = node.get("files").filter(|_| is_taken) {
            let message = "with `files`, no other variable can be called `files`";
            self.decoder
                .error(files.span.clone(), "doubled-name", message);
        }
        for (chosen, words) in combinations {
            let mut variables = variables.clone();
            variables.extend(chosen);
            let mut instance = Instance {
                variables,
                later: later.clone(),
            };
            let errors_before = self.decoder.count();
            let value = &self.heading(value, node, &instance);
            let raw: raw::Scenario = self.decoder.fields(value, node);
            let Some(Text(given)) = raw.name.clone() else {
                continue;
            };
            // The combination is part of the name, unless the name has variables.
            let varies = name.as_str() != Some(&*given);
            let full_name = if words.is_empty() || varies {
                given
            } else {
                format!("{given} [{words}]")
            };
            if self.names.contains(&full_name) {
                let message = format!("another scenario of this file is called `{full_name}`");
                let at = node.get("name").unwrap_or(node);
                self.decoder.error(at.span.clone(), "doubled-name", message);
                continue;
            }
            let identity = Identity {
                file: self.decoder.file.source.name.to_string(),
                line: self.decoder.file.source.line_of(head(node).start),
                suite: self.file.suite.clone().map(|Text(suite)| suite),
                name: full_name,
                tags: self.tags(&raw),
                points: raw.points.or(self.file.points).unwrap_or(1),
            };
            if let Some(scenario) = self.one(&raw, node, &mut instance, errors_before) {
                self.names.insert(identity.name.clone());
                loaded.push((identity, scenario));
            }
        }
    }

    fn tags(&self, raw: &raw::Scenario) -> Vec<String> {
        let mut tags: Vec<String> = Vec::new();
        for Text(tag) in self.file.tags.iter().chain(&raw.tags) {
            if !tags.contains(tag) {
                tags.push(tag.clone());
            }
        }
        tags
    }

    fn one(
        &mut self,
        raw: &raw::Scenario,
        node: &Node,
        instance: &mut Instance,
        errors_before: usize,
    ) -> Option<Scenario> {
        let dialect = self.dialect(raw, node)?;
        let rules = self.rules(raw, node, dialect)?;
        let conditions = self.conditions(raw, node);
        let subject = self.subject(raw);
        let files = self.brought_files(raw, node);
        let mut steps = Vec::new();
        let mut parser = self.parser(rules);
        let position = node.get("position").unwrap_or(node);
        let start = raw.position.as_ref().and_then(|text| {
            let game = parser.game(text, position)?;
            let place = parser.decoder.file.with_span(position.span.clone());
            Some((Box::new(game), place))
        });
        for (key, values) in [("before", &self.file.before.clone()), ("steps", &raw.steps)] {
            let root = if key == "before" { self.root } else { node };
            let list = root.get(key).unwrap_or(root);
            for (value, node) in values.iter().zip(list.items()) {
                self.add_step(value, node, (rules, 0), instance, &mut steps);
            }
        }
        let mut after = Vec::new();
        let list = self.root.get("after").unwrap_or(self.root);
        for (value, node) in self.file.after.clone().iter().zip(list.items()) {
            self.add_step(value, node, (rules, 0), instance, &mut after);
        }
        // Other errors may be why there is none.
        let is_sound = self.decoder.count() == errors_before;
        if is_sound
            && steps
                .iter()
                .all(|at: &StepAt| at.step.role() == Role::Action)
        {
            let diagnostic = Diagnostic::error("no-check", "there is no check in this scenario")
                .with_help([
                    "a step such as `board`, `result` or `error` checks something".to_owned(),
                ]);
            self.decoder.wrong(head(node), diagnostic);
        }
        let limits = [raw.time, self.file.time];
        let limit = |of: fn(raw::Limits) -> Option<super::value::Time>| {
            limits
                .iter()
                .flatten()
                .find_map(|limits| of(*limits))
                .map(|time| time.0)
        };
        let text = |text: &Option<Text>| text.clone().map(|Text(text)| text);
        Some(Scenario {
            description: text(&raw.description),
            place: self.decoder.file.with_span(head(node)),
            dialect,
            rules,
            subject,
            engine_options: engine_options(&self.file.options, &raw.options),
            nodes: raw.nodes.or(self.file.nodes),
            move_time: raw.move_time.or(self.file.move_time).map(|time| time.0),
            step_limit: limit(|limits| limits.step).unwrap_or(STEP_LIMIT),
            limit: limit(|limits| limits.scenario).unwrap_or(LIMIT),
            skip: text(&raw.skip),
            conditions,
            files,
            expected_failure: text(&raw.expected_failure),
            start,
            steps: steps.into(),
            after: after.into(),
        })
    }

    const fn parser(&mut self, rules: Rules) -> StepParser<'_> {
        StepParser {
            decoder: self.decoder,
            rules,
            files: self.files,
            folder: self.folder,
        }
    }

    /// The value of a key in the scenario, or else in the file, and its place.
    fn either<'r>(
        &'r self,
        key: &str,
        here: Option<&'r Text>,
        above: Option<&'r Text>,
        node: &'r Node,
    ) -> Option<(Text, Node)> {
        let (text, root) = match (here, above) {
            (Some(text), _) => (text, node),
            (None, above) => (above?, self.root),
        };
        Some((text.clone(), root.get(key).unwrap_or(root).clone()))
    }

    fn dialect(&mut self, raw: &raw::Scenario, node: &Node) -> Option<Dialect> {
        let (here, above) = (raw.dialect.as_ref(), self.file.dialect.as_ref());
        let Some((text, at)) = self.either("dialect", here, above, node) else {
            return Some(Dialect::default());
        };
        let names = Dialect::ALL.iter();
        let names: Vec<_> = names.map(|&dialect| (dialect.name(), dialect)).collect();
        let mut parser = self.parser(Rules::default());
        parser.named(&text, &at, "a dialect", &names)
    }

    fn rules(&mut self, raw: &raw::Scenario, node: &Node, dialect: Dialect) -> Option<Rules> {
        let (here, above) = (raw.rules.as_ref(), self.file.rules.as_ref());
        match self.either("rules", here, above, node) {
            Some((text, at)) => self.parser(Rules::default()).rules(&text, &at),
            None => Some(dialect.rules()),
        }
    }

    fn conditions(&mut self, raw: &raw::Scenario, node: &Node) -> Vec<Condition> {
        let Some(texts) = &raw.only_if else {
            return Vec::new();
        };
        let node = node.get("only-if").unwrap_or(node);
        let mut conditions = Vec::new();
        for (index, text) in texts.0.iter().enumerate() {
            let (node, text) = (node.items().get(index).unwrap_or(node), Text(text.clone()));
            let mut parser = self.parser(Rules::default());
            conditions.extend(parser.named(&text, node, "a condition", &Condition::ALL));
        }
        conditions
    }

    fn brought_files(&mut self, raw: &raw::Scenario, node: &Node) -> Option<Arc<ScenarioFiles>> {
        let node = node.get("files")?;
        for (key, _) in node.entries() {
            let name = key.scalar().unwrap_or_default();
            if !is_file_name(name) {
                let message = format!(
                    "`{name}` is not the name of a file: expected ASCII letters, digits, `.`, `-` and `_`"
                );
                self.decoder.error(key.span.clone(), "file-name", message);
            }
        }
        let texts = raw.files.iter();
        let texts = texts.map(|(name, Text(text))| (name.clone(), text.clone()));
        let place = self.decoder.file.with_span(node.span.clone());
        Some(Arc::new(ScenarioFiles::new(texts.collect(), place)))
    }

    fn subject(&self, raw: &raw::Scenario) -> Option<SubjectChoice> {
        let choice = |program: &Option<Text>, uai: &Option<Text>, agent: &Option<Text>| {
            let of = |text: &Option<Text>| text.clone().map(|Text(text)| text);
            of(program)
                .map(SubjectChoice::Program)
                .or_else(|| of(uai).map(SubjectChoice::Uai))
                .or_else(|| of(agent).map(SubjectChoice::Agent))
        };
        choice(&raw.program, &raw.uai, &raw.agent)
            .or_else(|| choice(&self.file.program, &self.file.uai, &self.file.agent))
    }

    /// A scenario with its variables replaced, but for those in its steps.
    fn heading(&mut self, value: &Value, node: &Node, instance: &Instance) -> Value {
        let mut heading = value.clone();
        let steps = heading
            .as_mapping_mut()
            .and_then(|keys| keys.remove("steps"));
        let (variables, later) = (&instance.variables, &instance.later);
        let mut heading = substitute(&heading, node, variables, later, self.decoder);
        if let (Some(keys), Some(steps)) = (heading.as_mapping_mut(), steps) {
            keys.insert("steps".into(), steps);
        }
        heading
    }

    /// Adds a step, or the steps of the file that it includes, which is `depth` files deep.
    fn add_step(
        &mut self,
        value: &Value,
        node: &Node,
        (rules, depth): (Rules, usize),
        instance: &mut Instance,
        steps: &mut Vec<StepAt>,
    ) {
        let (variables, later) = (&instance.variables, &instance.later);
        let value = substitute(value, node, variables, later, self.decoder);
        let included = node.get(steps::INCLUDE.key);
        let Some(inner) = included.filter(|_| node.entries().len() == 1) else {
            steps.extend(steps::parse(&value, &mut self.parser(rules), node));
            return;
        };
        let name = value.get(steps::INCLUDE.key).cloned().unwrap_or_default();
        let Some(Text(name)) = self.decoder.one(name, inner) else {
            return;
        };
        let at = inner.span.clone();
        if depth == DEEPEST {
            let message = format!("more than {DEEPEST} files include one another");
            self.decoder.error(at, "include", message);
            return;
        }
        let file = match self.files.read(&name, self.folder) {
            Ok(file) => file,
            Err(error) => {
                self.decoder.wrong(at, error.diagnostic(&name));
                return;
            }
        };
        let outer = &self.decoder.file;
        let sources = outer.included_from.iter().map(|(source, _)| source);
        if sources
            .chain([&outer.source])
            .any(|source| *source.name == *file.name)
        {
            let message = format!("`{name}` includes itself");
            self.decoder.error(at, "include", message);
            return;
        }
        let mut included_from = vec![(self.decoder.file.source.clone(), at)];
        included_from.extend(self.decoder.file.included_from.iter().cloned());
        let source = SourceText::new(file.name, file.text);
        let place = Place {
            source: source.clone(),
            span: 0..0,
            included_from,
        };
        let outer = std::mem::replace(&mut self.decoder.file, place);
        if let Some((value, root)) = parsed(&source, self.decoder) {
            captured_names(&value, &mut instance.later);
            if !value.is_sequence() {
                let message = format!("expected a list of steps, found {}", what_is(&root));
                self.decoder.error(head(&root), "type", message);
            }
            let values = value.as_sequence().into_iter().flatten();
            for (value, node) in values.zip(root.items()) {
                self.add_step(value, node, (rules, depth + 1), instance, steps);
            }
        }
        self.decoder.file = outer;
    }
}

/// The options of an engine: those of the file that the scenario does not set, and its own.
fn engine_options(
    file: &BTreeMap<String, Text>,
    own: &BTreeMap<String, Text>,
) -> Vec<(String, Option<String>)> {
    let is_set = |name: &String| own.keys().any(|other| other.eq_ignore_ascii_case(name));
    let of_file = file.iter().filter(|(name, _)| !is_set(name));
    of_file
        .chain(own)
        .map(|(name, Text(value))| (name.clone(), Some(value.clone())))
        .collect()
}

/// The place of a scenario: its first key.
fn head(node: &Node) -> Range<usize> {
    match node.entries().first() {
        Some((key, _)) => key.span.clone(),
        None => node.span.start..node.span.start,
    }
}
