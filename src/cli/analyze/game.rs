//! The analysis of a whole game.

use super::assessment::{Assessment, Shown, in_percent};
use super::result::AnalysisResult;
use super::{Analyst, Args, USUAL_TIME_IN_A_GAME, graph};
use crate::cli::exit::Exit;
use crate::cli::failure::Failure;
use crate::cli::interrupt::{self, INTERRUPT, OnInterrupt};
use crate::cli::output;
use crate::cli::progress::Progress;
use crate::cli::result_file::ResultFile;
use ataxx_toolkit::board::{Color, Move, PlayedMove, Position};
use ataxx_toolkit::notation::GameRecord;
use serde::Serialize;
use std::cmp::Reverse;
use std::io::{self, IsTerminal};

/// A position of the game, and what it is worth.
pub struct Judged {
    /// The number of the turn, as the record counts.
    pub turn_number: u32,
    /// Who is to move, or would be.
    pub mover: Color,
    pub for_red: Assessment,
    best: Option<Move>,
    played: Option<PlayedMove>,
    /// The same, written.
    pub played_text: Option<String>,
    pub answer: AnalysisResult,
    over: bool,
}

/// A move that cost its side much.
pub struct Mistake {
    /// The index of the position it was made in.
    pub index: usize,
    /// How much of the chances was lost.
    loss: f64,
}

/// How many mistakes are named.
const NAMED: usize = 5;
/// A loss of less is none worth the name.
const WORTH_NAMING: f64 = 0.05;

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
        output::data(&review.mistakes_in_words())?;
    }
    if INTERRUPT.is_requested() {
        return Err(Failure::Interrupted);
    }
    if let Some(file) = plot {
        let picture = graph::svg(&review.judged, &review.mistakes());
        file.write(|out| out.write_all(picture.as_bytes()))?;
    }
    Ok(Exit::Good)
}

/// Judges the positions from the first to the last, and writes of each as soon as the
/// next one is known too: that says what the move was worth.
fn review(args: &Args, record: &GameRecord) -> Result<Review, Failure> {
    let rules = record.game().rules();
    let mut analyst = Analyst::new(args, rules, args.limits(USUAL_TIME_IN_A_GAME));
    let progress = progress(record.game().moves().len() as u64 + 1);
    let write = |text: &str| progress.aside(|| output::data(text));
    let mut review = Review { judged: Vec::new() };
    if !args.json.wanted {
        write(&Review::heading())?;
    }
    let mut position = record.start();
    let played = record.game().moves().map(Some).chain([None]);
    for (index, played) in played.enumerate() {
        let (turn, mover) = (turn_number(&position), position.turn());
        let analysis = analyst.analyze(&position, &mut |so_far| {
            progress.show(&format!("turn {turn}, {mover}\n{}", so_far.live()));
        });
        if INTERRUPT.is_requested() {
            // What is known of this one is less than of the others.
            break;
        }
        progress.reach(index as u64 + 1);
        let Some(assessment) = analysis.assessment() else {
            break;
        };
        review.judged.push(Judged {
            turn_number: turn,
            mover,
            for_red: assessment.for_red(mover),
            best: analysis
                .report
                .as_ref()
                .and_then(|report| report.lines.first()?.moves.first().copied()),
            played,
            played_text: played.map(|played| args.notation.notation.write(played)),
            over: analysis.outcome.is_some(),
            answer: analysis.answer,
        });
        if let Some(before) = index.checked_sub(1) {
            write(&review.entry(before, args.json.wanted)?)?;
        }
        if let Some(played) = played {
            position = position.after(played.mv, rules);
        }
    }
    if let Some(last) = review.judged.len().checked_sub(1) {
        write(&review.entry(last, args.json.wanted)?)?;
    }
    Ok(review)
}

/// The number of a turn, which is a ply of Red's and one of Blue's.
fn turn_number(position: &Position) -> u32 {
    position.plies() / 2 + 1
}

/// A bar, unless the rows themselves show how far it is: then what is known of the position
/// that is being judged.
fn progress(positions: u64) -> Progress {
    if io::stdout().is_terminal() {
        Progress::lines()
    } else {
        Progress::bar(positions)
    }
}

