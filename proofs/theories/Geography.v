(** * Undirected Geography

    A token is moved along the edges of a graph, and never back to a vertex where it has been.  Where the edges have no
    direction, the player to move wins if and only if every maximum matching of the token's vertex and those that are left
    covers the token; then a move along an edge of such a matching wins.
    It makes no difference whether vertices that the token cannot reach any more are left out.

    Source: A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography (1993).
    Used by: crates/grundy-games/src/geography.rs ([outcome], [because]); what crates/grundy-engine/src/matching.rs
    ([grow]) tells is whether a vertex more makes a maximum matching larger. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** Matchings *)

Section Matching.
  Variable edge : nat -> nat -> bool.

  Definition without (v : nat) (l : list nat) : list nat := remove Nat.eq_dec v l.

  Lemma in_without v l x : In x (without v l) <-> In x l /\ x <> v.
  Proof. split; [apply in_remove|intros [H1 H2]; now apply in_in_remove]. Qed.

  (** The vertices that some edges cover. *)
  Definition covered (m : list (nat * nat)) : list nat := flat_map (fun e => [fst e; snd e]) m.

  (** Edges between some vertices, no two of which meet. *)
  Definition matching (among : list nat) (m : list (nat * nat)) : Prop :=
    NoDup (covered m) /\ incl (covered m) among /\ forall e, In e m -> edge (fst e) (snd e) = true.

  (** The size of a maximum matching, by trying all. *)
  Fixpoint tried (steps : nat) (among : list nat) : nat :=
    match steps, among with
    | S steps, v :: t =>
      let left := without v t in
      Nat.max (tried steps left)
        (list_max (map (fun w => S (tried steps (without w left))) (filter (edge v) left)))
    | _, _ => 0
    end.

  Definition matched (among : list nat) : nat := tried (length among) among.

  Definition maximum (among : list nat) (m : list (nat * nat)) : Prop :=
    matching among m /\ length m = matched among.

  Lemma without_length v l : length (without v l) <= length l.
  Proof. apply remove_length_le. Qed.

  Lemma matching_incl a b m : incl a b -> matching a m -> matching b m.
  Proof. intros H (H1 & H2 & H3); repeat split; auto; intros x Hx; auto. Qed.

  Lemma covered_app a b : covered (a ++ b) = covered a ++ covered b.
  Proof. apply flat_map_app. Qed.

  (* An edge less. *)
  Lemma matching_less among a x y b :
    matching among (a ++ (x, y) :: b) -> matching (without y (without x among)) (a ++ b).
  Proof.
    intros (H1 & H2 & H3); rewrite covered_app in *; cbn [covered flat_map fst snd app] in *.
    fold (covered b) in *; pose proof (NoDup_remove_2 _ _ _ H1) as Hx; apply NoDup_remove_1 in H1.
    pose proof (NoDup_remove_2 _ _ _ H1) as Hy; apply NoDup_remove_1 in H1; repeat split.
    - now rewrite covered_app.
    - intros z Hz; rewrite covered_app in Hz; rewrite !in_without; repeat split.
      + apply H2; rewrite in_app_iff in *; simpl; tauto.
      + intros ->; apply Hx; rewrite in_app_iff in *; simpl; tauto.
      + now intros ->.
    - intros e He; apply H3; rewrite in_app_iff in *; simpl; tauto.
  Qed.

  (* An edge more. *)
  Lemma matching_more among m x y :
    matching among m -> edge x y = true -> x <> y -> ~ In x among -> ~ In y among ->
    matching (x :: y :: among) ((x, y) :: m).
  Proof.
    intros (H1 & H2 & H3) He Hxy Hx Hy; repeat split.
    - cbn [covered flat_map fst snd app]; apply NoDup_cons; [intros [H|H]; [congruence|apply Hx, H2, H]|].
      apply NoDup_cons; [intros H; apply Hy, H2, H|exact H1].
    - intros z [<-|[<-|Hz]]; [now left|right; now left|right; right; apply H2, Hz].
    - intros e [<-|H]; [exact He|auto].
  Qed.

  Hypothesis symmetric : forall x y, edge x y = edge y x.

  Lemma tried_at_most steps : forall among m,
    length among <= steps -> matching among m -> length m <= tried steps among.
  Proof.
    induction steps as [|steps IH]; intros [|v t] m Hl Hm; simpl in Hl; try lia.
    1, 2: destruct Hm as (_ & H & _); destruct m as [|[x y] m]; [simpl; lia|destruct (H x (or_introl eq_refl))].
    cbn [tried]; set (left := without v t).
    assert (Hleft : length left <= steps) by (pose proof (without_length v t); unfold left; lia).
    assert (Hvia : forall a x y b, m = a ++ (x, y) :: b -> x = v \/ y = v ->
      length m <= list_max (map (fun w => S (tried steps (without w left))) (filter (edge v) left))).
    { intros a x y b -> Hxy; pose proof (matching_less _ _ _ _ _ Hm) as Hd.
      destruct Hm as (H1 & H2 & H3).
      assert (Hne : x <> y).
      { rewrite covered_app in H1; cbn [covered flat_map fst snd app] in H1.
        apply NoDup_remove_2 in H1; intros ->; apply H1, in_or_app; right; now left. }
      assert (Hin : In x (v :: t) /\ In y (v :: t)).
      { split; apply H2; rewrite covered_app; apply in_or_app; right; simpl; auto. }
      specialize (H3 (x, y) ltac:(apply in_or_app; right; now left)); cbn [fst snd] in H3.
      set (w := if Nat.eq_dec x v then y else x).
      assert (Hw : In w left /\ edge v w = true /\ incl (without y (without x (v :: t))) (without w left)).
      { unfold w; destruct (Nat.eq_dec x v) as [->|Hx]; repeat split.
        - apply in_without; split; [destruct Hin as [_ [<-|H]]; [easy|exact H]|congruence].
        - exact H3.
        - intros z Hz; unfold left; rewrite !in_without in *; simpl in Hz; intuition congruence.
        - apply in_without; split; [destruct Hin as [[<-|H] _]; [easy|exact H]|congruence].
        - rewrite symmetric; destruct Hxy as [->| ->]; [easy|exact H3].
        - intros z Hz; unfold left; rewrite !in_without in *; simpl in Hz; intuition congruence. }
      destruct Hw as (Hw1 & Hw2 & Hw3); apply (matching_incl _ _ _ Hw3), IH in Hd;
        [|pose proof (without_length w left); lia].
      rewrite app_length in *; cbn [length].
      pose proof (proj1 (list_max_le (map (fun w => S (tried steps (without w left))) (filter (edge v) left)) _) (Nat.le_refl _)) as Hmax.
      rewrite Forall_forall in Hmax.
      specialize (Hmax (S (tried steps (without w left)))).
      assert (H : In (S (tried steps (without w left))) (map (fun w => S (tried steps (without w left))) (filter (edge v) left)))
        by (apply (in_map (fun w => S (tried steps (without w left)))), filter_In; auto).
      apply Hmax in H; lia. }
    destruct (in_dec Nat.eq_dec v (covered m)) as [Hc|Hc].
    - unfold covered in Hc; apply in_flat_map in Hc; destruct Hc as ([x y] & He & Hv).
      apply in_split in He; destruct He as (a & b & ->).
      etransitivity; [apply (Hvia a x y b eq_refl); simpl in Hv; intuition congruence|lia].
    - etransitivity; [apply (IH left m Hleft)|lia]; destruct Hm as (H1 & H2 & H3); repeat split; auto.
      intros z Hz; apply in_without; split; [destruct (H2 z Hz) as [<-|H]; [tauto|exact H]|congruence].
  Qed.

  Lemma tried_matching steps : forall among, exists m, matching among m /\ length m = tried steps among.
  Proof.
    assert (Hnone : forall among, matching among []) by (intros among; repeat split; [constructor|intros x []|intros e []]).
    induction steps as [|steps IH]; intros [|v t]; try (exists []; split; [apply Hnone|reflexivity]).
    cbn [tried]; set (left := without v t); set (l := map _ _).
    destruct (Nat.max_dec (tried steps left) (list_max l)) as [->| ->].
    - destruct (IH left) as (m & Hm & E); exists m; split; [|exact E].
      apply (matching_incl left); [|exact Hm]; intros z Hz; apply in_without in Hz; right; tauto.
    - assert (Hmax : list_max l = 0 \/ In (list_max l) l).
      { clear; induction l as [|x l IH]; [now left|]; change (list_max (x :: l)) with (Nat.max x (list_max l)).
        destruct (Nat.max_dec x (list_max l)) as [->| ->]; [right; now left|destruct IH; [auto|right; now right]]. }
      destruct Hmax as [->|H]; [exists []; split; [apply Hnone|reflexivity]|].
      apply in_map_iff in H; destruct H as (w & <- & Hw); apply filter_In in Hw; destruct Hw as [Hw He].
      destruct (IH (without w left)) as (m & Hm & E); exists ((v, w) :: m); split; [|simpl; congruence].
      pose proof Hw as Hw'; unfold left in Hw'; apply in_without in Hw'.
      apply (matching_incl (v :: w :: without w left)).
      + intros z [<-|[<-|Hz]]; [now left|right; tauto|]; apply in_without in Hz; destruct Hz as [Hz _].
        unfold left in Hz; apply in_without in Hz; right; tauto.
      + apply matching_more; auto; [intuition congruence| |]; rewrite in_without; [|tauto].
        intros [H _]; unfold left in H; apply in_without in H; tauto.
  Qed.

  (** No matching is larger, and there is one of this size. *)
  Lemma matched_most among m : matching among m -> length m <= matched among.
  Proof. now apply tried_at_most. Qed.

  Lemma maximum_exists among : exists m, maximum among m.
  Proof. apply tried_matching. Qed.

  Lemma matched_incl a b : incl a b -> matched a <= matched b.
  Proof.
    intros H; destruct (maximum_exists a) as (m & Hm & <-); now apply matched_most, (matching_incl a).
  Qed.

  Lemma matched_without w among : In w among -> matched (w :: without w among) = matched among.
  Proof.
    intros Hw; apply Nat.le_antisymm; apply matched_incl; intros x.
    - intros [<-|H]; [exact Hw|apply in_without in H; tauto].
    - intros H; destruct (Nat.eq_dec x w) as [->|Hx]; [now left|right; now apply in_without].
  Qed.

  (** A vertex more makes a maximum matching larger by one edge or not at all, and larger just if every maximum matching
      covers it. *)
  Lemma matched_next v among : matched among <= matched (v :: among) <= S (matched among).
  Proof.
    split; [apply matched_incl; intros x; now right|].
    destruct (maximum_exists (v :: among)) as (m & Hm & <-).
    destruct (in_dec Nat.eq_dec v (covered m)) as [Hc|Hc].
    - unfold covered in Hc; apply in_flat_map in Hc; destruct Hc as ([x y] & He & Hv).
      apply in_split in He; destruct He as (a & b & ->); apply matching_less in Hm.
      rewrite app_length; cbn [length]; rewrite Nat.add_succ_r, <- app_length; apply le_n_S, matched_most.
      eapply matching_incl; [|exact Hm]; intros z Hz; rewrite !in_without in Hz; simpl in Hz, Hv; intuition congruence.
    - apply le_S, matched_most; destruct Hm as (H1 & H2 & H3); repeat split; auto.
      intros z Hz; destruct (H2 z Hz) as [<-|H]; [tauto|exact H].
  Qed.

  Lemma covers_every v among :
    ~ In v among ->
    matched (v :: among) = S (matched among) <-> forall m, maximum (v :: among) m -> In v (covered m).
  Proof.
    intros Hv; split.
    - intros E m [Hm El]; destruct (in_dec Nat.eq_dec v (covered m)) as [H|H]; [exact H|exfalso].
      assert (Hle : length m <= matched among); [|lia].
      apply matched_most; destruct Hm as (H1 & H2 & H3); repeat split; auto.
      intros z Hz; destruct (H2 z Hz) as [<-|Hz']; [tauto|exact Hz'].
    - intros H; pose proof (matched_next v among).
      destruct (Nat.eq_dec (matched (v :: among)) (matched among)) as [E|E]; [exfalso|lia].
      destruct (maximum_exists among) as (m & Hm & El); apply Hv.
      assert (Hin : incl (covered m) among) by apply Hm; apply Hin, H.
      split; [|congruence]; eapply matching_incl; [|exact Hm]; intros x; now right.
  Qed.

  (* Such an edge to a vertex that the others can do without. *)
  Lemma mate_spared v w among m :
    maximum (v :: among) m -> matched (v :: among) = S (matched among) -> In (v, w) m \/ In (w, v) m ->
    In w among /\ edge v w = true /\ matched (without w among) = matched among.
  Proof.
    intros [Hm El] E He.
    assert (H : exists a x y b, m = a ++ (x, y) :: b /\ ((x = v /\ y = w) \/ (x = w /\ y = v))).
    { destruct He as [He|He]; apply in_split in He; destruct He as (a & b & ->); eauto 10. }
    destruct H as (a & x & y & b & -> & Hxy); pose proof (matching_less _ _ _ _ _ Hm) as Hd.
    destruct Hm as (H1 & H2 & H3).
    assert (Hne : x <> y).
    { rewrite covered_app in H1; cbn [covered flat_map fst snd app] in H1.
      apply NoDup_remove_2 in H1; intros ->; apply H1, in_or_app; right; now left. }
    assert (Hin : In x (v :: among) /\ In y (v :: among)).
    { split; apply H2; rewrite covered_app; apply in_or_app; right; simpl; auto. }
    specialize (H3 (x, y) ltac:(apply in_or_app; right; now left)); cbn [fst snd] in H3.
    repeat split.
    - simpl in Hin; intuition congruence.
    - destruct Hxy as [[-> ->]|[-> ->]]; [exact H3|now rewrite symmetric].
    - apply Nat.le_antisymm; [apply matched_incl; intros z Hz; apply in_without in Hz; tauto|].
      rewrite app_length in El; cbn [length] in El.
      assert (Hl : length (a ++ b) <= matched (without w among)); [|rewrite app_length in Hl; lia].
      apply matched_most; eapply matching_incl; [|exact Hd].
      intros z Hz; rewrite !in_without in *; simpl in Hz; intuition congruence.
  Qed.

  Lemma gains v among :
    ~ In v among ->
    matched (v :: among) = S (matched among) <->
    exists w, In w among /\ edge v w = true /\ matched (without w among) = matched among.
  Proof.
    intros Hv; split.
    - intros E; destruct (maximum_exists (v :: among)) as (m & Hm).
      pose proof (proj1 (covers_every v among Hv) E m Hm) as Hc.
      unfold covered in Hc; apply in_flat_map in Hc; destruct Hc as ([x y] & He & [H|[H|[]]]); simpl in H; subst.
      + exists y; eapply mate_spared; eauto.
      + exists x; eapply mate_spared; eauto.
    - intros (w & Hw & He & E); destruct (maximum_exists (without w among)) as (m & Hm & El).
      assert (H : length ((v, w) :: m) <= matched (v :: among)).
      { apply matched_most; apply (matching_incl (v :: w :: without w among)).
        - intros z [<-|[<-|Hz]]; [now left|now right|apply in_without in Hz; right; tauto].
        - apply matching_more; auto; [intros ->; auto| |]; rewrite in_without; tauto. }
      pose proof (matched_next v among); simpl in H; lia.
  Qed.
