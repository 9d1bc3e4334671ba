(** * The least excluded number and the nim-sum

    The mex of a finite list of natural numbers is the least natural number that is not in it.
    The nim-sum is addition in base two without carrying, [Nat.lxor].

    Source: Bouton (1901) for the nim-sum; Sprague (1935) and Grundy (1939) for the mex.
    Used by: every engine; crates/grundy-number (mex, nim-sum). *)

From Coq Require Import List Arith Lia Bool.
Import ListNotations.

(** ** Mex *)

Definition member (n : nat) (l : list nat) : bool := existsb (Nat.eqb n) l.

Fixpoint mex_from (tries n : nat) (l : list nat) : nat :=
  match tries with
  | O => n
  | S tries => if member n l then mex_from tries (S n) l else n
  end.

Definition mex (l : list nat) : nat := mex_from (length l) 0 l.

Lemma member_iff n l : member n l = true <-> In n l.
Proof.
  unfold member; rewrite existsb_exists; split.
  - intros (x & Hx & He); apply Nat.eqb_eq in He; congruence.
  - intros H; exists n; split; auto using Nat.eqb_refl.
Qed.

Lemma member_false n l : member n l = false <-> ~ In n l.
Proof. rewrite <- member_iff; destruct (member n l); split; congruence. Qed.

Lemma mex_from_bound t : forall n l, mex_from t n l <= n + t.
Proof.
  induction t as [|t IH]; intros n l; simpl; [lia|].
  destruct (member n l); [specialize (IH (S n) l)|]; lia.
Qed.

Lemma mex_from_least t : forall n l m, n <= m < mex_from t n l -> In m l.
Proof.
  induction t as [|t IH]; intros n l m; simpl; [lia|].
  destruct (member n l) eqn:E; [|lia].
  intros Hm; destruct (Nat.eq_dec n m) as [<-|].
  - now apply member_iff.
  - apply (IH (S n)); lia.
Qed.

Lemma mex_from_stops t : forall n l, mex_from t n l < n + t -> ~ In (mex_from t n l) l.
Proof.
  induction t as [|t IH]; intros n l; simpl; [lia|].
  destruct (member n l) eqn:E; intros H.
  - apply IH; lia.
  - now apply member_false.
Qed.

Lemma mex_bound l : mex l <= length l.
Proof. exact (mex_from_bound (length l) 0 l). Qed.

Lemma mex_least : forall l n, n < mex l -> In n l.
Proof. intros l n H; apply (mex_from_least (length l) 0); fold (mex l); lia. Qed.

(* If the search did not stop, 0, …, length l - 1 fill the list. *)
Lemma mex_not_in l : ~ In (mex l) l.
Proof.
  destruct (Nat.lt_ge_cases (mex l) (length l)) as [H|H].
  - now apply mex_from_stops.
  - intros Hin.
    assert (Hincl : incl (seq 0 (S (length l))) l).
    { intros m Hm; apply in_seq in Hm.
      destruct (Nat.eq_dec m (mex l)) as [->|]; [exact Hin|].
      apply mex_least; pose proof (mex_bound l); lia. }
    apply NoDup_incl_length in Hincl; [|apply seq_NoDup].
    rewrite seq_length in Hincl; lia.
Qed.

Lemma mex_unique l n : ~ In n l -> (forall m, m < n -> In m l) -> mex l = n.
Proof.
  intros Hn Hl; destruct (Nat.lt_trichotomy (mex l) n) as [H|[H|H]]; [|exact H|].
  - exfalso; exact (mex_not_in l (Hl _ H)).
  - exfalso; exact (Hn (mex_least _ _ H)).
Qed.

Lemma mex_iff l n : mex l = n <-> ~ In n l /\ forall m, m < n -> In m l.
Proof.
  split.
  - intros <-; split; [apply mex_not_in|apply mex_least].
  - intros [H1 H2]; now apply mex_unique.
Qed.

Lemma mex_ext a b : (forall x, In x a <-> In x b) -> mex a = mex b.
Proof.
  intros H; apply mex_unique.
  - rewrite H; apply mex_not_in.
  - intros m Hm; apply H, mex_least, Hm.
Qed.

Lemma mex_nil : mex [] = 0.
Proof. reflexivity. Qed.

Lemma mex_zero l : mex l = 0 <-> ~ In 0 l.
Proof. rewrite mex_iff; split; [tauto|]; intros H; split; [exact H|lia]. Qed.

(** ** Nim-sum *)

Lemma lxor_cancel a b : Nat.lxor a (Nat.lxor a b) = b.
Proof. now rewrite <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. Qed.

Lemma lxor_cancel_r a b : Nat.lxor (Nat.lxor a b) b = a.
Proof. now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r. Qed.

Lemma lxor_inj_l a b c : Nat.lxor a b = Nat.lxor a c -> b = c.
Proof. intros H; rewrite <- (lxor_cancel a b), H; apply lxor_cancel. Qed.

