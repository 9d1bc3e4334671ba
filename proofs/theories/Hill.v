(** * Climbing the hill

    Climbers stand at different distances from the top; a move brings one up any distance, not past another; any
    number may stand on the top. The king has K climbers before him, and who brings him to the top wins.

    With the king first below the top, the player to move wins at once. Else nobody makes him first, and the
    climbers below the top pair off from the last: the gap inside a pair is a Nim heap, and a climber left over, the
    first, is a heap of his distance, or of one less where the king is second. The position is lost if and only if
    the nim-sum is 0.

    Source: a rule of contest problems (HDU 4315); pairs after N. G. de Bruijn.
    Used by: crates/grundy-games/src/hill.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** The game *)

(** The moves of the climbers below the top, from the last to the first: where they stand then, and how many have
    come to the top. *)
Fixpoint climbs (l : list nat) : list (list nat * nat) :=
  match l with
  | [] => []
  | a :: v =>
      match v with
      | [] => ([], 1) :: map (fun x => ([x], 0)) (seq 1 (a - 1))
      | b :: _ =>
          map (fun x => (x :: v, 0)) (seq (S b) (a - S b)) ++
          map (fun m : list nat * nat => (a :: fst m, snd m)) (climbs v)
      end
  end.

(** A position: the distances of those below the top, from the last to the first, and how many are on the top. *)
Definition hill_options (king : nat) (p : list nat * nat) : list (list nat * nat) :=
  if king <? snd p then [] else map (fun m => (fst m, snd p + snd m)) (climbs (fst p)).

Definition height (p : list nat * nat) : nat := list_sum (fst p) + length (fst p).

Lemma in_climbs a b w m u :
  In (m, u) (climbs (a :: b :: w)) <->
  (exists x, S b <= x < a /\ m = x :: b :: w /\ u = 0) \/ (exists m', In (m', u) (climbs (b :: w)) /\ m = a :: m').
