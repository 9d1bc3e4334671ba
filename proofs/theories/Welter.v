(** * Welter's game

    Coins on different squares of a strip; a move takes one coin to any lower square that is free.  Two squares
    mate to (a|b) = 2^(k+1) - 1, where 2^k is the greatest power of two that divides a - b.  The value of a
    position is the nim-sum of the squares together with (a|b) for every pair.

    The proof goes by halving.  Coins are split by the lowest digit of their squares; the value is the
    nim-sum of the values of the two halves, with one more digit that depends on the numbers of coins only.
    Conway's even alteration theorem says that among the moves of single coins that change the value by a
    nim-difference d an odd number goes down if and only if the value does; it follows by halving too, with a
    like statement for coins that change from one half to the other.

    Source: C. P. Welter, The theory of a class of games on a sequence of squares (1954); J. H. Conway, On
    Numbers and Games (1976), chapter 13.
    Used by: crates/grundy-games/src/welter.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game Halving.
Import ListNotations.

(** ** Welter's function *)

(** Digits above and at the lowest one in which a and b differ: none if they are equal. *)
Definition mate (a b : nat) : nat := let m := Nat.lxor a b in Nat.lxor m (m - 1).

(** What a coin on a square adds beside others. *)
Definition adds (others : list nat) (a : nat) : nat := Nat.lxor a (nim_sum (map (mate a) others)).

Fixpoint welter (coins : list nat) : nat :=
  match coins with [] => 0 | a :: others => Nat.lxor (adds others a) (welter others) end.

(** ** The game *)

Fixpoint coin_moves (taken coins : list nat) : list (list nat) :=
  match coins with
  | [] => []
  | a :: t =>
    map (fun y => y :: t) (filter (fun y => negb (member y taken)) (seq 0 a)) ++ map (cons a) (coin_moves taken t)
  end.

Lemma in_coin_moves taken l m :
  In m (coin_moves taken l) <->
  exists a x y b, l = a ++ x :: b /\ y < x /\ ~ In y taken /\ m = a ++ y :: b.
Proof.
  revert m; induction l as [|c t IH]; intros m; simpl.
  - split; [intros []|]; intros (a & x & y & b & H & _); destruct a; discriminate.
  - rewrite in_app_iff, !in_map_iff; split.
    + intros [(y & <- & Hy)|(u & <- & Hu)].
      * apply filter_In in Hy; rewrite in_seq, negb_true_iff, member_false in Hy.
        exists [], c, y, t; repeat split; (lia || tauto).
      * apply IH in Hu; destruct Hu as (a & x & y & b & -> & Hy & Hn & ->); exists (c :: a), x, y, b; auto.
    + intros (a & x & y & b & H & Hy & Hn & ->); destruct a as [|z a]; simpl in H; inversion H; subst.
      * left; exists y; split; [reflexivity|]; apply filter_In; rewrite in_seq, negb_true_iff, member_false.
        split; [lia|exact Hn].
      * right; exists (a ++ y :: b); split; [reflexivity|]; apply IH; exists a, x, y, b; auto.
Qed.

Definition welters_game : ruleset.
Proof.
  refine (measured (list nat) (fun coins => coin_moves coins coins) list_sum _).
  intros l m Hm; apply in_coin_moves in Hm; destruct Hm as (a & x & y & b & -> & Hy & _ & ->).
  rewrite !list_sum_app; simpl; lia.
Defined.

(** ** Halving what a coin adds *)

Lemma mate_digit p q a b :
  mate (digit p a) (digit q b) =
  if Bool.eqb p q then (if a =? b then 0 else digit true (mate a b)) else 1.
Proof.
  unfold mate; rewrite lxor_digit; destruct (Bool.eqb p q) eqn:E.
  - apply Bool.eqb_prop in E; subst; rewrite xorb_nilpotent; destruct (a =? b) eqn:Eab.
    + apply Nat.eqb_eq in Eab; subst; rewrite Nat.lxor_nilpotent; reflexivity.
    + apply Nat.eqb_neq in Eab; assert (Hm : Nat.lxor a b <> 0) by now rewrite lxor_zero.
      replace (digit false (Nat.lxor a b) - 1) with (digit true (Nat.lxor a b - 1)) by (unfold digit; simpl Nat.b2n; lia).
      now rewrite lxor_digit.
  - assert (Hpq : xorb p q = true) by (destruct p, q; (reflexivity || discriminate)); rewrite Hpq.
    replace (digit true (Nat.lxor a b) - 1) with (digit false (Nat.lxor a b)) by (unfold digit; simpl Nat.b2n; lia).
    rewrite lxor_digit, Nat.lxor_nilpotent; reflexivity.
Qed.

Lemma mate_same a : mate a a = 0.
Proof. unfold mate; rewrite Nat.lxor_nilpotent; reflexivity. Qed.

(* Mates of other squares are odd. *)
Lemma adds_digit_count s q w :
  adds s (digit q w) =
  digit (xorb q (Nat.odd (length (filter (fun b => negb (b =? digit q w)) s)))) (adds (half q s) w).
Proof.
  unfold adds; induction s as [|p a t IH] using digit_list_ind.
  - simpl; rewrite xorb_false_r, !Nat.lxor_0_r; reflexivity.
  - rewrite half_digit; cbn [map nim_sum fold_right filter]; fold (nim_sum (map (mate (digit q w)) t)).
    rewrite <- Nat.lxor_assoc, (Nat.lxor_comm (digit q w)), Nat.lxor_assoc, IH, mate_digit.
    destruct (Bool.eqb q p) eqn:E.
    + apply Bool.eqb_prop in E; subst p; rewrite Bool.eqb_reflx; cbn [map nim_sum fold_right].
      fold (nim_sum (map (mate w) (half q t))).
      destruct (w =? a) eqn:Ea.
      * apply Nat.eqb_eq in Ea; subst a; rewrite Nat.eqb_refl, mate_same; simpl negb; cbv iota.
        now rewrite !Nat.lxor_0_l.
      * assert (Hn : digit q a =? digit q w = false).
        { apply Nat.eqb_neq; intros H; apply digit_inj in H; destruct H as [_ ->]; now rewrite Nat.eqb_refl in Ea. }
        rewrite Hn; simpl negb; cbv iota; cbn [length]; rewrite lxor_digit, Nat.odd_succ, <- Nat.negb_odd.
        f_equal; [now destruct q, (Nat.odd _)|].
        now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm w).
    + assert (Hn : digit p a =? digit q w = false).
      { apply Nat.eqb_neq; intros H; apply digit_inj in H; destruct H as [-> _]; now rewrite Bool.eqb_reflx in E. }
      assert (Hpq : Bool.eqb p q = false) by (destruct p, q; (reflexivity || discriminate)); rewrite Hpq.
      rewrite Hn; simpl negb; cbv iota; cbn [length]; change 1 with (digit true 0).
      rewrite lxor_digit, Nat.odd_succ, <- Nat.negb_odd, Nat.lxor_0_l; f_equal; now destruct q, (Nat.odd _).
Qed.

Lemma filter_others y s : ~ In y s -> filter (fun b => negb (b =? y)) s = s.
Proof.
  induction s as [|a t IH]; simpl; intros H; [reflexivity|].
  destruct (a =? y) eqn:E; [apply Nat.eqb_eq in E; tauto|]; simpl; f_equal; tauto.
Qed.

Lemma adds_free s q w : ~ In (digit q w) s -> adds s (digit q w) = digit (xorb q (odd_number s)) (adds (half q s) w).
Proof. intros H; now rewrite adds_digit_count, filter_others. Qed.

Lemma adds_taken s q w : NoDup s -> In (digit q w) s ->
  adds s (digit q w) = digit (xorb q (negb (odd_number s))) (adds (half q s) w).
Proof.
  intros Hs Hin; rewrite adds_digit_count; do 2 f_equal; unfold odd_number.
  induction Hs as [|a t Ha Ht IH]; [destruct Hin|]; cbn [filter length].
  rewrite Nat.odd_succ, <- Nat.negb_odd, negb_involutive.
  destruct (a =? digit q w) eqn:E; simpl negb; cbv iota.
  - apply Nat.eqb_eq in E; subst; now rewrite filter_others.
  - destruct Hin as [->|Hin]; [rewrite Nat.eqb_refl in E; discriminate|].
    cbn [length]; rewrite Nat.odd_succ, <- Nat.negb_odd, IH by exact Hin; now rewrite negb_involutive.
Qed.

(** ** Halving Welter's function *)

Lemma welter_halves s : NoDup s ->
  welter s = digit (xorb (odd_number (half true s)) (odd_pairs (length s)))
                   (Nat.lxor (welter (half false s)) (welter (half true s))).
Proof.
  induction s as [|q a t IH] using digit_list_ind; intros Hs; [reflexivity|].
  inversion_clear Hs as [|? ? Ha Ht]; cbn [welter length odd_pairs].
  rewrite (IH Ht), adds_free, lxor_digit, !half_digit by exact Ha.
  unfold odd_number; destruct q; cbn [Bool.eqb welter length].
  - f_equal.
    + rewrite (Nat.odd_succ (length (half true t))), <- Nat.negb_odd.
      now destruct (Nat.odd (length t)), (odd_pairs (length t)), (Nat.odd (length (half true t))).
    + now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (adds _ _)).
  - f_equal; [|now rewrite <- !Nat.lxor_assoc].
    now destruct (Nat.odd (length t)), (odd_pairs (length t)), (Nat.odd (length (half true t))).
Qed.

(** ** Even alteration *)

(** Whether a coin finds a free square below x, or up to x, where it adds c. *)
Definition lower (up_to : bool) (s : list nat) (x c : nat) : bool :=
  existsb (fun y => negb (member y s) && (adds s y =? c)) (seq 0 (x + Nat.b2n up_to)).

Lemma lower_iff up_to s x c :
  lower up_to s x c = true <-> exists y, y < x + Nat.b2n up_to /\ ~ In y s /\ adds s y = c.
Proof.
  unfold lower; rewrite existsb_exists; split.
  - intros (y & Hy & H); apply in_seq in Hy; apply andb_true_iff in H.
    rewrite negb_true_iff, member_false, Nat.eqb_eq in H; exists y; split; [lia|exact H].
  - intros (y & Hy & H); exists y; rewrite in_seq, andb_true_iff, negb_true_iff, member_false, Nat.eqb_eq.
    split; [lia|exact H].
Qed.

Lemma lower_digit up_to s p z c0 c :
  lower up_to s (digit p z) (digit c0 c) =
  let q := xorb c0 (odd_number s) in
  lower (if Bool.eqb p q then up_to else p) (half q s) z c.
Proof.
  set (q := xorb c0 (odd_number s)); cbv zeta.
  apply eq_true_iff_eq; rewrite !lower_iff; split.
  - intros (y & Hy & Hn & Hc); rewrite <- (digits y) in *.
    rewrite adds_free in Hc by exact Hn; apply digit_inj in Hc; destruct Hc as [H0 Hc].
    assert (Hq : Nat.odd y = q) by (unfold q; rewrite <- H0; now destruct (Nat.odd y), (odd_number s)).
    rewrite Hq in *; exists (Nat.div2 y); rewrite in_half; repeat split; auto.
    clear - Hy; unfold digit in Hy; destruct p, q, up_to; simpl in *; lia.
  - intros (w & Hw & Hn & Hc); rewrite in_half in Hn; exists (digit q w); repeat split; [|exact Hn|].
    + clear - Hw; unfold digit; destruct p, q, up_to; simpl in *; lia.
    + rewrite adds_free by exact Hn; rewrite Hc; f_equal; unfold q; now destruct c0, (odd_number s).
Qed.

(** Coins that change from one set to another below, or from that to the first up to their own place: whether an
    odd number can, so that the nim-sum of the two functions changes by d. *)
Definition transfers (s t : list nat) (d : nat) : bool :=
  xorb (parity (fun x => lower false t x (Nat.lxor (adds s x) d)) s)
       (parity (fun x => lower true s x (Nat.lxor (adds t x) d)) t).

Definition transfers_value (s t : list nat) (d : nat) : bool :=
  if d =? 0 then xorb (odd_number t) (odd_pairs (length s + length t))
  else Nat.testbit (Nat.lxor (welter s) (welter t)) (Nat.log2 d).

Lemma transfers_halves s t d0 d : NoDup s -> NoDup t ->
  transfers s t (digit d0 d) =
  if xorb (negb (xorb (odd_number s) (odd_number t))) d0
  then xorb (transfers (half false s) (half true t) d) (transfers (half false t) (half true s) d)
  else xorb (transfers (half false s) (half false t) d) (transfers (half true s) (half true t) d).
Proof.
  intros Hs Ht; unfold transfers.
  set (change := xorb (negb (xorb (odd_number s) (odd_number t))) d0).
  assert (H : forall up_to u v p, NoDup u ->
    xorb (negb (xorb (odd_number u) (odd_number v))) d0 = change ->
    parity (fun z => lower up_to v (digit p z) (Nat.lxor (adds u (digit p z)) (digit d0 d))) (half p u) =
    parity (fun z => lower (if change then p else up_to) (half (xorb p change) v) z
                       (Nat.lxor (adds (half p u) z) d)) (half p u)).
  { intros up_to u v p Hu Hch; apply parity_ext; intros z Hz; apply in_half in Hz.
    rewrite adds_taken, lxor_digit, lower_digit by assumption; cbv zeta.
    assert (Hq : xorb (xorb (xorb p (negb (odd_number u))) d0) (odd_number v) = xorb p change).
    { rewrite <- Hch; now destruct p, (odd_number u), (odd_number v), d0. }
    rewrite Hq; f_equal; now destruct p, change, up_to. }
  assert (Hch : xorb (negb (xorb (odd_number t) (odd_number s))) d0 = change).
  { unfold change; now rewrite (xorb_comm (odd_number t)). }
  rewrite !(parity_halves _ s), !(parity_halves _ t).
  rewrite !(H false s t) by (assumption || reflexivity); rewrite !(H true t s) by assumption.
  destruct change; cbn [xorb];
    repeat match goal with |- context [parity ?f ?l] => generalize (parity f l); intros [] end; reflexivity.
Qed.

Lemma transfers_correct k : forall s t d, NoDup s -> NoDup t ->
  (forall a, In a s -> a < 2 ^ k) -> (forall a, In a t -> a < 2 ^ k) ->
  transfers s t d = transfers_value s t d.
Proof.
  induction k as [|k IH]; intros s t d Hs Ht Hks Hkt.
  - assert (Hv : transfers_value s t d = if d =? 0 then xorb (odd_number t) (odd_pairs (length s + length t)) else false).
    { unfold transfers_value; destruct (d =? 0); [reflexivity|].
      replace (Nat.lxor (welter s) (welter t)) with 0; [apply Nat.bits_0|].
      destruct (only_zero s Hs Hks) as [-> | ->], (only_zero t Ht Hkt) as [-> | ->]; reflexivity. }
    rewrite Hv; clear Hv; unfold transfers.
    destruct (only_zero s Hs Hks) as [-> | ->], (only_zero t Ht Hkt) as [-> | ->]; cbn [parity fold_right];
      change (adds [0] 0) with 0; rewrite ?Nat.lxor_0_l; now destruct d.
  - rewrite <- (digits d); set (d0 := Nat.odd d); set (e := Nat.div2 d); clearbody d0 e; clear d.
    pose proof (half_bound k false s Hks) as Hs0; pose proof (half_bound k true s Hks) as Hs1.
    pose proof (half_bound k false t Hkt) as Ht0; pose proof (half_bound k true t Hkt) as Ht1.
    rewrite transfers_halves by assumption.
    rewrite !IH by (try apply NoDup_half; assumption).
    unfold transfers_value at 5; rewrite (welter_halves s Hs), (welter_halves t Ht), lxor_digit.
    unfold transfers_value; destruct (e =? 0) eqn:He.
    + apply Nat.eqb_eq in He; subst e.
      rewrite (lengths_halves s), (lengths_halves t), !odd_pairs_add.
      unfold odd_number in *; rewrite (lengths_halves s), (lengths_halves t), !Nat.odd_add.
      destruct d0;
        [change (digit true 0 =? 0) with false; change (Nat.log2 (digit true 0)) with 0; rewrite digit_bit_0
        |change (digit false 0 =? 0) with true];
        destruct (Nat.odd (length (half false s))), (Nat.odd (length (half true s))),
                 (Nat.odd (length (half false t))), (Nat.odd (length (half true t))),
                 (odd_pairs (length (half false s))), (odd_pairs (length (half true s))),
                 (odd_pairs (length (half false t))), (odd_pairs (length (half true t))); reflexivity.
    + apply Nat.eqb_neq in He; assert (Hd : digit d0 e =? 0 = false).
      { apply Nat.eqb_neq; unfold digit; lia. }
      rewrite Hd, log2_digit, digit_bit_S by exact He; rewrite !Nat.lxor_spec.
      destruct (xorb _ d0); rewrite ?Nat.lxor_spec;
        destruct (Nat.testbit (welter (half false s)) (Nat.log2 e)), (Nat.testbit (welter (half true s)) (Nat.log2 e)),
                 (Nat.testbit (welter (half false t)) (Nat.log2 e)), (Nat.testbit (welter (half true t)) (Nat.log2 e));
        reflexivity.
Qed.

Definition without (a : nat) (s : list nat) : list nat := filter (fun b => negb (b =? a)) s.

(** Whether an odd number of coins can go down so that the value changes by d. *)
Definition good_moves (s : list nat) (d : nat) : bool :=
  parity (fun a => lower false (without a s) a (Nat.lxor (adds (without a s) a) d)) s.

Lemma in_without a b s : In b (without a s) <-> In b s /\ b <> a.
Proof. unfold without; rewrite filter_In, negb_true_iff, Nat.eqb_neq; reflexivity. Qed.

Lemma NoDup_without a s : NoDup s -> NoDup (without a s).
Proof. apply NoDup_filter. Qed.

Lemma half_without p q z s :
  half q (without (digit p z) s) = if Bool.eqb q p then without z (half p s) else half q s.
Proof.
  induction s as [|r a t IH] using digit_list_ind; [simpl; now destruct (Bool.eqb q p)|].
  rewrite !half_digit; unfold without at 1; cbn [filter]; fold (without (digit p z) t).
  destruct (digit r a =? digit p z) eqn:E; simpl negb; cbv iota.
  - apply Nat.eqb_eq, digit_inj in E; destruct E as [-> ->]; rewrite IH, Bool.eqb_reflx.
    destruct (Bool.eqb q p) eqn:Eq.
    + unfold without at 2; cbn [filter]; rewrite Nat.eqb_refl; reflexivity.
    + assert (Hp : Bool.eqb p q = false) by (destruct p, q; (reflexivity || discriminate)); now rewrite Hp.
  - rewrite half_digit, IH; destruct (Bool.eqb q p) eqn:Eq.
    + apply Bool.eqb_prop in Eq; subst q; destruct (Bool.eqb r p) eqn:Er; [|reflexivity].
      apply Bool.eqb_prop in Er; subst r; unfold without at 2; cbn [filter].
      assert (Haz : a =? z = false).
      { apply Nat.eqb_neq; intros ->; rewrite Nat.eqb_refl in E; discriminate. }
      rewrite Haz; reflexivity.
    + destruct (Bool.eqb r q); reflexivity.
Qed.

Lemma adds_without s a : NoDup s -> adds (without a s) a = adds s a.
Proof.
  intros _; unfold adds; f_equal; induction s as [|b t IH]; [reflexivity|].
  unfold without; cbn [filter]; destruct (b =? a) eqn:E; simpl negb; cbv iota.
  - apply Nat.eqb_eq in E; subst; cbn [map nim_sum fold_right]; now rewrite mate_same, Nat.lxor_0_l.
  - cbn [map nim_sum fold_right]; fold (without a t); unfold nim_sum in IH; now rewrite IH.
Qed.

Lemma good_moves_halves s d0 d : NoDup s ->
  good_moves s (digit d0 d) =
  if d0 then transfers (half false s) (half true s) d
  else xorb (good_moves (half false s) d) (good_moves (half true s) d).
Proof.
  intros Hs; unfold good_moves at 1; rewrite parity_halves.
  assert (H : forall p,
    parity (fun z => lower false (without (digit p z) s) (digit p z)
                      (Nat.lxor (adds (without (digit p z) s) (digit p z)) (digit d0 d))) (half p s) =
    parity (fun z => if d0 then lower p (half (negb p) s) z (Nat.lxor (adds (half p s) z) d)
                     else lower false (without z (half p s)) z (Nat.lxor (adds (without z (half p s)) z) d)) (half p s)).
  { intros p; apply parity_ext; intros z Hz; apply in_half in Hz.
    assert (Hfree : ~ In (digit p z) (without (digit p z) s)) by (rewrite in_without; tauto).
    rewrite adds_free, lxor_digit, lower_digit by exact Hfree; cbv zeta.
    set (r := odd_number (without (digit p z) s)).
    replace (xorb (xorb (xorb p r) d0) r) with (xorb p d0) by now destruct p, d0, r.
    rewrite !half_without, Bool.eqb_reflx; destruct d0; [|rewrite xorb_false_r, Bool.eqb_reflx; reflexivity].
    rewrite xorb_true_r; assert (E1 : Bool.eqb p (negb p) = false) by now destruct p.
    assert (E2 : Bool.eqb (negb p) p = false) by now destruct p.
    rewrite E1, E2, adds_without by now apply NoDup_half. reflexivity. }
  rewrite !H; destruct d0; reflexivity.
Qed.

(** Conway's even alteration theorem: an odd number of coins can go down so that the value changes by d if and only if
    that makes the value smaller. *)
Theorem even_alteration (s : list nat) (d : nat) :
  NoDup s -> d <> 0 -> good_moves s d = Nat.testbit (welter s) (Nat.log2 d).
Proof.
  assert (Hk : exists k, forall a, In a s -> a < 2 ^ k).
  { exists (S (list_max s)); intros a Ha.
    assert (H : a <= list_max s).
    { pose proof (proj1 (list_max_le s (list_max s)) (le_n _)) as HF; rewrite Forall_forall in HF; auto. }
    pose proof (Nat.pow_gt_lin_r 2 (S (list_max s)) ltac:(lia)); lia. }
  destruct Hk as [k Hk]; revert s d Hk; induction k as [|k IH]; intros s d Hk Hs Hd.
  - destruct (only_zero s Hs Hk) as [-> | ->].
    + cbn [welter]; rewrite Nat.bits_0; reflexivity.
    + change (welter [0]) with 0; rewrite Nat.bits_0; reflexivity.
  - rewrite <- (digits d); rewrite <- (digits d) in Hd.
    set (d0 := Nat.odd d) in *; set (e := Nat.div2 d) in *; clearbody d0 e; clear d.
    rewrite good_moves_halves, (welter_halves s Hs) by exact Hs.
    pose proof (half_bound k false s Hk) as H0; pose proof (half_bound k true s Hk) as H1.
    destruct d0.
    + rewrite (transfers_correct k) by (try apply NoDup_half; assumption).
      unfold transfers_value; destruct (e =? 0) eqn:He.
      * apply Nat.eqb_eq in He; subst e; change (Nat.log2 (digit true 0)) with 0.
        rewrite digit_bit_0, <- lengths_halves; reflexivity.
      * apply Nat.eqb_neq in He; rewrite log2_digit, digit_bit_S by exact He; reflexivity.
    + assert (He : e <> 0) by (intros ->; now apply Hd).
      rewrite !IH by (try apply NoDup_half; assumption).
      rewrite log2_digit, digit_bit_S, Nat.lxor_spec by exact He; reflexivity.
Qed.

(** ** The theorem *)

Lemma mate_comm a b : mate a b = mate b a.
Proof. unfold mate; now rewrite (Nat.lxor_comm a b). Qed.

Lemma adds_middle a x b c : adds (a ++ x :: b) c = Nat.lxor (mate c x) (adds (a ++ b) c).
Proof.
  unfold adds; rewrite !map_app, !nim_sum_app; simpl.
  rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (mate c x)); f_equal.
  rewrite !Nat.lxor_assoc; f_equal; apply Nat.lxor_comm.
