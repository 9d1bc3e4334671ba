(** * Cram on boards with an even side

    Dominoes are laid on a board, either way, each on two free neighbouring squares. On an even × even board the
    second player answers by the half turn of the board and wins; on an even × odd board the first player lays on
    the middle two squares and does the same.

    Source: M. Gardner, Mathematical Games (1974), after G. Mott-Smith.
    Used by: crates/grundy-games/src/cram.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Game.
Import ListNotations.

Definition square := (nat * nat)%type.

Definition neighbours (c d : square) : bool :=
  let (x, y) := c in
  let (u, v) := d in
  ((x =? u) && ((v =? S y) || (y =? S v))) || ((y =? v) && ((u =? S x) || (x =? S u))).

Definition square_eq (c d : square) : {c = d} + {c <> d}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** A domino on two of the free squares. *)
Definition laid (c d : square) (l : list square) : list square := remove square_eq c (remove square_eq d l).

Definition cram_options (l : list square) : list (list square) :=
  flat_map (fun c => map (fun d => laid c d l) (filter (neighbours c) l)) l.

Lemma in_cram_options l m :
  In m (cram_options l) <-> exists c d, In c l /\ In d l /\ neighbours c d = true /\ m = laid c d l.
Proof.
  unfold cram_options; rewrite in_flat_map; split.
  - intros (c & Hc & H); apply in_map_iff in H; destruct H as (d & <- & H); apply filter_In in H.
    exists c, d; tauto.
  - intros (c & d & Hc & Hd & H & ->); exists c; split; [exact Hc|].
    apply (in_map (fun d => laid c d l)), filter_In; auto.
Qed.

Lemma in_laid c d l e : In e (laid c d l) <-> In e l /\ e <> c /\ e <> d.
Proof.
  unfold laid; split.
  - intros H; apply in_remove in H; destruct H as [H H1]; apply in_remove in H; tauto.
  - intros (H & H1 & H2); now repeat apply in_in_remove.
Qed.

Lemma cram_lowers l m : In m (cram_options l) -> length m < length l.
Proof.
  intros H; apply in_cram_options in H; destruct H as (c & d & _ & Hd & _ & ->); unfold laid.
  pose proof (remove_length_lt square_eq l d Hd); pose proof (remove_length_le square_eq (remove square_eq d l) c); lia.
Qed.

Definition cram : ruleset := measured (list square) cram_options (@length square) cram_lowers.

(** The squares of a board. *)
Definition board (w h : nat) : list square := list_prod (seq 0 w) (seq 0 h).

Lemma in_board w h x y : In (x, y) (board w h) <-> x < w /\ y < h.
Proof. unfold board; rewrite in_prod_iff, !in_seq; lia. Qed.

