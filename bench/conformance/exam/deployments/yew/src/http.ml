(* A small HTTP/1.1 server: one thread a connection. *)
type request = {
  meth : string;
  path : string list;
  query : (string * string) list;
  headers : (string * string) list;
  body : string;
}

type response =
  | Json of int * (string * string) list * Util.json
  | Empty of int
  | Stream of string * (string * string) list * ((string -> unit) -> unit)

exception Bad of int

let unhex c =
  match c with
  | '0' .. '9' -> Char.code c - 48
  | 'a' .. 'f' -> Char.code c - 87
  | 'A' .. 'F' -> Char.code c - 55
  | _ -> -1

let decode ?(plus = false) s =
  let b = Buffer.create (String.length s) in
  let n = String.length s in
  let rec go i =
    if i < n then
      if s.[i] = '%' && i + 2 < n && unhex s.[i + 1] >= 0 && unhex s.[i + 2] >= 0 then begin
        Buffer.add_char b (Char.chr ((unhex s.[i + 1] * 16) + unhex s.[i + 2]));
        go (i + 3)
      end
      else begin
        Buffer.add_char b (if plus && s.[i] = '+' then ' ' else s.[i]);
        go (i + 1)
      end
  in
  go 0;
  Buffer.contents b

let parse_query q =
  if q = "" then []
  else
    List.filter_map
      (fun p ->
        if p = "" then None
        else
          match String.index_opt p '=' with
          | None -> Some (decode ~plus:true p, "")
          | Some i ->
            Some
              ( decode ~plus:true (String.sub p 0 i),
                decode ~plus:true (String.sub p (i + 1) (String.length p - i - 1)) ))
      (String.split_on_char '&' q)

let header r k = List.assoc_opt k r.headers

let line ic =
  let l = input_line ic in
  let n = String.length l in
  if n > 65536 then raise (Bad 431);
  if n > 0 && l.[n - 1] = '\r' then String.sub l 0 (n - 1) else l

let max_body = 4 * 1024 * 1024

let send fd s =
  let n = String.length s in
  let rec go i = if i < n then go (i + Unix.write_substring fd s i (n - i)) in
  go 0

let read_chunked ic =
  let b = Buffer.create 1024 in
  let rec go () =
    let l = line ic in
    let l = match String.index_opt l ';' with Some i -> String.sub l 0 i | None -> l in
    let n = match int_of_string_opt ("0x" ^ String.trim l) with Some n when n >= 0 -> n | _ -> raise (Bad 400) in
    if n = 0 then while line ic <> "" do () done
    else begin
      if Buffer.length b + n > max_body then raise (Bad 413);
      Buffer.add_string b (really_input_string ic n);
      ignore (line ic);
      go ()
    end
  in
  go ();
  Buffer.contents b

let read_request fd ic =
  let rec first () = match line ic with "" -> first () | l -> l in
  let l = first () in
  match String.split_on_char ' ' l with
  | [ meth; target; version ] when Util.starts "HTTP/1." version ->
    let rec heads acc =
      match line ic with
      | "" -> List.rev acc
      | h -> (
        match String.index_opt h ':' with
        | None -> raise (Bad 400)
        | Some i ->
          heads
            ((String.lowercase_ascii (String.sub h 0 i), String.trim (String.sub h (i + 1) (String.length h - i - 1)))
            :: acc))
    in
    let headers = heads [] in
    let hd k = List.assoc_opt k headers in
    (match hd "expect" with
     | Some e when String.lowercase_ascii e = "100-continue" -> send fd "HTTP/1.1 100 Continue\r\n\r\n"
     | _ -> ());
    let body =
      match (hd "transfer-encoding", hd "content-length") with
      | Some t, _ when String.lowercase_ascii t = "chunked" -> read_chunked ic
      | Some _, _ -> raise (Bad 501)
      | None, Some n -> (
        match Util.int_text n with
        | Some n when n >= 0 -> if n > max_body then raise (Bad 413) else really_input_string ic n
        | _ -> raise (Bad 400))
      | None, None -> ""
    in
    let p, q =
      match String.index_opt target '?' with
      | None -> (target, "")
      | Some i -> (String.sub target 0 i, String.sub target (i + 1) (String.length target - i - 1))
    in
    let path = match String.split_on_char '/' p with "" :: rest -> rest | x -> x in
    let keep =
      match hd "connection" with
      | Some c -> (match String.lowercase_ascii c with "close" -> false | "keep-alive" -> true | _ -> version = "HTTP/1.1")
      | None -> version = "HTTP/1.1"
    in
    ({ meth; path = List.map decode path; query = parse_query q; headers; body }, version = "HTTP/1.1", keep)
  | _ -> raise (Bad 400)

