(* All state: immutable maps in one ref behind one mutex. *)
open Util

type user = { uid : string; name : string; email : string; tier : string; linked : bool; joined : int }

type agent = {
  id : string; owner : string; prompt : string; title : string option; about : string option;
  vis : string; slug : string option; price : int option; upsell : string option;
  uses : string list; marks : int; score_sum : int; a_at : int; a_changed : int;
}

type file = { fid : string; ftitle : string option; kind : string; text : string; f_at : int; f_changed : int }
type theme = { color : string; mode : string option; t_at : int }
type log = { lno : string; what : string; note : string; l_at : int }
type mcp = { mno : string; mtool : string; min : json; mout : json; m_at : int }

type run = {
  rid : string; ragent : string; ruser : string;
  msgs : (string * string) list; (* newest first *)
  job : string option; logs : log list; mcps : mcp list; r_at : int; r_changed : int;
}

type studio = {
  srun : string; sowner : string; stitle : string option; svis : string; sbody : string option;
  sagent : string option; gone : bool; s_at : int; s_changed : int;
}

type key = { kid : int; kuser : string; ktitle : string option; secret : string; main : bool; k_at : int }
type bundle = { bid : int; buser : string; btitle : string option; btools : (string * int) list; b_at : int }

type cli = { cid : string; by : string option; jwt : string option; spent : bool; c_at : int }

type sched = {
  sid : string; suser : string; chat : string; cron : string; sctitle : string option;
  input : string option; on : bool; sc_at : int; sc_changed : int; last : int option;
}

type sub = {
  sno : string; who : string; what_agent : string; to_owner : string; sprice : int; since : int;
  until : int option;
}

type pay = { p_owner : string; p_agent : string; amount : int; p_at : int }

type exec = {
  eno : int; etool : string; ein : json; eout : json; ok : bool; ms : int; e_at : int;
}

type cred = { left : int; spent_sum : int; times : int; cr_changed : int option }
type session = { pno : string; puser : string; pamount : int; paid : bool; ps_at : int }
type ent = { iden : string; active : bool; made : int; modified : int; data : fields }
type account = { chats : ent list; devices : ent list; pushes : ent list (* newest first *) }

type state = {
  agents : agent SM.t; files : file list SM.t; themes : theme SM.t; runs : run SM.t;
  studios : studio SM.t; keys : key IM.t; bundles : bundle IM.t; clis : cli SM.t;
  scheds : sched SM.t; subs : sub list; pays : pay list; installed : (string * int) list SM.t;
  execs : exec list SM.t; (* per user, newest first *)
  creds : cred SM.t; sessions : session SM.t; events : SS.t; redeemed : SS.t;
  accounts : account SM.t; last_key : int; last_bundle : int; last_exec : int;
}

let empty_account = { chats = []; devices = []; pushes = [] }

let db =
  ref
    { agents = SM.empty; files = SM.empty; themes = SM.empty; runs = SM.empty; studios = SM.empty;
      keys = IM.empty; bundles = IM.empty; clis = SM.empty; scheds = SM.empty; subs = []; pays = [];
      installed = SM.empty; execs = SM.empty; creds = SM.empty; sessions = SM.empty;
      events = SS.empty; redeemed = SS.empty; accounts = SM.empty; last_key = 100; last_bundle = 0;
      last_exec = 0 }

let lock = Mutex.create ()

let locked g =
  Mutex.lock lock;
  match g () with
  | v -> Mutex.unlock lock; v
  | exception e -> Mutex.unlock lock; raise e

(* Hashtbl indexes beside the maps; touched only under the lock *)
let runs_of : (string, string list) Hashtbl.t = Hashtbl.create 64
let key_of : (string, int) Hashtbl.t = Hashtbl.create 64
let turns : (string, Mutex.t) Hashtbl.t = Hashtbl.create 64
let hfind h k = match Hashtbl.find_opt h k with Some v -> v | None -> []

let day = 86400000

(* ---- people ---- *)
let long_ago = now_ms () - (90 * day)
let person uid name email tier linked = { uid; name; email; tier; linked; joined = long_ago }
let own = person "u1" "Olive Own" "olive@yew.example" "pro" true
let other = person "u2" "Otto Other" "otto@yew.example" "pro" true
let sandy = person "u3" "Sandy Box" "sandy@yew.example" "sandbox" false
let maker = person "u4" "Mona Maker" "mona@yew.example" "pro" true
let people = [ own; other; sandy; maker ]
let user_by_id uid = List.find_opt (fun u -> u.uid = uid) people

let jwt_secret = "yew-signs-2026"

let user_of_jwt t : user option =
  match String.split_on_char '.' t with
  | [ h; p; s ] -> (
    try
      if not (same_text s (b64url (Cryptokit.hash_string (Cryptokit.MAC.hmac_sha256 jwt_secret) (h ^ "." ^ p)))) then None
      else
        match (Yojson.Safe.from_string (unb64url h), Yojson.Safe.from_string (unb64url p)) with
        | `Assoc hl, `Assoc pl when List.assoc_opt "alg" hl = Some (`String "HS256") -> (
          match (List.assoc_opt "sub" pl, List.assoc_opt "exp" pl) with
          | Some (`String uid), None -> user_by_id uid
          | Some (`String uid), Some (`Int e) when e * 1000 > now_ms () -> user_by_id uid
          | _ -> None)
        | _ -> None
    with _ -> None)
  | _ -> None

