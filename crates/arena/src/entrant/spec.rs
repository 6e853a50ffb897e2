//! The entrant that a text form describes.

use super::form::{Field, Form, Part, form, quoted, settings};
use super::{Entrant, EntrantKind, EntrantLimits};
use ataxx_core::board::Rules;
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::diagnostic::syntax::{Fault, did_you_mean, whole};
use ataxx_core::engine::{Level, MAX_THREADS, SearchTechniques};
use ataxx_core::notation::Remark;
use ataxx_opponents::uai::EngineOption;
use ataxx_opponents::{BadClock, EngineSettings, Evaluator, Launch, Timing, seconds};
use ataxx_session::Dialect;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

const LIMITS: [&str; 4] = ["move-time", "tc", "nodes", "depth"];
const OF_AI: [&str; 7] = [
    "skill", "seed", "threads", "without", "network", "solver", "table",
];
/// The settings of a program that plays several games.
const OF_PROGRAM: [&str; 2] = ["folder", "restart"];
/// The settings of an agent, which is started for each move.
const OF_AGENT: [&str; 1] = ["folder"];
/// The limits of which a player has one.
const TIMES: [&str; 2] = ["move-time", "tc"];
/// The prefix of the options of an engine.
const OPTION: &str = "option.";
/// The limit on the length of a name, in characters.
const MAX_NAME_LENGTH: usize = 60;

/// The kinds of players.
fn kinds() -> Vec<&'static str> {
    let dialects = Dialect::ALL.iter().map(|dialect| dialect.name());
    ["ai", "uai"]
        .into_iter()
        .chain(dialects)
        .chain(["agent"])
        .collect()
}

impl FromStr for Entrant {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole(text, |input| {
            let (rest, form) = form(input)?;
            let entrant = entrant(&form).map_err(nom::Err::Failure)?;
            Ok((rest, entrant))
        })
    }
}

fn entrant<'a>(form: &Form<'a>) -> Result<Entrant, Fault<'a>> {
    let identity = form.identity();
    let kind = kind(form)?;
    let name = match &form.name {
        Some(name) => given_name(name)?,
        None => usual_name(identity).ok_or_else(|| form.kind.fault("there is no player"))?,
    };
    let mut entrant = Entrant {
        is_named: form.name.is_some(),
        identity: identity.to_owned(),
        ..Entrant::new(name, kind)
    };
    entrant.set(&form.fields)?;
    Ok(entrant)
}

/// The kind of player, without its settings.
fn kind<'a>(form: &Form<'a>) -> Result<EntrantKind, Fault<'a>> {
    let kind = &form.kind;
    let launch = || match form.command {
        Some(command) if !command.is_empty() => Ok(Launch::new(command)),
        _ => {
            let message = format!("the command is missing: expected {}:COMMAND", kind.text);
            Err(kind.fault(message))
        }
    };
    Ok(match &*kind.text {
        "ai" => match form.command {
            None => EntrantKind::Ai(EngineSettings::default(), Evaluator::Embedded),
            Some(command) => {
                let last = form.fields.last();
                let quote = last.map(|last| last.quote_hint(&format!(":{command}")));
                let fault = kind.fault("`ai` is our own player and takes no command");
                return Err(fault.with_help(quote));
            }
        },
        "uai" => EntrantKind::Uai(launch()?, Vec::new()),
        "agent" => EntrantKind::Agent(launch()?),
        name => match Dialect::named(name) {
            Some(dialect) => EntrantKind::Text(dialect, launch()?),
            None => {
                return Err(unknown(kind, "a kind of player", &kinds(), name_hint(form)));
            }
        },
    })
}

impl Entrant {
    /// The same player with the settings of `each` that it has not itself and that its kind
    /// knows: `tc=1+0.02,option.Hash=64`.
    pub fn with_settings(&self, each: &str) -> Result<Self, SyntaxError> {
        let own = whole(&self.identity, form)?;
        // Engines ignore the case of option names.
        let is_own = |key: &str| {
            let is_option = key.starts_with(OPTION);
            let is = |one: &str| one == key || is_option && one.eq_ignore_ascii_case(key);
            own.fields.iter().any(|field| is(&field.key.text))
        };
        let is_timed = TIMES.into_iter().any(is_own);
        whole(each, |input| {
            let (rest, mut fields) = settings(input)?;
            check_settings(&fields).map_err(nom::Err::Failure)?;
            fields.retain(|Field { key, .. }| {
                let key = &*key.text;
                let is_for_any = LIMITS.contains(&key) && !(is_timed && TIMES.contains(&key));
                (self.kind.has_key(key) || is_for_any) && !is_own(key)
            });
            let mut entrant = self.clone();
            entrant.set(&fields).map_err(nom::Err::Failure)?;
            let new = fields.iter().map(|field| format!(",{}", field.raw()));
            let command = own.command.map(|command| format!(":{command}"));
            own.head().clone_into(&mut entrant.identity);
            entrant.identity.extend(new.chain(command));
            Ok((rest, entrant))
        })
    }

