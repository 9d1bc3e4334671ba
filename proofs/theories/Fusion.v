(** * Green Hackenbush where no edge is in two circuits

    Pictures of strands and circuits: on the ground, or on any vertex, stand strands, whose vertices carry
    pictures in turn, and circuits through it, whose other vertices do.  So every edge is in one circuit at most,
    as in trees, on triangles and rings, and wherever rings meet in single vertices.  The value of what stands on a
    vertex is the nim-sum of its strands, by the colon principle, and of its circuits: a circuit is worth the nim-sum
    of what stands on its other vertices, and 1 more in the last digit if it has an odd number of edges, as if
    all its vertices were one and its edges loops.  This is the fusion principle for such pictures; for circuits that
    share edges it is not proved here.

    Source: J. H. Conway, On Numbers and Games (1976), chapter 13; E. R. Berlekamp, J. H. Conway and R. K. Guy,
    Winning Ways (1982), chapter 7.
    Used by: crates/grundy-engine/src/hackenbush (value), crates/grundy-games/src/hackenbush.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game Halving Circuit.
Import ListNotations.

(** What stands on a vertex: strands [(false, ps)], the nearest vertex first, and circuits [(true, ps)], the other
    vertices in their order, each with what stands on it. *)
Inductive picture := At (branches : list (bool * list picture)).

Definition branch : Type := bool * list picture.

Lemma picture_induction (Q : picture -> Prop) :
  (forall bs, (forall c ps p, In (c, ps) bs -> In p ps -> Q p) -> Q (At bs)) -> forall p, Q p.
Proof.
  intros H; fix IH 1; intros [bs]; apply H.
  induction bs as [|[c0 qs] t IHt]; intros c ps p Hb Hp; [destruct Hb|].
  assert (Hq : forall p, In p qs -> Q p).
  { clear - IH; induction qs as [|q qs IHq]; intros p Hp; [destruct Hp|].
    destruct Hp as [<-|Hp]; [apply IH|exact (IHq p Hp)]. }
  destruct Hb as [E|Hb]; [|exact (IHt c ps p Hb Hp)].
  apply Hq; injection E as _ E; rewrite E; exact Hp.
Qed.

(** ** Cuts *)

Inductive cut : picture -> picture -> Prop :=
| Cut_strand a ps qs d : qs <> [] -> cut (At (a ++ (false, ps ++ qs) :: d)) (At (a ++ (false, ps) :: d))
| Cut_circuit a ps qs d :
    cut (At (a ++ (true, ps ++ qs) :: d)) (At (a ++ (false, ps) :: (false, rev qs) :: d))
| Cut_inside a c ps p q qs d :
    cut p q -> cut (At (a ++ (c, ps ++ p :: qs) :: d)) (At (a ++ (c, ps ++ q :: qs) :: d)).

Definition splits (ps : list picture) : list (list picture * list picture) :=
  map (fun j => (firstn j ps, skipn j ps)) (seq 0 (S (length ps))).

Definition edge_cuts (c : bool) (ps : list picture) : list (list branch) :=
  if c then map (fun s => [(false, fst s); (false, rev (snd s))]) (splits ps)
  else map (fun s => [(false, fst s)]) (filter (fun s => 0 <? length (snd s)) (splits ps)).

Fixpoint cuts (p : picture) : list picture :=
  match p with
  | At bs =>
    map At
      ((fix forest bs :=
          match bs with
          | [] => []
          | (c, ps) :: d =>
            map (fun x => x ++ d) (edge_cuts c ps) ++
            map (fun qs => (c, qs) :: d)
              ((fix inside ps :=
                  match ps with
                  | [] => []
                  | p :: qs => map (fun q => q :: qs) (cuts p) ++ map (cons p) (inside qs)
                  end) ps) ++
            map (cons (c, ps)) (forest d)
          end) bs)
  end.

Lemma in_splits ps l r : In (l, r) (splits ps) <-> ps = l ++ r.
Proof.
  unfold splits; rewrite in_map_iff; split.
  - intros (j & H & _); inversion H; symmetry; apply firstn_skipn.
  - intros ->; exists (length l); rewrite in_seq, app_length, firstn_app, firstn_all, skipn_app, skipn_all, Nat.sub_diag.
    rewrite firstn_O, app_nil_r; split; [reflexivity|lia].
Qed.

Lemma in_edge_cuts c ps x :
  In x (edge_cuts c ps) <->
  (c = true /\ exists l r, ps = l ++ r /\ x = [(false, l); (false, rev r)]) \/
  (c = false /\ exists l r, ps = l ++ r /\ r <> [] /\ x = [(false, l)]).
Proof.
  unfold edge_cuts; destruct c; rewrite in_map_iff; split.
  - intros ([l r] & <- & H); apply in_splits in H; left; split; [reflexivity|]; exists l, r; auto.
  - intros [(_ & l & r & H & ->)|(H & _)]; [|discriminate]; exists (l, r); rewrite in_splits; auto.
  - intros ([l r] & <- & H); apply filter_In in H; destruct H as [H Hr]; apply in_splits in H.
    right; split; [reflexivity|]; exists l, r; repeat split; [exact H|]; intros ->; discriminate.
  - intros [(H & _)|(_ & l & r & H & Hr & ->)]; [discriminate|]; exists (l, r); split; [reflexivity|].
    apply filter_In; rewrite in_splits; split; [exact H|]; destruct r; [now elim Hr|reflexivity].
Qed.

Lemma in_cuts p u : In u (cuts p) <-> cut p u.
Proof.
  revert u; induction p as [bs IH] using picture_induction; intros u; cbn [cuts].
  set (inside := fix inside ps := match ps with [] => [] | p :: qs => map (fun q => q :: qs) (cuts p) ++ map (cons p) (inside qs) end).
  match goal with |- In u (map At (?f bs)) <-> _ => set (forest := f) end.
  assert (Hin : forall ps us, In us (inside ps) <-> exists l p q r, ps = l ++ p :: r /\ In q (cuts p) /\ us = l ++ q :: r).
  { clear; induction ps as [|p ps IH]; intros us; simpl.
    - split; [intros []|intros (l & p & q & r & H & _); destruct l; discriminate].
    - rewrite in_app_iff, !in_map_iff; split.
      + intros [(q & <- & Hq)|(vs & <- & Hvs)].
        * exists [], p, q, ps; auto.
        * apply IH in Hvs; destruct Hvs as (l & x & q & r & -> & Hq & ->); exists (p :: l), x, q, r; auto.
      + intros (l & x & q & r & H & Hq & ->); destruct l as [|y l]; simpl in H; inversion H; subst.
        * left; exists q; auto.
        * right; exists (l ++ q :: r); split; [reflexivity|]; apply IH; exists l, x, q, r; auto. }
  assert (Hf : forall bs us, In us (forest bs) <->
    (exists a c ps d x, bs = a ++ (c, ps) :: d /\ In x (edge_cuts c ps) /\ us = a ++ x ++ d) \/
    (exists a c ps qs d, bs = a ++ (c, ps) :: d /\ In qs (inside ps) /\ us = a ++ (c, qs) :: d)).
  { clear; induction bs as [|[c ps] bs IH]; intros us; simpl.
    - split; [intros []|intros [(a & c & ps & d & x & H & _)|(a & c & ps & qs & d & H & _)]; destruct a; discriminate].
    - rewrite !in_app_iff, !in_map_iff; split.
      + intros [(x & <- & Hx)|[(qs & <- & Hqs)|(vs & <- & Hvs)]].
        * left; exists [], c, ps, bs, x; auto.
        * right; exists [], c, ps, qs, bs; auto.
        * apply IH in Hvs; destruct Hvs as [(a & k & rs & d & x & -> & Hx & ->)|(a & k & rs & qs & d & -> & Hqs & ->)].
          -- left; exists ((c, ps) :: a), k, rs, d, x; auto.
          -- right; exists ((c, ps) :: a), k, rs, qs, d; auto.
      + intros [(a & k & rs & d & x & H & Hx & ->)|(a & k & rs & qs & d & H & Hqs & ->)];
          destruct a as [|b a]; simpl in H; inversion H; subst.
        * left; exists x; auto.
        * right; right; exists (a ++ x ++ d); split; [reflexivity|]; apply IH; left; exists a, k, rs, d, x; auto.
        * right; left; exists qs; auto.
        * right; right; exists (a ++ (k, qs) :: d); split; [reflexivity|]; apply IH; right; exists a, k, rs, qs, d; auto. }
  rewrite in_map_iff; split.
  - intros (us & <- & Hus); apply Hf in Hus.
    destruct Hus as [(a & c & ps & d & x & -> & Hx & ->)|(a & c & ps & qs & d & -> & Hqs & ->)].
    + apply in_edge_cuts in Hx; destruct Hx as [(-> & l & r & -> & ->)|(-> & l & r & -> & Hr & ->)].
      * apply Cut_circuit.
      * now apply Cut_strand.
    + apply Hin in Hqs; destruct Hqs as (l & p & q & r & -> & Hq & ->); apply Cut_inside.
      apply (IH c (l ++ p :: r) p); [apply in_or_app; right; now left|apply in_or_app; right; now left|exact Hq].
  - intros Hcut; inversion Hcut as [a ps qs d Hne H1 H2|a ps qs d H1 H2|a c ps p q qs d Hpq H1 H2]; subst.
    + exists (a ++ (false, ps) :: d); split; [reflexivity|]; apply Hf; left.
      exists a, false, (ps ++ qs), d, [(false, ps)]; repeat split; apply in_edge_cuts; right; split; [reflexivity|].
      exists ps, qs; auto.
    + exists (a ++ (false, ps) :: (false, rev qs) :: d); split; [reflexivity|]; apply Hf; left.
      exists a, true, (ps ++ qs), d, [(false, ps); (false, rev qs)]; repeat split; apply in_edge_cuts; left.
      split; [reflexivity|]; exists ps, qs; auto.
    + exists (a ++ (c, ps ++ q :: qs) :: d); split; [reflexivity|]; apply Hf; right.
      exists a, c, (ps ++ p :: qs), (ps ++ q :: qs), d; repeat split; apply Hin; exists ps, p, q, qs; repeat split.
      apply (IH c (ps ++ p :: qs) p); [apply in_or_app; right; now left|apply in_or_app; right; now left|exact Hpq].
Qed.

(** How many edges there are. *)
Fixpoint edges_of (p : picture) : nat :=
  match p with
  | At bs => list_sum (map (fun b : branch => let (c, ps) := b in Nat.b2n c + length ps + list_sum (map edges_of ps)) bs)
  end.

Lemma list_sum_rev l : list_sum (rev l) = list_sum l.
Proof. induction l as [|x l IH]; [reflexivity|]; simpl; rewrite list_sum_app, IH; simpl; lia. Qed.

Lemma cut_smaller p u : cut p u -> edges_of u < edges_of p.
Proof.
  induction 1 as [a ps qs d Hne|a ps qs d|a c ps p q qs d _ IH]; cbn [edges_of]; rewrite !map_app, !list_sum_app;
    cbn [map list_sum fold_right Nat.b2n]; fold (list_sum (map edges_of ps)).
  - unfold list_sum; rewrite !map_app, !app_length; fold (list_sum (map edges_of ps ++ map edges_of qs)).
    rewrite list_sum_app; destruct qs; [now elim Hne|cbn [length]; unfold list_sum; lia].
  - unfold list_sum; rewrite !map_app, !app_length; fold (list_sum (map edges_of ps ++ map edges_of qs)).
    fold (list_sum (map edges_of (rev qs))); rewrite map_rev, list_sum_rev, list_sum_app, rev_length; unfold list_sum; lia.
  - unfold list_sum; rewrite !map_app, !app_length; fold (list_sum (map edges_of ps ++ map edges_of (q :: qs))).
    fold (list_sum (map edges_of ps ++ map edges_of (p :: qs))); rewrite !list_sum_app; cbn [map length]; simpl; unfold list_sum; lia.
Qed.

Definition pictures : ruleset.
Proof.
  refine (measured picture cuts edges_of _); intros p u Hu; apply in_cuts in Hu; exact (cut_smaller p u Hu).
Defined.

(** ** The value *)

Definition branch_value (c : bool) (ns : list nat) : nat :=
  if c then Nat.lxor (nim_sum ns) (Nat.b2n (Nat.even (length ns))) else strand ns.

Fixpoint value (p : picture) : nat :=
  match p with
  | At bs => nim_sum (map (fun b : branch => let (c, ps) := b in branch_value c (map value ps)) bs)
  end.

Lemma value_middle a c ps d :
  value (At (a ++ (c, ps) :: d)) = Nat.lxor (branch_value c (map value ps)) (value (At (a ++ d))).
Proof.
  cbn [value]; rewrite !map_app, !nim_sum_app; cbn [map nim_sum fold_right].
  now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (branch_value c _)).
