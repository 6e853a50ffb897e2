//! A process group: a process and everything it starts.

use crate::Ended;
use crate::program::pipes::ChildPipes;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{mem, thread};

/// The groups that are not yet killed.
static LIVE: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn live() -> MutexGuard<'static, Vec<Pid>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all groups, before this process ends. None is started from then on: a thread that
/// tries to blocks until the end.
pub fn kill_all() {
    let groups = live();
    for &id in &*groups {
        let _ = killpg(id, Signal::SIGKILL);
    }
    mem::forget(groups);
}

/// A process that leads a process group. The group is killed when this is dropped.
///
/// Until then a leader that has ended is not reaped where the system allows that, so that the
/// number of the group is not reused.
pub struct Group {
    /// There until it is dropped.
    child: Option<Child>,
    id: Pid,
    ended: Option<Ended>,
    reaped: bool,
}

/// The time to wait for the end of a killed process.
const KILL_TIMEOUT: Duration = Duration::from_secs(2);

impl Group {
    /// Starts a process as the leader of a group of its own.
    pub fn start(mut command: Command) -> io::Result<Self> {
        let mut live = live();
        let child = command.process_group(0).spawn()?;
        let id = Pid::from_raw(i32::try_from(child.id()).map_err(io::Error::other)?);
        live.push(id);
        Ok(Self {
            child: Some(child),
            id,
            ended: None,
            reaped: false,
        })
    }

    /// The number of the group.
    pub const fn id(&self) -> i32 {
        self.id.as_raw()
    }

    /// Takes the pipes of the leader.
    pub fn take_pipes(&mut self) -> ChildPipes {
        let Some(child) = &mut self.child else {
            return (None, None, None);
        };
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    }

    /// How the leader ended; `None` while it lives.
    pub fn ended(&mut self) -> Option<Ended> {
        if self.ended.is_none() {
            self.ended = self.poll();
        }
        self.ended
    }

    #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
    fn poll(&mut self) -> Option<Ended> {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let without_reaping = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        match waitid(Id::Pid(self.id), without_reaping) {
            Ok(WaitStatus::Exited(_, status)) => Some(Ended::Status(status)),
            Ok(WaitStatus::Signaled(_, signal, _)) => Some(Ended::Signal(signal as i32)),
            Ok(_) => None,
            // A signal without a name, for one.
            Err(_) => self.reap(),
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
    fn poll(&mut self) -> Option<Ended> {
        self.reap()
    }

    /// Reaps the leader. Before its number can be reused, the rest of the group is killed.
    fn reap(&mut self) -> Option<Ended> {
        let status = self.child.as_mut()?.try_wait().ok()??;
        self.kill();
        self.unregister();
        self.reaped = true;
        Some(ended(status))
    }

    /// Leaves it out of [`kill_all`], as its number may be reused from now on.
    fn unregister(&self) {
        live().retain(|&id| id != self.id);
    }

    /// Kills the whole group.
    pub fn kill(&self) {
        if !self.reaped {
            // It fails when no process is left.
            let _ = killpg(self.id, Signal::SIGKILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        self.unregister();
        let Some(mut child) = self.child.take() else {
            return;
        };
        let given_up = Instant::now() + KILL_TIMEOUT;
        let mut pause = Duration::from_micros(100);
        while let Ok(None) = child.try_wait() {
            if Instant::now() > given_up {
                // It belongs to another user, or waits for a broken disk.
                thread::spawn(move || child.wait());
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }
}

/// How a process ended.
fn ended(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Status(code),
        (None, Some(signal)) => Ended::Signal(signal),
        (None, None) => Ended::Status(-1),
    }
}
