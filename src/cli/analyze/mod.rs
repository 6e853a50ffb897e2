//! `ataxx analyze`: one position, many, or those of a game.

mod analyst;
mod graph;
mod plot;

pub use analyst::Args;

use super::exit::{EarlyExit, Exit, check_interrupt};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::progress::Progress;
use super::result_file::ResultFile;
use super::terminal::view;
use super::{batch, output};
use analyst::{AnalysisResult, Analyst, USUAL_TIME, USUAL_TIME_IN_A_GAME, write_score};
use ataxx_core::board::{Color, Rules};
use ataxx_core::diagnostic::text;
use ataxx_core::engine::Score;
use ataxx_core::notation::{GameRecord, MoveNotation};
use ataxx_core::review::{Mistake, Review, Reviewed};
use graph::ListedMistake;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    if let Some(read) = args.game.recorded.read()? {
        analyze_game(args, &read.games)?;
        return Ok(read.exit);
    }
    let rules = args.position.rules.rules;
    if let Some(file) = &args.batch.batch {
        interrupt::settle(OnInterrupt::Leave);
        let mut analyst = Analyst::new(args, &rules, args.limits(USUAL_TIME));
        return batch::run(file, args.batch.shard, |position| {
            // Earlier positions must not change the answer.
            analyst.player.clear();
            Ok(analyst.analyze(&position, &mut |_| {}).answer)
        });
    }
    let game = args.position.game()?;
    let position = game.position();
    // Only now: one Ctrl-C is to end the wait for the position.
    interrupt::settle(OnInterrupt::FinishThenLeave);
    if !args.json.wanted {
        let board = view::board(position, game.last_move());
        output::data(&format!("{board}\n"))?;
    }
    let mut analyst = Analyst::new(args, &rules, args.limits(USUAL_TIME));
    let progress = Progress::lines();
    progress.show("looking for a forced win");
    let analysis = analyst.analyze(position, &mut |so_far| progress.show(&so_far.live()));
    drop(progress);
    args.json.print(&analysis.answer, || analysis.text())?;
    check_interrupt()?;
    Ok(Exit::Good)
}

/// The line of JSON for a position.
#[derive(Serialize)]
struct PositionLine<'a> {
    /// How many plies of the game were played before.
    ply: usize,
    turn: &'static str,
    #[serde(flatten)]
    answer: &'a AnalysisResult,
    #[serde(serialize_with = "write_score")]
    red_score: Score,
    red_chances: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    /// How much of its chances the side to move lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<&'static str>,
}

/// At most this many mistakes are listed.
const MAX_LISTED: usize = 5;

fn analyze_game(args: &Args, record: &GameRecord) -> Result<(), EarlyExit> {
    // What cannot be written to is found out before the work, not after it.
    let plot = args.game.plot.as_deref().map(ResultFile::at).transpose()?;
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let words = Words {
        rules: record.game().rules(),
        notation: args.notation.notation,
    };
    let mut printed = Ok(());
    let review = review(args, record, &words, &mut printed)?;
    if !args.json.wanted && !review.positions.is_empty() {
        printed = printed.and_then(|()| output::data(&summary(&review, &words)));
    }
    if let Some(file) = plot
        && !review.positions.is_empty()
    {
        let mistakes = mistakes(&review, &words);
        file.write_text(&graph::svg(&review, &mistakes))?;
    }
    printed?;
    if INTERRUPT.is_requested() {
        let (done, all) = (review.positions.len(), record.game().moves().len() + 1);
        output::message(&format!(
            "stopped: {done} of {all} positions were analyzed\n"
        ));
        return Err(EarlyExit::Interrupted);
    }
    Ok(())
}

/// How moves are written.
struct Words<'a> {
    rules: &'a Rules,
    notation: MoveNotation,
}

impl Words<'_> {
    fn played(&self, reviewed: &Reviewed) -> Option<String> {
        Some(self.notation.write(reviewed.played?))
    }

    fn best(&self, reviewed: &Reviewed) -> Option<String> {
        let first = reviewed.best.get(..1)?;
        self.notation
            .write_line(first, &reviewed.position, self.rules)
            .pop()
    }
}