Qed.

Lemma value_app a b : value (At (a ++ b)) = Nat.lxor (value (At a)) (value (At b)).
Proof. cbn [value]; now rewrite map_app, nim_sum_app. Qed.

Lemma strand_cut ms ks : ks <> [] -> strand ms <> strand (ms ++ ks).
Proof.
  intros Hk; induction ms as [|m ms IH]; cbn [app strand].
  - destruct ks; [now elim Hk|discriminate].
  - intros H; injection H as H; apply lxor_inj_l in H; contradiction.
Qed.

Lemma strand_changed ms m k ks : m <> k -> strand (ms ++ m :: ks) <> strand (ms ++ k :: ks).
Proof.
  intros Hne; induction ms as [|x ms IH]; cbn [app strand]; intros H; injection H as H.
  - apply lxor_inj_r in H; contradiction.
  - apply lxor_inj_l in H; contradiction.
Qed.

Lemma odd_strand ns : Nat.odd (strand ns) = xorb (Nat.odd (nim_sum ns)) (Nat.odd (length ns)).
Proof.
  induction ns as [|n t IH]; [reflexivity|]; cbn [strand nim_sum fold_right length]; fold (nim_sum t).
  rewrite !Nat.odd_succ, <- !Nat.negb_odd, !odd_lxor, IH.
  now destruct (Nat.odd n), (Nat.odd (nim_sum t)), (Nat.odd (length t)).
