(** * A checker of certificates of windows, proved right

    What is stored of a sequence that is too long to keep: the first A values, the heaps with rare values, and stretches of
    values, two of which show that W values recur a period later. [check_window_right] says what the procedure proves:
    - the first A values are those of the game;
    - a value that is stored with W values before it is that of the game, if all values stored of smaller heaps are and no heap
      between the first A and it has a rare value;
    - the nim-sequence repeats, if it has the values stored, and each value from the first A to a period behind
      the window follows from the first ones and the W before it.

    Source: crates/grundy-check/src/window.rs and space.rs, whose answer is "what is stored, not proved". *)

From Coq Require Import List Arith Lia Bool NArith FMapPositive ZifyN ZifyNat ZifyBool.
From Grundy Require Import Mex Heaps GuySmith Window Recompute Sparse Check.
Import ListNotations.

Record window_certificate := {
  wcode : ncode;
  wperiod : N;
  wpreperiod : N;
  wchecked_to : N;
  wmask : N;
  wodd : bool * bool;              (* of even heaps, of odd ones *)
  wrare : list (N * N);            (* heaps with rare values but 0, and these *)
  wwindow : N;
  wfirst : list N;                 (* the first A values *)
  wstretches : list (N * list N)   (* the others, each with its first heap *)
}.

(** ** Values by their heaps *)

Definition store := PositiveMap.t N.
Definition get (m : store) (h : N) : option N := PositiveMap.find (N.succ_pos h) m.
Definition put (m : store) (h v : N) : store := PositiveMap.add (N.succ_pos h) v m.

(* Adds a stretch; nothing if it contradicts what is there. *)
Fixpoint put_all (m : store) (h : N) (l : list N) : option store :=
  match l with
  | [] => Some m
  | v :: l =>
      match get m h with
      | Some w => if (v =? w)%N then put_all m (N.succ h) l else None
      | None => put_all (put m h v) (N.succ h) l
      end
  end.

Fixpoint put_stretches (m : store) (l : list (N * list N)) : option store :=
  match l with
  | [] => Some m
  | (start, values) :: l => match put_all m start values with Some m => put_stretches m l | None => None end
  end.

(** ** How a value follows *)

Definition ncommon (c : window_certificate) (n v : N) : bool :=
  Bool.eqb (odd_digits (N.land v (wmask c))) (if N.odd n then snd (wodd c) else fst (wodd c)).

Fixpoint exclude_rare (uneq : bool) (last : store) (m : marks) (n : N) (rare : list (N * N)) : option marks :=
  match rare with
  | [] => Some m
  | (r, v) :: rare =>
      if uneq && (n - r =? r)%N then exclude_rare uneq last m n rare else
      match get last (n - r) with
      | Some w => exclude_rare uneq last (mark (N.lxor v w) m) n rare
      | None => None
      end
  end.

(** Values of options that leave one heap or a rare one; [n] is what is left by the first digit. *)
Fixpoint exclude (uneq : bool) (last : store) (rare : list (N * N)) (ds : list N) (n : N) (m : marks) : option marks :=
  match ds with
  | [] => Some m
  | d :: ds =>
      match (if N.testbit d 1 then match get last n with Some v => Some (mark v m) | None => None end else Some m) with
      | Some m =>
          match (if N.testbit d 2 then exclude_rare uneq last m n rare else Some m) with
          | Some m => exclude uneq last rare ds (n - 1) m
          | None => None
          end
      | None => None
      end
  end.

(** Numbers below the value that are not marked; none of them may be common. *)
Fixpoint missing (common : N -> bool) (m : marks) (tries : nat) (u : N) : option (list N) :=
  match tries with
  | 0 => Some []
  | S tries =>
      if marked u m then missing common m tries (N.succ u)
      else if common u then None
      else match missing common m tries (N.succ u) with Some l => Some (u :: l) | None => None end
  end.

(** What is still missing after the options of one of the first heaps, from [a] on, [room] heaps at most. *)
Fixpoint reach (uneq : bool) (last : store) (firsts : list N) (a n room : N) (l : list N) : list N :=
  match l, firsts with
  | _ :: _, f :: firsts =>
      if (a <=? room)%N then
        if uneq && (n - a =? a)%N then reach uneq last firsts (N.succ a) n room l else
        match get last (n - a) with
        | Some w => reach uneq last firsts (N.succ a) n room (filter (fun u => negb (u =? N.lxor f w)%N) l)
        | None => l
        end
      else l
  | _, _ => l
  end.

Fixpoint reach_digits (uneq : bool) (last : store) (firsts ds : list N) (n room : N) (l : list N) : list N :=
  match ds with
  | [] => l
  | d :: ds => reach_digits uneq last firsts ds (n - 1) (room - 1) (if N.testbit d 2 then reach uneq last firsts 1 n room l else l)
  end.

Definition follows_b (c : window_certificate) (last : store) (n v : N) : bool :=
  let code := wcode c in
  match exclude (nunequal code) last (wrare c) (ndigits code) n Unmarked with
  | None => false
  | Some m =>
      ncommon c n v && negb (marked v m) && (v <? 16777216)%N &&
      match missing (ncommon c n) m (N.to_nat v) 0 with
      | None => false
      | Some l =>
          match reach_digits (nunequal code) last (tl (wfirst c)) (ndigits code) n (wwindow c) l with
          | [] => true
          | _ :: _ => false
          end
      end
  end.

(** ** The conditions *)

Definition first_count (c : window_certificate) : N := N.of_nat (length (wfirst c)).

Fixpoint rising_heaps (low : N) (l : list (N * N)) : bool :=
  match l with [] => true | (h, _) :: l => (low <=? h)%N && rising_heaps (N.succ h) l end.

Fixpoint parities (e o : bool) (ds : list N) (odd : bool) : bool :=
  match ds with
  | [] => true
  | d :: ds =>
      let of (i : bool) := if i then o else e in
      (negb (N.testbit d 2) ||
       forallb (fun ij : bool * bool => negb (Bool.eqb (xorb (of (fst ij)) (of (snd ij))) (of (xorb (xorb (fst ij) (snd ij)) odd))))
         [(false, false); (false, true); (true, false); (true, true)]) &&
      parities e o ds (negb odd)
  end.

