(** * Takes with a least, the rest whole

    From a heap P to Q stones are taken, 1 <= P <= Q; of fewer than P all must be taken.  With r = n mod (P + Q) the
    value of a heap of n is r / P rounded up where r <= Q, and 0 where r > Q.  Under misère play one heap is lost if and
    only if its value is 1, which for n >= 1 says (n - 1) mod (P + Q) < P; sums go by Bouton's rule on the values.

    Source: HDU 2897, a problem of contests; T. S. Ferguson (1974) for misère sums.
    Used by: crates/grundy-games/src/atleast.rs ([AtLeast::value], [outcome]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game SpragueGrundy Misere Ferguson Bash.
Import ListNotations.

(** AtLeast::value *)
Definition at_least_value (P Q n : nat) : nat :=
  let r := n mod (P + Q) in if Q <? r then 0 else (r + P - 1) / P.

Section At_least.
  Variables (P Q : nat).
  Hypotheses (P_pos : 1 <= P) (P_Q : P <= Q).

  Definition rounded_up (r : nat) : nat := if Q <? r then 0 else (r + P - 1) / P.

  Lemma rounded_up_unique r v : r <= Q -> r <= v * P -> v * P < r + P -> rounded_up r = v.
  Proof.
    intros H1 H2 H3; unfold rounded_up; destruct (Nat.ltb_spec Q r); [lia|].
    symmetry; apply Nat.div_unique with (r + P - 1 - v * P); [lia|].
    rewrite (Nat.mul_comm P); lia.
  Qed.

  Lemma rounded_up_spec r : r <= Q -> r <= rounded_up r * P < r + P.
  Proof.
    intros H; unfold rounded_up; destruct (Nat.ltb_spec Q r); [lia|].
    pose proof (Nat.div_mod (r + P - 1) P ltac:(lia)) as E; rewrite (Nat.mul_comm P) in E.
    pose proof (Nat.mod_upper_bound (r + P - 1) P ltac:(lia)); lia.
  Qed.

  Lemma rounded_up_high r : Q < r -> rounded_up r = 0.
  Proof. intros H; unfold rounded_up; destruct (Nat.ltb_spec Q r); [reflexivity|lia]. Qed.

  Lemma at_least_value_rounded n : at_least_value P Q n = rounded_up (n mod (P + Q)).
  Proof. reflexivity. Qed.

  (* Two residues that differ by P to Q have different values. *)
  Lemma rounded_up_apart r r' : r' + P <= r -> r <= r' + Q -> r < P + Q -> rounded_up r' <> rounded_up r.
  Proof.
    intros H1 H2 H3; destruct (Nat.le_gt_cases r Q) as [Hr|Hr].
    - pose proof (rounded_up_spec r Hr); pose proof (rounded_up_spec r' ltac:(lia)); intros E; rewrite E in *; lia.
    - rewrite (rounded_up_high r Hr); pose proof (rounded_up_spec r' ltac:(lia)); intros E; rewrite E in *; lia.
  Qed.

  Theorem at_least_grundy (n : nat) : grundy (n : at_least P Q P_pos P_Q) = at_least_value P Q n.
  Proof.
    revert n; apply (grundy_characterised (G := at_least P Q P_pos P_Q) (at_least_value P Q)).
    - intros n m Hm; apply (in_at_least_options P Q P_pos P_Q) in Hm; rewrite !at_least_value_rounded.
      destruct Hm as [[Hn ->]|(s & Hs & Hsn & ->)].
      + rewrite Nat.mod_0_l, Nat.mod_small by lia.
        rewrite (rounded_up_unique 0 0), (rounded_up_unique n 1) by lia; lia.
      + pose proof (Nat.mod_upper_bound n (P + Q) ltac:(lia)).
        pose proof (Nat.mod_upper_bound (n - s) (P + Q) ltac:(lia)).
        destruct (residue_after (P + Q) n s) as [[H1 E]|[H1 E]]; try lia; rewrite E in *.
        * apply rounded_up_apart; lia.
        * apply not_eq_sym, rounded_up_apart; lia.
    - intros n v Hv; rewrite at_least_value_rounded in Hv.
      pose proof (Nat.mod_upper_bound n (P + Q) ltac:(lia)) as B; pose proof (Nat.mod_le n (P + Q) ltac:(lia)) as Hle.
      set (r := n mod (P + Q)) in *.
      assert (HrQ : r <= Q) by (apply Nat.nlt_ge; intros H; rewrite rounded_up_high in Hv by exact H; lia).
      pose proof (rounded_up_spec r HrQ) as Hs.
      assert (Hv1 : v * P < r).
      { pose proof (Nat.mul_le_mono_r (v + 1) (rounded_up r) P ltac:(lia)); lia. }
      destruct (Nat.lt_ge_cases r P) as [HrP|HrP].
      + assert (v = 0) by nia; subst v; destruct (Nat.lt_ge_cases n P) as [HnP|HnP].
        * exists 0; split; [apply (in_at_least_options P Q P_pos P_Q); left; lia|].
          rewrite at_least_value_rounded, Nat.mod_0_l by lia; apply rounded_up_unique; lia.
        * exists (n - P); split; [apply (in_at_least_options P Q P_pos P_Q); right; exists P; lia|].
          rewrite at_least_value_rounded; destruct (residue_after (P + Q) n P ltac:(lia) ltac:(lia) ltac:(lia)) as [[H1 E]|[H1 E]]; [exfalso; lia|].
          rewrite E; fold r; apply rounded_up_high; lia.
      + set (r' := Nat.min (v * P) (r - P)).
        exists (n - (r - r')); split; [apply (in_at_least_options P Q P_pos P_Q); right; exists (r - r'); lia|].
        rewrite at_least_value_rounded; destruct (residue_after (P + Q) n (r - r') ltac:(lia) ltac:(lia) ltac:(lia)) as [[H1 E]|[H1 E]]; [|exfalso; lia].
        fold r in H1, E; rewrite E; replace (r - (r - r')) with r' by lia.
        apply rounded_up_unique; [lia| |].
        * lia.
        * destruct (Nat.le_ge_cases (v * P) (r - P)); [lia|].
          replace r' with (r - P) by lia; lia.
  Qed.

  Theorem at_least_misere (n : nat) :
    misere_lost (n : at_least P Q P_pos P_Q) <-> at_least_value P Q n = 1.
  Proof.
    rewrite (misere_lost_iff_zero (G := at_least P Q P_pos P_Q)), misere_grundy_paired by (now apply at_least_paired).
    rewrite at_least_grundy; destruct (at_least_value P Q n) as [|[|]]; simpl; split; congruence.
  Qed.

  (** As it is told of one heap. *)
  Theorem at_least_misere_residue (n : nat) :
    1 <= n -> misere_lost (n : at_least P Q P_pos P_Q) <-> (n - 1) mod (P + Q) < P.
  Proof.
    intros Hn; rewrite at_least_misere, at_least_value_rounded.
    pose proof (Nat.mod_upper_bound n (P + Q) ltac:(lia)) as B.
    destruct (residue_after (P + Q) n 1) as [[H E]|[H E]]; try lia; rewrite E; set (r := n mod (P + Q)) in *.
    - destruct (Nat.le_gt_cases r Q) as [Hr|Hr].
      + pose proof (rounded_up_spec r Hr) as Hs; split.
        * intros E1; rewrite E1 in Hs; lia.
        * intros H1; apply rounded_up_unique; lia.
      + rewrite rounded_up_high by exact Hr; lia.
    - assert (r = 0) by lia; replace r with 0 by lia; rewrite (rounded_up_unique 0 0) by lia; lia.
  Qed.
End At_least.
