(** * The multiplication game

    From p = 1 the players multiply p in turn by a number from LO to HI, 2 <= LO <= HI; who reaches n wins.  What counts
    is ⌈n / p⌉, how much is still to be multiplied: a move makes m into ⌈m / k⌉, and at 1 the game is over.  With
    B = LO * HI the player to move loses if and only if B^t * HI < m <= B^(t+1) for some t, or m <= 1; under misère play if and
    only if B^t < m <= B^t * LO for some t.

    Source: HDU 1517, POJ 2505, UVa 847, problems of contests; by induction over intervals.
    Used by: crates/grundy-games/src/multiply.rs ([interval], [outcome]). *)

From Coq Require Import List Arith Lia.
From Grundy Require Import Mex Game.
Import ListNotations.

Section Multiply.
  Variables (low high : nat).
  Hypotheses (low_2 : 2 <= low) (low_high : low <= high).

  (** multiply::divided: ⌈m / k⌉ *)
  Definition divided (m k : nat) : nat := (m + k - 1) / k.

  Definition multiply_options (m : nat) : list nat :=
    if m <=? 1 then [] else map (divided m) (seq low (S high - low)).

  Lemma in_multiply_options m q :
    In q (multiply_options m) <-> 2 <= m /\ exists k, low <= k <= high /\ q = divided m k.
  Proof.
    unfold multiply_options; destruct (Nat.leb_spec m 1); [simpl; lia|]; rewrite in_map_iff; split.
    - intros (k & <- & Hk); apply in_seq in Hk; split; [lia|exists k; split; [lia|reflexivity]].
    - intros (_ & k & Hk & ->); exists k; rewrite in_seq; split; [reflexivity|lia].
  Qed.

  Lemma divided_le m k c : 1 <= k -> divided m k <= c <-> m <= c * k.
  Proof.
    intros Hk; unfold divided; split; intros H.
    - pose proof (Nat.div_mod (m + k - 1) k ltac:(lia)); pose proof (Nat.mod_upper_bound (m + k - 1) k ltac:(lia)).
      pose proof (Nat.mul_le_mono_r _ _ k H); lia.
    - apply Nat.lt_succ_r, Nat.div_lt_upper_bound; lia.
  Qed.

  Lemma divided_gt m k c : 1 <= k -> c < divided m k <-> c * k < m.
  Proof. intros Hk; pose proof (divided_le m k c Hk); lia. Qed.

  Definition multiply : ruleset.
  Proof.
    refine (measured nat multiply_options (fun m => m) _).
    intros m q H; apply in_multiply_options in H; destruct H as (Hm & k & Hk & ->).
    apply Nat.lt_le_trans with (S (m - 1)); [|lia]; apply Nat.lt_succ_r, divided_le; [lia|nia].
  Defined.

  Let B := low * high.

  Lemma B_4 : 4 <= B.
  Proof. unfold B; nia. Qed.

  Lemma power_pos t : 1 <= B ^ t.
  Proof. pose proof B_4; pose proof (Nat.pow_nonzero B t); lia. Qed.

  Lemma power_S t : B ^ S t = low * (high * B ^ t).
  Proof. rewrite Nat.pow_succ_r'; unfold B; lia. Qed.

  Lemma power_high t : B ^ t <= B ^ t * high /\ B ^ t * high <= B ^ S t.
  Proof.
    rewrite power_S; pose proof (Nat.mul_le_mono_l 1 high (B ^ t) ltac:(lia)).
    pose proof (Nat.mul_le_mono_r 1 low (high * B ^ t) ltac:(lia)); lia.
  Qed.

  Lemma power_low t : B ^ t <= B ^ t * low /\ B ^ t * low <= B ^ S t.
  Proof.
    rewrite power_S; pose proof (Nat.mul_le_mono_l 1 low (B ^ t) ltac:(lia)).
    pose proof (Nat.mul_le_mono_l 1 high (B ^ t * low) ltac:(lia)); lia.
  Qed.

  Lemma power_grows s t : s < t -> B ^ S s <= B ^ t.
  Proof. intros H; apply Nat.pow_le_mono_r; pose proof B_4; lia. Qed.

  (* Every number from 2 up lies between two powers. *)
  Lemma between m : 2 <= m -> exists t, B ^ t < m /\ m <= B ^ S t.
  Proof.
    intros Hm; pose proof B_4 as HB.
    assert (H : forall t, m <= B ^ t -> exists t, B ^ t < m /\ m <= B ^ S t).
    { induction t as [|t IH]; intros Ht; [simpl in Ht; lia|].
      destruct (Nat.le_gt_cases m (B ^ t)) as [H|H]; [now apply IH|exists t; now split]. }
    apply (H m); apply Nat.lt_le_incl, Nat.pow_gt_lin_r; lia.
  Qed.

  Lemma powers_apart s t m : B ^ s < m -> m <= B ^ S s -> B ^ t < m -> m <= B ^ S t -> s = t.
  Proof.
    intros H1 H2 H3 H4; destruct (Nat.lt_trichotomy s t) as [H|[H|H]]; [|exact H|];
      apply power_grows in H; lia.
  Qed.

  (** ** Intervals *)

  (** Lost under normal play. *)
  Definition late (m : nat) : Prop := m <= 1 \/ exists t, B ^ t * high < m /\ m <= B ^ S t.

  Theorem multiply_lost (m : nat) : lost (m : multiply) <-> late m.
  Proof.
    revert m; apply (lost_characterised (G := multiply) late).
    - intros m Hm q Hq Hl; apply in_multiply_options in Hq; destruct Hq as (H2 & k & Hk & ->).
      destruct Hm as [Hm|(t & T1 & T2)]; [lia|].
      assert (Q1 : B ^ t < divided m k) by (apply divided_gt; [lia|]; pose proof (Nat.mul_le_mono_l k high (B ^ t) ltac:(lia)); lia).
      assert (Q2 : divided m k <= B ^ t * high).
      { apply divided_le; [lia|]; rewrite power_S in T2; pose proof (Nat.mul_le_mono_l low k (B ^ t * high) ltac:(lia)); lia. }
      pose proof (power_pos t); destruct Hl as [Hl|(s & S1 & S2)]; [lia|].
      assert (s = t); [|subst s; lia].
      pose proof (power_high s); pose proof (power_high t).
      apply (powers_apart s t (divided m k)); lia.
    - intros m; destruct (Nat.le_gt_cases m 1) as [Hm|Hm]; [left; now left|].
      destruct (between m ltac:(lia)) as (t & T1 & T2).
      destruct (Nat.le_gt_cases m (B ^ t * high)) as [Hh|Hh]; [right|left; right; eauto].
      (* the least factor that leads to the power or below *)
      assert (Hk : exists k, low <= k <= high /\ m <= B ^ t * k /\ (k = low \/ B ^ t * (k - 1) < m)).
      { assert (Hd : forall k, low <= k -> m <= B ^ t * k ->
          exists j, low <= j <= k /\ m <= B ^ t * j /\ (j = low \/ B ^ t * (j - 1) < m)).
        { induction k as [|k IH]; intros H1 H3; [lia|].
          destruct (Nat.eq_dec (S k) low) as [E|E]; [exists (S k); repeat split; auto|].
          destruct (Nat.le_gt_cases m (B ^ t * k)) as [Hmk|Hmk].
          - destruct (IH ltac:(lia) Hmk) as (j & J1 & J2 & J3); exists j; repeat split; auto; lia.
          - exists (S k); repeat split; [lia|lia|exact H3|]; right; now replace (S k - 1) with k by lia. }
        destruct (Hd high low_high Hh) as (j & J1 & J2 & J3); exists j; repeat split; auto; lia. }
      destruct Hk as (k & Hk & K1 & K2); exists (divided m k); split.
      { apply in_multiply_options; split; [lia|eauto]. }
      assert (D : divided m k <= B ^ t) by (apply divided_le; lia).
      destruct t as [|t]; [left; simpl in D; exact D|right]; exists t; split; [|exact D].
      apply divided_gt; [lia|]; rewrite power_S in *; pose proof (power_pos t).
      destruct K2 as [->|K2]; [lia|].
      assert (E : exists j, k = S j) by (exists (k - 1); lia); destruct E as [j ->]; replace (S j - 1) with j in K2 by lia.
      pose proof (Nat.mul_le_mono_r 2 low j ltac:(lia)); pose proof (Nat.mul_le_mono_l (S j) (low * j) (B ^ t * high) ltac:(lia)); lia.
  Qed.

  (** Lost under misère play. *)
  Definition early (m : nat) : Prop := exists t, B ^ t < m /\ m <= B ^ t * low.

  Theorem multiply_misere (m : nat) : misere_lost (m : multiply) <-> early m.
  Proof.
    revert m; apply (misere_lost_characterised (G := multiply) early).
    - intros m (t & T1 & T2); pose proof (power_pos t) as Hp; split.
      + intros E; assert (Hin : In (divided m low) (multiply_options m)).
        { apply in_multiply_options; split; [lia|exists low; split; [lia|reflexivity]]. }
        change (multiply_options m = []) in E; rewrite E in Hin; destruct Hin.
      + intros q Hq (s & S1 & S2); apply in_multiply_options in Hq; destruct Hq as (H2 & k & Hk & ->).
        assert (Q2 : divided m k <= B ^ t).
        { apply divided_le; [lia|]; pose proof (Nat.mul_le_mono_l low k (B ^ t) ltac:(lia)); lia. }
        pose proof (power_pos s) as Hs; destruct t as [|t]; [simpl in Q2; lia|].
        assert (Q3 : B ^ t * low < divided m k).
        { apply divided_gt; [lia|]; rewrite power_S in T1; pose proof (Nat.mul_le_mono_l k high (B ^ t * low) ltac:(lia)); lia. }
        assert (s = t); [|subst s; lia].
        pose proof (power_low s); pose proof (power_low t).
        assert (Ld : divided m k <= B ^ S t) by (pose proof (power_grows t (S t) ltac:(lia)); lia).
        apply (powers_apart s t (divided m k)); lia.
    - intros m; destruct (Nat.le_gt_cases m 1) as [Hm|Hm].
      { right; left; change (multiply_options m = []); unfold multiply_options; destruct (Nat.leb_spec m 1); [reflexivity|lia]. }
      destruct (between m ltac:(lia)) as (t & T1 & T2).
      destruct (Nat.le_gt_cases m (B ^ t * low)) as [Hl|Hl]; [left; now exists t|right; right].
      (* the greatest factor that leads to above the power *)
      assert (Hk : exists k, low <= k <= high /\ B ^ t * k < m /\ (k = high \/ m <= B ^ t * (k + 1))).
      { assert (Hd : forall d, d <= high - low -> B ^ t * (high - d) < m ->
          exists j, high - d <= j <= high /\ B ^ t * j < m /\ (j = high \/ m <= B ^ t * (j + 1))).
        { induction d as [|d IH]; intros H1 H3.
          - exists high; rewrite Nat.sub_0_r in *; repeat split; auto; lia.
          - destruct (Nat.lt_ge_cases (B ^ t * (high - d)) m) as [Hmk|Hmk].
            + destruct (IH ltac:(lia) Hmk) as (j & J1 & J2 & J3); exists j; repeat split; auto; lia.
            + exists (high - S d); repeat split; [lia|lia|exact H3|]; right.
              now replace (high - S d + 1) with (high - d) by lia. }
        destruct (Hd (high - low) (le_n _)) as (j & J1 & J2 & J3).
        - now replace (high - (high - low)) with low by lia.
        - exists j; repeat split; auto; lia. }
      destruct Hk as (k & Hk & K1 & K2); exists (divided m k); split.
      { apply in_multiply_options; split; [lia|eauto]. }
      exists t; split; [apply divided_gt; lia|]; apply divided_le; [lia|]; rewrite power_S in T2.
      pose proof (power_pos t); destruct K2 as [->|K2]; [lia|].
      pose proof (Nat.mul_le_mono_r 2 low k ltac:(lia)); pose proof (Nat.mul_le_mono_l (k + 1) (low * k) (B ^ t) ltac:(lia)); lia.
  Qed.

  (** As the library decides it: by the power below and the interval above it. *)
  Theorem multiply_intervals (m t : nat) : B ^ t < m -> m <= B ^ S t ->
    (lost (m : multiply) <-> B ^ t * high < m) /\ (misere_lost (m : multiply) <-> m <= B ^ t * low).
  Proof.
    intros H1 H2; rewrite multiply_lost, multiply_misere; pose proof (power_pos t) as Hp; split; split.
    - intros [H0|(s & S1 & S2)]; [lia|].
      replace t with s; [exact S1|]; apply (powers_apart s t m); auto; pose proof (power_high s); lia.
    - intros H3; right; eauto.
    - intros (s & S1 & S2); replace t with s; [exact S2|]; apply (powers_apart s t m); auto.
      pose proof (power_low s); lia.
    - intros H3; exists t; auto.
  Qed.
End Multiply.
