(** The check of strategies that win, and the proof that what it accepts is a forced win. *)

From Coq Require Import List Arith Bool PArith FMapPositive.
From Ataxx Require Import Rules Win Steps.
Import ListNotations.

Section Check.
Variables (hash : position -> positive) (r : rules) (c : color).

(** A checked step wins from here within [n] plies. *)
Definition is_known (k : known) (n : nat) (p : position) : bool :=
  match find_step hash k p with
  | Some {| plies := Some m |} => m <=? n
  | _ => false
  end.

(** The holder has won, or every move of the other side leads to a win within [n] plies. *)
Definition is_lost (k : known) (n : nat) (p : position) : bool :=
  is_won r c p ||
  match n with
  | 0 => false
  | S n => goes_on r p && is color_dec (turn p) (other c) &&
      forallb (fun m => let q := play r p m in is_known k n q || is_won r c q) (legal_moves r p)
  end.

Definition holds (k : known) (s : step) : bool :=
  match plies s with
  | Some (S n) => is_answer r c s && is_lost k n (play r (at_position s) (answer s))
  | _ => false
  end.

(** Each step must follow from those before it, the claim from all. *)
Fixpoint win_from (k : known) (n : nat) (p : position) (steps : list step) : verdict :=
  match steps with
  | [] => if is_won r c p || is_known k n p || is_lost k n p then Proved else Open
  | s :: rest =>
      if holds k s then win_from (add_step hash s k) n p rest
      else BadStep s
  end.
Definition check_win := win_from no_steps.

(** Every step that is kept is a win. *)
Definition win (s : step) := exists n, plies s = Some n /\ wins r c n (at_position s).
Definition all_win := all_known win.

Lemma is_won_wins n p : is_won r c p = true -> wins r c n p.
Proof. unfold is_won. intros. split_tests. now apply wins_over. Qed.

Lemma is_known_wins k n p : all_win k -> is_known k n p = true -> wins r c n p.
Proof.
  unfold is_known. intros Hk H. destruct (find_step hash k p) as [s|] eqn:E; [|discriminate].
  destruct (find_step_known hash win k p s Hk E) as [<- [m [Em Hw]]].
  destruct s as [q l a]. cbn in *. subst l.
  eapply wins_within_more; [exact Hw | now apply Nat.leb_le].
Qed.

Lemma is_lost_wins k n p : all_win k -> is_lost k n p = true -> wins r c n p.
Proof.
  unfold is_lost, goes_on. intros Hk H. split_tests; [now apply is_won_wins |].
  destruct n as [|n]; [discriminate | split_tests].
  apply wins_other; trivial. intros m Hm.
  match goal with H : forallb _ _ = true |- _ => eapply forallb_forall in H; [|exact Hm]; cbn in H end.
  split_tests; [eapply is_known_wins | apply is_won_wins]; eassumption.
Qed.

Lemma holds_wins k s : all_win k -> holds k s = true -> win s.
Proof.
  unfold holds. intros Hk H. destruct (plies s) as [[|n]|] eqn:E; try discriminate. split_tests.
  exists (S n). split; trivial.
  match goal with H : is_answer r c s = true |- _ => apply is_answer_legal in H as [Hg [Ht Hm]] end.
  eapply wins_own; eauto. eapply is_lost_wins; eassumption.
Qed.

Lemma win_from_wins n p steps :
  forall k, all_win k -> win_from k n p steps = Proved -> wins r c n p.
Proof.
  induction steps as [|s rest IH]; cbn; intros k Hk H.
  - destruct (is_won r c p || is_known k n p || is_lost k n p) eqn:E; [split_tests | discriminate];
      eauto using is_won_wins, is_known_wins, is_lost_wins.
  - destruct (holds k s) eqn:E; [|discriminate].
    eapply IH; [|exact H]. apply all_add_step; trivial. now apply holds_wins with k.
Qed.
End Check.

(** What is accepted is a forced win. *)
Theorem win_sound hash r c n p steps : check_win hash r c n p steps = Proved -> wins r c n p.
Proof. apply win_from_wins, all_no_steps. Qed.
