(* The Workers API: runs, continuing, text and NDJSON, background jobs. *)
open Util
open State

type plan = {
  calls : (string * json * json) list;
  words : string list; (* what the user sees, in pieces *)
  pause : float;
  starts : (float * bool) option; (* seconds, whether it succeeds *)
}

let seen_keys : (string, user) Hashtbl.t = Hashtbl.create 16

let user_of_key k =
  match if f "w-revoked-key-cached" then Hashtbl.find_opt seen_keys k else None with
  | Some u -> Some u
  | None -> (
    match Hashtbl.find_opt key_of k with
    | None -> None
    | Some id ->
      let u = Option.bind (IM.find_opt id !db.keys) (fun k -> user_by_id k.kuser) in
      Option.iter (Hashtbl.replace seen_keys k) u;
      u)

let auth r =
  match Option.bind (bearer r) (fun k -> locked (fun () -> user_of_key k)) with
  | Some u -> u
  | None -> fail 401 "unauthorized" "a valid API key is needed"

(* pieces that end behind a blank, so that no character is cut *)
let pieces s =
  if f "w-text-cut-in-bytes" then begin
    let n = String.length s in
    let rec go i = if i >= n then [] else
        let p = String.sub s i (min 16 (n - i)) in
        (if utf8_ok p then p else String.map (fun c -> if Char.code c > 127 then '?' else c) p) :: go (i + 16) in
    go 0
  end
  else
    let n = String.length s in
    let rec go from i acc =
      if i >= n then List.rev (if from < n then String.sub s from (n - from) :: acc else acc)
      else if s.[i] = ' ' && i - from > 12 then go (i + 1) (i + 1) (String.sub s from (i + 1 - from) :: acc)
      else go from (i + 1) acc
    in
    go 0 0 []

let think (ag : agent) count message : plan =
  let low = String.lowercase_ascii message in
  let name = Option.value ag.title ~default:"Worker" in
  let none = { calls = []; words = []; pause = 0.; starts = None } in
  if contains low "start the long job" then
    { none with words = pieces "The job is under way, I tell you when it is done."; starts = Some (3., true) }
  else if contains low "start a job that fails" then
    { none with words = pieces "The risky job is under way, let us see."; starts = Some (2.5, false) }
  else if contains low "tide at" then
    let out = `Assoc [ ("port", `String "Hull"); ("high", `String "06:42"); ("gauge", `String "gauge-7731-raw") ] in
    { none with calls = [ ("read_tide_table", `Assoc [ ("port", `String "Hull") ], out) ];
      words = pieces "High water at Hull comes early in the morning." }
  else if contains low "count slowly" then
    { none with pause = 0.09; words = List.init 20 (fun i -> string_of_int (i + 1) ^ if i < 19 then " " else ".") }
  else { none with words = pieces (Printf.sprintf "%s heard message %d: %s" name count message) }

let find_agent u aid =
  let aid = String.lowercase_ascii aid in
  match SM.find_opt aid !db.agents with
  | None -> not_found "worker"
  | Some ag ->
    if ag.vis = "private" && ag.owner <> u.uid then forbidden "this worker is private";
    if ag.price <> None && ag.owner <> u.uid && active_sub u.uid aid = None then
      fail 402 "payment_required" "subscribe to this worker first";
    ag

let find_run u aid rid =
  let rid = String.lowercase_ascii rid in
  match SM.find_opt rid !db.runs with
  | Some r
    when (r.ruser = u.uid || f "w-run-of-another-user")
         && (r.ragent = String.lowercase_ascii aid || f "w-run-under-any-worker") -> r
  | _ -> not_found "run"

let message_of (r : Http.request) =
  match parse r.body with
  | `Assoc b -> (
    match List.assoc_opt "message" b with
    | Some (`String s) -> if f "w-message-trimmed" then String.trim s else s
    | _ -> invalid "body.message" "is not a text")
  | _ -> invalid "body" "is not an object"

