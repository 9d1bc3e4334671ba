(** * Heap games given by what may be left, and their nim-sequences

    A move is made in one heap and leaves some heaps in its place. What may be left is told
    - by a code of taking and breaking: bit j of digit d_k allows to remove k stones and to leave
      the rest as j heaps, none of them empty (bit 0: nothing is left); d_0 allows to split without
      removing. The digits may have any number of bits: octal and hexadecimal codes, and beyond.
      The two heaps of a split may have to differ, and heaps below [least] may not be split;
    - by the numbers that may be taken: a finite set given by ranges, all numbers but such a set, or all
      numbers with certain remainders.

    The nim-sequence of the game is n |-> the Grundy value of one heap of n. Theorems: the value of several
    heaps is the nim-sum of theirs, so that the nim-sequence is the one sequence that fits the definition
    "the least number that is not the nim-sum of what an option leaves" at every heap.

    Source: Guy and Smith (1956) for codes; Sprague (1935), Grundy (1939) for values.
    Used by: crates/grundy-check/src/rules.rs, options.rs, definition.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** Rules *)

(** Numbers from the first to the second of each pair. *)
Definition ranges := list (nat * nat).

Definition within (s : ranges) (n : nat) : bool :=
  existsb (fun r => (fst r <=? n) && (n <=? snd r)) s.

Record code := {
  digits : list nat;   (* what may be left after removing 0, 1, 2, … *)
  unequal : bool;      (* whether the two heaps of a split must differ *)
  least : nat          (* smaller heaps are not split *)
}.

Inductive rules :=
| Break (c : code)
| Take (s : ranges)
| All_but (s : ranges)
| Remainders (divisor : nat) (s : ranges).

(** Whether j heaps may be left when k are removed. *)
Definition allows (c : code) (k j : nat) : bool := Nat.testbit (nth k (digits c) 0) j.

Definition total (l : list nat) : nat := fold_right plus 0 l.

(** The heaps [l] may be left of a heap of [n]. Leaving the heap as it is, or a heap of none, is no move. *)
Definition breaks (c : code) (n : nat) (l : list nat) : Prop :=
  exists k,
    allows c k (length l) = true /\ k + total l = n /\
    (forall h, In h l -> 1 <= h) /\
    (2 <= length l -> least c <= n) /\
    (unequal c = true -> forall a b, l = [a; b] -> a <> b) /\
    (k = 0 -> 2 <= length l).

Definition takes (allowed : nat -> bool) (n : nat) (l : list nat) : Prop :=
  exists s, 1 <= s <= n /\ allowed s = true /\ l = [n - s].

Definition allowed (r : rules) (s : nat) : bool :=
  match r with
  | Break _ => false
  | Take set => within set s
  | All_but set => negb (within set s)
  | Remainders d set => within set (s mod d)
  end.

Definition leaves (r : rules) (n : nat) (l : list nat) : Prop :=
  match r with
  | Break c => breaks c n l
  | _ => takes (allowed r) n l
  end.

(** ** The options as a list *)

(** All ways to part n into so many heaps, none empty. *)
Fixpoint partings (parts n : nat) : list (list nat) :=
  match parts with
  | 0 => if n =? 0 then [[]] else []
  | S parts => flat_map (fun h => map (cons h) (partings parts (n - h))) (seq 1 n)
  end.

Definition breaks_b (c : code) (n k : nat) (l : list nat) : bool :=
  ((length l <? 2) || (least c <=? n)) &&
  (negb (unequal c) || match l with [a; b] => negb (a =? b) | _ => true end) &&
  (negb (k =? 0) || (2 <=? length l)).

Definition heap_options (r : rules) (n : nat) : list (list nat) :=
  match r with
  | Break c =>
      flat_map (fun k => flat_map (fun j =>
        if allows c k j then filter (breaks_b c n k) (partings j (n - k)) else [])
        (seq 0 (S (Nat.log2 (nth k (digits c) 0)))))
        (seq 0 (S n))
  | _ => map (fun s => [n - s]) (filter (allowed r) (seq 1 n))
  end.

Lemma in_partings parts : forall n l,
  In l (partings parts n) <-> length l = parts /\ total l = n /\ forall h, In h l -> 1 <= h.
