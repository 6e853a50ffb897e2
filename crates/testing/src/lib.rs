//! Tests of programs: scenarios and course scripts are run and reported, programs explored and
//! classes graded.

pub mod divergence;
pub mod explore;
pub mod grading;
pub mod report;
pub mod runner;
pub mod scenario;
pub mod script;
