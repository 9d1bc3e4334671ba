(* Reads a certificate of a period and has it judged by the verified checker (verified.ml, extracted from Check.v).

   What is read here is not proved: the line of claims, the rules of the game by their code, and the bytes of the values. The
   rules are printed as they were understood. The hash of the values is not looked at: it proves nothing.
   Exit codes: 0 verified, 1 not verified, 2 nothing to judge. *)

open Verified

exception Refused of string

let refuse why = raise (Refused why)

(* Binary numbers from digits, and small ones shared. *)

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))
let natural n = if n = 0 then N0 else Npos (positive n)
let small = Array.init 65536 natural
let value n = if n < 65536 then small.(n) else natural n

(* Below 2^64. *)
let from_digits word =
  let high = ref 0 and low = ref 0 in
  (* In two halves of 32 bits. *)
  String.iter
    (fun digit ->
      let l = (!low * 10) + Char.code digit - 48 in
      low := l land 0xffffffff;
      high := (!high * 10) + (l lsr 32);
      if !high > 0xffffffff then refuse "a number is beyond 64 bits")
    word;
  if !high < 1 lsl 29 then natural ((!high lsl 32) lor !low)
  else
    let rec add low p place =
      if place < 0 then p else add low (if (low lsr place) land 1 = 1 then XI p else XO p) (place - 1)
    in
    Npos (add !low (positive !high) 31)

let rec int_of_positive p = match p with XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> (2 * int_of_positive p) + 1
let rec size p = match p with XH -> 1 | XO p | XI p -> 1 + size p
let int_of n = match n with N0 -> 0 | Npos p -> if size p > 61 then refuse "a number is too great" else int_of_positive p

(* JSON: objects, lists, strings and natural numbers. *)

type json = Object of (string * json) list | List of json list | Word of string | Number of string

let json text =
  let at = ref 0 and length = String.length text in
  let peek () = if !at < length then text.[!at] else '\000' in
  let next () = incr at in
  let rec blank () = match peek () with ' ' | '\t' | '\r' | '\n' -> next (); blank () | _ -> () in
  let expect c = blank (); if peek () = c then next () else refuse "the line of claims is damaged" in
  let word () =
    expect '"';
    let buffer = Buffer.create 16 in
    let rec go () =
      match peek () with
      | '"' -> next ()
      | '\\' ->
          next ();
          (match peek () with
          | ('"' | '\\' | '/') as c -> Buffer.add_char buffer c
          | 'u' when !at + 4 < length && String.sub text (!at + 1) 2 = "00" ->
              let code = try int_of_string ("0x" ^ String.sub text (!at + 3) 2) with _ -> refuse "an escape is damaged" in
              if code > 127 then refuse "an escape is not understood";
              Buffer.add_char buffer (Char.chr code);
              at := !at + 4
          | _ -> refuse "an escape is not understood");
          next (); go ()
      | c when !at >= length || c < ' ' -> refuse "the line of claims is damaged"
      | c -> Buffer.add_char buffer c; next (); go ()
    in
    go ();
    Buffer.contents buffer
  in
  let rec any () =
    blank ();
    match peek () with
    | '{' -> next (); blank (); if peek () = '}' then (next (); Object []) else Object (fields [])
    | '[' -> next (); blank (); if peek () = ']' then (next (); List []) else List (items [])
    | '"' -> Word (word ())
    | '0' .. '9' ->
        let start = !at in
        while match peek () with '0' .. '9' -> true | _ -> false do next () done;
        let digits = String.sub text start (!at - start) in
        if String.length digits > 1 && digits.[0] = '0' then refuse "a number begins with 0";
        Number digits
    | _ -> refuse "the line of claims is damaged"
  and items before =
    let item = any () in
    blank ();
    match peek () with
    | ',' -> next (); items (item :: before)
    | ']' -> next (); List.rev (item :: before)
    | _ -> refuse "the line of claims is damaged"
  and fields before =
    blank ();
    let name = word () in
    if List.mem_assoc name before then refuse "a field is there twice";
    expect ':';
    let item = any () in
    blank ();
    match peek () with
    | ',' -> next (); fields ((name, item) :: before)
    | '}' -> next (); List.rev ((name, item) :: before)
    | _ -> refuse "the line of claims is damaged"
  in
  let whole = any () in
  blank ();
  if !at < length then refuse "the line of claims is damaged";
  whole

(* The rules, read from their code. *)

let unknown code = refuse ("the rules are not understood: " ^ code)

let number code word =
  if word = "" || String.exists (fun c -> c < '0' || c > '9') word then unknown code;
  let n = from_digits word in
  (match n with Npos p when size p > 63 -> unknown code | _ -> ());
  n

let compare_n a b = match N.compare a b with Lt -> -1 | Eq -> 0 | Gt -> 1

let most = 1 lsl 12

