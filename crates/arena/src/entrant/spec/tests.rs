//! The text forms of entrants.

use super::*;
use proptest::prelude::*;

fn in_words(error: SyntaxError) -> String {
    let help = error
        .help
        .map_or_else(String::new, |help| format!("; {help}"));
    error.message + &help
}

fn spec(text: &str) -> Entrant {
    text.parse().expect(text)
}

#[test]
fn names_and_commands() {
    let name = |text| spec(text).name.to_string();
    assert_eq!(name("ai"), "ai");
    assert_eq!(name("ours=ai,nodes=400"), "ours");
    assert_eq!(name("ai,nodes=400"), "ai,nodes=400");
    assert_eq!(name("2022:java Main --level=3"), "2022:java Main --level=3");
    let named = spec(" C# = 2016,folder=a/b , nodes=5:java Main: x");
    let mut launch = Launch::new("java Main: x");
    launch.folder = Some("a/b".into());
    assert_eq!(named.kind, EntrantKind::Text(Dialect::FALL_2016, launch));
    assert_eq!(named.thinking.nodes, Some(5));
    assert_eq!(named.name.to_string(), "C♯");
}

#[test]
fn options_of_an_engine() {
    let spec = spec("uai,option.Move Overhead=20,option.Clear Hash=,folder=x:./engine --a=b");
    let EntrantKind::Uai(launch, options) = &spec.kind else {
        panic!("{spec:?}");
    };
    assert_eq!(launch.command, "./engine --a=b");
    let set = [("Move Overhead", "20"), ("Clear Hash", "")];
    assert_eq!(
        *options,
        set.map(|(name, value)| (name.to_owned(), value.to_owned()))
    );
    let other_rules = "uai,option.Rules=2022:x"
        .parse::<Entrant>()
        .expect("a player");
    let rules = other_rules.rules();
    assert_eq!(rules, Some(ataxx_core::board::Rules::BERKELEY_2022));
}

#[test]
fn settings_of_our_own_player() {
    let spec = spec(
        "ai,seed=3,threads=2,without=table+null-windows,solver=no,table=8,network=material,tc=10+1",
    );
    let expected = EngineSettings {
        seed: Some(3),
        threads: std::num::NonZeroUsize::new(2).expect("not 0"),
        techniques: SearchTechniques::all()
            - SearchTechniques::TABLE
            - SearchTechniques::NULL_WINDOWS,
        solver: false,
        level: Level::FULL,
        table_bytes: Some(8 << 20),
    };
    assert_eq!(spec.kind, EntrantKind::Ai(expected, Evaluator::Material));
    assert_eq!(spec.thinking.time, "10+1".parse().ok());
}

#[test]
fn settings_for_all_players() {
    let with = |text: &str, each: &str| {
        let given = spec(text).with_settings(each);
        given.map_or_else(in_words, |entrant| {
            format!("{} = {}", entrant.name, entrant.identity)
        })
    };
    assert_eq!(
        with("uai,option.hash=1:x", "option.Hash=64"),
        "uai,option.hash=1:x = uai,option.hash=1:x"
    );
    let each = "tc=1+0.02, option.Hash=64,threads=2";
    assert_eq!(with("ai", each), "ai = ai,tc=1+0.02,threads=2");
    assert_eq!(
        with("x=uai,option.Hash=1:./x --a=b:c", each),
        "x = uai,option.Hash=1,tc=1+0.02:./x --a=b:c"
    );
    // A player keeps its own time.
    assert_eq!(
        with("x=ai,move-time=1", each),
        "x = ai,move-time=1,threads=2"
    );
    assert_eq!(with("2022:x", each), "2022:x = 2022,tc=1+0.02:x");
    insta::assert_snapshot!(with("ai", "hash=3"), @"expected a setting of players (skill, seed, threads, without, network, solver, table, folder, restart, move-time, tc, nodes, depth), found `hash`");
    insta::assert_snapshot!(with("ai", "tc=x"), @"`tc`: expected seconds for the game and seconds that each move adds, such as 10+0.1, or 40/60 for 60 seconds every 40 moves");
    insta::assert_snapshot!(with("ai", ""), @"expected KEY=VALUE, found ``");
}

