(** * Chomp

    A bar of chocolate; a move takes a square with all that lie above and to the right of it, but not the first
    square, which is poisoned. Who is to move wins from any whole bar of more than one square, by strategy
    stealing: if taking the last corner does not win, the answer to it could have been the first move. A row and
    a column that meet in the first square are lost if and only if they are equally long; so a square bar is won
    by leaving them.

    Source: D. Gale, A curious Nim-type game (1974); F. Schuh (1952).
    Used by: crates/grundy-games/src/chomp.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** The game *)

(** The heights of the columns, from left to right; the square j of column i is taken, counted from 0. *)
Definition taken (i j : nat) (l : list nat) : list nat := firstn i l ++ map (Nat.min j) (skipn i l).

Definition chomp_options (l : list nat) : list (list nat) :=
  flat_map (fun i => map (fun j => taken i j l) (filter (fun j => 0 <? i + j) (seq 0 (nth i l 0)))) (seq 0 (length l)).

Lemma in_chomp_options l m :
  In m (chomp_options l) <-> exists i j, j < nth i l 0 /\ 0 < i + j /\ m = taken i j l.
Proof.
  unfold chomp_options; rewrite in_flat_map; split.
  - intros (i & _ & H); apply in_map_iff in H; destruct H as (j & <- & H).
    apply filter_In in H; destruct H as [Hj H]; apply in_seq in Hj; apply Nat.ltb_lt in H.
    exists i, j; repeat split; lia.
  - intros (i & j & Hj & H & ->); exists i; split.
    + apply in_seq; split; [lia|]; destruct (Nat.lt_ge_cases i (length l)) as [|Hi]; [lia|].
      rewrite nth_overflow in Hj by exact Hi; lia.
    + apply (in_map (fun j => taken i j l)), filter_In; split; [apply in_seq; lia|now apply Nat.ltb_lt].
Qed.

Lemma min_sum j l : list_sum (map (Nat.min j) l) <= list_sum l.
Proof. induction l as [|x l IH]; simpl; lia. Qed.

Lemma taken_less l : forall i j, j < nth i l 0 -> list_sum (taken i j l) < list_sum l.
Proof.
  unfold taken; induction l as [|x l IH]; intros [|i] j H; simpl in H; [lia|lia| |].
  - pose proof (min_sum j l); simpl; lia.
  - specialize (IH i j H); simpl; lia.
Qed.

Lemma chomp_lowers l m : In m (chomp_options l) -> list_sum m < list_sum l.
Proof. intros H; apply in_chomp_options in H; destruct H as (i & j & Hj & _ & ->); now apply taken_less. Qed.

Definition chomp : ruleset := measured (list nat) chomp_options list_sum chomp_lowers.

(** ** Whole bars *)

Lemma taken_length i j l : length (taken i j l) = length l.
Proof. unfold taken; rewrite app_length, map_length, <- app_length, firstn_skipn; reflexivity. Qed.

Lemma taken_nth l : forall i j k,
  nth k (taken i j l) 0 = if k <? i then nth k l 0 else Nat.min j (nth k l 0).
Proof.
  unfold taken; induction l as [|x l IH]; intros i j k.
  - rewrite firstn_nil, skipn_nil; destruct k; destruct (_ <? i); simpl; lia.
  - destruct i as [|i]; simpl firstn; simpl skipn.
    + destruct k as [|k]; [reflexivity|]; transitivity (Nat.min j (nth k l 0)); [exact (IH 0 j k)|reflexivity].
    + destruct k as [|k]; [reflexivity|]; exact (IH i j k).
Qed.

Lemma nth_bar w h k : nth k (repeat h w) 0 = if k <? w then h else 0.
Proof.
  revert k; induction w as [|w IH]; intros [|k]; simpl; try reflexivity; apply IH.
Qed.

(* After the last corner any other square may be taken with the same result as at once. *)
Lemma corner_and_more w h i j : i < w -> j < h ->
  taken i j (taken (w - 1) (h - 1) (repeat h w)) = taken i j (repeat h w).
Proof.
  intros Hi Hj; apply (nth_ext _ _ 0 0); [now rewrite !taken_length|].
  intros k _; rewrite !taken_nth, nth_bar.
  destruct (Nat.ltb_spec k i), (Nat.ltb_spec k (w - 1)), (Nat.ltb_spec k w); lia.
Qed.

(** Who is to move wins from a whole bar of more than one square. *)
Theorem chomp_bar_won w h : 1 < w * h -> won (repeat h w : chomp).
Proof.
  intros H; assert (Hw : 0 < w) by nia; assert (Hh : 0 < h) by nia.
  set (corner := taken (w - 1) (h - 1) (repeat h w)).
  assert (Hc : In corner (options (repeat h w : chomp))).
  { apply in_chomp_options; exists (w - 1), (h - 1); rewrite nth_bar.
    destruct (Nat.ltb_spec (w - 1) w); repeat split; nia. }
  destruct (lost_or_won (corner : chomp)) as [Hl|Hl]; [exact (Won (G := chomp) _ _ Hc Hl)|].
  apply won_options in Hl; destruct Hl as (m & Hm & Hl); apply in_chomp_options in Hm.
  destruct Hm as (i & j & Hj & H0 & ->); unfold corner in Hj, Hl; rewrite taken_nth, nth_bar in Hj.
  assert (Hij : i < w /\ j < h).
  { destruct (Nat.ltb_spec i (w - 1)), (Nat.ltb_spec i w); lia. }
  destruct Hij as [Hi Hjh]; rewrite corner_and_more in Hl by assumption.
  refine (Won (G := chomp) _ _ _ Hl); apply in_chomp_options; exists i, j; rewrite nth_bar.
  destruct (Nat.ltb_spec i w); repeat split; lia.
