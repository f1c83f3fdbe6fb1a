defmodule Mallow.Tools do
  @moduledoc "The catalogue of tools, and how they are run."
  alias Mallow.{Store, Util, Mind, Fault}
  import Mallow.Stop

  # {name, kit, about, [{param, type, required}]}
  @catalog [
    {"read_tide_table", "estuary", "Reads the height of the water at a port", [{"port", :string, true}, {"day", :string, false}]},
    {"name_the_wind", "estuary", "Names a wind by its force on the Beaufort scale", [{"force", {:int, 0, 12}, true}]},
    {"reckon_sum", "workbench", "Adds numbers up", [{"terms", :numbers, true}]},
    {"code_interpreter", "workbench", "Runs a script on the Virtual Computer", [{"script", :string, true}]},
    {"NOTIFIER_CREATE_CHAT", "pigeon_post", "Create a chat with an email address", [{"email", :email, true}]},
    {"NOTIFIER_CREATE_DEVICE", "pigeon_post", "Register a device", [{"icon", :string, false}, {"model", :string, true}, {"has_sms", :bool, false}, {"nickname", :string, true}, {"push_token", :string, false}, {"app_version", :uint, true}, {"manufacturer", :string, true}]},
    {"NOTIFIER_CREATE_PUSH", "pigeon_post", "Send a push (note, link or file) to a device, user, channel or client", [{"type", {:enum, ["note", "link", "file"]}, true}, {"url", :string, false}, {"body", :string, false}, {"guid", :string, false}, {"email", :string, false}, {"title", :string, false}, {"file_url", :string, false}, {"file_name", :string, false}, {"file_type", :string, false}, {"channel_tag", :string, false}, {"client_iden", :string, false}, {"device_iden", :string, false}, {"source_device_iden", :string, false}]},
    {"NOTIFIER_DELETE_ALL_PUSHES", "pigeon_post", "Delete all pushes of the user asynchronously", []},
    {"NOTIFIER_DELETE_CHAT", "pigeon_post", "Delete a chat", [{"iden", :string, true}]},
    {"NOTIFIER_DELETE_DEVICE", "pigeon_post", "Delete a device", [{"device_iden", :string, true}]},
    {"NOTIFIER_DELETE_PUSH", "pigeon_post", "Delete a push", [{"iden", :string, true}]},
    {"NOTIFIER_GET_USER", "pigeon_post", "Get the profile of the authenticated user", []},
    {"NOTIFIER_LIST_CHATS", "pigeon_post", "List chats", [{"limit", {:int, 1, 500}, false}, {"cursor", :string, false}]},
    {"NOTIFIER_LIST_DEVICES", "pigeon_post", "List devices", []},
    {"NOTIFIER_LIST_PUSHES", "pigeon_post", "List pushes", [{"limit", {:int, 1, 500}, false}, {"active", :bool, false}, {"cursor", :string, false}, {"modified_after", :number, false}]},
    {"NOTIFIER_UPDATE_CHAT", "pigeon_post", "Mute or unmute a chat", [{"iden", :string, true}, {"muted", :bool, true}]},
    {"NOTIFIER_UPDATE_DEVICE", "pigeon_post", "Update device metadata", [{"iden", :string, true}, {"icon", :string, false}, {"model", :string, false}, {"has_sms", :bool, false}, {"nickname", :string, false}, {"push_token", :string, false}, {"app_version", :uint, false}, {"manufacturer", :string, false}]},
    {"NOTIFIER_UPDATE_PUSH", "pigeon_post", "Dismiss a push or change list items", [{"iden", :string, true}, {"items", :items, false}, {"dismissed", :bool, false}]},
    {"NOTIFIER_UPLOAD_REQUEST", "pigeon_post", "Get a signed upload URL before pushing a file", [{"file_name", :string, true}, {"file_type", :string, true}]}
  ]
  @kits [{"estuary", "Water and weather"}, {"pigeon_post", "Pushes to phones and other perches"}, {"workbench", "Reckoning and scripts"}]

  def catalog, do: @catalog
  def kits, do: @kits
  def id({name, _, _, _}), do: "tool:" <> name

  def by_id(x), do: Enum.find(@catalog, fn t -> id(t) == x or elem(t, 0) == x end)
  def by_name(x), do: Enum.find(@catalog, fn t -> elem(t, 0) == x end)

  def public({n, kit, about, _} = t), do: %{tool_key: id(t), called: n, about: about, kit_name: kit}

  def mcp({n, kit, about, ps}, extra \\ %{}) do
    req = for {p, _, true} <- ps, do: p
    schema = %{type: "object", properties: Map.new(ps, fn {p, t, _} -> {p, schema(t)} end)}
    schema = if req == [], do: schema, else: Map.put(schema, :required, req)
    %{name: n, description: about, inputSchema: schema, _meta: Map.merge(%{"mallow/kit" => kit}, extra)}
  end

  defp schema(:string), do: %{type: "string"}
  defp schema(:email), do: %{type: "string", format: "email"}
  defp schema(:bool), do: %{type: "boolean"}
  defp schema(:uint), do: %{type: "integer", minimum: 0}
  defp schema(:number), do: %{type: "number"}
  defp schema(:numbers), do: %{type: "array", items: %{type: "number"}}
  defp schema({:int, a, b}), do: %{type: "integer", minimum: a, maximum: b}
  defp schema({:enum, l}), do: %{type: "string", enum: l}
  defp schema(:items), do: %{type: "array", items: %{type: "object", properties: %{text: %{type: "string"}, checked: %{type: "boolean"}}, required: ["text", "checked"]}}

  def bad(where, why), do: throw({:stop, 400, %{trouble: %{kind: "bad_input", says: "#{where}: #{why}"}}})

  # Checks the input; gives it back without what is null.
  def check({name, _, _, ps}, input) do
    input = Util.drop_nils(input)
    for {p, t, req} <- ps do
      case Map.fetch(input, p) do
        :error -> if req, do: bad(p, "is wanted")
        {:ok, v} -> unless fits?(t, v) or let_through?(name, p, v), do: bad(p, "does not fit")
      end
    end
    input
  end

  defp let_through?("NOTIFIER_LIST_CHATS", "limit", v), do: Fault.on?("chats_limit_501") and is_integer(v) and v > 500
  defp let_through?(_, _, _), do: false

  defp fits?(:string, v), do: is_binary(v)
  defp fits?(:email, v), do: is_binary(v) and v =~ ~r/\A[^@\s]+@[^@\s]+\z/
  defp fits?(:bool, v), do: is_boolean(v)
  defp fits?(:uint, v), do: whole?(v) and v >= 0
  defp fits?(:number, v), do: is_number(v)
  defp fits?(:numbers, v), do: is_list(v) and Enum.all?(v, &is_number/1)
  defp fits?({:int, a, b}, v), do: whole?(v) and v >= a and v <= b
  defp fits?({:enum, l}, v), do: v in l
  defp fits?(:items, v), do: is_list(v) and Enum.all?(v, fn i -> is_map(i) and is_binary(i["text"]) and is_boolean(i["checked"]) end)
  defp whole?(v), do: is_integer(v) or (is_float(v) and trunc(v) == v)

  def run(tool, u, input) do
    name = elem(tool, 0)
    if String.starts_with?(name, "NOTIFIER_") and not u.perch, do: bad("connection", "set up the auth connection in the dashboard first")
    input = check(tool, input)
    case name do
      "read_tide_table" -> Mind.tide(input["port"])
      "name_the_wind" -> %{wind: Enum.at(~w(calm air breeze breeze breeze breeze breeze gale gale gale storm storm hurricane), trunc(input["force"]))}
      "reckon_sum" -> %{sum: Enum.sum(input["terms"])}
      "code_interpreter" -> %{ran: true, letters: String.length(input["script"])}
      "NOTIFIER_" <> op -> Mallow.Notifier.run(op, u, input)
    end
  end

  # How well a tool answers to a question, 0.0 to 1.0.
  def score({name, _, about, _}, q) do
    n = String.downcase(name)
    words = String.split(n, "_")
    a = String.downcase(about)
    aw = String.split(a, ~r/[^a-z]+/)
    q = String.downcase(q) |> String.trim()
    toks = String.split(q, ~r/[^\p{L}\p{N}]+/u, trim: true)
    cond do
      q == n -> 1.0
      toks == [] -> 0.0
      true ->
        s = Enum.map(toks, fn t ->
          cond do
            t in words -> 1.0
            t in aw -> 0.6
            String.contains?(n, t) -> 0.5
            String.contains?(a, t) -> 0.3
            true -> 0.0
          end
        end) |> Enum.sum()
        Float.round(s / length(toks), 4)
    end
  end

  def execution(u, tool, input, status, ms) do
    no = Store.seq() + 70_000
    Store.put(:exec, no, %{no: no, seq: no, user: u.id, tool: elem(tool, 0), input: input, went: status, ms: ms, at: Store.now_us()})
  end

  def show_exec(e), do: %{entry_no: e.no, called: e.tool, given: e.input, went: e.went, took_ms: e.ms, at: Util.stamp(e.at)}

  def install(u, t), do: Store.put(:installed, {u.id, id(t)}, %{user: u.id, tool: id(t), seq: Store.seq(), at: Store.now_us()})
  def show_user_tool(r) do
    {n, kit, _, _} = by_id(r.tool)
    %{tool_key: r.tool, called: n, kit_name: kit, installed_at: Util.stamp(r.at)}
  end
  def nothing, do: missing("tool")
