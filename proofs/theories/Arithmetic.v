(** * Values that grow by the saltus once do so for ever

    Let g be a sequence with pre-period n0, period p and saltus s. Two theorems say when g, having fitted the definition
    below a bound, is the nim-sequence, which is then arithmetically periodic.

    - [all_but]: all numbers may be taken but some, the greatest of which is m. If for some h from n0 on the values
      below h + p are all numbers below s and the values below h with s added, then the bound is h + m + p.
    - [arithmetic]: codes whose moves leave at most three heaps, with the conditions on good and steady options and on those
      that are both; and [never_met]: the finitely many cases that show that no option has the value of its heap.

    Source: Siegel (2013) for sets of all numbers but some; Austin (1976) and Howse and Nowakowski (2004) have other
    conditions for codes that leave three heaps. These are those of crates/grundy-check/src/arithmetic.rs, which
    relies on this file. *)

From Coq Require Import List Arith Lia Bool ZArith Permutation.
From Grundy Require Import Mex Heaps GuySmith Window.
Import ListNotations.

(** ** All numbers but some *)

Theorem all_but (t : ranges) (g : nat -> nat) (m h n0 p s : nat) :
  (forall x, m < x -> within t x = false) -> 1 <= p ->
  repeats g n0 p s -> n0 <= h ->
  (forall v, (exists j, j < h + p /\ g j = v) <-> v < s \/ exists j, j < h /\ g j + s = v) ->
  (forall n, n < h + m + p -> fits (All_but t) g n) ->
  forall n, g n = nim (All_but t) n.
