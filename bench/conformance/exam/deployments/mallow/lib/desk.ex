defmodule Mallow.Desk do
  @moduledoc "The User API: everything below /me."
  alias Mallow.{Store, Util, Input, Auth, Agents, Runs, Tools, Fault, Cron, Money}
  import Mallow.Stop

  defp ok(b), do: {200, [], b}

  # --- runs and logs -------------------------------------------------------

  defp page(all, req, dir, key) do
    cur = Input.qcursor(req)
    default = if key == :entries and Fault.on?("executions_default_limit"), do: 20, else: 30
    lim = min(Input.qint(req, "limit", default, 1, nil), 200)
    all = Enum.sort_by(all, & &1.at, dir)
    all =
      cond do
        cur == nil -> all
        dir == :asc and Fault.on?("runs_cursor_repeats") -> Enum.filter(all, &(&1.at >= cur))
        dir == :asc -> Enum.filter(all, &(&1.at > cur))
        true -> Enum.filter(all, &(&1.at < cur))
      end
    {p, rest} = Enum.split(all, lim)
    {p, if(rest == [], do: %{}, else: %{onward: Util.stamp(List.last(p).at)})}
  end

  def runs(req) do
    all = Store.all(:run) |> Enum.filter(&(&1.user == req.user.id))
    all = if Fault.on?("ndjson_run_unlisted"), do: Enum.reject(all, &(&1.door == "lines")), else: all
    {p, more} = page(all, req, :asc, :talks)
    ok(Map.put(more, :talks, Enum.map(p, &Runs.view/1)))
  end

  defp my_run(req) do
    case Store.get(:run, Input.uuid(req, :run_id)) do
      %{user: x} = r when x == req.user.id -> r
      _ -> nil
    end
  end

  def run(req), do: ok(Runs.view(my_run(req) || missing("run")))
  def run_mcp(req), do: ok(case my_run(req) do nil -> []; r -> r.mcp end)
  def run_logs(req) do
    case my_run(req) do
      nil -> ok([])
      r ->
        if Fault.on?("logs_mixed_runs"),
          do: ok(Store.by_seq(:run) |> Enum.filter(&(&1.user == r.user and &1.agent == r.agent)) |> Enum.flat_map(& &1.logs)),
          else: ok(r.logs)
    end
  end

  def execs(req) do
    {p, more} = page(Store.all(:exec) |> Enum.filter(&(&1.user == req.user.id)), req, :desc, :entries)
    ok(Map.put(more, :entries, Enum.map(p, &Tools.show_exec/1)))
  end
  def exec(req) do
    case Store.get(:exec, Input.int(req, :log_id)) do
      %{user: x} = e when x == req.user.id -> ok(Tools.show_exec(e))
      _ -> missing("entry")
    end
  end

  # --- subscriptions -------------------------------------------------------

  defp show_sub(s), do: Util.drop_nils(%{worker_guid: s.agent, standing: s.standing, since: Util.stamp(s.at), ended_at: s.ended && Util.stamp(s.ended), provider_ref: s.ref})

  defp open_agent(req) do
    a = Agents.find(req.p.agent_id) || missing("agent")
    if Agents.seen?(a, req.user), do: a, else: missing("agent")
  end

  def subscribe(req) do
    b = Input.maybe_object(req)
    back = Input.text(b, "return_to")
    a = open_agent(req)
    if a.owner == req.user.id and not (Fault.on?("subscribe_owner_allowed") and a.price_minor != nil), do: stop(400, "own_agent", "nobody subscribes to an agent of their own")
    if a.price_minor == nil, do: stop(400, "unpaid", "this agent asks for no money")
    if match?(%{standing: "active"}, Store.get(:sub, {req.user.id, a.id})), do: stop(402, "held_already", "there is a subscription to this agent")
    no = "co_" <> Util.word(12)
    Store.put(:checkout, no, %{no: no, user: req.user.id, agent: a.id, back: back})
    ok(%{worker_guid: a.id, checkout_no: no, checkout_url: "https://till.mallow.example/#{no}"})
  end

  def unsubscribe(req) do
    a = Agents.find(req.p.agent_id) || missing("agent")
    s = Store.get(:sub, {req.user.id, a.id})
    if s == nil and not Agents.seen?(a, req.user), do: missing("agent")
    if s == nil or s.standing != "active", do: stop(400, "not_held", "there is no active subscription to end")
    if s.ref == nil, do: stop(400, "no_provider", "the payment provider does not know this subscription")
    s = Store.put(:sub, {s.user, s.agent}, %{s | standing: "ended", ended: Store.now_us()})
    if Fault.on?("unsubscribe_ends_all") do
      for o <- Store.all(:sub), o.user == s.user, o.standing == "active", do: Store.put(:sub, {o.user, o.agent}, %{o | standing: "ended", ended: Store.now_us()})
    end
    ok(show_sub(s))
  end

  def subs(req), do: ok(%{held: Store.by_seq(:sub) |> Enum.filter(&(&1.user == req.user.id and &1.standing == "active")) |> Enum.map(&show_sub/1)})
  def sub(req) do
    a = Agents.find(req.p.agent_id) || missing("subscription")
    ok(show_sub(Store.get(:sub, {req.user.id, a.id}) || missing("subscription")))
  end

  # --- studio chats --------------------------------------------------------

  defp show_studio(c), do: Util.drop_nils(%{run_ref: c.ref, shown_to: c.shown_to, title: c.title, made_at: Util.stamp(c.at)})
  defp studio_all(ref), do: Store.by_seq(:studio) |> Enum.filter(&(&1.ref == ref))
  defp studio_find(ref), do: Enum.find(studio_all(ref), &(not &1.gone)) || missing("studio chat")
  defp studio_own(req) do
    c = studio_find(req.p.run_id)
    if c.owner == req.user.id, do: c, else: denied("this studio chat belongs to somebody else")
  end
  defp studio_body(b, u, op) do
    s = Input.text(b, "shown_to", in: ["private", "public"])
    if s == "private" and u.tier == "sandbox" and not (op == :patch and Fault.on?("studio_patch_sandbox_private")),
      do: stop(400, "sandbox", "the sandbox tier has nothing private")
    {s, Input.text(b, "title")}
  end
  defp studio_put(c), do: Store.put(:studio, c.seq, c)
  defp studio_new(u, ref, s, t), do: studio_put(%{seq: Store.seq(), ref: ref, owner: u.id, shown_to: s || Agents.default_sight(u), title: t, at: Store.now_us(), gone: false})

  def studios(req) do
    ok(Store.by_seq(:studio) |> Enum.filter(&(&1.owner == req.user.id and (not &1.gone or Fault.on?("studio_deleted_listed")))) |> Enum.map(&show_studio/1))
  end
  def studio_create(req) do
    b = Input.object(req)
    {s, t} = studio_body(b, req.user, :post)
    ref = Input.text(b, "run_ref") || "st." <> Util.word(8) <> "~" <> Util.word(4)
    if String.trim(ref) == "", do: unfit("body.run_ref", "may not be empty")
    found = studio_all(ref)
    if Fault.on?("studio_create_race"), do: Process.sleep(60)
    case found do
      [] -> ok(show_studio(studio_new(req.user, ref, s, t)))
      many ->
        case Enum.find(many, &(not &1.gone and &1.owner == req.user.id)) do
          nil -> stop(409, "taken", "there is a studio chat with this run_ref")
          c -> ok(show_studio(c))
        end
    end
  end
  def studio(req) do
    c = studio_find(req.p.run_id)
    u = req.user
    cond do
      c.shown_to == "public" or (u && u.id == c.owner) -> ok(show_studio(c))
      u == nil and Fault.on?("studio_private_anonymous") -> ok(show_studio(c))
      true -> denied("this studio chat is private")
    end
  end
  def studio_replace(req) do
    b = Input.object(req)
    c = studio_own(req)
    {s, t} = studio_body(b, req.user, :put)
    ok(show_studio(studio_put(%{c | shown_to: s || Agents.default_sight(req.user), title: t})))
  end
  def studio_patch(req) do
    b = Input.object(req)
    c = studio_own(req)
    {s, t} = studio_body(b, req.user, :patch)
    ok(show_studio(studio_put(%{c | shown_to: s || c.shown_to, title: if(Map.has_key?(b, "title"), do: t, else: c.title)})))
  end
  def studio_delete(req) do
    c = studio_own(req)
    ok(show_studio(studio_put(%{c | gone: true})))
  end
  def studio_clone(req) do
    c = studio_find(req.p.run_id)
    if c.shown_to != "public", do: stop(400, "private", "private studio chats cannot be cloned")
    ref = "st." <> Util.word(8) <> "~" <> Util.word(4)
    owner = if Fault.on?("studio_clone_keeps_owner"), do: %{req.user | id: c.owner}, else: req.user
    {201, [], show_studio(studio_new(owner, ref, "public", c.title))}
  end

  # --- agents --------------------------------------------------------------

  def agents(req) do
    list = Store.by_seq(:agent) |> Enum.filter(&(&1.owner == req.user.id))
    ghosts = Store.by_seq(:agent_ghost) |> Enum.filter(&(&1.owner == req.user.id))
    ok(Enum.map(list ++ (if req.at == ["me", "agents"], do: ghosts, else: []), &Agents.show/1))
  end

  def agent_upsert(req) do
    b = Input.object(req)
    u = req.user
    id = Input.text(b, "worker_guid")
    id = if id in [nil, ""], do: Input.text(b, "chat_ref"), else: id
    old = if id not in [nil, ""], do: Agents.owned(id, u)
    f = Agents.fields(b, u)
    Agents.need_brief(f)
    f = sandbox_agent(f, u)
    Agents.slug_free(f, old && old.id)
    ok(Agents.show(if(old, do: Agents.save(old, f), else: Agents.create(f, u))))
  end

  defp sandbox_agent(f, u) do
    if Fault.on?("agent_sandbox_private_quiet") and f[:seen_by] == "private" and u.tier == "sandbox" do
      %{f | seen_by: "public"}
    else
      Agents.no_sandbox_private(f, u)
      f
    end
  end

  def agent(req) do
    if Fault.on?("agent_private_open") and req.user != nil,
      do: ok(Agents.show(Agents.find(req.p.agent_id) || missing("agent"))),
      else: ok(Agents.show(Agents.readable(req.p.agent_id, req.user)))
  end

  def upsell(req) do
    a = Agents.find(req.p.agent_id) || missing("agent")
    if a.owner != req.user.id, do: missing("agent")
    p = "#{a.title} — at your service from the first tide to the last. " <> String.slice(String.trim(a.opening_brief), 0, 80)
    a = if Fault.on?("upsell_not_saved"), do: %{a | sales_patter: p}, else: Agents.save(a, %{sales_patter: p})
    ok(Agents.show(a))
  end

  @stop_words ~w(a an the of for to and that which who is in on with i my me you your)
  def slug_make(req) do
    b = Input.object(req)
    about = Input.text(b, "about", req: true)
    ws = about |> String.downcase() |> String.split(~r/[^a-z0-9]+/, trim: true) |> Enum.reject(&(&1 in @stop_words)) |> Enum.take(3)
    base = (ws ++ if(length(ws) < 2, do: ["tern", "slate"], else: [])) |> Enum.join("-") |> String.slice(0, 40)
    ok("#{base}-#{Util.word(4)}")
  end
  def slug_free(req) do
    s = Input.qtext(req, "slug")
    taken = Enum.any?(Store.all(:agent), &(&1.nameplate == s)) and not Fault.on?("slug_taken_says_free")
    ok(%{nameplate: s, free: not taken and s =~ ~r/\A[a-z0-9][a-z0-9-]{1,60}\z/})
  end

  @looms [%{loom: "loomwright", motto: "weaves whole pages"}, %{loom: "patchbay", motto: "joins services"}, %{loom: "quillbolt", motto: "writes fast"}]
  def looms(_req), do: ok(%{looms: @looms})
  def vibe(req) do
    s = Input.qtext(req, "service_name")
    unless Enum.any?(@looms, &(&1.loom == s)) or Fault.on?("vibe_any_service"), do: unfit("query.service_name", "one of loomwright, patchbay, quillbolt")
    a = open_agent(req)
    ok(%{loom: s, brief: "With #{s}, build a page that talks to the worker #{a.id} (#{a.title}). Its calling: #{a.opening_brief}"})
  end

  defp theme_key(a), do: if(Fault.on?("theme_shared_between_agents"), do: {:of, a.owner}, else: a.id)
  defp show_theme(t), do: %{worker_guid: t.agent, tint: t.tint, chosen_at: Util.stamp(t.at)}
  defp own_agent(req) do
    Input.uuid(req, :agent_id)
    Agents.owned(req.p.agent_id, req.user)
  end
  def theme(req) do
    a = own_agent(req)
    t = Store.get(:theme, theme_key(a))
    ok(t && show_theme(%{t | agent: a.id}))
  end
  def theme_put(req) do
    b = Input.object(req)
    a = own_agent(req)
    c = Input.text(b, "tint") || unfit("body.tint", "is wanted")
    unless c =~ ~r/\A#(?:[0-9a-f]{3}|[0-9a-f]{6})\z/i or Fault.on?("theme_any_color"), do: stop(400, "bad_tint", "a tint is # and three or six hex digits")
    ok(show_theme(Store.put(:theme, theme_key(a), %{agent: a.id, tint: c, at: Store.now_us()})))
  end

  # --- files ---------------------------------------------------------------

  @max_files 7
  defp files_of(a), do: Store.all(:file) |> Enum.filter(&(&1.agent == a.id)) |> Enum.sort_by(&{&1.place, &1.seq})
  defp show_file(f), do: %{sheet_id: f.id, worker_guid: f.agent, label: f.label, text: f.text, place: f.place, added_at: Util.stamp(f.at)}
  defp show_files(a) do
    fs = files_of(a)
    fs = if Fault.on?("files_in_order_of_making"), do: Enum.sort_by(fs, & &1.seq), else: fs
    ok(%{sheets: Enum.map(fs, &show_file/1), tally: length(fs)})
  end
  def files(req), do: show_files(own_agent(req))
  def file_add(req) do
    b = Input.object(req)
    a = own_agent(req)
    label = Input.text(b, "label", req: true)
    text = Input.text(b, "text") || unfit("body.text", "is wanted")
    place = Input.whole(b, "place", 0)
    fs = files_of(a)
    n = if Fault.on?("file_slot_not_freed"), do: Store.get(:slots, a.id) || 0, else: length(fs)
    Store.put(:slots, a.id, (Store.get(:slots, a.id) || 0) + 1)
    max = if Fault.on?("files_one_too_many"), do: @max_files + 1, else: @max_files
    if n >= max, do: stop(400, "full", "an agent has at most #{@max_files} sheets")
    place = place || (fs |> Enum.map(& &1.place) |> Enum.max(fn -> 0 end)) + 1
    f = %{id: Util.uuid4(), agent: a.id, label: label, text: text, place: place, seq: Store.seq(), at: Store.now_us()}
    {201, [{"location", "/desk/me/agents/#{a.id}/files/#{f.id}"}], show_file(Store.put(:file, f.id, f))}
  end
  defp own_file(req) do
    Input.uuid(req, :agent_id)
    id = Input.uuid(req, :file_id)
    a = own_agent(req)
    f = Store.get(:file, id) || missing("sheet")
    if f.agent == a.id or Fault.on?("file_via_other_agent"), do: f, else: missing("sheet")
  end
  def file(req), do: ok(show_file(own_file(req)))
  def file_patch(req) do
    b = Input.object(req)
    f = own_file(req)
    f = %{f | label: Input.text(b, "label") || f.label, text: Input.text(b, "text") || f.text, place: Input.whole(b, "place", 0) || f.place}
    ok(show_file(Store.put(:file, f.id, f)))
  end
  def file_delete(req) do
    f = own_file(req)
    Store.del(:file, f.id)
    {204, [], nil}
  end
  def file_places(req) do
    b = Input.object(req)
    a = own_agent(req)
    ps = case b["places"] do
      l when is_list(l) -> l
      _ -> unfit("body.places", "a list is wanted")
    end
    todo = Enum.map(ps, fn
      p when is_map(p) ->
        id = p["sheet_id"]
        unless Util.uuid?(id), do: unfit("body.places", "each has a sheet_id, a uuid")
        place = Input.whole(p, "place", 0) || unfit("body.places", "each has a place")
        {String.downcase(id), place}
      _ -> unfit("body.places", "objects are wanted")
    end)
    if length(Enum.uniq_by(todo, &elem(&1, 0))) != length(todo), do: unfit("body.places", "a sheet twice")
    fs = Enum.map(todo, fn {id, place} ->
      case Store.get(:file, id) do
        %{agent: x} = f when x == a.id -> %{f | place: place}
        _ -> missing("sheet")
      end
    end)
    for f <- fs, do: Store.put(:file, f.id, f)
    show_files(a)
  end

  # --- chats ---------------------------------------------------------------

  def chat_create(req) do
    b = Input.object(req)
    f = Agents.fields(b, req.user)
    Agents.need_brief(f)
    Agents.no_sandbox_private(f, req.user)
    id = Enum.find([b["chat_ref"], b["worker_guid"]], &(is_binary(&1) and &1 != ""))
    old = id && Agents.find(id)
    old = if old && old.owner == req.user.id, do: old
    Agents.slug_free(f, old && old.id)
    ok(Agents.show(if(old, do: Agents.save(old, f), else: Agents.create(f, req.user))))
  end
  def chat(req), do: ok(Agents.show(Agents.readable(req.p.chat_id, req.user)))
  def chat_put(req) do
    b = Input.object(req)
    a = Agents.owned(req.p.chat_id, req.user)
    f = Agents.fields(b, req.user)
    if f[:opening_brief] == nil or String.trim(f.opening_brief) == "", do: unfit("body.opening_brief", "is wanted")
    Agents.no_sandbox_private(f, req.user)
    Agents.slug_free(f, a.id)
    ok(Agents.show(Agents.replace(a, f, req.user)))
  end
  def chat_patch(req) do
    b = Input.object(req)
    a = Agents.find(req.p.chat_id) || missing("chat")
    unless Agents.own?(a, req.user) or (a.seen_by == "public" and Fault.on?("chat_patch_foreign")), do: denied("this chat belongs to somebody else")
    f = Agents.fields(b, req.user)
    no_empty_brief(f)
    Agents.no_sandbox_private(f, req.user)
    Agents.slug_free(f, a.id)
    kept = Agents.save(a, if(Fault.on?("chat_patch_sight_not_saved"), do: Map.delete(f, :seen_by), else: f))
    ok(Agents.show(Map.merge(kept, f)))
  end
  defp no_empty_brief(f) do
    if Map.has_key?(f, :opening_brief) and String.trim(f.opening_brief || "") == "", do: unfit("body.opening_brief", "may not be empty")
  end
  def chat_delete(req), do: ok(Agents.show(Agents.remove(Agents.owned(req.p.chat_id, req.user))))
  def chat_og(req) do
    id = Input.uuid(req, :chat_id)
    a = Agents.find(id)
    base = %{"og:site_name" => "Mallow", "og:type" => "website"}
    if a && a.seen_by == "public",
      do: ok(Map.merge(base, %{"og:title" => a.title, "og:description" => a.sales_patter || "A worker at your service"})),
      else: ok(Map.put(base, "og:title", "Mallow workers"))
  end
  def chat_clone(req) do
    Input.uuid(req, :chat_id)
    b = Input.maybe_object(req)
    a = Agents.find(req.p.chat_id) || missing("chat")
    if a.seen_by != "public" and not (Fault.on?("chat_clone_private_own") and a.owner == req.user.id), do: denied("this chat is not public")
    f = Agents.fields(b, req.user)
    no_empty_brief(f)
    Agents.no_sandbox_private(f, req.user)
    Agents.slug_free(f, nil)
    if Fault.on?("chat_clone_changes_original") and f != %{}, do: Agents.save(a, f)
    ok(Agents.show(Agents.create(Map.merge(%{title: a.title, opening_brief: a.opening_brief, computer: Map.get(a, :computer, false)}, f), req.user)))
  end
  def chat_feedback(req) do
    Input.uuid(req, :chat_id)
    b = Input.object(req)
    v = Input.text(b, "verdict", req: true, in: ["warm", "cool"])
    Input.text(b, "note")
    a = Agents.find(req.p.chat_id) || missing("chat")
    unless Agents.seen?(a, req.user), do: missing("chat")
    a = Store.put(:agent, a.id, %{a | verdicts: Map.update(a.verdicts, v, 1, &(&1 + 1))})
    ok(Agents.show(a))
  end
  def chat_run(req) do
    Input.uuid(req, :chat_id)
    a = Agents.readable(req.p.chat_id, req.user)
    r = Runs.new(a, req.user, "desk") |> Runs.log("begun")
    Runs.save(r)
    ok(hd(r.logs))
  end

  # --- keys, billing, credits ----------------------------------------------

  defp my_keys(u), do: Store.by_seq(:key) |> Enum.filter(&(&1.user == u.id))
  defp hidden(k), do: Util.drop_nils(%{key_no: k.no, nick: k.nick, is_main: k.main, made_at: Util.stamp(k.at)})
  defp open(k), do: Map.put(hidden(k), :secret, k.secret)
  def key_new(u, nick) do
    s = Store.seq()
    k = %{no: 4_000_000_000 + s * 13, seq: s, user: u.id, nick: nick, main: my_keys(u) == [], at: Store.now_us(), secret: "mlw.#{Util.word(6)}~#{Util.b64(:crypto.strong_rand_bytes(21))}=="}
    Store.put(:key, k.no, k)
  end
  def keys(req), do: ok(my_keys(req.user) |> Enum.map(if(Fault.on?("keys_list_shows_key"), do: &open/1, else: &hidden/1)))
  def key_create(req) do
    b = Input.maybe_object(req)
    nick = Input.text(b, "nick")
    main = Input.flag(b, "is_main")
    k = key_new(req.user, nick)
    k = if main == true and not k.main do
      for o <- my_keys(req.user), o.main, do: Store.put(:key, o.no, %{o | main: false})
      Store.put(:key, k.no, %{k | main: true})
    else
      k
    end
    ok(open(k))
  end
  def key_default(req) do
    ks = my_keys(req.user)
    k = if Fault.on?("default_key_newest"), do: List.last(ks), else: Enum.find(ks, & &1.main)
    ok(open(k || key_new(req.user, "first")))
  end
  defp my_key(req) do
    case Store.get(:key, Input.int(req, :api_key_id)) do
      %{user: x} = k when x == req.user.id -> k
      _ -> missing("key")
    end
  end
  def key(req), do: ok(open(my_key(req)))
  def key_delete(req) do
    k = my_key(req)
    Store.del(:key, k.no)
    Store.put(:gone_key, k.no, k)
    if k.main do
      case my_keys(req.user) do
        [n | _] -> Store.put(:key, n.no, %{n | main: true})
        [] -> :ok
      end
    end
    ok(hidden(k))
  end

  def billing(req) do
    if req.user.tier == "sandbox",
      do: ok(%{plan: "sandbox", paying: false}),
      else: ok(%{plan: req.user.tier, paying: true, renews_on: Date.utc_today() |> Date.end_of_month() |> Date.add(1) |> Date.to_iso8601(), price: %{minor: 1900, currency: "EUR"}})
  end

  defp purse(u), do: Store.get(:purse, u.id) || missing("credits")
  def credits(req), do: ok(%{purse: purse(req.user)})
  def credits_use(req) do
    n = purse(req.user)
    if n < 1, do: missing("credits: the purse is empty")
    if Fault.on?("credits_lost_update"), do: Process.sleep(60)
    unless Fault.on?("credits_use_not_saved"), do: Store.put(:purse, req.user.id, n - 1)
    ok(%{purse: n - 1, used: 1})
  end

  def webhook(req), do: ok(Money.event(req))

  def pay_session(req) do
    b = Input.object(req)
    pack = Input.text(b, "pack", req: true, in: ["skiff", "barge"])
    no = "pay_" <> Util.word(12)
    Store.put(:checkout, no, %{no: no, user: req.user.id, pack: pack})
    ok(%{session_no: no, pay_at: "https://till.mallow.example/#{no}"})
  end

  defp period(req), do: Input.qint(req, "period", if(Fault.on?("monetization_default_30"), do: 30, else: 28), 1, 365)
  def mon_summary(req) do
    p = period(req)
    ok(%{period: p, followers: Money.followers(req.user, p), takings: Money.takings(req.user, p), currency: "EUR"})
  end
  def mon_subs(req) do
    p = period(req)
    ok(%{period: p, days: for(d <- days(p), do: %{day: Date.to_iso8601(d), followers: Money.followers_on(req.user, d)})})
  end
  def mon_earn(req) do
    p = period(req)
    ok(%{period: p, currency: "EUR", takings: Money.takings(req.user, p), days: for(d <- days(p), do: %{day: Date.to_iso8601(d), takings: Money.takings_on(req.user, d)})})
  end
  # Newest day first.
  defp days(p) do
    t = Date.utc_today()
    l = for i <- 0..(p - 1), do: Date.add(t, -i)
    if Fault.on?("daily_one_short") and length(l) > 1, do: tl(l), else: l
  end

  # --- bundles -------------------------------------------------------------

  defp bundle_row(b), do: %{bundle_no: b.no, title: b.title}
  defp bundle_show(b), do: Map.put(bundle_row(b), :kit, Enum.map(b.kit, &kit_tool/1))
  defp kit_tool(id), do: %{tool_key: id, called: Tools.by_id(id) |> elem(0)}
  defp my_bundle(req) do
    case Store.get(:bundle, Input.int(req, :bundle_id)) do
      %{user: x} = b when x == req.user.id -> b
      _ -> nil
    end
  end
  def bundles(req), do: ok(Store.by_seq(:bundle) |> Enum.filter(&(&1.user == req.user.id)) |> Enum.map(&Map.put(bundle_row(&1), :kit_size, length(&1.kit))))
  def bundle_create(req) do
    if Enum.count(Store.all(:bundle), &(&1.user == req.user.id)) >= 100, do: stop(409, "too_many", "no more bundles can be made")
    s = Store.seq()
    ok(bundle_show(Store.put(:bundle, s * 7, %{no: s * 7, seq: s, user: req.user.id, title: "untied", kit: []})))
  end
  def bundle(req), do: ok(bundle_show(my_bundle(req) || missing("bundle")))
  defp known_tool(id) do
    t = is_binary(id) && Tools.by_id(id)
    if t, do: Tools.id(t), else: unfit("body.tool_key", "no such tool")
  end
  def bundle_put(req) do
    b = Input.object(req)
    title = Input.text(b, "title", req: true)
    old = my_bundle(req) || stop(409, "not_updated", "there is no such bundle to update")
    kit = case b["kit"] do
      nil -> old.kit
      l when is_list(l) -> l |> Enum.map(&known_tool(if(is_map(&1), do: &1["tool_key"], else: &1))) |> Enum.uniq()
      _ -> unfit("body.kit", "a list is wanted")
    end
    ok(bundle_show(Store.put(:bundle, old.no, %{old | title: title, kit: kit})))
  end
  def bundle_delete(req) do
    b = if Fault.on?("bundle_deleted_by_other"), do: Store.get(:bundle, Input.int(req, :bundle_id)), else: my_bundle(req)
    b = b || missing("bundle")
    Store.del(:bundle, b.no)
    ok(bundle_row(b))
  end
  def bundle_tools(req), do: ok(case my_bundle(req) do nil -> []; b -> Enum.map(b.kit, &kit_tool/1) end)
  def bundle_tool_add(req) do
    body = Input.object(req)
    Input.text(body, "tool_key", req: true)
    b = my_bundle(req) || missing("bundle")
    id = known_tool(body["tool_key"])
    Store.put(:bundle, b.no, %{b | kit: Enum.uniq(b.kit ++ [id])})
    ok(kit_tool(id))
  end
  def bundle_tool_delete(req) do
    b = my_bundle(req) || missing("bundle")
    t = Tools.by_id(req.p.tool_id)
    id = t && Tools.id(t)
    unless id in b.kit, do: missing("tool in this bundle")
    Store.put(:bundle, b.no, %{b | kit: b.kit -- [id]})
    if Fault.on?("bundle_tool_removed_everywhere") do
      for o <- Store.all(:bundle), o.user == b.user, do: Store.put(:bundle, o.no, %{o | kit: o.kit -- [id]})
    end
    ok(kit_tool(id))
  end

  # --- command-line login --------------------------------------------------

  defp show_gate(g), do: %{gate_id: g.id, opened_at: Util.stamp(g.at), stamped: g.by != nil}
  def gate_open(_req) do
    id = Util.uuid4()
    ok(show_gate(Store.put(:gate, id, %{id: id, at: Store.now_us(), badge: nil, by: nil, spent: false})))
  end
  def gate_stamp(req) do
    id = Input.uuid(req, :cli_auth_id)
    b = Input.maybe_object(req)
    badge = Input.text(b, "badge") || Auth.bearer(req)
    g = Store.get(:gate, id) || missing("session")
    if g.by != nil and g.by != req.user.id and not Fault.on?("cli_overwritten_by_other"), do: denied("somebody else has stamped this session")
    if g.spent, do: denied("this session is over")
    ok(show_gate(Store.put(:gate, id, %{g | badge: badge, by: req.user.id})))
  end
  def gate_read(req) do
    g = Store.get(:gate, Input.uuid(req, :auth_id)) || missing("session")
    if Fault.on?("cli_read_twice_at_once"), do: Process.sleep(60)
    if g.badge, do: Store.put(:gate, g.id, %{g | badge: nil, spent: true})
    ok(g.badge)
  end

  # --- schedules -----------------------------------------------------------

  defp show_schedule(s) do
    a = Store.get(:agent, s.agent)
    Util.drop_nils(%{rota_id: s.id, chat_ref: a && a.chat_ref, beat: s.beat, label: s.label, paused: s.paused, made_at: Util.stamp(s.at)})
  end
  defp my_schedule(req) do
    id = Input.uuid(req, :schedule_id)
    case Store.get(:schedule, id) do
      %{user: x} = s when x == req.user.id -> s
      _ -> nil
    end
  end
  defp own_chat(v, u) do
    a = is_binary(v) && Agents.find(v)
    if a && (a.owner == u.id or (a.seen_by == "public" and Fault.on?("schedule_public_chat_of_other"))), do: a, else: denied("chat_ref must name a chat of yours")
  end
  def schedules(req), do: ok(%{rota: Store.by_seq(:schedule) |> Enum.filter(&(&1.user == req.user.id)) |> Enum.map(&show_schedule/1)})
  def schedule_create(req) do
    b = Input.object(req)
    if b["chat_ref"] == nil and Fault.on?("schedule_missing_chat_422"), do: unfit("body.chat_ref", "is wanted")
    a = own_chat(b["chat_ref"], req.user)
    beat = Input.text(b, "beat", req: true)
    unless Cron.valid?(beat), do: unfit("body.beat", "five cron fields are wanted")
    s = %{id: Util.uuid4(), user: req.user.id, seq: Store.seq(), at: Store.now_us(), agent: a.id, beat: beat, label: Input.text(b, "label"), paused: Input.flag(b, "paused") || false}
    ok(show_schedule(Store.put(:schedule, s.id, s)))
  end
  def schedule_hints(_req) do
    ok(%{steps: ["Pick a chat of yours", "Say when: a cron line, or words for /me/schedules/text-to-cron", "Look at its runs"],
         samples: [%{words: "every weekday at 9", beat: "0 9 * * 1-5"}, %{words: "every 15 minutes", beat: "*/15 * * * *"}]})
  end
  def schedule_cron(req) do
    case Cron.from_text(Input.qtext(req, "cron"), Fault.on?("cron_out_of_range")) do
      {:ok, line} -> ok(line)
      :error -> stop(400, "bad_cron", "this is no cron line, nor words for one")
    end
  end
  def schedule(req), do: ok(show_schedule(my_schedule(req) || missing("schedule")))
  def schedule_put(req) do
    b = Input.object(req)
    s = my_schedule(req) || missing("schedule")
    s = if b["chat_ref"] != nil, do: %{s | agent: own_chat(b["chat_ref"], req.user).id}, else: s
    beat = Input.text(b, "beat")
    if beat && not Cron.valid?(beat), do: unfit("body.beat", "five cron fields are wanted")
    p = Input.flag(b, "paused")
    s = %{s | beat: beat || s.beat, label: if(Map.has_key?(b, "label"), do: Input.text(b, "label"), else: s.label), paused: if(p == nil, do: s.paused, else: p)}
    Store.put(:schedule, s.id, s)
    if Fault.on?("schedule_put_all_of_chat") do
      for o <- Store.all(:schedule), o.agent == s.agent, o.user == s.user, do: Store.put(:schedule, o.id, %{o | beat: s.beat})
    end
    ok(show_schedule(s))
  end
  def schedule_delete(req) do
    id = Input.uuid(req, :schedule_id)
    s = if Fault.on?("schedule_deleted_by_other"), do: Store.get(:schedule, id), else: my_schedule(req)
    if s, do: Store.del(:schedule, s.id)
    ok(%{removed: if(s, do: 1, else: 0)})
  end

  # --- tools ---------------------------------------------------------------

  def tools_mcp(_req) do
    l = Tools.catalog()
    l = if Fault.on?("tools_list_drops_last"), do: Enum.drop(l, -1), else: l
    ok(Enum.map(l, &Tools.mcp/1))
  end
  def tools_public(_req), do: ok(Enum.map(Tools.catalog(), &Tools.public/1))
  def tools_search(req) do
    q = Input.qtext(req, "q")
    if q == "", do: unfit("query.q", "at least one character")
    lim = Input.qint(req, "limit", 20, 1, 200)
    min = Input.qnum(req, "min_score", 0.15, 0.0, 1.0)
    min = if Fault.on?("search_min_score_ignored"), do: 0.15, else: min
    kit = case req.query["toolkit"] do x when x in [nil, "", "null"] -> nil; x -> x end
    l = for t <- Tools.catalog(), kit == nil or elem(t, 1) == kit, s = Tools.score(t, q), s >= min, do: {s, t}
    l = Enum.sort_by(l, fn {s, t} -> {-s, elem(t, 0)} end)
    l = if Fault.on?("search_limit_ignored"), do: l, else: Enum.take(l, lim)
    ok(Enum.map(l, fn {s, t} -> Tools.mcp(t, %{"mallow/score" => s}) end))
  end
  def tool(req) do
    t = Tools.by_id(req.p.tool_id) || missing("tool")
    t = if Fault.on?("tool_get_neighbour") do
      i = Enum.find_index(Tools.catalog(), &(&1 == t))
      Enum.at(Tools.catalog(), rem(i + 1, length(Tools.catalog())))
    else
      t
    end
    ok(Tools.public(t))
  end
  def tool_run(req) do
    input = case Mallow.Json.decode(req.body) do
      {:ok, m} when is_map(m) -> m
      _ -> if String.trim(req.body) == "", do: %{}, else: Tools.bad("body", "an object is wanted")
    end
    t = Tools.by_name(req.p.tool_name)
    known = (req.query["service_id"] || "default") == "default" and (req.query["service_id_namespace"] || "global") == "global"
    if t == nil or not known, do: missing("tool")
    t0 = System.monotonic_time(:millisecond)
    gave = Tools.run(t, req.user, input)
    e = Tools.execution(req.user, t, input, "well", System.monotonic_time(:millisecond) - t0)
    ok(%{tool: elem(t, 0), ok: true, gave: gave, entry_no: e.no})
  end
  def kits(_req) do
    ok(for {k, about} <- Tools.kits(), do: %{kit_name: k, about: about, members_count: Enum.count(Tools.catalog(), &(elem(&1, 1) == k))})
  end
  def kit(req) do
    n = req.p.toolset_name
    case List.keyfind(Tools.kits(), n, 0) do
      nil -> if Fault.on?("toolset_unknown_200"), do: ok(%{kit_name: n, members: []}), else: missing("toolset")
      {k, about} -> ok(%{kit_name: k, about: about, members: for(t <- Tools.catalog(), elem(t, 1) == k, do: Tools.mcp(t))})
    end
  end
  def user_tools(req), do: ok(Store.by_seq(:installed) |> Enum.filter(&(&1.user == req.user.id)) |> Enum.map(&Tools.show_user_tool/1))
  def user_tool_add(req) do
    b = Input.object(req)
    k = Input.text(b, "tool_key", req: true)
    t = Tools.by_id(k) || stop(409, "not_installed", "there is no such tool to install")
    if Store.get(:installed, {req.user.id, Tools.id(t)}), do: stop(409, "not_installed", "this tool is installed already")
    ok(Tools.show_user_tool(Tools.install(req.user, t)))
  end
  defp my_tool(req) do
    t = Tools.by_id(req.p.tool_id) || missing("installed tool")
    Store.get(:installed, {req.user.id, Tools.id(t)}) || missing("installed tool")
  end
  def user_tool(req), do: ok(Tools.show_user_tool(my_tool(req)))
  def user_tool_delete(req) do
    r = my_tool(req)
    Store.del(:installed, {r.user, r.tool})
    if Fault.on?("uninstall_for_all"), do: for(o <- Store.all(:installed), o.tool == r.tool, do: Store.del(:installed, {o.user, o.tool}))
    ok(Tools.show_user_tool(r))
  end

  # --- user and VIP codes --------------------------------------------------

  def me(req) do
    u = req.user
    tier = if Fault.on?("sandbox_tier_shown_wrong") and u.tier == "sandbox", do: "journeyman", else: u.tier
    ok(%{who: u.id, name: u.name, email: u.email, standing: tier})
  end
  defp redeemed(u), do: Store.all(:redeemed) |> Enum.count(&(&1.user == u.id))
  def vip(req), do: ok(%{uses: redeemed(req.user)})
  def vip_redeem(req) do
    b = Input.object(req)
    w = Input.text(b, "word") || unfit("body.word", "is wanted")
    c = Store.get(:vip, w) || stop(400, "bad_word", "there is no such code")
    if c.owner == req.user.id, do: stop(400, "own_word", "one's own code cannot be redeemed")
    if Store.get(:redeemed, {req.user.id, w}) && not Fault.on?("vip_twice_allowed"), do: stop(400, "spent_word", "this code was redeemed before")
    Store.put(:redeemed, {req.user.id, w}, %{user: req.user.id, word: w, at: Store.now_us()})
    ok(%{word: w, uses: redeemed(req.user), gift: c.gift})
  end
