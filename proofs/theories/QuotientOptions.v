(** * What the options of heaps are worth in a quotient

    For each heap the values of its options, each once, computed from the values of the heaps. The values of the
    ways to part m stones into j heaps follow from those into j - 1 heaps, of which all smaller m are kept; two
    heaps are taken with the smaller first. [all_effects_spec]: they are the values of the options by the rules.

    Used by: QuotientCheck.v; it is what crates/grundy-check/src/quotient/letters.rs and options.rs do. *)

From Coq Require Import List Arith Lia Bool PArith MSetPositive.
From Grundy Require Import Heaps Quotient QuotientPeriod QuotientMonoid.
Import ListNotations.

(** ** Lists *)

(** Each element once. *)
Definition nub (l : list positive) : list positive :=
  S.elements (fold_left (fun s x => S.add x s) l S.empty).

Lemma mem_fold_add l : forall s x, S.mem x (fold_left (fun s x => S.add x s) l s) = true <-> In x l \/ S.mem x s = true.
Proof.
  induction l as [|y l IH]; intros s x; simpl; [tauto|].
  rewrite IH, S.mem_spec, S.add_spec, S.mem_spec; intuition.
Qed.

Lemma in_set_elements x s : In x (S.elements s) <-> S.mem x s = true.
Proof.
  rewrite S.mem_spec, <- S.elements_spec1, SetoidList.InA_alt; split.
  - intros H; exists x; split; [reflexivity|exact H].
  - intros (y & E & H); rewrite E; exact H.
Qed.

Lemma in_nub x l : In x (nub l) <-> In x l.
Proof.
  unfold nub; rewrite in_set_elements, mem_fold_add, S.mem_spec; split; [|tauto].
  intros [H|H]; [exact H|]; now apply S.empty_spec in H.
Qed.

Lemma in_combine_nth {X Y : Type} (a : list X) : forall (b : list Y) x y,
  In (x, y) (combine a b) <-> exists i, nth_error a i = Some x /\ nth_error b i = Some y.
Proof.
  induction a as [|u a IH]; intros b x y; simpl.
  - split; [intros []|intros (i & H & _); destruct i; discriminate].
  - destruct b as [|v b]; simpl.
    + split; [intros []|intros (i & _ & H); destruct i; discriminate].
    + rewrite IH; split.
      * intros [E|(i & H)]; [injection E as -> ->; exists 0; auto|exists (S i); exact H].
      * intros ([|i] & H1 & H2); [left; simpl in *; congruence|right; exists i; auto].
Qed.

Lemma nth_error_firstn {X : Type} k : forall (l : list X) i x,
  nth_error (firstn k l) i = Some x <-> i < k /\ nth_error l i = Some x.
Proof.
  induction k as [|k IH]; intros l i x; simpl.
  - split; [destruct i; discriminate|lia].
  - destruct l as [|y l]; simpl.
    + split; [destruct i; discriminate|intros [_ H]; destruct i; discriminate].
    + destruct i as [|i]; simpl; [split; [split; [lia|assumption]|tauto]|].
      rewrite IH; intuition lia.
Qed.

(** ** Values of options *)

