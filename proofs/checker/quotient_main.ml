(* Checks certificates of misère quotients (docs/guide/en/certificates.md) by the procedure that theories/QuotientCheck.v
   proves right.

   This file reads the certificate and the rules; what it hands over is judged by [Quotient_check.check], which was
   extracted. Exit codes are those of grundy-check: 0 verified, 1 refuted, 2 nothing to judge. *)

open Quotient_check

exception Refusal of string

let refuse format = Printf.ksprintf (fun text -> raise (Refusal text)) format

(* ---- SHA-256 ---- *)

let sha256 text =
  let mask = 0xffffffff in
  let rotated x n = ((x lsr n) lor (x lsl (32 - n))) land mask in
  let is_prime n =
    let rec go d = d * d > n || (n mod d <> 0 && go (d + 1)) in
    go 2
  in
  let primes =
    let rec go n count = if count = 0 then [] else if is_prime n then n :: go (n + 1) (count - 1) else go (n + 1) count in
    Array.of_list (go 2 64)
  in
  (* The first 32 bits behind the point of a root, exactly: x with x^k <= p 2^(32k) < (x + 1)^k, taken modulo 2^32. *)
  let product a b =
    (* Digits of 16 bits, the least first. *)
    let r = Array.make (Array.length a + Array.length b) 0 in
    Array.iteri (fun i x ->
      let carry = ref 0 in
      Array.iteri (fun j y ->
        let s = r.(i + j) + (x * y) + !carry in
        r.(i + j) <- s land 0xffff;
        carry := s lsr 16) b;
      r.(i + Array.length b) <- r.(i + Array.length b) + !carry) a;
    r
  in
  let digits n = Array.init 4 (fun i -> (n lsr (16 * i)) land 0xffff) in
  let at_most a b =
    let n = max (Array.length a) (Array.length b) in
    let digit x i = if i < Array.length x then x.(i) else 0 in
    let rec go i = i < 0 || digit a i < digit b i || (digit a i = digit b i && go (i - 1)) in
    go (n - 1)
  in
  let root k p =
    let shifted = Array.append (Array.make (2 * k) 0) (digits p) in
    let power x = if k = 2 then product (digits x) (digits x) else product (product (digits x) (digits x)) (digits x) in
    let rec go low high =
      if high - low = 1 then low
      else
        let middle = (low + high) / 2 in
        if at_most (power middle) shifted then go middle high else go low middle
    in
    go 0 (1 lsl 38) land mask
  in
  let k = Array.map (root 3) primes in
  let h = Array.init 8 (fun i -> root 2 primes.(i)) in
  let length = String.length text in
  let blocks = (length + 8) / 64 + 1 in
  let padded = Bytes.make (64 * blocks) '\000' in
  Bytes.blit_string text 0 padded 0 length;
  Bytes.set padded length '\x80';
  Bytes.set_int64_be padded ((64 * blocks) - 8) (Int64.of_int (8 * length));
  let w = Array.make 64 0 in
  for block = 0 to blocks - 1 do
    for i = 0 to 15 do
      w.(i) <- Int32.to_int (Bytes.get_int32_be padded ((64 * block) + (4 * i))) land mask
    done;
    for i = 16 to 63 do
      let x = w.(i - 15) and y = w.(i - 2) in
      let s0 = rotated x 7 lxor rotated x 18 lxor (x lsr 3) and s1 = rotated y 17 lxor rotated y 19 lxor (y lsr 10) in
      w.(i) <- (w.(i - 16) + s0 + w.(i - 7) + s1) land mask
    done;
    let v = Array.copy h in
    for i = 0 to 63 do
      let e = v.(4) and a = v.(0) in
      let s1 = rotated e 6 lxor rotated e 11 lxor rotated e 25 and choice = (e land v.(5)) lxor (lnot e land mask land v.(6)) in
      let t1 = (v.(7) + s1 + choice + k.(i) + w.(i)) land mask in
      let s0 = rotated a 2 lxor rotated a 13 lxor rotated a 22 in
      let t2 = (s0 + ((a land v.(1)) lxor (a land v.(2)) lxor (v.(1) land v.(2)))) land mask in
      Array.blit v 0 v 1 7;
      v.(4) <- (v.(4) + t1) land mask;
      v.(0) <- (t1 + t2) land mask
    done;
    Array.iteri (fun i x -> h.(i) <- (h.(i) + x) land mask) v
  done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") h))

(* ---- JSON, as far as a certificate has it ---- *)

type json = Null | Number of int | Text of string | List of json list | Object of (string * json) list