/// Analyses the positions from the first to the last. Each is written as soon as the next
/// one has been analysed, which shows what the move was worth. The file is written even if stdout
/// cannot be: that is in `printed`.
fn review(
    args: &Args,
    record: &GameRecord,
    words: &Words,
    printed: &mut io::Result<()>,
) -> Result<Review, EarlyExit> {
    let rules = words.rules;
    let mut analyst = Analyst::new(args, rules, args.limits(USUAL_TIME_IN_A_GAME));
    let progress = progress(record.game().moves().len() as u64 + 1);
    let mut write = |text: &str| {
        if printed.is_ok() {
            *printed = progress.aside(|| output::data(text));
        }
        printed.is_ok() || args.game.plot.is_some()
    };
    let mut review = Review::default();
    let mut answers = Vec::new();
    let entry = |review: &Review, answers: &[AnalysisResult], index: usize| {
        if args.json.wanted {
            object(review, index, &answers[index], words)
        } else {
            Ok(entry(review, index, words))
        }
    };
    if !args.json.wanted && !write(&heading()) {
        return Ok(review);
    }
    let mut position = record.start();
    let played = record.game().moves().map(Some).chain([None]);
    for (index, played) in played.enumerate() {
        let (turn, mover) = (position.turn_number(), position.turn());
        let analysis = analyst.analyze(&position, &mut |so_far| {
            progress.show(&format!("turn {turn}, {mover}\n{}", so_far.live()));
        });
        if INTERRUPT.is_requested() {
            // This position was analysed for less time than the others.
            break;
        }
        progress.reach(index as u64 + 1);
        let report = analysis.report.as_ref();
        let Some(reviewed) = Reviewed::new(&position, rules, report, played) else {
            break;
        };
        review.positions.push(reviewed);
        answers.push(analysis.answer);
        if let Some(before) = index.checked_sub(1)
            && !write(&entry(&review, &answers, before)?)
        {
            return Ok(review);
        }
        if let Some(played) = played {
            position = position.after(played.mv, rules);
        }
    }
    if let Some(last) = review.positions.len().checked_sub(1) {
        write(&entry(&review, &answers, last)?);
    }
    Ok(review)
}

/// A progress bar; where the rows on the terminal show the progress, the analysis of the
/// current position.
fn progress(positions: u64) -> Progress {
    if io::stdout().is_terminal() {
        Progress::lines()
    } else {
        Progress::bar(positions)
    }
}

/// The heading of the table.
fn heading() -> String {
    row([
        "turn", "mover", "for Red", "chances", "best", "played", "lost",
    ])
}

/// The line of JSON of a position.
fn object(
    review: &Review,
    index: usize,
    answer: &AnalysisResult,
    words: &Words,
) -> io::Result<String> {
    let reviewed = &review.positions[index];
    let line = PositionLine {
        ply: index,
        turn: reviewed.mover().name(),
        answer,
        red_score: reviewed.for_red.score,
        red_chances: text::rounded(reviewed.for_red.chances, 3),
        played: words.played(reviewed),
        loss: review.loss(index),
        mistake: review.mistake(index).map(Mistake::name),
    };
    Ok(serde_json::to_string(&line)? + "\n")
}

/// The row of a position.
fn entry(review: &Review, index: usize, words: &Words) -> String {
    let reviewed = &review.positions[index];
    let mover = if reviewed.position.outcome(words.rules).is_some() {
        "over".to_owned()
    } else {
        reviewed.mover().to_string()
    };
    let loss = review.loss(index).filter(|&loss| loss > 0.0);
    row([
        &reviewed.turn_number().to_string(),
        &mover,
        &reviewed.for_red.score.to_string(),
        &text::percent(reviewed.for_red.chances, 0),
        &words.best(reviewed).unwrap_or_default(),
        &words.played(reviewed).unwrap_or_default(),
        &loss.map(|part| text::percent(part, 0)).unwrap_or_default(),
    ])
}

/// The worst mistakes.
fn mistakes(review: &Review, words: &Words) -> Vec<ListedMistake> {
    let worst = review.mistakes().into_iter().take(MAX_LISTED);
    let listed = worst.map(|index| {
        let before = &review.positions[index];
        ListedMistake {
            index,
            played: words.played(before).unwrap_or_default(),
            better: words.best(before).unwrap_or_default(),
        }
    });
    listed.collect()
}

/// The accuracy of both sides, and the worst mistakes.
fn summary(review: &Review, words: &Words) -> String {
    let mut text = "\n".to_owned();
    let accuracies = Color::BOTH.into_iter().filter_map(|side| {
        let accuracy = review.accuracy(side)?;
        Some(format!("{side} {}", text::percent(accuracy, 0)))
    });
    let accuracies: Vec<String> = accuracies.collect();
    if !accuracies.is_empty() {
        let _ = writeln!(text, "accuracy: {}\n", accuracies.join(", "));
    }
    let mistakes = mistakes(review, words);
    if mistakes.is_empty() {
        let least = text::percent(Mistake::Inaccuracy.least_loss(), 0);
        return text + &format!("no mistake lost {least} of the chances\n");
    }
    text += "the worst mistakes:\n";
    for mistake in mistakes {
        let (index, played, better) = (mistake.index, mistake.played, mistake.better);
        let (before, after) = (&review.positions[index], &review.positions[index + 1]);
        let mover = before.mover();
        let kind = review.mistake(index).map_or("", Mistake::name);
        let chances =
            |reviewed: &Reviewed| text::percent(reviewed.for_red.for_red(mover).chances, 0);
        let _ = writeln!(
            text,
            "  turn {}, {mover}, {kind}: {played} took its chances from {} to {}, {better} was better",
            before.turn_number(),
            chances(before),
            chances(after),
        );
    }
    text
}

/// A row of the table: words aligned left, numbers right.
fn row([turn, mover, for_red, chances, best, played, lost]: [&str; 7]) -> String {
    let row = format!(
        "{turn:>4}  {mover:<5}  {for_red:>20}  {chances:>7}  {best:<8}  {played:<8}  {lost:>5}"
    );
    format!("{}\n", row.trim_end())
}
