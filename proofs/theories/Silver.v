(** * The silver dollar game without the dollar

    Coins on different squares 0, 1, 2, …; a move takes one coin any distance to the left, never onto or over another.
    From the right the coins make pairs; the value is the nim-sum of the gaps inside the pairs, a coin left over counting by
    its square.  For the gaps before the coins, from the right, are the steps of a staircase: moving a coin to the left
    moves free squares from the gap before it into the one behind it.

    Source: N. G. de Bruijn; J. H. Conway, On Numbers and Games (1976), chapter 11.
    Used by: crates/grundy-games/src/silver.rs ([value]). *)

From Coq Require Import List Arith Lia Sorting.
From Grundy Require Import Mex Game Staircase.
Import ListNotations.

(** The first square that a coin may go to, where [v] are the coins to its left, the next one first. *)
Definition leftmost (v : list nat) : nat := match v with [] => 0 | b :: _ => S b end.

(** Coins from the right to the left. *)
Fixpoint silver_options (coins : list nat) : list (list nat) :=
  match coins with
  | [] => []
  | a :: v => map (fun x => x :: v) (seq (leftmost v) (a - leftmost v)) ++ map (cons a) (silver_options v)
  end.

Lemma silver_lowers l : forall m, In m (silver_options l) -> list_sum m < list_sum l.
Proof.
  induction l as [|a v IH]; intros m H; [destruct H|].
  cbn [silver_options] in H; apply in_app_iff in H; destruct H as [H|H]; apply in_map_iff in H.
  - destruct H as (x & <- & Hx); apply in_seq in Hx; simpl; lia.
  - destruct H as (u & <- & Hu); specialize (IH u Hu); simpl; lia.
Qed.

Definition silver : ruleset := measured (list nat) silver_options list_sum (fun l m => silver_lowers l m).

(** Free squares before each coin. *)
Fixpoint gaps (coins : list nat) : list nat :=
  match coins with
  | [] => []
  | a :: v => a - leftmost v :: gaps v
  end.

(** The coins are on different squares, from the right to the left. *)
Fixpoint apart (coins : list nat) : Prop :=
  match coins with
  | [] => True
  | a :: v => leftmost v <= a /\ apart v
  end.

Lemma apart_option l : apart l -> forall m, In m (silver_options l) ->
  apart m /\ leftmost m <= leftmost l.
Proof.
  induction l as [|a v IH]; intros Ha m H; [destruct H|]; destruct Ha as [Ha Hv].
  cbn [silver_options] in H; apply in_app_iff in H; destruct H as [H|H]; apply in_map_iff in H.
  - destruct H as (x & <- & Hx); apply in_seq in Hx; simpl; split; [split; [lia|exact Hv]|lia].
  - destruct H as (u & <- & Hu); destruct (IH Hv u Hu) as [H1 H2]; simpl; split; [split; [lia|exact H1]|lia].
Qed.

(* Moving a coin that has one to its right. *)
Lemma down_gaps v : forall a, apart (a :: v) -> forall g,
  In g (down (gaps (a :: v))) <-> exists m, In m (silver_options v) /\ gaps (a :: m) = g.
Proof.
  induction v as [|b w IH]; intros a Ha g.
  - simpl; split; [intros []|intros (m & [] & _)].
  - destruct Ha as (Hba & Hb & Hw); simpl leftmost in Hba.
    change (gaps (a :: b :: w)) with (a - S b :: b - leftmost w :: gaps w).
    change (down (a - S b :: b - leftmost w :: gaps w)) with
      (map (fun j => a - S b + j :: b - leftmost w - j :: gaps w) (seq 1 (b - leftmost w)) ++
       map (cons (a - S b)) (down (gaps (b :: w)))).
    cbn [silver_options]; rewrite in_app_iff, !in_map_iff; split.
    + intros [(j & <- & Hj)|(h & <- & Hh)].
      * apply in_seq in Hj; exists (b - j :: w); split.
        -- apply in_app_iff; left; apply in_map_iff; exists (b - j); split; [reflexivity|apply in_seq; lia].
        -- cbn [gaps leftmost]; f_equal; [lia|f_equal; lia].
      * apply IH in Hh; [|split; assumption]; destruct Hh as (m & Hm & <-); exists (b :: m); split; [|reflexivity].
        apply in_app_iff; right; now apply in_map.
    + intros (m & Hm & <-); apply in_app_iff in Hm; destruct Hm as [Hm|Hm]; apply in_map_iff in Hm.
      * destruct Hm as (x & <- & Hx); apply in_seq in Hx; left; exists (b - x); split; [|apply in_seq; lia].
        cbn [gaps leftmost]; f_equal; [lia|f_equal; lia].
      * destruct Hm as (u & <- & Hu); right; exists (gaps (b :: u)); split; [reflexivity|].
        apply IH; [split; assumption|eauto].
Qed.

Lemma staircase_gaps l : apart l -> forall g,
  In g (staircase_options (gaps l)) <-> exists m, In m (silver_options l) /\ gaps m = g.
Proof.
  destruct l as [|a v]; intros Ha g; [simpl; split; [intros []|intros (m & [] & _)]|].
  change (staircase_options (gaps (a :: v))) with
    (map (fun j => a - leftmost v - j :: gaps v) (seq 1 (a - leftmost v)) ++ down (gaps (a :: v))).
  rewrite in_app_iff, in_map_iff, down_gaps by exact Ha; destruct Ha as [Ha Hv].
  cbn [silver_options]; split.
  - intros [(j & <- & Hj)|(m & Hm & <-)].
    + apply in_seq in Hj; exists (a - j :: v); split; [|cbn [gaps]; f_equal; lia].
      apply in_app_iff; left; apply in_map_iff; exists (a - j); split; [reflexivity|apply in_seq; lia].
    + exists (a :: m); split; [|reflexivity]; apply in_app_iff; right; now apply in_map.
  - intros (m & Hm & <-); apply in_app_iff in Hm; destruct Hm as [Hm|Hm]; apply in_map_iff in Hm.
    + destruct Hm as (x & <- & Hx); apply in_seq in Hx; left; exists (a - x); split; [|apply in_seq; lia].
      cbn [gaps]; f_equal; lia.
    + destruct Hm as (u & <- & Hu); right; eauto.
Qed.

(** Positions of the silver dollar game are staircases. *)
Theorem silver_staircase (coins : list nat) :
  apart coins -> grundy (coins : silver) = grundy (gaps coins : staircase).
Proof.
  induction coins as [l IH] using (play_induction silver); intros Ha.
  rewrite (grundy_equation (G := silver)), (grundy_equation (G := staircase)); apply mex_ext; intros x.
  rewrite !in_map_iff; split.
  - intros (m & <- & Hm); exists (gaps m); split; [symmetry; apply IH; [exact Hm|]|].
    + now apply (apart_option l).
    + apply (staircase_gaps l Ha); eauto.
  - intros (g & <- & Hg); apply (staircase_gaps l Ha) in Hg; destruct Hg as (m & Hm & <-).
    exists m; split; [apply IH; [exact Hm|now apply (apart_option l)]|exact Hm].
Qed.

(** silver::value: every second gap, from the right. *)
Theorem silver_grundy (coins : list nat) :
  apart coins -> grundy (coins : silver) = odd_sum (gaps coins).
Proof. intros H; rewrite silver_staircase by exact H; apply staircase_grundy. Qed.
