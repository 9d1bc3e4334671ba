(** * Tame sums under misère play

    Under misère play who cannot move wins.  The misère value of a position without options is 1, that of
    any other the mex of the misère values of its options; the position is lost if and only if it is 0.
    A position is fickle if its values in normal and misère play are (0, 1) or (1, 0), firm if they are
    equal, and tame if it and all that can follow it are fickle or firm.  A sum of tame positions is tame:
    its value in normal play is the nim-sum n of the values of the components, its misère value is n if some
    component is firm, and n with its last digit changed if all are fickle.

    Source: J. H. Conway, On Numbers and Games (1976), chapter 12; E. R. Berlekamp, J. H. Conway and
    R. K. Guy, Winning Ways (1982), chapter 13.
    Used by: crates/grundy-core/src/engine/genera.rs (what is told to be tame can be played as a Nim position in
    sums of tame components); Ferguson.v, where Grundy values alone decide. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game SpragueGrundy.
Import ListNotations.

(** ** Misère values *)

Definition misere_grundy {G : ruleset} : G -> nat :=
  evaluate (fun _ l => match l with [] => 1 | _ => mex l end).

Section Misere_grundy.
  Context {G : ruleset}.

  Lemma misere_grundy_ended (p : G) : options p = [] -> misere_grundy p = 1.
  Proof. intros H; unfold misere_grundy; rewrite evaluate_equation, H; reflexivity. Qed.

  Lemma misere_grundy_equation (p : G) :
    options p <> [] -> misere_grundy p = mex (map misere_grundy (options p)).
  Proof.
    intros H; unfold misere_grundy at 1; rewrite evaluate_equation; fold (@misere_grundy G).
    destruct (options p) as [|q t]; [now elim H|reflexivity].
  Qed.

  Lemma has_options (p q : G) : In q (options p) -> options p <> [].
  Proof. intros H E; rewrite E in H; destruct H. Qed.

  Lemma misere_grundy_option (p q : G) : In q (options p) -> misere_grundy q <> misere_grundy p.
  Proof.
    intros Hq He; apply (mex_not_in (map misere_grundy (options p))).
    rewrite <- misere_grundy_equation, <- He by eauto using has_options; now apply in_map.
  Qed.

  Lemma misere_grundy_reaches (p : G) n :
    options p <> [] -> n < misere_grundy p -> exists q, In q (options p) /\ misere_grundy q = n.
  Proof.
    intros Hp; rewrite misere_grundy_equation by exact Hp; intros H.
    apply mex_least, in_map_iff in H; destruct H as (q & He & Hq); eauto.
  Qed.

  Lemma misere_grundy_unique (p : G) n :
    options p <> [] ->
    (forall q, In q (options p) -> misere_grundy q <> n) ->
    (forall m, m < n -> exists q, In q (options p) /\ misere_grundy q = m) ->
    misere_grundy p = n.
  Proof.
    intros Hp H1 H2; rewrite misere_grundy_equation by exact Hp; apply mex_unique.
    - intros H; apply in_map_iff in H; destruct H as (q & He & Hq); exact (H1 q Hq He).
    - intros m Hm; destruct (H2 m Hm) as (q & Hq & <-); now apply in_map.
  Qed.

  Theorem misere_lost_iff_zero (p : G) : misere_lost p <-> misere_grundy p = 0.
  Proof.
    revert p; apply misere_lost_characterised.
    - intros p Hp; split.
      + intros H; apply misere_grundy_ended in H; congruence.
      + intros q Hq He; apply (misere_grundy_option p q Hq); congruence.
    - intros p; destruct (Nat.eq_dec (misere_grundy p) 0) as [H|H]; [now left|right].
      destruct (options p) as [|r t] eqn:E; [now left|right].
      destruct (misere_grundy_reaches p 0) as (q & Hq & He); [congruence|lia|].
      exists q; split; [congruence|exact He].
  Qed.
End Misere_grundy.

(** ** Tame positions *)

Definition firm {G : ruleset} (p : G) : bool := misere_grundy p =? grundy p.

Definition fickle {G : ruleset} (p : G) : Prop :=
  (grundy p = 0 /\ misere_grundy p = 1) \/ (grundy p = 1 /\ misere_grundy p = 0).

Inductive tame {G : ruleset} : G -> Prop :=
| Tame p : firm p = true \/ fickle p -> (forall q, In q (options p) -> tame q) -> tame p.

Lemma lxor_1_fickle (G : ruleset) (p : G) : fickle p -> misere_grundy p = Nat.lxor (grundy p) 1.
Proof. intros [[-> ->]|[-> ->]]; reflexivity. Qed.

Lemma fickle_not_firm (G : ruleset) (p : G) : fickle p -> firm p = false.
Proof. unfold firm; intros [[-> ->]|[-> ->]]; reflexivity. Qed.

Lemma firm_iff (G : ruleset) (p : G) : firm p = true <-> misere_grundy p = grundy p.
Proof. apply Nat.eqb_eq. Qed.

(** The misère value that a sum has, from the values of its components. *)
Definition tame_sum_value {G : ruleset} (l : list G) : nat :=
  if existsb firm l then nim_sum (map grundy l) else Nat.lxor (nim_sum (map grundy l)) 1.

(* How one component enters it: by its value in normal play beside a firm one, else by its misère value. *)
Lemma tame_sum_value_middle (G : ruleset) (a b : list G) (p : G) :
  firm p = true \/ fickle p ->
  tame_sum_value (a ++ p :: b) =
  if existsb firm (a ++ b)
  then Nat.lxor (grundy p) (nim_sum (map grundy (a ++ b)))
  else Nat.lxor (misere_grundy p) (nim_sum (map grundy (a ++ b))).
Proof.
  intros Hp; unfold tame_sum_value; rewrite nim_sum_middle, !existsb_app; simpl.
  destruct (existsb firm a); simpl; [reflexivity|].
  destruct Hp as [Hp|Hp].
  - rewrite Hp; simpl; apply firm_iff in Hp; rewrite Hp; now destruct (existsb firm b).
  - rewrite (fickle_not_firm _ _ Hp); simpl; destruct (existsb firm b); [reflexivity|].
    rewrite (lxor_1_fickle _ _ Hp), !Nat.lxor_assoc; f_equal; apply Nat.lxor_comm.
Qed.

Lemma tame_here (G : ruleset) (p : G) : tame p -> firm p = true \/ fickle p.
Proof. now intros [q H _]. Qed.

Lemma tame_option (G : ruleset) (p q : G) : tame p -> In q (options p) -> tame q.
Proof. intros [r _ H]; apply H. Qed.

Lemma tame_options_of_sum (G : ruleset) (l m : list G) :
  Forall tame l -> In m (many_options G l) -> Forall tame m.
Proof.
  intros Hl Hm; apply in_many_options in Hm; destruct Hm as (a & p & q & b & -> & Hq & ->).
  apply Forall_app in Hl; destruct Hl as [Ha Hb]; inversion_clear Hb as [|? ? Hp Hb'].
  apply Forall_app; split; [exact Ha|]; constructor; eauto using tame_option.
Qed.

Lemma nim_sum_lowered (G : ruleset) (l : list G) c :
  c < nim_sum (map grundy l) ->
  exists a p b x, l = a ++ p :: b /\ x < grundy p /\
    c = Nat.lxor x (nim_sum (map grundy (a ++ b))).
Proof.
  revert c; induction l as [|p t IH]; simpl; intros c Hc; [lia|].
  destruct (lxor_mex _ _ _ Hc) as [(x & Hx & He)|(y & Hy & He)].
  - exists [], p, t, x; auto.
  - destruct (IH y Hy) as (a & p' & b & x & -> & Hx & Hy').
    exists (p :: a), p', b, x; repeat split; auto; simpl; rewrite <- He, Hy'.
    now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm x).
Qed.

Lemma no_firm_all_fickle (G : ruleset) (l : list G) :
  Forall tame l -> existsb firm l = false -> Forall fickle l.
Proof.
  induction 1 as [|p t Hp Ht IH]; simpl; intros H; [constructor|].
  apply orb_false_iff in H; destruct H as [H1 H2]; constructor; [|auto].
  destruct (tame_here _ _ Hp); [congruence|assumption].
Qed.

Lemma fickle_nim_sum (G : ruleset) (l : list G) : Forall fickle l -> nim_sum (map grundy l) <= 1.
Proof.
  induction 1 as [|p t Hp _ IH]; simpl; [lia|].
  destruct (nim_sum (map grundy t)) as [|[|]]; [| |lia]; destruct Hp as [[-> _]|[-> _]]; apply Nat.leb_le; reflexivity.
Qed.

(* A sum in which nobody can move has only ended components. *)
Lemma many_ended (G : ruleset) (l : list G) :
  many_options G l = [] <-> forall p, In p l -> options p = [].
Proof.
  split.
  - intros H p Hp; apply in_split in Hp; destruct Hp as (a & b & ->).
    destruct (options p) as [|q t] eqn:E; [reflexivity|exfalso].
    assert (Hm : In (a ++ q :: b) (many_options G (a ++ p :: b))).
    { apply in_many_options; exists a, p, q, b; rewrite E; simpl; auto. }
    rewrite H in Hm; destruct Hm.
  - intros H; destruct (many_options G l) as [|m t] eqn:E; [reflexivity|exfalso].
    assert (Hm : In m (many_options G l)) by (rewrite E; now left).
    apply in_many_options in Hm; destruct Hm as (a & p & q & b & -> & Hq & _).
    rewrite (H p) in Hq; [destruct Hq|]; apply in_or_app; simpl; auto.
Qed.

Lemma many_not_ended (G : ruleset) (l : list G) :
  many_options G l <> [] -> exists a p b, l = a ++ p :: b /\ options p <> [].
Proof.
  destruct (many_options G l) as [|m t] eqn:E; [now intros H|intros _].
  assert (Hm : In m (many_options G l)) by (rewrite E; now left).
  apply in_many_options in Hm; destruct Hm as (a & p & q & b & -> & Hq & _).
  exists a, p, b; eauto using has_options.
Qed.

(** The misère value of a sum of tame positions (Conway 1976). *)
Theorem misere_grundy_tame_sum (G : ruleset) (l : list G) :
  Forall tame l -> misere_grundy (l : many G) = tame_sum_value l.
Proof.
  induction l as [l IH] using (play_induction (many G)); intros Ht.
  assert (Here : forall a p b, l = a ++ p :: b -> tame p).
  { intros a p b ->; apply Forall_app in Ht; destruct Ht as [_ Ht]; now inversion Ht. }
  assert (Value : forall a p b q, l = a ++ p :: b -> In q (options p) ->
    In (a ++ q :: b) (many_options G l) /\
    misere_grundy ((a ++ q :: b) : many G) =
      if existsb firm (a ++ b)
      then Nat.lxor (grundy q) (nim_sum (map grundy (a ++ b)))
      else Nat.lxor (misere_grundy q) (nim_sum (map grundy (a ++ b)))).
  { intros a p b q Hl Hq.
    assert (Hm : In (a ++ q :: b) (many_options G l)) by (apply in_many_options; eauto 8).
    split; [exact Hm|]; rewrite <- tame_sum_value_middle.
    - apply IH; [exact Hm|]; eauto using tame_options_of_sum.
    - eauto using tame_here, tame_option. }
  destruct (many_options G l) as [|m0 t0] eqn:Eo.
  - (* the end of play *)
    rewrite (misere_grundy_ended (G := many G)) by exact Eo.
    assert (Hz : existsb firm l = false /\ nim_sum (map grundy l) = 0).
    { rewrite many_ended in Eo; clear - Eo; induction l as [|p t IHl]; [now split|].
      destruct IHl as [H1 H2]; [intros; apply Eo; now right|].
      assert (Ep : options p = []) by (apply Eo; now left).
      simpl; unfold firm at 1; rewrite misere_grundy_ended, grundy_equation, Ep, H1, H2 by exact Ep.
      split; reflexivity. }
    unfold tame_sum_value; destruct Hz as [-> ->]; reflexivity.
  - assert (Hn : many_options G l <> []) by (rewrite Eo; discriminate); rewrite <- Eo in *.
    clear Eo m0 t0; apply (misere_grundy_unique (G := many G)); [exact Hn| |].
    + intros m Hm; pose proof Hm as Hm'; apply in_many_options in Hm'.
      destruct Hm' as (a & p & q & b & Hl & Hq & ->).
      rewrite (proj2 (Value a p b q Hl Hq)), Hl, tame_sum_value_middle by eauto using tame_here.
      destruct (existsb firm (a ++ b)); intros He; apply lxor_inj_r in He.
      * exact (grundy_option _ _ Hq He).
      * exact (misere_grundy_option _ _ Hq He).
    + intros c Hc; unfold tame_sum_value in Hc; destruct (existsb firm l) eqn:Ef.
      * destruct (nim_sum_lowered _ _ _ Hc) as (a & p & b & x & Hl & Hx & ->).
        destruct (existsb firm (a ++ b)) eqn:Eab.
        -- destruct (grundy_reaches p x Hx) as (q & Hq & Hg).
           exists (a ++ q :: b); destruct (Value a p b q Hl Hq) as [H1 H2].
           split; [exact H1|]; now rewrite H2, Eab, Hg.
        -- assert (Hf : misere_grundy p = grundy p).
           { rewrite Hl, existsb_app in Ef; rewrite existsb_app in Eab; simpl in Ef.
             apply orb_false_iff in Eab; destruct Eab as [Ea Eb]; rewrite Ea, Eb in Ef.
             rewrite orb_false_l, orb_false_r in Ef; now apply firm_iff. }
           destruct (misere_grundy_reaches p x) as (q & Hq & Hg); [|lia|].
           ++ intros Ep; rewrite grundy_equation, Ep in Hx; simpl in Hx; unfold mex in Hx; simpl in Hx; lia.
           ++ exists (a ++ q :: b); destruct (Value a p b q Hl Hq) as [H1 H2].
              split; [exact H1|]; now rewrite H2, Eab, Hg.
      * (* all fickle: the nim-sum is 0, and a move must leave the misère value 0 *)
        pose proof (no_firm_all_fickle _ _ Ht Ef) as Hfi.
        pose proof (fickle_nim_sum _ _ Hfi) as Hle.
        assert (Hs : nim_sum (map grundy l) = 0 /\ c = 0).
        { destruct (nim_sum (map grundy l)) as [|[|]]; [| |lia];
            [change (c < 1) in Hc|change (c < 0) in Hc]; lia. }
        destruct Hs as [Hs ->]; clear Hc Hle.
        assert (Goal_of : forall a p b q, l = a ++ p :: b -> In q (options p) ->
          misere_grundy q = grundy p -> exists q, In q (options (l : many G)) /\ misere_grundy q = 0).
        { intros a p b q Hl Hq He; exists (a ++ q :: b); destruct (Value a p b q Hl Hq) as [H1 H2].
          split; [exact H1|]; rewrite H2.
          replace (existsb firm (a ++ b)) with false.
          - rewrite He, <- nim_sum_middle, <- Hl; exact Hs.
          - rewrite Hl, existsb_app in Ef; apply orb_false_iff in Ef; destruct Ef as [Ea Eb].
            simpl in Eb; apply orb_false_iff in Eb; destruct Eb as [_ Eb].
            now rewrite existsb_app, Ea, Eb. }
        assert (Moves : forall a p b, l = a ++ p :: b -> options p <> [] ->
          exists q, In q (options (l : many G)) /\ misere_grundy q = 0).
        { intros a p b Hl Hp; rewrite Hl in Hfi; apply Forall_app in Hfi; destruct Hfi as [_ Hfi].
          inversion_clear Hfi as [|? ? Hpf _]; destruct Hpf as [[Hg Hm]|[Hg Hm]].
          - destruct (misere_grundy_reaches p 0 Hp) as (q & Hq & He); [lia|].
            apply (Goal_of a p b q); congruence.
          - destruct (grundy_reaches p 0) as (q & Hq & He); [lia|].
            apply (Goal_of a p b q); [exact Hl|exact Hq|].
            pose proof (misere_grundy_option _ _ Hq) as Hne.
            destruct (tame_here G q) as [Hf|[[H0 H1]|[H0 H1]]]; [|apply firm_iff in Hf| |]; try lia.
            eapply tame_option; [apply (Here a p b Hl)|exact Hq]. }
        destruct (many_not_ended _ _ Hn) as (a & p & b & Hl & Hp); eauto.
Qed.

(** A sum of tame positions is tame, and its values follow from those of the components. *)
Theorem tame_sum (G : ruleset) (l : list G) : Forall tame l -> tame (l : many G).
Proof.
  induction l as [l IH] using (play_induction (many G)); intros Ht; constructor.
  - rewrite firm_iff; unfold fickle.
    rewrite misere_grundy_tame_sum, sprague_grundy_many by exact Ht; unfold tame_sum_value.
    destruct (existsb firm l) eqn:E; [now left|right].
    pose proof (fickle_nim_sum _ _ (no_firm_all_fickle _ _ Ht E)).
    destruct (nim_sum (map grundy l)) as [|[|]]; [left|right|lia]; split; reflexivity.
  - intros m Hm; apply IH; [exact Hm|]; eauto using tame_options_of_sum.
Qed.

(** Who is to move loses a sum of tame positions under misère play if and only if the nim-sum of the values is
    0 where some component is firm, 1 where all are fickle. *)
Theorem tame_sum_lost (G : ruleset) (l : list G) :
  Forall tame l ->
  misere_lost (l : many G) <->
  nim_sum (map grundy l) = if existsb firm l then 0 else 1.
Proof.
  intros Ht; rewrite (misere_lost_iff_zero (G := many G)), misere_grundy_tame_sum by exact Ht.
  unfold tame_sum_value; destruct (existsb firm l); [reflexivity|apply lxor_zero].
Qed.
