//! What holds for every session with a remote opponent, whatever either says.

use super::remote_play::scripted::{Item, check};
use proptest::prelude::*;

/// What an opponent may say, and what none would.
fn item() -> impl Strategy<Value = Item> {
    let lines = prop_oneof![
        Just("ready"),
        Just("color red"),
        Just("color blue"),
        Just("blocks 3gh"),
        Just("blocks abcdefgh"),
        Just("start"),
        Just("stop"),
        Just("a7-b7"),
        Just("a1-a2"),
        Just("-"),
        Just("a7-g1"),
        Just("Start"),
        Just(""),
    ];
    prop_oneof![
        6 => lines.prop_map(|line| Item::Line(line.to_owned())),
        30 => any::<u8>().prop_map(|number| Item::Legal(number.into())),
        1 => Just(Item::Lost),
        1 => Just(Item::Silence),
    ]
}

/// A beginning that the document allows, so that games get under way, or none.
fn script() -> impl Strategy<Value = Vec<Item>> {
    let beginning = prop::sample::select(vec![
        "",
        "color red;start",
        "color blue;start",
        "color blue;blocks 3;start",
        "color red;blocks abcdefgh;start",
        "color red;blocks abcefgh456;a7-b7;start",
        "color blue;g1-e3;g7-e6;a7-c5;e6-d4;start",
    ]);
    (beginning, prop::collection::vec(item(), 0..60)).prop_map(|(beginning, items)| {
        beginning
            .split(';')
            .filter(|line| !line.is_empty())
            .map(|line| Item::Line(line.to_owned()))
            .chain(items)
            .collect()
    })
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("host tea".to_owned()),
        4 => Just("join tea@there".to_owned()),
        6 => Just("start".to_owned()),
        3 => Just("auto".to_owned()),
        2 => Just("color blue".to_owned()),
        2 => "blocks [a-h1-6]{1,9}",
        2 => Just("clear".to_owned()),
        2 => Just("undo".to_owned()),
        1 => Just("verbose".to_owned()),
        1 => Just("seed 3".to_owned()),
        1 => Just(String::new()),
        1 => Just("-".to_owned()),
        8 => "[a-g][1-7]-[a-g][1-7]",
        8 => prop::sample::select(vec!["a7-b7", "a1-a2", "g1-f1", "g7-g6", "g1-e3", "a7-c5"])
            .prop_map(str::to_owned),
    ]
}

/// A game that gets under way, and then anything.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let beginning = prop::sample::select(vec![
        "",
        "auto;join tea@there",
        "join tea@there",
        "auto;host tea;start",
        "host tea;start",
        "host tea;color blue;auto;start",
        "blocks 3;host tea;g1-e3;g7-e6;a7-c5;e6-d4;start",
        "blocks abcefgh456;host tea;auto;start",
    ]);
    (beginning, prop::collection::vec(line(), 0..30)).prop_map(|(beginning, lines)| {
        let beginning = beginning.split(';').map(str::to_owned);
        beginning.chain(lines).collect()
    })
}

proptest! {
    #[test]
    fn any_conversation_ends_well(script in script(), lines in lines()) {
        check(script, &lines);
    }
}
