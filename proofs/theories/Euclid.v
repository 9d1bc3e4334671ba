(** * Euclid's game

    A pair of numbers; a move subtracts a positive multiple of the smaller from the larger, both staying at least 0.
    With a 0 nobody can move.  Let a >= b > 0 and q = ⌊a/b⌋.  The value is q, or q - 1 where the position after the
    division, (b, a mod b), is worth q or more; the quotients of Euclid's algorithm tell which, or the sign of
    a² - qab - b², exchanged where q >= 2 and |a² - qab - b²| is the square of a common divisor of a and b.
    The player to move loses if and only if a number is 0, or they differ and a/b is below the golden ratio; under misère
    play if and only if no number is 0 and a/b is below the golden ratio.

    Source: A. J. Cole and A. J. T. Davie (1969) for the outcome; G. Nivasch (2006), G. Cairns, N. B. Ho and T. Lengyel
    (2011) for the values.
    Used by: crates/grundy-games/src/euclid.rs, crates/grundy-number/src/euclid.rs ([value], [value_natural], [is_p],
    [is_misere_p], [move_to]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game Wythoff.
Import ListNotations.

(** ** The game *)

Definition euclid_options (p : nat * nat) : list (nat * nat) :=
  let (x, y) := p in
  if (x =? 0) || (y =? 0) then []
  else if x <? y then map (fun t => (x, y - t * x)) (seq 1 (y / x))
  else map (fun t => (x - t * y, y)) (seq 1 (x / y)).

Lemma in_multiples n d t : 1 <= d -> In t (seq 1 (n / d)) <-> 1 <= t /\ t * d <= n.
Proof.
  intros Hd; rewrite in_seq; pose proof (Nat.div_mod n d ltac:(lia)).
  pose proof (Nat.mod_upper_bound n d ltac:(lia)); split.
  - intros [H1 H2]; split; [exact H1|]; assert (t <= n / d) by lia; nia.
  - intros [H1 H2]; split; [exact H1|]; apply Nat.nle_gt; intros H3; nia.
Qed.

Lemma in_euclid_options x y q : In q (euclid_options (x, y)) <->
  1 <= x /\ 1 <= y /\
  ((x < y /\ exists t, 1 <= t /\ t * x <= y /\ q = (x, y - t * x)) \/
   (y <= x /\ exists t, 1 <= t /\ t * y <= x /\ q = (x - t * y, y))).
Proof.
  unfold euclid_options; destruct (Nat.eqb_spec x 0) as [->|Hx]; [simpl; lia|].
  destruct (Nat.eqb_spec y 0) as [->|Hy]; [simpl; lia|]; cbn [orb].
  destruct (Nat.ltb_spec x y) as [H|H]; rewrite in_map_iff; split.
  - intros (t & <- & Ht); apply in_multiples in Ht; [|lia].
    split; [lia|split; [lia|left; split; [exact H|exists t; tauto]]].
  - intros (_ & _ & [[_ (t & H1 & H2 & ->)]|[H' _]]); [|lia].
    exists t; split; [reflexivity|]; apply in_multiples; [lia|tauto].
  - intros (t & <- & Ht); apply in_multiples in Ht; [|lia].
    split; [lia|split; [lia|right; split; [exact H|exists t; tauto]]].
  - intros (_ & _ & [[H' _]|[_ (t & H1 & H2 & ->)]]); [lia|].
    exists t; split; [reflexivity|]; apply in_multiples; [lia|tauto].
Qed.

Definition euclid : ruleset.
Proof.
  refine (measured (nat * nat) euclid_options (fun p => fst p + snd p) _).
  intros [x y] q H; apply in_euclid_options in H.
  destruct H as (Hx & Hy & [[H (t & H1 & H2 & ->)]|[H (t & H1 & H2 & ->)]]); simpl; nia.
Defined.

(** The order of the two numbers does not count. *)
Lemma euclid_mirror x y q : x <> y ->
  In q (euclid_options (x, y)) -> In (snd q, fst q) (euclid_options (y, x)).
Proof.
  intros Hne H; apply in_euclid_options in H; apply in_euclid_options.
  destruct H as (Hx & Hy & [[H (t & H1 & H2 & ->)]|[H (t & H1 & H2 & ->)]]); (split; [exact Hy|split; [exact Hx|]]).
  - right; split; [lia|exists t; auto].
  - left; split; [lia|exists t; auto].
Qed.

Lemma grundy_mirror x y : grundy ((x, y) : euclid) = grundy ((y, x) : euclid).
Proof.
  enough (H : forall p : euclid, grundy p = grundy ((snd p, fst p) : euclid)) by exact (H (x, y)).
  clear; intros p; induction p as [[x y] IH] using (play_induction euclid); simpl.
  destruct (Nat.eq_dec x y) as [->|Hne]; [reflexivity|]; apply grundy_unique.
  - intros q Hq; rewrite (IH q Hq); apply grundy_option, euclid_mirror; assumption.
  - intros m Hm; destruct (grundy_reaches _ _ Hm) as ([u v] & Hq & Hg).
    exists (v, u); assert (Hin : In (v, u) (euclid_options (x, y))) by (now apply (euclid_mirror y x (u, v)); [lia|]).
    split; [exact Hin|]; rewrite (IH _ Hin); exact Hg.
Qed.

(** ** The value by the quotient and the position after the division *)

(* The options of r + ib beside b are those that keep j < i times b: worth the numbers from 0 up, without the value e
   of the one that keeps none. *)
Lemma grundy_kept b r i : r < b -> 1 <= i ->
  let e := grundy ((b, r) : euclid) in
  grundy ((r + i * b, b) : euclid) = if i <=? e then i - 1 else i.
Proof.
  intros Hr Hi e; induction i as [i IH] using lt_wf_ind.
  assert (Hopt : forall q, In q (euclid_options (r + i * b, b)) <-> exists j, j < i /\ q = (r + j * b, b)).
  { intros q; rewrite in_euclid_options; split.
    - intros (_ & _ & [[H _]|[_ (t & H1 & H2 & ->)]]); [nia|].
      assert (t <= i) by nia; exists (i - t); split; [lia|]; f_equal; nia.
    - intros (j & Hj & ->); split; [nia|split; [lia|right; split; [nia|]]].
      exists (i - j); split; [lia|split; [nia|f_equal; nia]]. }
  assert (Val : forall j, j < i -> grundy ((r + j * b, b) : euclid) =
    if j =? 0 then e else if j <=? e then j - 1 else j).
  { intros j Hj; destruct (Nat.eqb_spec j 0) as [->|Hj0]; [|apply IH; lia].
    simpl; rewrite Nat.add_0_r; apply grundy_mirror. }
  apply grundy_unique.
  - intros q Hq; apply Hopt in Hq; destruct Hq as (j & Hj & ->); rewrite Val by exact Hj.
    destruct (Nat.eqb_spec j 0), (Nat.leb_spec j e), (Nat.leb_spec i e); lia.
  - intros m Hm; assert (Hj : exists j, j < i /\ (if j =? 0 then e else if j <=? e then j - 1 else j) = m).
    { destruct (Nat.lt_trichotomy m e) as [H|[->|H]].
      - exists (m + 1); split; [destruct (Nat.leb_spec i e); lia|].
        destruct (Nat.eqb_spec (m + 1) 0), (Nat.leb_spec (m + 1) e); lia.
      - exists 0; split; [lia|reflexivity].
      - exists m; split; [destruct (Nat.leb_spec i e); lia|].
        destruct (Nat.eqb_spec m 0), (Nat.leb_spec m e); lia. }
    destruct Hj as (j & Hj & E); exists (r + j * b, b); split; [apply Hopt; eauto|now rewrite Val].
Qed.

(** The value is the quotient, or one less where the position after the division is worth as much. *)
Theorem euclid_grundy (a b : nat) : 1 <= b -> b <= a ->
  grundy ((a, b) : euclid) =
  if a / b <=? grundy ((b, a mod b) : euclid) then a / b - 1 else a / b.
Proof.
  intros Hb Hab; rewrite <- grundy_kept; [|apply Nat.mod_upper_bound; lia|].
  - do 2 f_equal; pose proof (Nat.div_mod a b ltac:(lia)); lia.
  - apply Nat.div_le_lower_bound; lia.
Qed.

Lemma euclid_grundy_0 a : grundy ((a, 0) : euclid) = 0.
Proof.
  apply grundy_unique; [|lia]; intros q Hq; apply in_euclid_options in Hq; lia.
Qed.

(** ** By the quotients of Euclid's algorithm: the next that differs decides, each equal one turns the answer *)

Fixpoint turning (fuel quotient : nat) (turned : bool) (high low : nat) : nat :=
  match fuel with
  | 0 => 0
  | S fuel =>
      let high' := low in
      let low' := high mod low in
      let below := (low' =? 0) || (high' / low' <? quotient) in
      if below || (quotient <? high' / low') then
        if xorb below turned then quotient else quotient - 1
      else turning fuel quotient (negb turned) high' low'
  end.

(** euclid::value *)
Definition value (x y : nat) : nat :=
  let high := Nat.max x y in
  let low := Nat.min x y in
  if low =? 0 then 0 else turning (S low) (high / low) false high low.

(* The position after the division is worth q or more. *)
Definition reached (q a b : nat) : bool := q <=? grundy ((b, a mod b) : euclid).

Lemma reached_0 q a b : 1 <= q -> a mod b = 0 -> reached q a b = false.
Proof. intros Hq H; unfold reached; rewrite H, euclid_grundy_0; apply Nat.leb_gt; lia. Qed.

Lemma reached_next a b : 1 <= b -> 1 <= a mod b -> forall q,
  (b / (a mod b) < q -> reached q a b = false) /\
  (q < b / (a mod b) -> reached q a b = true) /\
  (q = b / (a mod b) -> reached q a b = negb (reached q b (a mod b))).
Proof.
  intros Hb Hr q; pose proof (Nat.mod_upper_bound a b ltac:(lia)); set (r := a mod b) in *.
  assert (Hq : 1 <= b / r) by (apply Nat.div_le_lower_bound; lia).
  unfold reached; fold r; rewrite (euclid_grundy b r) by lia; set (e := grundy _).
  repeat split; intros Hc; destruct (Nat.leb_spec (b / r) e).
  - apply Nat.leb_gt; lia.
  - apply Nat.leb_gt; lia.
  - apply Nat.leb_le; lia.
  - apply Nat.leb_le; lia.
  - replace (q <=? e) with true by (symmetry; apply Nat.leb_le; lia); apply Nat.leb_gt; lia.
  - replace (q <=? e) with false by (symmetry; apply Nat.leb_gt; lia); apply Nat.leb_le; lia.
Qed.

Lemma turning_reached q : 1 <= q -> forall fuel turned high low, 1 <= low -> low < fuel ->
  turning fuel q turned high low = if xorb (negb (reached q high low)) turned then q else q - 1.
Proof.
  intros Hq; induction fuel as [|fuel IH]; intros turned high low Hl Hf; [lia|]; cbn [turning].
  pose proof (Nat.mod_upper_bound high low ltac:(lia)).
  destruct (Nat.eqb_spec (high mod low) 0) as [H0|H0].
  - rewrite reached_0 by assumption; reflexivity.
  - destruct (reached_next high low Hl ltac:(lia) q) as (R1 & R2 & R3).
    destruct (Nat.lt_trichotomy (low / (high mod low)) q) as [Hc|[Hc|Hc]].
    + rewrite R1 by exact Hc; apply Nat.ltb_lt in Hc; now rewrite Hc.
    + rewrite R3 by (symmetry; exact Hc); rewrite Hc, Nat.ltb_irrefl; cbn [orb]; rewrite IH by lia.
      now destruct (reached q low (high mod low)), turned.
    + rewrite R2 by exact Hc; pose proof (proj2 (Nat.ltb_lt _ _) Hc) as E1.
      assert (E2 : (low / (high mod low) <? q) = false) by (apply Nat.ltb_ge; lia).
      rewrite E1, E2; reflexivity.
Qed.

Lemma grundy_ordered x y : grundy ((x, y) : euclid) = grundy ((Nat.max x y, Nat.min x y) : euclid).
Proof.
  destruct (Nat.le_gt_cases x y).
  - rewrite Nat.max_r, Nat.min_l by lia; apply grundy_mirror.
  - now rewrite Nat.max_l, Nat.min_r by lia.
Qed.

(** The value that the library computes for numbers of a word. *)
Theorem euclid_value (x y : nat) : grundy ((x, y) : euclid) = value x y.
Proof.
  rewrite grundy_ordered; unfold value; set (a := Nat.max x y); set (b := Nat.min x y).
  assert (b <= a) by lia; destruct (Nat.eqb_spec b 0) as [->|Hb]; [apply euclid_grundy_0|].
  assert (1 <= a / b) by (apply Nat.div_le_lower_bound; lia).
  rewrite turning_reached by lia; rewrite xorb_false_r, euclid_grundy by lia; unfold reached.
  now destruct (a / b <=? _).
Qed.

(** ** By one division and products *)

(** euclid::is_square_of_divisor *)
Definition is_square_of_divisor (number low high : nat) : bool :=
  let root := Nat.sqrt number in
  (root * root =? number) && negb (root =? 0) && (low mod root =? 0) && (high mod root =? 0).

(** euclid::value_natural, of numbers that do not fit a word *)
Definition value_natural (x y : nat) : nat :=
  let low := Nat.min x y in
  let high := Nat.max x y in
  if low =? 0 then 0
  else if low =? high then 1
  else
    let quotient := high / low in
    let left := high * (high mod low) in
    let right := low * low in
    let above := right <? left in
    let apart := if above then left - right else right - left in
    let exchanged := negb (quotient =? 1) && is_square_of_divisor apart low high in
    if xorb above exchanged then quotient else quotient - 1.

Lemma is_square_of_divisor_iff n b a :
  is_square_of_divisor n b a = true <-> exists d, 1 <= d /\ n = d * d /\ Nat.divide d b /\ Nat.divide d a.
Proof.
  unfold is_square_of_divisor; rewrite !andb_true_iff, negb_true_iff, !Nat.eqb_eq, Nat.eqb_neq; split.
  - intros (((H1 & H2) & H3) & H4); exists (Nat.sqrt n); split; [lia|split; [lia|]].
    split; apply Nat.mod_divide; assumption.
  - intros (d & Hd & -> & H1 & H2); rewrite Nat.sqrt_square.
    repeat split; [lia|apply Nat.mod_divide; [lia|assumption]|apply Nat.mod_divide; [lia|assumption]].
Qed.

Lemma same_divisors d q b r : Nat.divide d b -> (Nat.divide d (q * b + r) <-> Nat.divide d r).
Proof.
  intros H; split; intros H'.
  - replace r with (q * b + r - q * b) by lia; apply Nat.divide_sub_r; [exact H'|now apply Nat.divide_mul_r].
  - apply Nat.divide_add_r; [now apply Nat.divide_mul_r|exact H'].
Qed.

Definition apart_of (left right : nat) : nat := if right <? left then left - right else right - left.

Lemma apart_sym l r : apart_of l r = apart_of r l.
Proof. unfold apart_of; destruct (Nat.ltb_spec r l), (Nat.ltb_spec l r); lia. Qed.

Definition exchanged (q a b : nat) : bool :=
  negb (q =? 1) && is_square_of_divisor (apart_of (a * (a mod b)) (b * b)) b a.

(* The sign of a² - qab - b² = a(a mod b) - b² tells whether the position after the division is worth q or more. *)
Lemma reached_sign : forall b a, 1 <= b -> b < a ->
  a * (a mod b) <> b * b /\
  negb (reached (a / b) a b) = xorb (b * b <? a * (a mod b)) (exchanged (a / b) a b).
Proof.
  induction b as [b IH] using lt_wf_ind; intros a Hb Hab.
  pose proof (Nat.div_mod a b ltac:(lia)) as Ea; pose proof (Nat.mod_upper_bound a b ltac:(lia)) as Hr.
  assert (Hq : 1 <= a / b) by (apply Nat.div_le_lower_bound; lia).
  set (q := a / b) in *; set (r := a mod b) in *.
  destruct (Nat.eq_dec r 0) as [Hr0|Hr0].
  - (* a is a multiple of b *)
    assert (H2 : 2 <= q) by (apply Nat.nlt_ge; intros H; assert (q = 1) by lia; nia).
    rewrite reached_0 by (auto; lia); unfold exchanged; fold r; rewrite Hr0, Nat.mul_0_r.
    split; [nia|]; unfold apart_of; replace (b * b <? 0) with false by (symmetry; apply Nat.ltb_ge; lia).
    rewrite Nat.sub_0_r; destruct (Nat.eqb_spec q 1); [lia|].
    replace (is_square_of_divisor (b * b) b a) with true; [reflexivity|symmetry].
    apply is_square_of_divisor_iff; exists b; split; [lia|split; [reflexivity|split; [apply Nat.divide_refl|]]].
    exists q; lia.
  - destruct (reached_next a b Hb ltac:(fold r; lia) q) as (R1 & R2 & R3); fold r in R1, R2, R3.
    pose proof (Nat.div_mod b r ltac:(lia)) as Eb; pose proof (Nat.mod_upper_bound b r ltac:(lia)) as Hs.
    assert (Hq' : 1 <= b / r) by (apply Nat.div_le_lower_bound; lia).
    set (q' := b / r) in *; set (s := b mod r) in *.
    assert (El : a * r = q * (b * r) + r * r) by (rewrite Ea at 1; ring).
    assert (Er : b * b = q' * (b * r) + b * s) by (rewrite Eb at 2; ring).
    assert (Hdr : forall d, Nat.divide d b -> Nat.divide d a -> Nat.divide d r).
    { intros d H1 H2; rewrite Ea, Nat.mul_comm in H2; now apply same_divisors in H2. }
    assert (Hds : forall d, Nat.divide d b -> Nat.divide d r -> Nat.divide d s).
    { intros d H1 H2; rewrite Eb, Nat.mul_comm in H1; now apply same_divisors in H1. }
    assert (Hle : forall d, 1 <= d -> Nat.divide d r -> d <= r) by (intros d _ H; apply Nat.divide_pos_le; [lia|exact H]).
    destruct (Nat.lt_trichotomy q' q) as [Hc|[Hc|Hc]].
    + (* the next quotient is less: a² - qab - b² > r² *)
      rewrite R1 by exact Hc.
      assert (Hbig : b * b + r * r < a * r).
      { pose proof (Nat.mul_le_mono_r (q' + 1) q (b * r) ltac:(lia)).
        pose proof (Nat.mul_le_mono_l (s + 1) r b ltac:(lia)); lia. }
      split; [lia|]; replace (b * b <? a * r) with true by (symmetry; apply Nat.ltb_lt; lia).
      replace (exchanged q a b) with false; [reflexivity|symmetry]; apply andb_false_iff; right.
      fold r; apply not_true_iff_false; rewrite is_square_of_divisor_iff; intros (d & Hd & E & D1 & D2).
      unfold apart_of in E; destruct (Nat.ltb_spec (b * b) (a * r)); [|lia].
      specialize (Hle d Hd (Hdr d D1 D2)); assert (d * d <= r * r) by (apply Nat.mul_le_mono; lia); lia.
    + (* the same quotient: the sign turns *)
      destruct (IH r Hr b) as [I1 I2]; [lia|lia|]; fold q' s in I1, I2.
      rewrite R3 by lia; rewrite <- Hc, I2, Hc.
      assert (Er' : b * b = q * (b * r) + b * s) by (rewrite <- Hc; exact Er); clear Er.
      assert (Eap : apart_of (a * r) (b * b) = apart_of (b * s) (r * r)).
      { rewrite apart_sym; unfold apart_of; destruct (Nat.ltb_spec (a * r) (b * b)), (Nat.ltb_spec (r * r) (b * s)); lia. }
      assert (Eex : exchanged q b r = exchanged q a b).
      { unfold exchanged; fold r s; rewrite Eap; f_equal; apply eq_true_iff_eq; rewrite !is_square_of_divisor_iff.
        split; intros (d & Hd & E & D1 & D2); exists d; repeat split; auto.
        rewrite Ea, Nat.mul_comm; now apply same_divisors. }
      rewrite Eex; split; [lia|].
      assert (Eab : (b * b <? a * r) = negb (r * r <? b * s)).
      { destruct (Nat.ltb_spec (b * b) (a * r)), (Nat.ltb_spec (r * r) (b * s)); try reflexivity; lia. }
      rewrite Eab; now destruct (r * r <? b * s), (exchanged q a b).
    + (* the next quotient is greater: b² + qab - a² > r² if q >= 2 *)
      rewrite R2 by exact Hc.
      pose proof (Nat.mul_le_mono_r (q + 1) q' (b * r) ltac:(lia)) as Hm.
      assert (Hrr : r * r < b * r) by (apply Nat.mul_lt_mono_pos_r; lia).
      assert (Hsmall : a * r < b * b) by lia.
      split; [lia|]; replace (b * b <? a * r) with false by (symmetry; apply Nat.ltb_ge; lia).
      replace (exchanged q a b) with false; [reflexivity|symmetry]; apply andb_false_iff.
      destruct (Nat.eqb_spec q 1) as [H1|H1]; [now left|right].
      fold r; apply not_true_iff_false; rewrite is_square_of_divisor_iff; intros (d & Hd & E & D1 & D2).
      unfold apart_of in E; destruct (Nat.ltb_spec (b * b) (a * r)); [lia|].
      specialize (Hle d Hd (Hdr d D1 D2)); assert (d * d <= r * r) by (apply Nat.mul_le_mono; lia).
      pose proof (Nat.mul_le_mono_l 3 q' r ltac:(lia)); pose proof (Nat.mul_le_mono_r (3 * r) b r ltac:(lia)).
      pose proof (Nat.mul_le_mono 1 r 1 r ltac:(lia) ltac:(lia)); lia.
Qed.

(** The value that the library computes for larger numbers (Nivasch 2006; Cairns, Ho and Lengyel 2011). *)
Theorem euclid_value_natural (x y : nat) : grundy ((x, y) : euclid) = value_natural x y.
Proof.
  rewrite grundy_ordered; unfold value_natural; set (a := Nat.max x y); set (b := Nat.min x y).
  assert (b <= a) by lia; destruct (Nat.eqb_spec b 0) as [->|Hb]; [apply euclid_grundy_0|].
  destruct (Nat.eqb_spec b a) as [E|Hne].
  - rewrite euclid_grundy by lia; rewrite <- E, Nat.mod_same, Nat.div_same by lia; now rewrite euclid_grundy_0.
  - destruct (reached_sign b a) as [_ H0]; [lia|lia|]; rewrite euclid_grundy by lia.
    unfold reached in H0; unfold exchanged, apart_of in H0.
    rewrite <- H0; now destruct (a / b <=? _).
Qed.

(** ** Outcomes *)

(** high/low is below the golden ratio *)
Definition ratio_below_golden (low high : nat) : bool := high * (high - low) <? low * low.

(** euclid::is_p *)
Definition is_p (x y : nat) : bool :=
  let low := Nat.min x y in
  let high := Nat.max x y in
  (low =? 0) || (negb (low =? high) && ratio_below_golden low high).

(** euclid::is_misere_p *)
Definition is_misere_p (x y : nat) : bool :=
  let low := Nat.min x y in
  let high := Nat.max x y in
  negb (low =? 0) && ratio_below_golden low high.

(* After one subtraction the ratio is on the other side. *)
Lemma ratio_turns r b : 1 <= b -> r <= b ->
  ratio_below_golden b (b + r) = negb (ratio_below_golden r b) \/ r = 0.
Proof.
  intros Hb Hr; destruct (Nat.eq_dec r 0) as [|Hr0]; [now right|left].
  unfold ratio_below_golden; replace (b + r - b) with r by lia.
  assert (E : exists s, b = r + s) by (exists (b - r); lia); destruct E as [s ->]; replace (r + s - r) with s by lia.
  assert (Hi : (r + s) * (r + s) <> (r + s) * r + r * r).
  { intros H; destruct (golden_irrational (r + s) r H); lia. }
  destruct (Nat.ltb_spec ((r + s + r) * r) ((r + s) * (r + s))), (Nat.ltb_spec ((r + s) * s) (r * r)); try reflexivity; nia.
Qed.

Lemma ratio_quotient a b : 1 <= b -> 2 * b <= a -> ratio_below_golden b a = false.
Proof.
  intros Hb H; apply Nat.ltb_ge; assert (E : exists c, a = 2 * b + c) by (exists (a - 2 * b); lia).
  destruct E as [c ->]; replace (2 * b + c - b) with (b + c) by lia; nia.
Qed.

(** Cole and Davie's theorem. *)
Theorem euclid_is_p (x y : nat) : lost ((x, y) : euclid) <-> is_p x y = true.
Proof.
  rewrite (lost_iff_grundy_zero (G := euclid)), grundy_ordered; unfold is_p.
  set (a := Nat.max x y); set (b := Nat.min x y).
  assert (Hab : b <= a) by lia; clearbody a b; clear x y; revert a Hab; induction b as [b IH] using lt_wf_ind; intros a Hab.
  destruct (Nat.eqb_spec b 0) as [->|Hb]; [rewrite euclid_grundy_0; simpl; tauto|]; cbn [orb].
  rewrite euclid_grundy by lia.
  pose proof (Nat.div_mod a b ltac:(lia)) as Ea; pose proof (Nat.mod_upper_bound a b ltac:(lia)) as Hr.
  assert (Hq : 1 <= a / b) by (apply Nat.div_le_lower_bound; lia).
  destruct (Nat.le_gt_cases (2 * b) a) as [H2|H2].
  - rewrite ratio_quotient, andb_false_r by lia; assert (2 <= a / b) by (apply Nat.div_le_lower_bound; lia).
    split; [|discriminate]; destruct (_ <=? _); lia.
  - assert (E1 : a / b = 1) by (symmetry; apply Nat.div_unique with (a - b); lia); rewrite E1 in *.
    assert (Em : a mod b = a - b) by lia; rewrite Em in *.
    assert (HI := IH (a - b) Hr b ltac:(lia)).
    destruct (Nat.eqb_spec b a) as [Hba|Hba].
    { rewrite <- Hba, Nat.sub_diag, euclid_grundy_0; simpl; split; discriminate. }
    destruct (Nat.eqb_spec (a - b) 0); [lia|]; destruct (Nat.eqb_spec (a - b) b); [lia|]; cbn [orb negb andb] in *.
    destruct (ratio_turns (a - b) b) as [E|E]; [lia|lia| |lia].
    replace (b + (a - b)) with a in E by lia; rewrite E.
    destruct (ratio_below_golden (a - b) b); cbn [negb] in *.
    + rewrite (proj2 HI eq_refl); simpl; split; discriminate.
    + assert (Hg : grundy ((b, a - b) : euclid) <> 0) by (intros Hg; apply HI in Hg; discriminate).
      destruct (Nat.leb_spec 1 (grundy ((b, a - b) : euclid))); [split; reflexivity|lia].
Qed.

(** Under misère play, too, the ratio decides; a number brought down to 0 loses at once. *)
Theorem euclid_is_misere_p (x y : nat) : misere_lost ((x, y) : euclid) <-> is_misere_p x y = true.
Proof.
  assert (Hsym : forall x y, is_misere_p x y = is_misere_p y x).
  { intros; unfold is_misere_p; now rewrite Nat.min_comm, Nat.max_comm. }
  assert (Hord : forall a b, b <= a -> is_misere_p a b = negb (b =? 0) && ratio_below_golden b a).
  { intros a b H; unfold is_misere_p; now rewrite Nat.min_r, Nat.max_l by lia. }
  (* no move of the first number inside, and one into the set from outside *)
  assert (Hin : forall a b t, 1 <= t -> 1 <= b -> t * b <= a -> is_misere_p a b = true -> is_misere_p (a - t * b) b = false).
  { intros a b t Ht Hb Hta H; assert (Hba : b <= a) by nia; rewrite Hord in H by exact Hba.
    apply andb_true_iff in H; destruct H as [_ H].
    destruct (Nat.le_gt_cases (2 * b) a) as [H2|H2]; [rewrite ratio_quotient in H by lia; discriminate|].
    assert (t = 1) by nia; subst t; rewrite Nat.mul_1_l; rewrite Hsym, Hord by lia.
    destruct (Nat.eqb_spec (a - b) 0) as [|H0]; [reflexivity|cbn [negb andb]].
    destruct (ratio_turns (a - b) b) as [E|E]; [lia|lia| |lia].
    replace (b + (a - b)) with a in E by lia; rewrite H in E; now destruct (ratio_below_golden (a - b) b). }
  assert (Hout : forall a b, 1 <= b -> b <= a -> is_misere_p a b = false ->
    exists t, 1 <= t /\ t * b <= a /\ is_misere_p (a - t * b) b = true).
  { intros a b Hb Hab H; rewrite Hord in H by exact Hab; destruct (Nat.eqb_spec b 0); [lia|cbn [negb andb] in H].
    pose proof (Nat.div_mod a b ltac:(lia)) as Ea; pose proof (Nat.mod_upper_bound a b ltac:(lia)) as Hr.
    assert (Hq : 1 <= a / b) by (apply Nat.div_le_lower_bound; lia).
    set (q := a / b) in *; set (r := a mod b) in *.
    destruct (is_misere_p r b) eqn:Er.
    - exists q; split; [exact Hq|split; [lia|]]; now replace (a - q * b) with r by lia.
    - assert (Hlast : is_misere_p (r + b) b = true).
      { rewrite Hord by lia; destruct (Nat.eqb_spec b 0); [lia|cbn [negb andb]].
        rewrite Hsym, Hord in Er by lia; rewrite (Nat.add_comm r).
        destruct (Nat.eq_dec r 0) as [->|Hr0]; [apply Nat.ltb_lt; rewrite Nat.add_0_r, Nat.sub_diag, Nat.mul_0_r; nia|].
        destruct (ratio_turns r b) as [E|E]; [lia|lia| |lia]; rewrite E.
        destruct (Nat.eqb_spec r 0); [lia|cbn [negb andb] in Er]; now rewrite Er. }
      assert (Hq2 : 2 <= q).
      { apply Nat.nlt_ge; intros Hlt; assert (q = 1) by lia; rewrite Hord in Hlast by lia.
        replace (r + b) with a in Hlast by nia; rewrite H, andb_false_r in Hlast; discriminate. }
      exists (q - 1); split; [lia|split; [nia|]].
      replace (a - (q - 1) * b) with (r + b) by nia; exact Hlast. }
  change (misere_lost ((x, y) : euclid) <-> (fun p : euclid => is_misere_p (fst p) (snd p) = true) (x, y)).
  generalize ((x, y) : euclid); apply misere_lost_characterised; clear x y.
  - intros [x y] H; simpl in H.
    assert (Hpos : 1 <= x /\ 1 <= y).
    { unfold is_misere_p in H; apply andb_true_iff in H; destruct H as [H _]; apply negb_true_iff, Nat.eqb_neq in H; lia. }
    destruct Hpos as [Hx Hy]; split.
    + intros E; assert (Hi : exists q, In q (euclid_options (x, y))).
      { destruct (Nat.lt_ge_cases x y).
        - exists (x, y - 1 * x); apply in_euclid_options; split; [lia|split; [lia|left; split; [lia|exists 1; split; [lia|split; [lia|reflexivity]]]]].
        - exists (x - 1 * y, y); apply in_euclid_options; split; [lia|split; [lia|right; split; [lia|exists 1; split; [lia|split; [lia|reflexivity]]]]]. }
      destruct Hi as (q & Hi); change (euclid_options (x, y) = []) in E; rewrite E in Hi; destruct Hi.
    + intros q Hq Hm; apply in_euclid_options in Hq.
      destruct Hq as (_ & _ & [[Hxy (t & H1 & H2 & ->)]|[Hxy (t & H1 & H2 & ->)]]); simpl in Hm.
      * rewrite Hsym, Hin in Hm; [discriminate|exact H1|lia|exact H2|now rewrite Hsym].
      * rewrite Hin in Hm; [discriminate|exact H1|lia|exact H2|exact H].
  - intros [x y]; simpl; destruct (is_misere_p x y) eqn:E; [now left|right].
    destruct (Nat.eq_dec x 0) as [->|Hx]; [left; reflexivity|].
    destruct (Nat.eq_dec y 0) as [->|Hy]; [left; unfold euclid_options; now rewrite orb_true_r|right].
    destruct (Nat.lt_ge_cases x y) as [Hxy|Hxy].
    + destruct (Hout y x) as (t & H1 & H2 & H3); [lia|lia|now rewrite Hsym|].
      exists (x, y - t * x); split; [|simpl; now rewrite Hsym].
      apply in_euclid_options; split; [lia|split; [lia|left; split; [lia|exists t; tauto]]].
    + destruct (Hout x y) as (t & H1 & H2 & H3); [lia|lia|exact E|].
      exists (x - t * y, y); split; [|exact H3].
      apply in_euclid_options; split; [lia|split; [lia|right; split; [lia|exists t; tauto]]].
Qed.

(** ** The move to a wanted value *)

(** euclid::move_to: how often the smaller number is kept besides the remainder, where some move reaches the value. *)
Definition kept_for (target last : nat) : nat :=
  if target =? last then 0 else if target <? last then target + 1 else target.

(** The option that keeps it so often is the only one of the value, and there is one if and only if this is less than the
    quotient. *)
Theorem euclid_move_to (a b target i : nat) : 1 <= b -> b <= a -> i < a / b ->
  (grundy ((a mod b + i * b, b) : euclid) = target <->
   i = kept_for target (grundy ((b, a mod b) : euclid))).
Proof.
  intros Hb Hab Hi; pose proof (Nat.mod_upper_bound a b ltac:(lia)) as Hr; unfold kept_for.
  set (e := grundy ((b, a mod b) : euclid)).
  destruct (Nat.eq_dec i 0) as [->|Hi0].
  - simpl; rewrite Nat.add_0_r, grundy_mirror; fold e.
    destruct (Nat.eqb_spec target e), (Nat.ltb_spec target e); lia.
  - rewrite grundy_kept by lia; fold e.
    destruct (Nat.leb_spec i e), (Nat.eqb_spec target e), (Nat.ltb_spec target e); lia.
Qed.

(** These are all the options. *)
Theorem euclid_options_kept (a b : nat) (q : nat * nat) : 1 <= b -> b <= a ->
  In q (options ((a, b) : euclid)) <-> exists i, i < a / b /\ q = (a mod b + i * b, b).
Proof.
  intros Hb Hab; change (In q (euclid_options (a, b)) <-> exists i, i < a / b /\ q = (a mod b + i * b, b)).
  rewrite in_euclid_options; pose proof (Nat.div_mod a b ltac:(lia)) as E.
  pose proof (Nat.mod_upper_bound a b ltac:(lia)) as Hr; set (d := a / b) in *; set (r := a mod b) in *; split.
  - intros (_ & _ & [[H _]|[_ (t & H1 & H2 & ->)]]); [lia|].
    assert (Ht : t <= d) by (apply Nat.nlt_ge; intros Hlt; pose proof (Nat.mul_le_mono_r (S d) t b Hlt); lia).
    exists (d - t); split; [lia|f_equal]; rewrite Nat.mul_sub_distr_r.
    pose proof (Nat.mul_le_mono_r t d b Ht); lia.
  - intros (i & Hi & ->); split; [lia|split; [exact Hb|right; split; [exact Hab|]]]; exists (d - i).
    pose proof (Nat.mul_le_mono_r i d b ltac:(lia)); rewrite Nat.mul_sub_distr_r; split; [lia|split; [lia|f_equal; lia]].
Qed.
