(** * Sets of takes whose values are residues

    From a heap any number below P may be taken, and of the larger numbers some of which none is a multiple of P: then the
    value of a heap is its residue modulo P.  So it is with the powers of two, for P = 3.
    If besides 1 to m just one multiple K of m + 1 may be taken, the values have the period K + 1: within it the heap of K
    is worth m + 1, and every other heap r is worth r mod (m + 1).

    Source: P. M. Grundy (1939) for the values; the second family grundy.
    Used by: crates/grundy-games/src/take.rs ([Take::new], [value]), take/residue.rs, take/jump.rs, take/sets.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game SpragueGrundy Misere Ferguson Bash Heaps.
Import ListNotations.

(** ** All takes below P, and no multiple of it *)

Lemma mod_below a P : 0 < P -> a mod P < P.
Proof. intros; apply Nat.mod_upper_bound; lia. Qed.

(* Equal residues are those of numbers that differ by a multiple. *)
Lemma equal_residues P n s : 0 < P -> s <= n -> (n - s) mod P = n mod P <-> s mod P = 0.
Proof.
  intros HP Hs; split; intros H.
  - assert (E : s = (n / P - (n - s) / P) * P).
    { pose proof (Nat.div_mod n P ltac:(lia)); pose proof (Nat.div_mod (n - s) P ltac:(lia)).
      assert ((n - s) / P <= n / P) by (apply Nat.div_le_mono; lia); nia. }
    rewrite E; apply Nat.mod_mul; lia.
  - pose proof (Nat.div_mod s P ltac:(lia)) as E; rewrite H in E.
    replace n with (n - s + (s / P) * P) at 2 by lia; rewrite Nat.mod_add by lia; reflexivity.
Qed.

Theorem residue_grundy (may : nat -> bool) (P n : nat) :
  0 < P -> (forall s, 1 <= s < P -> may s = true) -> (forall s, 1 <= s -> s mod P = 0 -> may s = false) ->
  grundy (n : taking may) = n mod P.
Proof.
  intros HP Hbelow Hnone; revert n; apply (grundy_characterised (G := taking may) (fun n => n mod P)).
  - intros n m Hm; apply in_taking_options in Hm; destruct Hm as (s & Hs & Hmay & ->); intros E.
    apply equal_residues in E; [|exact HP|lia]; rewrite (Hnone s) in Hmay; [discriminate|lia|exact E].
  - intros n v Hv; assert (Hle : n mod P <= n) by (apply Nat.mod_le; lia).
    pose proof (mod_below n P HP) as Hlt.
    exists (n - (n mod P - v)); split.
    + apply in_taking_options; exists (n mod P - v); repeat split; [lia|lia|apply Hbelow; lia].
    + pose proof (Nat.div_mod n P ltac:(lia)); symmetry; apply Nat.mod_unique with (n / P); lia.
Qed.

(** The test on runs of takes: a run from low to high holds no multiple of P if and only if (low - 1) / P = high / P. *)
Definition no_multiple (P : nat) (run : nat * nat) : bool := (fst run - 1) / P =? snd run / P.

Lemma no_multiple_spec P low high :
  0 < P -> 1 <= low <= high ->
  no_multiple P (low, high) = true <-> forall s, low <= s <= high -> s mod P <> 0.
Proof.
  intros HP Hrun; unfold no_multiple; cbn [fst snd]; rewrite Nat.eqb_eq; split.
  - intros E s Hs Hm; pose proof (Nat.div_mod s P ltac:(lia)) as Es; rewrite Hm in Es.
    assert (s / P <= high / P) by (apply Nat.div_le_mono; lia).
    pose proof (Nat.div_mod (low - 1) P ltac:(lia)); pose proof (mod_below (low - 1) P HP); nia.
  - intros H; destruct (Nat.eq_dec ((low - 1) / P) (high / P)) as [E|E]; [exact E|exfalso].
    assert ((low - 1) / P <= high / P) by (apply Nat.div_le_mono; lia).
    apply (H ((high / P) * P)); [|apply Nat.mod_mul; lia].
    pose proof (Nat.div_mod high P ltac:(lia)); pose proof (mod_below high P HP).
    pose proof (Nat.div_mod (low - 1) P ltac:(lia)); pose proof (mod_below (low - 1) P HP); nia.
Qed.

(** The value that the library gives where the first run is from 1 and the others pass the test. *)
Theorem residue_runs_grundy (most : nat) (others : ranges) (n : nat) :
  (forall run, In run others -> 1 <= fst run <= snd run) ->
  forallb (no_multiple (most + 1)) others = true ->
  grundy (n : taking (within ((1, most) :: others))) = n mod (most + 1).
Proof.
  intros Hruns Htest; rewrite forallb_forall in Htest; apply residue_grundy; [lia| |].
  - intros s Hs; cbn [within existsb fst snd]; apply orb_true_iff; left.
    apply andb_true_iff; rewrite !Nat.leb_le; lia.
  - intros s Hs Hm; cbn [within existsb fst snd]; apply orb_false_iff; split.
    + apply andb_false_iff; right; apply Nat.leb_gt.
      destruct (Nat.le_gt_cases s most); [rewrite Nat.mod_small in Hm; lia|lia].
    + fold (within others s); unfold within.
      destruct (existsb _ others) eqn:E; [exfalso|reflexivity].
      apply existsb_exists in E; destruct E as ([low high] & Hin & E).
      apply andb_true_iff in E; rewrite !Nat.leb_le in E; cbn [fst snd] in E.
      pose proof (Hruns _ Hin) as Hr; pose proof (Htest _ Hin) as Ht; cbn [fst snd] in Hr.
      rewrite no_multiple_spec in Ht by lia; exact (Ht s E Hm).
Qed.

(** The takes that leave a wanted value are those of one residue. *)
Theorem residue_moves (may : nat -> bool) (P n s target : nat) :
  0 < P -> (forall s, 1 <= s < P -> may s = true) -> (forall s, 1 <= s -> s mod P = 0 -> may s = false) ->
  target < P -> s <= n ->
  grundy (n - s : taking may) = target <-> s mod P = (n mod P + P - target) mod P.
Proof.
  intros HP H1 H2 Ht Hs; rewrite (residue_grundy may P) by assumption.
  pose proof (Nat.div_mod n P ltac:(lia)); pose proof (mod_below n P HP).
  split; intros E.
  - pose proof (Nat.div_mod (n - s) P ltac:(lia)) as En; rewrite E in En.
    rewrite <- (Nat.mod_add s ((n - s) / P + 1) P) by lia.
    rewrite <- (Nat.mod_add (n mod P + P - target) (n / P) P) by lia; f_equal; nia.
  - pose proof (Nat.div_mod s P ltac:(lia)) as Es; rewrite E in Es.
    pose proof (Nat.div_mod (n mod P + P - target) P ltac:(lia)) as Er.
    set (a := (n mod P + P - target) / P) in *; set (b := (n mod P + P - target) mod P) in *.
    assert (Hn : n - s + (s / P + 1) * P = target + (n / P + a) * P) by nia.
    rewrite <- (Nat.mod_add (n - s) (s / P + 1) P) by lia; rewrite Hn, Nat.mod_add by lia.
    now apply Nat.mod_small.
Qed.

(** ** The powers of two *)

Definition power_of_two (s : nat) : bool := s =? 2 ^ Nat.log2 s.

Lemma power_of_two_spec s : power_of_two s = true <-> exists k, s = 2 ^ k.
Proof.
  unfold power_of_two; rewrite Nat.eqb_eq; split; [eauto|].
  intros (k & ->); now rewrite Nat.log2_pow2 by lia.
Qed.

Theorem powers_of_two_grundy (n : nat) : grundy (n : taking power_of_two) = n mod 3.
Proof.
  apply residue_grundy; [lia| |].
  - intros s Hs; apply power_of_two_spec; assert (E : s = 1 \/ s = 2) by lia.
    destruct E as [->| ->]; [now exists 0|now exists 1].
  - intros s _ H; destruct (power_of_two s) eqn:E; [exfalso|reflexivity].
    apply power_of_two_spec in E; destruct E as (k & ->).
    assert (Hk : 2 ^ k mod 3 = 1 \/ 2 ^ k mod 3 = 2); [clear H|lia].
    induction k as [|k IH]; [now left|].
    rewrite Nat.pow_succ_r', Nat.mul_mod by lia; destruct IH as [->| ->]; [now right|now left].
Qed.

(** ** Takes from 1 to m, and one multiple of m + 1 *)

Section Jump.
  Variables most far : nat.
  Hypothesis most_positive : 1 <= most.
  Hypothesis multiple : far mod (most + 1) = 0.
  Hypothesis beyond : most < far.

  Definition may_jump (s : nat) : bool := (s <=? most) || (s =? far).

  (** The value by the residue modulo far + 1. *)
  Definition jump_value (r : nat) : nat := if r =? far then most + 1 else r mod (most + 1).

  Lemma may_jump_spec s : may_jump s = true <-> s <= most \/ s = far.
  Proof. unfold may_jump; now rewrite orb_true_iff, Nat.leb_le, Nat.eqb_eq. Qed.

  Lemma far_factor : exists c, far = c * (most + 1) /\ 1 <= c.
  Proof.
    pose proof (Nat.div_mod far (most + 1) ltac:(lia)) as E; rewrite multiple in E.
    exists (far / (most + 1)); nia.
  Qed.

  (* The last heaps of a period, but for the last of all. *)
  Lemma value_near_end d : 1 <= d <= most -> jump_value (far - d) = most + 1 - d.
  Proof.
    intros Hd; unfold jump_value; destruct (far - d =? far) eqn:E; [apply Nat.eqb_eq in E; lia|].
    destruct far_factor as (c & Hc & H1); symmetry; apply Nat.mod_unique with (c - 1); [lia|].
    rewrite Hc; nia.
  Qed.

  Lemma value_before r : r < far -> jump_value r = r mod (most + 1).
  Proof. intros H; unfold jump_value; destruct (r =? far) eqn:E; [apply Nat.eqb_eq in E; lia|reflexivity]. Qed.

  Lemma value_far : jump_value far = most + 1.
  Proof. unfold jump_value; now rewrite Nat.eqb_refl. Qed.

  Theorem jump_grundy (n : nat) : grundy (n : taking may_jump) = jump_value (n mod (far + 1)).
  Proof.
    revert n; apply (grundy_characterised (G := taking may_jump) (fun n => jump_value (n mod (far + 1)))).
    - intros n m Hm; apply in_taking_options in Hm; destruct Hm as (s & Hs & Hmay & ->).
      apply may_jump_spec in Hmay; pose proof (mod_below n (far + 1) ltac:(lia)) as Hr.
      set (r := n mod (far + 1)) in *.
      destruct (residue_after (far + 1) n s) as [[H ->]|[H ->]]; try lia; fold r in H |- *.
      + destruct (Nat.eq_dec r far) as [E|E].
        * rewrite E, value_far, value_before by lia; pose proof (mod_below (far - s) (most + 1)); lia.
        * destruct Hmay as [Hmay|Hmay]; [|lia].
          rewrite !value_before by lia; rewrite equal_residues, Nat.mod_small by lia; lia.
      + assert (r < far) by lia; rewrite (value_before r) by lia; destruct Hmay as [Hmay| ->].
        * rewrite Nat.mod_small by lia; destruct (Nat.eq_dec s (r + 1)) as [->|E].
          -- replace (r + (far + 1 - (r + 1))) with far by lia; rewrite value_far; lia.
          -- replace (r + (far + 1 - s)) with (far - (s - r - 1)) by lia; rewrite value_near_end; lia.
        * replace (r + (far + 1 - far)) with (r + 1) by lia; destruct (Nat.eq_dec (r + 1) far) as [->|E].
          -- rewrite value_far; pose proof (mod_below r (most + 1)); lia.
          -- rewrite value_before by lia; intros Ev; symmetry in Ev; revert Ev.
             replace r with (r + 1 - 1) at 1 by lia; rewrite equal_residues, Nat.mod_small; lia.
    - intros n v; pose proof (mod_below n (far + 1) ltac:(lia)) as Hr.
      assert (Hrn : n mod (far + 1) <= n) by (apply Nat.mod_le; lia).
      assert (Hafter : forall s, 1 <= s <= n mod (far + 1) -> (n - s) mod (far + 1) = n mod (far + 1) - s).
      { intros s Hs; destruct (residue_after (far + 1) n s) as [[_ E]|[H _]]; [lia|lia|lia|exact E|lia]. }
      set (r := n mod (far + 1)) in *.
      assert (Htake : forall s, 1 <= s <= r -> s <= most \/ s = far -> jump_value (r - s) = v ->
        exists q : taking may_jump, In q (options (n : taking may_jump)) /\ jump_value (q mod (far + 1)) = v).
      { intros s Hs Hmay E; exists (n - s); split.
        - apply in_taking_options; exists s; rewrite may_jump_spec; repeat split; lia || assumption.
        - now rewrite Hafter. }
      destruct (Nat.eq_dec r far) as [E|E].
      + rewrite E, value_far; intros Hv; rewrite E in Htake; destruct v as [|v].
        * apply (Htake far); [lia|now right|]; rewrite Nat.sub_diag, value_before by lia; now apply Nat.mod_0_l; lia.
        * apply (Htake (most - v)); [lia|left; lia|]; rewrite value_near_end; lia.
      + rewrite value_before by lia; intros Hv; assert (r mod (most + 1) <= r) by (apply Nat.mod_le; lia).
        pose proof (mod_below r (most + 1) ltac:(lia)); apply (Htake (r mod (most + 1) - v)); [lia|left; lia|].
        rewrite value_before by lia; pose proof (Nat.div_mod r (most + 1) ltac:(lia)).
        symmetry; apply Nat.mod_unique with (r / (most + 1)); lia.
  Qed.

  (** A take that leaves a wanted value is that of the multiple, or one of three that the library tries. *)
  Theorem jump_moves (n s target : nat) :
    1 <= s <= n -> may_jump s = true -> grundy (n - s : taking may_jump) = target ->
    let r := n mod (far + 1) in let all := most + 1 in
    s = far \/ s = (r + all - target mod all) mod all \/ s = r + 1 \/ s = r + all + 1 - Nat.min target all.
  Proof.
    intros Hs Hmay; rewrite jump_grundy; intros <-; cbv zeta; apply may_jump_spec in Hmay.
    destruct Hmay as [Hmay|Hmay]; [right|now left].
    pose proof (mod_below n (far + 1) ltac:(lia)) as Hr; set (r := n mod (far + 1)) in *.
    destruct (residue_after (far + 1) n s) as [[H ->]|[H ->]]; try lia; fold r in H |- *.
    - left; rewrite value_before, Nat.mod_mod by lia.
      pose proof (Nat.div_mod (r - s) (most + 1) ltac:(lia)) as E; pose proof (mod_below (r - s) (most + 1) ltac:(lia)).
      apply Nat.mod_unique with ((r - s) / (most + 1) + 1); nia.
    - right; destruct (Nat.eq_dec s (r + 1)) as [->|E]; [now left|right].
      replace (r + (far + 1 - s)) with (far - (s - r - 1)) by lia; rewrite value_near_end by lia; lia.
  Qed.
End Jump.
