(** * The conditions on sums, decided

    Given the table of a monoid, the elements in P, and of each letter its value and the values of its options
    (a kind), the conditions of Quotient.v are decided: 1 is not in P, letters without moves are worth 1, the
    P-condition by sets of elements, and the N-condition by finding all pairs of the relation R.
    [check_sums_verified].

    Used by: QuotientCheck.v; it is what crates/grundy-check/src/quotient/sums.rs does. *)

From Coq Require Import List Arith Lia Bool PArith FMapPositive MSetPositive.
From Grundy Require Import Quotient QuotientMonoid.
Import ListNotations.

(** ** Sets of elements by element *)

Definition at_key (m : M.t S.t) (x : positive) : S.t :=
  match M.find x m with Some s => s | None => S.empty end.

Lemma at_key_add m x y s : at_key (M.add x s m) y = if Pos.eq_dec y x then s else at_key m y.
Proof. unfold at_key; rewrite find_add; now destruct (Pos.eq_dec y x). Qed.

Lemma mem_empty x : S.mem x S.empty = false.
Proof. destruct (S.mem x S.empty) eqn:E; [|reflexivity]; apply S.mem_spec, S.empty_spec in E; destruct E. Qed.

Lemma mem_union x a b : S.mem x (S.union a b) = S.mem x a || S.mem x b.
Proof. apply eq_true_iff_eq; rewrite orb_true_iff, !S.mem_spec; apply S.union_spec. Qed.

Lemma mem_diff x a b : S.mem x (S.diff a b) = S.mem x a && negb (S.mem x b).
Proof.
  apply eq_true_iff_eq; rewrite andb_true_iff, negb_true_iff, <- not_true_iff_false, !S.mem_spec; apply S.diff_spec.
Qed.

Lemma mem_add x y s : S.mem x (S.add y s) = (x =? y)%positive || S.mem x s.
Proof. apply eq_true_iff_eq; rewrite orb_true_iff, Pos.eqb_eq, !S.mem_spec; apply S.add_spec. Qed.

Lemma mem_elements x s : In x (S.elements s) <-> S.mem x s = true.
Proof.
  rewrite S.mem_spec, <- S.elements_spec1, SetoidList.InA_alt; split.
  - intros H; exists x; split; [reflexivity|exact H].
  - intros (y & E & H); rewrite E; exact H.
Qed.

(** ** The check *)

(** The value of a letter, and those of its options. *)
Definition kind := (positive * list positive)%type.

