//! Programs under test, the session of this program among them.

mod agent;
mod interface;
mod open;
mod program;
mod route;
mod session;
mod stderr;
mod uai;

pub use crate::oracle::{difference, result_in_words};
pub use agent::AgentSubject;
pub use interface::{AiMove, Announced, Options, Order, Seen, Subject};
pub use open::{
    Environment, ProgramLimits, SubjectChoice, launch, open, open_program, open_uai,
    session_subject, why_not_started,
};
pub use program::ProgramSubject;
pub use route::{back_to_start, commands as setup_commands, new_game};
pub use session::SessionSubject;
pub use stderr::{group_stderr, start_failure};
pub use uai::{EngineSubject, UaiSubject};
