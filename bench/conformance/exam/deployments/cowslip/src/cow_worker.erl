%% The Workers API.
-module(cow_worker).
-export([start/3, continue/4, messages/3]).
-import(cow_u, [f/1, err/2]).

agent(#{user := U}, A0) ->
    A = string:lowercase(A0),
    case cow_db:get(agent, A) of
        none -> err(404, no_such_worker);
        M = #{owner := O, vis := V, price := P} ->
            Priv = f('w-private-agent-callable'),
            if O =:= U -> M;
               V =:= <<"private">>, not Priv -> err(403, private_worker);
               P =/= null -> case cow_pay:active(U, A) of true -> M; false -> err(402, not_subscribed) end;
               true -> M
            end
    end.

message(R) ->
    #{<<"message">> := M} = cow_u:check(cow_u:body(R), [{<<"message">>, str, req}]),
    M.

start(R = #{user := U}, A0, Form) ->
    #{agent := A} = agent(R, A0),
    Msg = message(R),
    case f('w-post-blocked-by-job') andalso cow_run:busy_of(U, A) of
        true -> err(409, job_running);
        _ -> ok
    end,
    Old = case f('w-run-id-leaks-on-kept-connection') of true -> get(last_run); false -> undefined end,
    {Id, Pid} = case Old of
             {Id0, A, P0} -> {Id0, P0};
             _ ->
                 Seed = case f('w-context-not-clear') of true -> cow_run:last_history(U, A); false -> [] end,
                 cow_run:new(U, A, Seed)
         end,
    put(last_run, {Id, A, Pid}),
    say(R, Id, Pid, Msg, Form, true).

continue(R, A0, I0, Form) ->
    #{agent := A} = agent(R, A0),
    {Id, Pid} = run(R, A, I0),
    Msg = message(R),
    say(R, Id, Pid, Msg, Form, not f('w-put-without-run-header')).

run(#{user := U}, A, I0) ->
    I = string:lowercase(I0),
    AnyAgent = f('w-run-under-any-agent'),
    case cow_db:get(run, I) of
        #{user := U, agent := B, pid := P} when B =:= A; AnyAgent -> {I, P};
        #{agent := A, pid := P} ->
            case f('w-run-of-other-user') of true -> {I, P}; false -> err(404, no_such_run) end;
        _ -> err(404, no_such_run)
    end.

say(R, Id, Pid, Msg, Form, Header) ->
    case cow_run:say(Pid, Msg) of
        busy -> err(409, job_running);
        {ok, Ref, Job} ->
            Hs = [{<<"X-Service-Run-ID">>, Id} || Header] ++ [{<<"x-service-job-id">>, Job} || Job =/= null],
            Type = case Form of text -> <<"text/plain; charset=utf-8">>; ndjson -> <<"application/x-ndjson">> end,
            M = erlang:monitor(process, Pid),
            Send = case f('w-answer-buffered') andalso Form =:= text of
                       true -> hold;
                       false -> cow_http:stream_start(R, Type, Hs), now
                   end,
            Res = pump(R, Ref, M, Form, Send, [], {Type, Hs}),
            erlang:demonitor(M, [flush]),
            Res
    end.

pump(R, Ref, M, Form, Send, Held, TH = {Type, Hs}) ->
    receive
        {Ref, done} ->
            case Send of
                hold ->
                    cow_http:stream_start(R, Type, Hs),
                    cow_http:chunk(R, lists:reverse(Held));
                now when Form =:= ndjson -> cow_http:chunk(R, line(#{ev => 'end'}));
                now -> ok
            end,
            cow_http:stream_end(R);
        {Ref, Ev} when Send =:= hold -> pump(R, Ref, M, Form, Send, [form(Form, Ev) | Held], TH);
        {Ref, Ev} -> cow_http:chunk(R, form(Form, Ev)), pump(R, Ref, M, Form, Send, Held, TH);
        {'DOWN', M, process, _, _} -> stream_broken
    end.

form(text, {text, T}) -> T;
form(text, {call, C}) ->
    case f('w-text-shows-tool-calls') of
        true -> [<<"[call ">>, cow_json:encode(maps:get(tool, C)), <<" ">>, cow_json:encode(maps:get(args, C)), <<"]\n">>];
        false -> <<>>
    end;
form(text, _) -> <<>>;
form(ndjson, {text, T}) -> line(#{ev => text, text => T});
form(ndjson, {call, C}) -> line(C#{ev => call});
form(ndjson, {answer, C}) ->
    case f('w-ndjson-without-tool-answer') of true -> <<>>; false -> line(C#{ev => answer}) end;
form(ndjson, {job, J}) -> line(#{ev => job, job => J}).
line(M) ->
    case f('w-ndjson-two-on-a-line') of
        true -> case M of #{ev := call} -> cow_json:encode(M); _ -> [cow_json:encode(M), $\n] end;
        false -> [cow_json:encode(M), $\n]
    end.

messages(R, A0, I0) ->
    #{agent := A} = agent(R, A0),
    {_, Pid} = run(R, A, I0),
    {Hist, Job} = cow_run:history(Pid),
    Hs = case Job of null -> []; _ -> case f('w-get-without-job-header') of true -> []; false -> [{<<"x-service-job-id">>, Job}] end end,
    H1 = case f('w-equal-messages-dropped') of true -> uniq(Hist, []); false -> Hist end,
    H2 = case f('w-history-newest-first') of true -> lists:reverse(H1); false -> H1 end,
    {200, Hs, [#{role => Ro, content => C} || {Ro, C} <- H2]}.

uniq([], A) -> lists:reverse(A);
uniq([X | T], A) -> case lists:member(X, A) of true -> uniq(T, A); false -> uniq(T, [X | A]) end.
