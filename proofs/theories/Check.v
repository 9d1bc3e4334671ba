(** * A checker of certificates of periods, proved right

    [check c = true -> claim c]: what the procedure accepts is so. The procedure recomputes all values below the
    bound of the theorem that the certificate names, with the conditions of that theorem, and sees that no smaller period and
    pre-period would do. Certificates are those of docs/guide/en/certificates.md; a program of
    OCaml (proofs/checker) reads them and runs what is extracted from this file.

    Kinds: guy-smith, subtraction, arithmetic; of the kind window see CheckWindow.v.
    Source: crates/grundy-check/src/repeating.rs, least.rs, arithmetic.rs, which it agrees with. *)

From Coq Require Import List Arith Lia Bool NArith ZArith ZifyN ZifyNat ZifyBool.
From Grundy Require Import Mex Heaps GuySmith Window Arithmetic Least Recompute Growing.
Import ListNotations.

Inductive reason := Guy_smith | Subtraction | Arithmetic_growth.

Record certificate := {
  game : nrules;
  period : N;
  preperiod : N;
  saltus : N;
  by_theorem : reason;
  checked_to : N;
  values : list N   (* of the heaps below preperiod + period *)
}.

(** The claim: the nim-sequence repeats so, with the least period and pre-period, and has the values stored. *)
Definition claim (c : certificate) : Prop :=
  let g := nim (rules_of (game c)) in
  repeats g (N.to_nat (preperiod c)) (N.to_nat (period c)) (N.to_nat (saltus c)) /\
  least_period g (N.to_nat (preperiod c)) (N.to_nat (period c)) /\
  forall n, n < N.to_nat (preperiod c) + N.to_nat (period c) -> g n = N.to_nat (nth n (values c) 0%N).

(** ** The sequence claimed *)

Definition first_period (c : certificate) : list N := skipn (N.to_nat (preperiod c)) (values c).

(** So many periods more, each greater by the saltus. *)
Fixpoint turns_more (times : nat) (chunk : list N) (s : N) : list N :=
  match times with
  | 0 => []
  | S times => let chunk := map (N.add s) chunk in chunk ++ turns_more times chunk s
  end.

(** The values from the pre-period on, to a period beyond the bound at least. *)
Definition repeated (c : certificate) (bound : N) : list N :=
  first_period c ++ turns_more (S (N.to_nat (bound / period c))) (first_period c) (saltus c).

Definition sequence_list (c : certificate) (bound : N) : list N :=
  firstn (N.to_nat (preperiod c)) (values c) ++ repeated c bound.

(* No more is written out than is in proportion to what is stored. *)
Definition in_proportion (c : certificate) (bound : N) : bool :=
  (bound <=? N.max 16777216 (24 * (preperiod c + period c)))%N.

Definition sequence (c : certificate) : nat -> nat :=
  extended (fun n => N.to_nat (nth n (values c) 0%N))
    (N.to_nat (preperiod c)) (N.to_nat (period c)) (N.to_nat (saltus c)).

Definition sound_header (c : certificate) : bool :=
  (1 <=? period c)%N && (N.of_nat (length (values c)) =? preperiod c + period c)%N.

(** ** Least period and pre-period *)

Fixpoint differs (a b : list N) (rise : N) : bool :=
  match a, b with
  | x :: a, y :: b => if (y =? x + rise)%N then differs a b rise else true
  | _, _ => false
  end.

(** Whether the d-th part of the period is none. *)
Definition no_part_b (c : certificate) (tail : list N) (d : N) : bool :=
  if (period c mod d =? 0)%N && (saltus c mod d =? 0)%N
  then differs (first_period c) (skipn (N.to_nat (period c / d)) tail) (saltus c / d)
  else true.

(** All numbers up to the root of the period, and the period divided by each. *)
Fixpoint no_parts (f : N -> bool) (p : N) (tries : nat) (d : N) : bool :=
  match tries with
  | 0 => true
  | S tries =>
      if (p mod d =? 0)%N
      then if f d && (if (2 <=? p / d)%N then f (p / d)%N else true) then no_parts f p tries (N.succ d) else false
      else no_parts f p tries (N.succ d)
  end.

Definition no_period_less (f : N -> bool) (p : N) : bool :=
  (if (2 <=? p)%N then f p else true) && no_parts f p (N.to_nat (N.sqrt p)) 2.

Definition no_earlier_b (c : certificate) (l : list N) : bool :=
  if (preperiod c =? 0)%N then true else
  match skipn (N.to_nat (preperiod c - 1)) l with
  | (a :: _) as rest =>
      match skipn (N.to_nat (period c)) rest with
      | b :: _ => negb (b =? a + saltus c)%N
      | [] => false
      end
  | [] => false
  end.

