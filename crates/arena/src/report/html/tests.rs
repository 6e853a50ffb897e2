use super::*;
use crate::report::Heading;
use crate::report::scoreboard::tests::{any_games, heading, round_robin, two};
use proptest::prelude::*;
use roxmltree::{Document, Node};

/// The page as XML, without its script: what maud leaves open is closed.
fn parsed<T>(page: &str, look: impl FnOnce(&Document) -> T) -> T {
    let mut text = page
        .replace("<!DOCTYPE html>", "")
        .replace(replay::SCRIPT, "")
        .replace(replay::STYLE, "")
        .replace(STYLE, "");
    for void in ["meta", "input"] {
        let begin = format!("<{void} ");
        let parts: Vec<String> = text.split(&begin).map(str::to_owned).collect();
        let closed =
            parts
                .into_iter()
                .enumerate()
                .map(|(index, part)| match part.split_once('>') {
                    Some((tag, rest)) if index > 0 => format!("{tag}/>{rest}"),
                    _ => part,
                });
        text = closed.collect::<Vec<_>>().join(&begin);
    }
    let text = text.replace(" hidden>", ">").replace(" hidden ", " ");
    look(&Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}

fn all<'a>(page: &'a Document, tag: &'a str, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    page.descendants().filter(move |node| {
        let has = |found: &str| found.split(' ').any(|found| found == class);
        node.tag_name().name() == tag
            && (class.is_empty() || node.attribute("class").is_some_and(has))
    })
}

fn text(node: Node) -> String {
    let parts: Vec<&str> = node.descendants().filter_map(|part| part.text()).collect();
    // Text comes up for its element and for itself.
    let mut words = Vec::new();
    for (part, child) in parts
        .iter()
        .zip(node.descendants().filter(|part| part.text().is_some()))
    {
        if child.is_text() {
            words.push(*part);
        }
    }
    words.concat()
}

