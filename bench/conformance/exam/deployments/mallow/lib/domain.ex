defmodule Mallow.Input do
  @moduledoc "Reading of bodies, queries and path parts."
  import Mallow.Stop
  alias Mallow.{Json, Util}

  def object(req) do
    case Json.decode(req.body) do
      {:ok, m} when is_map(m) -> m
      {:ok, _} -> unfit("body", "an object is wanted")
      :error -> unfit("body", "this is not JSON")
    end
  end

  # For bodies that may be absent or null.
  def maybe_object(req) do
    if String.trim(req.body) == "" do
      %{}
    else
      case Json.decode(req.body) do
        {:ok, m} when is_map(m) -> m
        {:ok, nil} -> %{}
        {:ok, _} -> unfit("body", "an object is wanted")
        :error -> unfit("body", "this is not JSON")
      end
    end
  end

  def text(b, k, opts \\ []) do
    case Map.get(b, k) do
      nil -> if opts[:req], do: unfit("body.#{k}", "is wanted"), else: nil
      v when is_binary(v) ->
        cond do
          opts[:req] && String.trim(v) == "" -> unfit("body.#{k}", "may not be empty")
          opts[:in] && v not in opts[:in] -> unfit("body.#{k}", "one of " <> Enum.join(opts[:in], ", "))
          true -> v
        end
      _ -> unfit("body.#{k}", "a string is wanted")
    end
  end

  def whole(b, k, lo) do
    case Map.get(b, k) do
      nil -> nil
      v when is_integer(v) and v >= lo and v < 9_007_199_254_740_992 -> v
      v when is_float(v) and trunc(v) == v and v >= lo -> trunc(v)
      _ -> unfit("body.#{k}", "an integer from #{lo} is wanted")
    end
  end

  def flag(b, k) do
    case Map.get(b, k) do
      v when v in [nil, true, false] -> v
      _ -> unfit("body.#{k}", "a boolean is wanted")
    end
  end

  def qint(req, k, default, lo, hi) do
    case req.query[k] do
      nil -> default
      s ->
        case Integer.parse(s) do
          {n, ""} when n >= lo and (hi == nil or n <= hi) -> n
          _ -> unfit("query.#{k}", "an integer#{if hi, do: " from #{lo} to #{hi}", else: " from #{lo}"} is wanted")
        end
    end
  end

  def qnum(req, k, default, lo, hi) do
    case req.query[k] do
      nil -> default
      s ->
        case Float.parse(s) do
          {n, ""} when n >= lo and n <= hi -> n
          _ -> unfit("query.#{k}", "a number from #{lo} to #{hi} is wanted")
        end
    end
  end

  def qtext(req, k) do
    case req.query[k] do
      nil -> unfit("query.#{k}", "is wanted")
      s -> s
    end
  end

  def qcursor(req) do
    case req.query["next_cursor"] do
      x when x in [nil, "", "null"] -> nil
      s ->
        case Util.read_stamp(s) do
          {:ok, us} -> us
          :error -> unfit("query.next_cursor", "a date-time with an offset is wanted")
        end
    end
  end

  def uuid(req, k) do
    v = req.p[k]
    if Util.uuid?(v), do: String.downcase(v), else: unfit("path.#{k}", "a uuid is wanted")
  end

  def int(req, k) do
    case Integer.parse(req.p[k]) do
      {n, ""} -> n
      _ -> unfit("path.#{k}", "an integer is wanted")
    end
  end
end

defmodule Mallow.Auth do
  alias Mallow.{Json, Store, Util, Fault}
  import Mallow.Stop
  @secret "mallow-jwt-Zq8w1"

  def token(user) do
    h = Util.b64(Json.encode(%{alg: "HS256", typ: "JWT", kid: "m1"}))
    c = Util.b64(Json.encode(%{sub: user, iss: "mallow", iat: 1_767_225_600, exp: 4_070_908_800}))
    h <> "." <> c <> "." <> Util.b64(Util.hmac(@secret, h <> "." <> c))
  end

  def bearer(req) do
    case Regex.run(~r/\Abearer +(\S+)\z/i, req.headers["authorization"] || "") do
      [_, t] -> t
      _ -> nil
    end
  end

  def user_of(nil), do: nil
  def user_of(t) do
    with [h, c, s] <- String.split(t, "."),
         {:ok, sig} <- Base.url_decode64(s, padding: false),
         true <- Util.same?(sig, Util.hmac(@secret, h <> "." <> c)),
         {:ok, raw} <- Base.url_decode64(c, padding: false),
         {:ok, %{"sub" => sub, "exp" => exp}} <- Json.decode(raw),
         true <- exp > System.system_time(:second) do
      Store.get(:user, sub)
    else
      _ -> nil
    end
  end

  def need_user(req) do
    case user_of(bearer(req)) do
      nil ->
        if bearer(req) != nil and Fault.on?("run_bad_jwt_403") and match?(["me", "tools", "run" | _], req.at),
          do: stop(403, "refused", "this token is not good"),
          else: stop(401, "who_are_you", "a good bearer token is wanted")
      u -> u
    end
  end

  def need_key(req) do
    t = bearer(req)
    keys = Store.all(:key)
    keys = if Fault.on?("deleted_key_still_works"), do: keys ++ Store.all(:gone_key), else: keys
    case t && Enum.find(keys, &Util.same?(&1.secret, t)) do
      nil -> stop(401, "who_are_you", "a good API key is wanted")
      k -> Store.get(:user, k.user)
    end
  end
end

defmodule Mallow.Agents do
  @moduledoc "The agent record, one for agents and chats."
  alias Mallow.{Store, Util, Input, Fault}
  import Mallow.Stop

  def find(id) do
    up = String.upcase(id)
    low = String.downcase(id)
    Store.get(:agent, up) || Enum.find(Store.all(:agent), fn a -> a.chat_ref == low or (a.nameplate && a.nameplate == id) end)
  end

  def own?(a, u), do: u != nil and a.owner == u.id
  def seen?(a, u), do: a.seen_by == "public" or own?(a, u)

  # For reading: 404, then 403.
  def readable(id, u) do
    a = find(id) || missing("agent")
    unless seen?(a, u), do: denied("this agent is private")
    a
  end

  # For writing: 404, then 403.
  def owned(id, u) do
    a = find(id) || missing("agent")
    unless own?(a, u), do: denied("this agent belongs to somebody else")
    a
  end

  def show(a) do
    Util.drop_nils(%{
      worker_guid: a.id, chat_ref: a.chat_ref, opening_brief: a.opening_brief, seen_by: a.seen_by, title: a.title,
      nameplate: a.nameplate, sales_patter: a.sales_patter, made_at: Util.stamp(a.made), touched_at: Util.stamp(a.touched),
      price: a.price_minor && %{minor: a.price_minor, currency: "EUR"},
      verdicts: if(a.verdicts == %{}, do: nil, else: a.verdicts)
    })
  end

  # What of a body makes an agent; only the given keys.
  def fields(b, u) do
    out = %{}
    out = if Map.has_key?(b, "opening_brief"), do: Map.put(out, :opening_brief, Input.text(b, "opening_brief")), else: out
    out = if Map.get(b, "seen_by") != nil, do: Map.put(out, :seen_by, Input.text(b, "seen_by", in: ["private", "public"])), else: out
    out = Enum.reduce(["title", "nameplate", "sales_patter"], out, fn k, o ->
      if Map.has_key?(b, k), do: Map.put(o, String.to_atom(k), Input.text(b, k)), else: o
    end)
    out = if Map.has_key?(b, "price_minor"), do: Map.put(out, :price_minor, Input.whole(b, "price_minor", 1)), else: out
    if out[:nameplate] != nil and not (out.nameplate =~ ~r/\A[a-z0-9][a-z0-9-]{1,60}\z/), do: unfit("body.nameplate", "small letters, digits and hyphens")
    if out[:title] == nil and Map.has_key?(out, :title), do: Map.put(out, :title, "untitled"), else: Map.put(out, :u, u) |> Map.delete(:u)
  end

  def no_sandbox_private(f, u) do
    if f[:seen_by] == "private" and u.tier == "sandbox", do: stop(400, "sandbox", "the sandbox tier has nothing private")
  end

  def slug_free(f, self_id) do
    s = f[:nameplate]
    if s && Enum.any?(Store.all(:agent), &(&1.nameplate == s and &1.id != self_id)), do: unfit("body.nameplate", "is taken")
  end

  def need_brief(f) do
    b = f[:opening_brief]
    if b == nil or String.trim(b) == "", do: stop(400, "no_brief", "an agent needs an opening_brief")
  end

  def default_sight(u), do: if(u.tier == "sandbox", do: "public", else: "private")

  def create(f, u) do
    t = Store.now_us()
    base = %{id: String.upcase(Util.uuid4()), chat_ref: Util.uuid7(), owner: u.id, seq: Store.seq(), made: t, touched: t, title: "untitled",
             nameplate: nil, sales_patter: nil, price_minor: nil, verdicts: %{}, seen_by: default_sight(u), opening_brief: ""}
    a = Map.merge(base, f)
    Store.put(:agent, a.id, a)
  end

  def save(a, f) do
    a = a |> Map.merge(f) |> Map.put(:touched, Store.now_us())
    Store.put(:agent, a.id, a)
  end

  def replace(a, f, u) do
    blank = %{title: "untitled", nameplate: nil, sales_patter: nil, price_minor: nil, seen_by: default_sight(u)}
    save(a, Map.merge(blank, f))
  end

  def remove(a) do
    Store.del(:agent, a.id)
    if Fault.on?("chat_deleted_in_agents_list"), do: Store.put(:agent_ghost, a.id, a)
    for f <- Store.all(:file), f.agent == a.id, do: Store.del(:file, f.id)
    for s <- Store.all(:schedule), s.agent == a.id, do: Store.del(:schedule, s.id)
    Store.del(:theme, a.id)
    a
  end
end

defmodule Mallow.Runs do
  @moduledoc "Runs: what the Workers API writes and the logs show."
  alias Mallow.{Store, Util, Fault}

  def new(a, u, door) do
    r = %{id: Util.uuid7(), agent: a.id, user: u.id, seq: Store.seq(), at: Store.now_us(), msgs: [], job: nil, told: false, logs: [], mcp: [], door: door}
    Store.put(:run, r.id, r)
  end

  def save(r), do: Store.put(:run, r.id, r)

  def log(r, what, extra \\ %{}) do
    %{r | logs: r.logs ++ [Map.merge(%{talk_id: r.id, what: what, at: Util.stamp(Store.now_us())}, extra)]}
  end

  def job?(%{job: nil}), do: false
  def job?(%{job: j}) do
    if not j.ok and Fault.on?("failed_job_never_clears"), do: true, else: System.system_time(:millisecond) < j.ends
  end

  def view(r) do
    a = Store.get(:agent, r.agent)
    Util.drop_nils(%{talk_id: r.id, worker_guid: r.agent, worker_title: a && a.title, begun_at: Util.stamp(r.at), remarks: length(r.msgs),
                     at_work: job?(r), door: r.door})
  end
end

defmodule Mallow.Mind do
  @moduledoc "What a worker answers: a list of events for one turn, and the run after it."
  alias Mallow.{Store, Util, Runs, Fault}

  @stations %{"whitby" => {"WHB-7741-Q", 3.2}, "hull" => {"HUL-1180-K", 5.6}, "oban" => {"OBN-0923-R", 2.9}}

  def tide(port) do
    {code, m} = Map.get(@stations, String.downcase(port), {"GEN-0000-X", 1.5})
    %{station_code: code, metres: m, port: port}
  end

  def turn(run, a, msg) do
    n = Enum.count(run.msgs, &(&1.role == "user")) + if(msg == nil, do: 0, else: 1)
    run = if msg == nil, do: run, else: add(run, "user", kept(msg))
    run = if msg == nil, do: run, else: Runs.log(run, "heard")
    {news, events0, run} = job_news(run)
    tail = "\n— #{a.title}, remark #{n}"
    {events, run} =
      cond do
        msg == nil ->
          {[{:say, "Good day, this is #{a.title}.\nWhat can be done for you?"}], run}
        m = Regex.run(~r/how high is the tide at (\p{L}+)/iu, msg) ->
          port = Enum.at(m, 1)
          out = tide(port)
          call = "c" <> Util.word(6)
          run = add(run, "tool", Mallow.Json.encode(%{tool: "read_tide_table", gave: out}))
          run = mcp(run, "read_tide_table", %{port: port}, out, "estuary")
          {[{:say, news <> "One moment, the almanac.\n"}, {:tool, call, "read_tide_table", %{port: port}, out},
            {:say, "The water at #{port} stands at #{out.metres} metres." <> tail}], run}
        a.computer and msg =~ ~r/grind the (long|sour) barley/i ->
          ok = not (msg =~ ~r/sour/i)
          job = %{id: "grist;#{Util.word(5)}/#{n}", ok: ok, ends: System.system_time(:millisecond) + 2600}
          call = "c" <> Util.word(6)
          run = mcp(run, "code_interpreter", %{script: "grind()"}, %{began: true}, "workbench")
          {[{:say, news <> "The stones are turning;\n"}, {:tool, call, "code_interpreter", %{script: "grind()"}, %{began: true}}, {:job, job.id},
            {:say, "ask again when they stand still." <> tail}], %{run | job: job, told: false}}
        true ->
          {[{:say, news <> "You said:\n  #{msg}\n" <> "This is remembered.  Say more if you like." <> tail}], run}
      end
    said = for({:say, t} <- events, do: t) |> Enum.join()
    kept = if Fault.on?("stored_first_line_only"), do: said |> String.split("\n") |> hd(), else: said
    run = run |> add("assistant", kept) |> Runs.log("answered", %{letters: String.length(said)})
    Runs.save(run)
    {events0 ++ events, run}
  end

  defp job_news(%{job: %{ok: ok}, told: false} = run) do
    out = if ok, do: %{sacks: 12}, else: %{error: "the stone cracked"}
    run = mcp(run, "code_interpreter", %{collect: true}, out, "workbench")
    {if(ok, do: "The grinding is done: twelve sacks.\n", else: "The grinding broke off before its end.\n"),
     [{:tool, "c" <> Util.word(6), "code_interpreter", %{collect: true}, out}], %{run | told: true}}
  end
  defp job_news(run), do: {"", [], run}

  defp kept(m) do
    if Fault.on?("astral_chars_lost"), do: for(<<c::utf8 <- m>>, into: "", do: if(c > 0xFFFF, do: "?", else: <<c::utf8>>)), else: m
  end

  defp add(run, role, content), do: %{run | msgs: run.msgs ++ [%{role: role, content: content, said_at: Util.stamp(Store.now_us())}]}
  defp mcp(run, tool, input, out, server) do
    %{run | mcp: run.mcp ++ [%{talk_id: run.id, server: server, tool: tool, input: input, output: out, at: Util.stamp(Store.now_us())}]}
  end
end

defmodule Mallow.Workers do
  @moduledoc "The Workers API."
  alias Mallow.{Store, Auth, Agents, Runs, Mind, Input, Util, Fault, Json}
  import Mallow.Stop

  def call(req, segs) do
    case {req.method, segs} do
      {"POST", ["ndjson", a]} -> start(req, a, :lines)
      {"PUT", ["ndjson", a, r]} -> resume(req, a, r, :lines)
      {_, ["ndjson", _]} -> wrong("POST")
      {_, ["ndjson", _, _]} -> wrong("PUT")
      {"POST", [a]} -> start(req, a, :text)
      {"PUT", [a, r]} -> resume(req, a, r, :text)
      {"GET", [a, r]} -> read(req, a, r)
      {_, [_]} -> wrong("POST")
      {_, [_, _]} -> wrong("GET, PUT")
      _ -> missing("path")
    end
  end

  defp wrong(allow), do: {405, [{"allow", allow}], %{trouble: %{kind: "method", says: "use " <> allow}}}

  defp agent(id, u) do
    a = (Util.uuid?(id) && Agents.find(id)) || missing("worker")
    if Agents.seen?(a, u), do: Map.put_new(a, :computer, false), else: missing("worker")
  end

  defp run(id, a, u) do
    r = (Util.uuid?(id) && Store.get(:run, String.downcase(id))) || missing("run")
    cond do
      r.agent != a.id -> missing("run")
      r.user != u.id and not Fault.on?("run_readable_by_other") -> missing("run")
      true -> r
    end
  end

  defp start(req, id, form) do
    {events, r} = Store.tx(fn ->
      u = Auth.need_key(req)
      a = agent(id, u)
      msg = req |> Input.maybe_object() |> Input.text("message")
      last = Store.by_seq(:run) |> Enum.filter(&(&1.user == u.id and &1.agent == a.id)) |> List.last()
      if Fault.on?("post_blocked_during_job") and last && Runs.job?(last), do: stop(409, "at_work", "a job is running for this worker")
      r = Runs.new(a, u, if(form == :lines, do: "lines", else: "text"))
      r = if Fault.on?("post_context_carried") and last, do: %{r | msgs: last.msgs}, else: r
      r = Runs.log(r, "begun")
      Mind.turn(r, a, msg)
    end)
    out(201, events, r, form, true)
  end

  defp resume(req, id, rid, form) do
    {events, r} = Store.tx(fn ->
      u = Auth.need_key(req)
      a = agent(id, u)
      r = run(rid, a, u)
      msg = req |> Input.object() |> Input.text("message", req: false) || unfit("body.message", "is wanted")
      if Runs.job?(r) and not (form == :lines and Fault.on?("ndjson_put_ignores_job")) do
        if Fault.on?("put409_appends"), do: Runs.save(%{r | msgs: r.msgs ++ [%{role: "user", content: msg, said_at: Util.stamp(Store.now_us())}]})
        stop(409, "at_work", "a job is still running; ask again when it has ended")
      end
      Mind.turn(r, a, msg)
    end)
    out(200, events, r, form, false)
  end

  defp read(req, id, rid) do
    Store.tx(fn ->
      u = Auth.need_key(req)
      a = agent(id, u)
      r = run(rid, a, u)
      busy =
        cond do
          Runs.job?(r) -> r
          Fault.on?("job_header_on_sibling_run") -> Enum.find(Store.all(:run), &(&1.agent == a.id and &1.user == u.id and Runs.job?(&1)))
          true -> nil
        end
      {200, [{"x-service-run-id", r.id}] ++ if(busy, do: [{"x-service-job-id", busy.job.id}], else: []), r.msgs}
    end)
  end

  defp out(status, events, r, form, _first) do
    hs = [{"x-service-run-id", r.id}] ++ if(Runs.job?(r), do: [{"x-service-job-id", r.job.id}], else: [])
    case form do
      :text -> {:stream, status, [{"content-type", "text/plain; charset=utf-8"}] ++ hs, text_parts(events)}
      :lines -> {:stream, status, [{"content-type", "application/x-ndjson"}] ++ hs, line_parts(events, r)}
    end
  end

  # The text goes out in pieces of bytes, as it comes.
  defp text_parts(events) do
    t = events |> Enum.map(fn
      {:say, t} -> t
      {:tool, _, name, _, o} -> if Fault.on?("text_leaks_tool_output"), do: "[#{name}] #{Json.encode(o)}\n", else: ""
      _ -> ""
    end) |> Enum.join()
    size = max(16, div(byte_size(t), 9) + 1)
    for p <- bytes(t, size), do: {45, p}
  end
  defp bytes("", _), do: []
  defp bytes(b, n) when byte_size(b) <= n, do: [b]
  defp bytes(b, n) do
    <<x::binary-size(n), r::binary>> = b
    [x | bytes(r, n)]
  end

  defp line_parts(events, r) do
    total = for({:say, t} <- events, do: String.length(t)) |> Enum.sum()
    n = max(14, div(total, 9) + 1)
    body = Enum.flat_map(events, fn
      {:say, t} -> t |> String.codepoints() |> Enum.chunk_every(n) |> Enum.map(&{45, %{ev: "words", words: Enum.join(&1)}})
      {:tool, c, name, i, o} ->
        [{20, %{ev: "tool_call", call: c, tool: name, input: i}}] ++
          if(Fault.on?("ndjson_no_tool_response"), do: [], else: [{60, %{ev: "tool_response", call: c, tool: name, output: o}}])
      {:job, id} -> [{10, %{ev: "job", job: id}}]
    end)
    for {ms, m} <- [{5, %{ev: "opened", talk_id: r.id}}] ++ body ++ [{5, %{ev: "closed"}}], do: {ms, [Json.encode(m), "\n"]}
  end
end
