//! Reading scenario files.

use super::decode::{Decoder, what_is};
use super::form;
use super::include::{included, open_included};
use super::needs::{Needing, resolve};
use super::parser::StepParser;
use super::tree::{Node, NodeKind};
use super::value::{Included, Text, Texts, Time};
use super::variables::{
    Scope, Variables, captured_names, combinations, defined, named_values, substitute, text_value,
    used_names,
};
use super::yaml_error::syntax_error;
use crate::report::{Identity, Place, SourceText, Visibility};
use crate::runner::Task;
use crate::scenario::performer::{
    Condition, FOLDER_VARIABLE, Role, Scenario, ScenarioFiles, StepAt, is_file_name,
};
use crate::scenario::steps;
use ataxx_core::board::Rules;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_opponents::subject::SubjectChoice;
use ataxx_session::{Dialect, Files};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The default time limit of a step.
const STEP_LIMIT: Duration = Duration::from_secs(10);
/// The default time limit of a scenario.
const LIMIT: Duration = Duration::from_secs(60);

/// Reads a scenario file, with these texts for variables of the file.
pub fn load(
    source: &SourceText,
    files: &dyn Files,
    variables: &[(&str, String)],
) -> Result<Vec<(Identity, Scenario)>, Vec<Diagnostic>> {
    let mut decoder = Decoder::of(source.clone());
    let read = parsed(source, &mut decoder).map(|root| {
        let folder = Path::new(&*source.name).parent().map(Path::to_owned);
        let file: form::File = decoder.fields(&root);
        check_keys(&root, &mut decoder);
        decoder.hint(file.hint.clone(), &root);
        let mut scope = Scope::default();
        // Errors come with the other keys.
        scope
            .variables
            .extend(root.get("vars").into_iter().flat_map(defined));
        let given = variables.iter();
        let given = given.map(|(name, text)| ((*name).to_owned(), text_value(text.clone())));
        scope.variables.extend(given);
        let mut loader = Loader {
            file,
            root: &root,
            own_file: decoder.file.clone(),
            decoder: &mut decoder,
            files,
            folder: folder.as_deref(),
            names: HashSet::new(),
            used: BTreeSet::new(),
            loaded: Vec::new(),
            needing: Vec::new(),
        };
        loader.scenarios(&mut scope);
        loader.set_needs();
        loader.loaded
    });
    match read {
        Some(scenarios) if decoder.count() == 0 => Ok(scenarios),
        _ => Err(decoder.into_errors()),
    }
}

/// The scenarios of a file as tasks.
pub fn tasks(source: &SourceText, files: &dyn Files) -> Result<Vec<Task>, Vec<Diagnostic>> {
    let task = |(identity, scenario): (Identity, Scenario)| Task {
        needs: scenario.needs.clone(),
        ..Task::new(identity, Arc::new(scenario))
    };
    Ok(load(source, files, &[])?.into_iter().map(task).collect())
}

/// The values of a file. Errors go to the decoder.
pub fn parsed(source: &SourceText, decoder: &mut Decoder) -> Option<Node> {
    let root = Node::parse(&source.text)
        .map_err(|error| decoder.wrong_yaml(syntax_error(error, &source.text)));
    let root = root.ok()?;
    let duplicates = root.duplicate_keys();
    for (first, second) in &duplicates {
        let key = second.scalar().unwrap_or_default();
        let diagnostic = Diagnostic::error("doubled-key", format!("duplicate key `{key}`"));
        decoder.duplicate([first.span.clone(), second.span.clone()], diagnostic);
    }
    duplicates.is_empty().then_some(root)
}

/// The command language with these rules, if they are named after those of one: `2022,jump-limit=40`.
fn dialect_under(dialect: Dialect, rules: Rules) -> Dialect {
    let text = rules.to_string();
    let name = text.split(',').next().unwrap_or_default();
    if Dialect::named(name).is_some() {
        dialect.with_rules(rules)
    } else {
        dialect
    }
}

/// Keys of files and scenarios that must have a value, and what is expected.
const WITH_VALUE: [(&str, &str); 8] = [
    ("visibility", "visible, after-due-date or hidden"),
    ("hint", "a text"),
    (
        "needs",
        "a name, or a list of names and tags, `[]` for none",
    ),
    ("skip", "a reason"),
    ("expected-failure", "a reason"),
    ("program", COMMAND_LINE),
    ("uai", COMMAND_LINE),
    ("agent", COMMAND_LINE),
];
const COMMAND_LINE: &str = "a command line";

