(** What the checks of strategies share. *)

From Coq Require Import List Arith Bool PArith FMapPositive.
From Ataxx Require Import Rules.
Import ListNotations.

(** A step of a strategy: the holder plays this move here, and reaches its goal for so many plies.
    [None] is for any number of them. *)
Record step := { at_position : position; plies : option nat; answer : move }.

(** The result: a proof, a step that does not hold, or no step for the position of the claim. *)
Inductive verdict := Proved | BadStep (s : step) | Open.

Definition move_dec (a b : move) : {a = b} + {a <> b}.
Proof. decide equality; apply square_dec. Defined.
Definition position_dec (a b : position) : {a = b} + {a <> b}.
Proof. decide equality; [apply Nat.eq_dec | apply color_dec | apply list_eq_dec, cell_dec]. Defined.
Definition outcome_dec (a b : outcome) : {a = b} + {a <> b}.
Proof. decide equality; apply color_dec. Defined.
Notation is dec a b := (if dec a b then true else false).

(** Steps are found by a number made of their position. Nothing depends on the
    number but speed, because positions are compared again. *)
Definition key (p : position) : positive :=
  fold_left (fun k x => match x with
    | Empty => k~0~0 | Piece Red => k~0~1 | Piece Blue => k~1~0 | Block => k~1~1
    end%positive) (cells p) (Pos.of_succ_nat (jumps p)).
Definition known := PositiveMap.t step.

(** Takes tests that succeeded apart. *)
Ltac split_tests := repeat match goal with
  | H : _ && _ = true |- _ => apply andb_prop in H; destruct H
  | H : _ || _ = true |- _ => apply orb_prop in H; destruct H
  | H : is ?dec ?a ?b = true |- _ => destruct (dec a b); [clear H | discriminate H]
  end.

Section Steps.
Variables (r : rules) (c : color).

Definition is_won p := is outcome_dec (outcome_of r p) (Won c).
Definition goes_on p := is outcome_dec (outcome_of r p) GoesOn.

(** The holder is to move and the move is legal. *)
Definition is_answer (s : step) :=
  let p := at_position s in
  goes_on p && is color_dec (turn p) c && existsb (fun m => is move_dec (answer s) m) (legal_moves r p).

Lemma is_answer_legal s : is_answer s = true ->
  outcome_of r (at_position s) = GoesOn /\ turn (at_position s) = c /\
  In (answer s) (legal_moves r (at_position s)).
Proof.
  unfold is_answer, goes_on. intros H. split_tests.
  match goal with H : existsb _ _ = true |- _ => apply existsb_exists in H as [m [Hm He]] end.
  split_tests. now subst.
Qed.
End Steps.
