(** What the claims of certificates mean, and the proof that the checker accepts only true ones. *)

From Coq Require Import List Arith PArith.
From Ataxx Require Import Rules Win Steps CheckWin CheckHold.
Import ListNotations.

(** As in docs/CERTIFICATES.md: [win], [exact], [none] and [draw]. *)
Inductive claim := WinIn (c : color) (n : nat) | Exact (c : color) (n : nat) | NoneIn (n : nat) | Draw.

Definition is_true (r : rules) (p : position) (claimed : claim) : Prop :=
  match claimed with
  | WinIn c n => wins r c n p
  | Exact c n => wins r c n p /\ forall k, k < n -> ~ wins r c k p
  | NoneIn n => forall c k, k <= n -> ~ wins r c k p
  | Draw => forall c k, ~ wins r c k p
  end.

Definition both (a b : verdict) := match a with Proved => b | _ => a end.

(** The steps of each strategy in the order of the table there, but within a strategy those with
    fewer plies left first. *)
Definition check (hash : position -> positive) (r : rules) (p : position) (claimed : claim)
  (strategies : list (list step)) : verdict :=
  match claimed, strategies with
  | WinIn c n, [win] | Exact c (0 as n), [win] => check_win hash r c n p win
  | Exact c (S n), [win; hold] => both (check_win hash r c (S n) p win) (check_hold hash r c (Some n) p hold)
  | NoneIn n, [red; blue] =>
      both (check_hold hash r Blue (Some n) p red) (check_hold hash r Red (Some n) p blue)
  | Draw, [red; blue] =>
      both (check_hold hash r Blue None p red) (check_hold hash r Red None p blue)
  | _, _ => Open
  end.

Lemma both_proved a b : both a b = Proved -> a = Proved /\ b = Proved.
Proof. destruct a; now cbn. Qed.

Theorem sound hash r p claimed strategies :
  check hash r p claimed strategies = Proved -> is_true r p claimed.
Proof.
  destruct claimed as [c n|c [|n]|n|], strategies as [|s [|t [|]]]; cbn; try discriminate; intros H;
    try (apply both_proved in H as [H H']; apply hold_sound in H').
  - now apply win_sound in H.
  - split; [now apply win_sound in H | intros k Hk; inversion Hk].
  - split; [now apply win_sound in H | intros k Hk; now apply H', le_S_n].
  - apply hold_sound in H. intros [|]; auto.
  - apply hold_sound in H. intros [|] k; [now apply H' | now apply H].
Qed.

Print Assumptions sound.
