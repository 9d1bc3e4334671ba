(** * Checking that values go on to grow

    The conditions of Arithmetic.v for codes that leave at most three heaps, as a procedure. Each value is
    kept with its upper and lower digits. [settles] looks for the heap from where good and steady options
    and those that are both have all values that are needed; [never_met_b] goes through the finitely many cases in which
    an option could have the value of its heap.

    Source: crates/grundy-check/src/arithmetic.rs (struct Growth). Used by: Check.v. *)

From Coq Require Import List Arith Lia Bool NArith ZArith FMapPositive ZifyN ZifyNat ZifyBool.
From Grundy Require Import Mex Heaps GuySmith Window Arithmetic Recompute.
Import ListNotations.

(** A heap with its value: whether it is large, and the digits of the value. *)
Record heap_value := { heap : N; large : bool; high : N; rest : N; worth : N }.

Definition heap_value_of (n0 low h v : N) : heap_value :=
  {| heap := h; large := (n0 <=? h)%N; high := N.shiftr v low; rest := (v mod 2 ^ low)%N; worth := v |}.

Fixpoint heap_values (n0 low h : N) (values : list N) : list heap_value :=
  match values with
  | [] => []
  | v :: values => heap_value_of n0 low h v :: heap_values n0 low (N.succ h) values
  end.

(** Values of options of each kind. *)
Record seen := { seen_good : marks; seen_steady : marks; seen_both : marks }.

Definition see (v : N) (good steady : bool) (m : seen) : seen :=
  {| seen_good := if good then mark v (seen_good m) else seen_good m;
     seen_steady := if steady then mark v (seen_steady m) else seen_steady m;
     seen_both := if good && steady then mark v (seen_both m) else seen_both m |}.

(* A pair is never both: good and steady are marked apart. *)
Fixpoint see_pairs (up down : list heap_value) (m : seen) : seen :=
  match up, down with
  | a :: up, b :: ((_ :: _) as down) =>
      let v := N.lxor (worth a) (worth b) in
      let m := see v false (large a && large b && (high a =? high b)%N) m in
      see_pairs up down (see v (large b && (high a =? 0)%N) false m)
  | _, _ => m
  end.

Fixpoint see_third (a : heap_value) (up down : list heap_value) (m : seen) : seen :=
  match up, down with
  | b :: up, z :: ((_ :: _) as down) =>
      let same := (high a =? high b)%N in
      let v := N.lxor (N.lxor (worth a) (worth b)) (worth z) in
      see_third a up down (see v (same && large z) (same && large a) m)
  | _, _ => m
  end.

Fixpoint see_triples (up down : list heap_value) (m : seen) : seen :=
  match up, down with
  | a :: up', _ :: _ :: down' => see_triples up' down' (see_third a up down m)
  | _, _ => m
  end.

Fixpoint see_digits (up : list heap_value) (ds : list N) (down : list heap_value) (m : seen) : seen :=
  match ds, down with
  | d :: ds, h :: ((_ :: _) as down) =>
      let m := if N.testbit d 1 then see (worth h) (large h) false m else m in
      let m := if N.testbit d 2 then see_pairs up down m else m in
      let m := if N.testbit d 3 then see_triples up (tl down) m else m in
      see_digits up ds down m
  | _, _ => m
  end.

Definition nothing_seen : seen := {| seen_good := Unmarked; seen_steady := Unmarked; seen_both := Unmarked |}.

(** Which multiples of the saltus will do for lambda at a heap. *)
Definition retain (c : ncode) (s : N) (own : bool) (up : list heap_value) (h : heap_value)
    (down : list heap_value) (times : list N) : list N :=
  if (2 * heap h <? worth h)%N || (2 * heap h <? s)%N then [] else
  let m := see_digits up (ndigits c) (h :: down) nothing_seen in
  filter (fun t =>
    let lambda := (s * t)%N in
    all_marked (N.to_nat lambda) 0 (seen_steady m) &&
    all_marked (N.to_nat s) (lambda - s) (seen_both m) &&
    (negb own || all_marked (N.to_nat (worth h - lambda)) lambda (seen_good m))) times.

Fixpoint settles (c : ncode) (s start middle stop : N) (up more : list heap_value) (n : N)
    (down : list heap_value) (times : list N) : list N :=
  if (n =? stop)%N then times else
  match more, times with
  | h :: more, _ :: _ =>
      let times := if (start <=? n)%N then retain c s (n <? middle)%N up h down times else times in
      settles c s start middle stop up more (N.succ n) (h :: down) times
  | _, _ => []
  end.

(** ** That the value of a heap is never met *)

Definition table := PositiveMap.t heap_value.

