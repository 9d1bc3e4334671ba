(** * Values that repeat long enough repeat for ever: taking and breaking

    Let a game be given by a code whose moves remove at most k stones and leave at most t heaps (t at least 1),
    and let n0, at least 1, and p be a pre-period and a period. If the sequence that repeats so fits the definition below heap
    t (n0 + p) + k + 1 - t, and below the least heap that may be split and a period, it is the nim-sequence.
    If the two heaps of a split must differ, as in Grundy's game, below 2 n0 + 3 p + k.

    Source: Guy and Smith (1956), for two heaps; Kenyon (1967) and Austin (1976) for more. The bound is that
    which crates/grundy-check/src/repeating.rs tests (function breaking). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Heaps.
Import ListNotations.

(** The greatest number of stones that a move removes. *)
Definition farthest (c : code) : nat := length (digits c) - 1.

(** No move leaves more than t heaps. *)
Definition at_most (c : code) (t : nat) : Prop := forall k j, allows c k j = true -> j <= t.

Definition guy_smith_bound (c : code) (t n0 p : nat) : nat :=
  Nat.max
    (if unequal c then 2 * n0 + 3 * p + farthest c else t * (n0 + p) + farthest c + 1 - t)
    (least c + p).

(** ** Replacing a heap *)

Lemma total_app a b : total (a ++ b) = total a + total b.
Proof. induction a as [|x a IH]; simpl in *; lia. Qed.

Lemma value_app g a b : value g (a ++ b) = Nat.lxor (value g a) (value g b).
Proof. unfold value; rewrite map_app; apply nim_sum_app. Qed.

Lemma value_cons g h l : value g (h :: l) = Nat.lxor (g h) (value g l).
Proof. reflexivity. Qed.

Lemma value_replace (g : nat -> nat) a h h' b : g h = g h' -> value g (a ++ h :: b) = value g (a ++ h' :: b).
Proof. intros H; rewrite !value_app, !value_cons, H; reflexivity. Qed.

(* Some heap is large, if they are few and have many stones. *)
Lemma large_heap m l : length l * m < total l -> exists a h b, l = a ++ h :: b /\ m < h.
Proof.
  induction l as [|x l IH]; simpl; [lia|]; intros H.
  destruct (Nat.lt_ge_cases m x) as [Hx|Hx].
  - exists [], x, l; auto.
  - destruct IH as (a & h & b & -> & Hh); [fold (total l) in H; lia|].
    exists (x :: a), h, b; auto.
Qed.

Lemma allows_removed c k j : allows c k j = true -> k <= farthest c.
Proof.
  unfold allows, farthest; intros H.
  destruct (Nat.lt_ge_cases k (length (digits c))); [lia|].
  rewrite nth_overflow, Nat.bits_0 in H by assumption; discriminate.
Qed.

(* If splits need not be of different heaps, a heap left may become any other of at least one stone. *)
Lemma breaks_replace c n a h b h' n' :
  (unequal c = true -> forall x y, a ++ h' :: b = [x; y] -> x <> y) ->
  breaks c n (a ++ h :: b) -> 1 <= h' -> n' + h = n + h' -> least c <= n' ->
  breaks c n' (a ++ h' :: b).
Proof.
  intros Hu (k & Ha & Hs & Hp & _ & _ & Hk) Hh' He Hl; exists k.
  rewrite app_length in *; simpl length in *; rewrite total_app in *; simpl total in *.
  fold (total b) in *.
  repeat split; try assumption; try lia.
  intros x Hx; apply in_app_iff in Hx as [Hx|[<-|Hx]]; [|exact Hh'|];
    apply Hp, in_app_iff; [left|right; right]; assumption.
Qed.

(** ** The theorem *)

Section Repeating.
  Variables (c : code) (g : nat -> nat) (t n0 p : nat).
  Hypotheses (Ht : at_most c t) (Ht1 : 1 <= t) (Hn0 : 1 <= n0) (Hp : 1 <= p).
  Hypothesis Hg : repeats g n0 p 0.

  Lemma recurs n : n0 <= n -> g (n + p) = g n.
  Proof using Hg. intros H; rewrite Hg by exact H; apply Nat.add_0_r. Qed.

  (* The same values are those of options of n and of n + p. *)
  Lemma same_options n :
    (unequal c = true -> t <= 2) -> guy_smith_bound c t n0 p <= n + p ->
    (forall l, breaks c (n + p) l -> exists l', breaks c n l' /\ value g l' = value g l) /\
    (forall l, breaks c n l -> exists l', breaks c (n + p) l' /\ value g l' = value g l).
  Proof.
    intros Hu2 Hb; unfold guy_smith_bound in Hb.
    assert (Hleast : least c <= n) by lia.
    apply Nat.max_lub_l in Hb.
    assert (Hparts : forall k (l : list nat), allows c k (length l) = true -> length l <= t) by (intros; eauto).
    destruct (unequal c) eqn:Hu.
    - specialize (Hu2 eq_refl).
      split; intros l Hl; pose proof Hl as (k & Ha & Hs & Hpos & _ & Hdiff & Hk);
        pose proof (allows_removed _ _ _ Ha) as Hf; apply Hparts in Ha;
        specialize (Hdiff Hu); destruct l as [|x [|y [|z l]]]; simpl in Ha, Hs; try lia.
      + (* One heap: p less. *)
        exists [x - p]; split.
        * apply (breaks_replace c (n + p) [] x [] (x - p) n); try lia; [|exact Hl].
          intros _ a b E; discriminate.
        * unfold value; simpl; replace x with (x - p + p) at 2 by lia.
          rewrite recurs by lia; reflexivity.
      + (* Two heaps: p less for the greater one, unless they would be the same. *)
        pose proof (Hdiff x y eq_refl) as Hxy.
        assert (Hpair : forall x y, breaks c (n + p) [x; y] -> x < y -> n0 <= y - p ->
                  2 * n0 + 2 * p + p <= x + y ->
                  exists l', breaks c n l' /\ value g l' = value g [x; y]).
        { clear - Hg Hn0 Hp Hleast Hu Ht Ht1; intros x y Hl Hlt Hy Hsum.
          destruct (Nat.eq_dec x (y - p)) as [E|E].
          - (* Both are worth the same: so are the heaps a period apart on either side. *)
            exists [x - p; x + p]; split.
            + destruct Hl as (k & Ha & Hs & Hpos & _ & _ & Hk); simpl in *.
              exists k; simpl; repeat split; try assumption; try lia.
              intros _ u v E2; injection E2; lia.
            + unfold value; simpl; rewrite !Nat.lxor_0_r.
              rewrite (recurs x) by lia.
              replace y with (x + p) by lia; rewrite (recurs x) by lia.
              replace x with (x - p + p) at 2 3 4 by lia; rewrite recurs by lia.
              now rewrite !Nat.lxor_nilpotent.
          - exists [x; y - p]; split.
            + apply (breaks_replace c (n + p) [x] y [] (y - p) n); try lia; [|exact Hl].
              intros _ u v E2; injection E2; lia.
            + unfold value; simpl; replace y with (y - p + p) at 2 by lia.
              rewrite recurs by lia; reflexivity. }
        destruct (Nat.lt_ge_cases x y) as [Hlt|Hge].
        * apply Hpair; try assumption; lia.
        * destruct (Hpair y x) as (l' & Hl' & E); try lia.
          -- destruct Hl as (k' & Ha' & Hs' & Hpos' & Hle' & _ & Hk'); exists k'; simpl in *.
             repeat split; try assumption; try lia.
             ++ intros h [<-|[<-|[]]]; apply Hpos'; auto.
             ++ intros _ u v E2; injection E2; lia.
          -- exists l'; split; [exact Hl'|]. rewrite E; unfold value; simpl.
             rewrite !Nat.lxor_0_r; apply Nat.lxor_comm.
      + (* One heap: p more. *)
        exists [x + p]; split.
        * apply (breaks_replace c n [] x [] (x + p) (n + p)); try lia; [|exact Hl].
          intros _ a b E; discriminate.
        * unfold value; simpl; rewrite recurs by lia; reflexivity.
      + (* Two heaps: p more for the greater one. *)
        pose proof (Hdiff x y eq_refl) as Hxy.
        destruct (Nat.lt_ge_cases x y) as [Hlt|Hge].
        * exists [x; y + p]; split.
          -- apply (breaks_replace c n [x] y [] (y + p) (n + p)); try lia; [|exact Hl].
             intros _ u v E2; injection E2; lia.
          -- unfold value; simpl; rewrite recurs by lia; reflexivity.
        * exists [x + p; y]; split.
          -- apply (breaks_replace c n [] x [y] (x + p) (n + p)); try lia; [|exact Hl].
             intros _ u v E2; injection E2; lia.
          -- unfold value; simpl; rewrite recurs by lia; reflexivity.
    - assert (Hfree : unequal c = true -> forall (l : list nat) x y, l = [x; y] -> x <> y) by congruence.
      split; intros l Hl; pose proof Hl as (k & Ha & Hs & Hpos & _ & _ & Hk);
        pose proof (allows_removed _ _ _ Ha) as Hf; apply Hparts in Ha.
      + destruct (large_heap (n0 + p - 1) l) as (a & h & b & -> & Hh); [nia|].
        exists (a ++ (h - p) :: b); split.
        * apply (breaks_replace c (n + p) a h b (h - p) n); try lia; [eauto|exact Hl].
        * apply value_replace; replace h with (h - p + p) at 2 by lia.
          rewrite recurs by lia; reflexivity.
      + destruct (large_heap (n0 - 1) l) as (a & h & b & -> & Hh); [nia|].
        exists (a ++ (h + p) :: b); split.
        * apply (breaks_replace c n a h b (h + p) (n + p)); try lia; [eauto|exact Hl].
        * apply value_replace; rewrite recurs by lia; reflexivity.
  Qed.

  Lemma guy_smith_fits :
    (unequal c = true -> t <= 2) ->
    (forall n, n < guy_smith_bound c t n0 p -> fits (Break c) g n) ->
    forall n, fits (Break c) g n.
  Proof.
    intros Hu Hf; apply (fits_goes_on _ _ _ Hf); intros m Hm IH.
    assert (Hmp : n0 + p <= m).
    { unfold guy_smith_bound in Hm; destruct (unequal c); nia. }
    destruct (same_options (m - p) Hu) as [H1 H2]; [lia|].
    replace (m - p + p) with m in * by lia.
    assert (He : g m = g (m - p)).
    { replace m with (m - p + p) at 1 by lia; apply recurs; lia. }
    destruct (IH (m - p)) as [F1 F2]; [lia|].
    split.
    - intros l Hl; destruct (H1 l Hl) as (l' & Hl' & <-); rewrite He; auto.
    - intros v Hv; rewrite He in Hv; destruct (F2 v Hv) as (l & Hl & <-).
      destruct (H2 l Hl) as (l' & Hl' & E); exists l'; auto.
  Qed.
End Repeating.

(** A sequence that repeats and fits the definition below the bound is the nim-sequence. *)
Theorem guy_smith (c : code) (g : nat -> nat) (t n0 p : nat) :
  at_most c t -> 1 <= t -> (unequal c = true -> t <= 2) -> 1 <= n0 -> 1 <= p ->
  repeats g n0 p 0 ->
  (forall n, n < guy_smith_bound c t n0 p -> fits (Break c) g n) ->
  forall n, g n = nim (Break c) n.
Proof.
  intros Ht Ht1 Hu Hn0 Hp Hr Hf; apply fits_everywhere.
  exact (guy_smith_fits c g t n0 p Ht Ht1 Hn0 Hp Hr Hu Hf).
Qed.

(** In the words of 1956: if the nim-sequence repeats as far as the bound it does for ever. *)
Corollary guy_smith_nim (c : code) (t n0 p : nat) :
  at_most c t -> 1 <= t -> (unequal c = true -> t <= 2) -> 1 <= n0 -> 1 <= p ->
  (forall n, n0 <= n -> n + p < guy_smith_bound c t n0 p ->
    nim (Break c) (n + p) = nim (Break c) n) ->
  repeats (nim (Break c)) n0 p 0.
Proof.
  intros Ht Ht1 Hu Hn0 Hp H; set (g := extended (nim (Break c)) n0 p 0).
  assert (Hext : forall n, n < guy_smith_bound c t n0 p -> g n = nim (Break c) n).
  { apply repeats_extended; [exact Hp|]. intros; rewrite Nat.add_0_r; auto. }
  assert (Hrep : repeats g n0 p 0) by (apply extended_repeats; exact Hp).
  apply (repeats_ext g); [|exact Hrep].
  apply (guy_smith c g t n0 p); auto.
  intros n Hn; apply (fits_ext _ (nim (Break c))); [|apply nim_fits].
  intros m Hm; symmetry; apply Hext; lia.
Qed.
