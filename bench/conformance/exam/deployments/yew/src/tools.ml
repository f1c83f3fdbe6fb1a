(* Tools, tool sets, tool runs, NOTIFIER tools, installed tools. *)
open Util
open State
open Agents

type param = { p : string; ty : string; req : bool }
type tool = { name : string; set : string; ttl : string; desc : string; params : param list }

let q ?(req = false) p ty = { p; ty; req }
let r p ty = q ~req:true p ty
let t set name ttl desc params = { name; set; ttl; desc; params }

let catalog =
  [ t "sea" "read_tide_table" "Tide table" "Read the tide table of a port" [ r "port" "string" ];
    t "sea" "moon_phase" "Moon phase" "Tell the phase of the moon at a date" [ r "date" "string" ];
    t "text" "word_count" "Word count" "Count the words of a text" [ r "text" "string" ];
    t "text" "reverse_words" "Reverse words" "Turn the order of the words of a text" [ r "text" "string" ];
    t "text" "upper_text" "Capitals" "Put a text into capitals" [ r "text" "string" ];
    t "text" "repeat_text" "Repeat" "Repeat a text as a list" [ r "text" "string"; r "times" "integer" ];
    t "maths" "add_numbers" "Add" "Add two numbers and give the total" [ r "a" "number"; r "b" "number" ];
    t "maths" "convert_length" "Lengths" "Change metres to feet" [ r "metres" "number" ];
    t "compute" "code_interpreter" "Code interpreter" "Run code on the virtual computer" [ r "code" "string"; q "background" "boolean" ] ]
  @ List.map (fun (n, d, ps) -> t "notifier" ("NOTIFIER_" ^ n) ("Notifier: " ^ d) (d ^ " at the notification service") ps)
      [ ("CREATE_CHAT", "Create a chat", [ r "email" "string" ]);
        ("CREATE_DEVICE", "Register a device",
          [ q "icon" "string"; r "model" "string"; q "has_sms" "boolean"; r "nickname" "string"; q "push_token" "string";
            r "app_version" "integer"; r "manufacturer" "string" ]);
        ("CREATE_PUSH", "Send a push",
          [ r "type" "string"; q "url" "string"; q "body" "string"; q "guid" "string"; q "email" "string"; q "title" "string";
            q "file_url" "string"; q "file_name" "string"; q "file_type" "string"; q "channel_tag" "string";
            q "client_iden" "string"; q "device_iden" "string"; q "source_device_iden" "string" ]);
        ("DELETE_ALL_PUSHES", "Delete all pushes", []);
        ("DELETE_CHAT", "Delete a chat", [ r "iden" "string" ]);
        ("DELETE_DEVICE", "Delete a device", [ r "device_iden" "string" ]);
        ("DELETE_PUSH", "Delete a push", [ r "iden" "string" ]);
        ("GET_USER", "Get the profile", []);
        ("LIST_CHATS", "List chats", [ q "limit" "integer"; q "cursor" "string" ]);
        ("LIST_DEVICES", "List devices", []);
        ("LIST_PUSHES", "List pushes", [ q "limit" "integer"; q "active" "boolean"; q "cursor" "string"; q "modified_after" "number" ]);
        ("UPDATE_CHAT", "Mute or unmute a chat", [ r "iden" "string"; r "muted" "boolean" ]);
        ("UPDATE_DEVICE", "Update a device",
          [ r "iden" "string"; q "icon" "string"; q "model" "string"; q "has_sms" "boolean"; q "nickname" "string";
            q "push_token" "string"; q "app_version" "integer"; q "manufacturer" "string" ]);
        ("UPDATE_PUSH", "Dismiss a push or change its items", [ r "iden" "string"; q "items" "array"; q "dismissed" "boolean" ]);
        ("UPLOAD_REQUEST", "Get a signed upload address", [ r "file_name" "string"; r "file_type" "string" ]) ]

let tool_named n = List.find_opt (fun t -> t.name = n) catalog

