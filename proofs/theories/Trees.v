(** * Green Hackenbush on trees

    A rooted tree; a move cuts an edge, and what is no longer joined to the root falls.  A vertex is worth the
    nim-sum, over its children, of the child's value and one more.  This is the colon principle: what stands on
    a vertex counts by its value only.  Read from the root up it tells which cuts leave the tree a wanted value:
    what stands on a vertex must change by a certain nim-difference, which each vertex passes on to its children.

    Source: J. H. Conway, On Numbers and Games (1976), chapter 13; E. R. Berlekamp, J. H. Conway and R. K. Guy,
    Winning Ways (1982), chapter 7.
    Used by: crates/grundy-engine/src/tree (values, cuts_to), crates/grundy-games/src/tree.rs;
    crates/grundy-games/src/hackenbush.rs, where the picture is a tree. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** What stands on a vertex: its children with what stands on them. *)
Inductive tree := Node (children : list tree).

Lemma tree_induction (Q : tree -> Prop) :
  (forall ts, (forall t, In t ts -> Q t) -> Q (Node ts)) -> forall t, Q t.
Proof.
  intros H; fix IH 1; intros [ts]; apply H.
  induction ts as [|t ts IHts]; intros u Hu; [destruct Hu|].
  destruct Hu as [<-|Hu]; [apply IH|exact (IHts u Hu)].
Qed.

(** What is left by each cut. *)
Fixpoint cuts (t : tree) : list tree :=
  match t with
  | Node ts =>
    map Node
      ((fix forest ts :=
          match ts with
          | [] => []
          | t :: ts => ts :: map (fun u => u :: ts) (cuts t) ++ map (cons t) (forest ts)
          end) ts)
  end.

(** An edge is named by the way to it from the root: the places of the children. *)
Inductive cut : list nat -> tree -> tree -> Prop :=
| Cut_edge a c b : cut [length a] (Node (a ++ c :: b)) (Node (a ++ b))
| Cut_above a c b way d : cut way c d -> cut (length a :: way) (Node (a ++ c :: b)) (Node (a ++ d :: b)).

Lemma in_cuts t u : In u (cuts t) <-> exists way, cut way t u.
Proof.
  revert u; induction t as [ts IH] using tree_induction; intros u; simpl.
  rewrite in_map_iff; match goal with |- context [In _ (?f ts)] => set (forest := f) end.
  assert (Hf : forall us, In us (forest ts) <->
    (exists a c b, ts = a ++ c :: b /\ us = a ++ b) \/
    (exists a c b d, ts = a ++ c :: b /\ In d (cuts c) /\ us = a ++ d :: b)).
  { clear IH u; induction ts as [|t ts IH]; intros us; simpl.
    - split; [intros []|]; intros [(a & c & b & H & _)|(a & c & b & d & H & _)]; destruct a; discriminate.
    - rewrite in_app_iff, !in_map_iff; split.
      + intros [<-|[(d & <- & Hd)|(vs & <- & Hvs)]].
        * left; exists [], t, ts; auto.
        * right; exists [], t, ts, d; auto.
        * apply IH in Hvs; destruct Hvs as [(a & c & b & -> & ->)|(a & c & b & d & -> & Hd & ->)].
          -- left; exists (t :: a), c, b; auto.
          -- right; exists (t :: a), c, b, d; auto.
      + intros [(a & c & b & H & ->)|(a & c & b & d & H & Hd & ->)];
          destruct a as [|x a]; simpl in H; inversion H; subst.
        * now left.
        * right; right; exists (a ++ b); split; [reflexivity|]; apply IH; left; exists a, c, b; auto.
        * right; left; exists d; auto.
        * right; right; exists (a ++ d :: b); split; [reflexivity|]; apply IH; right; exists a, c, b, d; auto. }
  split.
  - intros (us & <- & Hus); apply Hf in Hus.
    destruct Hus as [(a & c & b & -> & ->)|(a & c & b & d & -> & Hd & ->)].
    + eexists; apply Cut_edge.
    + apply IH in Hd; [|apply in_or_app; right; now left]; destruct Hd as (way & Hd).
      eexists; apply Cut_above; exact Hd.
  - intros (way & Hcut); inversion Hcut as [a c b H1 H2|a c b way' d Hd H1 H2]; subst.
    + exists (a ++ b); split; [reflexivity|]; apply Hf; left; exists a, c, b; auto.
    + exists (a ++ d :: b); split; [reflexivity|]; apply Hf; right; exists a, c, b, d; repeat split.
      apply IH; [apply in_or_app; right; now left|eauto].
Qed.

Fixpoint vertices (t : tree) : nat := match t with Node ts => S (list_sum (map vertices ts)) end.

Lemma cut_smaller way t u : cut way t u -> vertices u < vertices t.
Proof.
  induction 1 as [a c b|a c b way d _ IH]; simpl; rewrite !map_app, !list_sum_app; simpl; [|lia].
  destruct c; simpl; lia.
Qed.

Definition trees : ruleset.
Proof.
  refine (measured tree cuts vertices _).
  intros t u Hu; apply in_cuts in Hu; destruct Hu as (way & Hu); exact (cut_smaller _ _ _ Hu).
Defined.

(** The value of what stands on a vertex. *)
Fixpoint value (t : tree) : nat :=
  match t with Node ts => nim_sum (map (fun c => S (value c)) ts) end.

Definition branches (ts : list tree) : nat := nim_sum (map (fun c => S (value c)) ts).

Lemma value_middle a c b : value (Node (a ++ c :: b)) = Nat.lxor (S (value c)) (branches (a ++ b)).
Proof.
  simpl; unfold branches; rewrite !map_app, !nim_sum_app; simpl.
  now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (S (value c))).
