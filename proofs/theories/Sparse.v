(** * What a window of a long sequence proves

    Values are split into rare and common ones, so that two common heaps never have a common sum. If all rare heaps are
    among the first A, r being the greatest, the options of a heap with common values are those that leave a rare heap, or one heap only; they
    read only the last r + k values. The value of the heap is the least common number c that none of these has, if each
    rare number below c is the value of an option of two heaps, one of the first A and one of the last W. So the value,
    and its proof, is told by the first A values and the last W.

    [follows_value]: a value that follows so is that of the heap. [window_recurs_sparsely]: if a window of W values from the
    pre-period on recurs a period later, and all values between followed, the sequence repeats for ever. What
    is not proved by a window is that the sequence comes to it: that is a hypothesis here, which computing all values
    on the way discharges.

    Source: R. K. Guy; A. Flammenkamp (1997); J. P. Grossman, Games of No Chance 5. Relied on by crates/grundy-check/src/window.rs,
    space.rs and walk.rs. *)

From Coq Require Import List Arith Lia Bool NArith ZifyN ZifyNat ZifyBool.
From Grundy Require Import Mex Heaps GuySmith Window Recompute.
Import ListNotations.

Section Sparse.
  Variables (c : code) (common : nat -> nat -> bool).
  (** The first A values, the last W, and the heaps with rare values. *)
  Variables (A W : nat) (rare : list nat).

  (** What two common heaps make is rare. *)
  Definition sparse : Prop := forall k a b x y,
    allows c k 2 = true -> 1 <= a -> 1 <= b -> common a x = true -> common b y = true ->
    common (a + b + k) (Nat.lxor x y) = false.

  Definition wide : Prop :=
    farthest c < W /\ least c <= W /\ forall r, In r rare -> 1 <= r < A /\ r + farthest c < W.

  (** Two heaps may not be the same where splits must be unequal. *)
  Definition distinct (x y : nat) : Prop := unequal c = true -> x <> y.

  (** Values of options that leave one heap, or a rare one. *)
  Definition excluded (g : nat -> nat) (n u : nat) : Prop :=
    (exists k, allows c k 1 = true /\ u = g (n - k)) \/
    (exists k r, allows c k 2 = true /\ In r rare /\ distinct r (n - k - r) /\ u = Nat.lxor (g r) (g (n - k - r))).

  (** Values of options of one of the first heaps and one of the last. *)
  Definition reached (g : nat -> nat) (n u : nat) : Prop :=
    exists k a, allows c k 2 = true /\ 1 <= a < A /\ k + a <= W /\ distinct a (n - k - a) /\
      u = Nat.lxor (g a) (g (n - k - a)).

  (** The value v of heap n follows from the first values and the last. *)
  Definition follows (g : nat -> nat) (n v : nat) : Prop :=
    common n v = true /\ ~ excluded g n v /\ forall u, u < v -> excluded g n u \/ reached g n u.

  Hypotheses (Htwo : at_most c 2) (Hone : allows c 0 1 = false) (Hsparse : sparse) (Hwide : wide).
  Let g := nim (Break c).

  Lemma split_option k a b n : allows c k 2 = true -> 1 <= a -> 1 <= b -> a + b + k = n -> least c <= n ->
    distinct a b -> leaves (Break c) n [a; b].
  Proof.
    intros Ha H1 H2 Hs Hl Hd; exists k; simpl; repeat split; auto; try lia.
    intros Hu x y E; injection E as <- <-; auto.
  Qed.

  (** A value that follows is that of the heap, if all rare heaps below are listed. *)
  Theorem follows_value n v :
    W < n -> (forall h, 1 <= h < n -> common h (g h) = true \/ In h rare) ->
    follows g n v -> g n = v.
  Proof.
    intros Hn Hrare (Hc & Hex & Hbelow); destruct Hwide as (Hf & Hl & Hr).
    unfold g; rewrite nim_equation; apply mex_unique.
    - rewrite in_map_iff; intros (l & E & Hin); apply in_heap_options in Hin.
      destruct Hin as (k & Ha & Hs & Hp & _ & Hd & Hk); pose proof (Htwo _ _ Ha) as Hlen.
      pose proof (allows_removed _ _ _ Ha) as Hkf.
      destruct l as [|x [|y [|z l]]]; simpl in Ha, Hs, Hlen; [lia|..|lia].
      + apply Hex; left; exists k; split; [exact Ha|].
        rewrite value_one in E; rewrite <- E; unfold g; f_equal; lia.
      + rewrite value_two in E.
        assert (Hx : 1 <= x) by (apply Hp; simpl; auto).
        assert (Hy : 1 <= y) by (apply Hp; simpl; auto).
        assert (Hxy : distinct x y) by (intros Hu; apply Hd; auto).
        destruct (Hrare x ltac:(lia)) as [Cx|Rx]; [destruct (Hrare y ltac:(lia)) as [Cy|Ry]|].
        * pose proof (Hsparse k x y _ _ Ha Hx Hy Cx Cy) as Hno.
          replace (x + y + k) with n in Hno by lia; unfold g in Hno; rewrite E in Hno; congruence.
        * apply Hex; right; exists k, y; replace (n - k - y) with x by lia; repeat split; auto.
          -- intros Hu Hyx; exact (Hxy Hu (eq_sym Hyx)).
          -- rewrite <- E; apply Nat.lxor_comm.
        * apply Hex; right; exists k, x; replace (n - k - x) with y by lia; repeat split; auto.
    - intros u Hu; apply in_map_iff.
      assert (Hopt : exists l, leaves (Break c) n l /\ value g l = u).
      { destruct (Hbelow u Hu) as [[(k & Ha & ->)|(k & r & Ha & Hin & Hd & ->)]|(k & a & Ha & Hr1 & Hka & Hd & ->)].
        - exists [n - k]; split; [|apply value_one].
          pose proof (allows_removed _ _ _ Ha).
          assert (k <> 0) by (intros ->; congruence).
          exists k; simpl; repeat split; auto; try lia.
          intros _ x y E; discriminate.
        - pose proof (allows_removed _ _ _ Ha); destruct (Hr r Hin) as [H1 H2].
          exists [r; n - k - r]; split; [apply (split_option k); auto; lia|apply value_two].
        - exists [a; n - k - a]; split; [apply (split_option k); auto; lia|apply value_two]. }
      destruct Hopt as (l & Hl' & E); exists l; split; [exact E|apply in_heap_options, Hl'].
  Qed.

  (** A window of W values that recurs a period later, all values between following, repeats for ever. *)
  Theorem window_recurs_sparsely (n0 p : nat) :
    1 <= n0 -> 1 <= p -> A <= n0 + W ->
    (unequal c = true -> 2 * A + farthest c <= n0 + W) ->
    (forall n v, common (n + p) v = common n v) ->
    (forall h, 1 <= h < n0 + W -> common h (g h) = true \/ In h rare) ->
    (forall h, n0 <= h < n0 + W -> g (h + p) = g h) ->
    (forall n, n0 + W <= n < n0 + W + p -> follows g n (g n)) ->
    repeats g n0 p 0.
  Proof.
    intros Hn0 Hp HA Hu Hcp Hrare Hrec Hfol; destruct Hwide as (Hf & Hl & Hr).
    assert (T : forall d,
      (forall h, n0 <= h < n0 + W + d -> g (h + p) = g h) /\
      (forall h, n0 + W <= h < n0 + W + d + p -> follows g h (g h))).
    { induction d as [|d [IH1 IH2]].
      - rewrite Nat.add_0_r; split; assumption.
      - set (m := n0 + W + d).
        assert (Hm : follows g m (g m)) by (apply IH2; unfold m; lia).
        (* The values that are read are the same a period later. *)
        assert (Hwin : forall s, 1 <= s <= W -> g (m + p - s) = g (m - s)).
        { intros s Hs; replace (m + p - s) with (m - s + p) by (unfold m; lia).
          apply IH1; unfold m; lia. }
        assert (Hdis : forall k a, 1 <= a < A -> k <= farthest c -> k + a <= W ->
                  distinct a (m - k - a) /\ distinct a (m + p - k - a)).
        { intros k a Ha Hk Hka; split; intros E; specialize (Hu E); unfold m; lia. }
        assert (Hex : forall u, excluded g m u <-> excluded g (m + p) u).
        { intros u; unfold excluded; split.
          - intros [(k & Ha & ->)|(k & r & Ha & Hin & Hd & ->)]; pose proof (allows_removed _ _ _ Ha) as Hk.
            + left; exists k; split; [exact Ha|]. assert (k <> 0) by (intros ->; congruence).
              symmetry; apply Hwin; lia.
            + right; exists k, r; destruct (Hr r Hin).
              repeat split; auto; [apply (Hdis k r); lia|].
              rewrite <- !Nat.sub_add_distr, Hwin by lia; reflexivity.
          - intros [(k & Ha & ->)|(k & r & Ha & Hin & Hd & ->)]; pose proof (allows_removed _ _ _ Ha) as Hk.
            + left; exists k; split; [exact Ha|]. assert (k <> 0) by (intros ->; congruence).
              apply Hwin; lia.
            + right; exists k, r; destruct (Hr r Hin).
              repeat split; auto; [apply (Hdis k r); lia|].
              rewrite <- !Nat.sub_add_distr, Hwin by lia; reflexivity. }
        assert (Hnext : follows g (m + p) (g m)).
        { destruct Hm as (H1 & H2 & H3); repeat split.
          - rewrite Hcp; exact H1.
          - rewrite <- Hex; exact H2.
          - intros u Hlt; destruct (H3 u Hlt) as [H|(k & a & Ha & Har & Hka & Hd & ->)]; [left; now apply Hex|right].
            pose proof (allows_removed _ _ _ Ha); exists k, a; repeat split; auto; try lia.
            + apply (Hdis k a); auto; lia.
            + rewrite <- !Nat.sub_add_distr, Hwin by lia; reflexivity. }
        assert (E : g (m + p) = g m).
        { apply follows_value; [unfold m; lia| |exact Hnext].
          intros h Hh; destruct (Nat.lt_ge_cases h (n0 + W)) as [H|H]; [apply Hrare; lia|].
          left; apply (IH2 h); unfold m in Hh; lia. }
        split; intros h Hh.
        + destruct (Nat.eq_dec h m) as [->|Hne]; [exact E|apply IH1; unfold m in Hne; lia].
        + destruct (Nat.eq_dec h (m + p)) as [->|Hne]; [rewrite E; exact Hnext|apply IH2; unfold m in Hne; lia]. }
    intros n Hn; rewrite Nat.add_0_r; apply (T n); lia.
  Qed.
