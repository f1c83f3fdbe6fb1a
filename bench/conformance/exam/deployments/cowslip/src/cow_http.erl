%% HTTP/1.1 on gen_tcp with {packet, http_bin}: one process for each connection.
-module(cow_http).
-export([listen/1, stream_start/3, chunk/2, stream_end/1]).

listen(Port) ->
    {ok, L} = gen_tcp:listen(Port, [binary, {ip, {127, 0, 0, 1}}, {active, false}, {reuseaddr, true},
        {backlog, 1024}, {nodelay, true}, {packet, http_bin}, {packet_size, 65536}, {buffer, 65536},
        {send_timeout, 30000}, {send_timeout_close, true}]),
    [spawn_link(fun() -> accept(L) end) || _ <- lists:seq(1, 8)],
    L.

accept(L) ->
    case gen_tcp:accept(L) of
        {ok, S} ->
            P = spawn(fun() -> receive go -> loop(S) after 5000 -> ok end end),
            case gen_tcp:controlling_process(S, P) of ok -> P ! go; _ -> gen_tcp:close(S) end;
        {error, closed} -> exit(normal);
        {error, _} -> timer:sleep(20)
    end,
    accept(L).

loop(S) ->
    inet:setopts(S, [{packet, http_bin}]),
    case gen_tcp:recv(S, 0, 75000) of
        {ok, {http_request, M, Uri, V}} -> headers(S, meth(M), path(Uri), V, #{}, 0);
        {ok, {http_error, <<"\r\n">>}} -> loop(S);
        {ok, {http_error, _}} -> simple(S, 400, bad_request);
        {error, emsgsize} -> simple(S, 414, too_long);
        _ -> gen_tcp:close(S)
    end.

meth(M) when is_atom(M) -> atom_to_binary(M);
meth(M) -> M.
path({abs_path, P}) -> P;
path({absoluteURI, _, _, _, P}) -> P;
path(_) -> <<"/">>.

headers(S, _, _, _, _, N) when N > 100 -> simple(S, 431, too_many_headers);
headers(S, M, P, V, H, N) ->
    case gen_tcp:recv(S, 0, 30000) of
        {ok, {http_header, _, K, _, Val}} ->
            headers(S, M, P, V, H#{string:lowercase(meth(K)) => Val}, N + 1);
        {ok, http_eoh} -> body(S, M, P, V, H);
        {ok, _} -> simple(S, 400, bad_request);
        {error, emsgsize} -> simple(S, 431, too_long);
        _ -> gen_tcp:close(S)
    end.

body(S, M, P, V, H) ->
    inet:setopts(S, [{packet, raw}]),
    case H of
        #{<<"expect">> := _} -> gen_tcp:send(S, <<"HTTP/1.1 100 Continue\r\n\r\n">>);
        _ -> ok
    end,
    case H of
        #{<<"transfer-encoding">> := _} ->
            case chunks(S, <<>>) of
                error -> simple(S, 400, bad_request);
                B -> serve(S, M, P, V, H, B)
            end;
        #{<<"content-length">> := CL} ->
            case catch binary_to_integer(CL) of
                0 -> serve(S, M, P, V, H, <<>>);
                N when is_integer(N), N > 0, N =< 8000000 ->
                    case gen_tcp:recv(S, N, 30000) of
                        {ok, B} -> serve(S, M, P, V, H, B);
                        _ -> gen_tcp:close(S)
                    end;
                N when is_integer(N), N > 0 -> simple(S, 413, too_large);
                _ -> simple(S, 400, bad_request)
            end;
        _ -> serve(S, M, P, V, H, <<>>)
    end.

chunks(S, A) ->
    inet:setopts(S, [{packet, line}]),
    case gen_tcp:recv(S, 0, 30000) of
        {ok, L} ->
            [Hd | _] = binary:split(string:trim(L), <<";">>),
            case catch binary_to_integer(Hd, 16) of
                0 -> trailer(S, A);
                N when is_integer(N), N > 0, byte_size(A) + N =< 8000000 ->
                    inet:setopts(S, [{packet, raw}]),
                    case gen_tcp:recv(S, N + 2, 30000) of
                        {ok, <<D:N/binary, "\r\n">>} -> chunks(S, <<A/binary, D/binary>>);
                        _ -> error
                    end;
                _ -> error
            end;
        _ -> error
    end.
trailer(S, A) ->
    case gen_tcp:recv(S, 0, 30000) of
        {ok, <<"\r\n">>} -> inet:setopts(S, [{packet, raw}]), A;
        {ok, _} -> trailer(S, A);
        _ -> error
    end.

serve(S, M, P, V, H, B) ->
    [P1 | Qs] = binary:split(P, <<"?">>),
    Keep = case string:lowercase(maps:get(<<"connection">>, H, <<>>)) of
               <<"close">> -> false;
               <<"keep-alive">> -> true;
               _ -> V >= {1, 1}
           end andalso M =/= <<"HEAD">>,
    R = try
            #{m => M, sock => S, vsn => V, h => H, body => B, keep => Keep,
              path => [pct(X) || X <- binary:split(P1, <<"/">>, [global])],
              q => query(Qs)}
        catch _:_ -> bad end,
    Res = case R of
              bad -> {400, #{reason => bad_request, what => []}};
              _ -> cow_router:handle(R)
          end,
    Ok = case Res of
             streamed -> ok;
             stream_broken -> error;
             {St, _} when M =:= <<"HEAD">> -> send(S, St, [], head, Keep);
             {St, Hs, _} when M =:= <<"HEAD">> -> send(S, St, Hs, head, Keep);
             {St, J} -> send(S, St, [], J, Keep);
             {St, Hs, J} -> send(S, St, Hs, J, Keep)
         end,
    case Ok of
        ok when Keep -> loop(S);
        _ -> gen_tcp:close(S)
    end.

send(S, St, Hs, head, _) ->
    gen_tcp:send(S, [<<"HTTP/1.1 ">>, integer_to_binary(St), $\s, phrase(St), <<"\r\n">>, hs(Hs), conn(false), <<"\r\n">>]);
send(S, 204, Hs, _, Keep) ->
    gen_tcp:send(S, [<<"HTTP/1.1 204 No Content\r\n">>, hs(Hs), conn(Keep), <<"\r\n">>]);
send(S, St, Hs, J, Keep) ->
    B = iolist_to_binary(cow_json:encode(J)),
    gen_tcp:send(S, [<<"HTTP/1.1 ">>, integer_to_binary(St), $\s, phrase(St),
        <<"\r\ncontent-type: application/json\r\ncontent-length: ">>, integer_to_binary(byte_size(B)),
        <<"\r\n">>, hs(Hs), conn(Keep), <<"\r\n">>, B]).

hs(Hs) -> [[K, <<": ">>, V, <<"\r\n">>] || {K, V} <- Hs].
conn(true) -> <<>>;
conn(false) -> <<"connection: close\r\n">>.

simple(S, St, Why) ->
    send(S, St, [], #{reason => Why, what => []}, false),
    gen_tcp:shutdown(S, write),
    gen_tcp:close(S).

stream_start(#{sock := S, keep := Keep, vsn := V}, Type, Hs) ->
    Te = case V of {1, 0} -> <<"connection: close\r\n">>; _ -> [<<"transfer-encoding: chunked\r\n">>, conn(Keep)] end,
    gen_tcp:send(S, [<<"HTTP/1.1 200 OK\r\ncontent-type: ">>, Type, <<"\r\ncache-control: no-store\r\n">>, hs(Hs), Te, <<"\r\n">>]).
chunk(#{vsn := {1, 0}, sock := S}, B) -> gen_tcp:send(S, B);
chunk(#{sock := S}, B) ->
    case iolist_size(B) of
        0 -> ok;
        N -> gen_tcp:send(S, [integer_to_binary(N, 16), <<"\r\n">>, B, <<"\r\n">>])
    end.
stream_end(#{vsn := {1, 0}}) -> stream_broken;
stream_end(#{sock := S}) ->
    case cow_u:f('w-last-chunk-missing') of
        true -> stream_broken;
        false -> gen_tcp:send(S, <<"0\r\n\r\n">>), streamed
    end.

query([]) -> [];
query([Q]) ->
    [case binary:split(X, <<"=">>) of
         [K, V] -> {plus(K), plus(V)};
         [K] -> {plus(K), <<>>}
     end || X <- binary:split(Q, <<"&">>, [global]), X =/= <<>>].
plus(B) -> pct(binary:replace(B, <<"+">>, <<" ">>, [global])).
pct(B) ->
    R = case binary:match(B, <<"%">>) of nomatch -> B; _ -> pct(B, <<>>) end,
    true = is_list(unicode:characters_to_list(R)),
    R.
pct(<<"%", H:2/binary, R/binary>>, A) -> pct(R, <<A/binary, (binary_to_integer(H, 16))>>);
pct(<<C, R/binary>>, A) when C =/= $% -> pct(R, <<A/binary, C>>);
pct(<<>>, A) -> A.

phrase(200) -> <<"OK">>; phrase(201) -> <<"Created">>; phrase(400) -> <<"Bad Request">>;
phrase(401) -> <<"Unauthorized">>; phrase(402) -> <<"Payment Required">>; phrase(403) -> <<"Forbidden">>;
phrase(404) -> <<"Not Found">>; phrase(405) -> <<"Method Not Allowed">>; phrase(409) -> <<"Conflict">>;
phrase(422) -> <<"Unprocessable Entity">>; phrase(500) -> <<"Internal Server Error">>;
phrase(503) -> <<"Service Unavailable">>; phrase(_) -> <<"Other">>.
