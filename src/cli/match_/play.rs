//! Playing a match.

use super::options::MatchArgs;
use super::outcome::{names, scoreboard, tell};
use super::progress::MatchProgress;
use super::setup::setup;
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::{self, INTERRUPT, OnInterrupt};
use crate::cli::output;
use ataxx_toolkit::arena::{
    Broken, Decider, Description, Log, Opened, PlayedGame, Results, Setup, open_folder, run as play,
};
use ataxx_toolkit::diagnostic::Diagnostic;
use std::ops::ControlFlow;

pub fn run(options: &MatchArgs) -> Result<Exit, Failure> {
    let setup = setup(options)?;
    let sprt = options.ends.sprt;
    let description = Description::new(&setup, sprt.as_ref());
    let files = options.outcome.files()?;
    let (mut log, mut games) = match &options.out {
        Some(path) => {
            let opened = open_folder(path, &description).map_err(Diagnostic::from)?;
            say_what_is_there(&setup, &opened);
            (Some(opened.log), opened.games)
        }
        None => (None, Results::new()),
    };
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut decider = sprt.map(Decider::new);
    let ended = if decider.as_mut().is_some_and(|decider| decider.see(&games)) {
        Ok(())
    } else {
        play_on(
            &setup,
            &description,
            &mut games,
            log.as_mut(),
            decider.as_mut(),
        )
    };
    match ended {
        Ok(()) => {}
        Err(Broken::Interrupted) => {
            if !games.is_empty() {
                tell(&description, &games, &options.outcome, files)?;
            }
            say_stopped(&setup, &games, options.out.is_some());
            return Err(Failure::Interrupted);
        }
        Err(Broken::NotStarted(name, why)) => {
            let message = format!("`{name}` cannot play: {why}");
            output::report(&Diagnostic::error("player", message));
            return Ok(Exit::NotStarted);
        }
        Err(Broken::Opening(error)) => {
            return Err(Diagnostic::error("openings", error.to_string()).into());
        }
        Err(Broken::Record(error)) => {
            let message = format!("a game cannot be recorded: {error}");
            return Err(Diagnostic::error("games", message).into());
        }
        Err(Broken::Folder(error)) => return Err(Diagnostic::from(error).into()),
    }
    if let Some(log) = log {
        log.sort(&games).map_err(Diagnostic::from)?;
    }
    tell(&description, &games, &options.outcome, files)?;
    Ok(Exit::Good)
}

/// Plays the remaining games, and adds them to `games`.
fn play_on(
    setup: &Setup,
    description: &Description,
    games: &mut Results,
    mut log: Option<&mut Log>,
    mut decider: Option<&mut Decider>,
) -> Result<(), Broken> {
    let known = setup.games(games);
    let planned = known.complete.then_some(known.games.len() as u64);
    let progress = MatchProgress::new(names(description), planned);
    // What is shown while games go on needs no records.
    let without_record = |game: &PlayedGame| PlayedGame {
        record: String::new(),
        ..game.clone()
    };
    let mut seen: Vec<PlayedGame> = games.values().map(without_record).collect();
    let before = games.clone();
    play(setup, before, &INTERRUPT, &mut |game, results| {
        if let Some(log) = &mut log {
            log.append(game)?;
        }
        games.insert(game.number, game.clone());
        seen.push(without_record(game));
        progress.game(game, seen.len() as u64, || {
            scoreboard(description, &seen, planned).table()
        });
        let is_decided = decider.as_mut().is_some_and(|decider| decider.see(results));
        Ok(if is_decided {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    })
    .map(drop)
}

/// Prints a message when a match is resumed.
fn say_what_is_there(setup: &Setup, opened: &Opened) {
    if opened.dropped {
        output::message("the last game was not written to its end: it is played again\n");
    }
    let played = opened.games.len();
    if played > 0 {
        output::message(&format!("{}\n", so_far(setup, &opened.games)));
    }
}

fn so_far(setup: &Setup, games: &Results) -> String {
    let known = setup.games(games);
    let played = games.len();
    if known.complete {
        format!("{played} of {} games were played", known.games.len())
    } else {
        format!("{played} games were played")
    }
}

fn say_stopped(setup: &Setup, games: &Results, is_kept: bool) {
    let so_far = so_far(setup, games);
    let how = if is_kept {
        "the same command resumes it"
    } else {
        "with --out FOLDER they are kept, and the same command resumes the match"
    };
    output::message(&format!("stopped: {so_far}; {how}\n"));
}
