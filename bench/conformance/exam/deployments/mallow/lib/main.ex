defmodule Mallow.Router do
  alias Mallow.{Desk, Auth, Store, Workers, Fault}

  @routes [
    {"GET", "agent-runs", :runs}, {"GET", "agent-runs/:run_id", :run}, {"GET", "agent-runs/:run_id/mcp-server-logs", :run_mcp}, {"GET", "agent-runs/:run_id/logs", :run_logs},
    {"GET", "executions", :execs}, {"GET", "executions/:log_id", :exec},
    {"POST", "agents/:agent_id/subscribe", :subscribe}, {"POST", "agents/:agent_id/unsubscribe", :unsubscribe}, {"GET", "subscriptions", :subs}, {"GET", "subscriptions/:agent_id", :sub},
    {"GET", "agent-studio-chats", :studios}, {"POST", "agent-studio-chats", :studio_create}, {"GET", "agent-studio-chats/:run_id", :studio, :open},
    {"PUT", "agent-studio-chats/:run_id", :studio_replace}, {"PATCH", "agent-studio-chats/:run_id", :studio_patch}, {"DELETE", "agent-studio-chats/:run_id", :studio_delete},
    {"POST", "agent-studio-chats/:run_id/clone", :studio_clone},
    {"GET", "agents", :agents}, {"POST", "agents", :agent_upsert}, {"POST", "agents/vanity/slug", :slug_make, :open}, {"GET", "agents/vanity/slug", :slug_free},
    {"GET", "agents/:agent_id", :agent, :open}, {"POST", "agents/:agent_id/upsell-description", :upsell}, {"GET", "agents/:agent_id/vibe", :vibe}, {"GET", "vibe/services", :looms, :open},
    {"GET", "agents/:agent_id/customizations/theme", :theme}, {"PUT", "agents/:agent_id/customizations/theme", :theme_put},
    {"GET", "agents/:agent_id/files", :files}, {"POST", "agents/:agent_id/files", :file_add}, {"PUT", "agents/:agent_id/files/positions", :file_places},
    {"GET", "agents/:agent_id/files/:file_id", :file}, {"PATCH", "agents/:agent_id/files/:file_id", :file_patch}, {"DELETE", "agents/:agent_id/files/:file_id", :file_delete},
    {"GET", "chats", :agents}, {"POST", "chats", :chat_create}, {"GET", "chats/:chat_id", :chat, :open}, {"PUT", "chats/:chat_id", :chat_put}, {"PATCH", "chats/:chat_id", :chat_patch},
    {"DELETE", "chats/:chat_id", :chat_delete}, {"GET", "chats/:chat_id/og", :chat_og, :open}, {"POST", "chats/:chat_id/clone", :chat_clone}, {"POST", "chats/:chat_id/feedback", :chat_feedback},
    {"POST", "chats/:chat_id/runs", :chat_run},
    {"GET", "api-keys", :keys}, {"POST", "api-keys", :key_create}, {"GET", "api-keys/default", :key_default}, {"GET", "api-keys/:api_key_id", :key}, {"DELETE", "api-keys/:api_key_id", :key_delete},
    {"GET", "billing", :billing}, {"GET", "credits", :credits}, {"POST", "credits/use", :credits_use}, {"POST", "payments/webhook", :webhook, :open}, {"POST", "payments/sessions", :pay_session},
    {"GET", "monetization/summary", :mon_summary}, {"GET", "monetization/subscribers", :mon_subs}, {"GET", "monetization/earnings", :mon_earn},
    {"GET", "bundles", :bundles}, {"POST", "bundles", :bundle_create}, {"GET", "bundles/:bundle_id", :bundle}, {"PUT", "bundles/:bundle_id", :bundle_put}, {"DELETE", "bundles/:bundle_id", :bundle_delete},
    {"GET", "bundles/:bundle_id/tools", :bundle_tools}, {"POST", "bundles/:bundle_id/tools", :bundle_tool_add}, {"DELETE", "bundles/:bundle_id/tools/:tool_id", :bundle_tool_delete},
    {"POST", "cli-auth", :gate_open, :open}, {"PUT", "cli-auth/:cli_auth_id", :gate_stamp}, {"GET", "cli-auth/:auth_id", :gate_read, :open},
    {"GET", "schedules", :schedules}, {"POST", "schedules", :schedule_create}, {"GET", "schedules/onboarding", :schedule_hints}, {"GET", "schedules/text-to-cron", :schedule_cron},
    {"GET", "schedules/:schedule_id", :schedule}, {"PUT", "schedules/:schedule_id", :schedule_put}, {"DELETE", "schedules/:schedule_id", :schedule_delete},
    {"GET", "tools/list", :tools_mcp}, {"GET", "tools", :tools_public, :open}, {"GET", "tools/search", :tools_search}, {"GET", "tools/:tool_id", :tool, :open}, {"POST", "tools/run/:tool_name", :tool_run},
    {"GET", "toolsets/list", :kits}, {"GET", "toolsets/:toolset_name", :kit},
    {"GET", "user-tools", :user_tools}, {"POST", "user-tools", :user_tool_add}, {"GET", "user-tools/:tool_id", :user_tool}, {"DELETE", "user-tools/:tool_id", :user_tool_delete},
    {"GET", "", :me}, {"GET", "vip", :vip}, {"POST", "vip", :vip_redeem}
  ]

  @table (for r <- @routes do
    {m, p, op, open} = case r do
      {m, p, op} -> {m, p, op, false}
      {m, p, op, :open} -> {m, p, op, true}
    end
    segs = for s <- String.split("me/" <> p, "/", trim: true), do: (case s do ":" <> n -> String.to_atom(n); x -> x end)
    {m, segs, op, open}
  end)

  def count, do: length(@table)

  def handle(req) do
    segs = case List.last(req.segs) do
      "" -> Enum.drop(req.segs, -1)
      _ -> req.segs
    end
    case segs do
      ["flock" | rest] -> Workers.call(req, rest)
      ["desk" | ["me" | _] = rest] -> desk(Map.put(req, :at, rest), rest)
      _ -> {404, [], %{trouble: %{kind: "nowhere", says: "there is nothing at this path"}}}
    end
  end

  defp desk(req, segs) do
    hits = for {m, pat, op, open} <- @table, p = match(pat, segs, %{}), do: {m, op, open, p}
    case Enum.find(hits, fn {m, _, _, _} -> m == req.method end) do
      nil when hits == [] -> {404, [], %{trouble: %{kind: "nowhere", says: "there is nothing at this path"}}}
      nil -> {405, [{"allow", hits |> Enum.map(&elem(&1, 0)) |> Enum.uniq() |> Enum.join(", ")}], %{trouble: %{kind: "method", says: "not with this method"}}}
      {_, op, open, p} ->
        work = fn ->
          u = if open, do: Auth.user_of(Auth.bearer(req)), else: Auth.need_user(req)
          apply(Desk, op, [%{req | p: p, user: u}])
        end
        if unlocked?(op), do: work.(), else: Store.tx(work)
    end
  end

  defp unlocked?(op) do
    (op == :credits_use and Fault.on?("credits_lost_update")) or (op == :studio_create and Fault.on?("studio_create_race")) or
      (op == :gate_read and Fault.on?("cli_read_twice_at_once"))
  end

  defp match([], [], p), do: p
  defp match([k | ps], [s | ss], p) when is_atom(k), do: if(s == "", do: nil, else: match(ps, ss, Map.put(p, k, s)))
  defp match([x | ps], [x | ss], p), do: match(ps, ss, p)
  defp match(_, _, _), do: nil
