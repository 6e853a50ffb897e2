//! The text form of an entrant: `[NAME=]KIND[,KEY=VALUE]…[:COMMAND]`.

use super::{Entrant, Kind, Thinking};
use crate::diagnostic::nearest;
use crate::engine::{InvalidLevel, Level, MAX_THREADS, SearchTechniques};
use crate::notation::Remark;
use crate::opponents::{EngineSettings, Evaluator, Launch, seconds};
use crate::session::Dialect;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// Why a text describes no entrant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadEntrant(String);

const LIMITS: [&str; 4] = ["move-time", "tc", "nodes", "depth"];
const OF_AI: [&str; 7] = [
    "skill", "seed", "threads", "without", "network", "solver", "table",
];
const OF_PROGRAM: [&str; 1] = ["folder"];
/// The limits of which a player has one.
const TIMES: [&str; 2] = ["move-time", "tc"];
/// The prefix of the options of an engine.
const OPTION: &str = "option.";
/// The limit on the length of a name, in characters.
const LONGEST_NAME: usize = 60;

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
    type Err = BadEntrant;

    fn from_str(text: &str) -> Result<Self, BadEntrant> {
        let (name, text) = split_name(text)?;
        let (head, command) = match text.split_once(':') {
            Some((head, command)) => (head, Some(command.trim())),
            None => (text, None),
        };
        let mut fields = head.split(',').map(str::trim);
        let kind = fields.next().unwrap_or_default();
        let fields: Vec<(&str, &str)> = fields.map(key_and_value).collect::<Result<_, _>>()?;
        let mut thinking = Thinking::default();
        let launch = || program(kind, command);
        let mut network = None;
        let mut what = match kind {
            "ai" => match command {
                None => Kind::Ai(EngineSettings::default(), Evaluator::Embedded),
                Some(_) => return Err(bad("`ai` is our own player and takes no command")),
            },
            "uai" => Kind::Uai(launch()?, Vec::new()),
            "agent" => Kind::Agent(launch()?),
            _ => match Dialect::named(kind) {
                Some(dialect) => Kind::Text(dialect, launch()?),
                None => return Err(unknown("a kind of player", kind, &kinds())),
            },
        };
        let mut seen = Vec::new();
        for (key, value) in fields {
            if seen.contains(&key) && key != "without" {
                return Err(bad(format!("`{key}=` stands there twice")));
            }
            seen.push(key);
            if !thinking.take(key, value)? {
                what.take(kind, key, value, &mut network)?;
            }
        }
        if thinking.move_time.is_some() && thinking.clock.is_some() {
            return Err(bad("`move-time` and `tc` exclude each other"));
        }
        let name = match name {
            Some(name) => name,
            None => usual_name(text).ok_or_else(|| bad("there is no player"))?,
        };
        Ok(Self {
            name,
            identity: text.to_owned(),
            kind: what,
            thinking,
            network,
        })
    }
}

impl Entrant {
    /// The same player with the settings of `each` that it has not itself and that its kind
    /// knows: `tc=1+0.02,option.Hash=64`.
    ///
    /// # Errors
    ///
    /// When `each` is malformed, or a value in it is wrong for this player.
    pub fn with_settings(&self, each: &str) -> Result<Self, BadEntrant> {
        let (head, command) = match self.identity.split_once(':') {
            Some((head, command)) => (head, Some(command)),
            None => (self.identity.as_str(), None),
        };
        let own: Vec<&str> = head
            .split(',')
            .filter_map(|field| Some(field.split_once('=')?.0.trim()))
            .collect();
        // Engines do not tell small letters of option names from capitals.
        let is_own = |key: &str| {
            let is_option = key.starts_with(OPTION);
            let is = |one: &&str| *one == key || is_option && one.eq_ignore_ascii_case(key);
            own.iter().any(is)
        };
        let is_timed = own.iter().any(|key| TIMES.contains(key));
        let mut fields = vec![head.to_owned()];
        for field in each.split(',') {
            let (key, value) = key_and_value(field)?;
            let is_known = match &self.kind {
                Kind::Ai(..) => OF_AI.contains(&key),
                Kind::Uai(..) => OF_PROGRAM.contains(&key) || key.starts_with(OPTION),
                Kind::Text(..) | Kind::Agent(_) => OF_PROGRAM.contains(&key),
            };
            let is_for_any = LIMITS.contains(&key) && !(is_timed && TIMES.contains(&key));
            if (is_known || is_for_any) && !is_own(key) {
                fields.push(format!("{key}={value}"));
            } else if !is_known && !LIMITS.contains(&key) {
                check_setting(key)?;
            }
        }
        let head = fields.join(",");
        let text = match command {
            Some(command) => format!("{head}:{command}"),
            None => head,
        };
        let name = self.name.clone();
        text.parse().map(|entrant| Self { name, ..entrant })
    }