end

defmodule Mallow.Money do
  @moduledoc "Provider events, followers and takings."
  alias Mallow.{Store, Util, Json, Fault}
  import Mallow.Stop
  @secret "mallow-till-55c1"

  def seal(body), do: "k1." <> Util.b64(Util.hmac(@secret, "till:" <> Base.encode16(:crypto.hash(:sha256, body), case: :lower)))

  def event(req) do
    s = req.headers["x-till-seal"]
    cond do
      s == nil and not Fault.on?("webhook_unsigned_taken") -> stop(400, "no_seal", "the X-Till-Seal header is wanted")
      s != nil and not Util.same?(s, seal(req.body)) -> stop(400, "bad_seal", "the seal does not match")
      true -> :ok
    end
    case Json.decode(req.body) do
      {:ok, %{"event_no" => no, "what" => what} = e} when is_binary(no) and is_binary(what) ->
        if Store.get(:event, no) do
          %{taken: true, again: true}
        else
          done = act(what, e["about"] || %{})
          Store.put(:event, no, true)
          %{taken: true, acted: done}
        end
      _ -> if s == nil, do: %{taken: true, acted: false}, else: stop(400, "bad_event", "this is no event")
    end
  end

  defp act("checkout.completed", %{"checkout_no" => no}) do
    case Store.get(:checkout, no) do
      %{agent: agent} = c ->
        a = Store.get(:agent, agent) || stop(400, "bad_event", "the agent is gone")
        sub(c.user, a, "prov_" <> Util.word(9), Store.now_us())
        earn(a.owner, a.price_minor, Date.utc_today())
        Store.del(:checkout, no)
        true
      %{pack: p} = c ->
        n = if p == "skiff", do: 100, else: 1000
        Store.put(:purse, c.user, (Store.get(:purse, c.user) || 0) + n)
        Store.del(:checkout, no)
        true
      _ -> stop(400, "bad_event", "no such checkout")
    end
  end
  defp act("invoice.paid", %{"provider_ref" => ref}) do
    case Enum.find(Store.all(:sub), &(&1.ref == ref)) do
      nil -> stop(400, "bad_event", "no such subscription")
      s ->
        a = Store.get(:agent, s.agent)
        if a, do: earn(a.owner, a.price_minor, Date.utc_today())
        true
    end
  end
  defp act(_, _), do: false

  def sub(user, a, ref, at), do: Store.put(:sub, {user, a.id}, %{user: user, agent: a.id, owner: a.owner, ref: ref, standing: "active", at: at, ended: nil, seq: Store.seq()})
  def earn(owner, minor, day), do: (n = Store.seq(); Store.put(:earning, n, %{owner: owner, minor: minor, day: day}))

  defp day(us), do: us |> DateTime.from_unix!(:microsecond) |> DateTime.to_date()
  defp subs_of(u), do: Store.all(:sub) |> Enum.filter(&(&1.owner == u.id))
  def followers_on(u, d) do
    Enum.count(subs_of(u), fn s -> Date.compare(day(s.at), d) != :gt and (s.ended == nil or Date.compare(day(s.ended), d) == :gt) end)
  end
  def followers(u, p) do
    from = Date.add(Date.utc_today(), 1 - p)
    Enum.count(subs_of(u), fn s -> s.ended == nil or Date.compare(day(s.ended), from) == :gt end)
  end
  def takings_on(u, d), do: for(e <- Store.all(:earning), e.owner == u.id, e.day == d, do: e.minor) |> Enum.sum()
  def takings(u, p) do
    from = Date.add(Date.utc_today(), 1 - p)
    for(e <- Store.all(:earning), e.owner == u.id, Date.compare(e.day, from) != :lt, do: e.minor) |> Enum.sum()
  end
end
