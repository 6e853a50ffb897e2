//! An independent checker of certificates: it shares no code with `ataxx verify`, has rules of its
//! own and needs only the standard library. It checks claims of the form `win`.
//!
//! ```text
//! cargo run --example check_certificate -- FILE
//! ```

use std::collections::HashMap;

struct Rules {
    leaps: &'static [(usize, usize)],
    jump_limit: u32,
    even_at_limit: bool,
    ply_limit: u64,
}

fn rules(name: &str) -> Option<Rules> {
    let (leaps, jump_limit, ply_limit): (&[_], _, _) = match name {
        "2008" => (&[(0, 2), (1, 2), (2, 2)], 45, u64::MAX),
        "2016" | "2022" => (&[(0, 2), (1, 2), (2, 2)], 25, u64::MAX),
        "uai" => (&[(0, 2), (1, 2), (2, 2)], 100, u64::MAX),
        "reloaded" => (&[(0, 2), (2, 2), (0, 3)], u32::MAX, 200),
        _ => return None,
    };
    // Under these rules a game at the limit is drawn, and a pass adds to the count.
    let even_at_limit = name == "uai";
    Some(Rules {
        leaps,
        jump_limit,
        even_at_limit,
        ply_limit,
    })
}

#[derive(Clone)]
struct Position {
    cells: Vec<char>, // from a7 to g1, rank by rank: `x`, `o`, `-` or `.`
    side: char,
    jumps: u32,
    plies: u64,
}

fn other(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

/// The distances along files and ranks, the smaller one first.
fn distance(from: usize, to: usize) -> (usize, usize) {
    let (files, ranks) = ((from % 7).abs_diff(to % 7), (from / 7).abs_diff(to / 7));
    (files.min(ranks), files.max(ranks))
}

impl Position {
    fn read(text: &str, rules: &Rules) -> Option<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut cells = Vec::new();
        for letter in fields[0].chars() {
            match letter {
                '1'..='7' => cells.extend(vec!['.'; letter as usize - '0' as usize]),
                'x' | 'o' | '-' => cells.push(letter),
                _ => {}
            }
        }
        let side = if fields.get(1)? == &"x" { 'x' } else { 'o' };
        let turn: u32 = fields.get(3).map_or(Some(1), |turn| turn.parse().ok())?;
        let plies = (2 * u64::from(turn)).checked_sub(2)? + u64::from(side == 'o');
        let jumps = fields.get(2)?.parse().ok()?;
        let position = Self {
            cells,
            side,
            jumps,
            plies,
        };
        // A position has one spelling, so any character skipped above is detected here.
        (position.cells.len() == 49 && position.show(rules) == text).then_some(position)
    }

    fn show(&self, rules: &Rules) -> String {
        let ranks: Vec<String> = self.cells.chunks(7).map(String::from_iter).collect();
        let mut board = ranks.join("/");
        for run in (1..=7).rev() {
            board = board.replace(&".".repeat(run), &run.to_string());
        }
        let turn = format!(" {}", self.plies / 2 + 1);
        let turn = if rules.ply_limit == u64::MAX {
            ""
        } else {
            &turn
        };
        format!("{board} {} {}{turn}", self.side, self.jumps)
    }

    fn moves(&self, side: char, rules: &Rules) -> Vec<Option<(usize, usize)>> {
        let pieces = (0..49).filter(|&from| self.cells[from] == side);
        let pairs = pieces.flat_map(|from| (0..49).map(move |to| (from, to)));
        let legal = |&(from, to): &(usize, usize)| {
            let distance = distance(from, to);
            self.cells[to] == '.' && (distance.1 == 1 || rules.leaps.contains(&distance))
        };
        pairs.filter(legal).map(Some).collect()
    }

    fn legal_moves(&self, rules: &Rules) -> Vec<Option<(usize, usize)>> {
        let moves = self.moves(self.side, rules);
        if moves.is_empty() { vec![None] } else { moves }
    }

    fn play(&self, mv: Option<(usize, usize)>, rules: &Rules) -> Self {
        let mut next = self.clone();
        let is_jump = mv.is_none_or(|(from, to)| distance(from, to).1 > 1);
        if let Some((from, to)) = mv {
            next.cells[from] = if is_jump { '.' } else { self.side };
            next.cells[to] = self.side;
            for near in (0..49).filter(|&near| distance(near, to).1 == 1) {
                if next.cells[near] == other(self.side) {
                    next.cells[near] = self.side;
                }
            }
        }
        let counts = is_jump && (mv.is_some() || rules.even_at_limit);
        next.jumps = match mv {
            _ if rules.jump_limit == u32::MAX => 0,
            _ if counts => self.jumps + 1,
            None => self.jumps,
            Some(_) => 0,
        };
        next.side = other(self.side);
        next.plies += 1;
        next
    }

    /// The winner, `=` for a draw; `None` while the game goes on.
    fn winner(&self, rules: &Rules) -> Option<char> {
        let count = |side| self.cells.iter().filter(|&&cell| cell == side).count();
        let (red, blue) = (count('x'), count('o'));
        let more = match red.cmp(&blue) {
            std::cmp::Ordering::Greater => 'x',
            std::cmp::Ordering::Less => 'o',
            std::cmp::Ordering::Equal => '=',
        };
        if red == 0 || blue == 0 || "xo".chars().all(|side| self.moves(side, rules).is_empty()) {
            Some(more)
        } else if self.jumps >= rules.jump_limit {
            Some(if rules.even_at_limit { '=' } else { more })
        } else {
            (self.plies >= rules.ply_limit).then_some(more)
        }
    }
}

