(** * The checker of certificates of misère quotients is right

    [check_claim]: what the procedure of QuotientCertificate.v accepts is true. The elements that are numbered
    are the misère quotient of the sums of the letters covered, of all heaps where there is a period, and
    pre-period and period are the least.

    Source: Plambeck and Siegel (2008). Used by: proofs/checker/quotient_main.ml, which runs the procedure; it
    agrees with crates/grundy-check/src/quotient. *)

From Coq Require Import List Arith Lia Bool NArith PArith FMapPositive MSetPositive.
From Grundy Require Import Game Heaps Least Quotient QuotientPeriod QuotientMonoid QuotientOptions QuotientSums QuotientCertificate.
Import ListNotations.

(** ** Lemmas on lists *)

Lemma count_length {X : Type} (l : list X) : count l = N.of_nat (length l).
Proof.
  unfold count; assert (H : forall (l : list X) n, fold_left (fun n _ => N.succ n) l n = (n + N.of_nat (length l))%N).
  { clear; induction l as [|x l IH]; intros n; simpl; [lia|]; rewrite IH; lia. }
  now rewrite H.
Qed.

Lemma rises_below limit l x : rises limit l = true -> In x l -> (x < limit)%N.
Proof.
  induction l as [|y l IH]; simpl; [tauto|]; rewrite !andb_true_iff, N.ltb_lt; intros ((H1 & _) & H2) [->|H]; auto.
Qed.

Lemma below_in limit l x : below limit l = true -> In x l -> (x < limit)%N.
Proof. unfold below; rewrite forallb_forall; intros H Hx; now apply N.ltb_lt, H. Qed.

Lemma distinct_NoDup l : forall seen, distinct l seen = true ->
  NoDup l /\ forall x, In x l -> S.mem x seen = false.
Proof.
  induction l as [|x l IH]; intros seen H; simpl in H; [split; [constructor|intros x []]|].
  destruct (S.mem x seen) eqn:E; [discriminate|]; destruct (IH _ H) as [H1 H2].
  assert (Hx : ~ In x l).
  { intros Hx; specialize (H2 x Hx); rewrite mem_add, Pos.eqb_refl in H2; discriminate. }
  split; [now constructor|]; intros y [<-|Hy]; [exact E|].
  specialize (H2 y Hy); rewrite mem_add, orb_false_iff in H2; tauto.
Qed.

Lemma NoDup_map_inj {X Y : Type} (f : X -> Y) (l : list X) x y :
  NoDup (map f l) -> In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [|z l IH]; simpl; [tauto|]; intros H Hx Hy E; inversion_clear H as [|? ? Hn Hl].
  destruct Hx as [->|Hx], Hy as [->|Hy]; auto; exfalso; apply Hn; [rewrite E|rewrite <- E]; now apply in_map.
Qed.

Lemma nth_error_skipn {X : Type} k : forall (l : list X) i, nth_error (skipn k l) i = nth_error l (k + i).
Proof. induction k as [|k IH]; intros [|x l] i; simpl; auto; now destruct i. Qed.

Lemma succ_pos_inj x y : N.succ_pos x = N.succ_pos y -> x = y.
Proof. intros H; apply (f_equal Npos) in H; rewrite !N.succ_pos_spec in H; lia. Qed.

Lemma succ_pos_pred x : N.succ_pos (Pos.pred_N x) = x.
Proof. assert (H : Npos (N.succ_pos (Pos.pred_N x)) = Npos x); [rewrite N.succ_pos_spec; lia|congruence]. Qed.

Lemma succ_pos_of_nat n : N.succ_pos (N.of_nat n) = Pos.of_succ_nat n.
Proof. now destruct n. Qed.

(** ** The least period *)