Qed.

Lemma nim_sum_rev l : nim_sum (rev l) = nim_sum l.
Proof.
  induction l as [|x l IH]; [reflexivity|]; simpl rev; rewrite nim_sum_app, IH; simpl.
  rewrite Nat.lxor_0_r; apply Nat.lxor_comm.
Qed.

Lemma cut_changes p u : cut p u -> value u <> value p.
Proof.
  induction 1 as [a ps qs d Hne|a ps qs d|a c ps p q qs d _ IH]; rewrite !value_middle.
  - intros H; apply lxor_inj_r in H; cbn [branch_value] in H; rewrite map_app in H.
    apply strand_cut in H; [exact H|]; destruct qs; [now elim Hne|discriminate].
  - rewrite <- Nat.lxor_assoc; intros H; apply lxor_inj_r, (f_equal Nat.odd) in H; cbn [branch_value] in H.
    rewrite !odd_lxor, !odd_strand, map_app, map_rev, nim_sum_app, odd_lxor, nim_sum_rev, rev_length, app_length in H.
    set (s := Nat.odd (nim_sum (map value ps))) in H; set (t := Nat.odd (nim_sum (map value qs))) in H.
    assert (Hb : forall b, Nat.odd (Nat.b2n b) = b) by now intros [].
    rewrite Hb, <- Nat.negb_odd, Nat.odd_add in H.
    now destruct s, t, (Nat.odd (length (map value ps))), (Nat.odd (length (map value qs))).
  - intros H; apply lxor_inj_r in H; rewrite !map_app in H; cbn [map] in H; destruct c; cbn [branch_value] in H.
    + rewrite !app_length in H; cbn [length] in H; apply lxor_inj_r in H.
      rewrite !nim_sum_app in H; cbn [nim_sum fold_right] in H; apply lxor_inj_l, lxor_inj_r in H; contradiction.
    + now apply strand_changed in H.