struct Checker {
    rules: Rules,
    winner: char,
    /// The positions that need a line: plies left, and whether the line has been read.
    required: HashMap<String, (u16, bool)>,
}

impl Checker {
    /// Requires a win from this position within this many plies.
    fn require(&mut self, position: &Position, left: u16) -> Result<(), String> {
        let name = position.show(&self.rules);
        match position.winner(&self.rules) {
            Some(winner) if winner == self.winner => return Ok(()),
            Some(_) => return Err(format!("not won at the end: {name}")),
            None if left == 0 => return Err(format!("not won in time: {name}")),
            None => {}
        }
        if position.side == self.winner {
            let (before, answered) = self.required.entry(name).or_insert((left, false));
            if *answered && left < *before {
                return Err("a reply leads back".to_owned());
            }
            *before = left.min(*before);
            return Ok(());
        }
        for reply in position.legal_moves(&self.rules) {
            self.require(&position.play(reply, &self.rules), left - 1)?;
        }
        Ok(())
    }

    /// Checks a line; returns its plies left.
    fn step(&mut self, line: &str, before: u16) -> Result<u16, String> {
        let (rest, name) = line.rsplit_once(' ').ok_or("too few fields")?;
        let (position, plies) = rest.rsplit_once(' ').ok_or("too few fields")?;
        let required = self.required.get_mut(position).ok_or("it does not arise")?;
        let left = required.0;
        if required.1 || plies != left.to_string() || left > before {
            return Err("it comes again, out of order or with other plies".to_owned());
        }
        required.1 = true;
        let position = Position::read(position, &self.rules).ok_or("no position")?;
        let mut moves = position.legal_moves(&self.rules).into_iter();
        let mv = moves.find(|&mv| move_name(mv) == name);
        let next = position.play(mv.ok_or("not legal")?, &self.rules);
        self.require(&next, left - 1).map(|()| left)
    }
}

fn move_name(mv: Option<(usize, usize)>) -> String {
    let square = |at: usize| format!("{}{}", &"abcdefg"[at % 7..=at % 7], 7 - at / 7);
    mv.map_or_else(
        || "-".to_owned(),
        |(from, to)| format!("{}-{}", square(from), square(to)),
    )
}

/// Checks a certificate of a win.
///
/// # Errors
///
/// When it does not prove its claim, with the reason.
pub fn check(text: &str) -> Result<(), String> {
    let text = text.strip_suffix('\n').ok_or("the last line has no end")?;
    let mut lines = text.split('\n').zip(1..);
    let mut entry = |word: &str| {
        let line = lines.next().and_then(|(line, _)| line.strip_prefix(word));
        line.ok_or_else(|| format!("expected `{word}`"))
    };
    if !entry("ataxx certificate 1")?.is_empty() {
        return Err("another version".to_owned());
    }
    let rules = rules(entry("rules ")?).ok_or("unknown rules")?;
    let position = Position::read(entry("position ")?, &rules).ok_or("no position")?;
    let claim = entry("claim win ")?;
    let (color, number) = claim.split_once(' ').ok_or("no number of plies")?;
    let plies: u16 = number.parse().map_err(|_| "no number of plies")?;
    let winner = match color {
        "red" => 'x',
        "blue" => 'o',
        _ => return Err("unknown color".to_owned()),
    };
    if number != plies.to_string() || entry("strategy win ")? != claim {
        return Err("the strategy is for another claim".to_owned());
    }
    let mut checker = Checker {
        rules,
        winner,
        required: HashMap::new(),
    };
    checker.require(&position, plies)?;
    let (mut before, mut steps) = (plies, 0);
    for (line, number) in lines.by_ref() {
        if line == format!("end {steps}") {
            break;
        }
        let left = checker.step(line, before);
        before = left.map_err(|reason| format!("line {number}: {reason}"))?;
        steps += 1;
    }
    let ends = text.ends_with(&format!("\nend {steps}")) && lines.next().is_none();
    let complete = checker.required.values().all(|&(_, answered)| answered);
    (ends && complete)
        .then_some(())
        .ok_or("it does not end where it should".to_owned())
}

#[allow(clippy::disallowed_methods)] // a program
fn main() -> Result<(), String> {
    let file = std::env::args()
        .nth(1)
        .ok_or("usage: check_certificate FILE")?;
    check(&std::fs::read_to_string(&file).map_err(|error| error.to_string())?)?;
    println!("{file}: proved");
    Ok(())
}
