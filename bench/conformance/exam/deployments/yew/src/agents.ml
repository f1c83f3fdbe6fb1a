(* Agents, chats (the same record), files, themes, slugs, feedback. *)
open Util
open State

let ok j = Http.Json (200, [], j)

let body_of (r : Http.request) : fields =
  match parse r.body with `Assoc b -> b | _ -> invalid "body" "is not an object"

let vis_of b old =
  match get_str b "visibility" with
  | None -> old
  | Some (("public" | "private") as v) -> v
  | Some _ -> invalid "body.visibility" "is neither public nor private"

let no_private u vis =
  if u.tier = "sandbox" && vis = "private" then bad "the sandbox tier cannot make this private"

let view (g : agent) : json =
  `Assoc
    ([ ("id", str g.id) ] @ opt "title" str g.title @ opt "about" str g.about
    @ [ ("prompt", str g.prompt); ("visibility", str g.vis) ]
    @ opt "slug" str g.slug @ opt "price" money g.price @ opt "upsell" str g.upsell
    @ [ ("uses", `List (List.map str g.uses)); ("owner", str g.owner); ("marks", int g.marks) ]
    @ (if g.marks = 0 then []
       else
         [ ( "score", `Float (Float.round (float g.score_sum /. float g.marks *. 100.) /. 100.) ) ])
    @ [ ("at", time g.a_at); ("changed", time g.a_changed) ])

let find aid = match SM.find_opt (String.lowercase_ascii aid) !db.agents with Some g -> g | None -> not_found "agent"

let readable who aid =
  let g = find aid in
  let mine = match who with Some u -> u.uid = g.owner | None -> false in
  if g.vis = "private" && not mine then forbidden "this agent is private";
  g

let mine u aid =
  let g = find aid in
  if g.owner <> u.uid then forbidden "this agent belongs to another user";
  g

let slug_form s =
  let n = String.length s in
  n >= 2 && n <= 63
  && String.for_all (fun c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c = '-') s
  && s.[0] <> '-' && s.[n - 1] <> '-'

let slug_taken ?(but = "") s = SM.exists (fun id g -> id <> but && g.slug = Some s) !db.agents
let slugs_once = lazy (locked (fun () -> SM.fold (fun _ g l -> match g.slug with Some s -> s :: l | None -> l) !db.agents []))

let slug_of ?but b old =
  let s = patched b "slug" get_str old in
  (match s with
   | Some x when not (slug_form x) -> invalid "body.slug" "has not the form of a slug"
   | Some x when slug_taken ?but x -> bad "this slug is taken"
   | _ -> ());
  s

let put g = db := { !db with agents = SM.add g.id g !db.agents }

let prompt_of b =
  match get_str b "prompt" with
  | Some p when String.trim p <> "" -> p
  | _ -> bad "the chat prompt is missing"

(* checks the forms before anything else *)
let check_forms b =
  ignore (get_str b "prompt"); ignore (vis_of b ""); ignore (get_str b "title"); ignore (get_str b "about");
  ignore (get_str b "upsell"); ignore (get_money b "price"); ignore (get_strs b "uses");
  match get_str b "slug" with Some x when not (slug_form x) -> invalid "body.slug" "has not the form of a slug" | _ -> ()

let create u b =
  let t = fresh_ms () in
  let prompt = prompt_of b in
  let vis = vis_of b "public" in
  no_private u vis;
  let id = uuid () in
  let g =
    { id; owner = u.uid; prompt; title = get_str b "title"; about = get_str b "about"; vis;
      slug = slug_of b None; price = get_money b "price"; upsell = get_str b "upsell";
      uses = Option.value (get_strs b "uses") ~default:[]; marks = 0; score_sum = 0; a_at = t; a_changed = t }
  in
  put g; g