Qed.

Lemma welter_middle a x b : welter (a ++ x :: b) = Nat.lxor (adds (a ++ b) x) (welter (a ++ b)).
Proof.
  induction a as [|c a IH]; [reflexivity|]; cbn [app welter].
  rewrite IH, adds_middle; unfold adds at 3; cbn [map nim_sum fold_right].
  fold (nim_sum (map (mate x) (a ++ b))); rewrite (mate_comm c x).
  change (Nat.lxor x (Nat.lxor (mate x c) (nim_sum (map (mate x) (a ++ b))))) with
    (Nat.lxor x (nim_sum (map (mate x) ([] ++ c :: a ++ b)))).
  fold (adds ([] ++ c :: a ++ b) x); rewrite adds_middle; cbn [app].
  rewrite <- !Nat.lxor_assoc; f_equal; rewrite !Nat.lxor_assoc; f_equal; apply Nat.lxor_comm.
Qed.

(* Changing one coin changes the value one to one. *)
Lemma adds_injective s x y : ~ In x s -> ~ In y s -> adds s x = adds s y -> x = y.
Proof.
  assert (H : forall k s x y, x < 2 ^ k -> y < 2 ^ k -> ~ In x s -> ~ In y s -> adds s x = adds s y -> x = y).
  { clear; induction k as [|k IH]; intros s x y Hx Hy; [simpl in *; lia|].
    destruct (digit_cases x) as (p & a & ->), (digit_cases y) as (q & b & ->); intros Hxs Hys.
    rewrite !adds_free by assumption; intros H; apply digit_inj in H; destruct H as [Ho H].
    assert (Hpq : p = q) by (clear - Ho; destruct p, q, (odd_number s); simpl in Ho; congruence); subst q; f_equal.
    rewrite Nat.pow_succ_r' in Hx, Hy; unfold digit in Hx, Hy.
    apply (IH (half p s)); rewrite ?in_half; auto; lia. }
  apply (H (S (max x y))); pose proof (Nat.pow_gt_lin_r 2 (S (max x y)) ltac:(lia)); lia.