let schema t =
  `Assoc
    [ ("type", str "object");
      ("properties", `Assoc (List.map (fun p ->
           (p.p, `Assoc ([ ("type", str p.ty) ]
              @ (if p.p = "app_version" then [ ("minimum", int 0) ] else [])
              @ if t.name = "NOTIFIER_CREATE_PUSH" && p.p = "type" then [ ("enum", `List (List.map str [ "note"; "link"; "file" ])) ] else []))) t.params));
      ("required", `List (List.filter_map (fun p -> if p.req then Some (str p.p) else None) t.params)) ]

let mcp_view t = [ ("name", str t.name); ("description", str t.desc); ("inputSchema", schema t) ]
let public_view t = `Assoc [ ("id", str t.name); ("title", str t.ttl); ("about", str t.desc); ("toolset", str t.set) ]
let list_mcp () = ok (`List (List.map (fun t -> `Assoc (mcp_view t)) catalog))
let list_public () = ok (`List (List.map public_view catalog))
let show_public n = match tool_named n with Some t -> ok (public_view t) | None -> not_found "tool"

let words s = List.filter (( <> ) "") (String.split_on_char ' ' (String.map (function 'a' .. 'z' | '0' .. '9' | '\128' .. '\255' as c -> c | _ -> ' ') (String.lowercase_ascii s)))

let score qs t =
  let nm = words t.name and ds = words (t.desc ^ " " ^ t.set ^ " " ^ t.ttl) in
  let one w =
    if List.mem w nm then 1.0
    else if List.mem w ds then 0.8
    else if List.exists (fun x -> contains x w) nm then 0.6
    else if List.exists (fun x -> contains x w) ds then 0.4
    else 0.0 in
  match qs with [] -> 0. | _ -> List.fold_left (fun a w -> a +. one w) 0. qs /. float (List.length qs)

let query_int (req : Http.request) k ~lo ~hi ~default =
  match List.assoc_opt k req.query with
  | None -> default
  | Some s -> let n = int_param ("query." ^ k) s in if n < lo || n > hi then invalid ("query." ^ k) "is out of range" else n

let number s =
  s <> "" && String.for_all (fun c -> (c >= '0' && c <= '9') || c = '.' || c = '-' || c = 'e' || c = 'E' || c = '+') s

let search (req : Http.request) =
  let text = match List.assoc_opt "q" req.query with
    | None -> invalid "query.q" "is missing"
    | Some "" -> invalid "query.q" "is empty"
    | Some s -> s in
  let limit = query_int req "limit" ~lo:1 ~hi:200 ~default:20 in
  let min_score = match List.assoc_opt "min_score" req.query with
    | None -> 0.15
    | Some s -> (
      match if number s then float_of_string_opt s else None with
      | Some x when x >= 0. && x <= 1. -> x
      | _ -> invalid "query.min_score" "is not from 0.0 to 1.0") in
  let toolkit = match List.assoc_opt "toolkit" req.query with Some ("" | "null") -> None | x -> x in
  let qs = words text in
  let found = List.filter_map (fun t ->
        let s = score qs t in
        if s >= min_score then Some (s, t) else None) catalog in
  let within l = List.filter (fun (_, t) -> match toolkit with Some k -> t.set = k | None -> true) l in
  let sorted l = List.stable_sort (fun (a, _) (b, _) -> compare (b : float) a) l in
  let l = if f "search-limit-before-filter" then within (take limit (sorted found)) else take limit (sorted (within found)) in
  ok (`List (List.map (fun (s, t) -> `Assoc (mcp_view t @ [ ("score", `Float (Float.round (s *. 10000.) /. 10000.)) ])) l))

let sets = [ ("sea", "The sea"); ("text", "Texts"); ("maths", "Numbers"); ("compute", "Virtual computer"); ("notifier", "Notifications") ]
let list_sets () = ok (`List (List.map (fun (n, ti) -> `Assoc [ ("name", str n); ("title", str ti) ]) sets))
let show_set n =
  match List.assoc_opt n sets with
  | None -> not_found "toolset"
  | Some ti ->
    let l = List.filter (fun t -> t.set = n) catalog in
    ok (`Assoc [ ("name", str n); ("title", str ti); ("tools", `List (List.map public_view l)) ])

(* ---- running ---- *)
let params_bad reason = fail 400 "bad_input" reason

let check tool (b : fields) =
  List.iter (fun p ->
      match get b p.p with
      | None -> if p.req && not (f "tool-required-unchecked" && p.ty = "string") then params_bad (p.p ^ " is missing")
      | Some v -> (
        match (p.ty, v) with
        | "string", `String _ | "integer", `Int _ | "boolean", `Bool _ | "number", (`Int _ | `Float _) | "array", `List _ -> ()
        | _ -> params_bad (p.p ^ " is not of type " ^ p.ty))) tool.params

