(** * The product of nimbers

    The nim product of a and b is the mex of a'b + ab' + a'b' over all a' < a and b' < b, the sums being
    nim-sums. It is commutative, associative, distributes over the nim-sum, has 1 for unit, and no product is 0
    but those with 0.

    Source: J. H. Conway, On Numbers and Games (1976), chapter 6.
    Used by: crates/grundy-number/src/product.rs; NimField.v. *)

From Coq Require Import List Arith Lia Bool Btauto.
From Grundy Require Import Mex.
Import ListNotations.

Declare Scope nimber_scope.
Infix "⊕" := Nat.lxor (at level 50, left associativity) : nimber_scope.
Local Open Scope nimber_scope.

(* Equations of nim-sums, digit by digit. *)
Ltac nim_sums :=
  apply Nat.bits_inj; intro; rewrite ?Nat.lxor_spec, ?Nat.bits_0; btauto.

(** ** The product *)

(** What the product must not be. *)
Definition corners (f : nat -> nat -> nat) (a b : nat) : list nat :=
  flat_map (fun x => map (fun y => f x b ⊕ f a y ⊕ f x y) (seq 0 b)) (seq 0 a).

Fixpoint product_within (depth a b : nat) : nat :=
  match depth with
  | 0 => 0
  | S depth => mex (corners (product_within depth) a b)
  end.

Definition nim_product (a b : nat) : nat := product_within (S (a + b)) a b.

Infix "⊗" := nim_product (at level 40, left associativity) : nimber_scope.

Lemma in_corners f a b n : In n (corners f a b) <-> exists x y, x < a /\ y < b /\ n = f x b ⊕ f a y ⊕ f x y.
Proof.
  unfold corners; rewrite in_flat_map; split.
  - intros (x & Hx & H); apply in_map_iff in H; destruct H as (y & <- & Hy).
    apply in_seq in Hx, Hy; exists x, y; repeat split; lia.
  - intros (x & y & Hx & Hy & ->); exists x; split; [apply in_seq; lia|].
    apply (in_map (fun y => f x b ⊕ f a y ⊕ f x y)), in_seq; lia.
Qed.

Lemma corners_ext f g a b :
  (forall x y, x <= a -> y <= b -> x + y < a + b -> f x y = g x y) ->
  forall n, In n (corners f a b) <-> In n (corners g a b).
Proof.
  intros H n; rewrite !in_corners; split; intros (x & y & Hx & Hy & ->); exists x, y;
    rewrite !H by lia; auto.
Qed.

Lemma product_within_enough d : forall e a b, a + b < d -> a + b < e -> product_within d a b = product_within e a b.
Proof.
  induction d as [|d IH]; intros [|e] a b Hd He; try lia; simpl; apply mex_ext, corners_ext.
  intros x y Hx Hy Hxy; apply IH; lia.
Qed.

Theorem nim_product_mex a b : a ⊗ b = mex (corners nim_product a b).
Proof.
  unfold nim_product at 1; simpl; apply mex_ext, corners_ext; intros x y Hx Hy Hxy.
  apply product_within_enough; lia.
Qed.

(** No number goes with two others of its row and column and their corner, be these smaller or not. *)
Lemma corner_differs a b x y : x < a -> y < b -> x ⊗ b ⊕ a ⊗ y ⊕ x ⊗ y <> a ⊗ b.
Proof.
  intros Hx Hy E; apply (mex_not_in (corners nim_product a b)); rewrite <- nim_product_mex, <- E.
  apply in_corners; eauto.
Qed.

Theorem four_corners a b x y : a <> x -> b <> y -> a ⊗ b ⊕ x ⊗ b ⊕ a ⊗ y ⊕ x ⊗ y <> 0.
Proof.
  intros Ha Hb H.
  assert (G : forall a b x y, x < a -> y < b -> a ⊗ b ⊕ x ⊗ b ⊕ a ⊗ y ⊕ x ⊗ y <> 0).
  { clear; intros a b x y Hx Hy H; apply (corner_differs a b x y Hx Hy), lxor_zero; rewrite <- H; nim_sums. }
  destruct (Nat.lt_ge_cases x a), (Nat.lt_ge_cases y b).
  - exact (G a b x y H0 H1 H).
  - apply (G a y x b); [lia|lia|]; rewrite <- H; nim_sums.
  - apply (G x b a y); [lia|lia|]; rewrite <- H; nim_sums.
  - apply (G x y a b); [lia|lia|]; rewrite <- H; nim_sums.