Definition table_of (l : list heap_value) : table :=
  fold_left (fun m h => PositiveMap.add (N.succ_pos (heap h)) h m) l (PositiveMap.empty _).

Definition nsum (l : list N) : N := fold_right N.add 0%N l.
Definition nnim_sum (l : list N) : N := fold_right N.lxor 0%N l.

Definition could_meet_b (t : table) (n0 p sigma : N) (h : heap_value) (removed : N) (others : list heap_value) : bool :=
  let z := (Z.of_N (heap h) - Z.of_N removed - Z.of_N (nsum (map heap others)))%Z in
  let class := (Z.of_N n0 + (z - Z.of_N n0) mod Z.of_N p)%Z in
  match PositiveMap.find (N.succ_pos (Z.to_N class)) t with
  | None => true
  | Some b =>
      if (N.lxor (nnim_sum (map rest others)) (rest b) =? rest h)%N then
        let sum := Z.of_N (nsum (map high others)) in
        let excess := (sum + Z.of_N (high b) + Z.of_N sigma * ((z - class) / Z.of_N p) - Z.of_N (high h))%Z in
        if forallb (fun h => negb (large h)) others && (nnim_sum (map high others) =? 0)%N
        then (excess =? sum)%Z
        else (0 <=? excess)%Z && Z.even excess
      else false
  end.

(** All ways to choose one, and two in their order. *)
Fixpoint ones (f : list heap_value -> bool) (l : list heap_value) : bool :=
  match l with [] => true | x :: l => if f [x] then ones f l else false end.

Fixpoint with_each (f : list heap_value -> bool) (x : heap_value) (l : list heap_value) : bool :=
  match l with [] => true | y :: l => if f [x; y] then with_each f x l else false end.

Fixpoint twos (f : list heap_value -> bool) (l : list heap_value) : bool :=
  match l with [] => true | x :: l' => if with_each f x l then twos f l' else false end.

Fixpoint never_by_digits (f : N -> list heap_value -> bool) (classes : list heap_value) (ds : list N) (k : N) : bool :=
  match ds with
  | [] => true
  | d :: ds =>
      (negb (N.testbit d 1) || f k []) &&
      (negb (N.testbit d 2) || ones (f k) classes) &&
      (negb (N.testbit d 3) || twos (f k) classes) &&
      never_by_digits f classes ds (N.succ k)
  end.

(** [classes] are the heaps from 1 to n0 + p - 1. *)
Definition never_met_b (c : ncode) (n0 p sigma : N) (classes : list heap_value) : bool :=
  let t := table_of classes in
  forallb (fun h =>
    negb (large h) ||
    never_by_digits (fun k others => negb (could_meet_b t n0 p sigma h k others)) classes (ndigits c) 0) classes.

(** ** What it proves *)

