//! Parsing scripts: what is sent to a program, and what is expected of it.
//!
//! Spring 2022 has a file for each program (`NAME-1.in`, `NAME-2.in`) and what it
//! must print beside it; Fall 2016 has it all in one `.inp`. Either becomes
//! parts, one for each program: a command line, then entries.

mod course_2016;
mod course_2022;

pub(super) use course_2016::script_2016;
pub(super) use course_2022::script_2022;

#[cfg(test)]
mod tests;