Section Compute.
  Variables (mul : positive -> positive -> positive).

  (* [firsts]: the values of the heaps 1, 2, ...; [history]: for each smaller heap, the greatest first, the values
     of the ways to part it, by the number of heaps. *)
  Variable firsts : list positive.

  Definition splits (unequal : bool) (j n : nat) (history : list (list (list positive))) : list positive :=
    let some := if j =? 2 then firstn (Nat.div2 (if unequal then n - 1 else n)) firsts else firsts in
    nub (flat_map (fun e : positive * list positive => map (mul (fst e)) (snd e))
      (combine some (map (fun t => nth (j - 1) t []) history))).

  Definition parted (unequal : bool) (most n : nat) (v : positive) (history : list (list (list positive))) :
      list (list positive) :=
    (if n =? 0 then [1%positive] else []) :: (if n =? 0 then [] else [v]) ::
    map (fun j => splits unequal j n history) (seq 2 (most - 1)).

  Definition may (c : code) (n k j : nat) : bool :=
    ((j <? 2) || (least c <=? n)) && (negb (k =? 0) || (2 <=? j)).

  Definition flags (c : code) : list (nat * list nat) :=
    map (fun k => (k, filter (allows c k) (seq 0 (S (most_parts c))))) (seq 0 (length (digits c))).

  Definition broken (c : code) (fl : list (nat * list nat)) (n : nat) (history : list (list (list positive))) : list positive :=
    nub (flat_map (fun e : nat * list nat * list (list positive) => let '(k, js, t) := e in
      flat_map (fun j => if may c n k j then nth j t [] else []) js) (combine fl history)).

  Fixpoint code_effects (c : code) (fl : list (nat * list nat)) (n : nat) (history : list (list (list positive)))
      (todo : list positive) : list (list positive) :=
    match todo with
    | [] => []
    | v :: todo =>
        let history := parted (unequal c) (most_parts c) n v history :: history in
        broken c fl n history :: code_effects c fl (S n) history todo
    end.

  Definition taken (allow : list bool) (past : list positive) : list positive :=
    nub (flat_map (fun e : bool * positive => if fst e then [snd e] else []) (combine allow past)).

  Fixpoint take_effects (allow : list bool) (past todo : list positive) : list (list positive) :=
    match todo with
    | [] => []
    | v :: todo => taken allow past :: take_effects allow (v :: past) todo
    end.
End Compute.

(** By heap: the values of its options. *)
Definition all_effects (mul : positive -> positive -> positive) (r : rules) (phis : list positive) : list (list positive) :=
  match r with
  | Break c => code_effects mul (tl phis) c (flags c) 0 [] phis
  | _ => take_effects (map (allowed r) (seq 1 (length phis))) [] phis
  end.

Definition effects_possible (r : rules) : bool :=
  match r with Break c => negb (unequal c && (2 <? most_parts c)) | _ => true end.

(** ** They are what the rules say *)