Proof.
  intros Hm Hp Hg Hh Hc Hf; apply fits_everywhere, (fits_goes_on _ _ _ Hf).
  assert (Hc' : forall d v, (exists j, j < h + d + p /\ g j = v) <->
                            v < s \/ exists j, j < h + d /\ g j + s = v).
  { induction d as [|d IH]; intros v; [rewrite Nat.add_0_r; apply Hc|].
    specialize (IH v); pose proof (Hg (h + d) ltac:(lia)) as E; split.
    - intros (j & Hj & Hv); destruct (Nat.eq_dec j (h + d + p)) as [->|].
      + right; exists (h + d); split; lia.
      + destruct (proj1 IH) as [|(i & Hi & Hw)]; [exists j; split; [lia|exact Hv]|auto|].
        right; exists i; split; [lia|exact Hw].
    - intros [Hv|(i & Hi & Hv)].
      + destruct (proj2 IH) as (j & Hj & Hw); [auto|]. exists j; split; [lia|exact Hw].
      + destruct (Nat.eq_dec i (h + d)) as [->|].
        * exists (h + d + p); split; lia.
        * destruct (proj2 IH) as (j & Hj & Hw); [right; exists i; split; [lia|exact Hv]|].
          exists j; split; [lia|exact Hw]. }
  intros n Hn IH; set (n' := n - p).
  assert (En : n = n' + p) by (unfold n'; lia).
  destruct (IH n') as [F1 F2]; [lia|].
  assert (Hfree : forall x, m < x -> negb (within t x) = true) by (intros; rewrite Hm; auto).
  specialize (Hc' (n' - m - h)); replace (h + (n' - m - h)) with (n' - m) in Hc' by lia.
  assert (En' : g n = g n' + s) by (rewrite En; apply Hg; lia).
  split.
  - intros l (x & Hx & Ha & ->); rewrite value_one, En'; simpl in Ha.
    destruct (Nat.le_gt_cases x m) as [Hxm|Hxm].
    + replace (n - x) with (n' - x + p) by lia; rewrite Hg by lia; intros E.
      apply (F1 [n' - x]); [|rewrite value_one; lia].
      exists x; repeat split; auto; lia.
    + destruct (proj1 (Hc' (g (n - x)))) as [Hv|(i & Hi & Hv)]; [|lia|].
      * exists (n - x); split; [lia|reflexivity].
      * intros E; apply (F1 [i]); [|rewrite value_one; lia].
        exists (n' - i); repeat split; [lia|lia|apply Hfree; lia|f_equal; lia].
  - intros v Hv; rewrite En' in Hv.
    assert (Hsmall : forall v, (v < s \/ exists j, j < n' - m /\ g j + s = v) ->
              exists l, leaves (All_but t) n l /\ value g l = v).
    { intros w Hw; apply Hc' in Hw as (j & Hj & <-); exists [j]; split; [|apply value_one].
      exists (n - j); repeat split; [lia|lia|apply Hfree; lia|f_equal; lia]. }
    destruct (Nat.lt_ge_cases v s) as [H|H]; [auto|].
    destruct (F2 (v - s)) as (l & (x & Hx & Ha & ->) & E); [lia|]; rewrite value_one in E; simpl in Ha.
    destruct (Nat.le_gt_cases x m) as [Hxm|Hxm].
    + exists [n - x]; split; [exists x; repeat split; auto; lia|].
      rewrite value_one; replace (n - x) with (n' - x + p) by lia; rewrite Hg by lia; lia.
    + apply Hsmall; right; exists (n' - x); split; lia.
Qed.

(** ** Upper and lower digits *)

(** A value is 2^low times its upper digits, and its lower ones. *)
Definition upper (low v : nat) : nat := v / 2 ^ low.
Definition lower (low v : nat) : nat := v mod 2 ^ low.

Lemma pow2_pos low : 2 ^ low <> 0.
Proof. apply Nat.pow_nonzero; lia. Qed.

Lemma upper_lower low v : v = 2 ^ low * upper low v + lower low v.
Proof. apply Nat.div_mod, pow2_pos. Qed.

Lemma upper_lxor low a b : upper low (Nat.lxor a b) = Nat.lxor (upper low a) (upper low b).
Proof. unfold upper; rewrite <- !Nat.shiftr_div_pow2; apply Nat.shiftr_lxor. Qed.

Lemma lower_lxor low a b : lower low (Nat.lxor a b) = Nat.lxor (lower low a) (lower low b).
Proof.
  unfold lower; apply Nat.bits_inj; intros i; rewrite Nat.lxor_spec.
  destruct (Nat.lt_ge_cases i low).
  - rewrite !Nat.mod_pow2_bits_low by assumption; apply Nat.lxor_spec.
  - rewrite !Nat.mod_pow2_bits_high by assumption; reflexivity.
Qed.

Lemma upper_add low v t : upper low (v + 2 ^ low * t) = upper low v + t.
Proof. unfold upper; rewrite Nat.mul_comm; apply Nat.div_add, pow2_pos. Qed.

Lemma lower_add low v t : lower low (v + 2 ^ low * t) = lower low v.
Proof. unfold lower; rewrite Nat.mul_comm; apply Nat.mod_add, pow2_pos. Qed.

Lemma upper_lower_eq low v w : upper low v = upper low w -> lower low v = lower low w -> v = w.
Proof. intros H1 H2; rewrite (upper_lower low v), (upper_lower low w), H1, H2; reflexivity. Qed.

Lemma lxor_half a b : Nat.div2 (Nat.lxor a b) = Nat.lxor (Nat.div2 a) (Nat.div2 b).
Proof. rewrite !Nat.div2_spec; apply Nat.shiftr_lxor. Qed.

Lemma lxor_odd a b : Nat.odd (Nat.lxor a b) = xorb (Nat.odd a) (Nat.odd b).
Proof. rewrite <- !Nat.bit0_odd; apply Nat.lxor_spec. Qed.

Lemma lxor_le_add a : forall b, Nat.lxor a b <= a + b.
Proof.
  induction a as [a IH] using lt_wf_ind; intros b.
  destruct (Nat.eq_dec a 0) as [->|Ha]; [rewrite Nat.lxor_0_l; lia|].
  specialize (IH (Nat.div2 a) ltac:(apply Nat.lt_div2; lia) (Nat.div2 b)); rewrite <- lxor_half in IH.
  pose proof (Nat.div2_odd (Nat.lxor a b)) as H1; rewrite lxor_odd in H1.
  pose proof (Nat.div2_odd a) as H2; pose proof (Nat.div2_odd b) as H3.
  destruct (Nat.odd a), (Nat.odd b); simpl xorb in H1; unfold Nat.b2n in *; lia.
Qed.

(** A sum is at least the nim-sum, and differs from it by an even number. *)
Lemma nim_sum_le l : nim_sum l <= total l.
Proof.
  induction l as [|x l IH]; simpl; [lia|]. fold (total l).
  pose proof (lxor_le_add x (nim_sum l)); lia.
Qed.

Lemma nim_sum_odd l : Nat.odd (nim_sum l) = Nat.odd (total l).
Proof.
  induction l as [|x l IH]; simpl; [reflexivity|].
  now rewrite lxor_odd, Nat.odd_add, IH.
Qed.

(** ** Codes that leave at most three heaps *)

Lemma total_cons h l : total (h :: l) = h + total l.
Proof. reflexivity. Qed.

(* Heaps that are left may be exchanged for as many others if the heap moved in grows by as much as they do. *)
Lemma breaks_change c n n' l l' :
  unequal c = false -> breaks c n l ->
  length l' = length l -> (forall h, In h l' -> 1 <= h) -> n' + total l = n + total l' -> n <= n' ->
  breaks c n' l'.
Proof.
  intros Hu (k & Ha & Hs & _ & Hl & _ & Hk) Hlen Hpos He Hn; exists k; rewrite Hlen.
  split; [exact Ha|]. split; [lia|]. split; [exact Hpos|]. split; [intros; specialize (Hl H); lia|].
  split; [congruence|exact Hk].
Qed.

Lemma breaks_positive c n l h : breaks c n l -> In h l -> 1 <= h.
Proof. intros (k & _ & _ & Hp & _); auto. Qed.

Lemma total_perm l l' : Permutation l l' -> total l = total l'.
Proof. induction 1; simpl in *; lia. Qed.

Lemma nim_sum_perm l l' : Permutation l l' -> nim_sum l = nim_sum l'.
Proof.
  induction 1; simpl in *; try congruence.
  now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm x y).
Qed.

Lemma value_perm g l l' : Permutation l l' -> value g l = value g l'.
Proof. intros H; apply nim_sum_perm, Permutation_map, H. Qed.

Lemma breaks_perm c n l l' : unequal c = false -> breaks c n l -> Permutation l l' -> breaks c n l'.
Proof.
  intros Hu H P; apply (breaks_change c n n l); auto.
  - symmetry; now apply Permutation_length.
  - intros h Hh; apply (breaks_positive c n l); [exact H|].
    now apply (Permutation_in _ (Permutation_sym P)).
  - now rewrite (total_perm _ _ P).
Qed.

Section Growing.
  Variables (c : code) (g : nat -> nat) (n0 p low sigma : nat).
  Let s := 2 ^ low * sigma.
  Hypotheses (Hu : unequal c = false) (Hp : 1 <= p) (Hn0 : 1 <= n0).
  Hypothesis Hg : repeats g n0 p s.

  Let q h := upper low (g h).
  Let r h := lower low (g h).

  (** An option of n with the value v is good if beside one large heap the q of the others have the nim-sum 0. *)
  Definition good (n v : nat) : Prop := exists b d,
    breaks c n (b :: d) /\ value g (b :: d) = v /\ n0 <= b /\ nim_sum (map q d) = 0.

  (** It is steady if two large heaps have the same q. *)
  Definition steady (n v : nat) : Prop := exists x y d,
    breaks c n (x :: y :: d) /\ value g (x :: y :: d) = v /\ n0 <= x /\ n0 <= y /\ q x = q y.

  (** It is both by the same two if there is just a third heap, and that is large, too. *)
  Definition both (n v : nat) : Prop := exists x y z,
    breaks c n [x; y; z] /\ value g [x; y; z] = v /\ n0 <= x /\ n0 <= y /\ n0 <= z /\ q x = q y.

  Lemma q_grows h t : n0 <= h -> q (h + t * p) = q h + t * sigma.
  Proof.
    intros Hh; unfold q; rewrite (repeats_times _ _ _ _ Hg) by exact Hh; unfold s.
    replace (t * (2 ^ low * sigma)) with (2 ^ low * (t * sigma)) by ring; apply upper_add.
  Qed.

  Lemma r_stays h t : n0 <= h -> r (h + t * p) = r h.
  Proof.
    intros Hh; unfold r; rewrite (repeats_times _ _ _ _ Hg) by exact Hh; unfold s.
    replace (t * (2 ^ low * sigma)) with (2 ^ low * (t * sigma)) by ring; apply lower_add.
  Qed.

  Lemma q_next h : n0 <= h -> q (h + p) = q h + sigma.
  Proof. intros H; rewrite <- (Nat.mul_1_l p), <- (Nat.mul_1_l sigma); apply q_grows, H. Qed.

  Lemma r_next h : n0 <= h -> r (h + p) = r h.
  Proof. intros H; rewrite <- (Nat.mul_1_l p); apply r_stays, H. Qed.

  Lemma upper_value l : upper low (value g l) = nim_sum (map q l).
  Proof.
    induction l as [|h l IH]; [apply Nat.div_0_l, pow2_pos|].
    rewrite value_cons, upper_lxor, IH; reflexivity.
  Qed.

  Lemma lower_value l : lower low (value g l) = nim_sum (map r l).
  Proof.
    induction l as [|h l IH]; [apply Nat.mod_0_l, pow2_pos|].
    rewrite value_cons, lower_lxor, IH; reflexivity.
  Qed.

  (* With p more in the large heap a good option is worth s more, and good. *)
  Lemma good_grows n v : good n v -> good (n + p) (v + s).
  Proof.
    intros (b & d & Hb & <- & Hlarge & Hd); exists (b + p), d; repeat split; auto; [..|lia].
    - apply (breaks_change c n _ (b :: d)); auto; rewrite ?total_cons; try lia.
      intros h [<-|Hh]; [lia|]. apply (breaks_positive c n (b :: d)); [exact Hb|now right].
    - pose proof (q_next b Hlarge) as E1; pose proof (r_next b Hlarge) as E2.
      apply (upper_lower_eq low); unfold s; [rewrite upper_add|rewrite lower_add].
      + rewrite !upper_value; simpl; rewrite Hd, !Nat.lxor_0_r; exact E1.
      + rewrite !lower_value; simpl; now rewrite E2.
  Qed.

  (* With p more in each of the two heaps a steady option is worth the same, and steady. *)
  Lemma pair_grows x y : n0 <= x -> n0 <= y -> q x = q y ->
    q (x + p) = q (y + p) /\ Nat.lxor (g (x + p)) (g (y + p)) = Nat.lxor (g x) (g y).
  Proof.
    intros Hx Hy Hq.
    pose proof (q_next x Hx) as X1; pose proof (r_next x Hx) as X2.
    pose proof (q_next y Hy) as Y1; pose proof (r_next y Hy) as Y2.
    split; [congruence|]. apply (upper_lower_eq low).
    - rewrite !upper_lxor; change (Nat.lxor (q (x + p)) (q (y + p)) = Nat.lxor (q x) (q y)).
      rewrite X1, Y1, Hq, !Nat.lxor_nilpotent; reflexivity.
    - rewrite !lower_lxor; change (Nat.lxor (r (x + p)) (r (y + p)) = Nat.lxor (r x) (r y)).
      now rewrite X2, Y2.
  Qed.

  Lemma steady_grows n v : steady n v -> steady (n + 2 * p) v.
  Proof.
    intros (x & y & d & Hb & <- & Hx & Hy & Hq).
    destruct (pair_grows x y Hx Hy Hq) as [E1 E2].
    exists (x + p), (y + p), d; repeat split; auto; try lia.
    - apply (breaks_change c n _ (x :: y :: d)); auto; rewrite ?total_cons; try lia.
      intros h [<-|[<-|Hh]]; [lia|lia|].
      apply (breaks_positive c n (x :: y :: d)); [exact Hb|right; now right].
    - rewrite !value_cons, <- !Nat.lxor_assoc, E2; reflexivity.
  Qed.

  Lemma both_grows n v : both n v -> both (n + 2 * p) v.
  Proof.
    intros (x & y & z & Hb & <- & Hx & Hy & Hz & Hq).
    destruct (pair_grows x y Hx Hy Hq) as [E1 E2].
    exists (x + p), (y + p), z; repeat split; auto; try lia.
    - apply (breaks_change c n _ [x; y; z]); auto; rewrite ?total_cons; try lia.
      intros h [<-|[<-|[<-|[]]]]; lia.
    - rewrite !value_cons, <- !Nat.lxor_assoc, E2; reflexivity.
  Qed.

  (* An option that is both is good by the third heap. *)
  Lemma both_good n v : both n v -> good n v.
  Proof.
    intros (x & y & z & Hb & <- & Hx & Hy & Hz & Hq); exists z, [x; y]; repeat split; auto.
    - apply (breaks_perm c n [x; y; z]); auto.
      apply (Permutation_app_comm [x; y] [z]).
    - apply value_perm, (Permutation_app_comm [z] [x; y]).
    - simpl; rewrite Hq, Nat.lxor_0_r; apply Nat.lxor_nilpotent.
  Qed.

  Lemma steady_breaks n v : steady n v -> exists l, leaves (Break c) n l /\ value g l = v.
  Proof. intros (x & y & d & H & E & _); eauto. Qed.

  Lemma good_breaks n v : good n v -> exists l, leaves (Break c) n l /\ value g l = v.
  Proof. intros (b & d & H & E & _); eauto. Qed.

  (* What holds for 2 p heaps in a row and goes on by 2 p holds for ever. *)
  Lemma by_two_periods (P : nat -> Prop) start :
    (forall n, start <= n < start + 2 * p -> P n) -> (forall n, P n -> P (n + 2 * p)) ->
    forall n, start <= n -> P n.
  Proof.
    intros H1 H2 n; induction n as [n IH] using lt_wf_ind; intros Hn.
    destruct (Nat.lt_ge_cases n (start + 2 * p)); [auto|].
    replace n with (n - 2 * p + 2 * p) by lia; apply H2, IH; lia.
  Qed.

  Lemma arithmetic_fits (start lambda : nat) :
    n0 <= start -> s <= lambda ->
    (forall n, start <= n < start + 2 * p -> forall v, v < lambda -> steady n v) ->
    (forall n, start <= n < start + 2 * p -> forall v, lambda - s <= v < lambda -> both n v) ->
    (forall n, start <= n < start + p -> forall v, lambda <= v < g n -> good n v) ->
    (forall n, start <= n -> forall l, breaks c n l -> value g l <> g n) ->
    (forall n, n < start -> fits (Break c) g n) ->
    forall n, fits (Break c) g n.
  Proof.
    intros Hstart Hlambda H1 H2 H3 Hnever Hf; apply (fits_goes_on _ _ _ Hf).
    assert (A1 : forall n, start <= n -> forall v, v < lambda -> steady n v).
    { apply (by_two_periods (fun n => forall v, v < lambda -> steady n v)); [exact H1|]. intros n Hn v Hv; apply steady_grows; auto. }
    assert (A2 : forall n, start <= n -> forall v, lambda - s <= v < lambda -> both n v).
    { apply (by_two_periods (fun n => forall v, lambda - s <= v < lambda -> both n v)); [exact H2|]. intros n Hn v Hv; apply both_grows; auto. }
    assert (A3 : forall n, start <= n -> forall v, lambda <= v < g n -> good n v).
    { induction n as [n IH] using lt_wf_ind; intros Hn v Hv.
      destruct (Nat.lt_ge_cases n (start + p)) as [H|H]; [apply H3; lia|].
      assert (En : g n = g (n - p) + s).
      { replace n with (n - p + p) at 1 by lia; apply Hg; lia. }
      replace n with (n - p + p) by lia; replace v with (v - s + s) by lia; apply good_grows.
      destruct (Nat.lt_ge_cases (v - s) lambda) as [Hlow|Hhigh].
      - apply both_good, A2; lia.
      - apply IH; lia. }
    intros n Hn _; split.
    - intros l Hl; apply Hnever; assumption.
    - intros v Hv; destruct (Nat.lt_ge_cases v lambda) as [H|H].
      + apply steady_breaks, A1; assumption.
      + apply good_breaks, A3; lia.
  Qed.

  (** *** That the value of a heap is never met

      The heap moved in and all that are left but one large heap may be brought below n0 + p; what is left for the last one
      may then be of any sign. *)

  Definition class_of (z : Z) : Z := (Z.of_nat n0 + (z - Z.of_nat n0) mod Z.of_nat p)%Z.

  Definition last_heap (heap removed : nat) (others : list nat) : Z :=
    (Z.of_nat heap - Z.of_nat removed - Z.of_nat (total others))%Z.

  (** The sum of the q of what is left less that of the heap. *)
  Definition excess (heap removed : nat) (others : list nat) : Z :=
    (let z := last_heap heap removed others in
     Z.of_nat (total (map q others)) + Z.of_nat (q (Z.to_nat (class_of z)))
     + Z.of_nat sigma * ((z - class_of z) / Z.of_nat p) - Z.of_nat (q heap))%Z.

  Definition could_meet (heap removed : nat) (others : list nat) : bool :=
    (Nat.lxor (nim_sum (map r others)) (r (Z.to_nat (class_of (last_heap heap removed others)))) =? r heap) &&
    (if forallb (fun h => h <? n0) others && (nim_sum (map q others) =? 0)
     then (excess heap removed others =? Z.of_nat (total (map q others)))%Z
     else (0 <=? excess heap removed others)%Z && Z.even (excess heap removed others)).

  Definition class (h : nat) : nat := if h <? n0 then h else n0 + (h - n0) mod p.

  (* How many periods a heap is beyond its class. *)
  Definition turns (h : nat) : nat := if h <? n0 then 0 else (h - n0) / p.

  Lemma class_turns h : h = class h + turns h * p.
  Proof.
    unfold class, turns; destruct (Nat.ltb_spec h n0); [lia|].
    pose proof (Nat.div_mod (h - n0) p ltac:(lia)); nia.
  Qed.

  Lemma class_range h : 1 <= h -> 1 <= class h < n0 + p.
  Proof.
    unfold class; destruct (Nat.ltb_spec h n0); [lia|].
    pose proof (Nat.mod_upper_bound (h - n0) p ltac:(lia)); lia.
  Qed.

  Lemma class_large h : n0 <= h -> n0 <= class h < n0 + p.
  Proof.
    unfold class; destruct (Nat.ltb_spec h n0); [lia|].
    pose proof (Nat.mod_upper_bound (h - n0) p ltac:(lia)); lia.
  Qed.

  Lemma q_class h : q h = q (class h) + turns h * sigma.
  Proof.
    destruct (Nat.lt_ge_cases h n0) as [H|H].
    - unfold class, turns; destruct (Nat.ltb_spec h n0); simpl; lia.
    - rewrite (class_turns h) at 1; apply q_grows, class_large, H.
  Qed.

  Lemma r_class h : r h = r (class h).
  Proof.
    destruct (Nat.lt_ge_cases h n0) as [H|H].
    - unfold class; destruct (Nat.ltb_spec h n0); [reflexivity|lia].
    - rewrite (class_turns h) at 1; apply r_stays, class_large, H.
  Qed.

  Lemma total_class l : total l = total (map class l) + total (map turns l) * p.
  Proof.
    induction l as [|h l IH]; [reflexivity|].
    simpl; fold (total l) (total (map class l)) (total (map turns l)).
    pose proof (class_turns h); lia.
  Qed.

  Lemma total_q_class l : total (map q l) = total (map q (map class l)) + total (map turns l) * sigma.
  Proof.
    induction l as [|h l IH]; [reflexivity|].
    simpl; fold (total (map q l)) (total (map q (map class l))) (total (map turns l)).
    pose proof (q_class h); lia.
  Qed.

  Lemma map_r_class l : map r l = map r (map class l).
  Proof. rewrite map_map; apply map_ext, r_class. Qed.

  Lemma map_class_small l : forallb (fun h => h <? n0) (map class l) = true -> map class l = l.
  Proof.
    rewrite forallb_forall; intros H; rewrite <- (map_id l) at 2; apply map_ext_in; intros h Hh.
    specialize (H (class h) (in_map _ _ _ Hh)); apply Nat.ltb_lt in H.
    unfold class in *; destruct (Nat.ltb_spec h n0); [reflexivity|lia].
  Qed.

  (* The last heap, brought below n0 + p, is the class of the true one; and so many periods less than it. *)
  Lemma last_class n k b others :
    n0 <= n -> n0 <= b -> k + (b + total others) = n ->
    class_of (last_heap (class n) k (map class others)) = Z.of_nat (class b) /\
    ((last_heap (class n) k (map class others) - Z.of_nat (class b)) / Z.of_nat p =
      Z.of_nat (turns b) + Z.of_nat (total (map turns others)) - Z.of_nat (turns n))%Z.
  Proof.
    intros Hn Hb He.
    assert (E : (last_heap (class n) k (map class others) = Z.of_nat (class b) +
      (Z.of_nat (turns b) + Z.of_nat (total (map turns others)) - Z.of_nat (turns n)) * Z.of_nat p)%Z).
    { unfold last_heap; pose proof (total_class others); pose proof (class_turns n); pose proof (class_turns b).
      nia. }
    pose proof (class_large b Hb).
    split.
    - unfold class_of; rewrite E.
      replace (Z.of_nat (class b) + _ * Z.of_nat p - Z.of_nat n0)%Z with
        (Z.of_nat (class b) - Z.of_nat n0 +
         (Z.of_nat (turns b) + Z.of_nat (total (map turns others)) - Z.of_nat (turns n)) * Z.of_nat p)%Z by ring.
      rewrite Z.mod_add, Z.mod_small by lia; ring.
    - rewrite E.
      replace (Z.of_nat (class b) + _ * Z.of_nat p - Z.of_nat (class b))%Z with
        ((Z.of_nat (turns b) + Z.of_nat (total (map turns others)) - Z.of_nat (turns n)) * Z.of_nat p)%Z by ring.
      apply Z.div_mul; lia.
  Qed.

  Lemma met_could_be n k b others :
    n0 <= n -> n0 <= b -> k + (b + total others) = n ->
    value g (b :: others) = g n -> could_meet (class n) k (map class others) = true.
  Proof.
    intros Hn Hb He Hv; destruct (last_class n k b others Hn Hb He) as [E1 E2].
    assert (Hr : nim_sum (map r (b :: others)) = r n) by (rewrite <- lower_value, Hv; reflexivity).
    assert (Hq : nim_sum (map q (b :: others)) = q n) by (rewrite <- upper_value, Hv; reflexivity).
    assert (Hx : excess (class n) k (map class others) =
                 (Z.of_nat (total (map q (b :: others))) - Z.of_nat (q n))%Z).
    { unfold excess; cbv zeta; rewrite E1, Nat2Z.id, E2; simpl.
      fold (total (map q others)).
      pose proof (total_q_class others); pose proof (q_class n); pose proof (q_class b); nia. }
    unfold could_meet; rewrite E1, Nat2Z.id, Hx, <- map_r_class; apply andb_true_iff; split.
    - apply Nat.eqb_eq; rewrite <- !r_class, Nat.lxor_comm; exact Hr.
    - pose proof (nim_sum_le (map q (b :: others))) as Hle; rewrite Hq in Hle.
      destruct (forallb _ _ && _) eqn:Hsmall.
      + apply andb_true_iff in Hsmall as [Hs Hz]; apply map_class_small in Hs.
        rewrite Hs in *; apply Nat.eqb_eq in Hz; apply Z.eqb_eq.
        simpl in Hq |- *; fold (total (map q others)); rewrite Hz, Nat.lxor_0_r in Hq; lia.
      + apply andb_true_iff; split; [apply Z.leb_le; lia|].
        pose proof (nim_sum_odd (map q (b :: others))) as Ho; rewrite Hq in Ho.
        replace (Z.of_nat (total (map q (b :: others))) - Z.of_nat (q n))%Z
          with (Z.of_nat (total (map q (b :: others)) - q n)) by lia.
        assert (Hev : Nat.even (total (map q (b :: others)) - q n) = true).
        { rewrite Nat.even_sub by exact Hle. rewrite <- !Nat.negb_odd, Ho; apply eqb_reflx. }
        apply Nat.even_spec in Hev as [e ->]; apply Z.even_spec; exists (Z.of_nat e); lia.
  Qed.

  (** If no case could meet, the value of a heap from 3 n0 + k on is never that of an option. *)
  Theorem never_met :
    at_most c 3 ->
    (forall heap removed others, n0 <= heap < n0 + p ->
      allows c removed (S (length others)) = true ->
      (forall h, In h others -> 1 <= h < n0 + p) ->
      match others with x :: y :: _ => x <= y | _ => True end ->
      could_meet heap removed others = false) ->
    forall n, 3 * n0 + farthest c <= n -> forall l, breaks c n l -> value g l <> g n.
  Proof.
    intros H3 Hcases n Hn l Hl Hv.
    pose proof Hl as (k & Ha & Hs & Hpos & _); pose proof (H3 _ _ Ha) as Hlen.
    pose proof (allows_removed _ _ _ Ha) as Hk.
    destruct (large_heap (n0 - 1) l) as (u & b & d & -> & Hb); [nia|].
    assert (P : exists others, Permutation (u ++ b :: d) (b :: others) /\
              match map class others with x :: y :: _ => x <= y | _ => True end).
    { assert (P0 : Permutation (u ++ b :: d) (b :: u ++ d)) by
        (symmetry; apply Permutation_middle).
      rewrite app_length in Hlen; simpl in Hlen.
      assert (Hl2 : length (u ++ d) <= 2) by (rewrite app_length; lia).
      destruct (u ++ d) as [|x [|y [|z t]]].
      - exists (@nil nat); split; [exact P0|exact I].
      - exists [x]; split; [exact P0|exact I].
      - destruct (Nat.le_gt_cases (class x) (class y)); [exists [x; y]; split; auto|].
        exists [y; x]; split; [|simpl; lia].
        rewrite P0; constructor; apply perm_swap.
      - simpl in Hl2; lia. }
    destruct P as (others & P & Hsorted).
    rewrite (total_perm _ _ P) in Hs; rewrite (value_perm g _ _ P) in Hv.
    rewrite (Permutation_length P) in Ha.
    assert (Hmeet : could_meet (class n) k (map class others) = true).
    { apply (met_could_be n k b others); auto; lia. }
    rewrite Hcases in Hmeet; [discriminate|apply class_large; lia|now rewrite map_length| |exact Hsorted].
    intros h Hh; apply in_map_iff in Hh as (x & <- & Hx); apply class_range.
    apply Hpos, (Permutation_in _ (Permutation_sym P)); now right.
  Qed.
End Growing.

(** The sequence is the nim-sequence if it fits the definition below [start]. *)
Theorem arithmetic (c : code) (g : nat -> nat) (n0 p low sigma start lambda : nat) :
  let s := 2 ^ low * sigma in
  unequal c = false -> 1 <= p -> 1 <= n0 -> repeats g n0 p s ->
  n0 <= start -> s <= lambda ->
  (forall n, start <= n < start + 2 * p -> forall v, v < lambda -> steady c g n0 low n v) ->
  (forall n, start <= n < start + 2 * p -> forall v, lambda - s <= v < lambda -> both c g n0 low n v) ->
  (forall n, start <= n < start + p -> forall v, lambda <= v < g n -> good c g n0 low n v) ->
  (forall n, start <= n -> forall l, breaks c n l -> value g l <> g n) ->
  (forall n, n < start -> fits (Break c) g n) ->
  forall n, g n = nim (Break c) n.
Proof.
  intros s Hu Hp Hn0 Hg Hs Hl H1 H2 H3 Hn Hf; apply fits_everywhere.
  exact (arithmetic_fits c g n0 p low sigma Hu Hp Hn0 Hg start lambda Hs Hl H1 H2 H3 Hn Hf).
Qed.
