(** * Certificates of misère quotients: what they claim, and a check

    A certificate has the rules of a game of heaps, or letters by their options; the elements of a monoid as
    numbers from 0 (which is 1) on, those in P, letters that generate all with their actions, the value of each
    letter that is covered; and pre-period and period if all heaps are. [claim] says that this is true: the
    elements are the misère quotient of the sums of the letters covered (of all heaps, with a period), and
    pre-period and period are the least. [check] decides whether it is right: see QuotientCheck.v.

    Source: Plambeck and Siegel (2008). The format is that of docs/guide/en/certificates.md; the checks are
    those of crates/grundy-check/src/quotient (written.rs, monoid.rs, letters.rs, sums.rs, repeats.rs). *)

From Coq Require Import List Arith Lia Bool NArith PArith FMapPositive MSetPositive.
From Grundy Require Import Game Heaps Least Quotient QuotientPeriod QuotientMonoid QuotientOptions QuotientSums.
Import ListNotations.

(** ** Certificates *)

Inductive subject :=
| Of_heaps (r : rules)
| Of_letters (options : list (list (list nat))).

Record certificate := {
  subject_of : subject;
  heaps : N;
  order : N;
  in_P : list N;
  generators : list N;
  actions : list (list N);
  values : list N;
  repetition : option (nat * nat)
}.

(** Letters by their options; what is not made of earlier letters does not count. *)
Definition listed_parts (options : list (list (list nat))) (h : nat) : list (list nat) :=
  filter (forallb (fun k => k <? h)) (nth h options []).

Lemma listed_earlier options : well_founded (fun k h => exists q, In q (listed_parts options h) /\ In k q).
Proof.
  apply (well_founded_lt_compat nat (fun h => h)); intros k h (q & Hq & Hk).
  apply filter_In in Hq; destruct Hq as [_ Hq]; rewrite forallb_forall in Hq; now apply Nat.ltb_lt, Hq.
Qed.

Definition listed_letters (options : list (list (list nat))) : letters :=
  {| letter := nat; parts := listed_parts options; earlier := listed_earlier options |}.

(** ** What is claimed *)

(** The value of a letter: beyond those that are stored by the period. *)
Definition value_of (c : certificate) (n : nat) : N :=
  match repetition c with
  | None => nth n (values c) 0%N
  | Some (n0, p) => continued (fun n => nth n (values c) 0%N) n0 p n
  end.

Definition covered (c : certificate) (n : nat) : Prop :=
  match repetition c with None => n < length (values c) | Some _ => True end.

Definition least_repetition (c : certificate) : Prop :=
  match repetition c with
  | None => True
  | Some (n0, p) =>
      1 <= n0 /\ 1 <= p /\ (forall n, n0 <= n -> value_of c (n + p) = value_of c n) /\
      forall n0' p', 1 <= n0' -> 1 <= p' -> (forall n, n0' <= n -> value_of c (n + p') = value_of c n) ->
        n0 <= n0' /\ Nat.divide p p'
  end.

(** The elements are a monoid, numbered from 0 on, that decides sums, and the least that does. *)
Definition claim_of (c : certificate) (A : letters) (index : A -> nat) : Prop :=
  exists (Q : monoid) (named : N -> Q) (P : Q -> bool),
    let phi (h : A) := named (value_of c (index h)) in
    let covered (h : A) := covered c (index h) in
    (forall q, exists x, (x < order c)%N /\ named x = q) /\
    (forall x y, (x < order c)%N -> (y < order c)%N -> named x = named y -> x = y) /\
    named 0%N = one /\
    (forall x, (x < order c)%N -> P (named x) = true <-> In x (in_P c)) /\
    (forall i g a x y, nth_error (generators c) i = Some g -> nth_error (actions c) i = Some a ->
      nth_error a x = Some y -> times (named (N.of_nat x)) (named (value_of c (N.to_nat g))) = named y) /\
    decides P phi covered /\
    generated phi covered /\
    (forall l m, Forall covered l -> Forall covered m ->
      (Phi phi l = Phi phi m <-> indistinguishable covered l m)).

Definition claim (c : certificate) : Prop :=
  least_repetition c /\
  match subject_of c with
  | Of_heaps r => claim_of c (heap_letters r) (fun n => n)
  | Of_letters options => repetition c = None /\ claim_of c (listed_letters options) (fun n => n)
  end.

