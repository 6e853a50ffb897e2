//! Grading of classes: the same scenarios for many programs.
//!
//! A [`ClassRun`] says what is run; its [results](ClassResults) are kept in a [`Journal`] as they
//! come, so that an interrupted run can be continued and parts of a class can be merged. From
//! them come points, the page of a class and a page for each program.

mod class_page;
mod class_run;
pub mod grade;
mod gradescope;
mod journal;
mod perform;
mod programs;
mod results;
mod student_pages;

pub use class_page::{class_page, suspicious_tests};
pub use class_run::{ClassRun, Plan, is_first_line};
pub use grade::Grade;
pub use gradescope::Gradescope;
pub use journal::{Journal, read, usual_place};
pub use perform::perform;
pub use programs::{NamedProgram, programs};
pub use results::{ClassResults, Pair, merge, missing_in_words};
pub use student_pages::student_pages;

#[cfg(test)]
mod tests;
