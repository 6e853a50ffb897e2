//! Long work without the lock of the interpreter, which Ctrl-C ends.

use ataxx_core::Cancellation;
use pyo3::prelude::*;
use std::panic;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often signals are looked for.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Does the work in a thread of its own, while other threads of Python run. A signal whose handler
/// raises an exception ends it.
pub fn think<T: Send>(py: Python, work: impl FnOnce(&Cancellation) -> T + Send) -> PyResult<T> {
    py.detach(|| {
        let cancel = Cancellation::new();
        let (ended, end) = channel::<()>();
        thread::scope(|scope| {
            let cancel = &cancel;
            let worker = scope.spawn(move || {
                // Dropped when the work has ended, also by a panic.
                let _ended = ended;
                work(cancel)
            });
            let mut raised = Ok(());
            while let Err(RecvTimeoutError::Timeout) = end.recv_timeout(SIGNAL_INTERVAL) {
                if raised.is_ok() {
                    #[allow(clippy::redundant_closure_for_method_calls)] // its lifetimes
                    let signals = Python::attach(|py| py.check_signals());
                    raised = signals;
                    if raised.is_err() {
                        cancel.request();
                    }
                }
            }
            let result = worker
                .join()
                .unwrap_or_else(|panic| panic::resume_unwind(panic));
            raised.map(|()| result)
        })
    })
}
