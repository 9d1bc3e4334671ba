(** * Lasker's Nim

    From a heap any number of stones is taken, or the heap is split into two without taking.  The values of heaps are
    0, 1, 2, 4, 3, 5, 6, 8, 7, …: a heap of 4k + 3 is worth 4k + 4, one of 4k + 4 is worth 4k + 3, any other n is worth n.
    The value of several heaps is the nim-sum.

    Source: E. Lasker, Brettspiele der Völker (1931).
    Used by: crates/grundy-games/src/lasker.rs ([value]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game Parts.
Import ListNotations.

(** What a move in a heap of n leaves: a smaller heap (of 0, which is as no heap), or two that make n. *)
Definition lasker_leaves (n : nat) : list (list nat) :=
  map (fun m => [m]) (seq 0 n) ++ map (fun a => [a; n - a]) (seq 1 (n - 1)).

Lemma in_lasker_leaves n l :
  In l (lasker_leaves n) <->
  (exists m, m < n /\ l = [m]) \/ (exists a b, 1 <= a /\ 1 <= b /\ a + b = n /\ l = [a; b]).
Proof.
  unfold lasker_leaves; rewrite in_app_iff, !in_map_iff; split.
  - intros [(m & <- & Hm)|(a & <- & Ha)]; [left|right].
    + apply in_seq in Hm; exists m; split; [lia|reflexivity].
    + apply in_seq in Ha; exists a, (n - a); repeat split; lia.
  - intros [(m & Hm & ->)|(a & b & Ha & Hb & <- & ->)]; [left|right].
    + exists m; rewrite in_seq; split; [reflexivity|lia].
    + exists a; rewrite in_seq; split; [do 2 f_equal; lia|lia].
Qed.

Lemma lasker_lowers n l : In l (lasker_leaves n) -> weights nat (fun n => 2 * n - 1) l < 2 * n - 1.
Proof.
  intros H; apply in_lasker_leaves in H; destruct H as [(m & Hm & ->)|(a & b & Ha & Hb & <- & ->)]; simpl; lia.
Qed.

Definition lasker : ruleset := parts nat lasker_leaves (fun n => 2 * n - 1) lasker_lowers.

(** lasker::value *)
Definition lasker_value (n : nat) : nat :=
  if n =? 0 then 0
  else match n mod 4 with 0 => n - 1 | 3 => n + 1 | _ => n end.

(* The two last binary digits of a nim-sum are the nim-sum of the two last digits. *)
Lemma lxor_mod_4 a b : Nat.lxor a b mod 4 = Nat.lxor (a mod 4) (b mod 4).
Proof.
  change 4 with (2 ^ 2); apply Nat.bits_inj; intros i.
  rewrite Nat.lxor_spec; destruct (Nat.lt_ge_cases i 2).
  - rewrite !Nat.mod_pow2_bits_low by assumption; apply Nat.lxor_spec.
  - now rewrite !Nat.mod_pow2_bits_high by assumption.
Qed.

Lemma quarters n : n = 4 * (n / 4) + n mod 4 /\ n mod 4 < 4.
Proof. split; [apply Nat.div_mod; lia|apply Nat.mod_upper_bound; lia]. Qed.

Lemma mod_4 k r : r < 4 -> (4 * k + r) mod 4 = r.
Proof. intros H; symmetry; apply Nat.mod_unique with k; lia. Qed.

(* What the value of a heap that is not empty is, and is modulo 4. *)
Lemma lasker_value_cases n : 1 <= n -> exists k,
  (n = 4 * k + 1 /\ lasker_value n = 4 * k + 1) \/ (n = 4 * k + 2 /\ lasker_value n = 4 * k + 2) \/
  (n = 4 * k + 3 /\ lasker_value n = 4 * (k + 1) + 0) \/ (n = 4 * (k + 1) + 0 /\ lasker_value n = 4 * k + 3).
Proof.
  intros Hn; unfold lasker_value; destruct (n =? 0) eqn:E; [apply Nat.eqb_eq in E; lia|].
  destruct (quarters n) as [H1 H2]; destruct (n mod 4) as [|[|[|[|]]]]; [| | | |lia].
  - exists (n / 4 - 1); lia.
  - exists (n / 4); lia.
  - exists (n / 4); lia.
  - exists (n / 4); lia.
Qed.

Lemma lasker_value_0 : lasker_value 0 = 0.
Proof. reflexivity. Qed.

(* The map of values is its own inverse. *)
Lemma lasker_value_twice n : lasker_value (lasker_value n) = n.
Proof.
  destruct n as [|n]; [reflexivity|].
  destruct (lasker_value_cases (S n) ltac:(lia)) as (k & [[H ->]|[[H ->]|[[H ->]|[H ->]]]]); rewrite H;
    match goal with |- lasker_value ?m = _ => destruct (lasker_value_cases m ltac:(lia)) as (j & Hj) end; lia.
Qed.

Lemma split_differs a b : 1 <= a -> 1 <= b ->
  Nat.lxor (lasker_value a) (lasker_value b) <> lasker_value (a + b).
Proof.
  intros Ha Hb He; apply (f_equal (fun x => x mod 4)) in He; rewrite lxor_mod_4 in He.
  destruct (lasker_value_cases a Ha) as (i & [[Ea Va]|[[Ea Va]|[[Ea Va]|[Ea Va]]]]);
  destruct (lasker_value_cases b Hb) as (j & [[Eb Vb]|[[Eb Vb]|[[Eb Vb]|[Eb Vb]]]]);
  destruct (lasker_value_cases (a + b) ltac:(lia)) as (k & [[Ec Vc]|[[Ec Vc]|[[Ec Vc]|[Ec Vc]]]]);
  rewrite Va, Vb, Vc, !mod_4 in He by lia; (discriminate He || lia).
Qed.

(* One stone beside 4k + 2. *)
Lemma split_reaches k : Nat.lxor (lasker_value 1) (lasker_value (4 * k + 2)) = 4 * k + 3.
Proof.
  destruct (lasker_value_cases (4 * k + 2) ltac:(lia)) as (j & H).
  assert (E : lasker_value (4 * k + 2) = 4 * k + 2) by lia; rewrite E; change (lasker_value 1) with 1.
  rewrite Nat.lxor_comm; symmetry; apply lxor_move.
  assert (Hd : forall c, c < 2 -> Nat.lxor (2 * (2 * k + 1) + c) 1 = 2 * (2 * k + 1) + (1 - c)).
  { intros c Hc; apply Nat.bits_inj; intros [|i].
    - rewrite Nat.lxor_spec, !Nat.bit0_odd, !Nat.odd_add, !Nat.odd_mul; destruct c as [|[|]]; [| |lia]; reflexivity.
    - rewrite Nat.lxor_spec; change (Nat.testbit 1 (S i)) with (Nat.testbit 0 i); rewrite Nat.bits_0, xorb_false_r.
      destruct c as [|[|]]; [| |lia]; rewrite ?Nat.add_0_r, ?Nat.testbit_even_succ, ?Nat.testbit_odd_succ by lia;
        simpl (1 - _); rewrite ?Nat.add_0_r, ?Nat.testbit_even_succ, ?Nat.testbit_odd_succ by lia; reflexivity. }
  replace (4 * k + 3) with (2 * (2 * k + 1) + 1) by lia; rewrite Hd; lia.
Qed.

(** Lasker's theorem. *)
Theorem lasker_grundy (l : list nat) : grundy (l : lasker) = nim_sum (map lasker_value l).
Proof.
  apply (parts_grundy nat lasker_leaves (fun n => 2 * n - 1) lasker_lowers lasker_value); unfold parts_value.
  - intros n q Hq; apply in_lasker_leaves in Hq.
    destruct Hq as [(m & Hm & ->)|(a & b & Ha & Hb & <- & ->)]; simpl; rewrite Nat.lxor_0_r.
    + intros He; apply (f_equal lasker_value) in He; rewrite !lasker_value_twice in He; lia.
    + now apply split_differs.
  - intros n v Hv; destruct (Nat.lt_ge_cases (lasker_value v) n) as [H|H].
    + exists [lasker_value v]; split; [apply in_lasker_leaves; left; eauto|].
      simpl; now rewrite Nat.lxor_0_r, lasker_value_twice.
    + assert (Hn : exists k, n = 4 * k + 3 /\ v = 4 * k + 3).
      { destruct n as [|n]; [rewrite lasker_value_0 in Hv; lia|].
        destruct v as [|v]; [rewrite lasker_value_0 in H; lia|].
        destruct (lasker_value_cases (S n) ltac:(lia)) as (k & Hk).
        destruct (lasker_value_cases (S v) ltac:(lia)) as (j & Hj); exists k; lia. }
      destruct Hn as (k & -> & ->); exists [1; 4 * k + 2]; split.
      * apply in_lasker_leaves; right; exists 1, (4 * k + 2); repeat split; lia.
      * change (nim_sum (map lasker_value [1; 4 * k + 2]))
          with (Nat.lxor (lasker_value 1) (Nat.lxor (lasker_value (4 * k + 2)) 0)).
        rewrite Nat.lxor_0_r; apply split_reaches.
Qed.

(** One heap. *)
Corollary lasker_heap (n : nat) : grundy ([n] : lasker) = lasker_value n.
Proof. rewrite lasker_grundy; apply Nat.lxor_0_r. Qed.