#[test]
fn what_describes_no_player() {
    let message = |text: &str| in_words(text.parse::<Entrant>().expect_err(text));
    insta::assert_snapshot!(message(""), @"expected a kind of player (ai, uai, 2008, 2016, 2022, agent), found ``");
    insta::assert_snapshot!(message("2021:java Main"), @"expected a kind of player (ai, uai, 2008, 2016, 2022, agent), found `2021`; did you mean `2022`?");
    insta::assert_snapshot!(message("java Main"), @"expected a kind of player (ai, uai, 2008, 2016, 2022, agent), found `java Main`");
    insta::assert_snapshot!(message("=ai"), @"there is no name before the `=`");
    insta::assert_snapshot!(message("ai:./ours"), @"`ai` is our own player and takes no command");
    insta::assert_snapshot!(message("2022"), @"the command is missing: expected 2022:COMMAND");
    insta::assert_snapshot!(message("2022: "), @"the command is missing: expected 2022:COMMAND");
    insta::assert_snapshot!(message("ai,nodes"), @"expected KEY=VALUE, found `nodes`");
    insta::assert_snapshot!(message("ai,nodes=0"), @"`nodes`: expected a number from 1, found `0`");
    insta::assert_snapshot!(message("ai,threads=1025"), @"`threads`: expected a number from 1 to 1024, found `1025`");
    insta::assert_snapshot!(message("ai,table=16385"), @"`table`: expected a number from 1 to 16384, found `16385`");
    insta::assert_snapshot!(message("ai,node=5"), @"expected a setting of `ai` (skill, seed, threads, without, network, solver, table, move-time, tc, nodes, depth), found `node`; did you mean `nodes`?");
    insta::assert_snapshot!(message("ai,nodes=5,nodes=6"), @"`nodes=` is given twice");
    insta::assert_snapshot!(message("ai,without=tables"), @"expected a technique (table, table-move, move-patterns, history, continuation-history, null-windows, aspiration, reverse-futility, late-move-pruning, late-move-reductions, internal-reductions, futility, history-reductions, singular-extensions, static-reductions), found `tables`; did you mean `table`?");
    insta::assert_snapshot!(message("ai,tc=1,move-time=1"), @"`move-time` and `tc` exclude each other");
    insta::assert_snapshot!(message("2022,seed=1:x"), @"expected a setting of `2022` (folder, restart, move-time, tc, nodes, depth), found `seed`");
    insta::assert_snapshot!(message("ai,move-time=-1"), @"`move-time`: expected a number of seconds, found `-1`");
    insta::assert_snapshot!(message("ai,solver=maybe"), @"`solver`: expected `yes` or `no`, found `maybe`");
}

#[test]
fn settings_that_are_the_usual_ones() {
    let spec = spec("ai,skill=3,network=embedded,solver=yes");
    let expected = EngineSettings {
        level: "3".parse().expect("a level"),
        ..EngineSettings::default()
    };
    assert_eq!(spec.kind, EntrantKind::Ai(expected, Evaluator::Embedded));
    assert_eq!(spec.network, None);
}

