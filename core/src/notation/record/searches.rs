//! What players report about the searches for their moves, in comments after each turn.

use super::GameRecord;
use super::variation::{place, without_second_comment};
use crate::notation::search_summary::SearchSummary;
use std::fmt;
use std::ops::Range;

impl GameRecord {
    /// The same record with what is known of the searches for its moves, by the number of moves
    /// before each. What is about no move of the game is left out.
    #[must_use]
    pub fn with_searches(
        mut self,
        searches: impl IntoIterator<Item = (usize, SearchSummary)>,
    ) -> Self {
        let plies = self.game.moves().len();
        let known = searches
            .into_iter()
            .filter(|(ply, search)| *ply < plies && !search.is_empty());
        self.searches = known.map(|(ply, search)| (ply, search.rounded())).collect();
        self
    }

    /// Prints a line end and the searches for these moves of the same turn, if there are any.
    pub(super) fn print_searches(
        &self,
        moves: Range<usize>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let mut known = self.searches.range(moves).peekable();
        let Some((first, _)) = known.peek() else {
            return Ok(());
        };
        let Some(before) = self.game.positions().nth(**first) else {
            return Ok(());
        };
        write!(f, "\n# {}", super::turn_name(before))?;
        known.try_for_each(|(_, search)| write!(f, " {{{search}}}"))
    }

    /// Adds the searches in the comments of a text. A comment of another form is a comment.
    pub(super) fn read_searches(&mut self, text: &str) {
        for line in text.lines() {
            if let Some((ply, searches)) = self.searches_of(line) {
                self.searches.extend((ply..).zip(searches));
            }
        }
    }

    /// The searches in a line, and the number of moves before the first of them.
    fn searches_of(&self, line: &str) -> Option<(usize, Vec<SearchSummary>)> {
        let comment = line.trim_start().strip_prefix('#')?;
        let comment = without_second_comment(comment);
        let (turn, list) = comment.split_at_checked(comment.find('{')?)?;
        let (rest, (ply, _)) = place(turn, &self.game).ok()?;
        if !rest.trim().is_empty() {
            return None;
        }
        let mut searches = Vec::new();
        let mut list = list.trim();
        while !list.is_empty() {
            let (search, rest) = list.strip_prefix('{')?.split_once('}')?;
            let search: SearchSummary = search.parse().ok()?;
            searches.push(Some(search).filter(|search| !search.is_empty())?);
            list = rest.trim_start();
        }
        let is_of_game = ply + searches.len() <= self.game.moves().len();
        is_of_game.then_some((ply, searches))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, Rules};
    use crate::notation::search_summary::tests::summary;
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;

    const TEXT: &str = "rules: 2022\n\n1. a7-b7 a1-a2\n\
        # 1. {+0.35/12 0.210s n=15023} {-M2}\n\
        2. a7-a6 a2-a3\n\
        # 2... {0.050s}\n\
        3. a6-a5\n\
        # variation 1: 1... a1-b2\n\
        *";

    fn read(text: &str) -> GameRecord {
        text.parse().expect(text)
    }

    #[test]
    fn searches_are_read_as_they_are_written() {
        let record = read(TEXT);
        assert_eq!(record.to_string(), TEXT);
        let plies: Vec<usize> = record.searches().keys().copied().collect();
        assert_eq!(plies, [0, 1, 3]);
        assert_eq!(record.variations().len(), 1);
    }

    #[test]
    fn each_game_of_a_file_has_its_searches() {
        let text = format!("{TEXT}\n\na7-b7 *\n\n{TEXT}\n");
        let games = GameRecord::read_all(&text).expect("three games");
        let counts = games.iter().map(|game| game.searches().len());
        assert_eq!(counts.collect::<Vec<_>>(), [3, 0, 3]);
    }

    #[test]
    fn other_comments_are_comments() {
        for comment in [
            "# 1. {a good move}",
            "# 1. {}",
            "# 1. +0.35",
            "# 1. {+0.35} {+0.36} {+0.37}",
            "# 2. {+0.35}",
            "# 1.. {+0.35",
            "# 1. better {+0.35}",
            "# {+0.35}",
            "# 99999999999999999999. {+0.35}",
        ] {
            let record = read(&format!("1. a7-b7 a1-a2\n{comment}\n*"));
            assert!(record.searches().is_empty(), "{comment}");
        }
        let last = read("1. a7-b7\n# 1. {+0.35} # 1. {+0.36}\r\n#1.{+0.37}\r\n*");
        assert_eq!(last.to_string(), "rules: 2022\n\n1. a7-b7\n# 1. {+0.37}\n*");
    }

    #[test]
    fn what_is_about_no_move_is_left_out() {
        let search = "+0.35".parse().expect("a summary");
        let record = read("1. a7-b7 *").with_searches([(0, SearchSummary::default()), (1, search)]);
        assert!(record.searches().is_empty());
    }

    proptest! {
        #[test]
        fn random_searches_are_read_as_they_are_written(
            choices in vec(any::<u16>(), 0..12),
            starts_with_blue in any::<bool>(),
            searches in btree_map(0_usize..14, summary(), 0..14),
        ) {
            let fen = if starts_with_blue { "x5o/7/7/7/7/7/o5x o 3 4" } else { "x5o/7/7/7/7/7/o5x x 0 1" };
            let mut game = Game::from_position(Rules::UAI, fen.parse().expect("a position"));
            for choice in choices {
                let moves: Vec<_> = game.position().legal_moves(game.rules()).collect();
                if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
                    game.play(mv).expect("a legal move");
                }
            }
            let record = GameRecord::new(Rules::UAI, &game).expect("a record");
            let bare = record.to_string();
            let record = record.with_searches(searches);
            let text = record.to_string();
            prop_assert_eq!(&read(&text), &record);
            // Who knows nothing of searches reads the game alone.
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            prop_assert_eq!(lines.join("\n"), bare);
        }
    }
}