Definition sound_space (c : window_certificate) : bool :=
  let code := wcode c in
  let last := fold_right (fun r m => N.max (fst r) m) 0%N (wrare c) in
  let a := first_count c in
  let tail := (wpreperiod c + wwindow c)%N in
  sound_code code && (parts code =? 2)%N && negb (wmask c mod 65536 =? 0)%N &&
  rising_heaps 1 (wrare c) && forallb (fun r => (fst r <? a)%N) (wrare c) &&
  parities (fst (wodd c)) (snd (wodd c)) (ndigits code) false &&
  (N.max (last + nfarthest code + 1) (nleast code) <=? wwindow c)%N &&
  (Bool.eqb (fst (wodd c)) (snd (wodd c)) || N.even (wperiod c)) &&
  (1 <=? wperiod c)%N && (1 <=? wpreperiod c)%N && (tail + wperiod c <=? wchecked_to c)%N &&
  forallb (fun s => (a <=? fst s)%N) (wstretches c) && (1 <=? a)%N && (a <=? tail)%N &&
  (negb (nunequal code) || (2 * a + nfarthest code <=? tail)%N).

(** Rare values are those listed, in the order of heaps. *)
Fixpoint rare_listed (c : window_certificate) (h : N) (l : list N) (rare : list (N * N)) : bool :=
  match l with
  | [] => match rare with [] => true | _ => false end
  | v :: l =>
      match rare with
      | (r, w) :: rare' =>
          if (r =? h)%N then (v =? w)%N && negb (ncommon c h v) && rare_listed c (N.succ h) l rare'
          else ncommon c h v && rare_listed c (N.succ h) l rare
      | [] => ncommon c h v && rare_listed c (N.succ h) l rare
      end
  end.

(** No value stored from the pre-period on differs from one stored a period later. *)
Fixpoint recur_in (m : store) (n0 p h : N) (l : list N) : bool :=
  match l with
  | [] => true
  | v :: l =>
      (if (n0 <=? h)%N then match get m (h + p) with Some w => (w =? v)%N | None => true end else true) &&
      recur_in m n0 p (N.succ h) l
  end.

(** So many values are stored, and a period later. *)
Fixpoint recur_over (m : store) (p : N) (tries : nat) (h : N) : bool :=
  match tries with
  | 0 => true
  | S tries =>
      match get m h, get m (h + p) with
      | Some v, Some w => (v =? w)%N && recur_over m p tries (N.succ h)
      | _, _ => false
      end
  end.

Definition recurs_before (m : store) (n0 p : N) : bool :=
  match get m (n0 - 1), get m (n0 - 1 + p) with Some v, Some w => (v =? w)%N | _, _ => false end.

(** Each value with a window before it follows. *)
Fixpoint continued (c : window_certificate) (m : store) (h from : N) (l : list N) : bool :=
  match l with
  | [] => true
  | v :: l => (if (from <=? h)%N then follows_b c m h v else true) && continued c m (N.succ h) from l
  end.

Definition check_window (c : window_certificate) : bool :=
  let code := wcode c in
  sound_space c &&
  match put_stretches (PositiveMap.empty N) ((0%N, wfirst c) :: wstretches c) with
  | None => false
  | Some m =>
      let p := wperiod c in
      let n0 := wpreperiod c in
      (wwindow c <=? 16777216)%N && recur_over m p (N.to_nat (wwindow c)) n0 &&
      forallb (fun s : N * list N => recur_in m n0 p (fst s) (snd s)) ((0%N, wfirst c) :: wstretches c) &&
      negb (recurs_before m n0 p) &&
      rare_listed c 1 (tl (wfirst c)) (wrare c) &&
      forallb (fun s : N * list N => rare_listed c (fst s) (snd s) []) (wstretches c) &&
      all_fit (NBreak code) (first_count c) (wfirst c) &&
      forallb (fun s : N * list N => continued c m (fst s) (fst s + wwindow c) (snd s)) (wstretches c)
  end.

(** ** What it proves *)

(** A value stored of a heap. *)
Definition stored (c : window_certificate) (n : nat) (v : N) : Prop :=
  exists s i, In s ((0%N, wfirst c) :: wstretches c) /\ n = N.to_nat (fst s) + i /\ nth_error (snd s) i = Some v.

Definition window_common (c : window_certificate) : nat -> nat -> bool :=
  common_by (wmask c) (fst (wodd c)) (snd (wodd c)).

Definition window_follows (c : window_certificate) : (nat -> nat) -> nat -> nat -> Prop :=
  follows (code_of (wcode c)) (window_common c) (length (wfirst c)) (N.to_nat (wwindow c))
    (map (fun r => N.to_nat (fst r)) (wrare c)).

Definition window_claim (c : window_certificate) : Prop :=
  let g := nim (Break (code_of (wcode c))) in
  let n0 := N.to_nat (wpreperiod c) in
  let p := N.to_nat (wperiod c) in
  let A := length (wfirst c) in
  let W := N.to_nat (wwindow c) in
  (forall n, n < A -> g n = N.to_nat (nth n (wfirst c) 0%N)) /\
  (forall s i v, In s (wstretches c) -> nth_error (snd s) i = Some v -> W <= i -> let n := N.to_nat (fst s) + i in
    (forall h w, h < n -> stored c h w -> g h = N.to_nat w) ->
    (forall h, A <= h < n -> window_common c h (g h) = true) ->
    g n = N.to_nat v) /\
  ((forall h w, stored c h w -> g h = N.to_nat w) ->
   (forall n, A <= n < n0 + W + p -> window_follows c g n (g n)) ->
   repeats g n0 p 0).

Lemma succ_pos_inj a b : N.succ_pos a = N.succ_pos b -> a = b.
Proof. intros E; apply (f_equal Npos) in E; rewrite !N.succ_pos_spec in E; lia. Qed.

Lemma get_put m h v k : get (put m h v) k = if (k =? h)%N then Some v else get m k.
Proof.
  unfold get, put; destruct (N.eqb_spec k h) as [->|Hne]; [apply PositiveMap.gss|].
  apply PositiveMap.gso; intros E; apply Hne, succ_pos_inj, E.
Qed.