Section Check.
  Variables (order : positive) (t : M.t (M.t positive)) (in_p : S.t).

  (** The z with xz in P. *)
  Definition contexts_of (x : positive) : S.t :=
    let r := row t x in
    fold_left (fun s z => if S.mem (look r z) in_p then S.add z s else s) (elements order) S.empty.

  Definition contexts : M.t S.t :=
    fold_left (fun m (x : positive) => M.add x (contexts_of x) m) (elements order) (M.empty S.t).

  Section Kinds.
    Variables (cs : M.t S.t) (all : S.t).

    (** Beside which elements a move leads to what is called P. *)
    Definition won (effects : list positive) : S.t :=
      fold_left (fun s e => S.union s (at_key cs e)) effects S.empty.

    (** What is bad beside a letter of a kind, unless something is called P wrongly. *)
    Definition kind_bad (k : kind) : option S.t :=
      let (v, effects) := k in
      match effects with
      | [] => if (v =? 1)%positive then Some S.empty else None
      | _ =>
          let w := won effects in
          let called := at_key cs v in
          if S.is_empty (S.inter w called) then Some (S.diff (S.diff all called) w) else None
      end.

    (** By value: what is bad beside some letter that has it. *)
    Fixpoint collect (kinds : list kind) (bad : M.t S.t) : option (M.t S.t) :=
      match kinds with
      | [] => Some bad
      | k :: kinds =>
          match kind_bad k with
          | None => None
          | Some b => collect kinds (M.add (fst k) (S.union b (at_key bad (fst k))) bad)
          end
      end.
  End Kinds.

  (** What is left, a value to be placed, and what is bad beside it. *)
  Definition placing := (positive * positive * S.t)%type.

  Definition found (m : M.t (list placing)) (z : positive) : list placing :=
    match M.find z m with Some l => l | None => [] end.

  (** Each value x to be placed with each y, by their product. *)
  Definition entries (bad : M.t S.t) : list (positive * placing) :=
    flat_map (fun x =>
      match M.find x bad with
      | Some b => let r := row t x in map (fun y => (look r y, (y, x, b))) (elements order)
      | None => []
      end) (elements order).

  Definition placings (bad : M.t S.t) : M.t (list placing) :=
    fold_left (fun m (e : positive * placing) => M.add (fst e) (snd e :: found m (fst e)) m) (entries bad) (M.empty _).

  Definition pair := (positive * positive)%type.

  Definition first_pairs (bad : M.t S.t) : list pair :=
    flat_map (fun x => map (fun y => (x, y)) (S.elements (at_key bad x))) (elements order).

  Definition next_pairs (ps : M.t (list placing)) (uv : pair) : list pair :=
    let (u, v) := uv in
    let r := row t u in
    flat_map (fun p : placing => let '(y, x, b) := p in if S.mem (look r y) b then [(look r x, y)] else [])
      (found ps v).

  Definition state := (list pair * M.t S.t)%type.

  Definition push (s : state) (uv : pair) : state :=
    let (todo, seen) := s in
    let (u, v) := uv in
    let set := at_key seen u in
    if S.mem v set then s else (uv :: todo, M.add u (S.add v set) seen).

  Definition follow (ps : M.t (list placing)) (s : state) : state :=
    match s with
    | ([], _) => s
    | (uv :: todo, seen) => fold_left push (next_pairs ps uv) (todo, seen)
    end.

  (** So many steps, or fewer. *)
  Fixpoint follow_on (ps : M.t (list placing)) (steps : positive) (s : state) : state :=
    match s with
    | ([], _) => s
    | _ =>
        match steps with
        | xH => follow ps s
        | xO h => follow_on ps h (follow_on ps h s)
        | xI h => follow_on ps h (follow_on ps h (follow ps s))
        end
    end.

  Definition no_end (s : state) : bool :=
    match fst s with
    | [] => forallb (fun u => negb (S.mem 1 (at_key (snd s) u))) (elements order)
    | _ => false
    end.

  Definition check_sums (kinds : list kind) : bool :=
    let cs := contexts in
    let all := fold_left (fun s x => S.add x s) (elements order) S.empty in
    negb (S.mem 1 in_p) &&
    match collect cs all kinds (M.empty S.t) with
    | None => false
    | Some bad =>
        let ps := placings bad in
        no_end (follow_on ps (order * order) (fold_left push (first_pairs bad) ([], M.empty S.t)))
    end.

  (** ** What it finds *)

  Lemma contexts_of_spec x z :
    S.mem z (contexts_of x) = true <-> inside order z = true /\ S.mem (mul t x z) in_p = true.
  Proof.
    unfold contexts_of, mul; cbv zeta; rewrite <- in_elements.
    assert (H : forall l s, S.mem z (fold_left (fun s z => if S.mem (look (row t x) z) in_p then S.add z s else s) l s) = true <->
      (In z l /\ S.mem (look (row t x) z) in_p = true) \/ S.mem z s = true).
    { induction l as [|y l IH]; intros s; simpl; [tauto|]; rewrite IH.
      destruct (S.mem (look (row t x) y) in_p) eqn:E; [rewrite mem_add, orb_true_iff, Pos.eqb_eq|];
        intuition (subst; auto; congruence). }
    rewrite H, mem_empty; intuition discriminate.
  Qed.

  Lemma contexts_spec x z : inside order x = true ->
    S.mem z (at_key contexts x) = true <-> inside order z = true /\ S.mem (mul t x z) in_p = true.
  Proof.
    intros Hx; rewrite <- contexts_of_spec.
    assert (E : at_key contexts x = contexts_of x); [|now rewrite E].
    apply in_elements in Hx; unfold contexts; rewrite <- fold_left_rev_right.
    apply in_rev in Hx; induction (rev (elements order)) as [|y l IH]; [destruct Hx|]; simpl.
    rewrite at_key_add; destruct (Pos.eq_dec x y) as [->|Hn]; [reflexivity|].
    apply IH; destruct Hx as [->|Hx]; [now elim Hn|exact Hx].
  Qed.

  Lemma won_spec cs effects y :
    S.mem y (won cs effects) = true <-> exists e, In e effects /\ S.mem y (at_key cs e) = true.
  Proof.
    unfold won; assert (H : forall l s, S.mem y (fold_left (fun s e => S.union s (at_key cs e)) l s) = true <->
      (exists e, In e l /\ S.mem y (at_key cs e) = true) \/ S.mem y s = true).
    { induction l as [|d l IH]; intros s; simpl; [firstorder|].
      rewrite IH, mem_union, orb_true_iff; split.
      - intros [(e & He & H)|[H|H]]; [left; eauto|right; exact H|left; eauto].
      - intros [(e & [<-|He] & H)|H]; [right; right; exact H|left; eauto|right; left; exact H]. }
    rewrite H, mem_empty; intuition discriminate.
  Qed.

  Lemma collect_spec cs all kinds : forall bad bad', collect cs all kinds bad = Some bad' ->
    (forall k, In k kinds -> exists b, kind_bad cs all k = Some b /\
      forall y, S.mem y b = true -> S.mem y (at_key bad' (fst k)) = true) /\
    (forall x y, S.mem y (at_key bad x) = true -> S.mem y (at_key bad' x) = true).
  Proof.
    induction kinds as [|k kinds IH]; intros bad bad' H; simpl in H.
    - injection H as <-; split; [intros k []|auto].
    - destruct (kind_bad cs all k) as [b|] eqn:Eb; [|discriminate].
      destruct (IH _ _ H) as [H1 H2]; split.
      + intros k' [<-|Hk]; [|now apply H1]; exists b; split; [exact Eb|].
        intros y Hy; apply H2; rewrite at_key_add; destruct (Pos.eq_dec (fst k) (fst k)) as [_|Hn]; [|now elim Hn].
        now rewrite mem_union, Hy.
      + intros x y Hy; apply H2; rewrite at_key_add; destruct (Pos.eq_dec x (fst k)) as [->|]; [|exact Hy].
        now rewrite mem_union, Hy, orb_true_r.
  Qed.

  Lemma placings_spec bad x y b : inside order x = true -> inside order y = true -> M.find x bad = Some b ->
    In (y, x, b) (found (placings bad) (mul t x y)).
  Proof.
    intros Hx Hy Hb.
    assert (He : @In (positive * placing) (mul t x y, (y, x, b)) (entries bad)).
    { unfold entries; apply in_flat_map; exists x; split; [now apply in_elements|]; rewrite Hb; cbv zeta.
      apply in_map_iff; exists y; split; [reflexivity|now apply in_elements]. }
    unfold placings; rewrite <- fold_left_rev_right; apply in_rev in He.
    induction (rev (entries bad)) as [|[z d] l IH]; [destruct He|]; simpl.
    unfold found at 1; rewrite find_add; destruct (Pos.eq_dec (mul t x y) z) as [E|Hn].
    - destruct He as [He|He]; [left; congruence|right; rewrite <- E; now apply IH].
    - destruct He as [He|He]; [elim Hn; congruence|now apply IH].
  Qed.

  (** *** All pairs are found *)

  Definition has (s : state) (uv : pair) : Prop := S.mem (snd uv) (at_key (snd s) (fst uv)) = true.

  Lemma push_spec s uv :
    has (push s uv) uv /\ (forall p, has s p -> has (push s uv) p) /\ incl (fst s) (fst (push s uv)) /\
    (forall p, has (push s uv) p -> has s p \/ In p (fst (push s uv))).
  Proof.
    destruct s as [todo seen], uv as [u v]; unfold push, has; simpl.
    destruct (S.mem v (at_key seen u)) eqn:E; simpl.
    - repeat split; auto. apply incl_refl.
    - split; [|split; [|split]].
      + rewrite at_key_add; destruct (Pos.eq_dec u u) as [_|Hn]; [|now elim Hn]; now rewrite mem_add, Pos.eqb_refl.
      + intros [x y] H; simpl in *; rewrite at_key_add; destruct (Pos.eq_dec x u) as [->|]; [|exact H].
        now rewrite mem_add, H, orb_true_r.
      + apply incl_tl, incl_refl.
      + intros [x y]; simpl; rewrite at_key_add; destruct (Pos.eq_dec x u) as [->|]; [|now left].
        rewrite mem_add, orb_true_iff, Pos.eqb_eq; intros [->|H]; auto.
  Qed.

  Lemma push_all_spec l : forall s,
    (forall p, In p l -> has (fold_left push l s) p) /\ (forall p, has s p -> has (fold_left push l s) p) /\
    incl (fst s) (fst (fold_left push l s)) /\
    (forall p, has (fold_left push l s) p -> has s p \/ In p (fst (fold_left push l s))).
  Proof.
    induction l as [|uv l IH]; intros s; simpl.
    - split; [intros p []|]; split; [auto|]; split; [apply incl_refl|auto].
    - destruct (push_spec s uv) as (H1 & H2 & H3 & H4), (IH (push s uv)) as (I1 & I2 & I3 & I4).
      split; [|split; [|split]].
      + intros p [<-|Hp]; auto.
      + auto.
      + eapply incl_tran; eauto.
      + intros p Hp; destruct (I4 p Hp) as [H|H]; [|now right].
        destruct (H4 p H) as [H'|H']; [now left|right; now apply I3].
  Qed.

  (** What was found leads to nothing else, but for what is still to do. *)
  Definition sound (bad : M.t S.t) (ps : M.t (list placing)) (s : state) : Prop :=
    (forall p, In p (first_pairs bad) -> has s p) /\
    (forall p, has s p -> In p (fst s) \/ forall q, In q (next_pairs ps p) -> has s q).

  Lemma follow_sound bad ps s : sound bad ps s -> sound bad ps (follow ps s).
  Proof.
    intros (H1 & H2); destruct s as [[|uv todo] seen]; [now split|]; unfold follow.
    destruct (push_all_spec (next_pairs ps uv) (todo, seen)) as (I1 & I2 & I3 & I4); split.
    - intros p Hp; apply I2, H1, Hp.
    - intros p Hp; destruct (I4 p Hp) as [H|H]; [|now left].
      destruct (H2 p H) as [[<-|Ht]|Hn]; [right; exact I1|left; apply I3; exact Ht|].
      right; intros q Hq; apply I2, Hn, Hq.
  Qed.

  Lemma follow_on_sound bad ps steps : forall s, sound bad ps s -> sound bad ps (follow_on ps steps s).
  Proof.
    induction steps as [h IH|h IH|]; intros [[|uv todo] seen] H; simpl; try exact H.
    - apply IH, IH, (follow_sound bad ps (uv :: todo, seen)), H.
    - apply IH, IH, H.
    - apply (follow_sound bad ps (uv :: todo, seen)), H.
  Qed.
End Check.

(** ** A candidate that passes is verified *)

Section Verified.
  Context {Q : monoid} {A : letters}.
  Variables (order : positive) (t : M.t (M.t positive)) (in_p : S.t) (val : Q -> positive).
  Hypothesis val_one : val one = 1%positive.
  Hypothesis val_times : forall x y, val (times x y) = mul t (val x) (val y).
  Hypothesis val_inside : forall x, inside order (val x) = true.
  Hypothesis val_inj : forall x y, val x = val y -> x = y.
  Variables (phi : A -> Q) (covered : A -> Prop) (kinds : list kind).

  Definition P (x : Q) : bool := S.mem (val x) in_p.

  Hypothesis Hkinds : forall h, covered h -> exists e, In (val (phi h), e) kinds /\
    forall x, In x e <-> exists q, In q (parts h) /\ val (Phi phi q) = x.

  Hypothesis Hcheck : check_sums order t in_p kinds = true.

  Notation cs := (contexts order t in_p).
  Notation all := (fold_left (fun s x => S.add x s) (elements order) S.empty).

  Lemma context_iff (x y : Q) : S.mem (val y) (at_key cs (val x)) = P (times x y).
  Proof.
    unfold P; rewrite val_times; apply eq_true_iff_eq; rewrite contexts_spec by apply val_inside.
    split; [tauto|]; intros H; split; [apply val_inside|exact H].
  Qed.

  Lemma mem_all y : inside order y = true -> S.mem y all = true.
  Proof.
    intros H; apply in_elements in H.
    assert (G : forall l s, In y l \/ S.mem y s = true -> S.mem y (fold_left (fun s x => S.add x s) l s) = true).
    { induction l as [|x l IH]; intros s [Hl|Hs]; simpl; try destruct Hl as [->|Hl]; auto; apply IH; auto;
        right; rewrite mem_add, ?Pos.eqb_refl, ?Hs, ?orb_true_r; reflexivity. }
    apply G; now left.
  Qed.

  Theorem check_sums_verified : verified P phi covered.
  Proof.
    unfold check_sums in Hcheck; apply andb_true_iff in Hcheck; destruct Hcheck as [Hone Hrest].
    destruct (collect cs all kinds (M.empty S.t)) as [bad|] eqn:Ec; [|discriminate].
    apply collect_spec in Ec; destruct Ec as [Hk _].
    (* What the kinds say of letters. *)
    assert (Hkind : forall h, covered h -> exists e b, kind_bad cs all (val (phi h), e) = Some b /\
      (forall x, In x e <-> exists q, In q (parts h) /\ val (Phi phi q) = x) /\
      (forall y, S.mem y b = true -> S.mem y (at_key bad (val (phi h))) = true)).
    { intros h Hh; destruct (Hkinds h Hh) as (e & He & Hs); destruct (Hk _ He) as (b & Hb & Hsub); eauto. }
    assert (Hbad : forall h y, covered h -> Quotient.bad P phi h y ->
      S.mem (val y) (at_key bad (val (phi h))) = true).
    { intros h y Hh (Hm & Hp & Hq); destruct (Hkind h Hh) as (e & b & Hb & He & Hsub); apply Hsub; clear Hsub.
      unfold kind_bad in Hb; destruct e as [|e0 e].
      - exfalso; destruct (parts h) as [|q l] eqn:E; [now elim Hm|].
        apply (proj2 (He (val (Phi phi q)))); exists q; split; [now left|reflexivity].
      - set (ee := e0 :: e) in *; cbv zeta in Hb.
        destruct (S.is_empty (S.inter (won cs ee) (at_key cs (val (phi h))))) eqn:Ei; [|discriminate].
        injection Hb as <-; rewrite !mem_diff, (mem_all _ (val_inside y)), context_iff, Hp; simpl.
        apply negb_true_iff; destruct (S.mem (val y) (won cs ee)) eqn:Ew; [exfalso|reflexivity].
        apply won_spec in Ew; destruct Ew as (x & Hx & Hy); apply He in Hx; destruct Hx as (q & Hq' & <-).
        rewrite context_iff, Hq in Hy by exact Hq'; discriminate. }
    split; [apply negb_true_iff in Hone; unfold P; now rewrite val_one|]; split; [|split].
    - intros h Hh Hn; destruct (Hkind h Hh) as (e & b & Hb & He & _); destruct e as [|x e].
      + cbn [kind_bad] in Hb; destruct (Pos.eqb_spec (val (phi h)) 1) as [E|]; [|discriminate].
        apply val_inj; congruence.
      + destruct (proj1 (He x) (or_introl eq_refl)) as (q & Hq & _); rewrite Hn in Hq; destruct Hq.
    - intros h q y Hh Hq Hp; destruct (Hkind h Hh) as (e & b & Hb & He & _).
      destruct (P (times (Phi phi q) y)) eqn:E; [exfalso|reflexivity].
      assert (Hin : In (val (Phi phi q)) e) by (apply He; eauto).
      unfold kind_bad in Hb; destruct e as [|e0 e]; [destruct Hin|]; set (ee := e0 :: e) in *; cbv zeta in Hb.
      destruct (S.is_empty (S.inter (won cs ee) (at_key cs (val (phi h))))) eqn:Ei; [|discriminate].
      apply S.is_empty_spec in Ei; apply (Ei (val y)), S.inter_spec; split; apply (proj1 (S.mem_spec _ _)).
      + apply won_spec; exists (val (Phi phi q)); split; [exact Hin|now rewrite context_iff].
      + now rewrite context_iff.
    - set (ps := placings order t bad) in *; cbv zeta in Hrest.
      set (start := fold_left push (first_pairs order bad) ([], M.empty S.t)) in *.
      set (last := follow_on t ps (order * order) start) in *.
      assert (Hsound : sound order t bad ps last).
      { apply follow_on_sound; destruct (push_all_spec (first_pairs order bad) ([], M.empty S.t)) as (I1 & _ & _ & I4).
        split; [exact I1|]; intros p Hp; destruct (I4 p Hp) as [H|H]; [|now left].
        unfold has, at_key in H; simpl in H; rewrite M.gempty, mem_empty in H; discriminate. }
      unfold no_end in Hrest; destruct (fst last) as [|] eqn:El; [|discriminate].
      rewrite forallb_forall in Hrest.
      assert (Hplacing : forall h y, covered h -> Quotient.bad P phi h y -> exists b,
        S.mem (val y) b = true /\ M.find (val (phi h)) bad = Some b).
      { intros h y Hh Hb; specialize (Hbad h y Hh Hb); unfold at_key in Hbad.
        destruct (M.find (val (phi h)) bad) as [b|]; [eauto|rewrite mem_empty in Hbad; discriminate]. }
      assert (HR : forall u v, R P phi covered u v -> has last (val u, val v)).
      { destruct Hsound as [H1 H2]; intros u v; induction 1 as [h y Hh Hb|u v h v' _ IH Hh -> Hb].
        - apply H1; unfold first_pairs; apply in_flat_map; exists (val (phi h)); split; [apply in_elements, val_inside|].
          apply in_map, mem_elements; now apply Hbad.
        - destruct (Hplacing h _ Hh Hb) as (b & Hm & Hin).
          destruct (H2 _ IH) as [H|H]; [rewrite El in H; destruct H|]; apply H; unfold next_pairs.
          apply in_flat_map; exists (val v', val (phi h), b); split.
          + rewrite times_comm, val_times; apply placings_spec; auto.
          + fold (mul t (val u) (val v')); rewrite <- val_times, Hm; left; f_equal.
            rewrite val_times; reflexivity. }
      intros u Hu; apply HR in Hu; unfold has in Hu; simpl in Hu; rewrite val_one in Hu.
      specialize (Hrest (val u) (proj2 (in_elements _ _) (val_inside u))); rewrite Hu in Hrest; discriminate.
  Qed.
End Verified.