let reason = function
  | 200 -> "OK" | 201 -> "Created" | 204 -> "No Content" | 400 -> "Bad Request" | 401 -> "Unauthorized"
  | 402 -> "Payment Required" | 403 -> "Forbidden" | 404 -> "Not Found" | 405 -> "Method Not Allowed"
  | 409 -> "Conflict" | 413 -> "Content Too Large" | 422 -> "Unprocessable Content"
  | 431 -> "Request Header Fields Too Large" | 500 -> "Internal Server Error" | 503 -> "Service Unavailable"
  | _ -> "Status"

let head code hs keep =
  let b = Buffer.create 256 in
  Buffer.add_string b (Printf.sprintf "HTTP/1.1 %d %s\r\n" code (reason code));
  List.iter (fun (k, v) -> Buffer.add_string b (k ^ ": " ^ v ^ "\r\n")) hs;
  if not keep then Buffer.add_string b "connection: close\r\n";
  Buffer.add_string b "\r\n";
  Buffer.contents b

let json_answer fd keep code hs body =
  send fd
    (head code
       ((("content-type", "application/json") :: hs) @ [ ("content-length", string_of_int (String.length body)) ])
       keep
    ^ body)

let respond fd http11 keep = function
  | Json (code, hs, j) -> json_answer fd keep code hs (Util.render j); keep
  | Empty code -> send fd (head code [] keep); keep
  | Stream (ctype, hs, produce) ->
    let keep = keep && http11 in
    let dead = ref false in
    let out s = if not !dead then try send fd s with Unix.Unix_error _ -> dead := true in
    let framing = if http11 then [ ("transfer-encoding", "chunked") ] else [] in
    out (head 200 ((("content-type", ctype) :: ("cache-control", "no-store") :: hs) @ framing) keep);
    let chunk s =
      if !dead && Util.f "w-slow-answer-lost" then raise Exit;
      if s <> "" then if http11 then out (Printf.sprintf "%x\r\n%s\r\n" (String.length s) s) else out s
    in
    produce chunk;
    if http11 then out "0\r\n\r\n";
    keep && not !dead

let serve handler fd =
  let ic = Unix.in_channel_of_descr fd in
  (try
     Unix.setsockopt fd Unix.TCP_NODELAY true;
     Unix.setsockopt_float fd Unix.SO_RCVTIMEO 120.;
     let rec loop () =
       match read_request fd ic with
       | req, http11, keep -> if respond fd http11 keep (handler req) then loop ()
       | exception Bad code ->
         json_answer fd false code [] {|{"error":"bad_request","reason":"the request could not be read"}|}
     in
     loop ()
   with _ -> ());
  try close_in ic with _ -> ( try Unix.close fd with _ -> ())

let listen port handler =
  let s = Unix.socket Unix.PF_INET Unix.SOCK_STREAM 0 in
  Unix.setsockopt s Unix.SO_REUSEADDR true;
  Unix.set_close_on_exec s;
  Unix.bind s (Unix.ADDR_INET (Unix.inet_addr_loopback, port));
  Unix.listen s 512;
  print_endline "ready";
  while true do
    match Unix.accept ~cloexec:true s with
    | fd, _ -> (
      try ignore (Thread.create (serve handler) fd) with _ -> ( try Unix.close fd with _ -> ()))
    | exception Unix.Unix_error (Unix.EINTR, _, _) -> ()
    | exception Unix.Unix_error _ -> Thread.delay 0.02
  done
