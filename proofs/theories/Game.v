(** * Impartial games, outcomes, sums and Grundy values

    A ruleset has positions, the options of each (a finite list, the same for both players) and no
    infinite line of play.  In normal play who cannot move loses; in misère play who cannot move wins.
    The disjunctive sum of positions is the position where a move is a move in one of them.

    Source: Sprague (1935), Grundy (1939); Conway (1976), chapters 7, 11 and 12.
    Used by: all of the development; crates/grundy-core (rulesets and sums). *)

From Coq Require Import List Arith Lia Bool Wellfounded.
From Grundy Require Import Mex.
Import ListNotations.

(** ** Rulesets *)

Record ruleset := {
  position :> Type;
  options : position -> list position;
  ends : well_founded (fun q p => In q (options p))
}.

Arguments options {r} _.

(** What holds of a position whenever it holds of its options holds of every position. *)
Lemma play_induction (G : ruleset) (P : G -> Prop) :
  (forall p, (forall q, In q (options p) -> P q) -> P p) -> forall p, P p.
Proof. intros H p; induction (ends G p) as [p _ IH]; apply H; exact IH. Qed.

(** A ruleset whose every move lowers a natural number. *)
Definition measured (A : Type) (o : A -> list A) (size : A -> nat)
    (lowers : forall p q, In q (o p) -> size q < size p) : ruleset.
Proof.
  refine {| position := A; options := o; ends := _ |}.
  apply (well_founded_lt_compat A size); intros q p; apply lowers.
Defined.

(** ** What is computed from the options of a position *)

Section Evaluate.
  Variables (G : ruleset) (B : Type) (f : G -> list B -> B).

  Fixpoint map_in (A : Type) (l : list A) : (forall x, In x l -> B) -> list B :=
    match l with
    | [] => fun _ => []
    | x :: t => fun g => g x (or_introl eq_refl) :: map_in A t (fun y H => g y (or_intror H))
    end.

  Fixpoint evaluate_acc (p : G) (a : Acc (fun q p => In q (options p)) p) : B :=
    f p (map_in G (options p) (fun q H => evaluate_acc q (Acc_inv a H))).

  Definition evaluate (p : G) : B := evaluate_acc p (ends G p).

  Lemma map_in_map (A : Type) (h : A -> B) : forall (l : list A) (g : forall x, In x l -> B),
    (forall x H, g x H = h x) -> map_in A l g = map h l.
  Proof.
    induction l as [|x t IH]; intros g H; simpl; [reflexivity|].
    rewrite H; f_equal; apply IH; intros y Hy; apply H.
  Qed.

  Lemma evaluate_acc_evaluate p : forall a, evaluate_acc p a = evaluate p.
  Proof.
    induction p as [p IH] using (play_induction G); intros a; unfold evaluate.
    destruct a as [a], (ends G p) as [e]; simpl; f_equal.
    rewrite !(map_in_map G evaluate); [reflexivity| |]; intros q H; now apply IH.
  Qed.

  Lemma evaluate_equation p : evaluate p = f p (map evaluate (options p)).
  Proof.
    unfold evaluate at 1; destruct (ends G p) as [e]; simpl; f_equal.
    apply map_in_map; intros q H; apply evaluate_acc_evaluate.
  Qed.
End Evaluate.

Arguments evaluate {G B} f p.

(** ** Outcomes *)

(** A position is lost or won for the player who is to move. *)
Inductive lost {G : ruleset} : G -> Prop :=
| Lost p : (forall q, In q (options p) -> won q) -> lost p
with won {G : ruleset} : G -> Prop :=
| Won p q : In q (options p) -> lost q -> won p.

Inductive misere_lost {G : ruleset} : G -> Prop :=
| Misere_lost p :
    options p <> [] -> (forall q, In q (options p) -> misere_won q) -> misere_lost p
with misere_won {G : ruleset} : G -> Prop :=
| Misere_ended p : options p = [] -> misere_won p
| Misere_won p q : In q (options p) -> misere_lost q -> misere_won p.

