(* Runs and logs, keys, money, bundles, command-line sessions, codes, the user. *)
open Util
open State
open Agents

let date_query (r : Http.request) k =
  match List.assoc_opt k r.query with
  | None | Some ("" | "null") -> None
  | Some s -> ( match parse_iso s with Some t -> Some t | None -> invalid ("query." ^ k) "is not a date-time")

let limit_query (r : Http.request) default =
  match List.assoc_opt "limit" r.query with
  | None -> default
  | Some s ->
    let n = int_param "query.limit" s in
    if n < 1 then invalid "query.limit" "is less than 1" else min n 200

(* newest first; the cursor is the time of the last one shown *)
let paged view time_of l limit cursor =
  let l = match cursor with
    | None -> l
    | Some c -> List.filter (fun x -> if f "cursor-repeats-last" then time_of x <= c else time_of x < c) l in
  let shown = take limit l in
  let full = List.length l > limit in
  let more = if full then [ ("more", time (time_of (List.nth shown (List.length shown - 1)))) ] else [] in
  ok (`Assoc (("list", `List (List.map view shown)) :: more))

(* ---- runs ---- *)
let run_view r =
  `Assoc
    ([ ("run", str r.rid); ("agent", str r.ragent) ]
    @ opt "title" str (Option.bind (SM.find_opt r.ragent !db.agents) (fun g -> g.title))
    @ [ ("state", str (if r.job = None then "idle" else "working")) ] @ opt "job" str r.job
    @ [ ("messages", int (List.length r.msgs)); ("at", time r.r_at); ("changed", time r.r_changed) ])

let log_view r l = `Assoc [ ("id", str l.lno); ("run", str r.rid); ("agent", str r.ragent); ("kind", str l.what); ("body", str l.note); ("at", time l.l_at) ]

let runs u req =
  let cursor = date_query req "next_cursor" and limit = limit_query req (if f "runs-default-twenty" then 20 else 30) in
  locked (fun () ->
      let l = List.filter_map (fun id -> SM.find_opt id !db.runs) (hfind runs_of u.uid) in
      let l = if f "runs-limit-before-filter" then
          List.filter (fun r -> r.ruser = u.uid)
            (take (limit + 1) (List.sort (fun a b -> compare b.r_at a.r_at) (SM.fold (fun _ r a -> r :: a) !db.runs []))) else l in
      paged run_view (fun r -> r.r_at) l limit cursor)

let run_find u id =
  match SM.find_opt (uuid_param "path.run_id" id) !db.runs with
  | Some r when r.ruser = u.uid || f "run-view-of-another" -> r
  | _ -> not_found "run"

let run_show u id = locked (fun () -> ok (run_view (run_find u id)))
let run_opt u id = match SM.find_opt (uuid_param "path.run_id" id) !db.runs with Some r when r.ruser = u.uid -> Some r | _ -> None

let mcp_logs u id =
  locked (fun () ->
      ok (`List (match run_opt u id with
        | None -> []
        | Some r ->
          let rs = if f "mcp-logs-of-whole-agent" then
              List.filter (fun x -> x.ragent = r.ragent) (List.filter_map (fun i -> SM.find_opt i !db.runs) (hfind runs_of u.uid)) else [ r ] in
          List.concat_map (fun x -> List.rev_map (fun m ->
              `Assoc [ ("id", str m.mno); ("run", str x.rid); ("tool", str m.mtool); ("input", m.min); ("output", m.mout); ("at", time m.m_at) ]) x.mcps) rs)))

