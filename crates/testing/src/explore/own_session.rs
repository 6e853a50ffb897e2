//! Generated lines carried out by our own session, without a program: what happens, and whether it
//! depends on what the documents leave open, or on an AI.

use ataxx_core::board::{Color, Move, Position};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::oracle::open_point;
use ataxx_session::{Command, Dialect, Event, Executor, OpenPoint, Session, SessionSettings};
use std::collections::HashSet;

/// Carries out a line, and returns what happens. A line that is refused changes nothing.
pub fn carry_out(session: &mut Session, line: &str) -> Vec<Event> {
    match Executor::parse(session, line) {
        Ok(Some(parsed)) => session.execute(&parsed.command).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Carries out a line; AIs whose turn it is then make any move.
pub fn carry_out_with_ais(session: &mut Session, line: &str) -> Vec<Event> {
    let mut events = carry_out(session, line);
    while session.ai_turn().is_some() {
        let Some(more) = make_any_ai_move(session) else {
            break;
        };
        events.extend(more);
    }
    events
}

/// Makes the first legal move for the AI whose turn it is.
pub fn make_any_ai_move(session: &mut Session) -> Option<Vec<Event>> {
    let position = *session.position();
    let mv = position.legal_moves(session.game().rules()).next()?;
    session.play_for_ai(BerkeleyMove::of(mv, &position)).ok()
}

/// The most sessions that are followed where AIs have a choice.
const MAX_BRANCHES: usize = 5000;

/// What lines lead to with certain choices of the AIs.
#[derive(Clone)]
pub struct Branch {
    pub session: Session,
    /// Whether the rules refuse the last line.
    pub is_refused: bool,
    /// How many moves AIs have made after each line.
    pub ai_moves: Vec<usize>,
    /// The winners of the results that were announced, in order; `None` for a draw.
    pub results: Vec<Option<Color>>,
}

/// What these lines lead to, whatever the AIs choose; `None` if that is too much to follow.
pub fn branches(dialect: Dialect, lines: &[String]) -> Option<Vec<Branch>> {
    let mut all = vec![Branch {
        session: Session::new(dialect, SessionSettings::default()),
        is_refused: false,
        ai_moves: Vec::new(),
        results: Vec::new(),
    }];
    for line in lines {
        let mut open: Vec<Branch> = all.drain(..).map(|branch| branch.after(line)).collect();
        let mut seen = HashSet::new();
        while let Some(branch) = open.pop() {
            if open.len() + all.len() > MAX_BRANCHES {
                return None;
            }
            if branch.session.ai_turn().is_some() {
                open.extend(branch.after_ai_moves());
            } else if seen.insert(branch.key()) {
                all.push(branch);
            }
        }
    }
    Some(all)
}

impl Branch {
    fn after(mut self, line: &str) -> Self {
        let done = match Executor::parse(&self.session, line) {
            Ok(Some(parsed)) => self.session.execute(&parsed.command).map_err(drop),
            Ok(None) => Ok(Vec::new()),
            Err(_) => Err(()),
        };
        self.is_refused = done.is_err();
        self.ai_moves.push(0);
        self.record_results(&done.unwrap_or_default());
        self
    }

    /// One for each legal move of the AI whose turn it is.
    fn after_ai_moves(&self) -> impl Iterator<Item = Self> {
        let position = *self.session.position();
        let moves = position.legal_moves(self.session.game().rules());
        moves.filter_map(move |mv| {
            let mut next = self.clone();
            let mv = BerkeleyMove::of(mv, &position);
            let events = next.session.play_for_ai(mv).ok()?;
            *next.ai_moves.last_mut()? += 1;
            next.record_results(&events);
            Some(next)
        })
    }

    fn record_results(&mut self, events: &[Event]) {
        let results = events.iter().filter_map(|event| match event {
            Event::Over(outcome) => Some(outcome.winner),
            _ => None,
        });
        self.results.extend(results);
    }

    /// What later lines depend on: undo needs the moves.
    fn key(&self) -> (Position, Vec<Move>, Vec<usize>, Vec<Option<Color>>) {
        let moves = self.session.game().moves().map(|played| played.mv);
        (
            *self.session.position(),
            moves.collect(),
            self.ai_moves.clone(),
            self.results.clone(),
        )
    }
}

/// Whether the lines settle what the documents leave open: the next line says who plays in a new
/// game, or the color of the Player after `clear`, and nothing else that is open occurs.
pub fn is_settled(mut model: Session, lines: &[String]) -> bool {
    let mut has_moved = false;
    lines.iter().enumerate().all(|(at, line)| {
        let is_next = |wanted| lines.get(at + 1).is_none_or(|next| next.trim() == wanted);
        let is_settled = match open_point(line, &model, has_moved) {
            // The mistakes in a session are the same for all programs.
            None | Some(OpenPoint::OtherCommands) => true,
            Some(OpenPoint::PlayersAfterNew) => {
                !model.player(Color::Red).is_ai() && is_next("manual blue")
            }
            Some(OpenPoint::ColorAfterClear) => is_next("color red"),
            Some(_) => false,
        };
        let parsed = Executor::parse(&model, line);
        if let Ok(Some(Command::New | Command::Clear)) = parsed.map(|it| it.map(|it| it.command)) {
            has_moved = false;
        }
        carry_out(&mut model, line);
        has_moved |= model.game().moves().len() > 0;
        is_settled
    })
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
            "auto red; clear; block d1; a7-a6"
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
    fn every_choice_of_an_ai_is_followed() {
        let of = |lines: &str| {
            let lines: Vec<String> = lines.split("; ").map(str::to_owned).collect();
            let all = branches(Dialect::SPRING_2022, &lines)?;
            let ai_moves = all[0].ai_moves.iter().sum::<usize>();
            Some((all.len(), ai_moves, all[0].is_refused))
        };
        assert_eq!(of("manual blue; a7-b7"), Some((1, 0, false)));
        // 16 moves, whatever the origins of extends.
        assert_eq!(of("a7-b7"), Some((16, 1, false)));
        assert_eq!(of("a7-b7; undo"), Some((1, 1, false)));
        assert_eq!(of("a7-b7; undo; a7-a3"), Some((1, 1, true)));
        assert_eq!(of("auto red"), None, "two AIs play a whole game");
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