Proof.
  induction parts as [|parts IH]; intros n l; simpl.
  - destruct (Nat.eqb_spec n 0) as [->|Hn]; simpl; split.
    + intros [<-|[]]; repeat split; simpl; tauto.
    + intros (Hl & _); left; destruct l; [reflexivity|discriminate].
    + tauto.
    + intros (Hl & Ht & _); destruct l; [simpl in Ht; lia|discriminate].
  - rewrite in_flat_map; split.
    + intros (h & Hh & Hl); apply in_seq in Hh; apply in_map_iff in Hl as (t & <- & Ht).
      apply IH in Ht as (H1 & H2 & H3); simpl; repeat split; [lia|fold (total t); lia|].
      intros x [<-|Hx]; [lia|auto].
    + intros (H1 & H2 & H3); destruct l as [|h t]; [discriminate|].
      simpl in H1, H2; fold (total t) in H2.
      assert (1 <= h) by (apply H3; now left).
      exists h; split; [apply in_seq; lia|].
      apply in_map, IH; repeat split; [lia|lia|]. intros x Hx; apply H3; now right.
Qed.

Lemma breaks_b_spec c n k l :
  breaks_b c n k l = true <->
  (2 <= length l -> least c <= n) /\ (unequal c = true -> forall a b, l = [a; b] -> a <> b) /\
  (k = 0 -> 2 <= length l).
Proof.
  unfold breaks_b; rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff, Nat.ltb_lt, !Nat.leb_le, Nat.eqb_neq.
  assert (H : (unequal c = false \/ match l with [a; b] => negb (a =? b) | _ => true end = true) <->
              (unequal c = true -> forall a b, l = [a; b] -> a <> b)).
  { destruct (unequal c); split; try (intros; discriminate); auto.
    - intros [H|H] _ a b ->; [discriminate|]. now apply negb_true_iff, Nat.eqb_neq in H.
    - intros H; right; destruct l as [|a [|b [|d l]]]; try reflexivity.
      apply negb_true_iff, Nat.eqb_neq, H; reflexivity. }
  rewrite H; clear H; intuition lia.
Qed.

Lemma in_heap_options r n l : In l (heap_options r n) <-> leaves r n l.
Proof.
  assert (Ht : In l (map (fun s => [n - s]) (filter (allowed r) (seq 1 n))) <-> takes (allowed r) n l).
  { rewrite in_map_iff; unfold takes; split.
    - intros (s & <- & Hs); apply filter_In in Hs as (H1 & H2); apply in_seq in H1.
      exists s; repeat split; auto; lia.
    - intros (s & H1 & H2 & ->); exists s; split; [reflexivity|].
      apply filter_In; split; [apply in_seq; lia|exact H2]. }
  destruct r as [c| | |]; unfold heap_options, leaves; auto.
  rewrite in_flat_map; unfold breaks; split.
  - intros (k & Hk & Hl); apply in_seq in Hk; apply in_flat_map in Hl as (j & _ & Hl).
    destruct (allows c k j) eqn:Ha; [|contradiction].
    apply filter_In in Hl as (Hp & Hb); apply in_partings in Hp as (<- & Hs & Hp).
    apply breaks_b_spec in Hb; exists k; intuition lia.
  - intros (k & Ha & Hs & Hp & Hb); exists k; split; [apply in_seq; lia|].
    apply in_flat_map; exists (length l); split.
    + apply in_seq; split; [lia|].
      destruct (Nat.le_gt_cases (length l) (Nat.log2 (nth k (digits c) 0))); [lia|].
      unfold allows in Ha; rewrite Nat.bits_above_log2 in Ha by assumption; discriminate.
    + rewrite Ha; apply filter_In; split; [apply in_partings; intuition lia|].
      apply breaks_b_spec; exact Hb.
Qed.

(** ** The game on several heaps *)

Fixpoint moves (r : rules) (l : list nat) : list (list nat) :=
  match l with
  | [] => []
  | h :: t => map (fun q => q ++ t) (heap_options r h) ++ map (cons h) (moves r t)
  end.

Lemma in_moves_app r a b m :
  In m (moves r (a ++ b)) <->
  (exists a', In a' (moves r a) /\ m = a' ++ b) \/ (exists b', In b' (moves r b) /\ m = a ++ b').
Proof.
  revert m; induction a as [|h a IH]; intros m; simpl.
  - split; [intros H; right; eauto|]. intros [(x & [] & _)|(x & H & ->)]; exact H.
  - rewrite !in_app_iff, !in_map_iff; split.
    + intros [(q & <- & Hq)|(x & <- & Hx)].
      * left; exists (q ++ a); split; [|now rewrite app_assoc].
        rewrite in_app_iff, in_map_iff; left; eauto.
      * apply IH in Hx as [(y & Hy & ->)|(y & Hy & ->)].
        -- left; exists (h :: y); split; [|reflexivity].
           rewrite in_app_iff, !in_map_iff; right; eauto.
        -- right; eauto.
    + intros [(x & Hx & ->)|(y & Hy & ->)].
      * apply in_app_iff in Hx; rewrite !in_map_iff in Hx.
        destruct Hx as [(q & <- & Hq)|(z & <- & Hz)].
        -- left; exists q; split; [now rewrite app_assoc|exact Hq].
        -- right; exists (z ++ b); split; [reflexivity|]. apply IH; left; eauto.
      * right; exists (a ++ y); split; [reflexivity|]. apply IH; right; eauto.
