//! Playing a match, its progress and its result.

use super::options::{self, EngineOutput, Files, MatchArgs, ReportArgs};
use super::setup::{name_agents, setup};
use crate::cli::exit::{EarlyExit, Exit};
use crate::cli::interrupt::{self, INTERRUPT, OnInterrupt};
use crate::cli::progress::{self, Progress};
use crate::cli::result_file::write_each;
use crate::cli::{input, output};
use ataxx_arena::report::{Heading, Scoreboard, games_csv, page};
use ataxx_arena::{
    Decider, Description, EngineLog, Finished, FolderError, GameEvent, Log, MatchError, MatchSetup,
    Opened, Pairing, PlayedGame, Results, open_folder, run as play,
};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::{self, counted};
use ataxx_core::stats::Sprt;
use ataxx_opponents::End;
use std::io;
use std::ops::ControlFlow;

pub fn run(args: &MatchArgs) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let (mut setup, exit) = setup(args)?;
    let all_named = name_agents(&mut setup)?;
    let sprt = args.ends.sprt;
    let description = Description::new(&setup, sprt.as_ref());
    let files = args.outcome.files()?;
    let (mut log, mut games) = match &args.out {
        Some(path) => {
            let opened = open_folder(path, &description).map_err(Diagnostic::from)?;
            report_resumed(&setup, &opened);
            // The records are in the file.
            let games = opened.games.into_values();
            let games = games.map(|game| (game.number, game.without_record()));
            (Some(opened.log), games.collect())
        }
        None => (None, Results::new()),
    };
    warn_of_equal_openings(&setup, args.games.unwrap_or(UNDECIDED_GAMES) / 2);
    let engine_log = engine_log(args).map_err(Diagnostic::from)?;
    // A shard is decided with the others.
    let decider = sprt.filter(|_| setup.shard.is_none());
    let mut decider = decider.map(Decider::new);
    let is_stopped = || args.stop_file.as_ref().is_some_and(|file| file.exists());
    let ended = if is_stopped()
        || decider
            .as_mut()
            .is_some_and(|decider| decider.count_new(&games))
    {
        Ok(())
    } else {
        let is_live = matches!(args.log, Some(EngineOutput::Stderr));
        let planned = setup.games().len() as u64;
        let shown = MatchProgress::new(names(&description), planned, is_live);
        play_on(
            &setup,
            &description,
            &mut games,
            (log.as_mut(), &engine_log),
            |games| {
                let is_decided = decider.as_mut().map(|decider| decider.count_new(games));
                is_decided.unwrap_or(false) || is_stopped()
            },
            &shown,
        )
    };
    if let Some(log) = &log {
        match log.games(&description.names()) {
            Ok(all) => games = all,
            // The error that ended the match is reported below.
            Err(_) if matches!(ended, Err(MatchError::Folder(_))) => {}
            Err(error) => return Err(Diagnostic::from(error).into()),
        }
    }
    let is_over = ended.is_ok();
    if let (true, true, Some(file)) = (is_over, is_stopped(), &args.stop_file) {
        let (file, so_far) = (input::name(file), so_far(&setup, &games));
        output::message(&format!("stopped by `{file}`: {so_far}\n"));
    }
    if is_over && let Some(log) = log {
        log.sort(&games).map_err(Diagnostic::from)?;
    }
    let reported = if is_over || !games.is_empty() {
        report(&description, &games, &args.outcome, files, false)
    } else {
        Ok((false, Ok(())))
    };
    let Err(error) = ended else {
        let faultless = all_named && games.values().all(|game| game.lost_moves.is_empty());
        let exit = if faultless { exit } else { Exit::Failed };
        let (_, printed) = reported?;
        return exit.after(printed);
    };
    let reported = reported.map_err(EarlyExit::from);
    if let Err(failure) = reported.and_then(|(_, printed)| Exit::Good.after(printed)) {
        failure.report();
    }
    match error {
        MatchError::Interrupted => {
            report_stopped(&setup, &games, args.out.is_some());
            Err(EarlyExit::Interrupted)
        }
        MatchError::Player(player, failure) => {
            let name = &setup.entrants[player].name;
            let message = format!("`{name}` cannot play: {failure}");
            Err(EarlyExit::not_started(Diagnostic::error("player", message)))
        }
        MatchError::Fault(words) => Err(EarlyExit::fault(&words)),
        MatchError::Opening(error) => Err(Diagnostic::error("openings", error.to_string()).into()),
        MatchError::Core(..) => Err(Diagnostic::error("affinity", error.to_string()).into()),
        MatchError::Record(_) => Err(Diagnostic::error("games", error.to_string()).into()),
        MatchError::Folder(error) => Err(Diagnostic::from(error).into()),
    }
}

/// The games of a match without a number that are looked at for equal ones; a test takes about as
/// many.
const UNDECIDED_GAMES: u32 = 1000;

