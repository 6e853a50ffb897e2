//! Files in an even form: what changes in them, and what never does.

use crate::fixtures::{Choices, MadeUp};
use ataxx_core::diagnostic::{Look, Source, render};
use ataxx_toolkit::scenario::format_text;
use proptest::prelude::*;

fn formatted(text: &str) -> String {
    let formatted = match format_text(text) {
        Ok(formatted) => formatted,
        Err(error) => {
            let source = Source {
                name: None,
                first_line: 1,
                text: text.to_owned(),
            };
            return render(&error.with_source(source), Look::Plain);
        }
    };
    assert_eq!(format_text(&formatted).as_ref(), Ok(&formatted));
    formatted
}

#[test]
fn levels_are_two_blanks_deep() {
    let text = "\
# of the file

suite:   x
scenarios:
# the first
-   name: a     # aligned
    steps:
    # what is done
    - play: [ a7-b7,a1-a2 ]
    -   board: |4
            r r

              blanks  \n    \x20
    -   pieces: {red: 2,blue :  3}

      # the end of the steps
-
    name: 'b'   \n    \n    \n    steps:
           - legal:
                only:
                - a7-b7
                -   - deep
                    - deeper
           - send: \"one
              two\\
                  three\"
           - output: plain
              words
               # and a comment
# the third
# scenario
- name:
     c
  steps: [
   {turn: red},   # one
     { jumps: 0,
   result:   none
    },
     ]
# the end";
    insta::assert_snapshot!(formatted(text), @r#"
    # of the file

    suite:   x
    scenarios:
      # the first
      - name: a     # aligned
        steps:
          # what is done
          - play: [ a7-b7,a1-a2 ]
          - board: |2
              r r

                blanks  

          - pieces: {red: 2,blue :  3}

          # the end of the steps

      -
        name: 'b'

        steps:
          - legal:
              only:
                - a7-b7
                - - deep
                  - deeper
          - send: "one
              two\
              three"
          - output: plain
              words
            # and a comment

      # the third
      # scenario
      - name:
          c
        steps: [
          {turn: red},   # one
          { jumps: 0,
            result:   none
          },
          ]
      # the end
    "#);
}

#[test]
fn blocks_keep_their_lines() {
    let text = "a:\n - >-\n     x\n\n      y\n\n\n - |+\n  x\n\n\n - |2\n\n     x\n\n\nscenarios:\n- a: |+\n- b: |+\n   x\n- c: |\n\n- d: |+\n\n\n";
    insta::assert_snapshot!(formatted(text), @"
    a:
      - >-
        x

         y

      - |+
        x


      - |2

          x

    scenarios:
      - a: |+
      - b: |+
          x
      - c: |

      - d: |+
    ");
}

#[test]
fn strange_texts_are_left_alone_or_made_even() {
    let shown = |text: &str| format!("{text:?} -> {:?}", formatted(text));
    insta::assert_snapshot!([
        "", "\n\n", "#", "  # a\n\n\n #b", "a", "a: b", "\u{feff}a: b\r\n\r\n\r\nc: |\r\n   d", "[a,b , c ]", "{ a: [ ],b: { } ,c: }", "---\na:\n    b: 1\n...\n",
        "? a\n: b\n", "?   - a\n    - b\n:\n    - c\n", "'x\n\n\n  y'", "|\n  a\n b", "- - - a\n    - b\n", "a:\tb\n", "a: 'x'   # 'y\n",
        "- a\n-\n-   # c\n\n   b: 1\n", "a:\n# one\n  # two\n    # three\n  b: 1\n  # four\n # five\n# six\n",
    ].map(shown).join("\n"), @r##"
    "" -> ""
    "\n\n" -> ""
    "#" -> "#\n"
    "  # a\n\n\n #b" -> "# a\n\n#b\n"
    "a" -> "a\n"
    "a: b" -> "a: b\n"
    "\u{feff}a: b\r\n\r\n\r\nc: |\r\n   d" -> "a: b\r\n\r\nc: |\r\n  d\r\n"
    "[a,b , c ]" -> "[a,b , c ]\n"
    "{ a: [ ],b: { } ,c: }" -> "{ a: [ ],b: { } ,c: }\n"
    "---\na:\n    b: 1\n...\n" -> "---\na:\n  b: 1\n...\n"
    "? a\n: b\n" -> "? a\n: b\n"
    "?   - a\n    - b\n:\n    - c\n" -> "error: this file cannot be formatted without changing its meaning\n |\n |\n = help: the file is left unchanged: a part of it has an unusual form\n"
    "'x\n\n\n  y'" -> "'x\n\n\n  y'\n"
    "|\n  a\n b" -> "error: did not find expected <document start>\n |\n |  b\n |  ^\n"
    "- - - a\n    - b\n" -> "- - - a\n    - b\n"
    "a:\tb\n" -> "error: ':' must be followed by a valid YAML whitespace\n |\n | a:    b\n |       ^\n"
    "a: 'x'   # 'y\n" -> "a: 'x'   # 'y\n"
    "- a\n-\n-   # c\n\n   b: 1\n" -> "- a\n-\n- # c\n\n  b: 1\n"
    "a:\n# one\n  # two\n    # three\n  b: 1\n  # four\n # five\n# six\n" -> "a:\n  # one\n  # two\n  # three\n  b: 1\n  # four\n# five\n# six\n"
    "##);
}

#[test]
fn what_is_no_yaml_is_refused() {
    insta::assert_snapshot!(["a: [1", "a: b: c", "a: *x", "\ta: 1", "a: 'x", "- a\nb: 1", "a: 1\na: 2\n"].map(formatted).join("\n"), @r#"
    error: while parsing a flow sequence, expected ',' or ']'
     |
     | a: [1
     |      ^

    error: mapping values are not allowed in this context
     |
     | a: b: c
     |     ^

    error: while parsing node, found unknown anchor
     |
     | a: *x
     |    ^

    error: found character that cannot start any token, while scanning for the next token
     |
     |     a: 1
     | ^

    error: while scanning a quoted scalar, found unexpected end of stream
     |
     | a: 'x
     |    ^

    error: while parsing a block collection, did not find expected '-' indicator
     |
     | b: 1
     | ^

    error: duplicate entry with key "a"
     |
     | a: 1
     | ^
    "#);
}

/// What a text means, a line end at its end or not.
fn value(text: &str) -> serde_yaml::Value {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    serde_yaml::from_str(&format!("{text}{end}")).expect(text)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn files_of_scenarios_become_even_and_stay_so(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let made = MadeUp::by(Choices::of(&bytes));
        let even = format_text(&made.text);
        let Ok(even) = even else {
            return Err(TestCaseError::fail(format!("{even:?}\n{}", made.text)));
        };
        prop_assert_eq!(format_text(&even), Ok(even.clone()), "{}", made.text);
        for comment in &made.comments {
            prop_assert!(even.contains(comment.trim_end()), "{:?} is lost: {}\n{}", comment, made.text, even);
        }
        prop_assert_eq!(value(&even), value(&made.text));
        prop_assert!(even.ends_with('\n'));
        prop_assert!(!even.contains("\n\n\n") || made.text.contains('+'), "{}", even);
    }

    #[test]
    fn any_text_is_made_even_or_left_alone(text in "[a-c:\\-\\[\\]{}|>'\"# \n,?é+2]{0,40}") {
        if let Ok(even) = format_text(&text) {
            prop_assert_eq!(value(&even), value(&text));
            prop_assert_eq!(format_text(&even), Ok(even.clone()), "{:?} {:?}", text, even);
        }
    }

    #[test]
    fn any_lines_are_made_even_or_left_alone(lines in prop::collection::vec((0_usize..6, prop::sample::select(vec![
        "a: 1", "b:", "- c", "-", "- - d", "- e: f", "# g", "", "|", "k: |", "k: |+", "- >-", "h", "k: [a,", "b]", "k: {x: [", "}", "]", "'i", "i'", "k: \"x", "y\" # z", "  ", "?", "? l", ": m", "- # n", "k: o # p", "scenarios:",
    ])), 0..12)) {
        let mut text = String::new();
        for (indent, line) in lines {
            text.push_str(&" ".repeat(indent));
            text.push_str(line);
            text.push('\n');
        }
        if let Ok(even) = format_text(&text) {
            prop_assert_eq!(value(&even), value(&text));
            prop_assert_eq!(format_text(&even), Ok(even.clone()), "{}", text);
        }
    }
}
