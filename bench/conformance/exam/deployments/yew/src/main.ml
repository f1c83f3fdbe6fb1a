(* Routes. *)
open Util
open State
open Http

(* Open: no auth declared, the user when there is one. User: a JWT is needed. Worker: an API key, seen to there. *)
type route =
  | Open of (user option -> request -> response)
  | User of (user -> request -> response)
  | Worker of (request -> response)

let route meth path : route option =
  let user g = Some (User g) and op g = Some (Open g) in
  let agent id g = Some (User (fun u r -> ignore (uuid_param "path.agent_id" id); g u r)) in
  let chat id g = Some (User (fun u r -> ignore (uuid_param "path.chat_id" id); g u r)) in
  let file id fid g = agent id (fun u r -> g u (uuid_param "path.file_id" fid) r) in
  let bund id g = Some (User (fun u r -> ignore (int_param "path.bundle_id" id); g u r)) in
  let sched id g = Some (User (fun u r -> ignore (uuid_param "path.schedule_id" id); g u r)) in
  match (meth, path) with
  (* Workers API *)
  | "POST", [ "workers"; "ndjson"; a ] -> Some (Worker (Workers.start ~ndjson:true a))
  | "PUT", [ "workers"; "ndjson"; a; r ] -> Some (Worker (Workers.continue ~ndjson:true a r))
  | "POST", [ "workers"; a ] -> Some (Worker (Workers.start ~ndjson:false a))
  | "PUT", [ "workers"; a; r ] -> Some (Worker (Workers.continue ~ndjson:false a r))
  | "GET", [ "workers"; a; r ] -> Some (Worker (Workers.history a r))
  (* runs and logs *)
  | "GET", [ "me"; "agent-runs" ] -> user Account.runs
  | "GET", [ "me"; "agent-runs"; id ] -> user (fun u _ -> Account.run_show u id)
  | "GET", [ "me"; "agent-runs"; id; "mcp-server-logs" ] -> user (fun u _ -> Account.mcp_logs u id)
  | "GET", [ "me"; "agent-runs"; id; "logs" ] -> user (fun u _ -> Account.logs u id)
  | "GET", [ "me"; "executions" ] -> user Account.execs
  | "GET", [ "me"; "executions"; id ] -> user (fun u _ -> Account.exec_show u id)
  (* subscriptions *)
  | "POST", [ "me"; "agents"; id; "subscribe" ] -> user (fun u r -> Studio.subscribe u id r)
  | "POST", [ "me"; "agents"; id; "unsubscribe" ] -> user (fun u _ -> Studio.unsubscribe u id)
  | "GET", [ "me"; "subscriptions" ] -> user (fun u _ -> Studio.sub_list u)
  | "GET", [ "me"; "subscriptions"; id ] -> user (fun u _ -> Studio.sub_show u id)
  (* studio chats *)
  | "GET", [ "me"; "agent-studio-chats" ] -> user (fun u _ -> Studio.slist u)
  | "POST", [ "me"; "agent-studio-chats" ] -> user Studio.screate
  | "GET", [ "me"; "agent-studio-chats"; id ] -> op (fun w _ -> Studio.sshow w id)
  | "PUT", [ "me"; "agent-studio-chats"; id ] -> user (fun u r -> Studio.sreplace u id r)
  | "PATCH", [ "me"; "agent-studio-chats"; id ] -> user (fun u r -> Studio.spatch u id r)
  | "DELETE", [ "me"; "agent-studio-chats"; id ] -> user (fun u _ -> Studio.sdelete u id)
  | "POST", [ "me"; "agent-studio-chats"; id; "clone" ] -> user (fun u _ -> Studio.sclone u id)
  (* agents *)
  | "GET", [ "me"; ("agents" | "chats") ] -> user (fun u _ -> locked (fun () -> Agents.list u))
  | "POST", [ "me"; "agents" ] -> user Agents.post
  | "POST", [ "me"; "agents"; "vanity"; "slug" ] -> op (fun _ r -> Agents.make_slug r)
  | "GET", [ "me"; "agents"; "vanity"; "slug" ] -> user (fun _ r -> Agents.slug_free r)
  | "GET", [ "me"; ("agents" | "chats"); id ] -> op (fun w _ -> Agents.show w id)
  | "POST", [ "me"; "agents"; id; "upsell-description" ] -> user (fun u _ -> Agents.upsell u id)
  | "GET", [ "me"; "agents"; id; "vibe" ] -> user (fun u r -> Agents.vibe u id r)
  | "GET", [ "me"; "vibe"; "services" ] -> op (fun _ _ -> Agents.vibe_list ())
  | "GET", [ "me"; "agents"; id; "customizations"; "theme" ] -> agent id (fun u _ -> Agents.get_theme u id)
  | "PUT", [ "me"; "agents"; id; "customizations"; "theme" ] -> agent id (fun u r -> Agents.put_theme u id r)
  | "GET", [ "me"; "agents"; id; "files" ] -> agent id (fun u _ -> Agents.list_files u id)
  | "POST", [ "me"; "agents"; id; "files" ] -> agent id (fun u r -> Agents.add_file u id r)
  | "PUT", [ "me"; "agents"; id; "files"; "positions" ] -> agent id (fun u r -> Agents.order_files u id r)
  | "GET", [ "me"; "agents"; id; "files"; fid ] -> file id fid (fun u fid _ -> Agents.show_file u id fid)
  | "PATCH", [ "me"; "agents"; id; "files"; fid ] -> file id fid (fun u fid r -> Agents.patch_file u id fid r)
  | "DELETE", [ "me"; "agents"; id; "files"; fid ] -> file id fid (fun u fid _ -> Agents.delete_file u id fid)
  (* chats *)
  | "POST", [ "me"; "chats" ] -> user Agents.post_chat
  | "PUT", [ "me"; "chats"; id ] -> user (fun u r -> Agents.put_chat u id r)
  | "PATCH", [ "me"; "chats"; id ] -> user (fun u r -> Agents.patch_chat u id r)
  | "DELETE", [ "me"; "chats"; id ] -> user (fun u _ -> Agents.delete u id)
  | "GET", [ "me"; "chats"; id; "og" ] -> op (fun _ _ -> Agents.og (uuid_param "path.chat_id" id))
  | "POST", [ "me"; "chats"; id; "clone" ] -> chat id (fun u r -> Agents.clone u id r)
  | "POST", [ "me"; "chats"; id; "feedback" ] -> user (fun u r -> Agents.feedback u id r)
  | "POST", [ "me"; "chats"; id; "runs" ] -> chat id (fun u _ -> Account.chat_run u id)
  (* keys, money *)
  | "GET", [ "me"; "api-keys" ] -> user (fun u _ -> Account.keys u)
  | "POST", [ "me"; "api-keys" ] -> user Account.key_create
  | "GET", [ "me"; "api-keys"; "default" ] -> user (fun u _ -> Account.key_default u)
  | "GET", [ "me"; "api-keys"; id ] -> user (fun u _ -> Account.key_show u id)
  | "DELETE", [ "me"; "api-keys"; id ] -> user (fun u _ -> Account.key_delete u id)
  | "GET", [ "me"; "billing" ] -> user (fun u _ -> Account.billing u)
  | "GET", [ "me"; "credits" ] -> user (fun u _ -> Account.credits u)
  | "POST", [ "me"; "credits"; "use" ] -> user (fun u _ -> Account.use u)
  | "POST", [ "me"; "payments"; "webhook" ] -> op (fun _ r -> Account.webhook r)
  | "POST", [ "me"; "payments"; "sessions" ] -> user Account.pay_session
  | "GET", [ "me"; "monetization"; "summary" ] -> user Account.summary
  | "GET", [ "me"; "monetization"; "subscribers" ] -> user Account.subscribers
  | "GET", [ "me"; "monetization"; "earnings" ] -> user Account.earnings
  (* bundles *)
  | "GET", [ "me"; "bundles" ] -> user (fun u _ -> Account.bundles u)
  | "POST", [ "me"; "bundles" ] -> user (fun u _ -> Account.bundle_create u)
  | "GET", [ "me"; "bundles"; id ] -> user (fun u _ -> Account.bundle_show u id)
  | "PUT", [ "me"; "bundles"; id ] -> bund id (fun u r -> Account.bundle_put u id r)
  | "DELETE", [ "me"; "bundles"; id ] -> user (fun u _ -> Account.bundle_delete u id)
  | "GET", [ "me"; "bundles"; id; "tools" ] -> user (fun u _ -> Account.bundle_tools u id)
  | "POST", [ "me"; "bundles"; id; "tools" ] -> bund id (fun u r -> Account.bundle_add u id r)
  | "DELETE", [ "me"; "bundles"; id; "tools"; n ] -> user (fun u _ -> Account.bundle_drop u id n)
  (* command line *)
  | "POST", [ "me"; "cli-auth" ] -> op (fun _ _ -> Account.cli_create ())
  | "PUT", [ "me"; "cli-auth"; id ] -> user (fun u r -> ignore (uuid_param "path.cli_auth_id" id); Account.cli_attach u id r)
  | "GET", [ "me"; "cli-auth"; id ] -> op (fun _ _ -> Account.cli_read id)
  (* schedules *)
  | "GET", [ "me"; "schedules" ] -> user (fun u _ -> Studio.sc_list u)
  | "POST", [ "me"; "schedules" ] -> user Studio.sc_create
  | "GET", [ "me"; "schedules"; "onboarding" ] -> user (fun _ _ -> Studio.onboarding ())
  | "GET", [ "me"; "schedules"; "text-to-cron" ] -> user (fun _ r -> Studio.text_to_cron r)
  | "GET", [ "me"; "schedules"; id ] -> user (fun u _ -> Studio.sc_show u id)
  | "PUT", [ "me"; "schedules"; id ] -> sched id (fun u r -> Studio.sc_update u id r)
  | "DELETE", [ "me"; "schedules"; id ] -> user (fun u _ -> Studio.sc_delete u id)
  (* tools *)
  | "GET", [ "me"; "tools"; "list" ] -> user (fun _ _ -> Tools.list_mcp ())
  | "GET", [ "me"; "tools" ] -> op (fun _ _ -> Tools.list_public ())
  | "GET", [ "me"; "tools"; "search" ] -> user (fun _ r -> Tools.search r)
  | "GET", [ "me"; "tools"; id ] -> op (fun _ _ -> Tools.show_public id)
  | "POST", [ "me"; "tools"; "run"; n ] -> user (fun u r -> Tools.run u n r)
  | "GET", [ "me"; "toolsets"; "list" ] -> user (fun _ _ -> Tools.list_sets ())
  | "GET", [ "me"; "toolsets"; n ] -> user (fun _ _ -> Tools.show_set n)
  | "GET", [ "me"; "user-tools" ] -> user (fun u _ -> Tools.ut_list u)
  | "POST", [ "me"; "user-tools" ] -> user Tools.ut_add
  | "GET", [ "me"; "user-tools"; n ] -> user (fun u _ -> Tools.ut_show u n)
  | "DELETE", [ "me"; "user-tools"; n ] -> user (fun u _ -> Tools.ut_delete u n)
  (* user *)
  | "GET", ([ "me" ] | [ "me"; "" ]) -> user (fun u _ -> Account.me u)
  | "GET", [ "me"; "vip" ] -> user (fun u _ -> Account.vip u)
  | "POST", [ "me"; "vip" ] -> user Account.redeem
  | _ -> None

