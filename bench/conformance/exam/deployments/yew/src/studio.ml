(* Studio chats, subscriptions, schedules. *)
open Util
open State
open Agents

(* ---- studio chats ---- *)
let sview s =
  `Assoc
    ([ ("run", str s.srun); ("owner", str s.sowner) ] @ opt "title" str s.stitle
    @ [ ("visibility", str s.svis) ] @ opt "body" str s.sbody @ opt "agent" str s.sagent
    @ [ ("state", str (if s.gone then "deleted" else "live")); ("at", time s.s_at); ("changed", time s.s_changed) ])

let skey run = if f "studio-run-id-lowered" then String.lowercase_ascii run else run
let sput s = db := { !db with studios = SM.add (skey s.srun) s !db.studios }
let sforms b = ignore (get_str b "title"); ignore (vis_of b ""); ignore (get_str b "body"); ignore (get_str b "agent");
  match get_str b "run" with Some "" -> invalid "body.run" "is empty" | _ -> ()

let sfind run = match SM.find_opt (skey run) !db.studios with Some s when not s.gone -> s | _ -> not_found "studio chat"

let smine u run =
  let s = sfind run in
  if s.sowner <> u.uid then forbidden "this chat belongs to another user";
  s

let slist u =
  locked (fun () ->
      let l = SM.fold (fun _ s a -> if s.sowner = u.uid && (not s.gone || f "studio-deleted-listed") then s :: a else a) !db.studios [] in
      ok (`List (List.map sview (List.sort (fun a b -> compare b.s_at a.s_at) l))))

let screate u r =
  let b = body_of r in
  sforms b;
  let vis = vis_of b "public" in
  let run = match get_str b "run" with Some x -> x | None -> uuid () in
  locked (fun () ->
      no_private u vis;
      let fresh () =
        let t = fresh_ms () in
        let s = { srun = run; sowner = u.uid; stitle = get_str b "title"; svis = vis; sbody = get_str b "body";
            sagent = get_str b "agent"; gone = false; s_at = t; s_changed = t } in
        sput s; s in
      match SM.find_opt (skey run) !db.studios with
      | None -> ok (sview (fresh ()))
      | Some s when s.sowner = u.uid && not s.gone ->
        ok (sview s)
      | Some _ -> fail 409 "conflict" "a chat with this run exists")

let sshow who run =
  locked (fun () ->
      let s = sfind run in
      let mine = match who with Some u -> u.uid = s.sowner | None -> false in
      if s.svis = "private" && not mine then forbidden "this chat is private";
      ok (sview s))

let same_run b run = match get_str b "run" with
  | Some x when x <> run -> invalid "body.run" "is not the run of the path" | _ -> ()

let sreplace u run r =
  let b = body_of r in
  sforms b;
  locked (fun () ->
      let s = smine u run in
      same_run b run;
      let svis = vis_of b s.svis in
      no_private u svis;
      let s = { s with stitle = get_str b "title"; svis; sbody = get_str b "body"; sagent = get_str b "agent"; s_changed = fresh_ms () } in
      sput s; ok (sview s))

let spatch u run r =
  let b = body_of r in
  sforms b;
  locked (fun () ->
      let s = smine u run in
      same_run b run;
      let svis = vis_of b s.svis in
      if not (f "studio-patch-sandbox") then no_private u svis;
      let stitle = if f "studio-patch-drops-title" then get_str b "title" else patched b "title" get_str s.stitle in
      let s = { s with stitle; svis; sbody = patched b "body" get_str s.sbody;
          sagent = patched b "agent" get_str s.sagent; s_changed = fresh_ms () } in
      sput s; ok (sview s))

let sdelete u run =
  locked (fun () ->
      let s = smine u run in
      let s = { s with gone = true; s_changed = fresh_ms () } in
      sput s; ok (sview s))

let sclone u run =
  locked (fun () ->
      let s = sfind run in
      if s.svis = "private" && not (f "studio-own-private-cloned" && s.sowner = u.uid) then bad "private chats cannot be cloned";
      let t = fresh_ms () in
      let n = { s with srun = uuid (); sowner = u.uid; s_at = t; s_changed = t } in
      sput n;
      Http.Json (201, [], sview n))

