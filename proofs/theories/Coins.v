(** * Turning coins

    A row of coins; a move turns some over, of which the rightmost must go from heads to tails.  Which coins may be
    turned together with the rightmost decides the game.  If a sequence g fits, that is, if g n is the least number that
    is not the nim-sum of the g of squares that may be turned with n, then the value of a row is the nim-sum of the g of
    its heads.  Squares are numbered from 0.

    With one coin g n = 1; with at most two (Turning Turtles) g n = n + 1; with exactly two (Twins) g n = n; with at most
    three (Mock Turtles) g n is 2n or 2n + 1, whichever has an odd number of ones; with exactly three (Triplets) the same two squares
    further on; with any run of neighbours (Ruler) g n is the largest power of two that divides n + 1.

    Source: H. W. Lenstra (1977); E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 14.
    Used by: crates/grundy-games/src/coins.rs ([value]), coins/singles.rs ([formula], [singles], [run_to]). *)

From Coq Require Import List Arith Lia Bool PArith.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** A row is the number whose binary digits are its heads *)

Definition row (heads : list nat) : nat := fold_right (fun i s => Nat.lxor (2 ^ i) s) 0 heads.

Lemma row_cons i l : row (i :: l) = Nat.lxor (2 ^ i) (row l).
Proof. reflexivity. Qed.

Lemma testbit_high n w i : n < 2 ^ w -> w <= i -> Nat.testbit n i = false.
Proof.
  intros H Hi; rewrite Nat.testbit_false, Nat.div_small; [reflexivity|].
  apply Nat.lt_le_trans with (2 ^ w); [exact H|]; apply Nat.pow_le_mono_r; lia.
Qed.

Lemma testbit_below n i : Nat.testbit n i = true -> i < n.
Proof.
  intros H; apply Nat.nle_gt; intros Hi; rewrite (testbit_high n n i) in H; [discriminate| |exact Hi].
  apply Nat.pow_gt_lin_r; lia.
Qed.

Lemma lxor_below a b w : a < 2 ^ w -> b < 2 ^ w -> Nat.lxor a b < 2 ^ w.
Proof.
  intros Ha Hb; replace (Nat.lxor a b) with (Nat.lxor a b mod 2 ^ w).
  - apply Nat.mod_upper_bound, Nat.pow_nonzero; lia.
  - apply Nat.bits_inj; intros i; destruct (Nat.lt_ge_cases i w).
    + now rewrite Nat.mod_pow2_bits_low.
    + now rewrite Nat.mod_pow2_bits_high, Nat.lxor_spec, !(testbit_high _ w i).
Qed.

Lemma row_below l n : (forall i, In i l -> i < n) -> row l < 2 ^ n.
Proof.
  induction l as [|i l IH]; intros H.
  - simpl; pose proof (Nat.pow_nonzero 2 n); lia.
  - rewrite row_cons; apply lxor_below; [apply Nat.pow_lt_mono_r; [lia|apply H; now left]|].
    apply IH; intros; apply H; now right.
Qed.

Lemma row_top n l : (forall i, In i l -> i < n) -> Nat.log2 (row (n :: l)) = n /\ row (n :: l) <> 0.
Proof.
  intros H; pose proof (row_below l n H) as B; rewrite row_cons.
  assert (E : Nat.lxor (2 ^ n) (row l) = 2 ^ n + row l).
  { symmetry; apply Nat.add_nocarry_lxor, Nat.bits_inj; intros i; rewrite Nat.land_spec, Nat.bits_0, Nat.pow2_bits_eqb.
    destruct (Nat.eqb_spec n i) as [->|]; [|reflexivity]; now rewrite (testbit_high _ i i B). }
  rewrite E; split; [|pose proof (Nat.pow_nonzero 2 n); lia].
  apply Nat.log2_unique; [lia|]; rewrite Nat.pow_succ_r'; lia.
Qed.

(** ** The game *)

