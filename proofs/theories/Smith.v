(** * Sums of games in which play need not end

    On a graph with cycles a vertex has a loopy value: a natural number, or infinity with the set of the finite
    values of its options.  A vertex has the finite value m if m is the mex of the finite values of its options
    and each option of a greater or no finite value has itself an option of value m, with a smaller counter;
    a vertex without a finite value has an option without one that has no option worth the mex of its own.
    The outcome of a sum follows from the values.  If all are finite, it is lost if and only if the nim-sum is
    0, else won.  If one is infinite, it is won if and only if its set has the nim-sum of the others, else a
    draw.  If two or more are infinite, it is a draw.

    Source: C. A. B. Smith, Graphs and composite games (1966); A. S. Fraenkel and Y. Perl, Constructions in
    combinatorial games with cycles (1975), for the counter.
    Used by: crates/grundy-engine/src/graph/loopy.rs (Total), crates/grundy-engine/src/quotient.rs
    (LoopyValue), crates/grundy-core/src/solve/loopy.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game Bouton Cycles.
Import ListNotations.

(** ** Loopy values *)

Record loopy (G : graph) := {
  value : G -> option nat;   (* None: infinite *)
  counter : G -> nat;
  value_new : forall v m q, value v = Some m -> In q (moves v) -> value q <> Some m;
  value_mex : forall v m k, value v = Some m -> k < m ->
    exists q, In q (moves v) /\ value q = Some k /\ counter q < counter v;
  value_less : forall v m q k, value v = Some m -> In q (moves v) -> value q = Some k -> k < m ->
    counter q < counter v;
  value_reverts : forall v m q, value v = Some m -> In q (moves v) ->
    (forall k, value q = Some k -> m < k) ->
    exists w, In w (moves q) /\ value w = Some m /\ counter w < counter v;
  value_infinite : forall v m, value v = None ->
    (forall k, k < m -> exists q, In q (moves v) /\ value q = Some k) ->
    (forall q, In q (moves v) -> value q <> Some m) ->
    exists q, In q (moves v) /\ value q = None /\ forall w, In w (moves q) -> value w <> Some m
}.

Arguments value {G} _ _.
Arguments counter {G} _ _.

(** The finite values of the options. *)
Definition finite_values {G} (L : loopy G) (v : G) : list nat :=
  flat_map (fun q => match value L q with Some m => [m] | None => [] end) (moves v).

Lemma in_finite_values G (L : loopy G) (v : G) m :
  In m (finite_values L v) <-> exists q, In q (moves v) /\ value L q = Some m.
Proof.
  unfold finite_values; rewrite in_flat_map; split.
  - intros (q & Hq & Hm); exists q; destruct (value L q) as [k|]; [|destruct Hm]; destruct Hm as [<-|[]]; auto.
  - intros (q & Hq & Hm); exists q; rewrite Hm; simpl; auto.
Qed.

(** ** Sums of tokens on a graph *)

Fixpoint many_moves (G : graph) (l : list G) : list (list G) :=
  match l with
  | [] => []
  | v :: t => map (fun q => q :: t) (moves v) ++ map (cons v) (many_moves G t)
  end.

Definition tokens (G : graph) : graph := {| vertex := list G; moves := many_moves G |}.

Lemma in_many_moves (G : graph) (l m : list G) :
  In m (many_moves G l) <->
  exists a v q b, l = a ++ v :: b /\ In q (moves v) /\ m = a ++ q :: b.
Proof.
  revert m; induction l as [|v t IH]; intros m; simpl.
  - split; [intros []|]; intros (a & v & q & b & H & _); destruct a; discriminate.
  - rewrite in_app_iff, !in_map_iff; split.
    + intros [(q & <- & Hq)|(u & <- & Hu)].
      * exists [], v, q, t; auto.
      * apply IH in Hu; destruct Hu as (a & w & q & b & -> & Hq & ->); exists (v :: a), w, q, b; auto.
    + intros (a & w & q & b & Hl & Hq & ->); destruct a as [|x a]; simpl in Hl; inversion Hl; subst.
      * left; exists q; auto.
      * right; exists (a ++ q :: b); split; [reflexivity|]; apply IH; eauto 8.
Qed.

(** ** What values say of a sum *)

(** As the engine adds tokens: the nim-sum of the finite values, how many are infinite, the set of the last of these. *)
Record total := { nim : nat; infinite : nat; set : list nat }.

Definition add_token {G} (L : loopy G) (t : total) (v : G) : total :=
  match value L v with
  | Some m => {| nim := Nat.lxor (nim t) m; infinite := infinite t; set := set t |}
  | None => {| nim := nim t; infinite := S (infinite t); set := finite_values L v |}
  end.

Definition total_of {G} (L : loopy G) (l : list G) : total :=
  fold_left (add_token L) l {| nim := 0; infinite := 0; set := [] |}.

Definition total_outcome (t : total) : outcome :=
  match infinite t with
  | 0 => if nim t =? 0 then P else N
  | 1 => if member (nim t) (set t) then N else D
  | _ => D
  end.

Section Smith.
  Context {G : graph} (L : loopy G).

  Definition finite (l : list G) : Prop := Forall (fun v => value L v <> None) l.
  Definition worth (v : G) : nat := match value L v with Some m => m | None => 0 end.
  Definition sum_worth (l : list G) : nat := nim_sum (map worth l).
  Definition counters (l : list G) : nat := list_sum (map (counter L) l).

  Definition lost_sum (l : list G) : Prop := finite l /\ sum_worth l = 0.
  Definition won_sum (l : list G) : Prop :=
    (finite l /\ sum_worth l <> 0) \/
    (exists a v b, l = a ++ v :: b /\ value L v = None /\ finite (a ++ b) /\
      exists q, In q (moves v) /\ value L q = Some (sum_worth (a ++ b))).
  Definition drawn_sum (l : list G) : Prop :=
    (exists a v b w c, l = a ++ v :: b ++ w :: c /\ value L v = None /\ value L w = None) \/
    (exists a v b, l = a ++ v :: b /\ value L v = None /\ finite (a ++ b) /\
      forall q, In q (moves v) -> value L q <> Some (sum_worth (a ++ b))).

  Lemma sum_worth_middle a v b :
    sum_worth (a ++ v :: b) = Nat.lxor (worth v) (sum_worth (a ++ b)).
  Proof.
    unfold sum_worth; rewrite !map_app, !nim_sum_app; simpl.
    now rewrite <- !Nat.lxor_assoc, (Nat.lxor_comm (worth v)).
  Qed.

  Lemma finite_middle a v b : finite (a ++ v :: b) <-> value L v <> None /\ finite (a ++ b).
  Proof.
    unfold finite; rewrite !Forall_app; split.
    - intros [Ha Hb]; inversion Hb; auto.
    - intros (Hv & Ha & Hb); split; [exact Ha|now constructor].
  Qed.

  Lemma counters_middle a v b : counters (a ++ v :: b) = counter L v + counters (a ++ b).
  Proof. unfold counters; rewrite !map_app, !list_sum_app; simpl; lia. Qed.

  Lemma worth_finite v m : value L v = Some m -> worth v = m.
  Proof. unfold worth; now intros ->. Qed.

  (* In a sum of finite values every smaller nim-sum can be reached, with smaller counters. *)
  Lemma lower l x : finite l -> x < sum_worth l ->
    exists m, In m (many_moves G l) /\ finite m /\ sum_worth m = x /\ counters m < counters l.
  Proof.
    intros Hl; revert x; induction Hl as [|v t Hv Ht IH]; intros x Hx; [unfold sum_worth in Hx; simpl in Hx; lia|].
    destruct (value L v) as [n|] eqn:E; [|congruence].
    unfold sum_worth in Hx; simpl in Hx; destruct (lxor_mex _ _ _ Hx) as [(y & Hy & He)|(y & Hy & He)].
    - rewrite (worth_finite v n E) in Hy; destruct (value_mex G L v n y E Hy) as (q & Hq & Hqy & Hc).
      exists (q :: t); repeat split.
      + apply in_many_moves; exists [], v, q, t; auto.
      + constructor; [congruence|exact Ht].
      + unfold sum_worth; simpl; now rewrite (worth_finite q y Hqy).
      + unfold counters; simpl; lia.
    - destruct (IH y Hy) as (m & Hm & Hf & Hs & Hc); exists (v :: m); repeat split.
      + simpl; apply in_or_app; right; now apply in_map.
      + constructor; [congruence|exact Hf].
      + unfold sum_worth; simpl; unfold sum_worth in Hs; now rewrite Hs.
      + unfold counters in *; simpl; lia.
  Qed.

  Lemma lost_sum_loses n : forall l, counters l < n -> lost_sum l -> loses (G := tokens G) Normal l.
  Proof.
    induction n as [|n IH]; intros l Hn [Hf Hs]; [lia|]; constructor; [reflexivity|].
    intros m Hm; pose proof Hm as Hm'; apply in_many_moves in Hm'.
    destruct Hm' as (a & v & q & b & -> & Hq & ->).
    apply finite_middle in Hf; destruct Hf as [Hv Hab].
    rewrite sum_worth_middle in Hs; rewrite counters_middle in Hn.
    destruct (value L v) as [x|] eqn:Ev; [|congruence]; rewrite (worth_finite v x Ev) in Hs.
    assert (Hcase : (exists k, value L q = Some k /\ k < x) \/ (forall k, value L q = Some k -> x < k)).
    { destruct (value L q) as [k|] eqn:Eq; [|right; discriminate].
      pose proof (value_new G L v x q Ev Hq) as Hne.
      destruct (Nat.lt_trichotomy k x) as [H|[H|H]]; [eauto|congruence|right; intros j Hj; inversion Hj; lia]. }
    destruct Hcase as [(k & Hk & Hlt)|Hgt].
    - assert (Hfin : finite (a ++ q :: b)) by (apply finite_middle; split; [congruence|exact Hab]).
      assert (Hsum : 0 < sum_worth (a ++ q :: b)).
      { rewrite sum_worth_middle, (worth_finite q k Hk); apply Nat.neq_0_lt_0; rewrite lxor_zero.
        rewrite lxor_zero in Hs; lia. }
      destruct (lower _ 0 Hfin Hsum) as (m & Hm' & Hfm & Hsm & Hcm).
      apply (Wins (G := tokens G) Normal _ m Hm'); apply IH; [|now split].
      rewrite counters_middle in Hcm; pose proof (value_less G L v x q k Ev Hq Hk Hlt); lia.
    - destruct (value_reverts G L v x q Ev Hq Hgt) as (w & Hw & Hwx & Hc).
      apply (Wins (G := tokens G) Normal _ (a ++ w :: b)); [apply in_many_moves; eauto 8|].
      apply IH; [rewrite counters_middle; lia|]; split.
      + apply finite_middle; split; [congruence|exact Hab].
      + rewrite sum_worth_middle, (worth_finite w x Hwx); exact Hs.
  Qed.

  Lemma won_sum_wins l : won_sum l -> wins (G := tokens G) Normal l.
  Proof.
    intros [[Hf Hs]|(a & v & b & -> & Hv & Hf & q & Hq & Hqs)].
    - destruct (lower l 0 Hf (proj1 (Nat.neq_0_lt_0 _) Hs)) as (m & Hm & Hfm & Hsm & _).
      apply (Wins (G := tokens G) Normal l m Hm), (lost_sum_loses (S (counters m))); [lia|now split].
    - apply (Wins (G := tokens G) Normal _ (a ++ q :: b)); [apply in_many_moves; eauto 8|].
      apply (lost_sum_loses (S (counters (a ++ q :: b)))); [lia|]; split.
      + apply finite_middle; split; [congruence|exact Hf].
      + rewrite sum_worth_middle, (worth_finite q _ Hqs); apply Nat.lxor_nilpotent.
  Qed.

  Lemma move_left a m v b : In m (many_moves G a) -> In (m ++ v :: b) (many_moves G (a ++ v :: b)).
  Proof.
    rewrite !in_many_moves; intros (c & w & q & d & -> & Hq & ->).
    exists c, w, q, (d ++ v :: b); rewrite <- !app_assoc; simpl; auto.
  Qed.

  Lemma move_right a m v b : In m (many_moves G b) -> In (a ++ v :: m) (many_moves G (a ++ v :: b)).
  Proof.
    rewrite !in_many_moves; intros (c & w & q & d & -> & Hq & ->).
    exists (a ++ v :: c), w, q, d; rewrite <- !app_assoc; simpl; auto.
  Qed.

  (* A draw can be kept, and leaves no move to a lost sum. *)
  Lemma drawn_sum_kept l : drawn_sum l -> exists m, In m (many_moves G l) /\ drawn_sum m.
  Proof.
    intros [(a & v & b & w & c & -> & Hv & Hw)|(a & v & b & -> & Hv & Hf & Hno)].
    - set (m := mex (finite_values L v)).
      destruct (value_infinite G L v m Hv) as (q & Hq & Hqn & _).
      + intros k Hk; apply in_finite_values, mex_least, Hk.
      + intros q Hq He; apply (mex_not_in (finite_values L v)), in_finite_values; eauto.
      + exists (a ++ q :: b ++ w :: c); split; [apply in_many_moves; eauto 8|].
        left; exists a, q, b, w, c; auto.
    - set (n := sum_worth (a ++ b)) in *; set (m := mex (finite_values L v)).
      assert (Hm1 : forall k, k < m -> exists q, In q (moves v) /\ value L q = Some k).
      { intros k Hk; apply in_finite_values, mex_least, Hk. }
      assert (Hm2 : forall q, In q (moves v) -> value L q <> Some m).
      { intros q Hq He; apply (mex_not_in (finite_values L v)), in_finite_values; eauto. }
      destruct (Nat.lt_trichotomy m n) as [Hlt|[He|Hgt]].
      + apply Forall_app in Hf; destruct Hf as [Ha Hb].
        unfold n, sum_worth in Hlt; rewrite map_app, nim_sum_app in Hlt.
        destruct (lxor_mex _ _ _ Hlt) as [(x & Hx & Hxm)|(x & Hx & Hxm)].
        * destruct (lower a x Ha Hx) as (a' & Ha' & Hfa & Hsa & _).
          exists (a' ++ v :: b); split; [now apply move_left|right; exists a', v, b]; repeat split; auto.
          -- apply Forall_app; now split.
          -- unfold sum_worth in *; rewrite map_app, nim_sum_app, Hsa, Hxm; exact Hm2.
        * destruct (lower b x Hb Hx) as (b' & Hb' & Hfb & Hsb & _).
          exists (a ++ v :: b'); split; [now apply move_right|right; exists a, v, b']; repeat split; auto.
          -- apply Forall_app; now split.
          -- unfold sum_worth in *; rewrite map_app, nim_sum_app, Hsb, Hxm; exact Hm2.
      + destruct (value_infinite G L v m Hv Hm1 Hm2) as (q & Hq & Hqn & Hqw).
        exists (a ++ q :: b); split; [apply in_many_moves; eauto 8|right; exists a, q, b]; repeat split; auto.
        fold n; rewrite <- He; exact Hqw.
      + destruct (Hm1 n Hgt) as (q & Hq & Hqn); elim (Hno q Hq Hqn).
  Qed.

  Lemma drawn_sum_no_loss l m : drawn_sum l -> In m (many_moves G l) -> ~ lost_sum m.
  Proof.
    intros Hd Hm [Hf Hs]; apply in_many_moves in Hm; destruct Hm as (a & v & q & b & -> & Hq & ->).
    pose proof Hf as Hf'; apply finite_middle in Hf'; destruct Hf' as [Hqf Hab].
    assert (Hone : forall x, In x (a ++ b) -> value L x <> None).
    { intros x Hx; unfold finite in Hab; rewrite Forall_forall in Hab; auto. }
    destruct Hd as [(c & x & d & y & e & Hl & Hx & Hy)|(c & x & d & Hl & Hx & Hcd & Hno)].
    - (* two infinite ones, and only one is moved *)
      assert (Hcount : length (filter (fun x => match value L x with None => true | _ => false end) (a ++ v :: b)) <= 1).
      { rewrite filter_app; simpl.
        assert (Hz : forall l, (forall x, In x l -> value L x <> None) ->
          filter (fun x => match value L x with None => true | _ => false end) l = []).
        { clear; induction l as [|x t IH]; simpl; intros H; [reflexivity|].
          pose proof (H x (or_introl eq_refl)); destruct (value L x); [|congruence]; auto. }
        rewrite (Hz a), (Hz b) by (intros; apply Hone, in_or_app; auto).
        destruct (value L v); simpl; lia. }
      rewrite Hl, filter_app in Hcount; simpl in Hcount; rewrite Hx in Hcount; simpl in Hcount.
      rewrite app_length in Hcount; simpl in Hcount; rewrite filter_app in Hcount; simpl in Hcount.
      rewrite Hy, app_length in Hcount; simpl in Hcount; lia.
    - (* the infinite one is moved, to the nim-sum of the others *)
      assert (Hsame : a = c /\ v = x /\ b = d).
      { assert (Hcd' : forall y, In y (c ++ d) -> value L y <> None).
        { intros y Hy; unfold finite in Hcd; rewrite Forall_forall in Hcd; auto. }
        clear - Hl Hx Hone Hcd'; revert c Hl Hcd'; induction a as [|z a IH]; intros [|w c] Hl Hcd'; simpl in Hl.
        - inversion Hl; auto.
        - inversion Hl; subst; exfalso; apply (Hone x); [simpl; apply in_or_app; right; now left|exact Hx].
        - inversion Hl; subst; exfalso; apply (Hone x); [now left|exact Hx].
        - inversion Hl; subst; destruct (IH ltac:(intros; apply Hone; now right) c) as (-> & -> & ->); auto.
          intros y Hy; apply Hcd'; now right. }
      destruct Hsame as (-> & -> & ->); destruct (value L q) as [k|] eqn:E; [|congruence].
      apply (Hno q Hq); rewrite sum_worth_middle, (worth_finite q k E) in Hs; rewrite lxor_zero in Hs; congruence.
  Qed.

  (** One of the three holds of each sum, and [total_of] tells which. *)
  Lemma total_from l : forall t,
    let r := fold_left (add_token L) l t in
    (finite l -> nim r = Nat.lxor (nim t) (sum_worth l) /\ infinite r = infinite t /\ set r = set t) /\
    (forall a v b, l = a ++ v :: b -> value L v = None -> finite (a ++ b) ->
      nim r = Nat.lxor (nim t) (sum_worth (a ++ b)) /\ infinite r = S (infinite t) /\ set r = finite_values L v) /\
    (forall a v b w c, l = a ++ v :: b ++ w :: c -> value L v = None -> value L w = None ->
      2 + infinite t <= infinite r) /\
    infinite t <= infinite r.
  Proof.
    induction l as [|u l IH]; intros t; simpl.
    - repeat split; try (destruct a; discriminate); auto.
      unfold sum_worth; simpl; now rewrite Nat.lxor_0_r.
    - destruct (IH (add_token L t u)) as (H1 & H2 & H3 & H4); clear IH.
      assert (Hu : value L u <> None -> nim (add_token L t u) = Nat.lxor (nim t) (worth u) /\
        infinite (add_token L t u) = infinite t /\ set (add_token L t u) = set t).
      { unfold add_token, worth; destruct (value L u); [auto|congruence]. }
      assert (Hi : value L u = None -> nim (add_token L t u) = nim t /\
        infinite (add_token L t u) = S (infinite t) /\ set (add_token L t u) = finite_values L u).
      { unfold add_token; intros ->; auto. }
      assert (Hle : infinite t <= infinite (add_token L t u)).
      { unfold add_token; destruct (value L u); simpl; lia. }
      repeat split.
      + inversion_clear H as [|? ? Hv Ht]; destruct (H1 Ht) as (-> & _ & _), (Hu Hv) as (-> & _ & _).
        unfold sum_worth; simpl; now rewrite Nat.lxor_assoc.
      + inversion_clear H as [|? ? Hv Ht]; destruct (H1 Ht) as (_ & -> & _), (Hu Hv) as (_ & -> & _); reflexivity.
      + inversion_clear H as [|? ? Hv Ht]; destruct (H1 Ht) as (_ & _ & ->), (Hu Hv) as (_ & _ & ->); reflexivity.
      + destruct a as [|x a]; simpl in *; inversion H; subst.
        * destruct (H1 H5) as (-> & _ & _), (Hi H0) as (-> & _ & _); reflexivity.
        * inversion_clear H5 as [|? ? Hx Hab]; destruct (H2 a v b eq_refl H0 Hab) as (-> & _ & _), (Hu Hx) as (-> & _ & _).
          unfold sum_worth; simpl; now rewrite Nat.lxor_assoc.
      + destruct a as [|x a]; simpl in *; inversion H; subst.
        * destruct (H1 H5) as (_ & -> & _), (Hi H0) as (_ & -> & _); reflexivity.
        * inversion_clear H5 as [|? ? Hx Hab]; destruct (H2 a v b eq_refl H0 Hab) as (_ & -> & _), (Hu Hx) as (_ & -> & _); reflexivity.
      + destruct a as [|x a]; simpl in *; inversion H; subst.
        * destruct (H1 H5) as (_ & _ & ->), (Hi H0) as (_ & _ & ->); reflexivity.
        * inversion_clear H5 as [|? ? Hx Hab]; destruct (H2 a v b eq_refl H0 Hab) as (_ & _ & ->); reflexivity.
      + intros a v b w c Hl Hv Hw; destruct a as [|x a]; simpl in Hl; inversion Hl; subst.
        * destruct (Hi Hv) as (_ & Hii & _).
          assert (Hb : S (infinite (add_token L t v)) <= infinite (fold_left (add_token L) (b ++ w :: c) (add_token L t v))).
          { clear - Hw; rewrite fold_left_app; simpl.
            assert (Hmono : forall l t, infinite t <= infinite (fold_left (add_token L) l t)).
            { induction l as [|x l IH]; intros s; simpl; [lia|]; etransitivity; [|apply IH].
              unfold add_token; destruct (value L x); simpl; lia. }
            etransitivity; [|apply Hmono]; unfold add_token at 2; rewrite Hw; simpl.
            apply le_n_S, Hmono. }
          lia.
        * specialize (H3 a v b w c eq_refl Hv Hw); lia.
      + lia.
  Qed.

  Lemma classified l :
    match total_outcome (total_of L l) with
    | P => lost_sum l | N => won_sum l | D => drawn_sum l
    end.
  Proof.
    destruct (total_from l {| nim := 0; infinite := 0; set := [] |}) as (H1 & H2 & H3 & _).
    fold (total_of L l) in *; cbn [nim infinite set] in *.
    assert (Hcase : finite l \/ (exists a v b, l = a ++ v :: b /\ value L v = None /\ finite (a ++ b)) \/
      exists a v b w c, l = a ++ v :: b ++ w :: c /\ value L v = None /\ value L w = None).
    { clear; induction l as [|u l IH]; [left; constructor|].
      destruct (value L u) as [m|] eqn:E.
      - destruct IH as [H|[(a & v & b & -> & Hv & Hf)|(a & v & b & w & c & -> & Hv & Hw)]].
        + left; constructor; [congruence|exact H].
        + right; left; exists (u :: a), v, b; repeat split; auto; constructor; [congruence|exact Hf].
        + right; right; exists (u :: a), v, b, w, c; auto.
      - right; destruct IH as [H|[(a & v & b & -> & Hv & Hf)|(a & v & b & w & c & -> & Hv & Hw)]].
        + left; exists [], u, l; auto.
        + right; exists [], u, a, v, b; auto.
        + right; exists [], u, a, v, (b ++ w :: c); auto. }
    unfold total_outcome; destruct Hcase as [Hf|[(a & v & b & Hl & Hv & Hf)|(a & v & b & w & c & Hl & Hv & Hw)]].
    - destruct (H1 Hf) as (-> & -> & _); rewrite Nat.lxor_0_l.
      destruct (sum_worth l =? 0) eqn:E; [apply Nat.eqb_eq in E|apply Nat.eqb_neq in E]; [now split|left; now split].
    - destruct (H2 a v b Hl Hv Hf) as (-> & -> & ->); rewrite Nat.lxor_0_l.
      destruct (member (sum_worth (a ++ b)) (finite_values L v)) eqn:E.
      + apply member_iff, in_finite_values in E; right; exists a, v, b; auto.
      + apply member_false in E; right; exists a, v, b; repeat split; auto.
        intros q Hq Hqs; apply E, in_finite_values; eauto.
    - specialize (H3 a v b w c Hl Hv Hw); destruct (infinite (total_of L l)) as [|[|]]; [lia|lia|].
      left; eauto 10.
  Qed.

  Lemma drawn_sum_neither l : drawn_sum l -> ~ loses (G := tokens G) Normal l /\ ~ wins (G := tokens G) Normal l.
  Proof.
    assert (H : (forall l : tokens G, loses Normal l -> ~ drawn_sum l) /\
                (forall l : tokens G, wins Normal l -> ~ drawn_sum l)).
    { apply loses_and_wins_ind.
      - intros m _ _ IH Hd; destruct (drawn_sum_kept m Hd) as (k & Hk & Hkd); exact (IH k Hk Hkd).
      - discriminate.
      - intros m k Hk Hl IH Hd; pose proof (classified k) as Hc.
        destruct (total_outcome (total_of L k)); [| |exact (IH Hc)].
        + exact (drawn_sum_no_loss m k Hd Hk Hc).
        + exact (proj1 (not_both Normal) (k : tokens G) Hl (won_sum_wins k Hc)). }
    intros Hd; split; intros Hx; [apply (proj1 H l Hx Hd)|apply (proj2 H l Hx Hd)].
  Qed.

  (** Smith's theorem: the outcome of a sum, from the loopy values of its components. *)
  Theorem smith (l : list G) :
    match total_outcome (total_of L l) with
    | P => loses (G := tokens G) Normal l /\ ~ wins (G := tokens G) Normal l
    | N => wins (G := tokens G) Normal l /\ ~ loses (G := tokens G) Normal l
    | D => ~ loses (G := tokens G) Normal l /\ ~ wins (G := tokens G) Normal l
    end.
  Proof.
    destruct (not_both (G := tokens G) Normal) as [H1 H2].
    pose proof (classified l) as Hc; destruct (total_outcome (total_of L l)).
    - assert (Hl : loses (G := tokens G) Normal l) by (apply (lost_sum_loses (S (counters l))); auto); auto.
    - pose proof (won_sum_wins l Hc); auto.
    - now apply drawn_sum_neither.
  Qed.

  Lemma outcome_of_drawn l : drawn_sum l -> total_outcome (total_of L l) = D.
  Proof.
    intros Hd; pose proof (smith l) as Hs; destruct (drawn_sum_neither l Hd) as [H1 H2].
    destruct (total_outcome (total_of L l)); tauto.
  Qed.

  (** From a draw there is a move to a draw, and none to a sum that is lost for the opponent: who moves to draws never
      loses. *)
  Theorem draw_kept (l : list G) :
    total_outcome (total_of L l) = D ->
    (exists m, In m (many_moves G l) /\ total_outcome (total_of L m) = D) /\
    (forall m, In m (many_moves G l) -> total_outcome (total_of L m) <> P).
  Proof.
    intros Hl; pose proof (classified l) as Hd; rewrite Hl in Hd; split.
    - destruct (drawn_sum_kept l Hd) as (m & Hm & Hmd); exists m; split; [exact Hm|now apply outcome_of_drawn].
    - intros m Hm Hp; pose proof (classified m) as Hc; rewrite Hp in Hc; exact (drawn_sum_no_loss l m Hd Hm Hc).
  Qed.
End Smith.

(** ** The same with values that are added *)

Inductive loopy_value := Finite (n : nat) | Infinite (s : list nat).

Definition add_values (a b : loopy_value) : loopy_value :=
  match a, b with
  | Finite a, Finite b => Finite (Nat.lxor a b)
  | Infinite s, Finite n | Finite n, Infinite s => Infinite (map (Nat.lxor n) s)
  | Infinite _, Infinite _ => Infinite []
  end.

Definition value_outcome (v : loopy_value) : outcome :=
  match v with
  | Finite n => if n =? 0 then P else N
  | Infinite s => if member 0 s then N else D
  end.

Definition seen {G} (L : loopy G) (v : G) : loopy_value :=
  match value L v with Some m => Finite m | None => Infinite (finite_values L v) end.

Lemma in_map_lxor n s x : In x (map (Nat.lxor n) s) <-> In (Nat.lxor n x) s.
Proof.
  rewrite in_map_iff; split.
  - intros (y & <- & Hy); now rewrite lxor_cancel.
  - intros H; exists (Nat.lxor n x); now rewrite lxor_cancel.
Qed.

Theorem values_added (G : graph) (L : loopy G) (l : list G) :
  value_outcome (fold_left (fun sum v => add_values sum (seen L v)) l (Finite 0)) =
  total_outcome (total_of L l).
Proof.
  set (same := fun (t : total) (v : loopy_value) =>
    match infinite t with
    | 0 => v = Finite (nim t)
    | 1 => exists s, v = Infinite s /\ forall x, In x s <-> In (Nat.lxor (nim t) x) (set t)
    | _ => v = Infinite []
    end).
  assert (Hsame : forall l t v, same t v ->
    same (fold_left (add_token L) l t) (fold_left (fun sum v => add_values sum (seen L v)) l v)).
  { clear l; induction l as [|u l IH]; intros t v Hv; simpl; [exact Hv|]; apply IH; clear IH.
    unfold add_token, seen; destruct (value L u) as [m|]; unfold same in *; simpl.
    - destruct (infinite t) as [|[|k]].
      + rewrite Hv; reflexivity.
      + destruct Hv as (s & -> & Hs); exists (map (Nat.lxor m) s); split; [reflexivity|].
        intros x; rewrite in_map_lxor, Hs, Nat.lxor_assoc; reflexivity.
      + rewrite Hv; reflexivity.
    - destruct (infinite t) as [|k].
      + rewrite Hv; exists (map (Nat.lxor (nim t)) (finite_values L u)); split; [reflexivity|].
        intros x; apply in_map_lxor.
      + destruct k as [|k]; [destruct Hv as (s & -> & _)|rewrite Hv]; reflexivity. }
  specialize (Hsame l {| nim := 0; infinite := 0; set := [] |} (Finite 0) eq_refl).
  fold (total_of L l) in Hsame; unfold same in Hsame; unfold total_outcome.
  destruct (infinite (total_of L l)) as [|[|k]].
  - rewrite Hsame; reflexivity.
  - destruct Hsame as (s & -> & Hs); simpl.
    specialize (Hs 0); rewrite Nat.lxor_0_r, <- !member_iff in Hs.
    destruct (member 0 s), (member (nim _) _); try reflexivity; exfalso; intuition discriminate.
  - rewrite Hsame; reflexivity.
Qed.

(** ** Components of different graphs, and of games that end *)

Section Any_graph.
  Variables (I : Type) (G : I -> graph).

  Definition any_graph : graph :=
    {| vertex := {i : I & G i};
       moves := fun s : {i : I & G i} =>
         let (i, v) := s in map (existT (fun i => vertex (G i)) i) (moves v) |}.

  Definition on (i : I) (v : G i) : any_graph := existT (fun i => vertex (G i)) i v.

  Lemma in_moves_on i (v : G i) (s : any_graph) :
    In s (moves (on i v)) <-> exists q, In q (moves v) /\ s = on i q.
  Proof.
    change (In s (map (on i) (moves v)) <-> exists q, In q (moves v) /\ s = on i q).
    rewrite in_map_iff; split; intros (q & H1 & H2); exists q; auto.
  Qed.

  Variable L : forall i, loopy (G i).

  Definition any_loopy : loopy any_graph.
  Proof.
    refine {| value := fun s : any_graph => value (L (projT1 s)) (projT2 s);
              counter := fun s : any_graph => counter (L (projT1 s)) (projT2 s) |}.
    - intros [i v] m s Hv Hs; apply in_moves_on in Hs; destruct Hs as (q & Hq & ->).
      exact (value_new _ (L i) v m q Hv Hq).
    - intros [i v] m k Hv Hk; destruct (value_mex _ (L i) v m k Hv Hk) as (q & Hq & H).
      exists (on i q); split; [apply in_moves_on; eauto|exact H].
    - intros [i v] m s k Hv Hs; apply in_moves_on in Hs; destruct Hs as (q & Hq & ->).
      exact (value_less _ (L i) v m q k Hv Hq).
    - intros [i v] m s Hv Hs Hm; apply in_moves_on in Hs; destruct Hs as (q & Hq & ->).
      destruct (value_reverts _ (L i) v m q Hv Hq Hm) as (w & Hw & H).
      exists (on i w); split; [apply in_moves_on; eauto|exact H].
    - intros [i v] m Hv Hm Hn; destruct (value_infinite _ (L i) v m Hv) as (q & Hq & Hqn & Hw).
      + intros k Hk; destruct (Hm k Hk) as (s & Hs & H); apply in_moves_on in Hs.
        destruct Hs as (q & Hq & ->); eauto.
      + intros q Hq; apply (Hn (on i q)), in_moves_on; eauto.
      + exists (on i q); repeat split; [apply in_moves_on; eauto|exact Hqn|].
        intros s Hs; apply in_moves_on in Hs; destruct Hs as (w & Hww & ->); exact (Hw w Hww).
  Defined.
End Any_graph.

Arguments on {I G} i v.

(** How long play can last where it must end. *)
Definition depth {R : ruleset} : R -> nat := evaluate (fun _ l => S (list_max l)).

Lemma depth_option (R : ruleset) (p q : R) : In q (options p) -> depth q < depth p.
Proof.
  intros Hq; unfold depth at 2; rewrite evaluate_equation; fold (@depth R); apply Nat.lt_succ_r.
  assert (H : Forall (fun k => k <= list_max (map depth (options p))) (map depth (options p)))
    by now apply list_max_le.
  rewrite Forall_forall in H; apply H; now apply in_map.
Qed.

(** Where play ends, Grundy values are loopy values. *)
Definition loopy_of (R : ruleset) : loopy (graph_of R).
Proof.
  refine {| value := fun p : graph_of R => Some (grundy (p : R)); counter := fun p : graph_of R => depth (p : R) |}.
  - intros p m q Hp Hq He; apply (grundy_option (p : R) q Hq); congruence.
  - intros p m k Hp Hk; injection Hp as <-; destruct (grundy_reaches (p : R) k Hk) as (q & Hq & He).
    exists q; repeat split; [exact Hq|now rewrite He|now apply depth_option].
  - intros p m q k _ Hq _ _; now apply depth_option.
  - intros p m q Hp Hq Hm; destruct (grundy_reaches (q : R) m) as (w & Hw & He).
    + now apply Hm.
    + exists w; repeat split; [exact Hw|now rewrite He|].
      etransitivity; apply depth_option; eassumption.
  - intros p m Hp; discriminate.
Defined.

(** ** A vertex of finite value is a heap, and the values are the only ones *)

Section Beside_a_heap.
  Context {G : graph}.

  Definition with_heaps (b : bool) : graph := if b then G else graph_of heap.

  Definition vertex_and_heap (v : G) (n : nat) : tokens (any_graph bool with_heaps) :=
    [on (G := with_heaps) true v; on (G := with_heaps) false n].

  Theorem finite_value_is_heap (L : loopy G) (v : G) (n : nat) :
    loses Normal (vertex_and_heap v n) <-> value L v = Some n.
  Proof.
    set (LL := any_loopy bool with_heaps
      (fun b => match b return loopy (with_heaps b) with true => L | false => loopy_of heap end)).
    pose proof (smith LL (vertex_and_heap v n)) as Hs.
    assert (Ht : total_outcome (total_of LL (vertex_and_heap v n)) = P <-> value L v = Some n).
    { unfold vertex_and_heap, total_of; cbn [fold_left].
      assert (Hn : value LL (on (G := with_heaps) false n) = Some n).
      { change (Some (grundy (n : heap)) = Some n); now rewrite grundy_heap. }
      unfold add_token; rewrite Hn; change (value LL (on (G := with_heaps) true v)) with (value L v).
      destruct (value L v) as [m|]; unfold total_outcome; cbn [nim infinite set].
      - rewrite Nat.lxor_0_l; destruct (Nat.lxor m n =? 0) eqn:E.
        + apply Nat.eqb_eq in E; rewrite lxor_zero in E; subst; tauto.
        + apply Nat.eqb_neq in E; rewrite lxor_zero in E; split; [discriminate|].
          intros H; injection H as ->; now elim E.
      - destruct (member _ _); split; discriminate. }
    rewrite <- Ht; destruct (total_outcome _); split; tauto || discriminate.
  Qed.

  (** In whatever order they are given, the finite values are the same. *)
  Theorem loopy_values_unique (L M : loopy G) (v : G) : value L v = value M v.
  Proof.
    destruct (value L v) as [n|] eqn:E.
    - symmetry; apply (finite_value_is_heap M), (finite_value_is_heap L); exact E.
    - destruct (value M v) as [n|] eqn:F; [|reflexivity].
      apply (finite_value_is_heap M), (finite_value_is_heap L) in F; congruence.
  Qed.
End Beside_a_heap.