Definition least_b (c : certificate) : bool :=
  let tail := repeated c 0 in
  no_earlier_b c (firstn (N.to_nat (preperiod c)) (values c) ++ tail) && no_period_less (no_part_b c tail) (period c).

(** ** Bounds *)

(** The greatest number of heaps that a move leaves, at least 1. *)
Definition parts (c : ncode) : N := fold_right (fun d m => N.max (N.log2 d) m) 1%N (ndigits c).

Definition nfarthest (c : ncode) : N := N.of_nat (length (ndigits c)) - 1.

Definition breaking_bound (c : ncode) (n0 p : N) : N :=
  N.max (if nunequal c then 2 * n0 + 3 * p + nfarthest c else parts c * (n0 + p) + nfarthest c + 1 - parts c)
        (nleast c + p).

(** *** All numbers but some *)

Definition mark_all (l : list N) (m : marks) : marks := fold_left (fun m v => mark v m) l m.

(** Whether the values below h + p are those below the saltus and the values below h with the saltus added. *)
Definition goes_on (c : certificate) (l : list N) (h : N) : bool :=
  let s := saltus c in
  let before_list := firstn (N.to_nat h) l in
  let before := mark_all before_list Unmarked in
  let next := firstn (N.to_nat (period c)) (skipn (N.to_nat h) l) in
  let after := mark_all next before in
  (s <=? h + period c)%N && all_marked (N.to_nat s) 0 after &&
  forallb (fun v => marked (v + s) after) before_list &&
  forallb (fun v => (v <? s)%N || marked (v - s) before) (before_list ++ next) &&
  (N.of_nat (length next) =? period c)%N.

(** The least heap of a range from where it goes on, if it does so at the end. *)
Fixpoint search (tries : nat) (f : N -> bool) (low high : N) : N :=
  match tries with
  | 0 => high
  | S tries =>
      if (low <? high)%N then
        let middle := ((low + high) / 2)%N in
        if f middle then search tries f low middle else search tries f (middle + 1)%N high
      else high
  end.

Definition all_but_bound (c : certificate) (set : nranges) : option N :=
  let far := (preperiod c + 16 * period c)%N in
  let l := sequence_list c far in
  let f := goes_on c l in
  if in_proportion c (far + period c) then
    if f far then
      let h := search (N.to_nat (N.size far) + 1) f (preperiod c) far in
      if f h && (preperiod c <=? h)%N then Some (h + period c + greatest set)%N else None
    else None
  else None.

(** *** Codes with values that grow *)

Fixpoint trailing (p : positive) : N :=
  match p with xO p => N.succ (trailing p) | _ => 0 end.

Definition trailing_zeros (s : N) : N := match s with N0 => 0 | Npos p => trailing p end.

Fixpoint first_start (f : N -> list N) (starts : list N) : option N :=
  match starts with
  | [] => None
  | start :: starts => match f start with [] => first_start f starts | _ :: _ => Some start end
  end.

Definition growing_bound (c : certificate) (code : ncode) : option N :=
  let n0 := N.max 1 (preperiod c) in
  let p := period c in
  let s := saltus c in
  let low := trailing_zeros s in
  let sigma := (s / 2 ^ low)%N in
  let begin := N.max (3 * n0 + nfarthest code) (nleast code) in
  let stop := (begin + 18 * p)%N in
  if sound_code code && negb (nunequal code) && (parts code <=? 3)%N && (2 ^ low * sigma =? s)%N && in_proportion c stop
  then
    let l := heap_values n0 low 0 (sequence_list c stop) in
    let up := tl l in
    let classes := firstn (N.to_nat (n0 + p - 1)) up in
    if never_met_b code n0 p sigma classes && (N.of_nat (length classes) =? n0 + p - 1)%N then
      match first_start (fun start => settles code s start (start + p) (start + 2 * p) up l 0 [] [1; 2; 3; 4; 8]%N)
              (map (fun t => (begin + t * p)%N) [0; 1; 2; 4; 8; 16]%N) with
      | Some start => Some (start + 2 * p)%N
      | None => None
      end
    else None
  else None.

(** ** The checker *)

Definition bound_of (c : certificate) : option N :=
  let n0 := N.max 1 (preperiod c) in
  match by_theorem c, game c with
  | Guy_smith, NBreak code => Some (breaking_bound code n0 (period c))
  | Subtraction, NBreak code => if (parts code =? 1)%N then Some (breaking_bound code n0 (period c)) else None
  | Subtraction, NTake set => Some (preperiod c + period c + greatest set)%N
  | Arithmetic_growth, NAll_but set => all_but_bound c set
  | Arithmetic_growth, NBreak code => growing_bound c code
  | _, _ => None
  end.

