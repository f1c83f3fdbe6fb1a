(* Small helpers: faults, errors, JSON fields, time, identifiers. *)
type json = Yojson.Safe.t

exception Err of int * json

let fault = try Sys.getenv "FAULT" with Not_found -> ""
let f name = String.equal fault name

module SM = Map.Make (String)
module IM = Map.Make (Int)
module SS = Set.Make (String)

let fail code error reason =
  raise (Err (code, `Assoc [ ("error", `String error); ("reason", `String reason) ]))

let invalid where reason =
  raise
    (Err
       ( 422,
         `Assoc
           [ ("error", `String "invalid"); ("reason", `String (where ^ " " ^ reason));
             ("fields", `List [ `Assoc [ ("where", `String where); ("reason", `String reason) ] ]) ] ))

let not_found what = fail 404 "not_found" ("no such " ^ what)
let forbidden reason = fail 403 "forbidden" reason
let bad reason = fail 400 "bad_request" reason

(* ---- time ---- *)
let now_ms () = int_of_float (Unix.gettimeofday () *. 1000.)
let clock = ref 0
let clock_lock = Mutex.create ()

(* strictly rising, so that a time can serve as a cursor *)
let fresh_ms () =
  Mutex.lock clock_lock;
  let n = max (now_ms ()) (!clock + 1) in
  clock := n;
  Mutex.unlock clock_lock;
  n

let iso ms =
  let t = Unix.gmtime (float_of_int (ms / 1000)) in
  Printf.sprintf "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" (t.tm_year + 1900) (t.tm_mon + 1) t.tm_mday
    t.tm_hour t.tm_min t.tm_sec (ms mod 1000)

let day_of ms =
  let t = Unix.gmtime (float_of_int (ms / 1000)) in
  Printf.sprintf "%04d-%02d-%02d" (t.tm_year + 1900) (t.tm_mon + 1) t.tm_mday

let days_from_civil y m d =
  let y = if m <= 2 then y - 1 else y in
  let era = (if y >= 0 then y else y - 399) / 400 in
  let yoe = y - (era * 400) in
  let doy = ((153 * (m + if m > 2 then -3 else 9)) + 2) / 5 + d - 1 in
  let doe = (yoe * 365) + (yoe / 4) - (yoe / 100) + doy in
  (era * 146097) + doe - 719468

let digits s = s <> "" && String.for_all (fun c -> c >= '0' && c <= '9') s

let parse_iso s : int option =
  let n = String.length s in
  let num i l =
    if i + l <= n && digits (String.sub s i l) then int_of_string (String.sub s i l) else raise Exit
  in
  let ch i c = if not (i < n && s.[i] = c) then raise Exit in
  try
    let y = num 0 4 in
    ch 4 '-';
    let mo = num 5 2 in
    ch 7 '-';
    let d = num 8 2 in
    if mo < 1 || mo > 12 || d < 1 || d > 31 then raise Exit;
    let base = days_from_civil y mo d * 86400000 in
    if n = 10 then Some base
    else begin
      if not (s.[10] = 'T' || s.[10] = 't' || s.[10] = ' ') then raise Exit;
      let h = num 11 2 in
      ch 13 ':';
      let mi = num 14 2 in
      if h > 23 || mi > 59 then raise Exit;
      let i = ref 16 and sec = ref 0 and ms = ref 0 in
      if !i < n && s.[!i] = ':' then begin
        sec := num 17 2;
        if !sec > 60 then raise Exit;
        i := 19;
        if !i < n && s.[!i] = '.' then begin
          let j = ref (!i + 1) in
          while !j < n && s.[!j] >= '0' && s.[!j] <= '9' do incr j done;
          let frac = String.sub s (!i + 1) (!j - !i - 1) in
          if frac = "" then raise Exit;
          let frac = String.sub (frac ^ "000") 0 3 in
          ms := int_of_string frac;
          i := !j
        end
      end;
      let off =
        if !i = n then 0
        else
          match s.[!i] with
          | 'Z' | 'z' when !i + 1 = n -> 0
          | ('+' | '-' | ' ') as c ->
            let oh = num (!i + 1) 2 in
            let k = if !i + 3 < n && s.[!i + 3] = ':' then !i + 4 else !i + 3 in
            let om = num k 2 in
            if k + 2 <> n then raise Exit;
            let o = (oh * 60) + om in
            if c = '-' then -o else o
          | _ -> raise Exit
      in
      Some (base + (h * 3600000) + (mi * 60000) + (!sec * 1000) + !ms - (off * 60000))
    end
  with Exit -> None

(* ---- identifiers ---- *)
let rng = Random.State.make_self_init ()
let rng_lock = Mutex.create ()