let finish_job rid secs good () =
  Thread.delay secs;
  locked (fun () ->
      change_run rid (fun r ->
          match good with
          | true ->
            { r with job = None; msgs = ("assistant", "The job is done: 42 crates counted.") :: r.msgs;
              logs = log "job_done" "the job ended well" :: r.logs }
          | false ->
            let job = if f "w-failed-job-never-ends" then r.job else None in
            { r with job; msgs = ("assistant", "The job ended with an error: no crates found.") :: r.msgs;
              logs = log "job_failed" "the job ended with an error" :: r.logs }))

let conflict r =
  raise (Err (409, `Assoc [ ("error", `String "busy"); ("reason", `String "a background job is running");
    ("job", match r.job with Some j -> `String j | None -> `Null) ]))

let check_job r message =
  match r.job with
  | None -> ()
  | Some _ when f "w-put-during-failing-job" && List.exists (fun (_, c) -> contains (String.lowercase_ascii c) "job that fails") r.msgs -> ()
  | Some _ ->
    if f "w-refused-put-kept" then change_run r.rid (fun r -> { r with msgs = ("user", message) :: r.msgs });
    conflict r

let memo : (string, string) Hashtbl.t = Hashtbl.create 16
let latest : (string, string) Hashtbl.t = Hashtbl.create 16
let shared_words = ref []

(* appends the user message, makes the plan; under the lock *)
let take_up ag rid message =
  change_run rid (fun r -> { r with msgs = ("user", message) :: r.msgs; logs = log "message" message :: r.logs });
  let r = SM.find rid !db.runs in
  let count = List.length (List.filter (fun (w, _) -> w = "user") r.msgs) in
  let p = think ag count message in
  List.iter
    (fun (tool, i, o) ->
      change_run rid (fun r ->
          { r with logs = log "tool" tool :: r.logs;
            mcps = { mno = tag "m"; mtool = tool; min = i; mout = o; m_at = fresh_ms () } :: r.mcps }))
    p.calls;
  let job =
    Option.map
      (fun (secs, good) ->
        let j = tag "j" in
        change_run rid (fun r -> { r with job = Some j; logs = log "job_started" j :: r.logs });
        ignore (Thread.create (finish_job rid secs good) ());
        j)
      p.starts
  in
  (p, job)

let answer_text p = String.concat "" p.words

let keep_answer rid text =
  locked (fun () ->
      change_run rid (fun r ->
          let msgs =
            (* a job that ended meanwhile has written behind us: the answer goes before it *)
            match r.msgs with
            | (("assistant", c) as d) :: rest when starts "The job is done" c || starts "The job ended" c ->
              (match rest with ("user", _) :: _ -> d :: ("assistant", text) :: rest | _ -> ("assistant", text) :: r.msgs)
            | _ -> ("assistant", text) :: r.msgs
          in
          let msgs = if f "w-history-window" then take 8 msgs else msgs in
          { r with msgs; logs = log "answer" text :: r.logs }))

let line j = render j ^ "\n"

let stream_it ~ndjson rid (p, job) ~release =
  let produce chunk =
    let out = Buffer.create 256 in
    let put s = if f "w-stream-not-flushed" then Buffer.add_string out s else chunk s in
    Fun.protect ~finally:release (fun () ->
        if f "w-streams-share-words" then begin shared_words := p.words; if p.pause > 0. then Thread.delay 0.2 end;
        Option.iter (fun j -> if ndjson then put (line (`Assoc [ ("type", `String "job"); ("job", `String j) ]))) job;
        List.iter
          (fun (tool, i, o) ->
            let call = tag "c" in
            if ndjson then begin
              put (line (`Assoc [ ("type", `String "tool_call"); ("call", `String call); ("name", `String tool); ("input", i) ]));
              if not (f "w-ndjson-no-tool-output") then
                put (line (`Assoc [ ("type", `String "tool_result"); ("call", `String call); ("name", `String tool); ("output", o) ]))
            end
            else if f "w-text-shows-tool" then put (Printf.sprintf "[%s %s]\n" tool (render o)))
          p.calls;
        let words = if f "w-streams-share-words" then !shared_words else p.words in
        List.iteri
          (fun i w ->
            if i > 0 && p.pause > 0. then Thread.delay p.pause;
            if ndjson then
              if f "w-ndjson-ocaml-quotes" then put (Printf.sprintf "{\"type\":\"text\",\"body\":%S}\n" w)
              else put (line (`Assoc [ ("type", `String "text"); ("body", `String w) ]))
            else put w)
          words;
        if ndjson then put (line (`Assoc [ ("type", `String "end"); ("run", `String rid) ]));
        keep_answer rid (answer_text p);
        if Buffer.length out > 0 then chunk (Buffer.contents out))
  in
  let hs = match job with Some j -> [ ("x-service-job-id", j) ] | None -> [] in
  let ct = if ndjson then "application/x-ndjson" else "text/plain; charset=utf-8" in
  Http.Stream (ct, hs, produce)