Qed.

Lemma cut_changes way t u : cut way t u -> value u <> value t.
Proof.
  induction 1 as [a c b|a c b way d _ IH].
  - rewrite value_middle; change (value (Node (a ++ b))) with (branches (a ++ b)).
    rewrite <- (Nat.lxor_0_l (branches (a ++ b))) at 1; intros H; apply lxor_inj_r in H; discriminate.
  - rewrite !value_middle; intros H; apply lxor_inj_r in H; congruence.
Qed.

Lemma cut_reaches t : forall n, n < value t -> exists way u, cut way t u /\ value u = n.
Proof.
  induction t as [ts IH] using tree_induction; intros n Hn.
  assert (H : forall b m, m < branches b -> (forall t, In t b -> In t ts) ->
    (exists a c e, b = a ++ c :: e /\ m = branches (a ++ e)) \/
    (exists a c e way d, b = a ++ c :: e /\ cut way c d /\ m = branches (a ++ d :: e))).
  { clear n Hn; induction b as [|c b IHb]; intros m Hm Hin; [unfold branches in Hm; simpl in Hm; lia|].
    unfold branches in Hm; simpl in Hm.
    destruct (lxor_mex _ _ _ Hm) as [([|y] & Hy & He)|(y & Hy & He)].
    - left; exists [], c, b; split; [reflexivity|]; rewrite Nat.lxor_0_l in He; now rewrite <- He.
    - right; destruct (IH c (Hin c (or_introl eq_refl)) y ltac:(lia)) as (way & d & Hd & Hdy).
      exists [], c, b, way, d; repeat split; [exact Hd|]; unfold branches; simpl; now rewrite Hdy.
    - destruct (IHb y Hy ltac:(intros; apply Hin; now right)) as [(a & u & e & -> & ->)|(a & u & e & way & d & -> & Hd & ->)].
      + left; exists (c :: a), u, e; split; [reflexivity|]; now rewrite <- He.
      + right; exists (c :: a), u, e, way, d; repeat split; [exact Hd|]; now rewrite <- He. }
  destruct (H ts n Hn ltac:(auto)) as [(a & c & e & -> & ->)|(a & c & e & way & d & -> & Hd & ->)].
  - exists [length a], (Node (a ++ e)); split; [apply Cut_edge|reflexivity].
  - exists (length a :: way), (Node (a ++ d :: e)); split; [now apply Cut_above|reflexivity].
Qed.

(** The Grundy value of a tree is the nim-sum, over the branches of its root, of value + 1. *)
Theorem grundy_tree (t : tree) : grundy (t : trees) = value t.
Proof.
  revert t; apply (grundy_characterised (G := trees) value).
  - intros t u Hu; apply in_cuts in Hu; destruct Hu as (way & Hu); exact (cut_changes _ _ _ Hu).
  - intros t n Hn; destruct (cut_reaches t n Hn) as (way & u & Hu & He).
    exists u; split; [apply in_cuts; eauto|exact He].
Qed.

(** ** The colon principle *)

(** A tree with a marked vertex, on which more can be put. *)
Inductive place := Here (others : list tree) | Higher (before : list tree) (p : place) (after : list tree).

Fixpoint put (p : place) (t : tree) : tree :=
  match p, t with
  | Here others, Node ts => Node (ts ++ others)
  | Higher before p after, _ => Node (before ++ put p t :: after)
  end.