let hex_random n =
  Mutex.lock rng_lock;
  let s = String.init n (fun _ -> "0123456789abcdef".[Random.State.int rng 16]) in
  Mutex.unlock rng_lock;
  s

let uuid () =
  let h = hex_random 32 in
  Printf.sprintf "%s-%s-4%s-%c%s-%s" (String.sub h 0 8) (String.sub h 8 4) (String.sub h 13 3)
    "89ab".[Char.code h.[16] land 3]
    (String.sub h 17 3) (String.sub h 20 12)

let is_uuid s =
  String.length s = 36
  && (let ok = ref true in
      String.iteri
        (fun i c ->
          let dash = i = 8 || i = 13 || i = 18 || i = 23 in
          let hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') in
          if (dash && c <> '-') || ((not dash) && not hex) then ok := false)
        s;
      !ok)

let uuid_param where s = if is_uuid s then String.lowercase_ascii s else invalid where "is not a uuid"

let int_text s =
  let t = if s <> "" && s.[0] = '-' then String.sub s 1 (String.length s - 1) else s in
  if digits t && String.length t <= 17 then Some (int_of_string s) else None

let int_param where s =
  match int_text s with Some n -> n | None -> invalid where "is not an integer"

let counter = ref 0
let next_no () =
  Mutex.lock clock_lock;
  incr counter;
  let n = !counter in
  Mutex.unlock clock_lock;
  n
let tag letter = letter ^ string_of_int (next_no ())

(* ---- text ---- *)
let utf8_ok s =
  let n = String.length s in
  let rec go i =
    if i >= n then true
    else
      let c = Char.code s.[i] in
      let cont k = i + k < n && Char.code s.[i + k] land 0xC0 = 0x80 in
      if c < 0x80 then go (i + 1)
      else if c < 0xC2 then false
      else if c < 0xE0 then cont 1 && go (i + 2)
      else if c < 0xF0 then cont 1 && cont 2 && go (i + 3)
      else if c < 0xF5 then cont 1 && cont 2 && cont 3 && go (i + 4)
      else false
  in
  go 0

let contains s sub =
  let n = String.length s and m = String.length sub in
  let rec go i = i + m <= n && (String.sub s i m = sub || go (i + 1)) in
  m = 0 || go 0

let starts p s = String.length s >= String.length p && String.sub s 0 (String.length p) = p

(* ---- JSON ---- *)
(* Yojson takes more than JSON (comments, bare names, NaN): this takes the grammar and no more *)
let json_ok s =
  let n = String.length s in
  let peek i = if i < n then s.[i] else '\000' in
  let rec ws i = match peek i with (' ' | '\t' | '\n' | '\r') when i < n -> ws (i + 1) | _ -> i in
  let hex4 i =
    if i + 4 > n then raise Exit;
    match int_of_string_opt ("0x" ^ String.sub s i 4) with Some v when not (String.contains (String.sub s i 4) '_') -> v | _ -> raise Exit in
  let rec chars i =
    if i >= n then raise Exit
    else match s.[i] with
      | '"' -> i + 1
      | '\\' -> (
        match peek (i + 1) with
        | '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' -> chars (i + 2)
        | 'u' ->
          let v = hex4 (i + 2) in
          if v >= 0xD800 && v < 0xDC00 then begin
            if not (peek (i + 6) = '\\' && peek (i + 7) = 'u') then raise Exit;
            let w = hex4 (i + 8) in
            if w < 0xDC00 || w > 0xDFFF then raise Exit;
            chars (i + 12)
          end
          else if v >= 0xDC00 && v <= 0xDFFF then raise Exit
          else chars (i + 6)
        | _ -> raise Exit)
      | c when c < ' ' -> raise Exit
      | _ -> chars (i + 1) in
  let digit c = c >= '0' && c <= '9' in
  let rec run i = if digit (peek i) then run (i + 1) else i in
  let some i = if digit (peek i) then run i else raise Exit in
  let number i =
    let i = if peek i = '-' then i + 1 else i in
    let i = if peek i = '0' then i + 1 else some i in
    let i = if peek i = '.' then some (i + 1) else i in
    match peek i with
    | 'e' | 'E' -> some (match peek (i + 1) with '+' | '-' -> i + 2 | _ -> i + 1)
    | _ -> i in
  let word w i = let l = String.length w in if i + l <= n && String.sub s i l = w then i + l else raise Exit in
  let rec value d i =
    if d > 200 then raise Exit;
    let i = ws i in
    match peek i with
    | '{' -> let j = ws (i + 1) in if peek j = '}' then j + 1 else members d j
    | '[' -> let j = ws (i + 1) in if peek j = ']' then j + 1 else items d j
    | '"' -> chars (i + 1)
    | 't' -> word "true" i
    | 'f' -> word "false" i
    | 'n' -> word "null" i
    | _ -> number i
  and members d i =
    let i = ws i in
    if peek i <> '"' then raise Exit;
    let i = ws (chars (i + 1)) in
    if peek i <> ':' then raise Exit;
    let i = ws (value (d + 1) (i + 1)) in
    match peek i with ',' -> members d (i + 1) | '}' -> i + 1 | _ -> raise Exit
  and items d i =
    let i = ws (value (d + 1) i) in
    match peek i with ',' -> items d (i + 1) | ']' -> i + 1 | _ -> raise Exit in
  try ws (value 0 0) = n with Exit -> false

