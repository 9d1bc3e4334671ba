(** * A rook and a bishop that move towards the corner

    One token on a quarter of a board rides any distance in one of some directions, none of which leads away from the
    corner.  The rook rides left or down: its value is the nim-sum of the coordinates.  The bishop rides left and down at
    once: its value is the smaller coordinate.

    Source: C. L. Bouton (1901), the rook being two Nim heaps; the bishop is one heap of the smaller coordinate.
    Used by: crates/grundy-games/src/chess.rs ([value], [moves_to]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** The game *)

(** The squares that are reached in a direction, which is told by how much each coordinate falls with a step. *)
Definition rides (p d : nat * nat) : list (nat * nat) :=
  let (x, y) := p in let (dx, dy) := d in
  map (fun k => (x - k * dx, y - k * dy))
    (filter (fun k => (k * dx <=? x) && (k * dy <=? y)) (seq 1 (x + y))).

Definition piece_options (directions : list (nat * nat)) (p : nat * nat) : list (nat * nat) :=
  flat_map (rides p) directions.

Lemma in_rides x y dx dy u v :
  0 < dx + dy ->
  In (u, v) (rides (x, y) (dx, dy)) <-> exists k, 1 <= k /\ x = u + k * dx /\ y = v + k * dy.
Proof.
  intros Hd; unfold rides; rewrite in_map_iff; split.
  - intros (k & E & Hk); apply filter_In in Hk; destruct Hk as [Hk Hb]; apply in_seq in Hk.
    apply andb_true_iff in Hb; rewrite !Nat.leb_le in Hb; inversion E; subst; exists k; lia.
  - intros (k & Hk & -> & ->); exists k; split; [f_equal; lia|]; apply filter_In; split.
    + apply in_seq; nia.
    + apply andb_true_iff; rewrite !Nat.leb_le; lia.
Qed.

Definition piece (directions : list (nat * nat))
    (falls : forall d, In d directions -> 0 < fst d + snd d) : ruleset.
Proof.
  refine (measured (nat * nat) (piece_options directions) (fun p => fst p + snd p) _).
  intros [x y] [u v] H; apply in_flat_map in H; destruct H as ([dx dy] & Hd & H).
  apply falls in Hd; simpl in Hd; apply in_rides in H; [|exact Hd]; destruct H as (k & Hk & -> & ->); simpl; nia.
Defined.

Definition rook : ruleset.
Proof. refine (piece [(1, 0); (0, 1)] _); intros d [<-|[<-|[]]]; simpl; lia. Defined.

Definition bishop : ruleset.
Proof. refine (piece [(1, 1)] _); intros d [<-|[]]; simpl; lia. Defined.

Lemma in_rook_options x y u v :
  In (u, v) (options ((x, y) : rook)) <-> (u < x /\ v = y) \/ (u = x /\ v < y).
Proof.
  cbn [options rook piece measured]; unfold piece_options; cbn [flat_map]; rewrite app_nil_r, in_app_iff.
  rewrite !in_rides by lia; split.
  - intros [(k & Hk & -> & ->)|(k & Hk & -> & ->)]; lia.
  - intros [[H ->]|[-> H]]; [left; exists (x - u)|right; exists (y - v)]; lia.
Qed.

Lemma in_bishop_options x y u v :
  In (u, v) (options ((x, y) : bishop)) <-> u < x /\ v < y /\ u + y = v + x.
Proof.
  cbn [options bishop piece measured]; unfold piece_options; cbn [flat_map]; rewrite app_nil_r, in_rides by lia; split.
  - intros (k & Hk & -> & ->); lia.
  - intros H; exists (x - u); lia.
Qed.

(** ** The values *)

Theorem rook_grundy (x y : nat) : grundy ((x, y) : rook) = Nat.lxor x y.
Proof.
  change (grundy ((x, y) : rook) = (fun p : rook => Nat.lxor (fst p) (snd p)) (x, y)).
  generalize ((x, y) : rook); apply grundy_characterised; clear x y.
  - intros [x y] [u v] H E; apply in_rook_options in H; simpl in E.
    destruct H as [[H ->]|[-> H]]; [apply lxor_inj_r in E|apply lxor_inj_l in E]; lia.
  - intros [x y] n Hn; simpl in Hn.
    destruct (lxor_mex _ _ _ Hn) as [(u & Hu & E)|(v & Hv & E)]; [exists (u, y)|exists (x, v)];
      (split; [apply in_rook_options; auto|exact E]).
Qed.

Theorem bishop_grundy (x y : nat) : grundy ((x, y) : bishop) = Nat.min x y.
Proof.
  change (grundy ((x, y) : bishop) = (fun p : bishop => Nat.min (fst p) (snd p)) (x, y)).
  generalize ((x, y) : bishop); apply grundy_characterised; clear x y.
  - intros [x y] [u v] H; apply in_bishop_options in H; simpl; lia.
  - intros [x y] n Hn; simpl in Hn; exists (x - (Nat.min x y - n), y - (Nat.min x y - n)).
    split; [apply in_bishop_options|simpl]; lia.
Qed.

(** The moves to a wanted value, as the library looks them up. *)
Theorem rook_moves_to (x y target : nat) (q : rook) :
  In q (options ((x, y) : rook)) /\ grundy q = target <->
  (Nat.lxor target y < x /\ q = (Nat.lxor target y, y)) \/ (Nat.lxor target x < y /\ q = (x, Nat.lxor target x)).
Proof.
  destruct q as [u v]; rewrite in_rook_options, rook_grundy; split.
  - intros [[[H ->]|[-> H]] <-].
    + left; now rewrite lxor_cancel_r.
    + right; now rewrite (Nat.lxor_comm x v), lxor_cancel_r.
  - intros [[H E]|[H E]]; inversion E; subst; (split; [auto|]).
    + apply lxor_cancel_r.
    + now rewrite Nat.lxor_comm, lxor_cancel_r.
Qed.

Theorem bishop_moves_to (x y target : nat) (q : bishop) :
  In q (options ((x, y) : bishop)) /\ grundy q = target <->
  target < Nat.min x y /\ q = (x - (Nat.min x y - target), y - (Nat.min x y - target)).
Proof.
  destruct q as [u v]; rewrite in_bishop_options, bishop_grundy; split.
  - intros [H <-]; split; [lia|f_equal; lia].
  - intros [H E]; inversion E; lia.
Qed.
