(** * Misère quotients, and their exact verification

    Components (letters) are given by their options, each a sum of letters that come earlier; positions are sums
    of letters. A candidate for the quotient of some letters is a commutative monoid Q, a set P of elements, and
    a value in Q for each letter; the value of a sum is the product of the values of its letters. It is verified
    if
    - 1 is not in P, and letters without moves are worth 1;
    - (P-condition) there are no letter h, option q of it and element y with both Phi(h) y and Phi(q) y in P;
    - (N-condition) no pair (u, 1) is in the relation R: the least that has (Phi(h), y) for every letter h and y
      that is bad beside it, and (u Phi(h), v) for every (u, v Phi(h)) in it with u v bad beside h. An element y
      is bad beside a letter h that has moves if neither Phi(h) y nor the product of y and any option is in P.

    Then a sum of these letters is lost under misère play (who is to move loses; "P") if and only if its value
    is in P. Conversely a candidate that is right of all sums, and whose every element is the value of a sum, is
    verified. If besides for any two elements some third tells them apart, sums have the same value if and only
    if no sum beside them tells them apart: Q is the misère quotient.

    Source: Plambeck (2005); T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games (2008); the
    relation R is grundy's. Used by: crates/grundy-check/src/quotient (monoid.rs, letters.rs, sums.rs),
    crates/grundy-engine/src/misere (relation.rs, builder.rs). *)

From Coq Require Import List Arith Lia Bool Wellfounded.
From Grundy Require Import Game.
Import ListNotations.

(** ** Letters and their sums *)

Record letters := {
  letter :> Type;
  parts : letter -> list (list letter);
  earlier : well_founded (fun k h => exists q, In q (parts h) /\ In k q)
}.

Arguments parts {l} _.

(** A move in a sum puts an option in the place of a letter. *)
Fixpoint sum_moves {A : letters} (l : list A) : list (list A) :=
  match l with
  | [] => []
  | h :: t => map (fun q => q ++ t) (parts h) ++ map (cons h) (sum_moves t)
  end.