Section Outcomes.
  Context {G : ruleset}.

  Lemma lost_options (p : G) : lost p <-> forall q, In q (options p) -> won q.
  Proof. split; [intros [q H]; exact H|apply Lost]. Qed.

  Lemma won_options (p : G) : won p <-> exists q, In q (options p) /\ lost q.
  Proof. split; [intros [r q Hq Hl]; eauto|intros (q & Hq & Hl); eapply Won; eauto]. Qed.

  Lemma misere_lost_options (p : G) :
    misere_lost p <-> options p <> [] /\ forall q, In q (options p) -> misere_won q.
  Proof. split; [intros [q H1 H2]; auto|intros [H1 H2]; now apply Misere_lost]. Qed.

  Lemma misere_won_options (p : G) :
    misere_won p <-> options p = [] \/ exists q, In q (options p) /\ misere_lost q.
  Proof.
    split; [intros [r H|r q Hq Hl]; [now left|right; eauto]|].
    intros [H|(q & Hq & Hl)]; [now apply Misere_ended|eapply Misere_won; eauto].
  Qed.

  Lemma lost_not_won (p : G) : lost p -> won p -> False.
  Proof.
    induction p as [p IH] using play_induction.
    rewrite lost_options, won_options; intros Hl (q & Hq & H); eauto.
  Qed.

  Lemma misere_lost_not_won (p : G) : misere_lost p -> misere_won p -> False.
  Proof.
    induction p as [p IH] using play_induction.
    rewrite misere_lost_options, misere_won_options.
    intros [Hn Hl] [H|(q & Hq & H)]; [auto|eauto].
  Qed.

  Definition wins : G -> bool := evaluate (fun _ l => existsb negb l).

  Definition misere_wins : G -> bool :=
    evaluate (fun _ l => match l with [] => true | _ => existsb negb l end).

  Lemma existsb_negb (f : G -> bool) l :
    existsb negb (map f l) = true <-> exists q, In q l /\ f q = false.
  Proof.
    rewrite existsb_exists; split.
    - intros (b & Hb & Hn); apply in_map_iff in Hb; destruct Hb as (q & <- & Hq).
      exists q; split; [exact Hq|now destruct (f q)].
    - intros (q & Hq & He); exists (f q); split; [now apply in_map|now rewrite He].
  Qed.

  Lemma existsb_negb_false (f : G -> bool) l :
    existsb negb (map f l) = false <-> forall q, In q l -> f q = true.
  Proof.
    split.
    - intros H q Hq; destruct (f q) eqn:E; [reflexivity|].
      rewrite (proj2 (existsb_negb f l)) in H; [discriminate|eauto].
    - intros H; destruct (existsb negb (map f l)) eqn:E; [|reflexivity].
      apply existsb_negb in E; destruct E as (q & Hq & E); rewrite (H q Hq) in E; discriminate.
  Qed.

  Lemma wins_correct (p : G) : if wins p then won p else lost p.
  Proof.
    induction p as [p IH] using play_induction; unfold wins; rewrite evaluate_equation; fold wins.
    destruct (existsb negb (map wins (options p))) eqn:E.
    - apply existsb_negb in E; destruct E as (q & Hq & E).
      apply won_options; exists q; split; [exact Hq|]; specialize (IH q Hq); now rewrite E in IH.
    - rewrite existsb_negb_false in E; apply lost_options; intros q Hq.
      specialize (IH q Hq); now rewrite (E q Hq) in IH.
  Qed.

  Lemma misere_wins_correct (p : G) : if misere_wins p then misere_won p else misere_lost p.
  Proof.
    induction p as [p IH] using play_induction; unfold misere_wins; rewrite evaluate_equation.
    fold misere_wins; destruct (options p) as [|r t] eqn:Ho; [now apply Misere_ended|].
    change (match map misere_wins (r :: t) with [] => true | _ :: _ => existsb negb (map misere_wins (r :: t)) end)
      with (existsb negb (map misere_wins (r :: t))); rewrite <- Ho in *.
    assert (Hn : options p <> []) by (rewrite Ho; discriminate).
    destruct (existsb negb (map misere_wins (options p))) eqn:E.
    - apply existsb_negb in E; destruct E as (q & Hq & E); apply misere_won_options; right.
      exists q; split; [exact Hq|]; specialize (IH q Hq); now rewrite E in IH.
    - rewrite existsb_negb_false in E; apply misere_lost_options; split; [exact Hn|].
      intros q Hq; specialize (IH q Hq); now rewrite (E q Hq) in IH.
  Qed.

  (** Exactly one of the two holds of each position, and which is decided. *)
  Lemma lost_or_won (p : G) : {lost p} + {won p}.
  Proof. pose proof (wins_correct p); destruct (wins p); auto. Qed.

  Lemma misere_lost_or_won (p : G) : {misere_lost p} + {misere_won p}.
  Proof. pose proof (misere_wins_correct p); destruct (misere_wins p); auto. Qed.

  Lemma won_iff_not_lost (p : G) : won p <-> ~ lost p.
  Proof. destruct (lost_or_won p); split; try tauto; intros H1 H2; eauto using lost_not_won. Qed.

  Lemma lost_iff_not_won (p : G) : lost p <-> ~ won p.
  Proof. destruct (lost_or_won p); split; try tauto; intros H1 H2; eauto using lost_not_won. Qed.

  Lemma misere_won_iff_not_lost (p : G) : misere_won p <-> ~ misere_lost p.
  Proof.
    destruct (misere_lost_or_won p); split; try tauto; intros H1 H2; eauto using misere_lost_not_won.
  Qed.

  Lemma misere_lost_iff_not_won (p : G) : misere_lost p <-> ~ misere_won p.
  Proof.
    destruct (misere_lost_or_won p); split; try tauto; intros H1 H2; eauto using misere_lost_not_won.
  Qed.

  Lemma wins_iff (p : G) : wins p = true <-> won p.
  Proof.
    pose proof (wins_correct p); destruct (wins p); split; auto; try discriminate.
    intros; exfalso; eauto using lost_not_won.
  Qed.

  Lemma misere_wins_iff (p : G) : misere_wins p = true <-> misere_won p.
  Proof.
    pose proof (misere_wins_correct p); destruct (misere_wins p); split; auto; try discriminate.
    intros; exfalso; eauto using misere_lost_not_won.
  Qed.

  (** How closed forms are proved: a set of positions with no move inside it, and a move into it from
      every position outside, is the set of lost positions. *)
  Lemma lost_characterised (P : G -> Prop) :
    (forall p, P p -> forall q, In q (options p) -> ~ P q) ->
    (forall p, P p \/ exists q, In q (options p) /\ P q) ->
    forall p, lost p <-> P p.
  Proof.
    intros Hin Hout; induction p as [p IH] using play_induction; split.
    - intros Hl; destruct (Hout p) as [H|(q & Hq & H)]; [exact H|exfalso].
      apply (lost_not_won p Hl), won_options; exists q; split; [exact Hq|]; now apply IH.
    - intros HP; apply lost_options; intros q Hq; apply won_iff_not_lost.
      rewrite (IH q Hq); eauto.
  Qed.

  Lemma misere_lost_characterised (P : G -> Prop) :
    (forall p, P p -> options p <> [] /\ forall q, In q (options p) -> ~ P q) ->
    (forall p, P p \/ options p = [] \/ exists q, In q (options p) /\ P q) ->
    forall p, misere_lost p <-> P p.
  Proof.
    intros Hin Hout; induction p as [p IH] using play_induction; split.
    - intros Hl; destruct (Hout p) as [H|[H|(q & Hq & H)]]; [exact H| |].
      + rewrite misere_lost_options in Hl; tauto.
      + exfalso; apply (misere_lost_not_won p Hl), misere_won_options; right.
        exists q; split; [exact Hq|]; now apply IH.
    - intros HP; apply misere_lost_options; split; [now apply Hin|].
      intros q Hq; apply misere_won_iff_not_lost; rewrite (IH q Hq); now apply (Hin p).
  Qed.