let handle (r : request) : response =
  try
    if List.exists (fun (k, v) -> not (utf8_ok k && utf8_ok v)) r.query then invalid "query" "is not UTF-8";
    if List.exists (fun s -> not (utf8_ok s)) r.path then not_found "path";
    match route r.meth r.path with
    | Some (Worker g) -> g r
    | Some (Open g) -> g (Option.bind (bearer r) user_of_jwt) r
    | Some (User g) -> (
      match Option.bind (bearer r) user_of_jwt with
      | Some u -> g u r
      | None ->
        fail 401 "unauthorized" "a valid JWT is needed")
    | None -> (
      match List.filter (fun m -> route m r.path <> None) [ "GET"; "POST"; "PUT"; "PATCH"; "DELETE" ] with
      | [] -> not_found "path"
      | ms -> Json (405, [ ("allow", String.concat ", " ms) ], `Assoc [ ("error", str "method"); ("reason", str "this path has not this method") ]))
  with
  | Err (code, j) -> Json (code, (if code = 401 then [ ("www-authenticate", "Bearer") ] else []), j)
  | Stack_overflow | Out_of_memory -> Json (500, [], `Assoc [ ("error", str "internal"); ("reason", str "too much") ])
  | e ->
    prerr_endline (Printexc.to_string e);
    Json (500, [], `Assoc [ ("error", str "internal"); ("reason", str "something went wrong") ])

let () =
  let port = int_of_string Sys.argv.(1) in
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  Sys.set_signal Sys.sigterm (Sys.Signal_handle (fun _ -> exit 0));
  seed ();
  ignore (Thread.create Studio.ticker ());
  listen port handle
