//! Grading of classes: the same scenarios for many programs.
//!
//! A [`ClassRun`] says what is run; its [results](ClassResults) are kept in a [`Journal`] as they
//! come, so that an interrupted run can be continued, and the results of parts of a class can be
//! put into one file. From them come points, the page of a class and a page for each program.

mod class;
mod class_page;
mod classroom50;
mod codegrade;
pub mod grade;
mod gradescope;
mod journal;
mod perform;
mod prairielearn;
mod student_pages;
mod submission;

pub use class::{ClassResults, ClassRun, NamedProgram, Pair, Plan, programs};
pub use class_page::{class_page, suspicious_tests};
pub use classroom50::{Classroom50, SubmissionIdentity};
pub use codegrade::CodeGrade;
pub use grade::Grade;
pub use gradescope::Gradescope;
pub use journal::{Journal, usual_place};
pub use perform::{ClassError, ClassEvent, perform};
pub use prairielearn::PrairieLearn;
pub use student_pages::student_pages;

#[cfg(test)]
mod tests;