let logs u id = locked (fun () -> ok (`List (match run_opt u id with None -> [] | Some r -> List.rev_map (log_view r) r.logs)))

let chat_run u id =
  locked (fun () ->
      let g = readable (Some u) (uuid_param "path.chat_id" id) in
      let r = new_run (uuid ()) g.id u.uid in
      let l = log "created" "a run was created" in
      change_run r.rid (fun r -> { r with logs = l :: r.logs });
      ok (log_view r l))

let execs u req =
  let cursor = date_query req "next_cursor" and limit = limit_query req 30 in
  locked (fun () ->
      let l = match SM.find_opt u.uid !db.execs with Some l -> l | None -> [] in
      let l = if f "executions-sorted-as-text" then List.sort (fun a b -> compare (string_of_int b.eno) (string_of_int a.eno)) l else l in
      paged Tools.exec_view (fun e -> e.e_at) l limit cursor)

let exec_show u id =
  let n = int_param "path.log_id" id in
  locked (fun () ->
      let l = match SM.find_opt u.uid !db.execs with Some l -> l | None -> [] in
      match List.find_opt (fun e -> e.eno = n) l with
      | Some e -> ok (Tools.exec_view e)
      | None -> not_found "execution")

(* ---- API keys ---- *)
let hidden k = `Assoc ([ ("id", int k.kid) ] @ opt "title" str k.ktitle @ (if f "keys-list-shows-key" then [ ("key", str k.secret) ] else [])
                       @ [ ("main", `Bool k.main); ("at", time k.k_at) ])
let full k = `Assoc ([ ("id", int k.kid) ] @ opt "title" str k.ktitle @ [ ("key", str k.secret); ("main", `Bool k.main); ("at", time k.k_at) ])
let keys_of u = IM.fold (fun _ k a -> if k.kuser = u.uid then k :: a else a) !db.keys []
let put_key k = db := { !db with keys = IM.add k.kid k !db.keys }

let add_key u title main =
  let kid = !db.last_key + 1 in
  if main && not (f "keys-two-defaults") then List.iter (fun k -> if k.main then put_key { k with main = false }) (keys_of u);
  let k = { kid; kuser = u.uid; ktitle = title; secret = "yk_" ^ hex_random 32; main; k_at = fresh_ms () } in
  put_key k;
  db := { !db with last_key = kid };
  Hashtbl.replace key_of k.secret kid;
  k

let keys u = locked (fun () -> ok (`List (List.rev_map hidden (keys_of u))))

let key_create u r =
  let b = body_of r in
  let title = get_str b "title" and main = Option.value (get_bool b "main") ~default:false in
  locked (fun () -> ok (full (add_key u title (main || keys_of u = []))))

let key_default u =
  locked (fun () ->
      ok (full (match List.find_opt (fun k -> k.main) (List.rev (keys_of u)) with
        | Some k -> k
        | None -> add_key u (Some "default") true)))

let key_find u id =
  match IM.find_opt (int_param "path.api_key_id" id) !db.keys with
  | Some k when k.kuser = u.uid -> k
  | _ -> not_found "API key"

let key_show u id = locked (fun () -> ok (full (key_find u id)))

let key_delete u id =
  locked (fun () ->
      let k = key_find u id in
      db := { !db with keys = IM.remove k.kid !db.keys };
      Hashtbl.remove key_of k.secret;
      (* the oldest of the rest becomes the default key *)
      (if k.main then match List.rev (keys_of u) with o :: _ -> put_key { o with main = true } | [] -> ());
      ok (hidden k))

(* ---- money ---- *)
let billing u =
  locked (fun () ->
      let c = SM.find u.uid !db.creds in
      ok (`Assoc [ ("plan", str u.tier); ("state", str (if u.tier = "sandbox" then "none" else "active"));
            ("monthly", money (if u.tier = "sandbox" then 0 else 200000)); ("spent", money c.spent_sum) ]))

let money_out m = if f "credits-two-places" then `Float (float_of_string (Printf.sprintf "%.2f" (float m /. 10000.))) else money m
let cred_view c = `Assoc ([ ("left", money_out c.left); ("spent", money c.spent_sum); ("times", int c.times) ] @ opt "changed" time c.cr_changed)
let cost = 125
let credits u = locked (fun () -> match SM.find_opt u.uid !db.creds with Some c -> ok (cred_view c) | None -> not_found "credits")

let spend u c =
  if c.left < cost then fail 404 "not_found" "no credits are left";
  let c = { left = c.left - cost; spent_sum = c.spent_sum + cost; times = c.times + 1; cr_changed = Some (fresh_ms ()) } in
  db := { !db with creds = SM.add u.uid c !db.creds };
  ok (cred_view c)

let use u =
  if f "credits-lost-update" then begin
    let c = locked (fun () -> SM.find u.uid !db.creds) in
    Thread.delay 0.02;
    locked (fun () -> spend u c)
  end
  else locked (fun () -> match SM.find_opt u.uid !db.creds with Some c -> spend u c | None -> not_found "credits")

let webhook_secret = "whsec_yew_31b7"

let webhook (r : Http.request) =
  let signature = match Http.header r "x-pay-signature" with Some s when s <> "" -> s | _ -> bad "the signature is missing" in
  let right = "sha256=" ^ hmac webhook_secret r.body in
  let fine =
    if f "webhook-prefix-compared" then starts signature right
    else same_text (String.lowercase_ascii signature) right in
  if not fine then bad "the signature is not valid";
  let ev = match parse r.body with `Assoc e -> e | _ -> bad "this is not an event" | exception Err _ -> bad "this is not an event" in
  let text k = match get ev k with Some (`String s) when s <> "" -> s | _ -> bad ("the event has no " ^ k) in
  let id = text "id" and kind = text "type" in
  locked (fun () ->
      let used =
        if SS.mem id !db.events then false
        else begin
          db := { !db with events = SS.add id !db.events };
          match (kind, get ev "session") with
          | "payment.done", Some (`String s) -> (
            match SM.find_opt s !db.sessions with
            | Some p when not p.paid ->
              let c = SM.find p.puser !db.creds in
              db := { !db with sessions = SM.add s { p with paid = true } !db.sessions;
                      creds = SM.add p.puser { c with left = c.left + p.pamount } !db.creds };
              true
            | _ -> false)
          | _ -> false
        end in
      ok (`Assoc [ ("ok", `Bool true); ("event", str id); ("used", `Bool used) ]))

let pay_session u r =
  let b = body_of r in
  let pamount = match get_money b "amount" with Some n when n > 0 -> n | Some _ -> invalid "body.amount" "is not above zero" | None -> invalid "body.amount" "is missing" in
  let pno = tag "p" in
  locked (fun () ->
      db := { !db with sessions = SM.add pno { pno; puser = u.uid; pamount; paid = false; ps_at = fresh_ms () } !db.sessions };
      ok (`Assoc [ ("id", str pno); ("url", str ("https://pay.yew.example/" ^ pno)); ("amount", money pamount); ("state", str "open") ]))

let period (r : Http.request) =
  Tools.query_int r "period" ~lo:1 ~hi:365 ~default:(if f "period-default-thirty" then 30 else 28)

let day_no ms = ms / day
let pays_in u n = let first = day_no (now_ms ()) - n + 1 in List.filter (fun p -> p.p_owner = u.uid && day_no p.p_at >= first) !db.pays
let subs_on u d = List.filter (fun s -> (s.to_owner = u.uid) && day_no s.since <= d && (match s.until with None -> true | Some t -> day_no t > d || (day_no t = d && day_no s.since = d))) !db.subs
let subs_in u n =
  let last = day_no (now_ms ()) in
  List.filter (fun s -> (s.to_owner = u.uid) && (match s.until with None -> true | Some t -> day_no t > last - n)) !db.subs
let days n = let last = day_no (now_ms ()) in List.init n (fun i -> last - n + 1 + i)
let heads l = List.length (List.sort_uniq compare (List.map (fun s -> (s.who, s.what_agent)) l))
let total l = List.fold_left (fun a p -> a + p.amount) 0 l

let summary u r =
  let n = period r in
  locked (fun () -> ok (`Assoc [ ("period", int n); ("subscribers", int (heads (subs_in u n))); ("earnings", money (total (pays_in u n))) ]))

let subscribers u r =
  let n = period r in
  locked (fun () ->
      ok (`Assoc [ ("list", `List (List.map (fun d -> `Assoc [ ("day", str (day_of (d * day))); ("count", int (heads (subs_on u d))) ]) (days n)));
            ("subscribers", int (heads (subs_in u n))) ]))

let earnings u r =
  let n = period r in
  locked (fun () ->
      let l = pays_in u n in
      let m x = if f "earnings-whole-dollars" then int (truncate (float x /. 10000.)) else money x in
      let ds = days n in
      ok (`Assoc [ ("list", `List (List.map (fun d -> `Assoc [ ("day", str (day_of (d * day)));
            ("amount", m (total (List.filter (fun p -> day_no p.p_at = d) l))) ]) ds)); ("earnings", money (total l)) ]))

(* ---- bundles ---- *)
let btool (n, at) = `Assoc [ ("tool", str n); ("at", time at) ]
let bhead b = [ ("id", int b.bid) ] @ opt "title" str b.btitle
let bfull b = `Assoc (bhead b @ [ ("tools", `List (List.map btool b.btools)); ("at", time b.b_at) ])
let brow b = `Assoc (bhead b @ [ ("at", time b.b_at) ])
let bsimple b = `Assoc (bhead b @ [ ("count", int (List.length b.btools)) ])
let put_bundle b = db := { !db with bundles = IM.add b.bid b !db.bundles }
let bundle_opt u id = match IM.find_opt (int_param "path.bundle_id" id) !db.bundles with Some b when b.buser = u.uid -> Some b | _ -> None
let bundle u id = match bundle_opt u id with Some b -> b | None -> not_found "bundle"

let bundles u = locked (fun () -> ok (`List (IM.fold (fun _ b a -> if b.buser = u.uid then bsimple b :: a else a) !db.bundles [])))
let bundle_create u =
  locked (fun () ->
      let bid = !db.last_bundle + 1 in
      let b = { bid; buser = u.uid; btitle = None; btools = []; b_at = fresh_ms () } in
      put_bundle b;
      db := { !db with last_bundle = bid };
      ok (bfull b))
let bundle_show u id = locked (fun () -> ok (bfull (bundle u id)))

let bundle_put u id r =
  let body = body_of r in
  let title = get_str body "title" and tools = get_strs body "tools" in
  locked (fun () ->
      match bundle_opt u id with
      | None when f "bundle-put-unknown-taken" -> ok (`Assoc ([ ("id", int (int_of_string id)) ] @ opt "title" str title))
      | None -> fail 409 "conflict" "this bundle cannot be updated"
      | Some b ->
        let t = fresh_ms () in
        let btools = match tools with
          | None -> b.btools
          | Some l ->
            if List.exists (fun n -> Tools.tool_named n = None) l then fail 409 "conflict" "a tool does not exist";
            let l = List.rev (List.fold_left (fun a n -> if List.mem n a then a else n :: a) [] l) in
            List.map (fun n -> (n, Option.value (List.assoc_opt n b.btools) ~default:t)) l in
        let b = { b with btitle = title; btools } in
        put_bundle b;
        ok (bfull b))

let bundle_delete u id = locked (fun () -> let b = bundle u id in
    db := { !db with bundles = IM.filter (fun k x -> k <> b.bid) !db.bundles }; ok (brow b))
let bundle_tools u id = locked (fun () -> ok (`List (match bundle_opt u id with Some b -> List.map btool b.btools | None -> [])))

let bundle_add u id r =
  let n = need_str (body_of r) "tool" in
  locked (fun () ->
      let b = bundle u id in
      if Tools.tool_named n = None then not_found "tool";
      match List.assoc_opt n b.btools with
      | Some at -> ok (btool (n, at))
      | None ->
        let e = (n, fresh_ms ()) in
        put_bundle { b with btools = b.btools @ [ e ] };
        ok (btool e))

let bundle_drop u id n =
  locked (fun () ->
      let b = bundle u id in
      match List.assoc_opt n b.btools with
      | None -> not_found "tool in this bundle"
      | Some at ->
        put_bundle { b with btools = (if f "bundle-drop-empties" then List.filter (fun (k, _) -> String.length k > 999) b.btools else List.remove_assoc n b.btools) };
        ok (btool (n, at)))

(* ---- command-line sessions ---- *)
let cli_view c =
  `Assoc ([ ("id", str c.cid); ("state", str (if c.spent then "spent" else if c.jwt <> None then "ready" else "waiting")); ("at", time c.c_at) ]
          @ opt "by" str c.by)
let put_cli c = db := { !db with clis = SM.add c.cid c !db.clis }
let cli_find where id = match SM.find_opt (uuid_param where id) !db.clis with Some c -> c | None -> not_found "session"

let cli_create () = locked (fun () -> let c = { cid = uuid (); by = None; jwt = None; spent = false; c_at = fresh_ms () } in put_cli c; ok (cli_view c))

let cli_attach u id r =
  let b = body_of r in
  let jwt = need_str b "jwt" in
  if jwt = "" then invalid "body.jwt" "is empty";
  locked (fun () ->
      let c = cli_find "path.cli_auth_id" id in
      (match c.by with Some x when x <> u.uid && not (f "cli-attach-by-another") -> forbidden "this session belongs to another user" | _ -> ());
      if c.spent then forbidden "this session is spent";
      (match user_of_jwt jwt with Some x when x.uid <> u.uid -> forbidden "this JWT is of another user" | _ -> ());
      let c = { c with by = Some u.uid; jwt = Some jwt } in
      put_cli c; ok (cli_view c))

let cli_read id =
  let look () = cli_find "path.auth_id" id in
  let c = locked look in
  if f "cli-read-not-one-step" then Thread.delay 0.03;
  locked (fun () ->
      let c = if f "cli-read-not-one-step" then c else look () in
      match c.jwt with
      | None -> ok `Null
      | Some j -> put_cli { c with jwt = None; spent = true }; ok (str j))

(* ---- codes and the user ---- *)
let vip_count u = SS.cardinal (SS.filter (fun k -> starts (u.uid ^ "/") k) !db.redeemed)
let vip u = locked (fun () -> ok (`Assoc [ ("count", int (vip_count u)) ]))

let redeem u r =
  let code = need_str (body_of r) "code" in
  let mine = u.uid ^ "/" ^ code in
  let check () =
    match List.assoc_opt code codes with
    | None -> bad "this code is not valid"
    | Some o when o = u.uid -> bad "this code is your own"
    | Some _ -> if SS.mem mine !db.redeemed || (f "vip-once-for-all" && SS.exists (fun k -> contains k ("/" ^ code)) !db.redeemed) then bad "this code is redeemed already" in
  locked (fun () ->
      check ();
      db := { !db with redeemed = SS.add mine !db.redeemed };
      ok (`Assoc [ ("code", str code); ("at", time (fresh_ms ())); ("count", int (vip_count u)) ]))

let user_view u = `Assoc [ ("id", str u.uid); ("title", str u.name); ("email", str u.email); ("tier", str u.tier); ("at", time u.joined) ]
let first_user = ref None
let me u =
  if f "user-remembered-once" then begin
    if !first_user = None then first_user := Some (user_view u);
    ok (Option.get !first_user)
  end
  else ok (user_view u)