let ranges code set =
  let words = String.split_on_char ',' set in
  if List.length words > most then unknown code;
  let range word =
    let low, high =
      match String.index_opt word '-' with
      | Some at -> (String.sub word 0 at, String.sub word (at + 1) (String.length word - at - 1))
      | None -> (word, word)
    in
    let low = number code low and high = number code high in
    if low = N0 || compare_n high low < 0 then unknown code;
    (low, high)
  in
  List.map range words

let digits code plain restricted =
  let length = String.length plain in
  let found = ref [] and pointed = ref false and at = ref 0 in
  while !at < length do
    (match plain.[!at] with
    | '.' when List.length !found = 1 && not !pointed -> pointed := true
    | '[' -> (
        match String.index_from_opt plain !at ']' with
        | None -> unknown code
        | Some close ->
            let inside = number code (String.sub plain (!at + 1) (close - !at - 1)) in
            let digit = int_of inside in
            if digit > 255 then unknown code;
            found := digit :: !found;
            at := close)
    | '0' .. '9' as c -> found := (Char.code c - 48) :: !found
    | 'a' .. 'f' as c -> found := (Char.code c - 87) :: !found
    | 'A' .. 'F' as c -> found := (Char.code c - 55) :: !found
    | _ -> unknown code);
    incr at;
    if List.length !found > most + 1 then unknown code
  done;
  let rec trim ds = match ds with 0 :: ds -> trim ds | ds -> ds in
  if (not !pointed) || List.nth (List.rev !found) 0 land 3 <> 0 then unknown code;
  let ds = List.rev (trim !found) in
  let unequal = ref false and least = ref None in
  let word word =
    if word = "unequal" then if !unequal then unknown code else unequal := true
    else if String.length word > 5 && String.sub word 0 5 = "least" then
      if !least <> None then unknown code else least := Some (number code (String.sub word 5 (String.length word - 5)))
    else unknown code
  in
  (match restricted with None -> () | Some words -> List.iter word (String.split_on_char ',' words));
  if !unequal && List.exists (fun d -> d > 7) ds then unknown code;
  let splits = List.exists (fun d -> d > 3) ds in
  NBreak
    {
      ndigits = List.map natural ds;
      nunequal = !unequal && splits;
      nleast = (match !least with Some least when splits -> least | _ -> N0);
    }

let rules code =
  let named =
    [ ("kayles", "0.77"); ("dawsons-kayles", "0.07"); ("dawsons-chess", "0.137"); ("treblecross", "0.007");
      ("officers", "0.6"); ("guiles", "0.15") ]
  in
  match List.assoc_opt code named with
  | Some plain -> digits code plain None
  | None -> (
      match code with
      | "grundy" -> digits code "4." (Some "unequal")
      | "couples" -> digits code "4." (Some "least3")
      | _ -> (
          match String.index_opt code ':' with
          | None -> digits code code None
          | Some at -> (
              let before = String.sub code 0 at and set = String.sub code (at + 1) (String.length code - at - 1) in
              let but set = NAll_but (if set = "" then [] else ranges code set) in
              match before with
              | "take" when set <> "" && set.[0] = '!' -> but (String.sub set 1 (String.length set - 1))
              | "take" -> NTake (ranges code set)
              | "allbut" -> but set
              | _ -> digits code before (Some set))))

(* The rules as they were understood. *)
let shown rules =
  let n x = string_of_int (int_of x) in
  let set s = String.concat "," (List.map (fun (a, b) -> if a = b then n a else n a ^ "-" ^ n b) s) in
  match rules with
  | NTake s -> "take " ^ set s
  | NAll_but s -> "take all but " ^ set s
  | NBreak c ->
      "break with digits " ^ String.concat " " (List.map n c.ndigits)
      ^ (if c.nunequal then ", unequal" else "")
      ^ if c.nleast = N0 then "" else ", least " ^ n c.nleast

(* The certificate. *)

let first_line = "grundy certificate 1\n"

let rest_of channel =
  really_input_string channel (in_channel_length channel - pos_in channel)

type judged = Period of certificate | Windows of window_certificate

