(** The checkers proved right in Check.v and CheckWindow.v, as a program of OCaml. Numbers stay binary numbers made of digits, as they
    are in the proofs; only truth values, lists, options, pairs and the unit become OCaml's own. *)

From Coq Require Import Extraction.
From Grundy Require Import Check CheckWindow.

Extraction Language OCaml.
Extract Inductive bool => "bool" [ "true" "false" ].
Extract Inductive list => "list" [ "[]" "(::)" ].
Extract Inductive option => "option" [ "Some" "None" ].
Extract Inductive prod => "(*)" [ "(,)" ].
Extract Inductive unit => "unit" [ "()" ].

Extraction "verified.ml" check check_window.