#[test]
fn tables_have_a_row_for_each_player_and_each_game() {
    let (board, _, games) = round_robin();
    parsed(&page(&board, &games), |page| {
        let rows = |class: &str| {
            let table = all(page, "table", class).next().expect("a table");
            table
                .descendants()
                .filter(|node| node.has_tag_name("tr"))
                .map(text)
                .collect::<Vec<_>>()
        };
        assert_eq!(rows("standings").len(), 5);
        assert_eq!(rows("cross").len(), 5);
        assert_eq!(rows("games").len(), 1 + games.len());
        insta::assert_snapshot!(rows("cross").join("\n"), @"
        #Player1 steady2 slow & sure3 <b>bold</b>4 棋手
        1steadyitself2.5/42.5/42.5/4
        2slow & sure1.5/4itself2.5/42.5/4
        3<b>bold</b>1.5/41.5/4itself2.5/4
        4棋手1.5/41.5/41.5/4itself
        ");
        insta::assert_snapshot!(rows("games")[..8].join("\n"), @"
        GameOpeningRedBlueResultPliesEnd
        11steadyslow & sure1-040by the rules
        21slow & suresteady1-040time: answered after 1.3 s
        32steadyslow & sure½-½40by the rules
        42slow & suresteady0-140crash
        53steady<b>bold</b>1-040illegal move: `a1a9`
        63<b>bold</b>steady1-040by the rules
        74steady<b>bold</b>½-½40by the rules
        ");
    });
}

#[test]
fn every_heading_has_its_scope() {
    for (board, _, games) in [round_robin(), two()] {
        parsed(&page(&board, &games), |page| {
            for head in all(page, "th", "") {
                assert!(
                    matches!(head.attribute("scope"), Some("col" | "row")),
                    "{head:?}"
                );
            }
            // A picture has words.
            for picture in all(page, "svg", "") {
                let hidden = picture
                    .ancestors()
                    .any(|node| node.attribute("aria-hidden").is_some());
                let words = picture.attribute("aria-label").is_some()
                    || picture
                        .children()
                        .any(|node| node.tag_name().name() == "title");
                assert!(hidden || words, "{picture:?}");
            }
        });
    }
}

#[test]
fn ratings_are_drawn_in_words_as_well() {
    let (board, _, games) = round_robin();
    parsed(&page(&board, &games), |page| {
        let words: Vec<&str> = all(page, "svg", "")
            .filter_map(|node| node.attribute("aria-label"))
            .collect();
        insta::assert_snapshot!(words.join("\n"), @"
        steady: +67.3 Elo, between -85.8 and +220.4
        slow & sure: +22.2 Elo, between -127.7 and +172.1
        <b>bold</b>: -22.2 Elo, between -172.1 and +127.7
        棋手: -67.3 Elo, between -220.4 and +85.8
        ");
        let dots: Vec<f64> = all(page, "circle", "rating")
            .filter_map(|node| node.attribute("cx")?.strip_suffix('%')?.parse().ok())
            .collect();
        assert_eq!(dots.len(), 4);
        assert!(dots.windows(2).all(|two| two[0] >= two[1]), "{dots:?}");
        assert!(dots.iter().all(|dot| (4.0..=96.0).contains(dot)));
    });
}

#[test]
fn a_match_between_two_has_its_pairs_and_its_test() {
    let (board, _, games) = two();
    parsed(&page(&board, &games), |page| {
        let pairs = all(page, "table", "pairs").next().expect("pairs");
        let counts: Vec<String> = pairs
            .descendants()
            .filter(|node| node.has_tag_name("tr"))
            .map(text)
            .collect();
        insta::assert_snapshot!(counts.join("\n"), @"
        00
        ½0
        17
        1½15
        28
        ");
        assert_eq!(all(page, "div", "test").count(), 1);
        assert_eq!(all(page, "table", "cross").count(), 0);
    });
}

#[test]
fn the_board_is_empty_and_the_pieces_are_at_hand() {
    let (board, _, games) = two();
    parsed(&page(&board, &games), |page| {
        let boards: Vec<Node> = all(page, "svg", "ataxx-board").collect();
        assert_eq!(boards.len(), 2);
        let count = |board: Node, class: &str| {
            let is = |node: &Node| {
                node.attribute("class")
                    .is_some_and(|found| found.starts_with(class))
            };
            board.descendants().filter(is).count()
        };
        assert_eq!(count(boards[0], "square "), 49);
        assert_eq!(count(boards[0], "piece "), 0);
        for class in [
            "piece red a1",
            "piece blue a7",
            "block g1",
            "mark from a1",
            "mark to c1",
        ] {
            assert_eq!(count(boards[1], class), 1, "{class}");
        }
        let told = all(page, "tr", "").filter(|row| row.attribute("data-game").is_some());
        assert_eq!(told.count(), games.len());
    });
}

#[test]
fn a_page_has_no_external_resources() {
    let (board, _, games) = round_robin();
    let page = page(&board, &games).replace("http://www.w3.org/2000/svg", "");
    for word in [
        "http:",
        "https:",
        "src=",
        "href=",
        "@import",
        "url(",
        "fetch(",
        "innerHTML",
        "eval(",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    assert_eq!(page.matches("<script").count(), 1);
}

#[test]
fn a_thousand_games_are_not_too_much() {
    let (_, players, games) = two();
    let many: Vec<PlayedGame> = (0..1000)
        .zip(games.iter().cycle())
        .map(|(number, game)| PlayedGame {
            number,
            opening: number / 2,
            ..game.clone()
        })
        .collect();
    let board = Scoreboard::new(heading("many"), &players, &many);
    let page = page(&board, &many);
    assert!(page.len() < 1_000_000, "{}", page.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever text engines have for names, reasons and records, it stays text.
    #[test]
    fn any_text_stays_text(
        names in prop::collection::vec("(<script>|</td>|\"|'|&lt;|<!--|]]>|.|\u{0}|\u{1b}){0,12}", 1..5),
        title in "(</title>|</style>|<b>|.){0,8}",
        games in any_games(),
    ) {
        let heading = Heading {
            settings: vec![(title.clone(), names[0].clone())],
            title,
            ..Heading::default()
        };
        let board = Scoreboard::new(heading, &names, &games);
        let page = page(&board, &games);
        prop_assert_eq!(page.matches("<script").count(), 1);
        prop_assert_eq!(page.matches("<b>").count(), 0);
        let rows = parsed(&page, |page| {
            // Every element is one of ours: none has come in with a text.
            let names = page.descendants().filter(Node::is_element);
            assert!(names.clone().all(|node| node.tag_name().name() != "b"));
            all(page, "table", "standings").next().expect("a table").descendants()
                .filter(|node| node.has_tag_name("tr")).count()
        });
        prop_assert_eq!(rows, names.len() + 1);
    }
}

#[test]
#[ignore = "writes pages to look at, into the folder PAGES"]
fn pages_to_look_at() {
    let folder = std::env::var("PAGES").expect("a folder");
    for (name, (board, _, games)) in [("four", round_robin()), ("two", two())] {
        std::fs::write(format!("{folder}/{name}.html"), page(&board, &games)).expect("written");
    }
}

#[test]
fn leads_and_wins_are_marked() {
    let (board, _, games) = round_robin();
    parsed(&page(&board, &games), |page| {
        let counts = ["ahead", "behind", "even"].map(|tone| all(page, "td", tone).count());
        assert_eq!(counts, [6, 6, 0]);
        assert!(all(page, "td", "ahead").all(|cell| text(cell) == "2.5/4"));
        let winners: Vec<String> = all(page, "td", "name")
            .filter(|cell| cell.attribute("class") == Some("name strong"))
            .map(text)
            .take(3)
            .collect();
        assert_eq!(winners, ["steady", "slow & sure", "steady"]);
    });
}

#[test]
fn addresses_in_names_are_links() {
    let link = |address: &str| {
        format!("<a href=\"{address}\" rel=\"nofollow noopener noreferrer\">{address}</a>")
    };
    for (name, expected) in [
        ("Clover", "Clover".to_owned()),
        (
            "see http://a.example/x?y=1.",
            format!("see {}.", link("http://a.example/x?y=1")),
        ),
        (
            "HTTPS://b.example (http://c.example)",
            format!(
                "{} ({})",
                link("HTTPS://b.example"),
                link("http://c.example")
            ),
        ),
        (
            "http:// and javascript:alert(1)",
            "http:// and javascript:alert(1)".to_owned(),
        ),
        (
            "http://a.example/\"><script>",
            format!("{}&quot;&gt;&lt;script&gt;", link("http://a.example/")),
        ),
        ("http://a.example/&x", link("http://a.example/&amp;x")),
    ] {
        assert_eq!(super::linked(name).into_string(), expected, "{name}");
    }
}