Section Turning.
  (** What may be turned together with the coin on a square: lists of squares to its left. *)
  Variable with_it : nat -> list (list nat).
  Hypothesis to_the_left : forall n s, In s (with_it n) -> forall i, In i s -> i < n.

  Definition turning_options (r : nat) : list nat :=
    flat_map (fun n => map (fun s => Nat.lxor r (row (n :: s))) (with_it n))
      (filter (Nat.testbit r) (seq 0 r)).

  Lemma in_turning_options r q :
    In q (turning_options r) <->
    exists n s, Nat.testbit r n = true /\ In s (with_it n) /\ q = Nat.lxor r (row (n :: s)).
  Proof.
    unfold turning_options; rewrite in_flat_map; split.
    - intros (n & Hn & Hq); apply filter_In in Hn; apply in_map_iff in Hq; destruct Hq as (s & <- & Hs).
      exists n, s; tauto.
    - intros (n & s & Hn & Hs & ->); exists n; split; [|now apply (in_map (fun s => Nat.lxor r (row (n :: s))))].
      apply filter_In; rewrite in_seq; pose proof (testbit_below r n Hn); split; [lia|exact Hn].
  Qed.

  Definition turning : ruleset.
  Proof.
    refine (measured nat turning_options (fun r => r) _).
    intros r q H; apply in_turning_options in H; destruct H as (n & s & Hn & Hs & ->).
    destruct (row_top n s (to_the_left n s Hs)) as [E H0]; apply lxor_lowers; [exact H0|now rewrite E].
  Defined.

  (** ** Values *)

  Variable g : nat -> nat.

  Definition worth (w r : nat) : nat := nim_sum (map (fun i => if Nat.testbit r i then g i else 0) (seq 0 w)).

  Lemma worth_lxor w a b : worth w (Nat.lxor a b) = Nat.lxor (worth w a) (worth w b).
  Proof.
    unfold worth; induction (seq 0 w) as [|i l IH]; [reflexivity|]; simpl; rewrite IH, Nat.lxor_spec.
    set (x := nim_sum (map (fun i => if Nat.testbit a i then g i else 0) l)).
    set (y := nim_sum (map (fun i => if Nat.testbit b i then g i else 0) l)).
    destruct (Nat.testbit a i), (Nat.testbit b i); cbn [xorb]; rewrite ?Nat.lxor_0_l.
    - rewrite Nat.lxor_assoc, <- (Nat.lxor_assoc x), (Nat.lxor_comm x (g i)), Nat.lxor_assoc, lxor_cancel; reflexivity.
    - now rewrite Nat.lxor_assoc.
    - now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm x).
    - reflexivity.
  Qed.

  Lemma worth_power w i : i < w -> worth w (2 ^ i) = g i.
  Proof.
    intros H; unfold worth; replace w with (i + S (w - S i)) by lia; rewrite seq_app, map_app, nim_sum_app; simpl.
    rewrite Nat.pow2_bits_eqb, Nat.eqb_refl.
    assert (Z : forall l, ~ In i l -> nim_sum (map (fun j => if Nat.testbit (2 ^ i) j then g j else 0) l) = 0).
    { clear; induction l as [|j l IH]; intros H; [reflexivity|]; simpl; rewrite Nat.pow2_bits_eqb, IH by (intros Hi; apply H; now right).
      destruct (Nat.eqb_spec i j) as [->|]; [elim H; now left|reflexivity]. }
    rewrite !Z, Nat.lxor_0_l by (rewrite in_seq; lia); apply Nat.lxor_0_r.
  Qed.

  Lemma worth_row w l : (forall i, In i l -> i < w) -> worth w (row l) = nim_sum (map g l).
  Proof.
    induction l as [|i l IH]; intros H.
    - unfold worth; simpl; induction (seq 0 w) as [|j s IHs]; [reflexivity|]; simpl; now rewrite Nat.bits_0, IHs.
    - rewrite row_cons, worth_lxor, worth_power, IH; [reflexivity| |apply H; now left]; intros; apply H; now right.
  Qed.

  Lemma worth_wide w r : r <= w -> worth w r = worth r r.
  Proof.
    intros H; unfold worth; replace w with (r + (w - r)) by lia; rewrite seq_app, map_app, nim_sum_app; simpl.
    replace (nim_sum (map (fun i => if Nat.testbit r i then g i else 0) (seq r (w - r)))) with 0; [apply Nat.lxor_0_r|].
    assert (Z : forall i, In i (seq r (w - r)) -> r <= i) by (intros i Hi; apply in_seq in Hi; lia).
    induction (seq r (w - r)) as [|i l IH]; [reflexivity|]; simpl.
    rewrite <- IH by (intros; apply Z; now right); destruct (Nat.testbit r i) eqn:E; [|reflexivity].
    apply testbit_below in E; specialize (Z i (or_introl eq_refl)); lia.
  Qed.

  Lemma lowered_head (f : nat -> nat) l c : c < nim_sum (map f l) ->
    exists i x, In i l /\ x < f i /\ Nat.lxor (nim_sum (map f l)) (Nat.lxor (f i) x) = c.
  Proof.
    revert c; induction l as [|i l IH]; simpl; intros c Hc; [lia|].
    destruct (lxor_mex _ _ _ Hc) as [(x & Hx & He)|(y & Hy & He)].
    - exists i, x; repeat split; auto; rewrite <- He, (Nat.lxor_comm (f i) (nim_sum _)), Nat.lxor_assoc, lxor_cancel.
      apply Nat.lxor_comm.
    - destruct (IH y Hy) as (j & x & Hj & Hx & Hxy); exists j, x; repeat split; auto; now rewrite Nat.lxor_assoc, Hxy.
  Qed.

  (** g n is the least number that is not the nim-sum of squares that may be turned with n. *)
  Definition coins_fit : Prop := forall n,
    (forall s, In s (with_it n) -> nim_sum (map g s) <> g n) /\
    (forall v, v < g n -> exists s, In s (with_it n) /\ nim_sum (map g s) = v).

  Hypothesis fit : coins_fit.

  Theorem turning_worth (r : nat) : grundy (r : turning) = worth r r.
  Proof.
    revert r; apply (grundy_characterised (G := turning) (fun r => worth r r)).
    - intros r q Hq; pose proof (proj1 (in_turning_options r q) Hq) as (n & s & Hn & Hs & E).
      pose proof (to_the_left n s Hs) as Hl; pose proof (testbit_below r n Hn) as Hnr.
      assert (Hqr : q < r).
      { destruct (row_top n s Hl) as [El H0]; rewrite E; apply lxor_lowers; [exact H0|now rewrite El]. }
      rewrite <- (worth_wide r q) by lia; rewrite E, worth_lxor, worth_row.
      + simpl; intros He; destruct (fit n) as [F _]; apply (F s Hs).
        symmetry; apply lxor_zero, (lxor_inj_l (worth r r)); rewrite Nat.lxor_0_r; exact He.
      + intros i [<-|Hi]; [exact Hnr|specialize (Hl i Hi); lia].
    - intros r c Hc; destruct (lowered_head _ _ _ Hc) as (n & x & Hn & Hx & Hcx).
      apply in_seq in Hn; fold (worth r r) in Hcx; destruct (Nat.testbit r n) eqn:E; [|lia].
      destruct (fit n) as [_ F]; destruct (F x Hx) as (s & Hs & Hsx).
      exists (Nat.lxor r (row (n :: s))).
      assert (Hin : In (Nat.lxor r (row (n :: s))) (turning_options r)) by (apply in_turning_options; eauto).
      split; [exact Hin|]; pose proof (to_the_left n s Hs) as Hl.
      rewrite <- (worth_wide r).
      + rewrite worth_lxor, worth_row; [simpl; now rewrite Hsx|].
        intros i [<-|Hi]; [lia|specialize (Hl i Hi); lia].
      + destruct (row_top n s Hl) as [El H0]; apply Nat.lt_le_incl, lxor_lowers; [exact H0|now rewrite El].
  Qed.

  (** The value of a row is the nim-sum of what its heads are worth alone. *)
  Theorem turning_grundy (heads : list nat) : grundy (row heads : turning) = nim_sum (map g heads).
  Proof.
    rewrite turning_worth; set (w := row heads + list_max heads + 1).
    rewrite <- (worth_wide w) by lia; apply worth_row; intros i Hi.
    pose proof (proj1 (list_max_le heads (list_max heads)) (le_n _)) as F; rewrite Forall_forall in F.
    specialize (F i Hi); lia.
  Qed.
