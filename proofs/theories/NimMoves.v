(** * How many moves win in Nim

    In a position of Nim with nim-sum s, not 0, a heap of n has a move that wins if and only if n + s (nim-sum) is
    less than n, that is, if n has the highest binary digit of s; and then just one, to n + s. So as many moves
    win as heaps have this digit, and their number is odd.

    Source: C. L. Bouton, Nim, a game with a complete mathematical theory (1901).
    Used by: crates/grundy-games/src/nim.rs. *)

From Coq Require Import List Arith Lia Bool Btauto.
From Grundy Require Import Mex Game Bouton.
Import ListNotations.

(** A heap can be lowered by a nim-difference if and only if it has its highest digit. *)
Theorem lowered_by n s : s <> 0 -> Nat.lxor n s < n <-> Nat.testbit n (Nat.log2 s) = true.
Proof.
  intros Hs; split; [|now apply lxor_lowers]; intros H.
  destruct (Nat.testbit n (Nat.log2 s)) eqn:E; [reflexivity|exfalso].
  assert (Hb : Nat.testbit (Nat.lxor n s) (Nat.log2 s) = true).
  { now rewrite Nat.lxor_spec, E, Nat.bit_log2. }
  pose proof (lxor_lowers _ s Hs Hb) as Hl; rewrite lxor_cancel_r in Hl; lia.
Qed.

(** The move of a heap that wins. *)
Theorem winning_heap (a b : list nat) n k :
  k < n /\ lost ((a ++ k :: b) : nim) <->
  k = Nat.lxor n (nim_sum (a ++ n :: b)) /\ Nat.lxor n (nim_sum (a ++ n :: b)) < n.
Proof.
  assert (E : Nat.lxor n (nim_sum (a ++ n :: b)) = nim_sum (a ++ b)).
  { rewrite !nim_sum_app; change (nim_sum (n :: b)) with (Nat.lxor n (nim_sum b)).
    apply Nat.bits_inj; intros i; rewrite !Nat.lxor_spec; btauto. }
  rewrite bouton_move, E; split; [intros [H ->]; auto|intros [-> H]; auto].
Qed.

(** The number of heaps with such a move. *)
Definition winning_heaps (l : list nat) : nat :=
  length (filter (fun n => Nat.lxor n (nim_sum l) <? n) l).

Lemma digit_parity k l : Nat.odd (length (filter (fun n => Nat.testbit n k) l)) = Nat.testbit (nim_sum l) k.
Proof.
  induction l as [|n l IH]; [cbn; now rewrite Nat.bits_0|]; simpl filter; simpl nim_sum; rewrite Nat.lxor_spec, <- IH.
  destruct (Nat.testbit n k); [|now destruct (Nat.odd _)]; simpl length; rewrite Nat.odd_succ, <- Nat.negb_odd.
  now destruct (Nat.odd _).
Qed.

(** It is odd. *)
Theorem winning_heaps_odd l : nim_sum l <> 0 -> Nat.odd (winning_heaps l) = true.
Proof.
  intros Hs; unfold winning_heaps; set (s := nim_sum l) in *.
  rewrite (filter_ext _ (fun n => Nat.testbit n (Nat.log2 s))).
  - rewrite digit_parity; now apply Nat.bit_log2.
  - intros n; apply eq_true_iff_eq; rewrite Nat.ltb_lt; now apply lowered_by.
Qed.
