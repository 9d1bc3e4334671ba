(** * The least period and pre-period

    Let the values of a sequence recur with pre-period n0, period p and saltus s. If no quotient of p, with as great a
    part of s, is a period within the first p heaps from n0 on, and the value before n0 does not recur, then
    whatever period and pre-period the sequence has, with whatever saltus, the pre-period is n0 at
    least and the period a multiple of p.

    Source: Fine and Wilf (1965) in the large. The conditions are those of
    crates/grundy-check/src/least.rs, which tries the quotients by primes: they are enough, as a multiple of a period is one. *)

From Coq Require Import List Arith Lia.
From Grundy Require Import Mex Heaps.

(** No quotient of the period is one. *)
Definition no_part (g : nat -> nat) (n0 p s : nat) : Prop :=
  forall d e f, 2 <= d -> p = d * e -> s = d * f ->
    exists h, n0 <= h < n0 + p /\ g (h + e) <> g h + f.

(** The value before the pre-period does not recur. *)
Definition no_earlier (g : nat -> nat) (n0 p s : nat) : Prop :=
  forall n, n + 1 = n0 -> g (n + p) <> g n + s.

Definition least_period (g : nat -> nat) (n0 p : nat) : Prop :=
  forall n0' p' s', 1 <= p' -> repeats g n0' p' s' -> n0 <= n0' /\ Nat.divide p p'.

Theorem least_repeats (g : nat -> nat) (n0 p s : nat) :
  1 <= p -> repeats g n0 p s -> no_part g n0 p s -> no_earlier g n0 p s -> least_period g n0 p.
Proof.
  intros Hp Hg Hpart Hbefore n0' p' s' Hp' Hg'.
  set (m := Nat.max n0 n0').
  (* Both grow at the same rate. *)
  assert (Hrate : p' * s = p * s').
  { assert (E1 : g (m + p' * p) = g m + p' * s) by (apply (repeats_times _ _ _ _ Hg); lia).
    assert (E2 : g (m + p * p') = g m + p * s') by (apply (repeats_times _ _ _ _ Hg'); lia).
    rewrite (Nat.mul_comm p p') in E2; lia. }
  (* So the greatest common divisor is a period. *)
  set (d := Nat.gcd p p').
  assert (Hd : d <> 0) by (unfold d; rewrite Nat.gcd_eq_0; lia).
  destruct (Nat.gcd_divide_l p p') as [u Hu], (Nat.gcd_divide_r p p') as [v Hv]; fold d in Hu, Hv.
  assert (Huv : Nat.gcd u v = 1).
  { assert (E : Nat.gcd (p / d) (p' / d) = 1) by (apply Nat.gcd_div_gcd; [exact Hd|reflexivity]).
    rewrite Hu, Hv, !Nat.div_mul in E by exact Hd; exact E. }
  assert (Hus : v * s = u * s') by nia.
  assert (Hdiv : Nat.divide u s).
  { apply (Nat.gauss u v s); [|exact Huv]. exists s'; lia. }
  destruct Hdiv as [f Hf].
  assert (Hu0 : u <> 0) by nia.
  assert (Hs' : s' = v * f) by nia.
  destruct (Nat.gcd_bezout_pos p p') as (a & b & Hab); [lia|]; fold d in Hab.
  assert (Hab1 : a * u = 1 + b * v).
  { apply (Nat.mul_cancel_r _ _ d Hd); rewrite <- Nat.mul_assoc, <- Hu, Hab, Hv; ring. }
  assert (Hperiod : forall n, m <= n -> g (n + d) = g n + f).
  { intros n Hn.
    assert (E1 : g (n + a * p) = g n + a * s) by (apply (repeats_times _ _ _ _ Hg); lia).
    assert (E2 : g (n + d + b * p') = g (n + d) + b * s') by (apply (repeats_times _ _ _ _ Hg'); lia).
    replace (n + d + b * p') with (n + a * p) in E2 by lia.
    assert (a * s = f + b * s') by nia. lia. }
  assert (Hu1 : u = 1).
  { destruct (Nat.eq_dec u 1) as [|Hne]; [assumption|exfalso].
    destruct (Hpart u d f) as (h & Hh & Hdiff); [lia|exact Hu|lia|apply Hdiff].
    assert (E1 : g (h + d + m * p) = g (h + d) + m * s) by (apply (repeats_times _ _ _ _ Hg); lia).
    assert (E2 : g (h + m * p) = g h + m * s) by (apply (repeats_times _ _ _ _ Hg); lia).
    assert (E3 : g (h + m * p + d) = g (h + m * p) + f).
    { apply Hperiod; assert (m * 1 <= m * p) by (apply Nat.mul_le_mono_l; exact Hp); lia. }
    replace (h + m * p + d) with (h + d + m * p) in E3 by lia; lia. }
  subst u; rewrite Nat.mul_1_l in Hu; rewrite Nat.mul_1_r in Hf; subst f.
  split; [|exists v; congruence].
  destruct (Nat.le_gt_cases n0 n0') as [|Hlt]; [assumption|exfalso].
  apply (Hbefore (n0 - 1)); [lia|].
  assert (E1 : g (n0 - 1 + p') = g (n0 - 1) + s') by (apply Hg'; lia).
  assert (v <> 0) by nia.
  destruct v as [|w]; [lia|].
  assert (E2 : g (n0 - 1 + p + w * p) = g (n0 - 1 + p) + w * s).
  { apply (repeats_times _ _ _ _ Hg); lia. }
  replace (n0 - 1 + p + w * p) with (n0 - 1 + p') in E2 by (rewrite Hv, <- Hu; simpl; lia).
  simpl in Hs'; lia.
Qed.
