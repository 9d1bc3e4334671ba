(** * Heaps that are played as under normal play, in a misère quotient

    Let a candidate (Q, P) decide the sums of some letters. Let e be an idempotent and K the elements x with ex
    = x (where e is the product of all idempotents, K is the least ideal, the kernel), let e be the only element
    of K in P (the quotient is regular), and let gamma be a homomorphism of Q to the nimbers that takes the
    value of each letter to its Grundy value and is one-to-one on K. Then
    - an element of K is in P if and only if gamma takes it to 0;
    - a letter that has moves, all to sums with values in K, may have the value in K that gamma takes to its
      Grundy value: the sums with it are decided, too. All heaps of a code are such once all heaps from F on
      have values in K, and they have t F + k stones or more, where a move removes at most k stones and leaves
      at most t heaps;
    - if gamma takes no element to the Grundy value g of such a letter, Q grows by it to the pairs of an element
      of Q and 0, or of an element of K and 1, with products in each place; this decides the sums with it, is
      regular again, and no two elements of it are alike if those of Q are not.

    Source: grundy; that quotients become regular and K what normal play sees of a game was observed by Plambeck
    and Siegel (2008). Used by: crates/grundy-engine/src/misere/tail.rs. *)

From Coq Require Import List Arith Lia Bool Eqdep_dec.
From Grundy Require Import Mex Game Heaps GuySmith Quotient QuotientPeriod.
Import ListNotations.
Local Open Scope monoid_scope.

(** ** Grundy values of sums of letters *)

