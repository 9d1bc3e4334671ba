(** * Each number once

    From a pile any number of stones may be taken, but no number that has been taken from it before.  No play of a pile is
    longer than the number of its least takes that fit into it; for a pile from which nothing has been taken that is the
    largest j with j (j + 1) / 2 <= n.  The value is at most the length of the longest play.  It is this length for all
    positions of a set in which every position has for every smaller length an option of this longest play in the set;
    so for all piles of at most 127 stones from which nothing has been taken.

    Source: grundy; the values are those of Codeforces 768E (2017), up to 60.
    Used by: crates/grundy-games/src/once.rs ([value]). *)

From Coq Require Import List Arith NArith Lia Bool FMapPositive.
From Grundy Require Import Mex Game.
Import ListNotations.
Local Open Scope N_scope.

(** ** The game *)

(** The stones, and the numbers that can no longer be taken, a binary digit for each up to the stones. *)
Definition after (p : N * N) (take : N) : N * N :=
  (fst p - take, N.land (N.setbit (snd p) take) (N.ones (fst p - take + 1))).

(** The numbers from a to a + k - 1. *)
Fixpoint upwards (k : nat) (a : N) : list N := match k with O => [] | S k => a :: upwards k (N.succ a) end.

Lemma in_upwards k : forall a x, In x (upwards k a) <-> a <= x < a + N.of_nat k.
Proof.
  induction k as [|k IH]; intros a x; cbn [upwards In]; [lia|]; rewrite IH; lia.
Qed.

Definition takes (p : N * N) : list N :=
  filter (fun t => negb (N.testbit (snd p) t)) (upwards (N.to_nat (fst p)) 1).

Lemma in_takes p t : In t (takes p) <-> 1 <= t <= fst p /\ N.testbit (snd p) t = false.
Proof. unfold takes; rewrite filter_In, in_upwards, negb_true_iff; intuition lia. Qed.

Definition once : ruleset.
Proof.
  refine (measured (N * N) (fun p => map (after p) (takes p)) (fun p => N.to_nat (fst p)) _).
  intros p q H; apply in_map_iff in H; destruct H as (t & <- & Ht); apply in_takes in Ht; cbn [after fst]; lia.
Defined.

(** ** The longest play *)

(** How many of the least takes fit; the digits begin with that of t. *)
Fixpoint fitting (steps : nat) (stones used t : N) : nat :=
  match steps with
  | O => O
  | S steps =>
    if N.odd used then fitting steps stones (N.div2 used) (N.succ t)
    else if t <=? stones then S (fitting steps (stones - t) (N.div2 used) (N.succ t)) else O
  end.

Definition longest (p : N * N) : nat := fitting (N.to_nat (fst p)) (fst p) (N.div2 (snd p)) 1.

Definition total (l : list N) : N := fold_right N.add 0 l.

Lemma total_app a b : total (a ++ b) = total a + total b.
Proof. induction a as [|x a IH]; cbn [total fold_right app] in *; [reflexivity|]; fold (total (a ++ b)); fold (total a); lia. Qed.

Lemma total_split a (x : N) b : total (a ++ x :: b) = x + total (a ++ b).
Proof. rewrite !total_app; cbn [total fold_right]; fold (total b); lia. Qed.

Lemma fitting_most steps : forall stones used t l,
  NoDup l -> (forall x, In x l -> t <= x < t + N.of_nat steps /\ N.testbit used (x - t) = false) -> 1 <= t ->
  total l <= stones -> (length l <= fitting steps stones used t)%nat.
Proof.
  induction steps as [|steps IH]; intros stones used t l Hd Hl Ht Hs.
  - destruct l as [|x l]; [simpl; lia|]; destruct (Hl x (or_introl eq_refl)); lia.
  - cbn [fitting]; assert (Hnext : forall x, In x l -> x <> t ->
      N.succ t <= x < N.succ t + N.of_nat steps /\ N.testbit (N.div2 used) (x - N.succ t) = false).
    { intros x Hx Hn; destruct (Hl x Hx) as [H1 H2]; split; [lia|]; rewrite N.div2_spec, N.shiftr_spec'.
      now replace (x - N.succ t + 1) with (x - t) by lia. }
    destruct (N.odd used) eqn:Eo.
    + apply IH; auto; [|lia]; intros x Hx; apply Hnext; [exact Hx|]; intros ->.
      destruct (Hl t Hx) as [_ H]; rewrite N.sub_diag, N.bit0_odd, Eo in H; discriminate.
    + destruct l as [|y l]; [simpl; lia|].
      assert (Hin : exists a x b, y :: l = a ++ x :: b /\ t <= x /\ forall z, In z (a ++ b) -> z <> t).
      { destruct (in_dec N.eq_dec t (y :: l)) as [Hi|Hi].
        - apply in_split in Hi; destruct Hi as (a & b & E); exists a, t, b; repeat split; [exact E|lia|].
          intros z Hz ->; rewrite E in Hd; apply NoDup_remove_2 in Hd; auto.
        - exists [], y, l; repeat split; [apply Hl; now left|]; intros z Hz ->; apply Hi; now right. }
      destruct Hin as (a & x & b & E & Hx & Hz); rewrite E in *; rewrite total_split in Hs.
      destruct (t <=? stones) eqn:El; [|apply N.leb_gt in El; lia].
      rewrite app_length; cbn [length]; rewrite Nat.add_succ_r, <- app_length; apply le_n_S, IH; [| |lia|].
      * now apply NoDup_remove_1 in Hd.
      * intros z Hz'; apply Hnext; [|now apply Hz]; apply in_app_iff in Hz'; apply in_or_app; simpl; tauto.
      * lia.
