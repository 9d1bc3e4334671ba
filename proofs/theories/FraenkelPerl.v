(** * The loopy values of a finite graph, found value by value

    Round m gives the value m, in any order, to vertices without a value that have no option of value m, an
    option of each smaller value, and none without a value that has not itself an option of value m; the
    counter of a vertex tells how many were given values before it.  A round ends when there is no such vertex.
    When rounds are over, that is when each vertex that is left lacks some smaller value among its options,
    what has been given are the loopy values of Smith.v, and what is left is infinite.

    Source: A. S. Fraenkel and Y. Perl, Constructions in combinatorial games with cycles (1975); A. S.
    Fraenkel and Y. Yesha, The generalized Sprague–Grundy function and its invariance under certain
    mappings (1986).
    Used by: crates/grundy-engine/src/graph/loopy.rs (Rounds), crates/grundy-graph/src/external/loops.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Cycles Smith.
Import ListNotations.

Section Labelling.
  Context {G : graph}.
  Variable eq_dec : forall v w : G, {v = w} + {v <> w}.

  (** The value and the counter of each vertex that has one. *)
  Definition given : Type := G -> option (nat * nat).

  Definition has_value (s : given) (k : nat) (v : G) : bool :=
    match s v with Some (x, _) => x =? k | None => false end.

  Definition some_has (s : given) (k : nat) (l : list G) : bool := existsb (has_value s k) l.

  Definition may_give (m : nat) (s : given) (v : G) : bool :=
    match s v with
    | Some _ => false
    | None =>
      negb (some_has s m (moves v)) &&
      forallb (fun k => some_has s k (moves v)) (seq 0 m) &&
      forallb (fun q => match s q with Some _ => true | None => some_has s m (moves q) end) (moves v)
    end.

  Definition give (s : given) (v : G) (a : nat * nat) : given :=
    fun w => if eq_dec v w then Some a else s w.

  (** In round m, when c values have been given. *)
  Inductive run : nat -> given -> nat -> Prop :=
  | Start : run 0 (fun _ => None) 0
  | Give m s c v : run m s c -> may_give m s v = true -> run m (give s v (m, c)) (S c)
  | Next m s c : run m s c -> (forall v, may_give m s v = false) -> run (S m) s c.

  Definition over (m : nat) (s : given) : Prop :=
    forall v, s v = None -> exists k, k < m /\ some_has s k (moves v) = false.

  (** ** What holds while values are given *)

  Lemma has_value_iff s k v : has_value s k v = true <-> exists n, s v = Some (k, n).
  Proof.
    unfold has_value; destruct (s v) as [[x n]|]; [|split; [discriminate|intros (n & H); discriminate]].
    rewrite Nat.eqb_eq; split; [intros ->; eauto|intros (j & H); congruence].
  Qed.

  Lemma some_has_iff s k l : some_has s k l = true <-> exists q n, In q l /\ s q = Some (k, n).
  Proof.
    unfold some_has; rewrite existsb_exists; split.
    - intros (q & Hq & H); apply has_value_iff in H; destruct H as (n & H); eauto.
    - intros (q & n & Hq & H); exists q; split; [exact Hq|]; apply has_value_iff; eauto.
  Qed.

  Lemma some_has_false s k l : some_has s k l = false <-> forall q n, In q l -> s q <> Some (k, n).
  Proof.
    split.
    - intros H q n Hq He; assert (some_has s k l = true) by (apply some_has_iff; eauto); congruence.
    - intros H; destruct (some_has s k l) eqn:E; [|reflexivity].
      apply some_has_iff in E; destruct E as (q & n & Hq & E); elim (H q n Hq E).
  Qed.

  Lemma may_give_iff m s v :
    may_give m s v = true <->
    s v = None /\ (forall q n, In q (moves v) -> s q <> Some (m, n)) /\
    (forall k, k < m -> exists q n, In q (moves v) /\ s q = Some (k, n)) /\
    (forall q, In q (moves v) -> s q = None -> exists w n, In w (moves q) /\ s w = Some (m, n)).
  Proof.
    unfold may_give; destruct (s v) as [a|].
    { split; [discriminate|intros [H _]; discriminate]. }
    rewrite !andb_true_iff, negb_true_iff, !forallb_forall, some_has_false; split.
    - intros [[H1 H2] H3]; repeat split; [exact H1| |].
      + intros k Hk; apply some_has_iff, H2, in_seq; lia.
      + intros q Hq Hn; specialize (H3 q Hq); rewrite Hn in H3; now apply some_has_iff.
    - intros (_ & H1 & H2 & H3); repeat split; [exact H1| |].
      + intros k Hk; apply some_has_iff, H2; apply in_seq in Hk; lia.
      + intros q Hq; destruct (s q) eqn:E; [reflexivity|]; apply some_has_iff; auto.
  Qed.

  (** Without a value, or with a greater one than x. *)
  Definition beyond (x : nat) (s : given) (v : G) : Prop := forall y n, s v = Some (y, n) -> x < y.

  Record sound (m : nat) (s : given) (c : nat) : Prop := {
    sound_bound : forall v x n, s v = Some (x, n) -> x <= m /\ n < c;
    sound_new : forall v x n q j, s v = Some (x, n) -> In q (moves v) -> s q <> Some (x, j);
    sound_mex : forall v x n k, s v = Some (x, n) -> k < x ->
      exists q j, In q (moves v) /\ s q = Some (k, j) /\ j < n;
    sound_less : forall v x n q k j, s v = Some (x, n) -> In q (moves v) -> s q = Some (k, j) -> k < x -> j < n;
    sound_reverts : forall v x n q, s v = Some (x, n) -> In q (moves v) -> beyond x s q ->
      exists w j, In w (moves q) /\ s w = Some (x, j) /\ j < n;
    sound_refused : forall x v, x < m -> beyond x s v ->
      (exists q j, In q (moves v) /\ s q = Some (x, j)) \/
      (exists k, k < x /\ forall q j, In q (moves v) -> s q <> Some (k, j)) \/
      (exists q, In q (moves v) /\ beyond x s q /\ forall w j, In w (moves q) -> s w <> Some (x, j))
  }.

  Lemma give_other s v a w : s v = None -> forall b, s w = Some b -> give s v a w = Some b.
  Proof. intros Hv b Hw; unfold give; destruct (eq_dec v w) as [<-|]; congruence. Qed.

  Lemma give_cases s v a w b : give s v a w = Some b -> (w = v /\ b = a) \/ s w = Some b.
  Proof. unfold give; destruct (eq_dec v w) as [<-|]; intros H; [left; split; congruence|now right]. Qed.

  Lemma give_here s v a : give s v a v = Some a.
  Proof. unfold give; destruct (eq_dec v v); congruence. Qed.

  Lemma beyond_give x m s v c w : s v = None -> beyond x (give s v (m, c)) w -> beyond x s w.
  Proof. intros Hv H y n Hw; apply (H y n); now apply give_other. Qed.

  Lemma run_sound m s c : run m s c -> sound m s c.
  Proof.
    induction 1 as [|m s c v Hrun IH Hmay|m s c Hrun IH Hno].
    - constructor; try discriminate; intros; lia.
    - apply may_give_iff in Hmay; destruct Hmay as (Hv & Hnew & Hmex & Hrev).
      assert (Hkeep : forall w b, s w = Some b -> give s v (m, c) w = Some b) by (intros; now apply give_other).
      constructor.
      + intros w x n Hw; apply give_cases in Hw; destruct Hw as [[-> E]|Hw].
        * inversion E; subst; lia.
        * destruct (sound_bound _ _ _ IH w x n Hw); lia.
      + intros w x n q j Hw Hq Hqx; apply give_cases in Hw; apply give_cases in Hqx.
        destruct Hw as [[-> E]|Hw], Hqx as [[-> E2]|Hqx].
        * (* a loop: v would need an option of value m to revert it *)
          inversion E; subst; destruct (Hrev v Hq Hv) as (u & i & Hu & Hui); exact (Hnew u i Hu Hui).
        * inversion E; subst; exact (Hnew q j Hq Hqx).
        * inversion E2; subst.
          destruct (sound_reverts _ _ _ IH w m n v Hw Hq) as (u & i & Hu & Hui & _).
          -- intros y k Hy; congruence.
          -- exact (Hnew u i Hu Hui).
        * exact (sound_new _ _ _ IH w x n q j Hw Hq Hqx).
      + intros w x n k Hw Hk; apply give_cases in Hw; destruct Hw as [[-> E]|Hw].
        * inversion E; subst; destruct (Hmex k Hk) as (q & j & Hq & Hqk).
          exists q, j; repeat split; [exact Hq|now apply Hkeep|now apply (sound_bound _ _ _ IH q k j)].
        * destruct (sound_mex _ _ _ IH w x n k Hw Hk) as (q & j & Hq & Hqk & Hj); exists q, j; auto.
      + intros w x n q k j Hw Hq Hqk Hk; apply give_cases in Hw; apply give_cases in Hqk.
        destruct Hw as [[-> E]|Hw], Hqk as [[-> E2]|Hqk].
        * inversion E; inversion E2; subst; lia.
        * inversion E; subst; now apply (sound_bound _ _ _ IH q k j).
        * inversion E2; subst; destruct (sound_bound _ _ _ IH w x n Hw); lia.
        * exact (sound_less _ _ _ IH w x n q k j Hw Hq Hqk Hk).
      + intros w x n q Hw Hq Hbey; apply give_cases in Hw; destruct Hw as [[-> E]|Hw].
        * inversion E; subst; destruct (Hrev q Hq) as (u & j & Hu & Huj).
          -- destruct (s q) as [[y i]|] eqn:Eq; [|reflexivity]; exfalso.
             destruct (sound_bound _ _ _ IH q y i Eq); specialize (Hbey y i (Hkeep q _ Eq)); lia.
          -- exists u, j; repeat split; [exact Hu|now apply Hkeep|now apply (sound_bound _ _ _ IH u m j)].
        * destruct (sound_reverts _ _ _ IH w x n q Hw Hq (beyond_give _ _ _ _ _ _ Hv Hbey)) as (u & j & Hu & Huj & Hj).
          exists u, j; auto.
      + intros x w Hx Hbey.
        destruct (sound_refused _ _ _ IH x w Hx (beyond_give _ _ _ _ _ _ Hv Hbey))
          as [(q & j & Hq & Hqx)|[(k & Hk & Hqk)|(q & Hq & Hqb & Hqw)]].
        * left; exists q, j; auto.
        * right; left; exists k; split; [exact Hk|]; intros q j Hq Hg; apply give_cases in Hg.
          destruct Hg as [[_ E]|Hg]; [inversion E; lia|exact (Hqk q j Hq Hg)].
        * right; right; exists q; repeat split; [exact Hq| |].
          -- intros y n Hy; apply give_cases in Hy; destruct Hy as [[_ E]|Hy]; [inversion E; lia|eauto].
          -- intros u j Hu Hg; apply give_cases in Hg; destruct Hg as [[_ E]|Hg]; [inversion E; lia|exact (Hqw u j Hu Hg)].
    - constructor; try apply IH.
      + intros v x n Hv; destruct (sound_bound _ _ _ IH v x n Hv); lia.
      + intros x v Hx Hbey; destruct (Nat.eq_dec x m) as [->|]; [|apply (sound_refused _ _ _ IH x v); [lia|exact Hbey]].
        specialize (Hno v); unfold may_give in Hno; destruct (s v) as [[y n]|] eqn:Ev.
        { exfalso; specialize (Hbey y n Ev); destruct (sound_bound _ _ _ IH v y n Ev); lia. }
        apply andb_false_iff in Hno; destruct Hno as [Hno|Hno].
        * apply andb_false_iff in Hno; destruct Hno as [Hno|Hno].
          -- left; apply negb_false_iff, some_has_iff in Hno; exact Hno.
          -- right; left; apply not_forallb in Hno; destruct Hno as (k & Hk & Hno); apply in_seq in Hk.
             exists k; split; [lia|now apply some_has_false].
        * right; right; apply not_forallb in Hno; destruct Hno as (q & Hq & Hno).
          destruct (s q) as [a|] eqn:Eq; [discriminate|]; exists q; repeat split; [exact Hq| |].
          -- intros y n Hy; congruence.
          -- now apply some_has_false.
  Qed.

  Lemma run_rises m s c : run m s c ->
    forall v w x y n j, s v = Some (x, n) -> s w = Some (y, j) -> x < y -> n < j.
  Proof.
    induction 1 as [|m s c u Hrun IH Hmay|m s c Hrun IH Hno]; [discriminate| |exact IH].
    pose proof (run_sound m s c Hrun) as H.
    intros v w x y n j Hv Hw Hlt; apply give_cases in Hv; apply give_cases in Hw.
    destruct Hv as [[_ E]|Hv], Hw as [[_ E2]|Hw].
    - inversion E; inversion E2; lia.
    - inversion E; subst; destruct (sound_bound _ _ _ H w y j Hw); lia.
    - inversion E2; subst; destruct (sound_bound _ _ _ H v x n Hv); lia.
    - exact (IH v w x y n j Hv Hw Hlt).
  Qed.

  (** What has been given when rounds are over are loopy values. *)
  Theorem labelling_is_loopy (m : nat) (s : given) (c : nat) :
    run m s c -> over m s ->
    exists L : loopy G,
      (forall v, value L v = option_map fst (s v)) /\
      (forall v x n, s v = Some (x, n) -> counter L v = n) /\
      (forall v w x y, value L v = Some x -> value L w = Some y -> x < y -> counter L v < counter L w).
  Proof.
    intros Hrun Hover; pose proof (run_rises m s c Hrun) as Hrise; pose proof (run_sound m s c Hrun) as H.
    set (val := fun v => option_map fst (s v)); set (cnt := fun v => match s v with Some (_, n) => n | None => 0 end).
    assert (Hval : forall v x, val v = Some x <-> exists n, s v = Some (x, n)).
    { intros v x; unfold val; destruct (s v) as [[y n]|]; simpl; split; try discriminate.
      - intros E; inversion E; eauto.
      - intros (j & E); inversion E; reflexivity.
      - intros (j & E); discriminate. }
    assert (Hcnt : forall v x n, s v = Some (x, n) -> cnt v = n) by (intros v x n E; unfold cnt; now rewrite E).
    unshelve refine (ex_intro _ {| value := val; counter := cnt |} _); [..|split; [reflexivity|split; [exact Hcnt|]]].
    - intros v x q Hv Hq Hx; apply Hval in Hv; apply Hval in Hx; destruct Hv as (n & Hv), Hx as (j & Hx).
      exact (sound_new _ _ _ H v x n q j Hv Hq Hx).
    - intros v x k Hv Hk; apply Hval in Hv; destruct Hv as (n & Hv).
      destruct (sound_mex _ _ _ H v x n k Hv Hk) as (q & j & Hq & Hqk & Hj).
      exists q; rewrite (Hcnt v x n Hv), (Hcnt q k j Hqk), Hval; eauto.
    - intros v x q k Hv Hq Hqk Hk; apply Hval in Hv; apply Hval in Hqk.
      destruct Hv as (n & Hv), Hqk as (j & Hqk); rewrite (Hcnt v x n Hv), (Hcnt q k j Hqk).
      exact (sound_less _ _ _ H v x n q k j Hv Hq Hqk Hk).
    - intros v x q Hv Hq Hbey; apply Hval in Hv; destruct Hv as (n & Hv).
      destruct (sound_reverts _ _ _ H v x n q Hv Hq) as (w & j & Hw & Hwx & Hj).
      + intros y i Hy; apply Hbey, Hval; eauto.
      + exists w; rewrite (Hcnt v x n Hv), (Hcnt w x j Hwx), Hval; eauto.
    - intros v x Hv Hmex Hnew.
      assert (Hn : s v = None) by (unfold val in Hv; destruct (s v); [discriminate|reflexivity]).
      destruct (Hover v Hn) as (k & Hk & Hlack); rewrite some_has_false in Hlack.
      assert (Hxk : x <= k).
      { apply Nat.nlt_ge; intros Hlt; destruct (Hmex k Hlt) as (q & Hq & Hqk); apply Hval in Hqk.
        destruct Hqk as (j & Hqk); exact (Hlack q j Hq Hqk). }
      destruct (sound_refused _ _ _ H x v ltac:(lia)) as [(q & j & Hq & Hqx)|[(i & Hi & Hno)|(q & Hq & Hqb & Hqw)]].
      + intros y j Hy; congruence.
      + exfalso; apply (Hnew q Hq), Hval; eauto.
      + exfalso; destruct (Hmex i Hi) as (q & Hq & Hqi); apply Hval in Hqi; destruct Hqi as (j & Hqi).
        exact (Hno q j Hq Hqi).
      + exists q; repeat split; [exact Hq| |].
        * unfold val; destruct (s q) as [[y n]|] eqn:Eq; [exfalso|reflexivity].
          destruct (sound_mex _ _ _ H q y n x Eq (Hqb y n Eq)) as (w & j & Hw & Hwx & _).
          exact (Hqw w j Hw Hwx).
        * intros w Hw Hwx; apply Hval in Hwx; destruct Hwx as (j & Hwx); exact (Hqw w j Hw Hwx).
    - intros v w x y Hv Hw Hlt; simpl in *; apply Hval in Hv; apply Hval in Hw; destruct Hv as (n & Hv), Hw as (j & Hw).
      rewrite (Hcnt v x n Hv), (Hcnt w y j Hw); exact (Hrise v w x y n j Hv Hw Hlt).
  Qed.

  (** ** Every finite graph has loopy values *)

  Variable vertices : list G.
  Hypothesis all_vertices : forall v, In v vertices.

  Fixpoint give_all (tries m : nat) (s : given) (c : nat) : given * nat :=
    match tries with
    | 0 => (s, c)
    | S tries =>
      match find (may_give m s) vertices with
      | Some v => give_all tries m (give s v (m, c)) (S c)
      | None => (s, c)
      end
    end.

  Fixpoint rounds (k : nat) : given * nat :=
    match k with
    | 0 => (fun _ => None, 0)
    | S k => let (s, c) := rounds k in give_all (length vertices) k s c
    end.

  Definition without (s : given) (l : list G) : nat :=
    length (filter (fun v => match s v with None => true | Some _ => false end) l).

  Lemma without_give s v a l : s v = None -> In v l -> without (give s v a) l < without s l.
  Proof.
    intros Hv; unfold without.
    assert (Hle : forall l, length (filter (fun w => match give s v a w with None => true | Some _ => false end) l) <=
                            length (filter (fun w => match s w with None => true | Some _ => false end) l)).
    { clear l; induction l as [|w l IH]; simpl; [lia|]; unfold give at 1; destruct (eq_dec v w) as [<-|];
        [rewrite Hv; simpl; lia|destruct (s w); simpl; lia]. }
    induction l as [|w l IH]; simpl; [easy|]; intros [->|Hin].
    - rewrite give_here, Hv; simpl; specialize (Hle l); lia.
    - specialize (IH Hin); unfold give at 1; destruct (eq_dec v w) as [<-|];
        [rewrite Hv; simpl; lia|destruct (s w); simpl; lia].
  Qed.

  Lemma give_all_run tries m : forall s c, without s vertices <= tries -> run m s c ->
    let (s', c') := give_all tries m s c in run m s' c' /\ forall v, may_give m s' v = false.
  Proof.
    induction tries as [|tries IH]; intros s c Hw Hrun; simpl.
    - split; [exact Hrun|]; intros v; unfold may_give; destruct (s v) eqn:E; [reflexivity|exfalso].
      pose proof (without_give s v (0, 0) vertices E (all_vertices v)); lia.
    - destruct (find (may_give m s) vertices) as [v|] eqn:E.
      + apply find_some in E; destruct E as [Hv Hmay]; apply IH; [|now apply Give].
        apply may_give_iff in Hmay; destruct Hmay as [Hn _].
        pose proof (without_give s v (m, c) vertices Hn Hv); lia.
      + split; [exact Hrun|]; intros v; exact (find_none _ _ E v (all_vertices v)).
  Qed.

  Lemma rounds_run k : let (s, c) := rounds k in run k s c.
  Proof.
    induction k as [|k IH]; simpl; [constructor|]; destruct (rounds k) as [s c].
    pose proof (give_all_run (length vertices) k s c) as H; destruct (give_all (length vertices) k s c) as [s' c'].
    destruct H as [H1 H2]; [|exact IH|now apply Next].
    unfold without; clear; induction vertices as [|v l IH]; simpl; [lia|]; destruct (s v); simpl; lia.
  Qed.

  (* More values than vertices cannot be given. *)
  Lemma rounds_over : over (S (length vertices)) (fst (rounds (S (length vertices)))).
  Proof.
    set (s := fst (rounds (S (length vertices)))); intros v Hv.
    destruct (forallb (fun k => some_has s k (moves v)) (seq 0 (S (length vertices)))) eqn:E.
    - exfalso; rewrite forallb_forall in E.
      assert (Hincl : incl (seq 0 (S (length vertices)))
                (map (fun q => match s q with Some (x, _) => x | None => 0 end) vertices)).
      { intros k Hk; specialize (E k Hk); apply some_has_iff in E; destruct E as (q & n & _ & Hq).
        apply in_map_iff; exists q; rewrite Hq; auto. }
      apply NoDup_incl_length in Hincl; [|apply seq_NoDup].
      rewrite seq_length, map_length in Hincl; lia.
    - apply not_forallb in E; destruct E as (k & Hk & E); apply in_seq in Hk; exists k; split; [lia|exact E].
  Qed.

  Theorem loopy_values_exist : exists L : loopy G, forall v,
    value L v = option_map fst (fst (rounds (S (length vertices))) v).
  Proof.
    pose proof (rounds_run (S (length vertices))) as Hrun; pose proof rounds_over as Hover.
    destruct (rounds (S (length vertices))) as [s c]; simpl in Hover |- *.
    destruct (labelling_is_loopy _ s c Hrun Hover) as (L & HL); exists L; intros v; apply HL.
  Qed.
End Labelling.
