(** * Chomp

    A bar of chocolate, told by the lengths of its rows from the bottom up, none longer than the one below it: take a
    square with all that lie above and to the right of it, but not the first square, bottom left.  The player to move wins
    from every whole bar of more than one square: if taking the far corner does not win, the answer to it could have been
    the first move.  A square bar is won by leaving one row and one column, whose value is the nim-sum of both.

    Source: D. Gale, A curious Nim-type game (1974).
    Used by: crates/grundy-games/src/chomp.rs ([outcome]). *)

From Coq Require Import List Arith Lia Bool Sorted.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** Strategy stealing, in any game *)

(** Where all options of one option are options already, the player to move wins. *)
Theorem stolen {G : ruleset} (p e : G) : In e (options p) -> incl (options e) (options p) -> won p.
Proof.
  intros He Hincl; destruct (lost_or_won e) as [H|H]; [exact (Won p e He H)|].
  apply won_options in H; destruct H as (q & Hq & H); exact (Won p q (Hincl q Hq) H).
Qed.

(** ** The game *)

(** What is left when the square in a row and a column, both from 0, is taken; no row is left empty. *)
Definition bitten (rows : list nat) (row column : nat) : list nat :=
  match column with
  | 0 => firstn row rows
  | _ => firstn row rows ++ map (Nat.min column) (skipn row rows)
  end.

Definition chomp_options (rows : list nat) : list (list nat) :=
  flat_map (fun row =>
    map (bitten rows row)
      (match row with 0 => seq 1 (nth row rows 0 - 1) | _ => seq 0 (nth row rows 0) end))
    (seq 0 (length rows)).

Lemma in_chomp_options rows q :
  In q (chomp_options rows) <->
  exists row column, row < length rows /\ column < nth row rows 0 /\ 0 < row + column /\ q = bitten rows row column.
Proof.
  unfold chomp_options; rewrite in_flat_map; split.
  - intros (row & Hrow & Hq); apply in_seq in Hrow; apply in_map_iff in Hq; destruct Hq as (column & <- & Hc).
    exists row, column; destruct row; apply in_seq in Hc; repeat split; lia.
  - intros (row & column & H1 & H2 & H3 & ->); exists row; split; [apply in_seq; lia|]; apply in_map.
    destruct row; apply in_seq; lia.
Qed.

Lemma list_sum_min c l : list_sum (map (Nat.min c) l) <= list_sum l.
Proof. induction l as [|x l IH]; simpl; lia. Qed.

Lemma bitten_smaller rows row column :
  row < length rows -> column < nth row rows 0 -> list_sum (bitten rows row column) < list_sum rows.
Proof.
  intros H1 H2; destruct (nth_split rows 0 H1) as (a & b & E & <-); set (x := nth (length a) rows 0) in *.
  rewrite E; unfold bitten; rewrite firstn_app, skipn_app, firstn_all, skipn_all, Nat.sub_diag.
  cbn [firstn skipn app]; rewrite app_nil_r; destruct column as [|column].
  - rewrite list_sum_app; simpl; lia.
  - pose proof (list_sum_min (S column) b); cbn [map]; rewrite !list_sum_app.
    change (list_sum (Nat.min (S column) x :: map (Nat.min (S column)) b))
      with (Nat.min (S column) x + list_sum (map (Nat.min (S column)) b)).
    change (list_sum (x :: b)) with (x + list_sum b); lia.
Qed.

Definition chomp : ruleset.
Proof.
  refine (measured (list nat) chomp_options list_sum _).
  intros rows q Hq; apply in_chomp_options in Hq; destruct Hq as (row & column & H1 & H2 & _ & ->).
  now apply bitten_smaller.
Defined.

(** ** Whole bars *)

Lemma firstn_repeat (c : nat) n m : n <= m -> firstn n (repeat c m) = repeat c n.
Proof. revert m; induction n as [|n IH]; intros [|m] H; simpl; try reflexivity; [lia|]; rewrite IH by lia; reflexivity. Qed.

Lemma skipn_repeat (c : nat) n m : skipn n (repeat c m) = repeat c (m - n).
Proof. revert m; induction n as [|n IH]; intros [|m]; simpl; auto. Qed.

Lemma map_repeat (f : nat -> nat) c n : map f (repeat c n) = repeat (f c) n.
Proof. induction n as [|n IH]; simpl; congruence. Qed.

Lemma nth_repeat_below (c : nat) n i : i < n -> nth i (repeat c n) 0 = c.
Proof. revert i; induction n as [|n IH]; intros [|i] H; simpl; try reflexivity; try lia; apply IH; lia. Qed.

