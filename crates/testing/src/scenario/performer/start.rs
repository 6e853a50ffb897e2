//! Starting the subject of a scenario.

use super::execution::{Performer, Scenario};
use super::files::FOLDER_VARIABLE;
use super::subject::{EngineLimits, EngineUnderTest, UnderTest};
use crate::report::Problem;
use crate::runner::Context;
use ataxx_core::engine::Limits;
use ataxx_opponents::Failure;
use ataxx_opponents::subject::{
    EngineSubject, Subject, SubjectChoice, SubjectOptions, open, open_uai, session_subject,
    set_up_commands,
};
use ataxx_session::mutants::FaultySession;
use ataxx_session::{Session, SessionSettings};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// The default number of nodes that an AI of this program searches: a game takes a moment, and
/// does not depend on a clock.
const NODES: u64 = 20_000;
/// The time limit for the start of a program.
const START: Duration = Duration::from_secs(10);

/// Starts the subject of a scenario, and sets its position.
pub fn start<'a>(
    scenario: &Arc<Scenario>,
    context: &Context<'a>,
) -> Result<Performer<'a>, Problem> {
    refuse_if_confined(context).map_err(Problem::at(&scenario.place))?;
    let choice = scenario.subject(context.settings.subject.as_ref());
    let is_ours = choice == SubjectChoice::Session;
    // The folder must be there when the program is started.
    let folder = scenario.files.as_ref().map(|files| files.folder());
    let folder = folder.transpose()?;
    let subject = subject(scenario, &choice, context)?;
    let mut performer = Performer::new(Arc::clone(scenario), *context, subject, is_ours);
    if let Some(folder) = folder {
        let captures = &mut performer.state.captures;
        captures.insert(FOLDER_VARIABLE.to_owned(), folder);
    }
    if let Some((game, place)) = &scenario.start {
        performer.ask(place, |subject, deadline| subject.set_game(game, deadline))?;
    }
    let seed = context.settings.seed;
    if let Some(seed) = seed.filter(|_| is_ours && !scenario.is_bare()) {
        performer.ask(&scenario.place, |subject, deadline| {
            subject.send(&format!("seed {seed}"), deadline)
        })?;
    }
    Ok(performer)
}

fn subject<'a>(
    scenario: &Scenario,
    choice: &SubjectChoice,
    context: &Context<'a>,
) -> Result<UnderTest<'a>, Problem> {
    let place = scenario.place.clone();
    let usual = scenario.move_time.is_none().then_some(NODES);
    let nodes = context.settings.nodes.or(scenario.nodes).or(usual);
    if scenario.is_bare() {
        if let SubjectChoice::Program(_) = choice {
            return Err(Problem::unsupported(&place, other_rules(scenario)));
        }
        if *choice == SubjectChoice::Session {
            let limits = Limits {
                time: scenario.move_time,
                nodes,
                ..Limits::default()
            };
            let bare = EngineSubject::new(scenario.rules, limits, context.stop);
            return Ok(UnderTest::Any(Box::new(bare)));
        }
    }
    let options = options(scenario, nodes, 0, context);
    if let SubjectChoice::Uai(command) = choice {
        let (command, environment) = (command.clone(), context.environment());
        let start = move || open_uai(&command, &options, &environment).map_err(Problem::at(&place));
        let engine = EngineUnderTest::new(Rc::new(start), EngineLimits::default())?;
        return Ok(UnderTest::Engine(Box::new(engine)));
    }
    let subject = open_subject(choice, &options, context);
    Ok(subject.map_err(Problem::at(&place))?.into())
}

/// Why no subject of this kind can be given the rules or the position of a scenario.
pub fn why_not_given(scenario: &Scenario, choice: &SubjectChoice) -> Option<String> {
    let SubjectChoice::Program(_) = choice else {
        return None;
    };
    if scenario.is_bare() {
        return Some(other_rules(scenario));
    }
    let (game, _) = scenario.start.as_ref()?;
    let commands = set_up_commands(game, scenario.dialect);
    commands.err().map(|failure| failure.message)
}

fn other_rules(scenario: &Scenario) -> String {
    let rules = &scenario.rules;
    format!("a program with a command language plays by its own rules, not by {rules}")
}

/// Starts a program that takes part in a scenario beside the subject.
pub fn open_another<'a>(
    scenario: &Scenario,
    choice: &SubjectChoice,
    context: &Context<'a>,
) -> Result<Box<dyn Subject + 'a>, Failure> {
    refuse_if_confined(context)?;
    let options = options(scenario, None, 1, context);
    open_subject(choice, &options, context)
}

/// Starts a program, or a session with the fault of the run.
fn open_subject<'a>(
    choice: &SubjectChoice,
    options: &SubjectOptions,
    context: &Context<'a>,
) -> Result<Box<dyn Subject + 'a>, Failure> {
    let environment = context.environment();
    match (context.settings.fault, choice) {
        (Some(fault), SubjectChoice::Session) => {
            let session = Session::new(options.dialect, options.session);
            let faulty =
                FaultySession::new(session, fault).with_memory(context.settings.memory.clone());
            Ok(session_subject(faulty, options, &environment))
        }
        _ => open(choice, options, &environment),
    }
}

fn refuse_if_confined(context: &Context) -> Result<(), Failure> {
    if context.settings.is_confined {
        return Err(Failure::unsupported("programs cannot be started here"));
    }
    Ok(())
}

/// How a program is started, with this number of nodes for an AI of this program.
pub fn options(
    scenario: &Scenario,
    nodes: Option<u64>,
    program: usize,
    context: &Context,
) -> SubjectOptions {
    // That of the file that is run, which may include the one with the scenario.
    let included_from = scenario.place.included_from.last();
    let file = included_from.map_or(&scenario.place.source, |(source, _)| source);
    let folder = Path::new(&*file.name).parent();
    // A program that the run names is relative to the working folder.
    let is_of_file = program > 0
        || matches!(
            context.settings.subject,
            None | Some(SubjectChoice::Session)
        );
    let folder = folder.filter(|folder| is_of_file && *folder != Path::new(""));
    let files = scenario.files.as_ref();
    let files = files.and_then(|files| files.folder().ok());
    SubjectOptions {
        dialect: scenario.dialect,
        session: SessionSettings {
            move_time: scenario.move_time,
            nodes,
            ..SessionSettings::default()
        },
        start: START.min(scenario.limit),
        folder: folder.map(Path::to_owned),
        files: files.map(PathBuf::from),
        // They belong to the subject alone.
        engine_options: match program {
            0 => scenario.engine_options.clone(),
            _ => Vec::new(),
        },
        program,
    }
}
