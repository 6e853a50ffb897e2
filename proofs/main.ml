(* Reads certificates (docs/CERTIFICATES.md) and runs the extracted checker on them:
     prove FILE...      proves the claims of certificates, and prints what is proved
     prove -compare     compares the stated rules with lines of the example rule_traces on stdin
   The exit status is 1 if a claim is not proved, or the rules differ. What is in a file but not
   printed need not be correct: the lines `strategy` only separate steps, and `end` is ignored. *)

open Checker

exception Refused of string

let refuse format = Printf.ksprintf (fun reason -> raise (Refused reason)) format
let require condition reason = if not condition then raise (Refused reason)

(* Numbers are shared, to save memory. *)
let nats = Array.make 65536 O
let () = for n = 1 to 65535 do nats.(n) <- S nats.(n - 1) done
let nat_of n = nats.(n)
let rec int_of ?(so_far = 0) = function O -> so_far | S n -> int_of ~so_far:(so_far + 1) n

let number text =
  match int_of_string_opt text with
  | Some n when n >= 0 && n <= 65535 && string_of_int n = text -> nat_of n
  | _ -> refuse "`%s` is not a number" text

(* What happened how often *)
let events = Hashtbl.create 10
let number_of event = Option.value ~default:0 (Hashtbl.find_opt events event)
let count event by = Hashtbl.replace events event (by + number_of event)
let show_events names =
  String.concat ", " (List.map (fun event -> Printf.sprintf "%d %s" (number_of event) event) names)

(* Text of colors, squares, moves and positions *)

let letter = function Red -> "x" | Blue -> "o"
let name = function Red -> "Red" | Blue -> "Blue"

let color = function
  | "x" | "red" -> Red
  | "o" | "blue" -> Blue
  | text -> refuse "`%s` is not a color" text

let square text =
  let number least most letter =
    if letter < least || letter > most then refuse "`%s` is not a square" text
    else nat_of (Char.code letter - Char.code least) in
  require (String.length text = 2) (Printf.sprintf "`%s` is not a square" text);
  number 'a' 'g' text.[0], number '1' '7' text.[1]

let show_square (file, rank) =
  Printf.sprintf "%c%d" "abcdefg".[int_of file] (int_of rank + 1)

let show_move = function
  | Extend target -> show_square target
  | Jump (origin, target) -> show_square origin ^ "-" ^ show_square target
  | Pass -> "pass"

(* A move to a neighbour is an extend. *)
let move = function
  | "-" -> Pass
  | text -> (
      match String.split_on_char '-' text with
      | [origin; target] ->
          let origin = square origin and target = square target in
          if distance origin target = S O then Extend target else Jump (origin, target)
      | _ -> refuse "`%s` is not a move" text)

let show_rank cells =
  let flush empty = if empty = 0 then "" else string_of_int empty in
  let add (text, empty) = function
    | Empty -> text, empty + 1
    | Piece color -> text ^ flush empty ^ letter color, 0
    | Block -> text ^ flush empty ^ "-", 0 in
  let text, empty = List.fold_left add ("", 0) cells in
  text ^ flush empty

let show position =
  let rank n = show_rank (List.filteri (fun index _ -> index / 7 = n) position.cells) in
  let ranks = String.concat "/" (List.map rank [6; 5; 4; 3; 2; 1; 0]) in
  Printf.sprintf "%s %s %d" ranks (letter position.turn) (int_of position.jumps)

let cells_of = function
  | 'x' -> [Piece Red]
  | 'o' -> [Piece Blue]
  | '-' -> [Block]
  | '1' .. '7' as digit -> List.init (Char.code digit - Char.code '0') (fun _ -> Empty)
  | letter -> refuse "`%c` is not a cell" letter

let position ranks turn jumps =
  let rank text = List.concat_map cells_of (List.of_seq (String.to_seq text)) in
  let cells = List.concat_map rank (List.rev (String.split_on_char '/' ranks)) in
  let position = { cells; turn = color turn; jumps = number jumps } in
  (* A position has one spelling, so that this finds what is wrong with the ranks. *)
  let text = String.concat " " [ranks; turn; jumps] in
  require (List.length cells = 49 && show position = text) ("wrong position " ^ text);
  position

let words = String.split_on_char ' '
let position_of text =
  match words text with
  | [ranks; turn; jumps] -> position ranks turn jumps
  | _ -> refuse "wrong position %s" text

let rules_of = function
  | "2008" -> Some rules_2008
  | "2016" -> Some rules_2016
  | "2022" -> Some rules_2022
  | "uai" -> Some rules_uai
  | _ -> None

(* Certificates *)

type result = Done of string | Skipped of string

let after word line =
  let start = word ^ " " in
  let length = String.length start in
  require (String.starts_with ~prefix:start line) ("expected " ^ word);
  String.sub line length (String.length line - length)

let step line =
  match words line with
  | [ranks; turn; jumps; plies; answer] ->
      let plies = if plies = "-" then None else Some (number plies) in
      { at_position = position ranks turn jumps; plies; answer = move answer }
  | _ -> refuse "a wrong line: %s" line