Qed.

Lemma corner_reached a b n : n < a ⊗ b -> exists x y, x < a /\ y < b /\ n = x ⊗ b ⊕ a ⊗ y ⊕ x ⊗ y.
Proof. rewrite nim_product_mex; intros H; apply in_corners, mex_least, H. Qed.

(** The product is w if no corner is, and smaller numbers come from other rows and columns, smaller or not. *)
Lemma nim_product_unique a b w :
  (forall x y, x < a -> y < b -> x ⊗ b ⊕ a ⊗ y ⊕ x ⊗ y <> w) ->
  (forall n, n < w -> exists x y, x <> a /\ y <> b /\ n = x ⊗ b ⊕ a ⊗ y ⊕ x ⊗ y) ->
  a ⊗ b = w.
Proof.
  intros H1 H2; destruct (Nat.lt_trichotomy (a ⊗ b) w) as [H|[H|H]]; [exfalso|exact H|exfalso].
  - destruct (H2 _ H) as (x & y & Hx & Hy & E).
    apply (four_corners a b x y); [auto|auto|]; apply lxor_zero in E; rewrite <- E; nim_sums.
  - destruct (corner_reached a b w H) as (x & y & Hx & Hy & E); exact (H1 x y Hx Hy (eq_sym E)).
Qed.

Theorem nim_product_comm a b : a ⊗ b = b ⊗ a.
Proof.
  assert (H : forall n a b, a + b < n -> a ⊗ b = b ⊗ a); [|now apply (H (S (a + b))); lia].
  clear; induction n as [|n IH]; intros a b Hn; [lia|].
  rewrite (nim_product_mex a b), (nim_product_mex b a); apply mex_ext; intros m; rewrite !in_corners.
  split; intros (x & y & Hx & Hy & ->); exists y, x; (split; [exact Hy|split; [exact Hx|]]).
  - rewrite (IH x b), (IH a y), (IH x y) by lia; nim_sums.
  - rewrite (IH x a), (IH b y), (IH x y) by lia; nim_sums.
Qed.

Lemma product_0_l a : 0 ⊗ a = 0.
Proof. rewrite nim_product_mex; reflexivity. Qed.

Lemma product_0_r a : a ⊗ 0 = 0.
Proof. rewrite nim_product_comm; apply product_0_l. Qed.

Theorem product_1_l a : 1 ⊗ a = a.
Proof.
  induction a as [a IH] using lt_wf_ind; apply nim_product_unique.
  - intros x y Hx Hy; replace x with 0 by lia; rewrite !product_0_l, IH, Nat.lxor_0_l, Nat.lxor_0_r by exact Hy; lia.
  - intros n Hn; exists 0, n; rewrite !product_0_l, IH, Nat.lxor_0_l, Nat.lxor_0_r by exact Hn; repeat split; lia.
Qed.

Lemma product_1_r a : a ⊗ 1 = a.
Proof. rewrite nim_product_comm; apply product_1_l. Qed.

(** A product is 0 only if a factor is. *)
Theorem nim_product_zero a b : a ⊗ b = 0 <-> a = 0 \/ b = 0.
Proof.
  split; [|intros [->| ->]; [apply product_0_l|apply product_0_r]]; intros H.
  destruct (Nat.eq_dec a 0) as [|Ha]; [now left|]; destruct (Nat.eq_dec b 0) as [|Hb]; [now right|exfalso].
  apply (four_corners a b 0 0 Ha Hb); now rewrite H, !product_0_l, product_0_r.
Qed.