End Turning.

(** ** So many coins together *)

(** All sets of k squares below n. *)
Fixpoint choose (k n : nat) : list (list nat) :=
  match k, n with
  | 0, _ => [[]]
  | S _, 0 => []
  | S k', S n' => choose k n' ++ map (cons n') (choose k' n')
  end.

Lemma choose_left n : forall k s, In s (choose k n) -> length s = k /\ forall i, In i s -> i < n.
Proof.
  induction n as [|n IH]; intros [|k] s H.
  - destruct H as [<-|[]]; split; [reflexivity|intros i []].
  - destruct H.
  - destruct H as [<-|[]]; split; [reflexivity|intros i []].
  - change (In s (choose (S k) n ++ map (cons n) (choose k n))) in H; apply in_app_iff in H; destruct H as [H|H].
    + destruct (IH _ _ H) as [H1 H2]; split; [exact H1|]; intros i Hi; specialize (H2 i Hi); lia.
    + apply in_map_iff in H; destruct H as (t & <- & Ht); destruct (IH _ _ Ht) as [H1 H2].
      split; [simpl; congruence|]; intros i [<-|Hi]; [lia|specialize (H2 i Hi); lia].
Qed.

Lemma choose_0 n s : In s (choose 0 n) <-> s = [].
Proof. destruct n; simpl; split; auto; intros [H|[]]; auto. Qed.

Lemma choose_1 n s : In s (choose 1 n) <-> exists i, i < n /\ s = [i].
Proof.
  induction n as [|n IH]; [simpl; split; [intros []|intros (i & H & _); lia]|].
  change (In s (choose 1 n ++ map (cons n) (choose 0 n)) <-> exists i, i < S n /\ s = [i]).
  rewrite in_app_iff, IH, in_map_iff; split.
  - intros [(i & H & ->)|(t & <- & Ht)]; [exists i; split; [lia|reflexivity]|].
    apply choose_0 in Ht; subst t; exists n; split; [lia|reflexivity].
  - intros (i & H & ->); destruct (Nat.eq_dec i n) as [->|]; [right|left; exists i; split; [lia|reflexivity]].
    exists []; split; [reflexivity|now apply choose_0].
Qed.

Lemma choose_2 n s : In s (choose 2 n) <-> exists i j, i < j /\ j < n /\ s = [j; i].
Proof.
  induction n as [|n IH]; [simpl; split; [intros []|intros (i & j & _ & H & _); lia]|].
  change (In s (choose 2 n ++ map (cons n) (choose 1 n)) <-> exists i j, i < j /\ j < S n /\ s = [j; i]).
  rewrite in_app_iff, IH, in_map_iff; split.
  - intros [(i & j & H1 & H2 & ->)|(t & <- & Ht)]; [exists i, j; repeat split; lia|].
    apply choose_1 in Ht; destruct Ht as (i & Hi & ->); exists i, n; repeat split; lia.
  - intros (i & j & H1 & H2 & ->); destruct (Nat.eq_dec j n) as [->|]; [right|left; exists i, j; repeat split; lia].
    exists [i]; split; [reflexivity|]; apply choose_1; exists i; split; [lia|reflexivity].
