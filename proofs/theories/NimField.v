(** * The product of nimbers by halves

    Let F be a Fermat 2-power, 2^(2^n). The numbers below F are closed under the nim product and have inverses
    and roots, F a = F · a for a < F, and F F = F + F/2. So (a F + b)(c F + d) is split like an ordinary product
    of two digits, with three products and one by F/2: what the library computes is the nim product. So are its
    inverse, from the norm b(a + b) + a²(F/2) of a F + b, and its root, from (a F + b)² = a² F + b² + a²(F/2).

    The proof goes from F to F²: below F the numbers t² + t are just those below F/2.

    Source: J. H. Conway, On Numbers and Games (1976), chapter 6; H. W. Lenstra, Nim multiplication (1977).
    Used by: crates/grundy-number/src/product.rs. *)

From Coq Require Import List Arith Lia Bool Btauto.
From Grundy Require Import Mex NimProduct.
Local Open Scope nimber_scope.

(** ** Digits *)

Lemma below_pow a h : a < 2 ^ h <-> forall i, h <= i -> Nat.testbit a i = false.
Proof.
  split.
  - intros H i Hi; rewrite <- (Nat.mod_small a (2 ^ h)) by exact H; now apply Nat.mod_pow2_bits_high.
  - intros H; replace a with (a mod 2 ^ h); [apply Nat.mod_upper_bound, Nat.pow_nonzero; lia|].
    apply Nat.bits_inj; intros i; destruct (Nat.lt_ge_cases i h).
    + now rewrite Nat.mod_pow2_bits_low.
    + now rewrite Nat.mod_pow2_bits_high, H by assumption.
Qed.

Lemma xor_below a b h : a < 2 ^ h -> b < 2 ^ h -> a ⊕ b < 2 ^ h.
Proof. rewrite !below_pow; intros Ha Hb i Hi; now rewrite Nat.lxor_spec, Ha, Hb. Qed.

(* A high digit and a low one. *)
Lemma join a b h : b < 2 ^ h -> a * 2 ^ h ⊕ b = a * 2 ^ h + b.
Proof.
  intros Hb; symmetry; apply Nat.add_nocarry_lxor, Nat.bits_inj; intros i.
  rewrite Nat.land_spec, Nat.bits_0; destruct (Nat.lt_ge_cases i h).
  - now rewrite Nat.mul_pow2_bits_low.
  - now rewrite (proj1 (below_pow b h) Hb), andb_false_r.
Qed.

Lemma join_below a b h : a < 2 ^ h -> b < 2 ^ h -> a * 2 ^ h ⊕ b < 2 ^ (2 * h).
Proof.
  intros Ha Hb; rewrite join by exact Hb; replace (2 * h) with (h + h) by lia; rewrite Nat.pow_add_r; nia.
Qed.

Definition high (half n : nat) : nat := Nat.shiftr n half.
Definition low (half n : nat) : nat := Nat.land n (Nat.ones half).

Lemma high_low half n : n = high half n * 2 ^ half ⊕ low half n.
Proof.
  unfold high, low; rewrite Nat.land_ones, Nat.shiftr_div_pow2, join.
  - rewrite Nat.mul_comm; apply Nat.div_mod, Nat.pow_nonzero; lia.
  - apply Nat.mod_upper_bound, Nat.pow_nonzero; lia.
Qed.

Lemma low_below half n : low half n < 2 ^ half.
Proof. unfold low; rewrite Nat.land_ones; apply Nat.mod_upper_bound, Nat.pow_nonzero; lia. Qed.

Lemma high_below half n : n < 2 ^ (2 * half) -> high half n < 2 ^ half.
Proof.
  unfold high; rewrite Nat.shiftr_div_pow2; replace (2 * half) with (half + half) by lia.
  rewrite Nat.pow_add_r; apply Nat.div_lt_upper_bound, Nat.pow_nonzero; lia.
Qed.

Lemma half_power h : 0 < h -> 2 ^ h = 2 * 2 ^ (h - 1).
Proof. intros H; rewrite <- Nat.pow_succ_r'; f_equal; lia. Qed.