end

defmodule Mallow.Seeds do
  alias Mallow.{Store, Money}

  def sow do
    users = [%{id: "wren", name: "Wren Alder", email: "wren@mallow.example", tier: "journeyman", perch: true},
             %{id: "stoat", name: "Stoat Birch", email: "stoat@mallow.example", tier: "master", perch: true},
             %{id: "newt", name: "Newt Cress", email: "newt@mallow.example", tier: "sandbox", perch: false}]
    for u <- users, do: Store.put(:user, u.id, u)
    Store.put(:purse, "wren", 250)
    Store.put(:purse, "stoat", 90)

    key("wren", "mlw.7Qwren~Zk2_own+9f2/kk==")
    key("stoat", "mlw.3Bstoat~Yd8_oth+1c7/mm==")

    agent("A1B0C0DE-0001-4A00-8A00-00000000C1E4", "wren", "Harbour clerk", "public", nil, %{nameplate: "harbour-clerk"})
    agent("A1B0C0DE-0002-4A00-8A00-0000000000B1", "wren", "Mill", "public", nil, %{computer: true})
    paid = agent("A1B0C0DE-0003-4A00-8A00-0000000000D3", "wren", "Pilot", "public", 900)
    agent("A1B0C0DE-0004-4A00-8A00-0000000000E4", "stoat", "Sexton", "public", 500)
    agent("A1B0C0DE-0005-4A00-8A00-0000000000F5", "stoat", "Porter", "public", nil)
    kept = agent("A1B0C0DE-0006-4A00-8A00-0000000000A6", "stoat", "Carter", "public", 700)
    ended = agent("A1B0C0DE-0007-4A00-8A00-0000000000B7", "stoat", "Chandler", "public", 1100)
    agent("A1B0C0DE-0008-4A00-8A00-0000000000C8", "stoat", "Confessor", "private", nil)
    gift = agent("A1B0C0DE-0009-4A00-8A00-0000000000D9", "stoat", "Almoner", "public", 300)

    Money.sub("wren", kept, "prov_sub_77", ago(35))
    Money.sub("wren", ended, "prov_sub_78", ago(20))
    Money.sub("wren", gift, nil, ago(5))
    Money.sub("stoat", paid, "prov_sub_12", ago(400))
    Money.sub("ghost-1", paid, "prov_sub_13", ago(60))
    Money.sub("ghost-2", paid, "prov_sub_14", ago(10))
    for d <- [0, 1, 3, 9, 10, 20, 27, 28, 29, 33, 60, 200, 364, 365], do: Money.earn("wren", 900, Date.add(Date.utc_today(), -d))
    for d <- [5, 35], do: Money.earn("stoat", 700, Date.add(Date.utc_today(), -d))

    for {w, o} <- [{"heron-at-dawn", "stoat"}, {"heron-at-noon", "stoat"}, {"heron-at-dusk", "stoat"}, {"wren-song", "wren"}], do: Store.put(:vip, w, %{word: w, owner: o, gift: "a season of tides"})
  end

  defp ago(d), do: Store.now_us() - d * 86_400_000_000

  defp key(u, secret) do
    s = Store.seq()
    Store.put(:key, 4_000_000_000 + s * 13, %{no: 4_000_000_000 + s * 13, seq: s, user: u, nick: "first", main: true, at: Store.now_us(), secret: secret})
  end

  defp agent(id, owner, title, sight, price, more \\ %{}) do
    t = Store.now_us()
    a = %{id: id, chat_ref: id |> String.downcase() |> String.replace("a1b0c0de", "c4a70000"), owner: owner, seq: Store.seq(), made: t, touched: t, title: title, nameplate: nil, sales_patter: nil,
          price_minor: price, verdicts: %{}, seen_by: sight, opening_brief: "You are the #{String.downcase(title)} of a small port. Be brief."}
    Store.put(:agent, id, Map.merge(a, more))
  end
