(** * Laws of misère play that look at exponents

    Where the misère quotient of some letters is infinite, sums are told by F x N^k: a letter with moves goes to
    an element of a finite commutative monoid F or counts for one of k exponents, one without moves to 1. A law
    says by the state of the exponents (SemilinearShape.v) with which elements of F a sum is in P. Take a vector
    v of exponents.

    - A letter wins beside f if some option (e, d) of it leads into P: (f e, v + d), less 1 in its own exponent.
    - T(v) has the f with (f, v) outside P such that for each exponent that is not 0 some letter of it does not win.
    - A letter h of F has y as a bad context if y Phi(h) is in T(v) and no option of h is in P beside y.

    A law passes at v if it says something of v; 1 is not in P if v = 0, and not in T(v) if v is not; no letter
    wins where (f, v) is in P, be it of an exponent that is not 0 or of F; and no letters of F, all of which have
    the others for a bad context, make a sum.

    Whether it passes depends only on the state at clip D + c, D being the clip of the law and c the greatest
    change of a form by a move [passes_same]. So if it passes at one vector of each state of a box, who is to
    move loses any sum of the letters under misère play if and only if the law says P [semilinear_law].

    Source: grundy; for such quotients M. Weimerskirch, On infinite indistinguishability quotient semigroups
    (2015). Used by: crates/grundy-engine/src/misere/infinite/verify.rs. *)

From Coq Require Import List Arith Lia Bool ZArith.
From Grundy Require Import Game Quotient SemilinearShape.
Import ListNotations.
Local Open Scope monoid_scope.

(** Where a letter goes: it has no moves, goes to F, or counts for an exponent. *)
Inductive place (F : Type) := Still | Finite (f : F) | Free (i : nat).
Arguments Still {F}.
Arguments Finite {F} f.
Arguments Free {F} i.

