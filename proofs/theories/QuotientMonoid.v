(** * The monoid of a certificate of a quotient

    Elements are the numbers from 1 to the order, and 1 is the identity. Given are actions, maps of the
    elements. If they commute and lead from 1 to every element, they are the products with some elements of a
    commutative monoid, whose table is computed here: each row along a tree of the elements, in which each is
    what an action makes of another. [monoid_of_table] is that monoid.

    Source: Plambeck and Siegel (2008) for quotients by actions. Used by: QuotientCheck.v; it is what
    crates/grundy-check/src/quotient/monoid.rs does (commuting, reached, row). *)

From Coq Require Import List Arith Lia Bool NArith PArith FMapPositive MSetPositive Eqdep_dec.
From Grundy Require Import Quotient.
Import ListNotations.

Module M := PositiveMap.
Module S := PositiveSet.

(** ** Elements *)

Definition inside (order x : positive) : bool := (x <=? order)%positive.

Fixpoint up (n : nat) (x : positive) : list positive :=
  match n with 0 => [] | S n => x :: up n (Pos.succ x) end.

(** All elements. *)
Definition elements (order : positive) : list positive := up (Pos.to_nat order) 1.

Lemma in_up n : forall x y, In y (up n x) <-> (Pos.to_nat x <= Pos.to_nat y < Pos.to_nat x + n).
Proof.
  induction n as [|n IH]; intros x y; simpl; [lia|].
  rewrite IH, Pos2Nat.inj_succ; split.
  - intros [->|H]; lia.
  - intros H; destruct (Pos.eq_dec x y) as [|Hn]; [now left|right].
    assert (Pos.to_nat x <> Pos.to_nat y) by (intros E; apply Hn, Pos2Nat.inj, E); lia.
Qed.

Lemma in_elements order x : In x (elements order) <-> inside order x = true.
Proof. unfold elements, inside; rewrite in_up, Pos.leb_le, Pos2Nat.inj_le; simpl; lia. Qed.

(** The elements as a type. *)
Definition elt (order : positive) : Type := {x : positive | inside order x = true}.

Definition val {order} (q : elt order) : positive := proj1_sig q.

Lemma val_inside {order} (q : elt order) : inside order (val q) = true.
Proof. exact (proj2_sig q). Qed.

Lemma one_inside order : inside order 1 = true.
Proof. apply Pos.leb_le, Pos.le_1_l. Qed.

Definition elem (order x : positive) : elt order :=
  match bool_dec (inside order x) true with
  | left H => exist _ x H
  | right _ => exist _ 1%positive (one_inside order)
  end.

Lemma val_elem order x : inside order x = true -> val (elem order x) = x.
Proof. intros H; unfold elem; destruct (bool_dec (inside order x) true); [reflexivity|congruence]. Qed.

Lemma val_inj {order} (q r : elt order) : val q = val r -> q = r.
Proof.
  destruct q as [x Hx], r as [y Hy]; simpl; intros E; subst y; f_equal.
  apply UIP_dec, bool_dec.
Qed.

Lemma elem_val {order} (q : elt order) : elem order (val q) = q.
Proof. apply val_inj, val_elem, val_inside. Qed.

(** ** Maps *)

Definition look (r : M.t positive) (y : positive) : positive :=
  match M.find y r with Some z => z | None => 1%positive end.

Lemma find_add {X : Type} x y (v : X) r : M.find y (M.add x v r) = if Pos.eq_dec y x then Some v else M.find y r.
Proof. destruct (Pos.eq_dec y x) as [->|H]; [apply M.gss|now apply M.gso]. Qed.

(** Numbers one by one, from a place on. *)
Fixpoint filled (l : list positive) (from : positive) (r : M.t positive) : M.t positive :=
  match l with [] => r | x :: l => filled l (Pos.succ from) (M.add from x r) end.

Definition map_of (l : list positive) : M.t positive := filled l 1 (M.empty positive).

Lemma filled_before l : forall from r y, (y < from)%positive -> M.find y (filled l from r) = M.find y r.
Proof.
  induction l as [|x l IH]; intros from r y H; [reflexivity|]; simpl.
  rewrite IH by lia; apply M.gso; lia.
Qed.

Lemma filled_nth l : forall from r n x, nth_error l n = Some x ->
  M.find (Pos.of_nat (Pos.to_nat from + n)) (filled l from r) = Some x.
