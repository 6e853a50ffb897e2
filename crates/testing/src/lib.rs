#![doc = include_str!("../README.md")]

pub mod divergence;
pub mod explore;
pub mod grading;
pub mod report;
pub mod runner;
pub mod scenario;
pub mod script;
