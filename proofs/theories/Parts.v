(** * Games in which a move puts some components in the place of one

    A position is a list of components; a move takes one of them away and puts any number of others in its place, as
    when a heap is split.  If a sequence g fits at every component x, that is, if g x is not the nim-sum of what a move
    in x leaves, and every smaller number is, then the value of a list is the nim-sum of the g of its components.

    Source: R. P. Sprague (1935), P. M. Grundy (1939).
    Used by: Lasker.v, Coins.v and others, for crates/grundy-games. *)

From Coq Require Import List Arith Lia.
From Grundy Require Import Mex Game.
Import ListNotations.

Section Parts.
  Variables (A : Type) (leaves : A -> list (list A)) (weight : A -> nat).

  Definition weights (l : list A) : nat := fold_right (fun x s => weight x + s) 0 l.

  Hypothesis lowers : forall x l, In l (leaves x) -> weights l < weight x.

  Fixpoint parts_options (l : list A) : list (list A) :=
    match l with
    | [] => []
    | x :: t => map (fun q => q ++ t) (leaves x) ++ map (cons x) (parts_options t)
    end.

  Lemma in_parts_options l m :
    In m (parts_options l) <-> exists a x b q, l = a ++ x :: b /\ In q (leaves x) /\ m = a ++ q ++ b.
  Proof.
    revert m; induction l as [|x t IH]; intros m; simpl.
    - split; [intros []|intros (a & x & b & q & H & _); destruct a; discriminate].
    - rewrite in_app_iff, !in_map_iff; split.
      + intros [(q & <- & Hq)|(u & <- & Hu)]; [exists [], x, t, q; auto|].
        apply IH in Hu; destruct Hu as (a & y & b & q & -> & Hq & ->).
        exists (x :: a), y, b, q; auto.
      + intros (a & y & b & q & E & Hq & ->); destruct a as [|z a]; inversion E; subst.
        * left; exists q; auto.
        * right; exists (a ++ q ++ b); split; [reflexivity|]; apply IH; eauto 8.
  Qed.

  Lemma weights_app a b : weights (a ++ b) = weights a + weights b.
  Proof. induction a as [|x a IH]; [reflexivity|]; simpl in *; rewrite IH; lia. Qed.

  Definition parts : ruleset.
  Proof.
    refine (measured (list A) parts_options weights _).
    intros l m Hm; apply in_parts_options in Hm; destruct Hm as (a & x & b & q & -> & Hq & ->).
    rewrite !weights_app; simpl; apply lowers in Hq; lia.
  Defined.

  Variable g : A -> nat.

  Definition parts_value (l : list A) : nat := nim_sum (map g l).

  Lemma parts_value_app a b : parts_value (a ++ b) = Nat.lxor (parts_value a) (parts_value b).
  Proof. unfold parts_value; now rewrite map_app, nim_sum_app. Qed.

  Hypothesis differs : forall x q, In q (leaves x) -> parts_value q <> g x.
  Hypothesis reaches : forall x v, v < g x -> exists q, In q (leaves x) /\ parts_value q = v.

  Theorem parts_grundy (l : list A) : grundy (l : parts) = parts_value l.
  Proof.
    revert l; apply (grundy_characterised (G := parts) parts_value).
    - intros l m Hm; apply in_parts_options in Hm; destruct Hm as (a & x & b & q & -> & Hq & ->).
      rewrite !parts_value_app; change (parts_value (x :: b)) with (Nat.lxor (g x) (parts_value b)).
      intros He; apply lxor_inj_l, lxor_inj_r in He; exact (differs x q Hq He).
    - intros l; induction l as [|x t IH]; intros v Hv; [unfold parts_value in Hv; simpl in Hv; lia|].
      change (parts_value (x :: t)) with (Nat.lxor (g x) (parts_value t)) in Hv.
      destruct (lxor_mex _ _ _ Hv) as [(c & Hc & He)|(c & Hc & He)].
      + destruct (reaches x c Hc) as (q & Hq & Hqc); exists (q ++ t); split.
        * apply in_parts_options; exists [], x, t, q; auto.
        * now rewrite parts_value_app, Hqc.
      + destruct (IH c Hc) as (m & Hm & Hmc); exists (x :: m); split.
        * apply in_parts_options in Hm; destruct Hm as (a & y & b & q & -> & Hq & ->).
          apply in_parts_options; exists (x :: a), y, b, q; auto.
        * change (parts_value (x :: m)) with (Nat.lxor (g x) (parts_value m)); now rewrite Hmc.
  Qed.
End Parts.
