//! A cable that is cut in the middle of a game, where the machine allows it: two machines
//! are played by two network namespaces, for which one has to be root on Linux.

use super::remote_play::Sitting;
use std::io::Write;
use std::process::Command;

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

    /// A session on one of the machines.
    fn session(&self, machine: usize, more: &[&str]) -> Sitting {
        let mut command = Command::new("ip");
        command
            .args(["netns", "exec", &self.names[machine]])
            .arg(env!("CARGO_BIN_EXE_ataxx"))
            .args(["--dialect", "2008", "--nodes", "200", "--keepalive", "1"])
            .args(more);
        Sitting::run(command)
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

#[test]
fn both_sides_notice() {
    let Some(machines) = TwoMachines::new("cut") else {
        return;
    };
    let [one, _] = ADDRESSES;
    let mut host = machines.session(0, &["--listen", one]);
    host.enter("host tea");
    let notice = host.see_error("is open at ");
    assert!(
        notice.contains(one) && notice.ends_with("for every machine that can reach this one"),
        "{notice}"
    );
    let mut client = machines.session(1, &[]);
    client.enter(&format!("join tea@{one}"));
    host.enter("start; a7-b7");
    client.see("Red moves a7-b7.");
    machines.cut();
    // One waits for a move that never comes, the other sends one that never arrives.
    client.enter("a1-a2");
    host.see("Blue forfeits. Red has won.");
    client.see("Red forfeits. Blue has won.");
    for mut side in [host, client] {
        side.see_error("the connection is lost");
        side.enter("clear; a7-b7; dump");
        side.see("  r r - - - - b");
        assert_eq!(side.end().status, Some(0));
    }
}

/// Where nobody answers at all, `join` says so.
#[test]
fn no_answer() {
    let Some(machines) = TwoMachines::new("silent") else {
        return;
    };
    machines.cut();
    let mut client = machines.session(1, &[]);
    client.enter("join tea@192.0.2.1; a7-b7; dump");
    client.see("  r r - - - - b");
    let left = client.end();
    assert_eq!(left.status, Some(0));
    assert!(
        left.stderr.contains("there is no answer from 192.0.2.1"),
        "{left:?}"
    );
}