Section Right.
  Context {Q : monoid}.
  Variables (val : Q -> positive) (mul : positive -> positive -> positive).
  Hypothesis val_one : val one = 1%positive.
  Hypothesis val_times : forall x y, val (times x y) = mul (val x) (val y).
  Variables (r : rules) (phi : nat -> Q) (phis : list positive).
  Hypothesis Hphi : forall n, n < length phis -> nth_error phis n = Some (val (phi n)).

  Notation Phi := (Phi (A := heap_letters r) phi).

  Definition effects_right (n : nat) (e : list positive) : Prop :=
    forall x, In x e <-> exists q, leaves r n q /\ val (Phi q) = x.

  (** *** Codes *)

  Section Code.
    Variable c : code.
    Hypothesis Hr : r = Break c.
    Hypothesis Hu : unequal c = true -> most_parts c <= 2.

    Definition parting (j m : nat) (l : list nat) : Prop :=
      length l = j /\ total l = m /\ (forall h, In h l -> 1 <= h) /\
      (unequal c = true -> forall a b, l = [a; b] -> a <> b).

    Definition parted_right (m : nat) (t : list (list positive)) : Prop :=
      forall j, j <= most_parts c -> forall x,
        In x (nth j t []) <-> exists l, parting j m l /\ val (Phi l) = x.

    Definition history_right (n : nat) (history : list (list (list positive))) : Prop :=
      length history = n /\ forall i t, nth_error history i = Some t -> parted_right (n - 1 - i) t.

    Lemma firsts_right i x : nth_error (tl phis) i = Some x -> x = val (phi (S i)).
    Proof.
      intros H; assert (E : nth_error phis (S i) = Some x) by (destruct phis; [destruct i; discriminate|exact H]).
      rewrite Hphi in E by (apply nth_error_Some; congruence); congruence.
    Qed.

    Lemma firsts_there i : S i < length phis -> nth_error (tl phis) i = Some (val (phi (S i))).
    Proof. intros H; rewrite <- Hphi by exact H; destruct phis; [simpl in H; lia|reflexivity]. Qed.

    Lemma splits_right n history j :
      n < length phis -> 2 <= j <= most_parts c -> history_right n history -> forall x,
      In x (splits mul (tl phis) (unequal c) j n history) <-> exists l, parting j n l /\ val (Phi l) = x.
    Proof.
      intros Hn Hj (Hlen & Hh) x; unfold splits; rewrite in_nub, in_flat_map.
      (* The pairs of a first heap and of what the others are worth. *)
      assert (Hpair : forall i t, nth_error history i = Some t -> i < n) by
        (intros i t E; rewrite <- Hlen; apply nth_error_Some; congruence).
      split.
      - intros ([y s] & Hin & Hx); simpl in Hx; apply in_map_iff in Hx; destruct Hx as (z & <- & Hz).
        apply in_combine_nth in Hin; destruct Hin as (i & Hy & Hs).
        rewrite nth_error_map in Hs; destruct (nth_error history i) as [t|] eqn:Et; [|discriminate].
        simpl in Hs; injection Hs as <-; pose proof (Hpair i t Et) as Hi.
        assert (Hfirst : y = val (phi (S i)) /\ (unequal c = true -> j = 2 -> S i < n - S i)).
        { destruct (Nat.eqb_spec j 2) as [E2|E2]; [apply nth_error_firstn in Hy; destruct Hy as [Hlt Hy]|];
            apply firsts_right in Hy; split; auto; [|lia].
          intros E _; rewrite E in Hlt; pose proof (Nat.div2_odd (n - 1)); destruct (Nat.odd (n - 1)); simpl in *; lia. }
        destruct Hfirst as [-> Hdiff].
        apply (Hh i t Et) in Hz; [|lia]; destruct Hz as (l & (H1 & H2 & H3 & H4) & <-).
        exists (S i :: l); split; [|simpl; now rewrite val_times].
        split; [simpl; lia|]; split; [simpl; fold (total l); lia|]; split.
        + intros h [<-|Hin]; [lia|auto].
        + intros E a b El; injection El as <- ->; specialize (Hdiff E); simpl in H1, H2; lia.
      - intros (l & Hl & <-).
        (* The smaller one of two heaps is first. *)
        assert (Hs : exists h l', parting j n (h :: l') /\ val (Phi l) = val (Phi (h :: l')) /\
          (j = 2 -> if unequal c then 2 * h < n else 2 * h <= n)).
        { destruct Hl as (H1 & H2 & H3 & H4); destruct l as [|a l]; [simpl in H1; lia|].
          destruct (Nat.eq_dec j 2) as [->|Hne].
          - destruct l as [|b [|]]; simpl in H1; try lia; simpl in H2.
            destruct (Nat.le_gt_cases a b) as [Hle|Hgt].
            + exists a, [b]; split; [|split; [reflexivity|]].
              * repeat split; simpl; auto; lia.
              * intros _; destruct (unequal c); [specialize (H4 eq_refl a b eq_refl)|]; lia.
            + exists b, [a]; split; [|split; [simpl; f_equal; rewrite !times_one; apply times_comm|]].
              * repeat split; simpl; try lia.
                -- intros h [<-|[<-|[]]]; apply H3; simpl; auto.
                -- intros E u v Euv; injection Euv as <- <-; lia.
              * intros _; destruct (unequal c); lia.
          - exists a, l; repeat split; auto; lia. }
        destruct Hs as (h & l' & (H1 & H2 & H3 & H4) & -> & H5); simpl in H1, H2; fold (total l') in H2.
        assert (Hh1 : 1 <= h) by (apply H3; now left).
        assert (Hl' : 1 <= total l').
        { destruct l' as [|b l']; [simpl in H1; lia|]; assert (1 <= b) by (apply H3; simpl; auto); simpl; lia. }
        destruct (nth_error history (h - 1)) as [t|] eqn:Et; [|apply nth_error_None in Et; lia].
        exists (val (phi h), nth (j - 1) t []); split; simpl.
        + apply in_combine_nth; exists (h - 1); split; [|rewrite nth_error_map, Et; reflexivity].
          assert (E : nth_error (tl phis) (h - 1) = Some (val (phi h))).
          { rewrite firsts_there by lia; do 3 f_equal; lia. }
          destruct (Nat.eqb_spec j 2) as [E2|E2]; [|exact E].
          apply nth_error_firstn; split; [|exact E].
          specialize (H5 E2); destruct (unequal c).
          * pose proof (Nat.div2_odd (n - 1)); destruct (Nat.odd (n - 1)); simpl in *; lia.
          * pose proof (Nat.div2_odd n); destruct (Nat.odd n); simpl in *; lia.
        + rewrite val_times; apply in_map, (Hh _ _ Et); [lia|].
          exists l'; split; [|reflexivity]; repeat split; auto; try lia.
          * intros k Hk; apply H3; now right.
          * intros E a b El; subst l'; specialize (Hu E); simpl in H1; lia.
    Qed.

    Lemma parted_is_right n history :
      n < length phis -> history_right n history ->
      parted_right n (parted mul (tl phis) (unequal c) (most_parts c) n (val (phi n)) history).
    Proof.
      intros Hn Hh j Hj x; unfold parted; destruct j as [|[|j]]; cbn [nth].
      - destruct (Nat.eqb_spec n 0) as [->|Hn0]; split.
        + intros [<-|[]]; exists []; split; [|exact val_one]; repeat split; simpl; try tauto; discriminate.
        + intros (l & (H1 & _) & <-); destruct l; [left; symmetry; exact val_one|discriminate].
        + intros [].
        + intros (l & (H1 & H2 & _) & _); destruct l; [simpl in H2; lia|discriminate].
      - destruct (Nat.eqb_spec n 0) as [->|Hn0]; split.
        + intros [].
        + intros (l & (H1 & H2 & H3 & _) & _); destruct l as [|h [|]]; simpl in *; try discriminate.
          specialize (H3 h); lia.
        + intros [<-|[]]; exists [n]; split; [|simpl; now rewrite times_one].
          repeat split; simpl; try lia. intros _ a b E; discriminate.
        + intros (l & (H1 & H2 & H3 & _) & <-); destruct l as [|h [|]]; simpl in H1; try discriminate.
          left; simpl in *; rewrite times_one; do 2 f_equal; lia.
      - assert (E : nth j (map (fun j => splits mul (tl phis) (unequal c) j n history) (seq 2 (most_parts c - 1))) [] =
                    splits mul (tl phis) (unequal c) (S (S j)) n history).
        { rewrite nth_indep with (d' := splits mul (tl phis) (unequal c) 0 n history)
            by (rewrite map_length, seq_length; lia).
          rewrite map_nth with (f := fun j => splits mul (tl phis) (unequal c) j n history), seq_nth by lia.
          reflexivity. }
        rewrite E; apply splits_right; auto; lia.
    Qed.

    Lemma broken_right n history : history_right (S n) history -> effects_right n (broken c (flags c) n history).
    Proof.
      intros (Hlen & Hh) x; unfold broken; rewrite in_nub, in_flat_map, Hr; simpl leaves; split.
      - intros ([[k js] t] & Hin & Hx); apply in_combine_nth in Hin; destruct Hin as (i & Hf & Ht).
        apply in_flat_map in Hx; destruct Hx as (j & Hj & Hx).
        destruct (may c n k j) eqn:Em; [|destruct Hx].
        assert (Hi : i < S n) by (rewrite <- Hlen; apply nth_error_Some; congruence).
        assert (Hk : k = i /\ js = filter (allows c k) (seq 0 (S (most_parts c)))).
        { unfold flags in Hf; rewrite nth_error_map in Hf.
          destruct (nth_error (seq 0 (length (digits c))) i) as [k'|] eqn:E; [|discriminate].
          simpl in Hf; injection Hf as -> <-; split; [|reflexivity].
          assert (i < length (digits c)).
          { rewrite <- (seq_length (length (digits c)) 0); apply nth_error_Some; congruence. }
          apply (nth_error_nth _ _ 0) in E; rewrite seq_nth in E by assumption; simpl in E; congruence. }
        destruct Hk as [-> ->]; apply filter_In in Hj; destruct Hj as [Hj Ha]; apply in_seq in Hj.
        apply (Hh i t Ht) in Hx; [|lia]; destruct Hx as (l & (H1 & H2 & H3 & H4) & <-).
        unfold may in Em; rewrite andb_true_iff, !orb_true_iff, negb_true_iff, Nat.ltb_lt, !Nat.leb_le, Nat.eqb_neq in Em.
        exists l; split; [|reflexivity]; exists i; rewrite H1; repeat split; auto; lia.
      - intros (l & (k & Ha & Hs & Hp & Hl & Hd & Hk) & <-).
        assert (Hkl : k < length (digits c)).
        { destruct (Nat.lt_ge_cases k (length (digits c))); [assumption|].
          unfold allows in Ha; rewrite nth_overflow, Nat.bits_0 in Ha by assumption; discriminate. }
        pose proof (most_parts_most c k _ Ha) as Hj.
        destruct (nth_error history k) as [t|] eqn:Et; [|apply nth_error_None in Et; lia].
        exists (k, filter (allows c k) (seq 0 (S (most_parts c))), t); split.
        + apply in_combine_nth; exists k; split; [|exact Et].
          unfold flags; rewrite nth_error_map.
          rewrite (nth_error_nth' _ 0) by (now rewrite seq_length); rewrite seq_nth by assumption; reflexivity.
        + apply in_flat_map; exists (length l); split.
          * apply filter_In; split; [apply in_seq; lia|exact Ha].
          * replace (may c n k (length l)) with true.
            -- apply (Hh k t Et); [exact Hj|]; exists l; split; [|reflexivity]; repeat split; auto; lia.
            -- symmetry; unfold may; rewrite andb_true_iff, !orb_true_iff, negb_true_iff, Nat.ltb_lt, !Nat.leb_le, Nat.eqb_neq.
               split; [destruct (Nat.lt_ge_cases (length l) 2); auto|].
               destruct (Nat.eq_dec k 0); auto.
    Qed.

    Lemma code_effects_right todo : forall done history,
      phis = done ++ todo -> history_right (length done) history ->
      length (code_effects mul (tl phis) c (flags c) (length done) history todo) = length todo /\
      forall i e, nth_error (code_effects mul (tl phis) c (flags c) (length done) history todo) i = Some e ->
        effects_right (length done + i) e.
    Proof.
      induction todo as [|v todo IH]; intros done history E Hh; simpl.
      - split; [reflexivity|]; intros [|i] e H; discriminate.
      - assert (Hn : length done < length phis) by (rewrite E, app_length; simpl; lia).
        assert (Hv : v = val (phi (length done))).
        { assert (H : nth_error phis (length done) = Some v) by (rewrite E, nth_error_app2, Nat.sub_diag by lia; reflexivity).
          rewrite Hphi in H by exact Hn; congruence. }
        set (t := parted mul (tl phis) (unequal c) (most_parts c) (length done) v history).
        assert (Hh' : history_right (S (length done)) (t :: history)).
        { destruct Hh as [Hl Hh]; split; [simpl; congruence|]; intros [|i] u Hi; simpl in Hi.
          - injection Hi as <-; replace (S (length done) - 1 - 0) with (length done) by lia.
            unfold t; rewrite Hv; apply parted_is_right; [exact Hn|now split].
          - replace (S (length done) - 1 - S i) with (length done - 1 - i) by lia; now apply Hh. }
        specialize (IH (done ++ [v]) (t :: history)); rewrite app_length in IH; simpl in IH.
        replace (length done + 1) with (S (length done)) in IH by lia.
        destruct IH as [IH1 IH2]; [rewrite <- app_assoc; exact E|exact Hh'|].
        split; [now rewrite IH1|]; intros [|i] e Hi; simpl in Hi.
        + injection Hi as <-; rewrite Nat.add_0_r; now apply broken_right.
        + replace (length done + S i) with (S (length done) + i) by lia; now apply IH2.
    Qed.
  End Code.

  (** *** Takes *)

  Definition past_right (n : nat) (past : list positive) : Prop :=
    length past = n /\ forall i x, nth_error past i = Some x -> x = val (phi (n - 1 - i)).

  Lemma taken_right n past M :
    (forall c, r <> Break c) -> n <= M -> past_right n past ->
    effects_right n (taken (map (allowed r) (seq 1 M)) past).
  Proof.
    intros Hr HM (Hlen & Hp) x; unfold taken; rewrite in_nub, in_flat_map.
    assert (Hleaves : leaves r n = takes (allowed r) n).
    { destruct r as [c| | |]; [now elim (Hr c)|..]; reflexivity. }
    rewrite Hleaves; split.
    - intros ([b y] & Hin & Hx); simpl in Hx; destruct b; [|destruct Hx].
      destruct Hx as [<-|[]]; apply in_combine_nth in Hin; destruct Hin as (i & Ha & Hy).
      assert (Hi : i < n) by (rewrite <- Hlen; apply nth_error_Some; congruence).
      rewrite nth_error_map, (nth_error_nth' _ 0), seq_nth in Ha by (try rewrite seq_length; lia).
      simpl in Ha; injection Ha as Ha.
      exists [n - S i]; split; [exists (S i); repeat split; auto; lia|].
      rewrite (Hp _ _ Hy); simpl; rewrite times_one; do 2 f_equal; lia.
    - intros (q & (s & Hs & Ha & ->) & <-).
      destruct (nth_error past (s - 1)) as [y|] eqn:Ey; [|apply nth_error_None in Ey; lia].
      exists (true, y); split; [|left; simpl; rewrite (Hp _ _ Ey), times_one; do 2 f_equal; lia].
      apply in_combine_nth; exists (s - 1); split; [|exact Ey].
      rewrite nth_error_map, (nth_error_nth' _ 0), seq_nth by (try rewrite seq_length; lia).
      simpl; replace (S (s - 1)) with s by lia; congruence.
  Qed.

  Lemma take_effects_right todo : forall done past,
    (forall c, r <> Break c) -> phis = done ++ todo -> past_right (length done) past ->
    length (take_effects (map (allowed r) (seq 1 (length phis))) past todo) = length todo /\
    forall i e, nth_error (take_effects (map (allowed r) (seq 1 (length phis))) past todo) i = Some e ->
      effects_right (length done + i) e.
  Proof.
    induction todo as [|v todo IH]; intros done past Hr E Hh; simpl.
    - split; [reflexivity|]; intros [|i] e H; discriminate.
    - assert (Hn : length done < length phis) by (rewrite E, app_length; simpl; lia).
      assert (Hv : v = val (phi (length done))).
      { assert (H : nth_error phis (length done) = Some v) by (rewrite E, nth_error_app2, Nat.sub_diag by lia; reflexivity).
        rewrite Hphi in H by exact Hn; congruence. }
      assert (Hh' : past_right (S (length done)) (v :: past)).
      { destruct Hh as [Hl Hh]; split; [simpl; congruence|]; intros [|i] x Hi; simpl in Hi.
        - injection Hi as <-; rewrite Hv; do 2 f_equal; lia.
        - replace (S (length done) - 1 - S i) with (length done - 1 - i) by lia; now apply Hh. }
      specialize (IH (done ++ [v]) (v :: past)); rewrite app_length in IH; simpl in IH.
      replace (length done + 1) with (S (length done)) in IH by lia.
      destruct IH as [IH1 IH2]; [exact Hr|rewrite <- app_assoc; exact E|exact Hh'|].
      split; [now rewrite IH1|]; intros [|i] e Hi; simpl in Hi.
      + injection Hi as <-; rewrite Nat.add_0_r; apply taken_right; [exact Hr|lia|exact Hh].
      + replace (length done + S i) with (S (length done) + i) by lia; now apply IH2.
  Qed.

  (** The values that are computed for a heap are those of its options. *)
  Theorem all_effects_spec : effects_possible r = true ->
    length (all_effects mul r phis) = length phis /\
    forall n e, nth_error (all_effects mul r phis) n = Some e -> effects_right n e.
  Proof.
    intros Hp; unfold all_effects, effects_possible in *; destruct r as [c| | |] eqn:E.
    1: { apply (code_effects_right c E) with (done := []); [|reflexivity|].
         - intros Hu; rewrite Hu in Hp; simpl in Hp; apply negb_true_iff, Nat.ltb_ge in Hp; exact Hp.
         - split; [reflexivity|]; intros [|i] t H; discriminate. }
    all: rewrite <- E; apply take_effects_right with (done := []); [intros c; congruence|reflexivity|].
    all: split; [reflexivity|]; intros [|i] t H; discriminate.
  Qed.
End Right.
