//! `ataxx conform`: the short form of `ataxx test --suite uai --uai COMMAND`.

use super::exit::{EarlyExit, Exit};
use super::test;
use ataxx_testing::scenario::suites::UAI;
use clap::ArgAction;

/// Check that an engine conforms to the Universal Ataxx Interface.
///
/// COMMAND is a shell command line. The short form of `ataxx test --suite uai --uai COMMAND`, with
/// the options of `ataxx test`; the scenarios are run one after the other, so that none slows
/// another down.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(
    mut_arg("paths", |paths| {
        paths.value_name("COMMAND").required_unless_present("list").action(ArgAction::Set).num_args(1).help("Command line of the engine")
    }),
    mut_args(|option| match option.get_id().as_str() {
        "suite" | "write" | "program" | "uai" | "agent" | "bless" | "check" | "keep" | "jobs"
        | "exclusive" | "as_course" | "rules" => option.hide(true).conflicts_with("paths"),
        _ => option,
    }),
)]
pub struct Args {
    #[command(flatten)]
    test: test::Args,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let mut test = args.test.clone();
    let command = test.selection.paths.pop();
    test.subject.uai = command.map(|command| command.to_string_lossy().into_owned());
    test.selection.suite = vec![UAI.name.to_owned()];
    test.execution.run_one_by_one();
    test::run(&test)
}
