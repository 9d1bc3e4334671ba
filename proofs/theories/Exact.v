(** * Exact Nim with few heaps

    A move takes stones from exactly k heaps, at least one from each. With fewer than 2k heaps that are not empty
    the value is the length of the longest play: the largest t for which the heaps, each cut down to t, hold at
    least k t stones. It is the least over j of the j smallest heaps' stones, shared out equally among the heaps
    by which j exceeds those that a move leaves alone.

    A move makes the longest play shorter; one stone from each of the largest heaps makes it shorter by 1; and
    taking the stones of these heaps one by one makes it shorter by at most 1 at a time, until fewer than k heaps
    are left. So all smaller values are reached.

    Source: E. Boros, V. Gurvich, N. B. Ho, K. Makino and P. Mursic, On the Sprague–Grundy function of Exact
    k-Nim (2018). Used by: crates/grundy-games/src/exact.rs. *)

From Coq Require Import List Arith Lia Bool Sorted.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** The game *)

(** All ways to lower exactly k heaps. *)
Fixpoint lowerings (k : nat) (l : list nat) : list (list nat) :=
  match l with
  | [] => match k with 0 => [[]] | _ => [] end
  | x :: l =>
      map (cons x) (lowerings k l) ++
      match k with
      | 0 => []
      | S k => flat_map (fun y => map (cons y) (lowerings k l)) (seq 0 x)
      end
  end.

Inductive lowers : nat -> list nat -> list nat -> Prop :=
| lowers_nil : lowers 0 [] []
| lowers_keep k x l m : lowers k l m -> lowers k (x :: l) (x :: m)
| lowers_one k x y l m : y < x -> lowers k l m -> lowers (S k) (x :: l) (y :: m).

Lemma in_lowerings l : forall k m, In m (lowerings k l) <-> lowers k l m.
Proof.
  induction l as [|x l IH]; intros k m; cbn [lowerings].
  - split.
    + destruct k as [|k]; intros []; [subst; constructor|contradiction].
    + intros H; inversion H; now left.
  - rewrite in_app_iff, in_map_iff; split.
    + intros [(u & <- & Hu)|H]; [apply lowers_keep, IH, Hu|].
      destruct k as [|k]; [destruct H|]; apply in_flat_map in H; destruct H as (y & Hy & H).
      apply in_map_iff in H; destruct H as (u & <- & Hu); apply in_seq in Hy.
      apply lowers_one; [lia|]; apply IH, Hu.
    + intros H; inversion H as [|k' x' l' u Hu|k' x' y l' u Hy Hu]; subst.
      * left; exists u; split; [reflexivity|]; apply IH, Hu.
      * right; apply in_flat_map; exists y; split; [apply in_seq; lia|].
        apply in_map, IH, Hu.
Qed.

Definition exact_options (k : nat) (l : list nat) : list (list nat) :=
  match k with 0 => [] | _ => lowerings k l end.

Lemma lowers_sum k l m : lowers k l m -> list_sum m + k <= list_sum l.
Proof. induction 1; simpl; lia. Qed.

Lemma exact_lowers k l m : In m (exact_options k l) -> list_sum m < list_sum l.
Proof.
  destruct k as [|k]; [intros []|]; intros H; apply in_lowerings, lowers_sum in H; lia.
Qed.

Definition exact (k : nat) : ruleset := measured (list nat) (exact_options k) list_sum (exact_lowers k).

(** ** The longest play *)

(** The stones of the heaps, each cut down to t. *)
Definition cut (l : list nat) (t : nat) : nat := list_sum (map (fun x => Nat.min x t) l).

Definition fits (k : nat) (l : list nat) (t : nat) : bool := k * t <=? cut l t.

Fixpoint greatest (p : nat -> bool) (n : nat) : nat :=
  match n with 0 => 0 | S m => if p n then n else greatest p m end.

Definition longest (k : nat) (l : list nat) : nat := greatest (fits k l) (list_sum l).

(** How many heaps have t stones or more. *)
Definition heaps_of (t : nat) (l : list nat) : nat := list_sum (map (fun x => if t <=? x then 1 else 0) l).

Lemma cut_cons x l t : cut (x :: l) t = Nat.min x t + cut l t.
Proof. reflexivity. Qed.