Qed.

Lemma total_in l x : In x l -> x <= total l.
Proof.
  intros H; apply in_split in H; destruct H as (a & b & ->); rewrite total_split; lia.
Qed.

(* A play as long as the value. *)
Lemma play_of_value (p : once) : exists l,
  NoDup l /\ length l = grundy p /\ (forall x, In x l -> 1 <= x /\ N.testbit (snd p) x = false) /\ total l <= fst p.
Proof.
  induction p as [p IH] using play_induction; destruct (grundy p) as [|g] eqn:Eg.
  - exists []; repeat split; [constructor|destruct H|destruct H|simpl; lia].
  - destruct (grundy_reaches p g ltac:(lia)) as (q & Hq & Eq); destruct (IH q Hq) as (l & Hd & Hlen & Hl & Ht).
    apply in_map_iff in Hq; destruct Hq as (t & <- & Htake); apply in_takes in Htake.
    assert (Hfree : forall x, In x l -> x <> t /\ N.testbit (snd p) x = false).
    { intros x Hx; destruct (Hl x Hx) as [H1 H2]; pose proof (total_in l x Hx); cbn [after fst snd] in *.
      rewrite N.land_spec, N.ones_spec_low, andb_true_r, N.setbit_eqb in H2 by lia.
      apply orb_false_iff in H2; destruct H2 as [H2 H3]; apply N.eqb_neq in H2; auto. }
    exists (t :: l); repeat split.
    + constructor; [intros H; now apply (Hfree t H)|exact Hd].
    + simpl; congruence.
    + destruct H as [<-|H]; [lia|now apply Hl].
    + destruct H as [<-|H]; [tauto|now apply Hfree].
    + cbn [after fst total fold_right] in *; fold (total l); lia.
Qed.

(** No value is greater than the longest play. *)
Theorem once_at_most (p : once) : (grundy p <= longest p)%nat.
Proof.
  destruct (play_of_value p) as (l & Hd & <- & Hl & Ht); apply fitting_most; auto; [|lia].
  intros x Hx; destruct (Hl x Hx) as [H1 H2]; pose proof (total_in l x Hx); split; [lia|].
  rewrite N.div2_spec, N.shiftr_spec'; now replace (x - 1 + 1) with x by lia.
Qed.

(** ** Where the value is the length of the longest play *)

Section Chosen.
  Variable among : N * N -> bool.

  (** For every smaller length there is an option in the set. *)
  Definition supported (p : N * N) : bool :=
    let near := filter among (map (after p) (takes p)) in
    let lengths := map longest near in
    forallb (fun v => existsb (Nat.eqb v) lengths) (seq 0 (longest p)).

  Theorem once_longest :
    (forall p, among p = true -> supported p = true) -> forall p : once, among p = true -> grundy p = longest p.
  Proof.
    intros Hall p; induction p as [p IH] using play_induction; intros Hp.
    apply Nat.le_antisymm; [apply once_at_most|]; apply Nat.nlt_ge; intros Hlt.
    pose proof (Hall p Hp) as Hs; unfold supported in Hs; rewrite forallb_forall in Hs.
    specialize (Hs (grundy p) ltac:(apply in_seq; lia)); apply existsb_exists in Hs.
    destruct Hs as (v & Hv & E); apply Nat.eqb_eq in E; apply in_map_iff in Hv; destruct Hv as (q & <- & Hq).
    apply filter_In in Hq; destruct Hq as [Hq Ha].
    apply (grundy_option p q Hq); rewrite (IH q Hq Ha); now symmetry.
  Qed.
End Chosen.

(** ** Such a set, found by search *)

Definition key (p : N * N) : positive := N.succ_pos (fst p + 128 * snd p).

Definition known := PositiveMap.t bool.