/// Warns if of the first pairs of games many may be copies of others, and count as if they were not.
fn warn_of_equal_openings(setup: &MatchSetup, first: u32) {
    // To compare more would take long.
    let pairs = setup.plan.pairs.min(first).min(10_000);
    let different = setup.different_openings(pairs);
    if different * 20 < pairs as usize * 19 {
        let (pairs, openings) = (counted(pairs, "pair"), counted(different, "opening"));
        let message = format!("{pairs} of games share {openings}");
        let help = "players that do not vary play the same games again, so that results look more certain than they are";
        output::report(&Diagnostic::warning("openings", message).with_help([help.to_owned()]));
    }
}

/// The log of the lines exchanged with the programs: in the folder of the match, and where `--log`
/// names.
fn engine_log(options: &MatchArgs) -> Result<EngineLog, FolderError> {
    let log = match &options.log {
        None => EngineLog::default(),
        Some(EngineOutput::Stderr) => EngineLog::default().with_echo(output::message),
        Some(EngineOutput::File(path)) => EngineLog::default().in_file(path)?,
    };
    match &options.out {
        Some(folder) => log.in_folder(folder),
        None => Ok(log),
    }
}

/// Plays the remaining games, and adds them to `games`.
fn play_on(
    setup: &MatchSetup,
    description: &Description,
    games: &mut Results,
    (mut log, engine_log): (Option<&mut Log>, &EngineLog),
    mut is_over: impl FnMut(&Results) -> bool,
    progress: &MatchProgress,
) -> Result<(), MatchError> {
    let mut on_finished = |finished: &Finished, games: &mut Results| {
        let game = &finished.game;
        let kept = match &mut log {
            // The records are in the file.
            Some(log) => {
                log.append(game)?;
                game.without_record()
            }
            None => game.clone(),
        };
        games.insert(game.number, kept);
        progress.game(finished, games.len() as u64, || {
            scoreboard(description, games.values(), Some(progress.planned)).table()
        });
        Ok(if is_over(games) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    };
    let unwatched = |_: &Pairing, _: GameEvent| {};
    play(
        setup,
        games,
        &INTERRUPT,
        engine_log,
        &unwatched,
        &mut on_finished,
    )
}

/// Prints a message when a match is resumed.
fn report_resumed(setup: &MatchSetup, opened: &Opened) {
    if opened.dropped {
        output::message("the last game was not written to its end: it is played again\n");
    }
    let played = opened.games.len();
    if played > 0 {
        output::message(&format!("{}\n", so_far(setup, &opened.games)));
    }
}

fn so_far(setup: &MatchSetup, games: &Results) -> String {
    let (played, planned) = (games.len(), setup.games().len());
    format!("{played} of {planned} games were played")
}

fn report_stopped(setup: &MatchSetup, games: &Results, is_kept: bool) {
    let so_far = so_far(setup, games);
    let how = if is_kept {
        "the same command resumes it"
    } else {
        "with --out FOLDER they are kept, and the same command resumes the match"
    };
    output::message(&format!("stopped: {so_far}; {how}\n"));
}

/// Away from a terminal, the number of games between two tables.
const BETWEEN_TABLES: u64 = 100;

/// The progress of a match: at a terminal the standings, elsewhere a line for each game and now
/// and then the standings.
struct MatchProgress {
    names: Vec<String>,
    /// The number of games of the match.
    planned: u64,
    progress: Option<Progress>,
}

impl MatchProgress {
    /// The progress of a match; with `is_live` other lines go to stderr, too.
    fn new(names: Vec<String>, planned: u64, is_live: bool) -> Self {
        let redraws = progress::is_drawn() && !is_live;
        let progress = redraws.then(Progress::lines);
        Self {
            names,
            planned,
            progress,
        }
    }

    /// Shows a game that has ended; `table` prints the standings.
    fn game(&self, finished: &Finished, played: u64, table: impl FnOnce() -> String) {
        let game = &finished.game;
        let lines = || {
            let (game_line, lost) = (self.line(game), lost_moves(game));
            format!("{game_line}\n{lost}{}", last_lines(finished))
        };
        let Some(progress) = &self.progress else {
            output::message(&lines());
            if played.is_multiple_of(BETWEEN_TABLES) && played != self.planned {
                output::message(&format!("after {played} games:\n{}\n", table()));
            }
            return;
        };
        if game.end != End::Rules || !game.lost_moves.is_empty() {
            progress.aside(|| output::message(&lines()));
        }
        let (planned, table) = (self.planned, table());
        let bar = bar(played, planned);
        progress.show(&format!("{table}{bar}  {played} of {planned} games"));
    }

    fn line(&self, game: &PlayedGame) -> String {
        let name = |player: usize| self.names.get(player).map_or("", String::as_str);
        let (number, result) = (game.number + 1, game.result);
        let (red, blue) = (name(game.red), name(game.blue));
        let end = match &game.end {
            End::Rules => String::new(),
            end => format!(", {end}"),
        };
        let line = format!("game {number}: {red} - {blue} {result}{end}");
        text::visible(&line).into_owned()
    }
}

/// The lost moves of a game, a line for each of the first ones.
fn lost_moves(game: &PlayedGame) -> String {
    const MAX: usize = 3;
    let all = &game.lost_moves;
    let lines = all.iter().take(MAX);
    let lines = lines.map(|lost| format!("a lost move: {lost}"));
    let more = all.len().saturating_sub(MAX);
    let more = (more > 0).then(|| format!("and {more} more"));
    let lines = lines.chain(more);
    lines.fold(String::new(), |shown, line| {
        shown + "    " + &text::visible(&line) + "\n"
    })
}

/// The last lines exchanged with a program that crashed.
fn last_lines(finished: &Finished) -> String {
    let lines = &finished.last_lines;
    if lines.is_empty() {
        return String::new();
    }
    let head = "    last lines exchanged (> to the player, < from it, ! from its stderr):\n";
    lines
        .iter()
        .fold(head.to_owned(), |text, line| text + "      " + line + "\n")
}

/// A progress bar.
fn bar(played: u64, planned: u64) -> String {
    const WIDTH: u64 = 30;
    let full = (played.min(planned) * WIDTH) / planned.max(1);
    (0..WIDTH)
        .map(|place| if place < full { '█' } else { '░' })
        .collect()
}

/// The names of all players.
fn names(description: &Description) -> Vec<String> {
    let names = description.players.iter().map(|player| player.name.clone());
    names.collect()
}

/// The scoreboard of a match after some games; `planned` is the number of all games, if it
/// is known.
fn scoreboard<'a>(
    description: &Description,
    games: impl IntoIterator<Item = &'a PlayedGame, IntoIter: Clone>,
    planned: Option<u64>,
) -> Scoreboard {
    let heading = Heading {
        title: title(description),
        settings: settings(description),
        planned,
        sprt: sprt(description),
    };
    Scoreboard::new(heading, &names(description), games)
}