#[test]
fn values_with_commas_and_colons_are_quoted() {
    let options = |text: &str| match spec(text).kind {
        EntrantKind::Uai(launch, options) => (launch, options),
        other => panic!("{other:?}"),
    };
    for quoted in [
        r#""2022,jump-limit=40""#,
        "'2022,jump-limit=40'",
        r"2022\,jump-limit=40",
        r#"2022","jump-limit'='40"#,
    ] {
        let text = format!("a=uai,option.Rules={quoted}:ataxx uai --x 'a:b'");
        let (launch, options) = options(&text);
        let rules = ("Rules".to_owned(), "2022,jump-limit=40".to_owned());
        assert_eq!(options, [rules], "{text}");
        assert_eq!(launch.command, "ataxx uai --x 'a:b'");
        let rules = spec(&text).rules().map(|rules| rules.to_string());
        assert_eq!(rules.as_deref(), Some("2022,jump-limit=40"));
    }
    let (launch, _) = options(r"uai,folder='C:\a, b':PATH=a:b ./engine");
    assert_eq!(launch.folder, Some(r"C:\a, b".into()));
    assert_eq!(launch.command, "PATH=a:b ./engine");
    let (_, blank) = options(r"uai,option.a = ' b' ,option.c=\ :x");
    let expected =
        [("a", " b"), ("c", " ")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(blank, expected);
    let named = spec(r#""Bob, v2: it's"='ai',network="a:b,c""#);
    assert_eq!(named.name.to_string(), "Bob, v2: it's");
    assert_eq!(named.network, Some("a:b,c".into()));
    let each = r#"option.Rules="2022,ply-limit=90",folder=a\:b"#;
    let given = spec("uai:./x").with_settings(each).expect("settings");
    assert_eq!(given.identity, format!("uai,{each}:./x"));
    assert_eq!(given.kind, spec(&given.identity).kind);
}

/// What was cut off or is left over is named, with its place.
#[test]
fn what_is_not_quoted() {
    let blamed = |text: &str, error: SyntaxError| {
        let span = error.span.clone();
        format!("{}: {}", &text[span], in_words(error))
    };
    let spec = |text: &str| blamed(text, text.parse::<Entrant>().expect_err(text));
    insta::assert_snapshot!(spec("a=uai,option.Rules=2022,jump-limit=40:ataxx uai"), @r#"jump-limit: expected a setting of `uai` (folder, restart, move-time, tc, nodes, depth), found `jump-limit`; a value with a comma or a colon is quoted: `option.Rules="2022,jump-limit=40"`"#);
    insta::assert_snapshot!(spec("a=uai,option.Rules=2022,blocks:x"), @r#"blocks: expected KEY=VALUE, found `blocks`; a value with a comma or a colon is quoted: `option.Rules="2022,blocks"`"#);
    insta::assert_snapshot!(spec("a=uai,option.Rules=2202:x"), @"2202: `option.Rules`: expected rules (2008, 2016, 2022, uai, reloaded), found `2202`; did you mean `2022`?");
    insta::assert_snapshot!(spec("a=uai,option.Rules=2022:jump-limit=40:ataxx uai"), @r#":: the command `jump-limit=40:ataxx uai` has a second colon in its first word: either can begin it; a value with a comma or a colon is quoted: `option.Rules="2022:jump-limit=40"`; if the colon is of the command: `'jump-limit=40:ataxx'`"#);
    insta::assert_snapshot!(spec("uai,folder=a:b:./engine"), @r#":: the command `b:./engine` has a second colon in its first word: either can begin it; a value with a comma or a colon is quoted: `folder="a:b"`; if the colon is of the command: `'b:./engine'`"#);
    insta::assert_snapshot!(spec("ai,network=nets:best.net"), @r#"ai: `ai` is our own player and takes no command; a value with a comma or a colon is quoted: `network="nets:best.net"`"#);
    insta::assert_snapshot!(spec("Bob, v2=uai:./x"), @r#"Bob: expected a kind of player (ai, uai, 2008, 2016, 2022, agent), found `Bob`; a name with a comma or a colon is quoted: `"Bob, v2"=uai`"#);
    insta::assert_snapshot!(spec("uai,folder='a:./engine"), @r#"': this `'` begins a quoted text that does not end; a `'` that is part of the text is `\'`"#);
    insta::assert_snapshot!(spec("Bob's=ai"), @r#"': this `'` begins a quoted text that does not end; a `'` that is part of the text is `\'`"#);
    insta::assert_snapshot!(spec("ai,seed=1\\"), @r#": expected a character after `\`, found the end"#);
    insta::assert_snapshot!(spec("2022,folder=:x"), @": `folder`: expected a folder, found ``");
    let each = |each: &str| {
        let player = "uai:x".parse::<Entrant>().expect("a player");
        blamed(each, player.with_settings(each).expect_err(each))
    };
    insta::assert_snapshot!(each("option.Rules=2022,jump-limit=40"), @r#"jump-limit: expected a setting of players (skill, seed, threads, without, network, solver, table, folder, restart, move-time, tc, nodes, depth), found `jump-limit`; a value with a comma or a colon is quoted: `option.Rules="2022,jump-limit=40"`"#);
    insta::assert_snapshot!(each("option.File=a:b"), @r#":: expected `,` or the end, found `:`; a value with a comma or a colon is quoted: `option.File="a:b"`"#);
    insta::assert_snapshot!(each("tc=1,move-time=2"), @"move-time: `move-time` and `tc` exclude each other");
    insta::assert_snapshot!(each("tc=1,option.a=\"b"), @r#"": this `"` begins a quoted text that does not end; a `"` that is part of the text is `\"`"#);
}

proptest! {
    #[test]
    fn a_quoted_text_is_read_as_it_was(
        name in "[^\0-\u{1f}\u{7f}-\u{9f}#]{1,9}",
        key in "[ -~]{1,9}",
        value in "\\PC{0,20}",
        command in "[!-~]{1,5}( [!-~]{1,5})?",
    ) {
        let parts = [&name, &format!("option.{key}"), &value].map(|text| quoted(text));
        let [quoted_name, quoted_key, quoted_value] = &parts;
        let each = format!("{quoted_key}={quoted_value}");
        let text = format!("{quoted_name}=uai,{each}:\"{command}");
        let Some(expected) = Remark::new(&name) else {
            return Ok(());
        };
        prop_assume!(!key.eq_ignore_ascii_case(EngineOption::RULES));
        let read: Entrant = text.parse().expect(&text);
        prop_assert_eq!(&read.name, &expected);
        let kind = EntrantKind::Uai(Launch::new(format!("\"{command}")), vec![(key, value.clone())]);
        prop_assert_eq!(&read.kind, &kind);
        // The identity is a text form, too, and so is one with more settings.
        let again: Entrant = read.identity.parse().expect(&read.identity);
        prop_assert_eq!(&again.kind, &kind);
        let bare: Entrant = format!("uai:\"{command}").parse().expect("a player");
        let given = bare.with_settings(&each).expect(&each);
        prop_assert_eq!(&given.kind, &kind);
        prop_assert_eq!(given.identity, again.identity);
        // A shell reads the quotes alike.
        prop_assert_eq!(shlex::split(quoted_value), Some(vec![value.clone()]));
        let in_shell = shlex::try_quote(&value).expect("no zero byte");
        let mut quotations = Vec::new();
        // A shell needs no quotes around commas and colons.
        if in_shell != value && !value.contains([',', ':']) {
            quotations.push(in_shell.into_owned());
        }
        if !value.contains('\'') {
            quotations.push(format!("'{value}'"));
        }
        for quotation in quotations {
            let read: Entrant = format!("uai,option.a={quotation}:x").parse().expect(&quotation);
            let options = vec![("a".to_owned(), value.clone())];
            prop_assert_eq!(read.kind, EntrantKind::Uai(Launch::new("x"), options));
        }
    }
}