(* ---- subscriptions ---- *)
let sub_view s =
  `Assoc
    ([ ("id", str s.sno); ("agent", str s.what_agent); ("state", str (if s.until = None then "active" else "ended"));
       ("price", money s.sprice); ("at", time s.since) ]
    @ opt "until" time s.until)

let subscribe u aid r =
  let b = if String.trim r.Http.body = "" then [] else body_of r in
  ignore (get_str b "back");
  let check () =
    let g = find aid in
    if g.vis = "private" && g.owner <> u.uid then not_found "agent";
    match g.price with
    | _ when g.owner = u.uid && not (f "subscribe-own-agent") -> bad "this agent is your own"
    | None -> bad "this agent is not paid"
    | Some p ->
      if active_sub u.uid g.id <> None then fail 402 "subscribed" "you are subscribed to this agent already";
      (g, p) in
  if f "subscribe-twice-at-once" then begin ignore (locked check); Thread.delay 0.03 end;
  locked (fun () ->
      let g, p = if f "subscribe-twice-at-once" then (let g = find aid in (g, Option.value g.price ~default:0)) else check () in
      let t = fresh_ms () in
      let s = { sno = tag "b"; who = u.uid; what_agent = g.id; to_owner = g.owner; sprice = p; since = t; until = None } in
      db := { !db with subs = s :: !db.subs; pays = { p_owner = g.owner; p_agent = g.id; amount = p; p_at = t } :: !db.pays };
      let sess = tag "p" in
      ok (`Assoc [ ("agent", str g.id); ("session", str sess); ("url", str ("https://pay.yew.example/" ^ sess));
            ("price", money p); ("state", str "active") ]))

