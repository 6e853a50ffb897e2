//! What ends a program, or makes it hang.

use super::line_kind::LineKind;

/// The kinds of lines that a program was sent, and how often it did not go on after one. Later
/// sessions avoid the kinds after which it mostly does not.
#[derive(Debug, Default)]
pub struct Triggers(Vec<(LineKind, Tally)>);

#[derive(Debug, Default)]
struct Tally {
    sent: usize,
    stopped: usize,
}

impl Triggers {
    /// A program was sent lines of these kinds.
    pub fn sent(&mut self, kinds: &[LineKind]) {
        for &kind in kinds {
            self.tally(kind).sent += 1;
        }
    }

    /// It did not go on after the last line of this kind.
    pub fn stopped(&mut self, kind: LineKind) {
        self.tally(kind).stopped += 1;
    }

    /// Whether lines of this kind are avoided. A kind that is mostly harmless is not: the fault
    /// depends on more than the line.
    pub fn contains(&self, kind: LineKind) -> bool {
        let known = self.0.iter().find(|(known, _)| *known == kind);
        known.is_some_and(|(_, tally)| tally.stopped > 0 && tally.stopped * 2 >= tally.sent)
    }

    fn tally(&mut self, kind: LineKind) -> &mut Tally {
        let known = self.0.iter().position(|(known, _)| *known == kind);
        let index = known.unwrap_or_else(|| {
            self.0.push((kind, Tally::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_that_is_mostly_harmless_is_not_avoided() {
        let mut triggers = Triggers::default();
        let [always, once] = [LineKind::Empty, LineKind::Comment];
        triggers.sent(&[once, once, once, always]);
        triggers.stopped(always);
        triggers.stopped(once);
        assert!(triggers.contains(always));
        assert!(!triggers.contains(once));
        assert!(!triggers.contains(LineKind::Pass(None)));
    }
}
