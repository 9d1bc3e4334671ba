(** The checker of certificates of quotients as a program of OCaml: see QuotientCheck.v for what it proves. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Grundy Require Import QuotientCheck.

Extraction "quotient_check.ml" check.