    /// Changes settings.
    fn set<'a>(&mut self, fields: &[Field<'a>]) -> Result<(), Fault<'a>> {
        for (index, field) in fields.iter().enumerate() {
            let key = &*field.key.text;
            let is_second = fields[..index].iter().any(|other| other.key.text == key);
            if is_second && key != "without" {
                return Err(field.key.fault(format!("`{key}=` is given twice")));
            }
            if !self.thinking.apply(field)? && !self.apply(field)? {
                let what = format!("a setting of `{}`", self.kind.name());
                let keys: Vec<&str> = self.kind.keys().iter().copied().chain(LIMITS).collect();
                return Err(unknown_key(fields, index, &what, &keys));
            }
        }
        Ok(())
    }

    /// Reads a setting that is not a limit. Returns whether the kind of player has it.
    fn apply<'a>(&mut self, field: &Field<'a>) -> Result<bool, Fault<'a>> {
        let key = &*field.key.text;
        if !self.kind.has_key(key) {
            return Ok(false);
        }
        let value = &field.value.text;
        match (&mut self.kind, key) {
            (EntrantKind::Ai(_, evaluator), "network") => match &**value {
                "embedded" => {}
                "material" => *evaluator = Evaluator::Material,
                "" => return Err(wrong(field, "`embedded`, `material` or a file")),
                file => self.network = Some(PathBuf::from(file)),
            },
            (EntrantKind::Ai(settings, _), _) => return apply_to_ai(settings, field),
            (EntrantKind::Uai(_, options), _) if key.starts_with(OPTION) => {
                let name = &key[OPTION.len()..];
                if name.eq_ignore_ascii_case(EngineOption::RULES) {
                    // They are the rules of the match, too.
                    let rules: Result<Rules, SyntaxError> = value.parse();
                    rules.map_err(|error| {
                        let fault = field.value.fault(format!("`{key}`: {}", error.message));
                        fault.with_help(error.help)
                    })?;
                }
                options.push((name.to_owned(), value.clone()));
            }
            (EntrantKind::Text(..) | EntrantKind::Uai(..), "restart") => {
                self.restart = yes_or_no(field)?;
            }
            (
                EntrantKind::Text(_, launch)
                | EntrantKind::Uai(launch, _)
                | EntrantKind::Agent(launch),
                _,
            ) => {
                if value.is_empty() {
                    return Err(wrong(field, "a folder"));
                }
                launch.folder = Some(PathBuf::from(value));
            }
            (EntrantKind::OwnAgent(_) | EntrantKind::Random(_) | EntrantKind::Person(_), _) => {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Names for several players of this name: `ai`, `ai (2)`, `ai (3)` and so on.
    pub fn numbered_names(&self) -> impl Iterator<Item = Remark> {
        let numbered =
            (2_u64..).map_while(|number| Remark::new(&format!("{} ({number})", self.name)));
        std::iter::once(self.name.clone()).chain(numbered)
    }
}

/// The name that a text form begins with.
fn given_name<'a>(name: &Part<'a>) -> Result<Remark, Fault<'a>> {
    let remark =
        Remark::new(&name.text).ok_or_else(|| name.fault("there is no name before the `=`"))?;
    if remark.as_str().chars().count() > MAX_NAME_LENGTH {
        let message = format!("a name has at most {MAX_NAME_LENGTH} characters");
        return Err(name.fault(message));
    }
    Ok(remark)
}

/// The hint that the text before the first `=`, which has a comma or a colon, was meant as a name.
fn name_hint(form: &Form) -> Option<String> {
    let (name, rest) = form.identity().split_once('=')?;
    let kind = rest.trim_start().split([',', ':']).next()?;
    let is_name = form.name.is_none() && kinds().contains(&kind.trim_end());
    is_name.then(|| {
        let name = quoted(name.trim());
        format!("a name with a comma or a colon is quoted: `{name}={kind}`")
    })
}

/// The default name of a player: its text form, shortened.
fn usual_name(text: &str) -> Option<Remark> {
    match text.char_indices().nth(MAX_NAME_LENGTH) {
        Some((end, _)) => Remark::new(&format!("{}…", &text[..end])),
        None => Remark::new(text),
    }
}

