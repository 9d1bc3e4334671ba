(** * Wythoff's game

    Two heaps; a move takes any number from one, or the same number from both.  The positions where the player to move
    loses are (⌊φz⌋, ⌊φz⌋ + z) and their mirror images, φ the golden ratio.  Without roots: with x the smaller heap and z
    the difference, x² <= xz + z² (that is, x <= φz) and (x+1)² > (x+1)z + z² (that is, φz < x + 1).
    Under misère play (0, 1) and (2, 2) stand in the place of (0, 0) and (1, 2).

    Source: W. A. Wythoff, A modification of the game of nim (1907); misère play: Winning Ways (1982), chapter 13.
    Used by: crates/grundy-games/src/wythoff.rs, crates/grundy-number/src/golden.rs ([is_p], [is_p_natural],
    [is_misere_p], [mate_natural], [lower_natural], [winning_natural]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** The game *)

Definition wythoff_options (p : nat * nat) : list (nat * nat) :=
  let (x, y) := p in
  map (fun s => (x - s, y)) (seq 1 x) ++ map (fun s => (x, y - s)) (seq 1 y) ++
  map (fun s => (x - s, y - s)) (seq 1 (Nat.min x y)).

Lemma in_wythoff_options x y u v :
  In (u, v) (wythoff_options (x, y)) <->
  (u < x /\ v = y) \/ (u = x /\ v < y) \/ (u < x /\ v < y /\ u + y = v + x).
Proof.
  unfold wythoff_options; rewrite !in_app_iff, !in_map_iff; split.
  - intros [(s & E & H)|[(s & E & H)|(s & E & H)]]; apply in_seq in H; inversion E; subst; lia.
  - intros [H|[H|H]]; [left; exists (x - u)|right; left; exists (y - v)|right; right; exists (x - u)];
      rewrite in_seq; (split; [f_equal; lia|lia]).
Qed.

Definition wythoff : ruleset.
Proof.
  refine (measured (nat * nat) wythoff_options (fun p => fst p + snd p) _).
  intros [x y] [u v] H; apply in_wythoff_options in H; simpl; lia.
Defined.

(** ** The golden ratio in integers *)

(** x <= φz *)
Definition under (x z : nat) : Prop := x * x <= x * z + z * z.

(** x = ⌊φz⌋ *)
Definition golden (x z : nat) : Prop := under x z /\ ~ under (x + 1) z.

Lemma under_mono x z x' z' : x' <= x -> z <= z' -> under x z -> under x' z'.
Proof.
  unfold under; intros Hx Hz H; destruct (Nat.le_gt_cases x' z'); [nia|].
  assert (x' * (x' - z') <= x * (x - z)) by (apply Nat.mul_le_mono; lia).
  rewrite !Nat.mul_sub_distr_l in *; nia.
Qed.

Lemma under_dec x z : {under x z} + {~ under x z}.
Proof. apply le_dec. Qed.

Lemma under_double x z : under x z -> x <= 2 * z.
Proof. unfold under; intros H; apply Nat.nlt_ge; nia. Qed.

Lemma under_self z : under z z.
Proof. unfold under; nia. Qed.

Lemma under_next x z : under x z -> under (x + 1) (z + 1).
Proof. intros H; pose proof (under_double x z H); unfold under in *; nia. Qed.

(* φ is not the ratio of two numbers. *)
Lemma golden_irrational x z : x * x = x * z + z * z -> x = 0 /\ z = 0.
Proof.
  revert x; induction z as [z IH] using lt_wf_ind; intros x H.
  destruct (Nat.eq_dec z 0) as [->|Hz]; [nia|exfalso].
  assert (Hlt : z < x /\ x < 2 * z) by nia.
  destruct (IH (x - z)) with (x := z) as [H1 H2]; [lia| |lia].
  replace x with (z + (x - z)) in H by lia; set (r := x - z) in *; nia.
Qed.

(* Turning the golden rectangle: x + z <= φx if and only if φz <= x. *)
Lemma under_turn x z : under (x + z) x <-> x * z + z * z <= x * x.
Proof. unfold under; split; nia. Qed.

Lemma golden_0 : golden 0 0.
Proof. unfold golden, under; simpl; lia. Qed.

(* Each difference belongs to exactly one pair. *)
Lemma golden_unique x x' z : golden x z -> golden x' z -> x = x'.
Proof.
  intros [H1 H2] [H3 H4]; destruct (Nat.lt_trichotomy x x') as [H|[H|H]]; [exfalso|exact H|exfalso].
  - apply H2, (under_mono x' z); auto; lia.
  - apply H4, (under_mono x z); auto; lia.
Qed.

Lemma golden_exists z : exists x, golden x z.
Proof.
  assert (H : forall k, (exists x, golden x z) \/ under k z).
  { induction k as [|k [IH|IH]]; [right; unfold under; lia|now left|].
    destruct (under_dec (k + 1) z) as [H|H]; [right; now rewrite <- (Nat.add_1_r k)|left; exists k; now split]. }
  destruct (H (2 * z + 1)) as [Hx|Hx]; [exact Hx|apply under_double in Hx; lia].
Qed.

Lemma golden_least x z : golden x z -> z <= x.
Proof. intros [_ H]; apply Nat.nlt_ge; intros Hx; apply H, (under_mono z z); [lia|lia|apply under_self]. Qed.

(* Smaller heaps increase with the differences. *)
Lemma golden_mono x z x' z' : golden x z -> golden x' z' -> z < z' -> x < x'.
Proof.
  intros [H1 _] [_ H2] Hz; apply Nat.nle_gt; intros Hx.
  apply H2, (under_mono (x + 1) (z + 1)); [lia|lia|]; now apply under_next.
Qed.

(* No number but 0 is both the smaller and the larger of a pair: z + z' would lie between x' + z' and one more. *)
Lemma golden_disjoint x z x' z' : golden x z -> golden x' z' -> x = x' + z' -> x = 0.
Proof.
  intros [H1 H2] [H3 H4] E; destruct (Nat.le_gt_cases z x') as [Hz|Hz].
  - assert (Hu : under (x' + z') x') by (rewrite <- E; apply (under_mono x z); auto).
    apply under_turn in Hu; unfold under in H3.
    destruct (golden_irrational x' z'); lia.
  - exfalso; apply H4; destruct (under_dec (x' + 1 + z') (x' + 1)) as [Hu|Hu].
    + exfalso; apply H2, (under_mono (x' + 1 + z') (x' + 1)); auto; lia.
    + rewrite under_turn in Hu; unfold under; lia.
Qed.

(* Each number is the smaller or the larger of a pair. *)
Lemma golden_covers n : (exists z, golden n z) \/ (exists x z, golden x z /\ n = x + z).
Proof.
  assert (H : exists k, ~ under (n + 1) k /\ under (n + 1) (k + 1)).
  { assert (H : forall k, (exists k, ~ under (n + 1) k /\ under (n + 1) (k + 1)) \/ ~ under (n + 1) k).
    { induction k as [|k [IH|IH]]; [right; unfold under; nia|now left|].
      destruct (under_dec (n + 1) (k + 1)) as [H|H]; [left; eauto|right; now rewrite <- (Nat.add_1_r k)]. }
    destruct (H (n + 1)) as [Hk|Hk]; [exact Hk|exfalso; apply Hk, under_self]. }
  destruct H as (k & H1 & H2); destruct (under_dec n k) as [H|H]; [left; exists k; now split|right].
  assert (Hk : k <= n).
  { apply Nat.nlt_ge; intros Hlt; apply H, (under_mono n n); [lia|lia|apply under_self]. }
  assert (E : exists z, n = k + z) by (exists (n - k); lia); destruct E as [z ->].
  exists k, z; split; [|reflexivity]; split.
  - rewrite under_turn in H; unfold under; lia.
  - intros Hu; replace (k + z + 1) with (k + 1 + z) in H2 by lia; apply under_turn in H2.
    destruct (golden_irrational (k + 1) z); unfold under in *; lia.
Qed.

(** ** Normal play *)

(** The smaller heap and the difference of the two. *)
Definition cold (p : nat * nat) : Prop :=
  let (x, y) := p in golden (Nat.min x y) (Nat.max x y - Nat.min x y).

Lemma cold_sym x y : cold (x, y) <-> cold (y, x).
Proof. unfold cold; now rewrite Nat.min_comm, Nat.max_comm. Qed.

Lemma cold_low x z : cold (x, x + z) <-> golden x z.
Proof.
  unfold cold; rewrite Nat.min_l, Nat.max_r by lia; replace (x + z - x) with z by lia; reflexivity.
Qed.

Lemma cold_cases x y : cold (x, y) -> exists l z, golden l z /\ ((x = l /\ y = l + z) \/ (x = l + z /\ y = l)).
Proof.
  intros H; destruct (Nat.le_gt_cases x y) as [Hxy|Hxy].
  - exists x, (y - x); split; [|left; lia]; apply cold_low; now replace (x + (y - x)) with y by lia.
  - exists y, (x - y); split; [|right; lia]; apply cold_low, cold_sym; now replace (y + (x - y)) with x by lia.
Qed.

(* A heap has one mate. *)
Lemma cold_mate x y y' : cold (x, y) -> cold (x, y') -> y = y'.
Proof.
  intros H H'; destruct (cold_cases _ _ H) as (l & z & G & E), (cold_cases _ _ H') as (l' & z' & G' & E').
  destruct E as [[E1 E2]|[E1 E2]], E' as [[E3 E4]|[E3 E4]].
  - assert (l = l') by lia; subst l'.
    destruct (Nat.lt_trichotomy z z') as [Hz|[Hz|Hz]]; [|lia|];
      [pose proof (golden_mono _ _ _ _ G G' Hz)|pose proof (golden_mono _ _ _ _ G' G Hz)]; lia.
  - assert (l = 0) by (apply (golden_disjoint l z l' z' G G'); lia).
    assert (z = 0) by (pose proof (golden_least _ _ G); lia); lia.
  - assert (l' = 0) by (apply (golden_disjoint l' z' l z G' G); lia).
    assert (z' = 0) by (pose proof (golden_least _ _ G'); lia); lia.
  - destruct (Nat.lt_trichotomy z z') as [Hz|[Hz|Hz]]; [| |];
      [pose proof (golden_mono _ _ _ _ G G' Hz)| |pose proof (golden_mono _ _ _ _ G' G Hz)]; lia.
Qed.

(* A difference belongs to one pair. *)
Lemma cold_difference x y u v : cold (x, y) -> cold (u, v) -> u + y = v + x -> x = u.
Proof.
  intros H H' Ed; destruct (cold_cases _ _ H) as (l & z & G & E), (cold_cases _ _ H') as (l' & z' & G' & E').
  assert (Hz : z = z') by lia; subst z'; pose proof (golden_unique _ _ _ G G'); lia.
Qed.

Lemma no_move_inside x y u v : cold (x, y) -> In (u, v) (wythoff_options (x, y)) -> ~ cold (u, v).
Proof.
  intros H Ho H'; apply in_wythoff_options in Ho; destruct Ho as [[Hu ->]|[[-> Hv]|(Hu & Hv & Hd)]].
  - apply cold_sym in H, H'; pose proof (cold_mate _ _ _ H H'); lia.
  - pose proof (cold_mate _ _ _ H H'); lia.
  - pose proof (cold_difference _ _ _ _ H H' Hd); lia.
Qed.

Lemma move_inside x z : ~ cold (x, x + z) ->
  (exists u, cold (u, x) /\ u < x) \/
  (exists w, cold (x, x + w) /\ w < z) \/
  (exists w, cold (w, w + z) /\ w < x).
Proof.
  intros Hn; destruct (golden_covers x) as [(w & G)|(l & w & G & ->)].
  - destruct (Nat.lt_trichotomy w z) as [H|[->|H]].
    + right; left; exists w; split; [now apply cold_low|exact H].
    + exfalso; apply Hn; now apply cold_low.
    + right; right; destruct (golden_exists z) as (u & Gu); exists u; split; [now apply cold_low|].
      exact (golden_mono _ _ _ _ Gu G H).
  - destruct (Nat.eq_dec w 0) as [->|Hw].
    + assert (l = 0) by (destruct G as [G _]; apply under_double in G; lia); subst l.
      right; left; exists 0; split; [apply cold_low, golden_0|].
      destruct z as [|z]; [|lia]; exfalso; apply Hn; apply cold_low, golden_0.
    + left; exists l; split; [now apply cold_low|lia].
Qed.

Lemma cold_dec p : {cold p} + {~ cold p}.
Proof.
  destruct p as [x y]; unfold cold, golden; destruct (under_dec (Nat.min x y) (Nat.max x y - Nat.min x y)); [|right; tauto].
  destruct (under_dec (Nat.min x y + 1) (Nat.max x y - Nat.min x y)); [right|left]; tauto.
Qed.

(** Wythoff's theorem. *)
Theorem wythoff_lost (p : nat * nat) : lost (p : wythoff) <-> cold p.
Proof.
  revert p; apply (lost_characterised (G := wythoff) cold).
  - intros [x y] H [u v] Ho; now apply (no_move_inside x y).
  - assert (H : forall x z, cold (x, x + z) \/ exists u v, In (u, v) (wythoff_options (x, x + z)) /\ cold (u, v)).
    { intros x z; destruct (cold_dec (x, x + z)) as [H|H]; [now left|right].
      destruct (move_inside x z H) as [(u & Hc & Hu)|[(w & Hc & Hw)|(w & Hc & Hw)]].
      - exists x, u; rewrite in_wythoff_options, cold_sym; split; [lia|exact Hc].
      - exists x, (x + w); rewrite in_wythoff_options; split; [lia|exact Hc].
      - exists w, (w + z); rewrite in_wythoff_options; split; [lia|exact Hc]. }
    intros [x y]; destruct (Nat.le_gt_cases x y) as [Hxy|Hxy].
    + specialize (H x (y - x)); replace (x + (y - x)) with y in H by lia.
      destruct H as [H|(u & v & Ho & H)]; [now left|right; eauto].
    + specialize (H y (x - y)); replace (y + (x - y)) with x in H by lia; rewrite cold_sym.
      destruct H as [H|(u & v & Ho & H)]; [now left|right; exists (v, u)].
      rewrite cold_sym; split; [|exact H]; apply in_wythoff_options; apply in_wythoff_options in Ho; lia.
Qed.

(** ** The test that is computed *)

(** golden::is_p *)
Definition is_p (x y : nat) : bool :=
  let low := Nat.min x y in let high := Nat.max x y in let apart := high - low in
  let square := low * low in let other := apart * high in
  (square <=? other) && (other - square + apart <=? 2 * low).

(** golden::is_p_natural: most pairs are refused without a product. *)
Definition is_p_natural (x y : nat) : bool :=
  let low := Nat.min x y in let high := Nat.max x y in let apart := high - low in
  if (low * 5 + 5 <? apart * 7) || (apart * 5 <? low * 3) then false else is_p x y.

Lemma is_p_cold x y : is_p x y = true <-> cold (x, y).
Proof.
  unfold is_p, cold, golden, under; set (l := Nat.min x y); set (z := Nat.max x y - l).
  replace (Nat.max x y) with (l + z) by lia; rewrite andb_true_iff, !Nat.leb_le, Nat.mul_add_distr_l.
  rewrite (Nat.mul_comm z l); nia.
Qed.

Lemma refused_early x z : golden x z -> z * 7 <= x * 5 + 5 /\ x * 3 <= z * 5.
Proof.
  intros [H1 H2]; unfold under in *; split; apply Nat.nlt_ge; intros H; [apply H2|]; nia.
Qed.

Theorem wythoff_is_p (x y : nat) : lost ((x, y) : wythoff) <-> is_p x y = true.
Proof. now rewrite wythoff_lost, is_p_cold. Qed.

Theorem wythoff_is_p_natural (x y : nat) : lost ((x, y) : wythoff) <-> is_p_natural x y = true.
Proof.
  rewrite wythoff_is_p; unfold is_p_natural.
  destruct (Nat.ltb_spec (Nat.min x y * 5 + 5) ((Nat.max x y - Nat.min x y) * 7)) as [H|H];
    [|destruct (Nat.ltb_spec ((Nat.max x y - Nat.min x y) * 5) (Nat.min x y * 3)) as [H'|H']]; simpl; [| |reflexivity].
  - split; [|discriminate]; rewrite is_p_cold; unfold cold; intros G; apply refused_early in G; lia.
  - split; [|discriminate]; rewrite is_p_cold; unfold cold; intros G; apply refused_early in G; lia.
Qed.

(** ** Misère play *)

(** golden::is_misere_p *)
Definition is_misere_p (x y : nat) : bool :=
  match Nat.min x y, Nat.max x y with
  | 0, 1 | 2, 2 => true
  | 0, 0 | 1, 2 => false
  | _, _ => is_p x y
  end.

Definition misere_cold (p : nat * nat) : Prop := let (x, y) := p in is_misere_p x y = true.

Lemma misere_cold_sym x y : misere_cold (x, y) <-> misere_cold (y, x).
Proof. unfold misere_cold, is_misere_p, is_p; now rewrite Nat.min_comm, Nat.max_comm. Qed.

(* The pairs but (0, 0) and (1, 2) have 3 or more in each heap, and differ by 2 or more. *)
Lemma golden_small x z : golden x z -> (x = 0 /\ z = 0) \/ (x = 1 /\ z = 1) \/ (3 <= x /\ 2 <= z).
Proof.
  intros G; destruct z as [|[|z]].
  - left; split; [|reflexivity]; exact (golden_unique _ _ _ G golden_0).
  - right; left; split; [|reflexivity]; apply (golden_unique _ _ _ G); unfold golden, under; simpl; lia.
  - right; right; split; [|lia]; pose proof (golden_least _ _ G) as H.
    destruct (Nat.eq_dec x 2) as [->|]; [|lia]; destruct G as [_ G]; exfalso; apply G; unfold under; nia.
Qed.

Lemma misere_cold_iff x z : misere_cold (x, x + z) <->
  (x = 0 /\ z = 1) \/ (x = 2 /\ z = 0) \/ (3 <= x /\ 2 <= z /\ golden x z).
Proof.
  unfold misere_cold, is_misere_p; pose proof (is_p_cold x (x + z)) as Hp; rewrite cold_low in Hp.
  rewrite Nat.min_l, Nat.max_r by lia.
  assert (Hg : golden x z -> (x = 0 /\ z = 0) \/ (x = 1 /\ z = 1) \/ (3 <= x /\ 2 <= z)) by apply golden_small.
  destruct x as [|[|[|x]]].
  - destruct z as [|[|z]]; simpl Nat.add in *; [split; [discriminate|lia]|split; auto|].
    rewrite Hp; split; [intros G; apply Hg in G; lia|lia].
  - destruct z as [|[|z]]; simpl Nat.add in *; [|split; [discriminate|lia]|];
      rewrite Hp; (split; [intros G; apply Hg in G; lia|lia]).
  - destruct z as [|z]; simpl Nat.add in *; [split; auto|].
    rewrite Hp; split; [intros G; apply Hg in G; lia|lia].
  - simpl Nat.add in *; rewrite Hp; split.
    + intros G; specialize (Hg G); right; right; split; [lia|split; [lia|exact G]].
    + intros [E|[E|(_ & _ & G)]]; [lia|lia|exact G].
Qed.

Lemma misere_cold_cases x y : misere_cold (x, y) ->
  (x = 0 /\ y = 1) \/ (x = 1 /\ y = 0) \/ (x = 2 /\ y = 2) \/
  (3 <= x /\ 3 <= y /\ (x + 2 <= y \/ y + 2 <= x) /\ cold (x, y)).
Proof.
  intros H; destruct (Nat.le_gt_cases x y) as [Hxy|Hxy].
  - replace y with (x + (y - x)) in H by lia; apply misere_cold_iff in H.
    destruct H as [H|[H|(H1 & H2 & G)]]; [lia|lia|]; right; right; right; split; [lia|split; [lia|split; [lia|]]].
    replace y with (x + (y - x)) by lia; now apply cold_low.
  - apply misere_cold_sym in H; replace x with (y + (x - y)) in H by lia; apply misere_cold_iff in H.
    destruct H as [H|[H|(H1 & H2 & G)]]; [lia|lia|]; right; right; right; split; [lia|split; [lia|split; [lia|]]].
    apply cold_sym; replace x with (y + (x - y)) by lia; now apply cold_low.
Qed.

Lemma misere_cold_of x y : 3 <= x \/ 3 <= y -> cold (x, y) -> misere_cold (x, y).
Proof.
  intros Hx H; destruct (cold_cases _ _ H) as (l & z & G & [[-> ->]|[-> ->]]); [|apply misere_cold_sym];
    apply misere_cold_iff; right; right; destruct (golden_small _ _ G) as [E|[E|E]]; try lia; tauto.
Qed.

Theorem wythoff_is_misere_p (x y : nat) : misere_lost ((x, y) : wythoff) <-> is_misere_p x y = true.
Proof.
  change (misere_lost ((x, y) : wythoff) <-> misere_cold (x, y)); generalize (x, y); clear x y.
  apply (misere_lost_characterised (G := wythoff) misere_cold).
  - intros [x y] H; split.
    + intros E; assert (Hin : exists u v, In (u, v) (wythoff_options (x, y))).
      { apply misere_cold_cases in H; destruct (Nat.eq_dec x 0) as [->|].
        - exists 0, 0; apply in_wythoff_options; lia.
        - exists 0, y; apply in_wythoff_options; lia. }
      destruct Hin as (u & v & Hin); change (wythoff_options (x, y) = []) in E; rewrite E in Hin; destruct Hin.
    + intros [u v] Ho H'; apply misere_cold_cases in H, H'; pose proof (proj1 (in_wythoff_options _ _ _ _) Ho) as Ho'.
      destruct H as [H|[H|[H|(H1 & H2 & H3 & H)]]], H' as [H'|[H'|[H'|(H1' & H2' & H3' & H')]]]; try lia.
      exact (no_move_inside _ _ _ _ H Ho H').
  - assert (H : forall x z, misere_cold (x, x + z) \/ (x = 0 /\ z = 0) \/
      exists u v, In (u, v) (wythoff_options (x, x + z)) /\ misere_cold (u, v)).
    { intros x z; destruct (is_misere_p x (x + z)) eqn:E; [now left|right].
      assert (Hn : ~ misere_cold (x, x + z)) by (unfold misere_cold; congruence).
      assert (C01 : misere_cold (0, 1)) by reflexivity; assert (C22 : misere_cold (2, 2)) by reflexivity.
      assert (C10 : misere_cold (1, 0)) by reflexivity.
      destruct x as [|[|[|x]]].
      - destruct z as [|[|z]]; [now left|elim Hn; reflexivity|].
        right; exists 0, 1; split; [apply in_wythoff_options; lia|exact C01].
      - right; exists 1, 0; split; [apply in_wythoff_options; lia|exact C10].
      - destruct z as [|z]; [elim Hn; reflexivity|].
        right; exists 2, 2; split; [apply in_wythoff_options; lia|exact C22].
      - right; set (n := S (S (S x))) in *; assert (Hx : 3 <= n) by lia; clearbody n; clear x.
        destruct (Nat.eq_dec z 0) as [->|Hz0].
        { exists 2, 2; split; [apply in_wythoff_options; lia|exact C22]. }
        destruct (Nat.eq_dec z 1) as [->|Hz1].
        { exists 0, 1; split; [apply in_wythoff_options; lia|exact C01]. }
        assert (Hc : ~ cold (n, n + z)) by (intros Hc; apply Hn, misere_cold_of; [lia|exact Hc]).
        destruct (move_inside n z Hc) as [(u & H & Hu)|[(w & H & Hw)|(w & H & Hw)]].
        + exists n, u; split; [apply in_wythoff_options; lia|]; apply misere_cold_of; [lia|now apply cold_sym].
        + exists n, (n + w); split; [apply in_wythoff_options; lia|]; apply misere_cold_of; [lia|exact H].
        + exists w, (w + z); split; [apply in_wythoff_options; lia|]; apply misere_cold_of; [|exact H].
          apply cold_low, golden_small in H; lia. }
    intros [x y]; destruct (Nat.le_gt_cases x y) as [Hxy|Hxy].
    + specialize (H x (y - x)); replace (x + (y - x)) with y in H by lia.
      destruct H as [H|[[-> H]|(u & v & Ho & H)]]; [now left| |right; right; eauto].
      assert (y = 0) by lia; subst y; right; left; reflexivity.
    + specialize (H y (x - y)); replace (y + (x - y)) with x in H by lia; rewrite misere_cold_sym.
      destruct H as [H|[[-> H]|(u & v & Ho & H)]]; [now left|lia|right; right; exists (v, u)].
      rewrite misere_cold_sym; split; [|exact H]; apply in_wythoff_options; apply in_wythoff_options in Ho; lia.
Qed.

(** ** The moves that win *)

(** golden::over_golden_natural: ⌊m/φ⌋ *)
Definition over_golden (m : nat) : nat := (Nat.sqrt (m * m * 5) - m) / 2.

(** golden::mate_natural: what makes a cold pair together with a. *)
Definition mate (a : nat) : nat :=
  let k := over_golden (a + 1) in if k * (a + k) <? a * a then k else a + k.

(** golden::lower_natural: the smaller heap of the cold pair that differs by z. *)
Definition lower (z : nat) : nat := z + over_golden z.

(** golden::misere_mate and misere_lower *)
Definition misere_mate (a : nat) : nat := match a with 0 => 1 | 1 => 0 | 2 => 2 | _ => mate a end.
Definition misere_lower (z : nat) : nat := match z with 0 => 2 | 1 => 0 | _ => lower z end.

(** golden::options: taking from the first heap, from the second, and from both. *)
Definition winning_with (mate lower : nat -> nat) (x y : nat) : list (nat * nat) :=
  (if mate y <? x then [(mate y, y)] else []) ++
  (if mate x <? y then [(x, mate x)] else []) ++
  (let low := Nat.min x y in let less := lower (Nat.max x y - low) in
   if less <? low then [(x - (low - less), y - (low - less))] else []).

Definition winning : nat -> nat -> list (nat * nat) := winning_with mate lower.
Definition misere_winning : nat -> nat -> list (nat * nat) := winning_with misere_mate misere_lower.

Lemma over_golden_spec m :
  over_golden m * (over_golden m + m) <= m * m < (over_golden m + 1) * (over_golden m + 1 + m).
Proof.
  unfold over_golden; pose proof (Nat.sqrt_spec (m * m * 5) ltac:(lia)) as [H1 H2].
  set (s := Nat.sqrt (m * m * 5)) in *.
  assert (Hs : m <= s) by (apply Nat.nlt_ge; intros H; nia).
  pose proof (Nat.div_mod (s - m) 2 ltac:(lia)); pose proof (Nat.mod_upper_bound (s - m) 2 ltac:(lia)).
  set (k := (s - m) / 2) in *.
  assert (Ha : 2 * k + m <= s) by lia; assert (Hb : s + 1 <= 2 * k + 2 + m) by lia; clearbody k s; clear - H1 H2 Ha Hb.
  assert ((2 * k + m) * (2 * k + m) <= s * s) by (now apply Nat.mul_le_mono).
  assert ((s + 1) * (s + 1) <= (2 * k + 2 + m) * (2 * k + 2 + m)) by (now apply Nat.mul_le_mono).
  split; nia.
Qed.

Lemma golden_lower l z : golden l z <-> l = lower z.
Proof.
  assert (H : golden (lower z) z).
  { pose proof (over_golden_spec z) as [H1 H2]; unfold lower; rewrite (Nat.add_comm z); split.
    - rewrite Nat.add_comm; unfold under; nia.
    - unfold under; nia. }
  split; [intros G; exact (golden_unique _ _ _ G H)|now intros ->].
Qed.

Lemma cold_mate_iff x y : cold (x, y) <-> y = mate x.
Proof.
  assert (H : cold (x, mate x)).
  { pose proof (over_golden_spec (x + 1)) as [H1 H2]; unfold mate.
    set (k := over_golden (x + 1)) in *; clearbody k.
    assert (Hu : ~ under (x + 1) k).
    { intros Hu; unfold under in Hu; destruct (golden_irrational (x + 1) k); nia. }
    assert (Hn : under (x + 1) (k + 1)) by (unfold under; nia).
    destruct (Nat.ltb_spec (k * (x + k)) (x * x)) as [H|H].
    - assert (E : exists z, x = k + z).
      { exists (x - k); enough (k <= x) by lia; apply Nat.nlt_ge; nia. }
      destruct E as [z ->]; apply cold_sym, cold_low; split.
      + unfold under; nia.
      + intros Hu'; replace (k + z + 1) with (k + 1 + z) in Hn by lia; apply under_turn in Hn.
        destruct (golden_irrational (k + 1) z); unfold under in *; lia.
    - apply cold_low; split; [unfold under; nia|exact Hu]. }
  split; [intros C; exact (cold_mate _ _ _ C H)|now intros ->].
Qed.

Section Winning.
  Variables (good : nat * nat -> Prop) (mate lower : nat -> nat).
  Hypothesis good_sym : forall x y, good (x, y) <-> good (y, x).
  Hypothesis good_mate : forall x y, good (x, y) <-> y = mate x.
  Hypothesis good_lower : forall l z, good (l, l + z) <-> l = lower z.

  Lemma good_difference x y : good (x, y) <-> Nat.min x y = lower (Nat.max x y - Nat.min x y).
  Proof.
    rewrite <- good_lower; destruct (Nat.le_gt_cases x y) as [H|H].
    - rewrite Nat.min_l, Nat.max_r by lia; now replace (x + (y - x)) with y by lia.
    - rewrite Nat.min_r, Nat.max_l by lia; replace (y + (x - y)) with x by lia; apply good_sym.
  Qed.

  Lemma in_winning_with x y u v :
    In (u, v) (winning_with mate lower x y) <-> In (u, v) (wythoff_options (x, y)) /\ good (u, v).
  Proof.
    unfold winning_with; rewrite !in_app_iff, in_wythoff_options; set (low := Nat.min x y).
    set (less := lower (Nat.max x y - low)); split.
    - intros [H|[H|H]].
      + destruct (Nat.ltb_spec (mate y) x) as [Hl|]; [|destruct H]; destruct H as [E|[]]; inversion E; subst.
        split; [lia|]; now apply good_sym, good_mate.
      + destruct (Nat.ltb_spec (mate x) y) as [Hl|]; [|destruct H]; destruct H as [E|[]]; inversion E; subst.
        split; [lia|]; now apply good_mate.
      + destruct (Nat.ltb_spec less low) as [Hl|]; [|destruct H]; destruct H as [E|[]]; inversion E; subst.
        split; [lia|]; apply good_difference.
        replace (Nat.min (x - (low - less)) (y - (low - less))) with less by lia; unfold less at 1; f_equal; lia.
    - intros [[[Hu ->]|[[-> Hv]|(Hu & Hv & Hd)]] G].
      + left; apply good_sym, good_mate in G; subst u.
        destruct (Nat.ltb_spec (mate y) x); [now left|lia].
      + right; left; apply good_mate in G; subst v.
        destruct (Nat.ltb_spec (mate x) y); [now left|lia].
      + right; right; apply good_difference in G.
        assert (E : less = Nat.min u v) by (rewrite G; unfold less, low; f_equal; lia).
        destruct (Nat.ltb_spec less low); [|lia]; left; f_equal; lia.
  Qed.

  Lemma winning_with_once x y : NoDup (winning_with mate lower x y).
  Proof.
    unfold winning_with; set (low := Nat.min x y); set (less := lower (Nat.max x y - low)).
    destruct (Nat.ltb_spec (mate y) x), (Nat.ltb_spec (mate x) y), (Nat.ltb_spec less low); simpl;
      repeat constructor; simpl; repeat match goal with |- ~ _ => intros Hin end;
      repeat match goal with H : _ \/ _ |- _ => destruct H | H : False |- _ => destruct H end;
      match goal with H : (_, _) = (_, _) |- _ => inversion H end; lia.
  Qed.
End Winning.

(** The options that are lost for the opponent, each once: their number is that of the moves that win. *)
Theorem wythoff_winning (x y : nat) :
  NoDup (winning x y) /\
  forall q, In q (winning x y) <-> In q (options ((x, y) : wythoff)) /\ lost (q : wythoff).
Proof.
  split; [apply winning_with_once|]; intros [u v]; rewrite wythoff_lost.
  apply (in_winning_with cold); [apply cold_sym|apply cold_mate_iff|intros; rewrite cold_low; apply golden_lower].
Qed.

Theorem wythoff_misere_winning (x y : nat) :
  NoDup (misere_winning x y) /\
  forall q, In q (misere_winning x y) <-> In q (options ((x, y) : wythoff)) /\ misere_lost (q : wythoff).
Proof.
  split; [apply winning_with_once|]; intros [u v]; rewrite wythoff_is_misere_p.
  apply (in_winning_with misere_cold); [apply misere_cold_sym| |].
  - clear; intros x y; unfold misere_mate; destruct x as [|[|[|x]]].
    + split; [intros H; apply misere_cold_cases in H; lia|intros ->; reflexivity].
    + split; [intros H; apply misere_cold_cases in H; lia|intros ->; reflexivity].
    + split; [intros H; apply misere_cold_cases in H; lia|intros ->; reflexivity].
    + rewrite <- cold_mate_iff; split; [|apply misere_cold_of; lia].
      intros H; apply misere_cold_cases in H; destruct H as [H|[H|[H|H]]]; [lia|lia|lia|tauto].
  - clear; intros l z; rewrite misere_cold_iff; unfold misere_lower; destruct z as [|[|z]]; [lia|lia|].
    rewrite <- golden_lower; split.
    + intros [H|[H|H]]; [lia|lia|tauto].
    + intros G; destruct (golden_small _ _ G) as [H|[H|H]]; [lia|lia|tauto].
Qed.