/// The keys that name what is tested.
const SUBJECTS: [&str; 3] = ["program", "uai", "agent"];

/// Refuses keys of a file or scenario without a value, and a second subject.
fn check_keys(node: &Node, decoder: &mut Decoder) {
    decoder.refuse_without_value(node, &WITH_VALUE);
    let names = node.entries().iter().filter_map(|(key, _)| {
        let name = key.scalar().filter(|name| SUBJECTS.contains(name))?;
        Some((name, key.span.clone()))
    });
    let subjects: Vec<_> = names.collect();
    if let [(first, place), (second, other_place), ..] = &subjects[..] {
        let message =
            format!("`{first}` and `{second}` both name what is tested: expected only one of them");
        let diagnostic = Diagnostic::error("two-subjects", message);
        decoder.duplicate([place.clone(), other_place.clone()], diagnostic);
    }
}

struct Loader<'a> {
    /// The keys of the file of scenarios.
    file: form::File,
    root: &'a Node,
    own_file: Place,
    decoder: &'a mut Decoder,
    files: &'a dyn Files,
    folder: Option<&'a Path>,
    /// The names of the scenarios so far.
    names: HashSet<String>,
    /// The names of the variables in included files.
    used: BTreeSet<String>,
    loaded: Vec<(Identity, Scenario)>,
    /// What each of them needs.
    needing: Vec<Needing>,
}

