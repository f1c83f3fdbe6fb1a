defmodule Mallow.Fault do
  def set(id), do: :persistent_term.put(:mallow_fault, id)
  def on?(id), do: :persistent_term.get(:mallow_fault, "") == id
end

defmodule Mallow.Json do
  @moduledoc "A small JSON codec: ASCII output, strict input."

  def encode(v), do: IO.iodata_to_binary(enc(v))

  defp enc(nil), do: "null"
  defp enc(true), do: "true"
  defp enc(false), do: "false"
  defp enc(v) when is_integer(v), do: Integer.to_string(v)
  defp enc(v) when is_float(v), do: :erlang.float_to_binary(v, [:short])
  defp enc(v) when is_atom(v), do: str(Atom.to_string(v))
  defp enc(v) when is_binary(v), do: str(v)
  defp enc([]), do: "[]"
  defp enc(v) when is_list(v), do: ["[", Enum.intersperse(Enum.map(v, &enc/1), ","), "]"]

  defp enc(v) when is_map(v) do
    ["{", v |> Enum.map(fn {k, x} -> [str(to_string(k)), ":", enc(x)] end) |> Enum.intersperse(","), "}"]
  end

  defp str(s), do: ["\"", for(<<c::utf8 <- s>>, do: esc(c)), "\""]
  defp esc(?"), do: "\\\""
  defp esc(?\\), do: "\\\\"
  defp esc(?\n), do: "\\n"
  defp esc(?\t), do: "\\t"
  defp esc(?\r), do: "\\r"
  defp esc(c) when c < 32 or (c > 126 and c < 0x10000), do: ["\\u", hex(c)]
  defp esc(c) when c >= 0x10000 do
    c = c - 0x10000
    ["\\u", hex(0xD800 + div(c, 1024)), "\\u", hex(0xDC00 + rem(c, 1024))]
  end
  defp esc(c), do: <<c>>
  defp hex(c), do: c |> Integer.to_string(16) |> String.downcase() |> String.pad_leading(4, "0")

  def decode(bin) do
    if String.valid?(bin) do
      try do
        {v, rest} = val(ws(bin), 0)
        if ws(rest) == "", do: {:ok, v}, else: :error
      catch
        :bad_json -> :error
      end
    else
      :error
    end
  end

  defp ws(<<c, r::binary>>) when c in [32, 9, 10, 13], do: ws(r)
  defp ws(r), do: r

  defp val(_, d) when d > 200, do: throw(:bad_json)
  defp val("null" <> r, _), do: {nil, r}
  defp val("true" <> r, _), do: {true, r}
  defp val("false" <> r, _), do: {false, r}
  defp val("\"" <> r, _), do: string(r, [])
  defp val("[" <> r, d) do
    case ws(r) do
      "]" <> r -> {[], r}
      r -> arr(r, [], d + 1)
    end
  end
  defp val("{" <> r, d) do
    case ws(r) do
      "}" <> r -> {%{}, r}
      r -> obj(r, %{}, d + 1)
    end
  end
  defp val(bin, _) do
    case Regex.run(~r/\A-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/, bin) do
      nil -> throw(:bad_json)
      [m | more] -> {num(m, more), binary_part(bin, byte_size(m), byte_size(bin) - byte_size(m))}
    end
  end

  defp num(m, []), do: String.to_integer(m)
  defp num(m, _) do
    case Float.parse(m) do
      {f, ""} -> f
      _ -> throw(:bad_json)
    end
  rescue
    _ -> throw(:bad_json)
  end

  defp arr(r, acc, d) do
    {v, r} = val(ws(r), d)
    case ws(r) do
      "," <> r -> arr(ws(r), [v | acc], d)
      "]" <> r -> {Enum.reverse([v | acc]), r}
      _ -> throw(:bad_json)
    end
  end

  defp obj("\"" <> r, acc, d) do
    {k, r} = string(r, [])
    case ws(r) do
      ":" <> r ->
        {v, r} = val(ws(r), d)
        acc = Map.put(acc, k, v)
        case ws(r) do
          "," <> r -> obj(ws(r), acc, d)
          "}" <> r -> {acc, r}
          _ -> throw(:bad_json)
        end
      _ -> throw(:bad_json)
    end
  end
  defp obj(_, _, _), do: throw(:bad_json)

  defp string("\"" <> r, acc), do: {acc |> Enum.reverse() |> IO.iodata_to_binary(), r}
  defp string("\\u" <> <<h::binary-size(4), r::binary>>, acc) do
    c = h4(h)
    cond do
      c in 0xD800..0xDBFF ->
        case r do
          "\\u" <> <<l::binary-size(4), r2::binary>> ->
            lo = h4(l)
            if lo in 0xDC00..0xDFFF do
              string(r2, [<<0x10000 + (c - 0xD800) * 1024 + (lo - 0xDC00)::utf8>> | acc])
            else
              string(r, [<<0xFFFD::utf8>> | acc])
            end
          _ -> string(r, [<<0xFFFD::utf8>> | acc])
        end
      c in 0xDC00..0xDFFF -> string(r, [<<0xFFFD::utf8>> | acc])
      true -> string(r, [<<c::utf8>> | acc])
    end
  end
  defp string(<<"\\", c, r::binary>>, acc) do
    m = %{?" => "\"", ?\\ => "\\", ?/ => "/", ?b => "\b", ?f => "\f", ?n => "\n", ?r => "\r", ?t => "\t"}
    case m do
      %{^c => s} -> string(r, [s | acc])
      _ -> throw(:bad_json)
    end
  end
  defp string(<<c::utf8, r::binary>>, acc) when c >= 32, do: string(r, [<<c::utf8>> | acc])
  defp string(_, _), do: throw(:bad_json)

  defp h4(h) do
    if h =~ ~r/\A[0-9a-fA-F]{4}\z/, do: String.to_integer(h, 16), else: throw(:bad_json)
  end
end

defmodule Mallow.Store do
  @moduledoc "State: one ETS table; a GenServer is the single writer's lock."
  use GenServer
  @t :mallow_store

  def start_link(_), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @impl true
  def init(_) do
    :ets.new(@t, [:ordered_set, :public, :named_table])
    :ets.insert(@t, {{:meta, :seq}, 0})
    :ets.insert(@t, {{:meta, :clock}, 0})
    {:ok, nil}
  end

  def tx(fun) do
    if self() == Process.whereis(__MODULE__) do
      fun.()
    else
      case GenServer.call(__MODULE__, {:tx, fun}, 60_000) do
        {:ok, v} -> v
        {:raised, kind, reason, st} -> :erlang.raise(kind, reason, st)
      end
    end
  end

  @impl true
  def handle_call({:tx, fun}, _from, s) do
    r =
      try do
        {:ok, fun.()}
      catch
        kind, reason -> {:raised, kind, reason, __STACKTRACE__}
      end
    {:reply, r, s}
  end

  def put(kind, id, rec) do
    :ets.insert(@t, {{kind, id}, rec})
    rec
  end
  def get(kind, id) do
    case :ets.lookup(@t, {kind, id}) do
      [{_, r}] -> r
      [] -> nil
    end
  end
  def del(kind, id), do: :ets.delete(@t, {kind, id})
  def all(kind), do: :ets.select(@t, [{{{kind, :_}, :"$1"}, [], [:"$1"]}])
  def all_kv(kind), do: :ets.select(@t, [{{{kind, :"$1"}, :"$2"}, [], [{{:"$1", :"$2"}}]}])
  def by_seq(kind), do: kind |> all() |> Enum.sort_by(& &1.seq)
  def seq, do: :ets.update_counter(@t, {:meta, :seq}, 1)

  # Microseconds, never twice the same.
  def now_us do
    t = System.system_time(:microsecond)
    last = get(:meta, :clock)
    t = if t <= last, do: last + 1, else: t
    :ets.insert(@t, {{:meta, :clock}, t})
    t
  end
end

defmodule Mallow.Util do
  import Bitwise

  def uuid4 do
    <<a::48, _::4, b::12, _::2, c::62>> = :crypto.strong_rand_bytes(16)
    fmt(<<a::48, 4::4, b::12, 2::2, c::62>>)
  end
  def uuid7 do
    ms = System.system_time(:millisecond)
    <<b::12, c::62, _::6>> = :crypto.strong_rand_bytes(10)
    fmt(<<ms::48, 7::4, b::12, 2::2, c::62>>)
  end
  defp fmt(b) do
    <<a::binary-8, b2::binary-4, c::binary-4, d::binary-4, e::binary-12>> = Base.encode16(b, case: :lower)
    Enum.join([a, b2, c, d, e], "-")
  end
  def uuid?(s), do: is_binary(s) and s =~ ~r/\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\z/i

  def word(n) do
    abc = 'bcdfghjkmnpqrstvwxz23456789'
    for <<x <- :crypto.strong_rand_bytes(n)>>, into: "", do: <<Enum.at(abc, rem(x, length(abc)))>>
  end

  # Times are written in the house's zone, two hours east.
  def stamp(us) do
    dt = DateTime.from_unix!(us + 7_200_000_000, :microsecond)
    n = dt |> DateTime.to_naive() |> NaiveDateTime.to_iso8601()
    n <> "+02:00"
  end

  def read_stamp(s) do
    s = String.replace(s, " ", "+")
    case DateTime.from_iso8601(s) do
      {:ok, dt, _} -> {:ok, DateTime.to_unix(dt, :microsecond)}
      _ -> :error
    end
  end

  def drop_nils(m), do: m |> Enum.reject(fn {_, v} -> is_nil(v) end) |> Map.new()

  def b64(b), do: Base.url_encode64(b, padding: false)
  def hmac(key, data), do: :crypto.mac(:hmac, :sha256, key, data)

  def same?(a, b) when byte_size(a) == byte_size(b) do
    :crypto.exor(a, b) |> :binary.bin_to_list() |> Enum.reduce(0, &bor/2) == 0
  end
  def same?(_, _), do: false
end

defmodule Mallow.Stop do
  @moduledoc "Ends a request with an error answer."
  def stop(status, kind, says), do: throw({:stop, status, %{trouble: %{kind: kind, says: says}}})
  def unfit(where, why) do
    throw({:stop, 422, %{trouble: %{kind: "unfit", says: "the request does not fit", spots: [%{where: where, why: why}]}}})
  end
  def missing(what), do: stop(404, "nowhere", "no such " <> what)
  def denied(says), do: stop(403, "not_yours", says)
end

defmodule Mallow.Cron do
  @moduledoc "Five-field cron lines, and a few English phrases for them."
  @fields [{0, 59, []}, {0, 23, []}, {1, 31, []}, {1, 12, ~w(jan feb mar apr may jun jul aug sep oct nov dec)}, {0, 7, ~w(sun mon tue wed thu fri sat)}]

  def parse(line, loose \\ false) do
    parts = String.split(line)
    if length(parts) == 5 do
      sets = Enum.zip(parts, @fields) |> Enum.map(fn {p, f} -> field(p, f, loose) end)
      if Enum.any?(sets, &(&1 == :error)), do: :error, else: {:ok, sets}
    else
      :error
    end
  end

  def valid?(line), do: is_binary(line) and match?({:ok, _}, parse(line))

  defp field(p, f, loose) do
    rs = p |> String.split(",") |> Enum.map(&part(&1, f, loose))
    if Enum.any?(rs, &(&1 == :error)), do: :error, else: rs |> List.flatten() |> Enum.uniq()
  end

  defp part(p, {lo, hi, names}, loose) do
    with [base | step] <- String.split(p, "/"),
         {:ok, step} <- step(step),
         {:ok, a, b} <- span(base, lo, hi, names, step != nil),
         true <- loose or (a >= lo and b <= hi and a <= b) do
      if a <= b, do: Enum.take_every(Enum.to_list(a..b), step || 1), else: []
    else
      _ -> :error
    end
  end

  defp step([]), do: {:ok, nil}
  defp step([s]) do
    case num(s, []) do
      {:ok, n} when n > 0 -> {:ok, n}
      _ -> :error
    end
  end
  defp step(_), do: :error

  defp span("*", lo, hi, _, _), do: {:ok, lo, hi}
  defp span(s, _lo, hi, names, stepped) do
    case String.split(s, "-") do
      [a] ->
        with {:ok, n} <- num(a, names), do: {:ok, n, if(stepped, do: hi, else: n)}
      [a, b] ->
        with {:ok, n} <- num(a, names), {:ok, m} <- num(b, names), do: {:ok, n, m}
      _ -> :error
    end
  end

  defp num(s, names) do
    cond do
      s =~ ~r/\A\d{1,3}\z/ -> {:ok, String.to_integer(s)}
      i = Enum.find_index(names, &(&1 == String.downcase(s))) -> {:ok, if(length(names) == 12, do: i + 1, else: i)}
      true -> :error
    end
  end

  def due?(line, dt) do
    with {:ok, [mi, h, dom, mon, dow]} <- parse(line) do
      wd = dt |> DateTime.to_date() |> Date.day_of_week() |> rem(7)
      [_, _, d, _, w] = String.split(line)
      day = dt.day in dom
      week = wd in dow or (wd == 0 and 7 in dow)
      either = if d != "*" and w != "*", do: day or week, else: day and week
      dt.minute in mi and dt.hour in h and dt.month in mon and either
    else
      _ -> false
    end
  end

  @days %{"sunday" => 0, "monday" => 1, "tuesday" => 2, "wednesday" => 3, "thursday" => 4, "friday" => 5, "saturday" => 6}
  @macros %{"@hourly" => "0 * * * *", "@daily" => "0 0 * * *", "@weekly" => "0 0 * * 0", "@monthly" => "0 0 1 * *", "@yearly" => "0 0 1 1 *",
            "hourly" => "0 * * * *", "daily" => "0 0 * * *", "weekly" => "0 0 * * 0", "monthly" => "0 0 1 * *",
            "every minute" => "* * * * *", "every hour" => "0 * * * *", "every day" => "0 0 * * *", "every week" => "0 0 * * 0", "every month" => "0 0 1 * *"}

  def from_text(text, loose) do
    t = text |> String.trim() |> String.downcase() |> String.replace(~r/\s+/, " ")
    cond do
      match?({:ok, _}, parse(text, loose)) -> {:ok, text |> String.split() |> Enum.join(" ")}
      m = @macros[t] -> {:ok, m}
      m = Regex.run(~r/\Aevery (\d{1,2}) minutes\z/, t) -> ok("*/#{int(m, 1)} * * * *", int(m, 1) in 1..59)
      m = Regex.run(~r/\Aevery (\d{1,2}) hours\z/, t) -> ok("0 */#{int(m, 1)} * * *", int(m, 1) in 1..23)
      m = Regex.run(~r/\A(?:every day|daily) at (\d{1,2})(?::(\d{2}))? ?(am|pm)?\z/, t) -> at(m, 1, "*")
      m = Regex.run(~r/\A(?:every|on|each) (weekday|[a-z]+day)s?(?: at (\d{1,2})(?::(\d{2}))? ?(am|pm)?)?\z/, t) ->
        d = Enum.at(m, 1)
        cond do
          d == "weekday" -> at(m, 2, "1-5")
          @days[d] -> at(m, 2, Integer.to_string(@days[d]))
          true -> :error
        end
      true -> :error
    end
  end

  defp int(m, i), do: m |> Enum.at(i) |> String.to_integer()
  defp ok(l, true), do: {:ok, l}
  defp ok(_, _), do: :error
  defp at(m, i, dow) do
    h = case Enum.at(m, i) do x when x in [nil, ""] -> 0; x -> String.to_integer(x) end
    mi = case Enum.at(m, i + 1) do x when x in [nil, ""] -> 0; x -> String.to_integer(x) end
    h = case Enum.at(m, i + 2) do
      "pm" when h < 12 -> h + 12
      "am" when h == 12 -> 0
      _ -> h
    end
    ok("#{mi} #{h} * * #{dow}", h in 0..23 and mi in 0..59)
  end
end
