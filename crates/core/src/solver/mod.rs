//! Exact solver: forced wins, losses and draws.
//!
//! [`Solver`] finds them. [`certificate`] writes a result as a text that can be checked
//! without trusting the solver. [`use_known_values`] lets the engine use values that are known without a
//! search, such as those of tables of small boards.
//!
//! ```
//! use ataxx_core::board::{Position, Rules};
//! use ataxx_core::solver::{Budget, Extent, Plies, Solver, SolverOptions, Verdict};
//!
//! let position: Position = "xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1".parse()?;
//! let mut solver = Solver::new(&Rules::UAI, &SolverOptions::default());
//! let solution = solver.solve(&position, Plies(5), &Budget::unlimited());
//! assert_eq!(solution.verdict, Verdict::Win(Some(Plies(3))));
//! assert_eq!(solution.line[0].to_string(), "a5c7");
//!
//! let budget = Budget::unlimited();
//! let certificate = solver.certificate(&position, &solution, Extent::Win, &budget, &|_| ())?;
//! let mut text = Vec::new();
//! certificate.write(&mut text)?;
//! assert!(String::from_utf8(text)?.starts_with("ataxx certificate"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Questions
//!
//! - *Within n plies* ([`Solver::solve`]): can the side to move force a win within n plies,
//!   or is it forced into a loss? The distance is the least number of plies in which the
//!   winner can force the end of the game, against any defence.
//! - *Without a limit* ([`Solver::exact`]): is the position a win, a draw or a loss?
//!
//! Both reduce to one yes-or-no question: can one side, the *attacker*, reach its *aim*
//! within a *horizon*, against any play of the other side, the *defender*? The [`Aim`] is to
//! win or, for draws, not to lose. The horizon is a number of plies or, for the second
//! question, the number of moves of the attacker that are not extends. A larger horizon
//! never hurts the attacker.
//!
//! # Search
//!
//! Iterative deepening (`root_search.rs`): the question is asked for either side as the attacker,
//! with 1, 2 and then two more plies at a time, so that the last step is the number asked
//! for. If a step of two finds a win, the number in between is tried as well: the first
//! number of plies that is proved is the distance, and one less is refuted.
//!
//! One such question is answered by an AND/OR search. The attacker needs one move that
//! reaches the aim, the defender one that prevents it; there are no scores. Each position is
//! tested with the pruning rules below when the move to it is generated, before it is
//! searched.
//!
//! `best_first.rs` searches best-first by proof numbers (df-pn). A position has two numbers
//! (`table.rs`): about how much work it is to show that the side to move gets what it
//! wants, and that it does not. In each position the search goes on with the move after
//! which the opponent's failure seems the least work, until another move, or another
//! position, seems less. A position that was not searched gets 64 for each ply of the
//! horizon, or for each empty square without a limit on plies, and a little less for the side
//! with more pieces and, without a limit on plies, for a side to move with many moves. The
//! numbers only decide the order.
//!
//! `search.rs` searches depth-first: with `Horizon::Unlimited`, whose lines are thousands of
//! plies long; where the table is not used (the last two plies, or the rule is off); and 256
//! plies away from the root. Move order: the move from the table, the *killer* (the move that
//! decided the last position at the same distance from the root), then the others by the
//! pieces they win. If every ply of the attacker has to be an extend, the jumps of the
//! defender come before its extends.
//!
//! The horizon shrinks along every line, so each result depends on results with a smaller
//! horizon only: there are no cycles, whatever the rules, and neither a table key nor a
//! result depends on the path to a position. If there is a jump limit, the game has no
//! cycles either. Compare (occupied squares, count of consecutive jumps) lexicographically:
//! an extend increases the first number and a jump the second; a pass may leave both
//! unchanged, but two passes in a row do not occur in a live game, because it is over when
//! neither side can move. So every game ends after a bounded number of plies.
//!
//! Threads search the same position in parallel and share the table. A move whose position
//! another thread is searching is left for later, or seems to need half as much work again,
//! so that they seldom do the same work at the same time. Table entries are true by
//! themselves, and the first thread that finishes decides the result. Verdicts and distances
//! therefore do not depend on the number of threads; which of several good moves is returned,
//! and the number of nodes, can.
//!
//! # Pruning rules
//!
//! An attacker wins in one of four ways: by elimination, by majority on a full board, at the
//! jump limit, or at a limit on plies. (There are more if a stuck side ends the game; then
//! only the rules about the jump count and the table apply.) A position is refuted if every
//! way is impossible within the horizon: `bounds.rs` tests the full board first, then the
//! limit, then elimination, and for each takes the first rule in the list below that
//! excludes it. Rules that exclude several ways must hold for the same play of the defender;
//! `bounds.rs` explains why they do.
//!
//! Let n be the plies left, a the moves the attacker still has among them, and r the replies
//! before the last of these. Without a limit on plies `goal.rs` defines what replaces n
//! for the jump limit, and a; then only the first rule excludes a full board.
//!
//! On the majority at the end:
//!
//! - [`Majority`](PruningRule::Majority). A move adds at most one piece and flips eight, so
//!   each move of the attacker improves the piece difference by at most 17, and a move of
//!   the defender never worsens its own. If 17 a more than the present difference is not
//!   enough, the attacker cannot win by majority.
//! - [`StuckMeansFull`](PruningRule::StuckMeansFull). Call two squares linked if a piece can
//!   move from one to the other. Pieces stay among the squares linked to theirs. If such a
//!   square is empty, a path of links leads to it from a piece, and somewhere on that path a
//!   piece is linked to an empty square and can move. So both sides are stuck only when all
//!   reachable squares are full. Each ply fills at most one: if more than n of them are
//!   empty, the board does not fill up.
//! - [`NoPlyToWaste`](PruningRule::NoPlyToWaste). If exactly n are empty, every ply has to
//!   be an extend. A defender to move who can jump does so, and one without an extend must
//!   play something else; either leaves more empty squares than plies.
//!
//! On the jump limit:
//!
//! - [`LimitOutOfReach`](PruningRule::LimitOutOfReach). A ply increases the count by at most
//!   one, so a limit that is more than n away is not reached. The same holds if the limit is
//!   more than n away from 0, the defender is sure to have an extend at its first reply,
//!   which resets the count, and the move of the attacker before that cannot reach the
//!   limit. If the limit makes a draw, it never helps an attacker who wants to win, and no
//!   rule is needed.
//!
//! On elimination:
//!
//! - [`Jailed`](PruningRule::Jailed). Flipped pieces are adjacent to the destination of a
//!   move, and so among the squares linked to the piece that moved. Defenders in a part of
//!   the board that no attacker is linked to are never flipped.
//! - [`EightFlips`](PruningRule::EightFlips). The defender's moves remove none of its
//!   pieces, and an attack flips at most eight: more than 8 a defenders are too many.
//! - [`Cover`](PruningRule::Cover). Consider the squares of the defenders now. For an
//!   elimination each has to be left by a jump or to be adjacent to the destination of an
//!   attack. A reply leaves at most one, and an attack reaches those in one 3x3 square. So
//!   a + r squares of 3x3 have to cover them all; `cover.rs` computes how many are needed,
//!   exactly up to three, and a lower bound beyond.
//! - [`ExtendsLeft`](PruningRule::ExtendsLeft). A defender who extends k times among its
//!   first replies has k more pieces, and leaves k squares fewer. Then there must be at most
//!   8 a pieces including those, and a + r - k squares of 3x3 must cover. `bounds.rs`
//!   computes how many extends the defender is sure to have whatever the attacker does: it
//!   counts places far apart, and among them those with enough empty neighbours that the
//!   defender's own extends do not use them up.
//! - [`FarAway`](PruningRule::FarAway). An attack lands within a jump of an attacker and
//!   flips adjacent pieces. The defender's reply before it adds no attacker. So the next
//!   attack does not reach defenders further away, and one attack less, with the replies,
//!   has to cover these.
//!
//! On the end of the search:
//!
//! - [`LastMove`](PruningRule::LastMove). The attacker eliminates at once if an empty square
//!   that it can move to is adjacent to all defenders; it fills the board with an extend
//!   into the last empty square. With one ply left there is no other win, and a defender to
//!   move who fills the board with enough pieces is not beaten either. If the next ply can
//!   end the game by a limit, moves are made and tested.
//! - [`Filling`](PruningRule::Filling). With one or two empty squares, a side that extends
//!   whenever it is to move fills the board soon: `bounds.rs` tries all moves of the other
//!   side, and all extends of this one. Its extends reset the count of jumps, so that a single
//!   jump of the other side must not reach the limit.
//!
//! On earlier results:
//!
//! - [`CountOutOfReach`](PruningRule::CountOutOfReach). If the limit is more than n plies
//!   away it cannot be reached: the jump count is irrelevant and is left out of the key.
//! - [`Table`](PruningRule::Table). An entry holds the smallest horizon that is known to be
//!   enough and the largest that is known not to be, with the move that decided; it answers
//!   all questions outside the gap between the two. Keys hold the whole position, so an
//!   entry is never that of another position, and a lost entry is searched again: neither
//!   the size of the table nor its losses can change a result. If the last ply is the last
//!   that the rules allow, the number of plies left is part of the key. The table starts
//!   with a few entries and grows eightfold after half as many new entries as it has slots,
//!   because most searches are short; the search then restarts with all it knows. Searches
//!   of one or two plies do not use it: they are faster than a memory access.
//!
//! Disabling a rule makes the search slower and does not change its results. The tests in
//! `tests/solver/settings.rs` compare all sets with one rule left out, many random sets and
//! the empty set with each other; the other tests in `tests/solver` compare the results with
//! brute force under the reference rules. `docs/PERFORMANCE.md` measures what each rule
//! saves. Tests for single rules:
//!
//! | rule | test |
//! |---|---|
//! | majority, eight flips | `sixteen_gained_at_once`, `eight_at_once` in `known.rs` |
//! | stuck means full, no ply to waste | `only_a_jump_wins` in `known.rs`, `deeper_on_tiny_boards` in `brute_force.rs` |
//! | limit out of reach | `the_last_jump_before_the_limit` and `a_side_that_only_passes_wins_by_the_jump_limit` in `known.rs` |
//! | cover | `cover.rs`, against all covers |
//! | cover, eight flips, extends left, far away | `eliminations_that_take_several_attacks` in `tests/solver/settings.rs` |
//! | jailed | the walled positions of `tests/solver/solving/positions.rs`, in all tests by chance |
//! | last move | `the_next_extend_wins` in `known.rs` |
//! | count out of reach | `irrelevant_counts_share_table_entries` in `tests/solver/settings.rs`, `the_count_alone_decides_…` in `known.rs` |
//! | table | `tables_of_any_size`, `a_table_that_is_full_for_long`, `threads` in `tests/solver/settings.rs` |
//!
//! # Without a limit on plies
//!
//! [`Solver::exact`] first searches two plies further than there are empty squares, which
//! finds most near wins with their distance. Then the horizon is `Horizon::NonExtends`
//! (`goal.rs`): any number of plies, of which a given number of the attacker's own are
//! not extends. All questions take turns (`prover.rs`), each for twice as many nodes as the last
//! time: whether either side can win, and whether it can hold. They are asked with four
//! non-extends, and with half as many again when all are refuted, until one side can win or both
//! can hold; if both can hold, the position is a draw. Under a limit on plies, as in Ataxx
//! Reloaded, the horizon is simply all plies.
//!
//! With a jump limit a search with `Horizon::Unlimited` takes turns with these, for a 16th of the
//! nodes: it remembers every position it meets and needs no horizon, because the count ends every
//! game. It is faster where few positions can be reached, as between walls, and seldom elsewhere.
//! Its keys always have the count.
//!
//! Each search with a number of non-extends terminates: an attacker extends no more often than there are empty
//! squares, whatever the defender does in between. A yes is a strategy and true under any
//! rules; a no says only that a larger horizon is needed. Every win is found in the end,
//! given time and memory, because a forced win takes a bounded number of plies, and so a
//! bounded number of moves that are not extends. A draw is found because every game ends if
//! there is a jump limit: a side that is not lost can hold to that end, again with a bounded
//! number of such moves. If nothing ends a game, a side may hold only by playing forever,
//! and such a draw is not found.
//!
//! On an odd number of squares a full board is never level. While no limit is in reach,
//! holding then means winning, and is not searched separately.
//!
//! This search does not give a distance: a number of non-extends says nothing about plies.
//! [`Solver::answer_in_full`] searches for it afterwards, with the side that wins as the only
//! attacker and as many plies as the budget allows. Without it,
//! the certificate computes the plies afterwards (`certify.rs`), as the longest line of the
//! strategy that was found, and claims a win within that number.

mod best_first;
mod bounds;
mod budget;
pub mod certificate;
mod certify;
mod cover;
mod goal;
mod known;
mod node;
mod prover;
mod pruning;
mod root_search;
mod search;
mod solve;
mod table;

pub use budget::Budget;
pub use certify::{CertifyError, Extent};
pub use goal::{Aim, Plies, Question, Verdict};
pub use known::{KnownValues, best_value, known_moves, use_known_values};
#[doc(hidden)]
pub use node::live_squares;
pub use pruning::{PruningCounts, PruningRule, PruningRules, SolverOptions};
pub use solve::{Solution, Solver};