impl Loader<'_> {
    fn scenarios(&mut self, scope: &mut Scope) {
        if self.file.scenarios.is_empty() && self.decoder.count() == 0 {
            let message = "there are no scenarios in this file: expected a list under `scenarios`";
            self.decoder.error(0..0, "no-scenarios", message);
        }
        for node in self.root.get("scenarios").map_or(&[][..], Node::items) {
            self.scenario_or_include(node, scope);
        }
    }

    /// Adds a scenario, or the scenarios of an included file.
    fn scenario_or_include(&mut self, node: &Node, scope: &mut Scope) {
        match included(node) {
            Some(file) => {
                let value = substitute(file, scope, self.decoder);
                let add = &mut Self::scenario_or_include;
                self.include(&value, file, "scenarios", scope, add);
            }
            None => self.scenario(node, scope),
        }
    }

    /// Adds a scenario of the file: one for each combination of its matrix.
    fn scenario(&mut self, node: &Node, outer: &Scope) {
        let Some(name) = node.get("name") else {
            // It may be no mapping, which this reports.
            let _: form::Scenario = self.decoder.fields(node);
            if matches!(node.kind, NodeKind::Mapping(_)) {
                let message = "this scenario has no `name`";
                self.decoder.error(head(node), "missing-key", message);
            }
            return;
        };
        let mut scope = outer.clone();
        captured_names(node, &mut scope.later);
        let is_captured = scope.later.contains(FOLDER_VARIABLE);
        if node.get("files").is_some() {
            scope.later.insert(FOLDER_VARIABLE.to_owned());
        }
        // Errors come with the other keys.
        scope
            .variables
            .extend(node.get("vars").into_iter().flat_map(defined));
        let combinations = combinations(node.get("matrix"), self.decoder);
        let is_chosen = |(chosen, _): &(Variables, _)| chosen.contains_key(FOLDER_VARIABLE);
        let is_taken = scope.variables.contains_key(FOLDER_VARIABLE)
            || is_captured
            || combinations.iter().any(is_chosen);
        if let Some(files) = node.get("files").filter(|_| is_taken) {
            let message = "with `files`, no other variable can be called `files`";
            let span = files.span.clone();
            self.decoder.error(span, "doubled-name", message);
        }
        for (chosen, words) in combinations {
            let mut scope = scope.clone();
            scope.variables.extend(chosen);
            let errors_before = self.decoder.count();
            let heading = self.heading(node, &scope);
            let form: form::Scenario = self.decoder.fields(&heading);
            check_keys(&heading, self.decoder);
            let Some(Text(given)) = form.name.clone() else {
                continue;
            };
            // The combination is part of the name, unless the name has variables.
            let varies = name.scalar() != Some(&*given);
            let full_name = if words.is_empty() || varies {
                given
            } else {
                format!("{given} [{words}]")
            };
            if self.names.contains(&full_name) {
                let what = "duplicate name: another scenario of this file is called";
                let (span, message) = (name.span.clone(), format!("{what} `{full_name}`"));
                self.decoder.error(span, "doubled-name", message);
                continue;
            }
            // An included scenario belongs to the file that it is run by.
            let included_from = self.decoder.file.included_from.last();
            let start = included_from.map_or(head(node).start, |(_, span)| span.start);
            let hint = self.decoder.hint(form.hint.clone(), &heading);
            let identity = Identity {
                file: self.own_file.source.name.to_string(),
                line: self.own_file.source.line_of(start),
                suite: self.file.suite.clone().map(|Text(suite)| suite),
                name: full_name,
                tags: self.tags(&form),
                points: form.points.or(self.file.points).unwrap_or(1),
                visibility: self.visibility(&form, &heading).unwrap_or_default(),
                hint: hint.or_else(|| self.file.hint.clone().map(|Text(hint)| hint)),
            };
            if let Some(scenario) = self.one(&form, node, &mut scope, errors_before) {
                self.names.insert(identity.name.clone());
                self.needing.push(Needing {
                    short_name: name.scalar().unwrap_or_default().to_owned(),
                    needs: self.needs(&form, node),
                });
                self.loaded.push((identity, scenario));
            }
        }
    }

    /// The names and tags that a scenario needs, with their places; `None` if it names none.
    fn needs(&self, form: &form::Scenario, node: &Node) -> Option<Vec<(String, Place)>> {
        let names = form.needs.as_ref()?;
        let value = node.get("needs").unwrap_or(node);
        Some(places_of(names, value, &self.decoder.file))
    }

    /// Sets the needs of all scenarios, once all are known.
    fn set_needs(&mut self) {
        if self.decoder.count() > 0 {
            // An unknown name may be that of a scenario that could not be read.
            return;
        }
        let of_file = self.file.needs.as_ref().map_or_else(Vec::new, |names| {
            let value = self.root.get("needs").unwrap_or(self.root);
            places_of(names, value, &self.own_file)
        });
        let identities: Vec<&Identity> = self.loaded.iter().map(|(it, _)| it).collect();
        match resolve(&identities, &self.needing, &of_file) {
            Ok(needs) => {
                for ((_, scenario), needs) in self.loaded.iter_mut().zip(needs) {
                    scenario.needs = needs;
                }
            }
            Err(fault) => {
                let (place, error) = *fault;
                let span = place.span.clone();
                self.decoder.file = place;
                self.decoder.wrong(span, error);
            }
        }
    }

    fn tags(&self, form: &form::Scenario) -> Vec<String> {
        let mut tags: Vec<String> = Vec::new();
        for Text(tag) in self.file.tags.iter().chain(&form.tags) {
            if !tags.contains(tag) {
                tags.push(tag.clone());
            }
        }
        tags
    }

    fn one(
        &mut self,
        form: &form::Scenario,
        node: &Node,
        scope: &mut Scope,
        errors_before: usize,
    ) -> Option<Scenario> {
        let dialect = self.dialect(form, node)?;
        let rules = self.rules(form, node, dialect)?;
        let dialect = dialect_under(dialect, rules);
        let conditions = self.conditions(form, node);
        let subject = self.subject(form);
        let files = self.scenario_files(form, node);
        let mut parser = self.parser(rules);
        let position = node.get("position").unwrap_or(node);
        let start = form.position.as_ref().and_then(|text| {
            let game = parser.game(text, position)?;
            let place = parser.decoder.file.with_span(position.span.clone());
            Some((Box::new(game), place))
        });
        let of_file = |key| self.root.get(key).map_or(&[][..], Node::items);
        let (before, after) = (of_file("before"), of_file("after"));
        let mut steps = self.in_own_file(|loader| loader.steps(before, rules, scope));
        let own = node.get("steps").map_or(&[][..], Node::items);
        steps.extend(self.steps(own, rules, scope));
        let after = self.in_own_file(|loader| loader.steps(after, rules, scope));
        // Another error may be the reason.
        let is_sound = self.decoder.count() == errors_before;
        if is_sound && steps.iter().all(|at| at.step.role() == Role::Action) {
            let error = Diagnostic::error("no-check", "there is no check in this scenario");
            let help = "a step such as `board`, `result` or `error` checks something".to_owned();
            self.decoder.wrong(head(node), error.with_help([help]));
        }
        let limits = [form.time, self.file.time];
        let limit = |of: fn(form::Limits) -> Option<Time>| {
            let time = limits.into_iter().flatten().find_map(of);
            time.map(|Time(time)| time)
        };
        let text = |text: &Option<Text>| text.clone().map(|Text(text)| text);
        Some(Scenario {
            description: text(&form.description),
            place: self.decoder.file.with_span(head(node)),
            dialect,
            rules,
            subject,
            engine_options: engine_options(&self.file.options, &form.options),
            nodes: form.nodes.or(self.file.nodes),
            move_time: form.move_time.or(self.file.move_time).map(|time| time.0),
            step_limit: limit(|limits| limits.step).unwrap_or(STEP_LIMIT),
            limit: limit(|limits| limits.scenario).unwrap_or(LIMIT),
            skip: text(&form.skip),
            conditions,
            needs: Vec::new(),
            files,
            expected_failure: text(&form.expected_failure),
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

    /// Runs `act` with the file of scenarios as the current file, not an included one.
    fn in_own_file<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let here = std::mem::replace(&mut self.decoder.file, self.own_file.clone());
        let result = act(self);
        self.decoder.file = here;
        result
    }

    /// Reads the value of a key in the scenario, or else in the file, or else takes the default.
    fn either<T>(
        &mut self,
        key: &str,
        (here, node): (Option<&Text>, &Node),
        (above, default): (Option<Text>, T),
        read: impl FnOnce(&mut StepParser, &Text, &Node) -> Option<T>,
    ) -> Option<T> {
        let at = |node: &Node| node.get(key).unwrap_or(node).clone();
        if let Some(text) = here {
            return read(&mut self.parser(Rules::default()), text, &at(node));
        }
        let Some(text) = above else {
            return Some(default);
        };
        let node = at(self.root);
        self.in_own_file(|loader| read(&mut loader.parser(Rules::default()), &text, &node))
    }

    fn dialect(&mut self, form: &form::Scenario, node: &Node) -> Option<Dialect> {
        let here = form.dialect.as_ref();
        let above = (self.file.dialect.clone(), Dialect::default());
        let names = Dialect::ALL.iter();
        let names: Vec<_> = names.map(|&dialect| (dialect.name(), dialect)).collect();
        self.either("dialect", (here, node), above, |parser, text, at| {
            parser.decoder.named(text, at, "a dialect", &names)
        })
    }

    fn visibility(&mut self, form: &form::Scenario, node: &Node) -> Option<Visibility> {
        let here = form.visibility.as_ref();
        let above = (self.file.visibility.clone(), Visibility::default());
        self.either("visibility", (here, node), above, |parser, text, at| {
            parser
                .decoder
                .named(text, at, "a visibility", &Visibility::NAMES)
        })
    }

    fn rules(&mut self, form: &form::Scenario, node: &Node, dialect: Dialect) -> Option<Rules> {
        let here = form.rules.as_ref();
        let above = (self.file.rules.clone(), dialect.rules());
        self.either("rules", (here, node), above, |parser, text, at| {
            parser.rules(text, at)
        })
    }

    fn conditions(&mut self, form: &form::Scenario, node: &Node) -> Vec<Condition> {
        let Some(texts) = &form.only_if else {
            return Vec::new();
        };
        let node = node.get("only-if").unwrap_or(node);
        let mut conditions = Vec::new();
        for (text, node) in texts.with_nodes(node) {
            let (text, names) = (Text(text.to_owned()), &Condition::ALL);
            conditions.extend(self.decoder.named(&text, node, "a condition", names));
        }
        conditions
    }

    fn scenario_files(&mut self, form: &form::Scenario, node: &Node) -> Option<Arc<ScenarioFiles>> {
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
        let texts = form.files.iter();
        let texts = texts.map(|(name, Text(text))| (name.clone(), text.clone()));
        let place = self.decoder.file.with_span(node.span.clone());
        Some(Arc::new(ScenarioFiles::new(texts.collect(), place)))
    }

    fn subject(&self, form: &form::Scenario) -> Option<SubjectChoice> {
        let kinds: [fn(String) -> SubjectChoice; 3] = [
            SubjectChoice::Program,
            SubjectChoice::Uai,
            SubjectChoice::Agent,
        ];
        let choice = |texts: [&Option<Text>; 3]| {
            let mut all = texts.into_iter().zip(kinds);
            all.find_map(|(text, kind)| text.clone().map(|Text(text)| kind(text)))
        };
        let file = &self.file;
        choice([&form.program, &form.uai, &form.agent])
            .or_else(|| choice([&file.program, &file.uai, &file.agent]))
    }

    /// A scenario with its variables replaced, but for those in its steps.
    fn heading(&mut self, node: &Node, scope: &Scope) -> Node {
        let entries = node.entries().iter().map(|(key, value)| {
            let value = match key.scalar() {
                Some("steps") => value.clone(),
                _ => substitute(value, scope, self.decoder),
            };
            (key.clone(), value)
        });
        Node {
            kind: NodeKind::Mapping(entries.collect()),
            ..node.clone()
        }
    }

    /// Reads steps.
    fn steps(&mut self, nodes: &[Node], rules: Rules, scope: &mut Scope) -> Vec<StepAt> {
        let mut steps = Vec::new();
        for node in nodes {
            self.add_step(node, rules, scope, &mut steps);
        }
        steps
    }

    /// Adds a step, or the steps of an included file.
    fn add_step(&mut self, node: &Node, rules: Rules, scope: &mut Scope, steps: &mut Vec<StepAt>) {
        let value = substitute(node, scope, self.decoder);
        match (included(&value), included(node)) {
            (Some(value), Some(file)) => {
                self.include(value, file, "steps", scope, &mut |loader, item, scope| {
                    loader.add_step(item, rules, scope, steps);
                });
            }
            _ => steps.extend(steps::parse(&value, &mut self.parser(rules), node)),
        }
    }

    /// Reads the items of an included file, which is a list of `what`. `value` is that of the key
    /// with its variables replaced.
    fn include(
        &mut self,
        value: &Node,
        node: &Node,
        what: &str,
        scope: &mut Scope,
        add: &mut dyn FnMut(&mut Self, &Node, &mut Scope),
    ) {
        let name = match value.kind {
            NodeKind::Mapping(_) => self.decoder.one(value).map(|Included { file, .. }| file),
            _ => self.decoder.one(value),
        };
        let Some(Text(name)) = name else {
            return;
        };
        let at = node.get("file").unwrap_or(node).span.clone();
        let Some(place) = open_included(self.decoder, self.files, self.folder, &name, at) else {
            return;
        };
        let given = value.get("vars");
        let given = given.map_or_else(Vec::new, |vars| named_values(vars, self.decoder));
        let others_used = std::mem::take(&mut self.used);
        let source = place.source.clone();
        let here = std::mem::replace(&mut self.decoder.file, place);
        let root = parsed(&source, self.decoder);
        if let Some(root) = &root {
            used_names(root, &mut self.used);
            captured_names(root, &mut scope.later);
            if !matches!(root.kind, NodeKind::Sequence(_)) {
                let message = format!("expected a list of {what}, found {}", what_is(root));
                self.decoder.error(head(root), "type", message);
            }
            let variables = scope.variables.clone();
            scope.variables.extend(given);
            for item in root.items() {
                add(self, item, scope);
            }
            scope.variables = variables;
        }
        self.decoder.file = here;
        let keys = node.get("vars").map_or(&[][..], Node::entries).iter();
        for (key, _) in keys.filter(|_| root.is_some()) {
            let variable = key.scalar().unwrap_or_default();
            if !self.used.contains(variable) {
                let message = format!("`{name}` does not use the variable `{variable}`");
                let span = key.span.clone();
                self.decoder.error(span, "unused-variable", message);
            }
        }
        self.used.extend(others_used);
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

/// Texts with their places in a value.
fn places_of(texts: &Texts, value: &Node, file: &Place) -> Vec<(String, Place)> {
    let place = |(text, node): (&str, &Node)| (text.to_owned(), file.with_span(node.span.clone()));
    texts.with_nodes(value).map(place).collect()
}

/// The place of a scenario: its first key.
fn head(node: &Node) -> Range<usize> {
    match node.entries().first() {
        Some((key, _)) => key.span.clone(),
        None => node.span.start..node.span.start,
    }
}
