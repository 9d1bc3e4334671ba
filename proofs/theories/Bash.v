(** * Bash's game

    From a heap p to q stones are taken, p >= 1.  The value of a heap of n is (n mod (p + q)) / p rounded down;
    where 1 to m are taken it is n mod (m + 1), and the player to move loses if and only if n is a multiple of
    m + 1.  Where q < p nobody can move and the value is 0.
    Under misère play one heap is lost if and only if its value is 1: with takes from 1 to m, m >= 1, a heap that is
    not empty is lost if and only if n - 1 is a multiple of m + 1.  Sums go by Bouton's rule on the values.

    Source: C. G. Bachet, Problèmes plaisans et délectables (1612); T. S. Ferguson (1974) for misère sums.
    Used by: crates/grundy-games/src/bash.rs, range.rs ([Range::value], [Bash::outcome]), take.rs (ranges). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game SpragueGrundy Misere Ferguson.
Import ListNotations.

(** A heap from which p to q stones may be taken. *)
Definition bash (p q : nat) : ruleset := taking (fun s => (p <=? s) && (s <=? q)).

(** Range::value *)
Definition bash_value (p q n : nat) : nat := if q <? p then 0 else n mod (p + q) / p.

Lemma in_bash_options p q n m :
  In m (options (n : bash p q)) <-> exists s, 1 <= s <= n /\ p <= s <= q /\ m = n - s.
Proof.
  etransitivity; [exact (in_taking_options _ n m)|].
  split; intros (s & H1 & H2 & ->); exists s; repeat split; try lia.
  - apply andb_true_iff in H2; destruct H2 as [H2 _]; now apply Nat.leb_le.
  - apply andb_true_iff in H2; destruct H2 as [_ H2]; now apply Nat.leb_le.
  - now apply andb_true_iff; split; apply Nat.leb_le.
Qed.

(* Taking s <= q < P shifts the residue modulo P down by s, or up by P - s. *)
Lemma residue_after P n s :
  1 <= s -> s <= n -> s < P ->
  (s <= n mod P /\ (n - s) mod P = n mod P - s) \/
  (n mod P < s /\ (n - s) mod P = n mod P + (P - s)).
Proof.
  intros H1 H2 H3; pose proof (Nat.div_mod n P ltac:(lia)) as E.
  pose proof (Nat.mod_upper_bound n P ltac:(lia)) as B.
  destruct (Nat.le_gt_cases s (n mod P)); [left|right]; (split; [assumption|]); symmetry.
  - apply Nat.mod_unique with (n / P); lia.
  - destruct (n / P) as [|k]; [lia|]; apply Nat.mod_unique with k; lia.
Qed.

Lemma div_lowered x y p : 1 <= p -> y + p <= x -> y / p < x / p.
Proof.
  intros Hp H; apply Nat.lt_le_trans with ((y + 1 * p) / p).
  - rewrite Nat.div_add by lia; lia.
  - apply Nat.div_le_mono; lia.
Qed.

(** The value of a heap. *)
Theorem bash_grundy (p q n : nat) : 1 <= p -> grundy (n : bash p q) = bash_value p q n.
Proof.
  intros Hp; revert n; apply (grundy_characterised (G := bash p q) (bash_value p q)).
  - intros n m Hm; apply in_bash_options in Hm; destruct Hm as (s & H1 & H2 & ->).
    unfold bash_value; destruct (q <? p) eqn:E; [apply Nat.ltb_lt in E; lia|clear E].
    destruct (residue_after (p + q) n s) as [[H ->]|[H ->]]; try lia.
    + assert ((n mod (p + q) - s) / p < n mod (p + q) / p) by (apply div_lowered; lia); lia.
    + assert (n mod (p + q) / p < (n mod (p + q) + (p + q - s)) / p) by (apply div_lowered; lia); lia.
  - intros n v Hv; unfold bash_value in *; destruct (q <? p) eqn:E; [lia|apply Nat.ltb_ge in E].
    set (r := n mod (p + q)) in *.
    assert (Hr : r < p + q) by (apply Nat.mod_upper_bound; lia).
    assert (Hrn : r <= n) by (apply Nat.mod_le; lia).
    assert (Hv' : (v + 1) * p <= r).
    { apply Nat.le_trans with (p * (r / p)); [|apply Nat.mul_div_le; lia]; nia. }
    set (r' := Nat.max (v * p) (r - q)).
    assert (Hr' : r' / p = v).
    { symmetry; apply Nat.div_unique with (r' - v * p); unfold r'; nia. }
    exists (n - (r - r')); split.
    + apply in_bash_options; exists (r - r'); unfold r'; repeat split; try nia.
    + destruct (residue_after (p + q) n (r - r')) as [[H ->]|[H _]]; fold r; unfold r' in *; try nia.
      rewrite <- Hr' at 2; f_equal; nia.
Qed.

(** Takes from 1 to m. *)
Theorem bash_up_to (m n : nat) : grundy (n : bash 1 m) = n mod (m + 1).
Proof.
  rewrite bash_grundy by lia; unfold bash_value; destruct (m <? 1) eqn:E.
  - apply Nat.ltb_lt in E; replace m with 0 by lia; now rewrite Nat.mod_1_r.
  - now rewrite Nat.div_1_r, Nat.add_comm.
Qed.

(** Bachet: the player to move loses if and only if the heap is a multiple of m + 1. *)
Theorem bash_lost (m n : nat) : lost (n : bash 1 m) <-> n mod (m + 1) = 0.
Proof. now rewrite (lost_iff_grundy_zero (G := bash 1 m)), bash_up_to. Qed.

(** ** Misère play *)

(** One heap is lost if and only if its value is 1. *)
Theorem bash_misere (p q n : nat) : 1 <= p -> misere_lost (n : bash p q) <-> bash_value p q n = 1.
Proof.
  intros Hp; rewrite (misere_lost_iff_zero (G := bash p q)), misere_grundy_paired by apply taking_paired.
  rewrite bash_grundy by exact Hp; destruct (bash_value p q n) as [|[|]]; simpl; split; congruence.
Qed.

(** With takes from 1 to m, as it is usually told. *)
Theorem bash_misere_up_to (m n : nat) :
  1 <= m -> 1 <= n -> misere_lost (n : bash 1 m) <-> (n - 1) mod (m + 1) = 0.
Proof.
  intros Hm Hn; rewrite bash_misere by lia; unfold bash_value.
  destruct (m <? 1) eqn:E; [apply Nat.ltb_lt in E; lia|clear E]; rewrite Nat.div_1_r, (Nat.add_comm m).
  destruct (residue_after (1 + m) n 1) as [[H ->]|[H ->]]; lia.
Qed.

(** Sums of heaps, each with takes of its own, by the values: Bouton's rule. *)
Theorem bash_misere_sum (l : list (any (nat * nat) (fun r => bash (fst r) (snd r)))) :
  misere_lost (l : many (any (nat * nat) (fun r => bash (fst r) (snd r)))) <->
  is_lost (total (map grundy l)) = true.
Proof. apply paired_sum_lost, paired_any; intros i; apply taking_paired. Qed.
