(** * Nim

    Nim is played with heaps; a move takes one stone or more from one heap.  Who is to move loses if and
    only if the nim-sum of the heaps is 0.  Under misère play the same holds while some heap has two stones
    or more; with heaps of one stone only, who is to move loses if and only if their number is odd.

    Source: C. L. Bouton, Nim, a game with a complete mathematical theory (1901).
    Used by: crates/grundy-games/src/nim.rs, nimble.rs, northcott.rs, crates/grundy-engine/src/quotient.rs. *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game SpragueGrundy Misere Ferguson.
Import ListNotations.

(** One heap: n may become any smaller number. *)
Definition heap : ruleset.
Proof.
  refine (measured nat (fun n => seq 0 n) (fun n => n) _).
  intros n m Hm; apply in_seq in Hm; lia.
Defined.

(** Heaps. *)
Definition nim : ruleset := many heap.

Lemma in_heap_options (n m : nat) : In m (options (n : heap)) <-> m < n.
Proof. cbn [options heap measured]; rewrite in_seq; lia. Qed.

(** A move in Nim makes one heap smaller. *)
Lemma in_nim_options (l m : list nat) :
  In m (options (l : nim)) <-> exists a n k b, l = a ++ n :: b /\ k < n /\ m = a ++ k :: b.
Proof.
  etransitivity; [exact (in_many_options heap l m)|].
  split; intros (a & n & k & b & Hl & Hk & Hm); exists a, n, k, b; repeat split; try assumption;
    now apply in_heap_options.
Qed.

Lemma grundy_heap (n : nat) : grundy (n : heap) = n.
Proof.
  revert n; apply (grundy_characterised (G := heap) (fun n => n)).
  - intros n m Hm; apply in_heap_options in Hm; lia.
  - intros n m Hm; exists m; split; [now apply in_heap_options|reflexivity].
Qed.

Lemma map_grundy_heap (l : list heap) : map grundy l = l.
Proof. induction l as [|n t IH]; [reflexivity|]; exact (f_equal2 cons (grundy_heap n) IH). Qed.

Theorem grundy_nim (l : list nat) : grundy (l : nim) = nim_sum l.
Proof. unfold nim; rewrite (sprague_grundy_many heap l); now rewrite (map_grundy_heap l). Qed.

(** Bouton's theorem. *)
Theorem bouton (l : list nat) : lost (l : nim) <-> nim_sum l = 0.
Proof. rewrite <- grundy_nim; apply lost_iff_grundy_zero. Qed.

(** The moves that win leave of a heap the nim-sum of the others. *)
Theorem bouton_move (a b : list nat) (k : nat) :
  lost ((a ++ k :: b) : nim) <-> k = nim_sum (a ++ b).
Proof.
  rewrite (winning_option heap a b k), grundy_heap, (map_grundy_heap (@app heap a b)); reflexivity.
Qed.

(** Every position plays in sums like the heap of its value. *)
Theorem position_is_a_heap (G : ruleset) (p : G) (n : nat) :
  lost ((p, n) : sum G heap) <-> grundy p = n.
Proof. rewrite lost_iff_grundy_zero, grundy_sum, grundy_heap; apply lxor_zero. Qed.

(** ** Misère Nim *)

Lemma heap_paired : paired heap.
Proof.
  apply end_in_one_paired; intros [|n]; [now left|right].
  exists 0; split; [apply in_heap_options; lia|reflexivity].
Qed.

Lemma nim_sum_ones (l : list nat) :
  (forall n, In n l -> n <= 1) -> nim_sum l = if Nat.odd (count_occ Nat.eq_dec l 1) then 1 else 0.
Proof.
  induction l as [|n t IH]; intros H; [reflexivity|]; simpl nim_sum.
  rewrite IH by (intros; apply H; now right); specialize (H n (or_introl eq_refl)).
  destruct n as [|[|]]; [| |lia]; simpl count_occ.
  - now destruct (Nat.odd _).
  - rewrite Nat.odd_succ, <- Nat.negb_odd; now destruct (Nat.odd _).
Qed.

(** Bouton's theorem for misère Nim. *)
Theorem bouton_misere (l : list nat) :
  misere_lost (l : nim) <->
  (if existsb (fun n => 2 <=? n) l then nim_sum l = 0 else Nat.odd (count_occ Nat.eq_dec l 1) = true).
Proof.
  destruct (misere_sum_rule heap l heap_paired) as [H1 H2]; rewrite (map_grundy_heap l) in H1, H2.
  destruct (existsb (fun n => 2 <=? n) l) eqn:E.
  - apply H1; apply existsb_exists in E; destruct E as (n & Hn & E).
    exists n; rewrite grundy_heap; split; [exact Hn|now apply Nat.leb_le].
  - assert (Hl : forall n, In n l -> n <= 1).
    { intros n Hn; apply Nat.nlt_ge; intros Hlt.
      assert (Et : existsb (fun n => 2 <=? n) l = true) by (apply existsb_exists; exists n; split; [exact Hn|now apply Nat.leb_le]).
      congruence. }
    rewrite nim_sum_ones in H2 by exact Hl; unfold nim; rewrite H2.
    + destruct (Nat.odd _); split; congruence.
    + intros n Hn; rewrite grundy_heap; now apply Hl.
Qed.

(** The moves that win under misère play leave of a heap what is [wanted] beside the others. *)
Theorem bouton_misere_move (a b : list nat) (k : nat) :
  misere_lost ((a ++ k :: b) : nim) <-> k = wanted (total (a ++ b)).
Proof.
  rewrite (paired_winning_option heap a b k heap_paired), grundy_heap, (map_grundy_heap (@app heap a b)).
  reflexivity.
Qed.
