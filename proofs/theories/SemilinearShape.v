(** * What is seen of exponents: states, and the box in which all are met

    A sum of letters that count for k exponents has a vector of them. The forms of a shape are the exponents
    themselves and some differences p x - q y of multiples of two of them. The state of a vector at clip E tells
    the value of each form that is at most E in absolute value, of each other form its sign, and of each
    exponent above E the remainder by the period m.

    - A move sees no further: if it changes no form by more than c, the state of a vector at clip D + c tells
      that of the option at clip D [same_moved].
    - Every state is that of a vector with no entry above k c (E + 1 + m), c the greatest coefficient of a form,
      where k = 2 or no coefficient is above 1 [met_in_box]. (Where c = 1 the period may be taken from all
      exponents above a gap that is long enough, and where k = 2 its multiple along one of the two directions
      next to the vector on which forms vanish; so long as some entry is too large there is such a gap, or is
      enough of such a direction in the vector.)
    - The number by which the library names a state tells it [packed_same].

    Source: grundy; sets told by such states are semilinear (Ginsburg and Spanier 1966).
    Used by: crates/grundy-engine/src/misere/infinite/shape.rs; Semilinear.v. *)

From Coq Require Import List Arith Lia Bool ZArith.
Import ListNotations.

(** Exponents by their places; those that a shape does not have are not looked at. *)
Definition vector := nat -> nat.

Definition integral (v : vector) : nat -> Z := fun i => Z.of_nat (v i).

(** The difference p x - q y, x and y being the exponents with the places plus and minus. *)
Record form := { plus : nat; plus_times : nat; minus : nat; minus_times : nat }.

Definition along (f : form) (v : nat -> Z) : Z :=
  (Z.of_nat (plus_times f) * v (plus f) - Z.of_nat (minus_times f) * v (minus f))%Z.

Record shape := { exponents : nat; forms : list form; period : nat }.

(** ** States *)

(** What is seen of an exponent, and of a difference. *)
Definition seen (clip period n : nat) : Z :=
  if n <=? clip then Z.of_nat n else Z.of_nat (clip + 1 + n mod period).

Definition clamp (clip : nat) (z : Z) : Z :=
  Z.max (- Z.of_nat clip - 1) (Z.min (Z.of_nat clip + 1) z).

