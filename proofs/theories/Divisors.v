(** * Proper divisors

    A positive number is replaced by one of its proper divisors.  Its value is the number of its prime factors, each as
    often as it divides: a number that is the product of a list of primes is worth the length of the list.
    Under misère play sums go by Bouton's rule on the values.

    Source: AtCoder ABC 368 F (2024), as Nim: C. L. Bouton (1901).
    Used by: crates/grundy-games/src/divisors.rs ([value]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game SpragueGrundy Misere Ferguson.
Import ListNotations.

Definition divisors_options (n : nat) : list nat := filter (fun d => n mod d =? 0) (seq 1 (n - 1)).

Lemma in_divisors_options n d : In d (divisors_options n) <-> 1 <= d /\ d < n /\ Nat.divide d n.
Proof.
  unfold divisors_options; rewrite filter_In, in_seq, Nat.eqb_eq; split.
  - intros [H1 H2]; repeat split; try lia; apply Nat.mod_divide; [lia|exact H2].
  - intros (H1 & H2 & H3); split; [lia|]; apply Nat.mod_divide; [lia|exact H3].
Qed.

Definition divisors : ruleset.
Proof.
  refine (measured nat divisors_options (fun n => n) _).
  intros n d H; apply in_divisors_options in H; lia.
Defined.

Definition prime (p : nat) : Prop := 2 <= p /\ forall d, Nat.divide d p -> d = 1 \/ d = p.

Definition product (l : list nat) : nat := fold_right Nat.mul 1 l.

Lemma product_pos l : (forall p, In p l -> prime p) -> 1 <= product l.
Proof.
  induction l as [|p l IH]; intros H; simpl; [lia|].
  destruct (H p (or_introl eq_refl)) as [H2 _]; specialize (IH (fun q Hq => H q (or_intror Hq))); nia.
Qed.

(* A divisor of a product of primes is the product of some of them; of a proper one, some are missing. *)
Lemma divisor_of_product l : (forall p, In p l -> prime p) -> forall d, Nat.divide d (product l) ->
  exists m, (forall p, In p m -> prime p) /\ product m = d /\
    length m <= length l /\ (d < product l -> length m < length l).
Proof.
  induction l as [|p l IH]; intros Hl d Hd.
  - simpl in Hd; apply Nat.divide_1_r in Hd; subst d; exists []; simpl; split; [intros p []|lia].
  - assert (Hp : prime p) by (apply Hl; left; reflexivity).
    assert (Hl' : forall q, In q l -> prime q) by (intros; apply Hl; now right).
    destruct (proj2 Hp (Nat.gcd d p) (Nat.gcd_divide_r d p)) as [Hg|Hg].
    + assert (Hd' : Nat.divide d (product l)) by (apply Nat.gauss with p; [exact Hd|exact Hg]).
      destruct (IH Hl' d Hd') as (m & H1 & H2 & H3 & H4); exists m; simpl; split; [exact H1|split; [exact H2|]]; destruct Hp; pose proof (product_pos l Hl'); nia.
    + assert (Hpd : Nat.divide p d) by (rewrite <- Hg; apply Nat.gcd_divide_l).
      destruct Hpd as [e ->]; clear Hg; assert (He : Nat.divide e (product l)).
      { simpl in Hd; destruct Hd as [k Hk]; exists k; destruct Hp as [Hp _]; apply (Nat.mul_cancel_l _ _ p); lia. }
      destruct (IH Hl' e He) as (m & H1 & H2 & H3 & H4); exists (p :: m); split; [|simpl; split; [lia|split; [lia|]]].
      * intros q [<-|Hq]; auto.
      * intros Hlt; enough (length m < length l) by lia; apply H4; destruct Hp; nia.
Qed.

Lemma product_app a b : product (a ++ b) = product a * product b.
Proof. induction a as [|p a IH]; simpl; [lia|]; unfold product in *; rewrite IH; lia. Qed.

(** The value of a number that is a product of primes. *)
Theorem divisors_grundy (l : list nat) :
  (forall p, In p l -> prime p) -> grundy (product l : divisors) = length l.
Proof.
  remember (product l) as n eqn:En; revert l En; induction n as [n IH] using lt_wf_ind; intros l -> Hl.
  apply grundy_unique.
  - intros d Hd; apply in_divisors_options in Hd; destruct Hd as (H1 & H2 & H3).
    destruct (divisor_of_product l Hl d H3) as (m & M1 & M2 & _ & M3).
    rewrite (IH d H2 m (eq_sym M2) M1); specialize (M3 H2); lia.
  - intros k Hk; exists (product (firstn k l)).
    assert (Hf : forall p, In p (firstn k l) -> prime p).
    { intros p Hp; apply Hl; rewrite <- (firstn_skipn k l); apply in_or_app; now left. }
    assert (Hs : forall p, In p (skipn k l) -> prime p).
    { intros p Hp; apply Hl; rewrite <- (firstn_skipn k l); apply in_or_app; now right. }
    assert (E : product l = product (firstn k l) * product (skipn k l)) by (now rewrite <- product_app, firstn_skipn).
    assert (H2 : 2 <= product (skipn k l)).
    { pose proof (skipn_length k l); destruct (skipn k l) as [|p s]; [simpl in *; lia|]; simpl.
      destruct (Hs p (or_introl eq_refl)) as [Hp _]; pose proof (product_pos s (fun q Hq => Hs q (or_intror Hq))); nia. }
    pose proof (product_pos _ Hf); assert (Hlt : product (firstn k l) < product l) by nia; split.
    + apply in_divisors_options; split; [lia|split; [exact Hlt|]]; rewrite E; apply Nat.divide_factor_l.
    + rewrite (IH _ Hlt (firstn k l) eq_refl Hf); apply firstn_length_le; lia.
Qed.

(** Every positive number is such a product, so that the theorem tells all values. *)
Theorem prime_factors (n : nat) : 1 <= n -> exists l, (forall p, In p l -> prime p) /\ product l = n.
Proof.
  induction n as [n IH] using lt_wf_ind; intros Hn; destruct (Nat.eq_dec n 1) as [->|H1].
  - exists []; split; [intros p []|reflexivity].
  - destruct (filter (fun d => n mod d =? 0) (seq 2 (n - 2))) as [|d t] eqn:E.
    + exists [n]; split; [|simpl; lia]; intros p [<-|[]]; split; [lia|]; intros d Hd.
      destruct (Nat.eq_dec d 1) as [|Hd1]; [now left|]; destruct (Nat.eq_dec d n) as [|Hdn]; [now right|exfalso].
      pose proof (Nat.divide_pos_le d n ltac:(lia) Hd).
      assert (d <> 0) by (intros ->; destruct Hd; lia).
      assert (Hin : In d (filter (fun d => n mod d =? 0) (seq 2 (n - 2)))).
      { apply filter_In; split; [apply in_seq; lia|]; apply Nat.eqb_eq, Nat.mod_divide; assumption. }
      rewrite E in Hin; destruct Hin.
    + assert (Hd : In d (filter (fun d => n mod d =? 0) (seq 2 (n - 2)))) by (rewrite E; now left).
      apply filter_In in Hd; destruct Hd as [Hd Hm]; apply in_seq in Hd; apply Nat.eqb_eq, Nat.mod_divide in Hm; [|lia].
      destruct Hm as [e He]; destruct (IH d) as (a & A1 & A2); [lia|lia|].
      destruct (IH e) as (b & B1 & B2); [nia|nia|].
      exists (a ++ b); split; [intros p Hp; apply in_app_or in Hp; destruct Hp; auto|].
      rewrite product_app, A2, B2; lia.
Qed.

(** Misère sums go by Bouton's rule: every number but 1 can be made 1 at once. *)
Theorem divisors_misere (l : list divisors) :
  misere_lost (l : many divisors) <-> is_lost (total (map grundy l)) = true.
Proof.
  apply paired_sum_lost, end_in_one_paired; intros n; destruct (le_lt_dec n 1) as [H|H]; [left|right].
  - destruct n as [|[|]]; [reflexivity|reflexivity|lia].
  - exists 1; split; [apply in_divisors_options; repeat split; [lia|lia|apply Nat.divide_1_l]|reflexivity].
Qed.
