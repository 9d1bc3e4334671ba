(** * One misère quotient for the heaps of several games

    Letters of several kinds side by side: some by lists of their options, others the heaps of some games. A heap's
    options are heaps of its own game. So if a candidate is verified for the first letters of each kind, and the
    values of the heaps of a game recur there as far as QuotientPeriod.v asks, it is verified for all heaps of that
    game beside the letters of the other kinds.

    Source: grundy. Used by: crates/grundy-engine/src/misere/mixed.rs. *)

From Coq Require Import List Arith Lia Bool Wellfounded.
From Grundy Require Import Game Heaps Quotient QuotientPeriod QuotientCertificate.
Import ListNotations.

Section Mixed.
  Variables (options : list (list (list nat))) (games : nat -> rules).

  (** A letter of the lists, or a heap of one of the games. *)
  Definition mixed_letter : Type := nat + nat * nat.

  Definition mixed_parts (h : mixed_letter) : list (list mixed_letter) :=
    match h with
    | inl n => map (map inl) (listed_parts options n)
    | inr (game, n) => map (map (fun h => inr (game, h))) (heap_options (games game) n)
    end.

  Lemma mixed_earlier : well_founded (fun k h => exists q, In q (mixed_parts h) /\ In k q).
  Proof.
    apply (well_founded_lt_compat mixed_letter (fun h => match h with inl n => n | inr (_, n) => n end)).
    intros k h (q & Hq & Hk); destruct h as [n|[game n]]; simpl in Hq; apply in_map_iff in Hq;
      destruct Hq as (l & <- & Hl); apply in_map_iff in Hk; destruct Hk as (j & <- & Hj).
    - apply filter_In in Hl; destruct Hl as [_ Hl]; rewrite forallb_forall in Hl; now apply Nat.ltb_lt, Hl.
    - apply in_heap_options in Hl; exact (leaves_below _ n l j Hl Hj).
  Qed.

  Definition mixed : letters := {| letter := mixed_letter; parts := mixed_parts; earlier := mixed_earlier |}.

  Context {Q : monoid}.
  Variables (P : Q -> bool) (phi : mixed -> Q).

  (** By game: how many heaps are covered, and pre-period and period where values recur. *)
  Variables (covers : nat -> nat) (repetition : nat -> option (nat * nat)).

  Definition covered_first (h : mixed) : Prop :=
    match h with inl n => n < length options | inr (game, n) => n < covers game end.

  Definition covered_all (h : mixed) : Prop :=
    match h with
    | inl n => n < length options
    | inr (game, n) => match repetition game with Some _ => True | None => n < covers game end
    end.

  Hypothesis Hrepeats : forall game n0 p, repetition game = Some (n0, p) ->
    1 <= n0 /\ 1 <= p /\
    (exists bound, needed (games game) n0 p = Some bound /\ bound <= covers game) /\
    forall n, n0 <= n -> phi (inr (game, n + p)) = phi (inr (game, n)).

  Lemma Phi_of_game game (l : list nat) :
    Phi (A := mixed) phi (map (fun h => inr (game, h)) l) =
    Phi (A := heap_letters (games game)) (fun n => phi (inr (game, n))) l.
  Proof. induction l as [|h t IH]; [reflexivity|]; simpl; now rewrite IH. Qed.

  (* Heaps of one kind in their game are of one kind here. *)
  Lemma same_kind_of_game game n m :
    same_kind (A := heap_letters (games game)) (fun n => phi (inr (game, n))) n m ->
    same_kind (A := mixed) phi (inr (game, n)) (inr (game, m)).
  Proof.
    intros (E & H1 & H2); split; [exact E|]; split; intros q Hq; simpl in Hq; apply in_map_iff in Hq;
      destruct Hq as (l & <- & Hl); [destruct (H1 l Hl) as (r & Hr & Er)|destruct (H2 l Hl) as (r & Hr & Er)];
      exists (map (fun h => inr (game, h)) r); (split; [now apply in_map|]); now rewrite !Phi_of_game.
  Qed.

  (** What is verified of the first heaps is verified of all heaps of the games whose values recur. *)
  Theorem mixed_verified : verified (A := mixed) P phi covered_first -> verified (A := mixed) P phi covered_all.
  Proof using Hrepeats.
    apply (verified_kinds (A := mixed)); intros [n|[game n]] Hh.
    - exists (inl n); split; [exact Hh|]; split; [reflexivity|]; split; eauto.
    - simpl in Hh; destruct (repetition game) as [[n0 p]|] eqn:Er.
      + destruct (Hrepeats game n0 p Er) as (H1 & H2 & (bound & Hb & HM) & Hphi); clear Hh.
        induction n as [n IH] using lt_wf_ind.
        destruct (Nat.lt_ge_cases n (covers game)) as [Hlt|Hge].
        * exists (inr (game, n)); split; [exact Hlt|]; split; [reflexivity|]; split; eauto.
        * destruct (large_heap_kind (games game) (fun n => phi (inr (game, n))) n0 p H1 H2 Hphi bound Hb n)
            as (k & Hk & Hs); [lia|].
          destruct (IH k Hk) as (j & Hj & E' & F1 & F2); exists j; split; [exact Hj|].
          apply same_kind_of_game in Hs; destruct Hs as (E & G1 & G2); split; [exact (eq_trans E E')|]; split.
          -- intros q Hq; destruct (G1 q Hq) as (x & Hx & <-); now apply F1.
          -- intros q Hq; destruct (F2 q Hq) as (x & Hx & <-); now apply G2.
      + exists (inr (game, n)); split; [exact Hh|]; split; [reflexivity|]; split; eauto.
  Qed.

  Lemma mixed_closed : closed (A := mixed) covered_all.
  Proof.
    intros [n|[game n]] q k Hh Hq Hk; simpl in Hq; apply in_map_iff in Hq; destruct Hq as (l & <- & Hl);
      apply in_map_iff in Hk; destruct Hk as (j & <- & Hj); simpl in *.
    - apply filter_In in Hl; destruct Hl as [_ Hl]; rewrite forallb_forall in Hl.
      specialize (Hl j Hj); apply Nat.ltb_lt in Hl; lia.
    - destruct (repetition game); [exact I|]; apply in_heap_options in Hl.
      pose proof (leaves_below _ n l j Hl Hj); lia.
  Qed.

  (** So sums of all these are lost under misère play if and only if their values are in P. *)
  Theorem mixed_decides : verified (A := mixed) P phi covered_first -> decides (A := mixed) P phi covered_all.
  Proof using Hrepeats. intros H; apply verified_decides; [apply mixed_closed|now apply mixed_verified]. Qed.
End Mixed.
