(** * Rim

    A move draws a loop through at least one of the n spots of a region, so that the region becomes two, of a and b spots
    with a + b < n.  A region of n spots is worth n.

    Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 4.
    Used by: crates/grundy-games/src/rim.rs ([value]). *)

From Coq Require Import List Arith Lia.
From Grundy Require Import Mex Game Parts Arithmetic.
Import ListNotations.

Definition rim_leaves (n : nat) : list (list nat) :=
  flat_map (fun a => map (fun b => [a; b]) (seq 0 (n - a))) (seq 0 n).

Lemma in_rim_leaves n l : In l (rim_leaves n) <-> exists a b, a + b < n /\ l = [a; b].
Proof.
  unfold rim_leaves; rewrite in_flat_map; split.
  - intros (a & Ha & H); apply in_map_iff in H; destruct H as (b & <- & Hb); apply in_seq in Ha, Hb.
    exists a, b; split; [lia|reflexivity].
  - intros (a & b & H & ->); exists a; rewrite in_seq, in_map_iff; split; [lia|].
    exists b; rewrite in_seq; split; [reflexivity|lia].
Qed.

Lemma rim_lowers n l : In l (rim_leaves n) -> weights nat (fun n => n) l < n.
Proof. intros H; apply in_rim_leaves in H; destruct H as (a & b & H & ->); simpl; lia. Qed.

(** Regions by their spots; a region without spots is as none. *)
Definition rim : ruleset := parts nat rim_leaves (fun n => n) rim_lowers.

Theorem rim_grundy (l : list nat) : grundy (l : rim) = nim_sum l.
Proof.
  rewrite <- (map_id l) at 2.
  apply (parts_grundy nat rim_leaves (fun n => n) rim_lowers (fun n => n)); unfold parts_value.
  - intros n q H; apply in_rim_leaves in H; destruct H as (a & b & H & ->).
    simpl; rewrite Nat.lxor_0_r; pose proof (lxor_le_add a b); lia.
  - intros n v Hv; exists [v; 0]; split; [apply in_rim_leaves; exists v, 0; split; [lia|reflexivity]|].
    simpl; now rewrite !Nat.lxor_0_r.
Qed.