Lemma heaps_of_cons t x l : heaps_of t (x :: l) = (if t <=? x then 1 else 0) + heaps_of t l.
Proof. reflexivity. Qed.

Lemma cut_sum l t : cut l t <= list_sum l.
Proof. induction l as [|x l IH]; [unfold cut, heaps_of; simpl; lia|]; rewrite cut_cons; simpl; lia. Qed.

Lemma cut_share l t : cut l (S t) * t <= cut l t * S t.
Proof.
  induction l as [|x l IH]; [unfold cut, heaps_of; simpl; lia|]; rewrite !cut_cons, !Nat.mul_add_distr_r.
  apply Nat.add_le_mono; [|exact IH].
  destruct (Nat.min_spec x (S t)) as [[H1 ->]|[H1 ->]], (Nat.min_spec x t) as [[H2 ->]|[H2 ->]]; nia.
Qed.

Lemma fits_less k l t : fits k l (S t) = true -> fits k l t = true.
Proof.
  unfold fits; rewrite !Nat.leb_le; intros H; pose proof (cut_share l t) as Hs.
  apply (Nat.mul_le_mono_pos_r _ _ (S t)); [lia|]; nia.
Qed.

Lemma greatest_spec (p : nat -> bool) n :
  p 0 = true -> (forall t, p (S t) = true -> p t = true) -> (forall t, p t = true -> t <= n) ->
  forall t, t <= greatest p n <-> p t = true.
Proof.
  intros H0 Hless; induction n as [|n IH]; intros Hn t; simpl.
  - split; [intros Ht; replace t with 0 by lia; exact H0|apply Hn].
  - destruct (p (S n)) eqn:E.
    + split; [|apply Hn]; intros Ht; remember (S n - t) as d eqn:Hd; revert t Ht Hd.
      induction d as [|d IHd]; intros t Ht Hd; [replace t with (S n) by lia; exact E|].
      apply Hless, IHd; lia.
    + apply IH; intros u Hu; specialize (Hn u Hu); destruct (Nat.eq_dec u (S n)) as [->|]; [congruence|lia].
Qed.

Lemma longest_spec k l t : 0 < k -> t <= longest k l <-> fits k l t = true.
Proof.
  intros Hk; apply greatest_spec.
  - unfold fits; apply Nat.leb_le; lia.
  - intros u; apply fits_less.
  - intros u Hu; unfold fits in Hu; apply Nat.leb_le in Hu; pose proof (cut_sum l u); nia.
Qed.

Lemma cut_heaps l t : cut l t <= t * heaps_of 1 l.
Proof.
  induction l as [|x l IH]; [unfold cut, heaps_of; simpl; lia|]; rewrite cut_cons, heaps_of_cons.
  destruct (Nat.leb_spec 1 x); nia.
Qed.

Lemma heaps_cut l t : heaps_of (S t) l * t <= cut l t.
Proof.
  induction l as [|x l IH]; [unfold cut, heaps_of; simpl; lia|]; rewrite cut_cons, heaps_of_cons.
  destruct (Nat.leb_spec (S t) x); [rewrite Nat.min_r by lia|]; nia.
Qed.

(* With fewer than k heaps nobody can move. *)
Lemma longest_zero k l : 0 < k -> longest k l = 0 <-> heaps_of 1 l < k.
Proof.
  intros Hk; split; intros H.
  - apply Nat.nle_gt; intros Hle; assert (H1 : 1 <= longest k l); [|lia].
    apply longest_spec; [exact Hk|]; unfold fits; apply Nat.leb_le; rewrite Nat.mul_1_r.
    eapply Nat.le_trans; [exact Hle|]; clear; induction l as [|x l IH]; [unfold cut, heaps_of; simpl; lia|].
    rewrite cut_cons, heaps_of_cons; destruct (Nat.leb_spec 1 x); lia.
  - destruct (longest k l) as [|t] eqn:E; [reflexivity|exfalso].
    assert (Hf : fits k l (S t) = true) by (apply longest_spec; lia).
    unfold fits in Hf; apply Nat.leb_le in Hf; pose proof (cut_heaps l (S t)); nia.
Qed.

(** ** A move makes it shorter *)

Lemma lowers_cut k l m t : lowers k l m -> cut m t + k <= cut l (S t).
Proof. induction 1; rewrite ?cut_cons; [unfold cut; simpl|..]; lia. Qed.

