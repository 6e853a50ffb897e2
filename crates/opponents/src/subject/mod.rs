//! Programs under test, the session of this program among them.

mod agents;
mod engines;
mod interface;
mod open;
mod program;
mod route;
mod session;

pub use agents::AgentSubject;
pub use ataxx_session::oracle::{difference, result_in_words};
pub use engines::UaiSubject;
pub use interface::{
    AiMove, Announced, IllegalAnswer, Order, Subject, SubjectOptions, group_stderr, is_error,
    is_unanswered,
};
pub use open::{
    Environment, ProgramLimits, SubjectChoice, TRY_START_TIME, launch, open, open_program,
    open_uai, session_subject, try_start,
};
pub use program::{ProgramSubject, set_up_commands};
pub use route::{back_to_start, commands as setup_commands, new_game};
pub use session::{EngineSubject, SessionSubject};