Section Law.
  Context {A : letters} {F : monoid}.
  Variables (covered : A -> Prop) (place_of : A -> place F) (s : shape) (clip : nat).

  (** What is said of a state: which elements of F are in P there. *)
  Variable rows : list Z * list Z -> option (F -> bool).

  (** ** The value of a sum *)

  Definition finite_value (h : A) : F := match place_of h with Finite f => f | _ => one end.

  Definition finite (l : list A) : F := Phi finite_value l.

  Definition counts (h : A) (i : nat) : nat :=
    match place_of h with Free j => if i =? j then 1 else 0 | _ => 0 end.

  Definition powers (l : list A) : vector := fun i => list_sum (map (fun h => counts h i) l).

  Lemma powers_app a b i : powers (a ++ b) i = powers a i + powers b i.
  Proof. unfold powers; now rewrite map_app, list_sum_app. Qed.

  Lemma powers_cons h l i : powers (h :: l) i = counts h i + powers l i.
  Proof. reflexivity. Qed.

  (** Letters go where they may: they are still if they have no moves, and only then. *)
  Definition placed : Prop :=
    (forall h, covered h -> place_of h = Still <-> parts h = []) /\
    (forall h i, covered h -> place_of h = Free i -> i < exponents s).

  (** ** What is looked at *)

  Definition row (v : vector) : option (F -> bool) := rows (state s clip v).

  Definition called (f : F) (v : vector) : bool := match row v with Some r => r f | None => false end.

  Definition less_of (h : A) : option nat := match place_of h with Free i => Some i | _ => None end.

  (** The exponents after a move from h to its option q. *)
  Definition to (h : A) (q : list A) (v : vector) : vector := moved v (powers q) (less_of h).

  Definition loses (h : A) (f : F) (v : vector) : Prop :=
    forall q, In q (parts h) -> called (f * finite q) (to h q v) = false.

  (** T(v) *)
  Definition still (f : F) (v : vector) : Prop :=
    called f v = false /\
    forall i, i < exponents s -> 0 < v i -> exists h, covered h /\ place_of h = Free i /\ loses h f v.

  Definition bad_context (v : vector) (h : A) (y : F) : Prop :=
    covered h /\ exists x, place_of h = Finite x /\ still (y * x) v /\ loses h y v.

  (** Pairs of what was placed and what is still to come, of letters of F that are bad beside the others. *)
  Inductive met (v : vector) : F -> F -> Prop :=
  | met_first h y : bad_context v h y -> met v (finite_value h) y
  | met_next u z h y : met v u z -> z = y * finite_value h -> bad_context v h (u * y) -> met v (u * finite_value h) y.

  Record passes (v : vector) : Prop := {
    says : row v <> None;
    one_is_N : (forall i, i < exponents s -> v i = 0) -> called one v = false;
    one_not_still : (exists i, i < exponents s /\ 0 < v i) -> ~ still one v;
    P_free : forall h i f, covered h -> place_of h = Free i -> 0 < v i -> called f v = true -> loses h f v;
    P_finite : forall h x y, covered h -> place_of h = Finite x -> called (y * x) v = true -> loses h y v;
    N_finite : forall u, ~ met v u one
  }.

  (** No move in a letter changes a form by more than c. *)
  Definition sees (c : nat) : Prop :=
    forall h q, covered h -> In q (parts h) -> changes_by s c (powers q) (less_of h).

  (** ** What it depends on *)

  Hypothesis Hproper : proper s.
  Hypothesis Hplaced : placed.

  Lemma row_same v w : same s clip v w -> row v = row w.
  Proof using Type. intros H; apply state_same in H; unfold row; now rewrite H. Qed.

  Lemma called_same f v w : same s clip v w -> called f v = called f w.
  Proof using Type. intros H; unfold called; now rewrite (row_same v w H). Qed.

  Lemma equal_same c v w : (forall i, i < exponents s -> v i = w i) -> same s c v w.
  Proof using Hproper.
    intros H; split; intros.
    - now rewrite H.
    - destruct Hproper as [_ Hp]; destruct (Hp f H0); unfold along, integral; now rewrite !H.
  Qed.

  Section Seen.
    Variables (c : nat) (v w : vector).
    Hypothesis Hsees : sees c.
    Hypothesis Hsame : same s (clip + c) v w.

    Let Hperiod : 0 < period s := proj1 Hproper.

    Lemma seen_called f : called f v = called f w.
    Proof using Hperiod Hsame. apply called_same, (same_less s clip c); [exact Hperiod|exact Hsame]. Qed.

    Lemma seen_positive i : i < exponents s -> 0 < v i <-> 0 < w i.
    Proof using Hperiod Hsame. intros Hi; pose proof (same_zero s _ v w i Hperiod Hi Hsame); lia. Qed.

    Lemma seen_loses h f : covered h -> has s v (less_of h) -> loses h f v -> loses h f w.
    Proof using Hsees Hperiod Hsame.
      intros Hh Hv Hl q Hq; rewrite <- (Hl q Hq); symmetry; apply called_same.
      apply (same_moved s clip c); auto.
    Qed.

    Lemma has_free h i : covered h -> place_of h = Free i -> 0 < v i -> has s v (less_of h).
    Proof using Hplaced.
      intros Hh E Hi; unfold less_of; rewrite E; split; [|exact Hi]; now apply (proj2 Hplaced h).
    Qed.

    Lemma has_finite h x : place_of h = Finite x -> has s v (less_of h).
    Proof using Type. intros E; unfold less_of; now rewrite E. Qed.

    Lemma seen_still f : still f v -> still f w.
    Proof using Hsees Hperiod Hsame Hplaced.
      intros [H1 H2]; split; [now rewrite <- seen_called|].
      intros i Hi Hw; apply seen_positive in Hw; [|exact Hi].
      destruct (H2 i Hi Hw) as (h & Hh & E & Hl); exists h; split; [exact Hh|split; [exact E|]].
      apply seen_loses; eauto using has_free.
    Qed.

    Lemma seen_bad h y : bad_context v h y -> bad_context w h y.
    Proof using Hsees Hperiod Hsame Hplaced.
      intros (Hh & x & E & Hs & Hl); split; [exact Hh|]; exists x; split; [exact E|split].
      - now apply seen_still.
      - apply seen_loses; eauto using has_finite.
    Qed.
  End Seen.

  Lemma seen_met c v w u y : sees c -> same s (clip + c) v w -> met v u y -> met w u y.
  Proof using Hproper Hplaced.
    intros Hs Hv; induction 1 as [h y Hb|u z h y _ IH E Hb].
    - apply met_first; eapply seen_bad; eauto.
    - apply (met_next w u z); [exact IH|exact E|]; eapply seen_bad; eauto.
  Qed.

  (** Whether a law passes depends only on the state at clip D + c. *)
  Theorem passes_same c v w : sees c -> same s (clip + c) v w -> passes v -> passes w.
  Proof using Hproper Hplaced.
    intros Hs Hvw [H1 H2 H3 H4 H5 H6]; pose proof (same_sym _ _ _ _ Hvw) as Hwv.
    assert (Hc : forall f, called f w = called f v) by (intros f; symmetry; now apply (seen_called c)).
    assert (Hp : forall i, i < exponents s -> 0 < w i <-> 0 < v i)
      by (intros i Hi; symmetry; now apply (seen_positive c)).
    split.
    - rewrite <- (row_same v w); [exact H1|]; apply (same_less s clip c); [exact (proj1 Hproper)|exact Hvw].
    - intros H; rewrite Hc; apply H2; intros i Hi; specialize (H i Hi); specialize (Hp i Hi); lia.
    - intros (i & Hi & Hw) Hst; apply H3; [exists i; split; [exact Hi|now apply Hp]|].
      eapply seen_still; eauto.
    - intros h i f Hh E Hi Hf; rewrite Hc in Hf; pose proof (proj2 Hplaced h i Hh E) as Hik.
      apply Hp in Hi; [|exact Hik]; apply (seen_loses c v w Hs Hvw); eauto using has_free.
    - intros h x y Hh E Hf; rewrite Hc in Hf; apply (seen_loses c v w Hs Hvw); eauto using has_finite.
    - intros u Hu; apply (H6 u); eapply seen_met; eauto.
  Qed.

  (** ** A law that passes everywhere *)

  Lemma move_powers a h q b i : covered h -> In q (parts h) ->
    powers (a ++ q ++ b) i = to h q (powers (a ++ h :: b)) i.
  Proof using Type.
    intros _ _; unfold to, moved, less_of; rewrite !powers_app, powers_cons; unfold counts.
    destruct (place_of h) as [|x|j]; [lia|lia|]; destruct (i =? j); lia.
  Qed.

  Lemma called_move a h q b f : covered h -> In q (parts h) ->
    called f (powers (a ++ q ++ b)) = called f (to h q (powers (a ++ h :: b))).
  Proof using Hproper. intros Hh Hq; apply called_same, equal_same; intros i _; now apply move_powers. Qed.

  Lemma finite_move a q b : finite (a ++ q ++ b) = finite (a ++ b) * finite q.
  Proof using Type. unfold finite; rewrite Phi_move; apply times_comm. Qed.

  Lemma finite_letter a h b : finite (a ++ h :: b) = finite (a ++ b) * finite_value h.
  Proof using Type. unfold finite; rewrite Phi_middle; apply times_comm. Qed.

  Lemma met_one_by_one v (a b : list A) :
    a <> [] -> (forall x h y, a ++ b = x ++ h :: y -> bad_context v h (finite (x ++ y))) ->
    met v (finite a) (finite b).
  Proof using Type.
    revert b; induction a as [|h a IH] using rev_ind; intros b Hn Hb; [now elim Hn|].
    rewrite <- app_assoc in Hb; simpl in Hb; specialize (Hb a h b eq_refl) as Hbh.
    rewrite (finite_letter a h []), app_nil_r.
    destruct a as [|x a].
    - unfold finite at 1; simpl Phi; rewrite one_times; now apply met_first.
    - apply (met_next v _ (finite (h :: b))).
      + apply IH; [discriminate|exact Hb].
      + apply (finite_letter []).
      + unfold finite; rewrite <- Phi_app; exact Hbh.
  Qed.

  Definition in_F (h : A) : bool := match place_of h with Finite _ => true | _ => false end.

  Lemma finite_in_F l : finite (filter in_F l) = finite l.
  Proof using Type.
    unfold finite; induction l as [|h l IH]; [reflexivity|]; simpl; unfold in_F at 1, finite_value at 2.
    destruct (place_of h) as [|x|i] eqn:E; [now rewrite one_times| |now rewrite one_times].
    simpl; unfold finite_value at 1; now rewrite E, IH.
  Qed.

  Lemma filter_middle (p : A -> bool) l : forall x h y, filter p l = x ++ h :: y ->
    exists a b, l = a ++ h :: b /\ filter p a = x /\ filter p b = y /\ p h = true.
  Proof using Type.
    induction l as [|k l IH]; intros x h y E; simpl in E; [destruct x; discriminate|].
    destruct (p k) eqn:Ep.
    - destruct x as [|j x]; simpl in E; injection E as E1 E2.
      + subst; exists [], l; auto.
      + subst; destruct (IH x h y E2) as (a & b & -> & Ha & Hb & Hh).
        exists (j :: a), b; simpl; rewrite Ep, Ha; auto.
    - destruct (IH x h y E) as (a & b & -> & Ha & Hb & Hh).
      exists (k :: a), b; simpl; rewrite Ep; auto.
  Qed.

  Lemma powers_free l i : 0 < powers l i -> exists h, In h l /\ place_of h = Free i.
  Proof using Type.
    induction l as [|h l IH]; [unfold powers; simpl; lia|]; rewrite powers_cons; unfold counts; intros H.
    destruct (place_of h) as [|x|j] eqn:E; try (destruct IH as (k & Hk & Ek); [lia|]; exists k; split; [now right|exact Ek]).
    destruct (Nat.eqb_spec i j) as [->|]; [exists h; split; [now left|exact E]|].
    destruct IH as (k & Hk & Ek); [lia|]; exists k; split; [now right|exact Ek].
  Qed.

  (* A sum called N in which somebody can move has an option called P. *)
  Lemma called_N_moves (l : list A) :
    passes (powers l) -> Forall covered l -> sum_moves l <> [] -> called (finite l) (powers l) = false ->
    exists m, In m (sum_moves l) /\ called (finite m) (powers m) = true.
  Proof using Hproper Hplaced.
    intros Hpass Hc Hm HN.
    destruct (existsb (fun m => called (finite m) (powers m)) (sum_moves l)) eqn:E.
    { apply existsb_exists in E; destruct E as (m & H1 & H2); eauto. }
    exfalso; set (v := powers l) in *.
    rewrite Forall_forall in Hc.
    assert (Hlost : forall a h b, l = a ++ h :: b -> loses h (finite (a ++ b)) v).
    { intros a h b Hl q Hq; unfold v; destruct (called (finite (a ++ b) * finite q) (to h q (powers l))) eqn:Ec; [|reflexivity].
      assert (Hh : covered h) by (apply Hc; rewrite Hl; apply in_or_app; simpl; auto).
      rewrite <- E; symmetry; apply existsb_exists; exists (a ++ q ++ b); split.
      - apply in_sum_moves; eauto 8.
      - rewrite finite_move, (called_move a h q b) by assumption; now rewrite <- Hl. }
    assert (Hfree : forall a h b i, l = a ++ h :: b -> place_of h = Free i -> finite l = finite (a ++ b)).
    { intros a h b i -> Ei; rewrite finite_letter; unfold finite_value; rewrite Ei; apply times_one. }
    assert (Hstill : still (finite l) v).
    { split; [exact HN|]; intros i Hi Hv; destruct (powers_free l i Hv) as (h & Hh & Ei).
      exists h; split; [now apply Hc|split; [exact Ei|]].
      apply in_split in Hh; destruct Hh as (a & b & Hl); rewrite (Hfree a h b i Hl Ei); eauto. }
    destruct (filter in_F l) as [|k w] eqn:Ew.
    - (* only letters that count for exponents *)
      assert (Hone : finite l = one) by (rewrite <- finite_in_F, Ew; reflexivity).
      rewrite Hone in Hstill; apply (one_not_still v Hpass); [|exact Hstill].
      destruct (existsb (fun h => match less_of h with Some _ => true | None => false end) l) eqn:Ef.
      + apply existsb_exists in Ef; destruct Ef as (h & Hh & Ef); unfold less_of in Ef.
        destruct (place_of h) as [|x|i] eqn:Ei; try discriminate Ef.
        exists i; split; [apply (proj2 Hplaced h); auto|].
        apply in_split in Hh; destruct Hh as (a & b & Hl); unfold v; rewrite Hl, powers_app, powers_cons.
        unfold counts; rewrite Ei, Nat.eqb_refl; lia.
      + exfalso; apply Hm, no_moves; intros h Hh; apply (proj1 Hplaced); [now apply Hc|].
        destruct (place_of h) as [|x|i] eqn:Ei; [reflexivity| |]; exfalso.
        * assert (In h (filter in_F l)) as Hin by (apply filter_In; unfold in_F; now rewrite Ei).
          rewrite Ew in Hin; destruct Hin.
        * rewrite <- not_true_iff_false in Ef; apply Ef, existsb_exists; exists h; unfold less_of; now rewrite Ei.
    - apply (N_finite v Hpass (finite (k :: w))); change (@one F) with (finite []); apply met_one_by_one; [discriminate|].
      rewrite app_nil_r, <- Ew; intros x h y Exy.
      destruct (filter_middle in_F l x h y Exy) as (a & b & Hl & Ha & Hb & Hh).
      assert (Hy : finite (x ++ y) = finite (a ++ b)).
      { rewrite <- Ha, <- Hb, <- filter_app; apply finite_in_F. }
      rewrite Hy; split; [apply Hc; rewrite Hl; apply in_or_app; simpl; auto|].
      unfold in_F in Hh; destruct (place_of h) as [|z|i] eqn:Ez; try discriminate Hh.
      exists z; split; [reflexivity|split; [|eauto]].
      replace (finite (a ++ b) * z) with (finite l); [exact Hstill|].
      rewrite Hl, finite_letter; unfold finite_value; now rewrite Ez.
  Qed.

  (** A law that passes at all vectors decides all sums. *)
  Theorem passes_decides :
    closed covered -> (forall v, passes v) -> forall l : sums A, Forall covered l ->
    misere_lost l <-> called (finite l) (powers l) = true.
  Proof using Hproper Hplaced.
    intros Hclosed Hpass l; induction l as [l IH] using (play_induction (sums A)); intros Hl.
    assert (Hone : sum_moves l = [] -> called (finite l) (powers l) = false).
    { intros Hn; assert (Hs : forall h, In h l -> place_of h = Still).
      { intros h Hh; rewrite Forall_forall in Hl; apply (proj1 Hplaced); [now apply Hl|].
        now apply (proj1 (no_moves l) Hn). }
      replace (finite l) with (@one F).
      - apply (one_is_N _ (Hpass (powers l))); intros i _.
        destruct (powers l i) eqn:E; [reflexivity|]; destruct (powers_free l i) as (h & Hh & Ei); [lia|].
        rewrite (Hs h Hh) in Ei; discriminate.
      - symmetry; unfold finite; clear - Hs; induction l as [|h l IH]; [reflexivity|]; rewrite Phi_cons.
        replace (finite_value h) with (@one F) by (unfold finite_value; rewrite (Hs h); [reflexivity|now left]).
        rewrite one_times; apply IH; intros; apply Hs; now right. }
    rewrite misere_lost_options; simpl; split.
    - intros [Hn Hall]; destruct (called (finite l) (powers l)) eqn:E; [reflexivity|exfalso].
      destruct (called_N_moves l (Hpass _) Hl Hn E) as (m & Hm & Hp).
      apply (misere_lost_not_won (G := sums A) m); [|now apply Hall].
      apply IH; [exact Hm|eapply covered_moves; eauto|exact Hp].
    - intros Hp; split; [intros Hn; rewrite (Hone Hn) in Hp; discriminate|].
      intros m Hm; apply (misere_won_iff_not_lost (G := sums A)).
      rewrite (IH m Hm) by (eapply covered_moves; eauto).
      apply in_sum_moves in Hm; destruct Hm as (a & h & q & b & -> & Hq & ->).
      assert (Hh : covered h) by (rewrite Forall_forall in Hl; apply Hl, in_or_app; simpl; auto).
      rewrite finite_move, (called_move a h q b) by assumption.
      set (v := powers (a ++ h :: b)) in *; rewrite finite_letter in Hp.
      assert (Hlost : loses h (finite (a ++ b)) v); [|rewrite (Hlost q Hq); discriminate].
      unfold finite_value in Hp; destruct (place_of h) as [|x|i] eqn:E.
      + apply (proj1 Hplaced h Hh) in E; rewrite E in Hq; destruct Hq.
      + now apply (P_finite v (Hpass v) h x).
      + rewrite times_one in Hp; apply (P_free v (Hpass v) h i); auto.
        unfold v; rewrite powers_app, powers_cons; unfold counts; rewrite E, Nat.eqb_refl; lia.
  Qed.

  (** ** One vector of each state *)

  (** All vectors with entries up to b. *)
  Fixpoint box (k b : nat) : list (list nat) :=
    match k with
    | 0 => [[]]
    | S k => flat_map (fun l => map (fun x => x :: l) (seq 0 (S b))) (box k b)
    end.

  Definition entries (l : list nat) : vector := fun i => nth i l 0.

  Lemma in_box_list k b (v : vector) : (forall i, i < k -> v i <= b) -> In (map v (seq 0 k)) (box k b).
  Proof using Type.
    revert v; induction k as [|k IH]; intros v H; [now left|].
    simpl seq; rewrite <- seq_shift, map_cons, map_map; cbn [box]; apply in_flat_map.
    exists (map (fun i => v (S i)) (seq 0 k)); split; [apply IH; intros i Hi; apply H; lia|].
    apply in_map_iff; exists (v 0); split; [reflexivity|]; apply in_seq; specialize (H 0); lia.
  Qed.

  (* The first vector of each state, but for those of states that were seen before. *)
  Fixpoint firsts (at_clip : nat) (before : list Z) (l : list (list nat)) : list (list nat) :=
    match l with
    | [] => []
    | v :: l =>
        let number := packed s at_clip (entries v) in
        if existsb (Z.eqb number) before then firsts at_clip before l
        else v :: firsts at_clip (number :: before) l
    end.

  Lemma firsts_spec at_clip l : forall before v, In v l ->
    In (packed s at_clip (entries v)) before \/
    exists r, In r (firsts at_clip before l) /\ packed s at_clip (entries r) = packed s at_clip (entries v).
  Proof using Type.
    induction l as [|w l IH]; intros before v []; simpl.
    - subst w; destruct (existsb (Z.eqb (packed s at_clip (entries v))) before) eqn:E.
      + apply existsb_exists in E; destruct E as (x & Hx & E); apply Z.eqb_eq in E; left; now rewrite E.
      + right; exists v; split; [now left|reflexivity].
    - destruct (existsb (Z.eqb (packed s at_clip (entries w))) before) eqn:E; [now apply IH|].
      destruct (IH (packed s at_clip (entries w) :: before) v H) as [[H1|H1]|(r & Hr & H1)]; [|now left|].
      + right; exists w; split; [now left|exact H1].
      + right; exists r; split; [now right|exact H1].
  Qed.

  Definition representatives (at_clip : nat) : list (list nat) :=
    firsts at_clip [] (box (exponents s) (bound s at_clip)).

  Theorem represented at_clip v : simple s ->
    exists r, In r (representatives at_clip) /\ same s at_clip (entries r) v.
  Proof using Hproper.
    intros Hs; destruct (met_in_box s at_clip v Hproper Hs) as (w & Hw & Hvw).
    destruct (firsts_spec at_clip (box (exponents s) (bound s at_clip)) [] _ (in_box_list _ _ w Hw))
      as [[]|(r & Hr & E)].
    exists r; split; [exact Hr|]; apply packed_same in E; [|exact (proj1 Hproper)].
    apply state_same in E; eapply same_trans; [exact E|].
    apply (same_trans s _ _ w); [|now apply same_sym].
    apply equal_same; intros i Hi; unfold entries.
    rewrite (nth_indep _ 0 (w 0)) by now rewrite map_length, seq_length.
    now rewrite map_nth, seq_nth.
  Qed.

  (** A law that passes at one vector of each state of a box tells the outcome of every sum of the letters. *)
  Theorem semilinear_law (c : nat) :
    simple s -> sees c -> closed covered ->
    (forall r, In r (representatives (clip + c)) -> passes (entries r)) ->
    forall l : sums A, Forall covered l ->
    exists r, row (powers l) = Some r /\ (misere_lost l <-> r (finite l) = true).
  Proof using Hproper Hplaced.
    intros Hs Hsees Hc Hr l Hl.
    assert (Hpass : forall v, passes v).
    { intros v; destruct (represented (clip + c) v Hs) as (r & Hin & Hv); eapply passes_same; eauto. }
    destruct (row (powers l)) as [r|] eqn:E; [|now elim (says _ (Hpass (powers l)))].
    exists r; split; [reflexivity|]; rewrite (passes_decides Hc Hpass l Hl); unfold called; rewrite E; reflexivity.
  Qed.
End Law.
