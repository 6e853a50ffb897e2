//! `ataxx reloaded`.

mod human;
mod report;

use super::arguments::{Json, Notation, OnIllegal, WrapperOption, values};
use super::exit::{EarlyExit, Exit};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use ataxx_arena::{
    EngineLog, Entrant, EntrantKind, MatchError, MatchSetup, Openings, Person, Results,
    SchedulePlan, TournamentFormat,
};
use ataxx_core::board::{Position, Rules};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::Remark;
use ataxx_opponents::game::Penalty;
use ataxx_opponents::reloaded::{AgentName, AgentThinking};
use ataxx_opponents::{
    self as opponents, Adjudication, AgentOpponent, FailureKind, Launch, TimeControl, Timing,
};
use human::Human;
use report::{Player, Records, ReloadedReport};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Referee games of Ataxx Reloaded between agents, this program and people.
///
/// A player is the command line of an agent, `ai` for this program, `human` for a person at the
/// terminal, or `random` for random legal moves. An agent is started anew for every move.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print a JSON object for each game, and one for the players"
)))]
pub struct Args {
    /// Player of black in the first game: 'COMMAND', ai, human or random.
    black: String,
    /// Player of white in the first game; colours are exchanged after each game.
    white: String,
    #[command(flatten)]
    wrapper: WrapperOption,
    /// Number of games.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Response to an illegal move: a random move instead, or a forfeit of the move, which is also
    /// the response to a late or missing one.
    #[arg(long, value_name = "WHAT", default_value = "random")]
    illegal: OnIllegal,
    /// Time limit of an agent for each move from its start, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = values::seconds(3600))]
    move_time: Duration,
    /// Thinking time of `ai` for each move, in seconds; more than 3.5 are not used [default: 1,
    /// or no limit with --ai-nodes].
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(5))]
    ai_time: Option<Duration>,
    /// Node limit of `ai` for each move; its moves are then the same in every run.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with = "ai_time",
    )]
    ai_nodes: Option<u64>,
    /// Seed of random moves, and with --ai-nodes of the moves of `ai`.
    #[arg(long, value_name = "N", default_value = "0", value_parser = values::seed)]
    seed: u64,
    /// Print every move and the board after it.
    #[arg(long, conflicts_with = "json")]
    show: bool,
    /// Write the game records to a file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    notation: Notation,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let records = args.record.as_deref().map(Records::at).transpose()?;
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let kinds = [&args.black, &args.white].map(|given| args.kind(given));
    let mut players = Vec::new();
    for (given, kind) in [&args.black, &args.white].into_iter().zip(&kinds) {
        match args.player(given, kind) {
            Ok(player) => players.push(player),
            Err(failure) => return stopped_by(given, failure),
        }
    }
    let Ok(players) = <[Player; 2]>::try_from(players) else {
        unreachable!("there are two");
    };
    let mut report = ReloadedReport {
        json: args.json.wanted,
        show: args.show,
        notation: args.notation.notation,
        players,
        records,
        failed: None,
        printed: Ok(()),
    };
    report.printed = report.begin();
    let report = Mutex::new(report);
    let ended = ataxx_arena::run(
        &args.setup(kinds),
        &mut Results::new(),
        &INTERRUPT,
        &EngineLog::default(),
        &|pairing, event| lock(&report).show(pairing, event),
        &mut |finished, results| {
            results.insert(finished.game.number, finished.game.without_record());
            Ok(match lock(&report).failed {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        },
    );
    let mut report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = report.failed.take() {
        return Err(failure.into());
    }
    let printed = std::mem::replace(&mut report.printed, Ok(())).and_then(|()| report.end());
    match ended {
        Ok(()) => Exit::good_if(report.players.iter().all(Player::is_faultless)).after(printed),
        Err(MatchError::Player(player, failure)) => {
            stopped_by(&report.players[player].name, failure)
        }
        Err(MatchError::Interrupted) => Err(EarlyExit::Interrupted),
        Err(MatchError::Fault(words)) => Err(EarlyExit::fault(&words)),
        Err(error) => Err(Diagnostic::error("games", error.to_string()).into()),
    }
}

fn lock(report: &Mutex<ReloadedReport>) -> MutexGuard<'_, ReloadedReport> {
    report.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the run when the player of this name cannot play.
fn stopped_by(name: &str, failure: opponents::Failure) -> Result<Exit, EarlyExit> {
    match failure.kind {
        FailureKind::Left => {
            output::message(&format!("{name} has left\n"));
            Ok(Exit::Good)
        }
        FailureKind::Interrupted => Err(EarlyExit::Interrupted),
        _ => {
            let diagnostic = Diagnostic::error("not-started", failure.message);
            Err(EarlyExit::not_started(diagnostic))
        }
    }
}

impl Args {
    /// The kind of the player with this description.
    fn kind(&self, given: &str) -> EntrantKind {
        match given {
            "human" => EntrantKind::Person(Person(|| Box::new(Human))),
            "ai" => EntrantKind::OwnAgent(AgentThinking {
                time: self.ai_time,
                nodes: self.ai_nodes,
                seed: self.ai_nodes.map(|_| self.seed),
            }),
            "random" => EntrantKind::Random(self.seed),
            command => EntrantKind::Agent(Launch {
                wrapper: self.wrapper.wrapper(),
                ..Launch::new(command)
            }),
        }
    }

    /// The player with this description. An agent is asked for its name.
    fn player(&self, given: &str, kind: &EntrantKind) -> Result<Player, opponents::Failure> {
        let mut unidentified = None;
        let name = match kind {
            EntrantKind::OwnAgent(_) => AgentName::ours().to_string(),
            EntrantKind::Agent(launch) => {
                let agent = AgentOpponent::new(launch.clone(), self.move_time, &INTERRUPT);
                match agent.identify()? {
                    Ok(name) => name.to_string(),
                    Err(what) => {
                        let message = format!("`{given}` does not say its name: {what}");
                        output::report(&Diagnostic::warning("identify", message));
                        unidentified = Some(what);
                        given.to_owned()
                    }
                }
            }
            _ => given.to_owned(),
        };
        Ok(Player::new(given, name, unidentified))
    }

    /// The match that the games are. Colours are exchanged after each, as in every match.
    fn setup(&self, kinds: [EntrantKind; 2]) -> MatchSetup {
        let mut names = ["black", "white"].into_iter().filter_map(Remark::new);
        let entrants = kinds.into_iter().zip(&mut names).map(|(kind, name)| {
            let mut entrant = Entrant::new(name, kind);
            entrant.is_identified = true;
            // Its time for a move is `without_clock`: a late answer does not count.
            entrant.thinking.time = Some(Timing::Free);
            entrant
        });
        MatchSetup {
            entrants: entrants.collect(),
            plan: SchedulePlan {
                format: TournamentFormat::RoundRobin,
                players: 2,
                pairs: self.games.div_ceil(2),
            },
            rules: Rules::RELOADED,
            control: TimeControl {
                time: Timing::Free,
                nodes: None,
                depth: None,
            },
            margin: Duration::ZERO,
            patience: Duration::ZERO,
            without_clock: self.move_time,
            start: self.move_time,
            adjudication: Adjudication::default(),
            penalty: match self.illegal {
                OnIllegal::Forfeit => Penalty::Move,
                OnIllegal::Random => Penalty::RandomMove,
            },
            seed: self.seed,
            openings: Openings::Listed(vec![Position::start()]),
            shard: None,
            most_games: Some(self.games.into()),
            concurrency: NonZeroUsize::MIN,
            cores: Vec::new(),
        }
    }
}