Qed.

(** ** Smaller values are reached *)

Lemma nim_sum_lowers ns c : c < nim_sum ns ->
  exists a n b x, ns = a ++ n :: b /\ x < n /\ nim_sum (a ++ x :: b) = c.
Proof.
  revert c; induction ns as [|n t IH]; simpl; intros c Hc; [lia|].
  destruct (lxor_mex _ _ _ Hc) as [(x & Hx & He)|(y & Hy & He)].
  - exists [], n, t, x; auto.
  - destruct (IH y Hy) as (a & k & b & x & -> & Hx & Hs); exists (n :: a), k, b, x; simpl; rewrite Hs; auto.
Qed.

(* What one move can make of a strand, or of the vertices of a circuit. *)
Definition changed (ps qs : list picture) : Prop :=
  exists l p q r, ps = l ++ p :: r /\ cut p q /\ qs = l ++ q :: r.

Lemma strand_reaches ps :
  (forall p, In p ps -> forall n, n < value p -> exists u, cut p u /\ value u = n) ->
  forall x, x < strand (map value ps) ->
  exists qs, strand (map value qs) = x /\ (changed ps qs \/ exists r, r <> [] /\ ps = qs ++ r).
Proof.
  induction ps as [|p t IH]; intros Hp x Hx; [simpl in Hx; lia|]; cbn [map strand] in Hx.
  destruct x as [|y].
  { exists []; split; [reflexivity|]; right; exists (p :: t); split; [discriminate|reflexivity]. }
  destruct (lxor_mex (value p) (strand (map value t)) y ltac:(lia)) as [(z & Hz & He)|(z & Hz & He)].
  - destruct (Hp p (or_introl eq_refl) z Hz) as (q & Hq & Hv); exists (q :: t); split; [|left; exists [], p, q, t; auto].
    cbn [map strand]; now rewrite Hv, He.
  - destruct (IH ltac:(intros; apply Hp; auto; now right) z Hz) as (qs & Hv & Hqs).
    exists (p :: qs); split; [cbn [map strand]; now rewrite Hv, He|].
    destruct Hqs as [(l & a & b & r & -> & Hab & ->)|(r & Hr & ->)].
    + left; exists (p :: l), a, b, r; auto.
    + right; exists r; auto.