(** ** Numbers below F = 2^h *)

Record field (h : nat) : Prop := {
  product_below : forall a b, a < 2 ^ h -> b < 2 ^ h -> a ⊗ b < 2 ^ h;
  has_inverse : forall a, a <> 0 -> a < 2 ^ h -> exists b, b < 2 ^ h /\ a ⊗ b = 1;
  has_root : forall a, a < 2 ^ h -> exists b, b < 2 ^ h /\ b ⊗ b = a;
  trace_below : forall t, t < 2 ^ h -> t ⊗ t ⊕ t < 2 ^ (h - 1);
  has_trace : forall a, a < 2 ^ (h - 1) -> exists t, t < 2 ^ h /\ t ⊗ t ⊕ t = a
}.

Lemma bits_field : field 1.
Proof.
  assert (H : forall a, a < 2 ^ 1 -> a = 0 \/ a = 1) by (simpl; lia).
  split.
  - intros a b Ha Hb; destruct (H a Ha) as [->| ->]; rewrite ?product_0_l, ?product_1_l; simpl in *; lia.
  - intros a Hn Ha; destruct (H a Ha) as [->| ->]; [now elim Hn|exists 1; rewrite product_1_l; auto].
  - intros a Ha; destruct (H a Ha) as [->| ->]; [exists 0; rewrite product_0_l|exists 1; rewrite product_1_l]; auto.
  - intros t Ht; destruct (H t Ht) as [->| ->]; rewrite ?product_0_l, ?product_1_l, Nat.lxor_nilpotent; simpl; lia.
  - intros a Ha; replace a with 0 by (simpl in Ha; lia); exists 0; rewrite product_0_l; split; [simpl; lia|reflexivity].
Qed.

