(** The check of strategies that prevent a win, and the proof that what it accepts is none. *)

From Coq Require Import List Arith Bool PArith FMapPositive.
From Ataxx Require Import Rules Win Steps.
Import ListNotations.

(** Side [c] cannot force a win within so many plies; with [None], at all. *)
Definition covers (limit : option nat) (n : nat) : Prop :=
  match limit with Some k => n <= k | None => True end.
Definition no_win (r : rules) (c : color) (limit : option nat) (p : position) : Prop :=
  forall n, covers limit n -> ~ wins r c n p.

Section Check.
Variables (hash : position -> positive) (r : rules) (c : color).

Definition less (limit : option nat) := option_map pred limit.
Definition is_zero (limit : option nat) := match limit with Some 0 => true | _ => false end.
Definition at_least (limit needed : option nat) : bool :=
  match limit, needed with
  | Some k, Some n => n <=? k
  | None, _ => true
  | Some _, None => false
  end.

(** A step prevents the win from here. *)
Definition is_held (k : known) (limit : option nat) (p : position) : bool :=
  match find_step hash k p with
  | Some s => at_least (plies s) limit
  | None => false
  end.

(** [c] has not won, and the game is over or no ply is left. *)
Definition is_end (limit : option nat) (p : position) : bool :=
  negb (is_won r c p) && (is_zero limit || negb (goes_on r p)).

(** The win is prevented with the holder to move, and with [c] to move. *)
Definition is_safe (k : known) (limit : option nat) (p : position) : bool :=
  is_held k limit p || is_end limit p.
Definition is_safe_after (k : known) (limit : option nat) (p : position) : bool :=
  is_end limit p ||
  goes_on r p && is color_dec (turn p) c &&
  forallb (fun m => is_safe k (less limit) (play r p m)) (legal_moves r p).

Definition holds (k : known) (s : step) : bool :=
  is_answer r (other c) s && is_safe_after k (less (plies s)) (play r (at_position s) (answer s)).

(** Each step may need any other: a step with more plies does for one with fewer. *)
Definition all_steps (steps : list step) : known :=
  fold_left (fun k s => add_step hash s k) steps no_steps.
Definition check_hold (limit : option nat) (p : position) (steps : list step) : verdict :=
  let k := all_steps steps in
  match find (fun s => negb (holds k s)) steps with
  | Some s => BadStep s
  | None => if is_safe k limit p || is_safe_after k limit p then Proved else Open
  end.

Lemma all_steps_in steps : all_known (fun s => In s steps) (all_steps steps).
Proof.
  unfold all_steps. enough (H : forall rest k, (forall s, In s rest -> In s steps) ->
    all_known (fun s => In s steps) k ->
    all_known (fun s => In s steps) (fold_left (fun k s => add_step hash s k) rest k))
    by (apply H; [trivial | apply all_no_steps]).
  induction rest as [|s rest IH]; cbn; intros k Hin Hk; [exact Hk|].
  apply IH; [now auto | apply all_add_step; auto].
Qed.

Lemma covers_less limit n : covers limit (S n) -> covers (less limit) n.
Proof. destruct limit as [[|k]|]; cbn; auto with arith. Qed.

Lemma covers_at_least limit needed n : at_least limit needed = true -> covers needed n -> covers limit n.
Proof.
  destruct limit as [k|], needed as [m|]; cbn; trivial; try discriminate.
  intros H Hn. apply Nat.leb_le in H. eapply Nat.le_trans; eassumption.
Qed.

Lemma is_end_no_win limit p : is_end limit p = true -> no_win r c limit p.
Proof.
  unfold is_end, is_won, goes_on. intros H n Hn Hw.
  apply andb_prop in H as [Ho H]. destruct Hw as [n p Ho' | n p m Hg | n p Hg].
  1: now rewrite Ho' in Ho; destruct (outcome_dec (Won c) (Won c)).
  all: rewrite Hg in H; destruct limit as [[|k]|]; cbn in H; try discriminate; inversion Hn.
Qed.

(** What follows is for fewer than [n] plies, from the steps of a strategy that is held so far. *)
Section Induction.
Variables (k : known) (n : nat).
Hypothesis held : all_known (fun s =>
  forall m, m < n -> covers (plies s) m -> ~ wins r c m (at_position s)) k.

Lemma is_safe_no_win limit p m :
  m < n -> covers limit m -> is_safe k limit p = true -> ~ wins r c m p.
Proof.
  unfold is_safe, is_held. intros Hm Hc H.
  apply orb_prop in H as [H|H]; [|now apply is_end_no_win with limit].
  destruct (find_step hash k p) as [s|] eqn:E; [|discriminate].
  destruct (find_step_known hash _ k p s held E) as [<- Hs]. eauto using covers_at_least.
Qed.

Lemma is_safe_after_no_win limit p m :
  m < n -> covers limit m -> is_safe_after k limit p = true -> ~ wins r c m p.
Proof.
  unfold is_safe_after. intros Hm Hc H.
  apply orb_prop in H as [H|H]; [now apply is_end_no_win with limit|].
  unfold goes_on in H. split_tests. intros Hw. destruct Hw as [m p Ho | m p mv Hg Ht Hl Hw | m p Hg Ht].
  - congruence.
  - match goal with H : forallb _ _ = true |- _ => eapply forallb_forall in H; [|exact Hl] end.
    eapply is_safe_no_win; [|apply covers_less, Hc | eassumption | exact Hw].
    now apply Nat.lt_succ_l.
  - apply (other_differs c). congruence.
Qed.
End Induction.

Lemma holds_no_win steps :
  (forall s, In s steps -> holds (all_steps steps) s = true) ->
  forall n s, In s steps -> covers (plies s) n -> ~ wins r c n (at_position s).
Proof.
  intros Hs n. induction n as [n IH] using lt_wf_ind. intros s Hin Hc Hw.
  pose proof (Hs s Hin) as H. unfold holds in H. split_tests.
  match goal with H : is_answer _ _ _ = true |- _ => apply is_answer_legal in H as [Hg [Ht Hm]] end.
  destruct Hw as [n p Ho | n p m _ Ht' | n p _ _ Hall]; [congruence | apply (other_differs c); congruence |].
  eapply is_safe_after_no_win with (n := S n); eauto using covers_less.
  intros i t Hi m Hlt. apply IH; [exact Hlt | exact (all_steps_in steps i t Hi)].
Qed.

Lemma check_hold_no_win limit p steps : check_hold limit p steps = Proved -> no_win r c limit p.
Proof.
  unfold check_hold. destruct (find _ steps) eqn:E; [discriminate|].
  destruct (_ || _) eqn:H; [|discriminate]. intros _ n Hc.
  assert (Hheld : all_known (fun s => forall m, m < S n -> covers (plies s) m ->
    ~ wins r c m (at_position s)) (all_steps steps)).
  { intros i s Hi m _. apply holds_no_win with steps; [|exact (all_steps_in steps i s Hi)].
    intros t Ht. apply find_none with (x := t) in E; trivial. now apply negb_false_iff in E. }
  apply orb_prop in H as [H|H];
    [eapply is_safe_no_win | eapply is_safe_after_no_win]; eauto.
Qed.
End Check.

(** What is accepted prevents the win. *)
Theorem hold_sound hash r c limit p steps : check_hold hash r c limit p steps = Proved -> no_win r c limit p.
Proof. apply check_hold_no_win. Qed.