Qed.

(** From a to b coins are turned, that with which the others lie to the left included; a >= 1. *)
Definition counted (a b n : nat) : list (list nat) := flat_map (fun k => choose k n) (seq (a - 1) (b - (a - 1))).

Lemma in_counted a b n s : In s (counted a b n) <-> exists k, a - 1 <= k < b /\ In s (choose k n).
Proof.
  unfold counted; rewrite in_flat_map; split; intros (k & H1 & H2); exists k; (split; [|exact H2]).
  - apply in_seq in H1; lia.
  - apply in_seq; lia.
Qed.

Lemma counted_left a b n s : In s (counted a b n) -> forall i, In i s -> i < n.
Proof. intros H; apply in_counted in H; destruct H as (k & _ & H); now apply choose_left in H. Qed.

Definition coins (a b : nat) : ruleset := turning (counted a b) (counted_left a b).

(** *** One coin *)

Theorem one_coin (heads : list nat) : grundy (row heads : coins 1 1) = nim_sum (map (fun _ => 1) heads).
Proof.
  apply (turning_grundy (counted 1 1) (counted_left 1 1) (fun _ => 1)); intros n; split.
  - intros s H; apply in_counted in H; destruct H as (k & Hk & H); assert (k = 0) by lia; subst k.
    apply choose_0 in H; subst s; discriminate.
  - intros v Hv; exists []; split; [apply in_counted; exists 0; split; [lia|now apply choose_0]|simpl; lia].
Qed.

(** *** At most two coins: Turning Turtles *)

Theorem turning_turtles (heads : list nat) : grundy (row heads : coins 1 2) = nim_sum (map S heads).
Proof.
  apply (turning_grundy (counted 1 2) (counted_left 1 2) S); intros n; split.
  - intros s H; apply in_counted in H; destruct H as (k & Hk & H); destruct k as [|[|k]]; [| |lia].
    + apply choose_0 in H; subst s; discriminate.
    + apply choose_1 in H; destruct H as (i & Hi & ->); simpl; rewrite Nat.lxor_0_r; lia.
  - intros v Hv; destruct v as [|v].
    + exists []; split; [apply in_counted; exists 0; split; [lia|now apply choose_0]|reflexivity].
    + exists [v]; split; [|simpl; apply Nat.lxor_0_r].
      apply in_counted; exists 1; split; [lia|]; apply choose_1; exists v; split; [lia|reflexivity].
Qed.

(** *** Exactly two coins: Twins *)

Theorem twins (heads : list nat) : grundy (row heads : coins 2 2) = nim_sum heads.
Proof.
  replace (nim_sum heads) with (nim_sum (map (fun n => n) heads)) by now rewrite map_id.
  apply (turning_grundy (counted 2 2) (counted_left 2 2) (fun n => n)); intros n; split.
  - intros s H; apply in_counted in H; destruct H as (k & Hk & H); assert (k = 1) by lia; subst k.
    apply choose_1 in H; destruct H as (i & Hi & ->); simpl; rewrite Nat.lxor_0_r; lia.
  - intros v Hv; exists [v]; split; [|simpl; apply Nat.lxor_0_r].
    apply in_counted; exists 1; split; [lia|]; apply choose_1; exists v; split; [lia|reflexivity].
Qed.

(** *** At most three coins: Mock Turtles *)

(** Whether the number of ones is odd. *)
Definition odious (n : nat) : bool := Nat.odd (length (filter (Nat.testbit n) (seq 0 n))).

Definition mock (n : nat) : nat := 2 * n + if odious n then 0 else 1.

Lemma odious_worth n : odious n = (worth (fun _ => 1) n n =? 1) /\ worth (fun _ => 1) n n <= 1.
Proof.
  unfold odious, worth; induction (seq 0 n) as [|i l [IH1 IH2]]; [split; [reflexivity|simpl; lia]|].
  simpl; destruct (Nat.testbit n i); [|rewrite Nat.lxor_0_l; now split].
  cbn [length]; rewrite Nat.odd_succ, <- Nat.negb_odd, IH1.
  set (x := nim_sum _) in *; destruct x as [|[|]]; [| |lia]; (split; [reflexivity|apply Nat.leb_le; reflexivity]).
Qed.

Lemma odious_lxor a b : odious (Nat.lxor a b) = xorb (odious a) (odious b).
Proof.
  destruct (odious_worth (Nat.lxor a b)) as [E _], (odious_worth a) as [Ea La], (odious_worth b) as [Eb Lb].
  rewrite E, Ea, Eb; set (w := Nat.lxor a b + a + b).
  rewrite <- (worth_wide (fun _ => 1) w (Nat.lxor a b)), worth_lxor by lia.
  rewrite !(worth_wide (fun _ => 1) w) by lia; destruct (worth _ a a) as [|[|]], (worth _ b b) as [|[|]]; try lia; reflexivity.
Qed.

Lemma odious_power i : odious (2 ^ i) = true.
Proof.
  destruct (odious_worth (2 ^ i)) as [-> _]; rewrite worth_power; [reflexivity|apply Nat.pow_gt_lin_r; lia].
