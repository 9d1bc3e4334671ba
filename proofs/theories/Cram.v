(** * Cram

    Dominoes are laid on a board, either way, each on two free neighbouring squares.  An even × even board is lost for the
    player to move: each domino is answered by its image under the half turn.  On an even × odd board she lays on the two
    middle squares and then answers so herself.  It holds of any board that the half turn leaves as it is and in which no
    two neighbouring free squares are exchanged by it.

    Source: M. Gardner, Mathematical Games (1974), who credits G. Mott-Smith.
    Used by: crates/grundy-games/src/cram.rs ([outcome]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** The game *)

(** Row and column, from 0. *)
Definition square := (nat * nat)%type.

Definition same_square (a b : square) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

(** The domino that begins at a square, across or down. *)
Definition second (s : square) (across : bool) : square :=
  if across then (fst s, S (snd s)) else (S (fst s), snd s).

(** The free squares without those of a domino. *)
Definition laid (free : list square) (s t : square) : list square :=
  filter (fun u => negb (if same_square u s then true else false) && negb (if same_square u t then true else false)) free.

Definition cram_options (free : list square) : list (list square) :=
  flat_map (fun s =>
    flat_map (fun across =>
      if in_dec same_square (second s across) free then [laid free s (second s across)] else [])
      [true; false]) free.

Lemma in_laid free s t u : In u (laid free s t) <-> In u free /\ u <> s /\ u <> t.
Proof.
  unfold laid; rewrite filter_In; destruct (same_square u s), (same_square u t); simpl; intuition congruence.
Qed.

Lemma in_cram_options free q :
  In q (cram_options free) <->
  exists s across, In s free /\ In (second s across) free /\ q = laid free s (second s across).
Proof.
  unfold cram_options; rewrite in_flat_map; split.
  - intros (s & Hs & H); apply in_flat_map in H; destruct H as (across & _ & H).
    destruct (in_dec same_square (second s across) free) as [Hi|]; [|destruct H].
    destruct H as [<-|[]]; exists s, across; auto.
  - intros (s & across & Hs & Hi & ->); exists s; split; [exact Hs|]; apply in_flat_map.
    exists across; split; [destruct across; simpl; auto|].
    destruct (in_dec same_square (second s across) free); [now left|contradiction].
Qed.

Lemma filter_length_le (f : square -> bool) l : length (filter f l) <= length l.
Proof. induction l as [|x l IH]; simpl; [lia|destruct (f x); simpl; lia]. Qed.

Lemma filter_shorter (f : square -> bool) l s : In s l -> f s = false -> length (filter f l) < length l.
Proof.
  intros Hs Hf; induction l as [|x l IH]; [destruct Hs|]; destruct Hs as [<-|Hs]; simpl.
  - rewrite Hf; pose proof (filter_length_le f l); lia.
  - specialize (IH Hs); destruct (f x); simpl; lia.
Qed.

Definition cram : ruleset.
Proof.
  refine (measured (list square) cram_options (@length square) _).
  intros free q H; apply in_cram_options in H; destruct H as (s & across & Hs & _ & ->).
  apply (filter_shorter _ _ s Hs); destruct (same_square s s); [reflexivity|congruence].
Defined.

(** ** The half turn *)

Section HalfTurn.
  Variables rows columns : nat.

  Definition on_board (s : square) : Prop := fst s < rows /\ snd s < columns.

  Definition turn (s : square) : square := (rows - 1 - fst s, columns - 1 - snd s).

  (** The half turn leaves the free squares as they are, and exchanges no two neighbours among them. *)
  Definition turned (free : list square) : Prop :=
    (forall s, In s free -> on_board s /\ In (turn s) free) /\
    (forall s across, In s free -> turn s <> second s across) /\ (forall s, In s free -> turn s <> s).

  Lemma turn_turn s : on_board s -> turn (turn s) = s.
  Proof. destruct s as [r c]; unfold on_board, turn; cbn [fst snd]; intros H; f_equal; lia. Qed.

  Lemma turn_inj s t : on_board s -> on_board t -> turn s = turn t -> s = t.
  Proof. intros Hs Ht E; rewrite <- (turn_turn s Hs), <- (turn_turn t Ht); congruence. Qed.

  (* The image of a domino is a domino, from its second square. *)
  Lemma turn_second s across :
    on_board s -> on_board (second s across) -> second (turn (second s across)) across = turn s.
  Proof.
    destruct s as [r c], across; unfold on_board, turn, second; cbn [fst snd]; intros H1 H2; f_equal; lia.
  Qed.

  (** Such a board is lost for the player to move. *)
  Theorem half_turn_lost (free : list square) : turned free -> lost (free : cram).
  Proof.
    remember (length free) as n eqn:En; revert free En; induction n as [n IH] using lt_wf_ind.
    intros free En (H1 & H2 & H3); apply lost_options; intros q Hq; apply in_cram_options in Hq.
    destruct Hq as (s & across & Hs & Ht & ->); set (t := second s across) in *.
    destruct (H1 s Hs) as [Bs Ts], (H1 t Ht) as [Bt Tt].
    assert (Hst : s <> t) by (destruct s as [r c], across; unfold t, second; cbn [fst snd]; intros E; inversion E; lia).
    assert (N1 : turn s <> s) by auto. assert (N2 : turn t <> t) by auto. assert (N3 : turn s <> t) by (apply H2; exact Hs).
    assert (N4 : turn t <> s) by (intros E; apply N3; rewrite <- E; now apply turn_turn).
    assert (E : second (turn t) across = turn s) by now apply turn_second.
    apply won_options; exists (laid (laid free s t) (turn t) (second (turn t) across)); split.
    - apply in_cram_options; exists (turn t), across; rewrite E; repeat split; apply in_laid; repeat split; auto.
    - rewrite E; apply (IH (length (laid (laid free s t) (turn t) (turn s)))); [|reflexivity|].
      + subst n; unfold laid at 1; eapply Nat.le_lt_trans; [apply filter_length_le|].
        apply (filter_shorter _ _ s Hs); destruct (same_square s s); [reflexivity|congruence].
      + assert (Hin : forall u, In u (laid (laid free s t) (turn t) (turn s)) <->
          In u free /\ u <> s /\ u <> t /\ u <> turn t /\ u <> turn s) by (intros u; rewrite !in_laid; tauto).
        split; [|split].
        * intros u H; apply Hin in H; destruct H as (Hu & U1 & U2 & U3 & U4); destruct (H1 u Hu) as [Bu Tu].
          split; [exact Bu|]; apply Hin; repeat split; auto.
          -- intros F; apply U4; rewrite <- F; symmetry; now apply turn_turn.
          -- intros F; apply U3; rewrite <- F; symmetry; now apply turn_turn.
          -- intros F; apply U2; now apply turn_inj.
          -- intros F; apply U1; now apply turn_inj.
        * intros u ac Hu; apply Hin in Hu; apply H2; tauto.
        * intros u Hu; apply Hin in Hu; apply H3; tauto.
  Qed.

  (** ** Whole boards *)

  Definition whole : list square := list_prod (seq 0 rows) (seq 0 columns).

  Lemma in_whole s : In s whole <-> on_board s.
  Proof. destruct s as [r c]; unfold whole, on_board; etransitivity; [apply in_prod_iff|]; rewrite !in_seq; cbn [fst snd]; lia. Qed.

  Theorem cram_even_even : Nat.even rows = true -> Nat.even columns = true -> lost (whole : cram).
  Proof.
    intros Hr Hc; apply Nat.even_spec in Hr, Hc; destruct Hr as [a Ha], Hc as [b Hb]; apply half_turn_lost; split; [|split].
    - intros s H; apply in_whole in H; split; [exact H|]; apply in_whole; destruct H.
      unfold on_board, turn; cbn [fst snd]; lia.
    - intros [r c] across H; apply in_whole in H; destruct H, across; unfold turn, second; cbn [fst snd] in *;
        intros E; inversion E; lia.
    - intros [r c] H; apply in_whole in H; destruct H; unfold turn; cbn [fst snd] in *; intros E; inversion E; lia.
  Qed.

  (** The two middle squares of a board with an even number of rows and an odd one of columns, or the other way round. *)
  Definition middle_down : bool := Nat.even rows.

  Definition middle : square :=
    if middle_down then (rows / 2 - 1, columns / 2) else (rows / 2, columns / 2 - 1).

  Theorem cram_even_odd :
    1 <= rows -> 1 <= columns -> Nat.even rows <> Nat.even columns ->
    In (laid whole middle (second middle (negb middle_down)) : cram) (options (whole : cram)) /\
    lost (laid whole middle (second middle (negb middle_down)) : cram).
  Proof.
    intros R1 C1 Hne.
    assert (H : exists a b, (middle_down = true /\ rows = 2 * a /\ columns = 2 * b + 1 /\ middle = (a - 1, b) /\ 1 <= a) \/
      (middle_down = false /\ rows = 2 * a + 1 /\ columns = 2 * b /\ middle = (a, b - 1) /\ 1 <= b)).
    { unfold middle, middle_down; destruct (Nat.even rows) eqn:Er, (Nat.even columns) eqn:Ec; try congruence.
      - apply Nat.even_spec in Er; destruct Er as [a Ha].
        assert (Ho : Nat.odd columns = true) by (unfold Nat.odd; now rewrite Ec).
        apply Nat.odd_spec in Ho; destruct Ho as [b Hb]; exists a, b; left; repeat split; try lia.
        replace (rows / 2) with a by (apply Nat.div_unique with 0; lia).
        replace (columns / 2) with b by (apply Nat.div_unique with 1; lia); reflexivity.
      - apply Nat.even_spec in Ec; destruct Ec as [b Hb].
        assert (Ho : Nat.odd rows = true) by (unfold Nat.odd; now rewrite Er).
        apply Nat.odd_spec in Ho; destruct Ho as [a Ha]; exists a, b; right; repeat split; try lia.
        replace (rows / 2) with a by (apply Nat.div_unique with 1; lia).
        replace (columns / 2) with b by (apply Nat.div_unique with 0; lia); reflexivity. }
    destruct H as (a & b & H); split.
    - apply in_cram_options; exists middle, (negb middle_down); rewrite !in_whole; unfold on_board, second.
      destruct H as [(-> & Ha & Hb & -> & H)|(-> & Ha & Hb & -> & H)]; cbn [negb fst snd]; repeat split; lia.
    - apply half_turn_lost.
      assert (Hin : forall r c, In (r, c) (laid whole middle (second middle (negb middle_down))) <->
        r < rows /\ c < columns /\ (r, c) <> middle /\ (r, c) <> second middle (negb middle_down)).
      { intros r c; rewrite in_laid, in_whole; unfold on_board; cbn [fst snd]; tauto. }
      assert (Hlies : forall r c, In (r, c) (laid whole middle (second middle (negb middle_down))) ->
        r < rows /\ c < columns /\
        ((rows = 2 * a /\ columns = 2 * b + 1 /\ 1 <= a /\ (c = b -> r <> a - 1 /\ r <> a)) \/
         (rows = 2 * a + 1 /\ columns = 2 * b /\ 1 <= b /\ (r = a -> c <> b - 1 /\ c <> b)))).
      { intros r c Hrc; apply Hin in Hrc; destruct Hrc as (Hr & Hc & N1 & N2); split; [exact Hr|split; [exact Hc|]].
        destruct H as [(E & Ha & Hb & Em & H)|(E & Ha & Hb & Em & H)]; rewrite E, Em in *; cbn [negb second fst snd] in N2;
          [left|right]; (split; [exact Ha|split; [exact Hb|split; [exact H|]]]); intros E1; split; intros E2;
          first [apply N1; rewrite E1, E2; reflexivity | apply N2; rewrite E1, E2; f_equal; lia]. }
      split; [|split].
      + intros [r c] Hrc; pose proof (Hlies r c Hrc) as (Hr & Hc & L); split; [split; cbn [fst snd]; auto|].
        unfold turn; cbn [fst snd]; apply Hin; repeat split; try lia.
        * destruct H as [(E & Ha & Hb & -> & H)|(E & Ha & Hb & -> & H)]; intros F; inversion F; lia.
        * destruct H as [(E & Ha & Hb & -> & H)|(E & Ha & Hb & -> & H)]; rewrite E; cbn [negb second fst snd];
            intros F; inversion F; lia.
      + intros [r c] across Hrc; pose proof (Hlies r c Hrc) as (Hr & Hc & L); unfold turn, second; cbn [fst snd].
        destruct across; intros F; inversion F; lia.
      + intros [r c] Hrc; pose proof (Hlies r c Hrc) as (Hr & Hc & L); unfold turn; cbn [fst snd].
        intros F; inversion F; lia.
  Qed.

  (** The outcome of a whole board as the library tells it, where not both sides are odd. *)
  Theorem cram_outcome :
    1 <= rows -> 1 <= columns -> Nat.even rows = true \/ Nat.even columns = true ->
    lost (whole : cram) <-> Nat.even rows = true /\ Nat.even columns = true.
  Proof.
    intros R1 C1 He; split; [|intros [Hr Hc]; now apply cram_even_even].
    intros Hl; destruct (Nat.even rows) eqn:Er, (Nat.even columns) eqn:Ec; auto; [| |destruct He; discriminate];
      exfalso; destruct (cram_even_odd R1 C1) as [Ho Hw]; try congruence;
      exact (lost_not_won _ Hl (Won (G := cram) _ _ Ho Hw)).
  Qed.
End HalfTurn.