Lemma put_all_spec l : forall m h m', put_all m h l = Some m' ->
  forall k v, get m' k = Some v ->
  get m k = Some v \/ exists i, k = (h + N.of_nat i)%N /\ nth_error l i = Some v.
Proof.
  induction l as [|x l IH]; intros m h m' H k v Hk; simpl in H.
  - injection H as <-; auto.
  - destruct (get m h) as [w|] eqn:E.
    + destruct (N.eqb_spec x w) as [->|]; [|discriminate].
      destruct (IH _ _ _ H k v Hk) as [|(i & -> & Hi)]; [auto|].
      right; exists (S i); split; [lia|exact Hi].
    + destruct (IH _ _ _ H k v Hk) as [Hp|(i & -> & Hi)].
      * rewrite get_put in Hp; destruct (N.eqb_spec k h) as [->|]; [|auto].
        injection Hp as ->; right; exists 0; split; [lia|reflexivity].
      * right; exists (S i); split; [lia|exact Hi].
Qed.

Lemma put_stretches_spec l : forall m m', put_stretches m l = Some m' ->
  forall k v, get m' k = Some v ->
  get m k = Some v \/ exists s i, In s l /\ k = (fst s + N.of_nat i)%N /\ nth_error (snd s) i = Some v.
Proof.
  induction l as [|[start values] l IH]; intros m m' H k v Hk; simpl in H.
  - injection H as <-; auto.
  - destruct (put_all m start values) as [m1|] eqn:E; [|discriminate].
    destruct (IH _ _ H k v Hk) as [H1|(s & i & Hs & Hi)].
    + destruct (put_all_spec _ _ _ _ E k v H1) as [|(i & -> & Hi)]; [auto|].
      right; exists (start, values), i; simpl; auto.
    + right; exists s, i; simpl; auto.
Qed.

