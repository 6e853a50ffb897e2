//! The `ataxx` command.

fn main() {}
