(** * Sprague and Grundy's theorem

    The Grundy value of a sum is the nim-sum of the values of its components; the player to move loses
    if and only if it is 0.  Hence equal components cancel, and an option of a component wins if and only
    if its value is the nim-sum of the values of the others.

    The components of a sum may be of different rulesets: they are positions of [any G], the rulesets of
    a family G put side by side.

    Source: R. P. Sprague, Über mathematische Kampfspiele (1935); P. M. Grundy, Mathematics and games (1939).
    Used by: crates/grundy-core/src/solve (theory "Sprague–Grundy"), crates/grundy-engine/src/quotient.rs
    ([Normal]: add, outcome, wanted). *)

From Coq Require Import List Arith Lia Permutation.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** Rulesets side by side *)

Section Any.
  Variables (I : Type) (G : I -> ruleset).

  Definition any_options (s : {i : I & G i}) : list {i : I & G i} :=
    let (i, p) := s in map (existT (fun i => position (G i)) i) (options p).

  Lemma any_ends : well_founded (fun t s => In t (any_options s)).
  Proof.
    intros [i p]; induction p as [p IH] using (play_induction (G i)).
    constructor; intros t Ht; apply in_map_iff in Ht; destruct Ht as (q & <- & Hq); auto.
  Qed.

  Definition any : ruleset :=
    {| position := {i : I & G i}; options := any_options; ends := any_ends |}.

  Definition component (i : I) (p : G i) : any := existT (fun i => position (G i)) i p.

  Lemma options_component i p : options (component i p) = map (component i) (options p).
  Proof. reflexivity. Qed.

  (** Side by side, positions keep their values. *)
  Lemma grundy_component i p : grundy (component i p) = grundy p.
  Proof.
    induction p as [p IH] using (play_induction (G i)).
    rewrite !grundy_equation, options_component, map_map; f_equal.
    apply map_ext_in; exact IH.
  Qed.
End Any.

Arguments component {I G} i p.

(** ** The theorem *)

Theorem sprague_grundy (G H : ruleset) (p : G) (q : H) :
  grundy ((p, q) : sum G H) = Nat.lxor (grundy p) (grundy q).
Proof. apply grundy_sum. Qed.

Theorem sprague_grundy_many (G : ruleset) (l : list G) :
  grundy (l : many G) = nim_sum (map grundy l).
Proof.
  revert l; apply (grundy_characterised (G := many G) (fun l => nim_sum (map grundy l))).
  - intros l m Hm; apply in_many_options in Hm.
    destruct Hm as (a & p & q & b & -> & Hq & ->).
    rewrite !map_app, !nim_sum_app; simpl; intros He.
    apply lxor_inj_l, lxor_inj_r in He; exact (grundy_option _ _ Hq He).
  - intros l; induction l as [|p t IH]; simpl; intros n Hn; [lia|].
    destruct (lxor_mex _ _ _ Hn) as [(a & Ha & He)|(b & Hb & He)].
    + destruct (grundy_reaches p a Ha) as (q & Hq & Hg).
      exists (q :: t); split; [apply in_many_options_cons; eauto|simpl; congruence].
    + destruct (IH b Hb) as (u & Hu & Hg).
      exists (p :: u); split; [apply in_many_options_cons; eauto|simpl; congruence].
Qed.

(** The player to move loses a sum if and only if the nim-sum of the values is 0. *)
Theorem sum_lost_iff (G : ruleset) (l : list G) :
  lost (l : many G) <-> nim_sum (map grundy l) = 0.
Proof. rewrite <- sprague_grundy_many; apply lost_iff_grundy_zero. Qed.

(** ** Equal components cancel *)

Theorem equal_components_lost (G : ruleset) (p : G) : lost ((p, p) : sum G G).
Proof. apply lost_iff_grundy_zero; rewrite grundy_sum; apply Nat.lxor_nilpotent. Qed.

