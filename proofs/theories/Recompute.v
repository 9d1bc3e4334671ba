(** * Recomputing values from the definition

    The part of the checker that looks at all options of a heap. A sequence is kept as two lists of
    binary numbers, the values from some heap on going up, and those below a heap going down, so that the
    values of the heaps of an option are met by walking both. The values met are marked in a tree.

    [fits_b_spec]: a heap that is passed fits the definition. Source: crates/grundy-check/src/options.rs, which
    walks its tables in the same order. Used by: Check.v. *)

From Coq Require Import List Arith Lia Bool NArith ZArith Permutation ZifyN ZifyNat ZifyBool.
From Grundy Require Import Mex Heaps GuySmith Window Arithmetic.
Import ListNotations.

(** ** Binary numbers *)

Lemma testbit_N x i : Nat.testbit (N.to_nat x) i = N.testbit x (N.of_nat i).
Proof.
  rewrite Nat.testbit_eqb, N.testbit_eqb.
  change 2 with (N.to_nat 2) at 1; rewrite <- (Nat2N.id i) at 1.
  rewrite <- N2Nat.inj_pow, <- N2Nat.inj_div.
  change 2 with (N.to_nat 2); rewrite <- N2Nat.inj_mod; lia.
Qed.

Lemma lxor_N a b : N.to_nat (N.lxor a b) = Nat.lxor (N.to_nat a) (N.to_nat b).
Proof. apply Nat.bits_inj; intros i; now rewrite Nat.lxor_spec, !testbit_N, N.lxor_spec. Qed.

(** ** Marks *)

Inductive marks := Unmarked | Marks (zero : marks) (here : bool) (one : marks).

Fixpoint marked_at (x : positive) (m : marks) {struct m} : bool :=
  match m with
  | Unmarked => false
  | Marks zero here one =>
      match x with xH => here | xO x => marked_at x zero | xI x => marked_at x one end
  end.

Fixpoint mark_at (x : positive) (m : marks) {struct x} : marks :=
  match m with
  | Unmarked =>
      match x with
      | xH => Marks Unmarked true Unmarked
      | xO x => Marks (mark_at x Unmarked) false Unmarked
      | xI x => Marks Unmarked false (mark_at x Unmarked)
      end
  | Marks zero here one =>
      match x with
      | xH => Marks zero true one
      | xO x => Marks (mark_at x zero) here one
      | xI x => Marks zero here (mark_at x one)
      end
  end.

Lemma marked_mark_at x : forall y m, marked_at y (mark_at x m) = (y =? x)%positive || marked_at y m.
Proof.
  induction x as [x IH|x IH|]; intros y [|zero here one]; destruct y; simpl; try reflexivity;
    rewrite ?IH; simpl; rewrite ?orb_false_r; try reflexivity.
Qed.

Definition marked (v : N) (m : marks) : bool := marked_at (N.succ_pos v) m.

(* What is there already is not built again. *)
Definition mark (v : N) (m : marks) : marks :=
  let x := N.succ_pos v in if marked_at x m then m else mark_at x m.

Lemma marked_mark v w m : marked v (mark w m) = (v =? w)%N || marked v m.
Proof.
  unfold marked, mark; cbv zeta.
  assert (E : (N.succ_pos v =? N.succ_pos w)%positive = (v =? w)%N).
  { apply eq_true_iff_eq; rewrite Pos.eqb_eq, N.eqb_eq; split; [|congruence].
    intros H; apply (f_equal Npos) in H; rewrite !N.succ_pos_spec in H; lia. }
  destruct (marked_at (N.succ_pos w) m) eqn:Hw.
  - rewrite <- E; destruct (Pos.eqb_spec (N.succ_pos v) (N.succ_pos w)) as [->|]; simpl; auto.
  - now rewrite marked_mark_at, E.
Qed.

Lemma marked_unmarked v : marked v Unmarked = false.
Proof. reflexivity. Qed.

Fixpoint all_marked (tries : nat) (v : N) (m : marks) : bool :=
  match tries with
  | 0 => true
  | S tries => if marked v m then all_marked tries (N.succ v) m else false
  end.

Lemma all_marked_spec m : forall tries v,
  all_marked tries v m = true <-> forall w, (v <= w < v + N.of_nat tries)%N -> marked w m = true.
Proof.
  induction tries as [|tries IH]; intros v; cbn [all_marked].
  - split; [intros _ w Hw; lia|reflexivity].
  - destruct (marked v m) eqn:E.
    + rewrite IH; split; intros H w Hw.
      * destruct (N.eq_dec w v) as [->|]; [exact E|apply H; lia].
      * apply H; lia.
    + split; [discriminate|]. intros H; rewrite <- E; apply H; lia.
Qed.

(** ** Lists of values *)

Section Values.
  Variable g : nat -> nat.

  (** The values from heap [from] on. *)
  Fixpoint ups (from : nat) (l : list N) : Prop :=
    match l with [] => True | v :: l => N.to_nat v = g from /\ ups (S from) l end.

  (** The values of all heaps below the length of the list, that of the greatest first. *)
  Fixpoint downs (l : list N) : Prop :=
    match l with [] => True | v :: l => N.to_nat v = g (length l) /\ downs l end.

  Lemma ups_app a : forall from b, ups from (a ++ b) <-> ups from a /\ ups (from + length a) b.
  Proof.
    induction a as [|v a IH]; intros from b; simpl.
    - rewrite Nat.add_0_r; tauto.
    - rewrite IH; replace (S from + length a) with (from + S (length a)) by lia; tauto.
  Qed.

  Lemma ups_skipn k : forall from l, ups from l -> ups (from + k) (skipn k l).
  Proof.
    induction k as [|k IH]; intros from l H; [now rewrite Nat.add_0_r|].
    destruct l as [|v l]; [exact I|]. destruct H as [_ H]; apply IH in H.
    now replace (from + S k) with (S from + k) by lia.
  Qed.

  Lemma downs_skipn k : forall l, downs l -> downs (skipn k l).
  Proof.
    induction k as [|k IH]; intros l H; [exact H|].
    destruct l as [|v l]; [exact I|]. destruct H as [_ H]; apply IH, H.
  Qed.