Section Sums.
  Context {A : letters}.

  Lemma in_sum_moves (l m : list A) :
    In m (sum_moves l) <->
    exists a h q b, l = a ++ h :: b /\ In q (parts h) /\ m = a ++ q ++ b.
  Proof.
    revert m; induction l as [|h t IH]; intros m; simpl.
    - split; [intros []|]; intros (a & h & q & b & H & _); destruct a; discriminate.
    - rewrite in_app_iff, !in_map_iff; split.
      + intros [(q & <- & Hq)|(u & <- & Hu)].
        * exists [], h, q, t; auto.
        * apply IH in Hu; destruct Hu as (a & h' & q & b & -> & Hq & ->).
          exists (h :: a), h', q, b; auto.
      + intros (a & h' & q & b & Hl & Hq & ->); destruct a as [|x a]; simpl in Hl; inversion Hl; subst.
        * left; exists q; auto.
        * right; exists (a ++ q ++ b); split; [reflexivity|]; apply IH; eauto 8.
  Qed.

  (* Play ends in a sum if it ends in each part, and in a letter if it ends in the letters of its options. *)
  Lemma ends_app (a b : list A) :
    Acc (fun m l => In m (sum_moves l)) a -> Acc (fun m l => In m (sum_moves l)) b ->
    Acc (fun m l => In m (sum_moves l)) (a ++ b).
  Proof.
    intros Ha; revert b; induction Ha as [a Ha IHa]; intros b Hb; induction Hb as [b Hb IHb].
    constructor; intros m Hm; apply in_sum_moves in Hm; destruct Hm as (x & h & q & y & Hl & Hq & ->).
    assert (Hx : (exists z, a = x ++ h :: z /\ y = z ++ b) \/ (exists z, b = z ++ h :: y /\ x = a ++ z)).
    { clear - Hl; revert a Hl; induction x as [|c x IH]; intros a Hl; simpl in Hl.
      - destruct a as [|d a]; simpl in Hl.
        + right; exists []; auto.
        + inversion Hl; subst; left; exists a; auto.
      - destruct a as [|d a]; simpl in Hl.
        + right; exists (c :: x); auto.
        + inversion Hl; subst; destruct (IH _ H1) as [(z & -> & ->)|(z & -> & ->)].
          * left; exists z; auto.
          * right; exists z; auto. }
    destruct Hx as [(z & -> & ->)|(z & -> & ->)].
    - replace (x ++ q ++ z ++ b) with ((x ++ q ++ z) ++ b) by now rewrite <- !app_assoc.
      apply IHa; [apply in_sum_moves; eauto 8|now constructor].
    - rewrite <- app_assoc; apply IHb; apply in_sum_moves; eauto 8.
  Qed.

  Lemma sums_end : well_founded (fun m l => In m (@sum_moves A l)).
  Proof.
    intros l; induction l as [|h t IH]; [constructor; intros m []|].
    change (h :: t) with ([h] ++ t); apply ends_app; [clear t IH|exact IH].
    induction h as [h IH] using (well_founded_induction (earlier A)).
    constructor; intros m Hm; apply in_sum_moves in Hm; destruct Hm as (a & h' & q & b & Hl & Hq & ->).
    destruct a as [|x [|]]; inversion Hl; subst; simpl; rewrite app_nil_r.
    assert (Hall : forall k, In k q -> Acc (fun m l => In m (sum_moves l)) [k]) by eauto.
    clear - Hall; induction q as [|k q IH]; [constructor; intros m []|].
    change (k :: q) with ([k] ++ q); apply ends_app; [apply Hall; now left|].
    apply IH; intros; apply Hall; now right.
  Qed.
End Sums.

(** The game on sums of letters. *)
Definition sums (A : letters) : ruleset :=
  {| position := list A; options := sum_moves; ends := sums_end |}.

(** ** Candidates *)

Record monoid := {
  element :> Type;
  one : element;
  times : element -> element -> element;
  times_one : forall x, times x one = x;
  times_comm : forall x y, times x y = times y x;
  times_assoc : forall x y z, times x (times y z) = times (times x y) z
}.

Arguments one {m}.
Arguments times {m} _ _.
Arguments times_one {m} _.
Arguments times_comm {m} _ _.
Arguments times_assoc {m} _ _ _.

Declare Scope monoid_scope.
Delimit Scope monoid_scope with monoid.
Infix "*" := times : monoid_scope.
Local Open Scope monoid_scope.

Lemma one_times (Q : monoid) (x : Q) : one * x = x.
Proof. rewrite times_comm; apply times_one. Qed.

Lemma times_swap (Q : monoid) (x y z : Q) : x * (y * z) = y * (x * z).
Proof. now rewrite !times_assoc, (times_comm x y). Qed.

Section Candidate.
  Context {A : letters} {Q : monoid}.
  Variables (P : Q -> bool) (phi : A -> Q).

  (** The value of a sum. *)
  Definition Phi (l : list A) : Q := fold_right (fun h x => phi h * x) one l.

  Lemma Phi_cons h l : Phi (h :: l) = phi h * Phi l.
  Proof. reflexivity. Qed.

  Lemma Phi_app a b : Phi (a ++ b) = Phi a * Phi b.
  Proof.
    induction a as [|h a IH]; simpl; [symmetry; apply one_times|].
    now rewrite IH, times_assoc.
  Qed.

  Lemma Phi_middle a h b : Phi (a ++ h :: b) = phi h * Phi (a ++ b).
  Proof. rewrite !Phi_app; simpl; apply times_swap. Qed.

  Lemma Phi_move a q b : Phi (a ++ q ++ b) = Phi q * Phi (a ++ b).
  Proof. rewrite !Phi_app; apply times_swap. Qed.

  Variable covered : A -> Prop.

  (** Letters whose options are made of such letters. *)
  Definition closed : Prop := forall h q k, covered h -> In q (parts h) -> In k q -> covered k.

  (** Beside y the letter h is called N though no move in it leads to what is called P. *)
  Definition bad (h : A) (y : Q) : Prop :=
    parts h <> [] /\ P (phi h * y) = false /\ forall q, In q (parts h) -> P (Phi q * y) = false.

  (** Pairs of what was placed and what is still to come, of sums that are wrongly called N. *)
  Inductive R : Q -> Q -> Prop :=
  | R_first h y : covered h -> bad h y -> R (phi h) y
  | R_next u v h v' : R u v -> covered h -> v = v' * phi h -> bad h (u * v') -> R (u * phi h) v'.

  Definition ends_at_one : Prop := forall h, covered h -> parts h = [] -> phi h = one.

  Definition P_condition : Prop := forall h q y,
    covered h -> In q (parts h) -> P (phi h * y) = true -> P (Phi q * y) = false.

  Definition N_condition : Prop := forall u, ~ R u one.

  Definition verified : Prop := P one = false /\ ends_at_one /\ P_condition /\ N_condition.

  (** What is claimed: sums of covered letters are lost if and only if their values are in P. *)
  Definition decides : Prop := forall l : sums A, Forall covered l -> (misere_lost l <-> P (Phi l) = true).

  Lemma covered_moves (l m : list A) : closed -> Forall covered l -> In m (sum_moves l) -> Forall covered m.
  Proof.
    intros Hc Hl Hm; apply in_sum_moves in Hm; destruct Hm as (a & h & q & b & -> & Hq & ->).
    apply Forall_app in Hl; destruct Hl as [Ha Hb]; inversion_clear Hb as [|? ? Hh Hb'].
    apply Forall_app; split; [exact Ha|apply Forall_app; split; [|exact Hb']].
    apply Forall_forall; intros k Hk; exact (Hc h q k Hh Hq Hk).
  Qed.

  (* A sum of letters with moves beside each of which the rest is bad is met pair by pair. *)
  Lemma placed_one_by_one (a b : list A) :
    a <> [] -> Forall covered (a ++ b) ->
    (forall x h y, a ++ b = x ++ h :: y -> bad h (Phi (x ++ y))) -> R (Phi a) (Phi b).
  Proof.
    revert b; induction a as [|h a IH] using rev_ind; intros b Hn Hc Hb; [now elim Hn|].
    rewrite <- app_assoc in Hc, Hb; simpl in Hc, Hb.
    assert (Hh : covered h).
    { rewrite Forall_forall in Hc; apply Hc, in_or_app; simpl; auto. }
    specialize (Hb a h b eq_refl) as Hbh.
    destruct a as [|x a].
    - simpl; rewrite times_one; now apply R_first.
    - rewrite Phi_app at 1; simpl Phi at 2; rewrite times_one.
      apply (R_next _ (Phi (h :: b))); [|exact Hh|simpl; apply times_comm|now rewrite <- Phi_app].
      apply IH; [discriminate|exact Hc|exact Hb].
  Qed.

  (* Letters without moves may be left out. *)
  Definition with_moves (l : list A) : list A :=
    filter (fun h => match parts h with [] => false | _ => true end) l.

  Lemma Phi_with_moves l : ends_at_one -> Forall covered l -> Phi (with_moves l) = Phi l.
  Proof.
    intros He; induction 1 as [|h t Hh Ht IH]; [reflexivity|]; simpl.
    destruct (parts h) eqn:E; simpl; rewrite IH; [|reflexivity].
    now rewrite (He h Hh E), one_times.
  Qed.

  Lemma no_moves (l : list A) : sum_moves l = [] <-> forall h, In h l -> parts h = [].
  Proof.
    induction l as [|h t IH]; simpl; [split; [intros _ h []|reflexivity]|]; split.
    - intros H; apply app_eq_nil in H; destruct H as [H1 H2]; apply map_eq_nil in H1, H2.
      intros k [<-|Hk]; [exact H1|]; now apply IH.
    - intros H; rewrite (H h), (proj2 IH) by auto; reflexivity.
  Qed.

  (* A sum called N in which somebody can move has an option called P. *)
  Lemma called_N (l : list A) :
    ends_at_one -> N_condition -> Forall covered l -> sum_moves l <> [] -> P (Phi l) = false ->
    exists m, In m (sum_moves l) /\ P (Phi m) = true.
  Proof.
    intros He HN Hc Hm Hp.
    destruct (existsb (fun m => P (Phi m)) (sum_moves l)) eqn:E.
    { apply existsb_exists in E; destruct E as (m & H1 & H2); eauto. }
    exfalso; apply (HN (Phi (with_moves l))).
    assert (Hw : Forall covered (with_moves l)).
    { apply Forall_forall; intros h Hh; apply filter_In in Hh; rewrite Forall_forall in Hc; now apply Hc. }
    replace one with (Phi []) by reflexivity; apply placed_one_by_one.
    - intros Hn; apply Hm, no_moves; intros h Hh.
      destruct (parts h) eqn:Eh; [reflexivity|exfalso].
      assert (In h (with_moves l)) as Hin by (apply filter_In; rewrite Eh; auto).
      rewrite Hn in Hin; destruct Hin.
    - now rewrite app_nil_r.
    - intros x h y Hxy; rewrite app_nil_r in Hxy.
      assert (Hin : In h (with_moves l)) by (rewrite Hxy; apply in_or_app; simpl; auto).
      apply filter_In in Hin; destruct Hin as [Hin Hmoves].
      apply in_split in Hin; destruct Hin as (a & b & Hl).
      assert (Hv : Phi (x ++ y) = Phi (a ++ b)).
      { subst l; apply Forall_app in Hc; destruct Hc as [Ha Hb]; inversion_clear Hb as [|? ? _ Hb'].
        rewrite <- (Phi_with_moves (a ++ b)) by (auto; apply Forall_app; auto).
        unfold with_moves in *; rewrite filter_app in *; simpl in Hxy; rewrite Hmoves in Hxy.
        (* Which of equal letters is taken does not matter for the value, and it is this one up to order. *)
        assert (Hperm : forall (a b x y : list A), a ++ h :: b = x ++ h :: y ->
          Phi (x ++ y) = Phi (a ++ b)); [|now apply Hperm].
        clear; intros a; induction a as [|k a IH]; intros b x y E; destruct x as [|j x]; simpl in E; inversion E; subst.
        - reflexivity.
        - simpl; now rewrite Phi_middle.
        - simpl; now rewrite Phi_middle.
        - simpl; f_equal; now apply IH. }
      repeat split.
      + intros E0; rewrite E0 in Hmoves; discriminate.
      + now rewrite Hv, <- Phi_middle, <- Hl.
      + intros q Hq; rewrite Hv, <- Phi_move.
        destruct (P (Phi (a ++ q ++ b))) eqn:Ep; [|reflexivity].
        rewrite <- E; symmetry; apply existsb_exists; exists (a ++ q ++ b); split; [|exact Ep].
        apply in_sum_moves; eauto 8.
  Qed.

  (** A verified candidate decides all sums of covered letters. *)
  Theorem verified_decides : closed -> verified -> decides.
  Proof.
    intros Hc (H1 & He & HP & HN) l; induction l as [l IH] using (play_induction (sums A)); intros Hl.
    assert (Hone : sum_moves l = [] -> P (Phi l) = false).
    { intros Hn; rewrite <- (Phi_with_moves l He Hl).
      assert (E : with_moves l = []).
      { unfold with_moves; rewrite no_moves in Hn; clear - Hn; induction l as [|h t IH]; [reflexivity|simpl].
        rewrite (Hn h) by now left. apply IH; intros k Hk; apply Hn; now right. }
      rewrite E; exact H1. }
    rewrite misere_lost_options; simpl; split.
    - intros [Hn Hall]; destruct (P (Phi l)) eqn:E; [reflexivity|exfalso].
      destruct (called_N l He HN Hl Hn E) as (m & Hm & Hp).
      apply (misere_lost_not_won (G := sums A) m); [|now apply Hall].
      apply IH; [exact Hm|eapply covered_moves; eauto|exact Hp].
    - intros Hp; split; [intros Hn; rewrite (Hone Hn) in Hp; discriminate|].
      intros m Hm; apply (misere_won_iff_not_lost (G := sums A)).
      rewrite (IH m Hm) by (eapply covered_moves; eauto).
      apply in_sum_moves in Hm; destruct Hm as (a & h & q & b & -> & Hq & ->).
      rewrite Phi_middle in Hp; rewrite Phi_move.
      rewrite (HP h q (Phi (a ++ b))); [discriminate| |exact Hq|exact Hp].
      rewrite Forall_forall in Hl; apply Hl, in_or_app; simpl; auto.
  Qed.

  (** ** The conditions are not too strong *)

  (** Every element is the value of a sum. *)
  Definition generated : Prop := forall x : Q, exists l, Forall covered l /\ Phi l = x.

  Lemma R_spells u v : R u v ->
    exists w, Forall covered w /\ w <> [] /\ Phi w = u /\
      forall x h y, w = x ++ h :: y -> bad h (Phi (x ++ y) * v).
  Proof.
    induction 1 as [h y Hh Hb|u v h v' _ (w & Hc & Hn & Hw & Hb) Hh -> Hbad].
    - exists [h]; split; [now repeat constructor|]. split; [discriminate|].
      split; [simpl; apply times_one|].
      intros x k z E; destruct x as [|j [|]]; inversion E; subst; simpl; now rewrite one_times.
    - exists (w ++ [h]); split; [apply Forall_app; auto|]. split; [now destruct w|].
      split; [rewrite Phi_app, Hw; simpl; now rewrite times_one|].
      intros x k y E; destruct y as [|z y _] using rev_ind.
      + apply app_inj_tail in E; destruct E as [-> ->]; now rewrite app_nil_r, Hw.
      + rewrite app_comm_cons, app_assoc in E; apply app_inj_tail in E; destruct E as [E ->].
        rewrite app_assoc, Phi_app; simpl; rewrite times_one.
        rewrite <- times_assoc, (times_comm (phi z)); now apply Hb.
  Qed.

  (** What decides all sums of covered letters, and has no more elements than these need, is verified, if
      letters without moves are worth 1. *)
  Theorem decides_verified : closed -> generated -> ends_at_one -> decides -> verified.
  Proof.
    intros Hc Hg He Hd; repeat split.
    - destruct (P one) eqn:E; [exfalso|reflexivity].
      apply (Hd []) in E; [|constructor]; rewrite misere_lost_options in E; now destruct E.
    - exact He.
    - intros h q y Hh Hq Hp; destruct (P (Phi q * y)) eqn:E; [exfalso|reflexivity].
      destruct (Hg y) as (l & Hl & <-).
      assert (Hm : In (q ++ l) (sum_moves (h :: l))) by (apply in_sum_moves; exists [], h, q, l; auto).
      rewrite <- Phi_cons in Hp; rewrite <- Phi_app in E.
      apply Hd in Hp; [|now constructor]; apply Hd in E; [|apply (covered_moves (h :: l)); auto].
      rewrite misere_lost_options in Hp; destruct Hp as [_ Hp].
      exact (misere_lost_not_won (G := sums A) _ E (Hp _ Hm)).
    - intros u Hu; apply R_spells in Hu; destruct Hu as (w & Hw & Hn & _ & Hb).
      assert (Hb' : forall x h y, w = x ++ h :: y -> bad h (Phi (x ++ y))).
      { intros x h y E; rewrite <- (times_one (Phi (x ++ y))); now apply Hb. }
      assert (Hlost : misere_lost (w : sums A)); [|].
      { apply misere_lost_options; split.
        - destruct w as [|h t]; [now elim Hn|]; specialize (Hb' [] h t eq_refl); destruct Hb' as [Hh _].
          simpl; intros E; apply app_eq_nil in E; destruct E as [E _]; apply map_eq_nil in E; auto.
        - intros m Hm; apply misere_won_iff_not_lost; rewrite (Hd m) by (eapply covered_moves; eauto).
          apply in_sum_moves in Hm; destruct Hm as (a & h & q & b & E & Hq & ->).
          rewrite Phi_move; destruct (Hb' a h b E) as (_ & _ & H); rewrite (H q Hq); discriminate. }
      apply Hd in Hlost; [|exact Hw].
      destruct w as [|h t]; [now elim Hn|]; destruct (Hb' [] h t eq_refl) as (_ & H & _).
      simpl in H, Hlost; congruence.
  Qed.

  (** ** The quotient *)

  (** No sum of covered letters beside two sums tells them apart. *)
  Definition indistinguishable (l m : list A) : Prop :=
    forall k, Forall covered k -> (misere_lost (l ++ k : sums A) <-> misere_lost (m ++ k : sums A)).

  (** No two elements are alike: some product is in P of just one of them. *)
  Definition reduced : Prop := forall x y : Q, (forall z, P (x * z) = P (y * z)) -> x = y.

  Theorem equal_value_indistinguishable (l m : list A) :
    decides -> Forall covered l -> Forall covered m -> Phi l = Phi m -> indistinguishable l m.
  Proof.
    intros Hd Hl Hm E k Hk; rewrite (Hd (l ++ k)), (Hd (m ++ k)) by (apply Forall_app; auto).
    rewrite !Phi_app, E; reflexivity.
  Qed.

  (** The elements of Q are the classes of sums that cannot be told apart. *)
  Theorem quotient (l m : list A) :
    decides -> generated -> reduced -> Forall covered l -> Forall covered m ->
    Phi l = Phi m <-> indistinguishable l m.
  Proof.
    intros Hd Hg Hr Hl Hm; split; [now apply equal_value_indistinguishable|].
    intros Hi; apply Hr; intros z; destruct (Hg z) as (k & Hk & <-).
    specialize (Hi k Hk); rewrite (Hd (l ++ k)), (Hd (m ++ k)), !Phi_app in Hi by (apply Forall_app; auto).
    destruct (P (Phi l * Phi k)), (P (Phi m * Phi k)); tauto || (exfalso; intuition discriminate).
  Qed.
End Candidate.

(** ** What the conditions depend on *)

Section Kinds.
  Context {A : letters} {Q : monoid}.
  Variables (P : Q -> bool) (phi : A -> Q).

  (** Letters of one value, with options of the same values. *)
  Definition same_kind (h k : A) : Prop :=
    phi h = phi k /\
    (forall q, In q (parts h) -> exists r, In r (parts k) /\ Phi phi r = Phi phi q) /\
    (forall r, In r (parts k) -> exists q, In q (parts h) /\ Phi phi q = Phi phi r).

  Lemma same_kind_parts h k : same_kind h k -> parts h = [] <-> parts k = [].
  Proof.
    intros (_ & H1 & H2); split; intros E; rewrite E in *.
    - destruct (parts k) as [|r t]; [reflexivity|]; destruct (H2 r) as (q & [] & _); now left.
    - destruct (parts h) as [|r t]; [reflexivity|]; destruct (H1 r) as (q & [] & _); now left.
  Qed.

  Lemma same_kind_bad h k y : same_kind h k -> bad P phi h y -> bad P phi k y.
  Proof.
    intros Hs (H1 & H2 & H3); pose proof (same_kind_parts h k Hs) as He; destruct Hs as (E & _ & Hs).
    repeat split; [tauto|congruence|].
    intros r Hr; destruct (Hs r Hr) as (q & Hq & <-); auto.
  Qed.

  (** What is verified of some letters is so of all letters of the same kinds. *)
  Theorem verified_kinds (covered more : A -> Prop) :
    (forall h, more h -> exists k, covered k /\ same_kind h k) ->
    verified P phi covered -> verified P phi more.
  Proof.
    intros Hk (H1 & He & HP & HN); split; [exact H1|]; split; [|split].
    - intros h Hh E; destruct (Hk h Hh) as (k & Hc & Hs).
      pose proof (same_kind_parts h k Hs) as Hn; destruct Hs as [-> _]; apply He; tauto.
    - intros h q y Hh Hq Hp; destruct (Hk h Hh) as (k & Hc & E & Hs & _).
      destruct (Hs q Hq) as (r & Hr & <-); apply (HP k); congruence.
    - cut (forall u v, R P phi more u v -> R P phi covered u v); [intros H u Hu; apply (HN u); auto|].
      clear H1 He HP HN; intros u v Hu; induction Hu as [h y Hh Hb|u v h v' _ IH Hh -> Hb]; destruct (Hk h Hh) as (k & Hc & Hs);
        pose proof (same_kind_bad _ _ _ Hs Hb) as Hb'; destruct Hs as [E _]; rewrite E in *.
      + now apply R_first.
      + now apply (R_next _ _ _ u (v' * phi k)).
  Qed.
End Kinds.

(** ** Monoids given by actions *)

Section Actions.
  Variables (X : Type) (start : X) (actions : list (X -> X)) (product : X -> X -> X).

  Definition act (w : list (X -> X)) (x : X) : X := fold_right (fun a x => a x) x w.

  Lemma act_app v w x : act (v ++ w) x = act v (act w x).
  Proof. apply fold_right_app. Qed.

  (** The actions commute, and the product with y is what leads from the start to y. *)
  Hypothesis commute : forall a b x, In a actions -> In b actions -> a (b x) = b (a x).
  Hypothesis reached : forall y, exists w, incl w actions /\ act w start = y /\ forall x, product x y = act w x.

  Lemma act_commute a w x : In a actions -> incl w actions -> act w (a x) = a (act w x).
  Proof using commute.
    intros Ha Hw; induction w as [|b w IH]; [reflexivity|]; apply incl_cons_inv in Hw; simpl.
    rewrite IH by tauto; apply commute; tauto.
  Qed.

  Lemma act_act v w x : incl v actions -> incl w actions -> act v (act w x) = act w (act v x).
  Proof using commute.
    intros Hv Hw; induction v as [|a v IH]; [reflexivity|]; apply incl_cons_inv in Hv; simpl.
    rewrite IH by tauto; symmetry; apply act_commute; tauto.
  Qed.

  (** Words that lead from the start to the same element are the same map. *)
  Theorem same_map v w x : incl v actions -> incl w actions -> act v start = act w start -> act v x = act w x.
  Proof using commute reached.
    intros Hv Hw E; destruct (reached x) as (u & Hu & <- & _).
    rewrite !(act_act _ u) by assumption; now rewrite E.
  Qed.

  (** Maps that commute and lead from one element to all are a commutative monoid in which that element is 1. *)
  Definition of_actions : monoid.
  Proof using commute reached.
    refine {| element := X; one := start; times := product |}.
    - intros x; destruct (reached start) as (w & Hw & E & ->); change x with (act [] x) at 2.
      apply same_map; [exact Hw|intros a []|exact E].
    - intros x y; destruct (reached x) as (v & Hv & Ex & Hx), (reached y) as (w & Hw & Ey & Hy).
      rewrite Hy, Hx; rewrite <- Ex at 1; rewrite <- Ey; now apply act_act.
    - intros x y z.
      destruct (reached y) as (v & Hv & Ey & Hy), (reached z) as (w & Hw & _ & Hz).
      destruct (reached (product y z)) as (u & Hu & E & ->).
      rewrite Hy, Hz, <- act_app; apply same_map; [exact Hu|now apply incl_app|].
      now rewrite E, act_app, Ey.
  Defined.

  (** An action is the product with where it leads from there. *)
  Theorem action_times a x : In a actions -> a x = times (m := of_actions) x (a start).
  Proof using commute reached.
    intros Ha; simpl; destruct (reached (a start)) as (w & Hw & E & ->).
    change (a x) with (act [a] x); apply same_map; [intros b [<-|[]]; exact Ha|exact Hw|symmetry; exact E].
  Qed.
End Actions.
