(** * Building misère quotients letter by letter

    What the engine relies on while it builds a quotient and uses it, beside the verification of Quotient.v:
    - the relation R may be closed with one letter after another, and if it has (Phi(h), y) for all y that are bad
      beside a new letter h already, it is closed with h as well; so a verified candidate stays so with a letter
      for which this holds, besides the P-condition and the value 1 if it has no moves;
    - elements may be taken together by a homomorphism that respects P;
    - two candidates that decide the same sums, with all elements values of sums and no two alike, have the same
      sums of equal value: the quotient is one;
    - the moves that win: an option q of a component wins beside the others if and only if the product of their
      values is in P.

    Source: Plambeck and Siegel (2008); the first is grundy's. Used by: crates/grundy-engine/src/misere (relation.rs,
    builder.rs, candidate.rs, quotient.rs). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Game Quotient.
Import ListNotations.
Local Open Scope monoid_scope.

Section Build.
  Context {A : letters} {Q : monoid}.
  Variables (P : Q -> bool) (phi : A -> Q).

  Notation R := (R P phi).

  (** More letters, more pairs. *)
  Lemma R_more (covered more : A -> Prop) u v :
    (forall h, covered h -> more h) -> R covered u v -> R more u v.
  Proof. intros H; induction 1; [apply R_first|eapply R_next]; eauto. Qed.

  (* After z, what is left being worth the letters of w and v, these letters may be placed one by one. *)
  Lemma place_all (covered : A -> Prop) (z v : Q) (b a : list A) :
    Forall covered (a ++ b) ->
    (forall x h y, a ++ b = x ++ h :: y -> bad P phi h (Phi phi (x ++ y) * (z * v))) ->
    R covered (z * Phi phi a) (v * Phi phi b) -> R covered (z * Phi phi (a ++ b)) v.
  Proof.
    revert a; induction b as [|h b IH]; intros a Hc Hb HR; [now rewrite app_nil_r, <- (times_one v)|].
    replace (a ++ h :: b) with ((a ++ [h]) ++ b) in * by now rewrite <- app_assoc.
    apply IH; [exact Hc|exact Hb|].
    rewrite Phi_app; simpl Phi at 2; rewrite times_one, times_assoc.
    apply (R_next P phi covered _ _ h _ HR).
    - rewrite Forall_forall in Hc; apply Hc, in_or_app; left; apply in_or_app; simpl; auto.
    - simpl; now rewrite <- times_assoc, (times_comm (Phi phi b)).
    - specialize (Hb a h b); rewrite <- app_assoc in Hb; specialize (Hb eq_refl).
      rewrite Phi_app in Hb.
      replace (z * Phi phi a * (v * Phi phi b)) with (Phi phi a * Phi phi b * (z * v)); [exact Hb|].
      rewrite <- !times_assoc, (times_swap _ z); f_equal; rewrite (times_swap _ (Phi phi b)); f_equal; apply times_comm.
  Qed.

  (** If R has (Phi(h), y) for all y that are bad beside each new letter h, it is closed with these. *)
  Theorem already_closed (covered more : A -> Prop) :
    (forall h, more h -> covered h \/ forall y, bad P phi h y -> R covered (phi h) y) ->
    forall u v, R more u v -> R covered u v.
  Proof.
    intros Hm u v; induction 1 as [h y Hh Hb|u v h v' _ IH Hh -> Hb].
    - destruct (Hm h Hh) as [Hc|Hc]; [now apply R_first|now apply Hc].
    - destruct (Hm h Hh) as [Hc|Hc]; [now apply (R_next P phi covered u (v' * phi h))|].
      (* First h, and then the letters that were placed before. *)
      specialize (Hc _ Hb); apply R_spells in IH; destruct IH as (w & Hw & _ & <- & Hall).
      rewrite (times_comm _ (phi h)); apply (place_all covered (phi h) v' w []); simpl.
      + exact Hw.
      + intros x k y E; rewrite (times_comm (phi h)); now apply Hall.
      + now rewrite times_one, (times_comm v').
  Qed.

  (** So a verified candidate stays so with such letters. *)
  Theorem verified_with (covered more : A -> Prop) :
    verified P phi covered ->
    (forall h, more h -> covered h \/
      (parts h = [] -> phi h = one) /\
      (forall q y, In q (parts h) -> P (phi h * y) = true -> P (Phi phi q * y) = false) /\
      (forall y, bad P phi h y -> R covered (phi h) y)) ->
    verified P phi more.
  Proof.
    intros (H1 & He & HP & HN) Hm; split; [exact H1|]; split; [|split].
    - intros h Hh E; destruct (Hm h Hh) as [Hc|(H & _)]; auto.
    - intros h q y Hh Hq Hp; destruct (Hm h Hh) as [Hc|(_ & H & _)]; [now apply (HP h)|now apply H].
    - intros u Hu; apply (HN u); revert Hu; apply already_closed.
      intros h Hh; destruct (Hm h Hh) as [Hc|(_ & _ & H)]; auto.
  Qed.

  (** An option of a component wins beside the others if and only if the product of their values is in P. *)
  Theorem winning_option_by_value (covered : A -> Prop) (a b q : list A) (h : A) :
    closed covered -> decides P phi covered -> Forall covered (a ++ h :: b) -> In q (parts h) ->
    misere_lost (a ++ q ++ b : sums A) <-> P (Phi phi q * Phi phi (a ++ b)) = true.
  Proof.
    intros Hc Hd Hl Hq; rewrite (Hd (a ++ q ++ b)), Phi_move; [reflexivity|].
    apply (covered_moves covered (a ++ h :: b)); [exact Hc|exact Hl|]; apply in_sum_moves; eauto 8.
  Qed.

  (** Elements may be taken together by a homomorphism that respects P. *)
  Theorem image_decides {Q' : monoid} (P' : Q' -> bool) (f : Q -> Q') (covered : A -> Prop) :
    f one = one -> (forall x y, f (x * y) = f x * f y) -> (forall x, P' (f x) = P x) ->
    decides P phi covered -> decides P' (fun h => f (phi h)) covered.
  Proof.
    intros H1 Hf HP Hd l Hl; rewrite (Hd l Hl), <- HP.
    assert (E : Phi (fun h => f (phi h)) l = f (Phi phi l)); [|now rewrite E].
    clear Hl; induction l as [|h t IH]; [symmetry; exact H1|]; rewrite !Phi_cons, Hf; now f_equal.
  Qed.
End Build.

(** The quotient is one: in any two, sums that have the same value are the same. *)
Theorem quotient_unique {A : letters} {Q Q' : monoid} (P : Q -> bool) (P' : Q' -> bool) (phi : A -> Q) (phi' : A -> Q')
    (covered : A -> Prop) (l m : list A) :
  decides P phi covered -> generated phi covered -> reduced P ->
  decides P' phi' covered -> generated phi' covered -> reduced P' ->
  Forall covered l -> Forall covered m ->
  (Phi phi l = Phi phi m <-> Phi phi' l = Phi phi' m) /\ P (Phi phi l) = P' (Phi phi' l).
Proof.
  intros Hd Hg Hr Hd' Hg' Hr' Hl Hm; split.
  - rewrite (quotient P phi covered l m), (quotient P' phi' covered l m) by assumption; reflexivity.
  - apply eq_true_iff_eq; rewrite <- (Hd l Hl), <- (Hd' l Hl); reflexivity.
Qed.
