(** * Games in which play need not end: the retrograde labelling

    A token stands on a vertex of a finite graph and is moved along an edge.  Who cannot move loses in normal
    play and wins in misère play; play may also go on for ever, which is a draw.  Round 0 of the labelling marks
    the vertices without moves, each later round those from which a vertex marked as lost can be reached (won) or
    whose moves all lead to vertices marked as won (lost).  The vertices that are never marked are draws, and the
    round of any other, its remoteness, is how many moves play lasts when the winner hurries and the loser delays.

    Precisely: the advice on a vertex of remoteness r is to move to remoteness r - 1, on a draw to move to a draw.
    Whoever is to win and keeps to it wins in r moves or fewer, whatever the opponent does; whoever is to lose and
    keeps to it does not lose in fewer than r; whoever keeps to it from a draw never loses.

    Source: H. Steinhaus, Definitions for a theory of games and pursuit (1925); C. A. B. Smith, Graphs and
    composite games (1966).
    Used by: crates/grundy-engine/src/graph/label.rs, retrograde.rs; crates/grundy-graph/src/external/retrograde.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Game.
Import ListNotations.

Record graph := { vertex :> Type; moves : vertex -> list vertex }.

Arguments moves {g} _.

Inductive convention := Normal | Misere.

(** ** Outcomes *)

Section Outcome.
  Context {G : graph}.
  Variable play : convention.

  (** Who is to move can be made to lose, or can force a win, in finitely many moves. *)
  Inductive loses : G -> Prop :=
  | Loses v : (moves v = [] -> play = Normal) -> (forall q, In q (moves v) -> wins q) -> loses v
  with wins : G -> Prop :=
  | Wins_ended v : moves v = [] -> play = Misere -> wins v
  | Wins v q : In q (moves v) -> loses q -> wins v.
End Outcome.

Scheme loses_wins_ind := Minimality for loses Sort Prop
  with wins_loses_ind := Minimality for wins Sort Prop.
Combined Scheme loses_and_wins_ind from loses_wins_ind, wins_loses_ind.

Section Exclusive.
  Context {G : graph} (play : convention).

  Lemma not_both : (forall v : G, loses play v -> ~ wins play v) /\ (forall v : G, wins play v -> ~ loses play v).
  Proof.
    apply loses_and_wins_ind.
    - intros v He _ IH Hw; inversion Hw as [? H1 H2|? q Hq Hl]; subst.
      + specialize (He H1); congruence.
      + exact (IH q Hq Hl).
    - intros v He Hp Hl; inversion Hl as [? H1 _]; subst; specialize (H1 He); congruence.
    - intros v q Hq _ IH Hl; inversion Hl as [? _ H]; subst; exact (IH (H q Hq)).
  Qed.
End Exclusive.

(** ** The rounds *)

Definition end_is_lost (play : convention) : bool := match play with Normal => true | Misere => false end.

(** The vertices marked in a round are all lost or all won: rounds alternate. *)
Definition lost_round (play : convention) (r : nat) : bool := Bool.eqb (Nat.even r) (end_is_lost play).

Section Rounds.
  Context {G : graph}.
  Variable play : convention.

  Definition is_lost (r : option nat) : bool :=
    match r with Some r => lost_round play r | None => false end.
  Definition is_won (r : option nat) : bool :=
    match r with Some r => negb (lost_round play r) | None => false end.

  (** The round in which a vertex was marked, after round k. *)
  Fixpoint marked (k : nat) (v : G) : option nat :=
    match k with
    | 0 => match moves v with [] => Some 0 | _ => None end
    | S k =>
      match marked k v with
      | Some r => Some r
      | None =>
        if existsb (fun q => is_lost (marked k q)) (moves v) ||
           forallb (fun q => is_won (marked k q)) (moves v)
        then Some (S k) else None
      end
    end.

  Lemma marked_bound k v r : marked k v = Some r -> r <= k.
  Proof.
    induction k as [|k IH]; simpl.
    - destruct (moves v); intros H; inversion H; lia.
    - destruct (marked k v); [intros H; specialize (IH H); lia|].
      destruct (_ || _); intros H; inversion H; lia.
  Qed.

  Lemma marked_later k j v r : marked k v = Some r -> marked (j + k) v = Some r.
  Proof. intros H; induction j as [|j IH]; simpl; [exact H|]; now rewrite IH. Qed.

  Lemma marked_S k v r : marked k v = Some r -> marked (S k) v = Some r.
  Proof. exact (marked_later k 1 v r). Qed.

  Lemma marked_mono k j v r : k <= j -> marked k v = Some r -> marked j v = Some r.
  Proof. intros Hk H; replace j with (j - k + k) by lia; now apply marked_later. Qed.

  Lemma marked_when k v r : marked k v = Some r -> marked r v = Some r.
  Proof.
    induction k as [|k IH]; simpl.
    - destruct (moves v) eqn:E; intros H; inversion H; simpl; now rewrite E.
    - destruct (marked k v) eqn:E; [exact IH|]; destruct (_ || _) eqn:E2; intros H; inversion H; subst.
      simpl; now rewrite E, E2.
  Qed.

  Lemma marked_earlier k v r j : marked k v = Some r -> r <= j -> marked j v = Some r.
  Proof. intros H Hj; apply (marked_mono r); [exact Hj|]; eauto using marked_when. Qed.

  (** The vertex was marked in round r. *)
  Definition remote (v : G) (r : nat) : Prop := marked r v = Some r.

  Lemma remote_unique v r s : remote v r -> remote v s -> r = s.
  Proof.
    unfold remote; intros Hr Hs; destruct (Nat.le_ge_cases r s) as [H|H].
    - apply (marked_mono r s) in Hr; congruence.
    - apply (marked_mono s r) in Hs; congruence.
  Qed.

  Lemma lost_round_S r : lost_round play (S r) = negb (lost_round play r).
  Proof.
    unfold lost_round; rewrite Nat.even_succ, <- Nat.negb_even.
    now destruct (Nat.even r), (end_is_lost play).
  Qed.

  Lemma remote_0 v : remote v 0 <-> moves v = [].
  Proof. unfold remote; simpl; destruct (moves v); split; congruence. Qed.

  Lemma remote_moves v r : remote v (S r) -> moves v <> [].
  Proof. intros H E; apply remote_0 in E; pose proof (remote_unique _ _ _ H E); discriminate. Qed.

  Lemma existsb_false_iff A (f : A -> bool) l : existsb f l = false <-> forall x, In x l -> f x = false.
  Proof.
    split.
    - intros H x Hx; destruct (f x) eqn:E; [|reflexivity].
      assert (existsb f l = true) by (apply existsb_exists; eauto); congruence.
    - intros H; destruct (existsb f l) eqn:E; [|reflexivity].
      apply existsb_exists in E; destruct E as (x & Hx & E); rewrite (H x Hx) in E; discriminate.
  Qed.

  Lemma not_forallb A (f : A -> bool) l : forallb f l = false -> exists x, In x l /\ f x = false.
  Proof.
    induction l as [|a t IH]; simpl; [discriminate|]; destruct (f a) eqn:E; simpl.
    - intros H; destruct (IH H) as (x & Hx & He); eauto.
    - eauto.
  Qed.

  (* Before round r + 1 the vertex had not been marked. *)
  Lemma remote_S v r :
    remote v (S r) ->
    marked r v = None /\
    ((exists q, In q (moves v) /\ is_lost (marked r q) = true) \/
     (forall q, In q (moves v) -> is_won (marked r q) = true)).
  Proof.
    unfold remote; simpl; destruct (marked r v) eqn:E.
    - intros H; inversion H; subst; apply marked_bound in E; lia.
    - destruct (existsb _ _) eqn:E1; simpl.
      + intros _; split; [reflexivity|left]; now apply existsb_exists in E1.
      + destruct (forallb _ _) eqn:E2; [|discriminate]; intros _; split; [reflexivity|right].
        now rewrite forallb_forall in E2.
  Qed.

  (* In each round before, it had no move to a lost vertex, and a move to one that was not known to be won. *)
  Lemma not_marked v r :
    marked r v = None -> forall k, k < r ->
    (forall q, In q (moves v) -> is_lost (marked k q) = false) /\
    (exists q, In q (moves v) /\ is_won (marked k q) = false).
  Proof.
    intros H k Hk; assert (HS : marked (S k) v = None).
    { destruct (marked (S k) v) eqn:E; [|reflexivity]; apply (marked_mono _ r) in E; [congruence|lia]. }
    simpl in HS; destruct (marked k v); [discriminate|].
    destruct (existsb _ _) eqn:E1; [discriminate|]; destruct (forallb _ _) eqn:E2; [discriminate|].
    split; [now apply existsb_false_iff|now apply not_forallb].
  Qed.

  (** A lost vertex of remoteness r: its moves lead to won vertices of less, one of them of r - 1. *)
  Lemma remote_lost v r :
    remote v r -> lost_round play r = true ->
    (forall q, In q (moves v) -> exists s, s < r /\ remote q s /\ lost_round play s = false) /\
    (moves v <> [] -> exists q, In q (moves v) /\ remote q (pred r)).
  Proof.
    destruct r as [|r]; intros Hr Hl.
    { apply remote_0 in Hr; rewrite Hr; split; [intros q []|now intros []]. }
    destruct (remote_S v r Hr) as [Hn Hc].
    assert (Hall : forall q, In q (moves v) -> is_won (marked r q) = true).
    { destruct Hc as [(q & Hq & Hc)|Hc]; [exfalso|exact Hc].
      destruct (marked r q) as [s|] eqn:E; simpl in Hc; [|discriminate].
      pose proof (marked_bound _ _ _ E) as Hs; destruct (Nat.eq_dec s r) as [->|Hne].
      - rewrite lost_round_S, Hc in Hl; discriminate.
      - destruct r as [|r]; [lia|].
        destruct (not_marked v (S r) Hn r (Nat.lt_succ_diag_r r)) as [Hno _]; specialize (Hno q Hq).
        rewrite (marked_earlier _ _ _ r E) in Hno by lia; simpl in Hno; congruence. }
    split.
    - intros q Hq; specialize (Hall q Hq); destruct (marked r q) as [s|] eqn:E; simpl in Hall; [|discriminate].
      exists s; repeat split; [apply marked_bound in E; lia|eapply marked_when, E|].
      now destruct (lost_round play s).
    - intros Hv; simpl; destruct r as [|r].
      + destruct (moves v) as [|q t] eqn:E; [easy|]; exists q; split; [now left|].
        specialize (Hall q (or_introl eq_refl)); unfold remote; destruct (marked 0 q) eqn:Em; [|discriminate].
        pose proof (marked_bound _ _ _ Em); f_equal; lia.
      + destruct (not_marked v (S r) Hn r (Nat.lt_succ_diag_r r)) as [_ (q & Hq & Hw)].
        exists q; split; [exact Hq|]; specialize (Hall q Hq); unfold remote.
        destruct (marked (S r) q) as [s|] eqn:E; simpl in Hall; [|discriminate].
        pose proof (marked_bound _ _ _ E); destruct (Nat.eq_dec s (S r)) as [->|]; [reflexivity|exfalso].
        rewrite (marked_earlier _ _ _ r E) in Hw by lia; simpl in Hw; congruence.
  Qed.

  (** A won vertex of remoteness r that is not ended: it has a move to a lost one of r - 1, and to none of less. *)
  Lemma remote_won v r :
    remote v r -> lost_round play r = false -> moves v <> [] ->
    1 <= r /\ (exists q, In q (moves v) /\ remote q (pred r)) /\
    (forall q s, In q (moves v) -> remote q s -> lost_round play s = true -> r <= S s).
  Proof.
    intros Hr Hl Hv; destruct r as [|r]; [apply remote_0 in Hr; contradiction|].
    destruct (remote_S v r Hr) as [Hn Hc]; split; [lia|].
    assert (Hleast : forall q s, In q (moves v) -> remote q s -> lost_round play s = true -> r <= s).
    { intros q s Hq Hs Hls; apply Nat.nlt_ge; intros Hlt.
      destruct (not_marked v r Hn s Hlt) as [Hno _]; specialize (Hno q Hq).
      unfold remote in Hs; rewrite Hs in Hno; simpl in Hno; congruence. }
    split; [|intros q s Hq Hs Hls; specialize (Hleast q s Hq Hs Hls); lia]; simpl.
    destruct Hc as [(q & Hq & Hc)|Hc].
    - exists q; split; [exact Hq|]; destruct (marked r q) as [s|] eqn:E; simpl in Hc; [|discriminate].
      pose proof (marked_bound _ _ _ E); pose proof (Hleast q s Hq (marked_when _ _ _ E) Hc).
      unfold remote; rewrite E; f_equal; lia.
    - (* then it would be lost *)
      exfalso; destruct r as [|r].
      + destruct (moves v) as [|q t] eqn:E; [easy|]; specialize (Hc q (or_introl eq_refl)).
        destruct (marked 0 q) as [s|] eqn:Es; simpl in Hc; [|discriminate].
        pose proof (marked_bound _ _ _ Es); replace s with 0 in Hc by lia.
        rewrite lost_round_S in Hl; congruence.
      + destruct (not_marked v (S r) Hn r (Nat.lt_succ_diag_r r)) as [_ (q & Hq & Hw)]; specialize (Hc q Hq).
        destruct (marked (S r) q) as [s|] eqn:E; simpl in Hc; [|discriminate].
        pose proof (marked_bound _ _ _ E); destruct (Nat.eq_dec s (S r)) as [->|].
        * rewrite lost_round_S in Hl; congruence.
        * rewrite (marked_earlier _ _ _ r E) in Hw by lia; simpl in Hw; congruence.
  Qed.

  (** Marked vertices have the outcome of their round. *)
  Lemma remote_outcome r : forall v, remote v r ->
    if lost_round play r then loses play v else wins play v.
  Proof.
    induction r as [r IH] using lt_wf_ind; intros v Hr; destruct (lost_round play r) eqn:Hl.
    - constructor.
      + intros E; apply remote_0 in E; rewrite (remote_unique _ _ _ Hr E) in Hl.
        destruct play; [reflexivity|discriminate].
      + intros q Hq; destruct (remote_lost v r Hr Hl) as [Ha _]; destruct (Ha q Hq) as (s & Hs & Hqs & Hw).
        specialize (IH s Hs q Hqs); now rewrite Hw in IH.
    - destruct (moves v) as [|m t] eqn:Ev.
      + apply Wins_ended; [exact Ev|]; apply remote_0 in Ev; rewrite (remote_unique _ _ _ Hr Ev) in Hl.
        destruct play; [discriminate|reflexivity].
      + assert (Hm : moves v <> []) by congruence.
        destruct (remote_won v r Hr Hl Hm) as (Hpos & (q & Hq & Hqr) & _).
        apply (Wins play v q Hq); destruct r as [|r]; [lia|]; simpl in Hqr.
        specialize (IH r (Nat.lt_succ_diag_r r) q Hqr); rewrite lost_round_S in Hl.
        now destruct (lost_round play r).
  Qed.

  (** ** When a round marks nothing *)

  Definition stable (k : nat) : Prop := forall v, marked (S k) v = marked k v.

  Lemma stable_S k : stable k -> stable (S k).
  Proof.
    intros H v; pose proof (H v) as Hv; cbn [marked] in Hv |- *.
    destruct (marked k v) as [r|]; [reflexivity|].
    assert (E1 : existsb (fun q => is_lost (marked (S k) q)) (moves v) =
                 existsb (fun q => is_lost (marked k q)) (moves v)).
    { clear Hv; induction (moves v) as [|q t IH]; cbn [existsb]; [reflexivity|]; now rewrite IH, (H q). }
    assert (E2 : forallb (fun q => is_won (marked (S k) q)) (moves v) =
                 forallb (fun q => is_won (marked k q)) (moves v)).
    { clear Hv E1; induction (moves v) as [|q t IH]; cbn [forallb]; [reflexivity|]; now rewrite IH, (H q). }
    cbn [marked] in E1, E2; rewrite E1, E2; now destruct (_ || _).
  Qed.

  Definition known (v : option nat) : bool := match v with Some _ => true | None => false end.
  Definition count (all : list G) (k : nat) : nat := length (filter (fun v => known (marked k v)) all).

  Lemma count_grows all k : (forall v, In v all -> marked (S k) v = marked k v) \/ count all k < count all (S k).
  Proof.
    assert (Hle : forall l, count l k <= count l (S k)).
    { unfold count; induction l as [|v t IH]; [reflexivity|]; cbn [filter].
      destruct (marked k v) as [r|] eqn:E; [rewrite (marked_S k v r E)|destruct (known (marked (S k) v))];
        cbn [known length]; lia. }
    induction all as [|v t IH]; [left; intros v []|].
    assert (Hv : marked (S k) v = marked k v \/ (known (marked k v) = false /\ known (marked (S k) v) = true)).
    { destruct (marked k v) as [r|] eqn:E; [left; exact (marked_S k v r E)|].
      destruct (marked (S k) v); auto. }
    unfold count in *; cbn [filter]; destruct Hv as [Hv|[H1 H2]].
    - rewrite Hv; destruct IH as [IH|IH]; [left; intros w [<-|Hw]; auto|right].
      destruct (known (marked k v)); cbn [length]; lia.
    - right; rewrite H1, H2; specialize (Hle t); cbn [length]; lia.
  Qed.

  Lemma filter_all A (f : A -> bool) l : length l <= length (filter f l) -> forall x, In x l -> f x = true.
  Proof.
    induction l as [|a t IH]; intros Hl x; cbn [filter length In] in *; [easy|].
    assert (Hle : length (filter f t) <= length t).
    { clear; induction t as [|b t IH]; simpl; [lia|]; destruct (f b); simpl; lia. }
    destruct (f a) eqn:E; cbn [length] in Hl; [|lia]; intros [<-|Hx]; [exact E|]; apply IH; [lia|exact Hx].
  Qed.

  (** So many rounds as there are vertices are enough. *)
  Theorem rounds_enough (all : list G) : (forall v, In v all) -> stable (length all).
  Proof.
    intros Hall.
    assert (H : forall k, stable k \/ k <= count all k).
    { induction k as [|k [IH|IH]]; [right; lia|left; now apply stable_S|].
      destruct (count_grows all k) as [H|H]; [left|right; lia].
      apply stable_S; intros v; auto. }
    destruct (H (length all)) as [Hs|Hc]; [exact Hs|]; intros v.
    assert (Hk : known (marked (length all) v) = true).
    { apply (filter_all _ (fun v => known (marked (length all) v)) all Hc v (Hall v)). }
    destruct (marked (length all) v) as [r|] eqn:E; [|discriminate]; exact (marked_S _ v r E).
  Qed.
End Rounds.

(** ** The labelling, and what it promises *)

Inductive outcome := P | N | D.

Section Labelling.
  Context {G : graph}.
  Variables (play : convention) (vertices : list G).
  Hypothesis all_vertices : forall v, In v vertices.

  (** The round in which a vertex is marked, if ever. *)
  Definition remoteness (v : G) : option nat := marked play (length vertices) v.

  Definition label (v : G) : outcome :=
    match remoteness v with
    | Some r => if lost_round play r then P else N
    | None => D
    end.

  Lemma remoteness_remote v r : remoteness v = Some r <-> remote play v r.
  Proof.
    unfold remoteness; split; [apply marked_when|]; intros H.
    destruct (Nat.le_gt_cases r (length vertices)) as [Hr|Hr].
    - exact (marked_mono play _ _ _ _ Hr H).
    - pose proof (rounds_enough play vertices all_vertices) as Hs.
      assert (Hst : forall j, marked play (j + length vertices) v = marked play (length vertices) v).
      { induction j as [|j IH]; [reflexivity|]; rewrite <- IH.
        assert (Hj : stable (G := G) play (j + length vertices)).
        { clear IH; induction j as [|j IHj]; [exact Hs|]; now apply stable_S. }
        apply Hj. }
      rewrite <- (Hst (r - length vertices)).
      replace (r - length vertices + length vertices) with r by lia; exact H.
  Qed.

  Lemma remoteness_none v :
    remoteness v = None ->
    moves v <> [] /\
    (forall q r, In q (moves v) -> remoteness q = Some r -> lost_round play r = false) /\
    (exists q, In q (moves v) /\ remoteness q = None).
  Proof.
    intros Hv; assert (HS : marked play (S (length vertices)) v = None).
    { rewrite (rounds_enough play vertices all_vertices); exact Hv. }
    destruct (not_marked play v _ HS (length vertices) (Nat.lt_succ_diag_r _)) as [Hno (q & Hq & Hw)].
    repeat split.
    - intros E; apply (remote_0 play), remoteness_remote in E; congruence.
    - intros u r Hu Hr; specialize (Hno u Hu); unfold remoteness in Hr; rewrite Hr in Hno; exact Hno.
    - exists q; split; [exact Hq|]; specialize (Hno q Hq); unfold remoteness.
      destruct (marked play (length vertices) q); [|reflexivity]; simpl in *.
      destruct (lost_round play n); discriminate.
  Qed.

  (** The labels are the outcomes: P is lost, N is won, D neither. *)
  Theorem label_is_outcome (v : G) :
    match label v with
    | P => loses play v /\ ~ wins play v
    | N => wins play v /\ ~ loses play v
    | D => ~ loses play v /\ ~ wins play v
    end.
  Proof.
    destruct (not_both (G := G) play) as [H1 H2]; unfold label; destruct (remoteness v) as [r|] eqn:E.
    - apply remoteness_remote in E; apply remote_outcome in E; destruct (lost_round play r); auto.
    - assert (H : (forall v : G, loses play v -> remoteness v <> None) /\
                  (forall v : G, wins play v -> remoteness v <> None)).
      { clear v E; apply loses_and_wins_ind.
        - intros v _ _ IH Hn; destruct (remoteness_none v Hn) as (_ & _ & (q & Hq & Hqn)).
          exact (IH q Hq Hqn).
        - intros v Hv _ Hn; destruct (remoteness_none v Hn) as (Hne & _); exact (Hne Hv).
        - intros v q Hq Hl IH Hn; destruct (remoteness_none v Hn) as (_ & Hno & _).
          destruct (remoteness q) as [r|] eqn:Er; [|now apply IH].
          specialize (Hno q r Hq Er); apply remoteness_remote, remote_outcome in Er.
          rewrite Hno in Er; exact (H1 q Hl Er). }
      split; intros Hx; [apply (proj1 H v Hx)|apply (proj2 H v Hx)]; exact E.
  Qed.

  (** ** Plays *)

  (** The vertices that the token comes to from v on. *)
  Fixpoint line (v : G) (l : list G) : Prop :=
    match l with [] => True | q :: t => In q (moves v) /\ line q t end.

  Fixpoint final (v : G) (l : list G) : G :=
    match l with [] => v | q :: t => final q t end.

  (** To hurry towards a win, to delay a defeat, to hold a draw: one less, or a draw again. *)
  Definition advised (v q : G) : Prop :=
    In q (moves v) /\ remoteness q = option_map pred (remoteness v).

  Theorem advice_exists (v : G) : moves v <> [] -> exists q, advised v q.
  Proof.
    intros Hv; unfold advised; destruct (remoteness v) as [r|] eqn:E; simpl.
    - apply remoteness_remote in E.
      assert (H : exists q, In q (moves v) /\ remote play q (pred r)).
      { destruct (lost_round play r) eqn:El.
        - now apply (remote_lost play v r E El).
        - now apply (remote_won play v r E El Hv). }
      destruct H as (q & Hq & Hr); exists q; split; [exact Hq|now apply remoteness_remote].
    - destruct (remoteness_none v E) as (_ & _ & Hq); exact Hq.
  Qed.

  (** One of the two keeps to the advice: the one to move first if [first], else the other. *)
  Fixpoint keeps (first : bool) (v : G) (l : list G) : Prop :=
    match l with
    | [] => True
    | q :: t => (first = true -> advised v q) /\ keeps (negb first) q t
    end.

  (** Play is over, and that one has lost. *)
  Fixpoint has_lost (first : bool) (v : G) (l : list G) : Prop :=
    match l with
    | [] => moves v = [] /\ first = end_is_lost play
    | q :: t => has_lost (negb first) q t
    end.

  (** The winner who keeps to the advice wins, within as many moves as the remoteness. *)
  Theorem winner_ends (first : bool) (v : G) (r : nat) (l : list G) :
    remoteness v = Some r -> first = negb (lost_round play r) ->
    line v l -> keeps first v l -> length l <= r /\ ~ has_lost first v l.
  Proof.
    revert first v r; induction l as [|q t IH]; intros first v r Hr Hf; cbn [line keeps has_lost length].
    - intros _ _; split; [lia|]; intros [He Hl]; apply (remote_0 play), remoteness_remote in He.
      rewrite Hr in He; inversion He; subst; revert Hl; unfold lost_round; now destruct play.
    - intros [Hq Hline] [Hadv Hkeep]; apply remoteness_remote in Hr.
      assert (H : exists s, s < r /\ remoteness q = Some s /\ lost_round play s = negb (lost_round play r)).
      { assert (Hne : moves v <> []) by (intros E; rewrite E in Hq; destruct Hq).
        destruct (lost_round play r) eqn:El.
        - destruct (remote_lost play v r Hr El) as [Ha _]; destruct (Ha q Hq) as (s & Hs & Hqs & Hw).
          exists s; rewrite remoteness_remote; auto.
        - destruct (remote_won play v r Hr El Hne) as (Hpos & _).
          exists (pred r); repeat split; [lia| |].
          + destruct (Hadv Hf) as [_ H]; apply remoteness_remote in Hr; rewrite Hr in H; exact H.
          + destruct r as [|r]; [lia|]; simpl; rewrite lost_round_S in El; now destruct (lost_round play r). }
      destruct H as (s & Hs & Hqs & Hsl).
      destruct (IH (negb first) q s Hqs) as [Hlen Hlost]; [|exact Hline|exact Hkeep|].
      + rewrite Hsl, Hf; reflexivity.
      + split; [lia|exact Hlost].
  Qed.

  (** Who keeps to the advice from a draw does not lose. *)
  Theorem draw_is_held (first : bool) (v : G) (l : list G) :
    remoteness v = None -> line v l -> keeps first v l -> ~ has_lost first v l.
  Proof.
    revert first v; induction l as [|q t IH]; intros first v Hv; cbn [line keeps has_lost].
    - intros _ _ [He _]; destruct (remoteness_none v Hv) as [Hne _]; exact (Hne He).
    - intros [Hq Hline] [Hadv Hkeep]; destruct (remoteness q) as [s|] eqn:Es; [|now apply IH].
      destruct first.
      + destruct (Hadv eq_refl) as [_ H]; rewrite Hv in H; simpl in H; congruence.
      + destruct (remoteness_none v Hv) as (_ & Hno & _); specialize (Hno q s Hq Es).
        apply (winner_ends true q s t Es); [now rewrite Hno|exact Hline|exact Hkeep].
  Qed.

  (** The loser who keeps to it holds out for as many moves, if the game is lost at all. *)
  Theorem loser_holds_out (first : bool) (v : G) (r : nat) (l : list G) :
    remoteness v = Some r -> first = lost_round play r ->
    line v l -> keeps first v l -> has_lost first v l -> r <= length l.
  Proof.
    revert first v r; induction l as [|q t IH]; intros first v r Hr Hf; cbn [line keeps has_lost length].
    - intros _ _ [He _]; apply (remote_0 play), remoteness_remote in He; rewrite Hr in He.
      inversion He; lia.
    - intros [Hq Hline] [Hadv Hkeep] Hlost.
      assert (Hne : moves v <> []) by (intros E; rewrite E in Hq; destruct Hq).
      pose proof Hr as Hr'; apply remoteness_remote in Hr'; destruct (lost_round play r) eqn:El.
      + destruct (Hadv Hf) as [_ H]; rewrite Hr in H; simpl in H; subst first.
        destruct r as [|r]; [lia|]; simpl in H.
        apply (IH (negb true) q r H) in Hlost; [lia| |exact Hline|exact Hkeep].
        rewrite lost_round_S in El; now destruct (lost_round play r).
      + subst first; destruct (remote_won play v r Hr' El Hne) as (_ & _ & Hleast).
        destruct (remoteness q) as [s|] eqn:Es.
        * destruct (lost_round play s) eqn:Els.
          -- specialize (Hleast q s Hq (proj1 (remoteness_remote q s) Es) Els).
             apply (IH true q s Es) in Hlost; [lia|auto|exact Hline|exact Hkeep].
          -- exfalso; apply (winner_ends true q s t Es) in Hlost; auto; now rewrite Els.
        * exfalso; exact (draw_is_held true q t Es Hline Hkeep Hlost).
  Qed.
End Labelling.

(** Where every play ends, the outcomes are those of Game.v, and nothing is a draw. *)
Definition graph_of (R : ruleset) : graph := {| vertex := R; moves := @options R |}.

Theorem outcome_where_play_ends (R : ruleset) (p : R) :
  (lost p <-> loses Normal (p : graph_of R)) /\ (misere_lost p <-> loses Misere (p : graph_of R)).
Proof.
  assert (H1 : forall p : R, (lost p -> loses Normal (p : graph_of R)) /\ (won p -> wins Normal (p : graph_of R))).
  { clear p; intros p; induction p as [p IH] using (play_induction R); split.
    - intros H; constructor; [reflexivity|]; intros q Hq; apply (IH q Hq).
      rewrite lost_options in H; now apply H.
    - intros H; apply won_options in H; destruct H as (q & Hq & Hl).
      apply (Wins Normal (p : graph_of R) q Hq); now apply (IH q Hq). }
  assert (H2 : forall p : R, (misere_lost p -> loses Misere (p : graph_of R)) /\
                             (misere_won p -> wins Misere (p : graph_of R))).
  { clear p; intros p; induction p as [p IH] using (play_induction R); split.
    - intros H; apply misere_lost_options in H; destruct H as [Hn H]; constructor.
      + intros He; elim Hn; exact He.
      + intros q Hq; apply (IH q Hq); now apply H.
    - intros H; apply misere_won_options in H; destruct H as [He|(q & Hq & Hl)].
      + now apply Wins_ended.
      + apply (Wins Misere (p : graph_of R) q Hq); now apply (IH q Hq). }
  split; (split; [apply H1 || apply H2|]); intros Hl.
  - destruct (lost_or_won p) as [H|H]; [exact H|exfalso].
    exact (proj1 (not_both Normal) (p : graph_of R) Hl (proj2 (H1 p) H)).
  - destruct (misere_lost_or_won p) as [H|H]; [exact H|exfalso].
    exact (proj1 (not_both Misere) (p : graph_of R) Hl (proj2 (H2 p) H)).
Qed.