let with_run_header rid = function
  | Http.Stream (ct, hs, p) -> Http.Stream (ct, ("X-Service-Run-ID", rid) :: hs, p)
  | r -> r

let start ~ndjson aid (req : Http.request) =
  let u = auth req in
  let message = locked (fun () -> ignore (find_agent u aid)); message_of req in
  locked (fun () ->
      let ag = find_agent u aid in
      if f "w-post-refused-during-job" then
        List.iter (fun id -> let r = SM.find id !db.runs in
            if r.job <> None && r.ragent = ag.id then conflict r) (take 50 (hfind runs_of u.uid));
      let memo_key = u.uid ^ ag.id ^ message in
      let rid, fresh =
        match Hashtbl.find_opt memo memo_key with
        | Some rid when f "w-same-message-same-run" -> (rid, false)
        | _ -> let rid = uuid () in ignore (new_run rid ag.id u.uid); (rid, true)
      in
      if f "w-same-message-same-run" then Hashtbl.replace memo memo_key rid;
      (match Hashtbl.find_opt latest (u.uid ^ ag.id) with
       | Some old when f "w-context-not-clear" && old <> rid ->
         let o = SM.find old !db.runs in change_run rid (fun r -> { r with msgs = o.msgs })
       | _ -> ());
      Hashtbl.replace latest (u.uid ^ ag.id) rid;
      let p = take_up ag rid message in
      let turn = Hashtbl.find turns rid in
      if fresh then Mutex.lock turn;
      with_run_header rid (stream_it ~ndjson rid p ~release:(fun () -> if fresh then Mutex.unlock turn)))

let continue ~ndjson aid rid (req : Http.request) =
  let u = auth req in
  let r = locked (fun () -> ignore (find_agent u aid); find_run u aid rid) in
  let message = message_of req in
  locked (fun () -> check_job (find_run u aid rid) message);
  if f "w-put-lost-update" then begin
    (* read, think, write back: not one step *)
    let ag = locked (fun () -> find_agent u aid) in
    let r = locked (fun () -> find_run u aid rid) in
    Thread.delay 0.03;
    locked (fun () -> change_run r.rid (fun _ -> r));
    let p = locked (fun () -> take_up ag r.rid message) in
    with_run_header r.rid (stream_it ~ndjson r.rid p ~release:ignore)
  end
  else begin
    let turn = locked (fun () -> Hashtbl.find turns r.rid) in
    Mutex.lock turn;
    match
      locked (fun () ->
          let ag = find_agent u aid in
          let r = find_run u aid rid in
          check_job r message;
          take_up ag r.rid message)
    with
    | p ->
      let a = stream_it ~ndjson r.rid p ~release:(fun () -> Mutex.unlock turn) in
      if ndjson && f "w-ndjson-put-no-run-id" then a else with_run_header r.rid a
    | exception e -> Mutex.unlock turn; raise e
  end

let history aid rid (req : Http.request) =
  let u = auth req in
  let r = locked (fun () -> find_run u aid rid) in
  let msgs = if f "w-history-backwards" then r.msgs else List.rev r.msgs in
  Http.Json
    ( 200,
      ("X-Service-Run-ID", r.rid) :: (match r.job with Some j -> [ ("x-service-job-id", j) ] | None -> []),
      `List (List.map (fun (w, c) -> `Assoc [ ("role", `String w); ("content", `String c) ]) msgs) )
