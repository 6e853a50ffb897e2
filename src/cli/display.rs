//! `--display`: the session with a board in the browser.

#[cfg(feature = "display")]
mod front_end;

use super::exit::Exit;
use super::session_output::SessionOutput;
use crate::opponents::remote::Tcp;
use crate::session::Session;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct DisplayArgs {
    /// Open a board in the browser for the same session.
    #[arg(long)]
    display: bool,
    /// With --display: print the address and do not open a browser.
    #[arg(long, requires = "display")]
    no_open: bool,
    /// With --display: command line of a UAI engine to play against; repeatable.
    #[arg(long, value_name = "COMMAND", requires = "display")]
    engine: Vec<String>,
}

impl DisplayArgs {
    /// Whether the board is asked for.
    pub const fn is_wanted(&self) -> bool {
        self.display
    }
}

/// Runs a session with a board in the browser until it ends.
#[cfg(not(feature = "display"))]
pub fn run(_: &DisplayArgs, _: &[PathBuf], _: Session, _: Tcp, _: SessionOutput) -> Exit {
    super::output::message("error: this build has no graphical interface\n");
    Exit::Usage
}

/// Runs a session with a board in the browser until it ends.
#[cfg(feature = "display")]
pub fn run(
    args: &DisplayArgs,
    files: &[PathBuf],
    session: Session,
    mut network: Tcp,
    report: SessionOutput,
) -> Exit {
    use super::input::FileSystem;
    use super::output;
    use crate::display::{Engines, Handle, Secrets, keep, serve};
    use crate::session::Interpreter;
    use std::net::SocketAddr;
    use std::sync::atomic::Ordering;

    let restore = front_end::Modes::now();
    let mut input = match front_end::Input::prepare(files) {
        Ok(input) => input,
        Err(exit) => return exit,
    };
    let handle = Handle::new(&session);
    let started = Secrets::random().map_err(Into::into).and_then(|secrets| {
        // The port is the page's: a host takes the first free one of its own.
        let port = network.listen.port.take().unwrap_or(0);
        let socket = SocketAddr::new(network.listen.ip, port);
        Ok((serve(socket, secrets.clone(), &handle)?, secrets))
    });
    let (address, secrets) = match started {
        Ok(started) => started,
        Err(error) => {
            let error: crate::display::NotServed = error;
            output::message(&format!("error: {error}\n"));
            return Exit::Usage;
        }
    };
    let origin = address.origin();
    output::message(&format!("the board is at {origin}{}\n", secrets.path()));
    if address.is_open_to_others() {
        output::message(
            "warning: other machines can connect, and the connection is not encrypted\n",
        );
    }
    let browser_comes = !args.no_open
        && match open::that_detached(format!("{origin}{}", secrets.path_for_once())) {
            Ok(()) => true,
            Err(error) => {
                output::message(&format!("warning: no browser can be opened: {error}\n"));
                false
            }
        };
    let mut front_end = front_end::FrontEnd::new(report, input.printer());
    let engines = Engines::new(args.engine.clone());
    let mut interpreter = Interpreter::new(session, &FileSystem, handle.cancel())
        .with_network(&network)
        .with_chooser(&engines);
    interpreter.session_mut().set_verbose(false);
    let has_failed = input.read(handle.clone(), browser_comes);
    keep(interpreter, &handle, &mut front_end, &engines);
    // A line may still be in the editor.
    restore.restore();
    if has_failed.load(Ordering::Relaxed) {
        return Exit::Usage;
    }
    front_end.exit()
}
