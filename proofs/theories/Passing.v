(** * Nim with passing of stones

    A move takes at least one stone from a heap and then moves any number of that heap's remaining stones onto other
    heaps that are not empty; an empty heap is never filled again.  The player to move loses if and only if the heaps
    that are not empty pair off into equal sizes.  Under misère play the same holds while some heap has two stones or
    more; else who is to move loses if and only if the number of single stones is odd.

    Source: POJ 1740, A New Stone Game (2004), a problem of contests; the misère rule is grundy's.
    Used by: crates/grundy-games/src/passing.rs ([all_pair_off], [outcome]). *)

From Coq Require Import List Arith Lia Bool Permutation Sorting Orders Mergesort.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** The game *)

Definition may_rise (n x : nat) : bool := (n <=? x) && ((0 <? n) || (x =? 0)).

Fixpoint raised (l m : list nat) : bool :=
  match l, m with
  | [], [] => true
  | n :: l, x :: m => may_rise n x && raised l m
  | _, _ => false
  end.

(** One heap has become anything, the others have stayed or, if they were not empty, risen. *)
Fixpoint one_moved (l m : list nat) : bool :=
  match l, m with
  | n :: l, x :: m => raised l m || (may_rise n x && one_moved l m)
  | _, _ => false
  end.

Fixpoint tuples (bound length : nat) : list (list nat) :=
  match length with
  | 0 => [[]]
  | S length => flat_map (fun x => map (cons x) (tuples bound length)) (seq 0 bound)
  end.

(** A move makes the number of stones smaller: what is taken and given away comes from the heap moved from. *)
Definition passing_options (l : list nat) : list (list nat) :=
  filter (fun m => one_moved l m && (list_sum m <? list_sum l)) (tuples (list_sum l) (length l)).

Lemma in_tuples bound m : (forall x, In x m -> x < bound) -> In m (tuples bound (length m)).
Proof.
  induction m as [|x m IH]; intros H; simpl; [now left|].
  apply in_flat_map; exists x; split; [apply in_seq; specialize (H x (or_introl eq_refl)); lia|].
  apply in_map, IH; intros; apply H; now right.
Qed.

Lemma raised_length l : forall m, raised l m = true -> length l = length m.
Proof.
  induction l as [|n l IH]; intros [|x m] H; simpl in *; try discriminate; [reflexivity|].
  apply andb_true_iff in H; f_equal; apply IH, H.
Qed.

Lemma one_moved_length l : forall m, one_moved l m = true -> length l = length m.
Proof.
  induction l as [|n l IH]; intros [|x m] H; simpl in *; try discriminate; f_equal.
  apply orb_true_iff in H; destruct H as [H|H]; [now apply raised_length|].
  apply andb_true_iff in H; apply IH, H.
Qed.

Lemma in_list_sum x m : In x m -> x <= list_sum m.
Proof. induction m as [|y m IH]; simpl; [intros []|intros [->|H]; [lia|specialize (IH H); lia]]. Qed.

Lemma in_passing_options l m :
  In m (passing_options l) <-> one_moved l m = true /\ list_sum m < list_sum l.
Proof.
  unfold passing_options; rewrite filter_In, andb_true_iff, Nat.ltb_lt; split; [tauto|].
  intros [H1 H2]; split; [|tauto].
  rewrite (one_moved_length l m H1); apply in_tuples; intros x Hx; apply in_list_sum in Hx; lia.
Qed.

(** Nim with passing.  Empty heaps may stand in the list. *)
Definition passing : ruleset.
Proof.
  refine (measured (list nat) passing_options list_sum _).
  intros l m Hm; apply in_passing_options in Hm; tauto.
Defined.

(** A move as pairs of a heap and what becomes of it. *)
Definition stays (p : nat * nat) : Prop := fst p <= snd p /\ (fst p = 0 -> snd p = 0).

Lemma may_rise_iff n x : may_rise n x = true <-> stays (n, x).
Proof.
  unfold may_rise, stays; simpl; rewrite andb_true_iff, orb_true_iff, Nat.leb_le, Nat.ltb_lt, Nat.eqb_eq.
  split; intros [H1 H2]; (split; [exact H1|lia]).
Qed.

Lemma raised_iff l m :
  raised l m = true <-> exists z, l = map fst z /\ m = map snd z /\ Forall stays z.