Qed.

(** Each move makes twice the stones less the number of heaps smaller. *)
Definition size (l : list nat) : nat := total (map (fun h => 2 * h - 1) l).

Lemma size_app a b : size (a ++ b) = size a + size b.
Proof.
  unfold size; induction a as [|x a IH]; [reflexivity|]. simpl in *; lia.
Qed.

Lemma size_parts l : (forall h, In h l -> 1 <= h) -> size l + length l = 2 * total l.
Proof.
  induction l as [|h t IH]; intros H; [reflexivity|].
  assert (1 <= h) by (apply H; now left).
  assert (IHt : size t + length t = 2 * total t) by (apply IH; intros x Hx; apply H; now right).
  unfold size in *; simpl in *; lia.
Qed.

Lemma takes_smaller f n l : takes f n l -> size l < size [n].
Proof. intros (s & H & _ & ->); unfold size; simpl; lia. Qed.

Lemma leaves_smaller r n l : leaves r n l -> size l < size [n].
Proof.
  destruct r as [c| | |]; simpl leaves; try apply takes_smaller.
  intros (k & _ & Hs & Hp & _ & _ & Hk); pose proof (size_parts l Hp) as H.
  assert (Hn : size [n] = 2 * n - 1) by (unfold size; simpl; lia); rewrite Hn.
  destruct k as [|k]; [specialize (Hk eq_refl)|]; lia.
Qed.

Lemma moves_smaller r l m : In m (moves r l) -> size m < size l.
Proof.
  revert m; induction l as [|h t IH]; intros m; simpl; [tauto|].
  rewrite in_app_iff, !in_map_iff; intros [(q & <- & Hq)|(x & <- & Hx)].
  - apply in_heap_options, leaves_smaller in Hq.
    change (h :: t) with ([h] ++ t); rewrite !size_app; lia.
  - apply IH in Hx; change (h :: x) with ([h] ++ x); change (h :: t) with ([h] ++ t).
    rewrite !size_app; lia.
Qed.

Definition heap_game (r : rules) : ruleset := measured _ (moves r) size (moves_smaller r).

(** ** The nim-sequence *)

Definition nim (r : rules) (n : nat) : nat := grundy ([n] : heap_game r).

(** The nim-sum of what heaps are worth by a sequence. *)
Definition value (g : nat -> nat) (l : list nat) : nat := nim_sum (map g l).

Lemma grundy_app r (a b : list nat) :
  grundy (a ++ b : heap_game r) = Nat.lxor (grundy (a : heap_game r)) (grundy (b : heap_game r)).