(** What stands on a vertex may be replaced by anything of the same value, as a stalk of so many edges. *)
Theorem colon_principle (p : place) (t u : tree) :
  grundy (t : trees) = grundy (u : trees) -> grundy (put p t : trees) = grundy (put p u : trees).
Proof.
  rewrite !grundy_tree; intros H; induction p as [others|before p IH after].
  - destruct t as [ts], u as [us]; simpl in *; now rewrite !map_app, !nim_sum_app, H.
  - cbn [put]; rewrite !value_middle; now rewrite IH.
Qed.

Fixpoint stalk (n : nat) : tree := match n with 0 => Node [] | S n => Node [stalk n] end.

Lemma grundy_stalk n : grundy (stalk n : trees) = n.
Proof.
  rewrite grundy_tree; induction n as [|n IH]; [reflexivity|].
  cbn [stalk value map nim_sum fold_right]; now rewrite IH, Nat.lxor_0_r.
Qed.

(** ** The cuts that leave a wanted value *)

(** Whether the cut of an edge changes the value of what stands on a vertex by a nim-difference. *)
Fixpoint answers (change : nat) (way : list nat) (t : tree) : bool :=
  match way, t with
  | [], _ => false
  | i :: way, Node ts =>
    match nth_error ts i with
    | None => false
    | Some c =>
      match way with
      | [] => change =? S (value c)
      | _ =>
        let worth := Nat.lxor (S (value c)) change in
        answers (if worth =? 0 then 0 else Nat.lxor (value c) (worth - 1)) way c
      end
    end
  end.

Lemma nth_error_middle (a : list tree) c b : nth_error (a ++ c :: b) (length a) = Some c.
Proof. rewrite nth_error_app2, Nat.sub_diag by lia; reflexivity. Qed.

Theorem cuts_to (way : list nat) (t u : tree) (target : nat) :
  cut way t u -> grundy (u : trees) = target <-> answers (Nat.lxor (grundy (t : trees)) target) way t = true.
Proof.
  rewrite !grundy_tree; intros Hcut.
  assert (H : forall change, value u = Nat.lxor (value t) change <-> answers change way t = true).
  { induction Hcut as [a c b|a c b way d Hcut IH]; intros change.
    - cbn [answers]; rewrite nth_error_middle, Nat.eqb_eq, value_middle.
      change (value (Node (a ++ b))) with (branches (a ++ b)).
      rewrite (Nat.lxor_comm (S (value c))), Nat.lxor_assoc; split.
      + intros H; rewrite <- (Nat.lxor_0_r (branches (a ++ b))) in H at 1; apply lxor_inj_l in H.
        symmetry in H; rewrite lxor_zero in H; congruence.
      + intros ->; now rewrite Nat.lxor_nilpotent, Nat.lxor_0_r.
    - cbn [answers]; rewrite nth_error_middle, !value_middle.
      destruct way as [|i way]; [inversion Hcut|]; rewrite <- IH.
      set (worth := Nat.lxor (S (value c)) change).
      rewrite (Nat.lxor_comm (S (value c))), (Nat.lxor_comm (S (value d))), Nat.lxor_assoc; fold worth.
      assert (Heq : Nat.lxor (branches (a ++ b)) (S (value d)) = Nat.lxor (branches (a ++ b)) worth <->
                    S (value d) = worth) by (split; [apply lxor_inj_l|congruence]).
      rewrite Heq; destruct (worth =? 0) eqn:E.
      + apply Nat.eqb_eq in E; rewrite E, Nat.lxor_0_r; split; [discriminate|].
        intros H; elim (cut_changes _ _ _ Hcut H).
      + apply Nat.eqb_neq in E; rewrite lxor_cancel; lia. }
  rewrite <- H, lxor_cancel; reflexivity.
Qed.

(** ** The values of all vertices in one pass *)

