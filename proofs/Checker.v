(** A checker of strategies, and the proof that what it accepts is a forced win. *)

From Coq Require Import List Arith Bool PArith FMapPositive.
From Ataxx Require Import Rules Win.
Import ListNotations.

(** A step of a strategy: the side plays this move here, and wins within so many plies. *)
Record step := { at_position : position; plies : nat; answer : move }.

(** The result: a proof, a step that does not hold, or no step for the position of the claim. *)
Inductive verdict := Proved | BadStep (s : step) | Open.

Definition move_dec (a b : move) : {a = b} + {a <> b}.
Proof. decide equality; apply square_dec. Defined.
Definition position_dec (a b : position) : {a = b} + {a <> b}.
Proof. decide equality; [apply Nat.eq_dec | apply color_dec | apply list_eq_dec, cell_dec]. Defined.
Definition outcome_dec (a b : outcome) : {a = b} + {a <> b}.
Proof. decide equality; apply color_dec. Defined.
Notation is dec a b := (if dec a b then true else false).

(** The steps checked so far are kept by a number made of their position. Nothing depends on the
    number but speed, because positions are compared again. *)
Definition key (p : position) : positive :=
  fold_left (fun k x => match x with
    | Empty => k~0~0 | Piece Red => k~0~1 | Piece Blue => k~1~0 | Block => k~1~1
    end%positive) (cells p) (Pos.of_succ_nat (jumps p)).
Definition known := PositiveMap.t step.

Section Check.
Variables (r : rules) (c : color).

Definition is_won p := is outcome_dec (outcome_of r p) (Won c).
Definition goes_on p := is outcome_dec (outcome_of r p) GoesOn.

(** A checked step wins from here within [n] plies. *)
Definition is_known (k : known) (n : nat) (p : position) : bool :=
  match PositiveMap.find (key p) k with
  | Some s => is position_dec (at_position s) p && (plies s <=? n)
  | None => false
  end.

(** The other side has lost, or it is to move and every move loses within [n] plies. *)
Definition is_lost (k : known) (n : nat) (p : position) : bool :=
  is_won p ||
  match n with
  | 0 => false
  | S n => goes_on p && is color_dec (turn p) (other c) &&
      forallb (fun m => let q := play r p m in is_known k n q || is_won q) (legal_moves r p)
  end.

Definition holds (k : known) (s : step) : bool :=
  let p := at_position s in
  match plies s with
  | 0 => false
  | S n => goes_on p && is color_dec (turn p) c &&
      existsb (fun m => is move_dec (answer s) m) (legal_moves r p) &&
      is_lost k n (play r p (answer s))
  end.

(** Each step must follow from those before it, the claim from all. *)
Fixpoint check_from (k : known) (n : nat) (p : position) (steps : list step) : verdict :=
  match steps with
  | [] => if is_won p || is_known k n p || is_lost k n p then Proved else Open
  | s :: rest =>
      if holds k s then check_from (PositiveMap.add (key (at_position s)) s k) n p rest
      else BadStep s
  end.
Definition check := check_from (PositiveMap.empty step).

(** Every step that is kept is a win. *)
Definition all_win (k : known) :=
  forall i s, PositiveMap.find i k = Some s -> wins r c (plies s) (at_position s).

Ltac split_tests := repeat match goal with
  | H : _ && _ = true |- _ => apply andb_prop in H; destruct H
  | H : _ || _ = true |- _ => apply orb_prop in H; destruct H
  | H : is ?dec ?a ?b = true |- _ => destruct (dec a b); [clear H | discriminate H]
  end.

Lemma is_won_wins n p : is_won p = true -> wins r c n p.
Proof. unfold is_won. intros. split_tests. now apply wins_over. Qed.

Lemma is_known_wins k n p : all_win k -> is_known k n p = true -> wins r c n p.
Proof.
  unfold is_known. intros Hk H. destruct (PositiveMap.find (key p) k) as [s|] eqn:E;
    [split_tests; subst | discriminate].
  eapply wins_within_more; [eapply Hk, E | now apply Nat.leb_le].
Qed.

Lemma is_lost_wins k n p : all_win k -> is_lost k n p = true -> wins r c n p.
Proof.
  unfold is_lost, goes_on. intros Hk H. split_tests; [now apply is_won_wins |].
  destruct n as [|n]; [discriminate | split_tests].
  apply wins_other; trivial. intros m Hm.
  match goal with H : forallb _ _ = true |- _ => eapply forallb_forall in H; [|exact Hm]; cbn in H end.
  split_tests; [eapply is_known_wins | apply is_won_wins]; eassumption.
Qed.

Lemma holds_wins k s : all_win k -> holds k s = true -> wins r c (plies s) (at_position s).
Proof.
  unfold holds, goes_on. intros Hk H. destruct (plies s) as [|n]; [discriminate | split_tests].
  match goal with H : existsb _ _ = true |- _ => apply existsb_exists in H; destruct H as [m [Hm He]] end.
  split_tests. eapply wins_own; eauto. subst. eapply is_lost_wins; eassumption.
Qed.

Lemma all_win_add k i s :
  all_win k -> wins r c (plies s) (at_position s) -> all_win (PositiveMap.add i s k).
Proof.
  intros Hk Hs j t. destruct (Pos.eq_dec j i) as [->|Hne].
  - rewrite PositiveMap.gss. now injection 1 as <-.
  - rewrite PositiveMap.gso by trivial. apply Hk.
Qed.

Lemma check_from_wins n p steps :
  forall k, all_win k -> check_from k n p steps = Proved -> wins r c n p.
Proof.
  induction steps as [|s rest IH]; cbn; intros k Hk H.
  - destruct (is_won p || is_known k n p || is_lost k n p) eqn:E; [split_tests | discriminate];
      eauto using is_won_wins, is_known_wins, is_lost_wins.
  - destruct (holds k s) eqn:E; [|discriminate].
    eapply IH; [|exact H]. apply all_win_add; trivial. now apply holds_wins with k.
Qed.
End Check.

(** What is accepted is a forced win. *)
Theorem sound r c n p steps : check r c n p steps = Proved -> wins r c n p.
Proof.
  apply check_from_wins. intros i s H. rewrite PositiveMap.gempty in H. discriminate.
Qed.

Print Assumptions sound.