Lemma repeats_right_least c : repeats_right c = true -> least_repetition c.
Proof.
  unfold repeats_right, least_repetition; destruct (repetition c) as [[n0 p]|] eqn:Er; [|auto].
  destruct (subject_of c) as [r|]; [|discriminate].
  rewrite !andb_true_iff, !Nat.leb_le, forallb_forall; intros ((((((H1 & H2) & H3) & _) & _) & Hpart) & Hbefore).
  split; [exact H1|]; split; [exact H2|].
  assert (Hrep : forall n, n0 <= n -> value_of c (n + p) = value_of c n).
  { intros n Hn; unfold value_of; rewrite Er; now apply continued_period. }
  split; [exact Hrep|]; intros n0' p' Hn0' Hp' Hrep'.
  (* Heap 0 is left out: the pre-period is 1 or more. *)
  set (g n := match n with 0 => S (N.to_nat (value_of c p)) | _ => N.to_nat (value_of c n) end).
  assert (Hg : forall n, 1 <= n -> g n = N.to_nat (value_of c n)) by (intros [|n] Hn; [lia|reflexivity]).
  assert (Hneq : forall a b, negb (value_of c a =? value_of c b)%N = true -> N.to_nat (value_of c a) <> N.to_nat (value_of c b)).
  { intros a b E; apply negb_true_iff, N.eqb_neq in E; lia. }
  apply (least_repeats g n0 p 0 H2) with (s' := 0) (n0' := n0'); auto.
  - intros n Hn; rewrite !Hg by lia; rewrite Hrep by lia; lia.
  - intros d e f Hd Hpe Hf; assert (Hf0 : f = 0) by lia; subst f.
    assert (He : 1 <= e < p) by nia.
    rewrite forallb_forall in Hpart; specialize (Hpart e).
    rewrite in_seq, orb_true_iff in Hpart; destruct Hpart as [H|H]; [lia|exfalso|].
    + apply negb_true_iff, Nat.eqb_neq in H; apply H; rewrite Hpe; apply Nat.mod_mul; lia.
    + apply existsb_exists in H; destruct H as (h & Hh & H); apply in_seq in Hh; exists h; split; [lia|].
      rewrite !Hg, Nat.add_0_r by lia; now apply Hneq.
  - intros n Hn; destruct n as [|n].
    + rewrite Nat.add_0_r, Nat.add_0_l, Hg by lia; unfold g; lia.
    + apply orb_true_iff in Hbefore; destruct Hbefore as [H|H]; [apply Nat.eqb_eq in H; lia|].
      rewrite !Hg, Nat.add_0_r by lia; replace (n0 - 1) with (S n) in H by lia; now apply Hneq.
  - intros n Hn; rewrite !Hg by lia; rewrite Hrep' by exact Hn; lia.
Qed.

(** ** The theorem *)

Section Accepted.
  Variables (c : certificate) (ord : positive).
  Hypothesis Hord : order c = Npos ord.
  Hypothesis Hform : form_right c = true.

  Notation phis := (numbers (values c)).
  Notation acts := (map (fun a => map_of (numbers a)) (actions c)).
  Notation p := (set_of (numbers (in_P c))).
  Notation t := (table ord acts).

  Hypothesis Hmonoid : is_monoid ord acts t = true.

  Definition Q : monoid := monoid_of_table ord acts Hmonoid.
  Definition named (x : N) : Q := elem ord (N.succ_pos x).
  Definition val_of (q : Q) : positive := @val ord q.
  Definition PQ : Q -> bool := P p val_of.

  Lemma inside_below x : (x < order c)%N -> inside ord (N.succ_pos x) = true.
  Proof. rewrite Hord; intros H; apply Pos.leb_le; pose proof (N.succ_pos_spec x); lia. Qed.

  Lemma val_named x : (x < order c)%N -> val_of (named x) = N.succ_pos x.
  Proof. intros H; now apply val_elem, inside_below. Qed.

  Lemma named_all (q : Q) : exists x, (x < order c)%N /\ named x = q.
  Proof.
    exists (Pos.pred_N (val_of q)); split.
    - rewrite Hord; pose proof (val_inside q) as H; unfold inside in H; apply Pos.leb_le in H.
      change (@val ord q) with (val_of q) in H; lia.
    - unfold named; rewrite succ_pos_pred; apply elem_val.
  Qed.

  Lemma named_inj x y : (x < order c)%N -> (y < order c)%N -> named x = named y -> x = y.
  Proof. intros Hx Hy E; apply succ_pos_inj; rewrite <- !val_named, E; auto. Qed.

  Lemma val_of_inj (x y : Q) : val_of x = val_of y -> x = y.
  Proof. apply val_inj. Qed.

  Lemma form : N.of_nat (length (values c)) = heaps c /\ length (actions c) = length (generators c) /\
    (forall g, In g (generators c) -> (g < heaps c)%N) /\ (forall x, In x (in_P c) -> (x < order c)%N) /\
    (forall x, In x (values c) -> (x < order c)%N) /\
    (forall a x, In a (actions c) -> In x a -> (x < order c)%N) /\
    (forall a, In a (actions c) -> N.of_nat (length a) = order c).
  Proof.
    unfold form_right in Hform; rewrite !andb_true_iff, !N.eqb_eq, forallb_forall, !count_length in Hform.
    destruct Hform as (((((H1 & H2) & H3) & H4) & H5) & H6).
    split; [exact H1|]; split; [lia|]; split; [intros g; now apply rises_below|]; split; [intros x; now apply rises_below|].
    split; [intros x; now apply below_in|]; split; intros a; [intros x|]; intros Ha; specialize (H6 a Ha);
      rewrite andb_true_iff, N.eqb_eq, count_length in H6; [apply below_in|]; tauto.
  Qed.

  Lemma value_below n : n < length (values c) -> (nth n (values c) 0 < order c)%N.
  Proof. intros H; apply form, nth_In, H. Qed.

  Lemma nth_phis n : n < length phis -> nth_error phis n = Some (val_of (named (nth n (values c) 0%N))).
  Proof.
    unfold numbers; rewrite map_length, nth_error_map; intros H; rewrite (nth_error_nth' _ 0%N) by exact H.
    simpl; now rewrite val_named by (apply value_below, H).
  Qed.

  Lemma mem_p x : (x < order c)%N -> PQ (named x) = true <-> In x (in_P c).
  Proof.
    intros Hx; unfold PQ, P; rewrite val_named by exact Hx; unfold set_of.
    rewrite mem_fold_add, mem_empty; unfold numbers; rewrite in_map_iff; split.
    - intros [(y & E & Hy)|]; [|discriminate]; apply succ_pos_inj in E; now subst.
    - intros H; left; eauto.
  Qed.

  Lemma nth_generator i g : nth_error (generators c) i = Some g -> N.to_nat g < length (values c).
  Proof. intros H; apply nth_error_In in H; pose proof form as (H1 & _ & H3 & _); specialize (H3 g H); lia. Qed.

  Hypothesis Hgen : generators_right phis (generators c) acts = true.

  Lemma generator_right i g a : nth_error (generators c) i = Some g -> nth_error (actions c) i = Some a ->
    named (nth (N.to_nat g) (values c) 0%N) = elem ord (look (map_of (numbers a)) 1).
  Proof.
    intros Hg Ha; unfold generators_right in Hgen; cbv zeta in Hgen; rewrite forallb_forall in Hgen.
    specialize (Hgen (g, map_of (numbers a))); rewrite Pos.eqb_eq in Hgen; simpl in Hgen; rewrite <- Hgen.
    - pose proof (nth_generator i g Hg) as Hlt.
      unfold named; f_equal.
      replace (N.succ_pos g) with (Pos.of_succ_nat (N.to_nat g)) by (rewrite <- succ_pos_of_nat; f_equal; lia).
      symmetry; apply look_map_of; rewrite nth_phis by (unfold numbers; now rewrite map_length).
      f_equal; apply val_named, value_below, Hlt.
    - apply in_combine_nth; exists i; split; [exact Hg|]; rewrite nth_error_map, Ha; reflexivity.
  Qed.

  Lemma action_right i g a x y : nth_error (generators c) i = Some g -> nth_error (actions c) i = Some a ->
    nth_error a x = Some y -> times (named (N.of_nat x)) (named (nth (N.to_nat g) (values c) 0%N)) = named y.
  Proof.
    intros Hg Ha Hy; rewrite (generator_right i g a Hg Ha).
    assert (Hin : In (map_of (numbers a)) acts).
    { apply (in_map (fun a => map_of (numbers a))); eapply nth_error_In; eauto. }
    pose proof (action_product ord acts Hmonoid _ (named (N.of_nat x)) Hin) as E.
    change (elem ord (look (map_of (numbers a)) (val_of (named (N.of_nat x)))) =
      times (named (N.of_nat x)) (elem ord (look (map_of (numbers a)) 1) : Q)) in E; rewrite <- E.
    assert (Hx : x < length a) by (apply nth_error_Some; congruence).
    rewrite val_named.
    - unfold named; f_equal; rewrite succ_pos_of_nat; apply look_map_of.
      unfold numbers; now rewrite nth_error_map, Hy.
    - pose proof form as (_ & _ & _ & _ & _ & _ & H); apply nth_error_In in Ha; rewrite <- (H a Ha); lia.
  Qed.

  Hypothesis Hreduced : no_two_alike ord t p = true.

  Lemma no_alike : reduced PQ.
  Proof.
    intros x y H; apply val_of_inj; unfold no_two_alike in Hreduced.
    apply distinct_NoDup in Hreduced; destruct Hreduced as [Hn _].
    apply (NoDup_map_inj _ _ _ _ Hn); [apply in_elements, val_inside|apply in_elements, val_inside|].
    unfold contexts_number; cbv zeta; f_equal; apply map_ext_in; intros z Hz; apply in_elements in Hz.
    specialize (H (elem ord z)); unfold PQ, P in H.
    assert (E : forall q : Q, val_of (times q (elem ord z : Q)) = look (row t (val_of q)) z).
    { intros q; unfold val_of, Q; rewrite val_times, val_elem by exact Hz; reflexivity. }
    rewrite !E in H; exact H.
  Qed.

  (** *** Letters *)

  Section Letters.
    Variables (A : letters) (index : A -> nat) (of_index : nat -> A).
    Hypothesis index_of : forall n, index (of_index n) = n.

    Notation phi := (fun h : A => named (nth (index h) (values c) 0%N)).

    (** What is found for the letters that are stored. *)
    Lemma stored_verified (kinds : list kind) :
      (forall h, index h < length (values c) -> exists e, In (val_of (phi h), e) kinds /\
        forall x, In x e <-> exists q, In q (parts h) /\ val_of (Phi phi q) = x) ->
      check_sums ord t p kinds = true -> verified PQ phi (fun h => index h < length (values c)).
    Proof.
      intros Hk Hc; unfold PQ.
      apply (check_sums_verified ord t p val_of (val_one ord acts Hmonoid)) with (kinds := kinds); auto.
      - intros x y; apply (val_times ord acts Hmonoid).
      - intros x; apply val_inside.
      - exact val_of_inj.
    Qed.

    Lemma named_look a (q : Q) : In a acts ->
      exists g, N.to_nat g < length (values c) /\
        named (nth (N.to_nat g) (values c) 0%N) = elem ord (look a 1).
    Proof.
      intros Ha; apply in_map_iff in Ha; destruct Ha as (a' & <- & Ha); apply In_nth_error in Ha.
      destruct Ha as (i & Hi); pose proof form as (_ & Hlen & _).
      destruct (nth_error (generators c) i) as [g|] eqn:Eg.
      - exists g; split; [exact (nth_generator i g Eg)|exact (generator_right i g a' Eg Hi)].
      - apply nth_error_None in Eg; assert (i < length (actions c)) by (apply nth_error_Some; congruence); lia.
    Qed.

    (** Every element is the value of a sum of generators. *)
    Lemma all_generated : generated phi (fun h => index h < length (values c)).
    Proof.
      intros q; destruct (by_actions ord acts Hmonoid q) as (w & Hw & E).
      assert (H : exists l, Forall (fun h => index h < length (values c)) l /\
        Phi phi l = (elem ord (act_by w 1) : Q)).
      { clear q E; induction w as [|a w IH]; [exists []; split; [constructor|]; reflexivity|].
        apply incl_cons_inv in Hw; destruct IH as (l & Hl & E); [tauto|]; destruct Hw as [Ha Hw].
        destruct (named_look a one Ha) as (g & Hg & Eg).
        exists (of_index (N.to_nat g) :: l); split; [constructor; [now rewrite index_of|exact Hl]|].
        simpl; rewrite index_of, Eg, E.
        transitivity (times (elem ord (act_by w 1) : Q) (elem ord (look a 1) : Q)).
        { exact (@times_comm Q (elem ord (look a 1)) (elem ord (act_by w 1))). }
        pose proof (action_product ord acts Hmonoid a (elem ord (act_by w 1)) Ha) as Ep.
        rewrite val_elem in Ep by (apply (act_by_inside ord acts Hmonoid w); [exact Hw|apply one_inside]).
        symmetry; exact Ep. }
      destruct H as (l & Hl & El); exists l; split; [exact Hl|]; rewrite El, E; apply elem_val.
    Qed.
  End Letters.

  (** What holds of a verified candidate with these values is the claim. *)
  Lemma claim_of_verified (A : letters) (index : A -> nat) (of_index : nat -> A) :
    (forall n, index (of_index n) = n) ->
    (forall n, n < length (values c) -> value_of c n = nth n (values c) 0%N) ->
    closed (A := A) (fun h => covered c (index h)) ->
    verified PQ (fun h : A => named (value_of c (index h))) (fun h => covered c (index h)) ->
    claim_of c A index.
  Proof.
    intros Hindex Hvalue Hclosed Hv; exists Q, named, PQ; cbv zeta.
    assert (Hd : decides PQ (fun h : A => named (value_of c (index h))) (fun h => covered c (index h)))
      by (now apply verified_decides).
    assert (Hg : generated (fun h : A => named (value_of c (index h))) (fun h => covered c (index h))).
    { intros q; destruct (all_generated A index of_index Hindex q) as (l & Hl & <-); exists l; split.
      - eapply Forall_impl; [|exact Hl]; intros h Hh; unfold covered; destruct (repetition c); [exact I|exact Hh].
      - clear - Hvalue Hl; induction Hl as [|h l Hh _ IH]; [reflexivity|]; simpl; now rewrite IH, Hvalue. }
    split; [exact named_all|]; split; [exact named_inj|]; split; [reflexivity|]; split; [exact mem_p|].
    split; [|split; [exact Hd|split; [exact Hg|]]].
    - intros i g a x y Hi Ha Hy; rewrite Hvalue by exact (nth_generator i g Hi); exact (action_right i g a x y Hi Ha Hy).
    - intros l m Hl Hm; apply (quotient PQ); auto; exact no_alike.
  Qed.
End Accepted.

Lemma kinds_in (phis : list positive) (effects : list (list positive)) n v :
  length effects = length phis -> nth_error phis n = Some v ->
  exists e, In (v, e) (combine phis effects) /\ nth_error effects n = Some e.
Proof.
  intros Hl Hv; destruct (nth_error effects n) as [e|] eqn:E.
  - exists e; split; [apply in_combine_nth; eauto|reflexivity].
  - apply nth_error_None in E; assert (n < length phis) by (apply nth_error_Some; congruence); lia.
Qed.

(** What the checker accepts is true. *)
Theorem check_claim (c : certificate) : check c = true -> claim c.
Proof.
  unfold check; destruct (order c) as [|ord] eqn:Hord; [discriminate|]; cbv zeta.
  rewrite !andb_true_iff.
  intros (((Hform & Hletters) & Hrep) & ((Hmonoid & Hgen) & Hreduced) & Hsums).
  split; [now apply repeats_right_least|].
  set (phis := numbers (values c)) in *.
  set (acts := map (fun a => map_of (numbers a)) (actions c)) in *.
  set (ps := set_of (numbers (in_P c))) in *.
  assert (Hlen : length phis = length (values c)) by (unfold phis, numbers; now rewrite map_length).
  pose proof (nth_phis c ord Hord Hform Hmonoid) as Hphi; fold phis in Hphi.
  unfold letters_right in Hletters; unfold kinds_of in Hsums; destruct (subject_of c) as [r|options] eqn:Hs.
  - (* Heaps *)
    set (phi0 := fun n : nat => named c ord Hmonoid (nth n (values c) 0%N)).
    destruct (all_effects_spec (val_of c ord Hmonoid) (mul (table ord acts)) (val_one ord acts Hmonoid)
      (val_times ord acts Hmonoid) r phi0 phis Hphi Hletters) as [He1 He2].
    assert (Hv : verified (A := heap_letters r) (PQ c ord Hmonoid) phi0 (fun h => h < length (values c))).
    { apply (stored_verified c ord Hmonoid (heap_letters r) (fun n => n)) with (2 := Hsums).
      intros n Hn; destruct (kinds_in phis (all_effects (mul (table ord acts)) r phis) n _ He1 (Hphi n ltac:(lia)))
        as (e & Hin & He); exists e; split; [exact Hin|].
      intros x; rewrite (He2 n e He x); split; intros (q & Hq & E); exists q; split; auto; now apply in_heap_options. }
    unfold repeats_right in Hrep; rewrite Hs in Hrep.
    apply (claim_of_verified c ord Hord Hform Hmonoid Hgen Hreduced (heap_letters r) (fun n => n) (fun n => n));
      [reflexivity|..]; unfold covered, value_of; destruct (repetition c) as [[n0 p]|] eqn:Er; try exact Hv.
    + rewrite !andb_true_iff, !Nat.leb_le, forallb_forall in Hrep.
      destruct Hrep as ((((((H1 & H2) & H3) & H4) & _) & _) & _).
      intros n Hn; apply (continued_first (fun n => nth n (values c) 0%N) n0 p (length (values c)) H2); [|exact Hn].
      intros m Hm Hmp; specialize (H4 (nth m (values c) 0%N, nth (m + p) (values c) 0%N)); simpl in H4.
      symmetry; apply N.eqb_eq, H4, in_combine_nth; exists (m - n0); rewrite !nth_error_skipn.
      replace (n0 + (m - n0)) with m by lia; replace (n0 + p + (m - n0)) with (m + p) by lia.
      split; apply nth_error_nth'; lia.
    + reflexivity.
    + intros ? ? ? ? ? ?; exact I.
    + apply closed_below.
    + rewrite !andb_true_iff, !Nat.leb_le, forallb_forall in Hrep.
      destruct Hrep as ((((((H1 & H2) & H3) & H4) & H5) & _) & _).
      destruct (needed r n0 p) as [bound|] eqn:En; [|discriminate]; apply Nat.leb_le in H5.
      apply (verified_all_heaps r (PQ c ord Hmonoid) phi0 n0 p (length (values c)) bound); auto.
      intros m Hm Hmp; specialize (H4 (nth m (values c) 0%N, nth (m + p) (values c) 0%N)); simpl in H4.
      unfold phi0; f_equal; symmetry; apply N.eqb_eq, H4, in_combine_nth; exists (m - n0); rewrite !nth_error_skipn.
      replace (n0 + (m - n0)) with m by lia; replace (n0 + p + (m - n0)) with (m + p) by lia.
      split; apply nth_error_nth'; lia.
  - (* Letters by their options *)
    rewrite !andb_true_iff, N.eqb_eq, count_length, forallb_forall in Hletters.
    destruct Hletters as ((Ho & Hearlier) & Hnone).
    destruct (repetition c) as [|] eqn:Er; [discriminate|]; split; [reflexivity|].
    pose proof (form c ord Hord Hform) as (Hh & _).
    assert (Holen : length options = length (values c)) by lia.
    set (phi0 := fun n : nat => named c ord Hmonoid (nth n (values c) 0%N)).
    set (A := listed_letters options).
    assert (Hparts : forall n, parts (l := A) n = nth n options [] /\
      forall q k, In q (nth n options []) -> In k q -> k < n).
    { intros n; destruct (Nat.lt_ge_cases n (length options)) as [Hn|Hn].
      - specialize (Hearlier (n, nth n options [])); cbn [fst snd] in Hearlier.
        rewrite forallb_forall in Hearlier.
        assert (Hall : forall q, In q (nth n options []) -> forallb (fun k => k <? n) q = true).
        { apply Hearlier, in_combine_nth; exists n; split; [|now apply nth_error_nth'].
          rewrite (nth_error_nth' _ 0) by (now rewrite seq_length); now rewrite seq_nth. }
        split.
        + simpl; unfold listed_parts; clear - Hall; induction (nth n options []) as [|q l IH]; [reflexivity|]; simpl.
          rewrite Hall by (now left); f_equal; apply IH; intros; apply Hall; now right.
        + intros q k Hq Hk; specialize (Hall q Hq); rewrite forallb_forall in Hall; now apply Nat.ltb_lt, Hall.
      - simpl; unfold listed_parts; rewrite nth_overflow by exact Hn; split; [reflexivity|intros q k []]. }
    assert (Hprod : forall q, (forall k, In k q -> k < length (values c)) ->
      fold_right (fun k x => mul (table ord acts) (look (map_of phis) (Pos.of_succ_nat k)) x) 1%positive q =
      val_of c ord Hmonoid (Phi (A := A) phi0 q)).
    { induction q as [|k q IH]; intros Hq; simpl; [symmetry; apply (val_one ord acts Hmonoid)|].
      rewrite IH by (intros; apply Hq; now right).
      rewrite (look_map_of _ _ _ (Hphi k ltac:(rewrite Hlen; apply Hq; now left))).
      symmetry; apply (val_times ord acts Hmonoid). }
    assert (Hv : verified (A := A) (PQ c ord Hmonoid) phi0 (fun h => h < length (values c))).
    { apply (stored_verified c ord Hmonoid A (fun n => n)) with (2 := Hsums).
      intros n Hn; set (effects := map _ options).
      destruct (kinds_in phis effects n _ ltac:(unfold effects; rewrite map_length; lia) (Hphi n ltac:(lia)))
        as (e & Hin & He); exists e; split; [exact Hin|].
      unfold effects in He; rewrite nth_error_map, (nth_error_nth' _ []) in He by lia; simpl in He.
      injection He as <-; destruct (Hparts n) as [Hp Hk]; intros x; rewrite in_nub, in_map_iff, Hp.
      assert (Hsame : forall q, In q (nth n options []) ->
        fold_right (fun k x => mul (table ord acts) (look (map_of phis) (Pos.of_succ_nat k)) x) 1%positive q =
        val_of c ord Hmonoid (Phi (A := A) phi0 q)).
      { intros q Hq; apply Hprod; intros k Hkq; specialize (Hk q k Hq Hkq); lia. }
      split; [intros (q & E & Hq)|intros (q & Hq & E)]; exists q; split; auto.
      - rewrite <- E; symmetry; now apply Hsame.
      - rewrite <- E; now apply Hsame. }
    apply (claim_of_verified c ord Hord Hform Hmonoid Hgen Hreduced A (fun n => n) (fun n => n));
      [reflexivity|..]; unfold covered, value_of; rewrite Er.
    + reflexivity.
    + intros h q k Hh' Hq Hk; destruct (Hparts h) as [Hp Hless]; rewrite Hp in Hq; specialize (Hless q k Hq Hk); lia.
    + exact Hv.
Qed.

(** What an accepted certificate of a game says of its heaps: a sum of heaps is lost under misère play if and
    only if the number of the product of their values is listed as one of P. *)
Corollary check_heaps (c : certificate) (r : rules) : check c = true -> subject_of c = Of_heaps r ->
  exists (Q : monoid) (named : N -> Q), named 0%N = one /\
    (forall q, exists x, (x < order c)%N /\ named x = q) /\
    forall l : heap_game r, Forall (covered c) l ->
      forall x, (x < order c)%N -> named x = Phi (A := heap_letters r) (fun h => named (value_of c h)) l ->
        (misere_lost l <-> In x (in_P c)).
Proof.
  intros H Hs; apply check_claim in H; destruct H as [_ H]; rewrite Hs in H.
  destruct H as (Q & named & P & Hall & _ & H0 & HP & _ & Hd & _); exists Q, named.
  split; [exact H0|]; split; [exact Hall|]; intros l Hl x Hx E.
  rewrite <- misere_lost_heaps, (Hd l Hl), <- E; now apply HP.
Qed.
