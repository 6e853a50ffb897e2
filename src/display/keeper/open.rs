//! Opens pasted texts.

use super::games::refuse_if_remote;
use super::state::{Job, Keeper};
use crate::display::opened::{self, Content};
use crate::display::order::{Done, refused};

impl Keeper<'_> {
    pub(super) fn open(&mut self, text: &str, job: &mut Job) -> Done {
        refuse_if_remote(job)?;
        let dialect = job.interpreter.session().dialect();
        let (content, warning) = opened::read(text, &dialect.rules())?;
        let flow = match content {
            Content::Position(position) => self.begin_from(position, job)?,
            Content::Game(tree) => self.begin_tree(dialect, *tree, job)?,
            Content::Games(games) => {
                self.shown.opened = Some(games);
                self.item(0, job)?
            }
        };
        if let Some(text) = warning {
            self.notice(text, false);
        }
        Ok(flow)
    }

    /// Begins one of the open games.
    pub(super) fn item(&mut self, number: usize, job: &mut Job) -> Done {
        refuse_if_remote(job)?;
        let Some(mut games) = self.shown.opened.clone() else {
            return refused("nothing is open to choose from");
        };
        let dialect = job.interpreter.session().dialect();
        let tree = games.choose(number, &dialect.rules())?;
        let done = self.begin_tree(dialect, tree, job);
        self.shown.opened = Some(games);
        self.shown.is_exercise = true;
        done
    }
}
