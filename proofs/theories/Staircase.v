(** * Staircase Nim

    Coins lie on steps 1, 2, 3, …; a move takes at least one coin from a step to the next one down, and what reaches
    step 0 is out.  The value is the nim-sum of the coins on the odd steps.

    Source: R. P. Sprague, Über zwei Abarten von Nim (1937).
    Used by: crates/grundy-games/src/staircase.rs ([odd_sum]). *)

From Coq Require Import List Arith Lia.
From Grundy Require Import Mex Game.
Import ListNotations.

(** Coins go down from a step that has one below it: the next step is the second of the list, and so on. *)
Fixpoint down (steps : list nat) : list (list nat) :=
  match steps with
  | a :: (b :: t) as rest =>
      map (fun j => a + j :: b - j :: t) (seq 1 b) ++ map (cons a) (down rest)
  | _ => []
  end.

(** The first step of the list is step 1, from which coins go out. *)
Definition staircase_options (steps : list nat) : list (list nat) :=
  match steps with
  | [] => []
  | a :: t => map (fun j => a - j :: t) (seq 1 a) ++ down steps
  end.

Lemma in_down steps m :
  In m (down steps) <->
  exists u a b v j, steps = u ++ a :: b :: v /\ 1 <= j <= b /\ m = u ++ a + j :: b - j :: v.
Proof.
  revert m; induction steps as [|a [|b t] IH]; intros m.
  - split; [intros []|intros (u & a & b & v & j & E & _); destruct u; discriminate].
  - split; [intros []|intros (u & x & b & v & j & E & _); destruct u as [|? [|]]; discriminate].
  - cbn [down]; rewrite in_app_iff, !in_map_iff; split.
    + intros [(j & <- & Hj)|(q & <- & Hq)].
      * apply in_seq in Hj; exists [], a, b, t, j; repeat split; lia.
      * apply IH in Hq; destruct Hq as (u & x & y & v & j & -> & Hj & ->).
        exists (a :: u), x, y, v, j; auto.
    + intros (u & x & y & v & j & E & Hj & ->); destruct u as [|z u]; inversion E; subst.
      * left; exists j; rewrite in_seq; split; [reflexivity|lia].
      * right; exists (u ++ x + j :: y - j :: v); split; [reflexivity|]; apply IH; eauto 9.
Qed.

Lemma in_staircase_options steps m :
  In m (staircase_options steps) <->
  (exists a t j, steps = a :: t /\ 1 <= j <= a /\ m = a - j :: t) \/
  (exists u a b v j, steps = u ++ a :: b :: v /\ 1 <= j <= b /\ m = u ++ a + j :: b - j :: v).
Proof.
  rewrite <- in_down; destruct steps as [|a t]; simpl staircase_options.
  - split; [intros []|intros [(a & t & j & E & _)|H]; [discriminate|exact H]].
  - rewrite in_app_iff, in_map_iff; split; (intros [H|H]; [left|now right]).
    + destruct H as (j & <- & Hj); apply in_seq in Hj; exists a, t, j; repeat split; lia.
    + destruct H as (x & y & j & E & Hj & ->); inversion E; subst; exists j; rewrite in_seq; split; [reflexivity|lia].
Qed.

(* Each coin counts by its step, so that a move of j coins takes j away. *)
Fixpoint heights (from : nat) (steps : list nat) : nat :=
  match steps with
  | [] => 0
  | a :: t => from * a + heights (S from) t
  end.

Lemma heights_app u v from : heights from (u ++ v) = heights from u + heights (length u + from) v.
Proof.
  revert from; induction u as [|a u IH]; intros from; [reflexivity|]; simpl; rewrite IH, Nat.add_succ_r; lia.
Qed.

(** Staircase Nim; empty steps at the end do not count. *)
Definition staircase : ruleset.
Proof.
  refine (measured (list nat) staircase_options (heights 1) _).
  intros p m Hm; apply in_staircase_options in Hm.
  destruct Hm as [(a & t & j & -> & Hj & ->)|(u & a & b & v & j & -> & Hj & ->)].
  - simpl; lia.
  - rewrite !heights_app; cbn [heights]; set (k := length u + 1); rewrite Nat.mul_sub_distr_l, Nat.mul_add_distr_l.
    assert (S k * j <= S k * b) by (apply Nat.mul_le_mono_l; lia); lia.
Defined.

(** staircase::odd_sum: the nim-sum of every second step from the first. *)
Fixpoint odd_steps (steps : list nat) : list nat :=
  match steps with
  | a :: _ :: t => a :: odd_steps t
  | _ => steps
  end.