Section Search.
  Variable search : N * N -> known -> bool * known.

  (* The first of some options that is found. *)
  Fixpoint first_of (l : list (N * N)) (k : known) : bool * known :=
    match l with
    | [] => (false, k)
    | q :: l => let (b, k) := search q k in if b then (true, k) else first_of l k
    end.

  Fixpoint all_lengths (v : nat) (near : list (nat * (N * N))) (k : known) : bool * known :=
    match v with
    | O => (true, k)
    | S v =>
      let (b, k) := first_of (map snd (filter (fun x => Nat.eqb (fst x) v) near)) k in
      if b then all_lengths v near k else (false, k)
    end.
End Search.

Fixpoint search (depth : nat) (p : N * N) (k : known) : bool * known :=
  match PositiveMap.find (key p) k with
  | Some b => (b, k)
  | None =>
    match depth with
    | O => (false, k)
    | S depth =>
      let near := map (fun t => let q := after p t in (longest q, q)) (rev (takes p)) in
      let (b, k) := all_lengths (search depth) (longest p) near k in
      (b, PositiveMap.add (key p) b k)
    end
  end.

Definition searched (most : nat) : known :=
  fold_left (fun k n => snd (search 20 (n, 0) k)) (upwards (S most) 0) (PositiveMap.empty bool).

(** The piles of at most [most] stones with nothing taken, and the options that they need; checked, not trusted. *)
Definition decode (k : positive) : N * N := let n := N.pred (Npos k) in (N.modulo n 128, N.div n 128).

Definition chosen (k : known) (p : N * N) : bool :=
  (fst p <? 128) && match PositiveMap.find (key p) k with Some b => b | None => false end.

Definition all_supported (most : nat) : bool :=
  let k := searched most in
  forallb (fun e : positive * bool => negb (snd e) || supported (chosen k) (decode (fst e))) (PositiveMap.elements k) &&
  forallb (fun n => chosen k (n, 0)) (upwards (S most) 0).

Lemma decode_key p : fst p < 128 -> decode (key p) = p.
Proof.
  intros H; unfold decode, key; rewrite N.succ_pos_spec, N.pred_succ, (N.mul_comm 128).
  rewrite N.mod_add, N.div_add, N.mod_small, N.div_small by lia; now destruct p.
Qed.

Lemma once_searched (most : nat) :
  all_supported most = true -> forall n, n <= N.of_nat most -> grundy ((n, 0) : once) = longest (n, 0).
Proof.
  unfold all_supported; set (k := searched most); intros H; apply andb_true_iff in H; destruct H as [H1 H2].
  rewrite forallb_forall in H1, H2; intros n Hn; apply (once_longest (chosen k)).
  - intros p Hp; unfold chosen in Hp; apply andb_true_iff in Hp; destruct Hp as [Hl Hp]; apply N.ltb_lt in Hl.
    destruct (PositiveMap.find (key p) k) as [b|] eqn:E; [subst b|discriminate].
    apply PositiveMap.elements_correct, H1 in E; cbn [fst snd negb orb] in E; now rewrite decode_key in E.
  - apply H2, in_upwards; lia.
Qed.

(** The longest play of a pile with nothing taken, by one comparison. *)
Definition by_triangle (most : nat) : bool :=
  forallb (fun n => let j := N.of_nat (longest (n, 0)) in (j * (j + 1) / 2 <=? n) && (n <? (j + 1) * (j + 2) / 2))
    (upwards (S most) 0).

Lemma triangle_unique n i j :
  i * (i + 1) / 2 <= n < (i + 1) * (i + 2) / 2 -> j * (j + 1) / 2 <= n < (j + 1) * (j + 2) / 2 -> i = j.
Proof.
  assert (H : forall i j, i * (i + 1) / 2 <= n -> n < (j + 1) * (j + 2) / 2 -> i <= j).
  { intros a b Ha Hb; apply N.nlt_ge; intros Hlt.
    assert ((b + 1) * (b + 2) / 2 <= a * (a + 1) / 2) by (apply N.div_le_mono; [lia|]; apply N.mul_le_mono; lia); lia. }
  intros [H1 H2] [H3 H4]; apply N.le_antisymm; eauto.
Qed.

(** The value of a pile of at most 127 stones from which nothing has been taken. *)
Theorem once_grundy (n j : N) :
  n <= 127 -> j * (j + 1) / 2 <= n < (j + 1) * (j + 2) / 2 -> N.of_nat (grundy ((n, 0) : once)) = j.
Proof.
  intros Hn Hj; assert (Hall : all_supported 127 = true) by (vm_cast_no_check (eq_refl true)).
  rewrite (once_searched 127 Hall n Hn).
  assert (H : by_triangle 127 = true) by (vm_compute; reflexivity).
  unfold by_triangle in H; rewrite forallb_forall in H; specialize (H n ltac:(apply in_upwards; lia)); cbv zeta in H.
  apply andb_true_iff in H; destruct H as [H1 H2]; apply N.leb_le in H1; apply N.ltb_lt in H2.
  apply (triangle_unique n); auto.
Qed.
