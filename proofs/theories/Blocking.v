(** * Blocking: forbidding up to k of the next moves

    In any game, whoever has moved may forbid up to k of the moves that the opponent could make next.  A position is good
    to leave if at most k of its options are good to leave, since those are forbidden then.  The player to move loses if
    and only if all options that are good to leave are forbidden; nothing is forbidden before the first move.
    Blocking Nim is this with Nim, where moves that lower equal heaps to the same are one.

    Source: A. Holshouser and H. Reiter (2001); H. Gavel and P. Strimling, Nim with a modular Muller twist (2004).
    Used by: crates/grundy-games/src/blocking.rs ([outcome]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

Section Blocking.
  Variables (G : ruleset) (k : nat).
  Hypothesis same : forall p q : G, {p = q} + {p <> q}.
  (** Each option is listed once. *)
  Hypothesis once : forall p : G, NoDup (options p).

  Fixpoint sublists (l : list G) : list (list G) :=
    match l with
    | [] => [[]]
    | x :: t => map (cons x) (sublists t) ++ sublists t
    end.

  Lemma filter_sublist f l : In (filter f l) (sublists l).
  Proof.
    induction l as [|x t IH]; [now left|]; simpl; apply in_app_iff.
    destruct (f x); [left; now apply in_map|right; exact IH].
  Qed.

  (** A position and the options that are forbidden now. *)
  Definition blocking_options (s : G * list G) : list (G * list G) :=
    let (p, forbidden) := s in
    flat_map (fun q =>
      if in_dec same q forbidden then []
      else map (pair q) (filter (fun f => length f <=? k) (sublists (options q)))) (options p).

  Lemma in_blocking_options p forbidden q f :
    In (q, f) (blocking_options (p, forbidden)) <->
    In q (options p) /\ ~ In q forbidden /\ In f (sublists (options q)) /\ length f <= k.
  Proof.
    unfold blocking_options; rewrite in_flat_map; split.
    - intros (r & Hr & H); destruct (in_dec same r forbidden) as [|Hn]; [destruct H|].
      apply in_map_iff in H; destruct H as (h & E & Hh); inversion E; subst.
      apply filter_In in Hh; rewrite Nat.leb_le in Hh; tauto.
    - intros (Hq & Hn & Hf & Hl); exists q; split; [exact Hq|]; destruct (in_dec same q forbidden); [tauto|].
      apply in_map, filter_In; split; [exact Hf|now apply Nat.leb_le].
  Qed.

  Lemma blocking_ends : well_founded (fun t s => In t (blocking_options s)).
  Proof.
    intros [p forbidden]; revert forbidden; induction p as [p IH] using (play_induction G).
    intros forbidden; constructor; intros [q f] H; apply in_blocking_options in H; apply IH; tauto.
  Qed.

  Definition blocking : ruleset :=
    {| position := G * list G; options := blocking_options; ends := blocking_ends |}.

  (** Good to leave: at most k options are. *)
  Definition good : G -> bool := evaluate (fun _ l => length (filter (fun b => b) l) <=? k).

  Lemma good_equation p : good p = (length (filter good (options p)) <=? k).
  Proof.
    unfold good at 1; rewrite evaluate_equation; fold good; f_equal.
    induction (options p) as [|q t IH]; [reflexivity|]; simpl; destruct (good q); simpl; now rewrite IH.
  Qed.

  Theorem blocking_lost (p : G) (forbidden : list G) :
    lost ((p, forbidden) : blocking) <-> forall q, In q (options p) -> good q = true -> In q forbidden.
  Proof.
    change (lost ((p, forbidden) : blocking) <->
      (fun s : blocking => forall q, In q (options (fst s)) -> good q = true -> In q (snd s)) (p, forbidden)).
    generalize ((p, forbidden) : blocking); apply lost_characterised; clear p forbidden.
    - intros [p forbidden] H [q f] Ho Hf; apply in_blocking_options in Ho; simpl in *.
      destruct Ho as (Hq & Hn & _ & Hl).
      assert (Hg : good q = false) by (destruct (good q) eqn:E; [elim Hn; auto|reflexivity]).
      rewrite good_equation in Hg; apply Nat.leb_gt in Hg.
      assert (Hle : length (filter good (options q)) <= length f); [|lia].
      apply NoDup_incl_length; [apply NoDup_filter, once|].
      intros r Hr; apply filter_In in Hr; apply Hf; tauto.
    - intros [p forbidden]; simpl.
      destruct (filter (fun q => good q && negb (if in_dec same q forbidden then true else false)) (options p)) as [|q t] eqn:E.
      + left; intros q Hq Hg; destruct (in_dec same q forbidden) as [|Hn]; [assumption|exfalso].
        assert (Hin : In q (filter (fun q => good q && negb (if in_dec same q forbidden then true else false)) (options p))).
        { apply filter_In; split; [exact Hq|]; rewrite Hg; now destruct (in_dec same q forbidden). }
        rewrite E in Hin; destruct Hin.
      + right; assert (Hin : In q (filter (fun q => good q && negb (if in_dec same q forbidden then true else false)) (options p)))
          by (rewrite E; now left).
        apply filter_In in Hin; destruct Hin as [Hq Hg]; apply andb_true_iff in Hg; destruct Hg as [Hg Hn].
        exists (q, filter good (options q)); split.
        * apply in_blocking_options; repeat split; [exact Hq| |apply filter_sublist|].
          -- destruct (in_dec same q forbidden); [discriminate|assumption].
          -- rewrite good_equation in Hg; now apply Nat.leb_le.
        * intros r Hr Hgr; apply filter_In; now split.
  Qed.

  (** The opening, where nothing is forbidden. *)
  Corollary blocking_opening (p : G) :
    lost ((p, []) : blocking) <-> forall q, In q (options p) -> good q = false.
  Proof.
    rewrite blocking_lost; split; intros H q Hq; [|intros Hg; rewrite (H q Hq) in Hg; discriminate].
    destruct (good q) eqn:E; [elim (H q Hq E)|reflexivity].
  Qed.
End Blocking.
