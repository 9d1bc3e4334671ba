(** * The genus of a position

    The genus of G is its Grundy value and the misère values of G, G + *2, G + *2 + *2, …  Adding *1 changes a misère
    value by 1 in its last digit; so each of these is the mex of those of the options of G, of the one before, and
    of that with its last digit changed.  Once those of the options repeat two by two, and one is equal to the last but
    one, they repeat two by two for ever.  A position is lost under misère play if and only if the first is 0.
    A position is tame (Misere.v) if it and all that can follow it have the genus of a Nim position.

    Source: J. H. Conway, On Numbers and Games (1976), chapter 12.
    Used by: crates/grundy-engine/src/misere/genus.rs, crates/grundy-core/src/engine/genera.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game Misere.
Import ListNotations.

(** ** Heaps of two and of one *)

(** So many heaps of two, and so many of one. *)
Definition small_heap_moves (h : nat * nat) : list (nat * nat) :=
  let (twos, ones) := h in
  match twos with S t => [(t, ones); (t, S ones)] | 0 => [] end ++
  match ones with S o => [(twos, o)] | 0 => [] end.

Definition small_heaps : ruleset.
Proof.
  refine (measured (nat * nat) small_heap_moves (fun h => 2 * fst h + snd h) _).
  intros [t o] q Hq; unfold small_heap_moves in Hq; apply in_app_or in Hq.
  destruct Hq as [Hq|Hq]; [destruct t as [|t]|destruct o as [|o]]; simpl in Hq;
    repeat destruct Hq as [<-|Hq]; try destruct Hq; simpl; lia.
Defined.

(** The game of G beside them. *)
Definition beside_heaps {G : ruleset} (p : G) (twos ones : nat) : sum G small_heaps := (p, (twos, ones)).

(** The misère value of G with so many heaps of two beside. *)
Definition genus {G : ruleset} (p : G) (twos : nat) : nat := misere_grundy (beside_heaps p twos 0).

Definition last_changed (n : nat) : nat := Nat.lxor n 1.

Lemma last_changed_twice n : last_changed (last_changed n) = n.
Proof. unfold last_changed; apply lxor_cancel_r. Qed.

Lemma last_changed_even n : Nat.even n = true -> last_changed n = S n.
Proof.
  intros H; apply Nat.even_spec in H; destruct H as [m ->]; unfold last_changed.
  apply Nat.bits_inj; intros i; rewrite Nat.lxor_spec; replace (S (2 * m)) with (2 * m + 1) by lia.
  destruct i as [|i]; [now rewrite !Nat.bit0_odd, Nat.odd_add, Nat.odd_mul|].
  rewrite Nat.testbit_even_succ, Nat.testbit_odd_succ by lia; change (Nat.testbit 1 (S i)) with (Nat.testbit 0 i).
  now rewrite Nat.bits_0, xorb_false_r.
Qed.

Lemma last_changed_odd n : Nat.even n = false -> n = S (last_changed n).
Proof.
  intros H; destruct n as [|n]; [discriminate|]; f_equal.
  rewrite Nat.even_succ, <- Nat.negb_even, negb_false_iff in H.
  rewrite <- (last_changed_even n H); now rewrite last_changed_twice.
Qed.

(* The mex of numbers with changed last digits, and of the mex of the numbers themselves. *)
Lemma mex_last_changed l : mex (mex l :: map last_changed l) = last_changed (mex l).
Proof.
  set (m := mex l); assert (Hin : forall n, In n (map last_changed l) <-> In (last_changed n) l).
  { intros n; rewrite in_map_iff; split; [intros (x & <- & Hx); now rewrite last_changed_twice|].
    intros H; exists (last_changed n); now rewrite last_changed_twice. }
  assert (Hne : m <> last_changed m).
  { intros H; unfold last_changed in H; rewrite <- (Nat.lxor_0_r m) in H at 1; apply lxor_inj_l in H; discriminate. }
  apply mex_unique.
  - intros [H|H]; [congruence|]; rewrite Hin, last_changed_twice in H; exact (mex_not_in l H).
  - intros n Hn; simpl; rewrite Hin; destruct (Nat.eq_dec m n) as [|Hmn]; [now left|right].
    apply mex_least; fold m; destruct (Nat.even m) eqn:Em.
    + rewrite (last_changed_even m Em) in Hn; destruct (Nat.even n) eqn:En.
      * rewrite (last_changed_even n En); destruct (Nat.eq_dec (S n) m) as [E|]; [|lia].
        rewrite <- E, Nat.even_succ, <- Nat.negb_even, En in Em; discriminate.
      * pose proof (last_changed_odd n En); lia.
    + pose proof (last_changed_odd m Em) as Hm; destruct (Nat.even n) eqn:En.
      * rewrite (last_changed_even n En); lia.
      * pose proof (last_changed_odd n En); lia.
Qed.

(** ** The values one after another *)

Section Values.
  Context {G : ruleset}.

  Lemma in_beside (p : G) t o (s : sum G small_heaps) :
    In s (options (beside_heaps p t o)) <->
    (exists q, In q (options p) /\ s = beside_heaps q t o) \/
    (exists u, t = S u /\ (s = beside_heaps p u o \/ s = beside_heaps p u (S o))) \/
    (exists u, o = S u /\ s = beside_heaps p t u).
  Proof.
    etransitivity; [exact (in_sum_options G small_heaps s p (t, o))|].
    assert (Hh : forall h : small_heaps, In h (options ((t, o) : small_heaps)) <->
      (exists u, t = S u /\ (h = (u, o) \/ h = (u, S o))) \/ (exists u, o = S u /\ h = (t, u))).
    { intros h; cbn [options small_heaps measured]; unfold small_heap_moves; rewrite in_app_iff.
      destruct t as [|t], o as [|o]; simpl; split; intros H.
      all: repeat match goal with
        | H : _ \/ _ |- _ => destruct H
        | H : exists _, _ |- _ => destruct H
        | H : _ /\ _ |- _ => destruct H
        | H : S _ = S _ |- _ => injection H as ?
        | H : 0 = S _ |- _ => discriminate
        | H : False |- _ => destruct H
        end; subst; eauto 8. }
    split.
    - intros [H|(h & Hh' & ->)]; [now left|right]; apply Hh in Hh'.
      destruct Hh' as [(u & -> & [-> | ->])|(u & -> & ->)]; [left|left|right]; exists u; auto.
    - intros [H|H]; [now left|right].
      destruct H as [(u & -> & [-> | ->])|(u & -> & ->)].
      + exists (u, o); split; [apply Hh; left; eauto|reflexivity].
      + exists (u, S o); split; [apply Hh; left; eauto|reflexivity].
      + exists (t, u); split; [apply Hh; right; eauto|reflexivity].
  Qed.

  (** Adding a heap of one changes the misère value in its last digit. *)
  Theorem one_more (p : G) (t o : nat) :
    misere_grundy (beside_heaps p t (S o)) = last_changed (misere_grundy (beside_heaps p t o)).
  Proof.
    enough (H : forall s : sum G small_heaps, forall p t o, s = beside_heaps p t o ->
      misere_grundy (beside_heaps p t (S o)) = last_changed (misere_grundy (beside_heaps p t o))) by eauto.
    clear p t o; induction s as [s IH] using (play_induction (sum G small_heaps)); intros p t o ->.
    assert (Hone : In (beside_heaps p t o) (options (beside_heaps p t (S o)))) by (apply in_beside; eauto 6).
    rewrite misere_grundy_equation by (eauto using has_options).
    destruct (options (beside_heaps p t o)) as [|s0 l0] eqn:Eo.
    - rewrite (misere_grundy_ended (beside_heaps p t o) Eo); change (last_changed 1) with 0.
      apply mex_zero; intros H; apply in_map_iff in H; destruct H as (s & Hs & Hin).
      assert (s = beside_heaps p t o) as ->.
      { assert (Hno : forall r, In r (options (beside_heaps p t o)) -> False) by (intros r Hr; rewrite Eo in Hr; destruct Hr).
        apply in_beside in Hin; destruct Hin as [(q & Hq & _)|[(u & -> & _)|(u & Hu & ->)]].
        - exfalso; apply (Hno (beside_heaps q t o)), in_beside; eauto.
        - exfalso; apply (Hno (beside_heaps p u o)), in_beside; eauto 8.
        - now injection Hu as ->. }
      rewrite (misere_grundy_ended (beside_heaps p t o) Eo) in Hs; discriminate.
    - assert (Hne : options (beside_heaps p t o) <> []) by (rewrite Eo; discriminate); rewrite <- Eo in *; clear s0 l0 Eo.
      rewrite (misere_grundy_equation (beside_heaps p t o) Hne), <- mex_last_changed, map_map.
      rewrite <- (misere_grundy_equation (beside_heaps p t o) Hne); apply mex_ext; intros x; simpl In.
      rewrite !in_map_iff; split.
      + intros (s & <- & Hs); apply in_beside in Hs.
        destruct Hs as [(q & Hq & ->)|[(u & -> & [-> | ->])|(u & Hu & ->)]].
        * right; exists (beside_heaps q t o).
          assert (Hi : In (beside_heaps q t o) (options (beside_heaps p t o))) by (apply in_beside; eauto).
          split; [symmetry; now apply (IH _ Hi)|exact Hi].
        * right; exists (beside_heaps p u o).
          assert (Hi : In (beside_heaps p u o) (options (beside_heaps p (S u) o))) by (apply in_beside; eauto 8).
          split; [symmetry; now apply (IH _ Hi)|exact Hi].
        * right; exists (beside_heaps p u (S o)).
          assert (Hi : In (beside_heaps p u (S o)) (options (beside_heaps p (S u) o))) by (apply in_beside; eauto 8).
          split; [symmetry; now apply (IH _ Hi)|exact Hi].
        * left; now injection Hu as ->.
      + intros [<-|(s & <- & Hs)]; [exists (beside_heaps p t o); auto|].
        pose proof Hs as Hi; apply in_beside in Hs.
        destruct Hs as [(q & Hq & ->)|[(u & -> & [-> | ->])|(u & -> & ->)]].
        * exists (beside_heaps q t (S o)); split; [now apply (IH _ Hi)|apply in_beside; eauto].
        * exists (beside_heaps p u (S o)); split; [now apply (IH _ Hi)|apply in_beside; eauto 8].
        * exists (beside_heaps p u (S (S o))); split; [now apply (IH _ Hi)|apply in_beside; eauto 8].
        * exists (beside_heaps p t (S u)); split; [now apply (IH _ Hi)|exact Hone].
  Qed.

  Lemma genus_0 (p : G) : genus p 0 = misere_grundy p.
  Proof.
    induction p as [p IH] using play_induction.
    destruct (options p) as [|r l] eqn:Eo.
    - unfold genus; rewrite !misere_grundy_ended; [reflexivity|exact Eo|].
      change (sum_options G small_heaps (p, (0, 0)) = []); simpl; now rewrite Eo.
    - assert (Hne : options p <> []) by (rewrite Eo; discriminate); rewrite <- Eo in *; clear r l Eo.
      unfold genus; rewrite (misere_grundy_equation p Hne).
      assert (Hb : options (beside_heaps p 0 0) = map (fun q => beside_heaps q 0 0) (options p)).
      { change (sum_options G small_heaps (p, (0, 0)) = map (fun q => (q, (0, 0))) (options p)).
        simpl; apply app_nil_r. }
      rewrite misere_grundy_equation by (rewrite Hb; destruct (options p); [easy|discriminate]).
      rewrite Hb, map_map; f_equal; apply map_ext_in; exact IH.
  Qed.

  (** One more heap of two: the mex of those of the options, of the value before, and of that with its last digit
      changed. *)
  Theorem genus_S (p : G) (i : nat) :
    genus p (S i) = mex (genus p i :: last_changed (genus p i) :: map (fun q => genus q (S i)) (options p)).
  Proof.
    unfold genus; rewrite <- (one_more p i 0); rewrite misere_grundy_equation.
    - apply mex_ext; intros x; simpl In; rewrite !in_map_iff; split.
      + intros (s & <- & Hs); apply in_beside in Hs.
        destruct Hs as [(q & Hq & ->)|[(u & Hu & [-> | ->])|(u & Hu & _)]]; [|injection Hu as ->..|discriminate]; eauto.
      + intros [<-|[<-|(q & <- & Hq)]].
        * exists (beside_heaps p i 0); split; [reflexivity|apply in_beside; eauto 8].
        * exists (beside_heaps p i 1); split; [reflexivity|apply in_beside; eauto 8].
        * exists (beside_heaps q (S i) 0); split; [reflexivity|apply in_beside; eauto].
    - apply (has_options _ (beside_heaps p i 0)), in_beside; eauto 8.
  Qed.

  (** A position is lost under misère play if and only if the first value is 0. *)
  Theorem genus_lost (p : G) : misere_lost p <-> genus p 0 = 0.
  Proof. rewrite genus_0; apply misere_lost_iff_zero. Qed.

  Lemma genus_ended (p : G) (i : nat) :
    options p = [] -> genus p 0 = 1 /\ genus p (S i) = if Nat.even i then 2 else 0.
  Proof.
    intros Hp; assert (H0 : genus p 0 = 1) by now rewrite genus_0, misere_grundy_ended.
    split; [exact H0|]; induction i as [|i IH]; rewrite genus_S, Hp; cbn [map].
    - rewrite H0; reflexivity.
    - rewrite IH, Nat.even_succ, <- Nat.negb_even; now destruct (Nat.even i).
  Qed.

  (** ** When they repeat two by two *)

  Theorem genus_repeats (p : G) (settled place : nat) :
    (forall q, In q (options p) -> forall i, settled <= i -> genus q (2 + i) = genus q i) ->
    settled <= place -> genus p (2 + place) = genus p place ->
    forall i, place <= i -> genus p (2 + i) = genus p i.
  Proof.
    intros Hq Hs Hp i Hi; induction Hi as [|i Hi IH]; [exact Hp|].
    change (2 + S i) with (S (2 + i)).
    rewrite (genus_S p (2 + i)), (genus_S p i), IH; f_equal; do 2 f_equal.
    apply map_ext_in; intros q Hin; change (S (2 + i)) with (2 + S i); apply Hq; [exact Hin|lia].
  Qed.

  (** A list of values, the last two of which are repeated. *)
  Definition repeated (l : list nat) (i : nat) : nat :=
    if i <? length l then nth i l 0 else nth (length l - 2 + (i - (length l - 2)) mod 2) l 0.

  Definition is_genus (l : list nat) (p : G) : Prop :=
    2 <= length l /\ forall i, genus p i = repeated l i.

  Lemma is_genus_iff l p :
    is_genus l p <->
    2 <= length l /\ (forall i, i < length l -> genus p i = nth i l 0) /\
    (forall i, length l <= 2 + i -> genus p (2 + i) = genus p i).
  Proof.
    unfold is_genus, repeated; split; intros (Hl & H); (split; [exact Hl|]).
    - split.
      + intros i Hi; rewrite H; apply Nat.ltb_lt in Hi; now rewrite Hi.
      + intros i Hi; rewrite !H; replace (2 + i <? length l) with false by (symmetry; apply Nat.ltb_ge; lia).
        replace (2 + i - (length l - 2)) with (i - (length l - 2) + 1 * 2) by lia; rewrite Nat.mod_add by lia.
        destruct (i <? length l) eqn:E; [|reflexivity]; apply Nat.ltb_lt in E; f_equal.
        rewrite Nat.mod_small by lia; lia.
    - destruct H as [H1 H2]; intros i; destruct (i <? length l) eqn:E; [now apply H1, Nat.ltb_lt|].
      apply Nat.ltb_ge in E; induction i as [i IH] using lt_wf_ind.
      replace i with (2 + (i - 2)) at 1 by lia; rewrite H2 by lia.
      replace ((i - (length l - 2)) mod 2) with ((i - 2 - (length l - 2)) mod 2).
      + destruct (Nat.lt_ge_cases (i - 2) (length l)) as [Hlt|Hge]; [|apply IH; lia].
        rewrite Nat.mod_small by lia; rewrite H1 by exact Hlt; f_equal; lia.
      + replace (i - (length l - 2)) with (i - 2 - (length l - 2) + 1 * 2) by lia; now rewrite Nat.mod_add by lia.
  Qed.

  (** What the engine computes: values one after another, until one is equal to the last but one where those of the
      options repeat two by two. *)
  Theorem genus_computed (p : G) (l : list nat) (settled : nat) :
    (forall q, In q (options p) -> exists m, is_genus m q /\ length m <= settled + 2) ->
    (forall i, i < length l -> nth i l 0 = genus p i) ->
    settled + 3 <= length l -> nth (length l - 1) l 0 = nth (length l - 3) l 0 ->
    is_genus l p.
  Proof.
    intros Hq Hl Hs He; apply is_genus_iff; split; [lia|]; split; [intros i Hi; symmetry; now apply Hl|].
    intros i Hi; apply (genus_repeats p settled (length l - 3)); [|lia| |lia].
    - intros q Hin j Hj; destruct (Hq q Hin) as (m & Hm & Hlen); apply is_genus_iff in Hm.
      destruct Hm as (_ & _ & Hm); apply Hm; lia.
    - replace (2 + (length l - 3)) with (length l - 1) by lia; rewrite <- !Hl by lia; exact He.
  Qed.

  (** Values that are repeated anyway need not be written. *)
  Theorem genus_shortened (p : G) (l : list nat) (a b : nat) :
    is_genus (l ++ [a; b; a]) p -> is_genus (l ++ [a; b]) p.
  Proof.
    rewrite !is_genus_iff, !app_length; cbn [length]; intros (_ & H1 & H2); split; [lia|]; split.
    - intros i Hi; rewrite H1 by lia.
      replace (l ++ [a; b; a]) with ((l ++ [a; b]) ++ [a]) by now rewrite <- app_assoc.
      apply app_nth1; rewrite app_length; exact Hi.
    - intros i Hi; destruct (Nat.eq_dec i (length l)) as [->|]; [|apply H2; lia].
      rewrite !H1 by lia; rewrite !app_nth2 by lia.
      replace (2 + length l - length l) with 2 by lia; now rewrite Nat.sub_diag.
  Qed.

  Theorem genus_of_nothing (p : G) : options p = [] -> is_genus [1; 2; 0] p.
  Proof.
    intros Hp; apply is_genus_iff; simpl length; split; [lia|]; split.
    - intros [|[|[|i]]] Hi; [| | |lia].
      + exact (proj1 (genus_ended p 0 Hp)).
      + exact (proj2 (genus_ended p 0 Hp)).
      + exact (proj2 (genus_ended p 1 Hp)).
    - intros i Hi; destruct i as [|i]; [lia|].
      change (2 + S i) with (S (2 + i)); rewrite !(proj2 (genus_ended p _ Hp)).
      reflexivity.
  Qed.

  (** ** Genera of Nim positions *)

  Definition looks_tame (g : nat) (l : list nat) : bool :=
    match g, l with
    | 0, [1; 2; 0] | 1, [0; 3; 1] => true
    | _, [first; second] => (first =? g) && (second =? Nat.lxor g 2)
    | _, _ => false
    end.

  (** A position that looks tame, and so does all that can follow it, is tame. *)
  Theorem genus_tame (p : G) (l : list nat) :
    is_genus l p -> looks_tame (grundy p) l = true -> (forall q, In q (options p) -> tame q) -> tame p.
  Proof.
    intros Hl Hlook Hall; constructor; [|exact Hall].
    apply is_genus_iff in Hl; destruct Hl as (Hlen & Hl & _); pose proof (Hl 0 ltac:(lia)) as H0.
    rewrite genus_0 in H0; rewrite firm_iff; unfold fickle; rewrite H0; clear H0 Hl Hall.
    destruct l as [|a [|b l]]; [simpl in Hlen; lia..|]; cbn [nth].
    destruct l as [|c [|d l]].
    - left; destruct (grundy p) as [|[|g]]; cbn [looks_tame] in Hlook;
        destruct a as [|[|a]]; try destruct b as [|[|[|[|b]]]]; cbn [andb Nat.eqb] in Hlook;
        try discriminate; try reflexivity; try (apply andb_true_iff in Hlook; destruct Hlook as [H _]; apply Nat.eqb_eq in H; lia).
    - right; destruct (grundy p) as [|[|g]]; destruct a as [|[|a]]; destruct b as [|[|[|[|b]]]];
        destruct c as [|[|c]]; cbn [looks_tame] in Hlook; try discriminate; auto.
    - destruct (grundy p) as [|[|g]]; destruct a as [|[|a]]; destruct b as [|[|[|[|b]]]];
        destruct c as [|[|c]]; cbn [looks_tame] in Hlook; discriminate.
  Qed.
End Values.
