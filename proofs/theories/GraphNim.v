(** * Nim on a tree

    A pile lies on each edge of a tree, and a token stands on a vertex: take any number from a pile next to the token, and
    move the token along that edge; an edge whose pile is empty cannot be used any more.  Who wins goes by the edges
    alone: the player to move wins if and only if some neighbour of the token is lost for whoever must move there
    without the edge between.  Taking the whole of that pile wins; where there are two such neighbours, so does taking any
    number of any of these piles.

    Source: M. Fukuyama, A Nim game played on graphs (2003), for the game; for trees grundy.
    Used by: crates/grundy-games/src/graph_nim.rs ([outcome], [winning]). *)

From Coq Require Import List Arith Lia Bool.
From Grundy Require Import Mex Game.
Import ListNotations.

(** ** The game *)

(** A tree as it looks from the token: the edges there, each with its pile less one and what lies beyond it. *)
Inductive tree := At (edges : list (nat * tree)).

Section Induction.
  Variable P : tree -> Prop.
  Hypothesis step : forall edges, (forall pile t, In (pile, t) edges -> P t) -> P (At edges).

  Fixpoint tree_induction (t : tree) : P t :=
    match t with
    | At edges =>
      step edges
        ((fix all (l : list (nat * tree)) : forall pile t, In (pile, t) l -> P t :=
            match l with
            | [] => fun _ _ H => match H with end
            | (q, u) :: l => fun pile t H =>
              match H with
              | or_introl E => eq_ind u P (tree_induction u) t (f_equal snd E)
              | or_intror H => all l pile t H
              end
            end) edges)
    end.
End Induction.

(** The tree from the far end of an edge, what is left on it leading back. *)
Definition moved (far : tree) (left : nat) (rest : list (nat * tree)) : tree :=
  match left, far with
  | 0, _ => far
  | S less, At edges => At ((less, At rest) :: edges)
  end.

(** The moves at the token, along each edge in turn. *)
Fixpoint nim_moves (before after : list (nat * tree)) : list tree :=
  match after with
  | [] => []
  | (pile, far) :: after =>
    map (fun left => moved far left (before ++ after)) (seq 0 (S pile)) ++ nim_moves (before ++ [(pile, far)]) after
  end.

Definition nim_options (t : tree) : list tree := match t with At edges => nim_moves [] edges end.

Lemma in_nim_moves after : forall before q,
  In q (nim_moves before after) <->
  exists a pile far b left, after = a ++ (pile, far) :: b /\ left <= pile /\ q = moved far left (before ++ a ++ b).
Proof.
  induction after as [|[pile far] after IH]; intros before q; cbn [nim_moves].
  - split; [intros []|]; intros (a & pile & far & b & left & E & _); destruct a; discriminate.
  - rewrite in_app_iff, in_map_iff, IH; split.
    + intros [(left & <- & H)|(a & p & f & b & left & -> & H & ->)].
      * apply in_seq in H; exists [], pile, far, after, left; repeat split; lia.
      * exists ((pile, far) :: a), p, f, b, left; repeat split; [exact H|]; f_equal; now rewrite <- app_assoc.
    + intros (a & p & f & b & left & E & H & ->); destruct a as [|e a]; cbn [app] in E; inversion E; subst.
      * left; exists left; split; [reflexivity|apply in_seq; lia].
      * right; exists a, p, f, b, left; repeat split; [exact H|]; f_equal; now rewrite <- app_assoc.
Qed.

Lemma in_nim_options edges q :
  In q (nim_options (At edges)) <->
  exists a pile far b left, edges = a ++ (pile, far) :: b /\ left <= pile /\ q = moved far left (a ++ b).
Proof. apply (in_nim_moves edges []). Qed.

(** All stones. *)
Fixpoint stones (t : tree) : nat :=
  match t with At edges => list_sum (map (fun e => S (fst e) + stones (snd e)) edges) end.

Definition graph_nim : ruleset.
Proof.
  refine (measured tree nim_options stones _).
  intros [edges] q H; apply in_nim_options in H; destruct H as (a & pile & far & b & left & -> & Hl & ->).
  unfold moved; destruct left as [|less], far as [es]; cbn [stones map list_sum fold_right fst snd];
    rewrite ?map_app, ?list_sum_app; cbn [map list_sum fold_right fst snd stones];
    fold (list_sum (map (fun e => S (fst e) + stones (snd e)) es));
    fold (list_sum (map (fun e => S (fst e) + stones (snd e)) b)); lia.
