//! One layer, from the limit on consecutive jumps backwards.

use super::cylinders::{Pair, words};
use super::layer::{Layer, Shape};
use super::region::{SquareSet, squares};
use super::step::Step;
use crate::differences::{Blocks, Differences, step_of_differences};
use ataxx_core::board::{Rules, Stuck};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The number of pairs that a thread computes between two looks at the queue, about.
const PORTION: usize = 1 << 13;

/// How work is done, and who may end it.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    pub threads: usize,
    /// Called often, with the round. The work ends when it returns `false`.
    pub proceed: &'a (dyn Fn(u32) -> bool + Sync),
}

/// The work was ended early.
#[derive(Clone, Copy, Debug)]
pub struct Stopped;

/// A layer in progress: after round `r` it has the values of positions with `r` consecutive jumps
/// left until the limit.
pub struct Rounds<'a> {
    shape: &'a Shape,
    rules: Rules,
    /// What the side to move reaches without a jump.
    extended: Layer,
    now: Layer,
    /// Where the next round is written: the round before the last. It is equal to the last for
    /// sets that the last did not change.
    next: Layer,
    /// The sets that the last round has changed.
    changed: Vec<bool>,
    round: u32,
    is_settled: bool,
    /// The last round that differs from the one before the last.
    last_difference: u32,
    /// In what each round from the first on differs from [another](step_of_differences), if that is kept.
    differences: Option<Differences>,
}

/// A layer whose rounds are done.
pub struct Finished {
    /// The values of the last round.
    pub layer: Layer,
    /// How many rounds have changed some.
    pub rounds: u32,
    /// What alternates, if the rounds have not come to an end.
    pub alternating: Option<Alternating>,
    /// In what the values of each round from the first on, as long as others come, differ from those
    /// [after it](step_of_differences).
    pub differences: Option<Differences>,
}

/// A set of squares to compute.
struct Job<'a> {
    set: SquareSet,
    number: usize,
    out: &'a mut [Pair],
}

impl<'a> Rounds<'a> {
    /// Starts at the limit.
    pub fn new(
        shape: &'a Shape,
        rules: Rules,
        extended: Layer,
        effort: Effort,
    ) -> Result<Self, Stopped> {
        let step = || Step::new(shape, rules);
        let mut now = Layer::new(extended.pieces, &shape.orbits);
        let at_limit = |step: &mut Step, job: Job| {
            step.at_limit(job.set, job.out);
            false
        };
        let (changed, _) = each_set(shape, &mut now, 0, effort, step, at_limit, |_| ())?;
        Ok(Self {
            next: now.clone(),
            now,
            shape,
            rules,
            extended,
            changed,
            round: 0,
            is_settled: false,
            last_difference: 1,
            differences: None,
        })
    }

    /// Keeps in what rounds differ.
    pub fn keep_differences(&mut self, differences: Differences) {
        self.differences = Some(differences);
    }

    /// Computes rounds up to this one, or until they change nothing.
    pub fn advance(&mut self, last: u32, effort: Effort) -> Result<(), Stopped> {
        while self.round < last && !self.is_settled {
            self.round += 1;
            let (shape, rules, now) = (self.shape, self.rules, &self.now);
            let extended = &self.extended;
            let (changed, is_first) = (&self.changed, self.round == 1);
            let step_back = step_of_differences(&rules);
            let is_kept = self.differences.is_some() && self.round > step_back;
            let differs = AtomicBool::new(false);
            let start = || (Step::new(shape, rules), Vec::new());
            let (changed, differences) = each_set(
                shape,
                &mut self.next,
                self.round,
                effort,
                start,
                |(step, difference): &mut (Step, Vec<Pair>), job| {
                    let size = job.out.len();
                    let present = &now.words[job.number * size..][..size];
                    let is_open = is_first || depends(shape, rules, changed, &job);
                    let has_changed = changed[job.number];
                    let is_compared = !is_first && (is_open || has_changed);
                    let before = is_compared.then(|| job.out.to_vec());
                    if has_changed {
                        job.out.copy_from_slice(present);
                    }
                    if is_open {
                        step.advance(job.set, job.number, extended, now, job.out);
                    }
                    if before.as_ref().is_some_and(|before| before != job.out) {
                        differs.store(true, Ordering::Relaxed);
                    }
                    if is_kept {
                        let end = difference.len() + size;
                        let old = if step_back == 1 {
                            present
                        } else {
                            before.as_deref().unwrap_or(&[])
                        };
                        let pairs = old.iter().zip(&*job.out);
                        difference
                            .extend(pairs.map(|(old, new)| [old[0] ^ new[0], old[1] ^ new[1]]));
                        difference.resize(end, [0; 2]);
                    }
                    is_open && job.out != present
                },
                |(_, difference)| Blocks::of(&std::mem::take(difference)),
            )?;
            if let Some(all) = &mut self.differences {
                for blocks in &differences {
                    all.append(blocks);
                }
            }
            if differs.into_inner() {
                self.last_difference = self.round;
            }
            self.is_settled = !changed.contains(&true);
            self.changed = changed;
            std::mem::swap(&mut self.now, &mut self.next);
        }
        Ok(())
    }