Section Next.
  Variable h : nat.
  Hypothesis Hh : 0 < h.
  Hypothesis HF : field h.

  Notation F := (2 ^ h).
  Notation F2 := (2 ^ (h - 1)).

  Lemma F2_below : F2 < F.
  Proof using Hh. rewrite (half_power h Hh); pose proof (Nat.pow_nonzero 2 (h - 1)); lia. Qed.

  Lemma F_positive : 0 < F.
  Proof using Type. clear Hh; apply Nat.neq_0_lt_0, Nat.pow_nonzero; discriminate. Qed.

  (** F a is the ordinary product where a is smaller. *)
  Theorem times_fermat a : a < F -> a ⊗ F = a * F.
  Proof using HF Hh.
    induction a as [a IH] using lt_wf_ind; intros Ha; apply nim_product_unique.
    - intros x y Hx Hy E; rewrite IH in E by lia.
      assert (Hr : (a ⊕ x) ⊗ y < F) by (apply (product_below h HF); [apply xor_below; lia|exact Hy]).
      assert (E' : x * F ⊕ (a ⊕ x) ⊗ y = a * F) by (rewrite <- E, nim_product_distr_r; nim_sums).
      rewrite join in E' by exact Hr; nia.
    - intros n Hn; set (x := n / F); set (r := n mod F).
      assert (Hn' : n = F * x + r) by (apply Nat.div_mod, Nat.pow_nonzero; lia).
      assert (Hr : r < F) by (apply Nat.mod_upper_bound, Nat.pow_nonzero; lia).
      assert (Hx : x < a) by nia.
      destruct (has_inverse h HF (a ⊕ x)) as (i & Hi & Ei).
      { intros E; apply (proj1 (lxor_zero _ _)) in E; lia. }
      { apply xor_below; lia. }
      exists x, (i ⊗ r); split; [lia|split].
      + pose proof (product_below h HF i r Hi Hr); lia.
      + rewrite IH by lia.
        transitivity (x * F ⊕ (a ⊕ x) ⊗ (i ⊗ r)); [|rewrite nim_product_distr_r; nim_sums].
        rewrite nim_product_assoc, Ei, product_1_l, join by exact Hr; lia.
  Qed.

  (** F F is F + F/2. *)
  Theorem square_fermat : F ⊗ F = F ⊕ F2.
  Proof using HF Hh.
    assert (Hw : F ⊕ F2 = F + F2).
    { rewrite <- (Nat.mul_1_l F) at 1; rewrite join by apply F2_below; lia. }
    assert (Hsum : forall x y, x < F -> y < F -> x ⊗ F ⊕ F ⊗ y ⊕ x ⊗ y = (x ⊕ y) * F ⊕ x ⊗ y).
    { intros x y Hx Hy; rewrite <- times_fermat by now apply xor_below.
      rewrite nim_product_distr_r, (nim_product_comm y F); reflexivity. }
    apply nim_product_unique.
    - intros x y Hx Hy; rewrite Hsum, Hw by assumption.
      rewrite join by (now apply (product_below h HF)); intros E.
      assert (Hxy : x ⊗ y < F) by now apply (product_below h HF).
      pose proof F2_below.
      assert (H1 : x ⊕ y = 1) by nia.
      assert (Hy' : y = x ⊕ 1) by (rewrite <- H1; symmetry; apply lxor_cancel).
      assert (Ht : x ⊗ y = x ⊗ x ⊕ x) by now rewrite Hy', nim_product_distr, product_1_r.
      pose proof (trace_below h HF x Hx); rewrite H1 in E; lia.
    - intros n Hn; rewrite Hw in Hn; destruct (Nat.lt_ge_cases n F) as [H|H].
      + destruct (has_root h HF n H) as (b & Hb & Eb); exists b, b; split; [lia|split; [lia|]].
        rewrite Hsum, Nat.lxor_nilpotent by assumption; simpl; now rewrite Nat.lxor_0_l.
      + destruct (has_trace h HF (n - F)) as (t & Ht & Et); [lia|].
        assert (H1 : t ⊕ 1 < F).
        { apply xor_below; [exact Ht|]; rewrite (half_power h Hh); pose proof (Nat.pow_nonzero 2 (h - 1)); lia. }
        exists t, (t ⊕ 1); split; [lia|split; [lia|]].
        rewrite Hsum, lxor_cancel, nim_product_distr, product_1_r, Et by assumption.
        pose proof F2_below; rewrite join; lia.
  Qed.

  (** The product of two numbers of two digits each. *)
  Theorem two_digits a b c d : a < F -> b < F -> c < F -> d < F ->
    (a * F ⊕ b) ⊗ (c * F ⊕ d) =
    ((a ⊕ b) ⊗ (c ⊕ d) ⊕ b ⊗ d) * F ⊕ b ⊗ d ⊕ a ⊗ c ⊗ F2.
  Proof using HF Hh.
    intros Ha Hb Hc Hd; rewrite <- !times_fermat; try assumption.
    2:{ apply xor_below; apply (product_below h HF); try apply xor_below; assumption. }
    rewrite !nim_product_distr, !nim_product_distr_r.
    replace (a ⊗ F ⊗ (c ⊗ F)) with (a ⊗ c ⊗ F ⊕ a ⊗ c ⊗ F2).
    2:{ rewrite <- nim_product_distr, <- square_fermat, !nim_product_assoc; f_equal.
        now rewrite <- !nim_product_assoc, (nim_product_comm F c). }
    replace (a ⊗ F ⊗ d) with (a ⊗ d ⊗ F) by now rewrite <- !nim_product_assoc, (nim_product_comm F d).
    rewrite nim_product_assoc; nim_sums.
  Qed.

  Lemma square_of_sum a b : (a ⊕ b) ⊗ (a ⊕ b) = a ⊗ a ⊕ b ⊗ b.
  Proof using Type.
    rewrite !nim_product_distr, !nim_product_distr_r, (nim_product_comm b a); nim_sums.
  Qed.

  (** The square of a number of two digits. *)
  Lemma two_digits_square a b : a < F -> b < F ->
    (a * F ⊕ b) ⊗ (a * F ⊕ b) = (a ⊗ a) * F ⊕ (b ⊗ b ⊕ a ⊗ a ⊗ F2).
  Proof using HF Hh.
    intros Ha Hb; rewrite two_digits by assumption; rewrite square_of_sum, lxor_cancel_r; nim_sums.
  Qed.

  Definition digits (n : nat) : n < 2 ^ (2 * h) -> exists a b, a < F /\ b < F /\ n = a * F ⊕ b.
  Proof using Type.
    intros Hn; exists (high h n), (low h n); split; [now apply high_below|split; [apply low_below|apply high_low]].
  Qed.

  (** The norm of a number of two digits. *)
  Definition norm (a b : nat) : nat := b ⊗ (a ⊕ b) ⊕ a ⊗ a ⊗ F2.

  Lemma times_conjugate a b : a < F -> b < F -> (a * F ⊕ b) ⊗ (a * F ⊕ (a ⊕ b)) = norm a b.
  Proof using HF Hh.
    intros Ha Hb; rewrite two_digits by (try apply xor_below; assumption); unfold norm.
    rewrite lxor_cancel, (nim_product_comm (a ⊕ b) b), Nat.lxor_nilpotent; simpl Nat.mul.
    nim_sums.
  Qed.

  Lemma norm_below a b : a < F -> b < F -> norm a b < F.
  Proof using HF Hh.
    intros Ha Hb; unfold norm; pose proof F2_below.
    apply xor_below; repeat apply (product_below h HF); try apply xor_below; assumption.
  Qed.

  Lemma norm_nonzero a b : a < F -> b < F -> a * F ⊕ b <> 0 -> norm a b <> 0.
  Proof using HF Hh.
    intros Ha Hb Hn E; rewrite <- times_conjugate in E by assumption; apply nim_product_zero in E.
    destruct E as [E|E]; [contradiction|]; apply Hn.
    rewrite join in E |- * by (try apply xor_below; assumption).
    assert (a = 0) by (pose proof F_positive; nia); subst a; rewrite Nat.lxor_0_l in E; lia.
  Qed.

  (** The numbers below F² are a field again. *)
  Theorem next_field : field (2 * h).
  Proof using HF Hh.
    pose proof F2_below as H2.
    assert (Hpow : 2 ^ (2 * h - 1) = F2 * F).
    { rewrite <- Nat.pow_add_r; f_equal; lia. }
    split.
    - intros m n Hm Hn; destruct (digits m Hm) as (a & b & Ha & Hb & ->), (digits n Hn) as (c & d & Hc & Hd & ->).
      rewrite two_digits, Nat.lxor_assoc by assumption; apply join_below;
        apply xor_below; repeat apply (product_below h HF); try apply xor_below; assumption.
    - intros n Hz Hn; destruct (digits n Hn) as (a & b & Ha & Hb & ->).
      destruct (has_inverse h HF (norm a b)) as (i & Hi & E); [now apply norm_nonzero|now apply norm_below|].
      exists ((a * F ⊕ (a ⊕ b)) ⊗ i); split.
      + replace i with (0 * F ⊕ i) by (simpl; apply Nat.lxor_0_l).
        rewrite two_digits, Nat.lxor_assoc by (try apply xor_below; try apply F_positive; assumption); apply join_below;
          apply xor_below; repeat apply (product_below h HF); repeat apply xor_below; try apply F_positive; assumption.
      + rewrite nim_product_assoc, times_conjugate by assumption; exact E.
    - intros n Hn; destruct (digits n Hn) as (a & b & Ha & Hb & ->).
      destruct (has_root h HF a Ha) as (x & Hx & Ex).
      destruct (has_root h HF (b ⊕ a ⊗ F2)) as (y & Hy & Ey).
      { apply xor_below; [exact Hb|]; now apply (product_below h HF). }
      exists (x * F ⊕ y); split; [now apply join_below|].
      rewrite two_digits_square, Ex, Ey by assumption; f_equal; apply lxor_cancel_r.
    - intros n Hn; destruct (digits n Hn) as (a & b & Ha & Hb & ->); rewrite two_digits_square by assumption.
      pose proof (trace_below h HF a Ha) as Ht.
      assert (Hr : b ⊗ b ⊕ b ⊕ a ⊗ a ⊗ F2 < F).
      { apply xor_below; [apply xor_below; [|exact Hb]|]; repeat apply (product_below h HF); assumption. }
      replace ((a ⊗ a) * F ⊕ (b ⊗ b ⊕ a ⊗ a ⊗ F2) ⊕ (a * F ⊕ b)) with
        ((a ⊗ a ⊕ a) * F ⊕ (b ⊗ b ⊕ b ⊕ a ⊗ a ⊗ F2)).
      + rewrite join by exact Hr; rewrite Hpow; nia.
      + rewrite <- !times_fermat; [rewrite nim_product_distr_r; nim_sums|exact Ha|now apply (product_below h HF)|].
        apply xor_below; [now apply (product_below h HF)|exact Ha].
    - intros n Hn; assert (Hn' : n < 2 ^ (2 * h)).
      { eapply Nat.lt_trans; [exact Hn|]; apply Nat.pow_lt_mono_r; lia. }
      destruct (digits n Hn') as (a & b & Ha & Hb & ->).
      rewrite join in Hn by exact Hb; rewrite Hpow in Hn.
      destruct (has_trace h HF a) as (x & Hx & Ex); [nia|].
      assert (Hfind : forall x, x < F -> x ⊗ x ⊕ x = a -> b ⊕ x ⊗ x ⊗ F2 < F2 ->
        exists t, t < 2 ^ (2 * h) /\ t ⊗ t ⊕ t = a * F ⊕ b).
      { clear x Hx Ex; intros x Hx Ex Hr; destruct (has_trace h HF _ Hr) as (y & Hy & Ey).
        exists (x * F ⊕ y); split; [now apply join_below|].
        rewrite two_digits_square by assumption.
        assert (Hb' : b = y ⊗ y ⊕ y ⊕ x ⊗ x ⊗ F2) by (rewrite Ey; symmetry; apply lxor_cancel_r).
        rewrite Hb', <- Ex, <- !times_fermat; [rewrite nim_product_distr_r; nim_sums|rewrite Ex; exact Ha|exact Hx|].
        now apply (product_below h HF). }
      assert (Hr : b ⊕ x ⊗ x ⊗ F2 < F).
      { apply xor_below; [exact Hb|]; repeat apply (product_below h HF); assumption. }
      destruct (Nat.lt_ge_cases (b ⊕ x ⊗ x ⊗ F2) F2) as [H|H]; [now apply (Hfind x)|].
      assert (H1 : 1 < F).
      { rewrite (half_power h Hh); pose proof (Nat.pow_nonzero 2 (h - 1)); lia. }
      apply (Hfind (x ⊕ 1)).
      + now apply xor_below.
      + rewrite square_of_sum, product_1_l, <- Ex; nim_sums.
      + rewrite square_of_sum, product_1_l, nim_product_distr_r, product_1_l.
        set (r := b ⊕ x ⊗ x ⊗ F2) in *.
        replace (b ⊕ (x ⊗ x ⊗ F2 ⊕ F2)) with (r ⊕ F2) by (unfold r; nim_sums).
        rewrite (half_power h Hh) in Hr.
        assert (Er : r = 1 * F2 ⊕ (r - F2)) by (rewrite join; lia).
        rewrite Er, Nat.mul_1_l.
        replace (F2 ⊕ (r - F2) ⊕ F2) with (r - F2) by nim_sums; lia.
  Qed.
End Next.

(** The numbers below a Fermat 2-power are a field. *)
Theorem fermat_field n : field (2 ^ n).
Proof.
  induction n as [|n IH]; [exact bits_field|]; rewrite Nat.pow_succ_r'; apply next_field; [|exact IH].
  pose proof (Nat.pow_nonzero 2 n); lia.
Qed.

(** ** What the library computes *)

Section Split.
  (** [leaf] multiplies numbers of so many binary digits, a power of 2. *)
  Variables (leaf : nat -> nat -> nat) (digits_of_leaf : nat).

  (** The product of numbers of [digits_of_leaf * 2^k] binary digits. *)
  Fixpoint split (k a b : nat) : nat :=
    match k with
    | 0 => leaf a b
    | S k =>
        let half := digits_of_leaf * 2 ^ k in
        if (high half a =? 0) && (high half b =? 0) then split k a b
        else
          let below := split k (low half a) (low half b) in
          let above := split k (high half a) (high half b) in
          let both := split k (high half a ⊕ low half a) (high half b ⊕ low half b) in
          Nat.shiftl (both ⊕ below) half ⊕ below ⊕ split k above (Nat.shiftl 1 (half - 1))
    end.

  Theorem split_right j : digits_of_leaf = 2 ^ j ->
    (forall a b, a < 2 ^ digits_of_leaf -> b < 2 ^ digits_of_leaf -> leaf a b = a ⊗ b) ->
    forall k a b, a < 2 ^ (digits_of_leaf * 2 ^ k) -> b < 2 ^ (digits_of_leaf * 2 ^ k) -> split k a b = a ⊗ b.
  Proof using Type.
    intros Hj Hleaf; induction k as [|k IH]; intros a b Ha Hb.
    - rewrite Nat.mul_1_r in Ha, Hb; now apply Hleaf.
    - cbn [split]; set (half := digits_of_leaf * 2 ^ k) in *.
      replace (digits_of_leaf * 2 ^ S k) with (2 * half) in Ha, Hb by (unfold half; rewrite Nat.pow_succ_r'; ring).
      assert (Hfield : field half) by (unfold half; rewrite Hj, <- Nat.pow_add_r; apply fermat_field).
      assert (Hhalf : 0 < half).
      { unfold half; rewrite Hj, <- Nat.pow_add_r; pose proof (Nat.pow_nonzero 2 (j + k)); lia. }
      pose proof (high_below half a Ha); pose proof (high_below half b Hb).
      pose proof (low_below half a); pose proof (low_below half b); pose proof (F2_below half Hhalf).
      destruct ((high half a =? 0) && (high half b =? 0)) eqn:E.
      + apply andb_true_iff in E; rewrite !Nat.eqb_eq in E; destruct E as [Ea Eb].
        rewrite (high_low half a), (high_low half b), Ea, Eb, !Nat.mul_0_l, !Nat.lxor_0_l; now apply IH.
      + cbv zeta; transitivity ((high half a * 2 ^ half ⊕ low half a) ⊗ (high half b * 2 ^ half ⊕ low half b));
          [|now rewrite <- !high_low].
        rewrite two_digits, !Nat.shiftl_mul_pow2, Nat.mul_1_l by assumption.
        rewrite (IH (low half a)), (IH (high half a)), (IH (high half a ⊕ low half a)) by (try apply xor_below; assumption).
        rewrite IH; [reflexivity|now apply (product_below half Hfield)|exact H3].
  Qed.
End Split.

(** Numbers below 2 are multiplied by and, and the products of those below 256 are kept in a table. *)
Definition kept (a b : nat) : nat :=
  if b <=? a then split Nat.land 1 3 a b else split Nat.land 1 3 b a.

Definition small_product (a b : nat) : nat :=
  if Nat.shiftr (Nat.lor a b) 64 =? 0 then split kept 8 3 a b else split kept 8 4 a b.

Lemma land_right a b : a < 2 ^ 1 -> b < 2 ^ 1 -> Nat.land a b = a ⊗ b.
Proof.
  intros Ha Hb; assert (Ea : a = 0 \/ a = 1) by (simpl in Ha; lia); assert (Eb : b = 0 \/ b = 1) by (simpl in Hb; lia).
  destruct Ea as [->| ->], Eb as [->| ->]; rewrite ?product_0_l, ?product_1_l; reflexivity.
Qed.

Lemma kept_right a b : a < 2 ^ 8 -> b < 2 ^ 8 -> kept a b = a ⊗ b.
Proof.
  intros Ha Hb; unfold kept; destruct (b <=? a); [|rewrite nim_product_comm];
    (apply (split_right Nat.land 1 0); [reflexivity|apply land_right|assumption|assumption]).
Qed.

(** The product of nimbers below 2^128 as the library computes it. *)
Theorem small_product_right a b : a < 2 ^ 128 -> b < 2 ^ 128 -> small_product a b = a ⊗ b.
Proof.
  intros Ha Hb; unfold small_product; destruct (Nat.eqb_spec (Nat.shiftr (Nat.lor a b) 64) 0) as [E|E].
  - assert (H : forall i, 64 <= i -> Nat.testbit (Nat.lor a b) i = false).
    { intros i Hi; replace i with (i - 64 + 64) by (apply Nat.sub_add, Hi).
      rewrite <- Nat.shiftr_spec', E; apply Nat.bits_0. }
    assert (Hab : a < 2 ^ 64 /\ b < 2 ^ 64).
    { rewrite !below_pow; split; intros i Hi; specialize (H i Hi); rewrite Nat.lor_spec in H;
        apply orb_false_iff in H; apply H. }
    apply (split_right kept 8 3); [reflexivity|apply kept_right|apply Hab|apply Hab].
  - apply (split_right kept 8 3); [reflexivity|apply kept_right|assumption|assumption].
Qed.

(** The product of nimbers of any size: by halves until both factors are below 2^128. The number k is such that they
    are below 2^(128 · 2^k). *)
Fixpoint large (k a b : nat) : nat :=
  if (Nat.shiftr a 128 =? 0) && (Nat.shiftr b 128 =? 0) then small_product a b
  else
    match k with
    | 0 => 0
    | S k =>
        let half := 128 * 2 ^ k in
        let below := large k (low half a) (low half b) in
        let above := large k (high half a) (high half b) in
        let both := large k (high half a ⊕ low half a) (high half b ⊕ low half b) in
        Nat.shiftl (both ⊕ below) half ⊕ below ⊕ large k above (Nat.shiftl 1 (half - 1))
    end.

Lemma shiftr_zero a h : Nat.shiftr a h = 0 <-> a < 2 ^ h.
Proof.
  rewrite Nat.shiftr_div_pow2; apply Nat.div_small_iff, Nat.pow_nonzero; discriminate.
Qed.

Theorem large_right k : forall a b, a < 2 ^ (128 * 2 ^ k) -> b < 2 ^ (128 * 2 ^ k) -> large k a b = a ⊗ b.
Proof.
  induction k as [|k IH]; intros a b Ha Hb; cbn [large];
    destruct ((Nat.shiftr a 128 =? 0) && (Nat.shiftr b 128 =? 0)) eqn:E.
  1, 3: apply andb_true_iff in E; rewrite !Nat.eqb_eq, !shiftr_zero in E; exact (small_product_right a b (proj1 E) (proj2 E)).
  - exfalso; rewrite Nat.mul_1_r, <- shiftr_zero in Ha, Hb; rewrite Ha, Hb in E; discriminate.
  - clear E; set (half := 128 * 2 ^ k) in *.
    replace (128 * 2 ^ S k) with (2 * half) in Ha, Hb by (unfold half; rewrite Nat.pow_succ_r'; ring).
    assert (Hpow : half = 2 ^ (7 + k)) by (unfold half; now rewrite Nat.pow_add_r).
    assert (Hfield : field half) by (rewrite Hpow; apply fermat_field).
    assert (Hhalf : 0 < half) by (rewrite Hpow; apply Nat.neq_0_lt_0, Nat.pow_nonzero; discriminate).
    clearbody half; cbv zeta.
    pose proof (high_below half a Ha); pose proof (high_below half b Hb).
    pose proof (low_below half a); pose proof (low_below half b); pose proof (F2_below half Hhalf).
    transitivity ((high half a * 2 ^ half ⊕ low half a) ⊗ (high half b * 2 ^ half ⊕ low half b));
      [|now rewrite <- !high_low].
    rewrite two_digits, !Nat.shiftl_mul_pow2, Nat.mul_1_l by assumption.
    rewrite (IH (low half a)), (IH (high half a)), (IH (high half a ⊕ low half a)) by (try apply xor_below; assumption).
    rewrite IH; [reflexivity|now apply (product_below half Hfield)|assumption].
Qed.

(** ** Inverse and root *)

(** The inverse of a number below 2^(2^k). *)
Fixpoint inverted (k n : nat) : nat :=
  if n =? 1 then 1
  else
    match k with
    | 0 => 0
    | S k =>
        let half := 2 ^ k in
        let (a, b) := (high half n, low half n) in
        if a =? 0 then inverted k b
        else
          let other := a ⊕ b in
          (Nat.shiftl a half ⊕ other) ⊗ inverted k (b ⊗ other ⊕ a ⊗ a ⊗ Nat.shiftl 1 (half - 1))
    end.

(** The root of a number below 2^(2^k). *)
Fixpoint rooted (k n : nat) : nat :=
  if n <=? 1 then n
  else
    match k with
    | 0 => n
    | S k =>
        let half := 2 ^ k in
        let a := high half n in
        let rest := low half n ⊕ a ⊗ Nat.shiftl 1 (half - 1) in
        Nat.shiftl (rooted k a) half ⊕ rooted k rest
    end.

Section Halves.
  Variable k : nat.
  Let half := 2 ^ k.

  Lemma half_positive : 0 < half.
  Proof using Type. apply Nat.neq_0_lt_0, Nat.pow_nonzero; discriminate. Qed.

  Lemma next_half : 2 ^ (2 ^ S k) = 2 ^ (2 * half).
  Proof using Type. unfold half; now rewrite Nat.pow_succ_r'. Qed.
End Halves.

Theorem inverted_right k : forall n, n <> 0 -> n < 2 ^ 2 ^ k -> n ⊗ inverted k n = 1.
Proof.
  induction k as [|k IH]; intros n Hz Hn; cbn [inverted]; destruct (Nat.eqb_spec n 1) as [->|H1].
  1, 3: apply product_1_l.
  - exfalso; simpl in Hn; lia.
  - rewrite next_half in Hn; pose proof (half_positive k) as Hh; pose proof (fermat_field k) as HF.
    cbv zeta; set (half := 2 ^ k) in *; clearbody half.
    pose proof (high_below half n Hn) as Ha; pose proof (low_below half n) as Hb.
    pose proof (high_low half n) as E; set (a := high half n) in *; set (b := low half n) in *.
    destruct (Nat.eqb_spec a 0) as [Ea|Ea].
    + rewrite Ea, Nat.mul_0_l, Nat.lxor_0_l in E; rewrite E; apply IH; [congruence|exact Hb].
    + rewrite !Nat.shiftl_mul_pow2, Nat.mul_1_l, nim_product_assoc; fold (norm half a b).
      rewrite E at 1; rewrite (times_conjugate half Hh HF) by assumption.
      apply IH; [apply (norm_nonzero half Hh HF); congruence|now apply (norm_below half Hh HF)].
Qed.

Theorem rooted_right k : forall n, n < 2 ^ 2 ^ k -> rooted k n < 2 ^ 2 ^ k /\ rooted k n ⊗ rooted k n = n.
Proof.
  assert (Hone : forall n, n <= 1 -> n ⊗ n = n).
  { intros n Hn; destruct n as [|[|]]; [apply product_0_l|apply product_1_l|lia]. }
  induction k as [|k IH]; intros n Hn; cbn [rooted]; destruct (Nat.leb_spec n 1) as [H1|H1].
  1, 3: auto.
  - exfalso; simpl in Hn; lia.
  - rewrite next_half in *; pose proof (half_positive k) as Hh; pose proof (fermat_field k) as HF.
    cbv zeta; set (half := 2 ^ k) in *; clearbody half.
    pose proof (high_below half n Hn) as Ha; pose proof (low_below half n) as Hb; pose proof (F2_below half Hh) as H2.
    rewrite !Nat.shiftl_mul_pow2, Nat.mul_1_l.
    destruct (IH (high half n) Ha) as [Hx Ex].
    destruct (IH (low half n ⊕ high half n ⊗ 2 ^ (half - 1))) as [Hy Ey].
    { apply xor_below; [exact Hb|]; now apply (product_below half HF). }
    split; [now apply join_below|].
    rewrite (two_digits_square half Hh HF), Ex, Ey, lxor_cancel_r by assumption; symmetry; apply high_low.
Qed.