Proof.
  change (climbs (a :: b :: w)) with
    (map (fun x => (x :: b :: w, 0)) (seq (S b) (a - S b)) ++
     map (fun m : list nat * nat => (a :: fst m, snd m)) (climbs (b :: w))).
  rewrite in_app_iff, !in_map_iff; split.
  - intros [(x & E & Hx)|([m' u'] & E & Hm)].
    + injection E as <- <-; apply in_seq in Hx; left; exists x; repeat split; lia.
    + injection E as <- <-; right; exists m'; auto.
  - intros [(x & Hx & -> & ->)|(m' & Hm & ->)].
    + left; exists x; split; [reflexivity|apply in_seq; lia].
    + right; exists (m', u); auto.
Qed.

Lemma in_climbs_one a m u : In (m, u) (climbs [a]) <-> (m = [] /\ u = 1) \/ exists x, 1 <= x < a /\ m = [x] /\ u = 0.
Proof.
  cbn [climbs]; split.
  - intros [E|H]; [injection E as <- <-; auto|]; apply in_map_iff in H; destruct H as (x & E & Hx).
    injection E as <- <-; apply in_seq in Hx; right; exists x; repeat split; lia.
  - intros [[-> ->]|(x & Hx & -> & ->)]; [now left|right]; apply in_map_iff; exists x; split; [reflexivity|apply in_seq; lia].
Qed.

Lemma climbs_lower l : forall m u, In (m, u) (climbs l) -> list_sum m + length m < list_sum l + length l.
Proof.
  induction l as [|a [|b w] IH]; intros m u H; [destruct H| |].
  - apply in_climbs_one in H; destruct H as [[-> _]|(x & Hx & -> & _)]; simpl; lia.
  - apply in_climbs in H; destruct H as [(x & Hx & -> & _)|(m' & Hm & ->)]; [simpl; lia|].
    apply IH in Hm; simpl in *; lia.
Qed.

Lemma hill_lowers king p q : In q (hill_options king p) -> height q < height p.
Proof.
  unfold hill_options, height; destruct (king <? snd p); [intros []|]; intros H.
  apply in_map_iff in H; destruct H as ([m u] & <- & H); apply climbs_lower in H; exact H.
Qed.

Definition hill (king : nat) : ruleset := measured (list nat * nat) (hill_options king) height (hill_lowers king).

(** ** The heaps *)

(** Different distances, none of them 0, from the last to the first. *)
Fixpoint apart (l : list nat) : Prop :=
  match l with
  | [] => True
  | a :: v => match v with [] => 0 < a | b :: _ => b < a end /\ apart v
  end.

(** The nim-sum of the heaps, where the king has [before] climbers before him below the top. *)
Fixpoint heap_sum (before : nat) (l : list nat) : nat :=
  match l with
  | [] => 0
  | a :: v =>
      match v with
      | [] => if before =? 1 then a - 1 else a
      | b :: w => Nat.lxor (a - S b) (heap_sum before w)
      end
  end.

Lemma heap_sum_pair j a b w : heap_sum j (a :: b :: w) = Nat.lxor (a - S b) (heap_sum j w).
Proof. reflexivity. Qed.

Lemma apart_pair a b w : apart (a :: b :: w) -> b < a /\ 0 < b /\ apart (b :: w) /\ apart w.
Proof.
  intros (H1 & H2); split; [exact H1|]; split; [|split; [exact H2|apply H2]].
  destruct H2 as (H2 & H3); destruct w; lia.
Qed.

Lemma pairs_induction (Q : list nat -> Prop) :
  Q [] -> (forall a, Q [a]) -> (forall a b w, Q w -> Q (a :: b :: w)) -> forall l, Q l.
Proof.
  intros H0 H1 H2 l; assert (H : forall n l, length l <= n -> Q l); [|now apply (H (length l))].
  clear l; induction n as [|n IH]; intros [|a [|b w]] Hn; auto; simpl in Hn; [lia|].
  apply H2, IH; lia.
Qed.

Lemma climbs_apart l : apart l -> forall m u, In (m, u) (climbs l) ->
  apart m /\ length m + u = length l /\ (forall a v, l = a :: v -> forall x w, m = x :: w -> x <= a) /\
  (m = [] -> length l <= 1).
Proof.
  induction l as [|a [|b w] IH]; intros Ha m u H; [destruct H| |].
  - apply in_climbs_one in H; destruct H as [[-> ->]|(x & Hx & -> & ->)]; simpl; repeat split; auto; try lia.
    + intros; discriminate.
    + intros a' v E x' w' E'; injection E as <- <-; injection E' as <- <-; lia.
  - pose proof Ha as (Hab & Hbw); apply in_climbs in H; destruct H as [(x & Hx & -> & ->)|(m' & Hm & ->)].
    + split; [split; [lia|exact Hbw]|]; split; [simpl; lia|]; split; [|discriminate].
      intros a' v E x' w' E'; injection E as <- <-; injection E' as <- <-; lia.
    + destruct (IH Hbw m' u Hm) as (H1 & H2 & H3 & H4); split; [|split; [simpl in *; lia|split; [|discriminate]]].
      * split; [|exact H1]; destruct m' as [|x v]; [lia|]; specialize (H3 b w eq_refl x v eq_refl); lia.
      * intros a' v E x' w' E'; injection E as <- <-; injection E' as <- <-; lia.
Qed.

(** A move that brings nobody to the top changes the nim-sum. *)
Lemma climb_changes j l : 0 < j -> apart l -> forall m, In (m, 0) (climbs l) -> heap_sum j m <> heap_sum j l.
Proof.
  intros Hj; induction l as [|a|a b w IH] using pairs_induction; intros Ha m H; [destruct H| |].
  - apply in_climbs_one in H; destruct H as [[_ H]|(x & Hx & -> & _)]; [discriminate|]; simpl.
    destruct (j =? 1); lia.
  - destruct (apart_pair a b w Ha) as (Hab & Hb & Hbw & Hw).
    apply in_climbs in H; destruct H as [(x & Hx & -> & _)|(m' & Hm & ->)].
    + rewrite !heap_sum_pair; intros E; apply lxor_inj_r in E; lia.
    + destruct w as [|c w].
      * apply in_climbs_one in Hm; destruct Hm as [[_ H]|(x & Hx & -> & _)]; [discriminate|].
        rewrite !heap_sum_pair; intros E; apply lxor_inj_r in E; lia.
      * apply in_climbs in Hm; destruct Hm as [(x & Hx & -> & _)|(m & Hm & ->)].
        -- rewrite !heap_sum_pair; intros E; apply lxor_inj_r in E; lia.
        -- rewrite !(heap_sum_pair j a b); intros E; apply lxor_inj_l in E; exact (IH Hw m Hm E).
Qed.

(** So does one that brings the first to the top, where this does not make the king first. *)
Lemma top_changes j l : 0 < j -> apart l -> forall m, In (m, 1) (climbs l) -> heap_sum j m <> heap_sum (S j) l.
Proof.
  intros Hj; induction l as [|a|a b w IH] using pairs_induction; intros Ha m H; [destruct H| |].
  - apply in_climbs_one in H; destruct H as [[-> _]|(x & _ & _ & H)]; [|discriminate].
    cbn [heap_sum]; destruct Ha as [Ha _]; destruct (Nat.eqb_spec (S j) 1); lia.
  - destruct (apart_pair a b w Ha) as (Hab & Hb & Hbw & Hw).
    apply in_climbs in H; destruct H as [(x & _ & _ & H)|(m' & Hm & ->)]; [discriminate|].
    destruct w as [|c w].
    + apply in_climbs_one in Hm; destruct Hm as [[-> _]|(x & _ & _ & H)]; [|discriminate].
      rewrite heap_sum_pair; cbn [heap_sum]; rewrite Nat.lxor_0_r; destruct (j =? 1); lia.
    + apply in_climbs in Hm; destruct Hm as [(x & _ & _ & H)|(m & Hm & ->)]; [discriminate|].
      rewrite !(heap_sum_pair _ a b); intros E; apply lxor_inj_l in E; exact (IH Hw m Hm E).
Qed.

(** Every smaller number is reached, without making the king first. *)
Lemma climb_reaches j l : 0 < j -> apart l -> forall v, v < heap_sum j l ->
  (exists m, In (m, 0) (climbs l) /\ heap_sum j m = v) \/
  (1 < j /\ exists m, In (m, 1) (climbs l) /\ heap_sum (j - 1) m = v).
Proof.
  intros Hj; induction l as [|a|a b w IH] using pairs_induction; intros Ha v Hv; [simpl in Hv; lia| |].
  - cbn [heap_sum] in Hv; destruct (Nat.eqb_spec j 1) as [E|E].
    + left; exists [S v]; split; [apply in_climbs_one; right; exists (S v); repeat split; lia|].
      cbn [heap_sum]; apply Nat.eqb_eq in E; rewrite E; lia.
    + destruct v as [|v].
      * right; split; [lia|]; exists []; split; [apply in_climbs_one; auto|reflexivity].
      * left; exists [S v]; split; [apply in_climbs_one; right; exists (S v); repeat split; lia|].
        cbn [heap_sum]; apply Nat.eqb_neq in E; now rewrite E.
  - destruct (apart_pair a b w Ha) as (Hab & Hb & Hbw & Hw); rewrite heap_sum_pair in Hv.
    destruct (lxor_mex _ _ _ Hv) as [(g & Hg & <-)|(u & Hu & <-)].
    + left; exists (S b + g :: b :: w); split.
      * apply in_climbs; left; exists (S b + g); repeat split; lia.
      * rewrite heap_sum_pair; f_equal; lia.
    + destruct w as [|c w]; [simpl in Hu; lia|].
      destruct (IH Hw u Hu) as [(m & Hm & <-)|(H1 & m & Hm & <-)].
      * left; exists (a :: b :: m); split; [|reflexivity].
        apply in_climbs; right; exists (b :: m); split; [|reflexivity]; apply in_climbs; right; eauto.
      * right; split; [exact H1|]; exists (a :: b :: m); split; [|reflexivity].
        apply in_climbs; right; exists (b :: m); split; [|reflexivity]; apply in_climbs; right; eauto.
Qed.

(* The first may go to the top. *)
Lemma first_climbs l : l <> [] -> exists m, In (m, 1) (climbs l).
Proof.
  induction l as [|a [|b w] IH]; intros H; [now elim H| |].
  - exists []; apply in_climbs_one; auto.
  - destruct IH as (m & Hm); [discriminate|]; exists (a :: m); apply in_climbs; right; eauto.
Qed.

(** Who is to move loses if the king is on the top, or if he is not first below it and the nim-sum is 0. *)
Theorem hill_lost (king : nat) (l : list nat) (top : nat) :
  apart l -> king < top + length l ->
  lost ((l, top) : hill king) <-> king < top \/ (top < king /\ heap_sum (king - top) l = 0).
Proof.
  intros Ha Hk.
  cut (forall p : hill king, apart (fst p) -> king < snd p + length (fst p) ->
    (lost p <-> king < snd p \/ (snd p < king /\ heap_sum (king - snd p) (fst p) = 0))).
  { intros H; exact (H (l, top) Ha Hk). }
  clear l top Ha Hk; induction p as [[l top] IH] using (play_induction (hill king)); cbn [fst snd]; intros Ha Hk.
  assert (Hopt : forall q, In q (options ((l, top) : hill king)) <->
    top <= king /\ exists m u, In (m, u) (climbs l) /\ q = (m, top + u)).
  { intros q; cbn [options hill measured]; unfold hill_options; cbn [fst snd].
    destruct (Nat.ltb_spec king top) as [H|H]; [split; [intros []|lia]|]; rewrite in_map_iff; split.
    - intros ([m u] & <- & Hm); split; [exact H|]; exists m, u; auto.
    - intros (_ & m & u & Hm & ->); exists (m, u); auto. }
  assert (Hval : forall m u, top <= king -> In (m, u) (climbs l) ->
    (lost ((m, top + u) : hill king) <->
     king < top + u \/ (top + u < king /\ heap_sum (king - (top + u)) m = 0))).
  { intros m u Ht Hm; destruct (climbs_apart l Ha m u Hm) as (H1 & H2 & _).
    apply (IH (m, top + u)); [apply Hopt; eauto 6|exact H1|cbn [fst snd]; lia]. }
  rewrite lost_options; split.
  - intros Hall; destruct (Nat.lt_trichotomy king top) as [H|[H|H]]; [now left|exfalso|right; split; [exact H|]].
    + destruct (first_climbs l) as (m & Hm); [intros ->; simpl in Hk; lia|].
      apply (lost_not_won (G := hill king) (m, top + 1)); [apply Hval; [lia|exact Hm|left; lia]|].
      apply Hall, Hopt; split; [lia|eauto].
    + destruct (Nat.eq_dec (heap_sum (king - top) l) 0) as [E|E]; [exact E|exfalso].
      destruct (climb_reaches (king - top) l) with (v := 0) as [(m & Hm & Em)|(Hj & m & Hm & Em)]; [lia|exact Ha|lia| |].
      * apply (lost_not_won (G := hill king) (m, top + 0)); [|apply Hall, Hopt; split; [lia|eauto]].
        apply Hval; [lia|exact Hm|right]; rewrite Nat.add_0_r; auto.
      * apply (lost_not_won (G := hill king) (m, top + 1)); [|apply Hall, Hopt; split; [lia|eauto]].
        apply Hval; [lia|exact Hm|right]; replace (king - (top + 1)) with (king - top - 1) by lia; split; [lia|exact Em].
  - intros H q Hq; apply Hopt in Hq; destruct Hq as (Ht & m & u & Hm & ->).
    apply won_iff_not_lost; rewrite (Hval m u Ht Hm); destruct H as [H|[H E]]; [lia|].
    assert (Hu : u = 0 \/ u = 1).
    { clear - Hm; revert m u Hm; induction l as [|a [|b w] IH]; intros m u Hm; [destruct Hm| |].
      - apply in_climbs_one in Hm; destruct Hm as [[_ ->]|(x & _ & _ & ->)]; auto.
      - apply in_climbs in Hm; destruct Hm as [(x & _ & _ & ->)|(m' & Hm & _)]; eauto. }
    intros [H'|[H' E']]; [lia|]; destruct Hu as [-> | ->].
    + rewrite Nat.add_0_r in E'; apply (climb_changes (king - top) l) with (m := m); [lia|exact Ha|exact Hm|congruence].
    + apply (top_changes (king - (top + 1)) l) with (m := m); [lia|exact Ha|exact Hm|].
      replace (S (king - (top + 1))) with (king - top) by lia; congruence.
Qed.
