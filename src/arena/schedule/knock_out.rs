//! Knock-out tournaments.

use super::{Duos, Plan};
use std::cmp::Ordering;

/// The number of pairs of games to break a tie.
const TIE_BREAKS: u32 = 4;

impl Plan {
    /// Adds the duos that are known. Returns the winner, once known.
    pub(super) fn knock_out(&self, duos: &mut Duos) -> Option<usize> {
        let mut field = bracket(self.players);
        while field.len() > 1 {
            let encounters: Vec<[usize; 2]> = field
                .chunks(2)
                .filter_map(|places| match *places {
                    [Some(first), Some(second)] => Some([first.min(second), first.max(second)]),
                    _ => None,
                })
                .collect();
            let winners = self.winners(duos, &encounters)?;
            let mut winners = winners.into_iter();
            field = field
                .chunks(2)
                .map(|places| match *places {
                    [Some(_), Some(_)] => winners.next(),
                    [first, second] => first.or(second),
                    _ => None,
                })
                .collect();
        }
        field.first().copied().flatten()
    }

    /// Adds these encounters and their tie-breaks. Returns the winners; `None` while a game is
    /// missing.
    fn winners(&self, duos: &mut Duos, encounters: &[[usize; 2]]) -> Option<Vec<usize>> {
        let places = self.meet(duos, encounters);
        let mut level = Vec::new();
        let mut winners = Vec::new();
        for &players in encounters {
            let ahead = ahead(duos.points(places.clone(), players)?, players);
            if ahead.is_none() {
                level.push(players);
            }
            winners.push(ahead);
        }
        for _ in 0..TIE_BREAKS {
            if level.is_empty() {
                break;
            }
            let start = duos.duos.len();
            duos.add(duos.next_opening(), &level);
            let places = start..duos.duos.len();
            let mut still_level = Vec::new();
            for players in level {
                match ahead(duos.points(places.clone(), players)?, players) {
                    None => still_level.push(players),
                    found => {
                        let encounter = encounters.iter().position(|&other| other == players);
                        if let Some(winner) = encounter.and_then(|place| winners.get_mut(place)) {
                            *winner = found;
                        }
                    }
                }
            }
            level = still_level;
        }
        let listed_first =
            |(winner, players): (Option<usize>, &[usize; 2])| winner.unwrap_or_else(|| players[0]);
        Some(
            winners
                .into_iter()
                .zip(encounters)
                .map(listed_first)
                .collect(),
        )
    }
}

/// The player with more points, if one has.
fn ahead(points: [u32; 2], players: [usize; 2]) -> Option<usize> {
    match points[0].cmp(&points[1]) {
        Ordering::Greater => Some(players[0]),
        Ordering::Less => Some(players[1]),
        Ordering::Equal => None,
    }
}

/// The encounters of the first round, as consecutive pairs; the first players have a bye where
/// places are free. The higher two players are seeded, the later they meet.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < players {
        let size = 2 * places.len();
        places = places
            .into_iter()
            .flat_map(|player| [player, size - 1 - player])
            .collect();
    }
    let real = |player| (player < players).then_some(player);
    places.into_iter().map(real).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_last() {
        assert_eq!(bracket(2), [Some(0), Some(1)]);
        let eight = [0, 7, 3, 4, 1, 6, 2, 5].map(Some);
        assert_eq!(bracket(8), eight);
        let five = [
            Some(0),
            None,
            Some(3),
            Some(4),
            Some(1),
            None,
            Some(2),
            None,
        ];
        assert_eq!(bracket(5), five);
    }
}
