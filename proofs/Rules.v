(** The rules of Ataxx under the rule sets [2008], [2016], [2022] and [uai], sentence by sentence
    as in crates/core/src/reference/mod.rs. *)

From Coq Require Import List Arith Bool.
Import ListNotations.

Inductive color := Red | Blue.
Definition other c := match c with Red => Blue | Blue => Red end.
Inductive cell := Empty | Piece (c : color) | Block.

(** A square is a file and a rank, both from 0 to 6: a1 is (0, 0), g1 is (6, 0).
    In order: a1, b1, …, g1, a2, …, g7. A board lists its cells in this order. *)
Definition square := (nat * nat)%type.
Definition squares : list square :=
  flat_map (fun rank => map (fun file => (file, rank)) (seq 0 7)) (seq 0 7).
Definition board := list cell.

(** The side to move; the count of consecutive jumps, of both sides together. *)
Record position := { cells : board; turn : color; jumps : nat }.

(** The limit of that count; whether the game is a draw there, or more pieces win; whether a pass
    adds to the count. *)
Record rules := { jump_limit : nat; draw_at_limit : bool; pass_adds : bool }.
Definition rules_2008 := {| jump_limit := 45; draw_at_limit := false; pass_adds := false |}.
Definition rules_2016 := {| jump_limit := 25; draw_at_limit := false; pass_adds := false |}.
Definition rules_2022 := rules_2016.
Definition rules_uai := {| jump_limit := 100; draw_at_limit := true; pass_adds := true |}.

(** An extend is known by its destination, a jump by both squares. *)
Inductive move := Extend (to : square) | Jump (from to : square) | Pass.
Inductive outcome := GoesOn | Won (c : color) | Drawn.

Definition color_dec (a b : color) : {a = b} + {a <> b}. decide equality. Defined.
Definition cell_dec (a b : cell) : {a = b} + {a <> b}. decide equality; apply color_dec. Defined.
Definition square_dec (a b : square) : {a = b} + {a <> b}. decide equality; apply Nat.eq_dec. Defined.

(** The squares that hold [x]. *)
Definition holding (x : cell) (b : board) : list square :=
  map fst (filter (fun sx => if cell_dec (snd sx) x then true else false) (combine squares b)).

(** Steps of a king of chess: neighbours are at distance 1, the 16 jumps lead to distance 2. *)
Definition difference m n := (m - n) + (n - m).
Definition distance (a b : square) :=
  Nat.max (difference (fst a) (fst b)) (difference (snd a) (snd b)).

(** An extend leads from an own piece to an empty square next to it. A jump leads from an own
    piece to an empty square at distance 2, whatever lies between. *)
Definition moves_of (c : color) (b : board) : list move :=
  let own := holding (Piece c) b in
  let empty := holding Empty b in
  map Extend (filter (fun to => existsb (fun from => distance from to =? 1) own) empty) ++
  flat_map (fun from => map (Jump from) (filter (fun to => distance from to =? 2) empty)) own.

Definition can_move (c : color) (b : board) : bool :=
  let empty := holding Empty b in
  existsb (fun from => existsb (fun to => distance from to <=? 2) empty) (holding (Piece c) b).

(** More pieces win; equal pieces draw. *)
Definition more (red blue : nat) : outcome :=
  match red ?= blue with Gt => Won Red | Lt => Won Blue | Eq => Drawn end.

Definition outcome_of (r : rules) (p : position) : outcome :=
  let red := length (holding (Piece Red) (cells p)) in
  let blue := length (holding (Piece Blue) (cells p)) in
  (** A side that has no pieces loses. A board without any piece has no winner. *)
  if (red =? 0) || (blue =? 0) then more red blue
  (** When neither side can move, more pieces win and equal pieces draw. *)
  else if negb (can_move Red (cells p)) && negb (can_move Blue (cells p)) then more red blue
  (** When the count of consecutive jumps reaches its limit, more pieces win and equal pieces
      draw; there are rules by which it is a draw anyway. *)
  else if jump_limit r <=? jumps p then if draw_at_limit r then Drawn else more red blue
  else GoesOn.

(** When the game has ended, there are no moves. A pass is for a side that has no other move. *)
Definition legal_moves (r : rules) (p : position) : list move :=
  match outcome_of r p, moves_of (turn p) (cells p) with
  | GoesOn, [] => [Pass]
  | GoesOn, moves => moves
  | _, _ => []
  end.

Definition update (f : square -> cell -> cell) (b : board) : board :=
  map (fun sx => f (fst sx) (snd sx)) (combine squares b).
Definition vacate (from : square) : board -> board :=
  update (fun s x => if square_dec s from then Empty else x).

(** All opposing pieces next to the new piece are replaced by own ones. *)
Definition place_and_flip (own : color) (to : square) : board -> board :=
  update (fun s x =>
    if square_dec s to then Piece own
    else if (distance s to =? 1) && if cell_dec x (Piece (other own)) then true else false
    then Piece own else x).

(** An extend lays a new piece and sets the count to 0. A jump moves a piece and adds 1. A pass
    leaves the board and the count alone; there are rules by which it adds 1. *)
Definition play (r : rules) (p : position) (m : move) : position :=
  let next b n := {| cells := b; turn := other (turn p); jumps := n |} in
  match m with
  | Extend to => next (place_and_flip (turn p) to (cells p)) 0
  | Jump from to => next (place_and_flip (turn p) to (vacate from (cells p))) (S (jumps p))
  | Pass => next (cells p) (if pass_adds r then S (jumps p) else jumps p)
  end.
