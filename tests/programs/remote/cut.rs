//! A cable that is cut in the middle of a game, where the machine allows it: two machines
//! are played by two network namespaces, for which one has to be root on Linux.

use ataxx_core::Cancellation;
use ataxx_opponents::remote::{ListenAddress, Tcp};
use ataxx_session::{
    Dialect, Event, Flow, Interpreter, LineOfText, Output, RemoteEvent, Session, SessionSettings,
};
use nix::sched::{CloneFlags, setns};
use std::fs::File;
use std::io::Write;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// Two namespaces with a cable between them.
struct TwoMachines {
    names: [String; 2],
}

const ADDRESSES: [&str; 2] = ["192.0.2.1", "192.0.2.2"];

impl TwoMachines {
    /// `None` where the machine does not allow it, after saying so.
    fn new(test: &str) -> Option<Self> {
        let names =
            ["one", "two"].map(|name| format!("ataxx-{test}-{name}-{}", std::process::id()));
        // Dropped, it takes away what there is of it.
        let machines = Self { names };
        let [one, two] = &machines.names;
        let mut commands = vec![format!("netns add {one}"), format!("netns add {two}")];
        commands.push(format!(
            "-n {one} link add cable type veth peer name cable netns {two}"
        ));
        for (name, address) in machines.names.iter().zip(ADDRESSES) {
            commands.push(format!("-n {name} address add {address}/24 dev cable"));
            commands.push(format!("-n {name} link set cable up"));
        }
        for command in commands {
            if let Err(reason) = ip(&command) {
                let skipped = format!("SKIPPED: no network namespaces here ({reason})\n");
                // A macro would not be heard.
                let _ = std::io::stderr().write_all(skipped.as_bytes());
                return None;
            }
        }
        Some(machines)
    }

    /// A session on one of the machines, which notices a silence after a few seconds.
    fn session(&self, machine: usize) -> Machine {
        let namespace = format!("/var/run/netns/{}", self.names[machine]);
        let listen: ListenAddress = ADDRESSES[machine].parse().expect("an address");
        let network = Tcp {
            listen,
            keepalive: Duration::from_secs(1),
            ..Tcp::default()
        };
        let (lines, typed) = mpsc::channel();
        let (shown, output) = mpsc::channel();
        thread::spawn(move || {
            let namespace = File::open(namespace).expect("a namespace");
            setns(namespace, CloneFlags::CLONE_NEWNET).expect("its thread may enter it");
            carry_out(&network, &typed, &shown);
        });
        Machine { lines, output }
    }

    fn cut(&self) {
        ip(&format!("-n {} link set cable down", self.names[0])).expect("it was up");
    }
}

impl Drop for TwoMachines {
    fn drop(&mut self) {
        for name in &self.names {
            // It may never have been there.
            let _ = ip(&format!("netns delete {name}"));
        }
    }
}

/// Runs `ip`; why it failed.
fn ip(arguments: &str) -> Result<(), String> {
    let output = Command::new("ip").args(arguments.split(' ')).output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        Err(error) => Err(format!("ip: {error}")),
    }
}

/// A session on its own machine.
struct Machine {
    lines: Sender<&'static str>,
    output: Receiver<String>,
}

impl Machine {
    fn enter(&self, line: &'static str) {
        self.lines.send(line).expect("it runs");
    }

    /// Waits for an output with this text.
    fn see(&self, text: &str) -> String {
        let mut all = String::new();
        loop {
            let limit = Duration::from_secs(120);
            match self.output.recv_timeout(limit) {
                Ok(shown) if shown.contains(text) => return shown,
                Ok(shown) => all += &shown,
                Err(error) => panic!("{error}: no {text:?} after\n{all}"),
            }
        }
    }
}

/// Carries out lines as they come, and shows all that they lead to.
fn carry_out(network: &Tcp, lines: &Receiver<&'static str>, shown: &Sender<String>) {
    let cancel = Cancellation::new();
    let session = Session::new(Dialect::FALL_2008, SessionSettings::default());
    let mut interpreter = Interpreter::new(session, &(), &cancel).with_network(network);
    for text in lines {
        let line = LineOfText {
            source: None,
            number: 1,
            text,
        };
        interpreter.line(line, &mut |_, output| {
            let text = match output {
                Output::Event(Event::Remote(RemoteEvent::Listening { place, .. })) => place,
                Output::Event(event) => {
                    let announcement = event.announcement(Dialect::FALL_2008);
                    [announcement, event.warning()]
                        .into_iter()
                        .flatten()
                        .collect()
                }
                Output::Refused(diagnostic) => diagnostic.message,
                _ => String::new(),
            };
            // Nobody reads what comes after the end of the test.
            let _ = shown.send(text);
            Flow::GoOn
        });
    }
}

#[test]
fn both_sides_notice() {
    let Some(machines) = TwoMachines::new("cut") else {
        return;
    };
    let host = machines.session(0);
    host.enter("host tea");
    let place = host.see(ADDRESSES[0]);
    assert!(
        place.ends_with("for every machine that can reach this one"),
        "{place}"
    );
    let client = machines.session(1);
    client.enter("join tea@192.0.2.1");
    for line in ["start", "a7-b7"] {
        host.enter(line);
    }
    client.see("Red moves a7-b7.");
    machines.cut();
    // One waits for a move that never comes, the other sends one that never arrives.
    client.enter("a1-a2");
    for (side, result) in [
        (&host, "Blue forfeits. Red has won."),
        (&client, "Red forfeits. Blue has won."),
    ] {
        let shown = side.see(result);
        assert!(shown.contains("the connection is lost"), "{shown}");
        for line in ["clear", "a7-b7", "dump"] {
            side.enter(line);
        }
        side.see("  r r - - - - b");
    }
}

/// Where nobody answers at all, `join` says so.
#[test]
fn no_answer() {
    let Some(machines) = TwoMachines::new("silent") else {
        return;
    };
    machines.cut();
    let client = machines.session(1);
    client.enter("join tea@192.0.2.1");
    client.see("there is no answer from 192.0.2.1");
}
