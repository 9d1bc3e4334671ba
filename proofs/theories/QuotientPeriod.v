(** * Misère quotients of all heaps of a game

    Let a candidate be verified for the heaps below M, and let the values of heaps recur there with pre-period
    n0, at least 1, and period p, and be continued so. Then it decides the sums of all heaps, if M is at least
    - t (n0 + p) + k + 1 - t for codes whose moves remove at most k stones and leave at most t heaps (t at least
      1);
    - 2 n0 + 3 p + k if the two heaps of a split must differ; and s + p besides where heaps below s are not
      split;
    - n0 + p + g for takes of at most g stones;
    - n0 + 2 q for takes with given remainders modulo d, q the least common multiple of p and d.
    For all takes but some nothing is claimed.

    Source: Plambeck and Siegel (2008) for octal codes; the other bounds are grundy's. They are those that
    crates/grundy-check/src/quotient/repeats.rs tests (function bound), and not greater than those of
    crates/grundy-engine/src/misere/heap_quotient.rs (function needed). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game Heaps GuySmith Quotient.
Import ListNotations.
Local Open Scope nat_scope.

(** ** Heaps as letters *)

Lemma heaps_earlier (r : rules) :
  well_founded (fun k h => exists q, In q (heap_options r h) /\ In k q).
Proof.
  apply (well_founded_lt_compat nat (fun h => h)); intros k h (q & Hq & Hk).
  apply in_heap_options in Hq; exact (leaves_below r h q k Hq Hk).
Qed.

Definition heap_letters (r : rules) : letters :=
  {| letter := nat; parts := heap_options r; earlier := heaps_earlier r |}.

Lemma sum_moves_heaps (r : rules) (l : list nat) : sum_moves (A := heap_letters r) l = moves r l.
Proof. induction l as [|h t IH]; simpl; [reflexivity|now rewrite IH]. Qed.

(** Sums of these letters are the game on several heaps. *)
Lemma misere_lost_heaps (r : rules) (l : list nat) :
  misere_lost (l : sums (heap_letters r)) <-> misere_lost (l : heap_game r).
Proof.
  induction l as [l IH] using (play_induction (heap_game r)).
  rewrite !misere_lost_options; simpl; rewrite sum_moves_heaps; split; intros [Hn H]; split; auto; intros m Hm.
  - apply misere_won_iff_not_lost; rewrite <- (IH m Hm); apply misere_won_iff_not_lost; auto.
  - apply misere_won_iff_not_lost; rewrite (IH m Hm); apply misere_won_iff_not_lost; auto.
Qed.

(** ** How many heaps must be covered *)

(** The greatest number of heaps that a move leaves, at least 1. *)
Definition most_parts (c : code) : nat := Nat.max 1 (fold_right Nat.max 0 (map Nat.log2 (digits c))).

Lemma most_parts_most (c : code) : at_most c (most_parts c).
Proof.
  intros k j H; unfold allows in H; unfold most_parts.
  apply Nat.le_trans with (Nat.log2 (nth k (digits c) 0)).
  - destruct (Nat.le_gt_cases j (Nat.log2 (nth k (digits c) 0))); [assumption|].
    rewrite Nat.bits_above_log2 in H by assumption; discriminate.
  - apply Nat.le_trans with (fold_right Nat.max 0 (map Nat.log2 (digits c))); [|lia].
    clear H; revert k; induction (digits c) as [|d l IH]; intros k.
    + replace (nth k [] 0) with 0 by (destruct k; reflexivity); apply Nat.le_0_l.
    + cbn [map fold_right]; destruct k as [|k]; cbn [nth]; [lia|]; specialize (IH k); lia.
Qed.

(** The greatest number in a set. *)
Definition greatest (s : ranges) : nat := fold_right Nat.max 0 (map snd s).

Lemma within_greatest s n : within s n = true -> n <= greatest s.
Proof.
  unfold within, greatest; induction s as [|r s IH]; simpl; [discriminate|].
  rewrite orb_true_iff, andb_true_iff, !Nat.leb_le; intros [H|H]; [lia|specialize (IH H); lia].
Qed.

Definition needed (r : rules) (n0 p : nat) : option nat :=
  match r with
  | Break c =>
      if unequal c && (2 <? most_parts c) then None else Some (guy_smith_bound c (most_parts c) n0 p)
  | Take s => Some (n0 + p + greatest s)
  | All_but _ => None
  | Remainders d _ => if d =? 0 then None else Some (n0 + 2 * Nat.lcm p d)
  end.

(** ** A large heap is of the kind of a smaller one *)

Section Repeating.
  Context {Q : monoid}.
  Variables (r : rules) (phi : nat -> Q) (n0 p : nat).
  Hypotheses (Hn0 : 1 <= n0) (Hp : 1 <= p) (Hphi : forall n, n0 <= n -> phi (n + p) = phi n).

  Notation A := (heap_letters r).
  Notation Phi := (Phi (A := A) phi).
  Notation same_kind := (same_kind (A := A) phi).

  Lemma less_period n : n0 + p <= n -> phi (n - p) = phi n.
  Proof using Hn0 Hp Hphi. intros H; rewrite <- Hphi by lia; f_equal; lia. Qed.

  Lemma Phi_replace a h h' b : phi h = phi h' -> Phi (a ++ h :: b) = Phi (a ++ h' :: b).
  Proof. intros H; rewrite !(Phi_middle (A := A)), H; reflexivity. Qed.

  Lemma Phi_two x y : Phi [x; y] = Phi [y; x].
  Proof. simpl; rewrite !times_one; apply times_comm. Qed.

  Lemma same_kind_intro h k :
    phi h = phi k ->
    (forall q, leaves r h q -> exists q', leaves r k q' /\ Phi q' = Phi q) ->
    (forall q, leaves r k q -> exists q', leaves r h q' /\ Phi q' = Phi q) ->
    same_kind h k.
  Proof.
    intros E H1 H2; split; [exact E|]; split; intros q Hq; apply in_heap_options in Hq.
    - destruct (H1 q Hq) as (q' & Hq' & He); exists q'; split; [now apply in_heap_options|exact He].
    - destruct (H2 q Hq) as (q' & Hq' & He); exists q'; split; [now apply in_heap_options|exact He].
  Qed.

  Lemma breaks_two c n x y : breaks c n [x; y] -> breaks c n [y; x].
  Proof.
    intros (k & Ha & Hs & Hpos & Hl & Hu & Hk); exists k; simpl in *; repeat split; try assumption; try lia.
    - intros h [<-|[<-|[]]]; apply Hpos; auto.
    - intros E a b E2; injection E2 as <- <-; intros E3; apply (Hu E x y eq_refl); congruence.
  Qed.

  (* The options of n + p and of n have the same values. *)
  Lemma code_options c t n :
    at_most c t -> 1 <= t -> (unequal c = true -> t <= 2) -> guy_smith_bound c t n0 p <= n + p ->
    (forall q, breaks c (n + p) q -> exists q', breaks c n q' /\ Phi q' = Phi q) /\
    (forall q, breaks c n q -> exists q', breaks c (n + p) q' /\ Phi q' = Phi q).
  Proof using Hn0 Hp Hphi.
    intros Ht Ht1 Hu2 Hb; unfold guy_smith_bound in Hb.
    assert (Hleast : least c <= n) by lia.
    apply Nat.max_lub_l in Hb.
    assert (Hparts : forall k (l : list nat), allows c k (length l) = true -> length l <= t) by (intros; eauto).
    destruct (unequal c) eqn:Hu.
    - specialize (Hu2 eq_refl).
      assert (Hless : forall x y, breaks c (n + p) [x; y] -> x < y -> exists q', breaks c n q' /\ Phi q' = Phi [x; y]).
      { intros x y Hl Hlt; pose proof Hl as (k & Ha & Hs & Hpos & _ & _ & Hk); simpl in Ha, Hs.
        pose proof (allows_removed _ _ _ Ha) as Hf.
        destruct (Nat.eq_dec x (y - p)) as [E|E].
        - (* Equal heaps: those a period apart on either side are worth the same. *)
          exists [x - p; x + p]; split.
          + exists k; simpl; repeat split; try assumption; try lia.
            intros _ u v E2; injection E2; lia.
          + simpl; rewrite !times_one, (less_period x) by lia; f_equal; f_equal; lia.
        - exists [x; y - p]; split.
          + apply (breaks_replace c (n + p) [x] y [] (y - p) n); try lia; [|exact Hl].
            intros _ u v E2; injection E2; lia.
          + simpl; rewrite less_period by lia; reflexivity. }
      assert (Hmore : forall x y, breaks c n [x; y] -> x < y -> exists q', breaks c (n + p) q' /\ Phi q' = Phi [x; y]).
      { intros x y Hl Hlt; pose proof Hl as (k & Ha & Hs & _); simpl in Ha, Hs.
        pose proof (allows_removed _ _ _ Ha) as Hf.
        exists [x; y + p]; split.
        - apply (breaks_replace c n [x] y [] (y + p) (n + p)); try lia; [|exact Hl].
          intros _ u v E2; injection E2; lia.
        - simpl; rewrite Hphi by lia; reflexivity. }
      split; intros l Hl; pose proof Hl as (k & Ha & Hs & Hpos & _ & Hdiff & Hk);
        pose proof (allows_removed _ _ _ Ha) as Hf; apply Hparts in Ha;
        specialize (Hdiff Hu); destruct l as [|x [|y [|z l]]]; simpl in Ha, Hs; try lia.
      + exists [x - p]; split.
        * apply (breaks_replace c (n + p) [] x [] (x - p) n); try lia; [|exact Hl].
          intros _ a b E; discriminate.
        * simpl; rewrite less_period by lia; reflexivity.
      + specialize (Hdiff x y eq_refl).
        destruct (Nat.lt_ge_cases x y) as [Hlt|Hge]; [now apply Hless|].
        rewrite Phi_two; apply Hless; [now apply breaks_two|lia].
      + exists [x + p]; split.
        * apply (breaks_replace c n [] x [] (x + p) (n + p)); try lia; [|exact Hl].
          intros _ a b E; discriminate.
        * simpl; rewrite Hphi by lia; reflexivity.
      + specialize (Hdiff x y eq_refl).
        destruct (Nat.lt_ge_cases x y) as [Hlt|Hge]; [now apply Hmore|].
        rewrite Phi_two; apply Hmore; [now apply breaks_two|lia].
    - assert (Hfree : unequal c = true -> forall (l : list nat) x y, l = [x; y] -> x <> y) by congruence.
      split; intros l Hl; pose proof Hl as (k & Ha & Hs & Hpos & _ & _ & Hk);
        pose proof (allows_removed _ _ _ Ha) as Hf; apply Hparts in Ha.
      + destruct (large_heap (n0 + p - 1) l) as (a & h & b & -> & Hh); [nia|].
        exists (a ++ (h - p) :: b); split.
        * apply (breaks_replace c (n + p) a h b (h - p) n); try lia; [eauto|exact Hl].
        * apply Phi_replace; apply less_period; lia.
      + destruct (large_heap (n0 - 1) l) as (a & h & b & -> & Hh); [nia|].
        exists (a ++ (h + p) :: b); split.
        * apply (breaks_replace c n a h b (h + p) (n + p)); try lia; [eauto|exact Hl].
        * apply Phi_replace; apply Hphi; lia.
  Qed.

  Lemma more_periods n k : n0 <= n -> phi (n + k * p) = phi n.
  Proof using Hn0 Hp Hphi.
    intros H; induction k as [|k IH]; [simpl; now rewrite Nat.add_0_r|].
    replace (n + S k * p) with (n + k * p + p) by lia; rewrite Hphi by lia; exact IH.
  Qed.

  (** Each heap from the bound on has, like its options, the values of a smaller one. *)
  Theorem large_heap_kind bound : needed r n0 p = Some bound ->
    forall m, bound <= m -> exists k, k < m /\ same_kind m k.
  Proof using Hn0 Hp Hphi.
    intros Hb m Hm; unfold needed in Hb; destruct r as [c|s|s|d s] eqn:Er; try discriminate.
    - destruct (unequal c && (2 <? most_parts c)) eqn:Eu; [discriminate|]; injection Hb as <-.
      assert (Hu : unequal c = true -> most_parts c <= 2).
      { intros E; rewrite E in Eu; simpl in Eu; apply Nat.ltb_ge; exact Eu. }
      assert (H1 : 1 <= most_parts c) by (unfold most_parts; lia).
      assert (Hmp : n0 + p <= m).
      { unfold guy_smith_bound in Hm; destruct (unequal c); nia. }
      destruct (code_options c (most_parts c) (m - p) (most_parts_most c) H1 Hu) as [F1 F2]; [lia|].
      replace (m - p + p) with m in * by lia.
      exists (m - p); split; [lia|]; rewrite <- Er in *; apply same_kind_intro.
      + symmetry; apply less_period; lia.
      + rewrite Er; exact F1.
      + rewrite Er; exact F2.
    - injection Hb as <-; exists (m - p); split; [lia|].
      rewrite <- Er in *; apply same_kind_intro; rewrite ?Er.
      + symmetry; apply less_period; lia.
      + intros q (k & Hk & Ha & ->); simpl in Ha; pose proof (within_greatest _ _ Ha).
        exists [m - p - k]; split; [exists k; repeat split; auto; lia|].
        simpl; replace (m - p - k) with (m - k - p) by lia; rewrite less_period by lia; reflexivity.
      + intros q (k & Hk & Ha & ->); simpl in Ha; pose proof (within_greatest _ _ Ha).
        exists [m - k]; split; [exists k; repeat split; auto; lia|].
        simpl; replace (m - p - k) with (m - k - p) by lia; rewrite less_period by lia; reflexivity.
    - destruct (Nat.eqb_spec d 0) as [|Hd]; [discriminate|]; injection Hb as <-.
      destruct (Nat.divide_lcm_l p d) as [a Ha], (Nat.divide_lcm_r p d) as [b Hq].
      assert (Hpos : Nat.lcm p d <> 0) by (rewrite Nat.lcm_eq_0; lia).
      set (q := Nat.lcm p d) in *; clearbody q.
      assert (Hless : forall n, n0 + q <= n -> phi (n - q) = phi n).
      { intros n Hn; rewrite <- (more_periods (n - q) a) by lia; f_equal; lia. }
      assert (Hmod : forall k, (k + q) mod d = k mod d).
      { intros k; rewrite Hq; apply Nat.mod_add; exact Hd. }
      exists (m - q); split; [lia|].
      rewrite <- Er in *; apply same_kind_intro; rewrite ?Er.
      + symmetry; apply Hless; lia.
      + intros l (k & Hk & Hal & ->); simpl in Hal.
        destruct (Nat.le_gt_cases k q) as [Hle|Hgt].
        * exists [m - q - k]; split; [exists k; repeat split; auto; lia|].
          simpl; replace (m - q - k) with (m - k - q) by lia; rewrite Hless by lia; reflexivity.
        * exists [m - k]; split; [|reflexivity].
          exists (k - q); repeat split; try lia.
          -- simpl; rewrite <- Hmod; replace (k - q + q) with k by lia; exact Hal.
          -- f_equal; lia.
      + intros l (k & Hk & Hal & ->); simpl in Hal.
        exists [m - q - k]; split; [|reflexivity].
        exists (k + q); repeat split; try lia.
        -- simpl; rewrite Hmod; exact Hal.
        -- f_equal; lia.
  Qed.
End Repeating.

(** ** The theorem *)

(** The values of the first heaps, going on with a period. *)
Definition continued {X : Type} (phi : nat -> X) (n0 p n : nat) : X :=
  phi (if n <? n0 + p then n else n0 + (n - n0) mod p).

Lemma continued_period {X : Type} (phi : nat -> X) n0 p n :
  1 <= p -> n0 <= n -> continued phi n0 p (n + p) = continued phi n0 p n.
Proof.
  intros Hp Hn; unfold continued; destruct (Nat.ltb_spec (n + p) (n0 + p)); [lia|].
  replace (n + p - n0) with (n - n0 + 1 * p) by lia; rewrite Nat.mod_add by lia.
  destruct (Nat.ltb_spec n (n0 + p)); [|reflexivity].
  rewrite Nat.mod_small by lia; f_equal; lia.
Qed.

Lemma continued_first {X : Type} (phi : nat -> X) n0 p M :
  1 <= p -> (forall n, n0 <= n -> n + p < M -> phi (n + p) = phi n) ->
  forall n, n < M -> continued phi n0 p n = phi n.
Proof.
  intros Hp H n; induction n as [n IH] using lt_wf_ind; intros Hn.
  unfold continued; destruct (Nat.ltb_spec n (n0 + p)) as [|Hge]; [reflexivity|].
  specialize (IH (n - p)); rewrite <- continued_period in IH by lia.
  replace (n - p + p) with n in IH by lia; unfold continued in IH.
  destruct (Nat.ltb_spec n (n0 + p)); [lia|]; rewrite IH by lia.
  rewrite <- H by lia; f_equal; lia.
Qed.

Section Complete.
  Context {Q : monoid}.
  Variables (r : rules) (P : Q -> bool) (phi : nat -> Q) (n0 p M bound : nat).
  Notation A := (heap_letters r).

  Lemma Phi_ext (f g : nat -> Q) (l : list nat) :
    (forall h, In h l -> f h = g h) -> Phi (A := A) f l = Phi (A := A) g l.
  Proof.
    induction l as [|h t IH]; intros H; [reflexivity|]; simpl.
    rewrite (H h) by (now left); f_equal; apply IH; intros; apply H; now right.
  Qed.

  Lemma parts_below n q h : In q (parts (l := A) n) -> In h q -> h < n.
  Proof. intros Hq Hh; apply in_heap_options in Hq; exact (leaves_below r n q h Hq Hh). Qed.

  Lemma closed_below : closed (A := A) (fun n => n < M).
  Proof. intros n q h Hn Hq Hh; pose proof (parts_below n q h Hq Hh); lia. Qed.

  Lemma bad_ext (f g : nat -> Q) n y :
    n < M -> (forall h, h < M -> f h = g h) -> bad (A := A) P f n y -> bad (A := A) P g n y.
  Proof.
    intros Hn E (H1 & H2 & H3); split; [exact H1|]; split; [now rewrite <- E|].
    intros q Hq; rewrite <- (Phi_ext f g); [now apply H3|].
    intros h Hh; apply E; pose proof (parts_below n q h Hq Hh); lia.
  Qed.

  (* Values beyond the heaps that are covered do not count. *)
  Lemma verified_ext (f g : nat -> Q) :
    (forall h, h < M -> f h = g h) ->
    verified (A := A) P f (fun n => n < M) -> verified (A := A) P g (fun n => n < M).
  Proof.
    intros E (H1 & He & HP & HN); split; [exact H1|]; split; [|split].
    - intros h Hh Hn; rewrite <- E by exact Hh; now apply He.
    - intros h q y Hh Hq; rewrite <- E by exact Hh; rewrite <- (Phi_ext f g); [now apply HP|].
      intros k Hk; apply E; pose proof (parts_below h q k Hq Hk); lia.
    - cut (forall u v, R (A := A) P g (fun n => n < M) u v -> R (A := A) P f (fun n => n < M) u v).
      { intros H u Hu; apply (HN u); auto. }
      assert (E' : forall h, h < M -> g h = f h) by (intros; symmetry; auto).
      intros u v; induction 1 as [h y Hh Hb|u v h v' _ IH Hh -> Hb].
      + rewrite E' by exact Hh; apply R_first; [exact Hh|eapply bad_ext; eauto].
      + rewrite E' in * by exact Hh; eapply R_next; eauto using bad_ext.
  Qed.

  Hypotheses (Hn0 : 1 <= n0) (Hp : 1 <= p).
  Hypothesis (Hphi : forall n, n0 <= n -> n + p < M -> phi (n + p) = phi n).
  Hypotheses (Hbound : needed r n0 p = Some bound) (HM : bound <= M).

  Theorem verified_all_heaps :
    verified (A := A) P phi (fun n => n < M) -> verified (A := A) P (continued phi n0 p) (fun _ => True).
  Proof using Hn0 Hp Hphi Hbound HM.
    intros Hv; apply (verified_kinds (A := A) P _ (fun n => n < M)).
    - intros h _; induction h as [h IH] using lt_wf_ind.
      destruct (Nat.lt_ge_cases h M) as [Hlt|Hge].
      + exists h; split; [exact Hlt|]; split; [reflexivity|]; split; eauto.
      + destruct (large_heap_kind r (continued phi n0 p) n0 p Hn0 Hp) with (bound := bound) (m := h)
          as (k & Hk & E & H1 & H2); [|exact Hbound|lia|].
        * intros n Hn; now apply continued_period.
        * destruct (IH k Hk) as (j & Hj & E' & H1' & H2'); exists j; split; [exact Hj|].
          split; [congruence|]; split.
          -- intros q Hq; destruct (H1 q Hq) as (x & Hx & <-); apply H1'; exact Hx.
          -- intros q Hq; destruct (H2' q Hq) as (x & Hx & <-); apply H2; exact Hx.
    - apply (verified_ext phi); [|exact Hv].
      intros h Hh; symmetry; apply (continued_first phi n0 p M); auto.
  Qed.

  (** What is verified of the heaps below M decides all sums of heaps. *)
  Theorem all_heaps :
    verified (A := A) P phi (fun n => n < M) ->
    forall l : heap_game r,
      misere_lost l <-> P (Phi (A := A) (continued phi n0 p) l) = true.
  Proof using Hn0 Hp Hphi Hbound HM.
    intros Hv l; rewrite <- misere_lost_heaps.
    apply (verified_decides (A := A) P (continued phi n0 p) (fun _ => True)).
    - intros ? ? ? ? ? ?; exact I.
    - now apply verified_all_heaps.
    - apply Forall_forall; intros; exact I.
  Qed.
End Complete.

(** Of some heaps, without a period. *)
Theorem covered_heaps {Q : monoid} (r : rules) (P : Q -> bool) (phi : nat -> Q) (M : nat) :
  verified (A := heap_letters r) P phi (fun n => n < M) ->
  forall l : heap_game r, Forall (fun n => n < M) l ->
    (misere_lost l <-> P (Phi (A := heap_letters r) phi l) = true).
Proof.
  intros Hv l Hl; rewrite <- misere_lost_heaps.
  apply (verified_decides (A := heap_letters r) P phi (fun n => n < M)); [apply closed_below|exact Hv|exact Hl].
Qed.

(** What the engine asks for is enough: with p more where the two heaps of a split must differ. *)
Theorem engine_needed (c : code) (n0 p : nat) :
  (unequal c = true -> most_parts c = 2) ->
  exists bound, needed (Break c) n0 p = Some bound /\
    bound <= Nat.max (most_parts c * (n0 + p) + (if unequal c then p else 0) + farthest c) (least c + p).
Proof.
  intros H; unfold needed, guy_smith_bound.
  assert (1 <= most_parts c) by (unfold most_parts; lia).
  destruct (unequal c) eqn:Hu; simpl; [rewrite H by reflexivity; simpl|];
    eexists; split; try reflexivity; lia.
Qed.