Qed.

Lemma lxor_double a b : Nat.lxor (2 * a) (2 * b) = 2 * Nat.lxor a b.
Proof.
  apply Nat.bits_inj; intros [|i]; rewrite Nat.lxor_spec, ?Nat.testbit_even_0, ?Nat.testbit_even_succ by lia; [reflexivity|].
  symmetry; apply Nat.lxor_spec.
Qed.

Lemma lxor_1_double a : Nat.lxor (2 * a) 1 = 2 * a + 1.
Proof.
  symmetry; rewrite Nat.add_nocarry_lxor; [reflexivity|]; apply Nat.bits_inj; intros [|i].
  - now rewrite Nat.land_spec, Nat.testbit_even_0, Nat.bits_0.
  - rewrite Nat.land_spec; change (Nat.testbit 1 (S i)) with (Nat.testbit 0 i); now rewrite !Nat.bits_0, andb_false_r.
Qed.

Lemma odious_double n : odious (2 * n) = odious n.
Proof.
  induction n as [n IH] using lt_wf_ind; destruct (Nat.eq_dec n 0) as [->|Hn]; [reflexivity|].
  set (d := 2 ^ Nat.log2 n); assert (Hl : Nat.lxor n d < n).
  { apply lxor_lowers; [unfold d; apply Nat.pow_nonzero; lia|].
    unfold d; rewrite Nat.log2_pow2 by lia; apply Nat.bit_log2; exact Hn. }
  rewrite <- (lxor_cancel_r n d); apply IH in Hl; set (a := Nat.lxor n d) in *; clearbody a.
  rewrite <- lxor_double, !odious_lxor, Hl; f_equal.
  unfold d; rewrite <- Nat.pow_succ_r', !odious_power; reflexivity.
Qed.

(** What a head is worth has an odd number of ones, *)
Lemma mock_odious n : odious (mock n) = true.
Proof.
  unfold mock; destruct (odious n) eqn:E; [rewrite Nat.add_0_r, odious_double; exact E|].
  rewrite <- lxor_1_double, odious_lxor, odious_double, E; reflexivity.
Qed.

(** and every number with an odd number of ones is what one head is worth. *)
Lemma mock_half v : odious v = true -> mock (v / 2) = v.
Proof.
  intros H; pose proof (Nat.div_mod v 2 ltac:(lia)) as E; pose proof (Nat.mod_upper_bound v 2 ltac:(lia)).
  set (h := v / 2) in *; unfold mock; destruct (v mod 2) as [|[|]]; [| |lia].
  - rewrite E, Nat.add_0_r, odious_double in H; rewrite H; lia.
  - rewrite E, <- lxor_1_double, odious_lxor, odious_double in H; destruct (odious h); [discriminate|lia].
Qed.

Lemma mock_mono i j : i < j -> mock i < mock j.
Proof. intros H; unfold mock; destruct (odious i), (odious j); lia. Qed.

Lemma mock_inj i j : mock i = mock j -> i = j.
Proof.
  intros H; destruct (Nat.lt_trichotomy i j) as [H'|[H'|H']]; [|exact H'|]; apply mock_mono in H'; lia.
Qed.

(* A smaller number with an odd number of ones is what a smaller square is worth; one with an even number is 0 or what
   two of them are worth together: its highest digit, and the rest. *)
Lemma mock_reaches n v : v < mock n ->
  (exists i, i < n /\ v = mock i) \/ v = 0 \/ exists i j, i < j /\ j < n /\ v = Nat.lxor (mock j) (mock i).
Proof.
  assert (Hlow : forall v, odious v = true -> v < mock n -> v / 2 < n /\ mock (v / 2) = v).
  { intros u Hu Hun; pose proof (mock_half u Hu) as E; split; [|exact E]; apply Nat.nle_gt; intros Hle.
    destruct (Nat.eq_dec n (u / 2)) as [En|En]; [rewrite En in Hun; lia|].
    assert (Hlt : n < u / 2) by lia; apply mock_mono in Hlt; lia. }
  intros Hv; destruct (odious v) eqn:Eo.
  - left; destruct (Hlow v Eo Hv) as [H1 H2]; exists (v / 2); split; [exact H1|congruence].
  - right; destruct (Nat.eq_dec v 0) as [H0|H0]; [now left|right].
    set (t := 2 ^ Nat.log2 v); set (u := Nat.lxor v t).
    assert (Hu : u < v).
    { apply lxor_lowers; [unfold t; apply Nat.pow_nonzero; lia|].
      unfold t; rewrite Nat.log2_pow2 by lia; apply Nat.bit_log2; exact H0. }
    assert (Ht : t <= v) by (apply Nat.log2_spec; lia).
    assert (Ot : odious t = true) by apply odious_power.
    assert (Ou : odious u = true) by (unfold u; rewrite odious_lxor, Eo, Ot; reflexivity).
    assert (Ev : v = Nat.lxor t u) by (unfold u; rewrite (Nat.lxor_comm v), lxor_cancel; reflexivity).
    destruct (Hlow t Ot ltac:(lia)) as [T1 T2], (Hlow u Ou ltac:(lia)) as [U1 U2].
    destruct (Nat.lt_trichotomy (t / 2) (u / 2)) as [H|[H|H]].
    + exists (t / 2), (u / 2); repeat split; auto; rewrite T2, U2, Nat.lxor_comm; exact Ev.
    + exfalso; rewrite <- T2, <- U2, H, Nat.lxor_nilpotent in Ev; lia.
    + exists (u / 2), (t / 2); repeat split; auto; rewrite T2, U2; exact Ev.