    /// The values of the last round.
    pub fn values(&self) -> &Layer {
        &self.now
    }

    /// What the rounds have led to.
    pub fn finish(self) -> Finished {
        let alternating = Alternating {
            from: self.last_difference - 1,
            before: self.next,
        };
        let rounds = self.round - u32::from(self.is_settled);
        let others_from = if self.is_settled {
            rounds
        } else {
            alternating.from
        };
        let mut differences = self.differences;
        if let Some(differences) = &mut differences {
            differences.keep(others_from.saturating_sub(1), self.now.words.len());
        }
        Finished {
            layer: self.now,
            rounds,
            alternating: (!self.is_settled).then_some(alternating),
            differences,
        }
    }
}

/// The round before the last, of a layer whose rounds change values until the limit: who has more
/// pieces then depends on who jumps last.
#[derive(Clone)]
pub struct Alternating {
    /// From this round on the values are those of the last round, or the one before, in turn.
    pub from: u32,
    /// The values of the round before the last.
    pub before: Layer,
}

/// What the side to move reaches without a jump, by the values of the layer above.
pub fn extend(
    shape: &Shape,
    rules: Rules,
    above: &Layer,
    pieces: usize,
    effort: Effort,
) -> Result<Layer, Stopped> {
    let mut extended = Layer::new(pieces, &shape.orbits);
    let step = || Step::new(shape, rules);
    let extends = |step: &mut Step, job: Job| {
        step.extends(job.set, above, job.out);
        false
    };
    each_set(shape, &mut extended, 0, effort, step, extends, |_| ())?;
    Ok(extended)
}

/// Whether the values of a set may change, because some have changed after a jump or pass.
fn depends(shape: &Shape, rules: Rules, changed: &[bool], job: &Job) -> bool {
    let set = job.set;
    let mut movable = 0;
    for to in squares(shape.region.full() & !set) {
        let jumpers = shape.region.jumps[to] & set;
        movable |= jumpers | shape.region.near[to] & set;
        let mut later = squares(jumpers).map(|jumper| set & !(1 << jumper) | 1 << to);
        if later.any(|later| changed[shape.orbits.find(later).0]) {
            return true;
        }
    }
    let can_pass = movable != set && rules.stuck == Stuck::Pass;
    can_pass && rules.pass_adds_to_count && changed[job.number]
}

/// Computes something for each set of a layer, on several threads. Returns for each set what `compute`
/// does, and in their order what `end` does after a number of sets, which have whole blocks together.
fn each_set<T, E: Default + Send>(
    shape: &Shape,
    layer: &mut Layer,
    round: u32,
    effort: Effort,
    start: impl Fn() -> T + Sync,
    compute: impl Fn(&mut T, Job) -> bool + Sync,
    end: impl Fn(&mut T) -> E + Sync,
) -> Result<(Vec<bool>, Vec<E>), Stopped> {
    let sets = shape.orbits.representatives(layer.pieces);
    let size = words(layer.pieces);
    let portion = (PORTION / size).max(1);
    let mut changed = vec![false; sets.len()];
    let mut ends: Vec<E> = Vec::new();
    ends.resize_with(sets.len().div_ceil(portion), E::default);
    let portions = sets
        .chunks(portion)
        .zip(layer.words.chunks_mut(portion * size))
        .zip(changed.chunks_mut(portion))
        .zip(&mut ends)
        .enumerate();
    let queue = Mutex::new(portions);
    let stopped = AtomicBool::new(false);
    let work = || {
        let mut state = start();
        while !stopped.load(Ordering::Relaxed) {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, (((sets, words), changed), at_end))) = next else {
                break;
            };
            let jobs = sets.iter().zip(words.chunks_mut(size)).zip(changed);
            for (number, ((&set, out), changed)) in (index * portion..).zip(jobs) {
                *changed = compute(&mut state, Job { set, number, out });
            }
            *at_end = end(&mut state);
            if !(effort.proceed)(round) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..effort.threads {
            // Fewer threads where no more can be started.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    if stopped.into_inner() {
        return Err(Stopped);
    }
    Ok((changed, ends))
}
