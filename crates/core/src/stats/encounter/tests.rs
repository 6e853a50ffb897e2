use super::*;
use proptest::prelude::*;

const RED: Option<usize> = Some(2);
const BLUE: Option<usize> = Some(0);
const DRAW: Option<usize> = Some(1);

impl Encounters {
    /// Adds results of two players without the games.
    pub(in crate::stats) fn insert(
        &mut self,
        first: usize,
        second: usize,
        pairs: Pairs,
        single: Tally,
    ) {
        let [lost, _, even, _, won] = pairs.0;
        // The number of games won in a pair is unknown; the points are right.
        let tally = Tally {
            won: 2 * won,
            drawn: 2 * even,
            lost: 2 * lost,
        };
        let half = |count| Tally {
            won: count,
            drawn: count,
            lost: 0,
        };
        let [_, one, _, three, _] = pairs.0;
        let tally = tally.plus(half(one).reversed()).plus(half(three));
        let encounter = Encounter {
            tally: tally.plus(single),
            pairs,
            single,
        };
        self.0.insert((first, second), encounter);
    }
}

fn game(
    number: u64,
    opening: u64,
    red: usize,
    blue: usize,
    half_points: Option<usize>,
) -> Option<GameScore> {
    Some(GameScore {
        number,
        opening,
        players: [red, blue],
        half_points: half_points?,
    })
}

#[test]
fn games_make_pairs() {
    let games = [
        game(0, 0, 0, 1, RED),
        game(1, 0, 1, 0, BLUE),
        game(2, 1, 0, 1, DRAW),
        game(3, 1, 1, 0, RED),
        // Their partners are missing, unfinished, and against another player.
        game(4, 2, 1, 0, BLUE),
        game(6, 3, 0, 1, RED),
        game(7, 3, 1, 0, None),
        game(8, 4, 0, 1, DRAW),
        game(9, 4, 2, 0, DRAW),
        // Games of a player against itself do not count.
        game(10, 5, 0, 0, RED),
    ];
    let encounters = Encounters::of(games.iter().copied().flatten());
    let encounter = encounters.between(0, 1);
    assert_eq!(encounter.pairs.0, [0, 1, 0, 0, 1]);
    let (won, drawn, lost) = (2, 1, 0);
    assert_eq!(encounter.single, Tally { won, drawn, lost });
    let (won, drawn, lost) = (4, 2, 1);
    assert_eq!(encounter.tally, Tally { won, drawn, lost });
    assert_eq!(encounters.between(1, 0), encounter.reversed());
    assert_eq!(encounters.between(1, 2), Encounter::default());
    let (won, drawn, lost) = (4, 3, 1);
    assert_eq!(encounters.tally(0), Tally { won, drawn, lost });
    assert_eq!(encounters.iter().count(), 2);
}

#[test]
fn an_opening_that_was_played_several_times() {
    let games = [
        game(0, 0, 0, 1, RED),
        game(1, 0, 1, 0, BLUE),
        game(2, 0, 0, 1, BLUE),
        game(3, 0, 1, 0, RED),
        game(4, 0, 0, 1, RED),
    ];
    let encounter = Encounters::of(games.iter().copied().flatten()).between(0, 1);
    assert_eq!(encounter.pairs.0, [1, 0, 0, 0, 1]);
    assert_eq!(encounter.single.won, 1);
}

fn games() -> impl Strategy<Value = Vec<Option<GameScore>>> {
    let result = prop::sample::select(vec![RED, BLUE, DRAW, None]);
    let one = (0_u64..6, 0_usize..4, 0_usize..4, result);
    prop::collection::vec(one, 0..80).prop_map(|games| {
        let numbered = (0..).zip(games);
        numbered
            .map(|(number, (opening, red, blue, result))| game(number, opening, red, blue, result))
            .collect()
    })
}

proptest! {
    #[test]
    fn nothing_is_lost_and_the_order_does_not_matter(games in games(), turn in 0_usize..80) {
        let encounters = Encounters::of(games.iter().copied().flatten());
        let mut turned = games.clone();
        turned.rotate_left(turn.min(games.len()));
        prop_assert_eq!(&Encounters::of(turned.iter().copied().flatten()), &encounters);
        let counted = games
            .iter()
            .flatten()
            .filter(|game| game.players[0] != game.players[1])
            .count();
        let mut found = 0_u32;
        let mut points = 0.0;
        for (_, _, encounter) in encounters.iter() {
            let (tally, single) = (encounter.tally, encounter.single);
            prop_assert_eq!(tally.games(), 2 * encounter.pairs.count() + single.games());
            let score = encounter.score().expect("games");
            let expected = tally.points() / f64::from(tally.games());
            prop_assert!((score.mean() - expected).abs() < 1e-9);
            found += tally.games();
        }
        prop_assert_eq!(found as usize, counted);
        for player in 0..4 {
            points += encounters.tally(player).points();
        }
        prop_assert!((points - f64::from(found)).abs() < 1e-9);
    }
}
