(** * Misère sums that go by Bouton's rule

    Call a ruleset paired if every position of Grundy value 0 that has options has an option of value 1.
    A sum of positions of paired rulesets goes under misère play like Nim heaps of their values: while some
    value is 2 or more it is lost if and only if the nim-sum is 0; with values 0 and 1 only, if and only if
    the nim-sum is 1.  An option of a component wins if and only if it has the value [wanted] of it.
    Games of taking from a heap are paired, whatever set may be taken (Ferguson 1974); so are those where
    from P to Q must be taken and fewer than P whole.

    Source: T. S. Ferguson, On sums of graph games with last player losing, International Journal of Game
    Theory 3 (1974); C. L. Bouton (1901) for Nim.
    Used by: crates/grundy-engine/src/quotient.rs ([MisereNim]: add, less, outcome, wanted),
    crates/grundy-core/src/solve.rs (by_values of components with the capability [tame]);
    crates/grundy-games/src/bash.rs, bounded.rs, take.rs, take/sets.rs, atleast.rs, divisors.rs, nimble.rs, northcott.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game SpragueGrundy Misere.
Import ListNotations.

(** ** What the engine computes of Grundy values *)

(** The nim-sum of the components and how many values are 2 or more. *)
Definition tame_value : Type := nat * nat.

Definition zero : tame_value := (0, 0).
Definition of_value (v : nat) : tame_value := (v, if 1 <? v then 1 else 0).
Definition add (a b : tame_value) : tame_value := (Nat.lxor (fst a) (fst b), snd a + snd b).
Definition less (sum part : tame_value) : tame_value := (Nat.lxor (fst sum) (fst part), snd sum - snd part).

Definition total (values : list nat) : tame_value :=
  fold_left (fun sum v => add sum (of_value v)) values zero.

(** Whether who is to move loses. *)
Definition is_lost (v : tame_value) : bool := Bool.eqb (fst v =? 0) (0 <? snd v).

(** The value that an option of one component must have to win, beside the others. *)
Definition wanted (rest : tame_value) : nat :=
  if 0 <? snd rest then fst rest else Nat.lxor (fst rest) 1.

Definition paired (G : ruleset) : Prop :=
  forall p : G, grundy p = 0 -> options p = [] \/ exists q, In q (options p) /\ grundy q = 1.

(** ** Paired games are tame *)

Definition misere_of_value (v : nat) : nat := match v with 0 => 1 | 1 => 0 | _ => v end.

Lemma misere_of_value_inj v w : misere_of_value v = misere_of_value w -> v = w.
Proof. destruct v as [|[|]], w as [|[|]]; simpl; lia. Qed.

Lemma misere_grundy_paired (G : ruleset) (p : G) :
  paired G -> misere_grundy p = misere_of_value (grundy p).
Proof.
  intros HG; induction p as [p IH] using play_induction.
  destruct (grundy p) as [|v] eqn:Hp; [destruct (HG p Hp) as [He|(q1 & Hq1 & H1)]|].
  - now rewrite misere_grundy_ended.
  - apply misere_grundy_unique; [eauto using has_options| |].
    + intros q Hq; rewrite (IH q Hq); intros He; apply (misere_of_value_inj _ 0) in He.
      apply (grundy_option _ _ Hq); congruence.
    + intros m Hm; exists q1; rewrite (IH q1 Hq1), H1; simpl in *; split; [exact Hq1|lia].
  - assert (Reach : forall m, m < S v -> exists q, In q (options p) /\ misere_grundy q = misere_of_value m).
    { intros m Hm; destruct (grundy_reaches p m ltac:(lia)) as (q & Hq & He).
      exists q; split; [exact Hq|]; now rewrite (IH q Hq), He. }
    apply misere_grundy_unique.
    + destruct (Reach 0 ltac:(lia)) as (q & Hq & _); eauto using has_options.
    + intros q Hq; rewrite (IH q Hq); intros He; apply misere_of_value_inj in He.
      apply (grundy_option _ _ Hq); congruence.
    + intros m Hm; destruct v as [|v]; simpl in Hm; [lia|].
      destruct m as [|[|m]]; [apply (Reach 1); lia|apply (Reach 0); lia|apply (Reach (S (S m))); lia].
Qed.

Lemma paired_firm (G : ruleset) (p : G) : paired G -> firm p = (1 <? grundy p).
Proof.
  intros HG; unfold firm; rewrite misere_grundy_paired by exact HG.
  destruct (grundy p) as [|[|v]]; [reflexivity|reflexivity|apply Nat.eqb_refl].
Qed.

Theorem paired_tame (G : ruleset) (p : G) : paired G -> tame p.
Proof.
  intros HG; induction p as [p IH] using play_induction; constructor; [|exact IH].
  rewrite paired_firm by exact HG; unfold fickle; rewrite misere_grundy_paired by exact HG.
  destruct (grundy p) as [|[|v]]; simpl; tauto.
Qed.

(** ** The engine's rule *)

Lemma total_from values : forall v,
  fold_left (fun sum v => add sum (of_value v)) values v = add v (total values).
Proof.
  unfold total; induction values as [|w t IH]; intros v; simpl.
  - destruct v; unfold add; simpl; now rewrite Nat.lxor_0_r, Nat.add_0_r.
  - rewrite IH, (IH (add zero (of_value w))); unfold add; simpl.
    now rewrite Nat.lxor_0_l, Nat.lxor_assoc, Nat.add_assoc.
Qed.

Lemma total_cons w values : total (w :: values) = add (of_value w) (total values).
Proof. unfold total at 1; simpl; rewrite total_from; unfold add; simpl; now rewrite Nat.lxor_0_l. Qed.

Lemma total_app a b : total (a ++ b) = add (total a) (total b).
Proof. unfold total at 1; rewrite fold_left_app; apply total_from. Qed.

Lemma total_nim_sum values : fst (total values) = nim_sum values.
Proof. induction values as [|w t IH]; [reflexivity|]; rewrite total_cons; simpl; now rewrite IH. Qed.

Lemma total_big values : (0 <? snd (total values)) = existsb (fun v => 1 <? v) values.
Proof.
  induction values as [|w t IH]; [reflexivity|]; rewrite total_cons; cbn [existsb]; rewrite <- IH.
  cbn [add of_value snd]; now destruct (1 <? w).
Qed.

(** A sum of positions of a paired ruleset is lost if and only if the engine says so. *)
Theorem paired_sum_lost (G : ruleset) (l : list G) :
  paired G -> misere_lost (l : many G) <-> is_lost (total (map grundy l)) = true.
Proof.
  intros HG; rewrite (tame_sum_lost G l) by (apply Forall_forall; auto using paired_tame).
  unfold is_lost; rewrite total_nim_sum, total_big.
  replace (existsb firm l) with (existsb (fun v => 1 <? v) (map grundy l)).
  2: { clear - HG; induction l as [|p t IH]; simpl; [reflexivity|].
       now rewrite IH, paired_firm by exact HG. }
  destruct (existsb (fun v => 1 <? v) (map grundy l)) eqn:E.
  - rewrite <- Nat.eqb_eq; destruct (_ =? 0); simpl; split; congruence.
  - assert (H : nim_sum (map grundy l) <= 1).
    { apply (fickle_nim_sum G), (no_firm_all_fickle G).
      - apply Forall_forall; auto using paired_tame.
      - rewrite <- E; clear - HG; induction l as [|p t IH]; simpl; [reflexivity|].
        now rewrite IH, paired_firm by exact HG. }
    destruct (nim_sum (map grundy l)) as [|[|]]; simpl; split; (lia || congruence || reflexivity).
Qed.

(** The same in words. *)
Theorem misere_sum_rule (G : ruleset) (l : list G) :
  paired G ->
  ((exists p, In p l /\ 2 <= grundy p) ->
    (misere_lost (l : many G) <-> nim_sum (map grundy l) = 0)) /\
  ((forall p, In p l -> grundy p <= 1) ->
    (misere_lost (l : many G) <-> nim_sum (map grundy l) = 1)).
Proof.
  intros HG; rewrite (tame_sum_lost G l) by (apply Forall_forall; auto using paired_tame); split; intros H.
  - replace (existsb firm l) with true; [reflexivity|symmetry; apply existsb_exists].
    destruct H as (p & Hp & H); exists p; split; [exact Hp|].
    rewrite paired_firm by exact HG; apply Nat.ltb_lt; lia.
  - destruct (existsb firm l) eqn:E; [exfalso|reflexivity].
    apply existsb_exists in E; destruct E as (p & Hp & E).
    rewrite paired_firm, Nat.ltb_lt in E by exact HG; specialize (H p Hp); lia.
Qed.

Lemma is_lost_add v s n :
  (n = 0 -> s <= 1) -> is_lost (add (of_value v) (s, n)) = true <-> v = wanted (s, n).
Proof.
  intros Hs; unfold is_lost, wanted; cbn [add of_value fst snd].
  rewrite Bool.eqb_true_iff; destruct n as [|n].
  - assert (Hs' : s = 0 \/ s = 1) by (specialize (Hs eq_refl); lia); clear Hs; rewrite Nat.add_0_r.
    destruct v as [|[|v]]; [destruct Hs' as [-> | ->]; cbv; split; congruence..|].
    change (0 <? (if 1 <? S (S v) then 1 else 0)) with true; change (0 <? 0) with false; cbv iota.
    rewrite Nat.eqb_eq, lxor_zero; destruct Hs' as [-> | ->].
    + change (Nat.lxor 0 1) with 1; lia.
    + change (Nat.lxor 1 1) with 0; lia.
  - replace (0 <? _ + S n) with true by (symmetry; apply Nat.ltb_lt; lia).
    change (0 <? S n) with true; cbv iota; rewrite Nat.eqb_eq; apply lxor_zero.
Qed.

Lemma total_small values : snd (total values) = 0 -> fst (total values) <= 1.
Proof.
  induction values as [|w t IH]; [simpl; lia|]; rewrite total_cons; cbn [add of_value fst snd].
  destruct w as [|[|w]]; [| |simpl; lia]; intros H; specialize (IH H);
    destruct (fst (total t)) as [|[|]]; try lia; apply Nat.leb_le; reflexivity.
Qed.

Lemma total_middle a b v :
  total (a ++ v :: b) = add (of_value v) (total (a ++ b)).
Proof.
  rewrite !total_app, total_cons; unfold add; simpl; f_equal; [|lia].
  now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm v).
Qed.

(** The engine takes a component away from the total instead of adding up the others. *)
Theorem less_total a b v : less (total (a ++ v :: b)) (of_value v) = total (a ++ b).
Proof.
  rewrite total_middle; destruct (total (a ++ b)) as [s n]; unfold less, add; cbn [fst snd].
  f_equal; [|cbn [of_value snd]; lia].
  now rewrite (Nat.lxor_comm _ s), lxor_cancel_r.
Qed.

(** An option of a component wins if and only if it has the value that is wanted of it beside the others. *)
Theorem paired_winning_option (G : ruleset) (a b : list G) (q : G) :
  paired G ->
  misere_lost ((a ++ q :: b) : many G) <-> grundy q = wanted (total (map grundy (a ++ b))).
Proof.
  intros HG; rewrite paired_sum_lost by exact HG.
  rewrite !(map_app grundy), !(map_cons grundy), total_middle.
  pose proof (total_small (map grundy a ++ map grundy b)) as Hs.
  destruct (total (map grundy a ++ map grundy b)) as [s n]; now apply is_lost_add.
Qed.

(** Paired rulesets side by side are paired, so that the components may be of different ones. *)
Theorem paired_any (I : Type) (G : I -> ruleset) : (forall i, paired (G i)) -> paired (any I G).
Proof.
  intros HG [i p]; change (existT _ i p) with (component (G := G) i p).
  rewrite grundy_component; intros Hp; rewrite options_component.
  destruct (HG i p Hp) as [He|(q & Hq & H1)]; [left; now rewrite He|right].
  exists (component i q); split; [now apply in_map|]; now rewrite grundy_component.
Qed.

(** Where every position that has options has one without options, only the ends have value 0. *)
Theorem end_in_one_paired (G : ruleset) :
  (forall p : G, options p = [] \/ exists q, In q (options p) /\ options q = []) -> paired G.
Proof.
  intros HG p Hp; destruct (HG p) as [H|(q & Hq & He)]; [now left|exfalso].
  apply (grundy_option p q Hq); rewrite Hp, grundy_equation, He; reflexivity.
Qed.

(** ** Games of taking *)

(** A heap from which n stones may be taken if [may n]: any set of takes, finite or not. *)
Definition taking_options (may : nat -> bool) (n : nat) : list nat :=
  map (fun s => n - s) (filter may (seq 1 n)).

Lemma in_taking_options may n m :
  In m (taking_options may n) <-> exists s, 1 <= s <= n /\ may s = true /\ m = n - s.
Proof.
  unfold taking_options; rewrite in_map_iff; split.
  - intros (s & <- & Hs); apply filter_In in Hs; rewrite in_seq in Hs.
    exists s; repeat split; (lia || tauto).
  - intros (s & Hs & Hm & ->); exists s; split; [reflexivity|].
    apply filter_In; rewrite in_seq; split; [lia|exact Hm].
Qed.

Definition taking (may : nat -> bool) : ruleset.
Proof.
  refine (measured nat (taking_options may) (fun n => n) _).
  intros n m Hm; apply in_taking_options in Hm; destruct Hm as (s & Hs & _ & ->); lia.
Defined.

Section Ferguson.
  Variables (may : nat -> bool) (least : nat).
  Hypotheses (least_pos : 1 <= least) (least_may : may least = true).
  Hypothesis least_least : forall s, 1 <= s -> may s = true -> least <= s.
  Let heap := taking may.

  Lemma take (n s : nat) : 1 <= s <= n -> may s = true -> In (n - s) (options (n : heap)).
  Proof. intros Hs Hm; apply in_taking_options; eauto. Qed.

  Lemma no_take (n : nat) : n < least -> grundy (n : heap) = 0.
  Proof.
    intros Hn; apply grundy_unique; [|lia]; intros q Hq.
    apply in_taking_options in Hq; destruct Hq as (s & Hs & Hm & _).
    specialize (least_least s ltac:(lia) Hm); lia.
  Qed.

  (* Ferguson's pairing: adding the least take turns the values 0 into the values 1. *)
  Lemma pairing (n : nat) : grundy (n : heap) = 0 <-> grundy (n + least : heap) = 1.
  Proof.
    induction n as [n IH] using lt_wf_ind.
    assert (Hopt : In n (options (n + least : heap))).
    { replace n with (n + least - least) at 1 by lia; apply take; [lia|exact least_may]. }
    split; intros Hg.
    - apply grundy_unique.
      + intros q Hq Hq1; apply in_taking_options in Hq; destruct Hq as (s & Hs & Hm & ->).
        pose proof (least_least s ltac:(lia) Hm).
        destruct (Nat.le_gt_cases s n) as [Hle|Hgt].
        * replace (n + least - s) with (n - s + least) in Hq1 by lia; apply IH in Hq1; [|lia].
          apply (grundy_option (n : heap) (n - s)); [apply take; [lia|exact Hm]|congruence].
        * rewrite no_take in Hq1 by lia; discriminate.
      + intros [|m] Hm; [exists n; auto|lia].
    - destruct (grundy (n : heap)) eqn:E; [reflexivity|exfalso].
      destruct (grundy_reaches (n : heap) 0 ltac:(lia)) as (q & Hq & Hq0).
      apply in_taking_options in Hq; destruct Hq as (s & Hs & Hm & ->).
      apply IH in Hq0; [|lia]; apply (grundy_option (n + least : heap) (n - s + least)); [|congruence].
      replace (n - s + least) with (n + least - s) by lia; apply take; [lia|exact Hm].
  Qed.

  Lemma paired_with_least : paired heap.
  Proof.
    intros n Hn; destruct (Nat.lt_ge_cases n least) as [Hl|Hl].
    - left; destruct (options (n : heap)) as [|q t] eqn:E; [reflexivity|exfalso].
      assert (Hq : In q (options (n : heap))) by (rewrite E; now left).
      apply in_taking_options in Hq; destruct Hq as (s & Hs & Hm & _).
      specialize (least_least s ltac:(lia) Hm); lia.
    - right; assert (Hopt : In (n - least) (options (n : heap))) by (apply take; [lia|exact least_may]).
      pose proof (grundy_option _ _ Hopt) as Hne; rewrite Hn in Hne.
      destruct (grundy_reaches (n - least : heap) 0 ltac:(lia)) as (q & Hq & Hq0).
      apply in_taking_options in Hq; destruct Hq as (s & Hs & Hm & ->).
      exists (n - s); split; [apply take; [lia|exact Hm]|].
      replace (n - s) with (n - least - s + least) by lia; now apply pairing.
  Qed.
End Ferguson.

(** Whatever may be taken, a heap of value 0 from which something may be taken has an option of value 1. *)
Theorem taking_paired (may : nat -> bool) : paired (taking may).
Proof.
  intros n Hn; destruct (filter may (seq 1 n)) as [|l t] eqn:E.
  - left; cbn [options taking measured]; unfold taking_options; now rewrite E.
  - assert (H : exists s, 1 <= s /\ may s = true /\ forall r, 1 <= r -> may r = true -> s <= r).
    { assert (Hl : In l (filter may (seq 1 n))) by (rewrite E; now left).
      apply filter_In in Hl; rewrite in_seq in Hl; destruct Hl as [Hl Hm]; clear - Hl Hm.
      assert (Hl' : 1 <= l) by lia; clear Hl; induction l as [l IH] using lt_wf_ind.
      destruct (filter may (seq 1 (l - 1))) as [|k t] eqn:E.
      - exists l; repeat split; auto; intros r Hr Hmr; apply Nat.nlt_ge; intros Hlt.
        assert (Hin : In r (filter may (seq 1 (l - 1)))) by (apply filter_In; rewrite in_seq; split; [lia|exact Hmr]).
        rewrite E in Hin; destruct Hin.
      - assert (Hk : In k (filter may (seq 1 (l - 1)))) by (rewrite E; now left).
        apply filter_In in Hk; rewrite in_seq in Hk; apply (IH k); [lia|tauto|lia]. }
    destruct H as (s & H1 & H2 & H3); now apply (paired_with_least may s).
Qed.

(** Ferguson (1974): sums of games of taking, each heap with a set of its own. *)
Theorem ferguson (I : Type) (may : I -> nat -> bool) (l : list (any I (fun i => taking (may i)))) :
  misere_lost (l : many (any I (fun i => taking (may i)))) <-> is_lost (total (map grundy l)) = true.
Proof. apply paired_sum_lost, paired_any; intros i; apply taking_paired. Qed.

(** ** From P to Q stones, and fewer than P whole *)

Section At_least.
  Variables (P Q : nat).
  Hypotheses (P_pos : 1 <= P) (P_Q : P <= Q).

  Definition at_least_options (n : nat) : list nat :=
    if n <? P then match n with 0 => [] | _ => [0] end
    else map (fun s => n - s) (seq P (S (Nat.min Q n) - P)).

  Lemma in_at_least_options n m :
    In m (at_least_options n) <->
    (0 < n < P /\ m = 0) \/ (exists s, P <= s <= Q /\ s <= n /\ m = n - s).
  Proof.
    unfold at_least_options; destruct (n <? P) eqn:E.
    - apply Nat.ltb_lt in E; destruct n as [|n]; simpl.
      + split; [intros []|intros [H|(s & H)]; lia].
      + split; [intros [<-|[]]; left; lia|intros [H|(s & H)]; [left|]; lia].
    - apply Nat.ltb_ge in E; rewrite in_map_iff; split.
      + intros (s & <- & Hs); apply in_seq in Hs; right; exists s; lia.
      + intros [H|(s & Hs & Hn & ->)]; [lia|]; exists s; rewrite in_seq; lia.
  Qed.

  Definition at_least : ruleset.
  Proof.
    refine (measured nat at_least_options (fun n => n) _).
    intros n m Hm; apply in_at_least_options in Hm; destruct Hm as [H|(s & H)]; lia.
  Defined.

  Lemma at_least_take (n s : nat) : P <= s <= Q -> s <= n -> In (n - s) (options (n : at_least)).
  Proof. intros; apply in_at_least_options; right; eauto. Qed.

  Lemma at_least_small (n : nat) : 0 < n < P -> grundy (n : at_least) = 1.
  Proof.
    intros Hn; assert (H0 : grundy (0 : at_least) = 0).
    { apply grundy_unique; [|lia]; intros q Hq; apply in_at_least_options in Hq.
      destruct Hq as [H|(s & H)]; lia. }
    apply grundy_unique.
    - intros q Hq; apply in_at_least_options in Hq; destruct Hq as [[_ ->]|(s & Hs)]; [|lia].
      rewrite H0; discriminate.
    - intros [|m] Hm; [|lia]; exists 0; split; [|exact H0]; apply in_at_least_options; now left.
  Qed.

  (* A heap that can be emptied is won. *)
  Lemma at_least_zero (n : nat) : grundy (n : at_least) = 0 -> n = 0 \/ Q < n.
  Proof.
    intros Hg; destruct (Nat.eq_dec n 0) as [|Hn]; [now left|]; right; apply Nat.nle_gt; intros Hle.
    assert (Ho : In 0 (options (n : at_least))).
    { apply in_at_least_options; destruct (Nat.lt_ge_cases n P); [left; lia|right; exists n; lia]. }
    apply (grundy_option _ _ Ho); rewrite Hg; apply grundy_unique; [|lia].
    intros q Hq; apply in_at_least_options in Hq; destruct Hq as [H|(s & H)]; lia.
  Qed.

  Lemma at_least_pairing (n : nat) : grundy (n : at_least) = 0 <-> grundy (n + P : at_least) = 1.
  Proof.
    induction n as [n IH] using lt_wf_ind.
    assert (Hopt : In n (options (n + P : at_least))).
    { replace n with (n + P - P) at 1 by lia; apply at_least_take; lia. }
    split; intros Hg.
    - apply grundy_unique.
      + intros q Hq Hq1; apply in_at_least_options in Hq; destruct Hq as [H|(s & Hs & Hsn & ->)]; [lia|].
        destruct (at_least_zero n Hg) as [->|HQ].
        * replace (0 + P - s) with 0 in Hq1 by lia; congruence.
        * replace (n + P - s) with (n - s + P) in Hq1 by lia; apply IH in Hq1; [|lia].
          apply (grundy_option (n : at_least) (n - s)); [apply at_least_take; lia|congruence].
      + intros [|m] Hm; [exists n; auto|lia].
    - destruct (grundy (n : at_least)) eqn:E; [reflexivity|exfalso].
      destruct (grundy_reaches (n : at_least) 0 ltac:(lia)) as (q & Hq & Hq0).
      apply in_at_least_options in Hq; destruct Hq as [[H ->]|(s & Hs & Hsn & ->)].
      + apply (grundy_option _ _ Hopt); rewrite Hg; now apply at_least_small.
      + apply IH in Hq0; [|lia]; apply (grundy_option (n + P : at_least) (n - s + P)); [|congruence].
        replace (n - s + P) with (n + P - s) by lia; apply at_least_take; lia.
  Qed.

  Theorem at_least_paired : paired at_least.
  Proof.
    intros n Hn; destruct (at_least_zero n Hn) as [->|HQ]; [left|right].
    - cbn [options at_least measured]; unfold at_least_options; now destruct (0 <? P) eqn:E; [|apply Nat.ltb_ge in E; lia].
    - assert (Hopt : In (n - P) (options (n : at_least))) by (apply at_least_take; lia).
      pose proof (grundy_option _ _ Hopt) as Hne; rewrite Hn in Hne.
      destruct (grundy_reaches (n - P : at_least) 0 ltac:(lia)) as (q & Hq & Hq0).
      apply in_at_least_options in Hq; destruct Hq as [[H ->]|(s & Hs & Hsn & ->)].
      + exists (n - P); split; [exact Hopt|now apply at_least_small].
      + exists (n - s); split; [apply at_least_take; lia|].
        replace (n - s) with (n - P - s + P) by lia; now apply at_least_pairing.
  Qed.
End At_least.