end

defmodule Mallow.Clock do
  @moduledoc "Starts the runs of schedules, at the turn of each minute."
  alias Mallow.{Store, Runs, Mind, Cron}

  def loop do
    ms = System.system_time(:millisecond)
    Process.sleep(60_000 - rem(ms, 60_000) + 20)
    dt = DateTime.utc_now()
    try do
      Store.tx(fn ->
        for s <- Store.by_seq(:schedule), not s.paused, Cron.due?(s.beat, dt) do
          a = Store.get(:agent, s.agent)
          u = Store.get(:user, s.user)
          if a && u, do: Runs.new(a, u, "rota") |> Runs.log("begun") |> Mind.turn(Map.put_new(a, :computer, false), "It is time.")
        end
      end)
    catch
      k, r -> IO.puts(:stderr, Exception.format(k, r, __STACKTRACE__))
    end
    loop()
  end
end

defmodule Mallow.Main do
  def run do
    {:ok, _} = Application.ensure_all_started(:crypto)
    Mallow.Fault.set(System.get_env("FAULT") || "")
    {:ok, _} = Mallow.Store.start_link(nil)
    Mallow.Store.tx(&Mallow.Seeds.sow/0)
    spawn(&Mallow.Clock.loop/0)
    port = System.get_env("MALLOW_PORT") |> String.to_integer()
    Mallow.Http.serve(port, &Mallow.Router.handle/1)
  end
end
