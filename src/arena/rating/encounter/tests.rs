use super::*;
use crate::opponents::End;
use proptest::prelude::*;

const RED: GameResult = GameResult::Win(Color::Red);
const BLUE: GameResult = GameResult::Win(Color::Blue);

fn game(number: u64, opening: u64, red: usize, blue: usize, result: GameResult) -> PlayedGame {
    PlayedGame {
        number,
        opening,
        red,
        blue,
        result,
        end: End::Rules,
        record: String::new(),
    }
}

#[test]
fn games_make_pairs() {
    let games = [
        game(0, 0, 0, 1, RED),
        game(1, 0, 1, 0, BLUE),
        game(2, 1, 0, 1, GameResult::Draw),
        game(3, 1, 1, 0, RED),
        // Their partners are missing, unfinished, and against somebody else.
        game(4, 2, 1, 0, BLUE),
        game(6, 3, 0, 1, RED),
        game(7, 3, 1, 0, GameResult::Unfinished),
        game(8, 4, 0, 1, GameResult::Draw),
        game(9, 4, 2, 0, GameResult::Draw),
        // Nobody plays against itself.
        game(10, 5, 0, 0, RED),
    ];
    let encounters = Encounters::of(&games);
    let encounter = encounters.between(0, 1);
    assert_eq!(encounter.pairs().counts(), [0, 1, 0, 0, 1]);
    let (won, drawn, lost) = (2, 1, 0);
    assert_eq!(encounter.single(), Tally { won, drawn, lost });
    let (won, drawn, lost) = (4, 2, 1);
    assert_eq!(encounter.tally(), Tally { won, drawn, lost });
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
    let encounter = Encounters::of(&games).between(0, 1);
    assert_eq!(encounter.pairs().counts(), [1, 0, 0, 0, 1]);
    assert_eq!(encounter.single().won, 1);
}

fn games() -> impl Strategy<Value = Vec<PlayedGame>> {
    let result = prop::sample::select(vec![RED, BLUE, GameResult::Draw, GameResult::Unfinished]);
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
        let encounters = Encounters::of(&games);
        let mut turned = games.clone();
        turned.rotate_left(turn.min(games.len()));
        prop_assert_eq!(&Encounters::of(&turned), &encounters);
        let counted = games
            .iter()
            .filter(|game| game.red != game.blue && game.result != GameResult::Unfinished)
            .count();
        let mut found = 0_u32;
        let mut points = 0.0;
        for (_, _, encounter) in encounters.iter() {
            let (tally, single) = (encounter.tally(), encounter.single());
            prop_assert_eq!(tally.games(), 2 * encounter.pairs().count() + single.games());
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
