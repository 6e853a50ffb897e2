//! The queue of orders, and the state that the threads share.

use super::target::SharedTarget;
use ataxx_core::Cancellation;
use ataxx_page::analysis::Target;
use ataxx_page::analysis::{Analysis, AnalysisTask};
use ataxx_page::order::{Order, Reply, Respond, Sender, refused};
use ataxx_page::place::Place;
use ataxx_page::snapshot::Snapshot;
use ataxx_session::{Flow, Session};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::watch;

/// The limit on waiting orders of pages.
const MAX_WAITING: usize = 64;
/// The interval at which a waiting thread checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A waiting order.
pub(super) struct QueuedOrder {
    pub order: Order,
    pub by: Sender,
    pub answer: Respond,
}

/// Access to the session for any thread.
#[derive(Clone)]
pub struct Handle {
    shared: Arc<Shared>,
}

/// The waiting orders.
#[derive(Default)]
struct Waiting {
    orders: VecDeque<QueuedOrder>,
    /// Whether the order in progress answers a question about the position. No AI thinks then, so
    /// that moves interrupt too.
    is_studying: bool,
}

impl Waiting {
    fn interrupts(&self, order: &Order) -> bool {
        order.interrupts() || (self.is_studying && order.is_move())
    }

    /// Whether an order waits that interrupts.
    fn has_interrupting(&self) -> bool {
        let mut orders = self.orders.iter();
        orders.any(|waiting| self.interrupts(&waiting.order))
    }
}

struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// Makes a thinking AI play at once.
    cancel: Cancellation,
    snapshots: watch::Sender<Arc<Snapshot>>,
    analyses: watch::Sender<Arc<Analysis>>,
    target: SharedTarget,
    /// Whether a browser has asked for anything.
    visited: AtomicBool,
}

impl Handle {
    /// A handle for a session in this state.
    pub fn new(session: &Session) -> Self {
        Self {
            shared: Arc::new(Shared {
                waiting: Mutex::default(),
                changed: Condvar::new(),
                cancel: Cancellation::new(),
                snapshots: watch::Sender::new(Arc::new(Snapshot::first(session.clone()))),
                analyses: watch::Sender::new(Arc::new(Analysis::default())),
                target: SharedTarget::default(),
                visited: AtomicBool::new(false),
            }),
        }
    }

    /// The session as it was published last.
    pub fn session(&self) -> Session {
        self.snapshots().borrow().session.clone()
    }

    pub(super) fn snapshots(&self) -> &watch::Sender<Arc<Snapshot>> {
        &self.shared.snapshots
    }

    pub(super) fn analyses(&self) -> &watch::Sender<Arc<Analysis>> {
        &self.shared.analyses
    }

    pub(super) fn target(&self) -> &SharedTarget {
        &self.shared.target
    }

    /// Notes that a browser has come.
    pub(super) fn visit(&self) {
        self.shared.visited.store(true, Ordering::Relaxed);
    }

