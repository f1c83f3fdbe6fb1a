defmodule Mallow.Http do
  @moduledoc "A small HTTP/1.1 layer over :gen_tcp. A process per connection, and one per request."
  require Logger
  @reasons %{200 => "OK", 201 => "Created", 204 => "No Content", 400 => "Bad Request", 401 => "Unauthorized", 402 => "Payment Required", 403 => "Forbidden",
             404 => "Not Found", 405 => "Method Not Allowed", 409 => "Conflict", 411 => "Length Required", 413 => "Payload Too Large",
             422 => "Unprocessable Content", 500 => "Internal Server Error", 503 => "Service Unavailable"}

  def serve(port, handler) do
    {:ok, l} = :gen_tcp.listen(port, [:binary, packet: :http_bin, active: false, reuseaddr: true, ip: {127, 0, 0, 1}, backlog: 256,
                                       nodelay: true, packet_size: 65536, buffer: 65536, send_timeout: 15_000])
    IO.puts("ready")
    accept(l, handler)
  end

  defp accept(l, handler) do
    case :gen_tcp.accept(l) do
      {:ok, s} ->
        pid = spawn(fn ->
          receive do
            :go -> conn(s, handler)
          after
            5000 -> :ok
          end
        end)
        :gen_tcp.controlling_process(s, pid)
        send(pid, :go)
      _ -> :ok
    end
    accept(l, handler)
  end

  defp conn(s, handler) do
    case one(s) do
      {:ok, req} ->
        me = self()
        {pid, ref} = spawn_monitor(fn -> exit({:shutdown, run(s, req, handler, me)}) end)
        keep =
          receive do
            {:DOWN, ^ref, _, ^pid, {:shutdown, k}} -> k
            {:DOWN, ^ref, _, ^pid, _} -> false
          end
        if keep and not req.close do
          :inet.setopts(s, packet: :http_bin)
          conn(s, handler)
        else
          :gen_tcp.close(s)
        end
      {:bad, status} ->
        reply(s, %{head: false, close: true}, {status, [], %{trouble: %{kind: "garbled", says: "this is not a request we can read"}}})
        :gen_tcp.close(s)
      :closed -> :gen_tcp.close(s)
    end
  end

  defp run(s, req, handler, _parent) do
    res =
      try do
        handler.(req)
      catch
        :throw, {:stop, status, body} -> {status, stop_headers(status), body}
        kind, reason ->
          IO.puts(:stderr, Exception.format(kind, reason, __STACKTRACE__))
          {500, [], %{trouble: %{kind: "broken", says: "something went wrong here"}}}
      end
    case res do
      {:stream, status, headers, parts} -> stream(s, req, status, headers, parts)
      {_, _, _} -> reply(s, req, res)
    end
  end

  defp stop_headers(401), do: [{"www-authenticate", "Bearer"}]
  defp stop_headers(_), do: []

  defp one(s) do
    case :gen_tcp.recv(s, 0, 120_000) do
      {:ok, {:http_request, m, uri, ver}} -> headers(s, m, uri, ver, %{})
      {:ok, {:http_error, e}} when e in ["\r\n", "\n"] -> one(s)
      {:ok, {:http_error, _}} -> {:bad, 400}
      {:error, :emsgsize} -> {:bad, 413}
      _ -> :closed
    end
  end

  defp headers(s, m, uri, ver, acc) do
    case :gen_tcp.recv(s, 0, 30_000) do
      {:ok, {:http_header, _, k, _, v}} -> headers(s, m, uri, ver, Map.put(acc, k |> to_string() |> String.downcase(), String.trim(v)))
      {:ok, :http_eoh} -> body(s, m, uri, ver, acc)
      {:ok, {:http_error, _}} -> {:bad, 400}
      _ -> :closed
    end
  end

  defp body(s, m, uri, ver, h) do
    if String.downcase(h["expect"] || "") == "100-continue", do: :gen_tcp.send(s, "HTTP/1.1 100 Continue\r\n\r\n")
    te = String.downcase(h["transfer-encoding"] || "")
    got =
      cond do
        te =~ "chunked" -> chunks(s, [])
        h["content-length"] ->
          case Integer.parse(h["content-length"]) do
            {0, ""} -> {:ok, ""}
            {n, ""} when n > 0 and n < 8_000_000 ->
              :inet.setopts(s, packet: :raw)
              :gen_tcp.recv(s, n, 30_000)
            {n, ""} when n >= 8_000_000 -> {:bad, 413}
            _ -> {:bad, 400}
          end
        true -> {:ok, ""}
      end
    case got do
      {:ok, b} ->
        raw = case uri do
          {:abs_path, p} -> p
          {:absoluteURI, _, _, _, p} -> p
          x when is_binary(x) -> x
          _ -> "/"
        end
        {path, q} = case String.split(raw, "?", parts: 2) do
          [p, q] -> {p, q}
          [p] -> {p, ""}
        end
        m = to_string(m)
        segs = path |> String.split("#") |> hd() |> String.split("/") |> tl_or_empty() |> Enum.map(&undo/1)
        conn = String.downcase(h["connection"] || "")
        close = conn =~ "close" or (ver < {1, 1} and not (conn =~ "keep-alive"))
        {:ok, %{method: if(m == "HEAD", do: "GET", else: m), head: m == "HEAD", segs: segs, query: query(q), headers: h, body: b, close: close, http10: ver < {1, 1}, user: nil, p: %{}}}
      {:bad, st} -> {:bad, st}
      _ -> :closed
    end
  end

  defp tl_or_empty(["" | r]), do: r
  defp tl_or_empty(r), do: r

  defp undo(x) do
    y = URI.decode(x)
    if String.valid?(y), do: y, else: "\uFFFD"
  rescue
    _ -> x
  end

  defp query(""), do: %{}
  defp query(q) do
    q |> String.split("&", trim: true) |> Enum.map(fn kv ->
      case String.split(kv, "=", parts: 2) do
        [k, v] -> {form(k), form(v)}
        [k] -> {form(k), ""}
      end
    end) |> Map.new()
  end
  defp form(x) do
    y = URI.decode_www_form(x)
    if String.valid?(y), do: y, else: "\uFFFD"
  rescue
    _ -> x
  end

  defp chunks(s, acc) do
    :inet.setopts(s, packet: :line)
    with {:ok, line} <- :gen_tcp.recv(s, 0, 30_000),
         {n, _} <- Integer.parse(String.trim(line), 16) do
      if n == 0 do
        trailer(s)
        {:ok, acc |> Enum.reverse() |> IO.iodata_to_binary()}
      else
        :inet.setopts(s, packet: :raw)
        {:ok, b} = :gen_tcp.recv(s, n, 30_000)
        {:ok, _} = :gen_tcp.recv(s, 2, 30_000)
        chunks(s, [b | acc])
      end
    else
      :error -> {:bad, 400}
      _ -> :closed
    end
  end
  defp trailer(s) do
    case :gen_tcp.recv(s, 0, 30_000) do
      {:ok, l} when l in ["\r\n", "\n"] -> :ok
      {:ok, _} -> trailer(s)
      _ -> :ok
    end
  end

  defp head(status, headers) do
    ["HTTP/1.1 ", Integer.to_string(status), " ", Map.get(@reasons, status, "Other"), "\r\n",
     for({k, v} <- [{"date", date()}, {"server", "mallow"}, {"cache-control", "max-age=0, private, must-revalidate"}] ++ headers, do: [k, ": ", v, "\r\n"]), "\r\n"]
  end

  defp date, do: Calendar.strftime(DateTime.utc_now(), "%a, %d %b %Y %H:%M:%S GMT")

  def reply(s, req, {204, headers, _}) do
    :gen_tcp.send(s, head(204, conn_h(req) ++ headers)) == :ok
  end
  def reply(s, req, {status, headers, body}) do
    {type, bin} = case body do
      {:raw, t, b} -> {t, b}
      b when status >= 400 -> {"application/problem+json", Mallow.Json.encode(b)}
      b -> {"application/json;charset=UTF-8", Mallow.Json.encode(b)}
    end
    hs = [{"content-type", type}, {"content-length", Integer.to_string(byte_size(bin))}] ++ conn_h(req) ++ headers
    :gen_tcp.send(s, [head(status, hs), if(req.head, do: "", else: bin)]) == :ok
  end

  defp conn_h(%{close: true}), do: [{"connection", "close"}]
  defp conn_h(_), do: []

  # Parts are {delay in ms, iodata}. A client that goes away does not stop the work.
  defp stream(s, req, status, headers, parts) do
    if Mallow.Fault.on?("text_not_streamed") and List.keyfind(headers, "content-type", 0) |> elem(1) =~ "text/plain" do
      Process.sleep(parts |> Enum.map(&elem(&1, 0)) |> Enum.sum())
      {_, type} = List.keyfind(headers, "content-type", 0)
      reply(s, req, {status, List.keydelete(headers, "content-type", 0), {:raw, type, parts |> Enum.map(&elem(&1, 1)) |> IO.iodata_to_binary()}})
    else
      te = if req.http10, do: [{"connection", "close"}], else: [{"transfer-encoding", "chunked"}] ++ conn_h(req)
      ok = :gen_tcp.send(s, head(status, te ++ headers)) == :ok
      ok = Enum.reduce(parts, ok, fn {ms, data}, ok ->
        Process.sleep(ms)
        bin = IO.iodata_to_binary(data)
        out = if req.http10, do: bin, else: [Integer.to_string(byte_size(bin), 16), "\r\n", bin, "\r\n"]
        ok and :gen_tcp.send(s, out) == :ok
      end)
      if req.http10, do: false, else: ok and :gen_tcp.send(s, "0\r\n\r\n") == :ok
    end
  end
end
