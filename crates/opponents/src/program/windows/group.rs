//! A job object: a process and everything it starts.

use crate::Ended;
use crate::program::pipes::ChildPipes;
use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};
use std::io;
use std::mem;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Job = Arc<Mutex<Box<dyn ChildWrapper>>>;

/// The jobs that are not yet killed.
static LIVE: Mutex<Vec<Job>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all jobs, before this process ends. None is started from then on: a thread that
/// tries to blocks until the end.
pub fn kill_all() {
    let jobs = locked(&LIVE);
    for job in &*jobs {
        let _ = locked(job).start_kill();
    }
    mem::forget(jobs);
}

/// A process in a job of its own. The job is killed when this is dropped.
pub struct Group {
    job: Job,
    ended: Option<Ended>,
}

impl Group {
    /// Starts a process in a job of its own, before it can start others.
    pub fn start(command: Command) -> io::Result<Self> {
        let mut live = locked(&LIVE);
        let child = CommandWrap::from(command).wrap(JobObject).spawn()?;
        let job = Arc::new(Mutex::new(child));
        live.push(Arc::clone(&job));
        Ok(Self { job, ended: None })
    }

    /// Takes the pipes of the process.
    pub fn take_pipes(&mut self) -> ChildPipes {
        let mut job = locked(&self.job);
        (job.stdin().take(), job.stdout().take(), job.stderr().take())
    }

    /// How the process ended; `None` while it lives.
    pub fn ended(&mut self) -> Option<Ended> {
        if self.ended.is_none() {
            let status = locked(&self.job).try_wait().ok().flatten()?;
            self.ended = Some(Ended::Status(status.code().unwrap_or(-1)));
        }
        self.ended
    }

    /// Kills the whole job.
    pub fn kill(&self) {
        // It fails when no process is left.
        let _ = locked(&self.job).start_kill();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        locked(&LIVE).retain(|job| !Arc::ptr_eq(job, &self.job));
    }
}