Section Growing.
  Variables (g : nat -> nat) (c : ncode) (n0 p low sigma : N).
  Let N0 := N.to_nat n0.
  Let P := N.to_nat p.
  Let Low := N.to_nat low.
  Let s := (2 ^ low * sigma)%N.

  Definition right (n : nat) (h : heap_value) : Prop :=
    heap h = N.of_nat n /\ N.to_nat (worth h) = g n /\ large h = (N0 <=? n) /\
    N.to_nat (high h) = upper Low (g n) /\ N.to_nat (rest h) = lower Low (g n).

  Fixpoint rups (from : nat) (l : list heap_value) : Prop :=
    match l with [] => True | h :: l => right from h /\ rups (S from) l end.

  Fixpoint rdowns (l : list heap_value) : Prop :=
    match l with [] => True | h :: l => right (length l) h /\ rdowns l end.

  Lemma right_of n v : N.to_nat v = g n -> right n (heap_value_of n0 low (N.of_nat n) v).
  Proof.
    intros E; unfold right; cbn [heap worth large high rest heap_value_of]; repeat split; auto.
    - apply eq_true_iff_eq; unfold N0; lia.
    - rewrite N.shiftr_div_pow2, N2Nat.inj_div, N2Nat.inj_pow, E; reflexivity.
    - rewrite N2Nat.inj_mod, N2Nat.inj_pow, E; reflexivity.
  Qed.

  Lemma heap_values_right : forall values n, ups g n values -> rups n (heap_values n0 low (N.of_nat n) values).
  Proof.
    induction values as [|v values IH]; intros n H; [exact I|]. destruct H as [E H]; simpl; split.
    - now apply right_of.
    - rewrite <- Nat2N.inj_succ; apply IH, H.
  Qed.

  Lemma rups_nth : forall l from j h, rups from l -> nth_error l j = Some h -> right (from + j) h.
  Proof.
    induction l as [|x l IH]; intros from [|j] h H E; simpl in *; try discriminate.
    - injection E as <-; rewrite Nat.add_0_r; apply H.
    - replace (from + S j) with (S from + j) by lia; apply IH; tauto.
  Qed.

  (* Marks that only stand for values that options of the heap have. *)
  Definition all_seen (n : nat) (m : seen) : Prop :=
    (forall v, marked v (seen_good m) = true -> good (code_of c) g N0 Low n (N.to_nat v)) /\
    (forall v, marked v (seen_steady m) = true -> steady (code_of c) g N0 Low n (N.to_nat v)) /\
    (forall v, marked v (seen_both m) = true -> both (code_of c) g N0 Low n (N.to_nat v)).

  Lemma see_right n v is_good is_steady m :
    all_seen n m ->
    (is_good = true -> good (code_of c) g N0 Low n (N.to_nat v)) ->
    (is_steady = true -> steady (code_of c) g N0 Low n (N.to_nat v)) ->
    (is_good && is_steady = true -> both (code_of c) g N0 Low n (N.to_nat v)) ->
    all_seen n (see v is_good is_steady m).
  Proof.
    intros (A1 & A2 & A3) H1 H2 H3; unfold see; repeat split; cbn [seen_good seen_steady seen_both]; intros w.
    - destruct is_good; [|apply A1]. rewrite marked_mark, orb_true_iff, N.eqb_eq; intros [->|]; auto.
    - destruct is_steady; [|apply A2]. rewrite marked_mark, orb_true_iff, N.eqb_eq; intros [->|]; auto.
    - destruct (is_good && is_steady); [|apply A3]. rewrite marked_mark, orb_true_iff, N.eqb_eq; intros [->|]; auto.
  Qed.

  Lemma right_value2 x y a b : right x a -> right y b ->
    N.to_nat (N.lxor (worth a) (worth b)) = value g [x; y].
  Proof. intros (_ & E1 & _) (_ & E2 & _); rewrite value_two, lxor_N, E1, E2; reflexivity. Qed.

  Lemma right_large n h : right n h -> large h = true -> N0 <= n.
  Proof. intros (_ & _ & E & _) H; rewrite E in H; now apply Nat.leb_le. Qed.

  Lemma see_pairs_right n left : (forall x y, 1 <= x -> 1 <= y -> x + y = left -> breaks (code_of c) n [x; y]) ->
    forall up down from m, 1 <= from -> rups from up -> rdowns down -> length down = left + 1 - from ->
    all_seen n m -> all_seen n (see_pairs up down m).
  Proof.
    intros Hb; induction up as [|a up IH]; intros down from m Hfrom Hup Hdown Hlen Hm; [exact Hm|].
    destruct down as [|b [|b' down]]; [exact Hm|exact Hm|].
    destruct Hup as [Ha Hup], Hdown as [Hd Hdown].
    set (down' := b' :: down) in *.
    assert (Hy : 1 <= length down') by (simpl; lia).
    assert (Hl : from + length down' = left) by (simpl in Hlen |- *; lia).
    change (see_pairs (a :: up) (b :: down') m) with
      (let v := N.lxor (worth a) (worth b) in
       let m := see v false (large a && large b && (high a =? high b)%N) m in
       see_pairs up down' (see v (large b && (high a =? 0)%N) false m)); cbv zeta.
    apply (IH down' (S from)); auto; [simpl in Hlen |- *; lia|].
    pose proof (right_value2 _ _ _ _ Ha Hd) as Ev.
    apply see_right; [apply see_right; [exact Hm|discriminate|..]|..]; try discriminate.
    - rewrite !andb_true_iff, N.eqb_eq; intros [[H1 H2] H3].
      exists from, (length down'), []; repeat split; auto; try (eapply right_large; eassumption).
      destruct Ha as (_ & _ & _ & E1 & _), Hd as (_ & _ & _ & E2 & _); congruence.
    - rewrite andb_true_iff, N.eqb_eq; intros [H1 H2].
      exists (length down'), [from]; repeat split; auto; try (eapply right_large; eassumption).
      + apply Hb; lia.
      + rewrite Ev, !value_two; apply Nat.lxor_comm.
      + destruct Ha as (_ & _ & _ & E1 & _); simpl; rewrite <- E1, H2; reflexivity.
    - rewrite andb_false_r; discriminate.
  Qed.

  Lemma see_third_right n left x a :
    (forall x y z, 1 <= x -> 1 <= y -> 1 <= z -> x + y + z = left -> breaks (code_of c) n [x; y; z]) ->
    1 <= x -> right x a ->
    forall up down from m, x <= from -> rups from up -> rdowns down -> length down = left + 1 - x - from ->
    all_seen n m -> all_seen n (see_third a up down m).
  Proof.
    intros Hb Hx Ha; induction up as [|b up IH]; intros down from m Hfrom Hup Hdown Hlen Hm; [exact Hm|].
    destruct down as [|z [|z' down]]; [exact Hm|exact Hm|].
    destruct Hup as [Hy Hup], Hdown as [Hz Hdown].
    set (down' := z' :: down) in *.
    assert (Hz1 : 1 <= length down') by (simpl; lia).
    assert (Hl : x + from + length down' = left) by (simpl in Hlen |- *; lia).
    change (see_third a (b :: up) (z :: down') m) with
      (let same := (high a =? high b)%N in
       let v := N.lxor (N.lxor (worth a) (worth b)) (worth z) in
       see_third a up down' (see v (same && large z) (same && large a) m)); cbv zeta.
    apply (IH down' (S from)); auto; [simpl in Hlen |- *; lia|].
    assert (Ev : N.to_nat (N.lxor (N.lxor (worth a) (worth b)) (worth z)) = value g [x; from; length down']).
    { destruct Ha as (_ & E1 & _), Hy as (_ & E2 & _), Hz as (_ & E3 & _).
      rewrite !lxor_N, E1, E2, E3; unfold value; simpl nim_sum.
      now rewrite Nat.lxor_0_r, Nat.lxor_assoc. }
    assert (Eq : (high a =? high b)%N = true -> upper Low (g x) = upper Low (g from)).
    { rewrite N.eqb_eq; destruct Ha as (_ & _ & _ & E1 & _), Hy as (_ & _ & _ & E2 & _); congruence. }
    assert (Hopt : breaks (code_of c) n [x; from; length down']) by (apply Hb; lia).
    apply see_right; [exact Hm|..]; rewrite ?andb_true_iff.
    - intros [H1 H2]; exists (length down'), [x; from]; repeat split.
      + apply Hb; lia.
      + rewrite Ev; unfold value; simpl; rewrite !Nat.lxor_0_r.
        rewrite Nat.lxor_comm, Nat.lxor_assoc; reflexivity.
      + eapply right_large; eassumption.
      + simpl; rewrite (Eq H1), Nat.lxor_0_r; apply Nat.lxor_nilpotent.
    - intros [H1 H2]; pose proof (right_large _ _ Ha H2); exists x, from, [length down'].
      repeat split; auto; lia.
    - intros [[H1 H2] [_ H3]]; pose proof (right_large _ _ Ha H3).
      pose proof (right_large _ _ Hz H2); exists x, from, (length down'); repeat split; auto; lia.
  Qed.

  Lemma see_triples_right n left :
    (forall x y z, 1 <= x -> 1 <= y -> 1 <= z -> x + y + z = left -> breaks (code_of c) n [x; y; z]) ->
    forall up down from m, 1 <= from -> rups from up -> rdowns down -> length down = left + 1 - 2 * from ->
    all_seen n m -> all_seen n (see_triples up down m).
  Proof.
    intros Hb; induction up as [|a up IH]; intros down from m Hfrom Hup Hdown Hlen Hm; [exact Hm|].
    destruct down as [|b [|b' down]]; [exact Hm|exact Hm|].
    change (see_triples (a :: up) (b :: b' :: down) m) with
      (see_triples up down (see_third a (a :: up) (b :: b' :: down) m)).
    apply (IH down (S from)); [lia|apply Hup|apply Hdown|simpl in Hlen |- *; lia|].
    apply (see_third_right n left from a Hb Hfrom (proj1 Hup) (a :: up) _ from); auto.
    simpl in Hlen |- *; lia.
  Qed.

  Lemma see_digits_right n up :
    (forall k l, k < S n -> parted (nth k (ndigits c) 0%N) (nunequal c) (nleast c <=? N.of_nat n)%N (n - k) l ->
       breaks (code_of c) n l) ->
    nunequal c = false -> (nleast c <= N.of_nat n)%N -> rups 1 up ->
    forall ds k down m, (forall j, nth j ds 0%N = nth (k + j) (ndigits c) 0%N) ->
    rdowns down -> length down = S n - k -> all_seen n m ->
    all_seen n (see_digits up ds down m).
  Proof.
    intros Hp Hu Hl Hup; induction ds as [|d ds IH]; intros k down m Hds Hdown Hlen Hm; [exact Hm|].
    destruct down as [|h [|h' down]]; [exact Hm|exact Hm|].
    set (down' := h' :: down) in *.
    change (see_digits up (d :: ds) (h :: down') m) with
      (let m := if N.testbit d 1 then see (worth h) (large h) false m else m in
       let m := if N.testbit d 2 then see_pairs up down' m else m in
       let m := if N.testbit d 3 then see_triples up (tl down') m else m in
       see_digits up ds down' m); cbv zeta.
    destruct Hdown as [Hh Hdown].
    assert (Hsome : length down' = S (length down)) by reflexivity.
    assert (Hleft : length down' = n - k) by (cbn [length] in Hlen; lia).
    assert (Hk : k < n) by lia.
    assert (Ed : nth k (ndigits c) 0%N = d) by (specialize (Hds 0); rewrite Nat.add_0_r in Hds; auto).
    assert (Hopt : forall l, N.testbit d (N.of_nat (length l)) = true -> total l = n - k ->
              (forall x, In x l -> 1 <= x) -> breaks (code_of c) n l).
    { intros l H1 H2 H3; apply (Hp k); [lia|]. rewrite Ed; repeat split; auto; [intros; lia|congruence]. }
    apply (IH (S k) down'); auto.
    { intros j; specialize (Hds (S j)); simpl in Hds; rewrite Hds; f_equal; lia. }
    assert (H1 : all_seen n (if N.testbit d 1 then see (worth h) (large h) false m else m)).
    { destruct (N.testbit d 1) eqn:E; [|exact Hm]. apply see_right; [exact Hm| |discriminate|].
      - intros H; exists (length down'), []; repeat split.
        + apply Hopt; [exact E|cbn [total fold_right]; lia|intros x [<-|[]]; lia].
        + rewrite value_one; symmetry; apply Hh.
        + eapply right_large; eassumption.
      - rewrite andb_false_r; discriminate. }
    set (m1 := if N.testbit d 1 then _ else _) in *.
    assert (H2 : all_seen n (if N.testbit d 2 then see_pairs up down' m1 else m1)).
    { destruct (N.testbit d 2) eqn:E; [|exact H1].
      apply (see_pairs_right n (n - k)) with (from := 1); auto; [|lia].
      intros x y Hx Hy Hxy; apply Hopt; [exact E|simpl; lia|intros z [<-|[<-|[]]]; lia]. }
    set (m2 := if N.testbit d 2 then _ else _) in *.
    destruct (N.testbit d 3) eqn:E; [|exact H2].
    apply (see_triples_right n (n - k)) with (from := 1); auto.
    - intros x y z Hx Hy Hz Hs; apply Hopt; [exact E|simpl; lia|intros w [<-|[<-|[<-|[]]]]; lia].
    - apply Hdown.
    - change (tl down') with down; lia.
  Qed.

  (** What a multiple of the saltus that is left will do for. *)
  Definition will_do (n : nat) (t : N) (own : bool) : Prop :=
    let lambda := N.to_nat (s * t) in
    (forall v, v < lambda -> steady (code_of c) g N0 Low n v) /\
    (forall v, lambda - N.to_nat s <= v < lambda -> both (code_of c) g N0 Low n v) /\
    (own = true -> forall v, lambda <= v < g n -> good (code_of c) g N0 Low n v).

  Hypotheses (Hc : sound_code c = true) (Hu : nunequal c = false).

  Lemma retain_right own up h down times t :
    (nleast c <= N.of_nat (length down))%N -> rups 1 up -> rdowns (h :: down) -> (1 <= t)%N ->
    In t (retain c s own up h down times) -> In t times /\ will_do (length down) t own.
  Proof.
    intros Hl Hup Hdown Ht; unfold retain; destruct (_ || _); [intros []|]; cbv zeta.
    rewrite filter_In, !andb_true_iff, orb_true_iff, negb_true_iff, !all_marked_spec.
    intros (Hin & (H1 & H2) & H3); split; [exact Hin|].
    assert (Hm : all_seen (length down) (see_digits up (ndigits c) (h :: down) nothing_seen)).
    { apply (see_digits_right (length down) up) with (k := 0); auto.
      - intros k l Hk Hp; apply breaks_parted; [exact Hc|]. exists k; auto.
      - repeat split; intros v Hv; discriminate. }
    set (m := see_digits _ _ _ _) in *; destruct Hm as (A1 & A2 & A3).
    assert (Hw : N.to_nat (worth h) = g (length down)) by apply Hdown.
    assert (Hst : (s <= s * t)%N) by nia.
    unfold will_do; cbv zeta; repeat split.
    - intros v Hv; rewrite <- (Nat2N.id v); apply A2, H1; lia.
    - intros v Hv; rewrite <- (Nat2N.id v); apply A3, H2; lia.
    - intros -> v Hv; rewrite <- (Nat2N.id v); apply A1; destruct H3 as [H3|H3]; [discriminate|].
      apply H3; lia.
  Qed.

  Lemma settles_incl start middle stop up : forall more n down times t,
    In t (settles c s start middle stop up more n down times) -> In t times.
  Proof.
    induction more as [|h more IH]; intros n down times t; simpl settles;
      (destruct (n =? stop)%N; [auto|]).
    - destruct times; intros [].
    - destruct times as [|t0 times0]; [intros []|]; set (times := t0 :: times0).
      intros H; apply IH in H. destruct (start <=? n)%N; [|exact H].
      unfold retain in H; destruct (_ || _); [destruct H|]. now apply filter_In in H.
  Qed.

  Lemma settles_right start middle stop up : (nleast c <= start)%N -> rups 1 up ->
    forall more n down times t, rups n more -> rdowns down -> length down = n -> (1 <= t)%N ->
    In t (settles c s start middle stop up more (N.of_nat n) down times) ->
    In t times /\ forall m, n <= m -> N.to_nat start <= m < N.to_nat stop ->
      will_do m t (N.of_nat m <? middle)%N.
  Proof.
    intros Hl Hup; induction more as [|h more IH]; intros n down times t Hmore Hdown Hn Ht; simpl settles;
      (destruct (N.eqb_spec (N.of_nat n) stop) as [E|E]; [intros H; split; [exact H|]; intros; lia|]).
    - destruct times; intros [].
    - destruct times as [|t0 times0]; [intros []|]; set (times := t0 :: times0).
      destruct Hmore as [Hh Hmore].
      assert (Hdown' : rdowns (h :: down)) by (simpl; split; [congruence|exact Hdown]).
      intros H; rewrite <- Nat2N.inj_succ in H.
      apply IH in H as [Hin H]; auto; [|simpl; congruence].
      destruct (N.leb_spec start (N.of_nat n)) as [Hs|Hs].
      + apply retain_right in Hin as [Hin Hdo]; auto; [|lia].
        split; [exact Hin|]. intros m Hm Hr; destruct (Nat.eq_dec m n) as [->|]; [|apply H; lia].
        rewrite Hn in Hdo; exact Hdo.
      + split; [exact Hin|]. intros m Hm Hr; apply H; lia.
  Qed.

  (** *** The cases that show that the value of a heap is never met *)

  Definition right_at (h : heap_value) : Prop := right (N.to_nat (heap h)) h.

  Lemma table_right l : (forall h, In h l -> right_at h) ->
    forall n b, PositiveMap.find (N.succ_pos n) (table_of l) = Some b -> right (N.to_nat n) b.
  Proof.
    unfold table_of; intros Hl n b.
    assert (G : forall l t, (forall h, In h l -> right_at h) ->
      (forall b, PositiveMap.find (N.succ_pos n) t = Some b -> right (N.to_nat n) b) ->
      PositiveMap.find (N.succ_pos n)
        (fold_left (fun m h => PositiveMap.add (N.succ_pos (heap h)) h m) l t) = Some b ->
      right (N.to_nat n) b).
    { clear l Hl; induction l as [|h l IH]; intros t Hl Ht; simpl; [apply Ht|].
      apply IH; [intros; apply Hl; now right|]. intros b'.
      destruct (Pos.eq_dec (N.succ_pos n) (N.succ_pos (heap h))) as [E|E].
      - rewrite <- E, PositiveMap.gss; intros E'; injection E' as <-.
        apply (f_equal Npos) in E; rewrite !N.succ_pos_spec in E.
        assert (n = heap h) by lia; subst n; apply Hl; now left.
      - rewrite PositiveMap.gso by exact E; apply Ht. }
    apply G; auto. intros b'; rewrite PositiveMap.gempty; discriminate.
  Qed.

  Lemma nsum_total (f : heap_value -> N) (F : nat -> nat) others :
    (forall h, In h others -> N.to_nat (f h) = F (N.to_nat (heap h))) ->
    N.to_nat (nsum (map f others)) = total (map F (map (fun h => N.to_nat (heap h)) others)).
  Proof.
    induction others as [|h l IH]; intros H; [reflexivity|].
    simpl; rewrite N2Nat.inj_add, H, IH; [reflexivity|intros; apply H; now right|now left].
  Qed.

  Lemma nnim_sum_nim (f : heap_value -> N) (F : nat -> nat) others :
    (forall h, In h others -> N.to_nat (f h) = F (N.to_nat (heap h))) ->
    N.to_nat (nnim_sum (map f others)) = nim_sum (map F (map (fun h => N.to_nat (heap h)) others)).
  Proof.
    induction others as [|h l IH]; intros H; [reflexivity|].
    simpl; rewrite lxor_N, H, IH; [reflexivity|intros; apply H; now right|now left].
  Qed.

  Lemma eqb_to_nat a b : (a =? b)%N = (N.to_nat a =? N.to_nat b).
  Proof. apply eq_true_iff_eq; lia. Qed.

  Lemma could_meet_b_right t h k others :
    (1 <= p)%N ->
    (forall n b, PositiveMap.find (N.succ_pos n) t = Some b -> right (N.to_nat n) b) ->
    right_at h -> (forall x, In x others -> right_at x) ->
    could_meet_b t n0 p sigma h k others = false ->
    could_meet g N0 P Low (N.to_nat sigma) (N.to_nat (heap h)) (N.to_nat k)
      (map (fun h => N.to_nat (heap h)) others) = false.
  Proof.
    intros Hp Ht Hh Ho; unfold could_meet_b, could_meet, excess, last_heap, class_of, N0, P; cbv zeta.
    set (hs := map (fun h => N.to_nat (heap h)) others).
    assert (Es : N.to_nat (nsum (map heap others)) = total hs).
    { rewrite (nsum_total heap (fun n => n)) by auto; unfold hs; now rewrite map_id. }
    rewrite !N_nat_Z, <- Es, N_nat_Z.
    set (z := (Z.of_N (heap h) - Z.of_N k - Z.of_N (nsum (map heap others)))%Z).
    set (cl := (Z.of_N n0 + (z - Z.of_N n0) mod Z.of_N p)%Z).
    destruct (PositiveMap.find _ t) as [b|] eqn:Hb; [|discriminate].
    apply Ht in Hb; rewrite Z_N_nat in Hb.
    destruct Hb as (_ & _ & _ & Hbq & Hbr), Hh as (_ & _ & _ & Hhq & Hhr).
    fold Low.
    rewrite (eqb_to_nat (N.lxor _ _)), lxor_N, Hbr, Hhr.
    rewrite (nnim_sum_nim rest (fun n => lower Low (g n))) by (intros x Hx; apply Ho, Hx); fold hs.
    destruct (_ =? lower Low (g (N.to_nat (heap h)))); [|reflexivity]; simpl andb.
    rewrite (eqb_to_nat (nnim_sum _)), (nnim_sum_nim high (fun n => upper Low (g n))) by (intros x Hx; apply Ho, Hx).
    fold hs. change (N.to_nat 0) with 0.
    assert (El : forallb (fun h => negb (large h)) others = forallb (fun h => h <? N.to_nat n0) hs).
    { unfold hs; clear - Ho; induction others as [|x l IH]; [reflexivity|]; simpl.
      rewrite IH by (intros; apply Ho; now right); f_equal.
      destruct (Ho x (or_introl eq_refl)) as (_ & _ & -> & _); unfold N0.
      apply eq_true_iff_eq; rewrite negb_true_iff; lia. }
    rewrite El.
    assert (Eq : Z.of_N (nsum (map high others)) = Z.of_nat (total (map (fun n => upper Low (g n)) hs))).
    { rewrite <- N_nat_Z, (nsum_total high (fun n => upper Low (g n))) by (intros x Hx; apply Ho, Hx).
      reflexivity. }
    rewrite Eq, <- (N_nat_Z (high b)), <- (N_nat_Z (high h)), Hbq, Hhq; auto.
  Qed.

  Lemma ones_spec f l : ones f l = true -> forall x, In x l -> f [x] = true.
  Proof.
    induction l as [|y l IH]; simpl; [tauto|]. destruct (f [y]) eqn:E; [|discriminate].
    intros H x [<-|Hx]; auto.
  Qed.

  Lemma with_each_spec f x l : with_each f x l = true -> forall y, In y l -> f [x; y] = true.
  Proof.
    induction l as [|z l IH]; simpl; [tauto|]. destruct (f [x; z]) eqn:E; [|discriminate].
    intros H y [<-|Hy]; auto.
  Qed.

  Lemma twos_spec f l : twos f l = true -> forall i j x y, i <= j ->
    nth_error l i = Some x -> nth_error l j = Some y -> f [x; y] = true.
  Proof.
    induction l as [|z l IH].
    - intros _ [|i] j x y _ H; discriminate.
    - change (twos f (z :: l)) with (if with_each f z (z :: l) then twos f l else false).
      destruct (with_each f z (z :: l)) eqn:E; [|discriminate]; intros H i j x y Hij Hi Hj.
      destruct i as [|i].
      + injection Hi as <-; apply (with_each_spec f z (z :: l) E), (nth_error_In _ j), Hj.
      + destruct j as [|j]; [lia|]. apply (IH H i j); auto; lia.
  Qed.

  Lemma never_by_digits_spec f classes : forall ds k, never_by_digits f classes ds k = true ->
    forall j d, nth j ds 0%N = d ->
    (N.testbit d 1 = true -> f (k + N.of_nat j)%N [] = true) /\
    (N.testbit d 2 = true -> ones (f (k + N.of_nat j)%N) classes = true) /\
    (N.testbit d 3 = true -> twos (f (k + N.of_nat j)%N) classes = true).
  Proof.
    induction ds as [|d ds IH]; intros k H j e E.
    - destruct j; simpl in E; subst e; rewrite !N.bits_0; repeat split; discriminate.
    - simpl in H; rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff in H.
      destruct H as [[[H1 H2] H3] H4]; destruct j as [|j].
      + simpl in E; subst e; change (N.of_nat 0) with 0%N; rewrite N.add_0_r.
        repeat split; intros Hb; [destruct H1|destruct H2|destruct H3]; congruence.
      + replace (k + N.of_nat (S j))%N with (N.succ k + N.of_nat j)%N by (clear; lia).
        apply IH; auto.
  Qed.

  Lemma never_met_b_right classes :
    (1 <= p)%N -> (1 <= n0)%N -> repeats g N0 P (N.to_nat s) -> at_most (code_of c) 3 ->
    rups 1 classes -> length classes + 1 = N0 + P ->
    never_met_b c n0 p sigma classes = true ->
    forall n, 3 * N0 + farthest (code_of c) <= n ->
    forall l, breaks (code_of c) n l -> value g l <> g n.
  Proof.
    intros Hp Hn0 Hg H3 Hcl Hlen; unfold never_met_b; cbv zeta; rewrite forallb_forall; intros Hall.
    assert (Hat : forall h, In h classes -> right_at h).
    { intros h Hh; apply In_nth_error in Hh as [j Hj]; apply (rups_nth _ _ _ _ Hcl) in Hj.
      unfold right_at; destruct Hj as [E R]; split; [lia|]. rewrite E, Nat2N.id; exact R. }
    assert (Hnth : forall n, 1 <= n < N0 + P -> exists h, nth_error classes (n - 1) = Some h /\ N.to_nat (heap h) = n).
    { intros n Hn; destruct (nth_error classes (n - 1)) as [h|] eqn:E.
      - exists h; split; [reflexivity|]. destruct (rups_nth _ _ _ _ Hcl E) as [E' _]; lia.
      - apply nth_error_None in E; lia. }
    assert (Es : N.to_nat s = 2 ^ Low * N.to_nat sigma).
    { unfold s; rewrite N2Nat.inj_mul, N2Nat.inj_pow; reflexivity. }
    rewrite Es in Hg.
    apply (never_met (code_of c) g N0 P Low (N.to_nat sigma)); try assumption; try (unfold N0, P; lia).
    intros n k others Hn Ha Hothers Hsorted.
    destruct (Hnth n) as (h & Hh & En); [unfold N0 in *; lia|].
    specialize (Hall h (nth_error_In _ _ Hh)).
    assert (Hlarge : large h = true).
    { destruct (Hat h (nth_error_In _ _ Hh)) as (_ & _ & -> & _); apply Nat.leb_le; lia. }
    rewrite Hlarge in Hall; simpl in Hall.
    pose proof (table_right classes Hat) as Ht.
    rewrite allows_N in Ha.
    destruct (never_by_digits_spec _ _ _ _ Hall k _ eq_refl) as (D1 & D2 & D3).
    rewrite N.add_0_l in D1, D2, D3.
    rewrite <- En, <- (Nat2N.id k).
    destruct others as [|x [|y [|z others]]].
    - apply (could_meet_b_right (table_of classes) h (N.of_nat k) []); auto; [apply Hat; eapply nth_error_In; eauto|intros x []|].
      apply negb_true_iff, D1, Ha.
    - destruct (Hnth x) as (hx & Hx & <-); [apply Hothers; now left|].
      pose proof (nth_error_In _ _ Hx).
      apply (could_meet_b_right (table_of classes) h (N.of_nat k) [hx]); auto;
        [apply Hat; eapply nth_error_In; eauto|intros v [<-|[]]; auto|].
      apply negb_true_iff. apply (ones_spec _ _ (D2 Ha)); assumption.
    - destruct (Hnth x) as (hx & Hx & <-); [apply Hothers; now left|].
      destruct (Hnth y) as (hy & Hy & <-); [apply Hothers; right; now left|].
      pose proof (nth_error_In _ _ Hx); pose proof (nth_error_In _ _ Hy).
      apply (could_meet_b_right (table_of classes) h (N.of_nat k) [hx; hy]); auto;
        [apply Hat; eapply nth_error_In; eauto|intros v [<-|[<-|[]]]; auto|].
      apply negb_true_iff. apply (twos_spec _ _ (D3 Ha) _ _ _ _ (Nat.sub_le_mono_r _ _ 1 Hsorted)); assumption.
    - exfalso; specialize (H3 k (S (length (x :: y :: z :: others)))).
      rewrite allows_N in H3; specialize (H3 Ha); clear - H3; cbn [length] in H3; lia.
  Qed.
End Growing.