    /// Whether its text form has a name, which must then be unique in a match.
    #[must_use]
    pub fn is_named(&self) -> bool {
        usual_name(&self.identity).as_ref() != Some(&self.name)
    }

    /// Names for several players of this text form: `ai`, `ai (2)`, `ai (3)` and so on.
    pub fn numbered_names(&self) -> impl Iterator<Item = Remark> {
        let numbered =
            (2_u64..).map_while(|number| Remark::new(&format!("{} ({number})", self.name)));
        std::iter::once(self.name.clone()).chain(numbered)
    }
}

/// The name before the first `=`, if that is not part of something else.
fn split_name(text: &str) -> Result<(Option<Remark>, &str), BadEntrant> {
    let text = text.trim();
    let Some((name, rest)) = text.split_once('=') else {
        return Ok((None, text));
    };
    if name.contains([',', ':']) {
        return Ok((None, text));
    }
    match Remark::new(name) {
        Some(remark) if remark.as_str().chars().count() <= LONGEST_NAME => {
            Ok((Some(remark), rest.trim()))
        }
        Some(_) => Err(bad(format!("a name has at most {LONGEST_NAME} characters"))),
        None => Err(bad("there is no name before the `=`")),
    }
}

/// The default name of a player: its text form, shortened.
fn usual_name(text: &str) -> Option<Remark> {
    match text.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => Remark::new(&format!("{}…", &text[..end])),
        None => Remark::new(text),
    }
}

fn key_and_value(field: &str) -> Result<(&str, &str), BadEntrant> {
    let (key, value) = field
        .split_once('=')
        .ok_or_else(|| bad(format!("expected KEY=VALUE, found `{field}`")))?;
    Ok((key.trim(), value.trim()))
}

fn program(kind: &str, command: Option<&str>) -> Result<Launch, BadEntrant> {
    match command {
        Some(command) if !command.is_empty() => Ok(Launch::new(command)),
        _ => Err(bad(format!(
            "the command is missing: expected {kind}:COMMAND"
        ))),
    }
}

