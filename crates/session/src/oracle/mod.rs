//! Does a text program follow its document? One follower for every reader: scenarios, course
//! scripts, exploring, the explanation of a failure, recorded dialogues.
//!
//! An [`Oracle`] is given the lines that a program is sent and the [lines](OutputLine) that it
//! prints, in the order in which they come, and notes where the program differs from its document.
//! Its [`Referee`] is a session that carries the same lines out and plays the moves that the AIs of
//! the program announce. What is open in a document stands in the profile of its
//! [dialect](crate::OpenPoint): a program that uses the freedom is not accused.

mod document;
mod follower;
mod reader;
mod referee;
#[cfg(test)]
mod tests;

pub use document::{RequiredAnswer, open_point, required_answer};
pub use follower::{Note, NoteKind, Oracle, difference, result_in_words};
pub use reader::SHOWN;
pub use reader::{
    OutputLine, OutputReader, after_prompts, before_frame, is_row, misuses_reserved_word,
    without_escapes,
};
pub use referee::illegal_because;
pub use referee::{Effect, Referee, Requester, may_begin_anew, no_ai_turn};
