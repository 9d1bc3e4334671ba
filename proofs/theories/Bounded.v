(** * Bounded Nim

    Each heap has a limit of its own: from 1 to that many stones are taken from it.  A heap of n with the limit m has
    the value n mod (m + 1), which is n itself where n <= m, and 0 where m = 0 (a dead heap).  The player to move loses
    a sum if and only if the nim-sum of the values is 0; misère sums go by Bouton's rule on the values.

    Source: R. P. Sprague (1935), P. M. Grundy (1939); T. S. Ferguson (1974) for misère sums.
    Used by: crates/grundy-games/src/bounded.rs, crates/grundy-number/src/bounded.rs ([value], [value_natural]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game SpragueGrundy Misere Ferguson.
Import ListNotations.

Definition bounded_options (p : nat * nat) : list (nat * nat) :=
  let (n, limit) := p in map (fun s => (n - s, limit)) (seq 1 (Nat.min n limit)).

Lemma in_bounded_options n limit q :
  In q (bounded_options (n, limit)) <-> exists s, 1 <= s /\ s <= n /\ s <= limit /\ q = (n - s, limit).
Proof.
  unfold bounded_options; rewrite in_map_iff; split.
  - intros (s & <- & Hs); apply in_seq in Hs; exists s; repeat split; lia.
  - intros (s & H1 & H2 & H3 & ->); exists s; rewrite in_seq; split; [reflexivity|lia].
Qed.

(** A heap and its limit. *)
Definition bounded : ruleset.
Proof.
  refine (measured (nat * nat) bounded_options fst _).
  intros [n limit] q Hq; apply in_bounded_options in Hq; destruct Hq as (s & H & H' & _ & ->); simpl; lia.
Defined.

(** bounded::value_natural *)
Definition bounded_value (p : nat * nat) : nat :=
  let (n, limit) := p in if n <=? limit then n else n mod (limit + 1).

Lemma bounded_value_mod n limit : bounded_value (n, limit) = n mod (limit + 1).
Proof.
  simpl; destruct (n <=? limit) eqn:E; [|reflexivity].
  apply Nat.leb_le in E; symmetry; apply Nat.mod_small; lia.
Qed.

(* The options of n are the heaps before it, whose residues are all the others. *)
Lemma residue_reached M n v : v < M -> v <> n mod M -> (v < n mod M \/ M <= n) ->
  exists s, 1 <= s /\ s <= n /\ s < M /\ (n - s) mod M = v.
Proof.
  intros Hv Hne Hor; pose proof (Nat.div_mod n M ltac:(lia)) as E.
  pose proof (Nat.mod_upper_bound n M ltac:(lia)) as B.
  destruct (Nat.lt_ge_cases v (n mod M)) as [H|H].
  - exists (n mod M - v); repeat split; try lia.
    symmetry; apply Nat.mod_unique with (n / M); lia.
  - assert (HM : M <= n) by lia; assert (Hk : 1 <= n / M) by (apply Nat.div_le_lower_bound; lia).
    destruct (n / M) as [|k] eqn:Ek; [lia|]; assert (Hx : M * S k = M * k + M) by lia; rewrite Hx in E.
    exists (n mod M + M - v); repeat split; try lia.
    symmetry; apply Nat.mod_unique with k; lia.
Qed.

Lemma residue_changed M n s : 1 <= s -> s <= n -> s < M -> (n - s) mod M <> n mod M.
Proof.
  intros H1 H2 H3 He; pose proof (Nat.div_mod n M ltac:(lia)) as E.
  pose proof (Nat.div_mod (n - s) M ltac:(lia)) as E'; rewrite He in E'.
  assert (M * (n / M) - M * ((n - s) / M) = s) by lia; rewrite <- Nat.mul_sub_distr_l in H.
  destruct (n / M - (n - s) / M) as [|d]; nia.
Qed.

(** The value of a heap with its limit. *)
Theorem bounded_grundy (p : bounded) : grundy p = bounded_value p.
Proof.
  revert p; apply (grundy_characterised (G := bounded) bounded_value).
  - intros [n limit] q Hq; apply in_bounded_options in Hq; destruct Hq as (s & H1 & H2 & H3 & ->).
    rewrite !bounded_value_mod; apply residue_changed; lia.
  - intros [n limit] v Hv; rewrite bounded_value_mod in Hv.
    pose proof (Nat.mod_upper_bound n (limit + 1) ltac:(lia)).
    destruct (residue_reached (limit + 1) n v) as (s & H1 & H2 & H3 & H4); try lia.
    exists (n - s, limit); split; [|now rewrite bounded_value_mod].
    apply in_bounded_options; exists s; repeat split; lia.
Qed.

(** Many heaps under normal play. *)
Theorem bounded_lost (l : list bounded) :
  lost (l : many bounded) <-> nim_sum (map bounded_value l) = 0.
Proof.
  rewrite sum_lost_iff, (map_ext (grundy (G := bounded)) bounded_value); [reflexivity|apply bounded_grundy].
Qed.

(** ** Misère play *)

Lemma bounded_paired : paired bounded.
Proof.
  intros [n limit] H; rewrite bounded_grundy, bounded_value_mod in H.
  destruct (Nat.eq_dec limit 0) as [->|Hl].
  { left; cbn [options bounded measured bounded_options]; now rewrite Nat.min_0_r. }
  destruct (Nat.eq_dec n 0) as [->|Hn]; [now left|right].
  assert (Hm : limit + 1 <= n).
  { apply Nat.nlt_ge; intros Hlt; rewrite Nat.mod_small in H by exact Hlt; lia. }
  destruct (residue_reached (limit + 1) n 1) as (s & H1 & H2 & H3 & H4); try lia.
  exists (n - s, limit); split; [|now rewrite bounded_grundy, bounded_value_mod].
  apply in_bounded_options; exists s; repeat split; lia.
Qed.

(** Many heaps under misère play: Bouton's rule on the values. *)
Theorem bounded_misere (l : list bounded) :
  misere_lost (l : many bounded) <-> is_lost (total (map bounded_value l)) = true.
Proof.
  rewrite paired_sum_lost by apply bounded_paired.
  rewrite (map_ext (grundy (G := bounded)) bounded_value); [reflexivity|apply bounded_grundy].
Qed.
