//! Where orders wait, and what the threads share.

use super::aim::Aim;
use super::analysis::Analysis;
use super::order::{By, Order, Reply};
use super::snapshot::Snapshot;
use crate::cancellation::Cancellation;
use crate::session::{Flow, Session};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How many orders may wait: more than a person gives.
const MOST_WAITING: usize = 64;
/// How often somebody who waits looks whether to stop.
const LOOK: Duration = Duration::from_millis(20);

/// What gets to know of the reply.
pub(super) type Answer = Box<dyn FnOnce(Reply) + Send>;

/// An order that waits.
pub(super) struct Waiting {
    pub order: Order,
    pub by: By,
    pub answer: Answer,
}

/// The way to the session, for any thread.
#[derive(Clone)]
pub struct Handle {
    shared: Arc<Shared>,
}

struct Shared {
    waiting: Mutex<VecDeque<Waiting>>,
    changed: Condvar,
    /// Makes an AI that thinks play at once.
    cancel: Cancellation,
    snapshots: watch::Sender<Arc<Snapshot>>,
    analyses: watch::Sender<Arc<Analysis>>,
    aim: Aim,
}

impl Handle {
    /// The way to a session that stands like this.
    #[must_use]
    pub fn new(session: &Session) -> Self {
        Self {
            shared: Arc::new(Shared {
                waiting: Mutex::new(VecDeque::new()),
                changed: Condvar::new(),
                cancel: Cancellation::new(),
                snapshots: watch::Sender::new(Arc::new(Snapshot::first(session.clone()))),
                analyses: watch::Sender::new(Arc::new(Analysis::default())),
                aim: Aim::default(),
            }),
        }
    }

    /// The flag for the interpreter of the session.
    #[must_use]
    pub fn cancel(&self) -> &Cancellation {
        &self.shared.cancel
    }

    /// The session as it stood last.
    #[must_use]
    pub fn session(&self) -> Session {
        self.snapshots().borrow().session.clone()
    }

    pub(super) fn snapshots(&self) -> &watch::Sender<Arc<Snapshot>> {
        &self.shared.snapshots
    }

    pub(super) fn analyses(&self) -> &watch::Sender<Arc<Analysis>> {
        &self.shared.analyses
    }

    pub(super) fn aim(&self) -> &Aim {
        &self.shared.aim
    }

    /// How many pages are open.
    pub(super) fn pages(&self) -> usize {
        self.shared.snapshots.receiver_count()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Waiting>> {
        // Nothing in it can be half done.
        let locked = self.shared.waiting.lock();
        locked.unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for something; `answer` hears what became of it.
    pub(super) fn ask(&self, order: Order, by: By, answer: Answer) {
        let mut waiting = self.lock();
        if waiting.len() >= MOST_WAITING {
            drop(waiting);
            answer(Reply::refused("too much is being asked at once"));
            return;
        }
        if order.interrupts() {
            self.shared.cancel.request();
        }
        waiting.push_back(Waiting { order, by, answer });
        self.shared.changed.notify_all();
    }

    /// Asks for something from the terminal, and waits until it is done. Where `impatient`
    /// says so while that lasts, a thinking AI plays at once.
    pub fn wait_for(&self, order: Order, impatient: &dyn Fn() -> bool) -> Reply {
        let (sender, receiver) = mpsc::channel();
        let answer = move |reply| {
            let _ = sender.send(reply);
        };
        self.ask(order, By::Terminal, Box::new(answer));
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(reply) => return reply,
                Err(mpsc::RecvTimeoutError::Timeout) if impatient() => self.stop(),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                // The session is over.
                Err(mpsc::RecvTimeoutError::Disconnected) => return Reply::done(Flow::End),
            }
        }
    }

    /// Makes a thinking AI play at once, and the AIs pause after that.
    pub fn stop(&self) {
        let waiting = self.lock();
        self.shared.cancel.request();
        drop(waiting);
        self.shared.changed.notify_all();
    }

    /// The next order; waits for one until the deadline, if there is one. An AI that
    /// thinks for it is left in peace unless somebody waits who wants something else.
    pub(super) fn next(&self, deadline: Option<Instant>) -> Option<Waiting> {
        let mut waiting = self.lock();
        loop {
            if let Some(first) = waiting.pop_front() {
                let hurry = waiting.iter().any(|waiting| waiting.order.interrupts());
                if hurry {
                    self.shared.cancel.request();
                } else {
                    self.shared.cancel.clear();
                }
                return Some(first);
            }
            waiting = match deadline {
                None => {
                    let woken = self.shared.changed.wait(waiting);
                    woken.unwrap_or_else(PoisonError::into_inner)
                }
                Some(deadline) => {
                    let left = deadline.checked_duration_since(Instant::now())?;
                    let woken = self.shared.changed.wait_timeout(waiting, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Waits so long, or until cancellation is requested.
    pub(super) fn rest(&self, long: Duration) {
        let deadline = Instant::now() + long;
        let mut waiting = self.lock();
        while !self.shared.cancel.is_requested()
            && let Some(left) = deadline.checked_duration_since(Instant::now())
        {
            let woken = self.shared.changed.wait_timeout(waiting, left);
            waiting = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Dialect;
    use crate::session::Settings;

    fn handle() -> Handle {
        Handle::new(&Session::new(Dialect::SPRING_2022, Settings::default()))
    }

    fn cancel(handle: &Handle) -> bool {
        handle.cancel().is_requested()
    }

    #[test]
    fn who_wants_something_else_makes_an_ai_play_at_once() {
        let handle = handle();
        let turn = || (Order::Turn, By::Page, Box::new(|_| {}) as Answer);
        let (order, by, answer) = turn();
        handle.ask(order, by, answer);
        assert!(!cancel(&handle));
        handle.ask(Order::Undo, By::Page, Box::new(|_| {}));
        assert!(cancel(&handle));
        // Still wanted while the first is carried out, and no longer after that.
        assert_eq!(handle.next(None).map(|next| next.order), Some(Order::Turn));
        assert!(cancel(&handle));
        assert_eq!(handle.next(None).map(|next| next.order), Some(Order::Undo));
        assert!(!cancel(&handle));
        let over = Some(Instant::now());
        assert!(handle.next(over).is_none());
    }

    #[test]
    fn too_much_is_refused() {
        let handle = handle();
        for _ in 0..MOST_WAITING {
            handle.ask(Order::Turn, By::Page, Box::new(|_| panic!("not yet")));
        }
        let (sender, receiver) = mpsc::channel();
        let answer =
            Box::new(move |reply: Reply| sender.send(reply.refused.is_some()).expect("heard"));
        handle.ask(Order::Turn, By::Page, answer);
        assert_eq!(receiver.recv(), Ok(true));
    }
}
