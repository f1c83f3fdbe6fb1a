(* The 15 NOTIFIER tools over a store of their own, an account per user and service. *)
open Util
open State

let bad reason = fail 400 "bad_input" reason
let account k = match SM.find_opt k !db.accounts with Some a -> a | None -> empty_account
let save k a = db := { !db with accounts = SM.add k a !db.accounts }
let secs ms : json = `Float (float_of_int ms /. 1000.)

let view e : json =
  `Assoc ([ ("iden", str e.iden); ("active", `Bool e.active); ("created", secs e.made); ("modified", secs e.modified) ] @ e.data)

let fresh letter data = let t = fresh_ms () in { iden = tag letter; active = true; made = t; modified = t; data }

let pick_fields names b = List.filter_map (fun k -> match get b k with Some v -> Some (k, v) | None -> None) names

(* new members in the place of the old ones *)
let merge old fresh =
  List.map (fun (k, v) -> match List.assoc_opt k fresh with Some w -> (k, w) | None -> (k, v)) old
  @ List.filter (fun (k, _) -> not (List.mem_assoc k old)) fresh

let find what l iden = match List.find_opt (fun e -> e.iden = iden && e.active) l with Some e -> e | None -> bad ("there is no such " ^ what)
let swap e l = List.map (fun x -> if x.iden = e.iden then e else x) l
let need b k = match get b k with Some (`String s) -> s | _ -> bad (k ^ " is missing")

let page b l =
  let max_limit = if f "notifier-limit-unbounded" then max_int else 500 in
  let limit = match get b "limit" with
    | Some (`Int n) when n >= 1 && n <= max_limit -> n
    | Some _ -> bad "limit is not from 1 to 500"
    | None -> 500 in
  let l = match get b "cursor" with
    | None | Some (`String "") -> l
    | Some (`String c) when digits c && String.length c < 16 ->
      let n = int_of_string c in
      List.filter (fun e -> e.modified < n) l
    | Some _ -> bad "the cursor is not known" in
  let shown = take limit l in
  let more = if List.length l > limit then [ ("more", str (string_of_int (List.nth shown (limit - 1)).modified)) ] else [] in
  `Assoc (("list", `List (List.map view shown)) :: more)

let newest l = List.sort (fun a b -> compare b.modified a.modified) l
let version_ok b = match get b "app_version" with
  | Some (`Int n) when n < 0 -> bad "app_version is negative" | _ -> ()

let device_fields = [ "nickname"; "model"; "manufacturer"; "icon"; "has_sms"; "push_token"; "app_version" ]
let push_fields = [ "type"; "title"; "body"; "url"; "email"; "guid"; "file_url"; "file_name"; "file_type"; "channel_tag"; "client_iden"; "device_iden"; "source_device_iden" ]

let guid_owner : (string, string * ent) Hashtbl.t = Hashtbl.create 16

let create_push k b =
  let a = account k in
  (match need b "type" with
   | "note" -> ()
   | "link" -> if get b "url" = None then bad "url is missing"
   | "file" -> List.iter (fun x -> if get b x = None then bad (x ^ " is missing")) [ "file_url"; "file_name"; "file_type" ]
   | _ -> bad "type is none of note, link, file");
  List.iter (fun x -> match get b x with Some (`String d) -> ignore (find "device" a.devices d) | _ -> ()) [ "device_iden"; "source_device_iden" ];
  let same = match get b "guid" with
    | Some (`String g) when f "notifier-guid-without-user" -> Option.map snd (Hashtbl.find_opt guid_owner g)
    | Some g -> List.find_opt (fun e -> List.assoc_opt "guid" e.data = Some g) a.pushes
    | _ -> None in
  match same with
  | Some e -> view e
  | None ->
    let e = fresh "n" (pick_fields push_fields b @ [ ("dismissed", `Bool false) ]) in
    (match get b "guid" with Some (`String g) -> Hashtbl.replace guid_owner g (k, e) | _ -> ());
    save k { a with pushes = e :: a.pushes };
    view e

let erase e = { e with active = false; modified = fresh_ms (); data = pick_fields [ "guid" ] e.data }

let delete_all k =
  let doomed = List.filter_map (fun e -> if e.active then Some e.iden else None) (account k).pushes in
  ignore (Thread.create (fun () ->
      Thread.delay 0.25;
      locked (fun () ->
          let a = account k in
          let hit e = e.active && (List.mem e.iden doomed || f "notifier-delete-all-late") in
          save k { a with pushes = List.map (fun e -> if hit e then erase e else e) a.pushes })) ());
  `Assoc [ ("deleting", int (List.length doomed)) ]

let item_ok = function
  | `Assoc i -> (match (List.assoc_opt "text" i, List.assoc_opt "checked" i) with
      | Some (`String _), Some (`Bool _) -> () | _ -> bad "an item has not text and checked")
  | _ -> bad "an item is not an object"

let run u k name b : json =
  locked (fun () ->
      let a = account k in
      match name with
      | "NOTIFIER_CREATE_CHAT" -> (
        let email = need b "email" in
        (match String.split_on_char '@' email with
         | [ x; y ] when x <> "" && y <> "" && not (contains email " ") -> ()
         | _ -> bad "email is not an address");
        match List.find_opt (fun e -> e.active && List.assoc_opt "email" e.data = Some (`String email)) a.chats with
        | Some e -> view e
        | None ->
          let e = fresh "h" [ ("email", str email); ("muted", `Bool false) ] in
          save k { a with chats = e :: a.chats };
          view e)
      | "NOTIFIER_CREATE_DEVICE" ->
        version_ok b;
        let data = pick_fields device_fields b in
        let data = if f "notifier-false-is-absent" then List.filter (fun (_, v) -> v <> `Bool false) data else data in
        let e = fresh "d" data in
        save k { a with devices = e :: a.devices };
        view e
      | "NOTIFIER_CREATE_PUSH" -> create_push k b
      | "NOTIFIER_DELETE_ALL_PUSHES" -> delete_all k
      | "NOTIFIER_DELETE_CHAT" ->
        let e = find "chat" a.chats (need b "iden") in
        save k { a with chats = List.filter (fun x -> x != e) a.chats };
        `Assoc [ ("deleted", str e.iden) ]
      | "NOTIFIER_DELETE_DEVICE" ->
        let e = find "device" a.devices (need b "device_iden") in
        let same x = x == e in
        save k { a with devices = List.filter (fun x -> not (same x)) a.devices };
        `Assoc [ ("deleted", str e.iden) ]
      | "NOTIFIER_DELETE_PUSH" ->
        let e = find "push" a.pushes (need b "iden") in
        save k { a with pushes = swap (erase e) a.pushes };
        `Assoc [ ("deleted", str e.iden) ]
      | "NOTIFIER_GET_USER" ->
        `Assoc [ ("iden", str ("w" ^ u.uid)); ("title", str u.name); ("email", str u.email); ("created", secs u.joined) ]
      | "NOTIFIER_LIST_CHATS" -> page b (newest a.chats)
      | "NOTIFIER_LIST_DEVICES" -> listed (List.map view (newest a.devices))
      | "NOTIFIER_LIST_PUSHES" ->
        let l = newest a.pushes in
        let l = match get b "active" with
          | Some (`Bool true) -> List.filter (fun e -> e.active) l | _ -> l in
        let l = match get b "modified_after" with
          | Some ((`Int _ | `Float _) as x) ->
            let x = match x with `Int n -> float_of_int n | `Float x -> x | _ -> 0. in
            List.filter (fun e ->
                let m = e.modified in
                float_of_int m /. 1000. > x) l
          | _ -> l in
        page b l
      | "NOTIFIER_UPDATE_CHAT" ->
        let e = find "chat" a.chats (need b "iden") in
        let e = { e with modified = fresh_ms (); data = merge e.data (pick_fields [ "muted" ] b) } in
        save k { a with chats = swap e a.chats };
        view e
      | "NOTIFIER_UPDATE_DEVICE" ->
        version_ok b;
        let e = find "device" a.devices (need b "iden") in
        let given = pick_fields device_fields b in
        let e = { e with modified = fresh_ms (); data = (if f "notifier-update-device-replaces" then given else merge e.data given) } in
        save k { a with devices = swap e a.devices };
        view e
      | "NOTIFIER_UPDATE_PUSH" ->
        (match get b "items" with Some (`List l) -> List.iter item_ok l | _ -> ());
        let e = find "push" a.pushes (need b "iden") in
        let e = { e with modified = fresh_ms (); data = merge e.data (pick_fields [ "items"; "dismissed" ] b) } in
        save k { a with pushes = swap e a.pushes };
        view e
      | "NOTIFIER_UPLOAD_REQUEST" ->
        let n = need b "file_name" and ty = need b "file_type" in
        let id = hex_random 24 in
        `Assoc
          [ ("file_name", str n); ("file_type", str ty); ("file_url", str ("https://files.yew.example/" ^ id ^ "/" ^ n));
            ("upload_url", str "https://upload.yew.example/"); 
            ("data", `Assoc [ ("key", str (id ^ "/" ^ n)); ("content_type", str ty); ("signature", str (hmac jwt_secret (id ^ n ^ ty))) ]) ]
      | _ -> not_found "tool")
