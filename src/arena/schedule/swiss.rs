//! Swiss tournaments.

use super::{Duos, Plan};
use std::cmp::Reverse;
use std::collections::BTreeSet;

impl Plan {
    /// Adds the duos of the rounds that are known. Returns the points of the players, two for
    /// a win, once all rounds are played.
    pub(super) fn swiss(&self, duos: &mut Duos, rounds: u32) -> Option<Vec<u32>> {
        let mut points = vec![0; self.players];
        let mut met = BTreeSet::new();
        let mut sat_out = BTreeSet::new();
        for _ in 0..rounds {
            let mut order: Vec<usize> = (0..self.players).collect();
            order.sort_by_key(|&player| (Reverse(points[player]), player));
            if self.players % 2 == 1 {
                // No player has a second bye while another has had none.
                let last = order.iter().rposition(|player| !sat_out.contains(player));
                let out = order.remove(last.unwrap_or(order.len() - 1));
                sat_out.insert(out);
                points[out] += 4 * self.pairs;
            }
            let encounters = pair_up(&order, &met).unwrap_or_else(|| {
                // All players have met each other.
                met.clear();
                neighbours(&order)
            });
            met.extend(encounters.iter().copied());
            let places = self.meet(duos, &encounters);
            for players in encounters {
                let gained = duos.points(places.clone(), players)?;
                for (player, gained) in players.into_iter().zip(gained) {
                    points[player] += gained;
                }
            }
        }
        Some(points)
    }
}

/// Two players in the order in which they are listed.
fn listed(first: usize, second: usize) -> [usize; 2] {
    [first.min(second), first.max(second)]
}

/// Each with the next.
fn neighbours(order: &[usize]) -> Vec<[usize; 2]> {
    order
        .chunks_exact(2)
        .map(|two| listed(two[0], two[1]))
        .collect()
}

/// Pairs each player with the next one it has not met; `None` when no such pairing is found.
fn pair_up(order: &[usize], met: &BTreeSet<[usize; 2]>) -> Option<Vec<[usize; 2]>> {
    /// The limit on the search, which is exponential.
    const MOST_STEPS: u32 = 100_000;
    let mut steps = MOST_STEPS;
    let mut chosen = Vec::new();
    rest(order, met, &mut chosen, &mut steps).then_some(chosen)
}

/// Pairs up the rest. Returns whether that succeeded.
fn rest(
    order: &[usize],
    met: &BTreeSet<[usize; 2]>,
    chosen: &mut Vec<[usize; 2]>,
    steps: &mut u32,
) -> bool {
    let Some((&first, others)) = order.split_first() else {
        return true;
    };
    for (place, &other) in others.iter().enumerate() {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let players = listed(first, other);
        if met.contains(&players) {
            continue;
        }
        let mut left = others.to_vec();
        left.remove(place);
        chosen.push(players);
        if rest(&left, met, chosen, steps) {
            return true;
        }
        chosen.pop();
    }
    false
}