Qed.

Theorem mock_turtles (heads : list nat) : grundy (row heads : coins 1 3) = nim_sum (map mock heads).
Proof.
  apply (turning_grundy (counted 1 3) (counted_left 1 3) mock); intros n; split.
  - intros s H; apply in_counted in H; destruct H as (k & Hk & H); pose proof (mock_odious n) as Hn.
    destruct k as [|[|[|k]]]; [| | |lia].
    + apply choose_0 in H; subst s; simpl; intros E; rewrite <- E in Hn; discriminate.
    + apply choose_1 in H; destruct H as (i & Hi & ->); simpl; rewrite Nat.lxor_0_r; intros E; apply mock_inj in E; lia.
    + apply choose_2 in H; destruct H as (i & j & Hi & Hj & ->); simpl; rewrite Nat.lxor_0_r; intros E.
      rewrite <- E, odious_lxor, !mock_odious in Hn; discriminate.
  - intros v Hv; destruct (mock_reaches n v Hv) as [(i & Hi & ->)|[->|(i & j & Hi & Hj & ->)]].
    + exists [i]; split; [|simpl; apply Nat.lxor_0_r].
      apply in_counted; exists 1; split; [lia|]; apply choose_1; eauto.
    + exists []; split; [apply in_counted; exists 0; split; [lia|now apply choose_0]|reflexivity].
    + exists [j; i]; split; [|simpl; now rewrite Nat.lxor_0_r].
      apply in_counted; exists 2; split; [lia|]; apply choose_2; eauto.
Qed.

(** *** Exactly three coins: Triplets *)

Definition triplet (n : nat) : nat := if n <? 2 then 0 else mock (n - 2).