(* The steps of each strategy, in reverse: of a win, each needs only later ones. *)
let rec strategies file found =
  let line = input_line file in
  match words line, found with
  | "strategy" :: _, _ -> strategies file ([] :: found)
  | "end" :: _, _ -> List.rev found
  | _, steps :: others -> strategies file ((step line :: steps) :: others)
  | _, [] -> refuse "expected strategy"

let claim_of text =
  match words text with
  | ["win"; side; n] -> WinIn (color side, number n)
  | ["exact"; side; n] -> Exact (color side, number n)
  | ["none"; n] -> NoneIn (number n)
  | ["draw"] -> Draw
  | _ -> refuse "wrong claim %s" text

let show_claim claim =
  let win side n = Printf.sprintf "%s wins within %d plies" (name side) (int_of n) in
  match claim with
  | WinIn (side, n) | Exact (side, (O as n)) -> win side n
  | Exact (side, (S less as n)) -> Printf.sprintf "%s and not within %d" (win side n) (int_of less)
  | NoneIn n -> Printf.sprintf "neither side can force a win within %d plies" (int_of n)
  | Draw -> "neither side can force a win"

(* What the checker finds steps by. *)
let hash position =
  let rec positive bits n =
    if bits = 0 then XH
    else let rest = positive (bits - 1) (n lsr 1) in if n land 1 = 1 then XI rest else XO rest in
  positive 22 (Hashtbl.hash_param 64 256 position)

let prove file =
  require (input_line file = "ataxx certificate 1") "it is not a certificate";
  let rules_name = after "rules" (input_line file) in
  match rules_of rules_name with
  | None -> Skipped ("rules " ^ rules_name)
  | Some rules -> (
      let start = position_of (after "position" (input_line file)) in
      let claim = claim_of (after "claim" (input_line file)) in
      match check hash rules start claim (strategies file []) with
      | Proved ->
          Done (Printf.sprintf "%s, from %s under rules %s" (show_claim claim) (show start) rules_name)
      | BadStep step ->
          refuse "the step %s in %s does not follow from others" (show_move step.answer)
            (show step.at_position)
      | Open -> refuse "no step answers the position of the claim, or one of its replies")

let prove_file path =
  let read () =
    let file = open_in_bin path in
    Fun.protect ~finally:(fun () -> close_in file) (fun () -> prove file) in
  let result, text = match read () with
    | Done text -> "proved", text
    | Skipped text -> "skipped", text
    | exception Refused reason -> "not proved", reason
    | exception End_of_file -> "not proved", "it ends too early"
    | exception Sys_error reason -> "not proved", reason in
  count result 1;
  Printf.printf "%s %s: %s\n%!" result path text

let prove_files paths =
  List.iter prove_file paths;
  if List.length paths > 1 then print_endline (show_events ["proved"; "skipped"; "not proved"]);
  number_of "not proved" = 0

(* Traces of the literal rules *)

let rec fields line =
  match String.index_opt line ';' with
  | None -> [String.trim line]
  | Some at ->
      String.trim (String.sub line 0 at)
      :: fields (String.sub line (at + 1) (String.length line - at - 1))

let uai_move = function
  | Extend target -> show_square target
  | Jump (origin, target) -> show_square origin ^ show_square target
  | Pass -> "0000"

let compare_line line =
  match fields line with
  | rules :: text :: outcome :: replies ->
      let rules = Option.get (rules_of rules) and position = position_of text in
      let ours = match outcome_of rules position with
        | GoesOn -> "-"
        | Won side -> letter side
        | Drawn -> "draw" in
      let moves = legal_moves rules position in
      let reply move = uai_move move ^ "=" ^ show (play rules position move) in
      let sorted = List.sort compare in
      require (ours = outcome) ("another outcome: " ^ line);
      require (sorted (List.map reply moves) = sorted replies) ("other moves: " ^ line);
      count "positions" 1;
      count "moves" (List.length moves);
      count "passes" (if moves = [Pass] then 1 else 0);
      count (match outcome with "-" -> "games not over" | "draw" -> "draws" | _ -> "wins") 1;
      let at_limit = int_of position.jumps >= int_of rules.jump_limit in
      count "counts at the limit" (if at_limit then 1 else 0)
  | _ -> refuse "not a trace: %s" line

let compare_traces () =
  match while true do compare_line (input_line stdin) done with
  | () -> false
  | exception Refused reason -> print_endline reason; false
  | exception End_of_file ->
      let kinds = ["positions"; "moves"; "passes"; "wins"; "draws"; "counts at the limit"] in
      print_endline ("the same rules in " ^ show_events kinds);
      number_of "positions" > 0

let () =
  let good = match List.tl (Array.to_list Sys.argv) with
    | ["-compare"] -> compare_traces ()
    | [] -> prerr_endline "usage: prove FILE... | prove -compare"; false
    | paths -> prove_files paths in
  exit (if good then 0 else 1)