Definition grows (c : certificate) : bool := match by_theorem c with Arithmetic_growth => true | _ => false end.

Definition check (c : certificate) : bool :=
  sound_header c && Bool.eqb (grows c) (negb (saltus c =? 0)%N) && least_b c &&
  match bound_of c with
  | None => false
  | Some bound =>
      (bound <=? checked_to c)%N && in_proportion c bound && all_fit (game c) bound (sequence_list c bound)
  end.

(** ** The proof *)

Lemma ups_nth (f : nat -> nat) l : forall from,
  (forall j, j < length l -> N.to_nat (nth j l 0%N) = f (from + j)) -> ups f from l.
Proof.
  induction l as [|v l IH]; intros from H; simpl; [exact I|]. split.
  - specialize (H 0); rewrite Nat.add_0_r in H; apply H; simpl; lia.
  - apply IH; intros j Hj; specialize (H (S j)); simpl in H; rewrite H by lia; f_equal; lia.
Qed.

Lemma ups_nth_error (f : nat -> nat) l : forall from j v, ups f from l -> nth_error l j = Some v -> N.to_nat v = f (from + j).
Proof.
  induction l as [|w l IH]; intros from [|j] v H E; simpl in *; try discriminate.
  - injection E as <-; rewrite Nat.add_0_r; apply H.
  - replace (from + S j) with (S from + j) by lia; apply IH; tauto.
Qed.

Lemma parts_at_most code : at_most (code_of code) (N.to_nat (parts code)).
Proof.
  intros k j H; rewrite allows_N in H; unfold parts; revert k H.
  induction (ndigits code) as [|d ds IH]; intros k H.
  - destruct k; discriminate H.
  - simpl fold_right. destruct k as [|k].
    + simpl in H. destruct (N.le_gt_cases (N.of_nat j) (N.log2 d)); [lia|].
      rewrite N.bits_above_log2 in H by assumption; discriminate.
    + specialize (IH k H); lia.
Qed.

Lemma parts_positive code : (1 <= parts code)%N.
Proof. unfold parts; induction (ndigits code); simpl; lia. Qed.

