(** * Winning a sum in which play need not end, and ending it

    A move to a lost sum keeps the win but need not bring the end nearer.  Let each vertex weigh something, nothing
    if play must end from it, else by its counter; and let each move leave a weight.  Among the moves to lost sums take
    one that leaves the least: whoever keeps to such moves wins in finitely many moves, whatever the opponent does.

    Two ways to weigh are in use.  For tokens on one graph a vertex from which play need not end weighs one more than
    its counter, and a move leaves what the vertices then weigh.  For components of several games it weighs its
    counter, and the vertex that a move there leads to counts as such a one, even if play must end from it.

    Source: C. A. B. Smith, Graphs and composite games (1966); A. S. Fraenkel and Y. Perl, Constructions in
    combinatorial games with cycles (1975), for the counter.
    Used by: crates/grundy-engine/src/graph/loopy.rs (advice, weight), crates/grundy-core/src/solve/loopy.rs
    (loopy_moves). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Cycles Smith.
Import ListNotations.

Section Advice.
  Context {G : graph} (L : loopy G).

  (** Vertices from which play must end, and a bound for how long it can last. *)
  Variables (must_end : G -> bool) (bound : G -> nat).
  Hypothesis must_end_move : forall v q,
    must_end v = true -> In q (moves v) -> must_end q = true /\ bound q < bound v.

  (** What a vertex weighs, and what a move from one to another leaves instead. *)
  Variables (standing : G -> nat) (arriving : G -> G -> nat).

  Hypothesis standing_end : forall v, must_end v = true -> standing v = 0.
  Hypothesis arriving_end : forall v q, must_end v = true -> In q (moves v) -> arriving v q = 0.
  Hypothesis arriving_standing : forall v q, In q (moves v) -> value L q <> None -> standing q <= arriving v q.
  Hypothesis arriving_less : forall v q x y,
    must_end v = false -> value L v = Some x -> In q (moves v) -> value L q = Some y -> y < x ->
    arriving v q < standing v.
  Hypothesis arriving_reverts : forall v q w x,
    must_end v = false -> value L v = Some x -> In q (moves v) -> In w (moves q) -> value L w = Some x ->
    counter L w < counter L v -> arriving q w < standing v.
  Hypothesis arriving_other : forall v q x y,
    must_end v = false -> value L v = Some x -> In q (moves v) -> value L q = Some y -> x <> y ->
    arriving v q <> standing v.

  Definition weight (l : list G) : nat := list_sum (map standing l).

  (** A move from l to m leaves the weight w. *)
  Definition leaves (l m : list G) (w : nat) : Prop :=
    exists a v q b, l = a ++ v :: b /\ In q (moves v) /\ m = a ++ q :: b /\ w = weight (a ++ b) + arriving v q.

  (** A move to a lost sum, while none to another leaves less. *)
  Definition advised_move (l m : list G) : Prop :=
    exists w, leaves l m w /\ lost_sum L m /\
      forall k u, leaves l k u -> lost_sum L k -> w <= u.

  (** The opponent is to move, and whoever keeps to the advice wins in finitely many moves: whatever move is
      made is answered, and after each answer the same holds. *)
  Inductive won_by_advice : list G -> Prop :=
  | Won_by_advice l :
      (forall m, In m (many_moves G l) ->
        (exists k, advised_move m k) /\ (forall k, advised_move m k -> won_by_advice k)) ->
      won_by_advice l.

  Definition bounds (l : list G) : nat := list_sum (map (fun v => if must_end v then bound v else 0) l).

  Lemma weight_middle a v b : weight (a ++ v :: b) = standing v + weight (a ++ b).
  Proof. unfold weight; rewrite !map_app, !list_sum_app; simpl; lia. Qed.

  Lemma bounds_middle a v b :
    bounds (a ++ v :: b) = (if must_end v then bound v else 0) + bounds (a ++ b).
  Proof. unfold bounds; rewrite !map_app, !list_sum_app; simpl; lia. Qed.

  Lemma leaves_cons v t m w :
    leaves (v :: t) m w <->
    (exists q, In q (moves v) /\ m = q :: t /\ w = weight t + arriving v q) \/
    (exists u x, leaves t u x /\ m = v :: u /\ w = standing v + x).
  Proof.
    unfold leaves; split.
    - intros (a & x & q & b & Hl & Hq & -> & ->); destruct a as [|y a]; simpl in Hl; inversion Hl; subst.
      + left; exists q; auto.
      + right; exists (a ++ q :: b), (weight (a ++ b) + arriving x q); repeat split.
        * exists a, x, q, b; auto.
        * unfold weight; simpl; lia.
    - intros [(q & Hq & -> & ->)|(u & y & (a & x & q & b & -> & Hq & -> & ->) & -> & ->)].
      + exists [], v, q, t; auto.
      + exists (v :: a), x, q, b; repeat split; auto; unfold weight; simpl; lia.
  Qed.

  Fixpoint all_moves (l : list G) : list (list G * nat) :=
    match l with
    | [] => []
    | v :: t => map (fun q => (q :: t, weight t + arriving v q)) (moves v) ++
                map (fun s => (v :: fst s, standing v + snd s)) (all_moves t)
    end.

  Lemma in_all_moves l m w : In (m, w) (all_moves l) <-> leaves l m w.
  Proof.
    revert m w; induction l as [|v t IH]; intros m w.
    - split; [intros []|intros (a & x & q & b & H & _); destruct a; discriminate].
    - rewrite leaves_cons; cbn [all_moves]; rewrite in_app_iff, !in_map_iff; split.
      + intros [(q & H & Hq)|([u x] & H & Hu)]; inversion H; subst.
        * left; exists q; auto.
        * right; exists u, x; rewrite <- IH; auto.
      + intros [(q & Hq & -> & ->)|(u & x & Hu & -> & ->)].
        * left; exists q; auto.
        * right; exists (u, x); rewrite IH; auto.
  Qed.

  (* A sum of finite values can be brought to any smaller nim-sum, with no more weight. *)
  Lemma lower_weight l x : finite L l -> x < sum_worth L l ->
    exists m w, leaves l m w /\ finite L m /\ sum_worth L m = x /\ w <= weight l.
  Proof.
    intros Hl; revert x; induction Hl as [|v t Hv Ht IH]; intros x Hx; [unfold sum_worth in Hx; simpl in Hx; lia|].
    destruct (value L v) as [n|] eqn:E; [|congruence].
    unfold sum_worth in Hx; simpl in Hx; destruct (lxor_mex _ _ _ Hx) as [(y & Hy & He)|(y & Hy & He)].
    - rewrite (worth_finite L v n E) in Hy; destruct (value_mex G L v n y E Hy) as (q & Hq & Hqy & _).
      exists (q :: t), (weight t + arriving v q); repeat split.
      + apply leaves_cons; left; eauto.
      + constructor; [congruence|exact Ht].
      + unfold sum_worth; simpl; now rewrite (worth_finite L q y Hqy).
      + unfold weight; simpl; destruct (must_end v) eqn:Ev; [rewrite (arriving_end v q Ev Hq); lia|].
        pose proof (arriving_less v q n y Ev E Hq Hqy Hy); lia.
    - destruct (IH y Hy) as (m & w & Hm & Hf & Hs & Hw); exists (v :: m), (standing v + w); repeat split.
      + apply leaves_cons; right; eauto.
      + constructor; [congruence|exact Hf].
      + unfold sum_worth; simpl; unfold sum_worth in Hs; now rewrite Hs.
      + unfold weight in *; simpl; lia.
  Qed.

  Lemma lost_sum_dec l : {lost_sum L l} + {~ lost_sum L l}.
  Proof.
    unfold lost_sum; assert (Hf : {finite L l} + {~ finite L l}).
    { apply Forall_dec; intros v; destruct (value L v); [left; discriminate|right; tauto]. }
    destruct Hf; [|right; tauto]; destruct (Nat.eq_dec (sum_worth L l) 0); [left|right]; tauto.
  Qed.

  (* If there is a move to a lost sum, there is one that leaves least. *)
  Lemma least_answer l k0 w0 : leaves l k0 w0 -> lost_sum L k0 -> exists k, advised_move l k.
  Proof.
    intros Hk0 Hl0.
    assert (H : forall ms, (forall k w, In (k, w) ms -> ~ lost_sum L k) \/
      exists k w, In (k, w) ms /\ lost_sum L k /\ forall j u, In (j, u) ms -> lost_sum L j -> w <= u).
    { induction ms as [|[m x] ms [IH|(k & w & Hk & Hl & Hmin)]]; [left; intros k w []| |].
      - destruct (lost_sum_dec m) as [Hm|Hm].
        + right; exists m, x; split; [now left|]; split; [exact Hm|].
          intros j u [H|Hj] Hlj; [inversion H; lia|elim (IH j u Hj Hlj)].
        + left; intros k w [H|Hk]; [inversion H; subst; exact Hm|eauto].
      - right; destruct (lost_sum_dec m) as [Hm|Hm]; [destruct (Nat.le_gt_cases w x) as [Hw|Hw]|].
        + exists k, w; split; [now right|]; split; [exact Hl|]; intros j u [H|Hj] Hlj; [inversion H; lia|eauto].
        + exists m, x; split; [now left|]; split; [exact Hm|].
          intros j u [H|Hj] Hlj; [inversion H; lia|specialize (Hmin j u Hj Hlj); lia].
        + exists k, w; split; [now right|]; split; [exact Hl|].
          intros j u [H|Hj] Hlj; [inversion H; subst; contradiction|eauto]. }
    destruct (H (all_moves l)) as [Hno|(k & w & Hk & Hl & Hmin)].
    - apply in_all_moves in Hk0; elim (Hno k0 w0 Hk0 Hl0).
    - exists k, w; split; [now apply in_all_moves|]; split; [exact Hl|].
      intros j u Hj; apply in_all_moves in Hj; eauto.
  Qed.

  Lemma must_end_finite v : must_end v = true -> value L v <> None.
  Proof.
    remember (bound v) as n eqn:En; revert v En; induction n as [n IH] using lt_wf_ind; intros v -> Hv Hn.
    destruct (value_infinite G L v (mex (finite_values L v)) Hn) as (q & Hq & Hqn & _).
    - intros k Hk; apply in_finite_values, mex_least, Hk.
    - intros q Hq He; apply (mex_not_in (finite_values L v)), in_finite_values; eauto.
    - destruct (must_end_move v q Hv Hq) as [Hqe Hb]; exact (IH (bound q) Hb q eq_refl Hqe Hqn).
  Qed.

  (* Each move from a lost sum has an answer that leaves less weight, or no more if it was made where play must end. *)
  Lemma answer l m : lost_sum L l -> In m (many_moves G l) ->
    exists k w, leaves m k w /\ lost_sum L k /\
      (w < weight l \/ (w <= weight l /\ weight m = weight l /\ bounds m < bounds l /\ finite L m)).
  Proof.
    intros [Hf Hs] Hm; apply in_many_moves in Hm; destruct Hm as (a & v & q & b & -> & Hq & ->).
    apply finite_middle in Hf; destruct Hf as [Hv Hab]; rewrite sum_worth_middle in Hs.
    rewrite !weight_middle, !bounds_middle.
    destruct (value L v) as [x|] eqn:Ev; [|congruence]; rewrite (worth_finite L v x Ev), lxor_zero in Hs.
    assert (Hend : must_end v = true -> finite L (a ++ q :: b) /\ standing v = 0 /\ standing q = 0 /\
      (if must_end q then bound q else 0) < bound v).
    { intros E; destruct (must_end_move v q E Hq) as [Hqe Hb].
      rewrite (standing_end v E), (standing_end q Hqe), Hqe; repeat split; [|exact Hb].
      apply finite_middle; split; [now apply must_end_finite|exact Hab]. }
    assert (Hcase : (exists k, value L q = Some k /\ k < x) \/ (forall k, value L q = Some k -> x < k)).
    { destruct (value L q) as [k|] eqn:Eq; [|right; discriminate].
      pose proof (value_new G L v x q Ev Hq) as Hne.
      destruct (Nat.lt_trichotomy k x) as [H|[H|H]]; [eauto|congruence|right; intros j Hj; inversion Hj; lia]. }
    destruct Hcase as [(y & Hy & Hlt)|Hgt].
    - assert (Hfin : finite L (a ++ q :: b)) by (apply finite_middle; split; [congruence|exact Hab]).
      assert (Hsum : 0 < sum_worth L (a ++ q :: b)).
      { rewrite sum_worth_middle, (worth_finite L q y Hy); apply Nat.neq_0_lt_0; rewrite lxor_zero; lia. }
      destruct (lower_weight _ 0 Hfin Hsum) as (k & w & Hk & Hfk & Hsk & Hw).
      rewrite weight_middle in Hw; exists k, w; split; [exact Hk|]; split; [now split|].
      destruct (must_end v) eqn:E.
      + right; destruct (Hend eq_refl) as (Hfm & Hv0 & Hq0 & Hb); repeat split; try lia; exact Hfm.
      + left; pose proof (arriving_less v q x y E Ev Hq Hy Hlt).
        assert (standing q <= arriving v q) by (apply arriving_standing; [exact Hq|congruence]); lia.
    - destruct (value_reverts G L v x q Ev Hq Hgt) as (w & Hw & Hwx & Hc).
      exists (a ++ w :: b), (weight (a ++ b) + arriving q w); split; [exists a, q, w, b; auto|]; split.
      + split; [apply finite_middle; split; [congruence|exact Hab]|].
        rewrite sum_worth_middle, (worth_finite L w x Hwx), lxor_zero; exact Hs.
      + destruct (must_end v) eqn:E.
        * right; destruct (Hend eq_refl) as (Hfm & Hv0 & Hq0 & Hb).
          rewrite (arriving_end q w (proj1 (must_end_move v q E Hq)) Hw); repeat split; try lia; exact Hfm.
        * left; pose proof (arriving_reverts v q w x E Ev Hq Hw Hwx Hc); lia.
  Qed.

  Lemma lost_sum_won_by_advice w : forall b l, weight l <= w -> bounds l <= b -> lost_sum L l -> won_by_advice l.
  Proof.
    induction w as [w IHw] using lt_wf_ind; intros b; induction b as [b IHb] using lt_wf_ind.
    intros l Hw Hb Hl; constructor; intros m Hm.
    destruct (answer l m Hl Hm) as (k0 & w0 & Hk0 & Hlk0 & Hless); split; [exact (least_answer m k0 w0 Hk0 Hlk0)|].
    intros k (u & Hk & Hlk & Hmin); specialize (Hmin k0 w0 Hk0 Hlk0).
    destruct Hk as (c & x & y & d & -> & Hy & -> & ->).
    pose proof (proj1 Hlk) as Hfy; apply finite_middle in Hfy; destruct Hfy as [Hfy _].
    assert (Hku : weight (c ++ y :: d) <= weight (c ++ d) + arriving x y).
    { rewrite weight_middle; pose proof (arriving_standing x y Hy Hfy); lia. }
    destruct (Nat.lt_ge_cases (weight (c ++ y :: d)) (weight l)) as [Hlt|Hge].
    { apply (IHw (weight (c ++ y :: d)) ltac:(lia) (bounds (c ++ y :: d))); auto. }
    destruct Hless as [Hless|(Hw0 & Hwm & Hbm & Hfm)]; [lia|].
    rewrite weight_middle in Hwm; rewrite bounds_middle in Hbm.
    apply finite_middle in Hfm; destruct Hfm as [Hfx _].
    destruct (must_end x) eqn:Ex.
    - destruct (must_end_move x y Ex Hy) as [Hye Hxy].
      assert (Hbk : bounds (c ++ y :: d) < bounds l) by (rewrite bounds_middle, Hye; lia).
      apply (IHb (bounds (c ++ y :: d)) ltac:(lia)); auto; lia.
    - exfalso; destruct (value L x) as [i|] eqn:Ei; [|congruence]; destruct (value L y) as [j|] eqn:Ej; [|congruence].
      apply (arriving_other x y i j Ex Ei Hy Ej); [|lia].
      intros ->; exact (value_new G L x j y Ei Hy Ej).
  Qed.

  Theorem least_weight_ends (l : list G) : lost_sum L l -> won_by_advice l.
  Proof. intros H; exact (lost_sum_won_by_advice (weight l) (bounds l) l (le_n _) (le_n _) H). Qed.

  Theorem least_weight_wins (l : list G) :
    won_sum L l -> (exists m, advised_move l m) /\ (forall m, advised_move l m -> won_by_advice m).
  Proof.
    intros Hw; split; [|intros m (w & _ & Hm & _); now apply least_weight_ends].
    destruct Hw as [[Hf Hs]|(a & v & b & -> & Hv & Hf & q & Hq & Hqs)].
    - destruct (lower_weight l 0 Hf (proj1 (Nat.neq_0_lt_0 _) Hs)) as (m & w & Hm & Hfm & Hsm & _).
      apply (least_answer l m w Hm); now split.
    - apply (least_answer _ (a ++ q :: b) (weight (a ++ b) + arriving v q)); [exists a, v, q, b; auto|]; split.
      + apply finite_middle; split; [congruence|exact Hf].
      + rewrite sum_worth_middle, (worth_finite L q _ Hqs); apply Nat.lxor_nilpotent.
  Qed.
End Advice.

(** ** The two ways to weigh *)

Section Ways.
  Context {G : graph} (L : loopy G).

  (** A move to a greater value is one to a greater counter, as it is by the labelling (FraenkelPerl.v). *)
  Hypothesis counters_rise : forall v q x y,
    In q (moves v) -> value L v = Some x -> value L q = Some y -> x < y -> counter L v < counter L q.
  Variables (must_end : G -> bool) (bound : G -> nat).
  Hypothesis must_end_move : forall v q,
    must_end v = true -> In q (moves v) -> must_end q = true /\ bound q < bound v.

  Lemma counters_differ v q x y :
    In q (moves v) -> value L v = Some x -> value L q = Some y -> x <> y -> counter L v <> counter L q.
  Proof.
    intros Hq Hv Hy Hne; destruct (Nat.lt_trichotomy x y) as [H|[H|H]]; [|contradiction|].
    - pose proof (counters_rise v q x y Hq Hv Hy H); lia.
    - pose proof (value_less G L v x q y Hv Hq Hy H); lia.
  Qed.

  (** Tokens on one graph. *)
  Definition token_weight (v : G) : nat :=
    if must_end v then 0 else match value L v with Some _ => S (counter L v) | None => 0 end.

  (** Components of several games. *)
  Definition component_weight (v : G) : nat :=
    if must_end v then 0 else match value L v with Some _ => counter L v | None => 0 end.
  Definition component_left (v q : G) : nat := if must_end v then 0 else counter L q.

  Theorem token_advice_wins (l : list G) :
    won_sum L l ->
    (exists m, advised_move L token_weight (fun _ => token_weight) l m) /\
    (forall m, advised_move L token_weight (fun _ => token_weight) l m ->
      won_by_advice L token_weight (fun _ => token_weight) m).
  Proof.
    apply (least_weight_wins L must_end bound must_end_move); unfold token_weight.
    - intros v ->; reflexivity.
    - intros v q Hv Hq; now rewrite (proj1 (must_end_move v q Hv Hq)).
    - intros; apply le_n.
    - intros v q x y -> Hv Hq Hy Hlt; rewrite Hv, Hy; pose proof (value_less G L v x q y Hv Hq Hy Hlt).
      destruct (must_end q); lia.
    - intros v q w x -> Hv _ _ Hw Hc; rewrite Hv, Hw; destruct (must_end w); lia.
    - intros v q x y -> Hv Hq Hy Hne; rewrite Hv, Hy; pose proof (counters_differ v q x y Hq Hv Hy Hne).
      destruct (must_end q); lia.
  Qed.

  Theorem component_advice_wins (l : list G) :
    won_sum L l ->
    (exists m, advised_move L component_weight component_left l m) /\
    (forall m, advised_move L component_weight component_left l m ->
      won_by_advice L component_weight component_left m).
  Proof.
    apply (least_weight_wins L must_end bound must_end_move); unfold component_weight, component_left.
    - intros v ->; reflexivity.
    - intros v q -> _; reflexivity.
    - intros v q Hq Hf; destruct (must_end v) eqn:E.
      + rewrite (proj1 (must_end_move v q E Hq)); lia.
      + destruct (must_end q); [lia|]; destruct (value L q); lia.
    - intros v q x y -> Hv Hq Hy Hlt; rewrite Hv; exact (value_less G L v x q y Hv Hq Hy Hlt).
    - intros v q w x -> Hv _ _ Hw Hc; rewrite Hv; destruct (must_end q); lia.
    - intros v q x y -> Hv Hq Hy Hne; rewrite Hv; pose proof (counters_differ v q x y Hq Hv Hy Hne); lia.
  Qed.
End Ways.
