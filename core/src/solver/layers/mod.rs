//! Whole small boards: the value of every position, layer by layer.

mod cylinders;
mod layer;
mod orbits;
mod region;
mod rounds;
mod step;

pub use layer::LayerCounts;

use layer::{Layer, Shape};
use region::Region;
use rounds::{Effort, Rounds};
use step::Conduct;

/// trial
pub fn trial(files: u8, ranks: u8, rules: &crate::board::Rules, threads: usize) {
    let region = Region::board(files, ranks, rules).expect("small");
    let begun = std::time::Instant::now();
    let shape = Shape::new(region);
    let conduct = Conduct::of(rules).expect("no plies");
    eprintln!("orbits {:?}", begun.elapsed());
    let mut above = Layer::default();
    let effort = Effort { threads, proceed: &|_, _| true };
    let limit = conduct.limit.map_or(u32::MAX, |limit| limit.jumps.get().into());
    let mut total = LayerCounts::default();
    for pieces in (1..=shape.region.len()).rev() {
        let begun = std::time::Instant::now();
        let mut rounds = Rounds::new(&shape, conduct, &above, pieces, effort).unwrap();
        rounds.advance(limit, effort).unwrap();
        let (layer, count) = rounds.finish();
        above = layer;
        let counts = above.counts(&shape);
        println!("{pieces} {counts:?} rounds {count} {:?}", begun.elapsed());
        total.won += counts.won;
        total.lost += counts.lost;
        total.drawn += counts.drawn;
    }
    println!("{total:?} {:?}", begun.elapsed());
}