Lemma parts_unequal code : sound_code code = true -> nunequal code = true -> (parts code <= 2)%N.
Proof.
  intros Hs Hu; pose proof (sound_digits _ Hs) as Hd; unfold parts.
  induction (ndigits code) as [|d ds IH]; simpl; [lia|].
  assert (IH' := IH (fun x Hx => Hd x (or_intror Hx))).
  destruct (Hd d (or_introl eq_refl)) as [_ H8]; specialize (H8 Hu).
  assert (N.log2 d <= 2)%N; [|lia].
  destruct (N.eq_dec d 0) as [->|]; [simpl; lia|].
  assert (N.log2 d < 3)%N; [|lia]. apply N.log2_lt_pow2; [lia|exact H8].
Qed.

Lemma nfarthest_spec code : N.to_nat (nfarthest code) = farthest (code_of code).
Proof. unfold nfarthest, farthest; simpl; rewrite map_length; lia. Qed.

Section Proof.
  Variable c : certificate.
  Hypothesis Hheader : sound_header c = true.
  Let n0 := N.to_nat (preperiod c).
  Let p := N.to_nat (period c).
  Let s := N.to_nat (saltus c).
  Let g := sequence c.

  Lemma header : 1 <= p /\ length (values c) = n0 + p.
  Proof. unfold sound_header in Hheader; rewrite andb_true_iff in Hheader; unfold p, n0; lia. Qed.

  Lemma sequence_repeats : repeats g n0 p s.
  Proof. apply extended_repeats, header. Qed.

  Lemma sequence_stored n : n < n0 + p -> g n = N.to_nat (nth n (values c) 0%N).
  Proof. intros H; unfold g, sequence; now rewrite extended_first. Qed.

  Lemma ups_values : ups g 0 (values c).
  Proof.
    apply ups_nth; intros j Hj; rewrite (proj2 header) in Hj; simpl; symmetry; now apply sequence_stored.
  Qed.

  Lemma first_period_length : length (first_period c) = p.
  Proof. unfold first_period; rewrite skipn_length, (proj2 header); unfold n0; lia. Qed.

  Lemma ups_next l : forall from, n0 <= from -> ups g from l -> ups g (from + p) (map (N.add (saltus c)) l).
  Proof.
    induction l as [|v l IH]; intros from Hf H; simpl; [exact I|]; destruct H as [E H]; split.
    - rewrite sequence_repeats by exact Hf; unfold s; lia.
    - change (S (from + p)) with (S from + p); apply IH; [lia|exact H].
  Qed.

  Lemma ups_turns times : forall chunk from, n0 <= from -> length chunk = p -> ups g from chunk ->
    ups g (from + p) (turns_more times chunk (saltus c)).
  Proof.
    induction times as [|times IH]; intros chunk from Hf Hl H; simpl; [exact I|].
    apply ups_app; rewrite map_length, Hl; split; [now apply ups_next|].
    apply IH; [lia|now rewrite map_length|now apply ups_next].
  Qed.

  Lemma ups_repeated bound : ups g n0 (repeated c bound).
  Proof.
    assert (H : ups g n0 (first_period c)) by apply (ups_skipn g n0 0 _ ups_values).
    unfold repeated; apply ups_app; rewrite first_period_length; split; [exact H|].
    apply ups_turns; [lia|apply first_period_length|exact H].
  Qed.

  Lemma ups_sequence bound : ups g 0 (sequence_list c bound).
  Proof.
    assert (H := ups_values); rewrite <- (firstn_skipn n0 (values c)) in H.
    apply ups_app in H as [H _]; unfold sequence_list; apply ups_app; split; [exact H|].
    rewrite firstn_length, (proj2 header); fold n0.
    replace (0 + Nat.min n0 (n0 + p)) with n0 by lia; apply ups_repeated.
  Qed.

  (** *** Least period and pre-period *)

  Lemma differs_spec rise a : forall b from step, ups g from a -> ups g (from + step) b ->
    differs a b rise = true -> exists h, from <= h < from + length a /\ g (h + step) <> g h + N.to_nat rise.
  Proof.
    induction a as [|x a IH]; intros [|y b] from step Ha Hb; simpl; try discriminate.
    destruct Ha as [Ex Ha], Hb as [Ey Hb].
    destruct (N.eqb_spec y (x + rise)) as [E|E].
    - intros H; destruct (IH b (S from) step Ha Hb H) as (h & Hh & Hd); exists h; split; [lia|exact Hd].
    - intros _; exists from; split; [lia|]. rewrite <- Ex, <- Ey; lia.
  Qed.

  Lemma no_part_b_spec d : (2 <= d)%N -> no_part_b c (repeated c 0) d = true ->
    forall e f, p = N.to_nat d * e -> s = N.to_nat d * f ->
    exists h, n0 <= h < n0 + p /\ g (h + e) <> g h + f.
  Proof.
    intros Hd; unfold no_part_b; intros H e f He Hf.
    assert (E1 : period c = (d * N.of_nat e)%N) by (unfold p in He; lia).
    assert (E2 : saltus c = (d * N.of_nat f)%N) by (unfold s in Hf; lia).
    assert (D : forall x, ((d * x) mod d = 0 /\ (d * x) / d = x)%N).
    { intros x; rewrite (N.mul_comm d x); split; [apply N.mod_mul|apply N.div_mul]; lia. }
    rewrite E1, E2, !(proj1 (D _)), !(proj2 (D _)) in H; simpl in H.
    apply (differs_spec _ _ _ n0 e) in H.
    - rewrite first_period_length, Nat2N.id in H; exact H.
    - apply (ups_skipn g n0 0 _ ups_values).
    - rewrite Nat2N.id; apply ups_skipn, ups_repeated.
  Qed.

  Lemma no_parts_spec f q : forall tries d, no_parts f q tries d = true ->
    forall x, (d <= x < d + N.of_nat tries)%N -> (q mod x = 0)%N ->
      f x = true /\ ((2 <= q / x)%N -> f (q / x)%N = true).
  Proof.
    induction tries as [|tries IH]; intros d H x Hx Hq; [lia|]. simpl in H.
    destruct (N.eq_dec x d) as [->|Hne].
    - rewrite Hq in H; simpl in H. destruct (f d); [|discriminate]. split; [reflexivity|]. intros H2.
      destruct (N.leb_spec 2 (q / d)); [|lia]. destruct (f (q / d)%N); [reflexivity|discriminate].
    - apply (IH (N.succ d)); [|lia|exact Hq].
      destruct (q mod d =? 0)%N; [|exact H]. destruct (_ && _); [exact H|discriminate].
  Qed.

  (* Of a number and what it is divided by, one is not beyond the root. *)
  Lemma no_period_less_spec f q : (1 <= q)%N -> no_period_less f q = true ->
    forall d e, (2 <= d)%N -> q = (d * e)%N -> f d = true.
  Proof.
    unfold no_period_less; rewrite andb_true_iff; intros Hq [H1 H2] d e Hd He.
    pose proof (no_parts_spec f q _ _ H2) as H; clear H2.
    pose proof (N.sqrt_spec q ltac:(lia)) as [S1 S2].
    assert (He1 : (1 <= e)%N) by nia.
    destruct (N.le_gt_cases d (N.sqrt q)) as [Hsmall|Hbig].
    - apply (H d); [lia|]. rewrite He, N.mul_comm; apply N.mod_mul; lia.
    - destruct (N.eq_dec e 1) as [->|].
      + rewrite N.mul_1_r in He; subst d. destruct (N.leb_spec 2 q); [exact H1|lia].
      + assert (He2 : (e <= N.sqrt q)%N) by nia.
        assert (Ed : (q / e = d)%N) by (rewrite He; apply N.div_mul; lia).
        rewrite <- Ed; apply (H e); [lia|rewrite He; apply N.mod_mul; lia|rewrite Ed; exact Hd].
  Qed.

  Lemma least_b_spec : least_b c = true -> least_period g n0 p.
  Proof.
    unfold least_b; cbv zeta; rewrite andb_true_iff; intros [H1 H2].
    apply (least_repeats g n0 p s); [apply header|apply sequence_repeats|..].
    - intros d e f Hd He Hf.
      assert (Hq : (1 <= period c)%N) by (pose proof header as [Hp _]; unfold p in Hp; lia).
      apply (no_part_b_spec (N.of_nat d)); rewrite ?Nat2N.id; auto; [lia|].
      apply (no_period_less_spec _ _ Hq H2 _ (N.of_nat e)); [lia|].
      unfold p in He; lia.
    - intros n Hn; unfold no_earlier_b in H1.
      destruct (N.eqb_spec (preperiod c) 0) as [E|E]; [unfold n0 in Hn; lia|].
      replace (N.to_nat (preperiod c - 1)) with n in H1 by (unfold n0 in Hn; lia).
      pose proof (ups_skipn g n 0 _ (ups_sequence 0)) as Hups.
      change (firstn (N.to_nat (preperiod c)) (values c) ++ repeated c 0) with (sequence_list c 0) in H1.
      destruct (skipn n (sequence_list c 0)) as [|a l]; [discriminate H1|].
      pose proof (ups_skipn g p _ _ Hups) as Hups'; fold p in H1.
      destruct (skipn p (a :: l)) as [|b l']; [discriminate H1|].
      destruct Hups as [Ea _], Hups' as [Eb _]; simpl in Ea, Eb.
      rewrite <- Ea, <- Eb; unfold s; apply negb_true_iff in H1; lia.
  Qed.

  (** *** The theorems *)

  Lemma breaking_right code :
    sound_code code = true -> saltus c = 0%N ->
    (forall n, n < N.to_nat (breaking_bound code (N.max 1 (preperiod c)) (period c)) -> fits (Break (code_of code)) g n) ->
    forall n, g n = nim (Break (code_of code)) n.
  Proof.
    intros Hs Hz Hf; pose proof (parts_positive code); pose proof header as [Hp _].
    apply (guy_smith (code_of code) g (N.to_nat (parts code)) (Nat.max 1 n0) p);
      [apply parts_at_most|lia| |lia|exact Hp| |].
    - simpl; intros Hu; pose proof (parts_unequal code Hs Hu); lia.
    - intros n Hn; rewrite sequence_repeats by lia; unfold s; rewrite Hz; reflexivity.
    - intros n Hn; apply Hf; revert Hn; unfold guy_smith_bound, breaking_bound.
      rewrite <- nfarthest_spec; unfold n0, p; simpl unequal; simpl least.
      destruct (nunequal code); lia.
  Qed.

  Lemma window_right set :
    saltus c = 0%N ->
    (forall n, n < N.to_nat (preperiod c + period c + greatest set) -> fits (Take (ranges_of set)) g n) ->
    forall n, g n = nim (Take (ranges_of set)) n.
  Proof.
    intros Hz Hf; apply (window _ g (N.to_nat (greatest set)) n0 p).
    - split; [exact I|]. intros x Hx; simpl in Hx.
      rewrite <- (Nat2N.id x), within_N in Hx.
      destruct (N.le_gt_cases (N.of_nat x) (greatest set)); [lia|].
      rewrite greatest_spec in Hx by assumption; discriminate.
    - apply header.
    - intros n Hn; rewrite sequence_repeats by exact Hn; unfold s; now rewrite Hz.
    - intros n Hn; apply Hf; unfold n0, p in Hn; lia.
  Qed.

  Lemma marked_all (f : nat -> nat) v : forall l from m, ups f from l ->
    (marked v (mark_all l m) = true <->
     marked v m = true \/ exists j, from <= j < from + length l /\ f j = N.to_nat v).
  Proof.
    unfold mark_all; induction l as [|w l IH]; intros from m H; simpl.
    - split; [auto|]. intros [E|(j & Hj & _)]; [exact E|lia].
    - destruct H as [Ew H]; rewrite (IH (S from)), marked_mark, orb_true_iff, N.eqb_eq by exact H.
      split.
      + intros [[->|E]|(j & Hj & E)]; [right; exists from; split; [lia|auto]|auto|right; exists j; split; [lia|exact E]].
      + intros [E|(j & Hj & E)]; [auto|].
        destruct (Nat.eq_dec j from) as [->|]; [left; left; lia|right; exists j; split; [lia|exact E]].
  Qed.

  Lemma goes_on_spec l h : ups g 0 l -> goes_on c l h = true ->
    forall v, (exists j, j < N.to_nat h + p /\ g j = v) <-> v < s \/ exists j, j < N.to_nat h /\ g j + s = v.
  Proof.
    intros Hl; unfold goes_on; cbv zeta.
    set (before := firstn (N.to_nat h) l); set (next := firstn _ (skipn _ l)).
    rewrite !andb_true_iff, !forallb_forall, all_marked_spec; intros ((((_ & H1) & H2) & H3) & H4) v.
    assert (Hb : ups g 0 before /\ ups g (length before) (skipn (N.to_nat h) l)).
    { rewrite <- (firstn_skipn (N.to_nat h) l) in Hl; apply ups_app in Hl; exact Hl. }
    destruct Hb as [Hb Hs].
    assert (Hn : ups g (length before) next).
    { rewrite <- (firstn_skipn (N.to_nat (period c)) (skipn (N.to_nat h) l)) in Hs; apply ups_app in Hs; apply Hs. }
    assert (Hp : length next = p) by (unfold p; lia).
    assert (Hh : length before = N.to_nat h).
    { unfold before; rewrite firstn_length. pose proof header as [Hp1 _].
      assert (length next <= length l - N.to_nat h).
      { unfold next; rewrite firstn_length, skipn_length; lia. }
      lia. }
    assert (B : forall w, marked w (mark_all before Unmarked) = true <-> exists j, j < N.to_nat h /\ g j = N.to_nat w).
    { intros w; rewrite (marked_all g w before 0) by exact Hb; rewrite marked_unmarked, Hh; split.
      - intros [|(j & Hj & E)]; [discriminate|]. exists j; split; [lia|exact E].
      - intros (j & Hj & E); right; exists j; split; [lia|exact E]. }
    assert (A : forall w, marked w (mark_all next (mark_all before Unmarked)) = true <->
                          exists j, j < N.to_nat h + p /\ g j = N.to_nat w).
    { intros w; rewrite (marked_all g w next (length before)), B by exact Hn; rewrite Hh, Hp; split.
      - intros [(j & Hj & E)|(j & Hj & E)]; exists j; split; (lia || exact E).
      - intros (j & Hj & E); destruct (Nat.lt_ge_cases j (N.to_nat h)); [left|right]; exists j; split; (lia || exact E). }
    assert (In1 : forall j, j < N.to_nat h -> In (N.of_nat (g j)) before).
    { intros j Hj; destruct (nth_error before j) as [w|] eqn:E.
      - pose proof (ups_nth_error g before 0 j w Hb E) as Ew; simpl in Ew.
        rewrite <- Ew, N2Nat.id; eapply nth_error_In; eauto.
      - apply nth_error_None in E; lia. }
    assert (In2 : forall j, j < N.to_nat h + p -> In (N.of_nat (g j)) (before ++ next)).
    { intros j Hj; apply in_app_iff; destruct (Nat.lt_ge_cases j (N.to_nat h)); [left; auto|right].
      destruct (nth_error next (j - N.to_nat h)) as [w|] eqn:E.
      - pose proof (ups_nth_error g next _ _ w Hn E) as Ew; rewrite Hh in Ew.
        replace (N.to_nat h + (j - N.to_nat h)) with j in Ew by lia.
        rewrite <- Ew, N2Nat.id; eapply nth_error_In; eauto.
      - apply nth_error_None in E; lia. }
    split.
    - intros (j & Hj & E). specialize (H3 _ (In2 j Hj)); apply orb_true_iff in H3 as [H3|H3].
      + left; unfold s; lia.
      + apply B in H3 as (i & Hi & Ei).
        destruct (Nat.lt_ge_cases v s); [auto|]. right; exists i; split; [exact Hi|unfold s in *; lia].
    - intros [Hv|(i & Hi & E)].
      + specialize (H1 (N.of_nat v) ltac:(unfold s in Hv; lia)); apply A in H1 as (j & Hj & E).
        exists j; split; [exact Hj|lia].
      + specialize (H2 _ (In1 i Hi)); apply A in H2 as (j & Hj & E').
        exists j; split; [exact Hj|unfold s in E; lia].
  Qed.

  Lemma all_but_right set bound : all_but_bound c set = Some bound ->
    (forall n, n < N.to_nat bound -> fits (All_but (ranges_of set)) g n) ->
    forall n, g n = nim (All_but (ranges_of set)) n.
  Proof.
    unfold all_but_bound; cbv zeta.
    destruct (in_proportion _ _); [|discriminate].
    destruct (goes_on _ _ _); [|discriminate].
    set (h := search _ _ _ _); set (l := sequence_list _ _).
    destruct (goes_on c l h && (preperiod c <=? h)%N) eqn:Hg; [|discriminate].
    apply andb_true_iff in Hg as [Hg Hh]; intros E; injection E as <-; intros Hf.
    apply (all_but _ g (N.to_nat (greatest set)) (N.to_nat h) n0 p s).
    - intros x Hx; rewrite <- (Nat2N.id x), within_N; apply greatest_spec; lia.
    - apply header.
    - apply sequence_repeats.
    - unfold n0; lia.
    - apply (goes_on_spec l); [apply ups_sequence|exact Hg].
    - intros n Hn; apply Hf; unfold p in Hn; lia.
  Qed.

  Lemma first_start_spec f starts start : first_start f starts = Some start ->
    In start starts /\ exists t, In t (f start).
  Proof.
    induction starts as [|x l IH]; simpl; [discriminate|].
    destruct (f x) as [|t ts] eqn:E.
    - intros H; apply IH in H as [H1 H2]; auto.
    - intros H; injection H as <-; split; [auto|]. exists t; rewrite E; now left.
  Qed.

  Lemma growing_right code bound : growing_bound c code = Some bound ->
    (forall n, n < N.to_nat bound -> fits (Break (code_of code)) g n) ->
    forall n, g n = nim (Break (code_of code)) n.
  Proof.
    unfold growing_bound; cbv zeta.
    set (m0 := N.max 1 (preperiod c)); set (low := trailing_zeros (saltus c)).
    set (sigma := (saltus c / 2 ^ low)%N).
    set (begin := N.max (3 * m0 + nfarthest code) (nleast code)).
    destruct (sound_code code && _ && _ && _ && _) eqn:Hcond; [|discriminate].
    rewrite !andb_true_iff, negb_true_iff in Hcond; destruct Hcond as ((((Hs & Hu) & H3) & Hsigma) & _).
    apply N.eqb_eq in Hsigma; apply N.leb_le in H3.
    set (seq := sequence_list c _); set (l := heap_values m0 low 0 seq).
    set (classes := firstn _ (tl l)).
    destruct (never_met_b _ _ _ _ _ && _) eqn:Hnever; [|discriminate].
    apply andb_true_iff in Hnever as [Hnever Hlen]; apply N.eqb_eq in Hlen.
    destruct (first_start _ _) as [start|] eqn:Hstart; [|discriminate].
    intros E; injection E as <-; intros Hf.
    apply first_start_spec in Hstart as [Hin [t Ht]].
    pose proof header as [Hp _].
    assert (Hbegin : (begin <= start)%N).
    { apply in_map_iff in Hin as (x & <- & _); lia. }
    assert (Hrl : rups g m0 low 0 l) by (apply (heap_values_right g m0 (period c) low sigma seq 0), ups_sequence).
    assert (Hrt : rups g m0 low 1 (tl l)) by (destruct l; [exact I|apply Hrl]).
    assert (Hm0 : Nat.max 1 n0 = N.to_nat m0) by (unfold m0, n0; lia).
    assert (Hrep : repeats g (N.to_nat m0) p s).
    { intros n Hn; apply sequence_repeats; lia. }
    assert (Es : s = 2 ^ N.to_nat low * N.to_nat sigma).
    { unfold s; rewrite <- Hsigma at 1; rewrite N2Nat.inj_mul, N2Nat.inj_pow; reflexivity. }
    assert (Hcl : rups g m0 low 1 classes).
    { assert (G : forall k l from, rups g m0 low from l -> rups g m0 low from (firstn k l)).
      { clear; induction k as [|k IH]; intros [|x l] from H; simpl; auto. destruct H; split; auto. }
      apply G, Hrt. }
    assert (Hne : forall n, 3 * N.to_nat m0 + farthest (code_of code) <= n ->
              forall l, breaks (code_of code) n l -> value g l <> g n).
    { apply (never_met_b_right g code m0 (period c) low sigma Hs Hu) with (classes := classes); auto.
      - unfold p in Hp; lia.
      - unfold m0; lia.
      - rewrite Hsigma; exact Hrep.
      - intros k j Hk; pose proof (parts_at_most code k j Hk); lia.
      - fold p; lia. }
    rewrite <- Hsigma in Ht.
    assert (Ht1 : (1 <= t)%N).
    { apply settles_incl in Ht; simpl in Ht; lia. }
    apply (settles_right g code m0 (period c) low sigma Hs Hu _ _ _ (tl l)) with (n := 0) (down := []) in Ht; auto;
      [|lia|exact I].
    destruct Ht as [_ Ht]; unfold will_do in Ht; cbv zeta in Ht.
    set (lambda := N.to_nat (2 ^ low * sigma * t)) in Ht.
    assert (Hsl : s <= lambda).
    { unfold lambda; rewrite Hsigma; unfold s; nia. }
    rewrite Hsigma in Ht; fold s in Ht.
    rewrite Es in Hrep, Hsl.
    assert (Hst : N.to_nat (start + 2 * period c) = N.to_nat start + 2 * p) by (unfold p; lia).
    apply (arithmetic (code_of code) g (N.to_nat m0) p (N.to_nat low) (N.to_nat sigma) (N.to_nat start) lambda); auto.
    - unfold m0; lia.
    - unfold begin in Hbegin; lia.
    - intros n Hn; apply (Ht n ltac:(lia) ltac:(lia)).
    - intros n Hn; rewrite <- Es; apply (Ht n ltac:(lia) ltac:(lia)).
    - intros n Hn; apply (Ht n ltac:(lia) ltac:(lia)); unfold p in Hn; lia.
    - intros n Hn; apply Hne; rewrite <- nfarthest_spec; unfold begin in Hbegin; lia.
    - intros n Hn; apply Hf; lia.
  Qed.
End Proof.

(** What the checker accepts is so. *)
Theorem check_right (c : certificate) : check c = true -> claim c.
Proof.
  unfold check; rewrite !andb_true_iff; intros [[[Hh Hs] Hl] Hb].
  destruct (bound_of c) as [bound|] eqn:Hbound; [|discriminate].
  rewrite !andb_true_iff in Hb; destruct Hb as [_ Hfit].
  assert (Hsound : match game c with NBreak code => sound_code code = true | _ => True end).
  { unfold all_fit in Hfit; apply andb_true_iff in Hfit as [H _]; destruct (game c); auto. }
  pose proof (all_fit_spec (sequence c) _ _ _ (ups_sequence c Hh bound) Hfit) as Hf; clear Hfit.
  assert (E : forall n, sequence c n = nim (rules_of (game c)) n).
  { apply eqb_prop in Hs; unfold grows in Hs; unfold bound_of in Hbound; cbv zeta in Hbound.
    destruct (by_theorem c), (game c) as [code|set|set]; try discriminate.
    - injection Hbound as <-; apply (breaking_right c Hh code Hsound); [|exact Hf].
      destruct (N.eqb_spec (saltus c) 0); [assumption|discriminate].
    - destruct (_ =? 1)%N; [|discriminate].
      injection Hbound as <-; apply (breaking_right c Hh code Hsound); [|exact Hf].
      destruct (N.eqb_spec (saltus c) 0); [assumption|discriminate].
    - injection Hbound as <-; apply (window_right c Hh set); [|exact Hf].
      destruct (N.eqb_spec (saltus c) 0); [assumption|discriminate].
    - exact (growing_right c Hh code bound Hbound Hf).
    - exact (all_but_right c Hh set bound Hbound Hf). }
  split; [|split].
  - apply (repeats_ext (sequence c)); [exact E|]. now apply sequence_repeats.
  - intros n0' p' s' Hp' Hr; apply (least_b_spec c Hh Hl n0' p' s' Hp').
    apply (repeats_ext (nim (rules_of (game c)))); [intros; symmetry; apply E|exact Hr].
  - intros n Hn; rewrite <- E; now apply sequence_stored.
Qed.
