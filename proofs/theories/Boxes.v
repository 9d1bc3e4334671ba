(** * Cards in boxes

    Cards lie in boxes 1, 2, 3, …; a move takes at least one card from a box A to a box B with B < A and A + B odd and
    divisible by 3.  The value is the nim-sum of the cards in the boxes 0, 2 and 5 modulo 6.

    It is a staircase with branches: some boxes count, every move goes from a box that counts to one that does not or back,
    and from each box that counts some move exists.  Wherever that is so the value is the nim-sum of the boxes that count.

    Source: HDU 3389, a problem of contests; R. P. Sprague (1937) for staircases.
    Used by: crates/grundy-games/src/boxes.rs ([value], [counts]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game Staircase.
Import ListNotations.

(** ** Lists of numbers of cards, the first in box [from] *)

Fixpoint put (i x : nat) (l : list nat) : list nat :=
  match l, i with
  | [], _ => []
  | _ :: t, 0 => x :: t
  | a :: t, S i => a :: put i x t
  end.

Lemma put_length i x l : length (put i x l) = length l.
Proof. revert i; induction l as [|a t IH]; intros [|i]; simpl; auto. Qed.

Lemma nth_put_other i j x l : j <> i -> nth j (put i x l) 0 = nth j l 0.
Proof.
  revert i j; induction l as [|a t IH]; intros [|i] [|j] H; simpl; try reflexivity; try (now elim H).
  apply IH; lia.
Qed.

Lemma heights_put l : forall from i x, i < length l ->
  heights from (put i x l) + (from + i) * nth i l 0 = heights from l + (from + i) * x.
Proof.
  induction l as [|a t IH]; intros from i x Hi; [simpl in Hi; lia|].
  destruct i as [|i]; cbn [put heights nth]; [rewrite Nat.add_0_r; lia|].
  simpl in Hi; specialize (IH (S from) i x ltac:(lia)); rewrite Nat.add_succ_r; simpl Nat.add in IH; lia.
Qed.

Section Boxes.
  (** The moves between boxes, and the boxes that count. *)
  Variables (go : nat -> nat -> bool) (counts : nat -> bool).
  Hypothesis go_down : forall a b, go a b = true -> 1 <= b < a.
  Hypothesis go_turns : forall a b, go a b = true -> counts a = negb (counts b).
  Hypothesis go_on : forall a, 1 <= a -> counts a = true -> exists b, go a b = true.

  Definition transfer (i j c : nat) (l : list nat) : list nat :=
    put j (nth j l 0 + c) (put i (nth i l 0 - c) l).

  Definition boxes_options (l : list nat) : list (list nat) :=
    flat_map (fun i => flat_map (fun j => map (fun c => transfer i j c l) (seq 1 (nth i l 0)))
      (filter (fun j => go (1 + i) (1 + j)) (seq 0 i))) (seq 0 (length l)).

  Lemma in_boxes_options l m : In m (boxes_options l) <->
    exists i j c, i < length l /\ go (1 + i) (1 + j) = true /\ 1 <= c <= nth i l 0 /\ m = transfer i j c l.
  Proof.
    unfold boxes_options; rewrite in_flat_map; split.
    - intros (i & Hi & H); apply in_flat_map in H; destruct H as (j & Hj & H).
      apply in_map_iff in H; destruct H as (c & <- & Hc); apply filter_In in Hj; apply in_seq in Hi, Hc.
      exists i, j, c; repeat split; try tauto; lia.
    - intros (i & j & c & Hi & Hg & Hc & ->); exists i; split; [apply in_seq; lia|].
      apply in_flat_map; exists j; split.
      + apply filter_In; split; [apply in_seq; apply go_down in Hg; lia|exact Hg].
      + apply (in_map (fun c => transfer i j c l)), in_seq; lia.
  Qed.

  Definition boxes : ruleset.
  Proof.
    refine (measured (list nat) boxes_options (heights 1) _).
    intros l m H; apply in_boxes_options in H; destruct H as (i & j & c & Hi & Hg & Hc & ->).
    apply go_down in Hg; unfold transfer.
    pose proof (heights_put l 1 i (nth i l 0 - c) Hi) as E1.
    pose proof (heights_put (put i (nth i l 0 - c) l) 1 j (nth j l 0 + c)) as E2.
    rewrite put_length, nth_put_other in E2 by lia; specialize (E2 ltac:(lia)).
    assert (E : exists r, nth i l 0 = c + r) by (exists (nth i l 0 - c); lia); destruct E as [r Er].
    rewrite Er in E1, E2 |- *; replace (c + r - c) with r in * by lia.
    pose proof (Nat.mul_le_mono_r (S (1 + j)) (1 + i) c ltac:(lia)).
    rewrite !Nat.mul_add_distr_l in *; lia.
  Defined.

  (** boxes::value *)
  Fixpoint counted_sum (from : nat) (l : list nat) : nat :=
    match l with
    | [] => 0
    | a :: t => Nat.lxor (if counts from then a else 0) (counted_sum (S from) t)
    end.

  Lemma counted_put l : forall from i x, i < length l ->
    counted_sum from (put i x l) =
    Nat.lxor (counted_sum from l) (if counts (from + i) then Nat.lxor (nth i l 0) x else 0).
  Proof.
    induction l as [|a t IH]; intros from i x Hi; [simpl in Hi; lia|].
    destruct i as [|i]; cbn [put counted_sum nth].
    - rewrite Nat.add_0_r; destruct (counts from); [|now rewrite Nat.lxor_0_r].
      rewrite (Nat.lxor_comm a (counted_sum (S from) t)), Nat.lxor_assoc, lxor_cancel; apply Nat.lxor_comm.
    - simpl in Hi; rewrite IH by lia; rewrite Nat.add_succ_r; simpl Nat.add; now rewrite Nat.lxor_assoc.
  Qed.

  Lemma counted_transfer l i j c : i < length l -> go (1 + i) (1 + j) = true ->
    counted_sum 1 (transfer i j c l) =
    Nat.lxor (counted_sum 1 l)
      (if counts (1 + i) then Nat.lxor (nth i l 0) (nth i l 0 - c) else Nat.lxor (nth j l 0) (nth j l 0 + c)).
  Proof.
    intros Hi Hg; pose proof (go_turns _ _ Hg) as Ht; apply go_down in Hg; unfold transfer.
    rewrite counted_put by (rewrite put_length; lia); rewrite counted_put by exact Hi.
    rewrite nth_put_other by lia; rewrite Nat.lxor_assoc; f_equal.
    rewrite Ht; destruct (counts (1 + j)); simpl; [apply Nat.lxor_0_l|apply Nat.lxor_0_r].
  Qed.

  Lemma lowered_box l : forall from v, v < counted_sum from l ->
    exists i x, i < length l /\ counts (from + i) = true /\ x < nth i l 0 /\
      Nat.lxor (counted_sum from l) (Nat.lxor (nth i l 0) x) = v.
  Proof.
    induction l as [|a t IH]; intros from v Hv; cbn [counted_sum] in *; [lia|].
    destruct (lxor_mex _ _ _ Hv) as [(x & Hx & He)|(y & Hy & He)].
    - exists 0, x; rewrite Nat.add_0_r; destruct (counts from); [|lia]; repeat split; [simpl; lia|exact Hx|].
      cbn [nth]; rewrite (Nat.lxor_comm a (counted_sum (S from) t)), Nat.lxor_assoc, lxor_cancel, Nat.lxor_comm; exact He.
    - destruct (IH (S from) y Hy) as (i & x & Hi & Hc & Hx & Hxy); exists (S i), x.
      rewrite Nat.add_succ_r; repeat split; [simpl; lia|exact Hc|exact Hx|]; cbn [nth]; now rewrite Nat.lxor_assoc, Hxy.
  Qed.

  Theorem counted_grundy (l : list nat) : grundy (l : boxes) = counted_sum 1 l.
  Proof.
    revert l; apply (grundy_characterised (G := boxes) (counted_sum 1)).
    - intros l m H; apply in_boxes_options in H; destruct H as (i & j & c & Hi & Hg & Hc & ->).
      rewrite counted_transfer by assumption; intros E.
      assert (Z : (if counts (1 + i) then Nat.lxor (nth i l 0) (nth i l 0 - c) else Nat.lxor (nth j l 0) (nth j l 0 + c)) = 0).
      { apply (lxor_inj_l (counted_sum 1 l)); rewrite Nat.lxor_0_r; exact E. }
      destruct (counts (1 + i)); apply (proj1 (lxor_zero _ _)) in Z; lia.
    - intros l v Hv; destruct (lowered_box l 1 v Hv) as (i & x & Hi & Hc & Hx & He).
      destruct (go_on (1 + i) ltac:(lia) Hc) as ([|j] & Hg); [apply go_down in Hg; lia|].
      exists (transfer i j (nth i l 0 - x) l); split.
      + apply in_boxes_options; exists i, j, (nth i l 0 - x); repeat split; [exact Hi|exact Hg|lia|lia].
      + rewrite counted_transfer by assumption; rewrite Hc.
        replace (nth i l 0 - (nth i l 0 - x)) with x by lia; exact He.
  Qed.
End Boxes.

(** ** The game of the catalogue *)

Definition card_go (a b : nat) : bool :=
  (1 <=? b) && (b <? a) && Nat.odd (a + b) && ((a + b) mod 3 =? 0).

(** boxes::counts *)
Definition card_counts (n : nat) : bool := match n mod 6 with 0 | 2 | 5 => true | _ => false end.

Lemma card_go_iff a b : card_go a b = true <-> 1 <= b < a /\ exists q, a + b = 6 * q + 3.
Proof.
  unfold card_go; rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt, Nat.odd_spec, Nat.eqb_eq; split.
  - intros (((H1 & H2) & k & Hk) & H3); split; [lia|].
    pose proof (Nat.div_mod (a + b) 3 ltac:(lia)) as E; rewrite H3 in E.
    exists ((a + b - 3) / 6); destruct (Nat.Even_or_Odd ((a + b) / 3)) as [[q Hq]|[q Hq]]; [lia|].
    replace ((a + b - 3) / 6) with q; [lia|]; apply Nat.div_unique with 0; lia.
  - intros (H & q & Hq); repeat split; try lia.
    + exists (3 * q + 1); lia.
    + symmetry; apply Nat.mod_unique with (2 * q + 1); lia.
Qed.

Lemma sixth n : exists q r, n = 6 * q + r /\ r < 6 /\ card_counts n = match r with 0 | 2 | 5 => true | _ => false end.
Proof.
  exists (n / 6), (n mod 6); split; [apply Nat.div_mod; lia|split; [apply Nat.mod_upper_bound; lia|reflexivity]].
Qed.

Lemma card_down a b : card_go a b = true -> 1 <= b < a.
Proof. intros H; now apply card_go_iff in H. Qed.

Lemma card_turns a b : card_go a b = true -> card_counts a = negb (card_counts b).
Proof.
  intros H; apply card_go_iff in H; destruct H as (_ & q & Hq).
  destruct (sixth a) as (x & r & Ha & Hr & ->), (sixth b) as (y & s & Hb & Hs & ->).
  destruct r as [|[|[|[|[|[|r]]]]]]; [| | | | | |lia];
    destruct s as [|[|[|[|[|[|s]]]]]]; try reflexivity; exfalso; lia.
Qed.

Lemma card_on a : 1 <= a -> card_counts a = true -> exists b, card_go a b = true.
Proof.
  intros H Hc; destruct (sixth a) as (x & r & Ha & Hr & E); rewrite E in Hc.
  destruct r as [|[|[|[|[|[|r]]]]]]; try discriminate Hc.
  - exists 3; apply card_go_iff; split; [lia|exists x; lia].
  - exists 1; apply card_go_iff; split; [lia|exists x; lia].
  - exists 4; apply card_go_iff; split; [lia|exists (S x); lia].
Qed.

Definition cards_in_boxes : ruleset := boxes card_go card_down.

Theorem boxes_grundy (l : list nat) : grundy (l : cards_in_boxes) = counted_sum card_counts 1 l.
Proof. apply (counted_grundy card_go card_counts card_down card_turns card_on). Qed.
