(** * Lieges of Legendre

    One cow is taken from a pile, or a pile of 2x is split into K piles of x.  For even K the values of piles are 0, 1, 2 and
    from 3 on 0 for odd, 1 for even piles.  For odd K they are 0, 1, 0, 1, 2, then 0 for odd piles, and for a pile of 2x the
    number 2 where x is worth 1, else 1.

    Source: Codeforces 603C, a problem of contests; by induction.
    Used by: crates/grundy-games/src/legendre.rs ([value]). *)

From Coq Require Import List Arith Lia Bool PArith.
From Grundy Require Import Mex Game Parts.
Import ListNotations.

Section Legendre.
  Variable K : nat.

  Definition legendre_leaves (n : nat) : list (list nat) :=
    match n with
    | 0 => []
    | S m => [m] :: if Nat.even n then [repeat (n / 2) K] else []
    end.

  Lemma in_legendre_leaves n l :
    In l (legendre_leaves n) <->
    1 <= n /\ (l = [n - 1] \/ (Nat.even n = true /\ l = repeat (n / 2) K)).
  Proof.
    unfold legendre_leaves; destruct n as [|m]; [simpl; lia|]; replace (S m - 1) with m by lia.
    destruct (Nat.even (S m)); split.
    - intros [<-|[<-|[]]]; (split; [lia|auto]).
    - intros (_ & [->|[_ ->]]); [now left|right; now left].
    - intros [<-|[]]; split; [lia|now left].
    - intros (_ & [->|[H _]]); [now left|discriminate].
  Qed.

  (* A pile of n weighs (K + 1)^n. *)
  Definition heavy (n : nat) : nat := (K + 1) ^ n.

  Lemma weights_repeat x k : weights nat heavy (repeat x k) = k * heavy x.
  Proof. induction k as [|k IH]; [reflexivity|]; simpl in *; rewrite IH; reflexivity. Qed.

  Lemma heavy_pos n : 1 <= heavy n.
  Proof. unfold heavy; pose proof (Nat.pow_nonzero (K + 1) n); lia. Qed.

  Lemma legendre_lowers n l : 1 <= K -> In l (legendre_leaves n) -> weights nat heavy l < heavy n.
  Proof.
    intros HK H; apply in_legendre_leaves in H; destruct H as [Hn H].
    assert (Hlt : forall m, m < n -> (K + 1) * heavy m <= heavy n).
    { intros m Hm; unfold heavy; rewrite <- Nat.pow_succ_r'; apply Nat.pow_le_mono_r; lia. }
    destruct H as [->|[He ->]].
    - simpl; pose proof (Hlt (n - 1) ltac:(lia)); pose proof (heavy_pos (n - 1)).
      pose proof (Nat.mul_le_mono_r 1 K (heavy (n - 1)) HK); lia.
    - rewrite weights_repeat; pose proof (Hlt (n / 2) ltac:(apply Nat.div_lt; lia)); pose proof (heavy_pos (n / 2)); lia.
  Qed.

  Hypothesis K_pos : 1 <= K.

  Definition legendre : ruleset := parts nat legendre_leaves heavy (fun n l => legendre_lowers n l K_pos).

  (** Legendre::value for odd K: halved until it is odd or 4, then up again. *)
  Fixpoint halving (p : positive) : nat :=
    match p with
    | xH => 1                                         (* 1 *)
    | xO xH => 0                                      (* 2 *)
    | xI xH => 1                                      (* 3 *)
    | xO (xO xH) => 2                                 (* 4 *)
    | xI _ => 0
    | xO x => if halving x =? 1 then 2 else 1
    end.

  (** Legendre::value *)
  Definition legendre_value (n : nat) : nat :=
    if Nat.even K then if n <=? 2 then n else if Nat.even n then 1 else 0
    else match n with 0 => 0 | S m => halving (Pos.of_succ_nat m) end.

  Lemma nim_sum_repeat v k : nim_sum (repeat v k) = if Nat.even k then 0 else v.
  Proof.
    induction k as [|k IH]; [reflexivity|]; cbn [repeat nim_sum fold_right]; fold (nim_sum (repeat v k)).
    rewrite IH, Nat.even_succ, <- Nat.negb_even; destruct (Nat.even k); simpl.
    - apply Nat.lxor_0_r.
    - apply Nat.lxor_nilpotent.
  Qed.

  Lemma map_repeat_eq (g : nat -> nat) x k : map g (repeat x k) = repeat (g x) k.
  Proof. induction k as [|k IH]; [reflexivity|]; simpl; now rewrite IH. Qed.

  (* What the definition says of the least number that no move leaves. *)
  Definition fits_at (g : nat -> nat) (n : nat) : Prop :=
    g (n - 1) <> g n /\ (Nat.even n = true -> (if Nat.even K then 0 else g (n / 2)) <> g n) /\
    forall v, v < g n -> g (n - 1) = v \/ (Nat.even n = true /\ (if Nat.even K then 0 else g (n / 2)) = v).

  Lemma legendre_by (g : nat -> nat) : g 0 = 0 -> (forall n, 1 <= n -> fits_at g n) ->
    forall l, grundy (l : legendre) = nim_sum (map g l).
  Proof.
    intros G0 F l; apply (parts_grundy nat legendre_leaves heavy (fun n l => legendre_lowers n l K_pos) g); unfold parts_value.
    - intros n q Hq; apply in_legendre_leaves in Hq; destruct Hq as [Hn [->|[He ->]]]; destruct (F n Hn) as (F1 & F2 & _).
      + simpl; rewrite Nat.lxor_0_r; exact F1.
      + rewrite map_repeat_eq, nim_sum_repeat; auto.
    - intros n v Hv; destruct (Nat.eq_dec n 0) as [->|Hn]; [lia|].
      destruct (F n ltac:(lia)) as (_ & _ & F3); destruct (F3 v Hv) as [H|[He H]].
      + exists [n - 1]; split; [apply in_legendre_leaves; split; [lia|now left]|].
        simpl; now rewrite Nat.lxor_0_r.
      + exists (repeat (n / 2) K); split; [apply in_legendre_leaves; split; [lia|right; now split]|].
        now rewrite map_repeat_eq, nim_sum_repeat.
  Qed.

  Lemma even_or_odd n : (exists k, n = 2 * k /\ Nat.even n = true) \/ (exists k, n = 2 * k + 1 /\ Nat.even n = false).
  Proof.
    destruct (Nat.even n) eqn:E; [left|right].
    - apply Nat.even_spec in E; destruct E as [k ->]; eauto.
    - assert (O : Nat.odd n = true) by (now rewrite <- Nat.negb_even, E).
      apply Nat.odd_spec in O; destruct O as [k ->]; eauto.
  Qed.

  (* Piles of 5 and more for odd K. *)
  Lemma halving_odd k : 2 <= k -> halving (Pos.of_succ_nat (2 * k)) = 0.
  Proof.
    intros H; destruct k as [|k]; [lia|].
    replace (Pos.of_succ_nat (2 * S k)) with (xI (Pos.of_succ_nat k)).
    - destruct (Pos.of_succ_nat k) eqn:E; [reflexivity|reflexivity|].
      apply (f_equal Pos.to_nat) in E; rewrite SuccNat2Pos.id_succ in E; simpl in E; lia.
    - apply Pos2Nat.inj; rewrite Pos2Nat.inj_xI, !SuccNat2Pos.id_succ; lia.
  Qed.

  Lemma halving_even k : 2 <= k ->
    halving (Pos.of_succ_nat (2 * k + 1)) = if halving (Pos.of_succ_nat k) =? 1 then 2 else 1.
  Proof.
    intros H; replace (Pos.of_succ_nat (2 * k + 1)) with (xO (Pos.of_succ_nat k)).
    - assert (H3 : 3 <= Pos.to_nat (Pos.of_succ_nat k)) by (rewrite SuccNat2Pos.id_succ; lia).
      destruct (Pos.of_succ_nat k) as [p|[p|p|]|]; try reflexivity; simpl in H3; lia.
    - apply Pos2Nat.inj; rewrite Pos2Nat.inj_xO, !SuccNat2Pos.id_succ; lia.
  Qed.

  Theorem legendre_grundy (l : list nat) : grundy (l : legendre) = nim_sum (map legendre_value l).
  Proof.
    apply legendre_by; [unfold legendre_value; now destruct (Nat.even K)|]; intros n Hn; unfold fits_at, legendre_value.
    destruct (Nat.even K).
    - destruct n as [|[|[|n]]]; [lia|simpl; repeat split; lia|simpl; repeat split; lia|].
      replace (S (S (S n)) - 1) with (S (S n)) by lia.
      change (S (S (S n)) <=? 2) with false; destruct n as [|n]; [simpl; repeat split; lia|].
      change (S (S (S n)) <=? 2) with false; cbv iota.
      rewrite (Nat.even_succ (S (S (S n)))), <- Nat.negb_even; destruct (Nat.even (S (S (S n)))); simpl; repeat split; lia.
    - destruct n as [|[|[|[|[|n]]]]]; [lia|simpl; repeat split; lia|simpl; repeat split; lia|simpl; repeat split; lia|simpl; repeat split; lia|].
      replace (S (S (S (S (S n)))) - 1) with (S (S (S (S n)))) by lia.
      destruct (even_or_odd (S (S (S (S (S n)))))) as [(k & E & Ev)|(k & E & Ev)]; rewrite Ev, E.
      + replace (2 * k / 2) with k by (rewrite Nat.mul_comm, Nat.div_mul; lia).
        replace (S (S (S (S n)))) with (2 * (k - 1) + 1) by lia.
        replace (S (S (S n))) with (2 * (k - 1)) by lia; rewrite halving_odd, halving_even by lia.
        destruct k as [|k]; [lia|]; replace (S k - 1) with k by lia.
        destruct (Nat.eqb_spec (halving (Pos.of_succ_nat k)) 1) as [E1|E1]; repeat split; try lia.
      + replace (S (S (S (S n)))) with (2 * k) by lia.
        replace (S (S (S n))) with (2 * (k - 1) + 1) by lia; rewrite halving_odd by lia.
        destruct (Nat.eq_dec k 2) as [->|Hk]; [simpl; repeat split; try discriminate; lia|].
        rewrite halving_even by lia; destruct (_ =? 1); repeat split; try discriminate; lia.
  Qed.
End Legendre.
