//! The setup of a match from its options and the files of players and openings.

use super::options::{self, MatchArgs, OpeningOrder};
use crate::cli::arguments::{GamesOfFile, OnIllegal};
use crate::cli::batch::Question;
use crate::cli::exit::{EarlyExit, Exit, usage};
use crate::cli::input::{self, Lines, source_at};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use ataxx_arena::{
    AGENT_TIME, Entrant, MatchSetup, NoOpening, Openings, SchedulePlan, TournamentFormat,
    common_rules,
};
use ataxx_core::board::{Position, Rules};
use ataxx_core::diagnostic::text::counted;
use ataxx_core::diagnostic::{Diagnostic, SyntaxError};
use ataxx_core::notation::{Pgn, Remark};
use ataxx_opponents::game::Penalty;
use ataxx_opponents::{
    Adjudication, FailureKind, RandomOpening, TimeControl, Timing, cores, shuffle,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;
use std::time::Duration;

/// The setup of a match with these options, and the exit status of the match if it is played:
/// some openings may not be readable, which is reported.
pub fn setup(options: &MatchArgs) -> Result<(MatchSetup, Exit), Diagnostic> {
    let entrants = entrants(options)?;
    let plan = plan(options, entrants.len())?;
    if options.ends.sprt.is_some() && entrants.len() != 2 {
        return Err(usage("`--sprt` is for a match between two players"));
    }
    let rules = rules(options, &entrants)?;
    let has_agents = entrants.iter().any(Entrant::is_agent);
    if options.openings.blocks {
        Openings::check_blocks(rules, &entrants).map_err(|error| {
            let message = format!("`--opening-blocks`: {error}");
            Diagnostic::error("openings", message)
        })?;
    }
    let mut exit = Exit::Good;
    let openings = match &options.openings.file {
        Some(file) => {
            let check = |position| Openings::Listed(vec![position]).check(rules, &entrants);
            let (mut listed, read) = read_openings(file, check)?;
            exit = read;
            if options.openings.order == OpeningOrder::Random {
                let mut random = ChaCha8Rng::seed_from_u64(options.openings.seed);
                shuffle(&mut listed, &mut random);
            }
            Openings::Listed(listed)
        }
        None => without_file(&options.openings, rules, &entrants),
    };
    let plies = openings.most_plies();
    if let Some(most) = options.ends.max_plies
        && plies > 0
        && most.get() <= plies
    {
        let message = format!(
            "`--max-plies {most}` leaves the players no move: {plies} plies are the opening"
        );
        let help = "`--opening-plies N` sets how many".to_owned();
        return Err(usage(message).with_help(Some(help)));
    }
    openings
        .check(rules, &entrants)
        .map_err(|error| Diagnostic::error("openings", error.to_string()))?;
    let patience = options.time.patience;
    let setup = MatchSetup {
        entrants,
        plan,
        rules,
        control: control(options, has_agents),
        margin: options.time.margin,
        patience,
        without_clock: patience.max(Duration::from_secs(60)),
        start: options.time.start,
        adjudication: Adjudication {
            forced: options.ends.adjudicate_forced,
            solved: options.ends.adjudicate_solved,
            draw: options.ends.draw,
            resign: options.ends.resign,
            most_plies: options
                .ends
                .max_plies
                .map(|plies| (plies.get(), options.ends.at_max_plies)),
        },
        penalty: penalty(options, has_agents)?,
        seed: options.openings.seed,
        most_games: None,
        openings,
        shard: options.shard.shard,
        concurrency: options.concurrency,
        cores: cores(options)?,
    };
    Ok((setup, exit))
}

/// The cores of the games that are played at the same time, with `--affinity`.
fn cores(options: &MatchArgs) -> Result<Vec<usize>, Diagnostic> {
    if !options.affinity {
        return Ok(Vec::new());
    }
    let usable = cores::usable().ok_or_else(|| usage("`--affinity` works only on Linux"))?;
    let (games, cores) = (options.concurrency.get(), usable.len());
    if games > cores {
        let usable = counted(cores, "usable core");
        let message =
            format!("`--affinity`: {games} games at a time need a core each, of {usable}");
        return Err(usage(message));
    }
    Ok(usable)
}

/// The openings of a match without a file of them: the balanced ones if the number of random plies
/// is not given and they suit the players.
fn without_file(options: &options::Openings, rules: Rules, entrants: &[Entrant]) -> Openings {
    let (seed, blocks) = (options.seed, options.blocks);
    let has_agents = entrants.iter().any(Entrant::is_agent);
    let random = |plies| Openings::Random {
        seed,
        choice: RandomOpening {
            plies: plies..=plies,
            blocks,
        },
    };
    match options.plies {
        Some(plies) => random(plies),
        None if has_agents => random(0),
        None => Openings::balanced(seed, blocks, rules, entrants).unwrap_or_else(|| random(8)),
    }
}

fn entrants(options: &MatchArgs) -> Result<Vec<Entrant>, Diagnostic> {
    /// More are taken for a mistake.
    const MAX: usize = 1000;
    let given = options.players.iter();
    let given = given.map(|text| player("--player", 1, text));
    let mut specs: Vec<Entrant> = given.collect::<Result<_, _>>()?;
    if let Some(file) = &options.listed {
        specs.extend(read_players(file)?);
    }
    if specs.len() > MAX {
        return Err(usage(format!("a match has at most {MAX} players")));
    }
    if specs.len() < 2 {
        let message = "a match has at least two players: give --player once for each";
        return Err(usage(message));
    }
    let mut entrants: Vec<Entrant> = Vec::new();
    for spec in &specs {
        let given = match &options.each {
            Some(each) => spec
                .with_settings(each)
                .map_err(|error| in_text("--each", 1, each, error))?,
            None => spec.clone(),
        };
        let mut entrant = given.load(input::network)?;
        let is_taken = |name: &Remark| entrants.iter().any(|other| other.name == *name);
        if !spec.is_named {
            entrant.name = free_name(&entrant, is_taken);
        }
        if is_taken(&entrant.name) {
            let message = format!("two players are called `{}`", entrant.name);
            let help = "a name stands before the player: NAME=PLAYER".to_owned();
            return Err(usage(message).with_help(Some(help)));
        }
        entrants.push(match options.wrapper.wrapper() {
            Some(wrapper) => entrant.wrapped(wrapper),
            None => entrant,
        });
    }
    Ok(entrants)
}

fn plan(options: &MatchArgs, players: usize) -> Result<SchedulePlan, Diagnostic> {
    /// A list of all games must fit into memory.
    const MAX_GAMES: u64 = 10_000_000;
    let players_met = players as u64;
    let encounters = match options.format {
        TournamentFormat::RoundRobin => players_met * (players_met - 1) / 2,
        TournamentFormat::Gauntlet => players_met,
    };
    if encounters.saturating_mul(options.games().into()) > MAX_GAMES {
        let message = format!("that would be more than {MAX_GAMES} games");
        return Err(usage(message));
    }
    Ok(SchedulePlan {
        format: options.format,
        players,
        pairs: options.games() / 2,
    })
}

fn rules(options: &MatchArgs, entrants: &[Entrant]) -> Result<Rules, Diagnostic> {
    let rules_of = |entrant: &Entrant| {
        entrant
            .rules()
            .map_or_else(|| "any".to_owned(), |rules| rules.to_string())
    };
    let known = common_rules(entrants).map_err(|[one, other]| {
        let (first, second) = (rules_of(one), rules_of(other));
        usage(format!(
            "`{}` plays by the rules of {first} and `{}` by those of {second}",
            one.name, other.name
        ))
    })?;
    let Some(wanted) = options.rules else {
        return Ok(known.unwrap_or(Rules::UAI));
    };
    let other = entrants.iter().find(|entrant| {
        let known = entrant.rules();
        known.is_some_and(|known| known != wanted)
    });
    match other {
        None => Ok(wanted),
        Some(entrant) => Err(usage(format!(
            "`{}` plays by the rules of {}, not of {wanted}",
            entrant.name,
            rules_of(entrant)
        ))),
    }
}

/// The first of the names of an entrant that is not taken.
fn free_name(entrant: &Entrant, is_taken: impl Fn(&Remark) -> bool) -> Remark {
    let mut names = entrant.numbered_names();
    names
        .find(|name| !is_taken(name))
        .unwrap_or_else(|| entrant.name.clone())
}

/// Asks the agents that were given no names for them. Returns whether all have answered with one.
pub fn name_agents(setup: &mut MatchSetup) -> Result<bool, EarlyExit> {
    let mut all_answered = true;
    let mut names = setup.names();
    for (index, entrant) in setup.entrants.iter_mut().enumerate() {
        let given = &names[index];
        match entrant.identify(setup.start, &INTERRUPT) {
            Ok(None) => {}
            Ok(Some(what)) => {
                all_answered = false;
                let message = format!("`{given}` does not say its name: {what}");
                output::report(&Diagnostic::warning("identify", message));
            }
            Err(failure) if failure.kind == FailureKind::Interrupted => {
                return Err(EarlyExit::Interrupted);
            }
            Err(failure) => {
                let message = format!("`{given}` cannot play: {failure}");
                return Err(EarlyExit::not_started(Diagnostic::error("player", message)));
            }
        }
        if entrant.name != *given {
            let is_taken = |name: &Remark| {
                let mut all = names.iter().enumerate();
                all.any(|(other, taken)| other != index && taken == name)
            };
            entrant.name = free_name(entrant, is_taken);
            names[index] = entrant.name.clone();
        }
    }
    Ok(all_answered)
}

/// What a fault costs an agent.
fn penalty(options: &MatchArgs, has_agents: bool) -> Result<Penalty, Diagnostic> {
    match options.ends.illegal {
        Some(OnIllegal::Random) if !has_agents => {
            Err(usage("`--illegal random` is for agents of Ataxx Reloaded"))
        }
        _ if !has_agents => Ok(Penalty::Game),
        Some(OnIllegal::Forfeit) => Ok(Penalty::Move),
        Some(OnIllegal::Random) | None => Ok(Penalty::RandomMove),
    }
}

fn control(options: &MatchArgs, has_agents: bool) -> TimeControl {
    let time = &options.time;
    let bounded = time.nodes.is_some() || time.depth.is_some();
    TimeControl {
        time: match (time.tc, time.each_move) {
            (Some(clock), _) => clock,
            (None, Some(move_time)) => Timing::PerMove(move_time),
            (None, None) if bounded => Timing::Free,
            (None, None) if has_agents => AGENT_TIME,
            (None, None) => Timing::PerMove(Duration::from_secs(1)),
        },
        nodes: time.nodes.map(NonZeroU64::get),
        depth: time.depth.map(NonZeroU32::get),
    }
}

/// Reads players, one a line. Empty lines and those that begin with `#` are left out.
fn read_players(path: &Path) -> Result<Vec<Entrant>, Diagnostic> {
    let (name, text) = input::text_of(path)?;
    let lines = text.lines().enumerate();
    let players =
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    players
        .map(|(index, line)| player(&name, index + 1, line))
        .collect()
}

/// Reads a player, which stands in this line of a file or is the value of an option.
fn player(origin: &str, line: usize, text: &str) -> Result<Entrant, Diagnostic> {
    text.parse()
        .map_err(|error| in_text(origin, line, text, error))
}

/// The error in a text from this line of a file or the value of an option.
fn in_text(origin: &str, line: usize, text: &str, error: SyntaxError) -> Diagnostic {
    Diagnostic {
        code: "player",
        ..error.into()
    }
    .with_source(source_at(origin, line, text))
}

/// Reads positions, one a line, or the positions at the ends of game records, which `check`
/// accepts. Records that cannot be read are reported, and set the exit status.
fn read_openings(
    path: &Path,
    check: impl Fn(Position) -> Result<(), NoOpening>,
) -> Result<(Vec<Position>, Exit), Diagnostic> {
    // A pipe can be read only once.
    let (name, text) = input::text_of(path)?;
    let (positions, exit) = if holds_records(&text) {
        ends_of_records(&name, &text, check)?
    } else {
        (lines(&name, &text, check)?, Exit::Good)
    };
    if positions.is_empty() {
        let message = format!("there is no position in `{name}`");
        return Err(Diagnostic::error("openings", message));
    }
    Ok((positions, exit))
}

fn lines(
    name: &str,
    text: &str,
    check: impl Fn(Position) -> Result<(), NoOpening>,
) -> Result<Vec<Position>, Diagnostic> {
    let mut positions = Vec::new();
    // Reading from memory does not fail.
    let lines = Lines::of(text.as_bytes()).map_while(Result::ok);
    for question in lines.filter_map(Question::of_line) {
        if let Some(warning) = question.warning() {
            output::warn(&format!("{name}, {warning}"));
        }
        let Question { line, position, .. } = question;
        let accepted = position.and_then(|read| match check(read.position) {
            Ok(()) => Ok(read.position),
            Err(error) => {
                let place = 0..line.text.trim_end().len();
                Err(Diagnostic::error("openings", error.to_string()).at(place))
            }
        });
        let source = || source_at(name, line.number, &line.text);
        positions.push(accepted.map_err(|diagnostic| diagnostic.with_source(source()))?);
    }
    Ok(positions)
}

/// Whether a text is a game file of cuteataxx, or has a line that begins with the number of a
/// turn.
fn holds_records(text: &str) -> bool {
    if Pgn::is_pgn(text) {
        return true;
    }
    let turn = |line: &str| line.trim_start().split_once('.')?.0.parse::<u32>().ok();
    text.lines().any(|line| turn(line).is_some())
}

fn ends_of_records(
    name: &str,
    text: &str,
    check: impl Fn(Position) -> Result<(), NoOpening>,
) -> Result<(Vec<Position>, Exit), Diagnostic> {
    let games = GamesOfFile::read(name, text);
    let mut ends = Vec::new();
    for (place, record) in &games.readable {
        let end = *record.game().position();
        check(end).map_err(|error| {
            Diagnostic::error("openings", format!("`{name}`, game {place}: {error}"))
        })?;
        ends.push(end);
    }
    Ok((ends, games.report()))
}