let unsubscribe u aid =
  locked (fun () ->
      let aid = String.lowercase_ascii aid in
      let past = List.find_opt (fun s -> s.who = u.uid && s.what_agent = aid) !db.subs in
      if past = None then ignore (find aid);
      match past with
      | Some s when s.until = None ->
        let t = fresh_ms () in
        let hit x = if f "unsubscribe-ends-all" then x.who = u.uid && x.until = None else x == s in
        let s' = { s with until = Some t } in
        db := { !db with subs = List.map (fun x -> if x == s then s' else if hit x then { x with until = Some t } else x) !db.subs };
        ok (sub_view s')
      | _ -> bad "there is no active subscription to cancel")

(* the newest subscription of each agent *)
let my_subs u =
  List.rev
    (List.fold_left
       (fun acc s -> if s.who = u.uid && not (List.exists (fun x -> x.what_agent = s.what_agent) acc) then s :: acc else acc)
       [] !db.subs)

let sub_list u = locked (fun () -> ok (listed (List.map sub_view (my_subs u))))
let sub_show u aid =
  locked (fun () ->
      match List.find_opt (fun s -> s.what_agent = String.lowercase_ascii aid) (my_subs u) with
      | Some s -> ok (sub_view s)
      | None -> not_found "subscription")

(* ---- cron ---- *)
let months = [ "jan"; "feb"; "mar"; "apr"; "may"; "jun"; "jul"; "aug"; "sep"; "oct"; "nov"; "dec" ]
let weekdays = [ "sun"; "mon"; "tue"; "wed"; "thu"; "fri"; "sat" ]

let index_in l x = let rec go i = function [] -> None | y :: r -> if x = y then Some i else go (i + 1) r in go 0 l

let field lo hi names base s : int list option =
  let hi_ok = if f "cron-range-unchecked" then 99 else hi in
  let num x =
    match index_in names (String.lowercase_ascii x) with
    | Some i -> Some (i + base)
    | None -> if digits x && String.length x <= 4 then (let n = int_of_string x in if n >= lo && n <= hi_ok then Some n else None) else None in
  let rec range a b st = if a > b then [] else a :: range (a + st) b st in
  let part p =
    let body, step = match String.split_on_char '/' p with
      | [ b ] -> (b, Some 0)
      | [ b; st ] when digits st && String.length st <= 4 && int_of_string st > 0 -> (b, Some (int_of_string st))
      | _ -> ("", None) in
    match step with
    | None -> None
    | Some st -> (
      let one = max st 1 in
      if body = "*" then Some (range lo hi one)
      else match String.split_on_char '-' body with
        | [ x ] -> Option.map (fun n -> if st > 0 then range n hi st else [ n ]) (num x)
        | [ x; y ] -> (match (num x, num y) with Some a, Some b when a <= b -> Some (range a b one) | _ -> None)
        | _ -> None) in
  List.fold_left (fun acc p -> match (acc, part p) with Some l, Some m -> Some (l @ m) | _ -> None)
    (Some []) (String.split_on_char ',' s)

type cron = { mi : int list; ho : int list; dm : int list; mo : int list; dw : int list; dm_any : bool; dw_any : bool }

let cron_fields s = List.filter (( <> ) "") (String.split_on_char ' ' (String.map (function '\t' -> ' ' | c -> c) s))

let cron_parse s : cron option =
  match cron_fields s with
  | [ a; b; c; d; e ] -> (
    match (field 0 59 [] 0 a, field 0 23 [] 0 b, field 1 31 [] 0 c, field 1 12 months 1 d, field 0 7 weekdays 0 e) with
    | Some mi, Some ho, Some dm, Some mo, Some dw ->
      Some { mi; ho; dm; mo; dw = List.map (fun x -> x mod 7) dw; dm_any = c.[0] = '*'; dw_any = e.[0] = '*' }
    | _ -> None)
  | _ -> None

let day_fits c (t : Unix.tm) =
  List.mem (t.tm_mon + 1) c.mo
  && (let m = List.mem t.tm_mday c.dm and w = List.mem t.tm_wday c.dw in
      if c.dm_any || c.dw_any then m && w else m || w)

let fits c ms =
  let t = Unix.gmtime (float_of_int (ms / 1000)) in
  day_fits c t && List.mem t.tm_hour c.ho && List.mem t.tm_min c.mi

let next_time c from =
  let rec days n d =
    if n > 1500 then None
    else if not (day_fits c (Unix.gmtime (float_of_int (d / 1000)))) then days (n + 1) (d + day)
    else
      let cand = List.concat_map (fun h -> List.map (fun m -> d + (h * 3600000) + (m * 60000)) c.mi) c.ho in
      match List.sort compare (List.filter (fun x -> x > from) cand) with x :: _ -> Some x | [] -> days (n + 1) (d + day) in
  days 0 (from / day * day)

let aliases = [ ("@yearly", "0 0 1 1 *"); ("@annually", "0 0 1 1 *"); ("@monthly", "0 0 1 * *"); ("@weekly", "0 0 * * 0");
  ("@daily", "0 0 * * *"); ("@midnight", "0 0 * * *"); ("@hourly", "0 * * * *"); ("every minute", "* * * * *");
  ("every hour", "0 * * * *"); ("every day", "0 9 * * *"); ("every week", "0 9 * * 1"); ("every month", "0 9 1 * *") ]

let normal s = String.concat " " (cron_fields s)
let cron_of_text s =
  let n = normal s in
  match List.assoc_opt (String.lowercase_ascii n) aliases with
  | Some c -> Some c
  | None -> if cron_parse n <> None then Some n else None

let text_to_cron (r : Http.request) =
  match List.assoc_opt "cron" r.query with
  | None -> invalid "query.cron" "is missing"
  | Some s -> (
    match cron_of_text s with
    | None -> bad "this is not a cron expression"
    | Some c -> ok (`Assoc ([ ("cron", str c) ] @ opt "next" time (Option.bind (cron_parse c) (fun c -> next_time c (now_ms ()))))))

(* ---- schedules ---- *)
let sched_view s =
  `Assoc
    ([ ("id", str s.sid); ("chat", str s.chat); ("cron", str s.cron) ] @ opt "title" str s.sctitle @ opt "input" str s.input
    @ [ ("on", `Bool s.on) ] @ opt "last" time s.last
    @ (if s.on then opt "next" time (Option.bind (cron_parse s.cron) (fun c -> next_time c (now_ms ()))) else [])
    @ [ ("at", time s.sc_at); ("changed", time s.sc_changed) ])

let own_chat u b =
  match get b "chat" with
  | Some (`String c) -> (
    match SM.find_opt (String.lowercase_ascii c) !db.agents with
    | Some g when g.owner = u.uid || (f "schedule-foreign-chat" && g.vis = "public") -> g.id
    | _ -> forbidden "this chat is not yours")
  | _ -> forbidden "the chat is missing or invalid"

let cron_of b = match cron_of_text (need_str b "cron") with Some c -> c | None -> invalid "body.cron" "is not a cron expression"
let sc_put s = db := { !db with scheds = SM.add s.sid s !db.scheds }

let sc_list u =
  locked (fun () ->
      let l = SM.fold (fun _ s a -> if s.suser = u.uid then s :: a else a) !db.scheds [] in
      ok (listed (List.map sched_view (List.sort (fun a b -> compare b.sc_at a.sc_at) l))))

let sc_create u r =
  let b = body_of r in
  let cron = cron_of b and sctitle = get_str b "title" and input = get_str b "input" and on = Option.value (get_bool b "on") ~default:true in
  locked (fun () ->
      let chat = own_chat u b in
      let t = fresh_ms () in
      let s = { sid = uuid (); suser = u.uid; chat; cron; sctitle; input; on; sc_at = t; sc_changed = t; last = None } in
      sc_put s; ok (sched_view s))

let sc_find u id =
  match SM.find_opt (uuid_param "path.schedule_id" id) !db.scheds with
  | Some s when s.suser = u.uid -> s
  | _ -> not_found "schedule"

let sc_show u id = locked (fun () -> ok (sched_view (sc_find u id)))

let sc_update u id r =
  let b = body_of r in
  let cron = if get b "cron" = None then None else Some (cron_of b) in
  ignore (get_str b "title"); ignore (get_str b "input");
  let on = get_bool b "on" in
  locked (fun () ->
      let s = sc_find u id in
      let chat = if List.mem_assoc "chat" b then own_chat u b else s.chat in
      let on = match on with Some o -> o | None -> s.on in
      let s = { s with chat; on; cron = Option.value cron ~default:s.cron;
          sctitle = patched b "title" get_str s.sctitle; input = patched b "input" get_str s.input; sc_changed = fresh_ms () } in
      sc_put s; ok (sched_view s))

let sc_delete u id =
  locked (fun () ->
      let s = sc_find u id in
      db := { !db with scheds = SM.filter (fun k x -> if f "schedule-delete-by-chat" then x.chat <> s.chat else k <> s.sid) !db.scheds };
      ok (sched_view s))

let onboarding () =
  ok (listed (List.map (fun (t, c) -> `Assoc [ ("title", str t); ("cron", str c) ])
     [ ("Each morning", "0 9 * * *"); ("Each Monday", "0 9 * * 1"); ("Each hour", "0 * * * *") ]))

(* starts what is due, once a minute *)
let ticker () =
  while true do
    Thread.delay (60.05 -. Float.rem (Unix.gettimeofday ()) 60.);
    try
      locked (fun () ->
          let now = now_ms () in
          SM.iter (fun _ s ->
              if s.on then match cron_parse s.cron with
                | Some c when fits c now && SM.mem s.chat !db.agents ->
                  let r = new_run (uuid ()) s.chat s.suser in
                  let m = Option.value s.input ~default:"scheduled run" in
                  change_run r.rid (fun r -> { r with msgs = [ ("assistant", "Scheduled answer to: " ^ m); ("user", m) ];
                    logs = log "scheduled" s.sid :: r.logs });
                  sc_put { s with last = Some now }
                | _ -> ()) !db.scheds)
    with _ -> ()
  done