Section HalfTurn.
  Variables w h : nat.

  Definition turned (c : square) : square := (w - 1 - fst c, h - 1 - snd c).

  (** The free squares are the same after a half turn, which takes none to itself or to a neighbour. *)
  Definition symmetric (l : list square) : Prop := forall c, In c l ->
    fst c < w /\ snd c < h /\ In (turned c) l /\ c <> turned c /\ neighbours c (turned c) = false.

  Lemma neighbours_iff x y u v : neighbours (x, y) (u, v) = true <->
    (x = u /\ (v = S y \/ y = S v)) \/ (y = v /\ (u = S x \/ x = S u)).
  Proof. unfold neighbours; rewrite orb_true_iff, !andb_true_iff, !orb_true_iff, !Nat.eqb_eq; tauto. Qed.

  Lemma turned_turned c : fst c < w -> snd c < h -> turned (turned c) = c.
  Proof. destruct c as [x y]; unfold turned; cbn [fst snd]; intros; f_equal; lia. Qed.

  Lemma turned_neighbours c d : fst c < w -> snd c < h -> fst d < w -> snd d < h ->
    neighbours c d = true -> neighbours (turned c) (turned d) = true.
  Proof.
    destruct c as [x y], d as [u v]; unfold turned; cbn [fst snd]; rewrite !neighbours_iff; lia.
  Qed.

  (** Who is to move loses such a position. *)
  Theorem cram_symmetric (l : cram) : symmetric l -> lost l.
  Proof.
    remember (length l) as n eqn:Hn; revert l Hn; induction n as [n IH] using lt_wf_ind; intros l -> Hs.
    apply lost_options; intros m Hm; apply in_cram_options in Hm; destruct Hm as (c & d & Hc & Hd & Hcd & ->).
    destruct (Hs c Hc) as (Hc1 & Hc2 & Hc3 & Hc4 & Hc5), (Hs d Hd) as (Hd1 & Hd2 & Hd3 & Hd4 & Hd5).
    assert (Hcd' : turned c <> d) by (intros E; rewrite E in Hc5; congruence).
    assert (Hdc' : turned d <> c).
    { intros E; apply Hcd'; rewrite <- E; now apply turned_turned. }
    assert (Hopt : In (laid (turned c) (turned d) (laid c d l)) (cram_options (laid c d l))).
    { apply in_cram_options; exists (turned c), (turned d); rewrite !in_laid.
      repeat split; auto using turned_neighbours. }
    apply (Won (G := cram) _ _ Hopt).
    refine (IH _ _ _ eq_refl _).
    - pose proof (cram_lowers _ _ Hopt).
      assert (In (laid c d l) (cram_options l)) as Ho by (apply in_cram_options; exists c, d; auto).
      pose proof (cram_lowers _ _ Ho); lia.
    - intros e He; rewrite !in_laid in He; destruct He as ((He & H1 & H2) & H3 & H4).
      destruct (Hs e He) as (E1 & E2 & E3 & E4 & E5); rewrite !in_laid.
      assert (Hback : forall f, fst f < w -> snd f < h -> turned e = f -> e = turned f).
      { intros f _ _ <-; symmetry; now apply turned_turned. }
      assert (Hinj : forall f, fst f < w -> snd f < h -> turned e = turned f -> e = f).
      { intros f F1 F2 E; rewrite <- (turned_turned e), E by assumption; now apply turned_turned. }
      repeat split; auto; intros E; auto.
  Qed.
End HalfTurn.

(** Even × even boards are lost. *)
Theorem cram_even a b : lost (board (2 * a) (2 * b) : cram).
Proof.
  apply (cram_symmetric (2 * a) (2 * b)); intros [x y] H; apply in_board in H.
  unfold turned; cbn [fst snd]; rewrite in_board; repeat split; try lia.
  - intros E; injection E as E1 E2; lia.
  - apply not_true_iff_false; rewrite neighbours_iff; lia.
Qed.

(** Even × odd boards are won, by the middle two squares. *)
Theorem cram_even_odd a b : 0 < a ->
  In (laid (a - 1, b) (a, b) (board (2 * a) (2 * b + 1))) (options (board (2 * a) (2 * b + 1) : cram)) /\
  lost (laid (a - 1, b) (a, b) (board (2 * a) (2 * b + 1)) : cram).
Proof.
  intros Ha; split.
  - apply in_cram_options; exists (a - 1, b), (a, b); rewrite !in_board, neighbours_iff; repeat split; lia.
  - apply (cram_symmetric (2 * a) (2 * b + 1)); intros [x y] H; apply in_laid in H; destruct H as (H & H1 & H2).
    apply in_board in H.
    assert (Hxy : ~ (y = b /\ (x = a - 1 \/ x = a))) by (intros [-> [-> | ->]]; auto).
    unfold turned; cbn [fst snd]; rewrite in_laid, in_board; repeat split; try lia.
    + intros E; injection E as E1 E2; lia.
    + intros E; injection E as E1 E2; lia.
    + intros E; injection E as E1 E2; lia.
    + apply not_true_iff_false; rewrite neighbours_iff; lia.
Qed.

(** And odd × even ones. *)
Theorem cram_odd_even a b : 0 < b ->
  In (laid (a, b - 1) (a, b) (board (2 * a + 1) (2 * b))) (options (board (2 * a + 1) (2 * b) : cram)) /\
  lost (laid (a, b - 1) (a, b) (board (2 * a + 1) (2 * b)) : cram).
Proof.
  intros Hb; split.
  - apply in_cram_options; exists (a, b - 1), (a, b); rewrite !in_board, neighbours_iff; repeat split; lia.
  - apply (cram_symmetric (2 * a + 1) (2 * b)); intros [x y] H; apply in_laid in H; destruct H as (H & H1 & H2).
    apply in_board in H.
    assert (Hxy : ~ (x = a /\ (y = b - 1 \/ y = b))) by (intros [-> [-> | ->]]; auto).
    unfold turned; cbn [fst snd]; rewrite in_laid, in_board; repeat split; try lia.
    + intros E; injection E as E1 E2; lia.
    + intros E; injection E as E1 E2; lia.
    + intros E; injection E as E1 E2; lia.
    + apply not_true_iff_false; rewrite neighbours_iff; lia.
Qed.