Qed.

(** ** A column and a row *)

(** A column of a squares, and b columns of one square beside it. *)
Definition ell (a b z : nat) : list nat := a :: repeat 1 b ++ repeat 0 z.

Lemma nth_ell a b z k : nth k (ell a b z) 0 = if k =? 0 then a else if k <=? b then 1 else 0.
Proof.
  destruct k as [|k]; [reflexivity|]; unfold ell; simpl nth; simpl Nat.eqb; cbv iota.
  destruct (Nat.leb_spec (S k) b) as [H|H].
  - rewrite app_nth1 by (rewrite repeat_length; lia); rewrite nth_bar; destruct (Nat.ltb_spec k b); lia.
  - rewrite app_nth2 by (rewrite repeat_length; lia); rewrite nth_bar; now destruct (_ <? z).
Qed.

Lemma ell_length a b z : length (ell a b z) = S (b + z).
Proof. unfold ell; simpl; now rewrite app_length, !repeat_length. Qed.

Lemma taken_up a b z j : 0 < j -> j < a -> taken 0 j (ell a b z) = ell j b z.
Proof.
  intros H0 Hj; apply (nth_ext _ _ 0 0); [now rewrite taken_length, !ell_length|].
  intros k _; rewrite taken_nth, !nth_ell; cbn [Nat.ltb Nat.leb].
  destruct (Nat.eqb_spec k 0), (Nat.leb_spec k b); lia.
Qed.

Lemma taken_right a b z i : 0 < i -> i <= b -> taken i 0 (ell a b z) = ell a (i - 1) (b - (i - 1) + z).
Proof.
  intros H0 Hi; apply (nth_ext _ _ 0 0); [rewrite taken_length, !ell_length; lia|].
  intros k _; rewrite taken_nth, !nth_ell.
  destruct (Nat.ltb_spec k i), (Nat.eqb_spec k 0), (Nat.leb_spec k b), (Nat.leb_spec k (i - 1)); lia.
Qed.

(** Column and row are lost if and only if they are equally long. *)
Theorem chomp_ell a b z : 0 < a -> lost (ell a b z : chomp) <-> a = S b.
Proof.
  intros Ha.
  assert (H : forall n a b z, a + b < n -> 0 < a ->
    (a = S b -> lost (ell a b z : chomp)) /\ (a <> S b -> won (ell a b z : chomp))).
  { clear; induction n as [|n IH]; intros a b z Hn Ha; [lia|]; split; intros E.
    - apply lost_options; intros m Hm; apply in_chomp_options in Hm; destruct Hm as (i & j & Hj & H0 & ->).
      rewrite nth_ell in Hj; destruct (Nat.eqb_spec i 0) as [->|Hi].
      + rewrite taken_up by lia; apply IH; lia.
      + destruct (Nat.leb_spec i b); [|lia]; replace j with 0 by lia.
        rewrite taken_right by lia; apply IH; lia.
    - destruct (Nat.le_gt_cases a b) as [H|H].
      + apply (Won (G := chomp) _ (taken a 0 (ell a b z))).
        * apply in_chomp_options; exists a, 0; rewrite nth_ell.
          destruct (Nat.eqb_spec a 0), (Nat.leb_spec a b); repeat split; lia.
        * rewrite taken_right by lia; apply IH; lia.
      + apply (Won (G := chomp) _ (taken 0 (S b) (ell a b z))).
        * apply in_chomp_options; exists 0, (S b); rewrite nth_ell; repeat split; simpl; lia.
        * rewrite taken_up by lia; apply IH; lia. }
  destruct (H (S (a + b)) a b z) as [H1 H2]; [lia|exact Ha|]; split; [|exact H1].
  intros Hl; destruct (Nat.eq_dec a (S b)) as [|Hn]; [assumption|exfalso].
  exact (lost_not_won (G := chomp) _ Hl (H2 Hn)).
Qed.

(** A square bar is won by leaving its first column and row. *)
Theorem chomp_square n :
  1 < n -> In (ell n (n - 1) 0) (options (repeat n n : chomp)) /\ lost (ell n (n - 1) 0 : chomp).
Proof.
  intros Hn; split; [|apply chomp_ell; lia].
  apply in_chomp_options; exists 1, 1; rewrite nth_bar; destruct (Nat.ltb_spec 1 n); [|lia].
  repeat split; [lia|lia|]; apply (nth_ext _ _ 0 0); [rewrite ell_length, taken_length, repeat_length; lia|].
  intros k _; rewrite nth_ell, taken_nth, nth_bar.
  destruct (Nat.eqb_spec k 0), (Nat.leb_spec k (n - 1)), (Nat.ltb_spec k 1), (Nat.ltb_spec k n); lia.
Qed.