(** So do components of equal values, wherever they stand in a sum. *)
Theorem equal_values_cancel (G : ruleset) (a b c : list G) (p q : G) :
  grundy p = grundy q ->
  grundy ((a ++ p :: b ++ q :: c) : many G) = grundy ((a ++ b ++ c) : many G).
Proof.
  intros He; rewrite !sprague_grundy_many; repeat (rewrite map_app, nim_sum_app; simpl); rewrite He.
  f_equal; rewrite (Nat.lxor_comm (nim_sum (map grundy b))), Nat.lxor_assoc, lxor_cancel.
  apply Nat.lxor_comm.
Qed.

Theorem equal_components_cancel (G : ruleset) (a b c : list G) (p : G) :
  lost ((a ++ p :: b ++ p :: c) : many G) <-> lost ((a ++ b ++ c) : many G).
Proof. rewrite !lost_iff_grundy_zero, equal_values_cancel; reflexivity. Qed.

(** The order of the components does not count. *)
Theorem order_of_components (G : ruleset) (l m : list G) :
  Permutation l m -> grundy (l : many G) = grundy (m : many G).
Proof.
  rewrite !sprague_grundy_many; intros H; induction H; simpl; try congruence.
  now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (grundy x)).
Qed.

(** ** The moves that win *)

Lemma nim_sum_middle (G : ruleset) (a b : list G) (p : G) :
  nim_sum (map grundy (a ++ p :: b)) = Nat.lxor (grundy p) (nim_sum (map grundy (a ++ b))).
Proof.
  rewrite !map_app; simpl; rewrite !nim_sum_app; simpl.
  now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (grundy p)).
Qed.

(** An option of a component wins the sum if and only if its value is the nim-sum of the others. *)
Theorem winning_option (G : ruleset) (a b : list G) (q : G) :
  lost ((a ++ q :: b) : many G) <-> grundy q = nim_sum (map grundy (a ++ b)).
Proof. rewrite sum_lost_iff, nim_sum_middle; apply lxor_zero. Qed.

(** Some component of a sum that is won has such an option, of a smaller value than its own. *)
Theorem winning_option_exists (G : ruleset) (l : list G) :
  won (l : many G) ->
  exists a p q b, l = a ++ p :: b /\ In q (options p) /\
    grundy q < grundy p /\ grundy q = nim_sum (map grundy (a ++ b)).
Proof.
  rewrite (won_iff_grundy_nonzero (G := many G)), sprague_grundy_many; intros Hn.
  assert (H : forall c (l : list G), c < nim_sum (map grundy l) -> exists a p q b, l = a ++ p :: b /\
    In q (options p) /\ grundy q < grundy p /\ nim_sum (map grundy (a ++ q :: b)) = c).
  { clear l Hn; intros c l; revert c; induction l as [|p t IH]; simpl; intros c Hc; [lia|].
    destruct (lxor_mex _ _ _ Hc) as [(x & Hx & He)|(y & Hy & He)].
    - destruct (grundy_reaches p x Hx) as (q & Hq & Hg).
      exists [], p, q, t; simpl; rewrite Hg; auto.
    - destruct (IH y Hy) as (a & p' & q & b & -> & Hq & Hlt & Hg).
      exists (p :: a), p', q, b; simpl; rewrite Hg; auto. }
  destruct (H 0 l ltac:(lia)) as (a & p & q & b & -> & Hq & Hlt & Hg).
  exists a, p, q, b; repeat split; auto; now rewrite nim_sum_middle, lxor_zero in Hg.
Qed.

(** A sum of components of any rulesets. *)
Theorem sum_of_any_lost_iff (I : Type) (G : I -> ruleset) (l : list (any I G)) :
  lost (l : many (any I G)) <->
  nim_sum (map (fun s : any I G => grundy (projT2 s)) l) = 0.
Proof.
  rewrite (sum_lost_iff (any I G)).
  rewrite (map_ext grundy (fun s : any I G => grundy (projT2 s))); [reflexivity|].
  intros [i p]; apply (grundy_component I G).
Qed.