impl Thinking {
    /// Reads a limit. Returns whether the key is one.
    fn take(&mut self, key: &str, value: &str) -> Result<bool, BadEntrant> {
        match key {
            "move-time" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                let time = time.ok_or_else(|| wrong(key, value, "a number of seconds"))?;
                self.move_time = Some(time);
            }
            "tc" => {
                let clock = value
                    .parse()
                    .map_err(|error| bad(format!("`tc`: {error}")))?;
                self.clock = Some(clock);
            }
            "nodes" => self.nodes = Some(at_least_1(key, value)?),
            "depth" => {
                let depth: u64 = at_least_1(key, value)?;
                self.depth = Some(u32::try_from(depth).unwrap_or(u32::MAX));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Kind {
    /// Reads a setting that is not a limit.
    fn take(
        &mut self,
        kind: &str,
        key: &str,
        value: &str,
        network: &mut Option<PathBuf>,
    ) -> Result<(), BadEntrant> {
        match self {
            Self::Ai(_, evaluator) if key == "network" => {
                match value {
                    "embedded" => {}
                    "material" => *evaluator = Evaluator::Material,
                    "" => return Err(wrong(key, value, "`embedded`, `material` or a file")),
                    file => *network = Some(PathBuf::from(file)),
                }
                Ok(())
            }
            Self::Ai(settings, _) => take_of_ai(settings, key, value),
            Self::Uai(_, options) if key.starts_with(OPTION) => {
                options.push((key[OPTION.len()..].to_owned(), value.to_owned()));
                Ok(())
            }
            Self::Text(_, launch) | Self::Uai(launch, _) | Self::Agent(launch) => {
                if key != "folder" {
                    let keys: Vec<&str> = OF_PROGRAM.into_iter().chain(LIMITS).collect();
                    return Err(unknown(&format!("a setting of `{kind}`"), key, &keys));
                }
                launch.folder = Some(PathBuf::from(value));
                Ok(())
            }
        }
    }
}

fn take_of_ai(settings: &mut EngineSettings, key: &str, value: &str) -> Result<(), BadEntrant> {
    /// The largest table, in MiB.
    const MOST_TABLE: usize = 1 << 14;
    match key {
        "seed" => {
            let seed = value.parse();
            settings.seed = Some(seed.map_err(|_| wrong(key, value, "a number"))?);
        }
        "skill" => {
            let level: Result<Level, InvalidLevel> = value.parse();
            let expected = format!("a number from 1 to {}", Level::FULL);
            settings.level = level.map_err(|_| wrong(key, value, &expected))?;
        }
        "threads" => {
            settings.threads = up_to(MAX_THREADS.get(), key, value)?;
        }
        "without" => {
            for name in value.split('+') {
                settings.techniques -= technique(name)?;
            }
        }
        "solver" => {
            settings.solver = match value {
                "yes" => true,
                "no" => false,
                _ => return Err(wrong(key, value, "`yes` or `no`")),
            };
        }
        "table" => {
            settings.table_bytes = up_to(MOST_TABLE, key, value)?.get().checked_mul(1 << 20);
        }
        _ => {
            let keys: Vec<&str> = OF_AI.into_iter().chain(LIMITS).collect();
            return Err(unknown("a setting of `ai`", key, &keys));
        }
    }
    Ok(())
}

/// Checks that this is a setting of some kind of player.
fn check_setting(key: &str) -> Result<(), BadEntrant> {
    let keys: Vec<&str> = OF_AI.into_iter().chain(OF_PROGRAM).chain(LIMITS).collect();
    if keys.contains(&key) || key.starts_with(OPTION) {
        return Ok(());
    }
    Err(unknown("a setting of players", key, &keys))
}

/// The technique of this name.
fn technique(name: &str) -> Result<SearchTechniques, BadEntrant> {
    let mut all = SearchTechniques::NAMED.into_iter();
    let found = all.find(|&(known, _)| known == name);
    found.map(|(_, technique)| technique).ok_or_else(|| {
        let names = SearchTechniques::NAMED.map(|(known, _)| known);
        unknown("a technique", name, &names)
    })
}

fn at_least_1(key: &str, value: &str) -> Result<u64, BadEntrant> {
    match value.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(wrong(key, value, "a number from 1")),
    }
}

/// Reads a number from 1 to `most`.
fn up_to(most: usize, key: &str, value: &str) -> Result<NonZeroUsize, BadEntrant> {
    let number = value
        .parse()
        .ok()
        .filter(|&number: &NonZeroUsize| number.get() <= most);
    number.ok_or_else(|| wrong(key, value, &format!("a number from 1 to {most}")))
}

fn bad(message: impl Into<String>) -> BadEntrant {
    BadEntrant(message.into())
}

fn wrong(key: &str, value: &str, expected: &str) -> BadEntrant {
    bad(format!("`{key}`: expected {expected}, found `{value}`"))
}

fn unknown(what: &str, found: &str, names: &[&str]) -> BadEntrant {
    let near = nearest(found, names.iter().copied())
        .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    let names = names.join(", ");
    BadEntrant(format!("expected {what} ({names}), found `{found}`{near}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Entrant {
        text.parse().expect(text)
    }

    #[test]
    fn names_and_commands() {
        let name = |text| spec(text).name.to_string();
        assert_eq!(name("ai"), "ai");
        assert_eq!(name("ours=ai,nodes=400"), "ours");
        assert_eq!(name("ai,nodes=400"), "ai,nodes=400");
        assert_eq!(name("2022:java Main --level=3"), "2022:java Main --level=3");
        let named = spec(" C# = 2016,folder=a/b , nodes=5:java Main: x");
        let mut launch = Launch::new("java Main: x");
        launch.folder = Some("a/b".into());
        assert_eq!(named.kind, Kind::Text(Dialect::FALL_2016, launch));
        assert_eq!(named.thinking.nodes, Some(5));
        assert_eq!(named.name.to_string(), "C♯");
    }

    #[test]
    fn options_of_an_engine() {
        let spec = spec("uai,option.Move Overhead=20,option.Clear Hash=,folder=x:./engine --a=b");
        let Kind::Uai(launch, options) = &spec.kind else {
            panic!("{spec:?}");
        };
        assert_eq!(launch.command, "./engine --a=b");
        let set = [("Move Overhead", "20"), ("Clear Hash", "")];
        assert_eq!(
            *options,
            set.map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
        let other_rules = "uai,option.Rules=2022:x"
            .parse::<Entrant>()
            .expect("a player");
        let rules = other_rules.rules();
        assert_eq!(rules, Some(crate::board::Rules::BERKELEY_2022));
    }

    #[test]
    fn settings_of_our_own_player() {
        let spec = spec(
            "ai,seed=3,threads=2,without=table+null-windows,solver=no,table=8,network=material,tc=10+1",
        );
        let expected = EngineSettings {
            seed: Some(3),
            threads: std::num::NonZeroUsize::new(2).expect("not 0"),
            techniques: SearchTechniques::all()
                - SearchTechniques::TABLE
                - SearchTechniques::NULL_WINDOWS,
            solver: false,
            level: Level::FULL,
            table_bytes: Some(8 << 20),
        };
        assert_eq!(spec.kind, Kind::Ai(expected, Evaluator::Material));
        assert_eq!(spec.thinking.clock, "10+1".parse().ok());
    }

    #[test]
    fn settings_for_all_players() {
        let with = |text: &str, each: &str| {
            let given = spec(text).with_settings(each);
            given.map_or_else(
                |error| error.to_string(),
                |entrant| format!("{} = {}", entrant.name, entrant.identity),
            )
        };
        assert_eq!(
            with("uai,option.hash=1:x", "option.Hash=64"),
            "uai,option.hash=1:x = uai,option.hash=1:x"
        );
        let each = "tc=1+0.02, option.Hash=64,threads=2";
        assert_eq!(with("ai", each), "ai = ai,tc=1+0.02,threads=2");
        assert_eq!(
            with("x=uai,option.Hash=1:./x --a=b:c", each),
            "x = uai,option.Hash=1,tc=1+0.02:./x --a=b:c"
        );
        // A player keeps its own time.
        assert_eq!(
            with("x=ai,move-time=1", each),
            "x = ai,move-time=1,threads=2"
        );
        assert_eq!(with("2022:x", each), "2022:x = 2022,tc=1+0.02:x");
        insta::assert_snapshot!(with("ai", "hash=3"), @"expected a setting of players (skill, seed, threads, without, network, solver, table, folder, move-time, tc, nodes, depth), found `hash`");
        insta::assert_snapshot!(with("ai", "tc=x"), @"`tc`: expected seconds for the game and seconds that each move adds, such as 10+0.1, or 40/60 for 60 seconds every 40 moves");
        insta::assert_snapshot!(with("ai", ""), @"expected KEY=VALUE, found ``");
    }

    #[test]
    fn what_describes_no_player() {
        let message = |text: &str| text.parse::<Entrant>().expect_err(text).to_string();
        insta::assert_snapshot!(message(""), @"expected a kind of player (ai, uai, 2008, 2016, 2022, agent), found ``");
        insta::assert_snapshot!(message("2021:java Main"), @"expected a kind of player (ai, uai, 2008, 2016, 2022, agent), found `2021`; did you mean `2022`?");
        insta::assert_snapshot!(message("java Main"), @"expected a kind of player (ai, uai, 2008, 2016, 2022, agent), found `java Main`");
        insta::assert_snapshot!(message("=ai"), @"there is no name before the `=`");
        insta::assert_snapshot!(message("ai:./ours"), @"`ai` is our own player and takes no command");
        insta::assert_snapshot!(message("2022"), @"the command is missing: expected 2022:COMMAND");
        insta::assert_snapshot!(message("2022: "), @"the command is missing: expected 2022:COMMAND");
        insta::assert_snapshot!(message("ai,nodes"), @"expected KEY=VALUE, found `nodes`");
        insta::assert_snapshot!(message("ai,nodes=0"), @"`nodes`: expected a number from 1, found `0`");
        insta::assert_snapshot!(message("ai,threads=1025"), @"`threads`: expected a number from 1 to 1024, found `1025`");
        insta::assert_snapshot!(message("ai,table=16385"), @"`table`: expected a number from 1 to 16384, found `16385`");
        insta::assert_snapshot!(message("ai,node=5"), @"expected a setting of `ai` (skill, seed, threads, without, network, solver, table, move-time, tc, nodes, depth), found `node`; did you mean `nodes`?");
        insta::assert_snapshot!(message("ai,nodes=5,nodes=6"), @"`nodes=` stands there twice");
        insta::assert_snapshot!(message("ai,without=tables"), @"expected a technique (table, table-move, move-patterns, history, continuation-history, null-windows, aspiration, reverse-futility, late-move-pruning, late-move-reductions, internal-reductions, futility, history-reductions, singular-extensions, static-reductions), found `tables`; did you mean `table`?");
        insta::assert_snapshot!(message("ai,tc=1,move-time=1"), @"`move-time` and `tc` exclude each other");
        insta::assert_snapshot!(message("2022,seed=1:x"), @"expected a setting of `2022` (folder, move-time, tc, nodes, depth), found `seed`");
        insta::assert_snapshot!(message("ai,move-time=-1"), @"`move-time`: expected a number of seconds, found `-1`");
        insta::assert_snapshot!(message("ai,solver=maybe"), @"`solver`: expected `yes` or `no`, found `maybe`");
    }

    #[test]
    fn settings_that_are_the_usual_ones() {
        let spec = spec("ai,skill=3,network=embedded,solver=yes");
        let expected = EngineSettings {
            level: "3".parse().expect("a level"),
            ..EngineSettings::default()
        };
        assert_eq!(spec.kind, Kind::Ai(expected, Evaluator::Embedded));
        assert_eq!(spec.network, None);
    }
}
