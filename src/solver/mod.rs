//! The truth about a position: forced wins and losses, exactly.
//!
//! [`Solver`] finds them. [`certificate`] is the written form of what it found, with a
//! checker that believes none of it.
//!
//! # Two questions
//!
//! - *Within n plies* ([`Solver::solve`]): can the side to move force the game to end in
//!   its win within n plies, or is it forced into a loss, and in how many? A distance is
//!   the least in which the winner can, however the loser resists.
//! - *Ever* ([`Solver::exact`]): what is the position worth, win, draw or loss?
//!
//! Both are made of one simpler question, with yes or no for an answer: can this side, the
//! *attacker*, force what it is after with what is *left*, against any play of the
//! *defender's*? What it is after is to win or, for draws, not to lose. What is left is a
//! number of plies or, for the second question, the number of its own moves that are not
//! extends. More of it never hurts.
//!
//! # The search
//!
//! The bounded question is put for either side as the attacker, with 1, 2 and then two
//! more plies at a time, so that the last step is the number asked for (`solve.rs`). A step
//! of two that finds a win is followed by the step of one in between: so the first number
//! of plies that is enough is the distance, and one less is refuted.
//!
//! `search.rs` answers one such question depth first. The attacker needs one move that
//! does it, the defender one that prevents it; there are no scores and no bounds on scores.
//! Every position is judged by the arguments below before it is searched, when the move
//! that leads to it is made. First come the move that the table remembers and the *killer*,
//! the move that decided the last position at the same distance from the root; then all
//! the others, judged first and then searched in the order of the pieces they win. Where
//! the attacker has no ply to waste, the defender's jumps are judged before its extends.
//!
//! What is left shrinks, so every answer rests on answers with less left: there are no
//! cycles in what is asked, whatever the rules, and nothing in a key or an answer depends
//! on the way to a position. The game has no cycles either, where there is a limit on
//! jumps. With (occupied squares, count of consecutive jumps) compared in that order, an
//! extend raises the first number and a jump the second; a pass may leave both as they
//! are, but two passes never follow each other in a live game, as it is over when neither
//! side can move. So every game ends, and the number of its plies has a bound.
//!
//! Threads search the same position side by side and share the table. Each after the first
//! takes moves in another order, so that they seldom do the same work at the same time.
//! What one enters in the table is true by itself, and whichever answers first answers for
//! all; so verdicts and distances do not depend on the number of threads. Which of several
//! good moves is named, and the number of positions searched, can.
//!
//! # The arguments
//!
//! An attacker can win in four ways only: by elimination, by numbers on a full board, by
//! the jump limit, and by a limit on plies. (Where a stuck side ends the game there are
//! more; there all bounds are off but those on the count and the table.) A position is
//! refuted when every way is closed with what is left: `bounds.rs` looks at the full board
//! first, then at the limit, then at elimination, and takes for each the first argument in
//! the list below that closes it. What can close several ways at once has to hold for one
//! and the same way of defending: `bounds.rs` says why it does.
//!
//! Let n be the plies left, a the moves the attacker still has among them, and r the
//! replies before the last of these. Without a limit on plies `left.rs` has what takes the
//! place of n, for the limit on jumps, and of a; then a full board is closed by the first
//! argument alone.
//!
//! On numbers at the end:
//!
//! - [`Majority`](PruningRule::Majority). A move adds one piece at most and flips eight, so the
//!   attacker gains 17 on the defender at most with each of its moves, and the defender
//!   never loses by one of its own. If being ahead by 17 a more than now is not enough, no
//!   end by numbers is.
//! - [`StuckMeansFull`](PruningRule::StuckMeansFull). Link squares where a piece gets from one
//!   to the other in a move. Pieces stay among the squares linked to theirs. If some such
//!   square is empty, a way of links leads to it from a piece, and somewhere on that way
//!   a piece stands next to an empty square, in terms of links, and can move. So nobody can
//!   move only when all squares that a piece can ever get to are full. Each ply fills one
//!   at most: with more of them empty than n, it does not come to that.
//! - [`NoPlyToWaste`](PruningRule::NoPlyToWaste). With exactly n empty, every ply has to be an
//!   extend. A defender to move who can jump does so, and one who has no extend must do
//!   something else; either leaves more empty squares than plies.
//!
//! On the limit on jumps:
//!
//! - [`LimitOutOfReach`](PruningRule::LimitOutOfReach). A ply adds one to the count at most,
//!   so a limit that is more than n away is not reached. Neither is one that is further
//!   from 0 than n, if the defender is sure to have an extend at its first reply, which
//!   sets the count back to 0, and the attacker's move before that cannot reach it. Where the
//!   limit makes a draw, it never helps an attacker who wants to win, and no argument is
//!   needed.
//!
//! On elimination:
//!
//! - [`Jailed`](PruningRule::Jailed). A flip is next to a destination, and so among the squares
//!   linked to the piece that moved. Defenders in a part of the board that no attacker is
//!   linked to are never flipped.
//! - [`EightFlips`](PruningRule::EightFlips). The defender's moves take none of its pieces off
//!   the board, and an attack flips eight at most: more than 8 a are too many.
//! - [`Cover`](PruningRule::Cover). Look at the squares where defenders stand now. To
//!   eliminate them, each has to be left by a jump or be next to the destination of an
//!   attack. A reply leaves one at most, and an attack reaches those in one square of
//!   three by three. So a + r squares of three by three have to cover them all; `cover.rs`
//!   counts how many that takes, exactly up to three, and beyond from below.
//! - [`ExtendsLeft`](PruningRule::ExtendsLeft). A defender that extends k times among its first
//!   replies has k pieces more, and leaves k squares fewer: then there must be no more than
//!   8 a pieces with those, and a + r - k squares of three by three must cover. When it is
//!   sure to have that many extends, whatever the attacker does, is said in `bounds.rs`:
//!   it counts places far apart, and among them *rich* ones, with so many empty squares
//!   around them that the defender's own extends do not use them up.
//! - [`FarAway`](PruningRule::FarAway). An attack lands within a jump of an attacker, and flips
//!   next to that. The defender's reply before it adds no attacker. So the next attack does
//!   not get at defenders further away than that, and one attack less, with the replies,
//!   has to cover these.
//!
//! On the end of the search:
//!
//! - [`LastMove`](PruningRule::LastMove). The attacker eliminates at once if an empty square
//!   that it can get to is next to all defenders; it fills the board with an extend into
//!   the last empty square. With one ply left there is nothing else, and a defender to move
//!   who fills the board and has enough is not beaten either. Where the next ply can end
//!   the game by a limit, moves are made and looked at.
//!
//! On what was found before:
//!
//! - [`CountOutOfReach`](PruningRule::CountOutOfReach). Where the limit is more than n plies
//!   away it cannot be reached, and once the count has been set back even less so: the
//!   count decides nothing, and a key has none.
//! - [`Table`](PruningRule::Table). An entry says the least that is known to be enough and the
//!   most that is known not to be, with the move that decided it; since more never hurts,
//!   it answers all questions outside the gap between the two. Keys hold the whole
//!   position, so an entry is never another position's, and what has been overwritten is
//!   searched again: neither the size of the table nor what is lost from it can change an
//!   answer. Where the last ply is the last that the rules allow, more plies are another
//!   game, and their number is part of the key. The table begins with a few entries and
//!   grows eightfold after as many new entries as half its places, as most searches are
//!   short; the search then begins again with all that it knows. With one or two plies left
//!   a search is done sooner than a look into memory.
//!
//! Switched off, each leaves the search slower and its answers as they are; the tests in
//! `tests/solver/settings.rs` hold every set with one left out, many sets drawn by chance,
//! and none at all against each other, and the other `tests/solver_*.rs` hold the answers
//! against brute force with the literal rules. What each is worth is in
//! `docs/PERFORMANCE.md`. Tests for some of them alone:
//!
//! | argument | test |
//! |---|---|
//! | majority, eight flips | `sixteen_gained_at_once`, `eight_at_once` in `known.rs` |
//! | stuck means full, no ply to waste | `only_a_jump_wins` in `known.rs`, `deeper_on_tiny_boards` in `brute_force.rs` |
//! | limit out of reach | `the_last_jump_before_the_limit` and `a_side_that_only_passes_wins_by_the_jump_limit` in `known.rs` |
//! | cover | `cover.rs`, against all ways to cover |
//! | cover, eight flips, extends left, far away | `eliminations_that_take_several_attacks` in `tests/solver/settings.rs` |
//! | jailed | the walled positions of `tests/solver/solving/positions.rs`, in all tests by chance |
//! | last move | `the_next_extend_wins` in `known.rs` |
//! | count out of reach | `counts_out_of_reach_are_not_told_apart` in `tests/solver/settings.rs`, `the_count_alone_decides_…` in `known.rs` |
//! | table | `tables_of_any_size`, `a_table_that_is_full_for_long`, `threads` in `tests/solver/settings.rs` |
//!
//! # Without a limit on plies
//!
//! [`Solver::exact`] asks within two plies more than there are empty squares first, where
//! most that is decided soon is found with its distance. Then what is left is
//! `Left::Idle` (`left.rs`): any number of plies, of which the attacker's own are extends
//! but for so many. It is asked with none of these, with one, and so on, for either side
//! and for both aims, until one can win or both can hold; if both can hold it is a draw.
//! Under a limit on plies, as in Ataxx Reloaded, what is left is simply all of them.
//!
//! Each such search ends: an attacker extends no more often than there are empty squares,
//! whatever the defender does in between. A yes is a strategy and true under any rules; a
//! no says only that more is needed. Every win is found in the end, time and memory
//! permitting, because a win that can be forced is forced within some number of plies, and
//! the moves among them that are no extends are no more than that. A draw is found because
//! every game ends where there is a limit on jumps: whoever is not lost can hold to that
//! end, and again takes a bounded number of such moves. Where nothing ends a game, somebody
//! may hold only by never finishing, and such a draw is not found.
//!
//! On an odd number of squares no full board is level, so while no limit is in reach to
//! hold is to win, and is not asked for by itself.
//!
//! The same pieces of search give a distance that is unknown: that some number of idle
//! moves is enough says nothing of plies. The certificate counts them afterwards
//! (`strategy.rs`), as the longest line of the strategy that was found, and claims a win
//! within so many.

mod bounds;
mod budget;
pub mod certificate;
mod certify;
mod cover;
mod goal;
mod horizon;
mod node;
mod options;
mod plies;
mod prover;
mod pruning;
mod search;
mod solve;
mod strategy;
mod table;

pub use budget::Budget;
pub use certify::{CertifyError, Extent};
pub use goal::Aim;
pub use options::SolverOptions;
pub use plies::Plies;
pub use pruning::{PruningCounts, PruningRule, PruningRules};
pub use solve::{Question, Solution, Solver, Verdict};
