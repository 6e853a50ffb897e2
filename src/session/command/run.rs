//! Which file carries out which command.

use super::{Command, Done};
use crate::session::Session;

macro_rules! run {
    ($($name:ident $(($operand:ident: $type:ty))? in $module:ident,)*) => {
        impl Command {
            /// Carries the command out.
            pub(in crate::session) fn run(&self, session: &mut Session) -> Done {
                match self {
                    $(Self::$name $(($operand))? => super::$module::run(session $(, $operand)?),)*
                }
            }
        }
    };
}

with_commands!(run);