let read channel =
  let beginning = try really_input_string channel (String.length first_line) with End_of_file -> "" in
  if beginning <> first_line then refuse "this is no certificate of a period";
  let line = try input_line channel with End_of_file -> refuse "the certificate ends too early" in
  if pos_in channel - String.length first_line <= String.length line then refuse "the certificate ends too early";
  let fields = match json line with Object fields -> fields | _ -> refuse "the line of claims is damaged" in
  let known =
    [ "version"; "code"; "period"; "preperiod"; "saltus"; "theorem"; "checked_to"; "width"; "mask"; "odd"; "rare"; "window";
      "stretches"; "sha256" ]
  in
  List.iter (fun (name, _) -> if not (List.mem name known) then refuse ("unknown field " ^ name)) fields;
  let field name = match List.assoc_opt name fields with Some x -> x | None -> refuse ("no field " ^ name) in
  let digits_of x = match x with Number digits -> digits | _ -> refuse "a number is needed" in
  let big name = from_digits (digits_of (field name)) in
  let word name = match field name with Word word -> word | _ -> refuse (name ^ " is no word") in
  if int_of (big "version") <> 1 then refuse "another version";
  let width = int_of (big "width") in
  if not (List.mem width [ 1; 2; 4 ]) then refuse "the width is not 1, 2 or 4";
  ignore (word "sha256");
  let stretches =
    match field "stretches" with
    | List stretches ->
        List.map
          (fun stretch ->
            match stretch with
            | Object [ ("start", Number start); ("length", Number length) ]
            | Object [ ("length", Number length); ("start", Number start) ] ->
                (int_of (from_digits start), int_of (from_digits length))
            | _ -> refuse "a stretch is damaged")
          stretches
    | _ -> refuse "stretches are needed"
  in
  let bytes = rest_of channel in
  let declared = List.fold_left (fun sum (_, length) -> sum + (length * width)) 0 stretches in
  if List.exists (fun (_, length) -> length = 0 || length > Sys.max_string_length) stretches || declared <> String.length bytes
  then refuse "the values are not as many as is said";
  let place = ref 0 in
  let values (start, length) =
    let from = !place in
    place := from + (length * width);
    let stored = ref [] in
    for n = length - 1 downto 0 do
      let at = from + (n * width) in
      let v = ref 0 in
      for byte = width - 1 downto 0 do
        v := (!v lsl 8) lor Char.code bytes.[at + byte]
      done;
      stored := value !v :: !stored
    done;
    (start, !stored)
  in
  let stretches = List.map values stretches in
  let has name = List.mem_assoc name fields in
  let theorem = word "theorem" in
  let spaced = List.map has [ "mask"; "odd"; "rare"; "window" ] in
  let reason =
    match theorem with
    | "guy-smith" -> Guy_smith
    | "subtraction" -> Subtraction
    | "arithmetic" -> Arithmetic_growth
    | "window" -> Guy_smith
    | _ -> refuse "the theorem is not known"
  in
  if theorem = "window" then begin
    if List.mem false spaced then refuse "mask, odd, rare and window are needed";
    let code = match rules (word "code") with NBreak code -> code | _ -> refuse "this theorem is one for codes" in
    if big "saltus" <> N0 then refuse "the saltus must be 0 here";
    let odd =
      match field "odd" with
      | List [ Number ("0" | "1" as even); Number ("0" | "1" as odd) ] -> (even = "1", odd = "1")
      | _ -> refuse "odd is neither 0 nor 1"
    in
    let rare =
      match field "rare" with
      | List pairs ->
          List.map (function List [ Number h; Number v ] -> (from_digits h, from_digits v) | _ -> refuse "rare is damaged") pairs
      | _ -> refuse "rare is damaged"
    in
    let first, others =
      match stretches with (0, first) :: others -> (first, others) | _ -> refuse "the first stretch does not begin with heap 0"
    in
    Windows
      {
        wcode = code;
        wperiod = big "period";
        wpreperiod = big "preperiod";
        wchecked_to = big "checked_to";
        wmask = big "mask";
        wodd = odd;
        (* Heap 0 is never left. *)
        wrare = List.filter (fun (heap, _) -> heap <> N0) rare;
        wwindow = big "window";
        wfirst = first;
        wstretches = List.map (fun (start, values) -> (natural start, values)) others;
      }
  end
  else
  let () = if List.mem true spaced then refuse "mask, odd, rare and window do not belong to this theorem" in
  let stored = match stretches with [ (0, stored) ] -> stored | _ -> refuse "one stretch from heap 0 on is needed" in
  Period
  {
    game = rules (word "code");
    period = big "period";
    preperiod = big "preperiod";
    saltus = big "saltus";
    by_theorem = reason;
    checked_to = big "checked_to";
    values = stored;
  }

let judge file =
  match
    let channel = open_in_bin file in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> read channel)
  with
  | exception Refused why -> prerr_endline (file ^ ": " ^ why); 2
  | exception Sys_error why -> prerr_endline why; 2
  | judged ->
      let rules, verified, how =
        match judged with
        | Period certificate -> (certificate.game, (fun () -> check certificate), ": verified, by a checker that is proved right")
        | Windows certificate ->
            (NBreak certificate.wcode, (fun () -> check_window certificate), ": verified: what is stored, by a checker that is proved right")
      in
      print_endline (file ^ ": " ^ shown rules);
      let verified = verified () in
      print_endline (file ^ if verified then how else ": not verified");
      if verified then 0 else 1

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] | [ "--help" ] ->
      prerr_endline "usage: grundy-verified FILE...";
      exit 2
  | files -> exit (List.fold_left (fun worst file -> max worst (judge file)) 0 files)
