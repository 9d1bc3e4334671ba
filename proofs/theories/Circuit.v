(** * A circuit of odd length can be cut to the nim-sum of what stands on it

    A circuit through the ground has k edges and on its other vertices stand things of values n_1, n_2, …  Cutting
    one edge leaves two strands on the ground.  If k is odd, an odd number of cuts, and so at least one, leave
    exactly the nim-sum of n_1, n_2, …; if k is even, none.  This is what the fusion principle needs of circuits.

    The proof halves the values.  An edge with an even value above it adds 1 to the lowest digit only, so that it may
    be contracted before halving; with an odd value above it counts once more in the half.  For all cuts at
    edges of one of two classes the same edges are contracted, those of the other class; and one of the two
    classes is of odd length, the other of even, when the circuit is of odd length.

    Source: the fusion principle is that of J. H. Conway, On Numbers and Games (1976), chapter 13, and E. R.
    Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 7.
    Used by: Fusion.v. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Halving.
Import ListNotations.

(** Edges and the vertices after them; an edge that is contracted is marked [false]. *)
Definition line : Type := list (bool * nat).

Definition above (edge : bool) (v : nat) : nat := if edge then S v else v.

(** The value at the left end, on a vertex worth n, of what is left there. *)
Fixpoint left_strand (n : nat) (l : line) : nat :=
  match l with [] => n | (e, m) :: t => Nat.lxor n (above e (left_strand m t)) end.

(** The value at the right end, when the first vertex is worth v. *)
Fixpoint right_strand (v : nat) (l : line) : nat :=
  match l with [] => v | (e, m) :: t => right_strand (Nat.lxor m (above e v)) t end.

(** Whether an odd number of cuts of edges after [before] leave the value c. *)
Fixpoint odd_cuts (c n : nat) (before l : line) : bool :=
  match l with
  | [] => false
  | (e, m) :: t =>
    xorb (e && (Nat.lxor (left_strand n before) (right_strand m t) =? c)) (odd_cuts c n (before ++ [(e, m)]) t)
  end.

Definition standing (n : nat) (l : line) : nat := Nat.lxor n (nim_sum (map snd l)).
Definition odd_edges (l : line) : bool := fold_right (fun s b => xorb (fst s) b) false l.

(** ** Halving *)

Lemma odd_lxor a b : Nat.odd (Nat.lxor a b) = xorb (Nat.odd a) (Nat.odd b).
Proof. rewrite <- !Nat.bit0_odd; apply Nat.lxor_spec. Qed.

Lemma div2_lxor a b : Nat.div2 (Nat.lxor a b) = Nat.lxor (Nat.div2 a) (Nat.div2 b).
Proof. rewrite !Nat.div2_div; rewrite <- !Nat.shiftr_div_pow2 with (n := 1); apply Nat.shiftr_lxor. Qed.

Lemma odd_above e v : Nat.odd (above e v) = xorb e (Nat.odd v).
Proof. destruct e; simpl above; [rewrite Nat.odd_succ, <- Nat.negb_odd|]; now destruct (Nat.odd v). Qed.

(* An edge counts in the half if there is an odd value above it. *)
Lemma div2_above e v : Nat.div2 (above e v) = above (e && Nat.odd v) (Nat.div2 v).
Proof.
  destruct e; [simpl above|reflexivity]; destruct (digit_cases v) as (p & a & ->).
  assert (Ho : Nat.odd (digit p a) = p) by (rewrite <- Nat.bit0_odd; apply digit_bit_0).
  assert (Hh : Nat.div2 (digit p a) = a).
  { pose proof (digits (digit p a)) as H; rewrite Ho in H; apply digit_inj in H; tauto. }
  rewrite Ho, Hh; destruct p; simpl above.
  - replace (S (digit true a)) with (digit false (S a)) by (unfold digit; simpl Nat.b2n; lia).
    pose proof (digits (digit false (S a))) as H.
    assert (E : Nat.odd (digit false (S a)) = false) by (rewrite <- Nat.bit0_odd; apply digit_bit_0).
    rewrite E in H; apply digit_inj in H; tauto.
  - replace (S (digit false a)) with (digit true a) by (unfold digit; simpl Nat.b2n; lia).
    pose proof (digits (digit true a)) as H.
    assert (E : Nat.odd (digit true a) = true) by (rewrite <- Nat.bit0_odd; apply digit_bit_0).
    rewrite E in H; apply digit_inj in H; tauto.
Qed.

(** The parity of all vertices and edges so far, s being that before. *)
Fixpoint state (s : bool) (l : line) : bool :=
  match l with [] => s | (e, m) :: t => state (xorb (xorb s e) (Nat.odd m)) t end.

(** The half, where the edges of the class p are kept. *)
Fixpoint halved (p s : bool) (l : line) : line :=
  match l with
  | [] => []
  | (e, m) :: t => (e && Bool.eqb (negb s) p, Nat.div2 m) :: halved p (xorb (xorb s e) (Nat.odd m)) t
  end.

Lemma state_xorb l : forall s b, state (xorb s b) l = xorb (state s l) b.
Proof.
  induction l as [|(e, m) t IH]; intros s b; [reflexivity|]; simpl; rewrite <- IH; f_equal.
  now destruct s, b, e, (Nat.odd m).
Qed.

Lemma state_app a b s : state s (a ++ b) = state (state s a) b.
Proof. revert s; induction a as [|(e, m) t IH]; intros s; [reflexivity|]; simpl; apply IH. Qed.

Lemma halved_app p a b s : halved p s (a ++ b) = halved p s a ++ halved p (state s a) b.
Proof. revert s; induction a as [|(e, m) t IH]; intros s; [reflexivity|]; simpl; now rewrite IH. Qed.

Lemma odd_left l : forall n, Nat.odd (left_strand n l) = state (Nat.odd n) l.
Proof.
  induction l as [|(e, m) t IH]; intros n; [reflexivity|]; cbn [left_strand state].
  rewrite odd_lxor, odd_above, IH, (xorb_comm (xorb (Nat.odd n) e)), state_xorb.
  now destruct (Nat.odd n), e, (state (Nat.odd m) t).
Qed.

Lemma half_left p l : forall n s, p = negb (state s l) ->
  Nat.div2 (left_strand n l) = left_strand (Nat.div2 n) (halved p s l).
Proof.
  induction l as [|(e, m) t IH]; intros n s Hp; [reflexivity|]; cbn [left_strand halved state] in *.
  rewrite div2_lxor, div2_above, (IH m _ Hp), odd_left; do 2 f_equal.
  rewrite (xorb_comm (xorb s e)), state_xorb in Hp; rewrite Hp.
  now destruct s, e, (state (Nat.odd m) t).
Qed.

Lemma odd_right l : forall v s p, Nat.odd v = xorb s p -> Nat.odd (right_strand v l) = xorb (state s l) p.
Proof.
  induction l as [|(e, m) t IH]; intros v s p Hv; [exact Hv|]; cbn [right_strand state]; apply IH.
  rewrite odd_lxor, odd_above, Hv; now destruct (Nat.odd m), e, s, p.
Qed.

Lemma half_right p l : forall v s, Nat.odd v = xorb s p ->
  Nat.div2 (right_strand v l) = right_strand (Nat.div2 v) (halved p s l).
Proof.
  induction l as [|(e, m) t IH]; intros v s Hv; [reflexivity|]; cbn [right_strand halved].
  rewrite (IH _ (xorb (xorb s e) (Nat.odd m))).
  - f_equal; rewrite div2_lxor, div2_above, Hv; do 2 f_equal; now destruct e, s, p.
  - rewrite odd_lxor, odd_above, Hv; now destruct (Nat.odd m), e, s, p.
Qed.

Lemma eqb_digits a b : (a =? b) = Bool.eqb (Nat.odd a) (Nat.odd b) && (Nat.div2 a =? Nat.div2 b).
Proof.
  destruct (a =? b) eqn:E.
  - apply Nat.eqb_eq in E; subst; now rewrite Bool.eqb_reflx, Nat.eqb_refl.
  - symmetry; apply andb_false_iff; destruct (Bool.eqb (Nat.odd a) (Nat.odd b)) eqn:Eo; [right|now left].
    apply Bool.eqb_prop in Eo; apply Nat.eqb_neq in E; apply Nat.eqb_neq; intros H; apply E.
    rewrite <- (digits a), <- (digits b), Eo, H; reflexivity.
Qed.

(* Each cut is a cut of the half of its class. *)
Lemma odd_cuts_halved c n l : forall before,
  Nat.odd c = negb (state (Nat.odd n) (before ++ l)) ->
  odd_cuts c n before l =
  xorb (odd_cuts (Nat.div2 c) (Nat.div2 n) (halved false (Nat.odd n) before) (halved false (state (Nat.odd n) before) l))
       (odd_cuts (Nat.div2 c) (Nat.div2 n) (halved true (Nat.odd n) before) (halved true (state (Nat.odd n) before) l)).
Proof.
  induction l as [|(e, m) t IH]; intros before Hc; [reflexivity|]; cbn [odd_cuts halved].
  rewrite IH by (now rewrite <- app_assoc); rewrite state_app; cbn [state].
  set (s := state (Nat.odd n) before) in *.
  assert (Hb : forall p, halved p (Nat.odd n) (before ++ [(e, m)]) =
    halved p (Nat.odd n) before ++ [(e && Bool.eqb (negb s) p, Nat.div2 m)]) by (intros p; now rewrite halved_app).
  rewrite !Hb.
  assert (Hcut : forall p, p = negb s -> e = true ->
    (Nat.lxor (left_strand n before) (right_strand m t) =? c) =
    (Nat.lxor (left_strand (Nat.div2 n) (halved p (Nat.odd n) before))
              (right_strand (Nat.div2 m) (halved p (xorb (xorb s e) (Nat.odd m)) t)) =? Nat.div2 c)).
  { intros p Hp He; assert (Hm : Nat.odd m = xorb (xorb (xorb s e) (Nat.odd m)) p).
    { rewrite Hp, He; now destruct s, (Nat.odd m). }
    rewrite eqb_digits, odd_lxor, odd_left, (odd_right t m _ p Hm), div2_lxor.
    rewrite (half_left p before n (Nat.odd n) Hp), (half_right p t m _ Hm).
    rewrite state_app in Hc; cbn [state] in Hc; fold s in Hc |- *; rewrite Hc, Hp.
    now destruct s, (state (xorb (xorb _ e) (Nat.odd m)) t). }
  destruct e; [|now rewrite !andb_false_l, !xorb_false_l].
  destruct s; cbn [negb Bool.eqb andb] in *.
  - rewrite (Hcut false eq_refl eq_refl), !xorb_false_l, xorb_assoc; reflexivity.
  - rewrite (Hcut true eq_refl eq_refl), !xorb_false_l.
    match goal with |- xorb ?a (xorb ?b ?c) = xorb ?b (xorb ?a ?c) => now destruct a, b, c end.
Qed.

(** ** Nothing but edges *)

Definition edges (l : line) : nat := length (filter fst l).

Lemma left_bare l n : (forall s, In s l -> snd s = 0) -> left_strand n l = match l with [] => n | _ => Nat.lxor n (edges l) end.
Proof.
  revert n; induction l as [|(e, m) t IH]; intros n H; [reflexivity|]; cbn [left_strand].
  assert (m = 0) by exact (H (e, m) (or_introl eq_refl)); subst m.
  rewrite IH by (intros; apply H; now right); f_equal; unfold edges; cbn [filter fst].
  destruct t as [|s t]; [now destruct e|]; rewrite Nat.lxor_0_l; now destruct e.
Qed.

Lemma right_bare l v : (forall s, In s l -> snd s = 0) -> right_strand v l = v + edges l.
Proof.
  revert v; induction l as [|(e, m) t IH]; intros v H; [unfold edges; simpl; lia|]; cbn [right_strand].
  assert (m = 0) by exact (H (e, m) (or_introl eq_refl)); subst m.
  rewrite IH by (intros; apply H; now right); rewrite Nat.lxor_0_l; unfold edges; cbn [filter fst].
  destruct e; simpl; lia.
Qed.

Lemma left_bare_0 l : (forall s, In s l -> snd s = 0) -> left_strand 0 l = edges l.
Proof. intros H; rewrite left_bare by exact H; destruct l; [reflexivity|apply Nat.lxor_0_l]. Qed.

Lemma edges_app a b : edges (a ++ b) = edges a + edges b.
Proof. unfold edges; now rewrite filter_app, app_length. Qed.

(* Only the middle one of an odd number of edges has as many before as after. *)
Lemma odd_cuts_bare l : forall before,
  (forall s, In s (before ++ l) -> snd s = 0) ->
  odd_cuts 0 0 before l = (edges before <? edges l) && Nat.odd (edges l - edges before).
Proof.
  induction l as [|(e, m) t IH]; intros before H.
  - change (edges []) with 0; now destruct (edges before).
  - assert (m = 0) by (apply (H (e, m)), in_or_app; right; now left); subst m; cbn [odd_cuts].
    rewrite IH by (now rewrite <- app_assoc); rewrite left_bare_0, right_bare, edges_app
      by (intros; apply H, in_or_app; auto; right; now right).
    replace (edges ((e, 0) :: t)) with (Nat.b2n e + edges t) by (unfold edges; now destruct e).
    replace (edges [(e, 0)]) with (Nat.b2n e) by now destruct e.
    set (a := edges before); set (r := edges t); destruct e; cbn [Nat.b2n andb];
      [|rewrite xorb_false_l, Nat.add_0_r; reflexivity].
    rewrite Nat.add_0_l; destruct (Nat.lxor a r =? 0) eqn:E.
    + apply Nat.eqb_eq in E; rewrite lxor_zero in E; rewrite <- E.
      replace (a + 1 <? a) with false by (symmetry; apply Nat.ltb_ge; lia).
      replace (a <? 1 + a) with true by (symmetry; apply Nat.ltb_lt; lia).
      now replace (1 + a - a) with 1 by lia.
    + apply Nat.eqb_neq in E; rewrite lxor_zero in E; rewrite xorb_false_l.
      destruct (Nat.lt_trichotomy a r) as [Hlt|[|Hgt]]; [|contradiction|].
      * replace (a <? 1 + r) with true by (symmetry; apply Nat.ltb_lt; lia); rewrite andb_true_l.
        destruct (Nat.eq_dec (a + 1) r) as [<-|Hne].
        -- rewrite Nat.ltb_irrefl; now replace (1 + (a + 1) - a) with 2 by lia.
        -- replace (a + 1 <? r) with true by (symmetry; apply Nat.ltb_lt; lia); rewrite andb_true_l.
           now replace (1 + r - a) with (S (S (r - (a + 1)))) by lia.
      * replace (a + 1 <? r) with false by (symmetry; apply Nat.ltb_ge; lia).
        now replace (a <? 1 + r) with false by (symmetry; apply Nat.ltb_ge; lia).
Qed.

(** ** The theorem *)

Lemma odd_edges_edges l : odd_edges l = Nat.odd (edges l).
Proof.
  induction l as [|(e, m) t IH]; [reflexivity|]; cbn [odd_edges fold_right fst]; fold (odd_edges t); rewrite IH.
  unfold edges; cbn [filter fst]; destruct e; cbn [length]; [rewrite Nat.odd_succ, <- Nat.negb_odd|];
    now destruct (Nat.odd _).
Qed.

Lemma state_standing l : forall s n,
  state (xorb s (Nat.odd n)) l = xorb s (xorb (Nat.odd (standing n l)) (odd_edges l)).
Proof.
  unfold standing; induction l as [|(e, m) t IH]; intros s n; cbn [state map nim_sum fold_right snd odd_edges fst].
  - rewrite Nat.lxor_0_r; now destruct s, (Nat.odd n).
  - fold (nim_sum (map snd t)); fold (odd_edges t); rewrite IH, !odd_lxor.
    now destruct s, e, (Nat.odd n), (Nat.odd m), (Nat.odd (nim_sum (map snd t))), (odd_edges t).
Qed.

Lemma odd_edges_halved l : forall s, xorb (odd_edges (halved false s l)) (odd_edges (halved true s l)) = odd_edges l.
Proof.
  induction l as [|(e, m) t IH]; intros s; [reflexivity|]; cbn [halved odd_edges fold_right fst].
  fold (odd_edges t); rewrite <- (IH (xorb (xorb s e) (Nat.odd m))).
  unfold odd_edges; repeat match goal with |- context [fold_right ?f ?b ?l] => generalize (fold_right f b l); intros [] end;
    now destruct e, s.
Qed.

Lemma standing_halved p l : forall s n, standing (Nat.div2 n) (halved p s l) = Nat.div2 (standing n l).
Proof.
  unfold standing; induction l as [|(e, m) t IH]; intros s n; cbn [halved map nim_sum fold_right snd].
  - now rewrite !Nat.lxor_0_r.
  - fold (nim_sum (map snd t)); fold (nim_sum (map snd (halved p (xorb (xorb s e) (Nat.odd m)) t))).
    now rewrite IH, <- div2_lxor.
Qed.

(* No cut leaves a value of the wrong parity. *)
Lemma odd_cuts_parity c n l : forall before,
  Nat.odd c = state (Nat.odd n) (before ++ l) -> odd_cuts c n before l = false.
Proof.
  induction l as [|(e, m) t IH]; intros before Hc; [reflexivity|]; cbn [odd_cuts].
  rewrite IH by (now rewrite <- app_assoc); rewrite xorb_false_r; destruct e; [|reflexivity].
  rewrite andb_true_l, eqb_digits, odd_lxor, odd_left.
  set (s := state (Nat.odd n) before).
  rewrite (odd_right t m (xorb (xorb s true) (Nat.odd m)) (negb s)) by now destruct s, (Nat.odd m).
  rewrite state_app in Hc; cbn [state] in Hc; fold s in Hc; rewrite Hc.
  now destruct s, (state _ t).
Qed.

Lemma odd_cuts_edges k : forall n l, n < 2 ^ k -> (forall s, In s l -> snd s < 2 ^ k) ->
  odd_cuts (standing n l) n [] l = odd_edges l.
Proof.
  induction k as [|k IH]; intros n l Hn Hl.
  - assert (n = 0) by (simpl in Hn; lia); subst n.
    assert (H0 : forall s, In s l -> snd s = 0) by (intros s Hs; specialize (Hl s Hs); simpl in Hl; lia).
    replace (standing 0 l) with 0.
    + rewrite odd_cuts_bare by exact H0; rewrite odd_edges_edges; change (edges []) with 0.
      rewrite Nat.sub_0_r; destruct (edges l); reflexivity.
    + unfold standing; rewrite Nat.lxor_0_l; clear - H0; induction l as [|s t IH]; [reflexivity|]; simpl.
      rewrite (H0 s), <- IH; [reflexivity|intros; apply H0; now right|now left].
  - assert (Hn' : Nat.div2 n < 2 ^ k).
    { destruct (digit_cases n) as (p & a & ->); rewrite Nat.div2_div; rewrite Nat.pow_succ_r' in Hn.
      apply Nat.div_lt_upper_bound; lia. }
    assert (Hl' : forall p s, forall x, In x (halved p s l) -> snd x < 2 ^ k).
    { intros p; clear - Hl; induction l as [|(e, m) t IHl]; intros s x; [intros []|]; cbn [halved]; intros [<-|Hx].
      - specialize (Hl (e, m) (or_introl eq_refl)); cbn [snd] in *; rewrite Nat.pow_succ_r' in Hl.
        rewrite Nat.div2_div; apply Nat.div_lt_upper_bound; lia.
      - apply (IHl ltac:(intros; apply Hl; now right) _ _ Hx). }
    pose proof (state_standing l false n) as Hst; rewrite !xorb_false_l in Hst.
    destruct (odd_edges l) eqn:E.
    + rewrite odd_cuts_halved by (cbn [app]; rewrite Hst; now destruct (Nat.odd (standing n l))).
      cbn [halved state]; rewrite <- (standing_halved false l (Nat.odd n) n) at 1.
      rewrite <- (standing_halved true l (Nat.odd n) n).
      rewrite !IH by (try apply Hl'; exact Hn'); rewrite odd_edges_halved; exact E.
    + apply odd_cuts_parity; cbn [app]; rewrite Hst; now destruct (Nat.odd (standing n l)).
Qed.

Lemma bounded n (l : line) : exists k, n < 2 ^ k /\ forall s, In s l -> snd s < 2 ^ k.
Proof.
  exists (S (max n (list_max (map snd l)))).
  pose proof (Nat.pow_gt_lin_r 2 (S (max n (list_max (map snd l)))) ltac:(lia)) as Hp; split; [lia|].
  intros s Hs; pose proof (proj1 (list_max_le (map snd l) (list_max (map snd l))) (le_n _)) as HF.
  rewrite Forall_forall in HF; specialize (HF (snd s) (in_map snd l s Hs)); lia.
Qed.

(** An odd number of cuts leave the nim-sum of what stands on the circuit if and only if its length is odd. *)
Theorem circuit_cuts (n : nat) (l : line) : odd_cuts (standing n l) n [] l = odd_edges l.
Proof. destruct (bounded n l) as (k & Hn & Hl); exact (odd_cuts_edges k n l Hn Hl). Qed.

(** ** A circuit as a list of values *)

(** A strand on the ground, the nearest vertex first. *)
Fixpoint strand (ns : list nat) : nat := match ns with [] => 0 | n :: t => S (Nat.lxor n (strand t)) end.

Lemma left_strand_strand ns : left_strand 0 (map (pair true) ns) = strand ns.
Proof.
  assert (H : forall n, left_strand n (map (pair true) ns) = Nat.lxor n (strand ns)).
  { induction ns as [|m t IH]; intros n; cbn [map left_strand strand above]; [now rewrite Nat.lxor_0_r|].
    now rewrite IH. }
  rewrite H; apply Nat.lxor_0_l.
Qed.

(* The other side of the circuit, up to the ground at its end. *)
Lemma right_strand_strand qs : forall n u,
  right_strand (Nat.lxor n (strand u)) (map (pair true) (qs ++ [0])) = strand (rev qs ++ n :: u).
Proof.
  induction qs as [|q t IH]; intros n u; cbn [app map right_strand rev].
  - rewrite Nat.lxor_0_l; reflexivity.
  - change (above true (Nat.lxor n (strand u))) with (strand (n :: u)); rewrite IH, <- app_assoc; reflexivity.
Qed.

Lemma odd_cuts_exist c n l : forall before, odd_cuts c n before l = true ->
  exists a m t, l = a ++ (true, m) :: t /\ Nat.lxor (left_strand n (before ++ a)) (right_strand m t) = c.
Proof.
  induction l as [|(e, m) t IH]; intros before; [discriminate|]; cbn [odd_cuts].
  destruct (e && (Nat.lxor (left_strand n before) (right_strand m t) =? c)) eqn:E.
  - intros _; apply andb_true_iff in E; destruct E as [-> E]; apply Nat.eqb_eq in E.
    exists [], m, t; rewrite app_nil_r; auto.
  - rewrite xorb_false_l; intros H; destruct (IH _ H) as (a & k & u & -> & He).
    exists ((e, m) :: a), k, u; split; [reflexivity|]; now rewrite <- app_assoc in He.
Qed.

(** A circuit through the ground with an even number of other vertices, and so of odd length: some cut leaves two
    strands whose nim-sum is that of what stands on it. *)
Theorem odd_circuit_cut (ns : list nat) :
  Nat.even (length ns) = true ->
  exists a b, ns = a ++ b /\ Nat.lxor (strand a) (strand (rev b)) = nim_sum ns.
Proof.
  intros Heven; set (l := map (pair true) (ns ++ [0])).
  assert (Hs : standing 0 l = nim_sum ns).
  { unfold standing, l; rewrite map_map; simpl; rewrite map_id, Nat.lxor_0_l, nim_sum_app; simpl.
    apply Nat.lxor_0_r. }
  assert (Ho : odd_edges l = true).
  { rewrite odd_edges_edges; unfold edges, l.
    assert (Hf : forall ks : list nat, filter fst (map (pair true) ks) = map (pair true) ks).
    { induction ks as [|k ks IH]; [reflexivity|]; cbn [map filter fst]; now rewrite IH. }
    rewrite Hf, map_length, app_length, Nat.add_comm; cbn [length Nat.add].
    now rewrite Nat.odd_succ. }
  pose proof (circuit_cuts 0 l) as Hc; rewrite Hs, Ho in Hc.
  destruct (odd_cuts_exist _ _ _ _ Hc) as (a & m & t & Hl & He); cbn [app] in He.
  unfold l in Hl; apply map_eq_app in Hl; destruct Hl as (p & q & Hns & Hp & Hq).
  destruct q as [|x q]; [discriminate|]; injection Hq as -> Hq; subst a t.
  rewrite left_strand_strand in He.
  destruct (exists_last (l := m :: q)) as (b & z & Hb); [discriminate|].
  rewrite Hb, app_assoc in Hns; apply app_inj_tail in Hns; destruct Hns as [Hns <-].
  exists p, b; split; [exact Hns|]; rewrite <- He; f_equal.
  destruct b as [|y b]; cbn [app] in Hb; inversion Hb; subst; [reflexivity|].
  pose proof (right_strand_strand b y []) as H; simpl strand in H; rewrite Nat.lxor_0_r in H.
  symmetry; exact H.
Qed.
