//! The contents of pictures.

use super::*;
use crate::board::{Color, Game, Rules, Square};
use crate::notation::{BerkeleyMove, GameRecord};
use roxmltree::{Document, Node};

fn game(moves: &str) -> Game {
    let blocks = "x5o/7/2-1-2/7/2-1-2/7/o5x x"
        .parse::<Position>()
        .expect("a FEN");
    let mut game = Game::from_position(Rules::BERKELEY_2016, blocks);
    for mv in moves.split_whitespace() {
        let mv: BerkeleyMove = mv.parse().expect(mv);
        mv.play(&mut game).expect("a legal move");
    }
    game
}

fn square(name: &str) -> Square {
    name.parse().expect(name)
}

/// The number of elements with all of these classes.
fn count(svg: &str, classes: &str) -> usize {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let has_all = |found: &str| {
        classes
            .split(' ')
            .all(|class| found.split(' ').any(|f| f == class))
    };
    document
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(has_all))
        .count()
}

fn text(svg: &str, element: &str) -> String {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let mut nodes = document.descendants();
    let node = nodes.find(|node| node.has_tag_name(element));
    node.and_then(|node| node.text())
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn all_squares_and_pieces_are_drawn() {
    let game = game("a7-c6 g7-g6");
    let svg = svg(game.position(), &PictureOptions::default());
    assert_eq!(count(&svg, "square"), 45);
    assert_eq!(count(&svg, "block"), 4);
    assert_eq!(count(&svg, "piece red"), 2);
    assert_eq!(count(&svg, "piece blue"), 3);
    assert_eq!(count(&svg, "piece red c6"), 1);
    assert_eq!(count(&svg, "label"), 14);
    assert_eq!(count(&svg, "mark"), 0);
    assert_eq!(count(&svg, "arrow"), 0);
}

#[test]
fn title_and_description() {
    let game = game("a7-c6 g7-g6");
    let options = PictureOptions {
        last_move: game.last_move(),
        ..PictureOptions::default()
    };
    let svg = svg(game.position(), &options);
    insta::assert_snapshot!(text(&svg, "title"), @"Ataxx board: red 2, blue 3; Red to move; no jumps in a row");
    insta::assert_snapshot!(text(&svg, "desc"), @"Red to move. Red has 2 pieces: g1, c6. Blue has 3 pieces: a1, g6, g7. Blocked: c3, e3, c5, e5. Last move: extend from g7 to g6.");
}

#[test]
fn the_last_move_and_arrows() {
    let game = game("a7-c6");
    let arrows = vec![
        Arrow {
            from: square("a1"),
            to: square("d5"),
        },
        Arrow {
            from: square("d4"),
            to: square("d4"),
        },
    ];
    let options = PictureOptions {
        last_move: game.last_move(),
        arrows,
        ..PictureOptions::default()
    };
    let svg = svg(game.position(), &options);
    assert_eq!(count(&svg, "mark from a7"), 1);
    assert_eq!(count(&svg, "mark to c6"), 1);
    assert_eq!(count(&svg, "arrow a1 d5"), 1);
    assert_eq!(count(&svg, "arrow d4"), 1);
    for part in [
        r#"d="M44.0 270.0L164.0 110.0M151.0 114.0L164.0 110.0L163.8 123.6""#,
        r#"d="M164 132l18 18l-18 18l-18 -18z""#,
        r#"class="frame" x="1" y="1" width="312" height="312""#,
        r#"class="mark to c6" x="106" y="52" width="36" height="36""#,
        r#"x="104" y="90" width="40" height="40"></rect><path d="M116 102L132 118M132 102L116 118""#,
        r#"class="label" x="44" y="307">a<"#,
        r#"class="label" x="12" y="275">1<"#,
    ] {
        assert!(svg.contains(part), "{part}\n{svg}");
    }
    assert!(text(&svg, "desc").ends_with("Last move: jump from a7 to c6."));
}

#[test]
fn the_plain_picture_and_the_arrows_are_the_layers_of_the_whole() {
    let game = game("a7-c6");
    let (from, to) = (square("a1"), square("d5"));
    let options = PictureOptions {
        last_move: game.last_move(),
        arrows: vec![Arrow { from, to }],
        ..PictureOptions::default()
    };
    let whole = svg(game.position(), &options);
    let inside = |picture: &str, start| -> String {
        let (head, shapes) = picture.split_once(start).expect(start);
        assert!(head.contains(r#"viewBox="0 0 314 314""#), "{head}");
        shapes.strip_suffix("</svg>").expect("the end").to_owned()
    };
    let [below, above] =
        [plain(game.position(), &options), arrows(&options)].map(|layer| inside(&layer, ">"));
    assert!(!above.is_empty());
    assert_eq!(below + &above, inside(&whole, "</style>"));
    assert_eq!(text(&whole, "style"), style());
}

/// The place of a piece.
fn place(svg: &str, class: &str) -> (i32, i32) {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    let node = document
        .descendants()
        .find(|node| node.attribute("class") == Some(class))
        .and_then(|node| node.first_element_child())
        .expect(class);
    let number = |name| {
        node.attribute(name)
            .and_then(|n| n.parse().ok())
            .expect(name)
    };
    (number("cx"), number("cy"))
}

#[test]
fn the_board_can_be_turned() {
    let position = *game("").position();
    let usual = svg(&position, &PictureOptions::default());
    assert_eq!(place(&usual, "piece red a7"), (44, 30));
    assert_eq!(place(&usual, "piece blue g7"), (284, 30));
    let options = PictureOptions {
        orientation: Orientation::Turned,
        ..PictureOptions::default()
    };
    let turned = svg(&position, &options);
    assert_eq!(place(&turned, "piece red a7"), (284, 270));
    assert_eq!(place(&turned, "piece blue g7"), (44, 270));
}

#[test]
fn labels_and_size_are_options() {
    let options = PictureOptions {
        coordinates: false,
        size: 123,
        ..PictureOptions::default()
    };
    let svg = svg(&Position::start(), &options);
    assert_eq!(count(&svg, "label"), 0);
    assert!(
        svg.contains(r#"width="123" height="123" viewBox="0 0 300 300""#),
        "{svg}"
    );
}

#[test]
fn titles_are_escaped() {
    let title = "<b> & \"c\" 'd' ]]> \u{0}\u{1b}ä\u{ffff}";
    let options = PictureOptions {
        title: Some(title.to_owned()),
        ..PictureOptions::default()
    };
    let svg = svg(&Position::start(), &options);
    assert_eq!(text(&svg, "title"), "<b> & \"c\" 'd' ]]> ��ä�");
}

#[test]
fn a_side_without_pieces() {
    let lone = Position::new(
        square("d4").into(),
        <_>::default(),
        <_>::default(),
        Color::Blue,
    );
    let svg = svg(&lone.expect("one piece"), &PictureOptions::default());
    assert_eq!(
        text(&svg, "desc"),
        "Blue to move. Red has 1 piece: d4. Blue has no pieces."
    );
}

/// The classes of what is shown at a time.
fn shown_at(document: &Document, second: f64) -> Vec<String> {
    let is_shown = |group: &Node| {
        let Some(animate) = group.children().find(|node| node.has_tag_name("animate")) else {
            return group.attribute("opacity") == Some("1");
        };
        let values = |name: &str| animate.attribute(name).expect("a list").split(';');
        let length: f64 = animate
            .attribute("dur")
            .and_then(|text| text.strip_suffix('s')?.parse().ok())
            .expect("seconds");
        let times = values("keyTimes").map(|time| time.parse::<f64>().expect("a time") * length);
        let last = times
            .zip(values("values"))
            .take_while(|(time, _)| *time <= second);
        last.last().expect("a value").1 == "1"
    };
    let groups = document
        .descendants()
        .filter(|node| node.attribute("opacity").is_some() && is_shown(node));
    let class = |node: Node| {
        node.first_element_child()?
            .attribute("class")
            .map(str::to_owned)
    };
    let mut classes: Vec<String> = groups.filter_map(class).collect();
    classes.sort();
    classes
}

#[test]
fn each_position_is_shown_for_a_second() {
    let record: GameRecord = "a7-b7 a1-a3 g1-e1 a3-a5 b7-b6".parse().expect("a record");
    let picture = animated(record.game(), &PictureOptions::default());
    assert!(picture.contains(r#"dur="9s""#), "{picture}");
    let document = Document::parse(&picture).expect("XML");
    let mut game = record.game().clone();
    let plies = game.moves().len();
    for ply in (0..=plies).rev() {
        #[allow(clippy::cast_precision_loss)]
        let shown = shown_at(&document, ply as f64 + 0.5);
        let pieces = Square::all().filter_map(|square| match game.position().cell(square) {
            Cell::Piece(color) => Some(format!("piece {} {square}", color.name())),
            Cell::Empty | Cell::Block => None,
        });
        let marks = game.last_move().into_iter().flat_map(|played| {
            let ends = [("from", played.from), ("to", played.to())];
            ends.into_iter()
                .filter_map(|(end, square)| Some(format!("mark {end} {}", square?)))
        });
        let mut expected: Vec<String> = pieces.chain(marks).collect();
        expected.sort();
        assert_eq!(shown, expected, "ply {ply}");
        game.undo();
    }
}

#[test]
fn a_game_without_moves_has_no_animation() {
    let game = Game::new(Rules::UAI);
    let picture = animated(&game, &PictureOptions::default());
    assert!(!picture.contains("animate "), "{picture}");
}
