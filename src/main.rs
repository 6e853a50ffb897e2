//! The `ataxx` command.

fn main() -> std::process::ExitCode {
    ataxx_toolkit::cli::main().into()
}