Section Following.
  Variables (c : window_certificate) (g : nat -> nat) (last : store).
  Let code := wcode c.
  Let W := N.to_nat (wwindow c).
  Let A := length (wfirst c).
  Let heaps := map (fun r => N.to_nat (fst r)) (wrare c).
  Hypothesis Hcode : sound_code code = true.
  Hypothesis Hfirst : ups g 0 (wfirst c).
  Hypothesis Hrare : forall r, In r (wrare c) -> N.to_nat (snd r) = g (N.to_nat (fst r)).

  Lemma ncommon_spec n v : ncommon c n v = window_common c (N.to_nat n) (N.to_nat v).
  Proof.
    unfold ncommon, window_common, common_by; rewrite N2Nat.id.
    replace (Nat.odd (N.to_nat n)) with (N.odd n); [reflexivity|].
    rewrite <- Nat.bit0_odd, testbit_N; symmetry; apply N.bit0_odd.
  Qed.

  (* What was stored of the heaps below n is right. *)
  Variable n : N.
  Hypothesis Hlast : forall h v, (h < n)%N -> get last h = Some v -> N.to_nat v = g (N.to_nat h).
  Hypothesis Hn : W < N.to_nat n.

  Definition distinct_b (x y : N) : bool := negb (nunequal code && (y =? x)%N).

  Lemma distinct_b_spec x y : distinct_b x y = true <-> distinct (code_of code) (N.to_nat x) (N.to_nat y).
  Proof.
    unfold distinct_b, distinct; simpl; destruct (nunequal code); simpl.
    - rewrite negb_true_iff; split; [intros H _; lia|intros H; specialize (H eq_refl); lia].
    - split; [discriminate|reflexivity].
  Qed.

  Lemma exclude_rare_spec left : (left <= n)%N -> forall rare m m',
    (forall r, In r rare -> In r (wrare c) /\ (1 <= fst r <= left)%N) ->
    exclude_rare (nunequal code) last m left rare = Some m' ->
    forall u, marked u m' = true <-> marked u m = true \/
      exists r, In r rare /\ distinct (code_of code) (N.to_nat (fst r)) (N.to_nat left - N.to_nat (fst r)) /\
        N.to_nat u = Nat.lxor (g (N.to_nat (fst r))) (g (N.to_nat left - N.to_nat (fst r))).
  Proof.
    intros Hleft; induction rare as [|[r w] rare IH]; intros m m' Hr H u; simpl in H.
    - injection H as <-; split; [auto|]. intros [|(r & [] & _)]; assumption.
    - destruct (Hr _ (or_introl eq_refl)) as [Hin Hr1]; simpl in Hr1.
      assert (IH' := IH) ; specialize (IH' m m' (fun x Hx => Hr x (or_intror Hx))).
      assert (Hd := distinct_b_spec r (left - r)); unfold distinct_b in Hd; rewrite N2Nat.inj_sub in Hd.
      destruct (nunequal code && (left - r =? r)%N) eqn:Es; simpl in Hd.
      + rewrite (IH' H u); split; (intros [Hu|(x & Hx & Hxd & E)]; [auto|right]).
        * exists x; simpl; auto.
        * destruct Hx as [<-|Hx]; [|exists x; auto]. simpl in Hxd; apply Hd in Hxd; discriminate.
      + destruct (get last (left - r)) as [v|] eqn:Ev; [|discriminate].
        specialize (IH (mark (N.lxor w v) m) m' (fun x Hx => Hr x (or_intror Hx)) H u).
        rewrite IH, marked_mark, orb_true_iff, N.eqb_eq.
        pose proof (Hrare _ Hin) as Er; simpl in Er.
        assert (Ew : N.to_nat v = g (N.to_nat left - N.to_nat r)).
        { rewrite <- N2Nat.inj_sub; apply Hlast; [lia|exact Ev]. }
        assert (Eu : u = N.lxor w v <-> N.to_nat u = Nat.lxor (g (N.to_nat r)) (g (N.to_nat left - N.to_nat r))).
        { rewrite <- Er, <- Ew, <- lxor_N; split; [congruence|apply N2Nat.inj]. }
        rewrite Eu; split.
        * intros [[Hu|Hu]|(x & Hx & Hxd & E)]; [right; exists (r, w)|auto|right; exists x]; simpl; auto.
          repeat split; auto; now apply Hd.
        * intros [Hu|(x & [<-|Hx] & Hxd & E)]; [auto|auto|right; exists x; auto].
  Qed.

  Lemma exclude_spec : (forall r, In r (wrare c) -> (1 <= fst r)%N /\ (fst r + nfarthest code < wwindow c)%N) ->
    forall ds k m m', (forall j, nth j ds 0%N = nth (k + j) (ndigits code) 0%N) ->
    k + length ds <= S (N.to_nat (nfarthest code)) ->
    (N.testbit (nth 0 (ndigits code) 0%N) 1 = false) ->
    exclude (nunequal code) last (wrare c) ds (n - N.of_nat k) m = Some m' ->
    forall u, marked u m' = true <-> marked u m = true \/
      (exists j, N.testbit (nth j ds 0%N) 1 = true /\ N.to_nat u = g (N.to_nat n - (k + j))) \/
      (exists j r, N.testbit (nth j ds 0%N) 2 = true /\ In r heaps /\
        distinct (code_of code) r (N.to_nat n - (k + j) - r) /\
        N.to_nat u = Nat.lxor (g r) (g (N.to_nat n - (k + j) - r))).
  Proof.
    intros Hr; induction ds as [|d ds IH]; intros k m m' Hds Hlen H01 H u; simpl in H.
    - injection H as <-; split; [auto|].
      intros [H|[(j & Hb & _)|(j & r & Hb & _)]]; [exact H|destruct j; discriminate|destruct j; discriminate].
    - assert (Ed : nth k (ndigits code) 0%N = d) by (specialize (Hds 0); rewrite Nat.add_0_r in Hds; auto).
      simpl in Hlen.
      assert (Hk : k < N.to_nat n -> True) by auto; clear Hk.
      destruct (if N.testbit d 1 then _ else Some m) as [m1|] eqn:E1; [|discriminate].
      destruct (if N.testbit d 2 then _ else Some m1) as [m2|] eqn:E2; [|discriminate].
      replace (n - N.of_nat k - 1)%N with (n - N.of_nat (S k))%N in H by lia.
      rewrite (IH (S k) m2 m') with (u := u); auto; [|intros j; specialize (Hds (S j)); simpl in Hds; rewrite Hds; f_equal; lia|lia].
      clear IH H.
      assert (S1 : marked u m1 = true <-> marked u m = true \/ (N.testbit d 1 = true /\ N.to_nat u = g (N.to_nat n - k))).
      { destruct (N.testbit d 1) eqn:Eb; [|injection E1 as <-; intuition discriminate].
        destruct (get last (n - N.of_nat k)) as [v|] eqn:Ev; [|discriminate]. injection E1 as <-.
        assert (k <> 0) by (intros ->; congruence).
        assert (Ew : N.to_nat v = g (N.to_nat n - k)).
        { replace (N.to_nat n - k) with (N.to_nat (n - N.of_nat k)) by lia; apply Hlast; [lia|exact Ev]. }
        rewrite marked_mark, orb_true_iff, N.eqb_eq, <- Ew.
        split; [intros [->|]; auto|intros [|[_ E]]; [auto|left; now apply N2Nat.inj]]. }
      assert (S2 : marked u m2 = true <-> marked u m1 = true \/
        (N.testbit d 2 = true /\ exists r, In r heaps /\ distinct (code_of code) r (N.to_nat n - k - r) /\
          N.to_nat u = Nat.lxor (g r) (g (N.to_nat n - k - r)))).
      { destruct (N.testbit d 2) eqn:Eb; [|injection E2 as <-; intuition discriminate].
        rewrite (exclude_rare_spec (n - N.of_nat k) ltac:(lia) (wrare c) m1 m2) by
          first [exact E2|intros r Hin; destruct (Hr r Hin); unfold W in Hn; split; [exact Hin|lia]].
        replace (N.to_nat (n - N.of_nat k)) with (N.to_nat n - k) by lia.
        split; (intros [Hu|Hu]; [auto|right]).
        - destruct Hu as (r & Hin & Hd & E); split; [reflexivity|].
          exists (N.to_nat (fst r)); split; [apply (in_map (fun r => N.to_nat (fst r))), Hin|auto].
        - destruct Hu as (_ & r & Hin & Hd & E); apply in_map_iff in Hin as (x & <- & Hin).
          exists x; auto. }
      rewrite S2, S1; clear S1 S2; split.
      + intros [[[Hu|[Hb E]]|[Hb (r & Hin & Hd & E)]]|[(j & Hb & E)|(j & r & Hb & Hin & Hd & E)]]; [auto|..].
        * right; left; exists 0; rewrite Nat.add_0_r; auto.
        * right; right; exists 0, r; rewrite Nat.add_0_r; auto.
        * right; left; exists (S j); replace (k + S j) with (S k + j) by lia; auto.
        * right; right; exists (S j), r; replace (k + S j) with (S k + j) by lia; auto.
      + intros [Hu|[(j & Hb & E)|(j & r & Hb & Hin & Hd & E)]]; [auto|..].
        * destruct j as [|j]; [rewrite Nat.add_0_r in E; auto|].
          right; left; exists j; replace (k + S j) with (S k + j) in E by lia; auto.
        * destruct j as [|j]; [rewrite Nat.add_0_r in *; left; right; split; [exact Hb|exists r; auto]|].
          right; right; exists j, r; replace (k + S j) with (S k + j) in * by lia; auto.
  Qed.

  Lemma missing_spec m : forall tries u l, missing (ncommon c n) m tries u = Some l ->
    forall w, (u <= w < u + N.of_nat tries)%N -> marked w m = true \/ In w l.
  Proof.
    induction tries as [|tries IH]; intros u l H w Hw; simpl in H; [lia|].
    destruct (marked u m) eqn:Em.
    - destruct (N.eq_dec w u) as [->|]; [auto|]. apply (IH _ _ H); lia.
    - destruct (ncommon c n u); [discriminate|].
      destruct (missing _ _ _ _) as [l'|] eqn:El; [|discriminate]. injection H as <-.
      destruct (N.eq_dec w u) as [->|]; [right; now left|].
      destruct (IH _ _ El w ltac:(lia)); [auto|right; now right].
  Qed.

  Lemma reach_spec left k : N.testbit (nth k (ndigits code) 0%N) 2 = true -> left = (n - N.of_nat k)%N ->
    k <= N.to_nat n ->
    forall firsts a l, ups g (N.to_nat a) firsts -> (1 <= a)%N -> length firsts <= A - N.to_nat a ->
    forall u, In u l ->
    In u (reach (nunequal code) last firsts a left (wwindow c - N.of_nat k) l) \/
    reached (code_of code) A W g (N.to_nat n) (N.to_nat u).
  Proof.
    intros Hb -> Hk; induction firsts as [|f firsts IH]; intros a l Hups Ha Hlen u Hu.
    - destruct l; simpl; auto.
    - destruct l as [|x l]; [destruct Hu|]. set (l0 := x :: l) in *.
      change (reach (nunequal code) last (f :: firsts) a (n - N.of_nat k) (wwindow c - N.of_nat k) l0) with
        (if (a <=? wwindow c - N.of_nat k)%N then
           if nunequal code && (n - N.of_nat k - a =? a)%N
           then reach (nunequal code) last firsts (N.succ a) (n - N.of_nat k) (wwindow c - N.of_nat k) l0
           else match get last (n - N.of_nat k - a) with
                | Some w => reach (nunequal code) last firsts (N.succ a) (n - N.of_nat k) (wwindow c - N.of_nat k)
                              (filter (fun u => negb (u =? N.lxor f w)%N) l0)
                | None => l0
                end
         else l0).
      destruct (N.leb_spec a (wwindow c - N.of_nat k)) as [Hroom|]; [|auto].
      destruct Hups as [Ef Hups]; simpl in Hlen.
      assert (Hs : N.to_nat (N.succ a) = S (N.to_nat a)) by lia.
      assert (IH' : forall l, In u l -> In u (reach (nunequal code) last firsts (N.succ a) (n - N.of_nat k) (wwindow c - N.of_nat k) l) \/
        reached (code_of code) A W g (N.to_nat n) (N.to_nat u)).
      { intros l' Hl'; apply IH; auto; rewrite ?Hs; auto; lia. }
      assert (Hd := distinct_b_spec a (n - N.of_nat k - a)); unfold distinct_b in Hd.
      destruct (nunequal code && _); [auto|]; simpl in Hd.
      destruct (get last (n - N.of_nat k - a)) as [w|] eqn:Ew; [|auto].
      destruct (N.eqb_spec u (N.lxor f w)) as [E|E].
      + right; exists k, (N.to_nat a); rewrite allows_N; simpl N.of_nat.
        assert (Ed : N.to_nat (n - N.of_nat k - a) = N.to_nat n - k - N.to_nat a) by lia.
        rewrite Ed in Hd; unfold W in *.
        repeat split; auto; try lia; [now apply Hd|].
        rewrite E, lxor_N, Ef; f_equal; rewrite <- Ed; apply Hlast; [lia|exact Ew].
      + apply IH', filter_In; split; [exact Hu|]. apply negb_true_iff; lia.
  Qed.

  Lemma reach_digits_spec : forall ds k l, (forall j, nth j ds 0%N = nth (k + j) (ndigits code) 0%N) ->
    k + length ds <= S (N.to_nat (nfarthest code)) -> (nfarthest code < wwindow c)%N ->
    forall u, In u l ->
    In u (reach_digits (nunequal code) last (tl (wfirst c)) ds (n - N.of_nat k) (wwindow c - N.of_nat k) l) \/
    reached (code_of code) A W g (N.to_nat n) (N.to_nat u).
  Proof.
    induction ds as [|d ds IH]; intros k l Hds Hlen Hf u Hu; [auto|].
    assert (Ed : nth k (ndigits code) 0%N = d) by (specialize (Hds 0); rewrite Nat.add_0_r in Hds; auto).
    simpl reach_digits; simpl in Hlen; unfold W in Hn.
    replace (n - N.of_nat k - 1)%N with (n - N.of_nat (S k))%N by lia.
    replace (wwindow c - N.of_nat k - 1)%N with (wwindow c - N.of_nat (S k))%N by lia.
    assert (Hnext : forall l, In u l ->
      In u (reach_digits (nunequal code) last (tl (wfirst c)) ds (n - N.of_nat (S k)) (wwindow c - N.of_nat (S k)) l) \/
      reached (code_of code) A W g (N.to_nat n) (N.to_nat u)).
    { intros l' Hl'; apply IH; auto; [|lia]. intros j; specialize (Hds (S j)); simpl in Hds; rewrite Hds; f_equal; lia. }
    destruct (N.testbit d 2) eqn:Eb; [|auto].
    destruct (reach_spec (n - N.of_nat k) k ltac:(rewrite Ed; exact Eb) eq_refl ltac:(lia) (tl (wfirst c)) 1 l) with (u := u)
      as [H|H]; auto; try lia.
    - destruct (wfirst c); [exact I|apply Hfirst].
    - unfold A; destruct (wfirst c); simpl; lia.
  Qed.

  Lemma follows_b_spec v :
    (forall r, In r (wrare c) -> (1 <= fst r)%N /\ (fst r + nfarthest code < wwindow c)%N) ->
    (nfarthest code < wwindow c)%N ->
    follows_b c last n v = true -> window_follows c g (N.to_nat n) (N.to_nat v).
  Proof.
    intros Hr Hf; unfold follows_b; cbv zeta.
    destruct (exclude _ _ _ _ _ _) as [m|] eqn:Em; [|discriminate].
    rewrite !andb_true_iff, negb_true_iff; intros [[[H1 H2] _] H3].
    destruct (missing _ _ _ _) as [l|] eqn:El; [|discriminate].
    destruct (reach_digits _ _ _ _ _ _ _) eqn:Er; [|discriminate].
    assert (H01 : N.testbit (nth 0 (ndigits code) 0%N) 1 = false).
    { apply andb_true_iff in Hcode as [Hc _]; apply andb_true_iff in Hc as [_ Hc].
      destruct (ndigits code); [reflexivity|]. apply andb_true_iff in Hc as [_ Hc]; now apply negb_true_iff in Hc. }
    assert (Hlen : length (ndigits code) <= S (N.to_nat (nfarthest code))) by (unfold nfarthest; lia).
    assert (Hex : forall u, marked u m = true <-> excluded (code_of code) heaps g (N.to_nat n) (N.to_nat u)).
    { intros u.
      pose proof (exclude_spec Hr (ndigits code) 0 Unmarked m (fun j => eq_refl) Hlen H01) as H.
      rewrite N.sub_0_r in H; specialize (H Em u); rewrite marked_unmarked in H; rewrite H; unfold excluded; split.
      - intros [E|[(j & Hb & E)|(j & r & Hb & Hin & Hd & E)]]; [discriminate|left|right].
        + exists j; rewrite allows_N; auto.
        + exists j, r; rewrite allows_N; auto.
      - intros [(j & Hb & E)|(j & r & Hb & Hin & Hd & E)]; right; [left|right]; rewrite allows_N in Hb.
        + exists j; auto.
        + exists j, r; auto. }
    split; [|split].
    - now rewrite <- ncommon_spec.
    - intros He; apply Hex in He; congruence.
    - intros u Hu; rewrite <- (Nat2N.id u).
      destruct (missing_spec m _ _ _ El (N.of_nat u) ltac:(lia)) as [Hm|Hm]; [left; now apply Hex|right].
      pose proof (reach_digits_spec (ndigits code) 0 l (fun j => eq_refl) Hlen Hf _ Hm) as H.
      rewrite !N.sub_0_r in H; destruct H as [H|H]; [|exact H].
      unfold code in H; rewrite Er in H; destruct H.
  Qed.
End Following.

Section Checked.
  Variable c : window_certificate.
  Let code := wcode c.
  Let g := nim (Break (code_of code)).
  Let n0 := N.to_nat (wpreperiod c).
  Let p := N.to_nat (wperiod c).
  Let A := length (wfirst c).
  Let W := N.to_nat (wwindow c).
  Let heaps := map (fun r => N.to_nat (fst r)) (wrare c).

  Lemma rare_listed_spec : forall l h rare, rare_listed c h l rare = true ->
    (forall i v, nth_error l i = Some v ->
       window_common c (N.to_nat h + i) (N.to_nat v) = true \/
       In (N.to_nat h + i) (map (fun r => N.to_nat (fst r)) rare)) /\
    (forall r w, In (r, w) rare -> exists i, N.to_nat r = N.to_nat h + i /\ nth_error l i = Some w).
  Proof.
    induction l as [|x l IH]; intros h rare H; simpl in H.
    - destruct rare; [|discriminate]. split; [intros [|i] v E; discriminate|intros r w []].
    - assert (Hnext : forall rare', rare_listed c (N.succ h) l rare' = true ->
        (forall i v, nth_error l i = Some v -> window_common c (N.to_nat h + S i) (N.to_nat v) = true \/
           In (N.to_nat h + S i) (map (fun r => N.to_nat (fst r)) rare')) /\
        (forall r w, In (r, w) rare' -> exists i, N.to_nat r = N.to_nat h + S i /\ nth_error l i = Some w)).
      { intros rare' H'; destruct (IH _ _ H') as [H1 H2]; split.
        - intros i v E; specialize (H1 i v E).
          replace (N.to_nat h + S i) with (N.to_nat (N.succ h) + i) by lia; exact H1.
        - intros r w Hin; destruct (H2 r w Hin) as (i & E1 & E2); exists i; split; [lia|exact E2]. }
      assert (Hcommon : forall rare', ncommon c h x && rare_listed c (N.succ h) l rare' = true ->
        (forall i v, nth_error (x :: l) i = Some v ->
          window_common c (N.to_nat h + i) (N.to_nat v) = true \/
          In (N.to_nat h + i) (map (fun r => N.to_nat (fst r)) rare')) /\
        (forall r w, In (r, w) rare' -> exists i, N.to_nat r = N.to_nat h + i /\ nth_error (x :: l) i = Some w)).
      { intros rare' H'; apply andb_true_iff in H' as [Hc H']; destruct (Hnext _ H') as [H1 H2]; split.
        - intros [|i] v E; [|apply H1, E]. simpl in E; injection E as <-; left.
          rewrite Nat.add_0_r, <- ncommon_spec; exact Hc.
        - intros r w Hin; destruct (H2 r w Hin) as (i & E1 & E2); exists (S i); auto. }
      destruct rare as [|[r w] rare]; [now apply Hcommon|].
      destruct (N.eqb_spec r h) as [->|]; [|now apply Hcommon].
      rewrite !andb_true_iff in H; destruct H as [[E _] H]; apply N.eqb_eq in E; subst w.
      destruct (Hnext _ H) as [H1 H2]; split.
      + intros [|i] v E; [right; left; simpl; lia|]. destruct (H1 i v E); [auto|right; now right].
      + intros r w [E|Hin]; [injection E as <- <-; exists 0; split; [lia|reflexivity]|].
        destruct (H2 r w Hin) as (i & E1 & E2); exists (S i); auto.
  Qed.

  Lemma recur_over_spec m q : forall tries h, recur_over m q tries h = true ->
    forall i, i < tries -> exists v, get m (h + N.of_nat i) = Some v /\ get m (h + N.of_nat i + q) = Some v.
  Proof.
    induction tries as [|tries IH]; intros h H i Hi; [lia|]. simpl in H.
    destruct (get m h) as [v|] eqn:E1; [|discriminate].
    destruct (get m (h + q)) as [w|] eqn:E2; [|discriminate].
    apply andb_true_iff in H as [E H]; apply N.eqb_eq in E; subst w.
    destruct i as [|i]; [exists v; rewrite N.add_0_r; auto|].
    destruct (IH _ H i ltac:(lia)) as (x & X1 & X2); exists x.
    replace (h + N.of_nat (S i))%N with (N.succ h + N.of_nat i)%N by lia; auto.
  Qed.

  Lemma continued_spec m from : forall l h, continued c m h from l = true ->
    forall i v, nth_error l i = Some v -> (from <= h + N.of_nat i)%N -> follows_b c m (h + N.of_nat i) v = true.
  Proof.
    induction l as [|x l IH]; intros h H [|i] v E Hf; try discriminate; simpl in H;
      apply andb_true_iff in H as [H1 H2].
    - injection E as <-. change (N.of_nat 0) with 0%N in *; rewrite N.add_0_r in *.
      destruct (N.leb_spec from h); [exact H1|lia].
    - replace (h + N.of_nat (S i))%N with (N.succ h + N.of_nat i)%N in * by lia; now apply IH.
  Qed.

  Lemma parities_spec e o : forall ds odd, parities e o ds odd = true ->
    forall k, N.testbit (nth k ds 0%N) 2 = true -> forall i j : bool,
    xorb (if i then o else e) (if j then o else e) <>
    (if xorb (xorb i j) (xorb odd (Nat.odd k)) then o else e).
  Proof.
    induction ds as [|d ds IH]; intros odd H k Hk i j; [destruct k; discriminate|].
    cbn [parities] in H; apply andb_true_iff in H as [H1 H2]; destruct k as [|k].
    - simpl in Hk; rewrite Hk in H1; simpl negb in H1; rewrite orb_false_l in H1.
      rewrite forallb_forall in H1; specialize (H1 (i, j)).
      change (Nat.odd 0) with false; rewrite xorb_false_r.
      apply eqb_false_iff, negb_true_iff, H1; simpl; destruct i, j; auto.
    - replace (xorb odd (Nat.odd (S k))) with (xorb (negb odd) (Nat.odd k)).
      + apply (IH _ H2 k Hk).
      + rewrite Nat.odd_succ, <- Nat.negb_odd; now destruct odd, (Nat.odd k).
  Qed.

  (* So that decided conditions are not taken apart where numbers are compared. *)
  Definition accepted (b : bool) : Prop := b = true.

  (** What the checker accepts is so. *)
  Theorem check_window_right : check_window c = true -> window_claim c.
  Proof.
    unfold check_window; cbv zeta; rewrite andb_true_iff; intros [Hs H].
    destruct (put_stretches _ _) as [m|] eqn:Hm; [|discriminate].
    rewrite !andb_true_iff in H; destruct H as (((((((_ & Hover) & _) & _) & Hrare) & Hrares) & Hfit) & Hcont).
    unfold sound_space in Hs; cbv zeta in Hs; rewrite !andb_true_iff in Hs.
    destruct Hs as ((((((((((((((Hcode & Hparts) & _) & Hrising) & Hbelow) & Hpar) & Hwin) & Heven) & Hp) & Hn0) & _) & Hstart) & Ha1) & Ha) & Hu).
    fold code in Hcode, Hparts, Hpar, Hwin, Hu.
    apply N.eqb_eq in Hparts; apply N.leb_le in Hwin, Hp, Hn0, Ha1, Ha.
    assert (Hu' : nunequal code = true -> (2 * first_count c + nfarthest code <= wpreperiod c + wwindow c)%N).
    { clear - Hu; intros E; rewrite E in Hu; apply N.leb_le, Hu. }
    assert (Heven' : fst (wodd c) = snd (wodd c) \/ N.even (wperiod c) = true).
    { clear - Heven; apply orb_true_iff in Heven as [E|E]; [left; now apply eqb_prop in E|auto]. }
    assert (Hstart' : forall s, In s (wstretches c) -> (first_count c <= fst s)%N).
    { clear - Hstart; rewrite forallb_forall in Hstart; intros s Hs; apply N.leb_le, Hstart, Hs. }
    assert (Hbelow' : forall r, In r (wrare c) -> (fst r < first_count c)%N).
    { clear - Hbelow; rewrite forallb_forall in Hbelow; intros r Hs; apply N.ltb_lt, Hbelow, Hs. }
    clear Hu Heven Hstart Hbelow.
    repeat match goal with H : ?b = true |- _ => change (accepted b) in H end.
    (* The first values. *)
    set (f := fun n => N.to_nat (nth n (wfirst c) 0%N)).
    assert (Hups : ups f 0 (wfirst c)) by (apply ups_nth; intros; reflexivity).
    assert (Hfirst : forall n, n < A -> g n = N.to_nat (nth n (wfirst c) 0%N)).
    { intros n Hn; symmetry; apply (fits_below (Break (code_of code)) f A); [|exact Hn].
      intros n' Hn'; apply (all_fit_spec f (NBreak code) (first_count c) (wfirst c) Hups Hfit).
      unfold first_count; lia. }
    assert (Hups' : ups g 0 (wfirst c)) by (apply ups_nth; intros j Hj; symmetry; apply Hfirst, Hj).
    (* Rare heaps. *)
    assert (Hr : forall r, In r (wrare c) -> (1 <= fst r)%N /\ (fst r + nfarthest code < wwindow c)%N).
    { intros r Hin; split.
      - assert (G : forall l low, rising_heaps low l = true -> In r l -> (low <= fst r)%N).
        { clear; induction l as [|[h v] l IH]; intros low H Hi; [destruct Hi|].
          simpl in H; apply andb_true_iff in H as [H1 H2]; apply N.leb_le in H1; destruct Hi as [E|Hi].
          - subst r; exact H1.
          - specialize (IH _ H2 Hi); lia. }
        exact (G _ _ Hrising Hin).
      - assert (G : forall l, In r l -> (fst r <= fold_right (fun r m => N.max (fst r) m) 0 l)%N).
        { clear; induction l as [|x l IH]; intros Hi; [destruct Hi|].
          cbn [fold_right]; destruct Hi as [E|Hi]; [subst x|specialize (IH Hi)]; lia. }
        specialize (G _ Hin); lia. }
    assert (Hf : (nfarthest code < wwindow c)%N) by lia.
    destruct (rare_listed_spec _ _ _ Hrare) as [HR1 HR2].
    assert (Hnth : forall i v, nth_error (tl (wfirst c)) i = Some v -> S i < A /\ nth (S i) (wfirst c) 0%N = v).
    { clear; intros i v; unfold A; destruct (wfirst c) as [|x l]; intros E; [destruct i; discriminate E|].
      simpl in E |- *; split; [|now apply nth_error_nth]. assert (i < length l) by (apply nth_error_Some; congruence); lia. }
    assert (Hrv : forall r, In r (wrare c) -> N.to_nat (snd r) = g (N.to_nat (fst r))).
    { intros [r w] Hin; simpl; destruct (HR2 r w Hin) as (i & E1 & E2); destruct (Hnth _ _ E2) as [H1 H2].
      change (N.to_nat 1) with 1 in E1; rewrite E1; simpl; rewrite Hfirst by exact H1; now rewrite H2. }
    assert (Hcf : forall h, 1 <= h < A -> window_common c h (g h) = true \/ In h heaps).
    { intros h Hh; destruct (nth_error (tl (wfirst c)) (h - 1)) as [v|] eqn:E.
      - destruct (Hnth _ _ E) as [H1 H2]; specialize (HR1 _ _ E).
        change (N.to_nat 1) with 1 in HR1; replace (1 + (h - 1)) with h in HR1 by lia.
        rewrite Hfirst by lia. replace (S (h - 1)) with h in H2 by lia; rewrite H2; exact HR1.
      - apply nth_error_None in E.
        assert (length (tl (wfirst c)) = A - 1) by (clear; unfold A; destruct (wfirst c); simpl; lia); lia. }
    assert (Hget : forall h v, get m h = Some v -> stored c (N.to_nat h) v).
    { intros h v E; destruct (put_stretches_spec _ _ _ Hm h v E) as [E0|(s & i & Hin & -> & Hi)].
      - unfold get in E0; rewrite PositiveMap.gempty in E0; discriminate.
      - exists s, i; repeat split; auto; lia. }
    (* The conditions of the theorem. *)
    assert (Htwo : at_most (code_of code) 2).
    { intros k j Hk; pose proof (parts_at_most code k j Hk); lia. }
    assert (Hone : allows (code_of code) 0 1 = false).
    { clear - Hcode; unfold accepted in Hcode; rewrite allows_N; apply andb_true_iff in Hcode as [Hc _]; apply andb_true_iff in Hc as [_ Hc].
      destruct (ndigits code); [reflexivity|]. apply andb_true_iff in Hc as [_ Hc]; apply negb_true_iff in Hc; exact Hc. }
    assert (Hsparse : sparse (code_of code) (window_common c)).
    { unfold window_common; apply sparse_by_parity; intros k Hk i j; rewrite allows_N in Hk.
      pose proof (parities_spec _ _ _ _ Hpar k Hk i j) as H; rewrite xorb_false_l in H; exact H. }
    assert (Hwide : wide (code_of code) A W heaps).
    { unfold wide; split; [|split].
      - rewrite <- nfarthest_spec; unfold W; lia.
      - simpl; unfold W; lia.
      - intros r Hin; apply in_map_iff in Hin as (x & <- & Hin); cbv beta; destruct (Hr x Hin).
        specialize (Hbelow' x Hin); unfold first_count in Hbelow'.
        rewrite <- nfarthest_spec; unfold A, W; lia. }
    unfold window_claim; cbv zeta; split; [exact Hfirst|split].
    - intros s i v Hin Hi HiW Hstored Hcommon.
      unfold accepted in Hcont; rewrite forallb_forall in Hcont; specialize (Hcont s Hin); cbv beta in Hcont.
      specialize (Hstart' s Hin).
      assert (Hge : (fst s + wwindow c <= fst s + N.of_nat i)%N) by (clear - HiW; lia).
      pose proof (continued_spec m _ _ _ Hcont i v Hi Hge) as Hfol; clear Hcont.
      change (accepted (follows_b c m (fst s + N.of_nat i) v)) in Hfol.
      assert (En : N.to_nat (fst s + N.of_nat i) = N.to_nat (fst s) + i) by (clear; lia).
      rewrite <- En in *; set (n := (fst s + N.of_nat i)%N) in *.
      assert (HWn : W < N.to_nat n) by (clear - A W n Ha1 Hstart' HiW; unfold n, W, first_count in *; lia).
      assert (Hl : forall h w, (h < n)%N -> get m h = Some w -> N.to_nat w = g (N.to_nat h)).
      { intros h w Hh Hw; symmetry; apply (Hstored (N.to_nat h)); [clear - Hh; lia|]. apply Hget, Hw. }
      pose proof (follows_b_spec c g m Hcode Hups' Hrv n Hl HWn v Hr Hf Hfol) as HF.
      apply (follows_value (code_of code) (window_common c) A W heaps Htwo Hone Hsparse Hwide); [exact HWn| |exact HF].
      intros h Hh; destruct (Nat.lt_ge_cases h A); [apply Hcf; lia|left; apply Hcommon; split; [assumption|lia]].
    - intros Hstored Hfol.
      assert (Hbelow2 : forall h, 1 <= h < n0 + W + p -> window_common c h (g h) = true \/ In h heaps).
      { intros h Hh; destruct (Nat.lt_ge_cases h A); [apply Hcf; lia|left].
        destruct (Hfol h) as [Hc _]; [split; [assumption|exact (proj2 Hh)]|exact Hc]. }
      apply (window_recurs_sparsely (code_of code) (window_common c) A W heaps Htwo Hone Hsparse Hwide).
      + clear - Hn0; lia.
      + clear - Hp; lia.
      + clear - A W Ha; unfold A, W, first_count in *; lia.
      + intros E; specialize (Hu' E); rewrite <- nfarthest_spec; clear - A W Hu'; unfold A, W, first_count in *; lia.
      + unfold window_common; apply common_period; destruct Heven' as [E|E]; [left; exact E|right].
        apply N.even_spec in E as [x Ex]; apply Nat.even_spec; exists (N.to_nat x); clear - Ex; lia.
      + intros h Hh; apply Hbelow2; clear - n0 W p Hh; unfold n0, W, p in *; lia.
      + intros h Hh; destruct (recur_over_spec m _ _ _ Hover (h - N.to_nat (wpreperiod c))) as (v & E1 & E2);
          [clear - W Hh; unfold W in *; lia|].
        apply Hget, Hstored in E1; apply Hget, Hstored in E2.
        replace (N.to_nat (wpreperiod c + N.of_nat (h - N.to_nat (wpreperiod c)))) with h in E1 by (clear - Hh; lia).
        replace (N.to_nat (wpreperiod c + N.of_nat (h - N.to_nat (wpreperiod c)) + wperiod c))
          with (h + N.to_nat (wperiod c)) in E2 by (clear - Hh; lia).
        etransitivity; [exact E2|symmetry; exact E1].
      + intros n Hn; refine (Hfol n _); clear - A W Hn Ha; unfold A, W, first_count in *; lia.
  Qed.
End Checked.