let bearer (r : Http.request) =
  match Http.header r "authorization" with
  | Some a when String.length a > 7 && String.lowercase_ascii (String.sub a 0 7) = "bearer " ->
    Some (String.trim (String.sub a 7 (String.length a - 7)))
  | _ -> None

(* ---- seed ---- *)
let a id owner title prompt vis price =
  { id; owner; prompt; title = Some title; about = Some ("About " ^ title); vis; slug = None;
    price; upsell = None; uses = [ "read_tide_table" ]; marks = 0; score_sum = 0; a_at = long_ago;
    a_changed = long_ago }

let id_worker = "6e1f0c52-0b0f-4c3d-9a55-0c8d7f2b1e01"
let id_own_paid = "6e1f0c52-0b0f-4c3d-9a55-0c8d7f2b1e02"
let id_paid = "6e1f0c52-0b0f-4c3d-9a55-0c8d7f2b1e03"
let id_unpaid = "6e1f0c52-0b0f-4c3d-9a55-0c8d7f2b1e04"
let id_private = "6e1f0c52-0b0f-4c3d-9a55-0c8d7f2b1e05"
let id_subscribed = "6e1f0c52-0b0f-4c3d-9a55-0c8d7f2b1e06"
let id_unsub = "6e1f0c52-0b0f-4c3d-9a55-0c8d7f2b1e07"

let codes = [ ("YEW-WELCOME-2026", "u4"); ("YEW-SECOND-2026", "u4"); ("YEW-OLIVE-OWN", "u1"); ("YEW-OTTO-OWN", "u2") ]

let seed () =
  let agents =
    [ a id_worker "u1" "Harbour Hand" "You help in the harbour." "public" None;
      a id_own_paid "u1" "Paid Pilot" "You pilot ships for money." "public" (Some 49950);
      a id_paid "u2" "Otto's Oracle" "You tell the future." "public" (Some 99000);
      a id_unpaid "u2" "Otto's Open" "You are free." "public" None;
      a id_private "u2" "Otto's Secret" "You are hidden." "private" None;
      a id_subscribed "u4" "Mona's Monthly" "You are paid monthly." "public" (Some 25000);
      a id_unsub "u4" "Mona's Minor" "You are paid a little." "public" (Some 12500) ]
  in
  let s who what_agent to_owner sprice since until = { sno = tag "b"; who; what_agent; to_owner; sprice; since; until } in
  let now = now_ms () in
  let subs =
    [ s "u1" id_subscribed "u4" 25000 (now - (20 * day)) None;
      s "u1" id_unsub "u4" 12500 (now - (15 * day)) None;
      s "u4" id_own_paid "u1" 49950 (now - (40 * day)) None;
      s "u3" id_own_paid "u1" 49950 (now - (29 * day)) (Some (now - (2 * day))) ]
  in
  let p d = { p_owner = "u1"; p_agent = id_own_paid; amount = 49950; p_at = now - (d * day) } in
  let key kid kuser secret = { kid; kuser; ktitle = Some "first"; secret; main = true; k_at = long_ago } in
  let keys = [ key 1 "u1" "yk_own_5d2f8a1c"; key 2 "u2" "yk_other_77b0e3d9"; key 3 "u3" "yk_sandbox_19c4"; key 4 "u4" "yk_maker_0a1b" ] in
  List.iter (fun k -> Hashtbl.replace key_of k.secret k.kid) keys;
  let cred n = { left = n; spent_sum = 0; times = 0; cr_changed = None } in
  db :=
    { !db with
      agents = List.fold_left (fun m x -> SM.add x.id x m) SM.empty agents;
      keys = List.fold_left (fun m k -> IM.add k.kid k m) IM.empty keys;
      subs; pays = [ p 40; p 29; p 10 ];
      creds = SM.of_seq (List.to_seq [ ("u1", cred 2500000); ("u2", cred 1000000); ("u3", cred 625); ("u4", cred 10000) ]) }

(* ---- runs ---- *)
let log what note = { lno = tag "l"; what; note; l_at = fresh_ms () }

let new_run rid ragent ruser =
  let t = fresh_ms () in
  let r = { rid; ragent; ruser; msgs = []; job = None; logs = []; mcps = []; r_at = t; r_changed = t } in
  db := { !db with runs = SM.add rid r !db.runs };
  Hashtbl.replace runs_of ruser (rid :: hfind runs_of ruser);
  Hashtbl.replace turns rid (Mutex.create ());
  r

let change_run rid g =
  match SM.find_opt rid !db.runs with
  | None -> ()
  | Some r -> db := { !db with runs = SM.add rid { (g r) with r_changed = fresh_ms () } !db.runs }

let active_sub uid aid = List.find_opt (fun s -> s.who = uid && s.what_agent = aid && s.until = None) !db.subs