    /// Waits until no page is open, at most for this time.
    pub(super) fn wait_for_pages(&self, long: Duration) {
        let deadline = Instant::now() + long;
        while self.pages() > 0 && Instant::now() < deadline {
            thread::sleep(POLL_INTERVAL);
        }
        // The last update may still be on its way.
        thread::sleep(POLL_INTERVAL);
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Nothing in it can be half done.
        let locked = self.shared.waiting.lock();
        locked.unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues an order; `answer` receives the reply. The terminal waits for each reply, so at most
    /// one of its orders waits: it always finds room, because it may end the session.
    pub(super) fn enqueue(&self, order: Order, by: Sender, answer: Respond) {
        let mut waiting = self.lock();
        if waiting.orders.len() >= MAX_WAITING && by == Sender::Page {
            drop(waiting);
            answer(refused("too many orders are waiting").into());
            return;
        }
        if waiting.interrupts(&order) {
            self.shared.cancel.request();
        }
        waiting.orders.push_back(QueuedOrder { order, by, answer });
        self.shared.changed.notify_all();
    }

    /// Queues an order from the terminal and waits for the reply. When `impatient` returns true
    /// meanwhile, a thinking AI plays at once.
    pub fn wait_for(&self, order: Order, impatient: &dyn Fn() -> bool) -> Reply {
        let (sender, receiver) = mpsc::channel();
        let answer = move |reply| {
            let _ = sender.send(reply);
        };
        self.enqueue(order, Sender::Terminal, Box::new(answer));
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok(reply) => return reply,
                Err(mpsc::RecvTimeoutError::Timeout) if impatient() => {
                    let waiting = self.lock();
                    // After the reply another order may be in progress, which is not stopped.
                    match receiver.try_recv() {
                        Ok(reply) => return reply,
                        Err(_) => self.cancel_under(&waiting),
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                // The session is over.
                Err(mpsc::RecvTimeoutError::Disconnected) => return Reply::done(Flow::End),
            }
        }
    }

    /// Makes a thinking AI play at once, after which the AIs pause.
    pub fn stop(&self) {
        self.cancel_under(&self.lock());
    }

    /// Requests cancellation, under the lock.
    fn cancel_under(&self, _: &Waiting) {
        self.shared.cancel.request();
        self.shared.changed.notify_all();
    }

    /// The next order; waits for one until the deadline, if there is one. An AI that thinks for
    /// it is not interrupted, unless another order waits that interrupts.
    pub(super) fn next(&self, deadline: Option<Instant>) -> Option<QueuedOrder> {
        let mut waiting = self.lock();
        loop {
            if let Some(first) = waiting.orders.pop_front() {
                waiting.is_studying = false;
                self.renew_cancellation(&waiting);
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

    /// Lets an AI think for what comes without an order, unless an order waits that interrupts.
    pub(super) fn begin_without_order(&self) {
        self.renew_cancellation(&self.lock());
    }

    /// Drops an old request of cancellation, and requests it for the orders that wait.
    fn renew_cancellation(&self, waiting: &Waiting) {
        if waiting.has_interrupting() {
            self.shared.cancel.request();
        } else {
            self.shared.cancel.clear();
        }
    }
}

impl Place for Handle {
    fn now(&self) -> Duration {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        since.unwrap_or_default()
    }

    fn cancel(&self) -> &Cancellation {
        &self.shared.cancel
    }

    fn publish(&self, snapshot: Arc<Snapshot>) {
        self.snapshots().send_replace(snapshot);
    }

    fn set_target(&self, target: Target) {
        self.target().set(target);
    }

    fn analysis(&self) -> Arc<Analysis> {
        Arc::clone(&self.analyses().borrow())
    }

    fn pages(&self) -> usize {
        self.shared.snapshots.receiver_count()
    }

    fn was_visited(&self) -> bool {
        self.shared.visited.load(Ordering::Relaxed)
    }

    fn rest(&self, long: Duration) {
        let deadline = Instant::now() + long;
        let mut waiting = self.lock();
        while !self.shared.cancel.is_requested()
            && let Some(left) = deadline.checked_duration_since(Instant::now())
        {
            let woken = self.shared.changed.wait_timeout(waiting, left);
            waiting = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn set_studying(&self, is_studying: bool) {
        let mut waiting = self.lock();
        waiting.is_studying = is_studying;
        if is_studying && waiting.has_interrupting() {
            self.shared.cancel.request();
        }
    }
}

/// The analysis that an open page wants. Without any, the analyst pauses.
pub struct WantedAnalysis {
    handle: Handle,
    pub task: Option<AnalysisTask>,
}

impl WantedAnalysis {
    /// It is wanted until this is dropped.
    pub fn new(handle: &Handle, task: Option<AnalysisTask>) -> Self {
        if let Some(task) = task {
            handle.target().set_wanted(task.work(), true);
        }
        Self {
            handle: handle.clone(),
            task,
        }
    }
}

impl Drop for WantedAnalysis {
    fn drop(&mut self) {
        if let Some(task) = self.task {
            self.handle.target().set_wanted(task.work(), false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::notation::BerkeleyMove;
    use ataxx_page::order::Answer;
    use ataxx_session::{Command, Dialect, SessionSettings};

    /// It lets a thinking AI think.
    const PATIENT: Order = Order::NoMoreInput { is_awaited: true };

    fn handle() -> Handle {
        Handle::new(&Session::new(
            Dialect::SPRING_2022,
            SessionSettings::default(),
        ))
    }

    fn cancel(handle: &Handle) -> bool {
        handle.cancel().is_requested()
    }

    #[test]
    fn another_order_makes_an_ai_play_at_once() {
        let handle = handle();
        let turn = || (PATIENT, Sender::Page, Box::new(|_| {}) as Respond);
        let (order, by, answer) = turn();
        handle.enqueue(order, by, answer);
        assert!(!cancel(&handle));
        handle.enqueue(Order::Rematch, Sender::Page, Box::new(|_| {}));
        assert!(cancel(&handle));
        // Still wanted while the first is carried out, and no longer after that.
        assert_eq!(handle.next(None).map(|next| next.order), Some(PATIENT));
        assert!(cancel(&handle));
        assert_eq!(
            handle.next(None).map(|next| next.order),
            Some(Order::Rematch)
        );
        assert!(!cancel(&handle));
        let over = Some(Instant::now());
        assert!(handle.next(over).is_none());
    }

    #[test]
    fn a_late_stop_does_not_reach_the_next_order() {
        let handle = handle();
        // The reply, and the next order, come between the last look and the stop.
        let impatient = || {
            let first = handle.next(None).expect("an order");
            (first.answer)(Reply::done(Flow::Pause));
            handle.enqueue(Order::GoOn, Sender::Page, Box::new(drop));
            assert!(handle.next(None).is_some());
            true
        };
        let reply = handle.wait_for(PATIENT, &impatient);
        assert_eq!(reply, Reply::done(Flow::Pause));
        assert!(!cancel(&handle));
    }

    #[test]
    fn a_move_interrupts_a_question_about_the_position_and_no_ai() {
        let mv: BerkeleyMove = "a7-b7".parse().expect("a move");
        let click = || Order::command(mv.into());
        for comes_before in [true, false] {
            let handle = handle();
            let enqueue = |order| handle.enqueue(order, Sender::Page, Box::new(drop));
            enqueue(PATIENT);
            assert!(handle.next(None).is_some());
            if comes_before {
                enqueue(click());
            }
            handle.set_studying(true);
            assert_eq!(cancel(&handle), comes_before);
            enqueue(click());
            assert!(cancel(&handle));
            // An AI may think in answer to the first move.
            assert!(handle.next(None).is_some());
            assert!(!cancel(&handle));
            enqueue(click());
            assert!(!cancel(&handle));
        }
    }

    #[test]
    fn too_much_is_refused() {
        let handle = handle();
        for _ in 0..MAX_WAITING {
            handle.enqueue(PATIENT, Sender::Page, Box::new(|_| panic!("not yet")));
        }
        let (sender, receiver) = mpsc::channel();
        let answer = Box::new(move |reply: Reply| {
            let is_refused = matches!(reply.answer, Some(Answer::Refused(_)));
            sender.send(is_refused).expect("a receiver");
        });
        handle.enqueue(PATIENT, Sender::Page, answer);
        assert_eq!(receiver.recv(), Ok(true));
    }

    #[test]
    fn the_terminal_can_end_the_session_while_many_orders_of_pages_wait() {
        let handle = handle();
        for _ in 0..MAX_WAITING {
            handle.enqueue(PATIENT, Sender::Page, Box::new(|_| {}));
        }
        let quit = Order::command(Command::Quit);
        handle.enqueue(quit.clone(), Sender::Terminal, Box::new(|_| {}));
        let taken = std::iter::from_fn(|| handle.next(Some(Instant::now())));
        assert_eq!(taken.last().map(|last| last.order), Some(quit));
    }
}