Section Grundy.
  Context {A : letters}.

  Lemma in_sum_moves_app (a b m : list A) :
    In m (sum_moves (a ++ b)) <->
    (exists a', In a' (sum_moves a) /\ m = a' ++ b) \/ (exists b', In b' (sum_moves b) /\ m = a ++ b').
  Proof.
    revert m; induction a as [|h a IH]; intros m; simpl.
    - split; [intros H; right; eauto|]. intros [(x & [] & _)|(x & H & ->)]; exact H.
    - rewrite !in_app_iff, !in_map_iff; split.
      + intros [(q & <- & Hq)|(x & <- & Hx)].
        * left; exists (q ++ a); split; [|now rewrite app_assoc].
          rewrite in_app_iff, in_map_iff; left; eauto.
        * apply IH in Hx as [(y & Hy & ->)|(y & Hy & ->)].
          -- left; exists (h :: y); split; [|reflexivity].
             rewrite in_app_iff, !in_map_iff; right; eauto.
          -- right; eauto.
      + intros [(x & Hx & ->)|(y & Hy & ->)].
        * apply in_app_iff in Hx; rewrite !in_map_iff in Hx.
          destruct Hx as [(q & <- & Hq)|(z & <- & Hz)].
          -- left; exists q; split; [now rewrite app_assoc|exact Hq].
          -- right; exists (z ++ b); split; [reflexivity|]. apply IH; left; eauto.
        * right; exists (a ++ y); split; [reflexivity|]. apply IH; right; eauto.
  Qed.

  Lemma grundy_two (s : sum (sums A) (sums A)) : grundy (fst s ++ snd s : sums A) = grundy s.
  Proof.
    induction s as [s IH] using (play_induction (sum (sums A) (sums A))); destruct s as [a b]; cbn [fst snd].
    rewrite (grundy_equation (G := sums A)), (grundy_equation (G := sum (sums A) (sums A))).
    apply mex_ext; intros v; rewrite !in_map_iff; split.
    - intros (m & <- & Hm); apply in_sum_moves_app in Hm; destruct Hm as [(a' & Ha & ->)|(b' & Hb & ->)].
      + exists (a', b); pose proof (proj2 (in_sum_options (sums A) (sums A) (a', b) a b) ltac:(left; exists a'; auto)) as Hin.
        split; [symmetry; apply (IH (a', b) Hin)|exact Hin].
      + exists (a, b'); pose proof (proj2 (in_sum_options (sums A) (sums A) (a, b') a b) ltac:(right; exists b'; auto)) as Hin.
        split; [symmetry; apply (IH (a, b') Hin)|exact Hin].
    - intros (s & <- & Hs); pose proof (IH s Hs) as E; apply in_sum_options in Hs.
      destruct Hs as [(a' & Ha & ->)|(b' & Hb & ->)]; cbn [fst snd] in E;
        [exists (a' ++ b)|exists (a ++ b')]; (split; [exact E|]); apply in_sum_moves_app; eauto.
  Qed.

  (** The Grundy value of a sum of letters is the nim-sum of theirs (Sprague 1935, Grundy 1939). *)
  Lemma grundy_sums_cons (h : A) (t : list A) :
    grundy (h :: t : sums A) = Nat.lxor (grundy ([h] : sums A)) (grundy (t : sums A)).
  Proof. rewrite <- grundy_sum; apply (grundy_two ([h], t)). Qed.
End Grundy.

(** ** One more letter *)

Section Tail.
  Context {A : letters} {Q : monoid}.
  Variables (P : Q -> bool) (e : Q) (gamma : Q -> nat).

  (** What the kernel is. *)
  Definition in_kernel (x : Q) : Prop := e * x = x.

  Record regular : Prop := {
    idempotent : e * e = e;
    only_identity : forall x, in_kernel x -> (P x = true <-> x = e);
    homomorphism : forall x y, gamma (x * y) = Nat.lxor (gamma x) (gamma y);
    one_to_one : forall x y, in_kernel x -> in_kernel y -> gamma x = gamma y -> x = y
  }.

  Hypothesis Hr : regular.

  Lemma gamma_identity : gamma e = 0.
  Proof.
    pose proof (homomorphism Hr e e) as H; rewrite (idempotent Hr), Nat.lxor_nilpotent in H; exact H.
  Qed.

  Lemma gamma_one : gamma one = 0.
  Proof.
    pose proof (homomorphism Hr one one) as H; rewrite times_one, Nat.lxor_nilpotent in H; exact H.
  Qed.

  Lemma gamma_kernel x : gamma (e * x) = gamma x.
  Proof. rewrite (homomorphism Hr), gamma_identity; apply Nat.lxor_0_l. Qed.

  Lemma kernel_identity : in_kernel e.
  Proof. exact (idempotent Hr). Qed.

  Lemma kernel_ideal x y : in_kernel x -> in_kernel (x * y).
  Proof. unfold in_kernel; intros H; now rewrite times_assoc, H. Qed.

  Lemma kernel_times x : in_kernel (e * x).
  Proof. apply kernel_ideal, kernel_identity. Qed.

  (** An element of the kernel is in P if and only if gamma takes it to 0. *)
  Theorem kernel_P x : in_kernel x -> (P x = true <-> gamma x = 0).
  Proof.
    intros Hx; rewrite (only_identity Hr x Hx); split; [intros ->; apply gamma_identity|].
    intros H; apply (one_to_one Hr); [exact Hx|apply kernel_identity|]; now rewrite gamma_identity.
  Qed.

  Variables (phi : A -> Q) (covered more : A -> Prop).

  (** A letter with moves, all into the kernel, has the value in the kernel that gamma takes to its Grundy value. *)
  Definition as_under_normal_play (h : A) : Prop :=
    parts h <> [] /\ (forall q, In q (parts h) -> in_kernel (Phi phi q)) /\
    in_kernel (phi h) /\ gamma (phi h) = grundy ([h] : sums A).

  Hypothesis Hcovered : forall h, covered h -> gamma (phi h) = grundy ([h] : sums A).
  Hypothesis Hmore : forall h, more h -> covered h \/ as_under_normal_play h.

  Lemma gamma_Phi l : Forall more l -> gamma (Phi phi l) = grundy (l : sums A).
  Proof.
    induction 1 as [|h t Hh _ IH]; [rewrite (grundy_equation (G := sums A)); exact gamma_one|].
    rewrite grundy_sums_cons, Phi_cons, (homomorphism Hr), IH; f_equal.
    destruct (Hmore h Hh) as [Hc|(_ & _ & _ & E)]; [now apply Hcovered|exact E].
  Qed.

  Lemma all_covered_or l : Forall more l ->
    Forall covered l \/ exists a h b, l = a ++ h :: b /\ as_under_normal_play h.
  Proof.
    induction 1 as [|h t Hh _ IH]; [now left|].
    destruct (Hmore h Hh) as [Hc|Hn]; [|right; exists [], h, t; auto].
    destruct IH as [Ht|(a & k & b & -> & Hn)]; [left; now constructor|right; exists (h :: a), k, b; auto].
  Qed.

  (** What decides the sums of the letters covered decides the sums with such letters besides. *)
  Theorem tail_decides : closed more -> decides P phi covered -> decides P phi more.
  Proof.
    intros Hc Hd l; induction l as [l IH] using (play_induction (sums A)); intros Hl.
    destruct (all_covered_or l Hl) as [Hall|(a & h & b & El & Hm & Hq & Hk & _)]; [now apply Hd|].
    (* The values of the sum and of all its options are in the kernel. *)
    assert (Hkl : in_kernel (Phi phi l)) by (rewrite El, Phi_middle; now apply kernel_ideal).
    assert (Hko : forall m, In m (sum_moves l) -> in_kernel (Phi phi m)).
    { intros m Hin; rewrite El in Hin; apply in_sum_moves_app in Hin; destruct Hin as [(a' & _ & ->)|(b' & Hb & ->)].
      - rewrite Phi_middle; now apply kernel_ideal.
      - simpl in Hb; apply in_app_iff in Hb; rewrite !in_map_iff in Hb; destruct Hb as [(q & <- & Hin)|(t & <- & _)].
        + rewrite Phi_move; now apply kernel_ideal, Hq.
        + rewrite Phi_middle; now apply kernel_ideal. }
    assert (Hoption : forall m, In m (sum_moves l) -> (misere_lost (m : sums A) <-> grundy (m : sums A) = 0)).
    { intros m Hin; assert (Hmm : Forall more m) by (eapply covered_moves; eauto).
      rewrite (IH m Hin Hmm), kernel_P by auto; now rewrite gamma_Phi. }
    assert (Hmoves : sum_moves l <> []).
    { rewrite El; destruct (parts h) as [|q t] eqn:Ep; [now elim Hm|]; intros E.
      assert (Hin : In (a ++ q ++ b) (sum_moves (a ++ h :: b))) by (apply in_sum_moves; exists a, h, q, b; rewrite Ep; simpl; auto).
      rewrite E in Hin; destruct Hin. }
    rewrite (kernel_P _ Hkl), gamma_Phi, <- (lost_iff_grundy_zero (G := sums A)) by exact Hl.
    rewrite misere_lost_options, lost_options; simpl; split.
    - intros [_ H] m Hin; apply won_iff_grundy_nonzero; rewrite <- Hoption by exact Hin.
      apply (misere_won_iff_not_lost (G := sums A)), H, Hin.
    - intros H; split; [exact Hmoves|]; intros m Hin; apply (misere_won_iff_not_lost (G := sums A)).
      rewrite Hoption, <- (won_iff_grundy_nonzero (G := sums A)) by exact Hin; now apply H.
  Qed.
End Tail.

Arguments regular {Q} P e gamma.

(** ** Large heaps *)

(** Whether a heap has moves, and so has every larger one, for codes and finite sets. *)
Definition moves_from (r : rules) (n : nat) : bool :=
  match r with
  | Break c =>
      existsb (fun k => existsb (fun j =>
        allows c k j && (1 <=? j) && (negb (k =? 0) || (2 <=? j)) &&
        (if j =? 1 then 1 <=? n - k
         else (least c <=? n) && ((if unequal c && (j =? 2) then 3 else j) <=? n - k)))
        (seq 0 (S (most_parts c)))) (seq 0 (length (digits c)))
  | Take s => (1 <=? greatest s) && within s (greatest s) && (greatest s <=? n)
  | _ => false
  end.

(* A part of 1 each, and the rest in the last. *)
Lemma some_parting j n : 1 <= j -> j <= n -> exists l,
  length l = j /\ total l = n /\ (forall h, In h l -> 1 <= h) /\ (j = 2 -> l = [1; n - 1]).
Proof.
  intros H1 H2; exists (repeat 1 (j - 1) ++ [n - (j - 1)]).
  rewrite app_length, repeat_length, total_app; simpl.
  assert (E : forall i, total (repeat 1 i) = i) by (induction i as [|i IH]; simpl; [reflexivity|now rewrite IH]).
  rewrite E; split; [lia|]; split; [lia|]; split.
  - intros h Hh; apply in_app_iff in Hh; destruct Hh as [Hh|[<-|[]]]; [apply repeat_spec in Hh|]; lia.
  - intros ->; reflexivity.
Qed.

Theorem moves_from_right (r : rules) (n m : nat) : moves_from r n = true -> n <= m -> heap_options r m <> [].
Proof.
  intros H Hm.
  assert (Hl : exists l, leaves r m l); [|destruct Hl as (l & Hl); apply in_heap_options in Hl; intros E; now rewrite E in Hl].
  destruct r as [c|s| |]; try discriminate; unfold moves_from in H.
  - apply existsb_exists in H; destruct H as (k & _ & H); apply existsb_exists in H; destruct H as (j & _ & H).
    rewrite !andb_true_iff, orb_true_iff, negb_true_iff, Nat.eqb_neq, !Nat.leb_le in H; destruct H as [[[Ha Hj] Hk] H].
    assert (Hfit : j <= m - k /\ k <= m /\ (j <> 1 -> least c <= m) /\ (unequal c = true -> j = 2 -> 3 <= m - k)).
    { destruct (Nat.eqb_spec j 1) as [->|Hn].
      - apply Nat.leb_le in H; repeat split; lia.
      - rewrite andb_true_iff, !Nat.leb_le in H; destruct H as [Hs H].
        destruct (unequal c), (Nat.eqb_spec j 2) as [->|]; simpl in H; repeat split; try lia; intros; discriminate. }
    destruct Hfit as (Hfit & Hkm & Hs & Hu).
    destruct (some_parting j (m - k) Hj Hfit) as (l & Hlen & Htot & Hpos & Htwo).
    exists l, k; rewrite Hlen; repeat split; auto; try lia.
    intros E a b El; subst l; simpl in Hlen; subst j.
    specialize (Hu E eq_refl); specialize (Htwo eq_refl); injection Htwo as -> ->; lia.
  - rewrite !andb_true_iff, !Nat.leb_le in H; destruct H as [[H1 H2] H3].
    exists [m - greatest s], (greatest s); repeat split; auto; lia.
Qed.

(** The most stones that a move removes, and the most heaps that it leaves. *)
Definition reach (r : rules) : option (nat * nat) :=
  match r with
  | Break c => Some (farthest c, most_parts c)
  | Take s => Some (greatest s, 1)
  | _ => None
  end.

Lemma some_large_part (r : rules) k t F n l :
  reach r = Some (k, t) -> 1 <= F -> (t * F + k <= n)%nat -> leaves r n l -> exists h, In h l /\ F <= h.
Proof.
  intros Hr HF Hn Hl; destruct r as [c|s| |]; try discriminate; injection Hr as <- <-.
  - destruct Hl as (k & Ha & Hs & _).
    pose proof (allows_removed _ _ _ Ha) as Hf; pose proof (most_parts_most c _ _ Ha) as Ht.
    destruct (large_heap (F - 1) l) as (a & h & b & -> & Hh); [|exists h; split; [apply in_or_app; simpl; auto|lia]].
    assert (H1 : 1 <= most_parts c) by (unfold most_parts; lia).
    assert ((length l * (F - 1) <= most_parts c * (F - 1))%nat) by (apply Nat.mul_le_mono_r; exact Ht).
    nia.
  - destruct Hl as (k & Hk & Ha & ->); simpl in Ha; pose proof (within_greatest _ _ Ha).
    exists (n - k); split; [now left|lia].
Qed.

Section Heaps.
  Context {Q : monoid}.
  Variables (r : rules) (P : Q -> bool) (e : Q) (gamma : Q -> nat) (phi : nat -> Q) (M F k t : nat).
  Notation A := (heap_letters r).

  Lemma grundy_heap n : grundy ([n] : sums A) = nim r n.
  Proof.
    unfold nim; cut (forall l : heap_game r, grundy (l : sums A) = grundy (l : heap_game r)); [intros H; apply H|].
    intros l; induction l as [l IH] using (play_induction (heap_game r)).
    rewrite (grundy_equation (G := sums A)), (grundy_equation (G := heap_game r)); simpl; rewrite sum_moves_heaps.
    f_equal; apply map_ext_in; exact IH.
  Qed.

  Hypotheses (Hregular : regular P e gamma) (Hreach : reach r = Some (k, t)) (HF : 1 <= F)
    (Hkernel : forall n, F <= n -> n < M -> in_kernel e (phi n))
    (Hgamma : forall n, n < M -> gamma (phi n) = nim r n)
    (Hmoves : moves_from r M = true) (HM : (t * F + k <= M)%nat)
    (Hdecides : decides (A := A) P phi (fun n => n < M)).

  (** From M on, the value of a heap is the element of the kernel that gamma takes to its Grundy value, as far as there is one. *)
  Theorem heaps_tail (more : nat) :
    (forall n, M <= n -> n < more -> in_kernel e (phi n) /\ gamma (phi n) = nim r n) ->
    decides (A := A) P phi (fun n => n < Nat.max M more).
  Proof.
    intros Hlarge; apply (tail_decides (A := A) P e gamma Hregular phi (fun n => n < M)).
    - intros n Hn; rewrite grundy_heap; now apply Hgamma.
    - intros n Hn; destruct (Nat.lt_ge_cases n M) as [|Hge]; [now left|right].
      assert (Hk : forall h, F <= h -> h < n -> in_kernel e (phi h)).
      { intros h H1 H2; destruct (Nat.lt_ge_cases h M); [now apply Hkernel|apply Hlarge; lia]. }
      destruct (Hlarge n) as [H1 H2]; [exact Hge|lia|].
      split; [now apply (moves_from_right r M)|]; split; [|split; [exact H1|now rewrite grundy_heap]].
      intros q Hq; simpl in Hq; apply in_heap_options in Hq.
      destruct (some_large_part r k t F n q Hreach HF ltac:(lia) Hq) as (h & Hh & HFh).
      pose proof (leaves_below r n q h Hq Hh) as Hlt; apply in_split in Hh; destruct Hh as (a & b & ->).
      rewrite (Phi_middle (A := A)); now apply kernel_ideal, Hk.
    - apply closed_below.
    - exact Hdecides.
  Qed.
End Heaps.

(** ** A new Grundy value *)

Section Grown.
  Context {Q : monoid}.
  Variables (P : Q -> bool) (e : Q) (gamma : Q -> nat) (kernel : Q -> bool) (g : nat).
  Hypothesis Hr : regular P e gamma.
  Hypothesis Hkernel : forall x, kernel x = true <-> in_kernel e x.
  Hypothesis Hnew : forall x, gamma x <> g.

  (** Pairs of an element and 0, or of an element of the kernel and 1. *)
  Definition allowed_pair (x : Q * bool) : bool := negb (snd x) || kernel (fst x).

  Definition pairs : Type := {x : Q * bool | allowed_pair x = true}.

  Lemma pairs_equal (x y : pairs) : proj1_sig x = proj1_sig y -> x = y.
  Proof.
    destruct x as [x Hx], y as [y Hy]; simpl; intros E; subst y; f_equal; apply UIP_dec, bool_dec.
  Qed.

  Definition pair_product (x y : Q * bool) : Q * bool := (fst x * fst y, xorb (snd x) (snd y)).

  Lemma product_allowed (x y : pairs) : allowed_pair (pair_product (proj1_sig x) (proj1_sig y)) = true.
  Proof.
    destruct x as [[x a] Hx], y as [[y b] Hy]; unfold allowed_pair, pair_product in *; simpl in *.
    destruct (xorb a b) eqn:E; simpl; [|reflexivity]; apply Hkernel.
    destruct a, b; try discriminate; simpl in *.
    - now apply kernel_ideal, Hkernel.
    - rewrite times_comm; now apply kernel_ideal, Hkernel.
  Qed.

  Definition grown : monoid.
  Proof.
    refine {| element := pairs; one := exist _ (one, false) eq_refl;
      times := fun x y => exist _ (pair_product (proj1_sig x) (proj1_sig y)) (product_allowed x y) |}.
    - intros [[x a] Hx]; apply pairs_equal; simpl; unfold pair_product; simpl.
      now rewrite times_one, xorb_false_r.
    - intros [[x a] Hx] [[y b] Hy]; apply pairs_equal; simpl; unfold pair_product; simpl.
      now rewrite times_comm, xorb_comm.
    - intros [[x a] Hx] [[y b] Hy] [[z c] Hz]; apply pairs_equal; simpl; unfold pair_product; simpl.
      now rewrite times_assoc, xorb_assoc.
  Defined.

  Definition old (x : Q) : grown := exist _ (x, false) eq_refl.

  Lemma identity_allowed : allowed_pair (e, true) = true.
  Proof. apply Hkernel, (idempotent _ _ _ Hr). Qed.

  (** The value of the letter that is new. *)
  Definition new : grown := exist _ (e, true) identity_allowed.

  Definition grown_P (x : grown) : bool := P (fst (proj1_sig x)) && negb (snd (proj1_sig x)).

  Definition grown_gamma (x : grown) : nat :=
    Nat.lxor (gamma (fst (proj1_sig x))) (if snd (proj1_sig x) then g else 0).

  Lemma grown_in_kernel (x : grown) : in_kernel (old e) x <-> in_kernel e (fst (proj1_sig x)).
  Proof.
    destruct x as [[x a] Hx]; unfold in_kernel; split.
    - intros E; apply (f_equal (@proj1_sig _ _)) in E; simpl in E; injection E; auto.
    - intros E; apply pairs_equal; simpl in *; unfold pair_product; simpl; rewrite E; now destruct a.
  Qed.

  (* Pairs with 0 and with 1 have different values. *)
  Lemma same_place (x y : grown) : grown_gamma x = grown_gamma y ->
    snd (proj1_sig x) = snd (proj1_sig y) /\ gamma (fst (proj1_sig x)) = gamma (fst (proj1_sig y)).
  Proof.
    destruct x as [[x a] Hx], y as [[y b] Hy]; unfold grown_gamma; simpl; intros E.
    assert (Hg : forall u v, Nat.lxor (gamma u) g = gamma v -> False).
    { intros u v H; apply (Hnew (u * v)); rewrite (homomorphism _ _ _ Hr), <- H.
      now rewrite <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. }
    destruct a, b; rewrite ?Nat.lxor_0_r in E.
    - split; [reflexivity|]; now apply lxor_inj_r in E.
    - elim (Hg _ _ E).
    - symmetry in E; elim (Hg _ _ E).
    - split; [reflexivity|exact E].
  Qed.

  (** What has grown is regular, and takes the new value. *)
  Theorem grown_regular : regular grown_P (old e) grown_gamma.
  Proof.
    constructor.
    - apply pairs_equal; simpl; unfold pair_product; simpl; now rewrite (idempotent _ _ _ Hr).
    - intros x Hx; pose proof (proj1 (grown_in_kernel x) Hx) as Hk; unfold grown_P; rewrite andb_true_iff, negb_true_iff.
      rewrite (only_identity _ _ _ Hr _ Hk); split.
      + intros [E1 E2]; apply pairs_equal; simpl; destruct (proj1_sig x); simpl in *; congruence.
      + intros ->; split; reflexivity.
    - intros [[x a] Hx] [[y b] Hy]; unfold grown_gamma; simpl; rewrite (homomorphism _ _ _ Hr).
      replace (if xorb a b then g else 0) with (Nat.lxor (if a then g else 0) (if b then g else 0))
        by (destruct a, b; simpl; rewrite ?Nat.lxor_nilpotent, ?Nat.lxor_0_r, ?Nat.lxor_0_l; reflexivity).
      rewrite !Nat.lxor_assoc; f_equal; rewrite <- !Nat.lxor_assoc; f_equal; apply Nat.lxor_comm.
    - intros x y Hx Hy E; apply same_place in E; destruct E as [E1 E2]; apply pairs_equal.
      apply grown_in_kernel in Hx, Hy; pose proof (one_to_one _ _ _ Hr _ _ Hx Hy E2) as E3.
      destruct (proj1_sig x), (proj1_sig y); simpl in *; congruence.
  Qed.

  Theorem grown_new : in_kernel (old e) new /\ grown_gamma new = g.
  Proof.
    split; [apply grown_in_kernel, (idempotent _ _ _ Hr)|].
    unfold grown_gamma; simpl; now rewrite (gamma_identity _ _ _ Hr), Nat.lxor_0_l.
  Qed.

  (** The values of sums of the letters before are what they were. *)
  Lemma old_Phi {A : letters} (phi : A -> Q) l : Phi (fun h => old (phi h)) l = old (Phi phi l).
  Proof. induction l as [|h t IH]; [now apply pairs_equal|]; simpl; rewrite IH; now apply pairs_equal. Qed.

  Theorem grown_decides {A : letters} (phi : A -> Q) (covered : A -> Prop) :
    decides P phi covered -> decides grown_P (fun h => old (phi h)) covered.
  Proof.
    intros Hd l Hl; rewrite (Hd l Hl), old_Phi; unfold grown_P; simpl; now rewrite andb_true_r.
  Qed.

  (** No two elements are alike if those of Q are not. *)
  Theorem grown_reduced : reduced P -> reduced grown_P.
  Proof.
    intros Hred x y H.
    assert (Hgamma : grown_gamma x = grown_gamma y).
    { (* A product with x that is 0 in the kernel is one with y. *)
      set (z := old e * x : grown).
      assert (Hz : in_kernel (old e) z) by (apply (kernel_times grown_P _ grown_gamma grown_regular)).
      assert (Hp : forall w, in_kernel (old e) (w * z) /\ grown_gamma (w * z) = Nat.lxor (grown_gamma w) (grown_gamma x)).
      { intros w; split; [rewrite times_comm; now apply kernel_ideal|].
        rewrite (homomorphism _ _ _ grown_regular); unfold z.
        now rewrite (gamma_kernel _ _ _ grown_regular). }
      specialize (H z); destruct (Hp x) as [K1 G1], (Hp y) as [K2 G2].
      assert (E : grown_P (x * z) = true).
      { apply (kernel_P _ _ _ grown_regular _ K1); rewrite G1; apply Nat.lxor_nilpotent. }
      rewrite H in E; apply (kernel_P _ _ _ grown_regular _ K2) in E; rewrite G2 in E.
      symmetry; now apply Nat.lxor_eq. }
    apply same_place in Hgamma; destruct Hgamma as [E1 E2].
    apply pairs_equal; destruct x as [[x a] Hx], y as [[y b] Hy]; simpl in *; subst b; f_equal.
    destruct a; unfold allowed_pair in Hx, Hy; simpl in Hx, Hy.
    - apply (one_to_one _ _ _ Hr); [now apply Hkernel|now apply Hkernel|exact E2].
    - apply Hred; intros z; specialize (H (old z)); unfold grown_P in H; simpl in H.
      now rewrite !andb_true_r in H.
  Qed.
End Grown.

(** The next heap has a Grundy value that is new: the quotient that has grown decides the sums with it. *)
Theorem heaps_grow {Q : monoid} (r : rules) (P : Q -> bool) (e : Q) (gamma : Q -> nat) (phi : nat -> Q) (M F k t : nat)
    (kernel : Q -> bool) (Hkernel : forall x, kernel x = true <-> in_kernel e x) (Hr : regular P e gamma) :
  reach r = Some (k, t) -> 1 <= F ->
  (forall n, F <= n -> n < M -> in_kernel e (phi n)) ->
  (forall n, n < M -> gamma (phi n) = nim r n) ->
  moves_from r M = true -> (t * F + k <= M)%nat ->
  decides (A := heap_letters r) P phi (fun n => n < M) ->
  (forall x, gamma x <> nim r M) ->
  decides (A := heap_letters r) (grown_P P e kernel Hkernel)
    (fun n => if n =? M then new P e gamma kernel Hr Hkernel else old e kernel Hkernel (phi n)) (fun n => n < S M).
Proof.
  intros Hreach HF HK Hg Hm HM Hd Hnew.
  replace (S M) with (Nat.max M (S M)) by lia.
  apply (heaps_tail r (grown_P P e kernel Hkernel) (old e kernel Hkernel e) (grown_gamma e gamma kernel (nim r M) Hkernel)
    _ M F k t); auto.
  - now apply grown_regular.
  - intros n H1 H2; destruct (Nat.eqb_spec n M) as [->|]; [lia|]; apply grown_in_kernel; now apply HK.
  - intros n H1; destruct (Nat.eqb_spec n M) as [->|]; [lia|]; unfold grown_gamma; simpl.
    rewrite Nat.lxor_0_r; now apply Hg.
  - intros l Hl; rewrite (Phi_ext r _ (fun n => old e kernel Hkernel (phi n))).
    + now apply (grown_decides P e kernel Hkernel (A := heap_letters r) phi (fun n => n < M) Hd).
    + intros h Hh; rewrite Forall_forall in Hl; specialize (Hl h Hh); destruct (Nat.eqb_spec h M) as [->|]; [lia|reflexivity].
  - intros n H1 H2; assert (n = M) by lia; subst n; rewrite Nat.eqb_refl.
    apply (grown_new P e gamma kernel (nim r M) Hr Hkernel).
Qed.