Qed.

Lemma vertices_reach ps :
  (forall p, In p ps -> forall n, n < value p -> exists u, cut p u /\ value u = n) ->
  forall x, x < nim_sum (map value ps) ->
  exists qs, nim_sum (map value qs) = x /\ length qs = length ps /\ changed ps qs.
Proof.
  intros Hp x Hx; destruct (nim_sum_lowers _ _ Hx) as (a & n & b & y & Hm & Hy & Hs).
  apply map_eq_app in Hm; destruct Hm as (l & m & -> & <- & Hm); destruct m as [|p r]; [discriminate|].
  cbn [map] in Hm; injection Hm as <- <-.
  destruct (Hp p ltac:(apply in_or_app; right; now left) y Hy) as (q & Hq & Hv).
  exists (l ++ q :: r); repeat split.
  - rewrite map_app; cbn [map]; rewrite Hv; exact Hs.
  - rewrite !app_length; reflexivity.
  - exists l, p, q, r; auto.
Qed.

(* Below n with its last digit changed there are the numbers whose changed ones are below n, and n itself if it is. *)
Lemma below_changed x n : x < Nat.lxor n 1 -> Nat.lxor x 1 < n \/ x = n.
Proof.
  destruct (digit_cases x) as (p & a & ->), (digit_cases n) as (q & b & ->).
  change 1 with (digit true 0); rewrite !lxor_digit, !Nat.lxor_0_r; unfold digit; destruct p, q; simpl Nat.b2n; lia.
Qed.

Lemma branch_reaches c ps :
  (forall p, In p ps -> forall n, n < value p -> exists u, cut p u /\ value u = n) ->
  forall x, x < branch_value c (map value ps) ->
  exists bs, value (At bs) = x /\ forall a d, cut (At (a ++ (c, ps) :: d)) (At (a ++ bs ++ d)).