End Outcomes.

(** ** Grundy values *)

Definition grundy {G : ruleset} : G -> nat := evaluate (fun _ l => mex l).

Section Grundy.
  Context {G : ruleset}.

  Lemma grundy_equation (p : G) : grundy p = mex (map grundy (options p)).
  Proof. unfold grundy at 1; now rewrite evaluate_equation. Qed.

  Lemma grundy_option (p q : G) : In q (options p) -> grundy q <> grundy p.
  Proof.
    intros Hq He; apply (mex_not_in (map grundy (options p))).
    rewrite <- grundy_equation, <- He; now apply in_map.
  Qed.

  Lemma grundy_reaches (p : G) n : n < grundy p -> exists q, In q (options p) /\ grundy q = n.
  Proof.
    rewrite grundy_equation; intros H; apply mex_least, in_map_iff in H.
    destruct H as (q & He & Hq); eauto.
  Qed.

  Lemma grundy_unique (p : G) n :
    (forall q, In q (options p) -> grundy q <> n) ->
    (forall m, m < n -> exists q, In q (options p) /\ grundy q = m) ->
    grundy p = n.
  Proof.
    intros H1 H2; rewrite grundy_equation; apply mex_unique.
    - intros H; apply in_map_iff in H; destruct H as (q & He & Hq); exact (H1 q Hq He).
    - intros m Hm; destruct (H2 m Hm) as (q & Hq & <-); now apply in_map.
  Qed.

  (** How closed forms of values are proved. *)
  Lemma grundy_characterised (f : G -> nat) :
    (forall p q, In q (options p) -> f q <> f p) ->
    (forall p n, n < f p -> exists q, In q (options p) /\ f q = n) ->
    forall p, grundy p = f p.
  Proof.
    intros H1 H2; induction p as [p IH] using play_induction; apply grundy_unique.
    - intros q Hq; rewrite (IH q Hq); now apply H1.
    - intros m Hm; destruct (H2 p m Hm) as (q & Hq & He); exists q; split; [exact Hq|].
      now rewrite IH.
  Qed.

  (** A position is lost for the player who is to move if and only if its Grundy value is 0. *)
  Lemma lost_iff_grundy_zero (p : G) : lost p <-> grundy p = 0.
  Proof.
    revert p; apply lost_characterised.
    - intros p Hp q Hq He; apply (grundy_option p q Hq); congruence.
    - intros p; destruct (Nat.eq_dec (grundy p) 0) as [H|H]; [now left|right].
      destruct (grundy_reaches p 0) as (q & Hq & He); [lia|eauto].
  Qed.

  Lemma won_iff_grundy_nonzero (p : G) : won p <-> grundy p <> 0.
  Proof. rewrite won_iff_not_lost, lost_iff_grundy_zero; tauto. Qed.