End Sparse.

(** ** Rare and common by the parity of digits *)

(** Whether the number of digits 1 is odd. *)
Fixpoint odd_digits_pos (x : positive) : bool :=
  match x with xH => true | xO x => odd_digits_pos x | xI x => negb (odd_digits_pos x) end.

Definition odd_digits (x : N) : bool := match x with N0 => false | Npos x => odd_digits_pos x end.

Lemma odd_digits_double x : odd_digits (N.double x) = odd_digits x.
Proof. destruct x; reflexivity. Qed.

Lemma odd_digits_succ_double x : odd_digits (N.succ_double x) = negb (odd_digits x).
Proof. destruct x; reflexivity. Qed.

Lemma odd_digits_lxor_pos x : forall y, odd_digits (Pos.lxor x y) = xorb (odd_digits_pos x) (odd_digits_pos y).
Proof.
  induction x as [x IH|x IH|]; intros [y|y|]; simpl;
    try (change Pos.Ndouble with N.double; change Pos.Nsucc_double with N.succ_double);
    rewrite ?odd_digits_double, ?odd_digits_succ_double, ?IH.
  all: try (destruct (odd_digits_pos x), (odd_digits_pos y); reflexivity).
  all: try (destruct (odd_digits_pos x); reflexivity).
  all: try (destruct (odd_digits_pos y); reflexivity).
  all: reflexivity.