(** ** The check *)

(** Numbers that rise and are below a limit. *)
Fixpoint rises (limit : N) (l : list N) : bool :=
  match l with
  | [] => true
  | x :: l => (x <? limit)%N && match l with [] => true | y :: _ => (x <? y)%N end && rises limit l
  end.

Definition below (limit : N) (l : list N) : bool := forallb (fun x => (x <? limit)%N) l.

Definition count {X : Type} (l : list X) : N := fold_left (fun n _ => N.succ n) l 0%N.

Definition form_right (c : certificate) : bool :=
  (count (values c) =? heaps c)%N &&
  (count (actions c) =? count (generators c))%N &&
  rises (heaps c) (generators c) &&
  rises (order c) (in_P c) &&
  below (order c) (values c) &&
  forallb (fun a => (count a =? order c)%N && below (order c) a) (actions c).

Definition letters_right (c : certificate) : bool :=
  match subject_of c with
  | Of_heaps r => effects_possible r
  | Of_letters options =>
      (count options =? heaps c)%N &&
      forallb (fun e => forallb (forallb (fun k => k <? fst e)) (snd e)) (combine (seq 0 (length options)) options) &&
      match repetition c with None => true | Some _ => false end
  end.

Definition repeats_right (c : certificate) : bool :=
  match repetition c, subject_of c with
  | None, _ => true
  | Some (n0, p), Of_heaps r =>
      (1 <=? n0) && (1 <=? p) && (n0 + p <=? length (values c)) &&
      forallb (fun e => (fst e =? snd e)%N) (combine (skipn n0 (values c)) (skipn (n0 + p) (values c))) &&
      match needed r n0 p with Some bound => bound <=? length (values c) | None => false end &&
      (* The period and the pre-period are the least. *)
      forallb (fun e => negb (p mod e =? 0) ||
        existsb (fun h => negb (value_of c (h + e) =? value_of c h)%N) (seq n0 p)) (seq 1 (p - 1)) &&
      ((n0 =? 1) || negb (value_of c (n0 - 1 + p) =? value_of c (n0 - 1))%N)
  | Some _, Of_letters _ => false
  end.

Definition generators_right (phis : list positive) (generators : list N) (acts : list (M.t positive)) : bool :=
  let phi := map_of phis in
  forallb (fun e : N * M.t positive => (look phi (N.succ_pos (fst e)) =? look (snd e) 1)%positive) (combine generators acts).

(** Bits as a number. *)
Definition number (bits : list bool) : positive := fold_left (fun n (b : bool) => if b then xI n else xO n) bits xH.

Fixpoint distinct (l : list positive) (seen : S.t) : bool :=
  match l with [] => true | x :: l => if S.mem x seen then false else distinct l (S.add x seen) end.

(** Which products of x are in P. *)
Definition contexts_number (ord : positive) (t : M.t (M.t positive)) (p : S.t) (x : positive) : positive :=
  let r := row t x in number (map (fun z => S.mem (look r z) p) (elements ord)).

Definition no_two_alike (ord : positive) (t : M.t (M.t positive)) (p : S.t) : bool :=
  distinct (map (contexts_number ord t p) (elements ord)) S.empty.

(** Of each letter its value, and the values of its options. *)
Definition kinds_of (c : certificate) (t : M.t (M.t positive)) (phis : list positive) : list kind :=
  combine phis
    match subject_of c with
    | Of_heaps r => all_effects (mul t) r phis
    | Of_letters options =>
        let phi := map_of phis in
        map (fun l => nub (map (fold_right (fun k x => mul t (look phi (Pos.of_succ_nat k)) x) 1%positive) l)) options
    end.

Definition numbers (l : list N) : list positive := map N.succ_pos l.

Definition set_of (l : list positive) : S.t := fold_left (fun s x => S.add x s) l S.empty.

Definition check (c : certificate) : bool :=
  match order c with
  | N0 => false
  | Npos ord =>
      form_right c && letters_right c && repeats_right c &&
      let phis := numbers (values c) in
      let acts := map (fun a => map_of (numbers a)) (actions c) in
      let p := set_of (numbers (in_P c)) in
      let t := table ord acts in
      is_monoid ord acts t &&
      generators_right phis (generators c) acts &&
      no_two_alike ord t p &&
      check_sums ord t p (kinds_of c t phis)
  end.