Section Parents.
  (** The parent of vertex i + 1 is the i-th of a list, and smaller. *)
  Variable parents : list nat.
  Hypothesis parents_smaller : forall i, i < length parents -> nth i parents 0 <= i.

  (** The children of v after k. *)
  Definition children_after (k v : nat) : list nat :=
    filter (fun c => nth (pred c) parents 0 =? v) (seq (S k) (length parents - k)).

  Fixpoint subtree (depth v : nat) : tree :=
    match depth with 0 => Node [] | S depth => Node (map (subtree depth) (children_after 0 v)) end.

  (** What stands on v. *)
  Definition stands_on (v : nat) : tree := subtree (S (length parents) - v) v.

  (** From the last vertex down, each adds its value and one more to its parent's. *)
  Fixpoint pass (k : nat) (values : nat -> nat) : nat -> nat :=
    match k with
    | 0 => values
    | S i =>
      pass i (fun v => if v =? nth i parents 0 then Nat.lxor (values v) (S (values (S i))) else values v)
    end.

  Definition values_downwards : nat -> nat := pass (length parents) (fun _ => 0).

  Lemma in_children_after k v c :
    In c (children_after k v) <-> k < c <= length parents /\ nth (pred c) parents 0 = v.
  Proof.
    unfold children_after; rewrite filter_In, in_seq, Nat.eqb_eq; split; intros [H1 H2]; split; auto; lia.
  Qed.

  Lemma children_above k v c : In c (children_after k v) -> v < c.
  Proof.
    intros H; apply in_children_after in H; destruct H as [H <-].
    pose proof (parents_smaller (pred c) ltac:(lia)); lia.
  Qed.

  Lemma children_after_step i v : i < length parents ->
    children_after i v = (if v =? nth i parents 0 then [S i] else []) ++ children_after (S i) v.
  Proof.
    intros Hi; unfold children_after; replace (length parents - i) with (S (length parents - S i)) by lia.
    cbn [seq filter pred]; rewrite Nat.eqb_sym; now destruct (v =? nth i parents 0).
  Qed.

  Lemma children_after_all k v : k <= v -> children_after k v = children_after 0 v.
  Proof.
    intros Hk; induction k as [|k IH]; [reflexivity|]; rewrite <- IH by lia.
    destruct (Nat.lt_ge_cases k (length parents)) as [Hl|Hl].
    - rewrite (children_after_step k v Hl); destruct (v =? nth k parents 0) eqn:E; [|reflexivity].
      apply Nat.eqb_eq in E; pose proof (parents_smaller k Hl); lia.
    - unfold children_after; now replace (length parents - k) with 0 by lia;
        replace (length parents - S k) with 0 by lia.
  Qed.

  Lemma subtree_deep n : forall m v,
    S (length parents) - v <= n -> S (length parents) - v <= m -> subtree n v = subtree m v.
  Proof.
    assert (Hnone : forall v, length parents < v -> children_after 0 v = []).
    { intros v Hv; destruct (children_after 0 v) as [|c l] eqn:E; [reflexivity|].
      assert (Hc : In c (children_after 0 v)) by (rewrite E; now left).
      pose proof (children_above 0 v c Hc); apply in_children_after in Hc; lia. }
    induction n as [|n IH]; intros m v Hn Hm.
    - destruct m as [|m]; [reflexivity|]; simpl; rewrite Hnone by lia; reflexivity.
    - destruct m as [|m]; [simpl; rewrite Hnone by lia; reflexivity|]; simpl; f_equal.
      apply map_ext_in; intros c Hc; apply children_above in Hc; apply IH; lia.
  Qed.

  Lemma stands_on_children v : stands_on v = Node (map stands_on (children_after 0 v)).
  Proof.
    unfold stands_on at 1; rewrite (subtree_deep _ (S (S (length parents) - v)) v) by lia.
    cbn [subtree]; f_equal; apply map_ext_in; intros c Hc; apply children_above in Hc.
    apply subtree_deep; lia.
  Qed.

  Lemma pass_correct k : forall values, k <= length parents ->
    (forall v, values v = branches (map stands_on (children_after k v))) ->
    forall v, pass k values v = branches (map stands_on (children_after 0 v)).
  Proof.
    induction k as [|i IH]; intros values Hk Hv; [exact Hv|]; cbn [pass]; apply IH; [lia|].
    intros v; rewrite (children_after_step i v) by lia; destruct (v =? nth i parents 0); [|apply Hv].
    rewrite map_app; unfold branches; rewrite map_app, nim_sum_app; cbn [map nim_sum fold_right].
    rewrite Nat.lxor_0_r, Nat.lxor_comm; f_equal; [|apply Hv]; f_equal.
    rewrite Hv, stands_on_children; cbn [value]; unfold branches; now rewrite children_after_all.
  Qed.

  (** The pass gives each vertex the value of what stands on it. *)
  Theorem values_downwards_correct (v : nat) :
    values_downwards v = grundy (stands_on v : trees).
  Proof.
    rewrite grundy_tree; unfold values_downwards; rewrite pass_correct; [|lia|].
    - rewrite stands_on_children; reflexivity.
    - intros w; unfold children_after; now rewrite Nat.sub_diag.
  Qed.
End Parents.