Lemma lowers_heaps k l m : lowers k l m -> heaps_of 1 m <= heaps_of 1 l.
Proof.
  induction 1; [lia| |]; rewrite !heaps_of_cons; [lia|]; destruct (Nat.leb_spec 1 x), (Nat.leb_spec 1 y); lia.
Qed.

Lemma longest_drops k l m : 0 < k -> lowers k l m -> longest k m < longest k l.
Proof.
  intros Hk H; apply longest_spec; [exact Hk|]; unfold fits; apply Nat.leb_le.
  assert (Hm : fits k m (longest k m) = true) by (apply longest_spec; [exact Hk|lia]).
  unfold fits in Hm; apply Nat.leb_le in Hm; pose proof (lowers_cut k l m (longest k m) H); lia.
Qed.

(** ** All smaller values are reached *)

(* One stone from each of some heaps with t + 1 stones or more. *)
Lemma lower_great l : forall k t, k <= heaps_of (S t) l ->
  exists m, lowers k l m /\ heaps_of (S t) l * t <= cut m t.
Proof.
  induction l as [|x l IH]; intros k t Hk.
  - exists []; unfold heaps_of in Hk; simpl in Hk; replace k with 0 by lia; split; [constructor|unfold cut, heaps_of; simpl; lia].
  - rewrite heaps_of_cons in *; destruct (Nat.leb_spec (S t) x) as [H|H].
    + destruct k as [|k].
      * destruct (IH 0 t) as (m & Hm & Hc); [lia|]; exists (x :: m); split; [now constructor|].
        rewrite cut_cons; nia.
      * destruct (IH k t) as (m & Hm & Hc); [lia|]; exists (x - 1 :: m); split; [constructor; [lia|exact Hm]|].
        rewrite cut_cons; nia.
    + destruct (IH k t) as (m & Hm & Hc); [lia|]; exists (x :: m); split; [now constructor|].
      rewrite cut_cons; nia.
Qed.

(* One stone from each heap with t + 1 stones or more, and of some others. *)
Lemma lower_all_great l : forall k t, heaps_of (S t) l <= k -> k <= heaps_of 1 l ->
  exists m, lowers k l m /\ cut l (S t) <= cut m t + k.
Proof.
  induction l as [|x l IH]; intros k t H1 H2.
  - exists []; unfold heaps_of in H2; simpl in H2; replace k with 0 by lia; split; [constructor|unfold cut, heaps_of; simpl; lia].
  - assert (Hle : heaps_of (S t) l <= heaps_of 1 l).
    { clear; induction l as [|y l IH]; [unfold heaps_of; simpl; lia|]; rewrite !heaps_of_cons.
      destruct (Nat.leb_spec (S t) y), (Nat.leb_spec 1 y); lia. }
    rewrite heaps_of_cons in *; rewrite cut_cons.
    destruct (Nat.leb_spec (S t) x) as [H|H], (Nat.leb_spec 1 x) as [H'|H']; try lia.
    + destruct k as [|k]; [lia|]; destruct (IH k t) as (m & Hm & Hc); [lia|lia|].
      exists (x - 1 :: m); split; [constructor; [lia|exact Hm]|]; rewrite cut_cons; lia.
    + destruct (Nat.le_gt_cases k (heaps_of 1 l)) as [Hk|Hk].
      * destruct (IH k t) as (m & Hm & Hc); [lia|lia|].
        exists (x :: m); split; [now constructor|]; rewrite cut_cons; lia.
      * destruct k as [|k]; [lia|]; destruct (IH k t) as (m & Hm & Hc); [lia|lia|].
        exists (x - 1 :: m); split; [constructor; [lia|exact Hm]|]; rewrite cut_cons; lia.
    + destruct (IH k t) as (m & Hm & Hc); [lia|lia|].
      exists (x :: m); split; [now constructor|]; rewrite cut_cons; lia.
Qed.