Defined.

(** ** Who wins *)

(** Some neighbour is lost without the edge to it. *)
Fixpoint branch_wins (t : tree) : bool :=
  match t with At edges => existsb (fun e => negb (branch_wins (snd e))) edges end.

Lemma branch_wins_spec edges :
  branch_wins (At edges) = true <-> exists pile far, In (pile, far) edges /\ branch_wins far = false.
Proof.
  cbn [branch_wins]; rewrite existsb_exists; split.
  - intros ([pile far] & H & E); exists pile, far; split; [exact H|now apply negb_true_iff].
  - intros (pile & far & H & E); exists (pile, far); split; [exact H|now apply negb_true_iff].
Qed.

(* More edges do no harm. *)
Lemma branch_wins_moved far left rest : branch_wins far = true -> branch_wins (moved far left rest) = true.
Proof.
  destruct left as [|less], far as [edges]; auto; cbn [moved]; rewrite !branch_wins_spec.
  intros (pile & f & H & E); exists pile, f; split; [now right|exact E].
Qed.

Theorem graph_nim_lost (t : tree) : lost (t : graph_nim) <-> branch_wins t = false.
Proof.
  revert t; apply (lost_characterised (G := graph_nim) (fun t => branch_wins t = false)).
  - intros [edges] H q Hq; apply in_nim_options in Hq; destruct Hq as (a & pile & far & b & left & -> & _ & ->).
    assert (Hf : branch_wins far = true).
    { destruct (branch_wins far) eqn:E; [reflexivity|]; rewrite <- H; apply (proj2 (branch_wins_spec _)).
      exists pile, far; split; [apply in_or_app; right; now left|exact E]. }
    rewrite branch_wins_moved by exact Hf; discriminate.
  - intros [edges]; destruct (branch_wins (At edges)) eqn:E; [right|now left].
    apply branch_wins_spec in E; destruct E as (pile & far & H & E).
    apply in_split in H; destruct H as (a & b & ->); exists (moved far 0 (a ++ b)); split; [|exact E].
    apply in_nim_options; exists a, pile, far, b, 0; repeat split; lia.
Qed.

(** Which moves win: those along an edge to a neighbour that is lost without it, of the whole pile or where another such
    neighbour is left behind. *)
Theorem graph_nim_winning (a b : list (nat * tree)) (pile : nat) (far : tree) (left : nat) :
  left <= pile ->
  lost (moved far left (a ++ b) : graph_nim) <->
  branch_wins far = false /\ (left = 0 \/ branch_wins (At (a ++ b)) = true).
Proof.
  intros Hl; rewrite graph_nim_lost; destruct left as [|less]; [cbn [moved]; intuition congruence|].
  destruct far as [edges]; cbn [moved]; change (branch_wins (At ((less, At (a ++ b)) :: edges)))
    with (negb (branch_wins (At (a ++ b))) || branch_wins (At edges)).
  rewrite orb_false_iff, negb_false_iff; intuition discriminate.
Qed.

(** The piles do not matter. *)
Inductive same_edges : tree -> tree -> Prop :=
| Same_edges e f : Forall2 (fun x y => same_edges (snd x) (snd y)) e f -> same_edges (At e) (At f).

Theorem piles_do_not_matter (t u : tree) : same_edges t u -> lost (t : graph_nim) <-> lost (u : graph_nim).
Proof.
  rewrite !graph_nim_lost; intros H.
  enough (E : branch_wins t = branch_wins u) by (rewrite E; reflexivity); revert u H.
  induction t as [e IH] using tree_induction; intros u H; inversion H as [e' f Hf E1 E2]; subst; cbn [branch_wins].
  clear H; induction Hf as [|[p t] [q u] e f Htu Hf IHf]; [reflexivity|]; cbn [existsb snd] in *; f_equal.
  - f_equal; exact (IH p t (or_introl eq_refl) u Htu).
  - apply IHf; intros p' t' H; apply (IH p' t'); now right.
Qed.
