//! Steps as they are written into steps as they are run.

use super::decode::{Decoder, what_is};
use super::grid::Grid;
use super::matcher::{line_matcher, matcher};
use super::raw;
use super::step::{
    AiMove, Board, Counts, Ending, ErrorCheck, Forced, Legal, Perft, Placed, PlayedGame, Snapshot,
    Step, StepAt, Stored,
};
use super::tree::Node;
use super::value::{Text, Texts};
use crate::board::{Color, Game, Position, Rules};
use crate::diagnostic::Diagnostic;
use crate::notation::{BerkeleyMove, SyntaxError, read_position};
use crate::opponents::subject::Order;
use crate::opponents::uai::client::Go;
use crate::session::Files;
use crate::tester::expression;
use serde_yaml::Value;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Reads steps.
pub struct Compiler<'a> {
    /// What was wrong so far, and which file this is.
    pub decoder: &'a mut Decoder,
    /// The rules of the scenario.
    pub rules: Rules,
    /// Where files come from.
    pub files: &'a dyn Files,
    /// The folder that holds the file of scenarios.
    pub folder: Option<&'a Path>,
}

impl Compiler<'_> {
    /// A step that is no `include`; `None` if something is wrong with it.
    pub fn step(&mut self, value: Value, node: &Node) -> Option<StepAt> {
        let entries = node.entries();
        let [(key, inner)] = entries else {
            self.not_a_step(node);
            return None;
        };
        let name = key.scalar().unwrap_or_default().to_owned();
        let raw: raw::Step = self.decoder.one(value, node)?;
        let step = self.compiled(raw, inner)?;
        Some(StepAt {
            step,
            name,
            place: self.decoder.file.with_span(key.span.clone()),
            node: Arc::new(inner.clone()),
        })
    }

    fn not_a_step(&mut self, node: &Node) {
        let (span, message, help) = match node.entries() {
            [] => (
                node.span.clone(),
                format!("expected a step like `board: …`, found {}", what_is(node)),
                None,
            ),
            [_, (second, _), ..] => (
                second.span.clone(),
                "a step has one key, found a second".to_owned(),
                Some(format!(
                    "each step has a `-` of its own: `- {}: …`",
                    second.scalar().unwrap_or_default()
                )),
            ),
            [_] => return,
        };
        self.decoder
            .wrong(span, Diagnostic::error("step", message).with_help(help), "");
    }

    fn compiled(&mut self, raw: raw::Step, node: &Node) -> Option<Step> {
        Some(match raw {
            raw::Step::Send(texts) => Step::Send(self.lines(&texts, node)),
            raw::Step::Play(texts) => Step::Play(self.placed_moves(&texts, node)?),
            raw::Step::Position(text) => Step::Position(Box::new(self.game(&text, node)?)),
            raw::Step::Include(_) => return None,
            raw::Step::Board(text) => Step::Board(self.board(&text, node)?),
            raw::Step::Pieces(raw::Pieces {
                red,
                blue,
                blocks,
                empty,
            }) => {
                if red.or(blue).or(blocks).or(empty).is_none() {
                    self.empty_check(node, "`red`, `blue`, `blocks` or `empty`");
                    return None;
                }
                Step::Pieces(Counts {
                    red,
                    blue,
                    blocks,
                    empty,
                })
            }
            raw::Step::Turn(text) => Step::Turn(self.color(&text, node)?),
            raw::Step::Jumps(jumps) => Step::Jumps(jumps),
            raw::Step::Result(text) => Step::Result(self.ending(&text, node, true)?),
            raw::Step::Legal(legal) => Step::Legal(self.legal(&legal, node)?),
            raw::Step::Error(texts) => Step::Error(self.error_check(&texts, node)?),
            raw::Step::Output(Text(text)) => Step::Output(text),
            raw::Step::Lines(texts) => Step::Lines(self.matchers(&texts, node, line_matcher)?),
            raw::Step::AnyOrder(texts) => Step::AnyOrder(self.matchers(&texts, node, matcher)?),
            raw::Step::Snapshot(snapshot) => Step::Snapshot(self.snapshot(snapshot, node)?),
            raw::Step::Perft(raw::Perft {
                depth,
                nodes,
                by_origin,
            }) => Step::Perft(Perft {
                depth,
                nodes,
                by_origin,
            }),
            raw::Step::ForcedWin(forced) => Step::ForcedWin(self.forced(&forced, node)?),
            raw::Step::NoForcedWin(raw::NoForced { within }) => Step::NoForcedWin { within },
            raw::Step::AiMove(check) => {
                Step::AiMove(self.ai_move(&check.unwrap_or_default(), node)?)
            }
            raw::Step::Game(game) => Step::Game(self.played_game(game.unwrap_or_default(), node)?),
            raw::Step::SameAgain(times) => Step::SameAgain(times.max(1)),
            raw::Step::Exit(status) => Step::Exit(status),
        })
    }

    /// Something is wrong with a part of a single value.
    fn wrong_text(&mut self, node: &Node, error: SyntaxError) {
        let span = node.part(&self.decoder.file.source.text, error.span);
        let diagnostic = Diagnostic::error("syntax", error.message).with_help(error.help);
        self.decoder.wrong(span, diagnostic, "");
    }

    fn empty_check(&mut self, node: &Node, keys: &str) {
        let message = format!("this checks nothing: give it {keys}");
        let diagnostic = Diagnostic::error("checks-nothing", message);
        self.decoder.wrong(node.span.clone(), diagnostic, "");
    }

    fn placed<T>(&self, span: Range<usize>, text: T) -> Placed<T> {
        Placed {
            place: self.decoder.file.with_span(span),
            text,
        }
    }

    /// Each text with the node it stands in.
    fn each<'t, 'n>(texts: &'t Texts, node: &'n Node) -> impl Iterator<Item = (&'t str, &'n Node)> {
        let nodes = move |index| node.items().get(index).unwrap_or(node);
        let texts = texts.texts.iter().enumerate();
        texts.map(move |(index, text)| (text.as_str(), nodes(index)))
    }

    fn lines(&self, texts: &Texts, node: &Node) -> Vec<Placed<String>> {
        let mut lines = Vec::new();
        for (text, node) in Self::each(texts, node) {
            let mut start = 0;
            for line in text.split_inclusive('\n') {
                let bare = line.trim_end_matches(['\n', '\r']);
                let span = node.part(&self.decoder.file.source.text, start..start + bare.len());
                lines.push(self.placed(span, bare.to_owned()));
                start += line.len();
            }
            if text.is_empty() {
                lines.push(self.placed(node.span.clone(), String::new()));
            }
        }
        lines
    }

    fn placed_moves(&mut self, texts: &Texts, node: &Node) -> Option<Vec<Placed<BerkeleyMove>>> {
        let mut moves = Vec::new();
        let mut good = true;
        for (text, node) in Self::each(texts, node) {
            for word in words(text) {
                match text[word.clone()].parse::<BerkeleyMove>() {
                    Ok(mv) => {
                        let span = node.part(&self.decoder.file.source.text, word);
                        moves.push(self.placed(span, mv));
                    }
                    Err(mut error) => {
                        error.span = error.span.start + word.start..error.span.end + word.start;
                        self.wrong_text(node, error);
                        good = false;
                    }
                }
            }
        }
        if moves.is_empty() && good {
            self.empty_check(node, "at least one move");
            return None;
        }
        good.then_some(moves)
    }

    fn moves(&mut self, texts: &Texts, node: &Node, key: &str) -> Option<Vec<BerkeleyMove>> {
        let node = node.get(key).unwrap_or(node);
        let placed = self.placed_moves(texts, node)?;
        Some(placed.into_iter().map(|placed| placed.text).collect())
    }

    /// The game that begins with a position.
    pub fn game(&mut self, Text(text): &Text, node: &Node) -> Option<Game> {
        let position = self.position(text, node)?;
        Some(Game::from_position(self.rules, position))
    }

    fn position(&mut self, text: &str, node: &Node) -> Option<Position> {
        match read_position(text) {
            Ok(position) => Some(position),
            Err(error) => {
                self.wrong_text(node, error);
                None
            }
        }
    }

    fn board(&mut self, Text(text): &Text, node: &Node) -> Option<Board> {
        match text.trim() {
            "unchanged" => return Some(Board::Unchanged),
            "start" => return Some(Board::Grid(Box::new(Grid::exactly(&Position::start())))),
            _ => {}
        }
        // One row or more is a board; anything else may be meant as one of the words.
        let word = text.trim();
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
        match Grid::parse(text) {
            Ok(grid) if grid.constrained().is_empty() => {
                self.empty_check(node, "at least one square that matters");
                None
            }
            Ok(grid) => Some(Board::Grid(Box::new(grid))),
            Err(mut error) => {
                if is_word {
                    error = SyntaxError {
                        span: 0..text.trim_end().len(),
                        message: format!("expected rows, `unchanged` or `start`, found `{word}`"),
                        help: crate::diagnostic::syntax::did_you_mean(word, ["unchanged", "start"]),
                    };
                }
                self.wrong_text(node, error);
                None
            }
        }
    }

    /// A side by its name.
    fn color(&mut self, Text(text): &Text, node: &Node) -> Option<Color> {
        self.named(
            text,
            node,
            "a side",
            &[("red", Color::Red), ("blue", Color::Blue)],
        )
    }

    /// The value of a name, or an error with the names there are.
    pub fn named<T: Copy>(
        &mut self,
        text: &str,
        node: &Node,
        what: &str,
        names: &[(&'static str, T)],
    ) -> Option<T> {
        let names = names.iter().copied();
        match crate::diagnostic::syntax::named(what, text.trim(), names) {
            Ok(value) => Some(value),
            Err(error) => {
                self.wrong_text(node, error);
                None
            }
        }
    }

    /// A rule set in its text form.
    pub fn rules(&mut self, text: &str, node: &Node) -> Option<Rules> {
        match text.trim().parse() {
            Ok(rules) => Some(rules),
            Err(error) => {
                self.wrong_text(node, error);
                None
            }
        }
    }

    fn ending(&mut self, Text(text): &Text, node: &Node, may_go_on: bool) -> Option<Ending> {
        let names = [
            ("red", Ending::With(Some(Color::Red))),
            ("blue", Ending::With(Some(Color::Blue))),
            ("draw", Ending::With(None)),
            ("any", Ending::Any),
            ("none", Ending::None),
        ];
        let known = if may_go_on { &names[..] } else { &names[..4] };
        self.named(text, node, "a result", known)
    }

    fn legal(&mut self, raw: &raw::Legal, node: &Node) -> Option<Legal> {
        let mut list = |texts: &Option<Texts>, key| match texts {
            Some(texts) => Some(self.moves(texts, node, key)?),
            None => Some(Vec::new()),
        };
        let contains = list(&raw.contains, "contains")?;
        let without = list(&raw.without, "without")?;
        let only = match &raw.only {
            // A finished game has none.
            Some(texts) if texts.texts.iter().all(|text| text.trim().is_empty()) => {
                Some(Vec::new())
            }
            Some(texts) => Some(self.moves(texts, node, "only")?),
            None => None,
        };
        if raw.count.is_none() && only.is_none() && contains.is_empty() && without.is_empty() {
            self.empty_check(node, "`count`, `only`, `contains` or `without`");
            return None;
        }
        Some(Legal {
            count: raw.count,
            only,
            contains,
            without,
        })
    }

    fn error_check(&mut self, texts: &Texts, node: &Node) -> Option<ErrorCheck> {
        if let [text] = &texts.texts[..] {
            match text.trim() {
                "any" => return Some(ErrorCheck::Any),
                "none" => return Some(ErrorCheck::None),
                _ => {}
            }
        }
        Some(ErrorCheck::Fits(self.matchers(texts, node, matcher)?))
    }

    fn matchers<T>(
        &mut self,
        texts: &Texts,
        node: &Node,
        read: impl Fn(&str) -> Result<T, SyntaxError>,
    ) -> Option<Vec<Placed<T>>> {
        let mut matchers = Vec::new();
        let mut good = true;
        for (text, node) in Self::each(texts, node) {
            match read(text) {
                Ok(matcher) => matchers.push(self.placed(node.span.clone(), matcher)),
                Err(error) => {
                    self.wrong_text(node, error);
                    good = false;
                }
            }
        }
        if matchers.is_empty() && good {
            self.empty_check(node, "at least one matcher");
            return None;
        }
        good.then_some(matchers)
    }

    fn snapshot(&mut self, raw: raw::Snapshot, node: &Node) -> Option<Snapshot> {
        let mut filters = Vec::new();
        let nodes = node.get("filters").map_or(&[][..], Node::items);
        for (filter, node) in raw.filters.into_iter().zip(nodes) {
            let Text(source) = filter.replace;
            match expression::compile(&source) {
                Ok(regex) => filters.push((regex, filter.with.0)),
                Err(reason) => {
                    let message = format!("this is no regular expression: {reason}");
                    let at = node.get("replace").unwrap_or(node);
                    let diagnostic = Diagnostic::error("syntax", message);
                    self.decoder.wrong(at.span.clone(), diagnostic, "");
                    return None;
                }
            }
        }
        let stored = match (raw.text, raw.file) {
            (Some(Text(text)), None) => Stored::Here(text),
            (None, Some(Text(name))) => {
                // Where it would be written, and not where files of scenarios are looked up too.
                let beside = self
                    .folder
                    .map_or_else(|| name.clone().into(), |f| f.join(&name));
                let text = self.files.read(&beside.to_string_lossy(), None).ok();
                Stored::File(name, text.map(|file| file.text))
            }
            _ => {
                self.empty_check(node, "either `text` or `file`");
                return None;
            }
        };
        Some(Snapshot { stored, filters })
    }

    fn forced(&mut self, raw: &raw::Forced, node: &Node) -> Option<Forced> {
        let color = self.color(&raw.r#for, node.get("for").unwrap_or(node))?;
        let moves = match &raw.moves {
            Some(texts) => Some(self.moves(texts, node, "moves")?),
            None => None,
        };
        if raw.plies.is_none() == raw.within.is_none() {
            let message = "give either `plies`, the exact distance, or `within`, a limit";
            let diagnostic = Diagnostic::error("forced-win", message);
            self.decoder.wrong(node.span.clone(), diagnostic, "");
            return None;
        }
        Some(Forced {
            color,
            exactly: raw.plies,
            within: raw.within,
            moves,
        })
    }

    fn ai_move(&mut self, raw: &raw::AiMove, node: &Node) -> Option<AiMove> {
        let color = match &raw.color {
            Some(text) => Some(self.color(text, node.get("color").unwrap_or(node))?),
            None => None,
        };
        let one_of = match &raw.one_of {
            Some(texts) => Some(self.moves(texts, node, "one-of")?),
            None => None,
        };
        Some(AiMove {
            color,
            one_of,
            within: raw.within.map(|time| time.0),
            best_within: raw.best_within,
            order: self.order(raw, node)?,
        })
    }

    /// How an engine is told to think about a move, if it is; `None` if something is wrong.
    #[allow(clippy::option_option)] // wrong, not said, said
    fn order(&mut self, raw: &raw::AiMove, node: &Node) -> Option<Option<Order>> {
        let stop_after = raw.stop_after.map(|time| time.0);
        let mut wrong = |key: &str, message: String| {
            let at = node.get(key).unwrap_or(node).span.clone();
            self.decoder.wrong(at, Diagnostic::error("go", message), "");
        };
        let Some(Text(text)) = &raw.go else {
            if stop_after.is_some() {
                wrong(
                    "stop-after",
                    "this goes with `go: infinite` alone".to_owned(),
                );
                return None;
            }
            return Some(None);
        };
        match text.parse::<Go>() {
            Err(message) => wrong("go", message),
            Ok(go) if go.is_infinite() && stop_after.is_none() => {
                let message =
                    "`infinite` never ends without `stop-after`, such as `stop-after: 1s`";
                wrong("go", message.to_owned());
            }
            Ok(go) if !go.is_infinite() && stop_after.is_some() => {
                wrong(
                    "stop-after",
                    "this goes with `go: infinite` alone".to_owned(),
                );
            }
            Ok(go) => return Some(Some(Order { go, stop_after })),
        }
        None
    }

    fn played_game(&mut self, raw: raw::PlayedGame, node: &Node) -> Option<PlayedGame> {
        let ending = match &raw.result {
            Some(text) => self.ending(text, node.get("result").unwrap_or(node), false)?,
            None => Ending::Any,
        };
        let color = match &raw.color {
            Some(text) => Some(self.color(text, node.get("color").unwrap_or(node))?),
            None => None,
        };
        Some(PlayedGame {
            ending,
            color,
            within: raw.within.map(|time| time.0),
            total: raw.total.map(|time| time.0),
            plies: raw.plies,
            against: raw.against.map(|Text(text)| text),
        })
    }
}

/// Where the words of a text are; commas part them as blanks do.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    text.split_inclusive(|c: char| c.is_whitespace() || c == ',')
        .map(move |piece| {
            let word = piece.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
            let span = start..start + word.len();
            start += piece.len();
            span
        })
        .filter(|word| !word.is_empty())
}