/// The test that ends the match; a shard has none of its own.
pub fn sprt(description: &Description) -> Option<Sprt> {
    if description.shard.is_some() {
        return None;
    }
    options::sprt(description.sprt.as_deref()?).ok()
}

fn title(description: &Description) -> String {
    match &description.players[..] {
        [first, second] => format!("{} against {}", first.name, second.name),
        players => format!("{}, {} players", description.format, players.len()),
    }
}

/// The settings of the match, for the scoreboard.
fn settings(description: &Description) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut add = |what: &str, value: &str| rows.push((what.to_owned(), value.to_owned()));
    add("rules", &description.rules);
    add("time", &description.time);
    add("openings", &description.openings);
    if description.adjudication != "none" {
        add("adjudication", &description.adjudication);
    }
    if let Some(seed) = &description.random_moves {
        add(
            "random moves",
            &format!("for the faulty ones of agents, {seed}"),
        );
    }
    if let Some(shard) = &description.shard {
        add("shard", shard);
    }
    for player in &description.players {
        if player.name != player.player {
            add(&player.name, &player.player);
        }
    }
    rows
}

/// Reports the result of a match, without games that were played after it was decided, except of a
/// test that was split. Returns whether a test has decided the match, and whether stdout could be
/// written.
pub fn report(
    description: &Description,
    games: &Results,
    options: &ReportArgs,
    files: Files,
    is_split_test: bool,
) -> Result<(bool, io::Result<()>), Diagnostic> {
    let mut games = games.clone();
    let mut is_decided = false;
    if let Some(sprt) = sprt(description).filter(|_| !is_split_test) {
        let mut decider = Decider::new(sprt);
        is_decided = decider.count_new(&games);
        decider.truncate(&mut games);
    }
    let is_whole = !is_decided && !is_split_test && description.shard.is_none();
    let plan = description.plan().filter(|_| is_whole);
    let planned = plan.map(|plan| plan.games().len() as u64);
    let games: Vec<PlayedGame> = games.into_values().collect();
    let scoreboard = scoreboard(description, &games, planned);
    // The files are written even if stdout cannot be.
    let printed = options.json.print(&scoreboard, || scoreboard.text());
    let [csv, list, html] = files;
    write_each([
        csv.map_or(Ok(()), |file| file.write_text(&scoreboard.csv())),
        list.map_or(Ok(()), |file| {
            file.write_text(&games_csv(&names(description), &games))
        }),
        html.map_or(Ok(()), |file| file.write_text(&page(&scoreboard, &games))),
    ])?;
    Ok((is_decided, printed))
}
