//! Whether a session depends on what the documents leave open, or on an AI.

use super::trial::carry_out;
use crate::session::{Command, CommandName, Executor, Session, State};
use ataxx_core::board::{Color, Ending, Game};

/// Whether the lines say what the documents leave open: who plays in a new game, the color of the
/// Player after `clear`, all blocks at once, no moves of the set-up beyond the limit of jumps, and
/// no blocks after a move that was taken back.
pub fn is_settled(mut model: Session, lines: &[String]) -> bool {
    let has_color = CommandName::Color.is_in(model.dialect());
    let mut has_moved = false;
    lines.iter().enumerate().all(|(at, line)| {
        let is_next = |wanted| lines.get(at + 1).is_none_or(|next| next.trim() == wanted);
        let command = match Executor::parse(&model, line) {
            Ok(Some(parsed)) => parsed.command,
            _ => return true,
        };
        let is_settled = match command {
            Command::New => !model.player(Color::Red).is_ai() && is_next("manual blue"),
            Command::Clear if has_color => is_next("color red"),
            Command::Blocks(_) if model.state() == State::SetUp => {
                model.position().blocks().is_empty()
            }
            Command::Block(_) => !has_moved || model.game().moves().len() > 0,
            Command::Move(_) | Command::Pass => {
                model.state() != State::SetUp || !is_at_jump_limit(model.game())
            }
            _ => true,
        };
        has_moved &= !matches!(command, Command::New | Command::Clear);
        carry_out(&mut model, line);
        has_moved |= model.game().moves().len() > 0;
        is_settled
    })
}

fn is_at_jump_limit(game: &Game) -> bool {
    game.outcome()
        .is_some_and(|outcome| outcome.ending == Ending::JumpLimit)
}

/// How many of the sides are AIs, at most, when it is the turn of one.
pub fn most_ais(mut model: Session, lines: &[String]) -> usize {
    let ais = lines.iter().map(|line| {
        carry_out(&mut model, line);
        let is_ai = |color: &Color| model.player(*color).is_ai();
        model
            .ai_turn()
            .map_or(0, |_| Color::BOTH.iter().filter(|it| is_ai(it)).count())
    });
    ais.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Dialect, SessionSettings};

    fn applied<T>(of: fn(Session, &[String]) -> T, dialect: Dialect, lines: &str) -> T {
        let lines: Vec<String> = lines.split("; ").map(str::to_owned).collect();
        of(Session::new(dialect, SessionSettings::default()), &lines)
    }

    #[test]
    fn what_the_documents_leave_open_is_not_settled() {
        let is_settled = |dialect, lines: &str| applied(is_settled, dialect, lines);
        let spring = Dialect::SPRING_2022;
        assert!(is_settled(
            spring,
            "manual blue; a7-a6; new; manual blue; a7-a6"
        ));
        assert!(is_settled(spring, "manual blue; new"));
        assert!(!is_settled(spring, "manual blue; new; a7-a6"));
        assert!(!is_settled(spring, "auto red; new; manual blue"));
        assert!(is_settled(
            spring,
            "auto red; manual red; new; manual blue; # done"
        ));
        let fall = Dialect::FALL_2008;
        assert!(is_settled(
            fall,
            "color blue; clear; color red; blocks 4c; start; blocks 4c"
        ));
        assert!(!is_settled(fall, "color blue; clear; start"));
        assert!(!is_settled(fall, "blocks 4c; blocks 3c"));
        assert!(is_settled(
            Dialect::FALL_2016,
            "auto red; clear; a7-a6; block d1"
        ));
        assert!(is_settled(
            spring,
            "manual blue; block d1; a7-a6; undo; a7-a6; block d2"
        ));
        assert!(!is_settled(
            spring,
            "manual blue; a7-a6; undo; dump; block d1"
        ));
        let there_and_back = "; a7-a5; a1-a3; a5-a7; a3-a1".repeat(6);
        let limit = format!("block d1{there_and_back}; a7-a5");
        assert!(is_settled(
            Dialect::FALL_2016,
            &format!("{limit}; start; a5-a7")
        ));
        assert!(!is_settled(Dialect::FALL_2016, &format!("{limit}; a5-a7")));
    }

    #[test]
    fn the_turns_of_ais_are_seen() {
        let most_ais = |lines| applied(most_ais, Dialect::SPRING_2022, lines);
        assert_eq!(most_ais("a7-a6"), 1);
        assert_eq!(most_ais("manual blue; a7-a6; auto red; manual red"), 0);
        assert_eq!(most_ais("manual red"), 0);
        assert_eq!(most_ais("auto red"), 2);
    }
}
