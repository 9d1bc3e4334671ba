(** * Numbers and sets by their lowest digit

    A number is its lowest binary digit and its half; a list of numbers falls into those that end in 0 and
    those that end in 1.  Nim-sums, lengths and parities of the halves tell those of the whole.  This is how
    Welter.v proves what it proves: by halving, until only the number 0 is left.

    Used by: Welter.v. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex.
Import ListNotations.

(** ** Halving numbers *)

Definition digit (b : bool) (n : nat) : nat := 2 * n + Nat.b2n b.

Lemma digit_bit_0 b n : Nat.testbit (digit b n) 0 = b.
Proof. apply Nat.testbit_0_r. Qed.

Lemma digit_bit_S b n i : Nat.testbit (digit b n) (S i) = Nat.testbit n i.
Proof. apply Nat.testbit_succ_r. Qed.

Lemma digit_inj p q a b : digit p a = digit q b -> p = q /\ a = b.
Proof. unfold digit; destruct p, q; simpl Nat.b2n; intros H; split; (reflexivity || lia). Qed.

Lemma digits n : digit (Nat.odd n) (Nat.div2 n) = n.
Proof. unfold digit; symmetry; apply Nat.div2_odd. Qed.

Lemma digit_cases n : exists p a, n = digit p a.
Proof. exists (Nat.odd n), (Nat.div2 n); now rewrite digits. Qed.

Lemma lxor_digit p q a b : Nat.lxor (digit p a) (digit q b) = digit (xorb p q) (Nat.lxor a b).
Proof.
  apply Nat.bits_inj; intros [|i]; rewrite Nat.lxor_spec.
  - now rewrite !digit_bit_0.
  - now rewrite !digit_bit_S, Nat.lxor_spec.
Qed.

Lemma digit_0 : digit false 0 = 0.
Proof. reflexivity. Qed.

Lemma log2_digit d0 d : d <> 0 -> Nat.log2 (digit d0 d) = S (Nat.log2 d).
Proof.
  intros Hd; unfold digit; destruct d0; simpl Nat.b2n.
  - apply Nat.log2_succ_double; lia.
  - rewrite Nat.add_0_r; apply Nat.log2_double; lia.
Qed.

Lemma digit_mod p a k : digit p a mod 2 ^ S k = digit p (a mod 2 ^ k).
Proof.
  rewrite Nat.pow_succ_r'; unfold digit.
  assert (Hk : 2 ^ k <> 0) by (apply Nat.pow_nonzero; lia).
  pose proof (Nat.div_mod_eq a (2 ^ k)) as Hd; pose proof (Nat.mod_upper_bound a (2 ^ k) Hk) as Hb.
  symmetry; apply Nat.mod_unique with (q := a / 2 ^ k); [destruct p; simpl Nat.b2n; lia|].
  rewrite Hd at 1; lia.
Qed.

(** ** Halving sets *)

Definition half (p : bool) (s : list nat) : list nat :=
  map Nat.div2 (filter (fun a => Bool.eqb (Nat.odd a) p) s).

Lemma half_digit q a t p : half p (digit q a :: t) = if Bool.eqb q p then a :: half p t else half p t.
Proof.
  unfold half; cbn [filter].
  assert (Ho : Nat.odd (digit q a) = q) by (rewrite <- Nat.bit0_odd; apply digit_bit_0); rewrite Ho.
  destruct (Bool.eqb q p); [|reflexivity]; cbn [map]; f_equal.
  pose proof (digits (digit q a)) as H; rewrite Ho in H; apply digit_inj in H; tauto.
Qed.

(* Induction over a list of numbers that are given by their halves. *)
Lemma digit_list_ind (Q : list nat -> Prop) :
  Q [] -> (forall p a t, Q t -> Q (digit p a :: t)) -> forall l, Q l.
Proof. intros H0 H; induction l as [|a t IH]; [exact H0|]; rewrite <- (digits a); auto. Qed.

Lemma in_half p z s : In z (half p s) <-> In (digit p z) s.
Proof.
  induction s as [|q a t IH] using digit_list_ind; [simpl; tauto|].
  rewrite half_digit; destruct (Bool.eqb q p) eqn:E; simpl; rewrite IH.
  - apply Bool.eqb_prop in E; subst; split; (intros [H|H]; [left|now right]); [now subst|].
    apply digit_inj in H; tauto.
  - split; [auto|]; intros [H|H]; [|exact H]; apply digit_inj in H; destruct H as [-> _].
    rewrite Bool.eqb_reflx in E; discriminate.
Qed.

Lemma NoDup_half p s : NoDup s -> NoDup (half p s).
Proof.
  induction s as [|q a t IH] using digit_list_ind; intros H; [constructor|].
  rewrite half_digit; inversion_clear H as [|? ? Ha Ht]; destruct (Bool.eqb q p) eqn:E; [|auto].
  apply Bool.eqb_prop in E; subst; constructor; [rewrite in_half; exact Ha|auto].
Qed.

Definition odd_number (s : list nat) : bool := Nat.odd (length s).

Lemma odd_number_halves s : odd_number s = xorb (odd_number (half false s)) (odd_number (half true s)).
Proof.
  unfold odd_number; induction s as [|q a t IH] using digit_list_ind; [reflexivity|].
  rewrite !half_digit; cbn [length]; rewrite Nat.odd_succ, <- Nat.negb_odd, IH.
  destruct q; cbn [Bool.eqb length]; rewrite ?Nat.odd_succ, <- ?Nat.negb_odd;
    now destruct (Nat.odd (length (half false t))), (Nat.odd (length (half true t))).
Qed.

(** The parity of the number of those that are true. *)
Definition parity (f : nat -> bool) (s : list nat) : bool := fold_right (fun a b => xorb (f a) b) false s.

Lemma parity_halves f s :
  parity f s = xorb (parity (fun z => f (digit false z)) (half false s)) (parity (fun z => f (digit true z)) (half true s)).
Proof.
  induction s as [|q a t IH] using digit_list_ind; [reflexivity|].
  rewrite !half_digit; simpl; rewrite IH; destruct q; simpl.
  - now destruct (f (digit true a)), (parity _ (half false t)), (parity _ (half true t)).
  - now rewrite xorb_assoc.
Qed.

Lemma parity_ext f h s : (forall a, In a s -> f a = h a) -> parity f s = parity h s.
Proof.
  induction s as [|a t IH]; intros H; [reflexivity|]; simpl.
  rewrite (H a), IH; [reflexivity|intros; apply H; now right|now left].
Qed.

Lemma parity_true f s : parity f s = true -> exists a, In a s /\ f a = true.
Proof.
  induction s as [|a t IH]; simpl; [discriminate|]; destruct (f a) eqn:E; [eauto|].
  rewrite xorb_false_l; intros H; destruct (IH H) as (b & Hb & He); eauto.
Qed.

Lemma lengths_halves s : length s = length (half false s) + length (half true s).
Proof.
  induction s as [|q a t IH] using digit_list_ind; [reflexivity|].
  rewrite !half_digit; destruct q; cbn [Bool.eqb length]; lia.
Qed.

Lemma half_bound k p s : (forall a, In a s -> a < 2 ^ S k) -> forall z, In z (half p s) -> z < 2 ^ k.
Proof.
  intros H z Hz; apply in_half, H in Hz; rewrite Nat.pow_succ_r' in Hz; unfold digit in Hz; lia.
Qed.

Lemma only_zero s : NoDup s -> (forall a, In a s -> a < 2 ^ 0) -> s = [] \/ s = [0].
Proof.
  intros Hs H; destruct s as [|a [|b t]]; [now left|right|exfalso].
  - pose proof (H a (or_introl eq_refl)); simpl in *; f_equal; lia.
  - pose proof (H a (or_introl eq_refl)); pose proof (H b (or_intror (or_introl eq_refl))).
    inversion_clear Hs as [|? ? Ha _]; apply Ha; left; simpl in *; lia.
Qed.

Lemma nim_sum_halves s :
  nim_sum s = digit (odd_number (half true s)) (Nat.lxor (nim_sum (half false s)) (nim_sum (half true s))).
Proof.
  induction s as [|q a t IH] using digit_list_ind; [reflexivity|]; cbn [nim_sum fold_right]; fold (nim_sum t).
  rewrite IH, lxor_digit, !half_digit; unfold odd_number.
  destruct q; cbn [Bool.eqb nim_sum fold_right length]; fold (nim_sum (half true t)); fold (nim_sum (half false t)).
  - rewrite Nat.odd_succ, <- Nat.negb_odd; f_equal.
    now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm a).
  - rewrite xorb_false_l; f_equal; now rewrite <- !Nat.lxor_assoc.