(* The bar without its far corner, if it is more than one square wide. *)
Lemma bitten_corner c r :
  bitten (repeat (S (S c)) (S r)) r (S c) = repeat (S (S c)) r ++ [S c].
Proof.
  unfold bitten; rewrite firstn_repeat, skipn_repeat, map_repeat by lia; replace (S r - r) with 1 by lia.
  cbn [repeat]; f_equal; f_equal; lia.
Qed.

Theorem chomp_bar (r c : nat) : 1 <= r -> 1 <= c -> lost (repeat c r : chomp) <-> r = 1 /\ c = 1.
Proof.
  intros Hr Hc; split.
  - intros Hl; destruct r as [|r]; [lia|]; destruct c as [|[|c]]; [lia| |exfalso].
    + destruct r as [|r]; [auto|exfalso]; refine (lost_not_won _ Hl (stolen (G := chomp) _ (repeat 1 (S r)) _ _)).
      * apply in_chomp_options; exists (S r), 0; rewrite repeat_length, nth_repeat_below by lia.
        repeat split; [lia|lia|lia|]; unfold bitten; rewrite firstn_repeat by lia; reflexivity.
      * intros q Hq; apply in_chomp_options in Hq; destruct Hq as (row & column & H1 & H2 & H3 & ->).
        rewrite repeat_length in H1; rewrite nth_repeat_below in H2 by lia; assert (column = 0) by lia; subst.
        apply in_chomp_options; exists row, 0; rewrite repeat_length, nth_repeat_below by lia.
        repeat split; [lia|lia|lia|]; unfold bitten; rewrite !firstn_repeat by lia; reflexivity.
    + refine (lost_not_won _ Hl (stolen (G := chomp) _ (repeat (S (S c)) r ++ [S c]) _ _)).
      * apply in_chomp_options; exists r, (S c); rewrite repeat_length, nth_repeat_below, bitten_corner by lia.
        repeat split; lia.
      * intros q Hq; apply in_chomp_options in Hq; destruct Hq as (row & column & H1 & H2 & H3 & ->).
        rewrite app_length, repeat_length in H1; cbn [length] in H1.
        assert (Hcol : column <= S c).
        { destruct (Nat.eq_dec row r) as [->|E].
          - rewrite app_nth2, repeat_length, Nat.sub_diag in H2 by (rewrite repeat_length; lia); simpl in H2; lia.
          - rewrite app_nth1, nth_repeat_below in H2 by (rewrite ?repeat_length; lia); lia. }
        apply in_chomp_options; exists row, column; rewrite repeat_length, nth_repeat_below by lia.
        repeat split; [lia|lia|lia|]; unfold bitten.
        rewrite firstn_app, skipn_app, repeat_length, map_app, !firstn_repeat, !skipn_repeat, !map_repeat by lia.
        replace (row - r) with 0 by lia; cbn [firstn skipn map]; rewrite app_nil_r.
        destruct column as [|column]; [reflexivity|f_equal].
        rewrite !Nat.min_l by lia; replace (S r - row) with (r - row + 1) by lia; now rewrite repeat_app.
  - intros [-> ->]; apply lost_options; intros q Hq; apply in_chomp_options in Hq.
    destruct Hq as (row & column & H1 & H2 & H3 & _); simpl in *; destruct row as [|row]; lia.
Qed.

(** Rows of which the first is as long as the last are a whole bar. *)
Lemma whole_bar x rows :
  StronglySorted (fun a b => b <= a) (x :: rows) -> last (x :: rows) 0 = x -> x :: rows = repeat x (S (length rows)).
Proof.
  intros Hs Hl; cbn [repeat]; f_equal; apply Forall_eq_repeat, Forall_forall.
  apply StronglySorted_inv in Hs; destruct Hs as [Hs Hx]; rewrite Forall_forall in Hx.
  intros y Hy; destruct rows as [|z rows]; [destruct Hy|].
  assert (H : forall l z, StronglySorted (fun a b => b <= a) (z :: l) -> forall y, In y (z :: l) -> last (z :: l) 0 <= y).
  { clear; induction l as [|w l IH]; intros z Hs y Hy; [destruct Hy as [<-|[]]; simpl; lia|].
    apply StronglySorted_inv in Hs; destruct Hs as [Hs Hz]; rewrite Forall_forall in Hz.
    destruct Hy as [<-|Hy]; [|exact (IH w Hs y Hy)].
    specialize (IH w Hs w (or_introl eq_refl)); specialize (Hz w (or_introl eq_refl)); simpl in *; lia. }
  specialize (H rows z Hs y Hy); specialize (Hx y Hy); change (last (x :: z :: rows) 0) with (last (z :: rows) 0) in Hl; lia.