Proof.
  revert m; induction l as [|n l IH]; intros m; split.
  - destruct m; [intros _; exists []; auto|discriminate].
  - intros ([|p z] & E & -> & _); [reflexivity|discriminate].
  - destruct m as [|x m]; [discriminate|]; simpl; rewrite andb_true_iff, may_rise_iff, IH.
    intros (H & z & -> & -> & F); exists ((n, x) :: z); auto.
  - intros ([|[n' x] z] & E & -> & F); [discriminate|]; inversion E; subst; inversion F; subst; simpl.
    rewrite andb_true_iff, may_rise_iff, IH; split; [assumption|eauto].
Qed.

Lemma one_moved_iff l m :
  one_moved l m = true <->
  exists a p b, l = map fst (a ++ p :: b) /\ m = map snd (a ++ p :: b) /\ Forall stays (a ++ b).
Proof.
  revert m; induction l as [|n l IH]; intros m; split.
  - discriminate.
  - intros (a & p & b & E & _); destruct a; discriminate.
  - destruct m as [|x m]; [discriminate|]; simpl; rewrite orb_true_iff, andb_true_iff, may_rise_iff, raised_iff, IH.
    intros [(z & -> & -> & F)|(H & a & p & b & -> & -> & F)].
    + exists [], (n, x), z; auto.
    + exists ((n, x) :: a), p, b; simpl; auto.
  - intros (a & p & b & E & -> & F); destruct a as [|[n' x] a]; simpl in *; inversion E; subst;
      rewrite orb_true_iff, andb_true_iff, may_rise_iff, raised_iff, IH.
    + left; exists b; auto.
    + right; inversion F; subst; split; [assumption|]; exists a, p, b; auto.
Qed.

Lemma permuted_move z z' :
  Permutation z z' -> one_moved (map fst z) (map snd z) = true -> one_moved (map fst z') (map snd z') = true.
Proof.
  intros P H; apply one_moved_iff in H; destruct H as (a & p & b & E1 & E2 & F).
  assert (E : z = a ++ p :: b).
  { clear - E1 E2; revert E1 E2; generalize (a ++ p :: b); intros y; revert y.
    induction z as [|[n x] z IH]; intros [|[n' x'] y] E1 E2; try discriminate; [reflexivity|].
    simpl in *; inversion E1; inversion E2; subst; f_equal; auto. }
  subst z; assert (Hp : In p z') by (apply (Permutation_in p P), in_or_app; right; now left).
  apply in_split in Hp; destruct Hp as (c & d & ->); apply Permutation_app_inv in P.
  apply one_moved_iff; exists c, p, d; repeat split.
  rewrite Forall_forall in *; intros q Hq; apply F, (Permutation_in q (Permutation_sym P) Hq).
Qed.

(** ** Pairs *)

(** How many heaps have t stones or more. *)
Definition above (t : nat) (l : list nat) : nat := length (filter (fun n => t <=? n) l).

(** All sizes but 0 occur an even number of times, so that the heaps pair off. *)
Definition paired (l : list nat) : Prop := forall t, 1 <= t -> Nat.Even (above t l).

Lemma above_cons t n l : above t (n :: l) = (if t <=? n then 1 else 0) + above t l.
Proof. unfold above; simpl; now destruct (t <=? n). Qed.

Lemma above_app t a b : above t (a ++ b) = above t a + above t b.
Proof. unfold above; now rewrite filter_app, app_length. Qed.

Lemma above_perm t l m : Permutation l m -> above t l = above t m.
Proof. induction 1; rewrite ?above_cons; try lia. Qed.

Lemma stones_above l T : (forall n, In n l -> n <= T) ->
  list_sum l = list_sum (map (fun t => above t l) (seq 1 T)).
Proof.
  induction l as [|n l IH]; intros H.
  - induction (seq 1 T) as [|t s IHs]; simpl in *; auto.
  - simpl list_sum at 1; rewrite IH by (intros; apply H; now right).
    assert (Hn : n <= T) by (apply H; now left); clear H IH.
    replace n with (list_sum (map (fun t => if t <=? n then 1 else 0) (seq 1 T))) at 1.
    + induction (seq 1 T) as [|t s IHs]; [reflexivity|]; simpl map; rewrite above_cons; simpl in *; lia.
    + replace T with (n + (T - n)) by lia; rewrite seq_app, map_app, list_sum_app.
      rewrite (map_ext_in _ (fun _ => 1) (seq 1 n)), (map_ext_in _ (fun _ => 0) (seq (1 + n) (T - n))).
      * replace (list_sum (map (fun _ => 0) (seq (1 + n) (T - n)))) with 0.
        -- generalize 1 at 2; clear; induction n as [|n IH]; intros k; simpl; [reflexivity|].
           specialize (IH (S k)); simpl in IH; lia.
        -- induction (seq (1 + n) (T - n)); simpl in *; auto.
      * intros t Ht; apply in_seq in Ht; destruct (Nat.leb_spec t n); lia.
      * intros t Ht; apply in_seq in Ht; destruct (Nat.leb_spec t n); lia.
Qed.

Lemma more_above l m : (forall t, 1 <= t -> above t l <= above t m) -> list_sum l <= list_sum m.
Proof.
  intros H; set (T := list_sum l + list_sum m).
  rewrite (stones_above l T), (stones_above m T) by (intros n Hn; apply in_list_sum in Hn; lia).
  assert (Hs : forall t, In t (seq 1 T) -> 1 <= t) by (intros t Ht; apply in_seq in Ht; lia).
  induction (seq 1 T) as [|t s IH]; simpl; [lia|].
  specialize (H t (Hs t (or_introl eq_refl))); specialize (IH (fun t Ht => Hs t (or_intror Ht))); lia.
Qed.

Lemma above_raised t z : Forall stays z -> above t (map fst z) <= above t (map snd z).
Proof.
  induction 1 as [|[n x] z [H _] F IH]; simpl map; [lia|]; rewrite !above_cons; simpl in *.
  destruct (Nat.leb_spec t n), (Nat.leb_spec t x); lia.
Qed.

(* No move takes more than one heap below any size. *)
Lemma above_moved t l m : one_moved l m = true -> above t l <= S (above t m).
Proof.
  intros H; apply one_moved_iff in H; destruct H as (a & p & b & -> & -> & F).
  apply (above_raised t) in F; rewrite !map_app, !above_app in *; simpl map; rewrite !above_cons.
  destruct (t <=? fst p), (t <=? snd p); lia.
Qed.

(* If both were pairs, no size would have fewer heaps after the move, and so the stones not be fewer. *)
Lemma pairs_broken l m : paired l -> In m (passing_options l) -> ~ paired m.
Proof.
  intros Hl Hm Pm; apply in_passing_options in Hm; destruct Hm as [H1 H2].
  apply (Nat.lt_irrefl (list_sum m)), (Nat.lt_le_trans _ _ _ H2), more_above; intros t Ht.
  pose proof (above_moved t l m H1); destruct (Hl t Ht) as [x Hx], (Pm t Ht) as [y Hy]; lia.
Qed.

(** ** From anywhere else some move leaves pairs

    In a list of an even number of heaps, from the largest down, every second is raised to the one before it. *)

Fixpoint match_up (l : list nat) : list (nat * nat) :=
  match l with
  | a :: b :: t => (a, a) :: (b, a) :: match_up t
  | _ => map (fun x => (x, x)) l
  end.

Definition descending : list nat -> Prop := StronglySorted (fun a b => b <= a).

Lemma evens_induction (P : list nat -> Prop) :
  P [] -> (forall a b t, Nat.Even (length t) -> P t -> P (a :: b :: t)) -> forall l, Nat.Even (length l) -> P l.
Proof.
  intros H0 H2 l; enough (H : (Nat.Even (length l) -> P l) /\ forall a, Nat.Even (length (a :: l)) -> P (a :: l))
    by apply H.
  induction l as [|b l [IH1 IH2]]; (split; [|intros a Ha]).
  - auto.
  - destruct Ha as [x Hx]; simpl in Hx; lia.
  - auto.
  - assert (He : Nat.Even (length l)) by (destruct Ha as [x Hx]; exists (x - 1); simpl in Hx; lia); auto.
Qed.

Lemma match_up_fst l : Nat.Even (length l) -> map fst (match_up l) = l.
Proof. intros He; revert l He; apply evens_induction; simpl; intros; congruence. Qed.

Lemma match_up_paired l : Nat.Even (length l) -> forall t, Nat.Even (above t (map snd (match_up l))).
Proof.
  intros He; revert l He; apply (evens_induction (fun l => forall t, Nat.Even (above t (map snd (match_up l))))).
  - intros t; exists 0; reflexivity.
  - intros a b l _ IH t; destruct (IH t) as [x Hx]; simpl map; rewrite !above_cons, Hx; simpl.
    destruct (t <=? a); [exists (S x)|exists x]; lia.
Qed.

Lemma match_up_stays l : Nat.Even (length l) -> descending l -> (forall n, In n l -> 1 <= n) ->
  Forall stays (match_up l).
Proof.
  intros He; revert l He; apply (evens_induction (fun l => descending l -> (forall n, In n l -> 1 <= n) -> Forall stays (match_up l))).
  - intros; constructor.
  - intros a b l _ IH Hd Hp; apply StronglySorted_inv in Hd; destruct Hd as [Hd Ha].
    inversion Ha as [|? ? Hab Ha']; subst; apply StronglySorted_inv in Hd; destruct Hd as [Hd _].
    assert (1 <= b) by (apply Hp; right; now left).
    simpl; repeat constructor; simpl; try lia; apply IH; auto; intros; apply Hp; right; now right.
Qed.

(* What is needed for it lies between the largest and the smallest; all of it only where there were pairs. *)
Lemma match_up_cost l : Nat.Even (length l) -> descending l -> forall M e,
  1 <= e -> e <= M -> (forall n, In n l -> e <= n <= M) ->
  list_sum (map snd (match_up l)) + e <= list_sum l + M /\
  (list_sum (map snd (match_up l)) + e = list_sum l + M -> forall t, Nat.Even (above t (M :: l ++ [e]))).
Proof.
  intros He; revert l He; apply (evens_induction (fun l => descending l -> forall M e,
    1 <= e -> e <= M -> (forall n, In n l -> e <= n <= M) ->
    list_sum (map snd (match_up l)) + e <= list_sum l + M /\
    (list_sum (map snd (match_up l)) + e = list_sum l + M -> forall t, Nat.Even (above t (M :: l ++ [e]))))).
  - intros _ M e He HM _; simpl; split; [lia|]; intros E t; assert (M = e) by lia; subst M.
    rewrite !above_cons; destruct (t <=? e); [exists 1|exists 0]; reflexivity.
  - intros a b l _ IH Hd M e He HM Hb; apply StronglySorted_inv in Hd; destruct Hd as [Hd Ha].
    inversion Ha as [|? ? Hab Ha']; subst; apply StronglySorted_inv in Hd; destruct Hd as [Hd Hbl].
    pose proof (Hb a (or_introl eq_refl)); pose proof (Hb b (or_intror (or_introl eq_refl))).
    rewrite Forall_forall in Hbl.
    destruct (IH Hd b e He) as [I1 I2]; [lia| |].
    { intros n Hn; split; [apply Hb; right; now right|now apply Hbl]. }
    simpl map; simpl list_sum; split; [lia|]; intros E t.
    assert (M = a) by lia; subst M; specialize (I2 ltac:(lia) t); rewrite above_cons in I2.
    rewrite <- !app_comm_cons, !above_cons; destruct I2 as [x Hx].
    destruct (t <=? a); [exists (S x)|exists x]; lia.
Qed.

Lemma descending_app a b : descending (a ++ b) ->
  descending a /\ forall x y, In x a -> In y b -> y <= x.
Proof.
  induction a as [|n a IH]; simpl; intros H; [split; [constructor|intros x y []]|].
  apply StronglySorted_inv in H; destruct H as [H F]; destruct (IH H) as [I1 I2]; rewrite Forall_forall in F.
  split; [constructor; [exact I1|apply Forall_forall; intros; apply F, in_or_app; now left]|].
  intros x y [<-|Hx] Hy; [apply F, in_or_app; now right|eauto].
Qed.

Definition move_of (z : list (nat * nat)) : Prop :=
  one_moved (map fst z) (map snd z) = true /\ list_sum (map snd z) < list_sum (map fst z) /\ paired (map snd z).

Lemma pairs_left (s : list nat) : descending s -> (forall n, In n s -> 1 <= n) ->
  paired s \/ exists z, map fst z = s /\ move_of z.
Proof.
  destruct s as [|M s]; intros Hd Hp; [left; intros t _; exists 0; reflexivity|].
  apply StronglySorted_inv in Hd; destruct Hd as [Hd HM]; rewrite Forall_forall in HM.
  assert (H1 : 1 <= M) by (apply Hp; now left).
  assert (Hps : forall n, In n s -> 1 <= n) by (intros; apply Hp; now right).
  destruct (Nat.Even_or_Odd (length s)) as [He|Ho].
  - right; exists ((M, 0) :: match_up s); split; [simpl; f_equal; now apply match_up_fst|].
    split; [|split].
    + apply one_moved_iff; exists [], (M, 0), (match_up s); repeat split; now apply match_up_stays.
    + destruct (match_up_cost s He Hd M 1) as [C _]; [lia|lia|auto|].
      simpl; rewrite match_up_fst by exact He; lia.
    + intros t Ht; simpl map; rewrite above_cons; destruct (Nat.leb_spec t 0); [lia|].
      now apply match_up_paired.
  - destruct (exists_last (l := s)) as (mid & e & ->).
    { intros ->; destruct Ho as [x Hx]; simpl in Hx; lia. }
    assert (He : Nat.Even (length mid)).
    { destruct Ho as [x Hx]; rewrite app_length in Hx; simpl in Hx; exists x; lia. }
    destruct (descending_app _ _ Hd) as [Hmid Hlast].
    assert (H1e : 1 <= e <= M) by (split; [apply Hps|apply HM]; apply in_or_app; right; now left).
    destruct (match_up_cost mid He Hmid M e) as [C1 C2]; [lia|lia| |].
    { intros n Hn; split; [apply Hlast; [exact Hn|now left]|apply HM, in_or_app; now left]. }
    destruct (Nat.eq_dec (list_sum (map snd (match_up mid)) + e) (list_sum mid + M)) as [E|E].
    + left; intros t _; auto.
    + right; exists ((M, e) :: match_up mid ++ [(e, e)]); split.
      { simpl; f_equal; rewrite map_app; simpl; f_equal; now apply match_up_fst. }
      split; [|split].
      * apply one_moved_iff; exists [], (M, e), (match_up mid ++ [(e, e)]); repeat split.
        simpl; apply Forall_app; split; [apply match_up_stays; auto|repeat constructor; simpl; lia].
        intros n Hn; apply Hps, in_or_app; now left.
      * simpl; rewrite !map_app, !list_sum_app; simpl; rewrite match_up_fst by exact He; lia.
      * intros t Ht; simpl map; rewrite map_app; simpl map; rewrite above_cons, above_app, above_cons.
        destruct (match_up_paired mid He t) as [x ->].
        change (above t []) with 0; destruct (t <=? e); [exists (S x)|exists x]; lia.
Qed.

Module Descending <: TotalLeBool.
  Definition t := nat.
  Definition leb (a b : nat) := b <=? a.
  Lemma leb_total a b : leb a b = true \/ leb b a = true.
  Proof. unfold leb; rewrite !Nat.leb_le; lia. Qed.
End Descending.

Module Sort_descending := Sort Descending.

Lemma sort_descending l : descending (Sort_descending.sort l).
Proof.
  assert (H : StronglySorted (fun a b => is_true (Descending.leb a b)) (Sort_descending.sort l)).
  { apply Sort_descending.StronglySorted_sort; intros x y z; unfold is_true, Descending.leb; rewrite !Nat.leb_le; lia. }
  unfold descending; induction H as [|a t H IH F]; constructor; [exact IH|].
  eapply Forall_impl; [|exact F]; intros b Hb; now apply Nat.leb_le.
Qed.

Lemma filter_parts (f : nat -> bool) l :
  Permutation l (filter f l ++ filter (fun x => negb (f x)) l).
Proof.
  induction l as [|x l IH]; simpl; [constructor|]; destruct (f x); simpl; [now constructor|].
  apply Permutation_cons_app; exact IH.
Qed.

Lemma move_to_pairs l : paired l \/ exists m, In m (passing_options l) /\ paired m.
Proof.
  set (s := Sort_descending.sort (filter (fun n => 0 <? n) l)).
  set (zeros := filter (fun n => negb (0 <? n)) l).
  assert (P : Permutation l (s ++ zeros)).
  { etransitivity; [apply (filter_parts (fun n => 0 <? n))|]; apply Permutation_app_tail, Sort_descending.Permuted_sort. }
  assert (Hz : forall n, In n zeros -> n = 0).
  { intros n Hn; apply filter_In in Hn; destruct Hn as [_ Hn]; destruct (Nat.ltb_spec 0 n); [discriminate|lia]. }
  assert (Hp : forall n, In n s -> 1 <= n).
  { intros n Hn; apply (Permutation_in n (Permutation_sym (Sort_descending.Permuted_sort _))) in Hn.
    apply filter_In in Hn; destruct Hn as [_ Hn]; apply Nat.ltb_lt in Hn; lia. }
  assert (Ha : forall t, 1 <= t -> above t zeros = 0).
  { intros t Ht; clear P; induction zeros as [|n r IH]; [reflexivity|]; rewrite above_cons, (Hz n) by now left.
    rewrite IH by (intros; apply Hz; now right); destruct (Nat.leb_spec t 0); lia. }
  destruct (pairs_left s (sort_descending _) Hp) as [H|(z & Ez & H1 & H2 & H3)].
  - left; intros t Ht; rewrite (above_perm t _ _ P), above_app, Ha, Nat.add_0_r; auto.
  - right; set (z0 := z ++ map (fun n => (n, n)) zeros).
    assert (E1 : map fst z0 = s ++ zeros).
    { unfold z0; rewrite map_app, Ez, map_map; simpl; now rewrite map_id. }
    assert (E2 : map snd z0 = map snd z ++ zeros) by (unfold z0; rewrite map_app, map_map; simpl; now rewrite map_id).
    assert (M0 : one_moved (map fst z0) (map snd z0) = true).
    { apply one_moved_iff in H1; destruct H1 as (a & p & b & Ea & Eb & F).
      apply one_moved_iff; exists a, p, (b ++ map (fun n => (n, n)) zeros).
      rewrite E1, E2, <- Ez, Ea, Eb; repeat (rewrite !map_app; simpl); rewrite !map_map; simpl; rewrite !map_id.
      rewrite <- !app_assoc; simpl; repeat split; rewrite app_assoc; apply Forall_app; split; [exact F|].
      apply Forall_forall; intros q Hq; apply in_map_iff in Hq; destruct Hq as (n & <- & Hn); split; simpl; lia. }
    rewrite <- E1 in P; destruct (Permutation_map_inv _ _ P) as (z' & -> & Pz).
    exists (map snd z'); split.
    + apply in_passing_options; split; [now apply (permuted_move z0)|].
      assert (Hs : forall a b : list nat, Permutation a b -> list_sum a = list_sum b).
      { clear; induction 1; simpl; lia. }
      rewrite <- (Hs _ _ (Permutation_map snd Pz)), <- (Hs _ _ (Permutation_map fst Pz)), E1, E2, !list_sum_app.
      rewrite <- Ez at 1; lia.
    + intros t Ht; rewrite <- (above_perm t _ _ (Permutation_map snd Pz)), E2, above_app, Ha, Nat.add_0_r; auto.
Qed.

(** The rule of normal play. *)
Theorem passing_lost (l : list nat) : lost (l : passing) <-> paired l.
Proof.
  revert l; apply (lost_characterised (G := passing)).
  - intros l Hl m Hm; now apply (pairs_broken l m).
  - exact move_to_pairs.
Qed.

(** ** Misère play *)

Definition are_single (l : list nat) : bool := forallb (fun n => n <=? 1) l.

Lemma are_single_above l : are_single l = true <-> above 2 l = 0.
Proof.
  induction l as [|n l IH]; [split; reflexivity|]; rewrite above_cons; cbn [are_single forallb].
  fold (are_single l); rewrite andb_true_iff, IH, Nat.leb_le; destruct (Nat.leb_spec 2 n); lia.
Qed.

Lemma above_1_sum l : are_single l = true -> above 1 l = list_sum l.
Proof.
  induction l as [|n l IH]; [reflexivity|]; simpl; rewrite andb_true_iff, Nat.leb_le; intros [Hn H].
  rewrite above_cons, (IH H); destruct (Nat.leb_spec 1 n); lia.
Qed.

(* Taking from a heap without giving. *)
Lemma take_from a n b x : x < n -> In (a ++ x :: b) (passing_options (a ++ n :: b)).
Proof.
  intros Hx; apply in_passing_options; split; [|rewrite !list_sum_app; simpl; lia].
  apply one_moved_iff; exists (map (fun n => (n, n)) a), (n, x), (map (fun n => (n, n)) b).
  rewrite !map_app; simpl; rewrite !map_map; simpl; rewrite !map_id; repeat split.
  apply Forall_app; split; apply Forall_forall; intros q Hq; apply in_map_iff in Hq; destruct Hq as (y & <- & _);
    split; simpl; lia.
Qed.

Lemma heap_above t l : 1 <= above t l -> exists a n b, l = a ++ n :: b /\ t <= n.
Proof.
  induction l as [|n l IH]; [unfold above; simpl; lia|]; rewrite above_cons.
  destruct (Nat.leb_spec t n); [exists [], n, l; auto|].
  intros H'; destruct IH as (a & x & b & -> & Hx); [lia|]; exists (n :: a), x, b; auto.
Qed.

Lemma can_move l t : 1 <= t -> 1 <= above t l -> passing_options l <> [].
Proof.
  intros Ht H E; destruct (heap_above t l H) as (a & n & b & -> & Hn).
  pose proof (take_from a n b 0 ltac:(lia)) as Hm; rewrite E in Hm; destruct Hm.
Qed.

(* Of single stones a move takes one. *)
Lemma single_move l m : are_single l = true -> In m (passing_options l) ->
  are_single m = true /\ S (above 1 m) = above 1 l.
Proof.
  intros Hl Hm; apply in_passing_options in Hm; destruct Hm as [H1 H2].
  pose proof (above_1_sum l Hl) as Hs; apply are_single_above in Hl; pose proof (above_moved 1 l m H1) as Hb.
  pose proof (stones_above m (2 + list_sum m)) as Hsm.
  rewrite Hsm in H2 by (intros n Hn; apply in_list_sum in Hn; lia); simpl in H2.
  split; [apply are_single_above|]; lia.
Qed.

Theorem passing_misere (l : list nat) :
  misere_lost (l : passing) <-> if are_single l then Nat.Odd (above 1 l) else paired l.
Proof.
  revert l; apply (misere_lost_characterised (G := passing)
    (fun l => if are_single l then Nat.Odd (above 1 l) else paired l)).
  - intros l Hl; destruct (are_single l) eqn:El; (split; [|intros m Hm]).
    + apply (can_move l 1); [lia|]; destruct Hl; lia.
    + destruct (single_move l m El Hm) as [-> Hs]; intros Ho; destruct Hl, Ho; lia.
    + apply (can_move l 2); [lia|]; destruct (Nat.eq_dec (above 2 l) 0) as [E|]; [|lia].
      apply are_single_above in E; congruence.
    + destruct (are_single m) eqn:Em; [|now apply (pairs_broken l)].
      apply are_single_above in Em; apply in_passing_options in Hm; destruct Hm as [Hm _].
      pose proof (above_moved 2 l m Hm); destruct (Hl 2 ltac:(lia)) as [x Hx].
      assert (E : above 2 l = 0) by lia; apply are_single_above in E; congruence.
  - intros l; destruct (are_single l) eqn:El.
    + destruct (Nat.Even_or_Odd (above 1 l)) as [He|Ho]; [right|now left].
      destruct (Nat.eq_dec (above 1 l) 0) as [E|E]; [left|right].
      * destruct (options (l : passing)) as [|m o] eqn:Eo; [reflexivity|exfalso].
        assert (Hm : In m (passing_options l)) by (change (In m (options (l : passing))); rewrite Eo; now left).
        destruct (single_move l m El Hm); lia.
      * destruct (heap_above 1 l ltac:(lia)) as (a & n & b & -> & Hn).
        exists (a ++ 0 :: b); pose proof (take_from a n b 0 ltac:(lia)) as Hm; split; [exact Hm|].
        destruct (single_move _ _ El Hm) as [-> Hs]; destruct He as [x Hx]; exists (x - 1); lia.
    + destruct (move_to_pairs l) as [H|(m & Hm & Pm)]; [now left|right; right].
      destruct (are_single m) eqn:Em; [|exists m; rewrite Em; auto].
      pose proof Hm as Hm'; apply in_passing_options in Hm'; destruct Hm' as [H1 H2].
      apply one_moved_iff in H1; destruct H1 as (a & [n x] & b & -> & -> & F).
      apply are_single_above in Em; apply (above_raised 2) in F.
      repeat rewrite !map_app in *; simpl in *; rewrite !above_app in *; rewrite above_cons in Em.
      assert (Hn : 2 <= n).
      { apply Nat.nlt_ge; intros Hn; assert (E : are_single (map fst a ++ n :: map fst b) = true); [|congruence].
        apply are_single_above; rewrite above_app, above_cons; destruct (Nat.leb_spec 2 n); lia. }
      set (o := above 1 (map fst a) + above 1 (map fst b)).
      assert (Hx : exists y, y <= 1 /\ Nat.Odd ((if 1 <=? y then 1 else 0) + o)).
      { destruct (Nat.Even_or_Odd o) as [[w Hw]|[w Hw]]; [exists 1|exists 0]; (split; [lia|]); exists w; simpl; lia. }
      destruct Hx as (y & Hy & Ho); exists (map fst a ++ y :: map fst b); split; [apply take_from; lia|].
      assert (E : are_single (map fst a ++ y :: map fst b) = true).
      { apply are_single_above; rewrite above_app, above_cons; destruct (Nat.leb_spec 2 y); lia. }
      rewrite E, above_app, above_cons; replace (above 1 (map fst a) + ((if 1 <=? y then 1 else 0) + above 1 (map fst b)))
        with ((if 1 <=? y then 1 else 0) + o) by lia; exact Ho.
Qed.

(** ** As the library computes it: the heaps that are not empty, ascending, two by two *)

Module Ascending <: TotalLeBool.
  Definition t := nat.
  Definition leb := Nat.leb.
  Lemma leb_total a b : leb a b = true \/ leb b a = true.
  Proof. unfold leb; rewrite !Nat.leb_le; lia. Qed.
End Ascending.

Module Sort_ascending := Sort Ascending.

(** passing::sorted *)
Definition sorted (l : list nat) : list nat := Sort_ascending.sort (filter (fun n => 0 <? n) l).

(** passing::all_pair_off *)
Fixpoint all_pair_off (l : list nat) : bool :=
  match l with
  | [] => true
  | [_] => false
  | a :: b :: t => (a =? b) && all_pair_off t
  end.

(** passing::outcome under normal and under misère play *)
Definition is_p (l : list nat) : bool := all_pair_off (sorted l).

Definition is_misere_p (l : list nat) : bool :=
  if are_single (sorted l) then Nat.odd (length (sorted l)) else all_pair_off (sorted l).

Lemma above_all t l : (forall n, In n l -> t <= n) -> above t l = length l.
Proof.
  induction l as [|n l IH]; intros H; [reflexivity|]; rewrite above_cons, IH by (intros; apply H; now right).
  specialize (H n (or_introl eq_refl)); destruct (Nat.leb_spec t n); simpl; lia.
Qed.

Lemma all_pair_off_paired l : StronglySorted (fun a b => a <= b) l -> (forall n, In n l -> 1 <= n) ->
  all_pair_off l = true <-> paired l.
Proof.
  enough (H : forall k l, length l <= k -> StronglySorted (fun a b => a <= b) l -> (forall n, In n l -> 1 <= n) ->
    all_pair_off l = true <-> paired l) by (apply (H (length l)); lia).
  clear l; induction k as [|k IH]; intros [|a [|b t]] Hk Hs Hp; simpl in Hk; try lia.
  - split; [intros _ t _; exists 0; reflexivity|reflexivity].
  - split; [intros _ t _; exists 0; reflexivity|reflexivity].
  - split; [discriminate|intros H]; exfalso; specialize (H a (Hp a (or_introl eq_refl))).
    rewrite above_cons, Nat.leb_refl in H; destruct H as [x Hx]; change (above a []) with 0 in Hx; lia.
  - cbn [all_pair_off]; apply StronglySorted_inv in Hs; destruct Hs as [Hs Ha].
    assert (Hbt : forall n, In n t -> b <= n).
    { apply StronglySorted_inv in Hs; destruct Hs as [_ F]; rewrite Forall_forall in F; exact F. }
    rewrite Forall_forall in Ha; pose proof (Ha b (or_introl eq_refl)).
    assert (Hs' : StronglySorted (fun a b => a <= b) t) by (now apply StronglySorted_inv in Hs).
    assert (Hp' : forall n, In n t -> 1 <= n) by (intros; apply Hp; right; now right).
    rewrite andb_true_iff, Nat.eqb_eq, (IH t) by (auto; lia); split.
    + intros [-> Ht] s Hs1; rewrite !above_cons; destruct (Ht s Hs1) as [x ->].
      destruct (s <=? b); [exists (S x)|exists x]; lia.
    + intros H'; assert (E : a = b).
      { apply Nat.le_antisymm; [assumption|]; apply Nat.nlt_ge; intros Hlt.
        pose proof (H' a (Hp a (or_introl eq_refl))) as [x Hx].
        pose proof (H' b (Hp b (or_intror (or_introl eq_refl)))) as [y Hy].
        rewrite !above_cons, Nat.leb_refl in *; rewrite above_all in Hx by (intros n Hn; specialize (Hbt n Hn); lia).
        rewrite above_all in Hy by exact Hbt.
        destruct (Nat.leb_spec a b), (Nat.leb_spec b a); lia. }
      subst b; split; [reflexivity|]; intros s Hs1; destruct (H' s Hs1) as [x Hx]; rewrite !above_cons in Hx.
      destruct (s <=? a); [exists (x - 1)|exists x]; lia.
Qed.

Lemma sorted_ascending l : StronglySorted (fun a b => a <= b) (sorted l).
Proof.
  assert (H : StronglySorted (fun a b => is_true (Ascending.leb a b)) (sorted l)).
  { apply Sort_ascending.StronglySorted_sort; intros x y z; unfold is_true, Ascending.leb; rewrite !Nat.leb_le; lia. }
  induction H as [|a t H IH F]; constructor; [exact IH|].
  eapply Forall_impl; [|exact F]; intros b Hb; now apply Nat.leb_le.
Qed.

Lemma in_sorted l n : In n (sorted l) <-> In n l /\ 1 <= n.
Proof.
  unfold sorted; split; intros H.
  - apply (Permutation_in n (Permutation_sym (Sort_ascending.Permuted_sort _))), filter_In in H.
    destruct H as [H Hn]; apply Nat.ltb_lt in Hn; split; [exact H|lia].
  - apply (Permutation_in n (Sort_ascending.Permuted_sort _)), filter_In; split; [tauto|apply Nat.ltb_lt; lia].
Qed.

Lemma above_sorted t l : 1 <= t -> above t (sorted l) = above t l.
Proof.
  intros Ht; unfold sorted; rewrite <- (above_perm t _ _ (Sort_ascending.Permuted_sort _)).
  induction l as [|n l IH]; [reflexivity|]; simpl; rewrite above_cons; destruct (Nat.ltb_spec 0 n).
  - rewrite above_cons; lia.
  - destruct (Nat.leb_spec t n); lia.
Qed.

Lemma is_p_paired l : is_p l = true <-> paired l.
Proof.
  unfold is_p; rewrite all_pair_off_paired; [|apply sorted_ascending|intros n Hn; now apply in_sorted in Hn].
  split; intros H t Ht; specialize (H t Ht); rewrite above_sorted in *; auto.
Qed.

Theorem passing_is_p (l : list nat) : lost (l : passing) <-> is_p l = true.
Proof. now rewrite passing_lost, is_p_paired. Qed.

Theorem passing_is_misere_p (l : list nat) : misere_lost (l : passing) <-> is_misere_p l = true.
Proof.
  rewrite passing_misere; unfold is_misere_p.
  assert (E : are_single (sorted l) = are_single l).
  { apply eq_true_iff_eq; rewrite !are_single_above, above_sorted by lia; reflexivity. }
  rewrite E; destruct (are_single l).
  - rewrite Nat.odd_spec, <- (above_all 1 (sorted l)), above_sorted; [reflexivity|lia|].
    intros n Hn; now apply in_sorted in Hn.
  - symmetry; apply is_p_paired.
Qed.
