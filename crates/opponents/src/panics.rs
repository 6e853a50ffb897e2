//! Panics, which are faults of this program: they are caught, and reported as such.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

/// The message about a panic with these words.
pub fn message(words: &str) -> String {
    format!("a fault of ataxx itself: it panicked: {words}")
}

thread_local! {
    /// Whether a panic of this thread is going to be caught.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
    /// Where the last such panic was.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Stops caught panics from being written to stderr, from now on. Other panics are written as
/// before.
pub fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo| {
            if CAUGHT.get() {
                let place = info.location().map(ToString::to_string);
                PLACE.with_borrow_mut(|last| *last = place);
            } else {
                usual(info);
            }
        }));
    });
}

/// Runs the action. Returns the message and place if it panics.
pub fn caught<T>(action: impl FnOnce() -> T) -> Result<T, String> {
    PLACE.with_borrow_mut(|place| *place = None);
    let before = CAUGHT.replace(true);
    // What the action has changed may be inconsistent: the caller drops it.
    let ended = panic::catch_unwind(AssertUnwindSafe(action));
    CAUGHT.set(before);
    ended.map_err(|payload| {
        let words = words(payload.as_ref());
        match PLACE.with_borrow_mut(Option::take) {
            Some(place) => format!("{words} ({place})"),
            None => words,
        }
    })
}

/// The message of a panic.
fn words(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "no message".to_owned()
    }
}
