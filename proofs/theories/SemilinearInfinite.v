(** * Why a misère quotient is infinite

    A law (Semilinear.v) decides all sums of some letters, and the letter A counts for exponent i. Let v be a
    vector of exponents and d one with d_i > 0, such that each form of the law either vanishes on d, or is above
    the clip on v with the sign that it has on d; and let v' be v with so much, a multiple of the period m, added
    to exponent i that all forms which this changes are above the clip. If the law does not say the same of v
    and of v', then no two powers of A are equivalent: some sum beside them tells them apart. So the misère
    quotient of the letters is infinite.

    For v + t m d has the state of v for each t; let x be at most its exponent i. If A^x and A^(x+y) were
    equivalent, (f, v + t m d) and that with n y m more of exponent i were both in P or both not, for all n; but
    for great n the latter has the state of v'.

    Source: grundy. Used by: crates/grundy-engine/src/misere/infinite.rs. *)

From Coq Require Import List Arith Lia Bool ZArith.
From Grundy Require Import Game Quotient SemilinearShape Semilinear.
Import ListNotations.

Section Infinite.
  Variable s : shape.
  Variable clip : nat.

  (** The exponents, and the differences that the law looks at. *)
  Definition all_forms : list ((nat -> Z) -> Z) :=
    map (fun i v => v i) (seq 0 (exponents s)) ++ map along (forms s).

  (** The state stays along a line. *)
  Definition stays (v d : vector) : Prop := forall g, In g all_forms ->
    g (integral d) = 0%Z \/ (Z.of_nat clip < g (integral v) * Z.sgn (g (integral d)))%Z.

  Definition farthest (v : vector) : nat :=
    fold_right Nat.max 0 (map (fun g => Z.abs_nat (g (integral v))) all_forms).

  Definition more (v : vector) (i n : nat) : vector := fun j => v j + if j =? i then n else 0.

  (** So far that all forms which exponent i changes are above the clip. *)
  Definition far (v : vector) (i : nat) : vector := more v i (period s * (clip + 1 + farthest v)).

  Definition on (v d : vector) (n : nat) : vector := fun j => v j + n * d j.

  Hypothesis Hproper : proper s.

  Lemma in_exponents j : j < exponents s -> In (fun v : nat -> Z => v j) all_forms.
  Proof using Type.
    intros H; apply in_app_iff; left; apply (in_map (fun i (v : nat -> Z) => v i)), in_seq; lia.
  Qed.

  Lemma in_forms f : In f (forms s) -> In (along f) all_forms.
  Proof using Type. intros H; apply in_app_iff; right; now apply in_map. Qed.

  Lemma farthest_max v g : In g all_forms -> Z.abs_nat (g (integral v)) <= farthest v.
  Proof using Type.
    unfold farthest; induction all_forms as [|h l IH]; intros []; simpl; [subst; lia|].
    specialize (IH H); lia.
  Qed.

  Lemma along_on f v d n : along f (integral (on v d n)) = (along f (integral v) + Z.of_nat n * along f (integral d))%Z.
  Proof using Type. unfold along, integral, on; rewrite !Nat2Z.inj_add, !Nat2Z.inj_mul; ring. Qed.

  Definition unit_vector (i : nat) : nat -> Z := fun j => if j =? i then 1%Z else 0%Z.

  Lemma along_more f v i n :
    along f (integral (more v i n)) = (along f (integral v) + Z.of_nat n * along f (unit_vector i))%Z.
  Proof using Type.
    unfold along, integral, more, unit_vector; rewrite !Nat2Z.inj_add.
    destruct (plus f =? i), (minus f =? i); ring.
  Qed.

  Lemma mod_multiple a b n : (a + period s * n) mod period s = (b + 0) mod period s <-> a mod period s = b mod period s.
  Proof using Hproper. destruct Hproper; rewrite Nat.add_0_r, (Nat.mul_comm (period s)), Nat.mod_add by lia; tauto. Qed.

  (** Along the line nothing that is seen changes. *)
  Lemma same_on v d t : stays v d -> same s clip (on v d (t * period s)) v.
  Proof using Hproper.
    intros H; pose proof Hproper as [Hm _]; split.
    - intros j Hj; apply seen_same; [exact Hm|]; unfold on.
      destruct (H _ (in_exponents j Hj)) as [E|E]; unfold integral in E; [left; nia|right].
      assert (clip < v j) by (destruct (Z.of_nat (d j)); simpl in E; lia).
      split; [lia|split; [lia|]]; replace (v j + t * period s * d j) with (v j + (t * d j) * period s) by ring.
      now apply Nat.mod_add; lia.
    - intros f Hf; apply clamp_same; rewrite along_on.
      destruct (H _ (in_forms f Hf)) as [E|E]; [left; rewrite E; ring|right].
      assert (0 <= Z.of_nat (t * period s))%Z by lia.
      destruct (Z.lt_trichotomy (along f (integral d)) 0) as [Hd|[Hd|Hd]].
      + rewrite Z.sgn_neg in E by exact Hd; right; nia.
      + rewrite Hd in E; simpl in E; lia.
      + rewrite Z.sgn_pos in E by exact Hd; left; nia.
  Qed.

  (** Vectors that look the same do so with much of an exponent more. *)
  Lemma same_more u w i a b :
    same s clip u w -> clip + 1 + farthest u <= a -> clip + 1 + farthest w <= b ->
    same s clip (more u i (period s * a)) (more w i (period s * b)).
  Proof using Hproper.
    intros [H1 H2] Ha Hb; pose proof Hproper as [Hm _]; split.
    - intros j Hj; specialize (H1 j Hj); apply seen_same in H1; [|exact Hm]; apply seen_same; [exact Hm|].
      unfold more; destruct (j =? i); [right|rewrite !Nat.add_0_r; exact H1].
      split; [nia|split; [nia|]].
      rewrite !(Nat.mul_comm (period s)), !Nat.mod_add by lia.
      destruct H1 as [->|(_ & _ & E)]; [reflexivity|exact E].
    - intros f Hf; specialize (H2 f Hf); apply clamp_same in H2; apply clamp_same.
      pose proof (farthest_max u _ (in_forms f Hf)) as Hu; pose proof (farthest_max w _ (in_forms f Hf)) as Hw.
      rewrite !along_more, !Nat2Z.inj_mul.
      set (p := Z.of_nat (period s)); assert (Hp : (0 < p)%Z) by lia.
      set (y := along f (unit_vector i)).
      assert (Hlarge : forall z n, clip + 1 + Z.abs_nat z <= n ->
        (0 < y -> Z.of_nat clip < z + p * Z.of_nat n * y)%Z /\ (y < 0 -> z + p * Z.of_nat n * y < - Z.of_nat clip)%Z).
      { intros z n Hn; assert (Hz : (Z.of_nat clip + 1 + Z.abs z <= Z.of_nat n)%Z) by lia.
        assert (Hpn : (Z.of_nat n <= p * Z.of_nat n)%Z) by nia; split; intros Hy; nia. }
      destruct (Hlarge (along f (integral u)) a) as [L1 L2]; [lia|].
      destruct (Hlarge (along f (integral w)) b) as [L3 L4]; [lia|].
      destruct (Z.lt_trichotomy y 0) as [Hy|[Hy|Hy]].
      + right; right; auto.
      + rewrite Hy, !Z.mul_0_r, !Z.add_0_r; exact H2.
      + right; left; auto.
  Qed.

  (** ** Sums with given values *)

  Context {A : letters} {F : monoid}.
  Variables (covered : A -> Prop) (place_of : A -> place F) (rows : list Z * list Z -> option (F -> bool)).

  Notation finite := (finite place_of).
  Notation powers := (powers place_of).
  Notation called := (called s clip rows).

  (** Each exponent has a letter, and each element of F a sum of letters that go there. *)
  Definition spelled : Prop :=
    (forall j, j < exponents s -> exists h, covered h /\ place_of h = Free j) /\
    (forall f, exists l, Forall covered l /\ (forall j, powers l j = 0) /\ finite l = f).

  Lemma powers_repeat h n j : powers (repeat h n) j = n * counts place_of h j.
  Proof using Type.
    induction n as [|n IH]; [reflexivity|]; simpl repeat; rewrite powers_cons, IH; lia.
  Qed.

  Lemma finite_app a b : finite (a ++ b) = times (finite a) (finite b).
  Proof using Type. apply Phi_app. Qed.

  Lemma finite_repeat h n i : place_of h = Free i -> finite (repeat h n) = one.
  Proof using Type.
    intros E; induction n as [|n IH]; [reflexivity|]; unfold Semilinear.finite in *; simpl repeat.
    rewrite Phi_cons, IH, times_one; unfold finite_value; now rewrite E.
  Qed.

  Lemma counts_free h i j : place_of h = Free i -> counts place_of h j = if j =? i then 1 else 0.
  Proof using Type. unfold counts; now intros ->. Qed.

  Lemma sum_of f (w : vector) : spelled ->
    exists l, Forall covered l /\ finite l = f /\ forall j, j < exponents s -> powers l j = w j.
  Proof using Type.
    intros [Hfree Hf].
    assert (H : forall k, k <= exponents s -> exists l, Forall covered l /\ finite l = f /\
      forall j, powers l j = if j <? k then w j else 0).
    { induction k as [|k IH]; intros Hk.
      - destruct (Hf f) as (l & Hl & H0 & E); exists l; auto.
      - destruct IH as (l & Hl & E & Hp); [lia|]; destruct (Hfree k) as (h & Hh & Ek); [lia|].
        exists (repeat h (w k) ++ l); split; [|split].
        + apply Forall_app; split; [|exact Hl]; apply Forall_forall; intros x Hx.
          now apply repeat_spec in Hx; subst.
        + rewrite finite_app, (finite_repeat h _ k Ek), E; apply one_times.
        + intros j; rewrite powers_app, powers_repeat, (counts_free h k j Ek), Hp.
          destruct (Nat.eqb_spec j k) as [Ej|], (Nat.ltb_spec j k), (Nat.ltb_spec j (S k)); try lia.
          rewrite Ej; lia. }
    destruct (H (exponents s)) as (l & Hl & E & Hp); [lia|]; exists l; split; [exact Hl|split; [exact E|]].
    intros j Hj; rewrite Hp; apply Nat.ltb_lt in Hj; now rewrite Hj.
  Qed.

  (** ** No two powers are equivalent *)

  Hypothesis Hdecides : forall l : sums A, Forall covered l -> misere_lost l <-> called (finite l) (powers l) = true.
  Hypothesis Hspelled : spelled.

  Variables (a : A) (i : nat) (v d : vector) (f : F).
  Hypothesis Ha : covered a.
  Hypothesis Hplace : place_of a = Free i.
  Hypothesis Hi : i < exponents s.

  Lemma called_equal g u w : (forall j, j < exponents s -> u j = w j) -> called g u = called g w.
  Proof using Hproper.
    intros H; unfold Semilinear.called, row; replace (state s clip w) with (state s clip u); [reflexivity|].
    apply state_same; now apply equal_same.
  Qed.

  Lemma powers_apart x y u :
    x <= u i -> indistinguishable covered (repeat a x) (repeat a (x + y)) -> called f (more u i y) = called f u.
  Proof using All.
    intros Hx Hind; destruct (sum_of f (fun j => if j =? i then u j - x else u j) Hspelled) as (l & Hl & E & Hp).
    assert (Hrep : forall n, Forall covered (repeat a n)).
    { intros n; apply Forall_forall; intros h Hh; now apply repeat_spec in Hh; subst. }
    assert (Hpow : forall n j, j < exponents s ->
      powers (repeat a n ++ l) j = (if j =? i then n + (u j - x) else u j)).
    { intros n j Hj; rewrite powers_app, powers_repeat, (counts_free a i j Hplace), (Hp j Hj).
      destruct (j =? i); lia. }
    assert (Hfin : forall n, finite (repeat a n ++ l) = f).
    { intros n; rewrite finite_app, (finite_repeat a n i Hplace), E; apply one_times. }
    specialize (Hind l Hl); rewrite !Hdecides, !Hfin in Hind by (apply Forall_app; auto).
    rewrite (called_equal f (powers (repeat a x ++ l)) u) in Hind.
    2:{ intros j Hj; rewrite (Hpow x j Hj); destruct (Nat.eqb_spec j i) as [->|]; lia. }
    rewrite (called_equal f (powers (repeat a (x + y) ++ l)) (more u i y)) in Hind.
    2:{ intros j Hj; rewrite (Hpow _ j Hj); unfold more; destruct (Nat.eqb_spec j i) as [->|]; lia. }
    destruct (called f u), (called f (more u i y)); tauto || (exfalso; intuition discriminate).
  Qed.

  (** No two powers of the letter are equivalent. *)
  Theorem distinct_powers x y :
    0 < d i -> stays v d -> called f v <> called f (far v i) ->
    x <> y -> ~ indistinguishable covered (repeat a x) (repeat a y).
  Proof using All.
    intros Hd Hs Hne; revert x y.
    assert (H : forall x y, 0 < y -> ~ indistinguishable covered (repeat a x) (repeat a (x + y))).
    { intros x y Hy Hind; apply Hne; pose proof Hproper as [Hm _].
      set (u := on v d (x * period s)).
      assert (Hu : same s clip u v) by now apply same_on.
      assert (Hx : x <= u i) by (unfold u, on; assert (1 <= period s * d i) by nia; rewrite <- Nat.mul_assoc; nia).
      assert (Hn : forall n, called f (more u i (n * y)) = called f u).
      { induction n as [|n IH].
        - apply called_equal; intros j _; unfold more; destruct (j =? i); lia.
        - rewrite <- IH, <- (powers_apart x y (more u i (n * y))); [|unfold more; lia|exact Hind].
          apply called_equal; intros j _; unfold more; destruct (j =? i); lia. }
      set (n := clip + 1 + farthest u).
      rewrite <- (called_same s clip rows f u v Hu), <- (Hn (period s * n)).
      replace (period s * n * y) with (period s * (n * y)) by ring.
      apply called_same, same_more; [exact Hu|nia|lia]. }
    intros x y Hxy Hind; destruct (Nat.lt_trichotomy x y) as [Hlt|[E|Hlt]]; [|now elim Hxy|].
    - apply (H x (y - x)); [lia|]; now replace (x + (y - x)) with y by lia.
    - apply (H y (x - y)); [lia|]; replace (y + (x - y)) with x by lia.
      intros k Hk; specialize (Hind k Hk); tauto.
  Qed.
End Infinite.