(* There is a move after which the longest play is shorter by 1. *)
Lemma shorter_by_one k l t : 0 < k -> longest k l = S t -> exists m, lowers k l m /\ t <= longest k m.
Proof.
  intros Hk E; assert (Hf : fits k l (S t) = true) by (apply longest_spec; lia).
  unfold fits in Hf; apply Nat.leb_le in Hf.
  assert (Hq : k <= heaps_of 1 l) by (pose proof (cut_heaps l (S t)); nia).
  assert (Hm : exists m, lowers k l m /\ k * t <= cut m t).
  { destruct (Nat.le_gt_cases k (heaps_of (S t) l)) as [Hp|Hp].
    - destruct (lower_great l k t Hp) as (m & Hm & Hc); exists m; split; [exact Hm|nia].
    - destruct (lower_all_great l k t) as (m & Hm & Hc); [lia|exact Hq|]; exists m; split; [exact Hm|nia]. }
  destruct Hm as (m & Hm & Hc); exists m; split; [exact Hm|]; apply longest_spec; [exact Hk|].
  unfold fits; now apply Nat.leb_le.
Qed.

(** One stone less in one heap. *)
Inductive one_less : list nat -> list nat -> Prop :=
| one_less_here x l : one_less (S x :: l) (x :: l)
| one_less_there x l m : one_less l m -> one_less (x :: l) (x :: m).

Lemma one_less_sum l m : one_less l m -> list_sum l = S (list_sum m).
Proof. induction 1; simpl; lia. Qed.

Lemma cut_step l t : cut l (S t) <= cut l t + heaps_of (S t) l.
Proof.
  induction l as [|x l IH]; [unfold cut, heaps_of; simpl; lia|]; rewrite !cut_cons, heaps_of_cons.
  destruct (Nat.leb_spec (S t) x); lia.
Qed.

Lemma one_less_cut l m t : one_less l m ->
  cut l (S t) <= cut m t + heaps_of (S t) l + 1 /\ heaps_of (S t) l * t <= cut m t.
Proof.
  induction 1 as [x l|x l m _ [IH1 IH2]]; rewrite !cut_cons, !heaps_of_cons.
  - pose proof (cut_step l t); pose proof (heaps_cut l t).
    destruct (Nat.leb_spec (S t) (S x)); split; try lia; nia.
  - destruct (Nat.leb_spec (S t) x); split; try lia; nia.
Qed.

Lemma one_less_longest k l m : 0 < k -> one_less l m -> longest k l <= S (longest k m).
Proof.
  intros Hk H; destruct (longest k l) as [|t] eqn:E; [lia|]; apply le_n_S, longest_spec; [exact Hk|].
  assert (Hf : fits k l (S t) = true) by (apply longest_spec; lia).
  unfold fits in *; apply Nat.leb_le in Hf; apply Nat.leb_le.
  destruct (one_less_cut l m t H) as [H1 H2].
  destruct (Nat.le_gt_cases k (heaps_of (S t) l)); nia.
Qed.

