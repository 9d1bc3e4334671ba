(** * The window theorem for finite sets of takes

    If no more than m stones may be taken at once, the value of a heap is told by the m values before it. So a
    sequence that repeats with pre-period n0 and period p and fits the definition below heap n0 + p + m is the nim-sequence;
    and a window of m values that recurs, wherever it stands, repeats for ever.

    Source: Golomb (1966); Berlekamp, Conway and Guy (1982), chapter 4. The bound is that which
    crates/grundy-check/src/repeating.rs tests. What a window proves where values are rare or common: Sparse.v. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Heaps.
Import ListNotations.

(** Nothing but taking. *)
Definition only_takes (r : rules) : Prop := match r with Break _ => False | _ => True end.

Lemma leaves_takes r n l : only_takes r -> leaves r n l <-> takes (allowed r) n l.
Proof. destruct r; simpl; tauto. Qed.

Definition takes_at_most (r : rules) (m : nat) : Prop :=
  only_takes r /\ forall s, allowed r s = true -> s <= m.

Lemma value_one g n : value g [n] = g n.
Proof. apply Nat.lxor_0_r. Qed.

(* What fits depends on the last m values only. *)
Lemma fits_window r m g n n' :
  takes_at_most r m -> m <= n -> m <= n' ->
  (forall s, s <= m -> g (n - s) = g (n' - s)) ->
  fits r g n -> fits r g n'.
Proof.
  intros [Hr Hm] Hn Hn' He [F1 F2].
  assert (E : g n' = g n) by (specialize (He 0); rewrite !Nat.sub_0_r in He; symmetry; apply He; lia).
  split.
  - intros l Hl; apply leaves_takes in Hl as (s & Hs & Ha & ->); [|exact Hr].
    rewrite value_one, E, <- He by auto; rewrite <- (value_one g); apply F1.
    apply leaves_takes; [exact Hr|]. exists s; pose proof (Hm s Ha); repeat split; auto; lia.
  - intros v Hv; rewrite E in Hv; destruct (F2 v Hv) as (l & Hl & <-).
    apply leaves_takes in Hl as (s & Hs & Ha & ->); [|exact Hr].
    exists [n' - s]; split; [|now rewrite !value_one, He by auto].
    apply leaves_takes; [exact Hr|]. exists s; pose proof (Hm s Ha); repeat split; auto; lia.
Qed.

(** A sequence that repeats and fits the definition below n0 + p + m is the nim-sequence. *)
Theorem window (r : rules) (g : nat -> nat) (m n0 p : nat) :
  takes_at_most r m -> 1 <= p -> repeats g n0 p 0 ->
  (forall n, n < n0 + p + m -> fits r g n) ->
  forall n, g n = nim r n.
Proof.
  intros Hr Hp Hg Hf; apply fits_everywhere, (fits_goes_on _ _ _ Hf).
  intros n Hn IH; apply (fits_window r m g (n - p)); auto; try lia; [|apply IH; lia].
  intros s Hs; replace (n - s) with (n - p - s + p) by lia.
  rewrite (Hg (n - p - s)) by lia; lia.
Qed.

(** A window of m values of the nim-sequence that recurs p later does so for ever. *)
Theorem window_recurs (r : rules) (m n0 p : nat) :
  takes_at_most r m -> 1 <= p ->
  (forall n, n0 <= n < n0 + m -> nim r (n + p) = nim r n) ->
  repeats (nim r) n0 p 0.
Proof.
  intros Hr Hp Hw n; rewrite Nat.add_0_r.
  induction n as [n IH] using lt_wf_ind; intros Hn.
  destruct (Nat.lt_ge_cases n (n0 + m)) as [H|H]; [apply Hw; lia|].
  destruct Hr as [Hr Hm].
  rewrite !(nim_equation r); apply mex_ext; intros v; rewrite !in_map_iff.
  split; intros (l & <- & Hl); apply in_heap_options, (leaves_takes r _ _ Hr) in Hl;
    destruct Hl as (s & Hs & Ha & ->); pose proof (Hm s Ha).
  - exists [n - s]; split; [|apply in_heap_options, (leaves_takes r _ _ Hr); exists s; repeat split; auto; lia].
    rewrite !value_one; replace (n + p - s) with (n - s + p) by lia; symmetry; apply IH; lia.
  - exists [n + p - s]; split; [|apply in_heap_options, (leaves_takes r _ _ Hr); exists s; repeat split; auto; lia].
    rewrite !value_one; replace (n + p - s) with (n - s + p) by lia; apply IH; lia.
Qed.
