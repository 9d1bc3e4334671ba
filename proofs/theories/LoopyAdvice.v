(** * Winning a sum in which play need not end, and ending it

    A move to a lost sum keeps the win but need not bring the end nearer.  Let a vertex from which play must end
    weigh 0, any other of finite value one more than its counter.  Among the moves to lost sums take one that leaves
    the least total weight: whoever keeps to such moves wins in finitely many moves, whatever the opponent does.

    Source: C. A. B. Smith, Graphs and composite games (1966); A. S. Fraenkel and Y. Perl (1975), for the counter.
    Used by: crates/grundy-engine/src/graph/loopy.rs (advice, weight), crates/grundy-core/src/solve/loopy.rs
    (loopy_moves). *)

From Coq Require Import List Arith Lia Bool Wellfounded.
From Grundy Require Import Mex Cycles Smith.
Import ListNotations.

Section Advice.
  Context {G : graph} (L : loopy G).

  (** Counters rise with the value, as those of the labelling do (FraenkelPerl.v). *)
  Hypothesis counters_rise : forall v w x y,
    value L v = Some x -> value L w = Some y -> x < y -> counter L v < counter L w.

  (** Vertices from which play must end, and a bound for how long it can last. *)
  Variables (must_end : G -> bool) (bound : G -> nat).
  Hypothesis must_end_move : forall v q,
    must_end v = true -> In q (moves v) -> must_end q = true /\ bound q < bound v.

  Definition weight (v : G) : nat :=
    if must_end v then 0 else match value L v with Some _ => S (counter L v) | None => 0 end.

  Definition weights (l : list G) : nat := list_sum (map weight l).

  (** A move to a lost sum, and none to another leaves less. *)
  Definition advised_move (l m : list G) : Prop :=
    In m (many_moves G l) /\ lost_sum L m /\
    forall k, In k (many_moves G l) -> lost_sum L k -> weights m <= weights k.

  (** The opponent is to move, and whoever keeps to the advice wins in finitely many moves: whatever move is
      made is answered, and after each answer the same holds. *)
  Inductive won_by_advice : list G -> Prop :=
  | Won_by_advice l :
      (forall m, In m (many_moves G l) ->
        (exists k, advised_move m k) /\ (forall k, advised_move m k -> won_by_advice k)) ->
      won_by_advice l.

  Definition bounds (l : list G) : nat := list_sum (map (fun v => if must_end v then bound v else 0) l).

  Lemma weights_middle a v b : weights (a ++ v :: b) = weight v + weights (a ++ b).
  Proof. unfold weights; rewrite !map_app, !list_sum_app; simpl; lia. Qed.

  Lemma bounds_middle a v b :
    bounds (a ++ v :: b) = (if must_end v then bound v else 0) + bounds (a ++ b).
  Proof. unfold bounds; rewrite !map_app, !list_sum_app; simpl; lia. Qed.

  (* A move to a smaller value leaves no greater weight. *)
  Lemma weight_less v q x y :
    value L v = Some x -> In q (moves v) -> value L q = Some y -> y < x -> weight q <= weight v.
  Proof.
    intros Hv Hq Hy Hlt; unfold weight; rewrite Hv, Hy; destruct (must_end v) eqn:E.
    - destruct (must_end_move v q E Hq) as [-> _]; lia.
    - pose proof (value_less G L v x q y Hv Hq Hy Hlt); destruct (must_end q); lia.
  Qed.

  Lemma lower_weights l x : finite L l -> x < sum_worth L l ->
    exists m, In m (many_moves G l) /\ finite L m /\ sum_worth L m = x /\ weights m <= weights l.
  Proof.
    intros Hl; revert x; induction Hl as [|v t Hv Ht IH]; intros x Hx; [unfold sum_worth in Hx; simpl in Hx; lia|].
    destruct (value L v) as [n|] eqn:E; [|congruence].
    unfold sum_worth in Hx; simpl in Hx; destruct (lxor_mex _ _ _ Hx) as [(y & Hy & He)|(y & Hy & He)].
    - rewrite (worth_finite L v n E) in Hy; destruct (value_mex G L v n y E Hy) as (q & Hq & Hqy & Hc).
      exists (q :: t); repeat split.
      + apply in_many_moves; exists [], v, q, t; auto.
      + constructor; [congruence|exact Ht].
      + unfold sum_worth; simpl; now rewrite (worth_finite L q y Hqy).
      + unfold weights; simpl; pose proof (weight_less v q n y E Hq Hqy Hy); lia.
    - destruct (IH y Hy) as (m & Hm & Hf & Hs & Hc); exists (v :: m); repeat split.
      + simpl; apply in_or_app; right; now apply in_map.
      + constructor; [congruence|exact Hf].
      + unfold sum_worth; simpl; unfold sum_worth in Hs; now rewrite Hs.
      + unfold weights in *; simpl; lia.
  Qed.

  (* A move to a sum that can be answered is answered with a least weight. *)
  Lemma least_answer l k0 : In k0 (many_moves G l) -> lost_sum L k0 -> exists k, advised_move l k.
  Proof.
    intros Hk0 Hl0.
    assert (Hdec : forall k, {lost_sum L k} + {~ lost_sum L k}).
    { intros k; unfold lost_sum.
      destruct (Forall_dec (fun v => value L v <> None)
                  (fun v => match value L v as o return {o <> None} + {~ o <> None} with
                            | Some _ => left (fun H => eq_ind (Some _) (fun o => match o with Some _ => True | None => False end) I _ H)
                            | None => right (fun H => H eq_refl) end) k) as [Hf|Hf]; [|right; tauto].
      destruct (Nat.eq_dec (sum_worth L k) 0); [left; tauto|right; tauto]. }
    assert (H : forall ms, (forall k, In k ms -> ~ lost_sum L k) \/
      exists k, In k ms /\ lost_sum L k /\ forall j, In j ms -> lost_sum L j -> weights k <= weights j).
    { induction ms as [|m ms [IH|(k & Hk & Hl & Hmin)]]; [left; intros k []| |].
      - destruct (Hdec m) as [Hm|Hm].
        + right; exists m; repeat split; [now left|apply Hm|apply Hm|].
          intros j [<-|Hj] Hlj; [lia|elim (IH j Hj Hlj)].
        + left; intros k [<-|Hk]; auto.
      - right; destruct (Hdec m) as [Hm|Hm]; [destruct (Nat.le_gt_cases (weights k) (weights m)) as [Hw|Hw]|].
        + exists k; repeat split; [now right|apply Hl|apply Hl|]; intros j [<-|Hj] Hlj; auto.
        + exists m; repeat split; [now left|apply Hm|apply Hm|].
          intros j [<-|Hj] Hlj; [lia|specialize (Hmin j Hj Hlj); lia].
        + exists k; repeat split; [now right|apply Hl|apply Hl|].
          intros j [<-|Hj] Hlj; [contradiction|auto]. }
    destruct (H (many_moves G l)) as [Hno|(k & Hk & Hl & Hmin)]; [elim (Hno k0 Hk0 Hl0)|].
    exists k; repeat split; auto; apply Hl.
  Qed.

  Lemma must_end_finite v : must_end v = true -> value L v <> None.
  Proof.
    remember (bound v) as n eqn:En; revert v En; induction n as [n IH] using lt_wf_ind; intros v -> Hv Hn.
    destruct (value_infinite G L v (mex (finite_values L v)) Hn) as (q & Hq & Hqn & _).
    - intros k Hk; apply in_finite_values, mex_least, Hk.
    - intros q Hq He; apply (mex_not_in (finite_values L v)), in_finite_values; eauto.
    - destruct (must_end_move v q Hv Hq) as [Hqe Hb]; exact (IH (bound q) Hb q eq_refl Hqe Hqn).
  Qed.

  (* Each move from a lost sum has an answer that leaves less, or no more if both are made where play must end. *)
  Lemma answer l m : lost_sum L l -> In m (many_moves G l) ->
    exists k, In k (many_moves G m) /\ lost_sum L k /\
      (weights k < weights l \/
       (weights k <= weights l /\ weights m = weights l /\ bounds m < bounds l /\ finite L m)).
  Proof.
    intros [Hf Hs] Hm; apply in_many_moves in Hm; destruct Hm as (a & v & q & b & -> & Hq & ->).
    apply finite_middle in Hf; destruct Hf as [Hv Hab]; rewrite sum_worth_middle in Hs.
    rewrite !weights_middle, !bounds_middle.
    destruct (value L v) as [x|] eqn:Ev; [|congruence]; rewrite (worth_finite L v x Ev), lxor_zero in Hs.
    assert (Hwv : must_end v = false -> weight v = S (counter L v)) by (unfold weight; intros ->; now rewrite Ev).
    assert (Hcase : (exists k, value L q = Some k /\ k < x) \/ (forall k, value L q = Some k -> x < k)).
    { destruct (value L q) as [k|] eqn:Eq; [|right; discriminate].
      pose proof (value_new G L v x q Ev Hq) as Hne.
      destruct (Nat.lt_trichotomy k x) as [H|[H|H]]; [eauto|congruence|right; intros j Hj; inversion Hj; lia]. }
    destruct Hcase as [(y & Hy & Hlt)|Hgt].
    - assert (Hfin : finite L (a ++ q :: b)) by (apply finite_middle; split; [congruence|exact Hab]).
      assert (Hsum : 0 < sum_worth L (a ++ q :: b)).
      { rewrite sum_worth_middle, (worth_finite L q y Hy); apply Nat.neq_0_lt_0; rewrite lxor_zero; lia. }
      destruct (lower_weights _ 0 Hfin Hsum) as (k & Hk & Hfk & Hsk & Hwk).
      rewrite weights_middle in Hwk; exists k; split; [exact Hk|]; split; [now split|].
      destruct (must_end v) eqn:E.
      + right; destruct (must_end_move v q E Hq) as [Hqe Hb]; rewrite Hqe.
        assert (weight q = 0 /\ weight v = 0) by (unfold weight; now rewrite E, Hqe).
        repeat split; try lia; exact Hfin.
      + left; rewrite (Hwv eq_refl); pose proof (value_less G L v x q y Ev Hq Hy Hlt).
        unfold weight in Hwk; rewrite Hy in Hwk; destruct (must_end q); lia.
    - destruct (value_reverts G L v x q Ev Hq Hgt) as (w & Hw & Hwx & Hc).
      exists (a ++ w :: b); split; [apply in_many_moves; eauto 8|]; split.
      + split; [apply finite_middle; split; [congruence|exact Hab]|].
        rewrite sum_worth_middle, (worth_finite L w x Hwx), lxor_zero; exact Hs.
      + rewrite weights_middle; destruct (must_end v) eqn:E.
        * right; destruct (must_end_move v q E Hq) as [Hqe Hb]; rewrite Hqe.
          destruct (must_end_move q w Hqe Hw) as [Hwe _].
          assert (weight q = 0 /\ weight v = 0 /\ weight w = 0) by (unfold weight; now rewrite E, Hqe, Hwe).
          repeat split; try lia; apply finite_middle; split; [now apply must_end_finite|exact Hab].
        * left; rewrite (Hwv eq_refl); unfold weight; rewrite Hwx; destruct (must_end w); lia.
  Qed.

  Lemma lost_sum_won_by_advice w : forall b l, weights l <= w -> bounds l <= b -> lost_sum L l -> won_by_advice l.
  Proof.
    induction w as [w IHw] using lt_wf_ind; intros b; induction b as [b IHb] using lt_wf_ind.
    intros l Hw Hb Hl; constructor; intros m Hm.
    destruct (answer l m Hl Hm) as (k0 & Hk0 & Hlk0 & Hless); split; [exact (least_answer m k0 Hk0 Hlk0)|].
    intros k (Hk & Hlk & Hmin); specialize (Hmin k0 Hk0 Hlk0).
    destruct (Nat.lt_ge_cases (weights k) (weights l)) as [Hlt|Hge].
    { apply (IHw (weights k) ltac:(lia) (bounds k) k); auto. }
    destruct Hless as [Hless|(Hw0 & Hwm & Hbm & Hfm)]; [lia|].
    assert (Hbk : bounds k < bounds l).
    { destruct Hlk as [Hfk _]; apply in_many_moves in Hk; destruct Hk as (c & x & y & d & -> & Hy & ->).
      rewrite weights_middle in *; rewrite bounds_middle in *.
      apply finite_middle in Hfk; apply finite_middle in Hfm; destruct Hfk as [Hfy _], Hfm as [Hfx _].
      destruct (must_end x) eqn:Ex; [destruct (must_end_move x y Ex Hy) as [-> Hxy]; lia|exfalso].
      destruct (value L x) as [i|] eqn:Ei; [|congruence]; destruct (value L y) as [j|] eqn:Ej; [|congruence].
      assert (Hwx : weight x = S (counter L x)) by (unfold weight; now rewrite Ex, Ei).
      assert (Hwy : weight y = S (counter L y) \/ weight y = 0).
      { unfold weight; rewrite Ej; destruct (must_end y); auto. }
      pose proof (value_new G L x i y Ei Hy) as Hne.
      destruct (Nat.lt_trichotomy i j) as [H|[H|H]]; [|congruence|].
      - pose proof (counters_rise x y i j Ei Ej H); lia.
      - pose proof (counters_rise y x j i Ej Ei H); lia. }
    apply (IHb (bounds k) ltac:(lia) k); auto; lia.
  Qed.

  (** From a lost sum, and so after each advised move from a sum that is won, the advice wins in finitely many moves. *)
  Theorem advice_ends (l : list G) : lost_sum L l -> won_by_advice l.
  Proof. intros H; exact (lost_sum_won_by_advice (weights l) (bounds l) l (le_n _) (le_n _) H). Qed.

  Theorem advice_wins (l : list G) :
    won_sum L l -> (exists m, advised_move l m) /\ (forall m, advised_move l m -> won_by_advice m).
  Proof.
    intros Hw; split; [|intros m (_ & Hm & _); now apply advice_ends].
    destruct Hw as [[Hf Hs]|(a & v & b & -> & Hv & Hf & q & Hq & Hqs)].
    - destruct (lower L l 0 Hf (proj1 (Nat.neq_0_lt_0 _) Hs)) as (m & Hm & Hfm & Hsm & _).
      apply (least_answer l m Hm); now split.
    - apply (least_answer _ (a ++ q :: b)); [apply in_many_moves; eauto 8|]; split.
      + apply finite_middle; split; [congruence|exact Hf].
      + rewrite sum_worth_middle, (worth_finite L q _ Hqs); apply Nat.lxor_nilpotent.
  Qed.
End Advice.