let json text =
  let length = String.length text in
  let at = ref 0 in
  let wrong () = refuse "the line of claims is not understood at byte %d" !at in
  let peek () = if !at < length then text.[!at] else '\000' in
  let rec blank () = match peek () with ' ' | '\t' | '\r' -> incr at; blank () | _ -> () in
  let expect c = if peek () = c && !at < length then incr at else wrong () in
  let string () =
    expect '"';
    let out = Buffer.create 16 in
    let hex () =
      if !at + 4 > length then wrong ();
      let digits = String.sub text !at 4 in
      at := !at + 4;
      if not (String.for_all (function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false) digits) then wrong ();
      int_of_string ("0x" ^ digits)
    in
    let rec go () =
      match peek () with
      | '"' -> incr at
      | '\\' ->
          incr at;
          let c = peek () in
          incr at;
          (match c with
          | '"' | '\\' | '/' -> Buffer.add_char out c
          | 'b' -> Buffer.add_char out '\b'
          | 'f' -> Buffer.add_char out '\012'
          | 'n' -> Buffer.add_char out '\n'
          | 'r' -> Buffer.add_char out '\r'
          | 't' -> Buffer.add_char out '\t'
          | 'u' ->
              let u = hex () in
              let u =
                if u >= 0xd800 && u < 0xdc00 then begin
                  expect '\\'; expect 'u';
                  let v = hex () in
                  if v < 0xdc00 || v >= 0xe000 then wrong ();
                  0x10000 + ((u - 0xd800) lsl 10) + (v - 0xdc00)
                end else u
              in
              if not (Uchar.is_valid u) then wrong ();
              Buffer.add_utf_8_uchar out (Uchar.of_int u)
          | _ -> wrong ());
          go ()
      | c -> if !at >= length || Char.code c < 0x20 then wrong () else (Buffer.add_char out c; incr at; go ())
    in
    go ();
    Buffer.contents out
  in
  let number () =
    let start = !at in
    while match peek () with '0' .. '9' -> true | _ -> false do incr at done;
    let digits = String.sub text start (!at - start) in
    if digits = "" || (String.length digits > 1 && digits.[0] = '0') then wrong ();
    (match peek () with '.' | 'e' | 'E' -> wrong () | _ -> ());
    match int_of_string_opt digits with Some n -> n | None -> wrong ()
  in
  let rec value () =
    blank ();
    let read =
      match peek () with
      | '{' -> incr at; Object (members [])
      | '[' -> incr at; List (items [])
      | '"' -> Text (string ())
      | 'n' ->
          if !at + 4 <= length && String.sub text !at 4 = "null" then (at := !at + 4; Null) else wrong ()
      | _ -> Number (number ())
    in
    blank ();
    read
  and items before =
    blank ();
    if before = [] && peek () = ']' then (incr at; [])
    else
      let one = value () in
      match peek () with
      | ',' -> incr at; items (one :: before)
      | _ -> expect ']'; List.rev (one :: before)
  and members before =
    blank ();
    if before = [] && peek () = '}' then (incr at; [])
    else begin
      let key = string () in
      blank (); expect ':';
      let one = value () in
      if List.mem_assoc key before then wrong ();
      match peek () with
      | ',' -> incr at; members ((key, one) :: before)
      | _ -> expect '}'; List.rev ((key, one) :: before)
    end
  in
  let read = value () in
  if !at < length then wrong ();
  read

(* ---- Numbers of Coq ---- *)

let nat_of n = let rec go n made = if n = 0 then made else go (n - 1) (S made) in go n O
let rec positive_of n = if n = 1 then XH else if n land 1 = 1 then XI (positive_of (n lsr 1)) else XO (positive_of (n lsr 1))
let n_of n = if n = 0 then N0 else Npos (positive_of n)

(* ---- The rules of a game, by their code ---- *)

(* Greater numbers are not written in units. *)
let most_number = 1_000_000