let rec clean (j : json) : json =
  match j with
  | `Assoc l ->
    let l = List.map (fun (k, v) -> (k, clean v)) l in
    (* of two members with one name the last counts *)
    let rec dedup = function
      | [] -> []
      | (k, _) :: rest when List.mem_assoc k rest -> dedup rest
      | x :: rest -> x :: dedup rest
    in
    `Assoc (dedup l)
  | `List l -> `List (List.map clean l)
  | `Float x when Float.abs x = infinity -> invalid "body" "is not JSON"
  | `Tuple _ | `Variant _ -> invalid "body" "is not JSON"
  | x -> x

let parse s : json =
  if not (utf8_ok s && json_ok s) then invalid "body" "is not JSON";
  match Yojson.Safe.from_string s with
  | j -> clean j
  | exception Err (c, j) -> raise (Err (c, j))
  | exception _ -> invalid "body" "is not JSON"

let render (j : json) = Yojson.Safe.to_string ~std:true j
let opt k g = function None -> [] | Some v -> [ (k, g v) ]
let str s : json = `String s
let int n : json = `Int n
let time ms : json = `String (iso ms)
let money m : json = `Float (float_of_int m /. 10000.)

type fields = (string * json) list

let get (b : fields) k = match List.assoc_opt k b with Some `Null -> None | x -> x

let get_str b k =
  match get b k with
  | None -> None
  | Some (`String s) -> Some s
  | Some _ -> invalid ("body." ^ k) "is not a string"

let need_str b k = match get_str b k with Some s -> s | None -> invalid ("body." ^ k) "is missing"

let get_int b k =
  match get b k with
  | None -> None
  | Some (`Int n) -> Some n
  | Some _ -> invalid ("body." ^ k) "is not an integer"

let get_bool b k =
  match get b k with
  | None -> None
  | Some (`Bool x) -> Some x
  | Some _ -> invalid ("body." ^ k) "is not a boolean"

let get_money b k =
  let conv x =
    if x < 0. || x > 1e9 then invalid ("body." ^ k) "is out of range"
    else int_of_float (Float.round (x *. 10000.))
  in
  match get b k with
  | None -> None
  | Some (`Int n) -> Some (conv (float_of_int n))
  | Some (`Float x) -> Some (conv x)
  | Some _ -> invalid ("body." ^ k) "is not a number"

let get_strs b k =
  match get b k with
  | None -> None
  | Some (`List l) ->
    Some (List.map (function `String s -> s | _ -> invalid ("body." ^ k) "holds what is not a string") l)
  | Some _ -> invalid ("body." ^ k) "is not a list"

(* what a partial update says of a field: left out = stays, null = goes *)
let patched b k reader old = if List.mem_assoc k b then reader b k else old

let rec take n = function [] -> [] | _ when n <= 0 -> [] | x :: r -> x :: take (n - 1) r
let listed l : json = `Assoc [ ("list", `List l) ]

let hmac key data =
  let h = Cryptokit.hash_string (Cryptokit.MAC.hmac_sha256 key) data in
  Cryptokit.transform_string (Cryptokit.Hexa.encode ()) h

let b64url s =
  let t = Cryptokit.transform_string (Cryptokit.Base64.encode_compact ()) s in
  String.map (function '+' -> '-' | '/' -> '_' | c -> c) t

let unb64url s =
  let t = String.map (function '-' -> '+' | '_' -> '/' | c -> c) s in
  let pad = match String.length t mod 4 with 2 -> "==" | 3 -> "=" | _ -> "" in
  Cryptokit.transform_string (Cryptokit.Base64.decode ()) (t ^ pad)

let same_text a b =
  String.length a = String.length b
  && (let d = ref 0 in
      String.iteri (fun i c -> d := !d lor (Char.code c lxor Char.code b.[i])) a;
      !d = 0)
