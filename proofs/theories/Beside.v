(** * What a lost component changes: nothing

    In normal play a position that is lost for who is to move may be put beside any other, or taken away, and
    changes no outcome: who wins still wins, and a draw is still a draw.  That is so even where play in either need
    not end.  So components of Grundy value 0, pairs of equal components in which play ends, and components that are
    known to be lost may be left out before the rest is decided.

    Source: Sprague (1935), Grundy (1939); C. A. B. Smith, Graphs and composite games (1966).
    Used by: crates/grundy-core/src/solve/theories.rs (by_outcome_beside). *)

From Coq Require Import List.
From Grundy Require Import Mex Game SpragueGrundy Cycles.
Import ListNotations.

(** Two graphs side by side: a move is made in one of them. *)
Definition both (G H : graph) : graph :=
  {| vertex := G * H;
     moves := fun s : G * H =>
       let (v, w) := s in map (fun q => (q, w)) (moves v) ++ map (fun q => (v, q)) (moves w) |}.

Lemma in_both (G H : graph) (v : G) (w : H) (s : both G H) :
  In s (moves ((v, w) : both G H)) <->
  (exists q, In q (moves v) /\ s = (q, w)) \/ (exists q, In q (moves w) /\ s = (v, q)).
Proof.
  simpl; rewrite in_app_iff, !in_map_iff; split.
  - intros [(q & <- & Hq)|(q & <- & Hq)]; eauto.
  - intros [(q & Hq & ->)|(q & Hq & ->)]; eauto.
Qed.

Section Beside.
  Context {G H : graph}.

  Lemma wins_option (K : graph) (v : K) : wins Normal v <-> exists q, In q (moves v) /\ loses Normal q.
  Proof.
    split; [|intros (q & Hq & Hl); exact (Wins Normal v q Hq Hl)].
    intros Hw; inversion Hw as [? _ Hn|? q Hq Hl]; [discriminate|eauto].
  Qed.

  Lemma loses_option (K : graph) (v q : K) : loses Normal v -> In q (moves v) -> wins Normal q.
  Proof. intros Hl; inversion Hl as [? _ Ha]; apply Ha. Qed.

  (* Putting it there: its moves are answered where they are made. *)
  Lemma lost_added :
    (forall v : G, loses Normal v -> forall w : H, loses Normal w -> loses Normal ((v, w) : both G H)) /\
    (forall v : G, wins Normal v -> forall w : H, loses Normal w -> wins Normal ((v, w) : both G H)).
  Proof.
    apply loses_and_wins_ind.
    - intros v _ _ IHv w Hw.
      assert (Hin : (forall w : H, loses Normal w -> loses Normal ((v, w) : both G H)) /\
                    (forall w : H, wins Normal w -> wins Normal ((v, w) : both G H))).
      { apply loses_and_wins_ind.
        - intros u Hnone Hu IHu; constructor; [reflexivity|]; intros s Hs; apply in_both in Hs.
          destruct Hs as [(q & Hq & ->)|(q & Hq & ->)]; [|now apply IHu].
          apply IHv; [exact Hq|]; now constructor.
        - discriminate.
        - intros u q Hq _ IHq; apply wins_option; exists (v, q); split; [apply in_both; eauto|exact IHq]. }
      now apply Hin.
    - discriminate.
    - intros v q Hq _ IHq w Hw; apply wins_option; exists (q, w); split; [apply in_both; eauto|now apply IHq].
  Qed.

  (* Taking it away: a move in it is answered there, within fewer moves than the whole lasts. *)
  Lemma lost_taken_away :
    (forall s : both G H, loses Normal s ->
      (loses Normal (snd s) -> loses Normal (fst s)) /\ (wins Normal (snd s) -> wins Normal (fst s))) /\
    (forall s : both G H, wins Normal s -> loses Normal (snd s) -> wins Normal (fst s)).
  Proof.
    apply loses_and_wins_ind.
    - intros [v w] _ _ IH; simpl in *; split; intros Hw.
      + constructor; [reflexivity|]; intros q Hq.
        exact (IH (q, w) (proj2 (in_both G H v w (q, w)) (or_introl (ex_intro _ q (conj Hq eq_refl)))) Hw).
      + apply wins_option in Hw; destruct Hw as (q & Hq & Hl).
        exact (IH (v, q) (proj2 (in_both G H v w (v, q)) (or_intror (ex_intro _ q (conj Hq eq_refl)))) Hl).
    - discriminate.
    - intros [v w] s Hs _ [IH1 IH2] Hw; simpl in *; apply in_both in Hs.
      destruct Hs as [(q & Hq & ->)|(q & Hq & ->)]; simpl in *.
      + apply wins_option; exists q; split; [exact Hq|now apply IH1].
      + apply IH2; exact (loses_option H w q Hw Hq).
  Qed.

  (** A lost component changes no outcome. *)
  Theorem lost_beside (v : G) (w : H) :
    loses Normal w ->
    (loses Normal ((v, w) : both G H) <-> loses Normal v) /\
    (wins Normal ((v, w) : both G H) <-> wins Normal v).
  Proof.
    intros Hw; destruct lost_added as [A1 A2], lost_taken_away as [T1 T2]; split; split.
    - intros Hs; exact (proj1 (T1 (v, w) Hs) Hw).
    - intros Hv; now apply A1.
    - intros Hs; exact (T2 (v, w) Hs Hw).
    - intros Hv; now apply A2.
  Qed.
End Beside.

(** Nor does a component of Grundy value 0, … *)
Theorem zero_beside (G : graph) (R : ruleset) (v : G) (p : R) :
  grundy p = 0 ->
  (loses Normal ((v, p) : both G (graph_of R)) <-> loses Normal v) /\
  (wins Normal ((v, p) : both G (graph_of R)) <-> wins Normal v).
Proof.
  intros Hp; apply (lost_beside (H := graph_of R)).
  now apply (outcome_where_play_ends R p), lost_iff_grundy_zero.
Qed.

(** … a sum of two equal components in which play ends. *)
Theorem equal_beside (G : graph) (R : ruleset) (v : G) (p : R) :
  (loses Normal ((v, (p, p)) : both G (graph_of (sum R R))) <-> loses Normal v) /\
  (wins Normal ((v, (p, p)) : both G (graph_of (sum R R))) <-> wins Normal v).
Proof.
  apply (zero_beside G (sum R R) v (p, p)); rewrite grundy_sum; apply PeanoNat.Nat.lxor_nilpotent.
Qed.