End Grundy.

(** ** The sum of two rulesets *)

Definition sum_options (G H : ruleset) (s : G * H) : list (G * H) :=
  let (p, q) := s in
  map (fun p' => (p', q)) (options p) ++ map (fun q' => (p, q')) (options q).

Lemma in_sum_options (G H : ruleset) (s : G * H) p q :
  In s (sum_options G H (p, q)) <->
  (exists p', In p' (options p) /\ s = (p', q)) \/ (exists q', In q' (options q) /\ s = (p, q')).
Proof.
  simpl; rewrite in_app_iff, !in_map_iff; split.
  - intros [(x & <- & Hx)|(x & <- & Hx)]; eauto.
  - intros [(x & Hx & ->)|(x & Hx & ->)]; eauto.
Qed.

Lemma sum_ends (G H : ruleset) : well_founded (fun t s => In t (sum_options G H s)).
Proof.
  intros [p q]; revert q; induction p as [p IHp] using (play_induction G).
  intros q; induction q as [q IHq] using (play_induction H).
  constructor; intros s Hs; apply in_sum_options in Hs.
  destruct Hs as [(p' & Hp & ->)|(q' & Hq & ->)]; auto.
Qed.

Definition sum (G H : ruleset) : ruleset :=
  {| position := G * H; options := sum_options G H; ends := sum_ends G H |}.