Proof.
  remember (size a + size b) as s eqn:Hs; revert a b Hs.
  induction s as [s IH] using lt_wf_ind; intros a b ->.
  rewrite (@grundy_equation (heap_game r) (a ++ b)); apply mex_unique.
  - rewrite in_map_iff; intros (m & Hm & Hin).
    change (In m (moves r (a ++ b))) in Hin.
    apply in_moves_app in Hin as [(a' & Ha & ->)|(b' & Hb & ->)].
    + rewrite (IH (size a' + size b)) in Hm; [|apply moves_smaller in Ha; lia|reflexivity].
      apply lxor_inj_r in Hm; revert Hm.
      rewrite (@grundy_equation (heap_game r) a); intros Hm.
      eapply mex_not_in; rewrite <- Hm; apply in_map; exact Ha.
    + rewrite (IH (size a + size b')) in Hm; [|apply moves_smaller in Hb; lia|reflexivity].
      apply lxor_inj_l in Hm; revert Hm.
      rewrite (@grundy_equation (heap_game r) b); intros Hm.
      eapply mex_not_in; rewrite <- Hm; apply in_map; exact Hb.
  - intros v Hv; apply lxor_mex in Hv as [(x & Hx & <-)|(x & Hx & <-)].
    + rewrite (@grundy_equation (heap_game r) a) in Hx; apply mex_least in Hx.
      apply in_map_iff in Hx as (a' & <- & Ha).
      rewrite <- (IH (size a' + size b)); [|apply moves_smaller in Ha; lia|reflexivity].
      apply (in_map (@grundy (heap_game r))); apply in_moves_app; left; eauto.
    + rewrite (@grundy_equation (heap_game r) b) in Hx; apply mex_least in Hx.
      apply in_map_iff in Hx as (b' & <- & Hb).
      rewrite <- (IH (size a + size b')); [|apply moves_smaller in Hb; lia|reflexivity].
      apply (in_map (@grundy (heap_game r))); apply in_moves_app; right; eauto.
Qed.

(** Several heaps are worth the nim-sum of theirs. *)
Theorem heaps_value (r : rules) (l : list nat) :
  grundy (l : heap_game r) = value (nim r) l.
Proof.
  induction l as [|h t IH]; [reflexivity|].
  change (h :: t) with ([h] ++ t); rewrite grundy_app, IH; reflexivity.
Qed.

(** The nim-sequence: the least number that is not worth an option. *)
Theorem nim_equation (r : rules) (n : nat) :
  nim r n = mex (map (value (nim r)) (heap_options r n)).
Proof.
  unfold nim at 1; rewrite grundy_equation; simpl options; rewrite app_nil_r, map_map.
  f_equal; apply map_ext; intros q; rewrite app_nil_r; apply heaps_value.
Qed.

(** A sequence fits the definition at a heap if its value is the least that no option has. *)
Definition fits (r : rules) (g : nat -> nat) (n : nat) : Prop :=
  (forall l, leaves r n l -> value g l <> g n) /\
  (forall v, v < g n -> exists l, leaves r n l /\ value g l = v).

Lemma fits_mex r g n : fits r g n <-> g n = mex (map (value g) (heap_options r n)).
Proof.
  split.
  - intros [H1 H2]; symmetry; apply mex_unique.
    + rewrite in_map_iff; intros (l & He & Hl); apply in_heap_options in Hl; exact (H1 l Hl He).
    + intros v Hv; destruct (H2 v Hv) as (l & Hl & <-); apply in_map, in_heap_options, Hl.
  - intros He; split.
    + intros l Hl H; apply (mex_not_in (map (value g) (heap_options r n))).
      rewrite <- He, <- H; apply in_map, in_heap_options, Hl.
    + intros v Hv; rewrite He in Hv; apply mex_least in Hv.
      apply in_map_iff in Hv as (l & <- & Hl); apply in_heap_options in Hl; eauto.
Qed.

Lemma nim_fits r n : fits r (nim r) n.
Proof. apply fits_mex, nim_equation. Qed.

(** Heaps that are left are smaller. *)
Lemma breaks_below c n l h : breaks c n l -> In h l -> h < n.
Proof.
  intros (k & _ & Hs & Hp & _ & _ & Hk) Hh.
  destruct (in_split _ _ Hh) as (a & b & ->).
  assert (Ht : total (a ++ h :: b) = total a + h + total b).
  { clear; induction a as [|x a IH]; simpl; [reflexivity|]. simpl in IH; lia. }
  destruct k as [|k]; [|lia].
  specialize (Hk eq_refl); rewrite app_length in Hk; simpl in Hk.
  destruct a as [|x a]; [destruct b as [|x b]|]; simpl in *; try lia.
  - pose proof (Hp x ltac:(auto)); lia.
  - pose proof (Hp x ltac:(auto)); lia.
Qed.

Lemma leaves_below r n l h : leaves r n l -> In h l -> h < n.
Proof.
  destruct r as [c| | |]; simpl leaves; [apply breaks_below|..];
    intros (k & Hk & _ & ->) [<-|[]]; lia.
Qed.

Lemma value_ext (f g : nat -> nat) l : (forall h, In h l -> f h = g h) -> value f l = value g l.
Proof. intros H; unfold value; f_equal; apply map_ext_in, H. Qed.

Lemma fits_ext r f g n :
  (forall m, m <= n -> f m = g m) -> fits r f n -> fits r g n.
Proof.
  intros He [H1 H2].
  assert (Hv : forall l, leaves r n l -> value f l = value g l).
  { intros l Hl; apply value_ext; intros h Hh; apply He.
    pose proof (leaves_below _ _ _ _ Hl Hh); lia. }
  split.
  - intros l Hl; rewrite <- (He n), <- Hv by (auto; lia); auto.
  - intros v Hw; rewrite <- (He n) in Hw by lia; destruct (H2 v Hw) as (l & Hl & <-).
    exists l; split; [exact Hl|symmetry; auto].
Qed.

(** A sequence that fits the definition below a bound is the nim-sequence there. *)
Theorem fits_below (r : rules) (g : nat -> nat) (bound : nat) :
  (forall n, n < bound -> fits r g n) -> forall n, n < bound -> g n = nim r n.
Proof.
  intros Hf n; induction n as [n IH] using lt_wf_ind; intros Hn.
  rewrite nim_equation, (proj1 (fits_mex r g n) (Hf n Hn)).
  f_equal; apply map_ext_in; intros l Hl; apply in_heap_options in Hl.
  apply value_ext; intros h Hh; pose proof (leaves_below _ _ _ _ Hl Hh); apply IH; lia.
Qed.

Theorem fits_everywhere (r : rules) (g : nat -> nat) :
  (forall n, fits r g n) -> forall n, g n = nim r n.
Proof. intros H n; apply (fits_below r g (S n)); [auto|lia]. Qed.

(** ** Repetition *)

(** From the pre-period on values recur a period later, greater by the saltus. *)
Definition repeats (g : nat -> nat) (preperiod period saltus : nat) : Prop :=
  forall n, preperiod <= n -> g (n + period) = g n + saltus.

Lemma repeats_times g n0 p s :
  repeats g n0 p s -> forall n t, n0 <= n -> g (n + t * p) = g n + t * s.
Proof.
  intros H n t Hn; induction t as [|t IH]; [simpl; now rewrite !Nat.add_0_r|].
  replace (n + S t * p) with (n + t * p + p) by lia.
  rewrite H, IH by lia; simpl; lia.
Qed.

Lemma repeats_ext f g n0 p s : (forall n, f n = g n) -> repeats f n0 p s -> repeats g n0 p s.
Proof. intros H R n Hn; rewrite <- !H; auto. Qed.

(** The first values, going on by period and saltus. *)
Fixpoint go_on (tries : nat) (first : nat -> nat) (n0 p s n : nat) : nat :=
  match tries with
  | 0 => first n
  | S tries => if n <? n0 + p then first n else go_on tries first n0 p s (n - p) + s
  end.

Definition extended (first : nat -> nat) (n0 p s n : nat) : nat := go_on n first n0 p s n.

Lemma go_on_enough first n0 p s t : 1 <= p -> forall n u, n <= t -> n <= u ->
  go_on t first n0 p s n = go_on u first n0 p s n.
Proof.
  intros Hp; induction t as [|t IH]; intros n u Ht Hu.
  - replace n with 0 by lia; destruct u as [|u]; simpl; [reflexivity|].
    destruct (Nat.ltb_spec 0 (n0 + p)); [reflexivity|lia].
  - destruct u as [|u]; simpl; destruct (Nat.ltb_spec n (n0 + p)); try reflexivity; try lia.
    f_equal; apply IH; lia.
Qed.

Lemma extended_first first n0 p s n : n < n0 + p -> extended first n0 p s n = first n.
Proof.
  intros H; unfold extended; destruct n as [|n]; [reflexivity|].
  simpl; destruct (Nat.ltb_spec (S n) (n0 + p)); [reflexivity|lia].
Qed.

Lemma extended_repeats first n0 p s : 1 <= p -> repeats (extended first n0 p s) n0 p s.
Proof.
  intros Hp n Hn; unfold extended at 1; destruct (n + p) as [|m] eqn:E; [lia|].
  cbn [go_on]; destruct (Nat.ltb_spec (S m) (n0 + p)); [lia|].
  rewrite <- E; replace (n + p - p) with n by lia.
  unfold extended; f_equal; apply go_on_enough; lia.
Qed.

Lemma repeats_extended g n0 p s bound :
  1 <= p -> (forall n, n0 <= n -> n + p < bound -> g (n + p) = g n + s) ->
  forall n, n < bound -> extended g n0 p s n = g n.
Proof.
  intros Hp Hg n; induction n as [n IH] using lt_wf_ind; intros Hn.
  destruct (Nat.lt_ge_cases n (n0 + p)) as [H|H]; [now apply extended_first|].
  replace n with (n - p + p) by lia.
  rewrite extended_repeats, Hg, IH by lia; reflexivity.
Qed.

(** What is to be shown at each heap from the bound on is that the definition goes on to fit. *)
Lemma fits_goes_on r g bound :
  (forall n, n < bound -> fits r g n) ->
  (forall n, bound <= n -> (forall m, m < n -> fits r g m) -> fits r g n) ->
  forall n, fits r g n.
Proof.
  intros H1 H2 n; induction n as [n IH] using lt_wf_ind.
  destruct (Nat.lt_ge_cases n bound); auto.
Qed.