Proof.
  induction l as [|y l IH]; intros from r [|n] x H; simpl in H; try discriminate.
  - injection H as ->; simpl; rewrite Nat.add_0_r, Pos2Nat.id.
    rewrite filled_before by lia; apply M.gss.
  - simpl; rewrite <- (IH (Pos.succ from) (M.add from y r) n x H); do 2 f_equal; lia.
Qed.

Lemma look_map_of l n x : nth_error l n = Some x -> look (map_of l) (Pos.of_succ_nat n) = x.
Proof.
  intros H; unfold look, map_of; rewrite Pos.of_nat_succ.
  replace (S n) with (Pos.to_nat 1 + n) by (simpl; lia); now rewrite (filled_nth l 1 _ n x H).
Qed.

(** ** The tree of the elements *)

Section Table.
  Variables (order : positive) (actions : list (M.t positive)).

  (** An element, an action, and what it makes of the element. *)
  Definition step := (positive * M.t positive * positive)%type.

  Definition visit_by (x : positive) (state : list positive * S.t * list step) (a : M.t positive) :=
    let '(todo, seen, steps) := state in
    let y := look a x in
    if S.mem y seen then state else (y :: todo, S.add y seen, (x, a, y) :: steps).

  Definition visit (state : list positive * S.t * list step) :=
    match state with
    | ([], _, _) => state
    | (x :: todo, seen, steps) => fold_left (visit_by x) actions (todo, seen, steps)
    end.

  (** Every element is visited once; the steps to them, the last first. *)
  Definition steps : list step :=
    rev (snd (fold_left (fun state _ => visit state) (elements order) ([1%positive], S.singleton 1, []))).

  Definition step_right (s : step) : Prop := let '(x, a, y) := s in In a actions /\ y = look a x.

  Lemma steps_right : Forall step_right steps.
  Proof.
    unfold steps; apply Forall_rev.
    assert (H : Forall step_right (snd ([1%positive], S.singleton 1, @nil step))) by constructor.
    revert H; generalize ([1%positive], S.singleton 1, @nil step).
    induction (elements order) as [|e l IH]; intros state H; [exact H|]; simpl.
    apply IH; clear IH; destruct state as [[todo seen] st]; destruct todo as [|x todo]; [exact H|].
    unfold visit; change (snd (x :: todo, seen, st)) with (snd (todo, seen, st)) in H.
    revert H; generalize (todo, seen, st); clear todo seen st.
    generalize (incl_refl actions); generalize actions at 1 3 as l'.
    induction l' as [|a l' IH]; intros Hl state H; [exact H|]; apply incl_cons_inv in Hl; simpl.
    apply IH; [tauto|]; destruct state as [[todo seen] st]; unfold visit_by; simpl in H.
    destruct (S.mem (look a x) seen); [exact H|]; simpl; constructor; [|exact H]; simpl; tauto.
  Qed.

  (** The products of x, along the tree. *)
  Definition add_step (r : M.t positive) (s : step) : M.t positive :=
    let '(x, a, y) := s in
    match M.find x r with Some z => M.add y (look a z) r | None => r end.

  Definition row_along (steps : list step) (x : positive) : M.t positive :=
    fold_left add_step steps (M.add 1%positive x (M.empty positive)).

  Definition act_by (w : list (M.t positive)) (x : positive) : positive := fold_right look x w.

  Lemma row_spec x y z : M.find y (row_along steps x) = Some z ->
    exists w, incl w actions /\ act_by w 1 = y /\ act_by w x = z.
  Proof.
    unfold row_along; pose proof steps_right as Hs.
    assert (H : forall y z, M.find y (M.add 1%positive x (M.empty positive)) = Some z ->
      exists w, incl w actions /\ act_by w 1 = y /\ act_by w x = z).
    { clear; intros y z; rewrite find_add; destruct (Pos.eq_dec y 1) as [->|]; [|rewrite M.gempty; discriminate].
      intros E; injection E as ->; exists []; repeat split; intros a []. }
    revert H; generalize (M.add 1%positive x (M.empty positive)) as r; revert y z.
    induction Hs as [|[[b a] c] l (Ha & Hc) _ IH]; intros y z r H; [apply H|]; simpl.
    apply IH; clear IH y z; intros y z; unfold add_step.
    destruct (M.find b r) as [d|] eqn:E; [|apply H].
    rewrite find_add; destruct (Pos.eq_dec y c) as [->|]; [|apply H].
    intros E2; injection E2 as <-; destruct (H b d E) as (w & Hw & Hb & Hd).
    exists (a :: w); split; [now apply incl_cons|]; simpl; now rewrite Hb, Hd.
  Qed.

  (** The table of all products. *)
  Definition table : M.t (M.t positive) :=
    let steps := steps in
    fold_left (fun t (x : positive) => M.add x (row_along steps x) t) (elements order) (M.empty _).

  Lemma find_table x : inside order x = true -> M.find x table = Some (row_along steps x).
  Proof.
    intros H; apply in_elements in H; unfold table; cbv zeta; rewrite <- fold_left_rev_right.
    apply in_rev in H; induction (rev (elements order)) as [|y l IH]; [destruct H|]; simpl.
    rewrite find_add; destruct (Pos.eq_dec x y) as [->|Hn]; [reflexivity|].
    apply IH; destruct H as [->|H]; [now elim Hn|exact H].
  Qed.