Qed.

Lemma highest_digit_falls n m : m < n -> Nat.testbit n (Nat.log2 (Nat.lxor n m)) = true.
Proof.
  intros H; assert (Hd : Nat.lxor n m <> 0) by (rewrite lxor_zero; lia).
  pose proof (Nat.bit_log2 _ Hd) as Hb; rewrite Nat.lxor_spec in Hb.
  destruct (Nat.testbit n (Nat.log2 (Nat.lxor n m))) eqn:E; [reflexivity|exfalso].
  rewrite xorb_false_l in Hb; pose proof (lxor_lowers m _ Hd Hb) as Hl.
  rewrite (Nat.lxor_comm n), lxor_cancel in Hl; lia.
Qed.

Lemma without_middle a x b : NoDup (a ++ x :: b) -> without x (a ++ x :: b) = a ++ b.
Proof.
  intros H; apply NoDup_remove_2 in H; unfold without; rewrite filter_app; cbn [filter].
  rewrite Nat.eqb_refl; simpl negb; cbv iota; rewrite <- filter_app; now apply filter_others.
Qed.

(** The Grundy value of coins on different squares. *)
Theorem grundy_welter (coins : list nat) : NoDup coins -> grundy (coins : welters_game) = welter coins.
Proof.
  induction coins as [l IH] using (play_induction welters_game); intros Hl.
  assert (Hopt : forall a x y b, l = a ++ x :: b -> y < x -> ~ In y l ->
    In (a ++ y :: b) (options (l : welters_game)) /\ grundy ((a ++ y :: b) : welters_game) = welter (a ++ y :: b)).
  { intros a x y b Ha Hy Hn; assert (Ho : In (a ++ y :: b) (options (l : welters_game))).
    { apply in_coin_moves; exists a, x, y, b; auto. }
    split; [exact Ho|]; apply IH; [exact Ho|]; subst l.
    apply NoDup_Add with (a := y) (l := a ++ b); [apply Add_app|].
    split; [now apply NoDup_remove_1 in Hl|]; intros H; apply Hn, in_or_app; apply in_app_or in H; simpl; tauto. }
  apply grundy_unique.
  - intros m Hm; pose proof Hm as Hm'; apply in_coin_moves in Hm'.
    destruct Hm' as (a & x & y & b & Ha & Hy & Hn & ->).
    rewrite (proj2 (Hopt a x y b Ha Hy Hn)), Ha, !welter_middle; intros H; apply lxor_inj_r in H.
    subst l; apply adds_injective in H; [lia| |now apply NoDup_remove_2 in Hl].
    intros Hin; apply Hn, in_or_app; apply in_app_or in Hin; simpl; tauto.
  - intros n Hn; set (d := Nat.lxor (welter l) n).
    assert (Hd : d <> 0) by (unfold d; rewrite lxor_zero; lia).
    pose proof (even_alteration l d Hl Hd) as Heven; unfold d at 2 in Heven.
    rewrite highest_digit_falls in Heven by exact Hn; unfold good_moves in Heven.
    apply parity_true in Heven; destruct Heven as (x & Hx & Hlow).
    apply lower_iff in Hlow; destruct Hlow as (y & Hy & Hfree & Hadds); rewrite Nat.add_0_r in Hy.
    assert (Hyl : ~ In y l) by (intros H; apply Hfree, in_without; split; [exact H|lia]).
    apply in_split in Hx; destruct Hx as (a & b & Ha).
    destruct (Hopt a x y b Ha Hy Hyl) as [Ho Hg]; exists (a ++ y :: b); split; [exact Ho|]; rewrite Hg.
    rewrite Ha, without_middle in Hadds by (rewrite <- Ha; exact Hl).
    rewrite welter_middle, Hadds; unfold d; rewrite Ha, welter_middle.
    rewrite (Nat.lxor_assoc (adds (a ++ b) x) (welter (a ++ b)) n), lxor_cancel, (Nat.lxor_comm _ n); apply lxor_cancel_r.