Lemma lxor_inj_r a b c : Nat.lxor a c = Nat.lxor b c -> a = b.
Proof. rewrite (Nat.lxor_comm a), (Nat.lxor_comm b); apply lxor_inj_l. Qed.

Lemma lxor_zero a b : Nat.lxor a b = 0 <-> a = b.
Proof. apply Nat.lxor_eq_0_iff. Qed.

Lemma lxor_move a b c : Nat.lxor a b = c <-> a = Nat.lxor c b.
Proof. split; [intros <-|intros ->]; now rewrite lxor_cancel_r. Qed.

Lemma shiftr_log2 d : d <> 0 -> Nat.shiftr d (Nat.log2 d) = 1.
Proof.
  intros Hd; rewrite Nat.shiftr_div_pow2.
  pose proof (Nat.log2_spec d ltac:(lia)) as [H1 H2]; rewrite Nat.pow_succ_r' in H2.
  symmetry; apply Nat.div_unique with (r := d - 2 ^ Nat.log2 d); lia.
Qed.

(* Changing a digit 1 of x to 0, and anything below it, makes x smaller. *)
Lemma lxor_lowers x d : d <> 0 -> Nat.testbit x (Nat.log2 d) = true -> Nat.lxor x d < x.
Proof.
  intros Hd Hx; apply Nat.nle_gt; intros Hle.
  set (k := Nat.log2 d) in *.
  assert (Hs : Nat.shiftr x k <= Nat.shiftr (Nat.lxor x d) k).
  { rewrite !Nat.shiftr_div_pow2; apply Nat.div_le_mono; [|exact Hle].
    apply Nat.pow_nonzero; lia. }
  rewrite Nat.shiftr_lxor in Hs; unfold k in Hs; rewrite (shiftr_log2 d Hd) in Hs; fold k in Hs.
  assert (Ho : Nat.odd (Nat.shiftr x k) = true).
  { rewrite <- Nat.bit0_odd, Nat.shiftr_spec'; exact Hx. }
  apply Nat.odd_spec in Ho; destruct Ho as [m Hm]; rewrite Hm in Hs.
  assert (Hl : Nat.lxor (2 * m + 1) 1 = 2 * m).
  { apply lxor_move. apply Nat.bits_inj; intros [|i].
    - rewrite Nat.lxor_spec, !Nat.bit0_odd, Nat.odd_add, Nat.odd_mul; reflexivity.
    - rewrite Nat.lxor_spec, Nat.testbit_odd_succ, Nat.testbit_even_succ by lia.
      change (Nat.testbit 1 (S i)) with (Nat.testbit 0 i).
      now rewrite Nat.bits_0, xorb_false_r. }
  lia.
Qed.

(** A number below a nim-sum is reached by lowering one of the two (Bouton 1901). *)
Lemma lxor_mex a b c :
  c < Nat.lxor a b ->
  (exists a', a' < a /\ Nat.lxor a' b = c) \/ (exists b', b' < b /\ Nat.lxor a b' = c).
Proof.
  intros Hc; set (s := Nat.lxor a b) in *; set (d := Nat.lxor c s).
  assert (Hd : d <> 0) by (unfold d; rewrite lxor_zero; lia).
  set (k := Nat.log2 d).
  assert (Hk : Nat.testbit d k = true) by now apply Nat.bit_log2.
  assert (Hs : Nat.testbit s k = true).
  { destruct (Nat.testbit s k) eqn:E; [reflexivity|exfalso].
    unfold d in Hk; rewrite Nat.lxor_spec, E, xorb_false_r in Hk.
    pose proof (lxor_lowers c d Hd Hk) as Hlow.
    unfold d in Hlow; rewrite lxor_cancel in Hlow; lia. }
  assert (Hsd : Nat.lxor s d = c).
  { unfold d; rewrite (Nat.lxor_comm c), lxor_cancel; reflexivity. }
  assert (Hab : Nat.testbit a k = true \/ Nat.testbit b k = true).
  { unfold s in Hs; rewrite Nat.lxor_spec in Hs.
    destruct (Nat.testbit a k), (Nat.testbit b k); simpl in Hs; auto; discriminate. }
  destruct Hab as [H|H]; [left; exists (Nat.lxor a d)|right; exists (Nat.lxor b d)];
    (split; [now apply lxor_lowers|]); rewrite <- Hsd; unfold s.
  - now rewrite !Nat.lxor_assoc, (Nat.lxor_comm d).
  - now rewrite !Nat.lxor_assoc.
Qed.

Lemma lxor_lowered_distinct a a' b : a' <> a -> Nat.lxor a' b <> Nat.lxor a b.
Proof. intros H He; apply H; eapply lxor_inj_r; exact He. Qed.

Definition nim_sum (l : list nat) : nat := fold_right Nat.lxor 0 l.

Lemma nim_sum_app a b : nim_sum (a ++ b) = Nat.lxor (nim_sum a) (nim_sum b).
Proof.
  induction a as [|x a IH]; simpl; [now rewrite Nat.lxor_0_l|].
  now rewrite IH, Nat.lxor_assoc.
Qed.