(** The Grundy value of a sum is the nim-sum of the values (Sprague 1935, Grundy 1939). *)
Lemma grundy_sum (G H : ruleset) (p : G) (q : H) :
  grundy ((p, q) : sum G H) = Nat.lxor (grundy p) (grundy q).
Proof.
  change (grundy ((p, q) : sum G H) =
    (fun s : sum G H => Nat.lxor (grundy (fst s)) (grundy (snd s))) (p, q)).
  generalize ((p, q) : sum G H); apply grundy_characterised; clear p q.
  - intros [p q] s Hs; apply in_sum_options in Hs; simpl.
    destruct Hs as [(p' & Hp & ->)|(q' & Hq & ->)]; simpl; intros He.
    + apply lxor_inj_r in He; exact (grundy_option _ _ Hp He).
    + apply lxor_inj_l in He; exact (grundy_option _ _ Hq He).
  - intros [p q] n Hn; simpl in Hn.
    destruct (lxor_mex _ _ _ Hn) as [(a & Ha & He)|(b & Hb & He)].
    + destruct (grundy_reaches p a Ha) as (p' & Hp & Hg).
      exists (p', q); split; [apply in_sum_options; eauto|simpl; congruence].
    + destruct (grundy_reaches q b Hb) as (q' & Hq & Hg).
      exists (p, q'); split; [apply in_sum_options; eauto|simpl; congruence].
Qed.

(** ** Sums of a list of positions of one ruleset *)

Fixpoint many_options (G : ruleset) (l : list G) : list (list G) :=
  match l with
  | [] => []
  | p :: t => map (fun q => q :: t) (options p) ++ map (cons p) (many_options G t)
  end.

Lemma in_many_options_cons (G : ruleset) (p : G) (t m : list G) :
  In m (many_options G (p :: t)) <->
  (exists q, In q (options p) /\ m = q :: t) \/ (exists u, In u (many_options G t) /\ m = p :: u).
Proof.
  simpl; rewrite in_app_iff, !in_map_iff; split.
  - intros [(x & <- & Hx)|(x & <- & Hx)]; eauto.
  - intros [(x & Hx & ->)|(x & Hx & ->)]; eauto.
Qed.

(** A move in a sum is a move in one of its components. *)
Lemma in_many_options (G : ruleset) (l m : list G) :
  In m (many_options G l) <->
  exists a p q b, l = a ++ p :: b /\ In q (options p) /\ m = a ++ q :: b.
Proof.
  revert m; induction l as [|p t IH]; intros m.
  - split; [intros []|]; intros (a & p & q & b & H & _); destruct a; discriminate.
  - rewrite in_many_options_cons; split.
    + intros [(q & Hq & ->)|(u & Hu & ->)].
      * exists [], p, q, t; auto.
      * apply IH in Hu; destruct Hu as (a & p' & q & b & -> & Hq & ->).
        exists (p :: a), p', q, b; auto.
    + intros (a & p' & q & b & Hl & Hq & ->); destruct a as [|x a]; simpl in Hl; inversion Hl; subst.
      * left; eauto.
      * right; exists (a ++ q :: b); split; [apply IH; eauto 8|reflexivity].
Qed.

Lemma many_ends (G : ruleset) : well_founded (fun m l => In m (many_options G l)).
Proof.
  intros l; induction l as [|p t IHt]; [constructor; intros m []|].
  revert t IHt; induction p as [p IHp] using (play_induction G).
  intros t Ht; induction Ht as [t Ht IHt].
  constructor; intros m Hm; apply in_many_options_cons in Hm.
  destruct Hm as [(q & Hq & ->)|(u & Hu & ->)]; [|auto].
  apply IHp; [exact Hq|now constructor].
Qed.

Definition many (G : ruleset) : ruleset :=
  {| position := list G; options := many_options G; ends := many_ends G |}.
