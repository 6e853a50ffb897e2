(** The rules and the checker as OCaml. Booleans, lists, options and pairs become those of OCaml.
    Numbers stay as they are defined in Coq, so that no overflow has to be excluded. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Ataxx Require Import Rules Claims.

Extraction Language OCaml.
Extraction "checker.ml" rules_2008 rules_2016 rules_2022 rules_uai
  distance outcome_of legal_moves play check.