let replace u g b =
  let prompt = if f "agent-upsert-without-prompt" then Option.value (get_str b "prompt") ~default:g.prompt else prompt_of b in
  let vis = vis_of b g.vis in
  no_private u vis;
  let g =
    { g with prompt; vis; title = get_str b "title"; about = get_str b "about";
      slug = slug_of ~but:g.id (if List.mem_assoc "slug" b then b else ("slug", `Null) :: b) None;
      price = get_money b "price"; upsell = get_str b "upsell";
      uses = Option.value (get_strs b "uses") ~default:[]; a_changed = fresh_ms () }
  in
  put g; g

let partial u g b =
  let prompt =
    if List.mem_assoc "prompt" b then prompt_of b else g.prompt
  in
  let vis = vis_of b g.vis in
  no_private u vis;
  { g with prompt; vis; title = patched b "title" get_str g.title; about = patched b "about" get_str g.about;
    slug = slug_of ~but:g.id b g.slug; price = patched b "price" get_money g.price;
    upsell = patched b "upsell" get_str g.upsell;
    uses = (match get_strs b "uses" with Some l -> l | None -> if List.mem_assoc "uses" b then [] else g.uses);
    a_changed = fresh_ms () }

let list u =
  let l = SM.fold (fun _ g acc -> if g.owner = u.uid then g :: acc else acc) !db.agents [] in
  let l = List.sort (fun x y -> compare y.a_at x.a_at) l in
  ok (`List (List.map view l))

let post u r =
  let b = body_of r in
  check_forms b;
  let id = get_str b "id" in
  locked (fun () ->
      ok (view (match id with None -> create u b | Some id -> replace u (mine u id) b)))

let post_chat u r = let b = body_of r in check_forms b; locked (fun () -> ok (view (create u b)))
let show who id = locked (fun () -> ok (view (readable who id)))

let put_chat u id r =
  let b = body_of r in
  check_forms b;
  locked (fun () -> ok (view (replace u (if f "chat-put-any-public" then readable (Some u) id else mine u id) b)))

let patch_chat u id r =
  let b = body_of r in
  check_forms b;
  if f "chat-patch-stale-copy" then begin
    let g = locked (fun () -> partial u (mine u id) b) in
    Thread.delay 0.03;
    locked (fun () -> put g; ok (view g))
  end
  else locked (fun () -> let g = partial u (mine u id) b in put g; ok (view g))

let delete u id =
  locked (fun () ->
      let g = mine u id in
      let t = fresh_ms () in
      let gone k = if f "chat-delete-same-title" then (match SM.find_opt k !db.agents with
          | Some x -> x.owner = u.uid && x.title = g.title | None -> k = g.id) else k = g.id in
      db :=
        { !db with agents = SM.filter (fun k _ -> not (gone k)) !db.agents; files = SM.remove g.id !db.files;
          themes = SM.remove g.id !db.themes;
          scheds = SM.filter (fun _ s -> s.chat <> g.id) !db.scheds;
          subs = List.map (fun s -> if s.what_agent = g.id && s.until = None then { s with until = Some t } else s) !db.subs };
      ok (view g))

let clone u id (r : Http.request) =
  let b =
    if String.trim r.body = "" then []
    else match parse r.body with
      | `Null when not (f "clone-null-refused") -> []
      | `Assoc b -> b
      | _ -> invalid "body" "is not an object" in
  check_forms b;
  locked (fun () ->
      let g = find id in
      if g.vis <> "public" then forbidden "this chat is not public";
      let t = fresh_ms () in
      let n = { g with id = uuid (); owner = u.uid; slug = None; price = None;
          upsell = None; marks = 0; score_sum = 0; a_at = t } in
      let n = partial u n b in
      put n;
      (match SM.find_opt g.id !db.files with
       | Some fs -> db := { !db with files = SM.add n.id (List.map (fun x -> { x with fid = uuid () }) fs) !db.files }
       | None -> ());
      (match SM.find_opt g.id !db.themes with
       | Some th -> db := { !db with themes = SM.add n.id th !db.themes }
       | None -> ());
      ok (view n))

let feedback u id r =
  let b = body_of r in
  let score = match get_int b "score" with
    | Some n when n >= 1 && n <= 5 -> n
    | Some _ -> invalid "body.score" "is not from 1 to 5"
    | None -> invalid "body.score" "is missing" in
  ignore (get_str b "body");
  locked (fun () ->
      let g = find id in
      if g.vis = "private" && g.owner <> u.uid then not_found "chat";
      let g = { g with marks = g.marks + 1; score_sum = g.score_sum + score } in
      put g; ok (view g))

let og id =
  locked (fun () ->
      let g = find id in
      if g.vis = "private" then not_found "chat";
      ok (`Assoc ([ ("title", str (Option.value g.title ~default:"An agent")) ] @ opt "about" str g.about
                  @ [ ("kind", str "website"); ("image", str ("https://yew.example/og/" ^ g.id ^ ".png")) ])))

let upsell u id =
  locked (fun () ->
      let g = find id in
      if g.owner <> u.uid then not_found "agent";
      let t = Option.value g.title ~default:"this agent" in
      let words = take 12 (List.filter (( <> ) "") (String.split_on_char ' ' g.prompt)) in
      let g = { g with upsell = Some (Printf.sprintf "Get more of %s: %s" t (String.concat " " words)); a_changed = fresh_ms () } in
      put g;
      ok (view g))

let make_slug r =
  let b = body_of r in
  let t = need_str b "title" in
  if String.trim t = "" then invalid "body.title" "is empty";
  let out = Buffer.create 32 in
  String.iter (fun c ->
      if (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') then Buffer.add_char out c
      else if Buffer.length out > 0 && Buffer.nth out (Buffer.length out - 1) <> '-' then Buffer.add_char out '-')
    (String.lowercase_ascii t);
  let s = Buffer.contents out in
  let s = if String.length s > 50 then String.sub s 0 50 else s in
  let s = if s <> "" && s.[String.length s - 1] = '-' then String.sub s 0 (String.length s - 1) else s in
  let s = if String.length s < 2 then "agent-" ^ hex_random 6 else s in
  locked (fun () ->
      let rec free n = let c = if n = 1 then s else Printf.sprintf "%s-%d" s n in
        if slug_taken c then free (n + 1) else c in
      ok (`Assoc [ ("slug", str (free 1)) ]))

let slug_free (r : Http.request) =
  match List.assoc_opt "slug" r.query with
  | None -> invalid "query.slug" "is missing"
  | Some s ->
    let free = if f "slug-check-once" then not (List.mem s (Lazy.force slugs_once))
      else locked (fun () -> not (slug_taken s)) in
    ok (`Assoc [ ("slug", str s); ("free", `Bool (slug_form s && free)) ])