(** The product distributes over the nim-sum. *)
Theorem nim_product_distr a b c : a ⊗ (b ⊕ c) = a ⊗ b ⊕ a ⊗ c.
Proof.
  assert (H : forall n a b c, a + b + c < n -> a ⊗ (b ⊕ c) = a ⊗ b ⊕ a ⊗ c);
    [|now apply (H (S (a + b + c))); lia].
  clear; induction n as [|n IH]; intros a b c Hn; [lia|]; apply nim_product_unique.
  - intros x z Hx Hz E; rewrite (IH x b c) in E by lia; destruct (lxor_mex b c z Hz) as [(y & Hy & <-)|(y & Hy & <-)].
    + rewrite (IH a y c), (IH x y c) in E by lia; apply (corner_differs a b x y Hx Hy), lxor_zero.
      apply lxor_zero in E; rewrite <- E; nim_sums.
    + rewrite (IH a b y), (IH x b y) in E by lia; apply (corner_differs a c x y Hx Hy), lxor_zero.
      apply lxor_zero in E; rewrite <- E; nim_sums.
  - intros m Hm; destruct (lxor_mex _ _ _ Hm) as [(u & Hu & <-)|(u & Hu & <-)];
      apply corner_reached in Hu; destruct Hu as (x & y & Hx & Hy & ->).
    + exists x, (y ⊕ c); split; [lia|split; [apply lxor_lowered_distinct; lia|]].
      rewrite (IH x b c), (IH a y c), (IH x y c) by lia; nim_sums.
    + exists x, (b ⊕ y); split; [lia|split].
      * intros E; apply lxor_inj_l in E; lia.
      * rewrite (IH x b c), (IH a b y), (IH x b y) by lia; nim_sums.
Qed.

Lemma nim_product_distr_r a b c : (a ⊕ b) ⊗ c = a ⊗ c ⊕ b ⊗ c.
Proof. rewrite (nim_product_comm (a ⊕ b)), nim_product_distr, !(nim_product_comm c); reflexivity. Qed.

(** It is associative. *)
Theorem nim_product_assoc a b c : a ⊗ (b ⊗ c) = a ⊗ b ⊗ c.
Proof.
  assert (H : forall n a b c, a + b + c < n -> a ⊗ (b ⊗ c) = a ⊗ b ⊗ c);
    [|now apply (H (S (a + b + c))); lia].
  clear; induction n as [|n IH]; intros a b c Hn; [lia|]; symmetry; apply nim_product_unique.
  - intros p z Hp Hz E; apply corner_reached in Hp; destruct Hp as (x & y & Hx & Hy & ->).
    set (q := b ⊗ c ⊕ y ⊗ c ⊕ b ⊗ z ⊕ y ⊗ z).
    assert (Hq : (a ⊕ x) ⊗ q = 0).
    { unfold q; rewrite nim_product_distr_r, !nim_product_distr.
      rewrite (IH x b c), (IH a y c), (IH x y c), (IH a b z), (IH a y z), (IH x b z), (IH x y z) by lia.
      rewrite !nim_product_distr_r in E; apply lxor_zero in E; rewrite <- E; nim_sums. }
    apply nim_product_zero in Hq; destruct Hq as [Hq|Hq].
    + apply (proj1 (lxor_zero _ _)) in Hq; lia.
    + apply (four_corners b c y z); [lia|lia|exact Hq].
  - intros m Hm; apply corner_reached in Hm; destruct Hm as (x & r & Hx & Hr & ->).
    apply corner_reached in Hr; destruct Hr as (y & z & Hy & Hz & ->).
    exists (x ⊗ b ⊕ a ⊗ y ⊕ x ⊗ y), z; split; [now apply corner_differs|split; [lia|]].
    rewrite !nim_product_distr, !nim_product_distr_r.
    rewrite (IH x b c), (IH a y c), (IH x y c), (IH a b z), (IH a y z), (IH x b z), (IH x y z) by lia; nim_sums.
Qed.

(** Factors other than 0 may be left out. *)
Theorem nim_product_cancel a b c : a <> 0 -> a ⊗ b = a ⊗ c -> b = c.
Proof.
  intros Ha E; apply lxor_zero in E; rewrite <- nim_product_distr in E; apply nim_product_zero in E.
  destruct E as [E|E]; [now elim Ha|now apply lxor_zero].
Qed.
