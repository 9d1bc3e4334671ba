(** * Fibonacci Nim and Zeckendorf's form

    Every number is in one way a sum of Fibonacci numbers F_2 = 1, F_3 = 2, F_4 = 3, … no two of which are neighbours.

    Fibonacci Nim: from a heap at most so many stones are taken, and then at most twice what was taken before; at the
    opening all but the whole heap may be taken.  The player to move loses if and only if the heap is empty or the most
    that may be taken is less than the smallest part of Zeckendorf's form of the heap; so the opening is lost if and
    only if the heap is 0 or a Fibonacci number.  Under misère play who is to move loses if and only if something may be
    taken and one stone less, with the same limit, is lost under normal play.

    Source: E. Zeckendorf (1972), C. G. Lekkerkerker (1952); M. J. Whinihan, Fibonacci Nim (1963).
    Used by: crates/grundy-games/src/fibonacci.rs, crates/grundy-number/src/fibonacci.rs ([is_p], [opening_is_p],
    [is_misere_p], [smallest_winning]), crates/grundy-number/src/zeckendorf.rs ([parts], [smallest_part]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** Fibonacci numbers *)

Fixpoint fib (i : nat) : nat :=
  match i with
  | 0 => 0
  | S i' => match i' with 0 => 1 | S i'' => fib i' + fib i'' end
  end.

Lemma fib_SS i : fib (S (S i)) = fib (S i) + fib i.
Proof. reflexivity. Qed.

Lemma fib_pos i : 1 <= i -> 1 <= fib i.
Proof.
  intros H; destruct i as [|i]; [lia|clear H]; induction i as [|i IH]; [simpl; lia|].
  rewrite fib_SS; lia.
Qed.

Lemma fib_step i : fib i <= fib (S i).
Proof. destruct i as [|i]; [simpl; lia|]; rewrite fib_SS; lia. Qed.

Lemma fib_mono i j : i <= j -> fib i <= fib j.
Proof. induction 1 as [|j _ IH]; [lia|]; pose proof (fib_step j); lia. Qed.

Lemma fib_strict i j : 2 <= i -> i < j -> fib i < fib j.
Proof.
  intros H2 H; apply Nat.lt_le_trans with (fib (S i)); [|now apply fib_mono].
  destruct i as [|[|i]]; [lia|lia|]; rewrite (fib_SS (S i)); pose proof (fib_pos (S i)); lia.
Qed.

Lemma fib_above n : n < fib (n + 2).
Proof.
  induction n as [|n IH]; [simpl; lia|]; replace (S n + 2) with (S (S (n + 1))) by lia; rewrite fib_SS.
  replace (S (n + 1)) with (n + 2) by lia; pose proof (fib_pos (n + 1)); lia.
Qed.

(** ** Zeckendorf's form: indices from the largest down *)

Fixpoint form (l : list nat) : Prop :=
  match l with
  | [] => True
  | i :: t => 2 <= i /\ match t with [] => True | j :: _ => j + 2 <= i end /\ form t
  end.

Definition worth (l : list nat) : nat := list_sum (map fib l).

Lemma worth_cons i l : worth (i :: l) = fib i + worth l.
Proof. reflexivity. Qed.

Lemma worth_app a b : worth (a ++ b) = worth a + worth b.
Proof. unfold worth; now rewrite map_app, list_sum_app. Qed.

(* The largest part tells between which Fibonacci numbers the sum lies. *)
Lemma worth_below l : forall i, form (i :: l) -> worth (i :: l) < fib (S i).
Proof.
  induction l as [|j l IH]; intros i H; rewrite worth_cons.
  - destruct H as [H _]; unfold worth; simpl list_sum; rewrite Nat.add_0_r; apply fib_strict; lia.
  - destruct H as (H2 & Hj & Hf); specialize (IH j Hf); destruct i as [|i]; [lia|].
    rewrite fib_SS; assert (fib (S j) <= fib i) by (apply fib_mono; lia); lia.
Qed.

(** Zeckendorf's form is unique. *)
Theorem form_unique (l m : list nat) : form l -> form m -> worth l = worth m -> l = m.
Proof.
  revert m; induction l as [|i l IH]; intros [|j m] Hl Hm E.
  - reflexivity.
  - destruct Hm as [H _]; pose proof (fib_pos j ltac:(lia)); rewrite worth_cons in E; unfold worth in E; simpl in E; lia.
  - destruct Hl as [H _]; pose proof (fib_pos i ltac:(lia)); rewrite worth_cons in E; unfold worth in E; simpl in E; lia.
  - pose proof (worth_below _ _ Hl) as Bl; pose proof (worth_below _ _ Hm) as Bm; rewrite !worth_cons in *.
    destruct (Nat.lt_trichotomy i j) as [H|[->|H]].
    + pose proof (fib_mono (S i) j H); lia.
    + f_equal; apply IH; [apply Hl|apply Hm|lia].
    + pose proof (fib_mono (S j) i H); lia.
Qed.

(** The greedy way to it. *)
Fixpoint greedy (i n : nat) : list nat :=
  match i with
  | 0 | 1 => []
  | S i' => if fib i <=? n then i :: greedy i' (n - fib i) else greedy i' n
  end.

Definition zeckendorf (n : nat) : list nat := greedy (n + 1) n.

Lemma greedy_S i n : 1 <= i ->
  greedy (S i) n = if fib (S i) <=? n then S i :: greedy i (n - fib (S i)) else greedy i n.
Proof. destruct i; [lia|reflexivity]. Qed.

Lemma greedy_form i : forall n, n < fib (S i) ->
  form (greedy i n) /\ worth (greedy i n) = n /\ forall j t, greedy i n = j :: t -> fib j <= n.
Proof.
  induction i as [|i IH]; intros n Hn.
  - simpl in *; repeat split; [unfold worth; simpl; lia|discriminate].
  - destruct i as [|i]; [simpl in *; repeat split; [unfold worth; simpl; lia|discriminate]|].
    rewrite greedy_S by lia; destruct (Nat.leb_spec (fib (S (S i))) n) as [H|H]; [|now apply IH].
    rewrite (fib_SS (S i)) in Hn; pose proof (fib_step (S i)).
    destruct (IH (n - fib (S (S i)))) as (I1 & I2 & I3); [lia|].
    split; [|split; [rewrite worth_cons, I2; lia|intros j t E; inversion E; subst; exact H]].
    split; [lia|split; [|exact I1]].
    destruct (greedy (S i) (n - fib (S (S i)))) as [|j t] eqn:E; [exact I|].
    specialize (I3 j t eq_refl); apply Nat.nlt_ge; intros Hj.
    assert (fib (S i) <= fib j) by (apply fib_mono; lia); lia.
Qed.

(** Every number has one (Lekkerkerker 1952, Zeckendorf 1972). *)
Theorem zeckendorf_form (n : nat) : form (zeckendorf n) /\ worth (zeckendorf n) = n.
Proof.
  unfold zeckendorf; destruct (greedy_form (n + 1) n) as (H1 & H2 & _); [|now split].
  replace (S (n + 1)) with (n + 2) by lia; apply fib_above.
Qed.

Lemma zeckendorf_unique l n : form l -> worth l = n -> zeckendorf n = l.
Proof. intros Hl Hn; destruct (zeckendorf_form n); apply form_unique; congruence. Qed.

(** The smallest part; 0 of 0, which has none. *)
Definition smallest (n : nat) : nat := fib (last (zeckendorf n) 0).

Lemma form_app a b : form (a ++ b) <->
  form a /\ form b /\ match a, b with [], _ => True | _, [] => True | _, j :: _ => j + 2 <= last a 0 end.
Proof.
  induction a as [|i a IH]; [simpl; tauto|].
  destruct a as [|j a]; [destruct b; simpl; tauto|].
  change ((i :: j :: a) ++ b) with (i :: (j :: a) ++ b).
  change (form (i :: (j :: a) ++ b)) with (2 <= i /\ j + 2 <= i /\ form ((j :: a) ++ b)).
  change (form (i :: j :: a)) with (2 <= i /\ j + 2 <= i /\ form (j :: a)).
  change (last (i :: j :: a) 0) with (last (j :: a) 0); rewrite IH; tauto.
Qed.

Lemma zeckendorf_0 : zeckendorf 0 = [].
Proof. reflexivity. Qed.

Lemma zeckendorf_last n : 1 <= n -> exists a s, zeckendorf n = a ++ [s] /\ smallest n = fib s /\ 2 <= s.
Proof.
  intros Hn; destruct (zeckendorf_form n) as [Hf Hw]; destruct (zeckendorf n) as [|i t] eqn:E.
  - unfold worth in Hw; simpl in Hw; lia.
  - destruct (exists_last (l := i :: t)) as (a & s & Ea); [discriminate|].
    exists a, s; split; [congruence|]; unfold smallest; rewrite E, Ea, last_last; split; [reflexivity|].
    rewrite Ea in Hf; apply form_app in Hf; destruct Hf as (_ & [H _] & _); exact H.
Qed.

Lemma smallest_bounds n : 1 <= n -> 1 <= smallest n <= n.
Proof.
  intros Hn; destruct (zeckendorf_last n Hn) as (a & s & E & -> & Hs); split; [apply fib_pos; lia|].
  destruct (zeckendorf_form n) as [_ Hw]; rewrite E, worth_app, worth_cons in Hw; lia.
Qed.

(* Without the smallest part the next is more than twice as large. *)
Lemma smallest_taken n : 1 <= n -> n = smallest n \/ 2 * smallest n < smallest (n - smallest n).
Proof.
  intros Hn; destruct (zeckendorf_last n Hn) as (a & s & E & Es & Hs).
  destruct (zeckendorf_form n) as [Hf Hw]; rewrite E in Hf, Hw; rewrite worth_app, worth_cons in Hw.
  change (worth []) with 0 in Hw; apply form_app in Hf; destruct Hf as (Ha & _ & Hg).
  assert (Ez : zeckendorf (n - smallest n) = a) by (apply zeckendorf_unique; [exact Ha|lia]).
  destruct a as [|i a]; [left; unfold worth in Hw; simpl in Hw; lia|right].
  rewrite Es at 1; unfold smallest at 1; rewrite Ez.
  apply Nat.lt_le_trans with (fib (S (S s))); [|apply fib_mono; lia].
  rewrite fib_SS; pose proof (fib_strict s (S s) Hs); lia.
Qed.

(* A number of which twice is below the smallest part of another stands below it in the form of the sum. *)
Lemma zeckendorf_added m k : 1 <= k -> m = 0 \/ 2 * k < smallest m ->
  zeckendorf (m + k) = zeckendorf m ++ zeckendorf k.
Proof.
  intros Hk [->|H]; [reflexivity|].
  destruct (zeckendorf_form m) as [Hf Hw], (zeckendorf_form k) as [Kf Kw].
  apply zeckendorf_unique; [|rewrite worth_app; lia]; apply form_app; repeat split; auto.
  destruct (zeckendorf m) as [|i a] eqn:Em; [exact I|]; destruct (zeckendorf k) as [|h t]; [exact I|].
  unfold smallest in H; rewrite Em in H; set (s := last (i :: a) 0) in *.
  rewrite worth_cons in Kw; apply Nat.nlt_ge; intros Hs; destruct s as [|[|s]]; [simpl in H; lia|simpl in H; lia|].
  assert (fib (S s) <= fib h) by (apply fib_mono; lia).
  rewrite fib_SS in H; pose proof (fib_step s); lia.
Qed.

Lemma smallest_added m k : 1 <= k -> m = 0 \/ 2 * k < smallest m -> smallest (m + k) = smallest k.
Proof.
  intros Hk H; unfold smallest at 1; rewrite (zeckendorf_added m k Hk H).
  unfold smallest; destruct (zeckendorf_form k) as [_ Kw].
  destruct (zeckendorf k) as [|h t] eqn:Ek; [unfold worth in Kw; simpl in Kw; lia|].
  clear; f_equal; induction (zeckendorf m) as [|i a IH]; [reflexivity|].
  rewrite <- IH; simpl; destruct (a ++ h :: t) eqn:E; [destruct a; discriminate|reflexivity].
Qed.

(** ** Fibonacci Nim *)

(** What is left after a take, and how many may be taken then. *)
Definition after (n take : nat) : nat * nat := (n - take, Nat.min (2 * take) (n - take)).

Definition fibonacci_options (p : nat * nat) : list (nat * nat) :=
  let (n, most) := p in map (after n) (seq 1 (Nat.min most n)).

Lemma in_fibonacci_options n most q :
  In q (fibonacci_options (n, most)) <-> exists k, 1 <= k /\ k <= most /\ k <= n /\ q = after n k.
Proof.
  unfold fibonacci_options; rewrite in_map_iff; split.
  - intros (k & <- & Hk); apply in_seq in Hk; exists k; repeat split; lia.
  - intros (k & H1 & H2 & H3 & ->); exists k; rewrite in_seq; split; [reflexivity|lia].
Qed.

(** A heap and the most that may be taken now. *)
Definition fibonacci : ruleset.
Proof.
  refine (measured (nat * nat) fibonacci_options fst _).
  intros [n most] q H; apply in_fibonacci_options in H; destruct H as (k & H1 & H2 & H3 & ->); simpl; lia.
Defined.

(** fibonacci::is_p *)
Definition is_p (n most : nat) : bool :=
  match zeckendorf n with [] => true | l => most <? fib (last l 0) end.

Definition cold (n most : nat) : Prop := n = 0 \/ most < smallest n.

Lemma is_p_cold n most : is_p n most = true <-> cold n most.
Proof.
  unfold is_p, cold; destruct n as [|n]; [rewrite zeckendorf_0; tauto|].
  destruct (zeckendorf_last (S n)) as (a & s & E & Es & _); [lia|]; rewrite Es.
  assert (El : last (zeckendorf (S n)) 0 = s) by (rewrite E; apply last_last).
  destruct (zeckendorf (S n)) as [|i t]; [destruct a; discriminate|]; rewrite El, Nat.ltb_lt; lia.
Qed.

(* More than the whole heap cannot be taken. *)
Lemma cold_capped n most c : n <= c -> cold n (Nat.min most c) <-> cold n most.
Proof.
  intros Hc; unfold cold; destruct (Nat.eq_dec n 0) as [->|Hn]; [tauto|].
  pose proof (smallest_bounds n ltac:(lia)); lia.
Qed.

Lemma cold_no_move n most k : cold n most -> 1 <= k -> k <= most -> k <= n -> ~ cold (n - k) (2 * k).
Proof.
  intros [->|H] H1 H2 H3 Hc; [lia|].
  assert (E : smallest (n - k + k) = smallest k) by (apply smallest_added; [exact H1|exact Hc]).
  replace (n - k + k) with n in E by lia; pose proof (smallest_bounds k H1); lia.
Qed.

Lemma cold_move n most : ~ cold n most ->
  1 <= smallest n /\ smallest n <= most /\ smallest n <= n /\ cold (n - smallest n) (2 * smallest n).
Proof.
  unfold cold; intros H; pose proof (smallest_bounds n ltac:(lia)); pose proof (smallest_taken n ltac:(lia)).
  repeat split; lia.
Qed.

(** Whinihan's theorem. *)
Theorem fibonacci_lost (n most : nat) : lost ((n, most) : fibonacci) <-> is_p n most = true.
Proof.
  rewrite is_p_cold.
  change (lost ((n, most) : fibonacci) <-> (fun p : fibonacci => cold (fst p) (snd p)) (n, most)).
  generalize ((n, most) : fibonacci); apply lost_characterised; clear n most.
  - intros [n most] H q Hq; apply in_fibonacci_options in Hq; destruct Hq as (k & H1 & H2 & H3 & ->); simpl in *.
    fold (2 * k); rewrite cold_capped by lia; now apply (cold_no_move n most).
  - intros [n most]; simpl; destruct (le_lt_dec (smallest n) most) as [Hs|Hs]; [|left; right; exact Hs].
    destruct (Nat.eq_dec n 0) as [->|Hn]; [left; now left|right].
    destruct (cold_move n most) as (H1 & H2 & H3 & H4); [unfold cold; lia|].
    exists (after n (smallest n)); split; [apply in_fibonacci_options; eauto|].
    unfold after; simpl fst; simpl snd; apply cold_capped; [lia|exact H4].
Qed.

(** fibonacci::opening_is_p *)
Definition opening_is_p (n : nat) : Prop := n = 0 \/ exists i, n = fib i.

(** The opening is lost if and only if the heap is 0 or a Fibonacci number. *)
Theorem fibonacci_opening (n : nat) : lost ((n, n - 1) : fibonacci) <-> opening_is_p n.
Proof.
  rewrite fibonacci_lost, is_p_cold; unfold cold, opening_is_p.
  destruct (Nat.eq_dec n 0) as [->|Hn]; [tauto|]; pose proof (smallest_bounds n ltac:(lia)) as B; split.
  - intros [H|H]; [now left|right]; destruct (zeckendorf_last n) as (a & s & _ & Es & _); [lia|].
    exists s; lia.
  - intros [H|[i Hi]]; [now left|right].
    assert (H : exists i, 2 <= i /\ n = fib i).
    { destruct i as [|[|i]]; [simpl in Hi; lia|exists 2; auto|exists (S (S i)); split; [lia|exact Hi]]. }
    destruct H as (j & Hj & E); assert (Ez : zeckendorf n = [j]).
    { apply zeckendorf_unique; [simpl; lia|unfold worth; simpl; lia]. }
    unfold smallest; rewrite Ez; simpl last; lia.
Qed.

(** ** Misère play *)

(** fibonacci::is_misere_p *)
Definition is_misere_p (n most : nat) : bool := negb (n =? 0) && negb (most =? 0) && is_p (n - 1) most.

Theorem fibonacci_misere (n most : nat) : misere_lost ((n, most) : fibonacci) <-> is_misere_p n most = true.
Proof.
  unfold is_misere_p; rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq, is_p_cold.
  change (misere_lost ((n, most) : fibonacci) <->
    (fun p : fibonacci => (fst p <> 0 /\ snd p <> 0) /\ cold (fst p - 1) (snd p)) (n, most)).
  generalize ((n, most) : fibonacci); apply misere_lost_characterised; clear n most.
  - intros [n most] [[H1 H2] H]; simpl in *; split.
    + intros E; assert (Hin : In (after n 1) (fibonacci_options (n, most))).
      { apply in_fibonacci_options; exists 1; repeat split; lia. }
      change (fibonacci_options (n, most) = []) in E; rewrite E in Hin; destruct Hin.
    + intros q Hq; apply in_fibonacci_options in Hq; destruct Hq as (k & K1 & K2 & K3 & ->); simpl.
      fold (2 * k); intros [[Q1 Q2] Hc]; rewrite cold_capped in Hc by lia.
      apply (cold_no_move (n - 1) most k); [exact H|exact K1|exact K2|lia|].
      now replace (n - 1 - k) with (n - k - 1) by lia.
  - intros [n most]; simpl.
    assert (He : n = 0 \/ most = 0 -> fibonacci_options (n, most) = []).
    { intros [-> | ->]; unfold fibonacci_options; [now rewrite Nat.min_0_r|reflexivity]. }
    destruct (Nat.eq_dec n 0) as [Hn|Hn]; [right; left; auto|].
    destruct (Nat.eq_dec most 0) as [Hm|Hm]; [right; left; auto|].
    destruct (le_lt_dec (smallest (n - 1)) most) as [Hs|Hs]; [|left; split; [now split|now right]].
    destruct (Nat.eq_dec (n - 1) 0) as [Hn1|Hn1]; [left; split; [now split|now left]|right; right].
    destruct (cold_move (n - 1) most) as (H1 & H2 & H3 & H4); [unfold cold; lia|].
    set (k := smallest (n - 1)) in *; exists (after n k); split.
    + apply in_fibonacci_options; exists k; repeat split; lia.
    + unfold after; simpl fst; simpl snd; split; [lia|]; apply cold_capped; [lia|].
      now replace (n - k - 1) with (n - 1 - k) by lia.
Qed.

(** The least take that wins is the smallest part, where it may be taken. *)
Theorem fibonacci_smallest_winning (n most : nat) :
  1 <= n -> smallest n <= most ->
  lost (after n (smallest n) : fibonacci) /\
  forall k, 1 <= k -> k < smallest n -> won (after n k : fibonacci).
Proof.
  intros Hn Hm; split.
  - apply fibonacci_lost, is_p_cold, cold_capped; [lia|]; apply (cold_move n most); unfold cold; lia.
  - intros k H1 Hk; apply won_iff_not_lost; unfold after; rewrite fibonacci_lost, is_p_cold, cold_capped by lia.
    pose proof (smallest_bounds n Hn); apply (cold_no_move n k); [now right|lia|lia|lia].
Qed.

(** All takes that win are sums of the lowest parts: *)

(** fibonacci::winning: whether twice the sum is below the Fibonacci number two places above its largest part. *)
Fixpoint slack (b : list nat) : bool :=
  match b with
  | t :: (u :: _) as r => if t - u =? 2 then false else if t - u =? 3 then slack r else true
  | _ => true
  end.

Lemma slack_iff b : forall t, form (t :: b) -> slack (t :: b) = true <-> 2 * worth (t :: b) < fib (S (S t)).
Proof.
  induction b as [|u b IH]; intros t H.
  - rewrite worth_cons, fib_SS; change (worth []) with 0; pose proof (fib_strict t (S t) (proj1 H)).
    split; [lia|reflexivity].
  - destruct H as (Ht & Hu & Hf); pose proof (worth_below b u Hf) as Hb; specialize (IH u Hf).
    rewrite worth_cons; assert (Hlow : fib u <= worth (u :: b)) by (rewrite worth_cons; lia).
    set (w := worth (u :: b)) in *; destruct Hf as [Hu2 _].
    change (slack (t :: u :: b)) with (if t - u =? 2 then false else if t - u =? 3 then slack (u :: b) else true).
    assert (E : exists d, t = S (S (d + u))) by (exists (t - u - 2); lia); destruct E as [d ->].
    rewrite (fib_SS (S (S (d + u)))), (fib_SS (S (d + u))).
    destruct d as [|[|d]]; cbn [Nat.add] in *.
    + replace (S (S u) - u) with 2 by lia; simpl Nat.eqb; cbv iota; split; [discriminate|intros H; exfalso].
      assert (E : exists v, u = S v) by (exists (u - 1); lia); destruct E as [v ->].
      pose proof (fib_SS v); pose proof (fib_step v); lia.
    + replace (S (S (S u)) - u) with 3 by lia; simpl Nat.eqb; cbv iota; rewrite IH; lia.
    + destruct (Nat.eqb_spec (S (S (S (S (d + u)))) - u) 2); [lia|].
      destruct (Nat.eqb_spec (S (S (S (S (d + u)))) - u) 3); [lia|split; [intros _|reflexivity]].
      assert (L : fib (S (S (S u))) <= fib (S (S (S (d + u))))) by (apply fib_mono; lia).
      rewrite (fib_SS (S u)) in L; pose proof (fib_step (S u)); lia.
Qed.

Theorem fibonacci_winning (n k : nat) : 1 <= k -> k <= n ->
  lost (after n k : fibonacci) <->
  exists a b, zeckendorf n = a ++ b /\ worth b = k /\
    (a = [] \/ exists t c, b = t :: c /\ (t + 3 <= last a 0 \/ slack b = true)).
Proof.
  intros H1 Hk; unfold after; rewrite fibonacci_lost, is_p_cold, cold_capped by lia; split.
  - intros Hc; exists (zeckendorf (n - k)), (zeckendorf k).
    assert (E : zeckendorf n = zeckendorf (n - k) ++ zeckendorf k).
    { rewrite <- zeckendorf_added by assumption; f_equal; lia. }
    destruct (zeckendorf_form n) as [Hf _], (zeckendorf_form k) as [_ Kw]; rewrite E in Hf; apply form_app in Hf.
    split; [exact E|split; [exact Kw|]]; destruct Hf as (_ & Fb & Hg).
    destruct Hc as [Hc|Hc]; [left; rewrite Hc; apply zeckendorf_0|].
    destruct (zeckendorf (n - k)) as [|i a] eqn:Ea; [now left|right].
    destruct (zeckendorf k) as [|t c] eqn:Eb; [unfold worth in Kw; simpl in Kw; lia|].
    exists t, c; split; [reflexivity|]; unfold smallest in Hc; rewrite Ea in Hc.
    destruct (le_lt_dec (t + 3) (last (i :: a) 0)) as [|Hl]; [now left|right].
    apply slack_iff; [exact Fb|]; rewrite Kw; replace (S (S t)) with (last (i :: a) 0) by lia; exact Hc.
  - intros (a & b & E & Hw & Hcase); destruct (zeckendorf_form n) as [Hf Hn]; rewrite E in Hf, Hn.
    rewrite worth_app in Hn; apply form_app in Hf; destruct Hf as (Fa & Fb & Hg).
    assert (Ea : zeckendorf (n - k) = a) by (apply zeckendorf_unique; [exact Fa|lia]).
    destruct Hcase as [->|(t & c & -> & Hcase)]; [left; unfold worth in Hn at 1; simpl in Hn; lia|].
    destruct a as [|i a]; [left; unfold worth in Hn at 1; simpl in Hn; lia|right].
    unfold smallest; rewrite Ea; set (s := last (i :: a) 0) in *; rewrite <- Hw.
    destruct Hcase as [Hs|Hs].
    + pose proof (worth_below c t Fb); apply Nat.lt_le_trans with (fib (S (S (S t)))); [|apply fib_mono; lia].
      rewrite (fib_SS (S t)); pose proof (fib_step (S t)); lia.
    + apply (slack_iff c t Fb) in Hs; apply Nat.lt_le_trans with (fib (S (S t))); [exact Hs|apply fib_mono; lia].
Qed.