End Table.

Definition row (t : M.t (M.t positive)) (x : positive) : M.t positive :=
  match M.find x t with Some r => r | None => M.empty positive end.

(** Products by the table. *)
Definition mul (t : M.t (M.t positive)) (x y : positive) : positive := look (row t x) y.

(** ** The check *)

Section Check.
  Variables (order : positive) (actions : list (M.t positive)) (t : M.t (M.t positive)).

  Definition are_maps : bool :=
    forallb (fun a => forallb (fun x => inside order (look a x)) (elements order)) actions.

  Definition commuting : bool :=
    forallb (fun a => forallb (fun b =>
      forallb (fun x => (look a (look b x) =? look b (look a x))%positive) (elements order)) actions) actions.

  (** No product is missing. *)
  Definition complete : bool :=
    forallb (fun x => let r := row t x in
      forallb (fun y => match M.find y r with Some _ => true | None => false end) (elements order)) (elements order).

  Definition is_monoid : bool := are_maps && commuting && complete.
End Check.

Section Monoid.
  Variables (order : positive) (actions : list (M.t positive)).

  Notation t := (table order actions).

  Hypothesis H : is_monoid order actions t = true.

  Lemma maps a x : In a actions -> inside order x = true -> inside order (look a x) = true.
  Proof using H.
    unfold is_monoid, are_maps in H; rewrite !andb_true_iff in H; destruct H as [[Hm _] _].
    rewrite forallb_forall in Hm; intros Ha Hx; specialize (Hm a Ha); rewrite forallb_forall in Hm.
    apply Hm, in_elements, Hx.
  Qed.

  Lemma commute_by a b x : In a actions -> In b actions -> inside order x = true ->
    look a (look b x) = look b (look a x).
  Proof using H.
    unfold is_monoid, commuting in H; rewrite !andb_true_iff in H; destruct H as [[_ Hm] _].
    rewrite forallb_forall in Hm; intros Ha Hb Hx; specialize (Hm a Ha); rewrite forallb_forall in Hm.
    specialize (Hm b Hb); rewrite forallb_forall in Hm; apply Pos.eqb_eq, Hm, in_elements, Hx.
  Qed.

  Lemma act_by_inside w x : incl w actions -> inside order x = true -> inside order (act_by w x) = true.
  Proof using H.
    intros Hw Hx; induction w as [|a w IH]; [exact Hx|]; apply incl_cons_inv in Hw; simpl.
    apply maps; tauto.
  Qed.

  Lemma mul_spec x y : inside order x = true -> inside order y = true ->
    exists w, incl w actions /\ act_by w 1 = y /\ act_by w x = mul t x y.
  Proof using H.
    intros Hx Hy; unfold is_monoid, complete in H; rewrite !andb_true_iff in H; destruct H as [_ Hc].
    rewrite forallb_forall in Hc; specialize (Hc x (proj2 (in_elements _ _) Hx)); cbv zeta in Hc.
    rewrite forallb_forall in Hc; specialize (Hc y (proj2 (in_elements _ _) Hy)).
    unfold mul, look, row in *; rewrite find_table in * by exact Hx.
    destruct (M.find y (row_along (steps order actions) x)) as [z|] eqn:E; [|discriminate].
    now apply (row_spec order).
  Qed.

  Definition act_elt (a : M.t positive) (q : elt order) : elt order := elem order (look a (val q)).

  Lemma act_elt_by w q : incl w actions -> val (act (elt order) (map act_elt w) q) = act_by w (val q).
  Proof using H.
    intros Hw; induction w as [|a w IH]; [reflexivity|]; apply incl_cons_inv in Hw; simpl.
    unfold act_elt at 1; fold (act (elt order) (map act_elt w) q); rewrite IH by tauto; apply val_elem, maps; [tauto|].
    apply act_by_inside; [tauto|apply val_inside].
  Qed.

  Definition product (q r : elt order) : elt order := elem order (mul t (val q) (val r)).

  Lemma commute_elt (a b : elt order -> elt order) x :
    In a (map act_elt actions) -> In b (map act_elt actions) -> a (b x) = b (a x).
  Proof using H.
    rewrite !in_map_iff; intros (a' & <- & Ha) (b' & <- & Hb); apply val_inj.
    pose proof (val_inside x) as Hx; pose proof (maps a' (val x) Ha Hx); pose proof (maps b' (val x) Hb Hx).
    unfold act_elt; rewrite (val_elem order (look a' (val x))), (val_elem order (look b' (val x))) by assumption.
    rewrite !val_elem by (apply maps; assumption); now apply commute_by.
  Qed.

  Lemma reached_elt (y : elt order) : exists w, incl w (map act_elt actions) /\
    act _ w (elem order 1) = y /\ forall x, product x y = act _ w x.
  Proof using H.
    destruct (mul_spec 1 (val y) (one_inside order) (val_inside y)) as (w & Hw & E & _).
    assert (Hone : val (elem order 1) = 1%positive) by (apply val_elem, one_inside).
    exists (map act_elt w); split; [now apply incl_map|]; split.
    - apply val_inj; rewrite act_elt_by by exact Hw; now rewrite Hone.
    - intros x; apply val_inj; rewrite act_elt_by by exact Hw; unfold product.
      destruct (mul_spec (val x) (val y) (val_inside x) (val_inside y)) as (v & Hv & E' & <-).
      rewrite val_elem by (apply act_by_inside; [exact Hv|apply val_inside]).
      (* Both words lead from 1 to y. *)
      destruct (mul_spec 1 (val x) (one_inside order) (val_inside x)) as (u & Hu & Ex & _).
      rewrite <- Ex.
      assert (Hswap : forall v, incl v actions -> act_by v (act_by u 1) = act_by u (act_by v 1)).
      { clear - Hu H; intros v Hv; induction v as [|a v IH]; [reflexivity|]; apply incl_cons_inv in Hv; simpl.
        rewrite IH by tauto; destruct Hv as [Ha Hv].
        assert (Hin : inside order (act_by v 1) = true) by (apply act_by_inside; [exact Hv|apply one_inside]).
        revert Hin; generalize (act_by v 1); clear - Ha Hu H; intros x Hx.
        induction u as [|b u IH]; [reflexivity|]; apply incl_cons_inv in Hu; simpl.
        rewrite <- IH by tauto; apply commute_by; [exact Ha|tauto|].
        apply act_by_inside; tauto. }
      rewrite !Hswap by assumption; now rewrite E, E'.
  Qed.

  (** The elements are a commutative monoid with the products of the table. *)
  Definition monoid_of_table : monoid :=
    of_actions (elt order) (elem order 1) (map act_elt actions) product commute_elt reached_elt.

  Lemma val_one : val (order := order) (@one monoid_of_table) = 1%positive.
  Proof using. apply val_elem, one_inside. Qed.

  Lemma mul_inside x y : inside order x = true -> inside order y = true -> inside order (mul t x y) = true.
  Proof using H.
    intros Hx Hy; destruct (mul_spec x y Hx Hy) as (w & Hw & _ & <-); now apply act_by_inside.
  Qed.

  Lemma val_times (q r : monoid_of_table) :
    val (order := order) (times q r) = mul t (val (order := order) q) (val (order := order) r).
  Proof using. apply val_elem, mul_inside; apply val_inside. Qed.

  (** An action is the product with where it leads from 1. *)
  Theorem action_product a (q : monoid_of_table) : In a actions ->
    elem order (look a (val (order := order) q)) = times q (elem order (look a 1) : monoid_of_table).
  Proof using.
    intros Ha; pose proof (action_times _ _ _ _ commute_elt reached_elt (act_elt a) q (in_map _ _ _ Ha)) as E.
    fold monoid_of_table in E; unfold act_elt in E at 1; rewrite E; do 2 f_equal.
    unfold act_elt; now rewrite val_elem by apply one_inside.
  Qed.

  (** Every element is had by actions from 1. *)
  Lemma by_actions (q : monoid_of_table) : exists w, incl w actions /\ act_by w 1 = val (order := order) q.
  Proof using.
    destruct (mul_spec 1 (val (order := order) q) (one_inside order) (val_inside _)) as (w & Hw & E & _); eauto.
  Qed.
End Monoid.