let services = [ ("lovable", "Lovable"); ("bolt", "Bolt"); ("v0", "V0") ]
let vibe_list () = ok (listed (List.map (fun (n, t) -> `Assoc [ ("name", str n); ("title", str t) ]) services))

let vibe u id (r : Http.request) =
  match List.assoc_opt "service_name" r.query with
  | None -> invalid "query.service_name" "is missing"
  | Some n when not (List.mem_assoc n services) -> invalid "query.service_name" "is not a known service"
  | Some n ->
    locked (fun () ->
        let g = readable (Some u) id in
        ok (`Assoc [ ("service", str n);
              ("prompt", str (Printf.sprintf "Build with %s a page for the agent %s (%s) that talks to it." (List.assoc n services)
                 (Option.value g.title ~default:"without name") g.id)) ]))

(* ---- theme ---- *)
let theme_view aid t =
  `Assoc ([ ("agent", str aid); ("color", str t.color) ] @ opt "mode" str t.mode @ [ ("at", time t.t_at) ])

let get_theme u id =
  locked (fun () ->
      let g = readable (Some u) id in
      ok (match SM.find_opt g.id !db.themes with None -> `Null | Some t -> theme_view g.id t))

let color_ok c =
  String.length c = 7 && c.[0] = '#'
  && (f "theme-any-letters" || String.for_all (fun c -> Http.unhex c >= 0) (String.sub c 1 6))

let put_theme u id r =
  let b = body_of r in
  let color = need_str b "color" in
  let mode = match get_str b "mode" with
    | (None | Some "light" | Some "dark") as m -> m
    | _ -> invalid "body.mode" "is neither light nor dark" in
  locked (fun () ->
      let g = mine u id in
      if not (color_ok color) then bad "the theme color is not of the form #rrggbb";
      let t = { color; mode; t_at = fresh_ms () } in
      db := { !db with themes = SM.add g.id t !db.themes };
      ok (theme_view g.id t))

(* ---- files ---- *)
let max_files = 12
let files_of aid = match SM.find_opt aid !db.files with Some l -> l | None -> []
let set_files aid l = db := { !db with files = SM.add aid l !db.files }