let rules_of code =
  let wrong () = refuse "the rules %s are not understood" (String.escaped code) in
  let number word =
    if word = "" || not (String.for_all (function '0' .. '9' -> true | _ -> false) word) then wrong ();
    match int_of_string_opt word with
    | None -> wrong ()
    | Some n -> if n > most_number then refuse "the number %s is too large for this checker" word else n
  in
  let number_of_digits word = (* 010 is ten *)
    let rec strip i = if i + 1 < String.length word && word.[i] = '0' then strip (i + 1) else i in
    if word = "" then wrong () else let i = strip 0 in number (String.sub word i (String.length word - i))
  in
  let pair (a, b) = (nat_of a, nat_of b) in
  let ranges set least most =
    let words = String.split_on_char ',' set in
    if List.length words > 4096 then wrong ();
    let range word =
      let low, high =
        match String.index_opt word '-' with
        | None -> (word, word)
        | Some i -> (String.sub word 0 i, String.sub word (i + 1) (String.length word - i - 1))
      in
      let low = number_of_digits low and high = number_of_digits high in
      if low < least || high < low || high > most then wrong ();
      (low, high)
    in
    List.map pair (List.map range words)
  in
  let take set all_but =
    let divided =
      if all_but then None
      else
        let rec find i =
          if i + 3 > String.length set then None else if String.sub set i 3 = "mod" then Some i else find (i + 1)
        in
        find 0
    in
    match divided with
    | Some i ->
        let divisor = number_of_digits (String.sub set (i + 3) (String.length set - i - 3)) in
        if divisor = 0 then wrong ();
        Remainders (nat_of divisor, ranges (String.sub set 0 i) 0 (divisor - 1))
    | None ->
        let set = if set = "" && all_but then [] else ranges set 1 max_int in
        if all_but then All_but set else Take set
  in
  let digits code restricted =
    let length = String.length code in
    let rec read i pointed made =
      if List.length made > 4097 then wrong ();
      if i >= length then (pointed, List.rev made)
      else
        match code.[i] with
        | '.' when List.length made = 1 && not pointed -> read (i + 1) true made
        | '[' -> (
            match String.index_from_opt code i ']' with
            | None -> wrong ()
            | Some j ->
                let digit = number_of_digits (String.sub code (i + 1) (j - i - 1)) in
                if digit > 255 then wrong ();
                read (j + 1) pointed (digit :: made))
        | '0' .. '9' as c -> read (i + 1) pointed ((Char.code c - 48) :: made)
        | 'a' .. 'f' as c -> read (i + 1) pointed ((Char.code c - 87) :: made)
        | 'A' .. 'F' as c -> read (i + 1) pointed ((Char.code c - 55) :: made)
        | _ -> wrong ()
    in
    let pointed, digits = read 0 false [] in
    (match digits with d :: _ when pointed && d land 3 = 0 -> () | _ -> wrong ());
    let rec trimmed = function 0 :: rest -> trimmed rest | digits -> List.rev digits in
    let digits = trimmed (List.rev digits) in
    let unequal = ref false and least = ref None in
    let words = match restricted with None -> [] | Some words -> String.split_on_char ',' words in
    List.iter
      (fun word ->
        if String.length word >= 5 && String.sub word 0 5 = "least" && !least = None then
          least := Some (number_of_digits (String.sub word 5 (String.length word - 5)))
        else if word = "unequal" && not !unequal then unequal := true
        else wrong ())
      words;
    if !unequal && List.exists (fun digit -> digit > 7) digits then wrong ();
    let splits = List.exists (fun digit -> digit > 3) digits in
    Break
      {
        digits = List.map nat_of digits;
        unequal = !unequal && splits;
        least = (match !least with Some least when splits -> nat_of least | _ -> O);
      }
  in
  match code with
  | "kayles" -> digits "0.77" None
  | "dawsons-kayles" -> digits "0.07" None
  | "dawsons-chess" -> digits "0.137" None
  | "treblecross" -> digits "0.007" None
  | "officers" -> digits "0.6" None
  | "guiles" -> digits "0.15" None
  | "grundy" -> digits "4." (Some "unequal")
  | "couples" -> digits "4." (Some "least3")
  | _ -> (
      match String.index_opt code ':' with
      | None -> digits code None
      | Some i -> (
          let rest = String.sub code (i + 1) (String.length code - i - 1) in
          match String.sub code 0 i with
          | "take" when rest <> "" && rest.[0] = '!' -> take (String.sub rest 1 (String.length rest - 1)) true
          | "take" -> take rest false
          | "allbut" -> take rest true
          | code -> digits code (Some rest)))

(* ---- The certificate ---- *)

let first_line = "grundy quotient 1\n"
let longest = 1 lsl 24
let most_elements = 1 lsl 13

let contents path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