(* While a heap that was lowered has stones, one more may be taken. *)
Lemma lower_further k l m : lowers k l m ->
  (exists m', one_less m m' /\ lowers k l m') \/ heaps_of 1 m + k <= heaps_of 1 l.
Proof.
  induction 1 as [|k x l m H IH|k x y l m Hy H IH].
  - right; unfold heaps_of; simpl; lia.
  - destruct IH as [(m' & H1 & H2)|IH].
    + left; exists (x :: m'); split; now constructor.
    + right; rewrite !heaps_of_cons; lia.
  - destruct y as [|y].
    + destruct IH as [(m' & H1 & H2)|IH].
      * left; exists (0 :: m'); split; constructor; auto.
      * right; rewrite !heaps_of_cons; simpl; destruct x; simpl; lia.
    + left; exists (y :: m); split; constructor; [lia|exact H].
Qed.

Lemma reaches k l v : 0 < k -> heaps_of 1 l < 2 * k -> forall m, lowers k l m -> v <= longest k m ->
  exists m', lowers k l m' /\ longest k m' = v.
Proof.
  intros Hk Hl m; remember (list_sum m) as n eqn:Hn; revert m Hn.
  induction n as [|n IH]; intros m Hn Hm Hv.
  - exists m; split; [exact Hm|]; assert (longest k m = 0); [|lia].
    apply longest_zero; [exact Hk|]; pose proof (cut_heaps m 1); pose proof (cut_sum m 1).
    assert (heaps_of 1 m <= list_sum m); [|lia].
    clear; induction m as [|x m IH]; [unfold heaps_of; simpl; lia|]; rewrite heaps_of_cons; simpl list_sum.
    change (list_sum (x :: m)) with (x + list_sum m); destruct (Nat.leb_spec 1 x); lia.
  - destruct (Nat.eq_dec (longest k m) v) as [E|E]; [eauto|].
    destruct (lower_further k l m Hm) as [(m' & H1 & H2)|H].
    + apply (IH m'); [apply one_less_sum in H1; lia|exact H2|].
      pose proof (one_less_longest k m m' Hk H1); lia.
    + assert (longest k m = 0) by (apply longest_zero; lia); lia.
Qed.

(** With fewer than 2k heaps that are not empty the value is the length of the longest play. *)
Theorem exact_grundy k (l : list nat) : 0 < k -> heaps_of 1 l < 2 * k -> grundy (l : exact k) = longest k l.
Proof.
  intros Hk; induction l as [l IH] using (play_induction (exact k)); intros Hl.
  assert (Hopt : forall m, In m (options (l : exact k)) <-> lowers k l m).
  { intros m; destruct k; [lia|]; exact (in_lowerings l (S k) m). }
  assert (Hval : forall m, lowers k l m -> grundy (m : exact k) = longest k m).
  { intros m Hm; apply IH; [now apply Hopt|]; pose proof (lowers_heaps k l m Hm); lia. }
  rewrite grundy_equation; apply mex_unique.
  - intros H; apply in_map_iff in H; destruct H as (m & E & Hm); apply Hopt in Hm.
    rewrite (Hval m Hm) in E; pose proof (longest_drops k l m Hk Hm); lia.
  - intros v Hv; destruct (longest k l) as [|t] eqn:E; [lia|].
    destruct (shorter_by_one k l t Hk E) as (m & Hm & Ht).
    destruct (reaches k l v Hk Hl m Hm) as (m' & Hm' & Ev); [lia|].
    apply in_map_iff; exists m'; split; [now rewrite Hval|now apply Hopt].
Qed.

(** Such a position is lost if and only if fewer than k heaps are left. *)
Corollary exact_lost k (l : list nat) : 0 < k -> heaps_of 1 l < 2 * k ->
  lost (l : exact k) <-> heaps_of 1 l < k.
Proof.
  intros Hk Hl; rewrite lost_iff_grundy_zero, exact_grundy by assumption; now apply longest_zero.
Qed.

(** ** As the library works it out *)

(** The shares of the j smallest heaps: [alone] heaps may be left alone yet, [over] is by how much j exceeds them. *)
Fixpoint shares (alone over sum : nat) (l : list nat) : list nat :=
  match l with
  | [] => []
  | x :: l =>
      match alone with
      | S alone => shares alone over (sum + x) l
      | 0 => (sum + x) / S over :: shares 0 (S over) (sum + x) l
      end
  end.

Definition least (l : list nat) : nat :=
  match l with [] => 0 | x :: l => fold_left Nat.min l x end.

Definition longest_by_shares (k : nat) (l : list nat) : nat :=
  if length l <? k then 0 else least (shares (length l - k) 0 0 l).

Lemma least_spec l t : l <> [] -> t <= least l <-> forall x, In x l -> t <= x.
Proof.
  destruct l as [|x l]; [easy|intros _]; simpl; revert x; induction l as [|y l IH]; intros x; simpl.
  - split; [intros H z [<-|[]]; exact H|auto].
  - rewrite IH; split.
    + intros H z [<-|[<-|Hz]]; [|  |auto]; specialize (H _ (or_introl eq_refl)); lia.
    + intros H z [<-|Hz]; [|auto]; apply Nat.min_glb; auto.
Qed.

Lemma cut_great l t : (forall x, In x l -> t <= x) -> cut l t = length l * t.
Proof.
  induction l as [|x l IH]; intros H; [reflexivity|]; rewrite cut_cons, IH by (intros; apply H; now right).
  rewrite Nat.min_r by (apply H; now left); reflexivity.
Qed.

(* The heaps cut down to t hold the j that are smaller, and t for each other. *)
Lemma shares_fit t l : StronglySorted le l -> forall alone over sum,
  alone = 0 \/ over = 0 -> (alone = 0 -> over * t <= sum) ->
  (forall y, In y (shares alone over sum l) -> t <= y) ->
  (length l + over - alone) * t <= sum + cut l t.
Proof.
  induction 1 as [|x l Hl IH Hx]; intros alone over sum Hz Hb Hs.
  - simpl length; destruct alone as [|alone]; [rewrite Nat.sub_0_r; specialize (Hb eq_refl); simpl; lia|].
    destruct Hz as [Hz| ->]; [discriminate|simpl; lia].
  - destruct (Nat.le_gt_cases t x) as [H|H].
    + rewrite cut_great.
      2:{ intros y [<-|Hy]; [exact H|]; rewrite Forall_forall in Hx; specialize (Hx y Hy); lia. }
      destruct alone as [|alone]; [specialize (Hb eq_refl); nia|].
      destruct Hz as [Hz| ->]; [discriminate|]; rewrite Nat.add_0_r.
      assert ((length (x :: l) - S alone) * t <= length (x :: l) * t) by (apply Nat.mul_le_mono_r; lia); lia.
    + rewrite cut_cons, Nat.min_l, Nat.add_assoc by lia; destruct alone as [|alone]; cbn [shares] in Hs.
      * replace (length (x :: l) + over - 0) with (length l + S over - 0) by (simpl; lia).
        apply IH; [now left| |intros y Hy; apply Hs; now right].
        intros _; specialize (Hs _ (or_introl eq_refl)).
        pose proof (Nat.mul_div_le (sum + x) (S over)); nia.
      * replace (length (x :: l) + over - S alone) with (length l + over - alone) by (simpl; lia).
        destruct Hz as [Hz| ->]; [discriminate|]; apply IH; [now right| |exact Hs]; intros _; lia.
Qed.

Lemma fit_shares t l : forall alone over sum,
  (length l + over - alone) * t <= sum + cut l t -> forall y, In y (shares alone over sum l) -> t <= y.
Proof.
  induction l as [|x l IH]; intros alone over sum H y Hy; [destruct Hy|].
  rewrite cut_cons in H; cbn [shares length] in *.
  destruct alone as [|alone].
  - destruct Hy as [<-|Hy].
    + apply Nat.div_le_lower_bound; [lia|].
      assert (Hc : cut l t <= length l * t).
      { clear; induction l as [|z l IH]; [unfold cut; simpl; lia|]; rewrite cut_cons; simpl; lia. }
      nia.
    + apply (IH 0 (S over) (sum + x)); [|exact Hy].
      replace (length l + S over - 0) with (S (length l) + over - 0) by lia; lia.
  - apply (IH alone over (sum + x)); [|exact Hy].
    replace (length l + over - alone) with (S (length l) + over - S alone) by lia; lia.
Qed.

Lemma shares_some l : forall alone over sum, alone < length l -> shares alone over sum l <> [].
Proof.
  induction l as [|x l IH]; intros alone over sum H; simpl in H; [lia|]; cbn [shares].
  destruct alone as [|alone]; [discriminate|]; apply IH; lia.
Qed.

(** The longest play is the least share, where the heaps are in order. *)
Theorem longest_shared k (l : list nat) :
  0 < k -> StronglySorted le l -> longest k l = longest_by_shares k l.
Proof.
  intros Hk Hl; unfold longest_by_shares; destruct (Nat.ltb_spec (length l) k) as [H|H].
  - apply longest_zero; [exact Hk|]; eapply Nat.le_lt_trans; [|exact H].
    clear; induction l as [|x l IH]; [unfold heaps_of; simpl; lia|]; rewrite heaps_of_cons; simpl length.
    destruct (Nat.leb_spec 1 x); lia.
  - assert (Hiff : forall t, t <= longest k l <-> t <= least (shares (length l - k) 0 0 l)).
    { intros t; rewrite (longest_spec k l t Hk), least_spec by (apply shares_some; lia).
      unfold fits; rewrite Nat.leb_le; split; intros Ht.
      - apply fit_shares; replace (length l + 0 - (length l - k)) with k by lia; exact Ht.
      - replace k with (length l + 0 - (length l - k)) by lia.
        apply (shares_fit t l Hl (length l - k) 0 0); [now right|intros _; lia|exact Ht]. }
    apply Nat.le_antisymm; apply Hiff; lia.
Qed.
