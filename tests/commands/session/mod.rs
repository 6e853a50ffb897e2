//! Sessions: whole games, errors, files, help, seeds.

mod bad_input;
mod games_2008;
mod games_2016;
mod games_2022;
mod help;
mod interpreter;
mod load;
mod position;
mod properties;
mod refusals;
mod seeds;
mod transcript;