Qed.

Lemma odd_digits_lxor x y : odd_digits (N.lxor x y) = xorb (odd_digits x) (odd_digits y).
Proof.
  destruct x as [|x]; [symmetry; apply xorb_false_l|]. destruct y as [|y]; [symmetry; apply xorb_false_r|].
  apply odd_digits_lxor_pos.
Qed.

(** A value v of heap n is common if the number of digits 1 that it shares with the mask is odd or even as is said for
    even heaps and for odd ones. *)
Definition common_by (mask : N) (odd_even odd_odd : bool) (n v : nat) : bool :=
  Bool.eqb (odd_digits (N.land (N.of_nat v) mask)) (if Nat.odd n then odd_odd else odd_even).

Lemma land_lxor x y mask : N.land (N.lxor x y) mask = N.lxor (N.land x mask) (N.land y mask).
Proof.
  apply N.bits_inj; intros i; rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
  now destruct (N.testbit x i), (N.testbit y i), (N.testbit mask i).
Qed.

(** It is enough to look at the parities of the two heaps and of what is removed. *)
Lemma sparse_by_parity c mask e o :
  (forall k, allows c k 2 = true -> forall i j : bool,
    xorb (if i then o else e) (if j then o else e) <> (if xorb (xorb i j) (Nat.odd k) then o else e)) ->
  sparse c (common_by mask e o).
Proof.
  intros H k a b x y Hk _ _ Hx Hy; unfold common_by in *.
  apply eqb_prop in Hx, Hy; specialize (H k Hk (Nat.odd a) (Nat.odd b)).
  assert (E : N.of_nat (Nat.lxor x y) = N.lxor (N.of_nat x) (N.of_nat y)).
  { apply N2Nat.inj; rewrite lxor_N, !Nat2N.id; reflexivity. }
  rewrite E, land_lxor, odd_digits_lxor, Hx, Hy, !Nat.odd_add.
  now apply eqb_false_iff.
Qed.

Lemma common_period mask e o p : (e = o \/ Nat.even p = true) ->
  forall n v, common_by mask e o (n + p) v = common_by mask e o n v.
Proof.
  intros H n v; unfold common_by; rewrite Nat.odd_add; destruct H as [->|H].
  - now destruct (xorb _ _), (Nat.odd n).
  - rewrite <- (Nat.negb_even p), H, xorb_false_r; reflexivity.
Qed.