Section States.
  Variable s : shape.

  Definition state (clip : nat) (v : vector) : list Z * list Z :=
    (map (fun i => seen clip (period s) (v i)) (seq 0 (exponents s)),
     map (fun f => clamp clip (along f (integral v))) (forms s)).

  (** A shape that is all right: differences are of exponents that there are, and the period is not 0. *)
  Definition proper : Prop :=
    0 < period s /\ forall f, In f (forms s) -> plus f < exponents s /\ minus f < exponents s.

  (** Two vectors that look the same. *)
  Definition same (clip : nat) (v w : vector) : Prop :=
    (forall i, i < exponents s -> seen clip (period s) (v i) = seen clip (period s) (w i)) /\
    (forall f, In f (forms s) -> clamp clip (along f (integral v)) = clamp clip (along f (integral w))).

  Lemma state_same clip v w : state clip v = state clip w <-> same clip v w.
  Proof.
    unfold state, same; split.
    - intros H; injection H as H1 H2; split.
      + intros i Hi; apply (ext_in_map H1), in_seq; lia.
      + intros f Hf; exact (ext_in_map H2 f Hf).
    - intros [H1 H2]; f_equal; apply map_ext_in; [|exact H2].
      intros i Hi; apply in_seq in Hi; apply H1; lia.
  Qed.

  Lemma same_sym clip v w : same clip v w -> same clip w v.
  Proof. intros [H1 H2]; split; intros; symmetry; auto. Qed.

  Lemma same_trans clip u v w : same clip u v -> same clip v w -> same clip u w.
  Proof. intros [H1 H2] [H3 H4]; split; intros x Hx; [rewrite H1, H3|rewrite H2, H4]; auto. Qed.

  Lemma clamp_same clip y z :
    clamp clip y = clamp clip z <->
    (y = z \/ (Z.of_nat clip < y /\ Z.of_nat clip < z) \/ (y < - Z.of_nat clip /\ z < - Z.of_nat clip))%Z.
  Proof. unfold clamp; lia. Qed.

  Lemma seen_same clip m a b : 0 < m ->
    seen clip m a = seen clip m b <-> (a = b \/ (clip < a /\ clip < b /\ a mod m = b mod m)).
  Proof.
    intros Hm; unfold seen; destruct (Nat.leb_spec a clip), (Nat.leb_spec b clip); split; try lia.
    intros [->|(_ & _ & ->)]; reflexivity.
  Qed.

  Lemma mod_plus m a b d : a mod m = b mod m -> (a + d) mod m = (b + d) mod m.
  Proof.
    destruct m as [|m]; [simpl; lia|]; intros H.
    rewrite (Nat.add_mod a), (Nat.add_mod b), H by lia; reflexivity.
  Qed.

  Lemma mod_less m a b d : 0 < m -> d <= a -> d <= b -> a mod m = b mod m -> (a - d) mod m = (b - d) mod m.
  Proof.
    intros Hm Ha Hb H; rewrite <- (Nat.mod_add (a - d) d), <- (Nat.mod_add (b - d) d) by lia.
    replace (a - d + d * m) with (a + (d * m - d)) by nia.
    replace (b - d + d * m) with (b + (d * m - d)) by nia; now apply mod_plus.
  Qed.

  (** What is seen of an exponent, as a case of itself: whether it is 0. *)
  Lemma same_zero clip v w i : 0 < period s -> i < exponents s -> same clip v w -> v i = 0 <-> w i = 0.
  Proof. intros Hm Hi [H _]; specialize (H i Hi); apply seen_same in H; lia. Qed.

  (** ** A move sees no further *)

  (** The exponents after a move in a letter, which may count for an exponent itself, to an option with powers. *)
  Definition moved (v powers : vector) (less : option nat) : vector :=
    fun i => v i + powers i - match less with Some j => if i =? j then 1 else 0 | None => 0 end.

  Definition change (powers : vector) (less : option nat) : nat -> Z :=
    fun i => (Z.of_nat (powers i) - match less with Some j => if (i =? j)%nat then 1 else 0 | None => 0 end)%Z.

  (** No form changes by more than c. *)
  Definition changes_by (c : nat) (powers : vector) (less : option nat) : Prop :=
    (forall i, i < exponents s -> (Z.abs (change powers less i) <= Z.of_nat c)%Z) /\
    (forall f, In f (forms s) -> (Z.abs (along f (change powers less)) <= Z.of_nat c)%Z).

  Definition has (v : vector) (less : option nat) : Prop :=
    match less with Some j => j < exponents s /\ 0 < v j | None => True end.

  Lemma moved_integral v powers less i :
    has v less -> integral (moved v powers less) i = (integral v i + change powers less i)%Z.
  Proof.
    unfold integral, moved, change, has; destruct less as [j|]; [|lia].
    destruct (Nat.eqb_spec i j) as [->|]; lia.
  Qed.

  Lemma moved_along v powers less f :
    has v less -> along f (integral (moved v powers less)) = (along f (integral v) + along f (change powers less))%Z.
  Proof. intros H; unfold along; rewrite !moved_integral by exact H; lia. Qed.

  Lemma same_has clip v w less : 0 < period s -> same clip v w -> has v less -> has w less.
  Proof.
    intros Hm Hs; destruct less as [j|]; [|auto]; intros [Hj H]; split; [exact Hj|].
    pose proof (same_zero clip v w j Hm Hj Hs); lia.
  Qed.

  Theorem same_moved clip c v w powers less :
    0 < period s -> changes_by c powers less -> has v less -> same (clip + c) v w ->
    same clip (moved v powers less) (moved w powers less).
  Proof.
    intros Hm [Hc1 Hc2] Hv Hs; pose proof (same_has _ _ _ _ Hm Hs Hv) as Hw; destruct Hs as [H1 H2]; split.
    - intros i Hi; specialize (H1 i Hi); specialize (Hc1 i Hi); apply seen_same in H1; [|exact Hm].
      apply seen_same; [exact Hm|]; unfold moved; unfold change in Hc1.
      destruct H1 as [->|(Ha & Hb & He)]; [now left|right].
      split; [|split].
      + destruct less as [j|]; [destruct (i =? j)|]; lia.
      + destruct less as [j|]; [destruct (i =? j)|]; lia.
      + apply mod_less; [exact Hm| | |now apply mod_plus]; destruct less as [j|]; try (destruct (i =? j)); lia.
    - intros f Hf; specialize (H2 f Hf); specialize (Hc2 f Hf).
      rewrite !moved_along by assumption; apply clamp_same in H2; apply clamp_same; lia.
  Qed.

  (** A state at a larger clip tells that at a smaller one. *)
  Lemma same_less clip c v w : 0 < period s -> same (clip + c) v w -> same clip v w.
  Proof.
    intros Hm [H1 H2]; split.
    - intros i Hi; specialize (H1 i Hi); apply seen_same in H1; [|exact Hm]; apply seen_same; [exact Hm|]; lia.
    - intros f Hf; specialize (H2 f Hf); apply clamp_same in H2; apply clamp_same; lia.
  Qed.

  (** ** Every state is met in a box *)

  Definition coefficients : list nat := flat_map (fun f => [plus_times f; minus_times f]) (forms s).

  (** The greatest coefficient, 1 if there is no difference. *)
  Definition most : nat := fold_right Nat.max 1 coefficients.

  Definition bound (clip : nat) : nat := exponents s * most * (clip + 1 + period s).

  Lemma most_positive : 0 < most.
  Proof. unfold most; induction coefficients as [|x l IH]; simpl; lia. Qed.

  Lemma most_max f : In f (forms s) -> plus_times f <= most /\ minus_times f <= most.
  Proof.
    intros Hf.
    assert (H : forall x, In x coefficients -> x <= most).
    { unfold most; induction coefficients as [|y l IH]; intros x []; simpl; [subst; lia|].
      specialize (IH x H); lia. }
    split; apply H, in_flat_map; exists f; simpl; auto.
  Qed.

  (** Differences of one exponent and another, k = 2; or no coefficient above 1; none is 0. *)
  Definition simple : Prop :=
    (forall f, In f (forms s) -> 0 < plus_times f /\ 0 < minus_times f) /\
    (most = 1 \/ (exponents s = 2 /\ forall f, In f (forms s) -> plus f <> minus f)).

  (* A list with an entry that is great has a gap, below and above which all its entries are. *)
  Lemma gap (b : nat) (l : list nat) : forall t0,
    (exists x, In x l /\ t0 + length l * b < x) ->
    exists t, t0 <= t /\ (forall x, In x l -> x <= t \/ t + b < x) /\ exists x, In x l /\ t + b < x.
  Proof.
    remember (length l) as n eqn:Hn; symmetry in Hn.
    revert l Hn; induction n as [|n IH]; intros l Hn t0 (x & Hx & Hlt).
    - destruct l; [destruct Hx|discriminate].
    - destruct (existsb (fun y => (t0 <? y) && (y <=? t0 + b)) l) eqn:E.
      + apply existsb_exists in E; destruct E as (y & Hy & E).
        apply andb_true_iff in E; rewrite Nat.ltb_lt, Nat.leb_le in E; destruct E as [E1 E2].
        apply in_split in Hy; destruct Hy as (l1 & l2 & ->).
        rewrite app_length in Hn; simpl in Hn.
        destruct (IH (l1 ++ l2)) with (t0 := t0 + b) as (t & Ht & Hall & z & Hz & Hlz).
        * rewrite app_length; lia.
        * exists x; split; [|nia]; apply in_app_iff in Hx; apply in_app_iff; simpl in Hx.
          destruct Hx as [Hx|[->|Hx]]; [now left|exfalso; nia|now right].
        * exists t; split; [lia|]; split.
          -- intros w Hw; apply in_app_iff in Hw; simpl in Hw; destruct Hw as [Hw|[<-|Hw]];
               [apply Hall, in_app_iff; auto|lia|apply Hall, in_app_iff; auto].
          -- exists z; split; [|exact Hlz]; apply in_app_iff in Hz; apply in_app_iff; simpl; tauto.
      + exists t0; split; [lia|]; split.
        * intros y Hy; destruct (Nat.le_gt_cases y t0) as [H|H]; [now left|right].
          destruct (Nat.le_gt_cases y (t0 + b)) as [H'|H']; [exfalso|exact H'].
          rewrite <- not_true_iff_false in E; apply E, existsb_exists; exists y; split; [exact Hy|].
          apply andb_true_iff; rewrite Nat.ltb_lt, Nat.leb_le; auto.
        * exists x; split; [exact Hx|]; nia.
  Qed.

  Definition total (v : vector) : nat := list_sum (map v (seq 0 (exponents s))).

  Lemma total_less (l : list nat) (v w : vector) :
    (forall i, In i l -> w i <= v i) -> (exists i, In i l /\ w i < v i) ->
    list_sum (map w l) < list_sum (map v l).
  Proof.
    induction l as [|i l IH]; intros H1 (j & Hj & H2); [destruct Hj|]; simpl.
    assert (Hle : list_sum (map w l) <= list_sum (map v l)).
    { clear - H1; induction l as [|x l IH]; simpl; [lia|].
      pose proof (H1 x (or_intror (or_introl eq_refl))).
      assert (list_sum (map w l) <= list_sum (map v l)); [|lia].
      apply IH; intros y [<-|Hy]; apply H1; simpl; auto. }
    pose proof (H1 i (or_introl eq_refl)).
    destruct Hj as [->|Hj]; [lia|].
    assert (list_sum (map w l) < list_sum (map v l)); [|lia].
    apply IH; [intros y Hy; apply H1; now right|eauto].
  Qed.

  (* A period taken from what is above a gap. *)
  Lemma lower_gap clip v :
    proper -> most = 1 -> (forall f, In f (forms s) -> 0 < plus_times f /\ 0 < minus_times f) ->
    (exists i, i < exponents s /\ bound clip < v i) ->
    exists w, same clip v w /\ total w < total v.
  Proof.
    intros [Hm Hp] H1 Hc (i & Hi & Hlt); unfold bound in Hlt; rewrite H1, Nat.mul_1_r in Hlt.
    set (l := map v (seq 0 (exponents s))).
    assert (Hl : forall j, j < exponents s -> In (v j) l) by (intros j Hj; apply in_map, in_seq; lia).
    destruct (gap (clip + period s) l 0) as (t & _ & Hall & x & Hx & Hxt).
    { exists (v i); split; [now apply Hl|]; unfold l; rewrite map_length, seq_length; nia. }
    apply in_map_iff in Hx; destruct Hx as (j & <- & Hj); apply in_seq in Hj.
    exists (fun a => if v a <=? t then v a else v a - period s); split; [split|].
    - intros a Ha; apply seen_same; [exact Hm|]; destruct (Nat.leb_spec (v a) t); [now left|right].
      destruct (Hall (v a) (Hl a Ha)) as [|Hgt]; [lia|]; split; [lia|split; [lia|]].
      rewrite <- (Nat.mod_add (v a - period s) 1) by lia; f_equal; lia.
    - intros f Hf; apply clamp_same; destruct (Hp f Hf) as [Hp1 Hp2], (most_max f Hf), (Hc f Hf).
      unfold along, integral; replace (plus_times f) with 1 by lia; replace (minus_times f) with 1 by lia.
      pose proof (Hall _ (Hl _ Hp1)); pose proof (Hall _ (Hl _ Hp2)).
      destruct (Nat.leb_spec (v (plus f)) t), (Nat.leb_spec (v (minus f)) t); lia.
    - apply total_less.
      + intros a _; destruct (v a <=? t); lia.
      + exists j; split; [apply in_seq; lia|]; destruct (Nat.leb_spec (v j) t); lia.
  Qed.

  (** *** Two exponents: along the directions on which forms vanish *)

  (* The form a x - b y, which vanishes on (b, a); exponents are forms too. *)
  Definition line (l : nat * nat) (x y : Z) : Z := (Z.of_nat (fst l) * x - Z.of_nat (snd l) * y)%Z.

  Definition line_of (f : form) : nat * nat :=
    if plus f =? 0 then (plus_times f, minus_times f) else (minus_times f, plus_times f).

  Definition lines : list (nat * nat) := (1, 0) :: (0, 1) :: map line_of (forms s).

  (* (b, a) is no steeper than (d, c). *)
  Definition flatter (l k : nat * nat) : Prop := fst l * snd k <= fst k * snd l.

  Definition nonzero (l : nat * nat) : Prop := 0 < fst l \/ 0 < snd l.

  Lemma flatter_trans k l j : nonzero l -> flatter k l -> flatter l j -> flatter k j.
  Proof.
    destruct k as [a b], l as [c d], j as [e f]; unfold flatter, nonzero; simpl; intros Hn H1 H2.
    destruct (Nat.eq_dec d 0) as [->|Hd]; [nia|].
    assert (H : d * (a * f) <= d * (e * b)) by nia.
    apply Nat.mul_le_mono_pos_l in H; lia.
  Qed.

  Lemma steepest (l : list (nat * nat)) :
    (forall k, In k l -> nonzero k) -> l <> [] -> exists d, In d l /\ forall k, In k l -> flatter k d.
  Proof.
    induction l as [|k [|j l] IH]; intros Hn H; [now elim H| |].
    - exists k; split; [now left|]; intros j [<-|[]]; unfold flatter; lia.
    - destruct IH as (d & Hd & Hall); [intros; apply Hn; now right|discriminate|].
      destruct (Nat.le_gt_cases (fst k * snd d) (fst d * snd k)) as [Hk|Hk].
      + exists d; split; [now right|]; intros i [<-|Hi]; [exact Hk|now apply Hall].
      + exists k; split; [now left|]; intros i [<-|Hi]; [unfold flatter; lia|].
        apply (flatter_trans i d k); [apply Hn; now right|now apply Hall|unfold flatter; lia].
  Qed.

  Lemma flattest (l : list (nat * nat)) :
    (forall k, In k l -> nonzero k) -> l <> [] -> exists d, In d l /\ forall k, In k l -> flatter d k.
  Proof.
    induction l as [|k [|j l] IH]; intros Hn H; [now elim H| |].
    - exists k; split; [now left|]; intros j [<-|[]]; unfold flatter; lia.
    - destruct IH as (d & Hd & Hall); [intros; apply Hn; now right|discriminate|].
      destruct (Nat.le_gt_cases (fst d * snd k) (fst k * snd d)) as [Hk|Hk].
      + exists d; split; [now right|]; intros i [<-|Hi]; [exact Hk|now apply Hall].
      + exists k; split; [now left|]; intros i [<-|Hi]; [unfold flatter; lia|].
        apply (flatter_trans k d i); [apply Hn; now right|unfold flatter; lia|now apply Hall].
  Qed.

  (* What is taken along g from a vector with much of it. *)
  Lemma still_great (E m D S T Lg Lh Lv : Z) :
    (0 <= E -> 0 < m -> 0 < D -> 0 <= T -> D * Lv = S * Lg + T * Lh -> 0 <= Lg -> 0 <= Lh ->
     (E + m) * D < S -> Lg = 0 \/ (E < Lv /\ E < Lv - m * Lg))%Z.
  Proof.
    intros HE Hm HD HT Heq Hg Hh HS.
    destruct (Z.eq_dec Lg 0) as [|Hn]; [now left|right].
    assert (H1 : (D * ((E + m) * Lg) < D * Lv)%Z) by nia.
    apply Z.mul_lt_mono_pos_l in H1; [|exact HD]; nia.
  Qed.

  (* The vector with m times the direction (b, a) taken away. *)
  Definition less (v : vector) (g : nat * nat) : vector :=
    fun i => v i - period s * (if i =? 0 then snd g else fst g).

  Definition line_at (l g : nat * nat) : Z := line l (Z.of_nat (snd g)) (Z.of_nat (fst g)).

  Definition at_vector (l : nat * nat) (v : vector) : Z := line l (integral v 0) (integral v 1).

  Lemma line_along f : exponents s = 2 -> proper -> In f (forms s) -> plus f <> minus f ->
    (forall v, along f v = line (line_of f) (v 0%nat) (v 1%nat)) \/
    (forall v, along f v = (- line (line_of f) (v 0%nat) (v 1%nat))%Z).
  Proof.
    intros Hk [_ Hp] Hf Hne; destruct (Hp f Hf) as [H1 H2]; rewrite Hk in *; unfold along, line, line_of.
    destruct (Nat.eqb_spec (plus f) 0) as [E|E]; cbn [fst snd].
    - replace (minus f) with 1 by lia; rewrite E; left; reflexivity.
    - replace (minus f) with 0 by lia; replace (plus f) with 1 by lia; right; intros; ring.
  Qed.

  Lemma lower_along clip v (g h : nat * nat) (D S T : Z) :
    proper -> exponents s = 2 -> (forall f, In f (forms s) -> plus f <> minus f) -> nonzero g ->
    (0 < D)%Z -> (0 <= T)%Z -> (Z.of_nat (clip + period s) * D < S)%Z ->
    (D * integral v 0%nat = S * Z.of_nat (snd g) + T * Z.of_nat (snd h))%Z ->
    (D * integral v 1%nat = S * Z.of_nat (fst g) + T * Z.of_nat (fst h))%Z ->
    (forall l, In l lines -> (0 <= line_at l g /\ 0 <= line_at l h) \/ (line_at l g <= 0 /\ line_at l h <= 0))%Z ->
    exists w, same clip v w /\ total w < total v.
  Proof.
    intros Hproper Hk Hne Hg HD HT HS Hx Hy Hl; pose proof Hproper as [Hm _].
    assert (Hall : forall l, In l lines ->
      line_at l g = 0%Z \/
      (Z.of_nat clip < at_vector l v /\ Z.of_nat clip < at_vector l v - Z.of_nat (period s) * line_at l g)%Z \/
      (Z.of_nat clip < - at_vector l v /\ Z.of_nat clip < - at_vector l v - Z.of_nat (period s) * - line_at l g)%Z).
    { intros l Hin.
      assert (Heq : (D * at_vector l v = S * line_at l g + T * line_at l h)%Z).
      { unfold at_vector, line_at, line.
        transitivity (Z.of_nat (fst l) * (D * integral v 0%nat) - Z.of_nat (snd l) * (D * integral v 1%nat))%Z; [ring|].
        rewrite Hx, Hy; ring. }
      destruct (Hl l Hin) as [[H1 H2]|[H1 H2]].
      - destruct (still_great (Z.of_nat clip) (Z.of_nat (period s)) D S T (line_at l g) (line_at l h) (at_vector l v))
          as [|]; auto; lia.
      - destruct (still_great (Z.of_nat clip) (Z.of_nat (period s)) D S T (- line_at l g) (- line_at l h) (- at_vector l v))
          as [|]; auto; lia. }
    assert (Hless : forall i, i < 2 ->
      (i = 0 /\ snd g = 0) \/ (i = 1 /\ fst g = 0) \/
      (clip < v i /\ period s * (if i =? 0 then snd g else fst g) <= v i /\ clip < less v g i)).
    { intros i Hi; destruct i as [|[|]]; [| |lia]; unfold less; cbn [Nat.eqb].
      - destruct (Hall (1, 0)) as [H|H]; [simpl; auto| |]; unfold line_at, at_vector, line, integral in H; cbn [fst snd] in H; nia.
      - destruct (Hall (0, 1)) as [H|H]; [simpl; auto| |]; unfold line_at, at_vector, line, integral in H; cbn [fst snd] in H; nia. }
    assert (Hint : forall i, i < 2 ->
      integral (less v g) i = (integral v i - Z.of_nat (period s) * Z.of_nat (if (i =? 0)%nat then snd g else fst g))%Z).
    { intros i Hi; specialize (Hless i Hi); unfold integral, less; destruct i as [|[|]]; [| |lia]; cbn [Nat.eqb] in *; nia. }
    assert (Hline : forall l, line l (integral (less v g) 0) (integral (less v g) 1) =
      (at_vector l v - Z.of_nat (period s) * line_at l g)%Z).
    { intros l; rewrite !Hint by lia; unfold at_vector, line_at, line; cbn [Nat.eqb]; ring. }
    exists (less v g); split; [split|].
    - intros i Hi; rewrite Hk in Hi; apply seen_same; [exact Hm|].
      destruct (Hless i Hi) as [[-> H]|[[-> H]|(H1 & H2 & H3)]].
      + left; unfold less; cbn [Nat.eqb]; rewrite H; lia.
      + left; unfold less; cbn [Nat.eqb]; rewrite H; lia.
      + right; split; [exact H1|split; [exact H3|]].
        unfold less in *; set (y := if i =? 0 then snd g else fst g) in *.
        rewrite <- (Nat.mod_add (v i - period s * y) y) by lia; f_equal; lia.
    - intros f Hf; apply clamp_same.
      specialize (Hall (line_of f) (or_intror (or_intror (in_map line_of _ _ Hf)))).
      specialize (Hline (line_of f)); unfold at_vector in *.
      destruct (line_along f Hk Hproper Hf (Hne f Hf)) as [E|E]; rewrite !E, Hline; lia.
    - unfold total; apply total_less.
      + intros i _; unfold less; lia.
      + rewrite Hk; destruct Hg as [Hg|Hg]; [exists 1; specialize (Hless 1)|exists 0; specialize (Hless 0)];
          (split; [simpl; auto|]); unfold less in *; cbn [Nat.eqb] in *; nia.
  Qed.

  (* While an exponent is too large, enough of one of the two directions beside the vector is in it. *)
  Lemma lower_line clip v :
    proper -> exponents s = 2 -> (forall f, In f (forms s) -> plus f <> minus f) ->
    (forall f, In f (forms s) -> 0 < plus_times f /\ 0 < minus_times f) ->
    (exists i, i < 2 /\ bound clip < v i) ->
    exists w, same clip v w /\ total w < total v.
  Proof.
    intros Hp Hk Hne Hc (i & Hi & Hlt); pose proof Hp as [Hm _].
    assert (Hnz : forall l, In l lines -> nonzero l /\ fst l <= most /\ snd l <= most).
    { pose proof most_positive; intros l [<-|[<-|Hl]]; unfold nonzero; simpl; try lia.
      apply in_map_iff in Hl; destruct Hl as (f & <- & Hf); destruct (Hc f Hf), (most_max f Hf).
      unfold line_of; destruct (plus f =? 0); simpl; lia. }
    set (x := Z.of_nat (v 0)); set (y := Z.of_nat (v 1)).
    set (B := clip + period s).
    assert (Hb : (Z.of_nat (2 * most * B) < x \/ Z.of_nat (2 * most * B) < y)%Z).
    { unfold bound in Hlt; rewrite Hk in Hlt; unfold x, y, B.
      destruct i as [|[|]]; [left|right|lia]; apply Nat2Z.inj_lt; nia. }
    destruct (Nat.eq_dec (v 0) 0) as [Hx0|Hx0].
    - (* on the axis *)
      apply (lower_along clip v (1, 0) (1, 0) 1 y 0 Hp Hk Hne); try lia.
      + left; simpl; lia.
      + unfold x in Hb; rewrite Hx0 in Hb; fold B; pose proof most_positive; nia.
      + unfold integral; rewrite Hx0; cbn [fst snd]; lia.
      + unfold integral, y; cbn [fst snd]; lia.
    - set (below := filter (fun l => (line l x y <=? 0)%Z) lines).
      set (above := filter (fun l => (0 <? line l x y)%Z) lines).
      assert (Hbelow : forall l, In l below <-> In l lines /\ (line l x y <= 0)%Z).
      { intros l; unfold below; now rewrite filter_In, Z.leb_le. }
      assert (Habove : forall l, In l above <-> In l lines /\ (0 < line l x y)%Z).
      { intros l; unfold above; now rewrite filter_In, Z.ltb_lt. }
      destruct (steepest below) as (d & Hd & Hdmax).
      { intros k Hin; apply Hbelow in Hin; now apply Hnz. }
      { intros E; assert (In (0, 1) below) as Hin; [|rewrite E in Hin; destruct Hin].
        apply Hbelow; split; [simpl; auto|]; unfold line, y; cbn [fst snd]; lia. }
      destruct (flattest above) as (e & He & Hemin).
      { intros k Hin; apply Habove in Hin; now apply Hnz. }
      { intros E; assert (In (1, 0) above) as Hin; [|rewrite E in Hin; destruct Hin].
        apply Habove; split; [simpl; auto|]; unfold line, x; cbn [fst snd]; lia. }
      apply Hbelow in Hd; destruct Hd as [Hdl Hdv]; apply Habove in He; destruct He as [Hel Hev].
      destruct (Hnz d Hdl) as (Hdn & Hd1 & Hd2), (Hnz e Hel) as (Hen & He1 & He2).
      set (T := (- line d x y)%Z); set (S := line e x y).
      set (D := (Z.of_nat (snd d) * Z.of_nat (fst e) - Z.of_nat (fst d) * Z.of_nat (snd e))%Z).
      assert (HT : (0 <= T)%Z) by (unfold T; lia).
      assert (HS : (0 < S)%Z) by exact Hev.
      assert (Ex : (D * x = S * Z.of_nat (snd d) + T * Z.of_nat (snd e))%Z) by (unfold D, S, T, line; ring).
      assert (Ey : (D * y = S * Z.of_nat (fst d) + T * Z.of_nat (fst e))%Z) by (unfold D, S, T, line; ring).
      assert (HD : (0 < D)%Z).
      { assert (Hx : (0 < x)%Z) by (unfold x; lia).
        assert (Hy : (0 <= y)%Z) by (unfold y; lia).
        destruct (Z.lt_trichotomy D 0) as [H|[H|H]]; [nia| |exact H]; exfalso.
        rewrite H in Ex, Ey; unfold nonzero in Hdn; nia. }
      assert (Hde : flatter d e /\ ~ flatter e d) by (unfold flatter; clear - HD; unfold D in HD; nia).
      assert (Hsign : forall l, In l lines ->
        (0 <= line_at l d /\ 0 <= line_at l e)%Z \/ (line_at l d <= 0 /\ line_at l e <= 0)%Z).
      { assert (Hflat : forall l k, flatter l k -> (line_at l k <= 0)%Z) by (unfold flatter, line_at, line; intros; nia).
        assert (Hsteep : forall l k, flatter k l -> (0 <= line_at l k)%Z) by (unfold flatter, line_at, line; intros; nia).
        intros l Hl; destruct (Z.le_gt_cases (line l x y) 0) as [H|H]; [right|left]; split.
        - apply Hflat, Hdmax, Hbelow; auto.
        - apply Hflat, (flatter_trans l d e); [exact Hdn|apply Hdmax, Hbelow; auto|tauto].
        - apply Hsteep, (flatter_trans d e l); [exact Hen|tauto|apply Hemin, Habove; auto with zarith].
        - apply Hsteep, Hemin, Habove; auto with zarith. }
      destruct (Z.lt_ge_cases (Z.of_nat B * D) S) as [H1|H1].
      { apply (lower_along clip v d e D S T Hp Hk Hne); auto. }
      destruct (Z.lt_ge_cases (Z.of_nat B * D) T) as [H2|H2].
      { apply (lower_along clip v e d D T S Hp Hk Hne); auto; try lia.
        - unfold integral; fold x; rewrite Ex; lia.
        - unfold integral; fold y; rewrite Ey; lia.
        - intros l Hl; specialize (Hsign l Hl); tauto. }
      exfalso.
      assert (G : forall z a b, (D * z = S * Z.of_nat a + T * Z.of_nat b)%Z -> a <= most -> b <= most ->
        (z <= Z.of_nat (2 * most * B))%Z).
      { intros z a b E Ha Hb'; apply (Z.mul_le_mono_pos_l _ _ D HD); rewrite E.
        assert (S * Z.of_nat a <= Z.of_nat B * D * Z.of_nat most)%Z by (apply Z.mul_le_mono_nonneg; lia).
        assert (T * Z.of_nat b <= Z.of_nat B * D * Z.of_nat most)%Z by (apply Z.mul_le_mono_nonneg; lia).
        rewrite !Nat2Z.inj_mul; lia. }
      pose proof (G x _ _ Ex Hd2 He2); pose proof (G y _ _ Ey Hd1 He1); lia.
  Qed.

  Definition in_box (b : nat) (v : vector) : Prop := forall i, i < exponents s -> v i <= b.

  (** Every state is that of a vector in the box. *)
  Theorem met_in_box clip v : proper -> simple -> exists w, in_box (bound clip) w /\ same clip v w.
  Proof.
    intros Hp [Hc Hs].
    remember (total v) as n eqn:Hn; revert v Hn; induction n as [n IH] using lt_wf_ind; intros v ->.
    destruct (forallb (fun i => v i <=? bound clip) (seq 0 (exponents s))) eqn:E.
    - exists v; split; [|now split]; intros i Hi; rewrite forallb_forall in E.
      apply Nat.leb_le, E, in_seq; lia.
    - assert (Hex : exists i, i < exponents s /\ bound clip < v i).
      { apply not_true_iff_false in E; rewrite forallb_forall in E.
        destruct (existsb (fun i => bound clip <? v i) (seq 0 (exponents s))) eqn:F.
        - apply existsb_exists in F; destruct F as (i & Hi & F); apply in_seq in Hi; apply Nat.ltb_lt in F.
          exists i; split; [lia|exact F].
        - exfalso; apply E; intros i Hi; apply Nat.leb_le, Nat.nlt_ge; intros Hlt.
          rewrite <- not_true_iff_false in F; apply F, existsb_exists; exists i; split; [exact Hi|now apply Nat.ltb_lt]. }
      assert (Hl : exists w, same clip v w /\ total w < total v).
      { destruct Hs as [H1|[Hk Hne]]; [now apply lower_gap|].
        apply lower_line; auto; rewrite Hk in Hex; exact Hex. }
      destruct Hl as (w & Hw & Hlt); destruct (IH _ Hlt w eq_refl) as (u & Hu & Hwu).
      exists u; split; [exact Hu|]; eapply same_trans; eauto.
  Qed.
  (** ** One number for a state *)

  Definition horner (base a : Z) (l : list Z) : Z := fold_left (fun number digit => number * base + digit)%Z l a.

  Lemma horner_inj base l : forall k a b, length l = length k ->
    (forall x, In x l -> 0 <= x < base)%Z -> (forall x, In x k -> 0 <= x < base)%Z ->
    horner base a l = horner base b k -> a = b /\ l = k.
  Proof.
    induction l as [|x l IH]; intros [|y k] a b Hn Hl Hk H; try discriminate Hn; [now split|].
    simpl in H; apply IH in H; [|now injection Hn|intros; apply Hl; now right|intros; apply Hk; now right].
    destruct H as [H ->]; specialize (Hl x (or_introl eq_refl)); specialize (Hk y (or_introl eq_refl)).
    assert (Hab : a = b) by nia; split; [exact Hab|f_equal; nia].
  Qed.

  Definition packed (clip : nat) (v : vector) : Z :=
    horner (2 * Z.of_nat clip + 3)
      (horner (Z.of_nat clip + Z.of_nat (period s) + 1) 0 (fst (state clip v)))
      (map (fun z => z + Z.of_nat clip + 1)%Z (snd (state clip v))).

  Theorem packed_same clip v w : 0 < period s -> packed clip v = packed clip w <-> state clip v = state clip w.
  Proof.
    intros Hm; split; [|now unfold packed; intros ->]; unfold packed; intros H.
    assert (Hclamp : forall u x, In x (map (fun z => z + Z.of_nat clip + 1)%Z (snd (state clip u))) ->
      (0 <= x < 2 * Z.of_nat clip + 3)%Z).
    { intros u x Hx; apply in_map_iff in Hx; destruct Hx as (z & <- & Hz); simpl in Hz.
      apply in_map_iff in Hz; destruct Hz as (f & <- & _); unfold clamp; lia. }
    assert (Hseen : forall u x, In x (fst (state clip u)) -> (0 <= x < Z.of_nat clip + Z.of_nat (period s) + 1)%Z).
    { intros u x Hx; simpl in Hx; apply in_map_iff in Hx; destruct Hx as (i & <- & _); unfold seen.
      pose proof (Nat.mod_upper_bound (u i) (period s)); destruct (Nat.leb_spec (u i) clip); lia. }
    apply horner_inj in H; [|now simpl; rewrite !map_length|apply Hclamp|apply Hclamp]; destruct H as [H1 H2].
    apply horner_inj in H1; [|now simpl; rewrite !map_length|apply Hseen|apply Hseen]; destruct H1 as [_ H1].
    rewrite (surjective_pairing (state clip v)), (surjective_pairing (state clip w)), H1; f_equal.
    assert (Hi : forall a b : list Z,
      map (fun z => z + Z.of_nat clip + 1)%Z a = map (fun z => z + Z.of_nat clip + 1)%Z b -> a = b); [|now apply Hi].
    induction a as [|x a IH]; intros [|y b] E; try discriminate E; [reflexivity|].
    injection E as E1 E2; f_equal; [lia|now apply IH].
  Qed.
End States.