let file_view aid pos x =
  `Assoc ([ ("id", str x.fid); ("agent", str aid) ] @ opt "title" str x.ftitle
    @ [ ("kind", str x.kind); ("body", str x.text); ("size", int (String.length x.text));
        ("position", int pos); ("at", time x.f_at); ("changed", time x.f_changed) ])

let all_files aid =
  let l = List.mapi (fun i x -> (i, x)) (files_of aid) in
  let l = if f "files-sorted-as-text" then List.sort (fun (i, _) (j, _) -> compare (string_of_int i) (string_of_int j)) l else l in
  listed (List.map (fun (i, x) -> file_view aid i x) l)

let index_of aid fid =
  let rec go i = function [] -> not_found "file" | x :: r -> if x.fid = fid then (i, x) else go (i + 1) r in
  go 0 (files_of aid)

let rec insert_at i x l = match l with
  | l when i <= 0 -> x :: l
  | [] -> [ x ]
  | y :: r -> y :: insert_at (i - 1) x r

let position b = match get_int b "position" with
  | Some n when n < 0 -> invalid "body.position" "is negative"
  | p -> p

let list_files u id = locked (fun () -> let g = mine u id in ok (all_files g.id))

let add_file u id r =
  let b = body_of r in
  let ftitle = get_str b "title" and kind = Option.value (get_str b "kind") ~default:"text/plain" in
  let text = Option.value (get_str b "body") ~default:"" and pos = position b in
  locked (fun () ->
      let g = mine u id in
      let l = files_of g.id in
      let n = List.length l in
      if n >= (if f "files-limit-off-by-one" then max_files + 1 else max_files) then bad "this agent has all the files it may have";
      let t = fresh_ms () in
      let x = { fid = uuid (); ftitle; kind; text; f_at = t; f_changed = t } in
      let at = match pos with Some p -> min p n | None -> n in
      set_files g.id (insert_at at x l);
      Http.Json (201, [], file_view g.id at x))

let show_file u id fid = locked (fun () -> let g = mine u id in let i, x = index_of g.id fid in ok (file_view g.id i x))

let patch_file u id fid r =
  let b = body_of r in
  let pos = position b in
  ignore (get_str b "kind");
  locked (fun () ->
      let g = mine u id in
      let i, x = index_of g.id fid in
      let text = if f "file-patch-clears-body" then Option.value (get_str b "body") ~default:""
        else Option.value (patched b "body" get_str (Some x.text)) ~default:"" in
      let x = { x with ftitle = patched b "title" get_str x.ftitle; text;
          kind = Option.value (patched b "kind" get_str (Some x.kind)) ~default:"text/plain"; f_changed = fresh_ms () } in
      let rest = List.filter (fun y -> y.fid <> fid) (files_of g.id) in
      let at = match pos with Some p -> min p (List.length rest) | None -> i in
      set_files g.id (insert_at at x rest);
      ok (file_view g.id at x))

let delete_file u id fid =
  locked (fun () ->
      let g = mine u id in
      let i, _ = index_of g.id fid in
      let i = if f "file-delete-next" then min (i + 1) (List.length (files_of g.id) - 1) else i in
      set_files g.id (List.filteri (fun j _ -> j <> i) (files_of g.id));
      Http.Empty 204)

let order_files u id r =
  let b = body_of r in
  let want = match get b "order" with
    | Some (`List l) ->
      List.map (function
          | `Assoc e ->
            let fid = uuid_param "body.order.id" (need_str e "id") in
            (match position e with Some p -> (fid, p) | None -> invalid "body.order.position" "is missing")
          | _ -> invalid "body.order" "holds what is not an object") l
    | _ -> invalid "body.order" "is not a list" in
  if List.length (List.sort_uniq compare (List.map fst want)) < List.length want then invalid "body.order" "names a file twice";
  if List.length (List.sort_uniq compare (List.map snd want)) < List.length want then invalid "body.order" "names a position twice";
  locked (fun () ->
      let g = mine u id in
      let found = List.map (fun (fid, p) -> (p, snd (index_of g.id fid))) want in
      let rest = List.filter (fun x -> not (List.mem_assoc x.fid want)) (files_of g.id) in
      let l = List.fold_left (fun l (p, x) -> insert_at p x l) rest (List.sort (fun (a, _) (b, _) -> compare a b) found) in
      set_files g.id l;
      ok (all_files g.id))
