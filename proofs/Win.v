(** What a forced win is. *)

From Coq Require Import List Arith.
From Ataxx Require Import Rules.

(** [wins r c n p]: from position [p], side [c] can force a win within [n] plies under rules [r].
    It has won; or it is to move and has a move to such a position with a ply less; or the other
    side is to move and each of its moves leads to one. *)
Inductive wins (r : rules) (c : color) : nat -> position -> Prop :=
  | wins_over n p :
      outcome_of r p = Won c -> wins r c n p
  | wins_own n p m :
      outcome_of r p = GoesOn -> turn p = c ->
      In m (legal_moves r p) -> wins r c n (play r p m) -> wins r c (S n) p
  | wins_other n p :
      outcome_of r p = GoesOn -> turn p = other c ->
      (forall m, In m (legal_moves r p) -> wins r c n (play r p m)) -> wins r c (S n) p.

Lemma other_differs c : other c <> c.
Proof. now destruct c. Qed.

(** Three properties that such a definition must have. *)

(** While the game goes on there is a move, so that [wins_other] never holds for want of one. *)
Lemma a_move_exists r p : outcome_of r p = GoesOn -> legal_moves r p <> nil.
Proof. unfold legal_moves. intros ->. destruct (moves_of _ _); discriminate. Qed.

(** A win within [n] plies is one within more. *)
Lemma wins_within_more r c n p : wins r c n p -> forall k, n <= k -> wins r c k p.
Proof.
  induction 1; intros k Hk; [now apply wins_over | |];
    (destruct k as [|k]; [inversion Hk | apply le_S_n in Hk]).
  - eapply wins_own; eauto.
  - apply wins_other; auto.
Qed.

(** Not both sides can force a win. *)
Lemma one_side_wins r c n p : wins r c n p -> forall k, ~ wins r (other c) k p.
Proof.
  induction 1 as [n p Hw | n p m Hg Ht Hm _ IH | n p Hg Ht _ IH]; intros k Hk;
    inversion Hk as [? ? Hw' | ? ? m' Hg' Ht' Hm' Hn | ? ? Hg' Ht' Hn]; subst;
    try congruence; try (rewrite Hw in *; destruct c; discriminate);
    try (destruct (turn p); discriminate).
  - eapply IH, Hn, Hm.
  - eapply IH; eassumption.
  - destruct c; cbn in *; congruence.
Qed.