/// What is known of a game so far.
struct Review {
    judged: Vec<Judged>,
}

impl Review {
    /// How much of its chances the side to move lost in this position; `None` where
    /// nothing was played or the next position is not known.
    fn loss(&self, index: usize) -> Option<f64> {
        let [before, after] = self.judged.get(index..index + 2)? else {
            return None;
        };
        if before.played.map(|played| played.mv) == before.best {
            // The two searches may differ, but there is nothing better.
            return Some(0.0);
        }
        let lost = before.for_red.chances - after.for_red.chances;
        Some(match before.mover {
            Color::Red => lost.max(0.0),
            Color::Blue => (-lost).max(0.0),
        })
    }

    /// The worst mistakes, the worst first.
    fn mistakes(&self) -> Vec<Mistake> {
        let mut mistakes: Vec<_> = (0..self.judged.len())
            .filter_map(|index| {
                let loss = self.loss(index)?;
                (loss >= WORTH_NAMING).then_some(Mistake { index, loss })
            })
            .collect();
        // Of equals the first comes first.
        mistakes.sort_by_key(|mistake| Reverse(thousandths(mistake.loss)));
        mistakes.truncate(NAMED);
        mistakes
    }

    fn heading() -> String {
        row([
            "turn", "mover", "for Red", "chances", "best", "played", "lost",
        ])
    }

    /// What there is to say of a position, in words or in JSON.
    fn entry(&self, index: usize, json: bool) -> io::Result<String> {
        let judged = &self.judged[index];
        let loss = self.loss(index);
        let played = judged.played_text.as_deref();
        if json {
            let entry = PositionLine {
                ply: index,
                turn: match judged.mover {
                    Color::Red => "red",
                    Color::Blue => "blue",
                },
                answer: &judged.answer,
                red_score: judged.for_red.score,
                red_chances: f64::from(thousandths(judged.for_red.chances)) / 1000.0,
                played,
                loss: loss.map(|loss| f64::from(thousandths(loss)) / 1000.0),
            };
            return Ok(serde_json::to_string(&entry)? + "\n");
        }
        let mover = if judged.over {
            "over".to_owned()
        } else {
            judged.mover.to_string()
        };
        let loss = loss.filter(|&loss| thousandths(loss) >= 5).map(in_percent);
        Ok(row([
            &judged.turn_number.to_string(),
            &mover,
            &judged.for_red.score.to_string(),
            &judged.for_red.percent(),
            judged.answer.best().unwrap_or_default(),
            played.unwrap_or_default(),
            &loss.unwrap_or_default(),
        ]))
    }

    fn mistakes_in_words(&self) -> String {
        let mistakes = self.mistakes();
        if mistakes.is_empty() {
            return format!(
                "\nno mistake lost {} of the chances\n",
                in_percent(WORTH_NAMING)
            );
        }
        let lines = mistakes.iter().map(|&Mistake { index, .. }| {
            let (before, after) = (&self.judged[index], &self.judged[index + 1]);
            let chances = |judged: &Judged| judged.for_red.for_red(before.mover).percent();
            format!(
                "  turn {}, {}: {} took its chances from {} to {}, {} was better\n",
                before.turn_number,
                before.mover,
                before.played_text.as_deref().unwrap_or_default(),
                chances(before),
                chances(after),
                before.answer.best().unwrap_or_default(),
            )
        });
        format!(
            "\nthe worst mistakes:\n{}",
            lines.collect::<Vec<_>>().concat()
        )
    }
}

/// Columns, the numbers at the right of theirs.
fn row([turn, mover, for_red, chances, best, played, lost]: [&str; 7]) -> String {
    let row = format!(
        "{turn:>4}  {mover:<5}  {for_red:>15}  {chances:>7}  {best:<8}  {played:<8}  {lost:>5}"
    );
    format!("{}\n", row.trim_end())
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // it is from 0 to 1
fn thousandths(part: f64) -> u32 {
    (part * 1000.0).round() as u32
}