Qed.

(** ** What is mated *)

(** (a|b) is 2^(k+1) - 1 where a - b is divisible by 2^k and not by 2^(k+1). *)
Theorem mate_divides (a b k : nat) :
  a mod 2 ^ k = b mod 2 ^ k -> a mod 2 ^ S k <> b mod 2 ^ S k -> mate a b = 2 ^ S k - 1.
Proof.
  revert a b; induction k as [|k IH]; intros a b;
    destruct (digit_cases a) as (p & x & ->), (digit_cases b) as (q & y & ->); rewrite mate_digit.
  - intros _ H; destruct (Bool.eqb p q) eqn:E; [exfalso|reflexivity].
    apply Bool.eqb_prop in E; subst; apply H; rewrite !digit_mod; simpl (2 ^ 0); now rewrite !Nat.mod_1_r.
  - rewrite !digit_mod; intros H1 H2; apply digit_inj in H1; destruct H1 as [-> H1].
    rewrite Bool.eqb_reflx; assert (H : x mod 2 ^ S k <> y mod 2 ^ S k) by congruence.
    destruct (x =? y) eqn:E; [apply Nat.eqb_eq in E; congruence|].
    rewrite (IH x y H1 H); unfold digit; simpl Nat.b2n.
    assert (Hk : 2 ^ k <> 0) by (apply Nat.pow_nonzero; lia); rewrite !Nat.pow_succ_r' in *; lia.
