(** The checker of certificates of quotients as a program of OCaml: see QuotientCheck.v for what is proved of it. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Grundy Require Import QuotientCertificate.

Set Warnings "-extraction-opaque-accessed".
Extraction "quotient_check.ml" check.