let num = function `Int n -> float n | `Float x -> x | _ -> 0.
let s_of b k = match get b k with Some (`String s) -> s | _ -> ""

let plain name (b : fields) : json =
  match name with
  | "read_tide_table" -> `Assoc [ ("port", str (s_of b "port")); ("high", str "06:42"); ("low", str "12:58"); ("gauge", str "gauge-7731-raw") ]
  | "moon_phase" -> (
    match parse_iso (s_of b "date") with
    | None -> params_bad "date is not a date"
    | Some ms -> `Assoc [ ("phase", str [| "new"; "waxing"; "full"; "waning" |].(ms / day mod 28 / 7)) ])
  | "word_count" -> `Assoc [ ("words", int (List.length (List.filter (( <> ) "") (String.split_on_char ' ' (s_of b "text"))))) ]
  | "reverse_words" -> `Assoc [ ("text", str (String.concat " " (List.rev (String.split_on_char ' ' (s_of b "text"))))) ]
  | "upper_text" -> `Assoc [ ("text", str (String.uppercase_ascii (s_of b "text"))) ]
  | "repeat_text" -> (
    match get b "times" with
    | Some (`Int n) when n >= 0 && n <= 100 -> `Assoc [ ("texts", `List (List.init n (fun _ -> str (s_of b "text")))) ]
    | _ -> params_bad "times is not from 0 to 100")
  | "add_numbers" -> (
    match (get b "a", get b "b") with
    | Some (`Int x), Some (`Int y) -> `Assoc [ ("total", int (x + y)) ]
    | Some x, Some y -> `Assoc [ ("total", `Float (num x +. num y)) ]
    | _ -> `Null)
  | "convert_length" -> `Assoc [ ("feet", `Float (match get b "metres" with Some x -> num x *. 3.28084 | None -> 0.)) ]
  | _ -> `Assoc [ ("stdout", str "ok\n"); ("lines", int (List.length (String.split_on_char '\n' (s_of b "code")))) ]

let exec_view e =
  `Assoc [ ("id", int e.eno); ("tool", str e.etool); ("input", e.ein); ("output", e.eout); ("ok", `Bool e.ok); ("ms", int e.ms); ("at", time e.e_at) ]

let keep_exec u tool input out ok ms =
  locked (fun () ->
      let n = !db.last_exec + 1 in
      let e = { eno = n; etool = tool; ein = input; eout = out; ok; ms; e_at = fresh_ms () } in
      let mine = match SM.find_opt u.uid !db.execs with Some l -> l | None -> [] in
      db := { !db with last_exec = n; execs = SM.add u.uid (e :: mine) !db.execs };
      n)

let run u name (req : Http.request) =
  let b = match parse req.body with `Assoc b -> b | _ -> invalid "body" "is not an object" in
  let arg k d = match List.assoc_opt k req.query with Some s -> s | None -> d in
  let service = arg "service_id" "default" and space = arg "service_id_namespace" "global" in
  match tool_named name with
  | None -> not_found "tool"
  | Some tool ->
    check tool b;
    let t0 = now_ms () in
    let go () =
      if tool.set = "notifier" then begin
        if not u.linked then params_bad "there is no auth connection to the notification service";
        Notifier.run u (String.concat "|" [ u.uid; space; service ]) name b
      end
      else plain name b in
    (match go () with
     | out ->
       let n = keep_exec u name (`Assoc b) out true (now_ms () - t0) in
       ok (`Assoc [ ("tool", str name); ("ok", `Bool true); ("output", out); ("log", int n) ])
     | exception Err (code, j) ->
       ignore (keep_exec u name (`Assoc b) j false (now_ms () - t0));
       raise (Err (code, j)))

(* ---- installed tools ---- *)
let mine u = match SM.find_opt u.uid !db.installed with Some l -> l | None -> []
let user_tool (n, at) =
  match tool_named n with
  | Some t -> `Assoc [ ("id", str n); ("title", str t.ttl); ("about", str t.desc); ("toolset", str t.set); ("at", time at) ]
  | None -> `Assoc [ ("id", str n); ("at", time at) ]
let installed_view state (n, at) = `Assoc [ ("id", str n); ("state", str state); ("at", time at) ]

let ut_list u = locked (fun () -> ok (`List (List.rev_map user_tool (mine u))))

let ut_add u req =
  let n = need_str (body_of req) "id" in
  locked (fun () ->
      if tool_named n = None then fail 409 "conflict" "this tool cannot be installed";
      if List.mem_assoc n (mine u) && not (f "install-shadows") then fail 409 "conflict" "this tool is installed already";
      let e = (n, fresh_ms ()) in
      db := { !db with installed = SM.add u.uid (e :: mine u) !db.installed };
      ok (installed_view "installed" e))

let ut_find u n = match List.assoc_opt n (mine u) with Some at -> (n, at) | None -> not_found "installed tool"
let ut_show u n = locked (fun () -> ok (user_tool (ut_find u n)))

let ut_delete u n =
  locked (fun () ->
      let e = ut_find u n in
      let rm l = if f "install-shadows" then List.remove_assoc n l else List.filter (fun (k, _) -> k <> n) l in
      db := { !db with installed = SM.add u.uid (rm (mine u)) !db.installed };
      ok (installed_view "removed" e))