Qed.

(** The outcome as the library tells it, where the first row and the last are equally long. *)
Theorem chomp_outcome (rows : list nat) :
  rows <> [] -> StronglySorted (fun a b => b <= a) rows -> Forall (fun x => 1 <= x) rows ->
  hd 0 rows = last rows 0 ->
  lost (rows : chomp) <-> length rows = 1 /\ hd 0 rows = 1.
Proof.
  intros Hne Hs Hp He; destruct rows as [|x rows]; [easy|]; cbn [hd] in He; symmetry in He.
  inversion Hp; subst; rewrite (whole_bar x rows Hs He), chomp_bar by (assumption || lia).
  rewrite repeat_length; reflexivity.
Qed.

(** ** One row and one column *)

(** A row of a + 1 squares with b rows of one above it is worth the nim-sum of a and b. *)
Theorem chomp_hook (a b : nat) : grundy (S a :: repeat 1 b : chomp) = Nat.lxor a b.
Proof.
  remember (a + b) as n eqn:En; revert a b En; induction n as [n IH] using lt_wf_ind; intros a b En.
  assert (Hopt : forall q, In q (options (S a :: repeat 1 b : chomp)) <->
    (exists c, c < a /\ q = S c :: repeat 1 b) \/ (exists d, d < b /\ q = S a :: repeat 1 d)).
  { intros q; etransitivity; [apply in_chomp_options|]; cbn [length]; rewrite repeat_length; split.
    - intros (row & column & H1 & H2 & H3 & ->); destruct row as [|row].
      + left; destruct column as [|column]; [lia|]; simpl in H2; exists column; split; [lia|].
        unfold bitten; cbn [firstn skipn map app]; rewrite map_repeat; f_equal; [lia|f_equal; lia].
      + right; cbn [nth] in H2; rewrite nth_repeat_below in H2 by lia; assert (column = 0) by lia; subst.
        exists row; split; [lia|]; unfold bitten; cbn [firstn]; rewrite firstn_repeat by lia; reflexivity.
    - intros [(c & Hc & ->)|(d & Hd & ->)].
      + exists 0, (S c); repeat split; [lia|simpl; lia|lia|].
        unfold bitten; cbn [firstn skipn map app]; rewrite map_repeat; f_equal; [lia|f_equal; lia].
      + exists (S d), 0; cbn [nth]; rewrite nth_repeat_below by lia; repeat split; [lia|lia|lia|].
        unfold bitten; cbn [firstn]; rewrite firstn_repeat by lia; reflexivity. }
  apply grundy_unique.
  - intros q Hq; apply Hopt in Hq; destruct Hq as [(c & Hc & ->)|(d & Hd & ->)].
    + rewrite (IH (c + b)); [|lia|reflexivity]; intros E; apply lxor_inj_r in E; lia.
    + rewrite (IH (a + d)); [|lia|reflexivity]; intros E; apply lxor_inj_l in E; lia.
  - intros m Hm; destruct (lxor_mex _ _ _ Hm) as [(c & Hc & E)|(d & Hd & E)].
    + exists (S c :: repeat 1 b); split; [apply Hopt; left; eauto|]; rewrite (IH (c + b)); [exact E|lia|reflexivity].
    + exists (S a :: repeat 1 d); split; [apply Hopt; right; eauto|]; rewrite (IH (a + d)); [exact E|lia|reflexivity].
Qed.

(** From a square bar of more than one square it wins to leave a row and a column. *)
Theorem chomp_square (n : nat) :
  let bar : chomp := repeat (S (S n)) (S (S n)) in let hook : chomp := S (S n) :: repeat 1 (S n) in
  In hook (options bar) /\ lost hook.
Proof.
  cbv zeta; split.
  - apply in_chomp_options; exists 1, 1; rewrite repeat_length, nth_repeat_below by lia.
    repeat split; [lia|lia|lia|]; unfold bitten.
    cbn [repeat firstn skipn app]; now rewrite (map_repeat (Nat.min 1) (S (S n)) (S n)) || (cbn [map]; rewrite map_repeat; reflexivity).
  - apply lost_iff_grundy_zero; rewrite chomp_hook; apply Nat.lxor_nilpotent.
Qed.
