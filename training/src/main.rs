//! The command `ataxx-train`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main().into()
}
