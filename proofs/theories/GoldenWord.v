(** * The golden ratio in words of 64 digits

    For a below 2^64 the library finds ⌊(a + 1) / φ⌋ by one product with ⌊2^64 / φ⌋, whose high half is the wanted number
    or one less, and by comparing squares.  Here with numbers of any size, as no step passes 128 digits.

    Source: the Beatty sequences of W. A. Wythoff (1907); the approximation is grundy's.
    Used by: crates/grundy-number/src/golden.rs ([over_golden], and with it [mate] and [lower]). *)

From Coq Require Import Arith NArith ZArith Lia.
From Grundy Require Wythoff.

Open Scope Z_scope.

Definition word : Z := 2 ^ 64.

(** golden::INVERSE *)
Definition inverse : Z := 11400714819323198485.

Lemma inverse_spec : inverse * (inverse + word) <= word * word < (inverse + 1) * (inverse + 1 + word).
Proof. unfold inverse, word; lia. Qed.

(** golden::over_golden *)
Definition over_golden_word (a : Z) : Z :=
  let next := (a + 1) * inverse / word + 1 in
  if next * (next + a + 1) <=? a * (a + 2) then next else next - 1.

Lemma golden_irrational (x z : Z) : 0 < x -> 0 <= z -> x * x <> x * z + z * z.
Proof.
  intros Hx Hz E; destruct (Wythoff.golden_irrational (Z.to_nat x) (Z.to_nat z)) as [H _]; [|lia].
  apply Nat2Z.inj; rewrite Nat2Z.inj_add, !Nat2Z.inj_mul, !Z2Nat.id by lia; exact E.
Qed.

Section Bounds.
  Variables (w i m h : Z).
  Hypotheses (Hw : 0 < w) (Hi : 0 < i) (Hm : 0 < m <= w) (Hh : 0 <= h).
  Hypothesis Hinverse : i * (i + w) <= w * w < (i + 1) * (i + 1 + w).
  Hypothesis Hproduct : h * w <= m * i < (h + 1) * w.

  Lemma not_more : h * (h + m) <= m * m.
  Proof.
    apply Z.mul_le_mono_pos_r with (w * w); [nia|].
    assert (E1 : h * (h + m) * (w * w) = (h * w) * (h * w + m * w)) by ring.
    assert (E2 : (h * w) * (h * w + m * w) <= (m * i) * (m * i + m * w)) by (apply Z.mul_le_mono_nonneg; nia).
    assert (E3 : (m * i) * (m * i + m * w) = m * m * (i * (i + w))) by ring.
    assert (E4 : m * m * (i * (i + w)) <= m * m * (w * w)) by (apply Z.mul_le_mono_nonneg_l; [nia|lia]).
    lia.
  Qed.

  Lemma one_less_at_most : m * m < (h + 2) * (h + 2 + m).
  Proof.
    apply Z.mul_lt_mono_pos_r with (w * w); [nia|].
    assert (E1 : (h + 2) * (h + 2 + m) * (w * w) = ((h + 2) * w) * ((h + 2) * w + m * w)) by ring.
    assert (E0 : m * (i + 1) <= (h + 2) * w) by lia.
    assert (E2 : (m * (i + 1)) * (m * (i + 1) + m * w) <= ((h + 2) * w) * ((h + 2) * w + m * w)).
    { apply Z.mul_le_mono_nonneg; [nia|exact E0|nia|lia]. }
    assert (E3 : (m * (i + 1)) * (m * (i + 1) + m * w) = m * m * ((i + 1) * (i + 1 + w))) by ring.
    assert (E4 : m * m * (w * w) < m * m * ((i + 1) * (i + 1 + w))) by (apply Z.mul_lt_mono_pos_l; [nia|lia]).
    lia.
  Qed.
End Bounds.

(** It is ⌊(a + 1) / φ⌋: the largest k with k (k + a + 1) at most (a + 1)². *)
Theorem over_golden_word_spec (a : Z) : 0 <= a < word ->
  let k := over_golden_word a in let m := a + 1 in
  0 <= k /\ k * (k + m) <= m * m < (k + 1) * (k + 1 + m).
Proof.
  intros Ha k m; unfold k, over_golden_word; fold m.
  assert (Hw : 0 < word) by (unfold word; lia); assert (Hi : 0 < inverse) by (unfold inverse; lia).
  pose proof (Z.div_mod (m * inverse) word ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (m * inverse) word Hw) as B.
  assert (Hh : 0 <= m * inverse / word) by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg; lia|lia]).
  set (h := m * inverse / word) in *; set (rest := (m * inverse) mod word) in *; clearbody h rest.
  assert (Hp : h * word <= m * inverse < (h + 1) * word) by lia.
  assert (Hm : 0 < m <= word) by lia.
  pose proof (not_more word inverse m h Hw Hi Hm Hh inverse_spec Hp) as H1.
  pose proof (one_less_at_most word inverse m h Hw Hi Hm Hh inverse_spec Hp) as H2.
  clear - H1 H2 Hh Hm; unfold m in *; clear m.
  pose proof (golden_irrational (a + 1) (h + 1) ltac:(lia) ltac:(lia)) as Hirr.
  destruct (Z.leb_spec ((h + 1) * (h + 1 + a + 1)) (a * (a + 2))) as [H|H]; split; try lia.
Qed.
