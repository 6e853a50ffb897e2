//! The nesting of lists and mappings, with old and new columns.

/// What begins in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// An item of a list, with its `-`.
    Item,
    /// A key, or the `?` or `:` of one.
    Key,
    /// A value that is neither.
    Value,
}

/// A list or a mapping that goes on in the lines to come.
#[derive(Clone, Copy, Debug)]
struct Level {
    begins: Begins,
    /// The column of its items or keys as it was.
    old: usize,
    /// The column as it is to be.
    new: usize,
}

/// The lists and mappings that a line is in, the outermost first.
#[derive(Clone, Debug, Default)]
pub struct Levels(Vec<Level>);

/// How much deeper a level is than the one it is in.
pub const STEP: usize = 2;

impl Levels {
    /// Something begins in this column, after only blanks on its line; the column where it is
    /// to begin.
    pub fn at_start_of_line(&mut self, old: usize, begins: Begins) -> usize {
        while self.0.last().is_some_and(|top| {
            let is_after_list =
                top.old == old && top.begins == Begins::Item && begins == Begins::Key;
            top.old > old || is_after_list || (begins == Begins::Value && top.old == old)
        }) {
            self.0.pop();
        }
        match self.0.last() {
            Some(top) if top.old == old && top.begins == begins => top.new,
            _ => self.inside(old, begins),
        }
    }

    /// Something begins in this column inside of what the innermost level has begun; the
    /// column where it is to begin.
    pub fn inside(&mut self, old: usize, begins: Begins) -> usize {
        let new = self.below();
        if begins != Begins::Value {
            self.0.push(Level { begins, old, new });
        }
        new
    }

    /// The column of what is inside of the innermost level.
    pub fn below(&self) -> usize {
        self.0.last().map_or(0, |top| top.new + STEP)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Leaves all levels.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The column of a comment that stood in this one; `next` is what begins after it.
    pub fn comment(&self, old: usize, next: Option<(usize, Begins)>) -> usize {
        if let Some((column, begins)) = next {
            let is_child = self.0.last().is_none_or(|top| {
                let is_list_of_key =
                    top.old == column && top.begins == Begins::Key && begins == Begins::Item;
                top.old < column || is_list_of_key
            });
            if is_child || old <= column {
                return self.clone().at_start_of_line(column, begins);
            }
        }
        let level = self.0.iter().rev().find(|level| level.old <= old);
        level.map_or(0, |level| level.new)
    }
}
