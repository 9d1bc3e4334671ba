(** * One from each of some heaps

    A move chooses one or more of the heaps that are not empty and takes one coin from each.  The player to move loses
    if and only if all heaps are even.  Under misère play the same holds with two heaps or more that are not empty; one
    such heap is lost if and only if it is odd, and none is won.

    Source: CSES 2208, a problem of contests; by parity.
    Used by: crates/grundy-games/src/decrement.rs ([lost]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** All that may be left, with the heaps as they are among it. *)
Fixpoint ways (l : list nat) : list (list nat) :=
  match l with
  | [] => [[]]
  | n :: t => map (cons n) (ways t) ++ match n with 0 => [] | S n => map (cons n) (ways t) end
  end.

Definition decrement_options (l : list nat) : list (list nat) :=
  filter (fun m => list_sum m <? list_sum l) (ways l).

Definition one_less (n x : nat) : Prop := x = n \/ S x = n.

Lemma in_ways l : forall m, In m (ways l) <-> Forall2 one_less l m.
Proof.
  induction l as [|n t IH]; intros m; simpl.
  - split; [intros [<-|[]]; constructor|intros H; inversion H; now left].
  - rewrite in_app_iff, in_map_iff; split.
    + intros [(u & <- & Hu)|H].
      * constructor; [now left|now apply IH].
      * destruct n as [|n]; [destruct H|]; apply in_map_iff in H; destruct H as (u & <- & Hu).
        constructor; [now right|now apply IH].
    + intros H; inversion H as [|? x ? u [->|<-] Hu]; subst.
      * left; exists u; split; [reflexivity|now apply IH].
      * right; apply in_map, IH; exact Hu.
Qed.

Lemma in_decrement_options l m :
  In m (decrement_options l) <-> Forall2 one_less l m /\ list_sum m < list_sum l.
Proof. unfold decrement_options; now rewrite filter_In, in_ways, Nat.ltb_lt. Qed.

(** Empty heaps may stand in the list. *)
Definition decrement : ruleset.
Proof.
  refine (measured (list nat) decrement_options list_sum _).
  intros l m Hm; apply in_decrement_options in Hm; tauto.
Defined.

Definition all_even (l : list nat) : bool := forallb Nat.even l.

Definition evened (l : list nat) : list nat := map (fun n => if Nat.even n then n else n - 1) l.

Lemma even_pred n : Nat.even n = false -> 1 <= n /\ Nat.even (n - 1) = true.
Proof.
  destruct n as [|n]; [discriminate|]; intros H; split; [lia|].
  rewrite Nat.even_succ, <- Nat.negb_even in H; simpl; rewrite Nat.sub_0_r; now destruct (Nat.even n).
Qed.

Lemma even_less n x : Nat.even n = true -> S x = n -> Nat.even x = false.
Proof.
  intros H <-; rewrite Nat.even_succ, <- Nat.negb_even in H; now destruct (Nat.even x).
Qed.

Lemma evened_move l : all_even l = false -> In (evened l) (decrement_options l) /\ all_even (evened l) = true.
Proof.
  intros H; rewrite in_decrement_options; split; [split|].
  - clear H; induction l as [|n t IH]; simpl; constructor; [|exact IH].
    unfold one_less; destruct (Nat.even n) eqn:E; [now left|right; apply even_pred in E; lia].
  - assert (Hle : forall l, list_sum (evened l) <= list_sum l).
    { clear; induction l as [|n t IH]; simpl; [lia|]; destruct (Nat.even n); lia. }
    induction l as [|n t IH]; [discriminate|]; simpl in *; specialize (Hle t).
    destruct (Nat.even n) eqn:E; [specialize (IH H); lia|apply even_pred in E; lia].
  - clear H; induction l as [|n t IH]; [reflexivity|]; simpl; rewrite IH, andb_true_r.
    destruct (Nat.even n) eqn:E; [exact E|now apply even_pred].
Qed.

Lemma even_broken l m : all_even l = true -> In m (decrement_options l) -> all_even m = false.
Proof.
  intros He Hm; apply in_decrement_options in Hm; destruct Hm as [H Hs].
  induction H as [|n x l m Hn H IH]; [simpl in Hs; lia|]; simpl in *.
  apply andb_true_iff in He; destruct He as [H1 H2]; destruct Hn as [->|Hx].
  - rewrite IH, andb_false_r by (auto; lia); reflexivity.
  - now rewrite (even_less n x H1 Hx).
Qed.

(** Normal play. *)
Theorem decrement_lost (l : list nat) : lost (l : decrement) <-> all_even l = true.
Proof.
  revert l; apply (lost_characterised (G := decrement)).
  - intros l Hl m Hm H; rewrite (even_broken l m Hl Hm) in H; discriminate.
  - intros l; destruct (all_even l) eqn:E; [now left|right].
    destruct (evened_move l E); eauto.
Qed.

(** ** Misère play *)

Definition nonempty (l : list nat) : list nat := filter (fun n => 0 <? n) l.

(** decrement::lost under misère play *)
Definition misere_test (l : list nat) : bool :=
  match nonempty l with
  | [] => false
  | [only] => Nat.odd only
  | _ => all_even l
  end.

Lemma nonempty_app a b : nonempty (a ++ b) = nonempty a ++ nonempty b.
Proof. apply filter_app. Qed.

Lemma nonempty_split l n t : nonempty l = n :: t -> exists a b, l = a ++ n :: b /\ nonempty a = [] /\ nonempty b = t /\ 1 <= n.
Proof.
  induction l as [|x l IH]; simpl; [discriminate|]; destruct (Nat.ltb_spec 0 x) as [H|H].
  - intros E; inversion E; subst; exists [], l; auto.
  - intros E; destruct (IH E) as (a & b & -> & H1 & H2 & H3); exists (x :: a), b; repeat split; auto.
    simpl; destruct (Nat.ltb_spec 0 x); [lia|exact H1].
Qed.

Lemma nonempty_none l : nonempty l = [] <-> list_sum l = 0.
Proof.
  induction l as [|n l IH]; [simpl; tauto|]; simpl; destruct (Nat.ltb_spec 0 n); [split; [discriminate|lia]|].
  rewrite IH; lia.
Qed.

Lemma one_less_self l : Forall2 one_less l l.
Proof. induction l; constructor; [now left|assumption]. Qed.

Lemma one_less_zero l : (forall n, In n l -> n <= 1) -> Forall2 one_less l (map (fun _ => 0) l).
Proof.
  induction l as [|n l IH]; intros H; simpl; constructor.
  - unfold one_less; specialize (H n (or_introl eq_refl)); lia.
  - apply IH; intros; apply H; now right.
Qed.

Lemma nonempty_zeros (l : list nat) : nonempty (map (fun _ => 0) l) = [].
Proof. induction l; [reflexivity|assumption]. Qed.

Lemma sum_zeros (l : list nat) : list_sum (map (fun _ => 0) l) = 0.
Proof. induction l; [reflexivity|assumption]. Qed.

Definition large (l : list nat) : nat := length (filter (fun n => 1 <? n) l).

(* Where making all heaps even would leave less than two, all heaps but one have at most one coin. *)
Lemma one_large l : nonempty l <> [] -> large l <= 1 ->
  exists a h b, l = a ++ h :: b /\ 1 <= h /\ forall n, In n (a ++ b) -> n <= 1.
Proof.
  induction l as [|n l IH]; intros Hn Hl; [now elim Hn|].
  assert (Hsmall : large l = 0 -> forall x, In x l -> x <= 1).
  { intros H x Hx; apply Nat.nlt_ge; intros Hlt; unfold large in H.
    assert (Hin : In x (filter (fun n => 1 <? n) l)) by (apply filter_In; split; [exact Hx|now apply Nat.ltb_lt]).
    destruct (filter _ l); [destruct Hin|discriminate]. }
  unfold large in Hl; simpl in Hl; destruct (Nat.ltb_spec 1 n) as [H1|H1].
  - exists [], n, l; repeat split; [lia|]; apply Hsmall; unfold large; simpl in Hl; lia.
  - simpl in Hn; destruct (nonempty l) as [|x t] eqn:E.
    + destruct (Nat.ltb_spec 0 n); [|now elim Hn].
      exists [], n, l; repeat split; [lia|]; intros x Hx; apply nonempty_none in E.
      assert (Hs : forall (l : list nat) x, In x l -> x <= list_sum l).
      { clear; induction l as [|y l IH]; simpl; [intros x []|intros x [->|H]; [lia|specialize (IH x H); lia]]. }
      specialize (Hs l x Hx); lia.
    + destruct IH as (a & h & b & -> & Hh & Hs); [discriminate|exact Hl|].
      exists (n :: a), h, b; repeat split; [exact Hh|]; intros y [<-|Hy]; auto.
Qed.

Lemma large_evened l : length (nonempty (evened l)) = large l.
Proof.
  induction l as [|n l IH]; [reflexivity|]; unfold large in *; simpl; destruct n as [|[|n]].
  - simpl; exact IH.
  - simpl; exact IH.
  - change (1 <? S (S n)) with true; replace (0 <? (if Nat.even (S (S n)) then S (S n) else S (S n) - 1)) with true;
      [simpl; now rewrite IH|].
    symmetry; apply Nat.ltb_lt; destruct (Nat.even (S (S n))); lia.
Qed.

Lemma odd_even n : Nat.odd n = negb (Nat.even n).
Proof. symmetry; apply Nat.negb_even. Qed.

Theorem decrement_misere (l : list nat) : misere_lost (l : decrement) <-> misere_test l = true.
Proof.
  revert l; apply (misere_lost_characterised (G := decrement) (fun l => misere_test l = true)).
  - intros l Hl; assert (Hmove : nonempty l <> [] -> decrement_options l <> []).
    { intros Hn E; destruct (nonempty l) as [|n t] eqn:En; [now elim Hn|].
      destruct (nonempty_split l n t En) as (a & b & -> & _ & _ & H1).
      assert (Hin : In (a ++ (n - 1) :: b) (decrement_options (a ++ n :: b))).
      { apply in_decrement_options; split; [|rewrite !list_sum_app; simpl; lia].
        apply Forall2_app; [apply one_less_self|constructor; [right; lia|apply one_less_self]]. }
      rewrite E in Hin; destruct Hin. }
    unfold misere_test in Hl; destruct (nonempty l) as [|n [|n' t]] eqn:En; [discriminate| |].
    + split; [now apply Hmove|]; intros m Hm; apply in_decrement_options in Hm; destruct Hm as [H Hs].
      destruct (nonempty_split l n [] En) as (a & b & -> & Ha & Hb & H1).
      apply Forall2_app_inv_l in H; destruct H as (a' & b' & H2 & H3 & ->); inversion H3 as [|? x ? u Hx H4]; subst.
      assert (Hz : forall l m, Forall2 one_less l m -> nonempty l = [] -> nonempty m = [] /\ list_sum m = 0 /\ list_sum l = 0).
      { clear; intros l m; induction 1 as [|n x l m Hn H IH]; [auto|]; simpl.
        destruct (Nat.ltb_spec 0 n); [discriminate|]; intros E; destruct (IH E) as (I1 & I2 & I3).
        destruct Hn; [|lia]; subst x; destruct (Nat.ltb_spec 0 n); [lia|]; split; [exact I1|lia]. }
      destruct (Hz _ _ H2 Ha) as (Z1 & Z2 & Z3), (Hz _ _ H4 Hb) as (Z4 & Z5 & Z6).
      rewrite !list_sum_app in Hs; simpl in Hs; destruct Hx as [->|<-]; [lia|].
      unfold misere_test; rewrite nonempty_app; simpl; rewrite Z1, Z4; simpl.
      rewrite Nat.odd_succ in Hl; destruct (Nat.ltb_spec 0 x); [rewrite odd_even, Hl|]; discriminate.
    + split; [now apply Hmove|]; intros m Hm.
      pose proof (even_broken l m Hl Hm) as Hb; apply in_decrement_options in Hm; destruct Hm as [H _].
      assert (Hlen : length (nonempty m) = length (nonempty l)).
      { clear - H Hl; induction H as [|n x l m Hn H IH]; [reflexivity|]; simpl in *.
        apply andb_true_iff in Hl; destruct Hl as [He Hl]; specialize (IH Hl).
        destruct Hn as [->|<-]; [destruct (0 <? n); simpl; congruence|].
        destruct x as [|x]; [discriminate|]; simpl; congruence. }
      rewrite En in Hlen; unfold misere_test; destruct (nonempty m) as [|y [|y' s]]; try discriminate.
      rewrite Hb; discriminate.
  - intros l; destruct (misere_test l) eqn:El; [now left|right].
    unfold misere_test in El; destruct (nonempty l) as [|n [|n' t]] eqn:En.
    + left; change (decrement_options l = []); destruct (decrement_options l) as [|m o] eqn:Eo; [reflexivity|exfalso].
      assert (Hm : In m (decrement_options l)) by (rewrite Eo; now left).
      apply in_decrement_options in Hm; apply nonempty_none in En; lia.
    + right; destruct (nonempty_split l n [] En) as (a & b & -> & Ha & Hb & H1).
      exists (a ++ (n - 1) :: b); split.
      * apply in_decrement_options; split; [|rewrite !list_sum_app; simpl; lia].
        apply Forall2_app; [apply one_less_self|constructor; [right; lia|apply one_less_self]].
      * unfold misere_test; rewrite nonempty_app; simpl; rewrite Ha, Hb; simpl.
        rewrite odd_even in El; destruct (Nat.even n) eqn:E; [|discriminate].
        destruct n as [|[|n]]; [lia|discriminate|]; replace (S (S n) - 1) with (S n) by lia.
        change (0 <? S n) with true; cbv iota; rewrite Nat.odd_succ; exact E.
    + right; destruct (le_lt_dec (large l) 1) as [Hlg|Hlg].
      * destruct (one_large l) as (a & h & b & -> & Hh & Hs); [congruence|exact Hlg|].
        set (h' := if Nat.even h then h - 1 else h).
        assert (Hh' : one_less h h' /\ 1 <= h' /\ Nat.odd h' = true /\ h' <= h).
        { unfold h', one_less; rewrite odd_even; destruct (Nat.even h) eqn:E.
          - destruct h as [|[|h]]; [lia|discriminate|]; replace (S (S h) - 1) with (S h) by lia.
            rewrite (even_less (S (S h)) (S h) E eq_refl); simpl; lia.
          - rewrite E; simpl; lia. }
        destruct Hh' as (G1 & G2 & G3 & G4).
        exists (map (fun _ => 0) a ++ h' :: map (fun _ => 0) b); split.
        -- apply in_decrement_options; split.
           ++ apply Forall2_app; [apply one_less_zero; intros; apply Hs, in_or_app; now left|].
              constructor; [exact G1|apply one_less_zero; intros; apply Hs, in_or_app; now right].
           ++ rewrite !list_sum_app; simpl; rewrite !sum_zeros.
              rewrite nonempty_app in En; simpl in En; destruct (Nat.ltb_spec 0 h); [|lia].
              destruct (Nat.eq_dec (list_sum a + list_sum b) 0) as [E|E]; [exfalso|lia].
              assert (Ea : nonempty a = []) by (apply nonempty_none; lia).
              assert (Eb : nonempty b = []) by (apply nonempty_none; lia).
              rewrite Ea, Eb in En; discriminate.
        -- unfold misere_test; rewrite nonempty_app; simpl; rewrite !nonempty_zeros; simpl.
           destruct (Nat.ltb_spec 0 h'); [exact G3|lia].
      * destruct (evened_move l El) as [E1 E2]; exists (evened l); split; [exact E1|].
        unfold misere_test; pose proof (large_evened l) as Hlen.
        destruct (nonempty (evened l)) as [|x [|x' s]]; simpl in Hlen; [lia|lia|exact E2].
Qed.