End Values.

(** ** Parting into several heaps *)

(** Heaps in rising order, none below the first. *)
Fixpoint rising (from : nat) (l : list nat) : Prop :=
  match l with [] => True | h :: t => from <= h /\ rising h t end.

Fixpoint insert (h : nat) (l : list nat) : list nat :=
  match l with [] => [h] | x :: t => if h <=? x then h :: l else x :: insert h t end.

Lemma insert_perm h l : Permutation (h :: l) (insert h l).
Proof.
  induction l as [|x t IH]; simpl; [reflexivity|].
  destruct (h <=? x); [reflexivity|]. rewrite perm_swap; now constructor.
Qed.

Lemma insert_rising h l : forall from, from <= h -> rising from l -> rising from (insert h l).
Proof.
  induction l as [|x t IH]; intros from Hh Hl; simpl; [auto|].
  destruct Hl as [H1 H2]; destruct (Nat.leb_spec h x); simpl; repeat split; auto; try lia.
  apply IH; [lia|exact H2].
Qed.

Lemma rising_perm from l : (forall h, In h l -> from <= h) -> exists l', Permutation l l' /\ rising from l'.
Proof.
  induction l as [|h t IH]; intros H; [exists []; split; [reflexivity|exact I]|].
  destruct IH as (t' & P & R); [intros x Hx; apply H; now right|].
  exists (insert h t'); split.
  - rewrite <- insert_perm; now constructor.
  - apply insert_rising; [apply H; now left|exact R].
Qed.

Lemma rising_le from l h : rising from l -> In h l -> from <= h.
Proof.
  revert from; induction l as [|x t IH]; intros from; simpl; [tauto|].
  intros [H1 H2] [<-|Hh]; [exact H1|]. specialize (IH x H2 Hh); lia.
Qed.

(** Two heaps, the smaller one going up, the greater one going down; one goes on as long as [clock] has two more. *)
Fixpoint pairs (up down clock : list N) (sum : N) (m : marks) : marks :=
  match up, down, clock with
  | a :: up, b :: down, _ :: clock =>
      pairs up down (tl clock) sum (mark (N.lxor sum (N.lxor a b)) m)
  | _, _, _ => m
  end.

(** So many heaps or more than two: the first one goes up, the last one goes down from where all others are as the first. *)
Fixpoint several (parts : nat) : list N -> list N -> list N -> N -> marks -> marks :=
  match parts with
  | S (S (S _) as fewer) =>
      fix first up down clock sum m {struct up} :=
        match up, clock with
        | a :: up', _ :: _ =>
            first up' (skipn fewer down) (skipn parts clock) sum
              (several fewer up down clock (N.lxor sum a) m)
        | _, _ => m
        end
  | _ => pairs
  end.

Section Parting.
  Variable g : nat -> nat.

  Lemma value_two a b : value g [a; b] = Nat.lxor (g a) (g b).
  Proof. unfold value; simpl map; simpl nim_sum; now rewrite Nat.lxor_0_r. Qed.

  Lemma zero_sum x : Nat.lxor (N.to_nat 0) x = x.
  Proof. apply Nat.lxor_0_l. Qed.

  Lemma pairs_spec v less : forall up down clock from left sum m,
    1 <= from -> ups g from up -> downs g down -> left < from + length up ->
    length down = left + 1 - from -> length clock = left + 1 - less - 2 * from ->
    (marked v (pairs up down clock sum m) = true <->
     marked v m = true \/
     exists a, from <= a /\ 2 * a + less <= left /\
       N.to_nat v = Nat.lxor (N.to_nat sum) (Nat.lxor (g a) (g (left - a)))).
  Proof.
    induction up as [|a up IH]; intros down clock from left sum m Hfrom Hup Hdown Hlen Hd Hc.
    - simpl; split; [auto|]. intros [H|(x & H1 & H2 & _)]; [exact H|]. simpl in Hlen; lia.
    - simpl in Hup; destruct Hup as [Ea Hup].
      destruct clock as [|x clock].
      + assert (E : pairs (a :: up) down [] sum m = m) by (destruct down; reflexivity).
        rewrite E; split; [auto|].
        intros [H|(y & H1 & H2 & _)]; [exact H|]. simpl in Hc; lia.
      + destruct down as [|b down]; [simpl in Hd, Hc; lia|].
        simpl in Hdown; destruct Hdown as [Eb Hdown].
        simpl in Hlen, Hd, Hc; simpl pairs.
        rewrite (IH down (tl clock) (S from) left sum (mark (N.lxor sum (N.lxor a b)) m)); auto; try lia;
          [|destruct clock; simpl in *; lia].
        rewrite marked_mark, orb_true_iff, N.eqb_eq.
        assert (Ev : v = N.lxor sum (N.lxor a b) <->
                     N.to_nat v = Nat.lxor (N.to_nat sum) (Nat.lxor (g from) (g (left - from)))).
        { replace (left - from) with (length down) by lia; rewrite <- Ea, <- Eb, <- !lxor_N.
          split; [congruence|]. apply N2Nat.inj. }
        rewrite Ev; split.
        * intros [[H|H]|(y & H1 & H2 & H3)]; [right; exists from; repeat split; auto; lia|auto|].
          right; exists y; repeat split; auto; lia.
        * intros [H|(y & H1 & H2 & H3)]; [auto|].
          destruct (Nat.eq_dec y from) as [->|]; [auto|].
          right; exists y; repeat split; auto; lia.
  Qed.

  Lemma several_spec v : forall parts, 2 <= parts -> forall up down clock from left sum m,
    1 <= from -> ups g from up -> downs g down -> left < from + length up ->
    length down = left + 1 - (parts - 1) * from -> length clock = left + 1 - parts * from ->
    (marked v (several parts up down clock sum m) = true <->
     marked v m = true \/
     exists l, length l = parts /\ rising from l /\ total l = left /\
       N.to_nat v = Nat.lxor (N.to_nat sum) (value g l)).
  Proof.
    induction parts as [|fewer IHp]; [lia|]; intros Hparts.
    destruct (Nat.eq_dec fewer 1) as [->|Hne].
    - intros up down clock from left sum m Hfrom Hup Hdown Hlen Hd Hc.
      change (several 2) with pairs.
      rewrite (pairs_spec v 0 up down clock from left sum m); auto; try lia.
      split; (intros [H|H]; [auto|right]).
      + destruct H as (a & H1 & H2 & H3); exists [a; left - a]; simpl; repeat split; try lia.
        rewrite H3; unfold value; simpl; now rewrite Nat.lxor_0_r.
      + destruct H as (l & H1 & H2 & H3 & H4).
        destruct l as [|a [|b [|x l]]]; simpl in H1; try lia.
        simpl in H2, H3; exists a; repeat split; try lia.
        rewrite H4; unfold value; simpl; rewrite Nat.lxor_0_r.
        now replace (left - a) with b by lia.
    - specialize (IHp ltac:(lia)).
      induction up as [|a up IH]; intros down clock from left sum m Hfrom Hup Hdown Hlen Hd Hc.
      + assert (E : several (S fewer) [] down clock sum m = m).
        { destruct fewer as [|[|fewer]]; [lia|lia|reflexivity]. }
        rewrite E; split; [auto|]. intros [H|(l & H1 & H2 & H3 & _)]; [exact H|].
        destruct l as [|h l]; [discriminate|]. simpl in H2, H3, Hlen. lia.
      + destruct clock as [|x clock].
        * assert (E : several (S fewer) (a :: up) down [] sum m = m).
          { destruct fewer as [|[|fewer]]; [lia|lia|reflexivity]. }
          rewrite E; split; [auto|]. intros [H|(l & H1 & H2 & H3 & _)]; [exact H|].
          exfalso; simpl in Hc.
          assert (Hsum : length l * from <= total l).
          { clear - H2; revert from H2; induction l as [|h l IH]; intros from H2; simpl; [lia|].
            destruct H2 as [Hh H2]; specialize (IH h H2).
            assert (length l * from <= length l * h) by (apply Nat.mul_le_mono_l; exact Hh).
            fold (total l); lia. }
          rewrite H1, H3 in Hsum; simpl in Hsum; lia.
        * assert (E : several (S fewer) (a :: up) down (x :: clock) sum m =
              several (S fewer) up (skipn fewer down) (skipn (S fewer) (x :: clock)) sum
                (several fewer (a :: up) down (x :: clock) (N.lxor sum a) m)).
          { destruct fewer as [|[|fewer]]; [lia|lia|reflexivity]. }
          simpl in Hlen.
          rewrite E, (IH _ _ (S from) left); clear E; auto; try lia.
          -- rewrite (IHp (a :: up) down (x :: clock) from (left - from)); auto; try lia;
               try (simpl; lia).
             ++ assert (Ea : N.to_nat a = g from) by apply Hup.
                split.
                ** intros [[H|(l & H1 & H2 & H3 & H4)]|(l & H1 & H2 & H3 & H4)]; [auto|..].
                   --- right; exists (from :: l); simpl; rewrite H1, H3; repeat split; auto.
                       +++ simpl in Hc; lia.
                       +++ rewrite H4, lxor_N, Ea, Nat.lxor_assoc; reflexivity.
                   --- right; exists l; repeat split; auto.
                       destruct l as [|h l]; [exact I|]. simpl in H2 |- *; intuition lia.
                ** intros [H|(l & H1 & H2 & H3 & H4)]; [auto|].
                   destruct l as [|h l]; [discriminate|]. simpl in H1, H2, H3; fold (total l) in H3.
                   destruct (Nat.eq_dec h from) as [->|Hh].
                   --- left; right; exists l; repeat split; try lia; [tauto|].
                       rewrite H4, lxor_N, Ea, Nat.lxor_assoc; reflexivity.
                   --- right; exists (h :: l); simpl; fold (total l); repeat split; try lia; tauto.
             ++ simpl in Hc |- *; rewrite Hd; destruct fewer; simpl; lia.
          -- apply Hup.
          -- apply downs_skipn, Hdown.
          -- rewrite skipn_length, Hd; simpl; lia.
          -- rewrite skipn_length; simpl in Hc |- *; lia.
  Qed.
End Parting.

(** ** Codes *)

Record ncode := { ndigits : list N; nunequal : bool; nleast : N }.

Definition code_of (c : ncode) : code :=
  {| digits := map N.to_nat (ndigits c); unequal := nunequal c; least := N.to_nat (nleast c) |}.

(** Digits of at most eight bits, the first of which allows neither to leave the heap as it is nor a heap of
    none; of two different heaps not more than two are left. *)
Definition sound_code (c : ncode) : bool :=
  forallb (fun d => (d <? 256)%N) (ndigits c) &&
  match ndigits c with [] => true | d :: _ => negb (N.testbit d 0) && negb (N.testbit d 1) end &&
  (negb (nunequal c) || forallb (fun d => (d <? 8)%N) (ndigits c)).

(** The splits of what is the length of [down] less one. *)
Definition splits (unequal : bool) (d : N) (up down : list N) (m : marks) : marks :=
  let m := if N.testbit d 2 then pairs up (tl down) (skipn (if unequal then 3 else 2) down) 0 m else m in
  fold_left (fun m parts =>
      if N.testbit d (N.of_nat parts) then several parts up (skipn (parts - 1) down) (skipn parts down) 0 m else m)
    [3; 4; 5; 6; 7] m.

(** All options of a heap, the first digit being that of what leaves the length of [down] less one. *)
Fixpoint by_digits (unequal split : bool) (up : list N) (ds down : list N) (m : marks) : marks :=
  match ds, down with
  | d :: ds, h :: down' =>
      match down' with
      | [] => if N.testbit d 0 then mark 0 m else m
      | _ :: _ =>
          let m := if N.testbit d 1 then mark h m else m in
          let m := if split then splits unequal d up down m else m in
          by_digits unequal split up ds down' m
      end
  | _, _ => m
  end.

Section Codes.
  Variable g : nat -> nat.

  (** So many stones left as heaps by the digit d. *)
  Definition parted (d : N) (uneq split : bool) (left : nat) (l : list nat) : Prop :=
    N.testbit d (N.of_nat (length l)) = true /\ total l = left /\ (forall h, In h l -> 1 <= h) /\
    (2 <= length l -> split = true) /\ (uneq = true -> forall a b, l = [a; b] -> a <> b).

  Lemma digit_small d j : (d < 256)%N -> N.testbit d (N.of_nat j) = true -> j <= 7.
  Proof.
    intros Hd Hj; destruct (Nat.le_gt_cases j 7); [assumption|exfalso].
    rewrite N.bits_above_log2 in Hj; [discriminate|].
    destruct (N.eq_dec d 0) as [->|]; [simpl; lia|].
    apply N.log2_lt_pow2; [lia|]. apply N.lt_le_trans with (2 ^ 8)%N; [exact Hd|].
    apply N.pow_le_mono_r; lia.
  Qed.

  Lemma fold_or {A} (f : marks -> A -> marks) (P : A -> Prop) v : forall l m,
    (forall m x, In x l -> (marked v (f m x) = true <-> marked v m = true \/ P x)) ->
    (marked v (fold_left f l m) = true <-> marked v m = true \/ exists x, In x l /\ P x).
  Proof.
    induction l as [|x l IH]; intros m H; simpl.
    - split; [auto|]. intros [|(y & [] & _)]; assumption.
    - rewrite IH, H by (try (now left); intros; apply H; now right); split.
      + intros [[|]|(y & Hy & Hp)]; [auto|right; exists x; auto|right; exists y; auto].
      + intros [|(y & [<-|Hy] & Hp)]; [auto|auto|right; eauto].
  Qed.

  Lemma splits_spec v uneq d up down left m :
    (d < 256)%N -> (uneq = true -> (d < 8)%N) ->
    ups g 1 up -> downs g down -> left < 1 + length up -> length down = left + 1 ->
    (marked v (splits uneq d up down m) = true <->
     marked v m = true \/
     exists l, 2 <= length l /\ parted d uneq true left l /\ N.to_nat v = value g l).
  Proof.
    intros Hd Hu Hup Hdown Hlen Hlength; unfold splits; cbv zeta.
    rewrite (fold_or _ (fun parts => exists l, length l = parts /\ parted d uneq true left l /\ N.to_nat v = value g l)).
    - assert (H2 : forall m, marked v (if N.testbit d 2
          then pairs up (tl down) (skipn (if uneq then 3 else 2) down) 0 m else m) = true <->
        marked v m = true \/ exists l, length l = 2 /\ parted d uneq true left l /\ N.to_nat v = value g l).
      { clear m; intros m; destruct (N.testbit d 2) eqn:E2.
        - rewrite (pairs_spec g v (if uneq then 1 else 0) up (tl down) _ 1 left); auto; try lia.
          + split; (intros [H|H]; [auto|right]).
            * destruct H as (a & H1 & H2 & H3); exists [a; left - a]; split; [reflexivity|]. split.
              -- repeat split; simpl; auto; try lia.
                 intros Hq x y E; injection E as <- <-; rewrite Hq in H2; lia.
              -- rewrite H3, zero_sum, value_two; reflexivity.
            * destruct H as (l & H1 & (_ & H2 & H3 & _ & H4) & H5).
              destruct l as [|a [|b [|x l]]]; simpl in H1; try lia.
              simpl in H2; rewrite value_two in H5.
              assert (1 <= a) by (apply H3; simpl; auto).
              assert (1 <= b) by (apply H3; simpl; auto).
              assert (a + b = left) by lia.
              assert (uneq = true -> a <> b) by (intros; eapply H4; eauto).
              destruct (Nat.le_gt_cases a b).
              -- exists a; repeat split; [lia|destruct uneq; [specialize (H7 eq_refl)|]; lia|].
                 rewrite zero_sum; replace (left - a) with b by lia; exact H5.
              -- exists b; repeat split; [lia|destruct uneq; lia|].
                 rewrite zero_sum; replace (left - b) with a by lia; rewrite Nat.lxor_comm; exact H5.
          + destruct down; simpl in *; [exact I|tauto].
          + destruct down; simpl in *; lia.
          + rewrite skipn_length; destruct uneq; lia.
        - split; [auto|]. intros [H|(l & H1 & (Hb & _) & _)]; [exact H|].
          rewrite H1 in Hb; simpl in Hb; congruence. }
      rewrite H2; split.
      + intros [[H|(l & H1 & H3)]|(parts & Hin & l & H1 & H3)]; [auto|..]; right; exists l;
          (split; [|exact H3]); [lia|].
        simpl in Hin; lia.
      + intros [H|(l & H1 & H3)]; [auto|].
        destruct (Nat.eq_dec (length l) 2); [eauto|].
        right; exists (length l); split; [|eauto].
        pose proof (digit_small d (length l) Hd (proj1 (proj1 H3))); simpl; lia.
    - intros m' parts Hin.
      assert (Hparts : 3 <= parts <= 7) by (simpl in Hin; lia).
      destruct (N.testbit d (N.of_nat parts)) eqn:Eb.
      + rewrite (several_spec g v parts ltac:(lia) up _ _ 1 left); auto; try lia.
        * split; (intros [H|H]; [auto|right]).
          -- destruct H as (l & H1 & H2 & H3 & H4); rewrite zero_sum in H4.
             exists l; repeat split; auto; rewrite ?H1; auto.
             ++ intros h Hh; exact (rising_le _ _ _ H2 Hh).
             ++ intros Hq a b E; exfalso; subst l; simpl in H1; lia.
          -- destruct H as (l & H1 & (Hb & H2 & H3 & _ & _) & H5).
             destruct (rising_perm 1 l H3) as (l' & P & R).
             exists l'; repeat split; auto.
             ++ rewrite <- H1; symmetry; now apply Permutation_length.
             ++ rewrite <- H2; symmetry; now apply total_perm.
             ++ rewrite zero_sum, H5; apply value_perm, P.
        * apply downs_skipn, Hdown.
        * rewrite skipn_length; lia.
        * rewrite skipn_length; lia.
      + split; [auto|]. intros [H|(l & H1 & (Hb & _) & _)]; [exact H|].
        rewrite H1 in Hb; congruence.
  Qed.

  (* The digit of what leaves nothing allows no heap to be left. *)
  Lemma by_digits_spec v uneq split up : forall ds down m,
    (forall d, In d ds -> (d < 256)%N /\ (uneq = true -> (d < 8)%N)) ->
    ups g 1 up -> downs g down -> length down <= 1 + length up ->
    (marked v (by_digits uneq split up ds down m) = true <->
     marked v m = true \/
     exists k l, k < length down /\ parted (nth k ds 0%N) uneq split (length down - 1 - k) l /\
       N.to_nat v = value g l).
  Proof.
    induction ds as [|d ds IH]; intros down m Hds Hup Hdown Hlen.
    - assert (E : by_digits uneq split up [] down m = m) by (destruct down; reflexivity).
      rewrite E; split; [auto|]. intros [H|(k & l & _ & (Hb & _) & _)]; [exact H|].
      destruct k; cbn [nth] in Hb; rewrite N.bits_0 in Hb; discriminate.
    - destruct down as [|h down].
      + simpl; split; [auto|]. intros [H|(k & l & Hk & _)]; [exact H|simpl in Hk; lia].
      + destruct (Hds d ltac:(now left)) as [Hd Hd8].
        destruct Hdown as [Eh Hdown]; simpl length in *.
        destruct down as [|h' down'].
        * simpl by_digits. simpl length in *.
          assert (Hz : (exists k l, k < 1 /\ parted (nth k (d :: ds) 0%N) uneq split (1 - 1 - k) l /\
                          N.to_nat v = value g l) <-> N.testbit d 0 = true /\ v = 0%N).
          { split.
            - intros (k & l & Hk & (Hb & Ht & Hp & _) & Hv).
              assert (k = 0) by lia; subst k; simpl in Hb, Ht.
              destruct l as [|x l]; [split; [exact Hb|]; change (value g []) with 0 in Hv; lia|].
              pose proof (Hp x (or_introl eq_refl)); simpl in Ht; lia.
            - intros [Hb ->]; exists 0, []; repeat split; simpl; auto; try lia.
              intros _ a b E; discriminate. }
          rewrite Hz; destruct (N.testbit d 0).
          -- rewrite marked_mark, orb_true_iff, N.eqb_eq; tauto.
          -- intuition discriminate.
        * set (down := h' :: down') in *.
          change (by_digits uneq split up (d :: ds) (h :: down) m) with
            (let m := if N.testbit d 1 then mark h m else m in
             let m := if split then splits uneq d up (h :: down) m else m in
             by_digits uneq split up ds down m); cbv zeta.
          set (m1 := if N.testbit d 1 then mark h m else m).
          assert (Hm1 : marked v m1 = true <-> marked v m = true \/
            exists l, length l = 1 /\ parted d uneq split (length down) l /\ N.to_nat v = value g l).
          { unfold m1; destruct (N.testbit d 1) eqn:E1.
            - rewrite marked_mark, orb_true_iff, N.eqb_eq; split.
              + intros [->|H]; [|auto]. right; exists [length down].
                split; [reflexivity|]. split; [|rewrite value_one; exact Eh].
                split; [exact E1|]. split; [simpl; lia|].
                split; [intros x [<-|[]]; unfold down; simpl; lia|].
                split; [simpl; lia|]. intros _ a b E; discriminate.
              + intros [H|(l & H1 & (_ & H2 & _) & H3)]; [auto|].
                destruct l as [|x [|y l]]; simpl in H1; try lia. left.
                rewrite value_one in H3.
                assert (x = length down) by (unfold down in *; simpl in H2 |- *; lia); subst x.
                apply N2Nat.inj; rewrite H3, Eh; reflexivity.
            - split; [auto|]. intros [H|(l & H1 & (Hb & _) & _)]; [exact H|].
              rewrite H1 in Hb; simpl in Hb; congruence. }
          set (m2 := if split then splits uneq d up (h :: down) m1 else m1).
          assert (Hm2 : marked v m2 = true <-> marked v m1 = true \/
            exists l, 2 <= length l /\ parted d uneq split (length down) l /\ N.to_nat v = value g l).
          { unfold m2; destruct split.
            - apply splits_spec; auto; simpl; try (split; assumption); lia.
            - split; [auto|]. intros [H|(l & H1 & (_ & _ & _ & H2 & _) & _)]; [exact H|].
              specialize (H2 H1); discriminate. }
          rewrite (IH down m2), Hm2, Hm1; auto; [|intros; apply Hds; now right|lia].
          split.
          -- intros [[[H|(l & H1 & H2)]|(l & H1 & H2)]|(k & l & Hk & H1 & H2)]; [auto|..]; right.
             ++ exists 0, l; split; [lia|]. replace (S (length down) - 1 - 0) with (length down) by lia; exact H2.
             ++ exists 0, l; split; [lia|]. replace (S (length down) - 1 - 0) with (length down) by lia; exact H2.
             ++ exists (S k), l; split; [lia|].
                replace (S (length down) - 1 - S k) with (length down - 1 - k) by lia; auto.
          -- intros [H|(k & l & Hk & H1 & H2)]; [auto|]. destruct k as [|k].
             ++ replace (S (length down) - 1 - 0) with (length down) in H1 by lia; simpl nth in H1.
                destruct l as [|x [|y l]].
                ** destruct H1 as (_ & H1 & _); simpl in H1; discriminate.
                ** left; left; right; exists [x]; auto.
                ** left; right; exists (x :: y :: l); split; [simpl; lia|auto].
             ++ right; exists k, l; split; [lia|].
                replace (S (length down) - 1 - S k) with (length down - 1 - k) in H1 by lia; auto.
  Qed.
End Codes.

Lemma nth_digits c k : nth k (digits (code_of c)) 0 = N.to_nat (nth k (ndigits c) 0%N).
Proof. simpl; change 0 with (N.to_nat 0); apply map_nth. Qed.

Lemma allows_N c k j : allows (code_of c) k j = N.testbit (nth k (ndigits c) 0%N) (N.of_nat j).
Proof. unfold allows; rewrite nth_digits; apply testbit_N. Qed.

Lemma sound_digits c : sound_code c = true ->
  forall d, In d (ndigits c) -> (d < 256)%N /\ (nunequal c = true -> (d < 8)%N).
Proof.
  unfold sound_code; rewrite !andb_true_iff, orb_true_iff, negb_true_iff, !forallb_forall.
  intros [[H1 _] H2] d Hd; split; [specialize (H1 d Hd); lia|].
  intros Hu; destruct H2 as [H2|H2]; [congruence|]. specialize (H2 d Hd); lia.
Qed.

Lemma breaks_parted c n l : sound_code c = true ->
  (breaks (code_of c) n l <->
   exists k, k < S n /\ parted (nth k (ndigits c) 0%N) (nunequal c) (nleast c <=? N.of_nat n)%N (n - k) l).
Proof.
  intros Hc; unfold breaks, parted; split.
  - intros (k & Ha & Hs & Hp & Hl & Hu & Hk); exists k; rewrite allows_N in Ha.
    repeat split; auto; try lia. intros H; specialize (Hl H); simpl in Hl; lia.
  - intros (k & Hk & Ha & Hs & Hp & Hl & Hu); exists k; rewrite allows_N.
    repeat split; auto; try lia.
    + intros H; specialize (Hl H); simpl; lia.
    + intros ->; apply andb_true_iff in Hc as [Hc _]; apply andb_true_iff in Hc as [_ Hc].
      destruct (ndigits c) as [|d ds]; simpl nth in Ha; [rewrite N.bits_0 in Ha; discriminate|].
      apply andb_true_iff in Hc as [H0 H1]; apply negb_true_iff in H0, H1.
      destruct l as [|x [|y l]]; simpl in Ha |- *; [congruence|congruence|lia].
Qed.

(** ** Rules *)

Definition nranges := list (N * N).

Inductive nrules := NBreak (c : ncode) | NTake (s : nranges) | NAll_but (s : nranges).

Definition ranges_of (s : nranges) : ranges := map (fun r => (N.to_nat (fst r), N.to_nat (snd r))) s.

Definition rules_of (r : nrules) : rules :=
  match r with
  | NBreak c => Break (code_of c)
  | NTake s => Take (ranges_of s)
  | NAll_but s => All_but (ranges_of s)
  end.

Definition nwithin (s : nranges) (n : N) : bool := existsb (fun r => (fst r <=? n)%N && (n <=? snd r)%N) s.

Lemma within_N s n : within (ranges_of s) (N.to_nat n) = nwithin s n.
Proof.
  unfold within, ranges_of, nwithin; induction s as [|[a b] s IH]; [reflexivity|].
  simpl; rewrite <- IH; f_equal; apply eq_true_iff_eq; rewrite !andb_true_iff; lia.
Qed.

(** The greatest number in the ranges. *)
Definition greatest (s : nranges) : N := fold_right (fun r m => N.max (snd r) m) 0%N s.

Lemma greatest_spec s n : (greatest s < n)%N -> nwithin s n = false.
Proof.
  unfold nwithin; induction s as [|[a b] s IH]; simpl; [reflexivity|]; intros H.
  rewrite IH by lia; apply orb_false_iff; split; [apply andb_false_iff; lia|reflexivity].
Qed.

(** Whether 1, 2, … may be taken, and whether all numbers beyond these may. *)
Inductive prepared := Breaking (c : ncode) | Taking (mask : list bool) (beyond : bool).

Fixpoint mask_from (f : N -> bool) (count : nat) (n : N) : list bool :=
  match count with 0 => [] | S count => f n :: mask_from f count (N.succ n) end.

Definition prepare (bound : N) (r : nrules) : prepared :=
  match r with
  | NBreak c => Breaking c
  | NTake s => Taking (mask_from (nwithin s) (N.to_nat (N.min (greatest s) bound)) 1) false
  | NAll_but s =>
      Taking (mask_from (fun n => negb (nwithin s n)) (N.to_nat (N.min (greatest s) bound)) 1) true
  end.

Fixpoint by_mask (mask : list bool) (beyond : bool) (down : list N) (m : marks) {struct down} : marks :=
  match down with
  | [] => m
  | v :: down' =>
      match mask with
      | [] => if beyond then fold_left (fun m v => mark v m) down m else m
      | may :: mask => by_mask mask beyond down' (if may then mark v m else m)
      end
  end.

Definition option_marks (r : prepared) (up : list N) (n v : N) (down : list N) : marks :=
  match r with
  | Breaking c => by_digits (nunequal c) (nleast c <=? n)%N up (ndigits c) (v :: down) Unmarked
  | Taking mask beyond => by_mask mask beyond down Unmarked
  end.

(** Whether v is the least number that no option of n has. No true value is beyond 2 n. *)
Definition fits_b (r : prepared) (up : list N) (n v : N) (down : list N) : bool :=
  let m := option_marks r up n v down in
  negb (marked v m) && (v <=? 2 * n)%N && all_marked (N.to_nat v) 0 m.

Fixpoint fit_from (r : prepared) (bound : N) (up rest : list N) (n : N) (down : list N) : bool :=
  if (n =? bound)%N then true else
  match rest with
  | [] => false
  | v :: rest => if fits_b r up n v down then fit_from r bound up rest (N.succ n) (v :: down) else false
  end.

(** All heaps below the bound. *)
Definition all_fit (r : nrules) (bound : N) (values : list N) : bool :=
  match r with NBreak c => sound_code c | _ => true end &&
  fit_from (prepare bound r) bound (tl values) values 0 [].

Lemma nth_mask f beyond : forall count n j, j < count -> nth j (mask_from f count n) beyond = f (n + N.of_nat j)%N.
Proof.
  induction count as [|count IH]; intros n j Hj; [lia|]. destruct j as [|j]; simpl nth.
  - f_equal; lia.
  - rewrite IH by lia; f_equal; lia.
Qed.

Lemma length_mask f : forall count n, length (mask_from f count n) = count.
Proof. induction count; intros; simpl; auto. Qed.

Section Fit.
  Variable g : nat -> nat.

  Lemma by_all_spec v : forall down m, downs g down ->
    (marked v (fold_left (fun m v => mark v m) down m) = true <->
     marked v m = true \/ exists h, h < length down /\ N.to_nat v = g h).
  Proof.
    induction down as [|w down IH]; intros m Hdown; simpl.
    - split; [auto|]. intros [H|(h & Hh & _)]; [exact H|lia].
    - destruct Hdown as [Ew Hdown]; rewrite IH, marked_mark, orb_true_iff, N.eqb_eq by exact Hdown; split.
      + intros [[->|H]|(h & Hh & E)]; [right; exists (length down); auto|auto|right; exists h; auto].
      + intros [H|(h & Hh & E)]; [auto|].
        destruct (Nat.eq_dec h (length down)) as [->|]; [left; left; lia|right; exists h; split; [lia|exact E]].
  Qed.

  Lemma by_mask_spec v beyond : forall down mask m, downs g down ->
    (marked v (by_mask mask beyond down m) = true <->
     marked v m = true \/
     exists j, j < length down /\ nth j mask beyond = true /\ N.to_nat v = g (length down - 1 - j)).
  Proof.
    induction down as [|w down IH]; intros mask m Hdown; simpl by_mask.
    - split; [auto|]. intros [H|(j & Hj & _)]; [exact H|simpl in Hj; lia].
    - destruct mask as [|may mask].
      + destruct beyond.
        * change (fold_left (fun m v => mark v m) down (mark w m)) with
            (fold_left (fun m v => mark v m) (w :: down) m).
          rewrite by_all_spec by exact Hdown; split; (intros [H|(h & Hh & E)]; [auto|right]).
          -- exists (length (w :: down) - 1 - h); repeat split; [lia|now destruct (_ - h)|].
             now replace (length (w :: down) - 1 - (length (w :: down) - 1 - h)) with h by lia.
          -- exists (length (w :: down) - 1 - h); split; [lia|apply E].
        * split; [auto|]. intros [H|(j & _ & E & _)]; [exact H|destruct j; discriminate].
      + destruct Hdown as [Ew Hdown]; rewrite IH by exact Hdown; simpl length.
        assert (Ev : v = w <-> N.to_nat v = g (length down)) by (split; [congruence|lia]).
        destruct may; rewrite ?marked_mark, ?orb_true_iff, ?N.eqb_eq, ?Ev; split.
        * intros [[H|H]|(j & Hj & E1 & E2)]; [right; exists 0|auto|right; exists (S j)].
          -- repeat split; [lia|]. now replace (S (length down) - 1 - 0) with (length down) by lia.
          -- repeat split; [lia|exact E1|]. now replace (S (length down) - 1 - S j) with (length down - 1 - j) by lia.
        * intros [H|([|j] & Hj & E1 & E2)]; [auto|left; left|right; exists j].
          -- now replace (S (length down) - 1 - 0) with (length down) in E2 by lia.
          -- repeat split; [lia|exact E1|]. now replace (length down - 1 - j) with (S (length down) - 1 - S j) by lia.
        * intros [H|(j & Hj & E1 & E2)]; [auto|right; exists (S j)].
          repeat split; [lia|exact E1|]. now replace (S (length down) - 1 - S j) with (length down - 1 - j) by lia.
        * intros [H|([|j] & Hj & E1 & E2)]; [auto|discriminate|right; exists j].
          repeat split; [lia|exact E1|]. now replace (length down - 1 - j) with (S (length down) - 1 - S j) by lia.
  Qed.

  Lemma by_mask_takes v f may bound s down :
    downs g down -> length down <= N.to_nat bound ->
    (forall n, may (N.to_nat n) = f n) -> (forall n, (greatest s < n)%N -> f n = f (N.succ (greatest s))) ->
    (marked v (by_mask (mask_from f (N.to_nat (N.min (greatest s) bound)) 1) (f (N.succ (greatest s))) down Unmarked) = true <->
     exists l, takes may (length down) l /\ value g l = N.to_nat v).
  Proof.
    intros Hdown Hb Hmay Hbeyond; rewrite by_mask_spec by exact Hdown.
    assert (Hn : forall j, j < length down ->
      nth j (mask_from f (N.to_nat (N.min (greatest s) bound)) 1) (f (N.succ (greatest s))) = may (S j)).
    { intros j Hj; rewrite <- (Nat2N.id (S j)), Hmay.
      destruct (Nat.lt_ge_cases j (N.to_nat (N.min (greatest s) bound))) as [H|H].
      - rewrite nth_mask by exact H; f_equal; lia.
      - rewrite nth_overflow by (rewrite length_mask; exact H).
        symmetry; apply Hbeyond; lia. }
    rewrite marked_unmarked; split.
    - intros [H|(j & Hj & E1 & E2)]; [discriminate|].
      exists [length down - S j]; split.
      + exists (S j); rewrite <- Hn by exact Hj; repeat split; auto; lia.
      + rewrite value_one, E2; f_equal; lia.
    - intros (l & (x & Hx & Ha & ->) & E); right; exists (x - 1); repeat split; [lia| |].
      + rewrite Hn by lia; now replace (S (x - 1)) with x by lia.
      + rewrite <- E, value_one; f_equal; lia.
  Qed.

  Lemma option_marks_spec r bound up v w down :
    match r with NBreak c => sound_code c = true | _ => True end ->
    ups g 1 up -> downs g (v :: down) -> length down <= length up -> length down <= N.to_nat bound ->
    (marked w (option_marks (prepare bound r) up (N.of_nat (length down)) v down) = true <->
     exists l, leaves (rules_of r) (length down) l /\ value g l = N.to_nat w).
  Proof.
    intros Hr Hup Hdown Hlen Hb; destruct r as [c|s|s]; simpl option_marks.
    - rewrite (by_digits_spec g w _ _ up (ndigits c) (v :: down) Unmarked); auto;
        [|apply sound_digits, Hr|simpl; lia].
      rewrite marked_unmarked; simpl length; split.
      + intros [H|(k & l & Hk & Hp & E)]; [discriminate|].
        exists l; split; [|congruence]. apply breaks_parted; [exact Hr|].
        exists k; split; [exact Hk|]. now replace (length down - k) with (S (length down) - 1 - k) by lia.
      + intros (l & Hl & E); apply breaks_parted in Hl as (k & Hk & Hp); [|exact Hr].
        right; exists k, l; split; [exact Hk|]; split; [|congruence].
        now replace (S (length down) - 1 - k) with (length down - k) by lia.
    - assert (Ef : nwithin s (N.succ (greatest s)) = false) by (apply greatest_spec; lia).
      rewrite <- Ef; rewrite (by_mask_takes w (nwithin s) (allowed (Take (ranges_of s)))); [reflexivity|apply Hdown|exact Hb|..].
      + intros n; apply within_N.
      + intros n Hn; simpl; rewrite Ef; now apply greatest_spec.
    - assert (Ef : negb (nwithin s (N.succ (greatest s))) = true) by (rewrite greatest_spec; [reflexivity|lia]).
      pose proof (by_mask_takes w (fun n => negb (nwithin s n)) (allowed (All_but (ranges_of s))) bound s down) as H.
      cbv beta in H; rewrite Ef in H; apply H; [apply Hdown|exact Hb|..].
      + intros n; simpl; now rewrite within_N.
      + intros n Hn; now rewrite greatest_spec.
  Qed.

  (** A heap that is passed fits the definition. *)
  Theorem fits_b_spec r bound up v down :
    match r with NBreak c => sound_code c = true | _ => True end ->
    ups g 1 up -> downs g (v :: down) -> length down <= length up -> length down <= N.to_nat bound ->
    fits_b (prepare bound r) up (N.of_nat (length down)) v down = true ->
    fits (rules_of r) g (length down).
  Proof.
    intros Hr Hup Hdown Hlen Hb; unfold fits_b; cbv zeta; rewrite !andb_true_iff, negb_true_iff.
    intros [[H1 _] H2]; destruct Hdown as [Ev Hdown]; split.
    - intros l Hl E; apply not_true_iff_false in H1; apply H1.
      apply (option_marks_spec r bound up v v down); auto; [split; auto|].
      exists l; split; [exact Hl|]. now rewrite Ev.
    - intros w Hw; rewrite all_marked_spec in H2.
      specialize (H2 (N.of_nat w) ltac:(lia)).
      apply (option_marks_spec r bound up v _ down) in H2; auto; [|split; auto].
      now rewrite Nat2N.id in H2.
  Qed.

  Lemma fit_from_spec r bound up : match r with NBreak c => sound_code c = true | _ => True end -> ups g 1 up ->
    forall rest n down,
    ups g n rest -> downs g down -> length down = n -> n + length rest <= 1 + length up -> n <= N.to_nat bound ->
    fit_from (prepare bound r) bound up rest (N.of_nat n) down = true ->
    forall m, n <= m < N.to_nat bound -> fits (rules_of r) g m.
  Proof.
    intros Hr Hup; induction rest as [|v rest IH]; intros n down Hrest Hdown Hn Hlen Hb; simpl fit_from;
      (destruct (N.eqb_spec (N.of_nat n) bound) as [E|E]; [intros _ m Hm; lia|]); [discriminate|].
    destruct (fits_b _ _ _ _ _) eqn:Hf; [|discriminate].
    destruct Hrest as [Ev Hrest]; intros H m Hm; simpl in Hlen.
    destruct (Nat.eq_dec m n) as [->|Hne].
    - subst n; apply (fits_b_spec r bound up v down); auto; [split; auto|lia].
    - apply (IH (S n) (v :: down)); auto; try lia.
      + simpl; split; [congruence|exact Hdown].
      + simpl; lia.
      + now rewrite Nat2N.inj_succ.
  Qed.

  Theorem all_fit_spec r bound values :
    ups g 0 values -> all_fit r bound values = true ->
    forall n, n < N.to_nat bound -> fits (rules_of r) g n.
  Proof.
    intros Hv; unfold all_fit; rewrite andb_true_iff; intros [Hr Hf] n Hn.
    assert (Hr' : match r with NBreak c => sound_code c = true | _ => True end) by (destruct r; auto).
    destruct values as [|v values].
    - cbn [fit_from] in Hf; destruct (N.eqb_spec 0 bound); [lia|discriminate].
    - apply (fit_from_spec r bound values Hr' (proj2 Hv) (v :: values) 0 []); auto; simpl; try lia.
  Qed.
End Fit.
