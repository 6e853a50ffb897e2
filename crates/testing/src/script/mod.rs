//! The test scripts of the course.
//!
//! A script is a file `NAME-1.in` (Spring 2022, perhaps with `NAME-2.in` for a second
//! program, and `NAME-1.std` for what is recorded) or `NAME.inp` (Fall 2016).
//! [`ScriptFormat::of`] detects the format by the name, and [`tasks_of`] makes a task of it.
//!
//! By default the session of this program is tested, whatever command line the script has.

mod audit;
mod followed_session;
mod harness;
mod interpreter;
mod load;
mod output;
mod part;
mod perform;
mod play;
mod points;
mod standard;
mod static_analysis;
mod syntax;
mod wait;
mod warnings;
mod work;

pub use audit::audit;
pub use load::{tasks, tasks_of};
pub use part::{ScriptFormat, first_file};
pub use points::{POINTS, check_points};

#[cfg(test)]
mod tests;