impl EntrantLimits {
    /// Reads a limit. Returns whether the key is one.
    fn apply<'a>(&mut self, field: &Field<'a>) -> Result<bool, Fault<'a>> {
        let value = &*field.value.text;
        let key = &*field.key.text;
        if TIMES.contains(&key) && self.time.is_some() {
            return Err(field.key.fault("`move-time` and `tc` exclude each other"));
        }
        match key {
            "move-time" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                let time = time.ok_or_else(|| wrong(field, "a number of seconds"))?;
                self.time = Some(Timing::PerMove(time));
            }
            "tc" => {
                let clock = value.parse();
                let fault = |error| field.value.fault(format!("`tc`: {error}"));
                self.time = Some(clock.map_err(|error: BadClock| fault(error))?);
            }
            "nodes" => self.nodes = Some(at_least_1(field)?),
            "depth" => {
                let depth: u64 = at_least_1(field)?;
                self.depth = Some(u32::try_from(depth).unwrap_or(u32::MAX));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl EntrantKind {
    /// The name in the text form.
    const fn name(&self) -> &'static str {
        match self {
            Self::Ai(..) => "ai",
            Self::Uai(..) => "uai",
            Self::Text(dialect, _) => dialect.name(),
            Self::Agent(_) | Self::OwnAgent(_) => "agent",
            Self::Random(_) => "random",
            Self::Person(_) => "human",
        }
    }

    /// The settings that it has beside the limits, without the options of an engine.
    const fn keys(&self) -> &'static [&'static str] {
        match self {
            Self::Ai(..) => &OF_AI,
            Self::Uai(..) | Self::Text(..) => &OF_PROGRAM,
            Self::Agent(_) => &OF_AGENT,
            Self::OwnAgent(_) | Self::Random(_) | Self::Person(_) => &[],
        }
    }

    /// Whether it has this setting beside the limits.
    fn has_key(&self, key: &str) -> bool {
        self.keys().contains(&key) || matches!(self, Self::Uai(..)) && key.starts_with(OPTION)
    }
}

/// Reads a setting of the AI. Returns whether the key is one.
fn apply_to_ai<'a>(settings: &mut EngineSettings, field: &Field<'a>) -> Result<bool, Fault<'a>> {
    /// The largest table, in MiB.
    const MAX_TABLE: usize = 1 << 14;
    let value = &*field.value.text;
    match &*field.key.text {
        "seed" => {
            settings.seed = Some(value.parse().map_err(|_| wrong(field, "a number"))?);
        }
        "skill" => {
            let level: Option<Level> = value.parse().ok();
            let expected = || wrong(field, &format!("a number from 1 to {}", Level::FULL));
            settings.level = level.ok_or_else(expected)?;
        }
        "threads" => settings.threads = up_to(MAX_THREADS.get(), field)?,
        "without" => {
            for name in value.split('+') {
                settings.techniques -= technique(name, &field.value)?;
            }
        }
        "solver" => settings.solver = yes_or_no(field)?,
        "table" => settings.table_bytes = up_to(MAX_TABLE, field)?.get().checked_mul(1 << 20),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Checks that these are settings of some kinds of players.
fn check_settings<'a>(fields: &[Field<'a>]) -> Result<(), Fault<'a>> {
    let keys: Vec<&str> = OF_AI.into_iter().chain(OF_PROGRAM).chain(LIMITS).collect();
    let is_known = |key: &str| keys.contains(&key) || key.starts_with(OPTION);
    match fields.iter().position(|field| !is_known(&field.key.text)) {
        Some(index) => Err(unknown_key(fields, index, "a setting of players", &keys)),
        None => Ok(()),
    }
}

/// The technique of this name.
fn technique<'a>(name: &str, place: &Part<'a>) -> Result<SearchTechniques, Fault<'a>> {
    let mut all = SearchTechniques::NAMED.into_iter();
    let found = all.find(|&(known, _)| known == name);
    found.map(|(_, technique)| technique).ok_or_else(|| {
        let names = SearchTechniques::NAMED.map(|(known, _)| known);
        let message = format!(
            "expected a technique ({}), found `{name}`",
            names.join(", ")
        );
        place.fault(message).with_help(did_you_mean(name, names))
    })
}

fn yes_or_no<'a>(field: &Field<'a>) -> Result<bool, Fault<'a>> {
    match &*field.value.text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(wrong(field, "`yes` or `no`")),
    }
}

fn at_least_1<'a>(field: &Field<'a>) -> Result<u64, Fault<'a>> {
    match field.value.text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(wrong(field, "a number from 1")),
    }
}

/// Reads a number from 1 to `most`.
fn up_to<'a>(most: usize, field: &Field<'a>) -> Result<NonZeroUsize, Fault<'a>> {
    let number: Option<NonZeroUsize> = field.value.text.parse().ok();
    let number = number.filter(|number| number.get() <= most);
    number.ok_or_else(|| wrong(field, &format!("a number from 1 to {most}")))
}

fn wrong<'a>(Field { key, value }: &Field<'a>, expected: &str) -> Fault<'a> {
    let (key, found) = (&key.text, &value.text);
    value.fault(format!("`{key}`: expected {expected}, found `{found}`"))
}

/// The fault that the key of a field is none of `keys`. The field may belong to the value before.
fn unknown_key<'a>(fields: &[Field<'a>], index: usize, what: &str, keys: &[&str]) -> Fault<'a> {
    let field = &fields[index];
    let before = fields[..index].last();
    let hint = before.map(|before| before.quote_hint(&format!(",{}", field.raw())));
    unknown(&field.key, what, keys, hint)
}

/// The fault that this name is none of `names`, with the nearest or else another hint.
fn unknown<'a>(found: &Part<'a>, what: &str, names: &[&str], hint: Option<String>) -> Fault<'a> {
    let text = &found.text;
    let message = format!("expected {what} ({}), found `{text}`", names.join(", "));
    let near = did_you_mean(text, names.iter().copied());
    found.fault(message).with_help(near.or(hint))
}

#[cfg(test)]
mod tests;