Proof.
  intros Hp x Hx; destruct c; cbn [branch_value] in Hx.
  - rewrite map_length in Hx.
    assert (Hlower : forall y, y < nim_sum (map value ps) -> Nat.lxor y (Nat.b2n (Nat.even (length ps))) = x ->
      exists bs, value (At bs) = x /\ forall a d, cut (At (a ++ (true, ps) :: d)) (At (a ++ bs ++ d))).
    { intros y Hy He; destruct (vertices_reach ps Hp y Hy) as (qs & Hv & Hlen & l & p & q & r & -> & Hq & ->).
      exists [(true, l ++ q :: r)]; split; [|intros a d; now apply Cut_inside].
      cbn [value map nim_sum fold_right branch_value]; rewrite Nat.lxor_0_r, map_length, Hv, Hlen; exact He. }
    destruct (Nat.even (length ps)) eqn:E; cbn [Nat.b2n] in *.
    + destruct (below_changed x _ Hx) as [Hlt|Heq].
      * apply (Hlower (Nat.lxor x 1) Hlt); apply lxor_cancel_r.
      * destruct (odd_circuit_cut (map value ps)) as (ms & ks & Hm & Hs); [now rewrite map_length|].
        apply map_eq_app in Hm; destruct Hm as (l & r & -> & <- & <-).
        exists [(false, l); (false, rev r)]; split; [|intros a d; apply Cut_circuit].
        cbn [value map nim_sum fold_right branch_value]; rewrite Nat.lxor_0_r, map_rev, Heq; exact Hs.
    + rewrite Nat.lxor_0_r in Hx; apply (Hlower x Hx), Nat.lxor_0_r.
  - destruct (strand_reaches ps Hp x Hx) as (qs & Hv & [(l & p & q & r & -> & Hq & ->)|(r & Hr & ->)]).
    + exists [(false, l ++ q :: r)]; split; [|intros a d; now apply Cut_inside].
      cbn [value map nim_sum fold_right branch_value]; now rewrite Nat.lxor_0_r.
    + exists [(false, qs)]; split; [|intros a d; now apply Cut_strand].
      cbn [value map nim_sum fold_right branch_value]; now rewrite Nat.lxor_0_r.
Qed.

Lemma cut_reaches p : forall n, n < value p -> exists u, cut p u /\ value u = n.
Proof.
  induction p as [bs IH] using picture_induction; intros n Hn.
  destruct (nim_sum_lowers _ _ Hn) as (ms & m & ks & x & Hm & Hx & Hs).
  apply map_eq_app in Hm; destruct Hm as (a & e & -> & <- & Hm); destruct e as [|[c ps] d]; [discriminate|].
  cbn [map] in Hm; injection Hm as <- <-.
  destruct (branch_reaches c ps) with (x := x) as (bs & Hv & Hcut); [|exact Hx|].
  - intros p Hp; apply (IH c ps p); [apply in_or_app; right; now left|exact Hp].
  - exists (At (a ++ bs ++ d)); split; [apply Hcut|]; rewrite !value_app, Hv, <- Hs, nim_sum_app; reflexivity.
Qed.

(** The Grundy value of such a picture: the colon principle and the fusion principle. *)
Theorem grundy_picture (p : picture) : grundy (p : pictures) = value p.
Proof.
  revert p; apply (grundy_characterised (G := pictures) value).
  - intros p u Hu; apply in_cuts in Hu; exact (cut_changes p u Hu).
  - intros p n Hn; destruct (cut_reaches p n Hn) as (u & Hu & He); exists u; split; [now apply in_cuts|exact He].
Qed.

(** A circuit may be fused: its other vertices become the one where it stands, its edges loops there, which are circuits
    without other vertices. *)
Theorem circuit_fused (a d : list branch) (ps : list picture) :
  grundy (At (a ++ (true, ps) :: d) : pictures) =
  grundy (At (a ++ flat_map (fun p => match p with At bs => bs end) ps ++ repeat (true, []) (S (length ps)) ++ d) : pictures).
Proof.
  assert (Hps : forall qs, value (At (flat_map (fun p => match p with At bs => bs end) qs)) = nim_sum (map value qs)).
  { induction qs as [|[bs] t IH]; [reflexivity|]; cbn [flat_map map]; rewrite value_app, IH; reflexivity. }
  assert (Hloops : forall k, value (At (repeat (true, []) k)) = Nat.b2n (Nat.odd k)).
  { induction k as [|k IH]; [reflexivity|].
    change (repeat (true, []) (S k)) with ([(true, @nil picture)] ++ repeat (true, []) k).
    rewrite value_app, IH, Nat.odd_succ, <- Nat.negb_odd; now destruct (Nat.odd k). }
  rewrite !grundy_picture, value_middle; cbn [branch_value]; rewrite !value_app, Hps, Hloops, Nat.odd_succ, map_length.
  rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (Nat.lxor _ _) (value (At a))), <- !Nat.lxor_assoc; reflexivity.
Qed.