Qed.

(** ** The square that gives a wanted value *)

(** From the lowest digit up: a digit is the one wanted, turned once for each other coin that agrees below it. *)
Fixpoint square_for (digits_left : nat) (others : list nat) (wanted : nat) : option nat :=
  match digits_left with
  | 0 => match others with [] => Some 0 | _ => None end
  | S more =>
    let q := xorb (Nat.odd wanted) (odd_number others) in
    option_map (digit q) (square_for more (half q others) (Nat.div2 wanted))
  end.

(** Among the squares of so many digits it finds the only free one where a coin adds what is wanted. *)
Theorem square_for_correct (k : nat) (others : list nat) (wanted y : nat) :
  (forall b, In b others -> b < 2 ^ k) -> wanted < 2 ^ k ->
  square_for k others wanted = Some y <-> y < 2 ^ k /\ ~ In y others /\ adds others y = wanted.
Proof.
  revert others wanted y; induction k as [|k IH]; intros s c y Hs Hc.
  - simpl in Hc; assert (c = 0) by lia; subst c; cbn [square_for]; destruct s as [|b s].
    + split; [intros H; inversion H; simpl; repeat split; (lia || tauto)|].
      intros (Hy & _); f_equal; simpl in Hy; lia.
    + split; [discriminate|]; intros (Hy & Hn & _); exfalso; apply Hn; left.
      pose proof (Hs b (or_introl eq_refl)); simpl in *; lia.
  - cbn [square_for]; destruct (digit_cases c) as (c0 & e & ->).
    assert (Ho : Nat.odd (digit c0 e) = c0) by (rewrite <- Nat.bit0_odd; apply digit_bit_0).
    assert (Hh : Nat.div2 (digit c0 e) = e).
    { pose proof (digits (digit c0 e)) as H; rewrite Ho in H; apply digit_inj in H; tauto. }
    rewrite Ho, Hh; set (q := xorb c0 (odd_number s)).
    assert (He : e < 2 ^ k) by (rewrite Nat.pow_succ_r' in Hc; unfold digit in Hc; lia).
    specialize (IH (half q s) e); split.
    + destruct (square_for k (half q s) e) as [w|] eqn:E; [|discriminate]; intros H; inversion H; subst y; clear H.
      destruct (proj1 (IH w (half_bound k q s Hs) He) eq_refl) as (Hw & Hn & Ha).
      rewrite in_half in Hn; repeat split; [rewrite Nat.pow_succ_r'; unfold digit; destruct q; simpl; lia|exact Hn|].
      rewrite adds_free, Ha by exact Hn; f_equal; unfold q; now destruct c0, (odd_number s).
    + intros (Hy & Hn & Ha); destruct (digit_cases y) as (p & w & ->).
      rewrite adds_free in Ha by exact Hn; apply digit_inj in Ha; destruct Ha as [Hp Ha].
      assert (Hpq : p = q) by (unfold q; rewrite <- Hp; clear; now destruct p, (odd_number s)); subst p.
      rewrite (proj2 (IH w (half_bound k q s Hs) He)); [reflexivity|].
      rewrite in_half; repeat split; [rewrite Nat.pow_succ_r' in Hy; unfold digit in Hy; lia|exact Hn|exact Ha].
Qed.

(** ** The value digit by digit *)

(** The coins by their lowest j digits. *)
Fixpoint classes (j : nat) (s : list nat) : list (list nat) :=
  match j with 0 => [s] | S j => classes j (half false s) ++ classes j (half true s) end.

Definition odd_classes (j : nat) (s : list nat) : bool :=
  fold_right (fun c b => xorb (2 <=? length c mod 4) b) false (classes j s).

(** A digit of the value: that of the nim-sum, turned for each class of coins that agree below it with an odd number of
    pairs, which is 2 or 3 coins more than a multiple of 4. *)
Theorem welter_digit (j : nat) (s : list nat) :
  NoDup s -> Nat.testbit (welter s) j = xorb (Nat.testbit (nim_sum s) j) (odd_classes j s).
Proof.
  revert s; induction j as [|j IH]; intros s Hs; rewrite (welter_halves s Hs), (nim_sum_halves s).
  - rewrite !digit_bit_0; unfold odd_classes; cbn [classes fold_right]; now rewrite xorb_false_r, odd_pairs_mod.
  - rewrite !digit_bit_S, !Nat.lxor_spec, !IH by now apply NoDup_half.
    unfold odd_classes; cbn [classes].
    assert (Happ : forall a b : list (list nat),
      fold_right (fun c b => xorb (2 <=? length c mod 4) b) false (a ++ b) =
      xorb (fold_right (fun c b => xorb (2 <=? length c mod 4) b) false a)
           (fold_right (fun c b => xorb (2 <=? length c mod 4) b) false b)).
    { induction a as [|c a IHa]; intros b; cbn [app fold_right]; [now rewrite xorb_false_l|].
      now rewrite IHa, xorb_assoc. }
    rewrite Happ.
    destruct (Nat.testbit (nim_sum (half false s)) j), (Nat.testbit (nim_sum (half true s)) j),
      (fold_right _ false (classes j (half false s))), (fold_right _ false (classes j (half true s))); reflexivity.
Qed.
