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

(** Steps are found by a number made of their position. It can be any number, the same for many
    positions: positions are compared again. *)
Section Known.
Variable hash : position -> positive.
Definition known := PositiveMap.t (list step).
Definition no_steps : known := PositiveMap.empty _.

Definition bucket (k : known) (i : positive) : list step :=
  match PositiveMap.find i k with Some steps => steps | None => [] end.
Definition find_step (k : known) (p : position) : option step :=
  find (fun s => is position_dec (at_position s) p) (bucket k (hash p)).
Definition add_step (s : step) (k : known) : known :=
  let i := hash (at_position s) in PositiveMap.add i (s :: bucket k i) k.

(** What is true of the steps that were added is true of the one that is found. *)
Definition all_known (P : step -> Prop) (k : known) := forall i s, In s (bucket k i) -> P s.

Lemma all_no_steps P : all_known P no_steps.
Proof. intros i s. unfold bucket, no_steps. now rewrite PositiveMap.gempty. Qed.

Lemma all_add_step (P : step -> Prop) s k : all_known P k -> P s -> all_known P (add_step s k).
Proof.
  intros Hk Hs i t. unfold bucket at 1, add_step. destruct (Pos.eq_dec i (hash (at_position s))) as [->|Hne].
  - rewrite PositiveMap.gss. intros [<-|Ht]; [exact Hs | exact (Hk _ _ Ht)].
  - rewrite PositiveMap.gso by trivial. apply Hk.
Qed.

Lemma find_step_known P k p s : all_known P k -> find_step k p = Some s -> at_position s = p /\ P s.
Proof.
  intros Hk H. apply find_some in H as [Hs H]. split; [now destruct (position_dec _ _) | exact (Hk _ _ Hs)].
Qed.
End Known.

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