Theorem triplets (heads : list nat) : grundy (row heads : coins 3 3) = nim_sum (map triplet heads).
Proof.
  assert (T : forall n, triplet (2 + n) = mock n).
  { intros n; unfold triplet; destruct (Nat.ltb_spec (2 + n) 2); [lia|]; f_equal; lia. }
  assert (T0 : triplet 0 = 0) by reflexivity; assert (T1 : triplet 1 = 0) by reflexivity.
  apply (turning_grundy (counted 3 3) (counted_left 3 3) triplet); intros n; split.
  - intros s H; apply in_counted in H; destruct H as (k & Hk & H); assert (k = 2) by lia; subst k.
    apply choose_2 in H; destruct H as (i & j & Hi & Hj & ->); cbn [map nim_sum fold_right]; rewrite Nat.lxor_0_r.
    destruct n as [|[|n]]; [lia|lia|]; change (S (S n)) with (2 + n); rewrite T; pose proof (mock_odious n) as Hn.
    assert (Hcase : forall m, m = 0 \/ m = 1 \/ exists m', m = 2 + m').
    { intros m; destruct m as [|[|m]]; auto; right; right; exists m; reflexivity. }
    destruct (Hcase j) as [-> |[-> |(j' & ->)]]; [lia| |].
    + assert (i = 0) by lia; subst i; rewrite T0, T1; intros E; rewrite <- E in Hn; discriminate.
    + rewrite T; destruct (Hcase i) as [-> |[-> |(i' & ->)]]; rewrite ?T0, ?T1, ?T, ?Nat.lxor_0_r.
      * intros E; apply mock_inj in E; lia.
      * intros E; apply mock_inj in E; lia.
      * intros E; rewrite <- E, odious_lxor, !mock_odious in Hn; discriminate.
  - intros v Hv; destruct n as [|[|n]]; [rewrite T0 in Hv; lia|rewrite T1 in Hv; lia|].
    change (S (S n)) with (2 + n) in *; rewrite T in Hv.
    assert (Hs : exists i j, i < j /\ j < 2 + n /\ v = Nat.lxor (triplet j) (triplet i)).
    { destruct (mock_reaches n v Hv) as [(i & Hi & ->)|[->|(i & j & Hi & Hj & ->)]].
      - exists 0, (2 + i); split; [lia|split; [lia|]]; now rewrite T, T0, Nat.lxor_0_r.
      - exists 0, 1; split; [lia|split; [lia|reflexivity]].
      - exists (2 + i), (2 + j); split; [lia|split; [lia|]]; now rewrite !T. }
    destruct Hs as (i & j & Hi & Hj & ->); exists [j; i]; split; [|cbn [map nim_sum fold_right]; now rewrite Nat.lxor_0_r].
    apply in_counted; exists 2; split; [lia|]; apply choose_2; eauto.
Qed.

(** ** A run of neighbours: Ruler *)

(** The squares from l up to the one before n. *)
Definition runs (n : nat) : list (list nat) := map (fun l => seq l (n - l)) (seq 0 (S n)).

Lemma runs_left n s : In s (runs n) -> forall i, In i s -> i < n.
Proof.
  intros H i Hi; apply in_map_iff in H; destruct H as (l & <- & Hl); apply in_seq in Hl, Hi; lia.
Qed.

Definition ruler_game : ruleset := turning runs runs_left.

(** The largest power of two that divides a number. *)
Fixpoint low_one (p : positive) : nat := match p with xO p => 2 * low_one p | _ => 1 end.

Definition ruler (n : nat) : nat := low_one (Pos.of_succ_nat n).

Lemma ruler_even k : ruler (2 * k) = 1.
Proof.
  unfold ruler; destruct k as [|k]; [reflexivity|].
  replace (Pos.of_succ_nat (2 * S k)) with (xI (Pos.of_succ_nat k)); [reflexivity|].
  apply Pos2Nat.inj; rewrite Pos2Nat.inj_xI, !SuccNat2Pos.id_succ; lia.
Qed.

Lemma ruler_odd k : ruler (2 * k + 1) = 2 * ruler k.
Proof.
  unfold ruler; replace (Pos.of_succ_nat (2 * k + 1)) with (xO (Pos.of_succ_nat k)); [reflexivity|].
  apply Pos2Nat.inj; rewrite Pos2Nat.inj_xO, !SuccNat2Pos.id_succ; lia.
Qed.

Theorem ruler_divides (n : nat) : exists t,
  ruler n = 2 ^ t /\ Nat.divide (2 ^ t) (n + 1) /\ ~ Nat.divide (2 ^ S t) (n + 1).
Proof.
  induction n as [n IH] using lt_wf_ind; destruct (Nat.Even_or_Odd n) as [[k ->]|[k ->]].
  - exists 0; rewrite ruler_even; repeat split; [apply Nat.divide_1_l|].
    intros [q Hq]; change (2 ^ 1) with 2 in Hq; lia.
  - destruct (IH k ltac:(lia)) as (t & H1 & H2 & H3); exists (S t).
    replace (2 * k + 1 + 1) with (2 * (k + 1)) by lia; rewrite ruler_odd, H1, (Nat.pow_succ_r' 2 (S t)).
    split; [symmetry; apply Nat.pow_succ_r'|split].
    + rewrite Nat.pow_succ_r'; apply Nat.mul_divide_mono_l; exact H2.
    + rewrite Nat.mul_divide_cancel_l by lia; exact H3.
Qed.

(** Squares 0 to n - 1 are worth the Gray code of n together. *)
Definition gray (n : nat) : nat := Nat.lxor n (n / 2).

Lemma even_or_odd n : exists k, n = 2 * k \/ n = 2 * k + 1.
Proof. destruct (Nat.Even_or_Odd n) as [[k Hk]|[k Hk]]; exists k; lia. Qed.

Lemma half_even k : (2 * k) / 2 = k.
Proof. rewrite Nat.mul_comm; apply Nat.div_mul; lia. Qed.

Lemma half_odd k : (2 * k + 1) / 2 = k.
Proof. symmetry; apply Nat.div_unique with 1; lia. Qed.

Lemma gray_even k : gray (2 * k) = Nat.lxor (2 * k) k.
Proof. unfold gray; now rewrite half_even. Qed.

Lemma gray_odd k : gray (2 * k + 1) = Nat.lxor (gray (2 * k)) 1.
Proof.
  unfold gray; rewrite half_even, half_odd, <- lxor_1_double, !Nat.lxor_assoc; f_equal; apply Nat.lxor_comm.
Qed.

Lemma half_lxor a b : Nat.lxor a b / 2 = Nat.lxor (a / 2) (b / 2).
Proof. change 2 with (2 ^ 1); rewrite <- !Nat.shiftr_div_pow2; apply Nat.shiftr_lxor. Qed.

Lemma gray_half n : gray n / 2 = gray (n / 2).
Proof. unfold gray; apply half_lxor. Qed.

Lemma gray_bit n : Nat.odd (gray n) = xorb (Nat.odd n) (Nat.odd (n / 2)).
Proof. unfold gray; rewrite <- !Nat.bit0_odd; apply Nat.lxor_spec. Qed.

Lemma half_and_bit a b : a / 2 = b / 2 -> Nat.odd a = Nat.odd b -> a = b.
Proof.
  intros H1 H2; destruct (even_or_odd a) as (x & [-> | ->]), (even_or_odd b) as (y & [-> | ->]);
    rewrite ?half_even, ?half_odd in H1; subst; rewrite ?Nat.odd_add, ?Nat.odd_mul in H2; simpl in H2; congruence.
Qed.

Lemma gray_inj a : forall b, gray a = gray b -> a = b.
Proof.
  induction a as [a IH] using lt_wf_ind; intros b H.
  assert (Hh : a / 2 = b / 2).
  { destruct (Nat.eq_dec a 0) as [->|Ha].
    - destruct (Nat.eq_dec b 0) as [->|Hb]; [reflexivity|exfalso].
      change (gray 0) with 0 in H; symmetry in H; unfold gray in H; apply (proj1 (lxor_zero b (b / 2))) in H.
      pose proof (Nat.div_lt b 2); lia.
    - apply IH; [apply Nat.div_lt; lia|]; now rewrite <- !gray_half, H. }
  apply half_and_bit; [exact Hh|]; apply (f_equal Nat.odd) in H; rewrite !gray_bit, Hh in H.
  now destruct (Nat.odd a), (Nat.odd b), (Nat.odd (b / 2)).
Qed.

Lemma gray_onto v : exists n, gray n = v.
Proof.
  induction v as [v IH] using lt_wf_ind; destruct (Nat.eq_dec v 0) as [->|Hv]; [exists 0; reflexivity|].
  destruct (IH (v / 2)) as (k & Hk); [apply Nat.div_lt; lia|].
  destruct (Bool.bool_dec (Nat.odd v) (Nat.odd k)) as [E|E]; [exists (2 * k)|exists (2 * k + 1)];
    apply half_and_bit; rewrite ?gray_half, ?gray_bit, ?half_even, ?half_odd, ?Nat.odd_add, ?Nat.odd_mul; simpl; auto;
    destruct (Nat.odd v), (Nat.odd k); simpl; congruence.
Qed.

Lemma gray_step n : gray (S n) = Nat.lxor (gray n) (ruler n).
Proof.
  induction n as [n IH] using lt_wf_ind; destruct (even_or_odd n) as (k & [-> | ->]).
  - rewrite ruler_even, <- gray_odd; f_equal; lia.
  - rewrite ruler_odd; replace (S (2 * k + 1)) with (2 * S k) by lia; apply half_and_bit.
    + rewrite half_lxor, !gray_half, half_even, half_even, half_odd; apply IH; lia.
    + rewrite <- Nat.bit0_odd, <- Nat.bit0_odd, Nat.lxor_spec, Nat.testbit_even_0, !Nat.bit0_odd, !gray_bit.
      rewrite half_even, half_odd, Nat.odd_add, !Nat.odd_mul, (Nat.odd_succ k), <- Nat.negb_odd; simpl.
      now destruct (Nat.odd k).
Qed.

Lemma run_worth l n : l <= n -> nim_sum (map ruler (seq l (n - l))) = Nat.lxor (gray n) (gray l).
Proof.
  induction 1 as [|n H IH]; [now rewrite Nat.sub_diag, Nat.lxor_nilpotent|].
  replace (S n - l) with ((n - l) + 1) by lia; rewrite seq_app, map_app, nim_sum_app, IH; simpl.
  replace (l + (n - l)) with n by lia; rewrite Nat.lxor_0_r, gray_step, !Nat.lxor_assoc; f_equal; apply Nat.lxor_comm.
Qed.

(* To the left of n lie, up to the last square worth more, runs of each value less than that of n. *)
Lemma ruler_reaches n : forall v l, v < ruler n -> gray l = Nat.lxor (gray n) v -> l <= n.
Proof.
  induction n as [n IH] using lt_wf_ind; intros v l Hv H; destruct (even_or_odd n) as (k & [-> | ->]).
  - rewrite ruler_even in Hv; assert (v = 0) by lia; subst v; rewrite Nat.lxor_0_r in H; apply gray_inj in H; lia.
  - rewrite ruler_odd in Hv; apply (f_equal (fun x => x / 2)) in H; rewrite half_lxor, !gray_half, half_odd in H.
    pose proof (Nat.div_mod l 2 ltac:(lia)); pose proof (Nat.mod_upper_bound l 2 ltac:(lia)).
    enough (l / 2 <= k) by lia; apply (IH k ltac:(lia) (v / 2)); [apply Nat.div_lt_upper_bound; lia|exact H].
Qed.

Theorem ruler_grundy (heads : list nat) : grundy (row heads : ruler_game) = nim_sum (map ruler heads).
Proof.
  apply (turning_grundy runs runs_left ruler); intros n; split.
  - intros s H; apply in_map_iff in H; destruct H as (l & <- & Hl); apply in_seq in Hl.
    rewrite run_worth by lia; intros E.
    assert (E' : gray l = gray (S n)) by (rewrite gray_step, <- E, lxor_cancel; reflexivity).
    apply gray_inj in E'; lia.
  - intros v Hv; destruct (gray_onto (Nat.lxor (gray n) v)) as (l & Hl).
    pose proof (ruler_reaches n v l Hv Hl) as Hln; exists (seq l (n - l)); split.
    + apply in_map_iff; exists l; split; [reflexivity|]; apply in_seq; lia.
    + rewrite run_worth, Hl by exact Hln; apply lxor_cancel.
Qed.

(** The left end of the run up to a square that changes the value by so much: coins::singles::run_to looks it up by the
    inverse of the Gray code, and there is one at most. *)
Theorem ruler_run (right left change : nat) : left <= right ->
  nim_sum (map ruler (seq left (S right - left))) = change <-> gray left = Nat.lxor (gray (S right)) change.
Proof.
  intros H; rewrite run_worth by lia; split; intros E.
  - rewrite <- E; now rewrite lxor_cancel.
  - rewrite E; apply lxor_cancel.
Qed.