Definition odd_sum (steps : list nat) : nat := nim_sum (odd_steps steps).

Lemma pairs_induction (P : list nat -> Prop) :
  P [] -> (forall a, P [a]) -> (forall a b t, P t -> P (a :: b :: t)) -> forall l, P l.
Proof.
  intros H0 H1 H2; enough (H : forall l, P l /\ forall a, P (a :: l)) by (intros l; apply H).
  induction l as [|b l [IH1 IH2]]; split; auto.
Qed.

(* A move changes exactly one of the odd steps. *)
Lemma down_odd_sum : forall steps m, In m (down steps) ->
  odd_sum m <> odd_sum steps.
Proof.
  assert (H : forall u a b v j, 1 <= j <= b ->
    odd_sum (u ++ a + j :: b - j :: v) <> odd_sum (u ++ a :: b :: v)).
  { intros u a b v j Hj; induction u as [|x|x y u IH] using pairs_induction.
    - unfold odd_sum; simpl; intros E; apply lxor_inj_r in E; lia.
    - unfold odd_sum; destruct v as [|c v]; simpl; intros E; apply lxor_inj_l in E;
        apply lxor_inj_r in E; lia.
    - unfold odd_sum in *; simpl; intros E; apply lxor_inj_l in E; exact (IH E). }
  intros steps m Hm; apply in_down in Hm; destruct Hm as (u & a & b & v & j & -> & Hj & ->); auto.
Qed.

(* Coins that lie on an odd step may go down by any number. *)
Lemma odd_sum_lowered steps : forall n, n < odd_sum steps -> exists m, In m (staircase_options steps) /\ odd_sum m = n.
Proof.
  assert (H : forall steps n, n < odd_sum steps ->
    (exists a t j, steps = a :: t /\ 1 <= j <= a /\ odd_sum (a - j :: t) = n) \/
    (exists m, In m (down steps) /\ odd_sum m = n)).
  { clear steps; intros steps; induction steps as [|a|a b t IH] using pairs_induction; intros n Hn.
    - unfold odd_sum in Hn; simpl in Hn; lia.
    - unfold odd_sum in *; simpl in *; rewrite Nat.lxor_0_r in Hn; left; exists a, [], (a - n).
      repeat split; try lia; simpl; rewrite Nat.lxor_0_r; lia.
    - unfold odd_sum in Hn; simpl in Hn; fold (odd_sum t) in Hn.
      destruct (lxor_mex _ _ _ Hn) as [(c & Hc & He)|(c & Hc & He)].
      + left; exists a, (b :: t), (a - c); repeat split; try lia.
        unfold odd_sum; simpl; fold (odd_sum t); replace (a - (a - c)) with c by lia; exact He.
      + right; destruct (IH c Hc) as [(x & v & j & -> & Hj & Hm)|(m & Hm & Hmc)].
        * exists (a :: b + j :: x - j :: v); split.
          -- apply in_down; exists [a], b, x, v, j; auto.
          -- unfold odd_sum in *; simpl in *; rewrite Hm; exact He.
        * exists (a :: b :: m); split.
          -- apply in_down in Hm; destruct Hm as (u & x & y & v & j & -> & Hj & ->).
             apply in_down; exists (a :: b :: u), x, y, v, j; auto.
          -- unfold odd_sum in *; simpl; rewrite Hmc; exact He. }
  intros n Hn; destruct (H steps n Hn) as [(a & t & j & -> & Hj & Hm)|(m & Hm & Hmn)].
  - exists (a - j :: t); split; [|exact Hm]; apply in_staircase_options; left; eauto 6.
  - exists m; split; [|exact Hmn]; apply in_staircase_options; right; now apply in_down.
Qed.

(** The value of a staircase. *)
Theorem staircase_grundy (steps : list nat) : grundy (steps : staircase) = odd_sum steps.
Proof.
  revert steps; apply (grundy_characterised (G := staircase) odd_sum).
  - intros steps m Hm; apply in_staircase_options in Hm.
    destruct Hm as [(a & t & j & -> & Hj & ->)|H]; [|now apply down_odd_sum, in_down].
    unfold odd_sum; destruct t as [|b t]; simpl; intros E; apply lxor_inj_r in E; lia.
  - intros steps n Hn; now apply odd_sum_lowered.
Qed.

(** The player to move loses if and only if it is 0. *)
Corollary staircase_lost (steps : list nat) : lost (steps : staircase) <-> odd_sum steps = 0.
Proof. now rewrite (lost_iff_grundy_zero (G := staircase)), staircase_grundy. Qed.