End Matching.

(** ** The game *)

(** The token's vertex and the vertices that are left. *)
Definition geography_options (edge : nat -> nat -> bool) (p : nat * list nat) : list (nat * list nat) :=
  map (fun w => (w, without w (snd p))) (filter (edge (fst p)) (snd p)).

Lemma in_geography_options edge v left q :
  In q (geography_options edge (v, left)) <-> exists w, In w left /\ edge v w = true /\ q = (w, without w left).
Proof.
  unfold geography_options; cbn [fst snd]; rewrite in_map_iff; split.
  - intros (w & <- & H); apply filter_In in H; exists w; tauto.
  - intros (w & H1 & H2 & ->); exists w; split; [reflexivity|]; now apply filter_In.
Qed.

Definition geography (edge : nat -> nat -> bool) : ruleset.
Proof.
  refine (measured (nat * list nat) (geography_options edge) (fun p => length (snd p)) _).
  intros [v left] q H; apply in_geography_options in H; destruct H as (w & Hw & _ & ->).
  now apply remove_length_lt.
Defined.

Section Undirected.
  Variable edge : nat -> nat -> bool.
  Hypothesis symmetric : forall x y, edge x y = edge y x.

  (** The player to move loses if and only if the token's vertex does not make a maximum matching larger. *)
  Theorem geography_lost (v : nat) (left : list nat) :
    ~ In v left -> lost ((v, left) : geography edge) <-> matched edge (v :: left) = matched edge left.
  Proof.
    remember (length left) as n eqn:En; revert v left En; induction n as [n IH] using lt_wf_ind; intros v left En Hv.
    assert (H : won ((v, left) : geography edge) <-> matched edge (v :: left) = S (matched edge left)).
    { rewrite (gains edge symmetric v left Hv), won_options; split.
      - intros (q & Hq & Hl); apply in_geography_options in Hq; destruct Hq as (w & Hw & He & ->).
        exists w; repeat split; auto; apply (IH (length (without w left))) in Hl; auto.
        + rewrite matched_without in Hl; auto.
        + subst n; now apply remove_length_lt.
        + rewrite in_without; tauto.
      - intros (w & Hw & He & E); exists (w, without w left); split; [apply in_geography_options; eauto|].
        apply (IH (length (without w left))); auto.
        + subst n; now apply remove_length_lt.
        + rewrite in_without; tauto.
        + rewrite matched_without; auto. }
    pose proof (matched_next edge symmetric v left); rewrite lost_iff_not_won, H; lia.
  Qed.

  (** She wins if and only if every maximum matching covers it. *)
  Theorem geography_won (v : nat) (left : list nat) :
    ~ In v left ->
    won ((v, left) : geography edge) <-> forall m, maximum edge (v :: left) m -> In v (covered m).
  Proof.
    intros Hv; rewrite <- covers_every by assumption; rewrite won_iff_not_lost, geography_lost by assumption.
    pose proof (matched_next edge symmetric v left); lia.
  Qed.

  (** And then a move along an edge of any maximum matching wins. *)
  Theorem geography_move (v w : nat) (left : list nat) (m : list (nat * nat)) :
    ~ In v left -> won ((v, left) : geography edge) -> maximum edge (v :: left) m -> In (v, w) m \/ In (w, v) m ->
    In ((w, without w left) : geography edge) (options ((v, left) : geography edge)) /\
    lost ((w, without w left) : geography edge).
  Proof.
    intros Hv Hwon Hm Hvw; rewrite won_iff_not_lost, geography_lost in Hwon by assumption.
    pose proof (matched_next edge symmetric v left).
    destruct (mate_spared edge symmetric v w left m Hm ltac:(lia) Hvw) as (Hw & He & E); split.
    - apply in_geography_options; eauto.
    - apply geography_lost; [rewrite in_without; tauto|]; rewrite matched_without; auto.
  Qed.
End Undirected.

(** ** Only what the token can reach *)

Section Reach.
  Variable edge : nat -> nat -> bool.

  (** Through vertices that are left. *)
  Inductive reaches (v : nat) (left : list nat) : nat -> Prop :=
  | Reach_next x : edge v x = true -> In x left -> reaches v left x
  | Reach_on y x : reaches v left y -> edge y x = true -> In x left -> reaches v left x.

  Lemma reaches_in v left x : reaches v left x -> In x left.
  Proof. now destruct 1. Qed.

  (** Any function that lists just the vertices within reach. *)
  Variable reach : nat -> list nat -> list nat.
  Hypothesis reach_spec : forall v left x, In x (reach v left) <-> reaches v left x.

  (** The game in which what is out of reach is left out. *)
  Definition near_options (p : nat * list nat) : list (nat * list nat) :=
    map (fun w => (w, reach w (without w (snd p)))) (filter (edge (fst p)) (snd p)).

  Lemma in_near_options v left q :
    In q (near_options (v, left)) <-> exists w, In w left /\ edge v w = true /\ q = (w, reach w (without w left)).
  Proof.
    unfold near_options; cbn [fst snd]; rewrite in_map_iff; split.
    - intros (w & <- & H); apply filter_In in H; exists w; tauto.
    - intros (w & H1 & H2 & ->); exists w; split; [reflexivity|]; now apply filter_In.
  Qed.

  (** How many different vertices there are. *)
  Definition kinds (l : list nat) : nat := length (nodup Nat.eq_dec l).

  Definition near : ruleset.
  Proof.
    refine (measured (nat * list nat) near_options (fun p => kinds (snd p)) _).
    intros [v left] q H; apply in_near_options in H; destruct H as (w & Hw & _ & ->); cbn [snd]; unfold kinds.
    assert (Hlen : length (w :: nodup Nat.eq_dec (reach w (without w left))) <= length (nodup Nat.eq_dec left));
      [|simpl in Hlen; lia].
    apply NoDup_incl_length.
    - constructor; [|apply NoDup_nodup]; rewrite nodup_In, reach_spec; intros H; apply reaches_in in H.
      apply in_without in H; tauto.
    - intros x [<-|Hx]; apply nodup_In; [exact Hw|]; apply nodup_In, reach_spec, reaches_in, in_without in Hx; tauto.
  Defined.

  Definition same_reach (v : nat) (a b : list nat) : Prop := forall x, reaches v a x <-> reaches v b x.

  Lemma same_reach_next v w a b :
    same_reach v a b -> edge v w = true -> In w a ->
    forall x, reaches w (without w a) x -> reaches w (without w b) x /\ reaches v a x.
  Proof.
    intros Hs He Hw x Hx; induction Hx as [x Hwx Hin|y x Hy [IH1 IH2] Hyx Hin]; apply in_without in Hin.
    - assert (H : reaches v a x) by (apply (Reach_on v a w); [now apply Reach_next|easy|tauto]).
      split; [|exact H]; apply Reach_next; [exact Hwx|]; apply in_without; split; [|tauto].
      now apply (reaches_in v), Hs.
    - assert (H : reaches v a x) by (apply (Reach_on v a y); tauto).
      split; [|exact H]; apply (Reach_on _ _ y); [exact IH1|exact Hyx|]; apply in_without; split; [|tauto].
      now apply (reaches_in v), Hs.
  Qed.

  Lemma same_reach_near w left : same_reach w left (reach w left).
  Proof.
    intros x; split; intros H.
    - induction H as [x H1 H2|y x Hy IH H1 H2].
      + apply Reach_next; [exact H1|]; apply reach_spec; now apply Reach_next.
      + apply (Reach_on _ _ y); [exact IH|exact H1|]; apply reach_spec; now apply (Reach_on _ _ y).
    - now apply reach_spec, (reaches_in w).
  Qed.

  (** The two games have the same outcomes, with directions too. *)
  Theorem geography_near (v : nat) (a b : list nat) :
    same_reach v a b -> lost ((v, a) : geography edge) <-> lost ((v, b) : near).
  Proof.
    remember (length a) as n eqn:En; revert v a b En; induction n as [n IH] using lt_wf_ind; intros v a b En Hs.
    assert (Hoption : forall w, edge v w = true -> In w a <-> In w b).
    { intros w He; split; intros H; apply (reaches_in v), Hs; now apply Reach_next. }
    assert (Hnext : forall w, edge v w = true -> In w a ->
      lost ((w, without w a) : geography edge) <-> lost ((w, reach w (without w b)) : near)).
    { intros w He Hw; apply (IH (length (without w a))); [subst n; now apply remove_length_lt|reflexivity|].
      intros x; etransitivity; [|exact (same_reach_near w (without w b) x)]; split; intros H.
      - now apply (same_reach_next v w a b Hs).
      - apply (same_reach_next v w b a); auto; [intros y; symmetry; apply Hs|now apply Hoption]. }
    rewrite !lost_options; split; intros H q Hq.
    - apply in_near_options in Hq; destruct Hq as (w & Hw & He & ->); apply Hoption in Hw; auto.
      rewrite won_iff_not_lost, <- Hnext by assumption; apply won_iff_not_lost, H, in_geography_options; eauto.
    - apply in_geography_options in Hq; destruct Hq as (w & Hw & He & ->).
      rewrite won_iff_not_lost, Hnext by assumption; apply won_iff_not_lost, H, in_near_options.
      exists w; rewrite <- Hoption by exact He; auto.
  Qed.

  (** So the outcome is told by a maximum matching of what is within reach. *)
  Theorem geography_outcome (v : nat) (left : list nat) :
    (forall x y, edge x y = edge y x) -> ~ In v left ->
    lost ((v, left) : near) <-> matched edge (v :: left) = matched edge left.
  Proof.
    intros Hsym Hv; rewrite <- (geography_lost edge Hsym v left Hv); symmetry; now apply geography_near.
  Qed.
End Reach.