Qed.

(** ** Pairs *)

(** Whether the number of pairs of n things is odd. *)
Fixpoint odd_pairs (n : nat) : bool := match n with 0 => false | S n => xorb (odd_pairs n) (Nat.odd n) end.

Lemma odd_pairs_add a b : odd_pairs (a + b) = xorb (xorb (odd_pairs a) (odd_pairs b)) (Nat.odd a && Nat.odd b).
Proof.
  induction a as [|a IH]; simpl; [now destruct (odd_pairs b)|].
  rewrite IH, Nat.odd_add; change (match a with 0 => false | S n => Nat.even n end) with (Nat.odd a).
  rewrite Nat.odd_succ, <- Nat.negb_odd.
  now destruct (odd_pairs a), (odd_pairs b), (Nat.odd a), (Nat.odd b).
Qed.

Lemma odd_pairs_mod n : odd_pairs n = (2 <=? n mod 4).
Proof.
  assert (H : forall q, odd_pairs (4 * q) = false /\ Nat.odd (4 * q) = false).
  { induction q as [|q [IH1 IH2]]; [now split|]; replace (4 * S q) with (4 + 4 * q) by lia.
    rewrite odd_pairs_add, Nat.odd_add, IH1, IH2; now split. }
  pose proof (Nat.div_mod_eq n 4) as Hd; destruct (H (n / 4)) as [H1 H2].
  rewrite Hd at 1; rewrite odd_pairs_add, H1, H2.
  assert (Hb : n mod 4 < 4) by (apply Nat.mod_upper_bound; lia).
  destruct (n mod 4) as [|[|[|[|]]]]; [reflexivity..|lia].
Qed.