let certificate text =
  let start = String.length first_line in
  if String.length text < start || String.sub text 0 start <> first_line then refuse "this is no certificate of a quotient";
  let rest = String.sub text start (String.length text - start) in
  if String.length rest > longest then refuse "the certificate is longer than %d bytes" longest;
  let line =
    match String.split_on_char '\n' rest with
    | [ line; sealed; "" ] ->
        if sealed <> "sha256 " ^ sha256 line then refuse "the certificate was altered";
        line
    | [] | [ _ ] | [ _; _ ] -> refuse "the certificate is cut short"
    | _ -> refuse "something follows the certificate"
  in
  let members = match json line with Object members -> members | _ -> refuse "the line of claims is no object" in
  let known =
    [ "version"; "code"; "letters"; "names"; "heaps"; "order"; "p"; "generators"; "actions"; "phi"; "preperiod"; "period" ]
  in
  List.iter (fun (key, _) -> if not (List.mem key known) then refuse "the field %s is not known" key) members;
  let optional key = match List.assoc_opt key members with None | Some Null -> None | Some one -> Some one in
  let needed key = match List.assoc_opt key members with None -> refuse "the field %s is missing" key | Some one -> one in
  let number = function Number n -> n | _ -> refuse "a number is missing" in
  let small one = let n = number one in if n > 0xffffffff then refuse "a number is too large" else n in
  let list of_one = function List l -> List.map of_one l | _ -> refuse "a list is missing" in
  let text = function Text text -> text | _ -> refuse "a text is missing" in
  if small (needed "version") <> 1 then refuse "the version of the format is another";
  let heaps = number (needed "heaps") and order = number (needed "order") in
  let in_p = list small (needed "p") and generators = list small (needed "generators") in
  let actions = list (list small) (needed "actions") and phi = list small (needed "phi") in
  let code = Option.map text (optional "code") in
  let letters = Option.map (list (list (list small))) (optional "letters") in
  let names = Option.map (list text) (optional "names") in
  let repetition =
    match (Option.map number (optional "preperiod"), Option.map number (optional "period")) with
    | None, None -> None
    | Some preperiod, Some period -> Some (preperiod, period)
    | _ -> refuse "pre-period and period belong together"
  in
  (* What is no certificate at all is not judged; the rest is seen to again by the procedure that was proved. *)
  let rec rises limit = function
    | x :: (y :: _ as rest) -> x < y && rises limit rest
    | [ x ] -> x < limit
    | [] -> true
  in
  let unless holds what = if not holds then refuse "%s" what in
  unless ((code = None) <> (letters = None)) "either code or letters is needed";
  unless (order <= most_elements) "there are too many elements";
  unless (List.length phi = heaps) "there are not as many values as heaps";
  Option.iter
    (fun letters ->
      unless (List.length letters = heaps) "there are not as many letters as heaps";
      List.iteri
        (fun letter options ->
          unless (List.for_all (List.for_all (fun part -> part < letter)) options) "an option is not made of earlier letters")
        letters)
    letters;
  Option.iter
    (fun names -> unless (letters <> None && List.length names = heaps) "there are not as many names as letters")
    names;
  unless (List.length actions = List.length generators) "there are not as many actions as generators";
  unless (rises heaps generators) "the generators are not letters in order";
  unless (order > 0 && rises order in_p) "P is not a set of elements in order";
  unless (List.for_all (fun x -> x < order) phi) "a value is no element";
  unless
    (List.for_all (fun action -> List.length action = order && List.for_all (fun x -> x < order) action) actions)
    "an action is no map of the elements";
  Option.iter
    (fun (preperiod, period) ->
      unless (code <> None) "letters without rules of heaps do not go on";
      unless (preperiod > 0 && period > 0) "the pre-period or the period is 0";
      unless (preperiod <= heaps && period <= heaps - preperiod) "a period ends behind the heaps")
    repetition;
  let subject =
    match (code, letters) with
    | Some code, _ -> Of_heaps (rules_of code)
    | None, letters -> Of_letters (List.map (List.map (List.map nat_of)) (Option.value letters ~default:[]))
  in
  let name = match code with Some code -> String.escaped code | None -> Printf.sprintf "%d letters" heaps in
  let scope =
    match (code, repetition) with
    | _, Some (preperiod, period) -> Printf.sprintf "; period %d, pre-period %d" period preperiod
    | Some _, None -> Printf.sprintf "; heaps below %d" heaps
    | None, None -> ""
  in
  let claim = Printf.sprintf "%s: misère quotient of %d elements, %d of them in P%s" name order (List.length in_p) scope in
  claim, {
    subject_of = subject;
    heaps = n_of heaps;
    order = n_of order;
    in_P = List.map n_of in_p;
    generators = List.map n_of generators;
    actions = List.map (List.map n_of) actions;
    values = List.map n_of phi;
    repetition = Option.map (fun (preperiod, period) -> (nat_of preperiod, nat_of period)) repetition;
  }

let () =
  let path = match Sys.argv with [| _; path |] -> path | _ -> prerr_endline "usage: grundy-verified FILE..."; exit 2 in
  let tell line = print_endline (path ^ ": " ^ line) and fail why = prerr_endline (path ^ ": " ^ why); exit 2 in
  match
    let claim, read = certificate (contents path) in
    tell claim;
    check read
  with
  | true -> tell "verified, by a checker that is proved right"
  | false -> tell "not verified"; exit 1
  | exception Refusal why -> fail why
  | exception Sys_error why -> prerr_endline why; exit 2
  | exception Stack_overflow -> fail "the certificate is too long for this checker"
