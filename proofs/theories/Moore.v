(** * Moore's Nim

    A move takes stones from at least one and at most k heaps, at least one from each.  The player to move loses if and
    only if in each binary column the number of ones is divisible by k + 1.  Under misère play the same holds while some
    heap has two stones or more; else who is to move loses if and only if the number of heaps of one stone leaves the
    remainder 1.  With k = 1 this is Nim; with k = 0 nobody can ever move.

    Source: E. H. Moore, A generalization of the game called Nim (1910).
    Used by: crates/grundy-games/src/moore.rs, crates/grundy-number/src/bits.rs ([is_p], [is_misere_p]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** The game *)

(** [lowered c l m]: of the heaps l some c are lowered, which gives the heaps m. *)
Inductive lowered : nat -> list nat -> list nat -> Prop :=
| Lowered_nil : lowered 0 [] []
| Lowered_keep c n l m : lowered c l m -> lowered c (n :: l) (n :: m)
| Lowered_lower c n x l m : x < n -> lowered c l m -> lowered (S c) (n :: l) (x :: m).

Fixpoint lowerings (c : nat) (l : list nat) : list (list nat) :=
  match l with
  | [] => match c with 0 => [[]] | _ => [] end
  | n :: t =>
      map (cons n) (lowerings c t) ++
      match c with
      | 0 => []
      | S c => flat_map (fun x => map (cons x) (lowerings c t)) (seq 0 n)
      end
  end.

Lemma in_lowerings l : forall c m, In m (lowerings c l) <-> lowered c l m.
Proof.
  induction l as [|n t IH]; intros c m; simpl.
  - destruct c; simpl; split.
    + intros [<-|[]]; constructor.
    + intros H; inversion H; auto.
    + intros [].
    + intros H; inversion H.
  - rewrite in_app_iff, in_map_iff; split.
    + intros [(u & <- & Hu)|H]; [apply IH in Hu; now constructor|].
      destruct c as [|c]; [destruct H|]; apply in_flat_map in H; destruct H as (x & Hx & H).
      apply in_map_iff in H; destruct H as (u & <- & Hu); apply IH in Hu; apply in_seq in Hx.
      constructor; [lia|exact Hu].
    + intros H; inversion H; subst.
      * left; eexists; split; [reflexivity|]; now apply IH.
      * right; apply in_flat_map; exists x; split; [apply in_seq; lia|]; apply in_map; now apply IH.
Qed.

Definition moore_options (k : nat) (l : list nat) : list (list nat) :=
  flat_map (fun c => lowerings c l) (seq 1 k).

Lemma in_moore_options k l m :
  In m (moore_options k l) <-> exists c, 1 <= c <= k /\ lowered c l m.
Proof.
  unfold moore_options; rewrite in_flat_map; split; intros (c & H1 & H2); exists c.
  - apply in_seq in H1; apply in_lowerings in H2; split; [lia|exact H2].
  - rewrite in_seq, in_lowerings; split; [lia|exact H2].
Qed.

Lemma lowered_total c l m : lowered c l m -> list_sum m + c <= list_sum l.
Proof. induction 1; simpl; lia. Qed.

(** Moore's Nim with at most k heaps at a time.  Empty heaps may stand in the list. *)
Definition moore (k : nat) : ruleset.
Proof.
  refine (measured (list nat) (moore_options k) list_sum _).
  intros l m Hm; apply in_moore_options in Hm; destruct Hm as (c & Hc & H); apply lowered_total in H; lia.
Defined.

(** ** Columns *)

(** How many heaps have a one in a binary column. *)
Definition ones (i : nat) (l : list nat) : nat := length (filter (fun n => Nat.testbit n i) l).

Definition balanced (k : nat) (l : list nat) : Prop := forall i, ones i l mod (S k) = 0.

Lemma ones_cons i n l : ones i (n :: l) = (if Nat.testbit n i then 1 else 0) + ones i l.
Proof. unfold ones; simpl; now destruct (Nat.testbit n i). Qed.

Lemma pow2_pos w : 1 <= 2 ^ w.
Proof. pose proof (Nat.pow_nonzero 2 w); lia. Qed.

Lemma testbit_top n w : n < 2 ^ S w -> Nat.testbit n w = (2 ^ w <=? n).
Proof.
  rewrite Nat.pow_succ_r'; intros H; destruct (Nat.leb_spec (2 ^ w) n) as [Hl|Hl].
  - rewrite Nat.testbit_true; replace (n / 2 ^ w) with 1; [reflexivity|].
    apply Nat.div_unique with (n - 2 ^ w); lia.
  - rewrite Nat.testbit_false, Nat.div_small by exact Hl; reflexivity.
Qed.

Definition join (w : nat) (b : bool) (x : nat) : nat := if b then 2 ^ w + x else x.

Lemma join_mod n w : n < 2 ^ S w -> join w (Nat.testbit n w) (n mod 2 ^ w) = n.
Proof.
  intros H; rewrite testbit_top by exact H; rewrite Nat.pow_succ_r' in H; pose proof (pow2_pos w).
  destruct (Nat.leb_spec (2 ^ w) n) as [Hl|Hl]; simpl.
  - replace (n mod 2 ^ w) with (n - 2 ^ w); [lia|]; apply Nat.mod_unique with 1; lia.
  - now apply Nat.mod_small.
Qed.

Lemma join_below w b x : x < 2 ^ w -> join w b x < 2 ^ S w.
Proof. rewrite Nat.pow_succ_r'; unfold join; destruct b; lia. Qed.

Lemma testbit_below n w i : n < 2 ^ w -> w <= i -> Nat.testbit n i = false.
Proof.
  intros H Hi; rewrite Nat.testbit_false, Nat.div_small; [reflexivity|].
  apply Nat.lt_le_trans with (2 ^ w); [exact H|]; apply Nat.pow_le_mono_r; lia.
Qed.

Lemma testbit_join w b x i : x < 2 ^ w ->
  Nat.testbit (join w b x) i = if i =? w then b else Nat.testbit x i.
Proof.
  intros Hx; destruct (Nat.eqb_spec i w) as [->|Hi].
  - rewrite testbit_top by now apply join_below.
    unfold join; destruct b; [apply Nat.leb_le|apply Nat.leb_gt]; lia.
  - destruct (Nat.lt_ge_cases i w) as [Hw|Hw].
    + rewrite <- (Nat.mod_pow2_bits_low (join w b x) w i Hw), <- (Nat.mod_pow2_bits_low x w i Hw); f_equal.
      unfold join; destruct b; [|reflexivity].
      rewrite Nat.add_comm; rewrite <- (Nat.mul_1_l (2 ^ w)) at 1; apply Nat.mod_add; pose proof (pow2_pos w); lia.
    + rewrite (testbit_below x w i Hx Hw); apply (testbit_below _ (S w)); [now apply join_below|lia].
Qed.

Lemma ones_below w i l : (forall n, In n l -> n < 2 ^ w) -> w <= i -> ones i l = 0.
Proof.
  induction l as [|n t IH]; intros H Hi; [reflexivity|].
  rewrite ones_cons, (testbit_below n w i) by (auto; apply H; now left).
  rewrite IH; [reflexivity| |exact Hi]; intros; apply H; now right.
Qed.

Definition rests (w : nat) : list nat -> list nat := map (fun n => n mod 2 ^ w).

Lemma rests_below w l n : In n (rests w l) -> n < 2 ^ w.
Proof.
  intros H; apply in_map_iff in H; destruct H as (x & <- & _).
  apply Nat.mod_upper_bound; pose proof (pow2_pos w); lia.
Qed.

Lemma ones_rests w i l : i < w -> ones i (rests w l) = ones i l.
Proof.
  intros H; induction l as [|n t IH]; [reflexivity|].
  cbn [rests map]; fold (rests w t); now rewrite !ones_cons, IH, Nat.mod_pow2_bits_low.
Qed.

Lemma balanced_rests k w l : balanced k l -> balanced k (rests w l).
Proof.
  intros H i; destruct (Nat.lt_ge_cases i w) as [Hi|Hi].
  - rewrite ones_rests by exact Hi; apply H.
  - rewrite (ones_below w) by (auto; apply rests_below); now apply Nat.mod_0_l.
Qed.

(** ** No move joins two positions with balanced columns *)

Lemma lowered_ones w c l m :
  lowered c l m -> (forall n, In n l -> n < 2 ^ S w) ->
  ones w m <= ones w l <= ones w m + c /\ (ones w l = ones w m -> lowered c (rests w l) (rests w m)).
Proof.
  intros H; induction H as [|c n l m H IH|c n x l m Hx H IH]; intros Hb.
  - split; [unfold ones; simpl; lia|intros _; constructor].
  - destruct IH as [I1 I2]; [intros; apply Hb; now right|]; rewrite !ones_cons.
    split; [lia|intros He; constructor; apply I2; lia].
  - destruct IH as [I1 I2]; [intros; apply Hb; now right|]; rewrite !ones_cons.
    assert (Hn : n < 2 ^ S w) by (apply Hb; now left).
    pose proof (join_mod n w Hn) as En; pose proof (join_mod x w ltac:(lia)) as Ex.
    pose proof (pow2_pos w).
    pose proof (Nat.mod_upper_bound n (2 ^ w) ltac:(lia)); pose proof (Nat.mod_upper_bound x (2 ^ w) ltac:(lia)).
    destruct (Nat.testbit n w), (Nat.testbit x w); unfold join in En, Ex; try (exfalso; lia).
    + split; [lia|intros He; constructor; [lia|apply I2; lia]].
    + split; [lia|intros He; exfalso; lia].
    + split; [lia|intros He; constructor; [lia|apply I2; lia]].
Qed.

Lemma same_remainder M a b c : a <= b -> b <= a + c -> c < M -> a mod M = 0 -> b mod M = 0 -> a = b.
Proof.
  intros H1 H2 H3 Ha Hb; apply Nat.mod_divide in Ha, Hb; [|lia|lia].
  destruct Ha as [x ->], Hb as [y ->]; destruct (Nat.lt_trichotomy x y) as [|[->|]]; [|reflexivity|]; nia.
Qed.

Lemma no_move_between k w : forall c l m,
  lowered c l m -> c <= k -> (forall n, In n l -> n < 2 ^ w) -> balanced k l -> balanced k m -> c = 0.
Proof.
  induction w as [|w IH]; intros c l m H Hc Hb Bl Bm.
  - clear - H Hb; induction H as [|c n l m H IH|c n x l m Hx H IH].
    + reflexivity.
    + apply IH; intros; apply Hb; now right.
    + specialize (Hb n (or_introl eq_refl)); simpl in Hb; lia.
  - destruct (lowered_ones w c l m H Hb) as [H1 H2].
    assert (He : ones w m = ones w l) by (apply (same_remainder (S k) _ _ c); auto; lia).
    apply (IH c (rests w l) (rests w m)); eauto using balanced_rests, rests_below.
Qed.

(** ** From any other position a move leaves balanced columns

    From the highest column down; heaps lowered in a higher column are free: they may have any digits below it.
    Where these do not suffice to mend a column, its ones left over are few enough to be lowered too. *)

Definition frees (l : list (bool * nat)) : nat := length (filter fst l).

(* What becomes of the heaps below 2^w, when those that are free may be anything. *)
Inductive mended (w : nat) : nat -> list (bool * nat) -> list nat -> Prop :=
| Mended_nil : mended w 0 [] []
| Mended_free c n x l m : x < 2 ^ w -> mended w c l m -> mended w (S c) ((true, n) :: l) (x :: m)
| Mended_keep c n l m : mended w c l m -> mended w c ((false, n) :: l) (n :: m)
| Mended_lower c n x l m : x < n -> mended w c l m -> mended w (S c) ((false, n) :: l) (x :: m).

(* What is decided in column w: its digits, and which heaps are free below it. *)
Inductive decided (w : nat) : list (bool * nat) -> list (bool * nat) -> list bool -> Prop :=
| Decided_nil : decided w [] [] []
| Decided_free b n l l' t : decided w l l' t -> decided w ((true, n) :: l) ((true, n mod 2 ^ w) :: l') (b :: t)
| Decided_keep n l l' t :
    decided w l l' t -> decided w ((false, n) :: l) ((false, n mod 2 ^ w) :: l') (Nat.testbit n w :: t)
| Decided_off n l l' t :
    Nat.testbit n w = true -> decided w l l' t ->
    decided w ((false, n) :: l) ((true, n mod 2 ^ w) :: l') (false :: t).

Fixpoint joined (w : nat) (t : list bool) (m : list nat) : list nat :=
  match t, m with
  | b :: t, x :: m => join w b x :: joined w t m
  | _, _ => []
  end.

Definition count (t : list bool) : nat := length (filter (fun b => b) t).

Lemma count_cons b t : count (b :: t) = (if b then 1 else 0) + count t.
Proof. unfold count; simpl; now destruct b. Qed.

Lemma frees_cons f n l : frees ((f, n) :: l) = (if f then 1 else 0) + frees l.
Proof. unfold frees; simpl; now destruct f. Qed.

Definition all_below (w : nat) (l : list (bool * nat)) : Prop := forall x, In x l -> snd x < 2 ^ w.

Lemma all_below_cons w x l : all_below w (x :: l) <-> snd x < 2 ^ w /\ all_below w l.
Proof.
  unfold all_below; split.
  - intros H; split; [apply H; now left|intros; apply H; now right].
  - intros [H1 H2] y [<-|Hy]; auto.
Qed.

Lemma decided_joined w l l' t : decided w l l' t -> all_below (S w) l -> forall c m, mended w c l' m ->
  mended (S w) c l (joined w t m).
Proof.
  induction 1 as [|b n l l' t H IH|n l l' t H IH|n l l' t Hn H IH]; intros Hb c m Hm.
  - inversion Hm; constructor.
  - apply all_below_cons in Hb; destruct Hb as [_ Hb]; inversion Hm; subst; simpl.
    constructor; [now apply join_below|auto].
  - apply all_below_cons in Hb; destruct Hb as [Hn Hb]; simpl in Hn; pose proof (join_mod n w Hn) as En.
    inversion Hm; subst; simpl.
    + rewrite En; constructor; auto.
    + constructor; [|auto]; rewrite <- En at 2; unfold join; destruct (Nat.testbit n w); lia.
  - apply all_below_cons in Hb; destruct Hb as [Hn' Hb]; simpl in Hn'; pose proof (join_mod n w Hn') as En.
    rewrite Hn in En; inversion Hm; subst; simpl; constructor; [|auto]; unfold join in En; lia.
Qed.

Lemma decided_below w l l' t : decided w l l' t -> all_below w l'.
Proof.
  pose proof (pow2_pos w).
  induction 1; [intros x []|..]; apply all_below_cons; (split; [apply Nat.mod_upper_bound; simpl; lia|assumption]).
Qed.

Lemma mended_below w c l m : mended w c l m -> all_below w l -> forall n, In n m -> n < 2 ^ w.
Proof.
  induction 1 as [|c n x l m Hx H IH|c n l m H IH|c n x l m Hx H IH]; intros Hb; [intros n []|..];
    apply all_below_cons in Hb; destruct Hb as [Hn Hb]; intros y [<-|Hy]; auto; simpl in Hn; lia.
Qed.

Lemma decided_length w l l' t c m : decided w l l' t -> mended w c l' m -> length t = length m.
Proof.
  intros H; revert c m; induction H; intros c' m' Hm; inversion Hm; subst; simpl; f_equal; eauto.
Qed.

Lemma ones_joined w t : forall m i, length t = length m -> (forall n, In n m -> n < 2 ^ w) ->
  ones i (joined w t m) = if i =? w then count t else ones i m.
Proof.
  induction t as [|b t IH]; intros [|x m] i Hl Hm; try discriminate.
  - now destruct (i =? w).
  - cbn [joined]; rewrite !ones_cons, count_cons, testbit_join by (apply Hm; now left).
    rewrite IH; [now destruct (i =? w)|now inversion Hl|]; intros; apply Hm; now right.
Qed.

(* Ones of column w in heaps that are not free. *)
Definition stuck (w : nat) (l : list (bool * nat)) : nat :=
  length (filter (fun x => negb (fst x) && Nat.testbit (snd x) w) l).

Lemma stuck_cons w f n l :
  stuck w ((f, n) :: l) = (if f then 0 else if Nat.testbit n w then 1 else 0) + stuck w l.
Proof. unfold stuck; simpl; destruct f; simpl; [reflexivity|]; now destruct (Nat.testbit n w). Qed.

Lemma set_frees w l : forall j, j <= frees l ->
  exists l' t, decided w l l' t /\ frees l' = frees l /\ count t = j + stuck w l.
Proof.
  induction l as [|[f n] l IH]; intros j Hj.
  - exists [], []; unfold frees, stuck, count in *; simpl in *; split; [constructor|split; [reflexivity|lia]].
  - rewrite frees_cons in Hj; destruct f.
    + destruct j as [|j].
      * destruct (IH 0) as (l' & t & H1 & H2 & H3); [lia|].
        exists ((true, n mod 2 ^ w) :: l'), (false :: t); repeat split; [now constructor| |].
        -- now rewrite !frees_cons, H2.
        -- now rewrite count_cons, stuck_cons, H3.
      * destruct (IH j) as (l' & t & H1 & H2 & H3); [lia|].
        exists ((true, n mod 2 ^ w) :: l'), (true :: t); repeat split; [now constructor| |].
        -- now rewrite !frees_cons, H2.
        -- rewrite count_cons, stuck_cons, H3; lia.
    + destruct (IH j) as (l' & t & H1 & H2 & H3); [lia|].
      exists ((false, n mod 2 ^ w) :: l'), (Nat.testbit n w :: t); repeat split; [now constructor| |].
      * now rewrite !frees_cons, H2.
      * rewrite count_cons, stuck_cons, H3; lia.
Qed.

Lemma turn_off w l : forall j, j <= stuck w l ->
  exists l' t, decided w l l' t /\ frees l' = frees l + j /\ count t = stuck w l - j.
Proof.
  induction l as [|[f n] l IH]; intros j Hj.
  - exists [], []; unfold frees, stuck, count in *; simpl in *; split; [constructor|split; lia].
  - rewrite stuck_cons in *; destruct f; [|destruct (Nat.testbit n w) eqn:E].
    + destruct (IH j) as (l' & t & H1 & H2 & H3); [lia|].
      exists ((true, n mod 2 ^ w) :: l'), (false :: t); repeat split; [now constructor| |].
      * rewrite !frees_cons, H2; lia.
      * rewrite count_cons, H3; lia.
    + destruct j as [|j].
      * destruct (IH 0) as (l' & t & H1 & H2 & H3); [lia|].
        exists ((false, n mod 2 ^ w) :: l'), (Nat.testbit n w :: t); repeat split; [now constructor| |].
        -- rewrite !frees_cons, H2; lia.
        -- rewrite count_cons, H3, E; lia.
      * destruct (IH j) as (l' & t & H1 & H2 & H3); [lia|].
        exists ((true, n mod 2 ^ w) :: l'), (false :: t); repeat split; [now constructor| |].
        -- rewrite !frees_cons, H2; lia.
        -- rewrite count_cons, H3; lia.
    + destruct (IH j) as (l' & t & H1 & H2 & H3); [lia|].
      exists ((false, n mod 2 ^ w) :: l'), (Nat.testbit n w :: t); repeat split; [now constructor| |].
      * rewrite !frees_cons, H2; lia.
      * rewrite count_cons, H3, E; lia.
Qed.

Lemma decide k w l : frees l <= k ->
  exists l' t, decided w l l' t /\ frees l' <= k /\ count t mod (S k) = 0.
Proof.
  intros Hf; pose proof (Nat.div_mod (stuck w l) (S k) ltac:(lia)) as E.
  pose proof (Nat.mod_upper_bound (stuck w l) (S k) ltac:(lia)) as B.
  set (c := stuck w l mod S k) in *; set (d := stuck w l / S k) in *.
  destruct (Nat.eq_dec c 0) as [Hc|Hc]; [|destruct (Nat.le_gt_cases (S k - c) (frees l)) as [H|H]].
  - destruct (set_frees w l 0) as (l' & t & H1 & H2 & H3); [lia|].
    exists l', t; repeat split; [exact H1|lia|].
    rewrite H3; exact Hc.
  - destruct (set_frees w l (S k - c)) as (l' & t & H1 & H2 & H3); [lia|].
    exists l', t; repeat split; [exact H1|lia|].
    rewrite H3; replace (S k - c + stuck w l) with ((d + 1) * S k) by lia; apply Nat.mod_mul; lia.
  - destruct (turn_off w l c) as (l' & t & H1 & H2 & H3); [lia|].
    exists l', t; repeat split; [exact H1|lia|].
    rewrite H3; replace (stuck w l - c) with (d * S k) by lia; apply Nat.mod_mul; lia.
Qed.

Lemma mending k w : forall l, all_below w l -> frees l <= k ->
  exists c m, mended w c l m /\ c <= k /\ balanced k m.
Proof.
  induction w as [|w IH]; intros l Hb Hf.
  - exists (frees l), (map (fun _ => 0) l); split; [|split; [exact Hf|]].
    + clear Hf; induction l as [|[f n] l IHl]; [constructor|]; apply all_below_cons in Hb; destruct Hb as [Hn Hb].
      simpl in Hn; assert (n = 0) by lia; subst n; rewrite frees_cons; destruct f; simpl; constructor; simpl; auto.
    + intros i; replace (ones i (map (fun _ => 0) l)) with 0; [now apply Nat.mod_0_l|].
      clear; induction l as [|x l IHl]; [reflexivity|]; simpl map; now rewrite ones_cons, Nat.bits_0.
  - destruct (decide k w l Hf) as (l' & t & H1 & H2 & H3).
    destruct (IH l' (decided_below _ _ _ _ H1) H2) as (c & m & H4 & H5 & H6).
    exists c, (joined w t m); split; [eauto using decided_joined|split; [exact H5|]].
    intros i; rewrite ones_joined; [destruct (i =? w); [exact H3|apply H6]| |].
    + eauto using decided_length.
    + eauto using mended_below, decided_below.
Qed.

Lemma mended_lowered w c m : forall l, mended w c (map (pair false) l) m -> lowered c l m.
Proof.
  intros l; revert c m; induction l as [|n l IH]; intros c m H; inversion H; subst; constructor; auto.
Qed.

Lemma below_pow2 l n : In n l -> n < 2 ^ list_max l.
Proof.
  intros H; assert (n <= list_max l).
  { pose proof (proj1 (list_max_le l (list_max l)) (le_n _)) as F; rewrite Forall_forall in F; auto. }
  apply Nat.le_lt_trans with (list_max l); [assumption|]; apply Nat.pow_gt_lin_r; lia.
Qed.

Lemma move_to_balanced k l : exists c m, c <= k /\ lowered c l m /\ balanced k m.
Proof.
  destruct (mending k (list_max l) (map (pair false) l)) as (c & m & H1 & H2 & H3).
  - intros x Hx; apply in_map_iff in Hx; destruct Hx as (n & <- & Hn); now apply below_pow2.
  - replace (frees (map (pair false) l)) with 0; [lia|].
    induction l as [|n l IH]; [reflexivity|]; cbn [map]; now rewrite frees_cons.
  - exists c, m; eauto using mended_lowered.
Qed.

Lemma lowered_none l m : lowered 0 l m -> m = l.
Proof.
  revert m; induction l as [|n l IH]; intros m H; inversion H; subst; [reflexivity|]; f_equal; auto.
Qed.

(** Moore's theorem. *)
Theorem moore_lost (k : nat) (l : list nat) : lost (l : moore k) <-> balanced k l.
Proof.
  revert l; apply (lost_characterised (G := moore k)).
  - intros l Hl m Hm Bm; apply in_moore_options in Hm; destruct Hm as (c & Hc & H).
    assert (c = 0) by (apply (no_move_between k (list_max l) c l m); auto using below_pow2; lia); lia.
  - intros l; destruct (move_to_balanced k l) as ([|c] & m & Hc & H & Bm).
    + apply lowered_none in H; subst m; now left.
    + right; exists m; split; [|exact Bm]; apply in_moore_options; exists (S c); split; [lia|exact H].
Qed.

(** ** Misère play *)

Definition flat (l : list nat) : bool := forallb (fun n => n <=? 1) l.

Lemma flat_iff l : flat l = true <-> forall n, In n l -> n <= 1.
Proof.
  unfold flat; rewrite forallb_forall; split; intros H n Hn; specialize (H n Hn); now apply Nat.leb_le.
Qed.

(* Heaps of two stones or more. *)
Definition big (l : list nat) : nat := length (filter (fun n => 1 <? n) l).

Lemma big_cons n l : big (n :: l) = (if 1 <? n then 1 else 0) + big l.
Proof. unfold big; simpl; now destruct (1 <? n). Qed.

Lemma flat_big l : flat l = (big l =? 0).
Proof.
  induction l as [|n l IH]; [reflexivity|]; rewrite big_cons; cbn [flat forallb]; fold (flat l); rewrite IH.
  destruct (Nat.leb_spec n 1), (Nat.ltb_spec 1 n); try lia; reflexivity.
Qed.

Lemma lowered_big c l m : lowered c l m -> big l <= big m + c.
Proof.
  induction 1; rewrite ?big_cons; [unfold big; simpl; lia|..]; [lia|].
  destruct (1 <? n), (1 <? x); lia.
Qed.

Lemma testbit_0_flat n : n <= 1 -> (if Nat.testbit n 0 then 1 else 0) = n.
Proof. destruct n as [|[|]]; [reflexivity|reflexivity|lia]. Qed.

Lemma lowered_flat c l m : lowered c l m -> flat l = true -> flat m = true /\ ones 0 l = ones 0 m + c.
Proof.
  induction 1 as [|c n l m H IH|c n x l m Hx H IH]; intros Hf; [split; reflexivity|..];
    cbn [flat forallb] in *; fold (flat l) in Hf; fold (flat m); apply andb_true_iff in Hf; destruct Hf as [Hn Hf];
    destruct (IH Hf) as [I1 I2]; pose proof (proj1 (Nat.leb_le _ _) Hn); rewrite !ones_cons, I1, I2.
  - rewrite Hn; split; [reflexivity|lia].
  - assert (x = 0 /\ n = 1) as [-> ->] by lia; simpl; split; [reflexivity|lia].
Qed.

(* Some of the single stones are taken. *)
Lemma take_ones l : flat l = true -> forall c, c <= ones 0 l -> exists m, lowered c l m.
Proof.
  induction l as [|n l IH]; intros Hf c Hc.
  - unfold ones in Hc; simpl in Hc; assert (c = 0) by lia; subst c; exists []; constructor.
  - cbn [flat forallb] in Hf; fold (flat l) in Hf; apply andb_true_iff in Hf; destruct Hf as [Hn Hf].
    apply Nat.leb_le in Hn; rewrite ones_cons, testbit_0_flat in Hc by exact Hn.
    destruct (Nat.eq_dec n 0) as [->|Hn0]; [|assert (n = 1) by lia; subst n; destruct c as [|c]].
    + destruct (IH Hf c ltac:(lia)) as (m & H); exists (0 :: m); now constructor.
    + destruct (IH Hf 0 ltac:(lia)) as (m & H); exists (1 :: m); now constructor.
    + destruct (IH Hf c ltac:(lia)) as (m & H); exists (0 :: m); constructor; [lia|exact H].
Qed.

(* All larger heaps go down to 0, but some to 1, and some heaps of one stone are taken. *)
Definition singles (l : list nat) : nat := length (filter (fun n => n =? 1) l).

Lemma flatten l : forall keep remove, keep <= big l -> remove <= singles l ->
  exists m, lowered (big l + remove) l m /\ flat m = true /\ ones 0 m + remove = keep + singles l.
Proof.
  induction l as [|n l IH]; intros keep remove Hk Hr.
  - unfold big, singles in *; simpl in *; exists []; replace remove with 0 by lia; repeat split; [constructor|].
    unfold ones; simpl; lia.
  - rewrite big_cons in *; assert (Hs : singles (n :: l) = (if n =? 1 then 1 else 0) + singles l).
    { unfold singles; simpl; now destruct (n =? 1). }
    rewrite Hs in *; clear Hs; destruct n as [|[|n]].
    + change (1 <? 0) with false in *; change (0 =? 1) with false in *; simpl in Hk, Hr.
      destruct (IH keep remove Hk Hr) as (m & H1 & H2 & H3).
      exists (0 :: m); repeat split; [now constructor|exact H2|rewrite ones_cons, Nat.bits_0; lia].
    + change (1 <? 1) with false in *; change (1 =? 1) with true in *.
      destruct remove as [|remove].
      * destruct (IH keep 0 Hk ltac:(lia)) as (m & H1 & H2 & H3).
        exists (1 :: m); repeat split; [now constructor|exact H2|rewrite ones_cons; change (Nat.testbit 1 0) with true; cbv iota; lia].
      * destruct (IH keep remove Hk ltac:(lia)) as (m & H1 & H2 & H3).
        exists (0 :: m); repeat split; [|exact H2|rewrite ones_cons, Nat.bits_0; lia].
        rewrite Nat.add_succ_r; constructor; [lia|exact H1].
    + change (1 <? S (S n)) with true in *; change (S (S n) =? 1) with false in *.
      destruct keep as [|keep].
      * destruct (IH 0 remove ltac:(lia) Hr) as (m & H1 & H2 & H3).
        exists (0 :: m); repeat split; [constructor; [lia|exact H1]|exact H2|rewrite ones_cons, Nat.bits_0; lia].
      * destruct (IH keep remove ltac:(lia) Hr) as (m & H1 & H2 & H3).
        exists (1 :: m); repeat split; [constructor; [lia|exact H1]|exact H2|rewrite ones_cons; change (Nat.testbit 1 0) with true; cbv iota; lia].
Qed.

(* With balanced columns there are no larger heaps, or more than k. *)
Lemma balanced_big k l : balanced k l -> big l = 0 \/ k < big l.
Proof.
  intros B; destruct (Nat.eq_dec (big l) 0) as [|Hb]; [now left|right].
  assert (Hn : exists n, In n l /\ 2 <= n).
  { clear B; induction l as [|n l IH]; [now elim Hb|]; rewrite big_cons in Hb.
    destruct (Nat.ltb_spec 1 n); [exists n; split; [now left|lia]|].
    destruct IH as (x & Hx & H2); [lia|]; exists x; split; [now right|exact H2]. }
  destruct Hn as (n & Hn & H2); set (i := Nat.log2 n).
  assert (Hi : 1 <= i) by (unfold i; change 1 with (Nat.log2 2); now apply Nat.log2_le_mono).
  assert (Hle : forall l, ones i l <= big l).
  { clear - Hi; induction l as [|x l IH]; [unfold ones; simpl; lia|]; rewrite ones_cons, big_cons.
    destruct (Nat.testbit x i) eqn:E; [|lia]; destruct (Nat.ltb_spec 1 x) as [|Hx]; [lia|].
    assert (H2 : x < 2 ^ 1) by (simpl; lia); rewrite (testbit_below x 1 i H2 Hi) in E; discriminate. }
  assert (H1 : 1 <= ones i l).
  { clear - Hn H2; unfold ones; assert (H : In n (filter (fun n => Nat.testbit n i) l)).
    { apply filter_In; split; [exact Hn|]; apply Nat.bit_log2; lia. }
    destruct (filter _ l); [destruct H|simpl; lia]. }
  specialize (B i); apply Nat.mod_divide in B; [|lia]; destruct B as [[|d] Hd]; specialize (Hle l); lia.
Qed.

Lemma multiples_apart M x y c : M * x = M * y + c -> 1 <= c -> c < M -> False.
Proof. intros; destruct (Nat.lt_trichotomy x y) as [|[->|]]; nia. Qed.

(** Moore's theorem for misère play. *)
Theorem moore_misere (k : nat) (l : list nat) :
  1 <= k ->
  misere_lost (l : moore k) <-> if flat l then ones 0 l mod (S k) = 1 mod (S k) else balanced k l.
Proof.
  intros Hk; revert l; rewrite (Nat.mod_small 1) by lia.
  apply (misere_lost_characterised (G := moore k) (fun l => if flat l then ones 0 l mod (S k) = 1 else balanced k l)).
  - intros l Hl; destruct (flat l) eqn:Ef.
    + assert (H1 : 1 <= ones 0 l) by (destruct (ones 0 l); [rewrite Nat.mod_0_l in Hl; lia|lia]).
      split.
      * destruct (take_ones l Ef 1 H1) as (m & Hm).
        assert (Hin : In m (moore_options k l)) by (apply in_moore_options; exists 1; split; [lia|exact Hm]).
        intros E; change (moore_options k l = []) in E; rewrite E in Hin; destruct Hin.
      * intros m Hm; apply in_moore_options in Hm; destruct Hm as (c & Hc & H).
        destruct (lowered_flat c l m H Ef) as [Hf He]; rewrite Hf; intros Hm.
        pose proof (Nat.div_mod (ones 0 l) (S k) ltac:(lia)); pose proof (Nat.div_mod (ones 0 m) (S k) ltac:(lia)).
        apply (multiples_apart (S k) (ones 0 l / S k) (ones 0 m / S k) c); lia.
    + destruct (balanced_big k l Hl) as [Hb|Hb]; [rewrite flat_big, Hb in Ef; discriminate|]; split.
      * assert (Hn : exists m, lowered 1 l m).
        { clear - Hb; assert (Hb' : 1 <= big l) by lia; clear Hb; induction l as [|n l IH]; [unfold big in Hb'; simpl in Hb'; lia|].
          rewrite big_cons in Hb'; destruct (Nat.ltb_spec 1 n).
          - exists (0 :: l); constructor; [lia|]; clear; induction l; now constructor.
          - destruct IH as (m & Hm); [lia|]; exists (n :: m); now constructor. }
        destruct Hn as (m & Hm).
        assert (Hin : In m (moore_options k l)) by (apply in_moore_options; exists 1; split; [lia|exact Hm]).
        intros E; change (moore_options k l = []) in E; rewrite E in Hin; destruct Hin.
      * intros m Hm; apply in_moore_options in Hm; destruct Hm as (c & Hc & H).
        pose proof (lowered_big c l m H) as Hbm; rewrite flat_big.
        destruct (Nat.eqb_spec (big m) 0) as [|_]; [lia|]; intros Bm.
        assert (c = 0) by (apply (no_move_between k (list_max l) c l m); auto using below_pow2; lia); lia.
  - intros l; destruct (flat l) eqn:Ef.
    + pose proof (Nat.mod_upper_bound (ones 0 l) (S k) ltac:(lia)) as B.
      pose proof (Nat.div_mod (ones 0 l) (S k) ltac:(lia)) as E.
      destruct (Nat.eq_dec (ones 0 l mod S k) 1) as [|H1]; [now left|right].
      destruct (Nat.eq_dec (ones 0 l) 0) as [H0|H0]; [left|right].
      * destruct (options (l : moore k)) as [|m o] eqn:Eo; [reflexivity|exfalso].
        assert (Hm : In m (moore_options k l)) by (change (In m (options (l : moore k))); rewrite Eo; now left).
        apply in_moore_options in Hm; destruct Hm as (c & Hc & H).
        destruct (lowered_flat c l m H Ef); lia.
      * assert (Hr : exists r, 1 <= r <= k /\ r <= ones 0 l /\ (ones 0 l - r) mod (S k) = 1).
        { destruct (Nat.eq_dec (ones 0 l mod S k) 0) as [Hz|Hz].
          - destruct (ones 0 l / S k) as [|d]; [lia|]; exists k; repeat split; [lia|lia|lia|].
            symmetry; apply Nat.mod_unique with d; lia.
          - exists (ones 0 l mod S k - 1); repeat split; [lia|lia|lia|].
            symmetry; apply Nat.mod_unique with (ones 0 l / S k); lia. }
        destruct Hr as (r & Hr & Hrl & Hm); destruct (take_ones l Ef r Hrl) as (m & H).
        exists m; split; [apply in_moore_options; eauto|].
        destruct (lowered_flat r l m H Ef) as [-> He]; replace (ones 0 m) with (ones 0 l - r) by lia; exact Hm.
    + assert (Hb : 1 <= big l) by (rewrite flat_big in Ef; apply Nat.eqb_neq in Ef; lia).
      destruct (Nat.le_gt_cases (big l) k) as [Hbk|Hbk].
      * right; right.
        assert (Hkr : exists keep remove, keep <= big l /\ remove <= singles l /\ big l + remove <= k /\
                  exists d, keep + singles l = remove + 1 + d * S k).
        { pose proof (Nat.mod_upper_bound (singles l) (S k) ltac:(lia)) as B.
          pose proof (Nat.div_mod (singles l) (S k) ltac:(lia)) as E.
          set (r := singles l mod S k) in *; set (d := singles l / S k) in *.
          destruct (Nat.le_gt_cases r 1) as [Hr|Hr].
          - exists (1 - r), 0; repeat split; [lia|lia|lia|]; exists d; lia.
          - destruct (Nat.le_gt_cases (k + 2 - r) (big l)) as [Hm|Hm].
            + exists (k + 2 - r), 0; repeat split; [lia|lia|lia|]; exists (d + 1); lia.
            + exists 0, (r - 1); repeat split; [lia|lia|lia|]; exists d; lia. }
        destruct Hkr as (keep & remove & H1 & H2 & H3 & d & H4).
        destruct (flatten l keep remove H1 H2) as (m & H5 & H6 & H7).
        exists m; split; [apply in_moore_options; exists (big l + remove); split; [lia|exact H5]|].
        rewrite H6; symmetry; apply Nat.mod_unique with d; lia.
      * destruct (move_to_balanced k l) as (c & m & Hc & H & Bm).
        destruct c as [|c]; [apply lowered_none in H; subst m; now left|right; right].
        exists m; split; [apply in_moore_options; exists (S c); split; [lia|exact H]|].
        pose proof (lowered_big _ l m H); rewrite flat_big; destruct (Nat.eqb_spec (big m) 0); [lia|exact Bm].
Qed.

(** ** As the library computes it

    The modulus is 1 more than k or than the number of heaps, whichever is less, since no more heaps than there are
    can be moved in. *)

Definition columns_divisible (modulus : nat) (l : list nat) : bool :=
  forallb (fun i => ones i l mod modulus =? 0) (seq 0 (S (Nat.log2 (list_max l)))).

(** bits::is_p *)
Definition is_p (k : nat) (l : list nat) : bool :=
  match k with
  | 0 => true
  | 1 => nim_sum l =? 0
  | _ => columns_divisible (S (Nat.min k (length l))) l
  end.

(** bits::is_misere_p *)
Definition is_misere_p (k : nat) (l : list nat) : bool :=
  if k =? 0 then false
  else if flat l then ones 0 l mod S (Nat.min k (length l)) =? 1
  else is_p k l.

Lemma ones_length i l : ones i l <= length l.
Proof. induction l as [|n l IH]; [unfold ones; simpl; lia|]; rewrite ones_cons; simpl; destruct (Nat.testbit n i); lia. Qed.

Lemma ones_modulus i k l : ones i l mod S (Nat.min k (length l)) = ones i l mod S k.
Proof.
  pose proof (ones_length i l); destruct (Nat.min_spec k (length l)) as [[_ ->]|[H' ->]]; [reflexivity|].
  now rewrite !Nat.mod_small by lia.
Qed.

Lemma columns_divisible_iff k l : columns_divisible (S (Nat.min k (length l))) l = true <-> balanced k l.
Proof.
  unfold columns_divisible, balanced; rewrite forallb_forall; split.
  - intros H i; destruct (Nat.le_gt_cases i (Nat.log2 (list_max l))) as [Hi|Hi].
    + rewrite <- ones_modulus; apply Nat.eqb_eq, H, in_seq; lia.
    + replace (ones i l) with 0; [now apply Nat.mod_0_l|].
      symmetry; apply (ones_below (S (Nat.log2 (list_max l)))); [|lia].
      intros n Hn; pose proof (proj1 (list_max_le l (list_max l)) (le_n _)) as F; rewrite Forall_forall in F.
      specialize (F n Hn); destruct n as [|n]; [apply pow2_pos|].
      apply Nat.le_lt_trans with (list_max l); [exact F|]; apply Nat.log2_spec; lia.
  - intros H i _; rewrite ones_modulus; apply Nat.eqb_eq, H.
Qed.

Lemma nim_sum_balanced l : nim_sum l = 0 <-> balanced 1 l.
Proof.
  assert (H : forall i, Nat.testbit (nim_sum l) i = Nat.odd (ones i l)).
  { intros i; induction l as [|n l IH]; [apply Nat.bits_0|].
    rewrite ones_cons, Nat.odd_add; cbn [nim_sum fold_right]; fold (nim_sum l).
    rewrite Nat.lxor_spec, IH; now destruct (Nat.testbit n i). }
  assert (Hodd : forall n, n mod 2 = 0 <-> Nat.odd n = false).
  { intros n; rewrite <- Nat.bit0_odd, Nat.testbit_false, Nat.pow_0_r, Nat.div_1_r; reflexivity. }
  split.
  - intros E i; apply Hodd; now rewrite <- H, E, Nat.bits_0.
  - intros B; apply Nat.bits_inj; intros i; rewrite H, Nat.bits_0; now apply Hodd.
Qed.

Theorem moore_is_p (k : nat) (l : list nat) : lost (l : moore k) <-> is_p k l = true.
Proof.
  rewrite moore_lost; unfold is_p; destruct k as [|[|k]].
  - split; [reflexivity|intros _ i; apply Nat.mod_1_r].
  - now rewrite Nat.eqb_eq, nim_sum_balanced.
  - symmetry; apply columns_divisible_iff.
Qed.

Theorem moore_is_misere_p (k : nat) (l : list nat) : misere_lost (l : moore k) <-> is_misere_p k l = true.
Proof.
  unfold is_misere_p; destruct (Nat.eqb_spec k 0) as [->|Hk].
  - split; [|discriminate]; intros H; inversion H as [p Hp _]; now elim Hp.
  - rewrite moore_misere by lia; rewrite (Nat.mod_small 1) by lia; destruct (flat l).
    + now rewrite ones_modulus, Nat.eqb_eq.
    + now rewrite <- moore_is_p, moore_lost.
Qed.
