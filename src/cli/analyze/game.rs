//! The analysis of a whole game.

use super::assessment::{Shown, in_percent};
use super::result::AnalysisResult;
use super::review::{Judged, LEAST_LISTED, Review};
use super::{Analyst, Args, USUAL_TIME_IN_A_GAME, graph};
use crate::cli::exit::{Exit, Failure};
use crate::cli::interrupt::{self, INTERRUPT, OnInterrupt};
use crate::cli::output;
use crate::cli::progress::Progress;
use crate::cli::result_file::ResultFile;
use ataxx_toolkit::diagnostic::text;
use ataxx_toolkit::notation::GameRecord;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, IsTerminal};

/// The line of JSON for a position.
#[derive(Serialize)]
struct PositionLine<'a> {
    /// How many plies of the game were played before.
    ply: usize,
    turn: &'static str,
    #[serde(flatten)]
    answer: &'a AnalysisResult,
    red_score: Shown,
    red_chances: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<&'a str>,
    /// How much of its chances the side to move lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
}

pub fn run(args: &Args, record: &GameRecord) -> Result<Exit, Failure> {
    // What cannot be written to is found out before the work, not after it.
    let plot = args.game.plot.as_deref().map(ResultFile::at).transpose()?;
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let review = review(args, record)?;
    if !args.json.wanted {
        output::data(&mistakes_in_words(&review))?;
    }
    if INTERRUPT.is_requested() {
        return Err(Failure::Interrupted);
    }
    if let Some(file) = plot {
        let picture = graph::svg(&review);
        file.write(|out| out.write_all(picture.as_bytes()))?;
    }
    Ok(Exit::Good)
}

/// Analyses the positions from the first to the last. Each is written as soon as the next
/// one has been analysed, which shows what the move was worth.
fn review(args: &Args, record: &GameRecord) -> Result<Review, Failure> {
    let rules = record.game().rules();
    let mut analyst = Analyst::new(args, rules, args.limits(USUAL_TIME_IN_A_GAME));
    let progress = progress(record.game().moves().len() as u64 + 1);
    let write = |text: &str| progress.aside(|| output::data(text));
    let mut review = Review { judged: Vec::new() };
    if !args.json.wanted {
        write(&heading())?;
    }
    let mut position = record.start();
    let played = record.game().moves().map(Some).chain([None]);
    for (index, played) in played.enumerate() {
        let (turn, mover) = (position.plies() / 2 + 1, position.turn());
        let analysis = analyst.analyze(&position, &mut |so_far| {
            progress.show(&format!("turn {turn}, {mover}\n{}", so_far.live()));
        });
        if INTERRUPT.is_requested() {
            // This position was analysed for less time than the others.
            break;
        }
        progress.reach(index as u64 + 1);
        let Some(assessment) = analysis.assessment() else {
            break;
        };
        review.judged.push(Judged {
            for_red: assessment.for_red(mover),
            analysis,
            played,
            played_text: played.map(|played| args.notation.notation.write(played)),
        });
        if let Some(before) = index.checked_sub(1) {
            write(&entry(&review, before, args.json.wanted)?)?;
        }
        if let Some(played) = played {
            position = position.after(played.mv, rules);
        }
    }
    if let Some(last) = review.judged.len().checked_sub(1) {
        write(&entry(&review, last, args.json.wanted)?)?;
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

/// The row or the line of JSON of a position.
fn entry(review: &Review, index: usize, json: bool) -> io::Result<String> {
    let judged = &review.judged[index];
    let Judged {
        analysis, for_red, ..
    } = judged;
    let loss = review.loss(index);
    let played = judged.played_text.as_deref();
    if json {
        let entry = PositionLine {
            ply: index,
            turn: judged.mover().name(),
            answer: &analysis.answer,
            red_score: for_red.score,
            red_chances: text::rounded(for_red.chances, 3),
            played,
            loss: loss.map(|loss| text::rounded(loss, 3)),
        };
        return Ok(serde_json::to_string(&entry)? + "\n");
    }
    let mover = match analysis.outcome {
        Some(_) => "over".to_owned(),
        None => judged.mover().to_string(),
    };
    let loss = loss.filter(|&loss| text::rounded(loss, 3) >= 0.005);
    Ok(row([
        &judged.turn_number().to_string(),
        &mover,
        &for_red.score.to_string(),
        &for_red.percent(),
        analysis.answer.best().unwrap_or_default(),
        played.unwrap_or_default(),
        &loss.map(in_percent).unwrap_or_default(),
    ]))
}

fn mistakes_in_words(review: &Review) -> String {
    let mistakes = review.mistakes();
    if mistakes.is_empty() {
        let least = in_percent(LEAST_LISTED);
        return format!("\nno mistake lost {least} of the chances\n");
    }
    let mut text = "\nthe worst mistakes:\n".to_owned();
    for index in mistakes {
        let (before, after) = (&review.judged[index], &review.judged[index + 1]);
        let mover = before.mover();
        let chances = |judged: &Judged| judged.for_red.for_red(mover).percent();
        let _ = writeln!(
            text,
            "  turn {}, {mover}: {} took its chances from {} to {}, {} was better",
            before.turn_number(),
            before.played_text.as_deref().unwrap_or_default(),
            chances(before),
            chances(after),
            before.analysis.answer.best().unwrap_or_default(),
        );
    }
    text
}

/// A row of the table: words aligned left, numbers right.
fn row([turn, mover, for_red, chances, best, played, lost]: [&str; 7]) -> String {
    let row = format!(
        "{turn:>4}  {mover:<5}  {for_red:>15}  {chances:>7}  {best:<8}  {played:<8}  {lost:>5}"
    );
    format!("{}\n", row.trim_end())
}
