//! Pipes that do not block: a thread writes or reads each of them.

use crate::program::pipes::ChildPipes;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The bytes that a thread holds at most for each pipe, about.
const CAPACITY: usize = 64 * 1024;

/// The bytes on their way through a pipe.
#[derive(Default)]
struct Transit {
    bytes: VecDeque<u8>,
    /// Whether one of the two ends is closed.
    closed: bool,
}

/// The three pipes of a program, by their numbers.
#[derive(Default)]
struct Pipes {
    transits: Mutex<[Transit; 3]>,
    changed: Condvar,
}

const STDIN: usize = 0;
const STDOUT: usize = 1;
const STDERR: usize = 2;

impl Pipes {
    fn lock(&self) -> MutexGuard<'_, [Transit; 3]> {
        self.transits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the pipe is as it should be.
    fn wait_for(
        &self,
        pipe: usize,
        state: impl Fn(&Transit) -> bool,
    ) -> MutexGuard<'_, [Transit; 3]> {
        let waiting = self
            .changed
            .wait_while(self.lock(), |transits| !state(&transits[pipe]));
        waiting.unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self, pipe: usize) {
        self.lock()[pipe].closed = true;
        self.changed.notify_all();
    }
}

/// One end of a pipe of a program, which does not block.
struct End {
    pipes: Arc<Pipes>,
    pipe: usize,
}

impl Drop for End {
    fn drop(&mut self) {
        self.pipes.close(self.pipe);
    }
}

/// The stdin of a program. It is closed after all that was written when this is dropped.
pub struct InputPipe(End);

/// Its stdout or stderr.
pub struct OutputPipe(End);

/// The three pipes of a program.
pub fn open(
    (stdin, stdout, stderr): ChildPipes,
) -> io::Result<(Option<InputPipe>, [Option<OutputPipe>; 2])> {
    let pipes = Arc::new(Pipes::default());
    let end = |pipe| End {
        pipes: Arc::clone(&pipes),
        pipe,
    };
    let stdin = stdin.map(|pipe| spawn(end(STDIN), |end| write_all(&end, pipe)));
    let stdout = stdout.map(|pipe| spawn(end(STDOUT), |end| read_all(&end, pipe)));
    let stderr = stderr.map(|pipe| spawn(end(STDERR), |end| read_all(&end, pipe)));
    let [stdin, stdout, stderr] = [stdin, stdout, stderr].map(Option::transpose);
    Ok((
        stdin?.map(InputPipe),
        [stdout?.map(OutputPipe), stderr?.map(OutputPipe)],
    ))
}

/// Starts the thread at the other end of a pipe, and returns this end.
fn spawn(end: End, work: impl FnOnce(End) + Send + 'static) -> io::Result<End> {
    let other = End {
        pipes: Arc::clone(&end.pipes),
        pipe: end.pipe,
    };
    thread::Builder::new().spawn(move || work(other))?;
    Ok(end)
}

/// Writes to a program what comes, until it or this side closes the pipe.
fn write_all(end: &End, mut stdin: impl Write) {
    loop {
        let is_due = |transit: &Transit| transit.closed || !transit.bytes.is_empty();
        let mut transits = end.pipes.wait_for(end.pipe, is_due);
        let bytes: Vec<u8> = transits[end.pipe].bytes.drain(..).collect();
        drop(transits);
        if bytes.is_empty() || stdin.write_all(&bytes).is_err() {
            return;
        }
        end.pipes.changed.notify_all();
    }
}

/// Reads what a program writes, until it or this side closes the pipe.
fn read_all(end: &End, mut output: impl Read) {
    let mut chunk = vec![0; CAPACITY];
    while let Ok(read @ 1..) = output.read(&mut chunk) {
        let has_room = |transit: &Transit| transit.closed || transit.bytes.len() < CAPACITY;
        let mut transits = end.pipes.wait_for(end.pipe, has_room);
        if transits[end.pipe].closed {
            return;
        }
        transits[end.pipe].bytes.extend(&chunk[..read]);
        drop(transits);
        end.pipes.changed.notify_all();
    }
}

impl InputPipe {
    fn is_ready(transits: &[Transit; 3]) -> bool {
        transits[STDIN].closed || transits[STDIN].bytes.len() < CAPACITY
    }
}

impl Write for InputPipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut transits = self.0.pipes.lock();
        let transit = &mut transits[STDIN];
        if transit.closed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let room = CAPACITY
            .saturating_sub(transit.bytes.len())
            .min(bytes.len());
        if room == 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        transit.bytes.extend(&bytes[..room]);
        drop(transits);
        self.0.pipes.changed.notify_all();
        Ok(room)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl OutputPipe {
    fn is_ready(&self, transits: &[Transit; 3]) -> bool {
        transits[self.0.pipe].closed || !transits[self.0.pipe].bytes.is_empty()
    }
}

impl Read for OutputPipe {
    fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
        let mut transits = self.0.pipes.lock();
        let transit = &mut transits[self.0.pipe];
        if transit.bytes.is_empty() && !transit.closed {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let read = transit.bytes.read(chunk)?;
        drop(transits);
        self.0.pipes.changed.notify_all();
        Ok(read)
    }
}

/// Waits at most so long until `input` can be written or one of `outputs` read.
pub fn wait(input: Option<&InputPipe>, outputs: [Option<&OutputPipe>; 2], time: Duration) {
    let [stdout, stderr] = outputs;
    let ends = [
        input.map(|it| &it.0),
        stdout.map(|it| &it.0),
        stderr.map(|it| &it.0),
    ];
    let Some(end) = ends.into_iter().flatten().next() else {
        return thread::sleep(time);
    };
    let is_idle = |transits: &mut [Transit; 3]| {
        let mut outputs = outputs.iter().flatten();
        let is_writable = input.is_some() && InputPipe::is_ready(transits);
        !is_writable && !outputs.any(|it| it.is_ready(transits))
    };
    let _ = end
        .pipes
        .changed
        .wait_timeout_while(end.pipes.lock(), time, is_idle);
}