end

defmodule Mallow.Notifier do
  @moduledoc "The notification service behind the NOTIFIER tools: an account per user."
  alias Mallow.{Store, Util, Tools, Fault}

  def run(op, u, i) do
    sweep()
    op(op, u, i)
  end

  # Deletions of all pushes are done a moment after they were asked for.
  defp sweep do
    now = System.system_time(:millisecond)
    for s <- Store.all(:sweep), s.due <= now do
      for p <- Store.all(:push), p.seq <= s.upto, p.active, p.user == s.user or Fault.on?("delete_all_everyone"), do: bury(:push, p)
      Store.del(:sweep, s.id)
    end
  end

  defp time, do: Store.now_us() / 1_000_000

  defp iden(mark), do: "uj" <> mark <> Util.word(9) <> "." <> Util.word(3)

  defp bury(kind, r), do: Store.put(kind, r.iden, %{r | active: false, modified: time(), data: %{}})

  defp fetch(kind, u, iden) do
    case Store.get(kind, iden) do
      %{active: true, user: x} = r when x == u.id -> r
      _ -> Tools.bad("iden", "there is nothing with this iden")
    end
  end

  defp mine(kind, u), do: Store.by_seq(kind) |> Enum.filter(&(&1.user == u.id))

  defp show(r), do: Map.merge(%{iden: r.iden, active: r.active, created: r.created, modified: r.modified}, r.data)

  defp make(kind, u, mark, data) do
    t = time()
    r = %{iden: iden(mark), user: u.id, seq: Store.seq(), active: true, created: t, modified: t, data: data}
    Store.put(kind, r.iden, r)
  end

  defp op("CREATE_CHAT", u, i) do
    old = Enum.find(mine(:nchat, u), &(&1.active and &1.data.email == i["email"]))
    show(old || make(:nchat, u, "c", %{email: i["email"], muted: false}))
  end
  defp op("DELETE_CHAT", u, i) do
    bury(:nchat, fetch(:nchat, u, i["iden"]))
    %{iden: i["iden"], gone: true}
  end
  defp op("UPDATE_CHAT", u, i) do
    r = fetch(:nchat, u, i["iden"])
    show(Store.put(:nchat, r.iden, %{r | modified: time(), data: %{r.data | muted: i["muted"]}}))
  end
  defp op("LIST_CHATS", u, i) do
    after_ = case i["cursor"] do
      x when x in [nil, ""] -> 0
      c -> uncursor(c) |> trunc()
    end
    all = mine(:nchat, u) |> Enum.filter(&(&1.active and &1.seq > after_))
    {page, rest} = Enum.split(all, trunc(i["limit"] || 500))
    out = %{chats: Enum.map(page, &show/1)}
    if rest == [], do: out, else: Map.put(out, :cursor, cursor(List.last(page).seq))
  end

  defp op("CREATE_DEVICE", u, i), do: show(make(:device, u, "d", device(i)))
  defp op("LIST_DEVICES", u, _), do: %{devices: mine(:device, u) |> Enum.filter(& &1.active) |> Enum.map(&show/1)}
  defp op("UPDATE_DEVICE", u, i) do
    r = fetch(:device, u, i["iden"])
    data = if Fault.on?("device_update_resets"), do: Map.merge(Map.take(r.data, ["model", "manufacturer", "app_version"]), device(i)), else: Map.merge(r.data, device(i))
    show(Store.put(:device, r.iden, %{r | modified: time(), data: data}))
  end
  defp op("DELETE_DEVICE", u, i) do
    bury(:device, fetch(:device, u, i["device_iden"]))
    %{iden: i["device_iden"], gone: true}
  end

  defp op("CREATE_PUSH", u, i) do
    need = case i["type"] do
      "link" -> ["url"]
      "file" -> if Fault.on?("push_file_type_unchecked"), do: ["file_url", "file_name"], else: ["file_url", "file_name", "file_type"]
      _ -> []
    end
    for k <- need, i[k] in [nil, ""], do: Tools.bad(k, "is wanted for a push of this type")
    for k <- ["device_iden", "source_device_iden"], i[k], do: fetch(:device, u, i[k])
    g = i["guid"]
    old = g && not Fault.on?("push_guid_ignored") && Enum.find(mine(:push, u), &(&1.active and &1.data["guid"] == g))
    show(old || make(:push, u, "p", i |> Map.take(~w(type url body guid email title file_url file_name file_type channel_tag client_iden device_iden source_device_iden)) |> Map.put("dismissed", false)))
  end
  defp op("LIST_PUSHES", u, i) do
    all = mine(:push, u) |> Enum.sort_by(& &1.modified, :desc)
    all = if i["active"] == true, do: Enum.filter(all, & &1.active), else: all
    all = if i["modified_after"], do: Enum.filter(all, &(&1.modified > i["modified_after"])), else: all
    all = case i["cursor"] do
      x when x in [nil, ""] -> all
      c -> (m = uncursor(c); Enum.filter(all, &(&1.modified < m)))
    end
    {page, rest} = Enum.split(all, trunc(i["limit"] || 500))
    out = %{pushes: Enum.map(page, &show/1)}
    if rest == [], do: out, else: Map.put(out, :cursor, cursor(List.last(page).modified))
  end
  defp op("UPDATE_PUSH", u, i) do
    r = fetch(:push, u, i["iden"])
    data = Map.merge(r.data, Map.take(i, ["items", "dismissed"]))
    show(Store.put(:push, r.iden, %{r | modified: time(), data: data}))
  end
  defp op("DELETE_PUSH", u, i) do
    bury(:push, fetch(:push, u, i["iden"]))
    %{iden: i["iden"], gone: true}
  end
  defp op("DELETE_ALL_PUSHES", u, _) do
    s = Store.seq()
    Store.put(:sweep, s, %{id: s, user: u.id, upto: s, due: System.system_time(:millisecond) + 1200})
    %{sweeping: true}
  end
  defp op("GET_USER", u, _), do: %{iden: "uju" <> u.id, email: u.email, name: u.name, active: true}
  defp op("UPLOAD_REQUEST", _u, i) do
    k = Util.word(14)
    %{file_name: i["file_name"], file_type: i["file_type"], file_url: "https://dovecote.mallow.example/f/#{k}/#{URI.encode(i["file_name"], &URI.char_unreserved?/1)}",
      upload_url: "https://dovecote.mallow.example/up/#{k}", data: %{key: k, policy: Util.b64(k), signature: Util.b64(Util.hmac("dovecote", k))}}
  end

  defp device(i), do: Map.take(i, ~w(icon model has_sms nickname push_token app_version manufacturer))
  defp cursor(x), do: Util.b64("at " <> to_string(x))
  defp uncursor(c) do
    with {:ok, "at " <> s} <- Base.url_decode64(c, padding: false), {n, ""} <- Float.parse(s) do
      n
    else
      _ -> Tools.bad("cursor", "is not one of ours")
    end
  end
end
