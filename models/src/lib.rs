//! Model checking of the lock-free tables: their slots in all orders of operations that the memory
//! model of the language allows. The files are those of the core, with the atomics of loom.
#![cfg(test)]

use atomic::{AtomicU64, Ordering};
use loom::sync::{Arc, atomic};
use loom::{model, thread};

#[path = "../../crates/core/src/engine/table/slot.rs"]
mod engine_slot;
#[path = "../../crates/core/src/solver/table/slot.rs"]
mod solver_slot;

/// What a write to a slot of the solver stores: no two words of different writes fit.
fn words(writer: u64) -> [u64; 3] {
    [writer, writer << 8, writer << 16]
}

fn assert_whole(found: [u64; 3]) {
    assert!((0..=2).any(|writer| found == words(writer)), "{found:?}");
}

#[test]
fn a_reader_finds_the_words_of_one_write() {
    model(|| {
        let slot = Arc::new(solver_slot::Slot::default());
        // The reader is the second thread: the first execution of loom runs the main thread to its
        // end, so that the reader loads each mixture of old and new words.
        let reader = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.read().into_iter().for_each(assert_whole))
        };
        slot.write(|_| words(1));
        reader.join().expect("it ends");
        assert_eq!(slot.read(), Some(words(1)));
    });
}

/// A write that meets another is dropped, or begins with what the other has stored.
#[test]
fn writes_are_not_mixed() {
    model(|| {
        let slot = Arc::new(solver_slot::Slot::default());
        let add = |slot: &solver_slot::Slot, writer: u64| {
            slot.write(|found| {
                assert_whole(found);
                words(writer)
            });
        };
        let writer = {
            let slot = Arc::clone(&slot);
            thread::spawn(move || add(&slot, 1))
        };
        add(&slot, 2);
        writer.join().expect("it ends");
        let last = slot.read().expect("nobody writes");
        assert_whole(last);
        assert_ne!(last, words(0));
    });
}

#[test]
fn under_a_key_there_is_its_own_data() {
    const ENTRIES: [(u64, u64); 2] = [(0x51, 0x100), (0x62, 0x200)];
    model(|| {
        let slot = Arc::new(engine_slot::Slot::default());
        let writers = ENTRIES.map(|(key, data)| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.write(key, data))
        });
        let check = |(found, data): (u64, u64)| {
            for (key, own) in ENTRIES {
                assert!(found != key || data == own, "{found:x}: {data:x}");
            }
        };
        check(slot.read());
        for writer in writers {
            writer.join().expect("it ends");
        }
        check(slot.read());
    });
}

/// The model finds what the slots prevent.
#[test]
#[should_panic(expected = "of two writes")]
fn words_alone_are_mixed() {
    model(|| {
        let words: Arc<[AtomicU64; 2]> = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let writer = {
            let words = Arc::clone(&words);
            thread::spawn(move || {
                for word in words.iter() {
                    word.store(1, Ordering::Relaxed);
                }
            })
        };
        let [one, other] = [0, 1].map(|at| words[at].load(Ordering::Relaxed));
        assert_eq!(one, other, "of two writes");
        writer.join().expect("it ends");
    });
}
