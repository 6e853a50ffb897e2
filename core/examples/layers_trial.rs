//! Trial.
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n = |i: usize| args[i].parse().unwrap();
    let rules: ataxx_core::board::Rules = args[3].parse().unwrap();
    ataxx_core::solver::layers::trial(n(1), n(2), &rules, args[4].parse().unwrap());
}
