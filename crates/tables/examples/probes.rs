//! How many positions a second are looked up in the tables of a folder: probes DIR [COUNT].

use ataxx_core::board::{Bitboard, Color, Position, Square};
use ataxx_core::internal::of_words;
use ataxx_tables::{Table, Tables};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// A position at random on the board of a table, in the lower left corner of the large board.
fn random((files, ranks): (u8, u8), seed: u64) -> Position {
    let mut sets = [Bitboard::EMPTY; 2];
    let mut blocks = Bitboard::FULL;
    for (square, number) in Square::all().zip(0..) {
        if square.file() < files && square.rank() < ranks {
            blocks -= Bitboard::from(square);
            let set = of_words([seed, number]) % 3;
            if let Some(set) = usize::try_from(set).ok().and_then(|set| sets.get_mut(set)) {
                *set |= Bitboard::from(square);
            }
        }
    }
    let [red, blue] = sets;
    Position::new(red, blue, blocks, Color::Red).unwrap_or_default()
}

fn measure(tables: &Tables, table: &Table, positions: &[Position]) -> Result<f64, Box<dyn Error>> {
    let begun = Instant::now();
    let mut found = 0_u32;
    for position in positions {
        found += u32::from(tables.probe(position, table.rules())?.is_some());
    }
    let seconds = begun.elapsed().as_secs_f64();
    Ok(f64::from(found) / seconds)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().ok_or("usage: probes DIR [COUNT]")?;
    let count: u64 = words.next().map_or(Ok(20_000), |word| word.parse())?;
    let tables = Tables::open(Path::new(&folder))?;
    for table in tables.tables() {
        let positions: Vec<Position> = (0..count).map(|seed| random(table.size(), seed)).collect();
        let first = measure(&tables, table, &positions)?;
        let again = measure(&tables, table, &positions)?;
        println!("{}: {first:.0} a second, again {again:.0}", table.name);
    }
    Ok(())
}
